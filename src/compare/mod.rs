//! Comparison of documents: turns fingerprints, lengths and passages into verdicts on pairs and copied shares.

mod candidates;
mod distances;
mod groups;
mod histogram;
mod matrix;
mod neighbours;
mod order;
mod pair;
mod parts;
mod passages;
mod shares;
mod spots;
mod theses;
mod verdict;

pub(crate) use candidates::spread;
pub use candidates::{Candidate, CandidateError, Collector, Found, Sketch, Watch};
pub use distances::{distance_matrix, distances_into};
pub use groups::{Group, LEAST_LINK, Link, groups};
pub use histogram::DistanceHistogram;
pub use matrix::{NO_DISTANCE, raster};
pub use neighbours::{
    Fingerprinted, Neighbour, all_pairs, listed_pairs, listed_pairs_by, nearest, ranked_partners,
};
pub use order::{LikePair, cluster_order};
pub use pair::{NEAR_DUPLICATE_DISTANCE, PairFinding, Thresholds};
pub use passages::{
    ALIGNMENT_VERSION, Background, Chance, CommonGramCounts, CommonGrams, KINDS, Parameters,
    Passage, PassageKind, Prepared, Span, Strength, TextGrams, Weighed, equal_runs, gram_table,
    passage_of, passages, passages_with,
};
pub use shares::{
    Base, Choices, Copied, Counted, DecidedText, DocumentShares, LONGEST_NOTE, LeftOutBy,
    LeftOutRun, PairPassages, PairShares, Reason, ShareOf, SharedText, Shares, Shown, SideShares,
    Source, TextDecision, Versions, common_threshold, count_documents, covered, likeness,
    settle_common, shared_texts,
};
pub use spots::{Grid, NO_LEVEL, Spots};
pub use theses::{Conflict, Contradiction, Ground, Theses, Thesis, Version};
pub use verdict::{LARGE_PART, LEAST_BASE, LEAST_CHARACTERS, NEARLY_ALL, PART, Verdict};
