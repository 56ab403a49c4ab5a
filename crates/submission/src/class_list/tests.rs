use super::{ClassList, ClassListError, Column, Matches, Roster};

const CSV: &str = "软件工程 2024 春\n学号,姓名,班级,邮箱,提交时间\n2021001001,王小五,1班,wxw@example.org,2024-05-01 9:30\n\
    2021001002,李小四,2班,,\n2021001003,李小四,2班,,\n2021001004,Ann Roe,2班,,\n";

#[test]
fn csv_in_every_encoding() {
    let expected = ClassList::read(CSV.as_bytes(), "a.csv").unwrap();
    assert_eq!(expected.entries.len(), 4);
    let first = &expected.entries[0];
    assert_eq!(first.number.as_deref(), Some("2021001001"));
    assert_eq!(first.name.as_deref(), Some("王小五"));
    assert_eq!(first.class.as_deref(), Some("1班"));
    assert_eq!(first.email.as_deref(), Some("wxw@example.org"));
    assert_eq!(first.submitted.as_deref(), Some("2024-05-01T09:30:00"));
    let utf_16 = |mark: bool| -> Vec<u8> {
        let mark = mark.then_some(0xFEFF);
        mark.into_iter()
            .chain(CSV.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect()
    };
    for bytes in [
        format!("\u{FEFF}{CSV}").into_bytes(),
        encoding_rs::GBK.encode(CSV).0.into_owned(),
        utf_16(true),
        utf_16(false),
        CSV.replace(',', ";").into_bytes(),
        CSV.replace(',', "\t").into_bytes(),
    ] {
        assert_eq!(ClassList::read(&bytes, "a.csv").unwrap(), expected);
    }
}

#[test]
fn workbooks() {
    let mut book = rust_xlsxwriter::Workbook::new();
    book.add_worksheet().write(0, 0, "说明").unwrap();
    let sheet = book.add_worksheet();
    for (at, heading) in ["序号", "姓名", "学号", "专业班级"].into_iter().enumerate() {
        sheet.write(0, u16::try_from(at).unwrap(), heading).unwrap();
    }
    sheet.write(1, 0, 1).unwrap();
    sheet.write(1, 1, "阿依灯·买买书").unwrap();
    sheet.write(1, 2, 2_021_001_001_u32).unwrap();
    sheet.write(1, 3, "软件1班").unwrap();
    let bytes = book.save_to_buffer().unwrap();
    let list = ClassList::read(&bytes, "名单.xlsx").unwrap();
    let [student] = &list.entries[..] else {
        panic!("{list:?}")
    };
    assert_eq!(student.number.as_deref(), Some("2021001001"));
    assert_eq!(student.name.as_deref(), Some("阿依灯·买买书"));
    assert_eq!(student.class.as_deref(), Some("软件1班"));
}

#[test]
fn tables_of_platforms() {
    let moodle = "Identifier,Full name,ID number,Email address,Status,Last modified (submission)\n\
        Participant 839201,王小五,2021001001,a@example.org,Submitted,\"Wednesday, 1 May 2024, 9:30 PM\"\n";
    let list = ClassList::read(moodle.as_bytes(), "Grades.csv").unwrap();
    let student = &list.entries[0];
    assert_eq!(student.platform_id.as_deref(), Some("839201"));
    assert_eq!(student.number.as_deref(), Some("2021001001"));
    assert_eq!(student.submitted.as_deref(), Some("2024-05-01T21:30:00"));
    let canvas =
        "Student,ID,SIS User ID,SIS Login ID,Section\n\"Roe, Ann\",4521,2021001001,aroe,1\n";
    let list = ClassList::read(canvas.as_bytes(), "grades.csv").unwrap();
    let student = &list.entries[0];
    assert_eq!(student.platform_id.as_deref(), Some("4521"));
    assert_eq!(student.number.as_deref(), Some("2021001001"));
    assert_eq!(student.user.as_deref(), Some("aroe"));
}

#[test]
fn without_headings_and_pasted() {
    let csv =
        "1,软件1班,2021001001,王小五\n2,软件1班,2021001002,李小四\n3,软件1班,2021001003,赵小七\n";
    let list = ClassList::read(csv.as_bytes(), "a.csv").unwrap();
    let columns = [
        None,
        Some(Column::Class),
        Some(Column::Number),
        Some(Column::Name),
    ];
    assert_eq!(list.columns(), columns);
    for text in [
        "2021001001 王小五\n2021001002 Ann Roe\n",
        "王小五\t2021001001\nAnn Roe\t2021001002\n",
        "2021001001，王小五\n2021001002，Ann Roe",
    ] {
        let list = ClassList::from_pasted(text).unwrap();
        assert_eq!(
            list.entries[0].number.as_deref(),
            Some("2021001001"),
            "{text}"
        );
        assert_eq!(list.entries[1].name.as_deref(), Some("Ann Roe"), "{text}");
    }
    let names = ClassList::from_pasted("王小五\n李小四\n").unwrap();
    assert_eq!(names.entries[1].name.as_deref(), Some("李小四"));
}

#[test]
fn a_person_corrects_columns() {
    let csv = "编码,称呼\nx1,甲乙\nx2,丙丁\n";
    let mut list = ClassList {
        columns: vec![None, None],
        rows: csv
            .lines()
            .skip(1)
            .map(|line| line.split(',').map(str::to_owned).collect())
            .collect(),
        ..ClassList::default()
    };
    list.set_column(1, Some(Column::Name));
    assert_eq!(list.entries[1].name.as_deref(), Some("丙丁"));
    list.set_column(0, Some(Column::Name));
    assert_eq!(list.entries[1].name.as_deref(), Some("x2"));
    assert_eq!(list.columns()[1], None);
}

#[test]
fn what_is_no_list() {
    assert_eq!(
        ClassList::read(b"a,b\nc,d\n", "a.csv"),
        Err(ClassListError::NobodyFound)
    );
    assert_eq!(
        ClassList::read(b"\0\x01\0\x02", "a.bin"),
        Err(ClassListError::NoTable("a.bin".into()))
    );
    assert_eq!(
        ClassList::read(b"", "a.csv"),
        Err(ClassListError::NobodyFound)
    );
}

#[test]
fn students_by_number_name_and_pinyin() {
    let list = ClassList::read(CSV.as_bytes(), "a.csv").unwrap();
    let roster = Roster::of(&list);
    for label in [
        "2021001001",
        "王小五",
        "实验一_王小五报告",
        "wang xiaowu lab",
        "Xiaowu_Wang",
        "wangxiaowu2",
    ] {
        assert_eq!(roster.of_label(label), Matches::One(0), "{label}");
    }
    assert_eq!(roster.of_label("李小四-2021001003"), Matches::One(2));
    assert_eq!(roster.of_label("李小四"), Matches::Several([1, 2].into()));
    // A number of another.
    assert_eq!(
        roster.of_label("李小四-2021001001"),
        Matches::Several([0, 1, 2].into())
    );
    assert_eq!(roster.of_label("roe ann"), Matches::One(3));
    assert_eq!(roster.of_user("WXW"), Matches::One(0));
    assert_eq!(
        roster.student(Some("2021009999"), Some("王小五")),
        Matches::Nobody
    );
    assert_eq!(roster.of_label("张小三"), Matches::Nobody);
    for (path, expected) in [
        ("李小四评王小五/a.docx", &[1, 2][..]),
        ("Ann Roe review 李小四/王小五.docx", &[0]),
    ] {
        let found = roster.contained_in([path].into_iter());
        assert!(found.iter().eq(expected), "{path}");
    }
}

fn names(list: &str) -> Vec<(Option<String>, Option<String>)> {
    let list = ClassList::read(list.as_bytes(), "a.csv").unwrap();
    (list.entries.into_iter())
        .map(|entry| (entry.number, entry.name))
        .collect()
}

fn student(number: &str, name: &str) -> (Option<String>, Option<String>) {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    (some(number), some(name))
}

#[test]
fn sums_and_headings_of_a_platform_are_no_students() {
    let list = "班级,学号,姓名\n1班,2021001001,王小五\n1班小计,1,人\n2班,2021001002,李小四\n2班,2021001003,张小五\n2班,2021001004,张小六\n2班,待定,张小三\n合计,3人,良好\n";
    let expected = [
        student("2021001001", "王小五"),
        student("2021001002", "李小四"),
        student("2021001003", "张小五"),
        student("2021001004", "张小六"),
        student("", "张小三"),
    ];
    assert_eq!(names(list), expected);
    let list = ClassList::read(list.as_bytes(), "a.csv").unwrap();
    assert_eq!(list.left_out(), ["1班小计 1 人", "合计 3人 良好"]);
    let canvas =
        "Student,ID,SIS User ID,论文\n    Points Possible,,,100\n\"Roe, Ann\",7,2021001001,\n";
    assert_eq!(names(canvas), [student("2021001001", "Roe, Ann")]);
}

#[test]
fn students_with_other_numbers_are_kept() {
    for number in [
        "LX07",
        "旁听1",
        "留2021002",
        "2021001002(转专业)",
        "'2021001002（单招）",
        "2021001002\u{200B}",
        "`2021001002",
        "’2021001002",
    ] {
        for name in ["李小四", "外力"] {
            let list = format!(
                "学号,姓名\n2021001001,王小五\n{number},{name}\n2021001003,张小五\n2021001004,张小六\n合计4,人数\n"
            );
            let kept = if number.contains("2021001002") {
                "2021001002"
            } else {
                ""
            };
            let expected = [
                student("2021001001", "王小五"),
                student(kept, name),
                student("2021001003", "张小五"),
                student("2021001004", "张小六"),
            ];
            assert_eq!(names(&list), expected, "{number}");
        }
    }
}

#[test]
fn remarks_beside_names_are_left_out() {
    for (written, name) in [
        ("李小四（休学）", "李小四"),
        ("李小四[重修]*", "李小四"),
        ("李⼩四", "李小四"),
        ("（班长）李小四", "李小四"),
        ("李小四（Roe）", "李小四（Roe）"),
        ("Ann (exchange) Roe", "Ann Roe"),
        ("Li Xiaosi (李小四)", "Li Xiaosi (李小四)"),
    ] {
        let list = format!("学号,姓名\n2021001001,王小五\n2021001002,{written}\n");
        assert_eq!(names(&list)[1], student("2021001002", name), "{written}");
    }
}

#[test]
fn parts_side_by_side_and_sheets_of_several_classes_are_one_list() {
    let list = "学号,姓名,学号,姓名\n2021001001,王小五,2021001003,张小三\n2021001002,李小四,,\n";
    let expected = [
        student("2021001001", "王小五"),
        student("2021001002", "李小四"),
        student("2021001003", "张小三"),
    ];
    assert_eq!(names(list), expected);
    let mut book = rust_xlsxwriter::Workbook::new();
    for (heading, number, name) in [
        ("姓名", 1, "王小五"),
        ("姓名", 2, "李小四"),
        ("教师", 3, "张小三"),
    ] {
        let sheet = book.add_worksheet();
        sheet.write_row(0, 0, ["学号", heading]).unwrap();
        sheet.write(1, 0, 2_021_001_000 + number).unwrap();
        sheet.write(1, 1, name).unwrap();
    }
    let bytes = book.save_to_buffer().unwrap();
    let list = ClassList::read(&bytes, "名单.xlsx").unwrap();
    let names: Vec<_> = (list.entries.iter())
        .filter_map(|entry| entry.name.as_deref())
        .collect();
    assert_eq!(names, ["王小五", "李小四"]);
}

#[test]
fn numbers_that_a_spreadsheet_spoilt_are_none() {
    let rounded = "学号,姓名\n2.02114E+09,王小五\n2.02114E+09,李小四\n";
    assert_eq!(
        names(rounded),
        [student("", "王小五"), student("", "李小四")]
    );
    let equal = "学号,姓名\n2021001000,王小五\n2021001000,李小四\n";
    assert_eq!(names(equal), [student("", "王小五"), student("", "李小四")]);
    let list = ClassList::read("学号,姓名\n1403017,王小五\n".as_bytes(), "a.csv").unwrap();
    let roster = Roster::of(&list);
    assert_eq!(
        roster.student(Some("01403017"), Some("王小五")),
        Matches::One(0)
    );
}

#[test]
fn numbers_that_programs_wrote_otherwise_are_read() {
    for (written, number) in [
        ("2021001002.0", "2021001002"),
        ("2021001010.00", "2021001010"),
        ("2.021001002E9", "2021001002"),
        ("2.0210011E9", "2021001100"),
        ("2.021001002E+09", "2021001002"),
        ("2021-001-002", "2021001002"),
        ("２０２１－００１００２", "2021001002"),
        ("2.02E9", ""),
        ("2.02100101E+09", ""),
    ] {
        let list = format!(
            "学号,姓名\n2021001001,王小五\n{written},李小四\n2021001003,张小五\n2021001004,张小六\n"
        );
        assert_eq!(names(&list)[1], student(number, "李小四"), "{written}");
    }
    let list = "学号,姓名\n2021-0001,王小五\n2021-0002,李小四\n2021-0003,张小五\n";
    let list = ClassList::read(list.as_bytes(), "a.csv").unwrap();
    assert_eq!(list.entries[1].number.as_deref(), Some("20210002"));
    let roster = Roster::of(&list);
    for label in [
        "20210002",
        "20210002李小四",
        "2021-0002",
        "2021-0002-报告",
        "报告2021-0002",
    ] {
        assert_eq!(roster.of_label(label), Matches::One(1), "{label}");
    }
    let number = |number| roster.student(Some(number), None);
    assert_eq!(number("2021-0002"), Matches::One(1));
    let moodle = "Identifier,Full name\n839201.0,王小五\n";
    let list = ClassList::read(moodle.as_bytes(), "a.csv").unwrap();
    assert_eq!(list.entries[0].platform_id.as_deref(), Some("839201"));
}

#[test]
fn a_number_and_a_name_in_one_column_are_two_values() {
    for list in ["姓名\n王小五(2021001001)\n", "学生\n2021001001王小五\n"] {
        assert_eq!(names(list), [student("2021001001", "王小五")], "{list}");
    }
}
