//! Finds the documents below given paths, in a stable order.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use walkdir::WalkDir;

use super::archive::{
    Archives, Member, Unpacked, is_readable, is_self_extracting, real_path, sets,
};
use super::generated::{FoundFile, Surroundings, is_of_tools, is_package};
use super::own_report::{is_own_report, is_report};
use super::passed_over::{PassedFile, PassedOver};
use super::source_files::{Making, making};
use super::standing::{Standing, by_content, hides_archive, is_program, standing};
use super::{FileKind, Format, ImportCause, ImportError, PictureFiles, Stop};

/// Maximum number of files in a folder that a tool filled that are named one by one.
const MOST_APART: usize = 3;

/// Maximum number of files and folders looked at in a hidden folder.
const MOST_LOOKED_AT: usize = 500;

/// One file to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Path of the file.
    pub path: PathBuf,
    /// Name shown to the person and in reports: the path relative to the folder the file was found in, with `/`.
    /// Unique within a check.
    pub name: String,
    /// Format of the file, by its extension.
    pub format: Format,
}

/// Files found below the given paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovery {
    /// Documents, sorted by name; those in archives as `archive/name`.
    pub sources: Vec<Source>,
    /// Folders that could not be entered and archives that could not be opened completely, sorted by name.
    pub problems: Vec<(String, ImportError)>,
    /// Files that are not read, by name, so that a person can see whether one of them is a thesis.
    pub passed_over: PassedOver,
    /// Number of files that the check already has, or that were found twice (through a link or a repeated path).
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
        surroundings: Surroundings::default(),
    };
    for root in paths {
        let prefix = if paths.len() > 1 && root.is_dir() {
            root.file_name().map(Path::new)
        } else {
            None
        };
        search.walk(root, prefix, cancelled);
    }
    search.look_at_contents(cancelled);
    search.join_parts();
    search.open_archives(archives, cancelled);
    search.pass_over_generated();
    search.finish(taken)
}

/// Document, or place with a problem.
struct Found {
    source: Source,
    /// Path given by the person, below which it was found.
    root: PathBuf,
    /// Kind of the file if its content does not show a document; `None` where the ending names one.
    or_kind: Option<FileKind>,
    problem: Option<ImportCause>,
    /// Whether it is a script that was shrunk by a program.
    is_shrunk: bool,
}

impl Found {
    /// Whether a person named the file itself.
    fn is_named(&self) -> bool {
        self.source.path == self.root
    }

    /// Notes what the content of a source file says about its making; returns the kind of a file that is passed over.
    fn note(&mut self, making: Making) -> Option<FileKind> {
        match making {
            Making::Written => {}
            Making::Shrunk => self.is_shrunk = true,
            Making::TooLarge(cause) => self.problem = Some(cause),
            Making::Not(kind) => return Some(kind),
        }
        None
    }
}

