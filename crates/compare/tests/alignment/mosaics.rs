//! Copied sentences with own ones between them: what the author wrote does not count as copied.

use chachong_compare::{Passage, Span, passages};

use crate::texts::{Language, Numbers, align, length, sentences, weighed};

/// Number of sentences of a copied piece, and of the own text between two of them.
const TOGETHER: usize = 3;

/// Text made of pieces, with the places of those that were copied.
#[derive(Default)]
struct Mosaic {
    text: String,
    copied: Vec<Span>,
}

impl Mosaic {
    fn own(&mut self, sentences: &[String]) {
        self.text.push_str(&sentences.concat());
    }

    fn copied(&mut self, sentences: &[String]) {
        let start = length(&self.text);
        self.own(sentences);
        let end = length(self.text.trim_end());
        self.copied.push(Span { start, end });
    }

    fn share(&self) -> f64 {
        share(&self.text, &self.copied)
    }
}

fn share(text: &str, spans: &[Span]) -> f64 {
    let sum: u32 = spans.iter().map(|span| span.len()).sum();
    f64::from(sum) / f64::from(length(text))
}

/// Makes two texts that have `pieces` pieces in common, in the same order, between sentences of their own; the second
/// has none of its own if `one_sided`.
fn mosaics(language: Language, seed: u64, pieces: usize, one_sided: bool) -> [Mosaic; 2] {
    let all = |of: u64| sentences(language, seed ^ (of << 40), TOGETHER * (pieces + 1));
    let (shared, own, other) = (all(1), all(2), all(3));
    let [mut a, mut b] = [Mosaic::default(), Mosaic::default()];
    for piece in 0..pieces {
        let part = TOGETHER * piece..TOGETHER * (piece + 1);
        a.own(&own[part.clone()]);
        if !one_sided {
            b.own(&other[part.clone()]);
        }
        a.copied(&shared[part.clone()]);
        b.copied(&shared[part]);
    }
    a.own(&own[TOGETHER * pieces..]);
    b.own(&other[TOGETHER * pieces..]);
    [a, b]
}

#[track_caller]
fn assert_shares([a, b]: &[Mosaic; 2], found: &[Passage]) {
    let spans = |side: fn(&Passage) -> Span| found.iter().map(side).collect::<Vec<_>>();
    for (mosaic, spans) in [(a, spans(|p| p.a)), (b, spans(|p| p.b))] {
        let (truth, found) = (mosaic.share(), share(&mosaic.text, &spans));
        assert!(
            (truth - found).abs() <= 0.03,
            "{found} of {truth}: {spans:?}"
        );
    }
}

#[test]
fn own_sentences_between_copied_ones_do_not_count() {
    for (language, seed) in [(Language::Chinese, 81), (Language::English, 82)] {
        let both = mosaics(language, seed, 20, false);
        let found = align(&both[0].text, &both[1].text);
        assert_eq!(found.len(), 20, "{found:?}");
        assert_shares(&both, &found);
    }
}

#[test]
fn own_sentences_on_one_side_divide_that_side() {
    for (language, seed) in [(Language::Chinese, 83), (Language::English, 84)] {
        let both = mosaics(language, seed, 20, true);
        let found = align(&both[0].text, &both[1].text);
        assert_eq!(found.len(), 20, "{found:?}");
        assert_shares(&both, &found);
        let mut reversed: Vec<Passage> = align(&both[1].text, &both[0].text)
            .into_iter()
            .map(Passage::reversed)
            .collect();
        reversed.sort_unstable();
        assert_eq!(found, reversed);
    }
}

#[test]
fn one_long_insertion_divides_a_copy() {
    let [mut a, mut b] = [Mosaic::default(), Mosaic::default()];
    let (shared, own) = (
        sentences(Language::Chinese, 85, 20),
        sentences(Language::Chinese, 86, 6),
    );
    a.copied(&shared[..10]);
    a.own(&own);
    a.copied(&shared[10..]);
    b.copied(&shared);
    let found = align(&a.text, &b.text);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_shares(&[a, b], &found);
}

/// A copy in which every third word was exchanged is heavily edited, not a mosaic.
#[test]
fn a_paraphrase_stays_whole() {
    let original = sentences(Language::Chinese, 87, 12).concat();
    let words: String = sentences(Language::Chinese, 88, 12).concat();
    let mut others = words.chars().filter(|c| c.is_alphanumeric()).cycle();
    let mut numbers = Numbers::new(89);
    let mut copy: Vec<char> = original.chars().collect();
    for pair in copy.chunks_mut(2) {
        if numbers.below(10) < 3 && pair.iter().all(|c| c.is_alphanumeric()) {
            pair.fill_with(|| others.next().unwrap_or('字'));
        }
    }
    let copy: String = copy.into_iter().collect();
    let found = align(&copy, &original);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].a.len() * 10 >= length(&copy) * 9, "{found:?}");
}

/// Hundreds of thousands of characters; without an end in sight if each piece were looked for in the whole.
#[test]
fn three_thousand_pieces() {
    for one_sided in [false, true] {
        let [a, b] = mosaics(Language::Chinese, 90, 3_000, one_sided);
        let found = passages(&weighed(&a.text), &weighed(&b.text));
        assert_shares(&[a, b], &found);
    }
}
