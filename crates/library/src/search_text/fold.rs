//! Folding of characters and words for the search, beyond what normalising does, without any look at the context, so
//! that a long text and a query of one word fold alike.
//!
//! Normalising decides by the whole document whether 乾 stays (乾隆) or is 干 (乾燥), and whether "сору" in Cyrillic
//! letters is a Russian word or an English one in disguise. A query has no such context, so both sides are brought to
//! a form that does not depend on it. (Words of several Greek letters of which capitals and small ones look like
//! different Latin letters, as νοΝ, may still differ.)

use chachong_text::{latin_word, simplified_alone};

/// Folds a Chinese character: to its Simplified form, and to one form those that only the word tells apart in
/// Traditional text (藉口 is 借口, 狼藉 stays; 計畫 is 计划, 畫家 is 画家). The list has every character that a phrase of
/// `OpenCC`'s dictionaries converts differently than the character alone.
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

/// Appends the folded letters of a word: in lower case, and Latin where they only look Latin.
pub(super) fn word(letters: &str, folded: &mut String) {
    if letters.is_ascii() {
        folded.extend(letters.chars().map(|c| c.to_ascii_lowercase()));
        return;
    }
    let lower: String = letters
        .chars()
        .flat_map(char::to_lowercase)
        // Greek has its own sigma at a word's end; from capitals ("ΟΔΟΣ") it cannot be known.
        .map(|c| if c == 'ς' { 'σ' } else { c })
        .collect();
    // Letters are judged in runs that end at a digit, as in normalising.
    for run in lower.split_inclusive(|c: char| c.is_numeric() || c == '.') {
        match latin(run) {
            Some(latin) => folded.push_str(&latin),
            None => folded.push_str(run),
        }
    }
}

/// Returns lower-case letters as the Latin ones they look like; `None` if they do not. "ВОТ" may have been taken for
/// Latin capitals, though "вот" never is: so capitals decide too, except beside Latin letters, or μm would be mm.
fn latin(run: &str) -> Option<String> {
    latin_word(run).or_else(|| {
        let is_foreign = !run.contains(|c: char| c.is_ascii_alphabetic());
        let latin = is_foreign.then(|| latin_word(&run.to_uppercase()))??;
        Some(latin.to_lowercase())
    })
}
