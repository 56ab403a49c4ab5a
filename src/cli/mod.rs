//! Command line: arguments -> commands, one file per subcommand. Drives the session; has no algorithm of its own and
//! needs no display.

mod arguments;
mod check;
mod check_recorder;
mod compare;
mod copying;
mod copying_options;
mod declared_files;
mod differences;
mod evaluate;
mod evidence;
mod extract;
mod fingerprint;
mod leads;
mod library;
mod library_arguments;
mod library_dumps;
mod models;
mod options;
mod output;
mod passages;
mod progress;
mod reading;
mod recognition;
mod report;
mod reports;
mod saved_checks;
mod server;
mod shared_texts;
mod side_by_side;
mod table;
mod terminal;
mod versions;
mod watch;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use chachong_import::{ARCHIVE_COMMAND, Budget, RECOGNITION_COMMAND, WORKER_COMMAND, containment};
use chachong_jobs::library::{DUMP_WORKER_COMMAND, run_dump_worker};
use chachong_log as log;
use chachong_messages::Language;
use chachong_recognition::Care;
use output::print_stderr;

/// Action that the arguments request.
#[derive(Debug)]
pub enum Invocation {
    /// A subcommand to run.
    Command(Command),
    /// The window.
    Window(Window),
    /// Help, version or a usage error, already printed; only the exit code remains.
    Answered(ExitCode),
}

/// Arguments of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// Files and folders to import at once.
    pub paths: Vec<PathBuf>,
    /// Language that `--lang` names; `None` without the option.
    pub language: Option<Language>,
    /// Whether a window of its own is opened, also where one is open already.
    pub new_window: bool,
    /// Whether the log is printed to standard error.
    pub verbose: bool,
}

/// Subcommand with its arguments.
#[derive(Debug)]
pub struct Command {
    language: Language,
    /// Name of the subcommand, for the log.
    name: String,
    /// Whether the log is printed to standard error.
    verbose: bool,
    kind: Subcommand,
}

#[derive(Debug)]
enum Subcommand {
    Check(Box<check::Arguments>),
    Extract(extract::Arguments),
    Fingerprint(fingerprint::Arguments),
    Compare(compare::Arguments),
    Evaluate(evaluate::Arguments),
    MakePairs(evaluate::make::Arguments),
    Library(library::Arguments),
    Report(Box<report::Arguments>),
    Watch(Box<watch::Arguments>),
    Models(models::Arguments),
    /// Import in this process, a sandboxed worker of its parent.
    Worker {
        /// What it may use up.
        budget: Budget,
    },
    /// Unpacking of the archive on standard input, likewise.
    ArchiveWorker {
        /// What it may use up.
        budget: Budget,
    },
    /// Reading of a dump, in a child process likewise.
    DumpWorker {
        /// What it may use up.
        budget: Budget,
        /// Dump, which is opened before anything is given up.
        file: PathBuf,
    },
    /// A child process that recognises pages, with what it may use up.
    RecognitionWorker {
        budget: Budget,
        care: Care,
        models: PathBuf,
    },
}

/// Exit code for "nothing could be read" or "an output could not be written".
const FAILED: u8 = 1;

/// Parses the arguments (the first is the program's name). Prints help, version and usage errors itself.
#[must_use]
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Invocation {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let [_, command, budget] = arguments.as_slice()
        && (command == WORKER_COMMAND || command == ARCHIVE_COMMAND)
        && let Some(budget) = budget.to_str().and_then(Budget::parse)
    {
        let kind = if command == WORKER_COMMAND {
            Subcommand::Worker { budget }
        } else {
            Subcommand::ArchiveWorker { budget }
        };
        return Invocation::Command(Command {
            language: Language::English,
            name: WORKER_COMMAND.to_owned(),
            verbose: false,
            kind,
        });
    }
    if let [_, command, budget, file] = arguments.as_slice()
        && command == DUMP_WORKER_COMMAND
        && let Some(budget) = budget.to_str().and_then(Budget::parse)
    {
        let file = file.into();
        return Invocation::Command(Command {
            language: Language::English,
            name: WORKER_COMMAND.to_owned(),
            verbose: false,
            kind: Subcommand::DumpWorker { budget, file },
        });
    }
    if let [_, command, budget, care, models] = arguments.as_slice()
        && command == RECOGNITION_COMMAND
        && let Some(budget) = budget.to_str().and_then(Budget::parse)
        && let Some(care) = care.to_str().and_then(Care::named)
    {
        return Invocation::Command(Command {
            language: Language::English,
            name: WORKER_COMMAND.to_owned(),
            verbose: false,
            kind: Subcommand::RecognitionWorker {
                budget,
                care,
                models: models.into(),
            },
        });
    }
    arguments::parse(arguments)
}

