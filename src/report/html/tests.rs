//! Tests of the pages: escaping, policy, links, well-formedness, the same bytes on any number of threads.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{Token, Tokenizer};
use proptest::prelude::*;

use super::sheet::{Kind, Sheet, digest};
use super::*;
use crate::check::{
    AlikePictures, Copies, CopySettings, CopyWatch, Document, EvidenceItem, Findings, Origin,
    PairEvidence, find_copies, fingerprint,
};
use crate::compare::{Choices, Reason, Shares, Thresholds};
use crate::i18n::{Language, day};
use crate::import::{
    Extracted, Format, ImportCause, ImportError, Picture, Stop, Thumbnail, WantedPicture,
    decode_text,
};
use crate::report::leads::made;
use crate::report::{PictureSource, ReportOptions};
use crate::simhash::Recipe;

/// Sentences of a made-up thesis; nobody wrote them elsewhere.
const SENTENCES: [&str; 12] = [
    "社区图书馆延长到深夜十一点关门以后，附近夜班工人来得最多的时段变成了九点半前后。",
    "志愿者把借阅登记本换成了彩色卡片，小学生因此学会了按颜色归还绘本。",
    "旧厂房改造的阅览室冬天漏风，馆员用回收的棉布缝了三十二条门帘。",
    "退休教师每周四晚上在二楼讲方言故事，听众里有一半是刚搬来的年轻租客。",
    "问卷回收了四百一十七份，其中只有九份提到愿意为延时开放支付任何费用。",
    "清洁员建议把饮水机移到楼梯口，噪声投诉当月就减少了六成。",
    "河边的小书亭没有门锁，两年里丢失的图书比总馆还少。",
    "读者委员会用抽签决定谁来保管钥匙，争吵从此停止。",
    "停电那一夜，大家点着露营灯读完了同一本科幻小说的第三章。",
    "馆长把闲置的缝纫机借给了隔壁裁缝，换来一整面书架的布套。",
    "夜读区的椅子高低不一，孩子们却最喜欢那把缺了一条腿的。",
    "雨季里地下书库的除湿机坏了四次，维修费超过了全年购书款的一成。",
];

/// Text that would break a page if it were not escaped.
const HOSTILE: &str = "<script>alert('x')</script> ]]> </style></title><!-- <b onclick=\"x()\">论文</b> & &amp; \u{FFFE}\u{0}";

/// A made check with everything that a report needs.
struct Made {
    documents: Vec<Document>,
    findings: Findings,
    copies: Copies,
    shares: Shares,
}

fn document(name: &str, text: &str) -> Document {
    let extracted = Extracted {
        text: text.to_owned(),
        ..decode_text("夜".as_bytes()).unwrap()
    };
    Document {
        name: name.to_owned(),
        origin: Origin::Checked,
        path: name.into(),
        format: Some(Format::Txt),
        outcome: Some(Ok(fingerprint(&extracted, Recipe::THESIS))),
    }
}

impl Made {
    fn of(mut documents: Vec<Document>) -> Self {
        documents.sort_by(|x, y| x.name.cmp(&y.name));
        let fingerprinted: Vec<_> = documents.iter().map(Document::fingerprinted).collect();
        let findings = Findings::of(&fingerprinted, Thresholds::default(), false);
        let readings: Vec<_> = documents.iter().map(Document::reading).collect();
        let settings = CopySettings::default();
        let copies =
            find_copies(&readings, &findings.near(), &settings, &CopyWatch::NOBODY).unwrap();
        let shares = Shares::of(
            &copies.counted,
            &copies.pairs,
            Choices::leaving_out(Reason::ALL),
        );
        let findings = findings.with_copies(&fingerprinted, &copies, &shares, true);
        Self {
            documents,
            findings,
            copies,
            shares,
        }
    }

