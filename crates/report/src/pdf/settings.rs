//! Last part of the printed report: how to read it, and the settings with which the check can be repeated.

use super::content::Content;
use super::flow::Flow;
use super::summary::fact;
use crate::facts::{doubts_beside, facts, lower_estimates_of};
use chachong_compare::LEAST_CHARACTERS;
use chachong_messages::grouped;

/// Maximum number of characters named that the font lacks.
const NAMED_CHARACTERS: usize = 12;
/// Width of the facts' names.
const LABEL: f32 = 132.0;

/// Adds the explanations and the settings.
pub(super) fn settings(flow: &mut Flow<'_>, content: &Content<'_>) {
    flow.new_page();
    let heading = content.text("pdf.settings");
    flow.section(&heading);
    let mut explanations = vec![
        content.text("pdf.how-shares"),
        content
            .language()
            .fill("pdf.how-passages", &[("least", &LEAST_CHARACTERS)]),
        content.text("pdf.how-left-out"),
        content.text("pdf.how-sources"),
        content.text("pdf.how-chapters"),
        content.text("pdf.how-fingerprint"),
        content.text("pdf.judge"),
    ];
    explanations.extend(missing(flow, content));
    for explanation in explanations {
        flow.paragraph(&explanation);
    }
    flow.heading(2, &content.text("html.part-facts"), None);
    flow.rule();
    if !content.reader.is_teacher() {
        of_document(flow, content);
        return;
    }
    for stated in facts(content.check) {
        fact(flow, &stated.name, &stated.value, LABEL);
    }
    of_document(flow, content);
    for (heading, lines) in doubts_beside(content.check, content.report) {
        flow.heading(2, &heading, None);
        for line in lines {
            flow.paragraph(&line);
        }
    }
}

/// Adds the settings alone, for a form on one thesis: it names no other files than the sources.
pub(super) fn settings_of_form(flow: &mut Flow<'_>, content: &Content<'_>) {
    let heading = content.text("html.part-facts");
    flow.section(&heading);
    let explanations = [
        content
            .language()
            .fill("pdf.how-passages", &[("least", &LEAST_CHARACTERS)]),
        content.text("pdf.how-chapters"),
        content.text("pdf.how-fingerprint"),
    ];
    let explanations = explanations.into_iter().chain(missing(flow, content));
    for explanation in explanations.collect::<Vec<_>>() {
        flow.note(&explanation);
    }
    flow.y += 4.0;
    flow.rule();
    let of_all = content.text("lower-estimate.fact");
    for stated in facts(content.check) {
        if stated.name != of_all {
            fact(flow, &stated.name, &stated.value, LABEL);
        }
    }
    if let Some(own) = lower_estimates_of(content.check, content.report) {
        fact(flow, &of_all, &own, LABEL);
    }
    of_document(flow, content);
}

/// Adds what was read of the document's file.
fn of_document(flow: &mut Flow<'_>, content: &Content<'_>) {
    let reading = content.report.content;
    let format = content
        .report
        .document
        .read_format()
        .map(|format| format.name().to_owned());
    let stated = [
        ("pdf.format", format),
        ("document.reader", reading.reader.clone()),
        ("document.encoding", reading.encoding.clone()),
        ("evidence.sha256", Some(reading.metadata.sha256.clone())),
        (
            "document.fingerprint",
            reading.fingerprint.map(|print| print.to_string()),
        ),
    ];
    for (key, value) in stated {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            fact(flow, &content.text(key), &value, LABEL);
        }
    }
}

/// Says how many characters the report's font lacks; `None` if it has all.
fn missing(flow: &Flow<'_>, content: &Content<'_>) -> Option<String> {
    let missing = &flow.sheets.missing;
    if missing.is_empty() {
        return None;
    }
    let count: usize = missing.values().sum();
    let mut named: Vec<String> = (missing.keys().take(NAMED_CHARACTERS))
        .map(|&c| format!("U+{:04X}", u32::from(c)))
        .collect();
    if missing.len() > NAMED_CHARACTERS {
        named.push("…".to_owned());
    }
    let list = named.join(&content.text("punctuation.comma"));
    let values: [(&str, &dyn std::fmt::Display); 2] =
        [("count", &grouped(count as u64)), ("list", &list)];
    Some(content.language().fill("pdf.missing", &values))
}
