//! Turns key presses into commands.

use egui::{Key, KeyboardShortcut, Modifiers, Ui};

use crate::App;
use crate::document::walking::Walk;
use crate::pair::{code, passages};
use crate::widgets::decision::decision_key;
use chachong_window_model::cases::CaseCommand;
use chachong_window_model::command::{Command, ExportCommand, PairCommand};
use chachong_window_model::leads::LeadCommand;
use chachong_window_model::page::Page;
use chachong_window_model::pair_view::PairTab;
use chachong_window_model::purpose::Purpose;
use chachong_window_model::recheck::RecheckCommand;
use chachong_window_model::shared_view::SharedCommand;

impl App {
    /// Handles the keys of every page.
    pub(crate) fn keyboard(&mut self, ui: &Ui, commands: &mut Vec<Command>) {
        // A dialog has the keys while it is open.
        if self.state.shell.has_dialog() {
            return;
        }
        self.shortcuts(ui, commands);
        self.page_keys(ui, commands);
    }

    /// Handles the shortcuts that are the same on every page.
    fn shortcuts(&self, ui: &Ui, commands: &mut Vec<Command>) {
        let pressed = |modifiers, key| is_pressed(ui, modifiers, key);
        if pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::O) {
            commands.push(Command::Ask(Purpose::AddFiles));
        }
        if pressed(Modifiers::COMMAND, Key::O) {
            commands.push(Command::Ask(Purpose::AddFolder));
        }
        // A text field with the focus has its own undo.
        let undoes = || !ui.ctx().text_edit_focused() && pressed(Modifiers::COMMAND, Key::Z);
        if let Page::Case(_) = self.state.page {
            if undoes() {
                commands.push(Command::Case(CaseCommand::TakeBack));
            }
        } else if self.state.check.decisions.can_undo() && undoes() {
            commands.push(Command::Undo);
        }
        if pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::N) {
            commands.push(Command::HideNames(!self.state.check.is_blind()));
        }
        if pressed(Modifiers::COMMAND, Key::E) && !self.state.check.result.documents.is_empty() {
            commands.push(Command::Export(ExportCommand::Open));
        }
        for (key, page) in [
            (Key::Num1, Page::Documents),
            (Key::Num2, Page::Pairs),
            (Key::Num3, Page::Matrix),
            (Key::Num4, Page::Groups),
            (Key::Num5, Page::Shared),
            (Key::Num6, Page::Leads),
            (Key::Num7, Page::Decisions),
            (Key::Num8, Page::Recheck),
            (Key::Num9, Page::Cases),
            (Key::L, Page::Library),
            (Key::Comma, Page::Settings),
        ] {
            if pressed(Modifiers::COMMAND, key) {
                commands.push(Command::Go(page));
            }
        }
        if pressed(Modifiers::NONE, Key::F1) {
            commands.push(Command::Go(Page::Guide));
        }
    }

    /// Handles the keys of the page that is shown, unless a widget or a menu has them.
    fn page_keys(&mut self, ui: &Ui, commands: &mut Vec<Command>) {
        let pressed = |modifiers, key| is_pressed(ui, modifiers, key);
        // An open menu handles Escape itself.
        if egui::Popup::is_any_open(ui.ctx()) || ui.memory(egui::Memory::focused).is_some() {
            return;
        }
        if let Page::Pair(a, b) = self.state.page
            && self.state.pair.tab == PairTab::Passages
        {
            let down = pressed(Modifiers::NONE, Key::ArrowDown);
            let up = pressed(Modifiers::NONE, Key::ArrowUp);
            passages::step(&self.state, a, b, down, up, commands);
            if let Some((pages, end)) = paging(ui) {
                self.panes.pair.page(pages, end);
            }
        }
        if let (Page::Pair(..), PairTab::Code) = (self.state.page, self.state.pair.tab) {
            let (at, count) = (self.state.pair.passage, self.panes.pair.code.count());
            if pressed(Modifiers::NONE, Key::ArrowDown) && at + 1 < count {
                commands.push(code::select(at + 1));
            }
            if pressed(Modifiers::NONE, Key::ArrowUp) && at > 0 {
                commands.push(code::select(at - 1));
            }
            if let Some((pages, end)) = paging(ui) {
                self.panes.pair.code.page(pages, end);
            }
        }
        if let Some(decision) = decision_key(|key| pressed(Modifiers::NONE, key)) {
            match self.state.page {
                Page::Pair(a, b) => commands.push(Command::Decide((a, b), decision)),
                Page::Document(document) if self.state.check.is_checked(document) => {
                    commands.push(Command::Decide((document, document), decision));
                }
                Page::Pairs => commands.push(Command::Pairs(PairCommand::DecideMarked(decision))),
                _ => {}
            }
        }
        if let Page::Document(_) | Page::Member(_) = self.state.page {
            let walk = if self.state.find.trim().is_empty() {
                Walk::Passages
            } else {
                Walk::Found
            };
            for (key, forward) in [(Key::ArrowDown, true), (Key::ArrowUp, false)] {
                if pressed(Modifiers::NONE, key) {
                    self.panes.document.step(forward, walk);
                }
            }
            if let Some((pages, end)) = paging(ui) {
                self.panes.document.page(pages, end);
            }
        }
        if self.state.page == Page::Guide {
            self.panes.guide.scroll = paging(ui).or_else(|| lines(ui));
        }
        // Escape in a text field only leaves the field, which has lost the focus by now.
        if !self.is_typing && ui.input(|i| i.key_pressed(Key::Escape)) {
            commands.push(if self.state.shell.field.is_some() {
                Command::CloseField
            } else if self.state.page == Page::Shared && self.panes.shared.hides_list {
                Command::Shared(SharedCommand::List)
            } else if self.state.page == Page::Recheck && self.panes.recheck.hides_list {
                Command::Recheck(RecheckCommand::List)
            } else if self.state.page == Page::Leads && self.panes.leads.hides_list {
                Command::Lead(LeadCommand::List)
            } else {
                Command::Back
            });
        }
    }
}

/// Returns how far the pressed key scrolls a text: by pages, or to its beginning (`Some(false)`) or end (`Some(true)`);
/// `None` if no such key is pressed.
fn paging(ui: &Ui) -> Option<(f32, Option<bool>)> {
    let keys = [
        (Key::PageDown, (1.0, None)),
        (Key::PageUp, (-1.0, None)),
        (Key::Home, (0.0, Some(false))),
        (Key::End, (0.0, Some(true))),
    ];
    (keys.into_iter())
        .find(|&(key, _)| ui.input_mut(|i| i.consume_key(Modifiers::NONE, key)))
        .map(|(_, asked)| asked)
}

/// Returns how far an arrow key scrolls the manual, in pages; `None` if no such key is pressed.
fn lines(ui: &Ui) -> Option<(f32, Option<bool>)> {
    let keys = [(Key::ArrowDown, 0.1), (Key::ArrowUp, -0.1)];
    (keys.into_iter())
        .find(|&(key, _)| ui.input_mut(|i| i.consume_key(Modifiers::NONE, key)))
        .map(|(_, pages)| (pages, None))
}

/// Returns whether a shortcut was pressed, and takes the key.
fn is_pressed(ui: &Ui, modifiers: Modifiers, key: Key) -> bool {
    ui.input_mut(|input| input.consume_shortcut(&KeyboardShortcut::new(modifiers, key)))
}
