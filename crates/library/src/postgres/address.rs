//! Address of a library on a server: `postgres://[USER@]HOST[:PORT]/DATABASE[?OPTION=VALUE&…]`.
//!
//! An address never has a password: it stands in settings, saved checks and messages. TLS with verification is the
//! default for every host but a Unix socket.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use crate::LibraryError;

/// Maximum time of one statement where the address gives none. A halted server, or a network that drops everything, gives no error.
const ANSWERING: Duration = Duration::from_mins(1);

/// Parsed address of a library on a server.
#[derive(Clone, Debug)]
pub(super) struct ServerAddress {
    /// Address as the person wrote it.
    pub text: PathBuf,
    /// Connection parameters, without a password.
    pub config: Config,
    /// File with the certificates that may sign the server's certificate; `None` means those that the system trusts.
    pub certificates: Option<PathBuf>,
    /// Maximum time of one statement (`answer_timeout`). While the server is unreachable, a call is repeated for half of it.
    pub answering: Duration,
}

impl ServerAddress {
    /// Parses an address; the error explains the mistake.
    pub fn parse(text: &Path) -> Result<Self, LibraryError> {
        let bad = |detail: &str| LibraryError::BadAddress {
            file: without_password(text),
            detail: detail.to_owned(),
        };
        let whole = text.to_str().ok_or_else(|| bad("not Unicode"))?;
        // What is wrong with an address is told with parts of it.
        if without_password(text) != text {
            return Err(bad("password"));
        }
        let (place, options) = whole.split_once('?').unwrap_or((whole, ""));
        let mut certificates = None;
        let mut mode = None;
        let mut answering = ANSWERING;
        let mut others = Vec::new();
        for option in options.split('&').filter(|option| !option.is_empty()) {
            match option.split_once('=') {
                Some(("sslrootcert", file)) => certificates = Some(PathBuf::from(decoded(file))),
                Some(("sslmode", value)) => mode = Some(value),
                Some(("answer_timeout", value)) => {
                    answering = seconds(value).ok_or_else(|| bad(option))?;
                }
                _ => others.push(option),
            }
        }
        let joined = if others.is_empty() {
            place.to_owned()
        } else {
            format!("{place}?{}", others.join("&"))
        };
        let mut config = Config::from_str(&joined).map_err(|error| {
            let cause = std::error::Error::source(&error);
            bad(&cause.map_or_else(|| error.to_string(), ToString::to_string))
        })?;
        if config.get_password().is_some() {
            return Err(bad("password"));
        }
        if config.get_hosts().is_empty() {
            return Err(bad("no host"));
        }
        config.ssl_mode(match mode {
            // PostgreSQL has no TLS on a socket of the same machine.
            None if only_sockets(&config) => SslMode::Disable,
            None | Some("require" | "verify-full") => SslMode::Require,
            Some("disable") => SslMode::Disable,
            Some(other) => return Err(bad(&format!("sslmode={other}"))),
        });
        if config.get_application_name().is_none() {
            config.application_name("chachong");
        }
        if config.get_dbname().is_none() {
            return Err(bad("no database"));
        }
        Ok(Self {
            text: text.to_owned(),
            config,
            certificates,
            answering,
        })
    }

    /// Returns whether all hosts are sockets on this machine.
    pub fn is_local(&self) -> bool {
        only_sockets(&self.config)
    }

    /// Returns the user name for the server: from the address, `PGUSER` or the system. `None` if none is known.
    pub fn user(&self) -> Option<String> {
        let named = self.config.get_user().map(str::to_owned);
        named
            .or_else(|| std::env::var("PGUSER").ok().filter(|name| !name.is_empty()))
            .or_else(|| {
                std::env::var("USER")
                    .or_else(|_| std::env::var("USERNAME"))
                    .ok()
            })
    }

    /// Returns the first host, as a password file names it, and its port.
    pub fn host(&self) -> (String, u16) {
        let host = match self.config.get_hosts().first() {
            Some(Host::Tcp(name)) => name.clone(),
            #[cfg(unix)]
            Some(Host::Unix(_)) => "localhost".to_owned(),
            None => String::new(),
        };
        (
            host,
            self.config.get_ports().first().copied().unwrap_or(5432),
        )
    }
}

