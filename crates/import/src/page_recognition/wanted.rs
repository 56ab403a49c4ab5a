//! Chooses the pages of a file that need text recognition: pictures with hardly any text, and garbled or unmapped text.

use std::collections::HashSet;

use crate::{Extracted, Metadata, PageName, Picture, Warning};
use chachong_text::{GARBLED_PERCENT, garbled_percent, normalize_without};

/// Number of legible characters below which a page of a scan is a picture, perhaps with a page number.
const FEW_ON_PAGE: usize = 10;
/// Reciprocal of the share of unreadable characters from which a page's text is of no use: a fifth.
const UNREADABLE: usize = 5;

/// Minimum number of signs on a page that is full of them: a table of check marks has fewer, or few different ones.
const SIGNS: usize = 100;
const SIGNS_DISTINCT: usize = 10;
/// Minimum width and height of a picture in a docx that is looked at as a page, in pixels: A4 at 75 dots per inch, at
/// which small print is still legible.
const PAGE_PIXELS: (u32, u32) = (600, 800);
/// Height of a page by its width, in percent, at least and at most: from a square sheet to a long screen.
const PAGE_SHAPE: (u32, u32) = (110, 250);
/// Minimum longer and shorter side of any picture that is looked at in a docx of next to no text, in pixels.
const ANY_PIXELS: (u32, u32) = (600, 200);
/// Number of characters for each picture below which a docx has next to no text.
const FEW_FOR_EACH: u64 = 100;

/// Returns the pages of a file that recognition would read better than the file's own text: in a pdf, pages that are
/// pictures without text and pages whose text is garbled or unmapped; in an image document, all pages; in a docx, the
/// pictures that look like pages. Empty if the text is good or its pages were recognised before.
#[must_use]
pub(super) fn pages_to_recognise(extracted: &Extracted) -> Vec<PageName> {
    if extracted.recognised.is_some() {
        return Vec::new();
    }
    if extracted.pages.is_empty() {
        let named = |picture: &Picture| PageName::Picture(picture.place.clone());
        return pictures_like_pages(&extracted.metadata, extracted.visible())
            .map(named)
            .collect();
    }
    let numbers = numbers_to_recognise(extracted);
    numbers.into_iter().map(PageName::Numbered).collect()
}

/// Returns the pictures of a docx that may be pages of text: those with the size and shape of a page or, if the text
/// has hardly any characters, all larger ones. `visible` is the number of characters in the text other than white
/// space. Empty for a pdf.
pub fn pictures_like_pages(metadata: &Metadata, visible: u64) -> impl Iterator<Item = &Picture> {
    let is_in_docx = |picture: &&Picture| picture.place.contains('/');
    let is_large = |picture: &&Picture| {
        (picture.size).is_some_and(|(width, height)| {
            width.max(height) >= ANY_PIXELS.0 && width.min(height) >= ANY_PIXELS.1
        })
    };
    let is_page = |picture: &&Picture| {
        (picture.size).is_some_and(|(width, height)| {
            let shape = u64::from(height) * 100 / u64::from(width.max(1));
            width >= PAGE_PIXELS.0
                && height >= PAGE_PIXELS.1
                && (u64::from(PAGE_SHAPE.0)..=u64::from(PAGE_SHAPE.1)).contains(&shape)
        })
    };
    let all = || metadata.pictures.iter().filter(is_in_docx);
    let is_bare = visible < FEW_FOR_EACH * all().filter(is_large).count() as u64;
    all().filter(move |picture| is_page(picture) || (is_bare && is_large(picture)))
}

/// Returns the numbers, from 1, of the pages of a pdf or of image files that are pictures or garbled.
pub(super) fn numbers_to_recognise(extracted: &Extracted) -> Vec<u32> {
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
                || is_full_of_signs(page, visible)
        })
        .map(|(number, _)| number)
        .collect()
}

/// Returns the spans of the pages in a text of `characters` characters, as offsets in Unicode scalar values.
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

/// Whether arrows and other signs take so much of a page with `visible` visible characters that a font's map must be
/// wrong.
fn is_full_of_signs(page: &[char], visible: usize) -> bool {
    let is_sign = |c: &&char| {
        matches!(c, '\u{2190}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FBFF}')
            && !matches!(c, '\u{2460}'..='\u{25FF}')
    };
    let signs: Vec<char> = page.iter().filter(is_sign).copied().collect();
    let distinct: HashSet<char> = signs.iter().copied().collect();
    signs.len() >= SIGNS && signs.len() * UNREADABLE >= visible && distinct.len() >= SIGNS_DISTINCT
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
        assert_eq!(numbers_to_recognise(&pdf(&[LINE, "3", LINE], &[some])), [2]);
        let scan = pdf(&["", "12", LINE], &[Warning::NoTextLayer]);
        assert_eq!(numbers_to_recognise(&scan), [1, 2]);
    }

    #[test]
    fn pictures_of_a_docx_are_read_if_they_are_like_pages_or_all_there_is() {
        let picture = |name: &str, size| Picture {
            place: format!("word/media/{name}"),
            size: Some(size),
            ..Picture::default()
        };
        let metadata = Metadata {
            pictures: vec![
                picture("page.png", (1_240, 1_754)),
                picture("chart.png", (1_600, 900)),
                picture("logo.png", (120, 120)),
            ],
            ..Metadata::default()
        };
        let names = |visible| -> Vec<&str> {
            pictures_like_pages(&metadata, visible)
                .map(|picture| &picture.place[11..])
                .collect()
        };
        assert_eq!(names(9_000), ["page.png"]);
        assert_eq!(names(150), ["page.png", "chart.png"]);
    }

    #[test]
    fn a_page_of_arrows_is_read_and_one_of_formulas_is_not() {
        let arrows: String = ('←'..='⇿').cycle().take(300).collect();
        assert_eq!(numbers_to_recognise(&pdf(&[LINE, &arrows], &[])), [2]);
        let formulas = format!("{}{}", LINE.repeat(20), "∀x ∈ A ⇒ y ≤ z ".repeat(40));
        assert!(numbers_to_recognise(&pdf(&[&formulas, &"①".repeat(200)], &[])).is_empty());
    }

    #[test]
    fn text_without_a_map_is_read_page_by_page_and_garbled_text_whole() {
        let unmapped = "\u{FFFD}".repeat(40);
        assert_eq!(numbers_to_recognise(&pdf(&[LINE, &unmapped], &[])), [2]);
        let shifted: String = (LINE.chars())
            .map(|c| char::from_u32(u32::from(c) + 29).unwrap_or(c))
            .collect();
        let shifted = shifted.repeat(20);
        assert_eq!(
            numbers_to_recognise(&pdf(&[&shifted, "", &shifted], &[])),
            [1, 3]
        );
    }
}
