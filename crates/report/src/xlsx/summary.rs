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
    let top = |sheet| Some(Target::of(sheet, 0));
    if content.rows.has_several() {
        lines.number(
            &language.text("submission.part"),
            content.rows.count(),
            None,
        )?;
        let findings = content.rows.findings().iter();
        let findings = findings.filter(|one| one.is_finding());
        lines.number(
            &language.text("submission.pairs-part"),
            findings.count(),
            None,
        )?;
    }
    lines.number(
        &language.text("xlsx.sheet-documents"),
        check.result.documents.len(),
        top(&names.documents),
    )?;
    let pairs = content.pairs.len() + content.pairs_left_out;
    lines.number(&language.text("xlsx.sheet-pairs"), pairs, top(&names.pairs))?;
    for (word, count) in pairs_by_verdict(check) {
        let name = language.fill("xlsx.of-verdict", &[("verdict", &word)]);
        lines.number(&name, count, None)?;
    }
    let has_passages = check.result.copies().is_some() && check.result.has_prose();
    if has_passages {
        let passages = content.passages.len() + content.passages_left_out;
        lines.number(
            &language.text("xlsx.sheet-passages"),
            passages,
            top(&names.passages),
        )?;
        lines.number(
            &language.text("xlsx.switched-off"),
            content.switched_off(),
            None,
        )?;
    }
    if check.result.copies().is_some() {
        lines.number(
            &language.text("xlsx.sheet-shared"),
            content.shared.len(),
            top(&names.shared),
        )?;
    }
    lines.number(
        &language.text("report-evidence.pairs"),
        content.evidence.pairs,
        top(&names.evidence),
    )?;
    lines.number(
        &language.text("xlsx.sheet-groups"),
        content.groups.len(),
        top(&names.groups),
    )?;
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
