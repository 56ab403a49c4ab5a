//! Tables that this program wrote (xlsx, csv) among the files to read, told by marks that only its writers make: checked
//! as documents they would be about documents.

use std::io::{Read, Seek, SeekFrom};

use zip::ZipArchive;

/// Part of a spreadsheet that says who made it, and when.
const PROPERTIES: &str = "docProps/core.xml";
/// Maximum length in bytes of these properties.
const MOST_PROPERTIES: u64 = 16 << 10;
/// Beginnings of our tables as text: of documents, and of pairs.
const HEADINGS: [&[u8]; 2] = [
    b"\xEF\xBB\xBFdocument,format,status,message,",
    b"\xEF\xBB\xBFdocument_a,document_b,distance,estimated_cosine,",
];

/// Finds the mark of a spreadsheet in its properties; `None` if it has none. Programs that save it anew change the
/// times, which are fixed in ours.
pub(super) fn sheet_mark<C: Read + Seek>(content: &mut C) -> Option<()> {
    let mut archive = ZipArchive::new(content).ok()?;
    let part = archive.by_name(PROPERTIES).ok()?;
    let mut properties = String::new();
    part.take(MOST_PROPERTIES)
        .read_to_string(&mut properties)
        .ok()?;
    let version = properties
        .split_once("<dc:creator>Chachong ")?
        .1
        .split('<')
        .next()?;
    let rest = format!("<cp:lastModifiedBy>Chachong {version}</cp:lastModifiedBy>");
    let is_untouched = properties.contains(">2000-01-01T00:00:00Z</dcterms:modified>");
    (is_untouched && properties.contains(&rest)).then_some(())
}

/// Finds the mark of a table as text in its first row; `None` if it has none.
pub(super) fn csv_mark<C: Read + Seek>(content: &mut C) -> Option<()> {
    content.seek(SeekFrom::Start(0)).ok()?;
    let mut head = Vec::new();
    content.take(64).read_to_end(&mut head).ok()?;
    let is_ours = |heading: &&[u8]| head.starts_with(heading);
    HEADINGS.iter().any(is_ours).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Cursor, Write};

    fn sheet(creator: &str, editor: &str, modified: &str) -> Option<()> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(PROPERTIES, options).unwrap();
        write!(
            zip,
            "<c><dc:creator>{creator}</dc:creator><cp:lastModifiedBy>{editor}</cp:lastModifiedBy>\
             <dcterms:modified xsi:type=\"dcterms:W3CDTF\">{modified}</dcterms:modified></c>"
        )
        .unwrap();
        sheet_mark(&mut Cursor::new(zip.finish().unwrap().into_inner()))
    }

    #[test]
    fn our_tables_are_told_until_a_person_saves_them_anew() {
        let (ours, fixed) = ("Chachong 0.2.0", "2000-01-01T00:00:00Z");
        assert!(sheet(ours, ours, fixed).is_some());
        for (creator, editor, modified) in [
            (ours, "张三", fixed),
            (ours, ours, "2026-01-01T00:00:00Z"),
            ("张三", "张三", fixed),
        ] {
            assert!(sheet(creator, editor, modified).is_none());
        }
        let csv = |text: &str| csv_mark(&mut Cursor::new(text.as_bytes()));
        assert!(csv("\u{FEFF}document,format,status,message,characters\r\n").is_some());
        assert!(csv("document,format,status\n").is_none());
        assert!(sheet_mark(&mut Cursor::new(b"PK")).is_none());
    }
}
