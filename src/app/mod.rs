//! The window: polls the session, draws the state, applies the commands that the views ask for. The only part of the
//! crate that knows egui; owns no algorithm.

mod bits;
mod command;
mod dialog;
mod document;
mod documents;
mod fonts;
mod labels;
mod launch;
mod matrix;
mod pair;
mod pairs;
mod preferences;
mod start;
mod state;
mod theme;
mod tiles;
mod toolbar;

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use egui::{CentralPanel, Frame, Key, KeyboardShortcut, Modifiers, Panel, Ui};

pub use launch::open;

use crate::compare::Thresholds;
use crate::i18n::Language;
use crate::import::Isolation;
use crate::report::{self, Check};
use crate::session::{Event, Findings, Session, Settings};
use command::{Command, Purpose};
use preferences::Preferences;
use state::{Notice, NoticeKind, Page, PathField, Progress, State};
use tiles::Tiles;

/// While work is under way the window looks for news this often.
const POLL: Duration = Duration::from_millis(50);
/// While documents are being read, pairs are compared again this often.
const COMPARE_EVERY: Duration = Duration::from_millis(700);

/// How the window starts.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What to import at once.
    pub paths: Vec<PathBuf>,
    /// Instead of the remembered or the system's language.
    pub language: Option<Language>,
    /// Where files are parsed; `None` is a child process of this program.
    pub isolation: Option<Isolation>,
}

/// What a comparison was made from: the documents' generation and the threshold.
type Compared = (u64, Option<u32>);

/// The window's program.
pub struct App {
    state: State,
    preferences: Preferences,
    isolation: Isolation,
    session: Option<Session>,
    /// Dropped or chosen while another batch is being read.
    queue: Vec<PathBuf>,
    comparing: Option<(Compared, Receiver<Findings>)>,
    compared: Option<Compared>,
    compared_at: Option<Instant>,
    dialog: Option<(Purpose, Receiver<dialog::Answer>)>,
    tiles: Tiles,
    /// A fast drop can leave winit's hovered files behind: after a pointer event they count for nothing.
    stale_hover: bool,
    /// As the window manager shows it.
    title: String,
    context: egui::Context,
}

impl App {
    /// Prepares the window: fonts, styles, remembered settings; starts importing `options.paths`.
    #[must_use]
    pub fn new(creation: &eframe::CreationContext<'_>, options: Options) -> Self {
        let context = creation.egui_ctx.clone();
        fonts::install(&context);
        theme::install(&context);
        let preferences = Preferences::load(creation.storage);
        // Where the system says nothing of light or dark (X11), paper is white.
        context.options_mut(|options| options.fallback_theme = egui::Theme::Light);
        context.set_theme(preferences.theme);
        let language = options
            .language
            .or(preferences.language)
            .unwrap_or_else(Language::of_system);
        let mut app = Self {
            state: State::new(language, preferences.max_distance),
            preferences,
            isolation: options.isolation.unwrap_or_else(Isolation::of_this_program),
            session: None,
            queue: Vec::new(),
            comparing: None,
            compared: None,
            compared_at: None,
            dialog: None,
            tiles: Tiles::default(),
            stale_hover: false,
            title: String::new(),
            context,
        };
        app.add(options.paths);
        app
    }

