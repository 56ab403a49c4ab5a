//! Page of a pair: its figures, both fingerprints bit by bit, its passages side by side, both whole texts.

use std::io;

use maud::{Markup, html};

use super::bits::bits;
use super::evidence::evidence_of_pair;
use super::index::facts_list;
use super::leads::leads_of_pair;
use super::page::{Page, section};
use super::programs::programs;
use super::rows::name_with_submission;
use super::sheet::Kind;
use super::side_by_side::passages;
use super::site::{MOST_WHOLE_TEXTS, Site};
use super::sources::document;
use super::specimens::code_in_other_files;
use super::tables::{blocks, cosine, distance};
use super::whole_texts::whole_texts;
use super::words::{count, kind_bar, plain_name, possible_bar, share_bar, verdict_chip, visible};
use crate::decided::Decided;
use crate::facts::lower_estimates;
use crate::origins::explained_line;
use crate::pair_report::PairReport;
use chachong_check::{DocumentContent, LowerEstimate};
use chachong_compare::{Copied, EvidenceKind, PairFinding, SideShares};
use chachong_messages::{copied_of, estimated, grouped};

/// Returns the page of a pair. Texts that cannot be read again are replaced by the reason.
pub(super) fn page(
    site: &Site<'_>,
    pair: &PairFinding,
    report: &io::Result<Option<PairReport<'_>>>,
) -> String {
    let language = site.check.language;
    let documents = [pair.a, pair.b].map(|position| site.document(position));
    let names = documents.map(|document| {
        document.map_or_else(String::new, |document| plain_name(document, language))
    });
    let parts: Vec<(&str, Markup)> = match report {
        Ok(Some(report)) => parts(site, report),
        Ok(None) => Vec::new(),
        Err(error) => vec![(
            "figures",
            html! { p.lost { (language.fill("html.text-lost", &[("detail", error)])) } },
        )],
    };
    let heading = |part: &str| language.text(&format!("html.part-{part}"));
    Page {
        kind: Kind::Pair,
        leads: site.check.result.leads.is_some(),
        language,
        title: format!("{} — {} · {}", names[0], names[1], language.text("html.report")),
        header: html! {
            p.kind { (language.text("html.pair-report")) " " (verdict_chip(pair, language)) }
            h1.two {
                @for (letter, document) in ["A", "B"].into_iter().zip([pair.a, pair.b]) {
                    span { b { (letter) } " " @if let Some(name) = name_with_submission(site, document) { (name) } }
                }
            }
        },
        parts: parts.iter().map(|(part, _)| (*part, heading(part))).collect(),
        index: site.index_link(),
        content: html! {
            @for (part, content) in &parts { (section(part, &heading(part), content)) }
        },
    }
    .write()
}

fn parts(site: &Site<'_>, report: &PairReport<'_>) -> Vec<(&'static str, Markup)> {
    let language = site.check.language;
    let shown = report.listed.shown(site.check.result.possible);
    let mut parts = vec![("figures", figures(site, report))];
    if has_prose(report) {
        let passages = html! {
            @if shown.is_empty() {
                p.none { (language.text(if site.check.result.copies().is_some() { "passages.none" } else { "passages.given-up" })) }
            } @else {
                p.note { (language.text("html.passages-note")) }
                (degrees_legend(language))
                p.legend { mark { (language.text("passages.legend")) } " " span.o { (language.text("html.legend-left-out")) } }
                @if !site.whole_texts {
                    p.note { (language.fill("html.excerpts-here", &[("most", &MOST_WHOLE_TEXTS)])) }
                }
                (passages(site, report))
            }
        };
        parts.push(("passages", passages));
    }
    if let Some(prints) = report.fingerprints {
        let width = site.check.result.thresholds.width;
        parts.insert(1, ("fingerprints", bits(prints, width, language)));
    }
    let finding = report.finding;
    if let Some(leads) = leads_of_pair(site, finding.a, finding.b) {
        parts.insert(1, ("leads", leads));
    }
    let programs = programs(site, finding.a, finding.b);
    // Programs stand there in full already.
    let has_texts = site.whole_texts && (has_prose(report) || programs.is_none());
    if let Some(others) = code_in_other_files(site, finding) {
        parts.insert(1, ("code-parts", others));
    }
    if let Some(programs) = programs {
        parts.insert(1, ("code", programs));
    }
    if let Some(evidence) = evidence_of_pair(site, finding.a, finding.b) {
        parts.insert(1, ("evidence", evidence));
    }
    if has_texts {
        parts.push(("texts", whole_texts(site, report)));
    }
    parts.push(("facts", facts_list(site)));
    parts
}

