//! Marks the pages of a PDF: highlights with remarks, in an update that is appended to the file's own bytes.

mod quads;
mod structure;
mod syntax;
#[cfg(test)]
mod tests;
mod update;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use hayro_syntax::object::{Array, Dict};
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use super::alignment::{TextMap, align};
use super::{AUTHOR, AnnotatedPassage, AnnotationCause, AnnotationRequest, part, visible};
use crate::limits::caught;
use crate::pdf::{PlacedPage, placed_pages};
use crate::{ImportCause, RecognisedPage};
use quads::Quad;
use structure::Structure;
pub(super) use update::PDF_MARK;
use update::{Highlight, Update};

/// Marks of one page: the index of each remark in the request, with its areas.
type PageMarks = Vec<(usize, Vec<Quad>)>;

/// Returns the bytes to append to a PDF, and for each passage how much of it is marked.
pub(super) fn annotate(
    bytes: Vec<u8>,
    request: &AnnotationRequest,
) -> Result<(Vec<u8>, Vec<AnnotatedPassage>), AnnotationCause> {
    let bytes = Arc::new(bytes);
    let pdf = Pdf::new(Arc::clone(&bytes)).map_err(cause)?;
    // Asked first: what may not be changed need not be read.
    Structure::of(&bytes, &pdf, 0)?;
    structure::refuse_signed(&pdf)?;
    let text: Vec<char> = request.text.chars().collect();
    let (marks, passages) = marks(&bytes, &text, request)?;
    let appended = caught(|| Ok(update(&bytes, &pdf, &marks, request)))??;
    Ok((appended, passages))
}

fn cause(error: LoadPdfError) -> AnnotationCause {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => AnnotationCause::Encrypted,
        other => AnnotationCause::Unread(ImportCause::damaged(&format!("{other:?}"))),
    }
}

/// Finds the areas of all passages, page by page (from 1), and for each passage how much of it is marked.
fn marks(
    bytes: &Arc<Vec<u8>>,
    text: &[char],
    request: &AnnotationRequest,
) -> Result<(BTreeMap<u32, PageMarks>, Vec<AnnotatedPassage>), AnnotationCause> {
    let pages = page_spans(&request.pages, text.len() as u64);
    let is_wanted = |number: u32| {
        let index = usize::try_from(number).unwrap_or(0).wrapping_sub(1);
        pages.get(index).is_some_and(|page| {
            let mut remarks = request.remarks.iter();
            remarks.any(|one| one.start < page.end && page.start < one.end)
        })
    };
    let placed = placed_pages(bytes, &is_wanted)?;
    let shown = request.marked_text(text);
    let mut passages: Vec<AnnotatedPassage> = (request.remarks.iter())
        .map(|remark| AnnotatedPassage {
            characters: visible(&shown, remark.start, remark.end).count() as u64,
            ..AnnotatedPassage::default()
        })
        .collect();
    let mut marks = BTreeMap::new();
    for ((number, span), page) in (1..).zip(&pages).zip(&placed) {
        if !is_wanted(number) {
            continue;
        }
        let page = PageText::of(text, span, page, recognised(request, number));
        let mut on_page = Vec::new();
        for (index, remark) in request.remarks.iter().enumerate() {
            let (start, end) = (remark.start.max(span.start), remark.end.min(span.end));
            if start >= end {
                continue;
            }
            let (quads, marked) = page.areas(&shown, (start, end));
            passages[index].marked += marked;
            if !quads.is_empty() {
                on_page.push((index, quads));
            }
        }
        if !on_page.is_empty() {
            marks.insert(number, on_page);
        }
    }
    Ok((marks, passages))
}

/// Returns the spans of the pages in a text of `length` characters.
fn page_spans(starts: &[u64], length: u64) -> Vec<Range<u64>> {
    let ends = starts.iter().skip(1).copied().chain([length]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| start..end)
        .collect()
}

fn recognised(request: &AnnotationRequest, number: u32) -> Option<&RecognisedPage> {
    let mut pages = request.recognised.iter();
    pages.find(|page| page.number == number && page.picture.is_none())
}

/// Page whose text is to be found on it.
struct PageText<'p> {
    start: u64,
    placed: &'p PlacedPage,
    recognised: Option<&'p RecognisedPage>,
    /// Place of each character of the page in the check's text among those of the placed page.
    map: TextMap,
    /// Glyph of each character of the placed page.
    glyphs: Vec<Option<usize>>,
}

