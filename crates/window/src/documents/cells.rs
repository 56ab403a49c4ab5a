//! Cells of the documents table.

use chachong_compare::DocumentIndex;
use egui::{Label, RichText, Ui};

use crate::cases::mark::{MarkPlace, case_mark_ui};
use crate::document::origins::own_in_library_ui;
use crate::widgets::decision::decision_cell_ui;
use crate::widgets::explanation::explanation;
use crate::widgets::labels::{
    colored_name_ui, distance_ui, finding_ui, hinted_ui, number_ui, one_line, status_ui,
    two_lines_ui,
};
use crate::widgets::shown_share::{Figure, figure_cell_ui, possible_ui};
use crate::widgets::theme::Tokens;
use chachong_check::Status;
use chachong_messages::{copied_of, grouped, percent};
use chachong_record::{Certainty, RecordField};
use chachong_window_model::closest::ClosestBy;
use chachong_window_model::columns::Column;
use chachong_window_model::command::Command;
use chachong_window_model::evidence::open_pair;
use chachong_window_model::page::pair_page;
use chachong_window_model::passages::Passages;
use chachong_window_model::state::State;

/// Draws the cell of a document in a column. Draws nothing in the name column, which the table fills itself.
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
        Column::Submission(_) => {
            let stated = state.check.stated(position, column);
            ui.add(Label::new(one_line(&stated)).truncate());
        }
        Column::Format => {
            ui.label(document.read_format().map_or("", |format| format.name()));
        }
        Column::Characters => {
            let characters = state.check.characters_of_row(position);
            number_ui(ui, characters.map_or_else(String::new, grouped));
        }
        Column::Finding => {
            if let Some(pair) = state.check.row_pair(position) {
                finding_ui(ui, &pair, state.language);
            }
        }
        Column::Copied => copied_ui(ui, state, position),
        Column::Weighted => weighted_ui(ui, state, position),
        Column::Possible => possible_share_ui(ui, state, position),
        Column::Strongest => strongest_ui(ui, state, position),
        Column::Closest => closest_ui(ui, state, position, commands),
        Column::Distance => distance_cell_ui(ui, state, position),
        Column::Decision => {
            let note = state.check.note(position, position, None);
            let decision = state.check.row_decision(position);
            decision_cell_ui(ui, state.language, decision, note);
            let cases = (state.cases).about_documents(state.check.row_documents(position));
            case_mark_ui(ui, state, &cases, MarkPlace::Row, commands);
        }
        Column::Status => {
            let worst = state.check.worst_of_row(position);
            status_ui(ui, worst.status(), state.language).on_hover_text(explanation(worst, state));
        }
    }
}

