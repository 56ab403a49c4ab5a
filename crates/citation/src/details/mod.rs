//! Reads the details of an entry: authors, title, year, kind and identifiers, as far as they are certain.

mod identifiers;
mod kind;
mod names;
mod plain;
mod title;
mod years;

use crate::Reference;
use crate::entries::Entry;

pub(crate) use plain::joined;

/// Reads the details of an entry. `list` is the index of its reference list.
pub(crate) fn read(entry: &Entry, list: u32) -> Reference {
    let text = joined(&entry.lines);
    let plain = plain::plain(&text);
    let kind = kind::of(&plain);
    let years = years::of(&plain, kind.as_ref().map(|kind| kind.bytes.end));
    let head = title::split(&plain, kind.as_ref().map(|kind| &kind.bytes));
    let whole = |value: Option<String>| value.filter(|_| !entry.is_unsure);
    Reference {
        start: entry.start,
        end: entry.end,
        list,
        number: entry.number,
        more_numbers: entry.more_numbers.clone(),
        in_brackets: entry.style == Some(crate::marker::Style::Square),
        authors: head.authors,
        title: head.title,
        year: years.published,
        year_letter: years.letter,
        year_is_sure: years.is_sure && !entry.is_unsure,
        accessed: years.accessed,
        kind: kind.map(|kind| kind.kind),
        doi: whole(identifiers::doi(&entry.lines)),
        isbn: whole(identifiers::isbn(&entry.lines)),
        issn: whole(identifiers::issn(&entry.lines)),
        is_note: false,
        is_endnote: false,
        is_whole: entry.is_whole && !entry.is_unsure,
        text,
    }
}
