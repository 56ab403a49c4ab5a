//! Earlier and new wording of a passage, cut where they differ, so that a page can show them side by side.

use std::io;

use chachong_compare::{Span, without};

use super::{Recheck, RecheckedDocument, RecheckedPassage};
use crate::{CheckResult, Document};

/// Piece of the earlier or the new wording of a passage: a stretch that the other wording has word for word, or one that the other
/// wording does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordingPiece {
    /// Text of the piece on one line.
    pub text: String,
    /// Whether the other wording has the piece word for word.
    pub is_same: bool,
}

/// Earlier and new wording of a passage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BothWordings {
    /// Pieces of the earlier wording; empty if the passage is new.
    pub then: Vec<WordingPiece>,
    /// Pieces of the new wording, one list for each span in [`RecheckedPassage::now`]; empty if the passage is gone.
    pub now: Vec<Vec<WordingPiece>>,
}

impl BothWordings {
    /// Returns whether the passage has an earlier and a new wording, whose differences can be marked.
    #[must_use]
    pub fn differ(&self) -> bool {
        !self.then.is_empty() && !self.now.is_empty()
    }
}

/// Texts of a document and of its earlier version, from which wordings are cut.
pub struct RecheckedTexts {
    then: Vec<char>,
    now: Vec<char>,
}

impl RecheckedTexts {
    /// Reads the texts of a document of the new check `now` and of its earlier version. Fails if a text cannot be read again.
    pub fn read(
        recheck: &Recheck,
        now: &CheckResult,
        document: &RecheckedDocument,
    ) -> io::Result<Self> {
        let text = |result: &CheckResult, position| -> io::Result<Vec<char>> {
            let content = result.document(position).and_then(Document::content);
            let text = content.map(|content| content.text.text()).transpose()?;
            Ok(text.map_or_else(Vec::new, |text| text.chars().collect()))
        };
        Ok(Self {
            then: match document.then {
                Some(then) => text(&recheck.earlier.result, then)?,
                None => Vec::new(),
            },
            now: text(now, document.now)?,
        })
    }

    /// Returns the earlier and the new wording of a passage of this document.
    #[must_use]
    pub fn wordings(&self, passage: &RecheckedPassage) -> BothWordings {
        let then = passage
            .then
            .map(|span| pieces(&self.then, span, &passage.same_then));
        let now = (passage.now.iter()).map(|&span| pieces(&self.now, span, &passage.same_now));
        BothWordings {
            then: then.unwrap_or_default(),
            now: now.collect(),
        }
    }
}

/// Cuts a span into the parts within `same`, which is sorted, and those outside.
fn pieces(text: &[char], span: Span, same: &[Span]) -> Vec<WordingPiece> {
    let clipped = (same.iter().map(|one| one.common(span)))
        .filter(|one| !one.is_empty())
        .map(|one| (one, true));
    let others = without(span, same).map(|one| (one, false));
    let mut parts: Vec<(Span, bool)> = clipped.chain(others).collect();
    parts.sort_unstable();
    let mut pieces: Vec<WordingPiece> = Vec::new();
    let mut gap = false;
    for (part, is_same) in parts {
        let end = (part.end as usize).min(text.len());
        for &c in text.get(part.start as usize..end).unwrap_or_default() {
            if c.is_whitespace() || c.is_control() {
                gap = !pieces.is_empty();
                continue;
            }
            let is_new = pieces.last().is_none_or(|piece| piece.is_same != is_same);
            if is_new {
                pieces.push(WordingPiece {
                    text: String::new(),
                    is_same,
                });
            }
            let before = pieces
                .iter()
                .rev()
                .find_map(|piece| piece.text.chars().last());
            // Chinese lines are joined without a space.
            let is_spaced = gap && (c.is_ascii() || before.is_some_and(|last| last.is_ascii()));
            gap = false;
            if let Some(last) = pieces.last_mut() {
                last.text.extend(is_spaced.then_some(' '));
                last.text.push(c);
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wording_is_cut_where_it_differs() {
        let text: Vec<char> = "灯光\n亮到 late at night。".chars().collect();
        let span = Span { start: 0, end: 20 };
        let same = [Span { start: 0, end: 5 }, Span { start: 11, end: 13 }];
        let found = pieces(&text, span, &same);
        let cut: Vec<(&str, bool)> = (found.iter())
            .map(|piece| (piece.text.as_str(), piece.is_same))
            .collect();
        assert_eq!(
            cut,
            [
                ("灯光亮到", true),
                (" late", false),
                (" at", true),
                (" night。", false)
            ]
        );
    }
}
