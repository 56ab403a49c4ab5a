//! Files that wait for their check: still changing, settled, or put off after an outage. Times and changes are given by the
//! caller.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use chachong_library::FileStamp;

/// Longest pause before something that failed is tried again.
const LONGEST_DELAY: Duration = Duration::from_mins(1);
/// Time for which a file that is empty is waited for: it is most likely about to be written.
const EMPTY: Duration = Duration::from_mins(1);

/// Returns the pause before the next try after `failed` failed ones: one second, doubled each time, at most a minute.
pub(super) fn retry_delay(failed: u32) -> Duration {
    let doubled = 1_u64.checked_shl(failed.saturating_sub(1)).unwrap_or(0);
    let seconds = Duration::from_secs(doubled.max(1));
    if failed > 6 || seconds > LONGEST_DELAY {
        LONGEST_DELAY
    } else {
        seconds
    }
}

/// Files on their way to a check, each in one place.
#[derive(Debug)]
pub(super) struct Queue {
    settle: Duration,
    /// Files with their stamp, and since when they have it.
    settling: BTreeMap<PathBuf, (FileStamp, Instant)>,
    /// Settled files with their numbers of failed tries, in the order in which they came.
    ready: VecDeque<(PathBuf, u32)>,
    in_ready: BTreeSet<PathBuf>,
    /// Files to try again, with the time of the next try and the number of failed tries.
    later: BTreeMap<PathBuf, (Instant, u32)>,
}

impl Queue {
    /// Makes an empty queue; a file is settled when it has not changed for `settle`.
    pub(super) const fn new(settle: Duration) -> Self {
        Self {
            settle,
            settling: BTreeMap::new(),
            ready: VecDeque::new(),
            in_ready: BTreeSet::new(),
            later: BTreeMap::new(),
        }
    }

    /// Adds a file that may still change.
    pub(super) fn settle(&mut self, path: PathBuf, stamp: FileStamp, now: Instant) {
        if !self.in_ready.contains(&path) && !self.later.contains_key(&path) {
            self.settling.entry(path).or_insert((stamp, now));
        }
    }

    /// Adds a settled file. Returns whether it is new among the settled files.
    pub(super) fn add(&mut self, path: PathBuf) -> bool {
        self.settling.remove(&path);
        self.later.remove(&path);
        let is_new = self.in_ready.insert(path.clone());
        if is_new {
            self.ready.push_back((path, 0));
        }
        is_new
    }

    /// Puts a file back as the next one to take. `failed` is the number of its failed tries so far.
    pub(super) fn put_back(&mut self, path: PathBuf, failed: u32) {
        if self.in_ready.insert(path.clone()) {
            self.ready.push_front((path, failed));
        }
    }

    /// Puts a file off until its next try is due. `failed` is the number of tries that failed before the present one.
    pub(super) fn postpone(&mut self, path: PathBuf, failed: u32, now: Instant) {
        self.later
            .insert(path, (now + retry_delay(failed + 1), failed + 1));
    }

    /// Moves the files that have not changed for the settling time to the settled files, and returns them. Drops files that no longer
    /// exist. `current_stamp` returns the current stamp of a file.
    pub(super) fn take_settled(
        &mut self,
        now: Instant,
        current_stamp: impl Fn(&Path) -> Option<FileStamp>,
    ) -> Vec<PathBuf> {
        let mut quiet = Vec::new();
        let settle = self.settle;
        self.settling.retain(|path, (stamp, since)| {
            let age = now.saturating_duration_since(*since);
            if age < settle {
                return true;
            }
            match current_stamp(path) {
                None => false,
                Some(found) if found != *stamp => {
                    (*stamp, *since) = (found, now);
                    true
                }
                Some(found) if found.bytes == 0 && age < EMPTY && !is_old(found) => true,
                Some(_) => {
                    quiet.push(path.clone());
                    false
                }
            }
        });
        quiet.retain(|path| self.add(path.clone()));
        quiet
    }

    /// Takes the next file, a settled one or else one that is due again, with the number of its failed tries; `None` if there is no such
    /// file.
    pub(super) fn next(&mut self, now: Instant) -> Option<(PathBuf, u32)> {
        if let Some((path, failed)) = self.ready.pop_front() {
            self.in_ready.remove(&path);
            return Some((path, failed));
        }
        let due = self.later.iter().find(|(_, (when, _))| *when <= now);
        let path = due.map(|(path, _)| path.clone())?;
        let (_, failed) = self.later.remove(&path)?;
        Some((path, failed))
    }

