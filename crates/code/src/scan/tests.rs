use super::{Piece, scan};
use crate::Language;
use proptest::prelude::*;

fn pieces(text: &str, language: Language) -> Vec<(Piece, String)> {
    let text: Vec<char> = text.chars().collect();
    let found = scan(&text, language);
    found
        .into_iter()
        .map(|(piece, from, to)| (piece, text[from..to].iter().collect()))
        .collect()
}

#[test]
fn comments_and_strings_are_pieces() {
    let found = pieces("a = \"x // y\"; // say\n/* two\nlines */ b", Language::C);
    let comments: Vec<_> = found
        .iter()
        .filter(|(piece, _)| *piece == Piece::Comment)
        .collect();
    assert_eq!(comments.len(), 2);
    assert!(found.contains(&(Piece::Text, "\"x // y\"".into())));
    assert_eq!(pieces("x # note", Language::Python)[1].0, Piece::Comment);
    assert_eq!(pieces("x = a';", Language::Matlab).len(), 5);
}

#[test]
fn a_line_imports_only_by_its_statement() {
    for (text, language, imports) in [
        (
            "import { night } from './night'",
            Language::JavaScript,
            true,
        ),
        ("import('./night').then(read)", Language::JavaScript, false),
        ("package.path = \"night\"", Language::Lua, false),
        ("package = 3", Language::Python, false),
        ("import (\n\"fmt\"\n)", Language::Go, true),
        ("using (a) { b(); }", Language::CSharp, false),
    ] {
        let (piece, _) = &pieces(text, language)[0];
        assert_eq!(*piece == Piece::Import, imports, "{text}");
    }
}

#[test]
fn an_import_ends_at_its_semicolon() {
    let found = pieces(
        "package a; import java.util.*; import b.C; class D { }",
        Language::Java,
    );
    let imports = found.iter().filter(|(piece, _)| *piece == Piece::Import);
    assert_eq!(imports.count(), 3);
    assert_eq!(found[3], (Piece::Word, "class".into()));
    let found = pieces("import os # a; b\n", Language::Python);
    assert_eq!(found.len(), 1);
}

#[test]
fn an_empty_block_comment_ends_at_its_own_end() {
    for (text, language) in [
        ("=begin\n=end\nx = 1\n=begin\nsay\n=end\n", Language::Ruby),
        ("%{\n%}\nx = 1\n%{\nsay\n%}\n", Language::Matlab),
    ] {
        let found = comments(text, language);
        assert_eq!(found.len(), 2, "{text}");
        assert!(!found[0].contains('x'));
    }
}

#[test]
fn printed_line_numbers_are_no_numbers() {
    let found = pieces(
        "1 int a;\n2 int b;\n3 a = 7;\n4 b = 8;\n5 c = 9;\n",
        Language::C,
    );
    let numbers: Vec<_> = found
        .iter()
        .filter(|(piece, _)| *piece == Piece::Number)
        .map(|(_, text)| text.as_str())
        .collect();
    assert_eq!(numbers, ["7", "8", "9"]);
}

#[test]
fn a_comment_is_as_long_as_it_likes() {
    let long = format!("/* {} */ x", "0x1F, ".repeat(5_000));
    assert_eq!(pieces(&long, Language::C).len(), 2);
    assert_eq!(pieces(&"/* ".repeat(20_000), Language::C).len(), 40_000);
}

fn comments(text: &str, language: Language) -> Vec<String> {
    let found = pieces(text, language).into_iter();
    found
        .filter(|(piece, _)| *piece == Piece::Comment)
        .map(|(_, text)| text)
        .collect()
}

