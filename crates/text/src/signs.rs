//! Signs of manipulation: characters in a text that are not what they look like. A sign accuses nobody: each has
//! innocent causes, which [`super::threshold`] leaves room for.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use super::is_cjk;
use super::normalize::{Disguises, is_gap, is_invisible};
use super::terms::is_stop_word;
use super::threshold::{
    DISGUISED_CHARACTERS, INVISIBLE_CHARACTERS, MIXED_WORDS, PRIVATE_USE_CHARACTERS,
};

/// Maximum number of offsets that a [`Places`] lists; further characters are only counted.
pub const LISTED_PLACES: usize = 50;

/// Number of characters of one kind in a text, with the offsets of the first stretches of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Places {
    /// Number of affected characters.
    pub count: u64,
    /// Offsets in the extracted text at which the first [`LISTED_PLACES`] stretches of such characters begin, in Unicode scalar values,
    /// ascending.
    pub at: Vec<u64>,
}

impl Places {
    /// Adds one more stretch of `count` characters at `offset`.
    pub fn add(&mut self, offset: u64, count: u64) {
        self.count += count;
        if self.at.len() < LISTED_PLACES {
            self.at.push(offset);
        }
    }

    /// Returns whether no characters were found.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns these places and `more`, which are pairs of an offset and a number of characters.
    fn with(self, more: Vec<(u64, u64)>) -> Self {
        if more.is_empty() {
            return self;
        }
        let listed = self.at.len() as u64;
        // The characters beyond the listed places stand nowhere in particular.
        let mut all: Vec<(u64, u64)> = self.at.into_iter().map(|at| (at, 1)).chain(more).collect();
        all.sort_unstable();
        all.dedup_by_key(|&mut (at, _)| at);
        let mut with = Self::all(all);
        with.count += self.count - listed;
        with
    }

    fn all(places: Vec<(u64, u64)>) -> Self {
        let mut all = Self::default();
        for (offset, count) in places {
            all.add(offset, count);
        }
        all
    }

    /// Returns the places if they have at least `least` characters, otherwise empty ones.
    fn from(self, least: u64) -> Self {
        if self.count >= least {
            self
        } else {
            Self::default()
        }
    }
}

/// Characters that may have been used to deceive, by kind. A kind is empty if it has fewer characters than a warning
/// requires.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// Invisible characters inside words or between Chinese characters, and gaps inside words, if there are at least
    /// 20. Not counted: soft hyphens where a Latin word may be divided, variation selectors after ideographs, joiners
    /// in emoji and in scripts that need them.
    pub invisible: Places,
    /// Words that mix Latin letters with look-alikes of another script, and words in small capitals, if at least 5 of them are signs
    /// of a disguise. With letters of other Latin alphabets (ı, ɑ), a name such as "Yılmaz" is not such a word, and any other word
    /// is one sign however often it occurs, except for function words ("thıs"). The count is the number of look-alikes in these words.
    pub mixed_scripts: Places,
    /// Characters in disguise. They are of two groups, and a group is left out if it has fewer than 20 characters: radicals and
    /// compatibility ideographs, and all others, such as enclosed letters, marks through letters and reversed text. Radicals and
    /// compatibility ideographs only count if their ordinary character occurs at least as often: a font with a wrong character map
    /// disguises a character (nearly) everywhere, in one honest thesis 1,474 times.
    pub disguised: Places,
    /// Private-use characters, if there are at least 30. Not counted: those of symbol fonts (bullets, formula signs),
    /// unless at least three follow each other.
    pub private_use: Places,
}

