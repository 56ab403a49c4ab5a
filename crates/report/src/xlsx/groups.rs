//! Sheet of the groups: one row for each member, with its strongest link.

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::content::Content;
use super::looks::Looks;
use super::table::{MOST_ROWS, Table};
use crate::columns::{Cell, Kind};
use chachong_check::Origin;
use chachong_compare::{DocumentIndex, Group, Link};

/// Writes the sheet: the largest group first, in each the document that most others come from.
pub(super) fn write(
    sheet: &mut Worksheet,
    content: &Content<'_>,
    looks: &Looks,
) -> Result<(), XlsxError> {
    let language = content.check.language;
    let columns = [
        ("xlsx.group", Kind::Count),
        ("xlsx.group-documents", Kind::Count),
        ("xlsx.group-pairs", Kind::Count),
        ("documents.name", Kind::Text),
        ("shares.net", Kind::Share),
        ("xlsx.strongest-link", Kind::Text),
        ("xlsx.from-link", Kind::Share),
        ("xlsx.to-link", Kind::Share),
        ("column.distance", Kind::Count),
        ("column.verdict", Kind::Text),
        ("xlsx.bond", Kind::Text),
    ];
    let mut table = Table::begin(sheet, looks, language, &columns)?;
    let members: usize = content.groups.iter().map(|group| group.members.len()).sum();
    let rows = (1..).zip(&content.groups).flat_map(|(number, group)| {
        let members = group.members.iter();
        members.map(move |&member| (number, group, member))
    });
    for (number, group, member) in rows.take(MOST_ROWS) {
        table.row(cells(content, number, group, member))?;
    }
    table.finish(members.saturating_sub(MOST_ROWS))
}

fn cells<'c>(
    content: &'c Content<'_>,
    number: u64,
    group: &Group,
    member: DocumentIndex,
) -> Vec<Cell<'c>> {
    let check = content.check;
    let document = &check.result.documents[member];
    let shares = (check
        .result
        .copies()
        .filter(|_| document.origin == Origin::Checked))
    .and_then(|(_, shares)| shares.document(member));
    let mut cells = vec![
        Cell::Count(number),
        Cell::Count(group.members.len() as u64),
        Cell::Count(group.pairs as u64),
        Cell::text(&document.name),
        shares.map_or(Cell::Empty, |shares| {
            Cell::Share(shares.shown(), check.result.lower_estimate(member))
        }),
    ];
    // The links are sorted, the strongest first, and reach every member.
    let strongest = group
        .links
        .iter()
        .find(|link| link.a == member || link.b == member);
    if let Some(&link) = strongest {
        let Link { a, b, shares, .. } = link;
        let (other, own, its) = if a == member {
            (b, shares[0], shares[1])
        } else {
            (a, shares[1], shares[0])
        };
        let share = |share| {
            if check.result.copies().is_some() {
                Cell::Estimate(share, check.result.pair_lower_estimate(a, b))
            } else {
                Cell::Empty
            }
        };
        cells.extend([
            Cell::text(&check.result.documents[other].name),
            share(own),
            share(its),
            Cell::count(link.finding.distance),
            Cell::Verdict(link.finding),
        ]);
    } else {
        cells.extend((0..5).map(|_| Cell::Empty));
    }
    cells.push(Cell::text(check.language.bond(group)));
    cells
}
