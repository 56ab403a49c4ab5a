//! Bytes of a PDF -> text page by page, by three readers in turn until the result is sound; of each page what the best of
//! them found. Knows nothing of files.
//!
//! hayro is the fastest and most robust, pdfrum finds what it misses on Chinese files, pdf-extract stands last: it fails
//! on a third of real Chinese theses and twice lost most of a text while reporting success. Any may panic: each page
//! is caught by itself where the reader allows it.

mod by_hayro;
mod by_pdf_extract;
mod by_pdfrum;
mod cid;
mod device;
mod health;
mod page;
mod painted;
mod pictures;
mod placed;
mod running_heads;
mod xmp;

use std::panic::{AssertUnwindSafe, catch_unwind};

use self::health::{Health, is_unreadable, judge};
use self::page::{Hidden, PageText};
use super::isolate::panic_message;
use super::{Extracted, Format, ImportCause, Metadata, Places, Warning};
use crate::text::{Exclusion, ExclusionReason, LineBreaks};

/// With fewer legible characters than this a page is empty, or a picture with a number below it.
const FEW_ON_PAGE: usize = 10;
/// The header stands in the first kilobyte, after whatever a mailer or printer put before it.
const HEADER_WITHIN: usize = 1024;
/// A plausible text this many times shorter than an implausible one is a remnant.
const FEW_OF: usize = 8;
/// Another reader found clearly more on a page when it found a hundredth more,
const CLEARLY: usize = 100;
/// and more than so many characters.
const FEW_MORE: usize = 4;
/// Unseen characters below this many are an accident of layout, not worth a warning.
const UNSEEN: u64 = 10;

/// Of text outside the page less than one in so many is what ran over the lower edge, not hidden there to count.
const OUTSIDE_SHARE: u64 = 200;

/// One reader's result: each page's text, or why it has none.
type Pages = Vec<Result<PageText, ImportCause>>;

/// One reader's result with its name and what it is worth.
struct Candidate {
    reader: &'static str,
    pages: Pages,
    health: Health,
}

