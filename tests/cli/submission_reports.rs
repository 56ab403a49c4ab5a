//! Submissions on the terminal and in the reports: what two students share is listed once, with the files below; a student's own
//! earlier work stands beside the total; the report on a class.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use crate::program::{Dice, done, str, text};
use crate::report_schema::Schema;
use crate::reports::words_of;
use crate::submissions::{moodle, write};

const LIST: &str = "学号,姓名,提交时间\n20230101,沈知远,2026-03-01 08:30\n20230102,方越,2026-03-02 09:00\n\
                    20230103,顾一鸣,2026-03-02 10:00\n20230104,季晚舟,\n";

fn read(folder: &Path, name: &str) -> String {
    words_of(&std::fs::read(folder.join(name)).unwrap())
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
    let (folder, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    moodle(folder.path());
    let out = out.path();
    let list = out.join("名单.csv");
    std::fs::write(&list, LIST).unwrap();
    let at = |name: &str| out.join(name).display().to_string();
    let [html, pdf, docx] = ["html", "pdf", "docx"].map(at);
    let [xlsx, class] = ["check.xlsx", "class.pdf"].map(at);
    let said = done(&[
        "check",
        "-q",
        str(folder.path()),
        "--list",
        str(&list),
        "--html",
        &html,
        "--pdf",
        &pdf,
        "--docx",
        &docx,
        "--xlsx",
        &xlsx,
        "--class-pdf",
        &class,
        "--name",
        "高二物理",
    ]);
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

    let index = read(out, "html/index.html");
    for words in [
        "<h1>高二物理</h1>",
        "3 submissions (6 files)",
        "顾一鸣 (20230103), 2 files",
        "Submission A",
    ] {
        assert!(index.contains(words), "{words}");
    }
    let pages = out.join("html/documents");
    let pages = std::fs::read_dir(pages)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut pages = pages.map(|page| std::fs::read_to_string(page).unwrap());
    assert!(pages.all(|page| page.contains("Submission: ") && page.contains("Other files:")));
    for (format, source) in [
        ("pdf", "沈知远 (20230101) · 报告.txt"),
        ("docx", "沈知远 (20230101)"),
    ] {
        let name = named(&out.join(format), "839203_assignsubmission_file_报告");
        let report = read(out, &format!("{format}/{name}"));
        let compact = |text: &str| text.split_whitespace().collect::<String>();
        assert!(compact(&report).contains(&compact(source)), "{format}");
        assert!(
            compact(&report).contains("顾一鸣(20230103),2files"),
            "{format}"
        );
    }
    let workbook = read(out, "check.xlsx");
    for words in [
        "\"Submissions\"",
        "\"Pairs of submissions\"",
        "报告.txt — 报告.txt",
    ] {
        assert!(workbook.contains(words), "{words}");
    }
    let class = read(out, "class.pdf");
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
    let (folder, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
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
        let own = folder.path().join(format!("2023010{number}_{name}"));
        std::fs::create_dir(&own).unwrap();
        std::fs::write(own.join("notes.txt"), text(number, 40)).unwrap();
        if number < 3 {
            std::fs::write(own.join("main.py"), &program).unwrap();
        }
    }
    let class = out.path().join("class.pdf");
    done(&[
        "check",
        "-q",
        str(folder.path()),
        "--class-pdf",
        str(&class),
    ]);
    let words: String = words_of(&std::fs::read(&class).unwrap())
        .split_whitespace()
        .collect();
    assert!(words.contains("samecode100"), "{words}");
    assert_eq!(words.matches("100.0%/100.0%").count(), 2, "{words}");
}

#[test]
fn what_both_submissions_have_together_makes_a_group() {
    for (appendix, is_group) in [(2, true), (80, false)] {
        let (folder, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for (name, id, report) in [
            ("沈知远", 839_201, text(1, 40)),
            ("方越", 839_202, format!("{}{}", text(2, 20), text(1, 20))),
        ] {
            let place = format!("{name}_{id}_assignsubmission_file");
            write(folder.path(), &format!("{place}/报告.txt"), &report);
            let own = text(id, appendix);
            write(folder.path(), &format!("{place}/附录.txt"), &own);
        }
        let html = out.path().join("html");
        done(&["check", "-q", str(folder.path()), "--html", str(&html)]);
        let index = read(&html, "index.html");
        assert_eq!(index.contains("id=\"groups\""), is_group, "{appendix}");
    }
}

#[test]
fn a_copy_of_the_earlier_work_of_another_student_is_listed_under_both_names() {
    let (last_year, this_year) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let cover = "课程报告\n\n姓名：沈知远\n学号：20230101\n\n";
    let old = format!("{cover}{}", text(1, 40));
    write(last_year.path(), "旧.txt", &old);
    let at = |name: &str| last_year.path().join(name).display().to_string();
    let [library, file, list] = ["library.sqlite", "旧.txt", "名单.csv"].map(at);
    done(&["library", "add", &library, &file]);
    write(this_year.path(), "20230101沈知远/报告.txt", &text(2, 40));
    write(this_year.path(), "20230101沈知远/附录.txt", &text(4, 40));
    let copied = text(3, 20) + &text(1, 30);
    write(this_year.path(), "20230102方越/报告.txt", &copied);
    std::fs::write(&list, LIST).unwrap();
    let folder = str(this_year.path());
    let options = ["--library", &library, "--list", &list];
    let said = done(&[&["check", "-q", folder][..], &options[..]].concat());
    let row = said.lines().nth(2).unwrap();
    assert!(row.contains("沈知远 (20230101)") && row.contains("方越 (20230102)"));
    assert!(row.contains("part shared"), "{row}");
}

#[test]
fn own_earlier_work_is_told_calmly_beside_the_total() {
    let (last_year, this_year) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let cover = "课程报告\n\n姓名：沈知远\n学号：20230101\n\n";
    let old = text(1, 40);
    write(last_year.path(), "旧.txt", &format!("{cover}{old}"));
    let at = |name: &str| last_year.path().join(name).display().to_string();
    let [library, file, list] = ["library.sqlite", "旧.txt", "名单.csv"].map(at);
    done(&["library", "add", &library, &file]);
    let part: String = old.chars().take(old.chars().count() / 4).collect();
    let report = format!("{cover}{part}{}", text(2, 40));
    write(this_year.path(), "20230101沈知远.txt", &report);
    write(this_year.path(), "20230102方越.txt", &text(3, 40));
    std::fs::write(&list, LIST).unwrap();
    let [html, pdf, docx, xlsx] = ["html", "pdf", "docx", "check.xlsx"].map(at);
    let check = [
        "check",
        "-q",
        str(this_year.path()),
        "--library",
        &library,
        "--list",
        &list,
    ];
    let reports = [
        "--html", &html, "--pdf", &pdf, "--docx", &docx, "--xlsx", &xlsx,
    ];
    let said = done(&[&check[..], &reports[..]].concat());
    let sentence = "which is not plagiarism. Total copied share: 0.0 % without own earlier work,";
    assert!(said.contains(sentence), "{said}");
    let out = last_year.path();
    assert!(read(out, "html/index.html").contains("Own earlier work"));
    assert!(read(out, "html/documents/0001.html").contains(sentence));
    assert!(!read(out, "html/documents/0002.html").contains(sentence));
    assert!(read(out, "check.xlsx").contains("Total copied share with own earlier work"));
    for format in ["pdf", "docx"] {
        let name = named(&out.join(format), "20230101");
        let report = read(out, &format!("{format}/{name}")).replace('\n', " ");
        assert!(report.contains("without own earlier work"), "{format}");
    }
    let counted = done(&[&check[..], &["--count-own"]].concat());
    assert!(!counted.contains("Own earlier work"), "{counted}");
}

#[test]
fn sources_below_one_per_cent_share_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let whole = text(1, 300);
    let sentences: Vec<&str> = whole.split_inclusive('。').collect();
    write(folder.path(), "长文.txt", &whole);
    write(
        folder.path(),
        "大段.txt",
        &(text(2, 40) + &sentences[..30].concat()),
    );
    for number in 0..4 {
        let from = 40 + 10 * number;
        let taken = sentences[from..from + 2].concat();
        let seed = 10 + number as u64;
        write(
            folder.path(),
            &format!("小段{number}.txt"),
            &(text(seed, 40) + &taken),
        );
    }
    let out = tempfile::tempdir().unwrap();
    let pdf = out.path().display().to_string();
    done(&["check", "-q", str(folder.path()), "--pdf", &pdf]);
    let name = named(out.path(), "长文");
    let report: String = read(out.path(), &name).split_whitespace().collect();
    assert!(report.contains("4sourcesbelow1%:"), "{report}");
    for number in 0..4 {
        assert!(report.contains(&format!("小段{number}.txt(0.")), "{report}");
    }
}

/// A small file that students share, such as data that was handed out, is a small part of what each handed in.
#[test]
fn a_small_file_in_common_is_no_large_share_of_a_submission() {
    let (folder, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = folder.path();
    let names = ["沈知远", "方越", "顾一鸣", "季晚舟"];
    for (at, name) in (0_u16..).zip(names) {
        let own = text(u64::from(at) + 1, 40);
        let taken = if at == 2 { text(1, 15) } else { String::new() };
        let place = format!("2023010{at}{name}");
        write(
            folder,
            &format!("{place}/报告.txt"),
            &format!("{own}{taken}"),
        );
        if (1..3).contains(&at) {
            write(folder, &format!("{place}/数据.txt"), "电压 1.2");
            write(folder, &format!("{place}/说明.txt"), "请用 Word 打开");
        }
    }
    let table = out.path().join("成绩.csv");
    let said = done(&["check", "-q", str(folder), "--submissions-csv", str(&table)]);
    let of_submissions: Vec<&str> = (said.lines())
        .filter(|line| line.contains("方越") && line.contains("顾一鸣"))
        .collect();
    assert_eq!(of_submissions.len(), 1, "{said}");
    assert!(
        of_submissions[0].contains("identical files") && !of_submissions[0].contains(" 0 / 64"),
        "{said}"
    );
    let table = std::fs::read_to_string(table).unwrap();
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
    let (folder, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let common = "double above(double *values, int count) {\n  double middle = 0, sum = 0;\n  \
        for (int i = 0; i < count; i++) middle += values[i];\n  middle = middle / count;\n  \
        for (int i = 0; i < count; i++) { if (values[i] > middle) sum += values[i] * 0.731; }\n  return sum;\n}\n";
    let small = "unsigned crc(unsigned char *p, long n) { unsigned c = 1; while (n-- > 0) c = c * 31 ^ *p++; return ~c; }\n";
    let own = [
        "while (queue.size() > 17) { node = queue.pop(); visit(node, \"seen\"); if (node.left) queue.push(node.left); }\n",
        "switch (key) { case 3: return open(door); case 4: return -1; default: break; } throw new Error(key);\n",
        "struct list { struct list *next; char name[20]; }; void add(struct list **at, char *n) { *at = make(n, *at); }\n",
        "for (p = head; p != NULL; p = p->next) { if (!strcmp(p->name, wanted)) { p->count += 1; break; } }\n",
        "matrix[i][j] = matrix[j][i] ^ mask << 3 | bits & ~low; if (matrix[i][j] >> 2 >= limit) overflow();\n",
        "FILE *in = fopen(argv[1], \"r\"); if (in == NULL) { perror(argv[1]); exit(2); } fclose(in);\n",
    ];
    for (student, name) in (0..).zip(["沈知远", "方越", "顾一鸣", "季晚舟"]) {
        let is_copy = student < 2;
        let table = readings(if is_copy { 1 } else { student });
        write(folder.path(), &format!("{name}/甲.csv"), &table);
        write(
            folder.path(),
            &format!("{name}/乙.csv"),
            &readings(student + 40),
        );
        let at = usize::try_from(student).unwrap();
        let program = if is_copy {
            write(folder.path(), &format!("{name}/helper.c"), common);
            [own[at], small, own[at + 2]].concat()
        } else {
            own[at + 2].to_owned()
        };
        write(folder.path(), &format!("{name}/main.c"), &program);
    }
    let names = ["check.json", "html", "gradebook.csv"];
    let [json, html, csv] = names.map(|name| out.path().join(name));
    let said = done(&[
        "check",
        "-q",
        str(folder.path()),
        "--json",
        str(&json),
        "--html",
        str(&html),
        "--submissions-csv",
        str(&csv),
    ]);
    let (row, files) = said
        .lines()
        .skip(2)
        .take(2)
        .partition::<Vec<&str>, _>(|line| !line.contains('└'));
    let line = |lines: &[&str]| lines.join("");
    assert!(line(&row).contains("50 % / 50 %"), "{said}");
    assert!(!line(&files).contains("50 % / 50 %"), "{said}");
    let report: Value = serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap();
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
    let index = read(&html, "index.html");
    assert!(index.contains("#code-parts") && index.contains("of all files"));
    let page = std::fs::read_dir(html.join("pairs")).unwrap();
    let mut pages = page.map(|page| words_of(&std::fs::read(page.unwrap().path()).unwrap()));
    assert!(pages.any(|page| page.contains("id=\"code-parts\"") && page.contains("unsigned crc")));
    // The code is the largest share, though the tables are the strongest evidence.
    let gradebook = std::fs::read_to_string(csv).unwrap();
    assert_eq!(gradebook.matches(",code,").count(), 2, "{gradebook}");
}
