//! List of a pair's passages: kind, place and whether each counts; after the strong ones, on request, the possible
//! ones.

use egui::{
    Align, Button, Color32, Frame, Id, Label, Layout, Margin, Panel, Rect, Response, RichText,
    Role, ScrollArea, Sense, Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use crate::document::possible_list::{evidence_hint, evidence_text, possible_switch_ui};
use crate::pair::marks::marks_of;
use crate::pair::select::select;
use crate::widgets::decision::decision_text;
use crate::widgets::note::{NoteDraft, passage_note_ui, shown_note};
use crate::widgets::place::place;
use crate::widgets::theme::Tokens;
use chachong_check::shown::Listed;
use chachong_compare::{Decision, DocumentIndex, DocumentPair, PairShares, Passage, PassageKind};
use chachong_messages::Language;
use chachong_messages::grouped;
use chachong_messages::percent;
use chachong_window_model::command::{Choice, Command};
use chachong_window_model::state::State;

/// Height of a passage in the list, in points.
const ITEM: f32 = 68.0;
/// Height of the heading above the possible passages, in points.
const HEAD: f32 = 28.0;
/// Minimum width for marks on the first line of a passage, in points; with less room they move to the second line.
const MARKS: f32 = 48.0;

pub(crate) fn list_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    (shares, listed): (PairShares, &Listed),
    note: &mut NoteDraft,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let choices = &state.check.choices;
    let counts = choices.counts_for(a, b) || choices.counts_for(b, a);
    let text = language.fill(
        "passages.count-all",
        &[("counting", &shares.passages), ("all", &listed.strong)],
    );
    ui.label(RichText::new(text).color(Tokens::of(ui).weak));
    if listed.possible() > 0 {
        possible_switch_ui(ui, state, listed.possible(), commands);
    }
    ui.separator();
    let passages = listed.shown(state.settings.possible);
    let selected = state.pair.passage;
    if let Some(passage) = passages.get(selected).filter(|_| selected < listed.strong)
        && !choices.passage_counts(a, b, passage)
    {
        Panel::bottom("passage-note")
            .resizable(false)
            .frame(Frame::NONE.inner_margin(Margin::symmetric(0, 6)))
            .show(ui, |ui| {
                passage_note_ui(ui, state, (a, b), (selected, passage), note, commands);
            });
    }
    let has_head = listed.strong < passages.len();
    let top_of = |index: usize| {
        let head = has_head && index >= listed.strong;
        ITEM * index as f32 + if head { HEAD } else { 0.0 }
    };
    let shown = Id::unique(("passage-shown", a, b));
    let moved = ui.data(|data| data.get_temp::<usize>(shown)) != Some(selected);
    ui.data_mut(|data| data.insert_temp(shown, selected));
    ScrollArea::vertical()
        .id_salt(("passages", a, b))
        .auto_shrink(false)
        .show_viewport(ui, |ui, viewport| {
            let (width, top) = (ui.available_width(), ui.min_rect().top());
            ui.set_height(top_of(passages.len()));
            let left = ui.min_rect().left();
            let item = |index: usize| {
                let at = pos2(left, top + top_of(index));
                Rect::from_min_size(at, vec2(width - 6.0, ITEM - 4.0))
            };
            if has_head {
                let at = item(listed.strong).left_top() - vec2(0.0, HEAD);
                let place = Rect::from_min_size(at, vec2(width - 6.0, HEAD));
                head_ui(ui, place, language);
            }
            for (index, passage) in passages.iter().enumerate() {
                let rect = item(index);
                let y = rect.top() - top;
                if y + ITEM >= viewport.top() && y <= viewport.bottom() {
                    let kind = if index >= listed.strong {
                        Kind::Possible
                    } else {
                        Kind::Strong {
                            pair_counts: counts,
                        }
                    };
                    item_ui(ui, state, (a, b), (index, passage), rect, kind, commands);
                }
            }
            if moved && selected < passages.len() {
                ui.scroll_to_rect(item(selected), None);
            }
        });
}

/// Draws the heading above the possible passages.
fn head_ui(ui: &mut Ui, rect: Rect, language: Language) {
    let builder = UiBuilder::new().max_rect(rect).id_salt("possible-head");
    ui.scope_builder(builder, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(8.0);
            let text = language.text("possible.title");
            let color = Tokens::of(ui).possible;
            ui.add(Label::new(RichText::new(&text).color(color)).truncate())
                .on_hover_text(format!("{text}\n{}", language.text("possible.hint")));
        });
    });
}

/// Strength of a passage in the list.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Strong passage; counts if it and its pair are switched on.
    Strong {
        pair_counts: bool,
    },
    Possible,
}

