//! Page of one document: its text with passages, the documents that share them, the text left out, and facts about the file.

use chachong_compare::DocumentIndex;
use egui::{
    Button, ComboBox, Frame, Grid, Label, Margin, Panel, RichText, ScrollArea, TextStyle, Ui,
};

use crate::document::attributed::attributed_ui;
use crate::document::evidence::evidence_ui;
use crate::document::exclusions::exclusions_ui;
use crate::document::origins::origins_ui;
use crate::document::passage_list::passage_list_ui;
use crate::document::pictures::{self, pictures_ui};
use crate::document::possible_list::possible_list_ui;
use crate::document::record::record_ui;
use crate::document::references::{self, references_ui};
use crate::document::similar::similar_ui;
use crate::document::submission::submission_ui;
use crate::document::tab::Side;
use crate::document::text::{DocumentPane, text_ui};
use crate::document::walking::Walk;
use crate::leads::links_ui;
use crate::widgets::decision::decision_row_ui;
use crate::widgets::explanation::explanation;
use crate::widgets::focus;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{figure_ui, fitted, not_compared_ui, one_line, status_ui};
use crate::widgets::recognise::recognise_ui;
use crate::widgets::shown_share::{Figure, degrees_text};
use crate::widgets::theme::{GAP, Tokens};
use chachong_check::{Document, DocumentContent, Status};
use chachong_import::{Format, ImportCause, TextEncoding};
use chachong_messages::{copied_of, document_name, estimated, grouped};
use chachong_window_model::command::{Command, RowCommand};
use chachong_window_model::state::State;

/// Minimum page width, in points, at which the side pane is shown beside the text.
const WIDE: f32 = 900.0;
const SIDE: f32 = 400.0;

pub(crate) fn document_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    view: &mut DocumentPane,
    commands: &mut Vec<Command>,
) {
    let Some(document) = state.check.result.document(position) else {
        return;
    };
    let (language, tokens) = (state.language, Tokens::of(ui));
    let name = one_line(&document_name(document, language));
    let name = fitted(ui, &name, &TextStyle::Heading.resolve(ui.style()));
    let name = RichText::new(name).heading();
    let path = document.path.display().to_string();
    ui.add(Label::new(name).truncate()).on_hover_text(&path);
    let path = RichText::new(one_line(&path)).small().color(tokens.weak);
    ui.add(Label::new(path).truncate());
    ui.add_space(4.0);
    submission_ui(ui, state, position, commands);
    if state.check.is_checked(position) {
        decision_row_ui(ui, state, (position, position), &mut view.note, commands);
        ui.add_space(4.0);
    }
    if document.status() != Status::Ok {
        warning_ui(ui, state, document);
    } else if document.content().is_some_and(|r| !r.warnings.is_empty()) {
        // Mere notes are not shown as warnings.
        let notes = RichText::new(explanation(document, state)).color(tokens.weak);
        ui.add(Label::new(notes).wrap());
        ui.add_space(4.0);
    }
    if state.check.is_checked(position) {
        recognise_ui(ui, state, &[position], commands);
    }
    links_ui(ui, state, position, None, commands);
    let Some(content) = document.content() else {
        unlock_ui(ui, state, position, document, commands);
        encoding_ui(ui, state, position, document, commands);
        return;
    };
    view.sources.update(state, position);
    // In a narrow window the text itself may not be drawn, and its pages are shown nevertheless.
    view.follow(state, Some(position));
    if ui.available_width() < WIDE {
        totals_ui(ui, state, position, view, commands);
        sides_ui(ui, state, position, view, true);
        match view.side {
            Side::Text => text_ui(ui, state, Some(position), view, commands),
            _ => {
                if side_ui(ui, state, (position, content), view, commands) {
                    view.side = Side::Text;
                }
            }
        }
        return;
    }
    let inner = Margin {
        left: 14,
        ..Margin::ZERO
    };
    // A page is to be read: it gets half of the room.
    let side = match view.side {
        Side::Page => (ui.available_width() / 2.0).max(SIDE),
        _ => SIDE,
    };
    Panel::right("document-side")
        .resizable(false)
        .exact_size(side)
        .frame(Frame::new().inner_margin(inner))
        .show(ui, |ui| {
            if view.side != Side::Page {
                totals_ui(ui, state, position, view, commands);
            }
            sides_ui(ui, state, position, view, false);
            // The text that was asked for is beside the list.
            let _shows_text = side_ui(ui, state, (position, content), view, commands);
        });
    let inner = Margin {
        right: 12,
        ..Margin::ZERO
    };
    Frame::new()
        .inner_margin(inner)
        .show(ui, |ui| text_ui(ui, state, Some(position), view, commands));
}

/// Draws why reading failed, or the warnings about the document.
fn warning_ui(ui: &mut Ui, state: &State, document: &Document) {
    let tokens = Tokens::of(ui);
    let fill = if document.status() == Status::Failed {
        tokens.near_fill
    } else {
        tokens.related_fill
    };
    Frame::new()
        .fill(fill)
        .corner_radius(6)
        .inner_margin(8)
        .show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                status_ui(ui, document.status(), state.language);
                ui.label(explanation(document, state));
            });
        });
    ui.add_space(4.0);
}

