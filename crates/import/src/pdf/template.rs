//! Finds text that belongs to the template and not to the author: watermarks and stamps. On a page they are recognised
//! by their appearance; in a document, because they repeat from page to page at the same angle or position.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use hayro_interpret::kurbo::Vec2;

use super::page::PageText;
use super::pieces::Piece;
use super::placed::Placed;
use super::running_heads::{masked, step};
use super::watermarks::watermarks;
use super::written::Stretches;

/// Maximum length of a text of the template, in characters.
const LONGEST: usize = 120;
/// Minimum number of letters of a watermark.
const LETTERS: usize = 2;
/// Minimum number of digits of a watermark that has no letters.
const DIGITS: usize = 4;
/// Minimum number of characters of a level text that is known by its place on several pages or over the page.
pub(super) const PLACED: usize = 4;
/// Minimum number of pages that repeat a text of the template.
const PAGES: usize = 3;
/// Minimum number of pages of a document that repeats a text on all its pages, for the text to be of the template.
const WHOLE: usize = 2;
/// Reciprocal of the minimum share of the pages that repeat a slanted text.
const SLANTED_SHARE: usize = 5;
/// Reciprocal of the minimum share of the pages that repeat a text at one place.
const PLACED_SHARE: usize = 2;
/// Share of the page's height, at the top and at the bottom, in which repeated lines are running heads.
const MARGIN: f64 = 0.12;
/// Maximum number of characters of a document's template, each of its texts counted once: what is beyond it is compared, whatever it looks
/// like.
pub(super) const BUDGET: usize = 400;
/// Reciprocal of the maximum share of a document's text that its template has, each of its texts counted once.
pub(super) const BUDGET_SHARE: usize = 2;

/// Piece of a page's text that may be of the template.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stamp {
    /// Hash of the text, its size and its angle.
    key: u64,
    /// Place on the page, in steps of two points; `None` for a text that is not known by its place, because it is near the page's edge,
    /// unseen, too short or without letters.
    place: Option<(i64, i64)>,
    length: usize,
    /// Whether it is slanted, and more than a number.
    is_slanted: bool,
    /// Whether the page shows that it is a watermark.
    is_certain: bool,
    stretches: Stretches,
}

/// Finds the pieces of a page that may be of the template; `stretches` says where each of them stands in the text.
pub(super) fn stamps(
    size: (f64, f64),
    lines: &[Vec<Placed>],
    pieces: &[Piece],
    stretches: Vec<Stretches>,
) -> Vec<Stamp> {
    let certain = watermarks(size, lines, pieces);
    let inside = inside(size, lines, pieces);
    let stamps = pieces.iter().zip(stretches).zip(certain).zip(inside);
    stamps
        .filter(|(((piece, _), _), _)| is_short(piece))
        .map(|(((piece, stretches), is_certain), is_inside)| Stamp {
            key: key(piece),
            place: (is_inside && piece.length >= PLACED && has_letters(piece))
                .then(|| (step(piece.origin.x), step(piece.origin.y))),
            length: piece.length,
            is_slanted: is_slanted(piece.direction) && has_letters(piece),
            is_certain,
            stretches,
        })
        .collect()
}

/// Returns for every piece whether it is seen inside the page: neither in its margins, nor its first or last line above or
/// below its middle half, where a repeated text is a running head. What no reader sees is no template, however often it
/// is repeated.
fn inside(size: (f64, f64), lines: &[Vec<Placed>], pieces: &[Piece]) -> Vec<bool> {
    let mut seen = vec![false; pieces.len()];
    for glyph in lines.iter().flatten() {
        if glyph.is_seen()
            && let Some(seen) = seen.get_mut(glyph.piece)
        {
            *seen = true;
        }
    }
    let level = pieces.iter().filter(|piece| !is_slanted(piece.direction));
    let (first, last) = level.fold((f64::MAX, f64::MIN), |(first, last), piece| {
        (first.min(piece.origin.y), last.max(piece.origin.y))
    });
    let (margin, quarter) = (MARGIN * size.1, size.1 / 4.0);
    (pieces.iter().zip(seen))
        .map(|(piece, seen)| {
            let (y, em) = (piece.origin.y, piece.em);
            let is_inside = (margin..size.1 - margin).contains(&y);
            let is_head = y < quarter && y < first + em;
            let is_foot = y > size.1 - quarter && y > last - em;
            seen && is_inside && !is_head && !is_foot
        })
        .collect()
}

