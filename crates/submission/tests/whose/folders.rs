//! Folders, archives and the names that a class gives.

use chachong_submission::{By, FileFacts, FoundBy, Request, Submissions};

use crate::{auto, by, grouped, of};

#[test]
fn a_flat_folder_of_single_files_stays_as_it_is() {
    let names = ["a.docx", "b.docx", "thesis final.pdf"];
    let files = names.map(FileFacts::named);
    let all = Submissions::of(&files, &Request::default());
    assert_eq!(all.all.len(), names.len());
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
fn a_student_may_be_called_like_a_week() {
    for names in [
        [
            "2021001_王小五",
            "2021002_李小四",
            "2021003_张小三",
            "2021006_周一",
        ],
        [
            "2021001_王小五",
            "2021002_李小四",
            "2021003_张小三",
            "2021006_代码",
        ],
        ["王小五", "李小四", "张小三", "周一"],
    ] {
        let files = names.map(|name| ["lab1.c", "lab2.c"].map(|file| format!("{name}/{file}")));
        let files: Vec<&str> = files.iter().flatten().map(String::as_str).collect();
        assert_eq!(auto(&files), [0, 0, 2, 2, 4, 4, 6, 6], "{names:?}");
    }
    // Weeks with the work of a class, and a day among students.
    let files = [
        "周一/王小五.c",
        "周一/李小四.c",
        "周二/王小五.c",
        "周二/李小四.c",
    ];
    assert_eq!(auto(&files), [0, 1, 0, 1]);
    let files = [
        "2021001_王小五/a.c",
        "2021002_李小四/b.c",
        "2021003_张小三/c.c",
        "20240501_作业/d.c",
        "20240501_作业/e.c",
    ];
    assert_eq!(auto(&files), [0, 1, 2, 3, 4]);
    let files = [
        "20210001_王小五/a.c",
        "20210002_李小四/b.c",
        "20210003_张小三/c.c",
        "20240501_作业/d.c",
        "20240501_作业/e.c",
    ];
    assert_eq!(auto(&files), [0, 1, 2, 3, 4]);
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
    assert_eq!(
        auto(&[
            "1班作业.zip/王小五.zip/a.c",
            "1班作业.zip/王小五.zip/b.c",
            "1班作业.zip/李小四.zip/a.c",
            "2班作业.zip/赵小七.zip/a.c",
            "2班作业.zip/孙小八.docx"
        ]),
        [0, 0, 2, 3, 4]
    );
    assert_eq!(
        auto(&[
            "x.zip/王小五.zip/a.c",
            "x.zip/王小五.zip/b.c",
            "y.zip/赵小七.zip/a.c",
            "y.zip/孙小八.docx"
        ]),
        [0, 0, 2, 3]
    );
    assert_eq!(
        auto(&["高数/a.docx", "高数/b.docx", "方程/c.docx", "方程/d.docx"]),
        [0, 1, 2, 3]
    );
    assert_eq!(auto(&["高分子/a.docx", "高分子/b.docx"]), [0, 1]);
    assert_eq!(
        auto(&["高数/a.c", "高数/b.c", "方程/c.c", "金工/d.c"]),
        [0, 1, 2, 3]
    );
    assert_eq!(
        auto(&["2101/1.docx", "2101/2.docx", "2102/1.docx", "2103/1.docx"]),
        [0, 1, 2, 3]
    );
    assert_eq!(
        auto(&[
            "Topic A/x.docx",
            "Topic A/y.docx",
            "Topic B/x.docx",
            "Topic C/x.docx"
        ]),
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
    // Logins are nobody's names, but those of one class.
    let logins = |second: [&str; 3]| {
        let first = ["wxw", "lxs", "zyq"].map(|login| format!("Lab1/{login}/src/a.c"));
        let second = second.map(|login| format!("Lab2/{login}/src/a.c"));
        let files: Vec<String> = first.into_iter().chain(second).collect();
        auto(&files.iter().map(String::as_str).collect::<Vec<&str>>())
    };
    assert_eq!(logins(["wxw", "lxs", "zyq"]), [0, 1, 2, 0, 1, 2]);
    assert_eq!(logins(["wxw", "qing", "mei"]), [0, 1, 2, 3, 4, 5]);
    let of_teams = [
        "Lab1/team1/a.c",
        "Lab1/team2/a.c",
        "Lab2/team1/a.c",
        "Lab2/team2/a.c",
    ];
    assert_eq!(auto(&of_teams), [0, 1, 2, 3]);
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
    // The same class or place in it is no other part.
    assert_eq!(
        auto(&[
            "王小五-2101-Essay.docx",
            "王小五-2101-Notes.docx",
            "李小四-2101-Essay.docx",
            "赵小七-2102-Essay.docx"
        ]),
        [0, 0, 2, 3]
    );
    assert_eq!(
        auto(&["s2021001_a1.pdf", "s2021002_a1.pdf", "s2021002_a2.pdf"]),
        [0, 1, 1]
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
    // Namesakes of two classes.
    assert_eq!(
        auto(&[
            "1班_王小五_实验报告.docx",
            "1班_李小四_实验报告.docx",
            "2班_王小五_实验报告.docx",
            "2班_赵小七_实验报告.docx"
        ]),
        [0, 1, 2, 3]
    );
}

#[test]
fn a_teachers_remarks_are_no_students() {
    let latin = ["Ann Roe.docx", "Max Doe.docx", "Jane Loe.docx"];
    for (students, remarks) in [
        (NAMED, "王老师_修改意见.docx"),
        (NAMED, "张教授批注.docx"),
        (NAMED, "李老师.docx"),
        (NAMED, "欧阳导师_评语.docx"),
        (latin, "Prof Smith comments.docx"),
        (latin, "Prof. Sam Smith.docx"),
        (latin, "Dr Sam Smith.docx"),
    ] {
        let files = [students[0], students[1], students[2], remarks].map(|name| (name, "", ""));
        let all = of(&files, None);
        assert_eq!(grouped(&all, 4), [0, 1, 2, 3], "{remarks}");
        assert!(all.all[0].student.is_some(), "{remarks}");
        assert_eq!(
            (&*all.all[3].name, &all.all[3].student),
            (remarks, &None),
            "{remarks}"
        );
    }
    // Remarks in the folder of a student, and a teacher beside the name of one.
    let folders = ["王小五/论文.docx", "王小五/王老师.docx", "李小四/论文.docx"];
    assert_eq!(auto(&folders), [0, 0, 2]);
    let all = of(&[("2021001_王小五_王老师.docx", "", "")], None);
    assert_eq!(all.all[0].student.as_deref(), Some("王小五"));
}

#[test]
fn a_teachers_folder_has_a_title_beside_the_name() {
    for [one, other, third] in [
        ["导师_王小五", "导师_李小四", "导师_赵小七"],
        ["王小五（导师）", "李小四（导师）", "赵小七（导师）"],
        ["指导教师_王小五", "指导教师_李小四", "指导教师_赵小七"],
    ] {
        let paths = [
            format!("{one}/张小三.docx"),
            format!("{other}/孙小八.docx"),
            format!("{third}/周小二.docx"),
        ];
        let files = [
            (paths[0].as_str(), "张小三", "2021003"),
            (paths[1].as_str(), "孙小八", "2021008"),
            (paths[2].as_str(), "周小二", "2021002"),
            ("张小三终稿.docx", "张小三", "2021003"),
        ];
        let all = of(&files, None);
        for (file, (path, student, _)) in files.iter().enumerate() {
            let found = all.get(all.of_file(file)).student.as_deref();
            assert_eq!(found, Some(*student), "{path}");
        }
    }
}

const NAMED: [&str; 3] = ["王小五.docx", "李小四.docx", "赵小七.docx"];

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
