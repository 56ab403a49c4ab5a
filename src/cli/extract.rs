//! `chachong extract`: the text of one file as we read it, and how the other commands get at single files.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::complain;
use crate::i18n::Language;
use crate::import::{Extracted, Importer, Isolation, Limits, Stop, TextEncoding, Warning};

/// What `extract` was asked.
#[derive(Debug)]
pub(super) struct Arguments {
    pub file: PathBuf,
    /// The encoding of a txt, where the person knows better.
    pub encoding: Option<TextEncoding>,
}

pub(super) fn run(arguments: &Arguments, language: Language) -> bool {
    let Some(extracted) = extract_as(&arguments.file, arguments.encoding, language) else {
        return false;
    };
    // A reader that went away (`| head`) is no error of ours.
    let _ = std::io::stdout()
        .lock()
        .write_all(extracted.text.as_bytes());
    true
}

/// The file's text; what is wrong goes to stderr.
pub(super) fn extract(file: &Path, language: Language) -> Option<Extracted> {
    extract_as(file, None, language)
}

fn extract_as(
    file: &Path,
    encoding: Option<TextEncoding>,
    language: Language,
) -> Option<Extracted> {
    let importer = Importer::new(Isolation::of_this_program(), Limits::default());
    match importer.extract(file, encoding, &|| false) {
        Ok(extracted) => {
            tell(file, &extracted.warnings, &[], language);
            Some(extracted)
        }
        Err(Stop::Failed(error)) => {
            let (reason, remedy) = (language.reason(&error.cause), language.remedy(&error.cause));
            let semicolon = language.text("punctuation.semicolon");
            complain(&format!("{}: {reason}{semicolon}{remedy}", file.display()));
            None
        }
        // No one can cancel here.
        Err(Stop::Cancelled) => None,
    }
}

/// Warnings to stderr, but those that were told before.
pub(super) fn tell(file: &Path, warnings: &[Warning], told: &[Warning], language: Language) {
    for warning in warnings.iter().filter(|warning| !told.contains(warning)) {
        complain(&format!(
            "{}: {}",
            file.display(),
            language.warning(warning)
        ));
    }
}
