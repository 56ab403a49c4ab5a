//! What a worker inherits of its parent: no descriptor, and nothing of the environment.

use std::io::Read;
use std::path::Path;

use chachong_import::{Budget, WorkerCommand, close_inherited};
use seccompiler::SeccompAction;

use crate::shut_in::{Ended, Machine, attempt_outside, called, filter};

/// Leaves two descriptors open for whoever comes next; whether the first three are all that is left after closing them.
fn closes_all_but_three(machine: &Machine) -> Ended {
    attempt_outside(machine, || {
        let copy = |to: i32| {
            // SAFETY: numbers only.
            called(i64::from(unsafe { libc::dup2(1, to) })).map(|_| ())
        };
        copy(57)?;
        copy(301)?;
        close_inherited();
        let is_open = |descriptor: i32| {
            // SAFETY: numbers only.
            unsafe { libc::fcntl(descriptor, libc::F_GETFD) != -1 }
        };
        let right = (0..3).all(is_open) && !(3..1024).any(is_open);
        if right { Ok(()) } else { Err(1) }
    })
}

#[test]
fn only_the_standard_streams_stay_open() {
    assert_eq!(closes_all_but_three(&Machine::default()), Ended::Well);
    // On a kernel that does not know close_range.
    let rules = [(libc::SYS_close_range, Vec::new())].into();
    let unknown = SeccompAction::Errno(libc::ENOSYS.unsigned_abs());
    let old = Machine {
        filter: Some(filter(rules, unknown)),
        ..Machine::default()
    };
    assert_eq!(closes_all_but_three(&old), Ended::Well);
}

#[test]
fn a_worker_gets_nothing_of_the_environment() {
    // What stands in the environment of this test stands for a password.
    assert!(std::env::vars_os().count() > 1);
    let budget = Budget::without_end(1 << 30);
    let environment = "/proc/self/environ";
    let mut worker = WorkerCommand::new(Path::new("/bin/cat"), environment, budget)
        .start()
        .unwrap();
    let mut said = String::new();
    worker.output().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "MALLOC_ARENA_MAX=1\0");
}
