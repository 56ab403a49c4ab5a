//! Tests of whole records, on covers in the usual forms with invented persons.

use proptest::prelude::*;

use super::*;
use chachong_text::{LineBreaks, marks};

fn record_of(name: &str, text: &str) -> BibliographicRecord {
    let marks = marks(text, LineBreaks::Paragraph, &[]);
    BibliographicRecord::of(name, text, &marks, &[], &Metadata::default())
}

/// Values of title, author, student number, supervisor, institution, year and degree; empty where nothing is stated.
fn values_of(record: &BibliographicRecord) -> [&str; 7] {
    RecordField::ALL.map(|field| record.value(field))
}

const TEXT: &str = "\n摘  要\n本文讨论夜间开放的图书馆怎样使用灯光，以及读者对此的看法。\n第一章 绪论\n夜间的读者是本文要讨论的。";

#[test]
fn radicals_in_place_of_ideographs_are_read() {
    let cover = "东海灯⽕⼤学\n本科毕业论⽂\n题⽬：⻢路灯光⽅案研究\n学⽣姓名：孟⼩⽅\n学号：2019000123\n指导教师：⽅⻓灯 教授";
    let record = record_of("a.pdf", &format!("{cover}{TEXT}"));
    let expected = [
        "马路灯光方案研究",
        "孟小方",
        "2019000123",
        "方长灯",
        "东海灯火大学",
    ];
    assert_eq!(values_of(&record)[..5], expected);
}

#[test]
fn covers_with_labels() {
    for (cover, expected) in [
        (
            "东海灯火大学\n本科毕业论文（设计）\n题    目：   夜间图书馆的灯光布置研究   \n学    院：  信息工程学院\n学生姓名：   欧阳夜读  \n\
             学    号：  2019000123\n指导教师：  孟灯书 副教授 \n完成日期： 2021 年 6 月 1 日",
            [
                "夜间图书馆的灯光布置研究",
                "欧阳夜读",
                "2019000123",
                "孟灯书",
                "东海灯火大学",
                "2021",
                "学士",
            ],
        ),
        // A table whose cells are lines.
        (
            "东 海 灯 火 大 学\n硕士学位论文\n论文题目\n夜间图书馆的灯光布置研究\n学　　院\n文学院\n姓　　名\n阿依灯·买买书\n学　　号\n\
             2019000123\n指导教师\n孟灯书\n2021年5月",
            [
                "夜间图书馆的灯光布置研究",
                "阿依灯·买买书",
                "2019000123",
                "孟灯书",
                "东海灯火大学",
                "2021",
                "硕士",
            ],
        ),
        // Numbers on top, the title without a label, the year in Chinese digits.
        (
            "分类号：TP391        学校代码：10999\n密　级：公开         学　　号：S20190001\n东海灯火大学\n硕 士 学 位 论 文\n\
             夜间图书馆的灯光布置研究\n研 究 生：孟夜\n导　　师：孟灯书 教授\n学科专业：图书馆学\n二〇二一年六月",
            [
                "夜间图书馆的灯光布置研究",
                "孟夜",
                "S20190001",
                "孟灯书",
                "东海灯火大学",
                "2021",
                "硕士",
            ],
        ),
        // Two labels on a line, no sign between name and label, title and rank joined.
        (
            "东海灯火大学\n本科毕业论文\n题    目          夜间图书馆的灯光布置研究     ______\n姓名 孟夜学号 202100010001 \n\
             专业年级    图书馆学2019级\n指导教师/职称孟灯书 /副教授\n 2021 年 4 月 2 日",
            [
                "夜间图书馆的灯光布置研究",
                "孟夜",
                "202100010001",
                "孟灯书",
                "东海灯火大学",
                "2021",
                "学士",
            ],
        ),
        // A title on two lines, two supervisors, a number in boxes.
        (
            "东海灯火大学\n博士学位论文\n题  目：基于多源传感器数据融合的图书馆夜间环境照明\n      自适应调节系统的设计与实现\n姓    名： 孟 夜\n\
             学    号： 2 0 1 9 0 0 0 1 2 3\n导师姓名：孟灯书 教授、方砚 讲师\n论文提交日期：2021年6月",
            [
                "基于多源传感器数据融合的图书馆夜间环境照明自适应调节系统的设计与实现",
                "孟夜",
                "2019000123",
                "孟灯书、方砚",
                "东海灯火大学",
                "2021",
                "博士",
            ],
        ),
    ] {
        let record = record_of("a.docx", &format!("{cover}{TEXT}"));
        assert_eq!(values_of(&record), expected, "{cover}");
        assert_eq!(
            record.author.map(|stated| stated.certainty),
            Some(Certainty::Sure)
        );
    }
}

