//! Tests of the origins of copied text: from outside, by library, among the documents; and of the article that many used.

use serde_json::{Value, json};

use crate::program::{Place, said, sql, stderr, text};
use crate::report_schema::Schema;

/// Class of six against an article and last year's thesis. 0 to 4 took paragraphs of the article, 1 and 2 also two paragraphs
/// from each other, 3 one of last year's thesis; 5 took nothing.
struct Class {
    place: Place,
    report: Value,
    documents: Vec<Vec<String>>,
    said: String,
}

fn paragraph(number: u64) -> String {
    text(number, 5)
}

fn check() -> Class {
    let place = Place::new();
    let article: Vec<String> = (500..506).map(paragraph).collect();
    let line = json!({
        "title": "样例条目", "text": article.join("\n"), "date": "2024-05-01",
        "address": "https://wiki.example/1", "licence": "CC BY-SA 4.0",
    });
    place.write("dump.jsonl", format!("{line}\n"));
    let last: Vec<String> = (600..606).map(paragraph).collect();
    place.write("last/去年.txt", last.join("\n"));
    let own = |student: u64, n: u64| paragraph(1_000 + 10 * student + n);
    for student in 0..6 {
        let mut paragraphs: Vec<String> = (0..6).map(|n| own(student, n)).collect();
        if student < 5 {
            paragraphs.splice(2..2, article[1..4].to_vec());
        }
        match student {
            2 => paragraphs.extend([own(1, 0), own(1, 4)]),
            3 => paragraphs.push(last[2].clone()),
            _ => {}
        }
        let name = format!("class/学生{student}.txt");
        place.write(&name, paragraphs.join("\n"));
    }
    place.done("library add -q wiki.chachong dump.jsonl");
    place.done("library add -q theses.chachong last");
    let libraries = "--library theses.chachong --library wiki.chachong";
    let reports = "--json report.json --documents-csv documents.csv --html html";
    let said = place.done(&format!("check -q {libraries} {reports} class"));
    Class {
        report: place.json("report.json"),
        documents: place.rows("documents.csv"),
        said,
        place,
    }
}

const ARTICLE: &str = "library:dump：样例条目，2024-05-01";

