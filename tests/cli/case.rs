//! Cases through the built program: opened from a saved check, recorded, listed, written to files, and deleted.

use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::checked::Checked;
use crate::program::{
    BYTE_ORDER_MARK, chachong, command, command_in, done, files_in, said, stderr, stdout, str,
};

/// Words that only a note has.
const NOTE: &str = "约谈时说是与室友合写";

#[test]
fn a_case_is_opened_recorded_listed_and_deleted() {
    let checked = Checked::new();
    let opened = checked.case(
        "open",
        &["1", "李小四.txt", "b.txt", "-q", "--by", "周老师"],
    );
    assert!(
        opened.contains("Case 1 is open: 李小四.txt, 1 passage from 1 source"),
        "{opened}"
    );
    // Everything that the student handed in.
    let opened = checked.case("open", &["1", "李小四.txt", "-q"]);
    assert!(opened.contains("Case 2 is open"), "{opened}");
    let opened = checked.case(
        "open",
        &["1", "b.txt", "李小四.txt", "--passage", "1", "-q"],
    );
    assert!(opened.contains("Case 3 is open: b.txt"), "{opened}");
    let case = checked.json("1");
    assert_eq!(case["evidence"]["subject"], "pair");
    assert_eq!(checked.json("2")["evidence"]["subject"], "student");
    assert_eq!(checked.json("3")["evidence"]["subject"], "passage");
    assert_eq!(case["evidence"]["check"], "班级");
    assert_eq!(case["history"][0]["by"], "周老师");
    let passage = &case["evidence"]["passages"][0];
    let source = std::fs::read_to_string(checked.place.join("b.txt")).unwrap();
    for side in ["in_document", "in_source"] {
        assert!(
            source.contains(passage[side]["text"].as_str().unwrap()),
            "{side}"
        );
    }
    let sha = case["evidence"]["documents"][0]["original_sha256"]
        .as_str()
        .unwrap();
    assert_eq!(sha.len(), 64);
    checked.case("note", &["1", NOTE, "--by", "周老师"]);
    checked.case("grounds", &["1", "other", "合写"]);
    checked.case("state", &["1", "asked"]);
    checked.case("statement", &["1", "是我们一起写的"]);
    let now = checked.case("state", &["1", "improper-citation", "注明室友即可"]);
    assert!(now.contains("Case 1: decided: improper citation"), "{now}");
    let shown = checked.case("show", &["1"]);
    for words in [
        "李小四.txt",
        "周老师",
        NOTE,
        "合写",
        "是我们一起写的",
        "注明室友即可",
        sha,
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let taken = checked.case("take-back", &["1"]);
    assert!(taken.contains("注明室友即可"), "{taken}");
    let taken = checked.case("take-back", &["1"]);
    assert!(taken.contains("Case 1: student asked"), "{taken}");
    checked.case("state", &["2", "other", "重写第三章"]);
    let listed = checked.case("list", &["--state", "decided"]);
    assert!(
        listed.contains("重写第三章") && listed.lines().count() == 3,
        "{listed}"
    );
    let json: Value = serde_json::from_str(&checked.case("list", &["--json"])).unwrap();
    assert_eq!(json["cases"].as_array().unwrap().len(), 3);
    assert_eq!(json["damaged"], Value::Array(Vec::new()));
    let deleted = checked.case("delete", &["1", "3"]);
    assert!(deleted.contains("Case 1 was deleted."), "{deleted}");
    for work in ["show", "take-back", "delete"] {
        assert!(
            checked.refused(work, &["1"]).contains("no such case"),
            "{work}"
        );
    }
    assert_eq!(checked.case("list", &[]).lines().count(), 3);
    checked.folder.is_in_order("l.chachong");
}

#[test]
fn a_list_is_filtered_and_written_as_csv() {
    let checked = Checked::new();
    checked.case("open", &["1", "李小四.txt", "b.txt", "-q"]);
    checked.case("open", &["1", "b.txt", "李小四.txt", "-q"]);
    let file = checked.beside("cases.csv");
    checked.case("list", &["--csv", str(&file), "--search", "李小四"]);
    let csv = std::fs::read_to_string(&file).unwrap();
    assert_eq!(csv, checked.case("list", &["--csv", "-"]));
    assert!(
        csv.starts_with(&format!("{BYTE_ORDER_MARK}case,state,outcome,")),
        "{csv}"
    );
    assert_eq!(csv.lines().count(), 3, "{csv}");
    let none = checked.case("list", &["--search", "王五"]);
    assert!(none.contains("chachong case open"), "{none}");
    // A list of other things is not overwritten.
    std::fs::write(&file, "a,b\n").unwrap();
    let refused = chachong(&["case", "list", str(&checked.library), "--csv", str(&file)]);
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "a,b\n");
}

#[test]
fn a_later_check_of_the_same_files_names_the_case() {
    let checked = Checked::new();
    let check = |paths: &[&Path]| {
        let paths: Vec<&str> = paths.iter().map(|path| str(path)).collect();
        let library = ["--library", str(&checked.library)];
        stderr(&chachong(&[&["check"], &paths[..], &library].concat()))
    };
    let concern = "about these documents";
    assert!(!check(&[&checked.place]).contains(concern));
    checked.case("open", &["1", "李小四.txt", "b.txt", "-q"]);
    let said = check(&[&checked.place]);
    assert!(
        said.contains(&format!("1 case of this library is {concern}: 1.")),
        "{said}"
    );
    // A copy under another name is the same file; the third one is of no case.
    let copy = checked.beside("copy.txt");
    std::fs::copy(checked.place.join("b.txt"), &copy).unwrap();
    assert!(check(&[&copy]).contains(concern));
    assert!(!check(&[&checked.place.join("c.txt")]).contains("case"));
}