/// Draws the total copied share: a dash without countable text, an ellipsis while the share is still to come, and a dash if the
/// search for passages was given up.
fn copied_ui(ui: &mut Ui, state: &State, position: DocumentIndex) {
    let language = state.language;
    let shares = state.row_shares(position);
    if shares.is_some_and(|shares| shares.gross.countable == 0) {
        // Without countable text, as in a scan, "0 %" would be read as "nothing copied".
        ui.weak("–")
            .on_hover_text(language.without_prose(&state.check.result, position));
    } else if let Some(shares) = shares {
        let figure = Figure::from(shares).over(state.check.row_lower_estimate(position));
        figure_cell_ui(ui, figure, language).on_hover_ui(|ui| {
            figure.lines_ui(ui, "shares.net", language);
            let documents = state.check.newest_of_row(position);
            if let Some(own) = state.check.result.own_earlier(documents) {
                ui.label(language.own_earlier(own, figure.shown.copied, figure.lower));
            }
            let is_alone = !state.check.has_files(position);
            if let Some(origins) = state.origins(position).filter(|_| is_alone) {
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
        ui.weak(sign)
            .on_hover_text(language.text("passages.unknown"));
    }
}

/// Draws how many pages are only pictures and so in no figure; nothing if there are none.
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
    let stated = content.and_then(|content| content.record.get(field));
    // What a platform or the class list says goes before the document's own statement.
    let known = state.check.stated(position, Column::Record(field));
    let value = match stated {
        Some(stated) if known.is_empty() => stated.value.as_str(),
        _ => &*known,
    };
    let text = RichText::new(one_line(value));
    let text = if known.is_empty() && stated.is_some_and(|one| one.certainty == Certainty::Guess) {
        text.color(Tokens::of(ui).weak)
    } else {
        text
    };
    ui.add(Label::new(text).truncate());
}

/// Draws the copied share by weight, in which text that few documents have counts most.
fn weighted_ui(ui: &mut Ui, state: &State, position: DocumentIndex) {
    let Some(shares) = state.row_shares(position) else {
        return;
    };
    if shares.net.countable == 0 || !shares.shown().is_judged() {
        ui.weak("–");
        return;
    }
    let text = percent(shares.shown().weight);
    let color = Tokens::of(ui).share(shares.shown().weight);
    ui.colored_label(color, text).on_hover_ui(|ui| {
        ui.label(copied_of(shares.weighted, state.language));
        ui.label(state.language.text("shares.weighted-hint"));
    });
}

/// Draws the share that possible passages cover in addition to the strong ones.
fn possible_share_ui(ui: &mut Ui, state: &State, position: DocumentIndex) {
    let Some(shares) = state.row_shares(position) else {
        return;
    };
    possible_ui(ui, shares.possible.share()).on_hover_ui(|ui| {
        ui.label(copied_of(shares.possible, state.language));
        ui.label(state.language.text("possible.hint"));
    });
}

/// Draws the strength of the strongest passage: a word and a number.
fn strongest_ui(ui: &mut Ui, state: &State, position: DocumentIndex) {
    let language = state.language;
    if state.row_shares(position).is_none() {
        return;
    }
    let Some(chance) = state.row_strongest(position) else {
        ui.weak("–")
            .on_hover_text(language.text("documents.no-strongest"));
        return;
    };
    let hint = language.strength_hint(chance);
    hinted_ui(ui, language.strength(chance), &hint);
}

/// Draws the document that the row should be compared with. Without any, draws the reason.
fn closest_ui(ui: &mut Ui, state: &State, position: DocumentIndex, commands: &mut Vec<Command>) {
    let (check, tokens) = (&state.check, Tokens::of(ui));
    if let Some(closest) = state.closest(position) {
        if closest.by == ClosestBy::OwnWork {
            own_in_library_ui(ui, state, position, commands);
            return;
        }
        let verdict = check.result.near_verdict(closest.own, closest.document);
        // A neighbour that has no verdict and shares no text is drawn so that it does not call for a click.
        let color = if closest.by == ClosestBy::Distance && verdict.is_none() {
            tokens.weak
        } else {
            tokens.calm
        };
        if colored_name_ui(ui, &state.row_name(closest.document), color).clicked() {
            match check.row_pair(position) {
                Some(pair) if closest.by == ClosestBy::Evidence => {
                    commands.extend(open_pair(&check.result, &pair));
                }
                _ => commands.push(Command::Go(pair_page(closest.own, closest.document))),
            }
        }
    } else if check
        .newest_of_row(position)
        .all(|one| check.result.is_only_given_code(one))
    {
        let text = RichText::new(state.language.text("documents.only-given-code"));
        let hint = state.language.text("report.only-given-code");
        hinted_ui(ui, text.weak(), &hint);
    } else {
        reason_ui(ui, state, position);
    }
}

/// Draws why the documents of a row were not read properly, with the remedy, in one line or in two small ones; nothing if they
/// were.
pub(crate) fn reason_ui(ui: &mut Ui, state: &State, position: DocumentIndex) {
    let worst = state.check.worst_of_row(position);
    if worst.status() == Status::Ok {
        return;
    }
    let whole = explanation(worst, state);
    two_lines_ui(ui, &whole, Tokens::of(ui).weak);
}

/// Draws the distance of the fingerprints to the closest document.
fn distance_cell_ui(ui: &mut Ui, state: &State, position: DocumentIndex) {
    if let Some(closest) = state.closest(position)
        && let Some(distance) = closest.distance
    {
        let verdict = state
            .check
            .result
            .near_verdict(closest.own, closest.document);
        distance_ui(ui, distance, state.check.fingerprint_bits(), verdict);
    }
}
