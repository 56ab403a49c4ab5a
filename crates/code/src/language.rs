//! Distinguishes programming languages as far as their comments, strings and directives differ.

/// Programming language of a listing. `Unknown` is read by the syntax that most languages share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say what they are")]
pub enum Language {
    Ada,
    Assembly,
    Basic,
    /// Script of Windows' command prompt.
    Batch,
    C,
    Cobol,
    Cpp,
    CSharp,
    Css,
    Elixir,
    Erlang,
    /// Fortran with comments in the first column.
    FixedFortran,
    Fortran,
    Go,
    Haskell,
    Java,
    JavaScript,
    Julia,
    Kotlin,
    Lisp,
    Lua,
    Mathematica,
    /// Also Octave.
    Matlab,
    OCaml,
    Pascal,
    Perl,
    Php,
    PowerShell,
    Prolog,
    Python,
    R,
    Ruby,
    Rust,
    Scala,
    Scilab,
    /// Also Sass and Less.
    Scss,
    Shell,
    Sql,
    Stata,
    Swift,
    Tcl,
    TypeScript,
    Verilog,
    Vhdl,
    #[default]
    Unknown,
}

/// Extensions of file names for each language, in lower case.
const ENDINGS: &[(Language, &[&str])] = &[
    (Language::Ada, &["adb", "ads", "smv"]),
    (
        Language::Assembly,
        &["asm", "s", "a51", "z80", "nas", "mips"],
    ),
    (
        Language::Basic,
        &["vb", "vbs", "bas", "cls", "frm", "asp", "prg"],
    ),
    (Language::Batch, &["bat", "cmd"]),
    (
        Language::C,
        &[
            "c", "h", "glsl", "hlsl", "vert", "frag", "l", "y", "stan", "proto", "cl", "comp",
            "geom", "metal", "shader", "cginc", "wgsl", "lex", "flex", "thrift", "pml", "als",
        ],
    ),
    (Language::Cobol, &["cob", "cbl"]),
    (
        Language::Cpp,
        &[
            "cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "tpp", "ipp", "inl", "inc", "ino", "cu",
            "cuh", "ll", "yy", "mm", "h++", "tcc", "ixx", "cppm",
        ],
    ),
    (Language::CSharp, &["cs", "cshtml", "razor", "aspx", "dfy"]),
    (Language::Css, &["css", "wxss"]),
    (Language::Elixir, &["ex", "exs"]),
    (Language::Erlang, &["erl", "hrl", "mzn"]),
    (Language::FixedFortran, &["f", "for", "f77"]),
    (Language::Fortran, &["f90", "f95", "f03", "f08", "lng"]),
    (Language::Go, &["go"]),
    (Language::Haskell, &["hs", "lhs", "elm", "lean"]),
    (
        Language::Java,
        &[
            "java", "groovy", "pde", "dart", "jsp", "sol", "d", "g4", "g", "jj", "jjt", "cup", "mo",
        ],
    ),
    (
        Language::JavaScript,
        &[
            "js", "jsx", "mjs", "cjs", "vue", "svelte", "wxml", "wxs", "qml", "ejs", "astro",
        ],
    ),
    (Language::Julia, &["jl"]),
    (Language::Kotlin, &["kt", "kts", "cj"]),
    (
        Language::Lisp,
        &[
            "lisp", "lsp", "scm", "rkt", "clj", "ss", "cljs", "cljc", "pddl",
        ],
    ),
    (Language::Lua, &["lua"]),
    (Language::Mathematica, &["wl", "tla"]),
    (Language::Matlab, &["m"]),
    (Language::OCaml, &["ml", "fs", "fsx", "mli", "sml", "fsi"]),
    (Language::Pascal, &["pas", "dpr", "lpr", "pp", "st", "scl"]),
    (Language::Perl, &["pl", "pm", "awk"]),
    (Language::Php, &["php", "phtml"]),
    (Language::PowerShell, &["ps1", "psm1"]),
    (Language::Prolog, &["pro"]),
    (
        Language::Python,
        &[
            "py", "pyw", "pyx", "nim", "gd", "coffee", "py3", "pyi", "sage", "graphql",
        ],
    ),
    (Language::R, &["r"]),
    (Language::Ruby, &["rb", "cr"]),
    (Language::Rust, &["rs", "zig"]),
    (Language::Scala, &["scala"]),
    (Language::Scilab, &["sce"]),
    (Language::Scss, &["scss", "sass", "less"]),
    (Language::Shell, &["sh", "bash", "zsh"]),
    (Language::Sql, &["sql", "psql", "ddl"]),
    (Language::Stata, &["do", "ado", "sas", "sps"]),
    (Language::Swift, &["swift"]),
    (Language::Tcl, &["tcl"]),
    (Language::TypeScript, &["ts", "tsx", "mts", "cts", "ets"]),
    (Language::Verilog, &["v", "sv", "vh", "svh"]),
    (Language::Vhdl, &["vhd", "vhdl"]),
];

