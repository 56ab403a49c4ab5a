//! Evidence for a person to judge: metadata of a file, and the places of signs of manipulation in it.

use egui::{Grid, Ui};

use chachong_check::DocumentContent;
use chachong_import::{Metadata, Places, Warning};
use chachong_messages::{Language, grouped};

/// Maximum number of places listed for one sign.
const PLACES: usize = 12;

pub(crate) fn evidence_ui(ui: &mut Ui, content: &DocumentContent, language: Language) {
    let facts = facts(content, language);
    if facts.is_empty() {
        return;
    }
    ui.strong(language.text("evidence.title"));
    Grid::new("evidence")
        .num_columns(2)
        .spacing([16.0, 4.0])
        .show(ui, |ui| {
            for (key, value) in facts {
                ui.weak(key);
                ui.add(egui::Label::new(value).wrap());
                ui.end_row();
            }
        });
}

/// Returns the names and values of all facts that are known.
fn facts(content: &DocumentContent, language: Language) -> Vec<(String, String)> {
    let Metadata {
        sha256,
        title,
        author,
        last_editor,
        company,
        application,
        created,
        modified,
        revision,
        editing_minutes,
        revision_ids,
        pdf_producer,
        pdf_id,
        pictures,
        address,
        licence,
        code_language: _,
    } = content.metadata.as_ref();
    let number = |value: &Option<u32>| value.map(|value| grouped(u64::from(value)));
    let some = |value: &str| (!value.is_empty()).then(|| value.to_owned());
    let count = |length: usize| (length > 0).then(|| grouped(length as u64));
    let mut facts: Vec<(String, String)> = [
        ("doc-title", title.clone()),
        ("author", author.clone()),
        ("address", address.clone()),
        ("licence", licence.clone()),
        ("last-editor", last_editor.clone()),
        ("company", company.clone()),
        ("application", application.clone()),
        ("created", created.clone()),
        ("modified", modified.clone()),
        ("revision", number(revision)),
        ("editing-minutes", number(editing_minutes)),
        ("revision-ids", count(revision_ids.len())),
        ("pdf-producer", pdf_producer.clone()),
        ("pdf-id", some(&pdf_id.join(" / "))),
        ("pictures", count(pictures.len())),
        ("sha256", some(sha256)),
    ]
    .into_iter()
    .filter_map(|(key, value)| Some((language.text(&format!("evidence.{key}")), value?)))
    .collect();
    for warning in &content.warnings {
        if let Some((key, places)) = places_of(warning) {
            let name = language.text(&format!("evidence.{key}"));
            facts.push((name, listed(places, &content.pages, language)));
        }
    }
    facts
}

fn places_of(warning: &Warning) -> Option<(&'static str, &Places)> {
    match warning {
        Warning::HiddenText { places } => Some(("hidden-text", places)),
        Warning::InvisibleText { places } => Some(("invisible-text", places)),
        Warning::TextOutsidePage { places } => Some(("text-outside-page", places)),
        Warning::InvisibleCharacters { places } => Some(("invisible-characters", places)),
        Warning::MixedScripts { places } => Some(("mixed-scripts", places)),
        Warning::DisguisedCharacters { places } => Some(("disguised-characters", places)),
        Warning::PrivateUseCharacters { places } => Some(("private-use-characters", places)),
        Warning::UndecidedText { places } => Some(("undecided-text", places)),
        _ => None,
    }
}

/// Lists places by page number where there are pages, else by character number; both count from 1.
fn listed(places: &Places, pages: &[u64], language: Language) -> String {
    let mut numbers: Vec<u64> = if pages.is_empty() {
        places.at.iter().map(|at| at + 1).collect()
    } else {
        places
            .at
            .iter()
            .map(|at| pages.partition_point(|start| start <= at) as u64)
            .collect()
    };
    numbers.dedup();
    let more = if numbers.len() > PLACES { " …" } else { "" };
    let first: Vec<String> = numbers
        .iter()
        .take(PLACES)
        .map(|&number| grouped(number))
        .collect();
    let key = if pages.is_empty() {
        "evidence.at-characters"
    } else {
        "evidence.on-pages"
    };
    let list = format!("{}{more}", first.join(", "));
    language.fill(key, &[("count", &places.count), ("places", &list)])
}
