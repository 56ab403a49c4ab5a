//! Separates the authors and the title of an entry.

use std::ops::Range;

use chachong_text::is_ideograph;

use crate::details::names::names;

/// Maximum number of characters within which the names of the authors end.
const LONGEST_NAMES: usize = 400;
/// Minimum number of letters of a title.
const SHORTEST_TITLE: usize = 2;

/// Authors and title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Head {
    pub authors: Vec<String>,
    pub title: Option<String>,
}

/// Reads authors and title in the plain text of an entry. `kind` is the range of the work's kind in the text, in
/// bytes.
pub(super) fn split(plain: &str, kind: Option<&Range<usize>>) -> Head {
    let head = match kind {
        Some(kind) => &plain[..kind.start],
        None => plain,
    };
    let (authors, rest) = authors(head);
    let rest = without_year(rest);
    let title = match kind {
        // The kind stands behind the title.
        Some(_) => Some(rest),
        None => quoted(rest).or_else(|| until_stop(rest)),
    };
    let title = title.map(|title| {
        title
            .trim_matches(|c: char| {
                c.is_whitespace() || matches!(c, '.' | ',' | ':' | '"' | '《' | '》')
            })
            .to_owned()
    });
    let letters = |title: &String| title.chars().filter(|c| c.is_alphabetic()).count();
    Head {
        authors,
        title: title.filter(|title| letters(title) >= SHORTEST_TITLE),
    }
}

/// Reads the names before a full stop, a colon, a bracket with a number or a title in quotation marks. Returns the names and the rest of
/// the text, which is the whole text if there are no names.
fn authors(head: &str) -> (Vec<String>, &str) {
    let length = head
        .char_indices()
        .nth(LONGEST_NAMES)
        .map_or(head.len(), |(at, _)| at);
    for (at, c) in head[..length].char_indices() {
        let is_stop = match c {
            '.' | ':' => true,
            // The year of "Smith, J. (2010)", the title in quotation marks or 《》, the country's bracket at the very beginning.
            '(' | '[' => at > 0 && head[at + 1..].starts_with(|c: char| c.is_ascii_digit()),
            '"' | '《' => at > 0,
            _ => false,
        };
        if !is_stop {
            continue;
        }
        let rest = head[at + c.len_utf8()..].trim_start();
        if c == '.' && (continues_names(rest) || is_inside_initials(&head[..at], rest)) {
            continue;
        }
        if let Some(found) = names(&head[..at]) {
            let rest = if matches!(c, '(' | '[' | '"' | '《') {
                &head[at..]
            } else {
                rest
            };
            return (found, rest);
        }
    }
    (Vec::new(), head)
}

/// Returns whether the text after a full stop continues the names: "and C. Hogue", ", D. Betel", "B. Smith, …".
fn continues_names(rest: &str) -> bool {
    let rest_lower = rest.to_lowercase();
    let mut characters = rest.chars();
    let is_initial =
        characters.next().is_some_and(char::is_uppercase) && characters.next() == Some('.');
    is_initial
        || rest.starts_with([',', ';', '&', '-'])
        || rest_lower.starts_with("and ")
        || rest_lower.starts_with("et al")
}

/// Returns whether a full stop follows an initial and precedes a name: "G. Bader", "A. J. Broder".
fn is_inside_initials(before: &str, rest: &str) -> bool {
    let last: String = before
        .chars()
        .rev()
        .take_while(|c| c.is_alphabetic())
        .collect();
    if last.chars().count() != 1 {
        return false;
    }
    // An initial before its surname stands first of a name: after a comma, "and", another initial, or at the beginning.
    let name = before.rsplit([',', ';']).next().unwrap_or_default().trim();
    let name = name.strip_prefix("and ").unwrap_or(name);
    let has_surname = name
        .split([' ', '.', '-'])
        .any(|word| word.chars().count() > 2);
    if !has_surname && before.contains([',']) && name.chars().count() <= 5 {
        // "Smith, J." may end here, "Smith, J. and" does not; "G. Bader, D. Betel" does not.
        let previous = before.rsplit([',', ';']).nth(1).unwrap_or_default().trim();
        let previous_is_surname = !previous.contains(['.', ' ']) && previous.chars().count() > 1;
        return !previous_is_surname;
    }
    !has_surname && rest.starts_with(char::is_uppercase)
}

