//! Tests of the feedback on made-up classes: platforms take it back, and no report tells of another student.

pub(crate) mod class;
mod leaks;
mod platforms;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::{Cursor, Read};
use std::sync::Arc;

use zip::ZipArchive;

use super::{FeedbackError, FeedbackOptions, FeedbackWritten, submissions_csv, write_feedback};
use crate::pdf::tests::tools::{compact, text_of};
use crate::safeguard::{InputKind, Inputs};
use crate::{OutputWatch, Report, ReportOptions};
use chachong_check::CheckResult;
use chachong_import::ImportCause;
use chachong_messages::Language;
use chachong_submission::{FoundBy, Submissions};
use class::{Class, Layout};

const WATCH: OutputWatch<'_> = OutputWatch::NOBODY;

fn report(result: &CheckResult, language: Language) -> Report<'_> {
    Report {
        result,
        language,
        options: ReportOptions::default(),
    }
}

/// Writes the feedback of a class and returns what was written, and the zip.
fn written(
    result: &CheckResult,
    language: Language,
    options: FeedbackOptions,
) -> (FeedbackWritten, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("反馈.zip");
    let check = report(result, language);
    let told = write_feedback(check, &file, options, &Inputs::default(), &WATCH).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    (told, fs::read(file).unwrap())
}

/// Returns the files of a zip, in its order.
fn unpacked(zip: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut zip = ZipArchive::new(Cursor::new(zip)).unwrap();
    (0..zip.len())
        .map(|at| {
            let mut file = zip.by_index(at).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            (file.name().unwrap().into_owned(), bytes)
        })
        .collect()
}

/// Returns the text of a report in a zip without blanks; `None` without pdftotext.
fn text_in(zip: &[u8], path: &str) -> Option<String> {
    let files = unpacked(zip);
    let found = files.iter().find(|(name, _)| name == path);
    let (_, pdf) = found.unwrap_or_else(|| panic!("no {path}"));
    Some(compact(&text_of(pdf)?))
}

/// Asserts that each file's text is of the student that the platform gives it to, and that all files of all students have a
/// report.
fn assert_all_get_theirs(
    class: &Class,
    files: &[(String, Vec<u8>)],
    of: impl Fn(&str) -> Option<usize>,
) {
    let mut reports: BTreeMap<usize, usize> = BTreeMap::new();
    for (path, pdf) in files {
        let student = of(path).unwrap_or_else(|| panic!("nobody gets {path}"));
        *reports.entry(student).or_default() += 1;
        let Some(text) = text_of(pdf) else {
            return;
        };
        let text = compact(&text);
        let own = |one: &class::Student| {
            one.sentences[..26]
                .iter()
                .any(|own| text.contains(&own[..30]))
        };
        assert!(own(&class.students[student]), "{path} is not of {student}");
    }
    for (at, student) in class.students.iter().enumerate() {
        assert_eq!(
            reports.get(&at),
            Some(&student.files.len()),
            "{}",
            student.name
        );
    }
}

#[test]
fn moodle_takes_every_report_for_the_student_whose_it_is() {
    for (layout, language) in [
        (Layout::MoodleFolders, Language::Chinese),
        (Layout::MoodleFlat, Language::English),
    ] {
        let class = Class::of(8, layout);
        let (told, zip) = written(&class.result, language, FeedbackOptions::default());
        assert_eq!((told.submissions, told.not_taken.len()), (8, 0));
        let ids: HashMap<u64, usize> = (class.students.iter().enumerate())
            .map(|(at, student)| (student.id, at))
            .collect();
        let files = unpacked(&zip);
        assert_eq!(files.len(), told.reports);
        let mut kept = HashSet::new();
        for (path, _) in &files {
            let (id, name) = platforms::moodle(path, &ids).unwrap();
            let student = &class.students[ids[&id]];
            let prefix = format!("{}_{id}_assignsubmission_file", student.name);
            assert!(path.starts_with(&prefix), "{path}");
            let in_folder = layout == Layout::MoodleFolders;
            assert_eq!(name.starts_with('/'), in_folder, "{path}");
            assert!(kept.insert((id, name)), "{path} replaces another report");
        }
        assert_all_get_theirs(&class, &files, |path| {
            Some(ids[&platforms::moodle(path, &ids)?.0])
        });
    }
}

#[test]
fn canvas_takes_one_report_for_each_attachment() {
    let class = Class::of(8, Layout::Canvas);
    let (told, zip) = written(&class.result, Language::English, FeedbackOptions::default());
    assert!(told.not_taken.is_empty());
    let attachments = class.students.iter().flat_map(|student| {
        (0..student.files.len()).map(|file| (student.attachment(file), student.id))
    });
    let users: HashMap<u64, u64> = attachments.collect();
    let of_user = |user| class.students.iter().position(|student| student.id == user);
    let files = unpacked(&zip);
    let taken: HashSet<_> = (files.iter())
        .map(|(path, _)| platforms::canvas(path, &users).unwrap_or_else(|| panic!("{path}")))
        .collect();
    assert_eq!((taken.len(), files.len()), (users.len(), users.len()));
    assert_all_get_theirs(&class, &files, |path| {
        of_user(platforms::canvas(path, &users)?.0)
    });
}

