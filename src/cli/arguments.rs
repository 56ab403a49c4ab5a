//! Command line arguments, with their help in both languages (through clap).

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use clap::{Arg, ArgMatches, Command as Parser};

use super::copying_options::{copying_arguments, copying_options};
use super::error::CliError;
use super::options::{
    archive_password_option, distinct, flag, max_distance_option, path, path_option, path_parser,
    paths, quiet_option, recipe, recipe_option, threads_option, time_limit_option, value_option,
};
use super::output::{self, Stdout};
use super::reading::ReadOptions;
use super::{
    Command, Invocation, Subcommand, Window, case, check, compare, evaluate, extract, fingerprint,
    leads, library_arguments, models, recheck, recognition, reference_lookup, report, reports,
    submission_options, usage, verify, watch,
};
use chachong_import::TextEncoding;
use chachong_lab::systems::System;
use chachong_messages::Language;

pub(super) fn parse(arguments: Vec<OsString>) -> Invocation {
    let requested = requested_language(&arguments);
    let language = requested.unwrap_or_else(Language::of_system);
    let parser = usage::translate(parser(language), language);
    let matches = match parser.try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) if error.use_stderr() => {
            return Invocation::Answered(CliError::Usage(error).report(language).into());
        }
        Err(help) => {
            let printed = print_help(&help);
            let code = printed.map_or_else(|error| error.report(language), |()| 0);
            return Invocation::Answered(code.into());
        }
    };
    let Some((name, matches)) = matches.subcommand() else {
        return Invocation::Window(window(&matches, requested));
    };
    let verbose = matches.get_flag("verbose");
    let kind = match name {
        "open" => return Invocation::Window(window(matches, requested)),
        "check" => Subcommand::Check(Box::new(check_arguments(matches))),
        "extract" => Subcommand::Extract(extract::Arguments {
            file: path(matches, "file"),
            encoding: matches
                .get_one::<String>("encoding")
                .and_then(|name| TextEncoding::named(name)),
            record: matches.get_flag("record"),
            recognition: recognition::Arguments::of(matches),
        }),
        "fingerprint" => Subcommand::Fingerprint(fingerprint::Arguments {
            file: path(matches, "file"),
            recipe: recipe(matches),
            explain: matches.get_flag("explain"),
        }),
        "evaluate" => evaluate::arguments(matches),
        "library" => library_arguments::read(matches),
        "case" => Subcommand::Case(Box::new(case::Arguments::of(matches))),
        "watch" => Subcommand::Watch(Box::new(watch::arguments(matches))),
        "models" => Subcommand::Models(models::Arguments::of(matches)),
        "verify" => Subcommand::Verify(verify::Arguments::of(matches)),
        "report" => Subcommand::Report(Box::new(report::Arguments::of(matches))),
        _ => Subcommand::Compare(compare::Arguments {
            a: path(matches, "a"),
            b: path(matches, "b"),
            by: recipe(matches).into(),
            json: matches.get_flag("json"),
            html: matches.get_one("html").cloned(),
            copying: copying_arguments(matches),
        }),
    };
    Invocation::Command(Command {
        language,
        name: name.to_owned(),
        verbose,
        kind,
    })
}

/// Prints help or the version.
fn print_help(help: &clap::Error) -> Result<(), CliError> {
    if io::stdout().is_terminal() {
        // With headings in bold. A terminal is not full.
        let _ = help.print();
    } else {
        // The error is remembered.
        let _ = Stdout.write_all(help.render().to_string().as_bytes());
    }
    output::finish()
}

/// Arguments of the window, with or without the word `open`.
fn window(matches: &ArgMatches, language: Option<Language>) -> Window {
    Window {
        paths: paths(matches, "paths"),
        language,
        new_window: matches.get_flag("new-window"),
        verbose: matches.get_flag("verbose"),
    }
}

/// Returns the value of `--lang` before clap runs, so that help and errors are in that language too; `None` if the option is missing or
/// names no known language.
fn requested_language(arguments: &[OsString]) -> Option<Language> {
    let mut arguments = arguments
        .iter()
        .filter_map(|a| a.to_str())
        .take_while(|a| *a != "--")
        .skip_while(|a| *a != "--lang" && !a.starts_with("--lang="));
    let first = arguments.next()?;
    Language::from_code(first.strip_prefix("--lang=").or_else(|| arguments.next())?)
}

