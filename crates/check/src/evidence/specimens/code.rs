//! Program code of documents (source files, code cells of notebooks, listings in reports), and the code that pairs share.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::iter::repeat_n;
use std::sync::Arc;

use chachong_code::{
    Comparison, DecidedCode, Language, Listing, Pair, SharedCode as SharedCodePlaces, Tile,
    listings,
};
use chachong_compare::{
    Choices, DocumentIndex, DocumentPair, GivenText, LEAST_BASE, SharedText, Span, TextDecision,
    merged, touches, without,
};
use chachong_import::Format;
use chachong_text::ExclusionReason;
use rayon::prelude::*;

use super::{AlikePlaces, DocumentSpecimens, SharedCode, Source, thousandths, with_source};
use crate::evidence::files::Files;
use crate::evidence::{DocumentsPair, Evidence, EvidenceItem, Found};
use crate::{Copies, Document};

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
            let language = ending.and_then(|ending| Language::of_file(ending, source.text));
            (vec![Span::of(0, usize::MAX)], language)
        }
        Some(Format::Notebook) => {
            let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
            let mut cells: Vec<Span> = (source.exclusions.iter())
                .filter(|cell| cell.reason == ExclusionReason::Code)
                .map(|cell| Span::of(at(cell.start), at(cell.end)))
                .collect();
            cells.sort_unstable();
            let mut code = String::new();
            let mut rest = source.text.chars();
            let mut at = 0;
            for cell in &cells {
                let cell = cell.indices();
                code.extend((rest.by_ref().skip(cell.start.saturating_sub(at))).take(cell.len()));
                at = at.max(cell.end);
            }
            let stated = source.code_language.and_then(Language::of_ending);
            let language = stated.unwrap_or_else(|| Language::of_notebook(&code));
            (cells, Some(language))
        }
        Some(Format::Sheet | Format::Csv) => (Vec::new(), None),
        _ => (listings(source.text), None),
    }
}

/// Text of one document with the places of its code, to be shown.
#[derive(Default)]
pub(crate) struct CodeText {
    /// Whole text of the document.
    pub(crate) text: String,
    /// Spans of code in the text, ascending.
    pub(crate) stretches: Vec<Span>,
    /// Language of the code; `None` if it must be guessed for each span.
    pub(crate) language: Option<Language>,
}

/// Returns the text of a document with the places of its code. Fails if the text cannot be read again.
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

/// Returns whether each document is a report: it has enough prose of its own, beside its listings and what the assignment gave, to be
/// judged by. Empty without `copies`.
pub(super) fn reports(listings: &[Vec<Listing>], copies: Option<&Copies>) -> Vec<bool> {
    let counted = copies.map_or(&[][..], |copies| &copies.counted);
    (listings.iter().zip(counted))
        .map(|(listings, counted)| {
            let code = listings.iter().filter_map(|listing| {
                let (first, last) = (listing.words.first()?, listing.words.last()?);
                Some(Span::new(first.span.start, last.span.end))
            });
            let others = merged(counted.marked(|_| true).into_iter().chain(code));
            let others: u32 = others.into_iter().map(|span| counted.within(span)).sum();
            counted.countable().saturating_sub(others) >= LEAST_BASE
        })
        .collect()
}

/// Returns the code on which a person decided: the parts of listings that stand at the decided places.
fn decided_code(listings: &[Vec<Listing>], choices: &Choices) -> DecidedCode {
    let mut decided = DecidedCode::default();
    for text in choices.decided_texts() {
        let of_documents = text.places().chunk_by(|one, next| one.0 == next.0);
        let parts = of_documents.map(|places| {
            let of_document = listings.get(places[0].0.0).into_iter().flatten();
            let parts = of_document.flat_map(|listing| {
                let parts = places.iter().map(|(_, place)| listing.part(*place));
                parts.flatten()
            });
            parts.collect::<Vec<Listing>>()
        });
        let piece: Vec<Vec<Listing>> = parts.filter(|parts| !parts.is_empty()).collect();
        if !piece.is_empty() {
            match text.decision() {
                TextDecision::Template => decided.given.push(piece),
                TextDecision::Counts => decided.counted.push(piece),
            }
        }
    }
    decided
}

