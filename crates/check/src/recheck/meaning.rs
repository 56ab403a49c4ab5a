//! Finds sentences of a new text with the meaning of a sentence of the old text, by sentence vectors: a summary shares hardly a
//! word with its original.
//!
//! Vectors are only computed for old sentences that seem to be gone, and candidates are only new sentences that the old text does
//! not have. Two sentences on one subject are similar too, so the similarity must be high and stand out from that of the other
//! sentences.

use std::ops::Range;

use chachong_semantics::Encoder;

/// Maximum number of sentences of the new text that may say the same together.
const WIDEST: usize = 3;
/// Least cosine of a sentence and its counterpart.
const ANYWHERE: f32 = 0.62;
/// The same where the counterpart stands between what stood before and after the sentence.
const IN_PLACE: f32 = 0.52;
/// Number of windows that are encoded at once.
const AT_ONCE: usize = 64;

/// Sentences of a new text that the old one does not have, as vectors.
pub(super) struct Meanings<'e> {
    encoder: &'e dyn Encoder,
    /// Windows of neighbouring sentences, by their tokens, with their vectors.
    windows: Vec<(Range<usize>, Vec<f32>)>,
}

impl<'e> Meanings<'e> {
    /// Encodes the windows of the new text. `sentences` are runs of tokens, `is_new` tells which of them the old text does not have,
    /// and `text` gives the words of a run.
    pub(super) fn of(
        encoder: &'e dyn Encoder,
        sentences: &[Range<usize>],
        is_new: impl Fn(&Range<usize>) -> bool,
        text: impl Fn(&Range<usize>) -> String,
    ) -> Self {
        let mut windows = Vec::new();
        let news: Vec<usize> = (0..sentences.len())
            .filter(|&at| is_new(&sentences[at]))
            .collect();
        for run in news.chunk_by(|&one, &next| next == one + 1) {
            let words: Vec<String> = run.iter().map(|&at| text(&sentences[at])).collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let ranges = (1..=WIDEST.min(run.len()))
                .flat_map(|width| (0..=run.len() - width).map(move |first| first..first + width));
            let ranges: Vec<Range<usize>> = ranges.collect();
            for some in ranges.chunks(AT_ONCE) {
                let tokens = some.iter().map(|range| {
                    sentences[run[range.start]].start..sentences[run[range.end - 1]].end
                });
                windows.extend(tokens.zip(encoder.windows(&words, some)));
            }
        }
        Self { encoder, windows }
    }

    /// Returns the tokens of the new text that mean the same as each of these sentences of the old one; `None` where nothing does.
    /// `between` are the tokens between what stood before and after each sentence.
    pub(super) fn counterparts(
        &self,
        sentences: &[String],
        between: &[Option<Range<usize>>],
    ) -> Vec<Option<Range<usize>>> {
        if self.windows.is_empty() {
            return vec![None; sentences.len()];
        }
        let words: Vec<&str> = sentences.iter().map(String::as_str).collect();
        let vectors = words
            .chunks(AT_ONCE)
            .flat_map(|some| self.encoder.encode(some));
        (vectors.zip(between))
            .map(|(vector, between)| self.counterpart(&vector, between.as_ref()))
            .collect()
    }

    fn counterpart(&self, vector: &[f32], between: Option<&Range<usize>>) -> Option<Range<usize>> {
        let mut best: Option<(f32, &Range<usize>)> = None;
        for (place, other) in &self.windows {
            let likeness: f32 = vector
                .iter()
                .zip(other)
                .map(|(one, other)| one * other)
                .sum();
            let is_in_place = between
                .is_some_and(|between| between.start < place.end && place.start < between.end);
            let least = if is_in_place { IN_PLACE } else { ANYWHERE };
            if likeness >= least && best.is_none_or(|(most, _)| likeness > most) {
                best = Some((likeness, place));
            }
        }
        best.map(|(_, place)| place.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_semantics::DIMENSIONS;

    /// Encoder for which texts mean the same if they begin with the same letter.
    struct Beginnings;

    impl Encoder for Beginnings {
        fn model(&self) -> &'static str {
            "beginnings"
        }

        fn encode(&self, texts: &[&str]) -> Vec<Vec<f32>> {
            let vector = |text: &&str| {
                let mut vector = vec![0.0; DIMENSIONS];
                let first = text.bytes().next().map_or(0, usize::from);
                vector[first] = 1.0;
                vector
            };
            texts.iter().map(vector).collect()
        }

        fn windows(&self, sentences: &[&str], windows: &[Range<usize>]) -> Vec<Vec<f32>> {
            let of = |window: &Range<usize>| self.encode(&sentences[window.start..=window.start]);
            windows.iter().flat_map(of).collect()
        }
    }

    #[test]
    fn only_sentences_that_the_old_text_does_not_have_are_counterparts() {
        let sentences = [0..10, 10..20, 20..30];
        let texts = ["a kept sentence", "b new sentence", "c new sentence"];
        let meanings = Meanings::of(
            &Beginnings,
            &sentences,
            |sentence| sentence.start > 0,
            |sentence| texts[sentence.start / 10].to_owned(),
        );
        let gone = ["a", "b", "d"].map(str::to_owned);
        let found = meanings.counterparts(&gone, &[None, None, None]);
        assert_eq!(found, [None, Some(10..20), None]);
    }
}
