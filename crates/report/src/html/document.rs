//! Page of one document: its figures, the whole text with its passages, and the numbered list of its sources beside it.

use maud::{Markup, html};

use super::evidence::evidence_of_document;
use super::index::facts_list;
use super::leads::leads_of_document;
use super::marked_text::MarkedText;
use super::page::{Page, section};
use super::recheck::recheck_of_document;
use super::references::references_of_document;
use super::rows::leading_to;
use super::sheet::Kind;
use super::site::{Place, Site};
use super::sources::sources;
use super::words::{level, name, plain_name, visible};
use crate::document_figures::{
    FigureTable, document_facts, figure_notes, figure_tables, total_share,
};
use crate::document_report::DocumentReport;
use crate::evidence::{OtherDocument, others_of, strongest_of};
use crate::origins::origins_of;
use crate::warnings;
use chachong_check::shown::Lines;
use chachong_compare::DocumentIndex;
use chachong_messages::copied_of;
use chachong_text::ExclusionReason;

/// Returns the page of the document at `position`. A text that cannot be read again is replaced by the reason.
pub(super) fn page(site: &Site<'_>, position: DocumentIndex) -> String {
    let check = site.check;
    let language = check.language;
    let document = site.document(position);
    let title = document.map_or_else(String::new, |document| plain_name(document, language));
    let report = DocumentReport::of(check, position);
    let apart = [
        ("evidence", evidence_of_document(site, position)),
        ("leads", leads_of_document(site, position)),
        ("recheck", recheck_of_document(site, position)),
        ("references", references_of_document(site, position)),
    ];
    let content = match &report {
        Ok(Some(report)) => content(site, report, &apart),
        Ok(None) => html! {},
        Err(error) => html! {
            p.lost { (language.fill("html.text-lost", &[("detail", error)])) }
        },
    };
    let is_there = |part: &&str| {
        let mut apart = apart.iter();
        apart.all(|(name, content)| name != part || content.is_some())
    };
    let parts = [
        "figures",
        "evidence",
        "leads",
        "recheck",
        "references",
        "text",
        "sources",
        "facts",
    ];
    let parts = (parts.into_iter().filter(is_there))
        .map(|part| (part, language.text(&format!("html.part-{part}"))));
    Page {
        kind: Kind::Document,
        leads: check.result.leads.is_some(),
        language,
        title: format!("{title} · {}", language.text("html.report")),
        header: html! {
            p.kind { (language.text("html.document-report")) }
            h1 { @if let Some(document) = document { (name(document, language)) } }
            (submission(site, position))
        },
        parts: if matches!(report, Ok(Some(_))) {
            parts.collect()
        } else {
            Vec::new()
        },
        index: site.index_link(),
        content,
    }
    .write()
}

/// Names the submission to which a document belongs, and its other files; empty if no submission has several.
fn submission(site: &Site<'_>, position: DocumentIndex) -> Markup {
    let (result, language) = (site.check.result, site.check.language);
    let named = result.named_submission(position);
    let Some(submission) = named.filter(|_| site.has_submissions) else {
        return html! {};
    };
    let found_by = language.text(&format!(
        "submission.found-by.{}",
        submission.found_by.name()
    ));
    let others = submission.files.iter().map(|&file| DocumentIndex(file));
    let others: Vec<DocumentIndex> = others.filter(|&one| one != position).collect();
    let name = |file| html! { bdi { (visible(result.file_name(file))) } };
    html! {
        p.lead {
            (language.text("submission.name")) ": "
            bdi { (visible(&language.submission_with_files(result, position))) }
            " " span.weak { (found_by) }
        }
        @if !others.is_empty() {
            p.lead {
                (language.text("submission.other-files"))
                @for (at, &file) in others.iter().enumerate() {
                    @if at > 0 { " ·" }
                    " "
                    (leading_to(site.document_link(Place::Inside, file).as_deref(), &name(file)))
                }
            }
        }
    }
}

/// Returns the parts of the page. `apart` are the names and contents of the parts between the figures and the text;
/// parts without content are left out.
fn content(
    site: &Site<'_>,
    report: &DocumentReport<'_>,
    apart: &[(&str, Option<Markup>)],
) -> Markup {
    let language = site.check.language;
    html! {
        section #figures aria-labelledby="figures-h" {
            h2 #figures-h { (language.text("html.part-figures")) }
            (figures(site, report))
        }
        @for (part, content) in apart {
            @if let Some(content) = content {
                (section(part, &language.text(&format!("html.part-{part}")), content))
            }
        }
        div.beside {
            section #text aria-labelledby="text-h" {
                h2 #text-h { (language.text("html.part-text")) }
                @if report.content.is_only_code() { p.note { (language.passed_over(ExclusionReason::Code)) } } @else { (legend(site)) }
                div class=(if report.text.text.lines == Lines::Code { "text lines" } else { "text" }) { (MarkedText { site, report }) }
            }
            aside #sources aria-labelledby="sources-h" tabindex="-1" { (sources(site, report)) }
        }
        section #facts aria-labelledby="facts-h" {
            h2 #facts-h { (language.text("html.part-facts")) }
            (facts_list(site))
        }
    }
}

