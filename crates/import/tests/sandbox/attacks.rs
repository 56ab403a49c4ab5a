//! Attacks that a compromised reader would attempt. Each attempt is made outside the sandbox first, where it must succeed, and then
//! inside, with all layers and with some taken away.

use std::collections::BTreeSet;
use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;
use std::ptr::{null, null_mut};

use libc::c_long;
use tempfile::TempDir;

use crate::shut_in::{
    Attempt, Ended, Machine, NOBODY, ORDINARY, attempt, attempt_outside, called, is_root,
};
use chachong_import::Layer;

/// What an attack is made on, all of it the account's that attacks.
#[derive(Clone)]
struct Scene {
    file: CString,
    new: CString,
    empty_folder: CString,
    /// Process of the same account.
    victim: i64,
    /// Address in the victim that can be read.
    secret: usize,
    environment: CString,
    /// Address of a socket in the abstract name space that listens.
    socket: libc::sockaddr_un,
    socket_length: u32,
    handle: Handle,
}

/// Handle of the file, as `name_to_handle_at` gives it.
#[repr(C)]
#[derive(Clone, Copy)]
struct Handle {
    length: u32,
    kind: i32,
    bytes: [u8; 128],
}

type Attack = fn(&Scene) -> Attempt;

/// Who can do it outside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Everybody,
    Root,
    /// Kernels and containers may be set up to refuse it.
    Some,
}

macro_rules! call {
    ($number:ident $(, $argument:expr)*) => {
        // SAFETY: pointers are to values that outlive the call.
        called(unsafe { libc::syscall(libc::$number $(, $argument as c_long)*) })
    };
}

const HERE: c_long = libc::AT_FDCWD as c_long;

