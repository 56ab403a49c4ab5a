//! Quotations: words in quotation marks, with or without a citation.
//!
//! Quotations that are set off by indentation are not searched for: an extracted text does not show what was indented.

mod citation;
mod work;

pub(crate) use citation::digit;
pub use citation::{NumberList, has_year, is_bracketed_source};
pub use work::introduces as work_introduces;

use super::LineBreaks;
use super::line_break::is_line_break;
use super::normalize::is_cjk;

/// Minimum number of Chinese characters in a quotation; fewer are a term.
const LEAST_CHINESE: usize = 10;
/// Minimum number of words of other scripts in a quotation.
const LEAST_WORDS: usize = 5;
/// Maximum length of a quotation, in characters; beyond it the closing mark must have been lost.
const LONGEST: u32 = 1500;
/// Maximum length, in characters, between marks that do not tell opening from closing.
const LONGEST_STRAIGHT: u32 = 700;

/// Quotation mark that was opened.
#[derive(Clone, Copy)]
struct Open {
    /// Offset of the mark, in bytes.
    byte: usize,
    /// Offset of the mark, in Unicode scalar values.
    at: u32,
}

/// Words in quotation marks that are long enough to be a sentence of somebody else rather than a term: at least 10 Chinese characters or
/// 5 words of other scripts. Offsets count Unicode scalar values and include the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quotation {
    /// Offset of the opening mark.
    pub start: u32,
    /// Offset after the closing mark.
    pub end: u32,
    /// Whether a citation follows directly, or a citation or a named work introduces the quotation.
    pub is_cited: bool,
}

/// Finds the quotations with a citation in `text`: spans with their marks and without the citation, in Unicode scalar
/// values, ascending, without overlap.
pub(super) fn quotations(text: &str, breaks: LineBreaks) -> Vec<(u32, u32)> {
    let cited = in_marks(text, breaks)
        .into_iter()
        .filter(|one| one.is_cited);
    outermost(cited).map(|one| (one.start, one.end)).collect()
}

/// Finds all quotations in `text`, with and without a citation, in ascending order and without overlap. Of nested quotations only the
/// outermost is returned. `breaks` tells where paragraphs end: straight quotation marks do not pair across paragraphs.
#[must_use]
pub fn all_quotations(text: &str, breaks: LineBreaks) -> Vec<Quotation> {
    if u32::try_from(text.len()).is_err() {
        // Offsets would not fit into 32 bits; no parser gives so much text.
        return Vec::new();
    }
    outermost(in_marks(text, breaks).into_iter()).collect()
}

/// Keeps of quotations, which are sorted by their ends, those that no other contains.
fn outermost(all: impl Iterator<Item = Quotation>) -> impl Iterator<Item = Quotation> {
    let mut found: Vec<Quotation> = Vec::new();
    for one in all {
        // A quotation around others takes their place.
        while found.last().is_some_and(|last| last.start >= one.start) {
            found.pop();
        }
        if found.last().is_none_or(|last| last.end <= one.start) {
            found.push(one);
        }
    }
    found.into_iter()
}

/// Finds the words in quotation marks that are long enough, by the place of their closing marks.
fn in_marks(text: &str, breaks: LineBreaks) -> Vec<Quotation> {
    let mut found: Vec<Quotation> = Vec::new();
    let mut open: [Option<Open>; KINDS] = [None; KINDS];
    let mut before = '\n';
    let mut characters = text.char_indices().zip(0_u32..).peekable();
    while let Some(((byte, c), at)) = characters.next() {
        let after = characters.peek().map_or('\n', |&((_, c), _)| c);
        let is_open = |kind: usize| open[kind].is_some();
        match sign(c, before, after, &text[byte + c.len_utf8()..], &is_open) {
            // The latest opening mark counts: where a mark was lost, the quotation comes out too short, not too long.
            Some((kind, true)) => open[kind] = Some(Open { byte, at }),
            Some((kind, false)) => {
                if let Some(opened) = open[kind].take() {
                    let close = byte + c.len_utf8();
                    let is_straight = STRAIGHT.contains(&kind);
                    let longest = if is_straight {
                        LONGEST_STRAIGHT
                    } else {
                        LONGEST
                    };
                    if at - opened.at <= longest
                        && (!is_straight || holds_words(before, &text[opened.byte..byte]))
                        && is_long(&text[opened.byte..close])
                    {
                        found.push(Quotation {
                            start: opened.at,
                            end: at + 1,
                            is_cited: citation::stands_at(text, opened.byte, close),
                        });
                    }
                }
            }
            None => {
                // Straight marks do not pair across paragraphs: a lost one would turn the rest inside out.
                let paragraph =
                    is_line_break(c) && (breaks == LineBreaks::Paragraph || is_line_break(before));
                if paragraph {
                    for kind in STRAIGHT.into_iter().chain([SINGLE]) {
                        open[kind] = None;
                    }
                }
            }
        }
        before = c;
    }
    found
}

