//! Files that were handed out, such as a table of data or a form: equal files in many submissions, which prove nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::files::Files;
use crate::{Copies, Document};
use chachong_compare::{DocumentIndex, LEAST_FOLDER};

/// Hashes of the files of one submission, and its first document if a file has none. Copies of one whole submission are
/// equal and count once: who hands in another's work and nothing else does not show what the class was given.
type Origin<'a> = (BTreeSet<&'a str>, Option<DocumentIndex>);

/// Files of all submissions and texts of the templates, by which it is decided whether equal files were handed out.
pub(super) struct HandedOut<'a> {
    documents: &'a [Document],
    files: &'a Files<'a>,
    templates: &'a [Arc<str>],
    origins: BTreeSet<Origin<'a>>,
}

impl<'a> HandedOut<'a> {
    /// `copies` and `first` as for [`super::find_evidence`].
    pub(super) fn of(
        documents: &'a [Document],
        files: &'a Files<'a>,
        copies: Option<&'a Copies>,
        first: &[DocumentIndex],
    ) -> Self {
        let mut submissions: BTreeMap<DocumentIndex, Origin<'_>> = BTreeMap::new();
        for (position, metadata) in files.iter().filter(|(at, _)| files.is_checked(*at)) {
            let first = first.get(position.0).copied().unwrap_or(position);
            let (hashes, unknown) = submissions.entry(first).or_default();
            if metadata.sha256.is_empty() {
                *unknown = Some(first);
            } else {
                hashes.insert(&metadata.sha256);
            }
        }
        Self {
            documents,
            files,
            templates: copies.map_or(&[], |copies| &copies.templates),
            origins: submissions.into_values().collect(),
        }
    }

    /// Returns whether equal files were handed out: at least half of a class of [`LEAST_FOLDER`] submissions has them
    /// beside files of their own, or the person named the file as a template.
    pub(super) fn has(&self, equal: &[DocumentIndex]) -> bool {
        let Some((&one, metadata)) =
            (equal.first()).and_then(|one| Some((one, self.files.metadata(*one)?)))
        else {
            return false;
        };
        let holders = (self.origins.iter())
            .filter(|(hashes, _)| hashes.contains(metadata.sha256.as_str()))
            .count();
        self.origins.len() >= LEAST_FOLDER && 2 * holders >= self.origins.len()
            || self.is_template(one)
    }

    /// Returns whether the text of a document is a template's. One that cannot be read again is named by the comparison of
    /// passages.
    fn is_template(&self, document: DocumentIndex) -> bool {
        let content = self.documents[document].content();
        let text = content
            .filter(|_| !self.templates.is_empty())
            .and_then(|content| content.text.text().ok());
        text.is_some_and(|text| {
            !text.trim().is_empty() && self.templates.iter().any(|template| **template == *text)
        })
    }
}
