//! Options that say whose a file is: `--by` and `--list`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Arg, ArgMatches, value_parser};

use super::error::CliError;
use chachong_messages::Language;
use chachong_submission::{By, ClassList, Corrections, SubmissionSettings};

/// What tells whose a file is.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    /// How files are put together.
    by: By,
    /// Class list; `None` without one.
    pub(super) list: Option<PathBuf>,
}

pub(super) fn options(language: Language) -> [Arg; 2] {
    let by = Arg::new("by")
        .long("by")
        .value_name("WAY")
        .default_value(By::default().name())
        .value_parser(By::ALL.map(By::name))
        .help(language.text("cli.help.by"));
    let list = Arg::new("list")
        .long("list")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help(language.text("cli.help.list"));
    [by, list]
}

impl Arguments {
    pub(super) fn of(matches: &ArgMatches) -> Self {
        let by: Option<&String> = matches.get_one("by");
        Self {
            by: by.and_then(|by| by.parse().ok()).unwrap_or_default(),
            list: matches.get_one("list").cloned(),
        }
    }

    /// Reads the class list. Fails if it cannot be read or names no students.
    pub(super) fn settings(&self) -> Result<SubmissionSettings, CliError> {
        let list = self.list.as_deref().map(class_list).transpose()?;
        Ok(SubmissionSettings {
            by: self.by,
            list: list.map(Arc::new),
            corrections: Corrections::default(),
        })
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
