//! Finds running heads, footers and page numbers: lines at the edges of pages that repeat from page to
//! page.
//!
//! 80 % of Chinese theses have them in the text of their pdf, where two theses of one school would share them.

use std::collections::HashMap;

use super::page::PageText;
use super::template::Repeated;

/// Number of lines at either edge of a page that may belong to its head or foot.
const EDGE: usize = 3;
/// Reciprocal of the minimum share of the pages (one fifth) that have a repeated line at their edge.
const SHARE: usize = 5;
/// Minimum number of pages that have a repeated line at their edge.
const LEAST: usize = 3;
/// Maximum difference in height, in points, of lines at one place of the page.
const SAME_HEIGHT: f64 = 2.0;
/// Maximum length of a running head, in characters.
const LONGEST: usize = 80;

/// Line of a page, with what decides whether it is a head or foot.
struct Edge {
    page: usize,
    /// Range in the page's text, in characters.
    range: (u64, u64),
    text: String,
    masked: String,
    y: Option<f64>,
    /// Whether the line is near enough to the page's edge for a head or foot.
    at_margin: bool,
    /// Whether the line is the first or last of its page, or at the same height as that.
    outermost: bool,
}

/// Number and places of the occurrences of one text, with its numbers masked.
#[derive(Default)]
struct Occurrences {
    /// Pages with the text at an edge.
    on: Repeated,
    /// Number of lines with the text, anywhere.
    lines: usize,
    /// Number of lines with the text at an edge, by height in steps of [`SAME_HEIGHT`].
    heights: HashMap<i64, usize>,
}

impl Occurrences {
    fn add(&mut self, line: &Edge) {
        self.lines += 1;
        if !line.at_margin {
            return;
        }
        self.on.add(line.page);
        if let Some(y) = line.y {
            *self.heights.entry(step(y)).or_default() += 1;
        }
    }

    /// Whether the text occurs at this height on other pages too: the title of a thesis on its first page is no head,
    /// though the head repeats it.
    fn stands_at(&self, y: Option<f64>) -> bool {
        let Some(y) = y else {
            return true;
        };
        let near = |step: i64| self.heights.get(&step).copied().unwrap_or(0);
        let count: usize = (step(y) - 1..=step(y) + 1).map(near).sum();
        count >= 2 && count * SHARE >= self.on.pages
    }

    /// Whether the text occurs at most one and a half times for each page that has it at an edge, as a head does; rows
    /// of a table that differ in their numbers occur more often.
    fn is_rare_on_pages(&self) -> bool {
        self.lines * 2 <= self.on.pages * 3
    }
}

/// Returns the number of a place on the page, in steps of [`SAME_HEIGHT`].
#[expect(
    clippy::cast_possible_truncation,
    reason = "a place beyond all numbers is one place"
)]
pub(super) fn step(points: f64) -> i64 {
    (points / SAME_HEIGHT).round() as i64
}

/// Finds the heads and feet of each page: ranges of its text in characters, ascending, without overlap.
pub(super) fn find(pages: &[Option<&PageText>]) -> Vec<Vec<(u64, u64)>> {
    let lines: Vec<Edge> = (0..)
        .zip(pages)
        .filter_map(|(at, page)| page.map(|page| lines(at, page)))
        .flatten()
        .collect();
    let read = pages
        .iter()
        .flatten()
        .filter(|page| !page.text.trim().is_empty())
        .count();
    let mut occurrences: HashMap<&str, Occurrences> = HashMap::new();
    for line in &lines {
        occurrences.entry(&line.masked).or_default().add(line);
    }
    let edges: Vec<&Edge> = lines.iter().filter(|line| line.at_margin).collect();
    let banded = band(&edges, read);
    let numbering = numbering(&edges);
    let mut found = vec![Vec::new(); pages.len()];
    for edge in edges {
        let known = &occurrences[edge.masked.as_str()];
        // Bare numbers are in every table: only at the very edge are they page numbers.
        let is_alone = if edge.masked.chars().any(char::is_alphabetic) {
            known.is_rare_on_pages()
        } else {
            edge.outermost
        };
        let repeats = known.on.pages >= LEAST
            && known.on.pages * SHARE >= read
            && is_alone
            && known.stands_at(edge.y);
        let in_band = known.on.pages >= 2
            && is_alone
            && edge
                .y
                .is_some_and(|y| banded.iter().any(|band| (band - y).abs() <= SAME_HEIGHT));
        let is_number = edge.outermost
            && page_number(&edge.text)
                .is_some_and(|number| numbering == Some(shift(number, edge.page)));
        if repeats || (in_band && edge.outermost) || is_number {
            found[edge.page].push(edge.range);
        }
    }
    for ranges in &mut found {
        ranges.sort_unstable();
        ranges.dedup();
    }
    found
}

