//! Code, comments, measured values and formulas that both documents of a pair contain, beside each other.

use std::sync::Arc;

use maud::{Markup, html};

use super::rows::names_of_files;
use super::site::Site;
use super::words::{more, visible};
use chachong_check::shown::TAB;
use chachong_check::{AlikePlaces, EvidenceItem, PartOfFiles};
use chachong_compare::{DocumentIndex, DocumentPair, EvidenceKind, PairFinding, Span};
use chachong_messages::{place, whole_percent};

/// Maximum number of places of one kind on the page of a pair.
pub(super) const MOST_OF_PAIR: usize = 100;
/// Number of characters shown before and after a reading.
const AROUND: u32 = 12;

/// Text of a document by characters, or the reason why it cannot be read.
type Characters = Result<Vec<char>, String>;

/// Returns the first `most` places of each kind that a pair shares besides prose; nothing where there are none.
pub(super) fn places_of_pair(site: &Site<'_>, (a, b): DocumentPair, most: usize) -> Markup {
    let is_page = most == MOST_OF_PAIR;
    let found = site.check.result.pair_evidence(a, b);
    if most == 0 || !found.iter().any(EvidenceItem::is_of_content) {
        return html! {};
    }
    let texts = match [a, b].map(|position| characters(site, position)) {
        [Ok(a), Ok(b)] => [a, b],
        [Err(reason), _] | [_, Err(reason)] => {
            return html! { p.note { (visible(&reason)) } };
        }
    };
    let table =
        |places: &[AlikePlaces], around: u32| rows(site, (a, b), &texts, (places, most), around);
    html! {
        @for item in found {
            // A page that holds whole texts has the programs in full.
            @if let EvidenceItem::Code(code) = item && !(is_page && site.whole_texts) {
                (table(&code.places, 0))
                (table(&code.comments, 0))
            }
            @if let EvidenceItem::Formulas(shared) = item {
                (table(&shared.places, 0))
            }
            @if let EvidenceItem::Readings(shared) = item {
                @for series in &shared.series { (table(&series.places, AROUND)) }
            }
        }
    }
}

/// Returns the code that the submissions of a pair share in files that are no listed pair, on the page of their strongest pair; `None` on
/// other pages, and if there is none.
pub(super) fn code_in_other_files(site: &Site<'_>, pair: &PairFinding) -> Option<Markup> {
    let (result, language) = (site.check.result, site.check.language);
    let theses = result.theses();
    let finding = (site.rows).finding(theses.main(pair.a), theses.main(pair.b))?;
    let first = finding.pair(result, 0)?;
    let shares = (finding.listed(result, None)?).shares_of_all(result, EvidenceKind::Code)?;
    let mut parts = result.parts_of_files(finding);
    parts.retain(|part| !part.is_listed);
    if (first.a, first.b) != (pair.a, pair.b) || parts.is_empty() {
        return None;
    }
    let [a, b] = shares.map(whole_percent);
    Some(html! {
        p.note { (language.fill("html.code-parts-note", &[("a", &a), ("b", &b)])) }
        @for part in &parts { (places_of_part(site, part)) }
    })
}

/// Returns the code that two files share as a part of the code of their submissions.
fn places_of_part(site: &Site<'_>, part: &PartOfFiles) -> Markup {
    let [a, b] = part.documents;
    let Some(code) = site.check.result.evidence.code_part(a, b) else {
        return html! {};
    };
    // Places are in the order of the documents.
    let pair = (a.min(b), a.max(b));
    let mut part = *part;
    if a > b {
        part.documents.reverse();
        part.shares.reverse();
    }
    let places = match [pair.0, pair.1].map(|position| characters(site, position)) {
        [Ok(a), Ok(b)] => rows(site, pair, &[a, b], (&code.places[..], MOST_OF_PAIR), 0),
        [Err(reason), _] | [_, Err(reason)] => html! { p.note { (visible(&reason)) } },
    };
    html! {
        h3 { (names_of_files(site, [pair.0, pair.1])) }
        p.note { (site.check.language.part_of_files(&part)) }
        (places)
    }
}

fn characters(site: &Site<'_>, position: DocumentIndex) -> Characters {
    let content = site
        .check
        .result
        .document(position)
        .and_then(|document| document.content());
    let text: Result<Arc<str>, String> = match content {
        Some(content) => content.text.text().map_err(|error| error.to_string()),
        None => Ok(Arc::from("")),
    };
    text.map(|text| text.chars().collect())
}

fn rows(
    site: &Site<'_>,
    (a, b): DocumentPair,
    texts: &[Vec<char>; 2],
    (places, most): (&[AlikePlaces], usize),
    around: u32,
) -> Markup {
    let language = site.check.language;
    let pages = [a, b].map(|position| {
        let content = site.check.result.documents[position].content();
        content
            .map(|content| content.pages.as_slice())
            .unwrap_or_default()
    });
    let cell = |side: usize, span: Span| {
        // A row of a table stays one line.
        let text = |from: u32, to: u32| stretch(&texts[side], from, to).replace('\n', " ");
        html! {
            td {
                @if around == 0 {
                    span.note { (place(pages[side], span, language)) } br;
                    code { (stretch(&texts[side], span.start, span.end)) }
                } @else {
                    code {
                        (text(span.start.saturating_sub(around), span.start))
                        mark { (text(span.start, span.end)) }
                        (text(span.end, span.end.saturating_add(around)))
                    }
                }
            }
        }
    };
    html! {
        @if !places.is_empty() {
            table.specimens {
                thead { tr { th { "A" } th { "B" } } }
                tbody {
                    @for alike in places.iter().take(most) {
                        tr { (cell(0, alike.a)) (cell(1, alike.b)) }
                    }
                }
            }
            (more(language, "evidence.more-places", places.len(), most))
        }
    }
}

/// Returns a stretch of a text with its lines. Replaces tabs by four spaces, and control characters by visible ones.
fn stretch(text: &[char], from: u32, to: u32) -> String {
    let at = |offset: u32| {
        usize::try_from(offset)
            .unwrap_or(usize::MAX)
            .min(text.len())
    };
    let piece: String = text[at(from)..at(to).max(at(from))].iter().collect();
    let lines = piece.split('\n').map(|line| {
        let line = line.trim_end_matches('\r').replace('\t', TAB);
        visible(&line).into_owned()
    });
    lines.collect::<Vec<String>>().join("\n")
}
