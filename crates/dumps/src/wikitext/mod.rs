//! Wikitext becomes the prose that a reader of the page sees: one line a paragraph, heading or item of a list.
//!
//! Two passes, each in time proportional to the length, however the marks are nested or left open: [`spans`] finds what belongs
//! together (braces, brackets, comments, elements with content of their own), [`render`] writes what is shown. Nothing is
//! expanded: of a template, its arguments are shown if it is known for that ([`template`]), else nothing.
//!
//! Parsers that exist were tried on 211 real pages and on marks left open. `parse-wiki-text-2` 0.2 (120 MB/s) does not end in
//! 5 s on 1,000 times `{{`, and gives up by the clock, so that the text depends on how busy the machine is. `wikrs` 0.4
//! (108 MB/s) is sound, but brings a command line and libbz2, keeps tables, and knows the namespaces of English only. Neither
//! knows the markup of Chinese variants.

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
