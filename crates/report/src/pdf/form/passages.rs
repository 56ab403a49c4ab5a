//! Passages of the full form, in text order: position, number of characters, sources, whether the passage is cited or
//! quoted, and its text. Overlapping passages of several sources form one entry.

use super::Form;
use crate::pdf::flow::{Align, Flow};
use crate::pdf::sheets::Role;
use crate::pdf::style::{BODY, INK, LEADING, LEFT, SMALL, Style, WEAK, WIDTH};
use crate::pdf::text::Rich;
use chachong_check::shown::Elsewhere;
use chachong_compare::Span;
use chachong_messages::{grouped, place};

/// Maximum number of characters shown of a passage.
const LONGEST: usize = 600;
/// Maximum number of sources named with a passage.
const NAMED: usize = 12;

/// Passages that overlap, with the numbers of their sources.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    span: Span,
    /// Indices of the sources, ascending.
    sources: Vec<usize>,
    /// Attributions of the passages in words, each once.
    labels: Vec<String>,
}

pub(super) fn passages(flow: &mut Flow<'_>, form: &Form<'_>) {
    let (content, language) = (form.content, form.content.language());
    let entries = entries(form);
    if entries.is_empty() {
        return;
    }
    form.heading(flow, "form.passages");
    flow.note(&form.text("form.passages-note"));
    let report = content.report;
    for (index, entry) in entries.iter().enumerate() {
        let numbers: Vec<String> = (entry.sources.iter().take(NAMED))
            .map(|source| (source + 1).to_string())
            .collect();
        let mut sources = numbers.join(&language.text("punctuation.comma"));
        if entry.sources.len() > NAMED {
            sources.push('…');
        }
        let values: [(&str, &dyn std::fmt::Display); 5] = [
            ("number", &(index + 1)),
            ("place", &place(&report.content.pages, entry.span, language)),
            ("characters", &grouped(entry.span.len().into())),
            ("sources", &sources),
            (
                "label",
                &entry.labels.join(&language.text("punctuation.comma")),
            ),
        ];
        flow.space(5.0);
        flow.need(46.0);
        let about = language.fill("form.passage", &values);
        let about = Rich::of(flow.face, &about, Style::plain(SMALL, WEAK));
        flow.left(&about, 0.0, SMALL * 1.5);
        let text = (report.text.text).between(entry.span.start, entry.span.end, |_| false);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut shown: String = text.chars().take(LONGEST).collect();
        if text.chars().nth(LONGEST).is_some() {
            let all = grouped(text.chars().count() as u64);
            let values: [(&str, &dyn std::fmt::Display); 2] = [("shown", &LONGEST), ("all", &all)];
            shown += &language.fill("form.passage-cut", &values);
        }
        flow.begin(Role::Paragraph);
        let shown = Rich::of(flow.face, &shown, Style::plain(BODY - 1.0, INK));
        flow.lines_of(&shown, LEFT, WIDTH, Align::Filled, (BODY - 1.0) * LEADING);
    }
}

/// Returns the passages that count, overlapping ones together, in the order of the text.
fn entries(form: &Form<'_>) -> Vec<Entry> {
    let content = form.content;
    let sources = content.report.sources.sources.iter().enumerate();
    let counting = sources.filter(|(_, source)| source.counts);
    let found = counting.flat_map(|(index, source)| {
        let counted = source.passages.iter().filter(|found| found.is_counted());
        counted.map(move |found| (found, index))
    });
    let mut found: Vec<(&Elsewhere, usize)> = found.collect();
    found.sort_by_key(|&(found, index)| (found.span, index));
    let mut entries: Vec<Entry> = Vec::new();
    for (found, index) in found {
        let label = content.language().attribution(found.attribution);
        match entries.last_mut() {
            Some(last) if found.span.start < last.span.end => {
                last.span.end = last.span.end.max(found.span.end);
                if let Err(place) = last.sources.binary_search(&index) {
                    last.sources.insert(place, index);
                }
                if !last.labels.contains(&label) {
                    last.labels.push(label);
                }
            }
            _ => entries.push(Entry {
                span: found.span,
                sources: vec![index],
                labels: vec![label],
            }),
        }
    }
    entries
}
