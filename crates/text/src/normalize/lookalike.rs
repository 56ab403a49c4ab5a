//! Look-alikes: letters of other scripts that look like Latin ones, inside words. A word is a run of letters in any
//! language; a document's own letters tell whether a script is at home in it.

use std::collections::HashSet;

use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

use super::compose::{Placed, compose, is_cjk, starts_a_cluster};
use super::twin::{FOREIGN, Script, Twin};
use crate::terms::is_stop_word;
use crate::threshold::MIXED_WORDS;

/// Kind of a word, by the letters it is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Nothing to replace, and no letter of a foreign script.
    Plain,
    /// Latin letters together with letters that look Latin, the first of which is of this script.
    Mixed(Script),
    /// Only letters of one script that look Latin, with their number.
    Disguised(Script, usize),
    /// Letters of a script that do not all look Latin: a word of that script, or a formula.
    Genuine(Script),
}

/// Run of letters with their marks.
struct Word {
    start: usize,
    end: usize,
    kind: Kind,
}

pub(super) fn is_mark(c: char) -> bool {
    !c.is_ascii() && (canonical_combining_class(c) != 0 || !starts_a_cluster(c))
}

/// Minimum number of words with a Greek letter between Latin ones from which such letters are replaced at the ends of
/// words too. Formulas have few such words, and they are short.
const INNER_WORDS: usize = 15;

/// Minimum number of letters in such a word.
const INNER_WORD: usize = 4;

fn words(text: &[Placed]) -> Vec<Word> {
    let with_ends = words_by(text, true);
    let is_inside = |&(c, _): &Placed| matches!(Twin::of(c), Twin::Inside(_));
    let is_evidence = |word: &&Word| {
        let letters = &text[word.start..word.end];
        matches!(word.kind, Kind::Mixed(_))
            && letters.len() >= INNER_WORD
            && letters[1..letters.len() - 1].iter().any(is_inside)
    };
    if with_ends.iter().filter(is_evidence).count() >= INNER_WORDS {
        return with_ends;
    }
    words_by(text, false)
}

/// Returns the words, with letters replaced at their ends too if `ends`.
fn words_by(text: &[Placed], ends: bool) -> Vec<Word> {
    let mut words = Vec::new();
    let mut i = 0;
    while i < text.len() {
        let is_letter = |c: char| !is_cjk(c) && c.is_alphabetic();
        if !is_letter(text[i].0) {
            i += 1;
            continue;
        }
        let start = i;
        while text
            .get(i)
            .is_some_and(|&(c, _)| is_letter(c) || is_mark(c))
        {
            i += 1;
        }
        words.push(Word {
            start,
            end: i,
            kind: kind(&text[start..i], ends),
        });
    }
    words
}

fn kind(word: &[Placed], ends: bool) -> Kind {
    // Most words have no foreign letter: they are not copied.
    let Some(foreign) = word
        .iter()
        .map(|&(c, _)| Script::of(c))
        .find(|script| FOREIGN.contains(script))
    else {
        return Kind::Plain;
    };
    let letters: Vec<char> = word
        .iter()
        .map(|&(c, _)| c)
        .filter(|&c| !is_mark(c))
        .collect();
    let looks_latin = |i: usize| {
        letters.get(i).is_some_and(|&c| {
            Script::of(c) == Script::Latin || matches!(Twin::of(c), Twin::Always(_))
        })
    };
    let replaceable = letters.iter().enumerate().all(|(i, &c)| {
        looks_latin(i)
            || matches!(Twin::of(c), Twin::Inside(_))
                && (ends || i > 0 && looks_latin(i - 1) && looks_latin(i + 1))
    });
    if !replaceable {
        Kind::Genuine(foreign)
    } else if letters.iter().any(|&c| Script::of(c) == Script::Latin) {
        Kind::Mixed(foreign)
    } else {
        Kind::Disguised(foreign, letters.len())
    }
}