#[test]
fn each_language_has_its_own_comments() {
    for (language, text, comment) in [
        (Language::Ada, "x := 1; -- say", "-- say"),
        (Language::Assembly, "mov r0, #4 ; say", "; say"),
        (Language::Assembly, "add $t0, $t1, $t2 #say", "#say"),
        (Language::Assembly, "#say\n lda #LEAST", "#say"),
        (Language::Assembly, "a: ldr r1, [r0, #N] #say", "#say"),
        (Language::Css, "a { color: #fff } /* say */", "/* say */"),
        (Language::Scss, "a { color: #fff } // say", "// say"),
        (Language::Matlab, "x = 1; # say", "# say"),
        (Language::Mathematica, "x // f (* say *)", "(* say *)"),
        (Language::Prolog, "a(X) :- b(X). % say", "% say"),
        (Language::Scilab, "x = a'; // say", "// say"),
        (Language::Batch, "set a=b'c\nrem say", "rem say"),
        (Language::Cobol, "MOVE 'A' TO B *> say", "*> say"),
        (Language::Basic, "x = 1 ' say", "' say"),
        (Language::Erlang, "X = 1. % say", "% say"),
        (Language::FixedFortran, "C say\n      c = 1", "C say"),
        (Language::Fortran, "x = 1 ! say", "! say"),
        (Language::Haskell, "x' = 1 {- say -}", "{- say -}"),
        (Language::Julia, "x = 1 #= say =#", "#= say =#"),
        (Language::Lisp, "'(1 2) ; say", "; say"),
        (
            Language::Lua,
            "x = 1 --[[ say\nmore ]]",
            "--[[ say\nmore ]]",
        ),
        (
            Language::Matlab,
            "x = 1;\n%{\nsay\n%}\ny = 2;",
            "%{\nsay\n%}",
        ),
        (Language::OCaml, "let x = 1 (* say *)", "(* say *)"),
        (Language::Pascal, "x := 1; { say }", "{ say }"),
        (Language::PowerShell, "$x = 1 <# say #>", "<# say #>"),
        (Language::Python, "x = 1\n# import this", "# import this"),
        (
            Language::Ruby,
            "x = 1\n=begin\nsay\n=end",
            "=begin\nsay\n=end",
        ),
        (Language::Sql, "SELECT 1 # say", "# say"),
        (Language::Stata, "* say\ngen x = a * b", "* say"),
    ] {
        assert_eq!(comments(text, language), [comment], "{language:?}");
    }
}

#[test]
fn marks_of_comments_within_code_begin_none() {
    for (language, text) in [
        (Language::Shell, "n=$#; m=${#a}; p=${x##*/}; echo $n"),
        (
            Language::JavaScript,
            r#"p = path.replace(/\/*$/, "") + /[/*]/.test(q); r = a / b / c"#,
        ),
        (Language::Matlab, "s = ['50%', 'x % y']; t = s';"),
        (Language::Assembly, "mov r0, r1, lsl #2"),
        (
            Language::Css,
            "a { background: url(//b/c.png); color: #123 }",
        ),
        (Language::Sql, "SELECT a FROM #temp WHERE b = 'it''s -- no'"),
        (Language::Go, "usage := `a // b\n'c # d`"),
        (Language::Rust, "fn f<'a>(x: &'a str) -> char { '\\'' }"),
    ] {
        assert_eq!(comments(text, language), [""; 0], "{language:?}");
    }
    let expression = pieces(r"a = /[/]x\/y/gi;", Language::JavaScript);
    assert_eq!(expression[2], (Piece::Text, r"/[/]x\/y/gi".into()));
    let page = pieces("<p>a</p><p>b</p>", Language::JavaScript);
    assert!(page.iter().all(|(piece, _)| *piece != Piece::Text));
}

#[test]
fn a_text_is_as_long_as_it_likes() {
    let long = format!("\"\"\"{}\"\"\"\nx = 1", "say more. ".repeat(1_000));
    assert_eq!(pieces(&long, Language::Python)[0].0, Piece::Comment);
    let line = format!("x = \"{}\";", "0F".repeat(10_000));
    assert_eq!(pieces(&line, Language::C).len(), 4);
    assert_eq!(pieces(&"\\\"".repeat(50_000), Language::C).len(), 100_000);
    assert_eq!(
        pieces(&"(/[".repeat(50_000), Language::JavaScript).len(),
        150_000
    );
}

#[test]
fn what_is_not_closed_ends() {
    assert_eq!(pieces("\"open\nint a;", Language::C)[0].0, Piece::Signs);
    assert!(!pieces("/* open", Language::C).is_empty());
}

proptest! {
    #[test]
    fn spans_ascend_within_any_text(
        text in "[a-z0-9\"'`/*#%;@!$<>|.\\\\\\n +={}()\\[\\]\u{4e00}-\u{4e10}-]{0,120}",
        language in prop::sample::select(&[
            Language::Assembly, Language::Basic, Language::C, Language::FixedFortran, Language::Go, Language::JavaScript,
            Language::Julia, Language::Lua, Language::Matlab, Language::OCaml, Language::Php, Language::Python, Language::Ruby,
            Language::Rust, Language::Shell, Language::Sql, Language::Unknown,
        ][..]),
    ) {
        let text: Vec<char> = text.chars().collect();
        let mut before = 0;
        for (_, from, to) in scan(&text, language) {
            prop_assert!(before <= from && from < to && to <= text.len());
            before = to;
        }
    }
}
