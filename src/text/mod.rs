//! Extracted text -> normalised text -> counted terms. Knows nothing of files or fingerprints.

mod exclusion;
mod garbled;
mod mark;
mod normalize;
mod quotation;
mod sections;
mod signs;
mod terms;
pub(crate) mod threshold;
mod tokens;

pub use exclusion::{Exclusion, ExclusionReason};
pub use garbled::garbled_percent;
pub use mark::{Mark, MarkReason};
pub use normalize::{LineBreaks, Normalized, is_cjk, normalize, normalize_without};
pub(crate) use normalize::{is_invisible, latin_word, simplified_alone, starts_a_cluster};
pub use sections::marks;
pub use signs::{LISTED_PLACES, Places, Signs, signs};
pub use terms::{SHINGLE, Term, TermCounts, TermRule, letters, warm_up};
pub use threshold::GARBLED_PERCENT;
pub use tokens::{Gap, Token, mix, tokens};

/// The version of what follows from a text: normalisation, sections, signs, tokens. Raised with every change of these;
/// what a library keeps from an older one is computed again from the stored text.
pub const PROCESSING_VERSION: u32 = 2;
