//! Files dropped on the window, which join the check. Draws nothing.

use std::path::PathBuf;

use egui::{Event, Ui};

use crate::App;
use crate::shell::drag;
use chachong_window_model::page::Page;
use chachong_window_model::recheck::RecheckCommand;

impl App {
    /// Handles files that are dropped on the window or held over it. A page that shows nothing of the check, such as the library's,
    /// gives way to the documents, so that the person sees them being read.
    pub(crate) fn drops(&mut self, ui: &Ui, frame: &eframe::Frame) {
        let (seen, returned) = ui.input_mut(|input| {
            let is_of_pointer = |event: &Event| {
                matches!(event, Event::PointerMoved(_) | Event::PointerButton { .. })
            };
            let returned = input.raw.events.iter().any(is_of_pointer);
            let dropped = std::mem::take(&mut input.raw.dropped_files);
            let hovered = input.raw.hovered_files.iter();
            let seen = drag::Seen {
                dropped: dropped.iter().map(|file| file.path().to_owned()).collect(),
                hovered: hovered.filter_map(|file| file.path.clone()).collect(),
                now: input.time,
            };
            (seen, returned)
        });
        let display = &mut self.display;
        let outcome = self.drag.frame(seen, || {
            let pointer = display.pointer(frame);
            pointer.unwrap_or(drag::Pointer::Unknown { returned })
        });
        self.state.shell.hovering_files = outcome.hint;
        if outcome.hint {
            ui.ctx().request_repaint_after(drag::POLL);
        }
        if outcome.cancel {
            self.display.cancel_drag(frame);
        }
        let is_report = |file: &PathBuf| {
            let ending = file.extension();
            ending.is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
        };
        match &outcome.added[..] {
            [] => {}
            [file] if self.state.page == Page::Recheck && is_report(file) => {
                self.apply_recheck(RecheckCommand::CompareFile(file.clone()));
            }
            _ => {
                self.add_given(outcome.added);
                if !self.state.page.is_of_check() {
                    self.state.go(Page::Documents);
                }
            }
        }
    }
}
