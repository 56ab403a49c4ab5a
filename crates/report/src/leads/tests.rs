//! Tests of what all formats take from here: order, sides, dismissed leads, lost texts, extent.

use super::*;
use crate::ReportOptions;
use chachong_check::CheckResult;
use chachong_check::{PlacedLeads, fingerprint};
use chachong_compare::DocumentIndex as Doc;
use chachong_compare::Thresholds;
use chachong_import::{Format, decode_text};
use chachong_messages::Language;
use std::sync::Arc;

const TEXT: &str = "夜里开放的阅览室亮着灯，读者一直坐到十一点以后。\n门卫数过离开的人，冬天比夏天少，雨天比晴天多，周末没有差别。";

fn documents() -> Vec<Document> {
    let document = |name: &str| {
        Document::checked(
            name,
            Some(Format::Txt),
            Some(Ok(fingerprint(&decode_text(TEXT.as_bytes()).unwrap()))),
        )
    };
    ["a.txt", "b.txt", "c.txt"].map(document).to_vec()
}

fn with(leads: Option<PlacedLeads>) -> CheckResult {
    CheckResult {
        leads: leads.map(Arc::new),
        ..CheckResult::of(documents(), Thresholds::default())
    }
}

fn report(result: &CheckResult) -> Report<'_> {
    Report {
        result,
        language: Language::English,
        options: ReportOptions::default(),
    }
}

#[test]
fn a_document_comes_first_in_its_own_leads_and_dismissed_ones_are_counted() {
    let leads = made::leads(&documents());
    let result = with(Some(leads.clone()));
    let check = report(&result);
    let all = LeadList::of_check(check).unwrap();
    assert_eq!((all.leads.len(), all.dismissed), (2, 1));
    let own = LeadList::of_document(check, Doc(1)).unwrap();
    assert_eq!((own.leads.len(), own.dismissed), (1, 1));
    let lead = own.leads[0];
    assert_eq!(lead.documents, [1, 0].map(Doc));
    assert_eq!(lead.spans(), [lead.found.in_b, lead.found.in_a]);
    let rows = sentences(check, &own.leads).remove(0).unwrap();
    let start = |count: usize| {
        TEXT.chars()
            .take(count)
            .collect::<String>()
            .replace('\n', " ")
    };
    assert_eq!(rows[0], [Some(start(30)), Some(start(24))]);
    assert_eq!(rows[1][1], None);
    let none = LeadList::of_document(check, Doc(2)).unwrap();
    assert_eq!((none.leads.len(), none.dismissed), (0, 0));
    assert!(LeadList::of_pair(check, Doc(0), Doc(2)).is_none());
    assert_eq!(
        LeadList::of_pair(check, Doc(1), Doc(0)).unwrap().leads[0].documents,
        [1, 0].map(Doc)
    );
    let rest = own.rest(0, Language::English);
    assert_eq!(
        rest,
        [
            "… and 1 more lead; the JSON report lists them all.",
            "A person dismissed 1 lead."
        ]
    );
    let result = with(None);
    let check = report(&result);
    assert!(LeadList::of_check(check).is_none() && extent(check).is_empty());
    assert!(LeadList::of_document(check, Doc(0)).is_none());
}

#[test]
fn a_lead_without_sentences_shows_its_passages_and_a_lost_text_says_so() {
    let mut leads = made::leads(&documents());
    leads.list[0].lead.sentences.clear();
    leads.members[0].outcome = None;
    let result = with(Some(leads.clone()));
    let check = report(&result);
    let list = LeadList::of_document(check, Doc(0)).unwrap();
    let cut = sentences(check, &list.leads);
    assert_eq!(cut[0], passages(check, &list.leads)[0]);
    assert_eq!(cut[0].as_ref().unwrap().len(), 1);
    let no_text = cut[1].as_ref().unwrap_err();
    assert!(no_text.contains("lamps <i>.txt"), "{no_text}");
    // Spans beyond a text, such as those of an older one, are no reason to fail.
    leads_beyond(check, &list);
}

fn leads_beyond(check: Report<'_>, list: &LeadList<'_>) {
    let mut found = list.leads[0].found.clone();
    found.in_a = Span {
        start: 9_000,
        end: 9_100,
    };
    let lead = Lead {
        found: &found,
        ..list.leads[0]
    };
    let rows = passages(check, &[lead]).remove(0).unwrap();
    assert_eq!(rows[0][0].as_deref(), Some(""));
}

#[test]
fn the_words_of_a_lead_name_kind_strength_chance_day_and_note() {
    let leads = made::leads(&documents());
    let result = with(Some(leads.clone()));
    let check = report(&result);
    let list = LeadList::of_check(check).unwrap();
    assert_eq!(
        list.leads[0].about(Language::English),
        "rewritten? · striking · expected by chance for a document like this: 1e-4"
    );
    assert_eq!(list.leads[0].expected_by_chance().to_string(), "0.000123");
    assert!(list.leads[1].about(Language::English).ends_with("0.04"));
    let word = list.leads[0].word(Language::English).unwrap();
    assert!(
        word.contains(&day(made::AT)) && word.ends_with(made::NOTE),
        "{word}"
    );
    assert_eq!(list.leads[1].word(Language::English), None);
    let said = extent(check).join(" ");
    for words in [
        "3 documents",
        "31 in the library",
        "7 in the library",
        "gone <u>.txt",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(!said.contains("were searched for"), "{said}");
    let mut leads = leads;
    leads.extent.documents = 1;
    let result = with(Some(leads.clone()));
    let check = report(&result);
    let said = extent(check).join(" ");
    assert!(
        said.contains("searched for in 1 of the 3 documents"),
        "{said}"
    );
}
