//! Re-check through the built program: what became of the passages of an earlier check in new versions of the documents.

use serde_json::Value;

use crate::program::{chachong, done, read_json, said, str};
use crate::report_schema::Schema;

/// Sentences that two documents share in the earlier check.
const SHARED: [&str; 4] = [
    "管理员老周每天最后一个离开阅览室，他会把散落的椅子一张一张推回桌下。",
    "窗台上的绿萝长得比去年茂盛许多，学生们用矿泉水瓶轮流给它浇水。",
    "闭馆音乐响起的时候，楼梯间里满是急促的脚步声和压低了的笑声。",
    "门口的值班表用红笔标出了期末两周，那是全年最忙碌的一段日子。",
];
/// The second of them in other words.
const REWORDED: &str = "同学们轮换着拿矿泉水瓶为绿萝浇水，窗台上的它比起去年长得更加茂盛。";

/// Returns a text of its own with sentences in it.
fn thesis(number: u64, shared: &str) -> String {
    let own = crate::program::text(number, 40);
    let middle = own.char_indices().nth(own.chars().count() / 2);
    let (before, after) = own.split_at(middle.map_or(0, |(at, _)| at));
    format!("{before}\n{shared}\n{after}")
}

/// Checks two versions of a folder, and returns what the second report says of the passages of `a.txt`.
fn states(new: &str) -> Vec<(String, u64, u64, u64)> {
    let folder = tempfile::tempdir().unwrap();
    let (old, revised) = (folder.path().join("old"), folder.path().join("new"));
    for at in [&old, &revised] {
        std::fs::create_dir(at).unwrap();
        std::fs::write(at.join("b.txt"), thesis(2, &SHARED.concat())).unwrap();
    }
    std::fs::write(old.join("a.txt"), thesis(1, &SHARED.concat())).unwrap();
    std::fs::write(revised.join("a.txt"), thesis(1, new)).unwrap();
    let (library, json) = (
        folder.path().join("l.chachong"),
        folder.path().join("r.json"),
    );
    done(&[
        "check",
        "-q",
        str(&old),
        "--library",
        str(&library),
        "--add",
    ]);
    let library = ["--library", str(&library)];
    let compared = ["--recheck", "1", "--json", str(&json)];
    let printed = done(&[&["check", "-q", str(&revised)], &library[..], &compared].concat());
    assert!(printed.contains("old"), "{printed}");
    let report: Value = read_json(&json);
    Schema::published().holds(&report);
    let compared = &report["compared_with_check"];
    let documents = compared["documents"].as_array().unwrap();
    let a = documents.iter().find(|one| one["path"] == "a.txt").unwrap();
    assert_eq!(a["earlier"], "a.txt");
    let passages = a["passages"].as_array().unwrap().iter();
    let figure = |passage: &Value, name: &str| passage[name].as_u64().unwrap();
    let rows = passages.map(|passage| {
        let parts = ["kept", "reworded", "gone"].map(|name| figure(passage, name));
        if !passage["then"].is_null() {
            assert_eq!(parts.iter().sum::<u64>(), figure(passage, "characters"));
        }
        let state = passage["state"].as_str().unwrap().to_owned();
        (state, parts[0], parts[1], parts[2])
    });
    rows.collect()
}

#[test]
fn an_earlier_passage_is_unchanged_shortened_reworded_replaced_or_gone() {
    let whole = SHARED.concat();
    let same = states(&whole);
    assert_eq!(same.len(), 1, "{same:?}");
    assert_eq!(same[0].0, "unchanged");
    assert_eq!(states("")[0].0, "gone");
    let other = "食堂二楼新开了一家卖豆浆的窗口，早晨六点就排起了长队。";
    assert_eq!(states(other)[0].0, "replaced");
    let shortened = states(&SHARED[..2].concat());
    assert_eq!(shortened[0].0, "shortened", "{shortened:?}");
    assert!(shortened[0].1 > 0 && shortened[0].3 > 0, "{shortened:?}");
    let reworded = states(&whole.replace(SHARED[1], REWORDED));
    assert_eq!(reworded[0].0, "reworded", "{reworded:?}");
    assert!(reworded[0].2 > 0 && reworded[0].3 < 20, "{reworded:?}");
}

