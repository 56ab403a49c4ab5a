//! Event of a job that works in steps.

/// Event of a job that works in steps: any number of `Progress`, then one `Done`.
#[derive(Debug)]
pub enum StepEvent<S, T, E> {
    /// The job goes on.
    Progress {
        /// Current step.
        step: S,
        /// Number of units of this step that are done; `S` says what the units are.
        done: usize,
        /// Total number of units of this step; 0 until it is known.
        total: usize,
    },
    /// The job ended, with its result or an error.
    Done(Result<Box<T>, E>),
}
