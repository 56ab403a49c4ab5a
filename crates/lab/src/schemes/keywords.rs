//! Keywords of a text, its heaviest terms, and the digests they are hashed into.

use md5::{Digest, Md5};

use super::frequencies::Frequencies;
use super::hash::hash;
use super::share::share;
use chachong_text::TermCounts;

/// Returns the `n` heaviest terms, sorted by name. As in the article, the weight of a term is its frequency in the
/// text divided by the number of texts that contain it. Of equal weights, the more frequent term comes first, then
/// the term with the smaller name.
pub(super) fn heaviest<'a>(
    counts: &'a TermCounts,
    frequencies: &Frequencies,
    n: usize,
) -> Vec<&'a str> {
    let mut terms: Vec<(&str, u64, u64)> = counts
        .iter()
        .map(|(term, count)| {
            let documents = frequencies.of(hash(term));
            (term, u64::from(count), u64::from(documents))
        })
        .collect();
    // Fractions are compared by cross-multiplication, so that no rounding decides.
    terms.sort_unstable_by(|(term, count, documents), (other, n, of)| {
        (n * documents)
            .cmp(&(count * of))
            .then(n.cmp(count))
            .then(term.cmp(other))
    });
    terms.truncate(n);
    let mut terms: Vec<&str> = terms.into_iter().map(|(term, ..)| term).collect();
    terms.sort_unstable();
    terms
}

/// Returns up to `digests` digests of the keywords (MD5, as in the article), each with its index, sorted. The digest
/// to which a keyword belongs depends on the keyword alone, so that adding or removing one changes one digest and
/// not, through ranks, all of them.
pub(super) fn digests(keywords: &[&str], digests: u64) -> Vec<(u64, u64)> {
    (0..digests.max(1))
        .filter_map(|digest| {
            let mut md5 = Md5::new();
            let mut empty = true;
            for term in keywords {
                if hash(term) % digests.max(1) == digest {
                    md5.update(term.as_bytes());
                    // No term contains a line break.
                    md5.update(b"\n");
                    empty = false;
                }
            }
            let bytes = md5.finalize();
            let half = bytes.iter().take(8);
            let number = half.fold(0, |number: u64, &byte| number << 8 | u64::from(byte));
            (!empty).then_some((digest, number))
        })
        .collect()
}

/// Returns the share of equal digests, 0..=1, relative to the text with more digests.
pub(super) fn shared_digests(a: &[(u64, u64)], b: &[(u64, u64)]) -> f64 {
    let equal = a.iter().filter(|digest| b.contains(digest)).count();
    share(equal, a.len().max(b.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_text::TermRule;

    fn counts(text: &str) -> TermCounts {
        TermCounts::of_raw(text, TermRule::WhiteSpace)
    }

    #[test]
    fn what_many_texts_have_weighs_little() {
        let mut frequencies = Frequencies::default();
        // Number of texts: six with "night", two with "reader", one with "lamp".
        for terms in [vec!["night", "reader", "lamp"], vec!["night", "reader"]] {
            frequencies.add_terms(&terms.into_iter().map(hash).collect::<Vec<_>>());
        }
        for _ in 0..4 {
            frequencies.add_terms(&[hash("night")]);
        }
        let counts = counts("night night night night night reader reader reader lamp");
        assert_eq!(heaviest(&counts, &frequencies, 1), ["reader"]);
        assert_eq!(heaviest(&counts, &frequencies, 2), ["lamp", "reader"]);
        assert_eq!(heaviest(&counts, &frequencies, 9).len(), 3);
    }

    #[test]
    fn one_other_keyword_changes_one_digest_or_two() {
        let words: Vec<String> = (0..20).map(|n| format!("word{n}")).collect();
        let mut keywords: Vec<&str> = words.iter().map(String::as_str).collect();
        let before = digests(&keywords, 4);
        assert_eq!(before.len(), 4);
        keywords[7] = "another";
        let after = digests(&keywords, 4);
        let score = shared_digests(&before, &after);
        assert!((0.5..1.0).contains(&score), "{score}");
        assert!(digests(&[], 4).is_empty());
    }
}
