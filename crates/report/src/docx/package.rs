//! DOCX file: parts by docx-rs, packed so that the same report gives the same bytes, with additions that docx-rs cannot
//! write: title, fonts for Chinese, languages.

use std::io::{self, Cursor, Read, Write};

use docx_rs::Docx;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use super::marked::AUTHOR;
use super::parts::carried;

/// Time in the properties of a file without a stated date.
const NO_TIME: &str = "1980-01-01T00:00:00Z";
/// Date that docx-rs writes on each comment.
const COMMENT_DATE: &str = r#" w:date="1970-01-01T00:00:00Z""#;
/// Fonts with the names under which other systems know them, so that Word finds the nearest where one is missing.
const FONTS: &str = concat!(
    r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
    r#"<w:fonts xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">"#,
    r#"<w:font w:name="Times New Roman"><w:charset w:val="00"/><w:family w:val="roman"/>"#,
    r#"<w:pitch w:val="variable"/></w:font>"#,
    r#"<w:font w:name="Calibri"><w:charset w:val="00"/><w:family w:val="swiss"/>"#,
    r#"<w:pitch w:val="variable"/></w:font>"#,
    r#"<w:font w:name="Arial"><w:charset w:val="00"/><w:family w:val="swiss"/>"#,
    r#"<w:pitch w:val="variable"/></w:font>"#,
    r#"<w:font w:name="宋体"><w:altName w:val="SimSun;Songti SC;Noto Serif CJK SC"/>"#,
    r#"<w:charset w:val="86"/><w:family w:val="auto"/><w:pitch w:val="variable"/></w:font>"#,
    r#"<w:font w:name="黑体"><w:altName w:val="SimHei;Heiti SC;Noto Sans CJK SC"/>"#,
    r#"<w:charset w:val="86"/><w:family w:val="modern"/><w:pitch w:val="fixed"/></w:font>"#,
    "</w:fonts>"
);
/// Settings: no red lines below the words of a thesis that is not one's own, Word's present layout.
const SETTINGS: &str = concat!(
    r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
    r#"<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">"#,
    r#"<w:zoom w:percent="100"/><w:hideSpellingErrors/><w:hideGrammaticalErrors/>"#,
    r#"<w:defaultTabStop w:val="420"/><w:characterSpacingControl w:val="compressPunctuation"/>"#,
    r#"<w:compat><w:useFELayout/><w:compatSetting w:name="compatibilityMode" "#,
    r#"w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>"#,
    r#"<w:themeFontLang w:val="en-US" w:eastAsia="zh-CN"/></w:settings>"#
);
/// Languages of the text, for hyphenation and for the shapes of characters that languages write differently.
const LANGUAGES: &str = r#"<w:lang w:val="en-US" w:eastAsia="zh-CN"/>"#;

/// Facts for the properties of the file.
pub(super) struct About<'a> {
    pub(super) title: &'a str,
    /// Date to state, as `2026-11-22`; `None` for none.
    pub(super) date: Option<&'a str>,
}

/// Packs a document: deflated, which docx-rs does not do, and without a time.
pub(super) fn packed(docx: Docx, about: &About<'_>) -> io::Result<Vec<u8>> {
    let mut parts = docx.build();
    let time = about.date.and_then(time_of);
    parts.doc_props.core = core(about.title, time.as_deref()).into_bytes();
    parts.font_table = FONTS.into();
    parts.settings = SETTINGS.into();
    let defaults = "</w:rPr></w:rPrDefault>";
    parts.styles = replaced(&parts.styles, defaults, &format!("{LANGUAGES}{defaults}"))?;
    // Texts cannot hold these strings: their quotation marks are escaped.
    let date = time.map_or_else(String::new, |time| format!(r#" w:date="{time}""#));
    let comments = replaced(&parts.comments, COMMENT_DATE, &date)?;
    parts.comments = replaced(&comments, r#"w:initials="""#, r#"w:initials="CC""#)?;
    let mut stored = Cursor::new(Vec::new());
    // The error is of another version of the zip crate than ours.
    parts.pack(&mut stored).map_err(io::Error::other)?;
    deflated(stored)
}

/// Packs the files of an archive again, in the same order: compressed, without folders, dated 1980-01-01.
fn deflated(stored: Cursor<Vec<u8>>) -> io::Result<Vec<u8>> {
    let mut stored = ZipArchive::new(stored)?;
    let mut packed = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    for index in 0..stored.len() {
        let mut part = stored.by_index(index)?;
        if part.is_dir() {
            continue;
        }
        let name = part.name()?.into_owned();
        let mut bytes = Vec::new();
        part.read_to_end(&mut bytes)?;
        packed.start_file(name, options)?;
        packed.write_all(&bytes)?;
    }
    Ok(packed.finish()?.into_inner())
}

fn replaced(xml: &[u8], from: &str, to: &str) -> io::Result<Vec<u8>> {
    let xml = std::str::from_utf8(xml)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    Ok(xml.replace(from, to).into_bytes())
}

/// Returns the first second of a date as XML has it; `None` for a date in words.
fn time_of(date: &str) -> Option<String> {
    let digits =
        |part: &str, count| part.len() == count && part.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<&str> = date.split('-').collect();
    let &[year, month, day] = parts.as_slice() else {
        return None;
    };
    (digits(year, 4) && digits(month, 2) && digits(day, 2)).then(|| format!("{date}T00:00:00Z"))
}

/// Makes the file's properties.
fn core(title: &str, time: Option<&str>) -> String {
    let title = quick_xml::escape::escape(carried(title));
    let time = time.unwrap_or(NO_TIME);
    format!(
        concat!(
            r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><cp:coreProperties "#,
            r#"xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" "#,
            r#"xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" "#,
            r#"xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">"#,
            "<dc:title>{title}</dc:title><dc:creator>{author}</dc:creator>",
            r#"<dcterms:created xsi:type="dcterms:W3CDTF">{time}</dcterms:created>"#,
            r#"<dcterms:modified xsi:type="dcterms:W3CDTF">{time}</dcterms:modified></cp:coreProperties>"#,
        ),
        title = title,
        author = AUTHOR,
        time = time,
    )
}
