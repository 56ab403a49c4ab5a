//! Evidence beyond text about a pair: each item in words, and the pictures that are alike beside each other.

use chachong_compare::{DocumentIndex, DocumentPair};
use egui::{Label, RichText, ScrollArea, Ui, vec2};

use crate::document::thumbnails::{Gallery, PictureRequest, picture};
use crate::pair::code::select;
use crate::pair::panes::PairPanes;
use crate::pair::specimens::places_ui;
use crate::widgets::focus;
use crate::widgets::theme::{GAP, SMALL_GAP, Tokens};
use chachong_check::{AlikePictures, EvidenceItem};
use chachong_messages::picture_place;
use chachong_window_model::command::Command;
use chachong_window_model::page::Page;
use chachong_window_model::pair_view::PairTab;
use chachong_window_model::state::State;

/// Maximum number of displayed pairs of pictures.
const SHOWN: usize = 24;
/// Maximum number of pairs of pictures for which the larger of `SIDES` is used.
const FEW: usize = 6;
/// Maximum width and height to which pictures are reduced, in pixels: for up to [`FEW`] pairs, and for more.
const SIDES: [u32; 2] = [1024, 512];
/// Maximum height of a picture, in points.
const HEIGHT: f32 = 320.0;

/// Returns the pairs of similar pictures that the page shows, at most `SHOWN`.
fn couples(state: &State, a: DocumentIndex, b: DocumentIndex) -> &[AlikePictures] {
    let mut found = state
        .check
        .result
        .pair_evidence(a, b)
        .iter()
        .filter_map(|item| match item {
            EvidenceItem::Pictures(alike) => Some(&alike[..alike.len().min(SHOWN)]),
            _ => None,
        });
    found.next().unwrap_or_default()
}

/// Returns the pictures that the page shows; `None` if it shows none.
pub(crate) fn wanted(state: &State) -> Option<PictureRequest> {
    let (Page::Pair(a, b), PairTab::Evidence) = (state.page, state.pair.tab) else {
        return None;
    };
    let couples = couples(state, a, b);
    let places = couples
        .iter()
        .flat_map(|couple| [(a, couple.a), (b, couple.b)]);
    (!couples.is_empty()).then(|| PictureRequest {
        places: places.collect(),
        side: SIDES[usize::from(couples.len() > FEW)],
    })
}

pub(crate) fn evidence_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    panes: &mut PairPanes,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let (gallery, loaded) = (&mut panes.gallery, panes.kept.as_ref());
    let items = state.check.result.pair_evidence(a, b);
    let area = ScrollArea::vertical().id_salt(("evidence", a, b));
    area.auto_shrink(false).show(ui, |ui| {
        focus::keep_in_sight(ui);
        if items.is_empty() {
            ui.weak(language.text("evidence.none"));
            return;
        }
        ui.weak(language.text("evidence.between-note"));
        ui.add_space(GAP);
        for item in items {
            tokens.card().show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.strong(language.text(&format!("evidence.kind-{}", item.name())));
                ui.add(Label::new(language.evidence(item, ["A", "B"])).wrap());
                if matches!(item, EvidenceItem::Code(_))
                    && ui.link(language.text("code.open")).clicked()
                {
                    commands.push(select(0));
                }
                places_ui(ui, state, (a, b), item, loaded);
                if let EvidenceItem::Pictures(alike) = item {
                    ui.add_space(SMALL_GAP);
                    gallery.failures_ui(ui, state);
                    for (number, &couple) in (1..).zip(couples(state, a, b)) {
                        ui.add_space(GAP);
                        couple_ui(ui, state, (a, b), (number, couple), gallery);
                    }
                    if let more @ 1.. = alike.len().saturating_sub(SHOWN) {
                        ui.add_space(GAP);
                        ui.weak(language.fill("evidence.more-pictures", &[("count", &more)]));
                    }
                }
            });
            ui.add_space(SMALL_GAP);
        }
    });
}

/// Draws two pictures side by side, each below its place, and their similarity.
fn couple_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    (number, couple): (usize, AlikePictures),
    gallery: &mut Gallery,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let likeness = match couple.distance {
        None => language.text("evidence.pictures-equal"),
        Some(distance) => language.fill("evidence.pictures-similar", &[("distance", &distance)]),
    };
    ui.weak(format!("{number}. {likeness}"));
    ui.columns(2, |columns| {
        for (ui, (side, place)) in columns
            .iter_mut()
            .zip([("A", (a, couple.a)), ("B", (b, couple.b))])
        {
            let Some(known) = picture(state, place) else {
                continue;
            };
            let caption = format!("{side}: {}", picture_place(known, language));
            ui.add(Label::new(RichText::new(&caption).small().color(tokens.weak)).truncate());
            let size = vec2(ui.available_width(), HEIGHT);
            gallery.picture_ui(ui, place, size, &caption, language);
        }
    });
}