const ATTACKS: &[(&str, By, Attack)] = &[
    ("read", By::Everybody, |scene| read_file(&scene.file)),
    ("create", By::Everybody, |scene| {
        let flags = libc::O_CREAT | libc::O_WRONLY;
        call!(SYS_openat, HERE, scene.new.as_ptr(), flags, 0o600).map(drop)
    }),
    ("truncate", By::Everybody, |scene| {
        call!(SYS_truncate, scene.file.as_ptr(), 0).map(drop)
    }),
    ("chmod", By::Everybody, |scene| {
        call!(SYS_fchmodat, HERE, scene.file.as_ptr(), 0o777).map(drop)
    }),
    ("chown", By::Everybody, |scene| {
        call!(SYS_fchownat, HERE, scene.file.as_ptr(), -1, -1, 0).map(drop)
    }),
    ("setxattr", By::Everybody, |scene| {
        let name = c"user.chachong".as_ptr();
        call!(SYS_setxattr, scene.file.as_ptr(), name, name, 1, 0).map(drop)
    }),
    ("utimensat", By::Everybody, |scene| {
        call!(SYS_utimensat, HERE, scene.file.as_ptr(), 0, 0).map(drop)
    }),
    ("stat", By::Everybody, |scene| {
        call!(SYS_faccessat, HERE, scene.file.as_ptr(), libc::F_OK).map(drop)
    }),
    ("link", By::Everybody, |scene| {
        call!(
            SYS_linkat,
            HERE,
            scene.file.as_ptr(),
            HERE,
            scene.new.as_ptr(),
            0
        )
        .map(drop)
    }),
    ("symlink", By::Everybody, |scene| {
        call!(SYS_symlinkat, c"/".as_ptr(), HERE, scene.new.as_ptr()).map(drop)
    }),
    ("rename", By::Everybody, |scene| {
        call!(
            SYS_renameat2,
            HERE,
            scene.file.as_ptr(),
            HERE,
            scene.new.as_ptr(),
            0
        )
        .map(drop)
    }),
    ("unlink", By::Everybody, |scene| {
        call!(SYS_unlinkat, HERE, scene.file.as_ptr(), 0).map(drop)
    }),
    ("rmdir", By::Everybody, |scene| {
        call!(
            SYS_unlinkat,
            HERE,
            scene.empty_folder.as_ptr(),
            libc::AT_REMOVEDIR
        )
        .map(drop)
    }),
    ("mkdir", By::Everybody, |scene| {
        call!(SYS_mkdirat, HERE, scene.new.as_ptr(), 0o700).map(drop)
    }),
    ("mkfifo", By::Everybody, |scene| {
        call!(
            SYS_mknodat,
            HERE,
            scene.new.as_ptr(),
            libc::S_IFIFO | 0o600,
            0
        )
        .map(drop)
    }),
    ("open_by_handle_at", By::Root, |scene| {
        call!(
            SYS_open_by_handle_at,
            HERE,
            &raw const scene.handle,
            libc::O_RDONLY
        )
        .map(drop)
    }),
    ("chroot", By::Root, |_| {
        call!(SYS_chroot, c"/".as_ptr()).map(drop)
    }),
    // In a view of the files, and under a name, of its own.
    ("mount", By::Root, |scene| {
        let kind = c"tmpfs".as_ptr();
        call!(SYS_mount, kind, scene.empty_folder.as_ptr(), kind, 0, 0).map(drop)
    }),
    ("sethostname", By::Root, |_| {
        call!(SYS_sethostname, c"chachong".as_ptr(), 8).map(drop)
    }),
    ("fork", By::Everybody, |_| {
        // SAFETY: the child does nothing but end.
        match called(i64::from(unsafe { libc::fork() }))? {
            0 => unsafe { libc::_exit(0) },
            _ => Ok(()),
        }
    }),
    ("execve", By::Everybody, |_| {
        let program = c"/bin/true";
        let arguments = [program.as_ptr(), null()];
        let environment: [*const libc::c_char; 1] = [null()];
        call!(
            SYS_execve,
            program.as_ptr(),
            arguments.as_ptr(),
            environment.as_ptr()
        )
        .map(drop)
    }),
    ("memfd_create", By::Everybody, |_| {
        call!(SYS_memfd_create, c"x".as_ptr(), 0).map(drop)
    }),
    ("mmap executable", By::Everybody, |_| {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        let access = libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC;
        call!(SYS_mmap, 0, 4096, access, flags, -1, 0).map(drop)
    }),
    ("kill", By::Everybody, |scene| {
        call!(SYS_kill, scene.victim, libc::SIGURG).map(drop)
    }),
    ("tgkill", By::Everybody, |scene| {
        call!(SYS_tgkill, scene.victim, scene.victim, libc::SIGURG).map(drop)
    }),
    ("prlimit", By::Everybody, |scene| {
        let none = libc::rlimit {
            rlim_cur: 0,
            rlim_max: 0,
        };
        let core = libc::RLIMIT_CORE;
        call!(SYS_prlimit64, scene.victim, core, &raw const none, 0).map(drop)
    }),
    ("setpriority", By::Everybody, |scene| {
        call!(SYS_setpriority, libc::PRIO_PROCESS, scene.victim, 19).map(drop)
    }),
    ("ptrace", By::Some, |scene| {
        call!(SYS_ptrace, libc::PTRACE_SEIZE, scene.victim, 0, 0).map(drop)
    }),
    ("process_vm_readv", By::Some, |scene| {
        let mut here = [0_u8; 4];
        let local = libc::iovec {
            iov_base: here.as_mut_ptr().cast(),
            iov_len: 4,
        };
        let remote = libc::iovec {
            iov_base: scene.secret as *mut libc::c_void,
            iov_len: 4,
        };
        let (local, remote) = (&raw const local, &raw const remote);
        call!(SYS_process_vm_readv, scene.victim, local, 1, remote, 1, 0).map(drop)
    }),
    ("pidfd_getfd", By::Some, |scene| {
        let process = call!(SYS_pidfd_open, scene.victim, 0)?;
        call!(SYS_pidfd_getfd, process, 0, 0).map(drop)
    }),
    ("environ", By::Some, |scene| read_file(&scene.environment)),
    ("udp", By::Everybody, |_| {
        call!(SYS_socket, libc::AF_INET, libc::SOCK_DGRAM, 0).map(drop)
    }),
    ("abstract socket", By::Everybody, |scene| {
        let socket = call!(SYS_socket, libc::AF_UNIX, libc::SOCK_STREAM, 0)?;
        let address = &raw const scene.socket;
        call!(SYS_connect, socket, address, scene.socket_length).map(drop)
    }),
    ("socketpair", By::Everybody, |_| {
        let mut pair = [0_i32; 2];
        call!(
            SYS_socketpair,
            libc::AF_UNIX,
            libc::SOCK_STREAM,
            0,
            pair.as_mut_ptr()
        )
        .map(drop)
    }),
    ("keyctl", By::Some, |_| {
        // Of the process's own keyring.
        call!(SYS_keyctl, libc::KEYCTL_GET_KEYRING_ID, -2, 1).map(drop)
    }),
    ("add_key", By::Some, |_| {
        let (kind, name) = (c"user".as_ptr(), c"chachong".as_ptr());
        call!(SYS_add_key, kind, name, name, 4, -2).map(drop)
    }),
    ("io_uring", By::Some, |_| {
        let mut parameters = [0_u8; 256];
        call!(SYS_io_uring_setup, 1, parameters.as_mut_ptr()).map(drop)
    }),
    ("userfaultfd", By::Some, |_| {
        call!(SYS_userfaultfd, 1).map(drop)
    }),
    ("bpf", By::Root, |_| {
        // A map of one entry.
        let mut attributes = [0_u32; 32];
        attributes[..4].copy_from_slice(&[2, 4, 4, 1]);
        call!(SYS_bpf, 0, attributes.as_ptr(), size_of_val(&attributes)).map(drop)
    }),
    ("perf_event_open", By::Some, |_| {
        // The clock of its own work in user space.
        let mut attributes = [0_u32; 32];
        attributes[0] = 1;
        attributes[1] = 128;
        attributes[10] = 0b0110_0000;
        call!(SYS_perf_event_open, attributes.as_ptr(), 0, -1, -1, 0).map(drop)
    }),
    ("unshare", By::Some, |_| {
        call!(SYS_unshare, libc::CLONE_NEWUSER).map(drop)
    }),
    ("personality", By::Everybody, |_| {
        call!(SYS_personality, 0x0004_0000).map(drop)
    }),
];

