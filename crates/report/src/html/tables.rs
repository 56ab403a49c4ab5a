//! Tables of the documents and the pairs of a check. The script makes them sortable and adds a filter; without it they
//! are complete, in the order of the other reports.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use maud::{Markup, html};

use super::rows::{leading_to, pairs_of_files, row, row_name, side};
use super::site::{MOST_PAIR_PAGES, MOST_WHOLE_TEXTS, Place, Site};
use super::words::{count, name, possible_bar, share_bar, verdict_chip, visible};
use crate::Report;
use crate::decided::{Decided, one_line};
use chachong_check::{Document, ListedPair, Status, SubmissionFinding};
use chachong_compare::{
    DocumentIndex, DocumentShares, EvidenceKind, LEAST_CHARACTERS, PairFinding, PairShares,
};
use chachong_messages::{self as messages, estimated, grouped, shown_share};

/// Returns a table with the words that the script needs: it adds the filter field and hides rows beyond the first.
fn table(site: &Site<'_>, id: &str, caption: &str, head: &Markup, rows: &Markup) -> Markup {
    let language = site.check.language;
    html! {
        div.scroll {
            table.list id=(id)
                data-filter=(language.text("documents.filter"))
                data-hint=(language.text("documents.filter-hint"))
                data-count=(language.text("html.rows-shown"))
                data-all=(language.text("html.show-all"))
                data-sort=(language.text("documents.sort-hint")) {
                caption.hidden { (caption) }
                thead { tr { (head) } }
                tbody { (rows) }
            }
        }
    }
}

/// Returns the heading of a column; the script sorts by a column of numbers largest first.
fn column(words: &str, is_number: bool) -> Markup {
    html! { th scope="col" class=[is_number.then_some("num")] { (words) } }
}

/// Returns the table of all checked files, the most copied first.
pub(super) fn documents_table(site: &Site<'_>) -> Markup {
    let check = site.check;
    let language = check.language;
    let mut rows: Vec<DocumentIndex> = (site.rows.mains(check.result))
        .filter(|&main| check.result.is_checked(main))
        .collect();
    let has_prose = check.result.has_prose();
    let has_beyond = (check.result.findings.kinds.iter()).any(|kind| *kind != EvidenceKind::Text);
    let strongest = |position: DocumentIndex| {
        let place = site.rows.strongest(position)?;
        site.rows.findings().get(place)
    };
    let weight = |position: DocumentIndex| {
        let beyond = strongest(position).and_then(SubmissionFinding::beyond_text);
        let beyond = beyond.map_or(0.0, |one| one.coloured(one.share()));
        let shares = site.rows.row_shares(check.result, position);
        shares.map_or([beyond, 0.0], |shares| {
            let shown = shares.shown();
            [shown.weight.max(beyond), shown.share()]
        })
    };
    rows.sort_by(|&x, &y| {
        let both = weight(y).into_iter().zip(weight(x));
        both.fold(Ordering::Equal, |order, (y, x)| order.then(y.total_cmp(&x)))
    });
    let possible = check.result.possible;
    let head = html! {
        (column(&language.text("column.number"), true))
        (column(&site.text("column.document", "submission.name"), false))
        @if has_beyond { (column(&language.text("documents.finding"), false)) }
        @if has_prose {
            (column(&language.text("shares.net"), true))
            (column(&language.text("shares.gross"), true))
            @if possible { (column(&language.text("documents.possible"), true)) }
            (column(&language.text("html.counting"), true))
            (column(&language.text("html.source-count"), true))
        }
        (column(&site.text("documents.closest", "submission.closest"), false))
        (column(&language.text("documents.status"), false))
        @if site.check.result.has_decisions() { (column(&language.text("decision.column"), false)) }
    };
    let body = html! {
        @for (order, position) in rows.into_iter().enumerate() {
            (document_row(site, position, strongest(position), (order, has_beyond, has_prose)))
        }
    };
    let caption = site.text("html.part-documents", "submission.part");
    table(site, "documents-table", &caption, &head, &body)
}

