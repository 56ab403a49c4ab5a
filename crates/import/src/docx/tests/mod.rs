//! Tests of the reader for Word files on files made here: what is kept and what is left out, one rule at a time.

mod containers;
mod fields;
mod hostile;
mod marks;
mod texts;
mod unseen;

use super::super::{Extracted, ImportCause};
use super::read;
use super::sample::Sample;

fn read_body(body: &str) -> Extracted {
    read(&Sample::body(body).bytes()).unwrap()
}

fn text_of(body: &str) -> String {
    let read = read_body(body);
    assert_eq!(read.reader.as_deref(), Some("wordprocessingml"));
    read.text
}

fn cause_of(bytes: &[u8]) -> ImportCause {
    read(bytes).unwrap_err()
}
