//! Resource limits, which every Unix enforces. Even on systems without the other layers, they leave a hostile file
//! little room.

use std::io::Result;

use rlimit::{Resource, setrlimit};

use super::Budget;

/// Limits memory and time; forbids core dumps, which would leave the thesis on the disk, and writing to files.
pub(super) fn limit(budget: Budget) -> Result<()> {
    let limits = [
        (Resource::AS, budget.memory),
        (Resource::CPU, budget.processor_seconds),
        (Resource::CORE, 0),
        (Resource::FSIZE, 0),
    ];
    // Each for itself: macOS refuses the first.
    let set = limits.map(|(resource, most)| setrlimit(resource, most, most));
    #[cfg(target_os = "macos")]
    let set = &set[1..];
    set.iter()
        .all(std::result::Result::is_ok)
        .then_some(())
        .ok_or_else(refused)
}

/// Forbids new descriptors, and so files, sockets and pipes, and new processes. What is open stays open.
pub(super) fn limit_what_is_new() -> Result<()> {
    setrlimit(Resource::NOFILE, 0, 0)?;
    setrlimit(Resource::NPROC, 0, 0)
}

fn refused() -> std::io::Error {
    std::io::Error::other("the system refuses a limit")
}
