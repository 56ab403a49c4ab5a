//! Reference lists of a document: each entry with its remarks, and the citations whose work no list contains.

use std::collections::BTreeSet;

use chachong_check::LookedUp;
use chachong_citation::{NotListed, Reference};
use chachong_compare::{DocumentIndex, Span};
use chachong_messages::{Language, document_name};
use chachong_window_model::background_task::BackgroundTask;
use chachong_window_model::command::{Command, ListFilter};
use chachong_window_model::state::State;
use egui::{
    Button, Frame, Label, Link, Margin, RichText, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo,
};

use crate::widgets::focus;
use crate::widgets::labels::one_line;
use crate::widgets::theme::{SMALL_GAP, Tokens};

/// Maximum number of other documents' entries that an entry links to.
const MOST_OTHERS: usize = 12;

/// Returns the number of entries in the reference lists of a document and the number of remarks on them; `None` without entries.
pub(crate) fn count(state: &State, position: DocumentIndex) -> Option<(usize, usize)> {
    let references = &state.check.result.references;
    let entries = references.document(position)?.references.len();
    (entries > 0).then(|| (entries, references.remarks(position)))
}

/// Draws the lists. Returns the clicked span of the text; `None` without a click.
pub(crate) fn references_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    commands: &mut Vec<Command>,
) -> Option<Span> {
    let language = state.language;
    let (entries, remarks) = count(state, position)?;
    let of = state.check.result.references.document(position)?;
    let values: [(&str, &dyn std::fmt::Display); 2] =
        [("entries", &entries), ("remarks", &remarks)];
    let mut wanted = None;
    // Everything scrolls: in a low window the head leaves no room for entries.
    let area = ScrollArea::vertical().id_salt(("references", position));
    area.auto_shrink(false).show(ui, |ui| {
        focus::keep_in_sight(ui);
        ui.strong(language.fill("reference.entries", &values));
        lookup_ui(ui, state, position, commands);
        filters_ui(ui, state, commands);
        ui.weak(RichText::new(language.text("reference.hint")).small());
        ui.add_space(SMALL_GAP);
        ui.spacing_mut().item_spacing.y = SMALL_GAP;
        for one in &of.not_listed {
            if citation_ui(ui, language, one) {
                wanted = Some(span(one.start, one.end));
            }
        }
        let mut is_empty = of.not_listed.is_empty();
        for (at, entry) in of.references.iter().enumerate() {
            let said = language.said_of_entry(&state.check.result, position, at);
            let lookup = state.check.result.reference_lookup.as_deref();
            let answer = lookup.and_then(|lookup| Some((lookup, lookup.of_entry(entry)?)));
            if !is_shown(state, !said.is_empty(), answer.map(|(_, answer)| answer)) {
                continue;
            }
            is_empty = false;
            let said: Vec<String> = said.into_iter().map(|one| one.sentence).collect();
            let found = answer.map(|(lookup, answer)| language.looked_up(lookup, answer));
            if entry_ui(ui, language, entry, (&said, found)) {
                wanted = Some(span(entry.start, entry.end));
            }
            others_ui(ui, state, (position, at), commands);
        }
        if is_empty {
            ui.weak(language.text("reference.none-remarked"));
        }
    });
    wanted
}

/// Returns whether an entry passes the filters; if both are set, it needs to pass only one.
fn is_shown(state: &State, has_remarks: bool, answer: Option<LookedUp<'_>>) -> bool {
    let is_missing = matches!(answer, Some(LookedUp::NotFound | LookedUp::Similar(_)));
    match (state.only_remarked, is_filtered_by_lookup(state)) {
        (false, false) => true,
        (only_remarked, only_missing) => {
            (only_remarked && has_remarks) || (only_missing && is_missing)
        }
    }
}

fn is_filtered_by_lookup(state: &State) -> bool {
    state.only_not_found && state.check.result.reference_lookup.is_some()
}

/// Draws the button that looks up the references in libraries, and the numbers of results.
fn lookup_ui(ui: &mut Ui, state: &State, position: DocumentIndex, commands: &mut Vec<Command>) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    for said in language.looked_up_counts(&state.check.result, position) {
        ui.add(Label::new(RichText::new(one_line(&said)).color(tokens.weak)).wrap());
    }
    let is_running = state
        .shell
        .tasks
        .contains(&BackgroundTask::LookUpReferences);
    let key = match (is_running, &state.check.result.reference_lookup) {
        (true, _) => "reference.lookup.running",
        (false, None) => "reference.lookup.button",
        (false, Some(_)) => "reference.lookup.again",
    };
    let button = ui.add_enabled(!is_running, Button::new(language.text(key)));
    let button = button.on_hover_text(language.text("reference.lookup.hint"));
    if button.clicked() {
        commands.push(Command::LookUpReferences);
    }
}

