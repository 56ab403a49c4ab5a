//! Options that several subcommands share: flags, paths, the recipe, limits, `--threads`, `--quiet`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command as Parser, value_parser};

use chachong_import::Passwords;
use chachong_messages::Language;
use chachong_simhash::Recipe;

pub(super) fn flag(name: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue)
}

/// Makes an option that takes a value.
pub(super) fn value_option(name: &'static str, value: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value)
}

/// Makes an argument that is a path.
pub(super) fn path_argument(name: &'static str, value: &'static str) -> Arg {
    let argument = Arg::new(name).value_name(value);
    argument.value_parser(value_parser!(PathBuf))
}

/// Makes an option that takes a path.
pub(super) fn path_option(name: &'static str, value: &'static str) -> Arg {
    path_argument(name, value).long(name)
}

/// Makes the subcommand `name` of `command`, whose first argument names a library.
pub(super) fn library_parser(command: &str, name: &'static str, language: Language) -> Parser {
    let text = |key: &str| language.text(&format!("cli.help.{command}-{key}"));
    let library = path_argument("library", "LIBRARY").required(true);
    Parser::new(name)
        .about(text(name))
        .arg(library.help(text("place")))
}

pub(super) fn threads_option(language: Language) -> Arg {
    value_option("threads", "N")
        .value_parser(value_parser!(u16).range(1..=1024))
        .help(language.text("cli.help.threads"))
}

/// Makes the option for the maximum distance of a listed pair.
pub(super) fn max_distance_option(language: Language) -> Arg {
    value_option("max-distance", "K")
        .value_parser(value_parser!(u32).range(0..=64))
        .help(language.text("cli.help.max-distance"))
}

/// Makes the option for the maximum time of reading one file.
pub(super) fn time_limit_option(language: Language) -> Arg {
    value_option("time-limit", "SECONDS")
        .value_parser(value_parser!(u64).range(1..=86_400))
        .help(language.text("cli.help.time-limit"))
}

pub(super) fn recipe_option(language: Language) -> Arg {
    value_option("recipe", "RECIPE")
        .default_value(Recipe::THESIS.name())
        .value_parser(Recipe::NAMES)
        .help(language.text("cli.help.recipe"))
}

/// Returns the chosen recipe; clap has checked its name.
pub(super) fn recipe(matches: &ArgMatches) -> Recipe {
    matches
        .get_one::<String>("recipe")
        .and_then(|name| name.parse().ok())
        .unwrap_or(Recipe::THESIS)
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
    value_option("archive-password", "PASSWORD")
        .action(ArgAction::Append)
        .help(language.text("cli.help.archive-password"))
}

/// Returns the passwords for archives: those given as options, of which the last is tried first, then the one in the environment, which
/// other accounts cannot see.
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

/// Returns a parser of paths. It rejects an option whose dash is no hyphen, which would otherwise be read as a file that is missing.
pub(super) fn path_parser(language: Language) -> ValueParser {
    ValueParser::new(
        PathBufValueParser::new().try_map(move |path: PathBuf| match mistyped_option(&path) {
            Some(option) => Err(language.fill("cli.usage.other-dash", &[("option", &option)])),
            None => Ok(path),
        }),
    )
}

/// Returns the option that was probably meant by a path that does not exist and begins with a long or full-width dash; `None` for any other
/// path.
fn mistyped_option(path: &Path) -> Option<String> {
    const DASHES: [char; 6] = ['－', '—', '–', '―', '−', '‑'];
    let text = path.to_str().filter(|text| text.starts_with(DASHES))?;
    let name = text.trim_start_matches(|c: char| c == '-' || DASHES.contains(&c));
    if name.is_empty() || path.exists() {
        return None;
    }
    let narrow = |c: char| match c {
        '！'..='～' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        c => c,
    };
    let hyphens = if name.chars().count() == 1 { "-" } else { "--" };
    Some(hyphens.chars().chain(name.chars().map(narrow)).collect())
}

/// Returns the paths of a repeated argument. If it is required, clap has made sure that there is one.
pub(super) fn paths(matches: &ArgMatches, name: &str) -> Vec<PathBuf> {
    matches
        .get_many(name)
        .into_iter()
        .flatten()
        .cloned()
        .collect()
}

/// Returns the files without those that are one under another name.
pub(super) fn distinct(mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut seen = HashSet::new();
    files.retain(|file| seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())));
    files
}

pub(super) fn path(matches: &ArgMatches, name: &str) -> PathBuf {
    matches
        .get_one::<PathBuf>(name)
        .cloned()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_under_another_name_is_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        std::fs::write(&one, "").unwrap();
        let again = folder.path().join(".").join("one");
        let all = vec![one.clone(), two.clone(), again, two.clone()];
        assert_eq!(distinct(all), [one, two]);
    }
}
