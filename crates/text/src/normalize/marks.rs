//! Removes combining marks under and through letters that no language writes there. Such marks leave a text readable
//! but turn each of its words into a different one.

use std::collections::{HashMap, HashSet};

use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

use super::compose::{Placed, compose, is_cjk};
use super::lookalike::is_mark;

/// Minimum number of different letters with a mark that is a disguise. A language puts a mark on some letters, a
/// disguise on any.
const DIFFERENT_LETTERS: usize = 6;

/// Minimum number of different letters among them that no precomposed character has with this mark: nearly all that
/// languages write are precomposed.
const ODD_LETTERS: usize = 2;

/// Minimum number of letters in a word whose marks are looked at: marks on one or two letters are formulas (x̄, v⃗).
const WORD: usize = 3;

/// Removes the marks that are a disguise.
pub(super) fn strip(text: Vec<Placed>) -> Vec<Placed> {
    let disguises = disguises(&text);
    if disguises.is_empty() {
        return text;
    }
    let mut bare = Vec::with_capacity(text.len());
    for (c, at) in text {
        if carries(c, &disguises) {
            decompose_canonical(c, |part| {
                if !disguises.contains(&part) {
                    bare.push((part, at));
                }
            });
        } else {
            bare.push((c, at));
        }
    }
    compose(bare.iter().copied(), bare.len())
}

/// Returns the offsets of the marks that are a disguise, or of the letters that carry them.
pub(crate) fn stripped(text: &[Placed]) -> Vec<u32> {
    let disguises = disguises(text);
    if disguises.is_empty() {
        return Vec::new();
    }
    let carriers = text.iter().filter(|&&(c, _)| carries(c, &disguises));
    carriers.map(|&(_, at)| at).collect()
}

/// Whether `c` is one of the marks, or is composed with one.
fn carries(c: char, marks: &HashSet<char>) -> bool {
    // Nothing below U+00C0 and no Chinese character has a mark in it.
    if c < '\u{C0}' || is_cjk(c) {
        return false;
    }
    let mut carries = false;
    decompose_canonical(c, |part| carries |= marks.contains(&part));
    carries
}

/// Whether `c` may be a mark that letters of any script can have. Only a quick look.
const fn may_be_general(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5C7}' | '\u{610}'..='\u{61A}'
        | '\u{64B}'..='\u{65F}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20F0}'
        | '\u{FE20}'..='\u{FE2F}')
}

/// Letters that a mark stands on.
#[derive(Default)]
struct Bearers {
    all: HashSet<char>,
    odd: HashSet<char>,
}

/// Returns the marks that stand on letters of all kinds, some of which no language writes with them.
fn disguises(text: &[Placed]) -> HashSet<char> {
    if !text.iter().any(|&(c, _)| may_be_general(c)) {
        return HashSet::new();
    }
    let mut bearers: HashMap<char, Bearers> = HashMap::new();
    let mut i = 0;
    while i < text.len() {
        let start = i;
        while text
            .get(i)
            .is_some_and(|&(c, _)| is_letter(c) || is_general(c))
        {
            i += 1;
        }
        if start == i {
            i += 1;
            continue;
        }
        // Ideographs are words by themselves.
        let run = &text[start..i];
        let letters = run.iter().filter(|&&(c, _)| !is_general(c)).count();
        let is_word = letters >= WORD;
        let mut base = None;
        for &(c, _) in run {
            if is_general(c) {
                if let Some(base) = base.filter(|&base| is_word || is_cjk(base)) {
                    note(&mut bearers, base, c);
                }
                continue;
            }
            let mut parts = Vec::new();
            if is_cjk(c) {
                parts.push(c);
            } else {
                decompose_canonical(c, |part| parts.push(part));
            }
            base = parts.first().copied();
            if let Some(base) = base.filter(|_| is_word) {
                for &mark in &parts[1..] {
                    note(&mut bearers, base, mark);
                }
            }
        }
    }
    bearers
        .into_iter()
        .filter(|(_, bearers)| {
            bearers.all.len() >= DIFFERENT_LETTERS && bearers.odd.len() >= ODD_LETTERS
        })
        .map(|(mark, _)| mark)
        .collect()
}

