//! Reads the years of an entry: the year of publication and the year of access.

use std::ops::Range;

use chachong_text::Words;

/// Years that an entry states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Years {
    /// Year of publication; `None` if none is stated.
    pub published: Option<u16>,
    /// Letter after the year, as in 2010a; `None` without one.
    pub letter: Option<char>,
    /// Whether no other number could be the year of publication.
    pub is_sure: bool,
    /// Year in which an electronic work was accessed; `None` if none is stated.
    pub accessed: Option<u16>,
}

/// Number of four digits that may be a year.
#[derive(Clone, Copy)]
struct Candidate {
    year: u16,
    letter: Option<char>,
    at: usize,
    /// Whether the number stands in the usual place of a year of publication: after a comma, a bracket or a full
    /// stop, and before a sign.
    stands: bool,
    /// Whether the number is the year of a date in brackets, as in "[2012-03-04]".
    is_access: bool,
}

/// Reads the years in the plain text of an entry. `title_end` is the position at which the kind of the work ends;
/// numbers before it belong to the title.
pub(super) fn of(plain: &str, title_end: Option<usize>) -> Years {
    let addresses = addresses(plain);
    let mut candidates = candidates(plain);
    candidates.retain(|one| !addresses.iter().any(|address| address.contains(&one.at)));
    let accessed = candidates
        .iter()
        .rev()
        .find(|one| one.is_access)
        .map(|one| one.year);
    candidates.retain(|one| !one.is_access);
    let in_front = |one: &&Candidate| title_end.is_none_or(|end| one.at >= end);
    // In the style of author and year it stands before the title, in brackets.
    let bracketed = |one: &&Candidate| one.stands && plain[..one.at].ends_with('(');
    let published = candidates
        .iter()
        .find(|one| one.stands && in_front(one))
        .or_else(|| candidates.iter().find(bracketed))
        .or_else(|| candidates.iter().find(|one| one.stands))
        .or_else(|| candidates.iter().rfind(in_front))
        .or_else(|| candidates.last());
    let Some(published) = published else {
        return Years {
            accessed,
            ..Years::default()
        };
    };
    let others = candidates
        .iter()
        .filter(|one| one.year != published.year)
        .count();
    Years {
        published: Some(published.year),
        letter: published.letter,
        is_sure: published.stands && others == 0,
        accessed,
    }
}

fn candidates(plain: &str) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let mut at = 0;
    while let Some(from) = plain[at..].find(|c: char| c.is_ascii_digit()) {
        let start = at + from;
        let digits = plain[start..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        at = start + digits;
        if digits != 4 {
            continue;
        }
        let Ok(year) = plain[start..at].parse::<u16>() else {
            continue;
        };
        let before = plain[..start].trim_end();
        let after = plain[at..].trim_start();
        let last = before.chars().next_back();
        let mut letter = after.chars().next().filter(char::is_ascii_lowercase);
        if letter.is_some() && after.chars().nth(1).is_some_and(char::is_alphanumeric) {
            letter = None;
        }
        let next = after.chars().nth(usize::from(letter.is_some()));
        let touches = plain[..start]
            .chars()
            .next_back()
            .is_some_and(|c| c.is_alphanumeric() && c.is_ascii());
        let is_range = last == Some('-') || is_range(after);
        let is_pages = is_labelled(before);
        if !(1000..3000).contains(&year)
            || touches
            || is_range
            || is_pages
            || letter.is_none() && next.is_some_and(|c| c.is_ascii_alphabetic())
        {
            continue;
        }
        candidates.push(Candidate {
            year,
            letter,
            at: start,
            stands: last.is_some_and(|c| matches!(c, ',' | '(' | '.' | ']' | ';'))
                && next.is_none_or(|c| matches!(c, ',' | '.' | ':' | ';' | ')' | '(' | '年' | '-')),
            is_access: last == Some('[')
                && next.is_some_and(|c| matches!(c, '-' | '/' | '.' | '年' | ']')),
        });
    }
    candidates
}

/// Returns whether a text ends in a label of pages, volumes or numbers, or in a colon.
fn is_labelled(before: &str) -> bool {
    let word = before
        .rsplit([' ', ',', '(', ')'])
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    before.ends_with(':')
        || Words("p.|pp|pp.|page|pages|p|no.|no|vol.|vol|std|art.|id").include(&word)
}

/// Returns whether the text after a number, such as "-1014", makes it the first page of a range. "-03-04" makes it a
/// date instead.
fn is_range(after: &str) -> bool {
    let Some(rest) = after.strip_prefix(['-', '~']) else {
        return false;
    };
    let rest = rest.trim_start_matches(['-', '~', ' ']);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    digits >= 3 || (digits > 0 && !rest[digits..].starts_with(['-', '/', '.', ']', ')']))
}

/// Returns the ranges of addresses and DOIs, in which numbers are not years.
fn addresses(plain: &str) -> Vec<Range<usize>> {
    let lower = plain.to_ascii_lowercase();
    let mut found = Vec::new();
    for begin in ["http", "www.", "doi", "10."] {
        for (at, _) in lower.match_indices(begin) {
            let end = plain[at..]
                .find(char::is_whitespace)
                .map_or(plain.len(), |length| at + length);
            // A bracketed date that follows an address without a space is none of it.
            let end = plain[at..end].find('[').map_or(end, |length| at + length);
            if begin != "10." || plain[at..end].contains('/') {
                found.push(at..end);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn year(plain: &str) -> (Option<u16>, bool, Option<u16>) {
        let years = of(
            plain,
            plain.find(']').map(|at| at + 1).filter(|_| {
                plain.contains("[J]") || plain.contains("[M]") || plain.contains("[EB")
            }),
        );
        (years.published, years.is_sure, years.accessed)
    }

    #[test]
    fn years_of_publication() {
        for (text, expected) in [
            (
                "沈知远.夜读[J].灯塔学报,2010,29(3):17-18",
                (Some(2010), true, None),
            ),
            (
                "陆明.阅读史[M].北京:灯塔出版社,2006:1998-2003.",
                (Some(2006), true, None),
            ),
            (
                "陆明.1998年的夜读[J].灯塔学报,2001(4):5",
                (Some(2001), false, None),
            ),
            (
                "Smith, J. (2010a). On reading. Journal 4, 5",
                (Some(2010), true, None),
            ),
            (
                "夜读[EB/OL].(2010-03-04)[2012-05-06].http://example.org/2014/1",
                (Some(2010), true, Some(2012)),
            ),
            (
                "G. Bader and C. Hogue. 2003. Night reading. pages 1200-1300",
                (Some(2003), true, None),
            ),
            ("夜读[J].灯塔学报,29(3):17-18", (None, false, None)),
            ("IEEE Std 2003.1 of night", (None, false, None)),
        ] {
            if text.starts_with("IEEE") {
                assert!(!of(text, None).is_sure, "{text}");
            } else {
                assert_eq!(year(text), expected, "{text}");
            }
        }
        assert_eq!(of("Smith, J. (2010a). On", None).letter, Some('a'));
    }
}