/// Returns the row of a document, or of a submission by its main document, with the strongest finding about it. The tuple has the position
/// of the row, and whether the table has columns for evidence beyond text and for prose.
fn document_row(
    site: &Site<'_>,
    position: DocumentIndex,
    finding: Option<&SubmissionFinding>,
    (order, has_beyond, has_prose): (usize, bool, bool),
) -> Markup {
    let check = site.check;
    let documents = || {
        let documents = site.rows.documents(position);
        documents.filter_map(|one| check.result.document(one))
    };
    let shares = site.rows.row_shares(check.result, position);
    let status = documents()
        .map(Document::status)
        .max()
        .unwrap_or(Status::Waiting);
    let lower = site.rows.lower_estimate(check.result, position);
    let own = check.result.own_earlier(site.rows.documents(position));
    let countable = || {
        let counts = documents().filter_map(|one| Some(one.content()?.countable));
        counts.reduce(|sum, one| sum + one)
    };
    html! {
        tr {
            td.num { (position.number()) }
            th.doc scope="row" { (row(site, position)) }
            @if has_beyond {
                td data-v=(order) {
                    @if let Some(pair) = finding.and_then(|one| one.as_pair(check.result)) { (verdict_chip(&pair, check.language)) }
                    @else if is_only_given(site, position) { span.weak { (check.language.text("documents.only-given-code")) } }
                }
            }
            @if !has_prose {
            } @else if let Some(shares) = shares {
                td.num data-v=(key(shares.shown().share())) {
                    (share_bar(shares.shown(), lower))
                    @if let Some(own) = own {
                        br; span.weak.unbroken { (check.language.own_share(own)) }
                    }
                }
                td.num { (estimated(shares.gross.share(), lower)) }
                @if check.result.possible {
                    td.num data-v=(key(shares.possible.share())) { (possible_bar(shares.possible.share())) }
                }
                td.num { (grouped(shares.net.countable.into())) }
                td.num { (count(counting_sources(site, position))) }
            } @else {
                td.num { "–" } td.num { "–" }
                @if check.result.possible { td.num { "–" } }
                td.num { (countable().map_or_else(|| "–".to_owned(), grouped)) }
                td.num { "–" }
            }
            td.doc {
                (closest(site, position, finding))
                @if !has_beyond && is_only_given(site, position) { span.weak { (check.language.text("documents.only-given-code")) } }
            }
            td { span class=(format_args!("chip st-{}", status.name())) { (check.language.status(status)) } }
            (decision_cell(check, position, position))
        }
    }
}

/// Returns the cell of a person's decision about a pair, or about a document (`a` twice); nothing in a check without
/// decisions.
fn decision_cell(check: Report<'_>, a: DocumentIndex, b: DocumentIndex) -> Markup {
    let decided = Decided::of(check, a, b);
    html! {
        @if check.result.has_decisions() {
            td.words {
                @if let Some(decision) = decided.decision { (check.language.decision(decision)) }
                @if let Some(note) = decided.note { " " span.weak { bdi { (visible(&one_line(note))) } } }
            }
        }
    }
}

/// Returns the number of other rows that are sources of counting text in a document's row.
fn counting_sources(site: &Site<'_>, position: DocumentIndex) -> usize {
    let result = site.check.result;
    if !site.has_submissions {
        let shares = result.document_shares(position);
        return shares.map_or(0, DocumentShares::counting_sources);
    }
    let of_row = site.rows.documents(position);
    let sources = of_row
        .filter_map(|one| result.document_shares(one))
        .flat_map(|one| &one.sources);
    let counting = sources.filter(|source| source.shares.net.characters >= LEAST_CHARACTERS);
    let theses = result.theses();
    let mains: BTreeSet<_> = counting
        .map(|source| theses.main(source.document))
        .collect();
    mains.len()
}

/// Returns whether all files of a row hold nothing but code of the assignment.
fn is_only_given(site: &Site<'_>, position: DocumentIndex) -> bool {
    let mut documents = site.rows.documents(position);
    documents.all(|one| site.check.result.is_only_given_code(one))
}

