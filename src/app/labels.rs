//! The small labels that several views share: a document's name, a verdict, a status.

use egui::{Button, Color32, Frame, Margin, Response, RichText, Ui};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::theme::Tokens;
use crate::compare::Verdict;
use crate::i18n::Language;
use crate::session::Status;

/// A name that opens something. Cut off where it does not fit, whole on hover.
pub(super) fn name_button_ui(ui: &mut Ui, name: &str) -> Response {
    let shown = one_line(name);
    let color = Tokens::of(ui).calm;
    ui.add(
        Button::new(RichText::new(&shown).color(color))
            .frame(false)
            .truncate(),
    )
    .on_hover_text(&shown)
}

/// A file name may hold line breaks; a row has one line.
pub(super) fn one_line(name: &str) -> String {
    name.chars()
        .map(|c| if c.is_control() { '␤' } else { c })
        .collect()
}

/// The start and the end of a long name, where versions differ: `开头…结尾.docx`. `columns` counts a Chinese character
/// as two, as it is drawn.
pub(super) fn shortened(name: &str, columns: usize) -> String {
    let name = one_line(name);
    if name.width() <= columns {
        return name;
    }
    let within = |characters: &mut dyn Iterator<Item = char>, columns: usize| {
        let mut used = 0;
        characters
            .take_while(|c| {
                used += c.width().unwrap_or(0);
                used <= columns
            })
            .collect::<Vec<char>>()
    };
    let head = within(&mut name.chars(), columns / 2);
    let mut tail = within(&mut name.chars().rev(), columns - columns / 2 - 1);
    tail.reverse();
    head.into_iter().chain(['…']).chain(tail).collect()
}

pub(super) fn verdict_ui(ui: &mut Ui, verdict: Option<Verdict>, language: Language) {
    let (color, fill) = Tokens::of(ui).verdict(verdict);
    let text = verdict.map_or_else(
        || language.text("verdict.none"),
        |verdict| language.verdict(verdict),
    );
    chip_ui(ui, &text, color, fill);
}

pub(super) fn status_ui(ui: &mut Ui, status: Status, language: Language) -> Response {
    let tokens = Tokens::of(ui);
    let (color, fill) = match status {
        Status::Ok => (tokens.weak, Color32::TRANSPARENT),
        Status::Warning => (tokens.related, tokens.related_fill),
        Status::Failed => (tokens.near, tokens.near_fill),
        Status::Waiting => (tokens.weak, tokens.bit_zero),
    };
    chip_ui(ui, &language.status(status), color, fill)
}

fn chip_ui(ui: &mut Ui, text: &str, color: Color32, fill: Color32) -> Response {
    Frame::new()
        .fill(fill)
        .corner_radius(4)
        .inner_margin(Margin::symmetric(6, 1))
        .show(ui, |ui| ui.label(RichText::new(text).color(color)))
        .inner
}

/// `3 / 64`, coloured where it is a finding.
pub(super) fn distance_ui(ui: &mut Ui, distance: u32, verdict: Option<Verdict>) {
    let tokens = Tokens::of(ui);
    let color = if verdict.is_some() {
        tokens.verdict(verdict).0
    } else {
        tokens.strong
    };
    ui.label(RichText::new(format!("{distance} / 64")).color(color));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_its_end() {
        assert_eq!(shortened("论文终稿第三版修改.docx", 16), "论文终稿…改.docx");
        assert_eq!(shortened("短.txt", 9), "短.txt");
        assert_eq!(one_line("a\nb"), "a␤b");
    }
}
