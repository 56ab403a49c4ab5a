//! Markup of Chinese variants, `-{…}-`: one page serves readers of Simplified and Traditional characters, with the
//! words of the mainland, Taiwan and Hong Kong. The form that a reader on the mainland sees is taken.

use std::ops::Range;

use super::spans::{Span, gaps};

/// Variants by how well they fit, the best first.
const WANTED: &[&str] = &["zh-cn", "zh-hans", "zh-sg", "zh-my", "zh"];
/// All variants that a rule may name.
const ALL: &[&str] = &[
    "zh", "zh-hans", "zh-hant", "zh-cn", "zh-tw", "zh-hk", "zh-mo", "zh-sg", "zh-my",
];

/// Returns the byte range of the text that the markup `spans[index]` shows; `None` if it shows nothing (a rule for the title or for the
/// rest of the page).
pub(super) fn shown(text: &str, spans: &[Span], index: usize) -> Option<Range<usize>> {
    let inner = spans[index].inner();
    let bar = gaps(spans, index).next().and_then(|gap| {
        let start = gap.start;
        memchr::memchr(b'|', &text.as_bytes()[gap]).map(|at| start + at)
    });
    let Some(bar) = bar else {
        return Some(choice(text, spans, index, inner.start));
    };
    let flags = &text[inner.start..bar];
    let body = bar + 1;
    let mut is = [false; 3];
    let [raw, silent, here] = &mut is;
    let mut variants = false;
    for flag in flags.split(';').map(str::trim) {
        match flag {
            "R" => *raw = true,
            "H" | "T" | "-" | "+" | "N" | "D" => *silent = true,
            "A" | "S" | "" => *here = true,
            flag if ALL.contains(&flag) => {
                variants = true;
                *here |= WANTED.contains(&flag);
            }
            // Text with a bar in it.
            _ => return Some(inner),
        }
    }
    if *silent || variants && !*here {
        return None;
    }
    if *raw || variants {
        return Some(body..inner.end);
    }
    Some(choice(text, spans, index, body))
}

/// Returns the byte range of the variant that is wanted most, or else of the first one. If the markup names no variants, returns all of its
/// text.
fn choice(text: &str, spans: &[Span], index: usize, body: usize) -> Range<usize> {
    let inner = spans[index].inner();
    let bytes = text.as_bytes();
    let mut best: Option<(usize, Range<usize>)> = None;
    let mut any: Option<Range<usize>> = None;
    // Rule being read: its variant, and where its text begins.
    let mut rule: Option<(&str, usize)> = None;
    let mut start = body;
    let mut finish = |rule: Option<(&str, usize)>, end: usize| {
        if let Some((variant, from)) = rule {
            any.get_or_insert(from..end);
            if let Some(rank) = WANTED.iter().position(|wanted| *wanted == variant)
                && best.as_ref().is_none_or(|&(least, _)| rank < least)
            {
                best = Some((rank, from..end));
            }
        }
    };
    for gap in gaps(spans, index) {
        let from = gap.start;
        for found in memchr::memchr2_iter(b':', b';', &bytes[gap]) {
            let at = from + found;
            if at < start {
                continue;
            }
            if bytes[at] == b':' && rule.is_none() {
                // `内存=>zh-cn:内存` converts one way only.
                let name = &text[start..at];
                let name = name.rsplit_once("=>").map_or(name, |(_, name)| name).trim();
                match ALL.iter().find(|known| known.eq_ignore_ascii_case(name)) {
                    Some(known) => rule = Some((known, at + 1)),
                    None => return body..inner.end,
                }
            } else if bytes[at] == b';' && rule.is_some() && begins_rule(&text[at + 1..inner.end]) {
                finish(rule, at);
                rule = None;
                start = at + 1;
            }
        }
    }
    finish(rule, inner.end);
    best.map(|(_, range)| range)
        .or(any)
        .unwrap_or(body..inner.end)
}

/// Whether a rule or the end follows a semicolon: it may also belong to the text (`&nbsp;`).
fn begins_rule(rest: &str) -> bool {
    let rest = rest.trim_start();
    // One-way rules begin with a word, and words are short.
    let head = &rest.as_bytes()[..rest.len().min(200)];
    let word = &head[..memchr::memchr(b':', head).unwrap_or(0)];
    rest.is_empty()
        || rest.starts_with("zh:")
        || rest.starts_with("zh-")
        || memchr::memmem::find(word, b"=>").is_some()
}

#[cfg(test)]
mod tests {
    use super::super::spans;
    use super::*;

    fn show(text: &str) -> Option<&str> {
        shown(text, &spans::of(text), 0).map(|range| text[range].trim())
    }

    #[test]
    fn the_words_of_the_mainland_are_taken() {
        for (text, shows) in [
            ("-{zh-hans:软件;zh-hant:軟體}-", "软件"),
            ("-{zh-tw:軟體; zh-cn:软件; zh-hk:軟件;}-", "软件"),
            ("-{zh-hans:甲;zh-cn:乙}-", "乙"),
            ("-{zh-tw:軟體;zh-hk:軟件}-", "軟體"),
            ("-{原文}-", "原文"),
            ("-{R|乾隆}-", "乾隆"),
            ("-{A|zh-cn:内存;zh-tw:記憶體}-", "内存"),
            ("-{zh-hans;zh-hant|乾}-", "乾"),
            ("-{内存=>zh-cn:内存;記憶體=>zh-tw:記憶體}-", "内存"),
            ("-{zh-cn:[[甲|乙;丙]];zh-tw:{{a|b:c}}}-", "[[甲|乙;丙]]"),
            ("-{zh-cn:a&nbsp;b;zh-tw:c}-", "a&nbsp;b"),
            ("-{[[甲:乙]]}-", "[[甲:乙]]"),
            ("-{10:30}-", "10:30"),
        ] {
            assert_eq!(show(text), Some(shows), "{text}");
        }
        for text in [
            "-{T|zh-cn:甲;zh-tw:乙}-",
            "-{H|zh-cn:甲}-",
            "-{zh-tw;zh-hk|甲}-",
            "-{-|zh-cn:甲}-",
        ] {
            assert_eq!(show(text), None, "{text}");
        }
    }
}
