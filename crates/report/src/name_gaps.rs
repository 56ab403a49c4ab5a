//! Gaps in names: characters that may stand between the characters of a name in a text.

use chachong_text::{Folded, is_cjk, is_letter};

/// Maximum number of signs between two characters of a name in a text.
pub(crate) const LONGEST_GAP: usize = 4;

/// Returns the number of signs from `at` on that may separate two characters of a name: white space and signs that end
/// no clause. Counts at most one more than [`LONGEST_GAP`]. A comma counts only within a Latin name.
pub(crate) fn gap(text: &[Folded], at: usize) -> usize {
    let is_latin = |at: usize| text.get(at).is_some_and(|sign| is_letter(sign.c));
    let after_latin = at.checked_sub(1).is_some_and(is_latin);
    let signs = text[at..].iter().take(LONGEST_GAP + 1);
    let signs = signs.take_while(|sign| match sign.c {
        ',' => after_latin,
        '。' | '、' | '—' | ';' | ':' | '!' | '?' | '(' | ')' | '[' | ']' | '"' | '“' | '”'
        | '《' | '》' | '「' | '」' | '【' | '】' => false,
        c => !c.is_alphanumeric(),
    });
    signs.count()
}

/// Returns whether a gap may be within a word of a name: any gap after an ideograph, one sign between digits, and a
/// line break anywhere.
pub(crate) fn may_be_within(text: &[Folded], at: usize, gap: usize) -> bool {
    let (Some(before), Some(after)) = (
        at.checked_sub(1).and_then(|before| text.get(before)),
        text.get(at + gap),
    ) else {
        return false;
    };
    let breaks = || (text[at..at + gap].iter()).any(|sign| matches!(sign.c, '\n' | '\r'));
    let are_digits = before.c.is_ascii_digit() && after.c.is_ascii_digit();
    is_cjk(before.c) || are_digits && gap == 1 || breaks()
}
