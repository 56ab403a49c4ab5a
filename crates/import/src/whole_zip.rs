//! Opens zips so that the directory of a zip inside another one is never taken for that of the outer one, whose own may be cut off.

use std::io::Cursor;

use zip::ZipArchive;
use zip::read::{ArchiveOffset, Config};
use zip::result::ZipResult;

use super::detection::ZIP;

/// Returns how a zip with these first bytes is opened. Nothing stands before one that begins with a member, so its directory counts
/// places from there; only a program that unpacks itself stands before its zip.
pub(super) fn config(head: &[u8]) -> Config {
    let archive_offset = if head.starts_with(ZIP) {
        ArchiveOffset::Known(0)
    } else {
        ArchiveOffset::Detect
    };
    Config { archive_offset }
}

/// Opens a zip in memory.
pub(super) fn open(bytes: &[u8]) -> ZipResult<ZipArchive<Cursor<&[u8]>>> {
    ZipArchive::with_config(config(bytes), Cursor::new(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipWriter};

    fn stored(members: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        for (name, content) in members {
            zip.start_file(*name, options).unwrap();
            zip.write_all(content).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[test]
    fn a_zip_that_is_cut_off_does_not_become_the_zip_inside_it() {
        let inner = stored(&[("word/document.xml", b"<w:document/>")]);
        let class = stored(&[("a.docx", &inner), ("b.docx", &inner), ("c.txt", b"end")]);
        assert_eq!(open(&class).unwrap().len(), 3);
        // The end of the second member is still there, and so is its directory.
        let second = class.windows(inner.len()).rposition(|part| part == inner);
        let cut = &class[..second.unwrap() + inner.len() + 20];
        assert!(open(cut).is_err());
        let mut program = b"MZ and code".to_vec();
        program.extend(&class);
        assert_eq!(open(&program).unwrap().len(), 3);
    }
}
