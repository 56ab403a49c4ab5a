//! Whose file each is: single cases of every kind of evidence.

use chachong_submission::{By, ClassList, Convention, FileFacts, FoundBy, Request, Submissions};

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

#[test]
fn a_flat_folder_of_single_files_stays_as_it_is() {
    let names = ["a.docx", "b.docx", "thesis final.pdf"];
    let files = names.map(FileFacts::named);
    let all = Submissions::of(&files, &Request::default());
    assert!(all.are_single_files());
    for (submission, name) in all.all.iter().zip(names) {
        assert_eq!(
            (&*submission.name, submission.found_by),
            (name, FoundBy::File)
        );
        assert_eq!((&submission.student, &submission.number), (&None, &None));
    }
    assert!(auto(&[]).is_empty());
}

#[test]
fn folders_of_students() {
    assert_eq!(
        auto(&[
            "ann/main.c",
            "ann/part.c",
            "ben/main.c",
            "cai/src/x.c",
            "cai/main.c"
        ]),
        [0, 0, 2, 3, 3]
    );
    assert_eq!(
        auto(&[
            "王小五/报告.docx",
            "王小五/附录/图/一.docx",
            "李小四/论文.docx"
        ]),
        [0, 0, 2]
    );
    assert_eq!(
        auto(&["2021001001/a.c", "2021001001/b.c", "2021001002/x.c"]),
        [0, 0, 2]
    );
    assert_eq!(
        auto(&[
            "hw/u1/lab_u1.c",
            "hw/u1/y.c",
            "hw/u2/lab_u2.c",
            "hw/u3/lab_u3.c"
        ]),
        [0, 0, 2, 3]
    );
    assert_eq!(
        auto(&[
            "wangxiaowu/a.c",
            "wangxiaowu/b.c",
            "lixiaosi/c.c",
            "zhaoxiaoqi/d.c"
        ]),
        [0, 0, 2, 3]
    );
    assert_eq!(
        auto(&[
            "第1组/报告.docx",
            "第1组/代码.py",
            "第2组/论文.docx",
            "第2组/x.py"
        ]),
        [0, 0, 2, 2]
    );
    // In classes.
    assert_eq!(
        auto(&[
            "1班/王小五/a.c",
            "1班/王小五/b.c",
            "1班/李小四/a.c",
            "2班/赵小七/a.c",
            "2班/赵小七/c.c"
        ]),
        [0, 0, 2, 3, 3]
    );
}

#[test]
fn folders_of_others_are_no_submissions() {
    assert_eq!(
        auto(&["1/ann.c", "1/ben.c", "2/cai.c", "3/dan.c"]),
        [0, 1, 2, 3]
    );
    assert_eq!(
        auto(&[
            "1班/王小五.docx",
            "1班/李小四.docx",
            "2班/赵小七.docx",
            "2班/孙小八.docx"
        ]),
        [0, 1, 2, 3]
    );
    assert_eq!(
        auto(&["2023/a.docx", "2023/b.docx", "2024/a.docx", "2025/a.docx"]),
        [0, 1, 2, 3]
    );
    // Supervisors.
    assert_eq!(
        auto(&[
            "钱小九/王小五.docx",
            "钱小九/李小四.docx",
            "周小一/赵小七.docx",
            "周小一/孙小八.docx"
        ]),
        [0, 1, 2, 3]
    );
}

#[test]
fn drafts_of_one_name_in_folders_of_drafts() {
    assert_eq!(
        auto(&[
            "初稿/王小五.docx",
            "初稿/李小四.docx",
            "终稿/王小五.docx",
            "终稿/李小四.docx"
        ]),
        [0, 1, 0, 1]
    );
    assert_eq!(
        auto(&[
            "第1次作业/王小五/a.c",
            "第1次作业/李小四/a.c",
            "第2次作业/王小五/a.c",
            "第2次作业/李小四/a.c"
        ]),
        [0, 1, 0, 1]
    );
    // In two classes there may be namesakes.
    assert_eq!(
        auto(&[
            "1班/王小五.docx",
            "1班/李小四.docx",
            "2班/王小五.docx",
            "2班/李小四.docx"
        ]),
        [0, 1, 2, 3]
    );
}

