//! List of a pair's passages: kind, place and whether each counts; after the strong ones, on request, the possible
//! ones.

use egui::{
    Align, Button, Color32, Frame, Id, Label, Layout, Margin, Panel, Rect, RichText, Role,
    ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use crate::document::possible_list::{evidence_hint, evidence_text, possible_switch_ui};
use crate::pair::select::select;
use crate::widgets::attribution::{
    SpanLabel, attribution_filter_ui, attribution_ink, none_fits_ui,
};
use crate::widgets::decision::decision_text;
use crate::widgets::labels::cut_label;
use crate::widgets::note::{NoteDraft, passage_note_ui, shown_note};
use crate::widgets::place::place;
use crate::widgets::tall_rows::row_box_ui;
use crate::widgets::theme::Tokens;
use chachong_check::shown::Listed;
use chachong_citation::Attribution;
use chachong_compare::{Decision, DocumentPair, PairFinding, PairShares, Passage, PassageKind};
use chachong_messages::{Language, grouped, passage_sum, percent};
use chachong_window_model::attribution_filter::FilteredPassages;
use chachong_window_model::command::{Choice, Command};
use chachong_window_model::state::State;

/// Height of a passage in the list, in points.
const ITEM: f32 = 84.0;
/// Height of the heading above the possible passages, in points.
const HEAD: f32 = 28.0;

pub(crate) fn list_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    (shares, listed, filtered): (PairShares, &Listed, &FilteredPassages),
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
    ui.weak(text);
    if listed.possible() > 0 {
        possible_switch_ui(ui, state, listed.possible(), commands);
    }
    let passages = listed.shown(state.settings.possible);
    if !passages.is_empty() {
        attribution_filter_ui(ui, state, filtered.counts, commands);
    }
    ui.separator();
    let fitting = &filtered.fitting;
    if fitting.is_empty() && !passages.is_empty() {
        none_fits_ui(ui, state, commands);
    }
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
    let strong = fitting.partition_point(|&index| index < listed.strong);
    let has_head = strong < fitting.len();
    let top_of = |row: usize| {
        let head = has_head && row >= strong;
        ITEM * row as f32 + if head { HEAD } else { 0.0 }
    };
    let shown = Id::unique(("passage-shown", a, b));
    let moved = ui.data(|data| data.get_temp::<usize>(shown)) != Some(selected);
    ui.data_mut(|data| data.insert_temp(shown, selected));
    ScrollArea::vertical()
        .id_salt(("passages", a, b))
        .auto_shrink(false)
        .show_viewport(ui, |ui, viewport| {
            let (width, top) = (ui.available_width(), ui.min_rect().top());
            ui.set_height(top_of(fitting.len()));
            let left = ui.min_rect().left();
            let item = |row: usize| {
                let at = pos2(left, top + top_of(row));
                Rect::from_min_size(at, vec2(width - 6.0, ITEM - 4.0))
            };
            if has_head {
                let at = item(strong).left_top() - vec2(0.0, HEAD);
                let place = Rect::from_min_size(at, vec2(width - 6.0, HEAD));
                head_ui(ui, place, language);
            }
            for (row, &index) in fitting.iter().enumerate() {
                let Some(passage) = passages.get(index) else {
                    continue;
                };
                let rect = item(row);
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
            if let Ok(row) = fitting.binary_search(&selected)
                && moved
            {
                ui.scroll_to_rect(item(row), None);
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
            ui.add(cut_label(RichText::new(&text).color(color)))
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

    /// Returns the colour of a passage's text in the list; `counts` tells whether the passage is switched on.
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
    let pair = state.check.result.pair(a, b);
    let attribution = pair.map(|pair| PassageLabels::of(state, &pair, passage));
    let attribution = attribution.unwrap_or_default();
    let figures = pair.and_then(|pair| state.check.result.passage_figures(&pair, passage));
    let characters = figures
        .as_ref()
        .map_or_else(|| passage.a.len(), |[of_a, _]| of_a.characters);
    let counts = state.check.choices.passage_counts(a, b, passage);
    // The sum says how much counts.
    let is_off = matches!(kind, Kind::Strong { pair_counts } if !(pair_counts && counts));
    let sums =
        (figures.filter(|_| !is_off)).map(|sides| sides.map(|side| passage_sum(&side, language)));
    let summary = language.fill(
        "passages.summary",
        &[
            ("characters", &grouped(characters.into())),
            ("kind", &language.text(kind_key(passage.kind))),
        ],
    );
    let place = format!(
        "A {} → B {}",
        place(state, a, passage.a),
        place(state, b, passage.b)
    );
    // How sure it is follows from its strength; only a weak one is put in numbers.
    let evidence = match kind {
        Kind::Strong { .. } => language.strength(passage.chance),
        Kind::Possible => evidence_text(state, passage),
    };
    let name = language.fill(kind.name_key(), &[("number", &number)]);
    let note = shown_note(state, a, b, passage);
    response.widget_info(|| {
        let sums = sums.iter().flatten().flatten();
        let further = sums.chain(&note).map(|text| format!(", {text}"));
        let further = further.collect::<String>();
        let label = &attribution.text;
        let label =
            format!("{name}: {summary}, {similarity}, {label}, {place}, {evidence}{further}");
        WidgetInfo::selected(Role::Button, true, selected, label)
    });
    if response.clicked() || response.gained_focus() {
        commands.push(select(index));
    }
    row_box_ui(ui, rect, &response, selected, Color32::TRANSPARENT);
    let ink = kind.ink(tokens, counts);
    let inner = rect.shrink2(vec2(8.0, 3.0));
    ui.scope_builder(UiBuilder::new().max_rect(inner).id_salt(index), |ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 0.0);
        ui.spacing_mut().interact_size.y = 20.0;
        ui.horizontal(|ui| {
            ui.weak(&number);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.colored_label(ink, &similarity)
                    .on_hover_text(language.text("passages.similarity"));
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(RichText::new(&summary).color(ink)).truncate());
                });
            });
        });
        let ink = match kind {
            Kind::Strong { pair_counts: true } if counts => {
                attribution_ink(attribution.attribution, tokens)
            }
            _ => tokens.weak,
        };
        attribution.draw(ui, ink);
        let decision = decision_text(state, a, b, passage);
        let [sum, other] = sums.unwrap_or_default();
        second_line_ui(
            ui,
            [decision, note.clone(), sum, other, Some(place.clone())],
        );
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Kind::Strong { pair_counts } = kind {
                let switch = (&number, pair_counts, counts);
                passage_switch_ui(ui, state, (a, b), (index, passage), switch, commands);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let text = RichText::new(&evidence).small().weak();
                ui.add(cut_label(text))
                    .on_hover_text(evidence_hint(state, passage));
            });
        });
    });
}