/// Returns the row that has the strongest finding with this row, and the share of the finding's kind.
fn closest_row(site: &Site<'_>, position: DocumentIndex, finding: &SubmissionFinding) -> Markup {
    let result = site.check.result;
    let own = usize::from(finding.b == position);
    let other = [finding.b, finding.a][own];
    let name = html! { bdi { (row_name(site, other)) } };
    let lower = (finding.listed(result, None)).and_then(|listed| listed.lower_estimate(result));
    let share = match finding.beyond_text() {
        Some(beyond) => Some(estimated(beyond.shares[own], lower)),
        None => {
            (finding.shares).map(|shares| shown_share([shares.a, shares.b][own].shown(), lower))
        }
    };
    html! {
        (leading_to(site.finding_link(Place::Top, finding).as_deref(), &name))
        @if let Some(share) = share { " " span.weak.unbroken { (share) } }
    }
}

/// Returns the other row of the strongest finding if the rows are submissions or the finding is about more than prose. Otherwise returns
/// the document with most text in common or, without such a document, the nearest by fingerprint, in grey. Nothing for a submission without
/// a finding.
fn closest(
    site: &Site<'_>,
    position: DocumentIndex,
    finding: Option<&SubmissionFinding>,
) -> Markup {
    match finding {
        Some(finding) if site.has_submissions || finding.beyond_text().is_some() => {
            return closest_row(site, position, finding);
        }
        None if site.has_submissions => return html! {},
        _ => {}
    }
    let language = site.check.language;
    let shares = site.check.result.document_shares(position);
    let source = shares.and_then(|shares| shares.sources.first());
    let source = source.filter(|source| source.shares.net.characters > 0);
    let nearest = site.check.result.findings.nearest_to(position);
    let lower = |other: DocumentIndex| site.check.result.pair_lower_estimate(position, other);
    let named = |other: DocumentIndex| {
        let page = site.pair_link(Place::Top, position, other);
        html! {
            @if let Some(document) = site.document(other) {
                (leading_to(page.as_deref(), &name(document, language)))
            }
        }
    };
    html! {
        @if let Some(source) = source {
            (named(source.document)) " " span.weak.unbroken { (shown_share(source.shares.shown(), lower(source.document))) }
        } @else if let Some(nearest) = nearest {
            span.weak { (named(nearest.document)) " " (language.text("column.distance")) " " (nearest.distance) }
        }
    }
}

/// Returns the table of the listed pairs in the order of reports.
pub(super) fn pairs_table(site: &Site<'_>) -> Markup {
    let check = site.check;
    let language = check.language;
    let findings = site.rows.findings();
    if findings.is_empty() {
        return html! { p.none { (language.text("pairs.none")) } };
    }
    let possible = check.result.possible;
    let shown = findings.len().min(MOST_PAIR_PAGES);
    let has_several = site.has_submissions;
    let kinds = &check.result.findings.kinds;
    let head = html! {
        (column(&language.text("html.pair"), false))
        (column(&site.text("column.document-a", "submission.a"), false))
        (column(&site.text("column.document-b", "submission.b"), false))
        @if has_several { (column(&language.text("submission.pair-files"), false)) }
        (column(&language.text("column.verdict"), false))
        @if check.result.has_decisions() { (column(&language.text("decision.column"), false)) }
        @for &kind in kinds {
            @if kind == EvidenceKind::Text {
                (column(&language.text("column.copied-a"), true))
                (column(&language.text("column.copied-b"), true))
                @if possible {
                    (column(&language.text("column.possible-a"), true))
                    (column(&language.text("column.possible-b"), true))
                }
                (column(&language.text("column.passages"), true))
                (column(&language.text("column.distance"), true))
                (column(&language.text("column.cosine"), true))
                (column(&language.text("column.blocks"), false))
            } @else {
                (column(&language.kind(kind), false))
            }
        }
    };
    let body = html! {
        @for (index, finding) in findings.iter().take(shown).enumerate() {
            @if let Some(listed) = finding.listed(check.result, None) { (pair_row(site, index, &listed)) }
        }
    };
    html! {
        p.note { (language.text("html.pairs-note")) }
        @if has_several { p.note { (language.text("submission.pairs-note")) } }
        @if findings.len() > shown {
            p.note { (language.fill("html.pairs-cut", &[("most", &count(MOST_PAIR_PAGES)), ("all", &count(findings.len()))])) }
        }
        @if !site.whole_texts {
            p.note { (language.fill("html.excerpts-only", &[("most", &MOST_WHOLE_TEXTS)])) }
        }
        (table(site, "pairs-table", &site.text("html.part-pairs", "submission.pairs-part"), &head, &body))
    }
}

