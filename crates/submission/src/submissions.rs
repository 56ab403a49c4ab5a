//! Submissions of a check: the files that each student or team handed in.

use std::collections::BTreeSet;

use chachong_record::{BibliographicRecord, Certainty, RecordField, StatedPlace};
use serde::{Deserialize, Serialize};

use crate::assembly;
use crate::{By, ClassList, Corrections, FoundBy, PlatformName};

/// Facts about one file that help to find the submission to which it belongs.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileFacts<'a> {
    /// Name of the document in its check: the path below the dropped folder, with `/`. Files in an archive are below
    /// the name of the archive.
    pub name: &'a str,
    /// Author that the document itself states, on its cover or in its declaration; several are joined by `、` or `, `.
    /// `None` if it states none. Do not pass guesses or names from the file's name.
    pub stated_name: Option<&'a str>,
    /// Student number that the document itself states; `None` if it states none. Do not pass guesses or numbers from the file's name.
    pub stated_number: Option<&'a str>,
    /// Title that the document itself states; `None` if it states none. Its words in a path say nothing about whose file it is.
    pub stated_title: Option<&'a str>,
    /// Author whom only the properties of the file or a guess name; `None` if nobody. It counts only where the name of the file has a part
    /// of this name too.
    pub hinted_name: Option<&'a str>,
}

impl<'a> FileFacts<'a> {
    /// Builds the facts of a file from its bibliographic record. Takes only what the document itself states, and
    /// neither guesses nor what its name or properties say.
    #[must_use]
    pub fn of(name: &'a str, record: &'a BibliographicRecord) -> Self {
        let stated = |field| {
            let stated = record.get(field)?;
            let inside = !matches!(
                stated.place,
                StatedPlace::FileName | StatedPlace::Properties
            );
            let is_trusted = inside && stated.certainty > Certainty::Guess;
            is_trusted.then_some(stated.value.as_str())
        };
        let stated_name = stated(RecordField::Author);
        let hinted = (record.get(RecordField::Author))
            .filter(|author| stated_name.is_none() && author.place != StatedPlace::FileName);
        Self {
            name,
            stated_name,
            stated_number: stated(RecordField::StudentNumber),
            stated_title: stated(RecordField::Title),
            hinted_name: hinted.map(|author| author.value.as_str()),
        }
    }

    /// Builds the facts of a file whose content states neither author nor student number nor title.
    #[must_use]
    pub const fn named(name: &'a str) -> Self {
        Self {
            name,
            stated_name: None,
            stated_number: None,
            stated_title: None,
            hinted_name: None,
        }
    }
}

/// Options for grouping files into submissions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'a> {
    /// Rule by which files are grouped.
    pub by: By,
    /// Class list; `None` if there is none.
    pub list: Option<&'a ClassList>,
    /// Submissions that a person merged, split or renamed; `None` if there are none.
    pub corrections: Option<&'a Corrections>,
}

/// Position of a submission in [`Submissions::all`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SubmissionIndex(pub u32);

impl SubmissionIndex {
    /// Returns the index as `usize`, for slices.
    #[must_use]
    pub const fn at(self) -> usize {
        self.0 as usize
    }
}

/// Files that one student or team handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    /// Displayed name: that of the student or team, else that of the folder or archive, else that of the file.
    pub name: String,
    /// Name of the student or team according to the most trusted evidence; `None` if it is unknown or the platform hides it.
    pub student: Option<String>,
    /// Student number, never a platform's own number; `None` if unknown.
    pub number: Option<String>,
    /// Class, from the class list; `None` if unknown.
    pub class: Option<String>,
    /// E-mail address, from the class list; `None` if unknown.
    pub email: Option<String>,
    /// Time of submission, as `yyyy-mm-ddThh:mm:ss` without a time zone, from the platform's name or the class list. The last one if
    /// there are several; `None` if unknown.
    pub submitted: Option<String>,
    /// Facts from the name that a platform generated. Of several files, the first whose name allows feedback decides.
    /// `None` if no file has such a name.
    pub platform: Option<PlatformName>,
    /// Position of the student in the class list; `None` if the student is not on it.
    pub listed: Option<usize>,
    /// Whether only covers tell that the files are those of the student on the class list: a cover may be a copied one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub listed_by_cover: bool,
    /// Positions in the class list of all students of a team, ascending, if a file or folder is named after all of them or if a person
    /// merged their submissions; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub team: Vec<usize>,
    /// Evidence that identified who handed in the files.
    pub found_by: FoundBy,
    /// Positions of the files in the check, ascending; never empty.
    pub files: Vec<usize>,
    /// Further names and numbers that the files state. Blind mode hides them as well.
    pub also_stated: Vec<String>,
}