/// Number of kinds of marks: “ ”, 「 」, 『 』, the straight " and ＂, « », ‘ ’, and the straight '.
const KINDS: usize = 7;
/// Kinds that do not tell opening from closing marks.
const STRAIGHT: [usize; 2] = [3, 6];
/// Kind whose closing mark is the apostrophe too.
const SINGLE: usize = 5;

/// Returns the kind of quotation mark that `c` is, below [`KINDS`], and whether it opens; `None` for other characters and
/// apostrophes. `rest` is the text after it.
fn sign(
    c: char,
    before: char,
    after: char,
    rest: &str,
    is_open: &dyn Fn(usize) -> bool,
) -> Option<(usize, bool)> {
    match c {
        '«' => Some((4, true)),
        '»' => Some((4, false)),
        '‘' => Some((SINGLE, true)),
        '’' => (!is_apostrophe(before, rest)).then_some((SINGLE, false)),
        '\'' if is_open(6) => {
            (!before.is_whitespace() && !is_apostrophe(before, rest)).then_some((6, false))
        }
        '\'' => {
            let may_open = before.is_whitespace() || !before.is_alphanumeric() || is_cjk(before);
            (may_open && !after.is_whitespace()).then_some((6, true))
        }
        '“' => Some((0, true)),
        '”' => Some((0, false)),
        '「' => Some((1, true)),
        '」' => Some((1, false)),
        '『' => Some((2, true)),
        '』' => Some((2, false)),
        '"' | '＂' => {
            let opens = if before.is_whitespace() && !after.is_whitespace() {
                true
            } else if !before.is_whitespace() && after.is_whitespace() {
                false
            } else {
                !is_open(3)
            };
            Some((3, opens))
        }
        _ => None,
    }
}

/// Whether a single mark is an apostrophe: "don’t", "the readers’ lamps".
fn is_apostrophe(before: char, rest: &str) -> bool {
    let mut next = rest.chars();
    let after = next.next().unwrap_or('\n');
    let is_letter = |c: char| c.is_alphanumeric() && !is_cjk(c);
    is_letter(after)
        || (matches!(before, 's' | 'S')
            && after == ' '
            && next.next().is_some_and(char::is_lowercase))
}

/// Whether straight marks hold a quotation rather than the text between two quotations, which has white space or a
/// comma just inside the marks.
fn holds_words(last: char, quotation: &str) -> bool {
    let first = quotation.chars().nth(1);
    !last.is_whitespace()
        && first.is_some_and(|c| {
            !c.is_whitespace() && !matches!(c, ',' | '.' | '，' | '。' | ')' | '）')
        })
}

