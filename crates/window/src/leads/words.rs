//! Words and inks of leads: kind, strength, a person's word. None is red.

use egui::Color32;

use crate::widgets::theme::Tokens;
use chachong_check::{FoundLead, LeadStrength};
use chachong_compare::Decision;
use chachong_messages::{Language, day};
use chachong_semantics::LeadKind;

/// Returns the kind of a lead in words.
pub(crate) fn kind_words(kind: LeadKind, language: Language) -> String {
    language.text(&format!("lead.kind-{}", kind.name()))
}

/// Returns the strength of a lead in words.
pub(crate) fn strength_words(strength: LeadStrength, language: Language) -> String {
    language.text(&format!("lead.strength-{}", strength.name()))
}

/// Returns the ink and the background colour of a strength: the slighter the lead, the paler.
pub(crate) fn strength_colors(strength: LeadStrength, tokens: Tokens) -> (Color32, Color32) {
    match strength {
        LeadStrength::Striking => (tokens.related, tokens.related_fill),
        LeadStrength::Clear => (tokens.calm, tokens.calm_fill),
        LeadStrength::Slight => (tokens.possible, tokens.possible_fill),
    }
}

/// Returns a person's decision on a lead with its day, as text; `None` without a decision.
pub(crate) fn word_words(lead: &FoundLead, language: Language) -> Option<String> {
    let word = lead.word.as_ref()?;
    let key = match word.word {
        Decision::Confirmed => "leads.confirmed-on",
        Decision::NotPlagiarism => "leads.dismissed-on",
        // No lead is given another decision.
        Decision::ToDiscuss | Decision::Reviewed => return None,
    };
    Some(language.fill(key, &[("day", &day(word.at))]))
}
