//! Attribution of passages through the built program: labels of both sides, the figures of each document, groups that are left out.

use std::path::Path;

use serde_json::Value;

use crate::planted::{CHINESE, Folder, body, extract};
use crate::program::{files_in, str};

const LIST: &str = "参考文献\n[1] 沈知远. 夜间开放的图书馆[J]. 灯塔学报, 2010, 29(3): 17-18.\n[2] 陆明. 阅读史[M]. 北京: 灯塔出版社, 2006.\n\
    [3] 方舟. 灯光研究[J]. 灯塔学报, 2012, 31(1): 1-8.\n[4] 秦安. 夜读的人[M]. 北京: 灯塔出版社, 2013.\n";

/// Returns a folder in which one document cites what both have, and the other does not.
fn folder() -> Folder {
    let cited = format!("{}{CHINESE}[2]\n\n{LIST}", body("zh-canteen.txt"));
    let plain = format!("{}{CHINESE}\n", body("zh-bikes.txt"));
    Folder::new(&[("a.txt", &cited), ("b.txt", &plain)])
}

/// Returns the copied characters of a document in each group, and all.
fn figures(document: &Value) -> ([u64; 4], u64) {
    let by = &document["copied_by_attribution"];
    let groups = ["none", "cited", "quoted", "cited-and-quoted"];
    let groups = groups.map(|group| by[group].as_u64().unwrap());
    let copied = document["identical_characters"].as_u64().unwrap()
        + document["edited_characters"].as_u64().unwrap();
    (groups, copied)
}

#[test]
fn each_side_of_a_passage_says_whether_it_is_cited() {
    let report = folder().check(&[]);
    let passage = &report.json["pairs"][0]["passages"][0];
    assert_eq!(passage["attribution_a"], "cited");
    assert_eq!(passage["attribution_b"], "none");
    let reason = &passage["attribution_reason_a"];
    assert!(
        reason["reference"]
            .as_str()
            .unwrap()
            .starts_with("[2] 陆明"),
        "{reason}"
    );
    let (groups, copied) = figures(report.json_document("a.txt"));
    assert_eq!(groups.iter().sum::<u64>(), copied);
    assert_eq!((groups[0], groups[2], groups[3]), (0, 0, 0));
    let (groups, copied) = figures(report.json_document("b.txt"));
    assert_eq!(groups, [copied, 0, 0, 0]);
}

#[test]
fn a_group_that_is_left_out_counts_no_more_and_is_named() {
    let report = folder().check(&["--exclude", "parts,cited"]);
    assert_eq!(report.document("a.txt")[9], "0.0000");
    assert_ne!(report.document("b.txt")[9], "0.0000");
    let left_out = &report.json_document("a.txt")["left_out"];
    let reasons: Vec<&str> = (left_out.as_array().unwrap().iter())
        .map(|by| by["reason"].as_str().unwrap())
        .collect();
    assert_eq!(reasons, ["references", "cited"]);
    let excluded = report.json["settings"]["exclude"].as_array().unwrap();
    assert!(excluded.iter().any(|name| name == "cited"));
}

/// Two works: one that a library has, and one that only the reference list names.
const OLD_WORK: &str = "居民轮值的组织与变迁";

/// Returns a passage's attribution in the report on a document that cites the second entry of its list, and the standing of its
/// source. `source` is added to a library as it is named, before the check.
fn against_library(source: (&str, &str), list: &str) -> (String, String, u64) {
    let text = format!("{}{CHINESE}[2]\n\n{list}", body("zh-canteen.txt"));
    let folder = Folder::new(&[("a.txt", &text), ("b.txt", &body("zh-bikes.txt"))]);
    folder.0.write(source.0, source.1);
    (folder.0).done(&format!("library add -q l.chachong {}", source.0));
    let library = folder.0.at("l.chachong");
    let report = folder.check(&["--library", str(&library)]);
    let passage = &report.json["pairs"][0]["passages"][0];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let none = &report.json_document("a.txt")["copied_by_attribution"]["none"];
    (
        text(&passage["attribution_a"]),
        text(&passage["attribution_reason_a"]["source"]),
        none.as_u64().unwrap(),
    )
}

