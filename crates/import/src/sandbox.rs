//! Sandbox of a worker process: before it reads a stranger's file it gives up memory beyond a limit, files, the
//! network and other programs.
//!
//! A worker gets its file through a pipe and needs nothing else, so that a parser taken over by a hostile file can
//! neither read nor send anything. Where the system refuses one of these restrictions the others hold; the process
//! boundary is the last one.

/// Restricts the calling thread, and all threads it starts later, to what a worker needs. `memory` is the limit of the
/// address space in bytes.
pub fn enter(memory: u64) {
    limit_memory(memory);
    #[cfg(target_os = "linux")]
    linux::enter();
}

#[cfg(unix)]
fn limit_memory(bytes: u64) {
    let _ = rlimit::setrlimit(rlimit::Resource::AS, bytes, bytes);
    // A crash must not leave a core dump of the thesis on the disk.
    let _ = rlimit::setrlimit(rlimit::Resource::CORE, 0, 0);
}

#[cfg(not(unix))]
fn limit_memory(_: u64) {}

/// Has the system end this process after `seconds` of computing; on Windows it ends by itself after `seconds` of the
/// clock. Where the parent was killed nobody else does.
pub(super) fn limit_processor_time(seconds: u64) {
    #[cfg(unix)]
    let _ = rlimit::setrlimit(rlimit::Resource::CPU, seconds, seconds);
    #[cfg(not(unix))]
    std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_secs(seconds));
        std::process::exit(1);
    });
}

/// Limits the memory that a worker just started may commit to `bytes`, by a job object that lasts as long as the worker.
/// Unix and its workers need no help of the parent: [`enter`] limits them from inside.
#[cfg(windows)]
pub(super) fn confine(worker: &mut std::process::Child, bytes: u64) {
    use process_control::{ChildExt, Control};
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    let limited = worker.controlled().memory_limit(bytes);
    // The wait, of no time, is what sets the limit.
    if let Err(error) = limited.time_limit(std::time::Duration::ZERO).wait() {
        tracing::warn!(kind = ?error.kind(), "the memory of a worker is not limited");
    }
}

#[cfg(not(windows))]
pub(super) const fn confine(_: &mut std::process::Child, _: u64) {}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;

    use landlock::{
        ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, Scope,
    };
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};

    pub(super) fn enter() {
        // A kernel that lacks one of the two still has the other; both set no_new_privs.
        let _ = forbid_files();
        let _ = forbid_calls();
    }

    /// Applies Landlock with no exceptions: no path can be opened, no TCP port reached, no other process signalled.
    fn forbid_files() -> Result<(), landlock::RulesetError> {
        Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(ABI::V6))?
            .handle_access(AccessNet::from_all(ABI::V6))?
            .scope(Scope::from_all(ABI::V6))?
            .create()?
            .restrict_self()?;
        Ok(())
    }

    /// Makes the system calls fail with "permission denied" that open files, reach the network or start and inspect
    /// processes. Unlike Landlock this also covers UDP, and kernels before 5.13.
    fn forbid_calls() -> Result<(), seccompiler::Error> {
        let mut calls = vec![
            libc::SYS_openat,
            libc::SYS_openat2,
            libc::SYS_socket,
            libc::SYS_socketpair,
            libc::SYS_connect,
            libc::SYS_bind,
            libc::SYS_listen,
            libc::SYS_execve,
            libc::SYS_execveat,
            libc::SYS_ptrace,
            libc::SYS_process_vm_readv,
            libc::SYS_process_vm_writev,
            libc::SYS_io_uring_setup,
            libc::SYS_unlinkat,
            libc::SYS_mkdirat,
            libc::SYS_kill,
        ];
        #[cfg(target_arch = "x86_64")]
        calls.extend([
            libc::SYS_open,
            libc::SYS_creat,
            libc::SYS_unlink,
            libc::SYS_rename,
            libc::SYS_mkdir,
        ]);
        let denied = u32::try_from(libc::EACCES).unwrap_or(13);
        let rules: BTreeMap<i64, Vec<seccompiler::SeccompRule>> =
            calls.into_iter().map(|call| (call, Vec::new())).collect();
        let arch = std::env::consts::ARCH.try_into()?;
        let filter = SeccompFilter::new(
            rules,
            SeccompAction::Allow,
            SeccompAction::Errno(denied),
            arch,
        )?;
        let program: BpfProgram = filter.try_into()?;
        seccompiler::apply_filter(&program)
    }

    #[cfg(test)]
    mod tests {
        use std::io::ErrorKind;
        use std::net::{TcpStream, UdpSocket};

        #[test]
        fn a_worker_reaches_neither_files_nor_network_nor_programs() {
            let own = std::env::current_exe().unwrap();
            // Both restrictions apply only to the thread that requests them, so the other tests are not affected.
            std::thread::spawn(move || {
                super::enter();
                let denied = |kind: ErrorKind| assert_eq!(kind, ErrorKind::PermissionDenied);
                denied(std::fs::File::open(&own).unwrap_err().kind());
                denied(
                    std::fs::write("/tmp/chachong-sandbox", "x")
                        .unwrap_err()
                        .kind(),
                );
                denied(UdpSocket::bind("127.0.0.1:0").unwrap_err().kind());
                denied(TcpStream::connect("127.0.0.1:9").unwrap_err().kind());
                denied(std::process::Command::new(&own).spawn().unwrap_err().kind());
            })
            .join()
            .unwrap();
        }
    }
}
