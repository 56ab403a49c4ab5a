//! Tests of worker processes from outside: how they end, and that a chosen encoding reaches them.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use chachong_import::{Importer, Isolation, Limits, Stop, TextEncoding};

use crate::program::{PROGRAM, fixture, stdout};

const PATIENCE: Duration = Duration::from_mins(1);

fn importer(limits: Limits) -> Importer {
    Importer::new(Isolation::Process(PROGRAM.into()), limits)
}

fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "no {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Copies long files into a folder: workers are busy with them for some seconds.
fn long_files() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let source = fixture("import/pdf/pages-3000.pdf");
    for copy in 0..60 {
        std::fs::copy(&source, folder.path().join(format!("{copy}.pdf"))).unwrap();
    }
    folder
}

/// Starts a check of a folder by `program`, whose output nobody reads.
fn checking(program: &Path, folder: &Path) -> Child {
    Command::new(program)
        .args(["check", "--quiet"])
        .arg(folder)
        .env("CHACHONG_LOGS", "")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[cfg(target_os = "linux")]
mod linux {
    use super::*;

    /// Processes started by `parent`, from any of its threads.
    fn children(parent: u32) -> Vec<String> {
        let tasks = std::fs::read_dir(format!("/proc/{parent}/task"));
        let lists = tasks.into_iter().flatten().flatten();
        let lists =
            lists.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
        lists
            .flat_map(|list| {
                list.split_whitespace()
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    /// Returns whether the process exists and is no zombie.
    fn runs(process: &str) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // After the name in brackets comes the state, Z for a zombie.
        let state = stat
            .rsplit(')')
            .next()
            .unwrap_or("")
            .trim_start()
            .chars()
            .next();
        state.is_some_and(|state| state != 'Z')
    }

    #[test]
    fn workers_end_when_their_parent_is_killed() {
        let folder = long_files();
        let mut parent = checking(Path::new(PROGRAM), folder.path());
        let workers = wait_for("worker", || {
            let workers = children(parent.id());
            (!workers.is_empty()).then_some(workers)
        });
        // This is SIGKILL: the parent cannot send anything any more.
        parent.kill().unwrap();
        parent.wait().unwrap();
        wait_for("end of the workers", || {
            workers.iter().all(|worker| !runs(worker)).then_some(())
        });
    }
}

#[cfg(windows)]
mod windows {
    use super::*;

    /// Windows deletes no program that runs: once a copy can be deleted, neither the parent nor a worker of it runs.
    #[test]
    fn workers_end_when_their_parent_is_killed() {
        let folder = long_files();
        let place = tempfile::tempdir().unwrap();
        let program = place.path().join("copy.exe");
        std::fs::copy(PROGRAM, &program).unwrap();
        let mut parent = checking(&program, folder.path());
        // Time in which the workers have begun to read: Wine leaves a process for ever that starts while its parent is killed.
        std::thread::sleep(Duration::from_secs(5));
        assert_eq!(
            parent.try_wait().unwrap(),
            None,
            "the check is over too soon"
        );
        assert!(
            std::fs::remove_file(&program).is_err(),
            "a running program was deleted"
        );
        parent.kill().unwrap();
        parent.wait().unwrap();
        wait_for("end of the workers", || std::fs::remove_file(&program).ok());
    }
}

/// Fixture with a gigabyte of spaces: the reader is busy with it for about a second.
const SLOW: &str = "import/pdf/bomb-content.pdf";

#[test]
fn a_cancel_and_the_time_limit_end_a_worker_at_work() {
    let cancelled = importer(Limits::default()).extract(&fixture(SLOW), None, &|| true);
    assert_eq!(cancelled, Err(Stop::Cancelled));
    let hasty = importer(Limits {
        time: Duration::from_millis(1),
        ..Limits::default()
    });
    let Err(Stop::Failed(error)) = hasty.extract(&fixture(SLOW), None, &|| false) else {
        unreachable!("it takes longer than a millisecond");
    };
    assert_eq!(error.cause.key(), "timed-out");
}

#[test]
fn one_worker_reads_many_files_and_a_dead_one_is_replaced() {
    let sound = fixture("texts-encoded/utf8.txt");
    // Memory limit under which no worker can start: it dies at its first file.
    let starved = importer(Limits {
        memory: 1 << 20,
        ..Limits::default()
    });
    // Wine 8 takes the limit of a job object's memory and does not enforce it.
    let is_enforced = std::env::var_os("WINECONFIGDIR").is_none();
    let read = starved.extract(&sound, None, &|| false);
    assert_eq!(matches!(read, Err(Stop::Failed(_))), is_enforced);
    let importer = importer(Limits {
        text: 100,
        ..Limits::default()
    });
    let key = |name: &str| match importer.extract(&fixture(name), None, &|| false) {
        Err(Stop::Failed(error)) => error.cause.key(),
        other => unreachable!("{name}: {other:?}"),
    };
    for _ in 0..3 {
        assert_eq!(key("broken/encrypted.pdf"), "encrypted");
        assert_eq!(key("texts-encoded/utf8.txt"), "too-much-text");
    }
}

#[test]
fn a_chosen_encoding_is_the_one_that_is_used() {
    let importer = importer(Limits::default());
    let file = fixture("texts-encoded/big5.txt");
    let recognised = importer.extract(&file, None, &|| false).unwrap();
    let chosen = importer
        .extract(&file, TextEncoding::named("big5"), &|| false)
        .unwrap();
    let wrong = importer
        .extract(&file, TextEncoding::named("gb18030"), &|| false)
        .unwrap();
    assert_eq!(recognised.text, chosen.text);
    assert_ne!(wrong.text, chosen.text);
    assert_eq!(wrong.encoding.as_deref(), Some("gb18030"));
    let printed = Command::new(PROGRAM)
        .arg("extract")
        .arg(&file)
        .args(["--encoding", "gb18030"])
        .output()
        .unwrap();
    assert_eq!(stdout(&printed), wrong.text);
}
