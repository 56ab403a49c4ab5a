//! Reader for tables as text (csv, tsv): each row becomes a line with tabs between the cells.

use csv::{ReaderBuilder, StringRecord, Trim};

use super::{Extracted, ImportCause, TextEncoding, txt};
use chachong_text::LineBreaks;

/// Number of lines at the start by which the sign between the cells is known.
const SAMPLED_LINES: usize = 20;

pub(super) fn read(
    bytes: Vec<u8>,
    encoding: Option<TextEncoding>,
) -> Result<Extracted, ImportCause> {
    let mut read = txt::read_in(bytes, encoding)?;
    read.text = rows(&read.text);
    read.breaks = LineBreaks::Paragraph;
    Ok(read)
}

/// Returns the rows of a table as lines.
fn rows(text: &str) -> String {
    let mut table = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let mut lines = String::with_capacity(text.len());
    // One record for all rows: a copy of it is as large as the widest row so far. Text from memory gives no errors.
    let mut row = StringRecord::new();
    while let Ok(true) = table.read_record(&mut row) {
        for (at, cell) in row.iter().enumerate() {
            if at > 0 {
                lines.push('\t');
            }
            push_cell(&mut lines, cell);
        }
        lines.truncate(lines.trim_end_matches('\t').len());
        lines.push('\n');
    }
    lines
}

/// Adds the text of a cell: a break or tab inside it is a space, so that a row stays a line.
pub(super) fn push_cell(line: &mut String, cell: &str) {
    for (at, word) in cell
        .split(['\t', '\n', '\r'])
        .filter(|w| !w.is_empty())
        .enumerate()
    {
        if at > 0 {
            line.push(' ');
        }
        line.push_str(word);
    }
}

/// Returns the delimiter: the one of tab, semicolon and comma whose lowest count in any of the first lines is highest,
/// then the most frequent one. A comma if none of them occurs.
fn delimiter(text: &str) -> u8 {
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .take(SAMPLED_LINES)
        .collect();
    let least = |sign: char| lines.iter().map(|line| line.matches(sign).count()).min();
    let all = |sign: char| lines.iter().map(|l| l.matches(sign).count()).sum::<usize>();
    [(b'\t', '\t'), (b';', ';'), (b',', ',')]
        .into_iter()
        .max_by_key(|&(_, sign)| (least(sign), all(sign)))
        .filter(|&(_, sign)| all(sign) > 0)
        .map_or(b',', |(byte, _)| byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rows_are_lines_and_digits_stay_as_written() {
        assert_eq!(
            rows("次数,\"周期,s\",备注\r\n1,2.0060,\"两\n行\"\r\n2,2.010,\r\n"),
            "次数\t周期,s\t备注\n1\t2.0060\t两 行\n2\t2.010\n"
        );
        assert_eq!(rows("a;b\n1,5;2,0\n"), "a\tb\n1,5\t2,0\n");
        assert_eq!(rows("a\tb, c\n1\t2\n"), "a\tb, c\n1\t2\n");
        assert_eq!(rows("一列\n1.50\n"), "一列\n1.50\n");
        let gbk = encoding_rs::GBK.encode("学号,电压\n001,0.4937\n").0;
        assert_eq!(
            read(gbk.into_owned(), Some(TextEncoding::Gb18030))
                .unwrap()
                .text,
            "学号\t电压\n001\t0.4937\n"
        );
    }

    proptest! {
        #[test]
        fn no_text_harms_it(text in "[a1甲,;\t\"\n\r ]{0,80}") {
            let _ = rows(&text);
        }
    }
}
