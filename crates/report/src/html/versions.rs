//! Versions of one thesis, and pairs that look like versions but are not treated as such.

use maud::{Markup, html};

use super::rows::linked;
use super::site::Site;
use super::words::more;
use chachong_compare::Version;

/// Maximum number of theses and of doubtful pairs listed.
const MOST: usize = 500;

/// Returns the lists of theses with several versions and of doubtful pairs; `None` if both are empty.
pub(super) fn versions(site: &Site<'_>) -> Option<Markup> {
    let (language, theses) = (site.check.language, site.check.result.theses());
    let (all, conflicts) = (theses.all(), theses.conflicts());
    let what = |at: usize, version: &Version| {
        language.text(match version.same_text_as {
            _ if at == 0 => "versions.newest",
            Some(_) => "versions.same-text",
            None => "versions.earlier",
        })
    };
    (!all.is_empty() || !conflicts.is_empty()).then(|| {
        html! {
            @if !all.is_empty() {
                p.note { (language.text("versions.heading")) }
                ul.members { @for thesis in all.iter().take(MOST) { li {
                    (language.text(&format!("versions.ground-{}", thesis.ground.name())))
                    ul { @for (at, version) in thesis.versions.iter().enumerate() {
                        li { (linked(site, version.document)) " (" (what(at, version)) ")" }
                    } }
                } } }
                (more(language, "versions.more", all.len(), MOST))
            }
            @if !conflicts.is_empty() {
                p.note { (language.text("versions.doubtful-heading")) }
                ul.members { @for conflict in conflicts.iter().take(MOST) { li {
                    (linked(site, conflict.a)) " – " (linked(site, conflict.b)) ": "
                    (language.text(&format!("versions.against-{}", conflict.contradiction.name())))
                } } }
                (more(language, "versions.more", conflicts.len(), MOST))
            }
        }
    })
}
