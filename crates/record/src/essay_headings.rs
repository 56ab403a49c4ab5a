//! Headings of essays as the MLA asks for them: the student's name, the teacher, the course and the date on lines of
//! their own, and the title below.

use super::claim::{Claims, Field};
use super::lines::Line;
use super::names::{NameTrust, is_han, is_of_teacher, joined, persons};
use super::{Certainty, StatedPlace, dates, labels, values};

/// Maximum number of lines above a heading, such as the page's head and the assignment.
const ABOVE: usize = 3;
/// Maximum number of lines that are read.
const LINES: usize = 12;
/// Maximum number of characters of a line that names a teacher or a course.
const LONGEST: usize = 60;

/// Adds the author and the title that the heading of an essay states; returns whether the lines have such a heading.
pub(super) fn read(lines: &[Line], claims: &mut Claims) -> bool {
    let lines: Vec<&str> = lines
        .iter()
        .filter(|line| line.place == StatedPlace::Cover)
        .take(LINES)
        .map(|line| line.text.trim())
        .collect();
    let mut beginnings = (0..=ABOVE).filter_map(|at| lines.get(at..));
    let Some((author, below)) = beginnings.find_map(heading) else {
        return false;
    };
    claims.add(Field::Author, author, StatedPlace::Cover, Certainty::Likely);
    if let Some(title) = title(below) {
        claims.add(Field::Title, title, StatedPlace::Cover, Certainty::Likely);
    }
    true
}

/// Returns the author whom a heading at the beginning of the lines names, and the lines below the heading; `None` if the
/// lines do not begin with one. A heading names a teacher, and a course or a date, in any order; below a name of one word
/// it names all three. Chinese essays have no such heading.
fn heading<'l, 't>(lines: &'l [&'t str]) -> Option<(String, &'l [&'t str])> {
    let (first, mut rest) = lines.split_first()?;
    let (names, trust) =
        persons(first).filter(|_| !is_of_teacher(first) && !first.chars().any(is_han))?;
    let (mut teacher, mut course, mut date) = (false, false, false);
    while let Some((line, below)) = rest.split_first() {
        let short = line.chars().count() <= LONGEST;
        let part = if dates::is_date_line(line) {
            &mut date
        } else if short && is_of_teacher(line) {
            &mut teacher
        } else if short && is_course(line) {
            &mut course
        } else {
            break;
        };
        if std::mem::replace(part, true) {
            break;
        }
        rest = below;
    }
    let is_known = trust == NameTrust::Known;
    let is_heading = teacher && (is_known && (course || date) || course && date);
    is_heading.then(|| (joined(&names), rest))
}

/// Whether a line names a course by a number of three or four digits in its first two words: "English 102", "PSYC 210:
/// Research Methods".
fn is_course(line: &str) -> bool {
    line.split_whitespace().take(2).any(|word| {
        word.split(|c: char| !c.is_ascii_digit())
            .any(|digits| matches!(digits.len(), 3 | 4))
    })
}

/// Returns the first line if it is certainly a title, with longer lines of text below; otherwise `None`.
fn title(lines: &[&str]) -> Option<String> {
    let [line, next, ..] = lines else {
        return None;
    };
    let is_short = line.chars().count() * 3 <= next.chars().count() * 2;
    let is_sentence = line.ends_with(['.', ',', ':', ';']);
    values::title(line).filter(|_| is_short && !is_sentence && labels::labelled(line).is_empty())
}
