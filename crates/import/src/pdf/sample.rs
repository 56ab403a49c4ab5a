//! Pages and results that are made for tests.

use hayro_interpret::kurbo::{Point, Vec2};

use super::choice::{Candidate, candidate};
use super::page::{PageText, Pages};
use super::pieces::Look;
use super::placed::{Placed, Sight};
use super::sights::Sights;
use super::spacing::spacings;
use super::written::Written;
use crate::ImportCause;

pub(super) fn failed() -> Result<PageText, ImportCause> {
    Err(ImportCause::Crashed {
        detail: String::new(),
    })
}

#[expect(clippy::unnecessary_wraps, reason = "as in `Pages`")]
pub(super) fn page(text: &str) -> Result<PageText, ImportCause> {
    Ok(PageText::plain(text))
}

pub(super) fn only(pages: Pages) -> Candidate {
    candidate("hayro", pages, None)
}

pub(super) const BLACK: Look = Look {
    light: 0.0,
    is_watermark: false,
};
pub(super) const GREY: Look = Look {
    light: 0.8,
    is_watermark: false,
};

/// Size of the type of [`laid_out`], in points.
const EM: f64 = 10.0;

/// Lays a text out in row `row` of a page, with `spacing` em after every glyph. Without glyphs for its spaces, the pen
/// only moves there.
pub(super) fn laid_out(text: &str, row: u32, spacing: f64, with_spaces: bool) -> Vec<Placed> {
    let y = 100.0 + f64::from(row) * 2.0 * EM;
    let mut x = 0.0;
    let mut line = Vec::new();
    for c in text.chars() {
        let width = if c == ' ' { 0.25 } else { 0.5 } * EM;
        if c != ' ' || with_spaces {
            line.push(Placed {
                text: c.to_string(),
                origin: Point::new(x, y),
                end: Point::new(x + width, y),
                direction: Vec2::new(1.0, 0.0),
                em: EM,
                across: Vec2::new(width, 0.0),
                up: Vec2::new(0.0, -EM),
                sight: Sight::Plain,
                order: 0,
                piece: 0,
            });
        }
        x += width + spacing * EM;
    }
    line
}

/// Writes lines down.
pub(super) fn read_back(lines: &[Vec<Placed>]) -> String {
    let mut written = Written::new(PageText::default(), Sights::new((600.0, 800.0)), 0);
    for (line, spacing) in lines.iter().zip(spacings(lines)) {
        written.line(line, &spacing);
    }
    written.finish().0.text
}
