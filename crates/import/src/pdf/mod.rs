//! Reader for PDF files: three readers run in turn until the result is sound, and each page is taken from the reader
//! that found most on it.
//!
//! hayro is the fastest and most robust, pdfrum finds what hayro misses on Chinese files, and pdf-extract comes last:
//! it fails on a third of real Chinese theses and twice lost most of a text while reporting success. Any reader may
//! panic; panics are caught page by page where the reader allows it.

mod annotations;
mod attachments;
mod by_hayro;
mod by_pdf_extract;
mod by_pdfrum;
mod canvas;
mod choice;
mod cid;
mod clip;
mod coat;
mod damage;
mod device;
mod fields;
mod form;
mod glyph_place;
mod grid;
mod health;
mod insertions;
mod joined;
mod layer;
mod layers;
mod masks;
mod page;
mod painted;
mod pictures;
mod pieces;
mod placed;
mod reading_order;
mod running_heads;
mod runs;
#[cfg(test)]
mod sample;
mod sights;
mod spacing;
mod template;
mod text_string;
mod watermarks;
mod written;
mod xmp;

use std::sync::Arc;

use self::choice::{Candidate, FEW_ON_PAGE, candidate, visible, without_text};
use self::damage::Damage;
pub(super) use self::glyph_place::{GlyphPlace, PlacedPage};
use self::page::{Hidden, PageText, Pages};
use super::limits::caught;
use super::thumbnail::{Thumbnails, WantedPictures};
use super::{Extracted, Format, ImportCause, Metadata, Places, Warning};
use chachong_text::threshold::OUTSIDE_OF;
use chachong_text::{Exclusion, ExclusionReason, LineBreaks};

/// Number of bytes within which the header must begin: mailers and printers may put something before it.
const HEADER_WITHIN: usize = 1024;

