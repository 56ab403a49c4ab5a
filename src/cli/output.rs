//! Lines on stdout and stderr. They are made printable, and write errors are remembered until the end of the command.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use super::error::CliError;
use super::side_by_side::Painted;
use chachong_log::{PrintableWriter, printable_lines};
use chachong_messages::Language;

/// Printer of one line: [`print_stdout`], or [`print_stderr`] where standard output belongs to a report.
pub(super) type LinePrinter = fn(&str);

/// First error of standard output; nothing more is written after it.
static ERROR: Mutex<Option<io::Error>> = Mutex::new(None);

/// Prints a line to stdout.
pub(super) fn print_stdout(text: &str) {
    // The error is remembered.
    let _ = Stdout.write_all(format!("{}\n", printable_lines(text)).as_bytes());
}

/// Prints a list below the tables: the heading with this key, the first 30 lines, and how many more there are. Prints nothing without
/// lines.
pub(super) fn print_list(language: Language, heading: &str, lines: &[String]) {
    const SHOWN: usize = 30;
    if lines.is_empty() {
        return;
    }
    print_stdout(&format!("\n{}", language.text(heading)));
    for line in lines.iter().take(SHOWN) {
        print_stdout(line);
    }
    if let more @ 1.. = lines.len().saturating_sub(SHOWN) {
        print_stdout(&language.fill("versions.more", &[("count", &more)]));
    }
}

/// Prints texts side by side, with the program's own colours, to stdout.
pub(super) fn print_stdout_painted(text: &Painted) {
    // The error is remembered.
    let _ = write_all(format!("{text}\n").as_bytes());
}

/// Prints a line to stderr. An error there cannot be reported anywhere.
pub(super) fn print_stderr(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", printable_lines(text));
}

/// Standard output for content: passed on as it is, but made printable on a terminal.
pub(super) struct Stdout;

fn write_all(bytes: &[u8]) -> io::Result<()> {
    write_to(&mut io::stdout().lock(), &ERROR, |out| out.write_all(bytes))
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if io::stdout().is_terminal() {
            static TERMINAL: Mutex<Option<PrintableWriter<io::Stdout>>> = Mutex::new(None);
            let mut terminal = TERMINAL.lock().unwrap_or_else(PoisonError::into_inner);
            let terminal = terminal.get_or_insert_with(|| PrintableWriter::new(io::stdout()));
            write_to(terminal, &ERROR, |out| out.write_all(bytes))?;
        } else {
            write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        write_to(&mut io::stdout().lock(), &ERROR, Write::flush)
    }
}

/// Writes unless an earlier write failed, and remembers the first error, whose kind later calls return. A closed reader (`| head`) is no
/// error for the caller.
fn write_to<W: Write>(
    out: &mut W,
    error: &Mutex<Option<io::Error>>,
    write: impl FnOnce(&mut W) -> io::Result<()>,
) -> io::Result<()> {
    let mut first = error.lock().unwrap_or_else(PoisonError::into_inner);
    let result = |kind| match kind {
        io::ErrorKind::BrokenPipe => Ok(()),
        kind => Err(kind.into()),
    };
    if let Some(error) = &*first {
        return result(error.kind());
    }
    write(out).or_else(|error| {
        let kind = error.kind();
        *first = Some(error);
        result(kind)
    })
}

/// Flushes standard output. Fails unless everything was written or the reader closed the pipe.
pub(super) fn finish() -> Result<(), CliError> {
    // The error is remembered.
    let _ = Stdout.flush();
    let first = ERROR.lock().unwrap_or_else(PoisonError::into_inner).take();
    match first {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(CliError::Stdout(error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Failing(io::ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn only_a_closed_reader_is_no_error_and_the_first_error_stays() {
        let error = Mutex::new(None);
        let write = |kind| write_to(&mut Failing(kind), &error, |out| out.write_all(b"x"));
        assert!(write(io::ErrorKind::BrokenPipe).is_ok());
        assert!(
            write(io::ErrorKind::StorageFull).is_ok(),
            "nothing more is written"
        );
        let error = Mutex::new(None);
        let write = |kind| write_to(&mut Failing(kind), &error, |out| out.write_all(b"x"));
        assert!(write(io::ErrorKind::StorageFull).is_err());
        assert!(write(io::ErrorKind::BrokenPipe).is_err());
    }
}
