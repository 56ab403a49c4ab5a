//! Texts of the passages of a case.

use chachong_case::{CaseAttribution, CaseText};
use chachong_compare::DocumentIndex;
use chachong_text::without_exclusions;

use super::CaseError;
use super::passages::Found;
use crate::{CheckResult, Document, PassageAttribution};

/// Number of characters that are kept before and after a passage.
const SURROUNDINGS: usize = 300;

impl CheckResult {
    /// Both sides of each passage, the document in question first; `None` for one of a document that was not read. One text is in
    /// memory at a time: a student may have hundreds of sources.
    pub(super) fn case_texts(
        &self,
        found: &[Found],
        documents: impl Iterator<Item = DocumentIndex>,
    ) -> Result<Vec<[Option<CaseText>; 2]>, CaseError> {
        let mut sides = vec![[None, None]; found.len()];
        for position in documents {
            let Some(content) = self.document(position).and_then(Document::content) else {
                continue;
            };
            let text = content.text.text().map_err(|source| CaseError::TextLost {
                document: self.case_name(position),
                source,
            })?;
            let text = without_exclusions(&text, content.text.exclusions());
            for (one, [in_document, in_source]) in found.iter().zip(&mut sides) {
                if one.document == position {
                    *in_document = Some(self.case_text(one, position, &text));
                } else if one.source == position {
                    *in_source = Some(self.case_text(one, position, &text));
                }
            }
        }
        Ok(sides)
    }

    /// One side of a passage.
    fn case_text(&self, found: &Found, document: DocumentIndex, text: &[(char, u32)]) -> CaseText {
        let span = found.span_in(document);
        let is_first = document == found.pair.a;
        let side = |sides: [_; 2]| {
            let [a, b] = sides;
            if is_first { a } else { b }
        };
        let figures = self.passage_figures(&found.pair, &found.passage).map(side);
        let figures = figures.unwrap_or_default();
        let attribution = self.passage_attribution(&found.pair, &found.passage);
        let attribution = attribution.map(|[a, b]| if is_first { a } else { b });
        let place = |at: u32| text.partition_point(|&(_, offset)| offset < at);
        let (start, end) = (place(span.start), place(span.end));
        let before = start.saturating_sub(SURROUNDINGS);
        let after = text.len().min(end + SURROUNDINGS);
        CaseText {
            span,
            page: self.page_of(document, span.start),
            text: written(&text[start..end]),
            before: written(&text[before..start]),
            after: written(&text[end..after]),
            counting: if found.counts { figures.counting } else { 0 },
            characters: figures.characters,
            attribution: attribution.map_or_else(CaseAttribution::default, |attribution| {
                case_attribution(attribution, text)
            }),
        }
    }

    /// Page of a place, from 1; `None` for files without pages.
    fn page_of(&self, document: DocumentIndex, at: u32) -> Option<u32> {
        let pages = &self.document(document)?.content()?.pages;
        let page = pages.partition_point(|&start| start <= u64::from(at));
        (page > 0).then(|| u32::try_from(page).ok()).flatten()
    }
}

fn case_attribution(found: PassageAttribution, text: &[(char, u32)]) -> CaseAttribution {
    let citation = found.citation.map(|span| {
        let place = |at: u32| text.partition_point(|&(_, offset)| offset < at);
        written(&text[place(span.start)..place(span.end)])
    });
    CaseAttribution {
        group: found.attribution,
        citation,
        reference: found.reference,
    }
}

fn written(characters: &[(char, u32)]) -> String {
    characters.iter().map(|&(c, _)| c).collect()
}
