//! Fields of Word, RTF and old Word files: derives from its code what a field shows if the file does not store the
//! result.
//!
//! Word shows some fields from their code alone (EQ, SYMBOL, MACROBUTTON); for others it stores the result, which the
//! readers take. A field that refers to something else shows nothing until it is updated.

mod eq;

use std::collections::HashMap;

use super::docx::symbol::of_code;

/// Properties and variables of a document by the field that shows them, in lower case.
pub(crate) type Values = HashMap<String, String>;

/// Maximum length, in characters, of a prompt in a button: a longer text is the author's.
const LONGEST_PROMPT: usize = 60;

/// Text that a field shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) text: String,
    /// Whether the text is a prompt of a template: a click on it was to be followed by the author's text.
    pub(crate) is_prompt: bool,
}

impl Shown {
    fn text(text: String) -> Option<Self> {
        let is_empty = text.trim().is_empty();
        (!is_empty).then_some(Self {
            text,
            is_prompt: false,
        })
    }
}

/// Returns the text that a field with this `code` shows; `None` if it shows nothing.
pub(crate) fn shown(code: &str, values: &Values) -> Option<Shown> {
    let code = code.trim();
    let end = code.find(|c: char| c.is_whitespace() || matches!(c, '\\' | '"' | '('));
    let (name, rest) = code.split_at(end.unwrap_or(code.len()));
    match name.to_ascii_uppercase().as_str() {
        "EQ" => Shown::text(eq::shown(rest)),
        "SYMBOL" => symbol(rest),
        "QUOTE" => Shown::text(arguments(rest).join(" ")),
        "MACROBUTTON" => button(rest),
        "GOTOBUTTON" => Shown::text(rest.trim().split_once(char::is_whitespace)?.1.to_owned()),
        "FILLIN" | "ASK" => after_switch(rest, "\\d"),
        "IF" => branch(rest),
        "DOCPROPERTY" | "INFO" => value(values, arguments(rest).first()?),
        "DOCVARIABLE" => value(values, &format!("variable {}", arguments(rest).first()?)),
        name @ ("TITLE" | "AUTHOR" | "SUBJECT" | "KEYWORDS" | "COMMENTS" | "LASTSAVEDBY") => {
            // A value in the field's code replaces the property.
            let given = arguments(rest).into_iter().next();
            given.map_or_else(|| value(values, name), Shown::text)
        }
        _ => None,
    }
}

fn value(values: &Values, name: &str) -> Option<Shown> {
    Shown::text(values.get(&name.to_lowercase())?.clone())
}

/// Splits a code at white space that stands in no quotation marks; switches (`\* MERGEFORMAT`) are left out.
fn arguments(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        if matches!(first, '"' | '“' | '”') {
            let inner = &rest[first.len_utf8()..];
            let end = inner.find(['"', '“', '”']).unwrap_or(inner.len());
            found.push(inner[..end].to_owned());
            let close = inner[end..].chars().next().map_or(0, char::len_utf8);
            rest = inner[end + close..].trim_start();
            continue;
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after.trim_start();
        match word.as_bytes() {
            // Switches of formats are followed by the format.
            [b'\\', b'*' | b'#' | b'@'] => {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                rest = rest[end..].trim_start();
            }
            [b'\\', _] | [b'\\', b'*' | b'#' | b'@', ..] => {}
            _ => found.push(word.to_owned()),
        }
    }
    found
}

fn after_switch(code: &str, switch: &str) -> Option<Shown> {
    let at = code.find(switch)? + switch.len();
    Shown::text(arguments(&code[at..]).into_iter().next()?)
}

