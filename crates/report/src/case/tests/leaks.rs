//! What leaves the program must not tell who wrote the source, nor what stands outside the passages, however it is encoded.

use chachong_case::Case;
use chachong_check::{CaseAbout, CaseOrigin};
use chachong_compare::DocumentIndex;
use chachong_messages::Language;
use rayon::prelude::*;

use super::made::{OWN, made_case};
use crate::case::{CaseFileOptions, committee, student};
use crate::feedback::tests::class::{Class, Layout};
use crate::folded_text::folded;

/// Number of made cases.
const CASES: u64 = 200;
/// Shortest run of base 64 that is decoded.
const LEAST_BASE_64: usize = 16;

/// Returns the letters and digits of a text in one form: what stands between them hides nothing.
fn squeezed(text: &str) -> String {
    let signs = folded(&text.chars().collect::<Vec<char>>(), true);
    let letters = signs.iter().map(|sign| sign.c);
    letters.filter(|c| c.is_alphanumeric()).collect()
}

/// Returns a page in all forms in which it may tell something: as it is, without tags, and with each encoding undone.
fn forms(page: &[u8]) -> Vec<String> {
    let text = String::from_utf8(page.to_vec()).unwrap();
    let shown = without_entities(&without_tags(&text));
    let decoded = [
        percent_decoded(&text),
        base_64_decoded(&text),
        without_entities(&text),
    ];
    let mut all = vec![squeezed(&text), squeezed(&shown)];
    all.extend(decoded.map(|text| squeezed(&text)));
    all
}

fn without_tags(text: &str) -> String {
    let mut out = String::new();
    let mut within = false;
    for c in text.chars() {
        match c {
            '<' => within = true,
            '>' => within = false,
            c if !within => out.push(c),
            _ => {}
        }
    }
    out
}

fn without_entities(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.find(';').filter(|&end| end < 12);
        let number = end.and_then(|end| {
            let digits = rest[1..end].strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok(),
                None => digits.parse().ok(),
            };
            Some((char::from_u32(code?)?, end))
        });
        if let Some((c, end)) = number {
            out.push(c);
            rest = &rest[end + 1..];
        } else {
            out.push('&');
            rest = &rest[1..];
        }
    }
    out + rest
}

fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%')
            .then(|| text.get(at + 1..at + 3))
            .flatten();
        if let Some(byte) = code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            out.push(byte);
            at += 3;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn base_64_decoded(text: &str) -> String {
    let value = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    };
    let mut out = Vec::new();
    for run in text.as_bytes().split(|&c| value(c).is_none()) {
        if run.len() < LEAST_BASE_64 {
            continue;
        }
        for four in run.chunks(4) {
            let bits = four.iter().fold(0_u32, |bits, &c| {
                bits << 6 | u32::from(value(c).unwrap_or(0))
            });
            let bits = bits << (6 * (4 - four.len()));
            out.extend_from_slice(&bits.to_be_bytes()[1..four.len().max(1)]);
        }
        out.push(b' ');
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn assert_tells_nothing(page: &[u8], secrets: &[String], what: &str) {
    let forms = forms(page);
    for secret in secrets {
        let word = squeezed(secret);
        for form in &forms {
            let found = form.find(&word).map(|at| {
                let around = form[at..].chars().take(40);
                around.collect::<String>()
            });
            assert!(found.is_none(), "{what} tells {secret:?}: {found:?}");
        }
    }
}

#[test]
fn encodings_are_undone() {
    assert_eq!(without_entities("a&#x5F20;&#19977;&amp;"), "a张三&amp;");
    assert_eq!(percent_decoded("%E5%BC%A0%zz"), "张%zz");
    assert!(base_64_decoded("data:5byg5LiJ5LiO5p2O5Zub,").contains("张三与李四"));
}

#[test]
fn no_file_for_people_tells_who_wrote_the_source() {
    (0..CASES).into_par_iter().for_each(|number| {
        let made = made_case(number);
        let language = if number % 2 == 0 {
            Language::Chinese
        } else {
            Language::English
        };
        let committee = committee(&made.case, CaseFileOptions::default(), language);
        let student = student(&made.case, CaseFileOptions::default(), language);
        for (file, what) in [(&committee, "committee"), (&student, "student")] {
            assert_tells_nothing(file, &made.secrets, &format!("{what} {number}"));
            let text = String::from_utf8_lossy(file);
            // The test would find what is there.
            assert!(
                text.contains(&made.passage[..30]) && text.contains(OWN.0) && text.contains(OWN.1)
            );
        }
        let student = String::from_utf8_lossy(&student);
        assert!(!student.contains("打电话问了") && !student.contains(&"b2".repeat(32)));
    });
}

#[test]
fn texts_around_passages_have_no_names_either() {
    for number in 0..24 {
        let made = made_case(number);
        let options = CaseFileOptions {
            with_names: false,
            with_surroundings: true,
        };
        let people: Vec<String> = (made.secrets.iter()).filter(|one| !one.ends_with(|c| "统计口径调查问卷居民街道流动站点轮椅通道宽度答复上架次序打印费用标准保巡查路线空调电安全须知内容".contains(c))).cloned().collect();
        let page = committee(&made.case, options, Language::Chinese);
        assert_tells_nothing(&page, &people, "committee with surroundings");
        let outside: String = made.case.evidence.passages[0]
            .in_source
            .after
            .chars()
            .rev()
            .take(12)
            .collect();
        let outside: String = outside.chars().rev().collect();
        assert!(String::from_utf8_lossy(&page).contains(&outside));
        // The student's file never shows what stands around the passage in the source.
        let options = CaseFileOptions {
            with_names: true,
            ..options
        };
        let page = student(&made.case, options, Language::Chinese);
        assert_tells_nothing(&page, &people, "student with everything");
        assert!(!String::from_utf8_lossy(&page).contains(&outside));
    }
}

#[test]
fn the_files_of_a_checked_class_tell_of_nobody_else() {
    let class = Class::of(30, Layout::MoodleFolders);
    let origin = CaseOrigin {
        title: "实验报告".to_owned(),
        checked_at: 1_700_000_000,
        program: "0.2.0".to_owned(),
    };
    let mut cases = 0;
    for position in 0..class.result.documents.len() {
        let document = DocumentIndex(position);
        let Ok(evidence) = class
            .result
            .case_evidence(CaseAbout::Student { document }, &origin)
        else {
            continue;
        };
        cases += 1;
        let own = &class.result.documents[position].name;
        let case = Case::open(evidence, 1_700_000_100, "顾老师");
        let others = class.students.iter().filter(|one| !own.contains(&one.name));
        // A spelling that is part of the student's own is no other's.
        let own_words: String = (class.students.iter().filter(|one| own.contains(&one.name)))
            .flat_map(|one| {
                one.spellings
                    .iter()
                    .chain([&one.name])
                    .map(|word| squeezed(word) + " ")
            })
            .collect();
        let secrets: Vec<String> = others
            .flat_map(|one| {
                one.spellings
                    .iter()
                    .chain([&one.name, &one.number, &one.email])
            })
            .filter(|word| !own_words.contains(&squeezed(word)))
            .cloned()
            .collect();
        for page in [
            committee(&case, CaseFileOptions::default(), Language::Chinese),
            student(&case, CaseFileOptions::default(), Language::English),
        ] {
            assert_tells_nothing(&page, &secrets, own);
        }
    }
    assert!(cases >= 20, "{cases}");
}