/// Whether a text has any letter that may be replaced: a quick look. Formulas have many foreign letters that may not.
pub(crate) fn may_hold_twins(text: impl Iterator<Item = char>) -> bool {
    let may_be_inside = |c: char| c.is_alphabetic() && !is_cjk(c);
    // Whether the letter before comes after a letter and is replaced if a letter follows.
    let mut inside = false;
    let mut before = ' ';
    for c in text {
        // A mark belongs to the letter before it.
        if c >= '\u{300}'
            && !is_cjk(c)
            && !matches!(c, '\u{2000}'..='\u{206F}')
            && !c.is_alphabetic()
            && is_mark(c)
        {
            continue;
        }
        if inside && may_be_inside(c) {
            return true;
        }
        inside = false;
        if !c.is_ascii() && !is_cjk(c) {
            match Twin::of(c) {
                Twin::Always(_) => return true,
                Twin::Inside(_) => inside = may_be_inside(before),
                Twin::Never => {}
            }
        }
        before = c;
    }
    false
}

/// Finds the words that mix Latin letters with letters that look Latin, and the words in small capitals. Returns the
/// offset of each and the number of its letters that look Latin. Returns nothing if fewer than [`MIXED_WORDS`] words are
/// signs of a disguise.
///
/// A word with letters of Latin alphabets only, such as ı and ɑ, is a sign if it is a function word ("thıs"), or else
/// where it first occurs: a text on "tɑsk" has that word many times. If it begins with a capital, it is a name
/// ("Yılmaz"): it is not returned, unless it is a function word ("Thıs").
pub(crate) fn mixed_words(text: &[Placed]) -> Vec<(u32, usize)> {
    let words = words(text);
    let homes = Homes::of(text);
    let mut found = Vec::new();
    let mut signs = 0;
    let mut seen = HashSet::new();
    for word in chosen(&words, &homes) {
        let letters = &text[word.start..word.end];
        let is_told = match word.kind {
            Kind::Mixed(_) => true,
            Kind::Disguised(script, _) => matches!(script, Script::Phonetic | Script::Enclosed),
            Kind::Plain | Kind::Genuine(_) => false,
        };
        let twins: Vec<char> = (letters.iter().map(|&(c, _)| c))
            .filter(|&c| Twin::of(c) != Twin::Never)
            .collect();
        if !is_told
            || !twins
                .iter()
                .any(|&c| matches!(Twin::of(c), Twin::Always(_)))
        {
            continue;
        }
        let is_sign = !twins.iter().all(|&c| Script::of(c).is_latin()) || {
            let plain: String = latin(letters).into_iter().map(|(c, _)| c).collect();
            let plain = plain.to_lowercase();
            let is_function_word = letters.len() > 1 && is_stop_word(&plain);
            if !is_function_word && letters[0].0.is_uppercase() {
                continue;
            }
            seen.insert(plain) || is_function_word
        };
        signs += usize::from(is_sign);
        found.push((letters[0].1, twins.len()));
    }
    if signs < MIXED_WORDS {
        found.clear();
    }
    found
}

/// Replaces letters that look Latin by Latin ones: in words that have Latin letters too and none that is plainly of the
/// other script, and in whole words that look Latin, unless their neighbours or the document are in that script.
pub(super) fn unmask(text: Vec<Placed>) -> Vec<Placed> {
    if !may_hold_twins(text.iter().map(|&(c, _)| c)) {
        return text;
    }
    let words = words(&text);
    let homes = Homes::of(&text);
    with_latin(&text, &chosen(&words, &homes))
}

/// Returns the words whose letters are replaced.
fn chosen<'a>(words: &'a [Word], homes: &Homes) -> Vec<&'a Word> {
    let is_chosen = |&(i, word): &(usize, &Word)| match word.kind {
        Kind::Mixed(script) => !script.is_latin() || !homes.is_at_home(script),
        Kind::Disguised(script, letters) => {
            let genuine = |mut near: Box<dyn Iterator<Item = &Word> + '_>| {
                let next = near
                    .find(|near| !matches!(near.kind, Kind::Disguised(same, _) if same == script));
                next.is_some_and(|near| near.kind == Kind::Genuine(script))
            };
            (is_a_word(script, letters) || homes.is_disguise(script))
                && !homes.is_at_home(script)
                && !genuine(Box::new(words[..i].iter().rev()))
                && !genuine(Box::new(words[i + 1..].iter()))
        }
        Kind::Plain | Kind::Genuine(_) => false,
    };
    let chosen = words.iter().enumerate().filter(is_chosen);
    chosen.map(|(_, word)| word).collect()
}

/// Whether a word that is made of `letters` foreign letters, all of them like Latin ones, may be read as a Latin word.
/// A lone Ν or Χ is a quantity; Cyrillic letters are none.
fn is_a_word(script: Script, letters: usize) -> bool {
    letters > 1 || script == Script::Cyrillic
}

