//! Pieces of a long line: the segmenter needs some 100 bytes of memory for each byte that it is given at once.

/// Maximum length of a piece in bytes.
const LONGEST: usize = 64 << 10;

/// Cuts a text into pieces of at most [`LONGEST`] bytes, where no word of the segmenter goes across: after white space or a
/// sign. Only in 64 KiB without either, which nobody writes, may a word be divided.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (piece, after) = rest.split_at(end_of_first(rest));
        rest = after;
        Some(piece)
    })
}

fn end_of_first(text: &str) -> usize {
    if text.len() <= LONGEST {
        return text.len();
    }
    let most = &text[..text.floor_char_boundary(LONGEST)];
    let last = most.char_indices().rev().find(|&(_, c)| separates(c));
    last.map_or(most.len(), |(at, c)| at + c.len_utf8())
}

/// Whether a character belongs to no word of jieba, and to no token of several characters ("\r\n").
fn separates(c: char) -> bool {
    !c.is_alphanumeric() && !matches!(c, '+' | '#' | '&' | '.' | '_' | '%' | '-' | '\r')
}

#[cfg(test)]
mod tests {
    use super::super::JIEBA;
    use super::*;

    #[test]
    fn words_are_those_of_the_whole_text() {
        let texts = [
            "社区图书馆的夜间开放服务,许多街道都有读者,v1.2-beta 25%。",
            "The library opens at night (C++ and AT&T) in 2024; ",
            "plagiarism ",
        ];
        for text in texts {
            let text = text.repeat(3 * LONGEST / text.len() + 7);
            assert!(pieces(&text).count() > 2 && pieces(&text).all(|piece| piece.len() <= LONGEST));
            assert_eq!(pieces(&text).collect::<String>(), text);
            let words = |text| JIEBA.cut(text, true).into_iter().map(|token| token.word);
            assert!(pieces(&text).flat_map(words).eq(words(&text)));
        }
    }

    #[test]
    fn a_run_without_a_sign_is_cut_between_characters() {
        let text = "图书馆".repeat(LONGEST / 4);
        let cut: Vec<&str> = pieces(&text).collect();
        assert_eq!(cut.concat(), text);
        assert!(cut.len() > 1 && cut[0].len() > LONGEST - 3);
    }
}
