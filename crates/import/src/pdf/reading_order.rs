//! Restores the order of text that is stored in another order than it is shown: pieces of lines that stand side by side on
//! the page and are drawn far apart. A person sees nothing of it, and nothing that is compared would be found.
//!
//! Pages whose lines are drawn one by one, in whatever order, stay as they are: programs know the order of their columns
//! and cells better than their places tell.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::placed::{Placed, UNLIKE};

/// Minimum number of lines of text that are drawn in pieces, for a page to be put in order.
const TORN: usize = 4;
/// Minimum length of a line of text, in em: formulas and cells are shorter.
const LINE: f64 = 10.0;
/// Minimum share of letters, in tenths, among the visible characters of a line of text.
const LETTERS: usize = 7;
/// Maximum gap between two pieces of a word or a sentence, in em: notes in the margin are farther apart.
const GAP: f64 = 0.4;
/// Maximum relative difference in size between such pieces.
const SIZE: f64 = 0.15;
/// Maximum gap between pieces of one line, in em: cells and columns are farther apart.
const APART: f64 = 1.0;
/// Maximum overlap of pieces that stand side by side, in em.
const OVERLAP: f64 = 0.5;
/// Maximum shift of a super- or subscript, in em.
const SHIFT: f64 = 0.5;
/// Maximum shift of the base line, in em, within a word or a sentence.
const LEVEL: f64 = 0.25;
/// Maximum distance between characters that are set one below another, and their maximum width, in em. Lines are farther
/// apart.
const BELOW: f64 = 1.15;
/// Number of units of a place, by which lines are looked up, per point.
const UNITS: f64 = 100.0;

/// Stretch of glyphs that are drawn one after another, side by side.
struct Fragment {
    line: usize,
    glyphs: Range<usize>,
    /// Direction in hundredths.
    direction: (i64, i64),
    /// Places of its beginning and end along its direction.
    start: f64,
    end: f64,
    /// Place of its base line across its direction; that of the next line is larger.
    level: f64,
    em: f64,
    piece: usize,
    is_seen: bool,
}

/// Fragments that stand side by side, in the order of their places.
struct Row {
    fragments: Vec<usize>,
    direction: (i64, i64),
    start: f64,
    end: f64,
    level: f64,
}

impl Row {
    /// Returns the number of places where pieces of a sentence meet that are drawn apart. Those of formulas are of
    /// different size, or shifted.
    fn torn(&self, fragments: &[Fragment]) -> usize {
        let is_apart = |&[left, right]: &[usize; 2]| {
            let (left, right) = (&fragments[left], &fragments[right]);
            let em = left.em.max(right.em);
            left.line != right.line
                && (-OVERLAP * em..=GAP * em).contains(&(right.start - left.end))
                && (left.em - right.em).abs() <= SIZE * em
                && (left.level - right.level).abs() <= LEVEL * em
        };
        (self.fragments.array_windows())
            .filter(|both| is_apart(both))
            .count()
    }

    /// Whether the row is a line of text.
    fn is_text(&self, fragments: &[Fragment], lines: &[Vec<Placed>]) -> bool {
        let em = |&one: &usize| fragments[one].em;
        if self.end - self.start < LINE * self.fragments.iter().map(em).fold(0.0, f64::max) {
            return false;
        }
        let glyphs = (self.fragments.iter().map(|&one| &fragments[one])).flat_map(|one| {
            lines[one.line]
                .get(one.glyphs.clone())
                .into_iter()
                .flatten()
        });
        let visible = glyphs.flat_map(|glyph| glyph.text.chars());
        let visible: Vec<char> = visible.filter(|c| !c.is_whitespace()).collect();
        let letters = visible.iter().filter(|c| c.is_alphabetic()).count();
        letters * 10 >= visible.len() * LETTERS
    }
}

/// Rows one below another.
struct Column {
    rows: Vec<Row>,
    start: f64,
    end: f64,
}

