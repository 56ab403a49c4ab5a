//! Two prepared texts -> the passages that stand in both, the same or edited. Knows nothing of files, of how a pair
//! became a candidate, or of what a person chooses not to count.

mod align;
mod background;
mod extend;
mod passage;
mod prepared;
mod seed;
mod tile;
mod trim;
mod weighed;

pub use align::{debug_seeds, passages};
pub use background::Background;
pub use passage::{Passage, PassageKind, Span};
pub use prepared::Prepared;
pub use weighed::Weighed;

/// Tuned figures.
#[derive(Clone, Debug)]
pub struct Parameters {
    pub cosine: f32,
    pub dice: f32,
    pub width: usize,
    pub wide_cosine: f32,
    pub wide_dice: f32,
    pub evidence: f32,
    pub run: usize,
    pub run_units: usize,
    pub gap: u32,
    pub region_cosine: f32,
    pub margin: usize,
    pub rounds: usize,
    pub trim_base: f32,
    pub worth_scale: f32,
    pub single: bool,
    pub prior: f32,
    pub clause_bonus: f32,
    pub sentence_bonus: f32,
    pub first_prior: f32,
    pub inside: [f32; 6],
    pub outside: [f32; 6],
    pub least_length: u32,
    pub least_matched: u32,
    pub least_share: f32,
}
impl Parameters {
    pub fn set(&mut self, key: &str, value: f32) {
        match key {
            "cosine" => self.cosine = value,
            "dice" => self.dice = value,
            "width" => self.width = value as usize,
            "wide_cosine" => self.wide_cosine = value,
            "wide_dice" => self.wide_dice = value,
            "evidence" => self.evidence = value,
            "run" => self.run = value as usize,
            "run_units" => self.run_units = value as usize,
            "gap" => self.gap = value as u32,
            "region_cosine" => self.region_cosine = value,
            "margin" => self.margin = value as usize,
            "rounds" => self.rounds = value as usize,
            "worth_scale" => self.worth_scale = value,
            "trim_base" => self.trim_base = value,
            "prior" => self.prior = value,
            "clause_bonus" => self.clause_bonus = value,
            "sentence_bonus" => self.sentence_bonus = value,
            "first_prior" => self.first_prior = value,
            "o0" => self.outside[0] = value,
            "o1" => self.outside[1] = value,
            "o2" => self.outside[2] = value,
            "o3" => self.outside[3] = value,
            "o4" => self.outside[4] = value,
            "o5" => self.outside[5] = value,
            "i0" => self.inside[0] = value,
            "i1" => self.inside[1] = value,
            "i2" => self.inside[2] = value,
            "i3" => self.inside[3] = value,
            "i4" => self.inside[4] = value,
            "i5" => self.inside[5] = value,
            "least_length" => self.least_length = value as u32,
            "least_matched" => self.least_matched = value as u32,
            "least_share" => self.least_share = value,
            _ => panic!("no parameter {key}"),
        }
    }
    pub fn get(&self, key: &str) -> f32 {
        match key {
            "cosine" => self.cosine as f32,
            "dice" => self.dice as f32,
            "width" => self.width as f32,
            "wide_cosine" => self.wide_cosine as f32,
            "wide_dice" => self.wide_dice as f32,
            "evidence" => self.evidence as f32,
            "run" => self.run as f32,
            "run_units" => self.run_units as f32,
            "gap" => self.gap as f32,
            "region_cosine" => self.region_cosine as f32,
            "margin" => self.margin as f32,
            "rounds" => self.rounds as f32,
            "worth_scale" => self.worth_scale as f32,
            "trim_base" => self.trim_base as f32,
            "prior" => self.prior as f32,
            "clause_bonus" => self.clause_bonus as f32,
            "sentence_bonus" => self.sentence_bonus as f32,
            "first_prior" => self.first_prior as f32,
            "o0" => self.outside[0] as f32,
            "o1" => self.outside[1] as f32,
            "o2" => self.outside[2] as f32,
            "o3" => self.outside[3] as f32,
            "o4" => self.outside[4] as f32,
            "o5" => self.outside[5] as f32,
            "i0" => self.inside[0] as f32,
            "i1" => self.inside[1] as f32,
            "i2" => self.inside[2] as f32,
            "i3" => self.inside[3] as f32,
            "i4" => self.inside[4] as f32,
            "i5" => self.inside[5] as f32,
            "least_length" => self.least_length as f32,
            "least_matched" => self.least_matched as f32,
            "least_share" => self.least_share as f32,
            _ => panic!("no parameter {key}"),
        }
    }
    pub const CHINESE: Self = Self {
        cosine: 0.30,
        dice: 0.30,
        width: 3,
        wide_cosine: 0.25,
        wide_dice: 0.2,
        evidence: 0.0,
        run: 10,
        run_units: 4,
        gap: 4,
        region_cosine: 0.30,
        margin: 2,
        rounds: 1,
        trim_base: 0.2,
        worth_scale: 5.0,
        single: true,
        prior: 30.0,
        sentence_bonus: 1.2,
        clause_bonus: 0.0,
        first_prior: 100.0,
        inside: [0.4, 0.02, 0.13, 0.15, 0.15, 0.15],
        outside: [0.74, 0.02, 0.15, 0.06, 0.02, 0.01],
        least_length: 50,
        least_matched: 20,
        least_share: 0.15,
    };
    pub const ENGLISH: Self = Self {
        cosine: 0.40,
        dice: 0.277,
        width: 2,
        wide_cosine: 0.261,
        wide_dice: 0.4,
        evidence: 0.05,
        run: 5,
        run_units: 4,
        gap: 6,
        region_cosine: 0.11,
        margin: 2,
        rounds: 2,
        trim_base: 0.32,
        worth_scale: 8.6,
        single: true,
        prior: 36.0,
        clause_bonus: 0.0,
        sentence_bonus: 1.2,
        first_prior: 100.0,
        inside: [0.495, 0.37, 0.23, 0.09, 0.08, 0.09],
        outside: [0.72, 0.057, 0.033, 0.011, 0.0053, 0.003],
        least_length: 150,
        least_matched: 39,
        least_share: 0.147,
    };
}
