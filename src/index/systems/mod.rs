//! The other index systems of the articles, beside the 4-block index, behind one trait: to compare it with, and to check
//! it by. Knows nothing of documents.

mod brute_force;
mod choice;
mod design;
mod flip_query;
mod flip_store;
mod flips;
mod permuted;
mod planes;
mod updated;

pub use choice::{IndexError, System, UnknownSystem, flip_query_without_scan};
