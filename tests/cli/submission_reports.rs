//! Submissions on the terminal and in the reports: what two students share is listed once, with the files below; a student's own
//! earlier work stands beside the total; the report on a class.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use crate::program::{Dice, Place, text};
use crate::program_class;
use crate::report_schema::Schema;
use crate::reports::words_of;
use crate::submissions::moodle;

const LIST: &str = "学号,姓名,提交时间\n20230101,沈知远,2026-03-01 08:30\n20230102,方越,2026-03-02 09:00\n\
                    20230103,顾一鸣,2026-03-02 10:00\n20230104,季晚舟,\n";

fn read(place: &Place, name: &str) -> String {
    words_of(&std::fs::read(place.at(name)).unwrap())
}

/// Name of the only file in a folder that contains these words.
fn named(folder: &Path, words: &str) -> String {
    let names = std::fs::read_dir(folder).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.contains(words)).collect();
    assert_eq!(names.len(), 1, "{names:?}");
    names.remove(0)
}

#[test]
fn two_submissions_are_listed_once_with_their_pairs_of_files_below() {
    let place = Place::new();
    moodle(&place);
    place.write("名单.csv", LIST);
    let reports = "--html html --pdf pdf --docx docx --xlsx check.xlsx --class-pdf class.pdf";
    let said = place.done(&format!(
        "check -q in --list 名单.csv --name 高二物理 {reports}"
    ));
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].contains("Submission A"), "{said}");
    let has_all = |line: &str, words: &[&str]| words.iter().all(|word| line.contains(word));
    assert!(
        has_all(lines[2], &["沈知远 (20230101)", "顾一鸣 (20230103)"]),
        "{said}"
    );
    assert!(
        lines[3].matches("└ ").count() == 2 && lines[3].contains("报告.txt"),
        "{said}"
    );
    let own = lines
        .iter()
        .filter(|line| line.contains("方越 (20230102) · 报告.txt"));
    assert_eq!(own.count(), 1, "{said}");
    assert!(
        said.contains("submissions: 3; files: 6 (read 6, failed 0)"),
        "{said}"
    );

    let index = read(&place, "html/index.html");
    for words in [
        "<h1>高二物理</h1>",
        "3 submissions (6 files)",
        "顾一鸣 (20230103), 2 files",
        "Submission A",
    ] {
        assert!(index.contains(words), "{words}");
    }
    let pages = std::fs::read_dir(place.at("html/documents"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut pages = pages.map(|page| std::fs::read_to_string(page).unwrap());
    assert!(pages.all(|page| page.contains("Submission: ") && page.contains("Other files:")));
    for (format, source) in [
        ("pdf", "沈知远 (20230101) · 报告.txt"),
        ("docx", "沈知远 (20230101)"),
    ] {
        let name = named(&place.at(format), "839203_assignsubmission_file_报告");
        let report = read(&place, &format!("{format}/{name}"));
        let compact = |text: &str| text.split_whitespace().collect::<String>();
        assert!(compact(&report).contains(&compact(source)), "{format}");
        assert!(
            compact(&report).contains("顾一鸣(20230103),2files"),
            "{format}"
        );
    }
    let workbook = read(&place, "check.xlsx");
    for words in [
        "\"Submissions\"",
        "\"Pairs of submissions\"",
        "报告.txt — 报告.txt",
    ] {
        assert!(workbook.contains(words), "{words}");
    }
    let class = read(&place, "class.pdf");
    for words in [
        "高二物理",
        "季晚舟",
        "沈知远 (20230101)",
        "Nothing handed in",
    ] {
        assert!(class.contains(words), "{words}: {class}");
    }
    assert!(class.matches('\u{c}').count() <= 2, "at most two pages");
}

#[test]
fn the_strongest_pair_of_files_has_the_shares_of_its_code() {
    let place = Place::new();
    let function = |n: u32| {
        format!(
            "def step_{n}(rows, limit):\n    total_{n} = {n}\n    for row in rows[{n}:]:\n        \
             if row.weight > limit * {n}:\n            total_{n} += row.height - limit\n    \
             return total_{n}\n"
        )
    };
    let program: Vec<String> = (0..25).map(function).collect();
    let program = program.join("\n");
    for (number, name) in [(1, "沈知远"), (2, "方越"), (3, "顾一鸣")] {
        let own = format!("in/2023010{number}_{name}");
        place.write(&format!("{own}/notes.txt"), text(number, 40));
        if number < 3 {
            place.write(&format!("{own}/main.py"), &program);
        }
    }
    place.done("check -q in --class-pdf class.pdf");
    let words: String = read(&place, "class.pdf").split_whitespace().collect();
    assert!(words.contains("samecode100"), "{words}");
    assert_eq!(words.matches("100.0%/100.0%").count(), 2, "{words}");
}

#[test]
fn what_both_submissions_have_together_makes_a_group() {
    for (appendix, is_group) in [(2, true), (80, false)] {
        let place = Place::new();
        for (name, id, report) in [
            ("沈知远", 839_201, text(1, 40)),
            ("方越", 839_202, format!("{}{}", text(2, 20), text(1, 20))),
        ] {
            let own = format!("in/{name}_{id}_assignsubmission_file");
            place.write(&format!("{own}/报告.txt"), report);
            place.write(&format!("{own}/附录.txt"), text(id, appendix));
        }
        place.done("check -q in --html html");
        let index = read(&place, "html/index.html");
        assert_eq!(index.contains("id=\"groups\""), is_group, "{appendix}");
    }
}

#[test]
fn a_copy_of_the_earlier_work_of_another_student_is_listed_under_both_names() {
    let place = Place::new();
    let cover = "课程报告\n\n姓名：沈知远\n学号：20230101\n\n";
    place.write("旧.txt", cover.to_owned() + &text(1, 40));
    place.done("library add library.sqlite 旧.txt");
    place.write("in/20230101沈知远/报告.txt", text(2, 40));
    place.write("in/20230101沈知远/附录.txt", text(4, 40));
    place.write("in/20230102方越/报告.txt", text(3, 20) + &text(1, 30));
    place.write("名单.csv", LIST);
    let said = place.done("check -q in --library library.sqlite --list 名单.csv");
    let row = said.lines().nth(2).unwrap();
    assert!(row.contains("沈知远 (20230101)") && row.contains("方越 (20230102)"));
    assert!(row.contains("part shared"), "{row}");
}

#[test]
fn own_earlier_work_is_told_calmly_beside_the_total() {
    let place = Place::new();
    let cover = "课程报告\n\n姓名：沈知远\n学号：20230101\n\n";
    let old = text(1, 40);
    place.write("旧.txt", format!("{cover}{old}"));
    place.done("library add library.sqlite 旧.txt");
    let part: String = old.chars().take(old.chars().count() / 4).collect();
    let report = format!("{cover}{part}{}", text(2, 40));
    place.write("in/20230101沈知远.txt", report);
    place.write("in/20230102方越.txt", text(3, 40));
    place.write("名单.csv", LIST);
    let check = "check -q in --library library.sqlite --list 名单.csv";
    let reports = "--html html --pdf pdf --docx docx --xlsx check.xlsx";
    let said = place.done(&format!("{check} {reports}"));
    let sentence = "which is not plagiarism. Total copied share: 0.0 % without own earlier work,";
    assert!(said.contains(sentence), "{said}");
    assert!(read(&place, "html/index.html").contains("Own earlier work"));
    assert!(read(&place, "html/documents/0001.html").contains(sentence));
    assert!(!read(&place, "html/documents/0002.html").contains(sentence));
    assert!(read(&place, "check.xlsx").contains("Total copied share with own earlier work"));
    for format in ["pdf", "docx"] {
        let name = named(&place.at(format), "20230101");
        let report = read(&place, &format!("{format}/{name}")).replace('\n', " ");
        assert!(report.contains("without own earlier work"), "{format}");
    }
    let counted = place.done(&format!("{check} --count-own"));
    assert!(!counted.contains("Own earlier work"), "{counted}");
}

#[test]
fn sources_below_one_per_cent_share_a_line() {
    let place = Place::new();
    let whole = text(1, 300);
    let sentences: Vec<&str> = whole.split_inclusive('。').collect();
    place.write("in/长文.txt", &whole);
    place.write("in/大段.txt", text(2, 40) + &sentences[..30].concat());
    for number in 0..4 {
        let from = 40 + 10 * number;
        let taken = sentences[from..from + 2].concat();
        let own = text(10 + number as u64, 40);
        place.write(&format!("in/小段{number}.txt"), own + &taken);
    }
    place.done("check -q in --pdf pdf");
    let name = named(&place.at("pdf"), "长文");
    let report = read(&place, &format!("pdf/{name}"));
    let report: String = report.split_whitespace().collect();
    assert!(report.contains("4sourcesbelow1%:"), "{report}");
    for number in 0..4 {
        assert!(report.contains(&format!("小段{number}.txt(0.")), "{report}");
    }
}

/// A small file that students share, such as data that was handed out, is a small part of what each handed in.
#[test]
fn a_small_file_in_common_is_no_large_share_of_a_submission() {
    let place = Place::new();
    let names = ["沈知远", "方越", "顾一鸣", "季晚舟"];
    for (at, name) in (0_u16..).zip(names) {
        let own = text(u64::from(at) + 1, 40);
        let taken = if at == 2 { text(1, 15) } else { String::new() };
        let own_folder = format!("in/2023010{at}{name}");
        place.write(&format!("{own_folder}/报告.txt"), own + &taken);
        if (1..3).contains(&at) {
            place.write(&format!("{own_folder}/数据.txt"), "电压 1.2");
            place.write(&format!("{own_folder}/说明.txt"), "请用 Word 打开");
        }
    }
    let said = place.done("check -q in --submissions-csv 成绩.csv");
    let of_submissions: Vec<&str> = (said.lines())
        .filter(|line| line.contains("方越") && line.contains("顾一鸣"))
        .collect();
    assert_eq!(of_submissions.len(), 1, "{said}");
    assert!(
        of_submissions[0].contains("identical files") && !of_submissions[0].contains(" 0 / 64"),
        "{said}"
    );
    let table = place.read("成绩.csv");
    let cells: Vec<Vec<&str>> = (table.lines().skip(1))
        .map(|row| row.split(',').collect())
        .collect();
    let of = |name: &str| {
        let row = cells.iter().find(|row| row[1] == name).unwrap();
        (row[7].parse::<f64>().unwrap(), row[8])
    };
    let (share, kind) = of("方越");
    assert!(kind == "files" && share > 0.0 && share < 0.02, "{table}");
    let (share, kind) = of("顾一鸣");
    assert!(kind == "text" && (0.2..0.35).contains(&share), "{table}");
    assert_eq!(of("季晚舟"), (0.0, ""));
}

/// Table of 20 rows with two measured values each.
fn readings(number: u64) -> String {
    let mut table = "t,u,i\n".to_owned();
    let mut numbers = Dice(number + 1);
    for row in 0..20 {
        let (u, i) = (
            numbers.below(90_000) + 10_000,
            numbers.below(90_000) + 10_000,
        );
        writeln!(
            table,
            "{row},{}.{:04},{}.{:03}",
            u / 10_000,
            u % 10_000,
            i / 1000,
            i % 1000
        )
        .unwrap();
    }
    table
}

#[test]
fn a_row_of_two_students_sums_up_their_tables_and_code_and_says_where_it_stands() {
    let place = Place::new();
    program_class::write(&place.at("in"));
    for (student, name) in (0..).zip(program_class::STUDENTS) {
        let table = readings(if student < 2 { 1 } else { student });
        place.write(&format!("in/{name}/甲.csv"), table);
        place.write(&format!("in/{name}/乙.csv"), readings(student + 40));
    }
    let reports = "--json check.json --html html --submissions-csv gradebook.csv";
    let said = place.done(&format!("check -q in {reports}"));
    let (row, files) = said
        .lines()
        .skip(2)
        .take(2)
        .partition::<Vec<&str>, _>(|line| !line.contains('└'));
    let line = |lines: &[&str]| lines.join("");
    assert!(line(&row).contains("50 % / 50 %"), "{said}");
    assert!(!line(&files).contains("50 % / 50 %"), "{said}");
    let report = place.json("check.json");
    Schema::published().holds(&report);
    let pair = &report["submission_pairs"][0];
    let share = |value: &Value, name: &str| value[name].as_f64().unwrap();
    let of_kind = |kind: &str| {
        let mut kinds = pair["evidence"].as_array().unwrap().iter();
        kinds.find(|one| one["kind"] == kind).unwrap().clone()
    };
    let of_tables = share(&of_kind("tables"), "share_a");
    assert!((of_tables - 0.5).abs() < 1e-6, "{pair}");
    let parts = pair["parts"].as_array().unwrap();
    for (kind, name) in [
        ("code", "share_a"),
        ("code", "share_b"),
        ("tables", "share_b"),
    ] {
        let of_this = parts.iter().filter(|part| part["kind"] == kind);
        let sum: f64 = of_this.map(|part| share(part, name)).sum();
        assert!((sum - share(&of_kind(kind), name)).abs() < 0.003, "{pair}");
    }
    let other = parts.iter().find(|part| part["listed"] == false).unwrap();
    assert!(other["a"].as_str().unwrap().ends_with("main.c"), "{other}");
    let index = read(&place, "html/index.html");
    assert!(index.contains("#code-parts") && index.contains("of all files"));
    let page = std::fs::read_dir(place.at("html/pairs")).unwrap();
    let mut pages = page.map(|page| words_of(&std::fs::read(page.unwrap().path()).unwrap()));
    assert!(pages.any(|page| page.contains("id=\"code-parts\"") && page.contains("unsigned crc")));
    // The code is the largest share, though the tables are the strongest evidence.
    let gradebook = place.read("gradebook.csv");
    assert_eq!(gradebook.matches(",code,").count(), 2, "{gradebook}");
}
