//! List of leads: both documents, kind, strength and a person's word. Only rows in sight are drawn.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rows are few enough, and points lie on the screen"
)]

use chachong_compare::DocumentIndex;
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Color32, FontId, Key, Modifiers, Rect, RichText, Role, ScrollArea, Sense, Stroke, TextEdit,
    TextFormat, TextStyle, Ui, WidgetInfo, pos2, vec2,
};

use crate::leads::words::{kind_words, strength_colors, strength_words, word_words};
use crate::widgets::find_in::find_in;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{controls_ui, one_line};
use crate::widgets::theme::{GAP, SMALL_GAP, Tokens};
use chachong_check::{PlacedLead, PlacedLeads};
use chachong_messages::{document_name, grouped};
use chachong_window_model::command::Command;
use chachong_window_model::leads::LeadCommand;
use chachong_window_model::state::State;

/// Number of rows that a page key moves by.
const PAGE: usize = 8;
/// Width of the filter's field, in points.
const FILTER: f32 = 150.0;
/// Margin around the words of a row, in points.
const INSIDE: egui::Vec2 = vec2(10.0, 6.0);

pub(crate) fn filter_ui(ui: &mut Ui, state: &State, all: usize, commands: &mut Vec<Command>) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let view = &state.leads_view;
    controls_ui(ui, |ui| {
        Icon::Search.show(ui, tokens.weak);
        let label = ui.label(language.text("documents.filter"));
        let mut filter = view.filter.clone();
        let field = TextEdit::singleline(&mut filter)
            .hint_text(language.text("leads.filter-hint"))
            .desired_width(FILTER);
        let field = ui.add(field).labelled_by(label.id);
        find_in(ui, &field);
        if field.changed() {
            commands.push(Command::Lead(LeadCommand::Filter(filter)));
        }
        let count = language.fill(
            "leads.count",
            &[
                ("shown", &grouped(view.rows.len() as u64)),
                ("all", &grouped(all as u64)),
            ],
        );
        ui.label(RichText::new(count).color(tokens.weak));
    });
}

/// Moves through the list with the arrow keys, Home, End and the page keys.
pub(crate) fn keys(ui: &Ui, state: &State, is_wide: bool, commands: &mut Vec<Command>) {
    let view = &state.leads_view;
    if view.rows.is_empty()
        || (!is_wide && view.open)
        || ui.memory(egui::Memory::focused).is_some()
        || egui::Popup::is_any_open(ui.ctx())
    {
        return;
    }
    let last = view.rows.len() - 1;
    let at = view.rows.iter().position(|&row| row == view.chosen);
    let at = at.unwrap_or(0);
    let steps = [
        (Key::ArrowDown, (at + 1).min(last)),
        (Key::ArrowUp, at.saturating_sub(1)),
        (Key::PageDown, (at + PAGE).min(last)),
        (Key::PageUp, at.saturating_sub(PAGE)),
        (Key::Home, 0),
        (Key::End, last),
    ];
    for (key, to) in steps {
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            let choose = LeadCommand::Choose(view.rows[to], false);
            commands.push(Command::Lead(choose));
            return;
        }
    }
    if !is_wide && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
        commands.push(Command::Lead(LeadCommand::Choose(view.chosen, true)));
    }
}

pub(crate) fn list_ui(
    ui: &mut Ui,
    state: &State,
    leads: &PlacedLeads,
    commands: &mut Vec<Command>,
) {
    let view = &state.leads_view;
    if view.rows.is_empty() {
        ui.add_space(GAP);
        let none = state.language.text("leads.none-shown");
        ui.label(RichText::new(none).color(Tokens::of(ui).weak));
        return;
    }
    let height = |style: TextStyle| {
        let font = style.resolve(ui.style());
        ui.ctx().fonts_mut(|fonts| fonts.row_height(&font))
    };
    let inside = 2.0 * height(TextStyle::Body) + SMALL_GAP + height(TextStyle::Small);
    let row_height = inside + 2.0 * INSIDE.y + SMALL_GAP;
    ScrollArea::vertical()
        .id_salt("leads")
        .auto_shrink(false)
        .show_viewport(ui, |ui, viewport| {
            let count = view.rows.len();
            let (width, origin) = (ui.available_width(), ui.min_rect().left_top());
            ui.set_height(row_height * count as f32);
            let rect = |row: usize| {
                let top = origin + vec2(0.0, row_height * row as f32);
                Rect::from_min_size(top, vec2(width - 12.0, row_height - SMALL_GAP))
            };
            let first = (viewport.top() / row_height).max(0.0) as usize;
            let last = (viewport.bottom() / row_height).max(0.0) as usize;
            for number in first..=last.min(count - 1) {
                let position = view.rows[number];
                if let Some(lead) = leads.list.get(position) {
                    row_ui(
                        ui,
                        state,
                        leads,
                        (number, position, lead),
                        rect(number),
                        commands,
                    );
                }
            }
            if view.follow {
                if let Some(row) = view.rows.iter().position(|&row| row == view.chosen) {
                    ui.scroll_to_rect(rect(row), None);
                }
                // Only once: afterwards the person may scroll elsewhere.
                commands.push(Command::Lead(LeadCommand::RowShown));
            }
        });
}