/// Finds signs of manipulation in `original`, an extracted text. Offsets in the result count Unicode scalar values of
/// `original`.
#[must_use]
pub fn signs(original: &str) -> Signs {
    let mut found = Signs::default();
    let mut scan = Scan::default();
    for (at, c) in (0_u64..).zip(original.chars()) {
        scan.see(c, at, &mut found);
    }
    scan.private.end(&mut found.private_use);
    let mut disguised = disguised(original, &scan.disguised).from(DISGUISED_CHARACTERS);
    if scan.has_soft_hyphens {
        found.invisible = found.invisible.with(odd_soft_hyphens(original));
    }
    let mut others = Vec::new();
    if scan.has_forms {
        others = disguised_forms(original);
    }
    if scan.may_be_disguised || scan.alone >= INVISIBLE_CHARACTERS {
        let told = Disguises::in_text(original);
        found.mixed_scripts = Places::all(places(&told.mixed));
        found.invisible = found.invisible.with(places(&told.gaps));
        others.extend(told.marked.iter().map(|&at| (u64::from(at), 1)));
        others.extend(places(&told.turned));
    }
    if others.iter().map(|&(_, count)| count).sum::<u64>() >= DISGUISED_CHARACTERS {
        disguised = disguised.with(others);
    }
    Signs {
        invisible: found.invisible.from(INVISIBLE_CHARACTERS),
        mixed_scripts: found.mixed_scripts,
        disguised,
        private_use: found.private_use.from(PRIVATE_USE_CHARACTERS),
    }
}

/// Minimum number of letters of a word that is no index of a formula, and minimum number of different ones that no formulas
/// have: a real paper whose font maps half of its italics to mathematical letters has 8.
const LONG_WORD: usize = 4;
const LONG_WORDS: usize = 20;

/// State of one pass over the text.
#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that the pass has met"
)]
struct Scan {
    /// Last visible character; `None` at the beginning.
    before: Option<char>,
    /// Invisible characters since `before`: offset of the first, and number of those that count; `None` without any.
    hidden: Option<(u64, u64)>,
    private: PrivateRun,
    /// Disguised characters: offset, and ordinary character that each looks like.
    disguised: Vec<(u64, char)>,
    /// Whether the text has characters that may be a disguise, as their surroundings tell.
    may_be_disguised: bool,
    /// Whether the text has letters in other forms (enclosed, mathematical). Full-width ones are honest in Chinese text.
    has_forms: bool,
    has_soft_hyphens: bool,
    /// Whether `before` is a letter after a space; and how many letters stand between two spaces.
    after_space: bool,
    alone: u64,
}

impl Scan {
    fn see(&mut self, c: char, at: u64, found: &mut Signs) {
        // Most characters are neither invisible nor disguised nor private, with nothing hidden before them.
        if c >= '\u{AA}' && !matches!(c, '\u{3001}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}') {
            self.may_be_disguised |= may_be_disguised(c);
            self.has_forms |= may_be_form(c);
            self.has_soft_hyphens |= c == '\u{AD}';
            if is_gap(c) {
                // What separates words is an honest space, and what does not is found with its surroundings.
                self.before = Some(' ');
                self.hidden = None;
                return;
            }
        }
        if c == ' ' {
            self.alone += u64::from(self.after_space);
            self.after_space = false;
        } else {
            self.after_space = self.before == Some(' ') && c.is_ascii_lowercase();
        }
        if is_invisible(c) {
            let (start, count) = self.hidden.unwrap_or((at, 0));
            let counts = self.before.is_some_and(|before| conceals(c, before));
            self.hidden = Some((start, count + u64::from(counts)));
            return;
        }
        if let Some((start, count)) = self.hidden.take()
            && count > 0
            && is_word_part(c)
        {
            found.invisible.add(start, count);
        }
        self.before = Some(c);
        match c {
            '\u{2E80}'..='\u{2FDF}' | '\u{F900}'..='\u{FAFF}' | '\u{2F800}'..='\u{2FA1F}' => {
                self.disguised
                    .push((at, super::normalize::plain_ideograph(c)));
            }
            '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFF}' => {
                self.private.add(c, at);
                return;
            }
            _ => {}
        }
        self.private.end(&mut found.private_use);
    }
}

/// Whether the invisible `c` after `before` has no honest purpose there, if a letter follows too.
const fn conceals(c: char, before: char) -> bool {
    match c {
        // The soft hyphen says where a Latin word may be divided; [`Scan`] looks at where it stands.
        '\u{AD}' => is_cjk(before),
        // Variation selectors choose among forms of one ideograph.
        '\u{FE00}'..='\u{FE02}' | '\u{E0100}'..='\u{E01EF}' => before.is_ascii_alphanumeric(),
        _ => is_word_part(before),
    }
}

