//! Tells which digits of a path are those of a day, a version, a chapter or a device, and which may be somebody's number.

use super::CoverWords;
use super::words::{CHAPTERS, TEAMS};
use crate::key;

/// Maximum number of letters before the digits of a login that is no name.
const LOGIN_LETTERS: usize = 4;
/// Minimum number of digits of such a login.
const LOGIN_DIGITS: usize = 4;
/// Maximum number of digits of the number of a version or chapter.
pub(super) const VERSION_DIGITS: usize = 2;
/// Maximum number of digits of a part of a date or of a time.
const TIME_DIGITS: usize = 6;

/// What stands before a word: digits after it may number a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    Start,
    /// A word that says nothing about a person, or the stated author.
    Plain,
    Date,
    /// A word after which a device or program numbers files.
    Series,
    Mark,
}

impl Before {
    /// Returns what digits are after this; [`Before::Mark`] if they may be somebody's number.
    pub(super) fn and_digits(self, digits: &str, next: &[String], cover: &CoverWords) -> Self {
        let is_short = |word: &str| is_digits(word) && word.len() <= VERSION_DIGITS;
        let is_year = |word: Option<&String>| word.is_some_and(|word| is_year(word));
        let is_counted = next.first().is_some_and(|word| {
            is_counted(word) || is_year(Some(word)) || is_short(word) && is_year(next.get(1))
        });
        let is_day_of_draft = is_month_and_day(digits)
            && next
                .first()
                .is_some_and(|word| word.starts_with(['稿', '版']));
        match self {
            _ if is_day(digits, cover) || is_day_of_draft => Self::Date,
            Self::Date if digits.len() <= TIME_DIGITS => Self::Date,
            Self::Series => Self::Series,
            Self::Plain if is_short(digits) => Self::Plain,
            _ if is_short(digits) && is_counted => Self::Plain,
            _ => Self::Mark,
        }
    }
}

/// Returns whether a word has the form of a login: a few letters and at least four digits.
pub(super) fn is_login(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    (1..=LOGIN_LETTERS).contains(&letters.len())
        && word.len() - letters.len() >= LOGIN_DIGITS
        && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
}

pub(super) fn is_digits(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether digits are a year, a day or a time. Digits that look like a day are a student number where the stated one does too.
fn is_day(digits: &str, cover: &CoverWords) -> bool {
    let is_like_number = match digits.len() {
        6 => cover.has_number_of_length(6),
        _ => cover.has_date,
    };
    let with_time = matches!(digits.len(), 12 | 14) && key::is_date(&digits[..8]);
    is_year(digits) || with_time || key::is_date(digits) && !is_like_number
}

fn is_year(word: &str) -> bool {
    is_digits(word) && word.len() == 4 && (word.starts_with("19") || word.starts_with("20"))
}

/// Returns whether four digits are a month and a day, as in 0501稿. Elsewhere they may be a class and a seat.
fn is_month_and_day(digits: &str) -> bool {
    digits.len() == 4 && key::is_date(&format!("2000{digits}"))
}

/// Returns whether a number before a word numbers a chapter or draft or belongs to a day.
fn is_counted(word: &str) -> bool {
    CHAPTERS.contains(&word) || word.starts_with(is_counter)
}

pub(super) fn is_counter(c: char) -> bool {
    "年月日稿版次章周课题节时点".contains(c)
}

/// Returns a name without numbers in brackets, which systems add to the names of copies.
pub(super) fn without_counts(name: &str) -> String {
    let mut without = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once(['(', '（']) {
        without.push_str(before);
        without.push(' ');
        let end = after.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_count = (1..=VERSION_DIGITS).contains(&(after.len() - end.len()));
        rest = (end.strip_prefix([')', '）']))
            .filter(|_| is_count)
            .unwrap_or(after);
    }
    without + rest
}

/// Returns a name without two short numbers that a dot joins, such as 5.20: they are a day, or the number of a version or chapter, and
/// nobody's. Those before a word such as 班 stay.
pub(super) fn without_dotted(name: &str) -> String {
    let is_inside = |c: char| c.is_ascii_digit() || c == '.';
    let is_short = |part: &str| (1..=VERSION_DIGITS).contains(&part.len()) && is_digits(part);
    let mut without = String::new();
    let mut rest = name;
    while let Some(start) = rest.find(is_inside) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c: char| !is_inside(c)).unwrap_or(from.len());
        let (run, after) = from.split_at(end);
        let is_dotted = (run.split_once('.')).is_some_and(|(a, b)| is_short(a) && is_short(b));
        let is_of_team = TEAMS.iter().any(|team| after.starts_with(team));
        without.push_str(before);
        without.push_str(if is_dotted && !is_of_team { " " } else { run });
        rest = after;
    }
    without + rest
}
