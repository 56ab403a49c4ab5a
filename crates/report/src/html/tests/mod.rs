//! Tests of the pages: escaping, policy, links, well-formedness, the same bytes on any number of threads.

mod leads;
mod pictures;
mod sample;

use chachong_compare::DocumentIndex as Doc;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{Token, Tokenizer};
use proptest::prelude::*;

use super::sheet::{Kind, Sheet, digest};
use super::*;
use chachong_check::CheckResult;
use chachong_messages::{Language, day, percent};
use sample::{Made, SENTENCES, document, pages_of};

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
    let mut made = Made::hostile().with_a_pair_off();
    let off = &mut made.result.findings.pairs[0];
    (off.verdict, off.strongest) = (None, None);
    let pair = &made.copies().pairs[0];
    for (language, _) in Language::ALL {
        let pages = made.pages(language);
        let day = language.fill("decided.on", &[("day", &day(1_700_000_000))]);
        let note = "两稿 &lt;script&gt;1&lt;/script&gt;";
        let index = &pages["index.html"];
        let listed = made.result.findings.pairs.len();
        let similar = (made.result.findings.pairs.iter()).filter(|pair| pair.is_finding());
        let similar = similar.count();
        assert!(similar < listed, "a pair is listed that is no finding");
        let values: [(&str, &dyn std::fmt::Display); 3] =
            [("documents", &4), ("listed", &listed), ("pairs", &similar)];
        assert!(index.contains(&language.fill("html.lead", &values)));
        let rest = language.fill("facts.pairs-rest", &[("count", &(listed - similar))]);
        assert!(index.contains(&rest), "{rest}");
        for words in [&language.text("decided.lead"), &day, note] {
            assert!(index.contains(words), "{words}");
        }
        for document in [pair.a, pair.b] {
            let page = &pages[&format!("documents/{:04}.html", document.number())];
            assert!(page.contains(&day) && page.contains(note), "{document:?}");
        }
    }
}

#[test]
fn the_highest_copied_share_is_no_weighted_one() {
    // 5 of 12 documents have the same sentences, so these weigh less than all.
    let own = |number: u32| {
        let mut seed = number.wrapping_mul(2_654_435_761).wrapping_add(7);
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from_u32(0x4E00 + (seed >> 16) % 3_000).unwrap()
        };
        let mut line = || (0..24).map(|_| next()).chain(['。']).collect::<String>();
        (0..9).map(|_| line()).collect::<Vec<String>>().join("\n")
    };
    let documents = (0..12).map(|number| {
        let shared = if number < 5 {
            SENTENCES[..4].join("\n")
        } else {
            String::new()
        };
        document(
            &format!("{number:02}.txt"),
            &format!("{}\n{shared}", own(number)),
        )
    });
    let made = Made::of(documents.collect());
    let shown = (made.result.shares().unwrap().documents().iter())
        .map(chachong_compare::DocumentShares::shown)
        .max_by(|x, y| x.share().total_cmp(&y.share()))
        .unwrap();
    let [share, weight] = [shown.share(), shown.weight].map(percent);
    assert_ne!(share, weight, "the sample shows nothing");
    let index = &made.pages(Language::English)["index.html"];
    let tile = |share: &str| format!("{share}</span><span class=\"tile-name\">highest total");
    assert!(index.contains(&tile(&share)), "{share}: {index}");
    assert!(!index.contains(&tile(&weight)), "{weight}");
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
    html_report(
        folder.path(),
        check,
        &Inputs::default(),
        &|_, _| (),
        &|| false,
    )
    .unwrap();
    let before = pages_in(folder.path());
    let chinese = made.check(Language::Chinese);
    let asked = AtomicUsize::new(0);
    let cancelled = || asked.fetch_add(1, Ordering::Relaxed) >= 2;
    let result = html_report(
        folder.path(),
        chinese,
        &Inputs::default(),
        &|_, _| (),
        &cancelled,
    );
    assert!(matches!(result, Err(HtmlError::Cancelled)));
    assert_eq!(pages_in(folder.path()), before);
}

#[test]
fn pages_that_stand_alone_link_to_no_other() {
    let made = Made::hostile();
    let check = made.check(Language::English);
    let mut page = Vec::new();
    document_html(&mut page, check, Doc(0)).unwrap();
    let pair = made.result.findings.pairs[0];
    pair_html(&mut page, check, &pair).unwrap();
    let page = String::from_utf8(page).unwrap();
    assert!(!page.contains("../") && page.contains("#source-1"));
    let failed = made.result.documents.len() - 1;
    let error = document_html(&mut Vec::new(), check, Doc(failed)).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}

#[test]
fn a_pair_that_no_list_has_gets_its_page_too() {
    let mut made = Made::hostile();
    let listed = made.result.findings.pairs[0];
    let page = |made: &Made, (a, b): (usize, usize)| {
        let check = made.check(Language::English);
        let pair = check.result.pair(Doc(a), Doc(b)).unwrap();
        let mut page = Vec::new();
        pair_html(&mut page, check, &pair).unwrap();
        (pair, String::from_utf8(page).unwrap())
    };
    let (pair, before) = page(&made, (listed.b.0, listed.a.0));
    assert_eq!(pair, listed, "in any order");
    made.result.findings.pairs.clear();
    let (pair, after) = page(&made, (listed.a.0, listed.b.0));
    assert_eq!((pair.copied, pair.verdict), (listed.copied, None));
    parse(&after);
    let passages = |page: &str| page.matches("class=\"passage\"").count();
    assert_eq!(passages(&after), passages(&before));
    assert!(passages(&after) > 0);
    let check = made.check(Language::English);
    assert_eq!(check.result.pair(Doc(1), Doc(1)), None);
    assert_eq!(
        check
            .result
            .pair(Doc(0), Doc(made.result.documents.len() - 1)),
        None,
        "not read"
    );
}

#[test]
fn without_compared_texts_there_are_pairs_by_fingerprint() {
    let text = SENTENCES.concat();
    let made = Made::of(vec![document("a.txt", &text), document("b.txt", &text)]);
    let result = CheckResult {
        copied: None,
        ..made.result.clone()
    };
    let check = Report {
        result: &result.with_findings(),
        ..made.check(Language::English)
    };
    let pages = pages_of(check);
    let names: Vec<&str> = pages.keys().map(String::as_str).collect();
    assert_eq!(names, ["index.html", "pairs/0001-0002.html"]);
    for page in pages.values() {
        parse(page);
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
            document_html(&mut page, check, Doc(position)).unwrap();
            let report = crate::document_report::DocumentReport::of(check, Doc(position));
            let shown: String = (report.unwrap().unwrap().paragraphs().iter())
                .map(|paragraph| paragraph.text.as_str())
                .collect();
            prop_assert_eq!(parse(&String::from_utf8(page).unwrap()).text, shown);
        }
    }
}
