//! Comparison with an earlier check in `check --recheck`: its option and its output on the terminal.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Arg, ArgMatches, value_parser};

use super::check_recorder::CheckRecorder;
use super::error::CliError;
use super::options::value_option;
use super::output::print_stdout;
use super::reopening::Reopening;
use super::saved_checks::find;
use super::table::{printable, table};
use chachong_check::{CheckResult, EarlierCheck, Recheck, RecheckState};
use chachong_compare::Watch;
use chachong_import::model_folders;
use chachong_messages::{Language, grouped, percent};
use chachong_report::{Report, rechecked_with};
use chachong_semantics::{Encoder, open_model};

/// Arguments about an earlier check.
#[derive(Clone, Debug, Default)]
pub(super) struct Arguments {
    /// Number of the earlier check, or the path of its JSON report; `None` without a comparison.
    check: Option<OsString>,
}

/// Makes the option that names the earlier check.
pub(super) fn option(language: Language) -> Arg {
    value_option("recheck", "NUMBER|CHECK.json")
        .requires("library")
        .value_parser(value_parser!(OsString))
        .help(language.text("cli.help.recheck"))
}

impl Arguments {
    /// Reads the option that clap has parsed.
    pub(super) fn of(matches: &ArgMatches) -> Self {
        Self {
            check: matches.get_one::<OsString>("recheck").cloned(),
        }
    }

    /// Compares a check with the earlier check that the option names; `None` without the option.
    pub(super) fn compare(
        &self,
        result: &CheckResult,
        recorder: Option<&mut CheckRecorder>,
        (sources, models): (&[PathBuf], Option<&Path>),
        (threads, quiet): (Option<usize>, bool),
        language: Language,
    ) -> Result<Option<Recheck>, CliError> {
        let (Some(wanted), Some(recorder)) = (&self.check, recorder) else {
            return Ok(None);
        };
        let library = recorder.shared_library();
        let saved = find(&library, wanted)?;
        let (title, saved_at) = (saved.about.title.clone(), saved.about.changed);
        let number = saved.about.id;
        let reopening = Reopening {
            sources,
            possible: false,
            all_pairs: false,
            threads,
            quiet,
        };
        let earlier = EarlierCheck {
            title,
            saved_at,
            result: Arc::new(reopening.reopen(library, saved, language)?),
        };
        let encoder = open_model(&model_folders(models)).ok();
        let encoder = encoder.as_ref().map(|encoder| encoder as &dyn Encoder);
        let recheck = Recheck::of(earlier, result, encoder, &Watch::NOBODY)?;
        recorder.keep_recheck(number, result);
        Ok(Some(recheck))
    }
}

/// Prints a row for each document with an earlier version: its earlier and its present share, and the numbers of its passages by
/// state.
pub(super) fn print_recheck(check: Report<'_>) {
    let language = check.language;
    let Some(recheck) = &check.result.recheck else {
        return;
    };
    let figures = ["column.document", "recheck.then", "recheck.now"];
    let states = RecheckState::ALL.map(|state| language.recheck_state(state));
    let headings: Vec<String> = (figures.map(|key| language.text(key)).into_iter())
        .chain(states)
        .collect();
    let share = |share: Option<chachong_compare::Copied>| {
        share.map_or_else(|| "–".to_owned(), |share| percent(share.share()))
    };
    let rows = (recheck.documents.iter()).filter(|document| document.then.is_some());
    let rows: Vec<Vec<String>> = rows
        .map(|document| {
            let name = check.result.document(document.now);
            let name = name.map_or_else(String::new, |document| printable(&document.name));
            let states = RecheckState::ALL.map(|state| grouped(document.count(state).0 as u64));
            [name, share(document.share_then), share(document.share_now)]
                .into_iter()
                .chain(states)
                .collect()
        })
        .collect();
    print_stdout(&printable(&rechecked_with(recheck, language)));
    print_stdout(&table(
        &headings,
        &rows,
        &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    ));
    print_stdout(&language.not_rechecked(recheck));
}