/// Draws the button that asks for the password of an encrypted archive.
fn unlock_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    document: &Document,
    commands: &mut Vec<Command>,
) {
    if matches!(
        document.failure(),
        Some(ImportCause::ArchiveEncrypted { .. })
    ) {
        let ask = Button::new((Icon::Unlock.atom(), state.language.text("row.password")));
        if ui
            .add_enabled(state.check.progress.is_none(), ask)
            .clicked()
        {
            commands.push(Command::Row(RowCommand::AskPassword(position)));
        }
        ui.add_space(GAP);
    }
}

/// Draws the tabs of the side pane.
fn sides_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    view: &mut DocumentPane,
    narrow: bool,
) {
    let language = state.language;
    let pictures = pictures::count(state, position);
    let passages = view.sources.passages;
    let possible = view.sources.possible().len();
    let references = references::count(state, position);
    let has_pages = !view.page.pages.pages.is_empty();
    let is_gone = |side: Side| match side {
        Side::Text => !narrow,
        Side::Passages => passages == 0,
        Side::Possible => possible == 0,
        Side::References => references.is_none(),
        Side::Pictures => pictures == 0,
        Side::Page => !has_pages,
        _ => false,
    };
    // The pages are known when the text is loaded.
    if is_gone(view.side) && (view.side != Side::Page || view.is_loaded()) {
        view.side = Side::default();
    }
    ui.horizontal_wrapped(|ui| {
        for (side, key) in [
            (Side::Text, "document.text"),
            (Side::Sources, "document.sources"),
            (Side::Passages, "passages.tab"),
            (Side::Possible, "possible.tab"),
            (Side::LeftOut, "exclusions.title"),
            (Side::References, "reference.tab"),
            (Side::Pictures, "evidence.pictures-tab"),
            (Side::Page, "page-view.tab"),
            (Side::File, "document.file"),
        ] {
            if is_gone(side) {
                continue;
            }
            let chosen = view.side == side;
            let name = match side {
                Side::Possible => language.fill(key, &[("count", &grouped(possible as u64))]),
                Side::Passages => language.fill(key, &[("count", &grouped(passages as u64))]),
                Side::References => match references {
                    Some((_, remarks @ 1..)) => {
                        let count = grouped(remarks as u64);
                        language.fill("reference.tab-with-remarks", &[("count", &count)])
                    }
                    _ => language.text(key),
                },
                Side::Pictures => language.fill(key, &[("count", &grouped(pictures as u64))]),
                _ => language.text(key),
            };
            if ui.selectable_label(chosen, name).clicked() {
                view.side = side;
            }
        }
    });
    ui.add_space(2.0);
}

/// Draws the chosen tab of the side pane. Returns whether a person asked for a place in the text, to which the text scrolls.
fn side_ui(
    ui: &mut Ui,
    state: &State,
    (position, content): (DocumentIndex, &DocumentContent),
    view: &mut DocumentPane,
    commands: &mut Vec<Command>,
) -> bool {
    let mut wanted = None;
    match view.side {
        Side::Text => {}
        Side::Sources => {
            if let Some(place) = similar_ui(ui, state, position, &view.sources, commands) {
                view.step(true, Walk::Source(place));
            }
        }
        Side::Passages => {
            let (sources, chosen) = (&view.sources, view.chosen());
            wanted = passage_list_ui(ui, state, position, sources, chosen, commands);
        }
        Side::Possible => {
            if let Some(span) = possible_list_ui(ui, state, position, &view.sources, commands) {
                view.show(span);
            }
        }
        Side::References => wanted = references_ui(ui, state, position, commands),
        Side::LeftOut => {
            let area = ScrollArea::vertical().id_salt("left-out");
            area.auto_shrink(false).show(ui, |ui| {
                focus::keep_in_sight(ui);
                exclusions_ui(ui, state, state.document_shares(position), commands);
            });
        }
        Side::Pictures => pictures_ui(ui, state, position, &mut view.gallery, commands),
        Side::Page => {
            if let Some(at) = view.picture_ui(ui, state, position, commands) {
                view.go_to(at);
            }
        }
        Side::File => {
            let area = ScrollArea::vertical().id_salt(("file", position));
            area.auto_shrink(false).show(ui, |ui| {
                focus::keep_in_sight(ui);
                facts_ui(ui, state, content);
                ui.add_space(4.0);
                let document = &state.check.result.documents[position];
                encoding_ui(ui, state, position, document, commands);
                ui.add_space(GAP);
                record_ui(
                    ui,
                    &content.record,
                    position,
                    &mut view.typing,
                    state.language,
                    commands,
                );
                ui.add_space(GAP);
                evidence_ui(ui, content, state.language);
            });
        }
    }
    if let Some(span) = wanted {
        view.show(span);
    }
    wanted.is_some()
}

