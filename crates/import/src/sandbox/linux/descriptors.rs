//! Closes descriptors that a worker inherited from its parent's parent, or because a C library did not close them.

/// Closes all descriptors but the three standard streams.
#[allow(unsafe_code)]
pub(in crate::sandbox) fn close_inherited() {
    let first: libc::c_uint = 3;
    // SAFETY: this is the first thing that a worker does; no value of this process owns a descriptor above the third.
    let closed = unsafe { libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, 0) };
    if closed == 0 {
        return;
    }
    // Kernels before 5.9, and containers whose filter is older than the call.
    for descriptor in open_descriptors() {
        // SAFETY: as above; the folder that listed them is closed again.
        unsafe { libc::close(descriptor) };
    }
}

/// Returns the open descriptors above the third; all that there may be if the system does not list them.
fn open_descriptors() -> Vec<i32> {
    let Ok(listed) = std::fs::read_dir("/proc/self/fd") else {
        let most = rlimit::Resource::NOFILE.get_soft().unwrap_or(1024);
        return (3..i32::try_from(most).unwrap_or(i32::MAX).min(1 << 16)).collect();
    };
    let names = listed.flatten().map(|entry| entry.file_name());
    let numbers = names.filter_map(|name| name.to_str()?.parse().ok());
    numbers.filter(|&descriptor| descriptor > 2).collect()
}
