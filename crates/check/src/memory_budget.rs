//! Memory that large texts share: each takes its estimate from one budget of the whole program before it is worked on, so that
//! several large ones are worked on one after another, and many ordinary ones side by side.
//!
//! Room is taken at the outermost step alone (reading a document, preparing it, aligning or judging a pair), never while room is
//! held, and what is done with it starts no parallel work: else two steps could wait for each other.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Memory in bytes for the large texts that are worked on at a time, beside what is kept of the others.
const BUDGET: u64 = 384 << 20;
/// Estimates below this take nothing, so that ordinary texts are worked on by all threads: a text of 900 KB that is read, a pair
/// of two theses of 280,000 characters.
const FREE: u64 = 32 << 20;
/// Memory that reading takes, in bytes for each byte of text: characters with their places, twice, lower case, counted terms.
const READING: u64 = 36;
/// Memory that preparing a text takes, in bytes for each character.
const PREPARING: u64 = 60;
/// Memory that aligning and judging a pair take beside the prepared texts, in bytes for each character.
const ALIGNING: u64 = 60;
/// Interval at which a wait looks whether it was cancelled.
const POLL: Duration = Duration::from_millis(40);

static FREE_BYTES: Mutex<u64> = Mutex::new(BUDGET);
static GIVEN_BACK: Condvar = Condvar::new();

/// Reserved part of the memory (384 MiB) that the whole program sets aside for working on large texts; released when dropped. Texts
/// that need less than 32 MiB reserve nothing and never wait.
#[derive(Debug)]
#[must_use]
pub struct MemoryRoom(u64);

impl MemoryRoom {
    /// Waits until there is enough memory to read a text of this many bytes, and reserves it; `None` if cancelled.
    pub fn for_reading(bytes: usize, cancelled: &dyn Fn() -> bool) -> Option<Self> {
        Self::take((bytes as u64).saturating_mul(READING), cancelled)
    }

    /// Waits until there is enough memory to prepare a text of this many characters for comparison, and reserves it; `None` if cancelled.
    pub fn for_preparing(characters: u64, cancelled: &dyn Fn() -> bool) -> Option<Self> {
        Self::take(characters.saturating_mul(PREPARING), cancelled)
    }

    /// Waits until there is enough memory to compare two texts with this many characters together, and reserves it; `None` if cancelled.
    pub fn for_aligning(characters: u64, cancelled: &dyn Fn() -> bool) -> Option<Self> {
        Self::take(characters.saturating_mul(ALIGNING), cancelled)
    }

    /// Returns the bytes that comparing two texts with so many characters together takes of the budget.
    pub(super) fn needed_for_aligning(characters: u64) -> u64 {
        Self::needed(characters.saturating_mul(ALIGNING))
    }

    fn needed(bytes: u64) -> u64 {
        if bytes < FREE { 0 } else { bytes.min(BUDGET) }
    }

    /// Waits until so many bytes of the budget are free, and takes them; a larger estimate than the budget takes all of it. `None` if the
    /// wait was cancelled.
    fn take(bytes: u64, cancelled: &dyn Fn() -> bool) -> Option<Self> {
        let bytes = Self::needed(bytes);
        if bytes == 0 {
            return Some(Self(0));
        }
        // A poisoned mutex is safe to use: the number is changed in one step.
        let mut free = FREE_BYTES.lock().unwrap_or_else(PoisonError::into_inner);
        while *free < bytes {
            if cancelled() {
                return None;
            }
            free = GIVEN_BACK
                .wait_timeout(free, POLL)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        *free -= bytes;
        Some(Self(bytes))
    }
}

impl Drop for MemoryRoom {
    fn drop(&mut self) {
        if self.0 > 0 {
            *FREE_BYTES.lock().unwrap_or_else(PoisonError::into_inner) += self.0;
            GIVEN_BACK.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn large_estimates_wait_for_each_other_and_small_ones_for_nobody() {
        let (now, most) = (AtomicU64::new(0), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for bytes in [BUDGET / 2, BUDGET, BUDGET / 3, 9 * BUDGET, BUDGET / 2] {
                let (now, most) = (&now, &most);
                scope.spawn(move || {
                    let room = MemoryRoom::take(bytes, &|| false).unwrap();
                    let taken = now.fetch_add(room.0, Ordering::SeqCst) + room.0;
                    most.fetch_max(taken, Ordering::SeqCst);
                    std::thread::yield_now();
                    now.fetch_sub(room.0, Ordering::SeqCst);
                });
            }
        });
        assert!((BUDGET..=BUDGET).contains(&most.into_inner()));
        let all = MemoryRoom::take(BUDGET, &|| false).unwrap();
        assert_eq!(MemoryRoom::take(FREE - 1, &|| true).unwrap().0, 0);
        assert!(MemoryRoom::take(FREE, &|| true).is_none());
        drop(all);
        assert_eq!(MemoryRoom::take(FREE, &|| true).unwrap().0, FREE);
    }
}