#[test]
fn a_passage_that_is_now_quoted_or_cited_is_called_so() {
    let list = "\n参考文献\n[1] 周明. 夜间开放的阅览室[J]. 灯塔学报, 2010, 29(3): 17-18.\n\
                [2] 陆明. 阅读史[M]. 北京: 灯塔出版社, 2006.\n";
    let whole = SHARED.concat();
    let all = u64::try_from(whole.chars().count()).unwrap();
    let same = |new: String, state: &str| {
        let passages = states(&format!("{new}{list}"));
        let of_state = passages.iter().filter(|one| one.0 == state);
        let kept: u64 = of_state.map(|one| one.1).sum();
        assert!(10 * kept >= 9 * all, "{state}: {passages:?}");
    };
    same(format!("“{whole}”[1]"), "now-quoted");
    same(format!("“{whole}”"), "now-quoted");
    let cited = whole.trim_end_matches('。');
    same(format!("{cited}[1]。"), "now-cited");
    let shortened = SHARED[..3].concat();
    let passages = states(&format!("“{shortened}”[1]{list}"));
    assert_eq!(passages[0].0, "now-quoted", "{passages:?}");
    assert!(passages[0].3 > 0, "{passages:?}");
    // Of a passage of which only the first two sentences are cited, the rest is still to be cited.
    let half = SHARED[..2].concat();
    let cited = half.trim_end_matches('。');
    for (rest, state) in [(&SHARED[2..], "unchanged"), (&SHARED[3..], "shortened")] {
        let passages = states(&format!("{cited}[1]。\n\n{}{list}", rest.concat()));
        assert_eq!(passages[0].0, state, "{passages:?}");
    }
    // A citation in another paragraph, before it or after it, is none of the passage.
    let before = "另一段文字引用了这部文献[1]。";
    same(format!("{before}\n\n{whole}"), "unchanged");
    let after = "另一段文字先说别的事情。这里才引用了一部文献[1]。";
    same(format!("{whole}\n\n{after}\n"), "unchanged");
}

