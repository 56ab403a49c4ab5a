//! Converts wikitext to the prose that a reader of the page sees, with one line for each paragraph, heading or list
//! item.
//!
//! There are two passes, each in time proportional to the length, however the marks are nested or left open: [`spans`]
//! finds what belongs together (braces, brackets, comments, elements with content of their own), [`render`] writes what
//! is shown. Nothing is expanded: a template shows its arguments if it is known to do so ([`template`]), else nothing.
//!
//! Existing parsers were tried on 211 real pages and on marks left open. `parse-wiki-text-2` 0.2 (120 MB/s) does not
//! finish `{{` repeated 1,000 times within 5 s, and stops after a time limit, so that the text depends on how busy the
//! machine is. `wikrs` 0.4 (108 MB/s) is sound, but brings a command line and libbz2, keeps tables, and knows only
//! English namespaces. Neither knows the markup of Chinese variants.

mod link;
mod namespaces;
mod render;
mod signs;
mod spans;
mod tag;
mod template;
#[cfg(test)]
mod tests;
mod variant;

pub(crate) use link::category_of;
pub(crate) use namespaces::Namespaces;
pub(crate) use render::plain_text;

/// Returns whether each byte is one of the signs.
const fn marks(signs: &[u8]) -> [bool; 256] {
    let mut marks = [false; 256];
    let mut at = 0;
    while at < signs.len() {
        marks[signs[at] as usize] = true;
        at += 1;
    }
    marks
}
