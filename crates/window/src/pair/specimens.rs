//! Measured values and formulas that both documents of a pair contain, side by side.

use egui::{Align, FontFamily, FontId, Frame, Label, Layout, Margin, RichText, TextStyle, Ui};

use crate::pair::kept_texts::KeptTexts;
use crate::widgets::theme::{GAP, SMALL_GAP, Tokens};
use chachong_check::{AlikePlaces, EvidenceItem};
use chachong_compare::{DocumentPair, Span};
use chachong_measurements::Relation;
use chachong_messages::place;
use chachong_window_model::state::State;

/// Maximum number of places shown of one kind.
const SHOWN: usize = 100;
/// Number of characters shown before and after a measured value.
const AROUND: u32 = 16;

/// Draws the places of the measured values or formulas that a pair shares; nothing for other evidence. `loaded` is `None` until
/// both texts are read.
pub(crate) fn places_ui(
    ui: &mut Ui,
    state: &State,
    pair: DocumentPair,
    item: &EvidenceItem,
    loaded: Option<&KeptTexts>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    if !matches!(item, EvidenceItem::Formulas(_) | EvidenceItem::Readings(_)) {
        return;
    }
    let texts = match loaded {
        None => {
            ui.spinner();
            return;
        }
        Some(Err(reason)) => {
            ui.label(RichText::new(reason.as_ref()).color(tokens.near));
            return;
        }
        Some(Ok(texts)) => texts.as_ref(),
    };
    match item {
        EvidenceItem::Formulas(shared) => formulas_ui(ui, state, pair, texts, &shared.places),
        EvidenceItem::Readings(shared) => {
            for series in &shared.series {
                ui.add_space(GAP);
                let heading = match series.relation {
                    Relation::Equal => language.text("evidence.series-equal"),
                    Relation::Factor(number) => {
                        language.fill("evidence.series-factor", &[("number", &number)])
                    }
                    Relation::Offset(number) => {
                        language.fill("evidence.series-offset", &[("number", &number)])
                    }
                };
                ui.strong(heading);
                readings_ui(ui, texts, &series.places);
                more_ui(ui, state, series.places.len());
            }
        }
        _ => {}
    }
}

/// Draws the number of places that are not shown; nothing if all are.
fn more_ui(ui: &mut Ui, state: &State, count: usize) {
    if let more @ 1.. = count.saturating_sub(SHOWN) {
        ui.weak((state.language).fill("evidence.more-places", &[("count", &more)]));
    }
}

/// Draws equal formulas, one below the other, each with its place in both documents.
fn formulas_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    texts: &[Vec<char>; 2],
    places: &[AlikePlaces],
) {
    let tokens = Tokens::of(ui);
    let pages = [a, b].map(|position| {
        let content = state.check.result.document(position)?.content()?;
        Some(content.pages.as_slice())
    });
    let fills = [tokens.related_fill, tokens.calm_fill, tokens.possible_fill];
    for (number, alike) in places.iter().take(SHOWN).enumerate() {
        ui.add_space(SMALL_GAP);
        ui.columns(2, |columns| {
            let sides = [("A", alike.a), ("B", alike.b)].into_iter().enumerate();
            for (ui, (side, (name, span))) in columns.iter_mut().zip(sides) {
                let at = place(pages[side].unwrap_or_default(), span, state.language);
                ui.weak(RichText::new(format!("{}. {name}: {at}", number + 1)).small());
                let code = code_of(&texts[side], span);
                let frame = Frame::new()
                    .fill(fills[number % fills.len()])
                    .corner_radius(4)
                    .inner_margin(Margin::same(6));
                frame.show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    // Columns justify their texts, which would take the indentation away.
                    ui.with_layout(Layout::top_down(Align::LEFT), |ui| {
                        ui.add(Label::new(RichText::new(code).font(code_font(ui))).wrap());
                    });
                });
            }
        });
    }
    more_ui(ui, state, places.len());
}

fn code_font(ui: &Ui) -> FontId {
    let size = ui.text_style_height(&TextStyle::Small) * 0.85;
    FontId::new(size, FontFamily::Monospace)
}

/// Draws measured values in two columns, each within its surrounding text.
fn readings_ui(ui: &mut Ui, texts: &[Vec<char>; 2], places: &[AlikePlaces]) {
    for alike in places.iter().take(SHOWN) {
        ui.columns(2, |columns| {
            for (ui, (text, span)) in columns.iter_mut().zip(texts.iter().zip([alike.a, alike.b])) {
                reading_ui(ui, text, span);
            }
        });
    }
}

fn reading_ui(ui: &mut Ui, text: &[char], span: Span) {
    let tokens = Tokens::of(ui);
    let between = |from, to| {
        // A row of a table stays one line.
        stretch(text, from, to).replace(['\n', '\t'], "  ")
    };
    let (before, after) = (span.start.saturating_sub(AROUND), span.end + AROUND);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SMALL_GAP;
        let weak = |text: String| RichText::new(text).small().color(tokens.weak);
        ui.label(weak(between(before, span.start)));
        let value = RichText::new(between(span.start, span.end)).strong();
        ui.label(value.background_color(tokens.related_fill));
        ui.add(Label::new(weak(between(span.end, after))).truncate());
    });
}

/// Returns a stretch of a text, cut off at the end of the text.
fn stretch(text: &[char], from: u32, to: u32) -> String {
    let at = |offset: u32| {
        usize::try_from(offset)
            .unwrap_or(usize::MAX)
            .min(text.len())
    };
    let stretch = &text[at(from)..at(to).max(at(from))];
    stretch.iter().filter(|c| **c != '\r').collect()
}

/// Returns the code of a span without the margin of its first line; tabs become four spaces.
fn code_of(text: &[char], span: Span) -> String {
    let start = usize::try_from(span.start)
        .unwrap_or(usize::MAX)
        .min(text.len());
    let before = text[..start].iter().rev();
    let margin: usize = before
        .take_while(|c| matches!(c, ' ' | '\t'))
        .map(|c| if *c == '\t' { 4 } else { 1 })
        .sum();
    let code = stretch(text, span.start, span.end).replace('\t', "    ");
    let lines = code.split('\n').enumerate().map(|(number, line)| {
        let spaces = line.len() - line.trim_start_matches(' ').len();
        let taken = if number == 0 { 0 } else { margin.min(spaces) };
        line.get(taken..).unwrap_or_default()
    });
    lines.collect::<Vec<&str>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_keeps_its_form_without_the_margin() {
        let text: Vec<char> = "\tif x:\r\n\t\ty = 1\n\n  z".chars().collect();
        let code = |start, end| code_of(&text, Span { start, end });
        assert_eq!(code(1, 99), "if x:\n    y = 1\n\nz");
        assert_eq!(code(0, 6), "    if x:");
        assert_eq!(code(99, 99), "");
    }
}
