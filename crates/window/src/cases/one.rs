//! Page of one case: its person and documents, the evidence on the left, the history on the right.

use egui::{Button, Checkbox, ComboBox, RichText, TextEdit, Ui};

use crate::cases::evidence::evidence_ui;
use crate::cases::record::record_ui;
use crate::widgets::icons::Icon;
use crate::widgets::labels::{busy_ui, controls_ui, one_line};
use crate::widgets::text_field::{is_escaped, text_field_ui};
use crate::widgets::theme::{SMALL_GAP, Tokens, is_short};
use chachong_case::{CaseChange, CaseFile, CaseId, CaseState, Grounds, Outcome};
use chachong_messages::minute_with_zone;
use chachong_window_model::cases::{CaseCommand, Included, ShownCase};
use chachong_window_model::command::Command;
use chachong_window_model::state::State;

/// Widths of the fields for a name and for words of the person's own, in points.
const PERSON: f32 = 110.0;
const OWN_WORDS: f32 = 150.0;
/// Part of the width that the evidence takes.
const OF_EVIDENCE: f32 = 0.62;

/// Texts that are being typed on the page, until they are added to the case.
#[derive(Debug, Default)]
pub(crate) struct CasePane {
    /// Case that the texts belong to.
    id: Option<CaseId>,
    /// Words typed for grounds that are not in the list; `None` while the field for them is not shown.
    grounds: Option<String>,
    /// Words typed for an outcome that is not in the list; `None` while the field for them is not shown.
    outcome: Option<String>,
    pub(crate) note: String,
    /// Student's statement while it is edited; `None` while it is unchanged.
    pub(crate) statement: Option<String>,
}

pub(crate) fn case_ui(
    ui: &mut Ui,
    state: &State,
    id: CaseId,
    pane: &mut CasePane,
    commands: &mut Vec<Command>,
) {
    let Some(shown) = state.cases.shown(id) else {
        busy_ui(ui, state.language);
        return;
    };
    if pane.id != Some(id) {
        *pane = CasePane {
            id: Some(id),
            ..CasePane::default()
        };
    }
    heading_ui(ui, state, shown);
    controls_ui(ui, |ui| decided_ui(ui, state, shown, pane, commands));
    controls_ui(ui, |ui| files_ui(ui, state, shown, commands));
    ui.add_space(if is_short(ui.ctx()) { 2.0 } else { 8.0 });
    let (size, gap) = (ui.available_size(), ui.spacing().item_spacing.x * 2.0);
    let left = ((size.x - gap) * OF_EVIDENCE).floor();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        ui.allocate_ui(egui::vec2(left, size.y), |ui| {
            ui.set_width(left);
            ui.vertical(|ui| evidence_ui(ui, state, shown, commands));
        });
        let right = ui.available_width();
        ui.allocate_ui(egui::vec2(right, size.y), |ui| {
            ui.set_width(right);
            ui.vertical(|ui| record_ui(ui, state, shown, pane, commands));
        });
    });
}

/// Draws number, people and documents of the case, and the check that it comes from.
fn heading_ui(ui: &mut Ui, state: &State, shown: &ShownCase) {
    let (language, weak) = (state.language, Tokens::of(ui).weak);
    let evidence = &shown.case.evidence;
    let questioned = evidence.questioned();
    let people = (questioned.first().into_iter())
        .flat_map(|one| one.author.iter().chain(&one.student_number));
    let names = questioned.iter().map(|document| &document.name);
    let about: Vec<&str> = people.chain(names).map(String::as_str).collect();
    let number = language.fill("cases.name", &[("number", &shown.id.0)]);
    ui.horizontal(|ui| {
        ui.heading(number);
        let text = RichText::new(one_line(&about.join(" · "))).strong();
        ui.add(egui::Label::new(text).truncate());
    });
    if is_short(ui.ctx()) {
        return;
    }
    let values: [(&str, &dyn std::fmt::Display); 2] = [
        ("check", &one_line(&evidence.check)),
        (
            "time",
            &minute_with_zone(evidence.checked_at, evidence.utc_offset),
        ),
    ];
    let from = RichText::new(language.fill("cases.from-check", &values));
    ui.add(egui::Label::new(from.color(weak)).truncate());
}

