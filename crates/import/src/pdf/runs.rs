//! Runs of a page as they are drawn; determines which of their glyphs a reader of the whole page sees.

use std::collections::HashMap;

use hayro_interpret::kurbo::Point;

use super::canvas::Canvas;
use super::placed::{Placed, Sight};

/// Size, in points, of the squares in which a glyph is looked for that is drawn at the place of another.
const SQUARE: f64 = 8.0;

/// Glyphs that are drawn together.
pub(super) struct Run {
    pub(super) glyphs: Vec<Placed>,
    /// Number of an earlier run with the same text at the same place.
    pub(super) repeats: Option<usize>,
}

impl Run {
    /// Creates a run that repeats no other.
    pub(super) const fn of(glyphs: Vec<Placed>) -> Self {
        Self {
            glyphs,
            repeats: None,
        }
    }
}

/// Decides which glyphs are seen once the whole page is drawn. Returns the glyphs of every run, none for those that
/// only repeat one, and without unseen letters that are drawn again at their place; and the number of such letters.
///
/// Programs draw text again over a shape that covers it, or over its own shadow: that is one text.
pub(super) fn settle(mut runs: Vec<Run>, canvas: &Canvas) -> (Vec<Vec<Placed>>, usize) {
    let mut has_unseen = false;
    for glyph in runs.iter_mut().flat_map(|run| &mut run.glyphs) {
        if canvas.has_covers() && glyph.is_seen() && canvas.covers(&glyph.places(), glyph.order) {
            glyph.sight = Sight::Covered;
        }
        has_unseen |= !glyph.is_seen();
    }
    if !has_unseen {
        let kept = |run: Run| match run.repeats {
            Some(_) => Vec::new(),
            None => run.glyphs,
        };
        return (runs.into_iter().map(kept).collect(), 0);
    }
    for i in 0..runs.len() {
        let Some(first) = runs[i].repeats else {
            continue;
        };
        let again = std::mem::take(&mut runs[i].glyphs);
        for (glyph, again) in runs[first].glyphs.iter_mut().zip(again) {
            if !glyph.is_seen() && again.is_seen() {
                glyph.sight = again.sight;
            }
        }
    }
    let mut seen: HashMap<(i64, i64), Vec<(&str, Point)>> = HashMap::new();
    for glyph in runs.iter().flat_map(|run| &run.glyphs) {
        if glyph.is_seen() && !glyph.is_blank() {
            let square = seen.entry(square(glyph.origin)).or_default();
            if square.len() < CROWDED {
                square.push((&glyph.text, glyph.origin));
            }
        }
    }
    let is_again = |glyph: &Placed| {
        let (x, y) = square(glyph.origin);
        let around = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        !glyph.is_seen()
            && around
                .filter_map(|square| seen.get(&square))
                .flatten()
                .any(|(text, origin)| *text == glyph.text && glyph.is_at(*origin))
    };
    let dropped: Vec<Vec<bool>> = runs
        .iter()
        .map(|run| run.glyphs.iter().map(is_again).collect())
        .collect();
    let redrawn = dropped.iter().flatten().filter(|dropped| **dropped).count();
    let kept = |(run, dropped): (Run, Vec<bool>)| -> Vec<Placed> {
        let glyphs = run.glyphs.into_iter().zip(dropped);
        glyphs
            .filter_map(|(glyph, dropped)| (!dropped).then_some(glyph))
            .collect()
    };
    (runs.into_iter().zip(dropped).map(kept).collect(), redrawn)
}

