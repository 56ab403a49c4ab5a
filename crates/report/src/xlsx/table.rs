//! Table on a sheet: fixed headings, a filter, bars on shares, column widths that fit the content, links to other
//! sheets.

use rust_xlsxwriter::{ColNum, Format, IgnoreError, RowNum, Url, Worksheet, XlsxError};

use super::content::Content;
use super::looks::{Looks, bar};
use super::text::{LINE, cell, lines, looks_like_a_formula, width};
use crate::columns::{Cell, Kind, Target};
use chachong_messages::{Language, has_sign};

/// Maximum number of rows of a table, below Excel's 1,048,576: a workbook of more is slow to open and takes gigabytes.
pub(super) const MOST_ROWS: usize = 200_000;
/// Maximum number of links on a sheet; Excel repairs a file with more.
const MOST_LINKS: u32 = 65_530;
/// Range of a column's width, in digits; a column of names or texts takes its widest cell within the range.
const WIDTHS: (usize, usize) = (9, 60);
/// Maximum width of a column of sentences, in digits.
const WRAPPED: usize = 80;

impl Target<'_> {
    /// Makes the link. Names of sheets hold no apostrophe: they are the locale's.
    pub(super) fn url(self) -> Url {
        Url::new(format!("internal:'{}'!A{}", self.sheet, self.row + 1))
    }
}

/// Writes a table of these columns, as (key of the heading, kind), and these rows. `left_out` is the number of rows that did not fit; a
/// last row says so.
pub(super) fn write_table<'c, R: IntoIterator<Item = Cell<'c>>>(
    sheet: &mut Worksheet,
    content: &Content<'_>,
    columns: &[(&str, Kind)],
    rows: impl IntoIterator<Item = R>,
    left_out: usize,
) -> Result<(), XlsxError> {
    let mut table = Table::begin(sheet, &content.looks, content.check.language, columns)?;
    for cells in rows {
        table.row(cells)?;
    }
    table.finish(left_out)
}

/// Table that is being written. Its headings stand in the first row, where filters and pivot tables look for them.
struct Table<'w> {
    sheet: &'w mut Worksheet,
    looks: &'w Looks,
    language: Language,
    kinds: Vec<Kind>,
    /// Width of the widest cell of each column so far, in columns of letters.
    widths: Vec<usize>,
    row: RowNum,
    /// Number of lines of the row's highest wrapped cell so far.
    lines: usize,
    links: u32,
}

impl<'w> Table<'w> {
    /// Begins a table with its headings.
    fn begin(
        sheet: &'w mut Worksheet,
        looks: &'w Looks,
        language: Language,
        columns: &[(&str, Kind)],
    ) -> Result<Self, XlsxError> {
        let columns = columns
            .iter()
            .map(|&(key, kind)| (language.text(key), kind));
        let columns: Vec<(String, Kind)> = columns.collect();
        for (column, (title, kind)) in (0..).zip(&columns) {
            sheet.set_column_format(column, looks.of_kind(*kind))?;
            sheet.write_string_with_format(0, column, title.as_str(), &looks.heading)?;
        }
        sheet.set_row_height(0, 33)?;
        let widths = columns.iter().map(|(title, kind)| {
            // A title of two lines beside the filter's button.
            let title = width(title);
            let title = if title > 12 {
                title.div_ceil(2) + 5
            } else {
                title + 3
            };
            title.max(if *kind == Kind::Code { 17 } else { 0 })
        });
        Ok(Self {
            widths: widths.collect(),
            kinds: columns.iter().map(|&(_, kind)| kind).collect(),
            sheet,
            looks,
            language,
            row: 1,
            lines: 1,
            links: 0,
        })
    }

