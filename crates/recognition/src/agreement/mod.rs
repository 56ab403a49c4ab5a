//! Comparison of a page's text layer with its picture: finds pages where the text that is copied differs from the text
//! that is printed.
//!
//! The texts of both sides are cut into pieces of a line, and each piece is searched for in the other side, allowing a
//! few wrong characters. So neither the order nor the breaks of lines matter, and a mediocre recognised text layer
//! still agrees. On an ordinary page, pieces are missing on one side only: a layer lacks the text of screenshots, and
//! recognition misses small print and formulas. On a forged page, text was exchanged: each side lacks text that the
//! other has. Decisions and figures: docs/recognition.md.

mod disguised;
mod document;
mod edits;
mod stream;

use serde::{Deserialize, Serialize};

use self::disguised::disguised;
pub use self::document::{DocumentVerdict, document_verdict, sampled_pages};
pub use self::stream::Compared;
use self::stream::{Stream, bounded};
use super::page::{Confidence, Page, PageState, Trust};

/// Minimum weight on either side to compare a page: 60 ideographs or 180 letters.
const ENOUGH: usize = 180;
/// Minimum weight of exchanged text by which a page differs, 60 ideographs or 180 letters. Ordinary pages have at most
/// 57.
const EXCHANGED: usize = 180;
/// Minimum share of the telling text, of the side with less, that is exchanged on a page that differs, in per cent.
const EXCHANGED_PERCENT: usize = 5;
/// Minimum share as [`EXCHANGED_PERCENT`], in per cent, where the layer is a poor recognition, which now and then has
/// nothing like a line of the picture.
const EXCHANGED_POOR_PERCENT: usize = 40;
/// Minimum share of wrong letters by which a recognised layer is poor, in per cent.
const POOR_PERCENT: usize = 20;
/// Minimum weight of text of the layer that the picture does not show, where the picture has nothing instead.
const SURPLUS: usize = 450;
/// Minimum share of the layer's telling text that the picture does not show, where the picture has nothing instead, in
/// per cent.
const SURPLUS_PERCENT: usize = 20;
/// Minimum weight of what the picture shows, below which nobody can say that the layer has more.
const READ: usize = 600;
/// Minimum share of what the picture shows that the layer has, in per cent: below it the picture was misread, and
/// nobody can say that the layer has more.
const READ_PERCENT: usize = 80;
/// Denominator of the largest share (1 in 5) of text that could not be read surely.
const UNSURE_OF: usize = 5;
/// Minimum confidence of lines whose single characters are held against a drawn text: characters that the models do not
/// know spoil the confidence of their line.
const CLEAR: Confidence = Confidence(9_700);
/// Minimum number of letters of clear lines ([`CLEAR`]) by which single characters are judged.
const CLEAR_LETTERS: usize = 200;
/// Minimum share of wrong letters by which a drawn text differs, in per cent. Ordinary pages have at most 9
/// on both sides, a page of code; 6 else.
const WRONG_PERCENT: usize = 15;
/// Minimum number of words in foreign look-alikes by which a page differs.
const DISGUISED: usize = 5;

/// Origin of a page's text layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LayerKind {
    /// The page is drawn with the characters of the layer, so each character is right unless the map of its font is
    /// wrong.
    Drawn,
    /// The page is a picture with invisible text behind it that a program recognised, so single characters may be
    /// wrong.
    Recognised,
}

/// Whether a page's text layer matches its picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The text layer matches the printed text, as far as that could be read.
    Agrees,
    /// The text layer differs from the printed text.
    Differs,
    /// Not comparable: one side has too little text, or the picture shows less than half of the layer's text and too little else that it
    /// could be evidence of an exchange.
    TooLittle,
}

/// Comparison of a page's text layer with the text recognised in its picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    /// Distinctive text of the picture, and how much of it the text layer contains.
    pub of_picture: Compared,
    /// Distinctive text of the layer, and how much of it the picture shows.
    pub of_layer: Compared,
    /// Weight, as in [`Compared`], of text that was recognised with too little confidence. This much text of the layer
    /// may be on the page unrecognised.
    pub unsure: usize,
    /// Number of words of the layer that contain Cyrillic or Greek look-alikes of Latin letters but are printed in Latin letters; 0 if
    /// the layer has real words in one of these scripts.
    pub disguised: usize,
    /// Verdict that follows from the other figures.
    pub verdict: Verdict,
}

