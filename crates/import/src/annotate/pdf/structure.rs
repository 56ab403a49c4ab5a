//! Structure of a PDF that an update continues: its last cross-reference table with the trailer, and anything that
//! forbids changes.

use hayro_syntax::Pdf;
use hayro_syntax::object::{Dict, Object, ObjectIdentifier};

use super::super::AnnotationCause;
use super::syntax::{self, entries, entry, number};

/// Number of bytes at the end of a file among which its last `startxref` stands. Some mailers append lines.
const TAIL: usize = 4096;
/// Maximum number of tables that are followed; a file has one for each time it was saved. Older ones are ignored.
const TABLES: usize = 1000;

/// Last table of objects of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Structure {
    /// Number of bytes before the header, from which places are counted.
    pub(super) before_header: usize,
    /// Place of the table.
    pub(super) table: u64,
    /// Whether the table is a stream.
    pub(super) is_stream: bool,
    /// Entries of the trailer that the update repeats, as they are written: names and values.
    pub(super) repeated: Vec<(&'static str, Vec<u8>)>,
    /// First string of the file's identity as it is written; empty for none.
    pub(super) identity: Vec<u8>,
    /// First of the object numbers that the update may use.
    pub(super) free: u32,
}

impl Structure {
    /// Reads the structure of a file that may be changed. `count` is the number of objects that the update adds.
    pub(super) fn of(bytes: &[u8], pdf: &Pdf, count: u32) -> Result<Self, AnnotationCause> {
        let before_header =
            header(bytes).ok_or_else(|| AnnotationCause::damaged(&"it has no header"))?;
        let stated = start(bytes).ok_or_else(|| {
            AnnotationCause::damaged(&"it does not say where its table of objects is")
        })?;
        let section = Section::at(bytes, before_header, stated).ok_or_else(|| {
            AnnotationCause::damaged(&"its table of objects is not where it should be")
        })?;
        let mut size = 0;
        let mut next = Some(section.table);
        let mut seen = Vec::new();
        while let Some(table) = next.take().filter(|table| !seen.contains(table)) {
            seen.push(table);
            let Some(older) = Section::at(bytes, before_header, table) else {
                break;
            };
            let trailer = entries(older.trailer).unwrap_or_default();
            if trailer.iter().any(|(name, _)| name == b"Encrypt") {
                return Err(AnnotationCause::Encrypted);
            }
            size = size.max(entry(&trailer, b"Size").and_then(number).unwrap_or(0));
            next = entry(&trailer, b"Prev")
                .and_then(number)
                .filter(|_| seen.len() < TABLES);
        }
        let trailer = entries(section.trailer).unwrap_or_default();
        let root = pdf.xref().root_id();
        let root = format!("{} {} R", root.obj_number, root.gen_number).into_bytes();
        let mut repeated = vec![("Root", root)];
        if let Some(information) = entry(&trailer, b"Info").filter(|value| value.ends_with(b"R")) {
            repeated.push(("Info", information.to_vec()));
        }
        Ok(Self {
            before_header,
            table: section.table,
            is_stream: section.is_stream,
            repeated,
            identity: identity(entry(&trailer, b"ID").unwrap_or_default()),
            free: free(pdf, size, count)?,
        })
    }
}

/// Fails for a file that its author signed: every change breaks the signature.
pub(super) fn refuse_signed(pdf: &Pdf) -> Result<(), AnnotationCause> {
    let root: Option<Dict<'_>> = pdf.xref().get(pdf.xref().root_id());
    let Some(root) = root else {
        return Ok(());
    };
    let form = root.get::<Dict<'_>>("AcroForm");
    let flags = form
        .and_then(|form| form.get::<i32>("SigFlags"))
        .unwrap_or(0);
    let is_signed = |object: Object<'_>| {
        let dict = object.into_dict();
        dict.is_some_and(|dict| dict.contains_key("ByteRange") && dict.contains_key("Contents"))
    };
    // A form may have an empty field for a signature; the signature itself says which bytes it covers.
    let may_be_signed = flags & 1 != 0 || root.contains_key("Perms");
    if may_be_signed && pdf.objects().into_iter().any(is_signed) {
        return Err(AnnotationCause::Signed);
    }
    Ok(())
}

/// Returns the place of the header, from which all places in the file count.
fn header(bytes: &[u8]) -> Option<usize> {
    let head = &bytes[..bytes.len().min(1024)];
    head.windows(5).position(|window| window == b"%PDF-")
}

