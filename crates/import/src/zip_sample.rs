//! Zips for tests.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Returns a zip of members, each with its name and content.
pub(crate) fn zipped<N: AsRef<str>, C: AsRef<[u8]>>(
    members: impl IntoIterator<Item = (N, C)>,
) -> Vec<u8> {
    zipped_by(CompressionMethod::Deflated, members)
}

/// Returns a zip of members that are compressed by this method.
pub(crate) fn zipped_by<N: AsRef<str>, C: AsRef<[u8]>>(
    method: CompressionMethod,
    members: impl IntoIterator<Item = (N, C)>,
) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, content) in members {
        zip.start_file(name.as_ref(), options).unwrap();
        zip.write_all(content.as_ref()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}
