//! References of a document in its page: the entries with remarks, and the citations whose work no list has.

use maud::{Markup, html};

use super::site::Site;
use super::words::visible;
use crate::references::references_of;
use chachong_compare::DocumentIndex;
use chachong_messages::SaidOfEntry;

/// Maximum number of citations listed; more are a list that could not be read.
const MOST_NOT_LISTED: usize = 40;

/// Returns what does not fit in a document's reference lists; `None` if everything does.
pub(super) fn references_of_document(site: &Site<'_>, position: DocumentIndex) -> Option<Markup> {
    let (check, language) = (site.check, site.check.language);
    let of = references_of(check, position)?;
    let remarks = check.result.references.remarks(position);
    if remarks == 0 {
        return None;
    }
    let said: Vec<(usize, Vec<SaidOfEntry<'_>>)> = (0..of.references.len())
        .map(|entry| {
            (
                entry,
                check.language.said_of_entry(check.result, position, entry),
            )
        })
        .filter(|(_, said)| !said.is_empty())
        .collect();
    let values: [(&str, &dyn std::fmt::Display); 2] =
        [("entries", &of.references.len()), ("remarks", &remarks)];
    Some(html! {
        p.note { (language.fill("reference.entries", &values)) }
        ul.plain {
            @for (entry, said) in &said { li {
                p {
                    @if let Some(number) = of.references[*entry].number { "[" (number) "] " }
                    bdi { (visible(&of.references[*entry].text)) }
                }
                @for one in said { p.note { b { (visible(&one.sentence)) } } }
            } }
            @for one in of.not_listed.iter().take(MOST_NOT_LISTED) { li {
                p.note { b { (visible(&language.not_listed(one))) } }
            } }
        }
    })
}