#[test]
fn what_a_class_took_from_one_article_is_told_apart_and_said_in_one_line() {
    let class = check();
    let report = &class.report;
    Schema::published().holds(report);
    let document = |student: usize| {
        let name = format!("学生{student}.txt");
        let mut all = report["documents"].as_array().unwrap().iter();
        all.find(|one| one["path"] == name.as_str()).unwrap()
    };
    let characters = |value: &Value| value["characters"].as_u64().unwrap();
    let share = |value: &Value| value["share"].as_f64().unwrap();

    // What many have is from outside and among the documents at once: the total has it once.
    let used = document(0);
    let total = used["total_copied_share"].as_f64().unwrap();
    assert!(share(&used["from_outside"]) > 0.25, "{used}");
    assert!(
        (share(&used["from_outside"]) - total).abs() < 0.01,
        "{used}"
    );
    assert!(
        (share(&used["among_documents"]) - total).abs() < 0.01,
        "{used}"
    );
    assert_eq!(used["per_library"][0]["library"], "wiki");
    // Two libraries, each with its own line.
    let both = document(3)["per_library"].as_array().unwrap();
    let names: Vec<&Value> = both.iter().map(|one| &one["library"]).collect();
    assert_eq!(names, ["wiki", "theses"]);
    let sum: u64 = both.iter().map(characters).sum();
    assert_eq!(sum, characters(&document(3)["from_outside"]));
    // Who also copied from another student has more among the documents than from outside.
    let pair = document(2);
    assert!(
        characters(&pair["among_documents"]) > characters(&pair["from_outside"]) + 200,
        "{pair}"
    );
    let nothing = document(5);
    assert_eq!(characters(&nothing["from_outside"]), 0);
    assert_eq!(nothing["per_library"], json!([]));

    // The article, once, with its address.
    let common = report["common_sources"].as_array().unwrap();
    assert_eq!(common.len(), 1, "{common:?}");
    assert_eq!(common[0]["source"], ARTICLE);
    assert_eq!(common[0]["library"], "wiki");
    assert_eq!(common[0]["address"], "https://wiki.example/1");
    assert_eq!(common[0]["documents"].as_array().unwrap().len(), 5);
    let line = "5 of 6 documents share text with dump：样例条目，2024-05-01";
    assert!(class.said.contains(line), "{}", class.said);
    let page = class.place.read("html/index.html");
    assert!(page.contains(line), "the line is on the page of the check");
    let page = class.place.read("html/documents/0004.html");
    for words in [
        "from outside",
        "wiki: ",
        "theses: ",
        "Found in the library wiki",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn an_article_explains_what_two_share_and_not_what_they_copied_from_each_other() {
    let class = check();
    let pairs = class.report["pairs"].as_array().unwrap();
    let pair = |a: usize, b: usize| {
        let names = [a, b].map(|student| format!("学生{student}.txt"));
        let mut pairs = pairs.iter();
        pairs
            .find(|pair| pair["a"] == names[0].as_str() && pair["b"] == names[1].as_str())
            .unwrap()
    };
    let explained = |pair: &Value, field: &str| pair["explained"][field].as_u64().unwrap();
    let strangers = pair(0, 4);
    assert_eq!(strangers["explained"]["source"], ARTICLE);
    let rest = explained(strangers, "of") - explained(strangers, "characters");
    assert!(rest < 30, "nothing is left: {}", strangers["explained"]);
    let copied = pair(1, 2);
    let rest = explained(copied, "of") - explained(copied, "characters");
    assert!(
        rest > 200,
        "two paragraphs are left: {}",
        copied["explained"]
    );
    // The pair stands first among the students: few documents have what they share.
    let own = |pair: &&Value| !pair["b"].as_str().unwrap().starts_with("library:");
    let first = pairs.iter().find(own).unwrap();
    assert_eq!(first["a"], "学生1.txt");
    assert_eq!(first["b"], "学生2.txt");
}

#[test]
fn the_table_of_documents_has_the_origins() {
    let class = check();
    let headings = &class.documents[0];
    let at = |name: &str| headings.iter().position(|one| one == name).unwrap();
    let row = (class.documents.iter())
        .find(|row| row[0] == "学生3.txt")
        .unwrap();
    let libraries = &row[at("libraries")];
    let parts: Vec<&str> = libraries.split("; ").collect();
    assert!(
        parts[0].starts_with("wiki=0.") && parts[1].starts_with("theses=0."),
        "{libraries}"
    );
    let share = |cell: &str| cell.parse::<f64>().unwrap();
    assert!(share(&row[at("outside_share")]) <= share(&row[at("total_copied_share")]) + 1e-9);
}

#[test]
fn a_report_of_texts_that_are_compared_again_uses_the_further_libraries_or_says_so() {
    let class = check();
    // Results of another program: the texts are compared again.
    let changed = sql(&class.place.at("theses.chachong"))
        .execute("UPDATE saved_check SET results = x'00'", ())
        .unwrap();
    assert_eq!(changed, 1);
    let report = |more: &str| -> (String, Value) {
        let named = "report 1 -q --library theses.chachong --json again.json";
        let output = class.place.run(&format!("{named} {more}"));
        assert!(output.status.success(), "{}", said(&output));
        let told = stderr(&output);
        assert!(told.contains("compared again"), "{told}");
        (told, class.place.json("again.json"))
    };
    let outside = |report: &Value| -> Vec<Value> {
        let documents = report["documents"].as_array().unwrap().iter();
        documents
            .map(|document| document["from_outside"].clone())
            .collect()
    };
    let (told, with) = report("--library wiki.chachong");
    assert!(
        !told.contains("without it, its sources are missing"),
        "{told}"
    );
    assert_eq!(outside(&with), outside(&class.report));
    let (told, without) = report("");
    assert!(
        told.contains("The check also used wiki. Give it with another --library"),
        "{told}"
    );
    // Copies of earlier finds are kept with the check, so that what they gave is not lost: at most less is found.
    assert!(without["documents"].as_array().unwrap().len() >= 6);
}

/// A saved check has its documents by name, whatever library they come from.
#[test]
fn a_report_of_a_saved_check_names_the_same_sources_as_the_check() {
    let place = Place::new();
    for (name, text) in [
        ("own/z.txt", text(700, 30)),
        ("other/a.txt", text(800, 30)),
        (
            "new/t.txt",
            [text(700, 12), text(800, 6), text(900, 30)].concat(),
        ),
    ] {
        place.write(name, text);
    }
    for library in ["own", "other"] {
        place.done(&format!("library add -q {library}.chachong {library}"));
    }
    let pairs = |line: &str| -> Value {
        place.done(&format!("{line} -q --json report.json"));
        place.json("report.json")["pairs"].clone()
    };
    let checked = pairs("check new --library own.chachong --library other.chachong");
    assert_eq!(checked.as_array().unwrap().len(), 2);
    assert_eq!(pairs("report 1 --library own.chachong"), checked);
}
