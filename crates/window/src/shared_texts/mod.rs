//! Page of the texts that several documents share (多篇共有): the list, and beside it the chosen text. A person decides whether each
//! text is the school's template or counts.

pub(crate) mod assignment;
pub(crate) mod detail;
pub(crate) mod list;
pub(crate) mod loaded;
pub(crate) mod pane;

use egui::{Button, Frame, Margin, Panel, RichText, Ui};

use crate::shared_texts::assignment::assignment_ui;
use crate::shared_texts::detail::detail_ui;
use crate::shared_texts::list::{filter_ui, keys, list_ui};
use crate::shared_texts::pane::SharedPane;
use crate::widgets::labels::{busy_ui, not_compared_ui, one_line};
use crate::widgets::theme::{GAP, Tokens};
use chachong_compare::{DocumentIndex, SharedText, Span};
use chachong_messages::grouped;
use chachong_window_model::command::Command;
use chachong_window_model::identity::Identity;
use chachong_window_model::shared_view::{SharedCommand, SharedPart};
use chachong_window_model::state::State;

pub(crate) use crate::shared_texts::loaded::Loader;

/// Minimum width, in points, at which the text is beside the list.
const WIDE: f32 = 900.0;
/// Share of the width that the list takes.
const LIST: f32 = 0.36;
/// Minimum and maximum width of the list, in points.
const LIST_WIDTH: std::ops::RangeInclusive<f32> = 340.0..=460.0;

/// Maximum number of library documents named above the list because several documents used them.
const MOST_SOURCES: usize = 3;

pub(crate) fn shared_ui(
    ui: &mut Ui,
    state: &State,
    pane: &mut SharedPane,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let is_wide = ui.available_width() >= WIDE;
    pane.hides_list = !is_wide && state.shared.open;
    let Some(shared) = state.shared_texts() else {
        pane.hides_list = false;
        not_compared_ui(ui, state, commands);
        return;
    };
    let (explanation, none) = match state.shared.part {
        SharedPart::Assignment => ("assignment.explanation", "assignment.none"),
        SharedPart::Shared => ("shared-texts.explanation", "shared-texts.none"),
        SharedPart::Code => ("shared-code.explanation", "shared-code.none"),
    };
    if !pane.hides_list {
        parts_ui(ui, state, shared.all().len(), commands);
        ui.weak(language.text(explanation));
        ui.add_space(4.0);
        match state.shared.part {
            SharedPart::Assignment => assignment_ui(ui, state, commands),
            SharedPart::Shared => sources_ui(ui, state, pane),
            SharedPart::Code => {}
        }
    }
    let Some(texts) = state.listed_texts() else {
        pane.hides_list = false;
        busy_ui(ui, language);
        return;
    };
    if texts.all().is_empty() {
        pane.hides_list = false;
        ui.add_space(GAP);
        ui.label(language.text(none));
        return;
    }
    keys(ui, state, is_wide, commands);
    if !is_wide {
        if state.shared.open && !state.shared.rows.is_empty() {
            detail_ui(ui, state, texts, pane, true, commands);
        } else {
            pane.hides_list = false;
            filter_ui(ui, state, texts.all().len(), commands);
            list_ui(ui, state, texts, pane, commands);
        }
        return;
    }
    let width = (ui.available_width() * LIST).clamp(*LIST_WIDTH.start(), *LIST_WIDTH.end());
    Panel::left("shared-texts-list")
        .resizable(false)
        .exact_size(width)
        .frame(Frame::NONE)
        .show(ui, |ui| {
            filter_ui(ui, state, texts.all().len(), commands);
            list_ui(ui, state, texts, pane, commands);
        });
    let margin = Margin {
        left: 14,
        ..Margin::ZERO
    };
    Frame::new().inner_margin(margin).show(ui, |ui| {
        if !state.shared.rows.is_empty() {
            detail_ui(ui, state, texts, pane, false, commands);
        }
    });
}

