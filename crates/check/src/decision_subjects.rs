//! Documents that a person's decision is about. A library keeps a decision by the contents of its documents, and several people may
//! have handed in one content; the saved check in which the person decided tells whose documents were meant.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use crate::Document;
use crate::decisions::{WHOLE, of_theses};
use crate::versions::Naming;
use chachong_compare::{Choices, DocumentIndex, DocumentPair};
use chachong_library::{
    CheckContent, CheckRow, CheckStore, DocumentId, KeptDecision, LibraryError,
};

/// Documents of a check by their contents, and the saved checks in which decisions about them were made.
pub(super) struct Subjects<'d> {
    documents: &'d [&'d Document],
    positions: HashMap<DocumentId, Vec<DocumentIndex>>,
    /// Saved checks in which a decision may have been made that fits several pairs of these documents.
    checks: Vec<SavedChoices>,
}

impl<'d> Subjects<'d> {
    pub(super) fn of(documents: &'d [&'d Document]) -> Self {
        let mut positions: HashMap<DocumentId, Vec<DocumentIndex>> = HashMap::new();
        for (position, document) in (0..).map(DocumentIndex).zip(documents) {
            if let Some(id) = document.content().and_then(|content| content.kept) {
                positions.entry(id).or_default().push(position);
            }
        }
        Self {
            documents,
            positions,
            checks: Vec::new(),
        }
    }

    /// Returns the numbers of all documents.
    pub(super) fn ids(&self) -> Vec<DocumentId> {
        self.positions.keys().copied().collect()
    }

    /// Reads the saved checks that are needed to tell which documents these decisions are about. Damaged checks are skipped.
    pub(super) fn read_checks(
        &mut self,
        library: &dyn CheckStore,
        decisions: &[KeptDecision],
    ) -> Result<(), LibraryError> {
        let unclear =
            (decisions.iter()).filter(|decision| self.pairs_with_content(decision).len() > 1);
        let Some(since) = unclear.map(|decision| decision.decided_at).min() else {
            return Ok(());
        };
        for check in library.checks()? {
            if check.changed < since {
                continue;
            }
            match library.check(check.id) {
                Ok((_, content)) => self.checks.push(SavedChoices::of(check.started, content)),
                Err(LibraryError::Damaged { .. } | LibraryError::NoSuchDocument { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Returns the pairs of documents that a decision is about: the pair with the two contents, or, for a decision about one document,
    /// this document twice. If several pairs have these contents, returns those of the same files or people as in the saved checks in
    /// which the decision was made; none if no saved check has it.
    pub(super) fn pairs(&self, decision: &KeptDecision) -> Vec<DocumentPair> {
        let all = self.pairs_with_content(decision);
        if all.len() <= 1 {
            return all;
        }
        let mut about: BTreeSet<DocumentPair> = BTreeSet::new();
        for (row_a, row_b) in self.checks.iter().flat_map(|check| check.decided(decision)) {
            let of_a = self.closest(decision.a, row_a);
            let of_b = self.closest(decision.b, row_b);
            let is_meant = |(a, b): &&DocumentPair| of_a.contains(a) && of_b.contains(b);
            about.extend(all.iter().filter(is_meant));
        }
        about.into_iter().collect()
    }

    /// Returns all pairs of documents with the two contents of a decision; for a decision about one document, each document with its
    /// content twice.
    fn pairs_with_content(&self, decision: &KeptDecision) -> Vec<DocumentPair> {
        let of_a = self.with_content(decision.a).iter();
        if decision.a == decision.b {
            return of_a.map(|&one| (one, one)).collect();
        }
        let of_b = self.with_content(decision.b);
        of_a.flat_map(|&a| of_b.iter().map(move |&b| (a, b)))
            .collect()
    }

    fn with_content(&self, id: DocumentId) -> &[DocumentIndex] {
        self.positions.get(&id).map_or(&[][..], Vec::as_slice)
    }

    /// Returns the documents with a content that are most likely the file in the row of a saved check: the only one, or those that
    /// agree best with its path, name or person. Returns no document if several have the content and none agrees with the row.
    fn closest(&self, id: DocumentId, row: &CheckRow) -> Vec<DocumentIndex> {
        let all = self.with_content(id);
        let agreements: Vec<Agreement> = (all.iter())
            .map(|&at| self.documents[at.0])
            .map(|document| (document.name.as_str(), document.path.as_path()))
            .map(|document| agreement(document, (&row.name, &row.path)))
            .collect();
        let least = if all.len() == 1 {
            Agreement::Nothing
        } else {
            Agreement::FileName
        };
        let best = agreements
            .iter()
            .copied()
            .max()
            .unwrap_or(Agreement::Nothing);
        (all.iter().zip(agreements))
            .filter(|&(_, agreement)| agreement == best && agreement >= least)
            .map(|(&at, _)| at)
            .collect()
    }
}

/// How well a document agrees with a file of a saved check that has the same content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Agreement {
    Nothing,
    /// Both have one file name, in whatever folder, and do not name two people.
    FileName,
    /// Both paths have the student number or the name of one person.
    Person,
    /// Both have one name in their checks.
    Name,
    /// Both have one path: they are one file.
    Path,
}

/// Returns how well two files agree; each is its name in a check and its path.
fn agreement((name, path): (&str, &Path), (row_name, row_path): (&str, &Path)) -> Agreement {
    if path == row_path {
        return Agreement::Path;
    }
    if name == row_name {
        return Agreement::Name;
    }
    let [naming, row_naming] = [name, row_name].map(Naming::of);
    let are_of_two = !naming.people.is_empty() && !row_naming.people.is_empty();
    match () {
        () if naming.names_one_person(&row_naming) => Agreement::Person,
        () if !are_of_two && path.file_name() == row_path.file_name() => Agreement::FileName,
        () => Agreement::Nothing,
    }
}

/// Files of a saved check, and what the person decided about them there.
struct SavedChoices {
    /// Time when the check began, in seconds since 1970.
    started: i64,
    rows: HashMap<DocumentId, Vec<(DocumentIndex, CheckRow)>>,
    choices: Choices,
}

impl SavedChoices {
    fn of(started: i64, content: CheckContent) -> Self {
        let mut rows: HashMap<DocumentId, Vec<(DocumentIndex, CheckRow)>> = HashMap::new();
        for (position, row) in (0..).map(DocumentIndex).zip(content.rows) {
            if let Some(Ok(id)) = row.outcome {
                rows.entry(id).or_default().push((position, row));
            }
        }
        Self {
            started,
            rows,
            choices: content.choices,
        }
    }

    /// Returns the pairs of files of this check about which the person made this decision here.
    fn decided(&self, decision: &KeptDecision) -> Vec<(&CheckRow, &CheckRow)> {
        let with = |id: DocumentId| {
            let rows = self.rows.get(&id).map(Vec::as_slice);
            rows.unwrap_or_default()
        };
        let is_of_one = decision.a == decision.b;
        let pairs =
            (with(decision.a).iter()).flat_map(|a| with(decision.b).iter().map(move |b| (a, b)));
        pairs
            .filter(|((a, _), (b, _))| {
                is_of_one == (a == b) && self.is_made_here((*a, *b), decision)
            })
            .map(|((_, row_a), (_, row_b))| (row_a, row_b))
            .collect()
    }

    /// Returns whether a person made a decision about two documents of this check after it had begun. A decision that was taken over from
    /// an earlier check is older.
    fn is_made_here(&self, (a, b): DocumentPair, decision: &KeptDecision) -> bool {
        if let Some(joined) = of_theses(decision) {
            // The choices have no time of it.
            return self.choices.one_thesis(a, b) == Some(joined)
                && decision.decided_at >= self.started;
        }
        let (in_a, in_b) = (decision.in_a, decision.in_b);
        let decided_at = self.choices.decided_at_spans((a, b), (in_a, in_b));
        let is_same =
            (in_a, in_b) != (WHOLE, WHOLE) || self.choices.decision(a, b) == decision.decision;
        is_same && decided_at.is_some_and(|at| at >= self.started)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_tells_more_than_a_file_name_and_two_people_are_never_one() {
        let of = |name: &str, row: &str| {
            let [path, row_path] = [name, row].map(|name| Path::new("/checks").join(name));
            agreement((name, &path), (row, &row_path))
        };
        let row = "第一次/沈知远/作业.docx";
        assert_eq!(of("第二次/沈知远/报告.docx", row), Agreement::Person);
        assert_eq!(of("第二次/作业.docx", row), Agreement::FileName);
        assert_eq!(of("第二次/方志远/作业.docx", row), Agreement::Nothing);
        assert_eq!(of(row, row), Agreement::Path);
        assert!(Agreement::Person > Agreement::FileName);
    }
}
