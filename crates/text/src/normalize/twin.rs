//! Twins: letters of other scripts and the Latin letters they look like.

use std::sync::LazyLock;

use unicode_normalization::char::decompose_canonical;

/// Pairs of a letter and the Latin one that ordinary fonts draw alike (or so nearly that readers do not notice): the
/// pairs of Unicode's `confusables.txt` that map letter to letter in the same case. A list of our own and not the whole
/// file: its skeletons also merge Latin letters with one another (m = rn, I = l = 1), and take α for a and σ for o,
/// which formulas are full of.
const TWINS: &str = "\
    АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ѴV ҮY ӀI ԌG ԚQ ԜW \
    аa еe оo рp сc уy хx ѕs іi јj һh ԁd ԛq ԝw ѵv ӏl ҽe үy кk \
    ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX οo ϳj ͿJ \
    ՏS ՍU ՕO ԼL օo ոn սu հh ցg զq յj \
    ᎪA ᏴB ᏟC ᎬE ᏀG ᎻH ᎫJ ᏦK ᏞL ᎷM ᏢP ᏒR ᏚS ᎢT ᏙV ᎳW ᏃZ \
    ⲞO ⲟo ⲢP ⲣp ⲤC ⲥc ⲘM ⲚN ⲔK ⲒI ⲦT ⲎH ⲀA ⲂB \
    ꓮA ꓐB ꓚC ꓓD ꓰE ꓝF ꓖG ꓧH ꓲI ꓙJ ꓗK ꓡL ꓟM ꓠN ꓳO ꓑP ꓣR ꓢS ꓔT ꓴU ꓦV ꓪW ꓫX ꓬY ꓜZ";

/// Pairs for letters that are Latin too, but of no everyday alphabet: small capitals, and letters of phonetic alphabets.
/// They stay where a text has other letters of such an alphabet (see [`super::lookalike`]).
const PHONETIC_TWINS: &str = "\
    ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ꞯq ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz \
    ɑa ƅb ꬲe ƒf ẝf ꞙf ɡg ɩi ȷj ꬽo ᴑo ꭇr ꭈr ƽs ʋu ꭎu ꭒu ꞟu ɯw ɣy ꭚy ỿy";

/// Pair for the dotless i, which stays where a text is Turkish.
const DOTLESS_TWINS: &str = "ıi";

/// Pairs of a syllable sign of Canada and the Latin letter that looks like it.
const CANADIAN_TWINS: &str = "ᗅA ᗩA ᗷB ᑕC ᗞD ᗪD ᖴF ᕼH ᒍJ ᒪL ᗰM ᑭP ᖇR ᑌU ᐯV ᗯW";

/// Pairs for Greek small letters that look Latin, yet occur beside Latin letters in formulas (hν, sinα): they are
/// replaced only between two letters that are Latin or become so.
const INNER_TWINS: &str = "αa γy ιi κk νv ρp υu τt χx";

/// Script of a letter, as far as look-alikes need it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Cherokee,
    Coptic,
    Lisu,
    Canadian,
    /// Latin letters of phonetic alphabets, and small capitals.
    Phonetic,
    /// The dotless i of Turkish.
    Dotless,
    /// White letters in black circles and squares, which NFKC leaves alone.
    Enclosed,
    Other,
}

/// Scripts whose letters are replaced.
pub(super) const FOREIGN: [Script; 10] = [
    Script::Greek,
    Script::Cyrillic,
    Script::Armenian,
    Script::Cherokee,
    Script::Coptic,
    Script::Lisu,
    Script::Canadian,
    Script::Phonetic,
    Script::Dotless,
    Script::Enclosed,
];

impl Script {
    /// Whether the letters are Latin ones, though not of an everyday alphabet.
    pub(super) const fn is_latin(self) -> bool {
        matches!(self, Self::Phonetic | Self::Dotless)
    }

