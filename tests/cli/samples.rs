//! Tests of the sample folder as a newcomer checks it, against the known copies in its texts:
//! `tests/fixtures/samples-truth.json`.

use std::collections::HashSet;
use std::sync::OnceLock;

use serde_json::Value;

use crate::program::{self, Place, fixture, read_json, report_of, samples};

/// Maximum error of a share: a passage's ends are found to a clause, and a paragraph dropped from a copy may be
/// inside.
const TOLERANCE: f64 = 0.05;
/// Samples one of which copies the other with whole sentences in other words: those cannot be told from its author's
/// own, so they do not count (docs/passages.md), and both shares are lower by up to [`REWRITTEN`].
const REWORDED: [&str; 2] = [
    "05_乡村小学科学课的现状与改进",
    "12_农村小学科学课教学的问题与出路",
];
const REWRITTEN: f64 = 0.13;

fn truth() -> Value {
    read_json(fixture("samples-truth.json"))
}

fn report() -> &'static Value {
    static REPORT: OnceLock<Value> = OnceLock::new();
    REPORT.get_or_init(|| {
        let samples = samples();
        report_of(&[program::str(&samples), "--exclude", "parts,quotes"])
    })
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap()
}

fn str<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

fn number_of(value: &Value, key: &str) -> u64 {
    value[key].as_u64().unwrap()
}

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap()
}

/// Number of characters of a document that the report leaves out for this reason.
fn left_out(document: &Value, reason: &str) -> u64 {
    let reasons = list(document, "left_out").iter();
    let mut of_it = reasons.filter(|entry| entry["reason"] == reason);
    (of_it.next()).map_or(0, |entry| entry["characters"].as_u64().unwrap())
}

/// Returns by how much the share of a document may be lower than the planted one.
fn lower_by(name: &str) -> f64 {
    if REWORDED.iter().any(|reworded| name.contains(reworded)) {
        REWRITTEN
    } else {
        TOLERANCE
    }
}

#[test]
fn every_passage_planted_in_the_samples_is_listed_with_its_share_and_nothing_else() {
    let (truth, report) = (truth(), report());
    let pairs = list(report, "pairs");
    // The share of `name` in the pair with `other`.
    let share = |name: &str, other: &str| {
        pairs.iter().find_map(|pair| {
            let (a, b) = (str(pair, "a"), str(pair, "b"));
            // Sentences in other words stand beside the copied share.
            let both = |side: &str| {
                let of = |figure: &str| number(pair, &format!("{figure}_{side}"));
                [
                    of("copied_share"),
                    of("copied_share") + of("reworded_share"),
                ]
            };
            if (a, b) == (name, other) {
                Some(both("a"))
            } else {
                ((b, a) == (name, other)).then(|| both("b"))
            }
        })
    };
    let mut known = HashSet::new();
    for pair in list(&truth, "pairs") {
        let (a, b) = (str(pair, "a"), str(pair, "b"));
        for (name, other, key) in [(a, b, "share_a"), (b, a, "share_b")] {
            let (found, planted) = (share(name, other), number(pair, key));
            let lower = lower_by(name);
            assert!(
                found.is_some_and(
                    |[copied, all]| all > planted - lower && copied < planted + TOLERANCE
                ),
                "{name} from {other}: {planted} planted, {found:?} found"
            );
            known.insert((name, other));
        }
    }
    for left_out in list(&truth, "left_out") {
        // A quoted text may be listed for its source; for the one who quotes it counts nothing.
        if let Some(source) = left_out["source"].as_str() {
            for quoter in list(left_out, "documents") {
                let quoter = quoter.as_str().unwrap();
                assert!(share(quoter, source).is_none_or(|[copied, _]| copied < 0.005));
                known.extend([(quoter, source), (source, quoter)]);
            }
        }
    }
    for pair in pairs {
        let (a, b) = (str(pair, "a"), str(pair, "b"));
        // A few characters beside a text that is left out make a row without a verdict.
        let is_remainder = pair["verdict"].is_null()
            && number(pair, "copied_share_a").max(number(pair, "copied_share_b")) < 0.001;
        assert!(
            known.contains(&(a, b)) || is_remainder,
            "{a} and {b} have nothing in common"
        );
    }
}