/// Whether `c` may be a gap inside a word, a letter that looks like another one, a mark, or directional formatting. Only a
/// quick look.
const fn may_be_disguised(c: char) -> bool {
    matches!(c, '\u{131}' | '\u{180}'..='\u{5C7}' | '\u{610}'..='\u{65F}' | '\u{13A0}'..='\u{167F}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1C80}'..='\u{1C8F}' | '\u{1D00}'..='\u{1DFF}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
        | '\u{200F}' | '\u{20D0}'..='\u{20FF}' | '\u{2C80}'..='\u{2CFF}' | '\u{A4D0}'..='\u{A4FF}' | '\u{A640}'..='\u{A7FF}'
        | '\u{AB30}'..='\u{ABBF}' | '\u{1F150}'..='\u{1F189}')
        || is_gap(c)
}

/// Finds letters in mathematical, enclosed and other forms in words: words that have ordinary letters behind them too, and
/// whole words. Formulas have names and indices in such letters, but no "of" and "the", and never many different long
/// words. Capital Roman numerals are none ("ⅢB").
fn disguised_forms(original: &str) -> Vec<(u64, u64)> {
    let (mut mixed, mut whole) = (Vec::new(), Vec::new());
    let mut function_words = 0;
    let mut long_words = HashSet::new();
    let characters: Vec<(u64, char)> = (0..).zip(original.chars()).collect();
    for word in characters.split(|&(_, c)| !c.is_alphabetic() || is_cjk(c) && !is_form(c)) {
        let forms = word.iter().filter(|&&(_, c)| is_form(c)).count();
        let (Some(&(at, _)), 1..) = (word.first(), forms) else {
            continue;
        };
        let place = (at, forms as u64);
        let plain: String = word.iter().map(|&(_, c)| c).nfkc().collect();
        let plain = plain.to_lowercase();
        let is_function_word = word.len() > 1 && is_stop_word(&plain);
        let is_whole = forms == word.len();
        // A letter behind others may be an index, or the mark of a note.
        let is_mixed = word.len() > 2
            && word
                .windows(2)
                .any(|pair| is_form(pair[0].1) && pair[1].1.is_ascii_alphabetic());
        if !(is_whole || is_mixed || is_function_word) {
            continue;
        }
        function_words += usize::from(is_function_word);
        if is_whole {
            whole.push(place);
        } else {
            mixed.push(place);
            if word.len() >= LONG_WORD {
                long_words.insert(plain);
            }
        }
    }
    if function_words >= MIXED_WORDS {
        mixed.append(&mut whole);
        mixed.sort_unstable();
    } else if long_words.len() < LONG_WORDS {
        mixed.clear();
    }
    mixed
}

/// Finds soft hyphens that leave a single letter of a Latin word alone: no rules of hyphenation do.
fn odd_soft_hyphens(original: &str) -> Vec<(u64, u64)> {
    let mut odd = Vec::new();
    let characters: Vec<(u64, char)> = (0..).zip(original.chars()).collect();
    let is_part = |c: char| c == '\u{AD}' || c.is_alphabetic() && !is_cjk(c);
    for word in characters.split(|&(_, c)| !is_part(c)) {
        let parts: Vec<_> = word.split(|&(_, c)| c == '\u{AD}').collect();
        for pair in parts.windows(2) {
            let is_odd = pair.iter().any(|part| part.len() == 1) && !pair[1].is_empty();
            if let (true, Some(&(at, _))) = (is_odd, pair[0].last()) {
                odd.push((at + 1, 1));
            }
        }
    }
    odd
}

/// Whether `c` is a letter that NFKC makes an ASCII letter of.
fn is_form(c: char) -> bool {
    may_be_form(c) && std::iter::once(c).nfkc().all(|c| c.is_ascii_alphabetic())
}

const fn may_be_form(c: char) -> bool {
    matches!(c, '\u{AA}' | '\u{BA}' | '\u{1D2C}'..='\u{1D6A}' | '\u{2071}'..='\u{209C}' | '\u{2100}'..='\u{214F}'
        | '\u{2170}'..='\u{217F}' | '\u{24B6}'..='\u{24E9}' | '\u{1D400}'..='\u{1D7FF}'
        | '\u{1F130}'..='\u{1F149}')
}

