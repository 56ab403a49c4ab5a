//! What leaves the program must not tell who wrote the source, nor what stands outside the passages, however it is encoded.

use chachong_case::Case;
use chachong_check::{CaseAbout, CaseOrigin};
use chachong_compare::DocumentIndex;
use chachong_messages::Language;
use rayon::prelude::*;

use super::disclosure::{assert_tells_nothing, squeezed};
use super::made::{OWN, made_case};
use crate::case::{CaseFileOptions, committee, student};
use crate::feedback::tests::class::{Class, Layout};

/// Number of made cases.
const CASES: u64 = 200;
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
        utc_offset: 8 * 3600,
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
