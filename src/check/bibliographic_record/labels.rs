//! Labels of a cover's fields ("学　号", "Supervisor:") and the cutting of a line into labels with their values.

use super::claim::Field;
use super::names::is_han;
use crate::text::is_cjk;

/// Labels in lower case without white space; `None` for fields that the record leaves out but that end a value.
#[rustfmt::skip]
const LABELS: &[(&str, Option<Field>)] = {
    use Field::{Author, Degree, Institution, StudentNumber, Supervisor, Title, Year};
    &[
        ("题目", Some(Title)), ("題目", Some(Title)), ("论文题目", Some(Title)), ("論文題目", Some(Title)), ("题名", Some(Title)),
        ("论文题名", Some(Title)), ("中文题目", Some(Title)), ("中文题名", Some(Title)), ("论文中文题目", Some(Title)),
        ("中文论文题目", Some(Title)), ("设计题目", Some(Title)), ("课题名称", Some(Title)), ("课题题目", Some(Title)),
        ("设计(论文)题目", Some(Title)), ("论文(设计)题目", Some(Title)), ("毕业论文题目", Some(Title)), ("毕业设计题目", Some(Title)),
        ("毕业论文(设计)题目", Some(Title)), ("毕业设计(论文)题目", Some(Title)), ("论文名称", Some(Title)), ("项目名称", Some(Title)),
        ("学位论文题目", Some(Title)), ("选题", None), ("课题", Some(Title)), ("论文标题", Some(Title)), ("标题", Some(Title)),
        ("设计课题", Some(Title)), ("实验名称", Some(Title)), ("课程设计题目", Some(Title)), ("中文标题", Some(Title)),
        ("姓名", Some(Author)), ("学生姓名", Some(Author)), ("學生姓名", Some(Author)), ("作者姓名", Some(Author)),
        ("研究生姓名", Some(Author)), ("硕士生姓名", Some(Author)), ("博士生姓名", Some(Author)), ("论文作者", Some(Author)),
        ("论文作者姓名", Some(Author)), ("研究生", Some(Author)), ("硕士生", Some(Author)), ("博士生", Some(Author)),
        ("硕士研究生", Some(Author)), ("博士研究生", Some(Author)), ("学生", Some(Author)), ("作者", Some(Author)),
        ("申请人", Some(Author)), ("学位申请人", Some(Author)), ("学位申请人姓名", Some(Author)), ("申请人姓名", Some(Author)),
        ("论文申请人", Some(Author)), ("本科生姓名", Some(Author)), ("本科生", Some(Author)), ("著者", Some(Author)), ("撰写人", Some(Author)),
        ("作者签名", Some(Author)), ("论文作者签名", Some(Author)), ("学位论文作者签名", Some(Author)), ("学生签名", Some(Author)),
        ("学位论文作者", Some(Author)), ("完成人", Some(Author)), ("答辩人", Some(Author)), ("组员", None),
        ("作者签名(手写)", Some(Author)), ("承诺人", Some(Author)), ("声明人", Some(Author)), ("研究生签名", Some(Author)), ("本人签名", Some(Author)),
        ("学号", Some(StudentNumber)), ("學號", Some(StudentNumber)), ("学生学号", Some(StudentNumber)), ("作者学号", Some(StudentNumber)),
        ("研究生学号", Some(StudentNumber)), ("学籍号", Some(StudentNumber)), ("学生编号", Some(StudentNumber)), ("考生号", None),
        ("准考证号", Some(StudentNumber)), ("申请人学号", Some(StudentNumber)), ("论文作者学号", Some(StudentNumber)),
        ("指导教师", Some(Supervisor)), ("指導教師", Some(Supervisor)), ("指导老师", Some(Supervisor)), ("指導教授", Some(Supervisor)),
        ("导师", Some(Supervisor)), ("導師", Some(Supervisor)), ("导师姓名", Some(Supervisor)), ("指导教师姓名", Some(Supervisor)),
        ("校内导师", Some(Supervisor)), ("校外导师", Some(Supervisor)), ("校内指导教师", Some(Supervisor)),
        ("校外指导教师", Some(Supervisor)), ("企业导师", Some(Supervisor)), ("企业指导教师", Some(Supervisor)), ("合作导师", Some(Supervisor)),
        ("副导师", Some(Supervisor)), ("联合指导教师", Some(Supervisor)), ("辅导教师", Some(Supervisor)), ("论文指导教师", Some(Supervisor)),
        ("指导教授", Some(Supervisor)), ("研究生导师", Some(Supervisor)), ("第一导师", Some(Supervisor)), ("第二导师", Some(Supervisor)),
        ("第一指导教师", Some(Supervisor)), ("第二指导教师", Some(Supervisor)), ("行业导师", Some(Supervisor)), ("实践导师", Some(Supervisor)),
        ("导师签名", Some(Supervisor)), ("指导教师签名", Some(Supervisor)), ("指导老师签名", Some(Supervisor)), ("指导人", Some(Supervisor)),
        ("论文导师", Some(Supervisor)), ("主指导教师", Some(Supervisor)), ("指导老师姓名", Some(Supervisor)), ("指导者", Some(Supervisor)),
        ("学校", Some(Institution)), ("学校名称", Some(Institution)), ("學校", Some(Institution)), ("院校", Some(Institution)),
        ("院校名称", Some(Institution)), ("毕业院校", Some(Institution)), ("学位授予单位", Some(Institution)), ("授予单位", Some(Institution)),
        ("学位授予学校", Some(Institution)), ("大学", None), ("培养单位", Some(Institution)), ("所在学校", Some(Institution)),
        ("授予学位单位", Some(Institution)), ("培养学校", Some(Institution)),
        ("完成日期", Some(Year)), ("完成时间", Some(Year)), ("提交日期", Some(Year)), ("提交时间", Some(Year)), ("论文提交日期", Some(Year)),
        ("论文完成日期", Some(Year)), ("论文提交时间", Some(Year)), ("论文完成时间", Some(Year)), ("答辩日期", Some(Year)),
        ("论文答辩日期", Some(Year)), ("答辩时间", Some(Year)), ("日期", Some(Year)), ("时间", Some(Year)), ("定稿日期", Some(Year)),
        ("学位授予日期", Some(Year)), ("授予日期", Some(Year)), ("论文答辩时间", Some(Year)), ("成文日期", Some(Year)), ("填写日期", Some(Year)),
        ("起止日期", None), ("起止时间", None), ("起讫日期", None), ("入学年月", None), ("入学时间", None), ("出生年月", None), ("届别", Some(Year)),
        ("毕业时间", Some(Year)), ("毕业年份", Some(Year)), ("毕业届", Some(Year)), ("签字日期", Some(Year)), ("填表日期", Some(Year)),
        ("学位类别", Some(Degree)), ("学位级别", Some(Degree)), ("申请学位", Some(Degree)), ("申请学位级别", Some(Degree)),
        ("申请学位类别", Some(Degree)), ("学位类型", Some(Degree)), ("学位", Some(Degree)), ("学位名称", Some(Degree)), ("攻读学位", Some(Degree)),
        ("申请学位名称", Some(Degree)), ("论文类型", None), ("论文类别", None), ("专业学位类别", Some(Degree)),
        ("专业", None), ("專業", None), ("学科专业", None), ("学科", None), ("学科门类", None), ("专业名称", None), ("专业年级", None),
        ("专业班级", None), ("所学专业", None), ("主修专业", None), ("专业方向", None), ("专业领域", None), ("工程领域", None), ("领域", None),
        ("院系", None), ("所在院系", None), ("院(系)", None), ("院(系、部)", None), ("院(系)别", None), ("院别", None), ("学院", None), ("學院", None),
        ("所在学院", None), ("学院名称", None), ("系别", None), ("系所", None), ("系部", None), ("系", None), ("系(院)", None), ("所在系", None),
        ("学院(系)", None), ("二级学院", None), ("教学单位", None), ("所在单位", None), ("教学点", None), ("分院", None), ("函授站", None),
        ("班级", None), ("班別", None), ("班别", None), ("年级", None), ("年级专业", None), ("年级班级", None), ("班", None), ("届", None),
        ("级别", None), ("研究方向", None), ("研究领域", None), ("学科代码", None), ("学科(专业)", None), ("学科、专业", None), ("年级、专业", None),
        ("分类号", None), ("中图分类号", None), ("密级", None), ("学校代码", None), ("单位代码", None), ("udc", None), ("编号", None),
        ("学校编码", None), ("学校编号", None), ("保密级别", None), ("涉密论文", None), ("保密年限", None), ("保密期限", None),
        ("答辩委员会", None), ("答辩委员会主席", None), ("答辩主席", None), ("论文字数", None), ("字数", None), ("职称", None),
        ("指导教师职称", None), ("导师职称", None), ("专业技术职务", None), ("评阅人", None), ("评阅教师", None), ("论文评阅人", None),
        ("评阅老师", None), ("联系电话", None), ("联系方式", None), ("电话", None), ("手机", None), ("邮箱", None), ("电子邮箱", None),
        ("e-mail", None), ("email", None), ("英文", None), ("外文", None), ("英文题目", None), ("英文题名", None), ("英文标题", None), ("外文题目", None), ("论文英文题目", None),
        ("论文起止时间", None), ("成绩", None), ("总评成绩", None), ("课程名称", None), ("课程", None), ("任课教师", None), ("实验地点", None),
        ("作者简介", None), ("作者单位", None), ("单位", None), ("工作单位", None), ("副标题", None), ("关键词", None), ("中文摘要", None),
        ("基金项目", None), ("收稿日期", None), ("责任编辑", None), ("通信作者", None), ("通讯作者", None), ("教研室", None), ("性别", None),
        ("身份证号", None), ("民族", None), ("籍贯", None), ("入学年份", None), ("学制", None), ("学习形式", None), ("论文形式", None),
        ("毕业去向", None), ("学生类别", None), ("培养类别", None), ("培养方式", None), ("培养层次", None), ("层次", None), ("系主任", None), ("院长", None),
        ("学院院长", None), ("教务处", None), ("制表", None), ("档案号", None), ("论文编号", None), ("序号", None), ("主席", None), ("答辩组长", None),
        ("title:", Some(Title)), ("thesistitle", Some(Title)), ("projecttitle", Some(Title)), ("titleofthesis", Some(Title)),
        ("dissertationtitle", Some(Title)), ("titleofdissertation", Some(Title)), ("papertitle", Some(Title)), ("essaytitle", Some(Title)),
        ("reporttitle", Some(Title)), ("titleofproject", Some(Title)), ("topic:", Some(Title)),
        ("author:", Some(Author)), ("authors:", Some(Author)), ("name:", Some(Author)), ("student:", Some(Author)), ("studentname", Some(Author)),
        ("nameofstudent", Some(Author)), ("candidate:", Some(Author)), ("candidatename", Some(Author)), ("nameofcandidate", Some(Author)),
        ("submittedby", Some(Author)), ("writtenby", Some(Author)), ("presentedby", Some(Author)), ("preparedby", Some(Author)),
        ("fullname", Some(Author)), ("postgraduate:", Some(Author)), ("graduatestudent", Some(Author)), ("undergraduate:", Some(Author)),
        ("authorname", Some(Author)), ("author'sname", Some(Author)), ("student'sname", Some(Author)), ("masterstudent", Some(Author)),
        ("applicant:", Some(Author)), ("master'scandidate:", Some(Author)), ("doctoralcandidate:", Some(Author)), ("candidate", Some(Author)),
        ("mastercandidate", Some(Author)), ("ph.d.candidate", Some(Author)),
        ("studentid", Some(StudentNumber)), ("studentno", Some(StudentNumber)), ("studentnumber", Some(StudentNumber)),
        ("studentidnumber", Some(StudentNumber)), ("studentidno", Some(StudentNumber)), ("registrationnumber", Some(StudentNumber)), ("registrationno", Some(StudentNumber)),
        ("regno", Some(StudentNumber)), ("regnumber", Some(StudentNumber)), ("matriculationnumber", Some(StudentNumber)), ("matricno", Some(StudentNumber)),
        ("matricnumber", Some(StudentNumber)), ("matriculationno", Some(StudentNumber)), ("rollno", Some(StudentNumber)),
        ("rollnumber", Some(StudentNumber)), ("idnumber", Some(StudentNumber)), ("candidatenumber", Some(StudentNumber)),
        ("id:", Some(StudentNumber)), ("idno", Some(StudentNumber)), ("indexnumber", Some(StudentNumber)), ("enrolmentnumber", Some(StudentNumber)),
        ("enrollmentnumber", Some(StudentNumber)), ("enrollmentno", Some(StudentNumber)), ("studentid/学号", Some(StudentNumber)),
        ("supervisor", Some(Supervisor)), ("supervisors", Some(Supervisor)), ("supervisor(s)", Some(Supervisor)), ("supervisedby", Some(Supervisor)),
        ("underthesupervisionof", Some(Supervisor)), ("undertheguidanceof", Some(Supervisor)), ("advisor", Some(Supervisor)), ("adviser", Some(Supervisor)),
        ("advisors", Some(Supervisor)), ("advisers", Some(Supervisor)), ("advisor(s)", Some(Supervisor)), ("thesisadvisor", Some(Supervisor)), ("thesisadviser", Some(Supervisor)),
        ("thesissupervisor", Some(Supervisor)), ("directedby", Some(Supervisor)), ("academicsupervisor", Some(Supervisor)), ("academicadvisor", Some(Supervisor)),
        ("projectsupervisor", Some(Supervisor)), ("co-supervisor", Some(Supervisor)), ("cosupervisor", Some(Supervisor)), ("co-advisor", Some(Supervisor)),
        ("tutor", Some(Supervisor)), ("mainsupervisor", Some(Supervisor)), ("principalsupervisor", Some(Supervisor)), ("primarysupervisor", Some(Supervisor)),
        ("supervisingprofessor", Some(Supervisor)), ("underthedirectionof", Some(Supervisor)), ("nameofsupervisor", Some(Supervisor)),
        ("supervisorname", Some(Supervisor)), ("instructor", Some(Supervisor)), ("facultyadvisor", Some(Supervisor)), ("secondsupervisor", Some(Supervisor)),
        ("firstsupervisor", Some(Supervisor)), ("associatesupervisor", Some(Supervisor)),
        ("university:", Some(Institution)), ("institution:", Some(Institution)), ("school:", None), ("college:", None),
        ("nameofuniversity", Some(Institution)), ("submittedto", Some(Institution)),
        ("date:", Some(Year)), ("dateofsubmission", Some(Year)), ("submissiondate", Some(Year)), ("dateofdefense", Some(Year)), ("dateofdefence", Some(Year)),
        ("datesubmitted", Some(Year)), ("year:", Some(Year)), ("submittedon", Some(Year)), ("oraldefensedate", Some(Year)), ("defensedate", Some(Year)),
        ("degree:", Some(Degree)), ("forthedegreeof", Some(Degree)), ("degreeapplied", Some(Degree)), ("degreetype", Some(Degree)), ("degreesought", Some(Degree)),
        ("academicdegreeappliedfor", Some(Degree)), ("degreeof", Some(Degree)), ("academicdegree", Some(Degree)),
        ("department", None), ("faculty", None), ("major", None), ("speciality", None), ("specialty", None), ("program", None), ("programme", None),
        ("course", None), ("class:", None), ("wordcount", None), ("numberofwords", None), ("discipline", None), ("field:", None), ("researcharea", None), ("researchfield", None),
        ("universitycode", None), ("schoolcode", None), ("researchdirection", None), ("classification", None), ("classifiedindex", None), ("securitylevel", None),
        ("confidentiality", None), ("u.d.c", None), ("examiner", None), ("firstexaminer", None), ("secondexaminer", None), ("secondreader", None), ("reader:", None), ("committee", None),
        ("affiliation", None), ("degree-conferring-institution", Some(Institution)), ("degreeconferringinstitution", Some(Institution)), ("degree-grantinginstitution", Some(Institution)),
        ("phone", None), ("tel", None), ("keywords", None), ("module", None), ("modulecode", None), ("editor", None), ("signature", None), ("signed", None),
    ]
};

