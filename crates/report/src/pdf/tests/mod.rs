//! Tests of the PDF report on made-up theses: what a reader of PDF gets back from it, and that nothing crashes it.

pub(super) mod sample;
pub(crate) mod tools;

use chachong_check::{CheckResult, ComparedLibrary, Copied};
use proptest::prelude::*;
use std::path::Path;
use std::sync::Arc;

use super::{class_pdf, document_pdf};
use crate::leads::made;
use crate::{Report, ReportOptions, document_html};
use chachong_check::{Copies, EvidenceItem, PairEvidence, Side};
use chachong_compare::{
    Chance, Choices, Decision, DocumentIndex as Doc, PairPassages, Passage, PassageKind, Reason,
    Span,
};
use chachong_import::Warning;
use chachong_messages::{Language, grouped, percent};
use chachong_text::Places;
use sample::{Sample, body, chinese_thesis, english_thesis};
use tools::{compact, pages_of, run, text_of};

fn of(sample: &Sample, language: Language, position: Doc) -> Vec<u8> {
    let mut out = Vec::new();
    write(&mut out, sample.check(language), position).unwrap();
    out
}

fn write(out: &mut Vec<u8>, check: Report<'_>, position: Doc) -> std::io::Result<()> {
    document_pdf(out, check, position)
}

#[test]
fn the_same_check_gives_the_same_bytes() {
    let sample = Sample::of(&chinese_thesis(400), Choices::default());
    let first = of(&sample, Language::Chinese, Doc(0));
    assert!(first.starts_with(b"%PDF-1.7"));
    assert_eq!(first, of(&sample, Language::Chinese, Doc(0)));
}

#[test]
fn a_document_that_was_not_compared_has_no_report() {
    let sample = Sample::of(&chinese_thesis(40), Choices::default());
    let check = sample.check(Language::English);
    let result = CheckResult {
        copied: None,
        ..check.result.clone()
    };
    let check = Report {
        result: &result,
        ..check
    };
    let mut out = Vec::new();
    assert!(write(&mut out, check, Doc(0)).is_err());
    assert!(write(&mut out, sample.check(Language::English), Doc(99)).is_err());
    assert!(out.is_empty());
}

#[test]
fn the_figures_of_the_chapters_add_up_to_the_documents() {
    for texts in [chinese_thesis(400), english_thesis(200)] {
        let sample = Sample::of(&texts, Choices::default());
        let check = sample.check(Language::Chinese);
        let report = super::DocumentReport::of(check, Doc(0)).unwrap().unwrap();
        let content = super::Content::of(check, &report, super::Reader::Teacher).unwrap();
        let sum = |part: fn(chachong_compare::Copied) -> u32| -> u32 {
            content
                .chapters
                .iter()
                .map(|figures| part(figures.shares.net))
                .sum()
        };
        assert!(content.chapters.len() > 4, "{:?}", content.chapters);
        assert!(report.shares.net.characters > 100);
        assert_eq!(
            sum(|copied| copied.characters),
            report.shares.net.characters
        );
        assert_eq!(sum(|copied| copied.countable), report.shares.net.countable);
    }
}

#[test]
fn a_lower_estimate_has_a_sign_and_its_pages_are_named() {
    let mut sample = Sample::of(&chinese_thesis(200), Choices::default());
    let plain = of(&sample, Language::English, Doc(0));
    let share = sample.result.shares().unwrap().documents()[0]
        .shown()
        .share();
    if let Some(Ok(content)) = &mut Arc::make_mut(&mut sample.result.documents)[0].outcome {
        content.warnings.push(Warning::RecognisedPages {
            pages: vec![2, 5, 6, 7],
            doubtful: Places::default(),
        });
    }
    let bytes = of(&sample, Language::English, Doc(0));
    let Some((plain, text)) = text_of(&plain).zip(text_of(&bytes)) else {
        return;
    };
    let sign = format!("≥{}", compact(&percent(share)));
    assert!(compact(&text).contains(&sign), "{sign}: {text}");
    assert!(compact(&text).contains("(page2,5–7)"), "{text}");
    assert!(!plain.contains('≥'));
}

