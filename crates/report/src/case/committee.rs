//! File for the committee: everything that was found and done. Names of the sources' authors are left out unless the
//! options include them.

use chachong_case::{Case, CaseEvidence, CaseFile};
use chachong_messages::Language;
use maud::{Markup, html};

use super::CaseFileOptions;
use super::documents::{questioned, source};
use super::page::{CasePage, facts};
use super::passages::{ShownFacts, passages};
use super::withheld::Withheld;
use super::words::Words;

/// Returns the page for the committee: one sealed HTML file in UTF-8.
#[must_use]
pub fn committee(case: &Case, options: CaseFileOptions, language: Language) -> Vec<u8> {
    let withheld = Withheld::of(case, options.with_names);
    let words = Words {
        language,
        withheld: &withheld,
        utc_offset: case.evidence.utc_offset,
    };
    let parts = [
        ("about", about(case, words)),
        ("documents", documents(&case.evidence, options, words)),
        (
            "passages",
            passages(&case.evidence, ShownFacts::by(options), words),
        ),
        ("grounds", grounds(case, words)),
        ("statement", statement(case, words)),
        ("decision", decision(case, words)),
        ("history", history(case, words)),
    ];
    CasePage {
        kind: CaseFile::Committee,
        language,
        lead: lead(&case.evidence, words),
        parts: parts
            .map(|(key, content)| (words.part(key), content))
            .into(),
        withholds: withheld.is_any(),
    }
    .write()
}

/// Names the documents in question, in one line.
pub(super) fn lead(evidence: &CaseEvidence, words: Words<'_>) -> String {
    let names = evidence.questioned().iter().map(|document| {
        let title = document.title.as_deref().unwrap_or(&document.name);
        words.withheld.words(title)
    });
    let separator = words.language.text("punctuation.semicolon");
    names.collect::<Vec<_>>().join(&separator)
}

fn about(case: &Case, words: Words<'_>) -> Markup {
    let evidence = &case.evidence;
    let left_out = evidence
        .left_out
        .iter()
        .map(|reason| (words.language).text(&format!("left-out.{}", reason.name())));
    let left_out: Vec<String> = left_out.collect();
    let plain = |key: &str, value: String| (words.part(key), html! { bdi { (value) } });
    let mut all = vec![
        plain("subject", words.subject(evidence.subject)),
        plain("state", words.state(case.state())),
        plain("check", words.withheld.words(&evidence.check)),
        plain("checked-at", words.moment(evidence.checked_at)),
        plain("program", words.withheld.words(&evidence.program)),
    ];
    if !left_out.is_empty() {
        let separator = words.language.text("punctuation.semicolon");
        all.push(plain("left-out", left_out.join(&separator)));
    }
    if let Some(decision) = evidence.decision {
        let word = words
            .language
            .text(&format!("decision.{}", decision.name()));
        all.push(plain("decision-of-check", word));
    }
    facts(&all)
}

fn documents(evidence: &CaseEvidence, options: CaseFileOptions, words: Words<'_>) -> Markup {
    let first_source = evidence.questioned().len();
    html! {
        @for position in 0..first_source { (questioned(evidence, position, words)) }
        @for position in first_source..evidence.documents.len() {
            (source(evidence, position, options.with_names, words))
        }
        p.note { (words.part("originals-note")) }
    }
}

pub(super) fn grounds(case: &Case, words: Words<'_>) -> Markup {
    let grounds = case.grounds().map(|grounds| words.grounds(grounds));
    written(grounds, "no-grounds", words)
}

pub(super) fn statement(case: &Case, words: Words<'_>) -> Markup {
    let statement = case.statement().map(|text| words.withheld.words(text));
    written(statement, "no-statement", words)
}

fn decision(case: &Case, words: Words<'_>) -> Markup {
    let state = case.state();
    let decided = state.outcome().map(|_| words.state(state));
    written(decided, "no-decision", words)
}

/// Returns a text that somebody wrote, line by line, or the words for `none` if there is no text.
fn written(text: Option<String>, none: &str, words: Words<'_>) -> Markup {
    html! {
        @if let Some(text) = text {
            @for line in text.split('\n') { p.written { bdi { (line) } } }
        } @else {
            p.none { (words.part(none)) }
        }
    }
}

fn history(case: &Case, words: Words<'_>) -> Markup {
    let headings = ["when", "who", "what"].map(|key| words.part(key));
    html! {
        table.history {
            thead { tr { @for heading in &headings { th scope="col" { (heading) } } } }
            tbody { @for entry in &case.history {
                tr {
                    td.time { (words.moment(entry.at)) }
                    td { bdi { (words.withheld.words(&entry.by)) } }
                    td { @for line in words.change(&entry.change).split('\n') { div { bdi { (line) } } } }
                }
            } }
        }
    }
}
