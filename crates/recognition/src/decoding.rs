//! Conversion of character probabilities along a line into text (connectionist temporal classification, greedy).

use super::page::{Confidence, Letter};

/// Characters that a network knows: number 0 stands for "none", the last for the space.
#[derive(Clone, Debug)]
pub(super) struct Dictionary {
    entries: Vec<String>,
}

/// Text of one line.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Decoded {
    /// Text, without white space at its ends.
    pub text: String,
    /// Mean of the characters' probabilities; 0 without characters.
    pub confidence: f32,
    /// Confidence and place of each character of the text.
    pub letters: Vec<Letter>,
}

impl Dictionary {
    /// Reads a dictionary with one character per line.
    pub fn new(lines: &str) -> Self {
        let mut entries: Vec<String> = (lines.split_terminator('\n'))
            .map(|line| line.trim_end_matches('\r').to_owned())
            .collect();
        entries.push(" ".to_owned());
        Self { entries }
    }

    /// Returns the number of classes that a network with this dictionary has.
    pub fn classes(&self) -> usize {
        self.entries.len() + 1
    }

    /// Whether the text consists of known characters only.
    #[cfg(test)]
    pub fn knows(&self, text: &str) -> bool {
        text.chars()
            .all(|c| self.entries.iter().any(|entry| entry.chars().eq([c])))
    }

    /// Decodes rows of probabilities, one per step along the line: takes the most likely class of each step, merges
    /// equal neighbours and drops "none".
    pub fn decode(&self, probabilities: &[f32], classes: usize) -> Decoded {
        let steps = probabilities.len() / classes.max(1);
        let mut decoded = Decoded::default();
        let (mut sum, mut count) = (0.0_f32, 0_u32);
        let mut at = 0;
        let mut rows = probabilities
            .chunks_exact(classes.max(1))
            .map(likeliest)
            .peekable();
        // The probability of a character is that of its first step, as PaddleOCR has it: lower than the best one.
        while let Some((class, probability)) = rows.next() {
            let begin = at;
            at += 1;
            while rows.next_if(|&(next, _)| next == class).is_some() {
                at += 1;
            }
            let Some(entry) = class.checked_sub(1).and_then(|i| self.entries.get(i)) else {
                continue;
            };
            decoded.text.push_str(entry);
            sum += probability;
            count += 1;
            let middle = ((begin + at) as f32 / 2.0 / steps.max(1) as f32).clamp(0.0, 1.0);
            let letter = Letter {
                at: Confidence::of(middle).0,
                confidence: Confidence::of(probability),
            };
            decoded.letters.extend(entry.chars().map(|_| letter));
        }
        if count > 0 {
            decoded.confidence = sum / count as f32;
        }
        decoded.trim();
        decoded
    }
}

impl Decoded {
    /// Removes white space at both ends, with its letters.
    fn trim(&mut self) {
        let leading = self.text.chars().take_while(|c| c.is_whitespace()).count();
        self.letters.drain(..leading.min(self.letters.len()));
        self.text = self.text.trim().to_owned();
        self.letters.truncate(self.text.chars().count());
    }
}

/// Returns the first class of the highest probability, and the probability.
fn likeliest(row: &[f32]) -> (usize, f32) {
    (row.iter().enumerate()).fold((0, f32::MIN), |best, (class, &probability)| {
        if probability > best.1 {
            (class, probability)
        } else {
            best
        }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn row(class: usize, probability: f32) -> [f32; 4] {
        let mut row = [(1.0 - probability) / 3.0; 4];
        row[class] = probability;
        row
    }

    #[test]
    fn repeats_are_one_and_none_separates() {
        let dictionary = Dictionary::new("甲\n乙\n");
        assert_eq!(dictionary.classes(), 4);
        let rows = [
            row(0, 0.9),
            row(1, 0.8),
            row(1, 0.9),
            row(0, 0.9),
            row(1, 0.7),
            row(2, 1.0),
        ];
        let decoded = dictionary.decode(rows.as_flattened(), 4);
        assert_eq!(decoded.text, "甲甲乙");
        assert!((decoded.confidence - 2.5 / 3.0).abs() < 1e-6);
        assert_eq!(decoded.letters[0].at, 3_333);
        assert_eq!(decoded.letters[0].confidence, Confidence(8_000));
        assert!(dictionary.knows("乙 甲") && !dictionary.knows("丙"));
    }

    #[test]
    fn empty_input_gives_no_text() {
        let dictionary = Dictionary::new("甲\n");
        assert_eq!(dictionary.decode(&[], 3), Decoded::default());
        assert_eq!(dictionary.decode(&[], 0), Decoded::default());
        let spaces = dictionary.decode(&[0.0, 0.0, 1.0], 3);
        assert_eq!((spaces.text.as_str(), spaces.letters.len()), ("", 0));
    }

    /// Slow and obvious: write the best class of each step, then drop repeats, then drop "none".
    fn oracle(classes: &[usize], entries: &[&str]) -> String {
        let mut kept: Vec<usize> = Vec::new();
        for (i, &class) in classes.iter().enumerate() {
            if i == 0 || classes[i - 1] != class {
                kept.push(class);
            }
        }
        let text: String = kept
            .into_iter()
            .filter(|&c| c > 0)
            .map(|c| entries[c - 1])
            .collect();
        text.trim().to_owned()
    }

    proptest! {
        #[test]
        fn decoding_is_that_of_the_oracle(
            classes in proptest::collection::vec(0_usize..4, 0..40), sure in 0.3_f32..1.0
        ) {
            let dictionary = Dictionary::new("甲\r\n乙\r\n");
            let rows: Vec<[f32; 4]> = classes.iter().map(|&class| row(class, sure)).collect();
            let decoded = dictionary.decode(rows.as_flattened(), 4);
            prop_assert_eq!(&decoded.text, &oracle(&classes, &["甲", "乙", " "]));
            prop_assert_eq!(decoded.letters.len(), decoded.text.chars().count());
            prop_assert!(decoded.letters.is_sorted_by_key(|letter| letter.at));
        }
    }
}
