//! Order of the versions of one thesis, newest first.

use chachong_compare::DocumentIndex;
use std::cmp::Reverse;

use super::known::Known;
use crate::Origin;

/// Version number of a document whose name has none, beside one whose name has.
const FIRST: u32 = 0;

/// Returns documents of one thesis sorted from the newest to the oldest. Checked documents come before the library's; then
/// the first of these decides that all of them have: a date in the file name, a word for a stage (初稿, 终稿), a version
/// number, the time of the last change. What is still equal is sorted by stage, length, format and name.
pub(super) fn newest_first(documents: &[DocumentIndex], known: &[Known]) -> Vec<DocumentIndex> {
    let mut order = Vec::with_capacity(documents.len());
    for origin in [Origin::Checked, Origin::Library] {
        let of_origin = |document: &&DocumentIndex| known[**document].origin == origin;
        let mut left: Vec<DocumentIndex> = documents.iter().filter(of_origin).copied().collect();
        left.sort_by_key(|&document| {
            let known = &known[document];
            (
                Reverse(known.naming.stage),
                Reverse(known.countable),
                known.format,
                known.naming.path.clone(),
                document,
            )
        });
        sort(&mut left, known, 0);
        order.extend(left);
    }
    order
}

/// Number of criteria.
const CRITERIA: usize = 4;

/// Sorts documents by the first criterion from this one on that all of them have and that tells them apart; the next one decides
/// among those that it leaves equal.
fn sort(documents: &mut [DocumentIndex], known: &[Known], criterion: usize) {
    if documents.len() < 2 || criterion == CRITERIA {
        return;
    }
    let any_number = documents.iter().any(|&d| known[d].naming.version.is_some());
    let key = |document: DocumentIndex| {
        let known = &known[document];
        match criterion {
            0 => (known.naming.date).map(|(year, month, day)| {
                (i64::from(year) * 100 + i64::from(month)) * 100 + i64::from(day)
            }),
            1 => known.naming.stage.map(i64::from),
            2 => any_number.then(|| i64::from(known.naming.version.unwrap_or(FIRST))),
            _ => known.modified,
        }
    };
    if documents.iter().any(|&document| key(document).is_none()) {
        sort(documents, known, criterion + 1);
        return;
    }
    documents.sort_by_key(|&document| Reverse(key(document)));
    for equal in documents.chunk_by_mut(|&x, &y| key(x) == key(y)) {
        sort(equal, known, criterion + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::known;
    use super::*;

    fn order(names: &[&str]) -> Vec<usize> {
        let known: Vec<Known> = names.iter().map(|name| known(name)).collect();
        let all: Vec<DocumentIndex> = (0..names.len()).map(DocumentIndex).collect();
        let order = newest_first(&all, &known).into_iter();
        order.map(|document| document.0).collect()
    }

    #[test]
    fn file_names_say_which_is_newest() {
        assert_eq!(
            order(&["论文v1.docx", "论文v3.docx", "论文v2.docx"]),
            [1, 2, 0]
        );
        assert_eq!(
            order(&["论文.docx", "论文(2).docx", "论文(1).docx"]),
            [1, 2, 0]
        );
        assert_eq!(order(&["初稿.docx", "终稿.docx", "修改稿.docx"]), [1, 2, 0]);
        assert_eq!(order(&["论文20250301.docx", "论文2025-4-2.docx"]), [1, 0]);
        assert_eq!(
            order(&["终稿v1.docx", "终稿v2.docx", "初稿v9.docx"]),
            [1, 0, 2]
        );
        assert_eq!(order(&["library:终稿.docx", "初稿.docx"]), [1, 0]);
    }

    #[test]
    fn dates_of_the_files_decide_where_names_do_not() {
        let mut all: Vec<Known> = ["a.docx", "b.docx", "c.docx"].map(known).into();
        (all[0].modified, all[1].modified, all[2].modified) = (Some(5), Some(9), Some(7));
        assert_eq!(
            newest_first(&[0, 1, 2].map(DocumentIndex), &all),
            [1, 2, 0].map(DocumentIndex)
        );
        // One without a date: the longer text is newer.
        all[1].modified = None;
        all[2].countable = 5_000;
        assert_eq!(
            newest_first(&[0, 1, 2].map(DocumentIndex), &all),
            [2, 0, 1].map(DocumentIndex)
        );
        all[2].countable = 1_000;
        all[0].format = Some(chachong_import::Format::Pdf);
        assert_eq!(
            newest_first(&[2, 1, 0].map(DocumentIndex), &all),
            [1, 2, 0].map(DocumentIndex),
            "docx before pdf"
        );
    }
}
