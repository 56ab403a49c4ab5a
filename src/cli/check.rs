//! `chachong check`: compares the documents of folders, without a window.

use std::path::PathBuf;
use std::sync::Arc;

use super::attribution::print_attribution;
use super::case::print_known_cases;
use super::check_recorder::{CheckRecorder, title, with_frequencies};
use super::error::{CliError, Completion};
use super::evidence::print_evidence;
use super::leads::print_leads;
use super::output::LinePrinter;
use super::own_earlier::print_own_earlier;
use super::pairs::print_pairs;
use super::reading::{ProgressObserver, ReadOptions, failure_line, print_passed_over, with_option};
use super::recheck::print_recheck;
use super::references::print_references;
use super::shared_texts::print_shared_texts;
use super::table::printable;
use super::versions::print_versions;
use super::{
    copying, declared_files, leads, recheck, reference_lookup, reports, submission_options,
};
use chachong_check::{Findings, Settings, Status};
use chachong_compare::DocumentIndex;
use chachong_import::{Importer, Isolation, Limits, Warning};
use chachong_jobs::{CheckRequest, KeptSettings, NearSearch};
use chachong_lab::systems::System;
use chachong_library::{Library, LibraryError};
use chachong_messages::Language;
use chachong_report::Report;
use chachong_submission::SubmissionSettings;

/// Maximum memory, in bytes, of the index over the fingerprints. An index that stores all near hashes would need far more.
const INDEX_MEMORY: usize = 1 << 30;

#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) paths: Vec<PathBuf>,
    pub(super) reports: reports::Arguments,
    pub(super) max_distance: Option<u32>,
    pub(super) all_pairs: bool,
    pub(super) system: System,
    pub(super) reading: ReadOptions,
    pub(super) copying: copying::Arguments,
    /// Options about the submission that each file belongs to.
    pub(super) submissions: submission_options::Arguments,
    /// Whether and how rewritten passages are searched for.
    pub(super) leads: leads::Arguments,
    /// Earlier check to compare with.
    pub(super) recheck: recheck::Arguments,
    /// Whether the references are looked up in the libraries.
    pub(super) reference_lookup: reference_lookup::Arguments,
    /// Library whose members are compared too; `None` without one.
    pub(super) library: Option<PathBuf>,
    /// Further libraries whose members are compared too; nothing is saved in them.
    pub(super) sources: Vec<PathBuf>,
    /// Whether the documents are added to the library afterwards.
    pub(super) add: bool,
    pub(super) quiet: bool,
}

