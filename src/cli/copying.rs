//! Search for copied text in `check` and `compare`, and the arguments that say which of it counts.

use std::path::PathBuf;
use std::sync::Arc;

use super::error::CliError;
use super::output::print_stderr;
use super::progress::CopyProgress;
use super::table::printable;
use chachong_check::{
    self as check, Copies, CopyError, CopySettings, CopyWatch, Document, apply_decisions,
};
use chachong_compare::{Choices, Reason, Shares};
use chachong_jobs::{Against, Compared, compare_documents, keep_sources};
use chachong_library::{MissingPart, Store};
use chachong_messages::Language;
use chachong_simhash::Recipe;

/// Arguments that say which copied text counts.
#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) min_passage: u32,
    pub(super) templates: Vec<PathBuf>,
    pub(super) exclude: Vec<Reason>,
    /// Whether pairs and passages that are only possible are listed too.
    pub(super) possible: bool,
}

/// Recipe, threads and verbosity of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchOptions {
    pub(super) recipe: Recipe,
    pub(super) threads: Option<usize>,
    pub(super) quiet: bool,
}

/// Libraries of a check.
#[derive(Clone, Copy, Default)]
pub(super) struct Libraries<'l> {
    /// Libraries to compare with, the check's own first.
    pub(super) against: &'l [Against<'l>],
    /// Store in which the check is saved, into which sources of other libraries are copied; `None` if it is not saved.
    pub(super) kept_in: Option<&'l Arc<dyn Store>>,
    /// Libraries that did not answer when the check began.
    pub(super) missing: &'l [MissingPart],
}

impl Libraries<'_> {
    /// Names of the libraries compared with, the check's own first.
    pub(super) fn names(self) -> Vec<String> {
        (self.against.iter())
            .map(|against| against.library.name())
            .collect()
    }
}

/// Result of a search: passages, and the shares that follow under the choices about what counts.
pub(super) struct Searched {
    pub(super) copies: Arc<Copies>,
    pub(super) shares: Shares,
    /// Number of passages and pairs switched off by earlier decisions.
    pub(super) decided: usize,
}

/// Returns the settings of the search, with the templates read.
pub(super) fn settings(
    arguments: &Arguments,
    recipe: Recipe,
    threads: Option<usize>,
    language: Language,
) -> Result<CopySettings, CliError> {
    let templates = arguments.templates.iter().map(|file| {
        let extracted = super::extract::extract(file, language)?;
        Ok(check::fingerprint(&extracted, recipe))
    });
    Ok(CopySettings {
        templates: templates.collect::<Result<_, CliError>>()?,
        least_characters: arguments.min_passage,
        threads,
        ..CopySettings::default()
    })
}

/// Finds the passages of all documents, joined by the library's documents that are like them, and the shares that follow.
/// `near` are pairs that are compared in any case; `choose` makes the choices about all documents, before earlier
/// decisions are added.
pub(super) fn search(
    documents: &mut Vec<Document>,
    near: &[(usize, usize)],
    settings: &CopySettings,
    libraries: Libraries<'_>,
    choose: impl FnOnce(&[Document]) -> Choices,
    watch: &CopyWatch<'_>,
) -> Result<Searched, CopyError> {
    let Compared {
        mut library,
        mut copies,
        versions,
    } = compare_documents(documents, near, settings, libraries.against, watch)?;
    copies.missing.extend_from_slice(libraries.missing);
    copies.missing.sort();
    let kept_in = libraries.kept_in.zip(libraries.against.first());
    if let Some((store, first)) = kept_in {
        keep_sources(store, &mut library, first.by)?;
    }
    documents.extend(library);
    let mut choices = choose(documents);
    let mut decided = 0;
    if let Some(own) = libraries.against.iter().find(|against| against.is_own) {
        let all: Vec<&Document> = documents.iter().collect();
        let store = own.library.store().as_ref();
        decided = apply_decisions(store, &all, &copies, &mut choices)?;
    }
    let theses = versions.theses(&choices);
    let shares = Shares::of_theses(&copies.counted, &copies.pairs, theses, choices);
    Ok(Searched {
        copies: Arc::new(copies),
        shares,
        decided,
    })
}

/// Searches with progress on stderr. Warns of what the search could not read.
pub(super) fn search_with_progress(
    arguments: &Arguments,
    documents: &mut Vec<Document>,
    near: &[(usize, usize)],
    libraries: Libraries<'_>,
    options: SearchOptions,
    language: Language,
) -> Result<(Arc<Copies>, Shares), CliError> {
    let settings = settings(arguments, options.recipe, options.threads, language)?;
    let progress = CopyProgress::start(options.quiet, language);
    let watch = CopyWatch {
        progress: &|step, done, total| progress.show(step, done, total),
        cancelled: &|| false,
    };
    let choose = |_: &[Document]| Choices::leaving_out(arguments.exclude.iter().copied());
    let found = search(documents, near, &settings, libraries, choose, &watch);
    progress.finish();
    let found = found?;
    for &document in &found.copies.unread {
        let name = printable(&documents[document].name);
        print_stderr(&language.fill("cli.text-lost", &[("name", &name)]));
    }
    for part in &found.copies.missing {
        print_stderr(&printable(&language.missing_part(part)));
    }
    if libraries.against.len() > 1 {
        let names: Vec<String> = (libraries.names().iter())
            .map(|name| printable(name))
            .collect();
        let names = names.join(&language.text("punctuation.comma"));
        print_stderr(&language.fill("cli.compared-with", &[("libraries", &names)]));
    }
    if found.decided > 0 {
        print_stderr(&language.fill("cli.decided", &[("count", &found.decided)]));
    }
    Ok((found.copies, found.shares))
}
