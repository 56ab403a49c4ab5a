//! The passages of a pair: their list, and the texts of the selected one side by side with what differs. Knows nothing of
//! how texts are compared.

use egui::text::LayoutJob;
use egui::{
    Align, Checkbox, Color32, Frame, Id, Label, Layout, Panel, Rect, RichText, Role, ScrollArea,
    Sense, Stroke, TextFormat, TextStyle, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use super::cite::cited;
use super::command::{Choice, Command};
use super::copied::{CopiedPair, PairTab, PairView, SHOWN_AT_ONCE};
use super::decided::decision_text;
use super::documents::grouped;
use super::labels::{chip_ui, made_of_texts, mark_text, percent};
use super::passage_text::{Kind, Loaded, Look, Paragraph};
use super::state::State;
use super::theme::Tokens;
use crate::compare::{Passage, PassageKind, Span};
use crate::text::MarkReason;

/// Height of a passage in the list.
const ITEM: f32 = 50.0;
const LIST: f32 = 330.0;

/// To the next passage or the one before, by the keyboard.
pub(super) fn step(
    state: &State,
    a: usize,
    b: usize,
    down: bool,
    up: bool,
    commands: &mut Vec<Command>,
) {
    let Some(pair) = state.copied_pair(a, b) else {
        return;
    };
    let at = state.pair.passage;
    let to = match (down, up) {
        (true, false) => (at + 1).min(pair.passages.len().saturating_sub(1)),
        (false, true) => at.saturating_sub(1),
        _ => at,
    };
    if to != at {
        commands.push(select(to));
    }
}

fn select(passage: usize) -> Command {
    Command::ShowPair(PairView {
        tab: PairTab::Passages,
        passage,
        characters: SHOWN_AT_ONCE,
        ..PairView::default()
    })
}

/// The passages of a pair that was compared.
pub(super) fn passages_ui(
    ui: &mut Ui,
    state: &State,
    a: usize,
    b: usize,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let Some(pair) = state.copied_pair(a, b) else {
        ui.label(RichText::new(language.text("passages.none")).color(Tokens::of(ui).weak));
        return;
    };
    Panel::left("passages")
        .default_size(LIST)
        .size_range(240.0..=480.0)
        .frame(Frame::NONE)
        .show(ui, |ui| list_ui(ui, state, (a, b), pair, commands));
    let margin = egui::Margin {
        left: 12,
        ..egui::Margin::ZERO
    };
    Frame::new().inner_margin(margin).show(ui, |ui| {
        if let Some(passage) = pair.passages.get(state.pair.passage) {
            texts_ui(ui, state, (a, b), passage, commands);
        }
    });
}

fn list_ui(
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
                ui.label(RichText::new(&similarity).color(ink));
                let marks = marks(state, a, b, passage);
                if !marks.is_empty() {
                    let text = RichText::new(marks.join(" · ")).small().color(tokens.calm);
                    ui.add(Label::new(text).truncate())
                        .on_hover_text(marks.join("\n"));
                }
            });
        });
        let decided = decision_text(state, a, b, Some(passage));
        let place = decided.map_or(place.clone(), |decided| format!("{decided} · {place}"));
        let text = RichText::new(place).small().color(tokens.weak);
        ui.add(Label::new(text).truncate());
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

fn marks_of(state: &State, document: usize, span: Span) -> Vec<String> {
    let counted = state
        .copied()
        .and_then(|copied| copied.copies.counted.get(document));
    let mut reasons: Vec<MarkReason> = counted
        .into_iter()
        .flat_map(|counted| &counted.marks)
        .filter(|mark| mark.start < span.end && span.start < mark.end)
        .map(|mark| mark.reason)
        .collect();
    reasons.sort_unstable();
    reasons.dedup();
    reasons
        .into_iter()
        .map(|reason| mark_text(reason, state.language))
        .collect()
}

/// Where a span stands: by page where pages are known, else by character.
fn place(state: &State, document: usize, span: Span) -> String {
    let language = state.language;
    let pages = state.documents[document]
        .reading()
        .map_or(&[][..], |reading| &reading.pages);
    let range = |from: u64, to: u64| {
        if from == to {
            grouped(from)
        } else {
            format!("{}–{}", grouped(from), grouped(to))
        }
    };
    if pages.is_empty() {
        let places = range(u64::from(span.start) + 1, u64::from(span.end));
        language.fill("passages.at-characters", &[("places", &places)])
    } else {
        let page = |at: u32| pages.partition_point(|&start| start <= u64::from(at)) as u64;
        let (from, to) = (page(span.start), page(span.end.saturating_sub(1)));
        let places = range(from.max(1), to.max(1));
        language.fill("passages.on-pages", &[("places", &places)])
    }
}

/// Copies one side of the passage, with the name of its document and its place.
fn copy_ui(
    ui: &mut Ui,
    state: &State,
    (side, label): (usize, &str),
    place: &str,
    commands: &mut Vec<Command>,
) {
    let text = state.language.fill("passages.copy", &[("side", &label)]);
    let cited = (state.loaded.as_ref()).and_then(|loaded| cited(state, loaded, side, place));
    let button = egui::Button::new(text).small();
    let copy = ui
        .add_enabled(cited.is_some(), button)
        .on_hover_text(state.language.text("passages.copy-hint"));
    if let Some(cited) = cited.filter(|_| copy.clicked()) {
        commands.push(Command::Copy(cited));
    }
}

