//! Sentences of a text of any origin, without headings, table cells and left-out spans.

use std::ops::Range;

use super::sentence_end::end_after;
use super::weight::{FULL, is_han, weight};

/// Maximum weight of a sentence; a longer one is cut at a comma.
const LONGEST: u32 = 110 * FULL;
/// Minimum weight of a piece of a long sentence that a comma ends.
const SHORTEST_PIECE: u32 = 35 * FULL;
/// Minimum weight of what remains of a sentence beside text left out.
const SHORTEST_REST: u32 = 8 * FULL;
/// Maximum weight, exclusive, of a paragraph without a final mark that is a heading or a cell of a table.
const HEADING: u32 = 35 * FULL;
/// Minimum weight of a printed line of Chinese that goes on in the next line.
const FULL_LINE: u32 = 20 * FULL;
/// Minimum weight of a printed line that goes on where the next one begins with a small letter.
const FULL_LATIN_LINE: u32 = 8 * FULL;

/// Sentence of a text, or part of a sentence that is too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Offsets in the text, in Unicode scalar values, without white space at either end.
    pub span: Range<usize>,
    /// Amount of content, from 3 to 1,100: 10 per Han, kana or Hangul character, 3 per other letter or digit.
    pub weight: u32,
    /// Number of the stretch between left-out spans that contains the sentence, from 0. Sentences of different
    /// stretches are not neighbours.
    pub stretch: usize,
}

/// Splits a text into sentences, in order and disjoint. A sentence that is too long is split at commas. No sentence contains characters
/// of `left_out` (offsets in Unicode scalar values, sorted and disjoint). Short paragraphs without a final mark, such as headings and
/// table cells, are not sentences. Sentences without letters or digits, and short remains of sentences beside left-out text, are omitted.
#[must_use]
pub fn sentences(text: &str, left_out: &[Range<usize>]) -> Vec<Sentence> {
    let text: Vec<char> = text.chars().collect();
    sentences_of(&text, left_out)
}

/// Cuts a text like [`sentences`].
pub(super) fn sentences_of(text: &[char], left_out: &[Range<usize>]) -> Vec<Sentence> {
    let mut found = Vec::new();
    let mut start = 0;
    for (stretch, gap) in left_out
        .iter()
        .chain([&(text.len()..text.len())])
        .enumerate()
    {
        let end = gap.start.clamp(start, text.len());
        let mut cutter = Cutter {
            text: &text[..end],
            stretch,
            is_cut: [start > 0, end < text.len()],
            found,
        };
        cutter.paragraphs(start);
        found = cutter.found;
        start = gap.end.clamp(end, text.len());
    }
    found
}

struct Cutter<'t> {
    /// Text up to the end of the stretch.
    text: &'t [char],
    stretch: usize,
    /// Whether something was left out directly before the stretch, and after it.
    is_cut: [bool; 2],
    found: Vec<Sentence>,
}

impl Cutter<'_> {
    fn paragraphs(&mut self, start: usize) {
        let (mut from, mut line) = (start, start);
        for at in start..=self.text.len() {
            let is_end = at == self.text.len();
            if is_end || is_line_break(self.text[at]) {
                if is_end || !goes_on(self.text, line, at) {
                    let cut = [from == start && self.is_cut[0], is_end && self.is_cut[1]];
                    self.paragraph(from..at, cut);
                    from = at + 1;
                }
                line = at + 1;
            }
        }
    }

    /// Cuts one paragraph. `cut`: whether text was left out directly before it, and after it.
    fn paragraph(&mut self, paragraph: Range<usize>, cut: [bool; 2]) {
        let text = &self.text[..paragraph.end];
        let mut start = paragraph.start;
        let mut at = start;
        while at < paragraph.end {
            // White space before a sentence counts neither for its start nor for its first word.
            if at == start && text[at].is_whitespace() {
                (start, at) = (at + 1, at + 1);
                continue;
            }
            if let Some(end) = end_after(text, start, at) {
                let rest = (cut[0]
                    && text[paragraph.start..start]
                        .iter()
                        .all(|c| c.is_whitespace()))
                    || (cut[1] && end == text.len());
                self.sentence(start..end, rest);
                (start, at) = (end, end);
            } else {
                at += 1;
            }
        }
        if start < paragraph.end {
            let alone = text[paragraph.start..start]
                .iter()
                .all(|c| c.is_whitespace());
            let heading = alone && cut == [false; 2] && sum(&text[start..]) < HEADING;
            if !heading {
                self.sentence(start..paragraph.end, (alone && cut[0]) || cut[1]);
            }
        }
    }

    /// Keeps a sentence, in pieces if it is too long. `rest`: whether text left out is beside it.
    fn sentence(&mut self, span: Range<usize>, rest: bool) {
        if rest && sum(&self.text[span.clone()]) < SHORTEST_REST {
            return;
        }
        let mut start = span.start;
        while start < span.end {
            let end = start + piece(&self.text[start..span.end]);
            self.keep(start..end);
            start = end;
        }
    }

    fn keep(&mut self, span: Range<usize>) {
        let piece = &self.text[span.clone()];
        let weight = sum(piece);
        if weight > 0 {
            let before = piece.iter().take_while(|c| c.is_whitespace()).count();
            let after = piece.iter().rev().take_while(|c| c.is_whitespace()).count();
            let span = span.start + before..span.end - after;
            self.found.push(Sentence {
                span,
                weight,
                stretch: self.stretch,
            });
        }
    }
}

