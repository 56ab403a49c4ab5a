//! Title, authors, school and year of a document without a cover: an article, an essay, a translation.

use super::claim::{Claims, Field};
use super::lines::Head;
use super::names::{NameTrust, is_han, joined, persons};
use super::{Certainty, StatedPlace, labels, values};

/// Maximum number of lines among which title and authors stand.
const LINES: usize = 40;
/// Maximum number of lines of a title.
const TITLE_LINES: usize = 3;

/// Signs and words of lines that journals, conferences and form sheets print above a title.
#[rustfmt::skip]
const ABOVE: &[&str] = &[
    "issn", "收稿日期", "作者简介", "基金", "proceedings", "journal of", "doi", "http", "www.", "©", "中图分类号", "文献标识码",
    "文章编号", "pages ", "pp.", "received", "vol.", "vol．", "no.", "no．", "页", "附件", "附录", "citation", "copyright",
    "arxiv", "e-mail", "email", "published", "isbn", "preprint", "accepted", "第一作者", "编辑", "editor",
    "transactions on", "letters", "volume",
];

/// Adds the claims of the first lines.
pub(super) fn read(head: &Head, claims: &mut Claims) {
    let lines: Vec<String> = head
        .lines
        .iter()
        .filter(|line| line.place == StatedPlace::Cover)
        .take(LINES)
        .map(|line| labels::clean(&without_addresses(&line.text)))
        .filter(|line| !line.is_empty())
        .collect();
    years(&lines, claims);
    if !head.before_text && lines.len() >= LINES {
        // Without a heading near, only the very first line may be the title.
        first_line(&lines, claims);
        return;
    }
    let names = |line: &String| {
        persons(line)
            .or_else(|| persons(&after_affiliation(line)?))
            .filter(|(_, trust)| *trust == NameTrust::Known)
            .map(|(names, _)| names)
    };
    let person = lines.iter().enumerate().skip(1).find(|(at, line)| {
        !is_above(line) && names(line).is_some() && title_before(&lines, *at).is_some()
    });
    let Some((person, _)) = person else {
        first_line(&lines, claims);
        return;
    };
    if let Some(title) = title_before(&lines, person) {
        claims.add(Field::Title, title, StatedPlace::Cover, Certainty::Likely);
    }
    let mut authors: Vec<String> = Vec::new();
    for line in lines.iter().skip(person).filter(|line| !is_above(line)) {
        let chinese = authors.first().is_some_and(|name| name.chars().any(is_han));
        for name in names(line).unwrap_or_default() {
            let translation = chinese && !name.chars().any(is_han);
            if !translation && !authors.contains(&name) && authors.len() < 20 {
                authors.push(name);
            }
        }
    }
    claims.add(
        Field::Author,
        joined(&authors),
        StatedPlace::Cover,
        Certainty::Likely,
    );
    let school = lines
        .iter()
        .skip(person.saturating_sub(1))
        .filter(|line| !is_above(line))
        .find_map(|line| {
            line.split(['，', ',', ' ', '(', '（', '•', '·'])
                .find_map(|part| values::school(part).filter(|_| part.chars().any(is_han)))
                .or_else(|| values::school(line))
        });
    if let Some((school, _)) = school {
        claims.add(
            Field::Institution,
            school,
            StatedPlace::Cover,
            Certainty::Likely,
        );
    }
}

/// Whether a line stands above titles in journals, or is a date, a number or an address.
fn is_above(line: &str) -> bool {
    let lower = line.to_lowercase();
    let numbered = line.contains('第')
        && line.chars().any(|c| c.is_ascii_digit())
        && line.contains(['卷', '期']);
    numbered
        || ABOVE.iter().any(|word| lower.contains(word))
        || values::is_date_line(line)
        || line.contains('@')
        || line.chars().filter(|c| c.is_alphabetic()).count() < 2
}

/// Removes words with an @ and what stands in braces.
fn without_addresses(line: &str) -> String {
    let mut kept = String::new();
    let mut depth = 0_u32;
    for c in line.chars() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                kept.push('@');
            }
            c if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    if !kept.contains('@') {
        return kept;
    }
    let words: Vec<&str> = kept.split(' ').filter(|word| !word.contains('@')).collect();
    words.join(" ")
}

/// Cuts the school off that stands before persons: "某某大学 某某实验室 张三 李四".
fn after_affiliation(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let last = words.iter().rposition(|word| {
        [
            "大学",
            "学院",
            "研究所",
            "研究院",
            "公司",
            "实验室",
            "中心",
            "系",
        ]
        .iter()
        .any(|end| word.ends_with(end))
    })?;
    (last + 1 < words.len()).then(|| words[last + 1..].join(" "))
}

/// Returns the title of which the last line stands directly above line `at`.
fn title_before(lines: &[String], at: usize) -> Option<String> {
    let mut first = at;
    let script = lines.get(at.checked_sub(1)?)?.chars().any(is_han);
    while first > 0 && at - first < TITLE_LINES {
        let line = &lines[first - 1];
        let fits = !is_above(line)
            && line.chars().any(is_han) == script
            && line.chars().count() <= 120
            && values::school(line).is_none()
            && persons(line).is_none_or(|(_, trust)| trust != NameTrust::Known);
        // A line without letters for a title of its own, such as the name of a journal, is told from the first line of
        // a broken title by what follows: a broken line is long.
        let broken = at - first == 0
            || line
                .chars()
                .map(|c| if is_han(c) { 2 } else { 1 })
                .sum::<usize>()
                >= 28;
        if !fits || !broken {
            break;
        }
        first -= 1;
    }
    values::title(&lines[first..at].join(" "))
}

/// Guesses that the first line is the title, if it stands like one.
fn first_line(lines: &[String], claims: &mut Claims) {
    let Some(line) = lines.iter().find(|line| !is_above(line)) else {
        return;
    };
    let length = line.chars().count();
    let numbered = line.chars().next().is_some_and(|c| c.is_ascii_digit())
        || line.starts_with(['一', '（', '(']);
    let sentence = line.contains(['。', '，', ';', '；']) || line.ends_with([',', '.', '：', ':']);
    let next_is_longer = lines.len() > 1;
    if !numbered
        && !sentence
        && length <= 60
        && next_is_longer
        && let Some(title) = values::title(line)
    {
        claims.add(Field::Title, title, StatedPlace::Cover, Certainty::Guess);
    }
}

/// Finds the year that the lines above the text state, if they state one only.
fn years(lines: &[String], claims: &mut Claims) {
    let mut found: Vec<String> = Vec::new();
    let mut dated: Option<String> = None;
    for line in lines.iter().take(16) {
        let date = values::is_date_line(line);
        if (date || is_above(line))
            && let Some(year) = values::year(line)
        {
            if date {
                dated = dated.or(Some(year.clone()));
            }
            if !found.contains(&year) {
                found.push(year);
            }
        }
    }
    if let Some(year) = dated {
        claims.add(Field::Year, year, StatedPlace::Cover, Certainty::Likely);
    } else if let [year] = &found[..] {
        claims.add(
            Field::Year,
            year.clone(),
            StatedPlace::Cover,
            Certainty::Guess,
        );
    }
}
