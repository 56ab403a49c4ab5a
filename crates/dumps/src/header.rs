//! Information that a dump gives about itself.

use serde::{Deserialize, Serialize};

use crate::kind::DumpKind;

/// Information about a dump that is known before its articles are read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Kind of the dump.
    pub kind: DumpKind,
    /// Name of the site or collection (维基百科); if the dump does not state one, the file name up to its first dot.
    pub site: String,
    /// Language code as the dump states it: `zh` in `MediaWiki` dumps, mostly `zho` in ZIM files; `None` if it states none.
    pub language: Option<String>,
    /// Licence of all texts; `None` if it is unknown or differs between texts.
    pub licence: Option<String>,
    /// Date of the dump, as 2024-05-01 or 2024-05; `None` if neither the dump nor its file name states one.
    pub date: Option<String>,
    /// Size of the file as it is stored, compressed or not, in bytes.
    pub bytes: u64,
    /// Number of articles, including stubs and disambiguation pages. For a ZIM file, it is the number that the file states, or that of
    /// all its entries if it states none. For other dumps, it is estimated from samples to within about a quarter; `None` if they contain
    /// no article.
    pub articles: Option<u64>,
}
