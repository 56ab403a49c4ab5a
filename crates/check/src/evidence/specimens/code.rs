//! Program code of documents: source files, code cells of notebooks, listings in reports; and what pairs share of it.

use std::borrow::Cow;

use chachong_code::{Comparison, Language, Listing, Tile, listings};
use chachong_import::Format;
use chachong_text::ExclusionReason;
use rayon::prelude::*;

use super::{AlikePlaces, SharedCode, Source, span, thousandths};
use crate::Document;
use crate::evidence::files::Files;
use crate::evidence::{EvidenceItem, Found};

/// Returns the listings of a text.
pub(super) fn code_of(source: Source<'_>) -> Vec<Listing> {
    let stretch = |start: usize, end: usize| chachong_code::Span { start, end };
    let text = source.text;
    match source.format {
        Some(Format::Source) => {
            let ending = source.path.extension().and_then(|ending| ending.to_str());
            let language = ending.and_then(Language::of_ending);
            vec![Listing::of(text, language.unwrap_or(Language::guess(text)))]
        }
        Some(Format::Notebook) => {
            let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
            let mut cells: Vec<chachong_code::Span> = (source.exclusions.iter())
                .filter(|cell| cell.reason == ExclusionReason::Code)
                .map(|cell| stretch(at(cell.start), at(cell.end)))
                .collect();
            cells.sort_unstable_by_key(|cell| cell.start);
            Listing::within(text, &cells, |_| Language::Python)
        }
        Some(Format::Sheet | Format::Csv) => Vec::new(),
        _ => Listing::within(text, &listings(text), Language::guess),
    }
}

/// Returns whether a document is a program by itself, not a text with listings.
fn is_program(document: &Document) -> bool {
    matches!(document.format, Some(Format::Source))
}

/// Returns the pairs whose code counts as shared. Programs are compared with programs, of which only what nearly everybody has
/// was given; all else as listings of a class.
pub(super) fn shared(
    documents: &[Document],
    listings: &[Vec<Listing>],
    files: &Files<'_>,
) -> Vec<Found> {
    let are_programs: Vec<bool> = documents.iter().map(is_program).collect();
    // Where all are programs, nothing has to be set apart.
    let programs: Cow<'_, [Vec<Listing>]> = if are_programs.contains(&false) {
        (listings.iter().zip(&are_programs))
            .map(|(listings, is_program)| {
                if *is_program {
                    listings.clone()
                } else {
                    Vec::new()
                }
            })
            .collect()
    } else {
        listings.into()
    };
    let mut found = pairs(
        &Comparison::of_programs(&programs),
        &programs,
        files,
        &|_, _| true,
    );
    drop(programs);
    if are_programs.contains(&false) {
        let of_listings = |a: usize, b: usize| !(are_programs[a] && are_programs[b]);
        found.extend(pairs(
            &Comparison::of(listings),
            listings,
            files,
            &of_listings,
        ));
    }
    found
}

/// Returns the place of a group of tiles: the same code, with the few changed tokens between its tiles.
fn whole(tiles: &[Tile]) -> AlikePlaces {
    let around = |of: fn(&Tile) -> chachong_code::Span| {
        let start = tiles.iter().map(|tile| of(tile).start).min();
        let end = tiles.iter().map(|tile| of(tile).end).max();
        span(start.unwrap_or_default(), end.unwrap_or_default())
    };
    AlikePlaces {
        a: around(|tile| tile.a.1),
        b: around(|tile| tile.b.1),
    }
}

/// Returns the strong pairs of a comparison among those that are wanted.
fn pairs(
    comparison: &Comparison<'_>,
    listings: &[Vec<Listing>],
    files: &Files<'_>,
    is_wanted: &(dyn Fn(usize, usize) -> bool + Sync),
) -> Vec<Found> {
    let candidates = comparison.candidates().into_par_iter();
    candidates
        .filter(|&(a, b)| files.are_compared(a, b) && is_wanted(a, b))
        .filter_map(|(a, b)| comparison.pair(a, b))
        .filter(|pair| pair.strong)
        .map(|pair| {
            let mut places: Vec<AlikePlaces> = (pair.tiles)
                .chunk_by(|one, next| one.group == next.group)
                .map(whole)
                .collect();
            places.sort_unstable();
            let comments = (pair.comments.iter())
                .map(|comment| AlikePlaces {
                    a: span(comment.a.1.start, comment.a.1.end),
                    b: span(comment.b.1.start, comment.b.1.end),
                })
                .collect();
            let tokens = |document: usize| -> usize {
                let listings = listings[document].iter();
                listings.map(|listing| listing.tokens.len()).sum()
            };
            let item = EvidenceItem::Code(SharedCode {
                tokens: tokens(pair.a).min(tokens(pair.b)),
                share_a: thousandths(pair.share_a),
                share_b: thousandths(pair.share_b),
                places,
                comments,
            });
            ((pair.a, pair.b), item)
        })
        .collect()
}
