//! Figures of a document and of a pair: copied shares. They count identical and edited text of strong passages; reworded text
//! and possible passages have separate figures.

use serde::{Deserialize, Serialize};

use super::left_out::LeftOut;
use super::partners::{PairPassages, Partner};
use super::{Choices, Counted, Reason};
use crate::overlay::{common, merged, overlay};
use crate::{Chance, Degree, DocumentIndex, PairIndex, Passage, Span, Strength, Widespread};
use chachong_citation::Attribution;

/// Copied share as a fraction: copied characters over countable characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Copied {
    /// Number of copied characters (identical or edited inside passages), each counted once; in figures of reworded text or of
    /// possible passages the number of their characters.
    pub characters: u32,
    /// Number of characters that could have been copied: the denominator.
    pub countable: u32,
}

impl Copied {
    /// Returns the share, 0..=1; 0 if nothing is countable.
    #[must_use]
    pub fn share(self) -> f64 {
        if self.countable == 0 {
            0.0
        } else {
            f64::from(self.characters) / f64::from(self.countable)
        }
    }
}

/// Copied shares of one document of a pair: how much of its text is also in the other document. Copied text is identical or edited
/// ([`crate::Degree`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SideShares {
    /// All copied text, whatever the choices, over all countable characters.
    pub gross: Copied,
    /// Copied text that counts under the choices, over all text that counts.
    pub net: Copied,
    /// Number of the copied characters of `net` that are identical; the others are edited.
    pub identical: u32,
    /// Reworded text that counts under the choices, over all text that counts. No other figure depends on it.
    pub reworded: Copied,
    /// Copied text of `net` over all text that counts, both by weight: text that many documents of the folder have weighs less
    /// ([`Widespread`]).
    pub weighted: Copied,
    /// Text in possible passages that counts under the choices, over all text that counts. Text that is also in ticked strong passages
    /// or that `net` counts as copied is left out.
    pub possible: Copied,
}

/// Copied shares of a pair and its numbers of passages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PairShares {
    /// Shares of the first document.
    pub a: SideShares,
    /// Shares of the second document.
    pub b: SideShares,
    /// Number of ticked passages with a character that counts in at least one of the two documents: strong ones, and possible ones that
    /// are listed with them ([`PairPassages::is_listed`]).
    pub passages: u32,
    /// Number of the other ticked possible passages with a character that counts in at least one of the two documents.
    pub possible_passages: u32,
}

/// Source of a document: another document that shares passages with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Source {
    /// Position of the source in the check's list.
    pub document: DocumentIndex,
    /// Index of the pair that the document and the source form.
    pub pair: PairIndex,
    /// Copied shares of the document with this source; the same as the document's side of the pair.
    pub shares: SideShares,
    /// Number of copied characters of `shares.net` that the document shares with no other source.
    pub only: u32,
}

/// Amount of a document's text that is left out for one reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LeftOutBy {
    /// Reason for leaving out. A character with several reasons is counted under the first.
    pub reason: Reason,
    /// Number of countable characters of the document that are left out for this reason.
    pub countable: u32,
    /// Number of those characters that are copied, whatever the choices.
    pub copied: u32,
}

/// Copied shares of a document with all its sources. `gross.characters` is the sum of `net.characters`, `switched_off` and the
/// `copied` characters of all reasons in `left_out`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentShares {
    /// All copied text, whatever the choices, over all countable characters.
    pub gross: Copied,
    /// Copied text that counts under the choices, over all text that counts.
    pub net: Copied,
    /// Number of the copied characters of `net` that are identical in at least one source; the others are edited.
    pub identical: u32,
    /// Text that counts under the choices, is reworded from some source and copied from none, over all text that counts. No
    /// other figure depends on it.
    pub reworded: Copied,
    /// `net` weighted as in [`SideShares::weighted`]: text that many documents of the folder have weighs less.
    pub weighted: Copied,
    /// Text in possible passages that counts under the choices, over all text that counts. Text that is also in ticked strong passages
    /// or that `net` counts as copied is left out.
    pub possible: Copied,
    /// Chance of the strongest ticked passage with copied text that counts in this document; `None` without one.
    pub strongest: Option<Chance>,
    /// Number of the copied characters of `net` in each group of [`Attribution::ALL`], as they stand in this document: neither
    /// cited nor quoted, cited, quoted, cited and quoted. The four numbers add up to `net.characters`.
    #[serde(default)]
    pub by_attribution: [u32; Attribution::ALL.len()],
    /// Amount of text that each reason leaves out, in the order of [`Reason`], without reasons that leave out nothing.
    pub left_out: Vec<LeftOutBy>,
    /// Number of characters that do not count only because their passages, pairs or sources are unticked.
    pub switched_off: u32,
    /// Documents that have copied or reworded text in common with this one, ticked or not, except those of its own submission.
    /// The largest net share comes first; ties are sorted by gross share, reworded characters and position.
    pub sources: Vec<Source>,
}

