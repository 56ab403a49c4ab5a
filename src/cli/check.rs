//! `chachong check`: compares the documents of folders, without a window.

use std::path::PathBuf;
use std::sync::Arc;

use super::check_recorder::CheckRecorder;
use super::evidence::print_evidence;
use super::leads::print_leads;
use super::library::existing;
use super::output::{LinePrinter, print_stderr, print_stdout};
use super::reading::{ProgressObserver, ReadOptions, failure, print_passed_over};
use super::shared_texts::print_shared_texts;
use super::table::{printable, table};
use super::versions::print_versions;
use super::{copying, declared_files, leads, reports};
use chachong_check::{
    Document, Findings, Fingerprinting, LowerEstimate, Origin, Status, find_evidence,
};
use chachong_compare::{Fingerprinted, LEAST_BASE, PairFinding, ShareOf, Shown, Thresholds};
use chachong_import::{Importer, Isolation, Limits};
use chachong_jobs::{Against, KeptSettings};
use chachong_lab::systems::{IndexError, System};
use chachong_library::{Library, LibraryError, MissingPart, name_of};
use chachong_messages::{Language, estimated, grouped, has_sign, percent};
use chachong_report::{self as report, Check};
use chachong_simhash::DocumentFrequencies;

/// Maximum memory, in bytes, of the index over the fingerprints: one that stores all near hashes needs far more.
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
    /// Whether and how rewritten passages are sought.
    pub(super) leads: leads::Arguments,
    /// Library whose members are compared too; `None` for none.
    pub(super) library: Option<PathBuf>,
    /// More libraries whose members are compared; nothing is saved in them.
    pub(super) sources: Vec<PathBuf>,
    /// Whether the documents are added to the library afterwards.
    pub(super) add: bool,
    pub(super) quiet: bool,
}

/// Returns the document frequencies of the library, if the recipe needs any. An error, with a message on stderr, if that
/// fails.
fn frequencies(
    recorder: Option<&CheckRecorder>,
    arguments: &Arguments,
    language: Language,
) -> Result<Option<Arc<DocumentFrequencies>>, ()> {
    match recorder {
        Some(recorder) if arguments.reading.recipe.knobs().needs_documents() => (recorder
            .frequencies(arguments.quiet, language))
        .map(Some)
        .ok_or(()),
        _ => Ok(None),
    }
}

/// Returns the libraries as new documents are compared with them, that of the check first.
fn against<'l>(
    recorder: Option<&'l CheckRecorder>,
    sources: &'l [Library],
    by: &'l Fingerprinting,
    thresholds: Thresholds,
) -> Vec<Against<'l>> {
    let sources = sources.iter().map(|library| Against {
        library,
        by,
        thresholds,
        is_own: false,
    });
    let own = recorder.map(|recorder| recorder.against(by, thresholds));
    own.into_iter().chain(sources).collect()
}

/// Returns the libraries to compare with, and where the check is saved.
fn libraries<'l>(
    against: &'l [Against<'l>],
    recorder: Option<&'l CheckRecorder>,
    missing: &'l [MissingPart],
) -> copying::Libraries<'l> {
    copying::Libraries {
        against,
        missing,
        kept_in: recorder.and_then(CheckRecorder::kept_in),
    }
}

/// Opens the libraries that only give sources; those whose servers do not answer are missing. `None`, with a message on
/// stderr, if one is not there or cannot be opened.
fn sources(files: &[PathBuf], language: Language) -> Option<(Vec<Library>, Vec<MissingPart>)> {
    let (mut opened, mut missing) = (Vec::new(), Vec::new());
    for file in files {
        match existing(file) {
            Ok(library) => opened.push(library),
            Err(LibraryError::ServerAway { .. }) => {
                missing.push(MissingPart::away(name_of(file), None));
            }
            Err(error) => {
                print_stderr(&language.library_error(error.log()));
                return None;
            }
        }
    }
    Some((opened, missing))
}

