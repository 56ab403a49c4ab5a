//! White space and other blanks in lines: strips them off values and joins a value of several lines or cells to one
//! line.

use chachong_text::is_cjk;

/// Turns brackets, colons and a few other signs into their ASCII forms, all brackets into round ones, and ASCII letters
/// into lower case.
pub(super) fn plain(c: char) -> char {
    let c = match c {
        '（' | '﹙' | '[' | '【' => '(',
        '）' | '﹚' | ']' | '】' => ')',
        '：' | '﹕' | '∶' | '︰' | '꞉' => ':',
        '’' => '\'',
        '＿' => '_',
        '／' => '/',
        c => c,
    };
    c.to_ascii_lowercase()
}

/// Strips blanks, underlines, dashes, colons and similar signs from both ends, and dots from the beginning. Underlines
/// and wide blanks inside the value become spaces. The dash before a subtitle stays, as `——`.
pub(super) fn clean(value: &str) -> String {
    let blank = |c: char| {
        c.is_whitespace() || "_＿:：\u{200B}\u{FEFF}|…·～~￣﹍﹎¯-—－=;；,，、/".contains(c)
    };
    let subtitle = value.trim().starts_with("——") || value.trim().starts_with("--");
    let value = value
        .trim_end_matches(blank)
        .trim_start_matches(|c: char| blank(c) || c == '.');
    // Underlined blanks inside a value are spaces.
    let value: String = value
        .chars()
        .map(|c| {
            if matches!(c, '_' | '＿' | '\t' | '\u{3000}' | '\u{A0}') {
                ' '
            } else {
                c
            }
        })
        .collect();
    let subtitle = if subtitle && !value.is_empty() {
        "——"
    } else {
        ""
    };
    format!("{subtitle}{value}")
}

/// Returns a text without its white space.
pub(super) fn without_blanks(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns the value on one line with single spaces, and without spaces beside Chinese characters.
pub(super) fn one_line(value: &str) -> String {
    let mut line = String::with_capacity(value.len());
    for word in value.split_whitespace() {
        let chinese =
            line.chars().last().is_some_and(is_wide) || word.chars().next().is_some_and(is_wide);
        if !line.is_empty() && !chinese {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

fn is_wide(c: char) -> bool {
    is_cjk(c)
        || matches!(
            c,
            '，' | '。' | '：' | '（' | '）' | '、' | '“' | '”' | '《' | '》' | '—'
        )
}
