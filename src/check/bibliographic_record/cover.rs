//! Fields of covers and declarations: labels with their values on the line or on the next ones, and what covers state
//! without labels: kind of work, school, date, title, and the author after "by".

use super::claim::{Claims, Field};
use super::lines::Line;
use super::names::{NameTrust, is_han, joined, persons};
use super::{Certainty, StatedPlace, labels, values};

/// Maximum number of lines that a title continues over.
const TITLE_LINES: usize = 4;
/// Maximum number of labels that wait for their values.
const WAITING: usize = 12;

/// Label that waits for its value on a later line.
struct Waiting {
    field: Option<Field>,
    weak: bool,
}

/// Title whose line ended and that may continue.
struct Open {
    value: String,
    lines: usize,
    certainty: Certainty,
}

/// Walk over the lines of one beginning.
struct Walk<'c> {
    claims: &'c mut Claims,
    waiting: Vec<Waiting>,
    open: Option<Open>,
    /// Lines without a label, school, kind or date: one of these runs is the title. A run ends at any other line.
    free: Vec<Vec<String>>,
    /// Whether the last line was free.
    in_run: bool,
    /// Index of the first run after the last line that names the kind of work, before the first label.
    after_kind: Option<usize>,
    labelled: bool,
    /// Trust in a labelled value: covers are trusted more than texts with one such line.
    trust: Certainty,
}

/// Whether lines are a cover: two labels of different fields, or one and a kind of work.
pub(super) fn is_cover(lines: &[Line]) -> bool {
    let mut fields: Vec<Option<Field>> = Vec::new();
    let mut other = 0;
    let mut kind = false;
    for line in lines
        .iter()
        .filter(|line| line.place == StatedPlace::Cover && !is_sentence(&line.text))
    {
        kind |=
            values::kind(&line.text).is_some() || is_submission(&line.text) || is_by(&line.text);
        for label in labels::labelled(&line.text) {
            if label.field.is_none() {
                other += 1;
            } else if !fields.contains(&label.field) {
                fields.push(label.field);
            }
        }
    }
    fields.len() >= 2 || !fields.is_empty() && (kind || other >= 2) || kind && lines.len() <= 60
}

/// Adds the claims of a cover's or declaration's lines.
pub(super) fn read(lines: &[Line], is_cover: bool, claims: &mut Claims) {
    let mut walk = Walk {
        claims,
        waiting: Vec::new(),
        open: None,
        free: Vec::new(),
        in_run: false,
        after_kind: None,
        labelled: false,
        trust: if is_cover {
            Certainty::Sure
        } else {
            Certainty::Likely
        },
    };
    for line in lines {
        walk.line(line);
    }
    walk.close();
    if is_cover {
        walk.free_title();
    }
}

fn is_sentence(line: &str) -> bool {
    let length = line.chars().count();
    length > 160
        || length > 24
            && (line.contains('。') || line.matches(['，', ',', '；']).count() >= 3 && length > 60)
}

/// Whether a line is "by" and nothing else.
fn is_by(line: &str) -> bool {
    matches!(
        line.trim()
            .trim_end_matches([':', '：'])
            .to_lowercase()
            .as_str(),
        "by" | "b y" | "by the author" | "作者"
    )
}

/// Whether a line begins the formula of submission: "A thesis submitted …", "in partial fulfilment …".
fn is_submission(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    [
        "a thesis",
        "a dissertation",
        "thesis submitted",
        "dissertation submitted",
        "submitted in",
        "submitted to",
        "in partial ful",
        "a project",
        "a report submitted",
        "presented to",
        "a master",
        "a doctoral",
        "this thesis is",
        "this dissertation is",
        "a research",
        "for the degree",
        "in fulfilment",
        "in fulfillment",
        "a bachelor",
        "of the requirements",
        "of the requirement",
        "degree of",
        "a final year",
        "project report submitted",
    ]
    .iter()
    .any(|words| lower.starts_with(words))
}

