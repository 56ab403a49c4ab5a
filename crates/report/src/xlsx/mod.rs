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

use super::leads::LeadList;
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
    let looks = Looks::of(&mut book, language)?;
    let names = Names::of(language);
    let content = Content::of(check);
    book.set_properties(&properties(language)?);

    let sheet = begin(&mut book, &language.text("xlsx.sheet-summary"))?;
    summary::write(sheet, &content, &looks, &names)?;
    if content.rows.has_several() {
        let sheet = begin(&mut book, &language.text("submission.part"))?;
        submissions::write(sheet, &content, &looks, &names)?;
        let sheet = begin(&mut book, &language.text("submission.pairs-part"))?;
        submissions::write_pairs(sheet, &content, &looks, &names)?;
    }
    let sheet = begin(&mut book, &names.documents)?;
    documents::write(sheet, &content, &looks, &names)?;
    let sheet = begin(&mut book, &names.pairs)?;
    pairs::write(sheet, &content, &looks, &names)?;
    if check.result.copies().is_some() {
        let sheet = begin(&mut book, &names.passages)?;
        passages::write(sheet, &content, &looks, &names)?;
    }
    let sheet = begin(&mut book, &names.evidence)?;
    evidence::write(sheet, &content, &looks, &names)?;
    if let Some(list) = LeadList::of_check(check) {
        let sheet = begin(&mut book, &names.leads)?;
        leads::write(sheet, &content, &looks, &list)?;
    }
    let sheet = begin(&mut book, &names.groups)?;
    groups::write(sheet, &content, &looks)?;
    if check.result.copies().is_some() {
        let sheet = begin(&mut book, &names.shared)?;
        shared_texts::write(sheet, &content, &looks)?;
    }
    if content.rows.mains(check.result).count() <= MATRIX_DOCUMENTS {
        let sheet = begin(&mut book, &language.text("xlsx.sheet-matrix"))?;
        matrix::write(sheet, &content, &looks)?;
    }
    let sheet = begin(&mut book, &language.text("xlsx.sheet-settings"))?;
    settings::write(sheet, &content, &looks)?;
    book.save_to_buffer()
}

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
