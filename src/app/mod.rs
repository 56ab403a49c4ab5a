//! The window: polls the session, draws the state and applies the commands that the views push. The only part of the
//! crate that uses egui; contains no algorithm.

mod document;
mod documents;
mod errands;
mod groups;
mod launch;
mod library;
mod matrix;
mod model;
mod off_frame;
mod options;
mod pair;
mod pairs;
mod reader;
mod settings;
mod shared_texts;
mod shell;
mod start;
mod update;
mod widgets;
mod work;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use egui::{CentralPanel, Frame, Panel, Ui};

pub use crate::app::launch::open;
pub use crate::app::options::{Desktop, LibraryChoice, Options};

use crate::app::errands::Running;
use crate::app::matrix::{Drawing, Matrix};
use crate::app::model::command::Command;
use crate::app::model::figures::Figures;
use crate::app::model::page::Notice;
use crate::app::model::page::NoticeKind;
use crate::app::model::page::Page;
use crate::app::model::preferences::{LARGEST_TEXT, Preferences, SMALLEST_TEXT};
use crate::app::model::purpose::Purpose;
use crate::app::model::state::State;
use crate::app::off_frame::OffFrame;
use crate::app::work::librarian::Librarian;
use crate::app::work::reopened::Reopened;
use crate::app::work::watching::Watching;
use crate::compare::DistanceHistogram;
use crate::i18n::Language;
use crate::import::{Isolation, TextEncoding};
use crate::library::{CheckId, Library};
use crate::session::{Comparing, Renewing, Saving, Session};

/// Interval between two looks for news while work is under way.
const POLL: Duration = Duration::from_millis(50);
/// Interval between two looks for news while folders are watched or a library is being opened.
const WATCH_POLL: Duration = Duration::from_secs(1);
/// Interval between two comparisons of all pairs while documents are still being read.
const COMPARE_EVERY: Duration = Duration::from_millis(700);

/// Versions of everything that figures are computed from; shown figures of other versions are outdated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Compared {
    /// Value of `State::generation`.
    generation: u64,
    max_distance: Option<u32>,
    /// Value of `State::copied_version`.
    copied: u64,
    least_link: u32,
}

/// The window's program: its state and everything that runs beside the frames.
pub struct App {
    state: State,
    preferences: Preferences,
    isolation: Isolation,
    desktop: Desktop,
    /// Folder for the sample documents; `None`: the system's folder for caches.
    samples: Option<PathBuf>,
    session: Option<Session>,
    /// Renewal of the listed fingerprints by another recipe, while it runs.
    renewing: Option<Renewing>,
    /// Paths dropped or chosen while another batch is being read.
    queue: Vec<PathBuf>,
    /// Paths of files to read again.
    again: Vec<PathBuf>,
    /// Encodings that the person chose, by the file's path.
    encodings: HashMap<PathBuf, TextEncoding>,
    comparing: Option<(Compared, Receiver<Figures>)>,
    /// Search for passages, while it runs.
    search: Option<Comparing>,
    pair_texts: pair::loader::Loader,
    document_text: document::loader::Loader,
    document_pane: document::text::DocumentPane,
    shared_loader: shared_texts::Loader,
    shared_pane: shared_texts::pane::SharedPane,
    pair_panes: pair::panes::PairPanes,
    bits: pair::bit_reasons::Loader,
    compared: Option<Compared>,
    compared_at: Option<Instant>,
    dialog: Option<(Purpose, Receiver<work::dialog::Answer>)>,
    librarian: Librarian,
    /// Request counter for opening libraries; answers to superseded requests are ignored.
    openings: u64,
    /// Open library; `None` until one is open.
    library: Option<Arc<Library>>,
    /// Whether the library failed during a comparison; documents are then compared with each other only.
    without_library: bool,
    /// File of the library that is used when the person has chosen none.
    default_library: Option<PathBuf>,
    /// Autosave of the shown check; `None` if nothing is saved.
    saving: Option<Saving>,
    /// Id of the autosaved check; `None` until the first save.
    check: Option<CheckId>,
    /// Autosave of the cleared list, kept for undo.
    aside: Option<(Saving, Option<CheckId>)>,
    /// Choices and results of the check that is being reopened.
    reopened: Option<Reopened>,
    watching: Vec<(PathBuf, Watching)>,
    /// Receivers of errors from files being opened by other programs; one message each, only on failure.
    opening: Vec<Receiver<(PathBuf, String)>>,
    histogram: OffFrame<u64, Arc<DistanceHistogram>>,
    /// Histogram that the settings show; `None` until it is computed.
    shown_histogram: Option<Arc<DistanceHistogram>>,
    matrix: Matrix,
    /// Picture of the matrix that is being written.
    drawing: Option<Drawing>,
    errands: Vec<Running>,
    /// Drag of files over the window; recovers drops that winit loses.
    drag: shell::drag::Drag,
    /// Window title last sent to the window manager.
    title: String,
    context: egui::Context,
}