/// Returns whether a text is neither horizontal nor vertical.
pub(super) fn is_slanted(direction: Vec2) -> bool {
    direction.x.abs().max(direction.y.abs()) < 0.99
}

/// Whether a piece is short enough for a watermark, and has letters or is a long number.
pub(super) fn is_short(piece: &Piece) -> bool {
    let signs = piece.text.chars().filter(|c| c.is_alphanumeric());
    piece.length <= LONGEST && (has_letters(piece) || signs.take(DIGITS).count() == DIGITS)
}

fn has_letters(piece: &Piece) -> bool {
    let letters = piece.text.chars().filter(|c| c.is_alphabetic());
    letters.take(LETTERS).count() == LETTERS
}

pub(super) fn key(piece: &Piece) -> u64 {
    let mut hasher = DefaultHasher::new();
    // A watermark may have the page's number or a date in it; bare numbers are the labels of an axis.
    if is_slanted(piece.direction) && has_letters(piece) {
        masked(&piece.text).hash(&mut hasher);
    } else {
        piece.text.hash(&mut hasher);
    }
    step(piece.em * 4.0).hash(&mut hasher);
    step(piece.direction.atan2().to_degrees()).hash(&mut hasher);
    hasher.finish()
}

/// Decides for every page which of its stamps are of the template, and marks their places.
pub(super) fn settle<'p>(pages: impl Iterator<Item = Option<&'p mut PageText>>) {
    let mut pages: Vec<&mut PageText> = pages.flatten().collect();
    // A page that repeats another whole says nothing about what the pages have in common.
    let mut known = HashSet::new();
    let differ: Vec<bool> = pages
        .iter()
        .map(|page| !page.text.is_empty() && known.insert(page.text.as_str()))
        .collect();
    let read = differ.iter().filter(|&&differs| differs).count();
    let mut certain: HashSet<u64> = HashSet::new();
    let mut slanted: HashMap<u64, Repeated> = HashMap::new();
    let mut placed: HashMap<(u64, (i64, i64)), Repeated> = HashMap::new();
    for ((number, page), differs) in pages.iter().enumerate().zip(&differ) {
        for stamp in &page.stamps {
            if stamp.is_certain {
                certain.insert(stamp.key);
            }
            if !differs {
                continue;
            }
            if stamp.is_slanted {
                slanted.entry(stamp.key).or_default().add(number);
            } else if let Some(place) = stamp.place {
                placed.entry((stamp.key, place)).or_default().add(number);
            }
        }
    }
    let is_template = |stamp: &Stamp| {
        let by_place = || placed.get(&(stamp.key, stamp.place?));
        certain.contains(&stamp.key)
            || (slanted.get(&stamp.key)).is_some_and(|on| on.is_on(read, SLANTED_SHARE))
            || by_place().is_some_and(|on| on.is_on(read, PLACED_SHARE))
    };
    let mut count: HashMap<u64, (usize, usize)> = HashMap::new();
    let mut length = 0;
    for page in &pages {
        for stamp in page.stamps.iter().filter(|stamp| is_template(stamp)) {
            let (times, _) = count.entry(stamp.key).or_insert((0, stamp.length));
            *times += 1;
            length += stamp.length;
        }
    }
    if count.is_empty() {
        return;
    }
    let visible = |page: &&mut PageText| page.text.chars().filter(|c| !c.is_whitespace()).count();
    let others = pages
        .iter()
        .map(visible)
        .sum::<usize>()
        .saturating_sub(length);
    let chosen = affordable(&count, BUDGET.min(others / BUDGET_SHARE));
    for page in &mut pages {
        let stamps = std::mem::take(&mut page.stamps);
        page.template = stamps
            .into_iter()
            .filter(|stamp| chosen.contains(&stamp.key) && is_template(stamp))
            .flat_map(|stamp| stamp.stretches)
            .collect();
        join(&mut page.template, &page.text);
    }
}

/// Sorts stretches and joins those between which there is only a space.
fn join(stretches: &mut Stretches, text: &str) {
    if stretches.is_empty() {
        return;
    }
    stretches.sort_unstable();
    let spaces: HashSet<u64> = (0..)
        .zip(text.chars())
        .filter_map(|(at, c)| (c == ' ').then_some(at))
        .collect();
    stretches.dedup_by(|next, kept| {
        let joins = next.0 <= kept.1 || (next.0 == kept.1 + 1 && spaces.contains(&kept.1));
        if joins {
            kept.1 = kept.1.max(next.1);
        }
        joins
    });
}

