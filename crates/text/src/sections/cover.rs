//! Covers: the lines before the first heading that hold the fields of a thesis, such as the student's number.

use super::heading::compact;
use super::sheet::Sheet;
use crate::MarkReason;

/// Maximum number of lines on a cover, blank ones not counted.
const LINES: usize = 150;
/// Maximum number of pages of a cover.
const PAGES: u32 = 6;
/// Minimum number of different fields on a cover.
const LEAST: usize = 4;
/// Minimum number of different fields where the kind of work is named.
const LEAST_NAMED: usize = 2;
/// Maximum width of a cover's line, in columns; a wider line is text.
const WIDEST: u32 = 160;
/// Width above which a printed line with a comma or full stop is text, in columns.
const SENTENCE: u32 = 50;

/// Names of fields as they begin a line, in lower case without white space.
const FIELDS: &[&str] = &[
    "学号",
    "學號",
    "姓名",
    "学生姓名",
    "學生姓名",
    "作者姓名",
    "研究生姓名",
    "研究生",
    "学生",
    "作者",
    "申请人",
    "学位申请人",
    "指导教师",
    "指導教授",
    "指导老师",
    "导师",
    "校内导师",
    "校外导师",
    "校外指导教师",
    "合作导师",
    "论文指导教师",
    "辅导教师",
    "专业",
    "專業",
    "学科专业",
    "学科",
    "专业名称",
    "专业年级",
    "专业班级",
    "所学专业",
    "主修专业",
    "院系",
    "所在院系",
    "院(系)",
    "学院",
    "學院",
    "所在学院",
    "系别",
    "系所",
    "班级",
    "年级",
    "论文题目",
    "論文題目",
    "题目",
    "题名",
    "设计(论文)题目",
    "毕业论文(设计)题目",
    "中文题目",
    "英文题目",
    "英文",
    "培养单位",
    "学位类别",
    "学位级别",
    "申请学位",
    "研究方向",
    "分类号",
    "中图分类号",
    "密级",
    "学校代码",
    "单位代码",
    "udc",
    "编号",
    "完成日期",
    "完成时间",
    "提交日期",
    "论文提交日期",
    "答辩日期",
    "论文答辩日期",
    "答辩委员会",
    "论文字数",
    "职称",
    "日期",
    "起止日期",
    "学位授予单位",
    "授予单位",
    "入学年月",
    "学校名称",
    "studentid",
    "studentnumber",
    "studentno",
    "student:",
    "studentname",
    "candidate",
    "registrationnumber",
    "matriculationnumber",
    "matricno",
    "supervisor",
    "supervisors",
    "supervisedby",
    "advisor",
    "adviser",
    "advisors",
    "thesisadvisor",
    "directedby",
    "major:",
    "speciality",
    "specialty",
    "degree:",
    "department:",
    "department：",
    "departmentof",
    "faculty:",
    "facultyof",
    "college:",
    "school:",
    "schoolof",
    "submittedin",
    "submittedto",
    "submittedby",
    "inpartialful",
    "athesissubmitted",
    "adissertationsubmitted",
    "athesis",
    "adissertation",
    "presentedto",
    "title:",
    "researchdirection",
    "universitycode",
    "dateofsubmission",
    "examiner",
    "firstexaminer",
    "secondexaminer",
    "inthepartialful",
    "forthedegreeof",
    "committee",
];

/// Names of kinds of work.
const KINDS: &[&str] = &[
    "毕业论文",
    "畢業論文",
    "毕业设计",
    "学位论文",
    "學位論文",
    "硕士论文",
    "博士论文",
    "碩士論文",
    "博士論文",
    "学士论文",
    "开题报告",
    "课程论文",
    "课程设计",
    "综合论文训练",
    "实验报告",
    "实习报告",
    "任务书",
    "thesis",
    "dissertation",
    "finalyearproject",
    "coursework",
];

pub(super) fn mark(sheet: &mut Sheet<'_>) {
    let mut fields: Vec<&str> = Vec::new();
    let mut named = false;
    let mut last = None;
    let mut stop = sheet.lines.len().min(LINES);
    for (at, line) in sheet.lines.iter().enumerate().take(LINES) {
        let key = compact(line.text);
        let field = field(&key);
        // A cover may name the work itself ("开题报告"), so only other headings end it.
        let kind = line.width <= 70 && KINDS.iter().any(|kind| key.contains(kind));
        let heading = line.heading.is_some() && field.is_none() && !kind;
        let sentence = line.width > SENTENCE && field.is_none() && key.contains([',', '。', ';']);
        if heading || sentence || line.width > WIDEST || line.page >= PAGES || !sheet.is_free(at) {
            stop = at;
            break;
        }
        if let Some(field) = field {
            if !fields.contains(&field) {
                fields.push(field);
            }
            last = Some(at);
        } else if kind || is_date(&key) {
            named |= kind;
            last = Some(at);
        }
    }
    let Some(last) = last else {
        return;
    };
    if fields.len() < if named { LEAST_NAMED } else { LEAST } {
        return;
    }
    // Lines between the last field and the text belong to the cover only on the field's own page, and only if that page
    // ends there.
    let page = sheet.lines[last].page;
    let rest = sheet.lines[last..stop].partition_point(|line| line.page == page);
    let page_ends = sheet
        .lines
        .get(last + rest)
        .is_some_and(|line| line.page > page);
    let end = if page_ends && rest <= 8 {
        last + rest
    } else {
        last + 1
    };
    sheet.mark(0, end, MarkReason::Cover);
}

/// Returns the field that a line without white space begins with; `None` if it begins with none.
fn field(key: &str) -> Option<&'static str> {
    let key = key.trim_start_matches(['(', '*', '·', '_', ':']);
    let name = FIELDS
        .iter()
        .filter(|field| key.starts_with(*field))
        .max_by_key(|field| field.len())?;
    let rest = &key[name.len()..];
    let short = rest.chars().count() <= 60;
    // A Chinese field is the whole line, or its name is followed by a colon or by little text; no sentence begins so.
    let sentence = rest.contains([',', '。', ';'])
        || rest.starts_with(['的', '在', '们', '是', '了', '与', '和', '从', '、']);
    (short && !sentence).then_some(name)
}

/// Whether a line is a date and nothing else: "2014年6月", "2012年5月26日", "june2014".
fn is_date(key: &str) -> bool {
    const MONTHS: &[&str] = &[
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    if key.chars().count() > 20 {
        return false;
    }
    let chinese = key.contains('年')
        && key.contains('月')
        && key
            .chars()
            .all(|c| c.is_ascii_digit() || "年月日二〇○零一三四五六七八九十".contains(c));
    let without_digits: String = key.chars().filter(|c| c.is_alphabetic()).collect();
    let english = MONTHS.contains(&without_digits.as_str()) && crate::has_year(key);
    chinese || english
}
