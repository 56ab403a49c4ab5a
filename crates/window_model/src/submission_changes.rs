//! A person's changes to submissions: documents merged, split off and named, and the class list. Plain data.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::state::{Check, State};
use chachong_compare::DocumentIndex;
use chachong_submission::{
    By, ClassList, Column, Correction, FoundBy, ListEntry, Submission, SubmissionIndex,
};

/// Command about the grouping of documents into submissions.
#[derive(Clone, Debug)]
pub enum SubmissionCommand {
    /// Merge the submissions that contain these documents into one (can be undone).
    Merge(BTreeSet<DocumentIndex>),
    /// Split these documents off from their submissions; those of one submission form one new submission (can be undone).
    Split(BTreeSet<DocumentIndex>),
    /// Open the dialog for the student of the submission that contains a document.
    AskStudent(DocumentIndex),
    /// Replace the content of the dialog for a student.
    ChangeStudent(Box<StudentDialog>),
    /// Set the student of the submission to the one in the dialog (can be undone).
    SetStudent,
    /// Close the dialog for a student.
    CloseStudent,
    /// Set the rule by which documents are grouped into submissions (can be undone).
    SetBy(By),
    /// Count copied text that the same student handed in earlier (`true`), or list it separately (can be undone).
    CountEarlier(bool),
    /// Open the dialog for the class list.
    OpenList,
    /// Replace the content of the dialog for the class list.
    ChangeList(Box<ListDialog>),
    /// Read the text of the dialog as a class list.
    ReadPasted,
    /// Use the class list that the dialog shows (can be undone).
    UseList,
    /// Stop using a class list (can be undone).
    RemoveList,
    /// Close the dialog for the class list.
    CloseList,
}

/// Dialog for the student of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudentDialog {
    /// A document of the submission.
    pub document: DocumentIndex,
    /// Name of the student or team, as typed; empty if unknown.
    pub name: String,
    /// Student number, as typed; empty if there is none.
    pub number: String,
    /// Whether the dialog has not been drawn yet; its first field then takes the focus.
    pub fresh: bool,
}

/// Dialog for the class list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListDialog {
    /// List that was read but is not in use yet; `None` shows the list in use, or the ways to read one.
    pub draft: Option<ClassList>,
    /// Typed lines, each with a student number, a name or both.
    pub pasted: String,
    /// Error message if the last file or text is not a class list; `None` without an error.
    pub failed: Option<String>,
}

impl ListDialog {
    /// Creates the dialog with a list that was read.
    pub fn of(draft: ClassList) -> Self {
        Self {
            draft: Some(draft),
            ..Self::default()
        }
    }
}

/// Returns the only path if it is an existing CSV or XLSX file, which may be a class list; otherwise `None`.
pub fn possible_list(paths: &[PathBuf]) -> Option<&PathBuf> {
    let [file] = paths else { return None };
    let ending = file.extension()?.to_str()?.to_lowercase();
    (["csv", "xlsx"].contains(&ending.as_str()) && file.is_file()).then_some(file)
}

/// Returns whether a table is clearly a class list: it has headings, and columns for names and for numbers, users or e-mail
/// addresses.
pub fn is_plain_list(list: &ClassList) -> bool {
    let has = |column| list.columns().contains(&Some(column));
    let names = has(Column::Name) || has(Column::Surname);
    names
        && !list.headings().is_empty()
        && (has(Column::Number) || has(Column::Email) || has(Column::User))
}

/// Returns the number and the name of a student on a class list, separated by a space; either is left out if the list does not
/// state it.
pub fn listed_name(entry: &ListEntry) -> String {
    let stated = entry.number.iter().chain(&entry.name);
    stated.cloned().collect::<Vec<_>>().join(" ")
}

