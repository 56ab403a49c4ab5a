//! State that the window shows, as plain data: views read it, `App` changes it.

mod evidence;
mod export;
mod kept_places;
mod leads;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::app::model::before::Before;
use crate::app::model::columns::{Column, Show};
use crate::app::model::decisions::Decisions;
use crate::app::model::dump_look::DumpLook;
use crate::app::model::errand::Errand;
use crate::app::model::evidence::Evidence;
use crate::app::model::export::{ExportDialog, ExportProgress};
use crate::app::model::kept_at::KeptAt;
use crate::app::model::leads::{CheckLeads, LeadsView};
use crate::app::model::matrix_view::MatrixView;
use crate::app::model::page::{Notice, Page, PasswordField, PathField};
use crate::app::model::pair_view::PairView;
use crate::app::model::passages::Passages;
use crate::app::model::preferences::LEAST_LINK;
use crate::app::model::progress::Progress;
use crate::app::model::purpose::Purpose;
use crate::app::model::selection::Selection;
use crate::app::model::server::ServerDialog;
use crate::app::model::shared_view::SharedView;
use crate::app::model::shelf::Shelf;
use crate::app::model::verdict_filter::OfVerdict;
use chachong_check::{Corrections, Document, Findings, Origin, RecordField, Status};
use chachong_compare::{Choices, Fingerprinted, Group, Thresholds};
use chachong_i18n::Language;
use chachong_import::{Containment, PassedOver, Passwords};
use chachong_simhash::Recipe;

/// Check that the window shows: its documents, and what is known of them.
#[derive(Debug)]
pub(crate) struct Check {
    /// Documents of the check and, after them, of the library; each sorted by name.
    pub(crate) documents: Vec<Document>,
    /// Files that were found and not read.
    pub(crate) passed_over: PassedOver,
    /// Findings by fingerprints and, once known, by passages.
    pub(crate) findings: Findings,
    /// Findings by fingerprints alone.
    pub(crate) near: Arc<Findings>,
    /// Indices in `findings.pairs`: largest copied share first, then the nearest.
    pub(crate) ranked: Vec<usize>,
    /// Groups of documents that the listed pairs link.
    pub(crate) groups: Vec<Group>,
    pub(crate) passages: Passages,
    /// Names of the libraries that the passages were sought in, the check's own first; of what was found last, while none is
    /// found.
    pub(crate) compared_with: Vec<String>,
    /// Evidence beyond text; empty until it is sought.
    pub(crate) evidence: Evidence,
    /// Leads to rewritten and translated passages, which only a person's request has sought.
    pub(crate) leads: CheckLeads,
    /// Choices of the person: what counts.
    pub(crate) choices: Choices,
    /// Counter of changes to `passages` and `choices`, on which the findings depend.
    pub(crate) copied_version: u64,
    /// Counter of changes to `documents`; results computed for an earlier generation are outdated.
    pub(crate) generation: u64,
    /// Counter of changes to the list and order of documents; positions of an earlier arrangement name other documents.
    pub(crate) arrangement: u64,
    /// Counter of changes to `findings`.
    pub(crate) findings_version: u64,
    pub(crate) progress: Option<Progress>,
    /// Recipe that made the fingerprints of `documents`.
    pub(crate) fingerprints_by: Recipe,
    pub(crate) decisions: Decisions,
    /// Corrections of bibliographic records; those of a cleared list stay, for the same files added again.
    pub(crate) corrections: Corrections,
    /// Snapshot of the list before the last removal, for undo; `None` if there is nothing to undo.
    pub(crate) before: Option<Before>,
}

/// View of the documents table.
#[derive(Debug)]
pub(crate) struct Table {
    /// Column that the person sorts by, and whether ascending; `None`: most copied first, or nearest first.
    pub(crate) sort: Option<(Column, bool)>,
    pub(crate) filter: String,
    pub(crate) show: Show,
    pub(crate) of_verdict: OfVerdict,
    /// Positions of the documents that the table shows, in its order.
    pub(crate) rows: Vec<usize>,
    /// Checked documents with pages that recognition could read.
    pub(crate) unrecognised: Vec<usize>,
    /// Fields of the bibliographic record that checked documents state.
    pub(crate) fields: Vec<RecordField>,
    /// Documents whose older versions are shown below their rows.
    pub(crate) unfolded: BTreeSet<usize>,
    /// Selected rows of the documents table.
    pub(crate) selection: Selection,
}

