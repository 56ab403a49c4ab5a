//! Kinds of archives, recognised by the ending of a path and by the first bytes.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::volumes::kind_of_part;

/// Kind of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Zip,
    SevenZip,
    Rar,
    Tar,
    /// One packed file, or a packed tar.
    Packed(Packing),
}

/// Method by which one file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Packing {
    Gzip,
    Xz,
    Bzip2,
    Zstd,
}

impl Kind {
    /// Returns the kind that the ending of a path names; `None` if it is not the ending of an archive.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "zip" => Some(Self::Zip),
            "7z" => Some(Self::SevenZip),
            "rar" => Some(Self::Rar),
            "tar" => Some(Self::Tar),
            "gz" | "tgz" => Some(Self::Packed(Packing::Gzip)),
            "xz" | "txz" => Some(Self::Packed(Packing::Xz)),
            "bz2" | "tbz2" | "tbz" | "tb2" => Some(Self::Packed(Packing::Bzip2)),
            "zst" | "tzst" => Some(Self::Packed(Packing::Zstd)),
            _ => kind_of_part(path),
        }
    }

    /// Returns the kind that the first bytes show, whatever the ending says; `None` if they show none.
    pub(super) fn of_content(head: &[u8]) -> Option<Self> {
        let marks: [(&[u8], Self); 10] = [
            (b"PK\x03\x04", Self::Zip),
            (b"PK\x05\x06", Self::Zip),
            (b"PK\x07\x08", Self::Zip),
            (b"7z\xBC\xAF\x27\x1C", Self::SevenZip),
            (b"Rar!\x1A\x07", Self::Rar),
            (b"RE\x7E\x5E", Self::Rar),
            (b"\x1F\x8B", Self::Packed(Packing::Gzip)),
            (b"\xFD7zXZ\0", Self::Packed(Packing::Xz)),
            (b"\x28\xB5\x2F\xFD", Self::Packed(Packing::Zstd)),
            (b"BZh", Self::Packed(Packing::Bzip2)),
        ];
        if is_tar(head) {
            return Some(Self::Tar);
        }
        let mut fitting = marks.into_iter().filter(|(mark, _)| head.starts_with(mark));
        fitting
            .find(|(_, kind)| *kind != Self::Packed(Packing::Bzip2) || is_bzip2(head))
            .map(|(_, kind)| kind)
    }
}

/// Whether the first bytes are those of a tar.
pub(super) fn is_tar(head: &[u8]) -> bool {
    head.get(257..262) == Some(b"ustar")
}

/// Whether the first bytes are those of bzip2, and not only a text that begins with the same letters.
fn is_bzip2(head: &[u8]) -> bool {
    let signs: [&[u8]; 2] = [b"\x31\x41\x59\x26\x53\x59", b"\x17\x72\x45\x38\x50\x90"];
    head.get(4..10).is_some_and(|sign| signs.contains(&sign))
}

/// Whether the first bytes are those of an archive.
pub(crate) fn is_archive_content(head: &[u8]) -> bool {
    Kind::of_content(head).is_some()
}

/// Whether the first bytes are those of an archive that cannot be a document, whatever its ending says. A zip can be one, and a text may
/// look like a tar.
pub(crate) fn is_certainly_archive(head: &[u8]) -> bool {
    let kind = Kind::of_content(head);
    matches!(kind, Some(Kind::SevenZip | Kind::Rar | Kind::Packed(_)))
}

/// Whether the ending of a path names an archive.
pub(crate) fn is_archive(path: &Path) -> bool {
    Kind::of(path).is_some()
}
