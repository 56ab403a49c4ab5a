//! Arguments of `chachong library` and of `check --library`, with their help in both languages.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command as Parser};

use super::library::{Arguments, LibraryWork};
use super::options::{
    archive_password_option, archive_passwords, flag, library_parser, path, path_argument,
    path_option, path_parser, paths, quiet_option, threads, threads_option, value_option,
};
use super::{Subcommand, recognition};
use chachong_import::Passwords;
use chachong_messages::Language;

pub(super) fn parser(language: Language) -> Parser {
    let text = |key: &str| language.text(key);
    let work = |name: &'static str| library_parser("library", name, language);
    let place = |name: &'static str, value: &'static str, help: &str| {
        let place = path_argument(name, value).required(true);
        place.help(text(help))
    };
    let add = work("add")
        .arg(
            Arg::new("paths")
                .value_name("PATH")
                .required(true)
                .num_args(1..)
                .value_parser(path_parser(language))
                .help(text("cli.help.check-paths")),
        )
        .arg(flag("template").help(text("cli.help.library-add-template")))
        .arg(
            flag("preview")
                .conflicts_with("template")
                .help(text("cli.help.library-preview")),
        )
        .args(recognition::options(language))
        .arg(recognition::pictures_option(language))
        .arg(archive_password_option(language))
        .arg(threads_option(language))
        .arg(quiet_option(language));
    let list =
        work("list").arg(value_option("search", "TEXT").help(text("cli.help.library-search")));
    let remove = work("remove").arg(
        Arg::new("names")
            .value_name("NAME|NUMBER|PATH")
            .required(true)
            .num_args(1..)
            .help(text("cli.help.library-names")),
    );
    let verify = work("verify")
        .arg(flag("no-repair").help(text("cli.help.library-no-repair")))
        .arg(quiet_option(language));
    let export = work("export")
        .arg(place("file", "FILE", "cli.help.library-export-file"))
        .arg(quiet_option(language));
    let import = work("import")
        .arg(place("file", "FILE", "cli.help.library-import-file"))
        .arg(quiet_option(language));
    let copy = work("copy")
        .arg(place("to", "TO", "cli.help.library-copy-to"))
        .arg(quiet_option(language));
    Parser::new("library")
        .about(text("cli.help.library"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([add, list, remove, verify, export, import, copy])
        .subcommands(server_parsers(language))
}

/// Subcommands about libraries on servers.
fn server_parsers(language: Language) -> [Parser; 2] {
    let on_server = |name: &'static str| {
        library_parser("library", name, language).mut_arg("library", |library| {
            let address = library.value_name("ADDRESS");
            address.help(language.text("cli.help.library-address"))
        })
    };
    ["init-server", "keep-password"].map(on_server)
}

/// Makes the options of `check` about libraries: `--library` and `--add`.
pub(super) fn check_options(language: Language) -> [Arg; 2] {
    let text = |key: &str| language.text(key);
    let library = path_option("library", "LIBRARY")
        .action(ArgAction::Append)
        .help(text("cli.help.check-library"));
    let add = flag("add")
        .requires("library")
        .help(text("cli.help.check-add"));
    [library, add]
}

/// Reads the arguments that clap has parsed.
pub(super) fn read(matches: &ArgMatches) -> Subcommand {
    let Some((name, matches)) = matches.subcommand() else {
        // Unreachable: clap requires a subcommand.
        return Subcommand::Library(Arguments {
            library: PathBuf::new(),
            work: LibraryWork::List { search: None },
            threads: None,
            passwords: Passwords::default(),
            quiet: false,
        });
    };
    let work = match name {
        "add" => LibraryWork::Add {
            paths: paths(matches, "paths"),
            template: matches.get_flag("template"),
            preview: matches.get_flag("preview"),
            recognition: recognition::Arguments::of(matches),
        },
        "remove" => LibraryWork::Remove {
            names: matches
                .get_many("names")
                .into_iter()
                .flatten()
                .cloned()
                .collect(),
        },
        "verify" => LibraryWork::Verify {
            repair: !matches.get_flag("no-repair"),
        },
        "export" => LibraryWork::Export {
            file: path(matches, "file"),
        },
        "import" => LibraryWork::Import {
            file: path(matches, "file"),
        },
        "copy" => LibraryWork::Copy {
            to: path(matches, "to"),
        },
        "init-server" => LibraryWork::InitServer,
        "keep-password" => LibraryWork::KeepPassword,
        _ => LibraryWork::List {
            search: matches.get_one("search").cloned(),
        },
    };
    let has = |name: &str| matches.ids().any(|id| id == name);
    Subcommand::Library(Arguments {
        library: path(matches, "library"),
        threads: if has("threads") {
            threads(matches)
        } else {
            None
        },
        passwords: archive_passwords(matches),
        quiet: has("quiet") && matches.get_flag("quiet"),
        work,
    })
}
