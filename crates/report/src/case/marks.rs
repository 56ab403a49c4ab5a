//! Identical parts in the two texts of a passage, and rows that show these texts side by side.

use super::laid_out::{LaidOut, written};
use chachong_check::KeptText;
use chachong_check::shown::rows;
use chachong_compare::{Background, Chance, Passage, PassageKind, Span, Weighed, equal_runs};
use chachong_import::Extracted;
use chachong_text::LineBreaks;

/// Number of characters of a row after which the next sentence begins a new row.
const ROW: u32 = 90;

/// Two texts of a passage as a page shows them.
pub(super) struct SideBySide {
    /// Both texts, as shown.
    texts: [Vec<LaidOut>; 2],
    /// Whether each character is identical in the other text.
    same: [Vec<bool>; 2],
    rows: Vec<[Span; 2]>,
}

impl SideBySide {
    /// Compares the texts of a passage. `shown` has the form in which each character of these texts is shown.
    pub(super) fn of(texts: [&str; 2], shown: [Vec<LaidOut>; 2]) -> Self {
        let characters = texts.map(|text| text.chars().collect::<Vec<char>>());
        let equal = equal_in(texts);
        let mut same = characters.each_ref().map(|text| vec![false; text.len()]);
        for (a, b) in &equal {
            for (same, span) in same.iter_mut().zip([a, b]) {
                let span = span.start as usize..(span.end as usize).min(same.len());
                same.get_mut(span).unwrap_or_default().fill(true);
            }
        }
        for (same, text) in same.iter_mut().zip(&characters) {
            join(same, text);
        }
        let whole = characters.each_ref().map(|text| whole(text.len()));
        let both = characters.each_ref().map(Vec::as_slice);
        let is_filled = |row: &[Span; 2]| row.iter().any(|span| span.len() >= ROW);
        Self {
            rows: rows(both, whole, &equal, &is_filled),
            texts: shown,
            same,
        }
    }

    /// Returns the rows. Each row has the pieces of both sides, as (whether the piece is identical in the other text,
    /// text).
    pub(super) fn rows(&self) -> impl Iterator<Item = [Vec<(bool, String)>; 2]> {
        self.rows
            .iter()
            .map(|row| [0, 1].map(|side| self.pieces(side, row[side])))
    }

    fn pieces(&self, side: usize, span: Span) -> Vec<(bool, String)> {
        let span = span.start as usize..span.end as usize;
        let (Some(text), Some(same)) = (
            self.texts[side].get(span.clone()),
            self.same[side].get(span),
        ) else {
            return Vec::new();
        };
        let mut pieces = Vec::new();
        let mut at = 0;
        for run in same.chunk_by(|a, b| a == b) {
            let end = at + run.len();
            pieces.push((run[0], written(&text[at..end])));
            at = end;
        }
        pieces
    }
}

/// Returns the equal runs of two texts, sorted by the first.
fn equal_in(texts: [&str; 2]) -> Vec<(Span, Span)> {
    let background = Background::new();
    let [Some(a), Some(b)] = texts.map(|text| {
        let extracted = Extracted::of_text(text.to_owned(), LineBreaks::Layout);
        let prepared = KeptText::new(&extracted).prepared().ok()?;
        Some(Weighed::new(prepared, &background))
    }) else {
        return Vec::new();
    };
    let [in_a, in_b] = texts.map(|text| whole(text.chars().count()));
    let passage = Passage {
        a: in_a,
        b: in_b,
        kind: PassageKind::Edited,
        matched_a: 0,
        matched_b: 0,
        similarity: 0,
        chance: Chance::STRONG,
        documents: 2,
    };
    equal_runs(&a, &b, &passage)
}

fn whole(length: usize) -> Span {
    Span {
        start: 0,
        end: u32::try_from(length).unwrap_or(u32::MAX),
    }
}

/// Marks white space and punctuation between identical words as identical too, because the comparison ignores them.
fn join(same: &mut [bool], text: &[char]) {
    let mut at = 0;
    while at < same.len() {
        let end = at + same[at..].iter().take_while(|&&one| !one).count();
        let is_between = at > 0 && end < same.len();
        if is_between && !text[at..end].iter().any(|c| c.is_alphanumeric()) {
            same[at..end].fill(true);
        }
        at = end.max(at + 1);
    }
}