/// Returns the lines of a page in the order in which a person reads them, if many are drawn in pieces, otherwise as they
/// are. `are_alike` says whether two pieces of text have one colour.
pub(super) fn restored(
    mut lines: Vec<Vec<Placed>>,
    are_alike: impl Fn(usize, usize) -> bool,
) -> Vec<Vec<Placed>> {
    let fragments: Vec<Fragment> = (lines.iter().enumerate())
        .flat_map(|(number, line)| fragments(number, line))
        .collect();
    let rows = rows(&fragments, are_alike);
    if !is_torn(&rows, &fragments, &lines) {
        return lines;
    }
    let mut glyphs = |one: usize| {
        let Fragment { line, glyphs, .. } = &fragments[one];
        let glyphs = lines[*line].get_mut(glyphs.clone()).into_iter().flatten();
        glyphs.map(Placed::taken).collect::<Vec<_>>()
    };
    let mut restored: Vec<Vec<Placed>> = (in_order(rows).into_iter())
        .map(|row| row.fragments.into_iter().flat_map(&mut glyphs).collect())
        .collect();
    // What is not seen stands nowhere: it keeps its lines.
    let mut unseen: BTreeMap<usize, Vec<Placed>> = BTreeMap::new();
    for one in (0..fragments.len()).filter(|&one| !fragments[one].is_seen) {
        unseen
            .entry(fragments[one].line)
            .or_default()
            .extend(glyphs(one));
    }
    restored.extend(unseen.into_values());
    restored
}

/// Whether many lines of text are drawn in several pieces with other lines between them, or half of them in two.
fn is_torn(rows: &[Row], fragments: &[Fragment], lines: &[Vec<Placed>]) -> bool {
    let torn = |row: &Row| row.torn(fragments);
    if rows.iter().filter(|row| torn(row) > 0).count() < TORN || is_set_downwards(fragments) {
        return false;
    }
    let texts = rows.iter().filter(|row| row.is_text(fragments, lines));
    let torn: Vec<usize> = texts.map(torn).collect();
    let (in_two, in_several) = [1, 2]
        .map(|least| torn.iter().filter(|&&torn| torn >= least).count())
        .into();
    in_several >= TORN || in_two >= TORN.max(torn.len().div_ceil(2))
}

/// Whether most characters are set one below another, as in vertical writing whose characters are placed one by one.
fn is_set_downwards(fragments: &[Fragment]) -> bool {
    let is_narrow = |one: &Fragment| one.end - one.start <= BELOW * one.em;
    let is_below = |[one, next]: &&[Fragment; 2]| {
        let em = one.em.max(next.em);
        is_narrow(one)
            && is_narrow(next)
            && (one.start - next.start).abs() <= LEVEL * em
            && (SHIFT * em..=BELOW * em).contains(&(next.level - one.level))
    };
    fragments.array_windows().filter(is_below).count() * 2 >= fragments.len()
}

/// Splits a line into its fragments.
fn fragments(number: usize, line: &[Placed]) -> Vec<Fragment> {
    let mut found: Vec<Fragment> = Vec::new();
    for (at, glyph) in line.iter().enumerate() {
        let one = fragment(number, at, glyph);
        match found.last_mut() {
            Some(last) if last.goes_on(&one, glyph.is_blank()) => {
                last.glyphs.end = one.glyphs.end;
                last.end = last.end.max(one.end);
                last.em = last.em.max(one.em);
            }
            _ => found.push(one),
        }
    }
    found
}

fn fragment(line: usize, at: usize, glyph: &Placed) -> Fragment {
    let along = |point: hayro_interpret::kurbo::Point| point.to_vec2().dot(glyph.direction);
    Fragment {
        line,
        glyphs: at..at + 1,
        direction: (
            whole(glyph.direction.x * UNITS),
            whole(glyph.direction.y * UNITS),
        ),
        start: along(glyph.origin),
        end: along(glyph.end),
        level: glyph.direction.cross(glyph.origin.to_vec2()),
        em: glyph.em,
        piece: glyph.piece,
        is_seen: glyph.is_shown(),
    }
}

