//! Fewest edits that turn a piece of text into a part of another text.

/// Maximum number of letters of a piece: the bits of a machine word.
pub(super) const LONGEST_PIECE: usize = 64;

/// Text to search in: each of its letters as a small number.
pub(super) struct Searched {
    alphabet: Vec<char>,
    text: Vec<usize>,
}

impl Searched {
    pub(super) fn new(text: &[char]) -> Self {
        let mut alphabet = text.to_vec();
        alphabet.sort_unstable();
        alphabet.dedup();
        let place = |letter: &char| alphabet.binary_search(letter).ok();
        let text = text.iter().filter_map(place).collect();
        Self { alphabet, text }
    }

    /// Returns the fewest insertions, deletions and replacements that make `piece`, of 1 to [`LONGEST_PIECE`] letters,
    /// a part of the text (Myers, 1999: a column of the table of edit distances is two words of bits, where the column
    /// rises and where it falls).
    pub(super) fn fewest_edits(&self, piece: &[char]) -> usize {
        let mut equal = vec![0_u64; self.alphabet.len()];
        for (bit, letter) in piece.iter().enumerate() {
            if let Ok(place) = self.alphabet.binary_search(letter) {
                equal[place] |= 1 << bit;
            }
        }
        let last = 1_u64 << (piece.len() - 1);
        let (mut rises, mut falls) = (u64::MAX, 0_u64);
        let (mut edits, mut fewest) = (piece.len(), piece.len());
        for &letter in &self.text {
            let equal = equal[letter];
            let across = equal | falls;
            let down = ((equal & rises).wrapping_add(rises) ^ rises) | equal;
            let (more, fewer) = (falls | !(down | rises), rises & down);
            if more & last != 0 {
                edits += 1;
            } else if fewer & last != 0 {
                edits -= 1;
                fewest = fewest.min(edits);
            }
            let (more, fewer) = (more << 1, fewer << 1);
            rises = fewer | !(across | more);
            falls = more & across;
        }
        fewest
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Oracle: the whole table.
    fn slow(piece: &[char], text: &[char]) -> usize {
        let mut column: Vec<usize> = (0..=piece.len()).collect();
        let mut fewest = piece.len();
        for letter in text {
            let mut next = vec![0];
            for (i, own) in piece.iter().enumerate() {
                let replaced = column[i] + usize::from(own != letter);
                next.push(replaced.min(column[i + 1] + 1).min(next[i] + 1));
            }
            column = next;
            fewest = fewest.min(column[piece.len()]);
        }
        fewest
    }

    #[test]
    fn a_piece_is_found_with_its_errors() {
        let text: Vec<char> = "社区图书馆的夜间开放服务".chars().collect();
        let edits = |piece: &str| {
            let piece: Vec<char> = piece.chars().collect();
            Searched::new(&text).fewest_edits(&piece)
        };
        assert_eq!(edits("图书馆的夜间"), 0);
        assert_eq!(edits("图书信的夜闻"), 2);
        assert_eq!(edits("图书馆夜间"), 1);
        assert_eq!(edits("共享单车"), 4);
        assert_eq!(Searched::new(&[]).fewest_edits(&['图']), 1);
    }

    proptest! {
        #[test]
        fn bits_count_what_the_table_counts(piece in "[a-e]{1,64}", text in "[a-f]{0,150}") {
            let (piece, text): (Vec<char>, Vec<char>) = (piece.chars().collect(), text.chars().collect());
            prop_assert_eq!(Searched::new(&text).fewest_edits(&piece), slow(&piece, &text));
        }
    }
}
