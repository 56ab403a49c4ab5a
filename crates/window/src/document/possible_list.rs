//! List of a document's possible passages, on request: place, other document, and chance of each. None of them counts
//! in a share.

use egui::{Rect, RichText, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, vec2};

use crate::document::items::{item_box_ui, items_ui};
use crate::document::sources::{Sources, open_passage};
use crate::widgets::labels::{cut_label, one_line};
use crate::widgets::place::place;
use crate::widgets::theme::Tokens;
use chachong_check::shown::Elsewhere;
use chachong_compare::{DocumentIndex, Passage, Span};
use chachong_messages::{Language, document_name, grouped};
use chachong_window_model::command::{Command, SettingCommand};
use chachong_window_model::state::State;

/// Height of a passage in the list, in points.
const ITEM: f32 = 68.0;

/// Draws the switch that shows possible passages, with their number.
pub(crate) fn possible_switch_ui(
    ui: &mut Ui,
    state: &State,
    count: usize,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let mut shown = state.settings.possible;
    let text = language.fill("possible.show", &[("count", &grouped(count as u64))]);
    let check = ui.checkbox(&mut shown, text);
    let hint = language.text("possible.hint");
    if check.on_hover_text(hint).changed() {
        commands.push(Command::Setting(SettingCommand::ShowPossible(shown)));
    }
}

/// Returns a passage's chance in words, and the number of documents that have it if these are more than two.
pub(crate) fn evidence_text(state: &State, passage: &Passage) -> String {
    let (language, compared) = (state.language, compared(state));
    let expected = language.expected_by_chance(passage.chance, compared);
    let stands = stands_in(passage, language);
    [Some(expected), stands]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" · ")
}

/// Returns the explanation of a passage's evidence, for its tooltip.
pub(crate) fn evidence_hint(state: &State, passage: &Passage) -> String {
    let hint = (state.language).expected_hint(passage.chance, compared(state));
    format!("{}\n{hint}", evidence_text(state, passage))
}

fn compared(state: &State) -> u64 {
    state.copied().map_or(0, |copied| copied.copies.compared)
}

fn stands_in(passage: &Passage, language: Language) -> Option<String> {
    (passage.documents > 2).then(|| {
        let documents = grouped(u64::from(passage.documents));
        language.fill("passages.in-documents", &[("count", &documents)])
    })
}

/// Draws the switch and, if it is on, the list. Returns the passage to show in the text; `None` unless one was clicked.
pub(crate) fn possible_list_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    sources: &Sources,
    commands: &mut Vec<Command>,
) -> Option<Span> {
    let language = state.language;
    possible_switch_ui(ui, state, sources.possible().len(), commands);
    ui.weak(RichText::new(language.text("possible.hint")).small());
    ui.add_space(4.0);
    if !state.settings.possible {
        return None;
    }
    let mut walked = None;
    let possible = sources.possible();
    let salt = ("possible", position);
    items_ui(ui, salt, (possible.len(), ITEM), |ui, index, rect| {
        let found = &possible[index];
        if item_ui(ui, state, position, (index, found), rect, commands) {
            walked = Some(found.span);
        }
    });
    walked
}

/// Draws a passage of the list. Returns whether it must be shown in the text.
fn item_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    (index, found): (usize, &Elsewhere),
    rect: Rect,
    commands: &mut Vec<Command>,
) -> bool {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let name = one_line(&document_name(
        &state.check.result.documents[found.document],
        language,
    ));
    let place = place(state, position, found.span);
    let response = ui.interact(rect, ui.scope_id().with(index), Sense::click());
    response.widget_info(|| {
        let values: [(&str, &dyn std::fmt::Display); 2] = [("name", &name), ("place", &place)];
        WidgetInfo::labeled(Role::Button, true, language.fill("possible.open", &values))
    });
    item_box_ui(ui, rect, &response, false);
    if response.clicked() {
        commands.push(open_passage(position, found));
    }
    let mut walked = false;
    let inner = rect.shrink2(vec2(8.0, 4.0));
    let builder = UiBuilder::new().max_rect(inner).id_salt(index);
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 1.0);
        ui.spacing_mut().interact_size.y = 18.0;
        let label = |ui: &mut Ui, text: RichText, whole: &str| {
            ui.add(cut_label(text)).on_hover_text(whole);
        };
        label(ui, RichText::new(&name).color(tokens.strong), &name);
        ui.horizontal(|ui| {
            // The dot has the passage's colour in the text.
            let (dot, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
            let stroke = Stroke::new(1.0, tokens.possible);
            ui.painter()
                .rect(dot, 2.0, tokens.possible_fill, stroke, StrokeKind::Inside);
            let characters = grouped(u64::from(found.span.len()));
            let what = language.fill("possible.characters", &[("count", &characters)]);
            let text = RichText::new(format!("{what} · {place}")).small();
            let shown = ui.link(text).on_hover_text(language.text("possible.walk"));
            walked = shown.clicked();
        });
        let evidence = evidence_text(state, &found.passage);
        let hint = evidence_hint(state, &found.passage);
        label(
            ui,
            RichText::new(evidence).small().color(tokens.weak),
            &hint,
        );
    });
    walked
}