#[test]
fn totals_of_the_samples_leave_out_quotation_and_declaration() {
    let (truth, report) = (truth(), report());
    let documents = list(report, "documents");
    assert_eq!(documents.len(), list(&truth, "documents").len());
    let document = |name: &str| {
        let mut named = documents.iter().filter(|document| document["path"] == name);
        named.next().unwrap()
    };
    let left = list(&truth, "left_out");
    for planted in list(&truth, "documents") {
        let name = str(planted, "name");
        let found = document(name);
        // Words that another document quotes, with a citation, occur here without one.
        let quoted = left.iter().filter(|entry| entry["source"] == name);
        let quoted: f64 = quoted.map(|entry| number(entry, "characters")).sum();
        let most = number(planted, "share") + quoted / number(planted, "counting");
        let share = number(found, "total_copied_share");
        let all = share + number(found, "reworded_share");
        let lower = lower_by(name);
        assert!(
            all > number(planted, "share") - lower && share < most + TOLERANCE,
            "{name}: {share}"
        );
    }
    for entry in left {
        let (reason, characters) = (str(entry, "reason"), entry["characters"].as_u64().unwrap());
        for name in list(entry, "documents") {
            let found = left_out(document(name.as_str().unwrap()), reason);
            // Quotation marks are left out with the quotation; at a page's end one more sign may be.
            assert!(
                found.abs_diff(characters) <= 3,
                "{reason} in {name}: {characters} planted, {found} left out"
            );
        }
    }
}

/// Returns the value beside a fact of a page, the text between its tags.
fn fact<'p>(page: &'p str, name: &str) -> &'p str {
    let (_, after) = page.split_once(&format!("<dt>{name}</dt>")).unwrap();
    let (_, after) = after.split_once("<bdi>").unwrap();
    after.split_once('<').unwrap().0
}

/// Returns the numbers of passages and of sources that count in the figures of a page.
fn passages_that_count(page: &str) -> (usize, usize) {
    let (_, after) = page.split_once(">Passages that count</th>").unwrap();
    let row = after.split_once("</tr>").unwrap().0;
    let numbers = row.split(|c: char| !c.is_ascii_digit());
    let mut numbers = numbers.filter_map(|number| number.parse().ok());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

#[test]
fn all_reports_count_the_same_sources_and_passages() {
    let place = Place::new();
    let [json, html] = ["report.json", "html"].map(|name| place.at(name));
    let outputs = ["--json", program::str(&json), "--html", program::str(&html)];
    let samples = samples();
    let check = ["check", program::str(&samples), "--quiet"];
    program::done(&[&check[..], &outputs].concat());
    let report = place.json("report.json");
    let mut only_left_out = 0;
    for (number, document) in (1..).zip(list(&report, "documents")) {
        let page = html.join(format!("documents/{number:04}.html"));
        let page = std::fs::read_to_string(page).unwrap();
        let sources = list(document, "sources");
        // A declaration with a word before it is no passage that counts.
        let counting = (sources.iter()).filter(|source| number_of(source, "characters") >= 30);
        let counting = counting.count();
        let (passages, sources_of) = passages_that_count(&page);
        assert_eq!(sources_of, counting, "{document}");
        // What stands only in the declaration of originality is no passage that counts.
        assert_eq!(passages == 0, counting == 0, "{document}");
        only_left_out += sources.len() - counting;
        let note = page.matches("Only in left-out text.").count();
        assert_eq!(note, sources.len() - counting);
        let title = fact(&page, "SHA-256");
        assert_eq!(title.len(), 64);
    }
    assert!(only_left_out > 10, "{only_left_out}");
    let index = std::fs::read_to_string(html.join("index.html")).unwrap();
    let pairs = list(&report, "pairs");
    let strong = (pairs.iter().flat_map(|pair| list(pair, "passages")))
        .filter(|passage| passage["strength"] == "strong");
    let counted: usize = index
        .split_once(" strong passages that count")
        .and_then(|(before, _)| before.rsplit('>').next()?.parse().ok())
        .unwrap();
    let listed = strong.filter(|passage| passage["left_out"].is_null());
    assert_eq!(counted, listed.count());
}

#[test]
fn a_file_without_text_is_not_cleared() {
    let place = Place::new();
    program::write_texts(&place.at("theses"), 1..4, 40);
    place.copy("broken/scanned.pdf", "theses/scan.pdf");
    place.done("check --quiet theses --html html --json report.json");
    let report = place.json("report.json");
    let documents = list(&report, "documents");
    let at = documents
        .iter()
        .position(|one| str(one, "path") == "scan.pdf")
        .unwrap();
    assert_eq!(documents[at]["total_copied_share"], Value::Null);
    let page = place.read(&format!("html/documents/{:04}.html", at + 1));
    assert!(page.contains("It was therefore not checked"), "{page}");
    assert!(!page.contains("0.0 %</p>"), "{page}");
    assert!(place.read("html/index.html").contains("no text to compare"));
}
