//! Cells of the documents table.

use chachong_compare::DocumentIndex;
use egui::{Label, RichText, Ui};

use crate::widgets::chance_text::{strength_hint, strength_text};
use crate::widgets::explanation::explanation;
use crate::widgets::labels::{
    colored_name_ui, distance_ui, finding_ui, number_ui, one_line, status_ui,
};
use crate::widgets::shown_share::{Figure, figure_cell_ui, possible_ui};
use crate::widgets::theme::Tokens;
use chachong_check::Status;
use chachong_messages::{copied_of, document_name, grouped, percent};
use chachong_record::{Certainty, RecordField};
use chachong_window_model::columns::Column;
use chachong_window_model::command::Command;
use chachong_window_model::evidence::open_pair;
use chachong_window_model::page::pair_page;
use chachong_window_model::passages::Passages;
use chachong_window_model::state::State;

/// Draws the cell of a document in a column; the column of the name is drawn by the table, whose rows it covers.
pub(crate) fn cell_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    column: Column,
    commands: &mut Vec<Command>,
) {
    let document = &state.check.result.documents[position];
    match column {
        Column::Name => {}
        Column::Record(field) => field_ui(ui, state, position, field),
        Column::Format => {
            ui.label(document.format.map_or("", |format| format.name()));
        }
        Column::Characters => {
            let content = document.content();
            let text = content.map_or_else(String::new, |r| grouped(r.characters));
            number_ui(ui, text);
        }
        Column::Finding => {
            if let Some(pair) = state.check.first_pair(position) {
                finding_ui(ui, pair, state.language);
            }
        }
        Column::Copied => copied_ui(ui, state, position),
        Column::Weighted => weighted_ui(ui, state, position),
        Column::Possible => possible_share_ui(ui, state, position),
        Column::Strongest => strongest_ui(ui, state, position),
        Column::Closest => closest_ui(ui, state, position, commands),
        Column::Distance => distance_cell_ui(ui, state, position),
        Column::Status => {
            status_ui(ui, document.status(), state.language)
                .on_hover_text(explanation(document, state));
        }
    }
}

/// Draws the total copied share, or a sign that it is still to come.
fn copied_ui(ui: &mut Ui, state: &State, position: DocumentIndex) {
    let language = state.language;
    let shares = state.document_shares(position);
    if shares.is_some_and(|shares| shares.gross.countable == 0) {
        // Without countable text, as in a scan, "0 %" would be read as "nothing copied".
        ui.label(RichText::new("–").color(Tokens::of(ui).weak))
            .on_hover_text(language.text("passages.no-text"));
    } else if let Some(shares) = shares {
        let figure = Figure::from(shares).over(state.check.result.lower_estimate(position));
        figure_cell_ui(ui, figure, language).on_hover_ui(|ui| {
            figure.lines_ui(ui, "shares.net", language);
            if let Some(origins) = state.origins(position) {
                ui.label(language.origins(&origins, figure.shown.copied, figure.lower));
            }
            pictures_ui(ui, state, position);
        });
    } else if state.check.result.documents[position].content().is_some() {
        let sign = if matches!(state.check.passages, Passages::GivenUp) {
            "–"
        } else {
            "…"
        };
        ui.label(RichText::new(sign).color(Tokens::of(ui).weak))
            .on_hover_text(language.text("passages.unknown"));
    }
}

/// Says that pages which are only pictures are in no figure; nothing where there are none.
fn pictures_ui(ui: &mut Ui, state: &State, position: DocumentIndex) {
    let content = state.check.result.documents[position].content();
    let Some((content, pages)) = content.map(|content| (content, content.picture_pages())) else {
        return;
    };
    if pages > 0 {
        let all = content.pages.len();
        let values: [(&str, &dyn std::fmt::Display); 2] = [("count", &pages), ("all", &all)];
        ui.label(state.language.fill("lower-estimate.read-only", &values));
    }
}

