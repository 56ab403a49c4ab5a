//! Submissions in the reports on documents: statements about a document's own submission, and names for the documents
//! of others.

use super::Report;
use super::facts::Fact;
use chachong_compare::DocumentIndex;
use chachong_messages::document_name;

/// Returns the name of a document of a report, with that of its submission before it where a submission has several documents.
pub(crate) fn name_of(check: Report<'_>, position: DocumentIndex) -> String {
    let (result, language) = (check.result, check.language);
    if result.has_submissions() {
        return language.file_of_submission(result, position);
    }
    let document = result.document(position);
    document.map_or_else(String::new, |document| document_name(document, language))
}

/// Returns the document's submission and its other files, each with its name in words; nothing where no submission has several
/// documents.
pub(crate) fn submission_facts(check: Report<'_>, position: DocumentIndex) -> Vec<Fact> {
    let (result, language) = (check.result, check.language);
    let named = result.named_submission(position);
    let Some(submission) = named.filter(|_| result.has_submissions()) else {
        return Vec::new();
    };
    let others = submission.files.iter().map(|&file| DocumentIndex(file));
    let others = others.filter(|&one| one != position);
    let others: Vec<&str> = others.map(|one| result.file_name(one)).collect();
    let name = language.submission_with_files(result, position);
    let fact = |key: &str, value: String| Fact {
        name: language.text(key),
        value,
    };
    let mut facts = vec![fact("submission.name", name)];
    if !others.is_empty() {
        let others = others.join(&language.text("punctuation.semicolon"));
        facts.push(fact("submission.others", others));
    }
    facts
}