#[test]
fn without_such_a_platform_each_submission_has_a_folder() {
    for layout in [Layout::Blackboard, Layout::Folders] {
        let class = Class::of(6, layout);
        let (told, zip) = written(&class.result, Language::Chinese, FeedbackOptions::default());
        assert!(told.not_taken.is_empty() && told.without_report.is_empty());
        let files = unpacked(&zip);
        let folders: HashSet<&str> = (files.iter())
            .map(|(path, _)| path.split_once('/').unwrap().0)
            .collect();
        assert_eq!(folders.len(), 6, "{folders:?}");
        assert_all_get_theirs(&class, &files, |path| {
            let (folder, _) = path.split_once('/')?;
            (class.students.iter())
                .position(|one| folder == one.name || folder == format!("u{}", one.id))
        });
    }
}

#[test]
fn the_same_check_gives_the_same_zip_which_replaces_only_its_like() {
    let class = Class::of(4, Layout::MoodleFolders);
    let options = FeedbackOptions::default();
    let (_, zip) = written(&class.result, Language::Chinese, options);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.zip");
    let check = report(&class.result, Language::Chinese);
    let mut inputs = Inputs::default();
    let write = |inputs: &Inputs, watch| write_feedback(check, &file, options, inputs, watch);
    write(&inputs, &WATCH).unwrap();
    assert!(fs::read(&file).unwrap() == zip);
    write(&inputs, &WATCH).unwrap();
    assert!(fs::read(&file).unwrap() == zip);
    let cancelled = OutputWatch {
        cancelled: &|| true,
        ..WATCH
    };
    let error = write(&inputs, &cancelled).unwrap_err();
    assert!(matches!(error, FeedbackError::Cancelled { .. }));
    assert!(error.text(Language::Chinese).contains("a.zip"));
    assert!(fs::read(&file).unwrap() == zip);
    inputs.add(InputKind::Document, &file);
    assert!(write(&inputs, &WATCH).is_err());
    fs::write(&file, "PK of another program").unwrap();
    let error = write(&Inputs::default(), &WATCH).unwrap_err();
    assert!(matches!(error, FeedbackError::Output(_)), "{error:?}");
    assert_eq!(fs::read(&file).unwrap(), b"PK of another program");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let not_compared = CheckResult {
        copied: None,
        ..class.result.clone()
    };
    let check = report(&not_compared, Language::English);
    let error = write_feedback(check, &file, options, &Inputs::default(), &WATCH).unwrap_err();
    assert!(matches!(error, FeedbackError::NotCompared { .. }));
}

#[test]
fn a_student_sees_the_figures_of_the_check_and_names_only_if_allowed() {
    let class = Class::of(6, Layout::MoodleFolders);
    let copier = &class.students[1];
    let victim = (class.students.iter())
        .find(|one| one.name != copier.name && one.sentences[0] == copier.sentences[26])
        .unwrap();
    let position = class.result.position_of(&format!(
        "{}_{}_assignsubmission_file/报告.docx",
        copier.name, copier.id
    ));
    let shares = class.result.document_shares(position.unwrap()).unwrap();
    let share = chachong_messages::percent(shares.shown().share());
    for names in [false, true] {
        let options = FeedbackOptions { names, text: false };
        let (_, zip) = written(&class.result, Language::Chinese, options);
        let files = unpacked(&zip);
        let (_, pdf) = (files.iter())
            .find(|(path, _)| path.contains(&copier.name) && path.ends_with("报告.pdf"))
            .unwrap();
        let Some(text) = text_of(pdf) else {
            return;
        };
        let text = compact(&text);
        assert!(text.contains(&compact(&share)), "{share}: {text}");
        assert_eq!(text.contains("另一份作业1"), !names, "{text}");
        assert_eq!(text.contains(&victim.name), names, "{text}");
    }
}

#[test]
fn the_names_of_the_reports_name_no_other_student() {
    let mut class = Class::of(6, Layout::Folders);
    let own = class.result.submissions.all[0].name.clone();
    let mut names = class.students.iter().map(|one| one.name.clone());
    let other = names.find(|name| *name != own).unwrap();
    let document = &mut Arc::make_mut(&mut class.result.documents)[0];
    let (folder, _) = document.name.rsplit_once('/').unwrap();
    document.name = format!("{folder}/{other}改.docx");
    for names in [false, true] {
        let options = FeedbackOptions { names, text: false };
        let (_, zip) = written(&class.result, Language::Chinese, options);
        let files = unpacked(&zip);
        let (path, _) = files
            .iter()
            .find(|(path, _)| path.ends_with("改.pdf"))
            .unwrap();
        assert_eq!(path.contains(&other), names, "{path}");
    }
}

