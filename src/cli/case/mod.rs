//! `chachong case`: opens cases from saved checks, lists and shows them, and records what was done.

mod arguments;
mod error;
mod files;
mod known;
mod list;
mod open;
mod show;

use std::io::{self, Read};
use std::time::{SystemTime, UNIX_EPOCH};

pub(in crate::cli) use arguments::{Arguments, CaseWork, parser};
pub(in crate::cli) use error::CaseCommandError;
pub(in crate::cli) use known::print_known_cases;
pub(in crate::cli) use list::CASES;

use chachong_case::{Case, CaseChange, CaseEntry, CaseId, CaseState, Grounds, Outcome};
use chachong_library::{CaseStore, Library, LibraryError};
use chachong_messages::Language;

use super::error::{CliError, Completion};
use super::output::print_stdout;

/// Argument that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// Runs the command.
pub(super) fn run(arguments: &Arguments, language: Language) -> Result<Completion, CliError> {
    if let CaseWork::Open(opening) = &arguments.work {
        return open::run(arguments, opening, language);
    }
    let library = match &arguments.work {
        CaseWork::Import { .. } => Library::open(&arguments.library)?,
        _ => Library::open_existing(&arguments.library)?,
    };
    let store: &dyn CaseStore = library.store().as_ref();
    match &arguments.work {
        CaseWork::List { .. } => return list::run(store, arguments, language),
        CaseWork::Show { case, json } => return show::run(store, *case, *json, language),
        _ => {}
    }
    if let Some(why) = library.store().why_read_only() {
        return Err(why.into());
    }
    match &arguments.work {
        CaseWork::Delete { cases } => return delete(store, cases, language),
        CaseWork::TakeBack { case } => return take_back(store, *case, language),
        CaseWork::Write(wanted) => return files::write(store, wanted, arguments, language),
        CaseWork::Import { file } => return files::import(store, file, language),
        _ => {}
    }
    let (number, changes) = changes(&arguments.work)?;
    let mut case = store.case(number)?;
    for change in changes {
        case.add(entry(&arguments.by, change));
    }
    store.keep_case(Some(number), &case)?;
    print_state(number, &case, language);
    Ok(Completion::Complete)
}

/// Returns the case that a command changes, and the changes in order.
fn changes(work: &CaseWork) -> Result<(CaseId, Vec<CaseChange>), CaseCommandError> {
    let with_note = |change, note: &Option<String>| -> Result<Vec<CaseChange>, CaseCommandError> {
        let note = note.as_deref().map(said).transpose()?;
        Ok([change]
            .into_iter()
            .chain(note.map(CaseChange::Note))
            .collect())
    };
    Ok(match work {
        CaseWork::Note { case, words } => (*case, vec![CaseChange::Note(said(words)?)]),
        CaseWork::Statement { case, words } => (*case, vec![CaseChange::Statement(said(words)?)]),
        CaseWork::Grounds {
            case,
            grounds,
            note,
        } => {
            let grounds = match grounds {
                Some(Grounds::Other(words)) => Some(Grounds::Other(said(words)?)),
                usual => usual.clone(),
            };
            (*case, with_note(CaseChange::Grounds(grounds), note)?)
        }
        CaseWork::State { case, state, note } => {
            let state = match state {
                CaseState::Decided(Outcome::Other(words)) => {
                    CaseState::Decided(Outcome::Other(said(words)?))
                }
                state => state.clone(),
            };
            (*case, with_note(CaseChange::State(state), note)?)
        }
        CaseWork::Show { case, .. } | CaseWork::TakeBack { case } => (*case, Vec::new()),
        CaseWork::Write(wanted) => (wanted.case, Vec::new()),
        CaseWork::List { .. }
        | CaseWork::Open(_)
        | CaseWork::Delete { .. }
        | CaseWork::Import { .. } => (CaseId(0), Vec::new()),
    })
}

/// Returns the text of an argument, or of standard input for `-`, without surrounding white space. Fails if it is
/// empty.
fn said(words: &str) -> Result<String, CaseCommandError> {
    let words = if words == STANDARD_INPUT {
        let mut read = String::new();
        (io::stdin().read_to_string(&mut read)).map_err(CaseCommandError::StandardInput)?;
        read
    } else {
        words.to_owned()
    };
    let words = words.trim();
    if words.is_empty() {
        return Err(CaseCommandError::NoWords);
    }
    Ok(words.to_owned())
}

/// Returns an entry of the history with the current time.
fn entry(by: &str, change: CaseChange) -> CaseEntry {
    CaseEntry {
        at: now(),
        by: by.trim().to_owned(),
        change,
    }
}

/// Returns the current time, in seconds since 1970.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    })
}

fn take_back(
    store: &dyn CaseStore,
    number: CaseId,
    language: Language,
) -> Result<Completion, CliError> {
    let mut case = store.case(number)?;
    let taken = case.take_back();
    let taken = taken.ok_or(CaseCommandError::NothingToTakeBack(number))?;
    store.keep_case(Some(number), &case)?;
    let what = language.case_change(&taken.change);
    print_stdout(&language.fill("cli.case.taken-back", &[("what", &what)]));
    print_state(number, &case, language);
    Ok(Completion::Complete)
}

/// Deletes cases. If some do not exist, deletes the others and fails with an error for each missing one.
fn delete(
    store: &dyn CaseStore,
    cases: &[CaseId],
    language: Language,
) -> Result<Completion, CliError> {
    let mut failed = Vec::new();
    for &number in cases {
        match store.delete_case(number) {
            Ok(()) => {
                print_stdout(&language.fill("cli.case.deleted", &[("number", &number.0)]));
            }
            Err(error @ LibraryError::NoSuchCase { .. }) => failed.push(error.into()),
            Err(error) => return Err(error.into()),
        }
    }
    if failed.is_empty() {
        Ok(Completion::Complete)
    } else {
        Err(CliError::Several(failed))
    }
}

/// Prints the number and the state of a case.
fn print_state(number: CaseId, case: &Case, language: Language) {
    let state = language.case_state(case.state());
    print_stdout(&language.fill(
        "cli.case.is-now",
        &[("number", &number.0), ("state", &state)],
    ));
}
