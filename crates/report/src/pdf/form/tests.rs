//! Tests of the form on made-up theses: one page whatever happens, the same figures, blank lines.

use proptest::prelude::*;

use super::*;
use crate::pdf::tests::sample::{Sample, body, chinese_thesis, english_thesis};
use crate::pdf::tests::tools::{compact, pages_of, run};
use crate::{FormProfile, ReportOptions};
use chachong_check::ComparedLibrary;
use chachong_compare::{Choices, DocumentIndex as Doc};
use chachong_messages::Language;
use std::sync::Arc;

fn form(sample: &Sample, language: Language, options: FormOptions<'_>) -> Vec<u8> {
    let check = sample.check(language);
    let check = Report {
        options: ReportOptions {
            form: options,
            ..check.options
        },
        ..check
    };
    let mut out = Vec::new();
    form_pdf(&mut out, check, Doc(0)).unwrap();
    out
}

/// Profile with long names and all limits.
fn profile() -> FormProfile {
    let mut profile = FormProfile {
        school: "某某大学某某学院学位论文质量管理办公室".repeat(2),
        unit: "School of Applied Reading and Community Lending Studies, Somewhere".to_owned(),
        ..FormProfile::default()
    };
    for kind in [None]
        .into_iter()
        .chain(chachong_text::ChapterKind::ALL.map(Some))
    {
        *profile.limits.of_mut(kind) = Some(20.0);
    }
    profile
}

/// Thesis of many chapters with long titles, and another document that shares text with it.
fn long_thesis(chapters: usize) -> Sample {
    const DIGITS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let mut text = String::from("摘  要\n本文研究夜间开放。\n");
    for number in 1..=chapters {
        let (tens, ones) = (number / 10, number % 10);
        let numeral = match (tens, ones) {
            (0, ones) => DIGITS[ones - 1].to_owned(),
            (1, 0) => "十".to_owned(),
            (1, ones) => format!("十{}", DIGITS[ones - 1]),
            (tens, 0) => format!("{}十", DIGITS[tens - 1]),
            (tens, ones) => format!("{}十{}", DIGITS[tens - 1], DIGITS[ones - 1]),
        };
        let name = [
            "绪论",
            "夜间开放社区图书馆的读者与值守人员情况",
            "研究方法",
            "结论",
        ];
        let name = name[(number - 1) % 4];
        let body = body(number as u64, 9);
        text.extend([
            "第",
            &numeral,
            "章 ",
            name,
            &number.to_string(),
            "\n",
            &body,
            "\n",
        ]);
    }
    text += "参考文献\n[1] 某某. 夜间开放[J]. 某某学报, 2010.\n";
    let other = body(3, 9) + &body(5, 9);
    let mut sample = Sample::of(
        &[
            (format!("{}.txt", "很长的名字".repeat(30)), text),
            ("乙.txt".to_owned(), other),
        ],
        Choices::default(),
    );
    let libraries = (0..40).map(|number| ComparedLibrary {
        documents: Some(1_234_567),
        newest: Some(1_700_000_000),
        ..ComparedLibrary::named(format!("某某大学往届学位论文库 {number}"))
    });
    sample.result.compared_with = Some(libraries.collect());
    if let Some(Ok(content)) = &mut Arc::make_mut(&mut sample.result.documents)[0].outcome {
        let title = "夜间时段社区图书馆的运行与读者需求研究——以某某市为例".repeat(6);
        content
            .record
            .correct(chachong_record::RecordField::Title, &title);
    }
    sample
}

#[test]
fn the_short_form_is_one_page_however_many_chapters_there_are() {
    let profile = profile();
    for chapters in [2, 9, 14, 45] {
        let sample = long_thesis(chapters);
        for language in [Language::Chinese, Language::English] {
            for profile in [None, Some(&profile)] {
                let options = FormOptions {
                    profile,
                    ..FormOptions::default()
                };
                let bytes = form(&sample, language, options);
                assert_eq!(bytes, form(&sample, language, options));
                let Some(pages) = pages_of(&bytes) else {
                    return;
                };
                assert_eq!(
                    pages.len(),
                    1,
                    "{chapters} {language:?} {}",
                    profile.is_some()
                );
                let text = compact(&pages[0]);
                let signed = compact(&language.text("form.stamp"));
                assert!(text.contains(&signed), "{text}");
            }
        }
    }
}