#[test]
fn web_pages_and_pdf_have_both_wordings() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for (version, shared) in [
        ("old", SHARED.concat()),
        ("new", SHARED.concat().replace(SHARED[1], REWORDED)),
    ] {
        std::fs::create_dir(at(version)).unwrap();
        std::fs::write(at(version).join("a.txt"), thesis(1, &shared)).unwrap();
        std::fs::write(at(version).join("b.txt"), thesis(2, &SHARED.concat())).unwrap();
    }
    let (library, pages, prints) = (at("l.chachong"), at("pages"), at("prints"));
    let library = ["--library", str(&library)];
    done(&[&["check", "-q", str(&at("old")), "--add"], &library[..]].concat());
    let outputs = [
        "--html",
        str(&pages),
        "--pdf",
        str(&prints),
        "--recheck",
        "1",
    ];
    done(&[&["check", "-q", str(&at("new"))], &library[..], &outputs].concat());
    let new = at("new");
    let new = [&["check", "-q", str(&new)], &library[..]].concat();
    let blind = done(&[&new[..], &["--recheck", "1", "--blind"]].concat());
    assert!(
        blind.contains("Re-check: compared with a check saved"),
        "{blind}"
    );
    let read = |file: &std::path::Path| std::fs::read_to_string(file).unwrap();
    let index = read(&pages.join("index.html"));
    assert!(index.contains(r#"id="recheck""#));
    let page = read(&pages.join("documents/0001.html"));
    let deleted = page.split("<del>").count();
    assert!(deleted > 1 && page.split("<ins>").count() > 1, "{page}");
    // What both have stands in both columns.
    assert!(page.matches("管理员老周每天最后一个离开阅览室").count() >= 2);
    assert!(std::fs::read_dir(&prints).unwrap().count() >= 2);
}

#[test]
fn drafts_are_found_by_their_students_names_and_texts() {
    use crate::program::text;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for (version, files) in [
        (
            "old",
            [
                ("20231234_one.txt", text(1, 30)),
                ("night draft1.txt", text(2, 30)),
                ("x.txt", text(3, 40)),
            ],
        ),
        (
            "new",
            [
                ("20231234_two.txt", text(11, 30)),
                ("night draft2.txt", text(12, 30)),
                ("y.txt", text(3, 40) + &text(13, 30)),
            ],
        ),
    ] {
        std::fs::create_dir(at(version)).unwrap();
        for (name, words) in files {
            std::fs::write(at(version).join(name), words).unwrap();
        }
    }
    let (library, list, json) = (at("l.chachong"), at("list.csv"), at("r.json"));
    crate::program::new_library(&library);
    std::fs::write(&list, "学号,姓名\n20231234,沈知远\n").unwrap();
    let both = ["-q", "--library", str(&library), "--list", str(&list)];
    done(&[&["check", str(&at("old"))], &both[..]].concat());
    let compared = ["--recheck", "1", "--json", str(&json)];
    done(&[&["check", str(&at("new"))], &both[..], &compared].concat());
    let report: Value = read_json(&json);
    let documents = report["compared_with_check"]["documents"]
        .as_array()
        .unwrap();
    let versions: Vec<[&str; 2]> = (documents.iter())
        .map(|one| ["path", "earlier"].map(|key| one[key].as_str().unwrap_or_default()))
        .collect();
    assert_eq!(
        versions,
        [
            ["20231234_two.txt", "20231234_one.txt"],
            ["night draft2.txt", "night draft1.txt"],
            ["y.txt", "x.txt"],
        ]
    );
}

#[test]
fn a_check_that_the_library_does_not_have_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (texts, library) = (folder.path().join("t"), folder.path().join("l.chachong"));
    std::fs::create_dir(&texts).unwrap();
    std::fs::write(texts.join("a.txt"), thesis(1, "")).unwrap();
    let library = ["--library", str(&library)];
    done(&[&["check", "-q", str(&texts), "--add"], &library[..]].concat());
    let output = chachong(
        &[
            &["check", "-q", str(&texts), "--recheck", "77"],
            &library[..],
        ]
        .concat(),
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("77"), "{}", said(&output));
}

#[test]
fn a_version_that_cannot_be_read_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for (version, empty) in [("old", ["c.txt", ""]), ("new", ["b.txt", "d.txt"])] {
        std::fs::create_dir(at(version)).unwrap();
        for (number, name) in (1..).zip(["a.txt", "b.txt", "c.txt"]) {
            std::fs::write(at(version).join(name), thesis(number, "")).unwrap();
        }
        for name in empty.into_iter().filter(|name| !name.is_empty()) {
            std::fs::write(at(version).join(name), "").unwrap();
        }
    }
    let (library, json) = (at("l.chachong"), at("r.json"));
    let library = ["--library", str(&library)];
    chachong(&[&["check", "-q", str(&at("old")), "--add"], &library[..]].concat());
    let compared = ["--recheck", "1", "--json", str(&json)];
    let output = chachong(&[&["check", "-q", str(&at("new"))], &library[..], &compared].concat());
    let printed = String::from_utf8_lossy(&output.stdout);
    let told = "Without a new version: 0. Not compared, because this or the earlier version could not be read: 3.";
    assert!(printed.contains(told), "{printed}");
    let report: Value = read_json(&json);
    Schema::published().holds(&report);
    let compared = &report["compared_with_check"];
    assert_eq!(
        compared["unread"],
        serde_json::json!(["b.txt", "c.txt", "d.txt"])
    );
    assert_eq!(compared["documents"].as_array().unwrap().len(), 1);
}
