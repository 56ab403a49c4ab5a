//! Tests of who is taken for one author: drafts, copiers with a cover of another, namesakes, groups.

use super::known::Known;
use super::*;
use crate::{DocumentContent, fingerprint};
use chachong_compare::DocumentIndex as Doc;
use chachong_compare::{Chance, Counted, PairPassages, Passage, Span};
use chachong_import::{Format, decode_text};
use chachong_record::{BibliographicRecord, Certainty, Stated, StatedPlace};
use chachong_submission::{ClassList, Correction, Corrections};

/// Document of 1,000 characters with this name; the ending gives the format.
pub(super) fn document(name: &str) -> Document {
    stating(name, &BibliographicRecord::default())
}

/// Document of 1,000 characters with this name that states this record.
fn stating(name: &str, record: &BibliographicRecord) -> Document {
    let origin = if name.starts_with(crate::LIBRARY_PREFIX) {
        Origin::Library
    } else {
        Origin::Checked
    };
    let text = "文".repeat(1000);
    let content = DocumentContent {
        record: Box::new(record.clone()),
        ..fingerprint(&decode_text(text.as_bytes()).unwrap())
    };
    Document {
        origin,
        ..Document::checked(name, Format::of(name.as_ref()), Some(Ok(content)))
    }
}

pub(super) fn known(name: &str) -> Known {
    Known::of(&document(name), name, None)
}

fn stated(value: &str, certainty: Certainty) -> Option<Stated> {
    (!value.is_empty()).then(|| Stated {
        value: value.into(),
        place: StatedPlace::Cover,
        certainty,
    })
}

/// Record of a cover with a number, an author and a title; an empty one is not stated.
fn record(number: &str, author: &str, title: &str) -> BibliographicRecord {
    let sure = |value| stated(value, Certainty::Sure);
    BibliographicRecord {
        student_number: sure(number),
        author: sure(author),
        title: sure(title),
        ..BibliographicRecord::default()
    }
}

/// Pair that has this share of both documents in common, in per cent.
fn pair(a: usize, b: usize, percent: u32) -> PairPassages {
    let span = Span::new(0, 10 * percent);
    PairPassages::copied_whole(
        Doc(a),
        Doc(b),
        vec![Passage::identical(span, span, Chance::STRONG)],
    )
}

/// Search in a check of these documents, each with its record, in which all pairs have `percent` in common.
fn search(of: &[(&str, BibliographicRecord)], percent: u32) -> VersionSearch {
    let documents: Vec<Document> = of
        .iter()
        .map(|(name, record)| stating(name, record))
        .collect();
    search_in(&documents, percent)
}

fn search_in(documents: &[Document], percent: u32) -> VersionSearch {
    search_of(documents, percent, &Submissions::default())
}

fn search_of(documents: &[Document], percent: u32, submissions: &Submissions) -> VersionSearch {
    let count = documents.len();
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| pair(a, b, percent)));
    search_with(documents, pairs.collect(), submissions)
}

fn search_with(
    documents: &[Document],
    pairs: Vec<PairPassages>,
    submissions: &Submissions,
) -> VersionSearch {
    let copies = Copies {
        pairs,
        counted: vec![Counted::new(&"文".repeat(1000), &[]); documents.len()],
        ..Copies::default()
    };
    let documents: Vec<&Document> = documents.iter().collect();
    VersionSearch::of(&documents, &copies, submissions, &[])
}

/// Documents of each thesis, the newest first, and the conflicts.
type Told = (Vec<Vec<usize>>, Vec<(usize, usize, Contradiction)>);

/// Finds theses and conflicts of a check in which all share `percent`.
fn found(of: &[(&str, BibliographicRecord)], percent: u32) -> Told {
    told(&search(of, percent).theses(&Choices::default()))
}

