//! Finds the documents below given paths, in a stable order.

mod archives;
mod content;
mod empty_folders;
mod made_by_tools;
mod names;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use self::empty_folders::Folders;
use self::names::{make_names_unique, name_below};
use super::archive::{Archives, is_readable};
use super::generated::Surroundings;
use super::packages::is_package;
use super::passed_over::{PassedFile, PassedOver};
use super::repository::{is_of_repository, is_repository};
use super::source_files::Making;
use super::standing::{Standing, standing};
use super::{FileKind, Format, ImportCause, ImportError, PictureFiles};

pub use self::names::shown_path;

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
    /// Format of the file, by its extension or, if that belongs to no format, by its content.
    pub format: Format,
}

/// Files found below the given paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovery {
    /// Documents, sorted by name; those in archives as `archive/name`.
    pub sources: Vec<Source>,
    /// Files, folders and archives that could not be opened, or not completely, each as (shown name, error), sorted by name.
    pub problems: Vec<(String, ImportError)>,
    /// Files that are not read, listed by name, so that a person can see whether one of them is a thesis.
    pub passed_over: PassedOver,
    /// Number of files that the check already has, or that were found twice (through a link or a repeated path).
    pub already_there: usize,
    /// Real paths of these files.
    pub met_again: Vec<PathBuf>,
}

/// Finds the documents in `paths` (files, folders searched with all their subfolders, archives). Links are followed and
/// a file reached twice is taken once, under its own name rather than a link's: files are compared by real path, never by name. A
/// link to a file that is taken otherwise is passed over by its name. Archives are opened through
/// `archives`; `pictures` says whether image files are documents. Reports of this program are passed over, also those
/// named by hand. `known` holds the files that the check already has, as [`crate::real_path`] gives them, `taken` their names.
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
        links: Vec::new(),
        surroundings: Surroundings::default(),
        of_folders: Folders::default(),
    };
    for root in paths {
        let prefix = if paths.len() > 1 && root.is_dir() {
            root.file_name().map(Path::new)
        } else {
            None
        };
        search.walk(root, prefix, cancelled);
    }
    for (entry, root, prefix) in std::mem::take(&mut search.links) {
        search.meet(&entry, &root, prefix.as_deref(), true);
    }
    search.look_at_contents(cancelled);
    search.join_parts();
    search.open_archives(archives, cancelled);
    search.pass_over_generated();
    // What was not searched may hold something.
    if !cancelled() {
        search.pass_over_empty_folders();
    }
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
    /// Kind as which it is passed over if other sources lie beside it: a tool wrote it, as its head says, it is empty, or it is
    /// a licence.
    beside_others: Option<FileKind>,
}

impl Found {
    fn new(source: Source, root: &Path, problem: Option<ImportCause>) -> Self {
        Self {
            source,
            root: root.to_owned(),
            or_kind: None,
            problem,
            is_shrunk: false,
            beside_others: None,
        }
    }

    /// Whether a person named the file itself.
    fn is_named(&self) -> bool {
        self.source.path == self.root
    }

    /// Notes what the content of a source file says about its making; returns the kind of a file that is passed over.
    fn note(&mut self, making: Making) -> Option<FileKind> {
        match making {
            Making::Written => {}
            Making::Shrunk => self.is_shrunk = true,
            Making::BesideOthers(kind) => self.beside_others = Some(kind),
            Making::TooLarge(cause) => self.problem = Some(cause),
            Making::Not(kind) => return Some(kind),
        }
        None
    }
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
    /// Files reached through links, each with its root and the prefix of its name; they come last.
    links: Vec<(walkdir::DirEntry, PathBuf, Option<PathBuf>)>,
    /// What says which source files tools made.
    surroundings: Surroundings,
    /// Folders met, and what says which of them are empty.
    of_folders: Folders,
}

impl Search {
    fn walk(&mut self, root: &Path, prefix: Option<&Path>, cancelled: &dyn Fn() -> bool) {
        if root.is_dir() {
            self.of_folders.give(root);
        }
        // Linked folder whose content is being met: all of it comes before what lies beside the folder.
        let mut linked: Option<PathBuf> = None;
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
                    linked = linked.filter(|folder| entry.path().starts_with(folder));
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
                    } else if entry.file_type().is_dir() {
                        let name = name_below(root, entry.path(), prefix);
                        self.of_folders.meet(entry.path(), name);
                        if linked.is_none() && entry.depth() > 0 && entry.path_is_symlink() {
                            linked = Some(entry.into_path());
                        }
                    } else if entry.depth() > 0 && (entry.path_is_symlink() || linked.is_some()) {
                        let prefix = prefix.map(Path::to_owned);
                        self.links.push((entry, root.to_owned(), prefix));
                    } else {
                        self.meet(&entry, root, prefix, false);
                    }
                }
                Err(error) => self.meet_error(&error, root, prefix),
            }
        }
    }

    /// Takes a file, or passes it over. `by_link` says whether a link leads to it.
    fn meet(
        &mut self,
        entry: &walkdir::DirEntry,
        root: &Path,
        prefix: Option<&Path>,
        by_link: bool,
    ) {
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
            if by_link {
                self.pass_over(name_below(root, path, prefix), path, FileKind::Link);
                return;
            }
            self.of_folders.note(path);
            self.discovery.already_there += 1;
            self.discovery.met_again.push(real);
            return;
        }
        let source = Source {
            path: path.to_owned(),
            name: name_below(root, path, prefix),
            format,
        };
        let found = Found {
            or_kind,
            ..Found::new(source, root, None)
        };
        if named && format == Format::Archive {
            self.of_folders.give(path);
        }
        self.found.push(found);
    }

    fn pass_over(&mut self, name: String, path: &Path, kind: FileKind) {
        if kind.may_be_work() {
            self.of_folders.note(path);
        }
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
        let name = name_below(root, &path, prefix);
        let source = Source { path, name, format };
        self.found.push(Found::new(source, root, problem));
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

/// Returns the kind of a file or folder that is passed over because of its name, or because it is a repository of git or of one; `None`
/// for all others. A hidden folder may hide a program.
fn of_entry(entry: &walkdir::DirEntry) -> Option<FileKind> {
    let Some(kind) = FileKind::of_name(&entry.file_name().to_string_lossy()) else {
        let path = entry.path();
        let is_of_git = is_of_repository(path) || entry.file_type().is_dir() && is_repository(path);
        return is_of_git.then_some(FileKind::Generated);
    };
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

/// Whether a file or folder is searched; a root always is.
pub(super) fn is_visible(entry: &walkdir::DirEntry) -> bool {
    entry.depth() == 0 || is_visible_name(entry.file_name())
}

/// Whether a name is not passed over: names with a leading dot, lock files of Word (`~$…`) and LibreOffice (`.~lock…`),
/// system files and shortcuts are.
pub(super) fn is_visible_name(name: &std::ffi::OsStr) -> bool {
    FileKind::of_name(&name.to_string_lossy()).is_none()
}

#[cfg(test)]
mod tests;
