//! First pass over a page of wikitext: finds what belongs together. Braces and brackets are paired; comments and
//! elements with content of their own are found as wholes. Marks that are left open pair with nothing, as in
//! `MediaWiki`.

use std::ops::Range;

use super::marks;
use super::tag::{self, Content};

/// What a span is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `{{…}}` and `{{{…}}}`.
    Template,
    /// `[[…]]`.
    Link,
    /// `{|…|}`.
    Table,
    /// `-{…}-`.
    Variant,
    /// `<!--…-->`.
    Comment,
    /// Element whose content is not wikitext.
    Element(Content),
}

/// Part of a page that belongs together. Two spans are nested or apart; they never cross.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    start: u32,
    inner_start: u32,
    inner_end: u32,
    end: u32,
    /// What it is.
    pub(super) kind: Kind,
}

impl Span {
    /// Byte offset of its first sign.
    pub(super) fn start(&self) -> usize {
        self.start as usize
    }

    /// Byte offset after its last sign.
    pub(super) fn end(&self) -> usize {
        self.end as usize
    }

    /// Byte range of the content between its signs.
    pub(super) fn inner(&self) -> Range<usize> {
        self.inner_start as usize..self.inner_end as usize
    }
}

/// Elements whose end was sought in vain: it need not be sought again, which would take the square of the length.
type Missing = Vec<String>;

/// Returns the spans of a page by their start. `text` must be shorter than 4 GiB.
pub(super) fn of(text: &str) -> Vec<Span> {
    let mut finder = Finder {
        text,
        bytes: text.as_bytes(),
        variants: memchr::memmem::find(text.as_bytes(), b"-{").is_some(),
        used: 0,
        spans: Vec::new(),
        open: Vec::new(),
        braced: Vec::new(),
        open_of: [0; 4],
        missing: Missing::new(),
    };
    finder.run();
    let mut spans = finder.spans;
    spans.retain(|span| span.end > 0);
    spans
}

/// Returns the byte ranges inside a span that lie outside all spans nested in it.
pub(super) fn gaps(spans: &[Span], index: usize) -> impl Iterator<Item = Range<usize>> {
    let inner = spans[index].inner();
    let mut inside = spans[index + 1..].iter();
    let mut from = Some(inner.start);
    std::iter::from_fn(move || {
        let start = from?;
        let next = inside.find(|span| span.start() >= start);
        let next = next.filter(|span| span.start() < inner.end);
        from = next.map(Span::end);
        Some(start..next.map_or(inner.end, Span::start))
    })
}

/// Opening signs that wait for their partner.
struct Open {
    /// Index of the span.
    span: usize,
    kind: Kind,
}

struct Finder<'a> {
    text: &'a str,
    bytes: &'a [u8],
    variants: bool,
    /// Byte offset up to which signs belong to a span that is closed.
    used: usize,
    /// All spans by their start; those that are not closed end at 0.
    spans: Vec<Span>,
    open: Vec<Open>,
    /// Templates and variants among those open, with their number of signs.
    braced: Vec<(Kind, usize)>,
    /// Number of open templates, links, tables and variants.
    open_of: [usize; 4],
    missing: Missing,
}

/// Index of a kind in the counts of open spans.
fn place(kind: Kind) -> usize {
    match kind {
        Kind::Template => 0,
        Kind::Link => 1,
        Kind::Table => 2,
        Kind::Variant | Kind::Comment | Kind::Element(_) => 3,
    }
}

/// Bytes at which something may begin or end.
const MARKS: [bool; 256] = marks(b"{}[]<|");

