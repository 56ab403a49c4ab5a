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
