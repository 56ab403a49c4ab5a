//! Detection of the tables in a text: consecutive lines that consist of cells.

use crate::lines::{Parting, cells, is_number};
use std::ops::Range;

/// Rows of cells, each a span in characters; the span is empty where a row has an empty cell.
pub(crate) type Rows = Vec<Vec<Range<usize>>>;

/// Fewest lines of one cell each that are read as a table.
const LEAST_ALONE: usize = 8;
/// Most columns that are tried for a table whose cells stand one below the other.
const MOST_COLUMNS: usize = 12;

/// Returns the tables among `lines`, ascending. Lines for which `is_left_out` returns `true` belong to no table.
pub(crate) fn tables(
    chars: &[char],
    lines: &[Range<usize>],
    is_left_out: impl Fn(&Range<usize>) -> bool,
) -> Vec<Rows> {
    let mut tables = Vec::new();
    let mut open = Open {
        parting: Parting::Alone,
        rows: Vec::new(),
        blank: 0,
    };
    for line in lines {
        let row = if is_left_out(line) || is_code(&chars[line.clone()]) {
            None
        } else {
            cells(chars, line)
        };
        match row {
            Some((parting, row)) => {
                if !open.takes(parting, row.len()) {
                    open.close(chars, &mut tables);
                    open.parting = parting;
                }
                open.blank = 0;
                if !is_rule(chars, &row) {
                    open.rows.push(row);
                }
            }
            // Markdown's rows have an empty line between them.
            None if chars[line.clone()].iter().all(|c| c.is_whitespace()) && open.blank == 0 => {
                open.blank += 1;
            }
            None => open.close(chars, &mut tables),
        }
    }
    open.close(chars, &mut tables);
    tables
}

/// Returns whether a line looks like program code or terminal output, whose numbers were not measured.
pub(crate) fn is_code(line: &[char]) -> bool {
    let has = |sign: &str| {
        let length = sign.chars().count();
        line.windows(length)
            .any(|window| window.iter().copied().eq(sign.chars()))
    };
    let signs = ['{', '}', ';', '\\', '#', '$', '@', '`', '<', '>'];
    let words = [
        "0x", "==", "->", "::", "()", "//", "/usr", "/home", "sudo ", ".c:", ".h:", "~/", "/*",
    ];
    let is_prose = line.iter().any(|c| matches!(c, '，' | '。'));
    (line.iter().any(|c| signs.contains(c)) || has_long_name(line)) && !is_prose
        || words.iter().any(|word| has(word))
        || is_dump(line)
}

/// Whether a line holds an underscore that is no index of one letter: `sample_rate`, not `T_1` or `x_(i+1)`.
fn has_long_name(line: &[char]) -> bool {
    let is_index = |at: usize| {
        let is_name = |c: &char| c.is_alphanumeric() || *c == '_';
        let base = line[..at].iter().rev().take_while(|c| is_name(c)).count();
        let index = line[at + 1..].iter().take_while(|c| is_name(c)).count();
        let is_bracketed = line.get(at + 1) == Some(&'(');
        base == 1 && line[at - 1].is_alphabetic() && (index == 1 || is_bracketed)
    };
    let mut signs = line.iter().enumerate().filter(|(_, c)| **c == '_');
    signs.any(|(at, _)| !is_index(at))
}

/// Whether a line holds a hexadecimal number or one filled up with zeros: 004006e0, 00000024, 7f3a2c.
fn is_dump(line: &[char]) -> bool {
    line.split(|c| !c.is_alphanumeric() && *c != '.')
        .any(|token| {
            let digits = token.iter().filter(|c| c.is_ascii_digit()).count();
            let hexadecimal =
                token.len() >= 4 && digits > 0 && token.iter().all(char::is_ascii_hexdigit);
            hexadecimal && (token[0] == '0' || token.len() >= 6 && digits < token.len())
        })
}

/// The rule under a table's head (`---|---`).
fn is_rule(chars: &[char], row: &[Range<usize>]) -> bool {
    row.iter().all(|cell| {
        chars[cell.clone()]
            .iter()
            .all(|c| matches!(c, '-' | ':' | '=' | '+'))
    }) && row.iter().any(|cell| !cell.is_empty())
}

struct Open {
    parting: Parting,
    rows: Rows,
    blank: usize,
}

impl Open {
    fn takes(&self, parting: Parting, width: usize) -> bool {
        if self.rows.is_empty() {
            return false;
        }
        let last = self.rows.last().map_or(0, Vec::len);
        match (self.parting, parting) {
            (Parting::Tab, Parting::Tab)
            | (Parting::Bar, Parting::Bar)
            | (Parting::Alone, Parting::Alone) => true,
            (Parting::Wide | Parting::Numbers, Parting::Wide | Parting::Numbers) => {
                self.blank == 0 && last.abs_diff(width) <= 1
            }
            _ => false,
        }
    }

