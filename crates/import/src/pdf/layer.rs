//! Finds the pages that are scans with recognised text. Their invisible text is what a person sees in the picture and
//! is compared; all other invisible text is not.

use super::page::{Hidden, PageText, Scan};

/// Minimum share of a page, in per cent, that pictures of a scan cover: scans are cropped, and put on a larger sheet.
const WHOLE: u64 = 85;
/// Maximum number of characters of ordinary text on a scan: a stamp, a page number or a line of the archive. A page of
/// a thesis has four times as many.
const STAMPED: u64 = 200;
/// Minimum ratio of a text layer to the ordinary text of a page that has more than `STAMPED` characters of it.
const TIMES: u64 = 4;
/// Number of characters in their text layer below which pages are not listed.
const FEW: u64 = 10;

impl Scan {
    /// Whether so little ordinary text is seen, compared with `layer` characters of a text layer, that the page shows
    /// only its picture.
    const fn is_bare(&self, layer: u64) -> bool {
        self.seen <= STAMPED || self.seen.saturating_mul(TIMES) <= layer
    }
}

/// Decides for every page whether its text on and under pictures counts or is unseen; none of these marks is left.
/// Returns the numbers (from 1) of the pages whose text is a text layer.
///
/// A scan in an ordinary document must be almost wholly covered by pictures and have next to no other text. In a
/// document of scans every picture may have its text, and white text over a picture is a text layer too; elsewhere
/// that is a title on a photograph.
pub(super) fn settle<'p>(pages: impl Iterator<Item = Option<&'p mut PageText>>) -> Vec<u32> {
    let mut pages: Vec<Option<&mut PageText>> = pages.collect();
    let is_scanned = is_scanned(pages.iter().flatten().map(|page| &page.scan));
    let mut recognised = Vec::new();
    for (number, page) in (1..).zip(&mut pages) {
        let Some(page) = page else { continue };
        let scan = page.scan;
        let layer = if is_scanned {
            scan.layer + scan.white
        } else {
            scan.layer
        };
        let is_scan = scan.is_bare(layer) && (is_scanned || scan.pictures >= WHOLE);
        if is_scan && layer >= FEW {
            recognised.push(number);
        }
        let is_open = |why| matches!(why, Hidden::OnPicture | Hidden::UnderPicture);
        page.hidden.retain(|&(.., why)| !is_scan || !is_open(why));
        for (.., why) in &mut page.hidden {
            *why = match *why {
                Hidden::OnPicture => Hidden::Unseen,
                Hidden::UnderPicture => Hidden::Covered,
                other => other,
            };
        }
    }
    recognised
}

/// Whether at least half of the pages that hold anything are pictures.
fn is_scanned<'p>(pages: impl Iterator<Item = &'p Scan>) -> bool {
    let (mut pictures, mut others) = (0_usize, 0_usize);
    for scan in pages {
        let layer = scan.layer + scan.white;
        if scan.is_mostly_picture() && scan.is_bare(layer) {
            pictures += 1;
        } else if scan.seen + layer > 0 {
            others += 1;
        }
    }
    pictures > 0 && pictures >= others
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(pictures: u64, seen: u64, layer: u64, white: u64) -> PageText {
        PageText {
            hidden: vec![(0, 5, Hidden::OnPicture), (7, 9, Hidden::Unseen)],
            scan: Scan {
                pictures,
                seen,
                layer,
                white,
            },
            ..PageText::default()
        }
    }

    /// Returns the pages that are listed, and those whose unseen text on pictures counts.
    fn settled(mut pages: Vec<PageText>) -> (Vec<u32>, Vec<u32>) {
        let named = settle(pages.iter_mut().map(Some));
        let counting = (1..)
            .zip(&pages)
            .filter(|(_, page)| page.hidden == [(7, 9, Hidden::Unseen)])
            .map(|(number, _)| number);
        let counting: Vec<u32> = counting.collect();
        for page in &pages {
            let is_left = |&(.., why): &(u64, u64, Hidden)| why == Hidden::OnPicture;
            assert!(!page.hidden.iter().any(is_left));
        }
        (named, counting)
    }

    #[test]
    fn in_a_text_only_a_picture_of_the_whole_page_has_a_layer() {
        let text = || page(0, 900, 0, 0);
        let pages = vec![
            text(),
            page(100, 30, 800, 0),
            page(60, 30, 800, 0),
            page(100, 900, 800, 0),
            page(100, 300, 1200, 0),
            text(),
            text(),
            text(),
        ];
        assert_eq!(settled(pages), (vec![2, 5], vec![2, 5]));
    }

    #[test]
    fn in_a_scan_every_picture_may_have_its_text_and_ordinary_pages_none() {
        let scan = || page(95, 0, 700, 0);
        let pages = vec![
            scan(),
            page(30, 100, 40, 0),
            page(60, 900, 40, 0),
            page(95, 20, 0, 600),
            page(95, 0, 3, 0),
            scan(),
        ];
        assert_eq!(settled(pages), (vec![1, 2, 4, 6], vec![1, 2, 4, 5, 6]));
    }

    #[test]
    fn a_white_title_on_a_photograph_is_no_layer_in_a_text() {
        let pages = vec![page(100, 0, 0, 20), page(0, 900, 0, 0), page(0, 900, 0, 0)];
        assert_eq!(settled(pages).0, Vec::<u32>::new());
    }

    #[test]
    fn blank_pages_do_not_make_a_scan_a_text() {
        let pages = vec![page(95, 0, 700, 0), page(0, 0, 0, 0), page(0, 0, 0, 0)];
        assert_eq!(settled(pages).0, [1]);
        assert_eq!(settle(std::iter::once(None)), Vec::<u32>::new());
    }
}
