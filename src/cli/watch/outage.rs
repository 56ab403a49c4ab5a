//! Outage of a library or a folder: whether it was logged, and when it is tried again.

use std::time::Instant;

use super::queue::retry_delay;

/// Library or folder that may be away, with the time of the next try.
#[derive(Debug, Default)]
pub(super) struct Outage {
    /// Number of failed tries since it was last there.
    failed: u32,
    next: Option<Instant>,
}

impl Outage {
    /// Records a failed try. Returns whether it is the first since the library or folder was last there.
    pub(super) fn begin(&mut self, now: Instant) -> bool {
        self.failed = self.failed.saturating_add(1);
        self.next = Some(now + retry_delay(self.failed));
        self.failed == 1
    }

    /// Records a try that succeeded. Returns whether the library or folder was away before.
    pub(super) fn end(&mut self) -> bool {
        self.next = None;
        std::mem::take(&mut self.failed) > 0
    }

    pub(super) fn may_try(&self, now: Instant) -> bool {
        self.next.is_none_or(|next| now >= next)
    }

    /// Returns whether the library or folder is away.
    pub(super) const fn is_on(&self) -> bool {
        self.failed > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn an_outage_is_told_once_and_tried_again_later() {
        let (mut outage, now) = (Outage::default(), Instant::now());
        assert!(outage.may_try(now) && !outage.is_on());
        assert!(outage.begin(now) && !outage.may_try(now));
        let later = now + Duration::from_secs(1);
        assert!(outage.may_try(later) && !outage.begin(later));
        assert!(!outage.may_try(later + Duration::from_secs(1)));
        assert!(outage.end() && !outage.end() && outage.may_try(later));
    }
}
