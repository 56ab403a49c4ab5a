//! Options and values that several subcommands have: flags, paths, `--threads`, `--quiet`.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, value_parser};

use crate::i18n::Language;
use crate::import::Passwords;

pub(super) fn flag(name: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue)
}

pub(super) fn threads_option(language: Language) -> Arg {
    Arg::new("threads")
        .long("threads")
        .value_name("N")
        .value_parser(value_parser!(u16).range(1..=1024))
        .help(language.text("cli.help.threads"))
}

pub(super) fn quiet_option(language: Language) -> Arg {
    flag("quiet")
        .short('q')
        .help(language.text("cli.help.quiet"))
}

pub(super) fn threads(matches: &ArgMatches) -> Option<usize> {
    matches.get_one::<u16>("threads").map(|&n| usize::from(n))
}

pub(super) fn archive_password_option(language: Language) -> Arg {
    Arg::new("archive-password")
        .long("archive-password")
        .value_name("PASSWORD")
        .action(ArgAction::Append)
        .help(language.text("cli.help.archive-password"))
}

/// Passwords for archives: those given as options, then the one of the environment, which other accounts cannot see.
pub(super) fn archive_passwords(matches: &ArgMatches) -> Passwords {
    // Not every subcommand has the option.
    let given = matches.try_get_many::<String>("archive-password");
    let given = given.ok().flatten().into_iter().flatten().cloned();
    Passwords::new(
        std::env::var("CHACHONG_ARCHIVE_PASSWORD")
            .into_iter()
            .chain(given),
    )
}

/// Paths of a repeated argument. Where it is required, clap has made sure that there is one.
pub(super) fn paths(matches: &ArgMatches, name: &str) -> Vec<PathBuf> {
    matches
        .get_many(name)
        .into_iter()
        .flatten()
        .cloned()
        .collect()
}

pub(super) fn path(matches: &ArgMatches, name: &str) -> PathBuf {
    matches
        .get_one::<PathBuf>(name)
        .cloned()
        .unwrap_or_default()
}
