//! Bytes of a PDF -> text page by page, through pdf-extract. Knows nothing of files.
//!
//! pdf-extract panics on many real files, often on one page only: each page is caught by itself, and the pages that
//! could not be read are a warning.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pdf_extract::{Document, PlainTextOutput, output_doc_page};

use super::isolate::panic_message;
use super::{Extracted, Format, ImportCause, Warning};
use crate::text::LineBreaks;

/// With fewer characters than this a page, on average, a file has no text layer worth the name.
const FEW_PER_PAGE: usize = 10;
/// The header stands in the first kilobyte, after whatever a mailer or printer put before it.
const HEADER_WITHIN: usize = 1024;

pub(super) fn read(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    let head = &bytes[..bytes.len().min(HEADER_WITHIN)];
    if !head.windows(5).any(|w| w == b"%PDF-") {
        return Err(ImportCause::WrongContent {
            expected: Format::Pdf,
        });
    }
    let document = open(bytes)?;
    let numbers: Vec<u32> = document.get_pages().into_keys().collect();
    if numbers.is_empty() {
        return Err(ImportCause::Damaged {
            detail: "no pages".to_owned(),
        });
    }
    let (mut text, mut pages, mut unread, mut first_problem) =
        (String::new(), Vec::new(), Vec::new(), None);
    let mut length = 0;
    for &number in &numbers {
        let page = match page_text(&document, number) {
            Ok(page) => page,
            Err(problem) => {
                unread.push(number);
                first_problem.get_or_insert(problem);
                String::new()
            }
        };
        pages.push(length);
        let page = page.trim_matches(['\n', '\r', ' ']);
        text.push_str(page);
        text.push('\n');
        length += page.chars().count() as u64 + 1;
    }
    match first_problem {
        Some(problem) if unread.len() == numbers.len() => return Err(problem),
        _ => {}
    }
    let mut warnings = Vec::new();
    if !unread.is_empty() {
        warnings.push(Warning::UnreadPages { pages: unread });
    }
    let bad = text.chars().filter(|&c| c == '\u{FFFD}').count() as u64;
    if bad > 0 {
        warnings.push(Warning::UnreadableCharacters { count: bad });
    }
    if text.chars().filter(|c| !c.is_whitespace()).count() < FEW_PER_PAGE * numbers.len() {
        warnings.push(Warning::NoText);
    }
    Ok(Extracted {
        text,
        breaks: LineBreaks::Page,
        pages,
        encoding: None,
        warnings,
    })
}

fn open(bytes: &[u8]) -> Result<Document, ImportCause> {
    let mut document = Document::load_mem(bytes).map_err(|error| cause(&error))?;
    if document.is_encrypted() {
        // An owner password only restricts printing and the like: the empty user password opens such a file.
        document.decrypt("").map_err(|_| ImportCause::Encrypted)?;
    }
    Ok(document)
}

fn cause(error: &pdf_extract::Error) -> ImportCause {
    match error {
        pdf_extract::Error::Decryption(_) | pdf_extract::Error::InvalidPassword => {
            ImportCause::Encrypted
        }
        other => ImportCause::Damaged {
            detail: other.to_string(),
        },
    }
}

fn page_text(document: &Document, number: u32) -> Result<String, ImportCause> {
    let mut page = String::new();
    // The document is only read; a half-written page is thrown away.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let mut output = PlainTextOutput::new(&mut page);
        output_doc_page(document, &mut output, number)
    }));
    match outcome {
        Ok(Ok(())) => Ok(page),
        Ok(Err(error)) => Err(ImportCause::Damaged {
            detail: error.to_string(),
        }),
        Err(panic) => Err(ImportCause::Crashed {
            detail: panic_message(&*panic),
        }),
    }
}
