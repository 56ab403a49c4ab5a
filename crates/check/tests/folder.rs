//! Text that many documents of a folder have: whether it was handed out or copied, and who is counted.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use chachong_check::{Copies, CopySettings, CopyWatch, DocumentContent, find_copies, fingerprint};
use chachong_compare::{DocumentIndex, PairPassages, Strength, Theses};
use chachong_import::decode_text;
use chachong_text::{Mark, MarkReason};

/// Makes sentences of rare characters that no other number has.
fn sentences(number: u32, count: u32) -> String {
    let mut state = number.wrapping_mul(0x9E37_79B9) | 1;
    let mut text = String::new();
    for _ in 0..count {
        for _ in 0..30 {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            text.extend(char::from_u32(0x4E00 + state % 0x5000));
        }
        text.push('。');
    }
    text.push('\n');
    text
}

/// Makes the first characters of a sentence, as an answer on a line of its own.
fn answer(number: u32, length: usize) -> String {
    let answer: String = sentences(number, 1).chars().take(length).collect();
    answer + "\n"
}

/// Settings of a check in which each two files were handed in together.
fn two_files_each(files: usize) -> CopySettings {
    CopySettings {
        first: (0..files)
            .map(|file| DocumentIndex(file - file % 2))
            .collect(),
        ..CopySettings::default()
    }
}

fn read(text: &str) -> DocumentContent {
    fingerprint(&decode_text(text.as_bytes()).unwrap())
}

fn check(texts: &[String], settings: &CopySettings) -> Copies {
    let contents: Vec<DocumentContent> = texts.iter().map(|text| read(text)).collect();
    let readings: Vec<Option<&DocumentContent>> = contents.iter().map(Some).collect();
    find_copies(&readings, &[], settings, &CopyWatch::NOBODY).unwrap()
}

/// Number of characters of a document that count as the assignment.
fn given(copies: &Copies, document: usize) -> u32 {
    let marks = copies.counted[document].marks.iter();
    let common = marks.filter(|mark| matches!(mark.reason, MarkReason::Common { .. }));
    common.map(|mark| mark.end - mark.start).sum()
}

/// Number of pairs with a strong passage.
fn strong(copies: &Copies) -> usize {
    let pairs = copies.pairs.iter();
    pairs
        .filter(|pair| (pair.passages.iter()).any(|one| one.strength() == Strength::Strong))
        .count()
}

#[test]
fn a_form_with_short_answers_is_the_assignment() {
    for students in [12, 10] {
        let texts: Vec<String> = (0..12)
            .map(|student| {
                (0..10)
                    .map(|question| {
                        let asked = if student < students {
                            question
                        } else {
                            500 + question
                        };
                        sentences(5_000 + asked, 3) + &sentences(100 * (student + 1) + question, 1)
                    })
                    .collect()
            })
            .collect();
        let copies = check(&texts, &CopySettings::default());
        assert!(given(&copies, 0) > 800);
        assert_eq!(strong(&copies), usize::from(students == 10));
    }
}

#[test]
fn answers_of_three_characters_are_not_the_assignments() {
    // The last student has the answers of the one before.
    let texts: Vec<String> = (0..10_u32)
        .map(|student| {
            let answers = 100 * (student.min(8) + 1);
            (0..18)
                .map(|question| sentences(5_000 + question, 1) + &answer(answers + question, 3))
                .collect()
        })
        .collect();
    let contents: Vec<DocumentContent> = texts.iter().map(|text| read(text)).collect();
    let readings: Vec<Option<&DocumentContent>> = contents.iter().map(Some).collect();
    let near = [(DocumentIndex(8), DocumentIndex(9))];
    let settings = CopySettings::default();
    let copies = find_copies(&readings, &near, &settings, &CopyWatch::NOBODY).unwrap();
    assert!((500..=18 * 31).contains(&given(&copies, 0)));
    assert_eq!(strong(&copies), 1);
    let all = u32::try_from(texts[9].trim_end().chars().count()).unwrap();
    let taken = |pair: &PairPassages| -> u32 {
        let runs = pair.degrees_b.iter().filter(|run| run.degree.is_copied());
        runs.map(|run| run.span.len()).sum()
    };
    let pair = copies.pairs.iter().find(|pair| (pair.a, pair.b) == near[0]);
    assert_eq!(taken(pair.unwrap()), all);
}

#[test]
fn one_text_of_half_a_class_with_own_text_at_its_end_is_no_assignment() {
    for members in [6, 8] {
        for form in [String::new(), sentences(2, 20)] {
            let texts: Vec<String> = (0..12)
                .map(|student| {
                    let own = if student < members {
                        sentences(1, 60) + &sentences(100 + student, 6)
                    } else {
                        sentences(200 + student, 60)
                    };
                    form.clone() + &own
                })
                .collect();
            let copies = check(&texts, &CopySettings::default());
            let expected = u32::try_from(form.trim_end().chars().count()).unwrap();
            for document in [0, 11] {
                let found = given(&copies, document);
                assert!(
                    found.abs_diff(expected) < 9,
                    "{document}: {found} of {expected}"
                );
            }
            let pairs = members * (members - 1) / 2;
            assert_eq!(strong(&copies), usize::try_from(pairs).unwrap());
        }
    }
}

