//! Sandbox layers on Windows: a job object, a low-integrity token without privileges, and process mitigation policies.
//! A worker applies them to itself and keeps no handle that could lift them.
//!
//! A reader that a malicious file has taken over cannot change files, start or access other processes, or exhaust the
//! machine. It can still read files and use the network; preventing that requires an AppContainer (docs/import.md).
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::io::{Error, Result};
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::{from_ref, null, null_mut};

use windows_sys::Win32::Foundation::{HANDLE, LUID};
use windows_sys::Win32::Security::{
    AdjustTokenPrivileges, GetTokenInformation, LUID_AND_ATTRIBUTES, SE_PRIVILEGE_REMOVED, SID,
    SID_AND_ATTRIBUTES, SID_IDENTIFIER_AUTHORITY, SetTokenInformation, TOKEN_ADJUST_DEFAULT,
    TOKEN_ADJUST_PRIVILEGES, TOKEN_MANDATORY_LABEL, TOKEN_PRIVILEGES, TOKEN_QUERY,
    TokenIntegrityLevel, TokenPrivileges,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
    JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_PROCESS_MEMORY,
    JOB_OBJECT_LIMIT_PROCESS_TIME, JOBOBJECT_BASIC_UI_RESTRICTIONS,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JOBOBJECTINFOCLASS, JobObjectBasicUIRestrictions,
    JobObjectExtendedLimitInformation, SetInformationJobObject,
};
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, OpenProcessToken, PROCESS_MITIGATION_POLICY, ProcessChildProcessPolicy,
    ProcessDynamicCodePolicy, ProcessExtensionPointDisablePolicy, ProcessFontDisablePolicy,
    ProcessImageLoadPolicy, ProcessSystemCallDisablePolicy, SetProcessMitigationPolicy,
};

use super::{Budget, Layer, LayerState};

/// Units of 100 nanoseconds in a second, in which a job counts time.
const TICKS: u64 = 10_000_000;
/// All eight restrictions of a job's use of the desktop: handles, clipboard, settings, atoms, logging off.
const NO_DESKTOP: u32 = 0xFF;
/// Low integrity, below that of a person's programs: S-1-16-4096.
const LOW: u32 = 0x1000;
/// Attribute of the group that is an integrity level.
const SE_GROUP_INTEGRITY: u32 = 0x20;

/// Puts all layers on this process.
pub(super) fn give_up_rights(budget: Budget, layers: &mut Vec<LayerState>) {
    // A folder of the person could not be removed while a worker works in it.
    if let Some(root) = std::env::var_os("SystemRoot") {
        let _ = std::env::set_current_dir(root);
    }
    layers.push(LayerState::of(Layer::Job, enter_job(budget)));
    let lowered = lower_token();
    layers.push(LayerState::of(Layer::Integrity, lowered));
    layers.push(LayerState::of(Layer::Mitigations, mitigate()));
}

/// Enters a job with room for this process alone.
fn enter_job(budget: Budget) -> Result<()> {
    // SAFETY: both pointers may be null: no security descriptor, no name.
    let job = owned(unsafe { CreateJobObjectW(null(), null()) })?;
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_ACTIVE_PROCESS
        | JOB_OBJECT_LIMIT_PROCESS_MEMORY
        | JOB_OBJECT_LIMIT_PROCESS_TIME
        | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    limits.BasicLimitInformation.ActiveProcessLimit = 1;
    limits.BasicLimitInformation.PerProcessUserTimeLimit =
        i64::try_from(budget.processor_seconds.saturating_mul(TICKS)).unwrap_or(i64::MAX);
    limits.ProcessMemoryLimit = usize::try_from(budget.memory).unwrap_or(usize::MAX);
    inform(&job, JobObjectExtendedLimitInformation, &limits)?;
    // SAFETY: both handles are valid.
    succeeded(unsafe { AssignProcessToJobObject(job.as_raw_handle(), GetCurrentProcess()) })?;
    // Where the program runs in a job already, Windows refuses these for jobs inside.
    let restricted = JOBOBJECT_BASIC_UI_RESTRICTIONS {
        UIRestrictionsClass: NO_DESKTOP,
    };
    let _ = inform(&job, JobObjectBasicUIRestrictions, &restricted);
    // The job lasts as long as its process; without the handle that cannot loosen it.
    Ok(())
}

fn inform<T>(job: &OwnedHandle, what: JOBOBJECTINFOCLASS, value: &T) -> Result<()> {
    // SAFETY: the pointer and the size are those of a value that outlives the call.
    succeeded(unsafe {
        SetInformationJobObject(job.as_raw_handle(), what, pointer(value), size::<T>())
    })
}

