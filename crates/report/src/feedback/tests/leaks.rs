//! What a student's report may not have: another student's name, number, e-mail address, file, or text outside passages.

use std::collections::HashMap;

use rayon::prelude::*;

use super::class::{Class, Layout, Student, check_of, document};
use super::{text_in, unpacked, written};
use crate::FeedbackOptions;
use crate::pdf::tests::tools::{compact, run, text_of};
use chachong_check::Origin;
use chachong_messages::Language;

/// Number of characters at the beginning of a sentence by which it is known.
const BEGINNING: usize = 12;

/// Number of characters at the beginning of a word that identifies a student by which it is looked up.
const KEY: usize = 3;

/// Words that identify students, with the students, by their beginnings.
struct Signs(HashMap<Vec<char>, Vec<(usize, Vec<char>)>>);

impl Signs {
    fn of(students: &[Student]) -> Self {
        let mut all: HashMap<Vec<char>, Vec<(usize, Vec<char>)>> = HashMap::new();
        for (at, student) in students.iter().enumerate() {
            for sign in signs_of(student) {
                let sign: Vec<char> = sign.chars().collect();
                all.entry(sign[..KEY].to_vec())
                    .or_default()
                    .push((at, sign));
            }
        }
        Self(all)
    }

    /// Returns the words of other students in a text with what stands around them, but for those within the student's own.
    fn others_in(&self, text: &str, own: usize, own_signs: &[String]) -> Vec<String> {
        let text: Vec<char> = compact(text).to_lowercase().chars().collect();
        let mut found = Vec::new();
        for (at, key) in text.windows(KEY).enumerate() {
            for (student, sign) in self.0.get(key).into_iter().flatten() {
                if *student != own && text[at..].starts_with(sign) {
                    let sign: String = sign.iter().collect();
                    if !own_signs.iter().any(|one| one.contains(&sign)) {
                        let around = &text[at.saturating_sub(40)..(at + 40).min(text.len())];
                        found.push(format!("{sign} in {}", around.iter().collect::<String>()));
                    }
                }
            }
        }
        found
    }
}

/// Returns what identifies a student, without blanks and in lower case.
fn signs_of(student: &Student) -> Vec<String> {
    let files = student.files.iter().map(|(file, _)| file);
    // All students have a file of this name.
    let files = files.filter(|file| *file != "报告.docx");
    let files = files.map(|file| file.trim_end_matches(".docx"));
    let words = [&student.name, &student.number, &student.email];
    (words.into_iter().map(String::as_str))
        .chain(student.spellings.iter().map(String::as_str))
        .chain(files)
        .map(|word| compact(word).to_lowercase())
        .chain([format!("_{}_", student.id)])
        .collect()
}

/// Asserts that no report of a class tells of another student.
fn assert_no_leaks(class: &Class, language: Language, options: FeedbackOptions) {
    let (told, zip) = written(&class.result, language, options);
    assert_eq!(told.submissions, class.students.len());
    let signs = Signs::of(&class.students);
    // Students by the beginnings of the sentences that may stand in their reports.
    let mut writers: HashMap<Vec<char>, Vec<usize>> = HashMap::new();
    for (at, student) in class.students.iter().enumerate() {
        for sentence in &student.sentences {
            let beginning: Vec<char> = sentence.chars().take(BEGINNING).collect();
            writers.entry(beginning).or_default().push(at);
        }
    }
    let seen = unpacked(&zip).into_par_iter().map(|(path, pdf)| {
        let own = (class.students.iter())
            .position(|one| path.starts_with(&format!("{}_{}_", one.name, one.id)));
        let own = own.unwrap();
        let Some(text) = text_of(&pdf) else {
            return 0;
        };
        let facts = run("pdfinfo", &["-enc", "UTF-8"], &pdf).unwrap_or_default();
        // All strings of all objects: bookmarks, structure, properties.
        let objects = run("qpdf", &["--json=2"], &pdf).unwrap_or_default();
        let xmp = run("pdfinfo", &["-meta", "-enc", "UTF-8"], &pdf).unwrap_or_default();
        let own_signs = signs_of(&class.students[own]);
        for all in [&text, &facts, &objects, &xmp] {
            let found = signs.others_in(all, own, &own_signs);
            assert!(found.is_empty(), "{path} tells {found:?}");
        }
        let text: Vec<char> = compact(&text).chars().collect();
        let mut sentences = 0;
        for piece in text.windows(BEGINNING) {
            if let Some(writers) = writers.get(piece) {
                assert!(writers.contains(&own), "{path} has another's {piece:?}");
                sentences += 1;
            }
        }
        sentences
    });
    let seen: usize = seen.sum();
    assert!(
        seen > class.students.len() * 15,
        "only {seen} sentences were read back"
    );
}

