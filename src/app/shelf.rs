//! What the window knows of the library, as plain data. Knows nothing of egui or of how a library keeps things.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use super::librarian::{Found, Overview};
use crate::library::{About, CheckId, DocumentId, Member, SavedCheck};

/// The library as the window shows it.
#[derive(Clone, Debug, Default)]
pub(super) struct Shelf {
    /// Its file.
    pub(super) file: Option<PathBuf>,
    /// It is being opened.
    pub(super) opening: bool,
    /// Since when.
    pub(super) opening_since: Option<Instant>,
    /// Known once it is open.
    pub(super) about: Option<About>,
    pub(super) members: Arc<Vec<Member>>,
    pub(super) checks: Vec<SavedCheck>,
    /// Texts that are the school's.
    pub(super) templates: Vec<(DocumentId, String)>,
    /// Whether its page shows the earlier checks instead of the documents.
    pub(super) shows_checks: bool,
    /// What is typed into its search.
    pub(super) typed: String,
    /// What was found for something typed.
    pub(super) found: Option<Found>,
    /// Marked members.
    pub(super) marked: BTreeSet<DocumentId>,
    /// Documents are being put in: so many of so many.
    pub(super) joining: Option<(usize, usize)>,
    /// Since it is known how many.
    pub(super) joining_since: Option<Instant>,
    /// What was removed last, to be asked back.
    pub(super) removed: Vec<DocumentId>,
    /// A saved check that was removed, and is so for good when the next thing happens to the list.
    pub(super) removed_check: Option<CheckId>,
    /// Members in the order and choice that the table shows: positions, and for a search the position of the hit.
    pub(super) rows: Vec<(usize, Option<usize>)>,
    /// Folders that are watched.
    pub(super) watched: Vec<PathBuf>,
}

impl Shelf {
    pub(super) fn is_open(&self) -> bool {
        self.about.is_some()
    }

    /// Whether anything may be put in or taken out.
    pub(super) fn is_writable(&self) -> bool {
        self.about.as_ref().is_some_and(|about| !about.read_only)
    }

    /// So many documents of so many are put in.
    pub(super) fn join(&mut self, done: usize, total: usize) {
        if self.joining.is_none_or(|(_, before)| before != total) {
            self.joining_since = Some(Instant::now());
        }
        self.joining = Some((done, total));
    }

    /// Takes in what is in the library now.
    pub(super) fn take(&mut self, overview: Overview) {
        self.about = Some(overview.about);
        self.members = overview.members;
        self.checks = overview.checks;
        self.templates = overview.templates;
        let there: BTreeSet<DocumentId> = self.members.iter().map(|m| m.document).collect();
        self.marked.retain(|document| there.contains(document));
        self.arrange();
    }

    /// Which members the table shows: the latest first, or what a search found.
    pub(super) fn arrange(&mut self) {
        let typed = self.typed.trim();
        if typed.is_empty() {
            let mut rows: Vec<usize> = (0..self.members.len()).collect();
            rows.sort_by(|&x, &y| {
                let (x, y) = (&self.members[x], &self.members[y]);
                (y.added.cmp(&x.added)).then_with(|| x.name.cmp(&y.name))
            });
            self.rows = rows.into_iter().map(|row| (row, None)).collect();
            return;
        }
        let hits: HashMap<DocumentId, usize> = (self.found.iter())
            .filter(|found| found.typed.trim() == typed)
            .flat_map(|found| found.texts.hits.iter().zip(0..))
            .map(|(hit, position)| (hit.document, position))
            .collect();
        let needle = typed.to_lowercase();
        let mut rows: Vec<(usize, Option<usize>)> = (self.members.iter().zip(0..))
            .filter_map(|(member, position)| {
                let hit = hits.get(&member.document).copied();
                let named = member.name.to_lowercase().contains(&needle);
                (named || hit.is_some()).then_some((position, hit))
            })
            .collect();
        // Names first: who types a name looks for one.
        rows.sort_by_key(|&(position, hit)| {
            let member = &self.members[position];
            (!member.name.to_lowercase().contains(&needle), hit, position)
        });
        self.rows = rows;
    }

    /// Whether the search for what is typed is still to be answered.
    pub(super) fn is_searching(&self) -> bool {
        let typed = self.typed.trim();
        !typed.is_empty() && (self.found.as_ref()).is_none_or(|found| found.typed.trim() != typed)
    }

    /// Saved checks, but the one that was removed.
    pub(super) fn shown_checks(&self) -> impl Iterator<Item = &SavedCheck> {
        (self.checks.iter()).filter(|check| Some(check.id) != self.removed_check)
    }
}
