//! Attribution: determines whether the text of a document is cited or quoted where it stands.
//!
//! Every character belongs to one of four groups ([`Attribution`]), by the citations that cover it and the quotation
//! marks around it. A passage belongs to the group of most of its countable characters.

use std::ops::Range;

use crate::citations::{self, Citation, Found};
use crate::flow::Flow;
use crate::reach::{Layout, Reach};
use crate::{Manuscript, Reference};
use serde::{Deserialize, Serialize};

/// Group of text by its attribution.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Attribution {
    /// Neither cited nor quoted.
    #[default]
    None,
    /// Cited, but not quoted.
    Cited,
    /// In quotation marks or in a block quotation, but not cited.
    Quoted,
    /// Cited, and in quotation marks or in a block quotation.
    CitedAndQuoted,
}

impl Attribution {
    /// All groups, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::None, Self::Cited, Self::Quoted, Self::CitedAndQuoted];

    /// Returns the group of text, given whether it is cited and whether it is quoted.
    #[must_use]
    pub const fn of(is_cited: bool, is_quoted: bool) -> Self {
        match (is_cited, is_quoted) {
            (false, false) => Self::None,
            (true, false) => Self::Cited,
            (false, true) => Self::Quoted,
            (true, true) => Self::CitedAndQuoted,
        }
    }

    /// Returns the stable name of the group, used in JSON and CSV.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Cited => "cited",
            Self::Quoted => "quoted",
            Self::CitedAndQuoted => "cited-and-quoted",
        }
    }

    /// Returns whether a citation covers the text.
    #[must_use]
    pub const fn is_cited(self) -> bool {
        matches!(self, Self::Cited | Self::CitedAndQuoted)
    }

    /// Returns whether the text is in quotation marks or in a block quotation.
    #[must_use]
    pub const fn is_quoted(self) -> bool {
        matches!(self, Self::Quoted | Self::CitedAndQuoted)
    }
}

/// Stretch of a text in one group other than [`Attribution::None`]. Offsets count Unicode scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttributedRun {
    /// Offset of the first character.
    pub start: u32,
    /// Offset after the last character.
    pub end: u32,
    /// Group of the stretch: cited, quoted, or cited and quoted.
    pub attribution: Attribution,
    /// Index in [`Attributions::citations`] of the nearest citation that covers the stretch. `None` if no citation does, which includes
    /// quotations that count as cited although no citation was found at them.
    pub citation: Option<usize>,
    /// Whether more than one citation covers the stretch.
    pub has_others: bool,
    /// Offset of the opening quotation mark, or of the first character of a block quotation; `None` outside quotations.
    pub quotation: Option<u32>,
}

/// Citations of a text, and the stretches of it that are cited or quoted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributions {
    /// Citations in the running text, in order of position.
    pub citations: Vec<Citation>,
    /// Stretches that are cited or quoted, in order of position, without overlap.
    pub runs: Vec<AttributedRun>,
}

impl Attributions {
    /// Finds the cited and quoted stretches of a text. `references` are the entries of its reference lists.
    /// `passages` are the spans (start, end) that it shares with other documents, in Unicode scalar values and in any
    /// order. A citation at the end of a passage covers the passage back to its beginning, within the paragraph.
    #[must_use]
    pub fn of(
        manuscript: &Manuscript<'_>,
        references: &[Reference],
        passages: &[(u32, u32)],
    ) -> Self {
        let flow = Flow::of(manuscript, references);
        let found = citations::find(&flow, references);
        let layout = Layout::of(&flow, &found);
        let mut reaches = layout.reaches(&flow, &found);
        reaches.extend(passages.iter().filter_map(|&(start, end)| {
            let passage = flow.position(start)..flow.position(end);
            layout.reach_of_passage(&flow, &found, &passage)
        }));
        Self {
            runs: runs(&flow, &found, &reaches),
            citations: found
                .iter()
                .map(|one| citations::citation(&flow, one))
                .collect(),
        }
    }

    /// Returns the cited or quoted stretches within a span, in order of position. `start` and `end` are offsets in Unicode scalar values;
    /// stretches that extend beyond the span are cut to it.
    pub fn within(&self, start: u32, end: u32) -> impl Iterator<Item = AttributedRun> + '_ {
        let first = self.runs.partition_point(|run| run.end <= start);
        let inside = self.runs[first..]
            .iter()
            .take_while(move |run| run.start < end);
        inside.map(move |run| AttributedRun {
            start: run.start.max(start),
            end: run.end.min(end),
            ..*run
        })
    }
}

/// Returns the indices of up to two citations of a reach that begin at or before a position and two after it: the nearest one is among
/// them.
fn near(found: &[Found], reach: &Reach, at: usize) -> Range<usize> {
    let Range { start, end } = reach.citations;
    let before = found[start..end].partition_point(|one| one.range.start <= at);
    let next = start + before;
    next.saturating_sub(2).max(start)..(next + 2).min(end)
}

/// Cuts the text into runs, at the boundaries of reaches and quotations.
fn runs(flow: &Flow, found: &[Found], reaches: &[Reach]) -> Vec<AttributedRun> {
    // Nearest citation of each position, and its distance.
    let mut cited: Vec<Option<usize>> = vec![None; flow.characters.len()];
    let mut has_others = vec![false; flow.characters.len()];
    let distance = |citation: usize, at: usize| {
        let range = &found[citation].range;
        range.start.abs_diff(at).min(range.end.abs_diff(at))
    };
    for reach in reaches {
        for at in reach.range.clone() {
            let Some(own) = cited.get_mut(at) else {
                break;
            };
            for citation in near(found, reach, at) {
                has_others[at] |= own.is_some_and(|own| own != citation);
                if own.is_none_or(|own| distance(citation, at) < distance(own, at)) {
                    *own = Some(citation);
                }
            }
        }
    }
    let mut quoted: Vec<Option<u32>> = vec![None; flow.characters.len()];
    let mut quoted_and_cited = vec![false; flow.characters.len()];
    for quotation in &flow.quotations {
        let (start, _) = flow.offsets(&(quotation.start as usize..quotation.end as usize));
        for at in quotation.start as usize..(quotation.end as usize).min(quoted.len()) {
            quoted[at] = Some(start);
            quoted_and_cited[at] = quotation.is_cited;
        }
    }
    for block in &flow.blocks {
        let (start, _) = flow.offsets(block);
        let end = block.end.min(quoted.len());
        for own in quoted.get_mut(block.start..end).unwrap_or_default() {
            *own = Some(start);
        }
    }
    let mut runs: Vec<AttributedRun> = Vec::new();
    for at in 0..flow.characters.len() {
        let attribution = Attribution::of(
            cited[at].is_some() || quoted_and_cited[at],
            quoted[at].is_some(),
        );
        if attribution == Attribution::None {
            continue;
        }
        let (start, end) = flow.offsets(&(at..at + 1));
        match runs.last_mut() {
            Some(last)
                if last.attribution == attribution
                    && last.citation == cited[at]
                    && last.quotation == quoted[at]
                    && last.has_others == has_others[at]
                    && at > 0
                    && last.end == flow.offsets(&(at - 1..at)).1 =>
            {
                last.end = end;
            }
            _ => runs.push(AttributedRun {
                start,
                end,
                attribution,
                citation: cited[at],
                has_others: has_others[at],
                quotation: quoted[at],
            }),
        }
    }
    runs
}

#[cfg(test)]
mod tests;
