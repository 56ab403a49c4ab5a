//! Distinguishes folders and archives with the files of one student from folders of classes, years and drafts.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chachong_record::listed_names;

use crate::FileFacts;
use crate::convention::{Convention, Label, are_other_numbers};
use crate::folder_names::{is_archive, is_generic, is_of_teacher, is_of_team, is_stage};
use crate::key;
use crate::person;
use crate::pieces::{is_moment, pieces, stem, without_document_words};
use crate::reviews::pieces_of_author;

/// Minimum number of folders with equally named files for which the names prove that each folder is a submission.
const FOLDERS: usize = 3;

/// Folder or archive that is a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    /// Path of the folder.
    pub path: String,
    /// Content of the folder's name.
    pub label: Label,
    /// Whether it is an archive.
    pub archive: bool,
}

impl Owner {
    /// Returns the name of the folder, or of the archive without its extension.
    pub(crate) fn shown(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        if self.archive { stem(name) } else { name }
    }
}

/// Facts about the files besides their paths.
pub(crate) struct Evidence<'a> {
    pub files: &'a [FileFacts<'a>],
    /// Content of the name of each file.
    pub labels: &'a [Label],
    /// Returns whether a text names a student on the class list.
    pub is_listed: &'a dyn Fn(&str) -> bool,
    /// Returns whether a text is a number or a name that the class list or a cover states.
    pub is_known: &'a dyn Fn(&str) -> bool,
}

/// Folder on one level, with all files anywhere below it.
struct Folder<'a> {
    path: &'a str,
    name: &'a str,
    files: Vec<usize>,
    label: Label,
}

impl Folder<'_> {
    fn is_archive(&self) -> bool {
        is_archive(self.name)
    }
}

