//! Garbled text: finds how much of a text is not made of words, such as mojibake and glyphs mapped to wrong characters.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::terms::JIEBA;
use super::{Normalized, is_cjk};

/// Maximum number of stretches of a text that are looked at.
const STRETCHES: usize = 16;
/// Length of a stretch, in bytes: about 500 Chinese characters or 1,500 Latin letters.
const STRETCH_BYTES: usize = 1_500;
/// Minimum number of ideographs, or of pairs of Latin letters, that tell something about a stretch.
const ENOUGH: usize = 40;
/// Number of Latin letters that say as much as one ideograph.
const IDEOGRAPH: usize = 3;
/// Minimum number of Latin letters that tell something in all stretches together, or of a third as many ideographs;
/// below it there is no judgement.
const ENOUGH_IN_ALL: usize = 300;
/// Minimum share of ideographs in words, in per cent; a stretch with less is garbled. Theses have 74 to 100, the Zuo
/// zhuan (of the fourth century BC) 50 to 87, mojibake and shifted glyphs 0 to 24, a text with six characters in ten
/// replaced 32 to 46.
const CHINESE_PERCENT: usize = 45;
/// Minimum share of ordinary pairs among Latin letters, in per cent; a stretch with less is garbled. English and code
/// have 80 to 99, formulas less.
const LATIN_PERCENT: usize = 60;

/// Commonest characters of Chinese: each is a word of its own often enough.
const COMMON: &str = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多\
    定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些\
    然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道此变条只没结解问意建月公无系\
    很情者最立代想已通并提直题程五果位入常文总次品式及管特件长求基资边流路级少图山统接知较将组见计别她手角期根论运指几九\
    区强放西被做必先回则任取据处给色光门即保北百规七海口东导器世金增思受联认六共收证改清己再更单教安场身例真具万每目至达\
    走示报完类八名确才今集土许步记需段且究越算低持书复非近千周技半列约史便往市何除称值号率选标写存按置层片始却该若请亦曾仅\
    未均无章节页注见参编著刊版卷";

/// Commonest pairs of letters in words of European languages and in pinyin: nine in ten of an English text's pairs.
const PAIRS: &str = "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro \
    ic ne ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge \
    ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp fe bl ab gh \
    ty op wo sa ay ex ke fr oo av ag if ap gr od bo sp rd do uc bu ei ov by rm ep tt oc fa ef cu rn sc gi da yo cr cl du ga qu ue \
    ff ba ey ls va um pp ua up lu go ht ru ug ds lt pi rc rr eg au ck ew mu br bi pt ak pu ui rg ib tl ny ki rk ys ob mm fu ph og \
    ms ye ud mb ip ub oi rl gu dr hr cc tw ft wn nu af hu nn eo vo rv nf gn sm fl iz ok nl my gl aw ju oa eq sy sl ps jo lf nv je \
    nk kn gs dy hy ze ks xt ae ao zh ya yi uo ka za zi";

struct Known {
    common: HashSet<char>,
    pairs: [[bool; 26]; 26],
}

static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    let mut pairs = [[false; 26]; 26];
    for pair in PAIRS.split_whitespace() {
        if let [Some(a), Some(b)] = pair
            .as_bytes()
            .first_chunk()
            .map_or([None; 2], |p: &[u8; 2]| p.map(letter))
        {
            pairs[a][b] = true;
        }
    }
    Known {
        common: COMMON.chars().collect(),
        pairs,
    }
});

/// Returns the index of a Latin letter in the alphabet, 0..=25; `None` for other bytes.
fn letter(byte: u8) -> Option<usize> {
    byte.is_ascii_alphabetic()
        .then(|| usize::from(byte.to_ascii_lowercase() - b'a'))
}

/// Counts of the characters that one stretch is made of.
#[derive(Clone, Copy, Debug, Default)]
struct Stretch {
    /// Number of ideographs.
    ideographs: usize,
    /// Number of ideographs in words of the dictionary or that are words of their own.
    in_words: usize,
    /// Number of kana and hangul; ideographs among them are not Chinese.
    kana: usize,
    /// Number of Latin letters of ASCII.
    latin: usize,
    /// Number of pairs of neighbouring Latin letters.
    pairs: usize,
    /// Number of pairs of Latin letters that are common in words.
    ordinary: usize,
    /// Number of letters of other scripts, which are taken as they are.
    other: usize,
    /// Number of characters that are never text: unmapped, private-use, and accented letters beside no other letter.
    never: usize,
}