impl Fragment {
    /// Whether a glyph continues the fragment. A blank one is as visible as what stands before it.
    fn goes_on(&self, next: &Self, is_blank: bool) -> bool {
        let em = self.em.max(next.em);
        self.direction == next.direction
            && (self.level - next.level).abs() <= LEVEL * em
            && (-OVERLAP * em..=APART * em).contains(&(next.start - self.end))
            && (is_blank || self.is_seen == next.is_seen)
            && self.is_like(next)
    }

    fn is_like(&self, other: &Self) -> bool {
        self.em.min(other.em) * UNLIKE > self.em.max(other.em)
    }
}

/// Finds the rows of all fragments that are seen.
fn rows(fragments: &[Fragment], are_alike: impl Fn(usize, usize) -> bool) -> Vec<Row> {
    let mut by_size: Vec<usize> = (0..fragments.len())
        .filter(|&one| fragments[one].is_seen)
        .collect();
    // Those of usual size before their super- and subscripts.
    by_size.sort_by(|&x, &y| fragments[y].em.total_cmp(&fragments[x].em));
    let mut on_level: Vec<Vec<usize>> = Vec::new();
    let mut levels: BTreeSet<(i64, i64, i64, usize)> = BTreeSet::new();
    for one in by_size {
        let fragment = &fragments[one];
        let (x, y) = fragment.direction;
        let reach = SHIFT * UNLIKE * fragment.em;
        let from = (x, y, whole((fragment.level - reach) * UNITS), 0);
        let to = (x, y, whole((fragment.level + reach) * UNITS), usize::MAX);
        let distance = |level: &usize| {
            let first = &fragments[on_level[*level][0]];
            (fragment.level - first.level).abs() / first.em
        };
        let known = levels.range(from..=to).map(|&(.., level)| level);
        let known = known.filter(|level| {
            let first = &fragments[on_level[*level][0]];
            distance(level) <= SHIFT
                && first.is_like(fragment)
                && are_alike(first.piece, fragment.piece)
        });
        if let Some(level) = known.min_by(|x, y| distance(x).total_cmp(&distance(y))) {
            on_level[level].push(one);
        } else {
            levels.insert((x, y, whole(fragment.level * UNITS), on_level.len()));
            on_level.push(vec![one]);
        }
    }
    (on_level.into_iter())
        .flat_map(|level| rows_of_level(level, fragments))
        .collect()
}

/// Splits the fragments on one base line into rows.
fn rows_of_level(mut level: Vec<usize>, fragments: &[Fragment]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let base = level.first().map_or(0.0, |&first| fragments[first].level);
    level.sort_by(|&x, &y| fragments[x].start.total_cmp(&fragments[y].start));
    for one in level {
        let fragment = &fragments[one];
        let before = rows.last_mut().filter(|row| {
            let last = row.fragments.last().map_or(0.0, |&last| fragments[last].em);
            fragment.start - row.end <= APART * fragment.em.max(last)
        });
        match before {
            Some(row) => {
                row.fragments.push(one);
                row.end = row.end.max(fragment.end);
            }
            None => rows.push(Row {
                fragments: vec![one],
                direction: fragment.direction,
                start: fragment.start,
                end: fragment.end,
                level: base,
            }),
        }
    }
    rows
}

/// Sorts rows as they are read: column by column, and all columns above a row before it.
fn in_order(rows: Vec<Row>) -> Vec<Row> {
    let mut by_direction: BTreeMap<(i64, i64), Vec<Row>> = BTreeMap::new();
    for row in rows {
        by_direction.entry(row.direction).or_default().push(row);
    }
    // Most text first.
    let mut directions: Vec<Vec<Row>> = by_direction.into_values().collect();
    directions.sort_by_key(|rows| std::cmp::Reverse(rows.len()));
    directions.into_iter().flat_map(in_columns).collect()
}