/// Returns the pairs whose code counts as shared, and the evidence about code without its pairs. Documents with equal numbers in
/// `submissions` were handed in together; code in `handed_out` was handed out, and `choices` have what a person decided.
pub(super) fn shared(
    listings: &[Vec<Listing>],
    (submissions, reports): (&[u32], &[bool]),
    handed_out: &[Vec<Listing>],
    choices: &Choices,
    files: &Files<'_>,
) -> (Vec<Found>, Evidence) {
    let of_class = Comparison::with_decided(
        listings,
        submissions,
        reports,
        handed_out,
        &DecidedCode::default(),
    );
    let decided = decided_code(listings, choices);
    let under_decisions = (decided != DecidedCode::default())
        .then(|| Comparison::with_decided(listings, submissions, reports, handed_out, &decided));
    let comparison = under_decisions.as_ref().unwrap_or(&of_class);
    let given = given_in(comparison, listings.len());
    let sizes = (listings.iter().zip(&given)).map(|(of, given)| words_beyond(of, given));
    let sizes: Vec<usize> = sizes.collect();
    let given_of_class = given_in(&of_class, listings.len());
    let documents = (listings.iter().zip(&given_of_class).zip(&sizes).enumerate())
        .map(|(document, ((listings, given), size))| DocumentSpecimens {
            has_code: !listings.is_empty(),
            only_given: comparison.is_given(document),
            given: between_comments(listings, given),
            code: *size,
            ..DocumentSpecimens::default()
        })
        .collect();
    let of_checked = (listings.iter().zip(&given).enumerate())
        .filter(|(document, (listings, _))| {
            files.is_checked(DocumentIndex(*document)) && !listings.is_empty()
        })
        .map(|(_, (listings, given))| characters_in(listings, given));
    let sum = GivenText::of(of_checked);
    let are_compared = |a, b| files.are_compared(DocumentIndex(a), DocumentIndex(b));
    let pairs = comparison.pairs(are_compared).into_par_iter();
    let found: Vec<((DocumentIndex, DocumentIndex), EvidenceItem)> = pairs
        .filter_map(|(a, b, score)| comparison.pair(a, b, score))
        // A few equal numbers in code that was given: there is nothing to show.
        .filter(|pair| pair.share_a + pair.share_b > 0.0 || !pair.comments.is_empty())
        .map(|pair| {
            let (places, weights) = places_of(&pair.tiles).into_iter().unzip();
            let comments = (pair.comments.iter())
                .map(|comment| AlikePlaces {
                    a: comment.a.1,
                    b: comment.b.1,
                })
                .collect();
            let item = EvidenceItem::Code(SharedCode {
                score: thousandths(pair.score),
                tokens: sizes[pair.a].min(sizes[pair.b]),
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
    let (code_of_submissions, code_parts) = of_submissions(
        listings,
        (&given[..], &sizes[..]),
        (submissions, reports),
        handed_out,
        &decided,
        &found,
        files,
    );
    let shared = of_class.shared(|document| files.is_checked(DocumentIndex(document)));
    let shared = shared.iter().map(|code| shared_text(code, listings));
    let evidence = Evidence {
        pairs: Vec::new(),
        code_of_submissions,
        code_parts,
        documents,
        given_code: sum,
        shared_code: Arc::new(shared.collect::<Vec<SharedText>>().into()),
    };
    (found, evidence)
}

/// Returns the places of the groups of some tiles, with the weight of the code at each, ascending.
fn places_of(tiles: &[Tile]) -> Vec<(AlikePlaces, u16)> {
    let mut places: Vec<(AlikePlaces, u16)> = tiles
        .chunk_by(|one, next| one.group == next.group)
        .map(|tiles| (whole(tiles), weight(tiles)))
        .collect();
    places.sort_unstable();
    places
}

/// Returns what all documents of two submissions share, as [`crate::Evidence::code_of_submissions`], and where, as
/// [`crate::Evidence::code_parts`]: the code of each submission is compared as that of one document. `places` are those of given code in
/// each document, `sizes` the numbers of its other tokens, and `found` the pairs of documents; the other arguments are those of the
/// comparison of documents.
fn of_submissions(
    listings: &[Vec<Listing>],
    (places, sizes): (&[Arc<[Span]>], &[usize]),
    (submissions, reports): (&[u32], &[bool]),
    given: &[Vec<Listing>],
    decided: &DecidedCode,
    found: &[Found],
    files: &Files<'_>,
) -> (
    BTreeMap<DocumentsPair, EvidenceItem>,
    BTreeMap<DocumentPair, SharedCode>,
) {
    let number = |document: usize| match submissions.get(document) {
        Some(number) if files.is_checked(DocumentIndex(document)) => *number as usize,
        _ => document,
    };
    let mut of_number: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (document, _) in (listings.iter().enumerate()).filter(|(_, of)| !of.is_empty()) {
        of_number
            .entry(number(document))
            .or_default()
            .push(document);
    }
    let mut all: Vec<Vec<usize>> = of_number.into_values().collect();
    all.sort_unstable();
    let place_of: BTreeMap<usize, usize> = (all.iter().enumerate())
        .flat_map(|(place, documents)| documents.iter().map(move |document| (*document, place)))
        .collect();
    let between = found.iter().map(|((a, b), _)| {
        let (a, b) = (place_of[&a.0], place_of[&b.0]);
        (a.min(b), a.max(b))
    });
    let between: BTreeSet<(usize, usize)> = between
        .filter(|&(a, b)| a != b && all[a].len() + all[b].len() > 2)
        .collect();
    if between.is_empty() {
        return (BTreeMap::new(), BTreeMap::new());
    }
    let joined = all.iter().map(|documents| {
        let of_all = documents.iter().flat_map(|document| &listings[*document]);
        of_all.cloned().collect()
    });
    let joined: Vec<Vec<Listing>> = joined.collect();
    let first = |documents: &Vec<usize>| submissions.get(documents[0]).copied();
    let numbers: Vec<u32> = all.iter().map(|of| first(of).unwrap_or(u32::MAX)).collect();
    let is_report = |document: &usize| reports.get(*document) == Some(&true);
    let are_reports: Vec<bool> = all.iter().map(|of| of.iter().all(is_report)).collect();
    let comparison = Comparison::with_decided(&joined, &numbers, &are_reports, given, decided);
    let pairs = comparison.pairs(|a, b| between.contains(&(a, b)));
    let pairs = pairs.into_iter();
    let scores: BTreeMap<(usize, usize), f64> =
        pairs.map(|(a, b, score)| ((a, b), score)).collect();
    let size = |of: usize| {
        all[of]
            .iter()
            .map(|document| sizes[*document])
            .sum::<usize>()
    };
    let compared = between.into_par_iter().filter_map(|(a, b)| {
        // A part of both that is too small for a pair of its own has no score.
        let score = scores.get(&(a, b)).copied().unwrap_or_default();
        let pair = comparison.pair(a, b, score)?;
        let code = SharedCode {
            score: thousandths(pair.score),
            tokens: size(a).min(size(b)),
            share_a: thousandths(pair.share_a),
            share_b: thousandths(pair.share_b),
            ..SharedCode::default()
        };
        let documents = |of: usize| -> Vec<DocumentIndex> {
            all[of].iter().copied().map(DocumentIndex).collect()
        };
        // The document of each listing of a submission.
        let holders = |of: usize| -> Vec<usize> {
            let documents = all[of].iter();
            documents
                .flat_map(|&document| repeat_n(document, listings[document].len()))
                .collect()
        };
        let parts = parts_of(&pair, [&holders(a), &holders(b)], places);
        let both = (documents(a), documents(b));
        Some(((both, EvidenceItem::Code(code)), parts))
    });
    let compared: Vec<_> = compared.collect();
    let (of_all, parts): (BTreeMap<DocumentsPair, EvidenceItem>, Vec<_>) =
        compared.into_iter().unzip();
    (of_all, parts.into_iter().flatten().collect())
}

/// Returns the parts of the code that two submissions share, by the documents in which they stand. `holders` name the document of each
/// listing of both, and `given` are the places of given code in each document.
fn parts_of(
    pair: &Pair,
    holders: [&[usize]; 2],
    given: &[Arc<[Span]>],
) -> Vec<(DocumentPair, SharedCode)> {
    let mut of_documents: BTreeMap<[usize; 2], Vec<Tile>> = BTreeMap::new();
    for tile in &pair.tiles {
        let documents = [holders[0][tile.a.0], holders[1][tile.b.0]];
        of_documents.entry(documents).or_default().push(*tile);
    }
    let parts = of_documents.into_iter().map(|(documents, tiles)| {
        let is_swapped = documents[0] > documents[1];
        let turned = |mut tile: Tile| {
            if is_swapped {
                std::mem::swap(&mut tile.a, &mut tile.b);
                tile.shares.reverse();
            }
            tile
        };
        let tiles: Vec<Tile> = tiles.into_iter().map(turned).collect();
        let share = |side: usize| thousandths(tiles.iter().map(|tile| tile.shares[side]).sum());
        let [a, b] = if is_swapped {
            [documents[1], documents[0]]
        } else {
            documents
        };
        let (places, weights) = places_of(&tiles).into_iter().unzip();
        let part = SharedCode {
            share_a: share(0),
            share_b: share(1),
            places,
            weights,
            given: [a, b].map(|document| Arc::clone(&given[document])),
            ..SharedCode::default()
        };
        ((DocumentIndex(a), DocumentIndex(b)), part)
    });
    parts.collect()
}

/// Returns where each document has code that weighs nothing, ascending.
fn given_in(comparison: &Comparison<'_>, documents: usize) -> Vec<Arc<[Span]>> {
    (0..documents)
        .map(|document| comparison.given(document).into())
        .collect()
}

/// Returns the parts of `spans`, ascending, between the comments of the listings: given code is found by its words, and a student may
/// have put any comment between them.
fn between_comments(listings: &[Listing], spans: &[Span]) -> Arc<[Span]> {
    let comments = listings.iter().flat_map(|listing| &listing.comments);
    let comments = merged(comments.map(|comment| comment.span));
    (spans.iter().flat_map(|span| without(*span, &comments))).collect()
}

/// Returns shared code as a shared text, with the mean number of characters that its words have.
fn shared_text(code: &SharedCodePlaces, listings: &[Vec<Listing>]) -> SharedText {
    let places: Vec<(DocumentIndex, Span)> = (code.places.iter())
        .map(|(document, place)| (DocumentIndex(*document), *place))
        .collect();
    let of_documents = places.chunk_by(|one, next| one.0 == next.0);
    let characters: Vec<u64> = of_documents
        .map(|places| {
            let spans: Vec<Span> = places.iter().map(|(_, span)| *span).collect();
            u64::from(characters_in(&listings[places[0].0.0], &spans))
        })
        .collect();
    let mean = characters.iter().sum::<u64>() / characters.len().max(1) as u64;
    SharedText {
        documents: u32::try_from(code.submissions).unwrap_or(u32::MAX),
        characters: u32::try_from(mean).unwrap_or(u32::MAX),
        places,
    }
}

/// Returns the number of characters that the words of code within `spans`, ascending, have.
fn characters_in(listings: &[Listing], spans: &[Span]) -> u32 {
    let words = listings.iter().flat_map(|listing| &listing.words);
    (words.map(|word| word.span))
        .filter(|word| begins_within(*word, spans))
        .map(Span::len)
        .sum()
}

/// Returns the number of words of code beyond `spans`, ascending.
fn words_beyond(listings: &[Listing], spans: &[Span]) -> usize {
    let words = listings.iter().flat_map(|listing| &listing.words);
    words
        .filter(|word| !begins_within(word.span, spans))
        .count()
}

/// Returns whether a word begins within one of `spans`, ascending.
pub(crate) fn begins_within(word: Span, spans: &[Span]) -> bool {
    touches(spans, Span::new(word.start, word.start + 1))
}

/// Returns the place of a group of tiles: the same code, with the few changed tokens between its tiles.
fn whole(tiles: &[Tile]) -> AlikePlaces {
    let around = |of: fn(&Tile) -> Span| {
        let start = tiles.iter().map(|tile| of(tile).start).min();
        let end = tiles.iter().map(|tile| of(tile).end).max();
        Span::new(start.unwrap_or_default(), end.unwrap_or_default())
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

#[cfg(test)]
mod tests {
    use chachong_code::Language;
    use chachong_import::{Format, SOURCE_ENDINGS};
    use chachong_text::{Exclusion, ExclusionReason};
    use std::path::Path;

    use super::{Source, stretches};

    #[test]
    fn every_source_file_has_a_language() {
        for ending in SOURCE_ENDINGS {
            assert!(Language::of_ending(ending).is_some(), "{ending}");
        }
    }

    #[test]
    fn the_code_cells_of_a_notebook_tell_its_language() {
        let text =
            "正文 def a(self): import\n#include <iostream>\nusing namespace std;\ncout << 1;\n";
        let start = text.chars().count() as u64 - 52;
        let source = Source {
            format: Some(Format::Notebook),
            path: Path::new("a.ipynb"),
            text,
            exclusions: &[Exclusion {
                start,
                end: start + 52,
                reason: ExclusionReason::Code,
            }],
            code_language: None,
            marks: &[],
        };
        assert_eq!(stretches(source).1, Some(Language::Cpp));
        let stated = Source {
            code_language: Some("jl"),
            ..source
        };
        assert_eq!(stretches(stated).1, Language::of_ending("jl"));
    }
}
