//! Conversion of Traditional characters to Simplified ones, for comparison only. Words are known only from the phrases
//! of `OpenCC`: 乾隆 stays, 乾燥 becomes 干燥.

use std::sync::LazyLock;

use encoding_rs::{BIG5, GBK};
use ferrous_opencc::OpenCC;
use ferrous_opencc::config::BuiltinConfig;

use super::Normalized;

/// Kind of a character, by what it tells of the script of its text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// No evidence of either script.
    Common,
    /// Written in Traditional text only. Converting always replaces it, by this character unless a phrase knows better.
    Traditional(char),
    /// Written in Simplified text too, but has another Simplified form, given here: 乾 in 乾隆, 著 in 著作, 瞭 in 瞭望.
    Either(char),
    /// Written in Simplified text only.
    Simplified,
}

/// Range of characters that may be Traditional or Simplified; all others are common to both.
const KNOWN: std::ops::RangeInclusive<char> = '\u{3400}'..='\u{9FFF}';

struct Tables {
    converter: OpenCC,
    kinds: Vec<Kind>,
    /// For each character whether only Traditional text has it, and whether only Simplified text does: a smaller table
    /// than `kinds`, for the pass over every text.
    tells: Vec<(bool, bool)>,
}

/// Tables for converting; `None` if the crate's own dictionaries did not load: then nothing is converted. The Taiwanese
/// dictionaries include the general ones and know that 寫著 is 写着, 著作 is 著作.
static TABLES: LazyLock<Option<Tables>> = LazyLock::new(|| {
    let converter = OpenCC::from_config(BuiltinConfig::Tw2s).ok()?;
    let alone = |c: char| {
        let mut converted = c;
        // Some take two steps: 麼 -> 麽 -> 么. But 么 is also the Traditional form of 幺, so steps end at a GB 2312
        // character.
        for step in 0..3 {
            if step > 0 && in_gb2312(converted) {
                break;
            }
            let next = converter
                .convert(converted.encode_utf8(&mut [0; 4]))
                .chars()
                .next()?;
            if next == converted {
                break;
            }
            converted = next;
        }
        (converted != c).then_some(converted)
    };
    let mut kinds: Vec<Kind> = KNOWN
        .map(|c| match alone(c) {
            Some(converted) if in_gb2312(c) => Kind::Either(converted),
            Some(converted) => Kind::Traditional(converted),
            None if in_gb2312(c) && !in_big5(c) => Kind::Simplified,
            None => Kind::Common,
        })
        .collect();
    // A result must not be converted again, or normalising twice would differ from once.
    for place in 0..kinds.len() {
        if let Kind::Traditional(converted) = kinds[place] {
            let index = (converted as usize).wrapping_sub(*KNOWN.start() as usize);
            if matches!(kinds.get(index), Some(Kind::Traditional(_))) {
                kinds[place] = Kind::Common;
            }
        }
    }
    let tell = |kind: &Kind| {
        (
            matches!(kind, Kind::Traditional(_)),
            *kind == Kind::Simplified,
        )
    };
    let tells = kinds.iter().map(tell).collect();
    Some(Tables {
        converter,
        kinds,
        tells,
    })
});

/// Whether a character is in GB 2312, the national standard for Simplified text, 6,763 characters: a part of GBK.
fn in_gb2312(c: char) -> bool {
    let mut buffer = [0; 4];
    let (bytes, _, unmapped) = GBK.encode(c.encode_utf8(&mut buffer));
    !unmapped && matches!(*bytes, [0xB0..=0xF7, 0xA1..=0xFE])
}

/// Whether a character is in Big5, the usual encoding for Traditional text, 13,053 characters.
fn in_big5(c: char) -> bool {
    let mut buffer = [0; 4];
    let (_, _, unmapped) = BIG5.encode(c.encode_utf8(&mut buffer));
    !unmapped
}

impl Tables {
    fn kind(&self, c: char) -> Kind {
        let place = (c as usize).wrapping_sub(*KNOWN.start() as usize);
        self.kinds.get(place).copied().unwrap_or(Kind::Common)
    }

