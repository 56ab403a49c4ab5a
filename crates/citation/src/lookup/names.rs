//! Compares names of authors as an entry and a record print them: "Smith J", "John Smith", "沈知远".

use chachong_text::{LineBreaks, is_cjk, normalize};

/// Minimum length of a word that identifies a person; initials do not.
const LEAST_WORD: usize = 2;

/// Result of comparing the authors of two works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Names {
    /// One of the works states no author.
    Unknown,
    /// Both have the same authors in the same order, as far as both name them.
    Same,
    /// At least one author is the same.
    SomeSame,
    /// No author is the same.
    Other,
}

/// Compares the authors of an entry with those of a record. The entry may name fewer authors and "et al.".
pub(super) fn compare(entry: &[String], record: &[String]) -> Names {
    let words = |names: &[String]| -> Vec<Vec<String>> {
        let words = names.iter().map(|name| words(name));
        words.filter(|words| !words.is_empty()).collect()
    };
    let (entry, record) = (words(entry), words(record));
    if entry.is_empty() || record.is_empty() {
        return Names::Unknown;
    }
    if entry
        .iter()
        .zip(&record)
        .all(|(one, other)| same(one, other))
    {
        return Names::Same;
    }
    let is_known = |one: &Vec<String>| record.iter().any(|other| same(one, other));
    if entry.iter().any(is_known) {
        Names::SomeSame
    } else {
        Names::Other
    }
}

/// Returns whether two names have a word in common.
fn same(one: &[String], other: &[String]) -> bool {
    one.iter().any(|word| other.contains(word))
}

/// Returns the words of a name that identify a person. A Chinese name is one word.
fn words(name: &str) -> Vec<String> {
    let text = normalize(name, LineBreaks::Page).text.to_lowercase();
    if text.chars().any(is_cjk) {
        return vec![text.chars().filter(|c| c.is_alphanumeric()).collect()];
    }
    let words = text.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| word.chars().count() >= LEAST_WORD)
        .map(str::to_owned)
        .collect()
}
