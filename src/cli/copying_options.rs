//! Options of `check`, `compare` and `evaluate` about copied text: which counts, and which is listed.

use clap::{Arg, ArgAction, ArgMatches, value_parser};

use super::copying;
use super::options::{path_option, paths, value_option};
use chachong_compare::{Reason, Strength};
use chachong_messages::Language;

/// Makes the option for the minimum strength of passages that are listed, or counted by `evaluate`.
pub(super) fn strength_option(language: Language) -> Arg {
    value_option("strength", "STRENGTH")
        .default_value(Strength::Strong.name())
        .value_parser([Strength::Strong, Strength::Possible].map(Strength::name))
        .help(language.text("cli.help.strength"))
}

pub(super) fn strength(matches: &ArgMatches) -> Strength {
    let name: Option<&String> = matches.get_one("strength");
    if name.is_some_and(|name| name == Strength::Possible.name()) {
        Strength::Possible
    } else {
        Strength::Strong
    }
}

/// Makes the options that determine which copied text counts.
pub(super) fn copying_options(language: Language) -> [Arg; 4] {
    let text = |key: &str| language.text(key);
    let min_passage = value_option("min-passage", "N")
        .default_value("0")
        .value_parser(value_parser!(u32))
        .help(text("cli.help.min-passage"));
    let template = path_option("template", "PATH")
        .action(ArgAction::Append)
        .help(text("cli.help.template"));
    let exclude = value_option("exclude", "REASONS")
        .value_delimiter(',')
        .value_parser(
            Reason::ALL
                .map(Reason::name)
                .into_iter()
                .chain(["parts", "all", "none"])
                .collect::<Vec<_>>(),
        )
        .default_value("parts")
        .help(text("cli.help.exclude"));
    [min_passage, template, exclude, strength_option(language)]
}

pub(super) fn copying_arguments(matches: &ArgMatches) -> copying::Arguments {
    copying::Arguments {
        min_passage: matches.get_one("min-passage").copied().unwrap_or(0),
        templates: paths(matches, "template"),
        exclude: excluded(matches),
        possible: strength(matches) == Strength::Possible,
    }
}

/// Returns the reasons for which text is left out: none if `none` is among the names, all if `all` is; with `parts` all except
/// cited and quoted text.
fn excluded(matches: &ArgMatches) -> Vec<Reason> {
    let names: Vec<&String> = matches.get_many("exclude").into_iter().flatten().collect();
    if names.iter().any(|name| *name == "none") {
        return Vec::new();
    }
    Reason::ALL
        .into_iter()
        .filter(|reason| {
            names.iter().any(|name| match name.as_str() {
                "all" => true,
                "parts" => !reason.is_attribution(),
                name => name == reason.name(),
            })
        })
        .collect()
}
