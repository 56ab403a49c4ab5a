//! Text under construction with marks: spans that stay in the text but are not compared, because no reader sees them,
//! because they belong to the form, or because they are running heads.

use super::running_head::RunningHeads;
use super::sight::Unseen;
use super::{Extracted, Places, Warning};
use chachong_text::{Exclusion, ExclusionReason, LineBreaks};

/// Maximum number of legible characters in the prompt of a field.
const LONGEST_PROMPT: u64 = 400;
/// Maximum length of all prompts, as a multiple of the other text: where nearly all is said to be a prompt, a text was disguised as one.
const MOST_PROMPTS: u64 = 2;

/// Reason why a span of the text is not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Unseen(Unseen),
    /// Prompt of a field that was not filled in.
    Prompt,
    RunningHead,
}

impl From<Unseen> for Mark {
    fn from(unseen: Unseen) -> Self {
        Self::Unseen(unseen)
    }
}

/// Span of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    start: u64,
    end: u64,
    /// Number of legible characters.
    legible: u64,
    mark: Mark,
}

/// Text with marks. Offsets count Unicode scalar values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marked {
    text: String,
    length: u64,
    /// Marked spans, ascending, without overlap.
    stretches: Vec<Stretch>,
}

/// Place in a text under construction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// Offset in characters.
    pub(crate) at: u64,
    bytes: usize,
}

impl Marked {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }

    /// Returns the number of characters.
    pub(crate) const fn length(&self) -> u64 {
        self.length
    }

    pub(crate) const fn end(&self) -> Place {
        Place {
            at: self.length,
            bytes: self.text.len(),
        }
    }

    /// Returns the text from a place on.
    pub(crate) fn since(&self, place: Place) -> &str {
        self.text.get(place.bytes..).unwrap_or_default()
    }

    pub(crate) fn push(&mut self, text: &str, mark: Option<Mark>) {
        let start = self.length;
        self.text.push_str(text);
        self.length += text.chars().count() as u64;
        let Some(mark) = mark else {
            return;
        };
        let legible = legible(text);
        match self.stretches.last_mut() {
            // White space between two unseen words belongs to them.
            Some(last) if last.end == start && last.mark == mark => {
                last.end = self.length;
                last.legible += legible;
            }
            _ if legible == 0 => {}
            _ => self.stretches.push(Stretch {
                start,
                end: self.length,
                legible,
                mark,
            }),
        }
    }

    /// Marks the text from `start` on as the prompt of a field, unless it is too long for one.
    pub(crate) fn mark_prompt(&mut self, start: Place) {
        let legible = legible(self.since(start));
        if legible == 0 || legible > LONGEST_PROMPT {
            return;
        }
        self.cut_marks(start.at);
        self.stretches.push(Stretch {
            start: start.at,
            end: self.length,
            legible,
            mark: Mark::Prompt,
        });
    }

    /// Removes the marks from a place on.
    fn cut_marks(&mut self, at: u64) {
        while self.stretches.last().is_some_and(|last| last.start >= at) {
            self.stretches.pop();
        }
        if let Some(last) = self.stretches.last_mut() {
            last.end = last.end.min(at);
        }
    }

    /// Appends another text.
    pub(crate) fn append(&mut self, other: Self) {
        let by = self.length;
        self.text.push_str(&other.text);
        self.length += other.length;
        let stretches = other.stretches.into_iter();
        self.stretches.extend(stretches.map(|stretch| Stretch {
            start: stretch.start + by,
            end: stretch.end + by,
            ..stretch
        }));
    }

    /// Removes white space at the end.
    pub(crate) fn trim_end(&mut self) {
        self.trim_end_matches(char::is_whitespace);
    }

    /// Removes the characters at the end for which `is_trimmed` is true.
    pub(crate) fn trim_end_matches(&mut self, is_trimmed: impl Fn(char) -> bool) {
        let kept = self.text.trim_end_matches(is_trimmed).len();
        self.length -= self.text[kept..].chars().count() as u64;
        self.text.truncate(kept);
        self.cut_marks(self.length);
    }

    /// Removes white space at the beginning.
    pub(crate) fn trim_start(&mut self) {
        let cut = self.text.len() - self.text.trim_start().len();
        let count = self.text[..cut].chars().count() as u64;
        self.text.drain(..cut);
        self.length -= count;
        for stretch in &mut self.stretches {
            stretch.start = stretch.start.saturating_sub(count);
            stretch.end -= count;
        }
    }

    /// Returns a line with tabs between its cells, without white space around each cell. A line that has both tabs and marks is returned
    /// unchanged.
    pub(crate) fn trimmed_cells(mut self) -> Self {
        if !self.text.contains('\t') {
            self.trim_start();
            self.trim_end();
            return self;
        }
        // Marks keep the white space beside them.
        if self.stretches.is_empty() {
            let cells: Vec<&str> = self.text.split('\t').map(str::trim).collect();
            let text = cells.join("\t");
            self.length = text.chars().count() as u64;
            self.text = text;
        }
        self
    }

    /// Appends the text of headers and footers and marks the running heads in it.
    pub(crate) fn push_heads(&mut self, heads: &str) {
        let start = self.end();
        self.push(heads, None);
        self.mark_heads(start, &mut RunningHeads::default());
    }

    /// Marks the running heads in the text from `start` on, which is that of headers or footers. Returns their ranges. Unseen text in a
    /// running head deceives nobody: it loses its mark.
    pub(crate) fn mark_heads(
        &mut self,
        start: Place,
        running: &mut RunningHeads,
    ) -> Vec<(u64, u64)> {
        let found = running.find(self.since(start), start.at);
        let touches = |stretch: &Stretch| {
            let mut all = found.iter();
            all.any(|&(start, end)| stretch.start < end && start < stretch.end)
        };
        self.stretches.retain(|stretch| !touches(stretch));
        let heads = found.iter().map(|&(start, end)| Stretch {
            start,
            end,
            legible: 0,
            mark: Mark::RunningHead,
        });
        self.stretches.extend(heads);
        self.stretches.sort_unstable_by_key(|stretch| stretch.start);
        found
    }

    /// Returns the text with the spans that are not compared and with warnings.
    pub(crate) fn extracted(self) -> Extracted {
        let (exclusions, warnings) = self.findings();
        let mut extracted = Extracted::of_text(self.text, LineBreaks::Paragraph);
        extracted.exclusions = exclusions;
        extracted.warnings.extend(warnings);
        extracted
    }

    /// Returns the spans that are not compared, and warnings about those that no reader sees.
    pub(crate) fn findings(&self) -> (Vec<Exclusion>, Vec<Warning>) {
        let legible_of = |mark: Mark| -> u64 {
            let of_mark = self.stretches.iter().filter(|stretch| stretch.mark == mark);
            of_mark.map(|stretch| stretch.legible).sum()
        };
        let prompts = legible_of(Mark::Prompt);
        let has_prompts = prompts > 0 && prompts <= MOST_PROMPTS * (legible(&self.text) - prompts);
        let (mut faint, mut outside) = (Places::default(), Places::default());
        let mut exclusions = Vec::new();
        for stretch in &self.stretches {
            let reason = match stretch.mark {
                Mark::Prompt if has_prompts => ExclusionReason::Template,
                Mark::Prompt => continue,
                Mark::RunningHead => ExclusionReason::RunningHead,
                Mark::Unseen(unseen) => {
                    let places = match unseen {
                        Unseen::Faint => &mut faint,
                        Unseen::Outside => &mut outside,
                    };
                    places.add(stretch.start, stretch.legible);
                    ExclusionReason::Invisible
                }
            };
            exclusions.push(Exclusion {
                start: stretch.start,
                end: stretch.end,
                reason,
            });
        }
        let mut warnings = Vec::new();
        if !faint.is_empty() {
            warnings.push(Warning::InvisibleText { places: faint });
        }
        if !outside.is_empty() {
            warnings.push(Warning::TextOutsidePage { places: outside });
        }
        (exclusions, warnings)
    }
}

