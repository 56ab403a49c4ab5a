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
fn names_beside_words_for_students_are_found() {
    let list = ClassList::read(LIST.as_bytes(), "名单.csv").unwrap();
    for name in [
        "组长欧阳小九.docx",
        "我是欧阳小九_论文.docx",
        "软工2班欧阳小九.docx",
        "会计一班学生欧阳小九.docx",
        "欧阳小九同学的论文.docx",
    ] {
        let all = of(&[(name, "", "")], Some(&list));
        assert_eq!(all.all[0].listed, Some(3), "{name}");
    }
    // The student of a name within other words may have handed in.
    let all = of(&[("致欧阳小九.docx", "", "")], Some(&list));
    assert_eq!((all.all[0].listed, all.missing.contains(&3)), (None, false));
}

#[test]
fn spellings_of_one_name_are_one_student() {
    let list = "ID,Name\n1,Mary O'Roe\n2,Jean-Luc Doe\n3,Maria de la Roe\n4,Jörg Müllroe\n";
    let list = ClassList::read(list.as_bytes(), "list.csv").unwrap();
    for names in [
        [
            "Mary O’Roe.docx",
            "Jean-Luc Doe.docx",
            "Maria de la Roe.docx",
            "Jorg Mullroe.docx",
        ],
        [
            "O'Roe, Mary_essay.docx",
            "Doe, Jean-Luc_essay.docx",
            "de la Roe, Maria_essay.docx",
            "Muellroe, Joerg_essay.docx",
        ],
        [
            "O’Roe_Mary.docx",
            "Doe_Jean-Luc.docx",
            "de la Roe_Maria.docx",
            "Müllroe_Jörg.docx",
        ],
        [
            "Mary O'Roe essay.docx",
            "Jean-Luc Doe essay.docx",
            "Maria de la Roe essay.docx",
            "Jörg Müllroe essay.docx",
        ],
    ] {
        let all = of(&names.map(|name| (name, "", "")), Some(&list));
        let listed: Vec<_> = all.all.iter().map(|one| one.listed).collect();
        assert_eq!(listed, [Some(0), Some(1), Some(2), Some(3)], "{names:?}");
    }
    let list = ClassList::read("学号,姓名\n1,张小伟\n2,王五\n".as_bytes(), "list.csv").unwrap();
    let all = of(
        &[("張小偉.docx", "", ""), ("王 五.docx", "", "")],
        Some(&list),
    );
    let listed: Vec<_> = all.all.iter().map(|one| one.listed).collect();
    assert_eq!(listed, [Some(0), Some(1)]);
}

