//! `chachong models`: lists the models that are installed, the folders that were searched, and how to get missing models.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Command as Parser};

use super::error::Completion;
use super::options::path_option;
use super::output::print_stdout;
use super::table::{printable, table};
use chachong_check::LeadError;
use chachong_import::model_folders;
use chachong_messages::Language;
use chachong_recognition::{ModelFiles, ModelSize, ModelsError, find_models};
use chachong_semantics::{ModelError, has_model, open_model};

/// Arguments of `models`.
#[derive(Debug)]
pub(super) struct Arguments {
    /// Folder to search; `None` for the default folders.
    pub models: Option<PathBuf>,
}

impl Arguments {
    /// Reads the options that clap has parsed.
    pub(super) fn of(matches: &ArgMatches) -> Self {
        Self {
            models: matches.get_one::<PathBuf>("models").cloned(),
        }
    }
}

/// Reason why a model cannot be used.
struct Fault {
    is_missing: bool,
    /// Reason and remedy, for a person.
    text: String,
}

pub(super) fn parser(language: Language) -> Parser {
    Parser::new("models")
        .about(language.text("cli.help.models-command"))
        .arg(path_option("models", "FOLDER").help(language.text("cli.help.models")))
}

/// Prints a line for each model, after reading and checking it, and the searched folders. Incomplete if a model that packages
/// contain is missing or damaged.
pub(super) fn run(arguments: &Arguments, language: Language) -> Completion {
    let folders = model_folders(arguments.models.as_deref());
    let recognition = |size| {
        let found = find_models(&folders, size);
        let read = found.and_then(|folder| ModelFiles::read(&folder, size).map(|_| folder));
        read.map_err(|error| Fault {
            is_missing: matches!(error, ModelsError::Missing { .. }),
            text: language.models_error(&error),
        })
    };
    let sentences = open_model(&folders);
    let sentences = sentences.map(|_| folder_of_sentences(&folders));
    let sentences = sentences.map_err(|error| Fault {
        is_missing: matches!(error, ModelError::Missing { .. }),
        text: language.lead_error(&LeadError::Model(error)),
    });
    let (usual, careful) = (recognition(ModelSize::Tiny), recognition(ModelSize::Small));
    let completion = Completion::complete_if(usual.is_ok() && sentences.is_ok());
    let row = |key: &str, found: &Result<PathBuf, Fault>| {
        let state = match found {
            Ok(folder) => language.fill("cli.models.there", &[("folder", &shown(folder))]),
            Err(fault) if fault.is_missing => language.text("cli.models.missing"),
            Err(_) => language.text("cli.models.damaged"),
        };
        vec![language.text(key), state]
    };
    let headings = ["cli.models.model", "cli.models.state"].map(|key| language.text(key));
    let rows = [
        row("cli.models.usual", &usual),
        row("cli.models.careful", &careful),
        row("cli.models.sentences", &sentences),
    ];
    print_stdout(&table(&headings, &rows, &[]));
    print_stdout(&language.text("cli.models.looked"));
    for folder in &folders {
        let there = if folder.is_dir() {
            shown(folder)
        } else {
            language.fill("cli.models.no-folder", &[("folder", &shown(folder))])
        };
        print_stdout(&format!("  {there}"));
    }
    for fault in [usual.err(), sentences.err()].into_iter().flatten() {
        print_stdout(&printable(&fault.text));
    }
    // What packages do not carry is no fault.
    match careful {
        Err(fault) if fault.is_missing => print_stdout(&language.text("cli.models.get-careful")),
        Err(fault) => print_stdout(&printable(&fault.text)),
        Ok(_) => {}
    }
    completion
}

/// Returns the folder whose model of sentences was opened: the first that has one.
fn folder_of_sentences(folders: &[PathBuf]) -> PathBuf {
    let has = |folder: &&PathBuf| has_model(std::slice::from_ref(folder));
    folders.iter().find(has).cloned().unwrap_or_default()
}

fn shown(folder: &Path) -> String {
    printable(&folder.display().to_string())
}
