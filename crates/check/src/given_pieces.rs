//! Pieces of the assignment ("given" text): each text that counts as handed out, listed once with all places where it stands.
//!
//! The documents' marks say where given text stands; a piece joins marked stretches with the same text. Each marked character
//! belongs to exactly one place of one piece.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use chachong_compare::{
    Choices, DocumentIndex, Reason, SharedText, Span, TextDecision, each_once, merged, without,
};

use crate::{CheckResult, KeptText, Origin, SharedTexts};

/// Number of characters that are compared at once to find stretches that say the same.
const GRAM: usize = 6;
/// Maximum number of characters between two stretches of one piece.
const FILLED_IN: u32 = 20;

/// Reason why a text counts as handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GivenSource {
    /// The text occurs in a file that the person named as an assignment file.
    File,
    /// At least half of the checked documents have the text.
    Documents,
    /// The text is program code that occurs in at least half of the programs, or in code that the person named as handed out.
    Code,
    /// The person decided that the text was handed out.
    Decided,
}

/// Text of the assignment that occurs in the checked documents, with the reason why it counts as handed out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenPiece {
    /// Places of the text, number of documents that have it, and its length where it is longest.
    pub text: SharedText,
    /// Reason why the text counts as handed out.
    pub source: GivenSource,
    /// Document where the text is longest, and its spans there, sorted, without what a student filled in between.
    pub shown: (DocumentIndex, Vec<Span>),
}

/// Text of one checked document, with the spans that count as handed out.
#[derive(Clone, Debug)]
pub struct GivenIn {
    document: DocumentIndex,
    text: KeptText,
    /// Spans of each source, sorted by position, none overlapping another.
    spans: Vec<(GivenSource, Span)>,
}

/// All pieces of the assignment; those that only a person marked as handed out stand last.
#[derive(Clone, Debug, Default)]
pub struct GivenPieces {
    texts: Arc<SharedTexts>,
    sources: Vec<(GivenSource, (DocumentIndex, Vec<Span>))>,
}

impl GivenPieces {
    /// Joins given spans with the same text into pieces, and adds the texts that a person marked as handed out. A document whose
    /// text cannot be read any more contributes no spans.
    #[must_use]
    pub fn of(given: &[GivenIn], choices: &Choices) -> Self {
        let read: Vec<Stretch> = given.iter().flat_map(GivenIn::stretches).collect();
        Self::from_pieces(pieces(read), choices)
    }

    fn from_pieces(mut pieces: Vec<GivenPiece>, choices: &Choices) -> Self {
        let known: BTreeSet<_> = (pieces.iter())
            .filter_map(|piece| choices.decided_text(&piece.text))
            .collect();
        let decided = (choices.decided_texts())
            .filter(|text| text.decision() == TextDecision::Template && !known.contains(text))
            .filter_map(|text| {
                let places = text.places();
                let of_documents = places.chunk_by(|one, next| one.0 == next.0);
                let shown = of_documents.map(|places| {
                    let spans = merged(places.iter().map(|&(_, span)| span));
                    (places[0].0, spans)
                });
                let shown = shown.max_by_key(|(_, spans)| length(spans))?;
                Some(GivenPiece {
                    text: SharedText::at(places.to_vec(), length(&shown.1)),
                    source: GivenSource::Decided,
                    shown,
                })
            });
        let decided: Vec<GivenPiece> = decided.collect();
        pieces.extend(decided);
        Self {
            sources: (pieces.iter())
                .map(|piece| (piece.source, piece.shown.clone()))
                .collect(),
            texts: Arc::new(SharedTexts::from(
                (pieces.into_iter().map(|piece| piece.text)).collect::<Vec<_>>(),
            )),
        }
    }

    /// Returns the texts of all pieces; [`Self::source`] and [`Self::shown`] take positions in this list.
    #[must_use]
    pub const fn texts(&self) -> &Arc<SharedTexts> {
        &self.texts
    }

    /// Returns the reason why the piece at a position counts as handed out; `None` beyond the last piece.
    #[must_use]
    pub fn source(&self, position: usize) -> Option<GivenSource> {
        Some(self.sources.get(position)?.0)
    }

    /// Returns the document and its spans that show the piece at a position in full, and nothing else; `None` beyond the last piece.
    #[must_use]
    pub fn shown(&self, position: usize) -> Option<(DocumentIndex, &[Span])> {
        let (_, (document, spans)) = self.sources.get(position)?;
        Some((*document, spans.as_slice()))
    }
}

