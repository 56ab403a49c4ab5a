//! A check's data and the pure functions over them: documents with their readings, texts, passages of all documents,
//! findings. Nothing here starts a thread of its own or sends an event; [`crate::session`] runs it in the background.

mod bibliographic_record;
mod carrying;
pub(crate) mod copies;
mod cutting;
mod decisions;
mod direction;
mod document;
mod evidence;
mod findings;
mod fingerprint;
mod fingerprinting;
mod folder;
mod leads;
mod lower_estimate;
mod pool;
mod prepared_cache;
mod settings;
pub mod shown;
mod texts;
mod versions;

pub use bibliographic_record::{
    BibliographicRecord, Certainty, Corrections, RecordField, Stated, StatedPlace,
};
pub use copies::{Copies, CopyError, CopySettings, CopyStep, CopyWatch, find_copies, is_lost};
pub use decisions::{apply_decisions, decision, thesis_decision};
pub use direction::{Hint, Side, direction_hints};
pub use document::{Document, LIBRARY_PREFIX, Reading, Status};
pub use evidence::{AlikePictures, EvidenceItem, PairEvidence, evidence_of, find_evidence};
pub use findings::Findings;
pub use fingerprint::{fingerprint, fingerprint_by, terms};
pub use fingerprinting::Fingerprinting;
pub use leads::{
    FoundLead, LeadEnd, LeadError, LeadExtent, LeadStep, LeadStrength, Leads, PersonsWord,
    PlacedLead, PlacedLeads, SentencePair,
};
pub use lower_estimate::LowerEstimate;
pub(crate) use pool::in_pool;
pub(crate) use prepared_cache::PreparedCache;
pub use settings::Settings;
pub use texts::{KeptText, TextStore};
pub use versions::{VersionSearch, pairs_of_one_author};

pub use crate::library::Origin;
pub use crate::text::PROCESSING_VERSION;
