//! Computes the key by which titles are compared.

/// Returns a normalised title: in lower case and half-width forms, without white space and punctuation. Two printings
/// of one title have equal keys.
#[must_use]
pub fn title_key(title: &str) -> String {
    title
        .chars()
        .map(|c| match c {
            '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
            _ => c,
        })
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}