impl Stretch {
    fn of(text: &str) -> Self {
        let mut stretch = Self::default();
        let known = &*KNOWN;
        let mut before = ' ';
        let mut characters = text.chars().peekable();
        while let Some(c) = characters.next() {
            match c {
                'a'..='z' | 'A'..='Z' => {
                    stretch.latin += 1;
                    if let (Some(a), Some(b)) = (in_alphabet(before), in_alphabet(c)) {
                        stretch.pairs += 1;
                        stretch.ordinary += usize::from(known.pairs[a][b]);
                    }
                }
                '\u{C0}'..='\u{FF}' => {
                    let beside = before.is_ascii_alphabetic()
                        || characters.peek().is_some_and(char::is_ascii_alphabetic);
                    stretch.never += usize::from(!beside);
                }
                '\u{FFFD}' | '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFF}' => {
                    stretch.never += 1;
                }
                '\u{3041}'..='\u{30FF}' | '\u{AC00}'..='\u{D7A3}' => stretch.kana += 1,
                _ if is_ideograph(c) => stretch.ideographs += 1,
                _ => stretch.other += usize::from(!c.is_ascii() && c.is_alphabetic()),
            }
            before = c;
        }
        if stretch.ideographs >= ENOUGH {
            for token in JIEBA.cut(text, false) {
                let mut letters = token.word.chars();
                let (first, more) = (letters.next().unwrap_or(' '), letters.next());
                if !is_ideograph(first) {
                    continue;
                }
                match more {
                    None => stretch.in_words += usize::from(known.common.contains(&first)),
                    Some(_) => stretch.in_words += token.word.chars().count(),
                }
            }
        }
        stretch
    }

    /// Judges the ideographs of the stretch. Beside kana or hangul they are not judged: Japanese and Korean are not in
    /// the dictionary.
    fn chinese(&self) -> Judged {
        if self.ideographs < ENOUGH || self.kana * 10 >= self.ideographs {
            return Judged::default();
        }
        let garbled = self.in_words * 100 < self.ideographs * CHINESE_PERCENT;
        Judged::new(self.ideographs * IDEOGRAPH, garbled)
    }

    /// Judges the Latin letters of the stretch.
    fn latin(&self) -> Judged {
        if self.pairs < ENOUGH {
            return Judged::default();
        }
        let garbled = self.ordinary * 100 < self.pairs * LATIN_PERCENT;
        Judged::new(self.latin, garbled)
    }

    /// Counts letters of other scripts, kana and hangul as readable, so that a few garbled Latin letters among them do
    /// not make the whole stretch garbled.
    fn other(&self) -> Judged {
        Judged::new(self.other + self.kana * IDEOGRAPH, false)
    }

    /// Counts characters that are never text as garbled.
    fn never(&self) -> Judged {
        Judged::new(self.never * IDEOGRAPH, true)
    }
}

/// Number of letters judged, and of those that are garbled, both in Latin letters: an ideograph is as much as three.
#[derive(Clone, Copy, Default)]
struct Judged {
    letters: usize,
    garbled: usize,
}

impl Judged {
    const fn new(letters: usize, garbled: bool) -> Self {
        Self {
            letters,
            garbled: if garbled { letters } else { 0 },
        }
    }

    const fn add(&mut self, more: Self) {
        self.letters += more.letters;
        self.garbled += more.garbled;
    }

    /// Returns the share of garbled letters in per cent; 0 where there is too little to tell.
    fn percent(self) -> u8 {
        if self.letters < ENOUGH_IN_ALL {
            return 0;
        }
        u8::try_from(self.garbled * 100 / self.letters).unwrap_or(100)
    }
}

fn in_alphabet(c: char) -> Option<usize> {
    u8::try_from(c).ok().and_then(letter)
}

