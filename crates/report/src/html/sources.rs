//! Numbered list of a document's sources with their passages, and the passages that a person judged to be no plagiarism.

use chachong_compare::DocumentIndex;
use maud::{Markup, html};

use super::marked_text::{anchor, colour};
use super::rows::{leading_to, name_with_submission};
use super::site::{Place, Site};
use super::words::{count, more, possible_bar, share_bar, visible};
use crate::decided::{Decided, note_on};
use crate::document_figures::SourceFigures;
use crate::document_report::DocumentReport;
use crate::no_sources;
use chachong_check::shown::{Elsewhere, NumberedSource};
use chachong_messages::{Language, copied_of, grouped, percent, place};

/// Maximum number of sources listed; a ring of hundreds of equal files has as many.
const MOST_SOURCES: usize = 200;
/// Maximum number of passages listed for one source.
const MOST_PASSAGES: usize = 12;
/// Maximum number of possible passages listed.
const MOST_POSSIBLE: usize = 50;

/// Returns the list of sources.
pub(super) fn sources(site: &Site<'_>, report: &DocumentReport<'_>) -> Markup {
    let language = site.check.language;
    let all = &report.sources.sources;
    html! {
        h2 #sources-h { (heading(report, language)) }
        @if all.is_empty() {
            p.none { (no_sources(site.check, report.position)) }
        } @else {
            p.note { (language.text("html.sources-note")) }
            ol.sources {
                @for (index, source) in all.iter().enumerate().take(MOST_SOURCES) {
                    (one(site, report, index, source))
                }
            }
            (more(language, "html.more-sources", all.len(), MOST_SOURCES))
        }
        (switched_off(site, report))
        @if site.check.result.possible { (possible(site, report)) }
    }
}

/// Returns the heading with the number of sources that count, and of sources with only text that does not count.
fn heading(report: &DocumentReport<'_>, language: Language) -> String {
    let (_, counted) = report.sources.counted();
    let others = report.sources.sources.len() - counted;
    if others == 0 {
        return language.fill("html.sources", &[("count", &count(counted))]);
    }
    let values: [(&str, &dyn std::fmt::Display); 2] =
        [("count", &count(counted)), ("others", &count(others))];
    language.fill("html.sources-and-others", &values)
}

fn one(
    site: &Site<'_>,
    report: &DocumentReport<'_>,
    index: usize,
    source: &NumberedSource,
) -> Markup {
    let language = site.check.language;
    let (number, other) = (index + 1, source.source.document);
    let shares = source.source.shares;
    let pair = site.pair_link(Place::Inside, report.position, other);
    let class = if source.counted() > 0 {
        colour(index)
    } else {
        "off".to_owned()
    };
    let passages = &source.passages;
    let figures = SourceFigures::of(site.check, report.position, source);
    // All are listed, with the reason, if none counts.
    let shown = match figures.passages {
        0 => passages.len(),
        counted => counted,
    };
    let decided = Decided::of(site.check, report.position, other).in_words(site.check);
    html! {
        li id=(format_args!("source-{number}")) class=(format_args!("source {class}")) {
            p.source-name {
                span.n data-n=(number) aria-hidden="true" {}
                (document(site, other))
            }
            @if let Some(library) = site.document(other).and_then(|other| language.found_in(other)) {
                p.places { bdi { (visible(&library)) } }
            }
            @if figures.is_off {
                p.judged { (figures.in_words(language)) }
            } @else {
                p.source-share {
                    (share_bar(shares.shown(), site.check.result.pair_lower_estimate(report.position, other)))
                    span { (copied_of(shares.shown().copied, language)) }
                }
            }
            @if let Some(decided) = decided { p.judged { span.written { bdi { (visible(&decided)) } } } }
            @if source.is_left_out() {
                p.note { (language.text("report.source-left-out")) }
            }
            p.places {
                (language.fill("html.passages", &[("count", &count(shown))]))
                @for passage in passages.iter().take(MOST_PASSAGES) {
                    " " (to_text(site, report, passage))
                }
                @if passages.len() > MOST_PASSAGES {
                    " " (language.fill("text.more-sources", &[("count", &(passages.len() - MOST_PASSAGES))]))
                }
            }
            @if source.source.only > 0 {
                p.places { (language.fill("similar.only-here", &[("characters", &grouped(source.source.only.into()))])) }
            }
            @if let Some(pair) = pair {
                p.places { a.go href=(pair) { (language.text("html.side-by-side")) } }
            }
        }
    }
}

