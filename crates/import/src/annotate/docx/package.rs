//! Package of a marked copy: some parts are replaced or added, all others are copied in their compressed form.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::super::AnnotationCause;
use crate::whole_zip;

/// Packs a copy of a package. `replaced` has the new contents of parts by their places in the archive, `added` the names
/// and contents of new ones.
pub(super) fn repacked(
    bytes: &[u8],
    replaced: &BTreeMap<usize, Vec<u8>>,
    added: &[(String, Vec<u8>)],
) -> Result<Vec<u8>, AnnotationCause> {
    packed(bytes, replaced, added).map_err(|error| AnnotationCause::damaged(&error))
}

fn packed(
    bytes: &[u8],
    replaced: &BTreeMap<usize, Vec<u8>>,
    added: &[(String, Vec<u8>)],
) -> zip::result::ZipResult<Vec<u8>> {
    let mut archive = whole_zip::open(bytes)?;
    let mut zip = ZipWriter::new(Cursor::new(Vec::with_capacity(bytes.len())));
    let options = |time: Option<DateTime>| {
        SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(time.unwrap_or_default())
    };
    let mut time = None;
    for place in 0..archive.len() {
        let part = archive.by_index_raw(place)?;
        match replaced.get(&place) {
            Some(content) => {
                time = part.last_modified();
                let name = part.name()?.into_owned();
                drop(part);
                zip.start_file(name, options(time))?;
                zip.write_all(content)?;
            }
            None => zip.raw_copy_file(part)?,
        }
    }
    for (name, content) in added {
        zip.start_file(name.as_str(), options(time))?;
        zip.write_all(content)?;
    }
    Ok(zip.finish()?.into_inner())
}