fn told(theses: &Theses) -> Told {
    let of_thesis = |thesis: &Thesis| thesis.documents().map(|one| one.0).collect();
    let conflict = |conflict: &Conflict| (conflict.a.0, conflict.b.0, conflict.contradiction);
    (
        theses.all().iter().map(of_thesis).collect(),
        theses.conflicts().iter().map(conflict).collect(),
    )
}

const TITLE: &str = "夜间开放图书馆的服务研究";

/// Record of the cover that most tests' files have.
fn cover() -> BibliographicRecord {
    record("20231234", "沈知远", TITLE)
}

/// Finds theses and conflicts of two files with this cover that share `percent`.
fn found_of(names: [&str; 2], percent: u32) -> Told {
    found(&names.map(|name| (name, cover())), percent)
}

#[test]
fn drafts_of_one_number_are_versions_and_the_newest_counts() {
    let of = |number: &str| record(number, "沈知远", TITLE);
    let drafts = [
        ("20231234_沈知远_v1.docx", of("20231234")),
        ("20231234_沈知远_v3.docx", of("20231234")),
        ("20231234_沈知远_v2.docx", of("20231234")),
        (
            "20235678_方越.docx",
            record("20235678", "方越", "另一个题目的论文研究"),
        ),
    ];
    assert_eq!(found(&drafts, 40), (vec![vec![1, 2, 0]], vec![]));
    assert_eq!(found(&drafts, 20), (vec![], vec![]), "not alike enough");
}

#[test]
fn different_numbers_are_never_versions() {
    let two = |certainty| {
        let mut records = [
            record("20231234", "沈知远", TITLE),
            record("", "沈知远", TITLE),
        ];
        records[1].student_number = stated("20239999", certainty);
        let [one, other] = records;
        found(&[("a.docx", one), ("b.docx", other)], 100)
    };
    assert_eq!(two(Certainty::Sure), (vec![], vec![]));
    // One of them is not sure: a person is asked, and nothing is taken for granted.
    assert_eq!(
        two(Certainty::Likely),
        (vec![], vec![(0, 1, Contradiction::StudentNumber)])
    );
    // A guess says nothing; name and title do.
    assert_eq!(two(Certainty::Guess).0, [[0, 1]]);
}

#[test]
fn a_name_alone_is_not_enough() {
    let namesakes = [
        ("a.docx", record("", "沈知远", TITLE)),
        ("b.docx", record("", "沈知远", "河流沉积物的重金属分布")),
        ("c.docx", record("", "沈知远", "")),
    ];
    assert_eq!(found(&namesakes, 100), (vec![], vec![]));
    let nothing = [
        ("a.docx", record("", "", "")),
        ("b.docx", record("", "", TITLE)),
    ];
    assert_eq!(found(&nothing, 100), (vec![], vec![]));
}

#[test]
fn a_copier_who_left_the_cover_stays_a_finding() {
    for (why, files) in [
        (
            Contradiction::NumberInFileName,
            &[
                ["20231234.docx", "20239999.docx"],
                ["论文终稿.docx", "20239999.docx"],
                ["20230315.docx", "20230412.docx"],
                ["hw_3_20231234_answer.docx", "hw_3_20239999_answer.docx"],
                ["hw_301_10231234_answer.docx", "hw_301_10239999_answer.docx"],
            ][..],
        ),
        (
            Contradiction::NameInFileName,
            &[
                ["论文终稿.docx", "方越.docx"],
                ["论文终稿.docx", "欧阳震华.docx"],
                ["沈知远.docx", "zhangmin_论文.docx"],
                [
                    "沈知远_1_assignsubmission_file/a.docx",
                    "Emily Clark_2_assignsubmission_file/a.docx",
                ],
                // No list has these names: they stand where the other file has the author's.
                ["沈知远.docx", "阿依古丽.docx"],
                ["沈知远-论文.docx", "禤华-论文.docx"],
                ["沈知远.docx", "方越_论文.docx"],
                ["沈知远/论文.docx", "方越/论文.docx"],
            ],
        ),
    ] {
        for names in files {
            let apart = (vec![], vec![(0, 1, why)]);
            assert_eq!(found_of(*names, 95), apart, "{names:?}");
        }
    }
    // Another author beside the victim's number: both were seen.
    let other = record("20231234", "方越", TITLE);
    let both = [("a.docx", cover()), ("b.docx", other.clone())];
    assert_eq!(
        found(&both, 95),
        (vec![], vec![(0, 1, Contradiction::Author)])
    );
    // One without an author is of neither.
    let three = [
        ("a.docx", cover()),
        ("b.docx", other),
        ("c.docx", record("20231234", "", "")),
    ];
    let author = |a, b| (a, b, Contradiction::Author);
    assert_eq!(
        found(&three, 95),
        (vec![], vec![author(0, 1), author(0, 2), author(1, 2)])
    );
}

