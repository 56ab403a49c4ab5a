//! Set phrases of covers and declarations: "by", "A thesis submitted …", and the title that a declaration quotes.

use super::{kinds, values};
use chachong_text::Words;

/// Whether a line is running text.
pub(super) fn is_sentence(line: &str) -> bool {
    let length = line.chars().count();
    length > 160
        || length > 24
            && (line.contains('。') || line.matches(['，', ',', '；']).count() >= 3 && length > 60)
}

/// Whether a line is a numbered heading: "一、实验目的", "（一）内容", "第一章 绪论".
pub(super) fn is_heading(line: &str) -> bool {
    let numeral = |c: char| "一二三四五六七八九十".contains(c);
    let line = line.trim_start();
    let rest = line
        .trim_start_matches(['第', '（', '('])
        .trim_start_matches(numeral);
    let numbered = rest.len() < line.len() && line.contains(numeral);
    numbered
        && match line.chars().next() {
            Some('第') => rest.starts_with(['章', '节']),
            Some('（' | '(') => rest.starts_with(['）', ')']),
            Some(_) => rest.starts_with('、'),
            None => false,
        }
}

/// Whether a line is "by", "by the author" or 作者 and nothing else.
pub(super) fn is_by(line: &str) -> bool {
    matches!(
        line.trim()
            .trim_end_matches([':', '：'])
            .to_lowercase()
            .as_str(),
        "by" | "b y" | "by the author" | "作者"
    )
}

/// Whether a line begins the formula of submission: "A thesis submitted …", "in partial fulfilment …".
pub(super) fn is_submission(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    Words(
        "a thesis|a dissertation|thesis submitted|dissertation submitted|submitted in|\
         submitted to|in partial ful|a project|a report submitted|presented to|a master|\
         a doctoral|this thesis is|this dissertation is|a research|for the degree|in fulfilment|\
         in fulfillment|a bachelor|of the requirements|of the requirement|degree of|a final year|\
         project report submitted",
    )
    .begin(&lower)
}

/// Returns the degree that the formula of submission names: "… for the degree of Master of Science, 2014"; `None` if it
/// names none.
pub(super) fn degree_of_submission(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let at = ["degree of ", "degree in "]
        .iter()
        .find_map(|words| Some(lower.find(words)? + words.len()))?;
    let degree = text.get(at..)?.split([',', '.']).next()?;
    kinds::degree(degree.trim())
}

/// Returns the supervisor of a line such as "Jane Roe, Dissertation Supervisor", with the title before the name; `None`
/// for any other line.
pub(super) fn supervisor_before_office(text: &str) -> Option<&str> {
    const OFFICES: Words = Words(
        "supervisor|advisor|adviser|thesis supervisor|thesis advisor|thesis adviser|\
         dissertation supervisor|dissertation advisor|dissertation adviser|academic advisor",
    );
    let (person, office) = text.rsplit_once(',')?;
    OFFICES
        .include(&office.trim().to_lowercase())
        .then_some(person)
}

/// Splits a text that follows a 《 at the 》 that closes it, past titles quoted within: "论《…》中的…》是…"; `None` if no 》
/// follows.
fn split_at_close(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        match c {
            '《' => depth += 1,
            '》' if depth == 0 => return Some((&text[..at], &text[at + c.len_utf8()..])),
            '》' => depth -= 1,
            _ => {}
        }
    }
    text.split_once('》')
}

/// Returns the titles that a sentence of a declaration quotes as its own work: "呈交的学位论文《…》".
pub(super) fn quoted_titles(text: &str) -> Vec<String> {
    let mut titles = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('《') {
        let Some((title, next)) = split_at_close(after) else {
            break;
        };
        let near: Vec<char> = before.chars().rev().take(12).collect();
        let near: String = near.into_iter().rev().collect();
        let own = Words("论文|设计|题为|题目|作品").occur_in(&near);
        let rule = Words("法|条例|规定|办法|著作权|指南|数据库|章程|细则").end(title);
        if (own || before.trim().is_empty()) && !rule {
            titles.extend(values::title(title));
        }
        rest = next;
    }
    titles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_headings() {
        for heading in ["一、实验目的", "（二）内容", "第十一章 绪论"] {
            assert!(is_heading(heading), "{heading}");
        }
        for line in [
            "一种夜读方法",
            "第五大街的灯光",
            "（夜读）灯光",
            "灯光一、二",
        ] {
            assert!(!is_heading(line), "{line}");
        }
    }

    #[test]
    fn titles_in_sentences() {
        for (sentence, expected) in [
            (
                "本人呈交的学位论文《夜间图书馆的灯光》是本人完成的。",
                &["夜间图书馆的灯光"][..],
            ),
            (
                "所呈交的学位论文《论《夜读集》中的灯火》，是本人完成的。",
                &["论《夜读集》中的灯火"],
            ),
            ("本人了解《灯火大学论文管理办法》的规定。", &[]),
        ] {
            assert_eq!(quoted_titles(sentence), expected, "{sentence}");
        }
    }
}
