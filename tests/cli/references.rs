//! Tests of the remarks on reference lists: in the JSON report, in the web pages, after the tables, and without names.

use serde_json::Value;

use crate::attribution::html_pages;
use crate::program::Place;
use crate::report_schema::Schema;

/// Reference list of five entries, two of them wrong; the text cites four of them and one that is not listed.
const LIST: &str = "参考文献\n\
    [1] 沈知远. 夜间开放的图书馆研究[J]. 灯塔学报, 2010, 29(3): 17-18.\n\
    [2] 陆明. 阅读史[M]. 北京: 灯塔出版社, 2006. ISBN 978-0-306-40615-8.\n\
    [3] 何以宁. 灯光与书页的关系研究[D]. 灯塔大学, 2011.\n\
    [4] 顾清. 社区阅读的组织[J]. 灯塔学报, 2012, 31(1): 5-9. DOI:1O.1000/182.\n\
    [5] 沈知远. 夜间开放的图书馆研究[J]. 灯塔学报, 2010, 29(3): 17-18.\n";

/// Words of seven theses on one subject.
const ROOMS: [&str; 7] = [
    "阅览室",
    "书库",
    "自习室",
    "报刊架",
    "儿童角",
    "展览厅",
    "咨询台",
];

fn thesis(number: usize, list: &str) -> String {
    let room = ROOMS[number - 1];
    let own: Vec<String> = (1..20)
        .map(|floor| {
            format!(
                "到了第{floor}个晚上，{room}里的读者比前一天多了{}人，灯光也更亮。",
                floor * number + 3
            )
        })
        .collect();
    let cited = "社区图书馆的夜间开放始于上个世纪[1]，许多街道都有读者[2,3]，馆员值班到深夜[4]，有人不以为然[7]。";
    format!("第一章 绪论\n{}\n{cited}\n{list}", own.concat())
}

/// Checks two theses with the list above among five with another one; returns the JSON report, the table and the folder.
fn checked(options: &str) -> (Value, String, Place) {
    checked_with(2, options)
}

/// Checks seven theses, the first ones with the list above and the others with another one.
fn checked_with(sharing: usize, options: &str) -> (Value, String, Place) {
    let place = Place::new();
    let other = LIST
        .replace("40615-8", "40615-7")
        .replace("1O.1000", "10.1000");
    for number in 1..8 {
        let list = if number <= sharing { LIST } else { &other };
        place.write(&format!("theses/{number}.txt"), thesis(number, list));
    }
    let table = place.done(&format!(
        "check theses --json report.json --html pages {options}"
    ));
    (place.json("report.json"), table, place)
}

/// Returns the evidence of each pair that has some from reference lists: the names of both, and the rows.
fn shared(report: &Value) -> Vec<(String, String, Value)> {
    let [listed, only] = ["pairs", "evidence_only"].map(|key| report[key].as_array().unwrap());
    let pairs = listed.iter().chain(only);
    let of_kind = |row: &&Value| row["kind"] == "references";
    pairs
        .filter_map(|pair| {
            let rows = pair["evidence"].as_array().unwrap();
            let name = |side: &str| pair[side].as_str().unwrap().to_owned();
            Some((name("a"), name("b"), rows.iter().find(of_kind)?.clone()))
        })
        .collect()
}

#[test]
fn the_same_wrong_entries_are_evidence_of_a_pair_unless_the_class_has_them() {
    let (report, table, folder) = checked("");
    let found = shared(&report);
    let [(a, b, evidence)] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!((a.as_str(), b.as_str()), ("1.txt", "2.txt"));
    let entries = evidence["references"].as_array().unwrap();
    let of: Vec<(u64, &str, u64)> = (entries.iter())
        .map(|entry| {
            let kind = entry["kind"].as_str().unwrap();
            let number = |key: &str| entry[key].as_u64().unwrap();
            (number("a"), kind, number("documents"))
        })
        .collect();
    assert_eq!(of, [(1, "same-error", 2), (3, "same-error", 2)]);
    assert_eq!(entries[0]["weight"], 1.0);
    let said = "ISBN 978-0-306-40615-8.” has the same error in 2 documents";
    assert!(table.contains(said), "{table}");
    let pages = html_pages(&folder.path().join("pages"));
    assert!(pages.iter().any(|page| page.contains(said)));
    for sharing in [3, 7] {
        let (report, _, _) = checked_with(sharing, "");
        assert_eq!(shared(&report), [], "{sharing} of seven");
    }
}

fn names(entry: &Value) -> Vec<&str> {
    let remarks = entry["remarks"].as_array().unwrap().iter();
    remarks
        .map(|remark| remark["name"].as_str().unwrap())
        .collect()
}

#[test]
fn json_has_the_entries_with_their_remarks() {
    let (report, table, folder) = checked("");
    Schema::published().holds(&report);
    let document = &report["documents"][0];
    let entries = document["references"].as_array().unwrap();
    assert_eq!(entries.len(), 5);
    assert_eq!(entries[0]["title"], "夜间开放的图书馆研究");
    assert_eq!(
        (&entries[2]["number"], &entries[2]["year"]),
        (&Value::from(3), &Value::from(2011))
    );
    assert_eq!(names(&entries[1]), ["isbn-check-digit", "same-error"]);
    assert_eq!(names(&entries[3]), ["malformed-doi", "same-error"]);
    assert_eq!(names(&entries[4]), ["not-cited", "duplicate"]);
    assert_eq!(
        entries[1]["remarks"][1]["same_in"],
        serde_json::json!(["2.txt"])
    );
    assert_eq!(entries[1]["remarks"][1]["weight"], 1.0);
    assert_eq!(document["citations_not_listed"][0]["cited"], "[7]");
    let whole: Vec<char> = thesis(1, LIST).chars().collect();
    let at = |key: &str| usize::try_from(entries[2][key].as_u64().unwrap()).unwrap();
    let entry: String = whole[at("start")..at("end")].iter().collect();
    assert_eq!(
        entry,
        "[3] 何以宁. 灯光与书页的关系研究[D]. 灯塔大学, 2011."
    );
    let others = &report["documents"][3]["references"];
    assert_eq!(names(&others[1]), [""; 0]);
    assert!(table.contains("wrong ISBN 1"), "{table}");
    let page = std::fs::read_dir(folder.path().join("pages"))
        .unwrap()
        .count();
    assert!(page > 0);
}

#[test]
fn the_page_of_a_document_says_what_does_not_fit() {
    let (_, _, folder) = checked("");
    let pages = html_pages(&folder.path().join("pages"));
    let says = |words: &str| pages.iter().filter(|page| page.contains(words)).count();
    assert_eq!(
        says("The check digit of the ISBN is wrong: 978-0-306-40615-8."),
        2
    );
    assert_eq!(says("which the reference list does not have"), 7);
}

#[test]
fn without_names_the_remarks_stay() {
    let (named, _, _named_folder) = checked("");
    let (blind, _, _blind_folder) = checked("--blind");
    let of = |report: &Value| -> Vec<Vec<String>> {
        let documents = report["documents"].as_array().unwrap().iter();
        let remarks = documents.flat_map(|document| document["references"].as_array().unwrap());
        remarks
            .map(|entry| names(entry).into_iter().map(ToOwned::to_owned).collect())
            .collect()
    };
    assert_eq!(of(&named), of(&blind));
}
