//! Files that were found but not read: one list of names with their kinds, from which all counts are derived.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::FileKind;

/// Maximum number of files that are kept by name among those that may be a person's work.
const MOST_NAMED: usize = 10_000;
/// Maximum number of files that are kept by name among those that nobody hands in.
const MOST_COUNTED: usize = 1_000;

/// Files of a check that were not read, by kind. At most 10,000 files that may be somebody's work and 1,000 others are
/// listed by name; further ones are only counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PassedOver {
    /// Files that may be a person's work.
    named: Vec<PassedFile>,
    /// Files that nobody hands in.
    counted: Vec<PassedFile>,
    /// Number of files of each kind whose names are not kept.
    beyond: Vec<(FileKind, usize)>,
}

/// Skipped file, or skipped folder with everything in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PassedFile {
    /// Displayed name: the path relative to the folder where the file was found, with `/`.
    pub name: String,
    /// Path of the file; for a file in an archive, the path that leads through the archive.
    pub path: PathBuf,
    /// Kind of the file.
    pub kind: FileKind,
    /// Number of files that this entry stands for. More than 1 only for a folder of which the skipped files were counted: one in an
    /// archive, or one that a tool filled. A folder on disk that was skipped without a look inside counts as 1.
    pub files: usize,
}

impl PassedOver {
    /// Returns an empty list, for a check that skipped no files.
    #[must_use]
    pub fn none() -> &'static Self {
        static NONE: PassedOver = PassedOver {
            named: Vec::new(),
            counted: Vec::new(),
            beyond: Vec::new(),
        };
        &NONE
    }

    /// Returns the listed files that may be somebody's work, sorted by name. Files that tools likely made come last.
    #[must_use]
    pub fn named(&self) -> &[PassedFile] {
        &self.named
    }

    /// Returns the listed files that may be somebody's work, without this program's own reports, which nobody handed
    /// in.
    pub fn submitted(&self) -> impl Iterator<Item = &PassedFile> {
        self.named
            .iter()
            .filter(|file| file.kind != FileKind::Report)
    }

    /// Returns all listed files, those that may be somebody's work first.
    pub fn files(&self) -> impl Iterator<Item = &PassedFile> {
        self.named.iter().chain(&self.counted)
    }

    /// Returns the number of skipped files of each kind that are not listed by name.
    #[must_use]
    pub fn beyond(&self) -> &[(FileKind, usize)] {
        &self.beyond
    }

    /// Returns whether no files were skipped.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.named.is_empty() && self.counted.is_empty() && self.beyond.is_empty()
    }

    /// Returns the number of all skipped files, whether listed or only counted: the sum of [`PassedFile::files`], with the files whose
    /// names are not kept.
    #[must_use]
    pub fn total(&self) -> usize {
        self.kinds().into_iter().map(|(_, count)| count).sum()
    }

    /// Returns the number of skipped files of one kind, whether listed or only counted.
    #[must_use]
    pub fn count(&self, kind: FileKind) -> usize {
        let kinds = self.kinds().into_iter();
        kinds.filter(|(one, _)| *one == kind).map(|(_, n)| n).sum()
    }

    /// Returns each kind that occurs with its number of files, in the order of [`FileKind::all`].
    #[must_use]
    pub fn kinds(&self) -> Vec<(FileKind, usize)> {
        let mut kinds = std::collections::BTreeMap::<FileKind, usize>::new();
        let files = self.files().map(|file| (file.kind, file.files));
        for (kind, count) in files.chain(self.beyond.iter().copied()) {
            let sum = kinds.entry(kind).or_default();
            *sum = sum.saturating_add(count);
        }
        kinds.into_iter().collect()
    }

    /// Adds a file, or another of the folder that was added last.
    pub(super) fn add(&mut self, file: PassedFile) {
        let (list, most) = if file.kind.may_be_work() {
            (&mut self.named, MOST_NAMED)
        } else {
            (&mut self.counted, MOST_COUNTED)
        };
        if let Some(last) = list.last_mut()
            && last.kind == file.kind
            && last.path == file.path
        {
            last.files = last.files.saturating_add(file.files);
        } else if list.len() < most {
            list.push(file);
        } else {
            self.add_beyond(file.kind, file.files);
        }
    }

    /// Adds the numbers of the files whose names `other` does not keep.
    pub(super) fn add_counts(&mut self, other: &Self) {
        for &(kind, files) in &other.beyond {
            self.add_beyond(kind, files);
        }
    }

    fn add_beyond(&mut self, kind: FileKind, files: usize) {
        match self.beyond.iter_mut().find(|(one, _)| *one == kind) {
            Some((_, count)) => *count = count.saturating_add(files),
            None => self.beyond.push((kind, files)),
        }
    }

    /// Adds the files of `other`, for example when a folder is added again. Files that are already listed are not added twice; files that
    /// are only counted are.
    pub fn merge(&mut self, other: Self) {
        let known: std::collections::HashSet<PathBuf> =
            self.files().map(|file| file.path.clone()).collect();
        let files = other.named.into_iter().chain(other.counted);
        for file in files.filter(|file| !known.contains(&file.path)) {
            self.add(file);
        }
        self.add_counts(&Self {
            beyond: other.beyond,
            ..Self::default()
        });
        self.sort();
    }

    /// Removes all files of one kind, listed or only counted, for example because they are read after all.
    pub fn forget(&mut self, kind: FileKind) {
        self.named.retain(|file| file.kind != kind);
        self.counted.retain(|file| file.kind != kind);
        self.beyond.retain(|(one, _)| *one != kind);
    }

    /// Replaces the name and path of each listed file by the result of `name`, for a report without names (blind
    /// review).
    pub fn rename(&mut self, mut name: impl FnMut(&PassedFile) -> String) {
        for file in self.named.iter_mut().chain(&mut self.counted) {
            file.name = name(file);
            file.path = file.name.clone().into();
        }
    }

    /// Sorts the files by name, those last that tools likely made.
    pub(super) fn sort(&mut self) {
        for list in [&mut self.named, &mut self.counted] {
            list.sort_by(|a, b| {
                let is_made = |file: &PassedFile| file.kind == FileKind::Generated;
                is_made(a).cmp(&is_made(b)).then_with(|| a.cmp(b))
            });
            list.dedup_by(|a, b| (&a.path, a.kind) == (&b.path, b.kind));
        }
        self.beyond.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, kind: FileKind) -> PassedFile {
        PassedFile {
            name: path.to_owned(),
            path: path.into(),
            kind,
            files: 1,
        }
    }

    #[test]
    fn counts_come_from_the_names_and_go_on_where_names_end() {
        let mut passed = PassedOver::default();
        for number in 0..100_000 {
            passed.add(file(&format!("{number}.mp3"), FileKind::Recording));
            passed.add(file(&format!("{number}.ttf"), FileKind::Font));
        }
        assert_eq!(passed.named().len(), MOST_NAMED);
        assert_eq!(passed.files().count(), MOST_NAMED + MOST_COUNTED);
        assert_eq!(passed.count(FileKind::Recording), 100_000);
        assert_eq!(passed.count(FileKind::Font), 100_000);
        assert_eq!(passed.total(), 200_000);
    }

    #[test]
    fn a_folder_of_an_archive_is_one_entry_and_a_folder_added_twice_is_listed_once() {
        let mut passed = PassedOver::default();
        for _ in 0..300 {
            passed.add(file("a.zip/node_modules", FileKind::Generated));
        }
        passed.add(file("b.ofd", FileKind::Ofd));
        assert_eq!((passed.files().count(), passed.total()), (2, 301));
        let again = passed.clone();
        passed.merge(again);
        assert_eq!((passed.files().count(), passed.total()), (2, 301));
        passed.forget(FileKind::Generated);
        assert_eq!(passed.total(), 1);
    }

    #[test]
    fn checks_saved_by_older_programs_have_an_empty_list() {
        let read: PassedOver = serde_json::from_str("{}").unwrap();
        assert_eq!(read, PassedOver::default());
    }
}
