//! Marked text: the paragraphs of the document, with fills in the sources' colours, grey text where it does not count,
//! and the ranges of the comments.

use docx_rs::{Comment, Paragraph, Run};

use super::GREY;
use super::figures::{link, source_fill};
use super::parts::{Parts, TEXT_STYLE, fill, label, run};
use crate::Report;
use crate::document_report::DocumentReport;
use crate::remarks::Remark;
use chachong_check::shown::{Look, POSSIBLE, SWITCHED_OFF, TAB};
use chachong_compare::Degree;
use chachong_messages::Language;

/// Author of the comments.
pub(super) const AUTHOR: &str = "Chachong";
/// Colour of text that does not count.
const LEFT_OUT: &str = "767676";

/// Begin or end of a comment's range in a paragraph.
struct Edge<'r> {
    /// Offset in the shown text, in bytes.
    byte: usize,
    begins: bool,
    remark: &'r Remark,
}

/// Makes the paragraphs of the whole text.
pub(super) fn marked(
    check: Report<'_>,
    report: &DocumentReport<'_>,
    remarks: &[Remark],
    parts: &mut Parts,
) -> Vec<Paragraph> {
    let layers = report.layers(check.result.possible);
    let edges = edges(report, remarks);
    let mut before = Look::default();
    let mut paragraphs = Vec::with_capacity(report.paragraphs().len());
    for (shown, edges) in report.paragraphs().iter().zip(&edges) {
        let mut paragraph = parts.paragraph().style(TEXT_STYLE);
        let mut edges = edges.iter().peekable();
        for (range, look) in layers.pieces(shown) {
            paragraph = labels(paragraph, look, before, check.language);
            before = look;
            let mut from = range.start;
            while from < range.end {
                while let Some(edge) = edges.next_if(|edge| edge.byte <= from) {
                    paragraph = put(paragraph, edge, parts);
                }
                let to = edges
                    .peek()
                    .map_or(range.end, |edge| edge.byte.min(range.end));
                paragraph =
                    paragraph.add_run(dressed(run(&shown.text[from..to].replace('\t', TAB)), look));
                from = to;
            }
        }
        for edge in edges {
            paragraph = put(paragraph, edge, parts);
        }
        paragraphs.push(paragraph);
    }
    paragraphs
}

/// Finds the ends of the comments in each paragraph, in order; of two at one place the end comes before the begin, so
/// that no range is longer than its passage.
fn edges<'r>(report: &DocumentReport<'_>, remarks: &'r [Remark]) -> Vec<Vec<Edge<'r>>> {
    let paragraphs = report.paragraphs();
    let mut edges: Vec<Vec<Edge<'r>>> = paragraphs.iter().map(|_| Vec::new()).collect();
    for remark in remarks {
        let first = paragraphs.partition_point(|paragraph| paragraph.end <= remark.span.start);
        let after = paragraphs.partition_point(|paragraph| paragraph.start < remark.span.end);
        // A passage of white space only has no paragraph.
        let Some(last) = after.checked_sub(1).filter(|&last| last >= first) else {
            continue;
        };
        for (index, begins) in [(first, true), (last, false)] {
            let paragraph = &paragraphs[index];
            let at = if begins {
                remark.span.start
            } else {
                remark.span.end
            };
            let byte = byte(&paragraph.text, paragraph.shown(at));
            edges[index].push(Edge {
                byte,
                begins,
                remark,
            });
        }
    }
    for edges in &mut edges {
        edges.sort_by_key(|edge| (edge.byte, edge.begins, edge.remark.id));
    }
    edges
}

/// Returns the offset in bytes of the character with this index.
fn byte(text: &str, character: usize) -> usize {
    let mut bytes = text.char_indices();
    bytes.nth(character).map_or(text.len(), |(byte, _)| byte)
}

fn put(paragraph: Paragraph, edge: &Edge<'_>, parts: &mut Parts) -> Paragraph {
    let remark = edge.remark;
    if !edge.begins {
        return paragraph.add_comment_end(remark.id);
    }
    // docx-rs writes a comment once for each of its paragraphs: one with line breaks, so that its id stays unique.
    let lines = parts.paragraph().add_run(run(&remark.lines.join("\n")));
    let comment = Comment::new(remark.id).author(AUTHOR).add_paragraph(lines);
    paragraph.add_comment_start(comment)
}

/// Adds raised labels where a source or a reason begins: its number, the reason.
fn labels(mut paragraph: Paragraph, look: Look, before: Look, language: Language) -> Paragraph {
    let reason = |text: String| label(&language.fill("docx.label", &[("reason", &text)]));
    if let Some(left_out) = look.left_out.filter(|_| look.left_out != before.left_out) {
        paragraph = paragraph.add_run(reason(language.reason_left_out(left_out)));
    }
    if let Some(over) = (look.passed_over).filter(|_| look.passed_over != before.passed_over) {
        paragraph = paragraph.add_run(reason(language.passed_over(over)));
    }
    match look.owner.filter(|_| look.owner != before.owner) {
        None | Some(SWITCHED_OFF | POSSIBLE) => paragraph,
        Some(owner) => link(paragraph, owner as usize),
    }
}

/// Returns a colour, six hexadecimal digits, half as far from white.
fn lighter(colour: &str) -> String {
    let number = u32::from_str_radix(colour, 16).unwrap_or(0xFF_FF_FF);
    // Each part of the colour halved and half of white added.
    format!("{:06X}", (number >> 1 & 0x7F_7F_7F) + 0x80_80_80)
}

/// Dresses a run of the text by its look.
fn dressed(mut run: Run, look: Look) -> Run {
    run = match look.owner {
        None => run,
        Some(SWITCHED_OFF) => run.underline("dotted"),
        Some(POSSIBLE) => run.underline("dash"),
        // What does not count has the number of its source, and no colour.
        Some(_) if look.left_out.is_some() || look.passed_over.is_some() => run,
        Some(owner) => match look.degree {
            Some(Degree::Identical) => run.shading(fill(source_fill(owner as usize))),
            Some(Degree::Edited) => run.shading(fill(&lighter(source_fill(owner as usize)))),
            Some(Degree::Reworded) => run.underline("dotDash"),
            None => run,
        },
    };
    if look.passed_over.is_some() {
        return run.color(GREY).italic();
    }
    if look.left_out.is_some() {
        return run.color(LEFT_OUT);
    }
    run
}
