//! Decides whether two documents have the same author: by student number, by name and title, and by file names, and what speaks
//! against it.

use std::collections::{BTreeMap, BTreeSet};

use super::known::{Known, Titles};
use super::naming::{Naming, date_of, without_day};
use crate::Origin;
use chachong_compare::{Contradiction, Ground, LARGE_PART, NEARLY_ALL};
use chachong_submission::{CoverWords, PathOwner, agree, is_of_team};

/// Minimum number of authors who state one title if it is that of their assignment. Two may be a student and a copier.
const GIVEN_TO: usize = 3;

/// Minimum share of one of two documents in the other, for one student number where a title is not stated.
const WITHOUT_TITLE: f64 = 0.5;
/// Minimum share of both documents in each other, for one student number and unlike titles: only the title was changed.
const OTHER_TITLE: f64 = 0.7;

/// Relation of two documents by the authors that both state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Authorship {
    /// Both state one author. They are versions of one thesis if their shares in each other reach `alike`.
    One { ground: Ground, alike: Alike },
    /// Some statements say that both have one author, but the statement `by` contradicts that.
    Contradicted { by: Contradiction, alike: Alike },
    /// Both state a student number, and the numbers differ.
    Different,
    /// The statements do not tell whether both have one author.
    Unknown,
}

/// Likeness that makes one author's documents versions of one thesis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Alike {
    /// The larger of the two documents' copied shares in each other must be at least this, 0..=1.
    One(f64),
    /// Both documents' copied shares in each other must be at least this, 0..=1.
    Both(f64),
}

impl Alike {
    /// Returns whether two documents with these copied shares in each other, 0..=1, are alike enough.
    pub(super) fn holds(self, shares: [f64; 2]) -> bool {
        match self {
            Self::One(least) => shares[0].max(shares[1]) >= least,
            Self::Both(least) => shares[0].min(shares[1]) >= least,
        }
    }
}

/// Statements of all documents of a check that bear on any two of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Everyone {
    /// Student numbers that documents with different authors state: a template's, or copied with a cover.
    shared_numbers: BTreeSet<String>,
    /// Titles of the assignment: documents of several authors state them.
    given_titles: BTreeSet<Vec<char>>,
    /// All stated authors.
    authors: BTreeSet<String>,
    /// Names and numbers of the students of the check: the authors whom checked documents state, and the students to whom the class list
    /// or a person gives documents.
    students: CoverWords,
}

impl Everyone {
    pub(super) fn of(known: &[Known]) -> Self {
        let mut of_number: BTreeMap<&str, BTreeSet<&BTreeSet<String>>> = BTreeMap::new();
        for known in known {
            if let (Some(number), false) = (&known.number, known.authors.is_empty()) {
                of_number.entry(number).or_default().insert(&known.authors);
            }
        }
        let mut of_title: BTreeMap<&Vec<char>, BTreeSet<&BTreeSet<String>>> = BTreeMap::new();
        let titled = known.iter().filter(|known| !known.title.is_empty());
        for known in titled.filter(|known| !known.authors.is_empty()) {
            of_title
                .entry(&known.title)
                .or_default()
                .insert(&known.authors);
        }
        Self {
            given_titles: (of_title.into_iter())
                .filter(|(_, authors)| authors.len() >= GIVEN_TO)
                .map(|(title, _)| title.clone())
                .collect(),
            shared_numbers: (of_number.iter())
                .filter(|(_, authors)| authors.len() > 1)
                .map(|(number, _)| (*number).to_owned())
                .collect(),
            authors: known
                .iter()
                .flat_map(|known| known.authors.clone())
                .collect(),
            students: students(known),
        }
    }

    /// Compares what two documents state.
    pub(super) fn authorship(&self, a: &Known, b: &Known) -> Authorship {
        let titles = a.titles(b);
        let same_author = !a.authors.is_empty() && a.authors == b.authors;
        let other_author = !a.authors.is_empty() && !b.authors.is_empty() && !same_author;
        let contradicted = |by, alike| Authorship::Contradicted { by, alike };
        let unless = |against: Option<_>, ground, alike| match against {
            Some(by) => contradicted(by, alike),
            None => Authorship::One { ground, alike },
        };
        match (&a.number, &b.number) {
            (Some(one), Some(other)) if one == other => {
                let alike = match titles {
                    Titles::Similar => Alike::One(LARGE_PART),
                    Titles::Unknown => Alike::One(WITHOUT_TITLE),
                    Titles::Unlike => Alike::Both(OTHER_TITLE),
                };
                if other_author || (!same_author && self.shared_numbers.contains(one)) {
                    return contradicted(Contradiction::Author, alike);
                }
                unless(self.against(a, b, Some(one)), Ground::StudentNumber, alike)
            }
            (Some(_), Some(_)) => {
                let alike = Alike::One(LARGE_PART);
                let is_sure = a.number_is_sure && b.number_is_sure;
                if !is_sure && same_author && titles == Titles::Similar {
                    contradicted(Contradiction::StudentNumber, alike)
                } else {
                    Authorship::Different
                }
            }
            (number, other) => {
                let number = number.as_ref().or(other.as_ref());
                let is_given = |known: &Known| self.given_titles.contains(&known.title);
                let is_own = !is_given(a) && !is_given(b) || are_drafts(a, b);
                if same_author && titles == Titles::Similar && is_own {
                    let against = self.against(a, b, number.map(String::as_str));
                    return unless(against, Ground::NameAndTitle, Alike::One(LARGE_PART));
                }
                if are_files_of_one(a, b) {
                    let author = other_author.then_some(Contradiction::Author);
                    let against = author.or_else(|| by_assignment(a, b));
                    return unless(against, Ground::FileName, Alike::Both(NEARLY_ALL));
                }
                Authorship::Unknown
            }
        }
    }

