//! Writes what packages take from the command line's parser: man pages and completions of three shells. In no package itself;
//! `packaging/stage.sh` runs it.
//!
//! Man pages are in English only: groff 1.22 (Debian 12, Ubuntu 22.04) never ends on some of the Chinese ones, and `man` would hang.
//! `chachong --help` speaks Chinese.

use std::io::{Error, ErrorKind, Result};
use std::path::PathBuf;

use chachong_messages::Language;
use clap_complete::{Shell, generate_to};

fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let usage = || Error::new(ErrorKind::InvalidInput, "usage: chachong-package-files DIR");
    let folder = folder.ok_or_else(usage)?;
    let mut parser = chachong::cli::parser(Language::English);
    let pages = folder.join("man").join("man1");
    std::fs::create_dir_all(&pages)?;
    clap_mangen::generate_to(parser.clone(), &pages)?;
    let completions = folder.join("completions");
    std::fs::create_dir_all(&completions)?;
    for shell in [Shell::Bash, Shell::Fish, Shell::Zsh] {
        generate_to(shell, &mut parser, "chachong", &completions)?;
    }
    Ok(())
}