/// Compares a page's text layer with the text recognised in its picture. `layer` is the whole text in the file, including running heads,
/// except text known to be invisible; at most about 50,000 characters of each side are compared. `pages` are the recognised pages of the
/// picture. Compatibility characters, width, accents and case are folded here; look-alikes and Traditional characters must not have been
/// folded before.
///
/// The picture must show the page as everyone sees it: do not compare a page with fonts that the file does not contain.
#[must_use]
pub fn agreement(layer: &str, kind: LayerKind, pages: &[Page]) -> Agreement {
    let mut said = Stream::of_layer(layer);
    let is_joined = said.join_short();
    // All that was seen counts in favour of the layer, and only what was read surely against it.
    let seen = Stream::of_pages(pages, |_, _| true);
    let sure = Stream::of_pages(pages, |state, line| {
        state == PageState::Read && line.confidence.trust() != Trust::Shown
    });
    let clear = Stream::of_pages(pages, |state, line| {
        state == PageState::Read && line.confidence >= CLEAR
    });
    let mut agreement = Agreement {
        of_picture: sure.compared_with(&said),
        of_layer: said.compared_with(&seen),
        unsure: seen.weight().saturating_sub(sure.weight()),
        disguised: disguised(bounded(layer), &seen.text()),
        verdict: Verdict::TooLittle,
    };
    if agreement.less() >= ENOUGH {
        let differs = agreement.is_exchanged(kind)
            // Cells of a table that are joined stand in another order in the picture.
            || (!is_joined && agreement.has_more())
            || (kind == LayerKind::Drawn && agreement.is_wrong(&clear.compared_with(&said)))
            || agreement.disguised >= DISGUISED;
        // Most of the layer was not seen, and nothing else in its place: hardly anything was drawn or read.
        let is_unseen = agreement.of_layer.found * 2 < agreement.of_layer.telling;
        agreement.verdict = match (differs, is_unseen) {
            (true, _) => Verdict::Differs,
            (false, true) => Verdict::TooLittle,
            (false, false) => Verdict::Agrees,
        };
    }
    agreement
}

impl Agreement {
    /// Returns the weight of the telling text of the side that has less.
    fn less(&self) -> usize {
        self.of_picture.telling.min(self.of_layer.telling)
    }

    /// Returns the weight of the layer's text that the picture surely does not show.
    fn lost(&self) -> usize {
        self.of_layer.missing.saturating_sub(self.unsure)
    }

    /// Whether the picture shows text that the layer lacks, and the layer as much that the picture lacks.
    fn is_exchanged(&self, kind: LayerKind) -> bool {
        let exchanged = self.of_picture.missing.min(self.lost());
        let is_poor =
            kind == LayerKind::Recognised && self.of_layer.wrong_percent() >= POOR_PERCENT;
        let percent = if is_poor {
            EXCHANGED_POOR_PERCENT
        } else {
            EXCHANGED_PERCENT
        };
        exchanged >= EXCHANGED && exchanged * 100 >= self.less() * percent
    }

    /// Whether the layer has all that the picture shows, and much more.
    fn has_more(&self) -> bool {
        // A page of which little was read says nothing about the rest.
        let is_read = self.of_picture.telling >= READ
            && self.of_picture.found * 100 >= self.of_picture.telling * READ_PERCENT
            && self.unsure * UNSURE_OF <= self.of_picture.telling;
        is_read
            && self.lost() >= SURPLUS
            && self.lost() * 100 >= self.of_layer.telling * SURPLUS_PERCENT
    }

    /// Whether too many single characters are others than the picture clearly shows.
    fn is_wrong(&self, clear: &Compared) -> bool {
        clear.letters >= CLEAR_LETTERS
            && clear.wrong_percent() >= WRONG_PERCENT
            && self.of_layer.wrong_percent() >= WRONG_PERCENT
    }
}

#[cfg(test)]
mod tests;
