//! Settings and result of the search for the passages that documents of a check share.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::DocumentContent;
use super::attribution::DocumentAttribution;
use chachong_compare::{
    CommonGrams, Counted, DocumentIndex, DocumentPair, PairIndex, PairPassages, Passage,
    SharedText, Theses, Versions, shared_texts,
};
use chachong_library::MissingPart;

/// Settings of a search for passages.
#[derive(Clone, Debug, Default)]
pub struct CopySettings {
    /// Template texts that were handed out, such as forms; text that also stands in them does not count as copied.
    pub templates: Vec<DocumentContent>,
    /// Minimum length of a passage in characters, on its shorter side; 0 keeps every passage that the alignment finds.
    pub least_characters: u32,
    /// Number of threads; `None` means one per processor core.
    pub threads: Option<usize>,
    /// Number of checked documents, which stand first in the list; the documents after them belong to libraries and are compared
    /// only in the `near` pairs. `None` if all documents are checked.
    pub checked: Option<usize>,
    /// First document of each document's submission ([`crate::first_documents`]); a document beyond the end of the list is a
    /// submission of its own.
    pub first: Vec<DocumentIndex>,
    /// Pairs of documents by one author ([`crate::pairs_of_one_author`]), the lower position first. Such a pair counts as one document
    /// in the number of documents that have a text.
    pub one_author: BTreeSet<DocumentPair>,
    /// Short runs of tokens (grams) that many documents of the check's own library have, which are therefore weaker evidence. `None`
    /// without a library, and if it has fewer than 1,000 documents (`chachong_jobs::library::LEAST_MEMBERS_FOR_GRAMS`).
    pub library_grams: Option<Arc<CommonGrams>>,
}

impl CopySettings {
    /// Groups the documents of one submission ([`Self::first`]) and of one author ([`Self::one_author`]), whether their texts agree or
    /// not; `documents` is the number of all.
    #[must_use]
    pub fn authors(&self, documents: usize) -> Versions {
        (self.submissions(documents)).joining(self.one_author.iter().copied())
    }

    /// Groups the documents of one submission; `documents` is the number of all.
    pub(super) fn submissions(&self, documents: usize) -> Versions {
        let of_submissions = (0..).map(DocumentIndex).zip(&self.first);
        Versions::apart(documents)
            .joining(of_submissions.map(|(document, &first)| (first, document)))
    }
}

/// Result of the search for passages among the documents of a check. Positions are those in the list that was compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copies {
    /// Pairs of documents with their passages, sorted by the documents' positions.
    pub pairs: Vec<PairPassages>,
    /// For each document, its countable characters and its marks: sections, templates, text that many documents share.
    pub counted: Vec<Counted>,
    /// For each document, its citations and quotations that touch passages; empty until [`crate::attribute`] finds them.
    pub attributions: Vec<DocumentAttribution>,
    /// Positions of documents whose stored text could not be read again, ascending; they have no passages.
    pub unread: Vec<DocumentIndex>,
    /// Number of pairs compared, including those not worth aligning: all pairs of checked documents that were read, and each of these
    /// with each library document. [`crate::find_copies`] counts only the library documents in its list; a check replaces the number, so
    /// that all documents of the libraries count.
    pub compared: u64,
    /// Parts of libraries that were not compared, sorted: a server did not answer, data are damaged, or a limit was reached.
    pub missing: Vec<MissingPart>,
    /// Texts of the templates; code, data and formulas in them count as handed out too.
    pub templates: Vec<Arc<str>>,
}

impl Copies {
    /// Finds the texts that 3 or more of the documents share ([`shared_texts`]), heaviest first; the documents of one submission or thesis
    /// count once.
    #[must_use]
    pub fn shared_texts(&self, theses: &Theses) -> Vec<SharedText> {
        let submissions = Versions::of_submissions(self.counted.len(), theses);
        shared_texts(&self.counted, &self.pairs, &submissions)
    }

    /// Returns the index of the pair of two documents, in either order; `None` if they have no passages.
    #[must_use]
    pub fn index_of(&self, a: DocumentIndex, b: DocumentIndex) -> Option<PairIndex> {
        let key = (a.min(b), a.max(b));
        let found = (self.pairs).binary_search_by_key(&key, |pair| (pair.a, pair.b));
        found.ok().map(PairIndex)
    }

    /// Returns a pair with its passages; `None` beyond the end of the list.
    #[must_use]
    pub fn pair(&self, index: PairIndex) -> Option<&PairPassages> {
        self.pairs.get(index.0)
    }

    /// Returns the result with new positions of the documents. `to` maps each old position to the new one, or to `None` for a
    /// document that is removed together with its passages; it must keep the order of the documents.
    #[must_use]
    pub fn renumbered(self, to: impl Fn(DocumentIndex) -> Option<DocumentIndex>) -> Self {
        let pairs = self.pairs.into_iter().filter_map(|pair| {
            let (a, b) = (to(pair.a)?, to(pair.b)?);
            Some(PairPassages { a, b, ..pair })
        });
        let counted = (0..).map(DocumentIndex).zip(self.counted);
        Self {
            pairs: pairs.collect(),
            counted: counted
                .filter(|&(position, _)| to(position).is_some())
                .map(|(_, counted)| counted)
                .collect(),
            attributions: ((0..).map(DocumentIndex).zip(self.attributions))
                .filter(|&(position, _)| to(position).is_some())
                .map(|(_, own)| own.renumbered(&to))
                .collect(),
            unread: self.unread.into_iter().filter_map(&to).collect(),
            ..self
        }
    }
}

/// Returns the number of pairs when `checked` documents are compared with each other and with `of_library` library documents.
#[must_use]
pub const fn pairs_among(checked: usize, of_library: usize) -> u64 {
    let checked = checked as u64;
    checked * checked.saturating_sub(1) / 2 + checked * of_library as u64
}

/// Returns whether a passage has at least `least` characters on its shorter side.
pub(super) fn is_long(passage: &Passage, least: u32) -> bool {
    passage.a.len().min(passage.b.len()) >= least
}
