//! Likeness of two documents: the share of each that is copied in strong passages of both, without marked text.

use super::left_out::LeftOut;
use super::{Choices, Counted, PairPassages, Reason};
use crate::overlay::merged;
use crate::verdict::LEAST_BASE;
use crate::{Degree, DocumentIndex};

/// Returns the copied shares (0..=1) of the first and the second document of a pair. Only text in no mark that is not both cited and
/// quoted is considered; if a document has fewer than [`LEAST_BASE`] characters of such text, all its countable text is. No choice of a
/// person changes the shares. `None` if a document is not in the list.
#[must_use]
pub fn likeness(documents: &[Counted], pair: &PairPassages) -> Option<[f64; 2]> {
    let side = |document: DocumentIndex| {
        let counted = documents.get(document.0)?;
        let left_out = LeftOut::of(document, counted, &Choices::leaving_out(Reason::marked()));
        let copied = |passage| pair.graded(document, passage, Degree::is_copied);
        let spans = merged(pair.strong().flat_map(copied));
        let counts = left_out.rank(counted, counted.characters());
        let (copied, of): (u32, u32) = if counts >= LEAST_BASE {
            let copied = spans.iter().map(|&span| left_out.within(counted, span));
            (copied.sum(), counts)
        } else {
            let copied = spans.iter().map(|&span| counted.within(span));
            (copied.sum(), counted.countable())
        };
        Some(f64::from(copied) / f64::from(of.max(1)))
    };
    Some([side(pair.a)?, side(pair.b)?])
}
