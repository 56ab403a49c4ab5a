//! Recognises this program's reports among the files to read, by marks that only the program makes.
//!
//! A report quotes a thesis at length. Checked as a document it would share most with its own thesis, and all reports
//! of a folder would seem to have one author. Each mark consists of the exact bytes of a report as it was written, at
//! the one position where its format has them: a report that a person saved again with another program is that person's
//! document.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;

use flate2::read::DeflateDecoder;

use super::Format;
use super::bytes::{read_at, read_end};
use super::own_tables::{csv_mark, sheet_mark};

/// Beginning of a page up to its language.
const PAGE: &[u8] = br#"<!DOCTYPE html><html lang=""#;
/// Continuation of a page after its language.
const PAGE_MARK: &[u8] =
    br#""><head><meta charset="utf-8"><meta name="generator" content="Chachong report">"#;
/// Number of bytes among which a page's mark stands.
const PAGE_HEAD: u64 = 512;

/// Number of bytes at the end of a PDF that hold its trailer.
const TRAILER: u64 = 1 << 10;
/// Length in bytes of an entry of a PDF's table of objects.
const ENTRY: u64 = 20;
/// Maximum length in bytes of a PDF's information: title and subject may have 500 characters each.
const INFORMATION: u64 = 16 << 10;

/// First parts of a DOCX as our writer packs them; the last one states title and author.
const PARTS: [&str; 4] = [
    "[Content_Types].xml",
    "_rels/.rels",
    "docProps/app.xml",
    "docProps/core.xml",
];
/// Number of bytes among which the first parts of a DOCX stand, and maximum length of its properties.
const PARTS_HEAD: u64 = 64 << 10;
/// Beginning of the properties of a DOCX up to its title.
const CORE: &str = concat!(
    r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><cp:coreProperties "#,
    r#"xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" "#,
    r#"xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" "#,
    r#"xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>"#,
);
/// Continuation of the properties after the title, up to the time.
const CORE_MARK: &str = concat!(
    "</dc:title><dc:creator>Chachong</dc:creator>",
    r#"<dcterms:created xsi:type="dcterms:W3CDTF">"#,
);
/// Text of the properties between their two times, which are the same.
const CORE_TIMES: &str = r#"</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">"#;
/// End of the properties.
const CORE_END: &str = "</dcterms:modified></cp:coreProperties>";

/// Returns whether the file at `path` is a report or table that this program wrote, as its extension and content show; `false` for a file
/// that cannot be read, about which its reader will complain. Reads only a few pieces, however large the file is.
#[must_use]
pub fn is_own_report(path: &Path) -> bool {
    let Some(format) = Format::of(path).filter(|format| is_written(*format)) else {
        return false;
    };
    // Opening a pipe would wait for a writer.
    path.is_file() && File::open(path).is_ok_and(|mut file| is_report(format, &mut file))
}

/// Whether this program writes reports or tables of a format.
const fn is_written(format: Format) -> bool {
    matches!(
        format,
        Format::Html | Format::Pdf | Format::Docx | Format::Sheet | Format::Csv
    )
}

/// Returns whether `content` is a report or table that this program wrote; `false` for content that cannot be read. `format` is the
/// format of the file's extension.
pub fn is_report<C: Read + Seek>(format: Format, content: &mut C) -> bool {
    let mark = match format {
        Format::Html => page_mark(content),
        Format::Pdf => pdf_mark(content),
        Format::Docx => docx_mark(content),
        Format::Sheet => sheet_mark(content),
        Format::Csv => csv_mark(content),
        _ => None,
    };
    mark.is_some()
}

/// Reads at most `length` bytes from `start`; `None` if they cannot be read.
pub(super) fn piece<C: Read + Seek>(content: &mut C, start: u64, length: u64) -> Option<Vec<u8>> {
    read_at(content, start, length).ok()
}