/// Returns offsets and counts as places have them.
fn places(found: &[(u32, usize)]) -> Vec<(u64, u64)> {
    found
        .iter()
        .map(|&(at, count)| (u64::from(at), count as u64))
        .collect()
}

/// Whether `c` is a letter or digit of a script that needs no invisible characters: not Arabic, not Indic ones, not
/// emoji.
const fn is_word_part(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '\u{C0}'..='\u{24F}' | '\u{370}'..='\u{52F}' | '\u{3400}'..='\u{9FFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Run of private-use characters.
#[derive(Default)]
struct PrivateRun {
    start: u64,
    length: u64,
    /// Number of characters in the run that no symbol font has.
    plain: u64,
}

impl PrivateRun {
    fn add(&mut self, c: char, at: u64) {
        if self.length == 0 {
            self.start = at;
        }
        self.length += 1;
        // Word's symbol fonts, and Adobe's pieces of large brackets, are not plain.
        self.plain += u64::from(!matches!(c, '\u{F000}'..='\u{F0FF}' | '\u{F8E0}'..='\u{F8FF}'));
    }

    fn end(&mut self, places: &mut Places) {
        if self.length > 0 {
            let count = if self.length >= 3 {
                self.length
            } else {
                self.plain
            };
            if count > 0 {
                places.add(self.start, count);
            }
            *self = Self::default();
        }
    }
}

/// Returns the disguised characters whose ordinary form the text itself has at least as often.
fn disguised(original: &str, disguised: &[(u64, char)]) -> Places {
    let mut places = Places::default();
    if (disguised.len() as u64) < DISGUISED_CHARACTERS {
        return places;
    }
    // For each character, how much more often it occurs as itself. A table, because there may be millions to look up.
    let slot = |c: char| (c as usize).checked_sub(0x3400).filter(|&at| at < 0x6C00);
    let mut surplus = vec![0_i64; 0x6C00];
    for &(_, plain) in disguised {
        if let Some(at) = slot(plain) {
            surplus[at] -= 1;
        }
    }
    for at in original.chars().filter_map(slot) {
        surplus[at] += 1;
    }
    for &(at, plain) in disguised {
        if slot(plain).is_some_and(|at| surplus[at] >= 0) {
            places.add(at, 1);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HONEST: &str = "社区图书馆的夜间开放服务研究,人民的图书馆。";

    #[test]
    fn hidden_characters_inside_words_are_counted_with_places() {
        let text = "图书\u{200B}\u{200B}馆".repeat(15) + "wo\u{2060}rd";
        let found = signs(&text).invisible;
        assert_eq!(found.count, 31);
        assert_eq!(found.at[..2], [2, 7]);
        assert_eq!(found.at.last(), Some(&77));
    }

    #[test]
    fn places_beyond_fifty_are_counted_only() {
        let found = signs(&"馆\u{200B}".repeat(80)).invisible;
        assert_eq!((found.count, found.at.len()), (79, LISTED_PLACES));
    }

    #[test]
    fn invisible_characters_with_a_purpose_are_no_sign() {
        for honest in [
            "\u{FEFF}图书。",
            "infor\u{AD}mation ",
            "infor\u{AD}\nmation ",
            "图书\u{AD}\n",
            "葛\u{E0100}城市\u{FE00}图",
            "👩\u{200D}🎓 ❤\u{FE0F} ",
            "क्\u{200D}ष می\u{200C}خواهم ",
            "说。\u{200B}图书 \u{200E}(a)\u{200E} ",
        ] {
            assert_eq!(signs(&honest.repeat(60)), Signs::default(), "{honest}");
        }
    }

    proptest! {
        #[test]
        fn places_ascend_within_the_text(
            text in prop::collection::vec(prop::sample::select("图书a е\u{200B}\u{2060}\u{AD}⼈人\u{E000}\u{F0B7}\u{FE00}.".chars().collect::<Vec<_>>()), 0..600),
        ) {
            let found = signs(&String::from_iter(&text));
            for places in [&found.invisible, &found.mixed_scripts, &found.disguised, &found.private_use] {
                prop_assert!(places.at.is_sorted_by(|a, b| a < b));
                prop_assert!(places.at.len() as u64 <= places.count && places.at.len() <= LISTED_PLACES);
                prop_assert!(places.count <= text.len() as u64);
                prop_assert!(places.at.iter().all(|&at| at < text.len() as u64));
            }
            let at = |place: u64| text[usize::try_from(place).unwrap()];
            prop_assert!(found.invisible.at.iter().all(|&place| is_invisible(at(place))));
            prop_assert!(found.disguised.at.iter().all(|&place| at(place) == '⼈'));
        }
    }

    #[test]
    fn a_few_are_no_sign() {
        let text = HONEST.repeat(50) + &"图\u{200B}书".repeat(19) + "Тhe оf аnd ⼈⺠\u{E000}";
        assert_eq!(signs(&text), Signs::default());
    }

    /// Puts `sign` after every second letter.
    fn marked(text: &str, sign: char) -> String {
        let mut letters = 0;
        let mut marked = String::new();
        for c in text.chars() {
            marked.push(c);
            letters += usize::from(c.is_alphabetic());
            if c.is_alphabetic() && letters % 2 == 0 {
                marked.push(sign);
            }
        }
        marked
    }

    const ENGLISH: &str = "The tool library opened in a former bicycle shop, and within four months it had lent more \
                           ladders than anything else. ";

    #[test]
    fn disguises_of_every_kind_are_told() {
        for text in [ENGLISH, HONEST] {
            let text = text.repeat(3);
            for gap in "\u{2009}\u{200A}\u{202F}\u{2800}\u{3164}\u{AD}\u{200B}".chars() {
                assert!(signs(&marked(&text, gap)).invisible.count >= 20, "{gap:?}");
            }
            for mark in "\u{323}\u{336}\u{332}\u{20DD}\u{64E}".chars() {
                assert!(
                    signs(&marked(&text, mark)).disguised.count >= 20,
                    "{mark:?}"
                );
            }
            let turned: String = text.chars().rev().collect();
            let turned = signs(&format!("\u{202E}{turned}\u{202C}")).disguised;
            assert!(turned.count > 50 && turned.at.len() == 1);
        }
        let spaced: Vec<String> = ENGLISH
            .split(' ')
            .map(|word| marked(word, ' ').replace(' ', ""))
            .collect();
        let spaced: Vec<String> = (spaced.iter())
            .map(|word| word.chars().map(String::from).collect::<Vec<_>>().join(" "))
            .collect();
        assert!(signs(&spaced.join("  ")).invisible.count >= 20);
        // The Cyrillic "а" that is a word by itself is replaced too, but is not counted.
        for (from, to, count) in [
            ("a", "ɑ", 21),
            ("i", "ı", 21),
            ("o", "ᴏ", 24),
            ("a", "а", 18),
        ] {
            let found = signs(&ENGLISH.repeat(3).replace(from, to)).mixed_scripts;
            assert_eq!(found.count, count, "{to}");
        }
        let bold = |c: char| if c == 'o' { '𝐨' } else { c };
        assert!(
            signs(&ENGLISH.repeat(9).chars().map(bold).collect::<String>())
                .disguised
                .count
                >= 20
        );
    }

    #[test]
    fn honest_spaces_marks_and_letters_are_no_sign() {
        for honest in [
            "5\u{2009}kg und 10\u{202F}000\u{2009}t, z.\u{202F}B. «\u{202F}non\u{202F}», sin\u{2009}x ",
            "Kütüphane akşamları açık, çocuklar sınıfta kalıyor; yağmur yağıyordu. ",
            "Tôi đã đọc những cuốn sách ấy ở thư viện cộng đồng. ",
            "[ˈbʌtn̩], [ˈɡɑːdn̩], /sɪt/, ˈʃɪp, nǐ hǎo, замо́к, λόγος ",
            "𝑃𝑟𝑒𝑐𝑖𝑠𝑖𝑜𝑛 = 𝑇𝑃/(𝑇𝑃+𝐹𝑃), 𝑠𝑜𝑓𝑡𝑚𝑎𝑥(𝑄𝐾ᵀ), 1ˢᵗ, xᵢ, Ⅻ, ⅢB, №a, ＤＮＡ序列 ",
            "in\u{AD}for\u{AD}ma\u{AD}tion hy\u{AD}phen\u{AD}ated ",
            "\u{202B}שלום עולם abc 123\u{202C} \u{200F}مكتبة ليلية\u{200F} ",
            "a b c d e f, A B C D, x = y + z\n",
            "Ｔｈｅ　ｂｏｏｋ　ｏｆ　ｔｈｅ　ｌｉｂｒａｒｙ，图书馆 ",
        ] {
            assert_eq!(signs(&honest.repeat(60)), Signs::default(), "{honest}");
        }
    }

    #[test]
    fn words_of_which_a_font_maps_half_to_mathematical_letters_are_no_sign() {
        let formulas = "向量r𝑎n𝑑的取值由m𝑎x决定，𝑋i与𝑏j属于𝑃op，𝐶onv𝑒r𝑔𝑒为真时停止。";
        assert_eq!(signs(&formulas.repeat(30)), Signs::default());
        let disguised: String = ENGLISH
            .repeat(5)
            .chars()
            .map(|c| if c == 'e' { '𝐞' } else { c })
            .collect();
        assert!(signs(&disguised).disguised.count >= DISGUISED_CHARACTERS);
    }

    #[test]
    fn names_and_single_words_with_letters_of_latin_alphabets_are_no_sign() {
        for honest in [
            "The Dıraman bridge in Kıvrık, by Altınok and Aydın, is near Sarıtepe and Çamlık. ",
            "The word tɑsk has a back vowel. ",
            "At ɑ = 0.05 the test of ɡiv fails. ",
        ] {
            assert_eq!(signs(&honest.repeat(60)), Signs::default(), "{honest}");
        }
        let found = signs(&"We do thıs wıth ladders. ".repeat(3)).mixed_scripts;
        assert_eq!(found.count, 6);
        let found =
            signs("The lıbrary by Altınok opens at nıght, fills sıx brıcks and lıghts Altınok. ");
        assert_eq!(found.mixed_scripts.count, 5);
    }

    #[test]
    fn words_of_mixed_scripts_are_found_and_formulas_are_not() {
        let found = signs("the rеpair саfe аnd оf thе").mixed_scripts;
        assert_eq!(found.count, 1 + 2 + 1 + 1 + 1);
        assert_eq!(found.at, [4, 11, 16, 20, 23]);
        let formulas = "5 μm, sinα, hν, ΔT, αx + βy, СССР и Windows, слово λόγος; ";
        assert_eq!(signs(&formulas.repeat(30)), Signs::default());
    }

    #[test]
    fn characters_disguised_here_and_there_are_found() {
        let text = HONEST.repeat(30) + &"⼈⺠的图书馆".repeat(12);
        let found = signs(&text).disguised;
        assert_eq!(found.count, 24);
        assert_eq!(found.at[0], 30 * HONEST.chars().count() as u64);
        let compatible = "更好的更好的".repeat(20) + &"\u{F901}".repeat(20);
        assert_eq!(signs(&compatible).disguised.count, 20);
    }

    #[test]
    fn a_font_that_disguises_a_character_everywhere_is_no_sign() {
        let text = HONEST.replace('人', "⼈").replace('民', "⺠").repeat(100) + "人民";
        assert_eq!(signs(&text), Signs::default());
    }

    #[test]
    fn private_use_characters_are_found_and_bullets_are_not() {
        let found = signs(&"图\u{E123}书\u{E124}馆".repeat(20)).private_use;
        assert_eq!((found.count, found.at[1]), (40, 3));
        let symbols = "\u{F0B7} 第一点\n\u{F06C}\u{F020}第二点 x \u{F03D} y \u{F8EE}\n";
        assert_eq!(signs(&symbols.repeat(100)), Signs::default());
        let word = signs(&"\u{F041}\u{F042}\u{F043}\u{F044} ".repeat(20)).private_use;
        assert_eq!((word.count, word.at.len()), (80, 20));
    }
}
