//! Folders that hold nothing that anybody handed in, named where folders are those of students: a student whose folder is
//! empty must not be missed.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::Search;
use crate::FileKind;
use crate::archive::{Unpacked, below, path_in_archive};

/// Minimum number of folders with documents beside an empty one by which each of them is taken for somebody's, below the folders of the
/// students.
const BESIDE: usize = 3;

/// Folders of a search.
#[derive(Default)]
pub(super) struct Folders {
    /// Folders that a person gave.
    roots: Vec<PathBuf>,
    /// Folders met, each with its name.
    met: Vec<(PathBuf, String)>,
    /// Paths that have a row or a name of their own, and the folders that directly hold them.
    holding: HashSet<PathBuf>,
}

impl Folders {
    /// Notes a folder that a person gave.
    pub(super) fn give(&mut self, root: &Path) {
        self.roots.push(root.to_owned());
    }

    /// Notes a folder that was met, by the name under which it would be listed.
    pub(super) fn meet(&mut self, folder: &Path, name: String) {
        self.met.push((folder.to_owned(), name));
    }

    /// Notes the folders of an archive: those that it lists, and those of the files in it.
    pub(super) fn meet_in(&mut self, archive: &Path, name: &str, unpacked: &Unpacked) {
        let folders = &unpacked.folders;
        let mut places: BTreeSet<&str> = folders.iter().map(String::as_str).collect();
        for file in unpacked.passed_over.files() {
            if file.kind.may_be_work() {
                self.note(&file.path);
            }
        }
        let passed_over = unpacked.passed_over.files().map(|file| &file.name);
        let members = unpacked.members.iter().map(|member| &member.place);
        let all = passed_over.chain(members).chain(folders);
        for mut place in all.map(String::as_str) {
            while let Some((above, _)) = place.rsplit_once('/') {
                places.insert(above);
                place = above;
            }
        }
        let places = places.into_iter().filter(|place| !place.is_empty());
        let folders = places.map(|place| (path_in_archive(archive, place), below(name, place)));
        self.met.extend(folders);
    }

    /// Notes a file or folder that has a row or a name.
    pub(super) fn note(&mut self, path: &Path) {
        let folder = path.parent().map(Path::to_owned);
        self.holding
            .extend(folder.into_iter().chain([path.to_owned()]));
    }

    /// Returns the empty folders to name, each with its name.
    ///
    /// An empty folder is named if it lies directly in the folder that holds the students' folders, if it is one of several folders that
    /// the person chose, or if it lies deeper, beside folders with documents. It is not named if it belongs to a program: then other
    /// students have a folder of this name too, or there are files beside it.
    fn empty(&self) -> Vec<(&Path, &str)> {
        let mut full: HashSet<&Path> = HashSet::new();
        for path in &self.holding {
            for above in path.ancestors() {
                if !full.insert(above) {
                    break;
                }
            }
        }
        let mut below: HashMap<&Path, Vec<&Path>> = HashMap::new();
        let mut with_name: HashMap<&OsStr, usize> = HashMap::new();
        let mut known: HashSet<&Path> = HashSet::new();
        let met = || {
            self.met
                .iter()
                .filter_map(|(path, _)| Some((path, path.parent()?)))
        };
        for (path, above) in met() {
            if known.insert(path) {
                below.entry(above).or_default().push(path);
                *with_name
                    .entry(path.file_name().unwrap_or_default())
                    .or_default() += 1;
            }
        }
        let top = self.top(&below, &full);
        let is_unique = |path: &Path| {
            let name = path.file_name().unwrap_or_default();
            with_name.get(name).is_some_and(|&count| count == 1)
        };
        let stands_beside = |path: &Path, above: &Path| {
            let others = below.get(above).into_iter().flatten();
            let others = others.filter(|other| full.contains(**other) && is_unique(other));
            is_unique(path) && !self.holding.contains(above) && others.count() >= BESIDE
        };
        let is_named = |path: &Path| {
            let above = path.parent().filter(|above| full.contains(above));
            let is_given = self.roots.len() > 1 && self.roots.iter().any(|root| root == path);
            let is_somebodys = |above: &Path| top == Some(above) || stands_beside(path, above);
            !full.contains(path) && (is_given || above.is_some_and(is_somebodys))
        };
        let empty = self.met.iter().filter(|(path, _)| is_named(path));
        empty
            .map(|(path, name)| (path.as_path(), name.as_str()))
            .collect()
    }

