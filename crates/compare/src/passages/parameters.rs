//! Parameters of the alignment, one set for Chinese and one for texts in words. Tuned on labelled cases of each
//! (docs/passages.md says how); after changing one, measure again with `chachong evaluate`.

/// Number of classes of tokens. The class of a token is the length, in tokens, of the equal run (tile) that contains it: none,
/// 1, 2, 3 to 4, 5 to 8, more.
pub const KINDS: usize = 6;

/// Parameters of the alignment. A unit is a clause of Chinese, or a sentence of words.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// Minimum cosine of the weighted terms of two units that form a seed, 0..=1.
    pub cosine: f32,
    /// Minimum Dice coefficient of the term sets of two units that form a seed, 0..=1; both minimums must be reached.
    pub dice: f32,
    /// Minimum cosine, 0..=1, of two windows of five units that form a seed. Windows catch words that moved between units.
    pub wide_cosine: f32,
    /// Minimum Dice coefficient, 0..=1, of two windows that form a seed; a term counts once in each unit that has it.
    pub wide_dice: f32,
    /// Maximum number of occurrences, in each text, of a run of equal tokens that makes two units a seed.
    pub run_places: usize,
    /// Maximum number of units without a seed, on either side, between seeds that belong together.
    pub gap: u32,
    /// Minimum cosine, 0..=1, of the two sides of a region; a region of less similar sides is split.
    pub region_cosine: f32,
    /// Maximum number of units by which a passage may extend beyond the seeds of its region.
    pub margin: usize,
    /// Number of times that the ends of each side are recomputed from those of the other side; also the maximum number
    /// of times that the rates inside a passage are recounted.
    pub rounds: usize,
    /// Expected rates of the classes of tokens ([`KINDS`]) inside a passage, with which the count of the actual rates begins. They are
    /// tuned and need not sum to 1.
    pub inside: [f32; KINDS],
    /// Expected share, 0..=1, of each class of tokens ([`KINDS`]) in two independently written texts on the same subject.
    pub outside: [f32; KINDS],
    /// Weight of `inside`, in tokens, when the actual shares of a passage are counted.
    pub prior: f32,
    /// Evidential weight, in nats (logarithm of a term's rarity), from which a token counts fully; below it, a token counts
    /// less.
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
    /// Minimum evidence, in nats of both sides together, that the text between two pieces is the author's own, so that it
    /// divides a passage; half of it if the pieces follow each other on one side only.
    pub own_together: f32,
    /// Evidence, in nats, that is added to `own_together` if all the text of a neighbouring piece is edited; less if a part of
    /// it is.
    pub own_edited: f32,
    /// Minimum length of own text that divides a passage, in characters.
    pub own_length: u32,
    /// Minimum length of own text that divides a passage, as a share (0..=1) of the copied text around it, but no more than
    /// `own_sentences` characters. Shorter own text, as a new sentence within a long copy, is an edit of the copy.
    pub own_share: f32,
    /// Length of own text, in characters, that suffices to divide a passage whatever `own_share` says.
    pub own_sentences: u32,
    /// Weight, 0..=1, of the rates measured in the copied parts when own text is searched for; `inside` has the rest of the
    /// weight.
    pub own_rates: f32,
    /// Maximum distance, in tokens, between neighbouring tiles (equal runs) when own text is searched for.
    pub own_reach: u32,
    /// Orders of magnitude by which the chance of a piece is lowered because it stands beside stronger pieces of one passage;
    /// the result is never below the chance of the strongest of them.
    pub piece_bonus: f32,
    /// Minimum evidence of a passage for each token of its shorter side, in nats.
    pub density: f32,
    /// Minimum length of each side of a passage, in characters.
    pub least_length: u32,
    /// Minimum number of matched characters on each side of a passage.
    pub least_matched: u32,
    /// Minimum share of matched characters on each side of a passage, 0..=1.
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
