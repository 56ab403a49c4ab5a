//! Counts of terms by their text: one buffer, one hash table, no allocation for a term seen before.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

/// Terms of one text with their frequencies.
#[derive(Clone, Debug, Default)]
pub struct TermCounts {
    /// Texts of all terms, one after the other.
    texts: String,
    /// Terms in the order in which they first occurred, including those that do not count.
    terms: Vec<Entry>,
    /// Hash table with open addressing: 1 + an index into `terms`, or 0. Its length is a power of two or 0.
    slots: Vec<u32>,
    different: usize,
}

#[derive(Clone, Debug)]
struct Entry {
    hash: u64,
    start: usize,
    length: usize,
    /// Number of occurrences; 0 for a term that does not count, such as a stop word, kept so that it is judged once.
    count: u32,
}

/// Keys of the quick hash, different in every process, so that nobody can write a text whose terms all fall on one
/// slot. No result depends on them.
static KEYS: LazyLock<[u64; 2]> = LazyLock::new(|| {
    let state = RandomState::new();
    [state.hash_one(0), state.hash_one(1)]
});

/// Mixes the upper and lower half of a product.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the halves of a product are what is wanted"
)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

/// Quick hash of a short text, for the table only.
fn quick_hash(text: &[u8], keys: [u64; 2]) -> u64 {
    let length = text.len() as u64;
    let last = match *text {
        [] => 0,
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c] => u64::from(u32::from_le_bytes([a, b, c, 0])),
        [a, b, c, d, ..] if length <= 8 => {
            let first = u64::from(u32::from_le_bytes([a, b, c, d]));
            let last = text.last_chunk().copied().map_or(0, u32::from_le_bytes);
            first << 32 | u64::from(last)
        }
        _ => text.last_chunk().copied().map_or(0, u64::from_le_bytes),
    };
    let (chunks, _) = text.as_chunks::<8>();
    let hash = if length > 8 {
        chunks.iter().fold(keys[0], |hash, &chunk| {
            fold(hash ^ u64::from_le_bytes(chunk), keys[1])
        })
    } else {
        keys[0]
    };
    // The length goes in last, so that the overlap of the last bytes is no way around.
    fold(hash ^ last, keys[1] ^ length)
}

impl TermCounts {
    /// Counts `term` once more. `counts` is called only for a new term; a term that does not count is passed over from
    /// then on.
    pub(super) fn add(&mut self, term: &str, counts: impl FnOnce(&str) -> bool) {
        let hash = quick_hash(term.as_bytes(), *KEYS);
        if self.slots.len() < 2 * (self.terms.len() + 1) {
            self.grow();
        }
        let slot = self.slot(hash, term);
        let known = self.slots[slot];
        if known != 0 {
            let entry = &mut self.terms[known as usize - 1];
            if entry.count > 0 {
                entry.count = entry.count.saturating_add(1);
            }
            return;
        }
        // Indexes are 32 bits wide. A text has at most 2^28 characters, so this never happens.
        let Some(number) = u32::try_from(self.terms.len())
            .ok()
            .and_then(|n| n.checked_add(1))
        else {
            return;
        };
        self.slots[slot] = number;
        let count = u32::from(counts(term));
        let start = self.texts.len();
        if count > 0 {
            self.different += 1;
        }
        self.texts.push_str(term);
        self.terms.push(Entry {
            hash,
            start,
            length: term.len(),
            count,
        });
    }

    /// Returns the slot that `term` has in the table, or would have.
    fn slot(&self, hash: u64, term: &str) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = usize::try_from(hash & mask as u64).unwrap_or(0);
        loop {
            let Some(position) = self.slots[slot].checked_sub(1) else {
                return slot;
            };
            let entry = &self.terms[position as usize];
            if entry.hash == hash && self.text(entry) == term {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let length = (2 * self.slots.len()).max(256);
        let mask = length - 1;
        let mut slots = vec![0; length];
        for (number, entry) in (1..).zip(&self.terms) {
            let mut slot = usize::try_from(entry.hash & mask as u64).unwrap_or(0);
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = number;
        }
        self.slots = slots;
    }

    fn text(&self, entry: &Entry) -> &str {
        &self.texts[entry.start..entry.start + entry.length]
    }

    /// Returns the number of different terms.
    #[must_use]
    pub fn different(&self) -> usize {
        self.different
    }

    /// Returns each different term as (text, frequency), in the order of first occurrence. The frequency is at least 1.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        let counted = self.terms.iter().filter(|entry| entry.count > 0);
        counted.map(|entry| (self.text(entry), entry.count))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn quick_hash_sees_every_byte_and_the_length() {
        let mut seen = HashMap::new();
        for length in 0..40 {
            for changed in 0..=length {
                let mut text = vec![b'a'; length];
                if let Some(byte) = text.get_mut(changed) {
                    *byte = b'b';
                }
                let hash = quick_hash(&text, [0x1234_5678_9abc_def1, 0xdead_beef_0bad_cafe]);
                let before = seen.insert(hash, text.clone());
                assert!(before.is_none_or(|before| before == text));
            }
        }
    }

    proptest! {
        #[test]
        fn counts_like_a_map_in_order_of_appearance(words in prop::collection::vec("[a-c汉字]{0,3}|[a-b]{7,18}", 0..900)) {
            let mut counts = TermCounts::default();
            let (mut slow, mut order) = (HashMap::<&str, u32>::new(), Vec::new());
            let is_counted = |word: &str| !word.starts_with('b');
            for word in &words {
                counts.add(word, is_counted);
                if is_counted(word) {
                    let count = slow.entry(word).or_default();
                    if *count == 0 {
                        order.push(word.as_str());
                    }
                    *count += 1;
                }
            }
            let want: Vec<_> = order.iter().map(|&text| (text, slow[text])).collect();
            prop_assert_eq!(counts.iter().collect::<Vec<_>>(), want);
            prop_assert_eq!(counts.different(), slow.len());
        }
    }
}
