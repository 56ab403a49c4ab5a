//! Entry point: opens the window or runs a command, as the arguments say.

use std::process::ExitCode;

fn main() -> ExitCode {
    match chachong::cli::parse(std::env::args_os()) {
        chachong::cli::Invocation::Command(command) => command.run(),
        chachong::cli::Invocation::Window(window) => open_window(window),
        chachong::cli::Invocation::Answered(code) => code,
    }
}

#[cfg(feature = "gui")]
fn open_window(window: chachong::cli::Window) -> ExitCode {
    chachong_window::open(chachong_window::Start {
        paths: window.paths,
        language: window.language,
        new_window: window.new_window,
        verbose: window.verbose,
    })
}

#[cfg(not(feature = "gui"))]
fn open_window(chachong::cli::Window { language, .. }: chachong::cli::Window) -> ExitCode {
    chachong::cli::no_window(language)
}
