//! Recognises notes that cite a work, as Chicago prints them: "Jane Doe, Lamps (Oilford: Lantern Press, 2009), 37.", "Doe, Lamps, 41.",
//! "Ibid., 43.".

use std::collections::HashSet;

use crate::Reference;
use crate::citations::{PLACES, is_place, names_of_authors, surnames, without_leads};

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

    /// Returns whether a paragraph is a note that cites a work: it begins with "Ibid.", or its last work has a year in brackets and a
    /// place behind it, or an author of the list before it and a place or an address behind it.
    pub(crate) fn cites_work(&self, paragraph: &str) -> bool {
        let is_number = |c: char| c.is_numeric() || matches!(c, '.' | '(' | ')' | '[' | ']' | '*');
        let text = paragraph.trim_start_matches(|c: char| c.is_whitespace() || is_number(c));
        if is_ibid(without_leads(text)) {
            return true;
        }
        let last = without_leads(text.rsplit(';').next().unwrap_or(text));
        if ends_in_address(last) {
            return self.begins_with_author(last);
        }
        let Some(mut work) = without_place(last) else {
            return false;
        };
        while let Some(rest) = without_place(work) {
            work = rest;
        }
        is_ibid(work) || ends_in_year(work) || self.begins_with_author(work)
    }

    /// Returns whether a work begins with names of authors, at least one of them listed, and a title after a comma.
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

fn is_ibid(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphabetic());
    words
        .next()
        .is_some_and(|word| word.eq_ignore_ascii_case("ibid"))
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
            "",
        ] {
            assert!(!notes.cites_work(text), "{text}");
        }
    }
}
