//! Small labels that several views share: a document's name, a verdict, a status, a share.

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{
    Align, Button, Color32, Context, FontId, Frame, Id, Label, Layout, Margin, Response, RichText,
    Role, Spinner, TextStyle, TextWrapMode, Ui, WidgetInfo, WidgetText,
};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::widgets::icons::Icon;
use crate::widgets::theme;
use crate::widgets::theme::{CONTROL, ICON, ROW, SMALL_GAP, Tokens};
use chachong_check::Status;
use chachong_compare::{Decision, EvidenceStrength, PairFinding, Verdict};
use chachong_messages::Language;
use chachong_text::MarkReason;
use chachong_window_model::command::Command;
use chachong_window_model::passages::{Comparable, Passages};
use chachong_window_model::row_names::RowNames;
use chachong_window_model::state::State;

/// Width of a chip beyond its text, in points.
const CHIP: f32 = 14.0;

/// Draws a name as a button: shortened as by [`fitted`] where it does not fit, in full on hover.
pub(crate) fn name_button_ui(ui: &mut Ui, name: &str) -> Response {
    let color = Tokens::of(ui).calm;
    colored_name_ui(ui, name, color)
}

/// Draws a name as a button in `color`: shortened as by [`fitted`] where it does not fit, in full on hover. A weak colour marks a name
/// that is hardly worth a click.
pub(crate) fn colored_name_ui(ui: &mut Ui, name: &str, color: Color32) -> Response {
    let name = one_line(name);
    let font = TextStyle::Button.resolve(ui.style());
    let shown = fitted(ui, &name, &font);
    let button = Button::new(RichText::new(shown).color(color)).frame(false);
    let button = ui.add(button.truncate());
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    button.on_hover_text(&name)
}

/// Keeps what the names of the rows have in common for the labels of this frame.
pub(crate) fn keep_names(context: &Context, names: &Arc<RowNames>) {
    context.data_mut(|data| data.insert_temp(Id::NULL, Arc::clone(names)));
}

/// Returns what the names of the rows have in common.
fn row_names(ui: &Ui) -> Arc<RowNames> {
    let names = ui
        .ctx()
        .data(|data| data.get_temp::<Arc<RowNames>>(Id::NULL));
    names.unwrap_or_default()
}

/// Returns the width of a text on one line, in points.
pub(crate) fn text_width(ui: &Ui, text: &str, font: &FontId) -> f32 {
    let galley = (ui.painter()).layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER);
    galley.size().x
}

/// Shortens a name so that it fits into the line ([`shortened_row`]).
pub(crate) fn fitted(ui: &Ui, name: &str, font: &FontId) -> String {
    let room = ui.available_width();
    let fits = |text: &str| text_width(ui, text, font) <= room;
    if fits(name) {
        return name.to_owned();
    }
    let names = row_names(ui);
    let (mut fitting, mut too_wide) = (1, name.width());
    while fitting + 1 < too_wide {
        let columns = fitting.midpoint(too_wide);
        if fits(&shortened_row(name, &names, columns)) {
            fitting = columns;
        } else {
            too_wide = columns;
        }
    }
    shortened_row(name, &names, fitting)
}

/// Replaces control characters, as a file name may contain line breaks but a row has one line.
pub(crate) fn one_line(name: &str) -> String {
    name.chars()
        .map(|c| if c.is_control() { '␤' } else { c })
        .collect()
}

/// Shortens a long name to its start and its end, where versions differ: `开头…结尾.docx`. `columns` is the maximum width;
/// a Chinese character takes two columns, as it is drawn.
pub(crate) fn shortened(name: &str, columns: usize) -> String {
    let name = one_line(name);
    if name.width() <= columns {
        return name;
    }
    let head = within(name.chars(), columns / 2);
    let mut tail = within(name.chars().rev(), columns - columns / 2 - 1);
    tail.reverse();
    head.into_iter().chain(['…']).chain(tail).collect()
}

/// Shortens the name of a row to `columns` so that it stays distinguishable: the beginning and the ending that most names share are cut
/// first (`…05_张三_实验…`), and only then the middle of what is its own.
pub(crate) fn shortened_row(name: &str, names: &RowNames, columns: usize) -> String {
    let name = one_line(name);
    let [start, own, end] = names.split(&name);
    if name.width() <= columns || own.is_empty() {
        return shortened(&name, columns);
    }
    let marks = usize::from(!start.is_empty()) + usize::from(!end.is_empty());
    let room = columns.saturating_sub(marks).max(1);
    let own = shortened(own, room);
    let mut room = room.saturating_sub(own.width());
    let after: String = within(end.chars(), room).into_iter().collect();
    room = room.saturating_sub(after.width());
    let before: String = within(start.chars().rev(), room)
        .into_iter()
        .rev()
        .collect();
    let mark = |is_cut: bool| if is_cut { "…" } else { "" };
    let (first, last) = (
        mark(before.len() < start.len()),
        mark(after.len() < end.len()),
    );
    format!("{first}{before}{own}{after}{last}")
}