#[test]
fn paths_and_accounts_tell_two_people_apart_where_covers_do_not() {
    for names in [
        ["szy2023_论文.docx", "fy2023_论文.docx"],
        ["szy2023/论文.docx", "fy2023/论文.docx"],
        ["小沈/论文.docx", "小方/论文.docx"],
        ["01/论文.docx", "02/论文.docx"],
        ["01/论文0520.docx", "02/论文0603.docx"],
        ["论文0520.docx", "论文1301.docx"],
        ["0520.docx", "0603.docx"],
        ["第1组/报告.docx", "第2组/报告.docx"],
        ["3f2a9c/论文.docx", "8b1d77/论文.docx"],
        ["13800000001/论文.docx", "13800000002/论文.docx"],
        ["submission_1001.docx", "submission_1002.docx"],
        ["计科沈知远大数据.docx", "计科禤华大数据.docx"],
        ["沈 知远.docx", "禤 华.docx"],
        ["第1组/沈知远论文.docx", "第2组/沈知远论文.docx"],
        [
            "Participant 101_101_assignsubmission_file/a.docx",
            "Participant 102_102_assignsubmission_file/a.docx",
        ],
        [
            "Participant 101_101_assignsubmission_file/a.docx",
            "Participant 102_102_assignsubmission_file/a.pdf",
        ],
        [
            "hw1_szy_attempt_2024-05-01-10-00-00_a.docx",
            "hw1_fy_attempt_2024-05-01-11-00-00_a.docx",
        ],
        ["szy2023.docx", "library:fy2023.docx"],
        ["作业2.docx", "library:沈知远.docx"],
    ] {
        let apart = (vec![], vec![(0, 1, Contradiction::NameInFileName)]);
        assert_eq!(found_of(names, 95), apart, "{names:?}");
    }
    // The names of the same drafts in one submission were judged with it.
    let names = ["x1.docx", "x2.docx"];
    let documents = names.map(|name| stating(name, &cover()));
    let files = names.map(str::to_owned).to_vec();
    let corrections = Corrections(vec![Correction::Merge { files }]);
    let request = Request {
        corrections: Some(&corrections),
        ..Request::default()
    };
    let submissions = Submissions::of(&names.map(FileFacts::named), &request);
    let theses = search_of(&documents, 95, &submissions).theses(&Choices::default());
    assert_eq!(told(&theses).0.len(), 1);
}

