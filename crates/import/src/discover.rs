//! Finds the documents below given paths, in a stable order.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use walkdir::WalkDir;

use super::archive::{Archives, Member, Unpacked, is_readable, real_path};
use super::own_report::{is_own_report, is_report};
use super::passed_over::{Passed, PassedOver};
use super::source_files::{Unwritten, is_generated_place, unwritten};
use super::{Format, ImportCause, ImportError, PictureFiles, Stop};

/// One file to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Path of the file.
    pub path: PathBuf,
    /// Name shown to the person and in reports: the path relative to the folder the file was found in, with `/`.
    /// Unique within a check.
    pub name: String,
    /// Format of the file, by its ending; by its content if the ending names none.
    pub format: Format,
}

/// Files found below the given paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovery {
    /// Documents, sorted by name; those in archives as `archive/name`.
    pub sources: Vec<Source>,
    /// Places that could not be entered and archives that could not be opened wholly, with their names, sorted by name.
    pub problems: Vec<(String, ImportError)>,
    /// Files that are no documents, by kind.
    pub passed_over: PassedOver,
    /// Names of the reports of this program that were passed over, sorted: a person must be able to see that none of them
    /// is a thesis.
    pub reports: Vec<String>,
    /// Number of files that the check already has, or that were reached twice (through a link, or a path given twice).
    pub already_there: usize,
}