/// Draws the parts of the page: the assignment, the shared texts, and shared code where there is some.
fn parts_ui(ui: &mut Ui, state: &State, shared: usize, commands: &mut Vec<Command>) {
    let given = state.shared.given.as_ref();
    let given = given.map_or_else(
        || "…".to_owned(),
        |given| grouped(given.texts().all().len() as u64),
    );
    let code = state.check.result.shared_code().len();
    ui.horizontal_wrapped(|ui| {
        for (part, key, count) in [
            (SharedPart::Assignment, "assignment.tab", given),
            (
                SharedPart::Shared,
                "shared-texts.tab",
                grouped(shared as u64),
            ),
            (SharedPart::Code, "shared-code.tab", grouped(code as u64)),
        ] {
            if part == SharedPart::Code && code == 0 && state.shared.part != part {
                continue;
            }
            let name = state.language.fill(key, &[("count", &count)]);
            if (ui.selectable_label(state.shared.part == part, name)).clicked() {
                commands.push(Command::Shared(SharedCommand::Part(part)));
            }
        }
    });
}

/// Draws one line for each library document that several documents used; nothing without any.
fn sources_ui(ui: &mut Ui, state: &State, pane: &mut SharedPane) {
    let tokens = Tokens::of(ui);
    let of = (state.language, Identity::of(&state.check.result));
    let lines = pane.sources.get(of, || state.common_source_lines());
    if lines.is_empty() {
        return;
    }
    let frame = Frame::new().fill(tokens.calm_fill).corner_radius(6);
    frame.inner_margin(Margin::symmetric(10, 4)).show(ui, |ui| {
        for line in lines.iter().take(MOST_SOURCES) {
            ui.colored_label(tokens.calm, one_line(line));
        }
        let more = lines.len().saturating_sub(MOST_SOURCES);
        if more > 0 {
            let more = state
                .language
                .fill("text.more-sources", &[("count", &more)]);
            ui.colored_label(tokens.calm, more)
                .on_hover_text(lines[MOST_SOURCES..].join("\n"));
        }
    });
    ui.add_space(GAP);
}

/// Draws a link to the shared text that a span is part of, with its number of documents; nothing if there is none.
pub(crate) fn link_ui(
    ui: &mut Ui,
    state: &State,
    document: DocumentIndex,
    span: Span,
    commands: &mut Vec<Command>,
) {
    if let Some((position, text)) = state.check.result.shared_text_at(document, span) {
        shared_link_ui(ui, state, (SharedPart::Shared, position), text, commands);
    }
}

