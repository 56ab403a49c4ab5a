//! Documents, thresholds, passages and choices -> the figures that the views show: findings, shares, ranking, groups.
//! Computed on a thread where it takes long.

use std::sync::Arc;

use crate::passages::{Copied, Passages, rank};
use crate::shared_view::SharedTexts;
use crate::state::State;
use chachong_check::Findings;
use chachong_compare::{
    Choices, Fingerprinted, Group, Shares, Theses, Thresholds, Verdict, groups,
};

/// Input of the figures, copied from the state so that a thread can own it.
pub struct FiguresInput {
    fingerprinted: Vec<Fingerprinted>,
    thresholds: Thresholds,
    /// Findings by fingerprints alone; `None` if they have to be computed.
    near: Option<Arc<Findings>>,
    copied: Option<Copied>,
    choices: Choices,
    /// Minimum share, 0..=1, that links two documents of a group.
    least_link: f64,
}

/// Figures computed from `FiguresInput`.
pub struct Figures {
    /// Findings by fingerprints alone.
    pub near: Arc<Findings>,
    /// Findings by fingerprints and, once known, by passages.
    pub findings: Findings,
    /// Indices in `findings.pairs`: largest copied share first, then the nearest.
    pub ranked: Vec<usize>,
    /// Groups of documents that the listed pairs link.
    pub groups: Vec<Group>,
    /// Shares under the choices; `None` where there are no passages yet.
    pub shares: Option<Arc<Shares>>,
    /// Texts that several documents share, where other documents are versions of one thesis now; `None` if they stay.
    texts: Option<Arc<SharedTexts>>,
}

impl FiguresInput {
    /// Copies the input of the figures from the state.
    pub fn of(state: &State) -> Self {
        Self {
            fingerprinted: state.check.fingerprinted(),
            thresholds: state.thresholds(),
            near: None,
            copied: state.copied().cloned(),
            choices: state.check.choices.clone(),
            least_link: f64::from(state.settings.least_link) / 100.0,
        }
    }

    /// Returns the same input with the findings by fingerprints, which are known already.
    #[must_use]
    pub fn knowing(self, near: Arc<Findings>) -> Self {
        Self {
            near: Some(near),
            ..self
        }
    }

    /// Returns whether a person's word about versions of one thesis is to be followed, which takes longer.
    pub fn changes_theses(&self) -> bool {
        self.copied.as_ref().is_some_and(|copied| {
            let before = copied.shares.choices();
            !before.joined_theses().eq(self.choices.joined_theses())
                || !before.parted_theses().eq(self.choices.parted_theses())
        })
    }

    /// Computes the figures; this takes longest where the findings by fingerprints are not known yet.
    pub fn compute(self) -> Figures {
        let near = self
            .near
            .unwrap_or_else(|| Arc::new(Findings::of(&self.fingerprinted, self.thresholds, false)));
        let Some(Copied {
            copies,
            mut shares,
            versions,
            ..
        }) = self.copied
        else {
            let findings = (*near).clone();
            return Figures {
                ranked: (0..findings.pairs.len()).collect(),
                groups: groups(
                    &self.fingerprinted,
                    &findings.pairs,
                    &[],
                    &Theses::NONE,
                    self.least_link,
                ),
                near,
                findings,
                shares: None,
                texts: None,
            };
        };
        let theses = versions.theses(&self.choices);
        let mut texts = None;
        if *shares.theses() != theses {
            let shared = copies.shared_texts(&theses);
            texts = Some(Arc::new(SharedTexts::of(self.fingerprinted.len(), shared)));
            let (counted, pairs) = (&copies.counted, &copies.pairs);
            shares = Arc::new(Shares::of_theses(counted, pairs, theses, self.choices));
        } else if *shares.choices() != self.choices {
            Arc::make_mut(&mut shares).update(&copies.counted, &copies.pairs, self.choices);
        }
        let findings = (*near)
            .clone()
            .with_copies(&self.fingerprinted, &copies, &shares, false);
        let share = |pair: usize| {
            let pair = &findings.pairs[pair];
            if pair.verdict == Some(Verdict::Version) {
                return (-1.0, -1.0);
            }
            let shares = pair
                .copied
                .and_then(|copied| shares.pairs().get(copied).copied());
            shares.map_or((0.0, 0.0), rank)
        };
        // Pairs are sorted by distance, and the sort is stable.
        let mut ranked: Vec<usize> = (0..findings.pairs.len()).collect();
        ranked.sort_by(|&x, &y| {
            let (x, y) = (share(x), share(y));
            (y.0.total_cmp(&x.0)).then(y.1.total_cmp(&x.1))
        });
        Figures {
            near,
            groups: groups(
                &self.fingerprinted,
                &findings.pairs,
                shares.pairs(),
                shares.theses(),
                self.least_link,
            ),
            findings,
            ranked,
            shares: Some(shares),
            texts,
        }
    }
}

impl State {
    /// Takes over the results computed from documents, thresholds and choices.
    pub fn set_figures(&mut self, figures: Figures) {
        self.check.findings_version += 1;
        self.check.near = figures.near;
        self.check.findings = figures.findings;
        self.check.ranked = figures.ranked;
        self.check.groups = figures.groups;
        if let (Passages::Found(copied), Some(shares)) = (&mut self.check.passages, figures.shares)
        {
            copied.shares = shares;
            if let Some(texts) = figures.texts {
                copied.texts = texts;
            }
        }
        self.arrange();
    }
}
