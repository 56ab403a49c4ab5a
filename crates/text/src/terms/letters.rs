//! Letters in lower case: of a whole text for words, one by one for shingles.

/// Returns the lower case of `text`, equal to [`str::to_lowercase`] but faster where most characters have no case.
pub(super) fn lower_case(text: &str) -> String {
    // Σ is the one letter whose lower case depends on its neighbours.
    if text.contains('Σ') {
        return text.to_lowercase();
    }
    let mut lower = String::with_capacity(text.len());
    // From this byte on nothing is copied yet.
    let mut start = 0;
    for (at, c) in text.char_indices() {
        if matches!(c, 'a'..='z' | ' ' | '\n' | '\u{3000}'..='\u{9FFF}') {
            continue;
        }
        if c.is_ascii() && !c.is_ascii_uppercase() {
            continue;
        }
        lower.push_str(&text[start..at]);
        lower.extend(c.to_lowercase());
        start = at + c.len_utf8();
    }
    lower.push_str(&text[start..]);
    lower
}

/// Returns the letters and ideographs of `text` in lower case; digits, punctuation and white space are passed over.
pub fn letters(text: &str) -> impl Iterator<Item = char> {
    // `flat_map` over `to_lowercase` for every character takes four times as long.
    let mut rest = text.chars();
    let mut waiting = None::<std::char::ToLowercase>;
    std::iter::from_fn(move || {
        if let Some(lower) = &mut waiting {
            if let Some(c) = lower.next() {
                return Some(c);
            }
            waiting = None;
        }
        for c in rest.by_ref() {
            match c {
                '\u{4E00}'..='\u{9FFF}' | 'a'..='z' => return Some(c),
                'A'..='Z' => return Some(c.to_ascii_lowercase()),
                _ if c.is_ascii() || !c.is_alphabetic() => {}
                _ => {
                    let mut lower = c.to_lowercase();
                    let first = lower.next();
                    waiting = Some(lower);
                    return first;
                }
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text() -> impl Strategy<Value = String> {
        let some: Vec<char> = "aZ é É İ ß ẞ Я 中 文。，ΑΣς σ\n Ⅻ Ⓐ ａＡ 𝐀 𐐀 ǅ 1 \u{3000}"
            .chars()
            .collect();
        prop::collection::vec(
            prop_oneof![3 => prop::sample::select(some), 1 => any::<char>()],
            0..40,
        )
        .prop_map(String::from_iter)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn lower_case_is_the_standard_one(text in text()) {
            prop_assert_eq!(lower_case(&text), text.to_lowercase());
            let plain = text.replace('Σ', "");
            prop_assert_eq!(lower_case(&plain), plain.to_lowercase());
        }

        #[test]
        fn letters_are_what_is_alphabetic(text in text()) {
            let slow: String = text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
            prop_assert_eq!(letters(&text).collect::<String>(), slow);
        }
    }
}
