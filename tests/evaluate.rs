//! `chachong evaluate` as people and scripts call it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn evaluate(input: &[u8], options: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chachong"))
        .args(["evaluate", "-", "--lang", "en"])
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

/// A case with a copy, and one of the same texts without it.
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
    let table = String::from_utf8(output.stdout).unwrap();
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
    assert!(String::from_utf8_lossy(&output.stderr).contains("2 / 2"));
}

#[test]
fn a_broken_line_is_named_and_the_rest_goes_on() {
    let output = evaluate(format!("{{\"id\":3}}\n{}", cases()).as_bytes(), &["-q"]);
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("line 1: not a case"), "{said}");

    let output = evaluate(b"nonsense", &["-q"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
}
