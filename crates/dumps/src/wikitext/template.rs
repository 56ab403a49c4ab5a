//! Decides what templates show. Most show nothing that a reader takes for prose (boxes, notes, references); a few only
//! format their argument, without which the sentence would have a hole.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use super::spans::{Span, gaps};

/// What a template shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shows {
    /// The first of these arguments that is there and not empty, by number from 1.
    Argument(&'static [u8]),
    /// The last of its arguments.
    Last,
    /// These arguments with a sign between.
    Both(u8, &'static str, u8),
    /// A quotation: the argument with one of the names of a quotation, else the first one. It is a paragraph.
    Quotation,
    /// A text of its own.
    Text(&'static str),
}

/// Text that a template puts in its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shown {
    /// First part of the page to be shown, in its place.
    pub(super) first: Option<Range<usize>>,
    /// Text after it.
    pub(super) text: &'static str,
    /// Part of the page after that.
    pub(super) second: Option<Range<usize>>,
    /// Whether it stands in a paragraph of its own.
    pub(super) paragraph: bool,
}

/// Names under which templates of quotations take their text.
const QUOTATION_NAMES: &[&str] = &["text", "quote", "1", "content", "引文", "内容", "內容"];

/// Templates that show their first argument.
static DRESSED: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "nowrap|nobr|nobreak|nowraplinks|j|small|smaller|big|larger|abbr|tooltip|em|strong|bold|italic|underline|strike|\
     code|tt|mono|kbd|var|math|mvar|bigmath|sub|sup|val|ruby|zhi|pinyin|zhuyin|not a typo|sic|ill|\
     interlanguage link|interlanguage link multi|illm|ilh|internal link helper|vanchor|visible anchor|as of|unicode|\
     nihongo|nihongo2|nihongo3|formatnum"
        .split('|')
        .collect()
});

/// Returns how a template is shown, by its name in lower case.
fn known(name: &str) -> Option<Shows> {
    use Shows::{Argument, Both, Last, Quotation, Text};
    const FIRST: Shows = Argument(&[1]);
    const SECOND: Shows = Argument(&[2]);
    Some(match name {
        "lang" | "langx" | "script" => SECOND,
        "color" | "colored" | "font color" | "fontcolor" | "transl" | "transliteration"
        | "resize" => Last,
        "le" => Argument(&[3, 1]),
        "tsl" | "translink" | "translation link" | "tranlink" => Argument(&[4, 3, 2]),
        "convert" | "cvt" => Both(1, " ", 2),
        "frac" | "sfrac" | "fraction" => Both(1, "/", 2),
        "quote"
        | "quotation"
        | "cquote"
        | "blockquote"
        | "rquote"
        | "quote box"
        | "bq"
        | "quote frame"
        | "引用"
        | "引文"
        | "引言"
        | "цитат"
        | "цитата"
        | "centered pull quote"
        | "pull quote" => Quotation,
        "snd" | "spaced ndash" | "spnd" | "dash" | "–" => Text(" – "),
        "ndash" | "en dash" => Text("–"),
        "mdash" | "em dash" | "—" => Text("—"),
        "spaced mdash" | "snds" => Text(" — "),
        "nbsp" | "space" | "thinsp" | "hair space" | "spaces" => Text(" "),
        "·" | "dot" | "middot" | "•" | "bull" | "bullet" | "·w" => Text(" · "),
        "!" => Text("|"),
        "=" => Text("="),
        "'" | "`" => Text("'"),
        "pi" => Text("π"),
        "tau" => Text("τ"),
        "°" | "deg" => Text("°"),
        "¥" => Text("¥"),
        "circa" | "c." => Text("c. "),
        _ if DRESSED.contains(name) => FIRST,
        _ if name.starts_with("link-") => Argument(&[3, 1]),
        _ if name.starts_with("lang-") && !name.starts_with("lang-icon") => FIRST,
        _ => return None,
    })
}

/// Longest name of a template that shows something, in bytes.
const LONGEST_NAME: usize = 32;

/// Name of a template in lower case with single spaces, as far as it can be one that is known.
fn name_of(raw: &str) -> Option<String> {
    let raw = raw.split("<!--").next().unwrap_or(raw).trim();
    let raw = raw.split_once(':').map_or(raw, |(before, _)| {
        // `{{formatnum:1000}}`; pages of other namespaces and functions of the parser show nothing here.
        if before.eq_ignore_ascii_case("formatnum") {
            before
        } else {
            raw
        }
    });
    (!raw.is_empty() && raw.len() <= LONGEST_NAME).then(|| raw.to_lowercase().replace('_', " "))
}

