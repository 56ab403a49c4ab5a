//! Value that a view computes once and keeps until what it was computed from changes.

/// Cached value, with the key of the inputs from which it was computed.
#[derive(Debug)]
pub struct Computed<K, V> {
    kept: Option<(K, V)>,
}

impl<K, V> Default for Computed<K, V> {
    fn default() -> Self {
        Self { kept: None }
    }
}

impl<K: PartialEq, V> Computed<K, V> {
    /// Returns the value for `key`. Calls `compute` only if `key` differs from the key of the previous call.
    pub fn get(&mut self, key: K, compute: impl FnOnce() -> V) -> &V {
        let kept = self.kept.take().filter(|(known, _)| *known == key);
        &self.kept.insert(kept.unwrap_or_else(|| (key, compute()))).1
    }
}
