//! Pieces of texts: the strong passages of many documents cut each text into pieces, and equal pieces are joined over
//! any number of passages, so that all members of a ring are counted although few pairs of them were aligned.

use super::{PairPassages, Versions};
use crate::overlay::merged;
use crate::parts::Parts;
use crate::{DocumentIndex, Span, each_once};

/// Maximum distance, in characters, of two places that count as one: the end of a passage is uncertain by some
/// characters.
pub(super) const TOLERANCE: u32 = 20;
/// Number of passages over which an end is carried to other documents: from a member of a ring to the document that
/// all were aligned with, from there to another such document, and to its members.
pub(super) const ROUNDS: usize = 3;

/// Link: the two spans of a passage, or of text that is equal in both documents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) a: DocumentIndex,
    pub(super) in_a: Span,
    pub(super) b: DocumentIndex,
    pub(super) in_b: Span,
}

impl Link {
    /// Returns the strong passages of all pairs, without those of documents beyond the number of `documents`.
    pub(super) fn of_passages(documents: usize, pairs: &[PairPassages]) -> Vec<Self> {
        (pairs.iter())
            .filter(|pair| pair.a != pair.b && pair.a.max(pair.b).0 < documents)
            .flat_map(|pair| {
                pair.strong().map(|passage| Self {
                    a: pair.a,
                    in_a: passage.a,
                    b: pair.b,
                    in_b: passage.b,
                })
            })
            .filter(|link| !link.in_a.is_empty() && !link.in_b.is_empty())
            .collect()
    }

    /// Returns the link as the other document sees it.
    pub(super) const fn reversed(self) -> Self {
        Self {
            a: self.b,
            in_a: self.in_b,
            b: self.a,
            in_b: self.in_a,
        }
    }

    /// Returns the offset in `b` that corresponds to an offset in `a` within the passage.
    fn carried(self, place: u32) -> u32 {
        let inside = u64::from(place.clamp(self.in_a.start, self.in_a.end) - self.in_a.start);
        let (from, to) = (u64::from(self.in_a.len()), u64::from(self.in_b.len()));
        let rounded = (inside * to + from / 2) / from.max(1);
        // At most the length of `in_b`.
        self.in_b.start
            + u32::try_from(rounded)
                .unwrap_or(u32::MAX)
                .min(self.in_b.len())
    }
}

/// Pieces of all documents.
pub(super) struct Pieces {
    /// Index of each document's first piece in `spans`, followed by the number of pieces.
    starts: Vec<usize>,
    /// Span of each piece, sorted by document and position; none empty.
    pub(super) spans: Vec<Span>,
    /// Index of the text that each piece belongs to.
    pub(super) texts: Vec<usize>,
    /// Number of documents that have each text; versions of one document count once.
    pub(super) having: Vec<u32>,
}

impl Pieces {
    /// Pieces into which links cut the texts of `documents` documents; ends within the tolerance of each other are one.
    pub(super) fn of(
        documents: usize,
        links: &[Link],
        versions: &Versions,
        tolerance: u32,
        rounds: usize,
    ) -> Self {
        let cuts = cuts(documents, links, tolerance, rounds);
        let mut covered = vec![Vec::new(); documents];
        for link in links {
            covered[link.a].push(link.in_a);
            covered[link.b].push(link.in_b);
        }
        let mut starts = vec![0];
        let mut spans = Vec::new();
        for (cuts, covered) in cuts.iter().zip(covered) {
            let covered = merged(covered);
            spans.extend(cuts.windows(2).filter_map(|ends| {
                let span = Span::new(*ends.first()?, *ends.last()?);
                let middle = middle(span);
                let after = covered.partition_point(|span| span.start <= middle);
                let inside = after
                    .checked_sub(1)
                    .is_some_and(|at| middle < covered[at].end);
                inside.then_some(span)
            }));
            starts.push(spans.len());
        }
        let mut pieces = Self {
            starts,
            spans,
            texts: Vec::new(),
            having: Vec::new(),
        };
        pieces.join(links, versions);
        pieces
    }

    /// Returns the indices of a document's pieces; empty if there is no such document.
    pub(super) fn of_document(&self, document: DocumentIndex) -> std::ops::Range<usize> {
        match self.starts.get(document.0..document.0 + 2) {
            Some(&[start, end]) => start..end,
            _ => 0..0,
        }
    }

    /// Returns the indices of a document's pieces whose middle is within a span.
    pub(super) fn within(&self, document: DocumentIndex, span: Span) -> std::ops::Range<usize> {
        let of_document = self.of_document(document);
        let spans = &self.spans[of_document.clone()];
        let from = spans.partition_point(|piece| middle(*piece) < span.start);
        let to = spans.partition_point(|piece| middle(*piece) < span.end);
        of_document.start + from..of_document.start + to.max(from)
    }