/// Runs the command; returns whether something could be read, was compared with all that it should be compared with, and all
/// outputs were written.
pub(super) fn run(arguments: &Arguments, language: Language) -> bool {
    if !(arguments.reports.are_right(language) && arguments.leads.are_possible(language)) {
        return false;
    }
    let Ok(mut recorder) = opened(arguments, language) else {
        return false;
    };
    let Some((sources, missing)) = sources(&arguments.sources, language) else {
        return false;
    };
    let Ok(documents) = frequencies(recorder.as_ref(), arguments, language) else {
        return false;
    };
    let library = recorder.as_ref().map(CheckRecorder::library);
    let Some(settings) = arguments.reading.settings(documents, library, language) else {
        return false;
    };
    let observer = ProgressObserver {
        recorder: recorder.as_ref(),
        quiet: arguments.quiet,
        language,
    };
    let by = settings.fingerprinting();
    let (mut documents, passed_over) = observer.read(arguments.paths.clone(), settings);
    if let Some(recorder) = &mut recorder {
        recorder.keep_passed_over(&passed_over);
    }
    let thresholds = Thresholds {
        max_distance: arguments.max_distance,
        width: arguments.reading.recipe.width(),
    };
    let find = |documents: &[Document]| arguments.near(documents, thresholds, language);
    let Some((mut fingerprinted, mut findings)) = find(&documents) else {
        return false;
    };
    let search = search(arguments);
    let near = findings.near();
    let against = against(recorder.as_ref(), &sources, &by, thresholds);
    let libraries = libraries(&against, recorder.as_ref(), &missing);
    let names = libraries.names();
    let compared = copying::copied(
        &arguments.copying,
        &mut documents,
        &near,
        libraries,
        search,
        language,
    );
    let Some(compared) = compared else {
        return false;
    };
    let (copies, shares) = &compared;
    let is_compared_with_all = copies.missing.is_empty();
    if documents.len() > fingerprinted.len() {
        // Documents of the library have joined.
        match find(&documents) {
            Some(found) => (fingerprinted, findings) = found,
            None => return false,
        }
    }
    if let Some(recorder) = &mut recorder {
        recorder.keep_compared_with(names);
        recorder.done(&documents, shares.choices(), copies);
    }
    let found = (arguments.leads).sought(
        &documents,
        (copies, shares),
        recorder.as_mut(),
        &by,
        search,
        language,
    );
    let Ok(leads) = found else {
        return false;
    };
    let findings = findings.with_copies(&fingerprinted, copies, shares, arguments.copying.possible);
    let evidence = find_evidence(&documents, copies.compared);
    let pictures = Importer::new(Isolation::of_this_program(), Limits::default());
    let check = Check {
        documents: &documents,
        findings: &findings,
        copied: Some((copies, shares)),
        evidence: &evidence,
        leads: leads.as_ref(),
        passed_over: &passed_over,
        recipe: arguments.reading.recipe,
        thresholds,
        language,
        options: arguments
            .reports
            .stated(arguments.copying.possible, &pictures),
    };

    let Ok(blinded) = arguments.reports.blinded(check) else {
        return false;
    };
    let check = (blinded.as_ref()).map_or(check, |blind| blind.check(check));

    let print = summary_printer(arguments);
    let (mut well, read) = write_outputs(arguments, check, print);
    if let Some(recorder) = recorder {
        well &= recorder.finish(&documents, arguments.add, arguments.quiet, print, language);
    }
    well && read > 0 && is_compared_with_all
}

const fn search(arguments: &Arguments) -> copying::SearchOptions {
    copying::SearchOptions {
        recipe: arguments.reading.recipe,
        threads: arguments.reading.threads,
        quiet: arguments.quiet,
    }
}

/// Where tables are printed: on stderr if a report takes stdout.
fn summary_printer(arguments: &Arguments) -> LinePrinter {
    if arguments.reports.takes_stdout() {
        print_stderr
    } else {
        print_stdout
    }
}

