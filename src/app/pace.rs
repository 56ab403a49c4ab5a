//! How long the rest of some work takes, if it goes on as until now. Knows nothing of what the work is.

use std::time::{Duration, Instant};

/// Before so many steps and so long a time there is too little to tell by.
const LEAST_STEPS: usize = 5;
const LEAST_TIME: Duration = Duration::from_secs(3);

/// The time that the rest takes; `None` while there is too little to tell by.
pub(super) fn time_left(since: Instant, done: usize, total: usize) -> Option<Duration> {
    rest(since.elapsed(), done, total)
}

fn rest(elapsed: Duration, done: usize, total: usize) -> Option<Duration> {
    if done < LEAST_STEPS || elapsed < LEAST_TIME {
        return None;
    }
    let left = u32::try_from(total.saturating_sub(done)).ok()?;
    (elapsed / u32::try_from(done).ok()?).checked_mul(left)
}

/// `1:05`
pub(super) fn minutes(time: Duration) -> String {
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
