//! Corrections that a person made to submissions, which are saved with a check.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::class_list::Roster;
use crate::key;
use crate::{FileFacts, FoundBy, Submission, SubmissionIndex, Submissions};

/// One correction that a person made to the submissions. Files are identified by their names in the check; unknown names are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Correction {
    /// Merges the submissions that contain these files into one.
    Merge {
        /// One file of each submission.
        files: Vec<String>,
    },
    /// Makes these files a submission of their own.
    Split {
        /// All files of the new submission.
        files: Vec<String>,
    },
    /// Sets the student of the submission that contains a file.
    Name {
        /// A file of the submission.
        file: String,
        /// Name of the student or team; empty if nobody is known.
        name: String,
        /// Student number; `None` if there is none.
        number: Option<String>,
    },
}

/// All corrections of a person, in order. To undo one, keep the previous value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Corrections(pub Vec<Correction>);

impl Corrections {
    /// Applies the corrections to submissions.
    pub(crate) fn apply(
        &self,
        submissions: Submissions,
        files: &[FileFacts<'_>],
        roster: Option<&Roster<'_>>,
    ) -> Submissions {
        let of_name = |name: &String| files.iter().position(|file| file.name == name);
        self.0
            .iter()
            .fold(submissions, |submissions, correction| match correction {
                Correction::Merge { files: names } => {
                    merged(submissions, names.iter().filter_map(of_name), files.len())
                }
                Correction::Split { files: names } => split(
                    submissions,
                    &names.iter().filter_map(of_name).collect(),
                    files,
                ),
                Correction::Name { file, name, number } => {
                    let mut submissions = submissions;
                    if let Some(file) = of_name(file) {
                        let index = submissions.of_file(file);
                        let submission = &mut submissions.all[index.at()];
                        rename(submission, name, number.as_deref(), roster);
                    }
                    submissions
                }
            })
    }
}

/// Sets the student of a submission. A student on the class list brings further facts.
fn rename(
    submission: &mut Submission,
    name: &str,
    number: Option<&str>,
    roster: Option<&Roster<'_>>,
) {
    submission.found_by = FoundBy::Person;
    (submission.listed, submission.listed_by_cover) = (None, false);
    (submission.class, submission.email) = (None, None);
    submission.student = Some(name.to_owned()).filter(|name| !name.is_empty());
    submission.number = number.map(key::number);
    if !name.is_empty() {
        name.clone_into(&mut submission.name);
    }
    let named = Some(name).filter(|name| !name.is_empty());
    if let Some(roster) = roster
        && let Some(entry) = roster.student(number, named).one()
    {
        submission.take_listed(entry, roster.entry(entry));
    }
}

/// Merges the submissions of some files. The first one with a known student names the result.
fn merged(submissions: Submissions, of: impl Iterator<Item = usize>, files: usize) -> Submissions {
    let chosen: BTreeSet<SubmissionIndex> = of.map(|file| submissions.of_file(file)).collect();
    if chosen.len() < 2 {
        return submissions;
    }
    let (together, mut rest): (Vec<_>, Vec<_>) = (0..)
        .map(SubmissionIndex)
        .zip(submissions.all)
        .partition(|(index, _)| chosen.contains(index));
    let all: Vec<Submission> = together
        .into_iter()
        .map(|(_, submission)| submission)
        .collect();
    let known = all
        .iter()
        .position(|one| one.student.is_some())
        .unwrap_or(0);
    if let Some(mut whole) = all.get(known).cloned() {
        whole.files = all
            .iter()
            .flat_map(|one| one.files.iter().copied())
            .collect();
        whole.files.sort_unstable();
        let students = (all.iter()).flat_map(|one| one.listed.iter().chain(&one.team));
        whole.team = students.copied().collect();
        whole.team.sort_unstable();
        whole.team.dedup();
        whole.submitted = all.iter().filter_map(|one| one.submitted.clone()).max();
        let stated = all.iter().flat_map(|one| {
            let own = one.student.iter().chain(&one.number);
            own.chain(&one.also_stated)
        });
        let mut stated: Vec<String> = stated.cloned().collect();
        stated.sort();
        stated.dedup();
        stated.retain(|text| {
            Some(text) != whole.student.as_ref() && Some(text) != whole.number.as_ref()
        });
        whole.also_stated = stated;
        whole.found_by = FoundBy::Person;
        rest.push((SubmissionIndex(0), whole));
    }
    let rest = rest.into_iter().map(|(_, submission)| submission).collect();
    Submissions::numbered(rest, files)
}

/// Makes some files a submission of their own, without a known student.
fn split(submissions: Submissions, of: &BTreeSet<usize>, files: &[FileFacts<'_>]) -> Submissions {
    let Some(&first) = of.first() else {
        return submissions;
    };
    let mut all = submissions.all;
    for submission in &mut all {
        let before = submission.files.len();
        submission.files.retain(|file| !of.contains(file));
        if submission.files.len() < before {
            submission.found_by = FoundBy::Person;
            submission.team.clear();
        }
    }
    all.retain(|submission| !submission.files.is_empty());
    let name = files[first].name.to_owned();
    let own = of.iter().copied().collect();
    all.push(Submission::of_nobody(name, FoundBy::Person, own));
    Submissions::numbered(all, files.len())
}

#[cfg(test)]
mod tests {
    use super::{Correction, Corrections};
    use crate::{ClassList, FileFacts, FoundBy, Request, Submissions};

    const NAMES: [&str; 5] = ["a/main.c", "a/x.c", "b/main.c", "c/main.c", "王小五.docx"];

    fn corrected(corrections: Vec<Correction>) -> Submissions {
        let files = NAMES.map(FileFacts::named);
        let corrections = Corrections(corrections);
        let json = serde_json::to_string(&corrections).unwrap();
        assert_eq!(
            serde_json::from_str::<Corrections>(&json).unwrap(),
            corrections
        );
        let request = Request {
            corrections: Some(&corrections),
            ..Request::default()
        };
        Submissions::of(&files, &request)
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn a_team_is_somebodys_if_one_of_it_is_on_the_list() {
        let files = ["王小五_839201_", "李小四_839202_"]
            .map(|student| format!("{student}assignsubmission_file/a.docx"));
        let corrections = Corrections(vec![Correction::Merge {
            files: files.to_vec(),
        }]);
        let list = ClassList::read("学号,姓名\n2021001,李小四\n".as_bytes(), "a.csv").unwrap();
        let facts = files.each_ref().map(|name| FileFacts::named(name));
        let request = Request {
            list: Some(&list),
            corrections: Some(&corrections),
            ..Request::default()
        };
        let all = Submissions::of(&facts, &request);
        assert_eq!((all.all[0].listed, &*all.all[0].team), (None, &[0][..]));
        assert_eq!((&*all.missing, &*all.unassigned), (&[][..], &[][..]));
    }

    #[test]
    fn people_merge_split_and_rename() {
        let merge = Correction::Merge {
            files: names(&["b/main.c", "王小五.docx", "gone.c"]),
        };
        let one = corrected(vec![merge.clone()]);
        let grouped = |one: &Submissions| [0, 1, 2, 3, 4].map(|file| one.of_file(file).at());
        assert_eq!(grouped(&one), [0, 0, 1, 2, 1]);
        assert_eq!(one.get(one.of_file(2)).found_by, FoundBy::Person);
        let split = Correction::Split {
            files: names(&["b/main.c", "a/x.c"]),
        };
        let one = corrected(vec![merge, split]);
        assert_eq!(grouped(&one), [0, 1, 1, 2, 3]);
        let name = Correction::Name {
            file: "a/x.c".to_owned(),
            name: "李小四".to_owned(),
            number: Some("2021001".to_owned()),
        };
        let one = corrected(vec![name]);
        let renamed = one.get(one.of_file(0));
        assert_eq!(
            (&*renamed.name, renamed.number.as_deref()),
            ("李小四", Some("2021001"))
        );
    }
}