impl Finder<'_> {
    fn run(&mut self) {
        let mut at = 0;
        while let Some(next) = self.bytes[at..]
            .iter()
            .position(|&byte| MARKS[usize::from(byte)])
        {
            at += next;
            at = match self.bytes[at] {
                b'{' => self.braces(at),
                b'}' => self.closing_braces(at),
                b'[' => self.brackets(at),
                b']' => self.closing_brackets(at),
                b'<' => self.angle(at),
                _ => self.bar(at),
            };
        }
    }

    /// Number of equal bytes from here on.
    fn run_of(&self, at: usize) -> usize {
        let byte = self.bytes[at];
        self.bytes[at..].iter().take_while(|&&b| b == byte).count()
    }

    fn push(&mut self, at: usize, signs: usize, kind: Kind) {
        self.open.push(Open {
            span: self.spans.len(),
            kind,
        });
        self.open_of[place(kind)] += 1;
        if matches!(kind, Kind::Template | Kind::Variant) {
            self.braced.push((kind, signs));
        }
        self.spans.push(Span {
            start: offset(at),
            inner_start: offset(at + signs),
            inner_end: 0,
            end: 0,
            kind,
        });
    }

    /// Closes the nearest open one of a kind; those opened inside it and still open stay without partner.
    fn close(&mut self, kind: Kind, at: usize, signs: usize) {
        while let Some(open) = self.open.pop() {
            self.open_of[place(open.kind)] -= 1;
            if matches!(open.kind, Kind::Template | Kind::Variant) {
                self.braced.pop();
            }
            if open.kind == kind {
                let span = &mut self.spans[open.span];
                span.inner_end = offset(at);
                span.end = offset(at + signs);
                self.used = at + signs;
                return;
            }
        }
    }

    fn whole(&mut self, start: usize, inner: Range<usize>, end: usize, kind: Kind) {
        self.spans.push(Span {
            start: offset(start),
            inner_start: offset(inner.start),
            inner_end: offset(inner.end),
            end: offset(end),
            kind,
        });
        self.used = end;
    }

    fn braces(&mut self, at: usize) -> usize {
        let run = self.run_of(at);
        let end = at + run;
        let mut left = run;
        let mut from = at;
        // The hyphen of `}-` does not begin the next one.
        let hyphen = at > self.used && self.bytes[at - 1] == b'-';
        if self.variants && hyphen && matches!(run, 1 | 3) {
            self.push(at - 1, 2, Kind::Variant);
            left -= 1;
            from += 1;
        }
        if left == 1 && self.bytes.get(end) == Some(&b'|') && self.begins_line(from) {
            self.push(from, 2, Kind::Table);
            return end + 1;
        }
        while left >= 2 {
            let signs = if left == 3 { 3 } else { 2 };
            self.push(from, signs, Kind::Template);
            left -= signs;
            from += signs;
        }
        end
    }

    fn closing_braces(&mut self, at: usize) -> usize {
        let run = self.run_of(at);
        let end = at + run;
        let mut from = at;
        while from < end {
            let left = end - from;
            let then = self.bytes.get(end);
            match self.braced.last() {
                Some(&(Kind::Variant, _)) if left == 1 && then == Some(&b'-') => {
                    self.close(Kind::Variant, from, 2);
                    return end + 1;
                }
                Some(&(_, signs)) if left >= 2 && self.open_of[0] > 0 => {
                    let signs = signs.clamp(2, left);
                    self.close(Kind::Template, from, signs);
                    from += signs;
                }
                Some(_) if left == 1 && self.open_of[3] > 0 && then == Some(&b'-') => {
                    self.close(Kind::Variant, from, 2);
                    return end + 1;
                }
                _ => from += 1,
            }
        }
        end
    }

    fn brackets(&mut self, at: usize) -> usize {
        let run = self.run_of(at);
        // `[[[a]]]` is a link inside brackets.
        let mut from = at + run % 2;
        while from < at + run {
            self.push(from, 2, Kind::Link);
            from += 2;
        }
        at + run
    }

    fn closing_brackets(&mut self, at: usize) -> usize {
        let end = at + self.run_of(at);
        let mut from = at;
        // A table or template inside a link would have ended: `]]` further down belongs to something else.
        while end - from >= 2 && self.open.last().is_some_and(|open| open.kind == Kind::Link) {
            self.close(Kind::Link, from, 2);
            from += 2;
        }
        end
    }

    /// Ends a table at `|}` at the start of a line. Returns where to continue.
    fn bar(&mut self, at: usize) -> usize {
        if self.bytes.get(at + 1) != Some(&b'}') || self.open_of[2] == 0 || !self.begins_line(at) {
            return at + 1;
        }
        let in_template = self.bytes.get(at + 2) == Some(&b'}')
            && self
                .open
                .last()
                .is_some_and(|open| open.kind == Kind::Template);
        if in_template {
            return at + 1;
        }
        self.close(Kind::Table, at, 2);
        at + 2
    }

    /// Whether only spaces and signs of indentation stand before this in its line.
    fn begins_line(&self, at: usize) -> bool {
        self.bytes[..at]
            .iter()
            .rev()
            .find(|byte| !matches!(byte, b' ' | b'\t' | b':' | b'*' | b'#' | b'\r'))
            .is_none_or(|&byte| byte == b'\n')
    }

    fn angle(&mut self, at: usize) -> usize {
        if self.bytes[at..].starts_with(b"<!--") {
            let inner = at + 4;
            let found = memchr::memmem::find(&self.bytes[inner..], b"-->");
            let inner_end = found.map_or(self.bytes.len(), |found| inner + found);
            let end = (inner_end + 3).min(self.bytes.len());
            self.whole(at, inner..inner_end, end, Kind::Comment);
            return end;
        }
        let Some(tag) = tag::at(self.text, at) else {
            return at + 1;
        };
        let Some(content) = tag::lower(tag.name, tag::opaque) else {
            // Attributes may hold templates.
            return at + 1;
        };
        if tag.closing {
            return tag.end;
        }
        if tag.self_closing {
            self.whole(
                at,
                tag.end..tag.end,
                tag.end,
                Kind::Element(Content::Dropped),
            );
            return tag.end;
        }
        match self.end_of(tag.name, tag.end) {
            Some((inner_end, end)) => {
                self.whole(at, tag.end..inner_end, end, Kind::Element(content));
                end
            }
            None => tag.end,
        }
    }

    /// Returns where the end tag of an element begins and ends.
    fn end_of(&mut self, name: &str, from: usize) -> Option<(usize, usize)> {
        if self
            .missing
            .iter()
            .any(|missing| missing.eq_ignore_ascii_case(name))
        {
            return None;
        }
        for found in memchr::memmem::find_iter(&self.bytes[from..], b"</") {
            let at = from + found;
            let behind = at + 2 + name.len();
            let Some(found_name) = self.bytes.get(at + 2..behind) else {
                break;
            };
            if !found_name.eq_ignore_ascii_case(name.as_bytes()) {
                continue;
            }
            let spaces = self.bytes[behind..]
                .iter()
                .take_while(|byte| byte.is_ascii_whitespace())
                .count();
            if self.bytes.get(behind + spaces) == Some(&b'>') {
                return Some((at, behind + spaces + 1));
            }
        }
        self.missing.push(name.to_owned());
        None
    }
}