impl<'p> PageText<'p> {
    fn of(
        text: &[char],
        span: &Range<u64>,
        placed: &'p PlacedPage,
        recognised: Option<&'p RecognisedPage>,
    ) -> Self {
        let own = &text[part(text, span.start, span.end)];
        let other: Vec<char> = placed.text.chars().collect();
        let mut glyphs = vec![None; other.len()];
        for (index, glyph) in placed.glyphs.iter().enumerate() {
            for place in glyph.start..glyph.end {
                let place = usize::try_from(place).ok();
                if let Some(slot) = place.and_then(|place| glyphs.get_mut(place)) {
                    *slot = Some(index);
                }
            }
        }
        Self {
            start: span.start,
            placed,
            recognised,
            map: align(own, &other),
            glyphs,
        }
    }

    /// Returns the areas of a passage on the page, and the number of its visible characters in them.
    fn areas(&self, text: &[char], (start, end): (u64, u64)) -> (Vec<Quad>, u64) {
        if let Some(page) = self.recognised {
            let PlacedPage { size, to_file, .. } = *self.placed;
            return quads::of_recognised(page, text, (start, end), size, to_file);
        }
        let mut marked = 0;
        let mut glyphs: Vec<usize> = Vec::new();
        for at in visible(text, start, end) {
            let index = usize::try_from(at - self.start).ok();
            let place = index.and_then(|index| *self.map.get(index)?);
            if let Some(glyph) = place.and_then(|place| *self.glyphs.get(place)?) {
                glyphs.push(glyph);
                marked += 1;
            }
        }
        // A ligature stands for several characters.
        glyphs.dedup();
        let places = glyphs.iter().map(|&glyph| &self.placed.glyphs[glyph]);
        let quads = quads::of_glyphs(places, self.placed.to_file);
        let marked = if quads.is_empty() { 0 } else { marked };
        (quads, marked)
    }
}

/// Writes the update: the highlights, and the pages with their lists of annotations.
fn update(
    bytes: &[u8],
    pdf: &Pdf,
    marks: &BTreeMap<u32, PageMarks>,
    request: &AnnotationRequest,
) -> Result<Vec<u8>, AnnotationCause> {
    let count: usize = marks.values().map(Vec::len).sum();
    // Each highlight is two objects, and the table may be one.
    let count = u32::try_from(2 * count + 1).unwrap_or(u32::MAX);
    let structure = Structure::of(bytes, pdf, count)?;
    let mut update = Update::new(&structure, bytes.len());
    // Two leaves of the tree of pages may be one object.
    let mut pages: BTreeMap<(u32, i32), (&Dict<'_>, Vec<u32>)> = BTreeMap::new();
    let mut parts = vec![0; request.remarks.len()];
    for (number, page) in (1..).zip(pdf.pages().iter()) {
        let Some(on_page) = marks.get(&number) else {
            continue;
        };
        let id = page
            .raw()
            .obj_id()
            .ok_or_else(|| AnnotationCause::damaged(&format!("page {number} has no number")))?;
        let id = (id.obj_number, id.gen_number);
        let (_, highlights) = pages.entry(id).or_insert((page.raw(), Vec::new()));
        for (index, quads) in on_page {
            let remark = &request.remarks[*index];
            parts[*index] += 1;
            let highlight = Highlight {
                quads: quads.clone(),
                number: (index + 1, parts[*index]),
                author: AUTHOR,
                text: remark.text.clone(),
                colour: remark.colour,
                date: request.date.as_deref(),
            };
            highlights.push(update.highlight(&highlight, id));
        }
    }
    for ((number, generation), (page, highlights)) in pages {
        let page = with_annotations(page, &highlights)
            .ok_or_else(|| AnnotationCause::damaged(&format!("object {number} is no page")))?;
        update.put(number, generation, &page);
    }
    Ok(update.finish(&structure))
}

/// Returns a page's dictionary as it is written, with more annotations after its own.
fn with_annotations(page: &Dict<'_>, added: &[u32]) -> Option<Vec<u8>> {
    let own = page.get::<Array<'_>>("Annots");
    let own = own.as_ref().map_or(&[][..], Array::data);
    let mut written = b"<<".to_vec();
    for (name, value) in syntax::entries(page.data())? {
        if name == b"Annots" {
            continue;
        }
        written.push(b'/');
        for byte in name {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+' | b':') {
                written.push(byte);
            } else {
                written.extend_from_slice(format!("#{byte:02X}").as_bytes());
            }
        }
        written.push(b' ');
        written.extend_from_slice(value);
        written.push(b'\n');
    }
    written.extend_from_slice(b"/Annots[");
    written.extend_from_slice(own.trim_ascii());
    // A comment in the list ends with its line.
    for number in added {
        written.extend_from_slice(format!("\n{number} 0 R").as_bytes());
    }
    written.extend_from_slice(b"]>>");
    Some(written)
}