fn read_file(path: &CString) -> Attempt {
    let file = call!(SYS_openat, HERE, path.as_ptr(), libc::O_RDONLY)?;
    let mut byte = 0_u8;
    call!(SYS_read, file, &raw mut byte, 1).map(drop)
}

static SECRET: [u8; 4] = *b"1234";

/// Folder and process to attack, which belong to the account that a worker has on a machine.
struct Stage {
    folder: TempDir,
    victim: i32,
    _listener: std::os::unix::net::UnixListener,
    scene: Scene,
}

impl Stage {
    fn new(account: Option<u32>) -> Self {
        use std::os::linux::net::SocketAddrExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        let name = |name: &str| CString::new(path.join(name).as_os_str().as_bytes()).unwrap();
        let victim = victim(account);
        let abstract_name = format!("chachong-{victim}");
        let address = std::os::unix::net::SocketAddr::from_abstract_name(&abstract_name).unwrap();
        let listener = std::os::unix::net::UnixListener::bind_addr(&address).unwrap();
        // SAFETY: a structure of numbers.
        let mut socket: libc::sockaddr_un = unsafe { std::mem::zeroed() };
        socket.sun_family = u16::try_from(libc::AF_UNIX).unwrap();
        for (to, from) in socket.sun_path[1..].iter_mut().zip(abstract_name.bytes()) {
            *to = from.cast_signed();
        }
        Self {
            folder,
            victim,
            _listener: listener,
            scene: Scene {
                file: name("file"),
                new: name("new"),
                empty_folder: name("empty"),
                victim: i64::from(victim),
                secret: SECRET.as_ptr() as usize,
                environment: CString::new(format!("/proc/{victim}/environ")).unwrap(),
                socket,
                socket_length: 3 + u32::try_from(abstract_name.len()).unwrap(),
                handle: Handle {
                    length: 128,
                    kind: 0,
                    bytes: [0; 128],
                },
            },
        }
    }

