//! The passages of a pair as a list: what each is, where it stands, whether it counts. Knows nothing of their texts.

use egui::{
    Align, Checkbox, Color32, Id, Label, Layout, Rect, RichText, Role, ScrollArea, Sense, Stroke,
    Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use super::command::{Choice, Command};
use super::copied::CopiedPair;
use super::decided::decision_text;
use super::documents::grouped;
use super::labels::percent;
use super::passages::{marks_of, place, select};
use super::state::State;
use super::theme::Tokens;
use crate::compare::{Passage, PassageKind};

/// Height of a passage in the list.
const ITEM: f32 = 50.0;
/// The least that marks need beside the rest of a line.
const MARKS: f32 = 48.0;

pub(super) fn list_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): (usize, usize),
    pair: CopiedPair<'_>,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let choices = &state.choices;
    let mut counts = choices.counts_for(a, b) || choices.counts_for(b, a);
    let text = language.fill(
        "passages.count-all",
        &[
            ("counting", &pair.shares.passages),
            ("all", &pair.passages.len()),
        ],
    );
    if ui
        .checkbox(&mut counts, text)
        .on_hover_text(language.text("passages.count-all-hint"))
        .changed()
    {
        commands.push(Command::Choose(Choice::Pair(a, b, counts)));
    }
    if let Some(decided) = decision_text(state, a, b, None) {
        ui.label(RichText::new(decided).color(Tokens::of(ui).weak));
    }
    ui.separator();
    let selected = state.pair.passage;
    let shown = Id::unique(("passage-shown", a, b));
    let moved = ui.data(|data| data.get_temp::<usize>(shown)) != Some(selected);
    ui.data_mut(|data| data.insert_temp(shown, selected));
    ScrollArea::vertical()
        .id_salt(("passages", a, b))
        .auto_shrink(false)
        .show_viewport(ui, |ui, viewport| {
            let (width, top) = (ui.available_width(), ui.min_rect().top());
            ui.set_height(ITEM * pair.passages.len() as f32);
            let left = ui.min_rect().left();
            let item = |index: usize| {
                Rect::from_min_size(
                    pos2(left, top + ITEM * index as f32),
                    vec2(width - 6.0, ITEM - 4.0),
                )
            };
            for (index, passage) in pair.passages.iter().enumerate() {
                let rect = item(index);
                let y = rect.top() - top;
                if y + ITEM >= viewport.top() && y <= viewport.bottom() {
                    item_ui(ui, state, (a, b), (index, passage), rect, counts, commands);
                }
            }
            if moved && selected < pair.passages.len() {
                ui.scroll_to_rect(item(selected), None);
            }
        });
}

fn item_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): (usize, usize),
    (index, passage): (usize, &Passage),
    rect: Rect,
    pair_counts: bool,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let selected = state.pair.passage == index;
    let response = ui.interact(rect, ui.scope_id().with(index), Sense::click());
    let number = grouped(index as u64 + 1);
    let similarity = percent(f64::from(passage.similarity) / 1000.0);
    let summary = language.fill(
        "passages.summary",
        &[
            ("characters", &grouped(length(passage))),
            ("kind", &language.text(kind_key(passage.kind))),
        ],
    );
    let place = format!(
        "A {} → B {}",
        place(state, a, passage.a),
        place(state, b, passage.b)
    );
    let name = language.fill("passages.name", &[("number", &number)]);
    response.widget_info(|| {
        let label = format!("{name}: {summary}, {similarity}, {place}");
        WidgetInfo::selected(Role::Button, true, selected, label)
    });
    if response.clicked() || response.gained_focus() {
        commands.push(select(index));
    }
    let fill = if selected {
        tokens.calm_fill
    } else if response.hovered() {
        ui.visuals().faint_bg_color
    } else {
        Color32::TRANSPARENT
    };
    let line = if selected || response.has_focus() {
        tokens.calm
    } else {
        Color32::TRANSPARENT
    };
    let (painter, inside) = (ui.painter(), egui::StrokeKind::Inside);
    painter.rect(rect, 6.0, fill, Stroke::new(1.0, line), inside);
    let mut counts = state.choices.passage_counts(a, b, passage);
    let ink = if counts && pair_counts {
        tokens.strong
    } else {
        tokens.weak
    };
    let inner = rect.shrink2(vec2(8.0, 3.0));
    let marks = marks(state, a, b, passage);
    let mut shown = marks.is_empty();
    ui.scope_builder(UiBuilder::new().max_rect(inner).id_salt(index), |ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 0.0);
        ui.spacing_mut().interact_size.y = 20.0;
        ui.horizontal(|ui| {
            let check = ui
                .add_enabled(pair_counts, Checkbox::without_text(&mut counts))
                .on_hover_text(language.text("passages.count-hint"));
            check.widget_info(|| {
                let label = language.fill("passages.count", &[("number", &number)]);
                WidgetInfo::selected(Role::CheckBox, pair_counts, counts, label)
            });
            if check.changed() {
                let choice = Choice::Passage(a, b, index, counts);
                commands.push(Command::Choose(choice));
            }
            ui.label(RichText::new(&number).color(tokens.weak));
            ui.label(RichText::new(&summary).color(ink));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(RichText::new(&similarity).color(ink))
                    .on_hover_text(language.text("passages.similarity"));
                if !marks.is_empty() && ui.available_width() >= MARKS {
                    shown = true;
                    let text = RichText::new(marks.join(" · ")).small().color(tokens.calm);
                    ui.add(Label::new(text).truncate())
                        .on_hover_text(marks.join("\n"));
                }
            });
        });
        let decided = decision_text(state, a, b, Some(passage));
        let place = decided.map_or(place.clone(), |decided| format!("{decided} · {place}"));
        ui.horizontal(|ui| {
            if !shown {
                // In a narrow column there is room for them below only.
                let marks = RichText::new(marks.join(" · "));
                ui.label(marks.small().color(tokens.calm));
            }
            let text = RichText::new(place).small().color(tokens.weak);
            ui.add(Label::new(text).truncate());
        });
    });
}

const fn kind_key(kind: PassageKind) -> &'static str {
    match kind {
        PassageKind::Identical => "passages.identical",
        PassageKind::Edited => "passages.edited",
    }
}

/// The length of the longer of the two sides.
fn length(passage: &Passage) -> u64 {
    u64::from(passage.a.len().max(passage.b.len()))
}

/// The marks that a passage touches in either document, each once.
fn marks(state: &State, a: usize, b: usize, passage: &Passage) -> Vec<String> {
    let mut found = marks_of(state, a, passage.a);
    for mark in marks_of(state, b, passage.b) {
        if !found.contains(&mark) {
            found.push(mark);
        }
    }
    found
}
