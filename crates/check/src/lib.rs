//! Data of a check and pure functions on them: documents with the result of reading them, their texts, the passages that they
//! share, findings. Nothing here starts a background job or sends an event; `chachong-jobs` does both.
//!
//! [`fingerprint`] turns an extracted text into a [`DocumentContent`], [`Findings`] hold the pairs with similar fingerprints,
//! [`find_copies`] aligns the texts, [`apply_decisions`] restores a person's earlier decisions, and [`find_evidence`] compares
//! what is beyond the text.
//!
//! ```
//! use chachong_check::fingerprint;
//! use chachong_import::decode_text;
//!
//! let read = |text: &str| fingerprint(&decode_text(text.as_bytes()).unwrap());
//! let text = "图书馆在夜间开放，读者可以安静地阅读和讨论。";
//! let (a, b) = (read(text), read(&text.replace('，', ",\n")));
//! assert_eq!(a.fingerprint, b.fingerprint);
//! ```

mod attribution;
mod attribution_work;
mod case_evidence;
mod cases;
mod chapters;
mod compared_library;
mod copied;
mod copied_sections;
mod copies;
mod copy_error;
mod cutting;
mod decision_subjects;
mod decisions;
mod direction;
mod document;
mod evidence;
mod file_ids;
mod findings;
mod fingerprint;
mod fingerprinting;
mod folder;
mod given_pieces;
mod held_by_many;
mod leads;
mod listed_pairs;
mod lower_estimate;
mod memory_budget;
mod origins;
mod passage_search;
mod pool;
mod prepared_cache;
mod ranking;
mod recheck;
mod reference_lookup;
mod references;
mod result;
mod result_documents;
mod settings;
mod shared_texts;
pub mod shown;
mod submission_findings;
mod submission_rows;
mod submissions;
mod texts;
mod versions;

pub use attribution::{DocumentAttribution, PassageAttribution, SourceStanding, attribute};
pub use case_evidence::{CaseAbout, CaseError, CaseOrigin};
pub use cases::{KnownCase, cases_of, known_cases};
pub use chapters::ChapterFigures;
pub use compared_library::ComparedLibrary;
pub use copied::Copied;
pub use copies::{Copies, CopySettings, pairs_among};
pub use copy_error::{CopyError, is_lost};
pub use decisions::{apply_decisions, kept_decision, thesis_decision};
pub use direction::{Hint, Side};
pub use document::{Document, DocumentContent, LIBRARY_PREFIX, Status};
pub(crate) use evidence::strengths;
pub use evidence::{
    AlikePictures, AlikePlaces, DocumentSpecimens, DocumentsPair, Evidence, EvidenceItem,
    PairEvidence, SameReference, SharedCode, SharedFormulas, SharedReadings, SharedSeries,
    SharedTables, SpecimenKey, find_evidence, member_keys, pairs_by_specimens, query_keys,
    try_specimens,
};
pub use findings::Findings;
pub use fingerprint::{fingerprint, fingerprint_by, terms};
pub use fingerprinting::Fingerprinting;
pub use given_pieces::{GivenIn, GivenPiece, GivenPieces, GivenSource};
pub use leads::{
    FoundLead, LeadEnd, LeadError, LeadExtent, LeadStep, LeadStrength, Leads, PersonsWord,
    PlacedLead, PlacedLeads, SentencePair,
};
pub use listed_pairs::ListedPair;
pub use lower_estimate::LowerEstimate;
pub use memory_budget::MemoryRoom;
pub use origins::{LibraryShare, Origins, OwnEarlier};
pub use passage_search::{CopyStep, CopyWatch, find_copies};
pub use pool::in_pool;
pub use prepared_cache::PreparedCache;
pub use recheck::{
    BothWordings, EarlierCheck, Recheck, RecheckState, RecheckedDocument, RecheckedPassage,
    RecheckedTexts, WordingPiece, versions_of_earlier,
};
pub use reference_lookup::{LookedUp, LookedUpCounts, LookedUpWork, ReferenceLookup};
pub use references::CheckReferences;
pub use result::CheckResult;
pub use settings::Settings;
pub use shared_texts::SharedTexts;
pub use submission_findings::{PartOfFiles, SubmissionFinding};
pub use submission_rows::SubmissionRows;
pub use submissions::{first_documents, submissions_of, submissions_of_check};
pub use texts::{KeptText, TextStore};
pub use versions::{VersionSearch, names_student, pairs_of_one_author};

pub use chachong_library::{MissingPart, Origin};
pub use chachong_submission::{SubmissionSettings, Submissions};
pub use chachong_text::PROCESSING_VERSION;
