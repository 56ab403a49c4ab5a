//! Feedback: a zip with each student's reports, which the learning platform can import, and a table for the gradebook.
//!
//! A student's report contains the student's own text with its passages and shares. [`view`] decides what it shows of
//! others: by default neither their names nor their texts.

mod error;
mod figures;
mod folders;
mod table;
#[cfg(test)]
pub(crate) mod tests;
mod view;

use std::io::{self, Seek, Write};
use std::path::Path;

use chachong_compare::DocumentIndex;
use rayon::prelude::*;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

pub use error::FeedbackError;
pub use table::submissions_csv;

use crate::safeguard::{Content, FEEDBACK_MARK, Inputs};
use crate::{OutputError, OutputWatch, Report, pdf};
use folders::{Folder, folders};
use view::Class;

/// Number of submissions whose reports are made at once, for each thread.
const AT_ONCE: usize = 2;

/// What a student's report may show of the other submissions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeedbackOptions {
    /// Whether names and file names of the others are shown.
    pub names: bool,
    /// Whether texts and programs of the others are shown beside common passages and programs.
    pub text: bool,
}

/// Result of writing feedback.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeedbackWritten {
    /// Number of submissions with a report.
    pub submissions: usize,
    /// Number of reports: one for each checked file that was read.
    pub reports: usize,
    /// Names of the submissions without a report, because none of their files was read.
    pub without_report: Vec<String>,
    /// Names of the submissions whose reports the platform cannot import; these are in folders named after the
    /// submissions. Empty if no submission comes from a platform that imports feedback.
    pub not_taken: Vec<String>,
}

/// Writes a zip with each student's reports, one PDF for each file that was read. Folders and files have the names
/// under which Moodle or Canvas imports them; without such a platform there is one folder for each submission. The same
/// check gives the same bytes.
///
/// An existing `file` is replaced only if [`crate::write_reports`] would replace it. Nothing is written if texts were not compared, a
/// report fails or `watch` cancels; each of these is an error. `watch.progress` receives numbers of submissions, not of files.
pub fn write_feedback(
    check: Report<'_>,
    file: &Path,
    options: FeedbackOptions,
    inputs: &Inputs,
    watch: &OutputWatch<'_>,
) -> Result<FeedbackWritten, FeedbackError> {
    if check.result.copies().is_none() {
        return Err(FeedbackError::NotCompared {
            file: file.to_owned(),
        });
    }
    let mut inputs = inputs.clone();
    inputs.add_documents(&check.result.documents);
    let all = view::submissions_in(check);
    let class = Class::of(check, &all, options).map_err(|lost| no_text(lost, file))?;
    let seen = |document: DocumentIndex, name: &str| class.own_name(document, name);
    let folders = folders(check, &all, &seen);
    let mut failed = None;
    let written = crate::write_file(file, Content::Feedback, &inputs, |out| {
        pack(out, &class, &folders, (file, watch)).unwrap_or_else(|error| {
            failed = Some(error);
            Err(io::ErrorKind::Other.into())
        })
    });
    if let Some(error) = failed {
        return Err(error);
    }
    written.map_err(OutputError::from)?;
    let name = |folder: &&Folder| all.get(folder.submission).name.clone();
    let has_reports = |folder: &&Folder| !folder.reports.is_empty();
    let any_taken = folders.iter().any(|folder| folder.is_taken);
    let not_taken = (folders.iter()).filter(|one| any_taken && has_reports(one) && !one.is_taken);
    Ok(FeedbackWritten {
        submissions: folders.iter().filter(has_reports).count(),
        reports: folders.iter().map(|folder| folder.reports.len()).sum(),
        without_report: (folders.iter().filter(|one| !has_reports(one)))
            .map(|folder| name(&folder))
            .collect(),
        not_taken: not_taken.map(|folder| name(&folder)).collect(),
    })
}

/// Packs all reports, a few submissions at once, so that memory does not grow with the class. The inner error is one of
/// writing.
fn pack(
    out: &mut dyn Write,
    class: &Class<'_>,
    folders: &[Folder],
    (file, watch): (&Path, &OutputWatch<'_>),
) -> Result<io::Result<()>, FeedbackError> {
    let mut zip = ZipWriter::new_stream(out);
    let mut done = 0;
    for some in folders.chunks(AT_ONCE * rayon::current_num_threads()) {
        if (watch.cancelled)() {
            let file = file.to_owned();
            return Err(FeedbackError::Cancelled { file });
        }
        let made: Result<Vec<Vec<Vec<u8>>>, FeedbackError> = (some.par_iter())
            .with_max_len(1)
            .map(|folder| reports(class, folder, file))
            .collect();
        for (folder, reports) in some.iter().zip(made?) {
            let paths = folder.reports.iter().map(|(_, path)| path);
            if let Err(error) = add(&mut zip, paths.zip(&reports)) {
                return Ok(Err(error));
            }
            done += 1;
            (watch.progress)(done, folders.len());
        }
    }
    let finished = zip.set_comment(FEEDBACK_MARK);
    Ok((finished.and_then(|()| zip.finish().map(drop))).map_err(io::Error::from))
}

/// Adds files to the archive, without a time.
fn add<'r, W: Write + Seek>(
    zip: &mut ZipWriter<W>,
    files: impl Iterator<Item = (&'r String, &'r Vec<u8>)>,
) -> io::Result<()> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    for (path, bytes) in files {
        zip.start_file(path, options)?;
        zip.write_all(bytes)?;
    }
    Ok(())
}

/// Makes the reports of one submission.
fn reports(class: &Class<'_>, folder: &Folder, file: &Path) -> Result<Vec<Vec<u8>>, FeedbackError> {
    if folder.reports.is_empty() {
        return Ok(Vec::new());
    }
    let view = (class.seen_by(folder.submission)).map_err(|lost| no_text(lost, file))?;
    (folder.reports.iter())
        .map(|(position, _)| {
            let not_made = |source| {
                let file = file.to_owned();
                FeedbackError::from(OutputError::NotMade { file, source })
            };
            let mut report = view.report(*position).map_err(not_made)?;
            report.order_sources(|other| view.name_of(other));
            pdf::student_pdf(view.check(), &report, class.options.text).map_err(not_made)
        })
        .collect()
}

fn no_text(lost: crate::blind::Unreadable, file: &Path) -> FeedbackError {
    FeedbackError::from(OutputError::NoText {
        document: lost.document,
        place: file.to_owned(),
        source: lost.source,
    })
}
