#[path = "../../../../tests/made_programs/mod.rs"]
mod made_programs;

use super::{Comparison, DecidedCode, Pair};
use crate::{Language, Listing};
pub(crate) use made_programs::COMMON;
use made_programs::OWN;

const FIRST: &str = "#include <stdio.h>
// sums the readngs above the middle of all stations
double above(double *values, int count) {
    double middle = 0, sum = 0;
    for (int i = 0; i < count; i++) middle += values[i];
    middle = middle / count;
    for (int i = 0; i < count; i++) { if (values[i] > middle) sum += values[i] * 0.731; }
    return sum;
}
int show(double x) { printf(\"above the middle: %f\\n\", x); return 0; }";
const RENAMED: &str = "#include <stdlib.h>
int output(double y) { printf(\"above the middle: %f\\n\", y); return 0; }
// sums the readings above the middle of all stations
double total(double *v, int n) {
    double m = 0, s = 0;
    for (int k = 0; k < n; k++) m += v[k];
    m = m / n;
    for (int k = 0; k < n; k++) { if (v[k] > m) s += v[k] * 0.731; }
    return s;
}";
/// Programs by other authors for other tasks.
pub(crate) const OTHERS: &[&str] = OWN.split_at(10).0;

/// Accepts every pair.
pub(crate) const fn every(_: usize, _: usize) -> bool {
    true
}

fn documents(texts: &[&str]) -> Vec<Vec<Listing>> {
    texts
        .iter()
        .map(|text| vec![Listing::of(text, Language::C)])
        .collect()
}

#[test]
fn one_listing_of_all_reports_is_given_and_one_program_of_all_is_a_finding() {
    let class = documents(&[FIRST; 6]);
    let submissions = [0, 1, 2, 3, 4, 5];
    let of = |reports: &[bool]| {
        let decided = DecidedCode::default();
        let all = Comparison::with_decided(&class, &submissions, reports, &[], &decided);
        (all.pairs(every).len(), all.is_given(0))
    };
    assert_eq!(of(&[true; 6]), (0, true));
    assert_eq!(of(&[]), (15, false));
}

fn pairs(documents: &[Vec<Listing>], given: &[Vec<Listing>]) -> Vec<Pair> {
    let submissions: Vec<u32> = (0..).take(documents.len()).collect();
    let comparison = Comparison::of(documents, &submissions, given);
    let pairs = comparison.pairs(every).into_iter();
    pairs
        .filter_map(|(a, b, score)| comparison.pair(a, b, score))
        .collect()
}

#[test]
fn a_disguised_copy_counts_and_a_stranger_does_not() {
    let class = [&[FIRST, RENAMED], OTHERS].concat();
    let pairs = pairs(&documents(&class), &[]);
    assert_eq!(pairs.len(), 1);
    assert_eq!((pairs[0].a, pairs[0].b), (0, 1));
    assert!(pairs[0].share_a > 0.2, "{:?}", pairs[0]);
    assert_eq!(pairs[0].comments.len(), 1);
}

#[test]
fn pairs_of_one_submission_and_pairs_that_are_not_wanted_displace_no_others() {
    let long = OTHERS.join("\n");
    let texts: Vec<&str> = (0..150)
        .map(|_| long.as_str())
        .chain([FIRST, FIRST])
        .collect();
    let class = documents(&texts);
    let lists_last = |submissions: &[u32], is_wanted: fn(usize, usize) -> bool| {
        let comparison = Comparison::of(&class, submissions, &[]);
        let mut pairs = comparison.pairs(is_wanted).into_iter();
        pairs.any(|(a, b, _)| (a, b) == (150, 151))
    };
    let apart: Vec<u32> = (0..152).collect();
    assert!(!lists_last(&apart, every));
    assert!(lists_last(&apart, |a, b| a.max(b) >= 150));
    let together = [vec![0; 150], vec![1, 2]].concat();
    assert!(lists_last(&together, every));
}

#[test]
fn code_that_half_of_the_class_has_weighs_nothing() {
    let (given, own) = OTHERS.split_last().expect("ten programs");
    let texts: Vec<String> = own.iter().map(|own| format!("{given}\n{own}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert!(pairs(&documents(&texts), &[]).is_empty());
}

/// Programs that consist of one skeleton, two thirds of each and more, and these answers.
fn with_skeleton(answers: &[&str]) -> Vec<Vec<Listing>> {
    let skeleton = [FIRST, &OTHERS[..3].concat()].join("\n");
    let texts: Vec<String> = (answers.iter())
        .map(|answer| format!("{skeleton}\n{answer}"))
        .collect();
    documents(&texts.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn different_answers_to_one_skeleton_are_no_copies() {
    let answers = &OTHERS[3..9];
    assert_eq!(pairs(&with_skeleton(answers), &[]), []);
    let with_copy = [answers, &answers[..1]].concat();
    let found = pairs(&with_skeleton(&with_copy), &[]);
    let found: Vec<(usize, usize)> = found.iter().map(|pair| (pair.a, pair.b)).collect();
    assert_eq!(found, [(0, 6)]);
}

#[test]
fn a_ring_makes_the_others_of_a_small_class_no_copiers() {
    let [ring, one, other] = [OTHERS[3], OTHERS[4], OTHERS[5]];
    let found = pairs(&with_skeleton(&[ring, ring, ring, one, other]), &[]);
    let found: Vec<(usize, usize)> = found.iter().map(|pair| (pair.a, pair.b)).collect();
    assert_eq!(found, [(0, 1), (0, 2), (1, 2)]);
}

#[test]
fn one_program_that_everybody_hands_in_is_found() {
    let pairs = pairs(&documents(&[FIRST; 10]), &[]);
    assert_eq!(pairs.len(), 45);
    assert!(pairs.iter().all(|pair| pair.share_a > 0.9));
}

#[test]
fn code_that_was_given_weighs_nothing() {
    let both = documents(&[FIRST, FIRST]);
    let found = pairs(&both, &[]);
    assert!(found[0].score > 0.5 && found[0].share_a > 0.9, "{found:?}");
    assert!(pairs(&both, &documents(&[FIRST])).is_empty());
}

#[test]
fn what_half_of_the_submissions_have_was_given() {
    let (given, own) = OTHERS.split_last().expect("ten programs");
    let files = [own, &[*given; 9]].concat();
    let files = documents(&files);
    let submissions: Vec<u32> = (0..9).chain(0..9).collect();
    let comparison = Comparison::of(&files, &submissions, &[]);
    assert!(comparison.pairs(every).is_empty());
    assert!(comparison.is_given(9) && !comparison.is_given(0));
}

#[test]
fn tables_with_other_rows_are_not_the_same_code() {
    let rows = |factor: usize| -> String {
        let row = |n: usize| {
            let value = n * factor % 997;
            format!("INSERT INTO t VALUES ({n}{value}, 'a{value}', 'b{value}', {value});\n")
        };
        (1..30).map(row).collect()
    };
    let table = "CREATE TABLE t (a INT, b VARCHAR(20), c VARCHAR(30), d INT);\n";
    let trigger = "CREATE TRIGGER late AFTER INSERT ON t FOR EACH ROW BEGIN\n\
            UPDATE s SET total = total + NEW.d * 3 WHERE s.id = NEW.a AND s.open = 'yes';\n\
            IF NEW.d > 40 THEN DELETE FROM waiting WHERE waiting.place < NEW.d - 7; END IF; END;\n";
    let read = |text: String| vec![Listing::of(&text, Language::Sql)];
    let compared = |more: &str| {
        let documents = [17, 23].map(|factor| read(format!("{table}{}{more}", rows(factor))));
        let comparison = Comparison::of(&documents, &[0, 1], &[]);
        let pair = comparison.pairs(every).first().copied();
        pair.and_then(|(a, b, score)| comparison.pair(a, b, score))
    };
    assert_eq!(compared(""), None);
    let pair = compared(trigger).unwrap();
    assert!((0.05..0.4).contains(&pair.share_a), "{}", pair.share_a);
}

#[test]
fn rows_with_other_values_are_not_the_same_code_and_rows_with_equal_ones_are() {
    let program = |name: &str, factor: usize| {
        let row = |n: usize| {
            let value = n * factor % 997;
            format!("{name}.add(new Entry(\"t{value}\", {value}));\n")
        };
        let rows: String = (1..60).map(row).collect();
        vec![Listing::of(&format!("{rows}{FIRST}"), Language::Java)]
    };
    let share = |first, second| {
        let documents = [first, second];
        let comparison = Comparison::of(&documents, &[0, 1], &[]);
        let (a, b, score) = comparison.pairs(every)[0];
        comparison
            .pair(a, b, score)
            .map_or(0.0, |pair| pair.share_a)
    };
    let other = share(program("books", 17), program("students", 23));
    assert!((0.1..0.3).contains(&other), "{other}");
    let renamed = share(program("books", 17), program("students", 17));
    assert!(renamed > 0.99, "{renamed}");
}

#[test]
fn style_sheets_with_other_values_are_not_the_same_code() {
    let sheet = |number: usize| -> String {
        let rule = |at: usize| {
            let value = |of: usize, most: usize| (number * 7919 + at * 104_729) / of % most;
            let property = ["width", "height", "top", "padding"][value(3, 4)];
            format!(
                "#card{} {{ color: #{:03x}; margin: {}px {}px; }}\n\
                    .item{} > li:hover {{ {property}: {}px; background: url(img/{}.png); }}\n",
                value(5, 9),
                value(7, 4096),
                value(11, 29),
                value(13, 31),
                value(17, 9),
                value(19, 80),
                value(23, 9),
            )
        };
        (0..25).map(rule).collect()
    };
    let mut class: Vec<String> = (1..10).map(sheet).collect();
    class.push(class[0].replace("item", "entry").replace("card", "box"));
    let read = |text: &String| vec![Listing::of(text, Language::Css)];
    let class: Vec<Vec<Listing>> = class.iter().map(read).collect();
    let found = pairs(&class, &[]);
    let found: Vec<(usize, usize)> = found.iter().map(|pair| (pair.a, pair.b)).collect();
    assert_eq!(found, [(0, 9)]);
}

#[test]
fn the_shares_of_the_tiles_make_up_those_of_the_pair() {
    let class = [&[FIRST, RENAMED], OTHERS].concat();
    let found = pairs(&documents(&class), &[]);
    for (side, share) in [found[0].share_a, found[0].share_b].into_iter().enumerate() {
        let sum: f64 = found[0].tiles.iter().map(|tile| tile.shares[side]).sum();
        assert!((sum - share).abs() < 1e-9, "{sum} {share}");
    }
}

#[test]
fn tiles_do_not_cross_listings() {
    let listing = Listing::of(FIRST, Language::C);
    let documents = vec![
        vec![listing.clone(), listing.clone()],
        vec![listing.clone(), listing],
    ];
    let found = pairs(&documents, &[]);
    assert_eq!(found[0].tiles.len(), 2);
    assert!(
        Comparison::of(&documents, &[0, 1], &[])
            .pair(0, 2, 1.0)
            .is_none()
    );
}