#[test]
fn english_covers() {
    let text = "\nAbstract\nWe look at those who read at night and at the lamps that they use.\n1 Introduction\nReaders.";
    for (cover, expected) in [
        (
            "Lamps and Readers: A Study of Libraries at Night\nby\nJane Q. Nightlamp\nA thesis submitted to the University of Nightford\n\
             in partial fulfilment of the requirements for the degree of\nMaster of Science\nJune 2014",
            [
                "Lamps and Readers: A Study of Libraries at Night",
                "Jane Q. Nightlamp",
                "",
                "",
                "University of Nightford",
                "2014",
                "Master of Science",
            ],
        ),
        (
            "Lampton University\nSchool of Computing\nBachelor Thesis\nAutomatic Detection of Flicker in Reading Lamps\n\
             Submitted by: ZHANG Denghua\nStudent ID: A1234567\nSupervisor: Prof. Anna Candle\nDate: 12 May 2020",
            [
                "Automatic Detection of Flicker in Reading Lamps",
                "ZHANG Denghua",
                "A1234567",
                "Anna Candle",
                "Lampton University",
                "2020",
                "Bachelor",
            ],
        ),
    ] {
        let record = record_of("a.docx", &format!("{cover}{text}"));
        assert_eq!(values_of(&record), expected, "{cover}");
    }
}

#[test]
fn cover_sheets_of_assignments() {
    let sheet = "Assignment Cover Sheet\nHarbour Business School\nStudent name\nJane Q. Nightlamp\nStudent ID number\nb1023451\n\
                 Module title and code\nLMP2041 Lamps\nModule leader\nDr Anna Candle";
    let text = "\nIntroduction\nWe look at those who read at night and at the lamps that they use.";
    for (titled, title) in [
        (
            "\nAssignment title\nReaders below the lamps of the harbour",
            "Readers below the lamps of the harbour",
        ),
        ("", ""),
    ] {
        let sheet = format!("{sheet}{titled}\nSubmission date\n3 November 2026\nWord count\n1873");
        let record = record_of("a.docx", &format!("{sheet}{text}"));
        let expected = [
            title,
            "Jane Q. Nightlamp",
            "B1023451",
            "Anna Candle",
            "",
            "2026",
            "",
        ];
        assert_eq!(values_of(&record), expected);
    }
}

#[test]
fn cover_pages_of_turnitin() {
    let text = "Jane Q. Nightlamp\nEssay 2 final draft\nAssignment 2: Critical Essay\nLMP 101 Lamps (Fall 2026)\nLampton University\n\
                Document Details\nSubmission ID\ntrn:oid:::1:3000000001\n4 Pages\nSubmission Date\nNov 4, 2026, 10:41 PM UTC\n\
                File Name\nessay2.docx\nFile Size\n23.1 KB\nPage 1 of 3 - Cover Page Submission ID trn:oid:::1:3000000001\n\
                The lamps of the reading room were lit at dusk, and the readers came in from the rain.";
    let record = record_of("a.pdf", text);
    assert_eq!(record.value(RecordField::Author), "Jane Q. Nightlamp");
    assert_eq!(record.value(RecordField::Title), "Essay 2 final draft");
    assert_eq!(record.trusted(RecordField::Title), None);
}

#[test]
fn headings_of_essays() {
    let body = "The lamps of the reading room were lit at dusk, and the readers came in from the rain to sit below them. ".repeat(4);
    for (heading, title) in [
        (
            "Jane Nightlamp\nProfessor Candle\nEnglish 102\n3 November 2026\nThe Rhetoric of Lamps",
            "The Rhetoric of Lamps",
        ),
        (
            "Nightlamp 1\nJane Nightlamp\nPSYC 210: Research Methods\nDr. Candle\nThe Rhetoric of Lamps",
            "The Rhetoric of Lamps",
        ),
        (
            "Jane Nightlamp\nProfessor Candle\nEnglish 102\n3 November 2026",
            "",
        ),
    ] {
        let record = record_of("a.docx", &format!("{heading}\n{body}\n{body}"));
        let stated = [RecordField::Title, RecordField::Author]
            .map(|field| record.trusted(field).unwrap_or_default());
        assert_eq!(stated, [title, "Jane Nightlamp"], "{heading}");
        assert_eq!(record.value(RecordField::Supervisor), "Candle");
    }
}

