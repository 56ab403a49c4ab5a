//! Tests of the DOCX report: read back by this program's own reader and through its XML.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Cursor, Read};
use std::sync::Arc;

use quick_xml::events::Event;

use super::*;
use crate::leads::made;
use crate::{Content, Inputs, ReportFormat, ReportOptions, write_file};
use chachong_check::{
    CheckResult, Copied, Copies, CopySettings, CopyWatch, Document, DocumentContent, EvidenceItem,
    PairEvidence, Side, find_copies, fingerprint,
};
use chachong_compare::DocumentIndex as Doc;
use chachong_compare::{Choices, Span, Thresholds};
use chachong_import::{Format, decode_text, extract};
use chachong_messages::{Language, percent};

/// Check of made texts, with everything that its reports refer to.
struct Made {
    result: CheckResult,
}

impl Made {
    fn of(texts: &[(&str, String)], choose: impl FnOnce(&Copies, &mut Choices)) -> Self {
        let document = |(name, text): &(&str, String)| {
            Document::checked(
                *name,
                Some(Format::Txt),
                Some(Ok(fingerprint(&decode_text(text.as_bytes()).unwrap()))),
            )
        };
        let documents: Vec<Document> = texts.iter().map(document).collect();
        let readings: Vec<Option<&DocumentContent>> =
            documents.iter().map(Document::content).collect();
        let settings = CopySettings::default();
        let copies = find_copies(&readings, &[], &settings, &CopyWatch::NOBODY).unwrap();
        let mut choices = Choices::default();
        choose(&copies, &mut choices);
        let found = Copied::of(Arc::new(copies), Arc::default(), choices);
        let result = CheckResult::of(documents, Thresholds::default());
        Self {
            result: result.with_copied(found),
        }
    }

    fn check(&self, language: Language) -> Report<'_> {
        Report {
            result: &self.result,
            language,
            options: ReportOptions::default(),
        }
    }

    fn docx(&self, position: Doc, language: Language) -> Vec<u8> {
        let check = self.check(language);
        let mut out = Vec::new();
        document_docx(&mut out, check, position).unwrap();
        out
    }
}

/// Makes sentences of rare characters that no other number has.
fn sentences(number: u32, count: u32) -> String {
    let mut state = number.wrapping_mul(0x9E37_79B9) | 1;
    let mut text = String::new();
    for sentence in 0..count {
        for _ in 0..30 {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            text.push(char::from_u32(0x4E00 + state % 0x3000).unwrap());
        }
        text.push_str(if sentence % 4 == 3 { "。\n" } else { "。" });
    }
    text
}

/// Makes two theses; the second has 8 sentences and 12 sentences of the first, and an own reference list.
fn two() -> [(&'static str, String); 2] {
    let first = [1, 2, 3, 4, 5].map(|n| sentences(n, 12));
    let second = [
        sentences(11, 20),
        sentences(2, 8),
        sentences(12, 20),
        sentences(4, 12),
        sentences(13, 8),
        "参考文献\n[1] 甲. 夜间开放研究[J]. 图书馆, 2019(3): 12-18.\n".to_owned(),
    ];
    [
        ("甲 <1> & \"2\".txt", first.concat()),
        ("乙.txt", second.concat()),
    ]
}

fn part(docx: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(docx)).unwrap();
    let mut text = String::new();
    let mut part = archive.by_name(name).unwrap();
    part.read_to_string(&mut text).unwrap();
    text
}