impl Submission {
    /// Returns a submission of some files with the displayed name `name`, of a student about whom nothing is known.
    #[must_use]
    pub const fn of_nobody(name: String, found_by: FoundBy, files: Vec<usize>) -> Self {
        Self {
            name,
            student: None,
            number: None,
            class: None,
            email: None,
            submitted: None,
            platform: None,
            listed: None,
            listed_by_cover: false,
            team: Vec::new(),
            found_by,
            files,
            also_stated: Vec::new(),
        }
    }

    /// Returns a copy of the submission with the displayed name `name` and without any information about its student.
    #[must_use]
    pub fn without_student(&self, name: String) -> Self {
        Self::of_nobody(name, self.found_by, self.files.clone())
    }
}

/// Submissions of a check. Each file belongs to exactly one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submissions {
    /// All submissions, in the order of their first files.
    pub all: Vec<Submission>,
    /// Submission of each file.
    of_file: Vec<SubmissionIndex>,
    /// Positions of class list entries without a submission, ascending. A student with a namesake counts as missing
    /// only if no file bears the name.
    pub missing: Vec<usize>,
    /// Positions of files that belong to nobody on the class list, ascending; empty without a list.
    pub unassigned: Vec<usize>,
}

impl Submissions {
    /// Groups `files` into submissions. If it is doubtful whether files belong together, they stay separate.
    #[must_use]
    pub fn of(files: &[FileFacts<'_>], request: &Request<'_>) -> Self {
        assembly::submissions(files, request)
    }

    /// Sorts and numbers submissions, which together must contain each of the `files` files once.
    pub(crate) fn numbered(mut all: Vec<Submission>, files: usize) -> Self {
        all.sort_by_key(|submission| submission.files.first().copied());
        let mut of_file = vec![SubmissionIndex(0); files];
        for (index, submission) in (0..).zip(&all) {
            for &file in &submission.files {
                of_file[file] = SubmissionIndex(index);
            }
        }
        Self {
            all,
            of_file,
            missing: Vec::new(),
            unassigned: Vec::new(),
        }
    }

    /// Records the students on the list without a submission, and the files of nobody on the list. `possible` are
    /// students who may have handed in files of an unknown student.
    pub(crate) fn compare_with(&mut self, list: &ClassList, possible: &BTreeSet<usize>) {
        let students = (self.all.iter()).flat_map(|one| one.listed.iter().chain(&one.team));
        let present: BTreeSet<usize> = students.copied().collect();
        self.missing = (0..list.entries.len())
            .filter(|entry| !present.contains(entry) && !possible.contains(entry))
            .collect();
        let is_of_nobody = |one: &&Submission| one.listed.is_none() && one.team.is_empty();
        let of_nobody = self.all.iter().filter(is_of_nobody);
        self.unassigned = of_nobody
            .flat_map(|one| one.files.iter().copied())
            .collect();
        self.unassigned.sort_unstable();
    }

    /// Returns the submission that contains the file at a position.
    ///
    /// Panics if the check has no file at this position.
    #[must_use]
    pub fn of_file(&self, file: usize) -> SubmissionIndex {
        self.of_file[file]
    }

    /// Returns the submission that contains the file at a position; `None` if there is no such file.
    #[must_use]
    pub fn holding(&self, file: usize) -> Option<SubmissionIndex> {
        self.of_file.get(file).copied()
    }

    /// Returns the submission at an index.
    ///
    /// Panics if there is no submission at this index.
    #[must_use]
    pub fn get(&self, index: SubmissionIndex) -> &Submission {
        &self.all[index.at()]
    }
}

#[cfg(test)]
mod tests {
    use chachong_record::{BibliographicRecord, Certainty, RecordField, Stated, StatedPlace};

    use super::FileFacts;

    #[test]
    fn only_the_document_itself_states_who_wrote_it() {
        let mut record = BibliographicRecord::default();
        let stated = |value: &str, place, certainty| {
            Some(Stated {
                value: value.to_owned(),
                place,
                certainty,
            })
        };
        record.set(
            RecordField::Author,
            stated("王小五", StatedPlace::Cover, Certainty::Likely),
        );
        record.set(
            RecordField::StudentNumber,
            stated("839201", StatedPlace::FileName, Certainty::Likely),
        );
        let facts = FileFacts::of("a.docx", &record);
        assert_eq!(
            (facts.stated_name, facts.stated_number),
            (Some("王小五"), None)
        );
        record.set(
            RecordField::Author,
            stated("王小五", StatedPlace::Cover, Certainty::Guess),
        );
        let facts = FileFacts::of("a.docx", &record);
        assert_eq!(
            (facts.stated_name, facts.hinted_name),
            (None, Some("王小五"))
        );
    }
}
