//! Recognition of a text's sections: cover, forms, declarations, contents, references, acknowledgements, code, notes and
//! quotations, in the author's text as it was extracted. Widths are in columns of a printed page: a Chinese character
//! takes two, others one.
//!
//! In case of doubt a passage counts as body text: a passage that is wrongly marked may be a copy that is missed.

mod acknowledgements;
mod chapters;
mod code;
mod contents;
mod cover;
mod declaration;
mod evidence;
mod footnotes;
mod forms;
mod heading;
mod lines;
mod marker;
mod names;
mod notes;
mod numerals;
mod paragraphs;
mod pieces;
mod references;
mod sheet;
mod source;

use super::quotation::quotations;
use super::{LineBreaks, Mark, MarkReason};
pub use chapters::{Chapter, ChapterKind, chapters};
use sheet::Sheet;

/// Finds the spans of `text` that may be left out of the shares, such as the cover and the references, in ascending order and without
/// overlap. `pages` holds the offset at which each page begins, in Unicode scalar values; it is empty for a text without pages. Takes
/// time in proportion to the text's length.
#[must_use]
pub fn marks(text: &str, breaks: LineBreaks, pages: &[u64]) -> Vec<Mark> {
    if u32::try_from(text.len()).is_err() {
        // Offsets would not fit into 32 bits; no parser gives so much text.
        return Vec::new();
    }
    let mut sheet = Sheet::new(text, breaks, pages);
    // Contents come first, because the names of sections listed there begin no section.
    contents::mark(&mut sheet);
    declaration::mark(&mut sheet);
    forms::mark(&mut sheet);
    cover::mark(&mut sheet);
    references::mark(&mut sheet);
    acknowledgements::mark(&mut sheet);
    code::mark(&mut sheet);
    let paragraphs = paragraphs::paragraphs(&sheet);
    let notes = notes::find(&sheet, &paragraphs);
    let works = footnotes::find(&sheet, &paragraphs);
    let quotations = quotations(text, breaks);
    let pieces = pieces::pieces(text, notes, works, &quotations);
    with_quotations(pieces::joined(sheet.into_marks(), pieces), quotations)
}

/// Returns the paragraphs of `text` as a person reads them, each as (start, end) in Unicode scalar values, in ascending
/// order and without overlap. White space between paragraphs belongs to none. Lines into which a printer or editor
/// broke a paragraph are joined.
#[must_use]
pub fn paragraph_spans(text: &str, breaks: LineBreaks) -> Vec<(u32, u32)> {
    if u32::try_from(text.len()).is_err() {
        return Vec::new();
    }
    let sheet = Sheet::new(text, breaks, &[]);
    let place = |paragraph: &paragraphs::Paragraph| {
        let (first, last) = (paragraph.lines.start, paragraph.lines.end - 1);
        (sheet.lines[first].start, sheet.lines[last].end)
    };
    paragraphs::paragraphs(&sheet).iter().map(place).collect()
}

/// Adds the quotations that touch no section to the sections.
fn with_quotations(sections: Vec<Mark>, quotations: Vec<(u32, u32)>) -> Vec<Mark> {
    let mut marks = Vec::with_capacity(sections.len() + quotations.len());
    let mut sections = sections.into_iter().peekable();
    let mut last_end = 0;
    for (start, end) in quotations {
        while let Some(section) = sections.next_if(|section| section.start < end) {
            last_end = section.end;
            marks.push(section);
        }
        if start >= last_end {
            marks.push(Mark {
                start,
                end,
                reason: MarkReason::Quotation,
            });
        }
    }
    marks.extend(sections);
    marks
}

#[cfg(test)]
mod tests;
