//! Finds text or code that many documents have and that makes up most of what a pair has in common.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chachong_compare::{DocumentIndex, EvidenceKind, PairFinding, SharedText, Span, TextDecision};

use crate::{CheckResult, SharedTexts};

/// Minimum number of documents that are many: fewer that copied from each other are a group, whoever wrote the text.
const MANY: u32 = 5;

impl CheckResult {
    /// Returns the text or code that makes up more than half of what a pair has in common and that five or more checked documents
    /// have. The tuple holds its kind, its position in [`Self::shared_texts`] or [`Self::shared_code`], and the text. `None` if
    /// there is no such text, if a library document has it too (it may be the source), or if a person decided that it was handed
    /// out.
    #[must_use]
    pub fn held_by_many(&self, pair: &PairFinding) -> Option<(EvidenceKind, usize, &SharedText)> {
        let listed = self.listed(pair);
        let passages = listed.shown(false).iter().map(|passage| passage.a);
        let of_text = (self.copied.as_ref())
            .and_then(|copied| self.most_of(pair.a, passages, &copied.shared_texts));
        let of_code = || {
            let code = self.evidence.code(pair.a, pair.b)?;
            let places = code.places.iter().map(|place| place.a);
            self.most_of(pair.a, places, &self.evidence.shared_code)
        };
        match of_text {
            Some((position, text)) => Some((EvidenceKind::Text, position, text)),
            None => of_code().map(|(position, text)| (EvidenceKind::Code, position, text)),
        }
    }

    /// Returns the shared text that contains more than half of the characters of these spans, with its index in `texts`. `None` if no text
    /// does, if fewer than [`MANY`] documents or a library document have it, or if a person decided that it is a template.
    fn most_of<'t>(
        &self,
        document: DocumentIndex,
        spans: impl Iterator<Item = Span>,
        texts: &'t SharedTexts,
    ) -> Option<(usize, &'t SharedText)> {
        let mut all = 0;
        let mut of_text: BTreeMap<usize, u64> = BTreeMap::new();
        for span in spans {
            all += u64::from(span.len());
            for (common, position) in texts.common(document, span) {
                *of_text.entry(position).or_default() += u64::from(common);
            }
        }
        let (position, most) = of_text
            .into_iter()
            .max_by_key(|&(position, length)| (length, Reverse(position)))?;
        let text = texts.all().get(position)?;
        let is_held = 2 * most > all
            && text.documents >= MANY
            && self.decision_on(text) != Some(TextDecision::Template)
            && text
                .places
                .iter()
                .all(|&(document, _)| self.is_checked(document));
        is_held.then_some((position, text))
    }
}
