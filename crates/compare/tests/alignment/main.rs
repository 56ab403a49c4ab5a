//! Tests of the alignment of two texts through the public API: properties of all texts, each trick of those who copy,
//! features of real theses, and input made to hang it. All texts are our own.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod golden;
mod hostile;
mod mosaics;
mod properties;
mod repeats;
mod texts;
mod theses;
