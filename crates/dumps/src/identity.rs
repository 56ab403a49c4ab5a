//! Makes identifiers for sources that have none.

use twox_hash::XxHash3_64;

/// Returns a hash of the title, or of the text where there is no title, as 16 hexadecimal digits.
pub(crate) fn title_id(title: &str, text: &str) -> String {
    let title = title.trim();
    let named = if title.is_empty() { text } else { title };
    format!("{:016x}", XxHash3_64::oneshot(named.as_bytes()))
}

/// Returns a number by which two ids can be told apart.
pub(crate) fn id_hash(id: &str) -> u64 {
    XxHash3_64::oneshot(id.as_bytes())
}