/// Runs the command. Complete if some document was read, everything was compared as requested, and all outputs were written.
pub(super) fn run(arguments: &Arguments, language: Language) -> Result<Completion, CliError> {
    arguments.reports.validate()?;
    arguments.leads.validate()?;
    let submissions = Arc::new(arguments.submissions.settings()?);
    let mut recorder = open_recorder(arguments, &submissions, language)?;
    let mut libraries = copying::open_sources(&arguments.sources)?;
    let settings = settings(arguments, recorder.as_ref(), language)?;
    let observer = ProgressObserver {
        recorder: recorder.as_ref(),
        quiet: arguments.quiet,
        language,
    };
    let by = settings.by.clone();
    let are_there = arguments.paths.iter().all(|path| path.exists());
    let (documents, passed_over) = observer.read(arguments.paths.clone(), settings);
    if let Some(recorder) = &mut recorder {
        recorder.keep_passed_over(&passed_over);
    }
    let threads = arguments.reading.threads;
    let copying = &arguments.copying;
    let request = CheckRequest {
        passed_over,
        by: by.clone(),
        thresholds: by.thresholds(arguments.max_distance),
        near: if arguments.all_pairs {
            NearSearch::EveryPair
        } else {
            NearSearch::By(&|prints, thresholds| {
                let build = |items, k| arguments.system.build(items, k, INDEX_MEMORY);
                Findings::by(build, prints, thresholds).map_err(Into::into)
            })
        },
        submissions,
        copying: copying::settings(copying, &arguments.reading.by, threads, language)?,
        possible: copying.possible,
        choices: Box::new(|_| copying.choices()),
        ..CheckRequest::of(documents)
    };
    if let Some(recorder) = &recorder {
        libraries.against.insert(0, recorder.against());
        libraries.kept_in = recorder.kept_in().cloned();
    }
    let mut result =
        copying::compare_with_progress(request, &libraries, arguments.quiet, language)?;
    if let Some(recorder) = &mut recorder {
        recorder.keep_compared_with(&result);
        recorder.done(&result);
        if !arguments.quiet {
            print_known_cases(recorder.library().store().as_ref(), &result, language);
        }
    }
    let leads = (arguments.leads).search(
        &result,
        recorder.as_mut(),
        &by,
        (threads, arguments.quiet),
        language,
    )?;
    result.leads = leads.map(Arc::new);
    let recheck = (arguments.recheck).compare(
        &result,
        recorder.as_mut(),
        (&arguments.sources, arguments.leads.models.as_deref()),
        (threads, arguments.quiet),
        language,
    )?;
    result.recheck = recheck.map(Arc::new);
    let lookup =
        (arguments.reference_lookup).look_up(&result, &libraries, arguments.quiet, language);
    result.reference_lookup = lookup.map(Arc::new);
    let pictures = Importer::new(Isolation::of_this_program(), Limits::default());
    let report = Report {
        result: &result,
        language,
        options: (arguments.reports).report_options(&pictures),
    };
    let written = write_outputs(arguments, report, recorder)?;
    let is_whole = are_there && result.missing().is_empty();
    Ok(written.and(Completion::complete_if(is_whole)))
}

/// Returns the settings for reading the documents, with the document frequencies of the library if the recipe needs them.
fn settings(
    arguments: &Arguments,
    recorder: Option<&CheckRecorder>,
    language: Language,
) -> Result<Settings, CliError> {
    let library = recorder.map(CheckRecorder::library);
    let mut by = arguments.reading.by.clone();
    if let Some(library) = library {
        by = with_frequencies(by, library.store().as_ref(), arguments.quiet, language)?;
    }
    Ok(arguments.reading.settings(by, library)?)
}

/// Opens the library that the arguments name; `None` without one.
fn open_recorder(
    arguments: &Arguments,
    submissions: &Arc<SubmissionSettings>,
    language: Language,
) -> Result<Option<CheckRecorder>, LibraryError> {
    let Some(file) = &arguments.library else {
        return Ok(None);
    };
    let library = if arguments.add {
        Library::open(file)
    } else {
        // A mistyped name must not become an empty library in which nothing is found.
        Library::open_existing(file)
    }?;
    let kept = KeptSettings {
        max_distance: arguments.max_distance,
        recipe: Some(arguments.reading.by.recipe().name().to_owned()),
        submissions: Arc::clone(submissions),
        ..KeptSettings::default()
    };
    let name = arguments.reports.name().map(str::to_owned);
    let title = name.unwrap_or_else(|| title(&arguments.paths));
    CheckRecorder::open(library, title, kept, language).map(Some)
}

/// Writes the reports, prints the tables and finishes the record in the library. Prints warnings about failures.
fn write_outputs(
    arguments: &Arguments,
    named: Report<'_>,
    recorder: Option<CheckRecorder>,
) -> Result<Completion, CliError> {
    let (reports, language) = (&arguments.reports, named.language);
    let blinded = reports.blinded(named)?;
    let check = (blinded.as_ref()).map_or(named, |blind| blind.report(named));
    // Before anything is printed: a table cut off by `| head` must not cost the reports.
    let inputs = declared_files::of_check(arguments).inputs;
    let threads = arguments.reading.threads;
    let written = reports.write(check, &inputs, threads, arguments.quiet);
    let written = written.unwrap_or_else(|error| Completion::or_warn(Err(error), language));
    if !reports.takes_stdout() {
        print_pairs(check);
        print_versions(check);
        print_own_earlier(check);
        print_attribution(check);
        print_evidence(check);
        print_leads(check);
        print_recheck(check);
        print_references(check);
        print_shared_texts(check);
    }
    let print = reports.line_printer();
    let feedback = (arguments.submissions).write_feedback(check, &inputs, print);
    let written = written.and(Completion::or_warn(feedback, language));
    print_unread(check, print);
    let read = print_summary(check, print);
    let kept = recorder.map_or(Completion::Complete, |recorder| {
        recorder.finish(
            named.result,
            arguments.add,
            arguments.quiet,
            print,
            language,
        )
    });
    Ok(written.and(read).and(kept))
}

