//! Search for copied text in `check` and `compare`, and the arguments that say which of it counts.

use std::path::PathBuf;
use std::sync::Arc;

use super::output::complain;
use super::progress::CopyProgress;
use super::table::printable;
use crate::check::{self, Copies, CopySettings, CopyWatch, Document, apply_decisions};
use crate::compare::{Choices, Reason, Shares};
use crate::i18n::Language;
use crate::session::{Against, Compared, compare_documents};
use crate::simhash::Recipe;

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
pub(super) struct Way {
    pub(super) recipe: Recipe,
    pub(super) threads: Option<usize>,
    pub(super) quiet: bool,
}

/// Finds the passages of all documents, joined by the library's documents that are like them, and the shares that
/// follow. `None`, with a message on stderr, if a template cannot be read, the library fails or there is no room for
/// temporary files. `near` are pairs that are compared in any case.
pub(super) fn copied(
    arguments: &Arguments,
    documents: &mut Vec<Document>,
    near: &[(usize, usize)],
    against: Option<Against<'_>>,
    way: Way,
    language: Language,
) -> Option<(Arc<Copies>, Shares)> {
    let templates = arguments.templates.iter().map(|file| {
        let extracted = super::extract::extract(file, language)?;
        Some(check::fingerprint(&extracted, way.recipe))
    });
    let settings = CopySettings {
        templates: templates.collect::<Option<Vec<_>>>()?,
        least_characters: arguments.min_passage,
        threads: way.threads,
        ..CopySettings::default()
    };
    let progress = CopyProgress::start(way.quiet, language);
    let watch = CopyWatch {
        progress: &|step, done, total| progress.tell(step, done, total),
        cancelled: &|| false,
    };
    let found = compare_documents(documents, near, &settings, against, &watch);
    progress.finish();
    match found {
        Ok(Compared {
            library,
            copies,
            versions,
        }) => {
            documents.extend(library);
            for &document in &copies.unread {
                let name = printable(&documents[document].name);
                complain(&language.fill("cli.text-lost", &[("name", &name)]));
            }
            let mut choices = Choices::leaving_out(arguments.exclude.iter().copied());
            if let Some(against) = against {
                let all: Vec<&Document> = documents.iter().collect();
                let store = against.library.store().as_ref();
                match apply_decisions(store, &all, &copies, &mut choices) {
                    Ok(0) => {}
                    Ok(count) => complain(&language.fill("cli.decided", &[("count", &count)])),
                    Err(error) => {
                        complain(&language.library_error(error.log()));
                        return None;
                    }
                }
            }
            let theses = versions.theses(&choices);
            let shares = Shares::of_theses(&copies.counted, &copies.pairs, theses, choices);
            Some((Arc::new(copies), shares))
        }
        Err(error) => {
            complain(&language.copy_error(&error));
            None
        }
    }
}