#[test]
fn the_text_comes_back_in_order_with_page_numbers() {
    for (language, texts) in [
        (Language::Chinese, chinese_thesis(800)),
        (Language::English, english_thesis(400)),
    ] {
        let sample = Sample::of(&texts, Choices::default());
        let bytes = of(&sample, language, Doc(0));
        let Some(pages) = pages_of(&bytes) else {
            return;
        };
        let count = pages.len();
        assert!(count > 6, "{count} pages");
        let mut whole = String::new();
        for (index, page) in pages.iter().enumerate() {
            // Numbers of sources and reasons stand in braces, also in the margin beside the running head.
            let mut page = tools::without_braces(&compact(page));
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("page", &(index + 1)), ("pages", &count)];
            let number = compact(&language.fill("pdf.page", &values));
            assert!(page.contains(&number), "page {index}: {page}");
            // No title is recognised in this text: the file's name stands for it, and not what its properties state.
            let file = Path::new(&texts[0].0)
                .file_stem()
                .unwrap()
                .to_str()
                .unwrap();
            // The two ends of the running head stand on one line: either comes first.
            let (file, title) = (compact(file), compact(&language.text("pdf.title")));
            let heads = [format!("{file}{title}"), format!("{title}{file}")];
            for running in [number, compact(&super::program())].iter().chain(&heads) {
                page = page.replace(running, "");
            }
            whole += &page;
        }
        let text = compact(&texts[0].1);
        // pdftotext takes a hyphen at a line's end for one of hyphenation.
        let without_hyphens = |text: &str| text.replace('-', "");
        let (whole_text, text) = (without_hyphens(&whole), without_hyphens(&text));
        let characters: Vec<char> = text.chars().collect();
        let there = |length: usize| {
            let beginning: String = characters[..length].iter().collect();
            whole_text.contains(&beginning)
        };
        let lengths: Vec<usize> = (0..=characters.len()).collect();
        let lost = lengths.partition_point(|&length| there(length));
        let around: String = characters[lost.saturating_sub(40)..(lost + 20).min(characters.len())]
            .iter()
            .collect();
        assert!(
            lost > characters.len(),
            "the text ends at {lost}: {around}\n{whole_text}"
        );
        for key in [
            "pdf.title",
            "html.part-figures",
            "pdf.shares",
            "pdf.chapters",
            "pdf.settings",
        ] {
            assert!(whole.contains(&compact(&language.text(key))), "{key}");
        }
        let claimed = language.text("docx.title-claimed");
        assert!(whole.contains(&(compact(&claimed) + &compact(sample::TITLE))));
        let net = sample.result.shares().unwrap().documents()[0]
            .shown()
            .share();
        assert!(whole.contains(&compact(&percent(net))));
        assert!(
            whole.contains(
                &sample.result.documents[0]
                    .content()
                    .unwrap()
                    .metadata
                    .sha256
            )
        );
        assert!(pages.concat().contains("{1}") && !whole.contains("\u{FFFD}"));
    }
}

#[test]
fn evidence_beyond_text_calls_the_document_a_and_the_other_one_b() {
    let mut sample = Sample::of(&chinese_thesis(40), Choices::default());
    let plain = of(&sample, Language::Chinese, Doc(1));
    let evidence = [PairEvidence {
        a: Doc(0),
        b: Doc(1),
        items: vec![EvidenceItem::RevisionIds {
            shared: 37,
            earlier: Some(Side::A),
        }],
    }];
    sample.result.evidence = Arc::new(chachong_check::Evidence {
        pairs: evidence.to_vec(),
        ..chachong_check::Evidence::default()
    });
    let with = of(&sample, Language::Chinese, Doc(1));
    let (Some(plain), Some(with)) = (text_of(&plain), text_of(&with)) else {
        return;
    };
    let (plain, with) = (compact(&plain), compact(&with));
    assert!(!plain.contains("正文以外的线索"));
    // The report is of the pair's second document, so A and B change places.
    let at = with.find("37个相同的修订标识").unwrap();
    assert!(with[at..].contains("且A含有B的全部修订标识"), "{with}");
    assert!(with.contains("不计入文字的复制比"));
}

