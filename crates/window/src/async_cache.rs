//! Cache of one value that takes longer than a frame to compute: it is computed on a thread for the key that the page wants now,
//! and kept while the key stays the same.

use std::sync::Arc;
use std::task::Poll;

use egui::Context;

use crate::task::Task;
use chachong_window_model::state::State;

/// Cached value for a key, computed on a thread.
pub(crate) struct AsyncCache<K, V> {
    ready: Option<(K, V)>,
    running: Option<(K, Task<V>)>,
    /// Key whose job panicked; it is not tried again until another key or none is wanted.
    failed: Option<K>,
}

impl<K, V> Default for AsyncCache<K, V> {
    fn default() -> Self {
        Self {
            ready: None,
            running: None,
            failed: None,
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
                Poll::Ready(None) => self.failed = Some(key),
                Poll::Pending => self.running = Some((key, job)),
            }
        }
        let Some(wanted) = wanted else {
            (self.ready, self.failed) = (None, None);
            return None;
        };
        if self.failed.as_ref() != Some(&wanted) {
            self.failed = None;
        }
        if self.is_to_come(&wanted)
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

    /// Returns whether the value for the wanted key is still to come.
    pub(crate) fn is_loading(&self, wanted: Option<K>) -> bool {
        wanted.is_some_and(|key| self.is_to_come(&key))
    }

    fn is_to_come(&self, key: &K) -> bool {
        let is_ready = (self.ready.as_ref()).is_some_and(|(ready, _)| ready == key);
        !is_ready && self.failed.as_ref() != Some(key)
    }
}

impl<K: PartialEq + Clone, T: Clone + Send + 'static> AsyncCache<K, Result<T, Arc<str>>> {
    /// Returns the value for `wanted`, or the reason why there is none; `None` until it is ready, and without a wanted
    /// key. `work` returns the job for a thread, or `None` to start none.
    pub(crate) fn load<W: FnOnce() -> Result<T, Arc<str>> + Send + 'static>(
        &mut self,
        wanted: Option<K>,
        state: &State,
        context: &Context,
        work: impl FnOnce(&K) -> Option<W>,
    ) -> Option<Result<T, Arc<str>>> {
        self.poll(wanted.clone(), context, |key, _| work(key));
        let wanted = wanted?;
        let ready = self.ready.as_ref().filter(|(key, _)| *key == wanted);
        let ready = ready.map(|(_, value)| value.clone());
        ready.or_else(|| self.failure(&wanted, state).map(Err))
    }

    /// Returns what to tell a person if the job for `wanted` panicked; `None` otherwise.
    pub(crate) fn failure(&self, wanted: &K, state: &State) -> Option<Arc<str>> {
        let has_failed = self.failed.as_ref() == Some(wanted);
        has_failed.then(|| state.language.text("task.failed").into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_messages::Language;
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
        assert!(!one.is_loading(Some(21)) && one.is_loading(Some(4)) && !one.is_loading(None));
        assert_eq!(wait(&mut one, 4), 8 + 42, "made with what was ready before");
        let nothing = |_: &u32, _: Option<&(u32, u32)>| None::<fn() -> u32>;
        let context = Context::default();
        assert_eq!(one.poll(Some(5), &context, nothing), Some(&(4, 50)));
        assert_eq!(one.poll(None, &context, nothing), None);
        assert_eq!(one.poll(Some(4), &context, nothing), None);
    }

    #[test]
    fn a_job_that_panics_is_not_started_again() {
        type Failing = AsyncCache<u32, Result<u32, Arc<str>>>;
        let (mut one, state) = (Failing::default(), State::new(Language::English, None));
        let context = Context::default();
        let mut started = 0;
        let mut poll = |one: &mut Failing, wanted| {
            one.load(wanted, &state, &context, |_| {
                started += 1;
                Some(|| -> Result<u32, Arc<str>> { panic!("this job fails") })
            })
        };
        while poll(&mut one, Some(1)).is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(matches!(poll(&mut one, Some(1)), Some(Err(_))));
        assert!(!one.is_loading(Some(1)));
        assert_eq!(poll(&mut one, None), None);
        assert_eq!(
            poll(&mut one, Some(1)),
            None,
            "tried again on the next visit"
        );
        assert_eq!(started, 2);
    }
}
