//! Sources of the full form, numbered.

use super::Form;
use super::figures::share;
use super::grid::{Cell, TEXT, row, within};
use crate::no_sources;
use crate::pdf::flow::{Align, Flow};
use crate::pdf::style::{INK, SMALL, Style, WEAK, WIDTH};
use crate::pdf::text::Rich;
use crate::pdf::words::stated;
use chachong_check::shown::NumberedSource;
use chachong_check::{LIBRARY_PREFIX, Origin};
use chachong_messages::grouped;
use chachong_record::RecordField;

/// Maximum number of sources listed, the largest.
const MOST: usize = 100;
/// Widths of the columns, in points; the name has the rest.
const NUMBER: f32 = 26.0;
const ORIGIN: f32 = 96.0;
const COUNT: f32 = 54.0;
const SHARE: f32 = 50.0;
const NAME: f32 = WIDTH - NUMBER - ORIGIN - 2.0 * COUNT - SHARE;

pub(super) fn sources(flow: &mut Flow<'_>, form: &Form<'_>) {
    let content = form.content;
    form.heading(flow, "form.sources");
    let all = content.report.sources.sources.iter();
    let counting: Vec<(usize, &NumberedSource)> = (all.enumerate())
        .filter(|(_, source)| source.counted() > 0)
        .collect();
    if counting.is_empty() {
        flow.note(&no_sources(content.check, content.report.position));
        return;
    }
    let heads = [
        ("form.source-number", NUMBER, Align::Left),
        ("pdf.source", NAME, Align::Left),
        ("form.origin", ORIGIN, Align::Left),
        ("form.passage-count", COUNT, Align::Right),
        ("form.copied", COUNT, Align::Right),
        ("pdf.share", SHARE, Align::Right),
    ];
    let heads =
        heads.map(|(key, width, align)| Cell::label(flow, &form.text(key), width).aligned(align));
    row(flow, &heads, 0.0);
    for (index, source) in counting.iter().take(MOST) {
        one(flow, form, *index, source);
    }
    let more = counting.len().saturating_sub(MOST);
    if more > 0 {
        flow.y += 3.0;
        flow.note(
            &content
                .language()
                .fill("form.more-sources", &[("count", &more)]),
        );
    }
    flow.y += 3.0;
    flow.note(&form.text("pdf.shares-note"));
}

fn one(flow: &mut Flow<'_>, form: &Form<'_>, index: usize, source: &NumberedSource) {
    let (content, language) = (form.content, form.content.language());
    let Some((document, figures)) =
        (content.check.result.document(source.source.document)).zip(form.figures.as_ref())
    else {
        return;
    };
    let mut name = content.name_of(source.source.document);
    if let Some(title) = document
        .content()
        .and_then(|there| stated(there, RecordField::Title))
    {
        let title = language.fill("pdf.source-title", &[("title", &title)]);
        name = format!("{name}{}{title}", language.text("punctuation.semicolon"));
    }
    let name = name.strip_prefix(LIBRARY_PREFIX).unwrap_or(&name);
    let key = match document.origin {
        Origin::Checked => "pdf.of-check",
        Origin::Library => "pdf.of-library",
    };
    let origin = language
        .found_in(document)
        .unwrap_or_else(|| form.text(key));
    let net = source.source.shares.net;
    let plain = Style::plain(TEXT, INK);
    let small = Style::plain(SMALL, WEAK);
    let limited = |flow: &Flow<'_>, text: &str, style, width: f32| {
        let rich = within(flow, Rich::of(flow.face, text, style), width - 10.0, 2);
        rich.cells.iter().map(|cell| cell.c).collect::<String>()
    };
    let name = limited(flow, name, plain, NAME);
    let origin = limited(flow, &origin, small, ORIGIN);
    let figure =
        |text: &str, width, style, align| Cell::figure(flow, text, width, style).aligned(align);
    let cells = [
        figure(&(index + 1).to_string(), NUMBER, plain, Align::Left),
        figure(&name, NAME, plain, Align::Left),
        figure(&origin, ORIGIN, small, Align::Left),
        figure(
            &grouped(source.counted() as u64),
            COUNT,
            plain,
            Align::Right,
        ),
        figure(&grouped(net.characters.into()), COUNT, plain, Align::Right),
        figure(&share(figures, net), SHARE, plain, Align::Right),
    ];
    row(flow, &cells, 0.0);
}
