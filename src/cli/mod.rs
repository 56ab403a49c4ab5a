//! Command line: parses the arguments and runs the subcommands, one file for each. It calls the engine, has no algorithms of its own, and
//! needs no display.

mod arguments;
mod attribution;
mod case;
mod check;
mod check_recorder;
mod code_matches;
mod compare;
mod copying;
mod copying_options;
mod declared_files;
mod differences;
mod error;
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
mod own_earlier;
mod pairs;
mod passages;
mod progress;
mod reading;
mod recheck;
mod recognition;
mod reference_lookup;
mod references;
mod reopening;
mod report;
mod reports;
mod saved_checks;
mod server;
mod shared_texts;
mod side_by_side;
mod submission_options;
mod table;
mod terminal;
mod usage;
mod verify;
mod versions;
mod watch;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use chachong_import::{ARCHIVE_COMMAND, Budget, RECOGNITION_COMMAND, WORKER_COMMAND, containment};
use chachong_jobs::library::{DUMP_WORKER_COMMAND, run_dump_worker};
use chachong_log as log;
use chachong_messages::Language;
use chachong_recognition::ModelSize;
use error::{CliError, Completion};
use output::print_stderr;

/// Action that the arguments of the program request.
#[derive(Debug)]
pub enum Invocation {
    /// Run a subcommand.
    Command(Command),
    /// Open the window with these arguments.
    Window(Window),
    /// Exit with this code: help, the version or a usage error has been printed.
    Answered(ExitCode),
}

/// Arguments of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// Files and folders to read at the start.
    pub paths: Vec<PathBuf>,
    /// Language given with `--lang`; `None` without the option.
    pub language: Option<Language>,
    /// Whether to open another window even if one is already open.
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
    Case(Box<case::Arguments>),
    Report(Box<report::Arguments>),
    Watch(Box<watch::Arguments>),
    Models(models::Arguments),
    Verify(verify::Arguments),
    /// Import of one file in this process, a sandboxed worker of its parent.
    Worker {
        /// Limits of the worker's time and memory.
        budget: Budget,
    },
    /// Unpacking of the archive on standard input, in a sandboxed worker.
    ArchiveWorker {
        /// Limits of the worker's time and memory.
        budget: Budget,
    },
    /// Reading of a dump, in a sandboxed worker.
    DumpWorker {
        /// Limits of the worker's time and memory.
        budget: Budget,
        /// File of the dump, which is opened before the worker is sandboxed.
        file: PathBuf,
    },
    /// Text recognition of pages, in a worker with limits of time and memory.
    RecognitionWorker {
        budget: Budget,
        size: ModelSize,
        models: PathBuf,
    },
}

/// Parses the arguments of the program; the first is the program's name. For help, the version and usage errors, prints the text and
/// returns [`Invocation::Answered`].
#[must_use]
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Invocation {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    match worker(&arguments) {
        Some(kind) => Invocation::Command(Command {
            language: Language::English,
            name: WORKER_COMMAND.to_owned(),
            verbose: false,
            kind,
        }),
        None => arguments::parse(arguments),
    }
}

/// Returns the worker that a parent process starts with these arguments; `None` for arguments of a person.
fn worker(arguments: &[OsString]) -> Option<Subcommand> {
    let [_, command, budget, rest @ ..] = arguments else {
        return None;
    };
    let budget = Budget::parse(budget.to_str()?)?;
    match rest {
        [] if command == WORKER_COMMAND => Some(Subcommand::Worker { budget }),
        [] if command == ARCHIVE_COMMAND => Some(Subcommand::ArchiveWorker { budget }),
        [file] if command == DUMP_WORKER_COMMAND => Some(Subcommand::DumpWorker {
            budget,
            file: file.into(),
        }),
        [size, models] if command == RECOGNITION_COMMAND => Some(Subcommand::RecognitionWorker {
            budget,
            size: ModelSize::named(size.to_str()?)?,
            models: models.into(),
        }),
        _ => None,
    }
}

/// Returns the parser for all arguments, from which packages generate man pages and shell completions.
#[cfg(feature = "packaging")]
#[must_use]
pub fn parser(language: Language) -> clap::Command {
    arguments::parser(language)
}

impl Command {
    /// Runs the command and returns its exit code: 0 if it did all its work, 1 if it failed or did only a part of its work, 2 for
    /// arguments that cannot be parsed.
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
            return CliError::from(refusal).report(self.language).into();
        }
        // What is wrong with standard output is printed last, with what could not be written there before.
        let (done, written) = match self.kind.run(self.language) {
            Err(error @ CliError::Stdout(_)) => (Ok(Completion::Incomplete), Err(error)),
            done => (done, Ok(())),
        };
        let mut code = match done {
            Ok(completion) => completion.exit_code(),
            Err(error) => error.report(self.language),
        };
        // Once, behind what was found: whoever reads the results knows how the files were read.
        let note = containment().and_then(|known| self.language.containment_note(&known));
        if let Some(note) = note {
            print_stderr(&note);
        }
        if let Err(error) = output::finish().and(written) {
            code = error.report(self.language);
        }
        if code != 0 {
            tracing::warn!(command = self.name, "a command failed");
        }
        ExitCode::from(code)
    }
}

impl Subcommand {
    fn run(self, language: Language) -> Result<Completion, CliError> {
        match self {
            Self::Check(arguments) => check::run(&arguments, language),
            Self::Extract(arguments) => extract::run(&arguments, language),
            Self::Fingerprint(arguments) => fingerprint::run(&arguments, language),
            Self::Compare(arguments) => compare::run(&arguments, language),
            Self::Evaluate(arguments) => evaluate::run(&arguments, language),
            Self::MakePairs(arguments) => evaluate::make::run(&arguments, language),
            Self::Library(arguments) => library::run(&arguments, language),
            Self::Case(arguments) => case::run(&arguments, language),
            Self::Report(arguments) => report::run(&arguments, language),
            Self::Watch(arguments) => watch::run(&arguments, language),
            Self::Models(arguments) => Ok(models::run(&arguments, language)),
            Self::Verify(arguments) => verify::run(&arguments, language),
            Self::Worker { budget } => chachong_import::run_worker(budget),
            Self::ArchiveWorker { budget } => chachong_import::run_archive_worker(budget),
            Self::DumpWorker { budget, file } => run_dump_worker(budget, &file),
            Self::RecognitionWorker {
                budget,
                size,
                models,
            } => chachong_import::run_recognition_worker(budget, &models, size),
        }
    }
}

/// Prints in `language` that this build has no window, and returns the exit code of a failure. `None` means the system's language.
#[must_use]
pub fn no_window(language: Option<Language>) -> ExitCode {
    let language = language.unwrap_or_else(Language::of_system);
    CliError::NoWindow.report(language).into()
}
