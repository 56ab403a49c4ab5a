//! `chachong library init-server` and `keep-password`, the commands about libraries on servers.

use std::path::Path;

use super::error::{CliError, Completion};
#[cfg(not(feature = "postgres"))]
use chachong_library::LibraryError;
use chachong_messages::Language;

/// Creates a library on a server, or updates an existing one.
#[cfg(feature = "postgres")]
pub(super) fn init(address: &Path, language: Language) -> Result<Completion, CliError> {
    use super::output::print_stdout;

    chachong_library::PostgresStore::init(address)?;
    print_stdout(&language.fill("cli.library.server-made", &[("file", &address.display())]));
    Ok(Completion::Complete)
}

/// Saves the first line of standard input as the password for a server.
#[cfg(feature = "postgres")]
pub(super) fn keep_password(address: &Path, language: Language) -> Result<Completion, CliError> {
    use super::output::print_stdout;

    let mut line = String::new();
    // An input that cannot be read is an empty password, which the keyring keeps as well as any other.
    let _ = std::io::stdin().read_line(&mut line);
    let password = line.trim_end_matches(['\r', '\n']);
    chachong_library::PostgresStore::keep_password(address, password)?;
    print_stdout(&language.fill("cli.library.password-kept", &[("file", &address.display())]));
    Ok(Completion::Complete)
}

#[cfg(not(feature = "postgres"))]
pub(super) fn init(address: &Path, _: Language) -> Result<Completion, CliError> {
    Err(LibraryError::NoServers {
        file: address.to_owned(),
    }
    .into())
}

#[cfg(not(feature = "postgres"))]
pub(super) use self::init as keep_password;