/// Draws the filters of the lists.
fn filters_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let mut only = state.only_remarked;
    let check = ui.checkbox(&mut only, language.text("reference.only-remarked"));
    if check.changed() {
        commands.push(Command::FilterList(ListFilter::Remarked(only)));
    }
    if state.check.result.reference_lookup.is_none() {
        return;
    }
    let mut only = state.only_not_found;
    let check = ui.checkbox(&mut only, language.text("reference.only-not-found"));
    if check.changed() {
        commands.push(Command::FilterList(ListFilter::NotFound(only)));
    }
}

/// Draws a link to each other document's entry with the same error.
fn others_ui(
    ui: &mut Ui,
    state: &State,
    (position, at): (DocumentIndex, usize),
    commands: &mut Vec<Command>,
) {
    let (language, result) = (state.language, &state.check.result);
    let shared = result.references.same_errors_of(position, at);
    let others = shared.flat_map(|error| &error.entries);
    let others = others.filter(|(document, _)| *document != position.0);
    let others: BTreeSet<(usize, usize)> = others.copied().collect();
    if others.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.add_space(8.0);
        for (document, entry) in others.into_iter().take(MOST_OTHERS) {
            let document = DocumentIndex(document);
            let of = result.references.document(document);
            let of = of.and_then(|of| of.references.get(entry));
            let (Some(entry), Some(other)) = (of, result.document(document)) else {
                continue;
            };
            let name = one_line(&document_name(other, language));
            let text = language.fill("reference.entry-in", &[("document", &name)]);
            let link = ui.add(Link::new(RichText::new(text).small()));
            if link.on_hover_text(one_line(&entry.line())).clicked() {
                commands.push(Command::OpenPlace(document, span(entry.start, entry.end)));
            }
        }
    });
}

const fn span(start: u32, end: u32) -> Span {
    Span { start, end }
}

/// Draws a citation whose work no list contains. Returns whether it was clicked.
fn citation_ui(ui: &mut Ui, language: Language, one: &NotListed) -> bool {
    let sentence = one_line(&language.not_listed(one));
    item_ui(ui, ("not-listed", one.start), language, &[], &[sentence])
}

/// Draws an entry with its remarks and its results in libraries. Returns whether it was clicked.
fn entry_ui(
    ui: &mut Ui,
    language: Language,
    entry: &Reference,
    (said, found): (&[String], Option<String>),
) -> bool {
    let words: Vec<String> = std::iter::once(entry.line()).chain(found).collect();
    let words: Vec<String> = words.iter().map(|words| one_line(words)).collect();
    item_ui(ui, ("entry", entry.start), language, &words, said)
}

/// Draws the words of an entry, and below them the results in libraries and the remarks. Returns whether the item was clicked.
fn item_ui(
    ui: &mut Ui,
    salt: (&str, u32),
    language: Language,
    words: &[String],
    said: &[String],
) -> bool {
    let tokens = Tokens::of(ui);
    let drawn = ui.push_id(salt, |ui| {
        Frame::new()
            .inner_margin(Margin::symmetric(8, 4))
            .show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.spacing_mut().item_spacing.y = 1.0;
                for (at, words) in words.iter().enumerate() {
                    let color = if at == 0 { tokens.strong } else { tokens.weak };
                    ui.add(Label::new(RichText::new(words).color(color)).wrap());
                }
                for said in said {
                    let text = RichText::new(said).color(tokens.related);
                    ui.add(Label::new(text).wrap());
                }
            })
            .response
    });
    // The frame itself takes no keyboard focus, and would give it up again.
    let response = ui.interact(drawn.inner.rect, ui.scope_id().with(salt), Sense::click());
    response.widget_info(|| {
        let all: Vec<&str> = words.iter().chain(said).map(String::as_str).collect();
        WidgetInfo::labeled(Role::Button, true, all.join(" "))
    });
    let line = if response.hovered() || response.has_focus() {
        tokens.calm
    } else if said.is_empty() {
        egui::Color32::TRANSPARENT
    } else {
        tokens.line
    };
    let inside = egui::StrokeKind::Inside;
    (ui.painter()).rect_stroke(response.rect, 6.0, Stroke::new(1.0, line), inside);
    let response = response.on_hover_text(language.text("reference.go-to"));
    response.clicked()
}
