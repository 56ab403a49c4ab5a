//! Library as the window shows it. Plain data, filled from the answers of the library's thread.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::member_table::MemberTable;
use crate::preferences::RememberedSource;
use crate::source_library::SourceLibrary;
use chachong_jobs::library::TextsFound;
use chachong_library::{About, CaseList, CheckId, DocumentId, Member, SavedCheck};

/// Time that opening a library takes before it is mentioned; most open at once.
const WORTH_SAYING: Duration = Duration::from_millis(500);

/// Library and its contents as the window displays them.
#[derive(Clone, Debug, Default)]
pub struct LibraryView {
    /// File of the library, or its address on a server; `None` without a library.
    pub file: Option<PathBuf>,
    /// File of the default library, which is opened if the person chose no other; `None` without one.
    pub default_file: Option<PathBuf>,
    /// Whether the library is being opened.
    pub opening: bool,
    /// Time when the opening began; `None` while no library is being opened.
    pub opening_since: Option<Instant>,
    /// Facts about the library; `None` until it is open.
    pub about: Option<About>,
    /// Members of the library; empty for a person who is not allowed to see them.
    pub members: Arc<Vec<Member>>,
    /// Saved checks, the one that was changed last first.
    pub checks: Vec<SavedCheck>,
    /// Templates: texts and code that were handed out and do not count. Each is a document number and a name.
    pub templates: Vec<(DocumentId, String)>,
    /// Whether the library's page shows the saved checks instead of the members.
    pub shows_checks: bool,
    /// Query typed into the field **Search** of the library page.
    pub typed: String,
    /// Result of the last full-text search that was answered, with its query; `None` before the first.
    pub found: Option<FoundTexts>,
    /// Document numbers of the selected members.
    pub marked: BTreeSet<DocumentId>,
    /// Progress of adding documents, as (added, total); `None` if none are being added.
    pub joining: Option<(usize, usize)>,
    /// Time when the number of documents to add became known, for estimating the remaining time; `None` before the
    /// first adding.
    pub joining_since: Option<Instant>,
    /// Whether the adding of documents can be paused, as for the articles of a dump.
    pub can_pause: bool,
    /// Time when the adding of documents was paused; `None` while it is not paused.
    pub paused_since: Option<Instant>,
    /// Most recently removed members, for undo; empty if there are none.
    pub removed: Vec<DocumentId>,
    /// Most recently removed check, which can still be restored; `None` without one. It is deleted permanently when
    /// another one is removed, the library changes or the window closes.
    pub removed_check: Option<CheckId>,
    /// Table of the members.
    pub table: MemberTable,
    /// Batch that the person named for the documents to add next; empty: the name of their folder.
    pub batch: String,
    /// Folders that are watched.
    pub watched: Vec<PathBuf>,
    /// Further libraries that serve as sources.
    pub source_libraries: Vec<SourceLibrary>,
}

impl LibraryView {
    /// Returns whether the library or a further library is being opened, the library is being searched, or documents are being added.
    pub fn is_busy(&self) -> bool {
        let opens_sources = self.source_libraries.iter().any(SourceLibrary::is_opening);
        self.opening || opens_sources || self.joining.is_some() || self.is_searching_texts()
    }

    /// Returns whether the library is the default one; `false` without a library.
    pub fn is_default(&self) -> bool {
        self.file.is_some() && self.file == self.default_file
    }

    /// Returns whether opening takes so long that the window shows a message.
    pub fn opening_takes_long(&self) -> bool {
        let since = self.opening_since.filter(|_| self.opening);
        since.is_some_and(|since| since.elapsed() >= WORTH_SAYING)
    }

    /// Returns whether a library is open.
    pub fn is_open(&self) -> bool {
        self.about.is_some()
    }

    /// Returns whether a library is open in which documents may be added and removed.
    pub fn is_writable(&self) -> bool {
        self.about.as_ref().is_some_and(|about| !about.read_only)
    }

    /// Records that the adding of documents is paused (`true`) or resumed (`false`). Pauses do not affect the estimate
    /// of the remaining time.
    pub fn pause(&mut self, paused: bool) {
        let before = self.paused_since.take();
        if paused {
            self.paused_since = before.or_else(|| Some(Instant::now()));
        } else if let (Some(before), Some(since)) = (before, &mut self.joining_since) {
            *since += before.elapsed();
        }
    }

    /// Records that no more documents are being added to the library.
    pub fn end_joining(&mut self) {
        (self.joining, self.paused_since, self.can_pause) = (None, None, false);
    }

    /// Records that `done` of `total` documents have been added to the library, and whether the adding can be paused.
    pub fn join(&mut self, done: usize, total: usize, can_pause: bool) {
        self.can_pause = can_pause;
        if self.joining.is_none_or(|(_, before)| before != total) {
            self.joining_since = Some(Instant::now());
        }
        self.joining = Some((done, total));
    }

    /// Selects members, or deselects them if `marked` is false.
    pub fn mark(&mut self, documents: Vec<DocumentId>, marked: bool) {
        if marked {
            self.marked.extend(documents);
        } else {
            let documents: BTreeSet<DocumentId> = documents.into_iter().collect();
            self.marked.retain(|known| !documents.contains(known));
        }
    }

    /// Stores the library's present contents, except its cases, and updates the rows. Members that are gone are
    /// deselected, and their details are dropped.
    pub fn take(&mut self, overview: Overview) {
        self.about = Some(overview.about);
        self.members = overview.members;
        self.checks = overview.checks;
        self.templates = overview.templates;
        let there: BTreeSet<DocumentId> = self.members.iter().map(|m| m.document).collect();
        self.marked.retain(|document| there.contains(document));
        (self.table.details).retain(|document, _| there.contains(document));
        self.table.is_read = false;
        self.arrange();
    }

    /// Returns whether the library has not yet answered the typed query; `false` without a query.
    pub fn is_searching_texts(&self) -> bool {
        let typed = self.typed.trim();
        !typed.is_empty() && (self.found.as_ref()).is_none_or(|found| found.typed.trim() != typed)
    }

    /// Replaces the further libraries by the remembered ones, all in the state of being opened.
    pub fn list_sources(&mut self, remembered: impl Iterator<Item = RememberedSource>) {
        let sources = remembered.map(|source| SourceLibrary::opening(source.file, source.is_on));
        self.source_libraries = sources.collect();
    }

    /// Returns the further libraries in the form in which they are remembered.
    pub fn remembered_sources(&self) -> Vec<RememberedSource> {
        (self.source_libraries.iter())
            .map(|library| RememberedSource {
                file: library.file.clone(),
                is_on: library.is_on,
            })
            .collect()
    }

    /// Returns the saved checks except the removed one.
    pub fn shown_checks(&self) -> impl Iterator<Item = &SavedCheck> {
        (self.checks.iter()).filter(|check| Some(check.id) != self.removed_check)
    }
}

/// Contents of a library, as its page lists them.
#[derive(Clone, Debug)]
pub struct Overview {
    /// Facts about the library.
    pub about: About,
    /// Members of the library; empty for a person who is not allowed to see them.
    pub members: Arc<Vec<Member>>,
    /// Saved checks, the one that was changed last first.
    pub checks: Vec<SavedCheck>,
    /// Templates: texts and code that were handed out and do not count. Each is a document number and a name.
    pub templates: Vec<(DocumentId, String)>,
    /// Cases; empty for a person who may only check.
    pub cases: CaseList,
}

/// Result of a full-text search in the library, with its query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundTexts {
    /// Query, as typed.
    pub typed: String,
    /// Documents whose texts match the query.
    pub texts: TextsFound,
}
