//! Source files as documents: their extensions, and what their content shows about who made them.

use std::io::Read;
use std::path::Path;

use super::generated::is_named_shrunk;
use super::{Extracted, FileKind, ImportCause, TextEncoding, txt};
use chachong_text::LineBreaks;

/// Endings of source files, in lower case.
pub(super) const ENDINGS: [&str; 114] = [
    "c", "h", "cpp", "cc", "cxx", "hpp", "hh", "hxx", "ino", "cu", "cuh", "java", "kt", "kts",
    "scala", "groovy", "py", "pyw", "js", "mjs", "cjs", "ts", "jsx", "tsx", "vue", "cs", "vb",
    "fs", "go", "rs", "swift", "m", "jl", "r", "sql", "sh", "ps1", "pl", "rb", "php", "lua", "tcl",
    "dart", "hs", "ml", "erl", "ex", "exs", "clj", "pas", "f90", "f95", "asm", "s", "v", "sv",
    "svh", "vh", "vhd", "vhdl", "zig", "do", "ado", "sas", "sps", "css", "scss", "sass", "less",
    "bash", "zsh", "psm1", "asp", "aspx", "jsp", "cshtml", "svelte", "f", "for", "f03", "f08",
    "f77", "adb", "ads", "cob", "cbl", "lisp", "lsp", "scm", "rkt", "vbs", "bas", "pde", "pyx",
    "coffee", "nim", "stan", "gd", "sol", "glsl", "hlsl", "vert", "frag", "wl", "mts", "cts",
    "phtml", "bat", "cmd", "awk", "psql", "ddl", "pm", "cls",
];

/// Maximum size of a source file found in a folder, in bytes: what is larger holds data or was made by a program, and has a
/// row that says so. One that is named by hand is read like any other file.
const MOST_BYTES: u64 = 2 << 20;
/// Number of bytes at the start of a file by which it is told from a film.
const HEAD: usize = 16 << 10;
/// Length of a line in bytes from which a program wrote it.
const LONG_LINE: usize = 400;
/// Minimum number of bytes in the long lines of a shrunk script: a page's own few lines may be long.
const SHRUNK_FROM: usize = 4 << 10;
/// Maximum number of shorter lines of code in a shrunk script.
const SHORT_LINES: usize = 5;

/// Origin of a source file, as its content shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Making {
    /// A person may have written it, or it cannot be read and its row says why.
    Written,
    /// A script whose code stands in long lines: a library, or one that a student shrunk.
    Shrunk,
    /// No source file, or one that a known tool adds to every project.
    Not(FileKind),
    /// Larger than files that people write.
    TooLarge(ImportCause),
}

/// Judges a source file by its length in bytes and its content. A file that is not text may be a film with the extension .ts.
pub(super) fn making(path: &Path, length: u64, content: &mut dyn Read) -> Making {
    let mut bytes = Vec::new();
    let is_looked_through = has_ending(path, &SCRIPTS) && length <= MOST_BYTES;
    let most = if is_looked_through {
        MOST_BYTES
    } else {
        HEAD as u64
    };
    if content.take(most).read_to_end(&mut bytes).is_err() {
        return Making::Written;
    }
    let head = &bytes[..bytes.len().min(HEAD)];
    let is_plain = !head.contains(&0) && std::str::from_utf8(head).is_ok();
    if !is_plain && !head.is_empty() && txt::read(head.to_vec()).is_err() {
        return Making::Not(FileKind::Unknown);
    }
    if length > MOST_BYTES {
        let limit = MOST_BYTES;
        return Making::TooLarge(ImportCause::SourceTooLarge { limit });
    }
    if is_looked_through && is_plain && is_shrunk(&bytes, is_named_shrunk(path)) {
        return Making::Shrunk;
    }
    of_tool(path, head).map_or(Making::Written, Making::Not)
}

/// Reads a source file like a txt. Each of its lines stands by itself: no sentence continues in the next one.
pub(super) fn read(
    bytes: Vec<u8>,
    encoding: Option<TextEncoding>,
) -> Result<Extracted, ImportCause> {
    let mut read = txt::read_in(bytes, encoding)?;
    read.breaks = LineBreaks::Paragraph;
    Ok(read)
}

/// Endings of scripts and style sheets that programs shrink.
const SCRIPTS: [&str; 7] = ["js", "mjs", "cjs", "ts", "jsx", "tsx", "css"];

pub(super) fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().unwrap_or_default();
    endings.iter().any(|one| ending.eq_ignore_ascii_case(one))
}

