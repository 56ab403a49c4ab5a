//! Cache of one value that takes longer than a frame to compute: it is computed on a thread for the key that the page wants now,
//! and kept while the key stays the same.

use std::task::Poll;

use egui::Context;

use crate::task::Task;

/// Cached value for a key, computed on a thread.
pub(crate) struct AsyncCache<K, V> {
    ready: Option<(K, V)>,
    running: Option<(K, Task<V>)>,
}

impl<K, V> Default for AsyncCache<K, V> {
    fn default() -> Self {
        Self {
            ready: None,
            running: None,
        }
    }
}

impl<K: PartialEq, V: Send + 'static> AsyncCache<K, V> {
    /// Returns the newest value with its key; the key is an earlier one until the value for `wanted` is ready. `work`
    /// returns the job for a thread, or `None` to start none; it may reuse the newest value. Without a wanted key the
    /// cached value is dropped.
    pub(crate) fn poll<W: FnOnce() -> V + Send + 'static>(
        &mut self,
        wanted: Option<K>,
        context: &Context,
        work: impl FnOnce(&K, Option<&(K, V)>) -> Option<W>,
    ) -> Option<&(K, V)> {
        if let Some((key, job)) = self.running.take() {
            match job.poll() {
                Poll::Ready(Some(value)) => self.ready = Some((key, value)),
                Poll::Ready(None) => {}
                Poll::Pending => self.running = Some((key, job)),
            }
        }
        let Some(wanted) = wanted else {
            self.ready = None;
            return None;
        };
        if !self.is_ready_for(&wanted)
            && self.running.is_none()
            && let Some(work) = work(&wanted, self.ready.as_ref())
        {
            self.running = Some((wanted, Task::start(context, work)));
        }
        self.ready.as_ref()
    }

    /// Returns the newest value with its key; `None` before the first one, and after a poll without a wanted key.
    pub(crate) const fn ready(&self) -> Option<&(K, V)> {
        self.ready.as_ref()
    }

    /// Returns whether the value for `key` is ready.
    pub(crate) fn is_ready_for(&self, key: &K) -> bool {
        self.ready.as_ref().is_some_and(|(ready, _)| ready == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Polls until the value for `wanted` is ready.
    fn wait(one: &mut AsyncCache<u32, u32>, wanted: u32) -> u32 {
        for _ in 0..1_000 {
            let work = |&key: &u32, ready: Option<&(u32, u32)>| {
                let before = ready.map_or(0, |(_, value)| *value);
                Some(move || key * 2 + before)
            };
            match one.poll(Some(wanted), &Context::default(), work) {
                Some(&(key, value)) if key == wanted => return value,
                _ => std::thread::sleep(Duration::from_millis(1)),
            }
        }
        panic!("nothing came");
    }

    #[test]
    fn a_value_comes_once_and_goes_with_what_is_wanted() {
        let mut one = AsyncCache::default();
        assert_eq!(wait(&mut one, 21), 42);
        assert!(one.is_ready_for(&21) && !one.is_ready_for(&4));
        assert_eq!(wait(&mut one, 4), 8 + 42, "made with what was ready before");
        let nothing = |_: &u32, _: Option<&(u32, u32)>| None::<fn() -> u32>;
        let context = Context::default();
        assert_eq!(one.poll(Some(5), &context, nothing), Some(&(4, 50)));
        assert_eq!(one.poll(None, &context, nothing), None);
        assert_eq!(one.poll(Some(4), &context, nothing), None);
    }
}
