//! Entry point: arguments -> the window or the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    match chachong::cli::parse(std::env::args_os()) {
        chachong::cli::Invocation::Command(command) => command.run(),
        chachong::cli::Invocation::Window { paths, language } => open_window(paths, language),
        chachong::cli::Invocation::Answered(code) => code,
    }
}

#[cfg(feature = "gui")]
fn open_window(
    paths: Vec<std::path::PathBuf>,
    language: Option<chachong::i18n::Language>,
) -> ExitCode {
    chachong::app::open(paths, language)
}

#[cfg(not(feature = "gui"))]
fn open_window(_: Vec<std::path::PathBuf>, language: Option<chachong::i18n::Language>) -> ExitCode {
    chachong::cli::no_window(language)
}
