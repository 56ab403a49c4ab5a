//! Describes how each language writes comments and texts: all that is needed to cut a program into words.

use crate::Language;

/// Rules by which a language writes comments and texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Syntax {
    /// Marks that begin a comment up to the end of the line, such as `//`.
    pub line: &'static [Mark],
    /// Beginnings and ends of comments that may extend over several lines, such as `/*` and `*/`. A leading line feed
    /// stands for the start of a line.
    pub block: &'static [(&'static str, &'static str)],
    /// Meaning of a single quote.
    pub single: Single,
    /// Whether a backslash in a text escapes the next character. If not, a doubled quote stands for a quote.
    pub has_escapes: bool,
    /// Meaning of a backtick.
    pub backtick: Backtick,
    /// Whether three quotes begin a text that may extend over several lines.
    pub has_triple_quotes: bool,
}

/// Mark that begins a comment up to the end of the line, with the position at which it does so.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mark {
    Anywhere(&'static str),
    /// Where no other character stands directly before it: in a shell, `$#` is a number.
    AfterSpace(&'static str),
    /// Where white space follows: in SQL, `#temp` is a name.
    BeforeSpace(&'static str),
    /// Where no operand of assembly language begins: there, `#4` is a number.
    NotOperand(&'static str),
    /// At the beginning of a line, after any white space.
    AtStart(&'static str),
    /// At the beginning of a line, without white space before it.
    InColumnOne(&'static str),
}

/// Meaning of a single quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Single {
    /// Begins a text that ends on its line.
    Text,
    /// Encloses one character; otherwise it is a sign, as in lifetimes, attributes and names with primes.
    Character,
    /// Encloses a text, or is the sign of a transposed matrix if it follows a value.
    Transpose,
    Sign,
}

/// Meaning of a backtick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Backtick {
    /// Encloses a text that may extend over several lines.
    Text,
    /// Encloses a name.
    Name,
    Sign,
}

use Mark::{AfterSpace, Anywhere, AtStart, BeforeSpace, InColumnOne, NotOperand};

const SLASHES: Syntax = Syntax {
    line: &[Anywhere("//")],
    block: &[("/*", "*/")],
    single: Single::Text,
    has_escapes: true,
    backtick: Backtick::Sign,
    has_triple_quotes: false,
};
const HASH: Syntax = Syntax {
    line: &[Anywhere("#")],
    block: &[],
    ..SLASHES
};
/// Syntax of comments with `#`, which `$#` and `${a#b}` do not begin.
const SHELL: Syntax = Syntax {
    line: &[AfterSpace("#")],
    ..HASH
};
/// Syntax of texts as in SQL and Pascal: a backslash is an ordinary character, and a doubled quote stands for a
/// quote.
const PLAIN_TEXTS: Syntax = Syntax {
    line: &[Anywhere("--")],
    block: &[],
    has_escapes: false,
    ..SLASHES
};

/// Syntax by language. All other languages have comments with slashes.
const SYNTAX: &[(&[Language], Syntax)] = {
    use Language::{
        Ada, Assembly, Basic, Batch, CSharp, Cobol, Css, Elixir, Erlang, FixedFortran, Fortran, Go,
        Haskell, Java, JavaScript, Julia, Kotlin, Lisp, Lua, Mathematica, Matlab, OCaml, Pascal,
        Perl, Php, PowerShell, Prolog, Python, R, Ruby, Rust, Scala, Scilab, Shell, Sql, Stata,
        Swift, Tcl, TypeScript, Unknown, Verilog, Vhdl,
    };
    &[
        (
            &[CSharp, Java, Kotlin, Scala],
            Syntax {
                has_triple_quotes: true,
                ..SLASHES
            },
        ),
        (
            &[Swift],
            Syntax {
                has_triple_quotes: true,
                single: Single::Sign,
                ..SLASHES
            },
        ),
        (
            &[Go],
            Syntax {
                backtick: Backtick::Text,
                ..SLASHES
            },
        ),
        (
            &[JavaScript, TypeScript],
            Syntax {
                backtick: Backtick::Text,
                ..SLASHES
            },
        ),
        (
            &[Php],
            Syntax {
                line: &[Anywhere("//"), Anywhere("#")],
                ..SLASHES
            },
        ),
        (
            &[Rust],
            Syntax {
                single: Single::Character,
                ..SLASHES
            },
        ),
        (
            &[Verilog],
            Syntax {
                single: Single::Sign,
                ..SLASHES
            },
        ),
        (
            &[Python, Elixir],
            Syntax {
                has_triple_quotes: true,
                ..HASH
            },
        ),
        (&[R], HASH),
        (
            &[Ruby],
            Syntax {
                block: &[("\n=begin", "\n=end")],
                ..HASH
            },
        ),
        (
            &[Julia],
            Syntax {
                block: &[("#=", "=#")],
                single: Single::Transpose,
                has_triple_quotes: true,
                ..HASH
            },
        ),
        (&[Perl, Shell, Tcl], SHELL),
        (
            &[PowerShell],
            Syntax {
                block: &[("<#", "#>")],
                has_escapes: false,
                ..SHELL
            },
        ),
        (
            &[Sql],
            Syntax {
                line: &[Anywhere("--"), BeforeSpace("#")],
                block: &[("/*", "*/")],
                backtick: Backtick::Name,
                ..PLAIN_TEXTS
            },
        ),
        (
            &[Vhdl, Ada],
            Syntax {
                single: Single::Character,
                ..PLAIN_TEXTS
            },
        ),
        (
            &[Lua],
            Syntax {
                line: &[Anywhere("--")],
                block: &[("--[[", "]]")],
                ..SLASHES
            },
        ),
        (
            &[Haskell],
            Syntax {
                line: &[Anywhere("--")],
                block: &[("{-", "-}")],
                single: Single::Character,
                ..SLASHES
            },
        ),
        (
            &[OCaml],
            Syntax {
                line: &[Anywhere("//")],
                block: &[("(*", "*)")],
                single: Single::Character,
                ..SLASHES
            },
        ),
        (
            &[Pascal],
            Syntax {
                line: &[Anywhere("//")],
                block: &[("{", "}"), ("(*", "*)")],
                ..PLAIN_TEXTS
            },
        ),
        (
            &[Basic],
            Syntax {
                line: &[Anywhere("'"), AtStart("rem ")],
                single: Single::Sign,
                ..PLAIN_TEXTS
            },
        ),
        (
            &[Fortran],
            Syntax {
                line: &[Anywhere("!")],
                ..PLAIN_TEXTS
            },
        ),
        (
            &[FixedFortran],
            Syntax {
                line: &[Anywhere("!"), InColumnOne("c "), InColumnOne("*")],
                ..PLAIN_TEXTS
            },
        ),
        (
            &[Matlab],
            Syntax {
                // Octave also has comments with `#`.
                line: &[Anywhere("%"), Anywhere("#")],
                block: &[("\n%{\n", "\n%}"), ("\n#{\n", "\n#}")],
                single: Single::Transpose,
                ..PLAIN_TEXTS
            },
        ),
        (
            &[Scilab],
            Syntax {
                line: &[Anywhere("//")],
                block: &[("/*", "*/")],
                single: Single::Transpose,
                ..PLAIN_TEXTS
            },
        ),
        (
            &[Mathematica],
            Syntax {
                line: &[],
                block: &[("(*", "*)")],
                single: Single::Sign,
                ..SLASHES
            },
        ),
        (
            &[Prolog],
            Syntax {
                line: &[Anywhere("%")],
                ..SLASHES
            },
        ),
        (
            &[Css],
            Syntax {
                line: &[],
                ..SLASHES
            },
        ),
        (
            &[Batch],
            Syntax {
                line: &[AtStart("rem "), AtStart("@rem "), AtStart("::")],
                single: Single::Sign,
                ..PLAIN_TEXTS
            },
        ),
        (
            &[Cobol],
            Syntax {
                line: &[Anywhere("*>"), AtStart("*")],
                ..PLAIN_TEXTS
            },
        ),
        (
            &[Erlang],
            Syntax {
                line: &[Anywhere("%")],
                block: &[],
                ..SLASHES
            },
        ),
        (
            &[Lisp],
            Syntax {
                line: &[Anywhere(";")],
                block: &[("#|", "|#")],
                single: Single::Sign,
                ..SLASHES
            },
        ),
        (
            &[Assembly],
            Syntax {
                line: &[
                    Anywhere(";"),
                    Anywhere("//"),
                    NotOperand("#"),
                    BeforeSpace("@"),
                ],
                ..SLASHES
            },
        ),
        (
            &[Stata],
            Syntax {
                line: &[Anywhere("//"), AtStart("*")],
                ..SLASHES
            },
        ),
        (
            &[Unknown],
            Syntax {
                line: &[Anywhere("//"), Anywhere("#")],
                has_triple_quotes: true,
                ..SLASHES
            },
        ),
    ]
};

impl Syntax {
    /// Returns the syntax of a language.
    pub(crate) fn of(language: Language) -> Self {
        let mut known = SYNTAX.iter();
        known
            .find(|(languages, _)| languages.contains(&language))
            .map_or(SLASHES, |(_, syntax)| *syntax)
    }
}
