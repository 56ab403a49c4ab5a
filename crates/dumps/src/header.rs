//! What a dump says about itself.

use serde::{Deserialize, Serialize};

use crate::kind::DumpKind;

/// Information about a dump before it is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Kind of the dump.
    pub kind: DumpKind,
    /// Name of the site or collection (维基百科); the name of the file where the dump has none.
    pub site: String,
    /// Code of the language; `None` if the dump does not say.
    pub language: Option<String>,
    /// Licence of all its texts; `None` if it is not known or differs.
    pub licence: Option<String>,
    /// Day of the dump, 2024-05-01 or 2024-05; `None` if neither the dump nor the name of its file says.
    pub date: Option<String>,
    /// Size of the compressed file in bytes.
    pub bytes: u64,
    /// Number of articles, estimated from samples to within about a quarter, including stubs and disambiguation pages.
    /// `None` where nothing was found.
    pub articles: Option<u64>,
}