/// Whether the code of a script stands in lines that are longer than people write them, over the whole file: a program with
/// a long line of data has other lines too. `is_named` says that its name says so; it may then be short.
fn is_shrunk(script: &[u8], is_named: bool) -> bool {
    let (mut long, mut short, mut in_comment) = (0, 0, false);
    for line in script.split(|&byte| byte == b'\n') {
        let line = line.trim_ascii();
        let opens = in_comment || line.starts_with(b"/*");
        let closes_at = opens
            .then(|| line.windows(2).position(|two| two == b"*/"))
            .flatten();
        in_comment = opens && closes_at.is_none();
        let code = match closes_at {
            Some(at) => line[at + 2..].trim_ascii(),
            None if opens || line.starts_with(b"//") => b"",
            None => line,
        };
        if code.len() >= LONG_LINE {
            long += code.len();
        } else if !code.is_empty() {
            short += 1;
            if short > SHORT_LINES {
                return false;
            }
        }
    }
    long >= if is_named { LONG_LINE } else { SHRUNK_FROM }
}

/// Returns the kind of what a known tool adds to every project, or of what only shares the ending of a source file; `None`
/// for all other files.
fn of_tool(path: &Path, head: &[u8]) -> Option<FileKind> {
    let says = |words: &str| {
        head.windows(words.len())
            .any(|part| part == words.as_bytes())
    };
    let starts_gradle_or_maven = || {
        [
            "Gradle startup script for Windows",
            "Maven Start Up Batch script",
            "Maven Wrapper startup batch script",
        ]
        .into_iter()
        .any(says)
    };
    if has_ending(path, &["bat", "cmd"]) && starts_gradle_or_maven() {
        return Some(FileKind::Generated);
    }
    // Classes of Visual Basic and of Apex end like those of LaTeX.
    let is_latex = || {
        ["\\ProvidesClass", "\\NeedsTeXFormat", "\\LoadClass"]
            .into_iter()
            .any(says)
    };
    (has_ending(path, &["cls"]) && is_latex()).then_some(FileKind::Build)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn films_shrunk_scripts_and_what_tools_add_are_told() {
        let judge =
            |name: &str, bytes: &[u8]| making(Path::new(name), bytes.len() as u64, &mut &bytes[..]);
        let film: Vec<u8> = (0..16_000_u32)
            .map(|i| {
                if i % 188 == 0 {
                    0x47
                } else {
                    u8::try_from((i * 7919) % 251).unwrap()
                }
            })
            .collect();
        assert_eq!(judge("片.ts", &film), Making::Not(FileKind::Unknown));
        assert_eq!(judge("片.mts", &film), Making::Not(FileKind::Unknown));
        assert_eq!(judge("a.ts", b"const a: number = 1;\n"), Making::Written);
        let shrunk = "function(a){return a};".repeat(400);
        assert_eq!(judge("a.js", shrunk.as_bytes()), Making::Shrunk);
        let licence = format!("/*!\n * left 1.0\n * MIT\n */\n{shrunk}\n//# map\n");
        assert_eq!(judge("a.js", licence.as_bytes()), Making::Shrunk);
        // A table of numbers in one line is what a person may well paste.
        assert_eq!(judge("a.c", shrunk.as_bytes()), Making::Written);
        let program = "var a = 1;\n".repeat(6);
        for beside in [format!("{shrunk}\n{program}"), format!("{program}{shrunk}")] {
            assert_eq!(judge("a.js", beside.as_bytes()), Making::Written);
        }
        let comment = format!("/* {} */\nvar a = 1;\n", "long ".repeat(2000));
        assert_eq!(judge("a.js", comment.as_bytes()), Making::Written);
        let gbk = encoding_rs::GBK
            .encode("// 读取传感器的数值，并且显示在屏幕上\nint main() {}\n")
            .0;
        assert_eq!(judge("a.c", &gbk), Making::Written);
        let limit = MOST_BYTES;
        assert_eq!(
            judge("a.c", &vec![b' '; (2 << 20) + 1]),
            Making::TooLarge(ImportCause::SourceTooLarge { limit })
        );
        assert_eq!(judge("a.c", b""), Making::Written);
        assert_eq!(judge("a.js", b""), Making::Written);
    }

    #[test]
    fn what_only_ends_like_a_program_is_told() {
        let judge = |name: &str, text: &str| {
            making(Path::new(name), text.len() as u64, &mut text.as_bytes())
        };
        let latex = "% thesis\n\\NeedsTeXFormat{LaTeX2e}\n\\ProvidesClass{t}\n";
        assert_eq!(judge("t.cls", latex), Making::Not(FileKind::Build));
        assert_eq!(
            judge("Cart.cls", "Private total As Long\n"),
            Making::Written
        );
        let wrapper = "@rem Gradle startup script for Windows\n";
        assert_eq!(
            judge("gradlew.bat", wrapper),
            Making::Not(FileKind::Generated)
        );
        assert_eq!(judge("run.bat", "@echo off\n"), Making::Written);
    }
}
