//! Numerals in headings and page numbers: Chinese, Arabic and Roman.

/// Whether `c` is a Chinese or Arabic numeral, as chapters are numbered.
pub(super) const fn is_numeral(c: char) -> bool {
    matches!(
        c,
        '0'..='9'
            | '一'
            | '二'
            | '三'
            | '四'
            | '五'
            | '六'
            | '七'
            | '八'
            | '九'
            | '十'
            | '百'
            | '零'
            | '〇'
    )
}

/// Whether all characters are letters of Roman numerals, as front pages are numbered.
pub(super) fn is_roman(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|c| {
            matches!(
                c.to_ascii_lowercase(),
                'i' | 'v' | 'x' | 'l' | 'c' | '\u{2160}'..='\u{217F}'
            )
        })
}
