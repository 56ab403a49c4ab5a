//! Comparison of documents: turns fingerprints, lengths and passages into verdicts on pairs and copied shares.

mod candidates;
mod distances;
mod folder;
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
pub use folder::{
    FolderCounter, FolderFrequencies, LEAST_FOLDER, Others, TemplateGrams, few_documents,
};
pub use groups::{Bond, Group, LEAST_LINK, Link, groups};
pub use histogram::DistanceHistogram;
pub use matrix::{NO_DISTANCE, raster};
pub use neighbours::{
    Fingerprinted, Neighbour, all_pairs, listed_pairs, listed_pairs_by, nearest, ranked_partners,
};
pub use order::{LikePair, cluster_order};
pub use pair::{NEAR_DUPLICATE_DISTANCE, PairFinding, Thresholds};
pub use passages::{
    ALIGNMENT_VERSION, Background, Chance, CommonGramCounts, CommonGrams, Degree, DegreeRun,
    Evidence, FolderText, Graded, Judged, KINDS, Parameters, Passage, PassageKind, Prepared, Span,
    Strength, TextGrams, Weighed, equal_runs, grade, gram_table, judge, passage_of, passages,
    passages_with, runs_within,
};
pub use shares::{
    Base, Choices, Copied, Counted, DecidedText, DegreeShares, DocumentShares, GivenText,
    LONGEST_NOTE, LeftOutBy, LeftOutRun, PairPassages, PairShares, Reason, ShareOf, SharedText,
    Shares, Shown, SideShares, Source, TextDecision, Versions, common_threshold, count_documents,
    covered, likeness, settle_common, shared_texts,
};
pub use spots::{Grid, NO_LEVEL, Spots};
pub use theses::{Conflict, Contradiction, Ground, Theses, Thesis, Version};
pub use verdict::{LARGE_PART, LEAST_BASE, LEAST_CHARACTERS, NEARLY_ALL, PART, Verdict};
