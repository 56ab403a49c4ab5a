//! Kinds of archives, by the ending of a path and by the first bytes.

use std::path::Path;

use serde::{Deserialize, Serialize};

/// Kind of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Zip,
    SevenZip,
    Rar,
    Tar,
    TarGz,
}

impl Kind {
    /// Returns the kind that the ending of a path names; `None` if it names no archive.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "zip" => Some(Self::Zip),
            "7z" => Some(Self::SevenZip),
            "rar" => Some(Self::Rar),
            "tar" => Some(Self::Tar),
            "tgz" => Some(Self::TarGz),
            "gz" => {
                let inner = Path::new(path.file_stem()?).extension()?;
                inner.eq_ignore_ascii_case("tar").then_some(Self::TarGz)
            }
            _ => None,
        }
    }

    /// Returns the kind that the first bytes show, whatever the ending says; `None` if they show none.
    pub(super) fn of_content(head: &[u8]) -> Option<Self> {
        let tar = head.get(257..262) == Some(b"ustar");
        let gzip = head.starts_with(&[0x1F, 0x8B]);
        let zip = [&b"PK\x03\x04"[..], b"PK\x05\x06", b"PK\x07\x08"];
        if zip.iter().any(|mark| head.starts_with(mark)) {
            Some(Self::Zip)
        } else if head.starts_with(b"7z\xBC\xAF\x27\x1C") {
            Some(Self::SevenZip)
        } else if head.starts_with(b"Rar!\x1A\x07") {
            Some(Self::Rar)
        } else if gzip {
            Some(Self::TarGz)
        } else {
            tar.then_some(Self::Tar)
        }
    }
}

/// Whether the ending of a path names an archive.
pub(crate) fn is_archive(path: &Path) -> bool {
    Kind::of(path).is_some()
}
