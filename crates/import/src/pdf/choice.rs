//! Chooses between the results of several PDF readers: a result that looks like a language beats one that does not;
//! otherwise each page comes from the reader that found more on it.

use super::health::{Health, is_language, is_unreadable, judge};
use super::page::{PageText, Pages};

/// Number of legible characters below which a page is empty, or a picture with a number below it.
pub(super) const FEW_ON_PAGE: usize = 10;
/// Minimum share of a page, in per cent, that pictures of text cover; a logo covers less.
const PICTURE: u64 = 5;
/// Number of legible characters for each page with pictures below which a file has next to no text.
const FEW_FOR_EACH: usize = 100;
/// Factor by which a plausible text may be shorter than an implausible one; beyond that it is a remnant.
const FEW_OF: usize = 8;
/// Reciprocal of the share (one hundredth) by which a reader must find more on a page to have found clearly more;
/// `FEW_MORE` is required in addition.
const CLEARLY: usize = 100;
/// Number of characters that a reader must find on a page in addition to the share, to have found clearly more.
const FEW_MORE: usize = 4;

/// Result of one reader, with its name and its health.
pub(super) struct Candidate {
    /// Name of the reader.
    pub reader: &'static str,
    /// Pages as the reader gave them.
    pub pages: Pages,
    /// Judgement of whether the pages look like the text of a document.
    pub health: Health,
}

/// Merges the best result so far with a new one. A result that looks like a language beats one that does not; else,
/// page by page, the first stays unless the other found clearly more.
pub(super) fn candidate(reader: &'static str, pages: Pages, best: Option<Candidate>) -> Candidate {
    let health = health_of(&pages);
    let new = Candidate {
        reader,
        pages,
        health,
    };
    let Some(mut best) = best else {
        return new;
    };
    if new.health.plausible != best.health.plausible || new.pages.len() != best.pages.len() {
        let total = |candidate: &Candidate, count: fn(&str) -> usize| -> usize {
            let pages = candidate.pages.iter().flatten();
            pages.map(|page| count(&page.text)).sum()
        };
        // Glyphs that a reader saw and could not name count for it: another reader may have invented their names. But
        // a handful of plausible characters is no match for a text.
        let worth = |candidate: &Candidate, other: &Candidate| {
            let seen = total(candidate, visible);
            let plausible = candidate.health.plausible && seen * FEW_OF >= total(other, legible);
            (plausible, total(candidate, legible))
        };
        let new_wins = worth(&new, &best) > worth(&best, &new);
        return if new_wins { new } else { best };
    }
    let mut taken = 0;
    for (page, other) in best.pages.iter_mut().zip(new.pages) {
        let (found, others) = match (&*page, &other) {
            (Ok(page), _) if page.has_layers && !page.text.is_empty() => continue,
            (Ok(page), Ok(other)) => {
                // What is no language may be made of names that the other reader invented for glyphs without one.
                if has_unnamed(&page.text) && !is_language(&other.text) {
                    continue;
                }
                // The other reader has the letters that are drawn twice.
                (
                    meaningful(&page.text) + page.redrawn,
                    meaningful(&other.text),
                )
            }
            (Err(_), Ok(_)) => (0, usize::MAX),
            _ => continue,
        };
        if others > found + found / CLEARLY + FEW_MORE {
            *page = other;
            taken += 1;
        }
    }
    if taken * 2 > best.pages.len() {
        best.reader = new.reader;
    }
    best.health = health_of(&best.pages);
    best
}

fn health_of(pages: &Pages) -> Health {
    let mut health = judge(pages.iter().flatten().map(|page| page.text.as_str()));
    let all_read = pages.iter().all(Result::is_ok);
    health.sound &= all_read;
    health.clean &= all_read;
    health
}