fn in_columns(mut rows: Vec<Row>) -> Vec<Row> {
    rows.sort_by(|x, y| {
        x.level
            .total_cmp(&y.level)
            .then(x.start.total_cmp(&y.start))
    });
    let mut done: Vec<Row> = Vec::new();
    let mut open: Vec<Column> = Vec::new();
    for row in rows {
        let is_above = |column: &mut Column| column.start < row.end && row.start < column.end;
        let mut above: Vec<Column> = open.extract_if(.., is_above).collect();
        let (start, end) = (row.start, row.end);
        let mut rows = if above.len() == 1 {
            above.pop().map(|column| column.rows).unwrap_or_default()
        } else {
            done.extend(side_by_side(above));
            Vec::new()
        };
        rows.push(row);
        open.push(Column { rows, start, end });
    }
    done.extend(side_by_side(open));
    done
}

/// Returns the rows of columns that stand side by side.
fn side_by_side(mut columns: Vec<Column>) -> impl Iterator<Item = Row> {
    columns.sort_by(|x, y| x.start.total_cmp(&y.start));
    columns.into_iter().flat_map(|column| column.rows)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the values are limited, and farther out no line stands beside another"
)]
fn whole(number: f64) -> i64 {
    number.clamp(-1e12, 1e12).round() as i64
}