/// Chooses texts from the most frequent to the rarest, except those with more characters than are left of the budget. `count` has for each
/// text how often it occurs, and its length in characters.
fn affordable(count: &HashMap<u64, (usize, usize)>, budget: usize) -> HashSet<u64> {
    let mut order: Vec<(usize, usize, u64)> = count
        .iter()
        .map(|(&key, &(times, length))| (times, length, key))
        .collect();
    order.sort_unstable_by(|a, b| b.cmp(a));
    let mut left = budget;
    let mut chosen = HashSet::new();
    for (_, length, key) in order {
        if length <= left {
            left -= length;
            chosen.insert(key);
        }
    }
    chosen
}

/// Pages that have a text.
#[derive(Default)]
pub(super) struct Repeated {
    pub(super) pages: usize,
    last: Option<usize>,
}

impl Repeated {
    /// Counts a page; pages come in order, and each counts once.
    pub(super) fn add(&mut self, page: usize) {
        if self.last != Some(page) {
            (self.pages, self.last) = (self.pages + 1, Some(page));
        }
    }

    fn is_on(&self, read: usize, share: usize) -> bool {
        self.pages * share >= read && (self.pages >= PAGES || self.pages >= WHOLE.max(read))
    }
}

#[cfg(test)]
mod tests {
    use hayro_interpret::kurbo::Affine;

    use super::super::pieces::{Look, Pieces};
    use super::super::sample::{BLACK, GREY, laid_out};
    use super::super::sights::Sights;
    use super::super::written::Written;
    use super::*;

    const SIZE: (f64, f64) = (600.0, 800.0);
    const CALLED: Look = Look {
        is_watermark: true,
        ..BLACK
    };

    #[derive(Default)]
    struct Sheet {
        lines: Vec<Vec<Placed>>,
        pieces: Pieces,
    }

    impl Sheet {
        /// Page with lines of text that differ from those of page `number`.
        fn new(number: u32) -> Self {
            let mut sheet = Self::default();
            for row in 0..25 {
                let line =
                    format!("page {number} has in its row {row} a text that nobody else wrote");
                sheet.add(&line, row, BLACK, Affine::IDENTITY);
            }
            sheet
        }

        fn add(&mut self, text: &str, row: u32, look: Look, turn: Affine) {
            let mut line = laid_out(text, row, 0.0, true);
            let scale = turn.determinant().sqrt();
            for glyph in &mut line {
                (glyph.origin, glyph.end) = (turn * glyph.origin, turn * glyph.end);
                let along = glyph.end - glyph.origin;
                glyph.direction = along / along.hypot();
                glyph.em *= scale;
            }
            self.pieces.add(&mut line, look);
            self.lines.push(line);
        }

        fn read(self) -> PageText {
            let pieces = self.pieces.finish();
            let mut written = Written::new(PageText::default(), Sights::new(SIZE), pieces.len());
            for line in &self.lines {
                written.line(line, &[]);
            }
            let (mut page, stretches) = written.finish();
            page.stamps = stamps(SIZE, &self.lines, &pieces, stretches);
            page
        }
    }

    /// Text of the template of each page.
    fn template(sheets: Vec<Sheet>) -> Vec<Vec<String>> {
        let mut pages: Vec<PageText> = sheets.into_iter().map(Sheet::read).collect();
        settle(pages.iter_mut().map(Some));
        let text = |page: &PageText| {
            let chars: Vec<char> = page.text.chars().collect();
            let at = |offset| usize::try_from(offset).unwrap();
            let of = |&(start, end): &(u64, u64)| chars[at(start)..at(end)].iter().collect();
            page.template.iter().map(of).collect()
        };
        pages.iter().map(text).collect()
    }

    fn slanted(scale: f64) -> Affine {
        Affine::translate((120.0, 500.0)) * Affine::rotate(-0.7) * Affine::scale(scale)
    }