/// Counts the characters that are not white space.
pub(super) fn visible(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// Counts the visible characters that are readable.
fn legible(text: &str) -> usize {
    text.chars()
        .filter(|&c| !c.is_whitespace() && !is_unreadable(c))
        .count()
}

/// Whether a text has glyphs that its reader saw but could not name.
fn has_unnamed(text: &str) -> bool {
    text.contains('\u{FFFD}')
}

/// Counts the legible characters without arrows, boxes and other signs: a reader that takes glyph numbers for
/// characters invents such signs.
fn meaningful(text: &str) -> usize {
    let is_sign = |c: &char| ('\u{2190}'..='\u{2BFF}').contains(c);
    legible(text) - text.chars().filter(is_sign).count()
}

/// Returns the numbers (from 1) of the pages that are pictures or drawings with next to no text. If the file has next to no text, smaller
/// pictures make such a page too.
pub(super) fn without_text(candidate: &Candidate) -> Vec<u32> {
    let pages = || candidate.pages.iter().flatten();
    let has_picture = |page: &PageText| page.scan.pictures >= PICTURE;
    let pictured = pages().filter(|page| has_picture(page)).count();
    let all: usize = pages().map(|page| legible(&page.text)).sum();
    let is_bare = |page: &PageText| {
        (page.is_drawing || (has_picture(page) && all < FEW_FOR_EACH * pictured))
            && legible(&page.text) < FEW_ON_PAGE
    };
    (1..)
        .zip(&candidate.pages)
        .filter(|(_, page)| page.as_ref().is_ok_and(is_bare))
        .map(|(number, _)| number)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::sample::{failed, only, page};
    use super::*;

    #[test]
    fn page_by_page_the_one_that_found_clearly_more_wins() {
        let good = "我们的图书馆在这个城市里是不小的。".repeat(20);
        let best = only(vec![page(&good), page("短"), failed(), page("甲乙丙")]);
        let other = vec![page("少"), page(&good), page(&good), page("甲乙丙丁")];
        let best = candidate("pdfrum", other, Some(best));
        assert_eq!(
            best.pages,
            [page(&good), page(&good), page(&good), page("甲乙丙")]
        );
        assert_eq!(best.reader, "hayro");
        let last = candidate("pdf-extract", vec![page("x")], Some(best));
        assert_eq!(last.reader, "hayro");
    }

    #[test]
    fn a_page_with_a_small_picture_is_bare_in_a_file_without_text() {
        let pictured = |text: &str, pictures: u64| {
            let mut page = PageText::plain(text);
            page.scan.pictures = pictures;
            Ok(page)
        };
        let long = "我们的图书馆在这个城市里是不小的。".repeat(20);
        let bare = |first: &str, picture: u64| {
            without_text(&only(vec![page(first), pictured("第2页", picture)]))
        };
        assert_eq!(bare("封面", 12), [2]);
        assert_eq!(bare("封面", 2), [0_u32; 0]);
        assert_eq!(bare(&long, 12), [0_u32; 0]);
    }

    #[test]
    fn names_that_a_reader_invented_for_glyphs_replace_none() {
        let good = "我们的图书馆在这个城市里是不小的。".repeat(20);
        let unnamed = "\u{FFFD}".repeat(200);
        let invented: String = (0x400..0x4FF).filter_map(char::from_u32).collect();
        let best = only(vec![page(&good), page(&unnamed)]);
        let best = candidate("pdfrum", vec![page(&good), page(&invented)], Some(best));
        assert_eq!(best.pages, [page(&good), page(&unnamed)]);
        let best = candidate("pdfrum", vec![page(&good), page(&good)], Some(best));
        assert_eq!(best.pages, [page(&good), page(&good)]);
    }

    #[test]
    fn a_reader_that_found_nothing_never_wins_over_one_that_found_a_line() {
        let best = candidate(
            "pdfrum",
            vec![page("Lorem ipsum")],
            Some(only(vec![page("")])),
        );
        let best = candidate("pdf-extract", vec![failed()], Some(best));
        assert_eq!(best.pages, [page("Lorem ipsum")]);
        let odd = "Lorem ipsum dolor sit amet ".repeat(30);
        let best = candidate("pdf-extract", vec![failed()], Some(only(vec![page(&odd)])));
        assert_eq!(best.pages, [page(&odd)]);
    }

    #[test]
    fn what_looks_like_a_language_wins_over_what_does_not() {
        let good = "我们的图书馆在这个城市里是不小的。".repeat(20);
        let mojibake: String = good
            .bytes()
            .map(char::from)
            .filter(|c| !c.is_control())
            .collect();
        let best = candidate(
            "pdfrum",
            vec![page(&good)],
            Some(only(vec![page(&mojibake)])),
        );
        assert_eq!(best.reader, "pdfrum");
        let best = candidate(
            "pdfrum",
            vec![page(&mojibake)],
            Some(only(vec![page(&good)])),
        );
        assert_eq!(best.reader, "hayro");
    }
}