    /// Returns the folder whose folders are taken for those of students: the given one or, as long as a folder holds only one folder, which
    /// has folders of its own, that one. `None` if several were given.
    fn top<'p>(
        &'p self,
        below: &HashMap<&'p Path, Vec<&'p Path>>,
        full: &HashSet<&'p Path>,
    ) -> Option<&'p Path> {
        let [root] = &self.roots[..] else {
            return None;
        };
        let mut top = root.as_path();
        while let Some(&[only]) = below.get(top).map(Vec::as_slice)
            && full.contains(only)
            && !self.holding.contains(top)
            && below.contains_key(only)
        {
            top = only;
        }
        Some(top)
    }
}

impl Search {
    /// Passes over the empty folders that may be a student's.
    pub(super) fn pass_over_empty_folders(&mut self) {
        let mut folders = std::mem::take(&mut self.of_folders);
        for found in &self.found {
            folders.note(&found.source.path);
        }
        for (path, name) in folders.empty() {
            self.pass_over(name.to_owned(), path, FileKind::EmptyFolder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the folders that are named, below a given folder, by folders met and files that have a row.
    fn empty(folders: &[&str], files: &[&str]) -> Vec<String> {
        let mut found = Folders::default();
        found.give(Path::new("/c"));
        for folder in folders {
            found.meet(&Path::new("/c").join(folder), (*folder).to_owned());
        }
        for file in files {
            found.note(&Path::new("/c").join(file));
        }
        let names = found.empty().into_iter().map(|(_, name)| name.to_owned());
        names.collect()
    }

    #[test]
    fn a_folder_of_a_student_without_documents_is_named() {
        let folders = ["张三", "李四", "李四/附件", "王五"];
        assert_eq!(empty(&folders, &["张三/a.docx"]), ["李四", "王五"]);
        // Within a folder that was sent on as a whole.
        let within = ["作业", "作业/张三", "作业/李四"];
        assert_eq!(empty(&within, &["作业/张三/a.docx"]), ["作业/李四"]);
        // Whose documents cannot be read is not empty, and nobody handed in anything.
        assert_eq!(
            empty(&folders, &["李四/附件/a.mp4", "王五/b.exe"]),
            ["张三"]
        );
        assert_eq!(empty(&folders, &[]), [""; 0]);
    }

    #[test]
    fn a_student_of_a_class_is_named_and_no_folder_of_a_program() {
        let folders = [
            "一班",
            "一班/张三",
            "一班/李四",
            "一班/王五",
            "一班/赵六",
            "二班",
            "二班/钱七",
            "二班/孙八",
            "二班/周九",
            "二班/吴十",
        ];
        let files = [
            "一班/张三/a.docx",
            "一班/李四/a.docx",
            "一班/王五/a.docx",
            "二班/钱七/a.docx",
            "二班/孙八/a.docx",
            "二班/周九/a.docx",
        ];
        assert_eq!(empty(&folders, &files), ["一班/赵六", "二班/吴十"]);
        let mut folders = Vec::new();
        let mut files = Vec::new();
        for student in ["张三", "李四", "王五"] {
            folders.push(student.to_owned());
            folders.extend(["src", "test", "doc", "bin"].map(|name| format!("{student}/{name}")));
            files.extend(["src", "test", "doc"].map(|name| format!("{student}/{name}/a.c")));
        }
        let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        assert_eq!(empty(&folders, &files), [""; 0]);
    }

    #[test]
    fn of_several_given_folders_the_empty_ones_are_named() {
        let mut found = Folders::default();
        for folder in ["/c/张三", "/c/李四"] {
            found.give(Path::new(folder));
            found.meet(Path::new(folder), folder.to_owned());
        }
        found.meet(Path::new("/c/张三/附件"), "附件".to_owned());
        found.note(Path::new("/c/张三/a.docx"));
        assert_eq!(found.empty(), [(Path::new("/c/李四"), "/c/李四")]);
    }
}
