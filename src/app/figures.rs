//! Documents, thresholds, passages and choices -> the figures that the views show: findings, shares, ranking, groups.
//! Computed on a thread where it takes long.

use std::sync::Arc;

use super::copied::{Copied, larger};
use super::state::State;
use crate::compare::{Choices, Fingerprinted, Group, Shares, Thresholds, groups};
use crate::session::Findings;

/// Input of the figures, copied from the state so that a thread can own it.
pub(super) struct Wanted {
    fingerprinted: Vec<Fingerprinted>,
    thresholds: Thresholds,
    /// Findings by fingerprints alone; `None` if they have to be computed.
    near: Option<Arc<Findings>>,
    copied: Option<Copied>,
    choices: Choices,
    /// Minimum share, 0..=1, that links two documents of a group.
    least_link: f64,
}

/// Figures computed from `Wanted`.
pub(super) struct Figures {
    pub(super) near: Arc<Findings>,
    pub(super) findings: Findings,
    pub(super) ranked: Vec<usize>,
    pub(super) groups: Vec<Group>,
    /// Shares under the choices; `None` where there are no passages yet.
    pub(super) shares: Option<Arc<Shares>>,
}

impl Wanted {
    pub(super) fn of(state: &State) -> Self {
        Self {
            fingerprinted: state.fingerprinted(),
            thresholds: state.thresholds(),
            near: None,
            copied: state.copied().cloned(),
            choices: state.choices.clone(),
            least_link: f64::from(state.least_link) / 100.0,
        }
    }

    /// Returns the same input with the findings by fingerprints, which are known already.
    pub(super) fn knowing(self, near: Arc<Findings>) -> Self {
        Self {
            near: Some(near),
            ..self
        }
    }

    pub(super) fn compute(self) -> Figures {
        let near = self
            .near
            .unwrap_or_else(|| Arc::new(Findings::of(&self.fingerprinted, self.thresholds, false)));
        let Some(Copied {
            copies, mut shares, ..
        }) = self.copied
        else {
            let findings = (*near).clone();
            return Figures {
                ranked: (0..findings.pairs.len()).collect(),
                groups: groups(&self.fingerprinted, &findings.pairs, &[], self.least_link),
                near,
                findings,
                shares: None,
            };
        };
        if *shares.choices() != self.choices {
            Arc::make_mut(&mut shares).update(&copies.counted, &copies.pairs, self.choices);
        }
        let findings = (*near)
            .clone()
            .with_copies(&self.fingerprinted, &copies, &shares, false);
        let share = |pair: usize| {
            let shares = findings.pairs[pair]
                .copied
                .and_then(|copied| shares.pairs().get(copied).copied());
            shares.map_or(0.0, larger)
        };
        // Pairs are sorted by distance, and the sort is stable.
        let mut ranked: Vec<usize> = (0..findings.pairs.len()).collect();
        ranked.sort_by(|&x, &y| share(y).total_cmp(&share(x)));
        Figures {
            near,
            groups: groups(
                &self.fingerprinted,
                &findings.pairs,
                shares.pairs(),
                self.least_link,
            ),
            findings,
            ranked,
            shares: Some(shares),
        }
    }
}
