//! Whether work is under way.

use super::State;

impl State {
    /// Returns whether any work is running that the status bar shows, such as reading, searching or exporting.
    pub fn is_busy(&self) -> bool {
        self.check.progress.is_some()
            || self.library.joining.is_some()
            || self.check.leads.searching.is_some()
            || self.check.recheck.running.is_some()
            || !self.shell.tasks.is_empty()
            || self.library.opening_takes_long()
    }
}
