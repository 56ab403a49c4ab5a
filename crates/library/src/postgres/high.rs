//! Selects the shingles of a new text that a member can have stored: those low in the order of selection, and the few
//! high ones that the table `high` lists.
//!
//! Of each neighbourhood a member stores the shingle that is lowest in an order by hash. So what it stores is nearly
//! always low (of 513,328 stored shingles of real Chinese texts all but 14 in a million lie in the lowest fifth),
//! whatever stands around it in the new text; the rest is listed when a member enters. A search asks with a fifth of its
//! shingles and with those of the others that are listed, and misses none.

use std::collections::HashSet;

use super::connection::Connection;
use super::fault::Done;
use super::members;
use super::schema::in_batches;
use crate::passage_index::key;
use crate::selection::selection_order;
use crate::{DocumentId, QueryShingle};
use chachong_simhash::Fingerprint;

/// Highest place of a low shingle in the order of selection: a fifth of all shingles are low. With a lower limit, fewer shingles would be
/// searched for, but more would be listed. Even so, one stored shingle in 24 is high in texts of words, where a window has only 20.
const LOW: u64 = u64::MAX / 5;

/// Returns whether a shingle is low in the order of selection.
pub(super) fn is_low(fingerprint: Fingerprint) -> bool {
    selection_order(fingerprint) <= LOW
}

/// Returns the keys of a member's stored shingles that are high. `starts` are the offsets of their first characters.
///
/// After the shingles come the keys of code and readings, which no order selects and which are queried separately.
/// They begin where an offset is smaller than the preceding one, since shingles are in text order. If no offset is
/// smaller, keys are listed too, which does no harm.
pub(super) fn high_keys(fingerprints: &[Fingerprint], starts: &[u32]) -> Vec<i64> {
    let shingles = starts.windows(2).position(|pair| pair[1] < pair[0]);
    let shingles = shingles.map_or(fingerprints.len(), |last| last + 1);
    (fingerprints.iter().take(shingles))
        .filter(|&&fingerprint| !is_low(fingerprint))
        .map(|&fingerprint| key(fingerprint).cast_signed())
        .collect()
}

/// Replaces the listed high shingles of a member.
pub(super) fn put(connection: &mut Connection, document: DocumentId, keys: &[i64]) -> Done<()> {
    connection.execute("DELETE FROM high WHERE document = $1", &[&document.0])?;
    if !keys.is_empty() {
        connection.execute(
            "INSERT INTO high (key, document) SELECT DISTINCT key, $1::bigint FROM unnest($2::bigint[]) AS key",
            &[&document.0, &keys],
        )?;
    }
    Ok(())
}

/// Lists the high shingles of all members, for a library of an older form. A server that holds only a part of a
/// distributed library has no members of its own.
pub(super) fn fill(connection: &mut Connection) -> Done<()> {
    let all = "SELECT document FROM member WHERE document > $1 ORDER BY document LIMIT $2";
    in_batches(connection, all, |connection, members| {
        let rows = connection.query(
            "SELECT document, fingerprints, starts FROM passages WHERE document = ANY ($1)",
            &[&members],
        )?;
        for row in &rows {
            let fingerprints = members::fingerprints(row, 1)?;
            let starts: Vec<i32> = row.try_get(2)?;
            let starts: Vec<u32> = starts.into_iter().map(i32::cast_unsigned).collect();
            let keys = high_keys(&fingerprints, &starts);
            if !keys.is_empty() {
                put(connection, DocumentId(row.try_get(0)?), &keys)?;
            }
        }
        Ok(())
    })
}

/// Returns the shingles of a new text that members can have stored, in order.
pub(super) fn storable(
    connection: &mut Connection,
    shingles: &[QueryShingle],
) -> Done<Vec<QueryShingle>> {
    let high: Vec<i64> = (shingles.iter())
        .filter(|shingle| !is_low(shingle.fingerprint))
        .map(key_of)
        .collect();
    let rows = connection.query("SELECT * FROM high_among($1)", &[&high])?;
    let listed: HashSet<i64> = (rows.iter())
        .map(|row| row.try_get(0))
        .collect::<Result<_, _>>()?;
    Ok(those_storable(shingles, &listed))
}

