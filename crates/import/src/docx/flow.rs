//! Text under construction, with marks for hidden text that was left out and unseen text that was kept.

use super::super::{Places, Warning};
use chachong_text::{Exclusion, ExclusionReason};

/// Span of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    start: u64,
    end: u64,
    /// Number of legible characters: for hidden text, of those that were left out.
    legible: u64,
}

/// One stream of text: the body, a note, a text box, a header. Offsets count Unicode scalar values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Flow {
    pub(super) text: String,
    length: u64,
    /// Unseen text (too pale or too small) that is kept in `text`, ascending.
    faint: Vec<Stretch>,
    /// Places where hidden text was left out, ascending; start and end are equal.
    hidden: Vec<Stretch>,
    /// Pictures with their places, ascending: the place in `text`, and the name of the picture's part.
    pub(super) pictures: Vec<(u64, String)>,
    /// Text boxes and notes of the paragraph being read; they follow it.
    waiting: Vec<Flow>,
}

impl Flow {
    pub(super) fn push(&mut self, text: &str, is_faint: bool) {
        let start = self.length;
        self.text.push_str(text);
        self.length += text.chars().count() as u64;
        let legible = legible(text);
        if !is_faint {
            return;
        }
        match self.faint.last_mut() {
            // White space between two unseen words belongs to them.
            Some(last) if last.end == start => {
                last.end = self.length;
                last.legible += legible;
            }
            _ if legible == 0 => {}
            _ => self.faint.push(Stretch {
                start,
                end: self.length,
                legible,
            }),
        }
    }

    /// Records that hidden `text` is left out at this place.
    pub(super) fn hide(&mut self, text: &str) {
        let legible = legible(text);
        if legible == 0 {
            return;
        }
        match self.hidden.last_mut() {
            Some(last) if last.end == self.length => last.legible += legible,
            _ => self.hidden.push(Stretch {
                start: self.length,
                end: self.length,
                legible,
            }),
        }
    }

    /// Records that a picture stands at this place.
    pub(super) fn picture(&mut self, part: String) {
        self.pictures.push((self.length, part));
    }

    /// Queues `other` to follow the paragraph being read.
    pub(super) fn wait(&mut self, other: Self) {
        self.waiting.push(other);
    }

    /// Ends the paragraph and appends what waited for its end. `joins` leaves the line open for the next paragraph,
    /// unless something waited.
    pub(super) fn end_paragraph(&mut self, joins: bool) {
        if joins && self.waiting.is_empty() {
            return;
        }
        self.push("\n", false);
        for other in std::mem::take(&mut self.waiting) {
            self.append(other);
        }
    }

    /// Ends the paragraph that a cut part, or one without paragraphs, left open, so that nothing waits.
    pub(super) fn settle(&mut self) {
        if !self.waiting.is_empty() || !(self.text.is_empty() || self.text.ends_with('\n')) {
            self.end_paragraph(false);
        }
    }

    /// Appends `other`, which must be settled.
    pub(super) fn append(&mut self, other: Self) {
        let by = self.length;
        let moved = |s: Stretch| Stretch {
            start: s.start + by,
            end: s.end + by,
            ..s
        };
        self.text.push_str(&other.text);
        self.length += other.length;
        self.faint.extend(other.faint.into_iter().map(moved));
        self.hidden.extend(other.hidden.into_iter().map(moved));
        let pictures = other.pictures.into_iter();
        self.pictures
            .extend(pictures.map(|(place, part)| (place + by, part)));
    }

    /// Converts the marks to exclusions and warnings; `running` holds the ranges of headers and footers.
    pub(super) fn marks(&self, running: &[(u64, u64)]) -> (Vec<Exclusion>, Vec<Warning>) {
        let places = |stretches: &[Stretch]| {
            let mut places = Places::default();
            for stretch in stretches {
                places.add(stretch.start, stretch.legible);
            }
            places
        };
        let exclude = |(start, end), reason| Exclusion { start, end, reason };
        let exclusions = self
            .faint
            .iter()
            .map(|s| exclude((s.start, s.end), ExclusionReason::Invisible))
            .chain(
                running
                    .iter()
                    .map(|&range| exclude(range, ExclusionReason::RunningHead)),
            )
            .collect();
        let mut warnings = Vec::new();
        if !self.hidden.is_empty() {
            warnings.push(Warning::HiddenText {
                places: places(&self.hidden),
            });
        }
        if !self.faint.is_empty() {
            warnings.push(Warning::InvisibleText {
                places: places(&self.faint),
            });
        }
        (exclusions, warnings)
    }

    /// Appends the text of headers and footers, each text once; returns their ranges.
    pub(super) fn append_running(&mut self, heads: Vec<Self>) -> Vec<(u64, u64)> {
        let mut seen = std::collections::HashSet::new();
        let mut ranges = Vec::new();
        for mut head in heads {
            if legible(&head.text) == 0 || !seen.insert(head.text.trim().to_owned()) {
                continue;
            }
            // Headers are excluded as a whole; unseen text in them deceives nobody.
            head.faint.clear();
            head.hidden.clear();
            head.pictures.clear();
            let start = self.length;
            self.append(head);
            ranges.push((start, self.length));
        }
        ranges
    }
}

/// Counts the legible characters: neither white space, control characters nor U+FFFD.
pub(super) fn legible(text: &str) -> u64 {
    text.chars()
        .filter(|&c| !c.is_whitespace() && !c.is_control() && c != '\u{FFFD}')
        .count() as u64
}
