//! Puts the runs of a line together. Signs that a font lacks, such as Chinese quotation marks, are drawn as a run of their own in
//! another font, in gaps that the run of the other letters leaves for them.

use hayro_interpret::kurbo::Vec2;

use super::placed::Placed;

/// Maximum overlap, in em, of glyphs that stand side by side.
const OVERLAP: f64 = 0.33;
/// Maximum shift of the base line, in em, between glyphs that stand side by side; those of formulas are shifted.
const LEVEL: f64 = 0.1;
/// Maximum number of glyphs of a run together with those among which it is put. A longer line is no line of text.
const LONGEST: usize = 1_000;

/// Returns the glyphs of `runs`, which are sorted by their beginnings. If a run stands in gaps of the runs before it, its glyphs are put
/// into these gaps.
pub(super) fn joined(runs: Vec<Vec<Placed>>) -> Vec<Placed> {
    let mut line: Vec<Placed> = Vec::new();
    for run in runs {
        let Some(direction) = run.first().map(|glyph| glyph.direction) else {
            continue;
        };
        let among = among(&line, &run, direction);
        line.extend(run);
        if let Some(tail) = among.and_then(|from| line.get_mut(from..)) {
            tail.sort_by(|one, other| begin(one, direction).total_cmp(&begin(other, direction)));
        }
    }
    line
}

/// Returns the number of glyphs at the beginning of `line` that stand before `run`, if `run` stands in gaps of the others; `None` if it
/// stands behind the line, across it, or among more than [`LONGEST`] glyphs.
fn among(line: &[Placed], run: &[Placed], direction: Vec2) -> Option<usize> {
    let (first, last) = (run.first()?, line.last()?);
    let start = begin(first, direction) + OVERLAP * first.em;
    if end(last, direction) <= start {
        return None;
    }
    let is_before = |glyph: &Placed| end(glyph, direction) <= start;
    let near = line.len().saturating_sub(LONGEST);
    let before = line[near..].iter().rposition(is_before);
    let from = near + before.map_or(0, |at| at + 1);
    let tail = line.get(from..)?;
    let is_sorted = |glyphs: &[Placed]| glyphs.is_sorted_by_key(|glyph| begin(glyph, direction));
    if tail.len() + run.len() > LONGEST || !is_sorted(tail) || !is_sorted(run) {
        return None;
    }
    let mut both: Vec<(&Placed, bool)> = tail.iter().map(|glyph| (glyph, false)).collect();
    both.extend(run.iter().map(|glyph| (glyph, true)));
    both.retain(|(glyph, _)| !glyph.is_blank());
    both.sort_by(|(one, _), (other, _)| begin(one, direction).total_cmp(&begin(other, direction)));
    let mut neighbours = both.array_windows();
    let are_apart = neighbours.all(|&[(one, is_new), (other, is_also)]| {
        is_new == is_also || is_beside(one, other, direction)
    });
    are_apart.then_some(from)
}

/// Whether `other` stands beside `one`, as the next glyph of a text does.
fn is_beside(one: &Placed, other: &Placed, direction: Vec2) -> bool {
    let em = one.em.min(other.em);
    let shift = other.origin - one.origin;
    end(one, direction) - begin(other, direction) <= OVERLAP * em
        && shift.cross(direction).abs() <= LEVEL * em
        && one.is_seen() == other.is_seen()
}

fn begin(glyph: &Placed, direction: Vec2) -> f64 {
    glyph.origin.to_vec2().dot(direction)
}

fn end(glyph: &Placed, direction: Vec2) -> f64 {
    glyph.end.to_vec2().dot(direction)
}

#[cfg(test)]
mod tests {
    use super::super::sample::{laid_out, read_back};
    use super::*;

    /// Lays out `text` and parts it into two runs: the letters `of_another` font, and the others.
    fn runs(text: &str, of_another: &str) -> Vec<Vec<Placed>> {
        let all = laid_out(text, 0, 0.0, true);
        let (other, own): (Vec<Placed>, Vec<Placed>) =
            (all.into_iter()).partition(|glyph| of_another.contains(&glyph.text));
        let mut runs = vec![own, other];
        runs.sort_by(|one, other| one[0].origin.x.total_cmp(&other[0].origin.x));
        runs
    }

    #[test]
    fn signs_of_another_font_stand_in_the_gaps_left_for_them() {
        for text in ["他说：“这是‘重要’的结论。”①完", "“全句”"] {
            assert_eq!(read_back(&[joined(runs(text, "“”‘’①"))]), text);
        }
    }

    #[test]
    fn what_is_written_across_a_line_or_above_it_stays_apart() {
        let across = |shift: f64, up: f64| {
            let mut runs = runs("一二三四五六七八", "三六");
            for glyph in &mut runs[1] {
                for place in [&mut glyph.origin, &mut glyph.end] {
                    place.x += shift;
                    place.y -= up;
                }
            }
            read_back(&[joined(runs)])
        };
        assert_eq!(across(0.0, 0.0), "一二三四五六七八");
        assert_eq!(across(4.0, 0.0), "一二四五七八\n三六");
        assert_eq!(across(0.0, 3.0), "一二四五七八\n三六");
    }
}
