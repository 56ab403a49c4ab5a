//! Names of rows: documents, or submissions with their files below.

use maud::{Markup, html};

use super::site::{Place, Site};
use super::words::{name, plain_name, verdict_chip, visible};
use crate::submissions::name_of;
use chachong_check::{ListedPair, SubmissionFinding};
use chachong_compare::DocumentIndex;
use chachong_messages::shown_share;

/// Returns the name of a row as plain text.
pub(super) fn row_name(site: &Site<'_>, main: DocumentIndex) -> String {
    let language = site.check.language;
    if site.has_submissions {
        return visible(&language.submission_name(site.check.result, main)).into_owned();
    }
    let document = site.document(main);
    document.map_or_else(String::new, |document| plain_name(document, language))
}

/// Returns the name of a document on the index, linked to its page if it has one.
pub(super) fn linked(site: &Site<'_>, position: DocumentIndex) -> Markup {
    let language = site.check.language;
    html! {
        @if let Some(document) = site.document(position) {
            (to_document(site, position, &name(document, language)))
        }
    }
}

/// Returns the name of a document with that of its submission, where a submission has several documents; `None` for no document.
pub(super) fn name_with_submission(site: &Site<'_>, position: DocumentIndex) -> Option<Markup> {
    site.document(position)?;
    Some(html! { bdi { (visible(&name_of(site.check, position))) } })
}

/// Returns words on the index that lead to the page of a document, if it has one.
fn to_document(site: &Site<'_>, position: DocumentIndex, words: &Markup) -> Markup {
    leading_to(site.document_link(Place::Top, position).as_deref(), words)
}

/// Returns words that lead to a page, if there is one.
pub(super) fn leading_to(page: Option<&str>, words: &Markup) -> Markup {
    html! { @if let Some(page) = page { a href=(page) { (words) } } @else { (words) } }
}

/// Returns the name of a row: of a submission with its files below, each linked to its page with its share.
pub(super) fn row(site: &Site<'_>, main: DocumentIndex) -> Markup {
    let (check, language) = (site.check, site.check.language);
    if !site.has_submissions {
        return linked(site, main);
    }
    let files: Vec<DocumentIndex> = site.rows.documents(main).collect();
    let words = language.submission_with_files(check.result, main);
    let words = html! { bdi { (visible(&words)) } };
    if files.len() < 2 {
        return to_document(site, main, &words);
    }
    let share = |file: DocumentIndex| {
        let shares = check.result.document_shares(file)?;
        Some(shown_share(
            shares.shown(),
            check.result.lower_estimate(file),
        ))
    };
    html! {
        (words)
        ul.links { @for &file in &files { li {
            (to_document(site, file, &file_name(site, file)))
            @if let Some(share) = share(file) { " " span.weak.unbroken { (share) } }
        } } }
    }
}

/// Returns the name of a file within its submission.
fn file_name(site: &Site<'_>, file: DocumentIndex) -> Markup {
    html! { bdi { (visible(site.check.result.file_name(file))) } }
}

/// Returns the name of one side of a finding: of its submission, or of the file where both are of one.
pub(super) fn side(site: &Site<'_>, listed: &ListedPair<'_>, index: usize) -> Markup {
    let (check, document) = (site.check, listed.documents[index]);
    if !site.has_submissions {
        return linked(site, document);
    }
    let words = if listed.finding.is_own() {
        check.language.file_of_submission(check.result, document)
    } else {
        (check.language).submission_name(check.result, listed.named()[index])
    };
    to_document(site, document, &html! { bdi { (visible(&words)) } })
}

/// Returns the names of two files within their submissions.
pub(super) fn names_of_files(site: &Site<'_>, [a, b]: [DocumentIndex; 2]) -> Markup {
    html! { (file_name(site, a)) " — " (file_name(site, b)) }
}

/// Returns the pairs of files of a finding about two submissions, each linked to its page, with verdict, shares and parts of all files,
/// and those in which only a part of the code of the submissions stands; nothing where neither has several files.
pub(super) fn pairs_of_files(site: &Site<'_>, finding: &SubmissionFinding) -> Markup {
    let (check, language) = (site.check, site.check.language);
    if !finding.has_files(check.result) {
        return html! {};
    }
    let below = (0..finding.pairs.len()).filter_map(|at| finding.listed(check.result, Some(at)));
    let parts = check.result.parts_of_files(finding);
    let parts_of = |documents: [DocumentIndex; 2]| {
        let of_pair = parts.iter().filter(move |part| part.documents == documents);
        of_pair.map(move |part| language.part_of_files(part))
    };
    let others = site
        .finding_link(Place::Top, finding)
        .map(|page| page + "#code-parts");
    html! {
        ul.links {
            @for listed in below {
                @let [a, b] = listed.documents;
                li {
                    (leading_to(site.pair_link(Place::Top, a, b).as_deref(), &names_of_files(site, [a, b])))
                    " " (verdict_chip(&listed.pair, language))
                    @if let Some(shares) = listed.shares {
                        @let lower = listed.lower_estimate(check.result);
                        @let [a, b] = [shares.a, shares.b].map(|side| shown_share(side.shown(), lower));
                        " " span.weak.unbroken { (a) " / " (b) }
                    }
                    @for part in parts_of([a, b]) { " " span.weak { (part) } }
                }
            }
            @for part in parts.iter().filter(|part| !part.is_listed) {
                li {
                    (leading_to(others.as_deref(), &names_of_files(site, part.documents)))
                    " " span.weak { (language.part_of_files(part)) }
                }
            }
        }
    }
}
