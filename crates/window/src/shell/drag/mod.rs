//! Drags of files over the window: decides which of them end as a drop, also where winit loses the drop.
//!
//! winit 0.30 on X11 sends no `DroppedFile` when a busy frame makes `XdndPosition` and `XdndDrop` wait together: the drop
//! is handled before the paths have arrived. The paths arrive afterwards as hovered files that nothing ever cancels.
//! Hovered paths that stay while the pointer is free again are therefore a drop, taken once.

#[cfg(target_os = "linux")]
mod x11;

use std::path::PathBuf;
use std::time::Duration;

#[cfg(target_os = "linux")]
pub(crate) use self::x11::Connection as Display;

/// Seconds for which hovered paths stay although no button is held, before the drop counts as lost.
const PATIENCE: f64 = 1.0;
/// Seconds after a drop within which the same paths, hovered again, are its echo: winit asks for the paths at each position
/// that it handles before the first answer, and the later answers come after the drop.
const ECHO: f64 = 5.0;
/// Time between two queries of the pointer while files are held over the window.
pub(crate) const POLL: Duration = Duration::from_millis(100);

/// Display of a system that tells nothing about the pointer during a drag.
#[cfg(not(target_os = "linux"))]
#[derive(Default)]
pub(crate) struct Display;

#[cfg(not(target_os = "linux"))]
#[expect(clippy::unused_self, reason = "on Linux, the X server is asked")]
impl Display {
    /// Returns `None`: the state of the pointer is not available.
    pub(crate) fn pointer(&mut self, _frame: &eframe::Frame) -> Option<Pointer> {
        None
    }

    /// Does nothing: the system itself tells when a drag has ended.
    pub(crate) fn cancel_drag(&mut self, _frame: &eframe::Frame) {}
}

/// State of the pointer while files are held over the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, reason = "only an X server tells whether a button is held")
)]
pub(crate) enum Pointer {
    /// A button is held: the drag goes on.
    Held {
        /// Whether the pointer is in the window.
        inside: bool,
    },
    /// No button is held: the drag has ended.
    Released {
        /// Whether the pointer is in the window.
        inside: bool,
    },
    /// The state of the buttons is not available (`XWayland`, Windows, macOS).
    Unknown {
        /// Whether the window got a pointer event; none comes while a drag goes on.
        returned: bool,
    },
}

/// Dropped and hovered files, as one frame sees them.
pub(crate) struct Seen {
    /// Paths of the files dropped in this frame.
    pub(crate) dropped: Vec<PathBuf>,
    /// Paths of the files held over the window.
    pub(crate) hovered: Vec<PathBuf>,
    /// Seconds since the start of the program.
    pub(crate) now: f64,
}

/// Result of one frame of a drag.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Paths to add to the check.
    pub(crate) added: Vec<PathBuf>,
    /// Whether files are still held over the window, which then shows "release to add".
    pub(crate) hint: bool,
    /// Whether winit must be told to forget the drag, as otherwise the next drop would contain its paths again.
    pub(crate) cancel: bool,
}

/// Drag of files over the window, followed from frame to frame.
#[derive(Default)]
pub(crate) struct Drag {
    /// First of the hovered paths: those whose drag has ended.
    settled: Vec<PathBuf>,
    /// Hovered paths after `settled` in the frame before.
    pending: Vec<PathBuf>,
    /// Paths taken as a lost drop; a late `DroppedFile` event with the same paths is not a second drop.
    recovered: Vec<PathBuf>,
    /// Paths of the last drop, recovered or not, and the time at which the drop was taken, in seconds since the start of the
    /// program.
    last: (Vec<PathBuf>, f64),
    /// Time, in seconds since the start of the program, from which on the pointer contradicts a drag over the window, and
    /// whether the pointer was then in the window; `None` while a drag goes on.
    doubt: Option<(f64, bool)>,
}

