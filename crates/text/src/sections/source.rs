//! Form of citations: whether a note, an item of a list or the text in brackets is a cited work.

use super::evidence;
use super::numerals::is_numeral;
use crate::Words;

/// Form of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Work with its publisher, year or page.
    Work,
    /// Title, or a note that points to another note.
    Short,
    /// Anything else.
    Other,
}

/// Maximum length of a piece that is looked at, in characters.
const LONGEST: usize = 600;
/// Maximum length of a short form, in characters.
const SHORT: usize = 40;
/// Maximum number of characters outside titles in a short form.
const SHORT_OUTSIDE: usize = 18;
/// Number of characters outside titles above which a piece is long.
const LONG: usize = 60;

const PUBLISHERS: Words = Words(
    "出版社|出版公司|书局|書局|印书馆|印書館|书店|書店|影印本|刻本|抄本|学报|學報|四库|丛刊|丛书",
);
/// Words with which a note points to another work or note.
const POINTERS: Words = Words(
    "同上|同前|同注|同[|同〔|见注|见前|参见|參見|参阅|参看|转引|引自|载《|见《|详见|引文同|出处同|\
     以上引|均见|原文见|ibid|op.cit|cf.",
);
/// Endings of a piece that cites, before its full stop.
const ENDS: Words = Words(
    "页|頁|版|期|卷|日|号|》|年|月|社|册|辑|集|出版|本|译|文|注|篇|〉|节|上|下|中|书|局|馆|报|]|\
     编|著|处|传|志|记|序",
);
/// Characters frequent in sentences and rare in citations.
const PARTICLES: [char; 16] = [
    '的', '了', '是', '在', '我', '这', '就', '可', '而', '也', '不', '有', '能', '们', '但', '所',
];

/// Returns the form of `text`, with or without its number.
pub(super) fn form(text: &str) -> Form {
    let key = folded(text);
    let key = key.as_str();
    if key.is_empty() || key.chars().nth(LONGEST).is_some() {
        return Form::Other;
    }
    let pointer = POINTERS.begin(key);
    let ends = ends_like_a_work(key);
    if !pointer && !ends {
        return Form::Other;
    }
    let (outside, titles) = outside_titles(key);
    let length = outside.chars().count();
    let particles = outside.chars().filter(|c| PARTICLES.contains(c)).count();
    // A long note that says much is a remark, whatever it cites.
    let few = if length > LONG { 18 } else { 9 };
    let prose = length >= 16 && particles * few >= length;
    let publisher = PUBLISHERS.occur_in(&outside);
    let year = crate::has_year(key);
    let (page, part) = places(outside.as_str());
    let kind = || {
        // Latin works have fewer words that name their data.
        let least = if key.is_ascii() { 3 } else { 4 };
        let digits = key.contains(|c: char| c.is_ascii_digit());
        digits && {
            let evidence = evidence::of(text);
            evidence.score >= least && !evidence.prose
        }
    };
    let data = (titles && (publisher || page || part || year))
        || (publisher && (year || page))
        || (pointer && page);
    if !prose && ends && (data || kind()) {
        return Form::Work;
    }
    let short = key.chars().count() <= SHORT && length <= SHORT_OUTSIDE;
    let points = pointer && short;
    if points || (titles && short && !prose && particles <= 1 && ends) {
        return Form::Short;
    }
    Form::Other
}

/// Returns at most `LONGEST + 1` characters of a text without white space, in narrow instead of full-width forms, ASCII
/// letters in lower case.
fn folded(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace())
        .take(LONGEST + 1)
        .map(|c| match c {
            '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
            _ => c,
        })
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// Returns the text outside 《》 and 〈〉, and whether there was a title.
fn outside_titles(key: &str) -> (String, bool) {
    let mut outside = String::with_capacity(key.len());
    let (mut depth, mut titles) = (0_u32, false);
    for c in key.chars() {
        match c {
            '《' | '〈' => depth += 1,
            '》' | '〉' => {
                depth = depth.saturating_sub(1);
                titles = true;
            }
            _ if depth == 0 => outside.push(c),
            _ => {}
        }
    }
    (outside, titles)
}

/// Returns whether a page is named, and whether a volume, issue, edition or day is.
fn places(key: &str) -> (bool, bool) {
    let (mut page, mut part) = (false, false);
    let (mut before, mut second) = (' ', ' ');
    for c in key.chars() {
        match c {
            '页' | '頁' => page |= is_numeral(before) || before == ')',
            '卷' | '期' | '版' | '册' | '冊' | '辑' | '集' | '日' | '号' => {
                part |= is_numeral(before)
                    || (c == '版' && before == '年')
                    || (c == '册' && matches!(before, '上' | '中' | '下'));
            }
            _ if is_numeral(c) => {
                page |= matches!(before, '.' | '第') && second == 'p'
                    || before == 'p' && !second.is_alphabetic();
                part |= before == '卷';
            }
            _ => {}
        }
        (second, before) = (before, c);
    }
    (page, part)
}

/// Whether the last sign is one that works end in: sentences end in other words.
fn ends_like_a_work(key: &str) -> bool {
    let end = key.trim_end_matches([
        '.', '。', ';', '；', ',', '，', ')', '）', '*', '＊', '、', '〕', '”',
    ]);
    end.ends_with(|c: char| c.is_ascii_alphanumeric() || is_numeral(c)) || ENDS.end(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works_and_what_points_to_them() {
        for text in [
            "①《夜读选集》第３卷，某某出版社１９９１年版，第７５１页，第７６１页。",
            "〔2〕张三：《灯光的历史》，第23页。",
            "李四：《论夜班》，载《某某学报》1992年第4期。",
            "《某某日报》１９９５年２月２７日，第３版。",
            "参见王五《夜读史》，某某书局1982年版。",
            "同上书，第12页。",
            "[3] 张三. 夜间开放的图书馆[J]. 某某学报, 2010, 29(3): 17-18.",
            "Doe J. Readers at night. Journal of Reading, 2009, 12(4): 81-93.",
        ] {
            assert_eq!(form(text), Form::Work, "{text}");
        }
        for text in [
            "（４）《夜读·离下》。",
            "同上。",
            "④《灯·系辞》。",
            "张三《夜读·问神》。",
        ] {
            assert_eq!(form(text), Form::Short, "{text}");
        }
    }

    #[test]
    fn sentences_are_no_works() {
        for text in [
            "（1）读者在夜里更安静，这是我们在第三章里看到的。",
            "应该指出的是，这种看法并不是《夜读史》第3卷所独有的，它在别的地方也可以看到。",
            "一是完善图书馆的投入政策。",
            "2. 提高灯光的质量",
            "在《夜读史》出版以后，读者对灯光有了新的认识",
            "1998年，某某出版社成立，它的第一本书卖得很好",
        ] {
            assert_eq!(form(text), Form::Other, "{text}");
        }
    }
}
