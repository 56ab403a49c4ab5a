//! Command line: arguments -> commands, one file per subcommand. Drives the session; has no algorithm of its own and
//! needs no display.

mod against;
mod arguments;
mod check;
mod compare;
mod copying;
mod copying_options;
mod differences;
mod evaluate;
mod evidence;
mod extract;
mod fingerprint;
mod library;
mod library_arguments;
mod options;
mod output;
mod passages;
mod progress;
mod reading;
mod report;
mod reports;
mod shared_texts;
mod side_by_side;
mod table;
mod terminal;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::i18n::Language;
use crate::import::WORKER_COMMAND;
use output::complain;

/// Action that the arguments request.
#[derive(Debug)]
pub enum Invocation {
    /// A subcommand to run.
    Command(Command),
    /// The window, importing `paths`.
    Window {
        /// Files and folders to import at once.
        paths: Vec<PathBuf>,
        /// Value of `--lang`, if given.
        language: Option<Language>,
    },
    /// Help, version or a usage error, already printed; only the exit code remains.
    Answered(ExitCode),
}

/// Subcommand with its arguments.
#[derive(Debug)]
pub struct Command {
    language: Language,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Check(Box<check::Arguments>),
    Extract(extract::Arguments),
    Fingerprint(fingerprint::Arguments),
    Compare(compare::Arguments),
    Evaluate(evaluate::Arguments),
    MakePairs(evaluate::make::Arguments),
    Library(library::Arguments),
    Report(Box<report::Arguments>),
    /// Import in this process, a sandboxed worker of its parent.
    Worker {
        /// Maximum address space in bytes.
        memory: u64,
    },
}

/// Exit code for "nothing could be read" or "an output could not be written".
const FAILED: u8 = 1;

/// Parses the arguments (the first is the program's name). Prints help, version and usage errors itself.
#[must_use]
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Invocation {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let [_, command, memory] = arguments.as_slice()
        && command == WORKER_COMMAND
        && let Some(memory) = memory.to_str().and_then(|bytes| bytes.parse().ok())
    {
        let kind = Kind::Worker { memory };
        return Invocation::Command(Command {
            language: Language::English,
            kind,
        });
    }
    arguments::parse(arguments)
}

impl Command {
    /// Runs the command. Exit code 0: done; 1: nothing could be read or an output could not be written.
    #[must_use]
    pub fn run(self) -> ExitCode {
        let done = match self.kind {
            Kind::Check(arguments) => check::run(&arguments, self.language),
            Kind::Extract(arguments) => extract::run(&arguments, self.language),
            Kind::Fingerprint(arguments) => fingerprint::run(&arguments, self.language),
            Kind::Compare(arguments) => compare::run(&arguments, self.language),
            Kind::Evaluate(arguments) => evaluate::run(&arguments, self.language),
            Kind::MakePairs(arguments) => evaluate::make::run(&arguments, self.language),
            Kind::Library(arguments) => library::run(&arguments, self.language),
            Kind::Report(arguments) => report::run(&arguments, self.language),
            Kind::Worker { memory } => crate::import::run_worker(memory),
        };
        if done {
            ExitCode::SUCCESS
        } else {
            ExitCode::from(FAILED)
        }
    }
}

/// Prints that this build has no window; returns the exit code of a failure.
#[must_use]
pub fn no_window(language: Option<Language>) -> ExitCode {
    let language = language.unwrap_or_else(Language::of_system);
    complain(&language.text("cli.no-window"));
    ExitCode::from(FAILED)
}