fn note(bearers: &mut HashMap<char, Bearers>, base: char, mark: char) {
    if !is_evidence(base, mark) {
        return;
    }
    let bearers = bearers.entry(mark).or_default();
    let letter = base.to_ascii_lowercase();
    bearers.all.insert(letter);
    if unicode_normalization::char::compose(base, mark).is_none() {
        bearers.odd.insert(letter);
    }
}

/// Whether a mark on a letter may tell anything. Accents over Cyrillic and Greek letters say how a word is stressed.
fn is_evidence(base: char, mark: char) -> bool {
    base.is_ascii_alphabetic()
        || is_cjk(base)
        || matches!(base, '\u{370}'..='\u{52F}') && canonical_combining_class(mark) != 230
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() || is_cjk(c)
}

/// Whether `c` is a mark. Not the key cap, which makes an emoji of a digit, and not the marks of kana.
fn is_general(c: char) -> bool {
    may_be_general(c)
        && c != '\u{20E3}'
        && (is_mark(c) || matches!(c, '\u{488}' | '\u{489}' | '\u{20DD}'..='\u{20E4}'))
}

#[cfg(test)]
mod tests {
    use crate::{LineBreaks, normalize};

    const ENGLISH: &str =
        "The tool library opened in a former bicycle shop, and it had lent more ladders.";
    const CHINESE: &str = "雨水花园建在教学楼北侧的低洼地,面积四十六平方米。";

    fn layout(text: &str) -> String {
        normalize(text, LineBreaks::Layout).text
    }

    fn marked(text: &str, mark: char, every: usize) -> String {
        let mut marked = String::new();
        for (i, c) in text.chars().enumerate() {
            marked.push(c);
            if i % every == 0 && c.is_alphanumeric() {
                marked.push(mark);
            }
        }
        marked
    }

    #[test]
    fn marks_under_and_through_letters_are_nothing() {
        for mark in "\u{323}\u{332}\u{336}\u{338}\u{301}\u{308}\u{20DD}\u{489}\u{64E}".chars() {
            for text in [ENGLISH, CHINESE] {
                for every in 1..=2 {
                    assert_eq!(layout(&marked(text, mark, every)), text, "{mark:?}");
                }
            }
        }
        let two = marked(&marked(ENGLISH, '\u{336}', 1), '\u{323}', 2);
        assert_eq!(layout(&two), ENGLISH);
    }

    #[test]
    fn accents_stay_beside_a_disguise() {
        let text = "The café at the façade opened in a former bicycle shop";
        assert_eq!(layout(&marked(text, '\u{332}', 1)), text);
    }

    #[test]
    fn marks_of_languages_and_formulas_stay() {
        for text in [
            "Tôi đã đọc những cuốn sách ấy ở thư viện cộng đồng, rất hữu ích và đẹp.",
            "Kṛṣṇa, saṃskṛta, ṭīkā, vyākaraṇa, jñāna, mahābhārata, ḷ, Pāṇini, aṣṭādhyāyī",
            "Ọjọ́ kan, ọmọ náà lọ sí ilé-ẹ̀kọ́ pẹ̀lú àwọn ọ̀rẹ́ rẹ̀; ó kàwé dáadáa.",
            "nǐ hǎo, tú shū guǎn, lǜ sè; замо́к и за́мок, пе́рвый, сло́во, ру́сский, большо́й, языќ",
            "[n̩ l̩ m̩ t̪ d̪ b̥ ɡ̊], [ˈbʌtn̩], [ˈbɒtl̩], x̄ ȳ z̄ p̂ q̂ v⃗ a⃗ F⃗ E⃗ B⃗ p⃗ 1⃣ 2⃣ 3⃣",
            "وَمَكْتَبَةٌ लाइब्रेरी ห้องสมุด がぱ",
        ] {
            let composed: String =
                unicode_normalization::UnicodeNormalization::nfkc(text).collect();
            assert_eq!(layout(text), composed);
        }
    }
}