#[test]
fn what_cannot_be_done_says_why() {
    let checked = Checked::new();
    let missing = checked.refused("open", &["1", "z.txt", "-q"]);
    assert!(
        missing.contains("no document with the name z.txt"),
        "{missing}"
    );
    let nothing = checked.refused("open", &["1", "c.txt", "-q"]);
    assert!(nothing.contains("No text of c.txt counts"), "{nothing}");
    let passage = ["1", "李小四.txt", "b.txt", "--passage", "9", "-q"];
    assert!(checked.refused("open", &passage).contains("1 passage"));
    assert!(
        checked
            .refused("open", &["7", "c.txt", "-q"])
            .contains("no check")
    );
    checked.case("open", &["1", "李小四.txt", "-q"]);
    assert!(
        checked
            .refused("take-back", &["1"])
            .contains("Nothing of case 1")
    );
    assert!(checked.refused("note", &["1", " "]).contains("no words"));
    // A decision in the user's own words needs them.
    let usage = chachong(&["case", "state", str(&checked.library), "1", "other"]);
    assert_eq!(usage.status.code(), Some(2), "{}", said(&usage));
    assert_eq!(checked.json("1")["history"].as_array().unwrap().len(), 1);
}

#[test]
fn words_are_read_from_standard_input_and_shown_in_chinese() {
    let checked = Checked::new();
    checked.case("open", &["1", "李小四.txt", "-q"]);
    let mut child = command(&["case", "statement", str(&checked.library), "1", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let words = "第一行\n第二行\n";
    (child.stdin.take().unwrap())
        .write_all(words.as_bytes())
        .unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(
        checked.json("1")["history"][1]["change"]["statement"],
        words.trim()
    );
    let shown = command_in("zh", &["case", "show", str(&checked.library), "1"]);
    let shown = stdout(&{ shown }.output().unwrap());
    for words in [
        "个案 1：",
        "学生的说明：第一行",
        "被查文档",
        "待处理",
        "第二行",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
}

#[test]
fn no_report_of_the_check_has_anything_of_its_cases() {
    let checked = Checked::new();
    let report = |name: &str| {
        std::fs::create_dir(checked.beside(name)).unwrap();
        let reports = format!("--html {name}/r --json {name}/r.json --documents-csv {name}/d.csv");
        (checked.folder).done(&format!("report 1 --library l.chachong -q {reports}"));
        files_in(&checked.beside(name))
    };
    let before = report("before");
    checked.case("open", &["1", "李小四.txt", "b.txt", "-q"]);
    checked.case("note", &["1", NOTE]);
    let after = report("after");
    assert!(before.len() > 3);
    assert!(before == after, "the reports are the same, byte for byte");
}

#[test]
fn files_are_written_recorded_and_taken_in_by_another_library() {
    let checked = Checked::new();
    checked.case(
        "open",
        &["1", "李小四.txt", "b.txt", "-q", "--by", "周老师"],
    );
    checked.case("note", &["1", NOTE]);
    let [committee, student, archive] =
        ["c.html", "s.html", "a.json"].map(|name| checked.beside(name));
    let written = checked.case("committee", &["1", str(&committee), "--by", "周老师"]);
    assert!(written.contains("seal: "), "{written}");
    checked.case("student", &["1", str(&student)]);
    // Again over a file of its own.
    checked.case("student", &["1", str(&student), "--with-surroundings"]);
    checked.case("archive", &["1", str(&archive)]);
    let case = checked.json("1");
    let history = case["history"].as_array().unwrap();
    let exported: Vec<&str> = (history.iter())
        .filter_map(|entry| entry["change"]["exported"]["file"].as_str())
        .collect();
    assert_eq!(exported, ["committee", "student", "student", "archive"]);
    let pages = [&committee, &student].map(|file| std::fs::read_to_string(file).unwrap());
    assert!(pages[0].contains(NOTE) && !pages[1].contains(NOTE));
    assert!(
        checked
            .refused("take-back", &["1"])
            .contains("Nothing of case 1")
    );
    // Another file is not overwritten.
    let text = checked.place.join("c.txt");
    let refused = chachong(&["case", "student", str(&checked.library), "1", str(&text)]);
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    let other = checked.beside("other.chachong");
    let import = || done(&["case", "import", str(&other), str(&archive)]);
    assert!(import().contains("Case 1 was taken in"));
    assert!(import().contains("already has the case"));
    let there: Value =
        serde_json::from_str(&done(&["case", "show", str(&other), "1", "--json"])).unwrap();
    assert_eq!(there["evidence"], case["evidence"]);
    assert_eq!(
        there["history"].as_array().unwrap().len(),
        history.len() - 1
    );
    let no_archive = chachong(&["case", "import", str(&other), str(&student)]);
    assert_eq!(no_archive.status.code(), Some(1), "{}", said(&no_archive));
}

#[test]
fn a_library_that_is_copied_takes_its_cases_along() {
    let checked = Checked::new();
    checked.case("open", &["1", "李小四.txt", "-q"]);
    let other = checked.beside("other.chachong");
    let copied = done(&["library", "copy", "-q", str(&checked.library), str(&other)]);
    assert!(copied.contains("1 case copied."), "{copied}");
    assert!(done(&["case", "list", str(&other)]).contains("李小四.txt"));
    // A portable copy of the documents has none.
    let portable = checked.beside("portable.chachong");
    (checked.folder).done("library export -q l.chachong portable.chachong");
    assert!(done(&["case", "list", str(&portable)]).contains("No such cases"));
}