/// Reads at most `length` bytes from `start` as text, with invalid UTF-8 replaced; `None` if they cannot be
/// read.
fn text<C: Read + Seek>(content: &mut C, start: u64, length: u64) -> Option<String> {
    piece(content, start, length).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Finds the mark of a page; `None` if the file has none.
fn page_mark<C: Read + Seek>(content: &mut C) -> Option<()> {
    let head = piece(content, 0, PAGE_HEAD)?;
    let rest = head.strip_prefix(PAGE)?;
    let is_code = |byte: &&u8| byte.is_ascii_alphabetic() || **byte == b'-';
    let language = rest.iter().take_while(is_code).count();
    (language > 0 && rest[language..].starts_with(PAGE_MARK)).then_some(())
}

/// Finds the mark of a PDF in the information that its trailer names; `None` if it has none. Files that a PDF carries,
/// and what it had before it was changed, are not looked at.
fn pdf_mark<C: Read + Seek>(content: &mut C) -> Option<()> {
    let (_, tail) = read_end(content, TRAILER).ok()?;
    let (table, object) = trailer(&String::from_utf8_lossy(&tail))?;
    let first = first_entry(&text(content, table, 2 * ENTRY)?)?;
    let entry = (table.checked_add(first)?).checked_add(object.checked_mul(ENTRY)?)?;
    let entry = text(content, entry, ENTRY)?;
    let (place, _) = entry.split_once(" 00000 n")?;
    let place: u64 = place.parse().ok()?;
    information_mark(&text(content, place, INFORMATION)?, object)
}

/// Reads the trailer of a PDF, which is its end: the place of the table of objects, and the number of the information;
/// `None` if it is not as our writer makes it.
fn trailer(tail: &str) -> Option<(u64, u64)> {
    let (before, table) = (tail.strip_suffix("\n%%EOF")?).rsplit_once("\n>>\nstartxref\n")?;
    let (_, trailer) = before.rsplit_once("\ntrailer\n<<\n")?;
    let number = |line: &str| {
        let object = line.strip_prefix("  /Info ")?.strip_suffix(" 0 R")?;
        object.parse::<u64>().ok()
    };
    Some((table.parse().ok()?, trailer.lines().find_map(number)?))
}

/// Returns the offset in bytes of the first entry in a PDF's table of objects; `None` if the text is not such a table.
fn first_entry(table: &str) -> Option<u64> {
    let heading = table.strip_prefix("xref\n0 ")?;
    let (count, _) = heading.split_once('\n')?;
    count.parse::<u64>().ok()?;
    u64::try_from("xref\n0 \n".len() + count.len()).ok()
}

/// Finds the mark in a PDF's information, which is the object of this number: the same version of this program as
/// creator and as producer; `None` if it is not there.
fn information_mark(information: &str, object: u64) -> Option<()> {
    let entries = information.strip_prefix(&format!("{object} 0 obj\n<<\n"))?;
    let (entries, _) = entries.split_once("\n>>\nendobj\n")?;
    let (_, rest) = entries.split_once("\n  /Creator (Chachong ")?;
    let (version, rest) = rest.split_once(")\n  /Producer (Chachong ")?;
    let is_version = |byte: u8| byte.is_ascii_alphanumeric() || b".-+".contains(&byte);
    (!version.is_empty() && version.bytes().all(is_version)).then_some(())?;
    let rest = rest.strip_prefix(version)?;
    rest.starts_with(")\n  /CreationDate (D:").then_some(())
}

/// Finds the mark of a DOCX in its properties; `None` if it has none.
fn docx_mark<C: Read + Seek>(content: &mut C) -> Option<()> {
    core_mark(&properties(&piece(content, 0, PARTS_HEAD)?)?)
}

/// Unpacks the properties of a DOCX; `None` if they are not where our writer puts them. Its parts are followed from the
/// file's beginning: a whole zip is read only by a worker, and other programs have other parts there.
fn properties(head: &[u8]) -> Option<String> {
    let (mut packed, mut rest) = (head, head);
    for name in PARTS {
        (packed, rest) = part(rest, name)?;
    }
    inflated(packed, PARTS_HEAD)
}

/// Unpacks at most `most` bytes of text; `None` if they cannot be unpacked.
pub(super) fn inflated(packed: &[u8], most: u64) -> Option<String> {
    let mut text = String::new();
    let mut unpacked = DeflateDecoder::new(packed).take(most);
    unpacked.read_to_string(&mut text).ok()?;
    Some(text)
}

/// Splits the first part of a zip, which must have this name and be deflated, from what follows it; `None` if it is
/// another.
fn part<'z>(zip: &'z [u8], name: &str) -> Option<(&'z [u8], &'z [u8])> {
    let (header, rest) = zip.split_at_checked(30)?;
    let number = |at: usize| usize::from(u16::from_le_bytes([header[at], header[at + 1]]));
    let (flags, method) = (number(6), number(8));
    // With a flag the length may stand after the part.
    (header.starts_with(b"PK\x03\x04") && flags == 0 && method == 8).then_some(())?;
    let length = number(18) | (number(20) << 16);
    let rest = rest.strip_prefix(name.as_bytes())?;
    (number(26) == name.len()).then_some(())?;
    let (_, rest) = rest.split_at_checked(number(28))?;
    rest.split_at_checked(length)
}