/// Prints the remarks on the check, one line about the whole check, the differences from the class list and the files that were passed
/// over. Warns if no document was read.
fn print_summary(check: Report<'_>, print: LinePrinter) -> Completion {
    let language = check.language;
    let checked = check.result.checked_documents().count();
    let read = check.result.count_read();
    let findings = check.result.listed_findings();
    let similar = findings.iter().filter(|finding| finding.is_finding());
    for note in check.given_notes() {
        print(&note);
    }
    let (key, submissions) = if check.result.has_submissions() {
        ("submission.cli-summary", check.result.submissions.all.len())
    } else {
        ("cli.summary", 0)
    };
    print(&language.fill(
        key,
        &[
            ("submissions", &submissions),
            ("documents", &checked),
            ("read", &read),
            ("failed", &(checked - read)),
            ("passed_over", &check.result.passed_over.total()),
            ("listed", &findings.len()),
            ("pairs", &similar.count()),
        ],
    ));
    print_class_list(check, print);
    print_passed_over(&check.result.passed_over, print, language);
    if read == 0 {
        return Completion::or_warn(Err(CliError::NothingRead), language);
    }
    Completion::Complete
}

/// Prints the number of students on the class list, its rows that are no students, the students without a submission, and the files that
/// belong to no student of the list.
fn print_class_list(check: Report<'_>, print: LinePrinter) {
    let Some(list) = &check.result.submission_settings.list else {
        return;
    };
    let (submissions, language) = (&check.result.submissions, check.language);
    print(&language.fill("cli.list-students", &[("count", &list.entries.len())]));
    let missing = submissions
        .missing
        .iter()
        .filter_map(|&at| list.entries.get(at));
    let missing: Vec<&str> = missing
        .filter_map(|entry| entry.name.as_deref().or(entry.number.as_deref()))
        .collect();
    let unassigned = (submissions.unassigned.iter()).map(|&file| DocumentIndex(file));
    let unassigned: Vec<&str> = unassigned
        .filter_map(|document| Some(check.result.document(document)?.name.as_str()))
        .collect();
    let missing_key = if check.result.has_lost_archive() {
        "cli.list-unknown"
    } else {
        "cli.list-missing"
    };
    let left_out = list.left_out();
    let left_out: Vec<&str> = left_out.iter().map(String::as_str).collect();
    for (key, names) in [
        ("class-list.left-out", left_out),
        (missing_key, missing),
        ("cli.list-unassigned", unassigned),
    ] {
        if !names.is_empty() {
            let named = printable(&names.join(&language.text("punctuation.comma")));
            print(&language.fill(key, &[("count", &names.len()), ("names", &named)]));
        }
    }
}

/// Prints the files that could not be read, or were read with warnings or notes.
fn print_unread(check: Report<'_>, print: LinePrinter) {
    let language = check.language;
    for document in check.result.checked_documents() {
        let name = printable(&document.name);
        if let Some(line) = failure_line(document, language) {
            print(&line);
        }
        let Some(content) = document.content() else {
            continue;
        };
        for warning in &content.warnings {
            let status = if warning.is_note() {
                language.text("status.note")
            } else {
                language.status(Status::Warning)
            };
            let option = matches!(
                warning,
                Warning::NoTextLayer | Warning::PagesWithoutText { .. }
            )
            .then_some("--recognise");
            let warning = language.warning_of(warning, content.pages.len());
            let warning = with_option(warning, option);
            print(&language.fill(
                "cli.warning",
                &[("status", &status), ("name", &name), ("warning", &warning)],
            ));
        }
    }
}