fn figures(site: &Site<'_>, report: &PairReport<'_>) -> Markup {
    let check = site.check;
    let language = check.language;
    let pair = report.finding;
    let positions = [pair.a, pair.b];
    let sides = report.shares.map(|shares| [shares.a, shares.b]);
    let row = |words: &str, cell: &dyn Fn(usize) -> Markup| {
        html! { tr { th scope="row" { (words) } td { (cell(0)) } td { (cell(1)) } } }
    };
    let of_both = |words: &str, value: &str| {
        html! { tr { th scope="row" { (words) } td colspan="2" { (value) } } }
    };
    let hash = |i: usize| {
        report.documents[i]
            .content()
            .map(|content| content.metadata.sha256.clone())
    };
    let lower = check.result.pair_lower_estimate(pair.a, pair.b);
    let has_prose = has_prose(report);
    let beyond = (pair.beyond_text()).filter(|strongest| strongest.kind != EvidenceKind::Files);
    html! {
        div.scroll { table.pair-figures aria-label=(language.text("html.part-figures")) {
            thead { tr {
                td {}
                th scope="col" { "A" }
                th scope="col" { "B" }
            } }
            tbody {
                (row(&language.text("column.document"), &|i| document(site, positions[i])))
                @if let Some(beyond) = beyond {
                    @let words = language.fill("html.kind-share", &[("kind", &language.kind(beyond.kind))]);
                    (row(&words, &|i| kind_bar(beyond, beyond.shares[i])))
                }
                @if has_prose && let Some(of_all) = of_all_files(site, pair) {
                    (row(&language.text("submission.of-all-files"), &|i| share(site, of_all[i], lower)))
                }
                @if has_prose && let Some(sides) = sides {
                    (row(&language.text("shares.of-pair"), &|i| share(site, sides[i], lower)))
                    (row(&language.text("shares.gross"), &|i| of(site, sides[i].gross, lower)))
                    @if check.result.possible {
                        (row(&language.text("cli.shares.possible"), &|i| possible_bar(sides[i].possible.share())))
                    }
                    (row(&language.text("html.counting"), &|i| html! { (grouped(sides[i].net.countable.into())) }))
                }
                @if let Some(prints) = report.fingerprints {
                    (row(&language.text("document.fingerprint"), &|i| html! { code { (maud::display(prints[i])) } }))
                }
                (row(&language.text("evidence.sha256"), &|i| html! { code.hash { @if let Some(hash) = hash(i) { (hash) } } }))
            }
            @if has_prose { tbody {
                @if let Some(shares) = report.shares {
                    (of_both(&language.text("column.passages"), &grouped(shares.passages.into())))
                }
                @if check.result.possible {
                    (of_both(&language.text("documents.show-possible"), &count(report.listed.possible())))
                }
                (of_both(&language.text("column.distance"), &distance(check, pair.distance)))
                (of_both(&language.text("column.cosine"), &cosine(check, pair)))
                (of_both(&language.text("column.blocks"), &blocks(site, pair)))
            } }
        } }
        @if report.shares.is_some() && let Some(note) = lower_estimates(check, positions) {
            p.note { (visible(&note)) }
        }
        (verdict(site, report))
        @if let Some(line) = explained_line(check, pair) { p.note { bdi { (visible(&line)) } } }
        (pair_off(site, report))
        @if has_prose { p.note { (language.text("pair.caution")) } }
    }
}

/// Whether one of the two documents has prose; without it, a pair has no copied share, no passages and no fingerprints.
fn has_prose(report: &PairReport<'_>) -> bool {
    let mut contents = report.documents.iter().filter_map(|one| one.content());
    contents.any(DocumentContent::has_prose)
}

/// Returns the shares of the two submissions with all their files, in the order of the pair; `None` unless one of them has several files.
fn of_all_files(site: &Site<'_>, pair: &PairFinding) -> Option<[SideShares; 2]> {
    let result = site.check.result;
    let theses = result.theses();
    let finding = (site.rows).finding(theses.main(pair.a), theses.main(pair.b))?;
    let shares = finding.shares.filter(|_| finding.has_files(result))?;
    Some(if theses.main(pair.a) == finding.a {
        [shares.a, shares.b]
    } else {
        [shares.b, shares.a]
    })
}

/// Returns the legend of the grounds of copied text, in two lines.
fn degrees_legend(language: chachong_messages::Language) -> Markup {
    html! {
        ul.legend {
            li { span.gi { (language.text("degree.identical")) } }
            li { span.ge { (language.text("degree.edited")) } }
            li { span.gw { (language.text("degree.reworded")) } }
        }
        p.note { (language.text("degree.legend")) }
    }
}

fn of(site: &Site<'_>, copied: Copied, lower: Option<LowerEstimate>) -> Markup {
    html! {
        (estimated(copied.share(), lower)) " " span.weak { (copied_of(copied, site.check.language)) }
    }
}

/// Returns a side's share with its numbers, and the reason if too little counts.
fn share(site: &Site<'_>, shares: SideShares, lower: Option<LowerEstimate>) -> Markup {
    let shown = shares.shown();
    let reason = (site.check.language).too_little(shown.base, shares.net, shares.gross);
    html! {
        (share_bar(shown, lower)) " " span.weak { (copied_of(shown.copied, site.check.language)) }
        @if let Some(reason) = reason { p.note { (reason) } }
    }
}

/// Says what the verdict means.
fn verdict(site: &Site<'_>, report: &PairReport<'_>) -> Markup {
    let language = site.check.language;
    html! {
        p { b { (language.text("column.verdict")) } " " (verdict_chip(report.finding, language))
            @if let Some(strongest) = report.finding.beyond_text() {
                @let (word, hint) = language.evidence_strength(strongest.strength);
                " " span.weak { (word) ". " (hint) }
            } @else if let Some(verdict) = report.finding.verdict {
                " " span.weak { (language.verdict_hint(verdict)) }
            }
        }
    }
}

/// Says what a person decided about the pair, and that nothing of it counts.
fn pair_off(site: &Site<'_>, report: &PairReport<'_>) -> Markup {
    let (a, b) = (report.finding.a, report.finding.b);
    let counts = (site.check.result.copies()).is_none_or(|(_, shares)| {
        let choices = shares.choices();
        choices.counts_for(a, b) || choices.counts_for(b, a)
    });
    let decided = Decided::of(site.check, a, b).in_words(site.check);
    html! {
        @if !counts { p.judged { (site.check.language.text("html.pair-off")) } }
        @if let Some(decided) = decided { p.judged { span.written { bdi { (visible(&decided)) } } } }
    }
}
