//! Memory and processor time that a worker process may use, passed to it as a command-line argument.

use std::fmt::{Display, Formatter, Result};
use std::time::Duration;

/// Time to compute of a worker whose work has no known end, such as a dump of a whole encyclopaedia, in seconds. Its parent ends
/// one that gives no answer far earlier: this is for a worker that outlives its parent.
const LONG_WORK: u64 = 7 * 24 * 60 * 60;

/// Memory and processor time that a worker process may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Maximum address space in bytes.
    pub memory: u64,
    /// Maximum processor time of all threads together, in seconds.
    pub processor_seconds: u64,
}

impl Budget {
    /// Creates a budget of `memory` bytes and the whole seconds of `time` plus one, because a budget of 0 seconds would
    /// kill the worker at its start.
    #[must_use]
    pub const fn new(memory: u64, time: Duration) -> Self {
        Self {
            memory,
            processor_seconds: time.as_secs().saturating_add(1),
        }
    }

    /// Creates a budget of `memory` bytes and seven days of processor time, for a worker that answers many requests.
    #[must_use]
    pub const fn without_end(memory: u64) -> Self {
        Self {
            memory,
            processor_seconds: LONG_WORK,
        }
    }

    /// Parses a budget from the command-line argument that its `Display` form gives; `None` for any other text.
    #[must_use]
    pub fn parse(argument: &str) -> Option<Self> {
        let (memory, seconds) = argument.split_once(',')?;
        Some(Self {
            memory: memory.parse().ok()?,
            processor_seconds: seconds.parse().ok()?,
        })
    }
}

/// The argument: bytes and seconds with a comma between.
impl Display for Budget {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{},{}", self.memory, self.processor_seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_survives_the_arguments() {
        let budget = Budget::new(1 << 30, Duration::from_mins(3));
        assert_eq!(Budget::parse(&budget.to_string()), Some(budget));
        for wrong in ["", "1", "1,", ",1", "a,1", "1,1,1", "-1,1"] {
            assert_eq!(Budget::parse(wrong), None, "{wrong}");
        }
    }
}
