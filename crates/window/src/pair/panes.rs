//! View state of both texts of a pair.

use chachong_compare::{DocumentPair, EvidenceKind};
use std::sync::Arc;

use crate::document::thumbnails::Gallery;
use crate::pair::attributed::PairAttribution;
use crate::pair::bit_reasons::Reasons;
use crate::pair::code::CodePanes;
use crate::pair::code_loader::Programs;
use crate::pair::kept_texts::KeptTexts;
use crate::pair::loader::PairTexts;
use crate::reader::Pane;
use crate::widgets::note::NoteDraft;
use chachong_check::CheckResult;
use chachong_check::shown::LoadedText;
use chachong_messages::Language;
use chachong_window_model::computed::Computed;
use chachong_window_model::identity::Identity;

/// Language, result and pair that the line is about.
type ExplainedOf = (Language, Identity<CheckResult>, DocumentPair);

/// Result and pair from which a value was computed.
type PairOf = (Identity<CheckResult>, DocumentPair);

/// View state of both texts of a pair.
#[derive(Debug, Default)]
pub(crate) struct PairPanes {
    /// Texts of the pair on the page; `None` until they are loaded.
    pub(crate) loaded: Option<PairTexts>,
    /// Texts of the pair as they are kept, while its measured values or formulas are shown; `None` until they are loaded.
    pub(crate) kept: Option<KeptTexts>,
    /// Programs of the pair, while they are shown; `None` until they are laid out.
    pub(crate) programs: Option<Programs>,
    pub(crate) code: CodePanes,
    /// Reasons of the bits of the pair on the page; `None` until they are computed.
    pub(crate) reasons: Option<Reasons>,
    /// Text on how much of the pair a library document explains; `None` if it is too little.
    pub(crate) explained: Computed<ExplainedOf, Option<String>>,
    /// Shared text or code that many people have and that is most of what both documents share: its kind, its position, and the
    /// number of people.
    pub(crate) held_by_many: Computed<PairOf, Option<(EvidenceKind, usize, u32)>>,
    /// Attribution in both texts.
    pub(crate) attributed: Computed<PairOf, Arc<PairAttribution>>,
    /// Note that is being typed.
    pub(crate) note: NoteDraft,
    /// Pictures of the pair, while they are shown.
    pub(crate) gallery: Gallery,
    /// Texts that the panes were last laid out for; `None` before the first.
    pub(crate) text: Option<Arc<[LoadedText; 2]>>,
    pub(crate) panes: [Pane; 2],
    /// Index of the passage last scrolled to; `None` before the first.
    pub(crate) jumped: Option<usize>,
    /// Whether the selected passage keeps its place: until all heights are measured or the person scrolls.
    pub(crate) holds: bool,
    /// Whether each text scrolls by itself.
    pub(crate) apart: bool,
    /// Side (0 or 1) of the text that the keyboard scrolls.
    pub(crate) active: usize,
    /// Whether the keyboard has scrolled `active` since the last frame.
    pub(crate) keyed: bool,
}

impl PairPanes {
    /// Returns how far a text is scrolled, in points from its top.
    pub(crate) fn offset(&self, side: usize) -> f32 {
        self.panes[side].offset()
    }

    /// Scrolls the active text by pages, or to its beginning (`Some(false)`) or end (`Some(true)`).
    pub(crate) fn page(&mut self, pages: f32, end: Option<bool>) {
        let pane = &mut self.panes[self.active];
        match end {
            Some(end) => pane.go_to_end(end),
            None => pane.page(pages),
        }
        (self.holds, self.keyed) = (false, true);
    }
}