    /// Returns what speaks against one author of two documents that state one. `None` if nothing does, or if they are of one submission:
    /// their paths were judged when it was put together. Against one file in two formats, only the class list or a person can speak.
    fn against(&self, a: &Known, b: &Known, number: Option<&str>) -> Option<Contradiction> {
        if a.is_of_one_submission(b) {
            return None;
        }
        let by_assignment = by_assignment(a, b);
        if by_assignment.is_some() || are_files_of_one(a, b) {
            return by_assignment;
        }
        let all: BTreeSet<String> = a.authors.union(&b.authors).cloned().collect();
        let authors: BTreeSet<&str> = all.iter().map(String::as_str).collect();
        let (of_a, of_b) = (
            Whose::of(a, number, &authors),
            Whose::of(b, number, &authors),
        );
        let is_other = |whose: &Whose<'_>| matches!(whose, Whose::Number(_) | Whose::Person(_));
        if of_a != of_b && (is_other(&of_a) || is_other(&of_b)) {
            let by_number = [&of_a, &of_b]
                .iter()
                .any(|whose| matches!(whose, Whose::Number(_)));
            return Some(if by_number {
                Contradiction::NumberInFileName
            } else {
                Contradiction::NameInFileName
            });
        }
        if a.naming.is_of_other_class(&b.naming, &authors) {
            return Some(Contradiction::Class);
        }
        if self.are_of_two_owners(a, b) {
            return Some(Contradiction::NameInFileName);
        }
        let of_another = |known| self.properties_of_another(known, &all);
        (of_another(a) != of_another(b)).then_some(Contradiction::Properties)
    }

    /// Returns the author in the properties of a file, if it is another author of the check than `authors`.
    pub(super) fn properties_of_another<'k>(
        &self,
        known: &'k Known,
        authors: &BTreeSet<String>,
    ) -> Option<&'k str> {
        let name = known.properties_author.as_deref()?;
        (!authors.contains(name) && self.authors.contains(name)).then_some(name)
    }

    /// Returns whether two documents have different owners, whatever their covers say. They have in these cases: a platform has them from
    /// two users; their paths name two people, teams or places; one is in the folder of another student of the check, even if the file is
    /// named after the author; they are in the folders of two teams; or one is in a library under its author's name, and the path of the
    /// other, a checked one, does not name the author.
    fn are_of_two_owners(&self, a: &Known, b: &Known) -> bool {
        let mut cover = CoverWords::default();
        for known in [a, b] {
            let title: String = known.title.iter().collect();
            for author in &known.authors {
                cover = cover.with_names(Some(author));
            }
            cover = (cover.with_number(known.number.as_deref())).with_title(Some(&title));
        }
        let paths = without_days(a, b).unwrap_or_else(|| [a, b].map(|known| known.path.clone()));
        let [of_a, of_b] = [(a, &paths[0]), (b, &paths[1])].map(|(known, path)| {
            let owner = PathOwner::of(path, &cover);
            if known.is_of_stated_author() {
                owner.of_author()
            } else {
                owner
            }
        });
        let in_folder = |known: &Known, counts: &dyn Fn(&str) -> bool| {
            let folder = (known.folder.as_deref())
                .filter(|folder| !known.is_of_stated_author() && counts(folder));
            folder.map(|folder| PathOwner::of(folder, &cover))
        };
        // A folder may also be a supervisor's, a draft's or a reviewer's.
        let is_of_student = |folder: &str| {
            !is_of_team(folder) && PathOwner::of(folder, &self.students).names_author_wholly()
        };
        let [student_a, student_b] = [a, b].map(|known| in_folder(known, &is_of_student));
        let [team_a, team_b] = [a, b].map(|known| in_folder(known, &is_of_team));
        let pairs = [
            (&student_a, Some(&of_b)),
            (&student_b, Some(&of_a)),
            (&student_a, student_b.as_ref()),
            (&team_a, team_b.as_ref()),
        ];
        let mut folders =
            (pairs.into_iter()).filter_map(|(folder, other)| folder.as_ref().zip(other));
        // Who hands in an earlier thesis with its cover need not put a name on it.
        let is_nameless =
            |now: &Known, of_now: &PathOwner, earlier: &Known, of_earlier: &PathOwner| {
                (now.origin, earlier.origin) == (Origin::Checked, Origin::Library)
                    && of_earlier.names_author()
                    && !of_now.names_author()
            };
        are_of_two_accounts(a, b)
            || of_a.is_of_another(&of_b)
            || folders.any(|(folder, other)| folder.is_of_another(other))
            || is_nameless(a, &of_a, b, &of_b)
            || is_nameless(b, &of_b, a, &of_a)
    }
}

