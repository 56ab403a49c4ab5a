//! Applies the commands of the views: the one place where a command becomes state, background work or a setting. Draws
//! nothing.

use crate::App;
use crate::document::tab::Side;
use crate::options::Desktop;
use crate::remembered;
use crate::update::paths;
use crate::widgets::theme;
use crate::work::library_messages::LibraryRequest;
use chachong_compare::{DocumentIndex, Span};
use chachong_window_model::background_task::BackgroundTask;
use chachong_window_model::command::{Choice, Command, SettingCommand};
use chachong_window_model::page::{NoticeKind, Page, pair_page};
use chachong_window_model::purpose::Purpose;

impl App {
    /// Applies one command of a view.
    pub(crate) fn apply(&mut self, command: Command) {
        match command {
            Command::Ask(Purpose::ExportFolder) if self.desktop == Desktop::LeftAlone => {
                self.export_folder_chosen(None);
            }
            Command::Ask(purpose) if self.desktop == Desktop::LeftAlone => {
                self.state.shell.open_field(purpose, true);
            }
            Command::Ask(purpose) if !self.tasks.has(BackgroundTask::Dialog) => {
                self.open_dialog(purpose);
            }
            Command::Ask(_) => {}
            Command::AskByField(purpose) => {
                self.tasks.stop(|what| what == BackgroundTask::Dialog);
                self.state.shell.dialog = None;
                self.state.shell.open_field(purpose, false);
            }
            Command::FieldAnswered(purpose, path) => {
                self.field_answered(purpose, paths::from_home(path));
            }
            Command::CloseField => self.state.shell.field = None,
            Command::ReadAs(position, encoding) => self.read_as(position, encoding),
            Command::Correct(position, field, value) => {
                self.correct(position, field, &value);
            }
            Command::Cancel => {
                if let Some(progress) = &mut self.state.check.progress
                    && self.reading.cancel()
                {
                    progress.cancelling = true;
                }
                self.cancel_passage_search();
            }
            Command::StopTasks => self.stop_tasks(),
            Command::LookUpReferences => self.look_up_references(),
            Command::CompareAgain => self.search_passages_again(),
            Command::Choose(choice) => self.choose(choice),
            Command::Find(find) => self.state.find = find,
            Command::OpenPassage((a, b), passage) => {
                self.state.go(Page::Pair(a, b));
                self.state.open_passage((a, b), passage);
            }
            Command::OpenPlace(document, span) => self.open_at(document, span, Side::Text),
            Command::OpenPicture(document, span) => self.open_at(document, span, Side::Page),
            Command::Shared(command) => self.apply_shared(command),
            Command::Lead(command) => self.apply_lead(command),
            Command::Recheck(command) => self.apply_recheck(command),
            Command::HideNames(hidden) => self.hide_names(hidden),
            Command::Submission(command) => self.apply_submission(command),
            Command::Decide(subject, decision) => self.decide(subject, decision),
            Command::TakeBack(subject) => self.take_back(subject),
            Command::SetNote(change) => self.set_note(&change),
            Command::Undo => self.undo(),
            Command::ShowPair(view) => self.state.pair = view,
            Command::FilterList(filter) => self.state.filter_list(filter),
            Command::Clear => self.clear_list(),
            Command::OpenRows(a, b) => {
                let [a, b] = self.state.check.strongest_pair(a, b);
                self.state.go(pair_page(a, b));
            }
            Command::Go(page) => self.open_page(page),
            Command::Back => self.state.back(),
            Command::SortBy(column) => self.state.sort_by(column),
            Command::Filter(filter) => self.state.filter(|table| table.filter = filter),
            Command::Show(show) => self.state.filter(|table| table.show = show),
            Command::ShowVerdict(verdict) => self.state.filter(|table| table.verdict = verdict),
            Command::ShowDecision(decision) => {
                self.state.filter(|table| table.decision = decision);
            }
            Command::ShowAllDocuments => self.state.show_all(),
            Command::Matrix(view) => self.state.matrix = view,
            Command::Copy(text) => {
                self.context.copy_text(text);
                self.tell(NoticeKind::Information, "notice.copied");
            }
            Command::EndWelcome => self.end_welcome(),
            Command::CopyDiagnostics => self.copy_diagnostics(),
            Command::DismissNotice => self.state.shell.notice = None,
            Command::Export(command) => self.apply_export(command),
            Command::Library(command) => self.apply_library(command),
            Command::Case(command) => self.apply_case(command),
            Command::Row(command) => self.apply_row(command),
            Command::Pairs(command) => self.apply_pairs(command),
            Command::Setting(command) => self.apply_setting(command),
        }
    }

    fn open_at(&mut self, document: DocumentIndex, span: Span, side: Side) {
        self.state.go(Page::Document(document));
        self.panes.document.open_at(document, span, side);
    }

    /// Opens a page. The manual opens at the chapter about the previous page; the list of cases is requested again from the
    /// library.
    fn open_page(&mut self, page: Page) {
        match page {
            Page::Guide => {
                let is_empty = self.state.check.result.documents.is_empty();
                self.panes.guide.open_for(self.state.page, is_empty);
            }
            Page::Cases => self.library_link.ask(LibraryRequest::Overview),
            _ => {}
        }
        self.state.go(page);
    }

    /// Applies a setting and stores it in the preferences.
    fn apply_setting(&mut self, command: SettingCommand) {
        match command {
            SettingCommand::MaxDistance(distance) => {
                self.state.settings.max_distance = distance;
                self.preferences.max_distance = distance;
                self.saved_check.save_choices(&self.state);
            }
            SettingCommand::Recipe(recipe) => self.choose_recipe(recipe),
            SettingCommand::Language(language) => {
                self.state.language = language;
                self.preferences.language = Some(language);
            }
            SettingCommand::Theme(theme) => {
                self.preferences.theme = theme;
                self.context.set_theme(remembered::theme(theme));
            }
            SettingCommand::TextSize(size) => {
                self.preferences.text_size = size;
                self.context.set_zoom_factor(size);
            }
            SettingCommand::ReducedMotion(reduced) => {
                self.preferences.reduced_motion = reduced;
                theme::set_motion(&self.context, reduced);
            }
            SettingCommand::Recognition(recognition) => {
                self.preferences.recognition = recognition;
                self.recognise_by_itself();
            }
            SettingCommand::Threads(threads) => self.preferences.threads = threads,
            SettingCommand::ShowPossible(shown) => {
                self.preferences.possible = shown;
                self.state.show_possible(shown);
            }
            SettingCommand::LeastLink(percent) => {
                self.preferences.least_link = percent;
                self.state.settings.least_link = percent;
            }
            SettingCommand::FormProfile(profile) => self.preferences.form = *profile,
        }
    }

    /// Applies a person's choice of what counts in the copied shares, then saves the choices.
    fn choose(&mut self, choice: Choice) {
        match choice {
            Choice::Source {
                document,
                source,
                counts,
            } => self.state.choose(|choices| {
                choices.set_source_for(document, source, counts);
                if counts && !choices.counts_for(document, source) {
                    // The whole pair was off: this side counts again, the other side stays off.
                    choices.set_decision(document, source, None);
                    choices.set_source_for(source, document, false);
                }
            }),
            Choice::Passage {
                a,
                b,
                passage,
                counts,
            } => self.decide_passage((a, b), &passage, counts),
            Choice::LeaveOut(reason, left_out) => self
                .state
                .choose(|choices| choices.set_reason(reason, left_out)),
        }
        self.saved_check.save_choices(&self.state);
    }
}