#[cfg(test)]
mod tests {
    use hayro_interpret::kurbo::Vec2;
    use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};
    use proptest::prelude::*;

    use super::super::read;
    use super::super::sample::{laid_out, read_back};
    use super::*;

    const TEXT: [&str; 12] = [
        "the workshop in the harbour lends its",
        "tools to everybody who lives nearby",
        "and asks for nothing but a signature",
        "most of what it owns was given to it",
        "when the shipyard closed, and some of",
        "the older neighbours still know which",
        "of the planes was whose; they come on",
        "Thursdays and repair what the others",
        "have broken during the week, mostly",
        "handles, sometimes a motor, and once",
        "in a while a whole table that nobody",
        "wanted to throw away after the flood",
    ];

    fn are_alike(_: usize, _: usize) -> bool {
        true
    }

    fn moved(mut line: Vec<Placed>, by: f64) -> Vec<Placed> {
        for glyph in &mut line {
            glyph.origin.x += by;
            glyph.end.x += by;
        }
        line
    }

    /// Lays out [`TEXT`], `by` points from the left.
    fn page(by: f64) -> Vec<Vec<Placed>> {
        let rows = (0..).zip(TEXT);
        rows.map(|(row, line)| moved(laid_out(line, row, 0.0, true), by))
            .collect()
    }

    /// Cuts lines into pieces, each as if it were drawn by itself.
    fn cut(lines: &[Vec<Placed>], length: usize) -> Vec<Vec<Placed>> {
        let pieces = lines.iter().flat_map(|line| line.chunks(length));
        pieces.map(<[Placed]>::to_vec).collect()
    }

    fn reading(lines: Vec<Vec<Placed>>) -> String {
        read_back(&restored(lines, are_alike))
    }

    #[test]
    fn columns_that_are_drawn_in_pieces_are_read_one_after_the_other() {
        let mut both = cut(&page(0.0), 4);
        both.extend(cut(&page(300.0), 4));
        both.sort_by(|x, y| x[0].text.cmp(&y[0].text));
        let expected = format!("{0}\n{0}", TEXT.join("\n"));
        assert_eq!(reading(both), expected);
    }

    #[test]
    fn lines_that_are_drawn_whole_stay_in_the_order_in_which_they_are_drawn() {
        let mut lines = page(0.0);
        lines.reverse();
        let mut expected = TEXT;
        expected.reverse();
        assert_eq!(reading(lines), expected.join("\n"));
        // Row by row, as in a table, though the cells of a column stand closer.
        let cells = page(0.0).into_iter().zip(page(220.0));
        let rows: Vec<Vec<Placed>> = cells.flat_map(|(left, right)| [left, right]).collect();
        let before = read_back(&rows);
        assert_eq!(reading(rows), before);
    }

    #[test]
    fn characters_that_are_set_one_below_another_stay_so() {
        let columns: Vec<Vec<Placed>> = (0..12_u32)
            .flat_map(|column| {
                let row = (0..40_u32).map(move |row| (f64::from(column), f64::from(row)));
                row.map(|(column, row)| {
                    let mut glyph = laid_out("字", 0, 0.0, true);
                    let one = &mut glyph[0];
                    one.origin += Vec2::new(300.0 - 11.0 * column, 10.5 * row);
                    one.end = one.origin + Vec2::new(10.0, 0.0);
                    glyph
                })
            })
            .collect();
        let before: Vec<f64> = columns.iter().map(|line| line[0].origin.x).collect();
        let after = restored(columns, are_alike);
        let after: Vec<f64> = after.iter().map(|line| line[0].origin.x).collect();
        assert_eq!(before, after);
    }

    #[test]
    fn what_is_not_seen_is_not_mixed_into_what_is() {
        let mut pieces = cut(&page(0.0), 3);
        let mut unseen = laid_out("unseen", 4, 0.0, true);
        for glyph in &mut unseen {
            glyph.sight = crate::pdf::placed::Sight::Faint;
        }
        pieces.insert(7, unseen);
        pieces.reverse();
        assert_eq!(reading(pieces), format!("{}\nunseen", TEXT.join("\n")));
    }

    #[test]
    fn a_file_whose_words_are_drawn_in_any_order_is_read_as_it_is_shown() {
        let mut words: Vec<(f32, f32, &str)> = Vec::new();
        for (row, line) in (0_u16..).zip(TEXT) {
            let column = (0_u16..).step_by(8);
            let pieces = line
                .as_bytes()
                .chunks(8)
                .map(|piece| std::str::from_utf8(piece).unwrap());
            let placed = column.zip(pieces).map(|(column, piece)| {
                // Courier is six tenths of an em wide.
                let x = 50.0 + 6.0 * f32::from(column);
                (x, 700.0 - 16.0 * f32::from(row), piece)
            });
            words.extend(placed);
        }
        words.sort_by(|x, y| y.2.cmp(x.2));
        let mut content = Content::new();
        for (x, y, word) in words {
            content.begin_text().set_font(Name(b"F"), 10.0);
            content
                .next_line(x, y)
                .show(Str(word.as_bytes()))
                .end_text();
        }
        let [catalog, tree, page, font, text] = [1, 2, 3, 4, 5].map(Ref::new);
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(tree);
        pdf.pages(tree).kids([page]).count(1);
        let mut of_page = pdf.page(page);
        of_page
            .parent(tree)
            .media_box(Rect::new(0.0, 0.0, 600.0, 800.0))
            .contents(text);
        of_page.resources().fonts().pair(Name(b"F"), font);
        of_page.finish();
        pdf.type1_font(font).base_font(Name(b"Courier"));
        pdf.stream(text, &content.finish());
        let read = read(pdf.finish()).unwrap();
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(words(&read.text), words(&TEXT.join(" ")));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]
        #[test]
        fn text_is_read_in_whatever_order_its_pieces_are_drawn(
            length in 1..12_usize,
            keys in prop::collection::vec(any::<u32>(), 500),
        ) {
            let mut pieces: Vec<_> = cut(&page(0.0), length).into_iter().zip(keys).collect();
            pieces.sort_by_key(|(_, key)| *key);
            let pieces = pieces.into_iter().map(|(piece, _)| piece).collect();
            prop_assert_eq!(reading(pieces), TEXT.join("\n"));
        }
    }
}
