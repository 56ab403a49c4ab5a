//! Turns documents that were read into the result of a check. Every command and the window use this one function.
//!
//! It finds near pairs by fingerprint, finds passages among the documents and with libraries ([`compare_documents`]), keeps
//! the sources of other libraries in the check's own ([`keep_sources`]), applies a person's earlier decisions
//! ([`apply_decisions`]), and computes shares and findings. Evidence beyond text is sought separately
//! ([`CheckResult::with_evidence`]), because the window shows passages without waiting for it.

use std::sync::Arc;

use chachong_check::{
    CheckResult, ComparedLibrary, Copied, Copies, CopyError, CopySettings, CopyWatch, Document,
    Findings, Fingerprinting, Origin, SubmissionSettings, VersionSearch, apply_decisions,
    attribute, first_documents, submissions_of_check,
};
use chachong_compare::{Choices, DocumentPair, Fingerprinted, Thresholds};
use chachong_import::PassedOver;
use chachong_library::{Library, MissingPart, Store};

use crate::compared::{Compared, compare_documents};
use crate::keeping_sources::keep_sources;
use crate::matching::Against;

/// Input of [`run_check`]: the documents to compare, and the settings of the comparison.
pub struct CheckRequest<'r> {
    /// Documents, including those that could not be read. Library documents from an earlier comparison are dropped
    /// unless `saved` is given.
    pub documents: Vec<Document>,
    /// Files that were found but not read.
    pub passed_over: PassedOver,
    /// Recipe of the fingerprints.
    pub by: Fingerprinting,
    /// Fingerprint distances up to which pairs count as near and are listed.
    pub thresholds: Thresholds,
    /// Method that finds the pairs whose fingerprints are near.
    pub near: NearSearch<'r>,
    /// Pairs of positions in `documents` whose texts are always aligned, even if their fingerprints are not near.
    pub aligned: Vec<DocumentPair>,
    /// Settings that group the documents into submissions.
    pub submissions: Arc<SubmissionSettings>,
    /// Settings of the search for passages.
    pub copying: CopySettings,
    /// Whether pairs that share nothing but possible passages, which are too weak to count, are listed.
    pub possible: bool,
    /// Function that makes the choices about all documents, including those of libraries. Decisions that the check's
    /// own library keeps are added to its result.
    pub choices: MakeChoices<'r>,
    /// Passages of a saved check of exactly these documents, which make a new search unnecessary. The choices must
    /// contain the decisions already. `None` to search.
    pub saved: Option<Copies>,
}

/// Function that makes the person's choices about all documents of a check.
pub type MakeChoices<'r> = Box<dyn FnOnce(&[Document]) -> Choices + Send + 'r>;

impl CheckRequest<'_> {
    /// Creates a request with default settings and without choices, so that everything counts.
    #[must_use]
    pub fn of(documents: Vec<Document>) -> Self {
        Self {
            documents,
            passed_over: PassedOver::default(),
            by: Fingerprinting::default(),
            thresholds: Thresholds::default(),
            near: NearSearch::Index,
            aligned: Vec::new(),
            submissions: Arc::default(),
            copying: CopySettings::default(),
            possible: false,
            choices: Box::new(|_| Choices::default()),
            saved: None,
        }
    }
}

/// Method that finds the pairs whose fingerprints are near.
pub enum NearSearch<'r> {
    /// The index: finds the pairs within the thresholds.
    Index,
    /// No search: every pair is listed.
    EveryPair,
    /// Another method, which must find the same pairs as the index. If it fails, the check fails with
    /// [`CopyError::Index`].
    By(&'r NearMethod<'r>),
}

/// Method that finds the pairs within the thresholds, or fails.
pub type NearMethod<'r> = dyn Fn(&[Fingerprinted], Thresholds) -> Result<Findings, Box<dyn std::error::Error + Send + Sync>>
    + Sync
    + 'r;

/// Library to compare with.
#[derive(Clone, Debug)]
pub struct AgainstLibrary {
    /// Library to search.
    pub library: Arc<Library>,
    /// Whether this is the check's own library. Only the own library's templates are left out and only its members show
    /// which phrases are common; other libraries only provide sources.
    pub is_own: bool,
}

