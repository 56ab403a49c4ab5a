//! Content of files that this program writes, by which it recognises them: only such files are replaced.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use crate::ReportFormat;
use crate::case::case_file_kind;
use chachong_import::{Format, OwnTable, has_report_mark, is_marked_copy};

/// Number of bytes at the beginning of a file among which the first names of a JSON file stand.
const HEAD: u64 = 256;
/// Comment of a zip with the reports of all students.
pub(crate) const FEEDBACK_MARK: &str = "Chachong feedback";
/// Signature of a PNG file.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Kind of content. A file may only replace an older file of the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Report in this format.
    Report(ReportFormat),
    /// CSV table.
    Table(OwnTable),
    /// JSON object whose first field has the first of these names, soon followed by fields with the other names.
    Json(&'static [&'static str]),
    /// Picture. Because any other program may have made an existing picture, a person is asked before it is replaced.
    Picture,
    /// File to which lines of JSON are appended, each an object with fields of these names.
    Lines(&'static [&'static str]),
    /// Zip with the reports of all students.
    Feedback,
    /// File of a case: for the committee, for the student, or an archive.
    Case,
    /// Any content, but the file must not exist before.
    New,
    /// Any content, because the code that writes the file, such as a library or a lock, checks by itself what it replaces.
    Any,
}

impl Content {
    /// JSON report of a check.
    const CHECK: [&'static str; 3] = ["schema", "version", "settings"];

    /// Whether a file has content of this kind as this program writes it.
    pub(crate) fn is_of(self, path: &Path) -> bool {
        match self {
            Self::New => false,
            Self::Any => true,
            _ => File::open(path).is_ok_and(|mut file| self.is_in(&mut file).unwrap_or(false)),
        }
    }

    fn is_in(self, file: &mut File) -> std::io::Result<bool> {
        let format = match self {
            Self::Report(ReportFormat::Html) => Format::Html,
            Self::Report(ReportFormat::Pdf | ReportFormat::Form | ReportFormat::ClassPdf) => {
                Format::Pdf
            }
            Self::Report(ReportFormat::Docx) => Format::Docx,
            Self::Report(ReportFormat::Marked) => return Ok(is_marked_copy(file)),
            Self::Report(ReportFormat::Xlsx) => Format::Sheet,
            Self::Report(ReportFormat::Csv) => return Ok(OwnTable::Pairs.is_in(file)),
            Self::Report(ReportFormat::DocumentsCsv) => return Ok(OwnTable::Documents.is_in(file)),
            Self::Report(ReportFormat::SubmissionsCsv) => {
                return Ok(OwnTable::Submissions.is_in(file));
            }
            Self::Report(ReportFormat::Json) => {
                return Ok(begins_with(&head(file, HEAD)?, &Self::CHECK));
            }
            Self::Json(names) => return Ok(begins_with(&head(file, HEAD)?, names)),
            Self::Table(table) => return Ok(table.is_in(file)),
            Self::Picture => {
                let mut head = Vec::new();
                file.take(PNG.len() as u64).read_to_end(&mut head)?;
                return Ok(head == PNG);
            }
            Self::Case => {
                let head = head(file, HEAD)?;
                return Ok(case_file_kind(head.as_bytes()).is_some());
            }
            Self::Feedback => {
                // The comment of a zip stands at its end.
                let mut end = Vec::new();
                let length = file.metadata()?.len();
                file.seek(SeekFrom::Start(
                    length.saturating_sub(FEEDBACK_MARK.len() as u64),
                ))?;
                file.read_to_end(&mut end)?;
                return Ok(end == FEEDBACK_MARK.as_bytes());
            }
            Self::Lines(names) => {
                let head = head(file, 1 << 16)?;
                let line = head.lines().next().unwrap_or_default();
                let object = serde_json::from_str::<serde_json::Map<String, _>>(line);
                let object: serde_json::Map<String, serde_json::Value> = match object {
                    Ok(object) => object,
                    Err(_) => return Ok(false),
                };
                return Ok(names.iter().all(|name| object.contains_key(*name)));
            }
            Self::New => return Ok(false),
            Self::Any => return Ok(true),
        };
        Ok(has_report_mark(format, file))
    }
}

/// Reads the beginning of a file as text.
fn head(file: &mut File, length: u64) -> std::io::Result<String> {
    file.seek(SeekFrom::Start(0))?;
    let mut head = Vec::new();
    file.take(length).read_to_end(&mut head)?;
    Ok(String::from_utf8_lossy(&head).into_owned())
}

/// Whether a text begins as a JSON object with these names in this order, the first at its beginning.
fn begins_with(head: &str, names: &[&str]) -> bool {
    let plain: String = head.split_whitespace().collect();
    let Some(mut rest) = plain.strip_prefix('{') else {
        return false;
    };
    for (place, name) in names.iter().enumerate() {
        let name = format!("\"{name}\":");
        let found = rest.find(&name).filter(|&at| place > 0 || at == 0);
        let Some(at) = found else {
            return false;
        };
        rest = &rest[at + name.len()..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_what_this_program_writes_into_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        let is = |content: Content, text: &str| {
            std::fs::write(&path, text).unwrap();
            content.is_of(&path)
        };
        let json = Content::Report(ReportFormat::Json);
        let report = "{\n  \"schema\": 1,\n  \"version\": \"0.2.0\",\n  \"settings\": {";
        assert!(is(json, report) && is(json, r#"{"schema":1,"version":"0.2.0","settings":{"#));
        for other in [
            "",
            "{}",
            "{\"version\":1}",
            "[1]",
            "{\"a\":1,\"schema\":1,\"version\":2,\"settings\":3}",
        ] {
            assert!(!is(json, other), "{other}");
        }
        let table = Content::Table(OwnTable::Failed);
        let row = OwnTable::Failed.columns().join(",");
        let with_more = format!("\u{FEFF}{row},more\r\n");
        assert!(is(table, &format!("\u{FEFF}{row}\r\n")) && is(table, &with_more));
        assert!(!is(table, &format!("{row}\r\n")) && !is(table, &format!("\u{FEFF}{row}s\r\n")));
        let csv = [
            (ReportFormat::Csv, OwnTable::Pairs),
            (ReportFormat::DocumentsCsv, OwnTable::Documents),
            (ReportFormat::SubmissionsCsv, OwnTable::Submissions),
        ];
        for (format, own) in csv {
            for (_, table) in csv {
                let text = format!("\u{FEFF}{}\r\n", table.columns().join(","));
                assert_eq!(is(Content::Report(format), &text), table == own);
            }
        }
        let lines = Content::Lines(&["time", "event"]);
        assert!(is(lines, "{\"time\":\"2026\",\"event\":\"started\"}\nrest"));
        assert!(!is(lines, "{\"time\":\"2026\"}\n") && !is(lines, "text\n") && !is(lines, ""));
        assert!(!is(Content::New, "") && is(Content::Any, "x"));
        assert!(!is(Content::Picture, "GIF89a"));
    }
}
