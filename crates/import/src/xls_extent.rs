//! Extent of an old spreadsheet (xls): how many cells its reader would allocate, determined beforehand. A single cell
//! in the last corner implies all cells before it. A container whose sectors form a circle never ends for that reader.

use std::io::{Cursor, Read};

use super::ImportCause;

/// Maximum number of cells of all sheets together: those of one whole sheet, 65,536 rows of 256.
const MOST_CELLS: u64 = 1 << 24;
/// Maximum size in bytes of the stream that is looked through.
const MOST_BYTES: u64 = 512 << 20;

/// Kinds of records: the beginning of a sheet, and cells with a value.
const BEGINNING: u16 = 0x0809;
const CELLS: [u16; 7] = [0x0006, 0x00BD, 0x00FD, 0x0203, 0x0204, 0x0205, 0x027E];
/// The kind of record that holds several cells of a row.
const ROW_OF_CELLS: u16 = 0x00BD;

/// Checks that the container is sound and the cells of all sheets fit; a container without a workbook is reported by its reader.
pub(super) fn check(bytes: &[u8]) -> Result<(), ImportCause> {
    let mut container = cfb::CompoundFile::open(Cursor::new(bytes))
        .map_err(|error| ImportCause::damaged(&error))?;
    let mut names = ["Workbook", "Book"].into_iter();
    let Some(name) = names.find(|name| container.is_stream(name)) else {
        return Ok(());
    };
    let mut stream = Vec::new();
    let opened = container
        .open_stream(name)
        .map_err(|error| ImportCause::damaged(&error))?;
    // Of a damaged stream what can be read is looked through.
    let _ = opened.take(MOST_BYTES).read_to_end(&mut stream);
    if cells(&stream) > MOST_CELLS {
        // They lie too far apart.
        return Err(ImportCause::damaged(&"XLS"));
    }
    Ok(())
}

/// Returns the number of cells in the smallest rectangle that holds all cells of a sheet, added up over all sheets.
fn cells(stream: &[u8]) -> u64 {
    let mut all = 0_u64;
    let mut sheet = Corners::default();
    let mut rest = stream;
    while let Some((head, after)) = rest.split_first_chunk::<4>() {
        let kind = u16::from_le_bytes([head[0], head[1]]);
        let length = usize::from(u16::from_le_bytes([head[2], head[3]]));
        let (record, next) = after.split_at(length.min(after.len()));
        if kind == BEGINNING {
            all = all.saturating_add(sheet.area());
            sheet = Corners::default();
        } else if CELLS.contains(&kind)
            && let [row, row_high, column, column_high, .., last, last_high] = *record
        {
            let row = u16::from_le_bytes([row, row_high]);
            sheet.take(row, u16::from_le_bytes([column, column_high]));
            if kind == ROW_OF_CELLS {
                sheet.take(row, u16::from_le_bytes([last, last_high]));
            }
        }
        rest = next;
    }
    all.saturating_add(sheet.area())
}

/// Rows and columns of the first and last cell of a sheet; `None` for an empty one.
#[derive(Default)]
struct Corners {
    rows: Option<(u16, u16)>,
    columns: Option<(u16, u16)>,
}

impl Corners {
    fn take(&mut self, row: u16, column: u16) {
        let wider = |span: Option<(u16, u16)>, at: u16| {
            let (first, last) = span.unwrap_or((at, at));
            Some((first.min(at), last.max(at)))
        };
        self.rows = wider(self.rows, row);
        self.columns = wider(self.columns, column);
    }

    fn area(&self) -> u64 {
        let length =
            |span: Option<(u16, u16)>| span.map_or(0, |(first, last)| u64::from(last - first) + 1);
        length(self.rows) * length(self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(kind: u16, values: &[u16]) -> Vec<u8> {
        let length = u16::try_from(values.len() * 2).unwrap();
        let words = [kind, length].into_iter().chain(values.iter().copied());
        words.flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn cells_are_counted_from_the_first_corner_to_the_last_of_each_sheet() {
        let stream = [
            record(BEGINNING, &[0x0600]),
            record(0x0203, &[2, 3, 0, 0]),
            record(ROW_OF_CELLS, &[4, 1, 0, 5]),
            record(BEGINNING, &[0x0600]),
            record(0x00FD, &[7, 7, 0, 0]),
            vec![0x03, 0x02, 0xFF, 0xFF, 1],
        ]
        .concat();
        assert_eq!(cells(&stream), 3 * 5 + 1);
        let corners = [
            record(0x0203, &[0, 0, 0, 0]),
            record(0x0203, &[u16::MAX, u16::MAX, 0, 0]),
        ]
        .concat();
        assert_eq!(cells(&corners), 1 << 32);
        assert_eq!(cells(&[]), 0);
    }

    #[test]
    fn sectors_in_a_circle_are_refused() {
        let path = "../../tests/fixtures/formats/lab.xls";
        let mut bytes = std::fs::read(path).unwrap();
        assert_eq!(check(&bytes), Ok(()));
        // Each sector now follows the first, which follows itself.
        bytes[144..904].fill(0);
        assert!(matches!(check(&bytes), Err(ImportCause::Damaged { .. })));
    }
}