    #[test]
    fn a_slanted_text_is_a_watermark_if_it_crosses_others_or_is_pale_or_large() {
        for (look, scale, beside, expected) in [
            (BLACK, 1.2, 0.0, true),
            (GREY, 1.2, 0.0, true),
            (GREY, 1.2, 600.0, true),
            (BLACK, 3.0, 600.0, true),
            // A label of a figure.
            (BLACK, 1.0, 600.0, false),
        ] {
            let mut sheet = Sheet::new(1);
            let turn = Affine::translate((beside, 0.0)) * slanted(scale);
            sheet.add("do not copy", 0, look, turn);
            let found = &template(vec![sheet])[0];
            assert_eq!(
                found.len(),
                usize::from(expected),
                "{look:?} {scale} {beside}"
            );
        }
    }

    #[test]
    fn a_level_text_needs_more_than_one_sign() {
        let up = |y: f64| Affine::translate((40.0, y));
        for (look, scale, expected) in [
            (GREY, 1.0, true),
            (BLACK, 4.0, true),
            (BLACK, 1.0, false),
            (CALLED, 1.0, true),
        ] {
            let mut sheet = Sheet::new(1);
            sheet.add("do not copy", 0, look, up(138.0) * Affine::scale(scale));
            let found = &template(vec![sheet])[0];
            assert_eq!(found.len(), usize::from(expected), "{look:?} {scale}");
        }
        // A pale heading between the lines crosses none.
        let mut sheet = Sheet::new(1);
        sheet.add("a grey heading", 0, GREY, up(612.0));
        assert_eq!(template(vec![sheet]), [[""; 0]]);
    }

    #[test]
    fn tiles_are_watermarks_and_the_cells_of_a_table_are_not() {
        let mut tiles = Sheet::new(1);
        let mut cells = Sheet::new(2);
        for n in 0..8_u32 {
            let across = Affine::translate((50.0 * f64::from(n), 62.0 * f64::from(n)));
            tiles.add("review copy", 0, BLACK, across);
            let below = Affine::translate((0.0, 20.0 * f64::from(n)));
            cells.add("passed", 26, BLACK, below);
        }
        let found = template(vec![tiles, cells]);
        assert_eq!((found[0].len(), found[1].len()), (8, 0));
    }

    #[test]
    fn text_at_one_place_of_most_pages_is_of_the_template() {
        let sheets = |count: u32, with: u32| -> Vec<Sheet> {
            let sheet = |number| {
                let mut sheet = Sheet::new(number);
                if number < with {
                    sheet.add(
                        "weekly record of",
                        13,
                        BLACK,
                        Affine::translate((0.0, 10.0)),
                    );
                }
                sheet
            };
            (0..count).map(sheet).collect()
        };
        let found = template(sheets(6, 5));
        assert_eq!(found[..5], [["weekly record of"]; 5]);
        assert_eq!(template(sheets(2, 2)), [["weekly record of"]; 2]);
        assert!(template(sheets(3, 2)).iter().all(Vec::is_empty));
        assert!(template(sheets(6, 2)).iter().all(Vec::is_empty));
        assert!(template(sheets(12, 5)).iter().all(Vec::is_empty));
    }

    #[test]
    fn a_text_of_the_author_cannot_be_hidden_as_template() {
        // Every page is the same.
        let same = (0..6).map(|_| Sheet::new(1)).collect();
        assert!(template(same).iter().map(Vec::len).sum::<usize>() < 60);
        // The file calls all of its text a watermark.
        let mut called = Sheet::default();
        for row in 0..25 {
            let line = format!("row {row} is said to be no text of mine at all");
            called.add(&line, row, CALLED, Affine::IDENTITY);
        }
        assert_eq!(template(vec![called]), [[""; 0]]);
        // All of the text is slanted.
        let mut turned = Sheet::default();
        for row in 0..25 {
            let line = format!("row {row} is written on a sheet that is turned");
            turned.add(&line, row, BLACK, slanted(if row < 12 { 1.0 } else { 2.0 }));
        }
        turned.add("and this is level", 3, BLACK, Affine::IDENTITY);
        assert_eq!(template(vec![turned]), [[""; 0]]);
    }

    #[test]
    fn a_watermark_may_have_the_number_of_its_page() {
        let sheets = (0..4).map(|number| {
            let mut sheet = Sheet::new(number);
            let turn = Affine::translate((600.0, 0.0)) * slanted(1.0);
            sheet.add(&format!("copy {number} of the record"), 0, BLACK, turn);
            sheet
        });
        assert!(
            template(sheets.collect())
                .iter()
                .all(|found| found.len() == 1)
        );
    }
}
