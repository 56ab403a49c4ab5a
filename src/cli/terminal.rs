//! Abilities of the terminal that the program writes to: its width, and whether it shows colour.

use std::io::IsTerminal;
use std::process::{Command, Stdio};

use super::side_by_side::ColumnStyle;
use chachong_messages::Language;

/// Width in columns where there is no terminal or its width is unknown.
const DEFAULT_WIDTH: usize = 100;

/// Returns the style of two texts side by side on this terminal, or in a file.
pub(super) fn style(language: Language) -> ColumnStyle {
    let is_terminal = std::io::stdout().is_terminal();
    // https://no-color.org: any value that is not empty.
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    // The old console of Windows prints escape sequences literally; its successor sets WT_SESSION.
    let understands = !cfg!(windows) || is_set("WT_SESSION") || is_set("TERM");
    ColumnStyle {
        width: is_terminal
            .then(terminal_width)
            .flatten()
            .unwrap_or(DEFAULT_WIDTH),
        brackets: match language {
            Language::Chinese => ['【', '】'],
            Language::English => ['[', ']'],
        },
        keeps_indent: false,
        colour: is_terminal && !is_set("NO_COLOR") && !is_dumb && understands,
    }
}

/// Terminal width in columns: `COLUMNS` if a person set it, else as the system's `stty` reports; `None` if unknown.
fn terminal_width() -> Option<usize> {
    let stty = || {
        let mut stty = Command::new("stty");
        let stty = stty
            .arg("size")
            .stdin(Stdio::inherit())
            .stderr(Stdio::null());
        let size = String::from_utf8(stty.output().ok()?.stdout).ok()?;
        size.split_whitespace().nth(1)?.parse().ok()
    };
    let asked = std::env::var("COLUMNS").ok();
    asked
        .and_then(|columns| columns.parse().ok())
        .or_else(|| cfg!(unix).then(stty).flatten())
        .filter(|&columns| columns > 0)
}
