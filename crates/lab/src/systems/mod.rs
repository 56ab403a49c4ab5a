//! The articles' other index systems, kept behind one trait to measure the 4-block index against and to check it by.

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