    pub(super) const fn of(c: char) -> Self {
        match c {
            'ı' => Self::Dotless,
            'ƅ'
            | 'ƒ'
            | 'ƽ'
            | 'ȷ'
            | 'ẝ'
            | 'ỿ'
            | '\u{250}'..='\u{2AF}'
            | '\u{1D00}'..='\u{1D2B}'
            | '\u{A730}'
            | '\u{A731}'
            | 'ꞙ'
            | 'ꞟ'
            | 'ꞯ'
            | '\u{AB30}'..='\u{AB5A}' => Self::Phonetic,
            'a'..='z' | 'A'..='Z' | 'ª' | 'º' | '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' => {
                Self::Latin
            }
            '\u{1400}'..='\u{167F}' => Self::Canadian,
            '\u{1F150}'..='\u{1F169}' | '\u{1F170}'..='\u{1F189}' => Self::Enclosed,
            '\u{3E2}'..='\u{3EF}' | '\u{2C80}'..='\u{2CFF}' => Self::Coptic,
            '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}' => Self::Greek,
            '\u{400}'..='\u{52F}' | '\u{1C80}'..='\u{1C8F}' | '\u{A640}'..='\u{A69F}' => {
                Self::Cyrillic
            }
            '\u{530}'..='\u{58F}' => Self::Armenian,
            '\u{13A0}'..='\u{13FF}' | '\u{AB70}'..='\u{ABBF}' => Self::Cherokee,
            '\u{A4D0}'..='\u{A4FF}' => Self::Lisu,
            _ => Self::Other,
        }
    }
}

/// Latin letter that replaces a letter in a word: always, only inside the word, or never.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Twin {
    Always(char),
    Inside(char),
    Never,
}

/// Twins of all letters of foreign scripts, from U+0131: looking one up in the lists takes longer than all else that is
/// done with a letter.
static ALL: LazyLock<Vec<Twin>> = LazyLock::new(|| {
    (FIRST..=LAST)
        .map(|c| match Script::of(c) {
            Script::Latin | Script::Other => Twin::Never,
            _ => Twin::listed(c),
        })
        .collect()
});
const FIRST: char = '\u{131}';
const LAST: char = '\u{ABBF}';

impl Twin {
    pub(super) fn of(c: char) -> Self {
        if Script::of(c) == Script::Enclosed {
            let letter = ((c as u32 - 0x1F150) % 32).checked_add('A' as u32);
            return letter
                .and_then(char::from_u32)
                .map_or(Self::Never, Self::Always);
        }
        let place = (c as usize).checked_sub(FIRST as usize);
        place
            .and_then(|place| ALL.get(place))
            .copied()
            .unwrap_or(Self::Never)
    }

    /// Looks up a letter without its accents: ё is e with two dots.
    fn listed(c: char) -> Self {
        let mut base = c;
        let mut first = true;
        decompose_canonical(c, |part| {
            if first {
                base = part;
                first = false;
            }
        });
        let among = |twins: &str| {
            twins
                .split(' ')
                .filter_map(|pair| {
                    let mut pair = pair.chars();
                    Some((pair.next()?, pair.next()?))
                })
                .find_map(|(letter, twin)| (letter == base).then_some(twin))
        };
        let always = [TWINS, PHONETIC_TWINS, DOTLESS_TWINS, CANADIAN_TWINS];
        match (always.into_iter().find_map(among), among(INNER_TWINS)) {
            (Some(twin), _) => Self::Always(twin),
            (None, Some(twin)) => Self::Inside(twin),
            (None, None) => Self::Never,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_twin_is_one_letter_for_one_of_the_same_case() {
        let lists = [TWINS, PHONETIC_TWINS, DOTLESS_TWINS, CANADIAN_TWINS];
        for pair in lists.into_iter().flat_map(str::split_whitespace) {
            let pair: Vec<char> = pair.chars().collect();
            let [letter, twin] = pair[..] else {
                panic!("{pair:?}");
            };
            assert!(twin.is_ascii_alphabetic());
            assert!(FOREIGN.contains(&Script::of(letter)), "{letter}");
            assert!(
                letter.is_lowercase() == twin.is_lowercase() || Script::of(letter) == Script::Lisu,
                "{letter}"
            );
            assert!(letter.is_alphabetic() && letter != twin, "{letter} {twin}");
        }
    }
}
