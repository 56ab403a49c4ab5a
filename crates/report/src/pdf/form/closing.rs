//! End of the form's first part: text that does not count, how to read the figures, and room for opinions and
//! signatures.

use super::Form;
use super::chapters::is_crowded;
use super::grid::{Cell, line, row, within};
use super::head::LABEL;
use crate::facts::left_out;
use crate::pdf::flow::{Align, Flow};
use crate::pdf::lines::lines;
use crate::pdf::sheets::Role;
use crate::pdf::style::{INK, LEFT, RIGHT, SMALL, Style, WEAK, WIDTH};
use crate::pdf::text::Rich;
use chachong_messages::grouped;

/// Height of the room for an opinion on one page and in full, in points.
const OPINION: [f32; 2] = [58.0, 84.0];
/// The same on one page with many chapters: as much as two lines and a signature need.
const LOW_OPINION: f32 = 48.0;
/// Height of the line with signature and date at its lower edge.
const SIGNATURE: f32 = 21.0;
/// Size of the notes and distance of their base lines, in points.
const NOTE: f32 = SMALL - 0.7;
const LEADING: f32 = NOTE * 1.42;
/// Maximum number of lines of a note on one page.
const MOST_LINES: usize = 3;
/// Space before the notes and between them and the opinions.
const SPACE: f32 = 6.0;

/// Notes, as they are laid out.
pub(super) struct Closing {
    notes: Vec<Rich>,
    opinion: f32,
}

impl Closing {
    /// Words the notes.
    pub(super) fn of(flow: &Flow<'_>, form: &Form<'_>) -> Self {
        let note = |text: &str| {
            let rich = Rich::of(flow.face, text, Style::plain(NOTE, WEAK));
            if form.is_full() {
                rich
            } else {
                within(flow, rich, WIDTH, MOST_LINES)
            }
        };
        Self {
            notes: notes(form).iter().map(|text| note(text)).collect(),
            opinion: if is_crowded(form) {
                LOW_OPINION
            } else {
                OPINION[usize::from(form.is_full())]
            },
        }
    }

    /// Returns the height of everything.
    pub(super) fn height(&self) -> f32 {
        let lines = self
            .notes
            .iter()
            .map(|note| lines(&note.cells, WIDTH).len());
        lines.sum::<usize>() as f32 * LEADING + 2.0 * SPACE + 2.0 * self.opinion
    }

    /// Adds the notes and the opinions.
    pub(super) fn draw(&self, flow: &mut Flow<'_>, form: &Form<'_>) {
        flow.need(self.height());
        flow.y += SPACE;
        for note in &self.notes {
            flow.begin(Role::Paragraph);
            flow.lines_of(note, LEFT, WIDTH, Align::Left, LEADING);
        }
        flow.y += SPACE;
        for (opinion, signature) in [
            ("form.supervisors-opinion", "form.signature"),
            ("form.units-opinion", "form.stamp"),
        ] {
            self.opinion(flow, form, [opinion, signature]);
        }
    }

    /// Adds the room for an opinion, with signature and date.
    fn opinion(&self, flow: &mut Flow<'_>, form: &Form<'_>, [opinion, signature]: [&str; 2]) {
        flow.need(self.opinion);
        let top = flow.y;
        let cells = [
            Cell::label(flow, &form.text(opinion), LABEL),
            Cell::figure(flow, "", WIDTH - LABEL, Style::plain(SMALL, INK)),
        ];
        row(flow, &cells, self.opinion);
        let below = flow.y;
        flow.y = top + self.opinion - SIGNATURE;
        let style = Style::plain(SMALL, WEAK);
        let mut left = LEFT + LABEL + 96.0;
        for (key, width) in [(signature, 96.0_f32), ("form.date", 72.0)] {
            let label = Rich::of(flow.face, &form.text(key), style);
            let wide = label.width();
            flow.begin(Role::Paragraph);
            let y = flow.y;
            flow.lines_of(&label, left, wide + 2.0, Align::Left, SMALL * 1.4);
            flow.y = y;
            let width = width.min(RIGHT - 8.0 - left - wide);
            line(flow, [left + wide + 3.0, y + SMALL * 1.4, width]);
            left += wide + width + 16.0;
        }
        flow.y = below;
    }
}

/// Returns what does not count, what a person switched off, and how to read the figures.
fn notes(form: &Form<'_>) -> Vec<String> {
    let (content, language) = (form.content, form.content.language());
    let reasons = left_out(content.check);
    let mut first = language.fill("form.left-out", &[("reasons", &reasons)]);
    if let Some(figures) = &form.figures {
        let off = figures.shares.switched_off;
        if off > 0 {
            let off = grouped(off.into());
            first += &language.fill("form.switched-off", &[("characters", &off)]);
        }
    }
    let mut notes = vec![first];
    if form.options().is_blind {
        notes.push(language.text("form.blind"));
    }
    if form.limits.has_chapters() && form.limits.total.is_none() {
        notes.push(language.text("form.limit-note"));
    }
    notes.push(language.text("form.judge"));
    if form.number.is_some() {
        notes.push(language.text("form.number-note"));
    }
    notes
}
