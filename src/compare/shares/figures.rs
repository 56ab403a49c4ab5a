//! The figures themselves, for a document and for a pair, and what they are called. Knows nothing of how they are kept up
//! to date.

use serde::{Deserialize, Serialize};

use super::left_out::LeftOut;
use super::overlay::{merged, overlay};
use super::partners::{PairPassages, Partner};
use super::{Choices, Counted, Reason};
use crate::compare::Span;

/// Copied characters over all: a share that keeps both its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Copied {
    /// Characters inside passages, each once.
    pub characters: u32,
    /// All characters that could be.
    pub countable: u32,
}

impl Copied {
    /// The share, 0..=1; 0 of nothing.
    #[must_use]
    pub fn share(self) -> f64 {
        if self.countable == 0 {
            0.0
        } else {
            f64::from(self.characters) / f64::from(self.countable)
        }
    }
}

/// One document's side of a pair: its copied share with the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SideShares {
    /// All passages over all countable characters, whatever was chosen.
    pub gross: Copied,
    /// With the choices.
    pub net: Copied,
    /// Characters of passages that are switched on, and that are left out for no other reason than that they are common
    /// to many documents: what a clique of copiers shares.
    pub common: u32,
}

impl SideShares {
    /// The share that counts, with what is only left out for being common to many documents: 0..=1.
    #[must_use]
    pub fn share_with_common(self) -> f64 {
        Copied {
            characters: self.net.characters + self.common,
            countable: self.net.countable + self.common,
        }
        .share()
    }
}

/// The figures of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PairShares {
    /// Of the first document.
    pub a: SideShares,
    /// Of the second.
    pub b: SideShares,
    /// Passages that count: switched on, and with a character that counts in at least one of the two documents.
    pub passages: u32,
}

/// A document that others' passages are shared with, seen from one of those.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Source {
    /// Position of the source in the check's list.
    pub document: usize,
    /// Position of the pair in the list of pairs.
    pub pair: usize,
    /// The copied share with this source; the same as the pair's.
    pub shares: SideShares,
    /// Characters of `shares.net` that no other source explains.
    pub only: u32,
}

/// What one reason takes out of a document's figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LeftOutBy {
    /// The reason. A character with several is counted under the first.
    pub reason: Reason,
    /// Countable characters that are left out.
    pub countable: u32,
    /// Those of them that stand in passages.
    pub copied: u32,
}

/// The figures of a document over all others: `gross.characters` is `net.characters` and what was left out of it, by
/// reason and by switches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentShares {
    /// Total copied share of all passages over all countable characters, whatever was chosen.
    pub gross: Copied,
    /// Total copied share with the choices.
    pub net: Copied,
    /// What marks left out, in the order of [`Reason`]; only reasons that took a countable character.
    pub left_out: Vec<LeftOutBy>,
    /// Characters in passages that no mark leaves out, but that do not count because passages, pairs or sources are
    /// switched off.
    pub switched_off: u32,
    /// Every document with a countable character in common, the largest net share first, then by gross share and
    /// position; also those that are switched off.
    pub sources: Vec<Source>,
}

/// What of a document's figures no choice can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gross {
    /// Where any passage stands.
    union: Vec<Span>,
    copied: Copied,
    /// Characters in passages with each partner, in their order.
    by_partner: Vec<u32>,
}

impl Gross {
    pub(super) fn of(
        document: usize,
        counted: &Counted,
        partners: &[Partner],
        pairs: &[PairPassages],
    ) -> Self {
        let mut all = Vec::new();
        let mut by_partner = Vec::with_capacity(partners.len());
        for partner in partners {
            let pair = &pairs[partner.pair];
            let spans = merged((pair.passages.iter()).map(|p| pair.span_in(document, p)));
            by_partner.push(spans.iter().map(|&span| counted.within(span)).sum());
            all.extend(spans);
        }
        let union = merged(all);
        let copied = Copied {
            characters: union.iter().map(|&span| counted.within(span)).sum(),
            countable: counted.countable(),
        };
        Self {
            union,
            copied,
            by_partner,
        }
    }
}

