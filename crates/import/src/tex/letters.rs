//! Letters and signs that LaTeX expresses as commands.

use unicode_normalization::char::compose;

/// Returns the combining character of an accent command (`\'`, `\v` …); `None` for any other command.
pub(super) fn accent(name: &str) -> Option<char> {
    Some(match name {
        "`" => '\u{300}',
        "'" => '\u{301}',
        "^" => '\u{302}',
        "~" => '\u{303}',
        "=" => '\u{304}',
        "u" => '\u{306}',
        "." => '\u{307}',
        "\"" => '\u{308}',
        "r" => '\u{30A}',
        "H" => '\u{30B}',
        "v" => '\u{30C}',
        "d" => '\u{323}',
        "c" => '\u{327}',
        "k" => '\u{328}',
        "b" => '\u{331}',
        _ => return None,
    })
}

/// Adds an accent to the first letter of its argument; without a letter there is nothing to print.
pub(super) fn accented(argument: &str, accent: char) -> String {
    let argument = argument.trim();
    let argument = argument.strip_prefix('\\').unwrap_or(argument);
    let mut characters = argument.chars();
    let Some(letter) = characters.next() else {
        return String::new();
    };
    let mut text = match compose(letter, accent) {
        Some(whole) => whole.to_string(),
        None => [letter, accent].iter().collect(),
    };
    text.push_str(characters.as_str());
    text
}

/// Returns the text of a command that stands for a letter or sign; `None` for any other command.
pub(super) fn sign(name: &str) -> Option<&'static str> {
    Some(match name {
        "ss" => "ß",
        "ae" => "æ",
        "AE" => "Æ",
        "oe" => "œ",
        "OE" => "Œ",
        "o" => "ø",
        "O" => "Ø",
        "l" => "ł",
        "L" => "Ł",
        "aa" => "å",
        "AA" => "Å",
        "i" => "ı",
        "j" => "ȷ",
        "S" | "textsection" => "§",
        "P" => "¶",
        "copyright" | "textcopyright" => "©",
        "textregistered" => "®",
        "texttrademark" => "™",
        "pounds" | "textsterling" => "£",
        "texteuro" | "euro" => "€",
        "textyen" => "¥",
        "dots" | "ldots" | "textellipsis" | "cdots" => "…",
        "textbackslash" => "\\",
        "textasciitilde" => "~",
        "textasciicircum" => "^",
        "textbar" => "|",
        "textless" => "<",
        "textgreater" => ">",
        "textunderscore" => "_",
        "textbraceleft" | "lbrace" => "{",
        "textbraceright" | "rbrace" => "}",
        "textdollar" => "$",
        "textdegree" | "degree" | "textcelsius" => "°",
        "celsius" => "℃",
        "textmu" | "micro" => "µ",
        "textpm" => "±",
        "texttimes" => "×",
        "textohm" | "ohm" => "Ω",
        "textbullet" => "•",
        "textendash" => "–",
        "textemdash" => "—",
        "textquotedblleft" | "ldq" => "“",
        "textquotedblright" | "rdq" => "”",
        "textquoteleft" | "lq" => "‘",
        "textquoteright" | "rq" => "’",
        "quad" | "qquad" | "space" | "enspace" | "thinspace" | "nobreakspace" => " ",
        "TeX" => "TeX",
        "LaTeX" => "LaTeX",
        "LaTeXe" => "LaTeX2ε",
        "XeLaTeX" => "XeLaTeX",
        "today" => "",
        _ => return None,
    })
}
