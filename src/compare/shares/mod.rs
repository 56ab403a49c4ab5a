//! Passages and a person's choices -> copied shares, for every pair and every document, with and without what is left
//! out. Knows nothing of how passages and marks were found, nor of names, files or screens.
//!
//! Two figures stand side by side. *Gross*: every passage over every countable character, whatever a person chose; only
//! white space and [`crate::text::Exclusion`]s (running heads, unseen text) are no characters here. *Net*: the same
//! without the passages and sources that were switched off, and, above and below the line, without the marks that are
//! left out. All are whole numbers of characters; a share is derived from them at the end.

mod choices;
mod common;
mod counted;
mod figures;
mod left_out;
mod live;
mod overlay;
mod partners;

pub use choices::{Choices, Reason};
pub use common::{common_marks, common_runs, common_threshold, covered};
pub use counted::Counted;
pub use figures::{Copied, DocumentShares, LeftOutBy, PairShares, SideShares, Source};
pub use left_out::LeftOutRun;
pub use live::Shares;
pub use partners::PairPassages;

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
