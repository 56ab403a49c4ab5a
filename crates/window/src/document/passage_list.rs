//! List of a document's passages in the order of the text, each with its source and whether it is cited or quoted.

use chachong_compare::{DocumentIndex, Span};
use chachong_messages::{document_name, grouped};
use chachong_window_model::command::Command;
use chachong_window_model::state::State;
use egui::{Rect, RichText, Role, Sense, Ui, UiBuilder, WidgetInfo, vec2};

use crate::document::colors::colors;
use crate::document::items::{item_box_ui, items_ui};
use crate::document::sources::{Block, Sources, open_passage};
use crate::widgets::attribution::{SpanLabel, attribution_ink, none_fits_ui};
use crate::widgets::labels::{cut_label, cut_text_ui, name_button_ui, one_line};
use crate::widgets::place::place;
use crate::widgets::theme::Tokens;
use chachong_check::shown::{POSSIBLE, SWITCHED_OFF};

/// Height of a passage in the list, in points.
const ITEM: f32 = 72.0;

/// Draws the list. Returns the passage to show in the text; `None` unless one was clicked.
pub(crate) fn passage_list_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    sources: &Sources,
    chosen: Option<Span>,
    commands: &mut Vec<Command>,
) -> Option<Span> {
    if sources.listed.is_empty() {
        none_fits_ui(ui, state, commands);
        return None;
    }
    let mut wanted = None;
    let salt = ("document-passages", position);
    items_ui(ui, salt, (sources.listed.len(), ITEM), |ui, index, rect| {
        let block = &sources.listed[index];
        let item = (index, block, chosen == Some(block.span));
        if item_ui(ui, state, position, item, rect, commands) {
            wanted = Some(block.span);
        }
    });
    wanted
}

/// Draws a passage of the list. Returns whether it must be shown in the text.
fn item_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    (index, block, is_chosen): (usize, &Block, bool),
    rect: Rect,
    commands: &mut Vec<Command>,
) -> bool {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let other = &state.check.result.documents[block.found.document];
    let name = one_line(&document_name(other, language));
    let place = place(state, position, block.span);
    let label = SpanLabel::of(state, position, block.span, block.found.document);
    let characters = (label.as_ref()).map_or_else(|| block.span.len(), |label| label.characters);
    let characters = grouped(u64::from(characters));
    let length = language.fill("possible.characters", &[("count", &characters)]);
    let tip = label.as_ref().map(SpanLabel::tip).unwrap_or_default();
    let label = label.map(|label| label.text).unwrap_or_default();
    let response = ui.interact(rect, ui.scope_id().with(index), Sense::click());
    response.widget_info(|| {
        let number = grouped(index as u64 + 1);
        let title = language.fill("passages.name", &[("number", &number)]);
        let text = format!("{title}: {label}, {length}, {place}, {name}");
        WidgetInfo::selected(Role::Button, true, is_chosen, text)
    });
    item_box_ui(ui, rect, &response, is_chosen);
    let inner = rect.shrink2(vec2(8.0, 4.0));
    let builder = UiBuilder::new().max_rect(inner).id_salt(index);
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 1.0);
        ui.spacing_mut().interact_size.y = 18.0;
        let ink = attribution_ink(block.attribution, tokens);
        ui.add(cut_label(RichText::new(&label).color(ink)))
            .on_hover_text(tip);
        let about = RichText::new(format!("{length} · {place}"));
        cut_text_ui(ui, about.small().weak());
        ui.horizontal(|ui| {
            let (ink, fill) = colors(ui.visuals().dark_mode, block.owner);
            let number = match block.owner {
                SWITCHED_OFF => "–".to_owned(),
                POSSIBLE => "?".to_owned(),
                owner => (owner + 1).to_string(),
            };
            let number = RichText::new(format!(" {number} ")).small().color(ink);
            ui.label(number.background_color(fill));
            if name_button_ui(ui, &name).clicked() {
                commands.push(open_passage(position, &block.found));
            }
        });
    });
    response.clicked()
}
