//! Interface for searching a library for one new text, whether an index of this program or a server carries it out.

use std::fmt::Debug;

use super::{LibraryError, Member, QueryShingle, Widespread};
use chachong_simhash::Fingerprint;

/// New text for which a library is searched.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// Name of the document.
    pub name: &'q str,
    /// Whole text from which the shingles come; `None` if the search does not need it ([`MemberSearch::wants_texts`]).
    pub text: Option<&'q str>,
    /// Fingerprint of the text; `None` if the text has too few terms for one.
    pub fingerprint: Option<Fingerprint>,
    /// Maximum distance, 0 to 64 bits, at which a member's fingerprint counts as near.
    pub farthest: u32,
    /// Shingles (short runs of tokens) of the text, in order, or keys of its code and measured values.
    pub shingles: &'q [QueryShingle],
    /// Whether `shingles` are shingles of prose, of which the members store only a selection.
    pub is_text: bool,
}

/// Result of a library search for one text: similar members and widespread runs of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Members with near fingerprints, each with its distance in bits, the nearest first.
    pub near: Vec<(Member, u32)>,
    /// Members that may share passages, the most likely first, each with its evidence in 64ths of a nat
    /// ([`super::LibraryCandidate::evidence`]).
    pub sharing: Vec<(Member, u32)>,
    /// Runs of the text that many members have, sorted by position.
    pub widespread: Vec<Widespread>,
}

/// Search among the members of a library. Depending on the store, it sees the members as they were when the search
/// started or as they are at each query.
pub trait MemberSearch: Debug + Send + Sync {
    /// Returns the number of members searched, without those on servers that could not be reached.
    fn members(&self) -> usize;

    /// Returns whether each question must contain the whole text. A server requires this from a user who may only
    /// check.
    fn wants_texts(&self) -> bool {
        false
    }

    /// Finds the members that are similar to a text, and the text's widespread runs. May be called from several threads
    /// at once.
    fn ask(&self, question: &Question<'_>) -> Result<Answer, LibraryError>;
}
