//! Lines of a document from which the record is read: the first ones, up to the body, and those of declarations.

use super::StatedPlace;
use super::names::is_han;
use chachong_text::{Exclusion, Mark, MarkReason, without_radical};

/// Maximum number of characters read from the beginning.
const CHARACTERS: usize = 12_000;
/// Maximum number of lines that are not blank.
const LINES: usize = 220;
/// Maximum number of characters of a declaration after the beginning.
const DECLARATION: usize = 2_500;

/// Line with its place.
#[derive(Debug)]
pub(super) struct Line {
    /// Text of the line.
    pub text: String,
    /// Part of the document that contains the line: `Cover` or `Declaration`.
    pub place: StatedPlace,
}

/// Beginning of a document.
#[derive(Debug, Default)]
pub(super) struct Head {
    /// Lines up to the first heading, without excluded text and blank lines.
    pub lines: Vec<Line>,
    /// Whether a heading such as 摘要 ended the reading of the lines.
    pub before_text: bool,
    /// Lines of declarations that follow after the beginning of the document.
    pub declarations: Vec<Line>,
    /// Line with the article number of a journal, after the first heading: "文章编号：1000-0000（2017）09-0043-06"; `None`
    /// without one.
    pub article_number: Option<String>,
}

impl Head {
    /// Reads the beginning of a text.
    pub(super) fn of(text: &str, marks: &[Mark], exclusions: &[Exclusion]) -> Self {
        let mut head = Self::default();
        let of_reason = |reason| marks.iter().filter(move |mark| mark.reason == reason);
        let declared = |at: usize| {
            of_reason(MarkReason::Declaration)
                .any(|mark| (mark.start as usize..mark.end as usize).contains(&at))
        };
        let mut coming = exclusions.iter().peekable();
        let mut line = String::new();
        let (mut start, mut end) = (0, 0);
        let mut end_of_lines = None;
        for (at, c) in text.chars().chain(['\n']).take(CHARACTERS).enumerate() {
            end = at + 1;
            let offset = at as u64;
            while coming
                .next_if(|exclusion| exclusion.end <= offset)
                .is_some()
            {}
            let excluded = coming
                .peek()
                .is_some_and(|exclusion| exclusion.start <= offset);
            if !matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}' | '\u{B}' | '\u{C}') {
                if !excluded {
                    line.push(without_radical(c));
                }
                continue;
            }
            let begun = std::mem::take(&mut line);
            let line_start = std::mem::replace(&mut start, at + 1);
            if begun.trim().is_empty() {
                continue;
            }
            if head.before_text {
                if begun.contains("文章编号") {
                    head.article_number = Some(begun);
                    break;
                }
                continue;
            }
            let place = if declared(line_start) {
                StatedPlace::Declaration
            } else {
                StatedPlace::Cover
            };
            if place == StatedPlace::Cover && begins_text(&begun) {
                head.before_text = true;
                end_of_lines = Some(end);
                if begun.contains("文章编号") {
                    head.article_number = Some(begun);
                    break;
                }
                continue;
            }
            // A name that the line's end breaks at its dot goes on in the next line.
            let open = head.lines.last_mut();
            if let Some(open) =
                open.filter(|line| line.place == place && is_broken_name(&line.text))
            {
                open.text = format!("{}{}", open.text.trim_end(), begun.trim_start());
                continue;
            }
            head.lines.push(Line { text: begun, place });
            if head.lines.len() >= LINES {
                break;
            }
        }
        let end = end_of_lines.unwrap_or(end);
        for mark in of_reason(MarkReason::Declaration)
            .filter(|mark| mark.start as usize >= end)
            .take(4)
        {
            let length = ((mark.end - mark.start) as usize).min(DECLARATION);
            let (start, end) = (u64::from(mark.start), u64::from(mark.end));
            let within: Vec<&Exclusion> = (exclusions.iter())
                .filter(|exclusion| exclusion.start < end && start < exclusion.end)
                .collect();
            let is_excluded = |at: u64| within.iter().any(|one| (one.start..one.end).contains(&at));
            let characters = text.chars().skip(mark.start as usize).take(length);
            let declaration: String = (characters.zip(start..))
                .filter(|&(c, at)| c == '\n' || !is_excluded(at))
                .map(|(c, _)| without_radical(c))
                .collect();
            head.declarations.extend(
                declaration
                    .lines()
                    .filter(|line| !line.trim().is_empty())
                    .map(|line| Line {
                        text: line.to_owned(),
                        place: StatedPlace::Declaration,
                    }),
            );
        }
        head
    }
}

/// Whether a line ends with the dot within a name.
fn is_broken_name(line: &str) -> bool {
    (line.trim_end().strip_suffix('·')).is_some_and(|before| before.trim_end().ends_with(is_han))
}

