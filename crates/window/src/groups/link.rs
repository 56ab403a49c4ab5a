//! Row for one link of a group: two documents, their shares, and hints as to which of them came first.

use egui::{CursorIcon, Label, Rect, RichText, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use jiff::Timestamp;

use crate::widgets::class_colors::class_mark_ui;
use crate::widgets::in_rect::in_rect;
use crate::widgets::labels::{finding_ui, name_button_ui, shortened};
use crate::widgets::shown_share::{Figure, figure_cell_ui, share_ui};
use crate::widgets::theme::{GAP, Tokens};
use chachong_compare::{DocumentIndex, Link};
use chachong_messages::estimated;
use chachong_window_model::command::Command;
use chachong_window_model::direction::hint_text;
use chachong_window_model::page::{Page, pair_page};
use chachong_window_model::state::State;

/// Widths, in points, of the letters A and B, the share and the verdict of a link.
const LETTER: f32 = 18.0;
const SHARE: f32 = 112.0;
const VERDICT: f32 = 124.0;
/// Maximum length, in columns, of a name read by a screen reader.
const SPOKEN: usize = 60;

/// Draws `A name — 83.2 % — B name`, the verdict, and below the hints as to which document came first. The names open
/// documents, the rest opens the pair.
pub(crate) fn link_ui(
    ui: &mut Ui,
    state: &State,
    link: &Link,
    rect: Rect,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let check = &state.check;
    let pair = check.result.in_order_of(&link.finding, link.a);
    let names = [link.a, link.b].map(|document| state.row_name(document));
    let rect = rect.shrink2(vec2(0.0, 2.0));
    let response = ui.interact(rect, ui.scope_id().with((link.a, link.b)), Sense::click());
    let label = language.fill(
        "groups.open-pair",
        &[
            ("a", &shortened(&names[0], SPOKEN)),
            ("b", &shortened(&names[1], SPOKEN)),
        ],
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    if response.hovered() || response.has_focus() {
        let fill = ui.visuals().faint_bg_color;
        ui.painter()
            .rect_filled(rect.expand2(vec2(6.0, 0.0)), 4.0, fill);
    }
    if response.on_hover_cursor(CursorIcon::PointingHand).clicked() {
        commands.push(Command::Go(pair_page(pair[0], pair[1])));
    }

    let width = ((rect.width() - 2.0 * LETTER - SHARE - VERDICT - GAP) / 2.0).max(60.0);
    let (mut x, half) = (rect.left(), rect.height() / 2.0);
    let mut place = |width: f32| {
        let place = Rect::from_min_size(pos2(x, rect.top()), vec2(width, half));
        x += width;
        place
    };
    let id = |part: usize| ("link", link.a, link.b, part);
    for (side, document) in [link.a, link.b].into_iter().enumerate() {
        in_rect(ui, id(side), place(LETTER), |ui| {
            class_mark_ui(ui, state, document, ["A", "B"][side]);
        });
        let name = place(width);
        in_rect(
            ui,
            id(2 + side),
            name.with_max_x(name.right() - 8.0),
            |ui| {
                if name_button_ui(ui, &names[side]).clicked() {
                    commands.push(Command::Go(Page::Document(document)));
                }
            },
        );
        if side == 0 {
            in_rect(ui, id(4), place(SHARE), |ui| {
                if state.copied().is_some() {
                    share_of_ui(ui, state, link);
                } else {
                    ui.weak("…")
                        .on_hover_text(language.text("passages.unknown"));
                }
            });
        }
    }
    place(GAP);
    in_rect(ui, id(5), place(VERDICT), |ui| {
        finding_ui(ui, &link.finding, language);
    });

    let below = Rect::from_min_max(
        pos2(rect.left() + LETTER, rect.top() + half),
        rect.right_bottom(),
    );
    in_rect(ui, id(6), below, |ui| evidence_ui(ui, state, link, pair));
}

/// Returns the shares of a link's two documents as they are shown; `None` if another kind of evidence is stronger, or they have none.
fn figures(state: &State, link: &Link) -> Option<[Figure; 2]> {
    if link.finding.beyond_text().is_some() {
        return None;
    }
    let lower = state.check.lower_between(link.a, link.b);
    let shares = state.check.shares_between(link.a, link.b)?;
    Some(shares.map(|shares| Figure::from(shares).over(lower)))
}

/// Draws the larger share of the two documents.
fn share_of_ui(ui: &mut Ui, state: &State, link: &Link) {
    let Some([a, b]) = figures(state, link) else {
        let lower = state.check.lower_between(link.a, link.b);
        share_ui(ui, link.share(), lower, state.language);
        return;
    };
    let figure = if a.shown.weight >= b.shown.weight {
        a
    } else {
        b
    };
    figure_cell_ui(ui, figure, state.language)
        .on_hover_ui(|ui| figure.lines_ui(ui, "shares.of-pair", state.language));
}

/// Draws the share of each document that the other has too, and the hints as to which came first.
fn evidence_ui(ui: &mut Ui, state: &State, link: &Link, documents: [DocumentIndex; 2]) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    if state.copied().is_some() {
        let [a, b] = figures(state, link).map_or_else(
            || {
                let lower = state.check.lower_between(link.a, link.b);
                link.shares.map(|share| estimated(share, lower))
            },
            |figures| figures.map(Figure::text),
        );
        let text = match link.finding.beyond_text() {
            Some(strongest) => {
                let kind = language.kind(strongest.kind);
                let values: [(&str, &dyn std::fmt::Display); 3] =
                    [("kind", &kind), ("a", &a), ("b", &b)];
                language.fill("groups.shares-of-kind", &values)
            }
            None => language.fill("groups.shares", &[("a", &a), ("b", &b)]),
        };
        for text in [&text, "·"] {
            ui.weak(RichText::new(text).small());
        }
    }
    let is_swapped = state.check.result.in_order_of(&link.finding, link.a)[0] != link.finding.a;
    let sides = if is_swapped { ["B", "A"] } else { ["A", "B"] };
    let items = (state.check.result).pair_evidence(link.finding.a, link.finding.b);
    if !items.is_empty() {
        let text = language.fill("evidence.tab", &[("count", &items.len())]);
        let label = ui.colored_label(tokens.related, RichText::new(text).small());
        label.on_hover_ui(|ui| {
            for item in items {
                ui.label(language.evidence(item, sides));
            }
        });
        ui.weak(RichText::new("·").small());
    }
    let [a, b] = documents;
    let hints = (state.check.result).direction_hints(a, b, Timestamp::now());
    let hints: Vec<String> = (hints.into_iter())
        .map(|hint| hint_text(hint, language))
        .collect();
    let (text, color) = if hints.is_empty() {
        (language.text("groups.no-hints"), tokens.weak)
    } else {
        (hints.join(" · "), tokens.strong)
    };
    ui.add(Label::new(RichText::new(text).small().color(color)).truncate());
}