/// Returns the shingles that are low or listed, in order.
fn those_storable(shingles: &[QueryShingle], listed: &HashSet<i64>) -> Vec<QueryShingle> {
    (shingles.iter())
        .filter(|shingle| is_low(shingle.fingerprint) || listed.contains(&key_of(shingle)))
        .copied()
        .collect()
}

/// Returns the key of a shingle as the server stores it.
pub(super) fn key_of(shingle: &QueryShingle) -> i64 {
    key(shingle.fingerprint).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passage_index::made::{chinese, prepared};
    use crate::selection::{query_shingles, stored_shingles};
    use chachong_compare::spread;
    use proptest::prelude::*;

    /// Text of Chinese characters, words and both.
    fn made(seed: u64, length: usize, kind: u8) -> String {
        let words = |length: usize| -> String {
            let word = |i| format!("w{} ", spread(seed << 20 | i) % 900);
            (0..length as u64 / 4).map(word).collect()
        };
        match kind {
            0 => chinese(seed, length),
            1 => words(length),
            _ => [chinese(seed, length / 2), words(length / 2)].concat(),
        }
    }

    proptest! {
        /// The slow way: ask with all shingles.
        #[test]
        fn what_asking_with_all_finds_is_found(
            seed in 0_u64..1_000, length in 0_usize..900, kind in 0_u8..3, cut in 0_usize..900, keys in 0_u64..40,
        ) {
            let text = made(seed, length, kind);
            let member = prepared(&text);
            let stored = stored_shingles(&member);
            let of_keys = (0..keys).map(|key| Fingerprint(spread(seed ^ key << 40)));
            let fingerprints: Vec<Fingerprint> =
                (stored.iter().map(|shingle| shingle.fingerprint)).chain(of_keys).collect();
            let start = |token: u32| member.tokens()[token as usize].start;
            let starts: Vec<u32> = (stored.iter().map(|shingle| start(shingle.token)))
                .chain((0..).take(usize::try_from(keys).unwrap()))
                .collect();
            let listed: HashSet<i64> = high_keys(&fingerprints, &starts).into_iter().collect();
            // A part of the member among other text: what is lowest there need not be lowest here.
            let part: String = text.chars().skip(cut % (length + 1)).collect();
            let new = [made(seed + 1_000, 40, 2), part, made(seed + 2_000, 300, kind)].concat();
            let asked = query_shingles(&prepared(&new));
            let is_stored: HashSet<Fingerprint> = stored.iter().map(|shingle| shingle.fingerprint).collect();
            let found = |shingles: &[QueryShingle]| -> Vec<QueryShingle> {
                let met = shingles.iter().filter(|shingle| is_stored.contains(&shingle.fingerprint));
                met.copied().collect()
            };
            prop_assert_eq!(found(&those_storable(&asked, &listed)), found(&asked));
        }
    }

    #[test]
    fn few_are_listed_and_four_of_five_are_not_asked_for() {
        let member = prepared(&chinese(3, 60_000));
        let stored = stored_shingles(&member);
        let fingerprints: Vec<Fingerprint> =
            stored.iter().map(|shingle| shingle.fingerprint).collect();
        let starts: Vec<u32> = stored.iter().map(|shingle| shingle.token).collect();
        assert!(high_keys(&fingerprints, &starts).len() <= 2);
        let asked = query_shingles(&prepared(&chinese(4, 60_000)));
        let left = those_storable(&asked, &HashSet::new()).len();
        assert!((asked.len() / 6..asked.len() / 4).contains(&left), "{left}");
        // Keys of code begin at the beginning again.
        let keys = [&fingerprints[..], &[Fingerprint(1); 50]].concat();
        let with_keys = [&starts[..], &[0; 50]].concat();
        assert_eq!(
            high_keys(&keys, &with_keys),
            high_keys(&fingerprints, &starts)
        );
    }
}
