//! Use of a library in a check: comparing with it, saving the check in it, and adding documents to it.

use std::path::PathBuf;
use std::sync::Arc;

use super::error::Completion;
use super::output::{LinePrinter, print_stderr};
use super::progress::{Progress, SharedProgress, Work};
use super::table::printable;
use chachong_check::{CheckResult, Copied, Copies, Document, Fingerprinting, Leads, Origin};
use chachong_compare::Choices;
use chachong_import::{PassedOver, real_path};
use chachong_jobs::library::{
    Joining, join_library, keep_submissions, library_frequencies, new_and_known, settle_library,
};
use chachong_jobs::{AgainstLibrary, FoundIn, KeptSettings, SavedLeads, Saving};
use chachong_library::{CheckId, CheckState, Library, LibraryError, Store};
use chachong_messages::Language;

/// Library that a check uses.
pub(super) struct CheckRecorder {
    library: Arc<Library>,
    /// Saves the check; `None` if the library is read-only.
    saving: Option<Saving>,
    /// Settings saved with the check.
    settings: KeptSettings,
}

impl CheckRecorder {
    /// Prepares a library for a check with this title. Prints a warning if the library is read-only.
    pub(super) fn open(
        library: Library,
        title: String,
        settings: KeptSettings,
        language: Language,
    ) -> Result<Self, LibraryError> {
        if let Some(why) = library.store().why_read_only() {
            let why = language.library_error(why.log());
            print_stderr(&language.fill("cli.library.only-read", &[("why", &why)]));
        }
        Self::of(Arc::new(library), title, settings)
    }

    /// Prepares an open library for a check with this title.
    pub(super) fn of(
        library: Arc<Library>,
        title: String,
        settings: KeptSettings,
    ) -> Result<Self, LibraryError> {
        let saving = if library.store().state()?.read_only {
            None
        } else {
            Some(Saving::begin(library.store(), title))
        };
        Ok(Self {
            library,
            saving,
            settings,
        })
    }

    pub(super) fn library(&self) -> &Library {
        &self.library
    }

    /// Returns the store that the check is saved in; `None` if the library is read-only.
    pub(super) fn kept_in(&self) -> Option<&Arc<dyn Store>> {
        (self.saving.as_ref()).map(|_| self.library.store())
    }

    pub(super) fn shared_library(&self) -> Arc<Library> {
        Arc::clone(&self.library)
    }

    /// Stores leads to rewritten passages in the settings of the check, which the next save writes.
    pub(super) fn keep_leads(&mut self, leads: &Leads) {
        self.settings.leads = Some(SavedLeads::of(leads));
    }

    /// Saves the finished check together with the earlier check that it was compared with.
    pub(super) fn keep_recheck(&mut self, earlier: CheckId, result: &CheckResult) {
        self.settings.rechecked_with = Some(earlier);
        self.done(result);
    }

    /// Returns the library in the form in which documents are compared with it.
    pub(super) fn against(&self) -> AgainstLibrary {
        AgainstLibrary {
            library: Arc::clone(&self.library),
            is_own: true,
        }
    }

    /// Saves the list of files before they are read.
    pub(super) fn found(&self, documents: &[Document]) {
        self.save(CheckState::Reading, documents, &Choices::default(), None);
    }

    /// Saves the outcome of reading one file.
    pub(super) fn outcome(&self, document: &Document) {
        if let (Some(saving), Some(outcome)) = (&self.saving, &document.outcome) {
            saving.outcome(&document.name, outcome);
        }
    }

    /// Stores the names of the libraries compared with in the settings of the check, which the next save writes.
    pub(super) fn keep_compared_with(&mut self, result: &CheckResult) {
        self.settings.compared_with = result.compared_with.clone().unwrap_or_default();
    }

    /// Stores the files that were not read in the settings of the check, which the next save writes.
    pub(super) fn keep_passed_over(&mut self, files: &PassedOver) {
        self.settings.passed_over = files.clone();
    }

    /// Saves the finished check.
    pub(super) fn done(&self, result: &CheckResult) {
        if let Some(Copied { copies, shares, .. }) = &result.copied {
            let copies = Some(Arc::clone(copies));
            self.save(
                CheckState::Done,
                &result.documents,
                shares.choices(),
                copies,
            );
        }
    }

