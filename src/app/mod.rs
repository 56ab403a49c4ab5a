//! The window: polls the session, draws the state and applies the commands that the views push. The only part of the
//! crate that uses egui; contains no algorithm.

mod applying;
mod background;
mod batch;
mod bit_strip;
mod bit_terms;
mod bits;
mod chance_text;
mod checks;
mod cite;
mod closest;
mod command;
mod copied;
mod decided;
mod dialog;
mod direction;
mod document;
mod document_loaded;
mod document_text;
mod documents;
mod documents_cells;
mod documents_menu;
mod drag;
mod errands;
mod evidence;
mod exclusions;
mod figures;
mod fonts;
mod group_drawing;
mod group_link;
mod groups;
mod histogram;
mod icons;
mod input;
mod labels;
mod launch;
mod librarian;
mod library_page;
mod library_work;
mod matrix;
mod member;
mod notice;
mod off_frame;
mod options;
mod pace;
mod pair;
mod pair_links;
mod pair_loaded;
mod pair_look;
mod pair_prints;
mod pair_texts;
mod pairs;
mod passage_list;
mod passages;
mod paths;
mod possible_list;
mod preferences;
mod reader;
mod recent;
mod removing;
mod renewing;
mod rows;
mod searching;
mod selection;
mod settings;
mod settings_recipe;
mod shared_texts;
mod shelf;
mod shown_share;
mod similar;
mod sources;
mod start;
mod state;
mod status_bar;
mod table;
mod templates;
mod theme;
mod toolbar;
mod verdict_filter;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use egui::{CentralPanel, Frame, Panel, Ui};

pub use launch::open;
pub use options::{Desktop, LibraryChoice, Options};

use crate::compare::DistanceHistogram;
use crate::i18n::Language;
use crate::import::{Isolation, TextEncoding};
use crate::library::{CheckId, Library};
use crate::session::{Comparing, Renewing, Saving, Session};
use checks::Reopened;
use command::{Command, Purpose};
use errands::Running;
use figures::Figures;
use librarian::Librarian;
use library_work::Watching;
use matrix::{Drawing, Matrix};
use off_frame::OffFrame;
use preferences::{LARGEST_TEXT, Preferences, SMALLEST_TEXT};
use state::{Notice, NoticeKind, Page, State};

/// Interval between two looks for news while work is under way.
const POLL: Duration = Duration::from_millis(50);
/// Interval between two looks for news while folders are watched or a library is being opened.
const WATCH_POLL: Duration = Duration::from_secs(1);
/// Interval between two comparisons of all pairs while documents are still being read.
const COMPARE_EVERY: Duration = Duration::from_millis(700);

/// Versions of everything that figures are computed from; shown figures of other versions are outdated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Compared {
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
    pair_texts: pair_loaded::Loader,
    document_text: document_loaded::Loader,
    document_pane: document_text::DocumentPane,
    shared_loader: shared_texts::Loader,
    shared_pane: shared_texts::SharedPane,
    pair_panes: pair_texts::PairPanes,
    bits: bit_terms::Loader,
    compared: Option<Compared>,
    compared_at: Option<Instant>,
    dialog: Option<(Purpose, Receiver<dialog::Answer>)>,
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
    matrix: Matrix,
    /// Picture of the matrix that is being written.
    drawing: Option<Drawing>,
    errands: Vec<Running>,
    /// Drag of files over the window; recovers drops that winit loses.
    drag: drag::Drag,
    /// Window title last sent to the window manager.
    title: String,
    context: egui::Context,
}

