//! The programming languages that are told apart: only as far as comments, strings and directives differ.

/// Programming language; `Unknown` is read by the syntax that most languages share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say what they are")]
pub enum Language {
    C,
    Cpp,
    CSharp,
    Go,
    Java,
    JavaScript,
    Kotlin,
    Matlab,
    Php,
    Python,
    R,
    Rust,
    Shell,
    Sql,
    Swift,
    TypeScript,
    Verilog,
    Vhdl,
    #[default]
    Unknown,
}

/// Endings of file names, lower case.
const ENDINGS: &[(Language, &[&str])] = &[
    (Language::C, &["c", "h"]),
    (
        Language::Cpp,
        &["cpp", "cc", "cxx", "hpp", "hh", "hxx", "ino"],
    ),
    (Language::CSharp, &["cs"]),
    (Language::Go, &["go"]),
    (Language::Java, &["java"]),
    (Language::JavaScript, &["js", "jsx", "mjs", "vue", "svelte"]),
    (Language::Kotlin, &["kt", "kts", "scala"]),
    (Language::Matlab, &["m"]),
    (Language::Php, &["php"]),
    (Language::Python, &["py", "pyw", "pyx"]),
    (Language::R, &["r"]),
    (Language::Rust, &["rs"]),
    (Language::Shell, &["sh", "bash", "zsh"]),
    (Language::Sql, &["sql"]),
    (Language::Swift, &["swift"]),
    (Language::TypeScript, &["ts", "tsx"]),
    (Language::Verilog, &["v", "sv", "vh", "svh"]),
    (Language::Vhdl, &["vhd", "vhdl"]),
];

/// What hardly stands in other languages; the language with the most of them is guessed.
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
        Language::Verilog,
        &["endmodule", "always @", "assign ", "posedge"],
    ),
    (
        Language::Vhdl,
        &["architecture ", "end process", "std_logic", "ARCHITECTURE "],
    ),
];

impl Language {
    /// Returns the language for a file extension, in any case and without the dot; `None` if it is not one of code.
    #[must_use]
    pub fn of_ending(ending: &str) -> Option<Self> {
        let ending = ending.to_ascii_lowercase();
        let (language, _) = ENDINGS
            .iter()
            .find(|(_, known)| known.contains(&ending.as_str()))?;
        Some(*language)
    }

    /// Guesses the language of a listing that has no file name.
    #[must_use]
    pub fn guess(text: &str) -> Self {
        let mut best = (0, Self::Unknown);
        for (language, signs) in SIGNS {
            let found = signs.iter().filter(|sign| text.contains(**sign)).count();
            if found > best.0 {
                best = (found, *language);
            }
        }
        best.1
    }

    /// Whether `#` begins a comment, not a directive.
    pub(crate) fn has_hash_comments(self) -> bool {
        matches!(self, Self::Python | Self::R | Self::Shell | Self::Php)
    }

    /// Whether `//` and `/*` begin comments.
    pub(crate) fn has_slash_comments(self) -> bool {
        !matches!(
            self,
            Self::Python | Self::R | Self::Shell | Self::Vhdl | Self::Matlab
        )
    }

    /// Whether `--` begins a comment.
    pub(crate) fn has_dash_comments(self) -> bool {
        matches!(self, Self::Sql | Self::Vhdl)
    }

    /// Whether `%` begins a comment.
    pub(crate) fn has_percent_comments(self) -> bool {
        self == Self::Matlab
    }

    /// Whether a single quote may stand alone: transposed matrices, lifetimes, digits' separators and bits.
    pub(crate) fn has_lone_quotes(self) -> bool {
        matches!(self, Self::Matlab | Self::Rust | Self::Verilog | Self::Vhdl)
    }

    /// Whether case of keywords does not matter.
    pub(crate) fn ignores_case(self) -> bool {
        matches!(self, Self::Sql | Self::Vhdl)
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
