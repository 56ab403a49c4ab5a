//! The one rule about overwriting: nothing is overwritten that a command reads or keeps, or that this program did not
//! write.
//!
//! A command states its inputs ([`Inputs`]) before it reads or writes anything; [`crate::write_file`] and the writer of
//! web pages check each file against them. Files are compared by identity and not by name, so that links, hard links,
//! `..` and letter case make no difference; a file that does not exist yet is identified by its folder's identity and
//! its name.

mod content;
mod identity;
mod refusal;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

pub use content::Content;
pub(crate) use content::FEEDBACK_MARK;
use identity::Identity;
pub use refusal::{InputKind, Refusal};

use chachong_check::{Document, Origin};
use chachong_import::stamped_file;
use chachong_library::{files_of_library, is_server};

/// Everything that a command reads or stores, which no output may overwrite.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// Files and folders that a person named, and what belongs to them.
    named: Vec<Named>,
    /// Documents that are known by their paths alone; looked at only when a file would be replaced.
    documents: Vec<PathBuf>,
}

#[derive(Clone, Debug)]
struct Named {
    kind: InputKind,
    path: PathBuf,
    identity: Identity,
    is_folder: bool,
}

/// File or folder that a command will write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Path of the file or folder.
    pub place: PathBuf,
    /// What will be written there.
    pub kind: OutputKind,
}

/// Kind of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// File with this content.
    File(Content),
    /// Folder of the web pages of a check.
    Pages,
    /// Folder for files whose names are not known yet; it may contain anything.
    Folder,
    /// Folder for marked copies of documents.
    Copies,
}

impl Inputs {
    /// Adds a file, or a folder with everything below it. The path need not exist.
    pub fn add(&mut self, kind: InputKind, path: &Path) {
        self.named.push(Named {
            kind,
            identity: Identity::of(path),
            is_folder: path.is_dir(),
            path: path.to_owned(),
        });
    }

    /// Adds a library file and the files beside it that belong to it. A library on a server has no files.
    pub fn add_library(&mut self, library: &Path) {
        if !is_server(library) {
            for file in files_of_library(library) {
                self.add(InputKind::Library, &file);
            }
        }
    }

    /// Adds the files of a check's own documents; for documents in archives, the archives.
    pub fn add_documents(&mut self, documents: &[Document]) {
        let own = documents.iter().filter(|one| one.origin == Origin::Checked);
        self.add_files(own.map(|one| stamped_file(&one.path)));
    }

    /// Adds files, possibly very many. They are examined only when an output would replace a file.
    pub fn add_files(&mut self, files: impl IntoIterator<Item = PathBuf>) {
        self.documents.extend(files);
        self.documents.dedup();
    }

    /// Checks all outputs of a command before anything is read or written. Fails if one of them would overwrite an input, another output,
    /// or a file that this program did not write, or if standard output is redirected into an input.
    pub fn allow_all(&self, outputs: &[Output]) -> Result<(), Refusal> {
        if let Some(named) = identity::of_stdout().and_then(|stdout| self.named_as(&stdout)) {
            return Err(Refusal::input(Path::new("-"), named));
        }
        let mut before: Vec<(Identity, &Output)> = Vec::with_capacity(outputs.len());
        for output in outputs {
            match output.kind {
                OutputKind::File(content) => self.allow(&output.place, content)?,
                OutputKind::Pages => self.allow_pages(&output.place)?,
                OutputKind::Folder => self.allow_place(&output.place)?,
                OutputKind::Copies => self.allow_copies(&output.place)?,
            }
            let identity = Identity::of(&output.place);
            for (other, earlier) in &before {
                let both = [(&identity, output, *earlier), (other, *earlier, output)];
                let is_same =
                    identity.is_same(other) && !(output.is_folder() && earlier.is_folder());
                if is_same || both.iter().any(|(file, one, folder)| folder.has(one, file)) {
                    return Err(Refusal::Twice {
                        output: output.place.clone(),
                        other: earlier.place.clone(),
                    });
                }
            }
            before.push((identity, output));
        }
        Ok(())
    }

