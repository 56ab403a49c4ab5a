//! Second pass over a page of wikitext: writes what is shown, in order, with a stack of ranges instead of recursion.

use std::ops::Range;

use super::namespaces::Namespaces;
use super::spans::{self, Kind, Span};
use super::tag::Content;
use super::{link, marks, template, variant};
use crate::entity;
use crate::prose::Prose;

/// Depth of links, templates and variants inside each other down to which they are shown. Pages that people wrote have 6.
const DEEPEST: usize = 40;
/// Longest page that is read, in bytes. Nothing longer comes here.
const LONGEST: usize = 1 << 30;

/// Position at which to continue if the rest of the range was left as work, because the line is a heading.
const BEHIND_HEADING: usize = usize::MAX;

/// Returns the prose of a page of wikitext.
pub(crate) fn plain_text(text: &str, names: &Namespaces) -> String {
    if text.len() > LONGEST {
        return String::new();
    }
    let unix;
    let text = if memchr::memchr(b'\r', text.as_bytes()).is_some() {
        unix = text.replace("\r\n", "\n").replace('\r', "\n");
        &unix
    } else {
        text
    };
    let mut render = Render {
        text,
        bytes: text.as_bytes(),
        spans: spans::of(text),
        next: 0,
        names,
        work: Vec::new(),
        out: Prose::with_capacity(text.len() / 2),
        line: Line::default(),
        brackets: 0,
        poems: 0,
        hidden: 0,
    };
    let start = render.begin_line(0, text.len());
    if start != BEHIND_HEADING {
        render.work.push(Work::Show(start..text.len()));
    }
    render.run();
    render.out.finish()
}

/// What is to be done, the last one first.
enum Work {
    /// The text of this byte range is shown.
    Show(Range<usize>),
    /// A text of our own is shown.
    Say(&'static str),
    /// A paragraph ends.
    Paragraph,
    /// The started heading is complete.
    EndHeading,
}

/// What the line of wikitext held so far.
#[derive(Default)]
struct Line {
    text: bool,
    comment: bool,
}

pub(super) struct Render<'a> {
    pub(super) text: &'a str,
    pub(super) bytes: &'a [u8],
    spans: Vec<Span>,
    /// Index of the first span that begins at or after the current position.
    next: usize,
    names: &'a Namespaces,
    work: Vec<Work>,
    pub(super) out: Prose,
    line: Line,
    /// Number of links to other sites that are open in this line.
    pub(super) brackets: usize,
    /// Number of open `<poem>`s.
    pub(super) poems: usize,
    /// Number of open elements with readings of characters.
    pub(super) hidden: usize,
}

/// Bytes at which plain text may end.
const MARKS: [bool; 256] = marks(b"\n'[]<&_{}");

