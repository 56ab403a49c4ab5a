//! Fingerprints and lengths -> what two documents are to each other. Knows nothing of files or screens.

mod candidates;
mod distances;
mod groups;
mod histogram;
mod matrix;
mod neighbours;
mod order;
mod pair;
mod passages;
mod schemes;
mod shares;
mod spots;

pub(crate) use candidates::spread;
pub use candidates::{Candidate, CandidateError, Collector, Found, Sketch, Watch};
pub use distances::{distance_matrix, distances_into};
pub use groups::{Group, Link, groups};
pub use histogram::DistanceHistogram;
pub use matrix::{NO_DISTANCE, raster};
pub use neighbours::{
    Fingerprinted, Neighbour, all_pairs, listed_pairs, listed_pairs_by, nearest, ranked_partners,
};
pub use order::{LikePair, cluster_order};
pub use pair::{NEAR_DUPLICATE_DISTANCE, PairFinding, Thresholds, Verdict};
pub use passages::{
    Background, KINDS, Parameters, Passage, PassageKind, Prepared, Span, Weighed, equal_runs,
    passages, passages_with,
};
pub use schemes::{Features, Frequencies, Parameters as SchemeParameters, Scheme, UnknownScheme};
pub use shares::{
    Choices, Copied, Counted, DocumentShares, LeftOutBy, LeftOutRun, PairPassages, PairShares,
    Reason, Shares, SideShares, Source, common_marks, common_runs, common_threshold, covered,
};
pub use spots::{Grid, NO_LEVEL, Spots};
