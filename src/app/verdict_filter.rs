//! Filter of the documents table by verdict: the documents it shows, the choice beside the text filter, and the message
//! when no row fits.

use std::collections::BTreeSet;

use egui::{ComboBox, RichText, Ui};

use super::command::Command;
use super::icons::Icon;
use super::state::State;
use super::theme::{GAP, ROW, Tokens};
use crate::compare::Verdict;
use crate::i18n::Language;
use crate::session::Findings;

/// Documents that the table shows, by the verdicts of their listed pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum OfVerdict {
    #[default]
    Any,
    /// Documents in a pair with this verdict.
    Some(Verdict),
    /// Documents in no listed pair.
    None,
}

impl OfVerdict {
    const ALL: [Self; 7] = [
        Self::Any,
        Self::Some(Verdict::NearDuplicate),
        Self::Some(Verdict::LargePart),
        Self::Some(Verdict::Part),
        Self::Some(Verdict::Passage),
        Self::Some(Verdict::Related),
        Self::None,
    ];

    /// Returns a test of whether the document at a position is shown.
    pub(super) fn shown(self, findings: &Findings) -> impl Fn(usize) -> bool + use<> {
        let among: BTreeSet<usize> = (findings.pairs.iter())
            .filter(|pair| match self {
                Self::Any => false,
                Self::Some(verdict) => pair.verdict == Some(verdict),
                Self::None => pair.verdict.is_some(),
            })
            .flat_map(|pair| [pair.a, pair.b])
            .collect();
        move |document| match self {
            Self::Any => true,
            Self::Some(_) => among.contains(&document),
            Self::None => !among.contains(&document),
        }
    }

    fn name(self, language: Language) -> String {
        match self {
            Self::Any => language.text("documents.verdict-any"),
            Self::Some(verdict) => language.verdict(verdict),
            Self::None => language.text("documents.verdict-none"),
        }
    }
}

pub(super) fn verdict_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    let label = ui.label(language.text("column.verdict"));
    ComboBox::from_id_salt("verdict")
        // High enough for all entries without scrolling.
        .height(ROW * 2.0 * OfVerdict::ALL.len() as f32)
        .selected_text(state.of_verdict.name(language))
        .show_ui(ui, |ui| {
            for of in OfVerdict::ALL {
                let chosen = of == state.of_verdict;
                if ui.selectable_label(chosen, of.name(language)).clicked() {
                    commands.push(Command::ShowVerdict(of));
                }
            }
        })
        .response
        .labelled_by(label.id);
}

/// Draws the message that no row fits the filters, with a button that resets them.
pub(super) fn none_shown_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let language = state.language;
    ui.add_space(GAP);
    ui.label(RichText::new(language.text("documents.none-shown")).color(Tokens::of(ui).weak));
    let all = (Icon::Undo.atom(), language.text("documents.reset"));
    if ui.button(all).clicked() {
        commands.push(Command::ShowAllDocuments);
    }
}
