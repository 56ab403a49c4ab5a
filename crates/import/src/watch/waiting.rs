//! Changed files: which of them are still changing, which have stopped, and which were already reported. The caller
//! provides times and changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// Size and time of a file, by which a change is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) bytes: u64,
    pub(super) changed: Option<SystemTime>,
}

impl Stamp {
    /// Returns the stamp of an ordinary file; `None` if there is no such file.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(path)
            .ok()
            .filter(std::fs::Metadata::is_file)?;
        Some(Self {
            bytes: metadata.len(),
            changed: metadata.modified().ok(),
        })
    }
}

/// Maximum extra time that quiet files wait for others that still change, so that many files copied together are
/// reported together. A file that grows all day must not hold back the others.
const PATIENCE: Duration = Duration::from_secs(4);

/// Maximum time to wait for an empty file: it is most likely about to be written (browsers create one where a download
/// will be). Anything written into it later is a change.
const EMPTY: Duration = Duration::from_mins(1);

/// Known files, and changing ones with the time of their last change.
#[derive(Debug)]
pub(super) struct Waiting {
    quiet: Duration,
    /// Stamps of files when they were reported, or when the watch began. Ordered, so that the files of a folder are
    /// adjacent.
    known: BTreeMap<PathBuf, Stamp>,
    changing: BTreeMap<PathBuf, (Stamp, Instant)>,
}

impl Waiting {
    pub(super) const fn new(quiet: Duration) -> Self {
        Self {
            quiet,
            known: BTreeMap::new(),
            changing: BTreeMap::new(),
        }
    }

    /// Marks a file as known, so that it is not reported.
    pub(super) fn know(&mut self, path: PathBuf, stamp: Stamp) {
        self.known.insert(path, stamp);
    }

    /// Records the state of a file at `now`; it is to be reported if its stamp differs from the known one.
    pub(super) fn note(&mut self, path: PathBuf, stamp: Stamp, now: Instant) {
        if self.known.get(&path) == Some(&stamp) {
            return;
        }
        let seen = self.changing.entry(path).or_insert((stamp, now));
        if seen.0 != stamp {
            *seen = (stamp, now);
        }
    }

    /// Forgets a file or folder that is gone: whatever appears there later is to be reported.
    pub(super) fn forget(&mut self, path: &Path) {
        remove_below(&mut self.known, path);
        remove_below(&mut self.changing, path);
    }

    /// Whether no file is waiting.
    pub(super) fn is_idle(&self) -> bool {
        self.changing.is_empty()
    }

    /// Returns the files to report at `now`, sorted by path; they are known from then on. `look` gives the current
    /// stamp of a file.
    pub(super) fn due(
        &mut self,
        now: Instant,
        look: impl Fn(&Path) -> Option<Stamp>,
    ) -> Vec<PathBuf> {
        let mut longest = Duration::ZERO;
        let (mut ripe, mut unripe) = (Vec::new(), false);
        for (path, (stamp, since)) in &self.changing {
            let age = now.saturating_duration_since(*since);
            if age >= self.quiet {
                ripe.push(path.clone());
                longest = longest.max(age);
            } else {
                unripe |= stamp.bytes > 0;
            }
        }
        if unripe && longest < self.quiet + PATIENCE {
            return Vec::new();
        }
        ripe.retain(|path| self.is_due(path, now, look(path)));
        ripe
    }

    fn is_due(&mut self, path: &Path, now: Instant, stamp: Option<Stamp>) -> bool {
        let Some(&(before, since)) = self.changing.get(path) else {
            return false;
        };
        match stamp {
            Some(stamp) if stamp != before => {
                // The file changed and nobody reported it, as on a network drive.
                self.changing.insert(path.to_owned(), (stamp, now));
                return false;
            }
            Some(stamp) if stamp.bytes == 0 && now.saturating_duration_since(since) < EMPTY => {
                return false;
            }
            _ => {}
        }
        self.changing.remove(path);
        let Some(stamp) = stamp else {
            return false;
        };
        self.known.insert(path.to_owned(), stamp);
        stamp.bytes > 0
    }
}

