//! Passages of a check, once they are searched for and found.

use std::sync::Arc;
use std::time::Instant;

use crate::shared_view::SharedTexts;
use chachong_check::{self as check, Copies, CopyStep, VersionSearch};
use chachong_compare::{Choices, PairShares, Shares, SideShares};

/// Passages of all documents, with the shares under the choices that were last applied.
#[derive(Clone, Debug)]
pub struct Copied {
    /// Passages and all else that the search found.
    pub copies: Arc<Copies>,
    /// Shares under the choices that were last applied.
    pub shares: Arc<Shares>,
    /// Texts that several of the documents share.
    pub texts: Arc<SharedTexts>,
    /// Authors as the documents state them; with a person's choices they say which documents are versions of one thesis.
    pub versions: Arc<VersionSearch>,
}

impl Copied {
    /// Takes over what a comparison of `documents` documents found.
    pub fn of(found: check::Copied, documents: usize) -> Self {
        Self {
            texts: Arc::new(SharedTexts::of(documents, found.shared_texts)),
            copies: found.copies,
            shares: found.shares,
            versions: found.versions,
        }
    }

    /// Returns the same as the engine has it.
    pub fn found(&self) -> check::Copied {
        check::Copied {
            copies: Arc::clone(&self.copies),
            shares: Arc::clone(&self.shares),
            shared_texts: Arc::clone(&self.texts.all),
            versions: Arc::clone(&self.versions),
        }
    }

    /// Computes the same under other choices about `documents` documents.
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

/// Progress of the search for passages under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searching {
    /// Step that the search is in.
    pub step: CopyStep,
    /// Number of finished units of the step.
    pub done: usize,
    /// Number of units of the step; 0 until it is known.
    pub total: usize,
    /// Whether the search was told to stop and has not ended yet.
    pub cancelling: bool,
    /// Time at which the step began; `None` before the first step.
    pub since: Option<Instant>,
}

/// State of the passages.
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

/// Returns the larger copied share of a pair's two documents, as shown; 0 where it is too little for a
/// verdict: the rest that a form leaves at its edges when it is left out is no finding.
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
