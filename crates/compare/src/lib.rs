//! Comparison of documents. [`listed_pairs`] and [`nearest`] find documents with similar fingerprints. [`passages`] finds the
//! passages, identical or edited, that two texts share, and rates each as evidence. [`Shares`] computes copied shares from the
//! passages and a person's choices; verdicts and groups follow from the shares. A [`Collector`] selects the pairs of a folder
//! that may share passages, so that not all pairs are aligned.
//!
//! ```
//! use chachong_compare::{Background, Prepared, Weighed, passages};
//! use chachong_text::{LineBreaks, normalize};
//!
//! let copied = "夜间开放的第一个月里，每晚平均有四十七位读者留到九点以后，其中三分之一是附近工厂下班的工人。\
//!     他们大多读技术书籍，也有人只是想找一个安静的角落写信，馆员为此在二楼多点了六盏台灯。";
//! let weighed = |text: String| {
//!     let normalized = normalize(&text, LineBreaks::Layout);
//!     Weighed::new(Prepared::new(&normalized), &Background::new())
//! };
//! let a = weighed(format!("{copied}我们据此建议延长周末的开放时间。"));
//! let b = weighed(format!("前人的调查说：{copied}"));
//! let found = passages(&a, &b);
//! assert_eq!(found.len(), 1);
//! assert_eq!((found[0].a.start, found[0].b.start), (0, 7));
//! ```

mod candidates;
mod each_once;
mod folder;
mod groups;
mod histogram;
mod index;
mod levels;
mod matrix;
mod neighbours;
mod order;
mod overlay;
mod pair;
mod parts;
mod passages;
mod shares;
mod spots;
mod strongest;
mod theses;
mod verdict;
mod watch;

pub use candidates::{Candidate, CandidateError, Collector, Sketch, spread};
pub use each_once::each_once;
pub use folder::{
    FolderCounter, FolderFrequencies, LEAST_FOLDER, Others, OwnText, TemplateGrams, Widespread,
};
pub use groups::{Bond, Group, LEAST_LINK, Link, groups};
pub use histogram::DistanceHistogram;
pub use index::{DocumentIndex, DocumentPair, PairIndex};
pub use levels::{DISTANCE_LEVELS, NOTHING, SHARE_LEVELS, distance_level, share_level};
pub use matrix::{NO_DISTANCE, raster};
pub use neighbours::{
    Fingerprinted, Neighbour, all_pairs, listed_pairs, listed_pairs_by, nearest, ranked_partners,
};
pub use order::{LikePair, cluster_order};
pub use overlay::{common, merged, overlapping, without, without_overlap};
pub use pair::{NEAR_DUPLICATE_DISTANCE, PairFinding, Thresholds};
pub use passages::{
    ALIGNMENT_VERSION, Background, Chance, CommonGramCounts, CommonGrams, Degree, DegreeRun,
    FolderText, Graded, Judged, KINDS, Parameters, Passage, PassageEvidence, PassageKind, Prepared,
    Span, Strength, TextGrams, Weighed, equal_runs, grade, gram_table, judge, passage_of, passages,
    runs_within, surest, touches,
};
pub use shares::{
    AttributedSpan, Base, Choices, ClassShares, CommonSource, Copied, Counted, DecidedText,
    Decision, DegreeShares, DocumentShares, Explained, GivenText, LONGEST_NOTE, LeftOutBy,
    LeftOutRun, PairPassages, PairShares, PartShares, PassageFigures, Reason, SharedText, Shares,
    Shown, SideShares, Source, TextDecision, Versions, count_documents, covered, likeness,
    shared_texts,
};
pub use spots::{Grid, NO_LEVEL, Spots};
pub use strongest::{EvidenceKind, EvidenceStrength, Strongest};
pub use theses::{Conflict, Contradiction, Ground, Theses, Thesis, Version};
pub use verdict::{LARGE_PART, LEAST_BASE, LEAST_CHARACTERS, NEARLY_ALL, PART, Verdict};
pub use watch::{StepWatch, Watch};
