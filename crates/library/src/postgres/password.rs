//! Password for a server: from the environment, a password file or the system's keyring. Chachong writes a password
//! nowhere but into the keyring, and only when a person asks for it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::address::ServerAddress;

/// Name under which the system's keyring keeps passwords of Chachong.
const SERVICE: &str = "chachong";

/// Passwords that a person typed, by the name of their entry. They are kept until the program ends.
static TYPED: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

/// Uses a password for an address until the program ends.
pub(super) fn type_in(address: &ServerAddress, password: &str) {
    if let Some(name) = name(address) {
        let mut typed = TYPED.lock().unwrap_or_else(PoisonError::into_inner);
        typed.insert(name, password.to_owned());
    }
}

/// Returns the password for an address: the typed one, otherwise `PGPASSWORD`, otherwise a line of `PGPASSFILE` (or
/// of the usual password file), otherwise the one in the system's keyring. `None` if there is none: the server may
/// accept the login without one.
pub(super) fn password(address: &ServerAddress) -> Option<String> {
    let name = name(address)?;
    let typed = TYPED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = typed.get(&name).cloned();
    drop(typed);
    known
        .or_else(|| std::env::var("PGPASSWORD").ok())
        .filter(|password| !password.is_empty())
        .or_else(|| of_file(address))
        .or_else(|| of_keyring(address))
}

/// Saves a password in the system's keyring; the error is the keyring's text.
pub(super) fn keep(address: &ServerAddress, password: &str) -> Result<(), String> {
    let entry = entry(address).ok_or_else(|| "no keyring".to_owned())?;
    entry
        .set_password(password)
        .map_err(|error| error.to_string())
}

/// Returns the password in the keyring for an address; `None` if there is none, or none is needed. The keyring is
/// asked once for each address, because it may be slow and each connection needs the password.
fn of_keyring(address: &ServerAddress) -> Option<String> {
    // On a socket of the same machine the server knows the person from the system.
    if address.is_local() {
        return None;
    }
    let password = entry(address)?.get_password().ok()?;
    type_in(address, &password);
    Some(password)
}

fn entry(address: &ServerAddress) -> Option<keyring::Entry> {
    keyring::Entry::new(SERVICE, &name(address)?).ok()
}

/// Returns the name of an address without its options; `None` if no user is known.
fn name(address: &ServerAddress) -> Option<String> {
    let (host, port) = address.host();
    let user = address.user()?;
    let database = address.config.get_dbname()?;
    Some(format!("{user}@{host}:{port}/{database}"))
}

fn of_file(address: &ServerAddress) -> Option<String> {
    let file = password_file()?;
    // The file of others is not trusted, as the server's own programs do not.
    if !is_private(&file) {
        tracing::warn!("the password file may be read by others and is not used");
        return None;
    }
    let lines = std::fs::read_to_string(file).ok()?;
    let (host, port) = address.host();
    let port = port.to_string();
    let user = address.user()?;
    let wanted = [&host, &port, address.config.get_dbname()?, &user];
    lines.lines().find_map(|line| matching(line, &wanted))
}

fn password_file() -> Option<PathBuf> {
    if let Some(file) = std::env::var_os("PGPASSFILE").filter(|file| !file.is_empty()) {
        return Some(PathBuf::from(file));
    }
    if cfg!(windows) {
        return Some(dirs::data_dir()?.join("postgresql").join("pgpass.conf"));
    }
    Some(dirs::home_dir()?.join(".pgpass"))
}

#[cfg(unix)]
fn is_private(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata()
        .is_ok_and(|metadata| metadata.permissions().mode().trailing_zeros() >= 6)
}

#[cfg(not(unix))]
fn is_private(file: &Path) -> bool {
    file.is_file()
}

/// Returns the password in a line `host:port:database:user:password` of a password file; `None` if the line is for
/// another server. `*` matches anything, and `\` escapes a colon or a `\`.
fn matching(line: &str, wanted: &[&str; 4]) -> Option<String> {
    if line.starts_with('#') {
        return None;
    }
    let mut fields = vec![String::new()];
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        // The last field ends with the line.
        let c = match c {
            ':' if fields.len() < 5 => {
                fields.push(String::new());
                continue;
            }
            '\\' => characters.next().unwrap_or('\\'),
            c => c,
        };
        fields.last_mut()?.push(c);
    }
    let password = (fields.len() == 5).then(|| fields.pop()).flatten()?;
    let fits = fields
        .iter()
        .zip(wanted)
        .all(|(field, wanted)| field == "*" || field == wanted);
    fits.then_some(password)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_password_file_is_found() {
        let wanted = ["host", "5432", "theses", "li"];
        let of = |line: &str| matching(line, &wanted);
        assert_eq!(of("host:5432:theses:li:geheim"), Some("geheim".to_owned()));
        assert_eq!(of("*:*:*:*:a:b"), Some("a:b".to_owned()));
        assert_eq!(of(r"host:5432:theses:li:a\:\\b"), Some(r"a:\b".to_owned()));
        for other in [
            "# host:5432:theses:li:geheim",
            "host:5433:theses:li:geheim",
            "host:5432:theses:wang:geheim",
            "host:5432:theses:li",
            "",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
