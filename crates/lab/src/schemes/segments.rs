//! Cutting of a text's sentences into N segments of about equal length, each hashed.

use super::hash::joined;
use super::sentences::Sentence;

/// Returns the hashes of up to `n` segments, sorted. A sentence belongs to the segment that contains its middle when
/// the text is divided into `n` equal lengths, so segments end where sentences do. A segment without a sentence is
/// left out.
pub(super) fn signatures(sentences: &[Sentence], n: usize) -> Vec<u64> {
    let length: usize = sentences.iter().map(|sentence| sentence.tokens).sum();
    let mut segments: Vec<(usize, u64)> = Vec::with_capacity(n);
    let mut before = 0;
    for sentence in sentences {
        let segment = (2 * before + sentence.tokens) * n / (2 * length).max(1);
        before += sentence.tokens;
        match segments.last_mut() {
            Some((last, hash)) if *last == segment => *hash = joined(*hash, sentence.hash),
            _ => segments.push((segment, joined(0, sentence.hash))),
        }
    }
    let mut hashes: Vec<u64> = segments.into_iter().map(|(_, hash)| hash).collect();
    hashes.sort_unstable();
    hashes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(lengths: &[usize]) -> Vec<Sentence> {
        (0..)
            .zip(lengths)
            .map(|(hash, &tokens)| Sentence { tokens, hash })
            .collect()
    }

    #[test]
    fn there_are_as_many_segments_as_asked_for_or_as_sentences() {
        assert_eq!(signatures(&sentences(&[10; 40]), 10).len(), 10);
        assert_eq!(signatures(&sentences(&[10; 3]), 10).len(), 3);
        assert_eq!(signatures(&sentences(&[1000, 1, 1]), 10).len(), 2);
        assert!(signatures(&[], 10).is_empty());
    }

    #[test]
    fn an_edit_of_the_same_length_changes_its_own_segment_only() {
        let before = sentences(&[10; 40]);
        let mut after = before.clone();
        after[13].hash = 99;
        let (before, after) = (signatures(&before, 10), signatures(&after, 10));
        assert_eq!(super::super::share::shared(&before, &after), 9);
    }
}