    fn save(
        &self,
        state: CheckState,
        documents: &[Document],
        choices: &Choices,
        copies: Option<Arc<Copies>>,
    ) {
        if let Some(saving) = &self.saving {
            let settings = KeptSettings {
                found_in: FoundIn::of_check(documents),
                ..self.settings.clone()
            };
            saving.all(state, documents, choices, settings.to_json(), copies);
        }
    }

    /// Waits for pending saves. Returns an error if a save failed.
    pub(super) fn settled(&self) -> Result<(), LibraryError> {
        let Some(saving) = &self.saving else {
            return Ok(());
        };
        saving.settle();
        saving.errors.try_recv().map_or(Ok(()), Err)
    }

    /// Waits for pending saves and, with `add`, adds the checked documents to the library. Prints warnings about failures.
    pub(super) fn finish(
        self,
        result: &CheckResult,
        add: bool,
        quiet: bool,
        print: LinePrinter,
        language: Language,
    ) -> Completion {
        let mut completion = Completion::or_warn(self.settled(), language);
        if add {
            let added = self.add(result, quiet, print, language);
            completion = completion
                .and(added.unwrap_or_else(|error| Completion::or_warn(Err(error), language)));
        }
        // An index that could not be saved is rebuilt from the rows when it is next needed.
        if self.saving.is_some() {
            let _ = settle_library(&self.library);
        }
        completion
    }

    fn add(
        &self,
        result: &CheckResult,
        quiet: bool,
        print: LinePrinter,
        language: Language,
    ) -> Result<Completion, LibraryError> {
        let is_left = |document: &&Document| {
            let content = document.content().filter(|content| content.kept.is_none());
            document.origin == Origin::Checked && content.is_some()
        };
        let left = result.documents.iter().filter(is_left);
        let left: Vec<&str> = left.map(|document| document.name.as_str()).collect();
        if !left.is_empty() {
            let names = printable(&left.join(&language.text("punctuation.comma")));
            print(&language.fill("cli.library.check-not-added", &[("names", &names)]));
        }
        let joining: Vec<Joining> = result.documents.iter().filter_map(Joining::of).collect();
        let mut progress = Progress::start(Work::Adding, joining.len(), quiet, language);
        let store = self.library.store();
        let before = store.about()?.members;
        let mut added = Vec::new();
        let damaged = join_library(store.as_ref(), &joining, &mut |joined| {
            for _ in joined {
                progress.advance();
            }
            added.extend_from_slice(joined);
            true
        })?;
        let handed_in = (&result.documents[..], result.submissions.as_ref());
        keep_submissions(store.as_ref(), handed_in, &added)?;
        progress.finish();
        if !damaged.is_empty() {
            let names: Vec<&str> = damaged.iter().map(|one| one.name.as_str()).collect();
            let names = printable(&names.join(&language.text("punctuation.comma")));
            print(&language.fill("cli.library.check-damaged", &[("names", &names)]));
        }
        let members = store.about()?.members;
        let (new, known) = new_and_known(store.as_ref(), before, added.len())?;
        print(&language.fill(
            "cli.library.check-added",
            &[("added", &new), ("members", &members)],
        ));
        if known > 0 {
            print(&language.fill("cli.library.check-known", &[("count", &known)]));
        }
        Ok(Completion::complete_if(
            left.is_empty() && damaged.is_empty(),
        ))
    }
}

/// Adds a library's document frequencies to a fingerprinting method that needs them, with progress on stderr.
pub(super) fn with_frequencies(
    by: Fingerprinting,
    library: &dyn Store,
    quiet: bool,
    language: Language,
) -> Result<Fingerprinting, LibraryError> {
    if !by.needs_documents() {
        return Ok(by);
    }
    let progress = SharedProgress::new(Work::Counting, quiet, language);
    let counted = library_frequencies(library, &mut |done, total| {
        progress.reach(done, total);
        true
    });
    progress.finish();
    Ok(match counted? {
        Some(documents) => by.with_documents(documents),
        None => by,
    })
}

/// Returns the title of a check: the name of its first folder or file.
pub(super) fn title(paths: &[PathBuf]) -> String {
    let name = |path: &PathBuf| {
        let whole = real_path(path).unwrap_or_else(|_| path.clone());
        whole
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
    };
    paths.iter().find_map(name).unwrap_or_default()
}