/// Removes the year after the names: "(2010a). Title", "2003. Title".
fn without_year(rest: &str) -> &str {
    let inner = rest.trim_start_matches(['(', '[', ' ', ',', '.']);
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    if digits != 4 {
        return rest;
    }
    let after = &inner[digits..];
    let after = after
        .strip_prefix(|c: char| c.is_ascii_lowercase())
        .unwrap_or(after);
    // "(2010, March)".
    let after = match after
        .strip_prefix(',')
        .and_then(|month| month.split_once(')'))
    {
        Some((month, after)) if month.len() < 20 && rest.starts_with('(') => after,
        _ => after,
    };
    if after.starts_with([')', ']', '.', ':', ',']) || rest.starts_with('(') {
        after.trim_start_matches([')', ']', '.', ':', ',', ' '])
    } else {
        rest
    }
}

/// Returns a title in quotation marks or 《》 at the beginning of the text; `None` without one.
fn quoted(rest: &str) -> Option<&str> {
    let rest = rest.trim_start();
    let (open, close) = match rest.chars().next()? {
        '"' => ('"', '"'),
        '《' => ('《', '》'),
        _ => return None,
    };
    let inner = &rest[open.len_utf8()..];
    inner.find(close).map(|end| &inner[..end])
}

/// Returns the text up to the sign that ends a title.
fn until_stop(rest: &str) -> Option<&str> {
    for (at, c) in rest.char_indices() {
        let after = &rest[at + c.len_utf8()..];
        let ends = match c {
            '.' | '?' | '!' => {
                let next = after.trim_start().chars().next();
                let is_abbreviation = rest[..at]
                    .rsplit([' ', '-'])
                    .next()
                    .is_some_and(|word| word.chars().count() <= 1 && word.is_ascii());
                let is_number = rest[..at].ends_with(|c: char| c.is_ascii_digit())
                    && after.starts_with(|c: char| c.is_ascii_digit());
                !is_abbreviation
                    && !is_number
                    && (after.starts_with(' ')
                        || next.is_none_or(|c| is_ideograph(c) || c.is_uppercase())
                            && rest[..at].ends_with(is_ideograph))
            }
            _ => false,
        };
        if ends {
            return Some(&rest[..at]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::details::kind;

    fn of(plain: &str) -> (Vec<String>, String) {
        let head = split(plain, kind::of(plain).map(|kind| kind.bytes).as_ref());
        (head.authors, head.title.unwrap_or_default())
    }

    #[test]
    fn styles_of_authors_and_titles() {
        for (text, authors, title) in [
            (
                "沈知远,陆明,等.夜间开放的图书馆[J].灯塔学报,2010",
                &["沈知远", "陆明"][..],
                "夜间开放的图书馆",
            ),
            (
                "Smith J, Doe R A. Reading at night[J]. Journal",
                &["Smith J", "Doe R A"],
                "Reading at night",
            ),
            (
                "G. Bader, D. Betel, and C. Hogue. 2003. Night reading. Journal of",
                &["G. Bader", "D. Betel", "C. Hogue"],
                "Night reading",
            ),
            (
                "A. J. Broder. Strategies for night reading. In Pattern",
                &["A. J. Broder"],
                "Strategies for night reading",
            ),
            (
                "Perry, R. H., and Green, D. (2010). Lamps of night. Journal of",
                &["Perry, R. H.", "Green, D."],
                "Lamps of night",
            ),
            (
                "M. Okamoto, T. Nonaka, and D. Tominaga, \"Lamps of night,\" Journal",
                &["M. Okamoto", "T. Nonaka", "D. Tominaga"],
                "Lamps of night",
            ),
            (
                "Hirschman L, Park JC: Reading in the dark. Journal 2002",
                &["Hirschman L", "Park JC"],
                "Reading in the dark",
            ),
            (
                "Blaschke,C. and Valencia,A. (2001) The lamps of night. Journal",
                &["Blaschke, C.", "Valencia, A."],
                "The lamps of night",
            ),
            (
                "沈知远:《夜读史》,灯塔出版社2006年版",
                &["沈知远"],
                "夜读史",
            ),
            ("沈知远.夜读史.北京:灯塔出版社,2006", &["沈知远"], "夜读史"),
            ("夜间开放的图书馆[EB/OL].http", &[], "夜间开放的图书馆"),
        ] {
            let (found, found_title) = of(text);
            assert_eq!(
                (
                    found.iter().map(String::as_str).collect::<Vec<_>>(),
                    found_title.as_str()
                ),
                (authors.to_vec(), title),
                "{text}"
            );
        }
    }
}
