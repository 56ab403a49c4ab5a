//! Tests of the frequencies of a folder.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use chachong_text::{LineBreaks, normalize};

fn prepared(text: &str) -> Prepared {
    Prepared::new(&normalize(text, LineBreaks::Layout))
}

fn frequencies(texts: &[Prepared]) -> FolderFrequencies {
    let counter = FolderCounter::of_all(texts.len());
    for text in texts {
        counter.add(text);
    }
    counter.finish()
}

const SHEET: &str =
    "第一题，管道怎样把两个命令连在一起？\n第二题，写出三种权限的数字。\n实验目的\n";

fn class(students: usize) -> Vec<Prepared> {
    let own = [
        "鹤鸣", "竹影", "溪声", "石径", "云帆", "灯火", "渔舟", "麦浪", "雁阵", "苔痕",
    ];
    (0..students)
        .map(|student| {
            let own: String = (0..9)
                .map(|at| own[(student * 7 + at * (student + 3)) % own.len()])
                .collect();
            prepared(&format!("{SHEET}{own}"))
        })
        .collect()
}

#[test]
fn the_sheet_is_given_and_answers_are_not() {
    let texts = class(10);
    let found = frequencies(&texts);
    let characters = u32::try_from(SHEET.chars().count()).unwrap();
    let given = found.given(&texts[3], 5);
    let covered: u32 = given.iter().map(|mark| mark.end - mark.start).sum();
    assert!(given.iter().all(|mark| mark.end <= characters), "{given:?}");
    assert!(covered + 4 >= characters, "{given:?}");
    let all = MarkReason::Common { documents: 10 };
    assert!(given.iter().all(|mark| mark.reason == all));
    assert!(found.given(&texts[3], 11).is_empty());
}

#[test]
fn short_answers_between_given_lines_are_not_given() {
    let answers = [
        "鹤鸣竹",
        "影溪声",
        "石径云",
        "帆灯火",
        "渔舟麦",
        "浪雁阵",
        "苔痕山",
        "月江风",
        "柳岸晓",
    ];
    let texts: Vec<Prepared> = (0..10)
        .map(|student| {
            // The last two students have the same answer.
            let answer = answers[student.min(8)];
            prepared(&format!(
                "第一题，管道怎样相连？\n答：{answer}\n第二题，写出三种权限。\n"
            ))
        })
        .collect();
    let given = frequencies(&texts).given(&texts[9], 5);
    let answer = 14..17;
    let of_answer = |mark: &Mark| mark.start < answer.end && answer.start < mark.end;
    assert_eq!(given.len(), 2, "{given:?}");
    assert!(!given.iter().any(of_answer), "{given:?}");
    let template = TemplateGrams::of(&prepared(
        "第一题，管道怎样相连？\n答：\n第二题，写出三种权限。\n",
    ));
    let runs = template.runs(&texts[9]);
    assert!(
        runs.iter()
            .all(|run| run.end <= answer.start || answer.end <= run.start)
    );
    assert_eq!(runs.len(), 2, "{runs:?}");
}

#[test]
fn another_word_within_a_given_clause_is_given() {
    let texts: Vec<Prepared> = ["东", "西", "南", "北", "前", "后", "左", "右"]
        .map(|room| {
            prepared(&format!(
                "本次实验要在{room}实验室里进行，并记录水温和压力。\n"
            ))
        })
        .into();
    let given = frequencies(&texts).given(&texts[0], 4);
    assert_eq!(given.len(), 1, "{given:?}");
    assert!((given[0].start..given[0].end).contains(&6));
}

#[test]
fn a_gap_that_goes_on_into_the_next_clause_is_not_given() {
    let texts: Vec<Prepared> = ["东，西", "南，北", "前，后", "左，右"]
        .into_iter()
        .cycle()
        .take(8)
        .map(|own| {
            prepared(&format!(
                "本次实验要记录水温是{own}组同学在实验室里进行。\n"
            ))
        })
        .collect();
    let given = frequencies(&texts).given(&texts[0], 4);
    assert_eq!(given.len(), 2, "{given:?}");
    assert!(given.iter().all(|mark| mark.end <= 10 || mark.start >= 13));
}

