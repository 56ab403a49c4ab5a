//! Files that are passed over and counted by kind: locks, system files, placeholders of clouds, shortcuts, code that
//! no person wrote, reports of this program.

use serde::{Deserialize, Serialize};

/// Number of files passed over, by kind. They are no documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassedOver {
    /// Files that are no documents (programs, sounds …).
    pub others: usize,
    /// Image files, which may be pictures of pages ([`super::PictureFiles`]).
    #[serde(default)]
    pub pictures: usize,
    /// Reports that this program wrote ([`super::is_own_report`]).
    #[serde(default)]
    pub reports: usize,
    /// Lock and temporary files that Word, WPS and LibreOffice leave beside an open document.
    pub locks: usize,
    /// Files and folders of Windows and macOS: thumbnails, folder settings, `__MACOSX`, `._…`.
    pub system: usize,
    /// Placeholders of files that lie in a cloud only.
    pub placeholders: usize,
    /// Shortcuts to files and web pages.
    pub shortcuts: usize,
    /// Source files that no person wrote (shrunk scripts, what builds make), and folders of code that tools unpacked.
    #[serde(default)]
    pub generated: usize,
    /// Hidden files and folders: names with a leading dot.
    pub hidden: usize,
    /// Links inside archives, which are not followed.
    pub links: usize,
    /// Archives without any document.
    pub archives: usize,
}

/// Kind of a file or folder that is passed over because of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed {
    Lock,
    System,
    Placeholder,
    Shortcut,
    Generated,
    Hidden,
}

impl Passed {
    /// Returns why a file or folder of this name is passed over; `None` if it is not.
    pub(super) fn of(name: &str) -> Option<Self> {
        let lower = name.to_lowercase();
        let ends = |endings: &[&str]| endings.iter().any(|ending| lower.ends_with(ending));
        if ends(&[".icloud", ".cloud", ".gdoc", ".gsheet", ".gslides"]) {
            return Some(Self::Placeholder);
        }
        if ends(&[".lnk", ".url", ".webloc", ".desktop"]) {
            return Some(Self::Shortcut);
        }
        if lower.starts_with("~$")
            || lower.starts_with(".~")
            || ((lower.starts_with("~wr") || lower.starts_with('~')) && ends(&[".tmp"]))
        {
            return Some(Self::Lock);
        }
        if matches!(
            lower.as_str(),
            "node_modules" | "bower_components" | "__pycache__" | "site-packages" | "venv"
        ) {
            return Some(Self::Generated);
        }
        let is_system = matches!(
            lower.as_str(),
            "__macosx"
                | ".ds_store"
                | "thumbs.db"
                | "ehthumbs.db"
                | "desktop.ini"
                | "$recycle.bin"
                | "system volume information"
                | ".spotlight-v100"
                | ".trashes"
                | ".fseventsd"
                | ".appledouble"
        );
        if is_system || lower.starts_with("._") {
            return Some(Self::System);
        }
        lower.starts_with('.').then_some(Self::Hidden)
    }

    /// Returns why something at this place (`folder/folder/name`) is passed over, because of its own name or of a
    /// folder that it lies in; `None` if it is not.
    pub(super) fn at(place: &str) -> Option<Self> {
        place.split('/').find_map(Self::of)
    }
}

impl PassedOver {
    /// Returns the number of all files passed over.
    #[must_use]
    pub const fn total(&self) -> usize {
        self.others
            + self.pictures
            + self.reports
            + self.locks
            + self.system
            + self.placeholders
            + self.shortcuts
            + self.generated
            + self.hidden
            + self.links
            + self.archives
    }

    /// Returns the kinds that occur, each with its key in the translations (`passed-over.KEY`) and its number.
    #[must_use]
    pub fn kinds(&self) -> Vec<(&'static str, usize)> {
        let all = [
            ("others", self.others),
            ("pictures", self.pictures),
            ("reports", self.reports),
            ("locks", self.locks),
            ("system", self.system),
            ("placeholders", self.placeholders),
            ("shortcuts", self.shortcuts),
            ("generated", self.generated),
            ("hidden", self.hidden),
            ("links", self.links),
            ("archives", self.archives),
        ];
        all.into_iter().filter(|&(_, count)| count > 0).collect()
    }

    pub(super) const fn count(&mut self, kind: Passed) {
        match kind {
            Passed::Lock => self.locks += 1,
            Passed::System => self.system += 1,
            Passed::Placeholder => self.placeholders += 1,
            Passed::Shortcut => self.shortcuts += 1,
            Passed::Generated => self.generated += 1,
            Passed::Hidden => self.hidden += 1,
        }
    }

    /// Adds the numbers of `other`; sums that no machine can hold stop at the largest number.
    pub(super) const fn add(&mut self, other: &Self) {
        self.others = self.others.saturating_add(other.others);
        self.pictures = self.pictures.saturating_add(other.pictures);
        self.reports = self.reports.saturating_add(other.reports);
        self.locks = self.locks.saturating_add(other.locks);
        self.system = self.system.saturating_add(other.system);
        self.placeholders = self.placeholders.saturating_add(other.placeholders);
        self.shortcuts = self.shortcuts.saturating_add(other.shortcuts);
        self.generated = self.generated.saturating_add(other.generated);
        self.hidden = self.hidden.saturating_add(other.hidden);
        self.links = self.links.saturating_add(other.links);
        self.archives = self.archives.saturating_add(other.archives);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_no_person_wrote_are_known_by_their_names() {
        for (name, kind) in [
            ("~$论文.docx", Some(Passed::Lock)),
            (".~lock.论文.odt#", Some(Passed::Lock)),
            ("~WRL0001.tmp", Some(Passed::Lock)),
            (".DS_Store", Some(Passed::System)),
            ("Thumbs.db", Some(Passed::System)),
            ("DESKTOP.INI", Some(Passed::System)),
            ("__MACOSX", Some(Passed::System)),
            ("._论文.docx", Some(Passed::System)),
            (".论文.docx.icloud", Some(Passed::Placeholder)),
            ("论文.docx.lnk", Some(Passed::Shortcut)),
            ("知网.url", Some(Passed::Shortcut)),
            (".git", Some(Passed::Hidden)),
            ("node_modules", Some(Passed::Generated)),
            ("__pycache__", Some(Passed::Generated)),
            ("论文.docx", None),
            ("~论文.docx", None),
            ("1.~终稿.docx", None),
        ] {
            assert_eq!(Passed::of(name), kind, "{name}");
        }
        assert_eq!(Passed::at("一班/__MACOSX/x.docx"), Some(Passed::System));
        assert_eq!(Passed::at("一班/x.docx"), None);
    }
}
