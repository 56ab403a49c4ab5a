//! Hides names on the screen. While the pages are drawn, a result without names replaces the check's own, so that no page can show
//! a name, and no pseudonym is ever saved.

use std::sync::Arc;

use egui::{Context, RichText, Ui};

use crate::App;
use crate::async_cache::AsyncCache;
use crate::widgets::labels::busy_ui;
use crate::widgets::theme::Tokens;
use chachong_check::{CheckResult, Document, Recheck};
use chachong_messages::Language;
use chachong_report::{BlindDocuments, Report, ReportOptions};
use chachong_submission::Submissions;
use chachong_window_model::identity::Identity;
use chachong_window_model::state::State;

/// Inputs of the documents without names.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    documents: Identity<Vec<Document>>,
    submissions: Identity<Submissions>,
    seed: u64,
    given: Arc<Vec<u64>>,
    language: Language,
    /// Comparison with an earlier check, whose documents have names too.
    recheck: Identity<Recheck>,
}

/// Documents without names, or why a text cannot be read.
type Hidden = Result<Arc<BlindDocuments>, Arc<str>>;

/// Result without names, made on a thread.
#[derive(Default)]
pub(crate) struct BlindView {
    documents: AsyncCache<Key, Hidden>,
    /// Inputs of the displayed documents; `None` until they are ready.
    of: Option<Key>,
    /// Result from which `shown` was made.
    from: Identity<CheckResult>,
    /// Result without names; `None` while names are shown, and until it is ready.
    shown: Option<Arc<CheckResult>>,
    /// Why a text cannot be read; `None` if all can.
    failed: Option<Arc<str>>,
}

impl BlindView {
    /// Updates the result without names. Returns whether other texts are shown now, so that loaded texts are outdated.
    fn poll(&mut self, state: &State, context: &Context) -> bool {
        let wanted = wanted(state);
        let documents = (self.documents).load(wanted.clone(), state, context, |key| {
            let result = Arc::clone(&state.check.result);
            let (seed, given, language) = (key.seed, Arc::clone(&key.given), key.language);
            Some(move || {
                BlindDocuments::under_pseudonyms(report(&result, language), seed, &given)
                    .map(Arc::new)
                    .map_err(|error| error.text(language).into())
            })
        });
        let (of, documents) = match documents {
            Some(Ok(documents)) => (wanted.clone(), Some(documents)),
            Some(Err(error)) => {
                self.failed = Some(error);
                (None, None)
            }
            None => (None, None),
        };
        if documents.is_some() || wanted.is_none() {
            self.failed = None;
        }
        let from = Identity::of(&state.check.result);
        let is_other = self.of != of;
        if is_other || self.from != from {
            let result = &state.check.result;
            let hidden = documents.map(|all| all.result(report(result, state.language)));
            self.shown = hidden.map(Arc::new);
            (self.of, self.from) = (of, from);
        }
        is_other
    }

    /// Returns whether names are still being hidden.
    pub(crate) fn is_busy(&self, state: &State) -> bool {
        self.documents.is_loading(wanted(state))
    }
}

fn report(result: &CheckResult, language: Language) -> Report<'_> {
    Report {
        result,
        language,
        options: ReportOptions::default(),
    }
}

/// Returns the inputs of the documents without names; `None` while names are shown, and while documents are being read and change
/// in every frame.
fn wanted(state: &State) -> Option<Key> {
    let check = &state.check;
    let blind = check.blind.as_ref().filter(|blind| blind.is_on)?;
    let is_read = check.progress.is_none() && !check.result.documents.is_empty();
    is_read.then(|| Key {
        documents: Identity::of(&check.result.documents),
        submissions: Identity::of(&check.result.submissions),
        seed: blind.seed,
        given: Arc::clone(&blind.given),
        language: state.language,
        recheck: Identity::of_option(check.result.recheck.as_ref()),
    })
}

/// Returns a result with the same number of documents but without any of their contents.
fn untold(result: &CheckResult) -> CheckResult {
    let documents = result.documents.iter().map(|document| Document {
        origin: document.origin,
        ..Document::checked("…", None, None)
    });
    CheckResult {
        recipe: result.recipe,
        ..CheckResult::of(documents.collect(), result.thresholds)
    }
}

impl App {
    /// Updates the hidden names for the present check if names are hidden.
    pub(crate) fn poll_blind(&mut self) {
        if self.blind.poll(&self.state, &self.context) {
            self.panes.forget_texts(&self.state);
        }
    }

    /// Runs a function on the state as it is displayed: without names while they are hidden. Until the result without names is
    /// ready, every document is an empty one without a name.
    pub(crate) fn as_shown<T>(&mut self, of: impl FnOnce(&mut Self) -> T) -> T {
        if !self.state.check.is_blind() {
            return of(self);
        }
        let shown = self.blind.shown.clone();
        let shown = shown.unwrap_or_else(|| Arc::new(untold(&self.state.check.result)));
        let own = std::mem::replace(&mut self.state.check.result, shown);
        let done = of(self);
        self.state.check.result = own;
        done
    }

    /// Returns whether no result without names is ready. Only meaningful while names are hidden: the pages wait for that result,
    /// and never get it if a text cannot be read.
    pub(crate) const fn waits_for_names(&self) -> bool {
        self.blind.shown.is_none()
    }

    /// Draws, instead of a page, that names are being hidden, or why they cannot be hidden.
    pub(crate) fn hiding_ui(&self, ui: &mut Ui) {
        let language = self.state.language;
        if let Some(failed) = &self.blind.failed {
            ui.label(RichText::new(failed.as_ref()).color(Tokens::of(ui).near));
            return;
        }
        ui.horizontal(|ui| {
            busy_ui(ui, language);
            ui.weak(language.text("blind.hiding"));
        });
    }
}
