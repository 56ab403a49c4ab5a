//! Sheet of facts in two columns, name and value, under headings.

use rust_xlsxwriter::{RowNum, Worksheet, XlsxError};

use super::content::Content;
use super::looks::Looks;
use super::table::MOST_ROWS;
use super::text::{LINE, cell, lines, width};
use crate::columns::Target;
use chachong_messages::Language;

/// Width of the values' column, in digits.
const VALUES: usize = 96;

/// Sheet of facts that is being written.
pub(super) struct Lines<'w> {
    sheet: &'w mut Worksheet,
    looks: &'w Looks,
    language: Language,
    row: RowNum,
    /// Width of the widest name so far, in columns of letters.
    names: usize,
}

impl<'w> Lines<'w> {
    /// Begins a sheet with its title, the text of a key.
    pub(super) fn begin(
        sheet: &'w mut Worksheet,
        content: &'w Content<'_>,
        title: &str,
    ) -> Result<Self, XlsxError> {
        let (looks, language) = (&content.looks, content.check.language);
        sheet.set_screen_gridlines(false);
        sheet.set_row_height(0, 33)?;
        sheet.write_string_with_format(0, 0, language.text(title), &looks.title)?;
        Ok(Self {
            sheet,
            looks,
            language,
            row: 1,
            names: 0,
        })
    }

    /// Writes a heading after an empty row.
    pub(super) fn heading(&mut self, heading: &str) -> Result<(), XlsxError> {
        self.row += 1;
        let look = &self.looks.heading;
        self.sheet
            .write_string_with_format(self.row, 0, heading, look)?;
        self.sheet.write_blank(self.row, 1, look)?;
        self.sheet.set_row_height(self.row, 21)?;
        self.row += 1;
        Ok(())
    }

    /// Writes a line: name and text.
    pub(super) fn line(&mut self, name: &str, value: &str) -> Result<(), XlsxError> {
        let (name, value) = (cell(name), cell(value));
        let look = self.looks.of_text(&value, &self.looks.wrapped);
        let lines = lines(&value, VALUES);
        if lines > 1 {
            self.sheet.set_row_height(self.row, LINE * lines as f64)?;
        }
        self.name(&name)?;
        self.sheet
            .write_string_with_format(self.row, 1, value, look)?;
        self.row += 1;
        Ok(())
    }

    /// Writes a line: name and number, which leads to a sheet if one is given.
    pub(super) fn number(
        &mut self,
        name: &str,
        number: usize,
        to: Option<Target<'_>>,
    ) -> Result<(), XlsxError> {
        self.name(name)?;
        let look = match to {
            Some(to) => {
                self.sheet.write_url(self.row, 1, to.url())?;
                &self.looks.link_left
            }
            None => &self.looks.count_left,
        };
        self.sheet
            .write_number_with_format(self.row, 1, number as f64, look)?;
        self.row += 1;
        Ok(())
    }

    /// Writes a line: the name of a sheet and a number, which leads to the sheet.
    pub(super) fn sheet(&mut self, name: &str, number: usize) -> Result<(), XlsxError> {
        self.number(name, number, Some(Target::of(name, 0)))
    }

    fn name(&mut self, name: &str) -> Result<(), XlsxError> {
        self.names = self.names.max(width(name));
        let look = self.looks.of_text(name, &self.looks.name);
        self.sheet
            .write_string_with_format(self.row, 0, name, look)?;
        Ok(())
    }

    /// Writes the lines of a list, and how many did not fit.
    pub(super) fn list<'l>(
        &mut self,
        lines: impl ExactSizeIterator<Item = (&'l str, &'l str)>,
    ) -> Result<(), XlsxError> {
        let beyond = lines.len().saturating_sub(MOST_ROWS);
        for (name, value) in lines.take(MOST_ROWS) {
            self.line(name, value)?;
        }
        if beyond > 0 {
            let left_out = (self.language).fill("xlsx.rows-left-out", &[("count", &beyond)]);
            self.line(&left_out, "")?;
        }
        Ok(())
    }

    /// Ends the sheet.
    pub(super) fn finish(self) -> Result<(), XlsxError> {
        let names = u32::try_from(self.names.clamp(18, 46) + 2).unwrap_or(20);
        self.sheet.set_column_width(0, names)?;
        self.sheet
            .set_column_width(1, u32::try_from(VALUES).unwrap_or(90))?;
        self.sheet.set_portrait();
        Ok(())
    }
}
