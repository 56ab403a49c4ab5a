//! Tests of what a person decides about code: that it was handed out, or that it counts.

use chachong_compare::{Choices, DocumentIndex as Doc, Span, TextDecision};
use chachong_import::Metadata;

#[path = "../../../../tests/made_programs/mod.rs"]
mod made_programs;

use super::sample::program;
use super::{Evidence, find_evidence};
use crate::Document;
use made_programs::{COMMON, OWN};

/// Returns the programs of twelve students, of whom the first `with` have COMMON, and nothing else in common.
fn class(with: usize) -> Vec<Document> {
    let programs = OWN.into_iter().enumerate().map(|(at, own)| {
        let common = if at < with { COMMON } else { "" };
        let text = format!("{own}\n{own}\n{common}");
        program("program.c", &text, Metadata::default())
    });
    programs.collect()
}

fn evidence(class: &[Document], choices: &Choices) -> Evidence {
    find_evidence(class, None, &[], choices)
}

/// Returns the places of given code in each document.
fn given(evidence: &Evidence) -> Vec<&[Span]> {
    let documents = 0..evidence.documents.len();
    documents.map(|at| evidence.given_in(Doc(at))).collect()
}

#[test]
fn shared_code_that_was_handed_out_weighs_nothing_and_stays_listed() {
    let class = class(4);
    let before = evidence(&class, &Choices::default());
    assert_eq!(before.pairs.len(), 6);
    let [code] = before.shared_code.all() else {
        panic!("{:?}", before.shared_code);
    };
    assert_eq!(code.documents, 4);
    let mut choices = Choices::default();
    choices.decide_text(code, Some(TextDecision::Template), 1);
    let after = evidence(&class, &choices);
    assert_eq!(after.pairs, []);
    assert_eq!(after.given_code.map(|given| given.documents), Some(4));
    assert_eq!(after.shared_code, before.shared_code);
    assert_eq!(given(&after), given(&before));
    assert_eq!(after.decided_code(&choices).count(), 1);
    choices.decide_text(code, Some(TextDecision::Counts), 2);
    assert_eq!(evidence(&class, &choices), before);
}

#[test]
fn code_of_most_programs_counts_if_nobody_handed_it_out_and_stays_listed() {
    let class = class(7);
    let before = evidence(&class, &Choices::default());
    assert_eq!((before.pairs.len(), before.shared_code.all().len()), (0, 0));
    let places = (0..7).map(|at| (Doc(at), given(&before)[at][0]));
    let code = chachong_compare::SharedText::at(places.collect(), 0);
    let mut choices = Choices::default();
    choices.decide_text(&code, Some(TextDecision::Counts), 1);
    let after = evidence(&class, &choices);
    assert_eq!((after.pairs.len(), after.given_code), (21, None));
    assert_eq!(given(&after), given(&before));
    choices.decide_text(&code, None, 2);
    assert_eq!(evidence(&class, &choices), before);
}
