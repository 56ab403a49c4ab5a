//! `chachong extract`: prints the text of one file as the program reads it, or its bibliographic record; also reads
//! single files for other commands.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::error::{CliError, Completion};
use super::output::{Stdout, print_stderr};
use super::progress::{SharedProgress, Work};
use super::recognition;
use super::table::printable;
use chachong_check::CopyError;
use chachong_import::{
    Extracted, Importer, Isolation, Limits, PageRecogniser, RecognitionWatch, Stop, TextEncoding,
    Warning,
};
use chachong_messages::Language;
use chachong_record::BibliographicRecord;
use chachong_text::marks;

/// Arguments of `extract`.
#[derive(Debug)]
pub(super) struct Arguments {
    pub file: PathBuf,
    /// Encoding of a txt file; `None` to detect it.
    pub encoding: Option<TextEncoding>,
    /// Whether the bibliographic record is printed as JSON instead of the text.
    pub record: bool,
    /// Whether and how pages that are only pictures are recognised.
    pub recognition: recognition::Arguments,
}

pub(super) fn run(arguments: &Arguments, language: Language) -> Result<Completion, CliError> {
    let recogniser = arguments.recognition.recogniser()?;
    let (file, recogniser) = (&arguments.file, recogniser.as_deref());
    let extracted = extract_as(file, arguments.encoding, recogniser, language)?;
    let printed = if arguments.record {
        let record = serde_json::to_string_pretty(&record(file, &extracted));
        record.map_err(io::Error::from)? + "\n"
    } else {
        extracted.text
    };
    (Stdout.write_all(printed.as_bytes())).map_err(CliError::Stdout)?;
    Ok(Completion::Complete)
}

/// Finds the bibliographic record of a file as a check would.
fn record(file: &Path, extracted: &Extracted) -> BibliographicRecord {
    let marks = marks(&extracted.text, extracted.breaks, &extracted.pages);
    BibliographicRecord::of(
        &file.to_string_lossy(),
        &extracted.text,
        &marks,
        &extracted.exclusions,
        &extracted.metadata,
    )
}

/// Returns the text of a file, and prints warnings about it on stderr.
pub(super) fn extract(file: &Path, language: Language) -> Result<Extracted, CliError> {
    extract_as(file, None, None, language)
}

fn extract_as(
    file: &Path,
    encoding: Option<TextEncoding>,
    recogniser: Option<&PageRecogniser>,
    language: Language,
) -> Result<Extracted, CliError> {
    let importer = Importer::new(Isolation::of_this_program(), Limits::default());
    let extracted = importer.extract(file, encoding, &|| false);
    let completed = extracted.and_then(|extracted| match recogniser {
        Some(recogniser) => {
            let progress = SharedProgress::new(Work::Recognising, false, language);
            let watch = RecognitionWatch {
                cancelled: &|| false,
                progress: &|done, of| progress.reach(done, of),
            };
            let completed = recogniser.complete(&importer, file, extracted, None, &watch);
            progress.finish();
            completed
        }
        None => Ok(extracted),
    });
    match completed {
        Ok(extracted) => {
            print_warnings(
                file,
                (&extracted.warnings, &[]),
                extracted.pages.len(),
                language,
            );
            Ok(extracted)
        }
        Err(Stop::Failed(error)) => Err(CliError::Document {
            file: file.to_owned(),
            cause: error.cause,
        }),
        // Nothing can cancel this.
        Err(Stop::Cancelled) => Err(CopyError::Cancelled.into()),
    }
}

/// Prints warnings about a document to stderr, except those already `printed`. `pages` is the number of its pages, 0 if
/// unknown.
pub(super) fn print_warnings(
    file: &Path,
    (warnings, printed): (&[Warning], &[Warning]),
    pages: usize,
    language: Language,
) {
    for warning in warnings.iter().filter(|warning| !printed.contains(warning)) {
        print_stderr(&format!(
            "{}: {}",
            printable(&file.to_string_lossy()),
            language.warning_of(warning, pages)
        ));
    }
}
