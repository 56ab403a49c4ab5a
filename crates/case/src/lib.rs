//! Cases: a case is a finding of a check that people decide on. It holds the evidence as the check found it, and a
//! history of everything that was done since, by whom and when. It stays complete if the check and the files are
//! deleted. The types are plain data: libraries store them, `chachong-check` builds the evidence, and `chachong-report`
//! writes it to files.
//!
//! ```
//! use chachong_case::{Case, CaseChange, CaseEntry, CaseEvidence, CaseState, Outcome};
//!
//! let entry = |at, change| CaseEntry { at, by: "Reader".to_owned(), change };
//! let mut case = Case::open(CaseEvidence::default(), 100, "Reader");
//! case.add(entry(200, CaseChange::Note("Asked by telephone".to_owned())));
//! case.add(entry(300, CaseChange::State(CaseState::Decided(Outcome::ImproperCitation))));
//! assert_eq!(case.state(), &CaseState::Decided(Outcome::ImproperCitation));
//! assert!(case.take_back().is_some());
//! assert_eq!(case.state(), &CaseState::Open);
//! ```

mod change;
mod evidence;
mod record;
mod summary;

pub use change::{CaseChange, CaseEntry, CaseFile, CaseState, Grounds, Outcome};
pub use evidence::{
    CaseAttribution, CaseDocument, CaseEvidence, CasePassage, CaseSubject, CaseText,
};
pub use record::Case;
pub use summary::{CaseId, CaseSummary};

pub use chachong_citation::Attribution;
pub use chachong_compare::{Copied, Decision, PassageKind, Reason, Span};