/// Labels of a passage: those of both sides if both documents are checked and the labels differ, otherwise one.
#[derive(Debug, Default)]
struct PassageLabels {
    text: String,
    /// Parts of `text`: one label, or one for each side.
    parts: Vec<String>,
    /// Labels with their reasons, a line for each.
    tip: String,
    /// Attribution that sets the colour: `Attribution::None` if a side is neither cited nor quoted, else that of the first side
    /// with a label; `None` without labels.
    attribution: Option<Attribution>,
}

impl PassageLabels {
    fn of(state: &State, pair: &PairFinding, passage: &Passage) -> Self {
        let language = state.language;
        let sides = [
            ("A", pair.a, passage.a, pair.b),
            ("B", pair.b, passage.b, pair.a),
        ];
        let sides = sides.into_iter();
        let sides: Vec<(&str, SpanLabel)> = sides
            .filter(|(_, document, ..)| state.check.is_checked(*document))
            .filter_map(|(name, document, span, other)| {
                Some((name, SpanLabel::of(state, document, span, other)?))
            })
            .collect();
        let named = |name: &str, label: &str| {
            language.fill("attribution.side", &[("name", &name), ("label", &label)])
        };
        let is_one = sides.windows(2).all(|two| two[0].1.text == two[1].1.text);
        let parts: Vec<String> = match sides.first() {
            Some((_, label)) if is_one => vec![label.text.clone()],
            _ => (sides.iter())
                .map(|(name, label)| named(name, &label.text))
                .collect(),
        };
        let text = parts.join(" · ");
        let because = (sides.iter()).map(|(name, label)| named(name, &label.line(language)));
        let lines: Vec<String> = [text.clone()].into_iter().chain(because).collect();
        let groups: Vec<Attribution> = (sides.iter())
            .filter_map(|(_, label)| label.attribution)
            .collect();
        Self {
            tip: lines.join("\n"),
            attribution: if groups.contains(&Attribution::None) {
                Some(Attribution::None)
            } else {
                groups.first().copied()
            },
            text,
            parts,
        }
    }

    /// Draws the labels on one line. Two labels that do not fit share it, so that each side can be read.
    fn draw(&self, ui: &mut Ui, ink: Color32) {
        let gap = ui.spacing().item_spacing.x;
        let count = self.parts.len().max(1) as f32;
        let width = (ui.available_width() - gap * (count - 1.0)) / count;
        let height = ui.text_style_height(&egui::TextStyle::Small);
        ui.horizontal(|ui| {
            ui.spacing_mut().interact_size.y = height;
            for part in &self.parts {
                let label = RichText::new(part).small().color(ink);
                ui.scope(|ui| {
                    ui.set_max_width(width);
                    ui.add(cut_label(label)).on_hover_text(&self.tip);
                });
            }
        });
    }
}

/// Draws the button that judges a passage not plagiarism, or withdraws that; `pair_counts` tells whether its pair counts.
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

/// Draws the second line of a passage: the first existing part of decision, note, attribution in A and in B, and place. The others
/// are in the tooltip.
fn second_line_ui(ui: &mut Ui, parts: [Option<String>; 5]) {
    let mut parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.dedup();
    let color = Tokens::of(ui).weak;
    let first = parts.first().cloned().unwrap_or_default();
    ui.add(cut_label(RichText::new(first).small().color(color)))
        .on_hover_text(parts.join("\n"));
}

const fn kind_key(kind: PassageKind) -> &'static str {
    match kind {
        PassageKind::Identical => "passages.identical",
        PassageKind::Edited => "passages.edited",
    }
}
