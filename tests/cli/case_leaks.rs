//! Files of cases about real documents: what is in their properties, comments, pictures, running heads and covers, and what stands outside
//! the passages, must not be told. The documents are made by `tests/fixtures/make_case_leaks.py`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::disclosure::{assert_tells_nothing, forms, squeezed};
use crate::program::{chachong, done, fixture, said, str};

/// Folder of other documents from the same script, for more cases by hand.
const FOLDER: &str = "CHACHONG_CASE_LEAKS";
/// Number of letters in a row by which a text is known.
const KNOWN: usize = 14;
/// Shortest word in Latin letters that names somebody and no other.
const LEAST_LATIN: usize = 5;

/// Documents that were checked into a library.
struct Class {
    folder: tempfile::TempDir,
    documents: Vec<Value>,
}

impl Class {
    fn of(documents: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("l.chachong");
        let place = str(documents);
        done(&["check", "-q", place, "--library", str(&library), "--add"]);
        let truth = std::fs::read(documents.with_extension("json")).unwrap();
        Self {
            folder,
            documents: serde_json::from_slice(&truth).unwrap(),
        }
    }

    fn library(&self) -> PathBuf {
        self.folder.path().join("l.chachong")
    }

    /// Opens a case and returns its evidence; `None` if nothing in common counts.
    fn open(&self, about: &[&str]) -> Option<(String, Value)> {
        let library = self.library();
        let open = ["case", "open", str(&library), "1"];
        let opened = chachong(&[&open[..], about, &["-q"]].concat());
        if !opened.status.success() {
            let said = said(&opened);
            let is_nothing = said.contains("No text of") || said.contains("can be named");
            assert!(is_nothing, "{said}");
            return None;
        }
        let opened = said(&opened);
        let number = opened.split_once("Case ").unwrap().1;
        let number = number.split(' ').next().unwrap().to_owned();
        let shown = done(&["case", "show", str(&library), &number, "--json"]);
        let mut case: Value = serde_json::from_str(&shown).unwrap();
        Some((number, case["evidence"].take()))
    }

    fn write(&self, kind: &str, number: &str, options: &[&str]) -> Vec<u8> {
        let file = self.folder.path().join("file.html");
        let write = ["case", kind, str(&self.library()), number, str(&file)].map(str::to_owned);
        let write: Vec<&str> = write.iter().map(String::as_str).collect();
        done(&[&write[..], options].concat());
        std::fs::read(file).unwrap()
    }

    fn document(&self, name: &Value) -> &Value {
        let is_it = |one: &&Value| one["file"] == *name;
        self.documents.iter().find(is_it).unwrap()
    }

    /// Looks for everything that the files of a case must not tell.
    fn assert_keeps(&self, about: &[&str]) -> bool {
        let Some((number, evidence)) = self.open(about) else {
            return false;
        };
        let names = evidence["documents"].as_array().unwrap();
        let documents: Vec<&Value> = names
            .iter()
            .map(|one| self.document(&one["name"]))
            .collect();
        let in_question = usize::try_from(evidence["in_question"].as_u64().unwrap()).unwrap();
        let own = &documents[..in_question];
        let words: Vec<String> = secrets(&self.documents, own);
        let texts = |of: &[&Value]| -> HashSet<String> {
            let all = of.iter().flat_map(|one| strings(&one["text"]));
            all.flat_map(|text| runs(&text)).collect()
        };
        let passages = evidence["passages"].as_array().unwrap();
        let within: HashSet<String> = (passages.iter())
            .flat_map(|one| [&one["in_document"]["text"], &one["in_source"]["text"]])
            .flat_map(|text| runs(text.as_str().unwrap()))
            .collect();
        // The student's own name is on the page, before a word that may begin like the one behind it on the cover.
        let own_names: Vec<String> = (own.iter().flat_map(|one| strings(&one["person"])))
            .map(|name| squeezed(&name))
            .collect();
        let is_own_name = |run: &str| {
            let but_one: String = run.chars().take(KNOWN - 1).collect();
            own_names.iter().any(|name| name.contains(&but_one))
        };
        let outside = &texts(&documents) - &within;
        let of_others = &outside - &texts(own);
        assert!(outside.len() > 500 && of_others.len() > 200);
        for (kind, options, hidden) in [
            ("committee", &[][..], &outside),
            ("student", &[], &outside),
            ("student", &["--with-surroundings"], &of_others),
        ] {
            let page = self.write(kind, &number, options);
            let what = format!("{about:?} {kind} {options:?}");
            assert_tells_nothing(&page, &words, &what);
            for form in forms(&page) {
                let told =
                    (runs(&form).into_iter()).find(|run| hidden.contains(run) && !is_own_name(run));
                assert_eq!(told, None, "{what}");
            }
            // The search would find what is there.
            let first = passages[0]["in_document"]["text"].as_str().unwrap();
            let form = &forms(&page)[1];
            assert!(runs(first).iter().any(|run| form.contains(run)), "{what}");
        }
        let page = self.write("committee", &number, &["--with-surroundings"]);
        assert_tells_nothing(&page, &words, &format!("{about:?} with surroundings"));
        true
    }
}

