//! Distinguishes prose from markup, encoded data and code by the characters of a text.

use chachong_text::is_cjk;

use super::detection::UnreadFormat;
use super::marked::visible;

/// Maximum length of a tag in characters; a `<` without its `>` within them begins none.
const LONGEST_TAG: usize = 4096;
/// Minimum length in characters of an unbroken run of letters and digits that no person writes: longer than any word.
const LONG_RUN: u64 = 60;
/// Mean length of a line in characters from which code was shrunk by a program.
const SHRUNK_LINE: u64 = 400;
/// Minimum number of visible characters of a text that is judged: a few tags or one long word say nothing.
const JUDGED_FROM: u64 = 200;
/// Minimum number of visible characters of a text that is taken for prose without an ending that says so.
const PROSE_FROM: u64 = 60;

/// Composition of a text: numbers of characters other than white space, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Make {
    visible: u64,
    /// Characters inside tags, with their brackets.
    in_tags: u64,
    /// Characters in long unbroken runs of ASCII letters and digits, as base64 and numbers in hexadecimal are.
    in_runs: u64,
    /// Brackets, operators and other signs that code has and prose has not.
    code_signs: u64,
    /// Letters and ideographs.
    letters: u64,
    ideographs: u64,
    /// White space outside tags.
    blanks: u64,
    lines: u64,
}

impl Make {
    pub(super) fn of(text: &str) -> Self {
        let mut make = Self::default();
        let mut rest = text;
        while let Some(at) = rest.find('<') {
            make.add(&rest[..at]);
            rest = &rest[at..];
            if let Some(length) = tag_length(rest) {
                let tag = visible(&rest[..length]);
                make.visible += tag;
                make.in_tags += tag;
                rest = &rest[length..];
            } else {
                make.add("<");
                rest = &rest[1..];
            }
        }
        make.add(rest);
        make.lines = text.lines().count().max(1) as u64;
        make
    }

    /// Counts the characters of a piece outside tags.
    fn add(&mut self, text: &str) {
        // Length of the run, and the number of letters and digits in it: a line of dashes or slashes is none.
        let (mut run, mut kept) = (0_u64, 0_u64);
        for c in text.chars() {
            if c.is_ascii_alphanumeric() || matches!(c, '+' | '/') {
                run += 1;
                kept += u64::from(c.is_ascii_alphanumeric());
            } else {
                self.end_run(run, kept);
                (run, kept) = (0, 0);
            }
            if c.is_whitespace() {
                self.blanks += 1;
            } else {
                self.visible += 1;
                self.letters += u64::from(c.is_alphabetic());
                self.ideographs += u64::from(is_cjk(c));
                self.code_signs += u64::from(is_code_sign(c));
            }
        }
        self.end_run(run, kept);
    }

    const fn end_run(&mut self, run: u64, kept: u64) {
        if run >= LONG_RUN && kept * 4 >= run * 3 {
            self.in_runs += run;
        }
    }

    /// Returns the share of the visible characters that stand in tags, in per cent.
    pub(super) const fn tags_percent(&self) -> u64 {
        percent(self.in_tags, self.visible)
    }
}

const fn percent(part: u64, of: u64) -> u64 {
    match (part * 100).checked_div(of) {
        Some(percent) => percent,
        None => 0,
    }
}

/// Signs of code: prose has hardly any.
const fn is_code_sign(c: char) -> bool {
    matches!(
        c,
        '{' | '}'
            | '['
            | ']'
            | '='
            | ';'
            | '<'
            | '>'
            | '$'
            | '\\'
            | '|'
            | '&'
            | '_'
            | '#'
            | '@'
            | '^'
            | '~'
            | '`'
            | '+'
            | '*'
    )
}

/// Returns the length in bytes of the tag, comment or declaration with which a text begins; `None` if it is none.
fn tag_length(text: &str) -> Option<usize> {
    let next = text[1..].chars().next()?;
    if !(next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')) {
        return None;
    }
    let within = text.char_indices().take(LONGEST_TAG);
    // A tag that was not closed ends before the next one; a comparison in a formula has none.
    let end = within.skip(1).find(|&(_, c)| matches!(c, '<' | '>'));
    end.and_then(|(at, c)| (c == '>').then_some(at + 1))
}

/// Returns the format of a text that is not prose; `None` for prose, even with code between its paragraphs.
pub(super) fn not_prose(text: &str) -> Option<UnreadFormat> {
    let make = Make::of(text);
    if make.visible < JUDGED_FROM {
        return None;
    }
    if make.tags_percent() > 50 {
        return Some(UnreadFormat::Markup);
    }
    if percent(make.in_runs, make.visible) > 50 {
        return Some(UnreadFormat::Encoded);
    }
    // Prose with formulas, or with a sign between its words, has signs of code too; shrunk code has hardly a blank.
    let has_words = percent(make.blanks, make.visible) >= 12 || make.ideographs * 2 >= make.visible;
    let is_shrunk = make.visible / make.lines >= SHRUNK_LINE && !has_words;
    (is_shrunk && percent(make.code_signs, make.visible) >= 8).then_some(UnreadFormat::Script)
}

/// Returns whether a text in no known format reads like prose: words and sentences, and hardly any signs of code.
pub(super) fn is_prose(text: &str) -> bool {
    let make = Make::of(text);
    make.visible >= PROSE_FROM
        && not_prose(text).is_none()
        && percent(make.letters, make.visible) >= 75
        && make.code_signs * 40 <= make.visible
}

#[cfg(test)]
mod tests {
    use super::{UnreadFormat, not_prose};

    #[test]
    fn prose_with_formulas_or_parted_words_is_no_code() {
        let formulas =
            "For every $x\\in[0,1]$ we have $|f(x)|\\le M_{1}$, and the value is $e^{2}-2$. ";
        assert_eq!(not_prose(&formulas.repeat(20)), None);
        assert_eq!(
            not_prose(&"我们|在|夜间|开放|了|阅览室|，".repeat(60)),
            None
        );
        let script = "var a=function(b){return b[0]&&{c:b}};";
        assert_eq!(not_prose(&script.repeat(40)), Some(UnreadFormat::Script));
    }
}
