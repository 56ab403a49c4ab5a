//! Chachong (查重), a desktop plagiarism checker: finds near-duplicates and copied passages in folders of theses. This
//! package is the program: the command line ([`cli`]) and the start of the window (crate `chachong-window`, feature
//! `gui`). The engine is in the crates of `crates/`, which ARCHITECTURE.md describes. To use an algorithm, depend on
//! its crate.
//!
//! ```text
//! files --import--> Extracted --text--> terms --simhash--> Fingerprint --index, compare--> Findings --report--> csv, json
//! ```
//!
//! ```
//! use chachong_compare::{Thresholds, Verdict};
//! use chachong_simhash::Recipe;
//! use chachong_text::{LineBreaks, TermCounts, normalize};
//!
//! let fingerprint = |text: &str| {
//!     let normalized = normalize(text, LineBreaks::Layout);
//!     let terms = TermCounts::of(text, &normalized, Recipe::THESIS.term_rule());
//!     Recipe::THESIS.fingerprint(&terms)
//! };
//! // The same sentence, once as a PDF breaks it: the same fingerprint.
//! let a = fingerprint("图书馆在夜间开放，读者可以安静地阅读和讨论。").unwrap();
//! let b = fingerprint("图书馆在夜间开\n放，读者可以安静地阅 读和讨论。").unwrap();
//! assert_eq!(a.distance(b), 0);
//! // A sentence is too short for more than that.
//! assert_eq!(Thresholds::default().verdict(a.distance(b), 22), Some(Verdict::Related));
//! // Too little text carries no information.
//! assert_eq!(fingerprint("图书馆"), None);
//! ```

pub mod cli;
