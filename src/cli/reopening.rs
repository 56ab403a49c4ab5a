//! Makes the result of a saved check again: its documents and passages as the library keeps them, with what was decided since.

use std::path::PathBuf;
use std::sync::Arc;

use super::check_recorder::with_frequencies;
use super::copying;
use super::error::CliError;
use super::output::print_stderr;
use super::reading::ProgressObserver;
use super::saved_checks::Saved;
use super::table::printable;
use chachong_check::{CheckResult, ComparedLibrary, CopySettings, Document, Settings};
use chachong_jobs::{
    AgainstLibrary, CheckRequest, NearSearch, Session, renumbered_choices, reopened_copies,
};
use chachong_library::{CheckContent, CheckRow, DocumentId, Library};
use chachong_messages::Language;
use chachong_record::Corrections;

/// How a saved check is opened.
pub(super) struct Reopening<'a> {
    /// Further libraries, which give sources where the texts must be compared again.
    pub(super) sources: &'a [PathBuf],
    /// Whether passages that are only possible are listed too.
    pub(super) possible: bool,
    pub(super) all_pairs: bool,
    pub(super) threads: Option<usize>,
    pub(super) quiet: bool,
}

impl Reopening<'_> {
    /// Makes the result of a saved check again, with what was decided since.
    pub(super) fn reopen(
        &self,
        library: Arc<Library>,
        mut saved: Saved,
        language: Language,
    ) -> Result<CheckResult, CliError> {
        let store = Arc::clone(library.store());
        let by = with_frequencies(saved.by.clone(), store.as_ref(), self.quiet, language)?;
        let settings = Settings {
            by: by.clone(),
            threads: self.threads,
            library: Some(Arc::clone(&store)),
            ..Settings::default()
        };
        let mut libraries = copying::open_sources(self.sources)?;
        let own = AgainstLibrary {
            library,
            is_own: true,
        };
        libraries.against.insert(0, own);
        libraries.kept_in = Some(Arc::clone(&store));
        let leads = saved.leads.take();
        let compared_with = saved.compared_with.clone();
        let request = self.request(saved, settings, &libraries.against, language);
        let mut result = copying::compare_with_progress(request, &libraries, self.quiet, language)?;
        if result.compared_with.is_none() && !compared_with.is_empty() {
            result.compared_with = Some(compared_with);
        }
        if let Some(leads) = leads {
            let leads = leads.restored(&store, &by)?;
            result.leads = Some(Arc::new(leads.placed(&result.documents)));
        }
        Ok(result)
    }

    /// Returns the request for a saved check: its documents, passages and choices as saved. Where the saved results no longer fit,
    /// the documents are compared again with the given libraries, with a warning.
    fn request(
        &self,
        saved: Saved,
        settings: Settings,
        given: &[AgainstLibrary],
        language: Language,
    ) -> CheckRequest<'static> {
        let CheckContent {
            rows,
            choices,
            results,
            ..
        } = saved.content;
        let kept: Vec<Option<DocumentId>> = rows.iter().map(kept_in).collect();
        let observer = ProgressObserver {
            recorder: None,
            quiet: self.quiet,
            language,
        };
        let by = settings.by.clone();
        let (mut documents, _) =
            observer.observe(&Session::reopen(rows, &saved.found_in, settings));
        for (document, _) in documents.iter().zip(&kept).filter(|(_, id)| id.is_some()) {
            if let Some(cause) = document.failure() {
                let reason = printable(&language.reason(cause));
                print_stderr(&language.fill(
                    "cli.report.text-missing",
                    &[("name", &printable(&document.name)), ("reason", &reason)],
                ));
            }
        }
        correct(&mut documents, &saved.corrections);
        // A file that had to be read again may have another text now.
        let same = (documents.iter().zip(&kept))
            .all(|(document, kept)| document.content().and_then(|content| content.kept) == *kept);
        let results = results.filter(|_| same);
        let results = results.and_then(|results| reopened_copies(&documents, &results));
        if results.is_none() {
            print_stderr(&language.text("cli.report.compared-again"));
            print_missing_libraries(&saved.compared_with, given, language);
        }
        CheckRequest {
            passed_over: saved.passed_over,
            submissions: saved.submissions,
            thresholds: by.thresholds(saved.max_distance),
            by,
            near: if self.all_pairs {
                NearSearch::EveryPair
            } else {
                NearSearch::Index
            },
            possible: self.possible,
            choices: renumbered_choices(choices, &documents),
            copying: CopySettings {
                threads: self.threads,
                ..CopySettings::default()
            },
            saved: results,
            ..CheckRequest::of(documents)
        }
    }
}

/// Puts a person's corrections on the records of the documents.
fn correct(documents: &mut [Document], corrections: &Corrections) {
    for reading in
        (documents.iter_mut()).filter_map(|document| document.outcome.as_mut()?.as_mut().ok())
    {
        corrections.apply(&reading.metadata.sha256, &mut reading.record);
    }
}

/// Names the libraries that a check was compared with and that are not given now: what they had is no source any more.
fn print_missing_libraries(
    compared_with: &[ComparedLibrary],
    given: &[AgainstLibrary],
    language: Language,
) {
    let is_given =
        |one: &&ComparedLibrary| given.iter().any(|given| given.library.name() == one.name);
    let missing: Vec<String> = (compared_with.iter())
        .filter(|one| !is_given(one))
        .map(|one| printable(&one.name))
        .collect();
    if !missing.is_empty() {
        let names = missing.join(&language.text("punctuation.comma"));
        print_stderr(&language.fill("cli.report.without-libraries", &[("names", &names)]));
    }
}

/// Kept document of a row; `None` for a file that was not read.
fn kept_in(row: &CheckRow) -> Option<DocumentId> {
    row.outcome.as_ref()?.as_ref().ok().copied()
}
