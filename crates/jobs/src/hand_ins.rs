//! Checked documents that a library has too: the library's copy of a document is not its source.

use std::collections::HashMap;

use crate::matching::Against;
use chachong_check::{Document, names_student};
use chachong_import::{hex, is_readable, real_path};
use chachong_library::{Member, Store};

/// Checked documents by the bytes of their files.
pub(super) struct HandIns<'d> {
    by_sha256: HashMap<&'d str, Vec<&'d Document>>,
    /// Library whose members are looked at.
    library: &'d dyn Store,
    /// Whether it is the check's own library, whose members may be files of this machine.
    is_own: bool,
}

impl<'d> HandIns<'d> {
    pub(super) fn of(documents: &'d [Document], against: Against<'d>) -> Self {
        let mut by_sha256: HashMap<&str, Vec<&Document>> = HashMap::new();
        for document in documents {
            let sha256 = document.content().map(|content| &content.metadata.sha256);
            if let Some(sha256) = sha256.filter(|sha256| !sha256.is_empty()) {
                by_sha256.entry(sha256).or_default().push(document);
            }
        }
        Self {
            by_sha256,
            library: against.library.store().as_ref(),
            is_own: against.is_own,
        }
    }

    /// Returns the documents that have the very bytes of a member.
    pub(super) fn equal_to(&self, member: &Member) -> &[&'d Document] {
        let stored = self.library.content(member.document).ok();
        let sha256 = stored.map(|(stored, _)| hex(&stored.sha256));
        let equal = sha256.and_then(|sha256| self.by_sha256.get(sha256.as_str()));
        equal.map_or(&[][..], Vec::as_slice)
    }

    /// Returns whether a member is one of the documents itself.
    pub(super) fn has(&self, member: &Member) -> bool {
        // Text recognised in the member's pictures is in no document whose pictures were not recognised.
        let has_all = |document: &Document| {
            (document.content()).is_some_and(|content| content.countable >= member.countable)
        };
        let mut equal = self.equal_to(member).iter();
        equal.any(|document| has_all(document) && is_same_hand_in(document, member, self.is_own))
    }
}

/// Returns whether a document and a member with the same bytes are one hand-in: the same file, or one that was moved. In the check's own
/// library their names say so if they name one student, and the folder of the document nobody else. Many students give their files a name
/// such as `thesis.docx`; it says so only if the member's file is gone and the folders name nobody.
fn is_same_hand_in(document: &Document, member: &Member, is_own: bool) -> bool {
    if real_path(&document.path).is_ok_and(|place| place == member.path) {
        return true;
    }
    let (now, before) = (document.name.as_str(), member.name.as_str());
    let [(folders, file), (folders_before, file_before)] =
        [now, before].map(|name| name.rsplit_once('/').unwrap_or(("", name)));
    let innermost = |folders: &str| folders.rsplit('/').next().map(str::to_owned);
    let is_of_one = || !names_student(folders) || innermost(folders) == innermost(folders_before);
    if is_own && file == file_before && names_student(file) && is_of_one() {
        return true;
    }
    let (short, long) = if now.len() <= before.len() {
        (now, before)
    } else {
        (before, now)
    };
    let names_nobody =
        |folders: &str| folders.is_empty() || folders.ends_with('/') && !names_student(folders);
    let is_gone = || member.path.is_absolute() && !is_readable(&member.path);
    is_own && long.strip_suffix(short).is_some_and(names_nobody) && is_gone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_import::Format;
    use chachong_library::DocumentId;
    use std::path::Path;

    /// Whether a document with this name is the hand-in of a member with this name and path, if both have the same bytes.
    fn is_same(document: &str, name: &str, path: &Path) -> bool {
        let member = Member {
            document: DocumentId(1),
            name: name.to_owned(),
            path: path.to_owned(),
            format: Format::Txt,
            added: 0,
            characters: 0,
            countable: 0,
            fingerprint: None,
            current: false,
            first_passage: 0,
            passages: 0,
            selection: 0,
        };
        is_same_hand_in(&Document::checked(document, None, None), &member, true)
    }

    #[test]
    fn a_moved_file_is_told_from_a_copy_of_another_student() {
        let folder = tempfile::tempdir().unwrap();
        let there = folder.path().join("report.txt");
        std::fs::write(&there, "").unwrap();
        let gone = folder.path().join("gone/report.txt");
        for (now, before, path, same) in [
            ("沈知远.txt", "w1/沈知远.txt", &there, true),
            ("2026/沈知远.txt", "w1/沈知远.txt", &there, true),
            ("20231234.txt", "20231234.txt", &there, true),
            ("方越.txt", "沈知远.txt", &gone, false),
            ("方越/沈知远.txt", "w1/沈知远.txt", &there, false),
            ("w2/方越/沈知远.txt", "w1/方越/沈知远.txt", &there, true),
            // Everybody's file has this name.
            ("report.txt", "report.txt", &gone, true),
            ("report.txt", "report.txt", &there, false),
            ("report.txt", "w1/report.txt", &gone, true),
            ("report.txt", "沈知远/report.txt", &gone, false),
            ("方越/report.txt", "沈知远/report.txt", &gone, false),
            ("my-report.txt", "report.txt", &gone, false),
        ] {
            assert_eq!(
                is_same(now, before, path),
                same,
                "{now} {before} {}",
                path.display()
            );
        }
        assert!(is_same(
            there.to_str().unwrap(),
            "x.txt",
            &real_path(&there).unwrap()
        ));
    }
}