impl Check {
    /// Returns whether the window mentions students: some submission has several files, there is a class list, file names come from a
    /// learning platform, or the person named a student.
    pub fn has_students(&self) -> bool {
        let is_known = |one: &Submission| {
            one.platform.is_some()
                || one.found_by == FoundBy::Person
                    && (one.student.is_some() || one.number.is_some())
        };
        self.has_submissions()
            || self.submission_settings.list.is_some()
            || self.result.submissions.all.iter().any(is_known)
    }

    /// Returns whether the result has the submissions that the person's present settings give; `false` until passages have been found.
    pub fn submissions_are_current(&self) -> bool {
        self.result.copied.is_some() && self.result.submission_settings == self.submission_settings
    }

    fn submissions_of(
        &self,
        documents: &BTreeSet<DocumentIndex>,
    ) -> BTreeMap<SubmissionIndex, Vec<DocumentIndex>> {
        let mut of: BTreeMap<SubmissionIndex, Vec<DocumentIndex>> = BTreeMap::new();
        for &document in documents {
            if let Some(submission) = self.result.submissions.holding(document.0) {
                of.entry(submission).or_default().push(document);
            }
        }
        of
    }

    fn names(&self, documents: &[DocumentIndex]) -> Vec<String> {
        let documents = documents.iter();
        let documents = documents.filter_map(|&one| self.result.document(one));
        documents.map(|document| document.name.clone()).collect()
    }

    /// Returns the correction that merges the submissions that contain these documents; `None` if there are fewer than two.
    pub fn merging(&self, documents: &BTreeSet<DocumentIndex>) -> Option<Correction> {
        let several = self.submissions_of(documents);
        let firsts = several.values().filter_map(|of| of.first().copied());
        let firsts: Vec<DocumentIndex> = firsts.collect();
        (firsts.len() > 1).then(|| Correction::Merge {
            files: self.names(&firsts),
        })
    }

    /// Returns the corrections that split these documents off from their submissions, one for each submission. Submissions with no
    /// other documents are left out.
    pub fn splitting(&self, documents: &BTreeSet<DocumentIndex>) -> Vec<Correction> {
        let several = self.submissions_of(documents).into_iter();
        several
            .filter(|(of, files)| files.len() < self.result.submissions.get(*of).files.len())
            .map(|(_, files)| Correction::Split {
                files: self.names(&files),
            })
            .collect()
    }

    /// Returns the correction that sets the student typed in the dialog; `None` if the document of the dialog is gone.
    pub fn naming(&self, dialog: &StudentDialog) -> Option<Correction> {
        let number = dialog.number.trim();
        Some(Correction::Name {
            file: self.result.document(dialog.document)?.name.clone(),
            name: dialog.name.trim().to_owned(),
            number: (!number.is_empty()).then(|| number.to_owned()),
        })
    }
}