/// Draws the choices of state and grounds, and the person who chooses.
fn decided_ui(
    ui: &mut Ui,
    state: &State,
    shown: &ShownCase,
    pane: &mut CasePane,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let (present, grounds) = (shown.case.state(), shown.case.grounds());
    let mut change = |change: CaseChange| {
        commands.push(Command::Case(CaseCommand::Add(change)));
    };
    let label = ui.weak(language.text("cases.state"));
    let outcomes = Outcome::USUAL.map(CaseState::Decided);
    let states = [CaseState::Open, CaseState::Asked, CaseState::Answered];
    ComboBox::from_id_salt("case-state")
        .selected_text(language.case_state(present))
        .show_ui(ui, |ui| {
            for offered in states.into_iter().chain(outcomes) {
                let is_present = *present == offered;
                let text = language.case_state(&offered);
                if ui.selectable_label(is_present, text).clicked() && !is_present {
                    pane.outcome = None;
                    change(CaseChange::State(offered));
                }
            }
            let text = language.text("cases.outcome-other");
            if ui.selectable_label(false, text).clicked() {
                pane.outcome = Some(String::new());
            }
        })
        .response
        .labelled_by(label.id);
    if let Some(words) = own_words_ui(ui, state, &mut pane.outcome) {
        change(CaseChange::State(CaseState::Decided(Outcome::Other(words))));
    }
    let label = ui.weak(language.text("cases.grounds"));
    let words_of = |grounds: Option<&Grounds>| match grounds {
        Some(grounds) => language.case_grounds(grounds),
        None => language.text("cases.grounds-none"),
    };
    ComboBox::from_id_salt("case-grounds")
        .selected_text(words_of(grounds))
        .show_ui(ui, |ui| {
            let usual = Grounds::USUAL.into_iter().map(Some);
            for offered in [None].into_iter().chain(usual) {
                let is_present = grounds == offered.as_ref();
                let text = words_of(offered.as_ref());
                if ui.selectable_label(is_present, text).clicked() && !is_present {
                    pane.grounds = None;
                    change(CaseChange::Grounds(offered));
                }
            }
            let text = language.text("cases.grounds-other");
            if ui.selectable_label(false, text).clicked() {
                pane.grounds = Some(String::new());
            }
        })
        .response
        .labelled_by(label.id);
    if let Some(words) = own_words_ui(ui, state, &mut pane.grounds) {
        change(CaseChange::Grounds(Some(Grounds::Other(words))));
    }
    let label = ui.weak(language.text("cases.person"));
    let mut person = state.cases.person.clone();
    let field = TextEdit::singleline(&mut person).desired_width(PERSON);
    let field = text_field_ui(ui, field).labelled_by(label.id);
    let field = field.on_hover_text(language.text("cases.person-hint"));
    if field.changed() {
        commands.push(Command::Case(CaseCommand::NamePerson(person)));
    }
}

/// Draws the field for the person's own words while they are requested. Returns the words once the field loses the
/// focus, unless it is blank; Escape drops them.
fn own_words_ui(ui: &mut Ui, state: &State, words: &mut Option<String>) -> Option<String> {
    let typed = words.as_mut()?;
    let field = TextEdit::singleline(typed)
        .hint_text(state.language.text("cases.own-words"))
        .desired_width(OWN_WORDS);
    let field = text_field_ui(ui, field);
    if typed.is_empty() && !field.has_focus() && !field.lost_focus() {
        field.request_focus();
    }
    if !field.lost_focus() {
        return None;
    }
    let is_dropped = is_escaped(ui, &field);
    (words.take()).filter(|words| !is_dropped && !words.trim().is_empty())
}

/// Draws the files that can be written, the contents of the file for the committee, undo and deletion.
fn files_ui(ui: &mut Ui, state: &State, shown: &ShownCase, commands: &mut Vec<Command>) {
    let language = state.language;
    let has_dialog = state.shell.dialog.is_some();
    for file in CaseFile::ALL {
        let key = format!("cases.file-{}", file.name());
        let button = Button::new((Icon::Export.atom(), language.text(&key)));
        let button = ui.add_enabled(!has_dialog, button);
        let hint = language.text(&format!("{key}-hint"));
        if button.on_hover_text(hint).clicked() {
            commands.push(Command::Case(CaseCommand::Write(file)));
        }
        if file == CaseFile::Committee {
            included_ui(ui, state, shown.included, commands);
        }
    }
    let last = shown.case.last_to_take_back();
    let back = Button::new((Icon::Undo.atom(), language.text("cases.take-back")));
    let back = ui.add_enabled(last.is_some(), back);
    let hint = match last {
        Some(entry) => language.case_change(&entry.change),
        None => language.text("cases.nothing-to-take-back"),
    };
    if back
        .on_hover_text(&hint)
        .on_disabled_hover_text(hint)
        .clicked()
    {
        commands.push(Command::Case(CaseCommand::TakeBack));
    }
    let delete = Button::new((Icon::Clear.atom(), language.text("cases.delete")));
    let hint = language.text("cases.delete-hint");
    if ui.add(delete).on_hover_text(hint).clicked() {
        commands.push(Command::Case(CaseCommand::Delete(shown.id)));
    }
}

/// Draws the optional contents of the file for the committee.
fn included_ui(ui: &mut Ui, state: &State, included: Included, commands: &mut Vec<Command>) {
    let mut chosen = included;
    for (key, is_on) in [
        ("cases.with-names", &mut chosen.names),
        ("cases.with-surroundings", &mut chosen.surroundings),
    ] {
        let hint = state.language.text(&format!("{key}-hint"));
        ui.add(Checkbox::new(is_on, state.language.text(key)))
            .on_hover_text(hint);
    }
    ui.add_space(SMALL_GAP);
    if chosen != included {
        commands.push(Command::Case(CaseCommand::Include(chosen)));
    }
}