#[test]
fn only_the_folder_of_a_student_speaks_against_the_author_in_a_file_name() {
    let found = |[one, other]: [&str; 2], third: &str, author: &str| {
        let unlike = record("20239999", author, "河流沉积物的重金属分布");
        found(&[(one, cover()), (other, cover()), (third, unlike)], 95)
    };
    for names in [
        ["沈知远论文.docx", "方越华/沈知远论文.docx"],
        ["沈知远/沈知远论文.docx", "方越华/沈知远论文 - 副本.docx"],
        ["沈知远.zip/论文.docx", "方越华.zip/Copy of 沈知远.docx"],
    ] {
        let apart = (vec![], vec![(0, 1, Contradiction::NameInFileName)]);
        assert_eq!(found(names, "a.docx", "方越华"), apart, "{names:?}");
        // A supervisor, or a reader before the defence.
        let theses = found(names, "a.docx", "孟夜").0;
        assert_eq!(theses.len(), 1, "{names:?}");
    }
    // Only one of the two is in the folder of a team.
    let names = ["第1组/沈知远.docx", "终稿/沈知远.docx"];
    assert_eq!(found(names, "第2组/方越华.docx", "方越华").0.len(), 1);
}

#[test]
fn four_digits_are_a_day_only_with_one_student_number() {
    let of = |number: &str| record(number, "沈知远", TITLE);
    let files = |number| [("论文0520.docx", cover()), ("论文0603.docx", of(number))];
    assert_eq!(found(&files("20231234"), 60).0.len(), 1);
    let apart = (vec![], vec![(0, 1, Contradiction::NameInFileName)]);
    assert_eq!(found(&files(""), 60), apart);
}

#[test]
fn the_properties_name_another_student_of_the_check() {
    let of = [
        ("论文v1.docx", cover()),
        ("论文v2.docx", cover()),
        (
            "方越.docx",
            record("20239999", "方越", "河流沉积物的重金属分布"),
        ),
    ];
    let mut documents: Vec<Document> = of
        .iter()
        .map(|(name, record)| stating(name, record))
        .collect();
    let theses =
        |documents: &[Document]| told(&search_in(documents, 95).theses(&Choices::default()));
    assert_eq!(theses(&documents), (vec![vec![1, 0]], vec![]));
    let mut author = |name: &str| {
        if let Some(Ok(content)) = &mut documents[1].outcome {
            content.metadata.author = Some(name.into());
        }
        theses(&documents)
    };
    assert_eq!(
        author("某导师").0,
        [[1, 0]],
        "a supervisor, a laptop's owner"
    );
    assert_eq!(
        author("方越"),
        (vec![], vec![(0, 1, Contradiction::Properties)])
    );
}

#[test]
fn ordinary_names_of_drafts_speak_against_nothing() {
    for names in [
        ["初稿/20231234_沈知远.docx", "终稿/20231234_沈知远.docx"],
        ["沈知远20250301.docx", "沈知远20250412.docx"],
        ["论文.docx", "论文(1).docx"],
        ["毕业论文初稿.docx", "毕业论文终稿.docx"],
        [
            "沈知远_839201_assignsubmission_file/论文.docx",
            "沈知远_839455_assignsubmission_file/论文.docx",
        ],
        ["20231234.docx", "thesis final.docx"],
        ["文学院_论文.docx", "金融_论文.docx"],
        ["沈知远_初稿.docx", "shenzhiyuan_final.docx"],
        ["沈知远.docx", "实验报告终稿.docx"],
        ["沈知远.docx", "夜间开放图书馆.docx"],
        ["论文2021-05-01.docx", "论文修改稿v3.docx"],
        ["第1章.docx", "第2章.docx"],
        ["新建文档 (2).docx", "沈知远.docx"],
        ["szy_初稿.docx", "沈知远.docx"],
        ["沈知远论文.docx", "沈知远.zip/沈知远.docx"],
        ["沈知远论文.docx", "附件.zip/沈知远.docx"],
        ["方越华/沈知远初稿.docx", "方越华/沈知远终稿.docx"],
        ["方越华/沈知远.docx", "盲审/沈知远论文.docx"],
        ["方越华组/沈知远.docx", "沈知远终稿.docx"],
        ["论文0520.docx", "论文0603.docx"],
        [
            "夜间开放图书馆研究.docx",
            "Libraries open after midnight.docx",
        ],
    ] {
        assert_eq!(found_of(names, 60).0.len(), 1, "{names:?}");
    }
}

