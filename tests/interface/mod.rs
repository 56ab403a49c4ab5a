//! Texts of the interface by their keys, for tests that look for them: a reworded text breaks no test, and a wrong key
//! or value stops the test instead of being looked for.

use std::fmt::Display;

use chachong_messages::Language;

/// Values of a text's places, each with the name of its place.
pub(crate) type Values<'v> = &'v [(&'v str, &'v dyn Display)];

/// Returns a text with these values in its places, each of which must have one.
pub(crate) fn text_in(language: Language, key: &str, values: Values<'_>) -> String {
    let text = filled(language, key, values);
    assert!(!text.contains("%{"), "{key} lacks a value: {text}");
    text
}

/// Returns the beginning of a text, before its first place that has no value.
pub(crate) fn beginning_in(language: Language, key: &str, values: Values<'_>) -> String {
    let text = filled(language, key, values);
    let beginning = text.split("%{").next().unwrap_or_default();
    // Everything contains an empty text, so that looking for it shows nothing.
    assert!(!beginning.trim().is_empty(), "{key} begins with a value");
    beginning.to_owned()
}

fn filled(language: Language, key: &str, values: Values<'_>) -> String {
    let text = language.text(key);
    assert_ne!(text, key, "no text has this key");
    for (name, _) in values {
        let is_there = ["}", "|"].map(|end| text.contains(&format!("%{{{name}{end}")));
        assert!(is_there.contains(&true), "no {name} in {key}: {text}");
    }
    language.fill(key, values)
}
