//! Re-check through the built program: what became of the passages of an earlier check in new versions of the documents.

use serde_json::Value;

use crate::program::{Place, files_in, stdout, text};
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
    let own = text(number, 40);
    let middle = own.char_indices().nth(own.chars().count() / 2);
    let (before, after) = own.split_at(middle.map_or(0, |(at, _)| at));
    format!("{before}\n{shared}\n{after}")
}

/// Makes a place with two versions of a folder; `new` is what the second version of `a.txt` shares.
fn versions(new: &str) -> Place {
    let place = Place::new();
    let shared = SHARED.concat();
    for (name, number, shared) in [
        ("old/a.txt", 1, &*shared),
        ("old/b.txt", 2, &*shared),
        ("new/a.txt", 1, new),
        ("new/b.txt", 2, &*shared),
    ] {
        place.write(name, thesis(number, shared));
    }
    place
}

/// Checks two versions of a folder, and returns what the second report says of the passages of `a.txt`.
fn states(new: &str) -> Vec<(String, u64, u64, u64)> {
    let place = versions(new);
    place.done("check -q old --library l.chachong --add");
    let compared = "--library l.chachong --recheck 1 --json r.json";
    let printed = place.done(&format!("check -q new {compared}"));
    assert!(printed.contains("old"), "{printed}");
    let report = place.json("r.json");
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
    let place = versions(&SHARED.concat().replace(SHARED[1], REWORDED));
    place.done("check -q old --add --library l.chachong");
    let check = "check -q new --library l.chachong --recheck 1";
    place.done(&format!("{check} --html pages --pdf prints"));
    let blind = place.done(&format!("{check} --blind"));
    assert!(
        blind.contains("Re-check: compared with a check saved"),
        "{blind}"
    );
    let index = place.read("pages/index.html");
    assert!(index.contains(r#"id="recheck""#));
    let page = place.read("pages/documents/0001.html");
    let deleted = page.split("<del>").count();
    assert!(deleted > 1 && page.split("<ins>").count() > 1, "{page}");
    // What both have stands in both columns.
    assert!(page.matches("管理员老周每天最后一个离开阅览室").count() >= 2);
    assert!(files_in(&place.at("prints")).len() >= 2);
}

#[test]
fn drafts_are_found_by_their_students_names_and_texts() {
    let place = Place::new();
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
        for (name, words) in files {
            place.write(&format!("{version}/{name}"), words);
        }
    }
    crate::program::new_library(&place.at("l.chachong"));
    place.write("list.csv", "学号,姓名\n20231234,沈知远\n");
    let both = "-q --library l.chachong --list list.csv";
    place.done(&format!("check old {both}"));
    place.done(&format!("check new {both} --recheck 1 --json r.json"));
    let report = place.json("r.json");
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
    let place = Place::new();
    place.write("t/a.txt", thesis(1, ""));
    place.done("check -q t --add --library l.chachong");
    place.refused("check -q t --recheck 77 --library l.chachong", "77");
}

#[test]
fn a_version_that_cannot_be_read_is_told() {
    let place = Place::new();
    for (version, empty) in [("old", ["c.txt", ""]), ("new", ["b.txt", "d.txt"])] {
        for (number, name) in (1..).zip(["a.txt", "b.txt", "c.txt"]) {
            place.write(&format!("{version}/{name}"), thesis(number, ""));
        }
        for name in empty.into_iter().filter(|name| !name.is_empty()) {
            place.write(&format!("{version}/{name}"), "");
        }
    }
    place.run("check -q old --add --library l.chachong");
    let output = place.run("check -q new --library l.chachong --recheck 1 --json r.json");
    let printed = stdout(&output);
    let told = "Without a new version: 0. Not compared, because this or the earlier version could not be read: 3.";
    assert!(printed.contains(told), "{printed}");
    let report = place.json("r.json");
    Schema::published().holds(&report);
    let compared = &report["compared_with_check"];
    assert_eq!(
        compared["unread"],
        serde_json::json!(["b.txt", "c.txt", "d.txt"])
    );
    assert_eq!(compared["documents"].as_array().unwrap().len(), 1);
}