#[test]
fn archives_of_students_and_of_the_class() {
    assert_eq!(
        auto(&["王小五.zip/a.c", "王小五.zip/src/b.c", "李小四.rar/a.c"]),
        [0, 0, 2]
    );
    assert_eq!(auto(&["class.zip/a.docx", "class.zip/b.docx"]), [0, 1]);
    assert_eq!(
        auto(&[
            "作业.zip/王小五.zip/a.c",
            "作业.zip/王小五.zip/b.c",
            "作业.zip/李小四.zip/a.c"
        ]),
        [0, 0, 2]
    );
    assert_eq!(
        auto(&["x1.zip/a.c", "x1.zip/b.c", "x2.zip/c.c", "x2.zip/d.c"]),
        [0, 0, 2, 2]
    );
    assert_eq!(
        auto(&[
            "1班.zip/王小五.docx",
            "1班.zip/李小四.docx",
            "2班.zip/赵小七.docx"
        ]),
        [0, 1, 2]
    );
    let all = of(
        &[("王小五.zip/a.c", "", ""), ("李小四.zip/a.c", "", "")],
        None,
    );
    assert_eq!(
        (&*all.all[0].name, all.all[0].found_by),
        ("王小五", FoundBy::Archive)
    );
}

#[test]
fn names_that_the_class_gives() {
    assert_eq!(
        auto(&[
            "2021001001_王小五_报告.docx",
            "2021001001_王小五_附录.docx",
            "2021001002_李小四_报告.docx",
            "2021001003_李小四_附录.docx",
        ]),
        [0, 0, 2, 3]
    );
    assert_eq!(
        auto(&[
            "王小五-报告.docx",
            "王小五-代码.zip/a.c",
            "王小五-代码.zip/b.c",
            "李小四-报告.docx",
            "李小四-代码.zip/a.c",
            "赵小七-报告.docx"
        ]),
        [0, 0, 0, 3, 3, 5]
    );
    // Without numbers, each part once.
    assert_eq!(
        auto(&[
            "王小五-报告.docx",
            "王小五-代码.zip",
            "李小四-报告.docx",
            "李小四-代码.zip"
        ]),
        [0, 0, 2, 2]
    );
    assert_eq!(
        auto(&[
            "王小五-报告.docx",
            "王小五-报告(1).docx",
            "李小四-报告.docx",
            "赵小七-报告.docx"
        ]),
        [0, 1, 2, 3]
    );
    assert_eq!(
        auto(&[
            "王小五-夜间照明.docx",
            "王小五-秦岭的植物.docx",
            "李小四-报告.docx"
        ]),
        [0, 1, 2]
    );
}

#[test]
fn covers_tell_people_apart_and_together() {
    // A number is one student's, a name may be two's.
    let files = [
        ("a.docx", "王小五", "2021001"),
        ("b.docx", "王小五", "2021001"),
        ("c.docx", "王小五", ""),
        ("d.docx", "王小五", "2021002"),
    ];
    assert_eq!(stated(&files), [0, 0, 2, 3]);
    // Of one number, but two names.
    assert_eq!(
        stated(&[
            ("a.docx", "王小五", "2021001"),
            ("b.docx", "李小四", "2021001")
        ]),
        [0, 1]
    );
    // The copier left the cover.
    let copied = [
        ("王小五.docx", "王小五", "2021001"),
        ("李小四.docx", "王小五", "2021001"),
        ("赵小七.docx", "赵小七", "2021003"),
    ];
    assert_eq!(stated(&copied), [0, 1, 2]);
    let all = of(&copied, None);
    assert_eq!(all.all[1].student.as_deref(), Some("李小四"));
    assert_eq!(all.all[1].also_stated, ["2021001", "王小五"]);
    // In another's folder.
    let files = [
        ("王小五/报告.docx", "王小五", "2021001"),
        ("王小五/代码.c", "", ""),
        ("李小四/报告.docx", "李小四", "2021002"),
        ("李小四/附录.docx", "王小五", "2021001"),
        ("李小四/代码.c", "", ""),
        ("赵小七/报告.docx", "赵小七", "2021003"),
    ];
    assert_eq!(stated(&files), [0, 0, 2, 3, 2, 5]);
    let all = of(&files, None);
    assert_eq!(
        (all.all[2].student.as_deref(), all.all[2].number.as_deref()),
        (None, None)
    );
    assert_eq!(all.all[1].number.as_deref(), Some("2021002"));
    // An English name beside the same surname is no other person.
    let files = [
        ("王小五/报告.docx", "Jack Wang", "2021001"),
        ("王小五/代码.c", "", ""),
        ("李小四/报告.docx", "Jack Wang", "2021001"),
        ("李小四/代码.c", "", ""),
    ];
    assert_eq!(stated(&files), [0, 0, 2, 3]);
    // Two folders with one cover: nobody knows whose it is.
    let files = [
        ("x1/main.c", "", ""),
        ("x1/a.docx", "王小五", "2021001"),
        ("x2/main.c", "", ""),
        ("x2/b.docx", "王小五", "2021001"),
        ("x3/main.c", "", ""),
    ];
    let all = of(&files, None);
    assert_eq!(grouped(&all, 5), [0, 0, 2, 2, 4]);
    assert!(
        all.all
            .iter()
            .all(|one| one.number.is_none() && !one.is_confirmed())
    );
    // Nobody's folder with two people.
    let files = [
        ("x1/main.c", "", ""),
        ("x1/a.docx", "王小五", "2021001"),
        ("x1/b.docx", "李小四", "2021002"),
        ("x2/main.c", "", ""),
        ("x2/y.c", "", ""),
        ("x3/main.c", "", ""),
    ];
    assert_eq!(stated(&files), [0, 1, 2, 3, 3, 5]);
    // Beside the folder.
    let files = [
        ("王小五/报告.docx", "王小五", "2021001"),
        ("李小四/报告.docx", "李小四", "2021002"),
        ("补充.docx", "王小五", "2021001"),
    ];
    assert_eq!(stated(&files), [0, 1, 0]);
}

