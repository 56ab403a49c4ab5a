//! Meaning of texts: windows of sentences become vectors, and near windows of two texts become leads to a possible rewriting
//! or translation. A lead is for a person to judge; n-grams find nothing in such text, and vectors prove nothing.

mod chance;
mod character_map;
mod code;
mod dense;
mod diagonal;
mod encode;
mod encoded;
mod encoder;
mod kind;
mod leads;
mod matrix;
mod model;
mod nearest;
mod network;
mod rows;
mod scan;
mod search;
mod sentence_end;
mod sentence_pairs;
mod sentences;
mod tokenizer;
mod universal;
mod vocabulary;
mod weight;
mod windows;

pub use code::{Code, Projection};
pub use encode::{encode, vectors_version};
pub use encoded::Encoded;
pub use encoder::{DIMENSIONS, Encoder};
pub use kind::LeadKind;
pub use leads::SemanticLead;
pub use model::{ModelError, has_model, missing_model, open as open_model};
pub use search::{Comparable, Search};
pub use sentence_pairs::{SentenceRow, pair_sentences};
pub use sentences::{Sentence, sentences};
pub use universal::UniversalSentenceEncoder;
pub use windows::{Language, Window, windows};
