//! Processes Chinese and English text from its extracted form to the form that is compared: normalised text with a map
//! back to the author's characters, counted terms for fingerprints, tokens for alignment, sections and quotations that
//! may be left out of the shares, and signs of manipulation. All functions are pure; none of them opens a document.
//!
//! ```
//! use chachong_text::{LineBreaks, TermCounts, TermRule, normalize, tokens};
//!
//! // A line break of a PDF and a full-width letter are undone, and each character knows where it stood.
//! let original = "图书馆在夜\n间开放Ａ座";
//! let normalized = normalize(original, LineBreaks::Layout);
//! assert_eq!(normalized.text, "图书馆在夜间开放A座");
//! assert_eq!(normalized.origins[5], 6);
//! assert!(tokens(&normalized).len() > 5);
//! let words = TermCounts::of(original, &normalized, TermRule::Words);
//! assert!(words.different() > 0);
//! ```

mod bounds;
mod code_line;
mod cover_labels;
mod exclusion;
mod folded;
mod garbled;
mod gutter;
mod line_break;
mod mark;
mod normalize;
mod quotation;
mod record_field;
mod runs;
mod sections;
mod signs;
mod span;
mod stem;
mod terms;
pub mod threshold;
mod tokens;
mod words;

pub use bounds::{LARGEST_TEXT, text_size_above};
pub use code_line::{LineForm, line_form};
pub use cover_labels::{CoverLabel, KINDS_OF_WORK, LabelUse, cover_labels};
pub use exclusion::{Exclusion, ExclusionReason, without as without_exclusions};
pub use folded::{Folded, folded, is_letter};
pub use garbled::garbled_percent;
pub use gutter::{gutters, gutters_in};
pub use line_break::is_line_break;
pub use mark::{Mark, MarkReason};
pub use normalize::{
    LineBreaks, Normalized, is_cjk, is_ideograph, is_invisible, is_unseen, latin_word, normalize,
    normalize_without, simplified_alone, starts_a_cluster, without_radical,
};
pub use quotation::{
    NumberList, Quotation, all_quotations, has_year, is_bracketed_source, work_introduces,
};
pub use record_field::RecordField;
pub use runs::runs;
pub use sections::{Chapter, ChapterKind, chapters, marks, paragraph_spans};
pub use signs::{LISTED_PLACES, Places, Signs, signs};
pub use span::Span;
pub use terms::{SHINGLE, TermCounts, TermRule, is_of_common_words, letters};
pub use threshold::GARBLED_PERCENT;
pub use tokens::{Gap, Token, mix, tokens};
pub use words::Words;

/// Version of everything that is computed from a text: normalisation, sections, signs of manipulation, tokens. It is
/// raised with every change to them; data that a library cached under an older version is then computed again from the
/// stored text.
pub const PROCESSING_VERSION: u32 = 7;
