//! Checked documents that a library has too: the library's copy of a document is not its source.

use std::collections::HashMap;
use std::time::Duration;

use crate::matching::Against;
use chachong_check::{Document, names_student};
use chachong_compare::DocumentIndex;
use chachong_import::{hex, is_readable, real_path, stamped_file};
use chachong_library::{FileStamp, Member, Store};
use chachong_submission::people_in;

/// Maximum difference of the times of one file before and after it was moved: file systems such as those of memory sticks keep times to
/// two seconds.
const ROUNDING: Duration = Duration::from_secs(2);

/// Checked documents by the bytes of their files.
pub(super) struct HandIns<'d> {
    documents: &'d [Document],
    /// Positions of the documents, sorted, by the SHA-256 of their files.
    by_sha256: HashMap<&'d str, Vec<DocumentIndex>>,
    /// Library whose members are looked at.
    library: &'d dyn Store,
    /// Whether it is the check's own library, whose members may be files of this machine.
    is_own: bool,
}

impl<'d> HandIns<'d> {
    pub(super) fn of(documents: &'d [Document], against: Against<'d>) -> Self {
        let mut by_sha256: HashMap<&str, Vec<DocumentIndex>> = HashMap::new();
        for (position, document) in (0..).map(DocumentIndex).zip(documents) {
            let sha256 = document.content().map(|content| &content.metadata.sha256);
            if let Some(sha256) = sha256.filter(|sha256| !sha256.is_empty()) {
                by_sha256.entry(sha256).or_default().push(position);
            }
        }
        Self {
            documents,
            by_sha256,
            library: against.library.store().as_ref(),
            is_own: against.is_own,
        }
    }

    /// Finds the documents that have the very bytes of a member.
    pub(super) fn equal_to(&self, member: &Member) -> EqualDocuments<'_> {
        let stored = self.library.content(member.document).ok();
        let equal = stored.and_then(|(stored, _)| {
            let all = self.by_sha256.get(hex(&stored.sha256).as_str())?;
            Some((all, stored.is_recognised()))
        });
        let Some((all, is_recognised)) = equal else {
            return EqualDocuments::default();
        };
        let is_itself = |&at: &DocumentIndex| {
            let document = &self.documents[at];
            let kept_time = || self.kept_time(document, member);
            is_same_hand_in(document, member, self.is_own, kept_time)
        };
        let has_all = |&at: &DocumentIndex| {
            let content = self.documents[at].content();
            content.is_some_and(|content| content.countable >= member.countable)
        };
        EqualDocuments {
            all,
            itself: all.iter().copied().filter(is_itself).collect(),
            has_more: is_recognised && !all.iter().any(has_all),
        }
    }

    /// Returns whether a document's file has the time of the last change that the member's file had: a file that is moved keeps it, and the
    /// copy that another student hands in hardly ever has it.
    fn kept_time(&self, document: &Document, member: &Member) -> bool {
        let Some(now) = FileStamp::of(&stamped_file(&document.path)) else {
            return false;
        };
        let paths = self.library.paths(member.document).unwrap_or_default();
        let mut paths = paths.iter().filter(|known| known.path == member.path);
        paths.any(|known| {
            let apart = now.modified.abs_diff(known.stamp.modified);
            now.bytes == known.stamp.bytes && Duration::from_nanos(apart) <= ROUNDING
        })
    }
}

/// Checked documents that have the very bytes of a member.
#[derive(Default)]
pub(super) struct EqualDocuments<'h> {
    /// Positions of all of them, sorted.
    all: &'h [DocumentIndex],
    /// Positions of those that are the member itself: the same hand-in.
    itself: Vec<DocumentIndex>,
    /// Whether the member has text, recognised in pictures, that none of them has, because their pictures were not recognised.
    has_more: bool,
}

impl EqualDocuments<'_> {
    /// Returns whether the member is a source of no document: it is one of them itself, and all its text is compared there.
    pub(super) fn stand_for_member(&self) -> bool {
        !self.itself.is_empty() && !self.has_more
    }

    /// Returns whether the member can be a source of the document at a position. It is no source of the document that it is itself. Another
    /// document that shares text with it is compared with the equal documents already; so the member is a source of it only if their
    /// fingerprints are near, or if the member has more text than these.
    pub(super) fn leave_as_source(&self, at: DocumentIndex, is_near: bool) -> bool {
        if self.itself.contains(&at) || self.stand_for_member() {
            return false;
        }
        is_near || self.has_more || self.all.is_empty() || self.all.binary_search(&at).is_ok()
    }
}