/// Labels that also begin in the middle of a line without white space before them.
const STRONG: &[&str] = &[
    "学号",
    "學號",
    "指导教师",
    "指导老师",
    "学生姓名",
    "专业班级",
    "所在学院",
    "年级专业",
    "完成日期",
    "学校代码",
];

/// Label with its value, as one line states them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Labelled {
    /// Field of the label; `None` for a label that the record leaves out.
    pub field: Option<Field>,
    /// Whether the label names a signature or another weak statement.
    pub weak: bool,
    /// Text up to the next label or the line's end; may be empty.
    pub value: String,
    /// Number of the line's characters before the label.
    pub start: usize,
}

/// Cuts a line at the labels in it. Gives none for a sentence. Text before the first label belongs to no label.
pub(super) fn labelled(line: &str) -> Vec<Labelled> {
    let characters: Vec<char> = line.chars().collect();
    // Compact form: lower case without white space, each with its place in the line.
    let compact: Vec<(char, usize)> = characters
        .iter()
        .enumerate()
        .filter(|(_, c)| !c.is_whitespace() && !matches!(c, '\u{200B}' | '\u{FEFF}'))
        .map(|(at, &c)| (plain(c), at))
        .collect();
    if compact.len() > 160 {
        return Vec::new();
    }
    let mut found: Vec<(Option<Field>, bool, usize, usize)> = Vec::new();
    let mut at = 0;
    while at < compact.len() {
        if let Some((field, weak, length)) = label_at(&compact, &characters, at) {
            let end = at + length;
            let after = compact
                .get(end - 1)
                .map_or(characters.len(), |&(_, place)| place + 1);
            found.push((field, weak, compact[at].1, after));
            at = end;
        } else {
            at += 1;
        }
    }
    let ends: Vec<usize> = found
        .iter()
        .skip(1)
        .map(|&(_, _, start, _)| start)
        .chain([characters.len()])
        .collect();
    found
        .into_iter()
        .zip(ends)
        .map(|((field, weak, start, after), end)| Labelled {
            field,
            weak,
            value: clean(&characters[after.min(end)..end].iter().collect::<String>()),
            start,
        })
        .collect()
}

