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

impl<K: Clone + PartialEq, V: Clone + Send + 'static> OffFrame<K, V> {
    /// The value for what is wanted, as soon as it is there. `work` gives what a thread is to do for it.
    pub(super) fn poll<W: FnOnce() -> V + Send + 'static>(
        &mut self,
        wanted: Option<K>,
        context: &Context,
        work: impl FnOnce(&K) -> Option<W>,
    ) -> Option<V> {
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
        if let Some((key, value)) = &self.ready
            && *key == wanted
        {
            return Some(value.clone());
        }
        if self.running.is_none()
            && let Some(work) = work(&wanted)
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
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_value_comes_once_and_goes_with_what_is_wanted() {
        let (context, mut one) = (Context::default(), OffFrame::<u32, u32>::default());
        let mut poll = |wanted: Option<u32>| {
            for _ in 0..1_000 {
                let found = one.poll(wanted, &context, |&key| Some(move || key * 2));
                if found.is_some() || wanted.is_none() {
                    return found;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            panic!("nothing came");
        };
        assert_eq!(poll(Some(21)), Some(42));
        assert_eq!(poll(Some(4)), Some(8));
        assert_eq!(poll(None), None);
        assert_eq!(one.poll(Some(4), &context, |_| None::<fn() -> u32>), None);
    }
}