/// Removes the password from an address, so that it can be displayed. A password may contain any sign, also unescaped.
pub(super) fn without_password(address: &Path) -> PathBuf {
    let text = address.to_string_lossy();
    let Some((scheme, rest)) = text.split_once("://") else {
        return address.to_owned();
    };
    let mut shown = rest.to_owned();
    if let Some(colon) = rest.find([':', '@', '/', '?'])
        && rest[colon..].starts_with(':')
        && let Some(at) = rest.rfind('@')
    {
        // Behind the colon stands a password, or a port, of an address with this sign in its options.
        let place = &rest[..rest.find('?').unwrap_or(rest.len())];
        let port = place[colon + 1..].split('/').next().unwrap_or_default();
        if place.contains('@') || !port.bytes().all(|byte| byte.is_ascii_digit()) {
            shown = rest[..colon].to_owned() + &rest[at..];
        }
    }
    if let Some((place, options)) = shown.split_once('?') {
        let is_secret = |option: &str| {
            let name = option.split('=').next().unwrap_or_default();
            decoded(name).contains("password")
        };
        let kept: Vec<&str> = options.split('&').filter(|one| !is_secret(one)).collect();
        shown = if kept.is_empty() {
            place.to_owned()
        } else {
            format!("{place}?{}", kept.join("&"))
        };
    }
    PathBuf::from(format!("{scheme}://{shown}"))
}

fn only_sockets(config: &Config) -> bool {
    config
        .get_hosts()
        .iter()
        .all(|host| !matches!(host, Host::Tcp(_)))
}

/// Returns a time in whole seconds, at least one; `None` for any other text.
fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse::<u32>().ok().filter(|&seconds| seconds > 0)?;
    Some(Duration::from_secs(seconds.into()))
}

/// Resolves escapes such as `%41`; any other text stays unchanged.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut found = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let escaped = (byte == b'%')
            .then(|| text.get(at + 1..at + 3))
            .flatten()
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        found.push(escaped.unwrap_or(byte));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&found).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<ServerAddress, LibraryError> {
        ServerAddress::parse(Path::new(text))
    }

    #[test]
    fn tls_is_required_unless_the_address_says_otherwise_or_is_a_socket() {
        let mode = |text: &str| parse(text).unwrap().config.get_ssl_mode();
        assert_eq!(mode("postgres://u@host/db"), SslMode::Require);
        assert_eq!(mode("postgres://u@127.0.0.1/db"), SslMode::Require);
        assert_eq!(
            mode("postgres://u@host/db?sslmode=verify-full"),
            SslMode::Require
        );
        assert_eq!(
            mode("postgres://u@host/db?sslmode=disable"),
            SslMode::Disable
        );
        // Windows has no servers on sockets: there the host is a name.
        #[cfg(unix)]
        assert_eq!(
            mode("postgres:///db?host=/run/postgresql"),
            SslMode::Disable
        );
        assert!(parse("postgres://u@host/db?sslmode=prefer").is_err());
    }

    #[test]
    fn a_password_in_an_address_is_refused_and_never_shown() {
        for text in [
            "postgres://u:geheim@host/db",
            "postgres://u@host/db?password=geheim",
            "postgres://u@host/db?sslmode=disable&password=geheim",
            "postgres://u@host/db?password=geheim&sslmode=disable",
            "postgres://u@host/db?p%61ssword=geheim",
            "postgres://u:ge/geheim@host/db",
            "postgres://u:ge?geheim@host/db",
            "postgres://u:ge@geheim/geheim@host/db?sslmode=disable",
            "postgres://u:12/geheim@host/db",
        ] {
            let error = parse(text).unwrap_err();
            assert!(matches!(&error, LibraryError::BadAddress { .. }), "{error}");
            assert!(!error.to_string().contains("geheim"), "{error}");
        }
        for (address, shown) in [
            (
                "postgres://u@host/db?password=x&y=z",
                "postgres://u@host/db?y=z",
            ),
            ("postgres://u:p@host:1/db", "postgres://u@host:1/db"),
            (
                "postgres://host:5432/db?user=a@b",
                "postgres://host:5432/db?user=a@b",
            ),
            (
                "postgres://u@host:1/db?sslrootcert=a@b",
                "postgres://u@host:1/db?sslrootcert=a@b",
            ),
        ] {
            assert_eq!(without_password(Path::new(address)), Path::new(shown));
        }
    }

    #[test]
    fn certificates_and_other_options_are_taken() {
        let address = parse(
            "postgres://u@host/db?sslrootcert=/etc/a%20b.pem&connect_timeout=3&answer_timeout=7",
        )
        .unwrap();
        assert_eq!(address.certificates, Some(PathBuf::from("/etc/a b.pem")));
        assert_eq!(
            address.config.get_connect_timeout(),
            Some(&Duration::from_secs(3))
        );
        assert_eq!(address.answering, Duration::from_secs(7));
        assert_eq!(address.host(), ("host".to_owned(), 5432));
        for wrong in [
            "postgres://host",
            "postgres:///db",
            "postgres://host/db?x=1",
            "postgres://host/db?answer_timeout=0",
            "postgres://host/db?answer_timeout=soon",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