/// Returns where the file says that its last table is.
fn start(bytes: &[u8]) -> Option<u64> {
    let tail = &bytes[bytes.len().saturating_sub(TAIL)..];
    let word = b"startxref";
    let at = tail
        .windows(word.len())
        .rposition(|window| window == word)?;
    let rest = tail[at + word.len()..].trim_ascii_start();
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    number(&rest[..digits])
}

/// Table of objects with its trailer.
struct Section<'a> {
    table: u64,
    is_stream: bool,
    trailer: &'a [u8],
}

impl<'a> Section<'a> {
    /// Reads the table at a place.
    fn at(bytes: &'a [u8], before_header: usize, table: u64) -> Option<Self> {
        let place = usize::try_from(table).ok()?.checked_add(before_header)?;
        let rest = bytes.get(place..)?;
        let begin = syntax::space(rest, 0);
        if rest.get(begin..)?.starts_with(b"xref") {
            let word = b"trailer";
            let at = rest.windows(word.len()).position(|window| window == word)?;
            let trailer = &rest[at + word.len()..];
            entries(trailer)?;
            return Some(Self {
                table,
                is_stream: false,
                trailer,
            });
        }
        // `12 0 obj <<…>> stream`
        let head = &rest[..rest.len().min(64)];
        let at = head.windows(3).position(|window| window == b"obj")?;
        let is_heading = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_whitespace();
        if !head[..at].iter().all(is_heading) {
            return None;
        }
        let trailer = &rest[at + 3..];
        let found = entries(trailer)?;
        (entry(&found, b"Type") == Some(b"/XRef")).then_some(Self {
            table,
            is_stream: true,
            trailer,
        })
    }
}

/// Returns the first string of the file's identity as it is written.
fn identity(written: &[u8]) -> Vec<u8> {
    // The array is read as the value of an entry.
    let Some(inner) = written.strip_prefix(b"[") else {
        return Vec::new();
    };
    let dictionary = [b"<</A ", inner.trim_ascii_start(), b">>"].concat();
    let found = entries(&dictionary).unwrap_or_default();
    let first = entry(&found, b"A").unwrap_or_default();
    let is_string =
        first.starts_with(b"(") || (first.starts_with(b"<") && !first.starts_with(b"<<"));
    if is_string {
        first.to_vec()
    } else {
        Vec::new()
    }
}

/// Returns the first of `count` numbers that no object has, whatever the trailer says.
fn free(pdf: &Pdf, size: u64, count: u32) -> Result<u32, AnnotationCause> {
    let most = u64::try_from(pdf.len()).unwrap_or(u64::MAX);
    let first = u32::try_from(size.max(most).max(1)).ok();
    let fits = |first: &u32| {
        let end = first.checked_add(count);
        end.is_some_and(|end| end < 8_388_607)
    };
    let mut first = first
        .filter(fits)
        .ok_or_else(|| AnnotationCause::damaged(&"it has too many objects"))?;
    // A wrong size is rare, and so is more than one object behind it.
    let mut number = first;
    while number < first + count {
        let id = ObjectIdentifier::new(number, 0);
        if pdf.xref().get::<Object<'_>>(id).is_some() {
            first = number + 1;
        }
        number += 1;
        if !fits(&first) {
            return Err(AnnotationCause::damaged(&"it has too many objects"));
        }
    }
    Ok(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identity_is_its_first_string() {
        assert_eq!(identity(b"[<AB><CD>]"), b"<AB>");
        assert_eq!(identity(b"[ (a]b) (c) ]"), b"(a]b)");
        assert_eq!(identity(b"[12 0 R]"), b"");
        assert_eq!(identity(b""), b"");
    }

    #[test]
    fn the_last_table_counts() {
        let file = b"%PDF-1.4\nstartxref\n7\n%%EOF\nstartxref\r\n 42 \n%%EOF\n";
        assert_eq!(start(file), Some(42));
        assert_eq!(start(b"%PDF-1.4"), None);
        assert_eq!(header(b"junk%PDF-1.4"), Some(4));
    }

    #[test]
    fn a_table_is_read_where_it_stands() {
        let file = b"..xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 5/Root 1 0 R>>";
        let section = Section::at(file, 0, 2).unwrap();
        assert!(!section.is_stream);
        let stream = b"7 0 obj\n<</Type/XRef/Size 9>>stream";
        assert!(Section::at(stream, 0, 0).unwrap().is_stream);
        for wrong in ["", "7 0 obj <</Type/Page>>", "xref 0 1", "text obj <<>>"] {
            assert!(Section::at(wrong.as_bytes(), 0, 0).is_none(), "{wrong}");
        }
    }
}
