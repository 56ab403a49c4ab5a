//! Arguments of `chachong case`, with their help in both languages.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command as Parser, value_parser};

use chachong_case::{CaseFile, CaseId, CaseState, Grounds, Outcome};
use chachong_messages::Language;
use chachong_report::case::CaseFileOptions;

use super::files::WantedFile;
use crate::cli::options::{
    flag, library_parser, path, path_argument, path_option, paths, quiet_option, threads,
    threads_option, value_option,
};

/// Arguments of `case`.
#[derive(Debug)]
pub(in crate::cli) struct Arguments {
    /// Library with the cases.
    pub(in crate::cli) library: PathBuf,
    pub(in crate::cli) work: CaseWork,
    /// Name of the person who works on the case; empty if it was not given.
    pub(super) by: String,
}

/// Work to do on cases.
#[derive(Debug)]
pub(in crate::cli) enum CaseWork {
    /// List the cases.
    List {
        /// State of the cases; `None` for any.
        state: Option<String>,
        /// Words to find in a name, a number or a check's title; empty for all cases.
        search: String,
        json: bool,
        /// CSV file to write; `-` is standard output.
        csv: Option<PathBuf>,
    },
    /// Show one case with its passages and its history.
    Show { case: CaseId, json: bool },
    /// Open a case from a saved check.
    Open(Opening),
    /// Add a note of the people who decide.
    Note { case: CaseId, words: String },
    /// Add the student's statement.
    Statement { case: CaseId, words: String },
    /// Set the grounds that may explain the common text; `None` removes them.
    Grounds {
        case: CaseId,
        grounds: Option<Grounds>,
        note: Option<String>,
    },
    /// Set the state of the case.
    State {
        case: CaseId,
        state: CaseState,
        note: Option<String>,
    },
    /// Take back the newest entry of the history.
    TakeBack { case: CaseId },
    /// Write the file for the committee or for the student, or an archive.
    Write(WantedFile),
    /// Import a case from its archive.
    Import { file: PathBuf },
    /// Delete cases permanently.
    Delete { cases: Vec<CaseId> },
}

/// Finding about which a case is opened.
#[derive(Debug)]
pub(in crate::cli) struct Opening {
    /// Number of a saved check, or the path of its JSON report.
    pub(in crate::cli) check: OsString,
    /// Name of the document in question.
    pub(super) document: String,
    /// Name of the source; `None` for all sources of everything that the student handed in.
    pub(super) source: Option<String>,
    /// Number of the passage, from 1; `None` for all passages.
    pub(super) passage: Option<usize>,
    /// Further libraries whose documents are sources if the texts must be compared again.
    pub(in crate::cli) sources: Vec<PathBuf>,
    pub(super) threads: Option<usize>,
    pub(super) quiet: bool,
}

/// Word for grounds or an outcome in the user's own words.
const OTHER: &str = "other";
/// Word for grounds that are taken back.
const NONE: &str = "none";

pub(in crate::cli) fn parser(language: Language) -> Parser {
    let text = |key: &str| language.text(key);
    let work = |name: &'static str| library_parser("case", name, language);
    let on_case = |name: &'static str| work(name).arg(case_argument(language));
    let by = || value_option("by", "NAME").help(text("cli.help.case-by"));
    let words = || {
        Arg::new("words")
            .value_name("TEXT|-")
            .required(true)
            .help(text("cli.help.case-words"))
    };
    let list = work("list")
        .arg(
            value_option("state", "STATE")
                .value_parser(CaseState::NAMES)
                .help(text("cli.help.case-list-state")),
        )
        .arg(value_option("search", "TEXT").help(text("cli.help.case-search")))
        .arg(flag("json").help(text("cli.help.case-list-json")))
        .arg(
            path_option("csv", "FILE")
                .conflicts_with("json")
                .help(text("cli.help.case-csv")),
        );
    let show = on_case("show").arg(flag("json").help(text("cli.help.case-json")));
    let take_back = on_case("take-back");
    let file = || path_argument("file", "FILE").required(true);
    let written = |kind: CaseFile| {
        let parser = on_case(kind.name())
            .arg(file().help(text("cli.help.case-file")))
            .arg(by());
        let names = flag("with-names").help(text("cli.help.case-with-names"));
        let around = flag("with-surroundings").help(text("cli.help.case-with-surroundings"));
        match kind {
            CaseFile::Committee => parser.args([names, around]),
            CaseFile::Student => parser.arg(around),
            CaseFile::Archive => parser,
        }
    };
    let import = work("import").arg(file().help(text("cli.help.case-import-file")));
    let delete = work("delete").arg(case_argument(language).num_args(1..));
    Parser::new("case")
        .about(text("cli.help.case"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([
            list,
            show,
            open_parser(work("open"), language).arg(by()),
            on_case("note").arg(words()).arg(by()),
            on_case("statement").arg(words()).arg(by()),
            with_choice(on_case("grounds"), grounds_names(), language).arg(by()),
            with_choice(on_case("state"), state_names(), language).arg(by()),
            take_back,
        ])
        .subcommands(CaseFile::ALL.map(written))
        .subcommands([import, delete])
}

fn case_argument(language: Language) -> Arg {
    Arg::new("case")
        .value_name("NUMBER")
        .required(true)
        .value_parser(value_parser!(i64))
        .help(language.text("cli.help.case-number"))
}

fn open_parser(parser: Parser, language: Language) -> Parser {
    let text = |key: &str| language.text(key);
    let check = Arg::new("check")
        .value_name("NUMBER|CHECK.json")
        .required(true)
        .value_parser(value_parser!(OsString))
        .help(text("cli.help.report-check"));
    let document = Arg::new("document")
        .value_name("DOCUMENT")
        .required(true)
        .help(text("cli.help.case-document"));
    let source = Arg::new("source")
        .value_name("SOURCE")
        .help(text("cli.help.case-source"));
    let passage = value_option("passage", "N")
        .requires("source")
        .value_parser(value_parser!(u32).range(1..))
        .help(text("cli.help.case-passage"));
    let sources = path_argument("sources", "LIBRARY")
        .long("library")
        .action(ArgAction::Append)
        .help(text("cli.help.case-library"));
    (parser.args([check, document, source, passage, sources]))
        .arg(threads_option(language))
        .arg(quiet_option(language))
}

/// Adds an argument with a fixed choice of words, and an argument for free text.
fn with_choice(parser: Parser, names: Vec<&'static str>, language: Language) -> Parser {
    let help = language.text(&format!("cli.help.case-choice-{}", parser.get_name()));
    let choice = Arg::new("choice")
        .value_name("WORD")
        .required(true)
        .value_parser(names)
        .help(help);
    let words = Arg::new("words")
        .value_name("TEXT|-")
        .required_if_eq("choice", OTHER)
        .help(language.text("cli.help.case-choice-words"));
    parser.args([choice, words])
}

fn grounds_names() -> Vec<&'static str> {
    (Grounds::USUAL.iter().map(Grounds::name))
        .chain([OTHER, NONE])
        .collect()
}

/// States before the decision, then the outcomes.
fn state_names() -> Vec<&'static str> {
    let [open, asked, answered, _] = CaseState::NAMES;
    ([open, asked, answered].into_iter())
        .chain(Outcome::USUAL.iter().map(Outcome::name))
        .chain([OTHER])
        .collect()
}

