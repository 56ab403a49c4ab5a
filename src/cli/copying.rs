//! Comparison of documents in `check`, `compare` and `report`, and the arguments that determine which copied text counts.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::CliError;
use super::extract::extract;
use super::output::print_stderr;
use super::progress::StepProgress;
use super::table::printable;
use chachong_check::{CheckResult, CopySettings, CopyWatch, Fingerprinting, fingerprint_by};
use chachong_compare::{Choices, Reason};
use chachong_import::{
    Archives, Extracted, Format, Isolation, Limits, Passwords, PictureFiles, discover,
};
use chachong_jobs::{AgainstLibrary, CheckRequest, Libraries, run_check};
use chachong_library::{Library, LibraryError, MissingPart, name_of};
use chachong_messages::Language;

/// Arguments that determine which copied text counts.
#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) min_passage: u32,
    pub(super) templates: Vec<PathBuf>,
    pub(super) exclude: Vec<Reason>,
    /// Whether pairs and passages that are only possible are listed too.
    pub(super) possible: bool,
}

impl Arguments {
    /// Returns the choices that the arguments make.
    pub(super) fn choices(&self) -> Choices {
        Choices::leaving_out(self.exclude.iter().copied())
    }
}

/// Returns the settings of the search, with the templates read.
pub(super) fn settings(
    arguments: &Arguments,
    by: &Fingerprinting,
    threads: Option<usize>,
    language: Language,
) -> Result<CopySettings, CliError> {
    let mut templates = Vec::new();
    for template in &arguments.templates {
        let documents = documents_of(template, language)?;
        templates.extend(
            documents
                .iter()
                .map(|document| fingerprint_by(document, by)),
        );
    }
    Ok(CopySettings {
        templates,
        least_characters: arguments.min_passage,
        threads,
        ..CopySettings::default()
    })
}

/// Reads the documents of a template: those in a folder or an archive, or the one file. Prints which of several cannot be read; fails if
/// none can.
fn documents_of(template: &Path, language: Language) -> Result<Vec<Extracted>, CliError> {
    let is_archive = || Format::of_file(template) == Some(Format::Archive);
    if !template.is_dir() && !is_archive() {
        return Ok(vec![extract(template, language)?]);
    }
    let isolation = Isolation::of_this_program();
    let archives = Archives::new(isolation, Limits::default(), Passwords::default());
    let found = discover(
        &[template.to_owned()],
        &HashSet::new(),
        &HashSet::new(),
        &archives,
        PictureFiles::PassedOver,
        &|| false,
    );
    for (_, error) in found.problems {
        let (file, cause) = (error.file, error.cause);
        CliError::Document { file, cause }.report(language);
    }
    let mut documents = Vec::new();
    for source in found.sources {
        match extract(&source.path, language) {
            Ok(document) => documents.push(document),
            Err(error) => {
                error.report(language);
            }
        }
    }
    if documents.is_empty() {
        return Err(CliError::NothingRead);
    }
    Ok(documents)
}

/// Opens the libraries that only serve as sources. Libraries whose servers do not answer are left out.
pub(super) fn open_sources(files: &[PathBuf]) -> Result<Libraries, LibraryError> {
    let mut libraries = Libraries::default();
    for file in files {
        match Library::open_existing(file) {
            Ok(library) => libraries.against.push(AgainstLibrary {
                library: Arc::new(library),
                is_own: false,
            }),
            Err(LibraryError::ServerAway { .. }) => {
                (libraries.missing).push(MissingPart::away(name_of(file), None));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(libraries)
}

/// Compares documents with progress on stderr. Prints warnings about what could not be compared.
pub(super) fn compare_with_progress(
    request: CheckRequest<'_>,
    libraries: &Libraries,
    quiet: bool,
    language: Language,
) -> Result<CheckResult, CliError> {
    let progress = StepProgress::start(quiet);
    let watch = CopyWatch {
        progress: &|step, done, total| progress.show(&language.copy_step(step), done, total),
        cancelled: &|| false,
    };
    let result = run_check(request, libraries, &watch);
    progress.finish();
    let result = result?.with_evidence();
    if let Some((copies, _)) = result.copies() {
        for &document in &copies.unread {
            let name = printable(&result.documents[document].name);
            print_stderr(&language.fill("cli.text-lost", &[("name", &name)]));
        }
    }
    for part in result.missing() {
        print_stderr(&printable(&language.missing_part(part)));
    }
    if let Some(names) = result
        .compared_with
        .as_ref()
        .filter(|names| names.len() > 1)
    {
        let names: Vec<String> = names.iter().map(|one| printable(&one.name)).collect();
        let names = names.join(&language.text("punctuation.comma"));
        print_stderr(&language.fill("cli.compared-with", &[("libraries", &names)]));
    }
    if result.decided > 0 {
        print_stderr(&language.fill("cli.decided", &[("count", &result.decided)]));
    }
    Ok(result)
}
