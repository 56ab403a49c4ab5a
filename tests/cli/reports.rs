//! Tests of the reports that `chachong check` writes: all formats in one run, standard output, names, folders that
//! cannot be written, and `chachong report` afterwards.

use chachong_compare::{Decision, DocumentIndex};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::program::{
    BYTE_ORDER_MARK, Place, command_in, files_in, said, sql, stderr, stdout, str, text,
};

/// Formats of one file a document.
const OF_DOCUMENT: [&str; 2] = ["docx", "pdf"];
/// Formats of one file.
const OF_CHECK: [&str; 5] = ["class-pdf", "csv", "documents-csv", "json", "xlsx"];

/// Returns the options that ask for every report below a folder.
fn every_report(folder: &str) -> String {
    let files = OF_CHECK.map(|format| format!(" --{format} {folder}/{format}.check"));
    let folders = ["docx", "pdf", "html"].map(|format| format!(" --{format} {folder}/{format}"));
    files.concat() + &folders.concat()
}

/// Makes a place with the folder `theses`.
fn theses(numbers: Range<u64>) -> Place {
    let place = Place::new();
    crate::program::write_texts(&place.at("theses"), numbers, 40);
    place
}

/// Adds the same paragraphs to the first two theses.
fn share_a_part(place: &Place) {
    let shared = text(50, 30);
    for name in ["theses/001.txt", "theses/002.txt"] {
        place.write(name, format!("{}\n{shared}", place.read(name)));
    }
}

/// Returns the path of a program of the system; `None`, with a message, where it is missing.
pub(crate) fn tool(name: &str, package: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file());
    if found.is_none() {
        assert!(
            std::env::var_os("CHACHONG_TEST_EVERYTHING").is_none(),
            "no {name}: install {package}"
        );
        // Written to stderr directly: the output of a passing test is not shown.
        let _ = writeln!(
            std::io::stderr(),
            "left out: reports opened by {name} (Debian: {package})"
        );
    }
    found
}

#[test]
fn one_run_writes_every_report_and_a_later_run_the_same_bytes() {
    let place = Place::of_first_samples();
    for folder in ["first", "again", "later", "by-json", "other"] {
        std::fs::create_dir(place.at(folder)).unwrap();
    }
    for library in ["kept.chachong", "other/kept.chachong"] {
        crate::program::new_library(&place.at(library));
    }
    let all = every_report("first");
    let output = place.run(&format!("check samples --library kept.chachong {all}"));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(stdout(&output).contains("near-duplicate"));

    let written = files_in(&place.at("first"));
    let all = written.len();
    let wrote = format!("Wrote {all} of {all} reports");
    assert!(
        stderr(&output).contains(&wrote),
        "{wrote}: {}",
        said(&output)
    );
    let names: BTreeSet<&str> = written.keys().map(String::as_str).collect();
    let others = written.keys().filter(|name| !name.starts_with("html/"));
    assert_eq!(others.count(), OF_CHECK.len() + 15 * OF_DOCUMENT.len());
    assert!(names.contains("html/index.html"));
    assert!(
        names.contains("docx/01_社区图书馆夜间开放服务研究_report.docx"),
        "{names:?}"
    );
    assert!(
        names.contains("docx/2024届_13_社区图书馆夜间开放服务研究_打印版_report.docx"),
        "{names:?}"
    );
    assert!(
        names.iter().all(|name| !name.contains(".part")),
        "{names:?}"
    );

    // With another library of the same name, which reports state, and another number of threads.
    let check = "check samples --threads 1 -q --library other/kept.chachong";
    let output = place.run(&(check.to_owned() + &every_report("again")));
    assert_eq!((output.status.code(), &*stderr(&output)), (Some(0), ""));
    assert!(files_in(&place.at("again")) == written);

    // Afterwards, of the saved check, by its number and by its JSON; the files themselves are gone.
    std::fs::remove_dir_all(place.at("samples")).unwrap();
    for (check, folder) in [("1", "later"), ("first/json.check", "by-json")] {
        let all = every_report(folder);
        let told = place.done(&format!("report {check} -q --library kept.chachong {all}"));
        assert!(told.contains("Check 1, samples: wrote reports for 15 documents"));
        assert!(files_in(&place.at(folder)) == written);
    }
    let list = place.done("report --list --library kept.chachong");
    assert!(
        list.contains("samples") && list.lines().count() == 3,
        "{list}"
    );
}