#[test]
fn seven_documents_are_no_folder() {
    let texts = class(7);
    assert!(frequencies(&texts).given(&texts[0], 4).is_empty());
}

#[test]
fn a_sample_counts_the_same_text() {
    let texts = class(40);
    let sample: Vec<Vec<u64>> = texts[..20].iter().map(FolderCounter::grams).collect();
    let counter = FolderCounter::of_sample(texts.len(), &sample);
    for text in &texts {
        counter.add(text);
    }
    let (by_sample, by_all) = (counter.finish(), frequencies(&texts));
    assert_eq!(by_sample.given(&texts[7], 20), by_all.given(&texts[7], 20));
    assert_eq!(
        by_sample.widespread(&texts[7]),
        by_all.widespread(&texts[7])
    );
}

#[test]
fn documents_of_one_origin_count_once() {
    let ring = "鹤鸣竹影溪声石径云帆灯火";
    let mut texts = vec![prepared(ring); 6];
    texts.extend(
        (0..9).map(|at| prepared(&"渔舟麦浪雁阵苔痕山月江风".repeat(at % 2 + 1)[at * 3..])),
    );
    let all = frequencies(&texts);
    assert!(!all.given(&texts[0], 6).is_empty());
    assert!(all.widespread(&texts[0])[0].weight < 700);
    let mut joined = all;
    let grams = |document: DocumentIndex| Ok::<_, ()>(FolderCounter::grams(&texts[document]));
    joined
        .join(&[0, 1, 2, 3, 4, 5].map(DocumentIndex), grams)
        .unwrap();
    assert_eq!((joined.documents(), joined.half()), (10, Some(5)));
    assert!(joined.given(&texts[0], 2).is_empty());
    assert!(joined.widespread(&texts[0]).is_empty(), "one writer has it");
    let mut few = joined.clone();
    few.join(&[6, 7, 8, 9, 10, 11].map(DocumentIndex), grams)
        .unwrap();
    assert_eq!((few.documents(), few.half()), (5, Some(3)));
    few.join(&[6, 12].map(DocumentIndex), grams).unwrap();
    assert_eq!((few.documents(), few.half()), (4, Some(4)));
    assert_eq!(few.widespread(&texts[7]), []);
    few.join(&[6, 13, 14].map(DocumentIndex), grams).unwrap();
    assert_eq!((few.documents(), few.half()), (2, None));
    assert!(!joined.widespread(&texts[7]).is_empty());
}

#[test]
fn large_folders_are_sampled_evenly() {
    assert_eq!(FolderCounter::sample(&[1_000; 200]), None);
    let found = FolderCounter::sample(&[1_000; 1_000]).unwrap();
    assert_eq!(found.len(), SAMPLE);
    assert!(found.windows(2).all(|pair| pair[0] < pair[1]));
    assert_eq!(FolderCounter::sample(&[1_000_000; 100]).unwrap().len(), 16);
    assert_eq!(FolderCounter::sample(&[9_000_000; 7]), None);
}

proptest! {
    #[test]
    fn counts_are_those_of_a_slow_count(
        texts in prop::collection::vec("[甲乙丙]{0,24}", 8..14),
        least in 4_u32..8,
    ) {
        let texts: Vec<Prepared> = texts.iter().map(|text| prepared(text)).collect();
        let found = frequencies(&texts);
        let mut slow: BTreeMap<Vec<u32>, BTreeSet<usize>> = BTreeMap::new();
        for (document, text) in texts.iter().enumerate() {
            for run in text.tokens().windows(6) {
                let key = run.iter().map(|token| token.hash).collect();
                slow.entry(key).or_default().insert(document);
            }
        }
        for text in &texts {
            let mut expected = vec![false; text.tokens().len()];
            for (at, run) in text.tokens().windows(6).enumerate() {
                let key: Vec<u32> = run.iter().map(|token| token.hash).collect();
                if slow[&key].len() >= least as usize {
                    expected[at..at + 6].fill(true);
                }
            }
            // A text shorter than a gram is a line.
            if text.tokens().len() >= 6 {
                let mut covered = vec![false; text.tokens().len()];
                for (span, _) in found.runs(text, least, 0) {
                    covered[span.start as usize..span.end as usize].fill(true);
                }
                prop_assert_eq!(covered, expected);
            }
        }
    }
}
