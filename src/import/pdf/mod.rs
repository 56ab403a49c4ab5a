//! Bytes of a PDF -> text page by page: pdfrum reads first, pdf-extract fills in what it leaves. Knows nothing of
//! files.
//!
//! On 83 real Chinese theses pdf-extract alone fails on 27 and twice loses most of a text while reporting success;
//! pdfrum reads them all. Either may panic on a page: each page is caught by itself.

mod by_pdf_extract;
mod by_pdfrum;

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::isolate::panic_message;
use super::{Extracted, Format, ImportCause, Metadata, Warning};
use crate::text::LineBreaks;

/// With fewer characters than this a page, on average, a file has no text layer worth the name.
const FEW_PER_PAGE: usize = 10;
/// The header stands in the first kilobyte, after whatever a mailer or printer put before it.
const HEADER_WITHIN: usize = 1024;

/// One reader's result: each page's text, or why it has none.
type Pages = Vec<Result<String, ImportCause>>;

pub(super) fn read(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    let head = &bytes[..bytes.len().min(HEADER_WITHIN)];
    if !head.windows(5).any(|w| w == b"%PDF-") {
        return Err(ImportCause::WrongContent {
            expected: Format::Pdf,
        });
    }
    let pages = match caught(|| by_pdfrum::read(bytes)) {
        Err(ImportCause::Encrypted) => return Err(ImportCause::Encrypted),
        Ok(pages) if is_healthy(&pages) => pages,
        first => match (first, caught(|| by_pdf_extract::read(bytes))) {
            (Ok(first), Ok(second)) => better_of_each(first, second),
            (Ok(pages), Err(_)) | (Err(_), Ok(pages)) => pages,
            (Err(first), Err(_)) => return Err(first),
        },
    };
    assemble(pages)
}

/// What `read` gives, a panic in it being an error of its own.
fn caught<T>(read: impl FnOnce() -> Result<T, ImportCause>) -> Result<T, ImportCause> {
    // Whatever was half-made is thrown away with the panic.
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|panic| {
        Err(ImportCause::Crashed {
            detail: panic_message(&*panic),
        })
    })
}

/// Visible characters that stand for something.
fn legible(text: &str) -> usize {
    let unmapped = |c: char| c == '\u{FFFD}' || ('\u{E000}'..='\u{F8FF}').contains(&c);
    text.chars()
        .filter(|&c| !c.is_whitespace() && !c.is_control() && !unmapped(c))
        .count()
}

fn is_healthy(pages: &Pages) -> bool {
    let found: usize = pages.iter().flatten().map(|page| legible(page)).sum();
    !pages.is_empty() && pages.iter().all(Result::is_ok) && found >= FEW_PER_PAGE * pages.len()
}

/// Page by page the reader that found more; the first where they are equal.
fn better_of_each(first: Pages, second: Pages) -> Pages {
    let mut second = second.into_iter();
    let mut pages: Pages = first
        .into_iter()
        .map(|page| match (page, second.next()) {
            (Ok(first), Some(Ok(second))) if legible(&second) > legible(&first) => Ok(second),
            (Err(_), Some(Ok(second))) => Ok(second),
            (page, _) => page,
        })
        .collect();
    pages.extend(second);
    pages
}

fn assemble(pages: Pages) -> Result<Extracted, ImportCause> {
    if pages.is_empty() {
        return Err(ImportCause::Damaged {
            detail: "no pages".to_owned(),
        });
    }
    let (mut text, mut starts, mut unread) = (String::new(), Vec::new(), Vec::new());
    let (mut length, mut first_problem) = (0, None);
    let count = pages.len();
    for (number, page) in (1..).zip(pages) {
        let page = page.unwrap_or_else(|problem| {
            unread.push(number);
            first_problem.get_or_insert(problem);
            String::new()
        });
        starts.push(length);
        let page = page.trim_matches(['\n', '\r', ' ']);
        text.push_str(page);
        text.push('\n');
        length += page.chars().count() as u64 + 1;
    }
    if let Some(problem) = first_problem
        && unread.len() == count
    {
        return Err(problem);
    }
    let mut warnings = Vec::new();
    if !unread.is_empty() {
        warnings.push(Warning::UnreadPages { pages: unread });
    }
    let visible = text.chars().filter(|c| !c.is_whitespace()).count();
    let legible = legible(&text);
    if visible > legible {
        warnings.push(Warning::UnreadableCharacters {
            count: (visible - legible) as u64,
            of: visible as u64,
        });
    }
    if legible < FEW_PER_PAGE * count {
        warnings.push(Warning::NoText);
    }
    Ok(Extracted {
        text,
        breaks: LineBreaks::Page,
        pages: starts,
        encoding: None,
        exclusions: Vec::new(),
        reader: None,
        metadata: Metadata::default(),
        warnings,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed() -> Result<String, ImportCause> {
        Err(ImportCause::Crashed {
            detail: String::new(),
        })
    }

    #[test]
    fn what_one_reader_leaves_the_other_fills_in() {
        let text = |s: &str| Ok(s.to_owned());
        let first = vec![text("甲乙"), failed(), text("\u{FFFD}\u{FFFD}丙")];
        let second = vec![text("甲"), text("丁"), text("丙戊"), text("己")];
        assert_eq!(
            better_of_each(first, second),
            [text("甲乙"), text("丁"), text("丙戊"), text("己")]
        );
    }

    #[test]
    fn pages_begin_where_they_say_and_unread_ones_are_named() {
        let page = "字".repeat(30);
        let read = assemble(vec![Ok(page.clone()), failed(), Ok(format!("\n{page} \n"))]).unwrap();
        assert_eq!(read.pages, [0, 31, 32]);
        assert_eq!(read.text, format!("{page}\n\n{page}\n"));
        assert_eq!(read.warnings, [Warning::UnreadPages { pages: vec![2] }]);
        assert_eq!(assemble(vec![failed()]), Err(failed().unwrap_err()));
        assert!(matches!(
            assemble(Vec::new()),
            Err(ImportCause::Damaged { .. })
        ));
        let thin = assemble(vec![Ok("3".to_owned())]).unwrap();
        assert_eq!(thin.warnings, [Warning::NoText]);
    }
}
