//! Locks that a panic of another thread leaves usable: what they hold is changed in one step.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