/// Settings that change results or what is shown.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) max_distance: Option<u32>,
    /// Minimum share, in percent, that links two documents of a group.
    pub(crate) least_link: u32,
    /// Whether possible passages are shown, with a column of their own.
    pub(crate) possible: bool,
    /// Recipe that the person chose for making fingerprints.
    pub(crate) recipe: Recipe,
    /// Whether new documents are compared with the library too.
    pub(crate) against_library: bool,
    /// Passwords of archives that the person gave; they go with the window.
    pub(crate) passwords: Passwords,
}

/// Frame around the pages: notice, path field, dialog, work under way.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that is open or under way"
)]
pub(crate) struct Shell {
    pub(crate) notice: Option<Notice>,
    pub(crate) field: Option<PathField>,
    /// Field for the password of an archive; `None` while none is asked for.
    pub(crate) password: Option<PasswordField>,
    /// Purpose of the system dialog that is open; `None` if none is open.
    pub(crate) dialog: Option<Purpose>,
    pub(crate) hovering_files: bool,
    /// Dialog of the export; `None` while it is closed.
    pub(crate) export: Option<ExportDialog>,
    /// Dialog for a library on a server; `None` while it is closed.
    pub(crate) server: Option<ServerDialog>,
    /// Dialog about dumps that are to be added to the library; `None` while it is closed.
    pub(crate) dump_look: Option<DumpLook>,
    /// Whether the list of the files that were not read is shown.
    pub(crate) not_read: bool,
    /// Progress of the reports being written; `None` if none are.
    pub(crate) exporting: Option<Arc<ExportProgress>>,
    /// Errands under way beside the main work.
    pub(crate) errands: Vec<Errand>,
    /// Whether a picture of the matrix is being written.
    pub(crate) drawing: bool,
    /// Whether the start page welcomes the person.
    pub(crate) welcome: bool,
    /// Version and git revision of the program.
    pub(crate) version: String,
    /// Places of what the program keeps beside the library.
    pub(crate) kept_at: KeptAt,
    /// Diagnostic information as it was last copied; `None` until then.
    pub(crate) diagnostics: Option<String>,
    /// How the readers of files are contained, which the page about the program asks.
    pub(crate) containment: AskedContainment,
}

/// Answer to the question how the readers of files are contained.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) enum AskedContainment {
    /// There is none yet.
    #[default]
    NotAnswered,
    /// No reader could be started.
    Unknown,
    /// What a reader said.
    Known(Containment),
}

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) check: Check,
    pub(crate) table: Table,
    pub(crate) settings: Settings,
    pub(crate) shell: Shell,
    pub(crate) page: Page,
    pub(crate) history: Vec<Page>,
    pub(crate) language: Language,
    pub(crate) matrix: MatrixView,
    pub(crate) pair: PairView,
    /// Find query in the text of the document on the page.
    pub(crate) find: String,
    pub(crate) shelf: Shelf,
    /// View of the page of shared texts.
    pub(crate) shared: SharedView,
    /// View of the page of leads.
    pub(crate) leads_view: LeadsView,
}

impl State {
    pub(crate) fn new(language: Language, max_distance: Option<u32>) -> Self {
        Self {
            check: Check {
                documents: Vec::new(),
                passed_over: PassedOver::default(),
                findings: Findings::default(),
                near: Arc::default(),
                ranked: Vec::new(),
                groups: Vec::new(),
                passages: Passages::default(),
                compared_with: Vec::new(),
                evidence: Evidence::default(),
                leads: CheckLeads::default(),
                choices: Choices::default(),
                copied_version: 0,
                generation: 0,
                arrangement: 0,
                findings_version: 0,
                progress: None,
                fingerprints_by: Recipe::THESIS,
                decisions: Decisions::default(),
                corrections: Corrections::default(),
                before: None,
            },
            table: Table {
                sort: None,
                filter: String::new(),
                show: Show::All,
                of_verdict: OfVerdict::Any,
                rows: Vec::new(),
                unrecognised: Vec::new(),
                fields: Vec::new(),
                unfolded: BTreeSet::new(),
                selection: Selection::default(),
            },
            settings: Settings {
                max_distance,
                least_link: LEAST_LINK,
                possible: false,
                recipe: Recipe::THESIS,
                against_library: true,
                passwords: Passwords::default(),
            },
            shell: Shell {
                notice: None,
                field: None,
                password: None,
                dialog: None,
                hovering_files: false,
                errands: Vec::new(),
                export: None,
                server: None,
                dump_look: None,
                not_read: false,
                exporting: None,
                drawing: false,
                welcome: false,
                version: chachong_log::VERSION.to_owned(),
                kept_at: KeptAt::default(),
                diagnostics: None,
                containment: AskedContainment::default(),
            },
            page: Page::Documents,
            history: Vec::new(),
            language,
            matrix: MatrixView::default(),
            pair: PairView::default(),
            find: String::new(),
            shelf: Shelf::default(),
            shared: SharedView::default(),
            leads_view: LeadsView::default(),
        }
    }

