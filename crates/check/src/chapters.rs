//! Copied shares by chapter, under the same rules as the share of the whole document.

use std::io;

use crate::CheckResult;
use chachong_compare::{DocumentIndex, PartShares, Span};
use chachong_text::{Chapter, ChapterKind, chapters};

/// Part of a document from one heading to the next, with its copied shares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChapterFigures {
    /// Chapter with its heading; `None` for the text before the first heading.
    pub chapter: Option<Chapter>,
    /// Span of the part in the document's text, from its heading to the next heading or the end.
    pub span: Span,
    /// Copied shares of the part.
    pub shares: PartShares,
}

impl ChapterFigures {
    /// Returns the type of the chapter; [`ChapterKind::Other`] for the text before the first heading.
    #[must_use]
    pub fn kind(&self) -> ChapterKind {
        (self.chapter.as_ref()).map_or(ChapterKind::Other, |chapter| chapter.kind)
    }
}

impl CheckResult {
    /// Returns the parts of a document with their copied shares, in text order. The parts cover the whole text, so their
    /// characters add up to those of the document; a text without recognised headings is one part. The list is empty if texts
    /// were not compared or the document was not read. Fails if the kept text cannot be read again.
    pub fn chapters(&self, position: DocumentIndex) -> io::Result<Vec<ChapterFigures>> {
        let content = self.document(position).and_then(|one| one.content());
        let (Some(content), Some((copies, shares))) = (content, self.copies()) else {
            return Ok(Vec::new());
        };
        let Some(counted) = copies.counted.get(position.0) else {
            return Ok(Vec::new());
        };
        let found = chapters(&content.text.text()?, &content.pages);
        let parts = parts(found, counted.characters());
        let spans: Vec<Span> = parts.iter().map(|(_, span)| *span).collect();
        let figures = shares.of_parts(position, &copies.counted, &copies.pairs, &spans);
        let parts = parts.into_iter().zip(figures);
        Ok(parts
            .map(|((chapter, span), shares)| ChapterFigures {
                chapter,
                span,
                shares,
            })
            .collect())
    }
}

/// Returns the parts of a text of `end` characters into which its headings cut it, ascending, without gaps.
fn parts(found: Vec<Chapter>, end: u32) -> Vec<(Option<Chapter>, Span)> {
    let mut starts: Vec<u32> = found.iter().map(|chapter| chapter.start).collect();
    starts.push(end);
    let before = Span::new(0, starts[0]);
    let before = (!before.is_empty()).then_some((None, before));
    let rest = found.into_iter().enumerate().map(|(index, chapter)| {
        let span = Span::new(starts[index], starts[index + 1]);
        (Some(chapter), span)
    });
    before.into_iter().chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn chapter(start: u32) -> Chapter {
        Chapter {
            title: start.to_string(),
            kind: ChapterKind::Other,
            start,
            end: start,
        }
    }

    proptest! {
        #[test]
        fn each_character_is_in_one_part(starts in prop::collection::btree_set(0_u32..60, 0..8)) {
            let parts = parts(starts.iter().copied().map(chapter).collect(), 60);
            for at in 0..60 {
                let own = parts.iter().filter(|(_, span)| span.start <= at && at < span.end);
                let own: Vec<_> = own.collect();
                prop_assert_eq!(own.len(), 1);
                // The last heading that does not stand behind it.
                let heading = starts.iter().rev().find(|&&start| start <= at);
                prop_assert_eq!(own[0].0.as_ref().map(|one| one.start), heading.copied());
            }
        }
    }
}
