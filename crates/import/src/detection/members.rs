//! Detects the format of a zip from the names of its members, since most document formats are zips.

use std::io::{self, Read, Seek};

use super::{Detected, UnreadFormat, ZIP};
use crate::Format;
use crate::bytes::{read_at, read_end};

/// Number of bytes at the end of a zip among which its directory's end stands.
const TAIL: u64 = (64 << 10) + 22;
/// Length in bytes of the directory's end without its comment.
const END: usize = 22;
/// Maximum number of bytes of the directory that are read.
const DIRECTORY: u64 = 1 << 20;
/// Lengths in bytes of a member's header at its data and in the directory, without names.
const LOCAL: usize = 30;
const CENTRAL: usize = 46;

/// Media types that `OpenDocument` files and epubs store as their first member, each with its format.
const MEDIA_TYPES: [(&str, Detected); 6] = [
    (
        "application/vnd.oasis.opendocument.text",
        Detected::Format(Format::Odt),
    ),
    (
        "application/vnd.oasis.opendocument.presentation",
        Detected::Format(Format::Odp),
    ),
    (
        "application/vnd.oasis.opendocument.spreadsheet",
        Detected::Format(Format::Sheet),
    ),
    ("application/epub+zip", Detected::Format(Format::Epub)),
    (
        "application/vnd.oasis.opendocument",
        Detected::Unread(UnreadFormat::Drawing),
    ),
    (
        "application/vnd.sun.xml.writer",
        Detected::Format(Format::Odt),
    ),
];

/// Members, in lower case, and the format of a zip with such a member. A name that ends with `/` stands for every
/// member in that folder. The first entry that is found decides.
const MEMBERS: [(&str, Detected); 21] = {
    use Detected::Unread;
    use UnreadFormat::{Drawing, Iwork, LiveScript, Ofd, PrintedPages, Program, Scratch};
    [
        ("ofd.xml", Unread(Ofd)),
        ("matlab/document.xml", Unread(LiveScript)),
        ("word/", Detected::Format(Format::Docx)),
        ("ppt/", Detected::Format(Format::Slides)),
        ("xl/", Detected::Format(Format::Sheet)),
        ("visio/", Unread(Drawing)),
        ("meta-inf/container.xml", Detected::Format(Format::Epub)),
        ("index/document.iwa", Unread(Iwork)),
        ("index/presentation.iwa", Unread(Iwork)),
        ("index/slide.iwa", Unread(Iwork)),
        ("index.zip", Unread(Iwork)),
        ("index.apxl", Unread(Iwork)),
        ("index.apxl.gz", Unread(Iwork)),
        ("fixeddocseq.fdseq", Unread(PrintedPages)),
        ("fixeddocumentsequence.fdseq", Unread(PrintedPages)),
        ("project.json", Unread(Scratch)),
        ("androidmanifest.xml", Unread(Program)),
        ("meta-inf/manifest.mf", Unread(Program)),
        // An OpenDocument file without its media type, and a package of Office whose parts have other names than usual.
        ("content.xml", Detected::Zip),
        ("[content_types].xml", Detected::Zip),
        ("_rels/.rels", Detected::Zip),
    ]
};

/// Members of which every Office document has at least one. A zip without them may have a folder such as `word/` by
/// chance.
const FRAMES: [&str; 4] = [
    "[content_types].xml",
    "_rels/.rels",
    "meta-inf/manifest.xml",
    "mimetype",
];