/// Removes `path` and all paths below it, which follow it directly: paths are ordered component by component.
fn remove_below<T>(files: &mut BTreeMap<PathBuf, T>, path: &Path) {
    let below: Vec<PathBuf> = files
        .range(path.to_owned()..)
        .map(|(file, _)| file)
        .take_while(|file| file.starts_with(path))
        .cloned()
        .collect();
    for file in below {
        files.remove(&file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUIET: Duration = Duration::from_secs(2);

    fn stamp(bytes: u64) -> Stamp {
        Stamp {
            bytes,
            changed: None,
        }
    }

    fn paths(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    fn at(start: Instant, seconds: u64) -> Instant {
        start + Duration::from_secs(seconds)
    }

    #[test]
    fn a_file_is_told_of_once_and_only_when_quiet() {
        let (mut waiting, start) = (Waiting::new(QUIET), Instant::now());
        waiting.note("a".into(), stamp(1), start);
        waiting.note("a".into(), stamp(2), at(start, 1));
        waiting.note("a".into(), stamp(2), at(start, 2));
        assert!(waiting.due(at(start, 2), |_| Some(stamp(2))).is_empty());
        // The file grew and nobody reported it.
        assert!(waiting.due(at(start, 3), |_| Some(stamp(3))).is_empty());
        assert!(waiting.due(at(start, 4), |_| Some(stamp(3))).is_empty());
        assert_eq!(waiting.due(at(start, 5), |_| Some(stamp(3))), paths(&["a"]));
        assert!(waiting.is_idle());
        waiting.note("a".into(), stamp(3), at(start, 9));
        assert!(waiting.is_idle());
        waiting.note("a".into(), stamp(4), at(start, 9));
        assert_eq!(
            waiting.due(at(start, 11), |_| Some(stamp(4))),
            paths(&["a"])
        );
    }

    #[test]
    fn files_that_come_together_are_one_batch_but_none_waits_for_ever() {
        let (mut waiting, start) = (Waiting::new(QUIET), Instant::now());
        let sizes = |_: &Path| Some(stamp(1));
        waiting.note("b".into(), stamp(1), start);
        waiting.note("a".into(), stamp(1), at(start, 1));
        assert!(waiting.due(at(start, 2), sizes).is_empty());
        assert_eq!(waiting.due(at(start, 3), sizes), paths(&["a", "b"]));
        waiting.note("c".into(), stamp(1), at(start, 10));
        let mut told = Vec::new();
        for second in 11..20 {
            waiting.note("log".into(), stamp(second), at(start, second));
            told.extend(waiting.due(at(start, second), sizes));
        }
        assert_eq!(told, paths(&["c"]));
    }

    #[test]
    fn what_vanishes_or_stays_empty_is_not_told_of() {
        let (mut waiting, start) = (Waiting::new(QUIET), Instant::now());
        waiting.note("gone".into(), stamp(1), start);
        waiting.note("empty".into(), stamp(0), start);
        assert!(
            waiting
                .due(at(start, 3), |path| path
                    .ends_with("empty")
                    .then_some(stamp(0)))
                .is_empty()
        );
        assert!(!waiting.is_idle());
        assert!(waiting.due(at(start, 90), |_| Some(stamp(0))).is_empty());
        assert!(waiting.is_idle());
        waiting.note("empty".into(), stamp(5), at(start, 100));
        assert_eq!(
            waiting.due(at(start, 103), |_| Some(stamp(5))),
            paths(&["empty"])
        );
    }

    #[test]
    fn a_folder_is_forgotten_with_what_is_below_it_only() {
        let mut waiting = Waiting::new(QUIET);
        for path in ["a/b/c", "a/b", "a/b c", "a/bc"] {
            waiting.know(path.into(), stamp(1));
        }
        waiting.forget(Path::new("a/b"));
        assert_eq!(
            waiting.known.into_keys().collect::<Vec<_>>(),
            paths(&["a/b c", "a/bc"])
        );
    }
}
