//! Test of `chachong extract`.

use crate::program::{chachong, fixture, stderr, stdout, str};

#[test]
fn extract_prints_a_txt_exactly_as_it_stands() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.txt");
    std::fs::write(&file, "\u{FEFF}第一行\r\n\tsecond line \n").unwrap();
    let output = chachong(&["extract", file.to_str().unwrap()]);
    assert_eq!(
        (output.status.code(), stdout(&output).as_str()),
        (Some(0), "第一行\r\n\tsecond line \n")
    );
    let failed = chachong(&["extract", str(&fixture("broken/encrypted.pdf"))]);
    assert_eq!(
        (failed.status.code(), stdout(&failed).as_str()),
        (Some(1), "")
    );
    assert!(stderr(&failed).contains("password"));
}

#[test]
fn the_record_says_who_wrote_what_and_where_it_stands() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir
        .path()
        .join("2019000123_孟夜_夜间图书馆的灯光布置研究.txt");
    let text = "东海灯火大学\n硕士学位论文\n题目：夜间图书馆的灯光布置研究\n姓名：孟夜\n学号：2019000123\n导师：孟灯书 教授\n\
        2021年5月\n摘要\n本文讨论灯光。\n";
    std::fs::write(&file, text).unwrap();
    let output = chachong(&["extract", "--record", str(&file)]);
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let stated = |field: &str| {
        let of = |part: &str| record[field][part].as_str().unwrap_or_default().to_owned();
        [of("value"), of("place"), of("certainty")]
    };
    assert_eq!(stated("author"), ["孟夜", "cover", "sure"]);
    assert_eq!(stated("student_number"), ["2019000123", "cover", "sure"]);
    assert_eq!(
        stated("title"),
        ["夜间图书馆的灯光布置研究", "cover", "sure"]
    );
    assert_eq!(stated("supervisor"), ["孟灯书", "cover", "sure"]);
    assert_eq!(stated("year"), ["2021", "cover", "sure"]);
}