/// Returns whether a document and a member with the same bytes are one hand-in: the same file, or one that was moved. In the check's own
/// library their names say so if they name one student, and the folders nobody else. Many students give their files a name
/// such as `thesis.docx`; it says so only if the member's file is gone and the folders that differ name nobody. If the folders that both
/// have name nobody either, the file must also have kept its time, as a file does that is moved and not downloaded again.
fn is_same_hand_in(
    document: &Document,
    member: &Member,
    is_own: bool,
    kept_time: impl FnOnce() -> bool,
) -> bool {
    if real_path(&document.path).is_ok_and(|place| place == member.path) {
        return true;
    }
    let (now, before) = (document.name.as_str(), member.name.as_str());
    let [(folders, file), (folders_before, file_before)] =
        [now, before].map(|name| name.rsplit_once('/').unwrap_or(("", name)));
    let innermost = |folders: &str| folders.rsplit('/').next().map(str::to_owned);
    let names_other = |folders: &str| {
        let (own, people) = (people_in(file), people_in(folders));
        !own.is_empty() && people.iter().any(|name| !own.contains(name))
    };
    let is_in_one = || {
        innermost(folders) == innermost(folders_before)
            && people_in(folders) == people_in(folders_before)
    };
    let is_of_one = || is_in_one() || !names_student(folders) && !names_other(folders_before);
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
    (is_own && long.strip_suffix(short).is_some_and(names_nobody) && is_gone())
        && (names_student(short) || kept_time())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_import::Format;
    use chachong_library::DocumentId;
    use std::path::Path;

    #[test]
    fn a_member_is_no_source_of_itself_even_if_it_has_recognised_text() {
        let [itself, equal, other] = [0, 1, 2].map(DocumentIndex);
        let all = [itself, equal];
        let of = |itself: &[DocumentIndex], has_more| EqualDocuments {
            all: &all,
            itself: itself.to_vec(),
            has_more,
        };
        let is_source = |found: &EqualDocuments<'_>| {
            [
                (itself, true),
                (equal, false),
                (other, false),
                (other, true),
            ]
            .map(|(at, is_near)| found.leave_as_source(at, is_near))
        };
        assert!(of(&[itself], false).stand_for_member());
        assert_eq!(is_source(&of(&[itself], false)), [false; 4]);
        assert!(!of(&[itself], true).stand_for_member());
        assert_eq!(is_source(&of(&[itself], true)), [false, true, true, true]);
        assert_eq!(is_source(&of(&[], false)), [true, true, false, true]);
        assert_eq!(is_source(&of(&[], true)), [true; 4]);
        assert_eq!(is_source(&EqualDocuments::default()), [true; 4]);
    }

    /// Whether a document with this name is the hand-in of a member with this name and path, if both have the same bytes and perhaps the
    /// same time.
    fn is_same(document: &str, name: &str, path: &Path, kept_time: bool) -> bool {
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
        let document = Document::checked(document, None, None);
        is_same_hand_in(&document, &member, true, || kept_time)
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
            (
                "方越/报告/沈知远.txt",
                "沈知远/报告/沈知远.txt",
                &there,
                false,
            ),
            ("w2/沈知远.txt", "w1/方越/沈知远.txt", &there, false),
            ("w2/沈知远.txt", "w1/沈知远/沈知远.txt", &there, true),
            // Everybody's file has this name.
            ("report.txt", "report.txt", &gone, true),
            ("report.txt", "report.txt", &there, false),
            ("report.txt", "w1/report.txt", &gone, true),
            ("report.txt", "沈知远/report.txt", &gone, false),
            ("方越/report.txt", "沈知远/report.txt", &gone, false),
            ("my-report.txt", "report.txt", &gone, false),
        ] {
            assert_eq!(
                is_same(now, before, path, true),
                same,
                "{now} {before} {}",
                path.display()
            );
        }
        assert!(is_same(
            there.to_str().unwrap(),
            "x.txt",
            &real_path(&there).unwrap(),
            false
        ));
        // Downloaded again: a student's folder tells whose it is, a common name does not.
        assert!(!is_same("report.txt", "w1/report.txt", &gone, false));
        assert!(is_same(
            "沈知远/report.txt",
            "w1/沈知远/report.txt",
            &gone,
            false
        ));
    }
}
