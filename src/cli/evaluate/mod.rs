//! `chachong evaluate`: measures this program in the laboratory (`chachong_lab`), one file for each kind of input.

mod arguments;
mod broken;
mod error;
pub(super) mod make;
mod pairs;
mod passages;
mod rewritten;

use std::fs::File;
use std::path::Path;

use super::error::{CliError, Completion};
pub(super) use arguments::{Arguments, arguments, parser};
use broken::print_broken_lines;
use chachong_lab::evaluate::{Labelled, PAIRS_FILE};
use chachong_messages::Language;
pub(super) use error::EvaluationError;

/// Runs the command.
pub(super) fn run(arguments: &Arguments, language: Language) -> Result<Completion, CliError> {
    match read(&arguments.cases)? {
        Labelled::Passages(cases) => {
            print_broken_lines(&cases.broken, language);
            if cases.cases.is_empty() {
                Err(EvaluationError::NoCases.into())
            } else if arguments.rewritten {
                rewritten::run(&cases, arguments, language)
            } else {
                passages::run(&cases, arguments, language)
            }
        }
        Labelled::Pairs(_) if arguments.rewritten => Err(EvaluationError::PassagesOnly.into()),
        Labelled::Pairs(pairs) => pairs::run(&pairs, arguments, language),
    }
}

/// Reads the cases of a file, of standard input (`-`), or of a made folder.
fn read(cases: &Path) -> Result<Labelled, EvaluationError> {
    if cases == Path::new("-") {
        return Ok(Labelled::read(std::io::stdin().lock()));
    }
    let file = if cases.is_dir() {
        cases.join(PAIRS_FILE)
    } else {
        cases.to_owned()
    };
    match File::open(&file) {
        Ok(open) => Ok(match Labelled::read(open) {
            Labelled::Pairs(pairs) => {
                let folder = file.parent().unwrap_or(Path::new(""));
                Labelled::Pairs(pairs.below(folder))
            }
            passages @ Labelled::Passages(_) => passages,
        }),
        Err(source) => Err(EvaluationError::Unreadable { file, source }),
    }
}
