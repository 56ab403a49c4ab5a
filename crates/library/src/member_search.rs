//! Search of a library for one new text, whoever carries it out: an index of this program or a server.

use std::fmt::Debug;

use super::{LibraryError, Member, QueryShingle, Widespread};
use chachong_simhash::Fingerprint;

/// New text that a library is searched for.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// Name of the document.
    pub name: &'q str,
    /// Whole text of the document, in which the shingles stand; `None` where it is not wanted
    /// ([`MemberSearch::wants_texts`]).
    pub text: Option<&'q str>,
    /// Fingerprint of the text; `None` with too few terms.
    pub fingerprint: Option<Fingerprint>,
    /// Largest distance in bits, 0 to 64, of a fingerprint that is near.
    pub farthest: u32,
    /// All shingles of the text, in order; or the keys of its code and readings, which members store behind theirs.
    pub shingles: &'q [QueryShingle],
    /// Whether these are shingles of the text, of which members store selected ones only.
    pub is_text: bool,
}

/// Members and widespread text that a library has in common with a new text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Members near by fingerprint, with their distance in bits, the nearest first.
    pub near: Vec<(Member, u32)>,
    /// Members that may share passages with the text, the likeliest first, with the evidence for that in 64ths of a nat
    /// ([`super::LibraryCandidate::evidence`]).
    pub sharing: Vec<(Member, u32)>,
    /// Runs of the text that many members have, sorted by position.
    pub widespread: Vec<Widespread>,
}

/// Search of the members of a library, as they are when it starts or as they are at each question.
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
