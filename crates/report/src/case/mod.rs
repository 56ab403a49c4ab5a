//! Files of a case that leave the program: one for the committee, one for the student, and an archive for another
//! library. Each has a seal ([`seal_of`]). The files for the committee and for the student are web pages; unless the
//! options include it, they do not tell who wrote the sources and show no text outside the passages.
//!
//! ```
//! use chachong_case::{Case, CaseDocument, CaseEvidence};
//! use chachong_messages::Language;
//! use chachong_report::case::{CaseFileOptions, archive, case_in, committee, seal_of};
//!
//! let evidence = CaseEvidence {
//!     documents: vec![CaseDocument::default()],
//!     in_question: 1,
//!     ..CaseEvidence::default()
//! };
//! let case = Case::open(evidence, 0, "Reader");
//! let page = committee(&case, CaseFileOptions::default(), Language::English);
//! assert!(seal_of(&page).is_ok());
//! assert_eq!(case_in(&archive(&case)?)?, case);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod archive;
mod committee;
mod contacts;
mod documents;
mod laid_out;
mod list;
mod marks;
mod page;
mod passages;
mod seal;
mod student;
#[cfg(test)]
mod tests;
mod verify;
mod withheld;
mod words;
mod written;

pub use archive::{ArchiveError, archive, case_in, open_archive};
pub use committee::committee;
pub(crate) use contacts::strike_contacts;
pub use list::cases_csv;
pub use seal::{Seal, SealError, seal_of};
pub use student::student;
pub(crate) use verify::kind_of as case_file_kind;
pub use verify::{VerifiedFile, VerifyError, original_hash};
pub use written::write_case_file;

/// Content of a file for people besides the passages. The student's file never names anybody else, and never shows the
/// text around passages in the sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaseFileOptions {
    /// Whether names, student numbers, titles and file names of the sources are included.
    pub with_names: bool,
    /// Whether the text before and after each passage is included.
    pub with_surroundings: bool,
}
