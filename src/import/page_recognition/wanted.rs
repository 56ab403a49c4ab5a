//! Which pages of a pdf need recognition: pictures with next to no text, and text that is not what the page shows.

use crate::import::{Extracted, Warning};
use crate::text::{GARBLED_PERCENT, garbled_percent, normalize_without};

/// Number of legible characters below which a page of a scan is a picture, perhaps with a page number.
const FEW_ON_PAGE: usize = 10;
/// Reciprocal of the share of unreadable characters from which a page's text is of no use: a fifth.
const UNREADABLE: usize = 5;

/// Returns the numbers, from 1, of the pages of a pdf that recognition would read better than the pdf's own text: those
/// that are pictures without text, and those whose text is garbled or has no characters. Empty for a text that is good,
/// for one whose pages were recognised already, and for other formats.
#[must_use]
pub fn pages_to_recognise(extracted: &Extracted) -> Vec<u32> {
    if extracted.recognised.is_some() || extracted.pages.is_empty() {
        return Vec::new();
    }
    let (mut scan, mut bare): (bool, &[u32]) = (false, &[]);
    for warning in &extracted.warnings {
        match warning {
            Warning::NoTextLayer => scan = true,
            Warning::PagesWithoutText { pages } => bare = pages,
            _ => {}
        }
    }
    let is_garbled = || {
        let text = normalize_without(&extracted.text, &extracted.exclusions, extracted.breaks);
        garbled_percent(&text) >= GARBLED_PERCENT
    };
    let all = !scan && is_garbled();
    let chars: Vec<char> = extracted.text.chars().collect();
    (1..)
        .zip(page_spans(extracted, chars.len()))
        .filter(|(number, (start, end))| {
            let page = chars.get(*start..*end).unwrap_or_default();
            let visible = page.iter().filter(|c| !c.is_whitespace()).count();
            let unreadable = page.iter().filter(|&&c| is_unreadable(c)).count();
            let few = visible - unreadable < FEW_ON_PAGE;
            bare.contains(number)
                || (scan && few)
                || (all && visible > 0)
                || (unreadable > 0 && unreadable * UNREADABLE >= visible)
        })
        .map(|(number, _)| number)
        .collect()
}

/// Returns the spans of the pages in a text of so many characters.
pub(super) fn page_spans(
    extracted: &Extracted,
    characters: usize,
) -> impl Iterator<Item = (usize, usize)> + '_ {
    let place = move |offset: &u64| {
        usize::try_from(*offset)
            .unwrap_or(usize::MAX)
            .min(characters)
    };
    let ends = extracted
        .pages
        .iter()
        .skip(1)
        .map(place)
        .chain([characters]);
    (extracted.pages.iter().map(place)).zip(ends)
}

/// Whether a character stands for no letter that can be known: unmapped, or of the font's private use.
fn is_unreadable(c: char) -> bool {
    c == '\u{FFFD}' || ('\u{E000}'..='\u{F8FF}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::super::merging::tests::pdf;
    use super::*;

    const LINE: &str =
        "社区图书馆的夜间开放是一个不大的问题，但是在我们的城市里，它和人们的生活有关。";

    #[test]
    fn good_text_is_left_alone() {
        assert!(pages_to_recognise(&pdf(&[LINE, LINE], &[])).is_empty());
        // A short page is no picture unless the reader says so.
        assert!(pages_to_recognise(&pdf(&[LINE, "3"], &[])).is_empty());
    }

    #[test]
    fn pictures_are_read() {
        let some = Warning::PagesWithoutText { pages: vec![2] };
        assert_eq!(pages_to_recognise(&pdf(&[LINE, "3", LINE], &[some])), [2]);
        let scan = pdf(&["", "12", LINE], &[Warning::NoTextLayer]);
        assert_eq!(pages_to_recognise(&scan), [1, 2]);
    }

    #[test]
    fn text_without_a_map_is_read_page_by_page_and_garbled_text_whole() {
        let unmapped = "\u{FFFD}".repeat(40);
        assert_eq!(pages_to_recognise(&pdf(&[LINE, &unmapped], &[])), [2]);
        let shifted: String = (LINE.chars())
            .map(|c| char::from_u32(u32::from(c) + 29).unwrap_or(c))
            .collect();
        let shifted = shifted.repeat(20);
        assert_eq!(
            pages_to_recognise(&pdf(&[&shifted, "", &shifted], &[])),
            [1, 3]
        );
    }
}
