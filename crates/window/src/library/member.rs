//! Page of one member, which is a document of the library, as drawn: its name, its facts and its text.

use egui::{Label, RichText, Ui};

use crate::document::text::{DocumentPane, text_ui};
use crate::leads::member_links_ui;
use crate::widgets::labels::{hinted_ui, one_line};
use crate::widgets::theme::{SMALL_GAP, Tokens};
use chachong_library::DocumentId;
use chachong_messages::{day, grouped};
use chachong_window_model::command::Command;
use chachong_window_model::state::State;

pub(crate) fn member_ui(
    ui: &mut Ui,
    state: &State,
    document: DocumentId,
    view: &mut DocumentPane,
    commands: &mut Vec<Command>,
) {
    let (language, tokens) = (state.language, Tokens::of(ui));
    let member = (state.library.members.iter()).find(|member| member.document == document);
    let Some(member) = member else {
        ui.weak(language.text("library.member-gone"));
        return;
    };
    let path = member.path.display().to_string();
    let name = RichText::new(one_line(&member.name)).heading();
    hinted_ui(ui, name, &path);
    let facts = language.fill(
        "library.member-facts",
        &[
            ("day", &day(member.added)),
            ("characters", &grouped(member.characters)),
            ("path", &one_line(&path)),
        ],
    );
    let facts = RichText::new(facts).small().color(tokens.weak);
    ui.add(Label::new(facts).truncate());
    member_links_ui(ui, state, document, commands);
    ui.add_space(SMALL_GAP);
    text_ui(ui, state, None, view, commands);
}