pub(super) fn parser(language: Language) -> Parser {
    let text = |key: &str| language.text(key);
    let file = |name: &'static str, value: &'static str| {
        let file = Arg::new(name).required(true).value_name(value);
        file.value_parser(path_parser(language))
    };
    let recipe = recipe_option(language);
    let language_option = Arg::new("lang")
        .long("lang")
        .global(true)
        .value_name("LANG")
        .value_parser(["zh", "en"])
        .help(text("cli.help.lang"));
    let paths = Arg::new("paths")
        .value_name("PATH")
        .num_args(0..)
        .value_parser(path_parser(language))
        .help(text("cli.help.window-paths"));
    let new_window = flag("new-window").help(text("cli.help.new-window"));
    let verbose = flag("verbose").global(true).help(text("cli.help.verbose"));
    let open = Parser::new("open")
        .about(text("cli.help.open"))
        .arg(paths.clone())
        .arg(new_window.clone());
    let encoding = value_option("encoding", "ENCODING")
        .value_parser(TextEncoding::ALL.map(TextEncoding::name))
        .help(text("cli.help.encoding"));
    let extract = Parser::new("extract")
        .about(text("cli.help.extract"))
        .arg(file("file", "FILE").help(text("cli.help.file")))
        .arg(encoding)
        .arg(flag("record").help(text("cli.help.record")))
        .args(recognition::options(language));
    let fingerprint = Parser::new("fingerprint")
        .about(text("cli.help.fingerprint"))
        .arg(file("file", "FILE|-").help(text("cli.help.file-or-stdin")))
        .arg(flag("explain").help(text("cli.help.explain")))
        .arg(recipe.clone());
    let compare = Parser::new("compare")
        .about(text("cli.help.compare"))
        .arg(file("a", "A").help(text("cli.help.file")))
        .arg(file("b", "B").help(text("cli.help.file")))
        .arg(flag("json").help(text("cli.help.pair-json")))
        .arg(path_option("html", "FILE").help(text("cli.help.compare-html")))
        .args(copying_options(language))
        .arg(recipe.clone());
    Parser::new("chachong")
        .version(chachong_log::VERSION)
        .about(text("cli.help.about"))
        .after_help(text("cli.help.after"))
        .arg(paths)
        .arg(language_option)
        .arg(verbose)
        .arg(new_window)
        .subcommand(open)
        .subcommand(check_parser(language).arg(recipe.clone()))
        .subcommand(extract)
        .subcommand(fingerprint)
        .subcommand(compare)
        .subcommand(evaluate::parser(language))
        .subcommand(library_arguments::parser(language))
        .subcommand(case::parser(language))
        .subcommand(models::parser(language))
        .subcommand(report::parser(language))
        .subcommand(verify::parser(language))
        .subcommand(watch::parser(language).arg(recipe))
}

fn check_parser(language: Language) -> Parser {
    let text = |key: &str| language.text(key);
    let paths = Arg::new("paths")
        .value_name("PATH")
        .required(true)
        .num_args(1..)
        .value_parser(path_parser(language))
        .help(text("cli.help.check-paths"));
    let system = value_option("system", "NAME")
        .default_value(System::default().name())
        .value_parser(System::NAMES)
        .help(text("cli.help.system"));
    Parser::new("check")
        .about(text("cli.help.check"))
        .arg(paths)
        .args(reports::options(language))
        .arg(max_distance_option(language))
        .arg(flag("all-pairs").help(text("cli.help.all-pairs")))
        .arg(system)
        .args(library_arguments::check_options(language))
        .args(submission_options::options(language))
        .args(copying_options(language))
        .args(recognition::options(language))
        .arg(recognition::pictures_option(language))
        .arg(recognition::compared_pages_option(language))
        .arg(leads::option(language))
        .arg(recheck::option(language))
        .arg(reference_lookup::option(language))
        .arg(archive_password_option(language))
        .arg(threads_option(language))
        .arg(time_limit_option(language))
        .arg(quiet_option(language))
}

fn check_arguments(matches: &ArgMatches) -> check::Arguments {
    let mut libraries = distinct(paths(matches, "library")).into_iter();
    check::Arguments {
        paths: paths(matches, "paths"),
        reports: reports::Arguments::of(matches),
        max_distance: matches.get_one("max-distance").copied(),
        all_pairs: matches.get_flag("all-pairs"),
        system: system(matches),
        reading: ReadOptions::of(matches),
        copying: copying_arguments(matches),
        submissions: submission_options::Arguments::of(matches),
        library: libraries.next(),
        sources: libraries.collect(),
        leads: leads::Arguments::of(matches),
        recheck: recheck::Arguments::of(matches),
        reference_lookup: reference_lookup::Arguments::of(matches),
        add: matches.get_flag("add"),
        quiet: matches.get_flag("quiet"),
    }
}

/// Returns the chosen index system; clap has checked its name.
fn system(matches: &ArgMatches) -> System {
    matches
        .get_one::<String>("system")
        .and_then(|name| name.parse().ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn the_parser_is_consistent_in_both_languages() {
        for (language, _) in Language::ALL {
            parser(language).debug_assert();
        }
    }

    #[test]
    fn the_language_is_found_wherever_it_stands() {
        let requested = |line: &str| {
            requested_language(&line.split(' ').map(OsString::from).collect::<Vec<_>>())
        };
        assert_eq!(
            requested("chachong check x --lang zh"),
            Some(Language::Chinese)
        );
        assert_eq!(
            requested("chachong --lang=en check x"),
            Some(Language::English)
        );
        assert_eq!(requested("chachong check x"), None);
    }

    #[test]
    fn paths_open_the_window_with_or_without_the_word_open() {
        let window = |line: &str| match parse(line.split(' ').map(OsString::from).collect()) {
            Invocation::Window(window) => window,
            other => unreachable!("{line}: {other:?}"),
        };
        let plain = window("chachong a b");
        assert_eq!(plain.paths, [PathBuf::from("a"), PathBuf::from("b")]);
        assert!(!plain.new_window && !plain.verbose);
        assert_eq!(window("chachong open a b"), plain);
        // A folder may be called like a subcommand.
        assert_eq!(
            window("chachong open check").paths,
            [PathBuf::from("check")]
        );
        for line in [
            "chachong --new-window --verbose a b",
            "chachong open --new-window a b --verbose",
        ] {
            let requested = window(line);
            assert!(requested.new_window && requested.verbose, "{line}");
            assert_eq!(requested.paths, plain.paths);
        }
    }
}
