//! Parameters of the alignment, one set for Chinese and one for texts in words. Tuned on labelled cases of each
//! (docs/passages.md says how); after changing one, measure again with `chachong evaluate`.

/// Number of classes of tokens, by the length of the equal run (tile) that contains them: none, 1, 2, 3 to 4, 5 to 8,
/// more.
pub const KINDS: usize = 6;

/// Parameters of the alignment.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// Minimum cosine of the weighted terms of two units that form a seed, 0..=1.
    pub cosine: f32,
    /// Minimum Dice coefficient of the term sets of two units that form a seed, 0..=1; both minimums must be reached.
    pub dice: f32,
    /// Minimum cosine for windows of several units (`WINDOW`), which catch words that moved between clauses.
    pub wide_cosine: f32,
    /// Minimum Dice coefficient of windows, counting the terms of each unit.
    pub wide_dice: f32,
    /// Maximum number of occurrences in each text of a run of tokens that makes two units a seed.
    pub run_places: usize,
    /// Maximum number of units without a seed, on either side, between seeds that belong together.
    pub gap: u32,
    /// Minimum cosine of the two sides of a region that is kept whole.
    pub region_cosine: f32,
    /// Maximum number of units by which a passage may extend beyond the seeds of its region.
    pub margin: usize,
    /// Number of times that the ends of each side are recomputed from those of the other side; also the maximum number
    /// of times that the rates inside a passage are recounted.
    pub rounds: usize,
    /// Expected share of each class of tokens inside a passage, before it is measured; sums to about 1.
    pub inside: [f32; KINDS],
    /// Expected share of each class of tokens in two independently written texts on the same subject.
    pub outside: [f32; KINDS],
    /// Weight of `inside`, in tokens, when the actual shares of a passage are counted.
    pub prior: f32,
    /// Evidential weight (logarithm of a term's rarity) from which a token counts fully; below it, a token counts less.
    pub full_worth: f32,
    /// Minimum weight of a token with little evidential weight, 0..=1.
    pub least_worth: f32,
    /// Extra evidence for a passage that begins or ends at the edge of a sentence, in nats for each end.
    pub sentence_bonus: f32,
    /// Minimum evidence of a passage, in nats: the log-likelihood ratio of a copy to independent writing.
    pub evidence: f32,
    /// Minimum evidence, in nats, for a stretch of the author's own text within a passage, and for the copied part
    /// between two such stretches.
    pub own_evidence: f32,
    /// Minimum evidence, in nats on both sides together, for own text between two pieces that divides a passage; half
    /// of it if the pieces are adjacent on one side.
    pub own_together: f32,
    /// Additional evidence that own text needs beyond `own_together`, in nats, if all the text beside it is edited.
    pub own_edited: f32,
    /// Minimum length of own text that divides a passage, in characters.
    pub own_length: u32,
    /// Minimum length of own text that divides a passage, as a share of the copied text around it, up to
    /// `own_sentences`: a new sentence within a long copy is an edit of the copy.
    pub own_share: f32,
    /// Length, in characters, from which own text always divides a passage.
    pub own_sentences: u32,
    /// Share of a copy's measured rates, as opposed to `inside`, in the rates for finding own text, 0..=1.
    pub own_rates: f32,
    /// Maximum distance, in tokens, between neighbouring tiles (equal runs) when own text is searched for.
    pub own_reach: u32,
    /// Orders of magnitude by which a piece of a strong passage is more likely a copy than a passage elsewhere.
    pub piece_bonus: f32,
    /// Minimum evidence per token, in nats.
    pub density: f32,
    /// Minimum length of a passage on each side, in characters.
    pub least_length: u32,
    /// Minimum number of matched characters on each side.
    pub least_matched: u32,
    /// Minimum share of matched characters on each side, 0..=1.
    pub least_share: f32,
}

impl Parameters {
    /// Parameters for texts of Chinese characters.
    pub const CHINESE: Self = Self {
        cosine: 0.18,
        dice: 0.3,
        wide_cosine: 0.117,
        wide_dice: 0.222,
        run_places: 4,
        gap: 6,
        region_cosine: 0.17,
        margin: 2,
        rounds: 1,
        inside: [0.4, 0.03, 0.13, 0.188, 0.15, 0.15],
        outside: [0.654, 0.02, 0.157, 0.038, 0.0124, 0.01],
        prior: 32.0,
        full_worth: 5.0,
        least_worth: 0.29,
        sentence_bonus: 1.2,
        evidence: 40.0,
        own_evidence: 10.0,
        own_together: 30.0,
        own_edited: 80.0,
        own_length: 20,
        own_share: 0.2,
        own_sentences: 60,
        own_rates: 0.5,
        own_reach: 250,
        piece_bonus: 1.0,
        density: 0.2,
        least_length: 50,
        least_matched: 30,
        least_share: 0.114,
    };

    /// Parameters for texts of words.
    pub const WORDS: Self = Self {
        cosine: 0.40,
        dice: 0.438,
        wide_cosine: 0.16,
        wide_dice: 0.43,
        run_places: 4,
        gap: 7,
        region_cosine: 0.11,
        margin: 3,
        rounds: 1,
        inside: [0.395, 0.37, 0.23, 0.09, 0.05, 0.09],
        outside: [0.72, 0.041, 0.023, 0.008, 0.006, 0.003],
        prior: 36.0,
        full_worth: 8.6,
        least_worth: 0.32,
        sentence_bonus: 1.2,
        evidence: 12.0,
        own_evidence: 4.0,
        own_together: 10.0,
        own_edited: 50.0,
        own_length: 60,
        own_share: 0.15,
        own_sentences: 180,
        own_rates: 0.7,
        own_reach: 60,
        piece_bonus: 1.0,
        density: 0.2,
        least_length: 150,
        least_matched: 39,
        least_share: 0.147,
    };
}
