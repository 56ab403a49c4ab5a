//! Processes that shut themselves in: forks of the test, since what they give up is for good.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::os::fd::AsRawFd;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chachong_import::{Budget, Layer, enter_sandbox};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, SeccompRule, apply_filter};

/// Account that is not root and owns nothing.
pub const ORDINARY: u32 = 61_234;
/// Account that root becomes inside.
pub const NOBODY: u32 = 65_534;
/// Seconds after which the system ends a process of these tests.
const PATIENCE: u32 = 60;

/// Result of an attempt: the number of the error that it failed with.
pub type Attempt = Result<(), i32>;

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The attempt succeeded.
    Well,
    /// The attempt failed with this error.
    Failed(i32),
    /// A signal killed the process.
    Killed(i32),
}

/// Machine that a process believes to be on.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// Layers that it does not have.
    pub lacks: Vec<Layer>,
    /// Whether the process is an ordinary user's, not that of who runs the test.
    pub is_ordinary: bool,
    /// Filter that is there before: of a container, or of a test.
    pub filter: Option<BpfProgram>,
}

impl Machine {
    /// Machine without these layers.
    pub fn without(lacks: &[Layer]) -> Self {
        Self {
            lacks: lacks.to_vec(),
            ..Self::default()
        }
    }

    /// The same, for an ordinary user.
    pub fn for_ordinary_user(self) -> Self {
        Self {
            is_ordinary: true,
            ..self
        }
    }

    /// Becomes this machine, for this process. Needs no more rights than it has.
    fn become_it(&self) {
        // Before anything else: root's attempts must not reach the machine's name and its view of the files.
        keep_to_itself();
        if self.is_ordinary && is_root() {
            // SAFETY: numbers only.
            let changed = unsafe {
                libc::setgroups(0, std::ptr::null()) == 0
                    && libc::setresgid(ORDINARY, ORDINARY, ORDINARY) == 0
                    && libc::setresuid(ORDINARY, ORDINARY, ORDINARY) == 0
                    // As a program that was started by this user is.
                    && libc::prctl(libc::PR_SET_DUMPABLE, 1, 0, 0, 0) == 0
            };
            assert!(changed);
        }
        if let Some(filter) = &self.filter {
            apply_filter(filter).unwrap();
        }
        let refused: Vec<i64> = self.lacks.iter().flat_map(|layer| asking(*layer)).collect();
        if !refused.is_empty() {
            let rules = refused.into_iter().map(|call| (call, Vec::new())).collect();
            apply_filter(&filter(
                rules,
                SeccompAction::Errno(libc::ENOSYS.unsigned_abs()),
            ))
            .unwrap();
        }
    }
}

/// Gives root a name of the machine and a view of the files of its own; what mounts in it is seen nowhere else. An
/// ordinary user has no right to change those of the machine.
fn keep_to_itself() {
    if !is_root() {
        return;
    }
    let own = libc::CLONE_NEWUTS | libc::CLONE_NEWNS | libc::CLONE_NEWIPC;
    let private = libc::MS_REC | libc::MS_PRIVATE;
    let none = std::ptr::null();
    // SAFETY: numbers, and pointers to constants.
    let kept = unsafe {
        libc::unshare(own) == 0 && libc::mount(none, c"/".as_ptr(), none, private, none.cast()) == 0
    };
    // In a container without the right the attempts would be made on what it shares with others.
    assert!(
        kept,
        "root without the right to unshare: run the test as an ordinary user"
    );
}

/// Calls by which a worker asks for a layer.
fn asking(layer: Layer) -> Vec<i64> {
    match layer {
        Layer::Calls => vec![libc::SYS_seccomp],
        Layer::Files => vec![libc::SYS_landlock_create_ruleset],
        Layer::Account => vec![libc::SYS_setgroups, libc::SYS_setresuid, libc::SYS_capset],
        Layer::Namespaces => vec![libc::SYS_unshare, libc::SYS_chroot],
        other => unreachable!("every Linux has {other:?}"),
    }
}

/// Filter that lets pass what matches no rule.
pub fn filter(rules: BTreeMap<i64, Vec<SeccompRule>>, action: SeccompAction) -> BpfProgram {
    let arch = std::env::consts::ARCH.try_into().unwrap();
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, arch).unwrap();
    filter.try_into().unwrap()
}

/// Whether the test runs as root.
pub fn is_root() -> bool {
    // SAFETY: always is.
    unsafe { libc::geteuid() == 0 }
}

/// Has a process shut itself in on a machine and make an attempt. Returns how it ended, and what it wrote to its standard error.
pub fn attempt(
    machine: &Machine,
    act: impl FnOnce() -> Attempt + Send + 'static,
) -> (Ended, String) {
    in_process(|| {
        machine.become_it();
        let budget = Budget::new(1 << 40, Duration::from_mins(1));
        let work = move |()| leave(act());
        let thread = enter_sandbox(budget, || (), work).unwrap();
        let _ = thread.join();
        leave(Err(255));
    })
}

/// Has a process that is not shut in make an attempt: to see that it succeeds where nothing forbids it.
pub fn attempt_outside(machine: &Machine, act: impl FnOnce() -> Attempt) -> Ended {
    in_process(|| {
        machine.become_it();
        leave(act());
    })
    .0
}

/// Runs `work`, which ends the process, in a fork.
fn in_process(work: impl FnOnce()) -> (Ended, String) {
    // One at a time: a fork inherits the locks that other threads hold.
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut output, input) = std::io::pipe().unwrap();
    // SAFETY: the child works on its own copy and leaves by _exit.
    let child = unsafe { libc::fork() };
    assert!(child >= 0);
    if child == 0 {
        // SAFETY: numbers only; the descriptors are open.
        unsafe {
            libc::alarm(PATIENCE);
            libc::setsid();
            libc::dup2(input.as_raw_fd(), 2);
            let null = File::open("/dev/null").unwrap();
            libc::dup2(null.as_raw_fd(), 0);
        }
        // A panic must not go on as a second run of the tests.
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        leave(Err(254));
    }
    drop(input);
    let mut said = String::new();
    output.read_to_string(&mut said).unwrap();
    let mut status = 0;
    // SAFETY: the status is written to a variable.
    assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
    let ended = if libc::WIFSIGNALED(status) {
        Ended::Killed(libc::WTERMSIG(status))
    } else {
        match libc::WEXITSTATUS(status) {
            0 => Ended::Well,
            error => Ended::Failed(error),
        }
    };
    assert!(
        !matches!(
            ended,
            Ended::Failed(254 | 255) | Ended::Killed(libc::SIGALRM)
        ),
        "no attempt was made: {said}"
    );
    (ended, said)
}

fn leave(attempt: Attempt) {
    let status = attempt.err().unwrap_or(0);
    // SAFETY: ends the process, which is a fork, without running what its parent registered. Not by _exit: in the arguments that it
    // leaves as they are may stand what a filter of the test looks for.
    unsafe { libc::syscall(libc::SYS_exit_group, status, 0, 0, 0, 0, 0) };
}

/// Result of a bare system call.
pub fn called(result: i64) -> Result<i64, i32> {
    if result == -1 {
        Err(std::io::Error::last_os_error()
            .raw_os_error()
            .unwrap_or(253))
    } else {
        Ok(result)
    }
}
