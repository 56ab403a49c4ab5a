//! Options about the submission that each file belongs to, and whether a student's own earlier work counts.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Arg, ArgMatches};

use super::error::CliError;
use super::options::{flag, path_option, value_option};
use super::output::LinePrinter;
use super::table::printable;
use chachong_messages::Language;
use chachong_report::{FeedbackOptions, Inputs, OutputWatch, Report, write_feedback};
use chachong_submission::{By, ClassList, Corrections, SubmissionSettings};

/// Values of the options about submissions.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    /// Rule by which files are grouped into submissions.
    by: By,
    /// Class list; `None` without one.
    pub(super) list: Option<PathBuf>,
    /// Whether copied text counts that the same student handed in earlier.
    counts_earlier: bool,
    /// Zip file to write with a report for each student; `None` without one.
    pub(super) feedback: Option<PathBuf>,
}

pub(super) fn options(language: Language) -> [Arg; 4] {
    let by = value_option("by", "WAY")
        .default_value(By::default().name())
        .value_parser(By::ALL.map(By::name))
        .help(language.text("cli.help.by"));
    let list = path_option("list", "FILE").help(language.text("cli.help.list"));
    let counts_earlier = flag("count-own").help(language.text("cli.help.count-own"));
    let feedback = path_option("feedback", "FILE").help(language.text("cli.help.feedback"));
    [by, list, counts_earlier, feedback]
}

impl Arguments {
    pub(super) fn of(matches: &ArgMatches) -> Self {
        let by: Option<&String> = matches.get_one("by");
        Self {
            by: by.and_then(|by| by.parse().ok()).unwrap_or_default(),
            list: matches.get_one("list").cloned(),
            counts_earlier: matches.get_flag("count-own"),
            feedback: matches.get_one("feedback").cloned(),
        }
    }

    /// Returns the settings of submissions, with the class list. Fails if the list cannot be read or names no students.
    pub(super) fn settings(&self) -> Result<SubmissionSettings, CliError> {
        let list = self.list.as_deref().map(class_list).transpose()?;
        Ok(SubmissionSettings {
            by: self.by,
            list: list.map(Arc::new),
            counts_earlier: self.counts_earlier,
            corrections: Corrections::default(),
        })
    }
}

impl Arguments {
    /// Writes the zip with the students' reports if it was requested, and prints the result.
    pub(super) fn write_feedback(
        &self,
        check: Report<'_>,
        inputs: &Inputs,
        print: LinePrinter,
    ) -> Result<(), CliError> {
        let Some(file) = &self.feedback else {
            return Ok(());
        };
        let options = FeedbackOptions::default();
        let written = write_feedback(check, file, options, inputs, &OutputWatch::NOBODY)?;
        let language = check.language;
        let name = printable(&file.to_string_lossy());
        print(&language.fill(
            "cli.feedback",
            &[
                ("file", &name),
                ("reports", &written.reports),
                ("submissions", &written.submissions),
            ],
        ));
        let tell = |key: &str, names: &[String]| {
            for name in names {
                print(&language.fill(key, &[("name", &printable(name))]));
            }
        };
        tell("cli.feedback-none", &written.without_report);
        tell("cli.feedback-not-taken", &written.not_taken);
        Ok(())
    }
}

fn class_list(file: &Path) -> Result<ClassList, CliError> {
    let bytes = std::fs::read(file).map_err(|source| CliError::ListUnread {
        file: file.to_owned(),
        source,
    })?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    ClassList::read(&bytes, &name).map_err(|source| CliError::NoList {
        file: file.to_owned(),
        source,
    })
}
