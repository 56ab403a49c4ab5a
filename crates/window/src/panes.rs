//! State that each page keeps for itself, with the background loaders that fill it.

use std::sync::Arc;

use egui::Context;

use crate::async_cache::AsyncCache;
use crate::cases::one::CasePane;
use crate::decisions::DecisionsPane;
use crate::document::page_picture;
use crate::document::record::Typing;
use crate::document::tab::Side;
use crate::document::text::DocumentPane;
use crate::document::thumbnails::{Loader as Thumbnails, PictureRequest};
use crate::guide::GuidePane;
use crate::leads::LeadsPane;
use crate::matrix::Matrix;
use crate::pair::panes::PairPanes;
use crate::recheck::RecheckPane;
use crate::shared_texts::pane::SharedPane;
use crate::{document, leads, pair, recheck, shared_texts};
use chachong_case::CaseSummary;
use chachong_check::{
    CheckReferences, Document, Evidence, KnownCase, find_evidence, known_cases, pairs_among,
};
use chachong_compare::{Choices, DistanceHistogram, DocumentIndex};
use chachong_import::{Containment, Isolation, WantedPage, probe_containment};
use chachong_library::Store;
use chachong_window_model::identity::Identity;
use chachong_window_model::page::Page;
use chachong_window_model::state::{AskedContainment, State};

/// Evidence beyond text, and the reference lists that part of it is based on.
type FoundEvidence = (Arc<Evidence>, Arc<CheckReferences>);

/// Panes of the pages and their loaders.
pub(crate) struct Panes {
    pub(crate) document: DocumentPane,
    pub(crate) pair: PairPanes,
    pub(crate) shared: SharedPane,
    pub(crate) leads: LeadsPane,
    pub(crate) recheck: RecheckPane,
    pub(crate) decisions: DecisionsPane,
    pub(crate) case: CasePane,
    pub(crate) matrix: Matrix,
    pub(crate) guide: GuidePane,
    /// Histogram that the settings show; `None` until it is computed.
    pub(crate) histogram: Option<Arc<DistanceHistogram>>,
    document_text: document::loader::Loader,
    pair_texts: pair::loader::Loader,
    kept_texts: pair::kept_texts::Loader,
    programs: pair::code_loader::Loader,
    bits: pair::bit_reasons::Loader,
    shared_texts: shared_texts::Loader,
    lead_sentences: leads::loaded::Loader,
    recheck_wordings: recheck::loaded::Loader,
    histograms: AsyncCache<u64, Arc<DistanceHistogram>>,
    evidence: AsyncCache<EvidenceInput, FoundEvidence>,
    known_cases: AsyncCache<CasesInput, Arc<Vec<KnownCase>>>,
    document_pictures: Thumbnails,
    document_page: page_picture::Loader,
    pair_pictures: Thumbnails,
    /// How file readers are sandboxed, for the page about the program.
    containment: AsyncCache<(), Option<Containment>>,
    isolation: Isolation,
    /// Texts put aside while names are hidden; `None` while they are displayed.
    unfinished: Option<Unfinished>,
}

/// Texts that are being typed about documents.
#[derive(Debug)]
struct Unfinished {
    correction: Option<Typing>,
    lead_note: Option<(usize, String)>,
    /// Arrangement of the documents whose positions the texts belong to.
    arrangement: u64,
}

impl Panes {
    /// Creates the panes; files are read again in this isolation.
    pub(crate) fn new(isolation: &Isolation) -> Self {
        Self {
            document: DocumentPane::default(),
            pair: PairPanes::default(),
            shared: SharedPane::default(),
            recheck: RecheckPane::default(),
            decisions: DecisionsPane::default(),
            case: CasePane::default(),
            leads: LeadsPane::default(),
            matrix: Matrix::default(),
            guide: GuidePane::default(),
            histogram: None,
            document_text: document::loader::Loader::default(),
            pair_texts: pair::loader::Loader::default(),
            kept_texts: pair::kept_texts::Loader::default(),
            programs: pair::code_loader::Loader::default(),
            bits: pair::bit_reasons::Loader::default(),
            shared_texts: shared_texts::Loader::default(),
            lead_sentences: leads::loaded::Loader::default(),
            recheck_wordings: recheck::loaded::Loader::default(),
            histograms: AsyncCache::default(),
            evidence: AsyncCache::default(),
            known_cases: AsyncCache::default(),
            document_pictures: Thumbnails::new(isolation.clone()),
            document_page: page_picture::Loader::new(isolation.clone()),
            pair_pictures: Thumbnails::new(isolation.clone()),
            containment: AsyncCache::default(),
            isolation: isolation.clone(),
            unfinished: None,
        }
    }

