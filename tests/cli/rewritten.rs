//! Tests of `check --rewritten` and `evaluate --rewritten`: leads to rewritten and translated passages, in the report, from
//! the library, and nothing else changed by them.

use std::path::Path;

use serde_json::Value;

use crate::program::{Place, done, str};
use crate::rewritten_texts::{REWRITTEN, TRANSLATED, has_model, write_pair};

/// Paths of both documents of each lead, and its kind.
fn leads(report: &Value) -> Vec<(String, String, String)> {
    let text = |lead: &Value, key: &str| lead[key].as_str().unwrap().to_owned();
    (report["leads"].as_array().unwrap().iter())
        .map(|lead| (text(lead, "a"), text(lead, "b"), text(lead, "kind")))
        .collect()
}

fn write_all(sources: &Path, theses: &Path) {
    for folder in [sources, theses] {
        std::fs::create_dir_all(folder).unwrap();
    }
    for id in REWRITTEN.iter().chain(&TRANSLATED) {
        let source = sources.join(format!("{id} source.txt"));
        write_pair(id, &source, &theses.join(format!("{id} thesis.txt")));
    }
}

#[test]
fn leads_stand_beside_the_findings_and_change_none() {
    if !has_model() {
        return;
    }
    let place = Place::new();
    let folder = place.at("theses");
    write_all(&folder, &folder);
    place.done("check -q theses --json plain.json");
    let told = place.done("check -q theses --rewritten --json with.json");
    let (plain, mut with) = (place.json("plain.json"), place.json("with.json"));
    let found = leads(&with);
    for (ids, kind) in [
        (&REWRITTEN[..], "rewritten"),
        (&TRANSLATED[..], "translated"),
    ] {
        for id in ids {
            let names = (format!("{id} source.txt"), format!("{id} thesis.txt"));
            let of_pair = |(a, b, of): &&(String, String, String)| {
                (a.as_str(), b.as_str(), of.as_str()) == (&names.0, &names.1, kind)
            };
            assert!(found.iter().find(of_pair).is_some(), "{id}: {found:?}");
        }
    }
    let is_planted =
        |(a, b, _): &&(String, String, String)| a.split(' ').next() == b.split(' ').next();
    let false_leads: Vec<_> = found.iter().filter(|lead| !is_planted(lead)).collect();
    assert!(false_leads.is_empty(), "{false_leads:?}");
    assert!(told.contains("own-zh-21 source.txt"), "{told}");
    with.as_object_mut().unwrap().remove("leads");
    assert_eq!(plain, with);
    assert_eq!(plain.get("leads"), None);
}

#[test]
fn next_years_theses_are_compared_with_the_library_at_once() {
    if !has_model() {
        return;
    }
    let place = Place::new();
    write_all(&place.at("2025"), &place.at("2026"));
    place.done("check -q 2025 --rewritten --library kept.chachong --add");
    let check = "check 2026 --rewritten --library kept.chachong --json report.json";
    place.done(check);
    let found = leads(&place.json("report.json"));
    let from_library = |lead: &&(String, String, String)| lead.1.contains("source.txt");
    assert!(found.iter().filter(from_library).count() >= 4, "{found:?}");
    // The sources' vectors came from the library: only the theses were encoded, and those once.
    let again = place.done(check);
    assert!(again.contains("source.txt"), "{again}");
    assert_eq!(leads(&place.json("report.json")), found);
}

#[test]
fn without_the_model_the_program_says_where_it_comes_from() {
    let place = Place::new();
    place.write("texts/a.txt", "夜间开放的阅览室人数增加了两倍。");
    std::fs::create_dir(place.at("models")).unwrap();
    place.refused("check texts --rewritten --models models", "make_models.py");
}

#[test]
fn labelled_cases_measure_the_leads() {
    if !has_model() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let cases = dir.path().join("cases.jsonl");
    let mut lines = String::new();
    for id in &REWRITTEN {
        let (source, thesis) = (dir.path().join("s"), dir.path().join("t"));
        write_pair(id, &source, &thesis);
        let [src, susp] = [source, thesis].map(|path| std::fs::read_to_string(path).unwrap());
        let middle = |text: &str| {
            let (start, end) = (text.find("\n\n").unwrap() + 2, text.rfind("\n\n").unwrap());
            [&text[..start], &text[..end]].map(|part| part.chars().count())
        };
        let ([susp_start, susp_end], [start, end]) = (middle(&susp), middle(&src));
        let plag = [[susp_start, susp_end, start, end]];
        let case =
            serde_json::json!({"id": id, "kind": "zh", "susp": susp, "src": src, "plag": plag});
        lines.push_str(&case.to_string());
        lines.push('\n');
    }
    std::fs::write(&cases, lines).unwrap();
    let report = done(&["evaluate", "-q", "--rewritten", "--json", str(&cases)]);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["all"]["planted"], 3, "{report}");
    assert_eq!(report["all"]["found"], 3, "{report}");
    assert_eq!(report["all"]["false_leads"], 0, "{report}");
    let table = done(&["evaluate", "-q", "--rewritten", str(&cases)]);
    assert!(table.contains("False leads"), "{table}");
}
