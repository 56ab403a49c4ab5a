//! Passages of a case side by side, with identical text marked and the attribution of each side.

use chachong_case::{CaseEvidence, CasePassage, CaseText};
use chachong_messages::grouped;
use maud::{Markup, html};

use super::CaseFileOptions;
use super::documents::label;
use super::laid_out::{laid_out, written};
use super::marks::SideBySide;
use super::words::Words;
use crate::html::visible;

/// Facts about passages that a file shows besides their texts.
#[derive(Clone, Copy)]
pub(super) struct ShownFacts {
    /// Whether the text around passages is shown: of the document in question, of the source.
    pub(super) surroundings: [bool; 2],
    /// Whether the page of the passage in the source and the source's attribution are shown.
    pub(super) about_source: bool,
}

impl ShownFacts {
    /// Shows everything that the options include, for the committee.
    pub(super) const fn by(options: CaseFileOptions) -> Self {
        Self {
            surroundings: [options.with_surroundings; 2],
            about_source: true,
        }
    }
}

/// Returns all passages of a case.
pub(super) fn passages(evidence: &CaseEvidence, shown: ShownFacts, words: Words<'_>) -> Markup {
    html! {
        p.legend { span.same { (words.part("legend-same")) } " " span { (words.part("legend-other")) } }
        @for (number, one) in (1..).zip(&evidence.passages) { (passage(evidence, number, one, shown, words)) }
    }
}

fn passage(
    evidence: &CaseEvidence,
    number: usize,
    passage: &CasePassage,
    shown: ShownFacts,
    words: Words<'_>,
) -> Markup {
    let sides = [&passage.in_document, &passage.in_source];
    let labels = [passage.document, passage.source].map(|at| label(evidence, at, words));
    let texts = sides.map(|side| side.text.as_str());
    let lay_out = |at: usize, side: &CaseText| {
        let document = evidence.documents.get(at);
        let joins_lines = document.is_some_and(|document| document.joins_lines);
        let parts = [&side.before, &side.text, &side.after].map(String::as_str);
        laid_out(parts, &words.withheld.texts(parts), joins_lines)
    };
    let [before, text, after] = lay_out(passage.document, sides[0]);
    let [before_there, text_there, after_there] = lay_out(passage.source, sides[1]);
    let [before, after, before_there, after_there] =
        [before, after, before_there, after_there].map(|part| written(&part));
    let rows = SideBySide::of(texts, [text, text_there]);
    let lines = [
        Some(attribution(sides[0], shown.surroundings[0], words)),
        shown
            .about_source
            .then(|| attribution(sides[1], shown.surroundings[1], words)),
    ];
    let around = |texts: [&str; 2]| {
        html! { @if shown.surroundings.contains(&true) {
            tr.around { @for (text, is_shown) in texts.into_iter().zip(shown.surroundings) {
                td { @if is_shown { (lines_of(text)) } }
            } }
        } }
    };
    html! {
        div.passage {
            h3 { (words.language.fill("case-file.passage", &[("number", &number)])) }
            p.about { (about(passage, words)) }
            table {
                thead {
                    tr { @for ((label, side), is_told) in labels.iter().zip(sides).zip([true, shown.about_source]) { th scope="col" { (label)
                        @if let Some(page) = side.page.filter(|_| is_told) { " " span.weak { (words.language.fill("case-file.page", &[("page", &page)])) } }
                    } } }
                    tr.cited { @for line in &lines { td { @if let Some(line) = line { (line) } } } }
                }
                tbody {
                    (around([&before, &before_there]))
                    @for row in rows.rows() {
                        tr { @for pieces in row { td { @for (same, text) in &pieces {
                            @if *same { span.same { (lines_of(text)) } } @else { (lines_of(text)) }
                        } } } }
                    }
                    (around([&after, &after_there]))
                }
            }
        }
    }
}

/// Describes the kind of a passage and the number of its characters that count.
fn about(passage: &CasePassage, words: Words<'_>) -> String {
    let kind = words.language.passage_kind(passage.kind);
    let values: [(&str, &dyn std::fmt::Display); 4] = [
        ("kind", &kind),
        (
            "similar",
            &format!("{:.0} %", f64::from(passage.similarity.min(1000)) / 10.0),
        ),
        ("counting", &grouped(passage.in_document.counting.into())),
        (
            "characters",
            &grouped(passage.in_document.characters.into()),
        ),
    ];
    words.language.fill("case-file.about-passage", &values)
}

/// Describes whether a side is cited or quoted. The citation and the entry of the reference list are text outside the
/// passage.
fn attribution(side: &CaseText, with_surroundings: bool, words: Words<'_>) -> String {
    let found = &side.attribution;
    let mut all = vec![words.language.attribution(found.group)];
    let outside = [
        ("citation", &found.citation),
        ("reference", &found.reference),
    ];
    for (key, text) in outside {
        let Some(text) = text else { continue };
        if with_surroundings || side.text.contains(text.as_str()) {
            let text = words.withheld.words(text);
            all.push(
                words
                    .language
                    .fill(&format!("case-file.{key}"), &[("text", &text)]),
            );
        } else {
            all.push(words.part(&format!("{key}-withheld")));
        }
    }
    all.join(&words.language.text("punctuation.semicolon"))
}

/// Returns a text with its lines.
fn lines_of(text: &str) -> Markup {
    html! { @for (at, line) in text.split('\n').enumerate() {
        @if at > 0 { br; }
        (visible(line.strip_suffix('\r').unwrap_or(line)))
    } }
}
