//! Restores the result of a saved check from the documents and passages in the library, with the decisions made since.

use std::path::PathBuf;
use std::sync::Arc;

use super::check_recorder::with_frequencies;
use super::copying;
use super::error::CliError;
use super::output::print_stderr;
use super::reading::ProgressObserver;
use super::saved_checks::Saved;
use super::table::printable;
use chachong_check::{CheckResult, ComparedLibrary, CopySettings, Settings};
use chachong_jobs::{
    AgainstLibrary, CheckRequest, NearSearch, Session, kept_documents, reopened_request,
};
use chachong_library::Library;
use chachong_messages::Language;

/// Options for opening a saved check.
pub(super) struct Reopening<'a> {
    /// Further libraries whose documents are sources if the texts must be compared again.
    pub(super) sources: &'a [PathBuf],
    /// Whether passages that are only possible are listed too.
    pub(super) possible: bool,
    pub(super) all_pairs: bool,
    pub(super) threads: Option<usize>,
    pub(super) quiet: bool,
}

impl Reopening<'_> {
    /// Restores the result of a saved check, with the decisions made since.
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
        let leads = saved.settings.leads.take();
        let compared_with = saved.settings.compared_with.clone();
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
        let mut content = saved.content;
        let rows = std::mem::take(&mut content.rows);
        let kept = kept_documents(&rows);
        let observer = ProgressObserver {
            recorder: None,
            quiet: self.quiet,
            language,
        };
        let by = settings.by.clone();
        let (documents, _) =
            observer.observe(&Session::reopen(rows, &saved.settings.found_in, settings));
        for (document, _) in documents.iter().zip(&kept).filter(|(_, id)| id.is_some()) {
            if let Some(cause) = document.failure() {
                let reason = printable(&language.reason(cause));
                print_stderr(&language.fill(
                    "cli.report.text-missing",
                    &[("name", &printable(&document.name)), ("reason", &reason)],
                ));
            }
        }
        let compared_with = saved.settings.compared_with.clone();
        let request = reopened_request(documents, &kept, content, saved.settings, by);
        if request.saved.is_none() {
            print_stderr(&language.text("cli.report.compared-again"));
            print_missing_libraries(&compared_with, given, language);
        }
        CheckRequest {
            near: if self.all_pairs {
                NearSearch::EveryPair
            } else {
                NearSearch::Index
            },
            possible: self.possible,
            copying: CopySettings {
                threads: self.threads,
                ..CopySettings::default()
            },
            ..request
        }
    }
}

/// Prints the libraries that a check was compared with and that are not given now, since their documents are no longer sources.
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
