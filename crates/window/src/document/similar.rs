//! List of the documents that resemble the displayed one: their common text and evidence, and a switch for each source.

use chachong_compare::DocumentIndex;
use egui::{
    Align, Button, Checkbox, Layout, Rect, RichText, Role, ScrollArea, Sense, Ui, UiBuilder,
    WidgetInfo, vec2,
};

use crate::document::items::item_box_ui;
use crate::document::sources::{Other, Sources};
use crate::widgets::labels::{distance_ui, finding_ui, name_button_ui, one_line};
use crate::widgets::shown_share::{Figure, figure_cell_ui};
use crate::widgets::theme::{SMALL_GAP, source_colors};
use chachong_messages::{document_name, grouped};
use chachong_window_model::command::{Choice, Command};
use chachong_window_model::evidence::open_pair;
use chachong_window_model::state::State;

/// Height of a document in the list, in points.
const ITEM: f32 = 68.0;
/// Height of the heading above documents listed for comparison only, in points.
const HEAD: f32 = 30.0;

/// Draws the list. Returns the index of the source whose next passage must be shown in the text; `None` unless one was clicked.
pub(crate) fn similar_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    sources: &Sources,
    commands: &mut Vec<Command>,
) -> Option<u32> {
    let language = state.language;
    let similar = (sources.all.iter())
        .filter(|other| is_similar(state, position, other.document))
        .count();
    let title = match similar {
        // A program has no fingerprint, and so no nearest document either.
        0 if sources.all.is_empty() => language.text("cli.no-pairs"),
        0 => language.text("document.no-near"),
        _ => {
            let others = sources.all.len() - similar;
            let key = if others > 0 {
                "document.near-and-others"
            } else {
                "document.near"
            };
            language.fill(key, &[("count", &similar), ("others", &others)])
        }
    };
    ui.strong(title);
    // Where nothing is similar the title says so, and no heading is needed.
    let others = (sources.all.iter())
        .position(|other| other.source.is_none() && !is_similar(state, position, other.document))
        .filter(|&others| others > 0);
    let top_of = |place: usize| {
        let head = others.is_some_and(|others| place >= others);
        ITEM * place as f32 + if head { HEAD } else { 0.0 }
    };
    let mut walked = None;
    ScrollArea::vertical()
        .id_salt(("others", position))
        .auto_shrink(false)
        .show_viewport(ui, |ui, viewport| {
            let origin = ui.min_rect().left_top();
            let width = ui.available_width() - 8.0;
            ui.set_height(top_of(sources.all.len()));
            if let Some(others) = others {
                let top = origin + vec2(0.0, ITEM * others as f32);
                let head = Rect::from_min_size(top, vec2(width, HEAD - SMALL_GAP));
                let builder = UiBuilder::new().max_rect(head).id_salt("others-head");
                ui.scope_builder(builder, |ui| {
                    ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
                        ui.weak(language.text("similar.others"));
                    });
                });
            }
            for ((place, other), top) in (0_u32..).zip(&sources.all).zip((0..).map(top_of)) {
                if top + ITEM < viewport.top() || top > viewport.bottom() {
                    continue;
                }
                let at = origin + vec2(0.0, top);
                let rect = Rect::from_min_size(at, vec2(width, ITEM - 4.0));
                let item = (place, other);
                if item_ui(ui, state, position, sources, item, rect, commands) {
                    walked = Some(place);
                }
            }
        });
    walked
}

/// Returns whether two documents are a finding of any kind, or versions of one thesis.
fn is_similar(state: &State, position: DocumentIndex, other: DocumentIndex) -> bool {
    let pair = state.check.result.pair(position, other);
    pair.is_some_and(|pair| pair.as_verdict().is_some())
}