    /// Writes a row; cells beyond the last column are dropped.
    fn row<'c>(&mut self, cells: impl IntoIterator<Item = Cell<'c>>) -> Result<(), XlsxError> {
        for (column, cell) in (0..self.columns()).zip(cells) {
            self.cell(column, cell)?;
        }
        self.row += 1;
        self.lines = 1;
        Ok(())
    }

    fn cell(&mut self, column: ColNum, cell: Cell<'_>) -> Result<(), XlsxError> {
        let row = self.row;
        let sheet = &mut *self.sheet;
        match cell {
            Cell::Empty => {}
            Cell::Text(text) | Cell::Word(_, text, None) => self.text(column, &text)?,
            Cell::Count(number) => {
                sheet.write_number(row, column, number as f64)?;
            }
            Cell::Number(number) => {
                sheet.write_number(row, column, number)?;
            }
            Cell::Estimate(share, lower) => {
                self.share(column, share, has_sign(share, lower))?;
            }
            Cell::Share(shown, lower) => {
                if shown.is_judged() {
                    let signed = has_sign(shown.share(), lower);
                    self.share(column, shown.share(), signed)?;
                }
            }
            Cell::Verdict(pair) => {
                if let Some(verdict) = pair.as_verdict() {
                    let (word, look) = (self.language.finding(&pair), self.looks.verdict(verdict));
                    self.widen(column, &word);
                    self.sheet
                        .write_string_with_format(row, column, word, look)?;
                }
            }
            Cell::Word(_, text, Some(to)) => {
                self.widen(column, &text);
                if self.links < MOST_LINKS {
                    self.sheet.write_url(row, column, to.url())?;
                    self.links += 1;
                }
                let link = &self.looks.link;
                self.sheet
                    .write_string_with_format(row, column, text, link)?;
            }
            Cell::Link(number, to) => {
                if self.links < MOST_LINKS {
                    sheet.write_url(row, column, to.url())?;
                    self.links += 1;
                }
                // The number replaces the link's text and keeps the link: it can be computed on.
                sheet.write_number_with_format(row, column, number as f64, &self.looks.link)?;
            }
        }
        Ok(())
    }

    /// Writes a share as a number, whose look has the sign of a lower estimate.
    fn share(&mut self, column: ColNum, share: f64, signed: bool) -> Result<(), XlsxError> {
        if signed {
            let look = &self.looks.lower;
            (self.sheet).write_number_with_format(self.row, column, share, look)?;
        } else {
            self.sheet.write_number(self.row, column, share)?;
        }
        Ok(())
    }

    fn text(&mut self, column: ColNum, text: &str) -> Result<(), XlsxError> {
        let text = cell(text);
        self.widen(column, &text);
        if self.kinds.get(usize::from(column)) == Some(&Kind::Wrapped) {
            self.lines = self.lines.max(lines(&text, WRAPPED));
            let height = LINE * self.lines as f64;
            self.sheet.set_row_height(self.row, height)?;
        }
        if looks_like_a_formula(&text) {
            let quoted = &self.looks.quoted;
            (self.sheet).write_string_with_format(self.row, column, text, quoted)?;
        } else {
            self.sheet.write_string(self.row, column, text)?;
        }
        Ok(())
    }

    fn widen(&mut self, column: ColNum, text: &str) {
        if let Some(widest) = self.widths.get_mut(usize::from(column)) {
            *widest = (*widest).max(width(text) + 2);
        }
    }

    fn finish(mut self, left_out: usize) -> Result<(), XlsxError> {
        let (rows, columns) = (self.row - 1, self.columns());
        let last = columns.saturating_sub(1);
        for (column, (&kind, &width)) in (0..).zip(self.kinds.iter().zip(&self.widths)) {
            let most = match kind {
                Kind::Long | Kind::Wrapped => WRAPPED,
                _ => WIDTHS.1,
            };
            let width = u32::try_from(width.clamp(WIDTHS.0, most)).unwrap_or(0);
            self.sheet.set_column_width(column, width)?;
            if rows > 0 && matches!(kind, Kind::Share | Kind::PossibleShare) {
                let bar = bar(kind == Kind::PossibleShare);
                self.sheet
                    .add_conditional_format(1, column, rows, column, &bar)?;
            }
        }
        if rows > 0 {
            // A fingerprint of digits only, or a name such as `2024`, is text on purpose.
            let digits = IgnoreError::NumberStoredAsText;
            self.sheet.ignore_error_range(1, 0, rows, last, digits)?;
        }
        self.sheet.autofilter(0, 0, rows, last)?;
        self.sheet.set_freeze_panes(1, 1)?;
        self.sheet.set_repeat_rows(0, 0)?;
        if left_out > 0 {
            let note = self
                .language
                .fill("xlsx.rows-left-out", &[("count", &left_out)]);
            self.row += 1;
            let weak = &self.looks.weak;
            self.sheet
                .write_string_with_format(self.row, 0, note, weak)?;
        }
        Ok(())
    }

    /// Number of columns; a table has a few dozen at most.
    fn columns(&self) -> ColNum {
        ColNum::try_from(self.kinds.len()).unwrap_or(ColNum::MAX)
    }
}

impl Looks {
    const fn of_kind(&self, kind: Kind) -> &Format {
        match kind {
            Kind::Text | Kind::Long => &self.text,
            Kind::Wrapped => &self.wrapped,
            Kind::Count => &self.count,
            Kind::Share | Kind::PossibleShare => &self.share,
            Kind::Decimals => &self.decimals,
            Kind::Code => &self.code,
        }
    }
}
