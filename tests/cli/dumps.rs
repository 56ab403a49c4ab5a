//! Tests of encyclopaedias and collections that are added to a library: their articles are sources, and a newer dump replaces
//! what changed.

use std::fmt::Write as _;

use chachong_jobs::KeptSettings;
use chachong_library::{CheckStore, SearchStore, SqliteStore, StoreStatus};

use crate::program::{Place, text};

/// Wikitext of an article about `number`: made sentences with markup that no reader sees.
fn article(number: u64) -> String {
    let prose = text(number, 14);
    format!(
        "{{{{Infobox|名=词条}}}}'''词条{number}'''：{prose}<ref>某书，第 3 页</ref>\n\n== 参考文献 ==\n* 某书\n[[Category:词条]]"
    )
}

/// Dump of a wiki with these articles by number, a redirect, a discussion and a stub.
fn dump(articles: &[(u64, String)], day: &str) -> String {
    let page = |title: &str, namespace: u32, id: u64, text: &str| {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        format!(
            "<page><title>{title}</title><ns>{namespace}</ns><id>{id}</id><revision><id>{id}</id>\
             <timestamp>{day}T08:00:00Z</timestamp><model>wikitext</model><text>{text}</text></revision></page>\n"
        )
    };
    let mut xml = String::from(
        "<mediawiki xml:lang=\"zh\"><siteinfo><sitename>样例百科</sitename><base>https://wiki.example/wiki/首页</base>\
         <namespaces><namespace key=\"0\" /><namespace key=\"1\">讨论</namespace></namespaces></siteinfo>\n",
    );
    for (number, text) in articles {
        xml += &page(&format!("词条{number}"), 0, 10 + number, text);
    }
    xml += &page("旧名", 0, 1, "#重定向 [[词条1]]");
    xml += &page("讨论:词条1", 1, 2, &text(90, 20));
    xml += &page("小条目", 0, 3, "太短。");
    xml + "</mediawiki>\n"
}

