//! Remarks on the passages of a document: the passages that have one, and its text. They are the comments in the Word
//! report and in marked copies.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::Report;
use crate::decided::{note_on, one_line};
use crate::document_report::DocumentReport;
use crate::submissions::name_of;
use chachong_check::Document;
use chachong_check::shown::Elsewhere;
use chachong_compare::{DocumentIndex, SideShares, Span};
use chachong_messages::{place, shown_share};

/// Maximum number of comments in one report (docs/reports.md has the measurement).
pub(crate) const MOST_COMMENTS: usize = 2_000;
/// Maximum number of sources that one comment names.
const MOST_SOURCES: usize = 6;
/// Number of characters quoted from the other document.
const QUOTED: usize = 40;
/// Number of documents from which a passage is called shared by several.
const SEVERAL: u32 = 3;

/// Comment on one stretch of the text.
#[derive(Debug)]
pub(crate) struct Remark {
    /// Id of the comment, from 1 in the order of the text.
    pub(crate) id: usize,
    /// Characters of the text.
    pub(crate) span: Span,
    /// Index of the source that is named first; `None` for a possible passage.
    pub(crate) source: Option<usize>,
    /// Lines of the comment.
    pub(crate) lines: Vec<String>,
}

/// Comments of a report.
#[derive(Debug)]
pub(crate) struct Remarks {
    /// Comments, sorted by start.
    pub(crate) remarks: Vec<Remark>,
    /// Number of stretches that would have a comment without a limit.
    pub(crate) all: usize,
}

/// Passage with one source, as a comment names it.
#[derive(Clone, Copy)]
struct Entry<'r> {
    found: &'r Elsewhere,
    /// Number of the source and its share of the document; `None` for a possible passage.
    source: Option<(usize, SideShares)>,
    counts: bool,
}

impl Remarks {
    /// Makes the comments: one for all passages on exactly the same stretch. If there are more than `most`, those on
    /// passages that count come first, then the longest.
    pub(crate) fn of(check: Report<'_>, report: &DocumentReport<'_>, most: usize) -> Self {
        let stretches = stretches(report, check.result.possible);
        Self::on(check, report, stretches, most)
    }

    /// Makes the remarks on passages that count, like [`Self::of`].
    pub(crate) fn of_counted(check: Report<'_>, report: &DocumentReport<'_>, most: usize) -> Self {
        let mut stretches = stretches(report, false);
        for (_, entries) in &mut stretches {
            entries.retain(|entry| entry.counts && entry.found.is_counted());
        }
        stretches.retain(|(_, entries)| !entries.is_empty());
        Self::on(check, report, stretches, most)
    }

    fn on(
        check: Report<'_>,
        report: &DocumentReport<'_>,
        mut stretches: Vec<(Span, Vec<Entry<'_>>)>,
        most: usize,
    ) -> Self {
        let all = stretches.len();
        if all > most {
            let rank = |(span, entries): &(Span, Vec<Entry<'_>>)| {
                let counts = (entries.iter()).any(|e| e.counts && e.source.is_some());
                (Reverse(counts), Reverse(span.len()), *span)
            };
            stretches.sort_by_cached_key(rank);
            stretches.truncate(most);
            stretches.sort_unstable_by_key(|(span, _)| *span);
        }
        let named = (stretches.iter()).flat_map(|(_, entries)| entries.iter().take(MOST_SOURCES));
        let quotes = quotes(check, named);
        let remarks = (1..)
            .zip(&stretches)
            .map(|(id, (span, entries))| Remark {
                id,
                span: *span,
                source: entries.first().and_then(|entry| Some(entry.source?.0 - 1)),
                lines: lines(check, report, *span, entries, &quotes),
            })
            .collect();
        Self { remarks, all }
    }
}

/// Collects the passages by their stretch of the text, sorted by stretch; on each, first those that count, then by
/// number.
fn stretches<'r>(report: &'r DocumentReport<'_>, possible: bool) -> Vec<(Span, Vec<Entry<'r>>)> {
    let mut by_span: BTreeMap<Span, Vec<Entry<'r>>> = BTreeMap::new();
    for (number, source) in (1..).zip(&report.sources.sources) {
        for found in &source.passages {
            by_span.entry(found.span).or_default().push(Entry {
                found,
                source: Some((number, source.source.shares)),
                counts: source.counts && found.counts,
            });
        }
    }
    for found in report.sources.possible.iter().filter(|_| possible) {
        by_span.entry(found.span).or_default().push(Entry {
            found,
            source: None,
            counts: found.counts,
        });
    }
    let mut stretches: Vec<_> = by_span.into_iter().collect();
    for (_, entries) in &mut stretches {
        let rank = |e: &Entry<'_>| {
            let number = e.source.map_or(usize::MAX, |(number, _)| number);
            (!e.counts, number, e.found.document)
        };
        entries.sort_by_key(rank);
    }
    stretches
}