/// Draws a document of the list. Returns whether its next passage must be shown.
fn item_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    sources: &Sources,
    (place, other): (u32, &Other),
    rect: Rect,
    commands: &mut Vec<Command>,
) -> bool {
    let language = state.language;
    let response = ui.interact(rect, ui.scope_id().with(place), Sense::click());
    let name = one_line(&document_name(
        &state.check.result.documents[other.document],
        language,
    ));
    response.widget_info(|| {
        let label = language.fill("similar.open", &[("name", &name)]);
        WidgetInfo::labeled(Role::Button, true, label)
    });
    item_box_ui(ui, rect, &response, false);
    let mut opened = response.clicked();
    let mut walked = false;
    let inner = rect.shrink2(vec2(8.0, 4.0));
    let builder = UiBuilder::new().max_rect(inner).id_salt(place);
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 2.0);
        // The line is as high as the number, so that everything on it is vertically centred.
        ui.spacing_mut().interact_size.y = 27.0;
        ui.horizontal(|ui| {
            if other.source.is_some() {
                let mut counts = state.check.choices.counts_for(position, other.document);
                let check = (ui.add(Checkbox::without_text(&mut counts)))
                    .on_hover_text(language.text("similar.counts-hint"));
                check.widget_info(|| {
                    let label = language.fill("similar.count", &[("name", &name)]);
                    WidgetInfo::selected(Role::CheckBox, true, counts, label)
                });
                if check.changed() {
                    let choice = Choice::Source {
                        document: position,
                        source: other.document,
                        counts,
                    };
                    commands.push(Command::Choose(choice));
                }
                walked = number_ui(ui, state, place, counts, &name);
            } else if sources.code.iter().any(|block| block.owner == place) {
                walked = number_ui(ui, state, place, true, &name);
            }
            let mut button = name_button_ui(ui, &name);
            let other = state.check.result.document(other.document);
            if let Some(library) = other.and_then(|other| language.found_in(other)) {
                button = button.on_hover_text(library);
            }
            opened |= button.clicked();
        });
        figures_ui(ui, state, position, other);
    });
    if opened {
        let pair = state.check.result.pair(position, other.document);
        commands.extend(
            pair.iter()
                .flat_map(|pair| open_pair(&state.check.result, pair)),
        );
    }
    walked
}

/// Draws what the document shares with another one: figure, verdict, distance.
fn figures_ui(ui: &mut Ui, state: &State, position: DocumentIndex, other: &Other) {
    let language = state.language;
    ui.horizontal(|ui| {
        if let Some(source) = &other.source {
            let shares = source.shares;
            let lower = state
                .check
                .result
                .pair_lower_estimate(position, other.document);
            let figure = Figure::from(shares).over(lower);
            figure_cell_ui(ui, figure, language)
                .on_hover_ui(|ui| figure.lines_ui(ui, "shares.of-pair", language));
            let only = grouped(u64::from(source.only));
            let only = language.fill("similar.only-here", &[("characters", &only)]);
            ui.weak(RichText::new(only).small())
                .on_hover_text(language.text("similar.only-hint"));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let pair = state.check.result.pair(position, other.document);
            if let Some(pair) = pair.filter(|pair| pair.as_verdict().is_some()) {
                finding_ui(ui, &pair, language);
            }
            let prints =
                [position, other.document].map(|d| state.check.result.documents[d].fingerprint());
            if let [Some(own), Some(print)] = prints {
                let near = state.check.result.near_verdict(position, other.document);
                distance_ui(
                    ui,
                    own.distance(print),
                    state.check.fingerprint_bits(),
                    near,
                );
            }
        });
    });
}

/// Draws the number of a source in the colour of its passages. Returns whether it was clicked, to go to the next passage.
fn number_ui(ui: &mut Ui, state: &State, place: u32, counts: bool, name: &str) -> bool {
    let language = state.language;
    let (ink, fill) = source_colors(ui.visuals().dark_mode, counts.then_some(place));
    let text = RichText::new((place + 1).to_string()).small().color(ink);
    let button = Button::new(text).fill(fill).min_size(vec2(24.0, 20.0));
    let button = ui.add(button).on_hover_text(language.text("similar.next"));
    button.widget_info(|| {
        let label = language.fill("similar.next-of", &[("name", &name)]);
        WidgetInfo::labeled(Role::Button, true, label)
    });
    button.clicked()
}