/// Returns `word` with Latin letters in place of look-alikes from other scripts; `None` if no letter is replaced. The result is for
/// looking up a word without its context, not for comparing texts: [`normalize()`](fn@crate::normalize) replaces look-alikes only where
/// the context shows a disguise, while this function replaces them in every word that may be one.
#[must_use]
pub fn latin_word(word: &str) -> Option<String> {
    let text: Vec<Placed> = word.chars().zip(0..).collect();
    let words = words(&text);
    let chosen: Vec<&Word> = words
        .iter()
        .filter(|word| match word.kind {
            Kind::Mixed(_) => true,
            Kind::Disguised(script, letters) => is_a_word(script, letters),
            Kind::Plain | Kind::Genuine(_) => false,
        })
        .collect();
    if chosen.is_empty() {
        return None;
    }
    let latin = with_latin(&text, &chosen);
    Some(latin.into_iter().map(|(c, _)| c).collect())
}

/// Returns the text with Latin letters in the chosen words.
fn with_latin(text: &[Placed], chosen: &[&Word]) -> Vec<Placed> {
    let mut unmasked = Vec::with_capacity(text.len());
    let mut from = 0;
    for word in chosen {
        unmasked.extend_from_slice(&text[from..word.start]);
        unmasked.extend(latin(&text[word.start..word.end]));
        from = word.end;
    }
    unmasked.extend_from_slice(&text[from..]);
    unmasked
}

/// Returns a word with Latin letters. It is composed anew: Latin letters take up marks that the others left alone.
fn latin(word: &[Placed]) -> Vec<Placed> {
    let mut letters = Vec::with_capacity(word.len());
    for &(c, at) in word {
        match Twin::of(c) {
            Twin::Always(twin) | Twin::Inside(twin) => {
                let mut base = true;
                decompose_canonical(c, |part| {
                    letters.push((if base { twin } else { part }, at));
                    base = false;
                });
            }
            Twin::Never => letters.push((c, at)),
        }
    }
    compose(letters.iter().copied(), letters.len())
}

/// Minimum number of letters of one kind in disguise from which a single letter is taken for one: a lone ɑ or 🅰 may be a
/// sign.
const DISGUISED_LETTERS: usize = 8;

/// Scripts that are at home in a document. Replacing letters does not change the answer.
struct Homes {
    letters: usize,
    latin: bool,
    plainly: [usize; FOREIGN.len()],
    twins: [usize; FOREIGN.len()],
}

impl Homes {
    fn of(text: &[Placed]) -> Self {
        let mut homes = Self {
            letters: 0,
            latin: false,
            plainly: [0; FOREIGN.len()],
            twins: [0; FOREIGN.len()],
        };
        for &(c, _) in text {
            if is_cjk(c) || !c.is_alphabetic() || is_mark(c) {
                continue;
            }
            homes.letters += 1;
            let script = Script::of(c);
            homes.latin |=
                script == Script::Latin || script.is_latin() || script == Script::Enclosed;
            let of = match c {
                // The other letters of Turkish, and the signs of phonetic alphabets.
                'ğ' | 'Ğ' | 'ş' | 'Ş' | 'İ' => Script::Dotless,
                'ˈ' | 'ˌ' | 'ː' | 'ŋ' | 'æ' | 'ð' => Script::Phonetic,
                _ => script,
            };
            if let Some(place) = FOREIGN.iter().position(|&foreign| foreign == of) {
                if Twin::of(c) == Twin::Never {
                    homes.plainly[place] += 1;
                } else {
                    homes.twins[place] += 1;
                }
            }
        }
        homes
    }

    /// Whether so many letters of a script are Latin ones in disguise that a letter by itself is one too: an "a" or "I".
    fn is_disguise(&self, script: Script) -> bool {
        let place = FOREIGN.iter().position(|&foreign| foreign == script);
        matches!(
            script,
            Script::Phonetic | Script::Dotless | Script::Enclosed
        ) && place.is_some_and(|at| self.twins[at] >= DISGUISED_LETTERS)
    }

