//! The command line: arguments -> commands, one file a subcommand. Drives the session; owns no algorithm, needs no
//! display.

mod against;
mod arguments;
mod check;
mod compare;
mod copying;
mod copying_options;
mod differences;
mod evaluate;
mod extract;
mod fingerprint;
mod labelled;
mod library;
mod library_arguments;
mod make_pairs;
mod passages;
mod progress;
mod shared_texts;
mod side_by_side;
mod table;
mod terminal;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::i18n::Language;
use crate::import::WORKER_COMMAND;

/// What the arguments ask for.
#[derive(Debug)]
pub enum Invocation {
    /// A subcommand.
    Command(Command),
    /// The window, importing `paths`.
    Window {
        /// What to import at once.
        paths: Vec<PathBuf>,
        /// `--lang`, if given.
        language: Option<Language>,
    },
    /// Help, version or a usage error: said already, only the exit code remains.
    Answered(ExitCode),
}

/// A subcommand with its arguments.
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
    MakePairs(make_pairs::Arguments),
    Library(library::Arguments),
    /// Imports in this process, for a parent that isolates them.
    Worker {
        /// Limit of its address space in bytes.
        memory: u64,
    },
}

/// The exit code for "nothing could be read" or "an output could not be written".
const FAILED: u8 = 1;

/// Reads the arguments (the first is the program's name). Prints help, version and usage errors itself.
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
    /// Runs it: 0 done, 1 nothing could be read or an output could not be written.
    #[must_use]
    pub fn run(self) -> ExitCode {
        let done = match self.kind {
            Kind::Check(arguments) => check::run(&arguments, self.language),
            Kind::Extract(arguments) => extract::run(&arguments, self.language),
            Kind::Fingerprint(arguments) => fingerprint::run(&arguments, self.language),
            Kind::Compare(arguments) => compare::run(&arguments, self.language),
            Kind::Evaluate(arguments) => evaluate::run(&arguments, self.language),
            Kind::MakePairs(arguments) => make_pairs::run(&arguments, self.language),
            Kind::Library(arguments) => library::run(&arguments, self.language),
            Kind::Worker { memory } => crate::import::run_worker(memory),
        };
        if done {
            ExitCode::SUCCESS
        } else {
            ExitCode::from(FAILED)
        }
    }
}

/// Says that this build has no window.
#[must_use]
pub fn no_window(language: Option<Language>) -> ExitCode {
    let language = language.unwrap_or_else(Language::of_system);
    complain(&language.text("cli.no-window"));
    ExitCode::from(FAILED)
}

/// To stdout. A reader that went away (`| head`) is no error of ours.
fn say(text: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// To stderr. If that is closed there is no one to tell.
fn complain(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