/// Finds the mark in the properties of a DOCX, all of which must be as our writer makes them; `None` if they are not.
/// Word and WPS add who saved the file last.
fn core_mark(core: &str) -> Option<()> {
    let (_, times) = core.strip_prefix(CORE)?.split_once(CORE_MARK)?;
    let (created, modified) = times.strip_suffix(CORE_END)?.split_once(CORE_TIMES)?;
    (created == modified).then_some(())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use pdf_writer::{Date, Pdf, Ref, TextStr};
    use zip::CompressionMethod;

    use super::*;
    use crate::zip_sample::zipped_by;

    const TIME: &str = "1980-01-01T00:00:00Z";

    fn is(format: Format, bytes: &[u8]) -> bool {
        is_report(format, &mut Cursor::new(bytes))
    }

    fn page(language: &str) -> Vec<u8> {
        [PAGE, language.as_bytes(), PAGE_MARK, b"<title>"].concat()
    }

    /// Makes a PDF whose information states what made it and what wrote it.
    fn pdf(creator: &str, producer: &str) -> Vec<u8> {
        let mut pdf = Pdf::new();
        let [catalog, tree, information] = [1, 2, 3].map(Ref::new);
        pdf.pages(tree).count(0);
        let title = "论文".repeat(250);
        pdf.document_info(information)
            .title(TextStr(&title))
            .subject(TextStr(&title))
            .creator(TextStr(creator))
            .producer(TextStr(producer))
            .creation_date(Date::new(2000));
        pdf.catalog(catalog).pages(tree);
        pdf.set_file_id((vec![1; 16], vec![2; 16]));
        pdf.finish()
    }

    fn core_of(author: &str, more: &str) -> String {
        let mark = CORE_MARK.replace("Chachong", author);
        format!("{CORE}报告 a&lt;b{mark}{TIME}{CORE_TIMES}{TIME}{more}{CORE_END}")
    }

    fn docx(parts: &[&str], core: &str, method: CompressionMethod) -> Vec<u8> {
        let contents = parts.iter().map(|name| {
            let is_core = *name == PARTS[3];
            (name, if is_core { core } else { "<other/>" })
        });
        zipped_by(method, contents)
    }

    #[test]
    fn a_page_is_told_by_how_it_begins_and_not_by_a_quotation() {
        assert!(is(Format::Html, &page("zh-CN")) && is(Format::Html, &page("en")));
        assert!(!is(Format::Txt, &page("en")) && !is(Format::Markdown, &page("en")));
        let mark = r#"<meta name="generator" content="Chachong report">"#;
        for thesis in [
            format!("<!DOCTYPE html><html lang=\"en\"><head><title>{mark}"),
            format!("<!DOCTYPE html><html lang=\"en\"><body><!-- {mark} -->"),
            format!(" {}", String::from_utf8(page("en")).unwrap()),
            mark.to_owned(),
            String::new(),
        ] {
            assert!(!is(Format::Html, thesis.as_bytes()), "{thesis}");
        }
        assert!(!is(Format::Html, &page("")) && !is(Format::Html, PAGE));
    }

    #[test]
    fn a_pdf_is_told_by_its_own_information_only() {
        let ours = pdf("Chachong 0.2.0", "Chachong 0.2.0");
        assert!(is(Format::Pdf, &ours));
        assert!(!is(Format::Docx, &ours));
        for (creator, producer) in [
            ("Word", "Chachong 0.2.0"),
            ("Chachong 0.2.0", "qpdf"),
            ("Chachong 0.2.0", "Chachong 0.3.0"),
            ("Chachong (查重)", "Chachong (查重)"),
            ("Chachong ", "Chachong "),
            ("Chachong", "Chachong"),
        ] {
            assert!(!is(Format::Pdf, &pdf(creator, producer)), "{creator}");
        }
        // A thesis that has the report as an attachment, or quotes it uncompressed.
        let mut thesis = ours.clone();
        thesis.extend(pdf("Word", "Word"));
        assert!(!is(Format::Pdf, &thesis));
        let mut changed = ours.clone();
        changed.extend(b"\n9 0 obj\n<<\n>>\nendobj\n");
        assert!(!is(Format::Pdf, &changed));
        for end in 0..ours.len() {
            assert!(!is(Format::Pdf, &ours[..end]), "{end}");
        }
        let wild = "\ntrailer\n<<\n  /Info 18446744073709551615 0 R\n>>\nstartxref\n0\n%%EOF";
        assert!(!is(Format::Pdf, wild.as_bytes()));
        assert!(!is(Format::Pdf, format!("xref\n0 9\n{wild}").as_bytes()));
    }

    #[test]
    fn a_docx_is_told_by_its_untouched_properties() {
        let deflated = CompressionMethod::Deflated;
        let ours = core_of("Chachong", "");
        let rest = [&PARTS[..], &["word/document.xml"]].concat();
        let report = docx(&rest, &ours, deflated);
        assert!(is(Format::Docx, &report));
        assert!(!is(Format::Pdf, &report) && !is(Format::Odt, &report));
        // Saved anew by a person: it may be a thesis by now.
        let saved = core_of(
            "Chachong",
            "</dcterms:modified><cp:lastModifiedBy>张三</cp:lastModifiedBy><dcterms:modified>",
        );
        assert!(!is(Format::Docx, &docx(&rest, &saved, deflated)));
        let by_another = core_of("Chachong 张三", "");
        assert!(!is(Format::Docx, &docx(&rest, &by_another, deflated)));
        let moved = ["[Content_Types].xml", "word/document.xml", PARTS[3]];
        assert!(!is(Format::Docx, &docx(&moved, &ours, deflated)));
        let stored = docx(&rest, &ours, CompressionMethod::Stored);
        assert!(!is(Format::Docx, &stored));
        let whole = report.len();
        for end in [0, 4, 29, 30, 48, 200, 300, 400] {
            assert!(!is(Format::Docx, &report[..end.min(whole / 2)]), "{end}");
        }
    }

    #[test]
    fn only_files_with_an_ending_of_a_report_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["a.html", "b.htm", "c.txt", "d.pdf"] {
            std::fs::write(at(name), page("en")).unwrap();
        }
        std::fs::create_dir(at("folder.pdf")).unwrap();
        for name in ["a.html", "b.htm"] {
            assert!(is_own_report(&at(name)), "{name}");
        }
        for name in ["c.txt", "d.pdf", "folder.pdf", "none.pdf"] {
            assert!(!is_own_report(&at(name)), "{name}");
        }
    }
}