/// Finds the documents in `paths` (files, folders searched with all their subfolders, archives). Links are followed and
/// a file reached twice is taken once: files are compared by real path, never by name. Archives are opened through
/// `archives`; `pictures` says whether image files are documents. Reports of this program are passed over, also those
/// named by hand. `known` holds the files that the check already has, as [`real_path`] gives them, `taken` their names.
/// Stops early, with the files found so far, when `cancelled` returns `true`.
#[must_use]
#[expect(clippy::implicit_hasher, reason = "the session is the one caller")]
pub fn discover(
    paths: &[PathBuf],
    known: &HashSet<PathBuf>,
    taken: &HashSet<String>,
    archives: &Archives,
    pictures: PictureFiles,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Discovery {
    let mut search = Search {
        pictures,
        discovery: Discovery::default(),
        seen: known.clone(),
        found: Vec::new(),
        folders: HashSet::new(),
        archives: Vec::new(),
        unnamed: Vec::new(),
    };
    for root in paths {
        let prefix = if paths.len() > 1 && root.is_dir() {
            root.file_name().map(Path::new)
        } else {
            None
        };
        search.walk(root, prefix, cancelled);
    }
    search.take_unnamed(cancelled);
    search.pass_over_reports(cancelled);
    search.pass_over_unwritten(cancelled);
    search.open_archives(archives, cancelled);
    search.finish(taken)
}

/// Document, or place with a problem.
struct Found {
    source: Source,
    /// Path given by the person, below which it was found.
    root: PathBuf,
    problem: Option<ImportCause>,
}

struct Search {
    pictures: PictureFiles,
    discovery: Discovery,
    /// Real paths of the files met so far.
    seen: HashSet<PathBuf>,
    found: Vec<Found>,
    /// Folders whose pictures are one document each.
    folders: HashSet<PathBuf>,
    /// Archives to open, each with its real path.
    archives: Vec<(Found, PathBuf)>,
    /// Files whose endings name no format: path, name and the path given by the person.
    unnamed: Vec<(PathBuf, String, PathBuf)>,
}

impl Search {
    fn walk(&mut self, root: &Path, prefix: Option<&Path>, cancelled: &dyn Fn() -> bool) {
        let mut entries = WalkDir::new(root)
            .follow_links(true)
            .sort_by_file_name()
            .into_iter();
        while let Some(entry) = entries.next() {
            if cancelled() {
                break;
            }
            match entry {
                Ok(entry) => {
                    // A file or folder named by hand is taken whatever its name.
                    let passed = (entry.depth() > 0)
                        .then(|| Passed::of(&entry.file_name().to_string_lossy()))
                        .flatten();
                    if let Some(kind) = passed {
                        self.discovery.passed_over.count(kind);
                        if entry.file_type().is_dir() {
                            entries.skip_current_dir();
                        }
                    } else if !entry.file_type().is_dir() {
                        self.meet(&entry, root, prefix);
                    }
                }
                Err(error) => self.meet_error(&error, root, prefix),
            }
        }
    }

    fn meet(&mut self, entry: &walkdir::DirEntry, root: &Path, prefix: Option<&Path>) {
        // A file named by hand is taken whatever its ending: its row says if it cannot be read.
        let named = entry.depth() == 0;
        let by_content = || Format::of_file(entry.path()).unwrap_or(Format::Unsupported);
        let format = Format::of(entry.path()).or_else(|| named.then(by_content));
        let Some(format) = format else {
            let (path, root) = (entry.path().to_owned(), root.to_owned());
            let name = name_below(&root, &path, prefix);
            self.unnamed.push((path, name, root));
            return;
        };
        let mut path = entry.path();
        if !named && is_generated_place(path.strip_prefix(root).unwrap_or(path)) {
            self.discovery.passed_over.generated += 1;
            return;
        }
        if format == Format::Image && !named {
            match (self.pictures, path.parent()) {
                (PictureFiles::PassedOver, _) => {
                    self.discovery.passed_over.pictures += 1;
                    return;
                }
                (PictureFiles::Together, Some(folder)) => {
                    path = folder;
                    if !self.folders.insert(folder.to_owned()) {
                        return;
                    }
                }
                _ => {}
            }
        }
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if !self.seen.insert(real.clone()) {
            self.discovery.already_there += 1;
            return;
        }
        let found = Found {
            source: Source {
                path: path.to_owned(),
                name: name_below(root, path, prefix),
                format,
            },
            root: root.to_owned(),
            problem: None,
        };
        if format == Format::Archive {
            self.archives.push((found, real));
        } else {
            self.found.push(found);
        }
    }

    /// Takes the files whose endings say nothing and whose content is that of a document.
    fn take_unnamed(&mut self, cancelled: &(dyn Fn() -> bool + Sync)) {
        let unnamed = std::mem::take(&mut self.unnamed);
        let formats: Vec<Option<Format>> = (unnamed.par_iter())
            .map(|(path, ..)| (!cancelled()).then(|| Format::of_file(path)).flatten())
            .collect();
        for ((path, name, root), format) in unnamed.into_iter().zip(formats) {
            let Some(format) = format else {
                self.discovery.passed_over.others += 1;
                continue;
            };
            let real = path.canonicalize().unwrap_or_else(|_| path.clone());
            if !self.seen.insert(real) {
                self.discovery.already_there += 1;
                continue;
            }
            self.found.push(Found {
                source: Source { path, name, format },
                root,
                problem: None,
            });
        }
    }

    fn meet_error(&mut self, error: &walkdir::Error, root: &Path, prefix: Option<&Path>) {
        let path = error.path().unwrap_or(root).to_owned();
        let format = Format::of(&path).unwrap_or(Format::Unsupported);
        let problem = if error.loop_ancestor().is_some() {
            Some(ImportCause::LinkLoop)
        } else if is_readable(&path) {
            // The path of a document in an archive.
            None
        } else {
            let detail = error
                .io_error()
                .map_or_else(|| error.to_string(), ToString::to_string);
            Some(ImportCause::Unreadable { detail })
        };
        self.found.push(Found {
            source: Source {
                name: name_below(root, &path, prefix),
                path,
                format,
            },
            root: root.to_owned(),
            problem,
        });
    }

    /// Passes over the reports of this program: they lie among the theses where a person had them written there. One that
    /// is named by hand is none the less a report, and a watched folder names each file that appears.
    fn pass_over_reports(&mut self, cancelled: &(dyn Fn() -> bool + Sync)) {
        let found = std::mem::take(&mut self.found);
        let are_reports: Vec<bool> = found
            .par_iter()
            .map(|one| one.problem.is_none() && !cancelled() && is_own_report(&one.source.path))
            .collect();
        for (one, is_report) in found.into_iter().zip(are_reports) {
            if is_report {
                self.discovery.passed_over.reports += 1;
                self.discovery.reports.push(one.source.name);
            } else {
                self.found.push(one);
            }
        }
    }

    /// Passes over source files whose content says that no person wrote them. One that is named by hand is taken.
    fn pass_over_unwritten(&mut self, cancelled: &(dyn Fn() -> bool + Sync)) {
        let found = std::mem::take(&mut self.found);
        let reasons: Vec<_> = found
            .par_iter()
            .map(|one| {
                let path = &one.source.path;
                let is_candidate = one.source.format == Format::Source
                    && one.problem.is_none()
                    && *path != one.root
                    && !cancelled()
                    && path.is_file();
                if !is_candidate {
                    return None;
                }
                let mut file = File::open(path).ok()?;
                let length = file.metadata().ok()?.len();
                unwritten(path, length, &mut file)
            })
            .collect();
        for (one, reason) in found.into_iter().zip(reasons) {
            match reason {
                Some(reason) => self.count_unwritten(reason),
                None => self.found.push(one),
            }
        }
    }

    const fn count_unwritten(&mut self, reason: Unwritten) {
        match reason {
            Unwritten::Generated => self.discovery.passed_over.generated += 1,
            Unwritten::Binary => self.discovery.passed_over.others += 1,
        }
    }

    /// Opens all archives, as many at once as there are cores, and takes their documents.
    fn open_archives(&mut self, archives: &Archives, cancelled: &(dyn Fn() -> bool + Sync)) {
        let waiting = std::mem::take(&mut self.archives);
        let opened: Vec<_> = waiting
            .par_iter()
            .with_max_len(1)
            .map(|(found, _)| archives.unpacked(&found.source.path, &|| cancelled()))
            .collect();
        for ((mut archive, real), opened) in waiting.into_iter().zip(opened) {
            match opened {
                Ok(unpacked) => self.take_members(&archive, &real, &unpacked),
                Err(Stop::Failed(error)) => {
                    archive.problem = Some(error.cause);
                    self.found.push(archive);
                }
                Err(Stop::Cancelled) => {}
            }
        }
    }

    fn take_members(&mut self, archive: &Found, real: &Path, unpacked: &Unpacked) {
        self.discovery.passed_over.add(&unpacked.passed_over);
        for Member {
            path,
            place,
            content,
        } in &unpacked.members
        {
            let source = &archive.source;
            let by_content = || {
                let content = content.as_ref().ok()?;
                Format::of_unnamed(path, &mut content.clone())
            };
            let format = Format::of(path).or_else(by_content);
            let format = match (format, content) {
                (Some(format), _) => format,
                // The archive's own row, or a document that could not be unpacked.
                (None, Err(_)) => Format::Unsupported,
                (None, Ok(_)) => {
                    self.discovery.passed_over.others += 1;
                    continue;
                }
            };
            let (mut path, mut place) = (path.as_path(), place.as_str());
            let is_page = format == Format::Image && self.pictures == PictureFiles::Together;
            if let (true, Some(folder)) = (is_page, path.parent()) {
                (path, place) = (
                    folder,
                    place.rsplit_once('/').map_or("", |(above, _)| above),
                );
                if !self.folders.insert(path.to_owned()) {
                    continue;
                }
            }
            // The archive's own row, or the document of its pictures, is no second one of the archive.
            let is_first = place.is_empty() || self.seen.insert(real.join(place));
            if !is_first {
                self.discovery.already_there += 1;
                continue;
            }
            let name = if place.is_empty() {
                source.name.clone()
            } else {
                format!("{}/{place}", source.name)
            };
            if let Ok(content) = content
                && is_report(format, &mut content.clone())
            {
                self.discovery.passed_over.reports += 1;
                self.discovery.reports.push(name);
                continue;
            }
            if format == Format::Source
                && let Ok(content) = content
                && let Some(reason) = unwritten(path, content.length(), &mut content.clone())
            {
                self.count_unwritten(reason);
                continue;
            }
            self.found.push(Found {
                source: Source {
                    path: path.to_owned(),
                    name,
                    format,
                },
                root: archive.root.clone(),
                problem: content.as_ref().err().cloned(),
            });
        }
    }

    fn finish(mut self, taken: &HashSet<String>) -> Discovery {
        make_names_unique(&mut self.found, taken);
        let mut discovery = self.discovery;
        for Found {
            source, problem, ..
        } in self.found
        {
            match problem {
                None => discovery.sources.push(source),
                Some(cause) => {
                    let file = source.path;
                    let error = ImportError { file, cause };
                    discovery.problems.push((source.name, error));
                }
            }
        }
        discovery
            .sources
            .sort_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
        discovery.problems.sort_by(|a, b| a.0.cmp(&b.0));
        discovery.reports.sort();
        discovery
    }
}

/// Whether a file or folder is searched; a root always is.
pub(super) fn is_visible(entry: &walkdir::DirEntry) -> bool {
    entry.depth() == 0 || is_visible_name(entry.file_name())
}

/// Whether a name is not passed over: names with a leading dot, lock files of Word (`~$…`) and LibreOffice (`.~lock…`),
/// system files and shortcuts are.
pub(super) fn is_visible_name(name: &std::ffi::OsStr) -> bool {
    Passed::of(&name.to_string_lossy()).is_none()
}

fn name_below(root: &Path, path: &Path, prefix: Option<&Path>) -> String {
    let below = match path.strip_prefix(root) {
        Ok(rest) if !rest.as_os_str().is_empty() => {
            prefix.map_or_else(|| rest.to_owned(), |p| p.join(rest))
        }
        _ => path
            .file_name()
            .map_or_else(|| path.to_owned(), PathBuf::from),
    };
    shown_path(&below)
}

/// Returns a relative path as it is shown to people: its names with `/` between them on every system.
#[must_use]
pub fn shown_path(path: &Path) -> String {
    path.components()
        .map(|c| readable(c.as_os_str()))
        .collect::<Vec<_>>()
        .join("/")
}

/// Returns a file name as text. A name that is no Unicode was most likely unpacked from a zip made on a Chinese
/// Windows: its bytes are read as GB18030. If they are not, they become escapes, so that no two names look alike.
#[cfg(unix)]
fn readable(name: &std::ffi::OsStr) -> String {
    use std::os::unix::ffi::OsStrExt;
    let bytes = name.as_bytes();
    std::str::from_utf8(bytes).map_or_else(
        |_| {
            let decoded = encoding_rs::GB18030
                .decode_without_bom_handling_and_without_replacement(bytes)
                .map(std::borrow::Cow::into_owned);
            decoded.unwrap_or_else(|| bytes.escape_ascii().to_string())
        },
        str::to_owned,
    )
}

#[cfg(not(unix))]
fn readable(name: &std::ffi::OsStr) -> String {
    name.to_string_lossy().into_owned()
}

/// Makes the names of documents unique: two with one name, from two folders, are told apart by the folder's name, else
/// by the whole path, at last by a number. A report must never give two files one name.
fn make_names_unique(found: &mut [Found], taken: &HashSet<String>) {
    let mut count = HashMap::new();
    for Found { source, .. } in found.iter() {
        *count.entry(source.name.clone()).or_insert(0) += 1;
    }
    let mut used = taken.clone();
    for Found { source, root, .. } in found {
        let is_free = |name: &String, used: &HashSet<String>| {
            !used.contains(name) && count.get(name).is_none_or(|&n| n == 1)
        };
        if !is_free(&source.name, &used) {
            let folder = if root.is_dir() {
                root.as_path()
            } else {
                root.parent().unwrap_or(root)
            };
            let folder = folder.file_name().map(readable).unwrap_or_default();
            let in_folder = format!("{folder}/{}", source.name);
            let full = real_path(&source.path).unwrap_or_else(|_| source.path.clone());
            source.name = if !folder.is_empty() && is_free(&in_folder, &used) {
                in_folder
            } else {
                shown_path(&full).replacen("//", "/", 1)
            };
        }
        let plain = source.name.clone();
        let mut number = 2;
        while !used.insert(source.name.clone()) {
            source.name = format!("{plain} ({number})");
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests;
