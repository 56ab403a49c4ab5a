//! Result of a check under the person's present choices and settings, and the groups of documents. Computed on a thread if that
//! takes long.

use std::sync::Arc;

use crate::identity::Identity;
use crate::state::State;
use chachong_check::{CheckResult, Findings, SubmissionSettings};
use chachong_compare::{Choices, Group, Thresholds};

/// Input for computing [`Figures`], which can be moved to a thread.
pub struct FiguresInput {
    result: Arc<CheckResult>,
    /// Whether the result has the near pairs of its documents within the thresholds, so that they need not be sought.
    near_is_known: bool,
    thresholds: Thresholds,
    choices: Arc<Choices>,
    submissions: Arc<SubmissionSettings>,
    /// Whether pairs that share nothing but possible passages are listed.
    possible: bool,
    /// Minimum share, 0..=1, that links two documents of a group.
    least_link: f64,
}

/// Findings, shares and groups computed from [`FiguresInput`].
pub struct Figures {
    /// Result of the check under the choices and settings of the input.
    pub result: CheckResult,
    /// Groups of documents that the listed pairs link.
    pub groups: Vec<Group>,
    /// Result that they were computed from.
    before: Arc<CheckResult>,
}

impl FiguresInput {
    /// Copies the input from the state. `near_is_known` tells that the result already has the pairs with similar fingerprints under
    /// the present thresholds.
    pub fn of(state: &State, near_is_known: bool) -> Self {
        Self {
            result: Arc::clone(&state.check.result),
            near_is_known,
            thresholds: state.thresholds(),
            choices: Arc::clone(&state.check.choices),
            submissions: Arc::clone(&state.check.submission_settings),
            possible: state.settings.possible,
            least_link: f64::from(state.settings.least_link) / 100.0,
        }
    }

    /// Returns whether computing must regroup documents into submissions or versions of one thesis, which takes longer.
    pub fn changes_theses(&self) -> bool {
        self.changes_submissions()
            || self.result.shares().is_some_and(|shares| {
                let before = shares.choices();
                !before.joined_theses().eq(self.choices.joined_theses())
                    || !before.parted_theses().eq(self.choices.parted_theses())
            })
    }

    /// Returns whether the documents are to be put into submissions by other settings than before.
    fn changes_submissions(&self) -> bool {
        // Without passages there are no submissions yet: the search for passages makes them.
        self.result.copied.is_some() && self.result.submission_settings != self.submissions
    }

    /// Computes the findings, shares and groups.
    pub fn compute(self) -> Figures {
        let mut result = CheckResult {
            thresholds: self.thresholds,
            possible: self.possible,
            ..(*self.result).clone()
        };
        if !self.near_is_known {
            let near = Findings::of(&result.fingerprinted(), self.thresholds, false);
            result.near = Arc::new(near);
        }
        let mut result = result.with_choices((*self.choices).clone());
        if self.changes_submissions() {
            result = result.with_submissions(self.submissions);
        }
        Figures {
            groups: result.groups(self.least_link),
            result,
            before: self.result,
        }
    }
}

impl Figures {
    /// Returns whether the documents were put into submissions by other settings.
    fn changes_submissions(&self) -> bool {
        self.before.submission_settings != self.result.submission_settings
    }

    /// Returns whether the texts must be compared again. This is so if other settings put other documents together in submissions, since
    /// that changes how many students have a text.
    pub fn wants_comparison(&self) -> bool {
        self.changes_submissions() && self.before.pairs_of_one() != self.result.pairs_of_one()
    }
}

impl State {
    /// Stores computed figures. Parts of the result that are not computed from the input keep their present state. Returns whether the
    /// figures were stored: they are dropped (`false`) if the passages have changed since the input was copied, or if the figures have
    /// other submissions and the versions of theses have changed.
    pub fn set_figures(&mut self, figures: Figures) -> bool {
        let now = &self.check.result;
        let changes_submissions = figures.changes_submissions();
        let versions = |result: &CheckResult| {
            let copied = result.copied.as_ref();
            copied.map(|copied| Arc::clone(&copied.versions))
        };
        let versions_before = versions(&figures.before);
        let mut copied = figures.result.copied;
        match (&mut copied, &now.copied) {
            (None, None) => {}
            (Some(copied), Some(now)) if Arc::ptr_eq(&copied.copies, &now.copies) => {
                if !changes_submissions {
                    copied.versions = Arc::clone(&now.versions);
                } else if !versions_before.is_some_and(|of| Arc::ptr_eq(&of, &now.versions)) {
                    return false;
                }
            }
            _ => return false,
        }
        let submissions = if changes_submissions {
            figures.result.submissions
        } else {
            Arc::clone(&now.submissions)
        };
        self.check.result = Arc::new(CheckResult {
            copied,
            documents: Arc::clone(&now.documents),
            passed_over: Arc::clone(&now.passed_over),
            recipe: now.recipe,
            evidence: Arc::clone(&now.evidence),
            references: Arc::clone(&now.references),
            reference_lookup: now.reference_lookup.clone(),
            leads: now.leads.clone(),
            recheck: now.recheck.clone(),
            submissions,
            ..figures.result
        });
        self.check.groups = figures.groups;
        self.check.ranked_by = Identity::of(&figures.before.evidence);
        self.arrange();
        true
    }
}