    /// Returns the number of documents that have at least half of a span, versions of one counted once; 0 if none of
    /// it is shared.
    pub(super) fn documents(&self, document: DocumentIndex, span: Span) -> u32 {
        let mut having: Vec<(u32, u32)> = (self.within(document, span))
            .map(|piece| (self.having[self.texts[piece]], self.spans[piece].len()))
            .collect();
        half_reach(&mut having)
    }

    fn join(&mut self, links: &[Link], versions: &Versions) {
        let mut parts = Parts::new(self.spans.len());
        for link in links {
            for piece in self.within(link.a, link.in_a) {
                let span = self.spans[piece];
                let image = Span::new(link.carried(span.start), link.carried(span.end));
                let middle = middle(image);
                let others = self.within(link.b, link.in_b);
                let at = self.spans[others.clone()].partition_point(|other| other.end <= middle);
                let other = others.start + at;
                if other < others.end && alike(image, self.spans[other]) {
                    parts.join(piece, other);
                }
            }
        }
        let mut texts = 0;
        for (piece, first) in parts.firsts().into_iter().enumerate() {
            let text = if first == piece {
                texts
            } else {
                self.texts[first]
            };
            self.texts.push(text);
            texts = texts.max(text + 1);
        }
        let mut standing: Vec<(usize, DocumentIndex)> = Vec::with_capacity(self.spans.len());
        for document in 0..self.starts.len() - 1 {
            let version = versions.first(DocumentIndex(document));
            standing.extend(
                self.of_document(DocumentIndex(document))
                    .map(|piece| (self.texts[piece], version)),
            );
        }
        self.having = vec![0; texts];
        for (text, _) in each_once(standing) {
            self.having[text] += 1;
        }
    }
}

/// Returns the cuts of each document: the ends of its passages, and the ends of passages elsewhere that are carried
/// into it.
fn cuts(documents: usize, links: &[Link], tolerance: u32, rounds: usize) -> Vec<Vec<u32>> {
    let mut cuts: Vec<Vec<u32>> = vec![Vec::new(); documents];
    for link in links {
        cuts[link.a].extend([link.in_a.start, link.in_a.end]);
        cuts[link.b].extend([link.in_b.start, link.in_b.end]);
    }
    for cuts in &mut cuts {
        gather(cuts, tolerance);
    }
    for _ in 0..rounds {
        let mut carried: Vec<Vec<u32>> = vec![Vec::new(); documents];
        for link in links.iter().flat_map(|&link| [link, link.reversed()]) {
            let from = &cuts[link.a];
            let first = from.partition_point(|&cut| cut <= link.in_a.start + tolerance);
            let inside = (from[first..].iter()).take_while(|&&cut| cut + tolerance < link.in_a.end);
            for &cut in inside {
                let place = link.carried(cut);
                if !is_near(&cuts[link.b], place, tolerance) {
                    carried[link.b].push(place);
                }
            }
        }
        let mut more = false;
        for (cuts, mut carried) in cuts.iter_mut().zip(carried) {
            more |= !carried.is_empty();
            gather(&mut carried, tolerance);
            cuts.extend(carried);
            cuts.sort_unstable();
            cuts.dedup();
        }
        if !more {
            break;
        }
    }
    cuts
}

/// Reduces places within the tolerance of each other to the middle one.
fn gather(places: &mut Vec<u32>, tolerance: u32) {
    places.sort_unstable();
    let mut kept = Vec::new();
    let mut rest = places.as_slice();
    while let Some(&first) = rest.first() {
        let near = rest.partition_point(|&place| place <= first.saturating_add(tolerance));
        kept.push(rest[near / 2]);
        rest = &rest[near..];
    }
    kept.dedup();
    *places = kept;
}

fn is_near(cuts: &[u32], place: u32, tolerance: u32) -> bool {
    let after = cuts.partition_point(|&cut| cut + tolerance < place);
    cuts.get(after)
        .is_some_and(|&cut| cut <= place.saturating_add(tolerance))
}

/// Returns whether two spans have at least half of the longer one in common.
fn alike(one: Span, other: Span) -> bool {
    2 * one.common(other).len() >= one.len().max(other.len()).max(1)
}

const fn middle(span: Span) -> u32 {
    span.start + span.len() / 2
}

/// Returns the largest number of documents that at least half of the characters reach. `having` has pairs of a number
/// of documents and a number of characters; sorts them.
pub(super) fn half_reach(having: &mut [(u32, u32)]) -> u32 {
    having.sort_unstable_by(|one, other| other.cmp(one));
    let all: u64 = having
        .iter()
        .map(|&(_, characters)| u64::from(characters))
        .sum();
    let mut reached = 0;
    (having.iter())
        .find(|&&(_, characters)| {
            reached += u64::from(characters);
            2 * reached >= all
        })
        .map_or(0, |&(documents, _)| documents)
}
