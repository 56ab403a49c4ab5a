//! The figures of the alignment, one set for Chinese and one for texts in words. Tuned on labelled cases of each
//! (ARCHITECTURE.md says how); whoever changes one measures with `chachong evaluate` again.

/// Kinds of tokens by the length of the tile that they are in: none, 1, 2, 3 to 4, 5 to 8, more.
pub const KINDS: usize = 6;

/// The figures of the alignment.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// Two units are a seed from this cosine of their weighted terms, 0..=1 …
    pub cosine: f32,
    /// … and this Dice coefficient of their sets of terms.
    pub dice: f32,
    /// The same for windows of [`super::weighed::WINDOW`] units: words that wandered between clauses meet there.
    pub wide_cosine: f32,
    /// Dice coefficient of windows, with the terms of each unit counted.
    pub wide_dice: f32,
    /// Two units are also a seed if they share a run of tokens that stands in each text at most so many times.
    pub run_places: usize,
    /// Seeds belong together up to so many units without a seed between them, on both sides.
    pub gap: u32,
    /// A region is kept whole from this cosine of its two sides.
    pub region_cosine: f32,
    /// A passage may reach so many units beyond its region's seeds.
    pub margin: usize,
    /// How often the two ends of each side are found again with the other side's.
    pub rounds: usize,
    /// Share of tokens of each kind in a passage, before it is known; sums to about 1.
    pub inside: [f32; KINDS],
    /// The same in two texts on one subject that were written apart.
    pub outside: [f32; KINDS],
    /// The first of these is worth so many tokens when a passage's own shares are counted.
    pub prior: f32,
    /// A token's worth (the logarithm of its term's rarity) that counts whole; one of less counts less …
    pub full_worth: f32,
    /// … but at least this share.
    pub least_worth: f32,
    /// What it speaks for a passage that it begins or ends with a sentence, in nats.
    pub sentence_bonus: f32,
    /// Least evidence of a passage, in nats: by so much is it likelier a copy than written apart.
    pub evidence: f32,
    /// Least evidence for each token.
    pub density: f32,
    /// Least length of a passage on each side, in characters …
    pub least_length: u32,
    /// … with so many of them matched …
    pub least_matched: u32,
    /// … and this share.
    pub least_share: f32,
}

impl Parameters {
    /// For texts of Chinese characters.
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
        density: 0.2,
        least_length: 50,
        least_matched: 30,
        least_share: 0.114,
    };

    /// For texts of words.
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
        density: 0.2,
        least_length: 150,
        least_matched: 39,
        least_share: 0.147,
    };
}