#[test]
fn the_gradebook_has_a_row_for_each_submission() {
    let mut class = Class::of(6, Layout::MoodleFolders);
    // The first student of the list is also said to have handed in nothing.
    Arc::make_mut(&mut class.result.submissions).missing = vec![0];
    for names in [false, true] {
        let options = FeedbackOptions { names, text: false };
        let mut out = Vec::new();
        submissions_csv(&mut out, report(&class.result, Language::English), options).unwrap();
        let text = String::from_utf8(out).unwrap();
        let head = "\u{FEFF}number,name,email,class,submitted,files,total_share,highest_share,kind,with\r\n";
        let rows = text.strip_prefix(head).unwrap();
        assert_eq!(rows.lines().count(), 7);
        let first = &class.students[0];
        let nothing = format!("{},{},{},,,0,,,,", first.number, first.name, first.email);
        assert_eq!(rows.lines().last(), Some(&*nothing));
        let copier = &class.students[1];
        let row = rows.lines().find(|row| row.contains(&copier.name)).unwrap();
        let cells: Vec<&str> = row.split(',').collect();
        assert_eq!(cells[..3], [&copier.number, &copier.name, &copier.email]);
        assert_eq!(cells[5], copier.files.len().to_string());
        let (total, highest): (f64, f64) = (cells[6].parse().unwrap(), cells[7].parse().unwrap());
        assert!(total >= highest && highest > 0.2, "{row}");
        assert_eq!((cells[8], cells[9].is_empty()), ("text", !names), "{row}");
    }
}

#[test]
fn the_gradebook_has_a_row_for_each_student_of_a_team() {
    let mut class = Class::of(6, Layout::MoodleFolders);
    let submissions = Arc::make_mut(&mut class.result.submissions);
    let first = submissions.all[0].listed.unwrap();
    let other = submissions.all[1].listed.unwrap();
    submissions.all[0].team = vec![first, other];
    let mut out = Vec::new();
    let options = FeedbackOptions::default();
    submissions_csv(&mut out, report(&class.result, Language::English), options).unwrap();
    let text = String::from_utf8(out).unwrap();
    let rows: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(rows.len(), 7);
    let of = |row: &str| row.split(',').map(str::to_owned).collect::<Vec<String>>();
    let (first, second) = (of(rows[0]), of(rows[1]));
    assert_ne!(first[..3], second[..3]);
    assert_eq!(first[4..], second[4..]);
    assert_eq!(of(rows[2])[..3], second[..3], "their own submission");
}

#[test]
fn what_is_split_off_or_was_not_read_does_not_go_to_another() {
    let mut class = Class::of(4, Layout::MoodleFolders);
    let result = &mut class.result;
    let mut all = Submissions::clone(&result.submissions);
    // A person took the second file out of a student's folder; nothing of another student's was read.
    let from = (all.all.iter())
        .position(|one| one.files.len() > 1)
        .unwrap();
    let mut part = all.all[from].clone();
    part.files = vec![all.all[from].files.pop().unwrap()];
    part.found_by = FoundBy::Person;
    part.name = "=另一人".to_owned();
    let unread = (all.all.iter())
        .position(|one| one.files.len() == 1 && one.name != all.all[from].name)
        .unwrap();
    let unread = (all.all[unread].name.clone(), all.all[unread].files[0]);
    all.all.push(part);
    let documents = Arc::make_mut(&mut result.documents);
    documents[unread.1].outcome = Some(Err(ImportCause::Empty));
    // Submissions know the submission of each file.
    let mut json = serde_json::to_value(&all).unwrap();
    let moved = all.all.last().unwrap().files[0];
    json["of_file"][moved] = serde_json::json!(all.all.len() - 1);
    result.submissions = Arc::new(serde_json::from_value(json).unwrap());
    let (told, zip) = written(&class.result, Language::Chinese, FeedbackOptions::default());
    assert_eq!(told.not_taken, ["=另一人"]);
    assert_eq!(told.without_report, [unread.0]);
    assert_eq!((told.submissions, told.reports), (4, unpacked(&zip).len()));
    let plain = unpacked(&zip)
        .iter()
        .filter(|(path, _)| path.starts_with("=另一人/"))
        .count();
    assert_eq!(plain, 1);
    let mut out = Vec::new();
    let check = report(&class.result, Language::English);
    submissions_csv(&mut out, check, FeedbackOptions::default()).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.contains(",'=另一人,"), "{text}");
    assert_eq!(
        text.lines().filter(|row| row.ends_with(",1,,,,")).count(),
        1,
        "{text}"
    );
}
