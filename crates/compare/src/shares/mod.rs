//! Copied shares of every pair and every document, computed from passages and a person's choices, with and without
//! the text that is left out.
//!
//! Strong passages make the shares. There are three figures, all in whole numbers of characters; shares are derived from them
//! at the end. *Gross*: the copied text of all strong passages over all countable characters, whatever the choices. White space
//! and [`chachong_text::Exclusion`]s (running heads, unseen text) are not countable. *Net*: the same without the passages and
//! sources that were switched off, and without the marks that are left out, which are missing in numerator and denominator.
//! *Weighted*: the net figure by weight ([`crate::Widespread`]), from which verdicts follow if enough text counts
//! ([`SideShares::shown`]).

mod choices;
mod class;
mod common;
mod common_source;
mod counted;
mod decided_text;
mod decision;
mod equal_text;
mod figures;
mod left_out;
mod likeness;
mod live;
mod partners;
mod parts;
mod passage_figures;
mod pieces;
mod reason;
mod remarks;
mod shared;
mod shared_text;
mod shown;
mod submissions;
mod versions;

pub use choices::Choices;
pub use class::ClassShares;
pub use common::{GivenText, covered};
pub use common_source::{CommonSource, Explained};
pub use counted::{AttributedSpan, Counted};
pub use decided_text::{DecidedText, TextDecision};
pub use decision::Decision;
pub use figures::{Copied, DocumentShares, LeftOutBy, PairShares, SideShares, Source};
pub use left_out::LeftOutRun;
pub use likeness::likeness;
pub use live::Shares;
pub use partners::PairPassages;
pub use parts::PartShares;
pub use passage_figures::PassageFigures;
pub use reason::Reason;
pub use remarks::LONGEST_NOTE;
pub use shared::{count_documents, shared_texts};
pub use shared_text::SharedText;
pub use shown::{Base, DegreeShares, Shown};
pub use versions::Versions;

#[cfg(test)]
mod choices_tests;
#[cfg(test)]
mod class_tests;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod shared_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod worlds;
