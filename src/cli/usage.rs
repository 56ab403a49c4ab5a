//! Translation of the texts in help and usage errors that clap itself writes only in English.

use std::error::Error as _;
use std::num::ParseIntError;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command as Parser};

use chachong_messages::Language;

/// Translates the texts that clap adds to help, and returns the parser. The parser must already have all its arguments and subcommands,
/// because this function builds it.
pub(super) fn translate(mut parser: Parser, language: Language) -> Parser {
    parser.build();
    translate_command(parser, language)
}

fn translate_command(command: Parser, language: Language) -> Parser {
    let text = |key: &str| language.text(key);
    let command = if command.get_name() == "help" {
        command.about(text("cli.help.help-command"))
    } else {
        command
    };
    command
        .help_template(format!(
            "{{about}}\n\n{}: {{usage}}\n\n{{all-args}}{{after-help}}",
            text("cli.help.usage")
        ))
        .subcommand_help_heading(text("cli.help.commands"))
        .mut_args(|argument| translate_argument(argument, language))
        .mut_subcommands(|command| translate_command(command, language))
}

/// Translates the heading, the default and the possible values of an argument.
fn translate_argument(argument: Arg, language: Language) -> Arg {
    let text = |key: &str| language.text(key);
    let help = match argument.get_id().as_str() {
        "help" => Some(text("cli.help.help")),
        "version" => Some(text("cli.help.version")),
        _ => argument.get_help().map(ToString::to_string),
    };
    let heading = if argument.is_positional() {
        "cli.help.arguments"
    } else {
        "cli.help.options"
    };
    let separator = text("punctuation.comma");
    let mut parts: Vec<String> = help.into_iter().collect();
    let mut add = |key: &str, values: Vec<String>| {
        if !values.is_empty() {
            parts.push(language.fill(key, &[("values", &values.join(&separator))]));
        }
    };
    if argument.get_action().takes_values() {
        let defaults = argument.get_default_values().iter();
        add(
            "cli.help.default",
            defaults
                .map(|value| value.to_string_lossy().into_owned())
                .collect(),
        );
        let possible = argument.get_possible_values();
        add(
            "cli.help.possible-values",
            possible
                .iter()
                .map(|value| value.get_name().to_owned())
                .collect(),
        );
    }
    argument
        .help(parts.join(" "))
        .help_heading(text(heading))
        .hide_default_value(true)
        .hide_possible_values(true)
}

/// Returns the message about wrong arguments: the error, the usage, and how to get help.
pub(super) fn error_text(error: &clap::Error, language: Language) -> String {
    let mut lines = vec![language.text("cli.usage-error")];
    let Some(problem) = problem(error, language) else {
        lines.push(error.render().to_string());
        return lines.join("\n");
    };
    lines.push(problem);
    for (kind, key) in [
        (ContextKind::ValidValue, "cli.usage.possible-values"),
        (ContextKind::ValidSubcommand, "cli.usage.subcommands"),
        (ContextKind::SuggestedArg, "cli.usage.suggestion"),
        (ContextKind::SuggestedSubcommand, "cli.usage.suggestion"),
        (ContextKind::SuggestedValue, "cli.usage.suggestion"),
    ] {
        if let Some(values) = context(error, kind, language) {
            lines.push(language.fill(key, &[("values", &values)]));
        }
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        let usage = usage.trim_start_matches("Usage:").trim_start();
        lines.push(format!("{}: {usage}", language.text("cli.help.usage")));
    }
    lines.push(language.text("cli.usage.more"));
    lines.join("\n")
}

/// Returns the text about an error; `None` for kinds of errors without a text here.
fn problem(error: &clap::Error, language: Language) -> Option<String> {
    let values = |kind| context(error, kind, language);
    let value = values(ContextKind::InvalidValue).unwrap_or_default();
    let argument = values(ContextKind::InvalidArg)
        .or_else(|| values(ContextKind::InvalidSubcommand))
        .unwrap_or_default();
    let fill = |key: &str| language.fill(key, &[("argument", &argument)]);
    let invalid = || {
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("value", &value), ("argument", &argument)];
        language.fill("cli.usage.invalid-value", &values)
    };
    Some(match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => fill("cli.usage.missing-value"),
        ErrorKind::InvalidValue => invalid(),
        ErrorKind::ValueValidation => format!("{}{}", invalid(), cause(error, language)),
        ErrorKind::UnknownArgument => fill("cli.usage.unknown-argument"),
        ErrorKind::InvalidSubcommand => fill("cli.usage.unknown-subcommand"),
        ErrorKind::MissingSubcommand => fill("cli.usage.missing-subcommand"),
        ErrorKind::MissingRequiredArgument => fill("cli.usage.missing-arguments"),
        ErrorKind::ArgumentConflict => match values(ContextKind::PriorArg) {
            Some(other) if other != argument => {
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("argument", &argument), ("other", &other)];
                language.fill("cli.usage.conflict", &values)
            }
            _ => fill("cli.usage.twice"),
        },
        _ => return None,
    })
}

