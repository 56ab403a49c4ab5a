//! Source files as documents: their endings, and which of them are no person's work: what tools unpack, build or shrink.

use std::io::Read;
use std::path::Path;

use super::{Extracted, FileKind, Format, ImportCause, TextEncoding, txt};
use chachong_text::LineBreaks;

/// Endings of source files, in lower case.
pub(super) const ENDINGS: [&str; 104] = [
    "c", "h", "cpp", "cc", "cxx", "hpp", "hh", "hxx", "ino", "cu", "cuh", "java", "kt", "kts",
    "scala", "groovy", "py", "pyw", "js", "mjs", "cjs", "ts", "jsx", "tsx", "vue", "cs", "vb",
    "fs", "go", "rs", "swift", "m", "jl", "r", "sql", "sh", "ps1", "pl", "rb", "php", "lua", "tcl",
    "dart", "hs", "ml", "erl", "ex", "exs", "clj", "pas", "f90", "f95", "asm", "s", "v", "sv",
    "svh", "vh", "vhd", "vhdl", "zig", "do", "ado", "sas", "sps", "css", "scss", "sass", "less",
    "bash", "zsh", "psm1", "asp", "aspx", "jsp", "cshtml", "svelte", "f", "for", "f03", "f08",
    "f77", "adb", "ads", "cob", "cbl", "lisp", "lsp", "scm", "rkt", "vbs", "bas", "pde", "pyx",
    "coffee", "nim", "stan", "gd", "sol", "glsl", "hlsl", "vert", "frag", "wl",
];

/// Maximum size of a source file found in a folder, in bytes: what is larger holds data or was made by a program. One
/// that is named by hand is read like any other file.
const MOST_BYTES: u64 = 1 << 20;
/// Number of bytes at the start of a file by which it is judged.
const HEAD: u64 = 16 << 10;
/// Minimum size of a script in bytes from which its lines are looked at: a page's own few lines may be long.
const SHRUNK_FROM: usize = 4 << 10;
/// Mean length of a line in bytes from which a script was shrunk by a program.
const SHRUNK_LINE: usize = 400;

/// Folders that build tools fill; documents in them other than source files are read.
const BUILT: [&str; 6] = ["build", "target", "dist", "obj", "debug", "release"];

/// Whether the place of a source file below the searched folder says that a tool put it there: folders that builds
/// fill, what a browser saves beside a page, scripts that are shrunk by their name. False for all other formats.
pub(super) fn is_generated_place(below: &Path) -> bool {
    if Format::of(below) != Some(Format::Source) {
        return false;
    }
    let lower = |name: &std::ffi::OsStr| name.to_string_lossy().to_lowercase();
    let stem = below.file_stem().map(lower).unwrap_or_default();
    let mut folders = below.iter().map(lower);
    // The last name is that of the file.
    folders.next_back();
    let is_shrunk = [".min", ".bundle", "-min"]
        .iter()
        .any(|end| stem.ends_with(end));
    is_shrunk
        || folders.any(|folder| {
            BUILT.contains(&folder.as_str())
                || folder.starts_with("cmake-build-")
                || folder
                    .strip_suffix("files")
                    .is_some_and(|page| page.ends_with(['.', '_']))
        })
}

/// Judges a source file by its length in bytes and its beginning; `None` if a person may have written it, or if it
/// cannot be read: its row then says why. What is no text may be a film with the ending .ts.
pub(super) fn unwritten(path: &Path, length: u64, content: &mut dyn Read) -> Option<FileKind> {
    if length > MOST_BYTES {
        return Some(FileKind::Generated);
    }
    let mut head = Vec::new();
    content.take(HEAD).read_to_end(&mut head).ok()?;
    let is_plain = !head.contains(&0) && std::str::from_utf8(&head).is_ok();
    if is_script(path) && is_plain && is_shrunk(&head) {
        return Some(FileKind::Generated);
    }
    (!is_plain && !head.is_empty() && txt::read(head).is_err()).then_some(FileKind::Unknown)
}

/// Reads a source file like a txt. Each of its lines stands by itself: no sentence goes on in the next one.
pub(super) fn read(
    bytes: Vec<u8>,
    encoding: Option<TextEncoding>,
) -> Result<Extracted, ImportCause> {
    let mut read = txt::read_in(bytes, encoding)?;
    read.breaks = LineBreaks::Paragraph;
    Ok(read)
}

fn is_script(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    ["js", "mjs", "cjs", "ts", "jsx", "tsx", "css"]
        .iter()
        .any(|script| ending.eq_ignore_ascii_case(script))
}

/// Whether the lines of a script are longer than people write them.
fn is_shrunk(head: &[u8]) -> bool {
    let lines = head.split(|&byte| byte == b'\n').count();
    head.len() >= SHRUNK_FROM && head.len() / lines >= SHRUNK_LINE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_tools_fill_are_told() {
        for (place, generated) in [
            ("张三/main.c", false),
            ("张三/build/moc_main.cpp", true),
            ("张三/build/报告.docx", false),
            ("张三/cmake-build-debug/x.c", true),
            ("网页_files/jquery.js", true),
            ("张三/js/jquery.min.js", true),
            ("build.rs", false),
            ("build/README.md", false),
        ] {
            assert_eq!(is_generated_place(Path::new(place)), generated, "{place}");
        }
    }

    #[test]
    fn films_data_and_shrunk_scripts_are_no_persons_work() {
        let judge = |name: &str, bytes: &[u8]| {
            unwritten(Path::new(name), bytes.len() as u64, &mut &bytes[..])
        };
        let film: Vec<u8> = (0..16_000_u32)
            .map(|i| {
                if i % 188 == 0 {
                    0x47
                } else {
                    u8::try_from((i * 7919) % 251).unwrap()
                }
            })
            .collect();
        assert_eq!(judge("片.ts", &film), Some(FileKind::Unknown));
        assert_eq!(judge("a.ts", b"const a: number = 1;\n"), None);
        let shrunk = "function(a){return a};".repeat(400);
        assert_eq!(judge("a.js", shrunk.as_bytes()), Some(FileKind::Generated));
        // A table of numbers in one line is what a person may well paste.
        assert_eq!(judge("a.c", shrunk.as_bytes()), None);
        let gbk = encoding_rs::GBK
            .encode("// 读取传感器的数值，并且显示在屏幕上\nint main() {}\n")
            .0;
        assert_eq!(judge("a.c", &gbk), None);
        assert_eq!(
            judge("a.c", &vec![b' '; (1 << 20) + 1]),
            Some(FileKind::Generated)
        );
        assert_eq!(judge("a.c", b""), None);
    }
}
