//! Estimate of the remaining time of some work from its pace so far.

use std::time::{Duration, Instant};

/// Minimum number of finished steps for an estimate.
const LEAST_STEPS: usize = 5;
/// Minimum time since the start for an estimate.
const LEAST_TIME: Duration = Duration::from_secs(3);

/// Estimates the remaining time of work that began at `since` and has finished `done` of `total` steps, from the average time of a step.
/// `None` in the first 3 seconds, before 5 steps are done, and for a time too long to state.
pub fn time_left(since: Instant, done: usize, total: usize) -> Option<Duration> {
    rest(since.elapsed(), done, total)
}

fn rest(elapsed: Duration, done: usize, total: usize) -> Option<Duration> {
    if done < LEAST_STEPS || elapsed < LEAST_TIME {
        return None;
    }
    let left = u32::try_from(total.saturating_sub(done)).ok()?;
    (elapsed / u32::try_from(done).ok()?).checked_mul(left)
}

/// Formats a time as minutes and seconds: `1:05`.
pub fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_a_step_as_what_is_done() {
        let seconds = Duration::from_secs;
        assert_eq!(rest(seconds(10), 5, 15), Some(seconds(20)));
        assert_eq!(rest(seconds(10), 4, 15), None);
        assert_eq!(rest(seconds(2), 5, 15), None);
        assert_eq!(rest(seconds(10), 20, 15), Some(seconds(0)));
        assert_eq!(minutes(seconds(65)), "1:05");
    }
}