    /// Stores what the loaders have finished, and starts to load what the page shows. `library` holds the members' texts; `None`
    /// while no library is open.
    pub(crate) fn poll(
        &mut self,
        state: &mut State,
        library: Option<&Arc<dyn Store>>,
        context: &Context,
    ) {
        self.pair.loaded = pair::loader::poll(&mut self.pair_texts, state, context);
        self.pair.kept = pair::kept_texts::poll(&mut self.kept_texts, state, context);
        self.pair.programs = pair::code_loader::poll(&mut self.programs, state, context);
        self.document.loaded = self.document_text.poll(state, library, context);
        // Results already read stay for the next visit of the page.
        if state.page == Page::Shared {
            state.shared.given = self.shared_texts.given(state, context);
            state.shared.beginnings = self.shared_texts.beginnings(state, context);
            state.arrange_shared();
            self.shared.loaded = self.shared_texts.text(state, context);
            self.shared.loaded_code = self.shared_texts.code(state, context);
        }
        if state.page == Page::Leads {
            self.leads.loaded = leads::loaded::poll(&mut self.lead_sentences, state, context);
        }
        if state.page == Page::Recheck {
            self.recheck.loaded = recheck::loaded::poll(&mut self.recheck_wordings, state, context);
        }
        self.pair.reasons = pair::bit_reasons::poll(&mut self.bits, state, context);
        self.histogram = self.histogram(state, context);
        self.ask_containment(state, context);
        let wanted = self.wanted_pictures(state);
        (self.document_pictures).poll(wanted, &mut self.document.gallery, state, context);
        let wanted = self.wanted_page(state);
        (self.document_page).poll(wanted, &mut self.document.page.sheet, state, context);
        let wanted = wanted_pair_pictures(state);
        (self.pair_pictures).poll(wanted, &mut self.pair.gallery, state, context);
    }

    /// Stores evidence beyond text that was found, and starts the search for it.
    pub(crate) fn poll_evidence(&mut self, state: &mut State, context: &Context) {
        let evidence = self.evidence(state, context);
        state.set_evidence(evidence);
    }

    /// Stores the cases of the library that concern the documents, and starts the search for them.
    pub(crate) fn poll_cases(&mut self, state: &mut State, context: &Context) {
        let check = &state.check;
        let wanted = cases_input(state);
        let ready = self.known_cases.poll(wanted.clone(), context, |_, _| {
            let documents = Arc::clone(&check.result.documents);
            let cases = Arc::clone(&state.cases.list);
            Some(move || Arc::new(known_cases(&cases, &documents)))
        });
        // While the cases change, the marks stay as they were.
        let is_of_these = |key: &CasesInput| {
            (wanted.as_ref()).is_some_and(|wanted| wanted.documents == key.documents)
        };
        let known = ready.filter(|(key, _)| is_of_these(key));
        state.cases.known = known.map_or_else(Arc::default, |(_, known)| Arc::clone(known));
    }

