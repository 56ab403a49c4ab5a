//! Writing of case files to disk.

use std::path::Path;

use chachong_case::{Case, CaseFile};
use chachong_messages::Language;

use super::{CaseFileOptions, Seal, archive, committee, seal_of, student};
use crate::safeguard::{Content, Inputs};
use crate::{ReportError, write_bytes};

/// Writes a file of a case to `place` and returns its seal.
///
/// # Errors
/// Fails if the file cannot be written, is one of the inputs, or would replace a file that is not a case file.
pub fn write_case_file(
    case: &Case,
    file: CaseFile,
    options: CaseFileOptions,
    language: Language,
    place: &Path,
    inputs: &Inputs,
) -> Result<Seal, ReportError> {
    let failed = |source| ReportError::at(place, source);
    let bytes = match file {
        CaseFile::Committee => committee(case, options, language),
        CaseFile::Student => student(case, options, language),
        CaseFile::Archive => archive(case).map_err(failed)?,
    };
    let seal = seal_of(&bytes).map_err(|error| failed(std::io::Error::other(error)))?;
    write_bytes(place, Content::Case, inputs, &bytes)?;
    Ok(seal)
}
