//! HTML report: a folder with a page of the whole check, one for each document and one for each pair. Each page is a
//! single file that contains its style and script, needs no network and runs nothing else (Content-Security-Policy).
//! All content of documents is escaped by maud's templates.

mod bits;
mod decided;
mod document;
mod evidence;
mod folder;
mod groups;
mod index;
mod leads;
mod marked_text;
mod matrix;
mod matrix_scale;
mod page;
mod pair;
mod pictures;
mod programs;
mod recheck;
mod references;
mod rows;
mod shared_texts;
mod sheet;
mod side_by_side;
mod site;
mod sources;
mod specimens;
mod summary;
mod tables;
#[cfg(test)]
mod tests;
mod versions;
mod whole_texts;
mod words;

use chachong_compare::DocumentIndex;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use self::evidence::pairs_with_pictures;
use self::folder::Folder;
use self::pictures::{MOST_OF_PAIR, Pictures};
use self::site::{Site, has_page};
use super::pair_report::{PairReport, weighed};
use super::{Inputs, Report, ReportError};
use chachong_check::PreparedCache;
use chachong_compare::PairFinding;
pub(crate) use folder::{FOLDERS, INDEX};
pub(crate) use page::REPORT_MARK;
pub(crate) use sheet::{compact, digest};
pub(crate) use words::visible;

/// Maximum size in bytes of the prepared texts kept for the pages of pairs.
const PREPARED_MEMORY: usize = 256 << 20;
/// Approximate size of a prepared text, in bytes for each of its characters.
const PREPARED_BYTES: usize = 40;

/// Reason why an HTML report was not written. An earlier report in the same folder stays as it was, unless the new pages were finished
/// and could not all be moved to their places.
#[derive(Debug, thiserror::Error)]
pub enum HtmlError {
    /// The writing was cancelled.
    #[error("the report was cancelled")]
    Cancelled,
    /// A file of the report could not be written.
    #[error(transparent)]
    NotWritten(#[from] ReportError),
}

/// Writes the report of a check into `folder`: `index.html`, `documents/` and `pairs/`. Pages are written on all cores of the current
/// thread pool; the bytes do not depend on their number. `progress` receives the number of pages written and the total number;
/// `cancelled` is called between pages and returns whether to stop. Pages of an earlier report are replaced or deleted; all other files
/// stay. Fails if `cancelled` returned `true`, if a page cannot be written or would replace one of the inputs, or if the folder contains
/// other files but no report.
pub fn html_report(
    folder: &Path,
    check: Report<'_>,
    inputs: &Inputs,
    progress: &(dyn Fn(usize, usize) + Sync),
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<(), HtmlError> {
    let mut site = Site::of(check);
    let folder = Folder::open(folder, inputs)?;
    site.pictures = Pictures::read(check, pairs_with_pictures(&site), cancelled);
    let site = site;
    let total = site.documents.len() + site.pair_pages + 1;
    let done = AtomicUsize::new(0);
    let write = |name: &str, page: &str| -> Result<(), HtmlError> {
        if cancelled() {
            return Err(HtmlError::Cancelled);
        }
        folder.write(name, page)?;
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, total);
        Ok(())
    };
    site.documents
        .par_iter()
        .with_max_len(1)
        .try_for_each(|&position| {
            let page = document::page(&site, position);
            write(&site.document_file(position), &page)
        })?;
    write_pairs(&site, &write)?;
    write("index.html", &index::page(&site))?;
    folder.finish()?;
    Ok(())
}

/// Writes the pages of the pairs, block by block of documents: two blocks of prepared texts fit into the memory, so few
/// texts are prepared twice.
fn write_pairs(
    site: &Site<'_>,
    write: &(dyn Fn(&str, &str) -> Result<(), HtmlError> + Sync),
) -> Result<(), HtmlError> {
    let check = site.check;
    let cache = PreparedCache::new(PREPARED_MEMORY);
    let prepared = |position: DocumentIndex| cache.get(position, || weighed(check, position));
    let block = block(check);
    let block_of = |pair: &&PairFinding| (pair.a.0 / block, pair.b.0 / block);
    let mut pairs = site.order[..site.pair_pages].to_vec();
    pairs.sort_unstable_by_key(|pair| (block_of(pair), pair.a, pair.b));
    for pairs in pairs.chunk_by(|x, y| block_of(x) == block_of(y)) {
        pairs.par_iter().with_max_len(4).try_for_each(|pair| {
            let report = PairReport::with(check, pair, &prepared);
            write(&site.pair_file(pair), &pair::page(site, pair, &report))
        })?;
    }
    Ok(())
}

/// Number of documents in a block, so that the prepared texts of two blocks fit into the memory.
fn block(check: Report<'_>) -> usize {
    let readings = check
        .result
        .documents
        .iter()
        .filter_map(|one| one.content());
    let characters: u64 = readings.map(|content| content.characters).sum();
    let bytes = usize::try_from(characters).unwrap_or(usize::MAX / PREPARED_BYTES) * PREPARED_BYTES;
    let of_one = bytes / check.result.documents.len().max(1);
    (PREPARED_MEMORY / 2 / of_one.max(1)).max(1)
}

/// Writes the page of the document at `position` as a single file without links to other pages. Fails with [`io::ErrorKind::NotFound`] if
/// the document was not read or comes from a library, or if texts were not compared, and with another error if `out` fails. If the stored
/// text can no longer be read, the page says so.
pub fn document_html(
    out: &mut dyn Write,
    check: Report<'_>,
    position: DocumentIndex,
) -> io::Result<()> {
    if !has_page(check, position) {
        return Err(io::ErrorKind::NotFound.into());
    }
    out.write_all(document::page(&Site::alone(check), position).as_bytes())
}

/// Writes the page of a listed pair as a single file without links to other pages. Fails with [`io::ErrorKind::NotFound`] if one of the
/// two documents was not read, and with another error if `out` fails. If a stored text can no longer be read, the page says so.
pub fn pair_html(out: &mut dyn Write, check: Report<'_>, pair: &PairFinding) -> io::Result<()> {
    let prepared = |position: DocumentIndex| weighed(check, position).map(Arc::new);
    let report = PairReport::with(check, pair, &prepared);
    if matches!(report, Ok(None)) {
        return Err(io::ErrorKind::NotFound.into());
    }
    let mut site = Site::alone(check);
    let own = [((pair.a, pair.b), MOST_OF_PAIR)];
    site.pictures = Pictures::read(check, own, &|| false);
    out.write_all(pair::page(&site, pair, &report).as_bytes())
}
