//! Documents inside a document: parts that Word puts in their place (`w:altChunk`), and files that were placed as objects.

use std::collections::HashMap;
use std::io::{Cursor, Read};
use std::path::Path;

use cfb::CompoundFile;
use chachong_text::ExclusionReason;

use super::super::detection::{Detected, OLE2};
use super::super::marked::Mark;
use super::super::sight::Unseen;
use super::super::{Extracted, Format, ImportCause, Warning, doc, html, mhtml, rtf, txt, xhtml};
use super::body::{self, Document};
use super::flow::Flow;
use super::one_file;
use super::package::{Package, Relation};
use crate::field::Values;

/// Maximum depth of documents inside documents that are read.
const MAXIMUM_DEPTH: usize = 2;
/// Maximum size, in bytes, of an embedded document that is read.
const MAXIMUM_BYTES: u64 = 16 << 20;
/// Streams in which an object keeps a whole file.
const WHOLE_FILES: [&str; 2] = ["Package", "CONTENTS"];
/// Stream in which an object keeps a file with its name.
const NAMED_FILE: &str = "\u{1}Ole10Native";
/// Streams of the documents that an object itself may be.
const OWN_STREAMS: [&str; 4] = ["WordDocument", "Workbook", "Book", "PowerPoint Document"];

type Container<'a> = CompoundFile<Cursor<&'a [u8]>>;

/// Document that was placed as an object.
pub(super) struct Placed {
    pub(super) name: String,
    /// Text; `None` for a format that is not read here, for a damaged file, and beyond the maximum depth.
    pub(super) flow: Option<Flow>,
}

/// Documents inside a document.
#[derive(Default)]
pub(super) struct Embedded {
    /// Parts that are put in their place, by relationship id.
    pub(super) chunks: HashMap<String, Flow>,
    /// Documents that were placed as objects, by relationship id.
    pub(super) objects: HashMap<String, Placed>,
    /// Names of the parts that are not read, and of the documents inside the others that are not read.
    pub(super) unread: Vec<String>,
}

/// Reads the documents inside a document that stands at `depth`.
pub(super) fn read(
    package: &mut Package<'_>,
    relations: &[Relation],
    depth: usize,
) -> Result<Embedded, ImportCause> {
    let mut found = Embedded::default();
    for relation in relations {
        let is_chunk = relation.kind == "aFChunk";
        if !is_chunk && !matches!(relation.kind.as_str(), "package" | "oleObject") {
            continue;
        }
        let stored = package.stored_name(&relation.target).unwrap_or_default();
        let name = last_of(&stored).to_owned();
        let bytes = match package.bytes(&relation.target, MAXIMUM_BYTES) {
            Ok(Some(bytes)) => bytes,
            Err(error @ ImportCause::UnpacksTooLarge { .. }) => return Err(error),
            Ok(None) if is_chunk && !name.is_empty() => {
                found.unread.push(name);
                continue;
            }
            Ok(None) | Err(_) => continue,
        };
        let file = if is_chunk {
            File { name, bytes }
        } else {
            File { name, bytes }.unwrapped()
        };
        if !is_chunk && !file.is_document() {
            continue;
        }
        let name = file.name.clone();
        let flow = if depth < MAXIMUM_DEPTH {
            file.flow(package, depth, &mut found.unread)?
        } else {
            None
        };
        match flow {
            _ if !is_chunk => {
                let placed = Placed { name, flow };
                found.objects.insert(relation.id.clone(), placed);
            }
            Some(flow) => {
                found.chunks.insert(relation.id.clone(), flow);
            }
            None => found.unread.push(name),
        }
    }
    Ok(found)
}

/// Returns the names of the documents that were placed as objects, sorted.
pub(crate) fn names(
    package: &mut Package<'_>,
    relations: &[Relation],
) -> Result<Vec<String>, ImportCause> {
    let objects = read(package, relations, MAXIMUM_DEPTH)?.objects;
    let mut names: Vec<String> = objects.into_values().map(|placed| placed.name).collect();
    names.sort_unstable();
    Ok(names)
}

