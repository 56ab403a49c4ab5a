//! Texts of the interface in English, as most tests open the window, and pieces of texts whose values are not known.

use chachong_messages::Language;

pub(crate) use crate::interface::{Values, beginning_in, text_in};

/// Returns a text that has no places.
pub(crate) fn text(key: &str) -> String {
    text_with(key, &[])
}

/// Returns a text with these values in its places.
pub(crate) fn text_with(key: &str, values: Values<'_>) -> String {
    text_in(Language::English, key, values)
}

/// Returns a text whose only place is a count.
pub(crate) fn counted(key: &str, count: usize) -> String {
    counted_in(Language::English, key, count)
}

/// Returns a text of a language whose only place is a count.
pub(crate) fn counted_in(language: Language, key: &str, count: usize) -> String {
    text_in(language, key, &[("count", &count)])
}

/// Returns the beginning of a text, before its first place that has no value.
pub(crate) fn beginning(key: &str, values: Values<'_>) -> String {
    beginning_in(Language::English, key, values)
}

/// Returns the longest piece of a text that has no value in it.
pub(crate) fn words(language: Language, key: &str) -> String {
    let text = language.text(key);
    assert_ne!(text, key, "no text has this key");
    let pieces = text.split("%{").enumerate();
    let fixed = pieces.map(|(place, piece)| match piece.split_once('}') {
        Some((_, after)) if place > 0 => after,
        _ => piece,
    });
    let longest = fixed.max_by_key(|piece| piece.len()).unwrap_or_default();
    assert!(!longest.is_empty(), "{key} is nothing but values");
    longest.to_owned()
}

/// Returns what the documents page says of its filter.
pub(crate) fn shown(shown: usize, all: usize) -> String {
    text_with("documents.count", &[("shown", &shown), ("all", &all)])
}

/// Returns what the status bar says of documents that were all read without trouble.
pub(crate) fn summary(read: usize, pairs: usize) -> String {
    let values: Values<'_> = &[
        ("read", &read),
        ("pairs", &pairs),
        ("warnings", &0),
        ("failed", &0),
    ];
    text_with("status-bar.summary", values)
}

/// Returns the line that says how many passages of a pair count.
pub(crate) fn count_pair(counting: usize, all: usize) -> String {
    let values: Values<'_> = &[("counting", &counting), ("all", &all)];
    text_with("passages.count-all", values)
}

#[test]
#[should_panic(expected = "no text has this key")]
fn a_key_that_does_not_exist_stops_a_test() {
    text("pages.no-such-page");
}

#[test]
#[should_panic(expected = "pages.pairs lacks a value")]
fn a_place_without_a_value_stops_a_test() {
    text("pages.pairs");
}

#[test]
#[should_panic(expected = "no number in pages.pairs")]
fn a_value_without_a_place_stops_a_test() {
    text_with("pages.pairs", &[("count", &1), ("number", &2)]);
}
