//! Table of a library's members: its columns, filters and sort order, and the resulting rows. Plain data.

use std::collections::{BTreeSet, HashMap};

use crate::library_view::LibraryView;
use chachong_jobs::library::MemberDetails;
use chachong_library::{DocumentId, Member};
use chachong_record::RecordField;

/// Maximum number of members, the latest first, whose records are read: more take too long, and only dumps have more.
const MOST_READ: usize = 5_000;

/// Column of the members' table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberColumn {
    /// Name of the document.
    Name,
    /// Field of the bibliographic record; hidden until it is known for some member.
    Record(RecordField),
    /// Batch in which the member was added: a name that the person gave to documents added together; hidden until some batch has a name.
    Batch,
    /// Day of adding.
    Added,
    /// Format of the file.
    Format,
    /// Number of characters.
    Characters,
}

impl MemberColumn {
    /// Columns whose values come from the members' details, in the order of the table.
    pub const STATED: [Self; 5] = [
        Self::Record(RecordField::Author),
        Self::Record(RecordField::StudentNumber),
        Self::Record(RecordField::Title),
        Self::Record(RecordField::Year),
        Self::Batch,
    ];

    /// Returns whether the first click on the heading sorts in descending order.
    const fn largest_first(self) -> bool {
        matches!(self, Self::Added | Self::Characters)
    }
}

/// State of the members' table.
#[derive(Clone, Debug, Default)]
pub struct MemberTable {
    /// Rows in display order. Each has the index of the member and, if the search found its text, the index of that search result.
    pub rows: Vec<(usize, Option<usize>)>,
    /// Column that the person sorts by, and whether ascending. If `None`, the latest members come first; in a search, those whose name or
    /// record matches come first.
    pub sort: Option<(MemberColumn, bool)>,
    /// Name of the batch in which a member must have been added to be shown; `None` shows all.
    pub batch: Option<String>,
    /// Names of the batches in which members were added, as far as they are known, sorted.
    pub batches: BTreeSet<String>,
    /// Record and batch of each member, by document number, as far as they have been read.
    pub details: HashMap<DocumentId, MemberDetails>,
    /// Columns of [`MemberColumn::STATED`] in which some member has a value.
    pub stated: Vec<MemberColumn>,
    /// Whether the details of the present members have been requested ([`LibraryView::members_to_read`]).
    pub is_read: bool,
}

impl MemberTable {
    /// Returns the value of a member in a column of [`MemberColumn::STATED`]; empty if it is unknown or uncertain, and for any other
    /// column.
    pub fn stated(&self, member: &Member, column: MemberColumn) -> &str {
        let details = self.details.get(&member.document);
        details.map_or("", |details| value(details, column))
    }

    /// Returns the column that the table is sorted by, and whether ascending.
    pub fn sorted_by(&self) -> (MemberColumn, bool) {
        self.sort.unwrap_or((MemberColumn::Added, false))
    }

    /// Returns whether the name of a member or what it states contains `needle`, which is in lower case.
    fn is_called(&self, member: &Member, needle: &str) -> bool {
        let stated = |column| self.stated(member, column).to_lowercase();
        member.name.to_lowercase().contains(needle)
            || (MemberColumn::STATED.into_iter()).any(|column| stated(column).contains(needle))
    }
}

impl LibraryView {
    /// Returns the document numbers and names of the members whose details (record and batch) are still unknown, the latest first, and
    /// records that they have been requested ([`MemberTable::is_read`]). Only the latest 5,000 members are considered.
    pub fn members_to_read(&mut self) -> Vec<(DocumentId, String)> {
        self.table.is_read = true;
        let mut latest: Vec<&Member> = self.members.iter().collect();
        latest.sort_by_key(|member| std::cmp::Reverse(member.added));
        (latest.into_iter().take(MOST_READ))
            .filter(|member| !self.table.details.contains_key(&member.document))
            .map(|member| (member.document, member.name.clone()))
            .collect()
    }

    /// Stores details of members that have been read.
    pub fn take_details(&mut self, details: Vec<(DocumentId, MemberDetails)>) {
        self.table.details.extend(details);
        self.arrange();
    }

    /// Sorts the members by a column, or reverses the order if they are sorted by it already.
    pub fn sort_by(&mut self, column: MemberColumn) {
        let (sorted, ascending) = self.table.sorted_by();
        let ascending = if sorted == column {
            !ascending
        } else {
            !column.largest_first()
        };
        self.table.sort = Some((column, ascending));
        self.arrange();
    }

    /// Computes the rows of the members' table from the search, the filter and the sort order.
    pub fn arrange(&mut self) {
        self.note_stated();
        let mut rows = self.found_rows();
        let members = &self.members;
        if let Some(batch) = &self.table.batch {
            rows.retain(|&(row, _)| self.table.stated(&members[row], MemberColumn::Batch) == batch);
        }
        if let Some((column, ascending)) = self.table.sort {
            rows.sort_by(|&(x, _), &(y, _)| members[x].name.cmp(&members[y].name));
            match column {
                MemberColumn::Name => {}
                MemberColumn::Added => rows.sort_by_key(|&(row, _)| members[row].added),
                MemberColumn::Format => rows.sort_by_key(|&(row, _)| members[row].format),
                MemberColumn::Characters => rows.sort_by_key(|&(row, _)| members[row].characters),
                MemberColumn::Record(_) | MemberColumn::Batch => {
                    rows.sort_by_key(|&(row, _)| self.table.stated(&members[row], column));
                }
            }
            if !ascending {
                rows.reverse();
            }
            if MemberColumn::STATED.contains(&column) {
                // A row that does not state the field is last either way.
                rows.sort_by_key(|&(row, _)| self.table.stated(&members[row], column).is_empty());
            }
        }
        self.table.rows = rows;
    }