    /// Drops all loaded texts and pictures, and the view state of every page, because other texts are displayed now. What is being
    /// typed stays; while names are hidden it is put aside, as it may be a name.
    pub(crate) fn forget_texts(&mut self, state: &State) {
        let emptied = Self::new(&self.isolation);
        let mut full = std::mem::replace(self, emptied);
        (self.evidence, self.histograms) = (full.evidence, full.histograms);
        self.known_cases = full.known_cases;
        // Its page is not displayed while names are hidden.
        self.case = full.case;
        let arrangement = state.check.arrangement;
        let typed = full.unfinished.take().unwrap_or_else(|| Unfinished {
            correction: full.document.typing.take(),
            lead_note: full.leads.note.take(),
            arrangement,
        });
        if state.check.is_blind() {
            self.unfinished = Some(typed);
        } else if typed.arrangement == arrangement {
            self.document.typing = typed.correction;
            self.leads.note = typed.lead_note;
        }
    }

    /// Asks a file reader how it is sandboxed, once, when the page about the program is first shown.
    fn ask_containment(&mut self, state: &mut State, context: &Context) {
        if wants_containment(state) {
            let isolation = &self.isolation;
            let answer = self.containment.poll(Some(()), context, |(), _| {
                let isolation = isolation.clone();
                Some(move || probe_containment(&isolation))
            });
            if let Some(((), answer)) = answer {
                let known = answer.clone().map(AskedContainment::Known);
                state.shell.containment = known.unwrap_or(AskedContainment::Unknown);
            }
        }
    }

    /// Returns evidence beyond text and references; `None` while documents are being read, and until they are found.
    fn evidence(&mut self, state: &State, context: &Context) -> Option<FoundEvidence> {
        let wanted = self.wanted_evidence(state);
        let ready = self.evidence.poll(wanted.clone(), context, |_, _| {
            let documents = Arc::clone(&state.check.result.documents);
            let copies = state.check.result.copied.as_ref();
            let copies = copies.map(|copied| Arc::clone(&copied.copies));
            let first = Arc::clone(state.check.first_documents());
            let choices = Arc::clone(&state.check.choices);
            Some(move || {
                let references = CheckReferences::of(&documents, &first);
                let evidence = find_evidence(&documents, copies.as_deref(), &first, &choices);
                let evidence = evidence.with_references(&documents, &references, &first);
                (Arc::new(evidence), Arc::new(references))
            })
        });
        // Until the evidence of other submissions or decisions is found, that of the former ones is of the same documents.
        let ready = ready.filter(|(found_for, _)| {
            (wanted.as_ref()).is_some_and(|wanted| {
                found_for.generation == wanted.generation && found_for.copies == wanted.copies
            })
        });
        ready.map(|(_, found)| found.clone())
    }

    /// Returns the inputs of the search for evidence; `None` while documents are being read. Choices without a decision on code
    /// need no new search.
    fn wanted_evidence(&self, state: &State) -> Option<EvidenceInput> {
        let now = evidence_input(state)?;
        let known = self.evidence.ready().filter(|(of, (evidence, _))| {
            let decided_now = evidence.decided_code(&now.choices);
            let choices = Arc::clone(&now.choices);
            let is_of_these = EvidenceInput {
                choices,
                ..of.clone()
            } == now;
            is_of_these
                && (of.choices == now.choices || evidence.decided_code(&of.choices).eq(decided_now))
        });
        Some(known.map_or(now, |(of, _)| of.clone()))
    }

    /// Returns the pictures that the page of a document shows; `None` if it shows none.
    fn wanted_pictures(&self, state: &State) -> Option<PictureRequest> {
        match (state.page, self.document.side) {
            (Page::Document(position), Side::Pictures) if !state.check.is_blind() => {
                document::pictures::wanted(state, position)
            }
            _ => None,
        }
    }

    /// Returns the page whose picture the page of a document shows; `None` if it shows none.
    fn wanted_page(&self, state: &State) -> Option<(DocumentIndex, WantedPage)> {
        match (state.page, self.document.side) {
            (Page::Document(position), Side::Page) if !state.check.is_blind() => {
                Some((position, self.document.page.wanted()?))
            }
            _ => None,
        }
    }

