//! Decides what text a link in double square brackets shows.

use std::ops::Range;

use super::namespaces::{Namespaces, Prefix};
use super::spans::{Span, gaps};

/// Returns the byte range of the text that the link `spans[index]` shows; `None` if it shows nothing in the text (a file, a category,
/// the same page in another language).
pub(super) fn shown(
    text: &str,
    spans: &[Span],
    index: usize,
    names: &Namespaces,
) -> Option<Range<usize>> {
    let inner = spans[index].inner();
    let bar = first_bar(text, spans, index);
    let target = &text[inner.start..bar.unwrap_or(inner.end)];
    let label = bar.map(|bar| bar + 1..inner.end);
    if let Some(colon) = memchr::memchr(b':', target.as_bytes()) {
        if target.trim_start().starts_with(':') {
            return Some(label.unwrap_or(inner.start + colon + 1..inner.end));
        }
        if names.prefix(&target[..colon]) != Prefix::Other {
            return None;
        }
        // `[[http://a b]]` is an outer link in two pairs of brackets.
        if target[colon..].starts_with("://")
            && let Some(space) = memchr::memchr(b' ', target.as_bytes())
        {
            return Some(inner.start + space..inner.end);
        }
    }
    match label {
        Some(label) if !text[label.clone()].trim().is_empty() => Some(label),
        _ => Some(inner.start..inner.start + target.len()),
    }
}

/// Byte offset of the first `|` of a link that is not inside something else.
fn first_bar(text: &str, spans: &[Span], index: usize) -> Option<usize> {
    gaps(spans, index).find_map(|gap| {
        let start = gap.start;
        memchr::memchr(b'|', &text.as_bytes()[gap]).map(|at| start + at)
    })
}

/// Returns the name of the category that a span puts the page into; `None` if it is not a link to a category.
pub(crate) fn category_of<'a>(link: &'a str, names: &Namespaces) -> Option<&'a str> {
    let (prefix, rest) = link.split_once(':')?;
    (names.prefix(prefix) == Prefix::Category)
        .then(|| rest.split('|').next().unwrap_or(rest).trim())
}