/// Headings with which a text begins, compact and in lower case.
#[rustfmt::skip]
const FIRST_HEADINGS: &[&str] = &[
    "摘要", "中文摘要", "内容摘要", "摘　要", "论文摘要", "abstract", "目录", "目錄", "目次", "contents", "tableofcontents", "引言",
    "前言", "绪论", "緒論", "导论", "introduction", "致谢", "致謝", "acknowledgements", "acknowledgments",
    "acknowledgement", "acknowledgment", "正文", "executivesummary", "英文摘要", "目录(示例)",
];

/// Beginnings of lines with which a text begins.
#[rustfmt::skip]
const FIRST_WORDS: &[&str] = &[
    "摘要:", "摘要：", "[摘要]", "【摘要】", "［摘要］", "〔摘要〕", "摘要—", "内容摘要:", "中文摘要：", "中文摘要:", "内容提要", "提要:", "abstract—",
    "abstract–", "abstract-", "abstract:", "abstract：", "关键词", "关键字", "keywords:", "第一章", "第1章", "第一部分",
    "chapter1", "chapterone", "chaptertwo", "1引言", "1.引言", "1绪论", "1.绪论", "一、引言", "一、绪论", "1introduction",
    "1.introduction", "0引言", "一、前言", "1前言", "1概述", "1课题概述", "1.选题", "1.1", "2.1", "一、选题", "1、选题", "0前言", "一、课题",
    "【正文】", "summary:", "摘要∶", "本课题的研究目的",
];

/// Headings of abstracts and of what stands beside them, that their text may follow on the line.
#[rustfmt::skip]
const ABSTRACTS: &[&str] = &[
    "摘要", "内容摘要", "中文摘要", "文摘", "提要", "内容提要", "主题词", "关键词", "中图分类号", "中图法分类号", "正文", "abstract", "abstracts", "summary",
    "keywords", "indexterms",
];

/// Whether a line is a heading with which the text begins, after cover and declarations.
fn begins_text(line: &str) -> bool {
    let key: String = line
        .chars()
        .filter(|c| !c.is_whitespace())
        .take(40)
        .flat_map(char::to_lowercase)
        .collect();
    FIRST_HEADINGS.contains(&key.trim_end_matches([':', '：', '.']))
        || FIRST_WORDS.iter().any(|word| key.starts_with(word))
        || runs_on(line)
}

/// Whether a line is a heading of an abstract with the abstract after it: "摘 要 本文讨论…", "[Abstract] We look at …".
fn runs_on(line: &str) -> bool {
    let line = line
        .trim_start()
        .trim_start_matches(['[', '【', '［', '〔', '(', '（']);
    ABSTRACTS.iter().any(|heading| {
        let mut rest = line.chars();
        let same = heading.chars().all(|expected| {
            rest.find(|c| !c.is_whitespace())
                .is_some_and(|c| c.to_lowercase().eq([expected]))
        });
        let ends = |c: char| c.is_whitespace() || ":：]】］〕)）．.—–-∶".contains(c);
        same && rest.next().is_none_or(ends) && rest.count() >= 8
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_text::ExclusionReason;

    #[test]
    fn the_beginning_ends_where_the_text_begins() {
        let head = Head::of("某某大学\n\n毕业论文\n摘  要\n本文讨论灯光。", &[], &[]);
        let lines: Vec<&str> = head.lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(lines, ["某某大学", "毕业论文"]);
        assert!(head.before_text);
    }

    #[test]
    fn running_heads_are_no_part_of_a_declaration() {
        let text = "题目\n摘要\n本文\n声明\n灯塔学报\n作者：李京";
        let [start, head, end] = ["声明", "灯塔学报", "\n作者"].map(|part| {
            let at = text.find(part).unwrap();
            u32::try_from(text[..at].chars().count()).unwrap()
        });
        let mark = Mark {
            start,
            end: u32::try_from(text.chars().count()).unwrap(),
            reason: MarkReason::Declaration,
        };
        let exclusion = Exclusion {
            start: head.into(),
            end: end.into(),
            reason: ExclusionReason::RunningHead,
        };
        let head = Head::of(text, &[mark], &[exclusion]);
        let lines: Vec<&str> = (head.declarations.iter())
            .map(|line| line.text.as_str())
            .collect();
        assert_eq!(lines, ["声明", "作者：李京"]);
    }

    #[test]
    fn a_broken_name_goes_on() {
        let head = Head::of(
            "导师： 阿依灯 ·\n买买书 教授\n题目···\n灯光\n摘要\n本文",
            &[],
            &[],
        );
        let lines: Vec<&str> = head.lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(lines, ["导师： 阿依灯 ·买买书 教授", "题目···", "灯光"]);
    }
}
