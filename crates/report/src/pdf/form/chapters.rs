//! Figures by chapter, with the school's limits for each type of chapter. Chapters that do not fit on one page are
//! summed up in one row, so that the rows still add up.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::Form;
use super::figures::{limit, share};
use super::grid::{Cell, TEXT, height, row, within};
use crate::form::FormFigures;
use crate::pdf::flow::{Align, Flow};
use crate::pdf::style::{INK, SMALL, Style, WEAK, WIDTH};
use crate::pdf::text::Rich;
use chachong_check::ChapterFigures;
use chachong_compare::PartShares;
use chachong_messages::grouped;
use chachong_text::ChapterKind;

/// Widths of the columns: type, three counts, share, limit, in points. The title has the rest.
const KIND: f32 = 66.0;
const COUNT: f32 = 55.0;
const SHARE: f32 = 48.0;
const LIMIT: f32 = 50.0;
/// Height of the heading, in points.
const HEADING: f32 = 21.0;
/// Maximum number of chapters with ordinary rows on a form of one page. More chapters have closer rows and smaller text.
const MANY: usize = 9;
/// Size of that text, in points.
const SMALL_TEXT: f32 = 8.0;
/// Minimum number of rows besides the heads and the sum.
const LEAST: usize = 2;

/// Row of the table.
struct Row {
    title: String,
    /// Type of the chapter; `None` for several chapters together.
    kind: Option<ChapterKind>,
    shares: PartShares,
}

/// Adds the chapters; `room` is the height that they may take, `None` for any.
pub(super) fn chapters(flow: &mut Flow<'_>, form: &Form<'_>, room: Option<f32>) {
    let Some(figures) = &form.figures else {
        return;
    };
    form.heading(flow, "pdf.chapters");
    let table = Table {
        form,
        figures,
        has_limits: form.limits.has_chapters(),
        is_crowded: is_crowded(form),
    };
    if figures.chapters.iter().all(|part| part.chapter.is_none()) {
        flow.note(&form.text("pdf.no-chapters"));
        return;
    }
    let heads = table.heads(flow);
    let sum = table.sum(flow);
    let most = room.map(|room| {
        let beside = HEADING + height(&heads) + height(&sum);
        let one = height(&table.row(flow, &Row::of(form, &figures.chapters[0])));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a page has few rows, and a negative number becomes 0"
        )]
        let rows = ((room - beside) / one) as usize;
        rows.max(LEAST)
    });
    row(flow, &heads, 0.0);
    for one in rows(form, &figures.chapters, most) {
        let cells = table.row(flow, &one);
        row(flow, &cells, 0.0);
    }
    row(flow, &sum, 0.0);
}

/// Returns the rows, at most `most`: of more chapters the last row has those together that have no type of their own and the
/// least copied text.
fn rows(form: &Form<'_>, parts: &[ChapterFigures], most: Option<usize>) -> Vec<Row> {
    let most = most.unwrap_or(usize::MAX);
    let kept = if parts.len() > most {
        kept(parts, most - 1)
    } else {
        (0..parts.len()).collect()
    };
    let is_kept = |at: &usize| kept.contains(at);
    let rest: Vec<usize> = (0..parts.len()).filter(|at| !is_kept(at)).collect();
    let mut rows: Vec<Row> = kept.iter().map(|&at| Row::of(form, &parts[at])).collect();
    if !rest.is_empty() {
        let mut shares = PartShares::default();
        for &at in &rest {
            let of = parts[at].shares;
            for (sum, one) in [(&mut shares.gross, of.gross), (&mut shares.net, of.net)] {
                sum.characters += one.characters;
                sum.countable += one.countable;
            }
        }
        let title = (form.content.language()).fill("form.other-parts", &[("count", &rest.len())]);
        rows.push(Row {
            title,
            kind: None,
            shares,
        });
    }
    rows
}

/// Returns the positions of the `most` parts that matter most, ascending: those with a type first, then those with most copied
/// text.
fn kept(parts: &[ChapterFigures], most: usize) -> BTreeSet<usize> {
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&at| {
        let part = &parts[at];
        let is_other = part.kind() == ChapterKind::Other;
        (is_other, Reverse(part.shares.net.characters), at)
    });
    order.into_iter().take(most).collect()
}

/// Returns the number of rows, and their sums: copied characters, those that count, all.
#[cfg(test)]
pub(super) fn sums(
    form: &Form<'_>,
    parts: &[ChapterFigures],
    most: Option<usize>,
) -> (usize, u32, u32, u32) {
    let rows = rows(form, parts, most);
    let sum = |part: fn(PartShares) -> u32| rows.iter().map(|row| part(row.shares)).sum();
    (
        rows.len(),
        sum(|of| of.net.characters),
        sum(|of| of.net.countable),
        sum(|of| of.gross.countable),
    )
}

