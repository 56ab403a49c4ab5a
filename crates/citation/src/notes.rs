//! Recognises notes that cite a work, as Chicago prints them: "Jane Doe, Lamps (Oilford: Lantern Press, 2009), 37.", "Doe, Lamps, 41.",
//! "Ibid., 43.".

use std::collections::HashSet;

use crate::Reference;
use crate::citations::{PLACES, is_place, names_of_authors, surnames, without_leads};

/// Words in lower case that stand in names and titles, and between a title and a place.
const SMALL_WORDS: &[&str] = &[
    "of", "the", "and", "a", "an", "in", "on", "to", "for", "at", "by", "from", "with", "as", "or",
    "de", "la", "le", "du", "di", "da", "del", "der", "van", "von", "et", "al", "ed", "eds",
    "trans", "accessed", "last", "modified",
];

/// Recognises the notes of a text that cite a work.
pub(crate) struct Notes {
    /// Surnames of the authors in the text's own lists, in lower case.
    surnames: HashSet<String>,
}

impl Notes {
    pub(crate) fn of(references: &[Reference]) -> Self {
        let listed = references.iter().filter(|one| !one.is_note);
        Self {
            surnames: listed.flat_map(|one| surnames(&one.authors)).collect(),
        }
    }

    /// Returns whether a paragraph is a note that cites a work: it begins with "Ibid.", or all its works have a title and a place or an
    /// address behind it, and the last one also has a year in brackets or an author of the list.
    pub(crate) fn cites_work(&self, paragraph: &str) -> bool {
        let is_number = |c: char| c.is_numeric() || matches!(c, '.' | '(' | ')' | '[' | ']' | '*');
        let text = paragraph.trim_start_matches(|c: char| c.is_whitespace() || is_number(c));
        if is_ibid(without_leads(text)) {
            return true;
        }
        let (earlier, last) = match text.rsplit_once(';') {
            Some((earlier, last)) => (Some(earlier), without_leads(last)),
            None => (None, without_leads(text)),
        };
        let mut parts = earlier.into_iter().flat_map(|earlier| earlier.split(';'));
        let known = is_ibid(last)
            || titled(last).is_some_and(|work| ends_in_year(work) || self.begins_with_author(work));
        known
            && parts.all(|part| {
                let part = without_leads(part);
                is_ibid(part) || titled(part).is_some()
            })
    }

    /// Returns whether a work begins with names of authors, at least one of them listed, and nothing or a comma and a title follow.
    fn begins_with_author(&self, work: &str) -> bool {
        let (names, title) = work.split_once(',').unwrap_or((work, ""));
        let title = title.trim_start();
        let begins_title = |c: char| c.is_uppercase() || matches!(c, '“' | '"' | '‘' | '\'');
        let is_title = title.is_empty() || title.starts_with(begins_title);
        let names = names_of_authors(names).unwrap_or_default();
        let mut own = surnames(&names).into_iter();
        is_title && own.any(|surname| self.surnames.contains(&surname))
    }
}

/// Returns whether a text is "Ibid." with nothing, a place or a new sentence behind it.
fn is_ibid(text: &str) -> bool {
    let Some((word, rest)) = text.split_at_checked("ibid".len()) else {
        return false;
    };
    if !word.eq_ignore_ascii_case("ibid") || rest.starts_with(char::is_alphabetic) {
        return false;
    }
    let rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    let rest = rest.strip_prefix("at ").unwrap_or(rest);
    let ends_word = |c: char| c.is_whitespace() || matches!(c, '.' | ',' | ';' | ')');
    let next = rest.split(ends_word).next().unwrap_or_default();
    next.is_empty()
        || next.starts_with(char::is_uppercase)
        || is_place(next)
        || PLACES.contains(&next)
}

/// Returns the names and the title of a work before its place or address; `None` if it has neither or if what stands before is no title.
fn titled(part: &str) -> Option<&str> {
    if ends_in_address(part) {
        let (work, _) = part.trim_end().rsplit_once(char::is_whitespace)?;
        return is_title(work).then_some(work);
    }
    let mut work = without_place(part)?;
    while let Some(rest) = without_place(work) {
        work = rest;
    }
    (ends_in_publisher(work) || is_title(work)).then_some(work)
}

