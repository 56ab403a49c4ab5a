//! Documents, thresholds, passages and choices -> the figures that the views show: findings, shares, ranking, groups.
//! Computed on a thread where it takes long.

use std::sync::Arc;

use crate::passages::{Copied, Passages};
use crate::state::State;
use chachong_check::{Findings, list_order};
use chachong_compare::{Choices, Fingerprinted, Group, Shares, Theses, Thresholds, groups};

/// Input for computing findings and shares, copied from the state so that a thread can own it.
pub struct FiguresInput {
    fingerprinted: Vec<Fingerprinted>,
    names: Vec<String>,
    thresholds: Thresholds,
    /// Findings by fingerprints alone; `None` if they have to be computed.
    near: Option<Arc<Findings>>,
    copied: Option<Copied>,
    choices: Choices,
    /// Whether pairs that share nothing but possible passages are listed.
    possible: bool,
    /// Minimum share, 0..=1, that links two documents of a group.
    least_link: f64,
}

/// Findings and shares computed from `FiguresInput`.
pub struct Figures {
    /// Findings by fingerprints alone.
    pub near: Arc<Findings>,
    /// Findings by fingerprints and passages.
    pub findings: Findings,
    /// Positions of the listed pairs in list order.
    pub ranked: Vec<usize>,
    /// Groups of documents that the listed pairs link.
    pub groups: Vec<Group>,
    /// Passages with the shares under the choices; `None` if there are no passages yet.
    pub copied: Option<Copied>,
}

impl FiguresInput {
    /// Copies the input from the state.
    pub fn of(state: &State) -> Self {
        let names = state
            .check
            .documents
            .iter()
            .map(|document| document.name.clone());
        Self {
            fingerprinted: state.check.fingerprinted(),
            names: names.collect(),
            thresholds: state.thresholds(),
            near: None,
            copied: state.copied().cloned(),
            choices: state.check.choices.clone(),
            possible: state.settings.possible,
            least_link: f64::from(state.settings.least_link) / 100.0,
        }
    }

    /// Adds findings by fingerprints that are already known to the input.
    #[must_use]
    pub fn knowing(self, near: Arc<Findings>) -> Self {
        Self {
            near: Some(near),
            ..self
        }
    }

    /// Returns whether decisions about versions of one thesis have changed, which takes longer to compute.
    pub fn changes_theses(&self) -> bool {
        self.copied.as_ref().is_some_and(|copied| {
            let before = copied.shares.choices();
            !before.joined_theses().eq(self.choices.joined_theses())
                || !before.parted_theses().eq(self.choices.parted_theses())
        })
    }

    /// Computes findings and shares.
    pub fn compute(self) -> Figures {
        let prints = &self.fingerprinted;
        let near = self
            .near
            .unwrap_or_else(|| Arc::new(Findings::of(prints, self.thresholds, false)));
        let copied = (self.copied).map(|copied| copied.with_choices(self.choices, prints.len()));
        let mut findings = (*near).clone();
        if let Some(Copied { copies, shares, .. }) = &copied {
            findings = findings.with_copies(prints, copies, shares, self.possible);
        }
        let shares = copied.as_ref().map(|copied| &*copied.shares);
        let name = |document: usize| self.names[document].as_str();
        Figures {
            near,
            ranked: list_order(&findings.pairs, &name, shares),
            groups: groups(
                prints,
                &findings.pairs,
                shares.map_or(&[][..], Shares::pairs),
                shares.map_or(&Theses::NONE, Shares::theses),
                self.least_link,
            ),
            findings,
            copied,
        }
    }
}

impl State {
    /// Stores findings and shares computed from documents, thresholds and choices.
    pub fn set_figures(&mut self, figures: Figures) {
        self.check.findings_version += 1;
        self.check.near = figures.near;
        self.check.findings = figures.findings;
        self.check.ranked = figures.ranked;
        self.check.groups = figures.groups;
        if let (Passages::Found(copied), Some(found)) = (&mut self.check.passages, figures.copied) {
            *copied = found;
        }
        self.arrange();
    }
}
