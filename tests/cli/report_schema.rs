//! The JSON report against its published schema, `assets/report/check.schema.json`.

use boon::{Compiler, SchemaIndex, Schemas};
use chachong_compare::{Decision, Span};
use chachong_library::KeptDecision;
use serde_json::Value;

use crate::program::{Place, fixture, report_of, row_document, samples, str, text};

/// Fields that some objects have and others have not.
const SOMETIMES: [&str; 12] = [
    "origin",
    "library",
    "documents",
    "shared",
    "earlier",
    "edited",
    "name",
    "note",
    "pictures",
    "same_in",
    "submission_pairs",
    "weight",
];

/// The published schema, compiled.
pub(crate) struct Schema {
    schemas: Schemas,
    index: SchemaIndex,
}

fn published() -> Value {
    serde_json::from_str(include_str!("../../assets/report/check.schema.json")).unwrap()
}

impl Schema {
    pub(crate) fn published() -> Self {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let name = "urn:chachong:check:1";
        compiler.add_resource(name, published()).unwrap();
        let index = compiler.compile(name, &mut schemas).unwrap();
        Self { schemas, index }
    }

    /// Fails with the places at which a report is not as the schema says.
    pub(crate) fn holds(&self, report: &Value) {
        let validated = self.schemas.validate(report, self.index);
        assert!(validated.is_ok(), "{:#}", validated.unwrap_err());
    }

    fn refuses(&self, report: &Value) -> bool {
        self.schemas.validate(report, self.index).is_err()
    }
}

/// Report with failed files, documents of a library, texts that several documents share, possible passages, all pairs.
fn full_report() -> Value {
    let place = Place::new();
    place.write("earlier.txt", text(1, 40));
    place.done("library add -q l.chachong earlier.txt");
    let shared = text(99, 12);
    for number in 1..6 {
        let own = text(number, 40) + &shared + &text(number + 50, 20);
        place.write(&format!("new/{number}.txt"), own);
    }
    for entry in std::fs::read_dir(fixture("broken")).unwrap() {
        let path = entry.unwrap().path();
        // It is opened as the archive that it is: with its two texts half of the folder would have the shared one.
        if path.ends_with("zip-but-not-docx.docx") {
            continue;
        }
        std::fs::copy(&path, place.at("new").join(path.file_name().unwrap())).unwrap();
    }
    place.write("new/录音.mp3", "no document");
    let options = "--strength possible --all-pairs --library l.chachong";
    place.done(&format!("check -q new --json report.json {options}"));
    place.json("report.json")
}

/// Calls a function with each object of a value, in turn, by its path.
fn objects(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.push(path.to_owned());
            for (name, value) in fields {
                objects(value, &format!("{path}/{name}"), found);
            }
        }
        Value::Array(items) => {
            // Rows are alike: the first and the last do.
            for i in [0, items.len().saturating_sub(1)] {
                if let Some(item) = items.get(i) {
                    objects(item, &format!("{path}/{i}"), found);
                }
            }
        }
        _ => {}
    }
}

#[test]
fn the_samples_report_is_as_the_schema_says() {
    let report = report_of(&[str(&samples())]);
    Schema::published().holds(&report);
    assert_eq!(report["schema"], 1);
}

#[test]
fn a_report_of_everything_is_as_the_schema_says_and_has_no_other_field() {
    let (schema, report) = (Schema::published(), full_report());
    schema.holds(&report);
    let documents = report["documents"].as_array().unwrap();
    let some = |test: &dyn Fn(&Value) -> bool| documents.iter().any(test);
    assert!(some(&|d| d["status"] == "failed") && some(&|d| d["origin"] == "library"));
    assert!(some(&|d| !d["warnings"].as_array().unwrap().is_empty()));
    assert!(!report["shared_texts"].as_array().unwrap().is_empty());
    let pairs = report["pairs"].as_array().unwrap();
    assert!(
        pairs
            .iter()
            .any(|pair| !pair["passages"].as_array().unwrap().is_empty())
    );

    let mut places = Vec::new();
    objects(&report, "", &mut places);
    assert!(places.len() >= 15, "{places:?}");
    for place in places {
        let mut changed = report.clone();
        let fields = changed
            .pointer_mut(&place)
            .unwrap()
            .as_object_mut()
            .unwrap();
        let names: Vec<String> = fields.keys().cloned().collect();
        fields.insert("unnamed".to_owned(), Value::Null);
        assert!(
            schema.refuses(&changed),
            "a field that the schema does not name at {place:?}"
        );
        for name in names
            .iter()
            .filter(|name| !SOMETIMES.contains(&name.as_str()))
        {
            let mut changed = report.clone();
            let fields = changed
                .pointer_mut(&place)
                .unwrap()
                .as_object_mut()
                .unwrap();
            fields.remove(name);
            assert!(schema.refuses(&changed), "{place}/{name} is missing");
        }
    }
}