    /// Returns whether a file can be taken now with [`Self::next`].
    pub(super) fn has_next(&self, now: Instant) -> bool {
        !self.ready.is_empty() || self.later.values().any(|(when, _)| *when <= now)
    }

    /// Returns the number of files that wait, including those that may still change.
    pub(super) fn len(&self) -> usize {
        self.settling.len() + self.ready.len() + self.later.len()
    }

    /// Returns whether any file is left to check. Empty files that may still be written do not count.
    pub(super) fn has_left(&self) -> bool {
        !self.ready.is_empty() || !self.later.is_empty() || self.is_settling()
    }

    /// Returns whether some files may still change. Empty files do not count.
    pub(super) fn is_settling(&self) -> bool {
        self.settling.values().any(|(stamp, _)| stamp.bytes > 0)
    }
}

/// Whether a file has had its stamp for longer than an empty one is waited for.
fn is_old(stamp: FileStamp) -> bool {
    let since = u64::try_from(stamp.modified).map(Duration::from_nanos);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    matches!((since, now), (Ok(since), Ok(now)) if since + EMPTY < now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stamp(bytes: u64) -> FileStamp {
        let modified = i64::MAX;
        FileStamp { bytes, modified }
    }

    #[test]
    fn pauses_grow_to_a_minute() {
        let seconds: Vec<u64> = (1..9).map(|failed| retry_delay(failed).as_secs()).collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(retry_delay(u32::MAX), LONGEST_DELAY);
    }

    #[test]
    fn a_file_is_settled_only_when_it_is_quiet() {
        let (mut queue, start) = (Queue::new(Duration::from_secs(2)), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        queue.settle("a".into(), stamp(1), start);
        assert!(queue.take_settled(at(1), |_| Some(stamp(1))).is_empty());
        // It grew: two more seconds.
        assert!(queue.take_settled(at(2), |_| Some(stamp(5))).is_empty());
        assert!(queue.take_settled(at(3), |_| Some(stamp(5))).is_empty());
        assert!(queue.is_settling() && !queue.has_next(at(3)));
        assert_eq!(
            queue.take_settled(at(4), |_| Some(stamp(5))),
            [PathBuf::from("a")]
        );
        assert!(!queue.add("a".into()));
        assert_eq!(queue.next(at(4)), Some(("a".into(), 0)));
        assert_eq!((queue.next(at(4)), queue.len()), (None, 0));
    }

    #[test]
    fn an_empty_file_is_waited_for_and_a_vanished_one_is_not() {
        let (mut queue, start) = (Queue::new(Duration::from_secs(1)), Instant::now());
        queue.settle("empty".into(), stamp(0), start);
        queue.settle("gone".into(), stamp(3), start);
        let current_stamp = |path: &Path| path.ends_with("empty").then_some(stamp(0));
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!(queue.take_settled(at(2), current_stamp).is_empty());
        assert!(!queue.is_settling() && queue.len() == 1);
        assert!(!queue.has_left());
        assert_eq!(queue.take_settled(at(70), current_stamp).len(), 1);
        // One that was empty long before is not waited for.
        let old = FileStamp {
            bytes: 0,
            modified: 0,
        };
        queue.settle("old".into(), old, start);
        assert_eq!(queue.take_settled(at(2), |_| Some(old)).len(), 1);
    }

    #[test]
    fn what_is_put_off_comes_again_and_news_overtake_it() {
        let (mut queue, now) = (Queue::new(Duration::ZERO), Instant::now());
        queue.postpone("a".into(), 0, now);
        assert!(queue.next(now).is_none());
        let later = now + Duration::from_secs(1);
        assert_eq!(queue.next(later), Some(("a".into(), 1)));
        queue.postpone("a".into(), 1, later);
        // The file changed meanwhile.
        assert!(queue.add("a".into()));
        assert_eq!(queue.next(later), Some(("a".into(), 0)));
        queue.add("b".into());
        queue.put_back("a".into(), 2);
        assert_eq!(queue.next(later), Some(("a".into(), 2)));
    }
}
