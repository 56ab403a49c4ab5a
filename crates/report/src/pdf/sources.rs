//! Sources in the printed report: their shares with bars, and the numbered list with the positions of their passages.

use super::content::Content;
use super::flow::{Align, Column, Flow, HEADED_TABLE};
use super::sheets::{Area, Item, Role};
use super::style::{
    ACCENT, BODY, GROUND, INK, LEFT, RIGHT, Rgb, SMALL, Style, Target, WEAK, WIDTH, of_source,
};
use super::text::{Badge, Rich};
use super::words::stated;
use crate::decided::{Decided, note_on, one_line};
use crate::document_figures::SourceFigures;
use crate::no_sources;
use chachong_check::Origin;
use chachong_check::shown::{Elsewhere, NumberedSource};
use chachong_messages::{estimated, grouped, place};
use chachong_record::RecordField;

/// Maximum number of sources with a bar; the numbered list has all.
const WITH_BAR: usize = 20;
/// Maximum number of passages named for each source, the first in the order of the text.
const NAMED: usize = 12;
/// Sources with a smaller share, 0..=1, stand on one line together.
const SMALL_SHARE: f64 = 0.01;
/// Maximum number of small sources named on that line.
const SMALL_NAMED: usize = 40;
/// Width of the column with the numbers of sources.
const NUMBER: f32 = 26.0;
/// Left edges and widths of the columns (bar, share, characters), in points.
const BAR: (f32, f32) = (RIGHT - 226.0, 92.0);
const SHARE: (f32, f32) = (RIGHT - 130.0, 52.0);
const CHARACTERS: (f32, f32) = (RIGHT - 74.0, 74.0);
const WHITE: Rgb = [255, 255, 255];

/// Returns the number of a source as a badge in its colour; grey if the source does not count.
pub(super) fn number(flow: &Flow<'_>, index: usize, counts: bool, target: Target) -> Rich {
    let ink = if counts { of_source(index).0 } else { WEAK };
    let mut rich = Rich::default();
    let badge = Badge {
        ground: Some(ink),
        frame: ink,
    };
    let style = Style::bold(BODY * 1.15, WHITE).linked(target);
    rich.push_badge(flow.face, &(index + 1).to_string(), badge, style);
    rich
}

/// Adds the shares by source, with bars.
pub(super) fn shares(flow: &mut Flow<'_>, content: &Content<'_>) {
    let sources = &content.report.sources.sources;
    let heading = content.text("pdf.shares");
    flow.need(HEADED_TABLE);
    flow.section(&heading);
    if sources.iter().all(is_aside) {
        let position = content.report.position;
        flow.paragraph(&no_sources(content.check, position));
        return;
    }
    let [source, share, characters] =
        ["pdf.source", "pdf.share", "pdf.copied-characters"].map(|key| content.text(key));
    flow.head(&[
        (&source, LEFT + NUMBER, 200.0, Align::Left),
        (&share, SHARE.0, SHARE.1, Align::Right),
        (&characters, CHARACTERS.0, CHARACTERS.1, Align::Right),
    ]);
    let large = || {
        sources
            .iter()
            .enumerate()
            .filter(|(_, source)| !is_small(source))
    };
    for (index, source) in large().take(WITH_BAR) {
        share_row(flow, content, index, source);
    }
    flow.y += 4.0;
    let small = (sources.iter())
        .filter(|one| is_small(one) && !is_aside(one))
        .count();
    let language = content.language();
    flow.more(language, "pdf.small-sources-count", small, 0);
    flow.more(language, "pdf.more-sources", large().count(), WITH_BAR);
    flow.note(&content.text("pdf.shares-note"));
}

fn share_row(flow: &mut Flow<'_>, content: &Content<'_>, index: usize, source: &NumberedSource) {
    let figures = SourceFigures::of(content.check, content.report.position, source);
    let [share, characters] = if figures.is_off {
        [content.text("pdf.off"), String::new()]
    } else {
        [figures.share, grouped(figures.characters.into())]
    };
    let counts = source.counted() > 0;
    let ink = if counts { INK } else { WEAK };
    let plain = |text: &str| Rich::of(flow.face, text, Style::plain(BODY, ink));
    let width = BAR.0 - LEFT - NUMBER - 8.0;
    let columns = [
        Column {
            text: number(flow, index, counts, Target::Source(index)),
            left: LEFT,
            width: NUMBER,
            align: Align::Left,
        },
        Column {
            text: plain(&content.name_of(source.source.document)).shortened(flow.face, width),
            left: LEFT + NUMBER,
            width,
            align: Align::Left,
        },
        Column {
            text: plain(&share),
            left: SHARE.0,
            width: SHARE.1,
            align: Align::Right,
        },
        Column {
            text: plain(&characters),
            left: CHARACTERS.0,
            width: CHARACTERS.1,
            align: Align::Right,
        },
    ];
    flow.row(&columns, BODY * 1.42);
    let shown = source.source.shares.shown();
    let share = if figures.is_off { 0.0 } else { shown.share() };
    bar(flow, [BAR.0, BAR.1], share, of_source(index).0);
}

