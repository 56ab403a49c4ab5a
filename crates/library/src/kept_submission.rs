//! Submission of a member as a library stores it: the student's name and number, and a number that its files share.

use std::collections::BTreeSet;

use chachong_submission::{FoundBy, Submission};

/// Student or team that handed in a document, as a library stores it with the document. An e-mail address is never
/// stored.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KeptSubmission {
    /// Number of the submission: documents of a library with equal numbers were handed in together.
    pub key: i64,
    /// Name of the student or team; `None` if nobody is known.
    pub student: Option<String>,
    /// Student number, never a platform's own number; `None` if unknown.
    pub number: Option<String>,
    /// Class of the student; `None` if unknown.
    pub class: Option<String>,
    /// Time of submission, as `yyyy-mm-ddThh:mm:ss` without a time zone; `None` if unknown.
    pub submitted: Option<String>,
    /// Evidence that identified the student.
    pub found_by: FoundBy,
}

impl KeptSubmission {
    /// Builds the stored form of a check's submission. `key` is the number that all documents of the submission share
    /// in the library.
    #[must_use]
    pub fn of(submission: &Submission, key: i64) -> Self {
        Self {
            key,
            student: submission.student.clone(),
            number: submission.number.clone(),
            class: submission.class.clone(),
            submitted: submission.submitted.clone(),
            found_by: submission.found_by,
        }
    }

    /// Returns whether the student's name or number is known.
    #[must_use]
    pub fn names_somebody(&self) -> bool {
        self.student.is_some() || self.number.is_some()
    }

    /// Returns the entry on which all entries stored for one document agree. Every entry that names a person must have
    /// the same student number, or the same name without a contradicting number. Of these entries, one with a number is
    /// preferred, then the one with the most trusted evidence; if no entry names a person, the first entry is returned.
    /// `None` if there are no entries, or if they may name different people, for example two students who handed in
    /// identical files.
    #[must_use]
    pub fn agreed(kept: impl IntoIterator<Item = Self>) -> Option<Self> {
        let (of_people, of_nobody): (Vec<Self>, Vec<Self>) =
            kept.into_iter().partition(Self::names_somebody);
        let numbers: BTreeSet<Option<&str>> =
            of_people.iter().map(|one| one.number.as_deref()).collect();
        let names: BTreeSet<Option<&str>> =
            of_people.iter().map(|one| one.student.as_deref()).collect();
        // One number is one person, however the name is written; where an entry has no number, all names must be equal.
        let has_one_number = numbers.len() <= 1 && !numbers.contains(&None);
        let has_one_name = names.len() <= 1 && !names.contains(&None);
        let may_have_one_number = numbers.iter().flatten().count() <= 1;
        let is_one_person = has_one_number || (has_one_name && may_have_one_number);
        if !is_one_person {
            return None;
        }
        (of_people.into_iter())
            .min_by_key(|one| (one.number.is_none(), one.found_by))
            .or_else(|| of_nobody.into_iter().next())
    }

    /// Returns the submission with these stored texts: student, number, class, time of submission and evidence. An empty text stands for
    /// an unknown value.
    pub(crate) fn of_texts(key: i64, texts: [String; 4], found_by: &str) -> Self {
        let [student, number, class, submitted] =
            texts.map(|text| Some(text).filter(|text| !text.is_empty()));
        Self {
            key,
            student,
            number,
            class,
            submitted,
            found_by: Self::evidence(found_by),
        }
    }

    /// Returns the evidence with this stored name. An unknown name, which a newer program wrote, becomes
    /// [`FoundBy::File`], which proves nothing.
    fn evidence(name: &str) -> FoundBy {
        let known = FoundBy::ALL.into_iter().find(|found| found.name() == name);
        known.unwrap_or(FoundBy::File)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(student: &str, number: &str, found_by: FoundBy) -> KeptSubmission {
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        KeptSubmission {
            key: 1,
            student: text(student),
            number: text(number),
            class: None,
            submitted: None,
            found_by,
        }
    }

    #[test]
    fn entries_agree_only_on_one_person() {
        let agreed = |entries: &[&KeptSubmission]| {
            KeptSubmission::agreed(entries.iter().map(|&entry| entry.clone()))
        };
        let nobody = kept("", "", FoundBy::Folder);
        let by_name = kept("甲小明", "", FoundBy::Moodle);
        let by_number = kept("甲小明", "2021001", FoundBy::List);
        let in_latin = kept("Jia Xiaoming", "2021001", FoundBy::Record);
        let namesake = kept("甲小明", "2021002", FoundBy::List);
        let other = kept("乙大华", "", FoundBy::Moodle);
        let number_only = kept("", "2021001", FoundBy::List);
        assert_eq!(agreed(&[]), None);
        assert_eq!(agreed(&[&nobody]), Some(nobody.clone()));
        assert_eq!(agreed(&[&nobody, &by_name]), Some(by_name.clone()));
        assert_eq!(agreed(&[&by_name, &by_number]), Some(by_number.clone()));
        assert_eq!(agreed(&[&in_latin, &by_number]), Some(by_number.clone()));
        assert_eq!(agreed(&[&number_only]), Some(number_only.clone()));
        for people in [
            [&by_number, &namesake].as_slice(),
            &[&by_name, &other],
            &[&by_name, &number_only],
            &[&by_number, &other],
            &[&by_number, &in_latin, &by_name],
        ] {
            assert_eq!(agreed(people), None, "{people:?}");
        }
    }

    #[test]
    fn evidence_is_read_by_its_name() {
        for found in FoundBy::ALL {
            assert_eq!(KeptSubmission::evidence(found.name()), found);
        }
        assert_eq!(KeptSubmission::evidence("oracle"), FoundBy::File);
    }
}
