//! Finds where in a page's text to insert the text of annotations: a field comes after the words before it on its line,
//! or after the line above it.

use hayro_interpret::kurbo::Rect;

use super::grid::take;
use super::placed::Placed;
use super::runs::Run;

/// Maximum number of comparisons of a field with a run, for one page. Fields beyond it go to the page's end.
const WORK: usize = 20_000_000;
/// Distance, in points, by which a base line may lie outside a field that it belongs to.
const SLACK: f64 = 3.0;

/// Runs to insert into those of a page.
pub(super) struct Insertions {
    found: Vec<Insertion>,
    work: usize,
}

struct Insertion {
    /// Number of runs of the page before it.
    after: usize,
    area: Rect,
    runs: Vec<Vec<Placed>>,
}

impl Insertions {
    pub(super) const fn new() -> Self {
        Self {
            found: Vec::new(),
            work: WORK,
        }
    }

    /// Adds `inserted`, which stand in `area`, to the `runs` of the page.
    pub(super) fn add(&mut self, area: Rect, mut inserted: Vec<Vec<Placed>>, runs: &[Run]) {
        let anchor = if take(&mut self.work, runs.len()) {
            anchor(area, runs)
        } else {
            Anchor::end(runs)
        };
        // A line of its own in a high field is set on the base line of the words before it.
        if let (Some(y), [line]) = (anchor.base_line, &mut *inserted) {
            for glyph in line {
                glyph.origin.y = y;
                glyph.end.y = y;
            }
        }
        self.found.push(Insertion {
            after: anchor.after,
            area,
            runs: inserted,
        });
    }

    /// Returns the `runs` of the page with all that was added.
    pub(super) fn merge(mut self, runs: Vec<Vec<Placed>>) -> Vec<Vec<Placed>> {
        if self.found.is_empty() {
            return runs;
        }
        self.found.sort_by(|a, b| {
            let by_line = a.area.y0.total_cmp(&b.area.y0);
            a.after
                .cmp(&b.after)
                .then(by_line)
                .then(a.area.x0.total_cmp(&b.area.x0))
        });
        let mut merged = Vec::with_capacity(runs.len() + self.found.len());
        let mut found = self.found.into_iter().peekable();
        for (i, run) in runs.into_iter().enumerate() {
            while let Some(insertion) = found.next_if(|insertion| insertion.after <= i) {
                merged.extend(insertion.runs);
            }
            merged.push(run);
        }
        merged.extend(found.flat_map(|insertion| insertion.runs));
        merged
    }
}

/// Place of a field among the runs of its page.
struct Anchor {
    after: usize,
    /// Base line of the words before the field; `None` if there are none on its line, or if the field is higher than a
    /// line.
    base_line: Option<f64>,
}

impl Anchor {
    const fn end(runs: &[Run]) -> Self {
        Self {
            after: runs.len(),
            base_line: None,
        }
    }
}

fn anchor(area: Rect, runs: &[Run]) -> Anchor {
    let mut beside: Option<(f64, usize, f64)> = None;
    let mut above: Option<(bool, f64, usize)> = None;
    for (i, run) in runs.iter().enumerate() {
        let (Some(first), Some(last)) = (run.glyphs.first(), run.glyphs.last()) else {
            continue;
        };
        let y = first.origin.y;
        if y > area.y1 + SLACK || run.glyphs.iter().all(Placed::is_blank) {
            continue;
        }
        if y >= area.y0 - SLACK {
            // On a line of the field: its words must begin before it.
            let is_nearer = beside.is_none_or(|(x, ..)| first.origin.x >= x);
            if first.origin.x < area.x0 + SLACK && is_nearer {
                beside = Some((first.origin.x, i + 1, y));
            }
        } else {
            let is_over = first.origin.x < area.x1 && last.end.x > area.x0;
            if above.is_none_or(|(over, height, _)| (is_over, y) >= (over, height)) {
                above = Some((is_over, y, i + 1));
            }
        }
    }
    let is_line = area.height() < 3.0 * SLACK + 15.0;
    match (beside, above) {
        (Some((_, after, y)), _) => Anchor {
            after,
            base_line: is_line.then_some(y),
        },
        (None, Some((.., after))) => Anchor {
            after,
            base_line: None,
        },
        // Nothing is above the field or before it.
        (None, None) => Anchor {
            after: 0,
            base_line: None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hayro_interpret::kurbo::Point;

    fn run(text: &str, x: f64, y: f64) -> Run {
        Run::of(vec![Placed::of_text(
            text,
            Point::new(x, y),
            x + 60.0,
            10.0,
        )])
    }

    fn merged(fields: &[(&str, Rect)], runs: Vec<Run>) -> String {
        let mut insertions = Insertions::new();
        for (text, area) in fields {
            let glyph = Placed::of_text(text, Point::new(area.x0, area.y1), area.x1, 10.0);
            insertions.add(*area, vec![vec![glyph]], &runs);
        }
        let runs = runs.into_iter().map(|run| run.glyphs).collect();
        let merged = insertions.merge(runs);
        let texts: Vec<&str> = merged.iter().flatten().map(|glyph| &*glyph.text).collect();
        texts.join(" ")
    }

    #[test]
    fn a_field_follows_the_words_before_it_or_the_line_above() {
        let runs = vec![
            run("Name:", 50.0, 100.0),
            run("Class:", 300.0, 100.0),
            run("Essay", 50.0, 200.0),
            run("End", 50.0, 700.0),
        ];
        let fields = [
            ("4b", Rect::new(370.0, 90.0, 450.0, 104.0)),
            ("Answer", Rect::new(50.0, 220.0, 550.0, 600.0)),
            ("Li", Rect::new(120.0, 90.0, 250.0, 104.0)),
            ("Top", Rect::new(50.0, 20.0, 550.0, 40.0)),
        ];
        assert_eq!(
            merged(&fields, runs),
            "Top Name: Li Class: 4b Essay Answer End"
        );
        assert_eq!(merged(&fields[..1], Vec::new()), "4b");
    }
}
