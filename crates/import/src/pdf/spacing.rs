//! Finds the letter spacing of a line: in text with gaps between its letters the gaps between words are wider, and only
//! those separate words.

use std::ops::Range;

use super::placed::{Pen, Placed};

/// Minimum gap between two glyphs, in em, that is a word space (measured: 0.25 loses English words).
pub(super) const WORD_GAP: f64 = 0.16;
/// Minimum gap, in em, that may be letter spacing. Kerning leaves that much of wide spacing between any two letters.
const LEAST: f64 = 0.03;
/// Maximum usual gap, in em, that is letter spacing: farther apart are the cells of a table.
const MOST: f64 = 1.0;
/// Maximum gap, in em, between two words that are set with the widest spacing.
const APART: f64 = 2.6;
/// Minimum usual gap, in em, that is letter spacing. Below that, letters stay together anyway.
const SPACED: f64 = 0.13;
/// Number of pairs of letters that prove letter spacing: one-letter words and the names of variables stand in shorter
/// rows.
const PROOF: usize = 7;
/// Number of evenly spaced pairs of letters that are a spaced word, though nothing else on the page is spaced.
const EVEN: usize = 3;
/// Maximum difference between gaps, in em, that are equal but for kerning.
const EQUAL: f64 = 0.06;
/// Maximum number of different spacings that are kept of a page.
const KEPT: usize = 32;

/// Row of glyphs of one line, each with a gap to the next.
struct Row {
    /// Indexes of the first glyph and the last.
    from: usize,
    to: usize,
    /// Usual gap between neighbouring letters, in em.
    usual: f64,
    /// Number of pairs of letters whose gap is at most a word space wider than the usual one.
    pairs: usize,
    /// Difference between the widest and the narrowest of these gaps, in em.
    spread: f64,
    /// Whether its first glyph and its last belong to words that are not spaced.
    ends_tight: (bool, bool),
    /// Whether the gap beside such a word is no wider than the others.
    is_bound: bool,
}

impl Row {
    /// Whether the row is letter-spaced, as it shows by itself.
    fn is_certain(&self) -> bool {
        let is_even = self.pairs >= EVEN && self.spread <= EQUAL && !self.is_bound;
        (SPACED..=MOST).contains(&self.usual) && (self.pairs >= PROOF || is_even)
    }

    /// Whether the row is letter-spaced, by itself or because the page has text that is spaced like it.
    fn is_spaced(&self, known: &Spacings) -> bool {
        self.is_certain() || ((SPACED..=MOST).contains(&self.usual) && known.have(self.usual))
    }

    /// Returns the glyphs that have letter spacing before them: none that stands beside a word without it.
    fn spaced(&self) -> Range<usize> {
        let (first, last) = self.ends_tight;
        let start = self.from + 1 + usize::from(first);
        start..(self.to + 1 - usize::from(last)).max(start)
    }
}

/// Returns for every glyph of every line the letter spacing before it, in em; nothing for a line that is not spaced.
pub(super) fn spacings(lines: &[Vec<Placed>]) -> Vec<Vec<f64>> {
    let mut found = Vec::new();
    let mut known = Spacings::default();
    for (number, line) in lines.iter().enumerate() {
        for row in rows(line) {
            known.add(&row);
            found.push((number, row));
        }
    }
    let mut spacings = vec![Vec::new(); lines.len()];
    for (number, row) in found {
        if row.is_spaced(&known) {
            spacings[number].resize(lines[number].len(), 0.0);
            spacings[number][row.spaced()].fill(row.usual);
        }
    }
    spacings
}

/// Letter spacings of a page that are certain, in em.
#[derive(Default)]
struct Spacings(Vec<f64>);

impl Spacings {
    fn add(&mut self, row: &Row) {
        if row.is_certain() && self.0.len() < KEPT && !self.have(row.usual) {
            self.0.push(row.usual);
        }
    }

    fn have(&self, usual: f64) -> bool {
        self.0.iter().any(|known| (known - usual).abs() <= EQUAL)
    }
}

/// Finds the rows of a line in which each glyph has a gap to the next that may be letter spacing, and in which a word
/// may be torn apart.
fn rows(line: &[Placed]) -> impl Iterator<Item = Row> + '_ {
    let mut from = 0;
    std::iter::from_fn(move || {
        while from + 1 < line.len() {
            let start = from;
            let (mut end, mut may_tear) = (start, false);
            // Most glyphs of a text have no gap before them.
            while end + 1 < line.len()
                && (end > start || gap(&line[end], &line[end + 1]) >= LEAST)
                && is_member(&line[end], &line[end + 1])
            {
                may_tear |= is_torn(&line[end], &line[end + 1]);
                end += 1;
            }
            from = end.max(start + 1);
            if may_tear && let Some(row) = row(line, start, end) {
                return Some(row);
            }
        }
        None
    })
}

/// Whether a gap separates two glyphs unless it is letter spacing. Chinese characters are farther apart.
fn is_torn(before: &Placed, glyph: &Placed) -> bool {
    gap(before, glyph) > WORD_GAP && !before.is_cjk() && !glyph.is_cjk()
}

