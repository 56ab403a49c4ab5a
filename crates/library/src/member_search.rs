//! Search of a library for one new text, whoever carries it out: an index of this program or a server.

use std::fmt::Debug;

use super::{LibraryError, Member, QueryShingle, Widespread};
use chachong_simhash::Fingerprint;

/// New text for which a library is searched.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// Name of the document.
    pub name: &'q str,
    /// Whole text that contains the shingles; `None` if the search does not need it ([`MemberSearch::wants_texts`]).
    pub text: Option<&'q str>,
    /// Fingerprint of the text; `None` with too few terms.
    pub fingerprint: Option<Fingerprint>,
    /// Maximum distance in bits, 0 to 64, of near fingerprints.
    pub farthest: u32,
    /// Shingles (short runs of tokens) of the text, in order, or keys of its code and measured values.
    pub shingles: &'q [QueryShingle],
    /// Whether these are shingles of the text, of which members store only a selection.
    pub is_text: bool,
}

/// What a library has in common with a new text: similar members and widespread text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Members with near fingerprints, each with the distance in bits, the nearest first.
    pub near: Vec<(Member, u32)>,
    /// Members that may share passages, the most likely first, each with the evidence in 64ths of a nat
    /// ([`super::LibraryCandidate::evidence`]).
    pub sharing: Vec<(Member, u32)>,
    /// Runs of the text that many members have, sorted by position.
    pub widespread: Vec<Widespread>,
}

/// Search among the members of a library, either as they were when it started or as they are at each query.
pub trait MemberSearch: Debug + Send + Sync {
    /// Number of members searched, without those on servers that were lost meanwhile.
    fn members(&self) -> usize;

    /// Whether questions must bring the text: a server says nothing to a person who may only check before the document is
    /// handed over in whole.
    fn wants_texts(&self) -> bool {
        false
    }

    /// Finds what the library has in common with a text. May be called from several threads at once.
    fn ask(&self, question: &Question<'_>) -> Result<Answer, LibraryError>;
}
