//! Privileges of a worker process: drops root and capabilities, enters namespaces, and keeps other processes from tracing it.

use std::io::{Error, Result};

use rustix::process::{DumpableBehavior, chroot, geteuid, getuid, set_dumpable_behavior};
use rustix::thread::{
    CapabilitySet, CapabilitySets, UnshareFlags, clear_ambient_capability_set, set_capabilities,
    set_no_new_privs, set_thread_groups, set_thread_res_gid, set_thread_res_uid, unshare_unsafe,
};
use rustix::{process::Gid, process::Uid};

/// Number of the account and group `nobody`, by which every Linux names what belongs to no one.
const NOBODY: u32 = 65_534;
/// Folder without files that every process has: of itself it lists the positions of its own descriptors.
const EMPTY: &str = "/proc/self/fdinfo";

/// Keeps the process from gaining rights by a program with more of them, and others from looking into it.
///
/// A worker is not ended with its parent by `PR_SET_PDEATHSIG`: that signal comes when the THREAD ends that started the worker,
/// and workers are kept between threads. It ends at the end of its input.
pub(super) fn make_unreachable() {
    // Each fails on no kernel that Rust's library runs on; what follows does not need them.
    let _ = set_no_new_privs(true);
    // Set again at the end of `drop_privileges`, which changes accounts.
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
}

/// Leaves the network and other things that processes share, and then all folders. An account that is not root gets the right
/// to do so in a user namespace of its own.
pub(super) fn leave_namespaces() -> Result<()> {
    let shared = UnshareFlags::NEWNET | UnshareFlags::NEWIPC | UnshareFlags::NEWUTS;
    unshare(shared).or_else(|_| unshare(UnshareFlags::NEWUSER | shared))?;
    chroot(EMPTY)?;
    std::env::set_current_dir("/")
}

#[allow(unsafe_code)]
fn unshare(flags: UnshareFlags) -> Result<()> {
    // SAFETY: the table of descriptors stays shared, which is all that could be unsafe.
    Ok(unsafe { unshare_unsafe(flags) }?)
}

/// Becomes nobody if the process is root, and drops all capabilities, also those that a program could bring back.
pub(super) fn drop_privileges() -> Result<()> {
    // The order matters: each step needs a capability that a later one drops.
    for capability in CapabilitySet::all().iter() {
        // A container's root may lack the right, and a kernel the capability; without new privileges it grants nothing.
        let _ = rustix::thread::remove_capability_from_bounding_set(capability);
    }
    let _ = clear_ambient_capability_set();
    let changed = if getuid().is_root() || geteuid().is_root() {
        become_nobody()
    } else {
        Ok(())
    };
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    let dropped = set_capabilities(None, none);
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    changed.and(dropped.map_err(Error::from))
}

/// Changes the account of this thread, the only one of the process.
fn become_nobody() -> Result<()> {
    set_thread_groups(&[])?;
    let (group, user) = (Gid::from_raw(NOBODY), Uid::from_raw(NOBODY));
    set_thread_res_gid(group, group, group)?;
    Ok(set_thread_res_uid(user, user, user)?)
}
