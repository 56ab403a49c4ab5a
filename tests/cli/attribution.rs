//! Attribution of passages through the built program: labels of both sides, the figures of each document, groups that are left out.

use serde_json::Value;

use crate::planted::{CHINESE, Folder, body};

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
