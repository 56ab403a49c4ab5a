//! Margin of each bit of a pair's two fingerprints and the terms that made it, computed on a thread and shown for
//! the selected bit.

use chachong_compare::DocumentIndex;
use std::io;
use std::sync::Arc;

use egui::{Key, Modifiers, RichText, Ui};

use crate::async_cache::AsyncCache;
use crate::widgets::labels::made_of_texts;
use crate::widgets::theme::Tokens;
use chachong_check::KeptText;
use chachong_messages::percent;
use chachong_simhash::{Fingerprint, Recipe};
use chachong_text::TermCounts;
use chachong_window_model::command::Command;
use chachong_window_model::page::Page;
use chachong_window_model::pair_view::{PairTab, PairView};
use chachong_window_model::state::State;

/// Maximum number of terms shown for a bit, and of terms shown against it.
const SHOWN: usize = 8;

/// Margin and heaviest terms of one bit of one text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct BitReason {
    /// Margin of the bit: distance of its sum from 0 as a share of the total weight, 0..=1.
    pub(crate) margin: f32,
    /// Heaviest terms whose hash has a 1 at this bit, then those with a 0, each with its weight.
    pub(crate) sides: [Vec<(String, u32)>; 2],
}

/// Reasons for all bits of the two texts, the leftmost (most significant) bit first; empty for a text without a
/// fingerprint.
pub(crate) type BitReasons = [Vec<BitReason>; 2];

/// Key of a pair: generation of the documents, then the two positions.
type Pair = (u64, DocumentIndex, DocumentIndex);

/// Background computation of the bit reasons for the pair page.
pub(crate) type Loader = AsyncCache<Pair, Reasons>;

/// Reasons of all bits, or the reason why a text cannot be read.
pub(crate) type Reasons = Result<Arc<BitReasons>, Arc<str>>;

/// Returns the bit reasons for the pair on the page; `None` while they are being computed, and if the page does not
/// show fingerprints.
pub(crate) fn poll(loader: &mut Loader, state: &State, context: &egui::Context) -> Option<Reasons> {
    loader.load(wanted(state), state, context, |&(_, a, b)| {
        let (a, b) = (
            state.check.kept_text(a)?.clone(),
            state.check.kept_text(b)?.clone(),
        );
        let recipe = state.check.result.recipe;
        Some(move || {
            let both = reasons(&a, recipe).and_then(|a| Ok([a, reasons(&b, recipe)?]));
            both.map(Arc::new).map_err(|error| error.to_string().into())
        })
    })
}

/// Returns the pair whose fingerprints the page shows; `None` if it shows none, or if a document was not read.
pub(crate) fn wanted(state: &State) -> Option<Pair> {
    let (Page::Pair(a, b), PairTab::Fingerprints) = (state.page, state.pair.tab) else {
        return None;
    };
    let are_read = state.check.kept_text(a).is_some() && state.check.kept_text(b).is_some();
    are_read.then_some((state.check.generation, a, b))
}

fn reasons(kept: &KeptText, recipe: Recipe) -> io::Result<Vec<BitReason>> {
    let (text, normalized) = (kept.text()?, kept.normalized()?);
    let terms = TermCounts::of(&text, &normalized, recipe.term_rule());
    let Some(explanation) = recipe.explain(&terms) else {
        return Ok(Vec::new());
    };
    let print = explanation.fingerprint();
    let reason = |bit: u32| {
        let deciding = explanation.deciding(bit, SHOWN);
        let [agreeing, opposing] = [deciding.agreeing, deciding.opposing].map(|terms| {
            (terms.iter())
                .map(|term| (term.text.to_owned(), term.weight))
                .collect()
        });
        let is_one = print.0 >> bit & 1 == 1;
        BitReason {
            margin: length(explanation.margin(bit as usize)),
            sides: if is_one {
                [agreeing, opposing]
            } else {
                [opposing, agreeing]
            },
        }
    };
    Ok((0..Fingerprint::BITS).rev().map(reason).collect())
}

/// Converts a share to the single precision that drawing uses.
#[expect(clippy::cast_possible_truncation, reason = "0..=1")]
const fn length(share: f64) -> f32 {
    share as f32
}

