//! Pictures of a document, each with its place and the documents that have one like it.

use chachong_compare::DocumentIndex;
use egui::{Align, Layout, RichText, ScrollArea, Ui, vec2};

use crate::document::thumbnails::{Gallery, PictureRequest, picture};
use crate::widgets::labels::name_button_ui;
use crate::widgets::theme::{GAP, SMALL_GAP, Tokens};
use chachong_check::EvidenceItem;
use chachong_messages::{document_name, picture_place};
use chachong_window_model::command::Command;
use chachong_window_model::page::pair_page;
use chachong_window_model::pair_view::{PairTab, PairView};
use chachong_window_model::state::State;

/// Maximum number of pictures shown of one document.
const SHOWN: usize = 200;
/// Maximum width and height of a shown picture, in pixels; enough for a high-resolution screen.
const SIDE: u32 = 400;
/// Height of a picture in the list, in points.
const HEIGHT: f32 = 150.0;
/// Height of the lines below a picture, in points.
const LINES: f32 = 44.0;
/// Number of pictures in a row.
const COLUMNS: usize = 2;

/// Returns the number of pictures of a document.
pub(crate) fn count(state: &State, position: DocumentIndex) -> usize {
    let content = state
        .check
        .result
        .document(position)
        .and_then(|document| document.content());
    content.map_or(0, |content| content.metadata.pictures.len())
}

/// Returns the pictures that the tab shows; `None` if it shows none.
pub(crate) fn wanted(state: &State, position: DocumentIndex) -> Option<PictureRequest> {
    let count = count(state, position).min(SHOWN);
    (count > 0).then(|| PictureRequest {
        places: (0..count).map(|at| (position, at)).collect(),
        side: SIDE,
    })
}

pub(crate) fn pictures_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    gallery: &mut Gallery,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    gallery.failures_ui(ui, state);
    let count = count(state, position);
    if count > SHOWN {
        ui.weak(language.fill("evidence.first-pictures", &[("count", &SHOWN)]));
    }
    let rows = count.min(SHOWN).div_ceil(COLUMNS);
    let area = ScrollArea::vertical().id_salt(("pictures", position));
    area.auto_shrink(false)
        .show_rows(ui, HEIGHT + LINES + GAP, rows, |ui, shown| {
            let width = ui.available_width() / COLUMNS as f32 - GAP;
            for row in shown {
                ui.horizontal(|ui| {
                    let places = row * COLUMNS..((row + 1) * COLUMNS).min(count.min(SHOWN));
                    for at in places {
                        let size = vec2(width, HEIGHT + LINES);
                        ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                            ui.set_min_size(size);
                            picture_ui(ui, state, (position, at), width, gallery, commands);
                        });
                    }
                });
                ui.add_space(GAP);
            }
        });
}

/// Draws one picture with its place, and one of the documents that have a picture like it.
fn picture_ui(
    ui: &mut Ui,
    state: &State,
    place: (DocumentIndex, usize),
    width: f32,
    gallery: &mut Gallery,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let Some(known) = picture(state, place) else {
        return;
    };
    let caption = picture_place(known, language);
    let size = vec2(width, HEIGHT);
    ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
        ui.set_min_size(size);
        gallery.picture_ui(ui, place, size, &caption, language);
    });
    ui.spacing_mut().item_spacing.y = SMALL_GAP / 2.0;
    ui.add(egui::Label::new(RichText::new(caption).small().color(tokens.weak)).truncate());
    if let Some(other) = alike(state, place).next() {
        let name = document_name(&state.check.result.documents[other], language);
        let text = language.fill("evidence.also-in", &[("name", &name)]);
        if name_button_ui(ui, &text).clicked() {
            commands.push(Command::Go(pair_page(place.0, other)));
            commands.push(Command::ShowPair(PairView {
                tab: PairTab::Evidence,
                ..PairView::default()
            }));
        }
    }
}

/// Returns the documents that have a picture like this one.
fn alike(
    state: &State,
    (document, at): (DocumentIndex, usize),
) -> impl Iterator<Item = DocumentIndex> {
    let has = move |items: &[EvidenceItem], of: fn(&chachong_check::AlikePictures) -> usize| {
        items.iter().any(|item| match item {
            EvidenceItem::Pictures(alike) => alike.iter().any(|one| of(one) == at),
            _ => false,
        })
    };
    state
        .check
        .result
        .evidence
        .pairs
        .iter()
        .filter_map(move |pair| {
            if pair.a == document && has(&pair.items, |one| one.a) {
                Some(pair.b)
            } else if pair.b == document && has(&pair.items, |one| one.b) {
                Some(pair.a)
            } else {
                None
            }
        })
}
