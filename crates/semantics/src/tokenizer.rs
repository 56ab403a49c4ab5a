//! Tokenizer of the sentence encoder: turns a text into the numbers of the most probable sequence of vocabulary pieces
//! (sentencepiece, unigram model).

use super::character_map::CharacterMap;
use super::vocabulary::{Piece, Vocabulary};

/// Number of the piece that stands for a character which is in no piece.
const UNKNOWN: u32 = 0;
/// Number of the token before each text.
const BEGIN: u32 = 1;
/// Number of the token behind each text.
const END: u32 = 2;
/// Character that stands for a space in pieces.
const SPACE: char = '\u{2581}';
/// Logarithm by which an unknown character is less probable than the least probable piece.
const UNKNOWN_PENALTY: f64 = 10.0;

/// Character map and vocabulary.
pub(super) struct Tokenizer {
    characters: CharacterMap,
    vocabulary: Vocabulary,
}

/// Best way to come to a place of the text: its score, and the piece that ends there.
#[derive(Clone, Copy)]
struct Arrival {
    score: f64,
    start: usize,
    id: u32,
}

impl Tokenizer {
    /// Makes a tokenizer from the character map and the vocabulary of a model.
    pub const fn new(characters: CharacterMap, vocabulary: Vocabulary) -> Self {
        Self {
            characters,
            vocabulary,
        }
    }

    /// Returns the number of the token for a single space; `None` if there is none.
    pub fn space(&self) -> Option<u32> {
        let mut space = None;
        (self.vocabulary).pieces_at(&[SPACE], |_, piece| space = Some(piece.id));
        space
    }

    /// Returns the numbers of a text's tokens, including the markers of its beginning and end.
    pub fn tokens(&self, text: &str) -> Vec<u32> {
        let characters = self.normalized(text);
        let mut tokens = vec![END];
        if characters.is_empty() {
            tokens.push(UNKNOWN);
        } else {
            self.push_best_pieces(&characters, &mut tokens);
        }
        tokens.push(BEGIN);
        tokens.reverse();
        tokens
    }

    /// Returns the characters of a text as pieces hold them: mapped, with one [`SPACE`] before it and for each run of
    /// white space inside it, and none at its end. No characters if the text is blank.
    fn normalized(&self, text: &str) -> Vec<char> {
        let mut characters = vec![SPACE];
        let mut rest = text;
        // Spaces at the beginning go, and behind a space.
        let mut after_space = true;
        while !rest.is_empty() {
            let (mapped, length) = self.characters.replace(rest);
            rest = rest.get(length..).unwrap_or_default();
            let mapped = if after_space {
                mapped.trim_start_matches(' ')
            } else {
                mapped
            };
            if !mapped.is_empty() {
                characters.extend(mapped.chars().map(|c| if c == ' ' { SPACE } else { c }));
                after_space = mapped.ends_with(' ');
            }
        }
        let end = (characters.iter().rposition(|&c| c != SPACE)).map_or(0, |last| last + 1);
        characters.truncate(end);
        characters
    }

