//! Reads the tables of class lists from CSV files, workbooks and pasted lines.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use encoding_rs::{GB18030, UTF_8, UTF_16BE, UTF_16LE};

use super::ClassListError;

/// Rows of cells.
pub(super) type Table = Vec<Vec<String>>;

/// Characters that separate the cells of a text.
const DELIMITERS: [u8; 3] = [b'\t', b';', b','];

/// Reads the tables of a file, one for each sheet.
pub(super) fn read(bytes: &[u8], name: &str) -> Result<Vec<Table>, ClassListError> {
    if bytes.starts_with(b"PK\x03\x04") {
        return workbook(bytes).ok_or_else(|| ClassListError::NoTable(name.to_owned()));
    }
    let text = decode(bytes).ok_or_else(|| ClassListError::NoTable(name.to_owned()))?;
    Ok(vec![csv(&text)])
}

fn workbook(bytes: &[u8]) -> Option<Vec<Table>> {
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).ok()?;
    let names = book.sheet_names();
    let sheets = names
        .iter()
        .filter_map(|name| book.worksheet_range(name).ok());
    let tables: Vec<Table> = sheets
        .map(|range| {
            let cells = |row: &[Data]| row.iter().map(cell).collect();
            range
                .rows()
                .map(cells)
                .filter(|row: &Vec<String>| !is_blank(row))
                .collect()
        })
        .collect();
    Some(tables)
}

fn cell(data: &Data) -> String {
    match data {
        Data::Empty | Data::Error(_) => String::new(),
        Data::DateTime(at) => {
            let (year, month, day, hour, minute, second, _) = at.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
        }
        // Workbooks keep numbers of students as fractions.
        Data::Float(value) if value.fract() == 0.0 && value.abs() < 1e16 => format!("{value:.0}"),
        other => other.to_string().trim().to_owned(),
    }
}

fn is_blank(row: &[String]) -> bool {
    row.iter().all(|cell| cell.trim().is_empty())
}

/// Decodes a text: by its byte order mark; otherwise as UTF-8 if valid; as UTF-16 if the first 512 bytes have zeros,
/// more of them at odd than at even positions or the other way round; otherwise as GB18030. `None` if the bytes are not
/// text.
pub(super) fn decode(bytes: &[u8]) -> Option<String> {
    if let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(bytes) {
        return Some(
            encoding
                .decode_without_bom_handling(&bytes[mark..])
                .0
                .into_owned(),
        );
    }
    let start = &bytes[..bytes.len().min(512)];
    let zeros = |first: usize| {
        start
            .iter()
            .skip(first)
            .step_by(2)
            .filter(|&&b| b == 0)
            .count()
    };
    let encoding = match (zeros(0), zeros(1)) {
        (0, 0)
            if UTF_8
                .decode_without_bom_handling_and_without_replacement(bytes)
                .is_some() =>
        {
            UTF_8
        }
        (0, 0) => GB18030,
        (even, odd) if odd > even => UTF_16LE,
        (even, odd) if even > odd => UTF_16BE,
        _ => return None,
    };
    let (text, lost) = encoding.decode_without_bom_handling(bytes);
    let unseen = text
        .chars()
        .filter(|c| c.is_control() && !c.is_whitespace())
        .count();
    (!lost && unseen == 0).then(|| text.into_owned())
}

fn csv(text: &str) -> Table {
    let counts = DELIMITERS.map(|sign| lines_with(text, sign));
    let most = counts.iter().max().copied().unwrap_or(0);
    let delimiter = DELIMITERS
        .into_iter()
        .zip(counts)
        .find(|&(_, count)| count == most && count > 0)
        .map_or(b',', |(sign, _)| sign);
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let rows = reader.records().filter_map(Result::ok);
    rows.map(|row| row.iter().map(clean).collect())
        .filter(|row: &Vec<String>| !is_blank(row))
        .collect()
}

/// Returns the number of lines that contain a character, among the first 200 lines.
fn lines_with(text: &str, sign: u8) -> usize {
    let lines = text.lines().take(200);
    lines
        .filter(|line| line.bytes().any(|byte| byte == sign))
        .count()
}

/// Removes the characters around numbers by which workbooks keep them as text: `="2021001"`, `'2021001`.
fn clean(cell: &str) -> String {
    let cell = cell.trim();
    let cell = cell
        .strip_prefix("=\"")
        .and_then(|cell| cell.strip_suffix('"'))
        .unwrap_or(cell);
    cell.trim_start_matches('\'').trim().to_owned()
}

/// Reads pasted lines. Without separators, a line is a number, a name and perhaps an e-mail address, in any order.
pub(super) fn pasted(text: &str) -> Table {
    let text = text.replace(['，', '；'], ",");
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let all = lines.clone().count();
    let delimited = DELIMITERS.iter().map(|&sign| lines_with(&text, sign)).max();
    if delimited.unwrap_or(0) * 2 > all.min(200) {
        return csv(&text);
    }
    let split = |line: &str| {
        let (numbers, words): (Vec<&str>, Vec<&str>) = line
            .split([' ', '\u{3000}', '、'])
            .filter(|word| !word.is_empty())
            .partition(|word| crate::pieces::number(word).is_some());
        let (mails, words): (Vec<&str>, Vec<&str>) =
            words.into_iter().partition(|word| word.contains('@'));
        let number = numbers.first().copied().unwrap_or_default();
        let mail = mails.first().copied().unwrap_or_default();
        vec![number.to_owned(), words.join(" "), mail.to_owned()]
    };
    lines.map(split).collect()
}
