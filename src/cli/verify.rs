//! `chachong verify`: checks whether a case file is unchanged, whether it names these original files, and whether a library issued
//! it.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Command as Parser};

use super::error::{CliError, Completion};
use super::options::{path, path_argument, path_option, paths};
use super::output::print_stdout;
use super::table::printable;
use chachong_case::{CaseChange, CaseEntry, CaseId};
use chachong_library::{CaseStore, Library};
use chachong_messages::{Language, minute};
use chachong_report::case::{Seal, VerifiedFile, VerifyError, original_hash};

/// Arguments of `verify`.
#[derive(Debug)]
pub(super) struct Arguments {
    /// Case file.
    pub(super) file: PathBuf,
    /// Original files that the case file should name.
    pub(super) originals: Vec<PathBuf>,
    /// Library that should have issued the case file; `None` to skip this check.
    pub(super) library: Option<PathBuf>,
}

impl Arguments {
    /// Reads the arguments that clap has parsed.
    pub(super) fn of(matches: &ArgMatches) -> Self {
        Self {
            file: path(matches, "file"),
            originals: paths(matches, "originals"),
            library: matches.get_one::<PathBuf>("library").cloned(),
        }
    }
}

pub(super) fn parser(language: Language) -> Parser {
    let text = |key: &str| language.text(key);
    Parser::new("verify")
        .about(text("cli.help.verify"))
        .arg(
            path_argument("file", "FILE")
                .required(true)
                .help(text("cli.help.verify-file")),
        )
        .arg(
            path_argument("originals", "ORIGINAL")
                .num_args(0..)
                .help(text("cli.help.verify-originals")),
        )
        .arg(path_option("library", "LIBRARY").help(text("cli.help.verify-library")))
}

/// Prints one line each about the file, the originals and the library. Incomplete if an original or the library does not match.
pub(super) fn run(arguments: &Arguments, language: Language) -> Result<Completion, CliError> {
    let file = &arguments.file;
    let failed = |source: VerifyError| CliError::Unverified {
        file: file.clone(),
        source,
    };
    let verified = VerifiedFile::open(file).map_err(failed)?;
    let kind = verified.kind.map_or_else(
        || language.text("verify.other-file"),
        |kind| language.text(&format!("case.file.{}", kind.name())),
    );
    let values: [(&str, &dyn std::fmt::Display); 3] = [
        ("file", &shown(file)),
        ("kind", &kind),
        ("seal", &verified.seal),
    ];
    print_stdout(&language.fill("verify.holds", &values));
    let mut completion = Completion::Complete;
    for original in &arguments.originals {
        let hash = original_hash(original).map_err(|source| CliError::Unverified {
            file: original.clone(),
            source: source.into(),
        })?;
        let is_named = verified.names_original(&hash);
        let key = if is_named {
            "verify.original"
        } else {
            "verify.other-original"
        };
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("file", &shown(original)), ("hash", &hash)];
        print_stdout(&language.fill(key, &values));
        completion = completion.and(Completion::complete_if(is_named));
    }
    if let Some(library) = &arguments.library {
        let is_issued = issued_by(library, &verified.seal, language)?;
        completion = completion.and(Completion::complete_if(is_issued));
    }
    Ok(completion)
}

/// Prints whether a case of a library records the seal; returns whether one does.
fn issued_by(file: &Path, seal: &Seal, language: Language) -> Result<bool, CliError> {
    let library = Library::open_existing(file)?;
    let store = library.store();
    let found = issue(&**store, seal)?;
    let text = match &found {
        Some((case, entry)) => {
            let values: [(&str, &dyn std::fmt::Display); 4] = [
                ("library", &shown(file)),
                ("case", &case.0),
                ("time", &minute(entry.at)),
                ("by", &printable(&entry.by)),
            ];
            let key = if entry.by.is_empty() {
                "verify.issued"
            } else {
                "verify.issued-by"
            };
            language.fill(key, &values)
        }
        None => language.fill("verify.not-issued", &[("library", &shown(file))]),
    };
    print_stdout(&text);
    Ok(found.is_some())
}

/// Finds the case that records the seal, and the entry of its history; `None` if no case does.
fn issue(store: &dyn CaseStore, seal: &Seal) -> Result<Option<(CaseId, CaseEntry)>, CliError> {
    for summary in store.cases()?.cases {
        let case = store.case(summary.id)?;
        let is_of_file = |entry: &&CaseEntry| matches!(&entry.change, CaseChange::Exported { seal: issued, .. } if issued == seal.digits());
        if let Some(entry) = case.history.iter().find(is_of_file) {
            return Ok(Some((summary.id, entry.clone())));
        }
    }
    Ok(None)
}

fn shown(file: &Path) -> String {
    printable(&file.to_string_lossy())
}