    pub(crate) fn thresholds(&self) -> Thresholds {
        Thresholds {
            max_distance: self.settings.max_distance,
            width: self.check.fingerprints_by.width(),
        }
    }

    /// Returns the number of bits of a fingerprint by the recipe of the listed ones.
    pub(crate) fn fingerprint_bits(&self) -> u32 {
        self.check.fingerprints_by.width()
    }

    pub(crate) fn fingerprinted(&self) -> Vec<Fingerprinted> {
        self.check
            .documents
            .iter()
            .map(Document::fingerprinted)
            .collect()
    }

    /// Counts the checked documents with this status.
    pub(crate) fn count(&self, status: Status) -> usize {
        self.check.documents[..self.checked()]
            .iter()
            .filter(|d| d.status() == status)
            .count()
    }

    /// Counts the checked documents; the documents after them are the library's.
    pub(crate) fn checked(&self) -> usize {
        self.check
            .documents
            .partition_point(|document| document.origin == Origin::Checked)
    }

    /// Returns whether the document at this position is one of the check, not of the library; `false` where there is none.
    pub(crate) fn is_checked(&self, position: usize) -> bool {
        (self.check.documents.get(position))
            .is_some_and(|document| document.origin == Origin::Checked)
    }

    /// Leaves pages of documents that are no longer in the list.
    pub(crate) fn leave_what_is_gone(&mut self) {
        let documents = self.check.documents.len();
        let is_there = |page: &Page| match *page {
            Page::Document(document) => document < documents,
            Page::Pair(a, b) => a.max(b) < documents,
            _ => true,
        };
        self.history.retain(is_there);
        if !is_there(&self.page) {
            self.back();
        }
    }

    pub(crate) fn go(&mut self, page: Page) {
        if page != self.page {
            self.history.push(self.page);
            self.page = page;
            self.pair = PairView {
                passage: self.opening_passage(page),
                ..PairView::default()
            };
            if let Page::Document(_) = page {
                self.find.clear();
            }
        }
    }

    pub(crate) fn back(&mut self) {
        self.page = self.history.pop().unwrap_or(Page::Documents);
        self.pair = PairView {
            passage: self.opening_passage(self.page),
            ..PairView::default()
        };
    }

    pub(crate) fn changed(&mut self) {
        self.check.arrangement += 1;
        self.check.generation += 1;
        self.table.unfolded.clear();
        self.arrange();
        self.arrange_leads();
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use chachong_check::Reading;
    use chachong_import::Metadata;
    use chachong_simhash::Fingerprint;

    /// Document that was not read yet.
    pub(crate) fn waiting(name: &str) -> Document {
        Document {
            name: name.into(),
            origin: Origin::Checked,
            path: name.into(),
            format: None,
            library: None,
            outcome: None,
        }
    }

    /// Result of reading a document with this fingerprint.
    pub(crate) fn reading(bits: u64) -> Reading {
        Reading {
            characters: 10,
            countable: 9,
            kept: None,
            fingerprint: Some(Fingerprint(bits)),
            pages: Vec::new(),
            encoding: None,
            reader: None,
            metadata: Box::new(Metadata::default()),
            record: Box::default(),
            layer: None,
            warnings: Vec::new(),
            text: chachong_check::KeptText::new(
                &chachong_import::decode_text("夜".as_bytes()).unwrap(),
            ),
            counted: Arc::default(),
        }
    }

    /// Computes everything that depends on the documents.
    pub(crate) fn compare(state: &mut State) {
        state.set_figures(crate::app::model::figures::Wanted::of(state).compute());
    }
}
