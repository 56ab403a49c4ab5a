//! Tests of `chachong evaluate`, as people and scripts call it.

use std::io::Write;
use std::process::{Output, Stdio};

use chachong_lab::evaluate::{Comparison, Kind, Method};
use chachong_lab::schemes::Scheme;

use crate::program::{Place, command, files_in, fixture, stderr, stdout};

fn evaluate(input: &[u8], options: &[&str]) -> Output {
    let mut child = command(&["evaluate", "-"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

const COPIED: &str = "菜叶和果皮含水多，单独堆放很快就会发酸发臭；枯叶、锯末和碎纸板含碳高，却分解得很慢，两类材料要按体积一比二混合，\
    再用铁锹翻动几次，箱内的温度三天之内就能升到五十度以上。";

/// Makes a case with a copy, and one of the same texts without it.
fn cases() -> String {
    let (susp, src) = (
        "夜间开放的图书馆里读者不多。",
        "小区的垃圾清运车一天只来一趟。",
    );
    let [start, other_start] = [susp, src].map(|text| text.chars().count());
    let length = COPIED.chars().count();
    let line = |id: &str, kind: &str, susp: String, src: String, plag: &[[usize; 4]]| serde_json::json!({"id": id, "kind": kind, "susp": susp, "src": src, "plag": plag});
    let place = [start, start + length, other_start, other_start + length];
    let copy = line(
        "1",
        "copy",
        format!("{susp}{COPIED}"),
        format!("{src}{COPIED}"),
        &[place],
    );
    let clean = line("2", "clean", susp.to_owned(), src.to_owned(), &[]);
    format!("{copy}\n{clean}\n")
}

#[test]
fn figures_come_by_kind_and_over_all() {
    let output = evaluate(cases().as_bytes(), &["--quiet"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
    let table = stdout(&output);
    let first: Vec<&str> = table
        .lines()
        .map(|line| line.split(' ').next().unwrap_or_default())
        .collect();
    assert_eq!(first[0], "Kind");
    assert_eq!(first[2..], ["clean", "copy", "all"], "{table}");

    let output = evaluate(cases().as_bytes(), &["--json", "--threads", "1"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["all"]["plagdet"], 1.0, "{json}");
    assert_eq!(json["kinds"][0]["clean_flagged"], 0);
    assert_eq!(json["kinds"][0]["plagdet"], serde_json::Value::Null);
    assert!(stderr(&output).contains("2 / 2"));
}

#[test]
fn a_broken_line_is_named_and_the_rest_goes_on() {
    let output = evaluate(format!("{{\"id\":3}}\n{}", cases()).as_bytes(), &["-q"]);
    assert_eq!(output.status.code(), Some(0));
    let said = stderr(&output);
    assert!(said.starts_with("line 1: this is not a case"), "{said}");

    let output = evaluate(b"nonsense", &["-q"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
}

#[test]
fn a_made_set_shows_what_every_scheme_finds() {
    let place = Place::new();
    for (name, text) in files_in(&fixture("texts")) {
        place.write(&format!("texts/{name}"), text);
    }
    let made = place.run("evaluate --make set texts -q");
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    assert!(
        stdout(&made).starts_with("Made from 14 documents: "),
        "{}",
        stdout(&made)
    );
    // Fixtures that are near-duplicates of each other are named, not called clean.
    assert!(
        stderr(&made).contains("zh-bikes-near.txt"),
        "{}",
        stderr(&made)
    );

    let options = "--json --csv curve.csv -q --false-alarms 0";
    let evaluated = place.run(&format!("evaluate set {options}"));
    assert_eq!(evaluated.status.code(), Some(0), "{}", stderr(&evaluated));
    let figures: Comparison = serde_json::from_slice(&evaluated.stdout).unwrap();
    assert_eq!(figures.pairs, figures.copies + figures.clean);
    assert!(
        figures.copies > 14 * 13 && figures.clean > 70,
        "{figures:?}"
    );
    assert_eq!(figures.schemes.len(), Method::all().len());
    let found = |name: &str, kind: &str| {
        let method = figures.schemes.iter().find(|m| m.name() == name).unwrap();
        let kind = method.kinds.iter().find(|k| k.kind == kind).unwrap();
        (kind.found, kind.copies)
    };
    let normalising = ["passages", "simhash:thesis"]
        .into_iter()
        .chain(Scheme::NAMES);
    for name in normalising {
        for (kind, copies) in [("invisible", 14), ("width", 14), ("script", 10)] {
            assert_eq!(found(name, kind), (copies, copies), "{name} {kind}");
        }
    }
    for kind in ["edit-1", "edit-50", "partial-20", "reorder"] {
        assert_eq!(found("passages", kind), (14, 14), "{kind}");
    }
    assert!(found("simhash:thesis", "partial-20").0 < 7);
    assert!(found("longest-sentences", "edit-10").0 > 7);
    for method in &figures.schemes {
        let chosen = method.within_rate.unwrap();
        assert_eq!(chosen.false_positives, 0, "{}", method.name());
        assert!(method.best.unwrap().f1 >= chosen.f1);
        assert_eq!(chosen.distance.is_some(), method.scheme == "simhash");
    }

    // The exported curve has as many points, and precision and recall follow from the counts.
    let rows = place.rows("curve.csv").split_off(1);
    let curves: usize = figures.schemes.iter().map(|m| m.curve.len()).sum();
    assert_eq!(rows.len(), curves);
    for row in rows {
        let number = |column: usize| row[column].parse::<f64>().unwrap();
        let (found, wrong, missed) = (number(2), number(3), number(4));
        assert!((number(5) - found / (found + wrong)).abs() < 1e-6);
        assert!((number(6) - found / (found + missed)).abs() < 1e-6);
        assert!((found + missed - figures.copies as f64).abs() < 1e-9);
    }

    // Once more, with another number of threads and with two schemes alone.
    let again = place.run(&format!("evaluate set --threads 1 {options}"));
    assert_eq!(again.stdout, evaluated.stdout);
    let one = place.run("evaluate set --scheme cosine --scheme simhash -q");
    let table = stdout(&one);
    assert!(
        table.contains("cosine") && table.contains("simhash:md5-32"),
        "{table}"
    );
    assert!(!table.contains("jaccard"), "{table}");
}

#[test]
fn a_set_is_made_the_same_and_never_over_anything() {
    let place = Place::new();
    for name in ["zh-canteen.txt", "zh-clothes.txt"] {
        place.copy(&format!("texts/{name}"), name);
    }
    for (set, threads) in [("one", 1), ("two", 2)] {
        let sources = "zh-canteen.txt zh-clothes.txt missing.txt";
        let made = format!("evaluate -q --threads {threads} --make {set} {sources}");
        let made = place.run(&made);
        assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
        assert!(stderr(&made).contains("missing.txt"));
    }
    let no_set = place.refused("evaluate .", "pairs.jsonl");
    let told = stderr(&no_set);
    assert!(
        told.contains("pairs.jsonl") && told.contains("check that it still exists"),
        "{told}"
    );
    let contents = |set: &str| files_in(&place.at(set));
    let made = contents("one");
    assert_eq!(made.len(), 1 + 2 + 2 * Kind::ALL.len());
    assert_eq!(made, contents("two"));

    let again = "evaluate --make one zh-canteen.txt zh-clothes.txt -q";
    place.refused(again, "not an empty folder");
    assert_eq!(made, contents("one"));
    place.refused("evaluate --make new zh-canteen.txt -q", "");
    assert!(!place.at("new").exists());
}

#[test]
fn pairs_of_a_persons_own_are_read_beside_their_file() {
    let place = Place::new();
    for name in ["zh-bikes.txt", "zh-bikes-near.txt", "zh-canteen.txt"] {
        place.copy(&format!("texts/{name}"), &format!("mine/{name}"));
    }
    let lines = r#"{"a":"zh-bikes.txt","b":"zh-bikes-near.txt","copy":true}
{"a":"zh-bikes.txt","b":"./zh-canteen.txt","copy":false}
{"a":"zh-bikes.txt","b":"gone.txt","copy":true}
{"a":"zh-bikes.txt"}
"#;
    place.write("mine/pairs.jsonl", lines);
    let output = place.run("evaluate mine/pairs.jsonl -q");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let said = stderr(&output);
    assert!(
        said.contains("line 4: this is not a case") && said.contains("gone.txt"),
        "{said}"
    );
    assert!(stdout(&output).starts_with("2 pairs: 1 copy and 1 unrelated."));

    place.refused("evaluate mine/pairs.jsonl -q --csv no/curve.csv", "");
    for usage in [
        "evaluate mine/pairs.jsonl --scheme nothing",
        "evaluate mine/pairs.jsonl --false-alarms 1.5",
        "evaluate mine/pairs.jsonl another.jsonl",
        "evaluate --make set a.txt --json",
        "evaluate",
    ] {
        assert_eq!(place.run(usage).status.code(), Some(2), "{usage}");
    }
    let output = evaluate(cases().as_bytes(), &["-q", "--scheme", "cosine"]);
    assert_eq!(output.status.code(), Some(1));
}