    /// A check with copies, hostile texts and names, a note on a passage, a file that was not read.
    fn hostile() -> Self {
        let text = |from: usize, to: usize| SENTENCES[from..to].join("\n");
        let filler =
            |word: &str| format!("关于{word}的另一篇文章，讨论的是完全不同的事情。\n").repeat(4);
        let mut failed = document("失败 \u{1}.pdf", "x");
        failed.outcome = Some(Err(ImportCause::Empty));
        let mut made = Self::of(vec![
            document(
                "a \"quoted\" 'name' <b>.docx",
                &format!("{HOSTILE}\n{}", text(0, 9)),
            ),
            document(
                "b\u{202E}fdp.txt",
                &format!("{}\n{}", text(0, 6), filler("裁缝")),
            ),
            document(
                "c & d.txt",
                &format!("{}{}\n{HOSTILE}", filler("河流"), text(4, 12)),
            ),
            failed,
        ]);
        let pair = made
            .copies
            .pairs
            .iter()
            .find(|pair| !pair.passages.is_empty())
            .unwrap();
        let passage = pair.passages[0];
        let mut choices = made.shares.choices().clone();
        choices.set_passage(pair.a, pair.b, &passage, false);
        choices.set_note(pair.a, pair.b, Some(&passage), "课堂讲义 <i>\"同源\"</i>");
        made.shares = Shares::of(&made.copies.counted, &made.copies.pairs, choices);
        made
    }

    /// Switches the first pair off as a whole, with a note.
    fn with_a_pair_off(mut self) -> Self {
        let pair = &self.copies.pairs[0];
        let mut choices = self.shares.choices().clone();
        choices.set_pair(pair.a, pair.b, false);
        choices.set_note(pair.a, pair.b, None, "两稿 <script>1</script>");
        choices.set_decided_at(pair.a, pair.b, None, 1_700_000_000);
        self.shares = Shares::of(&self.copies.counted, &self.copies.pairs, choices);
        self
    }

    fn check(&self, language: Language) -> Check<'_> {
        Check {
            documents: &self.documents,
            findings: &self.findings,
            copied: Some((&self.copies, &self.shares)),
            evidence: &[],
            leads: None,
            recipe: Recipe::THESIS,
            thresholds: Thresholds::default(),
            language,
            options: ReportOptions {
                possible: true,
                ..ReportOptions::default()
            },
        }
    }

    /// Writes the report and returns its pages by name.
    fn pages(&self, language: Language) -> BTreeMap<String, String> {
        let folder = tempfile::tempdir().unwrap();
        html_report(folder.path(), self.check(language), &|_, _| (), &|| false).unwrap();
        pages_in(folder.path())
    }
}

fn pages_in(folder: &Path) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    for part in ["", "documents/", "pairs/"] {
        for entry in std::fs::read_dir(folder.join(part)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = format!("{part}{}", path.file_name().unwrap().to_str().unwrap());
                pages.insert(name, std::fs::read_to_string(path).unwrap());
            }
        }
    }
    pages
}

#[test]
fn a_pair_that_is_switched_off_is_named_with_day_and_note() {
    let made = Made::hostile().with_a_pair_off();
    let pair = &made.copies.pairs[0];
    for (language, _) in Language::ALL {
        let pages = made.pages(language);
        let day = language.fill("decided.on", &[("day", &day(1_700_000_000))]);
        let note = "两稿 &lt;script&gt;1&lt;/script&gt;";
        let index = &pages["index.html"];
        for words in [&language.text("decided.lead"), &day, note] {
            assert!(index.contains(words), "{words}");
        }
        for document in [pair.a, pair.b] {
            let page = &pages[&format!("documents/{:04}.html", document + 1)];
            assert!(page.contains(&day) && page.contains(note), "{document}");
        }
    }
}

/// A start tag: its name and its attributes.
type Tag = (String, BTreeMap<String, String>);

/// Parts of a page, as a browser's tokenizer gives them.
#[derive(Default)]
struct Parsed {
    tags: Vec<Tag>,
    /// Text of each `style` and `script` element.
    raw: Vec<(String, String)>,
    /// Text within the element `div.text`, if the page has one.
    text: String,
    ids: BTreeSet<String>,
}

