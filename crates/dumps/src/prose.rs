//! Collects the text of a page while it is written: paragraphs, spaces, and brackets that are left empty because their
//! content is not shown.

use crate::back_matter::BackMatterOf;

/// How the next text is separated from the text so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    /// In the same place.
    None,
    /// Behind a line break that a reader sees as a space.
    Soft,
    /// In a new paragraph.
    Paragraph,
}

/// Heading that waits for text below it.
#[derive(Clone, Copy, Debug)]
struct Bare {
    level: u8,
    /// Byte offset of the end of the text before it.
    at: usize,
}

/// Text being written.
#[derive(Debug)]
pub(crate) struct Prose {
    text: String,
    gap: Gap,
    /// Whether something that shows nothing was left out at the end of the text.
    dropped: bool,
    /// Headings without text below them yet. A reader of the prose does not miss those that stay so: a table or gallery
    /// stood there.
    bare: Vec<Bare>,
    in_heading: bool,
    sections: BackMatterOf,
}

impl Prose {
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self {
            text: String::with_capacity(bytes),
            gap: Gap::None,
            dropped: false,
            bare: Vec::new(),
            in_heading: false,
            sections: BackMatterOf::default(),
        }
    }

    /// Adds text without line breaks.
    pub(crate) fn push(&mut self, mut run: &str) {
        let begins = self.gap == Gap::Paragraph || self.text.is_empty();
        if self.dropped && begins {
            // What stood before the comma or full stop at the start of the line shows nothing.
            run = run.trim_start_matches([' ', ',', '.', ';', ':', '，', '。', '；', '：', '、']);
        } else if self.dropped {
            run = self.mend(run);
        }
        if self.gap != Gap::None || self.text.is_empty() {
            run = run.trim_start_matches([' ', '\t', '\r', '\u{3000}']);
            if run.is_empty() {
                return;
            }
            self.fill_gap(run);
        }
        if run.is_empty() {
            return;
        }
        self.dropped = false;
        if !self.in_heading {
            self.bare.clear();
        }
        if run.starts_with([' ', '\t', '\r'])
            || memchr::memmem::find(run.as_bytes(), b"  ").is_some()
            || run.contains(['\t', '\r'])
        {
            self.push_spaced(run);
        } else {
            self.text.push_str(run);
        }
    }

    /// Adds text whose spaces may stand side by side.
    fn push_spaced(&mut self, run: &str) {
        for (at, word) in run.split([' ', '\t', '\r']).enumerate() {
            if at > 0 && !self.text.ends_with([' ', '\n']) && !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
    }

    fn fill_gap(&mut self, run: &str) {
        let gap = std::mem::replace(&mut self.gap, Gap::None);
        self.text.truncate(self.text.trim_end_matches(' ').len());
        if self.text.is_empty() || self.text.ends_with('\n') {
            return;
        }
        if gap == Gap::Paragraph {
            self.text.push('\n');
        } else if !(self.text.chars().next_back().is_some_and(is_wide)
            && run.chars().next().is_some_and(is_wide))
        {
            self.text.push(' ');
        }
    }

    /// Adds a line as it is, with its spaces.
    pub(crate) fn push_line(&mut self, line: &str) {
        self.paragraph();
        let line = line.trim_end();
        if !line.is_empty() {
            self.fill_gap(line);
            self.text.push_str(line);
            self.dropped = false;
            if !self.in_heading {
                self.bare.clear();
            }
        }
        self.paragraph();
    }

    /// Records that something without text for the reader was left out here.
    pub(crate) fn drop_here(&mut self) {
        self.dropped = true;
    }

    /// Ends the line; what follows belongs to the same paragraph.
    pub(crate) fn soft_break(&mut self) {
        self.gap = self.gap.max(Gap::Soft);
    }

    /// Ends the paragraph.
    pub(crate) fn paragraph(&mut self) {
        self.gap = Gap::Paragraph;
        self.dropped = false;
    }

    /// Begins a heading. Its text follows, then [`Self::end_heading`].
    pub(crate) fn begin_heading(&mut self, level: u8) {
        self.paragraph();
        while self.bare.last().is_some_and(|bare| bare.level >= level) {
            if let Some(bare) = self.bare.pop() {
                self.truncate(bare.at);
            }
        }
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.bare.push(Bare {
            level,
            at: self.text.len(),
        });
        self.in_heading = true;
    }

    /// Ends the heading that was started last.
    pub(crate) fn end_heading(&mut self) {
        self.in_heading = false;
        self.paragraph();
        if let Some(bare) = self.bare.last() {
            let heading = self.text.get(bare.at..).unwrap_or_default();
            self.sections.heading(bare.at, bare.level, heading.trim());
        }
    }

    /// Mends the text where something was left out, before `next` is added: brackets around nothing go, and so do a space before
    /// a full stop, and a comma after an opening bracket. Returns the rest of `next`.
    fn mend<'a>(&mut self, mut next: &'a str) -> &'a str {
        loop {
            let Some(first) = next.chars().next() else {
                return next;
            };
            let before = self.text.trim_end_matches(' ');
            let opened = before.ends_with(['(', '（', '[', '［', '〔']);
            if opened && matches!(first, ')' | '）' | ']' | '］' | '〕') {
                let kept = before.char_indices().next_back().map_or(0, |(at, _)| at);
                self.text.truncate(kept);
                next = &next[first.len_utf8()..];
                // The sentence goes on behind brackets that are gone: mend once more.
                continue;
            }
            if opened && matches!(first, ',' | ';' | '，' | '；' | '、' | ' ') {
                next = &next[first.len_utf8()..];
                continue;
            }
            if matches!(
                first,
                ',' | '.' | ';' | ':' | ')' | '，' | '。' | '；' | '：' | '、' | '）'
            ) {
                let length = before.len();
                self.text.truncate(length);
                // A comma before the bracket that closes now: what stood between them is gone.
                if matches!(first, ')' | '）') {
                    let length = self
                        .text
                        .trim_end_matches([',', ';', '，', '；', '、', ' '])
                        .len();
                    self.text.truncate(length);
                    if self.text.ends_with(['(', '（']) {
                        continue;
                    }
                }
            }
            return next;
        }
    }

    /// Byte offset at which the paragraph being written begins.
    pub(crate) fn paragraph_start(&self) -> usize {
        if self.gap == Gap::Paragraph {
            return self.text.trim_end_matches(' ').len();
        }
        self.text.rfind('\n').map_or(0, |at| at + 1)
    }

    /// Returns whether the paragraph that begins at this byte offset is the last one.
    pub(crate) fn is_last_paragraph(&self, at: usize) -> bool {
        (self.text.get(at..)).is_some_and(|rest| !rest.trim().contains('\n'))
    }

    /// Removes the text from a byte offset on.
    pub(crate) fn truncate(&mut self, at: usize) {
        self.text.truncate(at);
        self.sections.forget_from(at);
    }

    /// Returns the complete text, without sections of references at its end and without headings over nothing.
    pub(crate) fn finish(mut self) -> String {
        if let Some(&Bare { at, .. }) = self.bare.first() {
            self.truncate(at);
        }
        self.sections.cut(&mut self.text);
        let length = self.text.trim_end().len();
        self.text.truncate(length);
        self.text
    }
}