#[test]
fn the_rows_of_the_chapters_add_up_also_where_some_stand_together() {
    let sample = long_thesis(30);
    let parts = sample.result.chapters(Doc(0)).unwrap();
    let check = sample.check(Language::Chinese);
    let report = DocumentReport::of(check, Doc(0)).unwrap().unwrap();
    let content = Content::of(check, &report, Reader::Teacher).unwrap();
    let form = Form {
        content: &content,
        figures: FormFigures::of(check, Doc(0)).unwrap(),
        number: None,
        limits: FormLimits::default(),
    };
    assert!(parts.len() > 25, "{}", parts.len());
    for most in [1, 2, 5, 12, 99] {
        let sums = chapters::sums(&form, &parts, Some(most));
        assert!(sums.0 <= most.min(parts.len()), "{most}");
        assert_eq!(sums.1, report.shares.net.characters);
        assert_eq!(sums.2, report.shares.net.countable);
        assert_eq!(sums.3, report.shares.gross.countable);
    }
}

#[test]
fn what_is_not_known_is_blank_and_nothing_is_red() {
    let sample = Sample::of(&chinese_thesis(300), Choices::default());
    let profile = FormProfile {
        limits: FormLimits {
            total: Some(0.1),
            introduction: Some(0.1),
            ..FormLimits::default()
        },
        ..FormProfile::default()
    };
    for length in FormLength::ALL {
        let options = FormOptions {
            length,
            profile: Some(&profile),
            ..FormOptions::default()
        };
        let bytes = form(&sample, Language::Chinese, options);
        let Some(pages) = pages_of(&bytes) else {
            return;
        };
        let text = compact(&pages.join(""));
        assert!(text.contains("学校限值0.1%"), "{text}");
        // Properties of a file are no record: its author is not invented.
        assert!(!text.contains("某某大学") && !text.contains("超"), "{text}");
        assert!(!text.contains("2026-"), "{text}");
        let is_full = length == FormLength::Full;
        assert_eq!(text.contains("来源1"), is_full, "{text}");
        run("qpdf", &["--check"], &bytes);
    }
}

#[test]
fn a_form_in_english_has_all_its_parts() {
    let sample = Sample::of(&english_thesis(300), Choices::default());
    let options = FormOptions {
        length: FormLength::Full,
        checked_at: Some(1_700_000_000),
        ..FormOptions::default()
    };
    let bytes = form(&sample, Language::English, options);
    let Some(pages) = pages_of(&bytes) else {
        return;
    };
    let text = compact(&pages.join(""));
    for key in [
        "form.title",
        "form.number",
        "form.total",
        "form.units-opinion",
        "form.sources",
        "form.passages",
        "chapter.review",
    ] {
        let words = compact(&Language::English.text(key));
        assert!(text.contains(&words), "{words}: {text}");
    }
    assert!(text.contains("2023-11-1"), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn no_text_crashes_a_form(
        text in "(\\PC|[夜间开放。，“”（\n\t a-c0-9]|第[一二]章 题\n|\u{1F600}|\u{202E}|\u{0}){0,300}",
        name in "(\\PC|\u{0}|[\n夜/]){0,60}",
        full: bool,
        chinese: bool,
    ) {
        let texts = [(name, format!("{text}。")), ("b".to_owned(), text)];
        let sample = Sample::of(&texts, Choices::default());
        let profile = profile();
        let options = FormOptions {
            length: FormLength::ALL[usize::from(full)],
            profile: Some(&profile),
            ..FormOptions::default()
        };
        let language = if chinese { Language::Chinese } else { Language::English };
        prop_assert!(form(&sample, language, options).len() > 1_000);
    }
}