/// Returns the row of a finding, with cells for the kinds that the folder has.
fn pair_row(site: &Site<'_>, index: usize, listed: &ListedPair<'_>) -> Markup {
    let check = site.check;
    let language = check.language;
    let (pair, shares) = (&listed.pair, listed.shares);
    let lower = listed.lower_estimate(check.result);
    let number = index + 1;
    let share = |of: fn(PairShares) -> chachong_compare::SideShares| {
        html! {
            @if let Some(shares) = shares {
                td.num data-v=(key(of(shares).shown().share())) { (share_bar(of(shares).shown(), lower)) }
            } @else {
                td.num { "–" }
            }
        }
    };
    let possible = |of: fn(PairShares) -> chachong_compare::SideShares| {
        let share = shares.map_or(0.0, |shares| of(shares).possible.share());
        html! { td.num data-v=(key(share)) { (possible_bar(share)) } }
    };
    html! {
        tr {
            td {
                @if let Some(page) = site.pair_link(Place::Top, pair.a, pair.b) {
                    a href=(page) aria-label=(language.fill("html.open-pair", &[("number", &number)])) { (number) }
                }
            }
            td.doc { (side(site, listed, 0)) }
            td.doc { (side(site, listed, 1)) }
            @if site.has_submissions { td.doc { (pairs_of_files(site, listed.finding)) } }
            td data-v=(index) { (verdict_chip(pair, language)) }
            (decision_cell(check, pair.a, pair.b))
            @for &kind in &check.result.findings.kinds {
                @if kind == EvidenceKind::Text {
                    (share(|shares| shares.a)) (share(|shares| shares.b))
                    @if check.result.possible { (possible(|shares| shares.a)) (possible(|shares| shares.b)) }
                    td.num { (shares.map_or_else(|| "–".to_owned(), |shares| grouped(shares.passages.into()))) }
                    td.num data-v=(pair.distance.unwrap_or(u32::MAX)) { (distance(check, pair.distance)) }
                    td.num { (cosine(check, pair)) }
                    td { (blocks(site, pair)) }
                } @else {
                    td.words {
                        @if let Some(figures) = language.listed_figures(check.result, listed, kind) { (figures) }
                    }
                }
            }
        }
    }
}

/// Returns a distance with the number of bits; a dash for none.
pub(super) fn distance(check: Report<'_>, distance: Option<u32>) -> String {
    let width = check.result.thresholds.width;
    distance.map_or_else(|| "–".to_owned(), |bits| format!("{bits} / {width}"))
}

/// Returns the estimated cosine of a pair; a dash where a document has no fingerprint.
pub(super) fn cosine(check: Report<'_>, pair: &PairFinding) -> String {
    let cosine = pair.estimated_cosine(check.result.thresholds.width);
    cosine.map_or_else(|| "–".to_owned(), messages::cosine)
}

/// Returns the numbers of the equal blocks; a dash if none is equal.
pub(super) fn blocks(site: &Site<'_>, pair: &PairFinding) -> String {
    let fingerprint = |position: DocumentIndex| site.document(position)?.fingerprint();
    // A row of two submissions states the distance of other documents than its strongest pair where that is a small part
    // of them.
    let both = (fingerprint(pair.a).zip(fingerprint(pair.b)))
        .filter(|(a, b)| pair.distance == Some(a.distance(*b)));
    let names = both.map_or_else(String::new, |(a, b)| a.equal_block_numbers(b));
    if names.is_empty() {
        "–".to_owned()
    } else {
        visible(&names).into_owned()
    }
}

/// Sort key of a share (0..=1), for the script.
fn key(share: f64) -> String {
    format!("{share:.6}")
}
