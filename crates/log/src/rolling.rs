//! Log file of limited size. A full file becomes `chachong.log.1`, the one before it `chachong.log.2`, and older ones
//! are deleted.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tracing_subscriber::fmt::MakeWriter;

use super::private_file;
use chachong_paths::make_private_folder;

/// Name of the newest log file.
const NAME: &str = "chachong.log";
/// File that is locked while log files are renamed, since several programs may log at once.
const LOCK: &str = "chachong.log.lock";
/// Number of log files, the newest included.
const FILES: usize = 3;
/// Maximum size of a log file, in bytes.
const LARGEST: u64 = 1_000_000;

/// Writer of log lines. It opens the file for each line, because lines are rare and another program may rename the
/// file.
#[derive(Clone, Debug)]
pub(super) struct Rolling {
    folder: Arc<PathBuf>,
    largest: u64,
}

impl Rolling {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            folder: Arc::new(folder),
            largest: LARGEST,
        }
    }

    fn file(&self, number: usize) -> PathBuf {
        self.folder.join(match number {
            0 => NAME.to_owned(),
            _ => format!("{NAME}.{number}"),
        })
    }

    fn is_full(&self, line: usize) -> bool {
        let size = std::fs::metadata(self.file(0)).map_or(0, |file| file.len());
        size > 0 && size + line as u64 > self.largest
    }

    /// Renames the full files, so that the line is written to a new one.
    fn make_room(&self, line: usize) -> io::Result<()> {
        let lock = private_file()
            .write(true)
            .truncate(false)
            .open(self.folder.join(LOCK))?;
        lock.lock()?;
        // Another program may have renamed the files while this one waited.
        if self.is_full(line) {
            for number in (0..FILES - 1).rev() {
                match std::fs::rename(self.file(number), self.file(number + 1)) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn append(&self, line: &[u8]) -> io::Result<()> {
        make_private_folder(&self.folder)?;
        if self.is_full(line.len()) {
            self.make_room(line.len())?;
        }
        let mut file: File = private_file().append(true).open(self.file(0))?;
        file.write_all(line)
    }
}

/// Returns the last `count` lines of the newest log file in `folder`, in the order of the file; fewer if the file is
/// shorter, and none if it cannot be read.
pub fn last_lines(folder: &Path, count: usize) -> Vec<String> {
    let text = std::fs::read(folder.join(NAME)).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    let from = lines.len().saturating_sub(count);
    lines[from..].iter().map(ToString::to_string).collect()
}

impl Write for Rolling {
    /// Writes a whole line: `tracing_subscriber` hands over one line at a time.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        // A log that cannot be written must not disturb the work.
        let _ = self.append(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'w> MakeWriter<'w> for Rolling {
    type Writer = Self;

    fn make_writer(&'w self) -> Self {
        self.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(folder: &Path) -> Rolling {
        Rolling {
            folder: Arc::new(folder.join("logs")),
            largest: 100,
        }
    }

    #[test]
    fn three_files_hold_the_newest_lines_and_no_more_than_their_size() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = small(folder.path());
        for number in 0..100 {
            log.write_all(format!("{number:039}\n").as_bytes()).unwrap();
        }
        let read = |number| std::fs::read_to_string(log.file(number)).unwrap();
        let all = read(2) + &read(1) + &read(0);
        let expected: Vec<String> = (94..100).map(|number| format!("{number:039}")).collect();
        assert_eq!(all.lines().collect::<Vec<_>>(), expected);
        assert!(!log.file(3).exists());
        let files = std::fs::read_dir(folder.path().join("logs")).unwrap();
        assert_eq!(files.count(), FILES + 1, "three files and the lock");
        let last = last_lines(&folder.path().join("logs"), 1);
        assert_eq!(last, [format!("{:039}", 99)]);
    }

    #[test]
    fn several_writers_lose_no_line_that_has_room() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let mut log = Rolling::new(folder.path().to_owned());
                log.largest = 5_000;
                scope.spawn(move || {
                    for number in 0..50 {
                        log.write_all(format!("{writer} {number:047}\n").as_bytes())
                            .unwrap();
                    }
                });
            }
        });
        let log = Rolling::new(folder.path().to_owned());
        let all: String = (0..FILES)
            .filter_map(|number| std::fs::read_to_string(log.file(number)).ok())
            .collect();
        assert_eq!(all.lines().count(), 200);
        assert!(all.lines().all(|line| line.len() == 49), "no line is torn");
    }

    #[cfg(unix)]
    #[test]
    fn the_person_alone_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mut log = small(folder.path());
        log.write_all(b"a line\n").unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&log.file(0)), 0o600);
        assert_eq!(mode(&folder.path().join("logs")), 0o700);
    }

    #[test]
    fn a_folder_that_cannot_be_made_stops_nothing() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("logs"), "a file").unwrap();
        small(folder.path()).write_all(b"a line\n").unwrap();
    }
}