/// Returns the glyphs of `all` that are not among those of `shown`: with another text, or at another place.
pub(super) fn missing_from(shown: &[Run], all: &[Run]) -> Vec<Run> {
    let mut known: HashMap<(&str, i64, i64), usize> = HashMap::new();
    for glyph in shown.iter().flat_map(|run| &run.glyphs) {
        let (x, y) = hundredth(glyph.origin);
        *known.entry((&glyph.text, x, y)).or_default() += 1;
    }
    let mut missing = Vec::new();
    for run in all.iter().filter(|run| run.repeats.is_none()) {
        let mut glyphs = Vec::new();
        for glyph in &run.glyphs {
            let (x, y) = hundredth(glyph.origin);
            match known.get_mut(&(glyph.text.as_str(), x, y)) {
                Some(count) if *count > 0 => *count -= 1,
                _ => glyphs.push(glyph.clone()),
            }
        }
        if !glyphs.iter().all(Placed::is_blank) {
            missing.push(Run::of(glyphs));
        }
    }
    missing
}

/// Maximum number of glyphs that are remembered in one square: more are no writing.
const CROWDED: usize = 64;

fn square(place: Point) -> (i64, i64) {
    whole(place, SQUARE)
}

/// Returns a place in hundredths of a point, which two drawings of one page share.
fn hundredth(place: Point) -> (i64, i64) {
    whole(place, 0.01)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the values are far below the limit, and all glyphs so far out are in one square"
)]
fn whole(place: Point, unit: f64) -> (i64, i64) {
    let number = |at: f64| (at / unit).clamp(-1e9, 1e9).floor() as i64;
    (number(place.x), number(place.y))
}

#[cfg(test)]
mod tests {
    use super::super::canvas::Coat;
    use super::super::clip::Clip;
    use super::*;
    use hayro_interpret::BlendMode;
    use hayro_interpret::kurbo::Rect;

    const SIZE: (f64, f64) = (600.0, 800.0);

    fn run(text: &str, y: f64, order: u32) -> Run {
        let mut glyph = Placed::of_text(text, Point::new(50.0, y), 60.0, 10.0);
        glyph.order = order;
        Run::of(vec![glyph])
    }

    /// Covers the upper half of the page, between the steps 1 and 3.
    fn covered() -> Canvas {
        let mut canvas = Canvas::new(SIZE);
        canvas.step();
        let white = Coat {
            colour: Some([1.0; 3]),
            opacity: 1.0,
            blend: BlendMode::Normal,
            has_holes: false,
        };
        canvas.rect(Rect::new(0.0, 0.0, 600.0, 400.0), &Clip::page(SIZE), &white);
        canvas
    }

    fn texts(runs: Vec<Run>) -> (Vec<(String, bool)>, usize) {
        let (runs, redrawn) = settle(runs, &covered());
        let shown = runs.into_iter().flatten();
        let shown = shown.map(|glyph| (glyph.text.clone(), glyph.is_seen()));
        (shown.collect(), redrawn)
    }

    #[test]
    fn a_covered_letter_is_unseen_unless_it_is_drawn_again() {
        let runs = vec![
            run("a", 100.0, 1),
            run("b", 200.0, 1),
            run("c", 600.0, 1),
            run("b", 200.0, 3),
        ];
        let expected = [("a", false), ("c", true), ("b", true)];
        let expected = expected.map(|(text, is_seen)| (text.to_owned(), is_seen));
        assert_eq!(texts(runs), (expected.to_vec(), 1));
    }

    #[test]
    fn a_run_that_repeats_one_lets_it_be_seen() {
        let mut again = run("a", 100.0, 3);
        again.repeats = Some(0);
        let runs = vec![run("a", 100.0, 1), again];
        assert_eq!(texts(runs), (vec![("a".to_owned(), true)], 0));
    }

    #[test]
    fn only_what_differs_is_missing() {
        let shown = [run("a", 100.0, 1), run("b", 200.0, 1)];
        let all = [
            run("a", 100.0, 1),
            run("b", 300.0, 1),
            run("a", 100.0, 1),
            run("b", 200.0, 1),
        ];
        let missing = missing_from(&shown, &all);
        let places: Vec<f64> = missing.iter().map(|run| run.glyphs[0].origin.y).collect();
        assert_eq!(places, [300.0, 100.0]);
    }
}