/// Removes all privileges of the process's token and lowers its integrity.
fn lower_token() -> Result<()> {
    let access = TOKEN_ADJUST_DEFAULT | TOKEN_ADJUST_PRIVILEGES | TOKEN_QUERY;
    let mut token: HANDLE = null_mut();
    // SAFETY: the handle is written to a variable that outlives the call.
    succeeded(unsafe { OpenProcessToken(GetCurrentProcess(), access, &raw mut token) })?;
    let token = owned(token)?;
    let removed = remove_privileges(&token);
    let low = SID {
        Revision: 1,
        SubAuthorityCount: 1,
        IdentifierAuthority: SID_IDENTIFIER_AUTHORITY {
            Value: [0, 0, 0, 0, 0, 16],
        },
        SubAuthority: [LOW],
    };
    let label = TOKEN_MANDATORY_LABEL {
        Label: SID_AND_ATTRIBUTES {
            Sid: from_ref(&low).cast_mut().cast(),
            Attributes: SE_GROUP_INTEGRITY,
        },
    };
    let length = size::<TOKEN_MANDATORY_LABEL>() + size::<SID>();
    // SAFETY: the label and the identifier it points to outlive the call, which reads them only.
    succeeded(unsafe {
        SetTokenInformation(
            token.as_raw_handle(),
            TokenIntegrityLevel,
            pointer(&label),
            length,
        )
    })?;
    removed
}

fn remove_privileges(token: &OwnedHandle) -> Result<()> {
    let mut length = 0;
    // SAFETY: a buffer of no length may be null; the needed length is written.
    unsafe {
        GetTokenInformation(
            token.as_raw_handle(),
            TokenPrivileges,
            null_mut(),
            0,
            &raw mut length,
        );
    }
    // Of u64, for the alignment of what is read.
    let mut buffer = vec![0_u64; (length as usize).div_ceil(8)];
    let at: *mut TOKEN_PRIVILEGES = buffer.as_mut_ptr().cast();
    // SAFETY: the buffer has the length that was asked for.
    succeeded(unsafe {
        GetTokenInformation(
            token.as_raw_handle(),
            TokenPrivileges,
            at.cast(),
            length,
            &raw mut length,
        )
    })?;
    // SAFETY: the system has written the count and as many entries, which start at the field.
    unsafe {
        let count = (*at).PrivilegeCount as usize;
        let first: *mut LUID_AND_ATTRIBUTES = (&raw mut (*at).Privileges).cast();
        for privilege in std::slice::from_raw_parts_mut(first, count) {
            let _: LUID = privilege.Luid;
            privilege.Attributes = SE_PRIVILEGE_REMOVED;
        }
        succeeded(AdjustTokenPrivileges(
            token.as_raw_handle(),
            0,
            at,
            length,
            null_mut(),
            null_mut(),
        ))
    }
}

/// Sets the policies; fails where the two that matter most are refused. The others need newer systems, or a program without a
/// window.
fn mitigate() -> Result<()> {
    let _ = policy(ProcessImageLoadPolicy, 0b111);
    let _ = policy(ProcessFontDisablePolicy, 1);
    let _ = policy(ProcessChildProcessPolicy, 1);
    let _ = policy(ProcessSystemCallDisablePolicy, 1);
    policy(ProcessExtensionPointDisablePolicy, 1)?;
    policy(ProcessDynamicCodePolicy, 1)
}

fn policy(which: PROCESS_MITIGATION_POLICY, flags: u32) -> Result<()> {
    // SAFETY: every policy is a structure of one u32 of flags.
    succeeded(unsafe { SetProcessMitigationPolicy(which, pointer(&flags), size_of::<u32>()) })
}

fn owned(handle: HANDLE) -> Result<OwnedHandle> {
    if handle.is_null() {
        return Err(Error::last_os_error());
    }
    // SAFETY: the system has just made it for this process, and nobody else has it.
    Ok(unsafe { OwnedHandle::from_raw_handle(handle) })
}

fn succeeded(result: i32) -> Result<()> {
    if result == 0 {
        return Err(Error::last_os_error());
    }
    Ok(())
}

const fn pointer<T>(value: &T) -> *const c_void {
    from_ref(value).cast()
}

/// Size of a structure of the system's interface, which counts in u32.
const fn size<T>() -> u32 {
    size_of::<T>() as u32
}