impl CheckResult {
    /// Returns the checked documents with text or code that counts as handed out, by position, each with its spans.
    #[must_use]
    pub fn given_places(&self) -> Vec<GivenIn> {
        let documents = (0..).map(DocumentIndex).zip(self.documents.iter());
        documents
            .filter(|(_, document)| document.origin == Origin::Checked)
            .filter_map(|(position, document)| {
                let text = document.content()?.text.clone();
                let mut spans = self.given_spans(position);
                spans.sort_unstable_by_key(|(_, span)| *span);
                (!spans.is_empty()).then_some(GivenIn {
                    document: position,
                    text,
                    spans,
                })
            })
            .collect()
    }

    /// Returns whether at least half of a text counts as handed out in one of its places, regardless of a person's decision about
    /// it.
    #[must_use]
    pub fn is_given(&self, text: &SharedText) -> bool {
        text.places.iter().any(|&(document, span)| {
            let given: u32 = (self.given_spans(document).iter())
                .map(|(_, given)| given.common(span).len())
                .sum();
            2 * given >= span.len()
        })
    }

    /// Returns whether a text is program code that several documents share or that counts as handed out.
    #[must_use]
    pub fn is_code(&self, text: &SharedText) -> bool {
        text.places.iter().any(|&(document, span)| {
            self.evidence.shared_code.at(document, span).is_some()
                || (self.given_spans(document).into_iter())
                    .any(|(source, given)| source == GivenSource::Code && given.overlaps(span))
        })
    }

    fn given_spans(&self, position: DocumentIndex) -> Vec<(GivenSource, Span)> {
        let counted = (self.copies()).and_then(|(copies, _)| copies.counted.get(position.0));
        let of = |meant: Reason| {
            counted.map_or_else(Vec::new, |counted| counted.marked(|reason| reason == meant))
        };
        let of_files = of(Reason::Templates);
        let common = of(Reason::Common);
        let code = merged(self.evidence.given_in(position).iter().copied());
        let text = merged(of_files.iter().chain(&common).copied());
        let of_source = |source| move |span| (source, span);
        let common = common.iter().flat_map(|&span| without(span, &of_files));
        let code = code.iter().flat_map(|&span| without(span, &text));
        (common.map(of_source(GivenSource::Documents)))
            .chain(code.map(of_source(GivenSource::Code)))
            .chain(of_files.iter().copied().map(of_source(GivenSource::File)))
            .collect()
    }
}

impl GivenIn {
    fn stretches(&self) -> Vec<Stretch> {
        let Ok(text) = self.text.text() else {
            return Vec::new();
        };
        let characters: Vec<char> = text.chars().collect();
        // A name or a number that a student filled in does not part a piece.
        let is_near = |one: &(GivenSource, Span), next: &(GivenSource, Span)| {
            one.0 == next.0 && next.1.start <= one.1.end + FILLED_IN
        };
        (self.spans.chunk_by(is_near))
            .filter_map(|run| {
                let spans = run.iter().map(|&(_, span)| span).collect();
                Stretch::of(&characters, self.document, spans, run.first()?.0)
            })
            .collect()
    }
}

/// Stretch of a document that was taken for given, except what a student filled in.
struct Stretch {
    source: GivenSource,
    document: DocumentIndex,
    /// Spans of the document that were taken for given, by position; none is empty.
    spans: Vec<Span>,
    /// Hashes of the runs of [`GRAM`] characters that are no white space, sorted, each once.
    grams: Vec<u64>,
}

impl Stretch {
    /// Returns a stretch of a text; `None` if it is empty or ends beyond the text.
    fn of(
        text: &[char],
        document: DocumentIndex,
        spans: Vec<Span>,
        source: GivenSource,
    ) -> Option<Self> {
        let (start, end) = (spans.first()?.start as usize, spans.last()?.end as usize);
        text.get(start..end)?;
        let letters: Vec<char> = (spans.iter())
            .flat_map(|span| &text[span.start as usize..span.end as usize])
            .copied()
            .filter(|letter| !letter.is_whitespace())
            .collect();
        let grams = letters.windows(GRAM.clamp(1, letters.len().max(1)));
        let hash = |gram: &[char]| {
            let mut hasher = DefaultHasher::new();
            gram.hash(&mut hasher);
            hasher.finish()
        };
        Some(Self {
            source,
            document,
            spans,
            grams: each_once(grams.map(hash)),
        })
    }
}

