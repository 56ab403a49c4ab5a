//! Values of form fields, as the widgets on a page show them.

use hayro_syntax::object::{Array, Dict, Name, Object, Stream};

use super::annotations::Shown;
use super::text_string::field_text;
use crate::html;

/// Maximum number of fields above a widget: entries that a widget lacks are those of its parents.
const PARENTS: usize = 32;
/// Flags of a field.
const PASSWORD: i64 = 1 << 13;
const PUSH_BUTTON: i64 = 1 << 16;
const COMBO: i64 = 1 << 17;
/// Sign of a check box or radio button that is ticked.
pub(super) const TICKED: &str = "\u{2611}";

/// Reads the text that the widget shows; `None` for nothing that somebody filled in: a button, a signature, a box that is
/// not ticked, a password. `needs_appearances` says whether the file leaves texts to the viewer to draw.
pub(super) fn field(widget: &Dict<'_>, needs_appearances: bool) -> Option<Shown> {
    let flags = inherited(widget, "Ff").map_or(0, number);
    let kind = inherited(widget, "FT")?.into_name()?;
    let text = match kind.as_str() {
        "Tx" if flags & PASSWORD == 0 => {
            plain_or_rich(inherited(widget, "V"), inherited(widget, "RV"))
        }
        "Ch" if flags & COMBO != 0 => chosen(widget),
        // The appearance of a list shows all of its entries.
        "Ch" => return Some(Shown::Written(chosen(widget))),
        "Btn" if flags & PUSH_BUTTON == 0 => return ticked(widget).map(Shown::Ticked),
        _ => return None,
    };
    Some(if needs_appearances {
        Shown::Written(text)
    } else {
        Shown::Field(text)
    })
}

/// Returns the text of a comment that stands on the page.
pub(super) fn comment(annotation: &Dict<'_>) -> String {
    plain_or_rich(annotation.get("Contents"), annotation.get("RC"))
}

/// Returns the entry of the widget, or of the nearest field above it that has one.
fn inherited<'a>(widget: &Dict<'a>, key: &str) -> Option<Object<'a>> {
    let mut field = widget.clone();
    for _ in 0..PARENTS {
        if let Some(found) = field.get::<Object<'_>>(key) {
            return Some(found);
        }
        field = field.get::<Dict<'_>>("Parent")?;
    }
    None
}

/// Returns a text or, if it is blank, that of the value with formatting, which is XHTML.
fn plain_or_rich(plain: Option<Object<'_>>, rich: Option<Object<'_>>) -> String {
    let plain = plain.map(strings).unwrap_or_default().join("\n");
    if plain.trim().is_empty() {
        html::text_of(&rich.map(strings).unwrap_or_default().concat())
    } else {
        plain
    }
}

/// Returns the entries that are chosen, as the list shows them.
fn chosen(widget: &Dict<'_>) -> String {
    let values = inherited(widget, "V").map(strings).unwrap_or_default();
    let options = inherited(widget, "Opt").and_then(Object::into_array);
    let options: Vec<(String, String)> = options
        .iter()
        .flat_map(Array::iter::<Object<'_>>)
        .map(|option| {
            let mut names = strings(option).into_iter();
            let value = names.next().unwrap_or_default();
            let shown = names.next().unwrap_or_else(|| value.clone());
            (value, shown)
        })
        .collect();
    let shown: Vec<String> = values
        .into_iter()
        .map(|value| {
            let option = options.iter().find(|(name, _)| *name == value);
            option.map_or(value, |(_, shown)| shown.clone())
        })
        .collect();
    shown.join("\n")
}

/// Returns the value of a box that is ticked.
fn ticked(widget: &Dict<'_>) -> Option<String> {
    let state = widget.get::<Name<'_>>("AS").or_else(|| {
        // Without a state of its own, a box is ticked if the field's value is the name of its ticked appearance.
        let value = inherited(widget, "V")?.into_name()?;
        let shapes = widget
            .get::<Dict<'_>>("AP")
            .and_then(|shapes| shapes.get::<Dict<'_>>("N"));
        let is_own = shapes.is_none_or(|shapes| shapes.contains_key(value.as_ref()));
        is_own.then_some(value)
    });
    let state = state.filter(|state| state.as_ref() != b"Off")?;
    let name = field_text(state.as_ref());
    let options = inherited(widget, "Opt").and_then(Object::into_array);
    let listed = options.and_then(|options| {
        let number: usize = name.parse().ok()?;
        let option = options.iter::<Object<'_>>().nth(number)?;
        strings(option).into_iter().next()
    });
    Some(listed.unwrap_or(name))
}

/// Returns whether the value of a box only states that it is ticked.
pub(super) fn is_bare(value: &str) -> bool {
    let value = value.trim().to_lowercase();
    let name = value.trim_end_matches(|c: char| c.is_ascii_digit());
    matches!(
        name,
        "" | "yes" | "on" | "true" | "x" | "checked" | "choice" | "button" | "option" | "radio"
    )
}

/// Returns the strings of a value: one, those of a list, or a text so long that it is a stream.
fn strings(value: Object<'_>) -> Vec<String> {
    let one = |value: Object<'_>| match value {
        Object::String(text) => Some(field_text(text.as_bytes())),
        Object::Name(name) => Some(field_text(name.as_ref())),
        Object::Stream(stream) => decoded(&stream),
        _ => None,
    };
    match value {
        Object::Array(all) => all.iter::<Object<'_>>().filter_map(one).collect(),
        value => one(value).into_iter().collect(),
    }
}

fn decoded(stream: &Stream<'_>) -> Option<String> {
    let data = stream.decoded_data().ok()?;
    Some(field_text(&data))
}

fn number(value: Object<'_>) -> i64 {
    value.into_number().map_or(0, |number| number.as_i64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_only_say_ticked_are_bare() {
        for bare in ["Yes", "On", "1", "Choice2", ""] {
            assert!(is_bare(bare), "{bare}");
        }
        for named in ["Biology", "是", "Option A"] {
            assert!(!is_bare(named), "{named}");
        }
    }
}