impl State {
    /// Opens the dialog for the student of the submission that contains a document, with the known name and number. Does nothing
    /// while names are hidden.
    pub fn ask_student(&mut self, document: DocumentIndex) {
        if self.check.is_blind() {
            return;
        }
        let submission = self.check.result.submission(document);
        let known = |of: fn(&Submission) -> &Option<String>| {
            submission
                .and_then(|one| of(one).clone())
                .unwrap_or_default()
        };
        self.shell.student = Some(StudentDialog {
            document,
            name: known(|one| &one.student),
            number: known(|one| &one.number),
            fresh: true,
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::export::ExportScope;
    use crate::state::tests::{compare, read};
    use chachong_check::{Copied, Evidence, EvidenceItem, PairEvidence, SubmissionSettings};

    fn of(documents: &[usize]) -> BTreeSet<DocumentIndex> {
        documents.iter().copied().map(DocumentIndex).collect()
    }

    /// State with read documents of these names, of which no two share a passage.
    fn compared<const N: usize>(names: [&str; N]) -> State {
        let mut state = read(&names.map(|name| (name, 0)));
        let copied = Copied::of(
            Arc::default(),
            Arc::default(),
            chachong_compare::Choices::default(),
        );
        let result = state.check.result.as_ref().clone().with_copied(copied);
        state.check.result = Arc::new(result);
        state
    }

    fn state() -> State {
        let mut state = compared(["a/main.c", "a/part.c", "b/main.c", "c/main.c"]);
        let list = ClassList::from_pasted("2021001 王小五").unwrap();
        follow(&mut state, |settings| settings.list = Some(Arc::new(list)));
        state
    }

    fn follow(state: &mut State, change: impl FnOnce(&mut SubmissionSettings)) {
        change(Arc::make_mut(&mut state.check.submission_settings));
        compare(state);
        assert!(state.check.submissions_are_current());
    }

    #[test]
    fn a_row_has_the_finding_about_its_whole_submission() {
        let mut state = compared(["a/main.c", "a/part.c", "b/main.c", "b/part.c"]);
        let same_file = PairEvidence {
            a: DocumentIndex(1),
            b: DocumentIndex(3),
            items: vec![EvidenceItem::SameFile],
        };
        let evidence = Evidence {
            pairs: vec![same_file],
            ..Evidence::default()
        };
        state.set_evidence(Some((Arc::new(evidence), Arc::default())));
        follow(&mut state, |settings| settings.by = By::Folder);
        let share = |row: usize| {
            let pair = state.check.row_pair(DocumentIndex(row)).unwrap();
            pair.strongest.unwrap().shares[0]
        };
        // The file is half of the submission.
        assert!((0.4..0.6).contains(&share(0)), "{}", share(0));
        assert!(share(1) > 0.9, "{}", share(1));
    }

    #[test]
    fn rows_are_merged_split_and_named() {
        let mut state = state();
        assert_eq!(state.check.submission_count(), 3);
        assert!(state.check.merging(&of(&[0, 1])).is_none());
        assert!(state.check.splitting(&of(&[0, 1, 2])).is_empty());
        let merge = state.check.merging(&of(&[2, 3])).unwrap();
        follow(&mut state, |settings| settings.corrections.0.push(merge));
        assert_eq!(state.check.submission_count(), 2);
        let split = state.check.splitting(&of(&[1, 3]));
        assert_eq!(split.len(), 2, "files of two submissions stay apart");
        follow(&mut state, |settings| settings.corrections.0.extend(split));
        assert_eq!(state.check.submission_count(), 4);
        state.ask_student(DocumentIndex(1));
        let mut dialog = state.shell.student.clone().unwrap();
        assert_eq!(dialog.name, "");
        dialog.number = " 2021001 ".to_owned();
        let name = state.check.naming(&dialog).unwrap();
        follow(&mut state, |settings| settings.corrections.0.push(name));
        assert_eq!(state.row_name(DocumentIndex(1)), "王小五");
        assert!(state.check.result.submissions.missing.is_empty());
    }

    #[test]
    fn files_behind_a_folded_row_are_exported_with_it() {
        let mut state = state();
        state.table.selection.marked = of(&[0]);
        let exported = |state: &State| state.documents_to_export(ExportScope::Marked).unwrap();
        assert_eq!(exported(&state), [0, 1].map(DocumentIndex));
        state.unfold(DocumentIndex(0), true);
        assert_eq!(exported(&state), [DocumentIndex(0)]);
    }

    #[test]
    fn a_student_whom_a_person_named_is_known() {
        let mut state = compared(["a.txt", "b.txt"]);
        assert!(!state.check.has_students());
        let name = Correction::Name {
            file: "a.txt".to_owned(),
            name: "王小五".to_owned(),
            number: None,
        };
        follow(&mut state, |settings| settings.corrections.0.push(name));
        assert!(state.check.has_students());
    }

    #[test]
    fn a_table_with_headings_of_students_is_plainly_a_list() {
        let read = |text: &str| ClassList::read(text.as_bytes(), "a.csv").unwrap();
        assert!(is_plain_list(&read("学号,姓名\n2021001,王小五\n")));
        assert!(!is_plain_list(&read("2021001,王小五\n")));
        assert!(!is_plain_list(&read("姓名,得分\n王小五,3\n")));
    }
}
