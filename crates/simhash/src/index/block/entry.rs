//! Entries of the index and pairs of them.

use crate::Fingerprint;

/// Fingerprint and the caller's id.
pub(super) type Entry = (Fingerprint, u32);
/// Pair of entries as (smaller id, larger id, distance).
pub(super) type Pair = (u32, u32, u32);
