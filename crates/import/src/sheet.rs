//! Reader for spreadsheets (xlsx, xls, ods), through calamine: each sheet becomes its name and its rows, with tabs
//! between the cells and numbers with the digits that are shown. The text boxes of all sheets follow the last one.

use std::io::{Cursor, Read};

use calamine::{Data, ExcelDateTime, Ods, Range, Reader, SheetType, Xls, Xlsx};

use super::csv_table::push_cell;
use super::detection::OLE2;
use super::sheet_boxes::{self, Boxes};
use super::sheet_number::{as_stored, shown};
use super::xml_references::mended_package;
use super::{Extracted, Format, ImportCause, Warning, docx, whole_zip, xls_extent};
use chachong_text::{LARGEST_TEXT, LineBreaks};
use docx::package::MAXIMUM_XML_BYTES;

/// Maximum length of the text in bytes: a short string may stand in every cell of a sheet.
#[expect(clippy::cast_possible_truncation, reason = "10 MiB")]
const MOST_TEXT: usize = LARGEST_TEXT as usize;
/// Maximum number of tabs for a gap between two cells of a row.
const WIDEST_GAP: u32 = 256;

pub(super) fn read(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    let read = read_strictly(bytes);
    if !matches!(read, Err(ImportCause::Damaged { .. })) || !bytes.starts_with(b"PK") {
        return read;
    }
    // calamine refuses a whole book for one reference to no character; every other reader of XML here leaves it out.
    match mended_package(bytes, MAXIMUM_XML_BYTES) {
        Some(mended) => read_strictly(&mended),
        None => read,
    }
}

fn read_strictly(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    let mut rows = Rows::default();
    let mut boxes = Boxes::default();
    if bytes.starts_with(OLE2) {
        xls_extent::check(bytes)?;
        let mut book: Xls<_> = Xls::new(Cursor::new(bytes)).map_err(|error| cause(&error))?;
        for (name, range) in book.worksheets() {
            rows.sheet(&name, &range)?;
        }
    } else if bytes.starts_with(b"PK") {
        if is_opendocument(bytes)? {
            let mut book: Ods<_> = Ods::new(Cursor::new(bytes)).map_err(|error| cause(&error))?;
            for (name, range) in book.worksheets() {
                rows.sheet(&name, &range)?;
            }
            boxes = sheet_boxes::of_ods(bytes)?;
        } else {
            let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|error| cause(&error))?;
            read_xlsx(&mut book, &mut rows)?;
            boxes = sheet_boxes::of_xlsx(bytes)?;
        }
    } else {
        return Err(ImportCause::wrong(Format::Sheet));
    }
    for (row, line) in (0..).zip(&boxes.lines) {
        rows.cell(row, 0, line)?;
    }
    if !boxes.lines.is_empty() {
        rows.end();
    }
    let mut extracted = Extracted::of_text(rows.text, LineBreaks::Paragraph);
    extracted.warnings.extend(Warning::embedded(boxes.embedded));
    Ok(extracted)
}

fn cause(error: &dyn std::fmt::Display) -> ImportCause {
    let detail = error.to_string();
    let lower = detail.to_lowercase();
    if lower.contains("password") || lower.contains("encrypted") {
        ImportCause::Encrypted
    } else {
        ImportCause::Damaged {
            detail: detail.chars().take(200).collect(),
        }
    }
}

/// Whether a package is an `OpenDocument` file. Unpacks each XML part once without keeping it, since calamine has no limit of its own and
/// the sizes that an archive states may be wrong.
fn is_opendocument(bytes: &[u8]) -> Result<bool, ImportCause> {
    let mut archive = whole_zip::open(bytes).map_err(|error| cause(&error))?;
    let mut left = MAXIMUM_XML_BYTES;
    for place in 0..archive.len() {
        let part = archive.by_index(place).map_err(|error| cause(&error))?;
        let name = part.name_raw().to_ascii_lowercase();
        if !name.ends_with(b"xml") && !name.ends_with(b"rels") {
            continue;
        }
        let mut part = part.take(left + 1);
        // A damaged part is for the reader to tell.
        let length = std::io::copy(&mut part, &mut std::io::sink()).unwrap_or(0);
        left = left
            .checked_sub(length)
            .ok_or(ImportCause::UnpacksTooLarge {
                limit: MAXIMUM_XML_BYTES,
            })?;
    }
    if archive.index_for_name("content.xml").is_some() {
        return Ok(true);
    }
    let is_xlsx = archive
        .file_names_raw()
        .any(|name| name.to_ascii_lowercase().ends_with(b"workbook.xml"));
    is_xlsx
        .then_some(false)
        .ok_or(ImportCause::wrong(Format::Sheet))
}

