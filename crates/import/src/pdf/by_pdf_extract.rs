//! Reader for PDF pages through pdf-extract.

use pdf_extract::{Document, PlainTextOutput, output_doc_page};

use super::page::PageText;
use super::page::Pages;
use crate::ImportCause;
use crate::limits::caught;

pub(super) fn read(bytes: &[u8]) -> Result<Pages, ImportCause> {
    let mut document = Document::load_mem(bytes).map_err(|error| cause(&error))?;
    if document.is_encrypted() {
        // An owner password only restricts printing and the like: the empty user password opens such a file.
        document.decrypt("").map_err(|_| ImportCause::Encrypted)?;
    }
    let numbers = document.get_pages().into_keys();
    Ok(numbers
        .map(|number| caught(|| page_text(&document, number).map(|text| PageText::plain(&text))))
        .collect())
}

fn page_text(document: &Document, number: u32) -> Result<String, ImportCause> {
    let mut page = String::new();
    output_doc_page(document, &mut PlainTextOutput::new(&mut page), number)
        .map_err(|error| ImportCause::damaged(&error))?;
    Ok(page)
}

fn cause(error: &pdf_extract::Error) -> ImportCause {
    match error {
        pdf_extract::Error::Decryption(_) | pdf_extract::Error::InvalidPassword => {
            ImportCause::Encrypted
        }
        other => ImportCause::damaged(other),
    }
}
