//! Measurement of a given pair of spans as a passage: used for the rest of a passage after something was cut off.

use super::evidence::chance;
use super::tile::tiles;
use super::{Parameters, Passage, PassageKind, Span, Weighed};

/// Returns the spans `in_a` and `in_b` of two texts, measured as one passage. `None` if they have no equal tokens, or if one of them is
/// shorter than the minimum length: 50 characters of Chinese, 150 characters of words.
#[must_use]
pub fn passage_of(a: &Weighed, b: &Weighed, in_a: Span, in_b: Span) -> Option<Passage> {
    let (range_a, range_b) = (a.text.tokens_in(in_a), b.text.tokens_in(in_b));
    let (mut tokens, mut matched_a, mut matched_b) = (0, 0, 0);
    let of = |text: &Weighed, token: usize| {
        let token = text.text.tokens[token];
        token.end - token.start
    };
    for (i, j) in tiles(a, &range_a, b, &range_b)
        .iter()
        .flat_map(|tile| tile.pairs())
    {
        tokens += 1;
        matched_a += of(a, i);
        matched_b += of(b, j);
    }
    if tokens == 0 {
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
    let identical =
        own.len() == others.len() && own.iter().zip(others).all(|(x, y)| x.hash == y.hash);
    let share = 2000 * tokens / (own.len() + others.len());
    Some(Passage {
        a: spans.0,
        b: spans.1,
        kind: if identical {
            PassageKind::Identical
        } else {
            PassageKind::Edited
        },
        matched_a,
        matched_b,
        similarity: u16::try_from(share.min(1000)).unwrap_or(1000),
        chance: chance(own, others, a.library.as_deref()),
        documents: 2,
    })
}
