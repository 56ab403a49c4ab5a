//! Whose file each is: single cases of every kind of evidence.

mod covers;
mod folders;
mod lists;
mod platforms;

use chachong_submission::{By, ClassList, FileFacts, Request, Submissions};

/// Returns the submission of each file, by the position of its first file.
fn grouped(submissions: &Submissions, files: usize) -> Vec<usize> {
    (0..files)
        .map(|file| submissions.get(submissions.of_file(file)).files[0])
        .collect()
}

fn by(names: &[&str], by: By) -> Vec<usize> {
    let files: Vec<_> = names.iter().copied().map(FileFacts::named).collect();
    let request = Request {
        by,
        ..Request::default()
    };
    grouped(&Submissions::of(&files, &request), files.len())
}

fn auto(names: &[&str]) -> Vec<usize> {
    by(names, By::Auto)
}

fn of<'a>(files: &[(&'a str, &'a str, &'a str)], list: Option<&ClassList>) -> Submissions {
    fn some(text: &str) -> Option<&str> {
        Some(text).filter(|text| !text.is_empty())
    }
    let files: Vec<_> = files
        .iter()
        .map(|&(name, stated_name, number)| FileFacts {
            name,
            stated_name: some(stated_name),
            stated_number: some(number),
            stated_title: None,
            hinted_name: None,
        })
        .collect();
    let request = Request {
        list,
        ..Request::default()
    };
    Submissions::of(&files, &request)
}

fn stated(files: &[(&str, &str, &str)]) -> Vec<usize> {
    grouped(&of(files, None), files.len())
}

const LIST: &str = "学号,姓名,班级,邮箱\n2021001001,王小五,1班,wxw@example.org\n2021001002,李小四,1班,\n\
    2021001003,李小四,2班,\n2021001004,欧阳小九,2班,\n2021001005,阿依灯·买买书,2班,\n";

#[test]
fn every_file_is_in_one_submission_whatever_its_name() {
    let pieces = [
        "王小五",
        "李小四",
        "2021001001",
        "20240501",
        "_",
        "_",
        "-",
        " ",
        ".",
        "/",
        "/",
        "报告",
        "初稿",
        "1班",
        "zip",
        ".zip/",
        ".docx",
        "_839201_assignsubmission_file",
        "_assignsubmission_",
        "_4521_1234567_",
        "LATE",
        "anon_",
        "_attempt_2024-05-01-09-30-00_",
        "Ann",
        "Roe",
        "·",
        "é",
        "\u{301}",
        "𠀀",
        "第",
        "上学期",
        "Participant",
    ];
    let mut state = 7_u64;
    let mut next = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % bound
    };
    let list = ClassList::read(LIST.as_bytes(), "名单.csv").unwrap();
    for _ in 0..40 {
        let names: Vec<String> = (0..=next(20))
            .map(|_| (0..=next(9)).map(|_| pieces[next(pieces.len())]).collect())
            .collect();
        let stated: Vec<(Option<&str>, Option<&str>)> = (0..names.len())
            .map(|_| match next(4) {
                0 => (Some("王小五"), Some("2021001001")),
                1 => (Some("李小四、Ann Roe"), None),
                2 => (None, Some("2021001002")),
                _ => (None, None),
            })
            .collect();
        let files: Vec<FileFacts<'_>> = names
            .iter()
            .zip(stated)
            .map(|(name, (stated_name, stated_number))| FileFacts {
                name,
                stated_name,
                stated_number,
                stated_title: None,
                hinted_name: None,
            })
            .collect();
        for by in By::ALL {
            for list in [None, Some(&list)] {
                let request = Request {
                    by,
                    list,
                    ..Request::default()
                };
                let all = Submissions::of(&files, &request);
                let mut seen: Vec<usize> =
                    all.all.iter().flat_map(|one| one.files.clone()).collect();
                assert!(
                    all.all
                        .iter()
                        .all(|one| one.files.is_sorted() && !one.files.is_empty())
                );
                seen.sort_unstable();
                assert!(seen.into_iter().eq(0..files.len()), "{names:?}");
                assert_eq!(Submissions::of(&files, &request), all);
            }
        }
    }
}