#[test]
fn leads_are_a_section_with_the_sentences_of_both_texts() {
    let mut sample = Sample::of(&chinese_thesis(40), Choices::default());
    let mut leads = made::leads(&sample.result.documents);
    // A sentence longer than a page is cut into rows, of which none is lost.
    let long = sample.result.documents[0]
        .content()
        .unwrap()
        .counted
        .characters();
    leads.list[1].lead.sentences[0].a = Some(Span {
        start: 0,
        end: long,
    });
    let plain = Sample {
        result: sample.result.clone(),
    };
    sample.result.leads = Some(Arc::new(leads));
    for (language, _) in Language::ALL {
        let [plain, with] = [&plain, &sample].map(|sample| of(sample, language, Doc(0)));
        let (Some(plain), Some(text)) = (text_of(&plain), text_of(&with)) else {
            return;
        };
        let (plain, text) = (compact(&plain), compact(&text));
        let heading = compact(&language.text("html.part-leads"));
        assert!(!plain.contains(&heading) && text.contains(&heading));
        for words in [
            language.text("lead.explanation"),
            language.text("lead.kind-translated"),
            language.fill("leads.report-dismissed", &[("count", &1)]),
            language.text("leads.no-counterpart"),
            chachong_messages::day(made::AT),
            "<b>Lamps</b>".to_owned(),
        ] {
            let words = compact(&words).replace('-', "");
            assert!(text.replace('-', "").contains(&words), "{words}: {text}");
        }
        let last = "感谢各位老师和同学的帮助";
        assert_eq!(text.matches(last).count(), plain.matches(last).count() + 1);
    }
}

