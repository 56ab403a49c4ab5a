//! Texts about files that were found but not read.

use super::Language;
use chachong_import::{FileKind, PassedFile, PassedOver};

impl Language {
    /// Returns the displayed name of a kind of file.
    #[must_use]
    pub fn file_kind(self, kind: FileKind) -> String {
        self.text(&format!("file-kind.{}", kind.name()))
    }

    /// Returns what a person can do about a skipped file of this kind.
    #[must_use]
    pub fn file_kind_remedy(self, kind: FileKind) -> String {
        self.text(&format!("file-kind.{}.remedy", kind.name()))
    }

    /// Returns the kind of a skipped file, or the kind of a skipped folder with the number of files in it if there are several.
    #[must_use]
    pub fn passed_file(self, file: &PassedFile) -> String {
        self.with_files(self.file_kind(file.kind), file.files)
    }

    /// Adds the number of files to what stands for more than one.
    fn with_files(self, of: String, files: usize) -> String {
        if files < 2 {
            return of;
        }
        let values: [(&str, &dyn std::fmt::Display); 2] = [("of", &of), ("count", &files)];
        self.fill("passed-over.with-files", &values)
    }

    /// Lists how many files were skipped, on one line, counting similar kinds together; empty if none were.
    #[must_use]
    pub fn passed_over_files(self, files: &PassedOver) -> String {
        self.counted(&files.kinds())
    }

    /// Lists how many files were skipped, as [`Self::passed_over_files`] does, but only of kinds that are certainly
    /// nobody's work, such as system files.
    #[must_use]
    pub fn passed_over_clutter(self, files: &PassedOver) -> String {
        let kinds = files.kinds().into_iter();
        let clutter: Vec<_> = kinds.filter(|(kind, _)| !kind.may_be_work()).collect();
        self.counted(&clutter)
    }

    /// Lists how many files were skipped, as [`Self::passed_over_files`] does, but only of the kinds that the window
    /// does not list by name: those that are certainly nobody's work, reports of this program, and pictures.
    #[must_use]
    pub fn passed_over_beside(self, files: &PassedOver) -> String {
        let is_beside = |kind: FileKind| {
            !kind.may_be_work() || matches!(kind, FileKind::Report | FileKind::Picture)
        };
        let kinds = files.kinds().into_iter();
        let beside: Vec<_> = kinds.filter(|&(kind, _)| is_beside(kind)).collect();
        self.counted(&beside)
    }

    fn counted(self, kinds: &[(FileKind, usize)]) -> String {
        let mut groups: Vec<(&str, usize)> = Vec::new();
        for &(kind, count) in kinds {
            let group = group(kind);
            match groups.iter_mut().find(|(known, _)| *known == group) {
                Some((_, sum)) => *sum += count,
                None => groups.push((group, count)),
            }
        }
        let words = groups
            .into_iter()
            .map(|(group, count)| self.fill(&format!("passed-over.{group}"), &[("count", &count)]));
        let words: Vec<String> = words.collect();
        words.join(&self.text("punctuation.comma"))
    }

    /// Returns one line for each kind of skipped file that may be somebody's work. Each line has the names of at most `most` files or
    /// folders, the number of further files, and what a person can do about them.
    #[must_use]
    pub fn not_read_lines(self, files: &PassedOver, most: usize) -> Vec<String> {
        let comma = self.text("punctuation.comma");
        let kinds = files.kinds().into_iter();
        let work = kinds.filter(|(kind, _)| kind.may_be_work());
        work.map(|(kind, count)| {
            let of_kind = files.named().iter().filter(|file| file.kind == kind);
            let shown: Vec<&PassedFile> = of_kind.take(most).collect();
            let names: Vec<String> = (shown.iter())
                .map(|file| self.with_files(file.name.clone(), file.files))
                .collect();
            let more = count.saturating_sub(shown.iter().map(|file| file.files).sum());
            let key = if more == 0 {
                "passed-over.line"
            } else {
                "passed-over.line-and-more"
            };
            self.fill(
                key,
                &[
                    ("kind", &self.file_kind(kind)),
                    ("names", &names.join(&comma)),
                    ("more", &more),
                    ("remedy", &self.file_kind_remedy(kind)),
                ],
            )
        })
        .collect()
    }
}

/// Returns the key of the words that count files of a kind. Similar kinds share a key.
const fn group(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Picture => "pictures",
        FileKind::Report => "reports",
        FileKind::Lock => "locks",
        FileKind::System => "system",
        FileKind::Placeholder => "placeholders",
        FileKind::Shortcut => "shortcuts",
        FileKind::Generated => "generated",
        FileKind::EmptySource => "empty-sources",
        FileKind::Build => "build",
        FileKind::Font => "fonts",
        FileKind::Hidden => "hidden",
        FileKind::HiddenDocument => "hidden-documents",
        FileKind::Link => "links",
        FileKind::EmptyArchive => "archives",
        FileKind::EmptyFolder => "folders",
        FileKind::ArchivePart => "parts",
        _ => "others",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_words_in_both_languages() {
        for (language, _) in Language::ALL {
            for kind in FileKind::all() {
                let count =
                    language.fill(&format!("passed-over.{}", group(kind)), &[("count", &2)]);
                for text in [
                    language.file_kind(kind),
                    language.file_kind_remedy(kind),
                    count,
                ] {
                    assert!(
                        !text.contains("file-kind.") && !text.contains("passed-over."),
                        "{kind:?}: {text}"
                    );
                }
            }
        }
    }
}
