//! Sheet of the documents: status, lengths, shares, sources, nearest document, fingerprint, warnings.

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::Names;
use super::content::Content;
use super::looks::Looks;
use super::table::{Cell, Kind, MOST_ROWS, Table, Target};
use crate::{message, record_key, warnings};
use chachong_check::{Document, Origin, Origins};
use chachong_compare::DocumentShares;
use chachong_record::RecordField;

/// Writes the sheet: checked documents by name, then those of the library.
pub(super) fn write(
    sheet: &mut Worksheet,
    content: &Content<'_>,
    looks: &Looks,
    names: &Names,
) -> Result<(), XlsxError> {
    let check = content.check;
    let possible = check.result.possible;
    let mut table = Table::begin(sheet, looks, check.language, &columns(content))?;
    for (position, document) in check.result.documents.iter().enumerate().take(MOST_ROWS) {
        let reading = document.reading();
        let of_library = document.origin == Origin::Library;
        // A document of the library was not compared with all others, so it has no total.
        let shares = (check.result.document_shares(position)).filter(|_| !of_library);
        let lower = check.result.lower_estimate(position);
        let share = |of: fn(&DocumentShares) -> f64| {
            shares.map_or(Cell::Empty, |shares| Cell::Estimate(of(shares), lower))
        };
        let place = content.documents.get(position).copied().unwrap_or_default();
        let first_pair = place.first_pair.map(|row| Target {
            sheet: &names.pairs,
            row,
        });
        let nearest = check
            .result
            .findings
            .nearest
            .get(position)
            .copied()
            .flatten();
        let mut cells = vec![
            Cell::text(&document.name),
            Cell::text(document.format.map_or("", |format| format.name())),
            Cell::Text(status(content, document).into()),
            Cell::count(reading.map(|reading| reading.characters)),
            Cell::count(reading.map(|reading| {
                shares.map_or(reading.countable, |shares| u64::from(shares.net.countable))
            })),
            shares.map_or(Cell::Empty, |shares| Cell::Share(shares.shown(), lower)),
            Cell::count(shares.map(|shares| shares.shown().copied.characters)),
            share(|shares| shares.gross.share()),
        ];
        if possible {
            cells.push(shares.map_or(Cell::Empty, |shares| Cell::Number(shares.possible.share())));
        }
        cells.extend([
            Cell::count(shares.map(|shares| shares.counting_sources() as u64)),
            if reading.is_some() {
                Cell::link(u64::from(place.pairs), first_pair)
            } else {
                Cell::Empty
            },
            Cell::text(
                nearest.map_or("", |nearest| &check.result.documents[nearest.document].name),
            ),
            Cell::count(nearest.map(|nearest| nearest.distance)),
            Cell::text(
                document
                    .fingerprint()
                    .map_or_else(String::new, |f| f.to_string()),
            ),
            Cell::text(notes(content, document)),
            Cell::text(reading.map_or("", |reading| &reading.metadata.sha256)),
        ]);
        cells.extend(RecordField::COLUMNS.map(|field| {
            Cell::text(
                reading
                    .and_then(|reading| reading.record.trusted(field))
                    .unwrap_or_default(),
            )
        }));
        cells.push(Cell::is_lower(shares.is_some(), lower, check.language));
        cells.push(Cell::count(shares.map(|shares| shares.identical)));
        cells.push(Cell::count(shares.map(DocumentShares::edited)));
        cells.push(shares.map_or(Cell::Empty, |shares| Cell::Number(shares.reworded.share())));
        cells.push(share(|shares| shares.rare.share()));
        let origins = check.result.origins(position);
        for class in [
            |origins: &Origins| origins.outside,
            |origins: &Origins| origins.inside,
        ] {
            let share = |origins| Cell::Estimate(class(origins).net.share(), lower);
            cells.push(origins.as_ref().map_or(Cell::Empty, share));
        }
        let libraries = |origins: &Origins| {
            let libraries = origins.counting_libraries();
            let words = libraries.map(|library| check.language.library_share(library, lower));
            words.collect::<Vec<_>>().join("\n")
        };
        cells.push(Cell::text(origins.as_ref().map_or_else(
            || document.library.as_deref().unwrap_or_default().to_owned(),
            libraries,
        )));
        table.row(cells)?;
    }
    table.finish(check.result.documents.len().saturating_sub(MOST_ROWS))
}

fn columns(content: &Content<'_>) -> Vec<(&'static str, Kind)> {
    let mut columns = vec![
        ("documents.name", Kind::Text),
        ("documents.format", Kind::Text),
        ("documents.status", Kind::Text),
        ("documents.characters", Kind::Count),
        ("xlsx.countable", Kind::Count),
        ("shares.net", Kind::Share),
        ("xlsx.copied-characters", Kind::Count),
        ("shares.gross", Kind::Share),
    ];
    if content.check.result.possible {
        columns.push(("xlsx.possible-share", Kind::PossibleShare));
    }
    columns.extend([
        ("xlsx.sources", Kind::Count),
        ("xlsx.pairs", Kind::Count),
        ("xlsx.nearest", Kind::Text),
        ("column.distance", Kind::Count),
        ("document.fingerprint", Kind::Code),
        ("xlsx.warnings", Kind::Long),
        ("evidence.sha256", Kind::Code),
    ]);
    columns.extend(RecordField::COLUMNS.map(|field| (record_key(field), Kind::Text)));
    columns.extend([
        ("lower-estimate.column", Kind::Text),
        ("xlsx.identical", Kind::Count),
        ("xlsx.edited", Kind::Count),
        ("shares.reworded", Kind::PossibleShare),
        ("shares.rare", Kind::Share),
        ("origins.outside", Kind::Share),
        ("origins.inside", Kind::Share),
        ("origins.libraries", Kind::Long),
    ]);
    columns
}

fn status(content: &Content<'_>, document: &Document) -> String {
    let language = content.check.language;
    match document.origin {
        Origin::Library => language.text("xlsx.of-library"),
        Origin::Checked => language.status(document.status()),
    }
}

/// Returns why a document was not read, or its warnings.
fn notes(content: &Content<'_>, document: &Document) -> String {
    let language = content.check.language;
    match document.failure() {
        Some(_) => message(document, language),
        None => warnings(document, language).join(" | "),
    }
}
