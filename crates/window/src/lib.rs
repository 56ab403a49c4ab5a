//! The window: polls the session, draws the state and applies the commands that the views push. The only part of the
//! program that uses egui; contains no algorithm.

mod about;
mod async_cache;
mod background_tasks;
mod blind;
mod cases;
mod decisions;
mod document;
mod documents;
mod graphics;
mod groups;
mod guide;
mod instance;
mod launch;
mod leads;
mod library;
mod matrix;
mod options;
mod pair;
mod pairs;
mod panes;
mod reader;
mod recheck;
mod remembered;
mod settings;
mod shared_texts;
mod shell;
mod start;
mod task;
mod update;
mod welcome;
mod widgets;
mod work;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use egui::{CentralPanel, Frame, InputState, Panel, Rect, Ui, UiBuilder};

use crate::background_tasks::BackgroundTasks;
use crate::panes::Panes;
use crate::remembered::{PreferencesFile, Remembered};
use crate::work::comparison::Comparison;
use crate::work::event_stream::EventStream;
use crate::work::leads::{LeadWork, sentence_model};
use crate::work::library_link::LibraryLink;
use crate::work::reading::Reading;
use crate::work::saved_check::SavedCheck;
use crate::work::this_run::ThisRun;
use crate::work::watched_folders::WatchedFolders;
use chachong_import::Isolation;
use chachong_jobs::RecheckEvent;
use chachong_library::{Library, LibraryError};
use chachong_messages::Language;
use chachong_window_model::cases::ShownCase;
use chachong_window_model::command::Command;
use chachong_window_model::page::{Notice, NoticeKind, Page};
use chachong_window_model::preferences::{
    LARGEST_TEXT, Preferences, RememberedSource, SMALLEST_TEXT,
};
use chachong_window_model::program_folders::ProgramFolders;
use chachong_window_model::recheck::RecheckInput;
use chachong_window_model::state::State;

pub use crate::launch::open;
pub use crate::options::{Desktop, LibraryChoice, Options, Start, Welcome};

/// Interval between two polls of the threads while work is under way.
const POLL: Duration = Duration::from_millis(50);
/// Interval between two polls while folders are watched or a library is being opened.
const WATCH_POLL: Duration = Duration::from_secs(1);

/// The window: its state, its background work and its drawing.
pub struct App {
    state: State,
    preferences: Preferences,
    preferences_file: PreferencesFile,
    desktop: Desktop,
    /// Folder for the sample documents; `None` for the system's cache folder.
    samples: Option<PathBuf>,
    reading: Reading,
    comparison: Comparison,
    leads: LeadWork,
    /// Running comparison with an earlier check.
    recheck: EventStream<RecheckEvent>,
    /// Inputs with which `recheck` was started.
    recheck_of: Option<RecheckInput>,
    saved_check: SavedCheck,
    library_link: LibraryLink,
    /// Library that the person chose and that is being opened, to be opened at the next start too; `None` for any other.
    chosen_library: Option<PathBuf>,
    watched_folders: WatchedFolders,
    /// Case of which a file will be written where the person chooses, with its library; `None` if no place is being chosen.
    case_to_write: Option<(ShownCase, Arc<Library>)>,
    panes: Panes,
    tasks: BackgroundTasks,
    this_run: ThisRun,
    blind: blind::BlindView,
    /// Drag of files over the window; recovers drops that winit loses.
    drag: shell::drag::Drag,
    /// Display, which tells the state of the pointer during a drag.
    display: shell::drag::Display,
    title: shell::title::Title,
    /// Height of the notices and fields over the page in the last frame, in points.
    notices_height: f32,
    /// Whether a text field had the focus at the end of the last frame.
    is_typing: bool,
    context: egui::Context,
}