/// Opens the library that the arguments name; `None` without one. An error, with a message on stderr, if that fails.
fn opened(arguments: &Arguments, language: Language) -> Result<Option<CheckRecorder>, ()> {
    let kept = KeptSettings {
        max_distance: arguments.max_distance,
        recipe: Some(arguments.reading.recipe.name().to_owned()),
        ..KeptSettings::default()
    };
    let open = |file: &PathBuf| {
        let library = if arguments.add {
            Library::open(file)
        } else {
            // A mistyped name must not become an empty library in which nothing is found.
            Library::open_existing(file)
        };
        CheckRecorder::open(library, &arguments.paths, kept, language).ok_or(())
    };
    arguments.library.as_ref().map(open).transpose()
}

/// Writes the reports and prints the tables; returns whether all was written, and how many documents were read.
fn write_outputs(arguments: &Arguments, check: Check<'_>, print: LinePrinter) -> (bool, usize) {
    // Before anything is printed: a table cut off by `| head` must not cost the reports.
    let inputs = declared_files::of_check(arguments).inputs;
    let threads = arguments.reading.threads;
    let well = (arguments.reports).write(check, &inputs, threads, arguments.quiet);
    if !arguments.reports.takes_stdout() {
        print_pairs(check, arguments.copying.possible);
        print_versions(check);
        print_evidence(check);
        print_leads(check);
        print_shared_texts(check);
    }
    print_unread(check, print);
    (well, print_summary(check, print))
}

impl Arguments {
    /// Finds near-duplicates by fingerprint; returns the fingerprinted documents too. `None`, with a message on
    /// stderr, if the index cannot be built.
    fn near(
        &self,
        documents: &[Document],
        thresholds: Thresholds,
        language: Language,
    ) -> Option<(Vec<Fingerprinted>, Findings)> {
        let fingerprinted: Vec<_> = documents.iter().map(Document::fingerprinted).collect();
        // All pairs need no index.
        let found = if self.all_pairs {
            Ok(Findings::of(&fingerprinted, thresholds, true))
        } else {
            let build = |items, k| self.system.build(items, k, INDEX_MEMORY);
            Findings::by(build, &fingerprinted, thresholds)
        };
        found
            .map_err(|error| print_stderr(&index_error(&error, language)))
            .ok()
            .map(|findings| (fingerprinted, findings))
    }
}

/// Returns the reason why an index was not built, and a remedy.
fn index_error(error: &IndexError, language: Language) -> String {
    match error {
        IndexError::TooMuchMemory {
            needed,
            limit,
            entries,
            k,
        } => language.fill(
            "index.too-much-memory",
            &[
                ("needed", needed),
                ("limit", limit),
                ("entries", entries),
                ("distance", k),
            ],
        ),
    }
}

/// Prints one line about the whole check; returns how many of its documents were read.
fn print_summary(check: Check<'_>, print: LinePrinter) -> usize {
    let language = check.language;
    let own = || (check.documents.iter()).filter(|d| d.origin == Origin::Checked);
    let read = own().filter(|d| d.reading().is_some()).count();
    let listed = (check.findings.pairs.iter())
        .filter(|pair| pair.is_finding())
        .count();
    if let Some(note) = check.given_text_note() {
        print(&note);
    }
    print(&language.fill(
        "cli.summary",
        &[
            ("documents", &own().count()),
            ("read", &read),
            ("failed", &(own().count() - read)),
            ("passed_over", &check.passed_over.total()),
            ("pairs", &listed),
        ],
    ));
    print_passed_over(check.passed_over, print, language);
    if read == 0 {
        print_stderr(&language.text("cli.nothing-read"));
    }
    read
}

/// Maximum number of pairs in the table on the terminal, those with the largest shares: more, nobody reads, and a million rows
/// take gigabytes before the first can be aligned with the others. The reports have all.
const MOST_PAIRS: usize = 10_000;