pub(super) fn read(bytes: Vec<u8>) -> Result<Extracted, ImportCause> {
    // Scans have hundreds of megabytes: the first reader shares the bytes instead of copying them.
    let bytes = Arc::new(bytes);
    let head = &bytes[..bytes.len().min(HEADER_WITHIN)];
    if !head.windows(5).any(|w| w == b"%PDF-") {
        return Err(ImportCause::wrong(Format::Pdf));
    }
    let (mut metadata, mut names, mut damage) =
        (Metadata::default(), Vec::new(), Damage::default());
    let mut first_problem = None;
    let mut best: Option<Candidate> = None;
    let hayro = || {
        by_hayro::read(&bytes).map(|read| {
            (metadata, names, damage) = (read.metadata, read.attached, read.damage);
            read.pages
        })
    };
    match caught(hayro) {
        Err(problem @ (ImportCause::Encrypted | ImportCause::DynamicForm)) => return Err(problem),
        Err(problem) => first_problem = Some(problem),
        Ok(pages) => best = Some(candidate("hayro", pages, best)),
    }
    // A scan has nothing that another reader could find, and an attack is not worth the risk: the other readers
    // recurse without a limit.
    let is_done = |best: &Candidate| {
        (!best.pages.is_empty() && without_text(best).len() == best.pages.len())
            || best.pages.iter().flatten().any(|page| page.is_endless)
    };
    let is_done = best.as_ref().is_some_and(is_done);
    let readers: [(&'static str, Reader); 2] = [
        ("pdfrum", by_pdfrum::read),
        ("pdf-extract", by_pdf_extract::read),
    ];
    for (name, read) in readers {
        // A short text is given to two readers; the last one is for files that those could not read.
        let is_enough =
            |best: &Candidate| best.health.sound || (best.health.clean && name == "pdf-extract");
        if is_done || best.as_ref().is_some_and(is_enough) {
            break;
        }
        match caught(|| read(&bytes)) {
            Err(ImportCause::Encrypted) if best.is_none() => return Err(ImportCause::Encrypted),
            Err(problem) => {
                first_problem.get_or_insert(problem);
            }
            Ok(pages) => best = Some(candidate(name, pages, best)),
        }
    }
    match best {
        Some(best) if !best.pages.is_empty() => {
            let mut read = assemble(best, metadata)?;
            damage.tell(&bytes, &mut read.warnings);
            read.warnings.extend(Warning::embedded(names));
            Ok(read)
        }
        _ => Err(first_problem.unwrap_or_else(|| ImportCause::damaged(&"PDF"))),
    }
}

/// Reads the pages for which `is_wanted` is true, with the places of their glyphs; the other pages have no text.
pub(super) fn placed_pages(
    bytes: &Arc<Vec<u8>>,
    is_wanted: &dyn Fn(u32) -> bool,
) -> Result<Vec<PlacedPage>, ImportCause> {
    caught(|| by_hayro::placed_pages(bytes, is_wanted))
}

/// Finds and reduces the wanted pictures of a file.
pub(super) fn thumbnails(
    bytes: Vec<u8>,
    wanted: &WantedPictures,
) -> Result<Thumbnails, ImportCause> {
    caught(|| by_hayro::thumbnails(&Arc::new(bytes), wanted))
}

type Reader = fn(&[u8]) -> Result<Pages, ImportCause>;

fn assemble(mut candidate: Candidate, metadata: Metadata) -> Result<Extracted, ImportCause> {
    let bare = without_text(&candidate);
    let recognised = layer::settle(candidate.pages.iter_mut().map(|page| page.as_mut().ok()));
    template::settle(candidate.pages.iter_mut().map(|page| page.as_mut().ok()));
    let refs: Vec<Option<&PageText>> = candidate
        .pages
        .iter()
        .map(|page| page.as_ref().ok())
        .collect();
    let heads = running_heads::find(&refs);
    let tells_covered = tells_covered(&refs);
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
        let mut exclude = |start, end, reason| {
            exclusions.push(Exclusion {
                start: length + start,
                end: length + end,
                reason,
            });
        };
        for &(start, end) in &page.template {
            exclude(start, end, ExclusionReason::Template);
        }
        for (start, end, why) in page.unexplained() {
            let within = &chars[bounded(start, &chars)..bounded(end, &chars)];
            let visible = within.iter().filter(|c| !c.is_whitespace()).count() as u64;
            if visible == 0 {
                continue;
            }
            match why {
                Hidden::Covered if !tells_covered => {}
                Hidden::Unseen | Hidden::Covered | Hidden::OnPicture | Hidden::UnderPicture => {
                    unseen.add(length + start, visible);
                }
                Hidden::Outside => outside.add(length + start, visible),
            }
            exclude(start, end, ExclusionReason::Invisible);
        }
        for (start, end) in heads {
            exclude(start, end, ExclusionReason::RunningHead);
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
    let visible = visible(&text);
    let unmapped = text.chars().filter(|&c| c == '\u{FFFD}').count();
    let warnings = [
        (!unread.is_empty()).then_some(Warning::UnreadPages { pages: unread }),
        (unmapped > 0).then_some(Warning::UnreadableCharacters {
            count: unmapped as u64,
            of: visible as u64,
        }),
        lack_of_text(bare, count, (visible, unmapped)),
        (!unseen.is_empty()).then_some(Warning::InvisibleText { places: unseen }),
        (!outside.is_empty()).then_some(Warning::TextOutsidePage { places: outside }),
        (!recognised.is_empty()).then_some(Warning::RecognisedText { pages: recognised }),
    ];
    Ok(Extracted {
        pages: starts,
        exclusions: apart(exclusions),
        reader: Some(candidate.reader.to_owned()),
        metadata,
        warnings: warnings.into_iter().flatten().collect(),
        ..Extracted::of_text(text, LineBreaks::Page)
    })
}

/// Warns of `count` pages with `visible` characters, `unmapped` of which cannot be read. The `bare` pages have no text layer.
fn lack_of_text(
    bare: Vec<u32>,
    count: usize,
    (visible, unmapped): (usize, usize),
) -> Option<Warning> {
    let readable = visible - unmapped;
    if bare.len() == count || (!bare.is_empty() && readable < FEW_ON_PAGE * count) {
        Some(Warning::NoTextLayer)
    } else if visible < FEW_ON_PAGE {
        Some(Warning::NoText)
    } else {
        (!bare.is_empty()).then_some(Warning::PagesWithoutText { pages: bare })
    }
}

/// Whether so much text lies under shapes that it is worth telling. Less is what a publisher painted over: an old page
/// head, a date.
fn tells_covered(pages: &[Option<&PageText>]) -> bool {
    let covered = |page: &PageText| -> u64 {
        let spans = (page.hidden.iter()).filter(|(.., why)| *why == Hidden::Covered);
        spans.map(|(start, end, _)| end - start).sum()
    };
    let all: u64 = pages.iter().flatten().map(|page| covered(page)).sum();
    let visible: usize = (pages.iter().flatten())
        .map(|page| visible(&page.text))
        .sum();
    all * OUTSIDE_OF >= visible as u64
}

fn bounded(offset: u64, chars: &[char]) -> usize {
    usize::try_from(offset).map_or(chars.len(), |offset| offset.min(chars.len()))
}

/// Sorts exclusions and removes overlaps: text in two of them belongs to the first.
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
    use super::sample::{failed, only, page};
    use super::*;

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
        let unnamed = assemble(
            only(vec![page(&"\u{FFFD}".repeat(90))]),
            Metadata::default(),
        );
        let (count, of) = (90, 90);
        assert_eq!(
            unnamed.unwrap().warnings,
            [Warning::UnreadableCharacters { count, of }]
        );
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