impl App {
    /// Creates the window's application: prepares fonts, styles and remembered settings, and starts to read `options.paths`.
    #[must_use]
    pub fn new(creation: &eframe::CreationContext<'_>, options: Options) -> Self {
        let context = creation.egui_ctx.clone();
        widgets::fonts::install(&context);
        widgets::theme::install(&context);
        let remembered = Remembered::load(options.preferences.as_deref(), creation.storage);
        let preferences = remembered.preferences;
        // X11 tells no preference for light or dark: the fallback is light, like paper.
        context.options_mut(|options| options.fallback_theme = egui::Theme::Light);
        context.set_theme(remembered::theme(preferences.theme));
        context.set_zoom_factor(preferences.text_size.clamp(SMALLEST_TEXT, LARGEST_TEXT));
        widgets::theme::set_motion(&context, preferences.reduced_motion);
        let language = options
            .language
            .or(preferences.language)
            .unwrap_or_else(Language::of_system);
        let default_library = match options.library {
            LibraryChoice::Remembered => Library::default_file(),
            LibraryChoice::File(ref file) => Some(file.clone()),
            LibraryChoice::None => None,
        };
        let library =
            (preferences.library.clone()).filter(|_| options.library == LibraryChoice::Remembered);
        let file = library
            .map(chachong_paths::remembered)
            .or(default_library.clone());
        let isolation = options.isolation.unwrap_or_else(Isolation::of_this_program);
        let mut app = Self {
            state: State::new(language, preferences.max_distance),
            preferences,
            preferences_file: remembered.file,
            desktop: options.desktop,
            samples: options.samples,
            panes: Panes::new(&isolation),
            reading: Reading::new(isolation),
            comparison: Comparison::default(),
            leads: LeadWork::default(),
            recheck: EventStream::default(),
            recheck_of: None,
            saved_check: SavedCheck::default(),
            library_link: LibraryLink::start(context.clone(), default_library),
            chosen_library: None,
            watched_folders: WatchedFolders::default(),
            case_to_write: None,
            tasks: BackgroundTasks::default(),
            this_run: ThisRun::begin(options.logs.as_deref(), &language.text("log.note-heading")),
            blind: blind::BlindView::default(),
            drag: shell::drag::Drag::default(),
            display: shell::drag::Display::default(),
            title: shell::title::Title::default(),
            notices_height: 0.0,
            is_typing: false,
            context,
        };
        app.state.shell.welcome = match options.welcome {
            Welcome::Once => creation.storage.is_some() && app.preferences.welcomed_by.is_none(),
            Welcome::Now => true,
        };
        if let Some(version) = options.version {
            app.state.shell.version = version;
        }
        app.state.shell.folders = ProgramFolders {
            preferences: options.preferences,
            logs: options.logs,
        };
        app.state.leads_view.model = sentence_model();
        app.state.settings.recipe = app.preferences.recipe();
        app.state.check.result_mut().recipe = app.state.settings.recipe;
        app.state.settings.against_library = app.preferences.against_library;
        app.state.settings.least_link = app.preferences.least_link.min(100);
        app.state.settings.possible = app.preferences.possible;
        app.state.cases.person.clone_from(&app.preferences.person);
        let sources = app.preferences.source_libraries.iter();
        let sources = sources.map(|source| RememberedSource {
            file: chachong_paths::remembered(source.file.clone()),
            is_on: source.is_on,
        });
        app.state.library.list_sources(sources);
        if let Some(file) = file {
            app.start_opening(file);
        } else {
            app.open_source_libraries();
        }
        app.add(options.paths);
        if let Some(file) = remembered.damaged {
            app.inform(NoticeKind::Error, |language| {
                language.fill("notice.settings-damaged", &[("file", &file.display())])
            });
        }
        app
    }