impl Kind {
    const fn name_key(self) -> &'static str {
        match self {
            Self::Strong { .. } => "passages.name",
            Self::Possible => "passages.possible-name",
        }
    }

    /// Returns the colour of the text about a passage that is switched on if `counts`.
    const fn ink(self, tokens: Tokens, counts: bool) -> Color32 {
        match self {
            Self::Strong { pair_counts: true } if counts => tokens.strong,
            Self::Strong { .. } => tokens.weak,
            Self::Possible => tokens.possible,
        }
    }
}

fn item_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    (index, passage): (usize, &Passage),
    rect: Rect,
    kind: Kind,
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
    let evidence = evidence_text(state, passage);
    let name = language.fill(kind.name_key(), &[("number", &number)]);
    let note = shown_note(state, a, b, passage);
    response.widget_info(|| {
        let note = note.as_ref().map(|note| format!(", {note}"));
        let note = note.unwrap_or_default();
        let label = format!("{name}: {summary}, {similarity}, {place}, {evidence}{note}");
        WidgetInfo::selected(Role::Button, true, selected, label)
    });
    if response.clicked() || response.gained_focus() {
        commands.push(select(index));
    }
    let (fill, line) = frame_colors(ui, &response, selected);
    let (painter, inside) = (ui.painter(), egui::StrokeKind::Inside);
    painter.rect(rect, 6.0, fill, Stroke::new(1.0, line), inside);
    let counts = state.check.choices.passage_counts(a, b, passage);
    let ink = kind.ink(tokens, counts);
    let inner = rect.shrink2(vec2(8.0, 3.0));
    let marks = marks(state, a, b, passage);
    let mut shown = marks.is_empty();
    ui.scope_builder(UiBuilder::new().max_rect(inner).id_salt(index), |ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 0.0);
        ui.spacing_mut().interact_size.y = 20.0;
        ui.horizontal(|ui| {
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
        let decision = decision_text(state, a, b, passage);
        let parts = [decision, note.clone(), Some(place.clone())];
        // A narrow column has no room for marks on the first line.
        let marks: &[String] = if shown { &[] } else { &marks };
        second_line_ui(ui, marks, parts);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Kind::Strong { pair_counts } = kind {
                let switch = (&number, pair_counts, counts);
                passage_switch_ui(ui, state, (a, b), (index, passage), switch, commands);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let text = RichText::new(&evidence).small().color(tokens.weak);
                ui.add(Label::new(text).truncate())
                    .on_hover_text(evidence_hint(state, passage));
            });
        });
    });
}

/// Returns the colours of the ground and the edge of a passage in the list.
fn frame_colors(ui: &Ui, response: &Response, selected: bool) -> (Color32, Color32) {
    let tokens = Tokens::of(ui);
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
    (fill, line)
}

/// Draws the button that judges a passage not plagiarism, or takes that back; `pair_counts`: whether its pair counts.
fn passage_switch_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    (index, passage): (usize, &Passage),
    (number, pair_counts, counts): (&String, bool, bool),
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let text = RichText::new(language.decision(Decision::NotPlagiarism)).small();
    let button = ui
        .add_enabled(pair_counts, Button::selectable(!counts, text).small())
        .on_hover_text(language.text("passages.count-hint"));
    button.widget_info(|| {
        let label = language.fill("passages.count", &[("number", number)]);
        WidgetInfo::selected(Role::Button, pair_counts, !counts, label)
    });
    if button.clicked() {
        let counts = !counts;
        let choice = Choice::Passage {
            a,
            b,
            passage: *passage,
            counts,
        };
        commands.push(Command::Choose(choice));
        if !counts && state.pair.passage != index {
            // The field for a note belongs to the selected passage.
            commands.push(select(index));
        }
    }
}

/// Draws the second line of a passage: marks, then the parts that there are of decision, note and place.
fn second_line_ui(ui: &mut Ui, marks: &[String], parts: [Option<String>; 3]) {
    let tokens = Tokens::of(ui);
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    ui.horizontal(|ui| {
        if !marks.is_empty() {
            let marks = RichText::new(marks.join(" · "));
            ui.label(marks.small().color(tokens.calm));
        }
        let text = RichText::new(parts.join(" · ")).small().color(tokens.weak);
        ui.add(Label::new(text).truncate());
    });
}

const fn kind_key(kind: PassageKind) -> &'static str {
    match kind {
        PassageKind::Identical => "passages.identical",
        PassageKind::Edited => "passages.edited",
    }
}

/// Returns the length of a passage in characters, on its longer side.
fn length(passage: &Passage) -> u64 {
    u64::from(passage.a.len().max(passage.b.len()))
}

/// Returns the marks that a passage touches in either document, each once.
fn marks(state: &State, a: DocumentIndex, b: DocumentIndex, passage: &Passage) -> Vec<String> {
    let mut found = marks_of(state, a, passage.a);
    for mark in marks_of(state, b, passage.b) {
        if !found.contains(&mark) {
            found.push(mark);
        }
    }
    found
}
