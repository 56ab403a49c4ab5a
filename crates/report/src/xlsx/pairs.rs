//! Sheet of the listed pairs: verdict, shares of both sides, number of passages, distance, fingerprints.

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::Names;
use super::content::{Content, PairPlace};
use super::looks::Looks;
use super::table::{Cell, Kind, Table, Target};
use crate::evidence::kinds;
use chachong_compare::{PairFinding, SideShares};

/// Writes the sheet, in the order of reports: most copied first, then by distance.
pub(super) fn write(
    sheet: &mut Worksheet,
    content: &Content<'_>,
    looks: &Looks,
    names: &Names,
) -> Result<(), XlsxError> {
    let language = content.check.language;
    let mut table = Table::begin(sheet, looks, language, &columns(content))?;
    for place in &content.pairs {
        table.row(cells(content, place, names))?;
    }
    table.finish(content.pairs_left_out)
}

fn columns(content: &Content<'_>) -> Vec<(&'static str, Kind)> {
    let mut columns = vec![
        ("column.document-a", Kind::Text),
        ("column.document-b", Kind::Text),
        ("column.verdict", Kind::Text),
        ("column.copied-a", Kind::Share),
        ("column.copied-b", Kind::Share),
        ("xlsx.copied-characters-a", Kind::Count),
        ("xlsx.copied-characters-b", Kind::Count),
        ("xlsx.everything-a", Kind::Share),
        ("xlsx.everything-b", Kind::Share),
        ("column.passages", Kind::Count),
    ];
    if content.check.result.possible {
        columns.extend([
            ("column.possible-a", Kind::PossibleShare),
            ("column.possible-b", Kind::PossibleShare),
            ("xlsx.possible-passages", Kind::Count),
        ]);
    }
    columns.extend([
        ("column.distance", Kind::Count),
        ("column.cosine", Kind::Decimals),
        ("column.blocks", Kind::Text),
        ("report-evidence.column", Kind::Text),
        ("xlsx.fingerprint-a", Kind::Code),
        ("xlsx.fingerprint-b", Kind::Code),
        ("lower-estimate.column", Kind::Text),
        ("xlsx.identical-a", Kind::Count),
        ("xlsx.identical-b", Kind::Count),
        ("xlsx.edited-a", Kind::Count),
        ("xlsx.edited-b", Kind::Count),
        ("xlsx.reworded-a", Kind::PossibleShare),
        ("xlsx.reworded-b", Kind::PossibleShare),
        ("xlsx.rare-a", Kind::Share),
        ("xlsx.rare-b", Kind::Share),
    ]);
    columns
}

fn cells<'c>(content: &'c Content<'_>, place: &PairPlace<'_>, names: &'c Names) -> Vec<Cell<'c>> {
    let (check, pair) = (content.check, place.pair);
    let (a, b) = (
        &check.result.documents[pair.a],
        &check.result.documents[pair.b],
    );
    let shares = check.result.pair_shares(pair);
    let lower = check.result.pair_lower_estimate(pair.a, pair.b);
    let side = |of: &dyn Fn(SideShares) -> Cell<'static>| {
        shares.map_or([Cell::Empty, Cell::Empty], |shares| {
            [of(shares.a), of(shares.b)]
        })
    };
    let passages = place.first_passage.map(|row| Target {
        sheet: &names.passages,
        row,
    });
    let blocks = match (a.fingerprint(), b.fingerprint()) {
        (Some(a), Some(b)) => a.equal_block_names(b),
        _ => String::new(),
    };
    let print = |of: Option<chachong_simhash::Fingerprint>| {
        Cell::text(of.map_or_else(String::new, |f| f.to_string()))
    };
    let mut cells = vec![
        Cell::text(&a.name),
        Cell::text(&b.name),
        pair.verdict.map_or(Cell::Empty, Cell::Verdict),
    ];
    cells.extend(side(&|side| Cell::Share(side.shown(), lower)));
    cells.extend(side(&|side| {
        Cell::Count(side.shown().copied.characters.into())
    }));
    cells.extend(side(&|side| Cell::Estimate(side.gross.share(), lower)));
    cells.push(shares.map_or(Cell::Empty, |shares| {
        Cell::link(shares.passages.into(), passages)
    }));
    if check.result.possible {
        cells.extend(side(&|side| Cell::Number(side.possible.share())));
        cells.push(shares.map_or(Cell::Empty, |_| Cell::Count(place.possible as u64)));
    }
    cells.extend([
        Cell::count(pair.distance),
        (pair.estimated_cosine(check.result.thresholds.width)).map_or(Cell::Empty, Cell::Number),
        Cell::text(blocks),
        evidence(content, pair, names),
        print(a.fingerprint()),
        print(b.fingerprint()),
        Cell::is_lower(shares.is_some(), lower, check.language),
    ]);
    cells.extend(side(&|side| Cell::Count(side.identical.into())));
    cells.extend(side(&|side| Cell::Count(side.edited().into())));
    cells.extend(side(&|side| Cell::Number(side.reworded.share())));
    cells.extend(side(&|side| Cell::Number(side.rare.share())));
    cells
}

/// Returns the kinds of evidence beyond text about a pair, which lead to their rows; they are in no share.
fn evidence<'c>(content: &Content<'_>, pair: &PairFinding, names: &'c Names) -> Cell<'c> {
    let kinds = kinds(content.check, pair.a, pair.b);
    match content.evidence.first(pair.a, pair.b) {
        Some(row) => {
            let sheet = &names.evidence;
            Cell::TextLink(kinds.into(), Target { sheet, row })
        }
        None => Cell::text(kinds),
    }
}