fn parse(page: &str) -> Parsed {
    const VOID: [&str; 6] = ["meta", "link", "br", "input", "hr", "img"];
    let mut parsed = Parsed::default();
    let mut open: Vec<(String, bool)> = Vec::new();
    // The tokenizer knows no tree, so it switches by the names of elements.
    let mut emitter: DefaultEmitter<()> = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    for token in Tokenizer::new_with_emitter(page, emitter).flatten() {
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8(tag.name.to_vec()).unwrap();
                let attributes: BTreeMap<String, String> = (tag.attributes.iter())
                    .map(|(name, value)| {
                        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
                        (text(name), text(value))
                    })
                    .collect();
                if let Some(id) = attributes.get("id") {
                    assert!(parsed.ids.insert(id.clone()), "the id {id} occurs twice");
                }
                let inside = open.last().is_some_and(|one| one.1)
                    || attributes.get("class").is_some_and(|class| class == "text");
                if !VOID.contains(&name.as_str()) {
                    open.push((name.clone(), inside));
                }
                parsed.tags.push((name, attributes));
            }
            Token::EndTag(tag) => {
                let name = String::from_utf8(tag.name.to_vec()).unwrap();
                assert_eq!(open.pop().map(|one| one.0), Some(name));
            }
            Token::String(text) => {
                let text = String::from_utf8_lossy(&text).into_owned();
                if let Some((element, inside)) = open.last() {
                    if matches!(element.as_str(), "style" | "script") {
                        match parsed.raw.last_mut() {
                            Some((name, raw)) if name == element => raw.push_str(&text),
                            _ => parsed.raw.push((element.clone(), text)),
                        }
                    } else if *inside {
                        parsed.text.push_str(&text);
                    }
                }
            }
            Token::Doctype(_) => {}
            Token::Comment(_) => panic!("a comment"),
            Token::Error(error) => {
                let error = error.as_str();
                // A text may hold characters that HTML dislikes; they are shown all the same.
                let known = [
                    "noncharacter-in-input-stream",
                    "control-character-in-input-stream",
                ];
                assert!(known.contains(&error), "{error}");
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
    parsed
}

#[test]
fn hostile_texts_and_names_are_shown_and_do_nothing() {
    let made = Made::hostile();
    for language in [Language::Chinese, Language::English] {
        let pages = made.pages(language);
        assert!(pages.len() >= 6, "{:?}", pages.keys());
        for (name, page) in &pages {
            assert!(
                !page.contains("\u{202E}") && !page.contains('\u{0}'),
                "{name}"
            );
            let parsed = parse(page);
            let scripts = parsed.tags.iter().filter(|tag| tag.0 == "script").count();
            assert_eq!(scripts, 1, "{name}");
            for (tag, attributes) in &parsed.tags {
                for (attribute, value) in attributes {
                    assert!(
                        attribute != "style" && !attribute.starts_with("on"),
                        "{name}: {tag} {attribute}"
                    );
                    assert!(
                        !value.starts_with("http") && !value.starts_with("javascript"),
                        "{value}"
                    );
                }
            }
        }
        let all: String = pages.values().map(String::as_str).collect();
        assert!(all.contains("课堂讲义 &lt;i&gt;&quot;同源&quot;&lt;/i&gt;"));
        assert!(all.contains("a &quot;quoted&quot; 'name' &lt;b&gt;.docx"));
        assert!(all.contains("失败 ␁.pdf"));
        for key in ["html.", "shares.", "passages.", "verdict."] {
            let gap = format!(">{key}");
            assert!(!all.contains(&gap), "a text for {key} is missing");
        }
    }
}

#[test]
fn the_policy_allows_exactly_the_style_and_the_script_of_the_page() {
    for (name, page) in Made::hostile().pages(Language::English) {
        let parsed = parse(&page);
        let policy = (parsed.tags.iter())
            .find_map(|(_, attributes)| {
                let is_policy = attributes.get("http-equiv")? == "Content-Security-Policy";
                is_policy.then(|| attributes["content"].clone())
            })
            .unwrap();
        assert!(policy.starts_with("default-src 'none';"), "{policy}");
        for (element, text) in &parsed.raw {
            let expected = format!("{element}-src 'sha256-{}'", digest(text));
            assert!(policy.contains(&expected), "{name}: {element}");
        }
        assert_eq!(parsed.raw.len(), 2, "{name}");
        assert!(!policy.contains("unsafe") && !policy.contains('*'));
    }
    assert!(
        Sheet::of_kind(Kind::Index, false)
            .policy
            .contains("img-src data:")
    );
}

#[test]
fn every_link_leads_to_a_page_and_a_place_that_exist() {
    let pages = Made::hostile().pages(Language::Chinese);
    assert!(links_lead_somewhere(&pages) > 50);
    assert!(pages["index.html"].contains("pairs/0001-0002.html"));
}

/// Follows every link of every page; returns their number.
fn links_lead_somewhere(pages: &BTreeMap<String, String>) -> usize {
    let ids: BTreeMap<&str, BTreeSet<String>> = (pages.iter())
        .map(|(name, page)| (name.as_str(), parse(page).ids))
        .collect();
    let mut followed = 0;
    for (name, page) in pages {
        for (_, attributes) in parse(page).tags {
            let Some(link) = attributes
                .get("href")
                .filter(|link| !link.starts_with("data:"))
            else {
                continue;
            };
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match (file, name.contains('/')) {
                ("", _) => name.clone(),
                (file, false) => file.to_owned(),
                (file, true) => file.strip_prefix("../").unwrap().to_owned(),
            };
            let known = ids.get(target.as_str());
            assert!(known.is_some(), "{name}: {link}");
            assert!(
                anchor.is_empty() || known.is_some_and(|ids| ids.contains(anchor)),
                "{name}: {link}"
            );
            followed += 1;
        }
    }
    followed
}

#[test]
fn the_same_check_gives_the_same_bytes_on_any_number_of_threads() {
    let made = Made::hostile();
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| made.pages(Language::Chinese))
    };
    let one = with(1);
    assert_eq!(one, with(2));
    assert_eq!(one, with(1));
}