    /// Returns the histogram of all pairs' distances; `None` unless the settings show it, and until it is computed.
    fn histogram(&mut self, state: &State, context: &Context) -> Option<Arc<DistanceHistogram>> {
        let ready = (self.histograms).poll(wanted_histogram(state), context, |_, _| {
            let documents = state.check.result.fingerprinted();
            Some(move || Arc::new(DistanceHistogram::of(&documents)))
        });
        ready.map(|(_, histogram)| Arc::clone(histogram))
    }

    /// Returns whether something that the page shows is not loaded yet.
    pub(crate) fn is_busy(&self, state: &State) -> bool {
        let pictures = (self.document_pictures).is_busy(self.wanted_pictures(state), state)
            || (self.document_page).is_busy(self.wanted_page(state), state)
            || (self.pair_pictures).is_busy(wanted_pair_pictures(state), state);
        pictures
            || self.histograms.is_loading(wanted_histogram(state))
            || self.evidence.is_loading(self.wanted_evidence(state))
            || self.known_cases.is_loading(cases_input(state))
            || (self.pair_texts).is_loading(pair::loader::wanted(state))
            || (self.kept_texts).is_loading(pair::kept_texts::wanted(state))
            || (self.programs).is_loading(pair::code_loader::wanted(state))
            || self.document_text.is_busy(state)
            || self.shared_texts.is_busy(state)
            || (self.lead_sentences).is_loading(leads::loaded::wanted(state))
            || (self.recheck_wordings).is_loading(recheck::loaded::wanted(state))
            || wants_containment(state)
            || (self.bits).is_loading(pair::bit_reasons::wanted(state))
    }
}

/// Returns the generation of the documents whose histogram the settings show; `None` if they show none.
fn wanted_histogram(state: &State) -> Option<u64> {
    let shown = state.page == Page::Settings && !state.check.result.documents.is_empty();
    shown.then_some(state.check.generation)
}

/// Returns whether the page about the program is shown and does not know yet how file readers are sandboxed.
fn wants_containment(state: &State) -> bool {
    state.page == Page::About && state.shell.containment == AskedContainment::NotAnswered
}

/// Returns the pictures that the page of a pair shows; `None` if it shows none.
fn wanted_pair_pictures(state: &State) -> Option<PictureRequest> {
    pair::evidence::wanted(state).filter(|_| !state.check.is_blind())
}

/// Inputs of the search for cases about the documents.
#[derive(Clone, Debug, PartialEq)]
struct CasesInput {
    documents: Identity<Vec<Document>>,
    cases: Identity<Vec<CaseSummary>>,
}

/// Returns the present inputs of the search for cases; `None` while documents are being read, and without cases.
fn cases_input(state: &State) -> Option<CasesInput> {
    let check = &state.check;
    let is_read = check.progress.is_none() && !check.result.documents.is_empty();
    (is_read && !state.cases.list.is_empty()).then(|| CasesInput {
        documents: Identity::of(&check.result.documents),
        cases: Identity::of(&state.cases.list),
    })
}

/// Inputs of the search for evidence beyond text.
#[derive(Clone, Debug, PartialEq)]
struct EvidenceInput {
    /// Generation of the documents.
    generation: u64,
    /// Number of pairs that were compared if a library took part, else 0; and number of templates.
    copies: (u64, usize),
    /// First document of each document's submission, by position of the document.
    first: Arc<Vec<DocumentIndex>>,
    /// Choices, of which the decisions on code matter.
    choices: Arc<Choices>,
}

/// Returns the present inputs of the search for evidence; `None` while documents are being read.
fn evidence_input(state: &State) -> Option<EvidenceInput> {
    let is_read = !state.check.result.documents.is_empty() && state.check.progress.is_none();
    let compared = (state.copied()).map_or(0, |copied| copied.copies.compared);
    let own = pairs_among(state.check.checked(), 0);
    let with_library = if compared > own { compared } else { 0 };
    let templates = (state.copied()).map_or(0, |copied| copied.copies.templates.len());
    is_read.then(|| EvidenceInput {
        generation: state.check.generation,
        copies: (with_library, templates),
        first: Arc::clone(state.check.first_documents()),
        choices: Arc::clone(&state.check.choices),
    })
}
