//! Bar below every page: all running work with its remaining time and a button to stop it, or else a summary of the result.

use std::time::{Duration, Instant};

use egui::{Button, Label, ProgressBar, RichText, Ui};

use crate::widgets::icons::Icon;
use crate::widgets::labels::{busy_ui, cut_text_ui, shortened};
use crate::widgets::theme::{PROGRESS, Tokens};
use chachong_check::Status;
use chachong_jobs::RecheckStep;
use chachong_library::name_of;
use chachong_messages::grouped;
use chachong_window_model::command::{Command, LibraryCommand};
use chachong_window_model::leads::LeadCommand;
use chachong_window_model::pace::{minutes, time_left};
use chachong_window_model::passages::Passages;
use chachong_window_model::progress::{Progress, StepProgress};
use chachong_window_model::recheck::RecheckCommand;
use chachong_window_model::source_library::SourceState;
use chachong_window_model::state::State;

pub(crate) fn bottom_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    others_ui(ui, state, commands);
    if let Some(progress) = &state.check.progress {
        progress_ui(ui, state, progress, commands);
        return;
    }
    if let Some(searching) = state.searching_passages() {
        let doing = language.copy_step(searching.step);
        let stop = ("progress.cancel", Command::Cancel);
        steps_ui(ui, state, &searching, &doing, stop, commands);
        return;
    }
    if state.check.result.documents.is_empty() {
        return;
    }
    let (failed, warnings) = (
        state.check.count(Status::Failed),
        state.check.count(Status::Warning),
    );
    ui.horizontal(|ui| {
        let waiting = state.check.count(Status::Waiting);
        let read = state.check.checked() - failed - waiting;
        let mut text = if state.check.has_submissions() {
            let count = state.check.submission_count();
            language.fill("submission.count", &[("count", &count)])
        } else {
            String::new()
        };
        text += &language.fill(
            "status-bar.summary",
            &[
                ("read", &read),
                ("pairs", &state.found_so_far(state.check.similar_pairs())),
                ("warnings", &warnings),
                ("failed", &failed),
            ],
        );
        if waiting > 0 {
            text += &language.fill("status-bar.waiting", &[("waiting", &waiting)]);
        }
        if matches!(state.check.passages, Passages::GivenUp) {
            text += &language.text("status-bar.not-compared");
        }
        ui.weak(text);
        compared_ui(ui, state);
    });
}

/// Draws the libraries that the check was compared with.
fn compared_ui(ui: &mut Ui, state: &State) {
    let names = state.check.result.compared_with.as_deref().unwrap_or(&[]);
    if names.is_empty() || state.copied().is_none() {
        return;
    }
    let language = state.language;
    let names = names
        .iter()
        .filter_map(|one| library_text(state, &one.name));
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        return;
    }
    let names = names.join(&language.text("punctuation.comma"));
    let text = language.fill("status-bar.compared-with", &[("libraries", &names)]);
    cut_text_ui(ui, RichText::new(text).weak());
}

/// Returns the name of a library of this check with the number of its documents, if known; `None` for an empty library, with which
/// nothing was compared.
fn library_text(state: &State, name: &str) -> Option<String> {
    let (language, library) = (state.language, &state.library);
    let is_own = library
        .file
        .as_deref()
        .is_some_and(|file| name_of(file) == name);
    let members = if is_own {
        library.about.as_ref().map(|about| about.members)
    } else {
        library
            .source_libraries
            .iter()
            .find_map(|source| match &source.state {
                SourceState::Open { name: other, about } if other == name => Some(about.members),
                _ => None,
            })
    };
    let name = if is_own && library.is_default() {
        language.text("library.default")
    } else {
        shortened(name, 40)
    };
    match members {
        Some(0) => None,
        Some(count) => {
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("name", &name), ("count", &grouped(count))];
            Some(language.fill("status-bar.library", &values))
        }
        None => Some(name),
    }
}

/// Draws the progress of a search or comparison, with a button that gives the command `stop`. `doing` names the current step.
fn steps_ui<S: PartialEq>(
    ui: &mut Ui,
    state: &State,
    progress: &StepProgress<S>,
    doing: &str,
    (key, stop): (&str, Command),
    commands: &mut Vec<Command>,
) {
    ui.horizontal(|ui| {
        let button = Button::new((Icon::Stop.atom(), state.language.text(key)));
        if ui.add_enabled(!progress.cancelling, button).clicked() {
            commands.push(stop);
        }
        let (done, total) = (progress.done, progress.total);
        bar_ui(ui, done, total, format!("{doing} {done} / {total}"));
        left_ui(ui, state, progress.time_left());
    });
}