/// Returns the length of the first piece of a sentence: all of it if it is short enough, up to the last comma or else the
/// last space before the maximum, or up to the maximum. At least 1 character.
fn piece(sentence: &[char]) -> usize {
    let (mut total, mut comma, mut space) = (0, None, None);
    for (at, &c) in sentence.iter().enumerate() {
        total += weight(c);
        if total > LONGEST {
            return comma.or(space).unwrap_or(at);
        }
        if total >= SHORTEST_PIECE {
            if is_comma(sentence, at) {
                comma = Some(at + 1);
            } else if c.is_whitespace() {
                space = Some(at + 1);
            }
        }
    }
    sentence.len()
}

/// Whether a comma or another mark between clauses stands at `at`; the one in "1,000" does not.
fn is_comma(text: &[char], at: usize) -> bool {
    let digit = |at: Option<usize>| {
        at.and_then(|at| text.get(at))
            .is_some_and(char::is_ascii_digit)
    };
    match text[at] {
        '，' | '、' | '：' | '；' => true,
        ',' | ':' | ';' => !(digit(at.checked_sub(1)) && digit(Some(at + 1))),
        _ => false,
    }
}

/// Whether the line from `line` to the line break at `at` is a printed line whose sentence goes on in the next line. Texts
/// with one line a paragraph seldom have such lines: they end with a final mark or are short.
fn goes_on(text: &[char], line: usize, at: usize) -> bool {
    let after = if text[at] == '\r' && text.get(at + 1) == Some(&'\n') {
        at + 2
    } else {
        at + 1
    };
    let is_space = |c: &&char| c.is_whitespace() && !is_line_break(**c);
    let mut following = text.get(after..).into_iter().flatten();
    let Some(&next) = following.find(|c| !is_space(c)) else {
        return false;
    };
    let Some(&last) = text[line..at].iter().rev().find(|c| !c.is_whitespace()) else {
        // The line feed of a carriage return that goes on itself.
        return at > 0 && text[at] == '\n' && text[at - 1] == '\r' && !is_line_break(next);
    };
    if next.is_lowercase() {
        return (last.is_alphabetic() || matches!(last, ',' | '-'))
            && sum(&text[line..at]) >= FULL_LATIN_LINE;
    }
    let flows = is_han(last) || matches!(last, '，' | '、' | ',' | '”' | '）' | '》');
    let begins = is_han(next) || matches!(next, '“' | '（' | '《');
    flows && begins && sum(&text[line..at]) >= FULL_LINE
}

/// Total weight of a text.
fn sum(text: &[char]) -> u32 {
    text.iter().map(|&c| weight(c)).fold(0, u32::saturating_add)
}