/// Returns the label that begins at a place of the compact line, with the length of label, suffix and colon.
fn label_at(
    compact: &[(char, usize)],
    characters: &[char],
    at: usize,
) -> Option<(Option<Field>, bool, usize)> {
    let (first, place) = *compact.get(at)?;
    let before = place
        .checked_sub(1)
        .and_then(|before| characters.get(before));
    let free = before.is_none_or(|&c| {
        c.is_whitespace()
            || matches!(
                c,
                ':' | '：'
                    | '_'
                    | '|'
                    | ';'
                    | '；'
                    | '('
                    | '（'
                    | '*'
                    | '·'
                    | '、'
                    | '.'
                    | '●'
                    | '◆'
            )
    });
    let rest = |name: &str| {
        let mut length = 0;
        for c in name.chars() {
            if compact.get(at + length).map(|&(c, _)| c) != Some(c) {
                return None;
            }
            length += 1;
        }
        Some(length)
    };
    let (name, field, length) = LABELS
        .iter()
        .filter(|(name, _)| name.starts_with(first))
        .filter_map(|&(name, field)| Some((name, field, rest(name)?)))
        .max_by_key(|&(.., length)| length)?;
    let strong = STRONG.contains(&name);
    if !free && !strong {
        return None;
    }
    let mut end = at + length;
    // "指导教师/职称", "姓名(签名)", "指导教师及职称", "题目（中文）".
    let suffix_end = suffix(compact, end);
    let suffixed = suffix_end > end;
    end = suffix_end;
    let next = compact.get(end);
    let colon = name.ends_with(':') || next.is_some_and(|&(c, _)| c == ':');
    let gap = next.is_none_or(|&(c, place)| {
        c == '_'
            || compact
                .get(end - 1)
                .is_some_and(|&(_, last)| place > last + 1)
    });
    let latin = first.is_ascii_alphabetic();
    // A word of Latin letters goes on: "supervisory", "studentship".
    if latin
        && !name.ends_with(':')
        && !colon
        && !gap
        && next.is_some_and(|&(c, _)| c.is_alphanumeric())
    {
        return None;
    }
    // One Chinese character, or a word of sentences, is a label only before a colon or a gap.
    let short = name.chars().count() <= 1;
    if !latin && !colon && !gap {
        let sentence =
            next.is_some_and(|&(c, _)| "的在是们了与和从、，。,;和对为将进以论者会".contains(c));
        if short || sentence || at > 0 && !strong || !suffixed && !may_touch(name) {
            return None;
        }
    }
    // In running text "专业 知识" a label in the middle needs a colon or wide gap on one side.
    if at > 0 && !colon && !strong && !latin {
        let wide = before.is_some_and(|&c| c == '\t' || c == '\u{3000}' || c == '_')
            || place >= 2
                && characters[place - 2..place]
                    .iter()
                    .all(|c| c.is_whitespace());
        if !(wide || gap && next.is_some()) || short {
            return None;
        }
    }
    // "University of Somewhere, Department of Lamps" is a school and no label.
    let needs_colon = match field {
        Some(Field::StudentNumber) => false,
        Some(_) => at > 0,
        None => at > 0 || !matches!(name, "department" | "faculty" | "committee"),
    };
    if latin && !colon && needs_colon {
        return None;
    }
    if colon && !name.ends_with(':') {
        end += 1;
    }
    Some((field, is_weak(name), end - at))
}