/// Draws a bar of a share, 0..=1, into the row that ends at this height.
pub(super) fn bar(flow: &mut Flow<'_>, [left, width]: [f32; 2], share: f64, ink: Rgb) {
    let height = 6.0;
    let top = flow.y - f32::midpoint(BODY * 1.42 + 6.0, height);
    #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1")]
    let part = (share as f32).clamp(0.0, 1.0);
    // The smallest share still shows a sliver.
    let filled = if share > 0.0 {
        (width * part).max(1.5)
    } else {
        0.0
    };
    for (width, fill) in [(width, GROUND), (filled, ink)] {
        if width > 0.0 {
            flow.put(Item::Shape {
                area: Area {
                    left,
                    top,
                    width,
                    height,
                },
                fill: Some(fill),
                stroke: None,
                radius: 2.0,
            });
        }
    }
}

/// Adds the numbered list of sources with the places of their passages.
pub(super) fn list(flow: &mut Flow<'_>, content: &Content<'_>) {
    let sources = &content.report.sources.sources;
    if sources.is_empty() {
        return;
    }
    let heading = content.text("html.part-sources");
    flow.section(&heading);
    for (index, source) in sources.iter().enumerate().filter(|(_, one)| !is_small(one)) {
        entry(flow, content, index, source);
    }
    small_ones(
        flow,
        content,
        ["pdf.small-sources", "pdf.small-source"],
        |one| is_small(one) && !is_aside(one),
    );
    let keys = ["pdf.left-out-sources", "pdf.left-out-source"];
    small_ones(flow, content, keys, is_aside);
}

/// Returns whether a source has so little of the text that it stands on one line with the others; not if a person decided about it.
fn is_small(source: &NumberedSource) -> bool {
    let is_decided = || source.passages.iter().any(|found| !found.counts);
    source.counts && source.source.shares.shown().share() < SMALL_SHARE && !is_decided()
}

/// Returns whether a source has only text that is left out, so that it stands in no number and not among the small ones.
fn is_aside(source: &NumberedSource) -> bool {
    is_small(source) && source.counted() == 0
}

/// Adds the sources for which `is_one` in one paragraph, in the words of the first key, each in those of the second.
fn small_ones(
    flow: &mut Flow<'_>,
    content: &Content<'_>,
    [lead, each]: [&str; 2],
    is_one: impl Fn(&NumberedSource) -> bool,
) {
    let sources = content.report.sources.sources.iter().enumerate();
    let small: Vec<(usize, &NumberedSource)> = sources.filter(|(_, one)| is_one(one)).collect();
    if small.is_empty() {
        return;
    }
    flow.space(4.0);
    flow.need(48.0);
    for (index, _) in &small {
        flow.anchor(Target::Source(*index));
    }
    let language = content.language();
    let lead = language.fill(lead, &[("count", &small.len())]);
    let mut rich = Rich::of(flow.face, &lead, Style::plain(SMALL, WEAK));
    let between = language.text("punctuation.semicolon");
    for (at, (index, source)) in small.iter().take(SMALL_NAMED).enumerate() {
        let shown = source.source.shares.shown().share();
        let share = estimated(shown, content.lower_with(source.source.document));
        let values: [(&str, &dyn std::fmt::Display); 3] = [
            ("number", &(index + 1)),
            ("name", &content.name_of(source.source.document)),
            ("share", &share),
        ];
        let words = language.fill(each, &values);
        let style = Style::plain(SMALL, INK).linked(Target::Passage(*index));
        if at > 0 {
            rich.push(flow.face, &between, Style::plain(SMALL, WEAK));
        }
        rich.push(flow.face, &words, style);
    }
    let more = small.len().saturating_sub(SMALL_NAMED);
    if more > 0 {
        let more = language.fill("pdf.small-sources-more", &[("count", &more)]);
        rich.push(flow.face, &more, Style::plain(SMALL, WEAK));
    }
    flow.rich_paragraph(&rich, Align::Left);
}

