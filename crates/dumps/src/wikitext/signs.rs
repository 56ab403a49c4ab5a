//! Markup inside a line that does not come in pairs of brackets: bold and italic text, links to other sites, tags,
//! magic words.

use super::render::Render;
use super::tag::{self, Effect};

impl Render<'_> {
    /// Leaves out the apostrophes that mark bold and italic text, and shows all others. Returns where to continue.
    pub(super) fn apostrophes(&mut self, at: usize, span_at: usize) -> usize {
        let run = self.bytes[at..span_at]
            .iter()
            .take_while(|&&byte| byte == b'\'')
            .count();
        let shown = match run {
            1 | 4 => 1,
            run => run.saturating_sub(5),
        };
        self.write(&self.text[at..at + shown]);
        at + run
    }

    /// Handles an opening bracket. A link to another site shows its text; a link without text, which a reader sees as a
    /// number, is left out. Returns where to continue.
    pub(super) fn bracket(&mut self, at: usize, span_at: usize) -> usize {
        let rest = &self.bytes[at + 1..span_at];
        if rest.first() == Some(&b'[') {
            return at + 2;
        }
        let scheme = [
            "http://", "https://", "//", "ftp://", "mailto:", "news:", "irc://",
        ]
        .iter()
        .any(|scheme| {
            rest.get(..scheme.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(scheme.as_bytes()))
        });
        if !scheme {
            self.write("[");
            return at + 1;
        }
        let length = rest
            .iter()
            .position(|byte| matches!(byte, b' ' | b'\t' | b']' | b'\n' | b'<' | b'"'))
            .unwrap_or(rest.len());
        let end = at + 1 + length;
        match rest.get(length) {
            Some(b']') => {
                self.out.drop_here();
                end + 1
            }
            Some(b'\n') => end,
            _ => {
                self.brackets += 1;
                end + usize::from(matches!(rest.get(length), Some(b' ' | b'\t')))
            }
        }
    }

    pub(super) fn tag(&mut self, at: usize) -> usize {
        let Some(tag) = tag::at(self.text, at) else {
            self.write("<");
            return at + 1;
        };
        let effect = tag::lower(tag.name, tag::effect);
        match effect {
            None => {
                self.write("<");
                return at + 1;
            }
            Some(Effect::Inline) => {}
            Some(Effect::Break) => {
                self.out.paragraph();
            }
            Some(Effect::Poem) => {
                self.out.paragraph();
                self.poems = if tag.closing {
                    self.poems.saturating_sub(1)
                } else {
                    self.poems + 1
                };
            }
            Some(Effect::Hidden) => {
                self.hidden = if tag.closing || tag.self_closing {
                    self.hidden.saturating_sub(1)
                } else {
                    self.hidden + 1
                };
            }
        }
        tag.end
    }

    /// Handles underscores. Words like `__NOTOC__` change the page and show nothing. Returns where to continue.
    pub(super) fn underscores(&mut self, at: usize, span_at: usize) -> usize {
        let rest = &self.text[at..span_at];
        if let Some(word) = rest.strip_prefix("__") {
            let length = word
                .char_indices()
                .take(40)
                .find(|&(_, c)| !(c.is_ascii_uppercase() || c.is_alphabetic() && !c.is_ascii()))
                .map_or(0, |(at, _)| at);
            if length > 0 && word[length..].starts_with("__") {
                self.out.drop_here();
                return at + length + 4;
            }
        }
        let run = rest.bytes().take_while(|&byte| byte == b'_').count();
        self.write(&rest[..run]);
        at + run
    }
}
