//! Sheets of the submissions and of the findings about each pair of submissions, for checks in which a submission has
//! several files. The sheets of documents and pairs list the files.

use rust_xlsxwriter::{RowNum, Worksheet, XlsxError};

use super::content::Content;
use super::table::{MOST_ROWS, write_table};
use crate::columns::{Cell, Kind, Target};
use chachong_check::SubmissionFinding;
use chachong_compare::{DocumentIndex, EvidenceKind};

/// Writes the sheet of the submissions: the most copied first.
pub(super) fn write(sheet: &mut Worksheet, content: &Content<'_>) -> Result<(), XlsxError> {
    let (check, rows) = (content.check, &content.rows);
    let columns = [
        ("submission.name", Kind::Text),
        ("record.student-number", Kind::Text),
        ("submission.class", Kind::Text),
        ("submission.submitted", Kind::Text),
        ("submission.files", Kind::Count),
        ("shares.net", Kind::Share),
        ("shares.gross", Kind::Share),
        ("shares.weighted", Kind::Share),
        ("origins.own-earlier", Kind::PossibleShare),
        ("origins.with-own", Kind::PossibleShare),
        ("submission.closest", Kind::Text),
        ("column.verdict", Kind::Text),
        ("xlsx.pairs", Kind::Count),
        ("submission.file-names", Kind::Long),
        ("submission.found-by", Kind::Text),
    ];
    let mut mains: Vec<DocumentIndex> = (rows.mains(check.result))
        .filter(|&main| check.result.submission(main).is_some())
        .collect();
    let weight = |main: DocumentIndex| {
        let shares = rows.row_shares(check.result, main);
        shares.map_or([0.0; 2], |shares| {
            let shown = shares.shown();
            [shown.weight, shown.share()]
        })
    };
    mains.sort_by(|&x, &y| {
        let ([weight_x, share_x], [weight_y, share_y]) = (weight(x), weight(y));
        (weight_y.total_cmp(&weight_x)).then(share_y.total_cmp(&share_x))
    });
    let left_out = mains.len().saturating_sub(MOST_ROWS);
    let rows = (mains.iter().take(MOST_ROWS)).map(|&main| cells(content, main));
    write_table(sheet, content, &columns, rows, left_out)
}

fn cells<'c>(content: &'c Content<'_>, main: DocumentIndex) -> Vec<Cell<'c>> {
    let (result, language, rows) = (content.check.result, content.check.language, &content.rows);
    let stated = |of: Option<&'c String>| Cell::text(of.map_or("", String::as_str));
    let submission = result.submission(main);
    let files: Vec<DocumentIndex> = rows.documents(main).collect();
    let file_names: Vec<&str> = files.iter().map(|&file| result.file_name(file)).collect();
    let lower = rows.lower_estimate(result, main);
    let shares = rows.row_shares(result, main);
    let own = result.own_earlier(files.iter().copied());
    let about = |one: &&SubmissionFinding| !one.is_own() && [one.a, one.b].contains(&main);
    let findings = || {
        rows.findings()
            .iter()
            .filter(about)
            .filter(|one| one.is_finding())
    };
    let strongest = findings().next();
    let other = strongest.map(|one| if one.a == main { one.b } else { one.a });
    let verdict = strongest.and_then(|one| one.as_pair(result));
    let first = RowNum::try_from(main.0 + 1).ok();
    let first = first.map(|row| Target::of(&content.names.documents, row));
    let name = submission.map_or("", |submission| submission.name.as_str());
    let found_by = submission.map_or_else(String::new, |submission| {
        let by = submission.found_by.name();
        language.text(&format!("submission.found-by.{by}"))
    });
    vec![
        Cell::Word(name.into(), name.into(), first),
        stated(submission.and_then(|one| one.number.as_ref())),
        stated(submission.and_then(|one| one.class.as_ref())),
        stated(submission.and_then(|one| one.submitted.as_ref())),
        Cell::Count(files.len() as u64),
        shares.map_or(Cell::Empty, |shares| Cell::Share(shares.shown(), lower)),
        shares.map_or(Cell::Empty, |shares| {
            Cell::Estimate(shares.gross.share(), lower)
        }),
        shares.map_or(Cell::Empty, |shares| {
            Cell::Estimate(shares.weighted.share(), lower)
        }),
        own.map_or(Cell::Empty, |own| Cell::Number(own.alone.share())),
        own.map_or(Cell::Empty, |own| Cell::Number(own.with.share())),
        Cell::text(other.map_or_else(String::new, |other| content.row_name(other))),
        verdict.map_or(Cell::Empty, Cell::Verdict),
        Cell::Count(findings().count() as u64),
        Cell::text(file_names.join("\n")),
        Cell::text(found_by),
    ]
}

