//! Standard output and the terminal: what cannot be written is an error of every command, and nothing that stands in a file
//! name, a text or an archive acts on a terminal.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::program::{PROGRAM, command_in, done, said, stderr, str, text};

/// Sequences that would change the title, clear the screen (also by C1), and turn a name around.
const HOSTILE: &str = "\u{1b}]0;ran\u{7}\u{1b}[2J\u{9b}2J\u{202E}";

/// Folder with two alike documents and a library that has one of them.
fn folder(name: &str, before: &str) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for number in [1, 2] {
        let file = dir.path().join(format!("{number}{name}.txt"));
        std::fs::write(file, format!("{before}\n{}", text(1, 40))).unwrap();
    }
    dir
}

/// Commands that print something, each with its arguments.
fn commands(dir: &Path) -> Vec<Vec<String>> {
    let mut files: Vec<String> = (std::fs::read_dir(dir).unwrap())
        .map(|entry| str(&entry.unwrap().path()).to_owned())
        .filter(|file| {
            Path::new(file)
                .extension()
                .is_some_and(|ending| ending == "txt")
        })
        .collect();
    files.sort();
    let (a, b) = (&*files[0], &*files[1]);
    let library = dir.join("L.chachong");
    let (dir, library) = (str(dir), str(&library));
    done(&["library", "add", "-q", library, a]);
    done(&["check", "-q", b, "--library", library]);
    [
        &["check", "-q", dir, "--library", library][..],
        &["check", "-q", dir, "--json", "-"],
        &["check", "-q", dir, "--csv", "-"],
        &["compare", a, b],
        &["compare", a, b, "--json"],
        &["extract", a],
        &["extract", a, "--record"],
        &["fingerprint", a],
        &["fingerprint", "--explain", a],
        &["library", "add", "-q", library, b],
        &["library", "list", library],
        &["library", "list", library, "--search", "图书馆"],
        &["library", "verify", "-q", library],
        &["report", "--list", "--library", library],
        &["report", "-q", "1", "--library", library, "--json", "-"],
        &["models"],
        &["--help"],
        &["check", "--help"],
        &["--version"],
        &["library", "remove", library, "1"],
    ]
    .into_iter()
    .map(|arguments| arguments.iter().map(|one| (*one).to_owned()).collect())
    .collect()
}

fn run(arguments: &[String], stdout: Stdio) -> Output {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut command = command_in("en", &arguments);
    command.stdout(stdout).stderr(Stdio::piped());
    command.spawn().unwrap().wait_with_output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_cannot_be_written_is_an_error_of_every_command() {
    let dir = folder("", "");
    for arguments in commands(dir.path()) {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = run(&arguments, full.into());
        assert_eq!(
            output.status.code(),
            Some(1),
            "{arguments:?}: {}",
            said(&output)
        );
        assert!(
            stderr(&output).contains("Standard output"),
            "{arguments:?}: {}",
            said(&output)
        );
    }
}

#[test]
fn a_reader_that_wants_no_more_is_no_error() {
    let dir = folder("", "");
    for arguments in commands(dir.path()) {
        if arguments[0] == "models" {
            // It fails where models are missing.
            continue;
        }
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = run(&arguments, writer.into());
        assert!(output.status.success(), "{arguments:?}: {}", said(&output));
        assert!(
            !stderr(&output).contains("Standard output"),
            "{arguments:?}"
        );
    }
}

/// No characters.
const NONE: [char; 0] = [];

/// Characters that would act on a terminal.
fn acting(bytes: &[u8]) -> Vec<char> {
    let text = String::from_utf8_lossy(bytes);
    let acts = |c: &char| {
        let turns = matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        turns || (c.is_control() && !matches!(c, '\n' | '\t'))
    };
    text.chars().filter(acts).collect()
}

/// Windows takes no such names.
#[cfg(unix)]
#[test]
fn nothing_in_a_name_or_a_text_acts_on_a_terminal() {
    let dir = folder(HOSTILE, HOSTILE);
    let mut zip = zip::ZipWriter::new(std::fs::File::create(dir.path().join("class.zip")).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    zip.start_file(format!("3{HOSTILE}.txt"), options).unwrap();
    zip.write_all(text(3, 40).as_bytes()).unwrap();
    zip.start_file(format!("4{HOSTILE}.docx"), options).unwrap();
    zip.write_all(b"no document").unwrap();
    zip.finish().unwrap();
    let script = crate::reports::tool("script", "bsdutils");
    let mut commands = commands(dir.path());
    let broken = str(&dir.path().join(format!("5{HOSTILE}.docx"))).to_owned();
    std::fs::write(&broken, "no document").unwrap();
    for more in [
        &["extract", &broken][..],
        &["extract", &format!("none{HOSTILE}")],
        &[
            "check",
            "--json",
            &format!("none{HOSTILE}/x"),
            str(dir.path()),
        ],
        &["check", &format!("--none{HOSTILE}")],
        &["check", "--verbose", str(dir.path())],
        &["library", "list", &format!("none{HOSTILE}")],
    ] {
        commands.push(more.iter().map(|one| (*one).to_owned()).collect());
    }
    for arguments in commands {
        let output = run(&arguments, Stdio::piped());
        assert_eq!(
            acting(&output.stderr),
            NONE,
            "{arguments:?}: {}",
            said(&output)
        );
        // Into a pipe goes the text as it is, and JSON and CSV as they are.
        let is_content =
            arguments[0] == "extract" || arguments.iter().any(|one| one == "-" || one == "--json");
        if !is_content {
            assert_eq!(
                acting(&output.stdout),
                NONE,
                "{arguments:?}: {}",
                said(&output)
            );
        }
        let Some(script) = &script else { continue };
        let quoted = |one: &String| format!("'{one}'");
        let line: Vec<String> = arguments.iter().map(quoted).collect();
        let line = format!("'{PROGRAM}' {} --lang en 2>/dev/null", line.join(" "));
        let shown = Command::new(script)
            .args(["-qec", &line, "/dev/null"])
            .env("CHACHONG_LOGS", "")
            .env("NO_COLOR", "1")
            .env("TERM", "dumb")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let acting: Vec<char> = acting(&shown.stdout)
            .into_iter()
            .filter(|c| *c != '\r')
            .collect();
        assert_eq!(acting, NONE, "{arguments:?}: {}", said(&shown));
    }
}
