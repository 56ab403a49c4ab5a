//! Extraction of the numbers and tables of a document's text.

use crate::lines::{is_number, lines};
use crate::number::{Number, is_digit, number_at, plain};
use crate::ordinary::{is_list_number, is_ordinary, is_year};
use crate::reading::{Cell, Content, Place, Reading, Table};
use crate::tables::{Rows, is_code, tables};
use crate::unit::unit_at;
use chachong_text::Span;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use twox_hash::XxHash3_64;

/// Numbers and tables of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Readings {
    /// Measured values in tables and in running text, in text order.
    pub readings: Vec<Reading>,
    /// Tables, in text order.
    pub tables: Vec<Table>,
}

impl Readings {
    /// Finds the numbers and tables of a text, outside the spans in `left_out` (such as references, contents, covers and code; in Unicode
    /// scalar values, ascending and disjoint). Numbers that are no measurements, such as dates, versions and numbers of figures, do not
    /// count. A whole number counts only before a unit or in a table, where one from 1900 to 2100 without a unit is taken for a year and
    /// does not count. A text of 4 GiB or more gives nothing.
    #[must_use]
    pub fn of(text: &str, left_out: &[Span]) -> Self {
        if u32::try_from(text.len()).is_err() {
            // Offsets would not fit into 32 bits; no reader gives so much text.
            return Self::default();
        }
        let chars: Vec<char> = text.chars().collect();
        let plain: Vec<char> = chars.iter().map(|c| plain(*c)).collect();
        let lines = lines(&chars);
        let is_left_out = |span: &Range<usize>| {
            let after = left_out.partition_point(|one| one.end as usize <= span.start);
            left_out
                .get(after)
                .is_some_and(|one| (one.start as usize) < span.end)
        };
        let rows = tables(&chars, &lines, is_left_out);
        let mut reader = Reader {
            chars: &plain,
            found: Self::default(),
        };
        let mut next_table = rows.iter().peekable();
        let mut inside_until = 0;
        for line in &lines {
            if line.start < inside_until {
                continue;
            }
            if let Some(table) =
                next_table.next_if(|table| first_of(table).is_some_and(|at| at <= line.end))
            {
                inside_until = table
                    .iter()
                    .flatten()
                    .map(|cell| cell.end)
                    .max()
                    .unwrap_or(0);
                reader.table(table);
            } else if plain[line.clone()].iter().any(char::is_ascii_digit)
                && !is_code(&plain[line.clone()])
            {
                reader.numbers(line, None, is_left_out);
            }
        }
        reader.found
    }
}

fn first_of(table: &Rows) -> Option<usize> {
    table.iter().flatten().map(|cell| cell.start).min()
}

struct Reader<'a> {
    chars: &'a [char],
    found: Readings,
}

