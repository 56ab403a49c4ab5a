//! Attribution of stretches of a document: whether they are cited or quoted, also where the check found no passages.

use std::io;

use chachong_citation::Attribution;
use chachong_compare::{AttributedSpan, DocumentIndex, Span, common, merged, without};

use crate::attribution::{attributed_spans, group_of};
use crate::{CheckResult, Copies, Document, DocumentContent};

/// Text of a document of a check, with what is cited and quoted in it.
pub(super) struct AttributedText<'r> {
    pub(super) content: &'r DocumentContent,
    /// Passages of the check and the document's position in it; `None` where texts were not compared.
    copies: Option<(&'r Copies, DocumentIndex)>,
    /// Stretches of the document in which the check looked for citations and quotations.
    known: Vec<Span>,
}

impl<'r> AttributedText<'r> {
    /// `None` if the document was not read.
    pub(super) fn of(result: &'r CheckResult, document: DocumentIndex) -> Option<Self> {
        let content = result.document(document).and_then(Document::content)?;
        let copied = result.copies();
        let pairs = copied.into_iter().flat_map(|(copies, shares)| {
            let pairs = shares.pairs_of(document);
            pairs.filter_map(move |pair| copies.pair(pair))
        });
        let sides = pairs.flat_map(|pair| {
            let passages = pair.passages.iter();
            passages.map(move |passage| pair.span_in(document, passage))
        });
        Some(Self {
            content,
            copies: copied.map(|(copies, _)| (copies, document)),
            known: merged(sides),
        })
    }

    /// Returns the number of countable characters of stretches that do not overlap.
    pub(super) fn characters(&self, spans: &[Span]) -> u32 {
        let counted = &self.content.counted;
        spans.iter().map(|&span| counted.within(span)).sum()
    }

    /// Returns the group of the stretches: that of at least half of their characters. It is read from the check if the check looked at
    /// half of the stretches, otherwise from the text alone.
    pub(super) fn attribution(&self, spans: &[Span]) -> io::Result<Attribution> {
        let (attributed, _) = self.attributed(spans)?;
        let mut by = [0_u32; Attribution::ALL.len()];
        for one in attributed {
            by[one.attribution as usize] += self.characters(&common(spans, &[one.span]));
        }
        Ok(group_of(by, self.characters(spans)))
    }

    /// Returns the number of characters in the stretches `parts` that are not cited or not quoted, as `is` tells. `parts` are within
    /// `spans`. It is read from the check, and for what the check did not look at, from the text alone.
    pub(super) fn not_attributed(
        &self,
        spans: &[Span],
        parts: &[Span],
        is: fn(Attribution) -> bool,
    ) -> io::Result<u32> {
        let (mut attributed, elsewhere) = self.attributed(spans)?;
        if !elsewhere.is_empty() {
            attributed.extend(attributed_spans(self.content, &elsewhere)?);
        }
        let is_so = attributed.iter().filter(|one| is(one.attribution));
        let so = merged(is_so.map(|one| one.span));
        Ok(self.characters(parts) - self.characters(&common(parts, &so)))
    }

    /// Returns what is cited or quoted in the document, at least in the stretches, and the parts of the stretches that were not looked at.
    fn attributed(&self, spans: &[Span]) -> io::Result<(Vec<AttributedSpan>, Vec<Span>)> {
        let characters = self.characters(spans);
        let elsewhere = spans.iter().flat_map(|&span| without(span, &self.known));
        let elsewhere: Vec<Span> = elsewhere.collect();
        let of_check = (self.copies)
            .filter(|_| 2 * self.characters(&elsewhere) <= characters)
            .and_then(|(copies, document)| copies.counted.get(document.0));
        Ok(match of_check {
            Some(counted) => (counted.attributed.clone(), elsewhere),
            None => (attributed_spans(self.content, spans)?, Vec::new()),
        })
    }
}
