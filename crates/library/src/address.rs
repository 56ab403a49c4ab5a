//! Tells a library on a server from one in a file by its name.

use std::path::Path;

/// Beginnings of the address of a server.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// Returns whether the name of a library is the address of a server, `postgres://[USER@]HOST[:PORT]/DATABASE`, and no
/// file.
#[must_use]
pub fn is_server(library: &Path) -> bool {
    let text = library.to_str().unwrap_or_default();
    SCHEMES.iter().any(|scheme| text.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_told_from_a_file() {
        for (name, server) in [
            ("postgres://host/db", true),
            ("postgresql://u@host:5433/db", true),
            ("/tmp/postgres://host/db", false),
            ("library.chachong", false),
            ("", false),
        ] {
            assert_eq!(is_server(Path::new(name)), server, "{name}");
        }
    }
}
