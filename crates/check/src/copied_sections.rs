//! Copied text in a section that does not count, such as the acknowledgements. Sections are left out because everybody's are alike. Text
//! that stands in the body of another document is not such text, whatever heading it has here.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::CopyError;
use chachong_compare::{
    Counted, DocumentIndex, PairPassages, Reason, Span, Versions, Weighed, merged, without,
};
use chachong_text::Mark;

/// Minimum number of Chinese characters and words that one section has in common with the body of another document. The declarations of
/// schools have fewer.
const LEAST: usize = 600;

/// Returns whether text is left out for this reason because it stands in a section. Program code is no such section, because it is compared
/// in other ways; nor is a quotation, which counts for the document that does not quote.
fn is_section(reason: Reason) -> bool {
    !reason.is_given() && !reason.is_attribution() && reason != Reason::Code
}

/// Takes the marks of sections off the text that strong passages have in common with the body of another author's document.
pub(super) fn unmark(
    counted: &mut [Counted],
    pairs: &[PairPassages],
    authors: &Versions,
    weighed: &dyn Fn(DocumentIndex) -> Result<Arc<Weighed>, CopyError>,
) -> Result<(), CopyError> {
    let unions = |is_meant: fn(Reason) -> bool| -> Vec<Vec<Span>> {
        let unions = counted.iter().map(|counted| counted.marked(is_meant));
        unions.collect()
    };
    let (sections, all) = (unions(is_section), unions(|_| true));
    let is_mostly = |span: Span, union: &[Span]| {
        let outside: u32 = without(span, union).map(Span::len).sum();
        2 * outside <= span.len()
    };
    let mut found: BTreeMap<DocumentIndex, Vec<Span>> = BTreeMap::new();
    for pair in pairs {
        if authors.first(pair.a) == authors.first(pair.b) {
            continue;
        }
        let of_a: Vec<(Span, Span)> = pair.strong().map(|one| (one.a, one.b)).collect();
        let of_b = of_a.iter().map(|&(a, b)| (b, a)).collect();
        for (own, other, spans) in [(pair.a, pair.b, of_a), (pair.b, pair.a, of_b)] {
            let hidden = spans.into_iter().filter(|&(in_own, in_other)| {
                is_mostly(in_own, &sections[own]) && !is_mostly(in_other, &all[other])
            });
            let hidden = merged(hidden.map(|(in_own, _)| in_own));
            if hidden.is_empty() {
                continue;
            }
            let text = weighed(own)?;
            // Each section by itself: the declarations and the references of a school together may be as long as a copied page.
            let marks = counted[own].marks.iter();
            for mark in marks.filter(|mark| is_section(mark.reason.into())) {
                let section = Span::new(mark.start, mark.end);
                let parts: Vec<Span> = (hidden.iter().map(|span| span.common(section)))
                    .filter(|part| !part.is_empty())
                    .collect();
                if tokens(&text, &parts) >= LEAST {
                    found.entry(own).or_default().extend(parts);
                }
            }
        }
    }
    for (document, hidden) in found {
        let hidden = merged(hidden);
        let marks = std::mem::take(&mut counted[document].marks);
        let kept = marks.into_iter().flat_map(|mark| {
            let off: &[Span] = if is_section(mark.reason.into()) {
                &hidden
            } else {
                &[]
            };
            let (start, end) = (mark.start, mark.end);
            without(Span { start, end }, off).map(move |part| Mark {
                start: part.start,
                end: part.end,
                reason: mark.reason,
            })
        });
        counted[document].marks = kept.collect();
    }
    Ok(())
}

/// Returns the number of Chinese characters and words that begin within spans.
fn tokens(text: &Weighed, spans: &[Span]) -> usize {
    let tokens = text.text().tokens();
    let before = |offset: u32| tokens.partition_point(|token| token.start < offset);
    let each = spans
        .iter()
        .map(|span| before(span.end) - before(span.start));
    each.sum()
}
