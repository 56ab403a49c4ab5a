//! Evidence in the form of a line: for a listed work (a reference), or for running prose.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use crate::Words;
use crate::quotation::{digit, has_year};

/// Evidence that a line is a listed work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Evidence {
    /// Number at the beginning of a list item, in brackets or with a full stop; `None` without one.
    pub number: Option<u32>,
    /// Score for what references have, such as a number, authors, a year, pages, a document type, a publisher or a web address; less for
    /// prose. From 3 on, the line is almost certainly a reference.
    pub score: u32,
    /// Whether the line consists of sentences, so that it is not a list item.
    pub prose: bool,
}

/// Words of a work's data, in lower case; matched anywhere in the line.
const WORDS: Words = Words(
    "出版社|学报|學報|大学|大學|书局|書局|印书馆|印書館|主编|著.|著，|译.|译，|编著|编.|博士论文|\
     硕士论文|学位论文|载《|年版|年第|卷第|pp.|pages |vol.|vol |no.|proc.|proceedings|journal|\
     conference|trans.|transactions|press|university|et al|eds.|ed.)|ieee|acm|springer|elsevier|\
     lecture notes|in proc|thesis|arxiv|symposium|workshop|wiley|publish|bioinformatics|\
     technical report|retrieved|accessed",
);

/// Words that prose cannot do without and titles rarely have.
const PROSE_WORDS: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "has", "have", "had", "we", "our", "they", "their",
    "it", "its", "this", "that", "these", "which", "can", "will", "would", "not", "but", "as", "i",
    "he", "she", "his", "her", "you", "there", "also",
];

/// Collects the evidence in one line.
pub(super) fn of(text: &str) -> Evidence {
    let number = number(text);
    let mut score = u32::from(number.is_some());
    if has_kind(text) {
        score += 3;
    }
    let lower = text.to_lowercase();
    if Words("doi|http|www.|.com/|.net/|.org/|.html").occur_in(&lower) {
        score += 2;
    }
    score += u32::from(has_year(text));
    score += u32::from(has_page_range(text));
    score += u32::from(initials(text) >= 2);
    score += different_words(&lower);
    if begins_with_author(text) && has_year(text) {
        score += 2;
    }
    // A publisher with a year, and pages named as such, are rare in sentences.
    score += u32::from(has_year(text) && Words("出版社|书局|印书馆").occur_in(text));
    score += u32::from(text.contains(['页', '頁']) && has_page_range(text));
    let prose = !has_kind(text) && is_prose(text, &lower, number.is_some(), score);
    if prose {
        score = score.saturating_sub(2);
    }
    Evidence {
        number,
        score,
        prose,
    }
}

/// Counts the different words of [`WORDS`] in a text in lower case, up to 2.
fn different_words(lower: &str) -> u32 {
    let Some(words) = &*WORDS_SEARCH else {
        // Out of reach: the words above make a small automaton.
        let words = WORDS.all().filter(|word| lower.contains(word)).count();
        return u32::try_from(words.min(2)).unwrap_or(0);
    };
    let mut first = None;
    for found in words.find_overlapping_iter(lower) {
        match first {
            None => first = Some(found.pattern()),
            Some(first) if first != found.pattern() => return 2,
            Some(_) => {}
        }
    }
    u32::from(first.is_some())
}

/// Searches for all of [`WORDS`] at once; `None` if that were too large.
static WORDS_SEARCH: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| AhoCorasick::new(WORDS.all()).ok());

/// Returns the number that a line begins with: "[12]", "［3］", "〔4〕", "【5】", "(6)", "7.", "8、", "⑨"; `None` if it begins
/// with none.
pub(super) fn number(text: &str) -> Option<u32> {
    let mut characters = text.chars();
    let first = characters.next()?;
    let circled = u32::from(first);
    if (0x2460..=0x2473).contains(&circled) {
        return Some(circled - 0x245F);
    }
    let opened = matches!(first, '[' | '［' | '〔' | '【' | '(' | '（' | '「' | '﹝');
    let rest = if opened { characters.as_str() } else { text };
    let rest = rest.trim_start().trim_start_matches(['注', '註']);
    let mut value = 0_u32;
    let mut digits = 0;
    let mut rest = rest.chars();
    let after = loop {
        match rest.next() {
            Some(c) => match digit(c) {
                Some(digit) if digits < 4 => {
                    value = value * 10 + digit;
                    digits += 1;
                }
                _ => break Some(c),
            },
            None => break None,
        }
    };
    // Any bracket may close, because text recognition confuses them.
    let after = match after {
        Some(c) if c.is_whitespace() && opened => rest.next(),
        after => after,
    };
    let closed = match after {
        Some(']' | '］' | '〕' | '】' | ')' | '）' | '」' | '﹞') => opened,
        Some('.' | '．' | '、') => {
            // "3.2" is the number of a heading.
            !opened && rest.clone().next().is_none_or(|c| digit(c).is_none())
        }
        _ => false,
    };
    (digits > 0 && digits < 4 && closed).then_some(value)
}