#[test]
fn a_hyphen_is_standard_output_and_nothing_else_goes_there() {
    let place = theses(1..4);
    place.write("theses/empty.txt", "");
    let output = place.run("check theses --json - --csv pairs.csv");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["documents"].as_array().unwrap().len(), 4);
    assert_eq!(place.rows("pairs.csv")[0][0], "document_a");
    let said_beside = stderr(&output);
    assert!(said_beside.contains("empty.txt") && said_beside.contains("read 3, failed 1"));

    let output = place.run("check theses --documents-csv - -q");
    assert!(
        stdout(&output).starts_with(BYTE_ORDER_MARK),
        "{}",
        said(&output)
    );
    for (wrong, why) in [
        ("--json - --csv -", "Only one report"),
        ("--docx -", "--docx writes several files"),
        ("--html -", "--html writes several files"),
        ("--json x --csv x", "the same file"),
    ] {
        let output = place.refused(&format!("check theses {wrong}"), why);
        assert!(output.stdout.is_empty(), "{}", said(&output));
    }
}

#[test]
fn reports_among_the_theses_are_passed_over_by_the_next_run() {
    let place = Place::new();
    crate::program::write_texts(&place.at("theses"), 1..3, 60);
    // A thesis may write about this program: it quotes the mark of its pages.
    let mark = r#"<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="generator" content="Chachong report">"#;
    place.write("theses/quotes.txt", format!("{mark}\n{}", text(2, 60)));
    let [first, second] = ["first", "second"].map(|_| {
        let reports = "--html theses/rep --pdf theses/rep --docx theses/rep";
        let said = place.done(&format!("check theses --csv p --documents-csv d {reports}"));
        assert!(
            said.contains("documents: 3 (read 3, failed 0); pairs listed: 1"),
            "{said}"
        );
        (place.rows("p"), place.rows("d"), said)
    });
    assert_eq!((&first.0, &first.1), (&second.0, &second.1));
    assert!(!first.2.contains("Skipped"), "{}", first.2);
    let count = files_in(&place.at("theses/rep")).len();
    // An index and a page, a PDF and a DOCX for each document, at least.
    assert!(count > 3 * 3, "{count}");
    let told = format!("Skipped: {count} reports made by Chachong.");
    assert!(second.2.contains(&told), "{}", second.2);

    let added = place.done("library add -q kept.chachong theses");
    assert!(added.contains(&told), "{added}");
    assert_eq!(crate::program::members(&place.at("kept.chachong")).len(), 3);
    // One that is named by hand is a report, too.
    let named = place.refused("check -q theses/rep/index.html", "");
    assert!(stdout(&named).contains("Skipped: 1 report made by Chachong."));
}

#[test]
fn a_date_is_stated_only_where_it_is_asked_for() {
    let place = theses(1..3);
    let dated = |name: &str, date: &str| {
        place.done(&format!("check theses -q --docx docx {date}"));
        let report = chachong_import::extract(&place.at("docx").join(name));
        report.unwrap().text
    };
    assert!(!dated("001_report.docx", "").contains("Date"));
    assert!(dated("001_report.docx", "--date 2026-11-22").contains("2026-11-22"));
    assert!(dated("002_report.docx", "--date").contains("Date"));
    let output = place.run("check theses -q --docx docx --date tomorrow");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(stderr(&output).contains("2026-11-22"), "{}", said(&output));
}

#[test]
fn a_report_that_cannot_be_written_is_named_and_the_others_are_written() {
    let place = theses(1..9);
    place.write("file", "here stands a file");
    let inside = Path::new("file").join("docx");
    let nowhere = Path::new("no-folder").join("pairs.csv");
    let outputs = [str(&inside), "--csv", str(&nowhere), "--json all.json"].join(" ");
    let output = place.run(&format!("check theses --docx {outputs}"));
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let complaint = stderr(&output);
    for file in [&inside, &nowhere] {
        let named = format!("{} could not be written", file.display());
        assert_eq!(complaint.matches(&named).count(), 1, "{complaint}");
    }
    assert!(!complaint.contains("Wrote 2 of 2"), "{complaint}");
    assert!(place.at("all.json").is_file() && stdout(&output).contains("documents: 8"));

    // A folder stands where a report should: that report is named, the others are written.
    std::fs::create_dir_all(place.at("docx/003_report.docx")).unwrap();
    let why = "003_report.docx could not be written: this is the name of a folder";
    place.refused("check theses --docx docx", why);
    assert_eq!(files_in(&place.at("docx")).len(), 7);
}

