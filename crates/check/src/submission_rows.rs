//! Rows of a check's lists: each submission, represented by its main document, with the other documents behind it.

use std::collections::{BTreeMap, HashMap};

use chachong_compare::{DocumentIndex, DocumentPair, SideShares, Thesis};
use chachong_submission::Submission;

use crate::origins::checked;
use crate::{CheckResult, LowerEstimate, SubmissionFinding};

/// Rows of a check's lists, one for each submission. The main document of a submission ([`chachong_compare::Theses::main`])
/// stands for it.
#[derive(Debug, Default)]
pub struct SubmissionRows {
    /// Other checked documents of the submission of each main document that has some: other versions of the main one first, the
    /// newest first, then the others by name, each followed by its older versions.
    behind: BTreeMap<DocumentIndex, Vec<DocumentIndex>>,
    /// Shares of each submission with several documents, by its main one.
    shares: BTreeMap<DocumentIndex, SideShares>,
    /// Number of submissions of checked documents.
    count: usize,
    /// Whether a submission has several files.
    several: bool,
    /// Findings about submissions, in the order of lists.
    findings: Vec<SubmissionFinding>,
    /// Place in `findings` of the finding about two submissions, by their main documents.
    place_of: HashMap<DocumentPair, usize>,
    /// Place in `findings` of the strongest finding about each row that has one, by its main document.
    strongest: HashMap<DocumentIndex, usize>,
}

impl SubmissionRows {
    /// Computes the rows of a result: versions of one thesis, and documents of one submission, share a row.
    #[must_use]
    pub fn of(result: &CheckResult) -> Self {
        let theses = result.theses();
        let checked = checked(&result.documents);
        let mut behind: BTreeMap<DocumentIndex, Vec<DocumentIndex>> = BTreeMap::new();
        for document in (0..checked).map(DocumentIndex) {
            let main = theses.main(document);
            if main != document {
                behind.entry(main).or_default().push(document);
            }
        }
        for (&main, documents) in &mut behind {
            documents.sort_by_key(|&document| {
                let newest = theses.newest(document);
                let mut versions = (theses.of(document).into_iter()).flat_map(Thesis::documents);
                let age = versions.position(|version| version == document);
                (newest != main, newest, age)
            });
        }
        let shares = (behind.keys())
            .filter_map(|&main| Some((main, result.submission_shares(main)?)))
            .collect();
        let findings = result.submission_findings();
        let hidden: usize = behind.values().map(Vec::len).sum();
        Self {
            behind,
            shares,
            count: checked - hidden,
            several: result.has_submissions(),
            place_of: places(&findings),
            strongest: strongest(&findings),
            findings,
        }
    }

    /// Computes the rows as reports list them: those of [`Self::of`] if any submission has several documents, otherwise one for
    /// each document.
    #[must_use]
    pub fn listed(result: &CheckResult) -> Self {
        if result.has_submissions() {
            return Self::of(result);
        }
        let findings = result.listed_findings();
        Self {
            count: checked(&result.documents),
            place_of: places(&findings),
            strongest: strongest(&findings),
            findings,
            ..Self::default()
        }
    }

    /// Returns whether any submission has several files, even if these are versions of one thesis
    /// ([`CheckResult::has_submissions`]).
    #[must_use]
    pub const fn has_several(&self) -> bool {
        self.several
    }

    /// Returns the number of rows of checked documents.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Returns the other checked documents in the row of a main document: its older versions, the newest first, then the other documents
    /// by name, each followed by its older versions. Empty for any other document.
    #[must_use]
    pub fn behind(&self, document: DocumentIndex) -> &[DocumentIndex] {
        self.behind.get(&document).map_or(&[], Vec::as_slice)
    }