/// Whether the gap between two glyphs may be letter spacing, or has a space in it.
fn is_member(before: &Placed, glyph: &Placed) -> bool {
    let gap = gap(before, glyph);
    // What follows a space is set apart by any means: the gap before the space tells.
    (gap >= LEAST || (gap > -MOST && before.is_blank()))
        && (gap <= APART || before.is_blank() || glyph.is_blank())
        && !Pen::after(before).is_off(glyph)
}

/// Gap between two glyphs in em of the second.
fn gap(before: &Placed, glyph: &Placed) -> f64 {
    (glyph.origin - before.end).dot(glyph.direction) / glyph.em.max(f64::MIN_POSITIVE)
}

fn row(line: &[Placed], from: usize, to: usize) -> Option<Row> {
    let is_letter = |glyph: &Placed| glyph.text.chars().any(char::is_alphabetic);
    let is_tight = |left: usize, right: usize| {
        let (left, right) = (&line[left], &line[right]);
        !left.is_blank() && !right.is_blank() && gap(left, right).abs() < LEAST
    };
    let ends_tight = (
        from > 0 && is_tight(from - 1, from),
        to + 1 < line.len() && is_tight(to, to + 1),
    );
    let between = |left: usize| {
        let (left, right) = (&line[left], &line[left + 1]);
        (is_letter(left) && is_letter(right)).then(|| gap(left, right))
    };
    // The gap beside a word that is not spaced is no letter spacing.
    let inner = from + usize::from(ends_tight.0)..to.saturating_sub(usize::from(ends_tight.1));
    let mut gaps: Vec<f64> = inner.filter_map(between).collect();
    if gaps.is_empty() {
        return None;
    }
    // Where no spaces are written, every fifth gap or so separates words.
    gaps.sort_by(f64::total_cmp);
    let usual = gaps[(gaps.len() - 1) / 3];
    gaps.retain(|&gap| gap <= usual + WORD_GAP);
    let touches = |left: usize| between(left).is_some_and(|gap| gap <= usual + EQUAL);
    let is_bound = (ends_tight.0 && touches(from)) || (ends_tight.1 && touches(to - 1));
    Some(Row {
        from,
        to,
        usual,
        pairs: gaps.len(),
        spread: gaps.last()? - gaps.first()?,
        ends_tight,
        is_bound,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::sample::{laid_out, read_back};
    use super::*;

    /// Text that is read from lines with a letter spacing each, in em, with or without glyphs for spaces.
    fn read(lines: &[(&str, f64)], with_spaces: bool) -> String {
        let lines: Vec<Vec<Placed>> = (0..)
            .zip(lines)
            .map(|(row, (line, spacing))| laid_out(line, row, *spacing, with_spaces))
            .collect();
        read_back(&lines)
    }

    #[test]
    fn letters_that_are_spaced_stay_a_word() {
        for spacing in [0.0, 0.12, 0.17, 0.25, 0.5, 0.9] {
            for with_spaces in [true, false] {
                let line = "the tool library, in a former shop of 1987";
                assert_eq!(read(&[(line, spacing)], with_spaces), line, "{spacing}");
            }
        }
    }

    #[test]
    fn short_lines_are_known_by_the_lines_about_them() {
        let lines = [
            ("job.", 0.2),
            ("an ordinary line", 0.0),
            ("in spaced out letters", 0.2),
            ("it", 0.2),
        ];
        for with_spaces in [true, false] {
            let texts = lines.map(|(line, _)| line);
            assert_eq!(read(&lines, with_spaces), texts.join("\n"));
        }
        assert_eq!(read(&[("job.", 0.2)], true), "j o b .");
        assert_eq!(read(&[("Abstract", 0.4)], true), "Abstract");
    }

    #[test]
    fn a_spaced_word_among_others_is_told_by_the_wider_gaps_around_it() {
        let mut line = laid_out("they", 0, 0.0, true);
        for (word, spacing) in [("never", 0.2), ("came", 0.0)] {
            let from = line.last().unwrap().end.x + 5.0;
            let mut more = laid_out(word, 0, spacing, true);
            for glyph in &mut more {
                glyph.origin.x += from;
                glyph.end.x += from;
            }
            line.extend(more);
        }
        assert_eq!(read_back(&[line]), "they never came");
    }

    #[test]
    fn one_letter_words_and_cells_stay_apart() {
        // A row of cells: far apart.
        assert_eq!(read(&[("abcdefgh", 1.4)], true), "a b c d e f g h");
        // Points A B C are set with word spaces, and without glyphs for them.
        let line = "the points A B C are far";
        assert_eq!(read(&[(line, 0.0)], false), line);
        // Figures and signs prove nothing.
        assert_eq!(
            read(&[("123456789012", 0.3)], true),
            "1 2 3 4 5 6 7 8 9 0 1 2"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]
        #[test]
        fn words_are_read_whatever_the_spacing(
            words in prop::collection::vec("[a-z]{2,9}", 4..12),
            spacing in 0.0..0.9,
            with_spaces in any::<bool>(),
        ) {
            let line = words.join(" ");
            prop_assert_eq!(read(&[(&line, spacing)], with_spaces), line);
        }
    }
}
