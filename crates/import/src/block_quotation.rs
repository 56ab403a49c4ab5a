//! Block quotations: the names of their styles, and their places in a text.

/// Names of the styles of block quotations in Word, WPS and LibreOffice, in lower case.
const STYLES: [&str; 10] = [
    "quote",
    "intense quote",
    "block text",
    "block quotation",
    "quotations",
    "quotation",
    "引用",
    "明显引用",
    "引文",
    "文本块",
];

/// Returns whether a style with this name is one of block quotations.
pub(crate) fn is_style(name: &str) -> bool {
    STYLES.contains(&name.trim().to_lowercase().as_str())
}

/// Adds the paragraph from `start` to `end` to the block quotations of a text, after all others. One directly after another continues it.
pub(crate) fn add(quotations: &mut Vec<(u64, u64)>, start: u64, end: u64) {
    match quotations.last_mut() {
        _ if start >= end => {}
        Some(last) if last.1 + 1 >= start => last.1 = end,
        _ => quotations.push((start, end)),
    }
}