/// Whether a label names a signature, or often something else than the field.
fn is_weak(name: &str) -> bool {
    name.contains("签名")
        || matches!(
            name,
            "承诺人"
                | "声明人"
                | "签字日期"
                | "填写日期"
                | "填表日期"
                | "培养单位"
                | "课题"
                | "标题"
                | "时间"
                | "submittedto"
                | "项目名称"
        )
}

/// Labels whose value may follow without any sign: "题目基于…", "姓名张三".
fn may_touch(name: &str) -> bool {
    matches!(
        name,
        "题目"
            | "论文题目"
            | "姓名"
            | "学生姓名"
            | "学号"
            | "指导教师"
            | "指导老师"
            | "职称"
            | "班级"
            | "专业班级"
            | "系别"
            | "课题名称"
            | "专业年级"
            | "毕业论文题目"
    )
}

/// Skips what follows a label and is no value; returns the new end.
fn suffix(compact: &[(char, usize)], end: usize) -> usize {
    const SUFFIXES: &[&str] = &[
        "/职称",
        "及职称",
        "、职称",
        "(职称)",
        "(签名)",
        "(签字)",
        "签字",
        "(手签)",
        "(姓名)",
        "姓名、职称",
        "姓名及职称",
        "(中文)",
        "(中英文)",
        "(英文)",
        "/titles",
        "'sname",
        "(姓名、职称)",
        "(职务、职称)",
        "(校内)",
        "(校外)",
        "(企业)",
        "(中、英文)",
        "/学号",
        "(s)",
        "(es)",
        "和职称",
        "姓名职称",
        "(亲笔)",
        "(亲笔签名)",
        "(打印)",
        "(盖章)",
        "(signature)",
        "no.",
        ".",
        "/supervisor",
        "/student",
        "/name",
        "studentid",
        "(title)",
        "(name)",
        "(supervisor)",
        "(author)",
        "name",
        "title",
        "supervisor",
        "(studentid)",
        "author",
        "(or)",
    ];
    let mut longest = end;
    for suffix in SUFFIXES {
        let mut at = end;
        if suffix.chars().all(|c| {
            let same = compact.get(at).is_some_and(|&(own, _)| own == c);
            at += 1;
            same
        }) {
            // A Latin repetition of the label is one only before a colon: "姓名 Name: 张三".
            let latin = suffix
                .chars()
                .next()
                .is_some_and(|c| c.is_ascii_alphabetic() || c == '/');
            let colon = compact.get(at).is_none_or(|&(c, _)| c == ':');
            let chinese = suffix.chars().any(is_han);
            if (!latin || colon || chinese) && at > longest {
                longest = at;
            }
        }
    }
    longest
}