fn is_ideograph(c: char) -> bool {
    is_cjk(c) && matches!(c, '\u{3400}'..='\u{9FFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Returns evenly spread stretches, together all of a short text.
fn stretches(text: &str) -> impl Iterator<Item = &str> {
    let whole = text.len() <= STRETCHES * STRETCH_BYTES;
    let step = if whole {
        STRETCH_BYTES
    } else {
        text.len() / STRETCHES
    };
    (0..STRETCHES).map_while(move |i| {
        let start = text.floor_char_boundary(i * step);
        let end = text.floor_char_boundary((i * step + STRETCH_BYTES).min(text.len()));
        (start < end).then(|| &text[start..end])
    })
}

/// Returns the percentage (0 to 100) of a text's letters that are in garbled stretches: of all letters or of the Chinese characters
/// alone, whichever is higher. A stretch is garbled if it is Chinese without words, Latin letters in combinations that no language has,
/// or characters without a meaning. Letters of other scripts count as readable. Of a long text, evenly spread samples are examined.
/// Returns 0 if there is too little text to tell. [`super::GARBLED_PERCENT`] is the threshold for a warning.
#[must_use]
pub fn garbled_percent(normalized: &Normalized) -> u8 {
    let (mut all, mut chinese) = (Judged::default(), Judged::default());
    for stretch in stretches(&normalized.text) {
        let stretch = Stretch::of(stretch);
        chinese.add(stretch.chinese());
        all.add(stretch.chinese());
        all.add(stretch.latin());
        all.add(stretch.other());
        all.add(stretch.never());
    }
    // Long English parts do not make up for Chinese that cannot be read.
    all.percent().max(chinese.percent())
}

#[cfg(test)]
mod tests {
    use super::super::GARBLED_PERCENT;
    use super::*;
    use crate::{LineBreaks, normalize};
    use encoding_rs::{Encoding, GBK, UTF_8, WINDOWS_1252};
    use proptest::prelude::*;

    fn percent(text: &str) -> u8 {
        garbled_percent(&normalize(text, LineBreaks::Page))
    }

    fn fixtures() -> Vec<(String, String)> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/texts");
        std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == "txt"))
            .map(|path| {
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                (name, std::fs::read_to_string(path).unwrap())
            })
            .collect()
    }

    fn misread(text: &str, written: &'static Encoding, read: &'static Encoding) -> String {
        read.decode_without_bom_handling(&written.encode(text).0)
            .0
            .into_owned()
    }

    /// Replaces each ideograph of the basic block, and each letter, by the one `by` places on.
    fn shifted(text: &str, by: u32) -> String {
        let shift = |c: char, first: char, count: u32| {
            char::from_u32(first as u32 + (c as u32 - first as u32 + by) % count).unwrap()
        };
        text.chars()
            .map(|c| match c {
                '\u{4E00}'..='\u{9FA5}' => shift(c, '\u{4E00}', 20_902),
                'a'..='z' => shift(c, 'a', 26),
                'A'..='Z' => shift(c, 'A', 26),
                _ => c,
            })
            .collect()
    }

    #[test]
    fn real_texts_are_not_garbled() {
        let fixtures = fixtures();
        assert!(fixtures.len() > 5);
        for (name, text) in fixtures {
            assert_eq!(percent(&text), 0, "{name}");
        }
        for code in [
            include_str!("garbled.rs"),
            include_str!("../../../Cargo.lock"),
        ] {
            assert!(percent(code) < GARBLED_PERCENT);
        }
    }

    #[test]
    fn what_is_neither_chinese_nor_latin_is_not_judged() {
        for text in [
            "これは日本語の文章です。図書館の夜間開放について研究した結果を報告する。",
            "Это русский текст о библиотеках, которые открыты ночью. ",
            "이 글은 한국어로 쓴 도서관 연구입니다. ",
            "12.5 | 13.7 | 0.004 | 2024-05-06 \n",
            "Les élèves français étudient à l'école près de la forêt, où ils déjeunent très tôt. ",
            "Die größten Straßen führen über schöne Hügel und durch alte Dörfer. ",
            "shè qū tú shū guǎn de yè jiān kāi fàng fú wù yán jiū, ",
            "子曰：学而时习之，不亦说乎？有朋自远方来，不亦乐乎？人不知而不愠，不亦君子乎？",
        ] {
            assert!(percent(&text.repeat(40)) < GARBLED_PERCENT, "{text}");
        }
        assert_eq!(percent(""), 0);
        assert_eq!(percent("鍥句功棣"), 0);
    }

    #[test]
    fn mojibake_and_shifted_glyphs_are_garbled() {
        for (name, text) in fixtures() {
            let mut variants = vec![shifted(&text, 1), shifted(&text, 3), shifted(&text, 7)];
            if name.starts_with("zh") {
                variants.push(misread(&text, UTF_8, GBK));
                variants.push(misread(&text, UTF_8, WINDOWS_1252));
                variants.push(misread(&text, GBK, WINDOWS_1252));
                variants.push(misread(&misread(&text, GBK, UTF_8), UTF_8, GBK));
                variants.push(shifted(&text, 31));
            }
            for (i, garbled) in variants.iter().enumerate() {
                assert!(percent(garbled) > 80, "{name} {i}: {}", percent(garbled));
                // Only the second half is garbled.
                let middle = text.floor_char_boundary(text.len() / 2);
                let tail = garbled.floor_char_boundary(garbled.len() / 2);
                let half = percent(&[&text[..middle], &garbled[tail..]].concat());
                assert!((GARBLED_PERCENT..90).contains(&half), "{name} {i}: {half}");
            }
        }
    }

    proptest! {
        #[test]
        fn stretches_cover_a_short_text_and_never_overlap(text in "\\PC{0,9000}") {
            let short: String = stretches(&text).collect();
            if text.len() <= STRETCHES * STRETCH_BYTES - 4 * STRETCHES {
                prop_assert_eq!(&short, &text);
            }
            prop_assert!(short.len() <= STRETCHES * (STRETCH_BYTES + 4));
            prop_assert!(garbled_percent(&normalize(&text, LineBreaks::Page)) <= 100);
        }
    }
}
