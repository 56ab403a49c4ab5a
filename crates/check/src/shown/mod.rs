//! Texts of a check as a person reads them in the window and in reports: paragraphs, layers over their characters, passages of a
//! pair in list order, both texts of a pair, sources of a document.

mod code;
mod joined;
mod layers;
mod left_out;
mod listed;
mod pair_texts;
mod paragraphs;
mod rows;
mod sources;
mod text;

pub use chachong_code::Class;
pub use code::{Change, CodeLine, CodeMatch, CodePiece, CodeSide, CodeView};
pub use joined::joined_parts;
pub use layers::{Layers, Look, PassedOver, Run, with_code};
pub use left_out::left_out_reason;
pub use listed::Listed;
pub use pair_texts::{AlignedTexts, PairSide, aligned_texts, pair_texts};
pub use paragraphs::{Lines, Paragraph, ShownText, TAB};
pub use rows::{Rows, rows};
pub use sources::{DocumentSources, Elsewhere, NumberedSource, POSSIBLE, SWITCHED_OFF};
pub use text::{LoadedText, in_order};