/// Whether a character ends a line.
const fn is_line_break(c: char) -> bool {
    matches!(
        c,
        '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

#[cfg(test)]
#[expect(
    clippy::single_range_in_vec_init,
    reason = "one span is a list of spans"
)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cut(text: &str) -> Vec<String> {
        let characters: Vec<char> = text.chars().collect();
        sentences(text, &[])
            .into_iter()
            .map(|sentence| characters[sentence.span].iter().collect())
            .collect()
    }

    #[test]
    fn marks_that_end_no_sentence_take_time_in_proportion() {
        for marks in ["1. ", "a.\" "] {
            let started = std::time::Instant::now();
            let _ = sentences(&marks.repeat(200_000), &[]);
            let took = started.elapsed();
            assert!(took.as_secs() < 10, "{marks}: {took:?}");
        }
    }

    #[test]
    fn chinese_sentences_end_after_their_closing_marks() {
        for (text, expected) in [
            (
                "他说：“开馆了。”大家进去。",
                &["他说：“开馆了。”", "大家进去。"][..],
            ),
            (
                "为什么？！因为夜间开放……好。",
                &["为什么？！", "因为夜间开放……", "好。"],
            ),
            (
                "借阅量上升[3]；读者增加。[4，5]之后下降。",
                &["借阅量上升[3]；", "读者增加。[4，5]", "之后下降。"],
            ),
            ("（见附录。）下文说明。", &["（见附录。）", "下文说明。"]),
            (
                "他问:\"开吗?\"答:\"不开。\"走了。",
                &["他问:\"开吗?\"", "答:\"不开。\"", "走了。"],
            ),
            (
                "占3.5%。图1.研究框架如下。",
                &["占3.5%。", "图1.研究框架如下。"],
            ),
            (
                "本文使用SimHash.本章说明它。",
                &["本文使用SimHash.", "本章说明它。"],
            ),
            ("脚注在后。①下一句。", &["脚注在后。①", "下一句。"]),
        ] {
            assert_eq!(cut(text), expected, "{text}");
        }
    }

    #[test]
    fn english_sentences_end_at_no_abbreviation_and_no_number() {
        for (text, expected) in [
            (
                "It rose by 3.5 percent. It fell.",
                &["It rose by 3.5 percent.", "It fell."][..],
            ),
            (
                "Smith et al. Found it in Fig. 3. Others did not.",
                &["Smith et al. Found it in Fig. 3.", "Others did not."],
            ),
            (
                "See e.g. The Nile, i.e. a river. Yes.",
                &["See e.g. The Nile, i.e. a river.", "Yes."],
            ),
            (
                "J. R. Doe of the U.S. Army left. He came back.",
                &["J. R. Doe of the U.S. Army left.", "He came back."],
            ),
            (
                "It is in no. 5 of the list. Say no. Then go.",
                &["It is in no. 5 of the list.", "Say no.", "Then go."],
            ),
            (
                "\"Is it open?\" \"It is.\" He went in.",
                &["\"Is it open?\"", "\"It is.\"", "He went in."],
            ),
            (
                "Lights, books, etc. were left. That was in 2010. Nobody came!",
                &[
                    "Lights, books, etc. were left.",
                    "That was in 2010.",
                    "Nobody came!",
                ],
            ),
            (
                "Go to http://a.example/b?c=d;e now. Done.",
                &["Go to http://a.example/b?c=d;e now.", "Done."],
            ),
            (
                "1. Open the door. 2. Go in.",
                &["1. Open the door.", "2. Go in."],
            ),
            (
                "It stopped... Then it went on.",
                &["It stopped... Then it went on."],
            ),
        ] {
            assert_eq!(cut(text), expected, "{text}");
        }
    }

    #[test]
    fn headings_cells_and_references_without_a_final_mark_are_no_sentences() {
        assert_eq!(
            cut("第一章 绪论\n1.1 研究背景\n图书馆在夜间开放。"),
            ["图书馆在夜间开放。"]
        );
        assert_eq!(
            cut("年份\t人数\n2010\t35\n2011\t47\n人数在上升。\n"),
            ["人数在上升。"]
        );
        assert_eq!(
            cut("最后一段没有句号。后面还有几个字\n\n标题"),
            ["最后一段没有句号。", "后面还有几个字"]
        );
        let long = "长".repeat(35);
        assert_eq!(cut(&long), [long.as_str()]);
        assert_eq!(cut("x = y + 3\n∑ = ∫\n——\n***。\n"), [""; 0]);
        assert_eq!(
            cut("Chapter 1 Introduction\r\nIt was late.\r\n"),
            ["It was late."]
        );
    }

    #[test]
    fn printed_lines_of_a_sentence_are_one_sentence() {
        let first = "社区图书馆在夜间开放以后到馆的读者人数比从前多了许多";
        assert_eq!(
            cut(&format!("{first}\n于是管理员增加了班次。")),
            [format!("{first}\n于是管理员增加了班次。")]
        );
        assert_eq!(
            cut(&format!("{first}\r\n于是人多。")),
            [format!("{first}\r\n于是人多。")]
        );
        // A blank line, a short line and a line's final mark end what came before.
        assert_eq!(cut(&format!("{first}\n\n于是人多。")), ["于是人多。"]);
        assert_eq!(cut("夜间开放\n于是人多。"), ["于是人多。"]);
        assert_eq!(
            cut(&format!("{first}。\n于是人多。")),
            [format!("{first}。"), "于是人多。".to_owned()]
        );
        let english = "The library stays open at night because many people\nwork during the day. They come late.";
        assert_eq!(
            cut(english),
            [
                english.split_inclusive("day.").next().unwrap(),
                "They come late."
            ]
        );
    }

    #[test]
    fn long_sentences_are_cut_at_a_comma() {
        let clause = format!("{}，", "字".repeat(39));
        assert_eq!(
            cut(&format!("{}完。", clause.repeat(3))),
            [clause.repeat(2), format!("{clause}完。")]
        );
        let hard = "字".repeat(250);
        assert_eq!(
            cut(&hard)
                .iter()
                .map(|piece| piece.chars().count())
                .collect::<Vec<_>>(),
            [110, 110, 30]
        );
        let words = "letters ".repeat(60);
        assert!(
            cut(&words)
                .iter()
                .all(|piece| piece.starts_with('l') && piece.ends_with('s'))
        );
        let number = format!("{}1,000{}", "字".repeat(108), "字".repeat(10));
        assert_eq!(
            cut(&number)[0].chars().count(),
            113,
            "the comma of a number is none"
        );
    }

    #[test]
    fn sentences_are_cut_where_something_is_left_out() {
        let text = "图书馆在夜间开放以后（1234）人数又上升了许多。后来。";
        let found = sentences(text, &[10..16]);
        let spans: Vec<_> = found
            .iter()
            .map(|sentence| (sentence.span.clone(), sentence.stretch))
            .collect();
        assert_eq!(spans, [(0..10, 0), (16..25, 1), (25..28, 1)]);
        // Of the first sentence 4 characters are left: too few.
        assert_eq!(
            sentences(text, &[4..16])
                .first()
                .map(|sentence| sentence.span.start),
            Some(16)
        );
        assert_eq!(sentences(text, &[0..28]), []);
        assert_eq!(
            sentences(text, &[5..9, 30..40])
                .last()
                .map(|sentence| sentence.span.end),
            Some(28)
        );
    }

    fn text() -> impl Strategy<Value = String> {
        let parts = prop::sample::select(vec![
            "图书馆",
            "夜间开放",
            "的读者人数上升",
            "，",
            "。",
            "！",
            "？”",
            "“",
            "…",
            "；",
            "：",
            "\n",
            "\n\n",
            "\r\n",
            " ",
            ".",
            ". ",
            "?",
            "a",
            "Word",
            "et al",
            "3",
            "1,000",
            "3.5",
            "[4]",
            "\"",
            "'",
            "(",
            ")",
            "∑",
            "㐂",
            "é",
            "\u{2028}",
            "\t",
            "读者在晚上来到图书馆借书还书看报写字学习说话休息",
        ]);
        prop::collection::vec(parts, 0..120).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn sentences_are_disjoint_in_order_and_hold_nothing_left_out(
            text in text(),
            cuts in prop::collection::vec((0_usize..40, 0_usize..12), 0..6),
        ) {
            let characters: Vec<char> = text.chars().collect();
            let mut at = 0;
            let left_out: Vec<Range<usize>> = cuts
                .iter()
                .map(|&(gap, length)| {
                    let start = at + gap;
                    at = start + length;
                    start..at
                })
                .collect();
            let found = sentences(&text, &left_out);
            let mut last = 0;
            for sentence in &found {
                prop_assert!(last <= sentence.span.start && sentence.span.start < sentence.span.end);
                last = sentence.span.end;
                prop_assert!(last <= characters.len());
                let own = &characters[sentence.span.clone()];
                prop_assert!(!own[0].is_whitespace() && !own[own.len() - 1].is_whitespace());
                prop_assert_eq!(sentence.weight, sum(own));
                prop_assert!(0 < sentence.weight && sentence.weight <= LONGEST);
                for gap in &left_out {
                    prop_assert!(gap.is_empty() || sentence.span.end <= gap.start || gap.end <= sentence.span.start);
                }
                let before = left_out.iter().filter(|gap| gap.end <= sentence.span.start && gap.start < sentence.span.start).count();
                prop_assert!(sentence.stretch >= before);
            }
            prop_assert!(found.is_sorted_by_key(|sentence| sentence.stretch));
        }

        #[test]
        fn text_outside_sentences_has_no_final_mark(text in text()) {
            // Everything that is no heading is in a sentence: a paragraph with a Chinese full stop after its first letter
            // is covered up to it.
            let characters: Vec<char> = text.chars().collect();
            let found = sentences(&text, &[]);
            for (at, c) in characters.iter().enumerate() {
                let covered = found.iter().any(|sentence| sentence.span.contains(&at));
                if weight(*c) > 0 && !covered {
                    let line_end = (at..characters.len()).find(|&i| is_line_break(characters[i])).unwrap_or(characters.len());
                    prop_assert!(!characters[at..line_end].contains(&'。'), "{at}");
                }
            }
        }
    }
}