/// Lists the short lines of a page and marks those that may be a head or foot: by height where it is known, else by
/// order. Watermarks have no part in it.
fn lines(page: usize, content: &PageText) -> Vec<Edge> {
    let mut start = 0;
    let mut lines: Vec<Edge> = Vec::new();
    for (index, line) in content.text.split('\n').enumerate() {
        let length = line.chars().count() as u64;
        let range = (start, start + length);
        start += length + 1;
        if line.trim().is_empty() || content.is_template(range.0, range.1) {
            continue;
        }
        // A long line keeps its rank, so that the lines beside it do not become edges.
        let is_long = length > LONGEST as u64;
        let text = if is_long { "" } else { line.trim() };
        lines.push(Edge {
            page,
            range,
            text: text.to_owned(),
            masked: masked(text),
            y: content.lines.get(index).map(|line| line.y),
            at_margin: false,
            outermost: false,
        });
    }
    let has_heights = !content.lines.is_empty();
    if has_heights {
        lines.sort_by(|a, b| a.y.unwrap_or(0.0).total_cmp(&b.y.unwrap_or(0.0)));
    }
    let count = lines.len();
    for (rank, line) in lines.iter_mut().enumerate() {
        line.outermost = rank == 0 || rank + 1 == count;
    }
    // Separate parts of one printed line (a head at the left and one at the right) have one height.
    let height = |line: Option<&Edge>| line.and_then(|line| line.y);
    let (top, bottom) = (height(lines.first()), height(lines.last()));
    let near = |a: Option<f64>, b: Option<f64>| matches!((a, b), (Some(a), Some(b)) if (a - b).abs() <= SAME_HEIGHT);
    for line in &mut lines {
        line.outermost |= near(line.y, top) || near(line.y, bottom);
    }
    for (rank, line) in lines.iter_mut().enumerate() {
        let is_near = rank < EDGE || rank + EDGE >= count;
        line.at_margin = !line.text.is_empty() && (is_near || line.outermost);
    }
    lines.retain(|line| !line.text.is_empty());
    lines
}

