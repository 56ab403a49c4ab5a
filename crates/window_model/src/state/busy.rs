//! Work under way, by the state.

use std::time::Duration;

use super::State;

/// How long opening a library takes before it is mentioned; most open at once.
const WORTH_SAYING: Duration = Duration::from_millis(500);

impl State {
    /// Returns whether work is under way that the bar shows on every page.
    pub fn is_busy(&self) -> bool {
        self.check.progress.is_some()
            || self.library.joining.is_some()
            || self.check.leads.searching.is_some()
            || !self.shell.tasks.is_empty()
            || self.opening_takes_long()
    }

    /// Returns whether the library has been opening for so long that the window says so.
    pub fn opening_takes_long(&self) -> bool {
        let since = self.library.opening_since.filter(|_| self.library.opening);
        since.is_some_and(|since| since.elapsed() >= WORTH_SAYING)
    }
}