/// Reads the cells one after the other: as a whole range, one cell in a sheet's last corner would take all memory.
fn read_xlsx(book: &mut Xlsx<Cursor<&[u8]>>, rows: &mut Rows) -> Result<(), ImportCause> {
    let sheets = book.sheets_metadata().to_vec();
    for sheet in sheets.into_iter().filter(|s| s.typ == SheetType::WorkSheet) {
        let mut cells = book
            .worksheet_cells_reader(&sheet.name)
            .map_err(|error| cause(&error))?;
        rows.begin(&sheet.name);
        loop {
            let next = cells.next_cell_with_style_id();
            let Some((cell, style)) = next.map_err(|error| cause(&error))? else {
                break;
            };
            let format = cells
                .styles()
                .get(style)
                .and_then(|style| style.number_format.as_ref())
                .map(|format| format.format_code.as_str());
            let (row, column) = cell.get_position();
            let text = text_of(cell.get_value().clone().into(), format);
            rows.cell(row, column, &text)?;
        }
        rows.end();
    }
    Ok(())
}

/// Returns the text of a cell with this value and number format.
fn text_of(value: Data, format: Option<&str>) -> String {
    match value {
        Data::Int(number) => number.to_string(),
        Data::Float(number) => shown(number, format),
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => text,
        Data::Bool(true) => "TRUE".to_owned(),
        Data::Bool(false) => "FALSE".to_owned(),
        Data::DateTime(date) => moment(&date),
        Data::Error(error) => error.to_string(),
        Data::Empty => String::new(),
    }
}

/// Returns a date as `2024-05-01`, with the time of day (`12:30:00`) if it has one; a time without a date; and a duration in days.
fn moment(date: &ExcelDateTime) -> String {
    if date.is_duration() {
        return as_stored(date.as_f64());
    }
    let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    match (date.as_f64() < 1.0, (hour, minute, second)) {
        (true, _) => time,
        (false, (0, 0, 0)) => format!("{year}-{month:02}-{day:02}"),
        (false, _) => format!("{year}-{month:02}-{day:02} {time}"),
    }
}

/// Text of the sheets so far.
#[derive(Default)]
struct Rows {
    text: String,
    /// Row and column of the cell before; `None` at the start of a sheet.
    last: Option<(u32, u32)>,
}

impl Rows {
    fn begin(&mut self, name: &str) {
        push_cell(&mut self.text, name);
        self.text.push('\n');
        self.last = None;
    }

    fn cell(&mut self, row: u32, column: u32, text: &str) -> Result<(), ImportCause> {
        if text.trim().is_empty() {
            return Ok(());
        }
        if self.text.len() + text.len() > MOST_TEXT {
            return Err(ImportCause::TooMuchText {
                limit: MOST_TEXT as u64,
            });
        }
        let gap = match self.last {
            Some((last, before)) if last == row => column.saturating_sub(before).max(1),
            Some(_) => {
                self.text.push('\n');
                column
            }
            None => column,
        };
        let tabs = gap.min(WIDEST_GAP);
        self.text.extend((0..tabs).map(|_| '\t'));
        push_cell(&mut self.text, text.trim());
        self.last = Some((row, column));
        Ok(())
    }

    /// Ends a sheet with a blank line.
    fn end(&mut self) {
        if self.last.take().is_some() {
            self.text.push('\n');
        }
        self.text.push('\n');
    }

    /// Adds a sheet whose formats are not known: its numbers have the digits that are stored.
    fn sheet(&mut self, name: &str, range: &Range<Data>) -> Result<(), ImportCause> {
        self.begin(name);
        let (top, left) = range.start().unwrap_or_default();
        for (row, column, value) in range.used_cells() {
            let text = text_of(value.clone(), None);
            let row = top.saturating_add(u32::try_from(row).unwrap_or(u32::MAX));
            let column = left.saturating_add(u32::try_from(column).unwrap_or(u32::MAX));
            self.cell(row, column, &text)?;
        }
        self.end();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_in_the_last_corner_costs_a_line() {
        let mut rows = Rows::default();
        rows.begin("数据");
        rows.cell(0, 0, "甲\n乙").unwrap();
        rows.cell(0, 2, "1.50").unwrap();
        rows.cell(1_048_575, 16_383, "尾").unwrap();
        rows.end();
        let tabs = "\t".repeat(256);
        assert_eq!(rows.text, format!("数据\n甲 乙\t\t1.50\n{tabs}尾\n\n"));
    }

    #[test]
    fn other_files_are_no_sheets() {
        for bytes in [&b"plain"[..], b"PK\x03\x04", OLE2] {
            assert!(read(bytes).is_err());
        }
    }
}
