//! Every system call of the kernel, by its number: exactly those on the list below are permitted. None is executed: a filter of
//! the test, which is there before the sandbox, ends every call that the sandbox lets pass with ENOSYS.

use std::collections::BTreeSet;

use seccompiler::{SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompRule};

use crate::shut_in::{Ended, Machine, attempt, called, filter, is_root};
use chachong_import::Layer;

/// Sixth argument of the calls that the test makes.
const MAGIC: i64 = 0x0C4A_C404;
/// Numbers beyond the last call of any kernel.
const LAST: i64 = 600;
/// Mark of the numbers of x32 programs.
const X32: i64 = 0x4000_0000;

/// Calls that a worker may make with any arguments, or at least with zeros.
const PERMITTED: &[i64] = &[
    libc::SYS_brk,
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_close,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_futex,
    libc::SYS_getpid,
    libc::SYS_getrandom,
    libc::SYS_gettid,
    libc::SYS_gettimeofday,
    libc::SYS_lseek,
    libc::SYS_madvise,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_pread64,
    libc::SYS_prlimit64,
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_sigaltstack,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_time,
    libc::SYS_write,
    libc::SYS_writev,
];

/// Calls of the kernel's own probes, which it passes by all filters; it kills with SIGILL who makes them otherwise.
#[cfg(target_arch = "x86_64")]
const UNFILTERED: [i64; 2] = [335, 336];
#[cfg(not(target_arch = "x86_64"))]
const UNFILTERED: [i64; 0] = [];

/// What the sandbox does with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Permitted,
    Denied,
    Deadly,
}

/// Asks what becomes of a call with these first five arguments; the first is the process's own number where it is `None`.
fn asked(machine: &Machine, call: i64, arguments: [Option<i64>; 5]) -> Answer {
    let length = SeccompCmpArgLen::Qword;
    let magic = SeccompCondition::new(5, length, SeccompCmpOp::Eq, MAGIC.unsigned_abs()).unwrap();
    let rule = SeccompRule::new(vec![magic]).unwrap();
    // Without a tracer the kernel ends a traced call with ENOSYS. An error or a kill of another filter goes before.
    let traced = filter([(call, vec![rule])].into(), SeccompAction::Trace(0));
    let machine = Machine {
        filter: Some(traced),
        ..machine.clone()
    };
    let (ended, said) = attempt(&machine, move || {
        let own = i64::from(std::process::id());
        let with = arguments.map(|argument| argument.unwrap_or(own));
        // SAFETY: the call is not executed.
        let result =
            unsafe { libc::syscall(call, with[0], with[1], with[2], with[3], with[4], MAGIC) };
        called(result).map(|_| ())
    });
    match ended {
        Ended::Failed(libc::ENOSYS) => Answer::Permitted,
        Ended::Failed(libc::EPERM) => Answer::Denied,
        Ended::Killed(libc::SIGSYS) => Answer::Deadly,
        other => unreachable!("call {call}: {other:?} {said}"),
    }
}

const ZEROS: [Option<i64>; 5] = [Some(0); 5];

fn exactly_the_list_is_permitted(machine: &Machine) {
    let expected: BTreeSet<i64> = PERMITTED.iter().copied().collect();
    let permitted: BTreeSet<i64> = (0..=LAST)
        .filter(|call| !UNFILTERED.contains(call))
        .filter(|&call| asked(machine, call, ZEROS) == Answer::Permitted)
        .collect();
    assert_eq!(permitted, expected);
}

#[test]
fn of_all_system_calls_exactly_the_list_is_permitted() {
    exactly_the_list_is_permitted(&Machine::default());
}

#[test]
fn the_list_needs_no_other_layer() {
    let machine = Machine::without(&[Layer::Files, Layer::Namespaces]);
    exactly_the_list_is_permitted(&machine.for_ordinary_user());
}

#[test]
fn without_seccomp_the_test_would_notice() {
    // What the test takes for the sandbox's answer is none where the sandbox has no filter.
    let machine = Machine::without(&[Layer::Calls]);
    assert_eq!(asked(&machine, libc::SYS_openat, ZEROS), Answer::Permitted);
}