#[test]
fn reports_have_names_that_every_system_takes() {
    let place = Place::new();
    let folder = place.at("theses");
    let long = "夜".repeat(80);
    let names = ["con.txt", "a/thesis.txt", "A_Thesis.txt", "a b?.txt", &long];
    for (number, name) in (1..).zip(names) {
        let ending = if name == long { ".txt" } else { "" };
        let file = folder.join(format!("{name}{ending}"));
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        // Windows and file systems with short names cannot hold all of them.
        let _ = std::fs::write(file, text(number, 40));
    }
    let docx = place.at("docx");
    let reports = ["check", str(&folder), "-q", "--docx", str(&docx)];
    let output = command_in("zh", &reports).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let written = files_in(&docx);
    assert_eq!(written.len(), files_in(&folder).len());
    let lower: BTreeSet<String> = written.keys().map(|name| name.to_lowercase()).collect();
    assert_eq!(lower.len(), written.len(), "{lower:?}");
    for name in written.keys() {
        assert!(
            name.len() <= 143 && name.ends_with("_查重报告.docx"),
            "{name}"
        );
        assert!(
            !name.contains(['?', '/', ':']) && !name.starts_with("con"),
            "{name}"
        );
    }
    assert!(lower.contains("a_thesis.txt_查重报告.docx"), "{lower:?}");
}

#[test]
fn a_later_report_says_what_is_missing_and_takes_no_other_check() {
    let place = theses(1..4);
    share_a_part(&place);
    crate::program::new_library(&place.at("kept.chachong"));
    place.done("check theses -q --library kept.chachong --json all.json");
    let report = |check: &str| format!("report {check} -q --library kept.chachong --docx docx");
    place.refused(
        "report 1 -q --library kept.chachong",
        "Give at least one report",
    );
    place.refused(&report("7"), "no check with the number 7");
    let why = "none.json was not written by check --json";
    place.refused(&report("none.json"), why);
    let other = place.read("all.json");
    place.write("other.json", other.replace("003.txt", "004.txt"));
    place.refused(&report("other.json"), "no check of the same 3 files");
    let mut changed: Value = serde_json::from_str(&other).unwrap();
    changed["documents"][2]["characters"] = 17.into();
    place.write("other.json", changed.to_string());
    place.refused(&report("other.json"), "1 text differs (such as 003.txt)");
    assert!(!place.at("docx").exists());

    // The text of one document is lost, and its file too.
    std::fs::remove_file(place.at("theses/002.txt")).unwrap();
    let changed = sql(&place.at("kept.chachong"))
        .execute(
            "UPDATE text SET body = x'00' WHERE document IN
             (SELECT document FROM check_row WHERE name = '002.txt')",
            (),
        )
        .unwrap();
    assert_eq!(changed, 1);
    let output = place.run(&report("1"));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let told = stderr(&output);
    assert!(told.contains("no longer has the text of 002.txt"), "{told}");
    assert!(told.contains("compared again"), "{told}");
    let written = files_in(&place.at("docx"));
    assert_eq!(
        written.keys().collect::<Vec<_>>(),
        ["001_report.docx", "003_report.docx"]
    );
    let one = chachong_import::extract(&place.at("docx/001_report.docx")).unwrap();
    assert!(one.text.contains("Files that were not read") && one.text.contains("002.txt"));
}

/// Decides about the pair and both documents of the first check of a library.
fn decide(library: &Path) {
    use chachong_library::{CheckId, CheckStore, SqliteStore};

    let store = SqliteStore::open(library).unwrap();
    let (_, content) = store.check(CheckId(1)).unwrap();
    let mut choices = content.choices;
    for passage in &content.results.unwrap().pairs[0].passages {
        choices.set_passage(DocumentIndex(0), DocumentIndex(1), passage, false);
    }
    choices.set_decision(
        DocumentIndex(0),
        DocumentIndex(1),
        Some(Decision::NotPlagiarism),
    );
    choices.set_note(
        DocumentIndex(0),
        DocumentIndex(1),
        None,
        "Two versions of one thesis",
    );
    choices.set_decided_at(DocumentIndex(0), DocumentIndex(1), None, 1_700_000_000);
    choices.set_decision(
        DocumentIndex(0),
        DocumentIndex(0),
        Some(Decision::ToDiscuss),
    );
    choices.set_note(DocumentIndex(1), DocumentIndex(1), None, "Ask for drafts");
    store
        .save_choices(CheckId(1), &choices, &content.settings)
        .unwrap();
}

