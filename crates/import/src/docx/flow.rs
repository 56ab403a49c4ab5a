//! Text under construction, with the text boxes and notes that follow its paragraphs and the places where hidden text
//! was omitted.

use super::super::marked::{Mark, Marked, Place, legible};
use super::super::running_head::RunningHeads;
use super::super::{Extracted, Places, Warning, block_quotation};
use super::source::TextSource;

/// One stream of text: the body, a note, a text box, a header. Offsets count Unicode scalar values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Flow {
    pub(super) marked: Marked,
    /// Places where hidden text was left out, ascending, with the number of its legible characters.
    hidden: Vec<(u64, u64)>,
    /// Block quotations, ascending.
    pub(super) quotations: Vec<(u64, u64)>,
    /// Pictures with their places, ascending: the place in the text, and the name of the picture's part.
    pub(super) pictures: Vec<(u64, String)>,
    /// Where the text stands in its part, ascending.
    pub(super) sources: Vec<TextSource>,
    /// Text boxes and notes of the paragraph being read; they follow it.
    waiting: Vec<Flow>,
}

impl Flow {
    pub(super) fn of(marked: Marked) -> Self {
        Self {
            marked,
            ..Self::default()
        }
    }

    pub(super) fn text(&self) -> &str {
        self.marked.text()
    }

    pub(super) fn push(&mut self, text: &str, mark: Option<Mark>) {
        self.marked.push(text, mark);
    }

    /// Records that the text from `start` on stands at a byte of the part.
    pub(super) fn source(&mut self, start: u64, byte: usize, is_text: bool) {
        let length = self.marked.length() - start;
        if length > 0 {
            self.sources.push(TextSource {
                at: start,
                length,
                byte,
                is_text,
                is_away: false,
            });
        }
    }

    /// Records that the text from `start` on is a block quotation; one directly after another continues it.
    pub(super) fn quote_from(&mut self, start: u64) {
        block_quotation::add(&mut self.quotations, start, self.marked.length());
    }

    /// Records that all of the text belongs to an element of the main part; `byte` is where, or `None` if the text is in
    /// the main part itself.
    pub(super) fn put_away(&mut self, byte: Option<usize>) {
        for source in &mut self.sources {
            source.byte = byte.unwrap_or(source.byte);
            (source.is_away, source.is_text) = (true, false);
        }
    }

    /// Records that hidden `text` is left out at this place.
    pub(super) fn hide(&mut self, text: &str) {
        self.omit(legible(text));
    }

    /// Records that hidden text with `count` legible characters is left out at this place.
    pub(super) fn omit(&mut self, count: u64) {
        if count == 0 {
            return;
        }
        let here = self.marked.length();
        match self.hidden.last_mut() {
            Some((place, before)) if *place == here => *before += count,
            _ => self.hidden.push((here, count)),
        }
    }

    /// Records that a picture stands at this place.
    pub(super) fn picture(&mut self, part: String) {
        self.pictures.push((self.marked.length(), part));
    }

    /// Queues `other` to follow the paragraph being read.
    pub(super) fn wait(&mut self, other: Self) {
        self.waiting.push(other);
    }

    /// Ends the paragraph and appends the flows that waited for its end. `joins` leaves the line open for the next paragraph,
    /// unless something waited.
    pub(super) fn end_paragraph(&mut self, joins: bool) {
        if joins && self.waiting.is_empty() {
            return;
        }
        self.push("\n", None);
        for other in std::mem::take(&mut self.waiting) {
            self.append(other);
        }
    }

    /// Ends the paragraph that a cut part, or one without paragraphs, left open, so that nothing waits.
    pub(super) fn settle(&mut self) {
        if !self.waiting.is_empty() || !(self.text().is_empty() || self.text().ends_with('\n')) {
            self.end_paragraph(false);
        }
    }

    /// Appends `other`, which must be settled.
    pub(super) fn append(&mut self, other: Self) {
        let by = self.marked.length();
        self.marked.append(other.marked);
        let hidden = other.hidden.into_iter();
        self.hidden
            .extend(hidden.map(|(place, count)| (place + by, count)));
        let quotations = other.quotations.into_iter();
        self.quotations
            .extend(quotations.map(|(start, end)| (start + by, end + by)));
        let pictures = other.pictures.into_iter();
        self.pictures
            .extend(pictures.map(|(place, part)| (place + by, part)));
        let sources = other.sources.into_iter();
        self.sources.extend(sources.map(|source| TextSource {
            at: source.at + by,
            ..source
        }));
    }

    /// Returns the text with the spans that are not compared and with warnings.
    pub(super) fn extracted(self) -> Extracted {
        let mut places = Places::default();
        for (place, count) in self.hidden {
            places.add(place, count);
        }
        let mut extracted = self.marked.extracted();
        extracted.warnings.extend(Warning::hidden(places));
        extracted.block_quotations = self.quotations;
        extracted
    }

    /// Appends the text of headers and footers, each text once.
    pub(super) fn append_running(&mut self, heads: Vec<Self>) {
        let mut seen = std::collections::HashSet::new();
        let mut running = RunningHeads::default();
        for mut head in heads {
            if legible(head.text()) == 0 || !seen.insert(head.text().trim().to_owned()) {
                continue;
            }
            // Hidden text in a running head deceives nobody.
            let found = head.marked.mark_heads(Place::default(), &mut running);
            let is_running = |place| {
                found
                    .iter()
                    .any(|&(start, end)| start <= place && place < end)
            };
            head.hidden.retain(|&(place, _)| !is_running(place));
            head.pictures.clear();
            head.sources.clear();
            self.append(head);
        }
    }
}
