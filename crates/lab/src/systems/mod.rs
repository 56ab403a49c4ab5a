//! The other index systems of the source articles. They share one trait with the 4-block index and serve to measure
//! and to verify it.

mod brute_force;
mod choice;
mod design;
mod error;
mod flip_query;
mod flip_store;
mod flips;
mod permuted;
mod planes;
mod updated;

pub use choice::{System, UnknownSystem, flip_query_without_scan};
pub use error::IndexError;
