//! Comparison of the listed documents: their figures, computed again after every change, and the search for passages.

use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use egui::Context;

use crate::task::Task;
use crate::work::event_stream::EventStream;
use chachong_check::{Copies, CopySettings, Evidence, SubmissionSettings, VersionSearch};
use chachong_compare::{Choices, Thresholds};
use chachong_jobs::{
    CheckRequest, Comparing, CopyEvent, Libraries, renumbered_choices, reopened_copies,
};
use chachong_library::SavedResults;
use chachong_window_model::figures::{Figures, FiguresInput};
use chachong_window_model::identity::Identity;
use chachong_window_model::passages::Passages;
use chachong_window_model::state::State;

/// Interval between two computations of all figures while documents are still being read.
const COMPUTE_EVERY: Duration = Duration::from_millis(700);
/// Maximum number of documents for which a choice is applied within the frame; above it, a thread does so.
const DOCUMENTS_AT_ONCE: usize = 2_000;

/// Inputs of the figures; displayed figures of other inputs are outdated.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Inputs {
    /// Value of `Check::generation`.
    generation: u64,
    thresholds: Thresholds,
    /// Versions of theses by stated authors, which come with the passages.
    versions: Identity<VersionSearch>,
    choices: Identity<Choices>,
    submissions: Identity<SubmissionSettings>,
    /// Evidence beyond text, which is found after the passages.
    evidence: Identity<Evidence>,
    /// Minimum share of a link, in per cent.
    least_link: u32,
    possible: bool,
}

impl Inputs {
    fn of(state: &State) -> Self {
        Self {
            generation: state.check.generation,
            thresholds: state.thresholds(),
            versions: Identity::of_option(state.copied().map(|copied| &copied.versions)),
            choices: Identity::of(&state.check.choices),
            submissions: Identity::of(&state.check.submission_settings),
            evidence: Identity::of(&state.check.result.evidence),
            least_link: state.settings.least_link,
            possible: state.settings.possible,
        }
    }
}

/// Computation of figures and search for passages under way, with the inputs of the shown figures.
#[derive(Default)]
pub(crate) struct Comparison {
    /// Figures being computed on a thread, with their inputs; `None` if none are.
    computing: Option<(Inputs, Task<Figures>)>,
    /// Search for passages.
    pub(crate) search: EventStream<CopyEvent>,
    /// Inputs of the shown figures; `None` before the first.
    shown: Option<Inputs>,
    /// Generation of the documents whose near pairs the shown result has; `None` before the first.
    near_of: Option<u64>,
    /// Time at which a thread last began to compute figures; `None` before the first.
    computed_at: Option<Instant>,
}

impl Comparison {
    /// Returns whether figures are being computed, those shown are outdated, or passages are searched for or wanted.
    pub(crate) fn is_busy(&self, state: &State) -> bool {
        let passages = !state.check.result.documents.is_empty()
            && matches!(
                state.check.passages,
                Passages::Wanted | Passages::Searching(_)
            );
        passages || self.computing.is_some() || self.shown != Some(Inputs::of(state))
    }

    /// Returns the figures that a thread has computed, with their inputs; `None` if there are none.
    pub(crate) fn poll_figures(&mut self) -> Option<(Inputs, Figures)> {
        let Poll::Ready(figures) = self.computing.as_ref()?.1.poll() else {
            return None;
        };
        let (inputs, _) = self.computing.take()?;
        Some((inputs, figures?))
    }

    /// Computes figures where those shown are outdated: returns them at once where that is quick, else starts a thread
    /// and returns `None`. While documents are being read (`is_reading`), a thread starts only now and then.
    pub(crate) fn compute_figures(
        &mut self,
        state: &State,
        is_reading: bool,
        context: &Context,
    ) -> Option<(Inputs, Figures)> {
        let inputs = Inputs::of(state);
        if self.computing.is_some() || self.shown.as_ref() == Some(&inputs) {
            return None;
        }
        let near_is_known = self.near_of == Some(inputs.generation)
            && state.check.result.thresholds == inputs.thresholds;
        let wanted = FiguresInput::of(state, near_is_known);
        let few = state.check.result.documents.len() <= DOCUMENTS_AT_ONCE;
        if near_is_known && few && !wanted.changes_theses() {
            return Some((inputs, wanted.compute()));
        }
        let too_soon =
            is_reading && (self.computed_at).is_some_and(|last| last.elapsed() < COMPUTE_EVERY);
        if !too_soon {
            let job = Task::start(context, move || wanted.compute());
            self.computing = Some((inputs, job));
            self.computed_at = Some(Instant::now());
        }
        None
    }

    /// Records that the figures of these inputs are shown now.
    pub(crate) fn shows(&mut self, inputs: Inputs) {
        self.near_of = Some(inputs.generation);
        self.shown = Some(inputs);
    }

    /// Records that the near pairs of the present documents are known, since a comparison found them.
    pub(crate) fn found_near(&mut self, state: &State) {
        self.near_of = Some(state.check.generation);
    }

    /// Returns whether a search for passages is to start: passages are wanted, and no search runs.
    pub(crate) fn wants_passage_search(&self, state: &State) -> bool {
        !self.search.is_running()
            && !state.check.result.documents.is_empty()
            && state.check.passages == Passages::Wanted
    }

    /// Starts to compare all documents, or takes the passages from the saved `results` of a reopened check. `threads`:
    /// `None` for one on each core.
    pub(crate) fn search_passages(
        &mut self,
        state: &State,
        threads: Option<usize>,
        libraries: Libraries,
        results: Option<&SavedResults>,
    ) {
        let documents = &state.check.result.documents;
        let saved = results.and_then(|results| reopened_copies(documents, results));
        let request = CheckRequest {
            copying: CopySettings {
                threads,
                ..CopySettings::default()
            },
            ..request(state, saved)
        };
        self.search.start(Comparing::start(request, libraries));
    }

    /// Starts to compute the shares again from known passages.
    pub(crate) fn recount(&mut self, state: &State, copies: Copies) {
        let request = request(state, Some(copies));
        (self.search).start(Comparing::start(request, Libraries::default()));
    }

    /// Discards figures that are being computed and ends the search without a result, because the documents have changed.
    pub(crate) fn drop_all(&mut self) {
        self.computing = None;
        self.search.end();
    }
}

/// Returns the request to compare the documents of the state; `saved` are the passages if they are known.
fn request(state: &State, saved: Option<Copies>) -> CheckRequest<'static> {
    let check = &state.check;
    CheckRequest {
        passed_over: (*check.result.passed_over).clone(),
        thresholds: state.thresholds(),
        possible: state.settings.possible,
        submissions: Arc::clone(&check.submission_settings),
        choices: renumbered_choices((*check.choices).clone(), &check.result.documents),
        saved,
        by: check.result.recipe.into(),
        ..CheckRequest::of((*check.result.documents).clone())
    }
}