/// Returns a number that white space and a word follow, as in "12 Smith"; `None` without one. Only a number that
/// continues a list means anything.
pub(super) fn bare_number(text: &str) -> Option<u32> {
    let (number, rest) = text.split_once(char::is_whitespace)?;
    let digits = number.chars().map(digit).collect::<Option<Vec<u32>>>()?;
    let named = rest.trim_start().starts_with(char::is_alphabetic);
    ((1..=3).contains(&digits.len()) && named)
        .then(|| digits.iter().fold(0, |value, digit| value * 10 + digit))
}

/// Whether a text names a work's kind in brackets: "[J]", "[EB/OL]", "［M］", "【D】".
fn has_kind(text: &str) -> bool {
    let mut pieces = text.split(['[', '［', '【', '〔']);
    pieces.next();
    pieces.any(|piece| {
        let kind: String = piece
            .chars()
            .take_while(|c| !matches!(c, ']' | '］' | '】' | '〕'))
            .take(8)
            .filter(|c| !c.is_whitespace())
            .map(|c| match c {
                'Ａ'..='Ｚ' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
                '／' => '/',
                _ => c.to_ascii_uppercase(),
            })
            .collect();
        Words(
            "J|M|D|C|N|R|S|P|Z|A|G|K|EB|OL|DB|CP|EB/OL|J/OL|M/OL|DB/OL|C/OL|N/OL|R/OL|D/OL|CP/OL|\
             M/CD|C/CD|J].|J1|DB/CD|S/OL|P/OL|OL]|CM|DS",
        )
        .include(&kind)
    })
}

/// Whether a text has a range of pages: "12-17", "83－86", "48~52".
fn has_page_range(text: &str) -> bool {
    let mut stage = 0;
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        let is_digit = digit(c).is_some();
        stage = match stage {
            0 | 1 if is_digit => 1,
            1 | 2 if matches!(c, '-' | '－' | '–' | '—' | '~' | '～' | '−' | '∼') => 2,
            2 if is_digit => return true,
            _ => 0,
        };
    }
    false
}

/// Counts single capitals before a full stop, a comma or the end of the text, as in "Smith, J., Doe K."
fn initials(text: &str) -> usize {
    let mut before = ' ';
    let mut initials = 0;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        if c.is_uppercase()
            && !before.is_alphanumeric()
            && matches!(characters.peek(), Some('.' | ',' | '．' | '，') | None)
        {
            initials += 1;
        }
        before = c;
    }
    initials
}

/// Whether a text begins with a surname, a comma and a capital: "Perry, R. H., and ...".
fn begins_with_author(text: &str) -> bool {
    let Some((surname, rest)) = text.split_once(", ") else {
        return false;
    };
    let one_name = surname.chars().count() <= 24
        && surname.starts_with(char::is_uppercase)
        && surname
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | ' '))
        && surname.split(' ').count() <= 3;
    one_name && rest.starts_with(char::is_uppercase)
}

/// Whether a line is prose. `score` is the evidence for a work: the more there is, the plainer a sentence must be.
fn is_prose(text: &str, lower: &str, numbered: bool, score: u32) -> bool {
    let chinese = text
        .chars()
        .filter(|c| matches!(c, '\u{4E00}'..='\u{9FFF}'))
        .count();
    if chinese >= 12 {
        let particles = text
            .matches(['的', '了', '是', '在', '我', '这', '就', '可'])
            .count();
        let stops = text.matches(['，', '。', '；']).count();
        // Citations end in a full stop too, and titles contain a 的: two of each make a sentence.
        let need = if numbered { 6 } else { 2 };
        let few = match score {
            0 | 1 => 1,
            2 => 2,
            _ => 3,
        };
        return particles >= few
            && stops >= 1
            && particles + stops > need
            && !text.contains("出版社");
    }
    let mut words = 0;
    let mut common = 0;
    for word in lower.split(|c: char| !c.is_alphanumeric() && c != '\'') {
        words += usize::from(!word.is_empty());
        common += usize::from(PROSE_WORDS.contains(&word));
    }
    words >= 6 && common >= 2 && common * 7 >= words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_lists() {
        for (text, expected) in [
            ("[12] Smith", Some(12)),
            ("［3］张", Some(3)),
            ("〔4〕李", Some(4)),
            ("【5]王", Some(5)),
            ("7. Brown", Some(7)),
            ("⑨ 赵", Some(9)),
            ("[１２]全角", Some(12)),
            ("3.2 方法", None),
            ("2010 年", None),
            ("[2010] 判决", None),
            ("12", None),
            ("", None),
        ] {
            assert_eq!(number(text), expected, "{text}");
        }
    }

    #[test]
    fn works_score_and_prose_does_not() {
        for text in [
            "[1] 张三, 李四. 夜间开放的图书馆[J]. 某某学报, 2010, 29(3): 17-18.",
            "［2］王五．阅读史［M］．北京：某某出版社，2006．",
            "Doe, J. and Roe, R. (2006). A study of night readers. Journal of Reading 41, 393-407.",
        ] {
            let evidence = of(text);
            assert!(
                evidence.score >= 3 && !evidence.prose,
                "{text} {evidence:?}"
            );
        }
        for text in [
            "图书馆在夜间开放的做法始于2010年，读者可以安静地阅读和讨论，这是一件好事。",
            "In 2010 the library was opened at night, and it is still the only one that we have.",
        ] {
            let evidence = of(text);
            assert!(evidence.score <= 1 && evidence.prose, "{text} {evidence:?}");
        }
    }
}
