//! Chapters whose headings are known only from the table of contents: Word numbers them automatically, so that the line
//! in the text has no number, or a colon follows the name.

use std::collections::{HashMap, HashSet};

use super::super::heading::{bare, compact, without_number};
use super::super::sheet::Sheet;
use super::{Candidate, form};
use crate::MarkReason;

/// Finds the lines that have the name of a numbered chapter of the table of contents, which no heading in the text has; each
/// chapter once. `known` are the headings that are found without the contents.
pub(super) fn unnumbered<'t>(sheet: &Sheet<'t>, known: &[Candidate<'t>]) -> Vec<Candidate<'t>> {
    let keys: HashSet<&str> = known.iter().map(|one| one.key.as_str()).collect();
    let taken: HashSet<u32> = known.iter().map(|one| one.start).collect();
    let mut missing = HashMap::<String, &'t str>::new();
    for (line, found) in sheet.lines.iter().zip(&sheet.found) {
        if found.is_none_or(|(reason, _)| reason != MarkReason::Contents) {
            continue;
        }
        let entry = without_page(line.text);
        let key = compact(entry);
        let name = bare(without_number(&key));
        if form(&key).is_numbered() && name.chars().count() >= 2 && !keys.contains(key.as_str()) {
            missing.insert(key.clone(), entry);
            missing.insert(name.to_owned(), entry);
        }
    }
    let mut found = Vec::new();
    for (at, line) in sheet.lines.iter().enumerate() {
        if missing.is_empty() {
            break;
        }
        if line.running || !sheet.is_free(at) || taken.contains(&line.start) {
            continue;
        }
        let whole = compact(line.text);
        let Some(&entry) = missing.get(bare(&whole)) else {
            continue;
        };
        let key = compact(entry);
        for form in [key.as_str(), bare(without_number(&key))] {
            if missing.get(form) == Some(&entry) {
                missing.remove(form);
            }
        }
        found.push(Candidate {
            text: entry,
            below: None,
            start: line.start,
            end: line.end,
            form: form(&key),
            ends_thesis: false,
            begins_body: super::begins_body(&key),
            is_listed: false,
            key,
        });
    }
    found
}

/// Returns an entry of the contents without the page number at its end and what leads to it.
fn without_page(entry: &str) -> &str {
    let name = entry.trim_end_matches(|c: char| c.is_ascii_digit());
    name.trim_end_matches(|c: char| {
        c.is_whitespace() || matches!(c, '.' | '…' | '-' | '—' | '·' | '┈')
    })
}
