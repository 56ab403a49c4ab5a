//! Sheet of the passages of the listed pairs: positions, strength, whether they count, and the beginning of each side.

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::content::{Content, ListedPassage, place};
use super::excerpts::excerpts;
use super::standing::Standing;
use super::table::write_table;
use crate::columns::{Cell, Kind, Target};
use chachong_compare::{Degree, DocumentIndex, PassageKind, Span, Strength};

/// Writes the sheet: the passages of each pair in the order of its list.
pub(super) fn write(sheet: &mut Worksheet, content: &Content<'_>) -> Result<(), XlsxError> {
    let language = content.check.language;
    let places: Vec<(DocumentIndex, Span)> = (content.passages.iter())
        .flat_map(|listed| {
            [
                (listed.pair.a, listed.passage.a),
                (listed.pair.b, listed.passage.b),
            ]
        })
        .collect();
    let texts = excerpts(&content.check.result.documents, &places, language);
    let columns = [
        ("column.document-a", Kind::Text),
        ("column.document-b", Kind::Text),
        ("xlsx.passage", Kind::Count),
        ("xlsx.strength", Kind::Text),
        ("xlsx.kind", Kind::Text),
        ("xlsx.similarity", Kind::Share),
        ("xlsx.in-documents", Kind::Count),
        ("xlsx.standing", Kind::Text),
        ("xlsx.note", Kind::Long),
        ("xlsx.from-a", Kind::Count),
        ("xlsx.to-a", Kind::Count),
        ("xlsx.page-a", Kind::Count),
        ("xlsx.from-b", Kind::Count),
        ("xlsx.to-b", Kind::Count),
        ("xlsx.page-b", Kind::Count),
        ("xlsx.text-a", Kind::Long),
        ("xlsx.text-b", Kind::Long),
        ("xlsx.identical-a", Kind::Count),
        ("xlsx.identical-b", Kind::Count),
        ("xlsx.edited-a", Kind::Count),
        ("xlsx.edited-b", Kind::Count),
        ("xlsx.reworded-characters-a", Kind::Count),
        ("xlsx.reworded-characters-b", Kind::Count),
    ];
    let passages = content.passages.iter().zip(texts.chunks_exact(2));
    let rows = passages.map(|(listed, texts)| cells(content, listed, texts));
    write_table(sheet, content, &columns, rows, content.passages_left_out)
}

fn cells<'c>(
    content: &'c Content<'_>,
    listed: &ListedPassage<'_>,
    texts: &'c [String],
) -> Vec<Cell<'c>> {
    let (check, pair, passage) = (content.check, listed.pair, &listed.passage);
    let language = check.language;
    let note = (check.result.copies())
        .and_then(|(_, shares)| shares.choices().note(pair.a, pair.b, Some(passage)));
    let standing = Standing::of(check, pair, passage);
    let mut cells = vec![
        Cell::text(&check.result.documents[pair.a].name),
        Cell::text(&check.result.documents[pair.b].name),
        Cell::Link(
            listed.number.into(),
            Target::of(&content.names.pairs, listed.row),
        ),
        Cell::text(language.text(match passage.strength() {
            Strength::Strong => "chance.strong",
            Strength::Possible => "possible.one",
        })),
        Cell::text(language.text(match passage.kind {
            PassageKind::Identical => "passages.identical",
            PassageKind::Edited => "passages.edited",
        })),
        Cell::Number(f64::from(passage.similarity) / 1000.0),
        Cell::Count(passage.documents.into()),
        Cell::text(standing.words(language)),
        Cell::text(note.unwrap_or_default()),
    ];
    for (document, span) in [(pair.a, passage.a), (pair.b, passage.b)] {
        cells.extend(place(check.result.document(document), span));
    }
    cells.extend(texts.iter().map(|text| Cell::text(text.as_str())));
    for degree in Degree::ALL {
        cells.extend([pair.a, pair.b].map(|document| {
            Cell::Count(
                check
                    .result
                    .characters_of(pair, document, passage, degree)
                    .into(),
            )
        }));
    }
    cells
}