#[test]
fn two_forms_of_a_class_are_the_assignment_even_if_half_of_the_fields_are_blank() {
    for length in [31, 8] {
        let texts: Vec<String> = (0..12_u32)
            .map(|student| {
                (0..10)
                    .map(|field| {
                        let is_filled = (student / 2 + field).is_multiple_of(2);
                        let form = 5_000 + 100 * (student % 2);
                        let answer = sentences(100 * (student + 1) + field, u32::from(is_filled));
                        let answer: String = answer.chars().take(length).collect();
                        sentences(form + field, 3) + &answer + "\n"
                    })
                    .collect()
            })
            .collect();
        let copies = check(&texts, &CopySettings::default());
        assert!(given(&copies, 0) > 800 && given(&copies, 11) > 800);
        assert_eq!(strong(&copies), 0, "{length}");
    }
}

#[test]
fn a_form_of_half_a_class_with_a_closing_statement_below_short_answers_is_the_assignment() {
    let texts: Vec<String> = (0..12_u32)
        .map(|student| {
            if student > 6 {
                return sentences(100 + student, 20);
            }
            let form = (0..8).map(|field| {
                sentences(5_000 + field, 2) + &answer(1_000 + 10 * student + field, 3)
            });
            form.collect::<String>() + &sentences(200 + student, 4)
        })
        .collect();
    let copies = check(&texts, &CopySettings::default());
    assert!(given(&copies, 0) > 400);
    assert_eq!(strong(&copies), 0);
}

#[test]
fn submissions_are_counted_and_not_their_files() {
    // Three of six students have the same page in both of their files.
    let texts: Vec<String> = (0..12)
        .map(|file| {
            let own = sentences(100 + file, 40);
            if file < 6 {
                own + &sentences(1, 20)
            } else {
                own
            }
        })
        .collect();
    let apart = check(&texts, &CopySettings::default());
    assert!(given(&apart, 0) > 500, "half of twelve");
    let copies = check(&texts, &two_files_each(12));
    assert_eq!((given(&copies, 0), strong(&copies)), (0, 15));
}

#[test]
fn a_form_in_a_file_of_its_own_is_the_assignment_and_a_copied_essay_beside_it_is_not() {
    for copiers in [0, 6] {
        let texts: Vec<String> = (0..10_u32)
            .flat_map(|student| {
                let essay = sentences(if student < copiers { 1 } else { 100 + student }, 40);
                let form = (0..5).map(|field| {
                    sentences(5_000 + field, 2) + &answer(1_000 + 10 * student + field, 8)
                });
                [essay, form.collect()]
            })
            .collect();
        let copies = check(&texts, &two_files_each(20));
        let pairs = usize::try_from(copiers * copiers.saturating_sub(1) / 2).unwrap();
        assert_eq!(strong(&copies), pairs, "{copiers}");
        assert_eq!(given(&copies, 0), 0, "{copiers}");
        assert!(
            given(&copies, 1) > 250 && given(&copies, 19) > 250,
            "{copiers}"
        );
    }
}

#[test]
fn a_form_that_each_student_divided_into_other_files_is_the_assignment() {
    // No file has two thirds of another student's file.
    let divisions: [&[&[u32]]; 4] = [
        &[&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
        &[&[0, 1, 2, 3, 4, 5], &[6, 7, 8, 9, 10, 11]],
        &[&[0, 1, 2], &[3, 4, 5], &[6, 7, 8], &[9, 10, 11]],
        &[&[0, 1, 2, 9, 10, 11], &[3, 4, 5, 6, 7, 8]],
    ];
    let (mut texts, mut first) = (Vec::new(), Vec::new());
    for (student, files) in (0..).zip(divisions) {
        let main = DocumentIndex(texts.len());
        for fields in files {
            let form = fields.iter().map(|&field| {
                sentences(5_000 + field, 2) + &answer(1_000 + 100 * student + field, 8)
            });
            texts.push(form.collect::<String>());
            first.push(main);
        }
    }
    for student in 4..8 {
        first.push(DocumentIndex(texts.len()));
        texts.push(sentences(100 + student, 40));
    }
    let together = CopySettings {
        first,
        ..CopySettings::default()
    };
    let copies = check(&texts, &together);
    assert!(given(&copies, 0) > 600);
    assert_eq!(strong(&copies), 0);
}

#[test]
fn equal_files_of_three_students_are_a_shared_text_of_three() {
    let mut texts = vec![sentences(1, 20); 3];
    texts.push(sentences(2, 20));
    let copies = check(&texts, &CopySettings::default());
    let [text] = &copies.shared_texts(&Theses::NONE)[..] else {
        panic!("{copies:?}")
    };
    assert_eq!((text.documents, text.places.len()), (3, 3));
}

#[test]
fn a_page_of_another_document_counts_in_the_acknowledgements_too() {
    let of = |copied: u32| {
        let page = sentences(1, copied);
        let texts = [
            sentences(2, 30) + &page,
            sentences(3, 60) + "\n致谢\n\n感谢老师。" + &page,
        ];
        let all = read(&texts[1]).counted.marks.clone();
        let copies = check(&texts, &CopySettings::default());
        let characters = |marks: &[Mark]| -> u32 {
            let thanks = (marks.iter()).filter(|mark| mark.reason == MarkReason::Acknowledgements);
            thanks.map(|mark| mark.end - mark.start).sum()
        };
        (characters(&all), characters(&copies.counted[1].marks))
    };
    let (before, after) = of(40);
    assert!(before > 1_200 && after < 30, "{before} {after}");
    let (before, after) = of(10);
    assert_eq!(before, after, "a third of a page");
    assert!(before > 300, "{before}");
}