    /// Whether a script is at home: more than one letter in fifty is one that only this script has, or the document has
    /// no Latin letter to confuse it with. Phonetic letters and the dotless i are at home if a tenth as many others of
    /// their alphabet stand in the document: only a few words of it may be Turkish, or a transcription.
    fn is_at_home(&self, script: Script) -> bool {
        let place = FOREIGN.iter().position(|&foreign| foreign == script);
        let (plainly, twins) = place.map_or((0, 0), |at| (self.plainly[at], self.twins[at]));
        if script == Script::Enclosed {
            return false;
        }
        if script.is_latin() {
            return plainly * 10 >= twins;
        }
        !self.latin || plainly * 50 > self.letters
    }
}

#[cfg(test)]
mod tests {
    use crate::{LineBreaks, normalize};

    fn unmasked(text: &str) -> String {
        normalize(text, LineBreaks::Layout).text
    }

    #[test]
    fn letters_that_look_latin_inside_latin_words_become_latin() {
        assert_eq!(unmasked("Тhе rеpаir саfé"), "The repair café");
        assert_eq!(unmasked("ΤΗE ΝEW νοt"), "THE NEW νοt");
        assert_eq!(unmasked("使用 SimНаsh 算法"), "使用 SimHash 算法");
        assert_eq!(unmasked("nοvel obνious"), "novel obvious");
        assert_eq!(unmasked("ꓢimple Ꭺpple"), "Simple Apple");
    }

    #[test]
    fn whole_words_that_look_latin_become_latin_among_latin_words() {
        assert_eq!(unmasked("make а сору of it"), "make a copy of it");
        assert_eq!(unmasked("the СОСО ОСА works"), "the COCO OCA works");
    }

    #[test]
    fn small_capitals_and_letters_of_other_latin_alphabets_become_ordinary() {
        assert_eq!(
            unmasked("ᴛʜᴇ ᴛᴏᴏʟ ʟɪʙʀᴀʀʏ ᴏᴘᴇɴᴇᴅ ɪɴ ᴀ ꜱʜᴏᴘ"),
            "the tool library opened in a shop"
        );
        assert_eq!(
            unmasked("ʟıbrɑry ın thınɡ Tʜᴇ ᴡorld"),
            "library in thing The world"
        );
        assert_eq!(unmasked("🅣🅗🅔 🆃🅾🅾🅻 ᗪᗩᖇᛕ 🅱log"), "THE TOOL ᗪᗩᖇᛕ Blog");
        assert_eq!(unmasked("the ᗷᗩᗪ 🅰 🅿"), "the BAD 🅰 🅿");
    }

    #[test]
    fn turkish_and_phonetic_letters_stay() {
        for text in [
            "Kütüphane akşamları açık, çocuklar sınıfta kalıyor; yağmur yağıyordu, ışık yandı.",
            "the words [ˈɡɑːdn̩], /sɪt/, bɪt, hɪm and [ʃɪp], [ɪn]",
            "ŋɡala ɣali ʋu ɩsɔ ɛnɛ",
        ] {
            assert_eq!(unmasked(text), text);
        }
    }

    #[test]
    fn russian_and_greek_words_stay() {
        for text in [
            "Он сказал: а это оса, сорока и рак.",
            "the word слово and the word а in она а он, in Russian",
            "В СССР было так",
            "ο λόγος και το όνομα",
            "Windows для всех",
        ] {
            assert_eq!(unmasked(text), text);
        }
    }

    #[test]
    fn greek_letters_at_the_ends_of_words_become_latin_where_many_stand_inside() {
        let disguised = |c: char| match c {
            'a' => 'α',
            'o' => 'ο',
            'v' => 'ν',
            'i' => 'ι',
            _ => c,
        };
        let text = "the animal visited several available villages, although an aviator overlooked the valuable \
                    arrivals and invisible travellers have divided various additional materials";
        let masked: String = text.chars().map(disguised).collect();
        assert_eq!(unmasked(&masked), text);
        assert_eq!(unmasked("sinα cosα and αxν"), "sinα cosα and αxν");
    }

    #[test]
    fn formulas_stay() {
        for text in [
            "α β μ of 5 μm, hν = E, sinα, Δt, αx + βy, ρgh, 2πr, Ν = 5, with Ν and Χ",
            "在 Ν 处,α 粒子",
        ] {
            assert_eq!(unmasked(text), text);
        }
    }

    #[test]
    fn accents_are_taken_along() {
        assert_eq!(unmasked("cаfе\u{301} nаїve"), "café naïve");
        let normalized = normalize("cе\u{301}d", LineBreaks::Layout);
        assert_eq!(normalized.text, "céd");
        assert_eq!(normalized.origins, [0, 1, 3]);
    }
}
