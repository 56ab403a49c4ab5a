//! Tests of a watch on real folders. No speed is required: each test waits up to a minute for an event.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use super::*;

const SYSTEM: Manner = Manner {
    quiet: Duration::from_millis(300),
    poll: Duration::from_millis(200),
    only_poll: false,
};

const POLLING: Manner = Manner {
    only_poll: true,
    ..SYSTEM
};

const PATIENCE: Duration = Duration::from_mins(1);

fn watch(folder: &Path, manner: Manner) -> (Watch, JoinHandle<()>) {
    Watch::start_in(vec![folder.to_owned()], manner).unwrap()
}

/// Collects the reported files until `last` is reported.
fn told_until(watch: &Watch, last: &Path) -> Vec<PathBuf> {
    let deadline = Instant::now() + PATIENCE;
    let mut told = Vec::new();
    while !told.iter().any(|path| path == last) {
        let left = deadline.saturating_duration_since(Instant::now());
        match watch.events.recv_timeout(left) {
            Ok(WatchEvent::Appeared(paths)) => told.extend(paths),
            other => panic!("{other:?} instead of {}", last.display()),
        }
    }
    told
}

fn create_rename_and_hide(manner: Manner) {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("before.txt"), "x").unwrap();
    let (watch, _) = watch(dir.path(), manner);
    for name in [
        ".hidden.txt",
        "~$a.docx",
        ".~lock.a.odt#",
        "picture.png",
        "empty.txt",
    ] {
        fs::write(at(name), if name == "empty.txt" { "" } else { "x" }).unwrap();
    }
    let page = concat!(
        r#"<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">"#,
        r#"<meta name="generator" content="Chachong report">"#,
    );
    fs::write(at("report.html"), page).unwrap();
    fs::create_dir(at(".git")).unwrap();
    fs::write(at(".git/in.txt"), "x").unwrap();
    fs::write(at("new.PDF"), "x").unwrap();
    fs::write(at("download.part"), "x").unwrap();
    fs::rename(at("download.part"), at("下载.docx")).unwrap();
    fs::write(at("vanishes.txt"), "x").unwrap();
    fs::remove_file(at("vanishes.txt")).unwrap();
    // The last file was written last, so a file not reported by then will not be.
    let mut told = told_until(&watch, &at("new.PDF"));
    if !told.contains(&at("下载.docx")) {
        told.extend(told_until(&watch, &at("下载.docx")));
    }
    fs::write(at("last.txt"), "x").unwrap();
    told.extend(told_until(&watch, &at("last.txt")));
    told.sort();
    assert_eq!(told, [at("last.txt"), at("new.PDF"), at("下载.docx")]);
    // Longer content at a later time, since polling compares times in whole seconds.
    std::thread::sleep(Duration::from_millis(1100));
    fs::write(at("before.txt"), "changed").unwrap();
    assert_eq!(told_until(&watch, &at("before.txt")), [at("before.txt")]);
}

#[test]
fn documents_that_appear_or_change_are_told_of_once() {
    create_rename_and_hide(SYSTEM);
}

#[test]
fn polling_tells_the_same() {
    create_rename_and_hide(POLLING);
}

#[test]
fn a_file_written_in_pieces_is_whole_when_told_of() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("slow.txt");
    let (watch, _) = watch(
        dir.path(),
        Manner {
            quiet: QUIET,
            ..SYSTEM
        },
    );
    let mut file = fs::File::create(&path).unwrap();
    for _ in 0..6 {
        file.write_all(b"piece").unwrap();
        file.flush().unwrap();
        std::thread::sleep(Duration::from_millis(200));
    }
    drop(file);
    // A machine that pauses for longer than the quiet time may report the file early, and then again.
    told_until(&watch, &path);
    assert_eq!(fs::read(&path).unwrap().len(), 30);
}

