//! Sheet of the groups: one row for each member, with its strongest link.

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::content::Content;
use super::table::{MOST_ROWS, write_table};
use crate::columns::{Cell, Kind};
use chachong_check::Origin;
use chachong_compare::{DocumentIndex, DocumentShares, Group, Link};

/// Writes the sheet: the largest group first, in each the document that most others come from.
pub(super) fn write(sheet: &mut Worksheet, content: &Content<'_>) -> Result<(), XlsxError> {
    let of_submissions = |of_documents, of_submissions| {
        if content.rows.has_several() {
            of_submissions
        } else {
            of_documents
        }
    };
    let columns = [
        ("xlsx.group", Kind::Count),
        (
            of_submissions("xlsx.group-documents", "submission.part"),
            Kind::Count,
        ),
        ("xlsx.group-pairs", Kind::Count),
        (
            of_submissions("documents.name", "submission.name"),
            Kind::Text,
        ),
        ("shares.net", Kind::Share),
        ("xlsx.strongest-link", Kind::Text),
        ("xlsx.from-link", Kind::Share),
        ("xlsx.to-link", Kind::Share),
        ("column.distance", Kind::Count),
        ("column.verdict", Kind::Text),
        ("xlsx.bond", Kind::Text),
    ];
    let members: usize = content.groups.iter().map(|group| group.members.len()).sum();
    let rows = (1..).zip(&content.groups).flat_map(|(number, group)| {
        let members = group.members.iter();
        members.map(move |&member| (number, group, member))
    });
    let rows = rows.take(MOST_ROWS);
    let rows = rows.map(|(number, group, member)| cells(content, number, group, member));
    let left_out = members.saturating_sub(MOST_ROWS);
    write_table(sheet, content, &columns, rows, left_out)
}

fn cells<'c>(
    content: &'c Content<'_>,
    number: u64,
    group: &Group,
    member: DocumentIndex,
) -> Vec<Cell<'c>> {
    let check = content.check;
    let document = &check.result.documents[member];
    let of_document = || (check.result.shares()?.document(member)).map(DocumentShares::total);
    let shares = (content.rows.shares(member)).or_else(of_document);
    let shares = shares.filter(|_| document.origin == Origin::Checked);
    let lower = content.rows.lower_estimate(check.result, member);
    let mut cells = vec![
        Cell::Count(number),
        Cell::Count(group.members.len() as u64),
        Cell::Count(group.pairs as u64),
        Cell::text(content.row_name(member)),
        shares.map_or(Cell::Empty, |shares| Cell::Share(shares.shown(), lower)),
    ];
    // The links are sorted, the strongest first, and reach every member.
    let strongest = group
        .links
        .iter()
        .find(|link| link.a == member || link.b == member);
    if let Some(&link) = strongest {
        let Link { a, shares, .. } = link;
        let (other, own, its) = if a == member {
            (link.b, shares[0], shares[1])
        } else {
            (a, shares[1], shares[0])
        };
        let share = |share| {
            if check.result.copies().is_some() {
                let (a, b) = (link.finding.a, link.finding.b);
                Cell::Estimate(share, check.result.pair_lower_estimate(a, b))
            } else {
                Cell::Empty
            }
        };
        cells.extend([
            Cell::text(content.row_name(other)),
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