impl Row {
    fn of(form: &Form<'_>, part: &ChapterFigures) -> Self {
        let title = (part.chapter.as_ref()).map(|chapter| chapter.title.clone());
        Self {
            title: title.unwrap_or_else(|| form.text("pdf.before-chapters")),
            kind: part.chapter.as_ref().map(|chapter| chapter.kind),
            shares: part.shares,
        }
    }
}

/// Table of the chapters.
struct Table<'t, 'c> {
    form: &'t Form<'c>,
    figures: &'t FormFigures<'c>,
    has_limits: bool,
    is_crowded: bool,
}

/// Whether a form of one page has so many chapters that they stand closer.
pub(super) fn is_crowded(form: &Form<'_>) -> bool {
    let count = |figures: &FormFigures<'_>| figures.chapters.len();
    !form.is_full() && form.figures.as_ref().map_or(0, count) > MANY
}

impl Table<'_, '_> {
    fn widths(&self) -> Vec<f32> {
        let mut widths = vec![0.0, KIND, COUNT, COUNT, COUNT, SHARE];
        if self.has_limits {
            widths.push(LIMIT);
        }
        widths[0] = WIDTH - widths.iter().sum::<f32>();
        widths
    }

    fn heads(&self, flow: &Flow<'_>) -> Vec<Cell> {
        let keys = [
            "pdf.chapter",
            "form.kind",
            "pdf.characters",
            "form.counting",
            "form.copied",
            "pdf.share",
            "form.limit",
        ];
        let cells = keys.iter().zip(self.widths()).enumerate();
        let cells = cells.map(|(at, (key, width))| {
            let align = if at < 2 { Align::Left } else { Align::Right };
            Cell::label(flow, &self.form.text(key), width).aligned(align)
        });
        cells.collect()
    }

    fn row(&self, flow: &Flow<'_>, row: &Row) -> Vec<Cell> {
        let kind = row
            .kind
            .map(|kind| self.form.content.language().chapter_kind(kind));
        let value = row.kind.and_then(|kind| self.form.limits.of(kind));
        let limit = value.map_or_else(|| "–".to_owned(), limit);
        self.cells(
            flow,
            [&row.title, kind.as_deref().unwrap_or("–"), &limit],
            row.shares,
            false,
        )
    }

    /// Returns the row of the whole text, whose figures are those above.
    fn sum(&self, flow: &Flow<'_>) -> Vec<Cell> {
        let shares = PartShares {
            gross: self.figures.shares.gross,
            net: self.figures.shares.net,
        };
        let title = self.form.text("pdf.all-chapters");
        self.cells(flow, [&title, "", ""], shares, true)
    }

    fn cells(
        &self,
        flow: &Flow<'_>,
        [title, kind, limit]: [&str; 3],
        shares: PartShares,
        is_sum: bool,
    ) -> Vec<Cell> {
        let widths = self.widths();
        let style = |size, ink| Style {
            bold: is_sum,
            ..Style::plain(size, ink)
        };
        let text = |text: &str, width: f32, style: Style, align| {
            let cell = Cell::figure(flow, text, width, style).aligned(align);
            if self.is_crowded { cell.close() } else { cell }
        };
        let size = if self.is_crowded { SMALL_TEXT } else { TEXT };
        let room = widths[0] - 10.0;
        let fits = within(flow, Rich::of(flow.face, title, style(size, INK)), room, 1);
        let title: String = fits.cells.iter().map(|cell| cell.c).collect();
        let [all, counting, copied] = [
            shares.gross.countable,
            shares.net.countable,
            shares.net.characters,
        ]
        .map(|count| grouped(count.into()));
        let share = share(self.figures, shares.net);
        let values = [
            (title.as_str(), size, Align::Left),
            (kind, SMALL.min(size), Align::Left),
            (&all, size, Align::Right),
            (&counting, size, Align::Right),
            (&copied, size, Align::Right),
            (&share, size, Align::Right),
            (limit, size, Align::Right),
        ];
        let cells = values.into_iter().zip(widths);
        let cells = cells
            .enumerate()
            .map(|(at, ((value, size, align), width))| {
                let ink = if at == 1 || at == 6 { WEAK } else { INK };
                text(value, width, style(size, ink), align)
            });
        cells.collect()
    }
}