/// Part of a document's figures that no choice can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gross {
    /// Union of what is copied in the document: sorted, none empty, none touching the next.
    union: Vec<Span>,
    copied: Copied,
    /// Number of characters in passages with each partner, in the partners' order.
    by_partner: Vec<u32>,
}

impl Gross {
    pub(super) fn of(
        document: DocumentIndex,
        counted: &Counted,
        partners: &[Partner],
        pairs: &[PairPassages],
    ) -> Self {
        let mut all = Vec::new();
        let mut by_partner = Vec::with_capacity(partners.len());
        for partner in partners {
            let pair = &pairs[partner.pair.0];
            let passages = pair.passages.iter();
            let spans = merged(passages.flat_map(|p| pair.graded(document, p, Degree::is_copied)));
            by_partner.push(spans.iter().map(|&span| counted.within(span)).sum());
            if !partner.is_own {
                all.extend(spans);
            }
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

/// Returns a document's figures, and its side of each of its pairs in the order of `partners`.
pub(super) fn document_shares(
    document: DocumentIndex,
    counted: &Counted,
    left_out: &LeftOut,
    gross: &Gross,
    partners: &[Partner],
    pairs: &[PairPassages],
    choices: &Choices,
) -> (DocumentShares, Vec<SideShares>) {
    let within = |span| left_out.within(counted, span);
    let sum = |spans: &[Span]| spans.iter().map(|&span| within(span)).sum::<u32>();
    let countable = left_out.rank(counted, counted.characters());
    let net = |characters| Copied {
        characters,
        countable,
    };
    let weigh = |spans: &[Span]| Widespread::weigh(&counted.widespread, spans, within);
    let all_weight = weigh(&[Span::new(0, counted.characters())]);
    let weighted = |spans: &[Span]| Copied {
        characters: weigh(spans),
        countable: all_weight,
    };
    let mut sides = Vec::with_capacity(partners.len());
    let mut layers = Vec::new();
    let mut all_copied = Vec::new();
    let (mut all_identical, mut all_reworded) = (Vec::new(), Vec::new());
    let (mut all_strong, mut all_on) = (Vec::new(), Vec::new());
    let mut strongest: Option<Chance> = None;
    for ((layer, partner), &gross_characters) in (0_u32..).zip(partners).zip(&gross.by_partner) {
        let pair = &pairs[partner.pair.0];
        let on = switched_on(document, partner, pair, choices);
        let strong = || on.iter().filter(|(p, _)| p.strength() == Strength::Strong);
        // Degrees of a possible passage are those of text that was given to all: left out, unless a person counts it.
        let graded = |of: fn(Degree) -> bool| {
            merged(on.iter().flat_map(|(p, _)| pair.graded(document, p, of)))
        };
        let spans = copied_from(document, pair, &on);
        let identical = graded(|degree| degree == Degree::Identical);
        let reworded = graded(|degree| degree == Degree::Reworded);
        let extents = merged(strong().map(|&(_, span)| span));
        let characters = sum(&spans);
        let copied_in = |p: &Passage| copied_within(document, pair, p, within);
        let either = merged(on.iter().map(|&(_, span)| span));
        sides.push(SideShares {
            gross: Copied {
                characters: gross_characters,
                countable: gross.copied.countable,
            },
            net: net(characters),
            identical: sum(&identical),
            reworded: net(sum(&reworded)),
            weighted: weighted(&spans),
            possible: net(sum(&either) - sum(&merged(extents.iter().chain(&spans).copied()))),
        });
        if partner.is_own {
            // What versions of one thesis have in common is the author's own.
            continue;
        }
        let here = on.iter().filter(|(p, _)| copied_in(p) > 0);
        strongest = strongest
            .into_iter()
            .chain(here.map(|(p, _)| p.chance))
            .min();
        layers.extend(spans.iter().map(|&span| (layer, span)));
        all_strong.extend(&spans);
        all_copied.extend(spans);
        all_identical.extend(identical);
        all_reworded.extend(reworded);
        all_strong.extend(extents);
        all_on.extend(either);
    }

    let (characters, only) = explained(layers, partners.len(), within);
    let all_copied = merged(all_copied);
    // What one source has to the letter is not reworded from another.
    let reworded = merged(all_reworded);
    let reworded = sum(&reworded) - sum(&common(&reworded, &all_copied));
    let weighted = weighted(&all_copied);
    let by_attribution = by_attribution(counted, &all_copied, characters, within);
    let reasons = by_reason(counted, left_out, &gross.union);
    let left_out_copied: u32 = reasons.iter().map(|by| by.copied).sum();
    let shares = DocumentShares {
        gross: gross.copied,
        net: net(characters),
        identical: sum(&merged(all_identical)),
        reworded: net(reworded),
        weighted,
        possible: net(sum(&merged(all_on)) - sum(&merged(all_strong))),
        strongest,
        by_attribution,
        left_out: reasons,
        switched_off: (gross.copied.characters).saturating_sub(left_out_copied + characters),
        sources: sources(partners, &sides, &only),
    };
    (shares, sides)
}

/// Returns the passages of a pair that are switched on in `document`, with their sides there.
pub(super) fn switched_on<'p>(
    document: DocumentIndex,
    partner: &Partner,
    pair: &'p PairPassages,
    choices: &Choices,
) -> Vec<(&'p Passage, Span)> {
    let counts = choices.counts_for(document, partner.document);
    (pair.passages.iter())
        .filter(|p| counts && choices.passage_counts(pair.a, pair.b, p))
        .map(|p| (p, pair.span_in(document, p)))
        .collect()
}

/// Returns what is copied in the passages `on` of a pair: sorted, none empty, none touching the next.
pub(super) fn copied_from(
    document: DocumentIndex,
    pair: &PairPassages,
    on: &[(&Passage, Span)],
) -> Vec<Span> {
    merged(
        on.iter()
            .flat_map(|(p, _)| pair.graded(document, p, Degree::is_copied)),
    )
}

/// Returns the number of copied characters that count in a passage's side.
fn copied_within(
    document: DocumentIndex,
    pair: &PairPassages,
    passage: &Passage,
    within: impl Fn(Span) -> u32,
) -> u32 {
    pair.graded(document, passage, Degree::is_copied)
        .map(within)
        .sum()
}

/// Returns the number of copied characters, each counted once, and how many of them each layer alone explains.
fn explained(
    layers: Vec<(u32, Span)>,
    count: usize,
    within: impl Fn(Span) -> u32,
) -> (u32, Vec<u32>) {
    let (mut characters, mut only) = (0, vec![0; count]);
    for stretch in overlay(layers) {
        let here = within(stretch.span);
        characters += here;
        if let Some(layer) = stretch.only {
            only[layer as usize] += here;
        }
    }
    (characters, only)
}

/// Returns the numbers of strong and of possible passages of a pair that count: switched on, with a character that
/// counts in a document for which the pair counts.
pub(super) fn counting_passages(
    pair: &PairPassages,
    documents: &[Counted],
    left_out: &[LeftOut],
    choices: &Choices,
) -> (u32, u32) {
    let counts = |document: DocumentIndex, source: DocumentIndex, span: Span| {
        choices.counts_for(document, source)
            && left_out[document].within(&documents[document], span) > 0
    };
    let (mut strong, mut possible) = (0, 0);
    for passage in &pair.passages {
        if choices.passage_counts(pair.a, pair.b, passage)
            && (counts(pair.a, pair.b, passage.a) || counts(pair.b, pair.a, passage.b))
        {
            if pair.is_listed(passage, choices) {
                strong += 1;
            } else {
                possible += 1;
            }
        }
    }
    (strong, possible)
}

/// Returns how many of the copied characters are in each group; `characters` is their number in all.
fn by_attribution(
    counted: &Counted,
    copied: &[Span],
    characters: u32,
    within: impl Fn(Span) -> u32,
) -> [u32; Attribution::ALL.len()] {
    let mut by = [0; Attribution::ALL.len()];
    for attribution in Attribution::ALL.into_iter().skip(1) {
        let spans = (counted.attributed.iter()).filter(|one| one.attribution == attribution);
        let spans: Vec<Span> = spans.map(|one| one.span).collect();
        by[attribution as usize] = common(copied, &spans).into_iter().map(&within).sum();
    }
    let attributed: u32 = by.iter().sum();
    by[Attribution::None as usize] = characters.saturating_sub(attributed);
    by
}

fn sources(partners: &[Partner], sides: &[SideShares], only: &[u32]) -> Vec<Source> {
    let mut sources: Vec<Source> = (partners.iter().zip(sides).zip(only))
        .filter(|((partner, side), _)| {
            side.gross.characters + side.reworded.characters > 0 && !partner.is_own
        })
        .map(|((partner, &shares), &only)| Source {
            document: partner.document,
            pair: partner.pair,
            shares,
            only,
        })
        .collect();
    // All have the same denominators, so the numbers of characters sort like the shares.
    sources.sort_unstable_by(|one, other| {
        let size = |source: &Source| {
            let SideShares {
                gross,
                net,
                reworded,
                ..
            } = source.shares;
            (net.characters, gross.characters, reworded.characters)
        };
        size(other)
            .cmp(&size(one))
            .then_with(|| (one.document, one.pair).cmp(&(other.document, other.pair)))
    });
    sources
}

/// Returns the amount that each reason takes out, in all and within `copied`, which is a union.
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
        // A span that extends past the run is left for the next one.
        while let Some(&span) = copied.peek().filter(|span| span.start < run.span.end) {
            by.copied += counted.within(span.common(run.span));
            if span.end > run.span.end {
                break;
            }
            copied.next();
        }
    }
    by.into_iter().filter(|by| by.countable > 0).collect()
}
