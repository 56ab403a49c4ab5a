//! Dialog for a library on a server, as data: the typed address and password.

use std::fmt::{self, Debug, Formatter};
use std::path::PathBuf;

/// Address and password of a library on a server, as typed in the dialog.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerDialog {
    /// Address of the library, as typed.
    pub address: String,
    /// Password, as typed; empty to use the one that is kept.
    pub password: String,
    /// Whether the password shall be kept in the system's keyring.
    pub keep: bool,
    /// Whether the library becomes a further one beside the one in use.
    pub is_source: bool,
    /// Whether the dialog was drawn in no frame yet; its first field then takes the focus.
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
    /// Dialog with the address of the library in use, if that is on a server.
    pub fn open(address: String) -> Self {
        Self {
            address,
            password: String::new(),
            keep: false,
            is_source: false,
            fresh: true,
        }
    }

    /// Address to connect to; `None` until it begins as one.
    pub fn place(&self) -> Option<PathBuf> {
        let place = PathBuf::from(self.address.trim());
        chachong_library::is_server(&place).then_some(place)
    }
}
