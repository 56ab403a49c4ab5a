//! Passages beside the text of their sources, in a student's report that may show other texts.

use super::content::{Content, Reader};
use super::flow::Flow;
use super::leads::{pieces, row};
use super::style::{BODY, INK, SMALL, Style, WEAK};
use super::text::Rich;
use chachong_check::DocumentContent;
use chachong_check::shown::{Elsewhere, NumberedSource};
use chachong_compare::Span;

/// Maximum number of passages printed for each source, in the order of the text.
const MOST: usize = 40;

/// Adds the passages; nothing unless the reader is a student who may see the others' texts.
pub(super) fn passages(flow: &mut Flow<'_>, content: &Content<'_>) {
    let sources = content.report.sources.sources.iter().enumerate();
    let mut sources = (sources.filter(|(_, source)| source.counted() > 0)).peekable();
    if content.reader != (Reader::Student { texts: true }) || sources.peek().is_none() {
        return;
    }
    flow.heading(1, &content.text("feedback.passages"), None);
    for (index, source) in sources {
        if let Err(lost) = of_source(flow, content, index, source) {
            let note = content
                .language()
                .fill("html.text-lost", &[("detail", &lost)]);
            flow.note(&note);
        }
    }
}

fn of_source(
    flow: &mut Flow<'_>,
    content: &Content<'_>,
    index: usize,
    source: &NumberedSource,
) -> std::io::Result<()> {
    let document = content.check.result.document(source.source.document);
    let Some(there) = document.and_then(|one| one.content()) else {
        return Ok(());
    };
    flow.space(8.0);
    flow.need(96.0);
    let heading = format!("{} {}", index + 1, content.name_of(source.source.document));
    let heading = Rich::of(flow.face, &heading, Style::bold(BODY, INK));
    flow.left(&heading, 0.0, BODY * 1.5);
    let heads = ["leads.report-this", "leads.report-other"].map(|key| content.text(key));
    let heads = heads.map(|head| Rich::of(flow.face, &head, Style::plain(SMALL, WEAK)));
    row(flow, heads);
    let texts = [content.report.content, there].map(characters);
    let [own, other] = texts;
    let (own, other) = (own?, other?);
    let mut found: Vec<&Elsewhere> = (source.passages.iter())
        .filter(|found| found.is_counted())
        .collect();
    found.sort_by_key(|found| (found.span, found.other_span));
    for passage in found.iter().take(MOST) {
        let texts = [cut(&own, passage.span), cut(&other, passage.other_span)];
        let sides = texts.each_ref().map(|text| pieces(text));
        for at in 0..sides[0].len().max(sides[1].len()) {
            let cells = sides.each_ref().map(|side| {
                let text = side.get(at).copied().unwrap_or_default();
                Rich::of(flow.face, text, Style::plain(BODY, INK))
            });
            row(flow, cells);
        }
    }
    flow.more(content.language(), "pdf.more-passages", found.len(), MOST);
    Ok(())
}

fn characters(content: &DocumentContent) -> std::io::Result<Vec<char>> {
    Ok(content.text.text()?.chars().collect())
}

/// Returns a span of a text on one line.
fn cut(text: &[char], span: Span) -> String {
    let (start, end) = (span.start as usize, span.end as usize);
    let cut: String = text.get(start..end).unwrap_or_default().iter().collect();
    cut.split_whitespace().collect::<Vec<_>>().join(" ")
}
