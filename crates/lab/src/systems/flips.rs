//! Enumeration of all 64-bit hashes within a Hamming distance of a given one.

/// Returns the number of 64-bit hashes within `k` bits of a given one: the sum of C(64, i) for i = 0..=k. 43,745 for
/// k = 3.
pub(super) fn count_within(k: u32) -> u128 {
    let mut choose = 1_u128;
    let mut count = 1_u128;
    for i in 1..=u128::from(k.min(64)) {
        choose = choose * (65 - i) / i;
        count += choose;
    }
    count
}

/// Calls `visit` once with every hash within `k` bits of `hash`, and its distance. The high bits are flipped in the
/// outer loops, so that consecutive hashes are mostly close to each other in a sorted table.
pub(super) fn for_each_within(hash: u64, k: u32, visit: &mut impl FnMut(u64, u32)) {
    grow(hash, 64, 0, k.min(64), visit);
}

/// Visits `hash`, then every hash that flips up to `k - flipped` more bits, all of them below bit `below`.
fn grow(hash: u64, below: u32, flipped: u32, k: u32, visit: &mut impl FnMut(u64, u32)) {
    visit(hash, flipped);
    if flipped < k {
        for bit in (0..below).rev() {
            grow(hash ^ 1 << bit, bit, flipped + 1, k, visit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_articles_counts() {
        assert_eq!([0, 1, 2, 3].map(count_within), [1, 65, 2081, 43_745]);
        assert_eq!(count_within(3) - count_within(2), 41_664);
        assert_eq!(count_within(64), 1 << 64);
        assert_eq!(count_within(u32::MAX), 1 << 64);
    }

    #[test]
    fn every_hash_within_is_visited_once() {
        for k in 0..=2 {
            let mut all = Vec::new();
            for_each_within(0x1234, k, &mut |hash, distance| {
                assert_eq!((hash ^ 0x1234).count_ones(), distance);
                all.push(hash);
            });
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len() as u128, count_within(k));
        }
    }
}
