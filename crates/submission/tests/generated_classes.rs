//! Classes made up by the rules that platforms publish and by the ways in which teachers collect files. All names are put
//! together from surnames and letters of given names; nobody is meant.

#![expect(clippy::print_stdout, reason = "figures for docs/submissions.md")]

mod class;

use std::collections::{BTreeMap, BTreeSet};

use chachong_submission::{ClassList, FileFacts, Platform, Request, Submissions};
use class::{Class, File, Way};

/// Numbers of students of a class.
const SIZES: [usize; 3] = [8, 40, 300];

/// What came out for the files of a class.
#[derive(Default)]
struct Outcome {
    files: usize,
    /// Files whose submission holds exactly the files of their student.
    right: usize,
    /// Submissions that hold files of two people.
    merged: usize,
}

impl Outcome {
    fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.right += other.right;
        self.merged += other.merged;
    }
}

fn submissions(files: &[File], list: Option<&ClassList>) -> Submissions {
    let facts: Vec<FileFacts<'_>> = files
        .iter()
        .map(|file| FileFacts {
            name: &file.name,
            stated_name: file.stated_name.as_deref(),
            stated_number: file.stated_number.as_deref(),
            stated_title: None,
            hinted_name: None,
        })
        .collect();
    let request = Request {
        list,
        ..Request::default()
    };
    Submissions::of(&facts, &request)
}

fn outcome(files: &[File], submissions: &Submissions) -> Outcome {
    let mut of_owner: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, file) in files.iter().enumerate() {
        of_owner.entry(file.owner).or_default().push(at);
    }
    let mut outcome = Outcome {
        files: files.len(),
        ..Outcome::default()
    };
    for submission in &submissions.all {
        let owners: BTreeSet<usize> = submission.files.iter().map(|&at| files[at].owner).collect();
        outcome.merged += usize::from(owners.len() > 1);
        if let Some(owner) = owners.first()
            && of_owner[owner] == submission.files
        {
            outcome.right += submission.files.len();
        }
    }
    outcome
}

/// Asserts that every number is the student's own, never one of a platform.
fn assert_numbers(class: &Class, files: &[File], submissions: &Submissions, way: Way) {
    for submission in &submissions.all {
        let owner = files[submission.files[0]].owner;
        if let Some(number) = &submission.number {
            let own = class.students.get(owner).map(|student| &student.number);
            assert_eq!(Some(number), own, "{way:?}: {submission:?}");
        }
    }
}

#[test]
fn files_go_to_their_students() {
    let mut figures = String::new();
    let mut least: f64 = 1.0;
    for way in Way::ALL {
        let mut all = Outcome::default();
        for size in SIZES {
            for seed in 0..3 {
                let class = Class::of(size, seed);
                let files = class.files(way, seed);
                let found = submissions(&files, None);
                let outcome = outcome(&files, &found);
                if std::env::var_os("SHOW_WRONG").is_some() && outcome.right < outcome.files {
                    show_wrong(&files, &found);
                }
                assert_eq!(outcome.merged, 0, "{way:?} {size} {seed}");
                assert_numbers(&class, &files, &found, way);
                all.add(&outcome);
            }
        }
        let share = all.right as f64 / all.files as f64;
        let (right, files) = (all.right, all.files);
        let line = format!(
            "{way:?}: {right} of {files} files, {:.2} %
",
            100.0 * share
        );
        figures += &line;
        least = least.min(share);
    }
    println!("{figures}");
    assert!(least >= 0.99, "{figures}");
}

fn show_wrong(files: &[File], found: &Submissions) {
    for submission in &found.all {
        let owner = files[submission.files[0]].owner;
        let own = files.iter().filter(|file| file.owner == owner).count();
        if own != submission.files.len() {
            for &at in &submission.files {
                println!("{:?} {:?}", files[at], submission.found_by);
            }
            println!("--");
        }
    }
}

#[test]
fn platforms_tell_name_and_number_of_every_file() {
    for way in Way::ALL {
        for size in SIZES {
            let class = Class::of(size, 9);
            let files = class.files(way, 9);
            let found = submissions(&files, None);
            for (at, file) in files.iter().enumerate() {
                let submission = found.get(found.of_file(at));
                let platform = submission.platform.as_ref();
                let read = platform.map(|name| (name.platform, name.name.clone(), name.id.clone()));
                assert_eq!(read, file.platform, "{way:?} {}", file.name);
                // Feedback goes back under exactly this name.
                if let Some(platform) = platform {
                    let parts: BTreeSet<&str> = submission
                        .files
                        .iter()
                        .flat_map(|&at| files[at].name.split('/'))
                        .collect();
                    assert!(parts.contains(&*platform.exported));
                    assert_eq!(
                        platform.folder.is_some(),
                        way == Way::MoodleFolders
                            || way == Way::MoodleTeams
                            || way == Way::MoodleHidden
                    );
                    if platform.platform == Platform::Moodle && !platform.anonymous {
                        assert_eq!(submission.student.as_ref(), Some(&platform.name));
                    }
                }
            }
        }
    }
}