/// Joins the stretches of one source that say the same: of the shorter one at least half stands in the longest.
fn pieces(mut stretches: Vec<Stretch>) -> Vec<GivenPiece> {
    stretches.sort_by_key(|one| {
        (
            one.source,
            Reverse(one.grams.len()),
            one.document,
            one.spans.first().copied(),
        )
    });
    let mut pieces: Vec<GivenPiece> = Vec::new();
    let mut with_gram: HashMap<(GivenSource, u64), Vec<usize>> = HashMap::new();
    for stretch in stretches {
        let mut votes: BTreeMap<usize, usize> = BTreeMap::new();
        for gram in &stretch.grams {
            for &piece in with_gram
                .get(&(stretch.source, *gram))
                .into_iter()
                .flatten()
            {
                *votes.entry(piece).or_default() += 1;
            }
        }
        let best = votes
            .into_iter()
            .max_by_key(|&(piece, votes)| (votes, Reverse(piece)));
        let places = (stretch.spans.iter()).map(|&span| (stretch.document, span));
        if let Some((piece, _)) = best.filter(|&(_, votes)| 2 * votes >= stretch.grams.len()) {
            pieces[piece].text.places.extend(places);
            continue;
        }
        for &gram in &stretch.grams {
            (with_gram.entry((stretch.source, gram)).or_default()).push(pieces.len());
        }
        pieces.push(GivenPiece {
            text: SharedText::at(places.collect(), length(&stretch.spans)),
            source: stretch.source,
            shown: (stretch.document, stretch.spans),
        });
    }
    for piece in &mut pieces {
        let places = std::mem::take(&mut piece.text.places);
        piece.text = SharedText::at(places, piece.text.characters);
    }
    pieces.sort_by_key(|piece| {
        let (document, spans) = &piece.shown;
        let first = (*document, spans.first().copied());
        (piece.source, Reverse(piece.text.weight()), first)
    });
    pieces
}

/// Returns the number of characters of spans that do not overlap.
fn length(spans: &[Span]) -> u32 {
    spans.iter().map(|span| span.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_import::{Extracted, decode_text};
    use proptest::prelude::*;

    fn stretches(documents: &[(&str, &[Span])]) -> Vec<Stretch> {
        let documents = (0..).map(DocumentIndex).zip(documents);
        documents
            .flat_map(|(document, (text, spans))| {
                let spans = spans.iter().map(|&span| (GivenSource::Documents, span));
                let text = Extracted {
                    text: (*text).to_owned(),
                    ..decode_text(b"x").unwrap()
                };
                let given = GivenIn {
                    document,
                    text: KeptText::new(&text),
                    spans: spans.collect(),
                };
                given.stretches()
            })
            .collect()
    }

    #[test]
    fn what_several_documents_were_given_is_one_piece() {
        let task = "Describe the experiment and compute the error.";
        let filled = "Describe the experiment: mine and compute the error.";
        let other = "Name the parts of a leaf.";
        let found = pieces(stretches(&[
            (task, &[Span::new(0, 46)]),
            (other, &[Span::new(0, 25)]),
            (filled, &[Span::new(0, 23), Span::new(30, 52)]),
        ]));
        let places: Vec<usize> = found.iter().map(|piece| piece.text.places.len()).collect();
        assert_eq!(places, [3, 1], "the longest first, and both parts of it");
        assert_eq!((found[0].text.documents, found[0].text.characters), (2, 46));
        assert_eq!(found[0].shown, (DocumentIndex(0), vec![Span::new(0, 46)]));
    }

    #[test]
    fn a_piece_is_shown_without_what_was_filled_in() {
        let spans = [Span::new(0, 23), Span::new(30, 52)];
        let filled = "Describe the experiment: mine and compute the error.";
        let found = pieces(stretches(&[(filled, &spans)]));
        assert_eq!(found[0].shown, (DocumentIndex(0), spans.to_vec()));
        assert_eq!(found[0].text.characters, 45);
    }

    proptest! {
        #[test]
        fn pieces_cover_exactly_the_marked_characters(
            documents in prop::collection::vec(
                ("[ab 夜间。]{0,60}", prop::collection::vec((0_u32..60, 0_u32..20), 0..4)),
                0..6,
            ),
        ) {
            let documents: Vec<(String, Vec<Span>)> = (documents.into_iter())
                .map(|(text, spans)| {
                    let length = u32::try_from(text.chars().count()).unwrap();
                    let spans = spans.into_iter().map(|(start, length)| Span::new(start, start + length));
                    let inside = spans.map(|one| Span::new(one.start.min(length), one.end.min(length)));
                    (text.clone(), merged(inside))
                })
                .collect();
            let given: Vec<(&str, &[Span])> = (documents.iter())
                .map(|(text, spans)| (text.as_str(), spans.as_slice()))
                .collect();
            let mut covered: Vec<(DocumentIndex, Span)> = (pieces(stretches(&given)).into_iter())
                .flat_map(|piece| piece.text.places)
                .collect();
            covered.sort_unstable();
            let marked: Vec<(DocumentIndex, Span)> = (0..)
                .map(DocumentIndex)
                .zip(&documents)
                .flat_map(|(document, (_, spans))| spans.iter().map(move |&span| (document, span)))
                .collect();
            prop_assert_eq!(covered, marked);
        }
    }
}