/// Returns whether all words outside quotation marks are written as in names and titles: with a capital, unless they are small.
fn is_title(work: &str) -> bool {
    let mut outside = String::new();
    let mut close = None;
    let mut before = ' ';
    let mut characters = work.chars().peekable();
    while let Some(c) = characters.next() {
        // An apostrophe stands before a letter.
        let ends_word = characters.peek().is_none_or(|next| !next.is_alphabetic());
        if close.is_some() {
            if close == Some(c) && (ends_word || !matches!(c, '’' | '\'')) {
                close = None;
            }
        } else {
            close = match c {
                '“' => Some('”'),
                '‘' => Some('’'),
                '"' => Some('"'),
                '\'' if !before.is_alphanumeric() => Some('\''),
                _ => None,
            };
            outside.push(if close.is_some() { ' ' } else { c });
        }
        before = c;
    }
    outside.split_whitespace().all(|token| {
        let token = token.trim_matches(|c: char| !c.is_alphanumeric());
        !token.starts_with(char::is_lowercase)
            || SMALL_WORDS.contains(&token)
            || PLACES.contains(&token)
            || is_place(token)
    })
}

/// Returns the text before a comma or colon and a place at the end; `None` if it does not end so. A year is no place.
fn without_place(text: &str) -> Option<&str> {
    let text = text.trim_end().trim_end_matches('.');
    let (before, place) = text.rsplit_once(char::is_whitespace)?;
    let is_year = place
        .parse()
        .is_ok_and(|year: u32| (1500..2100).contains(&year));
    if !is_place(place) || is_year {
        return None;
    }
    let before = before.trim_end();
    let before = match before.rsplit_once(char::is_whitespace) {
        Some((rest, word)) if PLACES.contains(&word.trim_end_matches('.')) => rest.trim_end(),
        _ => before,
    };
    // American English puts the comma before the mark: “Quiet Hours,” 41.
    let before = before.trim_end_matches(['”', '"', '’', '\'']);
    before.strip_suffix([',', ':'])
}

/// Returns whether a text ends in a year before a closing bracket.
fn ends_in_year(text: &str) -> bool {
    let Some(inside) = text.trim_end().strip_suffix(')') else {
        return false;
    };
    let digits = inside.chars().rev().take_while(char::is_ascii_digit);
    digits.count() == 4 && chachong_text::has_year(&inside[inside.len() - 4..])
}

/// Returns whether a text ends in brackets with a publisher, a comma and a year.
fn ends_in_publisher(text: &str) -> bool {
    let before_year = text
        .trim_end()
        .trim_end_matches(')')
        .trim_end_matches(|c: char| c.is_ascii_digit());
    ends_in_year(text) && before_year.trim_end().ends_with(',')
}

/// Returns whether a text ends in an address of the internet.
fn ends_in_address(text: &str) -> bool {
    let last = text.split_whitespace().next_back().unwrap_or_default();
    last.contains("://") || last.starts_with("www.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_cite_works() {
        let listed = Reference {
            authors: vec!["Doe".to_owned(), "Jane".to_owned()],
            ..Reference::default()
        };
        let notes = Notes::of(&[listed]);
        for text in [
            "Max Roe, Lamps at Night: A History (Oilford: Lantern Press, 2009), 37.",
            "\tMax Roe, “Quiet Hours,” Lantern Review 12, no. 3 (2013): 81–93, 95.",
            "Jane Doe, Lamps at Night, 41.",
            "Doe, “Quiet Hours,” 41n3.",
            "2. Doe, 41.",
            "See also Roe, Readers, 12; Doe and Roe, Lamps, pp. 3–4.",
            "Doe, “Quiet Hours,” accessed May 4, 2020, https://lantern.example/quiet.",
            "Ibid., 43.",
            "Ibid.",
            "Ibid. See the map.",
            "Ibid., pp. 3–4.",
            "Max Roe, Les lampes du soir (Oilford: Lantern Press, 2009), 37.",
            "Doe, ‘The lamp’s oil is dear,’ 41.",
        ] {
            assert!(notes.cites_work(text), "{text}");
        }
        for text in [
            "Max Roe, Readers at Night, 41.",
            "According to Doe, Lamps was written in the winter of 1932, on page, 41.",
            "Doe, Lamps and oil came to the hall on May 4, 1932.",
            "Doe, who keeps the lamps, counted readers on each night, 41.",
            "The readers in the hall were quiet, and so were the lamps.",
            "The hall (opened in 1932) has lamps.",
            "Readers stay until 12.",
            "The lamps were counted twice in that winter (1851), 3.",
            "The hall burned in the night (1932), and the readers counted the lamps: 41.",
            "Doe, Roe and Lantern were the houses of the school, 4.",
            "The lamps were numbered as follows: Roe, 12; Doe, 13.",
            "My thanks go to Jane Doe, https://lantern.example/doe.",
            "Ibid. is Latin for in the same place.",
            "",
        ] {
            assert!(!notes.cites_work(text), "{text}");
        }
    }
}