/// Turns full-width letters and signs into plain ones in lower case.
fn plain(c: char) -> char {
    let c = match c {
        '（' | '﹙' | '[' | '【' => '(',
        '）' | '﹚' | ']' | '】' => ')',
        '：' | '﹕' | '∶' | '︰' | '꞉' => ':',
        '’' => '\'',
        '＿' => '_',
        '／' => '/',
        c => c,
    };
    c.to_ascii_lowercase()
}

/// Strips blanks, underlines, dots and colons from both ends and joins Chinese characters that only spaces part.
pub(super) fn clean(value: &str) -> String {
    let blank = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '_' | '＿'
                    | ':'
                    | '：'
                    | '\u{200B}'
                    | '\u{FEFF}'
                    | '|'
                    | '…'
                    | '·'
                    | '～'
                    | '~'
                    | '￣'
                    | '﹍'
                    | '﹎'
                    | '¯'
                    | '-'
                    | '—'
                    | '－'
                    | '='
                    | ';'
                    | '；'
                    | ','
                    | '，'
                    | '、'
                    | '/'
            )
    };
    let subtitle = value.trim().starts_with("——") || value.trim().starts_with("--");
    let value = value
        .trim_end_matches(blank)
        .trim_start_matches(|c: char| blank(c) || c == '.');
    // Underlined blanks inside a value are spaces.
    let value: String = value
        .chars()
        .map(|c| {
            if matches!(c, '_' | '＿' | '\t' | '\u{3000}' | '\u{A0}') {
                ' '
            } else {
                c
            }
        })
        .collect();
    let subtitle = if subtitle && !value.is_empty() {
        "——"
    } else {
        ""
    };
    format!("{subtitle}{value}")
}