/// Prints the pairs as a table; with `possible` it has columns for their possible passages. A share of everything has
/// a star, a lower estimate a sign, which are explained below the table.
fn print_pairs(check: Check<'_>, possible: bool) {
    let language = check.language;
    if check.findings.pairs.is_empty() {
        print_stdout(&language.text("cli.no-pairs"));
        return;
    }
    let of_possible: &[&str] = if possible {
        &["possible-a", "possible-b"]
    } else {
        &[]
    };
    let headings: Vec<String> = (["copied-a", "copied-b", "rare", "reworded", "passages"].iter())
        .chain(of_possible)
        .chain(&["distance", "cosine", "blocks", "verdict"])
        .chain(&["document-a", "document-b"])
        .map(|column| language.text(&format!("column.{column}")))
        .collect();
    let (mut starred, mut estimates) = (false, false);
    let mut share = |shown: Shown, lower: Option<LowerEstimate>| {
        estimates |= has_sign(shown.share(), lower);
        let everything = shown.of == ShareOf::Everything && shown.copied.characters > 0;
        starred |= everything;
        let star = if everything { "*" } else { "" };
        format!("{}{star}", estimated(shown.share(), lower))
    };
    let pairs = report::pairs_in_order(check);
    let not_shown = pairs.len().saturating_sub(MOST_PAIRS);
    let rows: Vec<Vec<String>> = (pairs.into_iter().take(MOST_PAIRS))
        .map(|pair| {
            let (a, b) = (&check.documents[pair.a], &check.documents[pair.b]);
            let blocks = (a.fingerprint().zip(b.fingerprint()))
                .map_or_else(String::new, |(a, b)| a.equal_block_names(b));
            let shares = check.pair_shares(pair).unwrap_or_default();
            let lower = check.pair_lower_estimate(pair.a, pair.b);
            let mut row = vec![
                share(shares.a.shown(), lower),
                share(shares.b.shown(), lower),
                percent(shares.rare_weight()),
                percent(shares.a.reworded.share().max(shares.b.reworded.share())),
                shares.passages.to_string(),
            ];
            if possible {
                row.extend([shares.a, shares.b].map(|side| percent(side.possible.share())));
            }
            row.extend([
                distance(pair, check.thresholds.width),
                cosine(pair, check.thresholds.width),
                if blocks.is_empty() {
                    "-".to_owned()
                } else {
                    blocks
                },
                pair.verdict
                    .map_or_else(|| "-".to_owned(), |verdict| language.verdict(verdict)),
                printable(&a.name),
                printable(&b.name),
            ]);
            row
        })
        .collect();
    let numbers: Vec<usize> = (0..7 + of_possible.len()).collect();
    print_stdout(&table(&headings, &rows, &numbers));
    if not_shown > 0 {
        let count = grouped(not_shown as u64);
        print_stdout(&language.fill("cli.pairs-not-shown", &[("count", &count)]));
    }
    if starred {
        print_stdout(&language.fill("cli.of-everything", &[("least", &LEAST_BASE)]));
    }
    if estimates {
        print_stdout(&language.text("lower-estimate.table"));
    }
}

/// Returns the distance of a pair with the number of bits; a dash where a document has no fingerprint.
fn distance(pair: &PairFinding, width: u32) -> String {
    (pair.distance).map_or_else(|| "-".to_owned(), |bits| format!("{bits} / {width}"))
}

/// Returns the estimated cosine of a pair; a dash where a document has no fingerprint.
pub(super) fn cosine(pair: &PairFinding, width: u32) -> String {
    (pair.estimated_cosine(width)).map_or_else(|| "-".to_owned(), |cosine| format!("{cosine:.4}"))
}

/// Prints the files that could not be read, or were read with warnings or notes.
fn print_unread(check: Check<'_>, print: LinePrinter) {
    let language = check.language;
    let own = |document: &&Document| document.origin == Origin::Checked;
    for document in check.documents.iter().filter(own) {
        let name = printable(&document.name);
        if let Some(failure) = failure(document, language) {
            print(&failure);
        }
        let Some(reading) = document.reading() else {
            continue;
        };
        for warning in &reading.warnings {
            let status = if warning.is_note() {
                language.text("status.note")
            } else {
                language.status(Status::Warning)
            };
            let warning = language.warning_of(warning, reading.pages.len());
            print(&language.fill(
                "cli.warning",
                &[("status", &status), ("name", &name), ("warning", &warning)],
            ));
        }
    }
}
