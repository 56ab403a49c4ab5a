//! First sheet: the facts that every report states, figures, and files that were not read or are doubtful.

use chachong_compare::DocumentIndex;
use rust_xlsxwriter::{Worksheet, XlsxError};

use super::content::Content;
use super::lines::Lines;
use super::{MATRIX_DOCUMENTS, leads};
use crate::columns::Target;
use crate::decided::decided_pairs;
use crate::facts::{Doubt, doubtful, facts, pairs_by_verdict, unread};
use crate::origins::common_source_lines;

/// Writes the sheet.
pub(super) fn write(sheet: &mut Worksheet, content: &Content<'_>) -> Result<(), XlsxError> {
    let (check, language) = (content.check, content.check.language);
    let names = &content.names;
    let mut lines = Lines::begin(sheet, content, "xlsx.title")?;
    lines.heading(&language.text("xlsx.facts"))?;
    for fact in facts(check) {
        lines.line(&fact.name, &fact.value)?;
    }

    lines.heading(&language.text("xlsx.figures"))?;
    if content.rows.has_several() {
        let submissions = content.rows.count();
        lines.number(&language.text("submission.part"), submissions, None)?;
        let findings = content.rows.findings().iter();
        let findings = findings.filter(|one| one.is_finding());
        let name = language.text("submission.pairs-part");
        lines.number(&name, findings.count(), None)?;
    }
    lines.sheet(&names.documents, check.result.documents.len())?;
    lines.sheet(&names.pairs, content.pairs.len() + content.pairs_left_out)?;
    for (word, count) in pairs_by_verdict(check) {
        let name = language.fill("xlsx.of-verdict", &[("verdict", &word)]);
        lines.number(&name, count, None)?;
    }
    let has_passages = check.result.copies().is_some() && check.result.has_prose();
    if has_passages {
        let passages = content.passages.len() + content.passages_left_out;
        lines.sheet(&names.passages, passages)?;
        let off = content.switched_off();
        lines.number(&language.text("xlsx.switched-off"), off, None)?;
    }
    if check.result.copies().is_some() {
        lines.sheet(&names.shared, content.shared.len())?;
    }
    let evidence = Some(Target::of(&names.evidence, 0));
    let name = language.text("report-evidence.pairs");
    lines.number(&name, content.evidence.pairs, evidence)?;
    lines.sheet(&names.groups, content.groups.len())?;
    if content.rows.mains(check.result).count() > MATRIX_DOCUMENTS {
        let most = MATRIX_DOCUMENTS;
        let value = language.fill("xlsx.no-matrix", &[("most", &most)]);
        lines.line(&language.text("xlsx.sheet-matrix"), &value)?;
    }

    common_sources(&mut lines, content)?;
    decided(&mut lines, content)?;
    leads::summary(&mut lines, content)?;
    doubts(&mut lines, content, "xlsx.failed", &unread(check))?;
    doubts(&mut lines, content, "xlsx.doubtful", &doubtful(check))?;
    lines.finish()
}

/// Writes what several documents took from one source of a library; nothing if there is no such source.
fn common_sources(lines: &mut Lines<'_>, content: &Content<'_>) -> Result<(), XlsxError> {
    let language = content.check.language;
    let sources = common_source_lines(content.check);
    if sources.is_empty() {
        return Ok(());
    }
    lines.heading(&language.text("common-source.title"))?;
    lines.list(sources.iter().map(|line| ("", line.as_str())))
}

/// Writes the pairs of which nothing counts because a person decided so; nothing if there are none.
fn decided(lines: &mut Lines<'_>, content: &Content<'_>) -> Result<(), XlsxError> {
    let (check, language) = (content.check, content.check.language);
    let pairs = decided_pairs(check);
    if pairs.is_empty() {
        return Ok(());
    }
    lines.heading(&language.fill("decided.title", &[("count", &pairs.len())]))?;
    let name =
        |document: DocumentIndex| check.result.document(document).map_or("", |one| &one.name);
    let rows: Vec<(String, String)> = (pairs.iter())
        .map(|pair| {
            let names = format!("{} · {}", name(pair.a), name(pair.b));
            let parts = [pair.scope_in_words(check), pair.shared_in_words(check)];
            let parts: Vec<String> = parts.into_iter().chain(pair.remark(check)).collect();
            (names, parts.join(" · "))
        })
        .collect();
    let rows = rows.iter();
    lines.list(rows.map(|(names, value)| (names.as_str(), value.as_str())))
}

/// Writes a list of files with reasons; says so if there are none.
fn doubts(
    lines: &mut Lines<'_>,
    content: &Content<'_>,
    heading: &str,
    doubts: &[Doubt<'_>],
) -> Result<(), XlsxError> {
    let language = content.check.language;
    let heading = language.fill(heading, &[("count", &doubts.len())]);
    lines.heading(&heading)?;
    if doubts.is_empty() {
        return lines.line(&language.text("xlsx.none"), "");
    }
    let rows = doubts.iter();
    lines.list(rows.map(|doubt| (doubt.name, doubt.reason.as_str())))
}
