//! Differences that a search passes over beyond those that normalising takes out, character by character and word by
//! word. Knows nothing of what stands around: the same in a long text and in a query of one word.
//!
//! Normalising decides by the whole document whether 乾 stays (乾隆) or is 干 (乾燥), and whether "сору" in Cyrillic letters
//! is a Russian word or an English one in disguise. A query has no such surroundings, so both sides are brought to what
//! does not depend on them. (Words of several Greek letters of which capitals and small ones look like different Latin
//! letters, as νοΝ, may still differ.)

use crate::text::{latin_word, simplified_alone};

/// A Chinese character as it is searched for: Simplified, and one for those that only words tell apart in Traditional text
/// (藉口 is 借口, 狼藉 stays; 計畫 is 计划, 畫家 is 画家). These are all that the phrases of `OpenCC`'s dictionaries give other
/// than a character gives alone.
pub(super) fn character(c: char) -> char {
    match simplified_alone(c) {
        '覆' => '复',
        '藉' => '借',
        '链' => '炼',
        '瞭' => '了',
        '锺' => '钟',
        '沈' => '沉',
        '钜' => '巨',
        '衹' => '只',
        '牴' => '抵',
        '划' => '画',
        '俱' => '具',
        '彷' => '仿',
        '𫫇' => '恶',
        plain => plain,
    }
}

/// Appends the letters of a word as they are searched for: in lower case, Latin where they only look so.
pub(super) fn word(letters: &str, folded: &mut String) {
    if letters.is_ascii() {
        folded.extend(letters.chars().map(|c| c.to_ascii_lowercase()));
        return;
    }
    let lower: String = letters
        .chars()
        .flat_map(char::to_lowercase)
        // The form that Greek takes at a word's end: "ΟΔΟΣ" does not tell.
        .map(|c| if c == 'ς' { 'σ' } else { c })
        .collect();
    // Letters are looked at up to a digit, as normalising does.
    for run in lower.split_inclusive(|c: char| c.is_numeric() || c == '.') {
        match latin(run) {
            Some(latin) => folded.push_str(&latin),
            None => folded.push_str(run),
        }
    }
}

/// Lower-case letters as Latin ones. "ВОТ" may have been taken for Latin capitals, though "вот" never is: so capitals
/// decide too, except beside Latin letters, or μm would be mm.
fn latin(run: &str) -> Option<String> {
    latin_word(run).or_else(|| {
        let is_foreign = !run.contains(|c: char| c.is_ascii_alphabetic());
        let latin = is_foreign.then(|| latin_word(&run.to_uppercase()))??;
        Some(latin.to_lowercase())
    })
}