#[test]
fn a_persons_word_is_as_the_schema_says() {
    use chachong_library::{CheckStore, SqliteStore};
    let place = Place::new();
    for number in 1..4 {
        let own = text(number, 40) + &text(99, 30);
        place.write(&format!("new/{number}.txt"), own);
    }
    let library = place.at("l.chachong");
    crate::program::new_library(&library);
    let report = |options: &str| {
        let check = "check -q new --library l.chachong --json report.json";
        place.done(&format!("{check} {options}"));
        place.json("report.json")
    };
    assert_eq!(report("")["not_counted"], Value::Array(Vec::new()));
    {
        let store = SqliteStore::open(&library).unwrap();
        let check = store.checks().unwrap()[0].id;
        let (_, content) = store.check(check).unwrap();
        let id = |row: usize| row_document(&content, row);
        let pairs = &content.results.as_ref().unwrap().pairs;
        let decision = |pair: usize, passage: Option<usize>| {
            let pair = &pairs[pair];
            let whole = Span { start: 0, end: 0 };
            let spans = passage.map(|at| [pair.passages[at].a, pair.passages[at].b]);
            let spans = spans.unwrap_or([whole; 2]);
            // The library numbers documents in the order in which they were read.
            let mut sides = [(id(pair.a.0), spans[0]), (id(pair.b.0), spans[1])];
            sides.sort_unstable();
            let [(a, in_a), (b, in_b)] = sides;
            KeptDecision {
                a,
                b,
                in_a,
                in_b,
                decided_at: 1_700_000_000,
                note: Some("quoted by both".to_owned()),
                is_lead: false,
                decision: Some(Decision::NotPlagiarism),
            }
        };
        // A word on a lead switches no pair off.
        let lead = KeptDecision {
            is_lead: true,
            decision: Some(Decision::Confirmed),
            ..decision(1, None)
        };
        let kept = [decision(0, None), decision(1, Some(0)), lead];
        store.decide(&[], &kept).unwrap();
    }
    let (schema, report) = (Schema::published(), report("--all-pairs"));
    schema.holds(&report);
    let decided = report["not_counted"].as_array().unwrap();
    let scopes: Vec<&Value> = decided.iter().map(|pair| &pair["scope"]).collect();
    assert_eq!(scopes, ["pair", "passages"]);
    for pair in decided {
        assert_eq!(pair["decided_at"], "2023-11-14T22:13:20Z");
        assert_eq!(pair["notes"][0], "quoted by both");
    }
    let pairs = report["pairs"].as_array().unwrap();
    let passages: Vec<&Value> = pairs
        .iter()
        .flat_map(|pair| pair["passages"].as_array().unwrap())
        .collect();
    let off = |passage: &&&Value| passage["decided"] == "not-plagiarism";
    assert_eq!(passages.iter().filter(off).count(), 2);
    let noted = |passage: &&&Value| passage["note"] == "quoted by both";
    assert_eq!(passages.iter().filter(noted).count(), 1);
}

#[test]
fn every_field_of_the_schema_is_described() {
    fn described(schema: &Value, path: &str) {
        let Some(schema) = schema.as_object() else {
            return;
        };
        if !path.is_empty() && !schema.contains_key("$ref") {
            let words = schema.get("description").and_then(Value::as_str);
            assert!(words.is_some_and(|words| words.len() > 8), "{path}");
        }
        for list in ["properties", "$defs"] {
            for (name, field) in schema
                .get(list)
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
            {
                described(field, &format!("{path}/{name}"));
            }
        }
        if let Some(items) = schema.get("items") {
            described(items, &format!("{path}/items"));
        }
    }
    described(&published(), "");
}
