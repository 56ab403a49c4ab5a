//! Class lists.

use chachong_submission::{
    By, ClassList, Correction, Corrections, FileFacts, FoundBy, Request, Submissions,
};

use crate::{LIST, grouped, of};

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
fn names_in_parts_are_found() {
    let list = ClassList::read(LIST.as_bytes(), "名单.csv").unwrap();
    for name in [
        "阿依灯.买买书.docx",
        "阿依灯 买买书 作业.docx",
        "阿依灯·买买书.docx",
    ] {
        let all = of(&[(name, "", "")], Some(&list));
        assert_eq!(all.all[0].listed, Some(4), "{name}");
    }
}

#[test]
fn nobody_of_a_team_is_missing() {
    let list = ClassList::read(LIST.as_bytes(), "名单.csv").unwrap();
    let names = ["wangxiaowu_lab.c", "OuyangXiaojiu.docx"];
    let files = names.map(FileFacts::named);
    let of = |corrections: Vec<Correction>| {
        let corrections = Corrections(corrections);
        let request = Request {
            list: Some(&list),
            corrections: Some(&corrections),
            ..Request::default()
        };
        Submissions::of(&files, &request)
    };
    let apart = of(Vec::new());
    let students: Vec<usize> = apart.all.iter().filter_map(|one| one.listed).collect();
    let merge = Correction::Merge {
        files: names.map(str::to_owned).to_vec(),
    };
    let team = of(vec![merge.clone()]);
    assert_eq!((team.all.len(), &team.all[0].team), (1, &students));
    assert_eq!(team.missing, apart.missing);
    // Whose the files are that are split off again, nobody knows.
    let split = Correction::Split {
        files: vec![names[1].to_owned()],
    };
    let split = of(vec![merge, split]);
    assert!(split.missing.contains(&students[1]));
    assert!(split.all.iter().all(|one| one.team.is_empty()));
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

/// Entries of the students of two files, and of those who are missing.
type Found = (Vec<Option<usize>>, Vec<usize>);

/// Returns the entries of the students of the submissions, in the order of two files that have the cover of the first student, and who
/// is missing.
fn with_one_cover(list: &str, names: [&str; 2]) -> Found {
    let list = ClassList::read(list.as_bytes(), "名单.csv").unwrap();
    let files = names.map(|name| (name, "王小五", "2021001"));
    let all = of(&files, Some(&list));
    assert_eq!(grouped(&all, 2), [0, 1], "{names:?}");
    let listed = all.all.iter().map(|one| one.listed).collect();
    (listed, all.missing)
}

#[test]
fn names_of_files_go_before_covers_that_two_have() {
    let logins = "学号,姓名,登录名\n2021001,王小五,wxw2021\n2021002,李小四,lxs2021\n";
    let short = "学号,姓名\n01,王小五\n02,李小四\n";
    let both: Found = (vec![Some(0), Some(1)], vec![]);
    for (list, names) in [
        (logins, ["wxw2021_论文.docx", "lxs2021_论文.docx"]),
        (logins, ["wxw2021/论文.docx", "lxs2021/论文.docx"]),
        (logins, ["王 小五.docx", "李 小四.docx"]),
        (short, ["01.docx", "02.docx"]),
    ] {
        assert_eq!(with_one_cover(list, names), both, "{names:?}");
    }
    // Whose the files are is open: nobody has handed in two, nobody nothing.
    let open: Found = (vec![None, None], vec![]);
    for names in [["1.docx", "2.docx"], ["1001.docx", "1002.docx"]] {
        assert_eq!(with_one_cover(logins, names), open, "{names:?}");
    }
    let latin = "Student ID,Name\n2021001,Ann Roe\n2021002,Jane Doe\n";
    let list = ClassList::read(latin.as_bytes(), "a.csv").unwrap();
    for names in [
        ["Roe.docx", "Doe.docx"],
        ["Ann.docx", "Jane.docx"],
        ["aroe.docx", "jdoe.docx"],
    ] {
        let all = of(&names.map(|name| (name, "Ann Roe", "2021001")), Some(&list));
        let listed: Vec<_> = all.all.iter().map(|one| one.listed).collect();
        assert_eq!(listed, [Some(0), None], "{names:?}");
        assert!(all.missing.is_empty(), "{names:?}");
    }
    // Drafts of one student are one.
    let drafts = [
        ("论文初稿.docx", "王小五", "2021001"),
        ("wxw2021.docx", "王小五", "2021001"),
    ];
    let list = ClassList::read(logins.as_bytes(), "名单.csv").unwrap();
    assert_eq!(grouped(&of(&drafts, Some(&list)), 2), [0, 0]);
}