#[test]
fn calls_that_are_harmless_only_in_part_depend_on_their_arguments() {
    use Answer::{Deadly, Denied, Permitted};
    let some = |arguments: [i64; 5]| arguments.map(Some);
    let own = |rest: [i64; 4]| {
        let [b, c, d, e] = rest.map(Some);
        [None, b, c, d, e]
    };
    let (read, execute) = (i64::from(libc::PROT_READ), i64::from(libc::PROT_EXEC));
    let (abort, kill) = (i64::from(libc::SIGABRT), i64::from(libc::SIGKILL));
    let thread_flags = 0x003D_0F00;
    let cases = [
        (libc::SYS_mmap, some([0, 4096, read, 0x22, -1]), Permitted),
        (libc::SYS_mmap, some([0, 4096, execute, 0x22, -1]), Denied),
        (
            libc::SYS_mmap,
            some([0, 4096, read | execute, 0x22, -1]),
            Denied,
        ),
        (libc::SYS_mprotect, some([0, 4096, read, 0, 0]), Permitted),
        (
            libc::SYS_mprotect,
            some([0, 4096, read | execute, 0, 0]),
            Denied,
        ),
        (libc::SYS_tgkill, own([1, abort, 0, 0]), Permitted),
        (libc::SYS_tgkill, own([1, kill, 0, 0]), Denied),
        (libc::SYS_tgkill, some([1, 1, abort, 0, 0]), Denied),
        (libc::SYS_tkill, own([abort, 0, 0, 0]), Denied),
        (libc::SYS_kill, own([abort, 0, 0, 0]), Denied),
        (
            libc::SYS_prctl,
            some([i64::from(libc::PR_SET_NAME), 0, 0, 0, 0]),
            Permitted,
        ),
        (
            libc::SYS_prctl,
            some([i64::from(libc::PR_SET_DUMPABLE), 1, 0, 0, 0]),
            Denied,
        ),
        (
            libc::SYS_prctl,
            some([i64::from(libc::PR_SET_SECCOMP), 2, 0, 0, 0]),
            Denied,
        ),
        (libc::SYS_prlimit64, some([0, 7, 0, 1, 0]), Permitted),
        (libc::SYS_prlimit64, some([0, 7, 1, 0, 0]), Denied),
        (libc::SYS_prlimit64, some([1, 7, 0, 1, 0]), Denied),
        (
            libc::SYS_fcntl,
            some([1, i64::from(libc::F_GETFD), 0, 0, 0]),
            Permitted,
        ),
        (
            libc::SYS_fcntl,
            some([1, i64::from(libc::F_SETOWN), 1, 0, 0]),
            Denied,
        ),
        (libc::SYS_clone, some([thread_flags, 0, 0, 0, 0]), Denied),
        (libc::SYS_clone3, ZEROS, Denied),
        (
            libc::SYS_statx,
            some([0, 0, i64::from(libc::AT_EMPTY_PATH), 0, 0]),
            Denied,
        ),
        (libc::SYS_ioctl, ZEROS, Denied),
        (libc::SYS_execve, ZEROS, Deadly),
        (libc::SYS_ptrace, ZEROS, Deadly),
        (libc::SYS_open_by_handle_at, ZEROS, Deadly),
    ];
    for (call, arguments, expected) in cases {
        let answer = asked(&Machine::default(), call, arguments);
        assert_eq!(answer, expected, "{call} {arguments:?}");
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn calls_by_the_numbers_of_other_machines_are_refused() {
    for call in [
        libc::SYS_getpid,
        libc::SYS_openat,
        libc::SYS_write,
        libc::SYS_execve,
    ] {
        let answer = asked(&Machine::default(), X32 | call, ZEROS);
        assert_eq!(answer, Answer::Denied, "x32 {call}");
    }
    // getpid of i386, whose number 20 is writev here.
    let by_interrupt = || {
        let mut result: i64 = 20;
        // SAFETY: getpid touches no memory.
        unsafe {
            std::arch::asm!("int 0x80", inlateout("rax") result,
                out("r8") _, out("r9") _, out("r10") _, out("r11") _);
        }
        if result > 0 { Ok(()) } else { Err(1) }
    };
    let (ended, _) = attempt(&Machine::default(), by_interrupt);
    assert_eq!(ended, Ended::Killed(libc::SIGSYS));
    // The filters of the test itself refuse it too: here there is none.
    let lacking = attempt(&Machine::without(&[]), || Ok(()));
    assert_eq!(lacking.0, Ended::Well);
}

#[test]
fn a_worker_says_which_layers_it_lacks() {
    let whole = attempt(&Machine::default(), || Ok(())).1;
    assert!(whole.starts_with("\u{1C}contained {"), "{whole}");
    let lacks = |said: &str, layer: &str| {
        let state = format!("{{\"layer\":\"{layer}\",\"missing\":null");
        assert!(said.contains(&format!("{{\"layer\":\"{layer}\"")), "{said}");
        !said.contains(&state)
    };
    assert!(!lacks(&whole, "calls") && !lacks(&whole, "account") && !lacks(&whole, "resources"));
    let mut layers = vec![(Layer::Calls, "calls"), (Layer::Files, "files")];
    layers.push((Layer::Namespaces, "namespaces"));
    if is_root() {
        layers.push((Layer::Account, "account"));
    }
    for (layer, name) in &layers {
        let (ended, said) = attempt(&Machine::without(&[*layer]), || Ok(()));
        assert_eq!(ended, Ended::Well);
        assert!(lacks(&said, name), "{said}");
        let others = layers.iter().filter(|(_, other)| other != name);
        // What this machine offers stays.
        for (_, other) in others {
            assert_eq!(lacks(&said, other), lacks(&whole, other), "{said}");
        }
    }
}
