//! Sheet of the matrix: how much the document of each row shares with the document of each column, coloured.

use std::collections::HashMap;

use rust_xlsxwriter::{ColNum, RowNum, Worksheet, XlsxError};

use super::content::Content;
use super::looks::heat;
use super::text::{cell, width};
use chachong_compare::{DocumentIndex, LikePair, cluster_order};
use chachong_messages::has_sign;
use chachong_simhash::Fingerprint;

/// Cell of the matrix: positions of its row and its column among the rows, and a value of 0..=1.
type Value = (usize, usize, f64);

/// Writes the sheet: copied shares, or estimated cosines where texts were not compared. Similar documents stand beside
/// each other. A cell without a common passage stays empty.
pub(super) fn write(sheet: &mut Worksheet, content: &Content<'_>) -> Result<(), XlsxError> {
    let (check, looks) = (content.check, &content.looks);
    // The smallest share is a finding. Cosines below about a half are pure chance, and only those above 0.9 bring documents together.
    let (title, values, above, heat) = if check.result.copies().is_some() {
        let heat = heat(0.0, 0.3, 1.0);
        ("xlsx.matrix-shares", shares(content), 0.0, heat)
    } else {
        let heat = heat(0.45, 0.85, 1.0);
        ("xlsx.matrix-cosines", cosines(content), 0.9, heat)
    };
    let rows: Vec<DocumentIndex> = content.rows.mains(check.result).collect();
    let order = cluster_order(rows.len(), &likenesses(&values, above));
    let mut places = vec![0_u16; order.len()];
    for (place, &document) in (1..).zip(&order) {
        places[document] = place;
    }
    let last = ColNum::try_from(order.len()).unwrap_or(ColNum::MAX);

    let title = check.language.text(title);
    sheet.write_string_with_format(0, 0, title, &looks.wrapped)?;
    let mut widest = 24;
    for (place, &document) in (1..).zip(&order) {
        let name = content.row_name(rows[document]);
        let name = cell(&name);
        widest = widest.max(width(&name));
        sheet.set_column_format(place, &looks.share)?;
        sheet.write_string_with_format(0, place, name.as_ref(), &looks.upright)?;
        let look = looks.of_text(&name, &looks.text);
        sheet.write_string_with_format(RowNum::from(place), 0, name, look)?;
        sheet.write_blank(RowNum::from(place), place, &looks.itself)?;
    }
    for (row, column, value) in values {
        let (at_row, at_column) = (RowNum::from(places[row]), places[column]);
        // Estimated cosines of fingerprints are no shares.
        let lower = (check.result.copies()).and_then(|_| {
            let (row, column) = (rows[row], rows[column]);
            match content.rows.finding(row, column) {
                Some(finding) => (finding.listed(check.result, None)?).lower_estimate(check.result),
                None => check.result.pair_lower_estimate(row, column),
            }
        });
        if has_sign(value, lower) {
            sheet.write_number_with_format(at_row, at_column, value, &looks.lower)?;
        } else {
            sheet.write_number(at_row, at_column, value)?;
        }
    }
    if last > 0 {
        sheet.set_column_range_width(1, last, 7)?;
        sheet.add_conditional_format(1, 1, RowNum::from(last), last, &heat)?;
    }
    sheet.set_column_width(0, u32::try_from(widest.min(48) + 2).unwrap_or(30))?;
    sheet.set_row_height(0, 170)?;
    sheet.set_freeze_panes(1, 1)?;
    Ok(())
}

/// Returns both shares of every pair with passages, as the window shows them; where submissions have several documents,
/// of every finding about two submissions.
fn shares(content: &Content<'_>) -> Vec<Value> {
    if content.rows.has_several() {
        return shares_of_submissions(content);
    }
    let Some((copies, shares)) = content.check.result.copies() else {
        return Vec::new();
    };
    let pairs = copies.pairs.iter().zip(shares.pairs());
    pairs
        .flat_map(|(pair, shares)| {
            [
                (pair.a.0, pair.b.0, shares.a.shown().share()),
                (pair.b.0, pair.a.0, shares.b.shown().share()),
            ]
        })
        .filter(|&(_, _, share)| share > 0.0)
        .collect()
}

/// Returns both shares of every finding about two submissions, of its strongest kind of evidence.
fn shares_of_submissions(content: &Content<'_>) -> Vec<Value> {
    let mains = content.rows.mains(content.check.result).enumerate();
    let places: HashMap<DocumentIndex, usize> = mains.map(|(at, main)| (main, at)).collect();
    let between = content.rows.findings().iter().filter(|one| !one.is_own());
    let values = between.filter_map(|finding| {
        let (a, b) = (*places.get(&finding.a)?, *places.get(&finding.b)?);
        let [of_a, of_b] = match finding.beyond_text() {
            Some(beyond) => beyond.shares,
            None => finding
                .shares
                .map(|of| [of.a, of.b].map(|side| side.shown().share()))?,
        };
        Some([(a, b, of_a), (b, a, of_b)])
    });
    values
        .flatten()
        .filter(|&(_, _, share)| share > 0.0)
        .collect()
}

/// Returns the estimated cosine of every two rows, by the fingerprints of their main documents.
fn cosines(content: &Content<'_>) -> Vec<Value> {
    let check = content.check;
    let mains = content.rows.mains(check.result).enumerate();
    let prints: Vec<(usize, Fingerprint)> = mains
        .filter_map(|(at, main)| Some((at, check.result.documents[main].fingerprint()?)))
        .collect();
    let mut values = Vec::new();
    for &(row, own) in &prints {
        for &(column, other) in prints.iter().filter(|&&(column, _)| column != row) {
            let cosine = Fingerprint::cosine_at(own.distance(other), check.result.thresholds.width);
            values.push((row, column, cosine));
        }
    }
    values
}

/// Returns the pairs with a value above `above`, 0..=1.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a value of 0..=1 in millionths"
)]
fn likenesses(values: &[Value], above: f64) -> Vec<LikePair> {
    (values.iter())
        .filter(|&&(_, _, value)| value > above)
        .map(|&(a, b, value)| LikePair {
            a: a.min(b),
            b: a.max(b),
            likeness: (value * 1e6) as u32,
        })
        .collect()
}
