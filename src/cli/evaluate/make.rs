//! `chachong evaluate --make`: makes a folder of labelled pairs from a person's own documents.

use std::path::PathBuf;

use super::EvaluationError;
use crate::cli::error::{CliError, Completion};
use crate::cli::output::{print_stderr, print_stdout};
use crate::cli::progress::{SharedProgress, Work};
use crate::cli::reading::{ProgressObserver, print_unread_files};
use crate::cli::table::printable;
use chachong_check::{Settings, in_pool};
use chachong_lab::evaluate::{CLEAN_SHARE, LEAST_SENTENCES, LeftOut, MOST_SOURCES, Made, make};
use chachong_messages::Language;
use chachong_messages::percent;

/// Arguments of `--make`.
#[derive(Debug)]
pub(in crate::cli) struct Arguments {
    pub(in crate::cli) folder: PathBuf,
    pub(in crate::cli) sources: Vec<PathBuf>,
    pub(in crate::cli) threads: Option<usize>,
    pub(in crate::cli) quiet: bool,
}

/// Maximum number of related pairs that are named; the rest is counted.
const NAMED_PAIRS: usize = 10;

/// Runs the command.
pub(in crate::cli) fn run(
    arguments: &Arguments,
    language: Language,
) -> Result<Completion, CliError> {
    let settings = Settings {
        threads: arguments.threads,
        ..Settings::default()
    };
    let (documents, _) = ProgressObserver {
        recorder: None,
        quiet: arguments.quiet,
        language,
    }
    .read(arguments.sources.clone(), settings);
    print_unread_files(&documents, language);
    let contents: Vec<_> = documents
        .iter()
        .filter_map(|document| Some((document.name.as_str(), document.content()?)))
        .collect();
    if contents.is_empty() {
        return Err(CliError::NothingRead);
    }
    let progress = SharedProgress::new(Work::Making, arguments.quiet, language);
    let made = in_pool(arguments.threads, || {
        make(&arguments.folder, &contents, |total| {
            progress.advance(total);
        })
    });
    progress.finish();
    print_result(&made.map_err(EvaluationError::from)?, arguments, language);
    Ok(Completion::Complete)
}

fn print_result(made: &Made, arguments: &Arguments, language: Language) {
    let beyond = (made.left_out.iter()).filter(|(_, why)| *why == LeftOut::TooMany);
    let beyond = beyond.count();
    for (name, why) in &made.left_out {
        let name = printable(name);
        match why {
            LeftOut::TooShort => print_stderr(&language.fill(
                "evaluate.make-too-short",
                &[("name", &name), ("least", &LEAST_SENTENCES)],
            )),
            LeftOut::Same(other) => print_stderr(&language.fill(
                "evaluate.make-same",
                &[("name", &name), ("other", &printable(other))],
            )),
            LeftOut::TooMany => {}
        }
    }
    if beyond > 0 {
        print_stderr(&language.fill(
            "evaluate.make-too-many",
            &[("most", &MOST_SOURCES), ("count", &beyond)],
        ));
    }
    if !made.related.is_empty() {
        print_stderr(&language.fill(
            "evaluate.make-related",
            &[
                ("count", &made.related.len()),
                ("share", &percent(CLEAN_SHARE)),
            ],
        ));
    }
    for (a, b, share) in made.related.iter().take(NAMED_PAIRS) {
        print_stderr(&format!(
            "  {}  {}  {}",
            percent(*share),
            printable(a),
            printable(b)
        ));
    }
    if made.related.len() > NAMED_PAIRS {
        print_stderr("  …");
    }
    print_stdout(&language.fill(
        "evaluate.made",
        &[
            ("documents", &made.sources),
            ("copies", &made.copies),
            ("clean", &made.clean),
            ("folder", &printable(&arguments.folder.to_string_lossy())),
        ],
    ));
}