/// Draws a field of the bibliographic record, a guess in grey.
fn field_ui(ui: &mut Ui, state: &State, position: DocumentIndex, field: RecordField) {
    let content = state.check.result.documents[position].content();
    let Some(stated) = content.and_then(|content| content.record.get(field)) else {
        return;
    };
    let text = RichText::new(one_line(&stated.value));
    let text = if stated.certainty == Certainty::Guess {
        text.color(Tokens::of(ui).weak)
    } else {
        text
    };
    ui.add(Label::new(text).truncate());
}

/// Draws the copied share by weight, in which text that few documents have counts most.
fn weighted_ui(ui: &mut Ui, state: &State, position: DocumentIndex) {
    let Some(shares) = state.document_shares(position) else {
        return;
    };
    if shares.net.countable == 0 || !shares.shown().is_judged() {
        ui.label(RichText::new("–").color(Tokens::of(ui).weak));
        return;
    }
    let text = percent(shares.shown().weight);
    let color = Tokens::of(ui).share(shares.shown().weight);
    ui.label(RichText::new(text).color(color))
        .on_hover_ui(|ui| {
            ui.label(copied_of(shares.weighted, state.language));
            ui.label(state.language.text("shares.weighted-hint"));
        });
}

/// Draws the share that possible passages cover in addition to the strong ones.
fn possible_share_ui(ui: &mut Ui, state: &State, position: DocumentIndex) {
    let Some(shares) = state.document_shares(position) else {
        return;
    };
    possible_ui(ui, shares.possible.share()).on_hover_ui(|ui| {
        ui.label(copied_of(shares.possible, state.language));
        ui.label(state.language.text("possible.hint"));
    });
}

/// Draws the strength of the strongest passage: a word and a number.
fn strongest_ui(ui: &mut Ui, state: &State, position: DocumentIndex) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let Some(shares) = state.document_shares(position) else {
        return;
    };
    let Some(chance) = shares.strongest else {
        ui.label(RichText::new("–").color(tokens.weak))
            .on_hover_text(language.text("documents.no-strongest"));
        return;
    };
    let text = RichText::new(strength_text(chance, language));
    ui.add(Label::new(text).truncate())
        .on_hover_text(strength_hint(chance, language));
}

/// Draws the closest document, or why there is none.
fn closest_ui(ui: &mut Ui, state: &State, position: DocumentIndex, commands: &mut Vec<Command>) {
    let document = &state.check.result.documents[position];
    let beyond = (state.check.first_pair(position)).filter(|pair| pair.beyond_text().is_some());
    if let Some(pair) = beyond
        && let Some(other) =
            (pair.partner_of(position)).and_then(|other| state.check.result.document(other))
    {
        let name = document_name(other, state.language);
        if colored_name_ui(ui, &name, Tokens::of(ui).calm).clicked() {
            commands.extend(open_pair(&state.check.result, pair));
        }
    } else if let Some(closest) = state.closest(position) {
        let other = &state.check.result.documents[closest.document];
        let verdict = state.check.result.near_verdict(position, closest.document);
        // A neighbour that has no verdict and shares no text is drawn so that it does not call for a click.
        let color = if closest.shares_text || verdict.is_some() {
            Tokens::of(ui).calm
        } else {
            Tokens::of(ui).weak
        };
        let name = document_name(other, state.language);
        if colored_name_ui(ui, &name, color).clicked() {
            commands.push(Command::Go(pair_page(position, closest.document)));
        }
    } else if document.status() != Status::Ok {
        // A row without a closest document has room for the reason.
        let text = explanation(document, state).replace('\n', " ");
        let color = Tokens::of(ui).weak;
        ui.add(Label::new(RichText::new(text).color(color)).truncate());
    }
}

/// Draws the distance of the fingerprints to the closest document.
fn distance_cell_ui(ui: &mut Ui, state: &State, position: DocumentIndex) {
    if let Some(closest) = state.closest(position)
        && let Some(distance) = closest.distance
    {
        let verdict = state.check.result.near_verdict(position, closest.document);
        distance_ui(ui, distance, state.check.fingerprint_bits(), verdict);
    }
}
