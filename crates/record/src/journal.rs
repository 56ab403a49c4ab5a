//! Heads of journals and conferences above the title of an article: the lines with volume and issue and whatever else
//! is printed there, and the year that they state.

use super::claim::{Claims, Field, key};
use super::names::is_han;
use super::{Certainty, StatedPlace, dates};

/// Maximum number of lines among which the head of a journal ends.
const HEAD: usize = 8;
/// Maximum number of lines whose years count.
const DATED: usize = 16;

/// Signs and words of lines that journals, conferences and form sheets print above a title.
#[rustfmt::skip]
const ABOVE: &[&str] = &[
    "issn", "收稿日期", "作者简介", "基金", "proceedings", "journal of", "doi", "http", "www.", "©", "中图分类号", "文献标识码", "文章编号",
    "pages ", "pp.", "received", "vol.", "vol．", "no.", "no．", "页", "附件", "附录", "citation", "copyright", "arxiv",
    "e-mail", "email", "published", "isbn", "preprint", "accepted", "第一作者", "编辑", "editor", "transactions on",
    "letters", "volume", "科技期刊", "编者按", "网络首发", "引用格式", "录用日期", "出版社", "all rights reserved", "cn11", "卷首语",
    "download", "available online", "contents lists", "sciencedirect", "elsevier", "journal homepage",
    "correspondence", "corresponding author", "springer", "creative commons",
];

/// Ends of names of journals and of their sections, in a line of few characters.
#[rustfmt::skip]
const NAMES: &[&str] = &["学报", "杂志", "期刊", "通报", "通讯", "論叢", "论丛", "學報", "综述", "专栏", "专题", "论坛", "研究论文", "论著"];

/// Whether a line stands above titles in journals, or is a date, a number or an address.
pub(super) fn is_above(line: &str) -> bool {
    let lower = line.to_lowercase();
    is_issue(line)
        || ABOVE.iter().any(|word| lower.contains(word))
        || dates::is_date_line(line)
        || line.contains('@')
        || is_section(line)
        || line.chars().filter(|c| c.is_alphabetic()).count() < 2
        || line.chars().count() <= 12 && NAMES.iter().any(|end| line.ends_with(end))
}