#[test]
fn a_cancelled_report_leaves_the_earlier_one() {
    let made = Made::hostile();
    let folder = tempfile::tempdir().unwrap();
    let check = made.check(Language::English);
    html_report(folder.path(), check, &|_, _| (), &|| false).unwrap();
    let before = pages_in(folder.path());
    let chinese = made.check(Language::Chinese);
    let asked = AtomicUsize::new(0);
    let cancelled = || asked.fetch_add(1, Ordering::Relaxed) >= 2;
    let result = html_report(folder.path(), chinese, &|_, _| (), &cancelled);
    assert!(matches!(result, Err(HtmlError::Cancelled)));
    assert_eq!(pages_in(folder.path()), before);
}

#[test]
fn pages_that_stand_alone_link_to_no_other() {
    let made = Made::hostile();
    let check = made.check(Language::English);
    let mut page = Vec::new();
    document_html(&mut page, check, 0).unwrap();
    let pair = made.findings.pairs[0];
    pair_html(&mut page, check, &pair).unwrap();
    let page = String::from_utf8(page).unwrap();
    assert!(!page.contains("../") && page.contains("#source-1"));
    let failed = made.documents.len() - 1;
    let error = document_html(&mut Vec::new(), check, failed).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}

#[test]
fn without_compared_texts_there_are_pairs_by_fingerprint() {
    let text = SENTENCES.concat();
    let mut made = Made::of(vec![document("a.txt", &text), document("b.txt", &text)]);
    let fingerprinted: Vec<_> = made.documents.iter().map(Document::fingerprinted).collect();
    made.findings = Findings::of(&fingerprinted, Thresholds::default(), false);
    let folder = tempfile::tempdir().unwrap();
    let check = Check {
        copied: None,
        ..made.check(Language::English)
    };
    html_report(folder.path(), check, &|_, _| (), &|| false).unwrap();
    let pages = pages_in(folder.path());
    let names: Vec<&str> = pages.keys().map(String::as_str).collect();
    assert_eq!(names, ["index.html", "pairs/0001-0002.html"]);
    for page in pages.values() {
        parse(page);
    }
}

/// Source of made pictures; files whose name begins with `c` are gone.
#[derive(Debug)]
struct MadePictures;

impl PictureSource for MadePictures {
    fn pictures(
        &self,
        file: &Path,
        wanted: Vec<WantedPicture>,
        side: u32,
        _: &dyn Fn() -> bool,
    ) -> Result<Vec<Option<Thumbnail>>, Stop> {
        if file.to_str().unwrap().starts_with('c') {
            return Err(Stop::Failed(ImportError {
                file: file.to_owned(),
                cause: ImportCause::Empty,
            }));
        }
        let picture = |wanted: WantedPicture| {
            let shade = u8::try_from(wanted.sha256.len()).unwrap();
            (!wanted.place.contains("lost")).then(|| Thumbnail {
                width: side,
                height: 9,
                rgba: [shade, 90, 0, 255].repeat(side as usize * 9),
            })
        };
        Ok(wanted.into_iter().map(picture).collect())
    }
}