#[test]
fn a_name_of_one_word_is_an_author_in_a_whole_heading() {
    let body = "The lamps of the reading room were lit at dusk, and the readers came in from the rain to sit below them.";
    let author = |heading: &str| {
        let record = record_of(
            "a.docx",
            &format!("{heading}\nThe Rhetoric of Lamps\n{body}"),
        );
        record.trusted(RecordField::Author).map(str::to_owned)
    };
    let whole = "Nightlamp\nProfessor Candle\nEnglish 102\n3 November 2026";
    assert_eq!(author(whole).as_deref(), Some("Nightlamp"));
    assert_eq!(author("Nightlamp\nProfessor Candle\nEnglish 102"), None);
}

#[test]
fn first_pages_of_articles() {
    for (head, expected) in [
        // A Chinese journal: names, volume and issue, title on two lines, syllables parted.
        (
            "灯火学报\nJOURNAL OF LAMPS\n2016年 第19卷 第3期 Vol.19 No.3 2016\n夜间图书馆的灯光布置及其\n对读者停留时间的影响*\n\
             孟 夜1，方砚明2 江灯1\n(1. 东海灯火大学图书馆学系，东海 100000；2. 北岭师范大学，北岭 200000)\n摘 要 本文讨论夜间开放的图书馆。",
            [
                "夜间图书馆的灯光布置及其对读者停留时间的影响",
                "孟夜、方砚明、江灯",
                "东海灯火大学",
                "2016",
            ],
        ),
        // A magazine: section, English title between title and authors, school before the name.
        (
            "技术瞭望│LAMP OUTLOOK│ 43\n基于传感器的阅览室照明研究综述\nA Survey of Lighting in Reading Rooms\n\
             • 东海灯火大学 阅览照明重点实验室 孟夜 Meng Ye 方砚明 Fang Yanming\n摘 要：本文讨论阅览室的照明。\n\
             【文献标识码】A 文章编号1000-0000（2017）09-0043-06",
            [
                "基于传感器的阅览室照明研究综述",
                "孟夜、方砚明",
                "东海灯火大学",
                "2017",
            ],
        ),
        // A translation: Chinese title, Latin authors each with a school.
        (
            "图书馆夜间照明的自动调节\nJane Q. Roe\nFaculty of Lamps\nNightford University\nroe@nightford.example\n\
             Max van Lamp, Ann Lee\nLamp Institute\n摘要—本文提出一种方法。",
            [
                "图书馆夜间照明的自动调节",
                "Jane Q. Roe, Max van Lamp, Ann Lee",
                "Nightford University",
                "",
            ],
        ),
        // An English journal: lists of contents, the journal's name again, letters for schools.
        (
            "Nightly Lamps Review 42 (2015) 1-10\nContents lists available at LampDirect\nNightly Lamps Review\n\
             Lamps in reading rooms and those who read\nunder them at night\nJane Roe a,b,*, Max Lamp b\n\
             a Department of Lamps, University of Nightford, Nightford\nb Lamp Institute\nAbstract\nWe look at lamps.",
            [
                "Lamps in reading rooms and those who read under them at night",
                "Jane Roe, Max Lamp",
                "University of Nightford",
                "2015",
            ],
        ),
        // A conference: capitalised title on two lines of which the second has the shape of a name.
        (
            "Regulating the Flicker of Reading Lamps with Sensors for\nPublic Reading Rooms\nJane Roe1 and Max Lamp2\n\
             1 Nightford University\n2 Lamp Institute\nAbstract. We look at lamps.",
            [
                "Regulating the Flicker of Reading Lamps with Sensors for Public Reading Rooms",
                "Jane Roe, Max Lamp",
                "Nightford University",
                "",
            ],
        ),
    ] {
        let record = record_of("a.pdf", head);
        let [title, author, _, _, school, year, _] = values_of(&record);
        assert_eq!([title, author, school, year], expected, "{head}");
        let sure = RecordField::ALL
            .into_iter()
            .filter_map(|field| record.get(field));
        assert!(
            sure.into_iter()
                .all(|stated| stated.certainty < Certainty::Sure),
            "{head}"
        );
    }
}