fn strings(value: &Value) -> Vec<String> {
    let one = |text: &Value| text.as_str().unwrap().to_owned();
    value
        .as_array()
        .map_or_else(|| vec![one(value)], |all| all.iter().map(one).collect())
}

/// Runs of letters of a text.
fn runs(text: &str) -> Vec<String> {
    let letters: Vec<char> = squeezed(text).chars().collect();
    let runs = letters.windows(KNOWN);
    runs.map(|run| run.iter().collect()).collect()
}

/// Words that files about some documents must not have: of all others whose they are, and of all what their properties say.
fn secrets(all: &[Value], own: &[&Value]) -> Vec<String> {
    let of = |document: &Value, keys: &[&str]| -> Vec<String> {
        keys.iter()
            .flat_map(|key| strings(&document[*key]))
            .collect()
    };
    let known = |document: &&Value| of(document, &["person", "teacher", "file", "title"]);
    let known: Vec<String> = own
        .iter()
        .flat_map(known)
        .map(|word| squeezed(&word))
        .collect();
    let mut words: Vec<String> = Vec::new();
    for document in all {
        words.extend(of(document, &["properties", "other"]));
        if !own.contains(&document) {
            let file = Path::new(document["file"].as_str().unwrap());
            words.push(file.file_stem().unwrap().to_string_lossy().into_owned());
            words.extend(of(document, &["person", "teacher", "title"]));
        }
    }
    words.retain(|word| {
        let word = squeezed(word);
        let is_short = word.is_ascii() && word.len() < LEAST_LATIN;
        // A spelling that is part of the person's own is no other's; 论文 is no name.
        let is_stem = word == "论文" || word == "毕业论文终稿";
        !is_short && !is_stem && !known.iter().any(|own| own.contains(&word))
    });
    words
}

#[test]
fn files_about_real_documents_tell_of_nobody_else() {
    let class = Class::of(&fixture("case-leaks"));
    let file = |at: usize| class.documents[at]["file"].as_str().unwrap();
    for about in [
        &[file(0), file(1)][..],
        &[file(3), file(4), "--passage", "1"],
        &[file(4)],
    ] {
        assert!(class.assert_keeps(about), "{about:?}");
    }
}

/// `CHACHONG_CASE_LEAKS=FOLDER`, where `make_case_leaks.py FOLDER 40 SEED LAYOUT` made documents.
#[test]
#[ignore = "takes minutes and needs a folder of documents"]
fn files_about_many_real_documents_tell_of_nobody_else() {
    let folder = PathBuf::from(std::env::var_os(FOLDER).unwrap());
    let class = Class::of(&folder);
    let file = |at: usize| class.documents[at]["file"].as_str().unwrap();
    let mut cases = 0;
    for at in 0..class.documents.len() {
        let mut abouts = vec![vec![file(at)]];
        if at + 1 < class.documents.len() {
            let (one, other) = (file(at), file(at + 1));
            abouts.extend([vec![one, other], vec![other, one]]);
            abouts.extend([
                vec![one, other, "--passage", "1"],
                vec![other, one, "--passage", "1"],
            ]);
        }
        for about in abouts {
            cases += usize::from(class.assert_keeps(&about));
        }
    }
    assert!(cases >= 60, "only {cases} cases");
}