#[test]
fn a_number_that_everybody_has_is_a_templates() {
    let of = |name: &str| record("20201234", name, TITLE);
    let class = [
        ("a.docx", of("沈知远")),
        ("b.docx", of("方越")),
        ("c.docx", of("方越")),
    ];
    let (theses, conflicts) = found(&class, 80);
    assert_eq!(theses, [[1, 2]], "the same author and title");
    assert_eq!(conflicts.len(), 2);
}

#[test]
fn a_class_list_and_people_know_better_than_covers() {
    let names = ["1234.docx", "1235.docx"];
    let documents = names.map(|name| stating(name, &cover()));
    let list = ClassList::read("学号,姓名\n1234,沈知远\n1235,方越\n".as_bytes(), "a.csv").unwrap();
    let theses = |list, corrections| {
        let corrections = Corrections(corrections);
        let request = Request {
            list,
            corrections: Some(&corrections),
            ..Request::default()
        };
        let submissions = Submissions::of(&names.map(FileFacts::named), &request);
        told(&search_of(&documents, 95, &submissions).theses(&Choices::default()))
    };
    let apart = (vec![], vec![(0, 1, Contradiction::OtherStudent)]);
    let by_path = (vec![], vec![(0, 1, Contradiction::NameInFileName)]);
    assert_eq!(theses(None, Vec::new()), by_path);
    assert_eq!(theses(Some(&list), Vec::new()), apart);
    let files = names.map(str::to_owned).to_vec();
    let split = Correction::Split {
        files: files[1..].to_vec(),
    };
    assert_eq!(
        theses(None, vec![Correction::Merge { files }, split]),
        apart
    );
}

#[test]
fn paths_name_different_classes() {
    let of = || record("", "沈知远", TITLE);
    let theses = |one, other| found(&[(one, of()), (other, of())], 95);
    let apart = (vec![], vec![(0, 1, Contradiction::Class)]);
    assert_eq!(theses("1班/论文.docx", "2班/论文.docx"), apart);
    assert_eq!(
        theses("软工2102-沈知远.docx", "计科2101-沈知远.docx"),
        apart
    );
    assert_eq!(theses("1班/论文.docx", "1班/论文终稿.docx").0.len(), 1);
}

#[test]
fn a_title_that_several_authors_have_is_the_assignments() {
    let of = |author: &str| record("", author, TITLE);
    let class = |one, other| {
        let class = [
            (one, of("沈知远")),
            (other, of("沈知远")),
            ("1班/方越.docx", of("方越")),
            ("2班/孟夜.docx", of("孟夜")),
        ];
        found(&class, 80)
    };
    let namesakes = class("1班/沈知远.docx", "2班/沈知远.docx");
    assert_eq!(namesakes, (vec![], vec![]));
    let drafts = class("1班/沈知远_初稿.docx", "1班/沈知远_终稿.docx");
    assert_eq!(drafts.0, [[1, 0]]);
}

#[test]
fn what_unlike_texts_state_is_the_assignments() {
    let theses = |names: [&str; 3]| {
        let documents = names.map(|name| stating(name, &record("", "沈知远", TITLE)));
        let pairs = vec![pair(0, 1, 90), pair(0, 2, 5), pair(1, 2, 5)];
        let search = search_with(&documents, pairs, &Submissions::default());
        told(&search.theses(&Choices::default()))
    };
    assert_eq!(theses(["a.docx", "b.docx", "c.docx"]), (vec![], vec![]));
    let drafts = theses(["沈知远_初稿.docx", "沈知远_终稿.docx", "开题.docx"]);
    assert_eq!(drafts.0, [[1, 0]]);
}