#[test]
fn a_part_of_a_name_and_the_properties_of_the_file_tell_the_student() {
    let list = "ID,Name\n1,Ann Sue Roe\n2,Mary O'Doe\n3,Max Moe\n";
    let list = ClassList::read(list.as_bytes(), "list.csv").unwrap();
    let listed = |name: &str, hinted: &str| {
        let file = FileFacts {
            hinted_name: Some(hinted),
            ..FileFacts::named(name)
        };
        let request = Request {
            list: Some(&list),
            ..Request::default()
        };
        Submissions::of(&[file], &request).all[0].listed
    };
    assert_eq!(listed("Ann Sue_draft 1.docx", "Ann Sue Roe"), Some(0));
    assert_eq!(listed("O'Doe draft1.docx", "Mary O'Doe"), Some(1));
    // One of both says nothing, and neither do words that are no part of the name.
    assert_eq!(listed("Ann Sue_draft 1.docx", "Jane Poe"), None);
    assert_eq!(listed("essay.docx", "Ann Sue Roe"), None);
    assert_eq!(listed("Max.docx", "Ann Sue Roe"), None);
    // A name of two letters has no word that could be a part of the other.
    let names = [
        "李小四_论文.docx",
        "张小三_论文.docx",
        "赵小七_论文.docx",
        "王五_论文.docx",
    ];
    let mut files = names.map(FileFacts::named);
    files[3].hinted_name = Some("Max Moe");
    let request = Request {
        list: Some(&list),
        ..Request::default()
    };
    let all = Submissions::of(&files, &request).all;
    assert_eq!(all.len(), 4);
    assert!(all.iter().all(|one| one.listed.is_none()), "{all:?}");
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
fn nobody_is_missing_whom_the_name_of_a_file_names_with_others() {
    let list = "学号,姓名\n1001,王小五\n1002,欧阳小九\n1003,张小三\n1004,赵小七\n1005,Ann Roe\n1006,Max Doe\n";
    let list = ClassList::read(list.as_bytes(), "名单.csv").unwrap();
    for names in [
        [
            "王小五+欧阳小九.docx",
            "张小三+赵小七.docx",
            "Ann Roe, Max Doe.docx",
        ],
        [
            "第1组-王小五-欧阳小九.docx",
            "第2组-张小三-赵小七.docx",
            "第3组-Ann Roe-Max Doe.docx",
        ],
        [
            "1001王小五1002欧阳小九.docx",
            "1003张小三1004赵小七.docx",
            "1005 1006.docx",
        ],
        [
            "王小五 欧阳小九/论文.docx",
            "张小三 赵小七/论文.docx",
            "Ann Roe_Max Doe/论文.docx",
        ],
    ] {
        let all = of(&names.map(|name| (name, "", "")), Some(&list));
        let teams: Vec<&[usize]> = all.all.iter().map(|one| &*one.team).collect();
        assert_eq!(teams, [[0, 1], [2, 3], [4, 5]], "{names:?}");
        assert_eq!(all.all[0].name, "王小五、欧阳小九");
        assert!(all.missing.is_empty() && all.unassigned.is_empty());
    }
    // Teams that change from one assignment to the next.
    for names in [
        ["实验1/王小五+欧阳小九.docx", "实验2/王小五+张小三.docx"],
        ["王小五+欧阳小九_实验1.docx", "王小五+张小三_实验2.docx"],
    ] {
        let all = of(&names.map(|name| (name, "", "")), Some(&list));
        let teams: Vec<&[usize]> = all.all.iter().map(|one| &*one.team).collect();
        assert_eq!(teams, [[0, 1], [0, 2]], "{names:?}");
    }
    // A supervisor who is called like a student, and a number of another.
    let names = [
        "张小三-王小五.docx",
        "张小三-欧阳小九.docx",
        "1004赵小七.docx",
        "1005赵小七.docx",
    ];
    let all = of(&names.map(|name| (name, "", "")), Some(&list));
    assert!(all.all.iter().all(|one| one.team.is_empty()));
}

#[test]
fn a_review_of_another_is_its_authors() {
    let list = "学号,姓名\n1001,王小五\n1002,欧阳小九\n1003,Ann Roe\n1004,Max Doe\n";
    let list = ClassList::read(list.as_bytes(), "名单.csv").unwrap();
    for (name, author, other) in [
        ("王小五_评_欧阳小九.docx", 0, 1),
        ("王小五评欧阳小九.docx", 0, 1),
        ("1002欧阳小九 点评 1001王小五.docx", 1, 0),
        ("互评/欧阳小九-评王小五.docx", 1, 0),
        ("王小五_评审意见_欧阳小九.docx", 0, 1),
        ("欧阳小九评阅意见-王小五.docx", 1, 0),
        ("王小五_互评表_欧阳小九.docx", 0, 1),
        ("Ann Roe reviewing Max Doe.docx", 2, 3),
        ("Ann Roe_review_Max Doe.docx", 2, 3),
        ("Max Doe_Review of_Ann Roe.docx", 3, 2),
        ("Max Doe's review of Ann Roe.docx", 3, 2),
    ] {
        let all = of(&[(name, "", "")], Some(&list));
        assert_eq!(all.all[0].listed, Some(author), "{name}");
        assert!(all.all[0].team.is_empty(), "{name}");
        assert!(all.missing.contains(&other), "{name}");
    }
    for name in ["王小五 欧阳小九 互评.docx", "王小五_课程评价_欧阳小九.docx"] {
        let all = of(&[(name, "", "")], Some(&list));
        assert_eq!(all.all[0].team, [0, 1], "{name}");
    }
}

#[test]
fn reviews_are_their_authors_where_the_class_has_a_convention() {
    let list = "学号,姓名\n1001,王小五\n1002,李小四\n1003,张小三\n";
    let list = ClassList::read(list.as_bytes(), "名单.csv").unwrap();
    let names = [
        "王小五.docx",
        "李小四.docx",
        "张小三.docx",
        "王小五_点评_张小三.docx",
        "李小四_点评_张小三.docx",
        "李小四-互评-王小五.docx",
        "王小五评阅意见_李小四.docx",
    ];
    let files = names.map(|name| (name, "", ""));
    let all = of(&files, Some(&list));
    let listed = [0, 1, 2, 3, 4, 5, 6].map(|file| all.get(all.of_file(file)).listed);
    assert_eq!(listed, [0, 1, 2, 0, 1, 1, 0].map(Some));
    let all = of(&files, None);
    for (file, reviewed) in [(3, "张小三"), (4, "张小三"), (5, "王小五"), (6, "李小四")]
    {
        assert_ne!(
            all.get(all.of_file(file)).student.as_deref(),
            Some(reviewed)
        );
    }
    assert_ne!(all.of_file(3), all.of_file(4));
}

#[test]
fn a_student_before_the_name_of_a_teacher_is_the_author() {
    let list = "学号,姓名\n1001,王五\n1002,李小四\n1003,欧阳小九\n";
    let list = ClassList::read(list.as_bytes(), "名单.csv").unwrap();
    let names = [
        "王五指导老师赵强.docx",
        "李小四指导教师：赵大强.docx",
        "欧阳小九导师赵大强.docx",
    ];
    let all = of(&names.map(|name| (name, "", "")), Some(&list));
    let listed: Vec<_> = all.all.iter().map(|one| one.listed).collect();
    assert_eq!(listed, [Some(0), Some(1), Some(2)]);
    assert!(all.missing.is_empty() && all.unassigned.is_empty());
}

#[test]
fn names_in_a_folder_of_nobody_tell_whose_it_is() {
    let list = "学号,姓名\n20210001,王小五\n20210002,欧阳小九\n20210003,张小三\n20210004,赵小七\n20210005,戊五\n";
    let list = ClassList::read(list.as_bytes(), "名单.csv").unwrap();
    let others = [
        "20210001王小五/a.docx",
        "20210002欧阳小九/b.docx",
        "20210003张小三/c.docx",
        "20210004赵小七/d.docx",
    ];
    let listed = |more: &[&'static str]| {
        let names: Vec<_> = (others.iter().chain(more))
            .map(|&name| (name, "", ""))
            .collect();
        let all = of(&names, Some(&list));
        let listed: Vec<_> = all.all[4..].iter().map(|one| one.listed).collect();
        (listed, all.missing)
    };
    for name in [
        "新建压缩文件.zip/20210005戊五.docx",
        "报告最终版/20210005戊五.docx",
        "dist/戊五/论文.docx",
    ] {
        assert_eq!(listed(&[name]), (vec![Some(4)], Vec::new()), "{name}");
    }
    // What bears the name itself is the student's.
    let names = ["戊五.docx", "新建压缩文件.zip/戊五.docx"];
    assert_eq!(listed(&names), (vec![Some(4), None], Vec::new()));
    // Two students in one archive.
    let names = ["新建压缩文件.zip/戊五.docx", "新建压缩文件.zip/赵小七.docx"];
    assert!(listed(&names).1.is_empty());
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
fn with_one_cover(list: &ClassList, names: [&str; 2]) -> Found {
    let files = names.map(|name| (name, "王小五", "2021001"));
    let all = of(&files, Some(list));
    assert_eq!(grouped(&all, 2), [0, 1], "{names:?}");
    let listed = all.all.iter().map(|one| one.listed).collect();
    (listed, all.missing)
}

#[test]
fn names_of_files_go_before_covers_that_two_have() {
    let logins = "学号,姓名,登录名\n2021001,王小五,wxw2021\n2021002,李小四,lxs2021\n";
    let short = "学号,姓名\n01,王小五\n02,李小四\n";
    let [logins, short] =
        [logins, short].map(|list| ClassList::read(list.as_bytes(), "名单.csv").unwrap());
    let both: Found = (vec![Some(0), Some(1)], vec![]);
    for (list, names) in [
        (&logins, ["wxw2021_论文.docx", "lxs2021_论文.docx"]),
        (&logins, ["wxw2021/论文.docx", "lxs2021/论文.docx"]),
        (&logins, ["王 小五.docx", "李 小四.docx"]),
        (&short, ["01.docx", "02.docx"]),
    ] {
        assert_eq!(with_one_cover(list, names), both, "{names:?}");
    }
    // Whose the files are is open: nobody has handed in two, nobody nothing.
    let open: Found = (vec![None, None], vec![]);
    for names in [["1.docx", "2.docx"], ["1001.docx", "1002.docx"]] {
        assert_eq!(with_one_cover(&logins, names), open, "{names:?}");
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
    assert_eq!(grouped(&of(&drafts, Some(&logins)), 2), [0, 0]);
}