#[test]
fn the_class_report_has_decisions_that_change_no_figure() {
    let mut sample = Sample::of(&chinese_thesis(300), Choices::default());
    let pair = sample.result.copies().unwrap().0.pairs[0].clone();
    let mut choices = Choices::default();
    choices.set_decision(pair.a, pair.b, Some(Decision::Confirmed));
    choices.set_note(pair.a, pair.b, None, "已与双方谈话");
    choices.set_decision(pair.b, pair.b, Some(Decision::ToDiscuss));
    sample.result = sample.result.with_choices(choices);
    let mut out = Vec::new();
    class_pdf(&mut out, sample.check(Language::Chinese)).unwrap();
    if let Some(text) = text_of(&out) {
        let text = compact(&text);
        for words in ["其他处理（2项）", "确认雷同", "已与双方谈话", "待谈话"] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
}

#[test]
fn a_long_note_on_the_document_is_whole() {
    let mut sample = Sample::of(&chinese_thesis(40), Choices::default());
    let note = "已与学生谈话，并核对了各稿。".repeat(20);
    let mut choices = Choices::default();
    choices.set_note(Doc(0), Doc(0), None, &note);
    sample.result = sample.result.with_choices(choices);
    if let Some(text) = text_of(&of(&sample, Language::Chinese, Doc(0))) {
        let text = compact(&text);
        assert!(text.contains(&note), "{text}");
    }
}

#[test]
fn qpdf_finds_no_fault() {
    let sample = Sample::of(&chinese_thesis(400), Choices::default());
    let bytes = of(&sample, Language::Chinese, Doc(0));
    if let Some(said) = run("qpdf", &["--check"], &bytes) {
        assert!(
            said.contains("No syntax or stream encoding errors"),
            "{said}"
        );
    }
}

#[test]
fn bookmarks_and_links_lead_to_pages() {
    let sample = Sample::of(&chinese_thesis(400), Choices::default());
    let bytes = of(&sample, Language::Chinese, Doc(0));
    let Some(json) = run(
        "qpdf",
        &["--json=2", "--json-key=outlines", "--json-key=pages"],
        &bytes,
    ) else {
        return;
    };
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let mut titles = Vec::new();
    let mut open = vec![&json["outlines"]];
    while let Some(outlines) = open.pop() {
        for outline in outlines.as_array().unwrap() {
            titles.push(outline["title"].as_str().unwrap().to_owned());
            assert!(outline["destpageposfrom1"].as_u64().unwrap() >= 1);
            open.push(&outline["kids"]);
        }
    }
    for title in [
        "检查结果",
        "来源列表",
        "分章统计",
        "第一章 绪论",
        "阅读说明与检查设置",
    ] {
        assert!(
            titles.iter().any(|known| known == title),
            "{title}: {titles:?}"
        );
    }
}

#[test]
fn possible_and_switched_off_passages_say_so() {
    let mut sample = Sample::of(&chinese_thesis(300), Choices::default());
    let pair = sample.result.copies().unwrap().0.pairs[0].clone();
    let mut choices = Choices::default();
    for passage in &pair.passages {
        choices.set_passage(pair.a, pair.b, passage, false);
        choices.set_note(pair.a, pair.b, Some(passage), "双方都引自同一规定");
    }
    sample.result = sample.result.with_choices(choices);
    sample.result.possible = true;
    let mut check = sample.check(Language::Chinese);
    check.options = ReportOptions {
        date: Some("2026-11-22"),
        ..ReportOptions::default()
    };
    let mut out = Vec::new();
    write(&mut out, check, pair.a).unwrap();
    if let Some(text) = text_of(&out) {
        let text = compact(&text);
        for words in ["{不计入}", "双方都引自同一规定", "2026-11-22", "可能片段"] {
            assert!(text.contains(words), "{words}");
        }
        assert!(!text.contains("只见于不计入的文字"), "a person left it out");
    }
}

#[test]
fn a_source_that_is_switched_off_has_the_figures_that_it_had() {
    let mut sample = Sample::of(&chinese_thesis(300), Choices::default());
    let pair = sample.result.copies().unwrap().0.pairs[0].clone();
    let before = sample.result.document_shares(pair.a).unwrap();
    let source = before.sources.iter().find(|one| one.document == pair.b);
    let copied = source.unwrap().shares.net;
    assert!(copied.characters > 0);
    let figures = format!(
        "如果计入，比例为{}，{}字",
        percent(copied.share()),
        grouped(u64::from(copied.characters))
    );
    let figures = compact(&figures);
    let mut decided = Choices::default();
    decided.set_decision(pair.a, pair.b, Some(Decision::NotPlagiarism));
    let mut one_by_one = Choices::default();
    for passage in &pair.passages {
        one_by_one.set_passage(pair.a, pair.b, passage, false);
    }
    for choices in [decided, one_by_one] {
        sample.result = sample.result.with_choices(choices);
        let mut html = Vec::new();
        document_html(&mut html, sample.check(Language::Chinese), pair.a).unwrap();
        let html = compact(&String::from_utf8(html).unwrap());
        assert!(html.contains(&figures), "{figures}: {html}");
        if let Some(text) = text_of(&of(&sample, Language::Chinese, pair.a)) {
            let text = compact(&text);
            assert!(text.contains(&figures), "{figures}: {text}");
        }
    }
}

#[test]
fn a_source_with_only_left_out_text_stands_in_no_number() {
    let references: Vec<String> = (1..9)
        .map(|number| {
            let title = body(300 + number, 1);
            format!("[{number}] 某某. {title}[J]. 某某学报, 2010, 29(3): 17-18.\n")
        })
        .collect();
    let references = references.concat();
    let thesis = |name: &str, body: &str| {
        let text = format!("第一章 绪论\n{body}\n参考文献\n{references}");
        (name.to_owned(), text)
    };
    let rivers = (1..200).map(|number| {
        let inches = number * 7 % 31;
        format!("渡口{number}的水位在第{number}天涨了{inches}寸。")
    });
    let rivers: Vec<String> = rivers.collect();
    let texts = [
        thesis("论文甲.txt", &body(1, 60)),
        thesis("论文乙.txt", &rivers.concat()),
    ];
    let sample = Sample::of(&texts, Choices::leaving_out(Reason::ALL));
    let pair = sample.result.copies().unwrap().0.pairs[0].clone();
    let Some(text) = text_of(&of(&sample, Language::Chinese, pair.a)) else {
        return;
    };
    let text = compact(&text);
    assert!(text.contains("等不计入的文字中相同："), "{text}");
    assert!(!text.contains("不足1%"), "{text}");
}

#[test]
fn the_report_names_whole_libraries_and_only_what_is_left_out() {
    let mut sample = Sample::of(&chinese_thesis(300), Choices::default());
    let library = |name: &str, documents| ComparedLibrary {
        documents: Some(documents),
        ..ComparedLibrary::named(name.to_owned())
    };
    let compared = vec![library("往届论文", 5_012), library("empty", 0)];
    sample.result.compared_with = Some(compared);
    let mut class = Vec::new();
    class_pdf(&mut class, sample.check(Language::Chinese)).unwrap();
    for bytes in [of(&sample, Language::Chinese, Doc(0)), class] {
        let Some(text) = text_of(&bytes) else {
            return;
        };
        let text = compact(&text);
        assert!(text.contains("往届论文（5,012篇）"), "{text}");
        assert!(!text.contains("empty"), "nothing to compare with: {text}");
        assert!(!text.contains("去除引文"), "quotations count: {text}");
    }
}

#[test]
fn strange_characters_are_counted_and_come_back() {
    let text = format!(
        "第一章 绪论\n{}\n表情\u{1F600}与希伯来文\u{5E9}\u{5DC}\u{5D5}\u{5DD}，\u{202E}倒写\u{202C}，零宽\u{200B}字\u{0}符\u{FEFF}\u{FFFE}。\n",
        body(1, 60)
    );
    let name = format!("{}.txt", "很长的名字".repeat(40));
    let sample = Sample::of(
        &[(name, text), ("乙.txt".to_owned(), body(1, 60))],
        Choices::default(),
    );
    let bytes = of(&sample, Language::Chinese, Doc(0));
    if let Some(text) = text_of(&bytes) {
        let text = compact(&text);
        assert!(text.contains("表情\u{1F600}与希伯来文"), "{text}");
        assert!(
            text.contains("缺少文中的6个字符") && text.contains("U+1F600"),
            "{text}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn no_text_crashes_a_report(
        text in "(\\PC|[夜间开放。，“”（\n\t a-c0-9]|第[一二]章 题\n|\u{1F600}|\u{202E}|\u{5D0}|\u{0}|\u{301}){0,400}",
        name in "(\\PC|\u{0}|[\n夜/]){0,60}",
        stretches in prop::collection::vec((0_u32..400, 1_u32..90, 0_usize..2, any::<bool>()), 0..8),
        possible: bool,
        chinese: bool,
    ) {
        let mut sample = Sample::of(&[(name, format!("{text}。")), ("b".to_owned(), text.clone()), ("c".to_owned(), text.clone())], Choices::default());
        let length = sample.result.documents[0].content().map_or(0, |content| content.counted.characters());
        let mut pairs = [1, 2].map(|b| (b, Vec::new()));
        for (start, count, pair, strong) in stretches {
            let span = Span { start: start.min(length), end: (start + count).min(length) };
            pairs[pair].1.push(Passage {
                a: span,
                b: span,
                kind: PassageKind::Edited,
                matched_a: span.len(),
                matched_b: span.len(),
                similarity: 900,
                chance: Chance::from_log10(if strong { -20.0 } else { -3.0 }),
                documents: 2,
            });
        }
        let pairs = pairs.map(|(b, passages)| PairPassages::copied_whole(Doc(0), Doc(b), passages));
        let copies = Copies { pairs: pairs.to_vec(), ..sample.result.copies().unwrap().0.clone() };
        let copied = Copied::of(Arc::new(copies), Arc::default(), Choices::default());
        sample.result = sample.result.with_copied(copied);

        sample.result.possible = possible;
        let check = sample.check(if chinese { Language::Chinese } else { Language::English });
        let mut out = Vec::new();
        write(&mut out, check, Doc(0)).unwrap();
        prop_assert!(out.len() > 1_000);
    }
}