    /// Checks whether a file with this content may be written. Fails if it is an input or would replace a file that this program did not
    /// write. Empty files may be replaced, except by content of the kind [`Content::New`]. Streams (pipes, terminals, `/dev/null`) are
    /// allowed unless they are inputs.
    pub fn allow(&self, file: &Path, content: Content) -> Result<(), Refusal> {
        let identity = Identity::of(file);
        if let Some(named) = self.named_as(&identity) {
            return Err(Refusal::input(file, named));
        }
        let Ok(found) = fs::metadata(file) else {
            return Ok(());
        };
        if is_block_device(&found) {
            return Err(Refusal::NotOurs(file.to_owned()));
        }
        if !found.is_file() || is_stream(file) || content == Content::Any {
            return Ok(());
        }
        let is_replaced = found.len() == 0 && content != Content::New || content.is_of(file);
        if found.len() > 0 && is_replaced {
            return Ok(());
        }
        // Only now all documents are looked at: it takes long, and mostly nothing is replaced.
        if let Some((kind, input)) = self.read_as(&identity) {
            let output = file.to_owned();
            return Err(Refusal::Input {
                output,
                kind,
                input,
            });
        }
        if is_replaced {
            return Ok(());
        }
        Err(match content {
            Content::New => Refusal::Exists(file.to_owned()),
            _ => Refusal::NotOurs(file.to_owned()),
        })
    }

    /// Checks whether web pages may be written to a folder. Fails unless the folder is new or empty, contains the index page of an
    /// earlier report, or contains only reports of this program. Also fails if the folder is a file or an input that is a file, or if its
    /// index page or a folder of pages is a link.
    pub fn allow_pages(&self, folder: &Path) -> Result<(), Refusal> {
        self.allow_place(folder)?;
        if !folder.is_dir() {
            return Ok(());
        }
        for name in [crate::html::INDEX].iter().chain(&crate::html::FOLDERS) {
            let path = folder.join(name);
            let is_folder = *name != crate::html::INDEX;
            match fs::symlink_metadata(&path) {
                Ok(found) if found.file_type().is_symlink() => return Err(Refusal::Link(path)),
                Ok(found) if is_folder && !found.is_dir() => return Err(Refusal::NotOurs(path)),
                _ => {}
            }
        }
        let index = folder.join(crate::html::INDEX);
        if index.is_file() {
            return self.allow(&index, Content::Report(crate::ReportFormat::Html));
        }
        let is_ours = |entry: &fs::DirEntry| {
            let name = entry.file_name();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder {
                return crate::html::FOLDERS.iter().any(|folder| name == *folder);
            }
            crate::split_part(&name.to_string_lossy()).is_some()
                || (crate::ReportFormat::ALL.into_iter())
                    .any(|format| Content::Report(format).is_of(&entry.path()))
        };
        let Ok(entries) = fs::read_dir(folder) else {
            return Ok(());
        };
        for entry in entries.flatten() {
            if !is_ours(&entry) {
                return Err(Refusal::Folder {
                    folder: folder.to_owned(),
                    found: entry.path(),
                });
            }
        }
        Ok(())
    }

    /// Checks whether a folder may be made at a place, or used: no file is there. A folder of documents may hold reports too.
    fn allow_place(&self, place: &Path) -> Result<(), Refusal> {
        let identity = Identity::of(place);
        let is_input = |named: &&Named| !named.is_folder && named.identity.is_same(&identity);
        if let Some(named) = self.named.iter().find(is_input) {
            return Err(Refusal::input(place, named));
        }
        if fs::metadata(place).map_or(true, |found| found.is_dir()) {
            return Ok(());
        }
        let output = place.to_owned();
        Err(match self.read_as(&identity) {
            Some((kind, input)) => Refusal::Input {
                output,
                kind,
                input,
            },
            None => Refusal::NotOurs(output),
        })
    }