#[test]
fn groups_of_two_authors_are_compared_as_groups() {
    let of = |authors: &str| record("", authors, TITLE);
    let same = [
        ("a.docx", of("沈知远、方越")),
        ("b.docx", of("方越，沈知远")),
    ];
    assert_eq!(found(&same, 60).0, [[0, 1]]);
    let part = [("a.docx", of("沈知远、方越")), ("b.docx", of("沈知远"))];
    assert_eq!(found(&part, 60), (vec![], vec![]));
    let numbered = |authors: &str| record("20231234", authors, TITLE);
    let part = [
        ("a.docx", numbered("沈知远、方越")),
        ("b.docx", numbered("沈知远")),
    ];
    assert_eq!(
        found(&part, 60),
        (vec![], vec![(0, 1, Contradiction::Author)])
    );
}

#[test]
fn one_text_as_docx_and_pdf_is_one_document_in_two_files() {
    let nothing = || record("", "", "");
    let twins = [
        ("class/论文.pdf", nothing()),
        ("class/论文.docx", nothing()),
        ("other/论文.pdf", nothing()),
    ];
    let theses = search(&twins, 95).theses(&Choices::default());
    let all: Vec<_> = theses
        .all()
        .iter()
        .flat_map(|t| t.versions.clone())
        .collect();
    assert_eq!(theses.all().len(), 1);
    assert_eq!(theses.all()[0].ground, Ground::FileName);
    assert_eq!(
        (all[0].document, all[0].same_text_as),
        (Doc(1), None),
        "docx first"
    );
    assert_eq!(
        (all[1].document, all[1].same_text_as),
        (Doc(0), Some(Doc(1)))
    );
    assert!(found(&twins, 80).0.is_empty(), "not the same text");
    let others = [
        ("论文.pdf", cover()),
        ("论文.docx", record("20239999", "方越", TITLE)),
    ];
    assert!(found(&others, 100).0.is_empty(), "two students");
}

#[test]
fn the_library_holds_last_months_draft() {
    let documents = [
        ("沈知远.docx", cover()),
        ("library:沈知远_终稿.docx", cover()),
        ("library:方越.docx", record("20239999", "方越", TITLE)),
    ];
    assert_eq!(found(&documents, 60), (vec![vec![0, 1]], vec![]));
    assert_eq!(found_of(["终稿.docx", "library:初稿.docx"], 60).0, [[0, 1]]);
    // Two of the library are nothing of this check.
    assert_eq!(found(&documents[1..], 60).0, Vec::<Vec<usize>>::new());
}

#[test]
fn a_person_joins_and_parts() {
    let of = |number: &str| record(number, "沈知远", TITLE);
    let documents = [
        ("a.docx", of("20231234")),
        ("b.docx", of("20231234")),
        ("c.docx", of("20239999")),
        ("d.docx", record("", "", "")),
    ];
    let search = search(&documents, 90);
    let mut choices = Choices::default();
    assert_eq!(told(&search.theses(&choices)).0, [[0, 1]]);
    choices.set_one_thesis(Doc(2), Doc(1), Some(true));
    choices.set_one_thesis(Doc(3), Doc(2), Some(true));
    assert_eq!(told(&search.theses(&choices)).0, [[0, 1, 2, 3]]);
    assert_eq!(search.theses(&choices).all()[0].ground, Ground::Person);
    choices.set_one_thesis(Doc(0), Doc(1), Some(false));
    assert_eq!(
        told(&search.theses(&choices)),
        (vec![vec![1, 2, 3]], vec![])
    );
}

#[test]
fn likeness_that_is_asked_for_depends_on_the_titles() {
    let of = |title: &str| record("20231234", "沈知远", title);
    let with = |title: &str, percent| {
        !found(&[("a.docx", of(TITLE)), ("b.docx", of(title))], percent)
            .0
            .is_empty()
    };
    assert!(with(TITLE, 30) && !with(TITLE, 29));
    assert!(with("", 50) && !with("", 49));
    // An own earlier work on something else is no version of the thesis.
    let other = "河流沉积物的重金属分布";
    assert!(with(other, 70) && !with(other, 69));
}