/// Returns the parts that the template `spans[index]` shows; `None` if it shows nothing.
pub(super) fn shown(text: &str, spans: &[Span], index: usize) -> Option<Shown> {
    let span = &spans[index];
    let inner = span.inner();
    // `{{{1|default}}}`: the argument of a template that nobody called.
    if inner.start - span.start() == 3 {
        return None;
    }
    let head = &text[inner.clone()];
    let name_end = memchr::memchr3(b'|', b'{', b'\n', head.as_bytes()).unwrap_or(head.len());
    let name = name_of(&head[..name_end])?;
    let shows = known(&name)?;
    let argument = |number: u8, arguments: &[Argument<'_>]| {
        arguments
            .iter()
            .find(|argument| {
                argument.number == Some(number) && !text[argument.value.clone()].trim().is_empty()
            })
            .map(|argument| trimmed(text, argument.value.clone()))
    };
    let first = |range: Option<Range<usize>>| {
        range.map(|range| Shown {
            first: Some(range),
            ..Shown::default()
        })
    };
    if let Shows::Text(text) = shows {
        return Some(Shown {
            text,
            ..Shown::default()
        });
    }
    if name == "formatnum" {
        let colon = memchr::memchr(b':', head.as_bytes())?;
        return first(Some(inner.start + colon + 1..inner.end));
    }
    let arguments = arguments(text, spans, index);
    match shows {
        Shows::Argument(numbers) => first(
            numbers
                .iter()
                .find_map(|&number| argument(number, &arguments)),
        ),
        Shows::Last => first(
            arguments
                .iter()
                .rfind(|argument| argument.number.is_some())
                .map(|last| trimmed(text, last.value.clone())),
        ),
        Shows::Both(one, between, two) => Some(Shown {
            first: Some(argument(one, &arguments)?),
            text: between,
            second: argument(two, &arguments),
            paragraph: false,
        }),
        Shows::Quotation => {
            let range = arguments
                .iter()
                .find(|argument| {
                    argument
                        .name
                        .is_some_and(|name| QUOTATION_NAMES.contains(&name))
                })
                .map(|named| trimmed(text, named.value.clone()))
                .or_else(|| argument(1, &arguments))?;
            Some(Shown {
                first: Some(range),
                paragraph: true,
                ..Shown::default()
            })
        }
        Shows::Text(_) => None,
    }
}

/// Argument of a template.
struct Argument<'a> {
    /// Its number from 1, if it has one.
    number: Option<u8>,
    /// Its name, if it has one.
    name: Option<&'a str>,
    /// Byte range of its value.
    value: Range<usize>,
}

/// Maximum number of arguments that are looked at.
const MOST_ARGUMENTS: usize = 60;

/// Splits a template at its bars into its arguments, at most [`MOST_ARGUMENTS`].
fn arguments<'a>(text: &'a str, spans: &[Span], index: usize) -> Vec<Argument<'a>> {
    let inner = spans[index].inner();
    let mut arguments = Vec::new();
    // Start of the argument being read and its first sign of equality; `None` before the first bar.
    let mut current: Option<(usize, Option<usize>)> = None;
    let mut unnamed = 0;
    let mut finish = |current: Option<(usize, Option<usize>)>, end: usize| {
        let Some((start, equals)) = current else {
            return;
        };
        let name = equals.map(|equals| text[start..equals].trim());
        let number = match name {
            None => {
                unnamed += 1;
                Some(unnamed)
            }
            Some(name) => name.parse().ok(),
        };
        arguments.push(Argument {
            number,
            name,
            value: equals.map_or(start, |equals| equals + 1)..end,
        });
    };
    let mut seen = 0;
    for gap in gaps(spans, index) {
        let start = gap.start;
        for found in memchr::memchr2_iter(b'|', b'=', &text.as_bytes()[gap]) {
            let at = start + found;
            if text.as_bytes()[at] == b'|' {
                finish(current, at);
                current = Some((at + 1, None));
                seen += 1;
                if seen > MOST_ARGUMENTS {
                    return arguments;
                }
            } else if let Some((_, equals @ None)) = &mut current {
                *equals = Some(at);
            }
        }
    }
    finish(current, inner.end);
    arguments
}

/// The range without the spaces and breaks around it.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..start + part.trim().len()
}

#[cfg(test)]
mod tests {
    use super::super::spans;
    use super::*;

    fn show(text: &str) -> Option<String> {
        let spans = spans::of(text);
        shown(text, &spans, 0).map(|shown| {
            let part = |range: Option<Range<usize>>| range.map_or("", |range| &text[range]);
            format!("{}{}{}", part(shown.first), shown.text, part(shown.second))
        })
    }

    #[test]
    fn templates_that_dress_their_argument_show_it() {
        for (text, shows) in [
            ("{{lang|en|software}}", "software"),
            ("{{Lang-en| software |links=no}}", "software"),
            ("{{link-en|黑盒|Black box}}", "黑盒"),
            ("{{link-en|黑盒|Black box|黑箱}}", "黑箱"),
            ("{{tsl|en|Black box||黑盒}}", "黑盒"),
            ("{{tsl|en|Black box|黑盒}}", "黑盒"),
            ("{{le|甲|A}}", "甲"),
            ("{{nowrap|1=a=b}}", "a=b"),
            ("{{convert|12|km|mi|abbr=on}}", "12 km"),
            ("{{quote|text=[[甲|a]]乙|author=丙}}", "[[甲|a]]乙"),
            ("{{blockquote\n|正文\n}}", "正文"),
            ("{{nowrap|{{lang|en|x|y}}|z}}", "{{lang|en|x|y}}"),
            ("{{snd}}", " – "),
            ("{{formatnum:1000}}", "1000"),
        ] {
            assert_eq!(show(text).as_deref(), Some(shows), "{text}");
        }
        for text in [
            "{{Infobox|a=b}}",
            "{{cite web|title=x}}",
            "{{#if:a|b}}",
            "{{lang}}",
            "{{{1|a}}}",
            "{{|}}",
        ] {
            assert_eq!(show(text), None, "{text}");
        }
    }
}