/// Writes the sheet of the findings about two submissions, in the order of reports.
pub(super) fn write_pairs(sheet: &mut Worksheet, content: &Content<'_>) -> Result<(), XlsxError> {
    let kinds: Vec<String> = beyond_text(content)
        .map(|kind| format!("kind.{}", kind.name()))
        .collect();
    let columns = [
        ("submission.a", Kind::Text),
        ("submission.b", Kind::Text),
        ("column.verdict", Kind::Text),
        ("column.copied-a", Kind::Share),
        ("column.copied-b", Kind::Share),
        ("xlsx.weighted-a", Kind::Share),
        ("xlsx.weighted-b", Kind::Share),
        ("column.passages", Kind::Count),
        ("column.distance", Kind::Count),
        ("submission.pair-files", Kind::Count),
        ("submission.file-names", Kind::Long),
    ];
    let columns: Vec<(&str, Kind)> = (columns.into_iter())
        .chain(kinds.iter().map(|key| (key.as_str(), Kind::Text)))
        .chain([("submission.parts-of-all", Kind::Long)])
        .collect();
    let findings = || content.rows.findings().iter().filter(|one| !one.is_own());
    let left_out = findings().count().saturating_sub(MOST_ROWS);
    let rows = (findings().take(MOST_ROWS)).map(|finding| pair_cells(content, finding));
    write_table(sheet, content, &columns, rows, left_out)
}

/// Returns the kinds of evidence of the check other than prose.
fn beyond_text(content: &Content<'_>) -> impl Iterator<Item = EvidenceKind> {
    let kinds = content.check.result.findings.kinds.iter().copied();
    kinds.filter(|kind| *kind != EvidenceKind::Text)
}

fn pair_cells<'c>(content: &'c Content<'_>, finding: &SubmissionFinding) -> Vec<Cell<'c>> {
    let result = content.check.result;
    let listed = finding.listed(result, None);
    let lower = listed
        .as_ref()
        .and_then(|listed| listed.lower_estimate(result));
    let sides = finding.shares.map(|shares| [shares.a, shares.b]);
    let shown =
        |side: usize| sides.map_or(Cell::Empty, |sides| Cell::Share(sides[side].shown(), lower));
    let weighted = |side: usize| {
        sides.map_or(Cell::Empty, |sides| {
            Cell::Estimate(sides[side].weighted.share(), lower)
        })
    };
    let below = (0..finding.pairs.len()).filter_map(|at| finding.listed(result, Some(at)));
    let files: Vec<String> = below
        .map(|pair| pair.documents.map(|one| result.file_name(one)).join(" — "))
        .collect();
    let first = (finding.pairs.first()).filter(|&&place| place < content.pairs.len());
    let first = first.and_then(|&place| RowNum::try_from(place + 1).ok());
    let first = first.map(|row| Target::of(&content.names.pairs, row));
    let figures = |kind: EvidenceKind| {
        let figures = (listed.as_ref())
            .and_then(|listed| content.check.language.listed_figures(result, listed, kind));
        Cell::text(figures.unwrap_or_default())
    };
    let of_kinds: Vec<Cell<'_>> = beyond_text(content).map(figures).collect();
    let parts: Vec<String> = (result.parts_of_files(finding).iter())
        .map(|part| {
            let names = part.documents.map(|one| result.file_name(one)).join(" — ");
            let part = content.check.language.part_of_files(part);
            format!("{names} · {part}")
        })
        .collect();
    let mut cells = vec![
        Cell::text(content.row_name(finding.a)),
        Cell::text(content.row_name(finding.b)),
        listed.map_or(Cell::Empty, |listed| Cell::Verdict(listed.pair)),
        shown(0),
        shown(1),
        weighted(0),
        weighted(1),
        Cell::count(finding.shares.map(|shares| shares.passages)),
        Cell::count(content.rows.distance(result, finding.a, finding.b)),
        Cell::link(finding.pairs.len() as u64, first),
        Cell::text(files.join("\n")),
    ];
    cells.extend(of_kinds);
    cells.push(Cell::text(parts.join("\n")));
    cells
}