fn progress_ui(ui: &mut Ui, state: &State, progress: &Progress, commands: &mut Vec<Command>) {
    let language = state.language;
    let (done, total) = (progress.pages).unwrap_or((progress.done, progress.batch.len()));
    ui.horizontal(|ui| {
        let cancel = Button::new((Icon::Stop.atom(), language.text("progress.cancel")));
        if ui.add_enabled(!progress.cancelling, cancel).clicked() {
            commands.push(Command::Cancel);
        }
        let text = if progress.searching {
            language.text("progress.searching")
        } else {
            let key = match progress.pages {
                Some(_) => "progress.recognised",
                None if progress.renewing => "progress.renewed",
                None => "progress.read",
            };
            language.fill(key, &[("done", &done), ("total", &total)])
        };
        bar_ui(ui, done, total, text);
        left_ui(ui, state, progress.time_left());
        let names: Vec<String> = progress
            .current
            .iter()
            .take(2)
            .filter_map(|&d| state.check.result.document(d))
            .map(|document| shortened(&document.name, 48))
            .collect();
        ui.add(
            Label::new(RichText::new(names.join("  ·  ")).color(Tokens::of(ui).weak)).truncate(),
        );
    });
}

/// Draws a progress bar with a text on it.
fn bar_ui(ui: &mut Ui, done: usize, total: usize, text: String) {
    let bar = ProgressBar::new(done as f32 / total.max(1) as f32);
    ui.add(bar.desired_width(PROGRESS).text(text));
}

fn left_ui(ui: &mut Ui, state: &State, left: Option<Duration>) {
    if let Some(left) = left {
        let text = (state.language).fill("progress.left", &[("time", &minutes(left))]);
        ui.label(text);
    }
}

/// Draws other work than reading and searching for passages: the search for leads, the comparison with an earlier check, adding to
/// a library or opening it, and background tasks.
fn others_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let (language, library) = (state.language, &state.library);
    if let Some(searching) = state.check.leads.searching {
        let doing = language.lead_step(searching.step);
        let stop = ("leads.stop", Command::Lead(LeadCommand::Stop));
        steps_ui(ui, state, &searching, &doing, stop, commands);
    }
    if let Some(running) = state.check.recheck.running {
        let doing = language.text(match running.step {
            RecheckStep::Reading => "recheck.step-reading",
            RecheckStep::Comparing => "recheck.step-comparing",
            RecheckStep::Following => "recheck.step-following",
        });
        let stop = ("recheck.stop", Command::Recheck(RecheckCommand::Stop));
        steps_ui(ui, state, &running, &doing, stop, commands);
    }
    if let Some((done, total)) = library.joining {
        ui.horizontal(|ui| {
            let cancel = (Icon::Stop.atom(), language.text("library.stop-adding"));
            if ui.button(cancel).clicked() {
                commands.push(Command::Library(LibraryCommand::StopAdding));
            }
            let is_paused = library.paused_since.is_some();
            if library.can_pause {
                let key = if is_paused {
                    "library.go-on-adding"
                } else {
                    "library.pause-adding"
                };
                if ui.button(language.text(key)).clicked() {
                    let pause = LibraryCommand::PauseAdding(!is_paused);
                    commands.push(Command::Library(pause));
                }
            }
            let text = if total == 0 {
                language.text("progress.searching")
            } else {
                language.fill("library.joining", &[("done", &done), ("total", &total)])
            };
            bar_ui(ui, done, total, text);
            if is_paused {
                ui.label(language.text("library.paused"));
                return;
            }
            let since: Option<Instant> = library.joining_since;
            left_ui(
                ui,
                state,
                since.and_then(|since| time_left(since, done, total)),
            );
        });
    }
    if state.library.opening_takes_long() {
        ui.horizontal(|ui| {
            let stop = (Icon::Stop.atom(), language.text("library.stop-opening"));
            // Only without an open library can opening be stopped: another open library stays until the new one is
            // ready.
            if !library.is_open() && ui.button(stop).clicked() {
                commands.push(Command::Library(LibraryCommand::StopOpening));
            }
            busy_ui(ui, language);
            ui.label(language.text("library.opening"));
        });
    }
    let exported = (state.shell.exporting.as_ref()).map(|exporting| exporting.get());
    let keys = state.shell.tasks.iter().filter_map(|task| task.key());
    let all: Vec<String> = keys.map(|key| language.text(key)).collect();
    if !all.is_empty() {
        ui.horizontal(|ui| {
            let stop = (Icon::Stop.atom(), language.text("task.stop"));
            if ui.button(stop).clicked() {
                commands.push(Command::StopTasks);
            }
            busy_ui(ui, language);
            ui.label(all.join(" "));
            if let Some((done, total)) = exported.filter(|&(_, total)| total > 0) {
                bar_ui(ui, done, total, format!("{done} / {total}"));
            }
        });
    }
}