    /// Checks whether marked copies may be written to a folder: it is not one that is read, nor in one. The next check would
    /// read a copy as one more document, since it is the student's own text.
    fn allow_copies(&self, folder: &Path) -> Result<(), Refusal> {
        self.allow_place(folder)?;
        let identity = Identity::of(folder);
        let holds = |named: &&Named| {
            let is_read = named.is_folder && named.kind == InputKind::Document;
            is_read && (named.identity.is_same(&identity) || identity.is_below(&named.path))
        };
        match self.named.iter().find(holds) {
            Some(named) => Err(Refusal::Copies {
                folder: folder.to_owned(),
                input: named.path.clone(),
            }),
            None => Ok(()),
        }
    }

    /// Finds the named input that has this identity.
    fn named_as(&self, identity: &Identity) -> Option<&Named> {
        (self.named.iter()).find(|named| named.identity.is_same(identity))
    }

    /// Finds what is read below the named folders, or as a document, that has this identity.
    fn read_as(&self, identity: &Identity) -> Option<(InputKind, PathBuf)> {
        for named in self.named.iter().filter(|named| named.is_folder) {
            if identity.is_below(&named.path) {
                return Some((named.kind, named.path.clone()));
            }
            let walk = WalkDir::new(&named.path).follow_links(true).into_iter();
            let files = walk.flatten().filter(|entry| !entry.file_type().is_dir());
            for entry in files {
                if Identity::of(entry.path()).is_same(identity) {
                    return Some((named.kind, entry.into_path()));
                }
            }
        }
        let mut documents = self.documents.iter();
        let found = documents.find(|path| Identity::of(path).is_same(identity));
        found.map(|path| (InputKind::Document, path.clone()))
    }
}

impl Output {
    /// Creates an output that consists of one file.
    #[must_use]
    pub fn file(place: &Path, content: Content) -> Self {
        Self {
            place: place.to_owned(),
            kind: OutputKind::File(content),
        }
    }

    const fn is_folder(&self) -> bool {
        !matches!(self.kind, OutputKind::File(_))
    }

    /// Whether this is a folder of web pages in which another output's file would be one of them.
    fn has(&self, other: &Self, file: &Identity) -> bool {
        let is_page = || {
            let index = Identity::of(&self.place.join(crate::html::INDEX));
            let folders = crate::html::FOLDERS;
            index.is_same(file)
                || (folders.iter()).any(|folder| {
                    let folder = self.place.join(folder);
                    Identity::of(&folder).is_same(file) || file.is_below(&folder)
                })
        };
        self.kind == OutputKind::Pages && !other.is_folder() && is_page()
    }
}

/// Whether a path names a stream of this process (`/dev/stdout`, `/dev/fd/3`): it leads to a file that may be regular, and
/// none may stand in its place.
pub(crate) fn is_stream(file: &Path) -> bool {
    let is_link = fs::symlink_metadata(file).is_ok_and(|found| found.file_type().is_symlink());
    let folder = file.parent().and_then(|folder| folder.canonicalize().ok());
    let is_of_system = |folder: PathBuf| folder == Path::new("/dev") || folder.starts_with("/proc");
    cfg!(unix) && is_link && folder.is_some_and(is_of_system)
}

#[cfg(unix)]
fn is_block_device(found: &fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_block_device(&found.file_type())
}

#[cfg(not(unix))]
const fn is_block_device(_: &fs::Metadata) -> bool {
    false
}