/// Text that hardly occurs in other languages. The language with the most matches is guessed.
const SIGNS: &[(Language, &[&str])] = &[
    (
        Language::C,
        &[
            "#include <std",
            "printf(",
            "scanf(",
            "int main(",
            "malloc(",
            "sizeof(",
        ],
    ),
    (
        Language::Cpp,
        &[
            "cout",
            "cin >>",
            "std::",
            "#include <iostream",
            "using namespace",
            "endl",
            "public:",
        ],
    ),
    (
        Language::CSharp,
        &[
            "using System",
            "Console.Write",
            "namespace ",
            "string[] args",
        ],
    ),
    (Language::Go, &["func ", ":= ", "package main", "fmt."]),
    (
        Language::Java,
        &[
            "public class",
            "System.out",
            "import java",
            "public static void",
            "@Override",
            "String ",
        ],
    ),
    (
        Language::JavaScript,
        &[
            "function ",
            "const ",
            "=> {",
            "===",
            "console.log",
            "var ",
            "let ",
        ],
    ),
    (
        Language::Matlab,
        &["\nend\n", "zeros(", "figure;", "clc", "plot(", "];\n"],
    ),
    (Language::Php, &["<?php", "$this->", "echo $"]),
    (
        Language::Python,
        &[
            "def ", "self.", "import ", "elif ", "print(", "None", "):\n",
        ],
    ),
    (
        Language::Kotlin,
        &["fun ", "val ", "println(", "when (", "MutableList", ": Int"],
    ),
    (Language::R, &[" <- ", "library(", "data.frame("]),
    (
        Language::Rust,
        &["fn ", "let mut ", "impl ", "println!(", "pub fn"],
    ),
    (
        Language::Shell,
        &["#!/bin", "fi\n", "done\n", "echo ", "sudo "],
    ),
    (
        Language::Sql,
        &[
            "SELECT ",
            "select ",
            "CREATE TABLE",
            "create table",
            "INSERT INTO",
            "VARCHAR",
            "varchar",
        ],
    ),
    (
        Language::Swift,
        &[
            "func ",
            "guard let",
            "if let ",
            "-> Int",
            "-> String",
            "let ",
        ],
    ),
    (
        Language::TypeScript,
        &[
            ": string",
            ": number",
            ": boolean",
            "interface ",
            "=> {",
            "const ",
        ],
    ),
    (
        Language::Verilog,
        &["endmodule", "always @", "assign ", "posedge"],
    ),
    (
        Language::Vhdl,
        &["architecture ", "end process", "std_logic", "ARCHITECTURE "],
    ),
];

impl Language {
    /// Returns the language for a file extension, in any case and without the dot; `None` if it is not an extension
    /// of source code.
    #[must_use]
    pub fn of_ending(ending: &str) -> Option<Self> {
        let ending = ending.to_ascii_lowercase();
        let (language, _) = ENDINGS
            .iter()
            .find(|(_, known)| known.contains(&ending.as_str()))?;
        Some(*language)
    }

    /// Returns the language of a source file by its extension, which is given as in [`Self::of_ending`]. For the extension `m` the text
    /// decides: [`Self::C`] if it is Objective-C, otherwise [`Self::Matlab`]. `None` if it is not an extension of source code.
    #[must_use]
    pub fn of_file(ending: &str, text: &str) -> Option<Self> {
        const OBJECTIVE_C: [&str; 3] = ["@interface", "@implementation", "#import"];
        let language = Self::of_ending(ending)?;
        let is_objective_c = || OBJECTIVE_C.iter().any(|sign| text.contains(sign));
        Some(match language {
            Self::Matlab if is_objective_c() => Self::C,
            other => other,
        })
    }

