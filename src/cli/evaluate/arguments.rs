//! Arguments of `chachong evaluate`, with their help in both languages.

use std::path::PathBuf;

use clap::{ArgAction, ArgMatches, Command as Parser};

use super::make;
use crate::cli::Subcommand;
use crate::cli::copying_options::{strength, strength_option};
use crate::cli::options::{
    flag, path, path_argument, paths, quiet_option, threads, threads_option, value_option,
};
use crate::cli::recognition::models_option;
use chachong_compare::Strength;
use chachong_lab::evaluate::Method;
use chachong_messages::Language;

/// Arguments of `evaluate` without `--make`, which has [`make::Arguments`].
#[derive(Debug)]
pub(in crate::cli) struct Arguments {
    pub(in crate::cli) cases: PathBuf,
    pub(in crate::cli) json: bool,
    /// Whether leads to rewritten passages are measured.
    pub(in crate::cli) rewritten: bool,
    /// Folder with the models; `None` for the usual places.
    pub(in crate::cli) models: Option<PathBuf>,
    /// Names of methods; empty for all.
    pub(in crate::cli) schemes: Vec<String>,
    /// Minimum strength of passages that count.
    pub(in crate::cli) weakest: Strength,
    /// Maximum share of clean pairs that may be flagged, 0..=1.
    pub(in crate::cli) false_alarms: f64,
    pub(in crate::cli) csv: Option<PathBuf>,
    pub(in crate::cli) threads: Option<usize>,
    pub(in crate::cli) quiet: bool,
}

pub(in crate::cli) fn parser(language: Language) -> Parser {
    let text = |key: &str| language.text(key);
    let file = |name: &'static str, value: &'static str, help: &str| {
        path_argument(name, value).help(text(help))
    };
    let scheme = value_option("scheme", "NAME")
        .action(ArgAction::Append)
        .value_parser(Method::names())
        .help(text("cli.help.scheme"));
    let false_alarms = value_option("false-alarms", "RATE")
        .default_value("0.001")
        .value_parser(move |text: &str| share(text, language))
        .help(text("cli.help.false-alarms"));
    let make = file("make", "FOLDER", "cli.help.make")
        .long("make")
        .conflicts_with_all(["scheme", "csv", "json"]);
    Parser::new("evaluate")
        .about(text("cli.help.evaluate"))
        .override_usage(
            "chachong evaluate [OPTIONS] <CASES|FOLDER|->\n       \
             chachong evaluate --make <FOLDER> <PATH>...",
        )
        .arg(file("cases", "CASES|FOLDER|-", "cli.help.cases-or-pairs").required(true))
        .arg(
            file("sources", "PATH", "cli.help.make-paths")
                .num_args(0..)
                .requires("make"),
        )
        .arg(make)
        .arg(scheme)
        .arg(strength_option(language))
        .arg(false_alarms)
        .arg(file("csv", "FILE", "cli.help.curve-csv").long("csv"))
        .arg(flag("json").help(text("cli.help.pair-json")))
        .arg(
            flag("rewritten")
                .help(text("cli.help.evaluate-rewritten"))
                .conflicts_with_all(["make", "scheme", "csv", "strength"]),
        )
        .arg(models_option(language))
        .arg(threads_option(language))
        .arg(quiet_option(language))
}

/// Parses a number from 0 to 1.
fn share(written: &str, language: Language) -> Result<f64, String> {
    match written.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err(language.text("cli.usage.not-a-share")),
    }
}

/// Reads the arguments of `evaluate`; with `--make` the first path is a source like the others.
pub(in crate::cli) fn arguments(matches: &ArgMatches) -> Subcommand {
    let cases = path(matches, "cases");
    if let Some(folder) = matches.get_one::<PathBuf>("make") {
        let mut sources = vec![cases];
        sources.extend(paths(matches, "sources"));
        return Subcommand::MakePairs(make::Arguments {
            folder: folder.clone(),
            sources,
            threads: threads(matches),
            quiet: matches.get_flag("quiet"),
        });
    }
    let schemes: Option<clap::parser::ValuesRef<'_, String>> = matches.get_many("scheme");
    Subcommand::Evaluate(Arguments {
        cases,
        json: matches.get_flag("json"),
        rewritten: matches.get_flag("rewritten"),
        models: matches.get_one::<PathBuf>("models").cloned(),
        schemes: schemes.into_iter().flatten().cloned().collect(),
        weakest: strength(matches),
        false_alarms: matches.get_one("false-alarms").copied().unwrap_or(0.0),
        csv: matches.get_one::<PathBuf>("csv").cloned(),
        threads: threads(matches),
        quiet: matches.get_flag("quiet"),
    })
}