    /// Whether nothing is being read or compared (for tests that wait for the end).
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.session.is_none() && self.comparing.is_none() && self.compared == Some(self.wanted())
    }

    fn add(&mut self, paths: Vec<PathBuf>) {
        self.queue.extend(paths);
        self.start_next_batch();
    }

    fn start_next_batch(&mut self) {
        if self.session.is_some() || self.queue.is_empty() {
            return;
        }
        let settings = Settings {
            isolation: self.isolation.clone(),
            ..Settings::default()
        };
        let paths = std::mem::take(&mut self.queue);
        self.state.notice = None;
        self.state.progress = Some(Progress {
            searching: true,
            ..Progress::default()
        });
        self.session = Some(Session::start(paths, &self.state.documents, settings));
    }

    fn poll_session(&mut self) {
        let Some(session) = &self.session else { return };
        // So much in one frame that reading is never held up, so little that the frame stays short.
        let events: Vec<Event> = session.events.try_iter().take(500).collect();
        let any = !events.is_empty();
        for event in events {
            match event {
                Event::Found {
                    documents,
                    passed_over,
                    already_there,
                } => {
                    self.tell_what_was_found(documents.len(), passed_over, already_there);
                    self.state.add_batch(documents);
                }
                Event::Reading { document } => self.state.begin_reading(document),
                Event::Read { document, outcome } => self.state.finish_reading(document, outcome),
                Event::Done { cancelled } => {
                    self.session = None;
                    self.state.progress = None;
                    if cancelled {
                        self.queue.clear();
                        self.inform(
                            NoticeKind::Information,
                            self.state.language.text("notice.cancelled"),
                        );
                    }
                }
            }
        }
        if any {
            self.state.arrange();
        }
        self.start_next_batch();
    }

    fn tell_what_was_found(&mut self, found: usize, passed_over: usize, already_there: usize) {
        let language = self.state.language;
        let mut parts = Vec::new();
        if found == 0 && already_there == 0 {
            parts.push(language.text("notice.no-documents"));
        }
        if already_there > 0 {
            parts.push(language.fill("notice.already-there", &[("count", &already_there)]));
        }
        if passed_over > 0 {
            parts.push(language.fill("notice.passed-over", &[("count", &passed_over)]));
        }
        if !parts.is_empty() {
            self.inform(NoticeKind::Information, parts.join(" "));
        }
    }

    fn inform(&mut self, kind: NoticeKind, text: String) {
        self.state.notice = Some(Notice { text, kind });
    }

    fn wanted(&self) -> Compared {
        (self.state.generation, self.state.max_distance)
    }

    /// Keeps the findings up with the documents and the threshold, in the background.
    fn poll_comparison(&mut self) {
        if let Some((key, receive)) = &self.comparing {
            match receive.try_recv() {
                Ok(findings) => {
                    // Positions of an older list mean other documents now: such findings are dropped.
                    if key.0 == self.state.generation
                        || findings.nearest.len() == self.state.documents.len()
                    {
                        self.state.set_findings(findings);
                    }
                    self.compared = Some(*key);
                    self.comparing = None;
                }
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => self.comparing = None,
            }
        }
        let too_soon = self.session.is_some()
            && self
                .compared_at
                .is_some_and(|last| last.elapsed() < COMPARE_EVERY);
        if self.compared == Some(self.wanted()) || too_soon {
            return;
        }
        let (send, receive) = channel();
        let (key, documents) = (self.wanted(), self.state.fingerprinted());
        let (thresholds, context) = (
            Thresholds {
                max_distance: key.1,
            },
            self.context.clone(),
        );
        std::thread::spawn(move || {
            // The window may be gone.
            let _ = send.send(Findings::of(&documents, thresholds, false));
            context.request_repaint();
        });
        self.comparing = Some((key, receive));
        self.compared_at = Some(Instant::now());
    }

    fn poll_dialog(&mut self) {
        let Some((purpose, receive)) = &self.dialog else {
            return;
        };
        let purpose = *purpose;
        let answer = match receive.try_recv() {
            Ok(answer) => answer,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => dialog::Answer::NoDialog,
        };
        self.dialog = None;
        self.state.dialog = None;
        match answer {
            dialog::Answer::Chosen(paths) => self.paths_chosen(purpose, paths),
            dialog::Answer::Cancelled => {}
            dialog::Answer::NoDialog => self.open_field(purpose, true),
        }
    }

    fn paths_chosen(&mut self, purpose: Purpose, paths: Vec<PathBuf>) {
        match purpose {
            Purpose::AddFolder | Purpose::AddFiles => self.add(paths),
            Purpose::SavePairs | Purpose::SaveDocuments => {
                if let Some(file) = paths.into_iter().next() {
                    self.export(purpose, file);
                }
            }
        }
    }

    fn export(&mut self, purpose: Purpose, mut file: PathBuf) {
        if file.extension().is_none() {
            file.set_extension("csv");
        }
        let state = &self.state;
        let thresholds = state.thresholds();
        // What is on the screen may lag behind by a moment; a report must not.
        let findings = Findings::of(&state.fingerprinted(), thresholds, false);
        let check = Check {
            documents: &state.documents,
            findings: &findings,
            recipe: Settings::default().recipe,
            thresholds,
            language: state.language,
        };
        let written = report::write_file(&file, |out| match purpose {
            Purpose::SaveDocuments => report::documents_csv(out, check),
            _ => report::pairs_csv(out, check),
        });
        let language = state.language;
        match written {
            Ok(()) => {
                let text = language.fill("notice.exported", &[("file", &file.display())]);
                self.inform(NoticeKind::Information, text);
            }
            Err(error) => {
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("file", &error.file.display()), ("detail", &error.source)];
                self.inform(
                    NoticeKind::Error,
                    language.fill("report.not-written", &values),
                );
            }
        }
    }

    fn open_field(&mut self, purpose: Purpose, no_dialog: bool) {
        let text = match purpose {
            Purpose::AddFolder | Purpose::AddFiles => String::new(),
            Purpose::SavePairs | Purpose::SaveDocuments => {
                let folder = std::env::home_dir().unwrap_or_default();
                folder
                    .join(dialog::default_file_name(purpose))
                    .display()
                    .to_string()
            }
        };
        self.state.field = Some(PathField {
            purpose,
            no_dialog,
            text,
            fresh: true,
        });
    }

    fn field_answered(&mut self, purpose: Purpose, path: PathBuf) {
        let adding = matches!(purpose, Purpose::AddFolder | Purpose::AddFiles);
        if adding && !path.exists() {
            // The field stays, so that a slip can be mended.
            let text = self
                .state
                .language
                .fill("field.not-there", &[("path", &path.display())]);
            self.inform(NoticeKind::Error, text);
            if let Some(field) = &mut self.state.field {
                field.fresh = true;
            }
            return;
        }
        self.state.field = None;
        self.state.notice = None;
        self.paths_chosen(purpose, vec![path]);
    }

    fn apply(&mut self, command: Command) {
        match command {
            Command::Add(paths) => self.add(paths),
            Command::Ask(purpose) if self.dialog.is_none() => {
                let answer = dialog::ask(purpose, self.state.language, self.context.clone());
                self.dialog = Some((purpose, answer));
                self.state.dialog = Some(purpose);
            }
            Command::Ask(_) => {}
            Command::AskByField(purpose) => {
                self.dialog = None;
                self.state.dialog = None;
                self.open_field(purpose, false);
            }
            Command::FieldAnswered(purpose, path) => self.field_answered(purpose, from_home(path)),
            Command::CloseField => self.state.field = None,
            Command::Cancel => {
                if let (Some(session), Some(progress)) = (&self.session, &mut self.state.progress) {
                    session.cancel();
                    progress.cancelling = true;
                }
            }
            Command::Clear => {
                self.state.clear();
                self.inform(
                    NoticeKind::Cleared,
                    self.state.language.text("notice.cleared"),
                );
            }
            Command::UndoClear => {
                self.state.undo_clear();
                self.state.notice = None;
            }
            Command::Go(page) => self.state.go(page),
            Command::Back => self.state.back(),
            Command::SortBy(column) => {
                let (sorted, ascending) = self.state.sort;
                self.state.sort = (column, sorted != column || !ascending);
                self.state.arrange();
            }
            Command::Filter(filter) => {
                self.state.filter = filter;
                self.state.arrange();
            }
            Command::Show(show) => {
                self.state.show = show;
                self.state.arrange();
            }
            Command::Matrix(view) => self.state.matrix = view,
            Command::MaxDistance(distance) => {
                self.state.max_distance = distance;
                self.preferences.max_distance = distance;
            }
            Command::Language(language) => {
                self.state.language = language;
                self.preferences.language = Some(language);
            }
            Command::Theme(theme) => {
                self.preferences.theme = theme;
                self.context.set_theme(theme);
            }
            Command::DismissNotice => self.state.notice = None,
        }
    }

    /// The title says what was found, also where the window is only a name in a task bar.
    fn update_title(&mut self) {
        let (state, language) = (&self.state, self.state.language);
        let title = if state.documents.is_empty() {
            language.text("app.title")
        } else {
            let values: [(&str, &dyn std::fmt::Display); 2] = [
                ("documents", &state.documents.len()),
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

    fn keyboard(&self, ui: &Ui, commands: &mut Vec<Command>) {
        let pressed = |modifiers, key| {
            ui.input_mut(|i| i.consume_shortcut(&KeyboardShortcut::new(modifiers, key)))
        };
        if pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::O) {
            commands.push(Command::Ask(Purpose::AddFiles));
        }
        if pressed(Modifiers::COMMAND, Key::O) {
            commands.push(Command::Ask(Purpose::AddFolder));
        }
        if pressed(Modifiers::COMMAND, Key::E) && !self.state.documents.is_empty() {
            commands.push(Command::Ask(Purpose::SavePairs));
        }
        for (key, page) in [
            (Key::Num1, Page::Documents),
            (Key::Num2, Page::Pairs),
            (Key::Num3, Page::Matrix),
        ] {
            if pressed(Modifiers::COMMAND, key) {
                commands.push(Command::Go(page));
            }
        }
        // An open menu takes the Escape for itself.
        let menu = egui::Popup::is_any_open(ui.ctx());
        if !menu
            && ui.memory(egui::Memory::focused).is_none()
            && ui.input(|i| i.key_pressed(Key::Escape))
        {
            commands.push(if self.state.field.is_some() {
                Command::CloseField
            } else {
                Command::Back
            });
        }
    }

    /// Files dropped on the window, or held over it.
    fn drops(&mut self, ui: &Ui, commands: &mut Vec<Command>) {
        let (dropped, hovering, pointer) = ui.input_mut(|i| {
            let pointer = i.raw.events.iter().any(|event| {
                matches!(
                    event,
                    egui::Event::PointerMoved(_) | egui::Event::PointerButton { .. }
                )
            });
            (
                std::mem::take(&mut i.raw.dropped_files),
                !i.raw.hovered_files.is_empty(),
                pointer,
            )
        });
        let paths: Vec<PathBuf> = dropped.iter().map(|file| file.path().to_owned()).collect();
        self.stale_hover = hovering && (self.stale_hover || pointer || !paths.is_empty());
        self.state.hovering_files = hovering && !self.stale_hover;
        if !paths.is_empty() {
            commands.push(Command::Add(paths));
        }
    }

    fn page_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let state = &self.state;
        if state.documents.is_empty() && state.progress.is_none() {
            start::start_ui(ui, state, commands);
            return;
        }
        match state.page {
            Page::Documents => documents::documents_ui(ui, state, commands),
            Page::Pairs => pairs::pairs_ui(ui, state, commands),
            Page::Matrix => matrix::matrix_ui(ui, state, &mut self.tiles, commands),
            Page::Document(position) => document::document_ui(ui, state, position, commands),
            Page::Pair(a, b) => pair::pair_ui(ui, state, a, b, commands),
        }
    }
}