#[test]
fn no_report_tells_of_another_student() {
    let class = Class::of(30, Layout::MoodleFolders);
    assert_no_leaks(&class, Language::Chinese, FeedbackOptions::default());
}

#[test]
fn texts_beside_passages_have_no_names_either() {
    let class = Class::of(12, Layout::MoodleFolders);
    let options = FeedbackOptions {
        names: false,
        text: true,
    };
    assert_no_leaks(&class, Language::Chinese, options);
}

#[test]
fn no_report_of_a_large_class_tells_of_another_student() {
    if std::env::var_os("CHACHONG_TEST_EVERYTHING").is_some() {
        let class = Class::of(120, Layout::MoodleFolders);
        assert_no_leaks(&class, Language::English, FeedbackOptions::default());
    }
}

#[test]
fn documents_of_libraries_have_no_names_either() {
    let text =
        "灯窗夜读书馆阅览座位预约照明开支统计口径调查问卷居民街道办事处流动站点轮椅通道宽度答复。"
            .repeat(3);
    let mut member = document(
        "library:陆晓雅的毕业论文.docx",
        &format!("作者：陆晓雅\n{text}"),
    );
    member.origin = Origin::Library;
    member.library = Some("顾老师的比对库".into());
    let own = document("沈晓宇/报告.docx", &format!("沈晓宇的报告\n{text}"));
    let other = document(
        "潘晓雪/报告.docx",
        "安保巡查路线空调电安全须知内容读者意见提醒摆放志愿排班表门禁卡。",
    );
    let result = check_of(vec![own, other, member], None);
    let (_, zip) = written(&result, Language::Chinese, FeedbackOptions::default());
    let Some(seen) = text_in(&zip, "沈晓宇/查重报告-报告.pdf") else {
        return;
    };
    assert!(seen.contains("比对库文档1"), "{seen}");
    for hidden in ["陆晓雅", "毕业论文", "顾老师", "潘晓雪"] {
        assert!(!seen.contains(hidden), "{hidden}: {seen}");
    }
}

#[test]
fn programs_of_others_are_shown_only_if_allowed_and_without_names() {
    let lines = (0..40).map(|at| {
        format!(
            "    total_{at} = weigh(total, {at} * {}) - shade[{at}];",
            at * at + 3
        )
    });
    let body = lines.collect::<Vec<_>>().join("\n");
    let program = |name: &str, note: &str| {
        format!("/* {name}: {note} */\nint measure(int total) {{\n{body}\n    return total;\n}}\n")
    };
    let files = [
        ("沈晓宇", "Lamps at the north door"),
        ("陆晓雅", "Shelves of donated atlases"),
    ];
    let documents =
        files.map(|(name, note)| document(&format!("{name}/main.c"), &program(name, note)));
    let result = check_of(documents.into(), None);
    for text in [false, true] {
        let options = FeedbackOptions { names: false, text };
        let (_, zip) = written(&result, Language::Chinese, options);
        let Some(seen) = text_in(&zip, "沈晓宇/查重报告-main.pdf") else {
            return;
        };
        assert!(seen.contains("另一份作业1"), "{seen}");
        assert!(
            seen.contains("Lampsatthenorthdoor") && !seen.contains("陆晓雅"),
            "{seen}"
        );
        assert_eq!(seen.contains("Shelvesofdonatedatlases"), text, "{seen}");
    }
}
