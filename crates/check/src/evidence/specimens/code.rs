//! Program code of documents: source files, code cells of notebooks, listings in reports; and what pairs share of it.

use std::io;
use std::sync::Arc;

use chachong_code::{Comparison, Language, Listing, Tile, listings};
use chachong_compare::{DocumentIndex, GivenText, Span};
use chachong_import::Format;
use chachong_text::ExclusionReason;
use rayon::prelude::*;

use super::{AlikePlaces, SharedCode, Source, thousandths, with_source};
use crate::Document;
use crate::evidence::files::Files;
use crate::evidence::{EvidenceItem, Found};

/// Returns the listings of a text.
pub(super) fn code_of(source: Source<'_>) -> Vec<Listing> {
    let (spans, language) = stretches(source);
    Listing::within(source.text, &spans, |text| {
        language.unwrap_or_else(|| Language::guess(text))
    })
}

/// Returns where the code of a text stands, ascending, and its language; `None` to guess that of each stretch.
fn stretches(source: Source<'_>) -> (Vec<Span>, Option<Language>) {
    match source.format {
        Some(Format::Source) => {
            let ending = source.path.extension().and_then(|ending| ending.to_str());
            let language = ending.and_then(Language::of_ending);
            (vec![Span::of(0, usize::MAX)], language)
        }
        Some(Format::Notebook) => {
            let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
            let mut cells: Vec<Span> = (source.exclusions.iter())
                .filter(|cell| cell.reason == ExclusionReason::Code)
                .map(|cell| Span::of(at(cell.start), at(cell.end)))
                .collect();
            cells.sort_unstable();
            (cells, Some(Language::Python))
        }
        Some(Format::Sheet | Format::Csv) => (Vec::new(), None),
        _ => (listings(source.text), None),
    }
}

/// Code of one document, to be shown.
#[derive(Default)]
pub(crate) struct CodeText {
    /// The whole text.
    pub(crate) text: String,
    /// Where its code stands, ascending.
    pub(crate) stretches: Vec<Span>,
    /// Language of the code; `None` to guess that of each stretch.
    pub(crate) language: Option<Language>,
}

/// Returns the code of a document. Fails where its text can no longer be read.
pub(crate) fn code_text(document: &Document) -> io::Result<CodeText> {
    with_source(document, |source| {
        let (stretches, language) = stretches(source);
        CodeText {
            text: source.text.to_owned(),
            stretches,
            language,
        }
    })
}

/// Code of the checked documents that was handed out, or that half of them have.
pub(in crate::evidence) struct GivenCode {
    /// For each document, whether all its code is given.
    pub(in crate::evidence) entirely: Vec<bool>,
    /// Its size; `None` if it is hardly a line.
    pub(in crate::evidence) sum: Option<GivenText>,
    /// Where it stands in each document, ascending.
    pub(in crate::evidence) places: Vec<Arc<[Span]>>,
}

/// Returns the pairs whose code counts as shared, and what code was handed out. Documents with equal numbers in `submissions`
/// were handed in together; code in `given` was handed out.
pub(super) fn shared(
    listings: &[Vec<Listing>],
    submissions: &[u32],
    given: &[Vec<Listing>],
    files: &Files<'_>,
) -> (Vec<Found>, GivenCode) {
    let comparison = Comparison::of(listings, submissions, given);
    let entirely = (0..listings.len()).map(|document| comparison.is_given(document));
    let entirely = entirely.collect();
    let given: Vec<Arc<[Span]>> = (0..listings.len())
        .map(|document| comparison.given(document).into())
        .collect();
    let of_checked = (listings.iter().zip(&given).enumerate())
        .filter(|(document, (listings, _))| {
            files.is_checked(DocumentIndex(*document)) && !listings.is_empty()
        })
        .map(|(_, (listings, given))| characters_in(listings, given));
    let sum = GivenText::of(of_checked);
    let pairs = comparison.pairs().into_par_iter();
    let found = pairs
        .filter(|&(a, b, _)| files.are_compared(DocumentIndex(a), DocumentIndex(b)))
        .filter_map(|(a, b, score)| comparison.pair(a, b, score))
        .map(|pair| {
            let mut places: Vec<(AlikePlaces, u16)> = (pair.tiles)
                .chunk_by(|one, next| one.group == next.group)
                .map(|tiles| (whole(tiles), weight(tiles)))
                .collect();
            places.sort_unstable();
            let (places, weights) = places.into_iter().unzip();
            let comments = (pair.comments.iter())
                .map(|comment| AlikePlaces {
                    a: comment.a.1,
                    b: comment.b.1,
                })
                .collect();
            let tokens = |document: usize| -> usize {
                let listings = listings[document].iter();
                listings.map(|listing| listing.words.len()).sum()
            };
            let item = EvidenceItem::Code(SharedCode {
                score: thousandths(pair.score),
                tokens: tokens(pair.a).min(tokens(pair.b)),
                share_a: thousandths(pair.share_a),
                share_b: thousandths(pair.share_b),
                places,
                weights,
                comments,
                given: [pair.a, pair.b].map(|document| Arc::clone(&given[document])),
            });
            ((DocumentIndex(pair.a), DocumentIndex(pair.b)), item)
        })
        .collect();
    let places = given;
    (
        found,
        GivenCode {
            entirely,
            sum,
            places,
        },
    )
}

/// Returns the number of characters that the words of code within `spans`, ascending, have.
fn characters_in(listings: &[Listing], spans: &[Span]) -> u32 {
    let words = listings.iter().flat_map(|listing| &listing.words);
    words
        .map(|word| word.span)
        .filter(|word| {
            let next = spans.partition_point(|span| span.end <= word.start);
            (spans.get(next)).is_some_and(|span| span.start <= word.start)
        })
        .map(Span::len)
        .sum()
}

/// Returns the place of a group of tiles: the same code, with the few changed tokens between its tiles.
fn whole(tiles: &[Tile]) -> AlikePlaces {
    let around = |of: fn(&Tile) -> Span| {
        let start = tiles.iter().map(|tile| of(tile).start).min();
        let end = tiles.iter().map(|tile| of(tile).end).max();
        Span {
            start: start.unwrap_or_default(),
            end: end.unwrap_or_default(),
        }
    };
    AlikePlaces {
        a: around(|tile| tile.a.1),
        b: around(|tile| tile.b.1),
    }
}

/// Returns the weight of a group of tiles, in thousandths.
fn weight(tiles: &[Tile]) -> u16 {
    let tokens: usize = tiles.iter().map(|tile| tile.tokens).sum();
    let weights = tiles.iter().map(|tile| tile.weight * tile.tokens as f64);
    thousandths(weights.sum::<f64>() / tokens.max(1) as f64)
}