#[test]
fn platforms_come_before_all_else() {
    let files = [
        (
            "王小五_839201_assignsubmission_file/报告.docx",
            "王小五",
            "2021001",
        ),
        (
            "王小五_839201_assignsubmission_file/附录.docx",
            "李小四",
            "2021002",
        ),
        (
            "王小五_839201_assignsubmission_onlinetext/onlinetext.html",
            "",
            "",
        ),
        (
            "王小五_839207_assignsubmission_file/报告.docx",
            "王小五",
            "2021001",
        ),
        (
            "Participant_839209_assignsubmission_file/报告.docx",
            "赵小七",
            "2021003",
        ),
        (
            "第一组_12_assignsubmission_file/报告.docx",
            "王小五",
            "2021001",
        ),
    ];
    assert_eq!(stated(&files), [0, 0, 0, 3, 4, 5]);
    let all = of(&files, None);
    assert_eq!(all.all[1].number.as_deref(), Some("2021001"));
    assert_eq!(
        (all.all[2].student.as_deref(), all.all[2].number.as_deref()),
        (None, None)
    );
    assert_eq!(all.all[2].name, "Participant 839209");
    assert_eq!(
        (all.all[3].student.as_deref(), all.all[3].number.as_deref()),
        (Some("第一组"), None)
    );
    let files = [
        ("王小五_4521_1234567_实验报告.docx", "", ""),
        ("wangxiaowu_4522_1234568_report.docx", "王小五", "2021001"),
        ("wangxiaowu_4522_1234569_code-1.c", "", ""),
        ("roeann_LATE_4523_1234570_x.c", "", ""),
    ];
    let all = of(&files, None);
    assert_eq!(grouped(&all, 4), [0, 1, 1, 3]);
    assert_eq!(
        (all.all[0].student.as_deref(), all.all[0].number.as_deref()),
        (Some("王小五"), None)
    );
    assert_eq!(
        (all.all[1].student.as_deref(), all.all[1].number.as_deref()),
        (Some("王小五"), Some("2021001"))
    );
    assert!(all.all.iter().all(|one| one.found_by == FoundBy::Canvas));
    let files = [
        ("Lab 1_wxw_attempt_2024-05-01-09-30-00_报告.docx", "", ""),
        ("Lab 1_wxw_attempt_2024-05-01-09-30-00.txt", "", ""),
        ("Lab 1_wxw_attempt_2024-05-03-09-30-00_报告.docx", "", ""),
        (
            "Lab 1_2021001002_attempt_2024-05-01-09-30-00_报告.docx",
            "李小四",
            "2021001002",
        ),
    ];
    let all = of(&files, None);
    assert_eq!(grouped(&all, 4), [0, 0, 0, 3]);
    assert_eq!(all.all[0].submitted.as_deref(), Some("2024-05-03T09:30:00"));
    assert_eq!((&*all.all[0].name, &all.all[0].number), ("wxw", &None));
    assert_eq!(all.all[1].number.as_deref(), Some("2021001002"));
}

