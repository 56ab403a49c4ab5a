//! Reader for LaTeX files (tex): the text as it would be printed, without running LaTeX.
//!
//! Commands are removed and their text is kept; formulas have the linear form of all formats; tables become rows with
//! tabs between the cells; listings keep their lines. Comments stay in the text but are not compared, since equal
//! comments are evidence. Macros that a document defines as plain text are replaced by it; all others are not expanded.
//! Files that a document includes (`\input`) are not opened: a reader sees the bytes of one file.

mod branches;
pub(super) mod commands;
mod conditions;
mod definitions;
mod environments;
mod ink;
mod input;
mod letters;
mod look;
mod marks;
mod names;
mod printed;
pub(super) mod source;
mod values;
mod walker;

use super::{Extracted, ImportCause, Metadata, TextEncoding, Warning, txt};
use chachong_text::{Exclusion, ExclusionReason, LineBreaks, Places};
use marks::{Unmarked, unmarked};
use printed::printed;
use source::Source;
use walker::Walker;

/// Start of the part that is printed.
const DOCUMENT: &str = "\\begin{document}";

pub(super) fn read(
    bytes: Vec<u8>,
    encoding: Option<TextEncoding>,
) -> Result<Extracted, ImportCause> {
    let mut read = txt::read_in(bytes, encoding)?;
    let source = std::mem::take(&mut read.text)
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    let mut found = Walker::of(&printed(&source));
    let Unmarked {
        text,
        unseen,
        undecided,
    } = unmarked(&found.text, &mut found.comments);
    read.exclusions = exclusions(&text, &apart(found.comments, &unseen));
    let places = places(&text, &unseen);
    if !places.is_empty() {
        read.warnings.push(Warning::InvisibleText { places });
    }
    if !undecided.is_empty() {
        let places = undecided;
        read.warnings.push(Warning::UndecidedText { places });
    }
    read.text = text;
    if !found.others.is_empty() {
        let names = found.others;
        read.warnings.push(Warning::OtherFiles { names });
    }
    read.breaks = LineBreaks::Layout;
    read.metadata = Metadata {
        title: found.title.map(|title| unmarked(&title, &mut []).text),
        author: found.author.map(|author| unmarked(&author, &mut []).text),
        ..Metadata::default()
    };
    read.warnings.retain(|warning| *warning != Warning::NoText);
    if read.text.trim().is_empty() {
        read.warnings.push(Warning::NoText);
    }
    Ok(read)
}

/// Returns where the printed part of a document begins, in bytes; `None` for a part of a document without a preamble.
fn body(source: &str) -> Option<usize> {
    let mut line_start = 0;
    for line in source.split_inclusive('\n') {
        if let Some(at) = line.find(DOCUMENT)
            && !line[..at].contains('%')
        {
            return Some(line_start + at + DOCUMENT.len());
        }
        line_start += line.len();
    }
    None
}

/// Returns the spans of comments and of unseen text in order. A comment inside unseen text is a part of it.
fn apart(mut comments: Vec<(usize, usize)>, unseen: &[(usize, usize)]) -> Vec<(usize, usize)> {
    comments.retain(|comment| {
        let next = unseen.partition_point(|span| span.1 <= comment.0);
        unseen.get(next).is_none_or(|span| comment.1 <= span.0)
    });
    comments.extend(unseen);
    comments.retain(|span| span.0 < span.1);
    comments.sort_unstable();
    comments
}

/// Returns the number of legible characters in spans given in bytes, and their places.
fn places(text: &str, spans: &[(usize, usize)]) -> Places {
    let mut places = Places::default();
    let (mut bytes, mut characters) = (0, 0);
    for &(start, end) in spans {
        let before = text.get(bytes..start).unwrap_or_default();
        let inside = text.get(start..end).unwrap_or_default();
        characters += before.chars().count() as u64;
        let legible = inside.chars().filter(|c| !c.is_whitespace()).count() as u64;
        if legible > 0 {
            places.add(characters, legible);
        }
        characters += inside.chars().count() as u64;
        bytes = end;
    }
    places
}

/// Returns the spans of comments and unseen text, given in bytes, as exclusions in characters.
fn exclusions(text: &str, spans: &[(usize, usize)]) -> Vec<Exclusion> {
    let (mut bytes, mut characters) = (0, 0);
    let mut count = |to: usize| {
        characters += text
            .get(bytes..to)
            .map_or(0, |piece| piece.chars().count() as u64);
        bytes = to;
        characters
    };
    spans
        .iter()
        .map(|&(start, end)| Exclusion {
            start: count(start),
            end: count(end),
            reason: ExclusionReason::Invisible,
        })
        .collect()
}

/// Returns the text of a command's argument in a preamble, such as a title; `None` if it is not there or empty.
fn stated(preamble: &str, command: &str) -> Option<String> {
    let is_comment = |at: usize| {
        let line = preamble[..at].rsplit('\n').next();
        line.is_some_and(|before| before.contains('%'))
    };
    let (at, _) = preamble
        .match_indices(command)
        .take(100)
        .find(|&(at, _)| !is_comment(at))?;
    let mut source = Source::new(&preamble[at + command.len()..]);
    source.skip_option();
    let text = Walker::of(source.group()?).text;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests;