/// Draws the total net and gross copied shares, their attribution and origins, and the reason if a share is unusual.
fn totals_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    view: &mut DocumentPane,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let Some(shares) = state.document_shares(position) else {
        not_compared_ui(ui, state, commands);
        return;
    };
    let beyond =
        (state.check.first_pair(position)).and_then(|pair| Some((pair, pair.beyond_text()?)));
    if let Some((pair, strongest)) = beyond {
        let (color, _) = tokens.verdict(pair.as_verdict());
        let (strength, _) = language.evidence_strength(strongest.strength);
        let caption = language.text("documents.finding");
        figure_ui(
            ui,
            &caption,
            &language.finding(pair),
            &strength,
            Some(color),
        );
        if !shares.has_text() {
            // A program has no share of prose.
            return;
        }
    }
    let content = (state.check.result.document(position)).and_then(Document::content);
    if content.is_some_and(DocumentContent::is_only_code) {
        let text = language.without_prose(&state.check.result, position);
        ui.weak(text);
        ui.add_space(4.0);
        return;
    }
    let figure = Figure::from(shares).over(state.check.result.lower_estimate(position));
    let color = tokens.share(figure.shown.weight);
    ui.columns(2, |columns| {
        let both = [
            ("shares.net", figure.shown.copied, Some(color)),
            ("shares.gross", figure.gross, None),
        ];
        for (ui, (key, copied, color)) in columns.iter_mut().zip(both) {
            let detail = copied_of(copied, language);
            // Without countable text a share is undefined: neither 0 nor any other number.
            let shown = if copied.countable == 0 {
                "–".to_owned()
            } else if color.is_some() {
                figure.text()
            } else {
                estimated(copied.share(), figure.lower)
            };
            figure_ui(ui, &language.text(key), &shown, &detail, color);
        }
    });
    if shares.has_text() {
        let rare = estimated(shares.weighted.share(), figure.lower);
        let rare = format!("{} {rare}", language.text("shares.weighted"));
        let parts = degrees_text(figure.shown.degrees, language);
        let text = format!("{rare} · {parts}");
        ui.weak(RichText::new(text).small()).on_hover_text(format!(
            "{}\n{}",
            language.text("shares.weighted-hint"),
            language.text("degree.legend")
        ));
    }
    if attributed_ui(ui, state, shares) {
        view.side = Side::LeftOut;
    }
    if let Some(origins) = &view.sources.origins {
        origins_ui(ui, state, position, (origins, figure), commands);
    }
    if let Some(reason) = figure.reason(language) {
        ui.weak(RichText::new(reason).small());
    }
    if let Some(lower) = figure.lower {
        ui.weak(RichText::new(language.lower_estimate(lower)).small());
    }
}

/// Draws facts about the file: characters, pages, reader and fingerprint.
fn facts_ui(ui: &mut Ui, state: &State, content: &DocumentContent) {
    let language = state.language;
    Grid::new("facts")
        .num_columns(2)
        .spacing([16.0, 3.0])
        .show(ui, |ui| {
            let mut fact = |key: &str, value: RichText| {
                ui.weak(language.text(&format!("document.{key}")));
                ui.label(value);
                ui.end_row();
            };
            fact("characters", grouped(content.characters).into());
            if !content.pages.is_empty() {
                fact("pages", content.pages.len().to_string().into());
            }
            if let Some(reader) = &content.reader {
                fact("reader", reader.into());
            }
            if let Some(fingerprint) = content.fingerprint {
                let bits = fingerprint.bits_in_blocks();
                // Two blocks in a line: the side pane is narrow.
                let (first, second) = bits.split_at(bits.len().min(34));
                let text = format!("{fingerprint}\n{}\n{second}", first.trim_end());
                fact("fingerprint", RichText::new(text).monospace().size(11.0));
            }
        });
}

/// Draws the encoding in which a plain text, HTML or Markdown file was read, with a choice of others.
fn encoding_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    document: &Document,
    commands: &mut Vec<Command>,
) {
    let is_text = matches!(
        document.read_format(),
        Some(Format::Txt | Format::Html | Format::Markdown)
    );
    if !is_text || !state.check.is_checked(position) {
        return;
    }
    let language = state.language;
    let read_in = document
        .content()
        .and_then(|content| content.encoding.clone());
    ui.horizontal_wrapped(|ui| {
        let label = ui.weak(language.text("document.encoding"));
        ComboBox::from_id_salt("encoding")
            .selected_text(read_in.clone().unwrap_or_else(|| "—".to_owned()))
            .show_ui(ui, |ui| {
                if ui
                    .selectable_label(false, language.text("document.recognise"))
                    .clicked()
                {
                    commands.push(Command::ReadAs(position, None));
                }
                for encoding in TextEncoding::ALL {
                    let chosen = read_in.as_deref() == Some(encoding.name());
                    if ui.selectable_label(chosen, encoding.name()).clicked() {
                        commands.push(Command::ReadAs(position, Some(encoding)));
                    }
                }
            })
            .response
            .labelled_by(label.id);
    });
    // The hint has a line of its own, which wraps where the page is narrow.
    ui.weak(RichText::new(language.text("document.encoding-hint")).small());
    ui.add_space(4.0);
}
