//! References of a document on its page: the entries with remarks, and the citations of works that the reference list
//! lacks.

use maud::{Markup, html};

use super::site::Site;
use super::words::visible;
use crate::references::SaidOfReferences;
use chachong_compare::DocumentIndex;

/// Returns what is said of a document's reference lists; `None` if there is nothing to say.
pub(super) fn references_of_document(site: &Site<'_>, position: DocumentIndex) -> Option<Markup> {
    let said = SaidOfReferences::of(site.check, position)?;
    Some(html! {
        @for one in &said.about { p.note { (visible(one)) } }
        ul.plain {
            @for entry in &said.entries { li {
                p { bdi { (visible(&entry.line)) } }
                @for one in &entry.remarks { p.note { b { (visible(one)) } } }
                @if let Some(one) = &entry.lookup { p.note { (visible(one)) } }
            } }
            @for one in &said.not_listed { li {
                p.note { b { (visible(one)) } }
            } }
        }
    })
}