impl Reader<'_> {
    fn table(&mut self, rows: &Rows) {
        let index = size(self.found.tables.len());
        let mut table = Table {
            span: Span {
                start: u32::MAX,
                end: 0,
            },
            rows: Vec::with_capacity(rows.len()),
        };
        for (row, cells) in rows.iter().enumerate() {
            let mut made = Vec::with_capacity(cells.len());
            for (column, cell) in cells.iter().enumerate() {
                let place = Place {
                    table: index,
                    row: size(row),
                    column: size(column),
                };
                let span = Span::of(cell.start, cell.end);
                if !cell.is_empty() {
                    table.span = Span {
                        start: table.span.start.min(span.start),
                        end: table.span.end.max(span.end),
                    };
                }
                made.push(Cell {
                    span,
                    content: self.cell(cell, place),
                });
            }
            table.rows.push(made);
        }
        self.found.tables.push(table);
    }

    fn cell(&mut self, cell: &Range<usize>, place: Place) -> Content {
        if cell.is_empty() {
            return Content::Empty;
        }
        let before = self.found.readings.len();
        self.numbers(cell, Some(place), |_| false);
        if self.found.readings.len() == before + 1 && is_number(self.chars, cell) {
            return Content::Number(size(before));
        }
        let mut words = String::with_capacity(cell.len());
        let mut width = 0;
        for c in self.chars[cell.clone()]
            .iter()
            .filter(|c| c.is_alphanumeric())
        {
            words.extend(c.to_lowercase());
            width += if c.is_ascii() { 1 } else { 2 };
        }
        Content::Words {
            hash: XxHash3_64::oneshot(words.as_bytes()),
            width,
        }
    }

    /// Adds the readings of a span.
    fn numbers(
        &mut self,
        span: &Range<usize>,
        place: Option<Place>,
        is_left_out: impl Fn(&Range<usize>) -> bool,
    ) {
        let chars = &self.chars[..span.end];
        let mut at = span.start;
        let mut blank_before = true;
        while at < span.end {
            let c = chars[at];
            let signed = matches!(c, '-' | '+') && is_digit(chars, at + 1) && {
                at == span.start
                    || !(chars[at - 1].is_ascii_alphanumeric()
                        || matches!(chars[at - 1], ')' | ']' | '%'))
            };
            if !c.is_ascii_digit() && !signed {
                blank_before &= c.is_whitespace();
                at += 1;
                continue;
            }
            let Some(number) = number_at(chars, at) else {
                at += chars[at..]
                    .iter()
                    .take_while(|c| c.is_ascii_digit() || matches!(c, '-' | '+'))
                    .count()
                    .max(1);
                blank_before = false;
                continue;
            };
            let end = self.number(
                chars,
                span.start,
                at,
                &number,
                place,
                blank_before,
                &is_left_out,
            );
            // The rest of what is no number (1.2.3, 12:30) is none either.
            at = end.max(at + 1);
            blank_before = false;
        }
    }

    /// Adds a number if it is a reading; returns where the search goes on.
    #[expect(
        clippy::too_many_arguments,
        reason = "all say where in the text the number stands"
    )]
    fn number(
        &mut self,
        chars: &[char],
        line: usize,
        at: usize,
        number: &Number,
        place: Option<Place>,
        blank_before: bool,
        is_left_out: &impl Fn(&Range<usize>) -> bool,
    ) -> usize {
        if is_ordinary(chars, line, at, number) {
            // What follows the colon after a name is its value: U1:12.83V.
            let is_of_name = at > line && chars[at - 1].is_ascii_alphabetic();
            let goes_on = |c: &&char| {
                c.is_ascii_digit() || matches!(c, '.' | '/' | '-') || (**c == ':' && !is_of_name)
            };
            let rest = chars[number.end..].iter();
            return number.end + rest.take_while(goes_on).count();
        }
        let Ok(unit) = unit_at(chars, number.end) else {
            return number.end
                + chars[number.end..]
                    .iter()
                    .take_while(|c| c.is_ascii_alphanumeric())
                    .count();
        };
        let end = unit.as_ref().map_or(number.end, |(_, end)| *end);
        if unit.is_none() && place.is_none() && blank_before && is_list_number(chars, at, number) {
            return end;
        }
        let bare = unit.is_none() && !number.fractional;
        if bare && (place.is_none() || is_year(number)) || is_left_out(&(at..end)) {
            return end;
        }
        self.found.readings.push(Reading {
            value: number.value,
            digits: significant(number),
            unit: unit.map(|(unit, _)| unit),
            span: Span::of(at, end),
            place,
        });
        end
    }
}

fn significant(number: &Number) -> u8 {
    if number.value.coefficient == 0 {
        return 0;
    }
    let zeros = u8::try_from(number.value.stripped().exponent - number.value.exponent).unwrap_or(0);
    // 1500 may be exact to hundreds; of 0.4930 the zero was read, of 2.000 hardly.
    let said = if number.fractional && zeros < 2 {
        0
    } else {
        zeros
    };
    number.digits.saturating_sub(said).max(1)
}