impl App {
    /// Prepares the window (fonts, styles, remembered settings) and starts importing `options.paths`.
    #[must_use]
    pub fn new(creation: &eframe::CreationContext<'_>, options: Options) -> Self {
        let context = creation.egui_ctx.clone();
        fonts::install(&context);
        theme::install(&context);
        let preferences = Preferences::load(creation.storage);
        // X11 tells no preference for light or dark: the fallback is light, like paper.
        context.options_mut(|options| options.fallback_theme = egui::Theme::Light);
        context.set_theme(preferences.theme);
        context.set_zoom_factor(preferences.text_size.clamp(SMALLEST_TEXT, LARGEST_TEXT));
        theme::set_motion(&context, preferences.reduced_motion);
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
            pair_texts: pair_loaded::Loader::default(),
            document_text: document_loaded::Loader::default(),
            document_pane: document_text::DocumentPane::default(),
            shared_loader: shared_texts::Loader::default(),
            shared_pane: shared_texts::SharedPane::default(),
            pair_panes: pair_texts::PairPanes::default(),
            bits: bit_terms::Loader::default(),
            compared: None,
            compared_at: None,
            dialog: None,
            histogram: OffFrame::default(),
            matrix: Matrix::default(),
            drawing: None,
            errands: Vec::new(),
            drag: drag::Drag::default(),
            title: String::new(),
            context,
        };
        app.state.recipe = app.preferences.recipe();
        app.state.fingerprints_by = app.state.recipe;
        app.state.against_library = app.preferences.against_library;
        app.state.least_link = app.preferences.least_link.min(100);
        app.state.possible = app.preferences.possible;
        if let Some(file) = file {
            app.start_opening(file);
        }
        app.add(options.paths);
        app
    }

    /// Returns whether nothing is being read, compared or loaded; for tests that wait for the end of all work.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        let passages = self.state.documents.is_empty()
            || !matches!(
                self.state.passages,
                copied::Passages::Wanted | copied::Passages::Searching(_)
            );
        self.session.is_none()
            && self.renewing.is_none()
            && self.queue.is_empty()
            && !self.state.shelf.opening
            && self.state.shelf.joining.is_none()
            && !self.state.shelf.is_searching()
            && self.comparing.is_none()
            && (self.state.page != Page::Settings
                || self.state.documents.is_empty()
                || self.state.histogram.is_some())
            && self.drawing.is_none()
            && self.errands.is_empty()
            && self.compared == Some(self.wanted())
            && passages
            && !self.pair_texts.is_busy(&self.state)
            && !self.document_text.is_busy(&self.state)
            && !self.shared_loader.is_busy(&self.state)
            && !bit_terms::is_to_come(&self.state)
    }

    fn add(&mut self, paths: Vec<PathBuf>) {
        self.queue.extend(paths);
        self.start_next_batch();
    }

    fn inform(&mut self, kind: NoticeKind, text: String) {
        self.state.notice = Some(Notice { text, kind });
    }

    /// Computes the histogram of all pairs' distances while the settings show it.
    fn poll_histogram(&mut self) {
        let shown = self.state.page == Page::Settings && !self.state.documents.is_empty();
        let wanted = shown.then_some(self.state.generation);
        let state = &self.state;
        let ready = self.histogram.poll(wanted, &self.context, |_, _| {
            let documents = state.fingerprinted();
            Some(move || Arc::new(DistanceHistogram::of(&documents)))
        });
        self.state.histogram = ready.map(|(_, histogram)| Arc::clone(histogram));
    }

    /// Updates the window title: it says what was found, also where only the name in a task bar is visible.
    fn update_title(&mut self) {
        let (state, language) = (&self.state, self.state.language);
        let title = if state.documents.is_empty() {
            language.text("app.title")
        } else {
            let values: [(&str, &dyn std::fmt::Display); 2] = [
                ("documents", &state.checked()),
                ("pairs", &state.findings.pairs.len()),
            ];
            language.fill(
                if state.progress.is_some() {
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
            Page::Library => return library_page::library_ui(ui, state, commands),
            Page::Member(document) => {
                return member::member_ui(ui, state, document, &mut self.document_pane, commands);
            }
            Page::Settings => {
                return settings::settings_ui(ui, state, &self.preferences, commands);
            }
            _ => {}
        }
        if state.documents.is_empty() && state.progress.is_none() {
            start::start_ui(ui, state, commands);
            return;
        }
        match state.page {
            Page::Documents => documents::documents_ui(ui, state, commands),
            Page::Pairs => pairs::pairs_ui(ui, state, commands),
            Page::Groups => groups::groups_ui(ui, state, commands),
            Page::Matrix => matrix::matrix_ui(ui, state, &mut self.matrix, commands),
            Page::Shared => {
                shared_texts::shared_ui(ui, state, &mut self.shared_pane, commands);
            }
            // Drawn before this match, since these pages are shown with an empty list too.
            Page::Library | Page::Member(_) | Page::Settings => {}
            Page::Document(position) => {
                document::document_ui(ui, state, position, &mut self.document_pane, commands);
            }
            Page::Pair(a, b) => pair::pair_ui(ui, state, (a, b), &mut self.pair_panes, commands),
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
        self.state.pair_texts = self.pair_texts.poll(&self.state, &self.context);
        let store = self.library.as_ref().map(|library| library.store());
        self.state.document_text = (self.document_text).poll(&self.state, store, &self.context);
        self.poll_shared_texts();
        self.state.bit_reasons = bit_terms::poll(&mut self.bits, &self.state, &self.context);
        self.poll_dialog();
        self.poll_opening();
        self.poll_histogram();
        self.poll_drawing();
        self.state.drawing = self.drawing.is_some();
        self.poll_errands();
        let mut commands = self.poll_watching();
        self.drops(ui, frame, &mut commands);
        self.keyboard(ui, &mut commands);
        let margin = Frame::new()
            .fill(ui.visuals().panel_fill)
            .inner_margin(theme::PAGE_MARGIN);
        let slim = margin.inner_margin(egui::Margin::symmetric(theme::PAGE_MARGIN, 8));
        Panel::top("actions").frame(slim).show(ui, |ui| {
            toolbar::bar_ui(ui, &self.state, &mut commands);
            if let Some(purpose) = self.state.dialog {
                notice::dialog_ui(ui, &self.state, purpose, &mut commands);
            }
            if let Some(field) = &self.state.field {
                let text = notice::field_ui(ui, &self.state, field, &mut commands);
                // The typed text belongs to the field; only this changes without a command.
                if let Some(field) = &mut self.state.field {
                    field.text = text;
                    field.fresh = false;
                }
            }
            if let Some(notice) = &self.state.notice {
                notice::notice_ui(ui, &self.state, notice, &mut commands);
            }
        });
        let any = !self.state.documents.is_empty() || self.state.progress.is_some();
        if any || self.state.is_busy() {
            Panel::bottom("status").frame(slim).show(ui, |ui| {
                status_bar::bottom_ui(ui, &self.state, &mut commands);
            });
        }
        CentralPanel::default()
            .frame(margin)
            .show(ui, |ui| self.page_ui(ui, &mut commands));
        if self.state.hovering_files {
            input::drop_hint_ui(ui, self.state.language);
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
        if !self.state.documents.is_empty() {
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