impl Arguments {
    /// Reads the arguments that clap has parsed.
    pub(in crate::cli) fn of(matches: &ArgMatches) -> Self {
        let (name, matches) = matches.subcommand().unwrap_or(("list", matches));
        let has = |name: &str| matches.ids().any(|id| id == name);
        let text = |name: &str| -> Option<String> {
            let value = matches.try_get_one::<String>(name).ok().flatten();
            value.cloned()
        };
        let case = || CaseId(if has("case") { number(matches) } else { 0 });
        let words = || text("words").unwrap_or_default();
        let choice = text("choice").unwrap_or_default();
        let note = || text("words").filter(|_| choice != OTHER);
        let json = || matches.get_flag("json");
        let kind = CaseFile::ALL.into_iter().find(|kind| kind.name() == name);
        let work = match name {
            "show" => CaseWork::Show {
                case: case(),
                json: json(),
            },
            "open" => CaseWork::Open(Opening {
                check: matches
                    .get_one::<OsString>("check")
                    .cloned()
                    .unwrap_or_default(),
                document: text("document").unwrap_or_default(),
                source: text("source"),
                passage: matches
                    .get_one::<u32>("passage")
                    .map(|&passage| passage as usize),
                sources: paths(matches, "sources"),
                threads: threads(matches),
                quiet: matches.get_flag("quiet"),
            }),
            "note" => CaseWork::Note {
                case: case(),
                words: words(),
            },
            "statement" => CaseWork::Statement {
                case: case(),
                words: words(),
            },
            "grounds" => CaseWork::Grounds {
                case: case(),
                grounds: grounds(&choice, words()),
                note: note(),
            },
            "state" => CaseWork::State {
                case: case(),
                state: state(&choice, words()),
                note: note(),
            },
            "import" => CaseWork::Import {
                file: path(matches, "file"),
            },
            "take-back" => CaseWork::TakeBack { case: case() },
            "delete" => CaseWork::Delete {
                cases: (matches.get_many::<i64>("case").into_iter().flatten())
                    .map(|&number| CaseId(number))
                    .collect(),
            },
            _ if kind.is_some() => CaseWork::Write(WantedFile {
                case: case(),
                kind: kind.unwrap_or(CaseFile::Archive),
                file: path(matches, "file"),
                options: CaseFileOptions {
                    with_names: has("with-names") && matches.get_flag("with-names"),
                    with_surroundings: has("with-surroundings")
                        && matches.get_flag("with-surroundings"),
                },
            }),
            _ => CaseWork::List {
                state: text("state"),
                search: text("search").unwrap_or_default(),
                json: json(),
                csv: matches.get_one("csv").cloned(),
            },
        };
        Self {
            library: path(matches, "library"),
            work,
            by: text("by").unwrap_or_default(),
        }
    }
}

fn number(matches: &ArgMatches) -> i64 {
    matches.get_one("case").copied().unwrap_or_default()
}

/// Returns the grounds for a word that clap has checked; `None` for the word `none`.
fn grounds(choice: &str, words: String) -> Option<Grounds> {
    if choice == OTHER {
        return Some(Grounds::Other(words));
    }
    (Grounds::USUAL.into_iter()).find(|grounds| grounds.name() == choice)
}

/// Returns the state for a word of a state or an outcome, which clap has checked.
fn state(choice: &str, words: String) -> CaseState {
    match choice {
        "open" => CaseState::Open,
        "asked" => CaseState::Asked,
        "answered" => CaseState::Answered,
        _ => {
            let usual = (Outcome::USUAL.into_iter()).find(|outcome| outcome.name() == choice);
            CaseState::Decided(usual.unwrap_or(Outcome::Other(words)))
        }
    }
}
