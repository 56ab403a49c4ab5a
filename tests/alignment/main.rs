//! The alignment of two texts through the public API: what holds for all texts, what each trick of those who copy must not
//! hide, what real theses have, and input that is made to hang it. All texts are our own.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod golden;
mod hostile;
mod properties;
mod texts;
mod theses;
