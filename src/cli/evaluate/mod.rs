//! `chachong evaluate`: measures this program in the laboratory (`chachong_lab`), one file for each kind of input.

mod arguments;
mod broken;
pub(super) mod make;
mod pairs;
mod passages;
mod rewritten;

use std::fs::File;
use std::path::Path;

use super::output::print_stderr;
use super::table::printable;
pub(super) use arguments::{Arguments, arguments, parser};
use chachong_lab::evaluate::{Labelled, PAIRS_FILE};
use chachong_messages::Language;

/// Runs the command; returns whether there was a case and all outputs were written.
pub(super) fn run(arguments: &Arguments, language: Language) -> bool {
    match read(&arguments.cases, language) {
        Some(Labelled::Passages(cases)) if arguments.rewritten => {
            rewritten::run(&cases, arguments, language)
        }
        Some(Labelled::Passages(cases)) => passages::run(&cases, arguments, language),
        Some(Labelled::Pairs(_)) if arguments.rewritten => {
            print_stderr(&language.text("evaluate.passages-only"));
            false
        }
        Some(Labelled::Pairs(pairs)) => pairs::run(&pairs, arguments, language),
        None => false,
    }
}

/// Reads the cases of a file, of standard input (`-`), or of a made folder; `None`, with a message on stderr, on an
/// error.
fn read(cases: &Path, language: Language) -> Option<Labelled> {
    if cases == Path::new("-") {
        return Some(Labelled::read(std::io::stdin().lock()));
    }
    let file = if cases.is_dir() {
        cases.join(PAIRS_FILE)
    } else {
        cases.to_owned()
    };
    match File::open(&file) {
        Ok(open) => Some(match Labelled::read(open) {
            Labelled::Pairs(pairs) => {
                let folder = file.parent().unwrap_or(Path::new(""));
                Labelled::Pairs(pairs.below(folder))
            }
            passages @ Labelled::Passages(_) => passages,
        }),
        Err(error) => {
            print_stderr(&format!(
                "{}: {}",
                printable(&file.to_string_lossy()),
                language.fill("import.unreadable.reason", &[("detail", &error)])
            ));
            None
        }
    }
}