/// Finds the folder or archive that is the submission of each file. Files that stand for themselves are missing in
/// the result. `of_files` are the positions of the files to decide about.
pub(crate) fn owners(of_files: &[usize], evidence: &Evidence<'_>) -> HashMap<usize, Owner> {
    let mut owners = HashMap::new();
    let mut level: Vec<(usize, Vec<usize>)> = vec![(0, of_files.to_vec())];
    while !level.is_empty() {
        // A folder of few is judged with others of few: a class group of two shows no convention.
        let mut judged: Vec<(Vec<Folder<'_>>, usize)> = Vec::new();
        let mut few = (Vec::new(), 0);
        for (start, files) in &level {
            let (below, here) = folders_below(*start, files, evidence.files);
            if below.len() >= FOLDERS {
                judged.push((below, here));
            } else {
                few.0.extend(below);
                few.1 += here;
            }
        }
        judged.push(few);
        level.clear();
        for (mut folders, direct) in judged {
            label(&mut folders, evidence);
            let chosen = choose(&folders, direct, evidence);
            for (folder, is_submission) in folders.into_iter().zip(chosen) {
                if !is_submission {
                    level.push((folder.path.len() + 1, folder.files));
                    continue;
                }
                let archive = folder.is_archive();
                let owner = Owner {
                    path: folder.path.to_owned(),
                    label: folder.label,
                    archive,
                };
                let files = folder.files.into_iter();
                owners.extend(files.map(|file| (file, owner.clone())));
            }
        }
    }
    owners
}

/// Returns the folders directly below the dropped folder as submissions, regardless of their content. A folder or
/// archive that contains everything counts as the dropped folder itself.
pub(crate) fn top_owners(evidence: &Evidence<'_>) -> HashMap<usize, Owner> {
    let mut start = 0;
    let mut files: Vec<usize> = (0..evidence.files.len()).collect();
    loop {
        let (mut folders, direct) = folders_below(start, &files, evidence.files);
        label(&mut folders, evidence);
        if let ([only], 0) = (&folders[..], direct)
            && !only.label.is_of_somebody()
            && (only.is_archive()
                || (only.files.iter())
                    .any(|&file| evidence.files[file].name[only.path.len() + 1..].contains('/')))
        {
            start = only.path.len() + 1;
            files.clone_from(&only.files);
            continue;
        }
        let mut owners = HashMap::new();
        for folder in folders {
            let archive = folder.is_archive();
            let owner = Owner {
                path: folder.path.to_owned(),
                label: folder.label,
                archive,
            };
            owners.extend(folder.files.into_iter().map(|file| (file, owner.clone())));
        }
        return owners;
    }
}

/// Returns the folders that begin at a byte offset of the files' paths, and the number of files directly on that
/// level.
fn folders_below<'a>(
    start: usize,
    of_files: &[usize],
    files: &[FileFacts<'a>],
) -> (Vec<Folder<'a>>, usize) {
    let mut below: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut direct = 0;
    for &file in of_files {
        let path: &'a str = files[file].name;
        match path[start..].find('/') {
            Some(length) => below.entry(&path[..start + length]).or_default().push(file),
            None => direct += 1,
        }
    }
    let folders = below.into_iter().map(|(path, files)| Folder {
        path,
        name: &path[start..],
        files,
        label: Label::default(),
    });
    (folders.collect(), direct)
}

/// Reads the names of the folders on one level.
fn label(folders: &mut [Folder<'_>], evidence: &Evidence<'_>) {
    let split = folders.iter().map(|folder| {
        let name = if folder.is_archive() {
            stem(folder.name)
        } else {
            folder.name
        };
        pieces_of_author(name, evidence.is_known)
    });
    let (names, reviews): (Vec<Vec<String>>, Vec<Vec<String>>) = split.unzip();
    // Two or three folders show no convention, but what a person or a number is may be plain.
    let convention = Convention::read(&names, evidence.is_known);
    for ((folder, pieces), review) in folders.iter_mut().zip(&names).zip(reviews) {
        folder.label = match &convention {
            Some(convention) => convention.label(pieces),
            None => plain_label(pieces),
        };
        folder.label.rest.extend(review);
        if is_of_teacher(pieces) && !pieces.iter().any(|piece| (evidence.is_known)(piece)) {
            folder.label = Label::default();
        }
    }
    forget_generic(folders);
    let both = folders.iter().filter_map(|folder| {
        let (number, _) = stated_in(folder, evidence).people.pop_first()?;
        Some((number?, folder.label.number.clone()?))
    });
    if are_other_numbers(both) {
        for folder in folders {
            folder.label.number = None;
        }
    }
}

/// Forgets what was read in the names of classes and drafts. A name that only reads like that of a draft, such as `2021006_周一`, stays a
/// student's if most folders are students' and have a number of the same form, or none, too.
fn forget_generic(folders: &mut [Folder<'_>]) {
    // Length of the number, and whether it looks like a day.
    let form = |folder: &Folder<'_>| -> Option<(usize, bool)> {
        let number = folder.label.number.as_ref()?;
        Some((number.len(), key::is_date(number)))
    };
    let of_students: Vec<Option<(usize, bool)>> = (folders.iter())
        .filter(|folder| folder.label.is_of_somebody() && !is_generic(folder.name))
        .map(form)
        .collect();
    let all = folders.len();
    for folder in folders {
        let own = form(folder);
        let alike = of_students.iter().filter(|&&other| other == own).count();
        let may_be_student = is_stage(folder.name) && alike * 2 > all;
        if is_generic(folder.name) && !may_be_student {
            folder.label = Label::default();
        }
    }
}

/// Reads a name without a convention, as far as it is clear: a single Chinese name, and a single number that is neither a
/// date nor a time.
pub(crate) fn plain_label(pieces: &[String]) -> Label {
    let mut label = Label::default();
    let mut names = Vec::new();
    let mut numbers = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let name = without_document_words(piece);
        if key::has_han(&name) && person::is_person(&name) {
            names.push(name);
        } else if let Some(number) = crate::pieces::number(piece)
            && !is_moment(pieces, at)
        {
            numbers.push(number);
        } else {
            label.rest.push(piece.clone());
        }
    }
    if let [name] = &names[..] {
        label.name = Some(name.clone());
    }
    if let [number] = &numbers[..] {
        label.number = Some(number.clone());
    }
    label
}

/// Returns which folders of a level are submissions. The other folders are searched further.
fn choose(folders: &[Folder<'_>], direct: usize, evidence: &Evidence<'_>) -> Vec<bool> {
    let all = folders.len();
    let generic: Vec<bool> = folders
        .iter()
        .map(|folder| is_generic(folder.name) && !folder.label.is_of_somebody())
        .collect();
    let count = |which: &[bool]| which.iter().filter(|&&one| one).count();
    let readable: Vec<bool> = (folders.iter())
        .map(|folder| folder.label.is_of_somebody())
        .collect();
    let plain: Vec<bool> = (folders.iter())
        .map(|folder| is_plainly_of_somebody(folder, evidence))
        .collect();
    let are_people = all >= FOLDERS && count(&plain) * 2 >= count(&readable);
    let named = if are_people { readable } else { plain };
    let named: Vec<bool> = (folders.iter().zip(named).zip(&generic))
        .map(|((folder, named), generic)| !generic && (named || (evidence.is_listed)(folder.name)))
        .collect();
    let names_people: Vec<bool> = (folders.iter())
        .map(|folder| names_people(folder, evidence))
        .collect();
    let peopled: Vec<bool> = (folders.iter().zip(&names_people))
        .map(|(folder, names)| *names || stated_in(folder, evidence).is_of_several())
        .collect();
    // Covers of others in a folder are taken out of it, not the folder to pieces: a copier's cover would lead to the other.
    let kept = |of: &dyn Fn(usize) -> bool| {
        (0..all)
            .map(|at| of(at) && !generic[at] && !names_people[at])
            .collect()
    };
    // One folder that holds everything is the dropped one, unless it is called after a student's number and name.
    let is_student = |label: &Label| label.name.is_some() && label.number.is_some();
    if all == 1 && direct == 0 && !is_student(&folders[0].label) {
        return vec![false];
    }
    if count(&named) * 2 > all && count(&peopled) * 2 <= all {
        return kept(&|_| true);
    }
    if count(&generic) * 2 > all || count(&peopled) * 2 > all {
        return kept(&|at| named[at]);
    }
    if all >= FOLDERS && count(&recurring(folders, evidence)) * 2 >= all {
        return kept(&|_| true);
    }
    if are_told_apart_by_covers(folders, evidence) {
        return kept(&|_| true);
    }
    let teams: Vec<bool> = folders
        .iter()
        .map(|folder| is_of_team(folder.name))
        .collect();
    if count(&teams) * 2 > all {
        return kept(&|at| teams[at]);
    }
    // People pack what is theirs: an archive among others is one person's.
    kept(&|at| named[at] || all + direct > 1 && folders[at].is_archive())
}

/// Returns whether a folder is clearly named after a person. Courses such as 高数 look like names of two characters, so
/// that these count only among longer names.
fn is_plainly_of_somebody(folder: &Folder<'_>, evidence: &Evidence<'_>) -> bool {
    let Some(name) = &folder.label.name else {
        return folder.label.number.is_some();
    };
    let stated = stated_in(folder, evidence).people;
    let is_stated = |(_, stated): &(_, Option<String>)| {
        stated
            .as_ref()
            .is_some_and(|stated| names_agree(stated, name))
    };
    folder.label.number.is_some() || name.chars().count() > 2 || stated.iter().any(is_stated)
}

/// Returns whether the names below a folder belong to several people.
fn names_people(folder: &Folder<'_>, evidence: &Evidence<'_>) -> bool {
    let mut people: BTreeSet<String> = BTreeSet::new();
    for &file in &folder.files {
        let own = Some(evidence.labels[file].clone()).filter(Label::is_of_somebody);
        let of_folders = || {
            let below = &evidence.files[file].name[folder.path.len() + 1..];
            let (folders, _) = below.rsplit_once('/')?;
            let mut labels = folders
                .split('/')
                .map(|name| plain_label(&pieces(stem(name))));
            labels.find(Label::is_of_somebody)
        };
        // Numbers of pictures and measurements are nobody's.
        let of_file = || {
            let file = evidence.files[file].name.rsplit('/').next()?;
            let label = plain_label(&pieces(stem(file)));
            Some(Label {
                number: None,
                ..label
            })
            .filter(Label::is_of_somebody)
        };
        if let Some(label) = own.or_else(of_folders).or_else(of_file) {
            people.extend(label.number.or(label.name));
        }
    }
    people.len() > 1
}

/// Returns the people whom the covers in a folder state.
fn stated_in(folder: &Folder<'_>, evidence: &Evidence<'_>) -> Stated {
    let mut stated = Stated::default();
    for &file in &folder.files {
        stated.add(&evidence.files[file]);
    }
    stated
}

/// People that covers state, by number and name.
#[derive(Default)]
struct Stated {
    people: BTreeSet<(Option<String>, Option<String>)>,
}

impl Stated {
    fn add(&mut self, file: &FileFacts<'_>) {
        let person = (
            file.stated_number.map(key::number),
            file.stated_name.map(str::to_owned),
        );
        if person != (None, None) {
            self.people.insert(person);
        }
    }

    fn is_of_several(&self) -> bool {
        let after = |at| self.people.iter().skip(at + 1);
        (self.people.iter().enumerate())
            .any(|(at, person)| after(at).any(|other| contradict(person, other)))
    }
}

/// Returns whether two statements, each of a number and a name, belong to different people.
pub(crate) fn contradict(
    a: &(Option<String>, Option<String>),
    b: &(Option<String>, Option<String>),
) -> bool {
    if let (Some(a), Some(b)) = (&a.0, &b.0) {
        return a != b;
    }
    match (&a.1, &b.1) {
        (Some(a), Some(b)) => names_contradict(a, b),
        _ => false,
    }
}

/// Returns whether two lists of names have a name in common.
pub(crate) fn names_agree(a: &str, b: &str) -> bool {
    listed_names(a).any(|a| listed_names(b).any(|b| person::agree(a, b)))
}

/// Returns whether no name in one list may belong to the same person as a name in the other.
pub(crate) fn names_contradict(a: &str, b: &str) -> bool {
    !listed_names(a).any(|a| listed_names(b).any(|b| person::may_be_one(a, b)))
}

/// Returns for each folder whether it contains a file whose name also occurs in another folder, such as `main.c`.
/// Names of people do not count: `初稿/王小五.docx` and `终稿/王小五.docx` are in folders of drafts.
fn recurring(folders: &[Folder<'_>], evidence: &Evidence<'_>) -> Vec<bool> {
    let names: Vec<HashSet<String>> = (folders.iter())
        .map(|folder| {
            let own = folder.name.to_lowercase();
            (folder.files.iter())
                .filter(|&&file| !evidence.labels[file].is_of_somebody())
                // Files that are numbered may be of as many people.
                .filter(|&&file| {
                    let name = evidence.files[file]
                        .name
                        .rsplit('/')
                        .next()
                        .unwrap_or_default();
                    !stem(name).chars().all(char::is_numeric)
                })
                .flat_map(|&file| {
                    let below = evidence.files[file].name[folder.path.len() + 1..].to_lowercase();
                    // `u1/lab_u1.c` and `u2/lab_u2.c` are of one name.
                    let without = below.replace(&own, "*");
                    [below, without]
                })
                .collect()
        })
        .collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for name in names.iter().flatten() {
        *counts.entry(name).or_default() += 1;
    }
    let recurs = |name: &String| counts.get(name.as_str()).is_some_and(|&count| count > 1);
    names.iter().map(|names| names.iter().any(recurs)).collect()
}

/// Returns whether the covers in most folders state one person each, and a different one in each folder.
fn are_told_apart_by_covers(folders: &[Folder<'_>], evidence: &Evidence<'_>) -> bool {
    let people: Vec<String> = (folders.iter())
        .filter_map(|folder| stated_in(folder, evidence).people.pop_first())
        .filter_map(|(number, name)| number.or(name))
        .collect();
    let different: BTreeSet<&String> = people.iter().collect();
    people.len() >= 2 && people.len() * 2 > folders.len() && different.len() == people.len()
}