impl App {
    /// Prepares the window (fonts, styles, remembered settings) and starts importing `options.paths`.
    #[must_use]
    pub fn new(creation: &eframe::CreationContext<'_>, options: Options) -> Self {
        let context = creation.egui_ctx.clone();
        widgets::fonts::install(&context);
        widgets::theme::install(&context);
        let preferences = Preferences::load(creation.storage);
        // X11 tells no preference for light or dark: the fallback is light, like paper.
        context.options_mut(|options| options.fallback_theme = egui::Theme::Light);
        context.set_theme(preferences.theme);
        context.set_zoom_factor(preferences.text_size.clamp(SMALLEST_TEXT, LARGEST_TEXT));
        widgets::theme::set_motion(&context, preferences.reduced_motion);
        let language = options
            .language
            .or(preferences.language)
            .unwrap_or_else(Language::of_system);
        let librarian = Librarian::start(context.clone());
        let default_library = match options.library {
            LibraryChoice::Remembered => Library::default_file(),
            LibraryChoice::File(ref file) => Some(file.clone()),
            LibraryChoice::None => None,
        };
        let remembered =
            (preferences.library.clone()).filter(|_| options.library == LibraryChoice::Remembered);
        let file = remembered.or(default_library.clone());
        let mut app = Self {
            state: State::new(language, preferences.max_distance),
            librarian,
            openings: 0,
            library: None,
            without_library: false,
            default_library,
            saving: None,
            check: None,
            aside: None,
            reopened: None,
            watching: Vec::new(),
            opening: Vec::new(),
            preferences,
            isolation: options.isolation.unwrap_or_else(Isolation::of_this_program),
            desktop: options.desktop,
            samples: options.samples,
            session: None,
            renewing: None,
            queue: Vec::new(),
            again: Vec::new(),
            encodings: HashMap::new(),
            comparing: None,
            search: None,
            pair_texts: pair::loader::Loader::default(),
            document_text: document::loader::Loader::default(),
            document_pane: document::text::DocumentPane::default(),
            shared_loader: shared_texts::Loader::default(),
            shared_pane: shared_texts::pane::SharedPane::default(),
            pair_panes: pair::panes::PairPanes::default(),
            bits: pair::bit_reasons::Loader::default(),
            compared: None,
            compared_at: None,
            dialog: None,
            histogram: OffFrame::default(),
            shown_histogram: None,
            matrix: Matrix::default(),
            drawing: None,
            errands: Vec::new(),
            drag: shell::drag::Drag::default(),
            title: String::new(),
            context,
        };
        app.state.settings.recipe = app.preferences.recipe();
        app.state.check.fingerprints_by = app.state.settings.recipe;
        app.state.settings.against_library = app.preferences.against_library;
        app.state.settings.least_link = app.preferences.least_link.min(100);
        app.state.settings.possible = app.preferences.possible;
        if let Some(file) = file {
            app.start_opening(file);
        }
        app.add(options.paths);
        app
    }

