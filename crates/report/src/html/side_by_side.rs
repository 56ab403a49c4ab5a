//! Passages of a pair side by side: each row begins where both texts are at the same sentence, and differences are
//! marked to the character.

use maud::{Markup, PreEscaped, Render, html};

use super::site::Site;
use super::sources::about;
use super::words::{name, visible};
use crate::attribution::attribution_lines;
use crate::pair_report::PairReport;
use chachong_check::shown::{Layers, LoadedText, rows};
use chachong_compare::{Degree, LeftOutRun, Passage, Span};
use chachong_messages::{passage_sum, place};

/// Number of characters of a row from which on the next sentence begins another.
const ROW: u32 = 90;
/// Number of characters shown before and after a passage where the page does not hold the whole texts.
const CONTEXT: u32 = 200;

/// Side of a pair as its passages show it.
struct Side<'s> {
    text: &'s LoadedText,
    layers: Layers<'s>,
}

/// Returns the listed passages, each under a heading with its number.
pub(super) fn passages(site: &Site<'_>, report: &PairReport<'_>) -> Markup {
    let possible = site.check.result.possible;
    let sides = [0, 1].map(|i| Side {
        text: &report.aligned.texts[i],
        layers: layers(site, report, i),
    });
    let listed = report.listed.shown(possible);
    html! {
        @for (index, passage) in listed.iter().enumerate() { (one(site, report, &sides, index, passage)) }
    }
}

/// Returns the layers of a side: passages, text that does not count, text that is not compared.
pub(super) fn layers<'s>(site: &Site<'s>, report: &'s PairReport<'_>, of: usize) -> Layers<'s> {
    let position = [report.finding.a, report.finding.b][of];
    let text = &report.aligned.texts[of];
    let left_out: &[LeftOutRun] =
        (site.check.result.copies()).map_or(&[][..], |(_, shares)| shares.left_out(position));
    Layers {
        runs: text.runs(site.check.result.possible),
        left_out,
        passed_over: &text.passed_over,
        ..Layers::default()
    }
}

