//! A made-up class: its students, their files, and the check of them. All names are invented.

use std::sync::Arc;

use chachong_check::{
    CheckResult, Copied, CopySettings, CopyWatch, Document, DocumentContent, Origin,
    SubmissionSettings, VersionSearch, find_copies, fingerprint, first_documents, submissions_of,
};
use chachong_compare::{Choices, DocumentIndex, DocumentPair, Thresholds};
use chachong_import::{Extracted, Format};
use chachong_submission::ClassList;
use chachong_text::LineBreaks;

/// Signs of made-up sentences; no name has any of them.
const SIGNS: &str = "灯窗夜读书馆阅览座位预约照明开支统计口径调查问卷居民街道办事处流动站点轮椅通道宽度答复上架次序打印费用标准\
    安保巡查路线空调电安全须知内容读者意见提醒摆放志愿排班表门禁卡发放借还时段冬季学期周末考试停试行评估登记核对保留改进统登分批期主动申请";
const SURNAMES: [(&str, &str); 12] = [
    ("沈", "shen"),
    ("陆", "lu"),
    ("顾", "gu"),
    ("范", "fan"),
    ("彭", "peng"),
    ("曹", "cao"),
    ("魏", "wei"),
    ("蒋", "jiang"),
    ("欧阳", "ouyang"),
    ("司马", "sima"),
    ("诸葛", "zhuge"),
    ("潘", "pan"),
];
const GIVEN: [(&str, &str); 20] = [
    ("晓", "xiao"),
    ("宇", "yu"),
    ("欣", "xin"),
    ("嘉", "jia"),
    ("浩", "hao"),
    ("梓", "zi"),
    ("涵", "han"),
    ("雅", "ya"),
    ("磊", "lei"),
    ("娜", "na"),
    ("婷", "ting"),
    ("鑫", "xin"),
    ("博", "bo"),
    ("航", "hang"),
    ("诗", "shi"),
    ("飞", "fei"),
    ("鹏", "peng"),
    ("雪", "xue"),
    ("梅", "mei"),
    ("竹", "zhu"),
];
const LATIN: [(&str, &str); 6] = [
    ("Lucy", "Haugen"),
    ("Hugo", "Brandt"),
    ("Vera", "Novak"),
    ("Oscar", "Lund"),
    ("Paula", "Jensen"),
    ("Simon", "Kowal"),
];

/// How the platform names what students hand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    MoodleFolders,
    MoodleFlat,
    Canvas,
    Blackboard,
    Folders,
}

/// Student with what identifies them.
pub(crate) struct Student {
    pub(crate) name: String,
    pub(crate) number: String,
    pub(crate) email: String,
    /// Spellings in Latin letters.
    pub(crate) spellings: Vec<String>,
    /// The platform's number.
    pub(crate) id: u64,
    /// Files as the student called them, with their texts.
    pub(crate) files: Vec<(String, String)>,
    /// Sentences that only this student wrote, without blanks.
    pub(crate) sentences: Vec<String>,
}

/// Class with the check of its files.
pub(crate) struct Class {
    pub(crate) students: Vec<Student>,
    pub(crate) result: CheckResult,
}

/// Numbers by chance, the same on each run.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    pub(crate) fn sentence(&mut self, signs: &[char]) -> String {
        let length = 22 + self.below(10);
        let mut text: String = (0..length)
            .map(|_| signs[self.below(signs.len())])
            .collect();
        text.push('。');
        text
    }
}

impl Student {
    fn made(at: usize, chance: &mut Chance, signs: &[char]) -> Self {
        let (name, spellings) = if at % 10 == 9 {
            let (first, last) = LATIN[at / 10 % LATIN.len()];
            let name = format!(
                "{first} {last}{}",
                ["", "er", "sen", "mann", "ova"][at / 60 % 5]
            );
            (name.clone(), vec![name.to_uppercase()])
        } else {
            let (surname, latin) = SURNAMES[at % SURNAMES.len()];
            let (one, two) = (GIVEN[at / 12 % 20], GIVEN[(at * 7 + at / 20) % 20]);
            let given = format!("{}{}", one.1, two.1);
            let spellings = vec![
                format!("{latin} {given}"),
                format!("{given} {latin}"),
                format!("{latin}{given}"),
            ];
            (format!("{surname}{}{}", one.0, two.0), spellings)
        };
        let number = format!("20217{:05}", at * 37 + 1009);
        let sentences: Vec<String> = (0..26).map(|_| chance.sentence(signs)).collect();
        let own: Vec<&str> = sentences.iter().map(String::as_str).collect();
        let report = format!(
            "课程报告\n姓名：{name}\n学号：{number}\n\n{}\n本文由{name}（{}，{number}）完成，联系{}。\n{}\n",
            own[..8].concat(),
            spellings[0],
            email(&number),
            own[8..16].concat(),
        );
        let mut files = vec![("报告.docx".to_owned(), report)];
        if !at.is_multiple_of(3) {
            files.push((
                format!("{name}附录.docx"),
                format!("{}\n", own[16..21].concat()),
            ));
        }
        if at % 3 == 2 {
            files.push((
                format!("数据-{number}.docx"),
                format!("{}\n", own[21..].concat()),
            ));
        }
        Self {
            email: email(&number),
            id: 839_000 + at as u64 * 3,
            name,
            number,
            spellings,
            files,
            sentences,
        }
    }