    /// Returns whether nothing is being read, compared or loaded; for tests that wait for the end of all work.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        let passages = self.state.check.documents.is_empty()
            || !matches!(
                self.state.check.passages,
                model::passages::Passages::Wanted | model::passages::Passages::Searching(_)
            );
        self.session.is_none()
            && self.renewing.is_none()
            && self.queue.is_empty()
            && !self.state.shelf.opening
            && self.state.shelf.joining.is_none()
            && !self.state.shelf.is_searching()
            && self.comparing.is_none()
            && (self.state.page != Page::Settings
                || self.state.check.documents.is_empty()
                || self.shown_histogram.is_some())
            && self.drawing.is_none()
            && self.errands.is_empty()
            && self.compared == Some(self.wanted())
            && passages
            && !self.pair_texts.is_busy(&self.state)
            && !self.document_text.is_busy(&self.state)
            && !self.shared_loader.is_busy(&self.state)
            && !pair::bit_reasons::is_to_come(&self.state, self.pair_panes.reasons.as_ref())
    }

    fn add(&mut self, paths: Vec<PathBuf>) {
        self.queue.extend(paths);
        self.start_next_batch();
    }

    fn inform(&mut self, kind: NoticeKind, text: String) {
        self.state.shell.notice = Some(Notice { text, kind });
    }

    /// Computes the histogram of all pairs' distances while the settings show it.
    fn poll_histogram(&mut self) {
        let shown = self.state.page == Page::Settings && !self.state.check.documents.is_empty();
        let wanted = shown.then_some(self.state.check.generation);
        let state = &self.state;
        let ready = self.histogram.poll(wanted, &self.context, |_, _| {
            let documents = state.fingerprinted();
            Some(move || Arc::new(DistanceHistogram::of(&documents)))
        });
        self.shown_histogram = ready.map(|(_, histogram)| Arc::clone(histogram));
    }

    /// Updates the window title: it says what was found, also where only the name in a task bar is visible.
    fn update_title(&mut self) {
        let (state, language) = (&self.state, self.state.language);
        let title = if state.check.documents.is_empty() {
            language.text("app.title")
        } else {
            let values: [(&str, &dyn std::fmt::Display); 2] = [
                ("documents", &state.checked()),
                ("pairs", &state.check.findings.pairs.len()),
            ];
            language.fill(
                if state.check.progress.is_some() {
                    "app.title-busy"
                } else {
                    "app.title-done"
                },
                &values,
            )
        };
        if title != self.title {
            self.context
                .send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    fn page_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let state = &self.state;
        match state.page {
            Page::Library => return library::page::library_ui(ui, state, commands),
            Page::Member(document) => {
                return document::member::member_ui(
                    ui,
                    state,
                    document,
                    &mut self.document_pane,
                    commands,
                );
            }
            Page::Settings => {
                return settings::page::settings_ui(
                    ui,
                    state,
                    &self.preferences,
                    self.shown_histogram.as_deref(),
                    commands,
                );
            }
            _ => {}
        }
        if state.check.documents.is_empty() && state.check.progress.is_none() {
            start::start_ui(ui, state, commands);
            return;
        }
        match state.page {
            Page::Documents => documents::page::documents_ui(ui, state, commands),
            Page::Pairs => pairs::pairs_ui(ui, state, commands),
            Page::Groups => groups::page::groups_ui(ui, state, commands),
            Page::Matrix => matrix::matrix_ui(ui, state, &mut self.matrix, commands),
            Page::Shared => {
                shared_texts::shared_ui(ui, state, &mut self.shared_pane, commands);
            }
            // Drawn before this match, since these pages are shown with an empty list too.
            Page::Library | Page::Member(_) | Page::Settings => {}
            Page::Document(position) => {
                document::page::document_ui(ui, state, position, &mut self.document_pane, commands);
            }
            Page::Pair(a, b) => {
                pair::page::pair_ui(ui, state, (a, b), &mut self.pair_panes, commands)
            }
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        self.poll_librarian();
        self.poll_saving();
        self.poll_session();
        self.poll_renewing();
        self.poll_comparison();
        self.poll_search();
        // Second poll: results of a search that has just ended enter the figures before they are drawn.
        self.poll_comparison();
        self.pair_panes.loaded = self.pair_texts.poll(&self.state, &self.context);
        let store = self.library.as_ref().map(|library| library.store());
        self.document_pane.loaded = (self.document_text).poll(&self.state, store, &self.context);
        self.poll_shared_texts();
        self.pair_panes.reasons =
            pair::bit_reasons::poll(&mut self.bits, &self.state, &self.context);
        self.poll_dialog();
        self.poll_opening();
        self.poll_histogram();
        self.poll_drawing();
        self.state.shell.drawing = self.drawing.is_some();
        self.poll_errands();
        let mut commands = self.poll_watching();
        self.drops(ui, frame, &mut commands);
        self.keyboard(ui, &mut commands);
        let margin = Frame::new()
            .fill(ui.visuals().panel_fill)
            .inner_margin(widgets::theme::PAGE_MARGIN);
        let slim = margin.inner_margin(egui::Margin::symmetric(widgets::theme::PAGE_MARGIN, 8));
        Panel::top("actions").frame(slim).show(ui, |ui| {
            shell::toolbar::bar_ui(ui, &self.state, &mut commands);
            if let Some(purpose) = self.state.shell.dialog {
                shell::notice::dialog_ui(ui, &self.state, purpose, &mut commands);
            }
            if let Some(field) = &self.state.shell.field {
                let text = shell::notice::field_ui(ui, &self.state, field, &mut commands);
                // The typed text belongs to the field; only this changes without a command.
                if let Some(field) = &mut self.state.shell.field {
                    field.text = text;
                    field.fresh = false;
                }
            }
            if let Some(notice) = &self.state.shell.notice {
                shell::notice::notice_ui(ui, &self.state, notice, &mut commands);
            }
        });
        let any = !self.state.check.documents.is_empty() || self.state.check.progress.is_some();
        if any || self.state.is_busy() {
            Panel::bottom("status").frame(slim).show(ui, |ui| {
                shell::status_bar::bottom_ui(ui, &self.state, &mut commands);
            });
        }
        CentralPanel::default()
            .frame(margin)
            .show(ui, |ui| self.page_ui(ui, &mut commands));
        if self.state.shell.hovering_files {
            shell::drop_hint::drop_hint_ui(ui, self.state.language);
        }
        for command in commands {
            self.apply(command);
            ui.ctx().request_repaint();
        }
        self.update_title();
        if self.session.is_some() || self.search.is_some() || self.renewing.is_some() {
            ui.ctx().request_repaint_after(POLL);
        } else if self.state.shelf.opening {
            // Looks again so that the status bar can say when opening takes long.
            ui.ctx().request_repaint_after(WATCH_POLL);
        } else if !self.watching.is_empty() {
            ui.ctx().request_repaint_after(WATCH_POLL);
        }
    }

    fn on_exit(&mut self) {
        self.remove_check_for_good();
        if !self.state.check.documents.is_empty() {
            self.save_check();
        }
        // Dropping an autosave waits until all of it is saved.
        (self.saving, self.aside) = (None, None);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        // Ctrl and + change the zoom factor without a command, so it is read back.
        self.preferences.text_size = self.context.zoom_factor();
        self.preferences.save(storage);
    }
}
