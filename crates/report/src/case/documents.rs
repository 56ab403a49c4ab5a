//! Documents of a case: their names in the file, their figures, and the hashes of the originals.

use chachong_case::{CaseDocument, CaseEvidence};
use chachong_compare::Copied;
use chachong_messages::{copied_of, grouped, percent};
use maud::{Markup, html};

use super::page::facts;
use super::words::Words;

/// Returns the label of a document in the file, which does not depend on its name.
pub(super) fn label(evidence: &CaseEvidence, position: usize, words: Words<'_>) -> String {
    let questioned = evidence.questioned().len();
    let (key, number) = match position.checked_sub(questioned) {
        Some(source) => ("source", source + 1),
        None if questioned == 1 => return words.part("questioned"),
        None => ("questioned-of-several", position + 1),
    };
    (words.language).fill(&format!("case-file.{key}"), &[("number", &number)])
}

/// Returns a document in question under its label.
pub(super) fn questioned(evidence: &CaseEvidence, position: usize, words: Words<'_>) -> Markup {
    let document = &evidence.documents[position];
    let mut all = persons(document, words);
    let own = [
        ("share", share(document.copied, words)),
        ("sha256", original(document, words)),
    ];
    all.insert(0, fact("file", bdi(&document.name, words), words));
    all.push(fact(
        "characters",
        html! { (grouped(document.characters)) },
        words,
    ));
    all.extend(own.map(|(key, value)| fact(key, value, words)));
    block(&label(evidence, position, words), &all)
}

/// Returns a source under its label. The names of its file, persons and library are included only with `with_names`.
pub(super) fn source(
    evidence: &CaseEvidence,
    position: usize,
    with_names: bool,
    words: Words<'_>,
) -> Markup {
    let document = &evidence.documents[position];
    let mut all = Vec::new();
    if with_names {
        all.push(fact("file", bdi(&document.name, words), words));
        all.extend(persons(document, words));
    }
    let place = match &document.library {
        Some(library) if with_names => bdi(library, words),
        Some(_) => html! { (words.part("of-library")) },
        None => html! { (words.part("of-check")) },
    };
    all.push(fact("place", place, words));
    all.push(fact(
        "characters",
        html! { (grouped(document.characters)) },
        words,
    ));
    if let Some([here, there]) = document.in_common {
        all.push(fact("in-common", share(here, words), words));
        all.push(fact("in-common-there", share(there, words), words));
    }
    all.push(fact("sha256", original(document, words), words));
    block(&label(evidence, position, words), &all)
}

fn block(heading: &str, all: &[(String, Markup)]) -> Markup {
    html! { div.document { h3 { (heading) } (facts(all)) } }
}

fn fact(key: &str, value: Markup, words: Words<'_>) -> (String, Markup) {
    (words.part(key), value)
}

fn bdi(value: &str, words: Words<'_>) -> Markup {
    html! { bdi { (words.withheld.words(value)) } }
}

/// Returns the title and the persons of a document, as far as they are known.
fn persons(document: &CaseDocument, words: Words<'_>) -> Vec<(String, Markup)> {
    let known = [
        ("work", &document.title),
        ("author", &document.author),
        ("student-number", &document.student_number),
        ("supervisor", &document.supervisor),
    ];
    let known = known
        .into_iter()
        .filter_map(|(key, value)| Some((key, value.as_deref()?)));
    known
        .map(|(key, value)| fact(key, bdi(value, words), words))
        .collect()
}

fn share(copied: Copied, words: Words<'_>) -> Markup {
    html! { b { (percent(copied.share())) } " " span.weak { (copied_of(copied, words.language)) } }
}

/// Returns the hash of the original, by which `chachong verify` recognises the file.
fn original(document: &CaseDocument, words: Words<'_>) -> Markup {
    let hash = document.original_sha256.as_deref();
    html! {
        @if let Some(hash) = hash.filter(|hash| is_hash(hash)) {
            code data-original-sha256=(hash) { (hash) }
        } @else {
            (words.part("no-original"))
        }
    }
}

fn is_hash(hash: &str) -> bool {
    hash.len() == 64
        && hash
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