/// Decisions of a person about a saved check stand in the reports that are written later.
#[test]
fn a_later_report_has_the_decisions() {
    let place = theses(1..3);
    share_a_part(&place);
    let library = place.at("kept.chachong");
    crate::program::new_library(&library);
    place.done("check theses -q --library kept.chachong");
    decide(&library);
    let reports = "--csv pairs.csv --docx docx --pdf pdf --html html --json check.json";
    place.done(&format!("report 1 -q --library kept.chachong {reports}"));
    let pairs = place.rows("pairs.csv");
    let ends = [
        &["decision", "note"],
        &["not-plagiarism", "Two versions of one thesis"],
    ];
    assert_eq!(pairs.len(), ends.len());
    for (row, ends) in pairs.iter().zip(ends) {
        assert!(row.ends_with(&ends.map(str::to_owned)), "{row:?}");
    }
    let json = place.json("check.json");
    let fields =
        |of: &Value| ["decision", "decision_note", "decided_at"].map(|key| of[key].clone());
    assert_eq!(
        fields(&json["pairs"][0]),
        [
            json!("not-plagiarism"),
            json!("Two versions of one thesis"),
            json!("2023-11-14T22:13:20Z")
        ]
    );
    let of_documents = [0, 1].map(|at| fields(&json["documents"][at]));
    let null = Value::Null;
    assert_eq!(
        of_documents,
        [
            [json!("to-discuss"), null.clone(), null.clone()],
            [null.clone(), json!("Ask for drafts"), null]
        ]
    );
    let text = |name: &str| chachong_import::extract(&place.at(name)).unwrap().text;
    let words = text("docx/001_report.docx");
    assert!(words.contains("Judged “not plagiarism”"), "{words}");
    assert!(words.contains("To discuss"), "{words}");
    let index = place.read("html/index.html");
    for decided in ["Not plagiarism", "To discuss", "Ask for drafts"] {
        assert!(index.contains(decided), "{index}");
    }
    let pdf = text("pdf/001_report.pdf");
    let day = chachong_messages::day(1_700_000_000);
    for report in [&words, &index, &pdf] {
        let report: String = report.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(report.contains("Two versions of one thesis"), "{report}");
        assert!(report.contains(&day), "{report}");
    }
    let decided = &json["not_counted"][0];
    assert_eq!(
        (&decided["a"], &decided["scope"]),
        (&"001.txt".into(), &"pair".into())
    );
    assert_eq!(decided["decided_at"], "2023-11-14T22:13:20Z");
    assert_eq!(decided["notes"][0], "Two versions of one thesis");
}

#[test]
fn libreoffice_opens_the_docx_with_its_text_and_its_comments() {
    let Some(soffice) = tool("soffice", "libreoffice-writer") else {
        return;
    };
    let place = Place::of_first_samples();
    place.done("check samples -q --docx docx");
    let name = "01_社区图书馆夜间开放服务研究_report";
    let report = place.at(&format!("docx/{name}.docx"));
    let convert = |to: &str| {
        let profile = format!("-env:UserInstallation=file://{}", str(&place.at("profile")));
        let output = Command::new(&soffice)
            .args([&profile, "--headless", "--convert-to", to, "--outdir"])
            .args([place.path(), &report])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", said(&output));
    };
    convert("txt:Text (encoded):UTF8");
    let text = place.read(&format!("{name}.txt"));
    assert!(
        text.contains("Text similarity report")
            && text.contains("13_社区图书馆夜间开放服务研究_打印版.pdf")
    );
    convert("odt");
    let odt = std::fs::File::open(place.at(&format!("{name}.odt"))).unwrap();
    let mut odt = zip::ZipArchive::new(odt).unwrap();
    let mut content = String::new();
    std::io::Read::read_to_string(&mut odt.by_name("content.xml").unwrap(), &mut content).unwrap();
    let comments = content.matches("<office:annotation ").count();
    let ends = content.matches("<office:annotation-end ").count();
    assert!(comments > 0 && comments == ends, "{comments} {ends}");
    convert("pdf");
    let pdf = chachong_import::extract(&place.at(&format!("{name}.pdf"))).unwrap();
    assert!(!pdf.pages.is_empty() && pdf.text.contains("Text similarity report"));
}