impl Render<'_> {
    fn run(&mut self) {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Show(range) => self.show(range),
                Work::Say(text) => self.write(text),
                Work::Paragraph => self.out.paragraph(),
                Work::EndHeading => self.out.end_heading(),
            }
        }
    }

    /// Shows a range up to the first span in it; the rest after the span is left as work.
    fn show(&mut self, range: Range<usize>) {
        let Range { mut start, end } = range;
        while self
            .spans
            .get(self.next)
            .is_some_and(|span| span.start() < start)
        {
            self.next += 1;
        }
        let span_at = self.spans.get(self.next).map_or(end, Span::start).min(end);
        while start < span_at {
            start = self.plain(start, span_at, end);
            if start == BEHIND_HEADING {
                return;
            }
        }
        // A tag whose attributes hold the span.
        if start > span_at {
            if start < end {
                self.work.push(Work::Show(start..end));
            }
            return;
        }
        if start < end {
            let index = self.next;
            self.work.push(Work::Show(self.spans[index].end()..end));
            self.span(index);
        }
    }

    /// Shows or leaves out a span.
    fn span(&mut self, index: usize) {
        let span = self.spans[index];
        let inner = span.inner();
        let deep = self.work.len() > DEEPEST;
        match span.kind {
            Kind::Comment => self.line.comment = true,
            Kind::Table => {
                self.out.paragraph();
                self.line.text = false;
            }
            Kind::Element(content) => self.element(content, &self.text[inner]),
            _ if deep || self.hidden > 0 => self.out.drop_here(),
            Kind::Link => match link::shown(self.text, &self.spans, index, self.names) {
                Some(range) => self.work.push(Work::Show(range)),
                None => self.out.drop_here(),
            },
            Kind::Variant => match variant::shown(self.text, &self.spans, index) {
                Some(range) => self.work.push(Work::Show(range)),
                None => self.out.drop_here(),
            },
            Kind::Template => match template::shown(self.text, &self.spans, index) {
                Some(shown) => {
                    if shown.paragraph {
                        self.out.paragraph();
                        self.work.push(Work::Paragraph);
                    }
                    self.work.extend(shown.second.map(Work::Show));
                    if !shown.text.is_empty() {
                        self.work.push(Work::Say(shown.text));
                    }
                    self.work.extend(shown.first.map(Work::Show));
                }
                None => self.out.drop_here(),
            },
        }
    }

    fn element(&mut self, content: Content, inner: &str) {
        match content {
            Content::Dropped => self.out.drop_here(),
            _ if self.hidden > 0 => {}
            Content::LiteralLines if inner.trim_matches('\n').contains('\n') => {
                for line in inner.trim_matches('\n').lines() {
                    let mut decoded = String::with_capacity(line.len());
                    entity::decode_all(line, &mut decoded);
                    self.out.push_line(&decoded);
                }
                self.line.text = false;
            }
            Content::Literal | Content::LiteralLines => self.literal(inner),
            Content::Formula => {
                let mut decoded = String::new();
                entity::decode_all(inner, &mut decoded);
                let formula = decoded.trim();
                if formula.is_empty() {
                    return;
                }
                self.write("$");
                for (at, line) in formula.lines().enumerate() {
                    if at > 0 {
                        self.out.push(" ");
                    }
                    self.out.push(line.trim());
                }
                self.write("$");
            }
        }
    }

    fn literal(&mut self, inner: &str) {
        let mut decoded = String::with_capacity(inner.len());
        entity::decode_all(inner, &mut decoded);
        for (at, line) in decoded.lines().enumerate() {
            if at > 0 {
                self.out.soft_break();
            }
            self.write(line);
        }
    }

    pub(super) fn write(&mut self, text: &str) {
        if self.hidden == 0 && !text.is_empty() {
            self.out.push(text);
            self.line.text = self.line.text || !text.trim_start().is_empty();
        }
    }

    /// Shows text from `start` up to the next sign of markup, and handles the sign. Returns where to continue, at most
    /// [`BEHIND_HEADING`].
    fn plain(&mut self, start: usize, span_at: usize, end: usize) -> usize {
        let length = self.bytes[start..span_at]
            .iter()
            .position(|&byte| MARKS[usize::from(byte)])
            .unwrap_or(span_at - start);
        let at = start + length;
        self.write(&self.text[start..at]);
        if at == span_at {
            return at;
        }
        match self.bytes[at] {
            b'\n' => self.newline(at, end),
            b'\'' => self.apostrophes(at, span_at),
            b'[' => self.bracket(at, span_at),
            b']' => {
                if self.brackets > 0 {
                    self.brackets -= 1;
                } else if self.bytes.get(at + 1) == Some(&b']') {
                    return at + 2;
                } else {
                    self.write("]");
                }
                at + 1
            }
            b'<' => self.tag(at),
            b'&' => {
                let mut decoded = String::new();
                let Some(length) = entity::decode_into(&self.text[at..span_at], &mut decoded)
                else {
                    self.write("&");
                    return at + 1;
                };
                self.write(&decoded);
                at + length
            }
            b'_' => self.underscores(at, span_at),
            // Braces that pair with nothing.
            brace => {
                if self.bytes.get(at + 1) == Some(&brace) {
                    return (at + 2).min(span_at);
                }
                self.write(&self.text[at..=at]);
                at + 1
            }
        }
    }

    /// Ends a line of wikitext. A line of text continues in the next one; an empty line, or one that shows nothing, ends the
    /// paragraph; one that holds a comment and nothing else is not there at all.
    fn newline(&mut self, at: usize, end: usize) -> usize {
        let line = std::mem::take(&mut self.line);
        self.brackets = 0;
        self.hidden = 0;
        if self.poems > 0 || !line.text && !line.comment {
            self.out.paragraph();
        } else if line.text {
            self.out.soft_break();
        }
        self.begin_line(at + 1, end)
    }

    /// Deals with the signs at the start of a line: headings, lists, rules. Returns where the text of the line begins, or
    /// [`BEHIND_HEADING`].
    fn begin_line(&mut self, at: usize, end: usize) -> usize {
        match self.bytes.get(at).filter(|_| at < end) {
            Some(b'=') if self.work.is_empty() => self.heading(at, end),
            Some(b'*' | b'#' | b':' | b';') => {
                self.out.paragraph();
                let signs = self.bytes[at..end]
                    .iter()
                    .take_while(|byte| matches!(byte, b'*' | b'#' | b':' | b';' | b' '))
                    .count();
                at + signs
            }
            Some(b' ') => {
                self.out.paragraph();
                at
            }
            Some(b'-') => {
                let rule = self.bytes[at..end]
                    .iter()
                    .take_while(|&&byte| byte == b'-')
                    .count();
                if rule < 4 {
                    return at;
                }
                self.out.paragraph();
                at + rule
            }
            _ => at,
        }
    }

    /// Begins a heading, if the line is one. Returns [`BEHIND_HEADING`] if so, and otherwise `at`.
    fn heading(&mut self, at: usize, end: usize) -> usize {
        // Breaks inside comments and references are none of the line's.
        let mut from = at;
        let mut next = self.next;
        let line_end = loop {
            let found =
                memchr::memchr(b'\n', &self.bytes[from..end]).map_or(end, |found| from + found);
            while self.spans.get(next).is_some_and(|span| span.end() <= from) {
                next += 1;
            }
            match self.spans.get(next) {
                Some(span) if span.start() < found && span.end() > found => {
                    from = span.end().min(end);
                }
                Some(span) if span.start() < found => {
                    next += 1;
                    if next - self.next > 200 {
                        return at;
                    }
                }
                _ => break found,
            }
        };
        let mut line = self.text[at..line_end].trim_end();
        while line.ends_with("-->")
            && let Some(comment) = line.rfind("<!--")
        {
            line = line[..comment].trim_end();
        }
        let signs = |found: Option<usize>| found.unwrap_or(0).min(6);
        let opening = signs(line.bytes().position(|byte| byte != b'='));
        let closing = signs(line.bytes().rev().position(|byte| byte != b'='));
        let level = opening.min(closing);
        if level == 0 {
            return at;
        }
        self.out.begin_heading(u8::try_from(level).unwrap_or(6));
        self.work.push(Work::Show(line_end..end));
        self.work.push(Work::EndHeading);
        self.work
            .push(Work::Show(at + level..at + line.len() - level));
        BEHIND_HEADING
    }
}