/// Returns the reference list with another second entry.
fn with_second(work: &str, year: u16) -> String {
    let entry = format!("{work}[M]. 北京: 灯塔出版社, {year}");
    LIST.replace("陆明. 阅读史[M]. 北京: 灯塔出版社, 2006", &entry)
}

/// Returns the line of a dump with an article of 2005 that has the passage.
fn article() -> String {
    let text = format!(
        "{}\n{CHINESE}\n{}",
        body("zh-elevator.txt"),
        body("zh-clothes.txt")
    );
    let line = serde_json::json!({
        "title": OLD_WORK, "text": text, "date": "2005-06-01",
        "address": "https://wiki.example/1", "licence": "CC BY-SA 4.0",
    });
    format!("{line}\n")
}

#[test]
fn a_citation_of_another_work_than_the_library_s_does_not_clear_a_passage() {
    let younger = with_second("陆明. 阅读的社会史", 2009);
    let (label, source, none) = against_library(("dump.jsonl", &article()), &younger);
    assert_eq!((label.as_str(), source.as_str()), ("none", "other-work"));
    assert!(none > 100, "{none}");
    // An older work may be where the source has the passage from.
    let older = with_second("陆明. 阅读的社会史", 2001);
    let (label, source, none) = against_library(("dump.jsonl", &article()), &older);
    assert_eq!(
        (label.as_str(), source.as_str(), none),
        ("cited", "not-listed", 0)
    );
    // The work itself is cited.
    let own = with_second(&format!("何以宁. {OLD_WORK}"), 2009);
    let (label, source, none) = against_library(("dump.jsonl", &article()), &own);
    assert_eq!(
        (label.as_str(), source.as_str(), none),
        ("cited", "cited", 0)
    );
}

#[test]
fn a_citation_stands_where_a_fellow_student_s_thesis_has_the_passage_too() {
    let thesis = format!(
        "题目：{OLD_WORK}\n作者：何以宁\n学号：2001230045\n日期：2005年6月\n\n{}\n{CHINESE}\n{}",
        body("zh-elevator.txt"),
        body("zh-clothes.txt")
    );
    let younger = with_second("陆明. 阅读的社会史", 2009);
    let (label, source, none) = against_library(("thesis.txt", &thesis), &younger);
    assert_eq!(
        (label.as_str(), source.as_str(), none),
        ("cited", "not-listed", 0)
    );
}

#[test]
fn every_report_names_a_group_that_is_switched_off() {
    let folder = folder();
    (folder.0).done("check -q folder --exclude parts,quoted --html html --pdf pdf");
    let (html, pdf) = (folder.0.at("html"), folder.0.at("pdf"));
    // Neither document has a quotation.
    let language = chachong_messages::Language::English;
    let group = language.text("left-out.quoted");
    let off = language.fill("attribution.off", &[("groups", &group)]);
    let pages = html_pages(&html);
    let naming = pages.iter().filter(|page| page.contains(&off)).count();
    assert_eq!(naming, 2, "one page for each document");
    let files: Vec<_> = std::fs::read_dir(&pdf)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    let naming = files.iter().filter(|file| {
        let text: String = extract(file).into_iter().collect();
        text.replace('\n', " ").contains(&off)
    });
    assert_eq!(naming.count(), 2, "{files:?}");
}

/// Returns all pages below a folder.
pub(crate) fn html_pages(folder: &Path) -> Vec<String> {
    let pages = files_in(folder).into_iter();
    pages
        .filter(|(name, _)| name.rsplit('.').next() == Some("html"))
        .map(|(_, page)| String::from_utf8(page).unwrap())
        .collect()
}
