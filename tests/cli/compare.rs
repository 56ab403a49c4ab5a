//! Tests of `chachong compare`: two files bit by bit, and their passages side by side.

use serde_json::Value;

use crate::planted::{CHINESE, Folder, REFERENCES, body, with_paragraph};
use crate::program::{chachong, samples, stdout};

#[test]
fn compare_shows_one_pair_bit_by_bit() {
    let [a, b] = [
        "04_城市共享单车停放治理研究.docx",
        "2024届/11_共享单车停放问题（终稿）.pdf",
    ]
    .map(|name| samples().join(name).to_str().unwrap().to_owned());
    let text = stdout(&chachong(&["compare", &a, &b]));
    assert!(
        text.contains("distance 2 / 64") && text.matches('^').count() == 2,
        "{text}"
    );
    let json: Value =
        serde_json::from_str(&stdout(&chachong(&["compare", &a, &b, "--json"]))).unwrap();
    assert_eq!(
        (&json["distance"], &json["verdict"]),
        (&2.into(), &"near-duplicate".into())
    );
}

#[test]
fn compare_shows_shares_and_passages_side_by_side() {
    let edited = CHINESE.replace("二十四户", "三十户");
    let folder = Folder::new(&[
        (
            "a.txt",
            &(with_paragraph(&body("zh-canteen.txt"), CHINESE) + "\n" + REFERENCES),
        ),
        (
            "b.txt",
            &(with_paragraph(&body("zh-elevator.txt"), &edited) + "\n" + REFERENCES),
        ),
    ]);
    let paths = ["a.txt", "b.txt"].map(|name| folder.path(name).to_str().unwrap().to_owned());
    let [a, b] = paths.each_ref().map(String::as_str);
    let text = stdout(&chachong(&["compare", a, b]));
    for part in [
        "copied passage",
        "the same of everything",
        "left out: references",
        "passages: 2",
        "passage 1: edited",
        "passage 2: identical, similarity 100.0 %",
        "marks: references",
        "[二十四]户",
        "[三十]户",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains('\u{1b}'), "no colour in a file");
    let pages = tempfile::tempdir().unwrap();
    let page = pages.path().join("pair.html");
    let printed = chachong(&["compare", a, b, "--html", page.to_str().unwrap()]);
    assert_eq!(
        stdout(&printed),
        text,
        "the page comes beside what is printed"
    );
    let page = std::fs::read_to_string(page).unwrap();
    assert!(
        page.contains("Content-Security-Policy") && page.contains("<mark>三十</mark>"),
        "{page}"
    );
    let none = pages.path().join("no/such/folder/pair.html");
    let none = chachong(&["compare", a, b, "--html", none.to_str().unwrap()]);
    let message = String::from_utf8_lossy(&none.stderr);
    assert!(message.contains("folder does not exist"), "{message}");
    let long = stdout(&chachong(&["compare", a, b, "--min-passage", "1000"]));
    assert!(
        long.contains("passages: 0") && !long.contains("passage 1"),
        "{long}"
    );
    let json: Value =
        serde_json::from_str(&stdout(&chachong(&["compare", a, b, "--json"]))).unwrap();
    let mut same = folder.check(&[]).json["pairs"][0].clone();
    (same["a"], same["b"]) = (a.into(), b.into());
    assert_eq!(json, same, "the form that it has in check's report");
    let all = stdout(&chachong(&["compare", a, b, "--json", "--exclude", "none"]));
    let all: Value = serde_json::from_str(&all).unwrap();
    assert_eq!(all["copied_share_a"], json["copied_share_of_everything_a"]);
    let few = folder.path("few.txt");
    std::fs::write(&few, "一句").unwrap();
    let few = chachong(&["compare", a, few.to_str().unwrap()]);
    assert_eq!((few.status.code(), stdout(&few).as_str()), (Some(1), ""));
}