/// Texts of `word/document.xml` within each comment's range without raised labels, and the ids of the comments that
/// are referred to.
fn ranges(docx: &[u8]) -> (BTreeMap<usize, String>, Vec<usize>) {
    let xml = part(docx, "word/document.xml");
    let mut reader = quick_xml::Reader::from_str(&xml);
    let (mut texts, mut open, mut referred) = (BTreeMap::new(), Vec::new(), Vec::new());
    let (mut raised, mut in_text) = (false, false);
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) | Event::Empty(tag) => {
                let id = || -> usize {
                    let id = tag.try_get_attribute("w:id").unwrap().unwrap();
                    std::str::from_utf8(&id.value).unwrap().parse().unwrap()
                };
                match tag.name().as_ref() {
                    b"w:commentRangeStart" => {
                        open.push(id());
                        texts.insert(id(), String::new());
                    }
                    b"w:commentRangeEnd" => open.retain(|open| *open != id()),
                    b"w:commentReference" => referred.push(id()),
                    b"w:r" => raised = false,
                    b"w:vertAlign" => raised = true,
                    b"w:t" => in_text = true,
                    _ => {}
                }
            }
            Event::End(tag) if tag.name().as_ref() == b"w:t" => in_text = false,
            Event::Text(text) if in_text && !raised => {
                let text = text.decode().unwrap();
                for id in &open {
                    texts.entry(*id).or_default().push_str(&text);
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(open, [0; 0], "every range ends");
    (texts, referred)
}

#[test]
fn this_program_reads_the_whole_text_back() {
    let made = Made::of(&two(), |_, _| ());
    let folder = tempfile::tempdir().unwrap();
    for (language, title) in [
        (Language::Chinese, "文本相似度报告"),
        (Language::English, "Text similarity report"),
    ] {
        let file = folder.path().join("report.docx");
        write_file(
            &file,
            Content::Report(ReportFormat::Docx),
            &Inputs::default(),
            |out| out.write_all(&made.docx(Doc(1), language)),
        )
        .unwrap();
        let read = extract(&file).unwrap();
        assert!(read.text.contains(title) && read.text.contains("甲 <1> & \"2\".txt"));
        assert_eq!(read.metadata.author.as_deref(), Some("Chachong"));
        let text = made.result.documents[1]
            .content()
            .unwrap()
            .text
            .text()
            .unwrap();
        for sentence in text.split_inclusive(['。', '\n']) {
            let sentence = sentence.trim();
            assert!(read.text.contains(sentence), "{sentence}");
        }
    }
}

#[test]
fn each_comment_stands_on_exactly_its_passage_and_says_where_it_comes_from() {
    let made = Made::of(&two(), |_, _| ());
    let docx = made.docx(Doc(1), Language::English);
    let (texts, referred) = ranges(&docx);
    let characters: Vec<char> = (made.result.documents[1]
        .content()
        .unwrap()
        .text
        .text()
        .unwrap())
    .chars()
    .collect();
    let passages = &made.result.copies().unwrap().0.pairs[0].passages;
    assert!(passages.len() >= 2, "{passages:?}");
    let of_span = |Span { start, end }: Span| -> String {
        let span = &characters[start as usize..end as usize];
        span.iter().filter(|c| **c != '\n').collect()
    };
    let mut expected: Vec<Span> = passages.iter().map(|passage| passage.b).collect();
    expected.sort_unstable();
    let expected: Vec<String> = expected.into_iter().map(of_span).collect();
    assert_eq!(texts.values().cloned().collect::<Vec<_>>(), expected);
    assert_eq!(referred, texts.keys().copied().collect::<Vec<_>>());

    let comments = part(&docx, "word/comments.xml");
    assert_eq!(comments.matches("<w:comment ").count(), passages.len());
    assert_eq!(
        comments
            .matches("[1] 甲 &lt;1&gt; &amp; &quot;2&quot;.txt")
            .count(),
        passages.len()
    );
    assert!(comments.contains("w:author=\"Chachong\"") && !comments.contains("w:date"));
    let first = passages.iter().min_by_key(|passage| passage.b).unwrap();
    let place = format!("char. {}–{}", first.a.start + 1, first.a.end);
    let quote: String = of_span(first.b).chars().take(20).collect();
    assert!(
        comments.contains(&place) && comments.contains(&quote),
        "{comments}"
    );
}

#[test]
fn a_passage_that_was_switched_off_says_so_and_left_out_text_is_grey() {
    let made = Made::of(&two(), |copies, choices| {
        let pair = &copies.pairs[0];
        choices.set_passage(Doc(0), Doc(1), &pair.passages[0], false);
    });
    let docx = made.docx(Doc(1), Language::Chinese);
    let comments = part(&docx, "word/comments.xml");
    assert_eq!(comments.matches("标为“不算抄袭”").count(), 1, "{comments}");
    let document = part(&docx, "word/document.xml");
    assert!(document.contains("w:u w:val=\"dotted\"") && document.contains("点状下划线"));
    assert!(document.contains("〔参考文献〕") && document.contains("w:color w:val=\"767676\""));
    assert!(
        !document.contains("虚线下划线"),
        "no possible passages are shown"
    );
}

#[test]
fn a_source_of_which_every_passage_is_unticked_has_its_share_in_brackets() {
    let ticked = Made::of(&two(), |_, _| ());
    let shares = ticked.result.document_shares(Doc(1)).unwrap();
    let share = format!("({})", percent(shares.sources[0].shares.net.share()));
    let unticked = Made::of(&two(), |copies, choices| {
        for passage in &copies.pairs[0].passages {
            choices.set_passage(Doc(0), Doc(1), passage, false);
        }
    });
    let documents = [ticked, unticked]
        .map(|made| part(&made.docx(Doc(1), Language::English), "word/document.xml"));
    let has_share = documents.map(|document| document.contains(&share));
    assert_eq!(has_share, [false, true], "{share}");
}

#[test]
fn the_same_check_gives_the_same_bytes_whatever_the_thread_made_before() {
    let made = Made::of(&two(), |_, _| ());
    let first = made.docx(Doc(1), Language::Chinese);
    let other = made.docx(Doc(0), Language::Chinese);
    assert_ne!(first, other);
    let _ = docx_rs::read_docx(&other);
    assert_eq!(made.docx(Doc(1), Language::Chinese), first);
    let in_thread = std::thread::scope(|scope| {
        let thread = scope.spawn(|| made.docx(Doc(1), Language::Chinese));
        thread.join().unwrap()
    });
    assert_eq!(in_thread, first);
    let mut dated = made.check(Language::Chinese);
    dated.options.date = Some("2026-11-22");
    let mut out = Vec::new();
    document_docx(&mut out, dated, Doc(1)).unwrap();
    assert!(part(&out, "word/comments.xml").contains("w:date=\"2026-11-22T00:00:00Z\""));
    assert!(part(&out, "docProps/core.xml").contains("2026-11-22T00:00:00Z</dcterms:created>"));
}

#[test]
fn characters_that_xml_cannot_carry_are_seen() {
    assert_eq!(parts::carried("夜间a\tb"), "夜间a␉b");
    assert_eq!(
        parts::carried("\0\u{b}\u{7F}\u{FFFE}\u{85}😀"),
        "␀␋␡\u{FFFD}\u{FFFD}😀"
    );
    let mut texts = two();
    texts[0].0 = "甲\u{b}\u{1}.txt";
    texts[1].1.insert_str(3, "\u{1}\u{FFFF}]]><script>");
    let made = Made::of(&texts, |_, _| ());
    let docx = made.docx(Doc(1), Language::English);
    assert!(part(&docx, "word/comments.xml").contains("甲␋␁.txt"));
    assert!(part(&docx, "word/document.xml").contains("]]&gt;&lt;script&gt;"));
    docx_rs::read_docx(&docx).unwrap();
}

#[test]
fn of_very_many_passages_the_longest_have_comments_and_a_sentence_says_so() {
    let (mut first, mut second) = (String::new(), String::new());
    // Far apart and in the opposite order, so that no two passages grow together.
    for number in 0..12 {
        let shared = |number| sentences(100 + number, 4 + number);
        let _ = write!(first, "{}{}", sentences(200 + number, 40), shared(number));
        let _ = write!(
            second,
            "{}{}",
            sentences(300 + number, 40),
            shared(11 - number)
        );
    }
    let made = Made::of(&[("甲.txt", first), ("乙.txt", second)], |_, _| ());
    let check = made.check(Language::Chinese);
    let report = DocumentReport::of(check, Doc(1)).unwrap().unwrap();
    let remarks = Remarks::of(check, &report, 5);
    assert!(remarks.all >= 10, "{}", remarks.all);
    assert_eq!(remarks.remarks.len(), 5);
    let mut lengths: Vec<u32> = (made.result.copies().unwrap().0.pairs[0].passages.iter())
        .map(|passage| passage.b.len())
        .collect();
    lengths.sort_unstable();
    let least = remarks.remarks.iter().map(|one| one.span.len()).min();
    assert_eq!(least, lengths.iter().rev().nth(4).copied());
    let ordered = remarks.remarks.windows(2).all(|w| w[0].span < w[1].span);
    assert!(ordered && remarks.remarks[4].id == 5);
    let docx = written(check, &report, 5);
    let about = package::About {
        title: "",
        date: None,
    };
    let docx = package::packed(docx, &about).unwrap();
    let (texts, _) = ranges(&docx);
    assert_eq!(texts.len(), 5);
    let said = format!("全文有片段 {} 处", remarks.all);
    assert!(part(&docx, "word/document.xml").contains(&said));
}

#[test]
fn evidence_beyond_text_names_the_other_document() {
    let mut made = Made::of(&two(), |_, _| ());
    let evidence = [PairEvidence {
        a: Doc(0),
        b: Doc(1),
        items: vec![
            EvidenceItem::SameEditor {
                name: "丙\u{1}".to_owned(),
            },
            EvidenceItem::PdfId {
                earlier: Some(Side::B),
            },
        ],
    }];
    let written = |made: &Made| part(&made.docx(Doc(0), Language::English), "word/document.xml");
    assert!(!written(&made).contains("Evidence beyond the text"));
    made.result.evidence = Arc::new(chachong_check::Evidence {
        pairs: evidence.to_vec(),
        ..chachong_check::Evidence::default()
    });
    let text = written(&made);
    for words in [
        "Evidence beyond the text",
        "A is this document",
        "B  乙.txt",
        "“丙␁”",
        "B is the unchanged one",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn leads_stand_apart_with_their_sentences_and_change_no_comment() {
    let plain = Made::of(&two(), |_, _| ());
    let mut with = Made::of(&two(), |_, _| ());
    with.result.leads = Some(Arc::new(made::leads(&with.result.documents)));
    for (language, _) in Language::ALL {
        let [plain, with] = [&plain, &with].map(|made| made.docx(Doc(0), language));
        let heading = language.text("html.part-leads");
        let (before, text) = (
            part(&plain, "word/document.xml"),
            part(&with, "word/document.xml"),
        );
        assert!(!before.contains(&heading));
        for words in [
            heading,
            language.text("lead.explanation"),
            language.text("lead.strength-striking"),
            language.text("leads.no-counterpart"),
            language.fill("leads.report-dismissed", &[("count", &1)]),
            chachong_messages::day(made::AT),
        ] {
            assert!(text.contains(&words), "{words}");
        }
        assert!(text.contains("&lt;b&gt;Lamps&lt;/b&gt;") && text.contains("lamps &lt;i&gt;.txt"));
        assert!(!text.contains("<script>"));
        assert_eq!(ranges(&plain).0, ranges(&with).0);
    }
}

#[test]
fn a_document_that_was_not_read_has_no_report() {
    let mut made = Made::of(&two(), |_, _| ());
    Arc::make_mut(&mut made.result.documents)[0].outcome = None;
    let check = made.check(Language::English);
    let error = document_docx(&mut Vec::new(), check, Doc(0)).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
}