    fn close(&mut self, chars: &[char], tables: &mut Vec<Rows>) {
        self.blank = 0;
        let rows = std::mem::take(&mut self.rows);
        if self.parting == Parting::Alone {
            tables.extend(one_below_the_other(chars, &rows));
            return;
        }
        let wide_enough = rows.iter().filter(|row| row.len() >= 2).count() >= 2;
        // Two columns of words with spaces between them are as often a cover or an address.
        let numeric = || rows.iter().flatten().any(|cell| is_number(chars, cell));
        if wide_enough && (self.parting != Parting::Wide || rows.len() >= 3 && numeric()) {
            tables.push(rows);
        }
    }
}

/// The rows of a table whose cells stand one below the other: the number of columns is the one under which a cell is most
/// often of the kind (number, words) of the cell above it.
fn one_below_the_other(chars: &[char], rows: &Rows) -> Option<Rows> {
    let cells: Vec<Range<usize>> = rows.iter().flatten().cloned().collect();
    let kinds: Vec<usize> = cells.iter().map(|cell| kind(chars, cell)).collect();
    let numbers = kinds.iter().filter(|kind| **kind > 0).count();
    if cells.len() < LEAST_ALONE || numbers * 5 < cells.len() * 2 {
        return None;
    }
    let columns = (2..=MOST_COLUMNS.min(cells.len() / 2))
        .map(|columns| {
            let equal = kinds
                .iter()
                .zip(&kinds[columns..])
                .filter(|(above, below)| above == below)
                .count();
            (columns, equal as f64 / (kinds.len() - columns) as f64)
        })
        .reduce(|best, next| if next.1 > best.1 + 1e-9 { next } else { best })
        .filter(|(_, equal)| *equal >= 0.6)?
        .0;
    // Cells before the head's first one (a caption) shift the rows, which is seen where the whole does not divide.
    let first = cells.len() % columns;
    let mut table: Rows = Vec::new();
    if first > 0 {
        table.push(cells[..first].to_vec());
    }
    table.extend(cells[first..].chunks(columns).map(<[_]>::to_vec));
    Some(table)
}

/// 0 for words, else one more than the number of decimal places.
fn kind(chars: &[char], cell: &Range<usize>) -> usize {
    if !is_number(chars, cell) {
        return 0;
    }
    let text = &chars[cell.clone()];
    1 + text.iter().position(|c| *c == '.').map_or(0, |point| {
        text[point + 1..]
            .iter()
            .take_while(|c| c.is_ascii_digit())
            .count()
    })
}

#[cfg(test)]
mod tests {
    use super::{is_code, tables};
    use crate::lines::lines;

    fn read(text: &str) -> Vec<Vec<Vec<String>>> {
        let chars: Vec<char> = text.chars().collect();
        let lines = lines(&chars);
        let read = |cell: &std::ops::Range<usize>| chars[cell.clone()].iter().collect::<String>();
        tables(&chars, &lines, |_| false)
            .iter()
            .map(|rows| {
                rows.iter()
                    .map(|row| row.iter().map(read).collect())
                    .collect()
            })
            .collect()
    }

    #[test]
    fn reads_tables_of_every_form() {
        let expected = vec![vec![
            vec!["U", "I"],
            vec!["1.01", "2.53"],
            vec!["1.52", "3.81"],
        ]];
        for text in [
            "正文没有表格，只有一句话而已，很长很长很长很长很长。\nU\tI\n1.01\t2.53\n1.52\t3.81\n正文没有表格，只有一句话而已，很长很长很长很长很长。",
            "U\tI\n\n1.01\t2.53\n\n1.52\t3.81\n",
            "| U | I |\n|---|---|\n| 1.01 | 2.53 |\n| 1.52 | 3.81 |",
            "U   I\n1.01   2.53\n1.52   3.81",
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn reads_cells_one_below_the_other() {
        let text = "n\nU/V\nI\n1\n1.01\n2.5\n2\n1.52\n3.8\n3\n2.03\n5.0\n";
        assert_eq!(read(text)[0][1], ["1", "1.01", "2.5"]);
        assert_eq!(read(text)[0].len(), 4);
    }

    #[test]
    fn leaves_code_alone() {
        let code = |line: &str| is_code(&line.chars().collect::<Vec<_>>());
        assert!(code("int a[3] = {1, 2};") && code("$ ls -l 4096") && code("page at 0x80010000"));
        assert!(code("sample_rate 4.5") && code("__init 4.5") && code("a_b_c 4.5"));
        assert!(!code("T_1 2.0060") && !code("x_(i+1) 4.5"));
        assert!(!code("测得电压为 0.4937 V；电流为 0.2 A。") && !code("1 4.019 0.760"));
        assert!(read("int a;\tint b;\nchar c;\tchar d;\n").is_empty());
    }
}