/// Value on one line with single spaces, none beside a Chinese character.
pub(super) fn one_line(value: &str) -> String {
    let mut line = String::with_capacity(value.len());
    for word in value.split_whitespace() {
        let chinese =
            line.chars().last().is_some_and(is_wide) || word.chars().next().is_some_and(is_wide);
        if !line.is_empty() && !chinese {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

fn is_wide(c: char) -> bool {
    is_cjk(c)
        || matches!(
            c,
            '，' | '。' | '：' | '（' | '）' | '、' | '“' | '”' | '《' | '》' | '—'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Vec<(Option<Field>, String)> {
        labelled(line)
            .into_iter()
            .map(|label| (label.field, label.value))
            .collect()
    }

    fn owned(expected: &[(Option<Field>, &str)]) -> Vec<(Option<Field>, String)> {
        expected
            .iter()
            .map(|&(field, value)| (field, value.to_owned()))
            .collect()
    }

    #[test]
    fn lines_of_covers() {
        use Field::{Author, StudentNumber, Supervisor, Title};
        for (line, expected) in [
            (
                "学　　号：  20190001",
                &[(Some(StudentNumber), "20190001")][..],
            ),
            ("姓    名", &[(Some(Author), "")]),
            (
                "姓名 张三学号 202100010001 ",
                &[
                    (Some(Author), "张三"),
                    (Some(StudentNumber), "202100010001"),
                ],
            ),
            (
                "指导教师/职称李四 /副教授",
                &[(Some(Supervisor), "李四 /副教授")],
            ),
            (
                "班  级  1600001  学 号    160000016  ",
                &[(None, "1600001"), (Some(StudentNumber), "160000016")],
            ),
            ("题目基于灯光的夜读", &[(Some(Title), "基于灯光的夜读")]),
            ("题   目：___灯光____", &[(Some(Title), "灯光")]),
            ("Student ID: A1234567", &[(Some(StudentNumber), "A1234567")]),
            ("Supervised by", &[(Some(Supervisor), "")]),
            ("姓名 Name: 张三", &[(Some(Author), "张三")]),
            ("指导教师的意见是这样的", &[]),
            ("作者在本文里讨论灯光", &[]),
            ("学生的夜读", &[]),
        ] {
            assert_eq!(read(line), owned(expected), "{line}");
        }
    }
}
