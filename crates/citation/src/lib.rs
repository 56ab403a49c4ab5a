//! Citations: reads the entries of an author's reference lists and finds errors in them, finds the citations in the
//! running text, and determines which text they cover. All functions are pure and work on a text whose sections are
//! known; nothing here opens a file.
//!
//! ```
//! use chachong_citation::{Manuscript, references};
//! use chachong_text::{LineBreaks, marks};
//!
//! let text = "参考文献\n[1] 沈知远. 夜间开放的图书馆[J]. 灯塔学报, 2010, 29(3): 17-18.\n\
//!             [2] 陆明. 阅读史[M]. 北京: 灯塔出版社, 2006.\n";
//! let marks = marks(text, LineBreaks::Paragraph, &[]);
//! let manuscript = Manuscript::of(text, &marks, LineBreaks::Paragraph);
//! let references = references(&manuscript);
//! assert_eq!(references.len(), 2);
//! assert_eq!(references[0].number, Some(1));
//! assert_eq!(references[0].title.as_deref(), Some("夜间开放的图书馆"));
//! assert_eq!(references[1].authors, ["陆明"]);
//! assert_eq!(references[1].year, Some(2006));
//! ```

mod attribution;
mod beginning;
mod citations;
mod details;
mod entries;
mod flow;
mod lists;
mod lookup;
mod manuscript;
mod marker;
mod notes;
mod reach;
mod reference;
mod remarks;
mod same_errors;
mod sentences;
mod title;

pub use attribution::{AttributedRun, Attribution, Attributions};
pub use citations::{Citation, EntryIndex, Target, citations};
pub use lookup::{KnownWork, TITLE_RUNS_VERSION, WorkField, WorkMatch, WorkSearch, title_runs};
pub use manuscript::Manuscript;
pub use reference::{Kind, Reference};
pub use remarks::{NotListed, ReferenceCheck, Remark};
pub use same_errors::{SameError, same_errors};
pub use title::title_key;

use entries::Entry;
use marker::Style;

/// Minimum number of entries of a list without a heading; fewer are footnotes.
const LEAST_UNNAMED: usize = 4;

/// Returns whether an entry is of a kind that only lists of notes contain: several notes cite its work, or it refers
/// to another note.
fn is_of_notes(entry: &Entry) -> bool {
    const SAME: [&str; 12] = [
        "同上", "同前", "同注", "同〔", "同[", "同［", "前引", "前揭", "见注", "ibid", "op. cit",
        "op.cit",
    ];
    let text = entry.lines.trim_start().to_lowercase();
    !entry.more_numbers.is_empty() || SAME.iter().any(|same| text.starts_with(same))
}

/// Returns the entries of a text's reference lists, in order of position. The time is proportional to the text's
/// length.
#[must_use]
pub fn references(manuscript: &Manuscript<'_>) -> Vec<Reference> {
    let mut references: Vec<Reference> = Vec::new();
    let mut position = 0;
    let mut is_first = true;
    for list in lists::lists(manuscript) {
        let entries = entries::entries(&list, manuscript.breaks);
        let is_note = entries
            .iter()
            .all(|entry| entry.style == Some(Style::Circled))
            || (!list.is_named && entries.len() < LEAST_UNNAMED);
        let is_endnote = list.is_of_notes || entries.iter().any(is_of_notes);
        // A list may continue in the next mark, where something else stands between.
        let goes_on = |number: Option<u32>, references: &[Reference]| {
            let last = references.last();
            let (last_number, was_note) =
                last.map_or((None, is_note), |last| (last.number, last.is_note));
            let counts_on = number
                .zip(last_number)
                .is_some_and(|(number, last)| number == last + 1);
            was_note == is_note && (counts_on || is_note)
        };
        for (index, entry) in entries.iter().enumerate() {
            let restarts = entry.number == Some(1)
                && references
                    .last()
                    .is_some_and(|last| last.number.is_some_and(|last| last > 1));
            let begins = (index == 0 && !goes_on(entry.number, &references))
                || (index > 0 && restarts && !is_note);
            if begins && !is_first {
                position += 1;
            }
            is_first = false;
            references.push(Reference {
                is_note,
                is_endnote,
                ..details::read(entry, position)
            });
        }
    }
    references
}
