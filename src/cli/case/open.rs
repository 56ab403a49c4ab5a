//! `chachong case open`: opens a case from a saved check.

use std::sync::Arc;

use chachong_case::Case;
use chachong_check::{CaseAbout, CaseOrigin, CheckResult, LIBRARY_PREFIX};
use chachong_compare::DocumentIndex;
use chachong_library::{CaseStore, Library};
use chachong_messages::{Language, utc_offset};

use super::arguments::Opening;
use super::{Arguments, CaseCommandError, now};
use crate::cli::error::{CliError, Completion};
use crate::cli::output::print_stdout;
use crate::cli::reopening::Reopening;
use crate::cli::saved_checks::find;
use crate::cli::table::printable;

pub(super) fn run(
    arguments: &Arguments,
    opening: &Opening,
    language: Language,
) -> Result<Completion, CliError> {
    let library = Arc::new(Library::open_existing(&arguments.library)?);
    if let Some(why) = library.store().why_read_only() {
        return Err(why.into());
    }
    let saved = find(&library, &opening.check)?;
    let check = saved.about.id.0;
    let origin = CaseOrigin {
        title: saved.about.title.clone(),
        checked_at: saved.about.started,
        utc_offset: utc_offset(now()),
        program: chachong_log::VERSION.to_owned(),
    };
    let reopening = Reopening {
        sources: &opening.sources,
        possible: false,
        all_pairs: false,
        threads: opening.threads,
        quiet: opening.quiet,
    };
    let result = reopening.reopen(Arc::clone(&library), saved, language)?;
    let about = about(opening, check, &result)?;
    let evidence = result.case_evidence(about, &origin);
    let evidence = evidence.map_err(CaseCommandError::from)?;
    let case = Case::open(evidence, now(), arguments.by.trim());
    let store: &dyn CaseStore = library.store().as_ref();
    let number = store.keep_case(None, &case)?;
    let evidence = &case.evidence;
    let name = evidence
        .questioned()
        .first()
        .map_or("", |one| one.name.as_str());
    print_stdout(&language.fill(
        "cli.case.opened",
        &[
            ("number", &number.0),
            ("name", &printable(name)),
            ("passages", &evidence.passages.len()),
            ("sources", &evidence.sources().len()),
        ],
    ));
    Ok(Completion::Complete)
}

/// Returns the documents and the passage that the arguments name, by positions in the check.
fn about(
    opening: &Opening,
    check: i64,
    result: &CheckResult,
) -> Result<CaseAbout, CaseCommandError> {
    let document = position(result, check, &opening.document)?;
    let Some(source) = &opening.source else {
        return Ok(CaseAbout::Student { document });
    };
    let source = position(result, check, source)?;
    let Some(number) = opening.passage else {
        return Ok(CaseAbout::Pair { document, source });
    };
    let listed = result
        .pair(document, source)
        .map(|pair| result.listed(&pair));
    let listed = listed.unwrap_or_default();
    let passages = listed.shown(false);
    let passage = number
        .checked_sub(1)
        .and_then(|at| passages.get(at))
        .copied();
    let passage = passage.ok_or(CaseCommandError::NoPassage {
        count: passages.len(),
    })?;
    Ok(CaseAbout::Passage {
        document,
        source,
        passage,
    })
}

/// Returns the position of a document by its name. The prefix of library documents may be left out.
fn position(
    result: &CheckResult,
    check: i64,
    name: &str,
) -> Result<DocumentIndex, CaseCommandError> {
    let in_library = || result.position_of(&format!("{LIBRARY_PREFIX}{name}"));
    result
        .position_of(name)
        .or_else(in_library)
        .ok_or_else(|| CaseCommandError::NoDocument {
            check,
            name: name.to_owned(),
        })
}
