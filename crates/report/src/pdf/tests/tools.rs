//! Programs that read a PDF as others do. Without them a test says so and passes, unless `CHACHONG_TEST_EVERYTHING` is
//! set.

use std::io::Write;
use std::process::Command;

/// Runs a program on a file with these bytes and returns what it prints; `None` if it is not installed.
#[expect(clippy::print_stderr, reason = "says why a test was skipped")]
pub(crate) fn run(program: &str, arguments: &[&str], bytes: &[u8]) -> Option<String> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    file.flush().unwrap();
    let mut command = Command::new(program);
    command.args(arguments).arg(file.path());
    if program == "pdftotext" {
        command.arg("-");
    }
    match command.output() {
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{program}: {said}{errors}");
            assert!(errors.is_empty(), "{program}: {errors}");
            Some(said)
        }
        Err(error) => {
            assert!(
                std::env::var_os("CHACHONG_TEST_EVERYTHING").is_none(),
                "{program}: {error}"
            );
            eprintln!("skipped: {program} is not installed");
            None
        }
    }
}

/// Returns the text of a PDF as pdftotext gives it; `None` without that program.
pub(crate) fn text_of(bytes: &[u8]) -> Option<String> {
    run("pdftotext", &["-enc", "UTF-8"], bytes)
}

/// Returns the text of each page in the order in which the page has it: sorted by place, as [`text_of`] gives it, a word
/// between two marks comes behind its line now and then. `None` without pdftotext.
pub(crate) fn pages_of(bytes: &[u8]) -> Option<Vec<String>> {
    let text = run("pdftotext", &["-raw", "-enc", "UTF-8"], bytes)?;
    let pages = text.strip_suffix('\u{C}').unwrap_or(&text);
    Some(pages.split('\u{C}').map(str::to_owned).collect())
}

/// Removes white space.
pub(crate) fn compact(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Removes what stands in braces.
pub(super) fn without_braces(text: &str) -> String {
    let mut depth = 0_u32;
    text.chars()
        .filter(|&c| {
            depth += u32::from(c == '{');
            let outside = depth == 0;
            depth = depth.saturating_sub(u32::from(c == '}'));
            outside
        })
        .collect()
}
