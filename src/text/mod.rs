//! Processing of a text: from extracted to normalised text to counted terms and tokens, with its marks and signs of
//! manipulation.

mod exclusion;
mod garbled;
mod line_break;
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
pub use sections::{Chapter, chapters, marks};
pub use signs::{LISTED_PLACES, Places, Signs, signs};
pub use terms::{SHINGLE, Term, TermCounts, TermRule, letters, warm_up};
pub use threshold::GARBLED_PERCENT;
pub use tokens::{Gap, Token, mix, tokens};

/// Version of everything computed from a text: normalisation, sections, signs, tokens. Raised with every change of
/// these; data that a library cached under an older version is computed again from the stored text.
pub const PROCESSING_VERSION: u32 = 2;