/// Libraries of a check.
#[derive(Clone, Debug, Default)]
pub struct Libraries {
    /// Libraries to compare with, the check's own first; if empty, the documents are compared with each other only.
    pub against: Vec<AgainstLibrary>,
    /// Store in which the check is saved and into which sources from other libraries are copied, even if the check is
    /// not compared with it; `None` if the check is not saved.
    pub kept_in: Option<Arc<dyn Store>>,
    /// Libraries that did not answer when the check began.
    pub missing: Vec<MissingPart>,
}

impl Libraries {
    /// Returns the store whose decisions count: that of the check's own library, whether the check is compared with it or only
    /// saved in it.
    fn own(&self) -> Option<&Arc<dyn Store>> {
        let own = self.against.iter().find(|against| against.is_own);
        own.map(|own| own.library.store()).or(self.kept_in.as_ref())
    }
}

/// Compares the documents with each other and with libraries, and returns the result. Fails if a library or a temporary file fails, the
/// search for near pairs fails or `watch` cancels; a server that is lost meanwhile is listed in the result as a missing part instead,
/// unless it keeps the check's own library.
pub fn run_check(
    request: CheckRequest<'_>,
    libraries: &Libraries,
    watch: &CopyWatch<'_>,
) -> Result<CheckResult, CopyError> {
    let CheckRequest {
        mut documents,
        passed_over,
        by,
        thresholds,
        near,
        aligned,
        submissions: submission_settings,
        copying,
        possible,
        choices,
        saved,
    } = request;
    let find_near = |documents: &[Document]| {
        let prints: Vec<Fingerprinted> = documents.iter().map(Document::fingerprinted).collect();
        match near {
            NearSearch::Index => Ok(Findings::of(&prints, thresholds, false)),
            NearSearch::EveryPair => Ok(Findings::of(&prints, thresholds, true)),
            NearSearch::By(method) => method(&prints, thresholds).map_err(CopyError::Index),
        }
    };
    let submissions = Arc::new(submissions_of_check(
        &documents,
        &passed_over,
        &submission_settings,
    ));
    let whose = (&*submissions, submission_settings.counts_earlier);
    let mut decided = 0;
    let (near, copied, compared_with) = if let Some(mut copies) = saved {
        let all: Vec<&Document> = documents.iter().collect();
        let first = first_documents(&all, whose.0, whose.1);
        let versions = VersionSearch::of(&all, &copies, whose.0, &first);
        let choices = choices(&documents);
        attribute(&documents, &mut copies)?;
        let copied = Copied::of(Arc::new(copies), Arc::new(versions), choices);
        (find_near(&documents)?, copied, None)
    } else {
        let against = libraries.against.iter().map(|of| Against {
            library: &of.library,
            by: &by,
            thresholds,
            is_own: of.is_own,
        });
        let against: Vec<Against<'_>> = against.collect();
        documents.retain(|document| document.origin == Origin::Checked);
        let mut near = find_near(&documents)?;
        let aligned = [near.near(), aligned].concat();
        let Compared {
            mut library,
            mut copies,
            versions,
        } = compare_documents(&documents, &aligned, (&copying, whose), &against, watch)?;
        copies.missing.extend_from_slice(&libraries.missing);
        if let Some(store) = &libraries.kept_in {
            copies
                .missing
                .extend(keep_sources(store, &mut library, &by)?);
        }
        copies.missing.sort();
        if !library.is_empty() {
            documents.extend(library);
            near = find_near(&documents)?;
        }
        let mut choices = choices(&documents);
        if let Some(own) = libraries.own() {
            let all: Vec<&Document> = documents.iter().collect();
            decided = apply_decisions(own.as_ref(), &all, &copies, &mut choices)?;
        }
        attribute(&documents, &mut copies)?;
        let copied = Copied::of(Arc::new(copies), Arc::new(versions), choices);
        let libraries = libraries.against.iter();
        let compared = libraries.map(|of| ComparedLibrary::of(&of.library));
        (near, copied, Some(compared.collect()))
    };
    let result = CheckResult {
        passed_over: Arc::new(passed_over),
        possible,
        submissions,
        submission_settings,
        decided,
        compared_with,
        recipe: by.recipe(),
        ..CheckResult::with_near(documents, thresholds, near)
    };
    Ok(result.with_copied(copied))
}
