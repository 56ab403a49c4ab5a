//! Passages of a check, once they are searched for and found.

use std::sync::Arc;
use std::time::Instant;

use crate::shared_view::SharedTexts;
use chachong_check::{self as check, Copies, CopyStep, VersionSearch};
use chachong_compare::{Choices, PairShares, Shares, SideShares};

/// Passages of all documents, with the shares under the current choices.
#[derive(Clone, Debug)]
pub struct Copied {
    /// Result of the search for passages.
    pub copies: Arc<Copies>,
    /// Shares under the current choices.
    pub shares: Arc<Shares>,
    /// Texts that several of the documents share.
    pub texts: Arc<SharedTexts>,
    /// Stated authors; together with the choices they determine which documents are versions of one thesis.
    pub versions: Arc<VersionSearch>,
}

impl Copied {
    /// Stores the result of comparing `documents` documents.
    pub fn of(found: check::Copied, documents: usize) -> Self {
        Self {
            texts: Arc::new(SharedTexts::of(documents, found.shared_texts)),
            copies: found.copies,
            shares: found.shares,
            versions: found.versions,
        }
    }

    /// Converts to the form that the engine uses.
    pub fn found(&self) -> check::Copied {
        check::Copied {
            copies: Arc::clone(&self.copies),
            shares: Arc::clone(&self.shares),
            shared_texts: Arc::clone(&self.texts.all),
            versions: Arc::clone(&self.versions),
        }
    }

    /// Recomputes the shares under other choices about `documents` documents.
    #[must_use]
    pub fn with_choices(self, choices: Choices, documents: usize) -> Self {
        let found = self.found().with_choices(choices);
        if Arc::ptr_eq(&found.shared_texts, &self.texts.all) {
            return Self {
                shares: found.shares,
                ..self
            };
        }
        Self::of(found, documents)
    }
}

/// Progress of a running search for passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searching {
    /// Current step of the search.
    pub step: CopyStep,
    /// Number of finished units of the step.
    pub done: usize,
    /// Number of units of the step; 0 until it is known.
    pub total: usize,
    /// Whether the search was cancelled but is still running.
    pub cancelling: bool,
    /// Time when the step began; `None` before the first step.
    pub since: Option<Instant>,
}

/// Whether passages are being searched for, found, or not searched for.
#[derive(Clone, Debug, Default)]
pub enum Passages {
    /// Not searched for yet: documents are still being read, or have changed.
    #[default]
    Wanted,
    /// Search under way.
    Searching(Searching),
    /// Search done, with what was found.
    Found(Copied),
    /// Search cancelled or failed: the next one starts when the person asks for it or the documents change.
    GivenUp,
}

/// Returns the larger displayed share of a pair's two documents; 0 if it is too small for a verdict.
pub fn larger(shares: PairShares) -> f64 {
    shares.verdict().map_or(0.0, |_| shares.weight())
}

/// Returns the shares of each document of a pair.
pub const fn sides(shares: PairShares) -> [SideShares; 2] {
    [shares.a, shares.b]
}

impl Default for Searching {
    fn default() -> Self {
        Self {
            step: CopyStep::Preparing,
            done: 0,
            total: 0,
            cancelling: false,
            since: None,
        }
    }
}