impl Drag {
    /// Returns the files dropped in this frame, and those of a drop that winit lost. Calls `pointer` only while files are held over the
    /// window.
    pub(crate) fn frame(&mut self, seen: Seen, pointer: impl FnOnce() -> Pointer) -> Outcome {
        let mut outcome = Outcome::default();
        if !seen.dropped.is_empty() {
            // An echo may come in the frame of its drop; other hovered paths are of another drag.
            let is_echo = |path: &PathBuf| seen.dropped.contains(path);
            outcome.cancel = !seen.hovered.is_empty() && seen.hovered.iter().all(is_echo);
            outcome.hint = !seen.hovered.is_empty() && !outcome.cancel;
            self.settled = if outcome.cancel {
                seen.hovered
            } else {
                Vec::new()
            };
            if seen.dropped != self.recovered {
                self.last = (seen.dropped.clone(), seen.now);
                outcome.added = seen.dropped;
            }
            self.recovered.clear();
            self.pending.clear();
            self.doubt = None;
            return outcome;
        }
        if seen.hovered.is_empty() {
            self.settled.clear();
            self.pending.clear();
            self.recovered.clear();
            self.doubt = None;
            return outcome;
        }
        if !seen.hovered.starts_with(&self.settled) {
            self.settled.clear();
        }
        let over = &seen.hovered[self.settled.len()..];
        if over.is_empty() {
            return outcome;
        }
        let is_known = self.pending == over;
        self.pending = over.to_vec();
        let pointer = pointer();
        let (doubtful, inside) = match pointer {
            Pointer::Held { inside } => (!inside, false),
            Pointer::Released { inside } => (true, inside),
            // A pointer event of the first frame may be older than the drag.
            Pointer::Unknown { returned } => (returned && is_known, cfg!(target_os = "linux")),
        };
        if !doubtful {
            self.doubt = None;
            outcome.hint = true;
            return outcome;
        }
        let (dropped, at) = &self.last;
        let is_echo = seen.now - at < ECHO && over.iter().all(|path| dropped.contains(path));
        let (since, inside) = *self.doubt.get_or_insert((seen.now, inside));
        let is_told = !matches!(pointer, Pointer::Unknown { .. });
        if !is_echo && is_told && seen.now - since < PATIENCE {
            outcome.hint = true;
            return outcome;
        }
        // On other systems, hovered files that outlive a drag were dropped or carried away, and the system reported it.
        if !is_echo && inside {
            let mut paths: Vec<PathBuf> = Vec::new();
            for path in over {
                if !paths.contains(path) {
                    paths.push(path.clone());
                }
            }
            self.recovered.clone_from(&paths);
            self.last = (paths.clone(), seen.now);
            outcome.added = paths;
        }
        outcome.cancel = true;
        self.settled = seen.hovered;
        self.pending.clear();
        self.doubt = None;
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELD: Pointer = Pointer::Held { inside: true };
    const RELEASED: Pointer = Pointer::Released { inside: true };
    const AWAY: Pointer = Pointer::Released { inside: false };
    #[cfg(target_os = "linux")]
    const STILL: Pointer = Pointer::Unknown { returned: false };

    fn paths(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    /// Drives a drag through frames of `(dropped, hovered, pointer, second)`; returns all added paths and the last
    /// outcome.
    fn run(frames: &[(&[&str], &[&str], Pointer, f64)]) -> (Vec<Vec<PathBuf>>, Outcome) {
        let mut drag = Drag::default();
        let mut added = Vec::new();
        let mut last = Outcome::default();
        for &(dropped, hovered, pointer, now) in frames {
            let seen = Seen {
                dropped: paths(dropped),
                hovered: paths(hovered),
                now,
            };
            last = drag.frame(seen, || pointer);
            if !last.added.is_empty() {
                added.push(std::mem::take(&mut last.added));
            }
        }
        (added, last)
    }

    #[test]
    fn an_ordinary_drop_is_added_once_and_hinted_before() {
        let (added, last) = run(&[(&[], &["a"], HELD, 0.0), (&[], &["a"], HELD, 9.0)]);
        assert!(added.is_empty() && last.hint);
        let (added, last) = run(&[
            (&[], &["a"], HELD, 0.0),
            (&["a"], &[], HELD, 0.1),
            (&[], &[], HELD, 0.2),
        ]);
        assert_eq!(added, [paths(&["a"])]);
        assert!(!last.hint);
    }

    #[test]
    fn a_lost_drop_is_taken_once_when_no_button_is_held_any_more() {
        let (added, last) = run(&[
            (&[], &["a", "b"], RELEASED, 5.0),
            (&[], &["a", "b"], RELEASED, 5.5),
            (&[], &["a", "b"], RELEASED, 6.1),
            (&[], &["a", "b"], RELEASED, 9.0),
        ]);
        assert_eq!(added, [paths(&["a", "b"])]);
        assert!(!last.hint && !last.cancel);
    }

    #[test]
    fn a_late_event_of_a_recovered_drop_is_not_a_second_drop() {
        let (added, _) = run(&[
            (&[], &["a"], RELEASED, 0.0),
            (&[], &["a"], RELEASED, 1.5),
            (&["a"], &[], RELEASED, 1.6),
            (&["a"], &[], RELEASED, 8.0),
        ]);
        assert_eq!(added.len(), 2, "the second drop of one folder counts again");
    }

    #[test]
    fn a_drop_that_comes_within_patience_is_no_lost_one() {
        let (added, _) = run(&[
            (&[], &["a"], HELD, 0.0),
            (&[], &["a"], RELEASED, 0.5),
            (&["a"], &[], RELEASED, 0.9),
        ]);
        assert_eq!(added, [paths(&["a"])]);
    }

    #[test]
    fn paths_that_come_again_after_their_drop_are_its_echo() {
        let (added, last) = run(&[
            (&[], &["a"], HELD, 0.0),
            (&["a"], &[], RELEASED, 0.1),
            (&[], &["a", "a"], RELEASED, 0.2),
            (&[], &["a", "a"], RELEASED, 3.0),
        ]);
        assert_eq!(added, [paths(&["a"])]);
        assert!(!last.hint);
        // Asked for several times, lost once.
        let (added, _) = run(&[
            (&[], &["a", "a", "a"], RELEASED, 10.0),
            (&[], &["a", "a", "a"], RELEASED, 11.5),
            (&[], &["a", "a", "a", "a"], RELEASED, 12.0),
            (&[], &["a", "a", "a", "a"], RELEASED, 14.0),
        ]);
        assert_eq!(added, [paths(&["a"])]);
        // A new drag of the same folder is no echo while the button is held.
        let (added, last) = run(&[(&["a"], &[], RELEASED, 0.0), (&[], &["a"], HELD, 1.0)]);
        assert!(added.len() == 1 && last.hint && !last.cancel);
    }

    #[test]
    fn a_drag_that_ended_elsewhere_adds_nothing() {
        for pointer in [AWAY, Pointer::Held { inside: false }] {
            let (added, last) = run(&[(&[], &["a"], pointer, 0.0), (&[], &["a"], pointer, 1.1)]);
            assert!(added.is_empty() && last.cancel, "{pointer:?}");
        }
    }

    #[test]
    fn a_second_lost_drop_before_winit_forgot_the_first_is_taken_too() {
        let (added, _) = run(&[
            (&[], &["a"], RELEASED, 0.0),
            (&[], &["a"], RELEASED, 1.5),
            (&[], &["a", "b"], RELEASED, 2.0),
            (&[], &["a", "b"], RELEASED, 3.5),
        ]);
        assert_eq!(added, [paths(&["a"]), paths(&["b"])]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn where_no_button_is_told_the_returning_pointer_ends_the_drag() {
        let (added, _) = run(&[
            (&[], &["a"], STILL, 0.0),
            (&[], &["a"], STILL, 60.0),
            (&[], &["a"], Pointer::Unknown { returned: true }, 61.0),
        ]);
        assert_eq!(added, [paths(&["a"])]);
        // An event that waited in the first frame is older than the drag.
        let (added, last) = run(&[(&[], &["a"], Pointer::Unknown { returned: true }, 0.0)]);
        assert!(added.is_empty() && last.hint);
    }

    #[test]
    fn an_echo_in_the_frame_of_its_drop_is_forgotten_too() {
        let (added, last) = run(&[(&["a"], &["a"], RELEASED, 0.1)]);
        assert!(added == [paths(&["a"])] && last.cancel);
        let (_, last) = run(&[(&["a"], &["b"], RELEASED, 0.1)]);
        assert!(last.hint && !last.cancel, "another drag goes on");
        let (added, _) = run(&[
            (&["a"], &["b"], RELEASED, 0.1),
            (&[], &["b"], RELEASED, 0.2),
            (&[], &["b"], RELEASED, 1.3),
        ]);
        assert_eq!(added, [paths(&["a"]), paths(&["b"])], "another lost drop");
    }

    #[test]
    fn a_pointer_that_goes_on_after_a_lost_drop_takes_nothing_away() {
        let (added, _) = run(&[
            (&[], &["a"], RELEASED, 0.0),
            (&[], &["a"], AWAY, 0.5),
            (&[], &["a"], Pointer::Held { inside: false }, 1.1),
        ]);
        assert_eq!(added, [paths(&["a"])]);
    }
}