#[test]
fn subfolders_made_later_are_watched() {
    for manner in [SYSTEM, POLLING] {
        let dir = tempfile::tempdir().unwrap();
        let (watch, _) = watch(dir.path(), manner);
        let deep = dir.path().join("2025/数学");
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join("at once.txt"), "x").unwrap();
        assert_eq!(
            told_until(&watch, &deep.join("at once.txt")),
            [deep.join("at once.txt")]
        );
        fs::write(deep.join("later.txt"), "x").unwrap();
        assert_eq!(
            told_until(&watch, &deep.join("later.txt")),
            [deep.join("later.txt")]
        );
        // A folder moved into the watched one brings its files along.
        let outside = tempfile::tempdir_in(dir.path().parent().unwrap()).unwrap();
        fs::create_dir(outside.path().join("moved")).unwrap();
        fs::write(outside.path().join("moved/in.txt"), "x").unwrap();
        fs::rename(outside.path().join("moved"), dir.path().join("moved")).unwrap();
        told_until(&watch, &dir.path().join("moved/in.txt"));
    }
}

#[test]
fn many_files_all_come_and_none_twice() {
    let dir = tempfile::tempdir().unwrap();
    let (watch, _) = watch(dir.path(), SYSTEM);
    let names: Vec<PathBuf> = (0..200)
        .map(|i| dir.path().join(format!("{i:03}.txt")))
        .collect();
    for name in &names {
        fs::write(name, "x").unwrap();
    }
    let mut told = Vec::new();
    while told.len() < names.len() {
        match watch.events.recv_timeout(PATIENCE) {
            Ok(WatchEvent::Appeared(paths)) => told.extend(paths),
            other => panic!("{other:?}"),
        }
    }
    told.sort();
    assert_eq!(told, names);
}

#[test]
fn a_removed_folder_is_lost_and_the_other_still_watched() {
    for manner in [SYSTEM, POLLING] {
        // Wine 8 does not tell that a folder itself is gone; whether Windows does is not known.
        if cfg!(windows) && !manner.only_poll && std::env::var_os("WINECONFIGDIR").is_some() {
            continue;
        }
        let dir = tempfile::tempdir().unwrap();
        let (stays, goes) = (dir.path().join("stays"), dir.path().join("goes"));
        fs::create_dir(&stays).unwrap();
        fs::create_dir(&goes).unwrap();
        let folders = vec![goes.clone(), stays.clone(), stays.join("../stays")];
        let (watch, handle) = Watch::start_in(folders, manner).unwrap();
        fs::remove_dir_all(&goes).unwrap();
        match watch.events.recv_timeout(PATIENCE) {
            Ok(WatchEvent::Lost(folder, cause)) => {
                assert_eq!((folder, cause), (goes, WatchCause::Missing));
            }
            other => panic!("{other:?}"),
        }
        fs::write(stays.join("a.txt"), "x").unwrap();
        told_until(&watch, &stays.join("a.txt"));
        // The folder is moved away and nothing replaces it; with the last folder lost the watch ends.
        fs::rename(&stays, dir.path().join("moved")).unwrap();
        assert!(matches!(
            watch.events.recv_timeout(PATIENCE),
            Ok(WatchEvent::Lost(folder, _)) if folder == stays
        ));
        assert!(watch.events.recv_timeout(PATIENCE).is_err());
        handle.join().unwrap();
    }
}

#[test]
fn dropping_it_ends_the_thread() {
    for manner in [SYSTEM, POLLING] {
        let dir = tempfile::tempdir().unwrap();
        let (watch, handle) = watch(dir.path(), manner);
        fs::write(dir.path().join("a.txt"), "x").unwrap();
        drop(watch);
        // Without the end of the thread this would wait for ever.
        handle.join().unwrap();
    }
}

#[test]
fn what_cannot_be_watched_is_named_with_its_cause() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.txt");
    fs::write(&file, "x").unwrap();
    let missing = dir.path().join("nowhere");
    for (folder, cause) in [
        (missing, WatchCause::Missing),
        (file, WatchCause::NotAFolder),
    ] {
        let error = Watch::start(vec![dir.path().to_owned(), folder.clone()]).unwrap_err();
        assert_eq!(error.cause, cause);
        assert_eq!(error.folder, folder);
    }
}