#[test]
fn articles_of_a_dump_are_sources_and_a_newer_dump_replaces_what_changed() {
    let place = Place::new();
    let articles: Vec<(u64, String)> = (1..=4).map(|number| (number, article(number))).collect();
    place.write("wiki-20240501.xml", dump(&articles, "2024-05-01"));
    let add = |dump: &str| place.done(&format!("library add -q l.chachong {dump}"));
    let said = add("wiki-20240501.xml");
    for word in [
        "样例百科",
        "4 added",
        "1 redirect",
        "1 page that is not an article",
        "fewer than 200",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
    // Again: nothing to do, which is no failure.
    let again = add("wiki-20240501.xml");
    assert!(
        again.contains("0 added") && again.contains("4 already in the library"),
        "{again}"
    );

    // A thesis that took a part of an article is found, under the name of the site, the title and the day.
    let copied: String = text(2, 14).chars().skip(60).take(200).collect();
    let thesis = [text(70, 10), copied, text(71, 10)].join("\n");
    place.write("thesis.txt", thesis);
    let check = || {
        place.done("check -q --library l.chachong --csv pairs.csv thesis.txt");
        place.rows("pairs.csv")
    };
    let found = check();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[1]
            .iter()
            .any(|cell| cell == "library:样例百科：词条2，2024-05-01"),
        "{found:?}"
    );

    // A newer dump: article 2 was written anew, article 5 is new, article 4 is not in it.
    let mut newer = articles[..3].to_vec();
    newer[1].1 = article(40);
    newer.push((5, article(5)));
    place.write("wiki-20241101.xml", dump(&newer, "2024-11-01"));
    let said = add("wiki-20241101.xml");
    for word in [
        "2 added",
        "1 of them replaced an older text",
        "2 already in the library",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
    assert_eq!(check().len(), 1, "the copied text is no source any more");
    let list = place.done("library list l.chachong");
    assert!(
        list.contains("词条4") && list.contains("样例百科：词条2，2024-11-01"),
        "{list}"
    );
    place.is_in_order("l.chachong");
}

#[test]
fn damage_in_a_dump_costs_what_is_damaged() {
    let place = Place::new();
    let mut rows = String::new();
    for number in 1..=3 {
        let row = serde_json::json!({"title": format!("条目{number}"), "text": text(number, 14), "date": "2023-01-02"});
        writeln!(rows, "{row}").unwrap();
        rows += "{\"title\": \"没有结尾\n";
    }
    place.write("papers.jsonl", rows);
    let said = place.done("library add -q l.chachong papers.jsonl");
    assert!(said.contains("3 added"), "{said}");
    assert!(said.contains("damaged part"), "{said}");
    place.write("cut.zim", b"ZIM\x04 and no more");
    place.refused("library add -q l.chachong cut.zim", "cut.zim");
}

#[test]
fn several_libraries_are_sources_and_what_two_have_is_one() {
    let place = Place::new();
    let (own, other) = (place.at("own.chachong"), place.at("wiki.chachong"));
    // Member 1 is in both libraries, article 3 in the encyclopaedia alone.
    place.write("old/去年.txt", text(1, 14));
    place.write("wiki.xml", dump(&[(3, article(3))], "2024-05-01"));
    place.done("library add -q own.chachong old");
    place.done("library add -q wiki.chachong old");
    place.done("library add -q wiki.chachong wiki.xml");
    let taken = |number: u64| {
        text(number, 14)
            .chars()
            .skip(60)
            .take(200)
            .collect::<String>()
    };
    for (name, number) in [("甲.txt", 1), ("乙.txt", 3)] {
        let whole = format!(
            "{}\n{}\n{}",
            text(70 + number, 10),
            taken(number),
            text(80 + number, 10)
        );
        place.write(&format!("new/{name}"), whole);
    }
    let before = std::fs::read(&other).unwrap();
    let check = "check -q --csv pairs.csv new --library own.chachong --library";
    place.done(&format!("{check} wiki.chachong"));
    let pairs = place.rows("pairs.csv");
    let found: Vec<String> = pairs[1..].iter().map(|row| row.join(" ")).collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found.iter().any(|row| row.contains("library:去年.txt")),
        "{found:?}"
    );
    assert!(
        found
            .iter()
            .any(|row| row.contains("library:样例百科：词条3，2024-05-01")),
        "{found:?}"
    );
    assert_eq!(
        std::fs::read(&other).unwrap(),
        before,
        "nothing is written there"
    );
    // The saved check has what the encyclopaedia gave, and says so, when that is gone.
    std::fs::rename(&other, place.at("gone")).unwrap();
    place.done("report -q --library own.chachong 1 --csv again.csv");
    assert_eq!(place.rows("again.csv"), pairs);
    let store = SqliteStore::open(&own).unwrap();
    let (_, content) = store.check(store.checks().unwrap()[0].id).unwrap();
    let settings = KeptSettings::of_json(content.settings);
    let compared: Vec<&str> = (settings.compared_with.iter())
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(compared, ["own", "wiki"]);
    assert!(
        settings
            .compared_with
            .iter()
            .all(|one| one.newest.is_some())
    );
    let found_in = settings.found_in.of_rows(&content.rows);
    let named: Vec<(&str, &str)> = (content.rows.iter().zip(&found_in))
        .filter_map(|(row, library)| Some((row.name.as_str(), library.as_deref()?)))
        .collect();
    let expected = [
        ("library:去年.txt", "own"),
        ("library:样例百科：词条3，2024-05-01", "wiki"),
    ];
    assert_eq!(named, expected);
    assert!((content.rows.iter()).all(|row| matches!(row.outcome, Some(Ok(_)))));
    // What was copied is no member: the next check does not take it for one of the own.
    assert_eq!(store.about().unwrap().members, 1);
    drop(store);
    place.refused(&format!("{check} not-there.chachong"), "not-there");
}