    /// Updates which batches there are, and which columns have anything to show.
    fn note_stated(&mut self) {
        let details = || self.table.details.values();
        let stated = (MemberColumn::STATED.into_iter())
            .filter(|&column| details().any(|details| !value(details, column).is_empty()));
        let batches = details().map(|details| &details.batch);
        let batches = batches.filter(|batch| !batch.is_empty());
        let (stated, batches): (Vec<_>, BTreeSet<String>) =
            (stated.collect(), batches.cloned().collect());
        (self.table.batch).take_if(|batch| !batches.contains(batch));
        (self.table.stated, self.table.batches) = (stated, batches);
    }

    /// Returns all members, the latest first, or those that the typed query finds by name, by record or in their texts: each as its
    /// index in `members`, and the index of its hit in `found` (`None` without one).
    fn found_rows(&self) -> Vec<(usize, Option<usize>)> {
        let typed = self.typed.trim();
        if typed.is_empty() {
            let mut rows: Vec<usize> = (0..self.members.len()).collect();
            rows.sort_by(|&x, &y| {
                let (x, y) = (&self.members[x], &self.members[y]);
                (y.added.cmp(&x.added)).then_with(|| x.name.cmp(&y.name))
            });
            return rows.into_iter().map(|row| (row, None)).collect();
        }
        let hits: HashMap<DocumentId, usize> = (self.found.iter())
            .filter(|found| found.typed.trim() == typed)
            .flat_map(|found| found.texts.hits.iter().zip(0..))
            .map(|(hit, position)| (hit.document, position))
            .collect();
        let needle = typed.to_lowercase();
        let mut rows: Vec<(bool, usize, Option<usize>)> = (self.members.iter().zip(0..))
            .filter_map(|(member, position)| {
                let hit = hits.get(&member.document).copied();
                let called = self.table.is_called(member, &needle);
                (called || hit.is_some()).then_some((called, position, hit))
            })
            .collect();
        // Members found by name come first: a person who types a name looks for one.
        rows.sort_by_key(|&(called, position, hit)| (!called, hit, position));
        (rows.into_iter())
            .map(|(_, position, hit)| (position, hit))
            .collect()
    }
}

fn value(details: &MemberDetails, column: MemberColumn) -> &str {
    match column {
        MemberColumn::Record(field) => details.record.trusted(field).unwrap_or_default(),
        MemberColumn::Batch => &details.batch,
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_import::Format;
    use std::sync::Arc;

    fn member(number: i64, name: &str) -> Member {
        Member {
            document: DocumentId(number),
            name: name.to_owned(),
            path: name.into(),
            format: Format::Txt,
            added: number,
            characters: 100 - number.unsigned_abs(),
            countable: 0,
            fingerprint: None,
            current: true,
            first_passage: 0,
            passages: 0,
            selection: 0,
        }
    }

    fn details(author: &str, batch: &str) -> MemberDetails {
        let mut details = MemberDetails::default();
        details.record.correct(RecordField::Author, author);
        details.batch = batch.to_owned();
        details
    }

    #[test]
    fn members_are_sorted_and_filtered_by_what_they_state() {
        let mut library = LibraryView {
            members: Arc::new(vec![member(1, "b"), member(2, "a"), member(3, "c")]),
            ..LibraryView::default()
        };
        let order = |library: &LibraryView| -> Vec<usize> {
            library.table.rows.iter().map(|&(row, _)| row).collect()
        };
        library.arrange();
        assert_eq!(order(&library), [2, 1, 0], "the latest first");
        assert!(library.table.stated.is_empty());
        assert_eq!(library.members_to_read().len(), 3);
        library.take_details(vec![
            (DocumentId(1), details("", "2026届 软件工程")),
            (DocumentId(2), details("Zoe Roe", "2025届")),
            (DocumentId(3), details("Ann Roe", "2025届")),
        ]);
        assert!(library.members_to_read().is_empty());
        let author = MemberColumn::Record(RecordField::Author);
        assert_eq!(library.table.stated, [author, MemberColumn::Batch]);
        library.sort_by(author);
        assert_eq!(order(&library), [2, 1, 0]);
        library.sort_by(author);
        assert_eq!(order(&library), [1, 2, 0], "without an author last");
        library.sort_by(MemberColumn::Name);
        assert_eq!(order(&library), [1, 0, 2]);
        library.sort_by(MemberColumn::Characters);
        assert_eq!(order(&library), [0, 1, 2], "the longest first");
        library.table.batch = Some("2025届".to_owned());
        library.arrange();
        assert_eq!(order(&library), [1, 2]);
        library.typed = "zoe".to_owned();
        library.arrange();
        assert_eq!(order(&library), [1]);
        // A batch that no member has any more filters nothing.
        library.take_details(vec![
            (DocumentId(2), MemberDetails::default()),
            (DocumentId(3), MemberDetails::default()),
        ]);
        library.typed.clear();
        library.arrange();
        assert_eq!(order(&library).len(), 3);
    }
}