/// Byte offset as it is kept. Pages have at most a few MB; `plain_text` reads no longer ones.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(text: &str) -> Vec<(Kind, &str)> {
        of(text)
            .iter()
            .map(|span| (span.kind, &text[span.start()..span.end()]))
            .collect()
    }

    #[test]
    fn what_belongs_together_is_found() {
        let dropped = Kind::Element(Content::Dropped);
        assert_eq!(
            found("{{a|[[b]]|{{c}}}}"),
            [
                (Kind::Template, "{{a|[[b]]|{{c}}}}"),
                (Kind::Link, "[[b]]"),
                (Kind::Template, "{{c}}")
            ]
        );
        assert_eq!(
            found("-{zh:{{a}}}- -{b}- -{{c}}"),
            [
                (Kind::Variant, "-{zh:{{a}}}-"),
                (Kind::Template, "{{a}}"),
                (Kind::Variant, "-{b}-"),
                (Kind::Template, "{{c}}")
            ]
        );
        assert_eq!(
            found("{|\n|{{x|}}\n|}\n{{y|\n|}}"),
            [
                (Kind::Table, "{|\n|{{x|}}\n|}"),
                (Kind::Template, "{{x|}}"),
                (Kind::Template, "{{y|\n|}}")
            ]
        );
        assert_eq!(
            found("<ref>{{a</ref>}}<REF name=b/><!-- {{ -->"),
            [
                (dropped, "<ref>{{a</ref>"),
                (dropped, "<REF name=b/>"),
                (Kind::Comment, "<!-- {{ -->")
            ]
        );
        assert_eq!(found("[[a {{b ]] [[c]]"), [(Kind::Link, "[[c]]")]);
        assert_eq!(found("<ref>a <!--"), [(Kind::Comment, "<!--")]);
        assert_eq!(
            found("{{{a|b}}} {{c}}}"),
            [(Kind::Template, "{{{a|b}}}"), (Kind::Template, "{{c}}")]
        );
    }

    proptest! {
        #[test]
        fn spans_are_nested_or_apart(
            text in r"(\{\{|\}\}|\{|\}|\[\[|\]\]|\{\||\|\}|-\{|\}-|\n|<ref>|</ref>|<!--|-->|<b>|甲|\|){0,60}",
        ) {
            let spans = of(&text);
            for (index, span) in spans.iter().enumerate() {
                let inner = span.inner();
                prop_assert!(span.start() <= inner.start && inner.start <= inner.end && inner.end <= span.end());
                prop_assert!(text.is_char_boundary(span.start()) && text.is_char_boundary(span.end()));
                for later in &spans[index + 1..] {
                    prop_assert!(later.start() >= span.start());
                    prop_assert!(later.start() >= span.end() || later.end() <= inner.end);
                }
            }
        }
    }
}