/// Returns a colon and the reason why a value is invalid; empty if the error has no reason.
fn cause(error: &clap::Error, language: Language) -> String {
    let Some(source) = error.source() else {
        return String::new();
    };
    let source_text = source.to_string();
    let range = source_text
        .rsplit_once(" is not in ")
        .and_then(|(_, range)| range.split_once("..="));
    let cause = if let Some((least, most)) = range {
        language.fill("cli.usage.range", &[("least", &least), ("most", &most)])
    } else if source.is::<ParseIntError>() {
        language.text("cli.usage.not-a-number")
    } else {
        source_text
    };
    format!("{}{cause}", language.text("docx.colon"))
}

/// Returns the values that an error names; `None` if there are none.
fn context(error: &clap::Error, kind: ContextKind, language: Language) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(value) => Some(value.clone()),
        ContextValue::Strings(values) if !values.is_empty() => {
            Some(values.join(&language.text("punctuation.comma")))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::arguments::parser;
    use super::*;

    fn told(line: &str, language: Language) -> String {
        let parser = translate(parser(language), language);
        let error = parser.try_get_matches_from(line.split(' ')).unwrap_err();
        error_text(&error, language)
    }

    #[test]
    fn help_has_no_english_words_of_clap_when_the_language_is_chinese() {
        let mut parser = translate(parser(Language::Chinese), Language::Chinese);
        let mut help = parser.render_help().to_string();
        for command in parser.get_subcommands_mut() {
            help += &command.render_help().to_string();
        }
        for word in [
            "Usage",
            "Options",
            "Arguments",
            "Commands",
            "Print",
            "possible values",
            "default:",
        ] {
            assert!(!help.contains(word), "{word}\n{help}");
        }
        assert!(
            help.contains("[可用的值：zh、en]") && help.contains("[默认：thesis]"),
            "{help}"
        );
    }

    #[test]
    fn usage_errors_are_told_in_the_language_of_the_program() {
        for (line, chinese, english) in [
            (
                "c check x --strength foo",
                "strong、possible",
                "strong, possible",
            ),
            ("c check x --foo", "没有 --foo", "no argument --foo"),
            (
                "c check x --max-distance 99",
                "应在 0 到 64 之间",
                "must be from 0 to 64",
            ),
            (
                "c check x --max-distance x",
                "不是整数",
                "not a whole number",
            ),
            ("c check x --date 1", "2026-11-22", "2026-11-22"),
            ("c check x --json", "--json <FILE>", "--json <FILE>"),
            ("c check", "缺少 <PATH>...", "missing: <PATH>..."),
            ("c check x －－ｈtml out", "--html", "mean --html?"),
            ("c check x —json a.json", "--json", "mean --json?"),
            ("c compare –q b", "-q", "mean -q?"),
            ("c library", "子命令", "subcommand"),
            ("c library lst", "list", "list"),
            ("c check x --quiet --quiet", "只能用一次", "only once"),
            ("c check x --careful", "--recognise", "--recognise"),
            (
                "c evaluate x --make a --csv b",
                "--csv <FILE>",
                "--csv <FILE>",
            ),
        ] {
            let text = told(line, Language::Chinese);
            assert!(text.contains(chinese), "{line}\n{text}");
            let words = [
                "error",
                "Usage:",
                "value",
                "argument",
                "subcommand",
                "For more",
            ];
            assert!(
                !words.iter().any(|word| text.contains(word)),
                "{line}\n{text}"
            );
            let text = told(line, Language::English);
            assert!(text.contains(english), "{line}\n{text}");
        }
    }
}