/// Adds 15 pictures to each document that was read, and evidence about all three pairs; the pictures' names are hostile.
fn with_pictures(made: &mut Made) -> Vec<PairEvidence> {
    for document in &mut made.documents {
        if let Some(Ok(reading)) = &mut document.outcome {
            let picture = |at: usize| Picture {
                place: format!("media/<{at}>\".{}", if at == 1 { "lost" } else { "png" }),
                sha256: "x".repeat(at),
                perceptual: None,
                size: Some((800, 30)),
                bytes: 9_000,
                at: None,
            };
            reading.metadata.pictures = (0..15).map(picture).collect();
        }
    }
    let couple = |at: u32| AlikePictures {
        a: at as usize,
        b: 14 - at as usize,
        distance: at.checked_sub(1),
    };
    let pictures = EvidenceItem::Pictures((0..15).map(couple).collect());
    let name = EvidenceItem::SameAuthor {
        name: "<i>甲</i>\u{202E}".to_owned(),
    };
    let pair = |(a, b)| PairEvidence {
        a,
        b,
        items: vec![pictures.clone(), name.clone()],
    };
    [(0, 1), (0, 2), (1, 2)].map(pair).to_vec()
}

#[test]
fn alike_pictures_stand_beside_each_other_on_the_page_of_their_pair() {
    let mut made = Made::hostile();
    let evidence = with_pictures(&mut made);
    for language in [Language::Chinese, Language::English] {
        let mut check = made.check(language);
        check.evidence = &evidence;
        check.options.pictures = Some(&MadePictures);
        let folder = tempfile::tempdir().unwrap();
        html_report(folder.path(), check, &|_, _| (), &|| false).unwrap();
        let pages = pages_in(folder.path());
        html_report(folder.path(), check, &|_, _| (), &|| false).unwrap();
        assert_eq!(pages, pages_in(folder.path()), "the same bytes");
        let images = |name: &str| {
            let tags = parse(&pages[name]).tags.into_iter();
            tags.filter(|(tag, _)| tag == "img")
                .map(|(_, tag)| tag)
                .collect::<Vec<_>>()
        };
        // Twelve of fifteen couples, less the picture that is not in either file any more.
        let shown = images("pairs/0001-0002.html");
        assert_eq!(shown.len(), 23);
        for image in &shown {
            assert!(image["src"].starts_with("data:image/png;base64,iVBOR"));
            assert_eq!(
                (&image["width"], &image["height"]),
                (&"240".into(), &"9".into())
            );
        }
        let alt = language.fill(
            "report-evidence.alt",
            &[("side", &"A"), ("place", &"<0>\".png · 800 × 30")],
        );
        assert_eq!(shown[0]["alt"], alt);
        assert!(pages["pairs/0001-0002.html"].contains(&language.text("evidence.picture-lost")));
        // The other file cannot be read again: the page says so, and shows what is left.
        assert_eq!(images("pairs/0001-0003.html").len(), 11);
        assert!(pages["pairs/0001-0003.html"].contains(&language.reason(&ImportCause::Empty)));
        assert_eq!(images("index.html").len(), 0, "every pair has a page");
        assert!(pages["index.html"].contains("evidence"));
        let kinds = ["pictures", "same-author"]
            .map(|name| language.text(&format!("report-evidence.short-{name}")));
        let kinds = kinds.join(&language.text("punctuation.comma"));
        assert!(pages["index.html"].contains(&kinds), "{kinds}");
        let own = &pages["documents/0001.html"];
        assert!(own.contains(&language.text("report-evidence.a-and-b")) && !own.contains("<img"));
        for page in pages.values() {
            assert!(!page.contains("<i>甲") && !page.contains('\u{202E}'));
        }
        let mut alone = Vec::new();
        pair_html(&mut alone, check, &made.findings.pairs[0]).unwrap();
        assert!(String::from_utf8(alone).unwrap().contains("<img"));
    }
}