    /// Counts the characters of `text` that say that it is Traditional, and those that say that it is Simplified.
    fn evidence(&self, text: &str) -> (usize, usize) {
        text.chars().fold((0, 0), |(t, s), c| {
            let place = (c as usize).wrapping_sub(*KNOWN.start() as usize);
            let (traditional, simplified) = self.tells.get(place).copied().unwrap_or_default();
            (t + usize::from(traditional), s + usize::from(simplified))
        })
    }

    /// Converts one line, character for character. Where it is not `wholly` Traditional, characters that Simplified
    /// text may hold stay. Phrases hold ideographs only, so runs of them are converted apart, and only those that need
    /// it.
    fn convert(&self, line: &str, wholly: bool, converted: &mut String) {
        let concerns = |c: char| matches!(self.kind(c), Kind::Traditional(_));
        let mut rest = line;
        while let Some(start) = rest.find(|c| KNOWN.contains(&c)) {
            converted.push_str(&rest[..start]);
            rest = &rest[start..];
            let end = rest.find(|c| !KNOWN.contains(&c)).unwrap_or(rest.len());
            let (run, after) = rest.split_at(end);
            if wholly || run.contains(concerns) {
                self.convert_run(run, wholly, converted);
            } else {
                converted.push_str(run);
            }
            rest = after;
        }
        converted.push_str(rest);
    }

    fn convert_run(&self, run: &str, wholly: bool, converted: &mut String) {
        let by_phrase = self.converter.convert(run);
        // OpenCC's phrases keep their length. A result of another length would shift the rest of the run, so it is
        // dropped.
        let usable = by_phrase.chars().count() == run.chars().count();
        let mut results = by_phrase.chars();
        for c in run.chars() {
            let result = results.next().filter(|_| usable).unwrap_or(c);
            converted.push(match self.kind(c) {
                Kind::Traditional(alone) if result == c => alone,
                Kind::Traditional(_) => self.settled(result),
                _ if wholly => self.settled(result),
                _ => c,
            });
        }
    }

    /// Returns the Simplified form of `c` alone; see [`simplified_alone`].
    fn alone(&self, c: char) -> char {
        let mut result = c;
        // 麼 -> 么 -> 幺: no character takes more steps.
        for _ in 0..4 {
            match self.kind(result) {
                Kind::Traditional(next) | Kind::Either(next) => result = next,
                Kind::Simplified | Kind::Common => break,
            }
        }
        result
    }

    /// Returns a character as it is after converting once more: the result of one conversion may itself be Traditional.
    fn settled(&self, c: char) -> char {
        match self.kind(c) {
            Kind::Traditional(alone) => alone,
            _ => c,
        }
    }
}

/// Returns the Simplified form of `c` regardless of context: 干 for 乾, even in 乾隆. The result is for looking up a word without its
/// context, not for comparing texts: [`normalize()`](fn@crate::normalize) converts some characters only in certain words or texts, while
/// this function converts them everywhere.
pub fn simplified_alone(c: char) -> char {
    TABLES.as_ref().map_or(c, |tables| tables.alone(c))
}