/// Whether lines broken beside this character join without a space: Chinese and Japanese writing, and its punctuation.
fn is_wide(character: char) -> bool {
    matches!(u32::from(character),
        0x2E80..=0x9FFF | 0xF900..=0xFAFF | 0xFE30..=0xFE4F | 0xFF00..=0xFFEF | 0x20000..=0x3FFFF)
        || matches!(character, '“' | '”' | '‘' | '’' | '…' | '—')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_leaves_no_trace() {
        let mut out = Prose::with_capacity(0);
        out.push("软件测试（");
        out.drop_here();
        out.push("，");
        out.drop_here();
        out.push("）是 (");
        out.drop_here();
        out.push("; born 1900) x ");
        out.drop_here();
        out.push(". (a, ");
        out.drop_here();
        out.push(") f() ");
        out.drop_here();
        out.push(" b");
        assert_eq!(out.finish(), "软件测试是 (born 1900) x. (a) f() b");
    }

    #[test]
    fn lines_of_a_paragraph_join_and_bare_headings_go() {
        let mut out = Prose::with_capacity(0);
        out.push("甲");
        out.soft_break();
        out.push("乙");
        out.soft_break();
        out.push("c");
        out.paragraph();
        for (level, heading, text) in [
            (2, "一", ""),
            (3, "二", ""),
            (2, "三", ""),
            (3, "四", "丁"),
            (2, "五", ""),
        ] {
            out.begin_heading(level);
            out.push(heading);
            out.end_heading();
            out.push(text);
            out.paragraph();
        }
        assert_eq!(out.finish(), "甲乙 c\n三\n四\n丁");
    }
}
