//! Summary of a check in figures: what was read, how many pairs have each verdict, and the distribution of the
//! documents' shares.

use maud::{Markup, html};

use super::site::Site;
use super::words::{count, level, visible};
use crate::facts::{lower_estimates, row_shares};
use crate::origins::common_source_lines;
use chachong_check::DocumentContent;
use chachong_compare::{DocumentIndex, EvidenceKind, LARGE_PART, NEARLY_ALL, PART, Verdict};
use chachong_messages::estimated;

/// Least share of each band of documents, and the key of its words; the last band has no copied text.
const BANDS: [(f64, &str); 5] = [
    (NEARLY_ALL, "html.band-nearly-all"),
    (LARGE_PART, "html.band-large"),
    (PART, "html.band-part"),
    (f64::MIN_POSITIVE, "html.band-little"),
    (0.0, "html.band-none"),
];

/// Maximum number of sources named that several documents used; the part on shared texts names more.
const MOST_SOURCES: usize = 3;

pub(super) fn summary(site: &Site<'_>) -> Markup {
    let check = site.check;
    let language = check.language;
    let read = check.result.count_read();
    let failed = check.result.checked_documents().count() - read;
    let (shares, highest) = row_shares(check, &site.rows);
    let lower = highest.and_then(|(_, main)| site.rows.lower_estimate(check.result, main));
    let large = shares
        .iter()
        .filter(|(shown, _)| shown.share() >= LARGE_PART);
    let heaviest = large.clone().map(|(shown, _)| shown.weight);
    let heaviest = heaviest.fold(0.0, f64::max);
    let large = large.count();
    let shares: Vec<f64> = shares.iter().map(|(shown, _)| shown.share()).collect();
    let of = |verdict: Verdict| {
        let pairs = site.rows.findings().iter();
        let of_prose = pairs.filter(|pair| pair.beyond_text().is_none());
        of_prose
            .filter(|pair| pair.verdict == Some(verdict))
            .count()
    };
    let has_prose = check.result.copies().is_none() || !shares.is_empty();
    let beyond_text = beyond_text(site);
    let tile = |number: String, key: &str, class: &str| {
        html! { li class=(class) { span.tile-number { (number) } span.tile-name { (language.text(key)) } } }
    };
    let [near, of_share] = if site.has_submissions {
        ["submission.tile-near", "submission.tile-large"]
    } else {
        ["html.tile-near", "html.tile-large"]
    };
    html! {
        ul.tiles {
            @if site.has_submissions { (tile(count(site.rows.count()), "submission.tile-count", "")) }
            (tile(count(read), "html.tile-read", ""))
            (tile(count(failed), "html.tile-failed", if failed > 0 { "l2" } else { "" }))
            @if has_prose {
                (tile(count(of(Verdict::NearDuplicate)), near, if of(Verdict::NearDuplicate) > 0 { "l3" } else { "" }))
            }
            @if let Some((highest, _)) = highest {
                (tile(count(large), of_share, if large > 0 { level(heaviest) } else { "" }))
                (tile(estimated(highest.share(), lower), "html.tile-highest", level(highest.weight)))
            }
            @for &(kind, number) in beyond_text.iter().filter(|(_, number)| *number > 0) {
                @let words = language.fill("html.tile-kind", &[("kind", &language.kind(kind))]);
                li.l2 { span.tile-number { (count(number)) } span.tile-name { (words) } }
            }
        }
        @if read == 0 { p.lost { (language.text("cli.nothing-read")) } }
        @for note in check.missing_notes() { p.lost { (visible(&note)) } }
        @for note in check.given_notes() { p.given { bdi { (visible(&note)) } } }
        @for line in common_source_lines(check).iter().take(MOST_SOURCES) { p.given { bdi { (visible(line)) } } }
        div.spread {
            @if !shares.is_empty() { (bands(site, &shares)) }
            @if has_prose || !site.rows.findings().is_empty() { (verdicts(site, &of, &beyond_text, has_prose)) }
        }
        @if has_prose { p.note { (language.text("html.what-share-means")) } }
        @if check.result.copies().is_some() && let Some(note) = lower_estimates(check, check.result.positions()) {
            p.note { (visible(&note)) }
        }
    }
}

/// Returns the main documents of the rows of which a document was checked and read.
fn read_rows(site: &Site<'_>) -> Vec<DocumentIndex> {
    let has_page = |one: DocumentIndex| site.documents.binary_search(&one).is_ok();
    let rows = site.rows.mains(site.check.result);
    rows.filter(|&main| site.rows.documents(main).any(has_page))
        .collect()
}