fn entry(flow: &mut Flow<'_>, content: &Content<'_>, index: usize, source: &NumberedSource) {
    let language = content.language();
    let Some(document) = content.check.result.document(source.source.document) else {
        return;
    };
    flow.space(4.0);
    flow.need(48.0);
    flow.anchor(Target::Source(index));
    let name = content.name_of(source.source.document);
    flow.bookmark(1, format!("{} {name}", index + 1));
    flow.begin(Role::Paragraph);
    let top = flow.y;
    let badge = number(flow, index, source.counted() > 0, Target::Passage(index));
    flow.lines_of(&badge, LEFT, NUMBER, Align::Left, BODY * 1.5);
    flow.y = top;
    let (left, width) = (LEFT + NUMBER, WIDTH - NUMBER);
    let heading = Rich::of(flow.face, &name, Style::bold(BODY, INK));
    flow.lines_of(&heading, left, width, Align::Left, BODY * 1.5);
    let small = |flow: &mut Flow<'_>, text: &str, ink: Rgb| {
        let rich = Rich::of(flow.face, text, Style::plain(SMALL, ink));
        flow.lines_of(&rich, left, width, Align::Left, SMALL * 1.5);
    };
    let mut about: Vec<String> = Vec::new();
    if let Some(reading) = document.content() {
        if let Some(title) = stated(reading, RecordField::Title) {
            about.push(language.fill("pdf.source-title", &[("title", &title)]));
        }
        about.extend(stated(reading, RecordField::Author));
    }
    let origin = match document.origin {
        Origin::Checked => "pdf.of-check",
        Origin::Library => "pdf.of-library",
    };
    about.push((language.found_in(document)).unwrap_or_else(|| content.text(origin)));
    small(
        flow,
        &about.join(&language.text("punctuation.semicolon")),
        WEAK,
    );
    let figures = SourceFigures::of(content.check, content.report.position, source);
    small(flow, &figures.in_words(language), INK);
    if source.is_left_out() {
        small(flow, &content.text("report.source-left-out"), WEAK);
    }
    let pair = (content.report.position, source.source.document);
    let decided = || Decided::of(content.check, pair.0, pair.1).in_words(content.check);
    if let Some(decided) = content.reader.is_teacher().then(decided).flatten() {
        small(flow, &decided, INK);
    }
    passages(flow, content, index, source, &small);
    flow.y += 5.0;
    flow.rule();
}

/// Describes a passage: its places in both documents, its length and kind, and why it is left out.
fn described(content: &Content<'_>, source: &NumberedSource, found: &Elsewhere) -> String {
    let language = content.language();
    let other = content.check.result.document(source.source.document);
    let there = (other.and_then(|other| other.content())).map_or_else(String::new, |there| {
        place(&there.pages, found.other_span, language)
    });
    let kind = language.passage_kind(found.passage.kind);
    let values: [(&str, &dyn std::fmt::Display); 4] = [
        (
            "here",
            &place(&content.report.content.pages, found.span, language),
        ),
        ("there", &there),
        ("characters", &grouped(u64::from(found.span.len()))),
        ("kind", &kind),
    ];
    // Where the text stands in another's document is no help to a student.
    let key = if content.reader.is_teacher() {
        "pdf.passage"
    } else {
        "feedback.passage"
    };
    let passage = language.fill(key, &values);
    let label = language.attribution(found.attribution);
    let passage = language.fill(
        "docx.label-after",
        &[("text", &passage), ("reason", &label)],
    );
    match found.left_out {
        None => passage,
        Some(reason) => {
            let reason = language.reason_left_out(reason);
            let reason = language.fill("shares.left-out", &[("reason", &reason)]);
            language.fill(
                "docx.label-after",
                &[("text", &passage), ("reason", &reason)],
            )
        }
    }
}

fn passages(
    flow: &mut Flow<'_>,
    content: &Content<'_>,
    index: usize,
    source: &NumberedSource,
    small: &dyn Fn(&mut Flow<'_>, &str, Rgb),
) {
    let language = content.language();
    let mut in_order: Vec<&Elsewhere> = source.passages.iter().collect();
    in_order.sort_by_key(|found| (found.span, found.other_span));
    let counting = in_order.iter().filter(|found| found.counts);
    let mut named: Vec<String> = counting
        .clone()
        .take(NAMED)
        .map(|found| described(content, source, found))
        .collect();
    let more = counting.count().saturating_sub(NAMED);
    if more > 0 {
        named.push(language.fill("pdf.more-passages", &[("count", &more)]));
    }
    if !named.is_empty() {
        let rich = Rich::of(
            flow.face,
            &named.join(&language.text("punctuation.semicolon")),
            Style::plain(SMALL, ACCENT).linked(Target::Passage(index)),
        );
        let (left, width) = (LEFT + NUMBER, WIDTH - NUMBER);
        flow.lines_of(&rich, left, width, Align::Left, SMALL * 1.5);
    }
    for found in in_order.iter().filter(|found| !found.counts) {
        let note = note_on(content.check, content.report.position, found);
        let note = note.filter(|_| content.reader.is_teacher()).map(one_line);
        let values: [(&str, &dyn std::fmt::Display); 2] = [
            ("passage", &described(content, source, found)),
            ("note", &note.as_deref().unwrap_or_default()),
        ];
        let key = if note.is_some() {
            "pdf.passage-off-note"
        } else {
            "pdf.passage-off"
        };
        small(flow, &language.fill(key, &values), WEAK);
    }
}