pub(super) fn read(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    let head = &bytes[..bytes.len().min(HEADER_WITHIN)];
    if !head.windows(5).any(|w| w == b"%PDF-") {
        return Err(ImportCause::WrongContent {
            expected: Format::Pdf,
        });
    }
    let mut metadata = Metadata::default();
    let mut first_problem = None;
    let mut best: Option<Candidate> = None;
    let hayro = || {
        by_hayro::read(bytes).map(|(pages, stated)| {
            metadata = stated;
            pages
        })
    };
    match caught(hayro) {
        Err(ImportCause::Encrypted) => return Err(ImportCause::Encrypted),
        Err(problem) => first_problem = Some(problem),
        Ok(pages) => best = Some(candidate("hayro", pages, best)),
    }
    // A scan has nothing that another reader could find, and an attack is not worth the risk: the others recurse without
    // a limit.
    let is_done = |best: &Candidate| {
        without_text(best).len() == best.pages.len()
            || best.pages.iter().flatten().any(|page| page.is_endless)
    };
    let is_done = best.as_ref().is_some_and(is_done);
    let readers: [(&'static str, Reader); 2] = [
        ("pdfrum", by_pdfrum::read),
        ("pdf-extract", by_pdf_extract::read),
    ];
    for (name, read) in readers {
        // A short text is asked of two readers; the last one is for what those could not read.
        let is_enough =
            |best: &Candidate| best.health.sound || (best.health.clean && name == "pdf-extract");
        if is_done || best.as_ref().is_some_and(is_enough) {
            break;
        }
        match caught(|| read(bytes)) {
            Err(ImportCause::Encrypted) if best.is_none() => return Err(ImportCause::Encrypted),
            Err(problem) => {
                first_problem.get_or_insert(problem);
            }
            Ok(pages) => best = Some(candidate(name, pages, best)),
        }
    }
    match best {
        Some(best) if !best.pages.is_empty() => assemble(best, metadata),
        _ => Err(first_problem.unwrap_or_else(|| ImportCause::Damaged {
            detail: "no pages".to_owned(),
        })),
    }
}

type Reader = fn(&[u8]) -> Result<Pages, ImportCause>;

/// The best so far and a new result made one: what looks like a language before what does not; else, page by page, the
/// first unless the other found clearly more.
fn candidate(reader: &'static str, pages: Pages, best: Option<Candidate>) -> Candidate {
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
        // Glyphs that a reader saw and could not name count for it: another may have invented their names. But a handful
        // of plausible characters is no match for a text.
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
            (Ok(page), Ok(other)) => (meaningful(&page.text), meaningful(&other.text)),
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

/// What `read` gives, a panic in it being an error of its own.
fn caught<T>(read: impl FnOnce() -> Result<T, ImportCause>) -> Result<T, ImportCause> {
    // Whatever was half-made is thrown away with the panic.
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|panic| {
        Err(ImportCause::Crashed {
            detail: panic_message(&*panic),
        })
    })
}

/// Characters that are no white space.
fn visible(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// Visible characters that stand for something.
fn legible(text: &str) -> usize {
    text.chars()
        .filter(|&c| !c.is_whitespace() && !is_unreadable(c))
        .count()
}

/// The same without arrows, boxes and other signs: a reader that takes the numbers of glyphs for characters invents them.
fn meaningful(text: &str) -> usize {
    let is_sign = |c: &char| ('\u{2190}'..='\u{2BFF}').contains(c);
    legible(text) - text.chars().filter(is_sign).count()
}

/// Numbers (from 1) of the pages that are pictures or drawings with next to no text.
fn without_text(candidate: &Candidate) -> Vec<u32> {
    let is_bare = |page: &PageText| page.is_drawing && legible(&page.text) < FEW_ON_PAGE;
    (1..)
        .zip(&candidate.pages)
        .filter(|(_, page)| page.as_ref().is_ok_and(is_bare))
        .map(|(number, _)| number)
        .collect()
}

fn assemble(candidate: Candidate, metadata: Metadata) -> Result<Extracted, ImportCause> {
    let bare = without_text(&candidate);
    let refs: Vec<Option<&PageText>> = candidate
        .pages
        .iter()
        .map(|page| page.as_ref().ok())
        .collect();
    let heads = running_heads::find(&refs);
    let (mut text, mut starts, mut unread) = (String::new(), Vec::new(), Vec::new());
    let (mut length, mut first_problem) = (0, None);
    let (mut exclusions, mut unseen, mut outside) =
        (Vec::new(), Places::default(), Places::default());
    let count = candidate.pages.len();
    for ((number, page), heads) in (1..).zip(candidate.pages).zip(heads) {
        let page = page.unwrap_or_else(|problem| {
            unread.push(number);
            first_problem.get_or_insert(problem);
            PageText::default()
        });
        if page.is_endless {
            unread.push(number);
        }
        starts.push(length);
        let chars: Vec<char> = page.text.chars().collect();
        for &(start, end, why) in &page.hidden {
            let within = &chars[bounded(start, &chars)..bounded(end, &chars)];
            let visible = within.iter().filter(|c| !c.is_whitespace()).count() as u64;
            match why {
                Hidden::Unseen => unseen.add(length + start, visible),
                Hidden::Outside => outside.add(length + start, visible),
            }
            let reason = ExclusionReason::Invisible;
            exclusions.push(Exclusion {
                start: length + start,
                end: length + end,
                reason,
            });
        }
        for (start, end) in heads {
            let reason = ExclusionReason::RunningHead;
            exclusions.push(Exclusion {
                start: length + start,
                end: length + end,
                reason,
            });
        }
        text.push_str(&page.text);
        text.push('\n');
        length += chars.len() as u64 + 1;
    }
    if let Some(problem) = first_problem
        && unread.len() == count
    {
        return Err(problem);
    }
    let mut warnings = Vec::new();
    if !unread.is_empty() {
        warnings.push(Warning::UnreadPages { pages: unread });
    }
    let visible = text.chars().filter(|c| !c.is_whitespace()).count();
    let unmapped = text.chars().filter(|&c| c == '\u{FFFD}').count();
    if unmapped > 0 && unmapped * 50 >= visible {
        warnings.push(Warning::UnreadableCharacters {
            count: unmapped as u64,
            of: visible as u64,
        });
    }
    if bare.len() == count || (!bare.is_empty() && visible - unmapped < FEW_ON_PAGE * count) {
        warnings.push(Warning::NoTextLayer);
    } else if visible - unmapped < FEW_ON_PAGE {
        warnings.push(Warning::NoText);
    } else if !bare.is_empty() {
        warnings.push(Warning::PagesWithoutText { pages: bare });
    }
    if unseen.count >= UNSEEN {
        warnings.push(Warning::InvisibleText { places: unseen });
    }
    if outside.count >= UNSEEN && outside.count * OUTSIDE_SHARE >= visible as u64 {
        warnings.push(Warning::TextOutsidePage { places: outside });
    }
    Ok(Extracted {
        text,
        breaks: LineBreaks::Page,
        pages: starts,
        exclusions: apart(exclusions),
        encoding: None,
        reader: Some(candidate.reader.to_owned()),
        metadata,
        warnings,
    })
}

fn bounded(offset: u64, chars: &[char]) -> usize {
    usize::try_from(offset).map_or(chars.len(), |offset| offset.min(chars.len()))
}

/// Ascending and without overlap: what lies in two stretches belongs to the first.
fn apart(mut exclusions: Vec<Exclusion>) -> Vec<Exclusion> {
    exclusions.sort_by_key(|exclusion| (exclusion.start, exclusion.end));
    let mut end = 0;
    exclusions
        .into_iter()
        .filter_map(|mut exclusion| {
            exclusion.start = exclusion.start.max(end);
            end = end.max(exclusion.end);
            (exclusion.start < exclusion.end).then_some(exclusion)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed() -> Result<PageText, ImportCause> {
        Err(ImportCause::Crashed {
            detail: String::new(),
        })
    }

    #[expect(clippy::unnecessary_wraps, reason = "as in `Pages`")]
    fn page(text: &str) -> Result<PageText, ImportCause> {
        Ok(PageText::plain(text))
    }

    fn only(pages: Pages) -> Candidate {
        candidate("hayro", pages, None)
    }

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
    fn a_reader_that_found_nothing_wins_over_none_that_found_a_line() {
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

    #[test]
    fn pages_begin_where_they_say_and_unread_ones_are_named() {
        let line = "字".repeat(30);
        let pages = vec![page(&line), failed(), page(&format!("\n{line} \n"))];
        let read = assemble(only(pages), Metadata::default()).unwrap();
        assert_eq!(read.pages, [0, 31, 32]);
        assert_eq!(read.text, format!("{line}\n\n{line}\n"));
        assert_eq!(read.warnings, [Warning::UnreadPages { pages: vec![2] }]);
        assert_eq!(
            assemble(only(vec![failed()]), Metadata::default()),
            Err(failed().unwrap_err())
        );
        let thin = assemble(only(vec![page("3")]), Metadata::default()).unwrap();
        assert_eq!(thin.warnings, [Warning::NoText]);
    }

    #[test]
    fn overlapping_exclusions_are_cut() {
        let of = |start, end| Exclusion {
            start,
            end,
            reason: ExclusionReason::Invisible,
        };
        assert_eq!(
            apart(vec![of(5, 9), of(0, 6), of(2, 3)]),
            [of(0, 6), of(6, 9)]
        );
    }
}