/// Replaces Traditional characters by Simplified ones, one for one, so that the origins stay. A text without any comes
/// back as it was.
///
/// 乾, 著, 藉 and the like are written in both scripts: they are converted in lines (and, where a line does not tell, in
/// documents) with more characters that only Traditional text has than characters that only Simplified text has.
pub(super) fn simplify(normalized: Normalized) -> Normalized {
    let Some(tables) = TABLES.as_ref() else {
        return normalized;
    };
    let lines = || normalized.text.split_inclusive('\n');
    let evidences: Vec<(usize, usize)> = lines().map(|line| tables.evidence(line)).collect();
    let all = (evidences.iter()).fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    if all.0 == 0 {
        return normalized;
    }
    let outweighs = |(traditional, simplified): (usize, usize)| traditional > simplified;
    let document = outweighs(all);
    let mut text = String::with_capacity(normalized.text.len());
    for (line, evidence) in lines().zip(evidences) {
        let wholly = if evidence == (0, 0) {
            document
        } else {
            outweighs(evidence)
        };
        if wholly || evidence.0 > 0 {
            tables.convert(line, wholly, &mut text);
        } else {
            text.push_str(line);
        }
    }
    Normalized { text, ..normalized }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LineBreaks, is_cjk, normalize};
    use unicode_normalization::is_nfkc;

    fn simplified(text: &str) -> String {
        normalize(text, LineBreaks::Layout).text
    }

    #[test]
    fn traditional_text_becomes_simplified_by_phrase() {
        assert_eq!(
            simplified("圖書館的夜間開放服務,後來發展爲社區文化。"),
            "图书馆的夜间开放服务,后来发展为社区文化。"
        );
        assert_eq!(simplified("乾隆年間乾燥的頭髮"), "乾隆年间干燥的头发");
        assert_eq!(
            simplified("這些著作寫著甚麼"),
            simplified("这些著作写着甚么")
        );
        assert_eq!(simplified("裏裡裡外外，為什麼"), "里里里外外,为什么");
    }

    #[test]
    fn simplified_text_stays_as_it_is() {
        for text in [
            "乾隆年间的著作藉此流传,瞭望塔上宫商角徵羽。",
            "慰藉、狼藉、著名、乾坤、藉口、沈阳、余杭、于是、后来、头发、面条、里程",
            "在干燥的里屋,皇后与丑角只喝了一斗谷子酿的酒。",
        ] {
            assert_eq!(simplified(text), text.replace('，', ","));
        }
    }

    #[test]
    fn a_traditional_name_leaves_the_simplified_text_around_it() {
        assert_eq!(
            simplified("张國荣藉此说,乾隆的著作还在。"),
            "张国荣藉此说,乾隆的著作还在。"
        );
    }

    #[test]
    fn a_line_that_does_not_tell_goes_with_its_document() {
        assert_eq!(
            simplified("關於這個問題的討論。\n\n藉口"),
            "关于这个问题的讨论。\n\n借口"
        );
        assert_eq!(
            simplified("关于这个问题。\n\n藉口。\n\n张國荣"),
            "关于这个问题。\n\n藉口。\n\n张国荣"
        );
    }

    #[test]
    fn radicals_that_nfkc_makes_traditional_are_simplified_too() {
        assert_eq!(simplified("⾨⼾⾒⻑"), "门户见长");
    }

    #[test]
    fn the_map_stays() {
        let original = "圖\u{200B}書館 在\n臺灣";
        let normalized = normalize(original, LineBreaks::Layout);
        assert_eq!(normalized.text, "图书馆在台湾");
        assert_eq!(normalized.origins, [0, 2, 3, 5, 7, 8]);
    }

    #[test]
    fn alone_a_character_gives_what_it_may_give_in_any_text() {
        let folded = |text: &str| text.chars().map(simplified_alone).collect::<String>();
        for text in [
            "乾隆年間乾燥的頭髮",
            "這些著作寫著甚麼",
            "關於這個問題",
            "么麼",
        ] {
            assert_eq!(folded(&simplified(text)), folded(text));
        }
        for c in KNOWN {
            let alone = simplified_alone(c);
            assert_eq!(simplified_alone(alone), alone, "{c}");
        }
    }

    #[test]
    fn every_result_is_an_ordinary_character_that_stays() {
        let tables = TABLES.as_ref().unwrap();
        let mut traditional = 0;
        for c in KNOWN {
            if let Kind::Traditional(result) = tables.kind(c) {
                traditional += 1;
                assert!(is_cjk(result) && is_nfkc(result.encode_utf8(&mut [0; 4])));
                assert!(!matches!(tables.kind(result), Kind::Traditional(_)), "{c}");
                assert_eq!(simplified(&c.to_string()), result.to_string());
            }
        }
        assert!(traditional > 3_000, "{traditional}");
    }
}
