//! Reader for RTF (rtf) of Word, WPS, `WordPad` and LibreOffice: paragraphs, notes, text boxes, and tables as rows with
//! tabs between the cells. Pictures and deleted text are left out; hidden text is left out and counted; text that no
//! reader sees is not compared; headers and footers are placed at the end, and running heads in them are not compared.
//!
//! The existing crates for RTF decode the bytes of Chinese Windows as Latin letters (docs/import.md).

mod code_page;
mod destination;
mod field;
mod look;
mod objects;
mod token;
mod walker;

use super::{Extracted, Format, ImportCause, Metadata, Warning, pictured_pages};
use walker::Walker;

/// First bytes of an RTF file.
const BEGIN: &[u8] = b"{\\rtf";

pub(super) fn read(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace());
    let bytes = &bytes[start.unwrap_or(0)..];
    if !bytes.starts_with(BEGIN) {
        return Err(ImportCause::wrong(Format::Rtf));
    }
    let found = Walker::of(bytes);
    let mut text = found.text;
    let heads = found.heads.trim_end();
    // Headers alone are no text.
    let lacks_text = text.text().trim().is_empty() && !heads.is_empty();
    if !heads.is_empty() {
        text.push_heads(&format!("{heads}\n"));
    }
    let mut extracted = text.extracted();
    extracted.block_quotations = found.quotations;
    if lacks_text {
        extracted.warnings.push(Warning::NoText);
    }
    let stated = |text: String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    extracted.metadata = Metadata {
        title: stated(found.title),
        author: stated(found.author),
        last_editor: stated(found.operator),
        ..Metadata::default()
    };
    extracted.warnings.extend(Warning::hidden(found.hidden));
    if found.is_cut_off {
        extracted.warnings.push(Warning::CutOff);
    }
    let names = objects::documents(bytes);
    extracted.warnings.extend(Warning::embedded(names));
    pictured_pages::tell(&mut extracted, pictured_pages::in_rtf(bytes));
    Ok(extracted)
}

#[cfg(test)]
mod tests;