impl Walk<'_> {
    fn line(&mut self, line: &Line) {
        let text = line.text.trim();
        if is_sentence(text) {
            self.close();
            self.waiting.clear();
            self.in_run = false;
            self.sentence(text, line.place);
            return;
        }
        let found = labels::labelled(text);
        if found.is_empty() {
            self.unlabelled(text, line.place);
            return;
        }
        self.in_run = false;
        self.labelled = true;
        if let Some(first) = found.first().filter(|first| first.start > 0) {
            let before: String = text.chars().take(first.start).collect();
            let before = labels::clean(&before);
            if !self.waiting.is_empty() && !before.is_empty() {
                self.assign(&before, line.place);
            } else if !before.is_empty() {
                self.plain(&before, line.place);
            }
        }
        self.close();
        let all_empty = found.iter().all(|label| label.value.is_empty());
        if !all_empty {
            self.waiting.clear();
        }
        let last = found.len() - 1;
        for (at, label) in found.into_iter().enumerate() {
            if label.value.is_empty() {
                if self.waiting.len() < WAITING {
                    self.waiting.push(Waiting {
                        field: label.field,
                        weak: label.weak,
                    });
                }
                continue;
            }
            let certainty = self.certainty(label.weak, line.place);
            self.claim(label.field, &label.value, line.place, certainty, at == last);
        }
    }

    fn certainty(&self, weak: bool, place: StatedPlace) -> Certainty {
        if weak || place == StatedPlace::Declaration {
            Certainty::Likely
        } else {
            self.trust
        }
    }

    /// Adds a claim, if the value has the form of the field; returns whether it has.
    fn claim(
        &mut self,
        field: Option<Field>,
        value: &str,
        place: StatedPlace,
        certainty: Certainty,
        may_continue: bool,
    ) -> bool {
        let Some(field) = field else { return true };
        let lowered = |trust: NameTrust| match trust {
            NameTrust::Known => certainty,
            NameTrust::Shape => certainty.min(Certainty::Likely),
        };
        match field {
            Field::Title => {
                let Some(title) = values::title(value) else {
                    return false;
                };
                if may_continue && place == StatedPlace::Cover {
                    self.open = Some(Open {
                        value: title,
                        lines: 1,
                        certainty,
                    });
                } else {
                    self.claims.add(field, title, place, certainty);
                }
            }
            Field::Author => {
                let Some((names, trust)) = persons(value) else {
                    return false;
                };
                if trust == NameTrust::Shape && (self.trust < Certainty::Sure || names.len() > 3) {
                    return false;
                }
                self.claims
                    .add(field, joined(&names), place, lowered(trust));
            }
            Field::Supervisor => {
                let Some((names, trust)) = persons(&before_affiliation(value)) else {
                    return false;
                };
                self.claims
                    .add(field, joined(&names), place, lowered(trust));
            }
            Field::StudentNumber => {
                let Some(number) = values::student_number(value) else {
                    return false;
                };
                self.claims.add(field, number, place, certainty);
            }
            Field::Institution => {
                let Some((school, sure)) = values::school(value) else {
                    return false;
                };
                let certainty = if sure { certainty } else { Certainty::Likely };
                self.claims.add(field, school, place, certainty);
            }
            Field::Year => {
                let Some(year) = values::year(value) else {
                    return false;
                };
                self.claims.add(field, year, place, certainty);
            }
            Field::Degree => {
                let Some(degree) = values::degree(value) else {
                    return false;
                };
                self.claims.add(field, degree, place, certainty);
            }
        }
        true
    }

    /// Gives a line without label to the label that waits for it; returns whether one took it.
    fn assign(&mut self, value: &str, place: StatedPlace) -> bool {
        self.close();
        let alone = self.waiting.len() == 1;
        let strict = |waiting: &Waiting| match waiting.field {
            Some(Field::StudentNumber) => values::student_number(value).is_some(),
            Some(Field::Year) => values::is_date_line(value),
            _ => false,
        };
        let order: Vec<usize> = self
            .waiting
            .iter()
            .position(strict)
            .into_iter()
            .chain(0..self.waiting.len())
            .collect();
        for at in order {
            let (field, weak) = (self.waiting[at].field, self.waiting[at].weak);
            let mut certainty = self.certainty(weak, place);
            if !alone && !strict(&self.waiting[at]) {
                certainty = certainty.min(Certainty::Likely);
            }
            if field == Some(Field::Institution) && values::school(value).is_none() {
                continue;
            }
            if self.claim(field, value, place, certainty, true) {
                self.waiting.drain(..=at);
                return true;
            }
        }
        false
    }

    fn unlabelled(&mut self, text: &str, place: StatedPlace) {
        let cleaned = labels::clean(text);
        if cleaned.is_empty() {
            return;
        }
        if is_by(text) {
            self.close();
            self.in_run = false;
            self.labelled = true;
            self.waiting = vec![Waiting {
                field: Some(Field::Author),
                weak: false,
            }];
            return;
        }
        if !self.waiting.is_empty() {
            // The boxes of a number are cells of their own.
            if self.assign(&cleaned, place) {
                return;
            }
            self.waiting.clear();
        }
        if self.continues(&cleaned) {
            return;
        }
        self.close();
        if self.plain(&cleaned, place) {
            self.in_run = false;
        } else if place == StatedPlace::Cover && !self.labelled {
            if !self.in_run {
                self.free.push(Vec::new());
            }
            self.in_run = true;
            if let Some(run) = self.free.last_mut() {
                run.push(cleaned);
            }
        }
    }

    /// Takes a line as the continuation of an open title; returns whether it is one.
    fn continues(&mut self, text: &str) -> bool {
        let Some(open) = &mut self.open else {
            return false;
        };
        let same_script = open.value.chars().any(is_han) == text.chars().any(is_han)
            || open.value.chars().any(is_han)
                && (open.value.ends_with(['的', '和', '与', '-', '—'])
                    || text.chars().count() <= 6 && text.is_ascii());
        let other = values::is_date_line(text)
            || values::kind(text).is_some()
            || values::school(text).is_some()
            || is_submission(text)
            || persons(text).is_some_and(|(_, trust)| trust == NameTrust::Known)
            || text.starts_with(['(', '（'])
            || text.ends_with("学院")
            || text.ends_with('系')
            || text.contains(['@', ':', '：'])
            || text.chars().count() > 100
            || !text.chars().any(char::is_alphabetic);
        let repeated = super::claim::key(&open.value).contains(&super::claim::key(text))
            && text.chars().count() > 6
            || super::claim::key(text).contains(&super::claim::key(&open.value));
        if !same_script || other || repeated || open.lines >= TITLE_LINES {
            return false;
        }
        let long = format!("{} {text}", open.value);
        let Some(title) = values::title(&long) else {
            return false;
        };
        open.value = title;
        open.lines += 1;
        true
    }

    /// Ends an open title.
    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            self.claims
                .add(Field::Title, open.value, StatedPlace::Cover, open.certainty);
        }
    }

    /// Reads a line that states a kind of work, a school or a date without a label; returns whether it does.
    fn plain(&mut self, text: &str, place: StatedPlace) -> bool {
        let trust = self.certainty(false, place);
        let mut known = false;
        if let Some(degree) = values::kind(text) {
            if let Some(degree) = degree {
                self.claims.add(Field::Degree, degree, place, trust);
            }
            if let Some(year) = values::year(text).filter(|_| text.contains('届')) {
                self.claims.add(Field::Year, year, place, Certainty::Likely);
            }
            // Numbers may stand above the kind of work, persons stand below the title.
            if !self.claims.has(Field::Author, Certainty::Guess) {
                self.labelled = false;
                self.after_kind = Some(self.free.len());
            }
            known = true;
        }
        if let Some((school, sure)) = values::school(text) {
            let certainty = if sure { trust } else { Certainty::Likely };
            self.claims
                .add(Field::Institution, school, place, certainty);
            known = true;
        }
        if is_submission(text) {
            self.submission(text, place);
            self.labelled = true;
            return true;
        }
        if values::is_date_line(text) {
            if let Some(year) = values::year(text) {
                self.claims.add(Field::Year, year, place, trust);
            }
            return true;
        }
        known
    }

    /// Reads the formula of submission: school and degree.
    fn submission(&mut self, text: &str, place: StatedPlace) {
        if let Some(school) = values::english_school(text) {
            self.claims
                .add(Field::Institution, school, place, self.trust);
        }
        let lower = text.to_lowercase();
        if let Some(at) = ["degree of ", "degree in "]
            .iter()
            .find_map(|words| Some(lower.find(words)? + words.len()))
        {
            let degree = text
                .get(at..)
                .unwrap_or_default()
                .split([',', '.'])
                .next()
                .unwrap_or_default();
            if let Some(degree) = values::degree(degree.trim()) {
                self.claims.add(Field::Degree, degree, place, self.trust);
            }
        }
        if lower.trim_end().ends_with("degree of") {
            self.waiting = vec![Waiting {
                field: Some(Field::Degree),
                weak: false,
            }];
        }
        if lower.trim_end().ends_with(" by") {
            self.waiting = vec![Waiting {
                field: Some(Field::Author),
                weak: false,
            }];
        }
    }

    /// Reads the title that a declaration quotes: "呈交的学位论文《…》".
    fn sentence(&mut self, text: &str, place: StatedPlace) {
        if place != StatedPlace::Declaration {
            return;
        }
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('《') {
            let Some((title, next)) = after.split_once('》') else {
                return;
            };
            let own = ["论文", "设计", "题为", "题目", "作品"].iter().any(|word| {
                before
                    .chars()
                    .rev()
                    .take(12)
                    .collect::<Vec<_>>()
                    .into_iter()
                    .rev()
                    .collect::<String>()
                    .contains(word)
            });
            let rule = [
                "法",
                "条例",
                "规定",
                "办法",
                "著作权",
                "指南",
                "数据库",
                "章程",
                "细则",
            ]
            .iter()
            .any(|word| title.ends_with(word));
            let start = before.trim().is_empty();
            if (own || start)
                && !rule
                && let Some(title) = values::title(title)
            {
                self.claims
                    .add(Field::Title, title, place, Certainty::Likely);
            }
            rest = next;
        }
    }

    /// Chooses the title among the lines without label, if no label names it, and the author below it.
    fn free_title(&mut self) {
        let from = self
            .after_kind
            .filter(|&from| from < self.free.len())
            .unwrap_or(0);
        let runs = std::mem::take(&mut self.free);
        let titled = self.claims.has(Field::Title, Certainty::Likely);
        for run in runs.get(from..).unwrap_or_default() {
            let has_author = self.claims.has(Field::Author, Certainty::Likely);
            let (title, author) = title_and_author(run, has_author);
            if let (Some(title), false) = (&title, titled) {
                self.claims.add(
                    Field::Title,
                    title.clone(),
                    StatedPlace::Cover,
                    Certainty::Likely,
                );
            }
            if let Some(author) = author
                && !self.claims.has(Field::Author, Certainty::Likely)
            {
                self.claims
                    .add(Field::Author, author, StatedPlace::Cover, Certainty::Likely);
            }
            if title.is_some() {
                return;
            }
        }
    }
}

