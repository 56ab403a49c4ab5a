//! Both programs of a pair with common code, side by side in the printed report: numbered lines, with a background for
//! common code that is paler the more documents have it.

use super::content::Content;
use super::flow::{Beside, Flow};
use super::font::Face;
use super::style::{INK, LEFT, LEFT_OUT, Mark, RIGHT, Rgb, Style, WEAK, WIDTH, of_source};
use super::text::Rich;
use chachong_check::SharedCode;
use chachong_check::shown::{Change, Class, CodeLine, CodeSide, CodeView};
use chachong_compare::DocumentIndex;

/// Size of the letters, in points.
const SIZE: f32 = 6.5;
/// Distance of two base lines, in points.
const LEADING: f32 = 8.6;
/// Width of the numbers of lines and of the gap between both programs, in points.
const NUMBERS: f32 = 20.0;
const GAP: f32 = 10.0;
/// Width of a space, in sizes of the letters: indentation is to be seen.
const SPACE: f32 = 0.5;

const KEYWORD: Rgb = [34, 70, 140];
const TEXT: Rgb = [32, 96, 52];
const NUMBER: Rgb = [134, 66, 20];
const COMMENT: Rgb = [86, 104, 96];

/// Returns the code that the report's document shares with another one; `None` without any.
pub(super) fn shared<'c>(content: &Content<'c>, other: DocumentIndex) -> Option<&'c SharedCode> {
    let evidence = &content.check.result.evidence;
    evidence.code(content.report.position, other)
}

/// Adds the program of the report's document (A) and another one (B), which share `code`.
pub(super) fn programs(
    flow: &mut Flow<'_>,
    content: &Content<'_>,
    other: DocumentIndex,
    code: &SharedCode,
) {
    let position = content.report.position;
    let documents = &content.check.result.documents;
    let [first, second] = [position.min(other), position.max(other)];
    let view = match CodeView::of([&documents[first], &documents[second]], code) {
        Ok(view) => view,
        Err(error) => {
            let language = content.language();
            flow.note(&language.fill("html.text-lost", &[("detail", &error)]));
            return;
        }
    };
    flow.note(&content.text("code.legend"));
    let mut sides = view
        .sides
        .each_ref()
        .map(|side| printed(flow.face, &view, side));
    if position > other {
        sides.reverse();
    }
    let width = (WIDTH - GAP) / 2.0;
    flow.beside(
        &sides,
        [[LEFT, LEFT + width], [RIGHT - width, RIGHT]],
        NUMBERS,
        LEADING,
    );
}

fn printed(face: &Face, view: &CodeView, side: &CodeSide) -> Vec<Beside> {
    let lines = side.lines.iter();
    lines
        .map(|line| Beside {
            number: Rich::of(face, &line.number.to_string(), Style::plain(SIZE, WEAK)),
            text: text_of(face, view, line),
        })
        .collect()
}

fn text_of(face: &Face, view: &CodeView, line: &CodeLine) -> Rich {
    let mut rich = Rich::default();
    for piece in &line.pieces {
        let ink = match piece.class {
            _ if piece.is_given => LEFT_OUT,
            Some(Class::Keyword) => KEYWORD,
            Some(Class::Text) => TEXT,
            Some(Class::Number) => NUMBER,
            Some(Class::Comment) => COMMENT,
            None | Some(Class::Name | Class::Sign) => INK,
        };
        let matched = piece
            .owner
            .and_then(|owner| Some((owner, view.matches.get(owner)?)));
        let mark = matched.map(|(owner, matched)| {
            // Blue first, as in the window.
            let (line, full) = of_source(owner + 2);
            let ground = paler(full, matched.weight);
            match piece.change {
                Some(Change::Added) => Mark::Framed(line),
                Some(Change::Other(_) | Change::Comment) => Mark::Filled { ground, line },
                None => Mark::Filled {
                    ground,
                    line: ground,
                },
            }
        });
        let style = Style {
            mark,
            ..Style::plain(SIZE, ink)
        };
        rich.push(face, &line.text[piece.bytes.clone()], style);
    }
    for cell in rich.cells.iter_mut().filter(|cell| cell.c == ' ') {
        cell.width = SPACE * SIZE;
    }
    rich
}

/// Returns a colour the nearer to white the less its code weighs, in thousandths.
fn paler(color: Rgb, weight: u16) -> Rgb {
    let strength = 400 + 600 * u32::from(weight.min(1000)) / 1000;
    color.map(|part| {
        let white = u32::from(255 - part) * strength / 1000;
        255 - u8::try_from(white).unwrap_or(u8::MAX)
    })
}