#[test]
fn labels_of_an_empty_form_are_no_values() {
    let form = "Library Card Agreement\nFull name\nMailing Address\nSupervisor:\nNight Shift:\n姓名：\n借书单：____\nDate: ____\n";
    let record = record_of("form.docx", &format!("{form}{TEXT}"));
    assert_eq!((record.author, record.supervisor), (None, None));
}

#[test]
fn a_person_before_the_school_is_the_author() {
    for (line, author) in [
        ("方砚明　东海灯火大学教育学部", "方砚明"),
        ("孟夜  东海灯火大学教育学部", "孟夜"),
        ("学生子　东海灯火大学环境系", ""),
    ] {
        for kind in ["", "本科毕业论文\n"] {
            let record = record_of("a.txt", &format!("{kind}夜间图书馆的灯光\n{line}{TEXT}"));
            assert_eq!(record.value(RecordField::Author), author, "{kind}{line}");
            let school = record.value(RecordField::Institution);
            assert_eq!(school, "东海灯火大学", "{kind}{line}");
            let title = record.value(RecordField::Title);
            assert_eq!(title, "夜间图书馆的灯光", "{kind}{line}");
        }
    }
}

#[test]
fn a_label_with_a_colon_states_a_short_title_too() {
    let cover = |title: &str| {
        let text =
            format!("东海灯火大学\n本科毕业论文\n{title}\n学生姓名：孟夜\n学号：2019000123{TEXT}");
        let record = record_of("a.docx", &text);
        record.trusted(RecordField::Title).map(str::to_owned)
    };
    for title in ["论美", "5G"] {
        assert_eq!(cover(&format!("题目：{title}")).as_deref(), Some(title));
    }
    assert_eq!(
        cover("题目：论灯\n与夜读之书").as_deref(),
        Some("论灯与夜读之书")
    );
    for line in ["题目：自拟", "题目要求", "题目    要求", "Title: Mr"] {
        assert_eq!(cover(line), None, "{line}");
    }
}

#[test]
fn examiners_are_no_authors() {
    let list = "硕士学位论文答辩委员会成员名单\n姓名\n职称\n单位\n江灯\n教授\n北岭师范大学\n林夜\n教授\n北岭师范大学";
    let record = record_of(
        "a.pdf",
        &format!(
            "东海灯火大学\n硕士学位论文\n题目：夜间图书馆的灯光\n导师：孟灯书 教授\n{list}{TEXT}"
        ),
    );
    assert_eq!(record.author, None);
    assert_eq!(record.value(RecordField::Institution), "东海灯火大学");
}

#[test]
fn labels_in_brackets() {
    let record = record_of(
        "a.txt",
        "【原文出处】灯火学报\n【 标  题 】夜间图书馆的灯光\n【 作  者 】孟夜/方砚明\n【 正  文 】\n本文讨论夜间开放的图书馆。",
    );
    assert_eq!(record.value(RecordField::Title), "夜间图书馆的灯光");
    assert_eq!(record.value(RecordField::Author), "孟夜、方砚明");
}

#[test]
fn an_empty_form_states_no_person() {
    let form = "东海灯火大学\n本科毕业论文（设计）\n题  目\n姓    名\n学    号\n专业年级\n学    院\n指导教师/职称\n（可填写1-3人）\n二○    年    月    日";
    let record = record_of("毕业论文模板.docx", &format!("{form}{TEXT}"));
    assert_eq!(record.author, None);
    assert_eq!(record.student_number, None);
    assert_eq!(record.supervisor, None);
    assert_eq!(record.year, None);
}

#[test]
fn the_name_of_the_file_confirms_a_weak_statement() {
    let text = "夜间图书馆的灯光布置研究\n孟夜\n摘要\n本文讨论夜间开放的图书馆。";
    let alone = record_of("a.docx", text).author.unwrap();
    assert_eq!(
        (alone.value.as_str(), alone.certainty),
        ("孟夜", Certainty::Likely)
    );
    let named = record_of("二班/2019000123_孟夜_论文.docx", text);
    let author = named.author.unwrap();
    assert_eq!(
        (author.place, author.certainty),
        (StatedPlace::Cover, Certainty::Sure)
    );
    let number = named.student_number.unwrap();
    assert_eq!(
        (number.place, number.certainty),
        (StatedPlace::FileName, Certainty::Likely)
    );
}