/// Texts are shorter than 2^32 characters.
fn size(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{Readings, Span};
    use crate::Content;
    use proptest::prelude::*;

    fn values(text: &str) -> Vec<String> {
        Readings::of(text, &[])
            .readings
            .iter()
            .map(|reading| reading.value.to_string())
            .collect()
    }

    #[test]
    fn reads_what_was_measured() {
        let text = "测得电压为 0.4937 V，电流１２．８３mA，效率 49.37 %，温度-3.5℃，电荷 1.6×10⁻¹⁹C，共 1,234 g。";
        let read = Readings::of(text, &[]);
        let units: Vec<Option<&str>> = read
            .readings
            .iter()
            .map(|reading| reading.unit.as_deref())
            .collect();
        assert_eq!(
            values(text),
            [
                "0.4937",
                "12.83",
                "49.37",
                "-3.5",
                "0.00000000000000000016",
                "1234"
            ]
        );
        assert_eq!(
            units,
            [
                Some("V"),
                Some("mA"),
                Some("%"),
                Some("℃"),
                Some("C"),
                Some("g")
            ]
        );
        assert_eq!(read.readings[1].span.of_text(text), "１２．８３mA");
    }

    #[test]
    fn reads_values_after_colons_and_beside_words_that_end_like_names_of_numbers() {
        for (text, value) in [
            ("电压：0.4937 V", "0.4937"),
            ("U1:12.83V", "12.83"),
            ("读数U2：12.83 V", "12.83"),
            ("电压表 0.4937 V", "0.4937"),
            ("将 0.4937 代入公式", "0.4937"),
            ("占比例 49.371 %", "49.371"),
        ] {
            assert_eq!(values(text), [value], "{text}");
        }
    }

    #[test]
    fn leaves_other_numbers() {
        for text in [
            "2024年5月1日",
            "2024-05-01 12:30:15",
            "2024-05-01T12:30:15.123",
            "见图 3.2 和表2.1、式（4.12）",
            "文献 [12] 与 [3,4]",
            "3.1 系统设计",
            "1.2.3 需求分析",
            "学号 2021123456，电话 13812345678",
            "第 3.5 节，第12页",
            "192.168.1.103:8080",
            "GB/T 7714-2015",
            "doi:10.3778/j.issn.1002-8331",
            "https://example.org/a/3.25",
            "Python 3.11.2，MySQL 8.0",
            "共有 35 名同学",
            "int a = 3.75; return a;",
            "page at 0x80010000 size 3.5",
            "Figure 4.2, Table 1.3, Eq. (2.71)",
            "3D 打印，第 10th",
            "004006e0 3.55",
            "时间 12:30，localhost:8080",
            "3.2 版、3.5 节",
        ] {
            assert_eq!(values(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn leaves_what_the_caller_leaves_out() {
        let text = "正文 3.75 V\n附录 4.25 V";
        assert_eq!(
            Readings::of(text, &[Span { start: 10, end: 19 }])
                .readings
                .len(),
            1
        );
        assert_eq!(
            Readings::of(text, &[Span { start: 0, end: 19 }])
                .readings
                .len(),
            0
        );
    }

    #[test]
    fn knows_cells() {
        let read = Readings::of("n\tU/V\t结果\n1\t0.4937\t良好\n2\t\t0.51±0.02\n", &[]);
        let places: Vec<(u32, u32)> = read
            .readings
            .iter()
            .filter_map(|reading| reading.place)
            .map(|place| (place.row, place.column))
            .collect();
        assert_eq!(places, [(1, 0), (1, 1), (2, 0), (2, 2), (2, 2)]);
        let rows = &read.tables[0].rows;
        assert_eq!(rows[1][1].content, Content::Number(1));
        assert_eq!(rows[2][1].content, Content::Empty);
        assert!(matches!(
            rows[1][2].content,
            Content::Words { width: 4, .. }
        ));
    }

    proptest! {
        #[test]
        fn reads_any_text(text in "([0-9.,eE×^⁻|\\t\n -]|[a-zµΩ%℃]|[中图表第年]|\\PC){0,200}", cut in 0u32..100, length in 0u32..50) {
            let left_out = [Span { start: cut, end: cut + length }];
            let read = Readings::of(&text, &left_out);
            let end = u32::try_from(text.chars().count()).unwrap();
            let mut last = 0;
            for reading in &read.readings {
                prop_assert!(reading.span.start >= last && reading.span.start < reading.span.end && reading.span.end <= end);
                prop_assert!(reading.span.end <= cut || reading.span.start >= cut + length);
                last = reading.span.end;
                if let Some(place) = reading.place {
                    let cell = read.tables[place.table as usize].rows[place.row as usize][place.column as usize];
                    prop_assert!(cell.span.start <= reading.span.start && reading.span.end <= cell.span.end);
                }
            }
            for table in &read.tables {
                let mut last = 0;
                for cell in table.rows.iter().flatten() {
                    prop_assert!(cell.span.start >= last && cell.span.start <= cell.span.end && cell.span.end <= end);
                    last = cell.span.end;
                }
            }
        }
    }
}
