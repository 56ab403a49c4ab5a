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

/// Pairs for Greek small letters that look Latin, yet occur beside Latin letters in formulas (hν, sinα): they are
/// replaced only between two letters that are Latin or become so.
const INNER_TWINS: &str = "αa γy ικ ιi κk νv ρp υu τt χx";

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
    Other,
}

/// Scripts whose letters are replaced.
pub(super) const FOREIGN: [Script; 6] = [
    Script::Greek,
    Script::Cyrillic,
    Script::Armenian,
    Script::Cherokee,
    Script::Coptic,
    Script::Lisu,
];

impl Script {
    pub(super) const fn of(c: char) -> Self {
        match c {
            'a'..='z' | 'A'..='Z' | 'ª' | 'º' | '\u{C0}'..='\u{2AF}' | '\u{1E00}'..='\u{1EFF}' => {
                Self::Latin
            }
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

/// Twins of all letters of foreign scripts, from U+0370: looking one up in the lists takes longer than all else that is
/// done with a letter.
static ALL: LazyLock<Vec<Twin>> = LazyLock::new(|| {
    (FIRST..=LAST)
        .map(|c| match Script::of(c) {
            Script::Latin | Script::Other => Twin::Never,
            _ => Twin::listed(c),
        })
        .collect()
});
const FIRST: char = '\u{370}';
const LAST: char = '\u{ABBF}';

impl Twin {
    pub(super) fn of(c: char) -> Self {
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
        match (among(TWINS), among(INNER_TWINS)) {
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
        for pair in TWINS.split_whitespace() {
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
            assert!(letter.is_alphabetic() && letter != twin);
        }
    }
}
