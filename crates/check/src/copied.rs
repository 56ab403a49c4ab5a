//! Passages of a check and what follows from them under a person's choices.

use std::sync::Arc;

use chachong_compare::{Choices, Shares};

use crate::{Copies, MissingPart, SharedTexts, VersionSearch};

/// Passages of all documents, and what is computed from them under a person's choices.
#[derive(Clone, Debug)]
pub struct Copied {
    /// Passages of all pairs, with the countable characters of each document.
    pub copies: Arc<Copies>,
    /// Copied shares under the person's choices, together with these choices.
    pub shares: Arc<Shares>,
    /// Texts that 3 or more of the documents share, heaviest first.
    pub shared_texts: Arc<SharedTexts>,
    /// Authors that the documents state and pairs of similar documents. Together with the choices, they determine which documents are
    /// versions of one thesis.
    pub versions: Arc<VersionSearch>,
}

impl Copied {
    /// Computes shares, shared texts and versions from passages and choices. A decision on a shared text is extended to all places
    /// where that text is now found ([`Choices::follow_texts`]).
    #[must_use]
    pub fn of(copies: Arc<Copies>, versions: Arc<VersionSearch>, mut choices: Choices) -> Self {
        let theses = versions.theses(&choices);
        let shared_texts = copies.shared_texts(&theses);
        choices.follow_texts(&shared_texts);
        let shares = Shares::of_theses(&copies.counted, &copies.pairs, theses, choices);
        Self {
            copies,
            shares: Arc::new(shares),
            shared_texts: Arc::new(shared_texts.into()),
            versions,
        }
    }

    /// Returns the same passages with shares, shared texts and versions under other choices.
    #[must_use]
    pub fn with_choices(&self, choices: Choices) -> Self {
        let mut changed = self.clone();
        let (counted, pairs) = (&self.copies.counted, &self.copies.pairs);
        let theses = self.versions.theses(&choices);
        if *self.shares.theses() != theses {
            changed.shared_texts = Arc::new(self.copies.shared_texts(&theses).into());
            changed.shares = Arc::new(Shares::of_theses(counted, pairs, theses, choices));
        } else if *self.shares.choices() != choices {
            Arc::make_mut(&mut changed.shares).update(counted, pairs, choices);
        }
        changed
    }

    /// Returns the same passages and shares, with every note of a person replaced by what `change` makes of it.
    #[must_use]
    pub fn with_notes(&self, change: impl Fn(&str) -> String) -> Self {
        let changed = self.shares.choices().with_notes(change);
        if *self.shares.choices() == changed {
            return self.clone();
        }
        self.with_choices(changed)
    }

    /// Returns the same passages and shares, with the name of every library document that could not be compared replaced by what
    /// `change` makes of it.
    #[must_use]
    pub fn with_missing_named(mut self, change: impl Fn(&str) -> String) -> Self {
        let mut missing = self.copies.missing.clone();
        for name in (missing.iter_mut()).filter_map(MissingPart::document_name_mut) {
            *name = change(name);
        }
        if missing != self.copies.missing {
            Arc::make_mut(&mut self.copies).missing = missing;
        }
        self
    }
}