/// Returns the name of another document, linked to its page if it has one.
pub(super) fn document(site: &Site<'_>, position: DocumentIndex) -> Markup {
    let Some(name) = name_with_submission(site, position) else {
        return html! {};
    };
    leading_to(
        site.document_link(Place::Inside, position).as_deref(),
        &name,
    )
}

/// Returns a link to a passage's paragraph in the text, named by its place.
fn to_text(site: &Site<'_>, report: &DocumentReport<'_>, passage: &Elsewhere) -> Markup {
    let words = place(&report.content.pages, passage.span, site.check.language);
    let class = if passage.counts { "place" } else { "place off" };
    let left_out = passage.left_out.map(|reason| {
        let language = site.check.language;
        let reason = language.reason_left_out(reason);
        language.fill("shares.left-out", &[("reason", &reason)])
    });
    html! {
        a class=(class) href=(format_args!("#{}", anchor(report, passage.span.start))) { (words) }
        " " span.weak { (site.check.language.attribution(passage.attribution)) }
        @if let Some(left_out) = left_out { " " span.weak { "(" (left_out) ")" } }
    }
}

/// Returns the passages that a person judged to be no plagiarism, with their notes.
fn switched_off(site: &Site<'_>, report: &DocumentReport<'_>) -> Markup {
    let language = site.check.language;
    let judged: Vec<&Elsewhere> = (report.sources.sources.iter())
        .flat_map(|source| &source.passages)
        .filter(|passage| !passage.counts)
        .collect();
    html! {
        @if !judged.is_empty() {
            h3 { (language.fill("html.judged", &[("count", &count(judged.len()))])) }
            ul.plain { @for passage in judged {
                li {
                    (to_text(site, report, passage)) " · " (document(site, passage.document))
                    @if let Some(note) = note_on(site.check, report.position, passage) {
                        p.written { bdi { (visible(note)) } }
                    }
                }
            } }
        }
    }
}

/// Returns the list of possible passages, strongest first.
fn possible(site: &Site<'_>, report: &DocumentReport<'_>) -> Markup {
    let language = site.check.language;
    let all = &report.sources.possible;
    html! {
        @if !all.is_empty() {
            h3 { (language.text("possible.title")) " (" (count(all.len())) ")" }
            p.note { (language.text("possible.hint")) }
            p { (possible_bar(report.shares.possible.share())) }
            ul.plain { @for passage in all.iter().take(MOST_POSSIBLE) {
                li { (to_text(site, report, passage)) " · " (document(site, passage.document)) }
            } }
            (more(language, "text.more-sources", all.len(), MOST_POSSIBLE))
        }
    }
}

/// Returns kind, likeness and strength of a passage in words.
pub(super) fn about(site: &Site<'_>, passage: &chachong_compare::Passage) -> String {
    let language = site.check.language;
    let mut words = vec![
        language.passage_kind(passage.kind),
        language.fill(
            "html.similarity",
            &[("share", &percent(f64::from(passage.similarity) / 1000.0))],
        ),
    ];
    if passage.strength() == chachong_compare::Strength::Strong {
        words.push(language.strength(passage.chance));
    } else {
        words.push(language.text("possible.one"));
    }
    if passage.documents > 2 {
        words.push(language.fill("passages.in-documents", &[("count", &passage.documents)]));
    }
    words.join(" · ")
}