/// Returns the character of a SYMBOL field: a number, of Unicode or in a font of symbols.
fn symbol(code: &str) -> Option<Shown> {
    let number = code.split_whitespace().next()?;
    let number = match number.strip_prefix("0x").or(number.strip_prefix("0X")) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => number.parse().ok()?,
    };
    let font = after_switch(code, "\\f").map(|font| font.text);
    let font = font.unwrap_or_default();
    let character = match char::from_u32(number) {
        // A number below 256 without the switch for Unicode is of the code page, where only ASCII is sure.
        Some(c) if c.is_ascii_graphic() && font.is_empty() => Some(c),
        _ => of_code(&font, number),
    };
    Shown::text(character?.to_string())
}

/// Returns the text of a button: `MACROBUTTON macro text`.
fn button(code: &str) -> Option<Shown> {
    let (name, text) = code.trim().split_once(char::is_whitespace)?;
    let mut shown = Shown::text(text.trim().to_owned())?;
    // Templates use a button without a macro as a place to click on and to type over.
    let has_no_macro = matches!(
        name.to_ascii_lowercase().as_str(),
        "nomacro" | "none" | "acceptallchangesshown"
    );
    shown.is_prompt = has_no_macro && shown.text.chars().count() <= LONGEST_PROMPT;
    Some(shown)
}

/// Returns the branch that an IF field shows: `IF left operator right "then" "else"`.
fn branch(code: &str) -> Option<Shown> {
    let mut parts = arguments(code).into_iter();
    let (left, operator, right) = (parts.next()?, parts.next()?, parts.next()?);
    let numbers = left.parse::<f64>().ok().zip(right.parse::<f64>().ok());
    let order = match numbers {
        Some((left, right)) => left.partial_cmp(&right)?,
        None => left.cmp(&right),
    };
    let is_true = match operator.as_str() {
        "=" => order.is_eq(),
        "<>" => order.is_ne(),
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        ">=" => order.is_ge(),
        _ => return None,
    };
    let then = parts.next().unwrap_or_default();
    Shown::text(if is_true { then } else { parts.next()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(code: &str) -> String {
        let values = Values::from([
            ("title".to_owned(), "题名".to_owned()),
            ("variable v".to_owned(), "变量".to_owned()),
        ]);
        shown(code, &values).map_or_else(String::new, |shown| shown.text)
    }

    #[test]
    fn fields_show_what_their_codes_say() {
        for (code, wanted) in [
            (" QUOTE \"引用的 一句\" \\* MERGEFORMAT ", "引用的 一句"),
            ("quote 一 二", "一 二"),
            ("SYMBOL 179 \\f \"Symbol\" \\s 12", "≥"),
            ("SYMBOL 0x4E2D \\u", "中"),
            ("SYMBOL 65", "A"),
            ("MACROBUTTON Go 整句话 在此", "整句话 在此"),
            ("FILLIN \"问？\" \\d \"默认\" \\o", "默认"),
            ("IF 1 < 2 \"真\" \"假\"", "真"),
            ("IF a = b \"真\" \"假\"", "假"),
            ("TITLE", "题名"),
            ("TITLE \"新题\"", "新题"),
            ("DOCPROPERTY Title \\* MERGEFORMAT", "题名"),
            ("DOCVARIABLE v", "变量"),
            ("eq \\o(甲,乙)", "甲乙"),
            ("PAGE", ""),
            ("REF 书签 \\h", ""),
            ("HYPERLINK \"http://a\"", ""),
            ("", ""),
        ] {
            assert_eq!(of(code), wanted, "{code}");
        }
        let button = |code| shown(code, &Values::new()).map(|shown| shown.is_prompt);
        assert_eq!(button("MACROBUTTON NoMacro [单击输入题目]"), Some(true));
        assert_eq!(button("MACROBUTTON Go [单击]"), Some(false));
    }

    proptest! {
        #[test]
        fn no_code_harms_it(code in "(EQ|IF|QUOTE|SYMBOL|FILLIN|TITLE|MACROBUTTON)?[ \"“\\\\a-z0-9(),;甲*<=]{0,40}") {
            let _ = shown(&code, &Values::new());
        }
    }
}