/// Decision about a file on the disk after a look at its content.
enum Look {
    Document(Format),
    Source(Making),
    PassedOver(FileKind),
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
    /// What says which source files tools made.
    surroundings: Surroundings,
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
                    if !entry.file_type().is_dir() {
                        self.surroundings.note(entry.path(), root);
                    }
                    // A file or folder named by hand is taken whatever its name.
                    let passed = (entry.depth() > 0).then(|| of_entry(&entry)).flatten();
                    if entry.depth() > 1
                        && entry.file_type().is_dir()
                        && is_package(entry.path())
                        && let Some(packages) = entry.path().parent()
                    {
                        // One name for all packages, however many there are.
                        if self.seen.insert(packages.to_owned()) {
                            let name = name_below(root, packages, prefix);
                            self.pass_over(name, packages, FileKind::Generated);
                        }
                        entries.skip_current_dir();
                        continue;
                    }
                    if let Some(kind) = passed {
                        self.pass_over(name_below(root, entry.path(), prefix), entry.path(), kind);
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
        let mut path = entry.path();
        let below = if named {
            path
        } else {
            path.strip_prefix(root).unwrap_or(path)
        };
        let are_documents = named || self.pictures != PictureFiles::PassedOver;
        let (format, or_kind) = match standing(below, are_documents) {
            Standing::Document(format) => (format, None),
            Standing::ByContent(kind) => (Format::Unsupported, Some(kind)),
            Standing::PassedOver(_) if named => (Format::Unsupported, None),
            Standing::PassedOver(kind) => {
                self.pass_over(name_below(root, path, prefix), path, kind);
                return;
            }
        };
        if format == Format::Image
            && !named
            && self.pictures == PictureFiles::Together
            && let Some(folder) = path.parent()
        {
            path = folder;
            if !self.folders.insert(folder.to_owned()) {
                return;
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
            or_kind,
            problem: None,
            is_shrunk: false,
        };
        if format == Format::Archive {
            self.archives.push((found, real));
        } else {
            self.found.push(found);
        }
    }

    fn pass_over(&mut self, name: String, path: &Path, kind: FileKind) {
        self.discovery.passed_over.add(PassedFile {
            name,
            path: path.to_owned(),
            kind,
            files: 1,
        });
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
            or_kind: None,
            problem,
            is_shrunk: false,
        });
    }

    /// Looks at the content of each file: passes over the reports of this program, which lie among the theses where a person
    /// had them written there, and sources that no person wrote; tells what files are whose ending says too little or is
    /// that of a document while the content is an archive. A report that is named by hand is none the less a report, and a
    /// watched folder names each file that appears.
    fn look_at_contents(&mut self, cancelled: &(dyn Fn() -> bool + Sync)) {
        let found = std::mem::take(&mut self.found);
        let looks: Vec<Look> = found
            .par_iter()
            .map(|one| {
                if one.problem.is_some() || cancelled() {
                    return Look::Document(one.source.format);
                }
                look(one)
            })
            .collect();
        for (mut one, look) in found.into_iter().zip(looks) {
            match look {
                Look::PassedOver(kind) => {
                    self.pass_over(one.source.name, &one.source.path, kind);
                }
                Look::Source(making) => match one.note(making) {
                    Some(kind) => self.pass_over(one.source.name, &one.source.path, kind),
                    None => self.found.push(one),
                },
                Look::Document(Format::Archive) => {
                    one.source.format = Format::Archive;
                    let path = &one.source.path;
                    let real = path.canonicalize().unwrap_or_else(|_| path.clone());
                    self.archives.push((one, real));
                }
                Look::Document(format) => {
                    one.source.format = format;
                    self.found.push(one);
                }
            }
        }
    }

    /// Takes the parts of an archive in several files for one; if one is missing, the row says which.
    fn join_parts(&mut self) {
        let archives = std::mem::take(&mut self.archives);
        let places: Vec<String> = (archives.iter())
            .map(|(found, _)| found.source.path.to_string_lossy().replace('\\', "/"))
            .collect();
        let sets = sets(places.iter().map(String::as_str));
        let mut archives: Vec<Option<_>> = archives.into_iter().map(Some).collect();
        for set in sets {
            let mut parts = set.parts.iter().copied();
            let Some(first) = parts.next() else {
                continue;
            };
            for part in parts {
                if let Some((found, _)) = archives[part].take() {
                    let source = found.source;
                    self.pass_over(source.name, &source.path, FileKind::ArchivePart);
                }
            }
            if let Some(missing) = set.missing
                && let Some((mut found, _)) = archives[first].take()
            {
                found.problem = Some(ImportCause::ArchivePartMissing { missing });
                self.found.push(found);
            }
        }
        self.archives = archives.into_iter().flatten().collect();
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
        for file in unpacked.passed_over.files() {
            self.surroundings.note(&file.path, &archive.root);
            self.discovery.passed_over.add(PassedFile {
                name: below(&archive.source.name, &file.name),
                ..file.clone()
            });
        }
        self.discovery.passed_over.add_counts(&unpacked.passed_over);
        for Member {
            path,
            place,
            content,
        } in &unpacked.members
        {
            self.surroundings.note(path, &archive.root);
            let source = &archive.source;
            let format = match (standing(Path::new(place), true), content) {
                (Standing::Document(format), _) => format,
                (Standing::ByContent(kind), Ok(content)) => {
                    let Some(format) = by_content(path, &mut content.clone()) else {
                        self.pass_over(below(&source.name, place), path, kind);
                        continue;
                    };
                    format
                }
                // The archive's own row, and members that could not be unpacked.
                _ => Format::of(path).unwrap_or(Format::Unsupported),
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
            let name = below(&source.name, place);
            if let Ok(content) = content
                && is_report(format, &mut content.clone())
            {
                self.pass_over(name, path, FileKind::Report);
                continue;
            }
            let mut found = Found {
                source: Source {
                    path: path.to_owned(),
                    name,
                    format,
                },
                root: archive.root.clone(),
                or_kind: None,
                problem: content.as_ref().err().cloned(),
                is_shrunk: false,
            };
            if format == Format::Source
                && let Ok(content) = content
                && let Some(kind) = found.note(making(path, content.length(), &mut content.clone()))
            {
                self.pass_over(found.source.name, path, kind);
                continue;
            }
            self.found.push(found);
        }
    }

    /// Passes over the files that tools made, by what lies around them. Where there are more than a few in a folder
    /// that a tool filled, the folder stands for them.
    fn pass_over_generated(&mut self) {
        let found = std::mem::take(&mut self.found);
        let is_judged = |one: &Found| is_of_tools(one.source.format) && !one.is_named();
        let files: Vec<FoundFile<'_>> = (found.iter().filter(|one| is_judged(one)))
            .map(|one| FoundFile {
                path: &one.source.path,
                format: one.source.format,
                root: &one.root,
                is_shrunk: one.is_shrunk,
            })
            .collect();
        let generated = self.surroundings.generated(&files);
        let generated: Vec<Option<PathBuf>> = (generated.into_iter())
            .map(|path| path.map(Path::to_owned))
            .collect();
        let mut in_folder: HashMap<PathBuf, usize> = HashMap::new();
        for folder in generated.iter().flatten() {
            *in_folder.entry(folder.clone()).or_default() += 1;
        }
        let mut generated = generated.into_iter();
        for one in found {
            let stands_for = is_judged(&one).then(|| generated.next()).flatten();
            let Some(path) = stands_for.flatten() else {
                self.found.push(one);
                continue;
            };
            let Source {
                path: file, name, ..
            } = one.source;
            let files = in_folder.get_mut(&path).map_or(0, std::mem::take);
            if (1..=MOST_APART).contains(&files) {
                in_folder.insert(path, files);
                self.pass_over(name, &file, FileKind::Generated);
            } else if files > 0 {
                self.discovery.passed_over.add(PassedFile {
                    name: name_above(&name, &file, &path),
                    path,
                    kind: FileKind::Generated,
                    files,
                });
            }
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
        discovery.passed_over.sort();
        discovery
    }
}

/// Looks at the content of a file on the disk.
fn look(one: &Found) -> Look {
    let (path, format) = (&one.source.path, one.source.format);
    if is_own_report(path) {
        return Look::PassedOver(FileKind::Report);
    }
    let as_named = Look::Document(format);
    if !path.is_file() {
        return as_named;
    }
    let Ok(mut file) = File::open(path) else {
        return as_named;
    };
    if let Some(kind) = one.or_kind {
        let is_named = *path == one.root;
        let by_content = if is_program(path) {
            is_self_extracting(&file).then_some(Format::Archive)
        } else {
            by_content(path, &mut file)
        };
        return match by_content {
            Some(format) => Look::Document(format),
            // Its row says what it is.
            None if is_named => as_named,
            None => Look::PassedOver(kind),
        };
    }
    if format == Format::Source && *path != one.root {
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        return Look::Source(making(path, length, &mut file));
    }
    // What other programs pack is no archive of documents.
    if format == Format::Unsupported && FileKind::of_ending(path) != Some(FileKind::OtherArchive) {
        return as_named;
    }
    let mut head = Vec::new();
    match (&mut file).take(512).read_to_end(&mut head) {
        Ok(_) if hides_archive(&head, &mut file) => Look::Document(Format::Archive),
        _ => as_named,
    }
}

/// Returns the name of a folder above a file, of which name and path are given.
fn name_above(name: &str, file: &Path, folder: &Path) -> String {
    let below = file
        .strip_prefix(folder)
        .map_or(0, |below| below.iter().count());
    let end = name.rmatch_indices('/').nth(below.saturating_sub(1));
    end.map_or(name, |(end, _)| &name[..end]).to_owned()
}

/// Returns the kind of a file or folder that is passed over because of its name; `None` if it is not. A hidden folder may
/// hide a program.
fn of_entry(entry: &walkdir::DirEntry) -> Option<FileKind> {
    let kind = FileKind::of_name(&entry.file_name().to_string_lossy())?;
    let hides = kind == FileKind::Hidden && entry.file_type().is_dir() && has_program(entry.path());
    Some(if hides {
        FileKind::HiddenDocument
    } else {
        kind
    })
}

/// Whether a hidden folder has a source file near its top; those of tools have other files there.
fn has_program(folder: &Path) -> bool {
    let entries = WalkDir::new(folder).max_depth(3).into_iter();
    let mut files = entries.filter_map(Result::ok).take(MOST_LOOKED_AT);
    files.any(|entry| {
        entry.file_type().is_file() && Format::of(entry.path()) == Some(Format::Source)
    })
}

/// Returns the name of what stands at a place in an archive.
fn below(archive: &str, place: &str) -> String {
    if place.is_empty() {
        archive.to_owned()
    } else {
        format!("{archive}/{place}")
    }
}

/// Whether a file or folder is searched; a root always is.
pub(super) fn is_visible(entry: &walkdir::DirEntry) -> bool {
    entry.depth() == 0 || is_visible_name(entry.file_name())
}

/// Whether a name is not passed over: names with a leading dot, lock files of Word (`~$…`) and LibreOffice (`.~lock…`),
/// system files and shortcuts are.
pub(super) fn is_visible_name(name: &std::ffi::OsStr) -> bool {
    FileKind::of_name(&name.to_string_lossy()).is_none()
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

/// Returns a relative path for display, with `/` between its names on every system.
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
    // Last number given behind each name: thousands may share one.
    let mut numbers: HashMap<String, usize> = HashMap::new();
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
        if !used.insert(source.name.clone()) {
            let plain = source.name.clone();
            let number = numbers.entry(plain.clone()).or_insert(1);
            while !used.insert(source.name.clone()) {
                *number += 1;
                source.name = format!("{plain} ({number})");
            }
        }
    }
}

#[cfg(test)]
mod tests;
