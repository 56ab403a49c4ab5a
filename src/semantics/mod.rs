//! Meaning of texts: windows of sentences become vectors, and near windows of two texts become leads to a possible rewriting
//! or translation. A lead is for a person to judge; n-grams find nothing in such text, and vectors prove nothing.

mod kind;

pub use kind::LeadKind;