/// Returns the first of these characters that fit into `columns`.
fn within(characters: impl Iterator<Item = char>, columns: usize) -> Vec<char> {
    let mut used = 0;
    let fitting = characters.take_while(|c| {
        used += c.width().unwrap_or(0);
        used <= columns
    });
    fitting.collect()
}

/// Draws a verdict in its colour, with its meaning as the tooltip.
pub(crate) fn verdict_ui(ui: &mut Ui, verdict: Option<Verdict>, language: Language) {
    let (color, fill) = Tokens::of(ui).verdict(verdict);
    let Some(verdict) = verdict else {
        chip_ui(ui, &language.text("verdict.none"), color, fill);
        return;
    };
    chip_ui(ui, &language.verdict(verdict), color, fill)
        .on_hover_text(language.verdict_hint(verdict));
}

/// Draws the verdict on a pair: that on its prose, or the kind that is stronger, with its meaning as the tooltip.
pub(crate) fn finding_ui(ui: &mut Ui, pair: &PairFinding, language: Language) {
    let Some(strongest) = pair.beyond_text() else {
        verdict_ui(ui, pair.verdict, language);
        return;
    };
    let (color, fill) = Tokens::of(ui).verdict(Some(strongest.as_verdict()));
    chip_ui(ui, &language.finding(pair), color, fill)
        .on_hover_text(strength_hint(strongest.strength, language));
}

/// Draws the verdict on a pair; instead of it, that the pair does not count if a person decided so.
pub(crate) fn pair_finding_ui(ui: &mut Ui, state: &State, pair: &PairFinding) {
    if state.check.decision(pair.a, pair.b) == Some(Decision::NotPlagiarism) {
        let (color, fill) = Tokens::of(ui).verdict(None);
        chip_ui(ui, &state.language.text("verdict.not-counted"), color, fill);
        return;
    }
    finding_ui(ui, pair, state.language);
}

/// Names and explains a strength.
pub(crate) fn strength_hint(strength: EvidenceStrength, language: Language) -> String {
    let (name, hint) = language.evidence_strength(strength);
    format!("{name}\n{hint}")
}

/// Draws a large number with its name above and, smaller, its details below.
pub(crate) fn figure_ui(
    ui: &mut Ui,
    caption: &str,
    value: &str,
    detail: &str,
    color: Option<Color32>,
) {
    let tokens = Tokens::of(ui);
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.weak(caption);
        let color = color.unwrap_or(tokens.strong);
        ui.colored_label(color, RichText::new(value).size(22.0));
        if !detail.is_empty() {
            ui.weak(RichText::new(detail).small());
        }
    });
}

/// Draws a line of text, buttons and fields, all vertically centred. The height is set first: egui centres a line by
/// the height that it begins with.
pub(crate) fn controls_ui(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = CONTROL;
        ui.horizontal_wrapped(add);
    });
}

/// Draws a card over the whole width, with a title.
pub(crate) fn card_ui(ui: &mut Ui, title: &str, inside: impl FnOnce(&mut Ui)) {
    Tokens::of(ui).card().show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.strong(title);
        ui.add_space(SMALL_GAP);
        inside(ui);
    });
}

/// Returns a label of one line, which is cut where it does not fit. It shows no tooltip of its own when it is cut: the caller adds one.
pub(crate) fn cut_label(text: impl Into<WidgetText>) -> Label {
    Label::new(text).truncate().show_tooltip_when_elided(false)
}

/// Draws a text on one line, which is cut where it does not fit, and whole in its tooltip.
pub(crate) fn cut_text_ui(ui: &mut Ui, text: impl Into<WidgetText>) {
    let text: WidgetText = text.into();
    let whole = text.text().to_owned();
    ui.add(cut_label(text)).on_hover_text(whole);
}

