//! Log of a watch: one JSON object a line, on stdout for systemd's journal or at the end of a file. It names files and
//! figures and never a text of a thesis.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use crate::cli::output::Stdout;
use chachong_report::{Content, Inputs, ReportError};

/// Event that a line of the log is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Event {
    /// The watch began.
    #[default]
    Started,
    /// A file is new or has changed, and is settled.
    Found,
    /// A file that was touched has the content that was checked before.
    Unchanged,
    /// A file was checked, and its reports are written.
    Checked,
    /// A file could not be read, or its reports could not be written.
    Failed,
    /// The library cannot be used. Waiting files are tried again.
    LibraryAway,
    /// The library can be used again.
    LibraryBack,
    /// The watched folder cannot be read.
    FolderAway,
    /// The watched folder can be read again.
    FolderBack,
    /// The watch ended.
    Stopped,
}

/// One line of the log. What does not apply is left out.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Line {
    pub(super) event: Event,
    /// File below the watched folder (in an archive, with the place there); `None` for events that are about no file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    /// Time that the check took, in seconds; `None` where nothing was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seconds: Option<f64>,
    /// Total copied share, 0..=1, the largest of an archive's documents; `None` where nothing was checked or no document has a share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) total_copied_share: Option<f64>,
    /// Verdict on the prose of the gravest pair; `None` without a finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) verdict: Option<&'static str>,
    /// Kind of the strongest finding; `None` without a finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) strongest: Option<&'static str>,
    /// Report files below the folder of the reports; `None` unless a file was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reports: Option<Vec<String>>,
    /// Name of the cause, the same in every language; `None` unless something failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cause: Option<String>,
    /// Cause, remedy or both in words; `None` unless something failed or could not be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<String>,
    /// Whether the program tries again by itself; `None` except for failures that may pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) again: Option<bool>,
    /// Watched folder; `None` except in the line about the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) folder: Option<String>,
    /// Library, without a password; `None` except in the line about the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) library: Option<String>,
    /// Address of the metrics; `None` except in the line about the start, and if no metrics are served.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) metrics: Option<String>,
    /// Version of the program; `None` except in the line about the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) version: Option<&'static str>,
    /// Number of files that wait; `None` except in lines about the end of the watch or an unusable library.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) waiting: Option<usize>,
}

impl Line {
    /// Makes a line that contains only the event.
    pub(super) fn of(event: Event) -> Self {
        Self {
            event,
            ..Self::default()
        }
    }

    /// Makes a line about a file.
    pub(super) fn about(event: Event, file: &str) -> Self {
        Self {
            file: Some(file.to_owned()),
            ..Self::of(event)
        }
    }
}

#[derive(Serialize)]
struct Timed<'l> {
    time: &'l str,
    #[serde(flatten)]
    line: &'l Line,
}

/// Content of a log.
pub(in crate::cli) const LOG: Content = Content::Lines(&["time", "event"]);

/// Place of the log.
#[derive(Debug)]
pub(super) struct Journal {
    /// File at whose end lines are written; `None` for stdout.
    file: Option<PathBuf>,
    /// First error of the file.
    error: Mutex<Option<io::Error>>,
}

impl Journal {
    /// Opens the log: a file, which is created if it does not exist, or stdout. Fails if the file cannot be written, is an input, or is not
    /// a log.
    pub(super) fn open(file: Option<&Path>, inputs: &Inputs) -> io::Result<Self> {
        if let Some(file) = file {
            inputs.allow(file, LOG)?;
            appending(file)?;
        }
        Ok(Self {
            file: file.map(Path::to_owned),
            error: Mutex::default(),
        })
    }

    /// Fails with the first error of the file. Lines on stdout do not fail here: the command knows its errors.
    pub(super) fn finish(self) -> Result<(), ReportError> {
        let error = self.error.into_inner();
        match (self.file).zip(error.unwrap_or_else(PoisonError::into_inner)) {
            Some((file, source)) => Err(ReportError { file, source }),
            None => Ok(()),
        }
    }

    /// Writes a line with the current time. A log that cannot be written stops no check; [`Self::finish`] fails.
    pub(super) fn write(&self, line: &Line) {
        let text = json(&now_utc(), line);
        // The file is opened for each line, so that it may be moved away and begun anew (logrotate).
        if let Some(file) = &self.file {
            let written = appending(file).and_then(|mut file| file.write_all(text.as_bytes()));
            if let Err(error) = written {
                let mut first = self.error.lock().unwrap_or_else(PoisonError::into_inner);
                first.get_or_insert(error);
            }
        } else {
            // The error is remembered.
            let _ = Stdout
                .write_all(text.as_bytes())
                .and_then(|()| Stdout.flush());
        }
    }
}

fn appending(file: &Path) -> io::Result<std::fs::File> {
    std::fs::File::options()
        .create(true)
        .append(true)
        .open(file)
}

/// Returns the current time in the form of RFC 3339, in UTC, to the second.
pub(super) fn now_utc() -> String {
    let now = jiff::Timestamp::now();
    jiff::Timestamp::from_second(now.as_second())
        .map_or_else(|_| now.to_string(), |at| at.to_string())
}

fn json(time: &str, line: &Line) -> String {
    // Plain text and figures always become JSON.
    let json = serde_json::to_string(&Timed { time, line }).unwrap_or_default();
    json + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_json_object_with_what_applies() {
        let line = Line {
            seconds: Some(1.5),
            total_copied_share: Some(0.25),
            verdict: Some("part"),
            reports: Some(vec!["a\n_report.html".to_owned()]),
            ..Line::about(Event::Checked, "夜\"\n.txt")
        };
        let text = json("2026-11-23T01:02:03Z", &line);
        assert_eq!(
            text,
            "{\"time\":\"2026-11-23T01:02:03Z\",\"event\":\"checked\",\"file\":\"夜\\\"\\n.txt\",\"seconds\":1.5,\
             \"total_copied_share\":0.25,\"verdict\":\"part\",\"reports\":[\"a\\n_report.html\"]}\n"
        );
        let away = json("t", &Line::of(Event::LibraryAway));
        assert_eq!(away, "{\"time\":\"t\",\"event\":\"library-away\"}\n");
    }

    #[test]
    fn the_time_is_of_rfc_3339_in_utc() {
        let now = now_utc();
        assert!(
            now.len() == 20 && now.ends_with('Z') && now.parse::<jiff::Timestamp>().is_ok(),
            "{now}"
        );
    }

    #[test]
    fn a_log_that_was_moved_away_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("log");
        let none = Inputs::default();
        let journal = Journal::open(Some(&file), &none).unwrap();
        journal.write(&Line::of(Event::Started));
        std::fs::rename(&file, folder.path().join("log.1")).unwrap();
        journal.write(&Line::of(Event::Stopped));
        let read = std::fs::read_to_string(&file).unwrap();
        assert!(read.contains("stopped") && read.lines().count() == 1);
        assert!(Journal::open(Some(&folder.path().join("none/log")), &none).is_err());
        // A file of somebody is no log, however it came to be named.
        std::fs::write(&file, "diary\n").unwrap();
        assert!(Journal::open(Some(&file), &none).is_err());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "diary\n");
    }
}
