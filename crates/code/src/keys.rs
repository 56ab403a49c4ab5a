//! Computes the keys of a document's code, by which an index over many documents finds those that may share code.

use crate::Listing;
use crate::comment::says_something;
use crate::features::{Features, comment_feature, feature};
use chachong_weight::Key;
use std::collections::HashSet;

/// Number of neighbouring runs of tokens of which an index stores one: the one with the smallest hash (winnowing,
/// Schleimer et al. 2003).
const WINDOW: usize = 16;
/// Maximum number of stored keys of a document; twenty times as many are looked up.
const MOST: usize = 1_000;
/// Minimum number of letters of a string literal with a key.
const LETTERS: usize = 6;

/// Returns the keys of a document in the order of its text: runs of its structure, comments, and string literals. Of 16 neighbouring runs
/// at least one is stored, so that two documents with 22 equal words in a row, separators not counted, store an equal key. A document
/// stores at most 1,000 keys; one that exceeds this limit loses that guarantee. The key of a string literal begins where the listing
/// begins that contains it.
#[must_use]
pub fn keys(document: &[Listing]) -> Vec<Key> {
    let features = Features::of(document);
    let runs = features.whole_runs();
    let mut stored = HashSet::new();
    let whole: Vec<usize> = (0..runs.len()).collect();
    for window in whole.windows(WINDOW.min(whole.len().max(1))) {
        stored.extend(window.iter().min_by_key(|at| (runs[**at].0, **at)).copied());
    }
    let mut seen = HashSet::new();
    let mut keys = Vec::new();
    for listing in document {
        let texts = listing
            .texts
            .iter()
            .filter(|text| text.chars().count() >= LETTERS);
        let texts = texts.map(|text| feature(3, text.as_bytes()));
        let first = listing.words.first().map_or(0, |word| word.span.start);
        let comments = (listing.comments.iter())
            .filter(|comment| says_something(&comment.text))
            .map(|comment| (comment.span.start, comment_feature(&comment.text)));
        let said = texts.map(|text| (first, text)).chain(comments);
        keys.extend(
            said.filter(|(_, hash)| seen.insert(*hash))
                .map(|(start, hash)| Key {
                    start,
                    hash,
                    is_stored: true,
                }),
        );
    }
    keys.truncate(MOST / 2);
    let mut left = MOST - keys.len();
    // Stored ones first, so that a run that is repeated is stored where it stands once.
    let of_run = |at: &usize, is_stored: bool| Key {
        start: runs[*at].1.start,
        hash: runs[*at].0,
        is_stored,
    };
    for at in &whole {
        if left > 0 && stored.contains(at) && seen.insert(runs[*at].0) {
            keys.push(of_run(at, true));
            left -= 1;
        }
    }
    for at in &whole {
        if keys.len() < 20 * MOST && seen.insert(runs[*at].0) {
            keys.push(of_run(at, false));
        }
    }
    keys.sort_unstable();
    keys
}

#[cfg(test)]
mod tests {
    use super::{MOST, keys};
    use crate::{Language, Listing};
    use std::collections::HashSet;

    const CODE: &str = "int find(int *a, int n, int x) {\n  int low = 0, high = n - 1;\n  // halve what is left\n  while (low <= high) {\n    \
        int mid = low + (high - low) / 2;\n    if (a[mid] == x) return mid;\n    if (a[mid] < x) low = mid + 1; else high = mid - 1;\n  }\n  \
        printf(\"nothing there: %d\\n\", x);\n  return -1;\n}\n";

    fn stored_and_asked(stored: &str, asked: &str) -> (usize, usize) {
        let of = |text: &str| keys(&[Listing::of(text, Language::C)]);
        let there: HashSet<u64> = (of(stored).iter())
            .filter(|key| key.is_stored)
            .map(|key| key.hash)
            .collect();
        let found = of(asked)
            .into_iter()
            .filter(|key| there.contains(&key.hash));
        (there.len(), found.count())
    }

    #[test]
    fn renamed_code_has_the_stored_keys() {
        let renamed = CODE
            .replace("low", "l")
            .replace("high", "r")
            .replace("mid", "middle_of_both");
        let (there, found) = stored_and_asked(CODE, &format!("int k = 7;\n{renamed}"));
        assert!(there >= 6, "{there}");
        assert!(found * 10 >= there * 9, "{found} of {there}");
        let other = "struct list { struct list *next; char *name; };\nvoid add(struct list **l, char *n) { struct list *x = new(n); x->next = *l; *l = x; }";
        assert!(stored_and_asked(CODE, other).1 <= 1);
    }

    #[test]
    fn keys_are_in_order_and_bounded() {
        assert!(keys(&[]).is_empty());
        assert!(keys(&[Listing::of("x = 1;", Language::C)]).is_empty());
        let mut state = 7_u32;
        let statements = [
            "a[i] = b + 3;",
            "if (x < 4) go(y);",
            "z = f(q) * 7 - w;",
            "while (k != n) k++;",
            "return m / 2;",
        ];
        let mut text = String::new();
        for _ in 0..20_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push_str(statements[(state >> 16) as usize % 5]);
            text.extend(["print(\"place ", &state.to_string(), " is left\");\n"]);
        }
        let keys = keys(&[Listing::of(&text, Language::C)]);
        let stored = keys.iter().filter(|key| key.is_stored).count();
        assert!(stored > MOST / 2 && stored <= MOST, "{stored}");
        assert!(keys.len() <= 20 * MOST && keys.is_sorted());
    }
}