/// Detects the format of a zip. `head` is its beginning.
pub(super) fn detect<C: Read + Seek>(head: &[u8], content: &mut C) -> io::Result<Detected> {
    if let Some(detected) = by_media_type(head) {
        return Ok(detected);
    }
    let (names, is_whole) = match directory(content)? {
        Some(directory) => (
            names_in(&directory, b"PK\x01\x02", CENTRAL, (28, None)),
            true,
        ),
        // A zip that is cut off, or one of which only the beginning is there.
        None => (names_in(head, ZIP, LOCAL, (26, Some(18))), false),
    };
    let is_there = |wanted: &str| {
        names
            .iter()
            .any(|name| name == wanted || (wanted.ends_with('/') && name.starts_with(wanted)))
    };
    let known = MEMBERS.iter().find(|(member, _)| is_there(member));
    Ok(match known {
        Some((member, Detected::Format(Format::Docx | Format::Slides | Format::Sheet)))
            if is_whole
                && !FRAMES
                    .iter()
                    .any(|frame| *frame != *member && is_there(frame)) =>
        {
            Detected::Zip
        }
        // A project of Scratch has no folders.
        Some((_, Detected::Unread(UnreadFormat::Scratch)))
            if names.iter().any(|name| name.contains('/')) =>
        {
            Detected::Unread(UnreadFormat::Archive)
        }
        // A packed program may have its source beside its classes, as BlueJ and Eclipse export it.
        Some((_, Detected::Unread(UnreadFormat::Program)))
            if names.iter().any(|name| is_source(name)) =>
        {
            Detected::Unread(UnreadFormat::Archive)
        }
        Some((_, detected)) => *detected,
        None if is_whole => Detected::Unread(UnreadFormat::Archive),
        None => Detected::Zip,
    })
}

/// Whether a member is a source file of a language whose programs are packed into a jar.
fn is_source(name: &str) -> bool {
    [".java", ".kt", ".scala"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

/// Returns the format of the media type that is stored uncompressed in the first member; `None` if there is none.
fn by_media_type(head: &[u8]) -> Option<Detected> {
    let number = |at: usize| {
        Some(usize::from(u16::from_le_bytes([
            *head.get(at)?,
            *head.get(at + 1)?,
        ])))
    };
    let (name, extra) = (number(26)?, number(28)?);
    let is_media_type = head.get(LOCAL..LOCAL + name)? == b"mimetype" && number(8)? == 0;
    let rest = head.get(LOCAL + name + extra..).filter(|_| is_media_type)?;
    (MEDIA_TYPES.iter())
        .find_map(|(kind, detected)| rest.starts_with(kind.as_bytes()).then_some(*detected))
}

/// Reads the directory of a zip that begins with a member. `None` if its end is missing or is that of a zip inside it, if the zip has
/// 4 GB or more, or if no entry is where the directory should begin.
fn directory<C: Read + Seek>(content: &mut C) -> io::Result<Option<Vec<u8>>> {
    let (start, tail) = read_end(content, TAIL)?;
    let is_end = |window: &[u8]| window.starts_with(b"PK\x05\x06");
    let Some(end) = tail.windows(END).rposition(is_end) else {
        return Ok(None);
    };
    let number = |at: usize| -> u64 {
        u32::from_le_bytes([tail[at], tail[at + 1], tail[at + 2], tail[at + 3]]).into()
    };
    let (size, offset) = (number(end + 12), number(end + 16));
    // A zip of 4 GB and more has its numbers elsewhere.
    if (start + end as u64).checked_sub(size) != Some(offset) {
        return Ok(None);
    }
    let directory = read_at(content, offset, size.min(DIRECTORY))?;
    Ok(directory.starts_with(b"PK\x01\x02").then_some(directory))
}

/// Lists the names in headers that begin with `mark`. The length of a name stands at `length_at`; so does that of the data
/// after a header, where there is any: a member may hold a zip, whose names are not those of this one. Names are in lower case, with `/`.
fn names_in(
    bytes: &[u8],
    mark: &[u8],
    header: usize,
    (length_at, data_at): (usize, Option<usize>),
) -> Vec<String> {
    let mut names = Vec::new();
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| find(rest, mark)) {
        at += found;
        let Some(fixed) = bytes.get(at..at + header) else {
            break;
        };
        let length = usize::from(u16::from_le_bytes([fixed[length_at], fixed[length_at + 1]]));
        if let Some(name) = bytes.get(at + header..at + header + length) {
            let name = String::from_utf8_lossy(name)
                .to_lowercase()
                .replace('\\', "/");
            names.push(
                name.trim_start_matches("./")
                    .trim_start_matches('/')
                    .to_owned(),
            );
        }
        let data = data_at.and_then(|at| fixed.get(at..)?.first_chunk());
        at += header + data.map_or(0, |data| u32::from_le_bytes(*data) as usize);
    }
    names
}

fn find(bytes: &[u8], mark: &[u8]) -> Option<usize> {
    bytes.windows(mark.len()).position(|window| window == mark)
}
