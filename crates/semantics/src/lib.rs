//! Search for rewritten and translated passages by meaning: windows of sentences become vectors, and near windows of
//! two texts become leads. A person must judge each lead: n-grams find nothing in such text, and vectors prove nothing.
//!
//! [`windows`] cuts a text into windows, an [`Encoder`] ([`UniversalSentenceEncoder`], opened by [`open_model`]) turns
//! windows into vectors, [`encode`] turns a text into an [`Encoded`] document, and [`Search`] finds leads among
//! documents.
//!
//! ```
//! use chachong_semantics::{sentences, windows};
//!
//! let text = "图书馆在夜间开放。读者可以安静地阅读和讨论。馆员在九点以后轮流值班，直到最后一位读者离开。";
//! assert_eq!(sentences(text, &[]).len(), 3);
//! // Windows are made of neighbouring sentences and carry their places in characters.
//! assert!(windows(text, &[]).iter().all(|window| window.span.end as usize <= text.chars().count()));
//! ```

mod chance;
mod character_map;
mod code;
mod dense;
mod diagonal;
mod encode;
mod encoded;
mod encoder;
mod features;
mod kind;
mod leads;
mod matrix;
mod model;
mod nearest;
mod network;
mod rows;
mod scan;
mod search;
mod sections;
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
