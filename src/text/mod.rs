//! Extracted text -> normalised text -> counted terms. Knows nothing of files or fingerprints.

mod exclusion;
mod normalize;
mod terms;

pub use exclusion::{Exclusion, ExclusionReason};
pub use normalize::{LineBreaks, Normalized, is_cjk, normalize, normalize_without};
pub use terms::{TermCounts, TermRule, warm_up};
