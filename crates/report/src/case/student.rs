//! File for the student: the passages in question, and a form for the answer. It names nobody else and contains no
//! notes.

use chachong_case::{Case, CaseEvidence, CaseFile, CaseState};
use chachong_messages::Language;
use maud::{Markup, html};

use super::CaseFileOptions;
use super::committee::{grounds, lead, statement};
use super::documents::questioned;
use super::page::{CasePage, facts};
use super::passages::{ShownFacts, passages};
use super::withheld::Withheld;
use super::words::Words;

/// Number of lines of the form for the statement.
const LINES: usize = 14;

/// Returns the page for the student: one sealed HTML file in UTF-8. Names of others are never included, whatever `options.with_names` is.
#[must_use]
pub fn student(case: &Case, options: CaseFileOptions, language: Language) -> Vec<u8> {
    let withheld = Withheld::of(case, false);
    let words = Words {
        language,
        withheld: &withheld,
        utc_offset: case.evidence.utc_offset,
    };
    let shown = ShownFacts {
        surroundings: [options.with_surroundings, false],
        about_source: false,
    };
    let evidence = &case.evidence;
    let mut parts = vec![
        ("asked", asked(case, words)),
        ("your-document", documents(evidence, words)),
        ("passages", passages(evidence, shown, words)),
        ("grounds", grounds(case, words)),
    ];
    if case.statement().is_some() {
        parts.push(("statement", statement(case, words)));
    }
    parts.push(("answer", answer(words)));
    let parts = parts.into_iter();
    CasePage {
        kind: CaseFile::Student,
        language,
        lead: lead(evidence, words),
        parts: parts
            .map(|(key, content)| (words.part(key), content))
            .collect(),
        withholds: true,
    }
    .write()
}

fn asked(case: &Case, words: Words<'_>) -> Markup {
    let evidence = &case.evidence;
    let known = [
        ("state", words.state(case.state())),
        ("checked-at", words.moment(evidence.checked_at)),
    ];
    let known = known.map(|(key, value)| (words.part(key), html! { bdi { (value) } }));
    let note = match case.state() {
        CaseState::Decided(_) => "decided-note",
        _ => "asked-note",
    };
    html! {
        p { (words.part(note)) }
        (facts(&known))
    }
}

fn documents(evidence: &CaseEvidence, words: Words<'_>) -> Markup {
    html! { @for position in 0..evidence.questioned().len() { (questioned(evidence, position, words)) } }
}

/// Returns the instructions for an answer, and a form to fill in by hand.
fn answer(words: Words<'_>) -> Markup {
    let steps = [
        "answer-passages",
        "answer-evidence",
        "answer-return",
        "answer-keep",
    ];
    let fields = ["return-to", "return-by", "name", "date-and-signature"];
    html! {
        ul { @for step in steps { li { (words.part(step)) } } }
        div.form {
            h3 { (words.part("form")) }
            div.lines { @for _ in 0..LINES { div {} } }
            dl.sign { @for field in fields { div { dt { (words.part(field)) } dd {} } } }
        }
    }
}
