//! Progress and cancellation of long operations.

/// Callbacks that report the progress of a long operation and can cancel it. Several threads may call them.
pub struct Watch<'a> {
    /// Receives the number of finished units and the total number of units.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
    /// Returns whether to stop; called between units.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl Watch<'static> {
    /// Callbacks that ignore progress and never cancel.
    pub const NOBODY: Self = Self {
        progress: &|_, _| (),
        cancelled: &|| false,
    };
}

/// Callbacks of an operation in steps, each of which counts units of its own. Several threads may call them.
pub struct StepWatch<'a, S> {
    /// Receives the current step, the number of its finished units and its total number of units. `S` says what the units are.
    pub progress: &'a (dyn Fn(S, usize, usize) + Sync),
    /// Returns whether to stop; called between units.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl<S> StepWatch<'static, S> {
    /// Callbacks that ignore progress and never cancel.
    pub const NOBODY: Self = Self {
        progress: &|_, _, _| (),
        cancelled: &|| false,
    };
}
