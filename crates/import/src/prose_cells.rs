//! Tells prose in the cells of a table from its data: numbers, labels, short remarks.

use super::prose;
use chachong_text::{Exclusion, ExclusionReason, is_cjk};

/// Weight of the letters from which a text is a passage: 150 letters and spaces, or 50 Chinese characters.
const PASSAGE: usize = 150;
/// Weight of the letters from which a cell that ends like a sentence is one: 45 letters and spaces, or 15 Chinese characters.
const SENTENCE: usize = 45;
/// Weight of a Chinese character, where that of another letter is 1.
const CHINESE: usize = 3;
/// Maximum number of letters of a word, on average: keys, addresses and sequences are longer.
const WORD: usize = 15;
/// Minimum share of the letters in the visible characters, in per cent.
const LETTERS: usize = 60;

/// Returns the spans of a table that are data and not prose, ascending; cells end at tabs and line breaks. Prose that
/// makes no passage all together is data too.
pub(super) fn data(text: &str) -> Vec<Exclusion> {
    let exclude = |start, end| Exclusion {
        start,
        end,
        reason: ExclusionReason::Code,
    };
    let (mut spans, mut weight) = (Vec::new(), 0);
    let (mut start, mut at) = (0, 0);
    for piece in text.split_inclusive(['\t', '\n']) {
        let cell = piece.trim_end_matches(['\t', '\n']);
        let length = cell.chars().count() as u64;
        if let Some(own) = prose_in(cell) {
            weight += own;
            if start < at {
                spans.push(exclude(start, at));
            }
            start = at + length;
        }
        at += piece.chars().count() as u64;
    }
    if weight < PASSAGE {
        return vec![exclude(0, at)];
    }
    if start < at {
        spans.push(exclude(start, at));
    }
    spans
}

/// Returns the weight of a cell's letters; `None` if it is not prose.
fn prose_in(cell: &str) -> Option<usize> {
    let (mut chinese, mut others, mut visible) = (0, 0, 0);
    for c in cell.chars().filter(|c| !c.is_whitespace()) {
        visible += 1;
        if c.is_alphabetic() {
            *(if is_cjk(c) { &mut chinese } else { &mut others }) += 1;
        }
    }
    let is_word = |word: &&str| word.contains(|c: char| c.is_alphabetic() && !is_cjk(c));
    let words = cell.split_whitespace().filter(is_word).count();
    let weight = CHINESE * chinese + others + words;
    let is_long = weight >= PASSAGE || (weight >= SENTENCE && ends_sentence(cell));
    if !is_long || (chinese + others) * 100 < visible * LETTERS {
        return None;
    }
    let has_words = others <= WORD * words.max(1) || others < chinese;
    (has_words && prose::not_prose(cell).is_none()).then_some(weight)
}

fn ends_sentence(cell: &str) -> bool {
    let closing = |c: char| {
        c.is_whitespace() || matches!(c, '"' | '\'' | ')' | '”' | '’' | '」' | '』' | '）')
    };
    let cell = cell.trim_end_matches(closing);
    cell.ends_with(['.', '!', '?', '…', '。', '！', '？', '．'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SENTENCE_ZH: &str = "夜间开放的图书馆比白天更安静，读者也更专心。";

    fn spans(text: &str) -> Vec<(u64, u64)> {
        let found = data(text);
        found.iter().map(|one| (one.start, one.end)).collect()
    }

    #[test]
    fn sentences_are_prose_and_what_stands_beside_them_is_data() {
        let text =
            format!("题号\t回答\n1\t{SENTENCE_ZH}\n2\t{SENTENCE_ZH}\t1.50\n3\t{SENTENCE_ZH}\n");
        assert_eq!(spans(&text), [(0, 8), (30, 33), (55, 63), (85, 86)]);
        let english =
            "The lamps of the library were on all night, and nobody slept in it but the porter";
        let text = format!(
            "a\t{english}, who came at ten and left again at noon with his lamp and his old book\n"
        );
        assert_eq!(
            spans(&text),
            [(0, 2), (text.len() as u64 - 1, text.len() as u64)]
        );
    }

    #[test]
    fn measurements_labels_and_short_remarks_are_data() {
        let whole =
            |text: &str| assert_eq!(spans(text), [(0, text.chars().count() as u64)], "{text}");
        whole(&"次数\t周期/s\t备注\n1\t2.0060\t读数偏大，重新测量。\n".repeat(20));
        whole("Sheet1\n长度\t1.50\n\n");
        // One sentence is no passage.
        whole(&format!("1\t2.00\n{SENTENCE_ZH}\n"));
        let sequence = "ACGT".repeat(60);
        let address =
            "https://example.org/a/very/long/address/of/a/page/that/nobody/reads ".repeat(5);
        let numbers = "1.5 V, 2.5 V, 3.5 V, 4.5 V, ".repeat(20);
        whole(&format!("{sequence}\t{address}\t{numbers}\n"));
        assert_eq!(spans(""), [(0, 0)]);
    }

    proptest! {
        #[test]
        fn spans_ascend_within_the_text(cells in prop::collection::vec(("[\t\n]{0,2}", 0..4_usize), 0..12)) {
            let kinds = ["1.5", SENTENCE_ZH, "label", "夜间。"];
            let pieces = cells.iter().flat_map(|(gap, kind)| [kinds[*kind], gap.as_str()]);
            let text: String = pieces.collect();
            let mut last = 0;
            for one in data(&text) {
                prop_assert!(last <= one.start && one.start <= one.end);
                last = one.end;
            }
            prop_assert!(last <= text.chars().count() as u64);
        }
    }
}
