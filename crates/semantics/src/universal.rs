//! Universal Sentence Encoder, multilingual, version 3 (Google): vectors of texts in 16 languages, including Chinese
//! and English.
//!
//! A text's vector is computed from the sum of its tokens' features, and a token's features depend only on its near
//! neighbours. So the sum of a window is put together from those of its sentences; at a junction of two sentences, the
//! tokens near it are computed again as neighbours of each other. The vector equals that of the joined text, unless a
//! vocabulary piece spans the junction.

use std::ops::Range;

use rayon::prelude::*;

use super::character_map::CharacterMap;
use super::dense::Dense;
use super::encoder::Encoder;
use super::features::Sum;
use super::network::{Network, REACH, Text};
use super::sections::Sections;
use super::tokenizer::Tokenizer;
use super::vocabulary::Vocabulary;

/// Texts or windows that one thread computes together.
const TOGETHER: usize = 64;
/// Tokens at an end of a sentence that are computed again at a junction, besides the mark of the end: those within
/// reach of the other sentence, and a space that falls away.
const EDGE: usize = REACH + 1;

/// Universal Sentence Encoder (multilingual, version 3): tokenizer and network, loaded into memory.
pub struct UniversalSentenceEncoder {
    model: String,
    tokenizer: Tokenizer,
    space: Option<u32>,
    network: Network,
    dense: Dense,
}

impl UniversalSentenceEncoder {
    /// Makes the encoder from the sections of the model's file; `None` if one is missing or of another size.
    pub(super) fn new(model: String, sections: &mut Sections) -> Option<Self> {
        let characters = CharacterMap::read(&sections.take("charmap")?)?;
        let vocabulary = Vocabulary::read(&sections.take("pieces")?)?;
        let tokenizer = Tokenizer::new(characters, vocabulary);
        Some(Self {
            model,
            space: tokenizer.space(),
            tokenizer,
            network: Network::read(sections)?,
            dense: Dense::read(sections)?,
        })
    }

    /// Returns the vocabulary numbers of a text's tokens, in the order of the text, including the markers of its beginning and end.
    #[must_use]
    pub fn tokens(&self, text: &str) -> Vec<u32> {
        self.tokenizer.tokens(text)
    }

    /// Returns the tokens of a text. Its middle is the part whose features no neighbouring text can change; a short
    /// text has no middle, only two halves.
    fn text(&self, text: &str) -> Text {
        let tokens = self.tokens(text);
        let head = tokens.len().div_ceil(2).min(1 + EDGE);
        let tail = tokens.len().saturating_sub(1 + EDGE).max(head);
        Text {
            tokens,
            middle: head..tail,
        }
    }

    /// Returns the tokens around the junction of two texts. Its middle is what is behind the first text's middle and
    /// before the second's, without the marks of their ends.
    fn junction(&self, first: &Text, second: &Text) -> Text {
        let from = first.middle.end.saturating_sub(REACH).max(1);
        let last = first.tokens.len() - 1;
        // The space before a text stands alone where none is wanted in the joined text: in Chinese.
        let start = if second.tokens.get(1).copied() == self.space {
            2
        } else {
            1
        };
        let end = (second.middle.start + REACH).min(second.tokens.len() - 1);
        let middle = first.middle.end - from..last - from + second.middle.start - start;
        let tokens = [&first.tokens[from..last], &second.tokens[start..end]].concat();
        Text { tokens, middle }
    }

    /// Returns the vectors of windows of neighbouring sentences.
    fn compose(&self, sentences: &[&str], windows: &[Range<usize>]) -> Vec<Vec<f32>> {
        let needed = sorted(windows.iter().cloned().flatten());
        let joined = sorted(
            windows
                .iter()
                .flat_map(|window| window.start..window.end.saturating_sub(1)),
        );
        let place = |sentence: usize| needed.partition_point(|&other| other < sentence);
        let mut texts = needed
            .iter()
            .map(|&sentence| self.text(sentences[sentence]))
            .collect::<Vec<_>>();
        for &sentence in &joined {
            let at = place(sentence);
            texts.push(self.junction(&texts[at], &texts[at + 1]));
        }
        let sums = self.network.sums(&texts);
        let (of_sentences, of_junctions) = sums.split_at(needed.len());
        let sum = |window: &Range<usize>| {
            let of_sentences = &of_sentences[place(window.start)..place(window.end)];
            let first = joined.partition_point(|&sentence| sentence < window.start);
            let of_junctions = of_junctions
                .iter()
                .skip(first)
                .take(of_sentences.len().saturating_sub(1));
            let head = of_sentences.first().map(|[head, _, _]| head);
            let tail = of_sentences.last().map(|[_, _, tail]| tail);
            let middles = of_sentences
                .iter()
                .chain(of_junctions)
                .map(|[_, middle, _]| middle);
            Sum::of(head.into_iter().chain(middles).chain(tail))
        };
        self.dense
            .vectors(&windows.iter().map(sum).collect::<Vec<_>>())
    }
}

impl Encoder for UniversalSentenceEncoder {
    fn model(&self) -> &str {
        &self.model
    }

    fn encode(&self, texts: &[&str]) -> Vec<Vec<f32>> {
        let encode = |texts: &[&str]| {
            let texts = texts.iter().map(|text| self.text(text)).collect::<Vec<_>>();
            let sums = self.network.sums(&texts);
            self.dense
                .vectors(&sums.iter().map(Sum::of).collect::<Vec<_>>())
        };
        texts.par_chunks(TOGETHER).flat_map_iter(encode).collect()
    }

    fn windows(&self, sentences: &[&str], windows: &[Range<usize>]) -> Vec<Vec<f32>> {
        let within = |window: &Range<usize>| {
            window.start.min(sentences.len())..window.end.min(sentences.len())
        };
        let windows = windows.iter().map(within).collect::<Vec<_>>();
        let compose = |windows: &[Range<usize>]| self.compose(sentences, windows);
        windows
            .par_chunks(TOGETHER)
            .flat_map_iter(compose)
            .collect()
    }
}

/// Returns numbers in order, each once.
fn sorted(numbers: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut numbers = numbers.collect::<Vec<_>>();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