impl From<Refusal> for io::Error {
    fn from(refusal: Refusal) -> Self {
        Self::other(refusal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReportFormat;

    const JSON: Content = Content::Report(ReportFormat::Json);
    const REPORT: &str = r#"{"schema":1,"version":"0.2.0","settings":{}}"#;

    #[test]
    fn only_reports_of_this_program_that_are_no_input_are_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir(at("in")).unwrap();
        fs::write(at("in/thesis.txt"), "text").unwrap();
        fs::write(at("in/empty.txt"), "").unwrap();
        fs::write(at("in/report.json"), REPORT).unwrap();
        fs::write(at("other.json"), "{\"a\": 1}").unwrap();
        fs::write(at("empty.json"), "").unwrap();
        fs::hard_link(at("in/thesis.txt"), at("hard.json")).unwrap();
        let mut inputs = Inputs::default();
        inputs.add(InputKind::Document, &at("in"));
        let allow = |name: &str| inputs.allow(&at(name), JSON);
        for free in ["new.json", "in/new.json", "in/report.json", "empty.json"] {
            assert!(allow(free).is_ok(), "{free}");
        }
        for taken in ["in/thesis.txt", "in/empty.txt", "hard.json", "in"] {
            let refused = allow(taken);
            assert!(
                matches!(refused, Err(Refusal::Input { .. })),
                "{taken}: {refused:?}"
            );
        }
        assert!(matches!(allow("other.json"), Err(Refusal::NotOurs(_))));
        // Named by hand, a report is an input like any other.
        inputs.add(InputKind::Check, &at("in/report.json"));
        assert!(inputs.allow(&at("in/report.json"), JSON).is_err());
    }

    #[test]
    fn a_library_keeps_the_places_of_the_files_beside_it() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::write(at("lib"), "").unwrap();
        let mut inputs = Inputs::default();
        inputs.add_library(&at("lib"));
        inputs.add_library(Path::new("postgres://host/theses"));
        for ending in ["", "-wal", "-shm", "-journal", ".lock", ".index"] {
            let file = at(&format!("lib{ending}"));
            assert!(inputs.allow(&file, JSON).is_err(), "{ending}");
            assert!(inputs.allow_pages(&file).is_err(), "{ending}");
        }
        assert!(inputs.allow(&at("lib.json"), JSON).is_ok());
    }

    #[test]
    fn no_two_outputs_are_one_file() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        let file = |name: &str| Output::file(&at(name), JSON);
        let folder = |name: &str, kind| Output {
            place: at(name),
            kind,
        };
        let all = |outputs: &[Output]| Inputs::default().allow_all(outputs);
        let pages = || folder("html", OutputKind::Pages);
        assert!(
            all(&[
                file("a"),
                file("b"),
                pages(),
                folder("html", OutputKind::Folder)
            ])
            .is_ok()
        );
        for other in ["a", "./a", "new/../a"] {
            assert!(all(&[file("a"), file(other)]).is_err(), "{other}");
        }
        for inside in [
            "html/index.html",
            "html/pairs/0001.html",
            "html/documents",
            "html",
        ] {
            assert!(all(&[pages(), file(inside)]).is_err(), "{inside}");
            assert!(all(&[file(inside), pages()]).is_err(), "{inside}");
        }
        assert!(all(&[pages(), file("html/check.json")]).is_ok());
    }

    #[test]
    fn pages_go_to_a_folder_that_is_new_empty_or_ours() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        let allow = |name: &str| Inputs::default().allow_pages(&at(name));
        assert!(allow("new").is_ok());
        fs::create_dir_all(at("left/documents")).unwrap();
        fs::write(at("left/index.html.7.part"), "half").unwrap();
        assert!(allow("left").is_ok());
        fs::create_dir(at("theirs")).unwrap();
        fs::write(at("theirs/index.html"), "<p>someone's own").unwrap();
        assert!(matches!(allow("theirs"), Err(Refusal::NotOurs(_))));
        fs::rename(at("theirs/index.html"), at("theirs/notes.txt")).unwrap();
        assert!(matches!(allow("theirs"), Err(Refusal::Folder { .. })));
        #[cfg(unix)]
        {
            fs::create_dir(at("linked")).unwrap();
            std::os::unix::fs::symlink(at("theirs"), at("linked/documents")).unwrap();
            assert!(matches!(allow("linked"), Err(Refusal::Link(_))));
        }
    }
}