/// Counts the visible characters: all except white space.
pub(crate) fn visible(text: &str) -> u64 {
    text.chars().filter(|c| !c.is_whitespace()).count() as u64
}

/// Counts the legible characters: all except white space, control characters and U+FFFD.
pub(crate) fn legible(text: &str) -> u64 {
    text.chars()
        .filter(|&c| !c.is_whitespace() && !c.is_control() && c != '\u{FFFD}')
        .count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FAINT: Mark = Mark::Unseen(Unseen::Faint);

    fn spans(text: &Marked) -> Vec<(u64, u64, ExclusionReason)> {
        let (exclusions, _) = text.findings();
        let all = exclusions.iter();
        all.map(|one| (one.start, one.end, one.reason)).collect()
    }

    #[test]
    fn unseen_words_take_the_space_between_them_along() {
        let mut text = Marked::default();
        text.push("见 ", None);
        for piece in ["白字", " ", "又", "  "] {
            text.push(piece, Some(FAINT));
        }
        text.push("尾", None);
        assert_eq!(spans(&text), [(2, 8, ExclusionReason::Invisible)]);
        text.trim_end_matches(|c| c == '尾');
        text.trim_end();
        assert_eq!(spans(&text), [(2, 6, ExclusionReason::Invisible)]);
    }

    #[test]
    fn prompts_are_the_forms_unless_nearly_all_is_said_to_be_one() {
        let mut text = Marked::default();
        text.push("题目", None);
        let start = text.end();
        text.push("请输入", Some(FAINT));
        text.mark_prompt(start);
        assert_eq!(spans(&text), [(2, 5, ExclusionReason::Template)]);
        let start = text.end();
        text.push(&"全文".repeat(300), None);
        text.mark_prompt(start);
        assert_eq!(spans(&text).len(), 1);
        let mut text = Marked::default();
        text.push(&"全文".repeat(20), None);
        text.mark_prompt(Place::default());
        assert_eq!(spans(&text), []);
    }

    proptest! {
        #[test]
        fn marks_ascend_within_the_text(
            pieces in prop::collection::vec(("[a甲 \n]{0,4}", 0..6_u8), 0..12),
        ) {
            let mut text = Marked::default();
            let mut start = text.end();
            for (piece, kind) in &pieces {
                match kind {
                    0 => text.push(piece, None),
                    1 => text.push(piece, Some(FAINT)),
                    2 => text.push(piece, Some(Mark::Unseen(Unseen::Outside))),
                    3 => { text.mark_prompt(start); start = text.end(); }
                    4 => { text.trim_end(); text.trim_start(); start = text.end(); }
                    _ => text.append(text.clone()),
                }
            }
            prop_assert_eq!(text.length(), text.text().chars().count() as u64);
            let (exclusions, _) = text.findings();
            let mut last = 0;
            for exclusion in exclusions {
                prop_assert!(last <= exclusion.start && exclusion.start < exclusion.end);
                last = exclusion.end;
            }
            prop_assert!(last <= text.length());
        }
    }
}