/// Draws a link to a shared text or to shared code, with its number of documents.
pub(crate) fn shared_link_ui(
    ui: &mut Ui,
    state: &State,
    (part, position): (SharedPart, usize),
    text: &SharedText,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let hint = match part {
        SharedPart::Code => "shared-code.link-hint",
        SharedPart::Shared | SharedPart::Assignment => "shared-texts.link-hint",
    };
    let name = language.fill("shared-texts.link", &[("count", &text.documents)]);
    let color = Tokens::of(ui).calm;
    let link = Button::new(RichText::new(name).color(color)).frame(false);
    if (ui.add(link).on_hover_text(language.text(hint))).clicked() {
        commands.push(Command::Shared(SharedCommand::Show(part, position)));
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use super::*;
    use chachong_check::{Copied, Copies, Document};
    use chachong_compare::{Choices, Shares};
    use chachong_messages::Language;
    use chachong_window_model::passages::Passages;
    use egui::{Key, Modifiers, vec2};
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    /// Shared text at these places: (document, start, end).
    pub(crate) fn shared<const N: usize>(places: [(usize, u32, u32); N]) -> SharedText {
        let places =
            places.map(|(document, start, end)| (DocumentIndex(document), Span { start, end }));
        SharedText {
            places: places.to_vec(),
            documents: u32::try_from(N).unwrap(),
            characters: places[0].1.len(),
        }
    }

    /// State of a compared check of `documents` documents with these shared texts.
    pub(crate) fn state(documents: u32, texts: impl Fn(u32) -> Vec<SharedText>) -> State {
        let mut state = State::new(Language::English, None);
        let document =
            |number: u32| Document::checked(format!("{number:05}_论文.docx"), None, None);
        *state.check.documents_mut() = (0..documents).map(document).collect();
        let copies = Copies::default();
        let shares = Shares::of(&copies.counted, &copies.pairs, Choices::default());
        state.check.result_mut().copied = Some(Copied {
            copies: Arc::new(copies),
            shares: Arc::new(shares),
            shared_texts: Arc::new(texts(documents).into()),
            versions: Arc::default(),
        });
        state.check.passages = Passages::Found;
        state
    }

    #[test]
    fn rows_are_those_of_the_filter_and_one_of_them_is_chosen() {
        let mut state = state(4, |documents| {
            vec![
                shared([0, 1, 2].map(|document| (document, 0, documents))),
                shared([1, 2, 3].map(|document| (document, 50, 90))),
            ]
        });
        state.arrange_shared();
        assert_eq!(
            (&state.shared.rows[..], state.shared.chosen),
            (&[0, 1][..], 0)
        );
        state.shared.filter = "00003".to_owned();
        state.arrange_shared();
        assert_eq!((&state.shared.rows[..], state.shared.chosen), (&[1][..], 1));
        // By its words, once they are read.
        state.shared.filter = "Instructions".to_owned();
        state.arrange_shared();
        assert!(state.shared.rows.is_empty());
        let beginnings = ["Title", "The instructions say"].map(Arc::from).to_vec();
        state.shared.beginnings = Some(Arc::new(beginnings));
        state.arrange_shared();
        assert_eq!((&state.shared.rows[..], state.shared.chosen), (&[1][..], 1));
    }

    /// Page of shared texts on a state; the commands that it pushes are collected.
    fn page(state: State) -> Harness<'static, (State, SharedPane, Vec<Command>)> {
        Harness::builder()
            .with_size(vec2(1024.0, 640.0))
            .allow_missing_glyphs()
            .build_ui_state(
                |ui, (state, pane, commands)| shared_ui(ui, state, pane, commands),
                (state, SharedPane::default(), Vec::new()),
            )
    }

    #[test]
    fn ten_thousand_texts_scroll_and_keys_lead_through_them() {
        let mut state = state(10_002, |_| {
            let text = |n: usize| shared([0, 1, 2].map(|next| (n + next, 0, 200)));
            (0..10_000).map(text).collect()
        });
        state.page = chachong_window_model::page::Page::Shared;
        let beginning = |n: u32| Arc::from(format!("Instructions number {n}."));
        state.shared.beginnings = Some(Arc::new((0..10_000).map(beginning).collect()));
        state.arrange_shared();
        let mut window = page(state);
        window.run_steps(3);
        let rows = |window: &Harness<'static, (State, SharedPane, Vec<Command>)>| {
            window
                .query_all_by_label_contains("Instructions number")
                .count()
        };
        assert!((3..40).contains(&rows(&window)), "{}", rows(&window));
        window.key_press_modifiers(Modifiers::NONE, Key::End);
        window.run_steps(2);
        let chosen = window.state().2.iter().find_map(|command| match command {
            Command::Shared(SharedCommand::Choose(position, false)) => Some(*position),
            _ => None,
        });
        assert_eq!(chosen, Some(9_999));
        let shared = &mut window.state_mut().0.shared;
        (shared.chosen, shared.follow) = (9_999, true);
        window.run_steps(60);
        assert!((3..40).contains(&rows(&window)), "{}", rows(&window));
        let last = "10,000. Instructions number 9999.";
        assert!(window.query_all_by_label_contains(last).next().is_some());
    }
}