#[test]
fn a_class_list_finds_everybody_and_who_is_missing() {
    let mut all = Outcome::default();
    for way in Way::ALL {
        for size in SIZES {
            for seed in 0..2 {
                let class = Class::of(size, seed);
                // The last two hand in nothing; what was put into their folders goes with them.
                let mut files = class.files(way, seed);
                files.retain(|file| file.owner + 2 < size || file.owner >= size);
                let folder = |file: &File| file.name.split('/').next().map(str::to_owned);
                let own: BTreeSet<_> = (files.iter())
                    .filter(|file| file.owner < size)
                    .map(folder)
                    .collect();
                files.retain(|file| own.contains(&folder(file)));
                let list = ClassList::read(class.list(seed).as_bytes(), "名单.csv").unwrap();
                let found = submissions(&files, Some(&list));
                let outcome = outcome(&files, &found);
                assert_eq!(outcome.merged, 0, "{way:?} {size} {seed}");
                assert_numbers(&class, &files, &found, way);
                for submission in &found.all {
                    let owner = files[submission.files[0]].owner;
                    if let Some(entry) = submission.listed {
                        assert_eq!(entry, owner, "{way:?} {submission:?}");
                        assert_eq!(
                            submission.class.as_deref(),
                            Some(class.students[entry].class.as_str())
                        );
                    }
                }
                for &entry in &found.missing {
                    let handed_in = files
                        .iter()
                        .any(|file| file.owner == entry && file.names_owner);
                    assert!(!handed_in, "{way:?} {:?}", list.entries[entry]);
                }
                if way.names_students() {
                    all.add(&outcome);
                    let absent = (size - 2..size).filter(|at| !class.has_namesake(*at));
                    assert!(
                        absent.into_iter().all(|at| found.missing.contains(&at)),
                        "{way:?} {size} {seed}"
                    );
                }
            }
        }
    }
    let share = all.right as f64 / all.files as f64;
    println!(
        "with a list: {} of {} files, {:.2} %",
        all.right,
        all.files,
        100.0 * share
    );
    assert!(share >= 0.99, "{share}");
}

#[test]
fn two_classes_in_one_drop_stay_apart() {
    for (first, second) in [("软件1班", "计科2班"), ("moodle", "x"), ("a.zip", "b.zip")] {
        for (n, way) in Way::ALL.into_iter().enumerate() {
            let other = Way::ALL[(n * 7 + 3) % Way::ALL.len()];
            let mut files = Vec::new();
            for (folder, way, seed) in [(first, way, 11), (second, other, 12)] {
                let class = Class::of(40, seed);
                for mut file in class.files(way, seed) {
                    file.name = format!("{folder}/{}", file.name);
                    file.owner += if seed == 12 { 1_000 } else { 0 };
                    files.push(file);
                }
            }
            let outcome = outcome(&files, &submissions(&files, None));
            println!(
                "{first} {way:?} {other:?}: {} of {}",
                outcome.right, outcome.files
            );
            assert_eq!(outcome.merged, 0, "{first} {way:?} {other:?}");
        }
    }
}

#[test]
fn everything_that_gives_a_student_away_is_hidden() {
    let class = Class::of(300, 4);
    let list = ClassList::read(class.list(4).as_bytes(), "名单.csv").unwrap();
    for way in [
        Way::FlatWithNumbers,
        Way::FoldersInPinyin,
        Way::MoodleFolders,
        Way::Canvas,
    ] {
        let files = class.files(way, 4);
        let words: BTreeSet<String> = submissions(&files, Some(&list))
            .words_to_hide(Some(&list))
            .into_iter()
            .collect();
        for (student, entry) in class.students.iter().zip(&list.entries) {
            let latin = student.latin.to_lowercase();
            let mut turned: Vec<&str> = latin.split(' ').collect();
            turned.rotate_left(1);
            let email = entry.email.clone().unwrap_or_default();
            for word in [
                &student.name.to_lowercase(),
                &student.number,
                &email,
                &latin,
                &turned.join(" "),
                &latin.replace(' ', ""),
            ] {
                assert!(words.contains(word), "{way:?} {word}");
            }
        }
    }
}