/// A person ends the program while it writes: each report that is there is whole.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_no_half_report() {
    let place = Place::new();
    crate::program::write_texts(&place.at("theses"), 1..60, 60);
    let docx = place.at("docx");
    let mut child = place
        .command("check theses -q --docx docx")
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    // Counted without opening a file: a report gets its name, and loses its former one, while this loop looks.
    let reports = || std::fs::read_dir(&docx).map_or(0, Iterator::count);
    while child.try_wait().unwrap().is_none() && reports() < 5 {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let _ = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    child.wait().unwrap();
    let written = files_in(&docx);
    assert!(written.len() >= 5);
    for (name, bytes) in written.iter().filter(|(name, _)| !name.contains(".part")) {
        let archive = zip::ZipArchive::new(std::io::Cursor::new(bytes));
        assert!(archive.is_ok_and(|archive| archive.len() > 10), "{name}");
    }
}

/// Returns all text of a report: the parts of a zip are unpacked, a pdf goes through pdftotext.
pub(crate) fn words_of(bytes: &[u8]) -> String {
    if bytes.starts_with(b"PK") {
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
        let mut all = String::new();
        for at in 0..archive.len() {
            let mut part = archive.by_index(at).unwrap();
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut part, &mut bytes).unwrap();
            all += &String::from_utf8_lossy(&bytes);
        }
        return all;
    }
    if bytes.starts_with(b"%PDF") {
        let Some(pdftotext) = tool("pdftotext", "poppler-utils") else {
            return String::new();
        };
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.pdf");
        std::fs::write(&file, bytes).unwrap();
        let output = Command::new(pdftotext).args([str(&file), "-"]).output();
        return stdout(&output.unwrap());
    }
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn blind_reports_name_nobody_in_any_format() {
    let place = Place::new();
    let body = text(1, 200);
    for (name, number) in [("孟夜砚", "2019000123"), ("阎书窗", "2019000456")] {
        let thesis = format!(
            "东海灯火大学\n硕士学位论文\n题目：夜间图书馆的灯光布置研究\n姓名：{name}\n学号：{number}\n导师：廖灯廊 教授\n2021年5月\n\
             摘要\n{name}讨论灯光。数据由苏星潭（2019000789）提供。\n{body}\n致谢\n感谢我的导师廖灯廊。\n感谢{name}自己。\n"
        );
        place.write(&format!("theses/{number}_{name}.txt"), thesis);
    }
    place.write("theses/2019000123_孟夜砚.pdf", "damaged");
    // No cover names the third student, only the class list.
    let list = "学号,姓名\n2019000123,孟夜砚\n2019000456,阎书窗\n2019000789,苏星潭\n";
    place.write("list.csv", list);
    for blind in [true, false] {
        let (out, option) = if blind {
            ("blind", "--blind")
        } else {
            ("named", "")
        };
        std::fs::create_dir(place.at(out)).unwrap();
        let all = every_report(out);
        let output = place.run(&format!("check theses -q --list list.csv {option} {all}"));
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let files = files_in(&place.at(out));
        for name in ["孟夜砚", "阎书窗", "2019000123"] {
            assert!(!blind || !said(&output).contains(name), "{}", said(&output));
        }
        let mut named = 0;
        for (file, bytes) in &files {
            let words = file.clone() + &words_of(bytes);
            for name in [
                "孟夜砚",
                "阎书窗",
                "廖灯廊",
                "苏星潭",
                "2019000123",
                "2019000456",
                "2019000789",
            ] {
                named += usize::from(words.contains(name));
                assert!(!blind || !words.contains(name), "{file} names {name}");
            }
        }
        assert!(blind || named > 10, "{named}");
        let numbers = files.keys().filter(|file| file.contains("submission 00"));
        assert_eq!(numbers.count() > 0, blind);
    }
}

#[test]
fn a_report_never_replaces_a_document_of_the_check() {
    let place = Place::new();
    let thesis = place.write("in/thesis.txt", text(1, 20));
    let check = "check -q in --csv in/thesis.txt --json report.json";
    place.refused(check, "this would overwrite a document");
    assert_eq!(std::fs::read_to_string(&thesis).unwrap(), text(1, 20));
    assert!(!place.at("report.json").exists(), "nothing is written");
}