/// Draws a text on one line, which is cut where it does not fit, with one tooltip: the whole text if it is cut, and `hint` below.
pub(crate) fn hinted_ui(ui: &mut Ui, text: impl Into<WidgetText>, hint: &str) -> Response {
    let text: WidgetText = text.into();
    let no_wrap = Some(TextWrapMode::Extend);
    let whole = (text.clone()).into_galley(ui, no_wrap, f32::INFINITY, TextStyle::Body);
    let is_cut = whole.size().x > ui.available_width();
    let label = ui.add(cut_label(text));
    if is_cut {
        label.on_hover_text(format!("{}\n{hint}", whole.text()))
    } else {
        label.on_hover_text(hint)
    }
}

/// Draws a sentence in a row of a table: in one line, in two small ones where it does not fit, in full on hover.
pub(crate) fn two_lines_ui(ui: &mut Ui, whole: &str, color: Color32) {
    let width = ui.available_width();
    let galley = |ui: &Ui, style: TextStyle, rows: usize| {
        let font = style.resolve(ui.style());
        let mut job = LayoutJob::simple(whole.replace('\n', " "), font, color, width);
        let height = (rows > 1).then_some(ROW / 2.0 - 1.0);
        for section in &mut job.sections {
            section.format.line_height = height;
        }
        job.wrap.max_rows = rows;
        ui.painter().layout_job(job)
    };
    let mut shown = galley(ui, TextStyle::Body, 1);
    if shown.elided {
        shown = galley(ui, TextStyle::Small, 2);
    }
    // Otherwise egui shows a second tooltip with the same text.
    let label = Label::new(shown).show_tooltip_when_elided(false);
    ui.add(label).on_hover_text(whole);
}

/// Draws a number in a table, aligned to the right.
pub(crate) fn number_ui(ui: &mut Ui, text: impl Into<RichText>) -> Response {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(10.0);
        ui.label(text.into())
    })
    .inner
}

/// Explains why there are no passages to show yet, with a button to search again if the search was given up.
pub(crate) fn not_compared_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    ui.horizontal_wrapped(|ui| match &state.check.passages {
        Passages::Found => {}
        Passages::GivenUp => {
            ui.weak(language.text("passages.given-up"));
            let again = (Icon::Again.atom(), language.text("notice.compare-again"));
            if ui.button(again).clicked() {
                commands.push(Command::CompareAgain);
            }
        }
        Passages::Wanted | Passages::Searching(_) => {
            busy_ui(ui, language);
            ui.weak(language.text("passages.to-come"));
        }
    });
}

/// Explains an empty list of findings by the text of the key `yet` while documents are read, by that of `none` if the texts were
/// compared, and otherwise by the reason why they were not.
pub(crate) fn nothing_found_ui(
    ui: &mut Ui,
    state: &State,
    [yet, none]: [&str; 2],
    commands: &mut Vec<Command>,
) {
    let key = match state.comparable() {
        _ if state.check.progress.is_some() => yet,
        Comparable::NothingRead => "passages.nothing-read",
        Comparable::OneDocument => "passages.one-read",
        Comparable::Texts if state.copied().is_none() => {
            not_compared_ui(ui, state, commands);
            return;
        }
        Comparable::Texts => none,
    };
    ui.weak(state.language.text(key));
}

/// Returns the name of a mark's reason.
pub(crate) fn mark_text(reason: MarkReason, language: Language) -> String {
    match reason {
        MarkReason::Common { documents } => {
            language.fill("passages.common", &[("count", &documents)])
        }
        reason => language.reason_left_out(reason.into()),
    }
}

pub(crate) fn status_ui(ui: &mut Ui, status: Status, language: Language) -> Response {
    let tokens = Tokens::of(ui);
    let (icon, color, fill) = match status {
        Status::Ok => (Icon::Good, tokens.weak, Color32::TRANSPARENT),
        Status::Warning => (Icon::Warning, tokens.related, tokens.related_fill),
        Status::Failed => (Icon::Failed, tokens.near, tokens.near_fill),
        Status::Waiting => (Icon::Waiting, tokens.weak, tokens.bit_zero),
    };
    chip(fill)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.x = SMALL_GAP;
            icon.show(ui, color);
            ui.colored_label(color, language.status(status))
        })
        .inner
}

pub(crate) fn chip_ui(ui: &mut Ui, text: &str, color: Color32, fill: Color32) -> Response {
    keep_whole(ui, text, CHIP);
    chip(fill)
        .show(ui, |ui| ui.colored_label(color, text))
        .inner
}

/// Begins a new row in a wrapped line if the next widget does not fit into the current one; its width is that of `text`
/// plus `beside` points.
pub(crate) fn keep_whole(ui: &mut Ui, text: &str, beside: f32) {
    if !ui.layout().main_wrap() {
        return;
    }
    let font = TextStyle::Body.resolve(ui.style());
    let letters = ui
        .painter()
        .layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
    if letters.size().x + beside > ui.available_size_before_wrap().x {
        ui.end_row();
    }
}

