//! Source files as documents: their extensions, and what their content shows about who made them.

use std::io::Read;
use std::path::Path;

use super::generated::is_named_shrunk;
use super::{Extracted, FileKind, ImportCause, TextEncoding, txt};
use chachong_text::LineBreaks;

/// Endings of source files that are read, in lower case.
pub const ENDINGS: [&str; 192] = [
    "c", "h", "cpp", "cc", "cxx", "hpp", "hh", "hxx", "ino", "cu", "cuh", "java", "kt", "kts",
    "scala", "groovy", "py", "pyw", "js", "mjs", "cjs", "ts", "jsx", "tsx", "vue", "cs", "vb",
    "fs", "go", "rs", "swift", "m", "jl", "r", "sql", "sh", "ps1", "pl", "rb", "php", "lua", "tcl",
    "dart", "hs", "ml", "erl", "ex", "exs", "clj", "pas", "f90", "f95", "asm", "s", "v", "sv",
    "svh", "vh", "vhd", "vhdl", "zig", "do", "ado", "sas", "sps", "css", "scss", "sass", "less",
    "bash", "zsh", "psm1", "asp", "aspx", "jsp", "cshtml", "svelte", "f", "for", "f03", "f08",
    "f77", "adb", "ads", "cob", "cbl", "lisp", "lsp", "scm", "rkt", "vbs", "bas", "pde", "pyx",
    "coffee", "nim", "stan", "gd", "sol", "glsl", "hlsl", "vert", "frag", "wl", "mts", "cts",
    "phtml", "bat", "cmd", "awk", "psql", "ddl", "pm", "cls", "ets", "wxml", "wxss", "wxs", "a51",
    "c++", "tpp", "ipp", "inl", "inc", "pro", "sce", "frm", "qml", "fsx", "razor", "proto", "mm",
    "d", "y", "l", "yy", "ll", "smv", "z80", "nas", "mips", "prg", "cl", "comp", "geom", "metal",
    "shader", "cginc", "wgsl", "lex", "flex", "thrift", "pml", "als", "h++", "tcc", "ixx", "cppm",
    "dfy", "hrl", "mzn", "lng", "lhs", "elm", "lean", "g4", "g", "jj", "jjt", "cup", "mo", "ejs",
    "astro", "cj", "ss", "cljs", "cljc", "pddl", "tla", "mli", "sml", "fsi", "dpr", "lpr", "pp",
    "st", "scl", "py3", "pyi", "sage", "graphql", "cr",
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
    /// Passed over as this kind if others lie beside it: a tool wrote it, as its first lines say (for example a parser generator, or a
    /// framework when a project was begun), it is empty, or it is a licence.
    BesideOthers(FileKind),
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
    if length == 0 {
        return Making::BesideOthers(FileKind::EmptySource);
    }
    match of_tool(path, head) {
        Some(kind) => Making::Not(kind),
        None if is_generated(path, head) => Making::BesideOthers(FileKind::Generated),
        None => Making::Written,
    }
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

/// Number of bytes at the start of a file in which a tool says that it wrote the file.
const TITLE: usize = 1 << 10;
/// Lines of the first comment by which tools mark a file that they generate and people do not edit: how such a line begins behind the
/// comment mark, and words further on in it, in lower case. The words [`AT_END`] end the line: within it they may be a remark of a person.
const TITLES: [(&str, &str); 26] = [
    ("$antlr ", ""),
    ("a bison parser, made by gnu bison", ""),
    ("a lexical scanner generated by flex", ""),
    ("asgi config for ", ""),
    ("autogenerated by thrift compiler", ""),
    ("bison interface for yacc-like parsers", ""),
    ("code generated ", AT_END),
    ("created by: qt user interface compiler", ""),
    ("created by: the resource compiler for ", ""),
    (
        "django's command-line utility for administrative tasks.",
        "",
    ),
    ("generated by 'django-admin startproject'", ""),
    ("generated by jflex ", ""),
    ("generated by the grpc ", ""),
    ("generated by the protocol buffer compiler.", ""),
    ("generated by:javacc:", "do not edit this line"),
    ("generated by:jjtree", "do not edit this line"),
    ("generated from ", " by antlr "),
    ("meta object code from reading c++ file", ""),
    ("original parser id follows", ""),
    ("resource object code", ""),
    ("the following code was generated by cup ", ""),
    ("the following code was generated by jflex ", ""),
    ("this file is automatically generated by lemon ", ""),
    ("this file was automatically generated by swig ", ""),
    ("this file was generated by ", AT_END),
    ("wsgi config for ", ""),
];
/// Words at the end of a title.
const AT_END: &str = "do not edit";
/// Marks that begin a comment up to the end of the line, or a line that says something to the compiler.
const COMMENTS: [&str; 6] = ["//", "#", "--", "%", ";", "'"];
/// Beginnings and ends of comments that may extend over several lines.
const BLOCKS: [(&str, &str); 4] = [
    ("/*", "*/"),
    ("\"\"\"", "\"\"\""),
    ("(*", "*)"),
    ("<!--", "-->"),
];

/// Returns the lines of the comments before the code of a file, without comment marks.
fn first_comments(text: &str) -> impl Iterator<Item = &str> {
    let mut ends_with: Option<&str> = None;
    let lines = text.lines().map(str::trim).map_while(move |line| {
        let block = BLOCKS
            .iter()
            .find(|(begin, _)| ends_with.is_none() && line.starts_with(begin));
        let (rest, end) = match block {
            Some((begin, end)) => (&line[begin.len()..], Some(*end)),
            None => (line, ends_with),
        };
        let is_in_comment =
            end.is_some() || line.is_empty() || COMMENTS.iter().any(|mark| line.starts_with(mark));
        ends_with = end.filter(|end| !rest.contains(end));
        is_in_comment.then_some(line)
    });
    lines.map(|line| {
        line.trim_start_matches(|c: char| c.is_whitespace() || "/*#-%;'\"(".contains(c))
    })
}

/// Lines of the files that Django lays down for a student to fill, beside comments and imports.
const OF_DJANGO: [&str; 3] = ["urlpatterns = [", "path('admin/', admin.site.urls),", "]"];

/// Returns whether a tool wrote a file: its head says so, or it has nothing but what Django lays down.
fn is_generated(path: &Path, head: &[u8]) -> bool {
    let title = String::from_utf8_lossy(&head[..head.len().min(TITLE)]).to_lowercase();
    let is_title = |line: &str| {
        let mut rests =
            (TITLES.iter()).filter_map(|(begin, then)| Some((line.strip_prefix(begin)?, *then)));
        rests.any(|(rest, then)| match then {
            AT_END => (rest.trim_end_matches(|c: char| !c.is_alphanumeric())).ends_with(then),
            _ => rest.contains(then),
        })
    };
    let is_of_net = has_ending(path, &["cs", "vb", "fs"]);
    let is_marked =
        |line: &str| is_title(line) || (is_of_net && line.starts_with("<auto-generated"));
    if first_comments(&title).any(is_marked) {
        return true;
    }
    // A designer keeps the form that was drawn in a file of its own.
    let stem = path.file_stem().map(Path::new);
    let is_form = stem.is_some_and(|stem| has_ending(stem, &["designer"]));
    if is_of_net && is_form && String::from_utf8_lossy(head).contains("InitializeComponent()") {
        return true;
    }
    if !has_ending(path, &["py"]) || head.len() == HEAD {
        return false;
    }
    let text = String::from_utf8_lossy(head);
    // A remark before the code, or none.
    let (remark, code) = match text.trim_start().strip_prefix("\"\"\"") {
        Some(rest) => rest.split_once("\"\"\"").unwrap_or_default(),
        None => ("", &*text),
    };
    let is_laid_down = code.lines().map(str::trim).all(|line| {
        line.is_empty()
            || line.starts_with("from django.")
            || line.starts_with('#')
            || OF_DJANGO.contains(&line)
    });
    is_laid_down && (remark.contains("URL configuration for") || code.contains("from django."))
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
    let start = String::from_utf8_lossy(head);
    let is_rule = || {
        let target = start.trim_start().split_once(':');
        target.is_some_and(|(target, _)| has_ending(Path::new(target.trim_end()), &["o"]))
    };
    let is_of_qmake = || ["QT +=", "SOURCES ", "TEMPLATE ="].into_iter().any(says);
    [
        (&["cls"][..], FileKind::Build, is_latex()),
        (&["d"], FileKind::Build, is_rule()),
        (&["pro"], FileKind::Settings, is_of_qmake()),
        (
            &["mm"],
            FileKind::Notes,
            start.trim_start().starts_with("<map"),
        ),
    ]
    .into_iter()
    .find_map(|(endings, kind, is_it)| (is_it && has_ending(path, endings)).then_some(kind))
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
        let empty = Making::BesideOthers(FileKind::EmptySource);
        assert_eq!(judge("a.c", b""), empty);
    }

    #[test]
    fn what_a_tool_wrote_by_itself_is_told() {
        let judge = |name: &str, text: &str| {
            making(Path::new(name), text.len() as u64, &mut text.as_bytes())
        };
        let urls = "\"\"\"\nURL configuration for a project.\n\"\"\"\nfrom django.contrib import admin\n\nurlpatterns = [\n    \
            path('admin/', admin.site.urls),\n]\n";
        for (name, text) in [
            (
                "y.tab.c",
                "/* A Bison parser, made by GNU Bison 3.8.2.  */\nint yyparse();\n",
            ),
            (
                "lex.yy.c",
                "\n#line 3 \"lex.yy.c\"\n\n/* A lexical scanner generated by flex */\n",
            ),
            ("GParser.java", "// Generated from G.g4 by ANTLR 4.13.1\n"),
            (
                "sym.java",
                "\n//-----\n// The following code was generated by CUP v0.11b\n//-----\n",
            ),
            (
                "P.java",
                "/* P.java */\n/* Generated By:JavaCC: Do not edit this line. P.java */\n",
            ),
            (
                "a.pb.go",
                "// Code generated by protoc-gen-go. DO NOT EDIT.\n",
            ),
            (
                "moc_a.cpp",
                "/*****\n** Meta object code from reading C++ file 'a.h'\n**\n",
            ),
            (
                "A.cs",
                "//-----\n// <auto-generated>\n//     This code was generated by a tool.\n",
            ),
            (
                "Form1.Designer.cs",
                "partial class Form1\n{\n    private void InitializeComponent()\n    {\n    }\n}\n",
            ),
            (
                "manage.py",
                "#!/usr/bin/env python\n\"\"\"Django's command-line utility for administrative tasks.\"\"\"\n",
            ),
            (
                "wsgi.py",
                "\"\"\"\nWSGI config for a project.\n\"\"\"\nimport os\n",
            ),
            (
                "admin.py",
                "from django.contrib import admin\n\n# Register your models here.\n",
            ),
            ("urls.py", urls),
        ] {
            let generated = Making::BesideOthers(FileKind::Generated);
            assert_eq!(judge(name, text), generated, "{name}");
        }
        let edited = urls.replace(']', "    path('shop/', views.shop),\n]");
        let late = format!(
            "{}// A Bison parser, made by GNU Bison\n",
            "int a;\n".repeat(200)
        );
        let told = "/* The lexer was generated from G.g4 by ANTLR 4.\n * This file was written by hand. */\n";
        let remark = "// Code generated by hand at first, do not edit the loop below\n";
        let behind = "int a;\n// Code generated by hand. DO NOT EDIT.\n";
        for (name, text) in [
            ("urls.py", &*edited),
            ("a.c", &late),
            ("a.py", "# plan\n"),
            ("Evaluator.java", told),
            ("a.go", behind),
            ("b.go", remark),
            ("Cart.Designer.cs", "class Cart { int total; }\n"),
        ] {
            assert_eq!(judge(name, text), Making::Written, "{name}");
        }
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
        let map = "<map version=\"1.0.1\"></map>";
        for (name, text, making) in [
            (
                "a.d",
                "main.o: main.c main.h\n",
                Making::Not(FileKind::Build),
            ),
            (
                "a.d",
                "import std.stdio;\nvoid main() {}\n",
                Making::Written,
            ),
            (
                "a.pro",
                "QT += core\nSOURCES += a.cpp\n",
                Making::Not(FileKind::Settings),
            ),
            ("a.pro", "likes(mary, wine).\n", Making::Written),
            ("a.mm", map, Making::Not(FileKind::Notes)),
            ("a.mm", "@implementation A\n@end\n", Making::Written),
        ] {
            assert_eq!(judge(name, text), making, "{name}");
        }
        let wrapper = "@rem Gradle startup script for Windows\n";
        assert_eq!(
            judge("gradlew.bat", wrapper),
            Making::Not(FileKind::Generated)
        );
        assert_eq!(judge("run.bat", "@echo off\n"), Making::Written);
    }
}
