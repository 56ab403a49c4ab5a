//! Reference lists of a document: each entry with what is said of it in words, and the citations whose work no list has.

use chachong_citation::{NotListed, Reference};
use chachong_compare::{DocumentIndex, Span};
use chachong_messages::Language;
use chachong_window_model::command::{Command, ListFilter};
use chachong_window_model::state::State;
use egui::{Frame, Label, Margin, RichText, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo};

use crate::widgets::focus;
use crate::widgets::labels::one_line;
use crate::widgets::theme::{SMALL_GAP, Tokens};

/// Number of entries in the reference lists of a document, and of remarks on them; `None` of one without lists.
pub(crate) fn count(state: &State, position: DocumentIndex) -> Option<(usize, usize)> {
    let references = &state.check.result.references;
    let entries = references.document(position)?.references.len();
    (entries > 0).then(|| (entries, references.remarks(position)))
}

/// Draws the lists; returns the place in the text that was clicked, `None` unless one was.
pub(crate) fn references_ui(
    ui: &mut Ui,
    state: &State,
    position: DocumentIndex,
    commands: &mut Vec<Command>,
) -> Option<Span> {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let (entries, remarks) = count(state, position)?;
    let of = state.check.result.references.document(position)?;
    let values: [(&str, &dyn std::fmt::Display); 2] =
        [("entries", &entries), ("remarks", &remarks)];
    ui.label(RichText::new(language.fill("reference.entries", &values)).strong());
    let mut only = state.only_remarked;
    let check = ui.checkbox(&mut only, language.text("reference.only-remarked"));
    if check.changed() {
        commands.push(Command::FilterList(ListFilter::Remarked(only)));
    }
    let hint = RichText::new(language.text("reference.hint")).small();
    ui.label(hint.color(tokens.weak));
    ui.add_space(SMALL_GAP);
    let mut wanted = None;
    let area = ScrollArea::vertical().id_salt(("references", position));
    area.auto_shrink(false).show(ui, |ui| {
        focus::keep_in_sight(ui);
        ui.spacing_mut().item_spacing.y = SMALL_GAP;
        for one in &of.not_listed {
            if citation_ui(ui, language, one) {
                wanted = Some(span(one.start, one.end));
            }
        }
        let mut is_empty = of.not_listed.is_empty();
        for (at, entry) in of.references.iter().enumerate() {
            let said = language.said_of_entry(&state.check.result, position, at);
            if only && said.is_empty() {
                continue;
            }
            is_empty = false;
            let said: Vec<String> = said.into_iter().map(|one| one.sentence).collect();
            if entry_ui(ui, language, entry, &said) {
                wanted = Some(span(entry.start, entry.end));
            }
        }
        if is_empty {
            let none = language.text("reference.none-remarked");
            ui.label(RichText::new(none).color(tokens.weak));
        }
    });
    wanted
}

const fn span(start: u32, end: u32) -> Span {
    Span { start, end }
}

/// Draws a citation whose work no list has. Returns whether it was clicked.
fn citation_ui(ui: &mut Ui, language: Language, one: &NotListed) -> bool {
    let sentence = one_line(&language.not_listed(one));
    item_ui(ui, ("not-listed", one.start), language, &[], &[sentence])
}

/// Draws an entry with what is said of it. Returns whether it was clicked.
fn entry_ui(ui: &mut Ui, language: Language, entry: &Reference, said: &[String]) -> bool {
    item_ui(
        ui,
        ("entry", entry.start),
        language,
        &[one_line(&entry.line())],
        said,
    )
}

/// Draws the words of an entry, and below them what is said of it. Returns whether the item was clicked.
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
                for words in words {
                    ui.add(Label::new(RichText::new(words).color(tokens.strong)).wrap());
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
