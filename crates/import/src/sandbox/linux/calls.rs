//! seccomp: list of the system calls that a worker may make. It contains the calls that reading, recognition,
//! unpacking, panics and a lack of memory were seen to make (`strace` over every reader; docs/import.md), with glibc
//! and musl, and no others.
//!
//! - A call that is not on the list fails with EPERM. Rust's standard library and glibc take this for a filter and
//!   continue without the call.
//! - A call that no library makes by accident, and with which a process that was taken over looks for a way out, kills the
//!   process: the attempt ends there, and the document's row and the log say that its reader was killed by SIGSYS.
//! - Calls with the numbers of another architecture do not pass: i386 (`int 0x80`) is killed by the check of the
//!   architecture; x32 has numbers of its own, which are not on the list.
//!
//! Threads are started before the list takes effect, because it contains neither clone nor clone3.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, apply_filter_all_threads,
};

/// Calls by number, each with what its arguments must be: one of the rules, or anything if there is none.
type Calls = BTreeMap<i64, Vec<SeccompRule>>;

/// Applies both filters to all threads of the process. A call must pass both.
pub(super) fn forbid() -> Result<(), Error> {
    let arch = std::env::consts::ARCH.try_into()?;
    let denied = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let kill = SeccompFilter::new(
        deadly(),
        SeccompAction::Allow,
        SeccompAction::KillProcess,
        arch,
    )?;
    let list = SeccompFilter::new(allowed()?, denied, SeccompAction::Allow, arch)?;
    // Both are made before the first holds, which still allows to apply the second.
    let (kill, list): (BpfProgram, BpfProgram) = (kill.try_into()?, list.try_into()?);
    apply_filter_all_threads(&kill)?;
    apply_filter_all_threads(&list)
}

/// Returns the calls that a worker may make.
fn allowed() -> Result<Calls, Error> {
    let mut calls: Calls = [
        // Its input and output, and an archive or dump that was open before. No path is ever named.
        libc::SYS_read,
        libc::SYS_readv,
        libc::SYS_pread64,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_lseek,
        libc::SYS_close,
        // Memory.
        libc::SYS_brk,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_madvise,
        // Threads that run already.
        libc::SYS_futex,
        libc::SYS_sched_yield,
        libc::SYS_sched_getaffinity,
        libc::SYS_getpid,
        libc::SYS_gettid,
        libc::SYS_rseq,
        libc::SYS_set_robust_list,
        libc::SYS_restart_syscall,
        libc::SYS_exit,
        libc::SYS_exit_group,
        // Signals to itself: the overflow of a stack.
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sigaltstack,
        // Random numbers for hash tables; clocks, where the kernel does not answer without a call.
        libc::SYS_getrandom,
        libc::SYS_clock_gettime,
        libc::SYS_clock_getres,
        libc::SYS_clock_nanosleep,
        libc::SYS_nanosleep,
        libc::SYS_gettimeofday,
    ]
    .into_iter()
    .map(|call| (call, Vec::new()))
    .collect();
    #[cfg(target_arch = "x86_64")]
    calls.insert(libc::SYS_time, Vec::new());

    let exec = number(libc::PROT_EXEC);
    let not_executable = || is(2, SeccompCmpOp::MaskedEq(exec), 0);
    calls.insert(libc::SYS_mmap, vec![all([not_executable()?])?]);
    calls.insert(libc::SYS_mprotect, vec![all([not_executable()?])?]);
    // abort(): musl then ends by an instruction that no process may execute.
    let own = u64::from(std::process::id());
    calls.insert(
        libc::SYS_tgkill,
        vec![all([equals(0, own)?, equals(2, number(libc::SIGABRT))?])?],
    );
    calls.insert(
        libc::SYS_prctl,
        vec![all([equals(0, number(libc::PR_SET_NAME))?])?],
    );
    // Its own limits, to read.
    calls.insert(
        libc::SYS_prlimit64,
        vec![all([equals(0, 0)?, is(2, SeccompCmpOp::Eq, 0)?])?],
    );
    calls.insert(
        libc::SYS_fcntl,
        vec![all([equals(1, number(libc::F_GETFD))?])?],
    );
    Ok(calls)
}

/// Returns the calls that kill the process.
fn deadly() -> Calls {
    let calls = [
        // Other programs, other processes.
        libc::SYS_execve,
        libc::SYS_execveat,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_getfd,
        libc::SYS_pidfd_send_signal,
        libc::SYS_kcmp,
        // Files by number instead of by path; other views of the files.
        libc::SYS_open_by_handle_at,
        libc::SYS_chroot,
        libc::SYS_pivot_root,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_move_mount,
        libc::SYS_open_tree,
        libc::SYS_fsopen,
        libc::SYS_fsmount,
        libc::SYS_setns,
        libc::SYS_unshare,
        // More rights.
        libc::SYS_setuid,
        libc::SYS_setgid,
        libc::SYS_setreuid,
        libc::SYS_setregid,
        libc::SYS_setresuid,
        libc::SYS_setresgid,
        libc::SYS_setfsuid,
        libc::SYS_setfsgid,
        libc::SYS_setgroups,
        libc::SYS_capset,
        // Parts of the kernel that many attacks on it went through.
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_io_uring_setup,
        libc::SYS_io_uring_enter,
        libc::SYS_io_uring_register,
        libc::SYS_keyctl,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_kexec_load,
        // The machine.
        libc::SYS_reboot,
        libc::SYS_sethostname,
        libc::SYS_setdomainname,
        libc::SYS_swapon,
        libc::SYS_swapoff,
        libc::SYS_settimeofday,
        libc::SYS_clock_settime,
        libc::SYS_acct,
        libc::SYS_quotactl,
        libc::SYS_syslog,
    ];
    let mut calls: Calls = calls.into_iter().map(|call| (call, Vec::new())).collect();
    #[cfg(target_arch = "x86_64")]
    for call in [libc::SYS_iopl, libc::SYS_ioperm, libc::SYS_modify_ldt] {
        calls.insert(call, Vec::new());
    }
    calls
}

fn all<const N: usize>(conditions: [SeccompCondition; N]) -> Result<SeccompRule, Error> {
    Ok(SeccompRule::new(conditions.into())?)
}

fn is(argument: u8, how: SeccompCmpOp, value: u64) -> Result<SeccompCondition, Error> {
    Ok(SeccompCondition::new(
        argument,
        SeccompCmpArgLen::Qword,
        how,
        value,
    )?)
}

/// Condition of an argument that the kernel reads as an `int`: the upper half of its register may hold anything.
fn equals(argument: u8, value: u64) -> Result<SeccompCondition, Error> {
    Ok(SeccompCondition::new(
        argument,
        SeccompCmpArgLen::Dword,
        SeccompCmpOp::Eq,
        value,
    )?)
}

const fn number(constant: i32) -> u64 {
    constant.unsigned_abs() as u64
}
