//! Other students of the check whose names occur in the texts of a case.

use std::collections::{BTreeSet, HashSet};

use chachong_case::CaseEvidence;
use chachong_submission::{Submission, spellings_to_hide};
use chachong_text::folded;

use crate::CheckResult;

/// Shortest word that is looked for, in characters.
const SHORTEST: usize = 2;

impl CheckResult {
    /// Returns the names, spellings, numbers and addresses of all students of the check whom a text of the case may name, in lower case,
    /// sorted. Characters that are no letters or digits are ignored, so that no name is missed; some names may be found by mistake.
    pub(super) fn named_in(&self, evidence: &CaseEvidence) -> Vec<String> {
        let text = texts_of(evidence).fold(String::new(), |all, text| all + &letters(text));
        let all: Vec<char> = text.chars().collect();
        let pairs: HashSet<[char; 2]> = all.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        let is_named = |word: &String| {
            let word = letters(word);
            let signs: Vec<char> = word.chars().collect();
            signs.len() >= SHORTEST
                && signs
                    .windows(2)
                    .all(|pair| pairs.contains(&[pair[0], pair[1]]))
                && text.contains(&word)
        };
        let mut named = BTreeSet::new();
        for submission in &self.submissions.all {
            let words = words_of(submission);
            if words.iter().any(is_named) {
                named.extend(words);
            }
        }
        named.into_iter().collect()
    }
}

/// Texts of a case: of its passages, and what its check and its documents are called.
fn texts_of(evidence: &CaseEvidence) -> impl Iterator<Item = &String> {
    let sides = (evidence.passages.iter()).flat_map(|one| [&one.in_document, &one.in_source]);
    let of_passages = sides.flat_map(|side| {
        let of_source = [&side.attribution.citation, &side.attribution.reference];
        let around = [&side.before, &side.text, &side.after];
        around.into_iter().chain(of_source.into_iter().flatten())
    });
    let documents = evidence.documents.iter();
    let names =
        documents.flat_map(|document| std::iter::once(&document.name).chain(&document.title));
    std::iter::once(&evidence.check)
        .chain(names)
        .chain(of_passages)
}

/// Words that name whoever handed something in.
fn words_of(submission: &Submission) -> Vec<String> {
    let name = submission.student.iter();
    let spelled = name.flat_map(|name| spellings_to_hide(name));
    submission
        .words_to_hide()
        .into_iter()
        .chain(spelled)
        .collect()
}

/// Letters and digits of a text in their plain form.
fn letters(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let signs = folded(&characters, true).into_iter().map(|sign| sign.c);
    signs.filter(|c| c.is_alphanumeric()).collect()
}