    /// Lays out the folder anew.
    fn set(&self, account: Option<u32>) -> Scene {
        let folder = self.folder.path();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if entry_is_folder(&path) {
                std::fs::remove_dir(path).unwrap();
            } else {
                std::fs::remove_file(path).unwrap();
            }
        }
        std::fs::write(folder.join("file"), "text").unwrap();
        std::fs::create_dir(folder.join("empty")).unwrap();
        std::fs::set_permissions(folder.join("file"), PermissionsExt::from_mode(0o600)).unwrap();
        for path in [folder, &folder.join("file"), &folder.join("empty")] {
            chown(path, account, account).unwrap();
        }
        let mut scene = self.scene.clone();
        let (mut mount, handle) = (0, &raw mut scene.handle);
        // Some file systems have none.
        let _ = call!(
            SYS_name_to_handle_at,
            HERE,
            scene.file.as_ptr(),
            handle,
            &raw mut mount,
            0
        );
        scene
    }

    fn is_untouched(&self) -> bool {
        let folder = self.folder.path();
        let names: BTreeSet<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        let file = Path::new(folder).join("file");
        names == ["empty".into(), "file".into()].into()
            && std::fs::read(&file).unwrap() == b"text"
            && std::fs::metadata(&file).unwrap().mode() & 0o777 == 0o600
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // SAFETY: the process is a child of this one, that nobody has waited for.
        unsafe {
            libc::kill(self.victim, libc::SIGKILL);
            libc::waitpid(self.victim, null_mut(), 0);
        }
    }
}

/// Starts a process of the account that waits to be killed.
fn victim(account: Option<u32>) -> i32 {
    // SAFETY: the child makes only calls of the system, and never returns.
    unsafe {
        let child = libc::fork();
        assert!(child >= 0);
        if child == 0 {
            if let Some(account) = account {
                libc::setgroups(0, null());
                libc::setresgid(account, account, account);
                libc::setresuid(account, account, account);
            }
            libc::prctl(libc::PR_SET_DUMPABLE, 1, 0, 0, 0);
            libc::prctl(libc::PR_SET_PTRACER, libc::PR_SET_PTRACER_ANY, 0, 0, 0);
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0);
            libc::alarm(300);
            loop {
                libc::pause();
            }
        }
        child
    }
}

fn entry_is_folder(path: &Path) -> bool {
    path.symlink_metadata().unwrap().is_dir()
}

/// Whether this machine has a layer for an ordinary user.
fn offers(layer: Layer) -> bool {
    let (_, said) = attempt(&Machine::default().for_ordinary_user(), || Ok(()));
    said.contains(&format!("{{\"layer\":\"{}\",\"missing\":null", layer.key()))
}

/// Names of the attacks that succeed on a machine.
fn successes(machine: &Machine) -> BTreeSet<&'static str> {
    let account = match (is_root(), machine.is_ordinary) {
        (true, true) => Some(ORDINARY),
        (true, false) if !machine.lacks.contains(&Layer::Account) => Some(NOBODY),
        _ => None,
    };
    let stage = Stage::new(account);
    let succeeds = |(name, _, attack): &(&'static str, By, Attack)| {
        let (scene, attack) = (stage.set(account), *attack);
        let (ended, _) = attempt(machine, move || attack(&scene));
        if ended != Ended::Well {
            assert!(stage.is_untouched(), "{name}");
        }
        (ended == Ended::Well).then_some(*name)
    };
    ATTACKS.iter().filter_map(succeeds).collect()
}

