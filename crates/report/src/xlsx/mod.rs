//! XLSX report: the whole check as a workbook in which a spreadsheet program can filter and compute. No cell is a
//! formula, and the same check gives the same bytes.

mod content;
mod documents;
mod evidence;
mod excerpts;
mod groups;
mod leads;
mod lines;
mod looks;
mod matrix;
mod pairs;
mod passages;
mod settings;
mod shared_texts;
mod standing;
mod submissions;
mod summary;
mod table;
mod text;

use std::io::{self, Write};

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, Worksheet, XlsxError};

use super::{Report, facts};
use chachong_messages::Language;
use content::Content;
use looks::Looks;

/// Maximum number of rows of a matrix: more are no longer a picture but a table of a million cells.
const MATRIX_DOCUMENTS: usize = 500;
/// Paper size A4, by its number in Excel.
const A4: u8 = 9;

/// Names of the sheets that others lead to, in the report's language.
struct Names {
    documents: String,
    pairs: String,
    passages: String,
    groups: String,
    shared: String,
    evidence: String,
    leads: String,
}

impl Names {
    fn of(language: Language) -> Self {
        Self {
            documents: language.text("xlsx.sheet-documents"),
            pairs: language.text("xlsx.sheet-pairs"),
            passages: language.text("xlsx.sheet-passages"),
            groups: language.text("xlsx.sheet-groups"),
            shared: language.text("xlsx.sheet-shared"),
            evidence: language.text("report-evidence.sheet"),
            leads: language.text("leads.report-sheet"),
        }
    }
}

/// Writes the whole check as a workbook. If texts were not compared, the sheets of passages and shared texts are missing and cells of
/// shares are empty. Fails if the workbook cannot be made or `out` fails.
pub fn check_xlsx(out: &mut dyn Write, check: Report<'_>) -> io::Result<()> {
    let bytes = workbook(check).map_err(|error| match error {
        XlsxError::IoError(error) => error,
        error => io::Error::other(error),
    })?;
    out.write_all(&bytes)
}

fn workbook(check: Report<'_>) -> Result<Vec<u8>, XlsxError> {
    let language = check.language;
    let mut book = Workbook::new();
    let content = Content::of(check, Looks::of(&mut book, language)?);
    let names = &content.names;
    book.set_properties(&properties(language)?);

    let mut add = |name: &str, write: WriteSheet| write(begin(&mut book, name)?, &content);
    add(&language.text("xlsx.sheet-summary"), summary::write)?;
    if content.rows.has_several() {
        add(&language.text("submission.part"), submissions::write)?;
        let pairs = language.text("submission.pairs-part");
        add(&pairs, submissions::write_pairs)?;
    }
    add(&names.documents, documents::write)?;
    add(&names.pairs, pairs::write)?;
    if check.result.copies().is_some() {
        add(&names.passages, passages::write)?;
    }
    add(&names.evidence, evidence::write)?;
    if content.leads.is_some() {
        add(&names.leads, leads::write)?;
    }
    add(&names.groups, groups::write)?;
    if check.result.copies().is_some() {
        add(&names.shared, shared_texts::write)?;
    }
    if content.rows.mains(check.result).count() <= MATRIX_DOCUMENTS {
        add(&language.text("xlsx.sheet-matrix"), matrix::write)?;
    }
    add(&language.text("xlsx.sheet-settings"), settings::write)?;
    book.save_to_buffer()
}

/// Function that writes a sheet of its own kind.
type WriteSheet = fn(&mut Worksheet, &Content<'_>) -> Result<(), XlsxError>;

/// Begins a sheet that prints on A4, as wide as the paper, with its name and page numbers below.
fn begin<'b>(book: &'b mut Workbook, name: &str) -> Result<&'b mut Worksheet, XlsxError> {
    let sheet = book.add_worksheet().set_name(name)?;
    sheet.set_landscape().set_paper_size(A4);
    sheet
        .set_print_fit_to_pages(1, 0)
        .set_footer("&L&A&R&P / &N");
    Ok(sheet)
}

/// Properties of the file. Its date is fixed: the same check gives the same bytes on any day.
fn properties(language: Language) -> Result<DocProperties, XlsxError> {
    let fixed = ExcelDateTime::from_ymd(2000, 1, 1)?;
    Ok(DocProperties::new()
        .set_title(language.text("xlsx.title"))
        .set_author(facts::program())
        .set_creation_datetime(&fixed))
}