    /// Returns the documents of a row, the main document first; only `document` itself if it is not a main document.
    pub fn documents(&self, document: DocumentIndex) -> impl Iterator<Item = DocumentIndex> + '_ {
        let behind = self.behind(document).iter().copied();
        [document].into_iter().chain(behind)
    }

    /// Returns the main documents of all rows by position: those of checked documents, then those of libraries. If no submission has
    /// several files, returns all documents, as [`Self::listed`] lists them.
    pub fn mains(&self, result: &CheckResult) -> impl Iterator<Item = DocumentIndex> {
        let (several, theses) = (self.several, result.theses());
        result
            .positions()
            .filter(move |&document| !several || theses.is_main(document))
    }

    /// Returns the shares of a row: those of the whole submission for its main document, otherwise those of the document. `None`
    /// if texts were not compared or the document has no text.
    #[must_use]
    pub fn row_shares(&self, result: &CheckResult, document: DocumentIndex) -> Option<SideShares> {
        let of_document = || Some(result.document_shares(document)?.total());
        self.shares(document).or_else(of_document)
    }

    /// Returns why the share of a row is a lower estimate; `None` if it is not.
    #[must_use]
    pub fn lower_estimate(
        &self,
        result: &CheckResult,
        document: DocumentIndex,
    ) -> Option<LowerEstimate> {
        let documents = self.documents(document);
        let newest = documents.filter(|&one| one == document || result.theses().is_newest(one));
        let involved = newest.flat_map(|one| {
            let shares = result.shares().and_then(|shares| shares.document(one));
            let sources = shares.into_iter().flat_map(|shares| &shares.sources);
            [one]
                .into_iter()
                .chain(sources.map(|source| source.document))
        });
        LowerEstimate::of(&result.documents, involved)
    }

    /// Returns the fingerprint distance, in bits, of two rows: that of their finding ([`SubmissionFinding::distance`]), otherwise
    /// that of their main documents. `None` if these have none.
    #[must_use]
    pub fn distance(
        &self,
        result: &CheckResult,
        a: DocumentIndex,
        b: DocumentIndex,
    ) -> Option<u32> {
        (self.finding(a, b)).map_or_else(|| result.distance(a, b), |finding| finding.distance)
    }

    /// Returns the shares of a whole submission with several documents, by its main document; `None` for any other document, and
    /// if texts were not compared.
    #[must_use]
    pub fn shares(&self, document: DocumentIndex) -> Option<SideShares> {
        self.shares.get(&document).copied()
    }

    /// Returns the findings about submissions in list order.
    #[must_use]
    pub fn findings(&self) -> &[SubmissionFinding] {
        &self.findings
    }

    /// Returns the place in [`Self::findings`] of the strongest finding about a row and another one. The row is given by its main
    /// document. `None` if there is no such finding, and for a document that is not a main one.
    #[must_use]
    pub fn strongest(&self, document: DocumentIndex) -> Option<usize> {
        self.strongest.get(&document).copied()
    }

    /// Returns the finding about two rows, given by their main documents in either order; `None` if there is none.
    #[must_use]
    pub fn finding(&self, a: DocumentIndex, b: DocumentIndex) -> Option<&SubmissionFinding> {
        let place = self.place_of.get(&(a.min(b), a.max(b)))?;
        self.findings.get(*place)
    }
}

impl CheckResult {
    /// Returns the submission of a document if it is listed by a name of its own ([`Self::submission_name`]); `None` if it is
    /// listed by the document's name.
    #[must_use]
    pub fn named_submission(&self, document: DocumentIndex) -> Option<&Submission> {
        let submission = self.submission(document)?;
        let name = self.submission_name(document);
        let own = self.document(document).map(|one| one.name.as_str());
        (own != Some(name)).then_some(submission)
    }

    /// Returns a document's file name within its submission: without the folders that all files of the submission have in common.
    #[must_use]
    pub fn file_name(&self, document: DocumentIndex) -> &str {
        let name_of = |one: DocumentIndex| {
            self.document(one)
                .map_or("", |document| document.name.as_str())
        };
        let name = name_of(document);
        let Some(submission) = self.named_submission(document) else {
            return name;
        };
        let names = (submission.files.iter()).map(|&file| name_of(DocumentIndex(file)));
        let folders = names.map(|name| name.rfind('/').map_or("", |end| &name[..=end]));
        let common = folders.reduce(common_folders).unwrap_or_default();
        name.strip_prefix(common).unwrap_or(name)
    }
}

/// Returns the places of the findings about two submissions, by their main documents.
fn places(findings: &[SubmissionFinding]) -> HashMap<DocumentPair, usize> {
    let places = findings.iter().enumerate();
    places
        .filter(|(_, finding)| finding.a != finding.b)
        .map(|(place, finding)| ((finding.a, finding.b), place))
        .collect()
}

/// Returns the place of the strongest finding about each main document and a document of another submission; `findings` has the
/// strongest first.
fn strongest(findings: &[SubmissionFinding]) -> HashMap<DocumentIndex, usize> {
    let mut strongest = HashMap::new();
    let findings = findings.iter().enumerate();
    for (place, finding) in findings.filter(|(_, one)| one.is_finding() && !one.is_own()) {
        for main in [finding.a, finding.b] {
            strongest.entry(main).or_insert(place);
        }
    }
    strongest
}

/// Returns the folders with which two paths begin, up to the last `/`.
fn common_folders<'a>(a: &'a str, b: &str) -> &'a str {
    let mut end = 0;
    for (at, (x, y)) in a.bytes().zip(b.bytes()).enumerate() {
        if x != y {
            break;
        }
        if x == b'/' {
            end = at + 1;
        }
    }
    &a[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_in_common_end_at_a_slash() {
        assert_eq!(common_folders("甲/乙/", "甲/丙/"), "甲/");
        assert_eq!(common_folders("甲乙/", "甲丙/"), "");
        assert_eq!(common_folders("a/", "a/b/"), "a/");
    }
}