/// A typed `~` means the home folder, as in a terminal.
fn from_home(path: PathBuf) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path,
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.poll_session();
        self.poll_comparison();
        self.poll_dialog();
        let mut commands = Vec::new();
        self.drops(ui, &mut commands);
        self.keyboard(ui, &mut commands);
        let margin = Frame::new()
            .fill(ui.visuals().panel_fill)
            .inner_margin(theme::PAGE_MARGIN);
        let slim = margin.inner_margin(egui::Margin::symmetric(theme::PAGE_MARGIN, 8));
        Panel::top("actions").frame(slim).show(ui, |ui| {
            toolbar::top_ui(ui, &self.state, self.preferences.theme, &mut commands);
            if let Some(purpose) = self.state.dialog {
                toolbar::dialog_ui(ui, &self.state, purpose, &mut commands);
            }
            if let Some(field) = &self.state.field {
                let text = toolbar::field_ui(ui, &self.state, field, &mut commands);
                // A text being typed is the field's own; it is the one thing that changes at once.
                if let Some(field) = &mut self.state.field {
                    field.text = text;
                    field.fresh = false;
                }
            }
            if let Some(notice) = &self.state.notice {
                toolbar::notice_ui(ui, &self.state, notice, &mut commands);
            }
        });
        if !self.state.documents.is_empty() || self.state.progress.is_some() {
            Panel::top("pages")
                .frame(slim)
                .show(ui, |ui| toolbar::pages_ui(ui, &self.state, &mut commands));
            Panel::bottom("status")
                .frame(slim)
                .show(ui, |ui| toolbar::bottom_ui(ui, &self.state, &mut commands));
        }
        CentralPanel::default()
            .frame(margin)
            .show(ui, |ui| self.page_ui(ui, &mut commands));
        if self.state.hovering_files {
            drop_hint_ui(ui, self.state.language);
        }
        for command in commands {
            self.apply(command);
            ui.ctx().request_repaint();
        }
        self.update_title();
        if self.session.is_some() {
            ui.ctx().request_repaint_after(POLL);
        }
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        self.preferences.save(storage);
    }
}

/// Over everything while files are held over the window.
fn drop_hint_ui(ui: &Ui, language: Language) {
    let tokens = theme::Tokens::of(ui);
    let screen = ui.ctx().content_rect();
    let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("drop-hint"));
    let painter = ui.ctx().layer_painter(layer);
    painter.rect(
        screen.shrink(8.0),
        12.0,
        tokens.calm_fill.gamma_multiply(0.92),
        egui::Stroke::new(3.0, tokens.calm),
        egui::StrokeKind::Inside,
    );
    painter.text(
        screen.center(),
        egui::Align2::CENTER_CENTER,
        language.text("start.release"),
        egui::FontId::proportional(24.0),
        tokens.calm,
    );
}
