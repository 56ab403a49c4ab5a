//! Thread pool of a job that asks for a number of threads.

/// Runs work in a pool of `threads` threads; `None` means one per processor core.
pub fn in_pool<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .build()
    {
        Ok(pool) => pool.install(work),
        // No threads could be started: the global pool, or at worst this thread, does the work.
        Err(_) => work(),
    }
}
