//! Look-up of references in libraries in `check --find-references`.

use std::sync::Arc;

use clap::{Arg, ArgMatches};

use super::options::flag;
use super::output::print_stderr;
use super::progress::{SharedProgress, Work};
use chachong_check::{CheckResult, ReferenceLookup};
use chachong_jobs::Libraries;
use chachong_jobs::library::look_up_references;
use chachong_library::Library;
use chachong_messages::Language;

/// Arguments about the look-up of references.
#[derive(Debug)]
pub(super) struct Arguments {
    /// Whether references are looked up.
    is_wanted: bool,
}

/// Makes the option.
pub(super) fn option(language: Language) -> Arg {
    flag("find-references")
        .requires("library")
        .help(language.text("cli.help.find-references"))
}

impl Arguments {
    /// Reads the option that clap has parsed.
    pub(super) fn of(matches: &ArgMatches) -> Self {
        Self {
            is_wanted: matches.get_flag("find-references"),
        }
    }

    /// Looks up the references of a check in its libraries; `None` if this was not requested. Prints a warning if no library could
    /// be searched.
    pub(super) fn look_up(
        &self,
        result: &CheckResult,
        libraries: &Libraries,
        quiet: bool,
        language: Language,
    ) -> Option<ReferenceLookup> {
        if !self.is_wanted {
            return None;
        }
        let searched = libraries.against.iter().map(|of| Arc::clone(&of.library));
        let searched: Vec<Arc<Library>> = searched.collect();
        let progress = SharedProgress::new(Work::Titles, quiet, language);
        let step = |done: usize, total: usize| {
            progress.reach(done, total);
            true
        };
        let mut lookup = look_up_references(result, &searched, &step)?;
        progress.finish();
        let missing = libraries.missing.iter().map(|part| part.library.clone());
        lookup.not_searched.extend(missing);
        if lookup.libraries.is_empty() {
            print_stderr(&language.text("reference.lookup.cli-none"));
        }
        Some(lookup)
    }
}