const LIST: &str = "学号,姓名,班级,邮箱\n2021001001,王小五,1班,wxw@example.org\n2021001002,李小四,1班,\n\
    2021001003,李小四,2班,\n2021001004,欧阳小九,2班,\n2021001005,阿依灯·买买书,2班,\n";

#[test]
fn a_class_list_assigns_and_tells_who_is_missing() {
    let list = ClassList::read(LIST.as_bytes(), "名单.csv").unwrap();
    let files = [
        ("wangxiaowu_lab.c", "", ""),
        ("2021001001 补交.docx", "", ""),
        ("李小四.docx", "", ""),
        ("OuyangXiaojiu.docx", "", ""),
        ("别的.docx", "", ""),
        ("报告.docx", "欧阳小九", "2021001004"),
        ("旁听.docx", "赵小七", "2021009"),
    ];
    let all = of(&files, Some(&list));
    assert_eq!(grouped(&all, 7), [0, 0, 2, 3, 4, 3, 6]);
    let first = &all.all[0];
    assert_eq!(
        (&*first.name, first.number.as_deref()),
        ("王小五", Some("2021001001"))
    );
    assert_eq!(
        (first.class.as_deref(), first.email.as_deref()),
        (Some("1班"), Some("wxw@example.org"))
    );
    assert_eq!((first.found_by, first.listed), (FoundBy::List, Some(0)));
    // One of two namesakes handed in, nobody knows which.
    assert_eq!(all.missing, [4]);
    assert_eq!(all.unassigned, [2, 4, 6]);
    // The platform's names are found on the list.
    let files = [
        ("San Wu_1_assignsubmission_file/a.c", "", ""),
        ("Xiaowu Wang_2_assignsubmission_file/a.c", "", ""),
        (
            "李小四_3_assignsubmission_file/a.docx",
            "李小四",
            "2021001003",
        ),
        ("李小四_4_assignsubmission_file/a.docx", "", ""),
    ];
    let all = of(&files, Some(&list));
    let listed: Vec<_> = all.all.iter().map(|one| one.listed).collect();
    assert_eq!(listed, [None, Some(0), Some(2), None]);
    assert_eq!(all.all[1].student.as_deref(), Some("王小五"));
    assert_eq!(all.all[1].found_by, FoundBy::Moodle);
}

#[test]
fn the_list_alone() {
    let list = ClassList::read(LIST.as_bytes(), "名单.csv").unwrap();
    let files = [
        "王小五/a.c",
        "王小五/b.c",
        "赵小七/a.c",
        "赵小七/b.c",
        "孙小八/a.c",
    ]
    .map(FileFacts::named);
    let request = Request {
        by: By::List,
        list: Some(&list),
        ..Request::default()
    };
    let all = Submissions::of(&files, &request);
    assert_eq!(grouped(&all, 5), [0, 0, 2, 3, 4]);
}

#[test]
fn people_choose_how() {
    let names = [
        "x/a.c",
        "x/b/c.c",
        "y/d.c",
        "z.c",
        "王小五_839201_assignsubmission_file/a.c",
        "王小五_839201_assignsubmission_file/b.c",
    ];
    assert_eq!(by(&names, By::File), [0, 1, 2, 3, 4, 5]);
    assert_eq!(by(&names, By::Folder), [0, 0, 2, 3, 4, 4]);
    assert_eq!(
        by(
            &["class.zip/x/a.c", "class.zip/x/b.c", "class.zip/y/a.c"],
            By::Folder
        ),
        [0, 0, 2]
    );
    assert_eq!(
        by(&["1班/王小五.docx", "1班/李小四.docx"], By::Folder),
        [0, 0]
    );
}

#[test]
fn taught_names() {
    let taught =
        Convention::taught(["难小六+2021001001+甲.docx", "王小五+2021001002+乙.docx"]).unwrap();
    let files = ["难小六+2021001001+丙.docx", "难小六+2021001001+丁.docx"].map(FileFacts::named);
    let request = Request {
        convention: Some(&taught),
        ..Request::default()
    };
    let all = Submissions::of(&files, &request);
    assert_eq!(
        (all.all.len(), all.all[0].student.as_deref()),
        (1, Some("难小六"))
    );
    assert_eq!(all.all[0].found_by, FoundBy::FileName);
}

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
    for _ in 0..100 {
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
