//! Detail of the chosen lead: both documents, its strength, the person's word, and the sentences beside each other.

use egui::{Button, Label, RichText, ScrollArea, TextEdit, Ui};

use crate::leads::LeadsPane;
use crate::leads::words::{kind_words, strength_colors, strength_words, word_words};
use crate::widgets::icons::Icon;
use crate::widgets::labels::{chip_ui, controls_ui, made_of_texts, name_button_ui};
use crate::widgets::text_field::text_field_ui;
use crate::widgets::theme::{GAP, SMALL_GAP, Tokens};
use crate::widgets::two_columns::two_columns_ui;
use chachong_check::{PlacedLead, PlacedLeads};
use chachong_compare::{Decision, LONGEST_NOTE};
use chachong_messages::document_name;
use chachong_window_model::command::Command;
use chachong_window_model::leads::LeadCommand;
use chachong_window_model::page::pair_page;
use chachong_window_model::state::State;

/// Draws the detail of the chosen lead. `alone` is `true` if the detail is drawn in place of the list, not beside it.
pub(crate) fn detail_ui(
    ui: &mut Ui,
    state: &State,
    leads: &PlacedLeads,
    pane: &mut LeadsPane,
    alone: bool,
    commands: &mut Vec<Command>,
) {
    let position = state.leads_view.chosen;
    let Some(lead) = leads.list.get(position) else {
        return;
    };
    head_ui(ui, state, (position, lead), alone, commands);
    word_ui(ui, state, (position, lead), pane, commands);
    ui.add_space(SMALL_GAP);
    names_ui(ui, state, leads, lead, commands);
    ui.separator();
    sentences_ui(ui, state, position, pane);
}

/// Draws kind and strength of the lead, the number of such leads expected by chance, and the button that opens the
/// pair.
fn head_ui(
    ui: &mut Ui,
    state: &State,
    (_, lead): (usize, &PlacedLead),
    alone: bool,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    controls_ui(ui, |ui| {
        if alone {
            let back = (Icon::Back.atom(), language.text("leads.list"));
            if ui.button(back).clicked() {
                commands.push(Command::Lead(LeadCommand::List));
            }
        }
        ui.strong(kind_words(lead.lead.kind, language));
        let strength = lead.lead.strength();
        let (ink, fill) = strength_colors(strength, tokens);
        let chance = language.number_by_chance(lead.lead.expected_by_chance);
        chip_ui(ui, &strength_words(strength, language), ink, fill)
            .on_hover_text(language.fill("leads.by-chance", &[("number", &chance)]));
        ui.weak(RichText::new(language.fill("leads.by-chance", &[("number", &chance)])).small());
        let documents = state.check.result.documents.len();
        if lead.a.max(lead.b).0 < documents {
            let pair = Button::new((Icon::Pair.atom(), language.text("leads.open-pair")));
            if ui.add(pair).clicked() {
                commands.push(Command::Go(pair_page(lead.a, lead.b)));
            }
        }
    });
}

/// Draws the buttons for a person's decision on the lead, and the field for its note.
fn word_ui(
    ui: &mut Ui,
    state: &State,
    (position, lead): (usize, &PlacedLead),
    pane: &mut LeadsPane,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let present = lead.lead.word.as_ref();
    controls_ui(ui, |ui| {
        for (word, icon, key) in [
            (Decision::Confirmed, Icon::Good, "leads.confirm"),
            (Decision::NotPlagiarism, Icon::Close, "leads.dismiss"),
        ] {
            let button = Button::new((icon.atom(), language.text(key)));
            let is_other = present.is_none_or(|present| present.word != word);
            let button = ui.add_enabled(is_other, button);
            let hint = language.text(&format!("{key}-hint"));
            if button.on_hover_text(hint).clicked() {
                commands.push(Command::Lead(LeadCommand::Word(position, Some(word))));
            }
        }
        if let Some(words) = word_words(&lead.lead, language) {
            let undo = (Icon::Undo.atom(), language.text("leads.take-back"));
            if ui.button(undo).clicked() {
                commands.push(Command::Lead(LeadCommand::Word(position, None)));
            }
            chip_ui(ui, &words, tokens.calm, tokens.calm_fill);
        }
    });
    let Some(present) = present else {
        pane.note = None;
        return;
    };
    let kept = present.note.as_deref().unwrap_or_default();
    let typed = pane.note.as_ref().filter(|(of, _)| *of == position);
    let mut text = typed.map_or(kept, |(_, text)| text.as_str()).to_owned();
    ui.horizontal(|ui| {
        let label = ui.weak(language.text("leads.note"));
        let field = TextEdit::singleline(&mut text)
            .id_salt(("lead-note", position))
            .hint_text(language.text("note.hint"))
            .char_limit(LONGEST_NOTE)
            .desired_width(ui.available_width());
        let field = text_field_ui(ui, field).labelled_by(label.id);
        if field.changed() {
            pane.note = Some((position, text.clone()));
        }
        if field.lost_focus() {
            pane.note = None;
            if text.trim() != kept {
                commands.push(Command::Lead(LeadCommand::Note(position, text)));
            }
        }
    });
}

/// Draws the names of both documents; a click opens the document at the passage of the lead.
fn names_ui(
    ui: &mut Ui,
    state: &State,
    leads: &PlacedLeads,
    lead: &PlacedLead,
    commands: &mut Vec<Command>,
) {
    let ends = [(lead.a, lead.lead.in_a), (lead.b, lead.lead.in_b)];
    two_columns_ui(ui, "lead-names", |ui, side| {
        let (at, span) = ends[side];
        let Some(document) = leads.document(&state.check.result.documents, at) else {
            return;
        };
        let response = name_button_ui(ui, &document_name(document, state.language));
        if response.clicked() {
            if at.0 < state.check.result.documents.len() {
                commands.push(Command::OpenPlace(at, span));
            } else if let Some(kept) = document.content().and_then(|content| content.kept) {
                commands.push(Command::Go(chachong_window_model::page::Page::Member(kept)));
            }
        }
    });
}

/// Draws the sentences of both texts beside each other.
fn sentences_ui(ui: &mut Ui, state: &State, position: usize, pane: &LeadsPane) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let Some(sentences) = made_of_texts(ui, pane.loaded.as_ref(), language) else {
        return;
    };
    ScrollArea::vertical()
        .id_salt(("lead-sentences", position))
        .auto_shrink(false)
        .show(ui, |ui| {
            for (row, (a, b)) in sentences.0.iter().enumerate() {
                let sides = [a, b];
                two_columns_ui(ui, ("lead-row", row), |ui, side| {
                    let text = match sides[side] {
                        Some(text) => RichText::new(text).color(tokens.strong),
                        None => RichText::new(language.text("leads.no-counterpart"))
                            .italics()
                            .color(tokens.weak),
                    };
                    ui.add(Label::new(text).wrap().selectable(true));
                });
                ui.add_space(SMALL_GAP);
                let line = ui.available_rect_before_wrap();
                let stroke = egui::Stroke::new(1.0, tokens.line);
                ui.painter().hline(line.x_range(), line.top(), stroke);
                ui.add_space(SMALL_GAP);
            }
            ui.add_space(GAP);
        });
}