#[test]
fn two_sites_of_one_name_do_not_replace_each_other() {
    let place = Place::new();
    let german = dump(&[(1, article(1))], "2024-05-01");
    let english = dump(&[(1, article(2))], "2024-05-01").replace("wiki.example", "en.wiki.example");
    let row = |number: u64| {
        serde_json::json!({"id": "1", "title": "题", "text": text(number, 14)}).to_string()
    };
    for (name, content) in [
        ("a/wiki.xml", german),
        ("b/wiki.xml", english),
        ("a/papers.jsonl", row(3)),
        ("b/papers.jsonl", row(4)),
    ] {
        place.write(name, content + "\n");
        let said = place.done(&format!("library add -q l.chachong {name}"));
        assert!(
            said.contains("1 added") && !said.contains("older text"),
            "{said}"
        );
    }
    assert!(
        place
            .done("library list l.chachong")
            .contains("4 documents")
    );
}

/// The check that follows would have to read a thousand texts.
#[test]
fn runs_that_many_articles_have_are_counted_when_they_are_added() {
    let place = Place::new();
    let lines = |records: u64| {
        let mut lines = String::new();
        for number in 0..records {
            let record = serde_json::json!({ "id": number, "title": format!("词条{number}"), "text": text(number, 14) });
            writeln!(lines, "{record}").unwrap();
        }
        lines
    };
    // A tenth more changes little; a third more is counted.
    for (records, counted) in [(1_000, 1_000), (1_100, 1_000), (1_300, 1_300)] {
        place.write("articles.jsonl", lines(records));
        place.done("library add -q large.chachong articles.jsonl");
        let store = SqliteStore::open(&place.at("large.chachong")).unwrap();
        let members = store.frequencies().unwrap().map(|kept| kept.grams.members);
        assert_eq!(members, Some(counted));
    }
}

#[test]
fn a_preview_shows_the_first_articles_and_what_adding_takes_and_adds_nothing() {
    let place = Place::new();
    let articles: Vec<(u64, String)> = (1..=12).map(|number| (number, article(number))).collect();
    place.write("wiki-20240501.xml", dump(&articles, "2024-05-01"));
    let preview = |dump: &str| place.done(&format!("library add l.chachong --preview {dump}"));
    let shown = preview("wiki-20240501.xml");
    assert!(shown.contains("样例百科：词条10，2024-05-01"), "{shown}");
    assert!(!shown.contains("词条11，"), "ten are shown: {shown}");
    // Counted, as the whole dump was looked at: ten of about 400 characters are in the list, and two more.
    let listed: Vec<u64> = (shown.lines().filter(|line| line.starts_with("样例百科：")))
        .filter_map(|line| line.split_whitespace().nth(1)?.parse().ok())
        .collect();
    let all = shown.split("12 articles with ").nth(1).unwrap_or_default();
    let all: u64 = (all.split(' ').next())
        .and_then(|number| number.replace(',', "").parse().ok())
        .unwrap_or(0);
    let listed_sum: u64 = listed.iter().sum();
    assert!(
        listed.len() == 10 && (600..1_000).contains(&all.saturating_sub(listed_sum)),
        "{all} {listed:?}: {shown}"
    );
    assert!(
        shown.contains("by about 1 MB") && shown.contains("less than a minute"),
        "{shown}"
    );
    assert!(
        shown.contains("Free space on the library's disk: "),
        "{shown}"
    );
    assert!(!place.at("l.chachong").exists(), "nothing is made");

    // Of a dump that is larger than what is looked at, the articles are estimated.
    let mut rows = String::new();
    for number in 0..4_000 {
        let row = serde_json::json!({"id": number, "title": format!("条目{number}"), "text": text(number, 9)});
        writeln!(rows, "{row}").unwrap();
    }
    place.write("papers.jsonl", rows);
    place.write("broken.xml.bz2", b"BZh9 this is no block of bzip2");
    let output = place.run("library add l.chachong --preview papers.jsonl broken.xml.bz2");
    let shown = String::from_utf8(output.stdout).unwrap();
    let estimate = shown.split("About ").nth(1).unwrap_or_default();
    let estimate = estimate.split(' ').next().unwrap_or_default();
    let articles: u32 = estimate.replace(',', "").parse().unwrap_or(0);
    assert!((3_000..=5_000).contains(&articles), "{articles}: {shown}");

    // What is no dump is said, and nothing is added.
    place.write("thesis.txt", text(70, 10));
    place.refused("library add l.chachong --preview thesis.txt", "no dump");
    assert!(!place.at("l.chachong").exists());
}
