//! Recognises the columns of a class list by their headings in either language, otherwise by their content.

use serde::{Deserialize, Serialize};

use super::ListEntry;
use super::content;
use super::table::Table;
use super::time;
use crate::key;
use crate::person::is_person;
use crate::pieces;
use chachong_text::without_radical;

/// Brackets around remarks.
const OPENING: [char; 6] = ['(', '（', '[', '［', '【', '〔'];
const CLOSING: [char; 6] = [')', '）', ']', '］', '】', '〕'];

/// Signs by which people keep spreadsheets from changing a number.
const QUOTES: [char; 5] = ['\'', '’', '‘', '`', '"'];

/// Signs in student numbers that some lists have but the names of files and covers lack.
pub(super) const HYPHENS: [char; 3] = ['-', '‐', '–'];

/// Minimum number of digits that are no sum if they stand alone or beside a word such as 共.
const SHORTEST: usize = 5;

/// Number of rows in which headings are searched; titles may stand above them.
const HEADING_ROWS: usize = 8;

/// Headings of the columns, as letters in lower case without spaces, the clearest first.
#[rustfmt::skip]
const HEADINGS: &[(Column, &[&str])] = &[
    (Column::Number, &[
        "学号", "學號", "学生学号", "学生编号", "学籍号", "考号", "准考证号", "工号", "学工号", "学号工号", "账号学号", "studentid", "studentno",
        "studentnumber", "studentnr", "idnumber", "sisuserid", "matriculationnumber", "matriculationno",
        "matricnumber", "registrationnumber", "id", "sid", "orgdefinedid",
    ]),
    (Column::Name, &[
        "姓名", "名字", "学生姓名", "學生姓名", "学生", "真实姓名", "学员姓名", "name", "fullname", "studentname", "student", "displayname",
        "sortablename", "全名", "姓氏名字",
    ]),
    (Column::GivenName, &[
        "名", "firstname", "givenname", "givennames", "forename",
    ]),
    (Column::Surname, &[
        "姓", "姓氏", "lastname", "surname", "familyname",
    ]),
    (Column::Class, &[
        "班级", "班級", "班", "行政班", "行政班级", "教学班", "教学班级", "所在班级", "专业班级", "班级名称", "class", "classname", "section",
        "group", "groups", "分组", "组别", "小组",
    ]),
    (Column::Email, &[
        "邮箱", "郵箱", "电子邮箱", "电子邮件", "電子郵件", "邮件", "邮箱地址", "邮件地址", "电子邮件地址", "email", "emailaddress", "mail",
    ]),
    (Column::User, &[
        "用户名", "登录名", "登录账号", "账号", "帐号", "username", "user", "login", "loginid", "sisloginid", "userid",
    ]),
    (Column::PlatformId, &[
        "identifier", "标识符", "标识号", "編號標識",
    ]),
    (Column::Submitted, &[
        "提交时间", "提交日期", "交卷时间", "上交时间", "作答时间", "完成时间", "最后提交时间", "提交時間", "最后修改提交", "最后修改作业", "最后修改", "submitted",
        "submittedat", "submissiontime", "submissiondate", "datesubmitted", "timesubmitted", "lastmodifiedsubmission",
        "lastmodified", "lastsubmission",
    ]),
];

/// Meaning of a column in a class list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Column {
    /// Student number (学号).
    Number,
    /// Name (姓名).
    Name,
    /// Given name, in lists with a separate column for surnames.
    GivenName,
    /// Surname.
    Surname,
    /// Class (班级), section or group.
    Class,
    /// E-mail address.
    Email,
    /// User name on a platform.
    User,
    /// Number that a platform gave the student; not the student number.
    PlatformId,
    /// Time at which the student handed in.
    Submitted,
}

impl Column {
    /// All meanings of columns, in display order.
    pub const ALL: [Self; 9] = [
        Self::Number,
        Self::Name,
        Self::GivenName,
        Self::Surname,
        Self::Class,
        Self::Email,
        Self::User,
        Self::PlatformId,
        Self::Submitted,
    ];

    /// Returns the stable name of the meaning, used in the keys of translations.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Name => "name",
            Self::GivenName => "given-name",
            Self::Surname => "surname",
            Self::Class => "class",
            Self::Email => "email",
            Self::User => "user",
            Self::PlatformId => "platform-id",
            Self::Submitted => "submitted",
        }
    }

    fn of_heading(heading: &str) -> Option<Self> {
        let heading = key::name(heading);
        let mut all = HEADINGS.iter();
        let own = all.find(|(_, headings)| headings.contains(&heading.as_str()));
        own.map(|&(column, _)| column)
    }
}