/// Returns how many documents lie in each band of shares.
fn bands(site: &Site<'_>, shares: &[f64]) -> Markup {
    let language = site.check.language;
    let band = |share: f64| BANDS.iter().position(|&(least, _)| share >= least);
    let rows = BANDS.iter().enumerate().map(|(i, &(least, key))| {
        let number = shares
            .iter()
            .filter(|&&share| band(share) == Some(i))
            .count();
        (language.text(key), number, level(least))
    });
    // A file without prose is not among those in which nothing was found.
    let without_text = read_rows(site)
        .into_iter()
        .filter(|&main| (site.rows.row_shares(site.check.result, main)).is_none());
    let (only_code, no_text): (Vec<_>, Vec<_>) = without_text.partition(|&main| {
        let mut documents = site
            .rows
            .documents(main)
            .filter_map(|one| site.document(one));
        documents.all(|one| one.content().is_some_and(DocumentContent::is_only_code))
    });
    let without_text = [
        ("html.band-only-code", only_code),
        ("html.band-no-text", no_text),
    ];
    let without_text = without_text
        .into_iter()
        .filter(|(_, rows)| !rows.is_empty());
    let without_text = without_text.map(|(key, rows)| (language.text(key), rows.len(), level(0.0)));
    chart(
        &site.text("html.bands", "submission.bands"),
        rows.chain(without_text).collect(),
    )
}

/// Returns, of each kind of evidence that the check has besides prose, of how many pairs it is the strongest.
fn beyond_text(site: &Site<'_>) -> Vec<(EvidenceKind, usize)> {
    let kinds = site.check.result.findings.kinds.iter().copied();
    let number = |kind: EvidenceKind| {
        let pairs = site.rows.findings().iter();
        pairs
            .filter(|pair| pair.beyond_text().is_some_and(|one| one.kind == kind))
            .count()
    };
    kinds
        .filter(|kind| *kind != EvidenceKind::Text)
        .map(|kind| (kind, number(kind)))
        .collect()
}

/// Returns how many pairs have each verdict, with what it means.
fn verdicts(
    site: &Site<'_>,
    of: &dyn Fn(Verdict) -> usize,
    beyond_text: &[(EvidenceKind, usize)],
    has_prose: bool,
) -> Markup {
    let language = site.check.language;
    let rows = Verdict::ALL.map(|verdict| (verdict, of(verdict), language.verdict_hint(verdict)));
    let most = (rows.iter().map(|row| row.1))
        .chain(beyond_text.iter().map(|row| row.1))
        .max();
    let most = most.unwrap_or(0);
    html! {
        table.chart {
            caption { (site.text("html.verdicts", "submission.verdicts")) }
            tbody { @for (verdict, number, hint) in rows.iter().filter(|row| has_prose || row.1 > 0) { tr {
                th scope="row" {
                    span class=(format_args!("chip v-{}", verdict.name())) { (language.verdict(*verdict)) }
                    span.hint { (hint) }
                }
                td.num { (count(*number)) }
                td.line { (line(*number, most, verdict_level(*verdict))) }
            } }
            @for (kind, number) in beyond_text.iter().filter(|row| row.1 > 0) { tr {
                th scope="row" {
                    span.chip { (language.kind(*kind)) }
                    @if has_prose { span.hint { (language.text("html.by-kind")) } }
                }
                td.num { (count(*number)) }
                td.line { (line(*number, most, "l2")) }
            } } }
        }
    }
}

fn verdict_level(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::NearDuplicate | Verdict::LargePart => "l3",
        Verdict::Part => "l2",
        Verdict::Passage => "l1",
        Verdict::Related | Verdict::Version | Verdict::Own => "l0",
    }
}

fn chart(caption: &str, rows: Vec<(String, usize, &'static str)>) -> Markup {
    let most = rows.iter().map(|row| row.1).max().unwrap_or(0);
    html! {
        table.chart {
            caption { (caption) }
            tbody { @for (words, number, level) in rows { tr {
                th scope="row" { (words) }
                td.num { (count(number)) }
                td.line { (line(number, most, level)) }
            } } }
        }
    }
}

/// Returns a bar whose length is `number` of `most`.
fn line(number: usize, most: usize, level: &str) -> Markup {
    let width = number as f64 * 100.0 / most.max(1) as f64;
    html! {
        svg class=(format_args!("line {level}")) viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
            rect.part width=(format_args!("{width:.1}")) height="10" rx="1" {}
        }
    }
}
