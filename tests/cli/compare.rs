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
        "shared passage",
        "with nothing left out",
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

/// Program in C, of 21 lines.
const PROGRAM: &str = "#include <stdio.h>\nint sum(int *row, int n) {\n    int all = 0;\n    for (int i = 0; i < n; i++) {\n        \
        if (row[i] < 0) continue;\n        all += row[i] * row[i];\n    }\n    return all;\n}\nint widest(int *row, int n) {\n    \
        int best = row[0];\n    while (n-- > 1) {\n        if (row[n] - row[n - 1] > best) best = row[n] - row[n - 1];\n    }\n    \
        return best;\n}\nint main(void) {\n    int row[5] = {3, 1, 4, 1, 5};\n    printf(\"%d %d\\n\", sum(row, 5), widest(row, 5));\n    \
        return 0;\n}\n";

#[test]
fn compare_begins_with_the_code_of_two_programs_and_shows_its_lines() {
    let renamed = PROGRAM.replace("all", "total").replace("row", "line");
    let folder = Folder::new(&[("a.c", PROGRAM), ("b.c", &renamed)]);
    let path = |name: &str| folder.path(name).to_str().unwrap().to_owned();
    let without_prose = [
        "copied share",
        "复制比",
        "passages:",
        "相似片段",
        "fingerprint",
        "指纹",
    ];
    for (lang, words) in [
        (
            "en",
            [
                "same code 100 % (A 100.0 %, B 100.0 %); strong",
                "100.0 % of the program code of A",
                "match 1 of 1 in the code\nA  lines 1 to 21\nB  lines 1 to 21\n",
                "    int [all] = 0;",
            ],
        ),
        (
            "zh",
            [
                "代码相同 100 %（A 100.0 %，B 100.0 %）；强",
                "100.0 %",
                "代码相同处 1 / 1\nA  第 1 至 21 行\nB  第 1 至 21 行\n",
                "    int 【total】 = 0;",
            ],
        ),
    ] {
        let text = stdout(&chachong(&[
            "--lang",
            lang,
            "compare",
            &path("a.c"),
            &path("b.c"),
        ]));
        for words in words {
            assert!(text.contains(words), "{words}: {text}");
        }
        for words in without_prose {
            assert!(!text.contains(words), "{words}: {text}");
        }
    }
    let pages = tempfile::tempdir().unwrap();
    let page = pages.path().join("pair.html");
    let programs = [&path("a.c"), &path("b.c"), "--html", page.to_str().unwrap()];
    let printed = chachong(&[&["--lang", "en", "compare"], &programs[..]].concat());
    stdout(&printed);
    let html = std::fs::read_to_string(&page).unwrap();
    for part in [
        ">Both programs</h2>",
        "data-l=\"18\"",
        "<u title=\"B has: total\">all</u>",
        "<u title=\"A has: all\">total</u>",
        ">Code in common</th>",
    ] {
        assert!(html.contains(part), "{part}");
    }
    for part in [
        "Copied share",
        "Passages side by side",
        "id=\"texts\"",
        "fingerprint shows",
    ] {
        assert!(!html.contains(part), "{part}");
    }
}

#[test]
fn compare_shows_what_two_columns_of_numbers_have_in_common() {
    let numbers: Vec<String> = (1..200_u32)
        .map(|n| format!("{}\n", 10_007 * n % 99_991))
        .collect();
    let numbers = numbers.concat();
    let folder = Folder::new(&[("a.txt", &numbers), ("b.txt", &numbers)]);
    let path = |name: &str| folder.path(name).to_str().unwrap().to_owned();
    let pages = tempfile::tempdir().unwrap();
    let page = pages.path().join("pair.html");
    let of_page = [
        "compare",
        &path("a.txt"),
        &path("b.txt"),
        "--html",
        page.to_str().unwrap(),
    ];
    let text = stdout(&chachong(&of_page));
    assert!(
        text.contains("passages: 1") && text.contains("near-duplicate"),
        "{text}"
    );
    assert!(
        std::fs::read_to_string(page)
            .unwrap()
            .contains("Content-Security-Policy")
    );
    let json = stdout(&chachong(&[
        "compare",
        &path("a.txt"),
        &path("b.txt"),
        "--json",
    ]));
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["distance"], &json["copied_share_a"]),
        (&Value::Null, &1.0.into())
    );
    let checked = folder.check(&[]).json;
    assert!(
        checked["pairs"]
            .as_array()
            .unwrap()
            .iter()
            .any(|pair| pair["verdict"] == "near-duplicate")
    );
}