    /// Returns whether no reading, comparison, search or other task is running in the background; tests wait until it is `true`. Open
    /// dialogs, other programs, watched folders, automatic saving and the search for known cases do not count.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        !(self.reading.is_busy()
            || self.comparison.is_busy(&self.state)
            || self.leads.is_busy()
            || self.recheck.is_running()
            || self.panes.is_busy(&self.state)
            || self.blind.is_busy(&self.state)
            || self.state.library.is_busy()
            || self.tasks.is_busy())
    }

    /// Applies everything that the threads have sent since the last frame, and adds new files in watched folders.
    fn poll(&mut self) {
        self.poll_library();
        self.poll_saving();
        self.poll_session();
        self.poll_renewal();
        self.poll_figures();
        self.poll_passage_search();
        self.poll_leads();
        self.poll_recheck();
        // Second poll: results of a search that has just ended enter the figures before they are drawn.
        self.poll_figures();
        self.panes.poll_evidence(&mut self.state, &self.context);
        self.panes.poll_cases(&mut self.state, &self.context);
        // Third poll: evidence that has just been found enters the figures too.
        self.poll_figures();
        self.poll_blind();
        self.as_shown(|app| {
            let store = app.library_link.store();
            app.panes.poll(&mut app.state, store, &app.context);
        });
        self.poll_tasks();
        self.poll_this_run();
        self.poll_watched_folders();
    }

    /// Shows a notice; `text` returns its message in a language.
    fn inform(&mut self, kind: NoticeKind, text: impl Fn(Language) -> String) {
        self.state.shell.notice = Some(Notice::new(kind, text));
    }

    /// Shows a notice with the text of a key.
    fn tell(&mut self, kind: NoticeKind, key: &str) {
        self.inform(kind, |language| language.text(key));
    }

    /// Shows what failed in a library, and logs it.
    fn tell_library_error(&mut self, error: &LibraryError) {
        let error = error.log();
        self.inform(NoticeKind::Error, |language| language.library_error(error));
    }

    /// Draws the whole window.
    fn draw(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        // Under a dialog no tooltip stays open, though the pointer is still over its widget.
        let take = |input: &mut InputState| std::mem::take(&mut input.pointer);
        let has_dialog = self.state.shell.has_dialog();
        widgets::labels::keep_names(ui.ctx(), &self.state.table.names);
        let pointer = has_dialog.then(|| ui.ctx().input_mut(take));
        self.draw_page(ui, commands);
        if let Some(pointer) = pointer {
            ui.ctx().input_mut(|input| input.pointer = pointer);
        }
        if self.state.shell.hovering_files {
            shell::drop_hint::drop_hint_ui(ui, self.state.language);
        }
        if let Some(dialog) = &self.state.shell.export {
            shell::export::export_ui(ui, &self.state, dialog, commands);
        }
        if self.state.shell.not_read {
            documents::not_read::list_ui(ui, &self.state, commands);
        }
        if let Some(look) = &self.state.shell.dump_dialog {
            shell::dump_dialog::dump_dialog_ui(ui, &self.state, look, commands);
        }
        if let Some(dialog) = &self.state.shell.student {
            shell::student::student_ui(ui, &self.state, dialog, commands);
        }
        if let Some(dialog) = &self.state.shell.class_list {
            shell::class_list::class_list_ui(ui, &self.state, dialog, commands);
        }
        if let Some(dialog) = &self.state.shell.server {
            shell::server::server_ui(ui, &self.state, dialog, commands);
        }
    }

    /// Draws the toolbar, the page with its notices, and the status bar.
    fn draw_page(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let margin = Frame::new()
            .fill(ui.visuals().panel_fill)
            .inner_margin(widgets::theme::PAGE_MARGIN);
        let is_short = widgets::theme::is_short(ui.ctx());
        let high = if is_short { 4 } else { 8 };
        let slim = margin.inner_margin(egui::Margin::symmetric(widgets::theme::PAGE_MARGIN, high));
        // A low window leaves the height to the texts that are read.
        let is_read = matches!(self.state.page, Page::Pair(..) | Page::Document(_));
        let has_status = !(is_short && is_read) || self.state.is_busy();
        Panel::top("actions").frame(slim).show(ui, |ui| {
            shell::toolbar::bar_ui(ui, &self.state, commands);
            if self.state.page == Page::Documents {
                documents::not_read::line_ui(ui, &self.state, commands);
            }
        });
        let any =
            !self.state.check.result.documents.is_empty() || self.state.check.progress.is_some();
        let is_told = !self.state.check.is_blind() || !self.waits_for_names();
        let mut above = ui.max_rect().bottom();
        if is_told && (any && has_status || self.state.is_busy()) {
            let status = Panel::bottom("status").frame(slim).show(ui, |ui| {
                shell::status_bar::bottom_ui(ui, &self.state, commands);
            });
            above = status.response.rect.top();
        }
        let page = if is_short { slim } else { margin };
        CentralPanel::default().frame(page).show(ui, |ui| {
            let clear = UiBuilder::new().max_rect(self.clear_of_notices(ui));
            ui.scope_builder(clear, |ui| self.page_ui(ui, commands));
        });
        self.notices(ui, above, commands);
    }

    /// Returns the part of the page above the notices and fields of the last frame, so that the last rows can be scrolled into sight;
    /// at least two thirds of the page. The matrix has the whole page: it would change its scale whenever a notice comes or goes.
    fn clear_of_notices(&self, ui: &Ui) -> Rect {
        let mut clear = ui.max_rect();
        if self.state.page != Page::Matrix {
            clear.max.y -= self.notices_height.min(clear.height() / 3.0);
        }
        clear
    }

    /// Draws notices and fields over the lower edge of the page, up to `above`. The page gets shorter, but nothing at its top moves.
    fn notices(&mut self, ui: &Ui, above: f32, commands: &mut Vec<Command>) {
        let height = shell::notice::over_page(ui, above, |ui| {
            if let Some(purpose) = self.state.shell.dialog {
                shell::notice::dialog_ui(ui, &self.state, purpose, commands);
            }
            if let Some(field) = &self.state.shell.field {
                let text = shell::notice::field_ui(ui, &self.state, field, commands);
                // The typed text belongs to the field; only this changes without a command.
                if let Some(field) = &mut self.state.shell.field {
                    field.text = text;
                    field.fresh = false;
                }
            }
            if let Some(field) = &self.state.shell.password {
                let text = shell::password::password_ui(ui, &self.state, field, commands);
                if let Some(field) = &mut self.state.shell.password {
                    field.text = text;
                    field.fresh = false;
                }
            }
            if let Some(notice) = &self.state.shell.notice {
                shell::notice::notice_ui(ui, &self.state, notice, commands);
            }
        });
        if (height - self.notices_height).abs() > 0.5 {
            self.notices_height = height;
            ui.ctx().request_repaint();
        }
    }

    fn page_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let state = &self.state;
        let is_empty = state.check.result.documents.is_empty() && state.check.progress.is_none();
        match state.page {
            // These pages and About are shown with an empty list too.
            Page::Library => library::page::library_ui(ui, state, commands),
            Page::Member(document) => {
                library::member::member_ui(ui, state, document, &mut self.panes.document, commands);
            }
            Page::Cases | Page::Case(_) if state.check.is_blind() => {
                cases::list::hidden_ui(ui, state, commands);
            }
            Page::Cases => cases::list::cases_ui(ui, state, commands),
            Page::Case(id) => cases::one::case_ui(ui, state, id, &mut self.panes.case, commands),
            Page::Settings => {
                settings::page::settings_ui(
                    ui,
                    state,
                    &self.preferences,
                    self.panes.histogram.as_deref(),
                    commands,
                );
            }
            Page::About => about::about_ui(ui, state, commands),
            Page::Guide => guide::guide_ui(ui, state, &mut self.panes.guide),
            _ if !is_empty && state.check.is_blind() && self.waits_for_names() => {
                self.hiding_ui(ui);
            }
            _ if is_empty && state.shell.welcome => welcome::welcome_ui(ui, state, commands),
            _ if is_empty => start::start_ui(ui, state, commands),
            Page::Documents => documents::page::documents_ui(ui, state, commands),
            Page::Pairs => pairs::pairs_ui(ui, state, commands),
            Page::Groups => groups::page::groups_ui(ui, state, commands),
            Page::Matrix => matrix::matrix_ui(ui, state, &mut self.panes.matrix, commands),
            Page::Shared => {
                shared_texts::shared_ui(ui, state, &mut self.panes.shared, commands);
            }
            Page::Leads => leads::leads_ui(ui, state, &mut self.panes.leads, commands),
            Page::Recheck => {
                recheck::recheck_ui(ui, state, &mut self.panes.recheck, commands);
            }
            Page::Decisions => {
                decisions::decisions_ui(ui, state, &mut self.panes.decisions, commands);
            }
            Page::Document(position) => {
                document::page::document_ui(
                    ui,
                    state,
                    position,
                    &mut self.panes.document,
                    commands,
                );
            }
            Page::Pair(a, b) => {
                pair::page::pair_ui(ui, state, (a, b), &mut self.panes.pair, commands);
            }
        }
    }
}