/// Finds the headings of a table. Returns the headings, the meaning of each column, and the rows below the headings.
pub(super) fn detect(mut table: Table) -> (Vec<String>, Vec<Option<Column>>, Table) {
    let width = table.iter().map(Vec::len).max().unwrap_or(0);
    for row in &mut table {
        row.resize(width, String::new());
    }
    let meanings = |row: &Vec<String>| -> Vec<Option<Column>> {
        row.iter().map(|cell| Column::of_heading(cell)).collect()
    };
    let names_students = |row: &Vec<String>| {
        let meanings = meanings(row);
        let somebody = [
            Column::Number,
            Column::Name,
            Column::GivenName,
            Column::Surname,
            Column::User,
        ];
        meanings
            .iter()
            .flatten()
            .any(|column| somebody.contains(column))
    };
    let at = table.iter().take(HEADING_ROWS).position(names_students);
    let Some(at) = at else {
        let columns = content::columns(&table, width);
        return (Vec::new(), columns, table);
    };
    let mut rows = table.split_off(at + 1);
    let mut headings = table.pop().unwrap_or_default();
    let width = stack(&mut headings, &mut rows);
    let mut columns = meanings(&headings);
    settle(&headings, &mut columns);
    // A heading that nobody knows, over numbers or names.
    let by_content = content::columns(&rows, width);
    for wanted in [Column::Number, Column::Name] {
        let has_parts = columns.contains(&Some(Column::Surname));
        if columns.contains(&Some(wanted)) || wanted == Column::Name && has_parts {
            continue;
        }
        for (column, found) in columns.iter_mut().zip(&by_content) {
            if column.is_none() && *found == Some(wanted) {
                *column = Some(wanted);
                break;
            }
        }
    }
    (headings, columns, rows)
}

/// Puts the parts of a table whose headings repeat from left to right, as printed lists have them, below one another.
/// Returns the number of columns left.
fn stack(headings: &mut Vec<String>, rows: &mut Table) -> usize {
    let width = headings.len();
    let repeats = |part: &usize| {
        (headings[..*part].iter()).any(|heading| Column::of_heading(heading).is_some())
            && (*part..width).all(|at| headings[at] == headings[at - part])
    };
    let Some(part) = (1..=width / 2).find(repeats) else {
        return width;
    };
    headings.truncate(part);
    let parts = (0..width).step_by(part).flat_map(|from| {
        rows.iter().map(move |row| {
            let mut cells: Vec<String> = row.iter().skip(from).take(part).cloned().collect();
            cells.resize(part, String::new());
            cells
        })
    });
    *rows = parts.collect();
    part
}

/// Leaves each meaning to a single column: of several, the one with the clearest heading. Canvas's `ID` next to `SIS
/// User ID` is Canvas's own number.
fn settle(headings: &[String], columns: &mut [Option<Column>]) {
    let headings: Vec<String> = headings.iter().map(|heading| key::name(heading)).collect();
    let of_canvas = headings
        .iter()
        .any(|heading| heading == "sisuserid" || heading == "sisloginid");
    for (heading, column) in headings.iter().zip(columns.iter_mut()) {
        if of_canvas && heading == "id" {
            *column = Some(Column::PlatformId);
        }
    }
    for &(meaning, known) in HEADINGS {
        let rank = |at: &usize| {
            let known = known.iter().position(|known| *known == headings[*at]);
            known.unwrap_or(usize::MAX)
        };
        let all: Vec<usize> = (0..columns.len())
            .filter(|&at| columns[at] == Some(meaning))
            .collect();
        let best = all.iter().copied().min_by_key(rank);
        for at in all {
            if Some(at) != best {
                columns[at] = None;
            }
        }
    }
}

/// Reads a student from a row.
pub(super) fn entry(row: &[String], columns: &[Option<Column>]) -> ListEntry {
    let cell = |wanted: Column| {
        let at = columns.iter().position(|column| *column == Some(wanted))?;
        let text = row.get(at)?.trim();
        (!text.is_empty()).then(|| text.chars().map(without_radical).collect::<String>())
    };
    let name = cell(Column::Name).or_else(|| {
        let (given, surname) = (cell(Column::GivenName), cell(Column::Surname));
        match (given, surname) {
            (Some(given), Some(surname)) if key::has_han(&surname) => Some(surname + &given),
            (Some(given), Some(surname)) => Some(format!("{given} {surname}")),
            (one, other) => one.or(other),
        }
    });
    // Excel writes a long number so when it saves a CSV file; most of its digits are lost.
    let is_rounded = |number: &str| {
        number.contains('E') && number.contains(['+', '.']) && number.parse::<f64>().is_ok()
    };
    let number = cell(Column::Number)
        .map(|number| bare_number(&number))
        .filter(|number| !number.is_empty() && !is_rounded(number));
    let name = name.map(|name| without_remarks(&name));
    let (number, name) = match (number, name) {
        (None, Some(name)) => apart(name),
        both => both,
    };
    let digits = |text: String| {
        let text = whole(&text).unwrap_or(text);
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        (!digits.is_empty()).then_some(digits)
    };
    ListEntry {
        number,
        name,
        class: cell(Column::Class),
        email: cell(Column::Email),
        user: cell(Column::User),
        // Moodle writes "Participant 839201".
        platform_id: cell(Column::PlatformId).and_then(digits),
        submitted: cell(Column::Submitted).and_then(|text| time::iso(&text)),
    }
}

