//! Tests of `check --find-references`: entries of reference lists are looked up in the libraries of the check.

use serde_json::Value;

use crate::attribution::html_pages;
use crate::program::{Place, chachong, str};
use crate::report_schema::Schema;

/// Works of a library, as a table of them.
const WORKS: &str = r#"{"id":"1","title":"夜间开放的图书馆研究","author":"沈知远","date":"2010","text":"TEXT一"}
{"id":"2","title":"A history of reading at night: lamps and pages","author":"Lu, Ming; Shen, Zhiyuan","date":"2006","text":"TEXT二"}
{"id":"3","title":"社区阅读的组织与评估方法","author":"顾清","date":"2012","text":"TEXT三"}
"#;

/// List whose first entry is in the library, the second with another year, the third only with another word; the fourth is in none, and
/// the fifth has no title that can be read.
const THESIS: &str = "第一章 绪论\n社区图书馆的夜间开放始于上个世纪[1]，许多街道都有读者[2,3]，馆员值班到深夜[4,5]。\n参考文献\n\
    [1] 沈知远. 夜间开放的图书馆研究[J]. 灯塔学报, 2010, 29(3): 17-18.\n\
    [2] Lu M, Shen Z. A History of Reading at Night: Lamps and Pages[M]. Lamp Press, 2009.\n\
    [3] 顾清. 社区阅读的组织与评价方法[J]. 灯塔学报, 2012, 31(1): 5-9.\n\
    [4] 何以宁. 灯光与书页的关系研究[D]. 灯塔大学, 2011.\n\
    [5] M. Lu, Z. Shen, Lamps and pages at night, Lamp Journal 12 (2010) 81–93.\n";

struct Report {
    json: Value,
    table: String,
    place: Place,
}

/// Checks the thesis against the library twice, the second time with the index of titles that the first has left; both must agree.
fn looked_up(options: &str) -> Report {
    let place = Place::new();
    let text = "夜里的图书馆比白天安静得多，值班的馆员一直坐到深夜，灯光照着空荡荡的书架和几位迟归的读者。".repeat(6);
    place.write("works.jsonl", WORKS.replace("TEXT", &text));
    place.done("library add works.chachong works.jsonl");
    place.write("theses/1.txt", THESIS);
    let check = "check theses --library works.chachong --find-references";
    let check = format!("{check} --json report.json --html pages {options}");
    let first = place.done(&check);
    let json = place.json("report.json");
    assert!(place.at("works.chachong.titles").is_file());
    let table = place.done(&check);
    assert_eq!((&first, &json), (&table, &place.json("report.json")));
    Report { json, table, place }
}

fn lookups(report: &Value) -> Vec<&Value> {
    let entries = report["documents"][0]["references"].as_array().unwrap();
    entries.iter().map(|entry| &entry["lookup"]).collect()
}

#[test]
fn each_entry_says_what_the_library_has() {
    let report = looked_up("");
    Schema::published().holds(&report.json);
    let lookups = lookups(&report.json);
    let answers: Vec<&str> = lookups
        .iter()
        .map(|one| one["answer"].as_str().unwrap())
        .collect();
    assert_eq!(
        answers,
        ["found", "found", "similar", "not-found", "no-title"]
    );
    assert_eq!(lookups[0]["record"]["title"], "夜间开放的图书馆研究");
    assert_eq!(lookups[0]["record"]["differs_in"], serde_json::json!([]));
    assert_eq!(
        lookups[1]["record"]["differs_in"],
        serde_json::json!(["year"])
    );
    assert_eq!(lookups[3]["record"], Value::Null);
    assert_eq!(lookups[3]["sentence"], "Not found in works.");
    assert!(
        report
            .table
            .contains("1 found, 1 found with other details, 2 not found, 1 not looked up"),
        "{}",
        report.table
    );
    let page = html_pages(report.place.path()).concat();
    assert!(
        page.contains("Not found in works. A similar title is in works"),
        "{page}"
    );
    assert!(page.contains("libraries never hold all works"));
}

#[test]
fn without_names_no_author_of_a_record_is_told() {
    let report = looked_up("--blind");
    for lookup in lookups(&report.json) {
        let record = &lookup["record"];
        assert!(
            record.is_null() || record["authors"] == serde_json::json!([]),
            "{lookup}"
        );
    }
}

#[test]
fn without_a_library_nothing_can_be_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    let output = chachong(&["check", str(folder.path()), "--find-references"]);
    assert_eq!(output.status.code(), Some(2));
}
