//! Measurement of a given pair of spans as a passage: used for the rest of a passage after something was cut off.

use super::align::Matches;
use super::evidence::{are_equal, chance};
use super::tile::tiles;
use super::{Parameters, Passage, PassageKind, Span, Weighed};

/// Returns the spans `in_a` and `in_b` of two texts, measured as one passage. `None` if they have no equal tokens, or if one of them is
/// shorter than the minimum length: 50 characters of Chinese, 150 characters of words.
#[must_use]
pub fn passage_of(a: &Weighed, b: &Weighed, in_a: Span, in_b: Span) -> Option<Passage> {
    let (range_a, range_b) = (a.text.tokens_in(in_a), b.text.tokens_in(in_b));
    let tiles = tiles(a, &range_a, b, &range_b);
    let matches = Matches::of(a, b, &tiles, &range_a, &range_b);
    if matches.tokens == 0 {
        return None;
    }
    let (own, others) = (
        &a.text.tokens[range_a.clone()],
        &b.text.tokens[range_b.clone()],
    );
    let han = own.iter().filter(|token| token.is_han).count();
    let parameters = if 2 * han > own.len() {
        &Parameters::CHINESE
    } else {
        &Parameters::WORDS
    };
    let spans = (a.text.span(&range_a), b.text.span(&range_b));
    if spans.0.len().min(spans.1.len()) < parameters.least_length {
        return None;
    }
    Some(Passage {
        a: spans.0,
        b: spans.1,
        kind: if are_equal(own, others) {
            PassageKind::Identical
        } else {
            PassageKind::Edited
        },
        matched_a: matches.characters_a,
        matched_b: matches.characters_b,
        similarity: matches.similarity(own.len() + others.len()),
        chance: chance(own, others, a.library.as_deref()),
        documents: 2,
    })
}