    /// Appends the pieces of the most probable division, last piece first.
    ///
    /// Of two equally probable divisions the one whose last piece starts earlier wins. Scores are added in f64 as the
    /// reference does.
    fn push_best_pieces(&self, characters: &[char], tokens: &mut Vec<u32>) {
        let unknown = f64::from(self.vocabulary.lowest_score()) - UNKNOWN_PENALTY;
        let unreached = Arrival {
            score: f64::NEG_INFINITY,
            start: 0,
            id: UNKNOWN,
        };
        let mut arrivals = vec![unreached; characters.len() + 1];
        arrivals[0].score = 0.0;
        for start in 0..characters.len() {
            let before = arrivals[start].score;
            let mut arrive = |length: usize, score: f64, id: u32| {
                let arrival = &mut arrivals[start + length];
                if before + score > arrival.score {
                    *arrival = Arrival {
                        score: before + score,
                        start,
                        id,
                    };
                }
            };
            let mut single = false;
            self.vocabulary
                .pieces_at(&characters[start..], |length, Piece { id, score }| {
                    single |= length == 1;
                    arrive(length, f64::from(score), id);
                });
            if !single {
                arrive(1, unknown, UNKNOWN);
            }
        }
        let mut end = characters.len();
        while end > 0 {
            tokens.push(arrivals[end].id);
            end = arrivals[end].start;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Character map that replaces nothing.
    fn no_characters() -> CharacterMap {
        CharacterMap::read(&[4, 0, 0, 0, 0, 0, 0, 0]).unwrap()
    }

    fn tokenizer(pieces: &[(String, f32)]) -> Tokenizer {
        let numbered = (3..)
            .zip(pieces)
            .map(|(id, (text, score))| (text.as_str(), Piece { id, score: *score }));
        Tokenizer::new(
            no_characters(),
            Vocabulary::new(numbered.collect()).unwrap(),
        )
    }

    /// Highest score of all divisions of a text, tried one after the other.
    fn best_score(text: &str, pieces: &[(String, f32)], unknown: f64) -> f64 {
        let Some(first) = text.chars().next() else {
            return 0.0;
        };
        let fitting = pieces
            .iter()
            .filter(|(piece, _)| text.starts_with(piece.as_str()));
        let scores = fitting.map(|(piece, score)| {
            f64::from(*score) + best_score(&text[piece.len()..], pieces, unknown)
        });
        let best = scores.fold(f64::NEG_INFINITY, f64::max);
        if pieces.iter().any(|(piece, _)| piece.chars().eq([first])) {
            best
        } else {
            best.max(unknown + best_score(&text[first.len_utf8()..], pieces, unknown))
        }
    }

    proptest! {
        #[test]
        fn no_division_is_more_probable(
            pieces in proptest::collection::btree_map("[ab的\u{2581}]{1,4}", 0_u8..40, 1..12),
            text in "[abc的]{1,10}",
        ) {
            // Quarters, whose sums are exact.
            let pieces = pieces.into_iter().map(|(piece, score)| (piece, -f32::from(score) / 4.0)).collect::<Vec<_>>();
            let unknown = pieces.iter().map(|(_, score)| f64::from(*score)).fold(f64::INFINITY, f64::min) - UNKNOWN_PENALTY;
            let tokens = tokenizer(&pieces).tokens(&text);
            prop_assert_eq!((tokens.first(), tokens.last()), (Some(&BEGIN), Some(&END)));
            let whole = format!("{SPACE}{text}");
            let mut rest = whole.as_str();
            let mut score = 0.0;
            for &token in &tokens[1..tokens.len() - 1] {
                let length = if token == UNKNOWN {
                    score += unknown;
                    rest.chars().next().unwrap().len_utf8()
                } else {
                    let (piece, of_piece) = &pieces[token as usize - 3];
                    prop_assert!(rest.starts_with(piece.as_str()));
                    score += f64::from(*of_piece);
                    piece.len()
                };
                rest = &rest[length..];
            }
            prop_assert_eq!(rest, "");
            prop_assert!((score - best_score(&whole, &pieces, unknown)).abs() < 1e-9);
        }
    }

    #[test]
    fn white_space_counts_once_and_not_at_the_ends() {
        let pieces = [("\u{2581}", -1.0), ("a", -1.0), ("\u{2581}a", -1.5)];
        let tokenizer = tokenizer(&pieces.map(|(piece, score)| (piece.to_owned(), score)));
        assert_eq!(tokenizer.tokens("  a   a "), [BEGIN, 5, 5, END]);
        assert_eq!(tokenizer.tokens("aa"), [BEGIN, 5, 4, END]);
        assert_eq!(tokenizer.space(), Some(3));
        for blank in ["", " ", "   "] {
            assert_eq!(tokenizer.tokens(blank), [BEGIN, UNKNOWN, END], "{blank:?}");
        }
    }

    #[test]
    fn long_texts_take_time_in_proportion() {
        let pieces = [
            ("ab".to_owned(), -1.0),
            ("a".to_owned(), -2.0),
            ("b".to_owned(), -2.0),
        ];
        assert_eq!(
            tokenizer(&pieces).tokens(&"ab".repeat(200_000)).len(),
            200_003
        );
    }
}
