//! Metadata of the file in XML (XMP), which PDF/A requires; it repeats the file's information.

use xmp_writer::{DateTime, LangId, Timezone, XmpWriter};

use super::{About, short};
use crate::facts::program;

/// Returns the metadata. `ids` name the document and this file of it.
pub(super) fn xmp(
    about: &About<'_>,
    day: jiff::civil::Date,
    ids: [&Vec<u8>; 2],
    pages: usize,
) -> String {
    let number = |value: i8| u8::try_from(value).ok();
    let date = DateTime {
        year: u16::try_from(day.year()).unwrap_or(0),
        month: number(day.month()),
        day: number(day.day()),
        hour: Some(0),
        minute: Some(0),
        second: Some(0),
        timezone: Some(Timezone::Utc),
    };
    let [document, instance] = ids.map(|id| {
        (id.iter()).fold("uuid:".to_owned(), |mut text, byte| {
            text.push(char::from_digit(u32::from(byte >> 4), 16).unwrap_or('0'));
            text.push(char::from_digit(u32::from(byte & 15), 16).unwrap_or('0'));
            text
        })
    });
    let (title, description) = (short(&about.title), short(&about.description));
    let program = program();
    let mut xmp = XmpWriter::new();
    xmp.title([(None, title.as_str())])
        .description([(None, description.as_str())])
        .language([LangId(about.language.code())])
        .format("application/pdf")
        .creator_tool(&program)
        .producer(&program)
        .create_date(date)
        .modify_date(date)
        .document_id(&document)
        .instance_id(&instance)
        .num_pages(u32::try_from(pages).unwrap_or(u32::MAX))
        .pdf_version("1.7")
        .pdfa_part(2)
        .pdfa_conformance("U");
    xmp.finish(None)
}
