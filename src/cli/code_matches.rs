//! Prints the code that both documents of a pair share, match by match: the lines in both files, side by side.

use std::io;
use std::ops::Range;

use super::output::{print_stdout, print_stdout_painted};
use super::side_by_side::{ColumnStyle, Piece, Row, side_by_side};
use chachong_check::shown::{Class, CodeLine, CodeView};
use chachong_check::{Document, EvidenceItem};
use chachong_messages::Language;

/// Maximum number of line pairs that are compared to find equal lines. In a longer match, lines are paired in order.
const MOST_COUPLES: usize = 4_000_000;

/// Prints the matches of the code that two documents share, in the order of the first document; nothing without any. Fails if a
/// text can no longer be read.
pub(super) fn print_code_matches(
    documents: [&Document; 2],
    items: &[EvidenceItem],
    style: ColumnStyle,
    language: Language,
) -> io::Result<()> {
    let mut items = items.iter();
    let code = items.find_map(|item| match item {
        EvidenceItem::Code(code) => Some(code),
        _ => None,
    });
    let Some(code) = code else {
        return Ok(());
    };
    let view = CodeView::of(documents, code)?;
    let style = ColumnStyle {
        keeps_indent: true,
        ..style
    };
    for (number, found) in (1..).zip(&view.matches) {
        let count = view.matches.len();
        let values: [(&str, &dyn std::fmt::Display); 2] = [("number", &number), ("count", &count)];
        print_stdout(&language.fill("cli.code-match", &values));
        let lines: [&[CodeLine]; 2] =
            [0, 1].map(|side| lines_in(&view.sides[side].lines, &found.lines[side]));
        for (name, lines) in ["A", "B"].into_iter().zip(lines) {
            let [first, last] =
                [lines.first(), lines.last()].map(|line| line.map_or(0, |it| it.number));
            let values: [(&str, &dyn std::fmt::Display); 3] =
                [("name", &name), ("first", &first), ("last", &last)];
            print_stdout(&language.fill("cli.code-lines", &values));
        }
        print_stdout_painted(&side_by_side(&rows(lines), style));
    }
    Ok(())
}

fn lines_in<'l>(lines: &'l [CodeLine], range: &Range<usize>) -> &'l [CodeLine] {
    lines.get(range.clone()).unwrap_or_default()
}

/// Returns the lines of both sides as rows. Lines that differ only in names, numbers, texts and comments share a row, as far as their order
/// allows.
fn rows([a, b]: [&[CodeLine]; 2]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut at = [0, 0];
    let anchors = anchors([a, b]);
    for [i, j] in anchors.into_iter().chain([[a.len(), b.len()]]) {
        let (left, right) = (&a[at[0]..i], &b[at[1]..j]);
        for line in 0..left.len().max(right.len()) {
            rows.push([left.get(line), right.get(line)].map(pieces));
        }
        if let (Some(left), Some(right)) = (a.get(i), b.get(j)) {
            rows.push([left, right].map(|line| pieces(Some(line))));
        }
        at = [i + 1, j + 1];
    }
    rows
}

/// Returns the longest ascending series of line pairs with the same form that is not empty. Beyond [`MOST_COUPLES`], pairs the lines in
/// order, whatever their form.
fn anchors([a, b]: [&[CodeLine]; 2]) -> Vec<[usize; 2]> {
    if a.len() * b.len() > MOST_COUPLES {
        return (0..a.len().min(b.len())).map(|at| [at, at]).collect();
    }
    let [forms_a, forms_b] = [a, b].map(|lines| lines.iter().map(form).collect::<Vec<String>>());
    let is_same = |i: usize, j: usize| forms_a[i] == forms_b[j] && !forms_a[i].is_empty();
    // Length of the longest series in the rests from each couple on.
    let width = b.len() + 1;
    let mut longest = vec![0_u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i * width + j] = if is_same(i, j) {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut anchors) = (0, 0, Vec::new());
    while i < a.len() && j < b.len() {
        if is_same(i, j) {
            anchors.push([i, j]);
            (i, j) = (i + 1, j + 1);
        } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    anchors
}

/// Returns the keywords and signs of a line, separated by single spaces, with a placeholder for each name, number and text. Comments are
/// left out.
fn form(line: &CodeLine) -> String {
    let mut form = String::new();
    for piece in &line.pieces {
        match piece.class {
            Some(Class::Name) => form.push('n'),
            Some(Class::Number | Class::Text) => form.push('0'),
            Some(Class::Keyword | Class::Sign) => form.push_str(&line.text[piece.bytes.clone()]),
            Some(Class::Comment) | None => {}
        }
        form.push(' ');
    }
    form.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a line as pieces, with those marked that differ from the other side; empty without a line.
fn pieces(line: Option<&CodeLine>) -> Vec<Piece> {
    let of_line = line.into_iter().flat_map(|line| {
        let pieces = line.pieces.iter();
        pieces.map(|piece| Piece {
            text: line.text[piece.bytes.clone()].to_owned(),
            differs: piece.change.is_some(),
        })
    });
    of_line.collect()
}