/// Parser of all arguments, from which packages make man pages and shell completions.
#[cfg(feature = "packaging")]
#[must_use]
pub fn parser(language: Language) -> clap::Command {
    arguments::parser(language)
}

impl Command {
    /// Runs the command. Exit code 0: done; 1: nothing could be read or an output could not be written.
    #[must_use]
    pub fn run(self) -> ExitCode {
        // A worker is sandboxed and writes no file: its parent logs how it ended.
        let is_worker = matches!(
            self.kind,
            Subcommand::Worker { .. }
                | Subcommand::ArchiveWorker { .. }
                | Subcommand::DumpWorker { .. }
                | Subcommand::RecognitionWorker { .. }
        );
        if !is_worker {
            let heading = self.language.text("log.note-heading");
            log::start(
                log::Part::Command,
                log::folder().as_deref(),
                self.verbose,
                heading,
            );
            log::set_under_way(log::UnderWay {
                activity: self.name.clone().into(),
                ..log::UnderWay::NOTHING
            });
        }
        // Before anything is read or written.
        if let Err(refusal) = declared_files::of(&self.kind).allowed() {
            tracing::warn!(command = self.name, "an output would overwrite something");
            print_stderr(&table::printable(&refusal.text(self.language)));
            return ExitCode::from(FAILED);
        }
        let done = match self.kind {
            Subcommand::Check(arguments) => check::run(&arguments, self.language),
            Subcommand::Extract(arguments) => extract::run(&arguments, self.language),
            Subcommand::Fingerprint(arguments) => fingerprint::run(&arguments, self.language),
            Subcommand::Compare(arguments) => compare::run(&arguments, self.language),
            Subcommand::Evaluate(arguments) => evaluate::run(&arguments, self.language),
            Subcommand::MakePairs(arguments) => evaluate::make::run(&arguments, self.language),
            Subcommand::Library(arguments) => library::run(&arguments, self.language),
            Subcommand::Report(arguments) => report::run(&arguments, self.language),
            Subcommand::Watch(arguments) => watch::run(&arguments, self.language),
            Subcommand::Models(arguments) => models::run(&arguments, self.language),
            Subcommand::Worker { budget } => chachong_import::run_worker(budget),
            Subcommand::ArchiveWorker { budget } => chachong_import::run_archive_worker(budget),
            Subcommand::DumpWorker { budget, file } => run_dump_worker(budget, &file),
            Subcommand::RecognitionWorker {
                budget,
                care,
                models,
            } => chachong_import::run_recognition_worker(budget, &models, care),
        };
        // Once, behind what was found: whoever reads the results knows how the files were read.
        let note = containment().and_then(|known| self.language.containment_note(&known));
        if let Some(note) = note {
            print_stderr(&note);
        }
        // A worker's standard output is a pipe to its parent, which sees what is missing.
        let is_written = is_worker || output::finish(self.language);
        if done && is_written {
            ExitCode::SUCCESS
        } else {
            tracing::warn!(command = self.name, "a command failed");
            ExitCode::from(FAILED)
        }
    }
}

/// Prints that this build has no window; returns the exit code of a failure.
#[must_use]
pub fn no_window(language: Option<Language>) -> ExitCode {
    let language = language.unwrap_or_else(Language::of_system);
    print_stderr(&language.text("cli.no-window"));
    ExitCode::from(FAILED)
}
