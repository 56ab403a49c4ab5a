//! Reader for PDF pages through pdfrum.

use pdfrum::{Document, Error};

use super::page::PageText;
use super::page::Pages;
use crate::ImportCause;
use crate::limits::caught;

pub(super) fn read(bytes: &[u8]) -> Result<Pages, ImportCause> {
    let document = Document::from_bytes(bytes.to_vec()).map_err(|error| cause(&error))?;
    let page = |index: u32| {
        let page = document.page(index).map_err(|error| cause(&error))?;
        Ok(PageText::plain(&page.text().to_string()))
    };
    Ok((0..document.page_count())
        .map(|index| caught(|| page(index)))
        .collect())
}

fn cause(error: &Error) -> ImportCause {
    match error {
        Error::WrongPassword => ImportCause::Encrypted,
        other => ImportCause::damaged(other),
    }
}
