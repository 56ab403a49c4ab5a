//! Sheet of the passages of the listed pairs: positions, strength, whether they count, and the beginning of each side.

use std::borrow::Cow;

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::Names;
use super::content::{Content, ListedPassage, page_of};
use super::excerpts::excerpts;
use super::looks::Looks;
use super::standing::Standing;
use super::table::Table;
use crate::columns::{Cell, Kind, Target};
use chachong_compare::{Degree, DocumentIndex, PassageKind, Span, Strength};

/// Writes the sheet: the passages of each pair in the order of its list.
pub(super) fn write(
    sheet: &mut Worksheet,
    content: &Content<'_>,
    looks: &Looks,
    names: &Names,
) -> Result<(), XlsxError> {
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
    let words = Words::of(content);
    let mut table = Table::begin(sheet, looks, language, &columns())?;
    for (listed, texts) in content.passages.iter().zip(texts.chunks_exact(2)) {
        table.row(cells(content, listed, texts, &words, names))?;
    }
    table.finish(content.passages_left_out)
}

/// Words that stand in many rows, looked up once.
struct Words {
    strong: String,
    possible: String,
    identical: String,
    edited: String,
}

impl Words {
    fn of(content: &Content<'_>) -> Self {
        let language = content.check.language;
        Self {
            strong: language.text("chance.strong"),
            possible: language.text("possible.one"),
            identical: language.text("passages.identical"),
            edited: language.text("passages.edited"),
        }
    }
}

fn columns() -> Vec<(&'static str, Kind)> {
    vec![
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
    ]
}

fn cells<'c>(
    content: &'c Content<'_>,
    listed: &ListedPassage<'_>,
    texts: &'c [String],
    words: &'c Words,
    names: &'c Names,
) -> Vec<Cell<'c>> {
    let (check, pair, passage) = (content.check, listed.pair, &listed.passage);
    let note = (check.result.copies())
        .and_then(|(_, shares)| shares.choices().note(pair.a, pair.b, Some(passage)));
    let standing = Standing::of(check, pair, passage);
    let mut cells = vec![
        Cell::text(&check.result.documents[pair.a].name),
        Cell::text(&check.result.documents[pair.b].name),
        Cell::Link(
            listed.number.into(),
            Target {
                sheet: &names.pairs,
                row: listed.row,
            },
        ),
        Cell::text(match passage.strength() {
            Strength::Strong => &words.strong,
            Strength::Possible => &words.possible,
        }),
        Cell::text(match passage.kind {
            PassageKind::Identical => &words.identical,
            PassageKind::Edited => &words.edited,
        }),
        Cell::Number(f64::from(passage.similarity) / 1000.0),
        Cell::Count(passage.documents.into()),
        Cell::text(standing.words(check.language)),
        Cell::Text(Cow::Borrowed(note.unwrap_or_default())),
    ];
    for (document, span) in [(pair.a, passage.a), (pair.b, passage.b)] {
        // Characters are counted from 1, as in the window; `end` is the offset after the last.
        cells.extend([
            Cell::Count(u64::from(span.start) + 1),
            Cell::Count(span.end.into()),
            Cell::count(page(content, document, span)),
        ]);
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

/// Returns the page on which a span begins, from 1; `None` for a text without pages.
fn page(content: &Content<'_>, document: DocumentIndex, span: Span) -> Option<u64> {
    page_of(
        &content.check.result.documents[document].content()?.pages,
        span,
    )
}