fn chip(fill: Color32) -> Frame {
    Frame::new()
        .fill(fill)
        .corner_radius(4)
        .inner_margin(Margin::symmetric(6, 1))
}

/// Draws a distance, as in `3 / 64`, where 64 is the number of bits; coloured if there is a verdict.
pub(crate) fn distance_ui(ui: &mut Ui, distance: u32, bits: u32, verdict: Option<Verdict>) {
    let tokens = Tokens::of(ui);
    let color = if verdict.is_some() {
        tokens.verdict(verdict).0
    } else {
        tokens.strong
    };
    ui.colored_label(color, format!("{distance} / {bits}"));
}

/// Draws a sign that work is under way: a spinner, or a still text if animations are switched off.
pub(crate) fn busy_ui(ui: &mut Ui, language: Language) {
    let weak = Tokens::of(ui).weak;
    if theme::is_still(ui) {
        Icon::Waiting.show(ui, weak);
        ui.weak(language.text("progress.busy"));
    } else {
        ui.add(Spinner::new().size(ICON).color(weak));
    }
}

/// Returns what was computed from texts that were read again. Otherwise draws in its place a sign of work, or the reason why a text
/// cannot be read, and returns `None`.
pub(crate) fn made_of_texts<'a, T>(
    ui: &mut Ui,
    made: Option<&'a Result<T, Arc<str>>>,
    language: Language,
) -> Option<&'a T> {
    match made {
        Some(Ok(made)) => return Some(made),
        Some(Err(detail)) => {
            ui.label(language.fill("passages.text-lost", &[("detail", detail)]));
        }
        None => busy_ui(ui, language),
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::kittest::Queryable;

    #[test]
    fn a_long_name_keeps_its_end() {
        assert_eq!(shortened("论文终稿第三版修改.docx", 16), "论文终稿…改.docx");
        assert_eq!(shortened("短.txt", 9), "短.txt");
        assert_eq!(one_line("a\nb"), "a␤b");
    }

    #[test]
    fn a_cut_text_and_its_hint_share_one_tooltip() {
        let builder = egui_kittest::Harness::builder().allow_missing_glyphs();
        let mut window = builder.build_ui(|ui| {
            ui.set_max_width(80.0);
            hinted_ui(ui, "long ".repeat(40).trim_end(), "hint");
        });
        window.ctx.all_styles_mut(|style| {
            style.interaction.tooltip_delay = 0.0;
            style.interaction.show_tooltips_only_when_still = false;
        });
        window.hover_at(egui::pos2(24.0, 16.0));
        window.run_steps(4);
        let both = window.query_all_by_label_contains("long\nhint");
        assert_eq!(both.count(), 1);
    }

    #[test]
    fn what_most_names_share_is_cut_first() {
        let all = (1..=20).map(|number| format!("20260301{number:02}_学生_实验三报告.docx"));
        let names = RowNames::of(&all.collect::<Vec<String>>());
        let short = |columns| shortened_row("2026030107_学生_实验三报告.docx", &names, columns);
        assert_eq!(short(40), "2026030107_学生_实验三报告.docx");
        assert_eq!(short(12), "…07_学生_实…");
        assert_eq!(short(25), "…07_学生_实验三报告.docx");
        assert_eq!(short(28), "…30107_学生_实验三报告.docx");
        assert!(short(4).contains("07"), "{}", short(4));
        let other = "一个很长很长的别的名称.txt";
        assert_eq!(shortened_row(other, &names, 12), shortened(other, 12));
    }

    #[test]
    fn names_with_a_common_beginning_are_told_apart_where_they_do_not_fit() {
        let names = [1, 2].map(|number| format!("{}-{number}.docx", "long ".repeat(40)));
        let builder = egui_kittest::Harness::builder().allow_missing_glyphs();
        let _window = builder.build_ui(|ui| {
            ui.set_max_width(200.0);
            let font = TextStyle::Button.resolve(ui.style());
            let [one, two] = names.each_ref().map(|name| fitted(ui, name, &font));
            assert!(
                one.ends_with("-1.docx") && two.ends_with("-2.docx"),
                "{one} {two}"
            );
            assert!(one.starts_with("long") && one.len() < 60, "{one}");
            assert_eq!(fitted(ui, "a.txt", &font), "a.txt");
        });
    }
}