fn row_ui(
    ui: &Ui,
    state: &State,
    leads: &PlacedLeads,
    (number, position, lead): (usize, usize, &PlacedLead),
    rect: Rect,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let chosen = state.leads_view.chosen == position;
    let name = |at: DocumentIndex| {
        let document = leads.document(&state.check.result.documents, at);
        document.map_or_else(String::new, |d| one_line(&document_name(d, language)))
    };
    let (a, b) = (name(lead.a), name(lead.b));
    let kind = kind_words(lead.lead.kind, language);
    let strength = strength_words(lead.lead.strength(), language);
    let word = word_words(&lead.lead, language);
    let response = ui.interact(rect, ui.scope_id().with(position), Sense::click());
    response.widget_info(|| {
        let number = grouped(number as u64 + 1);
        let word = (word.as_ref()).map_or_else(String::new, |word| format!(", {word}"));
        let label = format!("{number}. {a} — {b} ({kind}, {strength}{word})");
        WidgetInfo::selected(Role::Button, true, chosen, label)
    });
    if response.clicked() || (response.gained_focus() && !chosen) {
        let open = response.clicked();
        commands.push(Command::Lead(LeadCommand::Choose(position, open)));
    }
    let fill = if chosen {
        tokens.calm_fill
    } else if response.hovered() {
        ui.visuals().faint_bg_color
    } else {
        Color32::TRANSPARENT
    };
    let line = if chosen || response.has_focus() {
        tokens.calm
    } else {
        tokens.line
    };
    let ink = if lead.lead.is_dismissed() {
        tokens.weak
    } else {
        tokens.strong
    };
    let (painter, kept) = (ui.painter(), egui::StrokeKind::Inside);
    painter.rect(rect, 6.0, fill, Stroke::new(1.0, line), kept);
    let inner = rect.shrink2(INSIDE);
    let body = TextStyle::Body.resolve(ui.style());
    let small = TextStyle::Small.resolve(ui.style());
    let first = painter.layout_job(job(&[(&a, ink)], &body, inner.width()));
    let second = painter.layout_job(job(&[(&b, ink)], &body, inner.width()));
    let (strength_ink, _) = strength_colors(lead.lead.strength(), tokens);
    let mut below = vec![
        (kind.as_str(), tokens.weak),
        (" · ", tokens.weak),
        (strength.as_str(), strength_ink),
    ];
    if let Some(word) = &word {
        below.extend([(" · ", tokens.weak), (word.as_str(), tokens.calm)]);
    }
    let third = painter.layout_job(job(&below, &small, inner.width()));
    let bottom = pos2(inner.left(), inner.bottom() - third.size().y);
    let middle = inner.left_top() + vec2(0.0, first.size().y);
    let elided = first.elided || second.elided;
    painter.galley(inner.left_top(), first, ink);
    painter.galley(middle, second, ink);
    painter.galley(bottom, third, tokens.weak);
    if elided {
        response.on_hover_text(format!("{a}\n{b}"));
    }
}

/// Builds a layout of one line; text that does not fit ends in an ellipsis.
fn job(pieces: &[(&str, Color32)], font: &FontId, width: f32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for &(text, color) in pieces {
        job.append(text, 0.0, TextFormat::simple(font.clone(), color));
    }
    job.wrap = TextWrapping {
        max_width: width,
        max_rows: 1,
        break_anywhere: true,
        ..TextWrapping::default()
    };
    job
}