fn figures(site: &Site<'_>, report: &DocumentReport<'_>) -> Markup {
    let (check, language, shares) = (site.check, site.check.language, report.shares);
    let warnings = warnings(report.document, language);
    let origins = origins_of(check, report.position);
    let others = others_of(check, report.position);
    let name = |other: &OtherDocument<'_>| plain_name(other.document, language);
    let strongest = strongest_of(&others, language, name);
    // A program has no share of prose.
    let beyond = (strongest.as_ref()).map(|(strongest, _)| strongest.coloured(strongest.share()));
    let weight = shares.shown().weight.max(beyond.unwrap_or_default());
    html! {
        div.figures {
            div class=(format_args!("total {}", level(weight))) {
                @if let Some((_, sentence)) = &strongest { p.total-name { bdi { (visible(sentence)) } } }
                @if shares.has_text() || (strongest.is_none() && !report.content.is_only_code()) {
                    p.total-number { @if shares.has_text() { (total_share(check, report).values[0]) } @else { "–" } }
                    p.total-name { (language.text("shares.net")) }
                }
                @if shares.has_text() { p.total-of { (copied_of(shares.shown().copied, language)) } }
                @if let Some(origins) = &origins {
                    @if let Some(own) = &origins.own { p.total-of { (own) } }
                    p.total-of { (origins.line) }
                    p.note { (language.text("origins.hint")) }
                }
                @for note in figure_notes(check, report, true) { p.note { (visible(&note)) } }
            }
            div {
                @for figures in figure_tables(check, report) { (table(&figures)) }
                @if let Some(origins) = origins.filter(|origins| !origins.libraries.is_empty()) {
                    p.note { b { (language.text("origins.libraries")) } }
                    ul.plain { @for library in &origins.libraries { li { bdi { (visible(library)) } } } }
                }
            }
            (file_facts(site, report))
        }
        @if !warnings.is_empty() {
            ul.warnings { @for warning in warnings { li { (visible(&warning)) } } }
        }
    }
}

/// Returns a table of figures; a figure about a source leads to it.
fn table(figures: &FigureTable) -> Markup {
    html! {
        table.small {
            caption { (figures.heading) }
            thead { tr { td {} @for column in &figures.columns { th scope="col" { (column) } } } }
            tbody { @for figure in &figures.rows { tr {
                th scope="row" {
                    @if let Some(source) = figure.source {
                        a href=(format_args!("#source-{}", source + 1)) { (figure.name) }
                    } @else {
                        (figure.name)
                    }
                }
                @for value in &figure.values { td.num { (value) } }
            } } }
        }
    }
}

/// Returns the facts about the document, so that it can be recognised.
fn file_facts(site: &Site<'_>, report: &DocumentReport<'_>) -> Markup {
    let language = site.check.language;
    let codes = ["document.fingerprint", "evidence.sha256"].map(|key| language.text(key));
    html! {
        dl.file {
            @for fact in document_facts(site.check, report, true) {
                div {
                    dt { (fact.name) }
                    dd class=[codes.contains(&fact.name).then_some("code")] { bdi { (visible(&fact.value)) } }
                }
            }
        }
    }
}

/// Returns the legend of the looks in the text.
fn legend(site: &Site<'_>) -> Markup {
    let language = site.check.language;
    html! {
        ul.legend aria-label=(language.text("html.legend")) {
            li { span.n.s1 data-n="1" aria-hidden="true" {} span.s.s1 { (language.text("degree.identical")) } }
            li { span.s.s1.de { (language.text("degree.edited")) } }
            li { span.s.s1.dw { (language.text("degree.reworded")) } }
            li { span.o { (language.text("html.legend-left-out")) } }
            li { span.x { (language.text("html.legend-not-compared")) } }
            li { span.off { (language.text("html.legend-off")) } }
            @if site.check.result.possible { li { span.maybe { (language.text("html.legend-possible")) } } }
            li.keys { (language.text("html.keys")) }
        }
    }
}