/// Returns the selected bit, 0 the leftmost: the chosen one, else the first that differs, else bit 0.
pub(crate) fn selected(state: &State, a: Fingerprint, b: Fingerprint) -> u32 {
    let first = (a.0 ^ b.0).leading_zeros() % Fingerprint::BITS;
    state.pair.bit.unwrap_or(first).min(Fingerprint::BITS - 1)
}

/// Draws the terms behind the selected bit for both documents; the left and right arrow keys change the bit.
pub(crate) fn bit_terms_ui(
    ui: &mut Ui,
    state: &State,
    prints: [Fingerprint; 2],
    (bit, reasons): (u32, Option<&Reasons>),
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    if ui.memory(egui::Memory::focused).is_none() {
        let pressed = |key| ui.input_mut(|i| i.consume_key(Modifiers::NONE, key));
        let last = Fingerprint::BITS - 1;
        let step = match (pressed(Key::ArrowLeft), pressed(Key::ArrowRight)) {
            (true, false) => Some(bit.checked_sub(1).unwrap_or(last)),
            (false, true) => Some(if bit == last { 0 } else { bit + 1 }),
            _ => None,
        };
        if step.is_some() {
            commands.push(Command::ShowPair(PairView {
                bit: step,
                ..state.pair
            }));
        }
    }
    let block = bit / 16 + 1;
    let values: [(&str, &dyn std::fmt::Display); 2] = [("block", &block), ("bit", &(bit % 16 + 1))];
    tokens.card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.strong(language.fill("bit.title", &values));
            ui.weak(RichText::new(language.text("bit.keys")).small());
        });
        let Some(reasons) = made_of_texts(ui, reasons, language) else {
            return;
        };
        ui.columns(2, |columns| {
            for (side, ui) in columns.iter_mut().enumerate() {
                let Some(reason) = reasons[side].get(bit as usize) else {
                    continue;
                };
                let one = prints[side].0 >> (Fingerprint::BITS - 1 - bit) & 1;
                let label = ["A", "B"][side];
                let margin = percent(reason.margin.into());
                let values: [(&str, &dyn std::fmt::Display); 3] =
                    [("label", &label), ("bit", &one), ("margin", &margin)];
                ui.label(language.fill("bit.value", &values));
                for (value, terms) in [(1, &reason.sides[0]), (0, &reason.sides[1])] {
                    side_ui(ui, state, value, terms, value == one);
                }
            }
        });
        ui.weak(language.text("bit.note"));
    });
}

/// Draws the terms that speak for one value (0 or 1) of a bit.
fn side_ui(ui: &mut Ui, state: &State, value: u64, terms: &[(String, u32)], won: bool) {
    let tokens = Tokens::of(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 10.0;
        ui.weak(state.language.fill("bit.for", &[("value", &value)]));
        for (term, weight) in terms {
            let ink = if won { tokens.strong } else { tokens.weak };
            ui.colored_label(ink, format!("{term} {weight}"));
        }
        if terms.is_empty() {
            ui.weak("–");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_check::fingerprint;
    use chachong_import::decode_text;

    #[test]
    fn the_words_give_the_fingerprint_that_is_shown() {
        let text = "社区图书馆的夜间开放服务，许多街道都有读者，馆员值班到深夜，读者在图书馆读书。";
        let extracted = decode_text(text.as_bytes()).unwrap();
        let content = fingerprint(&extracted);
        let print = content.fingerprint.unwrap();
        let reasons = reasons(&content.text, Recipe::THESIS).unwrap();
        assert_eq!(reasons.len(), 64);
        for (bit, reason) in (0..).zip(&reasons) {
            let weight = |side: usize| reason.sides[side].iter().map(|t| t.1).sum::<u32>();
            // A text this short has so few terms that on each side all are shown.
            if reason.sides.iter().all(|side| side.len() < SHOWN) {
                let is_one = print.0 >> (63 - bit) & 1 == 1;
                assert_eq!(weight(0) > weight(1), is_one, "{bit}: {reason:?}");
            }
        }
        assert!(
            reasons
                .iter()
                .any(|r| r.sides.concat().iter().any(|t| t.0 == "图书馆" && t.1 == 2))
        );
    }
}