/// A document's figures, and its side of each of its pairs in the order of `partners`.
pub(super) fn document_shares(
    document: usize,
    counted: &Counted,
    left_out: &LeftOut,
    gross: &Gross,
    partners: &[Partner],
    pairs: &[PairPassages],
    choices: &Choices,
) -> (DocumentShares, Vec<SideShares>) {
    let within = |span| left_out.within(counted, span);
    let countable = left_out.rank(counted, counted.characters());
    let mut sides = Vec::with_capacity(partners.len());
    let mut layers = Vec::new();
    for ((layer, partner), &gross_characters) in (0_u32..).zip(partners).zip(&gross.by_partner) {
        let pair = &pairs[partner.pair];
        let (mut characters, mut common) = (0, 0);
        if choices.counts_for(document, partner.document) {
            let on = (pair.passages.iter()).filter(|p| choices.passage_counts(pair.a, pair.b, p));
            for span in merged(on.map(|p| pair.span_in(document, p))) {
                characters += within(span);
                common += left_out.common_within(counted, span);
                layers.push((layer, span));
            }
        }
        sides.push(SideShares {
            gross: Copied {
                characters: gross_characters,
                countable: gross.copied.countable,
            },
            net: Copied {
                characters,
                countable,
            },
            common,
        });
    }

    let mut only = vec![0; partners.len()];
    let mut characters = 0;
    for stretch in overlay(layers) {
        let here = within(stretch.span);
        characters += here;
        if let Some(layer) = stretch.only {
            only[layer as usize] += here;
        }
    }

    let reasons = by_reason(counted, left_out, &gross.union);
    let left_out_copied: u32 = reasons.iter().map(|by| by.copied).sum();
    let shares = DocumentShares {
        gross: gross.copied,
        net: Copied {
            characters,
            countable,
        },
        left_out: reasons,
        switched_off: (gross.copied.characters).saturating_sub(left_out_copied + characters),
        sources: sources(partners, &sides, &only),
    };
    (shares, sides)
}

/// Passages of a pair that are switched on and have a character that counts in a document that counts them.
pub(super) fn counting_passages(
    pair: &PairPassages,
    documents: &[Counted],
    left_out: &[LeftOut],
    choices: &Choices,
) -> u32 {
    let counts = |document: usize, source: usize, span: Span| {
        choices.counts_for(document, source)
            && left_out[document].within(&documents[document], span) > 0
    };
    let counting = (pair.passages.iter()).filter(|passage| {
        choices.passage_counts(pair.a, pair.b, passage)
            && (counts(pair.a, pair.b, passage.a) || counts(pair.b, pair.a, passage.b))
    });
    (0_u32..)
        .zip(counting)
        .last()
        .map_or(0, |(last, _)| last + 1)
}

fn sources(partners: &[Partner], sides: &[SideShares], only: &[u32]) -> Vec<Source> {
    let mut sources: Vec<Source> = (partners.iter().zip(sides).zip(only))
        .filter(|((_, side), _)| side.gross.characters > 0)
        .map(|((partner, &shares), &only)| Source {
            document: partner.document,
            pair: partner.pair,
            shares,
            only,
        })
        .collect();
    // All have the same denominators, so characters order as shares do.
    sources.sort_unstable_by(|one, other| {
        let size = |source: &Source| {
            let SideShares { gross, net, .. } = source.shares;
            (net.characters, gross.characters)
        };
        size(other)
            .cmp(&size(one))
            .then_with(|| (one.document, one.pair).cmp(&(other.document, other.pair)))
    });
    sources
}

/// What each reason takes out, all of it and within `copied`, which is a union.
fn by_reason(counted: &Counted, left_out: &LeftOut, copied: &[Span]) -> Vec<LeftOutBy> {
    let mut by = Reason::ALL.map(|reason| LeftOutBy {
        reason,
        countable: 0,
        copied: 0,
    });
    let mut copied = copied.iter().copied().peekable();
    for run in &left_out.runs {
        let by = &mut by[run.reason as usize];
        by.countable += counted.within(run.span);
        while copied.next_if(|span| span.end <= run.span.start).is_some() {}
        // A span that goes on behind the run is left for the next one.
        while let Some(&span) = copied.peek().filter(|span| span.start < run.span.end) {
            by.copied += counted.within(Span {
                start: span.start.max(run.span.start),
                end: span.end.min(run.span.end),
            });
            if span.end > run.span.end {
                break;
            }
            copied.next();
        }
    }
    by.into_iter().filter(|by| by.countable > 0).collect()
}
