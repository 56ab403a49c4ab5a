//! Ids in two files which show that both came from one file, and sometimes which of the two is the earlier one.

use super::{Hint, Side};

/// Minimum number of shared revision ids: all files made from one template share one or two.
pub(super) const LEAST_REVISION_IDS: usize = 3;
/// Revision ids that come with a program and say nothing: none (0), the first one of each file of WPS Office, and those
/// of the template that python-docx starts every file from.
const PROGRAM_IDS: [u32; 12] = [
    0,
    0x0017_2A27,
    0x0003_4616,
    0x0006_063C,
    0x0015_074B,
    0x0029_639D,
    0x0032_6F90,
    0x00AA_1D8D,
    0x00B4_7730,
    0x00CB_0664,
    0x00E6_18BF,
    0x00FC_693F,
];

/// Returns the revision ids that some person's editing left.
pub(super) fn own_ids(ids: &[u32]) -> impl Iterator<Item = u32> {
    (ids.iter().copied()).filter(|id| !PROGRAM_IDS.contains(id))
}

/// Returns [`Hint::RevisionIds`] about two files; `None` if they share fewer than [`LEAST_REVISION_IDS`].
pub(super) fn shared_revision_ids(a: &[u32], b: &[u32]) -> Option<Hint> {
    let shared = own_ids(a).filter(|id| b.binary_search(id).is_ok()).count();
    if shared < LEAST_REVISION_IDS {
        return None;
    }
    // Every editing session adds ids and none disappear: a file with all ids of the other grew from it.
    let earlier = only_one([a, b].map(|ids| shared == own_ids(ids).count()));
    Some(Hint::RevisionIds { shared, earlier })
}

/// Returns [`Hint::PdfId`] about the document ids of two PDFs, each in two parts; `None` if the first parts differ.
pub(super) fn shared_pdf_id(a: &[String], b: &[String]) -> Option<Hint> {
    let first = a.first().filter(|id| !id.is_empty())?;
    if b.first() != Some(first) {
        return None;
    }
    // The second part equals the first until the file is changed.
    let earlier = only_one([a, b].map(|ids| ids.get(1) == Some(first)));
    Some(Hint::PdfId { earlier })
}

/// Returns the side for which something holds, if it does not hold for the other one.
const fn only_one(holds: [bool; 2]) -> Option<Side> {
    match holds {
        [true, false] => Some(Side::A),
        [false, true] => Some(Side::B),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_all_revision_ids_and_more_grew_from_the_other() {
        let ids = |shared, earlier| Some(Hint::RevisionIds { shared, earlier });
        assert_eq!(
            shared_revision_ids(&[1, 2, 3], &[1, 2, 3, 4]),
            ids(3, Some(Side::A))
        );
        assert_eq!(
            shared_revision_ids(&[1, 2, 3, 5], &[1, 2, 3]),
            ids(3, Some(Side::B))
        );
        assert_eq!(
            shared_revision_ids(&[1, 2, 3, 5], &[1, 2, 3, 4]),
            ids(3, None)
        );
        assert_eq!(shared_revision_ids(&[1, 2, 3], &[1, 2, 3]), ids(3, None));
        assert_eq!(
            shared_revision_ids(&[1, 2], &[1, 2, 3]),
            None,
            "a template's"
        );
        assert_eq!(shared_revision_ids(&PROGRAM_IDS, &PROGRAM_IDS), None);
    }

    #[test]
    fn versions_of_one_pdf_know_the_first() {
        let id = |first: &str, second: &str| vec![first.to_owned(), second.to_owned()];
        let same = |earlier| Some(Hint::PdfId { earlier });
        assert_eq!(
            shared_pdf_id(&id("ab", "ab"), &id("ab", "cd")),
            same(Some(Side::A))
        );
        assert_eq!(
            shared_pdf_id(&id("ab", "ef"), &id("ab", "ab")),
            same(Some(Side::B))
        );
        assert_eq!(shared_pdf_id(&id("ab", "ef"), &id("ab", "cd")), same(None));
        assert_eq!(shared_pdf_id(&id("ab", "ab"), &id("cd", "cd")), None);
        assert_eq!(shared_pdf_id(&id("", ""), &id("", "")), None);
        assert_eq!(shared_pdf_id(&[], &[]), None);
    }
}
