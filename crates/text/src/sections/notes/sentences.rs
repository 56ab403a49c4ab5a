//! Sentences after a label, for as long as they are about its subject.

use super::labels::{self, Extent};
use crate::is_cjk;

/// Maximum length of a note with a label, in characters.
pub(super) const LONGEST_NOTE: usize = 420;
/// Maximum length of a sentence in a life that speaks of something else, in characters.
const ASIDE: usize = 40;

/// Returns the length in bytes of the sentences that a label begins, as long as they speak of the label's subject.
/// Short asides between them are included.
pub(super) fn sentences(extent: Extent, text: &str) -> usize {
    let (mut end, mut from, mut length) = (0, 0, 0);
    let mut before = ' ';
    for (at, c) in text.char_indices().take(LONGEST_NOTE + 1) {
        let close = at + c.len_utf8();
        let rest = &text[close..];
        let stop = matches!(c, '。' | '；' | '．')
            || (c == '.' && (is_cjk(before) || rest.starts_with(char::is_whitespace)));
        before = c;
        length += 1;
        if stop || rest.is_empty() {
            if labels::speaks_of(extent, &text[from..close]) {
                end = close;
            } else if end < from || length > ASIDE {
                break;
            } else if rest.trim().is_empty() {
                end = text.len();
            }
            (from, length) = (close, 0);
        }
    }
    end
}