/// Splits a run of lines into the title, which ends at the first person, and the persons. A title in capitals such as
/// "Lamps At Night" looks like a person, so that a Latin person needs a line above, and none is sought where the author is
/// known.
fn title_and_author(run: &[String], has_author: bool) -> (Option<String>, Option<String>) {
    let known = |line: &String| persons(line).filter(|(_, trust)| *trust == NameTrust::Known);
    let is_person = |(at, line): (usize, &String)| {
        let first = at == 0 && !line.chars().any(is_han);
        !has_author && !first && known(line).is_some()
    };
    let person = run.iter().enumerate().position(is_person);
    let author = person
        .and_then(|at| known(&run[at]))
        .map(|(names, _)| joined(&names));
    let lines = &run[..person.unwrap_or(run.len())];
    let first = lines.iter().position(|line| values::title(line).is_some());
    let Some(first) = first else {
        return (None, author);
    };
    let script = lines[first].chars().any(is_han);
    let lines: Vec<&str> = lines[first..]
        .iter()
        .take(TITLE_LINES)
        .map(String::as_str)
        .take_while(|line| line.chars().any(is_han) == script && !line.contains('@'))
        .collect();
    (values::title(&lines.join(" ")), author)
}

/// Cuts a supervisor's school off: "李四 研究员 某某科学院力学研究所".
fn before_affiliation(value: &str) -> String {
    let words: Vec<&str> = value.split_whitespace().collect();
    let affiliation = |word: &&str| {
        [
            "大学",
            "学院",
            "研究所",
            "研究院",
            "公司",
            "医院",
            "科学院",
            "中心",
            "大學",
        ]
        .iter()
        .any(|end| word.ends_with(end))
    };
    let mut kept: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !affiliation(word))
        .collect();
    // Name, title and school may touch: "李四研究员某某科学院力学研究所".
    if kept.is_empty()
        || kept.len() < words.len() && kept.iter().all(|word| word.chars().count() < 2)
    {
        kept = words;
    }
    let value = if value.contains("  ") && kept.len() == value.split_whitespace().count() {
        value.to_owned()
    } else {
        kept.join(" ")
    };
    for title in ["研究员", "教授", "讲师", "工程师", "老师", "博士"] {
        if let Some((before, after)) = value.split_once(title)
            && ["大学", "学院", "研究所", "研究院", "公司", "医院", "科学院"]
                .iter()
                .any(|end| after.trim_end().ends_with(end))
        {
            return before.to_owned();
        }
    }
    // English affiliations follow a comma.
    let lower = value.to_lowercase();
    if !value.chars().any(is_han)
        && let Some(at) = [
            "institute",
            "university",
            "department",
            "school of",
            "faculty",
            "college",
        ]
        .iter()
        .filter_map(|word| lower.find(word))
        .min()
    {
        return value
            .get(..at)
            .unwrap_or_default()
            .trim_end_matches([',', ' ', '('])
            .to_owned();
    }
    value
}