    /// Returns the most likely language of a listing that has no file name, judged by typical pieces of code; [`Self::Unknown`] if
    /// nothing points to a language.
    #[must_use]
    pub fn guess(text: &str) -> Self {
        let mut best = (0, Self::Unknown);
        for (language, _) in SIGNS {
            let found = language.signs_in(text);
            if found > best.0 {
                best = (found, *language);
            }
        }
        best.1
    }

    /// Returns the most likely language of the code of a notebook: Python, except where much more points to another language.
    #[must_use]
    pub fn of_notebook(code: &str) -> Self {
        let language = Self::guess(code);
        let (found, of_python) = (language.signs_in(code), Self::Python.signs_in(code));
        let is_other = language == Self::R || (found >= 3 && found > 2 * of_python);
        if is_other { language } else { Self::Python }
    }

    /// Returns how many typical pieces of this language's code a text contains.
    fn signs_in(self, text: &str) -> usize {
        let known = SIGNS.iter().find(|(language, _)| *language == self);
        let signs = known.map_or(&[][..], |(_, signs)| *signs);
        signs.iter().filter(|sign| text.contains(**sign)).count()
    }

    /// Returns whether a slash begins a regular expression if no value stands before it.
    pub(crate) const fn has_regular_expressions(self) -> bool {
        matches!(self, Self::JavaScript | Self::TypeScript)
    }

    /// Returns whether a word after `$` is always a name.
    pub(crate) const fn has_dollar_names(self) -> bool {
        matches!(
            self,
            Self::Perl | Self::Php | Self::PowerShell | Self::Scss | Self::Shell | Self::Tcl
        )
    }

    /// Returns whether the language describes styles: only classes and ids are names. All other words are given, and the values
    /// (numbers, texts and colours) are what its author wrote, so they are compared as written.
    pub(crate) const fn is_style_sheet(self) -> bool {
        matches!(self, Self::Css | Self::Scss)
    }

    /// Returns whether keywords may be written in either case. Every language stands here, so that a new one is not forgotten.
    pub(crate) const fn ignores_case(self) -> bool {
        match self {
            Self::Ada
            | Self::Assembly
            | Self::Basic
            | Self::Batch
            | Self::Cobol
            | Self::Css
            | Self::FixedFortran
            | Self::Fortran
            | Self::Lisp
            | Self::Pascal
            | Self::Php
            | Self::PowerShell
            | Self::Scss
            | Self::Sql
            // SAS and SPSS, which are read as Stata.
            | Self::Stata
            | Self::Vhdl => true,
            Self::C
            | Self::Cpp
            | Self::CSharp
            | Self::Elixir
            | Self::Erlang
            | Self::Go
            | Self::Haskell
            | Self::Java
            | Self::JavaScript
            | Self::Julia
            | Self::Kotlin
            | Self::Lua
            | Self::Mathematica
            | Self::Matlab
            | Self::OCaml
            | Self::Perl
            | Self::Prolog
            | Self::Python
            | Self::R
            | Self::Ruby
            | Self::Rust
            | Self::Scala
            | Self::Scilab
            | Self::Shell
            | Self::Swift
            | Self::Tcl
            | Self::TypeScript
            | Self::Verilog
            | Self::Unknown => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn endings_name_languages() {
        assert_eq!(Language::of_ending("CPP"), Some(Language::Cpp));
        assert_eq!(Language::of_ending("kt"), Some(Language::Kotlin));
        assert_eq!(Language::of_ending("docx"), None);
    }

    #[test]
    fn notebooks_are_in_python_unless_much_says_otherwise() {
        for (code, language) in [
            (
                "import numpy as np\nx = np.zeros(3)\nplt.plot(x)\n",
                Language::Python,
            ),
            ("x = 1\n", Language::Python),
            ("x <- 1\n", Language::R),
            (
                "#include <iostream>\nusing namespace std;\ncout << 1 << endl;",
                Language::Cpp,
            ),
            (
                "import java.util.*;\npublic class A { String a; }\nSystem.out.println(1);",
                Language::Java,
            ),
        ] {
            assert_eq!(Language::of_notebook(code), language, "{code}");
        }
    }

    #[test]
    fn listings_are_guessed_by_what_stands_in_them() {
        assert_eq!(
            Language::guess("def f(self):\n    print(self.x)\n"),
            Language::Python
        );
        assert_eq!(
            Language::guess("#include <stdio.h>\nint main() { printf(\"\"); }"),
            Language::C
        );
        assert_eq!(Language::guess("SELECT a FROM b"), Language::Sql);
        assert_eq!(Language::guess("..."), Language::Unknown);
    }
}
