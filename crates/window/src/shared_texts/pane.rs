//! View state of the page of shared texts.

use std::collections::HashMap;
use std::sync::Arc;

use crate::pair::code_pane::CodePane;
use crate::reader::Pane;
use crate::shared_texts::loaded::{LoadedCode, LoadedShared};
use chachong_check::shown::{CodeSide, LoadedText};
use chachong_check::{CheckResult, SharedTexts};
use chachong_compare::{Choices, SharedText};
use chachong_messages::Language;
use chachong_window_model::computed::Computed;
use chachong_window_model::decisions::DatedDecision;
use chachong_window_model::identity::Identity;
use chachong_window_model::state::State;

/// View state of the page.
#[derive(Debug, Default)]
pub(crate) struct SharedPane {
    /// Chosen text; `None` until it is read.
    pub(crate) loaded: Option<LoadedShared>,
    /// Chosen code; `None` until it is read, and for a text.
    pub(crate) loaded_code: Option<LoadedCode>,
    /// Code that its pane was last laid out for; `None` before the first.
    pub(crate) shown_code: Option<Arc<CodeSide>>,
    pub(crate) code: CodePane,
    /// Text that the pane was last laid out for; `None` before the first.
    pub(crate) text: Option<Arc<LoadedText>>,
    pub(crate) pane: Pane,
    pub(crate) part: Part,
    /// Whether the text is shown instead of the list, for lack of room.
    pub(crate) hides_list: bool,
    /// Cached decisions on the texts drawn so far, by position; valid for `decisions_of`.
    decisions: HashMap<usize, Option<DatedDecision>>,
    /// Texts and choices that `decisions` belong to.
    decisions_of: (Identity<SharedTexts>, Identity<Choices>),
    /// Lines about library documents that several documents used.
    pub(crate) sources: Computed<(Language, Identity<CheckResult>), Vec<String>>,
}

/// Part of the detail that is displayed below its buttons if there is room for one part only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Part {
    #[default]
    Text,
    Documents,
}

impl SharedPane {
    /// Returns the decision on a text; `None` if there is none. Decisions are cached: a text in a folder of copiers has
    /// many places to look up.
    pub(crate) fn decision(
        &mut self,
        state: &State,
        position: usize,
        text: &SharedText,
    ) -> Option<DatedDecision> {
        let texts = Identity::of_option(state.listed_texts());
        let of = (texts, Identity::of(&state.check.choices));
        if self.decisions_of != of {
            self.decisions.clear();
            self.decisions_of = of;
        }
        let decision = self.decisions.entry(position);
        *decision.or_insert_with(|| state.check.decision_on(text))
    }
}