    /// Path under which the platform exports a file.
    fn path(&self, layout: Layout, at: usize, file: &str) -> String {
        let (name, id) = (&self.name, self.id);
        match layout {
            Layout::MoodleFolders => format!("{name}_{id}_assignsubmission_file/{file}"),
            Layout::MoodleFlat => format!("{name}_{id}_assignsubmission_file_{file}"),
            Layout::Canvas => {
                let squeezed: String = name.chars().filter(|c| !c.is_whitespace()).collect();
                let late = if id.is_multiple_of(4) { "_LATE" } else { "" };
                let attachment = self.attachment(at);
                format!("{}{late}_{id}_{attachment}_{file}", squeezed.to_lowercase())
            }
            Layout::Blackboard => format!("Lab_u{id}_attempt_2024-05-01-09-30-00_{file}"),
            Layout::Folders => format!("{name}/{file}"),
        }
    }

    /// Canvas's number of a file.
    pub(crate) fn attachment(&self, file: usize) -> u64 {
        4_000_000 + self.id * 10 + file as u64
    }
}

fn email(number: &str) -> String {
    format!("x{number}@example.org")
}

impl Class {
    /// Makes a class. Every third student has paragraphs of another, with what they say about their author, and most of these a
    /// part of a third one's appendix.
    pub(crate) fn of(count: usize, layout: Layout) -> Self {
        let mut chance = Chance(7);
        let signs: Vec<char> = SIGNS.chars().filter(|c| !c.is_whitespace()).collect();
        let mut students: Vec<Student> = (0..count)
            .map(|at| Student::made(at, &mut chance, &signs))
            .collect();
        for at in (1..count).step_by(3) {
            let from = if at + 1 < count { at + 1 } else { 0 };
            let taken: Vec<&str> = students[from].files[0].1.lines().skip(4).collect();
            let mut taken = taken.join("\n");
            // What is copied may stand in the report of the copier, and nowhere else.
            let mut copied: Vec<String> = students[from].sentences[..16].to_vec();
            if at > 8 {
                let (_, appendix) = &students[at - 8].files[1];
                taken.push('\n');
                taken.push_str(appendix);
                copied.extend_from_slice(&students[at - 8].sentences[16..21]);
            }
            students[at].files[0].1.push_str(&taken);
            students[at].sentences.extend(copied);
        }
        let result = checked(&students, layout);
        Self { students, result }
    }
}

fn checked(students: &[Student], layout: Layout) -> CheckResult {
    let mut documents: Vec<Document> = Vec::new();
    for (place, student) in students.iter().enumerate() {
        for (at, (file, text)) in student.files.iter().enumerate() {
            let mut document = document(&student.path(layout, at, file), text);
            if let Some(Ok(content)) = &mut document.outcome {
                let editor = &students[(place + at + 1) % students.len()];
                content.metadata.author = Some(student.name.clone());
                content.metadata.last_editor = Some(editor.name.clone());
            }
            documents.push(document);
        }
    }
    let rows = students
        .iter()
        .map(|one| format!("{},{},{}\n", one.number, one.name, one.email));
    let table = format!("学号,姓名,邮箱\n{}", rows.collect::<String>());
    let list = ClassList::read(table.as_bytes(), "a.csv").unwrap();
    check_of(documents, Some(list))
}

/// Reads a file of a text or a program.
pub(crate) fn document(name: &str, text: &str) -> Document {
    let extracted = Extracted::of_text(text.to_owned(), LineBreaks::Paragraph);
    let mut content = fingerprint(&extracted);
    content.find_record(name, text);
    let format = Format::of(std::path::Path::new(name));
    Document::checked(name, format, Some(Ok(content)))
}

/// Compares documents with each other, and with those of a library among them.
pub(crate) fn check_of(mut documents: Vec<Document>, list: Option<ClassList>) -> CheckResult {
    documents.sort_by(|one, other| (one.origin, &one.name).cmp(&(other.origin, &other.name)));
    let checked = documents.partition_point(|one| one.origin == Origin::Checked);
    let settings = SubmissionSettings {
        list: list.map(Arc::new),
        ..SubmissionSettings::default()
    };
    let submissions = submissions_of(&documents, &settings);
    let first = first_documents(&documents.iter().collect::<Vec<_>>(), &submissions, false);
    let copying = CopySettings {
        first: first.clone(),
        checked: Some(checked),
        ..CopySettings::default()
    };
    let near: Vec<DocumentPair> = (checked..documents.len())
        .flat_map(|member| (0..checked).map(move |own| (DocumentIndex(own), DocumentIndex(member))))
        .collect();
    let contents: Vec<Option<&DocumentContent>> = documents.iter().map(Document::content).collect();
    let copies = find_copies(&contents, &near, &copying, &CopyWatch::NOBODY).unwrap();
    let versions = VersionSearch::of(
        &documents.iter().collect::<Vec<_>>(),
        &copies,
        &submissions,
        &first,
    );
    let found = Copied::of(Arc::new(copies), Arc::new(versions), Choices::default());
    let result = CheckResult {
        submissions: Arc::new(submissions),
        submission_settings: Arc::new(settings),
        ..CheckResult::of(documents, Thresholds::default())
    };
    result.with_copied(found).with_evidence()
}
