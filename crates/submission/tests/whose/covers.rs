//! What covers state, also those of others.

use chachong_submission::ClassList;

use crate::{grouped, of, stated};

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
    let copied = [
        ("王小五.docx", "王小五", "2021001"),
        ("李小四.docx", "王小五", "2021001"),
    ];
    assert_eq!(stated(&copied), [0, 1]);
    let copied = [
        ("a 2021001.docx", "王小五", "2021001"),
        ("b 2021002.docx", "王小五", "2021001"),
    ];
    assert_eq!(stated(&copied), [0, 1]);
    // Numbers that look like days.
    let copied = [
        ("20210101.docx", "王小五", "20210101"),
        ("20210102.docx", "王小五", "20210101"),
    ];
    assert_eq!(stated(&copied), [0, 1]);
    // The number of a template.
    let files = [
        ("a.docx", "王小五", "2021001"),
        ("b.docx", "王小五", "2021001"),
        ("c.docx", "李小四", "2021001"),
    ];
    assert_eq!(stated(&files), [0, 1, 2]);
}

#[test]
fn covers_rename_nobody() {
    // No list of surnames has this name: it stands where others have theirs.
    let list = ClassList::from_pasted("王小五\n李小四\n赵小七\n孙小八").unwrap();
    let folders = [
        ("王小五/论文.docx", "王小五", ""),
        ("李小四/论文.docx", "李小四", ""),
        ("阿依古丽/论文.docx", "王小五", ""),
    ];
    for list in [None, Some(&list)] {
        let all = of(&folders, list);
        assert_eq!(
            (&*all.all[2].name, &all.all[2].student, all.all[2].listed),
            ("阿依古丽", &None, None)
        );
    }
    let files = [
        ("王小五.docx", "王小五", "2021001"),
        ("阿依古丽.docx", "王小五", "2021001"),
        ("论文终稿.docx", "王小五", "2021001"),
    ];
    assert_eq!(stated(&files[..2]), [0, 1]);
    assert_eq!(stated(&[files[0], files[2]]), [0, 0]);
    let listed = ClassList::from_pasted("阿依古丽\n王小五\n赵小七\n孙小八").unwrap();
    let all = of(&folders, Some(&listed));
    assert_eq!(all.all[2].student.as_deref(), Some("阿依古丽"));
}

#[test]
fn files_of_one_cover_whose_names_tell_two_people_stay_apart() {
    for names in [
        ["wxw2021_论文.docx", "lxs2021_论文.docx"],
        ["小王的论文.docx", "小李的论文.docx"],
        ["第1组.docx", "第2组.docx"],
        ["座位01.docx", "座位02.docx"],
        ["1班.docx", "2班.docx"],
        ["1_论文.docx", "2_论文.docx"],
        ["submission_1001.docx", "submission_1002.docx"],
        ["软工王小五大数据.docx", "软工李小四大数据.docx"],
        ["王 小五.docx", "李 小四.docx"],
        ["迪丽努尔.docx", "阿依古丽.docx"],
        ["AnnRoe.docx", "JaneDoe.docx"],
    ] {
        let files = names.map(|name| (name, "王小五", "2021001"));
        assert_eq!(stated(&files), [0, 1], "{names:?}");
    }
    for names in [
        ["王小五_初稿.docx", "wangxiaowu_final.docx"],
        ["论文v1.docx", "论文 (2).docx"],
        ["2021-05-01.docx", "论文修改稿.docx"],
        ["第1章.docx", "第2章.docx"],
        ["1_绪论.docx", "2_结论.docx"],
        ["新建文档.docx", "夜间开放图书馆研究.docx"],
    ] {
        let files = names.map(|name| (name, "王小五", "2021001"));
        assert_eq!(stated(&files), [0, 0], "{names:?}");
    }
}

#[test]
fn namesakes_of_two_classes_stay_apart() {
    let list = ClassList::from_pasted("王小五\n李小四\n赵小七\n孙小八").unwrap();
    for files in [
        ["1班/王小五.docx", "2班/王小五.docx"],
        ["计科2101-王小五.docx", "软工2102-王小五.docx"],
    ] {
        let files = files.map(|name| (name, "王小五", ""));
        assert_eq!(grouped(&of(&files, Some(&list)), 2), [0, 1], "{files:?}");
    }
    let files = [
        ("1班/2021001_王小五_报告.docx", "", ""),
        ("2班/2021001_王小五_附录.docx", "", ""),
        ("2班/2021002_李小四_报告.docx", "", ""),
    ];
    assert_eq!(stated(&files), [0, 0, 2]);
}

#[test]
fn folders_with_covers_of_others() {
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
    // Nothing but another's cover.
    let files = [
        ("王小五/报告.docx", "王小五", "2021001"),
        ("李小四/报告.docx", "王小五", "2021001"),
        ("赵小七/报告.docx", "赵小七", "2021003"),
    ];
    let all = of(&files, None);
    assert_eq!(grouped(&all, 3), [0, 1, 2]);
    assert_eq!(
        (all.all[1].student.as_deref(), all.all[1].number.as_deref()),
        (Some("李小四"), None)
    );
    let list = ClassList::from_pasted("王小五\n李小四\n赵小七\n孙小八").unwrap();
    assert_eq!(of(&files, Some(&list)).missing, [3]);
    let files = [files[0], files[1], ("李小四/代码.c", "", ""), files[2]];
    let all = of(&files, Some(&list));
    assert_eq!(
        (grouped(&all, 4), &*all.missing),
        (vec![0, 1, 2, 3], &[3][..])
    );
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
    assert!(all.all.iter().all(|one| one.number.is_none()));
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
fn numbers_of_a_platform_without_rules() {
    let files = [
        ("王小五-88123/报告.docx", "王小五", "2021001"),
        ("王小五-88123/代码.c", "", ""),
        ("李小四-88124/报告.docx", "李小四", "2021002"),
        ("赵小七-88125/报告.docx", "赵小七", "2021003"),
    ];
    let all = of(&files, None);
    assert_eq!(grouped(&all, 4), [0, 0, 2, 3]);
    assert_eq!(all.all[0].number.as_deref(), Some("2021001"));
}

#[test]
fn the_only_file_of_a_teams_folder_is_its_authors() {
    let names = [
        [
            "王小五组/张小三.docx",
            "李小四组/赵小七.docx",
            "张小三终稿.docx",
        ],
        ["第1组/张小三.docx", "第2组/赵小七.docx", "终稿/张小三.docx"],
    ];
    for [one, other, last] in names {
        let files = [
            (one, "张小三", "2021003"),
            (other, "赵小七", "2021007"),
            (last, "张小三", "2021003"),
        ];
        let all = of(&files, None);
        let student = |file| all.get(all.of_file(file)).student.as_deref();
        assert_eq!(student(0), Some("张小三"), "{one}");
        assert_eq!(student(1), Some("赵小七"), "{other}");
    }
    // One of two teams has copied.
    let files = [
        ("第1组/张小三.docx", "张小三", "2021003"),
        ("第2组/张小三.docx", "张小三", "2021003"),
    ];
    assert_eq!(stated(&files), [0, 1]);
}