/// Returns a student number without quotes around it, without remarks in brackets behind it, and without the fraction that programs
/// write. Hyphens are left out if the rest is a number as people write it ([`pieces::number`]).
fn bare_number(cell: &str) -> String {
    let number = key::number(cell);
    let number = number.trim_matches(QUOTES);
    let before = number.split(OPENING).next().unwrap_or_default();
    let bare = if pieces::number(before).is_some() {
        before
    } else {
        number
    };
    let joined = bare.replace(HYPHENS, "");
    whole(bare)
        .or_else(|| pieces::number(&joined))
        .unwrap_or_else(|| bare.to_owned())
}

/// Returns the digits of a whole number that a program wrote as a fraction: 2021001011 for `2021001011.0`, and for `2.021001011E9` as Java
/// writes it. `None` for any other text, and for a number whose last digits are missing. Java leaves out zeros at the end; two may be
/// those of a student number, more may be digits that were rounded off.
fn whole(number: &str) -> Option<String> {
    let (fraction, exponent) = number.split_once('E').unwrap_or((number, "0"));
    let (first, rest) = fraction.split_once('.')?;
    let (exponent, zeros) = match exponent.strip_prefix('+') {
        Some(exponent) => (exponent, 0),
        None => (exponent, 2),
    };
    let rest = rest.trim_end_matches('0');
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let missing = (exponent.parse::<usize>().ok()?).checked_sub(rest.len())?;
    let is_whole = !first.is_empty() && are_digits(first) && are_digits(rest) && missing <= zeros;
    is_whole.then(|| format!("{first}{rest}{}", "0".repeat(missing)))
}

/// Returns whether a text may be a student number: letters and digits, perhaps with hyphens, but no sum such as `10人`.
pub(super) fn is_like_number(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let of_sums = ['计', '总', '共', '均', '人', '名'];
    let is_sum = digits < SHORTEST && (digits == text.len() || text.contains(of_sums));
    digits > 0 && !is_sum && text.chars().all(|c| c.is_alphanumeric() || c == '-')
}

/// Removes remarks in brackets, such as `（休学）`, and stars at the ends. What is in brackets stays if it is a student number or a name:
/// a person's, or a Latin one beside a Chinese one.
fn without_remarks(cell: &str) -> String {
    let mut outside = String::new();
    let mut groups = Vec::new();
    for part in cell.split_inclusive(CLOSING) {
        let (before, group) = part.split_at(part.find(OPENING).unwrap_or(part.len()));
        outside.push_str(before);
        groups.push(group);
    }
    let is_remark = |group: &&str| {
        let is_number = |word: &str| pieces::number(word).is_some();
        let is_name = if key::has_han(&outside) {
            !key::has_han(group)
        } else {
            is_person(group.trim_matches(|c: char| !c.is_alphanumeric()))
        };
        group.chars().any(char::is_alphabetic)
            && !is_name
            && !group
                .split(|c: char| !c.is_ascii_alphanumeric())
                .any(is_number)
    };
    let mut rest = cell.to_owned();
    if !outside.trim().is_empty() {
        for group in groups.into_iter().filter(is_remark) {
            rest = rest.replacen(group, " ", 1);
        }
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    words
        .join(" ")
        .trim_matches(['*', '＊', '★', '☆', '※', ' '])
        .to_owned()
}

/// Splits a cell that holds a student number and a name, such as `张三(2021001001)`; any other cell is a name.
fn apart(cell: String) -> (Option<String>, Option<String>) {
    let found = cell
        .split(|c: char| !c.is_ascii_alphanumeric())
        .find_map(|word| Some((word, pieces::number(word)?)));
    let Some((word, number)) = found else {
        return (None, Some(cell));
    };
    let is_edge = |c: char| !c.is_alphanumeric();
    let name = cell
        .replacen(word, " ", 1)
        .replace([' ', '(', ')', '（', '）'], " ");
    let name = name.trim_matches(is_edge);
    (Some(number), (!name.is_empty()).then(|| name.to_owned()))
}