#[test]
fn outside_the_sandbox_the_attacks_succeed() {
    let hostname = || std::fs::read("/proc/sys/kernel/hostname").unwrap();
    let before = hostname();
    for is_ordinary in [false, true] {
        let machine = Machine {
            is_ordinary,
            ..Machine::default()
        };
        let account = (is_root() && is_ordinary).then_some(ORDINARY);
        let stage = Stage::new(account);
        for (name, by, attack) in ATTACKS {
            let scene = stage.set(account);
            let ended = attempt_outside(&machine, move || attack(&scene));
            let can = match by {
                By::Everybody => true,
                By::Root => is_root() && !is_ordinary,
                By::Some => false,
            };
            assert!(ended == Ended::Well || !can, "{name}: {ended:?}");
        }
        let mounts = std::fs::read_to_string("/proc/self/mounts").unwrap();
        assert!(!mounts.contains(stage.folder.path().to_str().unwrap()));
    }
    // What root did stayed in its fork.
    assert_eq!(hostname(), before);
}

#[test]
fn inside_no_attack_succeeds() {
    for machine in [Machine::default(), Machine::default().for_ordinary_user()] {
        assert_eq!(successes(&machine), [].into());
    }
}

#[test]
fn seccomp_alone_stops_all_attacks_also_those_of_root() {
    let alone = Machine::without(&[Layer::Files, Layer::Namespaces, Layer::Account]);
    assert_eq!(successes(&alone), [].into());
    let alone = Machine::without(&[Layer::Files, Layer::Namespaces]);
    assert_eq!(successes(&alone.for_ordinary_user()), [].into());
}

/// What remains is what docs/import.md says; a newer kernel may leave less.
fn only(machine: &Machine, remaining: &[&'static str]) {
    let remaining: BTreeSet<_> = remaining.iter().copied().collect();
    let more: BTreeSet<_> = &successes(machine) - &remaining;
    assert_eq!(more, [].into());
}

/// What touches neither files nor descriptors, and Landlock does not know.
const OF_THE_ACCOUNT: [&str; 6] = [
    "add_key",
    "keyctl",
    "mmap executable",
    "personality",
    "prlimit",
    "setpriority",
];
/// What Landlock lets an account do with its files.
const OF_ATTRIBUTES: [&str; 5] = ["chmod", "chown", "setxattr", "stat", "utimensat"];
/// What an account may do to its other processes, where they let it.
const OF_PROCESSES: [&str; 4] = ["kill", "process_vm_readv", "ptrace", "tgkill"];
/// What can be done with the names of files.
const OF_NAMES: [&str; 9] = [
    "link", "mkdir", "mkfifo", "rename", "rmdir", "symlink", "truncate", "unlink", "execve",
];

#[test]
fn without_seccomp_the_other_layers_leave_little() {
    let without = Machine::without(&[Layer::Calls]);
    let layers = [Layer::Files, Layer::Namespaces];
    // Where a container refuses namespaces, the next test says what remains.
    if layers.into_iter().all(offers) {
        only(&without, &OF_THE_ACCOUNT);
        only(&without.for_ordinary_user(), &OF_THE_ACCOUNT);
    }
}

#[test]
fn landlock_alone_leaves_what_it_does_not_know() {
    if !offers(Layer::Files) {
        // Then the next test says what remains.
        return;
    }
    let alone = Machine::without(&[Layer::Calls, Layer::Namespaces]);
    let remaining = [&OF_THE_ACCOUNT[..], &OF_ATTRIBUTES].concat();
    only(&alone, &remaining);
    only(&alone.for_ordinary_user(), &remaining);
}

#[test]
fn without_seccomp_and_landlock_a_reader_cannot_open_anything() {
    let neither = Machine::without(&[Layer::Calls, Layer::Files]);
    let mut remaining = [&OF_THE_ACCOUNT[..], &OF_PROCESSES].concat();
    only(&neither, &remaining);
    let neither = Machine::without(&[Layer::Calls, Layer::Files, Layer::Namespaces]);
    remaining.extend(OF_ATTRIBUTES.iter().chain(&OF_NAMES));
    only(&neither.for_ordinary_user(), &remaining);
}
