//! Lines of a text as ranges of characters, and the cells of a line that is a row of a table.

use crate::number::{number_at, plain};
use crate::unit::unit_at;
use std::ops::Range;

/// Separator between the cells of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parting {
    /// Tabs, as from Word, Markdown and web pages.
    Tab,
    /// `|`, as in a Markdown table that was pasted as text.
    Bar,
    /// Two spaces and more, as some producers of PDF write a table.
    Wide,
    /// Single spaces between numbers, as most PDF readers give a table.
    Numbers,
    /// No separator: the line is one cell, as in a Word table whose cells are written one below the other.
    Alone,
}

/// Returns the spans of the lines, without the characters that end them.
pub(crate) fn lines(chars: &[char]) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for (at, c) in chars.iter().enumerate() {
        if matches!(c, '\n' | '\r' | '\u{C}') {
            lines.push(start..at);
            start = at + 1;
        }
    }
    lines.push(start..chars.len());
    lines
}

/// Returns the separator and the cells of a line that looks like a row; `None` for other lines.
pub(crate) fn cells(chars: &[char], line: &Range<usize>) -> Option<(Parting, Vec<Range<usize>>)> {
    let line = trimmed_end(chars, line.clone());
    if line.is_empty() {
        return None;
    }
    let text = &chars[line.clone()];
    if text.iter().skip_while(|c| **c == '\t').any(|c| *c == '\t') {
        return Some((
            Parting::Tab,
            split(chars, line, |rest| usize::from(rest[0] == '\t')),
        ));
    }
    let inner = trimmed(chars, line.clone());
    let bars = chars[inner.clone()].iter().filter(|c| **c == '|').count();
    if bars >= 2
        && (chars[inner.start] == '|' || bars >= 3)
        && !chars[inner.clone()].windows(2).any(|two| two == ['|', '|'])
    {
        let start = inner.start + usize::from(chars[inner.start] == '|');
        let end = inner.end - usize::from(chars[inner.end - 1] == '|' && inner.end > start);
        return Some((
            Parting::Bar,
            split(chars, start..end, |rest| usize::from(rest[0] == '|')),
        ));
    }
    let spaced = split(chars, inner.clone(), |rest| {
        usize::from(plain(rest[0]) == ' ')
    });
    let numeric = spaced.iter().filter(|cell| is_number(chars, cell)).count();
    if numeric >= 3 && numeric * 5 >= spaced.len() * 3 {
        return Some((
            Parting::Numbers,
            spaced.into_iter().filter(|cell| !cell.is_empty()).collect(),
        ));
    }
    let wide = split(chars, inner.clone(), |rest| {
        let blanks = rest.iter().take_while(|c| plain(**c) == ' ').count();
        if blanks >= 2 { blanks } else { 0 }
    });
    if wide.len() >= 2 {
        return Some((Parting::Wide, wide));
    }
    (inner.len() <= 24).then(|| (Parting::Alone, vec![inner]))
}

/// Cuts a span where `parting` finds something between cells and gives its length.
fn split(
    chars: &[char],
    span: Range<usize>,
    parting: impl Fn(&[char]) -> usize,
) -> Vec<Range<usize>> {
    let mut cells = Vec::new();
    let (mut start, mut at) = (span.start, span.start);
    while at < span.end {
        let length = parting(&chars[at..span.end]);
        if length == 0 {
            at += 1;
        } else {
            cells.push(trimmed(chars, start..at));
            at += length;
            start = at;
        }
    }
    cells.push(trimmed(chars, start..span.end));
    cells
}

fn trimmed(chars: &[char], span: Range<usize>) -> Range<usize> {
    let span = trimmed_end(chars, span);
    let blank = chars[span.clone()]
        .iter()
        .take_while(|c| c.is_whitespace())
        .count();
    span.start + blank..span.end
}

fn trimmed_end(chars: &[char], span: Range<usize>) -> Range<usize> {
    let blank = chars[span.clone()]
        .iter()
        .rev()
        .take_while(|c| c.is_whitespace())
        .count();
    span.start..span.end - blank
}

/// Returns whether a cell contains only a number, with or without a unit.
pub(crate) fn is_number(chars: &[char], cell: &Range<usize>) -> bool {
    let text: Vec<char> = chars[cell.clone()].iter().map(|c| plain(*c)).collect();
    let Some(number) = number_at(&text, 0) else {
        return false;
    };
    match unit_at(&text, number.end) {
        Ok(Some((_, end))) => end == text.len(),
        Ok(None) => number.end == text.len(),
        Err(()) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Parting, cells, lines};

    fn read(line: &str) -> Option<(Parting, Vec<String>)> {
        let chars: Vec<char> = line.chars().collect();
        let (parting, cells) = cells(&chars, &(0..chars.len()))?;
        Some((
            parting,
            cells
                .into_iter()
                .map(|cell| chars[cell].iter().collect())
                .collect(),
        ))
    }

    #[test]
    fn cuts_rows_into_cells() {
        for (line, parting, expected) in [
            (
                "电压\t0.49\t\t3",
                Parting::Tab,
                &["电压", "0.49", "", "3"][..],
            ),
            ("| a | 1.5 |", Parting::Bar, &["a", "1.5"]),
            (
                "1 4.019 0.760 Al",
                Parting::Numbers,
                &["1", "4.019", "0.760", "Al"],
            ),
            (
                "序号   电压 U/V   I",
                Parting::Wide,
                &["序号", "电压 U/V", "I"],
            ),
            ("0.49 V", Parting::Alone, &["0.49 V"]),
        ] {
            let expected = expected.iter().map(|cell| (*cell).to_owned()).collect();
            assert_eq!(read(line), Some((parting, expected)), "{line}");
        }
        assert_eq!(
            read("这里是一段较长的正文，其中没有任何表格的样子，只有普通的句子。"),
            None
        );
        assert_eq!(
            read("if (a || b) return 0; // none of these is a table's row"),
            None
        );
        assert_eq!(read("   "), None);
    }

    #[test]
    fn ends_lines_where_the_text_does() {
        let chars: Vec<char> = "a\nb\r\n".chars().collect();
        assert_eq!(lines(&chars), [0..1, 2..3, 4..4, 5..5]);
    }
}
