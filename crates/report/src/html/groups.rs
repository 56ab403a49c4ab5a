//! Groups of documents that are connected by strong links, each with its members and its strongest links.

use maud::{Markup, html};

use super::rows::{leading_to, row, row_name};
use super::site::{Place, Site};
use super::words::{more, verdict_chip};
use chachong_check::LowerEstimate;
use chachong_compare::{Group, Link};
use chachong_messages::estimated;

/// Number of groups that are open at first; the others open on a click.
const OPEN: usize = 12;
/// Maximum number of members and of links listed for one group.
const MOST_LISTED: usize = 100;

/// Returns the groups of a check, as the window makes them; `None` if there are none.
pub(super) fn groups(site: &Site<'_>) -> Option<Markup> {
    let check = site.check;
    let language = check.language;
    let least = check.options.least_link;
    let groups = check.result.groups(least);
    let least = format!("{:.0}", least * 100.0);
    (!groups.is_empty()).then(|| {
        html! {
            p.note { (language.fill("groups.least-means", &[("least", &least)])) }
            p.note { (language.text("html.groups-note")) }
            @if site.has_submissions { p.note { (language.text("submission.groups-note")) } }
            @for (index, group) in groups.iter().enumerate() { (one(site, index, group)) }
        }
    })
}

fn one(site: &Site<'_>, index: usize, group: &Group) -> Markup {
    let language = site.check.language;
    let (members, links) = (&group.members, &group.links);
    let words = if site.has_submissions {
        "submission.group-size"
    } else {
        "groups.size"
    };
    let largest_lower = LowerEstimate::of_group(&site.check.result.documents, group);
    html! {
        details.group open[index < OPEN] {
            summary {
                span.group-name { (language.fill("groups.number", &[("number", &(index + 1))])) }
                span { (language.fill(words, &[("documents", &members.len()), ("count", &members.len()), ("pairs", &group.pairs)])) }
                @if site.check.result.copies().is_some() {
                    span { (language.text("groups.largest")) " " b { (estimated(group.largest_share(), largest_lower)) } }
                    span.weak { (language.bond(group)) }
                }
            }
            div.group-parts {
                div {
                    h3 { (site.text("html.members", "submission.part")) }
                    ol.members { @for &member in members.iter().take(MOST_LISTED) { li { (row(site, member)) } } }
                    (more(language, "text.more-sources", members.len(), MOST_LISTED))
                }
                div {
                    h3 { (language.text("html.links")) }
                    ul.links { @for one in links.iter().take(MOST_LISTED) { li { (link(site, one)) } } }
                    (more(language, "text.more-sources", links.len(), MOST_LISTED))
                }
            }
        }
    }
}

fn link(site: &Site<'_>, link: &Link) -> Markup {
    let language = site.check.language;
    let (a, b) = (link.finding.a, link.finding.b);
    let page = site.pair_link(Place::Top, a, b);
    let lower = site.check.result.pair_lower_estimate(a, b);
    let [a, b] = [link.a, link.b].map(|main| row_name(site, main));
    let shares = link.shares.map(|share| estimated(share, lower));
    let names = html! {
        bdi { (a) } " — " bdi { (b) }
    };
    html! {
        (leading_to(page.as_deref(), &names))
        " " (verdict_chip(&link.finding, language))
        @if let Some(strongest) = link.finding.beyond_text() {
            " " span.weak {
                (language.fill("groups.shares-of-kind", &[("kind", &language.kind(strongest.kind)), ("a", &shares[0]), ("b", &shares[1])]))
            }
        } @else if site.check.result.copies().is_some() {
            " " span.weak { (language.fill("groups.shares", &[("a", &shares[0]), ("b", &shares[1])])) }
        }
    }
}
