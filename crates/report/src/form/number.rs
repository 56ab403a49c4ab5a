//! Number of a form: a hash of the statements on the form, so that a form can be compared with the JSON of its check.
//! Anyone who has the JSON can compute the number: docs/reports.md explains how. Unlike a signature, it does not prove
//! who issued the form.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::FormFigures;
use crate::Report;
use chachong_check::DocumentContent;
use chachong_compare::{DocumentIndex, Reason};
use chachong_record::RecordField;

/// Version of the lines that are hashed, their first line.
const HEAD: &str = "chachong-form 2";
/// Number of bytes of the hash that make the number.
const BYTES: usize = 10;
/// Number of hexadecimal digits in a group.
const GROUP: usize = 4;

/// Returns the number of the form on the document at `position`: five groups of four hexadecimal digits. `None` if the
/// document was not read.
pub(crate) fn report_number(
    check: Report<'_>,
    position: DocumentIndex,
    figures: &FormFigures<'_>,
) -> Option<String> {
    let content = check.result.document(position)?.content()?;
    Some(number_of(&lines(check, position, content, figures)))
}

/// Shortens the hash of the lines to a number.
fn number_of(lines: &str) -> String {
    let hash = Sha256::digest(lines.as_bytes());
    let mut number = String::new();
    for (at, byte) in hash[..BYTES].iter().enumerate() {
        if at > 0 && 2 * at % GROUP == 0 {
            number.push('-');
        }
        // Writing to a string never fails.
        let _ = write!(number, "{byte:02X}");
    }
    number
}

/// Formats a time, in seconds since 1970, in UTC as in the JSON report: `2026-11-22T08:30:00Z`; `None` for an
/// impossible time.
pub(crate) fn time(at: i64) -> Option<String> {
    Some(jiff::Timestamp::from_second(at).ok()?.to_string())
}

/// Returns the lines that are hashed: each with a name, an equals sign and a value that the JSON report also contains.
fn lines(
    check: Report<'_>,
    position: DocumentIndex,
    content: &DocumentContent,
    figures: &FormFigures<'_>,
) -> String {
    let (result, shares) = (check.result, figures.shares);
    let mut lines = vec![
        HEAD.to_owned(),
        format!("sha256={}", content.metadata.sha256),
    ];
    let mut add = |name: &str, value: &dyn std::fmt::Display| lines.push(format!("{name}={value}"));
    for field in [
        RecordField::Title,
        RecordField::Author,
        RecordField::StudentNumber,
        RecordField::Supervisor,
        RecordField::Institution,
    ] {
        add(
            field.name(),
            &content.record.trusted(field).unwrap_or_default(),
        );
    }
    let path = result.document(position).map(|document| &*document.name);
    add("path", &path.unwrap_or_default());
    let submission = result.submissions.holding(position.0);
    let submission = submission.map(|index| result.submissions.get(index));
    let [name, number] = [
        submission.map(|one| &*one.name),
        submission.and_then(|one| one.number.as_deref()),
    ];
    add("submission", &name.unwrap_or_default());
    add("submission-number", &number.unwrap_or_default());
    add("documents", &result.count_read());
    for library in result.compared_with.iter().flatten() {
        let documents = library.documents.map(|count| count.to_string());
        let newest = library.newest.and_then(time);
        let [documents, newest] = [documents, newest].map(Option::unwrap_or_default);
        add("library", &format!("{},{documents},{newest}", library.name));
    }
    let left_out = result.shares().map(|all| {
        let reasons = all.choices().reasons_left_out().map(Reason::name);
        reasons.collect::<Vec<_>>().join(",")
    });
    add("left-out", &left_out.unwrap_or_default());
    add("characters", &shares.net.countable);
    add("copied", &shares.net.characters);
    add("copied-with-own", &figures.with_own.characters);
    let attributed = shares.by_attribution.map(|count| count.to_string());
    add("attribution", &attributed.join(","));
    add("passages", &figures.passages);
    add("lower-estimate", &figures.lower.is_some());
    for source in &shares.sources {
        add("source", &source.shares.net.characters);
    }
    for part in &figures.chapters {
        let of = part.shares;
        let values = [
            part.span.start,
            part.span.end,
            of.gross.countable,
            of.net.countable,
            of.net.characters,
        ];
        let values = values.map(|value| value.to_string()).join(",");
        add("chapter", &format!("{},{values}", part.kind().name()));
    }
    lines.push(String::new());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_the_beginning_of_the_hash_in_groups() {
        // sha256sum of nothing: e3b0c442 98fc1c14 9afb...
        assert_eq!(number_of(""), "E3B0-C442-98FC-1C14-9AFB");
        assert_ne!(number_of("copied=1\n"), number_of("copied=2\n"));
    }
}
