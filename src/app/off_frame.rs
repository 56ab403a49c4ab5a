//! One value that takes longer than a frame: made on a thread for what the page wants now, kept while it wants the same.
//! Knows nothing of what it is.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use egui::Context;

/// A value for a key, made off the frame.
pub(super) struct OffFrame<K, V> {
    ready: Option<(K, V)>,
    running: Option<(K, Receiver<V>)>,
}

impl<K, V> Default for OffFrame<K, V> {
    fn default() -> Self {
        Self {
            ready: None,
            running: None,
        }
    }
}

impl<K: PartialEq, V: Send + 'static> OffFrame<K, V> {
    /// What is ready, with what it was wanted for: that may be something earlier, until what is wanted now is there. `work`
    /// gives what a thread is to do for it, and may take over from what is ready.
    pub(super) fn poll<W: FnOnce() -> V + Send + 'static>(
        &mut self,
        wanted: Option<K>,
        context: &Context,
        work: impl FnOnce(&K, Option<&(K, V)>) -> Option<W>,
    ) -> Option<&(K, V)> {
        if let Some((key, receive)) = self.running.take() {
            match receive.try_recv() {
                Ok(value) => self.ready = Some((key, value)),
                Err(TryRecvError::Empty) => self.running = Some((key, receive)),
                Err(TryRecvError::Disconnected) => {}
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
            let (send, receive) = channel();
            let context = context.clone();
            std::thread::spawn(move || {
                // The window may be gone.
                let _ = send.send(work());
                context.request_repaint();
            });
            self.running = Some((wanted, receive));
        }
        self.ready.as_ref()
    }

    /// Whether the value for this is there.
    pub(super) fn is_ready_for(&self, key: &K) -> bool {
        self.ready.as_ref().is_some_and(|(ready, _)| ready == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Polls until what is wanted is there.
    fn wait(one: &mut OffFrame<u32, u32>, wanted: u32) -> u32 {
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
        let mut one = OffFrame::default();
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
