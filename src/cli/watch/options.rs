//! Options of `chachong watch`, with their help in both languages.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, Command as Parser, value_parser};

use super::Arguments;
use crate::cli::copying_options::{copying_arguments, copying_options};
use crate::cli::options::{
    archive_password_option, flag, max_distance_option, path, path_argument, threads_option,
    time_limit_option, value_option,
};
use crate::cli::reading::ReadOptions;
use crate::cli::recognition;
use chachong_messages::Language;
use chachong_report::ReportFormat;

/// Formats of reports on single files.
const FORMATS: [ReportFormat; 4] = [
    ReportFormat::Html,
    ReportFormat::Pdf,
    ReportFormat::Docx,
    ReportFormat::Json,
];

pub(in crate::cli) fn parser(language: Language) -> Parser {
    let text = |key: &str| language.text(key);
    let place = |name: &'static str, value: &'static str| {
        path_argument(name, value).help(text(&format!("cli.help.watch-{name}")))
    };
    let formats = value_option("format", "FORMATS")
        .value_delimiter(',')
        .value_parser(FORMATS.map(ReportFormat::name))
        .default_value("html,json")
        .help(text("cli.help.watch-format"));
    let metrics = value_option("metrics", "ADDRESS:PORT")
        .value_parser(move |text: &str| loopback(text, language))
        .help(text("cli.help.watch-metrics"));
    let settle = value_option("settle", "SECONDS")
        .default_value("10")
        .value_parser(value_parser!(u64).range(1..=3600))
        .help(text("cli.help.watch-settle"));
    Parser::new("watch")
        .about(text("cli.help.watch"))
        .arg(place("folder", "FOLDER").required(true))
        .arg(place("library", "LIBRARY").long("library").required(true))
        .arg(place("reports", "DIR").long("reports").required(true))
        .arg(formats)
        .arg(flag("add").help(text("cli.help.watch-add")))
        .arg(flag("once").help(text("cli.help.watch-once")))
        .arg(settle)
        .arg(place("log", "FILE").long("log"))
        .arg(metrics)
        .arg(max_distance_option(language))
        .args(copying_options(language))
        .args(recognition::options(language))
        .arg(recognition::compared_pages_option(language))
        .arg(archive_password_option(language))
        .arg(threads_option(language))
        .arg(time_limit_option(language))
}

/// Reads an address of this machine alone.
fn loopback(text: &str, language: Language) -> Result<SocketAddr, String> {
    let address: Result<SocketAddr, _> = text.parse();
    match address {
        Ok(address) if address.ip().is_loopback() => Ok(address),
        _ => Err(language.text("cli.watch.not-loopback")),
    }
}

/// Reads the arguments that clap has parsed.
pub(in crate::cli) fn arguments(matches: &ArgMatches) -> Arguments {
    let named = |format: &ReportFormat| {
        let mut names = matches.get_many::<String>("format").into_iter().flatten();
        names.any(|name| name == format.name())
    };
    Arguments {
        folder: path(matches, "folder"),
        library: path(matches, "library"),
        reports: path(matches, "reports"),
        formats: FORMATS.into_iter().filter(named).collect(),
        log: matches.get_one::<PathBuf>("log").cloned(),
        metrics: matches.get_one::<SocketAddr>("metrics").copied(),
        add: matches.get_flag("add"),
        once: matches.get_flag("once"),
        settle: Duration::from_secs(matches.get_one("settle").copied().unwrap_or(10)),
        max_distance: matches.get_one("max-distance").copied(),
        reading: ReadOptions::of(matches),
        copying: copying_arguments(matches),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_for_this_machine_alone() {
        for address in ["127.0.0.1:9090", "[::1]:9090", "127.8.0.1:0"] {
            assert!(loopback(address, Language::English).is_ok(), "{address}");
        }
        for address in [
            "0.0.0.0:9090",
            "192.168.0.2:9090",
            "[::]:1",
            "localhost:9090",
            "9090",
        ] {
            assert!(loopback(address, Language::English).is_err(), "{address}");
        }
    }
}
