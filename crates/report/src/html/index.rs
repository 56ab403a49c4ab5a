//! Page of the whole check: summary, groups, matrix, tables of documents and pairs, texts that several documents share,
//! files that were not read.

use maud::{Markup, html};

use super::decided::decided;
use super::evidence::evidence_of_check;
use super::groups::groups;
use super::leads::leads_of_check;
use super::matrix::matrices;
use super::page::{Page, section};
use super::recheck::recheck_of_check;
use super::shared_texts::shared_texts;
use super::sheet::Kind;
use super::site::Site;
use super::summary::summary;
use super::tables::{documents_table, pairs_table};
use super::versions::versions;
use super::words::{count, visible};
use crate::facts::{Doubt, doubtful, unread};

/// Parts of the page with their contents, in order; one without content is left out.
type Parts = Vec<(&'static str, Option<Markup>)>;

/// Returns the page of a whole check.
pub(super) fn page(site: &Site<'_>) -> String {
    let check = site.check;
    let language = check.language;
    let compared = check.result.copies().is_some();
    let facts = html! {
        p.note { (language.text("html.facts-note")) }
        (facts_list(site))
    };
    let parts: Parts = vec![
        ("summary", Some(summary(site))),
        ("groups", groups(site)),
        ("matrix", matrices(site)),
        ("documents", Some(documents_table(site))),
        ("pairs", Some(pairs_table(site))),
        ("decided", decided(site)),
        ("versions", versions(site)),
        ("evidence", evidence_of_check(site)),
        ("recheck", recheck_of_check(site)),
        ("leads", leads_of_check(site)),
        ("shared", shared_texts(site)),
        ("unread", doubts(&unread(check))),
        ("doubtful", doubts(&doubtful(check))),
        ("facts", Some(facts)),
    ];
    let parts: Vec<(&str, Markup)> = (parts.into_iter())
        .filter_map(|(part, content)| Some((part, content?)))
        .collect();
    let heading = |part: &str| match part {
        "documents" => site.text("html.part-documents", "submission.part"),
        "pairs" => site.text("html.part-pairs", "submission.pairs-part"),
        part => language.text(&format!("html.part-{part}")),
    };
    let title = language.text("html.report");
    let title = check
        .options
        .name
        .map_or(title, |name| visible(name).into_owned());
    Page {
        kind: Kind::Index,
        leads: check.result.leads.is_some(),
        language,
        title: title.clone(),
        header: html! {
            h1 { (title) }
            p.lead { (language.fill(if site.has_submissions { "submission.lead" } else { "html.lead" }, &[
                ("submissions", &count(site.rows.count())),
                ("documents", &count(check.result.checked_documents().count())),
                ("listed", &count(site.rows.findings().len())),
                ("pairs", &count(site.rows.findings().iter().filter(|finding| finding.is_finding()).count())),
            ])) }
            @if let Some(date) = check.options.date { p.lead { (visible(date)) } }
            @if !compared { p.lost { (language.text("passages.given-up")) } }
        },
        parts: parts.iter().map(|(part, _)| (*part, heading(part))).collect(),
        index: None,
        content: html! {
            @for (part, content) in &parts { (section(part, &heading(part), content)) }
        },
    }
    .write()
}

/// Returns documents with what is wrong with each; `None` without any.
fn doubts(doubts: &[Doubt<'_>]) -> Option<Markup> {
    (!doubts.is_empty()).then(|| {
        html! {
            ul.doubts { @for doubt in doubts {
                li { bdi.doubt-name { (visible(doubt.name)) } span { (visible(&doubt.reason)) } }
            } }
        }
    })
}

/// Returns the facts about the check, which every page states.
pub(super) fn facts_list(site: &Site<'_>) -> Markup {
    html! {
        dl.facts { @for fact in &site.facts {
            div { dt { (fact.name) } dd { (visible(&fact.value)) } }
        } }
    }
}
