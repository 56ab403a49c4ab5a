//! Text layer of a PDF's page beside the recognised text of the page, and the result of comparing both.

use std::collections::HashSet;

use egui::text::LayoutJob;
use egui::{Label, RichText, ScrollArea, TextFormat, TextStyle, Ui};

use crate::document::on_page::OnPage;
use crate::widgets::theme::Tokens;
use chachong_import::BothTexts;
use chachong_messages::{Language, page_ranges};
use chachong_window_model::command::{Command, RowCommand};

/// Draws the text layer of a page beside the text that the page shows.
pub(crate) fn both_texts_ui(ui: &mut Ui, texts: &BothTexts, language: Language) {
    ui.columns(2, |columns| {
        let both = [
            ("page-view.said", &texts.said, &texts.shown),
            ("page-view.printed", &texts.shown, &texts.said),
        ];
        for (ui, (key, text, other)) in columns.iter_mut().zip(both) {
            ui.strong(language.text(key));
            ScrollArea::vertical()
                .id_salt(key)
                .auto_shrink(false)
                .show(ui, |ui| {
                    let job = marked(ui, text, other);
                    ui.add(Label::new(job).wrap())
                });
        }
    });
}

/// Lays out a text and marks the characters that the other text lacks, such as letters of another script that look like the printed
/// ones.
fn marked(ui: &Ui, text: &str, other: &str) -> LayoutJob {
    let tokens = Tokens::of(ui);
    let known: HashSet<char> = other.chars().collect();
    let is_strange = |c: char| !c.is_whitespace() && !known.contains(&c);
    let font = TextStyle::Body.resolve(ui.style());
    let mut job = LayoutJob::default();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let strange = is_strange(first);
        let end = rest.find(|c: char| is_strange(c) != strange);
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        let mut format = TextFormat::simple(font.clone(), tokens.strong);
        if strange {
            (format.color, format.background) = (tokens.near, tokens.near_fill);
        }
        job.append(piece, 0.0, format);
        rest = after;
    }
    job
}

/// Draws how the text layer compares with the recognised text, and the button that compares a sample of the `pages` pages, or all
/// of them after a sample. Draws nothing for a document that was not and cannot be compared.
pub(crate) fn layer_ui(ui: &mut Ui, pages: usize, on: &OnPage<'_>, commands: &mut Vec<Command>) {
    let (language, tokens) = (on.language, Tokens::of(ui));
    if !on.is_comparable && on.layer.is_none() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let (text, color) = match on.layer {
            None => (language.text("page-view.uncompared"), tokens.weak),
            Some(layer) => {
                let count = layer.pages.len();
                let differing: Vec<u32> = layer.differing().map(|(page, _)| page).collect();
                if differing.is_empty() {
                    let text = language.fill("page-view.agrees", &[("count", &count)]);
                    (text, tokens.weak)
                } else {
                    let pages = page_ranges(&differing);
                    let values: [(&str, &dyn std::fmt::Display); 2] =
                        [("count", &count), ("pages", &pages)];
                    (language.fill("page-view.differs", &values), tokens.near)
                }
            }
        };
        ui.colored_label(color, RichText::new(text).small());
        let is_done = on.layer.is_some_and(|layer| layer.pages.len() >= pages);
        if on.is_comparable && !is_done {
            let all = on.layer.is_some();
            let key = if all {
                "page-view.compare-all"
            } else {
                "page-view.compare"
            };
            if ui.small_button(language.text(key)).clicked() {
                let compare = RowCommand::ComparePages(vec![on.position], all);
                commands.push(Command::Row(compare));
            }
        }
    });
}
