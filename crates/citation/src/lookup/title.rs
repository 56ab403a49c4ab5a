//! Divides a title into units for comparison: Chinese characters and words, without signs, in one width, case and
//! script.

use chachong_text::{LineBreaks, is_cjk, normalize};
use twox_hash::XxHash3_64;

/// Signs that begin a subtitle.
const SUBTITLE: [&str; 5] = ["：", ":", "——", "—", " - "];
/// Minimum number of units before a sign for the rest to be a subtitle: in "C: 程序设计" it is not.
const LEAST_MAIN: usize = 4;

/// Character or word of a title.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Unit(pub(super) String);

/// Title, divided into units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Title {
    pub(super) units: Vec<Unit>,
    /// Number of units before the subtitle; the number of all units if there is no subtitle.
    pub(super) main: usize,
}

impl Title {
    /// Divides a title into units.
    pub(super) fn of(title: &str) -> Self {
        let units = units(title);
        let subtitle = SUBTITLE.iter().filter_map(|sign| title.find(sign)).min();
        let main = subtitle.map_or(units.len(), |at| self::units(&title[..at]).len());
        let is_main = main >= LEAST_MAIN && main < units.len();
        Self {
            main: if is_main { main } else { units.len() },
            units,
        }
    }

    /// Returns whether the title has no unit that can be compared.
    pub(super) fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Returns whether two titles are equal except for the gaps between words.
    pub(super) fn is_spelled_as(&self, other: &Self) -> bool {
        fn letters(title: &Title) -> impl Iterator<Item = char> + '_ {
            title.units.iter().flat_map(|unit| unit.0.chars())
        }
        letters(self).eq(letters(other))
    }

    /// Returns the title without its subtitle; `None` if it has none.
    pub(super) fn main(&self) -> Option<&[Unit]> {
        (self.main < self.units.len()).then(|| &self.units[..self.main])
    }

    /// Returns the hashes of the title's runs (pairs of neighbouring characters, and words), ascending and without
    /// repetition. A title of one unit has one run.
    pub(super) fn runs(&self) -> Vec<u32> {
        let words = self.units.iter().filter(|unit| !unit.is_ideograph());
        let words = words.map(|word| hash(std::slice::from_ref(word)));
        let pairs = self.units.windows(2).filter(|pair| pair[0].is_ideograph());
        let mut runs: Vec<u32> = words.chain(pairs.map(hash)).collect();
        if runs.is_empty() && !self.units.is_empty() {
            runs.push(hash(&self.units));
        }
        runs.sort_unstable();
        runs.dedup();
        runs
    }
}

/// Returns the 32-bit hash of neighbouring units, as libraries store it.
fn hash(units: &[Unit]) -> u32 {
    let bytes: Vec<u8> = (units.iter().flat_map(|unit| unit.0.bytes().chain([0]))).collect();
    let [.., a, b, c, d] = XxHash3_64::oneshot(&bytes).to_be_bytes();
    u32::from_be_bytes([a, b, c, d])
}

impl Unit {
    /// Returns whether the unit is a Chinese character.
    pub(super) fn is_ideograph(&self) -> bool {
        self.0.chars().next().is_some_and(is_cjk)
    }

    /// Returns whether the unit is a number. Parts and editions differ in it, and never by a slip.
    pub(super) fn is_number(&self) -> bool {
        self.0.chars().all(|c| c.is_ascii_digit())
            || "一二三四五六七八九十百上中下甲乙丙丁".contains(&self.0)
            || matches!(self.0.as_str(), "i" | "ii" | "iii" | "iv" | "v" | "vi")
    }
}

fn units(title: &str) -> Vec<Unit> {
    let normalized = normalize(title, LineBreaks::Page);
    let mut units = Vec::new();
    let mut word = String::new();
    for c in normalized.text.chars() {
        if c.is_alphanumeric() && !is_cjk(c) {
            word.extend(c.to_lowercase());
            continue;
        }
        if !word.is_empty() {
            units.push(Unit(std::mem::take(&mut word)));
        }
        if c.is_alphanumeric() {
            units.push(Unit(c.to_string()));
        }
    }
    if !word.is_empty() {
        units.push(Unit(word));
    }
    units
}