fn is_long(quotation: &str) -> bool {
    let is_chinese = |c: &char| matches!(c, '\u{3400}'..='\u{9FFF}' | '\u{20000}'..='\u{3FFFF}');
    if quotation
        .chars()
        .filter(is_chinese)
        .take(LEAST_CHINESE)
        .count()
        == LEAST_CHINESE
    {
        return true;
    }
    let words = quotation
        .split(|c: char| c.is_whitespace())
        .filter(|word| word.chars().any(|c| c.is_alphabetic() && !is_chinese(&c)));
    words.take(LEAST_WORDS).count() == LEAST_WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the quotations found in `text`.
    fn quoted(text: &str) -> Vec<String> {
        let characters: Vec<char> = text.chars().collect();
        quotations(text, LineBreaks::Page)
            .into_iter()
            .map(|(start, end)| characters[start as usize..end as usize].iter().collect())
            .collect()
    }

    #[test]
    fn chinese_quotations_with_a_citation_after_them() {
        for citation in [
            "[3]",
            "［3］",
            "〔12〕",
            "[1,2-4]",
            "①",
            "³",
            "（张某，2010）",
            "（注：李某：《夜读史》，第23页。）",
            "。[3]",
            "，〔4〕",
            "。（张某，2010: 23）",
            "（《夜读史》卷三）",
            "\n[5]",
            "3",
            "(p. 23)",
            "[注1]",
            "。②",
            "注①",
            "［①②］",
            "（１２）",
            "（《夜读文选》第3卷第373页）",
            "（张某《夜读史》）",
            "(P23)",
            "［1］(P23)",
            "（张某，２０１０）",
        ] {
            let text = format!("有人说：“灯光下的书页比白天更安静一些”{citation}他说得对。");
            assert_eq!(
                quoted(&text),
                ["“灯光下的书页比白天更安静一些”"],
                "{citation}"
            );
        }
        assert_eq!(
            quoted("他写道「燈光下的書頁比白天更安靜一些」（張某，2010）。"),
            ["「燈光下的書頁比白天更安靜一些」"]
        );
    }

    #[test]
    fn all_kinds_of_marks() {
        let found = |text: &str| -> Vec<String> {
            let characters: Vec<char> = text.chars().collect();
            let all = all_quotations(text, LineBreaks::Paragraph).into_iter();
            all.map(|one| {
                characters[one.start as usize..one.end as usize]
                    .iter()
                    .collect()
            })
            .collect()
        };
        for (open, close) in [
            ('“', '”'),
            ('「', '」'),
            ('『', '』'),
            ('"', '"'),
            ('«', '»'),
            ('‘', '’'),
            ('\'', '\''),
        ] {
            let chinese = format!("有人说：{open}灯光下的书页比白天更安静一些{close}他说得对。");
            assert_eq!(found(&chinese).len(), 1, "{chinese}");
            let english = format!("{open}The readers' lamps don't burn at night{close}, she said.");
            assert_eq!(
                found(&english),
                [format!(
                    "{open}The readers' lamps don't burn at night{close}"
                )]
            );
        }
        for text in [
            "The readers' lamps burn, and the other readers' lamps don't burn at night.",
            "It’s the readers’ lamp that doesn’t burn, and the others’ lamps do.",
        ] {
            assert!(found(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn citations_before_and_around() {
        for text in [
            "张某（2010）指出：“灯光下的书页比白天更安静一些。”",
            "张某[3]认为，“灯光下的书页比白天更安静一些。”",
            "《夜读·灯下》云：“灯光下的书页比白天更安静一些。”",
            "张某在《灯光的历史》一书中指出：“灯光下的书页比白天更安静一些。”",
            "（“灯光下的书页比白天更安静一些”，张某，2010）",
        ] {
            assert_eq!(quoted(text).len(), 1, "{text}");
        }
        for text in [
            "Smith (2010: 23) argues that “the pages are quieter at night”, and so on.",
            "\"The pages are quieter at night\" (Smith 2010: 23).",
            "“The pages are quieter at night” [12].",
            "“The pages are quieter at night.”12 He goes on.",
            "as some say (“the pages are quieter at night”, Smith 2010).",
        ] {
            assert_eq!(quoted(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn terms_speech_and_numbers_are_no_quotations() {
        for text in [
            "所谓“夜间开放”[3]并不新鲜。",
            "有人说：“灯光下的书页比白天更安静一些”，他说得对。",
            "“灯光下的书页比白天更安静一些”2010年才被人注意。",
            "“灯光下的书页比白天更安静一些”3个字。",
            "“灯光下的书页比白天更安静一些”（如图书馆、书店）。",
            "“灯光下的书页比白天更安静一些”（如《夜读》）。",
            "“灯光下的书页比白天更安静一些”注定是空话。",
            "《夜读史》发表后，有人认为：“灯光下的书页比白天更安静一些。”",
            "张某[3]去过那里。有人说：“灯光下的书页比白天更安静一些。”",
            "“The pages are quieter at night,” she said. In 2010 it rained.",
            "A \"new kind\" [3] of page.",
        ] {
            assert!(quoted(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn marks_that_do_not_close_cost_no_time() {
        for sign in [
            "“",
            "\"",
            "”",
            "「“",
            "（“",
            "“灯光下的书页比白天更安静一些”",
            "”（",
        ] {
            let text = sign.repeat(100_000);
            let start = std::time::Instant::now();
            let _ = quotations(&text, LineBreaks::Page);
            assert!(start.elapsed().as_secs() < 20, "{sign}");
        }
    }
}