/// Returns the file's name at the end of a path.
fn last_of(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// File inside a document.
struct File {
    name: String,
    bytes: Vec<u8>,
}

impl File {
    /// Returns the file that an object's container holds, or the file itself.
    fn unwrapped(self) -> Self {
        if !self.bytes.starts_with(OLE2) {
            return self;
        }
        let Ok(mut container) = CompoundFile::open(Cursor::new(self.bytes.as_slice())) else {
            return self;
        };
        file_in(&self.name, &mut container, Path::new("/")).unwrap_or(self)
    }

    /// Whether the file is a document: the objects of drawings and formulas are none.
    fn is_document(&self) -> bool {
        match Detected::of_bytes(&self.bytes) {
            Detected::Format(Format::Image | Format::Archive | Format::Source) => false,
            Detected::Format(_) | Detected::Encrypted => true,
            Detected::Text => Format::of(Path::new(&self.name)).is_some(),
            _ => false,
        }
    }

    /// Reads a text, page or Word file; `None` for another one, or one that cannot be read. Names of unread files inside it are added to
    /// `unread`.
    fn flow(
        self,
        package: &mut Package<'_>,
        depth: usize,
        unread: &mut Vec<String>,
    ) -> Result<Option<Flow>, ImportCause> {
        let format = Format::of(Path::new(&self.name))
            .filter(|format| *format != Format::Source)
            .unwrap_or(Format::Txt);
        let Ok(format) = format.reading_of(Detected::of_bytes(&self.bytes), &self.bytes) else {
            return Ok(None);
        };
        let bytes = self.bytes;
        let read = match format {
            Format::Docx => return inner(&bytes, package, depth, unread),
            Format::WordXml => {
                return match one_file::package(&bytes) {
                    Ok(bytes) => inner(&bytes, package, depth, unread),
                    Err(_) => Ok(None),
                };
            }
            Format::Txt => txt::read(bytes),
            Format::Html => html::read(xhtml::with_end_tags(bytes), None),
            Format::Mhtml => mhtml::read(&bytes, None),
            Format::Rtf => rtf::read(&bytes),
            Format::Doc => doc::read(&bytes),
            _ => return Ok(None),
        };
        Ok(read.ok().map(|read| flow_of(&read)))
    }
}

/// Returns the name of the document that an object called `name` is or holds; `None` if it is or holds none.
pub(crate) fn document_in(name: String, bytes: Vec<u8>) -> Option<String> {
    let file = File { name, bytes }.unwrapped();
    file.is_document().then_some(file.name)
}

/// Returns the name of the document in an object's storage of a container; `None` if there is none.
pub(crate) fn document_in_storage(container: &mut Container<'_>, storage: &Path) -> Option<String> {
    let name = storage.file_name()?.to_string_lossy().into_owned();
    let mut own = OWN_STREAMS.iter();
    if own.any(|stream| container.is_stream(storage.join(stream))) {
        return Some(name);
    }
    let file = file_in(&name, container, storage)?;
    file.is_document().then_some(file.name)
}

/// Returns the file that a storage of a container holds; `None` if it holds none. A file without a name gets that of the object.
fn file_in(name: &str, container: &mut Container<'_>, storage: &Path) -> Option<File> {
    let mut stream = |name: &str| {
        let mut bytes = Vec::new();
        let stream = container.open_stream(storage.join(name)).ok()?;
        stream.take(MAXIMUM_BYTES).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    };
    if let Some(bytes) = WHOLE_FILES.iter().find_map(|name| stream(name)) {
        let name = name.to_owned();
        return Some(File { name, bytes });
    }
    stream(NAMED_FILE).and_then(|native| named_file(&native))
}

/// Returns the file in a stream of Windows' packager: its name, the path that it had, and its bytes.
fn named_file(native: &[u8]) -> Option<File> {
    let length_at = |at: usize| {
        let four = native.get(at..at.checked_add(4)?)?;
        usize::try_from(u32::from_le_bytes(four.try_into().ok()?)).ok()
    };
    let after_text = |from: usize| {
        let length = native.get(from..)?.iter().position(|&byte| byte == 0)?;
        Some(from + length + 1)
    };
    // Size of the rest, and a mark.
    let name_at = 6;
    let path_at = after_text(name_at)?;
    // After the path stand a mark, and the length and text of the path of a copy.
    let copy_at = after_text(path_at)? + 4;
    let size_at = copy_at.checked_add(4)?.checked_add(length_at(copy_at)?)?;
    let bytes_at = size_at.checked_add(4)?;
    let end = bytes_at.checked_add(length_at(size_at)?)?;
    let name = native.get(name_at..path_at - 1)?;
    let name = match std::str::from_utf8(name) {
        Ok(name) => name.to_owned(),
        Err(_) => encoding_rs::GB18030.decode(name).0.into_owned(),
    };
    Some(File {
        name: last_of(&name).to_owned(),
        bytes: native.get(bytes_at..end.min(native.len()))?.to_vec(),
    })
}

/// Reads a Word file; its unpacked bytes are taken from the allowance of the outer one. `None` if it cannot be read.
fn inner(
    bytes: &[u8],
    package: &mut Package<'_>,
    depth: usize,
    unread: &mut Vec<String>,
) -> Result<Option<Flow>, ImportCause> {
    let Ok(mut inner) = Package::open(bytes, package.left()) else {
        return Ok(None);
    };
    let read = body::document(&mut inner, Values::new(), depth + 1);
    package.set_left(inner.left());
    match read {
        Ok(Document {
            mut flow,
            unread: names,
            ..
        }) => {
            flow.sources.clear();
            unread.extend(names);
            Ok(Some(flow))
        }
        Err(error @ ImportCause::UnpacksTooLarge { .. }) => Err(error),
        Err(_) => Ok(None),
    }
}

/// Converts what another reader read; running heads are not text of the outer document.
fn flow_of(read: &Extracted) -> Flow {
    let mut flow = Flow::default();
    let mut rest = read.text.chars();
    let mut at = 0;
    let mut piece = |from: u64, to: u64| -> String {
        rest.by_ref()
            .take(usize::try_from(to - from).unwrap_or(0))
            .collect()
    };
    let count = read.text.chars().count() as u64;
    for exclusion in &read.exclusions {
        flow.push(&piece(at, exclusion.start), None);
        let text = piece(exclusion.start, exclusion.end);
        match exclusion.reason {
            ExclusionReason::RunningHead => {}
            ExclusionReason::Invisible => flow.push(&text, Some(Mark::Unseen(Unseen::Faint))),
            _ => flow.push(&text, None),
        }
        at = exclusion.end;
    }
    flow.push(&piece(at, count), None);
    for warning in &read.warnings {
        if let Warning::HiddenText { places } = warning {
            flow.omit(places.count);
        }
    }
    if flow.marked.length() == count {
        flow.quotations.clone_from(&read.block_quotations);
    }
    flow.settle();
    flow
}

#[cfg(test)]
mod tests {
    use super::*;

    fn native(name: &[u8], content: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0, 0, 0, 0, 2, 0];
        bytes.extend([name, b"\0C:\\a\\b.txt\0", &[0, 0, 3, 0, 2, 0, 0, 0], b"x\0"].concat());
        bytes.extend(u32::try_from(content.len()).unwrap().to_le_bytes());
        bytes.extend(content);
        bytes
    }

    #[test]
    fn a_packed_file_has_its_name_and_bytes() {
        let file = |bytes: &[u8]| named_file(bytes).map(|file| (file.name, file.bytes));
        let all = native("报告.txt".as_bytes(), b"text");
        assert_eq!(file(&all), Some(("报告.txt".to_owned(), b"text".to_vec())));
        let gbk = encoding_rs::GBK.encode("报告.docx").0;
        assert_eq!(named_file(&native(&gbk, b"x")).unwrap().name, "报告.docx");
        for cut in 0..all.len() {
            let _ = file(&all[..cut]);
        }
        let mut huge = all;
        let at = huge.len() - 8;
        huge[at..at + 4].fill(0xFF);
        assert_eq!(file(&huge).unwrap().1, b"text");
    }

    #[test]
    fn only_documents_are_named() {
        let is = |name: &str, bytes: &[u8]| {
            let (name, bytes) = (name.to_owned(), bytes.to_vec());
            File { name, bytes }.unwrapped().is_document()
        };
        let mut container = CompoundFile::create(Cursor::new(Vec::new())).unwrap();
        let mut stream = container.create_stream(NAMED_FILE).unwrap();
        std::io::Write::write_all(&mut stream, &native(b"a.txt", b"plain text of a file")).unwrap();
        drop(stream);
        let packed = container.into_inner().into_inner();
        assert!(is("oleObject1.bin", &packed));
        let mut container = CompoundFile::create(Cursor::new(Vec::new())).unwrap();
        container.create_stream("/Equation Native").unwrap();
        assert!(!is("oleObject1.bin", &container.into_inner().into_inner()));
        assert!(!is("a.bin", OLE2));
        assert!(is("a.bin", b"%PDF-1.4"));
        assert!(!is("a.bin", b"some text"));
    }
}