/// Whether a line is a section's name with the page: "技术瞭望│ OUTLOOK │ 43".
fn is_section(line: &str) -> bool {
    line.contains(['│', '|', '｜', '∣'])
        && (line.ends_with(|c: char| c.is_ascii_digit())
            || line.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a line states volume or issue: "第 34 卷第 2 期", "Vol. 34, No. 2", "2011，47（20）".
fn is_issue(line: &str) -> bool {
    let has_digit = line.chars().any(|c| c.is_ascii_digit());
    let compact: String = line
        .chars()
        .filter(|c| !c.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect();
    let numbered = |word: char| {
        compact.split_once('第').is_some_and(|(_, rest)| {
            let digits = rest
                .chars()
                .take_while(|c| {
                    c.is_ascii_alphanumeric() || "-、/一二三四五六七八九十".contains(*c)
                })
                .count();
            let numeral = rest.chars().take(1).all(|c| !c.is_ascii_alphabetic());
            digits > 0 && numeral && rest.chars().nth(digits) == Some(word)
        })
    };
    let latin = ["vol.", "vol．", "no.", "volume"].iter().any(|word| {
        compact.split(word).skip(1).any(|rest| {
            let mut rest = rest.chars().skip_while(|&c| matches!(c, '.' | '．' | ':'));
            rest.next().is_some_and(|c| c.is_ascii_digit())
        })
    });
    has_digit
        && line.chars().count() <= 120
        && (numbered('卷')
            || numbered('期')
            || numbered('辑')
            || latin
            || compact.contains("issn")
            || has_volume_and_year(line))
}

/// Returns the year of a line that states volume or issue; `None` for any other line.
pub(super) fn year_of_issue(line: &str) -> Option<String> {
    is_issue(line).then(|| dates::year(line)).flatten()
}

/// Whether a Latin line has a volume before a year in brackets: "Nightly Lamps Review 42 (2015) 1-10".
fn has_volume_and_year(line: &str) -> bool {
    let Some((before, after)) = line.split_once('(') else {
        return false;
    };
    let year = after.split_once(')').is_some_and(|(year, rest)| {
        year.len() == 4
            && dates::year(year).is_some()
            && rest.contains(|c: char| c.is_ascii_digit())
    });
    year && before.trim_end().ends_with(|c: char| c.is_ascii_digit()) && !line.chars().any(is_han)
}

/// Returns the number of lines that are the head of a journal: those up to the last line of volume and issue near the
/// beginning, as long as none of them is longer than 120 characters, and the lines of the same head that follow. 0 if
/// no line states volume or issue.
pub(super) fn head_of(lines: &[String]) -> usize {
    let last = lines
        .iter()
        .take(HEAD)
        .take_while(|line| line.chars().count() <= 120)
        .enumerate()
        .filter(|(_, line)| is_issue(line))
        .map(|(at, _)| at + 1)
        .last();
    let mut end = last.unwrap_or(0);
    // Lines of the same head may follow: an English name of the journal, the same name again, a date.
    let keys: Vec<String> = lines.iter().take(end).map(|line| key(line)).collect();
    let of_head = |line: &String| {
        let own = key(line);
        is_above(line) || own.chars().count() >= 6 && keys.iter().any(|key| key.contains(&own))
    };
    while end > 0 && end < HEAD && lines.get(end).is_some_and(of_head) {
        end += 1;
    }
    end
}

/// Reads the year in a journal's number of the article: 2017 in "文章编号：1000-0000（2017）09-0043-06"; `None` for any other
/// line.
fn year_of_number(line: &str) -> Option<String> {
    let (_, number) = line.split_once("文章编号")?;
    let (_, year) = number.split_once(['(', '（'])?;
    let (year, _) = year.split_once([')', '）'])?;
    let year = year.trim();
    (year.len() == 4).then(|| dates::year(year)).flatten()
}

/// Adds the year of the article: the one in the article number; else that of the first line that is a date; else that
/// of the first Chinese line with volume or issue; else the only year in the lines above the text.
pub(super) fn years(lines: &[String], article_number: Option<&str>, claims: &mut Claims) {
    let mut found: Vec<String> = Vec::new();
    let mut dated: Option<String> = None;
    let mut issued: Option<String> = None;
    for line in lines.iter().take(DATED) {
        let date = dates::is_date_line(line);
        if (date || is_above(line))
            && let Some(year) = dates::year(line)
        {
            if date {
                dated = dated.or(Some(year.clone()));
            } else if is_issue(line) && line.chars().any(is_han) {
                issued = issued.or(Some(year.clone()));
            }
            if !found.contains(&year) {
                found.push(year);
            }
        }
    }
    let mut add = |year: String, certainty| {
        claims.add(Field::Year, year, StatedPlace::Cover, certainty);
    };
    if let Some(year) = article_number.and_then(year_of_number) {
        add(year, Certainty::Likely);
    } else if let Some(year) = dated.or(issued) {
        add(year, Certainty::Likely);
    } else if let [year] = &found[..] {
        add(year.clone(), Certainty::Guess);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|&line| line.to_owned()).collect()
    }

    #[test]
    fn numbers_of_articles_state_the_year() {
        let year = |line| year_of_number(line);
        assert_eq!(
            year("【文献标识码】A 文章编号 1000-0000（2017）09-0043-06").as_deref(),
            Some("2017")
        );
        assert_eq!(
            year("文章编号：1000 － 0000( 2011) 02 － 0152 － 02").as_deref(),
            Some("2011")
        );
        assert_eq!(year("文章编号：1000-0000"), None);
    }

    #[test]
    fn heads_of_journals_end_at_volume_and_issue() {
        for (lines, expected) in [
            (
                &[
                    "夜读学报",
                    "JOURNAL OF READING AT NIGHT",
                    "1999年 第4期 No.4 1999",
                    "夜间图书馆的灯光",
                ][..],
                3,
            ),
            (
                &[
                    "Nightly Lamps Review 42 (2015) 1–10",
                    "Contents lists available at LampDirect",
                    "Nightly Lamps Review",
                    "Lamps at Night",
                ],
                3,
            ),
            (&["第 34 卷第 2 期", "2011 年 4 月", "夜间图书馆的灯光"], 2),
            (&["夜间图书馆的灯光", "孟夜"], 0),
            (&["Lamps at Night", "No light is no reading"], 0),
        ] {
            assert_eq!(head_of(&owned(lines)), expected, "{lines:?}");
        }
    }
}