impl eframe::App for App {
    /// Receives the paths of later starts, also while the window is hidden.
    fn logic(&mut self, _: &egui::Context, _: &mut eframe::Frame) {
        self.take_handed();
    }

    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        self.poll();
        self.drops(ui, frame);
        let mut commands = Vec::new();
        self.keyboard(ui, &mut commands);
        self.as_shown(|app| app.draw(ui, &mut commands));
        widgets::focus::ring_ui(ui.ctx());
        self.is_typing = ui.ctx().text_edit_focused();
        for command in commands {
            self.apply(command);
            ui.ctx().request_repaint();
        }
        self.title.update(&self.state, &self.context);
        if self.reading.is_running()
            || self.comparison.search.is_running()
            || self.leads.search.is_running()
            || self.recheck.is_running()
        {
            ui.ctx().request_repaint_after(POLL);
        } else if self.state.library.opening {
            // Looks again so that the status bar can say when opening takes long.
            ui.ctx().request_repaint_after(WATCH_POLL);
        } else if !self.watched_folders.is_empty() {
            ui.ctx().request_repaint_after(WATCH_POLL);
        }
    }

    fn on_exit(&mut self) {
        self.remove_check_for_good();
        if !self.state.check.result.documents.is_empty() {
            self.saved_check.save(&self.state);
        }
        self.saved_check.end();
        self.this_run.end();
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        // Ctrl and + change the zoom factor without a command, so it is read back.
        self.preferences.text_size = self.context.zoom_factor();
        if let Some(error) = self.preferences_file.save(&self.preferences, storage) {
            self.inform(NoticeKind::Error, |language| error.text(language));
        }
    }
}