#[test]
fn an_ordinary_text_states_little_and_nothing_surely() {
    for text in [
        "昨天晚上我去了图书馆，灯亮着。作者在本文里讨论灯光，学生的夜读是另一个问题。",
        "1. 打开灯，坐下来，拿出书。\n2. 读到天亮，然后回家去睡觉。",
        "I went to the library at night. In 2010 there was one lamp.",
        "",
    ] {
        let record = record_of("a.txt", text);
        let sure = RecordField::ALL
            .into_iter()
            .filter_map(|field| record.get(field))
            .find(|stated| stated.certainty > Certainty::Guess);
        assert_eq!(sure, None, "{text}");
    }
}

#[test]
fn a_word_of_a_person_stands() {
    let mut record = BibliographicRecord::default();
    record.correct(RecordField::Title, " 夜 间 的 灯 ");
    assert_eq!(record.value(RecordField::Title), "夜间的灯");
    record.correct(RecordField::Title, "");
    assert_eq!(record.title, None);
}

proptest! {
    #[test]
    fn any_text_gives_values_on_one_line(
        name in "\\PC{0,30}",
        text in "(学 ?号|姓名|题 目|导师|by|Supervisor|大学|[：: \\t\\n_，《》0-9]|张|夜|A|论文|摘要|[^a]){0,60}",
    ) {
        let record = record_of(&name, &text);
        for field in RecordField::ALL {
            if let Some(stated) = record.get(field) {
                prop_assert!(!stated.value.is_empty());
                prop_assert!(!stated.value.contains(['\n', '\r', '\t']), "{:?}", stated);
            }
        }
    }
}

#[test]
fn the_writer_of_a_book_is_no_student() {
    for (cover, expected) in [
        (
            "东海灯火大学\n课程论文\n题目：夜间图书馆的灯光\n作者：江灯\n学生：孟夜",
            Some("孟夜"),
        ),
        (
            "《夜读集》读书报告\n书名：夜读集\n作者：江灯\n出版社：灯火出版社\n姓名：孟夜",
            Some("孟夜"),
        ),
        (
            "《夜读集》读书报告\n书名：夜读集\n作者：江灯\n出版社：灯火出版社",
            None,
        ),
        (
            "外文翻译\n题目：夜间图书馆的灯光\n作者：江灯\n译者：孟夜",
            None,
        ),
        ("读《夜读集》有感\n作者：江灯", None),
        ("《夜读集》赏析\n江灯", None),
        ("夜间图书馆的灯光\n作者：江灯", Some("江灯")),
        (
            "Book Report\nTitle: Lamps of the Night\nAuthor: Max Lamp\nPublisher: Candle\nName: Jane Roe",
            Some("Jane Roe"),
        ),
    ] {
        let record = record_of("a.docx", &format!("{cover}{TEXT}"));
        assert_eq!(record.trusted(RecordField::Author), expected, "{cover}");
    }
}

#[test]
fn a_teacher_is_no_author() {
    for teacher in [
        "教师：孟灯书",
        "老师：孟灯书",
        "副教授：孟灯书",
        "教师 孟灯书",
        "导师 孟灯书",
        "孟灯书 教授",
        "孟灯书讲师",
        "任课教师\n孟灯书",
        "Professor Jane Roe",
    ] {
        let text = format!("实验一 夜间图书馆的灯光与应用\n{teacher}{TEXT}");
        let record = record_of("a.docx", &text);
        assert_eq!(record.trusted(RecordField::Author), None, "{teacher}");
    }
    let essay = "John Lamp\nProfessor Jane Roe\nEnglish 101\n5 May 2024\nThe Lamps of Night and Their Readers\n";
    let text = "We look at those who read at night, and at the lamps that they use. ".repeat(4);
    let record = record_of("a.docx", &format!("{essay}{text}"));
    assert_eq!(record.trusted(RecordField::Author), Some("John Lamp"));
}

#[test]
fn a_title_ends_before_an_unknown_label() {
    for form in [
        "实验名称\n夜间图书馆的灯光\n审核\n孟灯书\n制表\n江灯",
        "实验名称\n夜间图书馆的灯光\n教师\n孟灯书\n学生\n孟夜",
        "夜间图书馆的灯光\n教师：孟灯书\n学号：2019000123\n姓名：孟夜",
        "夜间图书馆的灯光\n审核人：孟灯书\n学号：2019000123\n姓名：孟夜",
    ] {
        let record = record_of("a.docx", &format!("东海灯火大学实验报告\n{form}{TEXT}"));
        assert_eq!(
            record.value(RecordField::Title),
            "夜间图书馆的灯光",
            "{form}"
        );
    }
}
