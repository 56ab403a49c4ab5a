//! Sorting of entries by bytes of their fingerprints, in place.

use rayon::prelude::*;

use super::entry::Entry;

/// Length below which a slice is sorted by comparing.
const SHORT: usize = 1 << 14;

/// Sorts by fingerprint, then id, on all cores.
pub(super) fn by_fingerprint(entries: &mut [Entry]) {
    if entries.len() < SHORT {
        entries.sort_unstable();
        return;
    }
    let mut groups: Vec<&mut [Entry]> = groups(entries, 7).collect();
    groups
        .par_iter_mut()
        .for_each(|group| group.sort_unstable());
}

/// Groups the entries by one byte (7 is the most significant) and returns the 256 groups in ascending order of that
/// byte; some may be empty. An American flag sort (`McIlroy`, Bostic, `McIlroy` 1993): linear, in place, not stable.
pub(super) fn groups(entries: &mut [Entry], byte: u32) -> impl Iterator<Item = &mut [Entry]> {
    let key = |entry: &Entry| usize::from(entry.0.0.to_le_bytes()[byte as usize]);
    let mut lengths = [0_usize; 256];
    for entry in entries.iter() {
        lengths[key(entry)] += 1;
    }
    let (mut next, mut ends) = ([0_usize; 256], [0_usize; 256]);
    let mut sum = 0;
    for value in 0..256 {
        next[value] = sum;
        sum += lengths[value];
        ends[value] = sum;
    }
    for value in 0..256 {
        while next[value] < ends[value] {
            let at = next[value];
            let belongs = key(&entries[at]);
            // Each swap puts one entry in its final group.
            entries.swap(at, next[belongs]);
            next[belongs] += 1;
        }
    }
    let mut rest = entries;
    lengths.into_iter().map(move |length| {
        let (group, after) = std::mem::take(&mut rest).split_at_mut(length);
        rest = after;
        group
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fingerprint;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn groups_hold_what_was_there_by_their_byte(values in prop::collection::vec(any::<u64>(), 0..200), byte in 0_u32..8) {
            // Few values, so that groups have several entries.
            let entries: Vec<Entry> = (0..).zip(&values).map(|(id, v)| (Fingerprint(v & 0x0303_0303_0303_0303), id)).collect();
            let mut grouped = entries.clone();
            let mut again = Vec::new();
            for (value, group) in (0_u8..=255).zip(groups(&mut grouped, byte)) {
                prop_assert!(group.iter().all(|e| e.0.0.to_le_bytes()[byte as usize] == value));
                again.extend_from_slice(group);
            }
            again.sort_unstable_by_key(|e| e.1);
            prop_assert_eq!(again, entries);
        }
    }

    #[test]
    fn long_lists_are_sorted_too() {
        let mut entries: Vec<Entry> = (0..40_000_u32)
            .map(|i| {
                (
                    Fingerprint(u64::from(i % 20_000).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
                    40_000 - i,
                )
            })
            .collect();
        by_fingerprint(&mut entries);
        assert!(entries.is_sorted());
    }
}