/// Returns the names and numbers of the students of a check, without those of libraries.
fn students(known: &[Known]) -> CoverWords {
    let mut students = CoverWords::default();
    let checked = known.iter().filter(|known| known.origin == Origin::Checked);
    for known in checked {
        for author in &known.authors {
            students = students.with_names(Some(author));
        }
        students = students.with_number(known.number.as_deref());
        if let Some(assigned) = &known.assigned {
            let (name, number) = assigned.student();
            students = students.with_names(name).with_number(number);
        }
    }
    students
}

/// Whether the paths of two documents name their author and tell nothing else apart than drafts of one work.
pub(super) fn are_drafts(a: &Known, b: &Known) -> bool {
    let mut both = a.authors.intersection(&b.authors);
    both.any(|author| a.naming.are_drafts_by(&b.naming, author))
}

/// Returns the contradiction between two documents that the class list, a person or a library gives to different students; `None` if
/// they do not, or if the documents are of one submission.
fn by_assignment(a: &Known, b: &Known) -> Option<Contradiction> {
    let (of_a, of_b) = (a.assigned.as_ref()?, b.assigned.as_ref()?);
    (!a.is_of_one_submission(b) && of_a.is_of_another(of_b)).then_some(Contradiction::OtherStudent)
}

/// Returns the paths of two documents without the days in their file names, such as 论文0520 and 论文0603, if the documents state one
/// student number and the names otherwise agree. Without a number the digits may be a class and a seat.
fn without_days(a: &Known, b: &Known) -> Option<[String; 2]> {
    let number = a.number.as_ref()?;
    let paths = [without_day(&a.path)?, without_day(&b.path)?];
    let [of_a, of_b] = paths.each_ref().map(|path| Naming::of(path).stem);
    (b.number.as_ref() == Some(number) && of_a == of_b).then_some(paths)
}

/// Returns whether a platform has two documents from two users.
fn are_of_two_accounts(a: &Known, b: &Known) -> bool {
    let accounts = a.account.as_ref().zip(b.account.as_ref());
    accounts.is_some_and(|(of_a, of_b)| of_a.0 == of_b.0 && of_a.1 != of_b.1)
}

/// Whether two documents are files of one name in one folder, in two formats.
fn are_files_of_one(a: &Known, b: &Known) -> bool {
    a.origin == b.origin
        && !are_of_two_accounts(a, b)
        && a.format != b.format
        && !a.naming.stem.is_empty()
        && (&a.naming.folder, &a.naming.stem) == (&b.naming.folder, &b.naming.stem)
}

/// Student whose file it is by its path, compared with the author and the student number that the text states.
#[derive(Debug, PartialEq, Eq)]
enum Whose<'k> {
    /// The path contains the stated student number or author.
    Own,
    /// The path contains student numbers, none of which is the stated one.
    Number(Vec<&'k str>),
    /// The path contains names of people, none of which is a stated author.
    Person(&'k BTreeSet<String>),
    /// The path contains neither a student number nor a name.
    Nobody,
}

impl<'k> Whose<'k> {
    fn of(known: &'k Known, number: Option<&str>, authors: &BTreeSet<&str>) -> Self {
        let naming = &known.naming;
        if number.is_some_and(|number| naming.path.contains(&number.to_lowercase())) {
            return Self::Own;
        }
        let names_author = authors.iter().any(|author| {
            let name: String = author.chars().filter(|c| !c.is_whitespace()).collect();
            let mut people = naming.people.iter();
            naming.path.contains(&name) || people.any(|person| agree(person, author))
        });
        // Numbers of other lengths are a system's: of an assignment, of an upload.
        let digits = number.map(|number| number.bytes().filter(u8::is_ascii_digit).count());
        let numbers: Vec<&str> = (naming.numbers.iter().map(String::as_str))
            .filter(|run| digits.is_none_or(|digits| digits == run.len()))
            .filter(|run| !(names_author && date_of(run).is_some()))
            .collect();
        match () {
            () if !numbers.is_empty() => Self::Number(numbers),
            () if names_author => Self::Own,
            () if !naming.people.is_empty() => Self::Person(&naming.people),
            () => Self::Nobody,
        }
    }
}
