//! Lines of a cover without labels: decides which of them are the title, and finds the person below it.

use super::names::{is_han, joined, known_persons, persons};
use super::{claim, dates, formulas, kinds, schools, values};

/// Maximum number of lines that a title continues over.
pub(super) const TITLE_LINES: usize = 4;

/// Splits a run of lines into the title, which ends at the first person, and the persons. A title in capitals such as
/// "Lamps At Night" looks like a person, so that a Latin person needs a line above, and none is sought where the author
/// is known.
pub(super) fn title_and_author(
    run: &[String],
    has_author: bool,
) -> (Option<String>, Option<String>) {
    let is_person = |(at, line): (usize, &String)| {
        let first = at == 0 && !line.chars().any(is_han);
        !has_author && !first && known_persons(line).is_some()
    };
    let person = run.iter().enumerate().position(is_person);
    let author = person
        .and_then(|at| known_persons(&run[at]))
        .map(|names| joined(&names));
    let lines = &run[..person.unwrap_or(run.len())];
    let is_title = |line: &String| values::title(line).is_some() && !is_faculty(line);
    let first = lines.iter().position(is_title);
    let Some(first) = first else {
        return (None, author);
    };
    let script = lines[first].chars().any(is_han);
    let lines: Vec<&str> = lines[first..]
        .iter()
        .take(TITLE_LINES)
        .map(String::as_str)
        .take_while(|line| {
            line.chars().any(is_han) == script && !line.contains('@') && !is_labelled_person(line)
        })
        .collect();
    (values::title(&lines.join(" ")), author)
}

/// Whether a line is a label that the program does not know, with a person behind its colon.
fn is_labelled_person(line: &str) -> bool {
    let (_, value) = line.split_once([':', '：']).unwrap_or_default();
    known_persons(value).is_some()
}

/// Whether a line is the English name of a faculty and nothing else: "Harbour Business School", "Faculty of Lamps".
fn is_faculty(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_name = |word: &&str| {
        matches!(*word, "of" | "and" | "&") || word.chars().next().is_some_and(char::is_uppercase)
    };
    let named = words.last() == Some(&"School")
        || matches!(
            words[..],
            ["School" | "Faculty" | "Department" | "College", "of", ..]
        );
    named && (2..=8).contains(&words.len()) && words.iter().all(is_name)
}

/// Returns the title of a run of lines; `None` if it is too short for a title or names a person.
pub(super) fn long_title(run: &[String]) -> Option<String> {
    let (title, _) = title_and_author(run, false);
    let title = title.filter(|title| !title.contains([':', '：', '；', ';', '）']))?;
    let han = title.chars().filter(|&c| is_han(c)).count();
    let long = han >= 8 || han == 0 && title.split(' ').count() >= 4;
    (long && persons(&title).is_none()).then_some(title)
}

/// Whether a line may be the next one of a title: of its script, and neither a date, a school, a kind of work nor a
/// person.
pub(super) fn may_continue(title: &str, text: &str) -> bool {
    let same_script = title.chars().any(is_han) == text.chars().any(is_han)
        || title.chars().any(is_han)
            && (title.ends_with(['的', '和', '与', '-', '—'])
                || text.chars().count() <= 6 && text.is_ascii());
    let other = dates::is_date_line(text)
        || kinds::kind(text).is_some()
        || schools::school(text).is_some()
        || formulas::is_submission(text)
        || formulas::is_heading(text)
        || known_persons(text).is_some()
        || text.starts_with(['(', '（'])
        || text.ends_with("学院")
        || text.ends_with('系')
        || text.contains(['@', ':', '：'])
        || text.chars().count() > 100
        || !text.chars().any(char::is_alphabetic);
    let repeated = claim::key(title).contains(&claim::key(text)) && text.chars().count() > 6
        || claim::key(text).contains(&claim::key(title));
    same_script && !other && !repeated
}
