//! Lines on stdout and stderr.

use std::io::Write;

/// Printer of one line: [`say`], or [`complain`] where standard output belongs to a report.
pub(super) type Tell = fn(&str);

/// Prints a line to stdout. A closed reader (`| head`) is not an error.
pub(super) fn say(text: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// Prints a line to stderr. If that is closed, nobody can be told.
pub(super) fn complain(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