/// Reads the beginnings of the passages in the other documents, each text once. A text that can no longer be read, such
/// as one of a damaged library, has none: its place is still named.
fn quotes<'e>(
    check: Report<'_>,
    entries: impl Iterator<Item = &'e Entry<'e>>,
) -> BTreeMap<(DocumentIndex, Span), String> {
    let mut wanted: Vec<(DocumentIndex, Span)> = entries
        .map(|entry| (entry.found.document, entry.found.other_span))
        .collect();
    wanted.sort_unstable();
    wanted.dedup();
    let mut quotes = BTreeMap::new();
    for of_document in wanted.chunk_by(|one, other| one.0 == other.0) {
        let content = check.result.documents[of_document[0].0].content();
        let Some(Ok(text)) = content.map(|content| content.text.text()) else {
            continue;
        };
        let characters: Vec<char> = text.chars().collect();
        for &(document, span) in of_document {
            quotes.insert((document, span), quoted(&characters, span));
        }
    }
    quotes
}

/// Quotes the beginning of a span in one line.
fn quoted(characters: &[char], span: Span) -> String {
    let end = (span.end as usize).min(characters.len());
    let start = (span.start as usize).min(end);
    let mut quote = String::new();
    let (mut length, mut gap) = (0, false);
    for &c in &characters[start..end] {
        if c.is_whitespace() || c.is_control() {
            gap = !quote.is_empty();
            continue;
        }
        if length >= QUOTED {
            quote.push('…');
            break;
        }
        if std::mem::take(&mut gap) && quote.ends_with(|c: char| c.is_ascii_graphic()) {
            quote.push(' ');
        }
        quote.push(c);
        length += 1;
    }
    quote
}

fn lines(
    check: Report<'_>,
    report: &DocumentReport<'_>,
    span: Span,
    entries: &[Entry<'_>],
    quotes: &BTreeMap<(DocumentIndex, Span), String>,
) -> Vec<String> {
    let language = check.language;
    let mut lines = Vec::new();
    for entry in entries.iter().take(MOST_SOURCES) {
        let passage = &entry.found.passage;
        let name = name_of(check, entry.found.document);
        lines.push(match entry.source {
            Some((number, _)) => format!("[{number}] {name}"),
            None => language.fill("docx.possible-in", &[("name", &name)]),
        });
        let kind = language.passage_kind(passage.kind);
        let characters = span.len();
        let this = [
            ("characters", &characters as &dyn std::fmt::Display),
            ("kind", &kind),
        ];
        let mut figures = language.fill("docx.passage", &this);
        if let Some((_, shares)) = entry
            .source
            .filter(|_| entry.counts && entry.found.left_out.is_none())
        {
            let lower = check
                .result
                .pair_lower_estimate(report.position, entry.found.document);
            let share = shown_share(shares.shown(), lower);
            figures += &language.fill("docx.of-source", &[("share", &share)]);
        }
        lines.push(figures);
        if !entry.counts {
            lines.push(language.text("docx.not-plagiarism"));
            let note = note_on(check, report.position, entry.found).map(one_line);
            lines.extend(note.map(|note| language.fill("docx.note", &[("note", &note)])));
        } else if entry.source.is_none() {
            lines.push(language.text("docx.possible"));
        }
        let other = check.result.document(entry.found.document);
        let pages = (other.and_then(Document::content)).map_or(&[][..], |content| &content.pages);
        let at = place(pages, entry.found.other_span, check.language);
        let quote = quotes.get(&(entry.found.document, entry.found.other_span));
        let quote = quote.filter(|quote| !quote.is_empty());
        lines.push(match quote {
            Some(quote) => language.fill("docx.at-quote", &[("place", &at), ("quote", quote)]),
            None => language.fill("docx.at", &[("place", &at)]),
        });
    }
    let more = entries.len().saturating_sub(MOST_SOURCES);
    if more > 0 {
        lines.push(language.fill("docx.more-sources", &[("count", &more)]));
    }
    let several = entries.iter().map(|entry| entry.found.passage.documents);
    if let Some(count) = several.max().filter(|&count| count >= SEVERAL) {
        lines.push(language.fill("passages.in-documents", &[("count", &count)]));
    }
    // All entries of a stretch have its span, so one speaks for all.
    if let Some(reason) = entries.first().and_then(|entry| entry.found.left_out) {
        let reason = language.reason_left_out(reason);
        lines.push(language.fill("docx.left-out", &[("reason", &reason)]));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn span(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    #[test]
    fn a_quote_is_one_short_line() {
        let characters: Vec<char> = "前文 夜间\n开放 open at\nnight。".chars().collect();
        assert_eq!(quoted(&characters, span(3, 99)), "夜间开放open at night。");
        let long: Vec<char> = "夜".repeat(100).chars().collect();
        assert_eq!(quoted(&long, span(0, 100)).chars().count(), QUOTED + 1);
        assert_eq!(quoted(&long, span(200, 300)), "");
    }
}