/// Returns a line with digits, Roman page numbers and white space masked: `第 12 页` and `第 13 页` become the same.
pub(super) fn masked(line: &str) -> String {
    let trimmed = line.trim();
    let bare = trimmed.trim_matches(|c: char| !c.is_alphanumeric());
    let is_roman = !bare.is_empty()
        && bare.len() <= 8
        && bare
            .chars()
            .all(|c| "ivxlcIVXLCⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩ".contains(c));
    if is_roman {
        return "#".to_owned();
    }
    let mut out = String::new();
    for c in trimmed.chars().filter(|c| !c.is_whitespace()) {
        if c.is_numeric() && !('\u{4E00}'..='\u{9FFF}').contains(&c) {
            if !out.ends_with('#') {
                out.push('#');
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Returns the number of a line that is only a page number: `12`, `- 12 -`, `第 12 页`, `Page 12 of 90`, `12 / 90`;
/// `None` for any other line.
fn page_number(line: &str) -> Option<i64> {
    let lower = line.to_lowercase();
    let digits: Vec<&str> = lower
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .collect();
    let rest: String = lower.chars().filter(|c| c.is_alphabetic()).collect();
    let known =
        ["", "页", "第页", "第页共页", "page", "pageof", "p", "of"].contains(&rest.as_str());
    match digits.as_slice() {
        [only] | [only, _] if known && only.len() <= 4 => only.parse().ok(),
        _ => None,
    }
}

/// Returns the difference between a printed number and its page's index in the file.
fn shift(number: i64, page: usize) -> i64 {
    number - i64::try_from(page).unwrap_or(i64::MAX)
}

/// Returns the most frequent difference between printed page numbers and indexes in the file; `None` if no two lines
/// agree.
fn numbering(edges: &[&Edge]) -> Option<i64> {
    let mut votes: HashMap<i64, usize> = HashMap::new();
    for edge in edges.iter().filter(|edge| edge.outermost) {
        if let Some(number) = page_number(&edge.text) {
            *votes.entry(shift(number, edge.page)).or_default() += 1;
        }
    }
    let (&difference, &count) = votes
        .iter()
        .max_by_key(|&(difference, count)| (*count, -difference.abs()))?;
    (count >= 2).then_some(difference)
}

/// Returns the heights at which at least half of the pages have their outermost line.
fn band(edges: &[&Edge], read: usize) -> Vec<f64> {
    let mut heights: Vec<(f64, usize)> = edges
        .iter()
        .filter(|edge| edge.outermost)
        .filter_map(|edge| Some((edge.y?, edge.page)))
        .collect();
    heights.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut bands = Vec::new();
    let mut rest = heights.as_slice();
    while let Some(&(first, _)) = rest.first() {
        let length = rest
            .iter()
            .take_while(|(y, _)| y - first <= SAME_HEIGHT)
            .count();
        let mut pages: Vec<usize> = rest[..length].iter().map(|&(_, page)| page).collect();
        pages.sort_unstable();
        pages.dedup();
        if pages.len() * 2 >= read && pages.len() >= LEAST {
            bands.push(first + SAME_HEIGHT / 2.0);
        }
        rest = &rest[length..];
    }
    bands
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(page: usize, line: usize) -> String {
        let words = [
            "图书馆",
            "夜间",
            "开放",
            "读者",
            "需求",
            "成本",
            "社区",
            "服务",
            "调查",
            "结果",
        ];
        (0..9)
            .map(|i| words[(page * 7 + line * 3 + i * i) % words.len()])
            .collect()
    }

    fn pages(
        count: usize,
        head: impl Fn(usize) -> String,
        foot: impl Fn(usize) -> String,
    ) -> Vec<PageText> {
        (0..count)
            .map(|p| {
                let body: Vec<String> = (0..12)
                    .map(|line| format!("{}{p}之{line}", body(p, line)))
                    .collect();
                PageText::plain(&format!("{}\n{}\n{}", head(p), body.join("\n"), foot(p)))
            })
            .collect()
    }

    fn found(pages: &[PageText]) -> Vec<Vec<String>> {
        let refs: Vec<Option<&PageText>> = pages.iter().map(Some).collect();
        find(&refs)
            .iter()
            .zip(pages)
            .map(|(ranges, page)| {
                let chars: Vec<char> = page.text.chars().collect();
                ranges
                    .iter()
                    .map(|&(a, b)| {
                        (a..b)
                            .map(|at| chars[usize::try_from(at).unwrap()])
                            .collect()
                    })
                    .collect()
            })
            .collect()
    }

    #[test]
    fn heads_that_repeat_and_numbers_that_count_are_found_and_text_is_not() {
        let pages = pages(
            10,
            |_| "某大学硕士学位论文".to_owned(),
            |p| format!("第 {} 页", p + 5),
        );
        for (page, found) in found(&pages).iter().enumerate() {
            assert_eq!(
                found,
                &[
                    "某大学硕士学位论文".to_owned(),
                    format!("第 {} 页", page + 5)
                ]
            );
        }
    }

    #[test]
    fn odd_and_even_heads_and_roman_numbers_are_found() {
        let roman = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii"];
        let pages = pages(
            8,
            |p| {
                if p % 2 == 0 {
                    "第一章 绪论"
                } else {
                    "某大学博士学位论文"
                }
                .to_owned()
            },
            |p| roman[p].to_owned(),
        );
        assert!(found(&pages).iter().all(|found| found.len() == 2));
    }

    #[test]
    fn two_pages_have_numbers_but_nothing_that_repeats_enough() {
        let pages = pages(2, |_| "标题".to_owned(), |p| format!("{}", p + 1));
        assert_eq!(found(&pages), [["1"], ["2"]]);
    }

    #[test]
    fn numbers_that_do_not_count_the_pages_are_text() {
        let pages = pages(2, |_| "表头".to_owned(), |p| ["311", "27"][p].to_owned());
        assert!(found(&pages).iter().all(Vec::is_empty));
    }

    #[test]
    fn page_numbers_are_known_in_their_usual_dress() {
        for (line, number) in [
            ("12", 12),
            ("- 12 -", 12),
            ("第 12 页 共 90 页", 12),
            ("Page 12 of 90", 12),
            ("12 / 90", 12),
            ("·7·", 7),
        ] {
            assert_eq!(page_number(line), Some(number), "{line}");
        }
        for line in ["图 12", "2024 年", "12.5 %a", "", "abc", "1 2 3"] {
            assert_eq!(page_number(line), None, "{line}");
        }
    }
}