/// The selected passage, A on the left and B on the right.
fn texts_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): (usize, usize),
    passage: &Passage,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    ui.horizontal_wrapped(|ui| {
        let number = grouped(state.pair.passage as u64 + 1);
        let name = language.fill("passages.name", &[("number", &number)]);
        ui.label(RichText::new(name).strong());
        let mut sample = LayoutJob::default();
        sample.append(
            &language.text("passages.sample"),
            0.0,
            format(ui, look(Kind::Changed, false)),
        );
        ui.label(sample);
        let legend = |ui: &mut Ui, key| {
            ui.label(RichText::new(language.text(key)).small().color(tokens.weak));
        };
        legend(ui, "passages.legend");
        if (state.loaded.as_ref()).is_some_and(Loaded::has_left_out) {
            let mut sample = LayoutJob::default();
            let text = language.text("passages.left-out-sample");
            sample.append(&text, 0.0, format(ui, look(Kind::Same, true)));
            ui.label(sample);
            legend(ui, "passages.left-out-legend");
        }
        legend(ui, "passages.keys");
    });
    columns(ui, |columns| {
        let sides = [("A", a, passage.a), ("B", b, passage.b)];
        for (side, (ui, (label, document, span))) in columns.iter_mut().zip(sides).enumerate() {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(label).strong());
                let place = place(state, document, span);
                ui.label(RichText::new(&place).color(tokens.weak));
                copy_ui(ui, state, (side, label), &place, commands);
                for mark in marks_of(state, document, span) {
                    chip_ui(ui, &mark, tokens.calm, tokens.calm_fill);
                }
            });
        }
    });
    ui.separator();
    let sides = state.loaded.as_ref().map(|loaded| &loaded.sides);
    let Some(sides) = made_of_texts(ui, sides, language) else {
        return;
    };
    let shown = state.pair.characters;
    ScrollArea::vertical()
        .id_salt(("texts", a, b, state.pair.passage))
        .auto_shrink(false)
        .show(ui, |ui| {
            columns(ui, |columns| {
                for (ui, paragraphs) in columns.iter_mut().zip(sides.iter()) {
                    // Not justified: the gaps of a justified line are no gaps of the text.
                    ui.with_layout(Layout::top_down(Align::Min), |ui| {
                        text_ui(ui, paragraphs, shown);
                    });
                }
            });
            let longest = sides
                .iter()
                .map(|side| side.iter().map(|p| p.characters).sum::<usize>());
            let left = longest.max().unwrap_or(0).saturating_sub(shown);
            let more = language.fill("passages.more", &[("left", &grouped(left as u64))]);
            if left > 0 && ui.button(more).clicked() {
                commands.push(Command::ShowPair(PairView {
                    characters: shown + SHOWN_AT_ONCE,
                    ..state.pair
                }));
            }
        });
}

/// Two columns with room between them.
fn columns(ui: &mut Ui, add: impl FnOnce(&mut [Ui])) {
    ui.scope(|ui| {
        let spacing = ui.spacing().item_spacing;
        ui.spacing_mut().item_spacing.x = 24.0;
        ui.columns(2, |columns| {
            for ui in columns.iter_mut() {
                ui.spacing_mut().item_spacing = spacing;
            }
            add(columns);
        });
    });
}

/// The first paragraphs of a side, up to so many characters; the last one is cut there.
fn text_ui(ui: &mut Ui, paragraphs: &[Paragraph], characters: usize) {
    let mut left = characters;
    for paragraph in paragraphs {
        if left == 0 {
            return;
        }
        let mut job = LayoutJob::default();
        for piece in &paragraph.pieces {
            let text: String = piece.text.chars().take(left).collect();
            left -= text.chars().count();
            job.append(&text, 0.0, format(ui, piece.look));
        }
        ui.add(Label::new(job).wrap().selectable(true));
    }
}

const fn look(kind: Kind, left_out: bool) -> Look {
    Look { kind, left_out }
}

/// What differs has a ground and a line: a colour alone is not enough. What does not count has the ground of the chip that
/// says why.
fn format(ui: &Ui, Look { kind, left_out }: Look) -> TextFormat {
    let tokens = Tokens::of(ui);
    let font = TextStyle::Body.resolve(ui.style());
    let plain = TextFormat {
        line_height: Some(font.size * 1.6),
        ..TextFormat::simple(font, tokens.strong)
    };
    let plain = if left_out {
        TextFormat {
            background: tokens.calm_fill,
            color: tokens.calm,
            ..plain
        }
    } else {
        plain
    };
    match kind {
        Kind::Same => plain,
        Kind::Changed if left_out => TextFormat {
            underline: Stroke::new(1.5, tokens.related),
            ..plain
        },
        Kind::Changed => TextFormat {
            background: tokens.related_fill,
            underline: Stroke::new(1.5, tokens.related),
            ..plain
        },
        Kind::PassedOver => TextFormat {
            color: tokens.weak,
            italics: true,
            ..plain
        },
    }
}
