//! Writes the files of a case: for the committee, for the student, and as an archive that another library can import.

use std::path::{Path, PathBuf};

use chachong_case::{CaseChange, CaseFile, CaseId};
use chachong_jobs::library::{BroughtCase, bring_case};
use chachong_library::CaseStore;
use chachong_messages::Language;
use chachong_report::case::{CaseFileOptions, open_archive, write_case_file};

use super::{Arguments, CaseCommandError, entry};
use crate::cli::declared_files;
use crate::cli::error::{CliError, Completion};
use crate::cli::output::print_stdout;
use crate::cli::table::printable;

/// File of a case to write.
#[derive(Debug)]
pub(in crate::cli) struct WantedFile {
    pub(in crate::cli) case: CaseId,
    pub(in crate::cli) kind: CaseFile,
    pub(in crate::cli) file: PathBuf,
    pub(super) options: CaseFileOptions,
}

/// Writes a file of a case, and records in the case that it was written.
pub(super) fn write(
    store: &dyn CaseStore,
    wanted: &WantedFile,
    arguments: &Arguments,
    language: Language,
) -> Result<Completion, CliError> {
    let mut case = store.case(wanted.case)?;
    let inputs = declared_files::of_case(arguments).inputs;
    let (kind, options) = (wanted.kind, wanted.options);
    let seal = write_case_file(&case, kind, options, language, &wanted.file, &inputs)?;
    let change = CaseChange::Exported {
        file: kind,
        seal: seal.digits().to_owned(),
    };
    case.add(entry(&arguments.by, change));
    store.keep_case(Some(wanted.case), &case)?;
    print_stdout(&language.fill(
        "cli.case.file-written",
        &[
            ("number", &wanted.case.0),
            ("kind", &language.case_file(kind)),
            ("file", &printable(&wanted.file.to_string_lossy())),
            ("seal", &seal),
        ],
    ));
    Ok(Completion::Complete)
}

/// Imports a case from its archive.
pub(super) fn import(
    store: &dyn CaseStore,
    file: &Path,
    language: Language,
) -> Result<Completion, CliError> {
    let case = open_archive(file).map_err(|error| CaseCommandError::Archive {
        file: file.to_owned(),
        error,
    })?;
    let (key, number) = match bring_case(store, &case)? {
        BroughtCase::Added(number) => ("cli.case.imported", number),
        BroughtCase::Known(number) => ("cli.case.known", number),
    };
    let file = printable(&file.to_string_lossy());
    print_stdout(&language.fill(key, &[("number", &number.0), ("file", &file)]));
    Ok(Completion::Complete)
}
