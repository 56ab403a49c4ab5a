//! Data of the dialog for a library on a server: the typed address and password.

use std::fmt::{self, Debug, Formatter};
use std::path::PathBuf;

/// Address and password of a library on a server, as typed in the dialog.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerDialog {
    /// Address of the library, as typed.
    pub address: String,
    /// Password, as typed; empty to use the saved one.
    pub password: String,
    /// Whether to save the password in the system's keyring.
    pub keep: bool,
    /// Whether the library is added as a further source instead of replacing the one in use.
    pub is_source: bool,
    /// Whether the dialog has not been drawn yet; its first field then takes the focus.
    pub fresh: bool,
}

impl Debug for ServerDialog {
    /// Leaves the password out, since whatever is printed may end in a log.
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ServerDialog")
            .field("address", &self.address)
            .field("keep", &self.keep)
            .finish_non_exhaustive()
    }
}

impl ServerDialog {
    /// Creates the dialog with this address already typed; empty if no address is known.
    pub fn open(address: String) -> Self {
        Self {
            address,
            password: String::new(),
            keep: false,
            is_source: false,
            fresh: true,
        }
    }

    /// Returns the typed address; `None` if it is not the address of a server.
    pub fn place(&self) -> Option<PathBuf> {
        let place = PathBuf::from(self.address.trim());
        chachong_library::is_server(&place).then_some(place)
    }
}