#[test]
fn a_pair_without_a_page_has_its_first_pictures_on_the_page_of_the_check() {
    let mut made = Made::hostile();
    let evidence = with_pictures(&mut made);
    made.findings
        .pairs
        .retain(|pair| (pair.a, pair.b) != (0, 1));
    let mut check = made.check(Language::English);
    check.evidence = &evidence;
    let written = |check: Check<'_>| {
        let folder = tempfile::tempdir().unwrap();
        html_report(folder.path(), check, &|_, _| (), &|| false).unwrap();
        pages_in(folder.path())
    };
    let without = written(check);
    assert!(without.values().all(|page| !page.contains("<img")));
    check.options.pictures = Some(&MadePictures);
    let index = &written(check)["index.html"];
    assert_eq!(index.matches("<img").count(), 3, "one of four is lost");
    assert!(index.contains(&Language::English.text("report-evidence.only")));
}

#[test]
fn leads_are_a_section_of_their_own_with_the_sentences_side_by_side() {
    let made = Made::hostile();
    let leads = made::leads(&made.documents);
    for (language, _) in Language::ALL {
        let plain = made.pages(language);
        let mut check = made.check(language);
        check.leads = Some(&leads);
        let folder = tempfile::tempdir().unwrap();
        html_report(folder.path(), check, &|_, _| (), &|| false).unwrap();
        let pages = pages_in(folder.path());
        assert!(links_lead_somewhere(&pages) > links_lead_somewhere(&plain));
        for (name, page) in &pages {
            let parsed = parse(page);
            assert!(
                !page.contains("<script>alert") && !page.contains("<b>Lamps"),
                "{name}"
            );
            assert!(!page.contains("<u>") && !page.contains("<i>.txt"), "{name}");
            let digests = (parsed.raw.iter()).map(|(_, text)| digest(text));
            assert!(
                digests.into_iter().all(|digest| page.contains(&digest)),
                "{name}"
            );
            assert!(!plain[name].contains("id=\"leads\"") && !plain[name].contains("sentences"));
        }
        let explanation = language.text("lead.explanation");
        let dismissed = language.fill("leads.report-dismissed", &[("count", &1)]);
        let note = "both read &lt;script&gt;alert('note')&lt;/script&gt;";
        for name in ["index.html", "documents/0001.html", "pairs/0001-0002.html"] {
            for words in [&explanation, &dismissed, &day(made::AT), note] {
                assert!(pages[name].contains(words), "{name}: {words}");
            }
        }
        let own = &pages["documents/0001.html"];
        assert!(
            own.contains("&lt;b&gt;Lamps&lt;/b&gt; &amp; &quot;stairs&quot; were lit at night.")
        );
        assert!(own.contains(&language.text("leads.no-counterpart")));
        assert!(pages["index.html"].contains("lamps &lt;i&gt;.txt"));
        assert!(pages["documents/0003.html"].contains(&language.text("leads.report-none-here")));
        assert!(!pages["pairs/0001-0003.html"].contains("id=\"leads\""));
        // The dismissed lead is in no list, and no lead is in the text's marks.
        assert_eq!(
            pages["index.html"].matches("#leads\"").count(),
            3,
            "the heading and two leads"
        );
        let text = |page: &str| parse(page).text;
        assert_eq!(text(own), text(&plain["documents/0001.html"]));
        let mut alone = Vec::new();
        document_html(&mut alone, check, 0).unwrap();
        let alone = String::from_utf8(alone).unwrap();
        assert!(alone.contains("&lt;b&gt;Lamps") && !alone.contains("../"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn the_text_of_a_page_is_the_text_of_the_document(
        noise in "[夜a<>&\"'\u{FFFE}\u{202E}\n \t=\\]]{0,60}",
        from in 0_usize..6,
        length in 3_usize..6,
    ) {
        let copied = SENTENCES[from..from + length].join("\n");
        let made = Made::of(vec![
            document("a.txt", &format!("{noise}{copied}{noise}")),
            document("b.txt", &format!("{copied}{}", SENTENCES[11])),
        ]);
        let check = made.check(Language::English);
        for position in 0..2 {
            let mut page = Vec::new();
            document_html(&mut page, check, position).unwrap();
            let site = Site::alone(check);
            let report = crate::report::document_report::DocumentReport::of(check, position, &site.pairs);
            let shown: String = (report.unwrap().unwrap().paragraphs().iter())
                .map(|paragraph| paragraph.text.as_str())
                .collect();
            prop_assert_eq!(parse(&String::from_utf8(page).unwrap()).text, shown);
        }
    }
}