fn one(
    site: &Site<'_>,
    report: &PairReport<'_>,
    sides: &[Side<'_>; 2],
    index: usize,
    passage: &Passage,
) -> Markup {
    let language = site.check.language;
    let number = index + 1;
    let key = if index < report.listed.strong {
        language.fill("passages.name", &[("number", &number)])
    } else {
        language.fill(
            "passages.possible-name",
            &[("number", &(number - report.listed.strong))],
        )
    };
    let spans = [passage.a, passage.b];
    let places = [0, 1].map(|i| {
        let content = report.documents[i].content();
        let pages = content.map_or(&[][..], |content| &content.pages);
        place(pages, spans[i], language)
    });
    let result = &site.check.result;
    // Nothing is summed up of a passage that does not count.
    let figures = (result.passage_figures(report.finding, passage))
        .filter(|_| result.passage_counts(report.finding, passage));
    let sums = figures.map(|sides| sides.map(|side| passage_sum(&side, language)));
    let sum = |side: usize| sums.as_ref().and_then(|sums| sums[side].as_deref());
    html! {
        section.passage id=(format_args!("p{number}")) tabindex="-1" aria-labelledby=(format_args!("p{number}-h")) {
            h3 id=(format_args!("p{number}-h")) { (key) }
            p.about { (about(site, passage)) }
            @for line in attribution_lines(site.check, report.finding, passage) { p.about { (visible(&line)) } }
            (judged(site, report, passage))
            table.rows aria-labelledby=(format_args!("p{number}-h")) {
                thead { tr { @for (i, letter) in ["A", "B"].into_iter().enumerate() {
                    th scope="col" { (letter) " · " (name(report.documents[i], language)) " · " span.weak { (places[i]) }
                        @if let Some(sum) = sum(i) { br; span.weak { (sum) } }
                    }
                } } }
                tbody {
                    @if !site.whole_texts { (context(sides, spans.map(before))) }
                    @for row in cut(report, index, spans) {
                        tr { @for (side, span) in sides.iter().zip(row) { td { (stretch(side, span, true)) } } }
                    }
                    @if !site.whole_texts { (context(sides, spans.map(after))) }
                }
            }
        }
    }
}

/// Returns the rows of a passage.
fn cut(report: &PairReport<'_>, index: usize, spans: [Span; 2]) -> Vec<[Span; 2]> {
    let characters = report.aligned.characters.each_ref().map(Vec::as_slice);
    let equal = report
        .aligned
        .equal
        .get(index)
        .map_or(&[][..], Vec::as_slice);
    rows(characters, spans, equal, &|row| {
        row.iter().any(|span| span.len() >= ROW)
    })
}

/// Says that a person judged the passage to be no plagiarism, with the note.
fn judged(site: &Site<'_>, report: &PairReport<'_>, passage: &Passage) -> Markup {
    let language = site.check.language;
    let (a, b) = (report.finding.a, report.finding.b);
    let Some((_, shares)) = site.check.result.copies() else {
        return html! {};
    };
    let choices = shares.choices();
    if choices.passage_counts(a, b, passage) {
        return html! {};
    }
    html! {
        p.judged { (language.text("html.passage-off"))
            @if let Some(note) = choices.note(a, b, Some(passage)) { " " span.written { bdi { (visible(note)) } } }
        }
    }
}

fn context(sides: &[Side<'_>; 2], spans: [Span; 2]) -> Markup {
    html! {
        tr.context { @for (side, span) in sides.iter().zip(spans) { td { (stretch(side, span, false)) } } }
    }
}

const fn before(span: Span) -> Span {
    Span {
        start: span.start.saturating_sub(CONTEXT),
        end: span.start,
    }
}

const fn after(span: Span) -> Span {
    Span {
        start: span.end,
        end: span.end.saturating_add(CONTEXT),
    }
}

/// Returns a stretch of a text, a line for each of its paragraphs; with `marks`, what differs is marked.
fn stretch(side: &Side<'_>, span: Span, marks: bool) -> Markup {
    let paragraphs = &side.text.text.paragraphs;
    let first = paragraphs.partition_point(|paragraph| paragraph.end <= span.start);
    let mut text = String::new();
    let within = (paragraphs[first..].iter()).take_while(|paragraph| paragraph.start < span.end);
    for (i, paragraph) in within.enumerate() {
        if i > 0 {
            text.push_str("<br>");
        }
        let (from, to) = (paragraph.shown(span.start), paragraph.shown(span.end));
        let mut at = 0;
        for (bytes, look) in side.layers.pieces(paragraph) {
            let piece = &paragraph.text[bytes];
            let length = piece.chars().count();
            let (skip, end) = (from.saturating_sub(at), to.saturating_sub(at).min(length));
            at += length;
            if skip >= end {
                continue;
            }
            let piece = part(piece, skip, end);
            if look.passed_over.is_some() {
                html! { span.x { (piece) } }.render_to(&mut text);
            } else if marks && look.changed {
                let class = look.degree.map(ground);
                html! { mark class=[class] { (piece) } }.render_to(&mut text);
            } else if look.left_out.is_some() {
                html! { span.o { (piece) } }.render_to(&mut text);
            } else if let (true, Some(degree)) = (marks, look.degree) {
                html! { span class=(ground(degree)) { (piece) } }.render_to(&mut text);
            } else {
                piece.render_to(&mut text);
            }
        }
    }
    PreEscaped(text)
}

/// Returns the class of the ground of copied text.
pub(super) const fn ground(degree: Degree) -> &'static str {
    match degree {
        Degree::Identical => "gi",
        Degree::Edited => "ge",
        Degree::Reworded => "gw",
    }
}

/// Returns the characters `from..to` of a text.
fn part(text: &str, from: usize, to: usize) -> &str {
    let byte = |index: usize| {
        let mut bytes = text.char_indices().map(|(byte, _)| byte);
        bytes.nth(index).unwrap_or(text.len())
    };
    &text[byte(from)..byte(to)]
}
