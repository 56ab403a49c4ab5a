//! Makes copies of a document, by named kinds of change.

use std::fmt;
use std::sync::LazyLock;

use ferrous_opencc::OpenCC;
use ferrous_opencc::config::BuiltinConfig;

use super::chance::Chance;
use super::source::{Source, letters};

/// Kind of change made to a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// This percentage of the full sentences, but at least one, is changed: about half of them are replaced by sentences of other
    /// documents, and in the rest about a third of the words are replaced by words of such sentences.
    Edit(u8),
    /// A run of the text is inserted into another document and makes up this percentage of the result.
    Partial(u8),
    /// All sentences are put in another order.
    Reorder,
    /// Full-width Latin letters, digits and marks become half-width, and the reverse.
    Width,
    /// Simplified characters become Traditional, or the reverse in a Traditional text.
    Script,
    /// A zero-width space is inserted after every second letter.
    Invisible,
}

impl Kind {
    /// All kinds of copies that `evaluate --make` makes of each document.
    pub const ALL: [Self; 15] = [
        Self::Edit(1),
        Self::Edit(5),
        Self::Edit(10),
        Self::Edit(20),
        Self::Edit(30),
        Self::Edit(50),
        Self::Partial(5),
        Self::Partial(10),
        Self::Partial(20),
        Self::Partial(50),
        Self::Partial(80),
        Self::Reorder,
        Self::Width,
        Self::Script,
        Self::Invisible,
    ];

    /// Makes a copy of `source`, with sentences of the documents `others`. `None` if this kind of change does not
    /// alter the text, such as another script in English.
    pub(super) fn copy(self, source: &Source, others: &[&Source]) -> Option<String> {
        let mut chance = Chance::of(&source.text, &self.to_string());
        let copy = match self {
            Self::Edit(per_cent) => edited(source, others, per_cent, &mut chance)?,
            Self::Partial(per_cent) => partial(source, others, per_cent, &mut chance)?,
            Self::Reorder => reordered(source, &mut chance),
            Self::Width => source.text.chars().map(other_width).collect(),
            Self::Script => other_script(&source.text)?,
            Self::Invisible => with_invisible(&source.text),
        };
        (copy != source.text).then_some(copy)
    }
}

/// Writes the stable name: `edit-10`, `width`.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edit(per_cent) => write!(f, "edit-{per_cent}"),
            Self::Partial(per_cent) => write!(f, "partial-{per_cent}"),
            Self::Reorder => f.write_str("reorder"),
            Self::Width => f.write_str("width"),
            Self::Script => f.write_str("script"),
            Self::Invisible => f.write_str("invisible"),
        }
    }
}

/// Edits a percentage of the full sentences, at least one. `None` if no other document has sentences to take.
fn edited(
    source: &Source,
    others: &[&Source],
    per_cent: u8,
    chance: &mut Chance,
) -> Option<String> {
    let mut order = source.full.clone();
    chance.shuffle(&mut order);
    let count = (order.len() * usize::from(per_cent) + 50) / 100;
    order.truncate(count.max(1));
    let mut pieces: Vec<String> = (0..source.sentences.len())
        .map(|place| source.sentence(place).to_owned())
        .collect();
    for place in order {
        let donor = chance.one(others)?;
        let donor = donor.sentence(*chance.one(&donor.full)?);
        let own = source.sentence(place);
        let after = &own[own.trim_end().len()..];
        let new = if chance.below(2) == 0 {
            donor.trim_end().to_owned()
        } else {
            mixed(own.trim_end(), donor, chance)
        };
        pieces[place] = new + after;
    }
    Some(pieces.concat())
}

/// Replaces about a third of a sentence's words with words of `donor`. In Chinese, two characters count as a word.
fn mixed(own: &str, donor: &str, chance: &mut Chance) -> String {
    let is_word = |word: &&str| word.chars().any(char::is_alphanumeric);
    let donors: Vec<&str> = words(donor).into_iter().filter(is_word).collect();
    let mut mixed = String::with_capacity(own.len());
    for word in words(own) {
        let exchanged = is_word(&word) && chance.below(3) == 0;
        match chance.one(&donors) {
            Some(other) if exchanged => mixed.push_str(other),
            _ => mixed.push_str(word),
        }
    }
    mixed
}

/// Splits a text into words of letters and digits (in Chinese, pairs of characters) and the text between them, in
/// order.
fn words(text: &str) -> Vec<&str> {
    let class = |c: char| {
        if chachong_text::is_cjk(c) && c.is_alphanumeric() {
            2
        } else {
            u8::from(c.is_alphanumeric())
        }
    };
    let mut words = Vec::new();
    let (mut start, mut characters, mut last) = (0, 0, None);
    for (at, c) in text.char_indices() {
        let whole = characters == 2 && last == Some(2);
        if last.is_some_and(|last| last != class(c)) || whole {
            words.push(&text[start..at]);
            (start, characters) = (at, 0);
        }
        last = Some(class(c));
        characters += 1;
    }
    words.extend((start < text.len()).then(|| &text[start..]));
    words
}

/// Puts a run of the full sentences of `source` into another document. The result is as long as that document, or
/// shorter if the source is too short for its share. Lengths are numbers of letters. `None` if there is no other
/// document or every sentence is far longer than the run.
fn partial(
    source: &Source,
    others: &[&Source],
    per_cent: u8,
    chance: &mut Chance,
) -> Option<String> {
    let host = chance.one(others)?;
    let length = |source: &Source| -> usize { lengths(source).map(|(_, letters)| letters).sum() };
    let share = usize::from(per_cent);
    let whole = length(host).min(length(source) * 100 / share);
    let copied = whole * share / 100;
    let copied_run = run(source, copied, chance);
    if copied_run.is_empty() {
        return None;
    }
    let rest = run(host, whole - copied, chance);
    let at = chance.below(rest.len() + 1);
    let pieces = |source: &Source, places: &[usize]| -> String {
        places.iter().map(|&place| source.sentence(place)).collect()
    };
    let mut text = pieces(host, &rest[..at]);
    text.push_str(pieces(source, &copied_run).trim_end());
    text.push('\n');
    text.push_str(&pieces(host, &rest[at..]));
    Some(text)
}

/// Returns the indices of the full sentences, each with its number of letters.
fn lengths(source: &Source) -> impl Iterator<Item = (usize, usize)> {
    let letters = |&place: &usize| (place, letters(source.sentence(place)));
    source.full.iter().map(letters)
}

/// Returns the indices of consecutive full sentences from a random start that together have about `letters` letters.
fn run(source: &Source, letters: usize, chance: &mut Chance) -> Vec<usize> {
    let total: usize = lengths(source).map(|(_, length)| length).sum();
    let skipped = chance.below(total.saturating_sub(letters) + 1);
    let (mut before, mut taken) = (0, 0);
    let mut run = Vec::new();
    for (place, length) in lengths(source) {
        // A sentence more than half of which would exceed the wanted length stays out.
        if before + length > skipped && 2 * taken + length <= 2 * letters {
            taken += length;
            run.push(place);
        } else if taken > 0 {
            break;
        }
        before += length;
    }
    run
}

fn reordered(source: &Source, chance: &mut Chance) -> String {
    let mut order: Vec<usize> = (0..source.sentences.len()).collect();
    chance.shuffle(&mut order);
    let pieces = order
        .into_iter()
        .map(|place| source.sentence(place).trim_end());
    let between = if source.is_chinese { "" } else { " " };
    pieces.collect::<Vec<_>>().join(between)
}

/// Returns the half-width form of a full-width character, or the reverse: the two are 0xFEE0 code points apart.
fn other_width(c: char) -> char {
    const BETWEEN: u32 = 0xFEE0;
    let place = u32::from(c);
    let other = match c {
        '!'..='~' => place + BETWEEN,
        '！'..='～' => place - BETWEEN,
        _ => place,
    };
    char::from_u32(other).unwrap_or(c)
}

/// Converts a text to the other Chinese script; `None` if the dictionaries do not load.
fn other_script(text: &str) -> Option<String> {
    static CONVERTERS: LazyLock<Option<[OpenCC; 2]>> = LazyLock::new(|| {
        let load = |config| OpenCC::from_config(config).ok();
        Some([load(BuiltinConfig::S2t)?, load(BuiltinConfig::T2s)?])
    });
    let converted = CONVERTERS.as_ref()?.each_ref().map(|to| to.convert(text));
    // The direction that changes more characters is the way to the other script.
    let changed = |converted: &String| {
        let pairs = text.chars().zip(converted.chars());
        pairs.filter(|(before, after)| before != after).count()
    };
    let [traditional, simplified] = converted;
    if changed(&traditional) >= changed(&simplified) {
        Some(traditional)
    } else {
        Some(simplified)
    }
}

fn with_invisible(text: &str) -> String {
    let mut hidden = String::with_capacity(2 * text.len());
    let mut letters = 0;
    for c in text.chars() {
        hidden.push(c);
        if c.is_alphabetic() {
            letters += 1;
            if letters % 2 == 0 {
                hidden.push('\u{200B}');
            }
        }
    }
    hidden
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(subject: &str, sentences: usize) -> Source {
        let sentences: Vec<String> = (0..sentences)
            .map(|n| format!("{subject}的第{n}个问题写在这一句话里，{subject}也不例外。"))
            .collect();
        Source::new(subject, sentences.concat())
    }

    fn count(text: &str, part: &str) -> usize {
        text.matches(part).count()
    }

    #[test]
    fn so_many_sentences_are_edited_as_asked_for() {
        let (own, other) = (source("图书馆", 100), source("地铁站", 60));
        for per_cent in [1, 10, 50] {
            let copy = Kind::Edit(per_cent).copy(&own, &[&other]).unwrap();
            let new = Source::new("copy", copy);
            assert_eq!(new.sentences.len(), 100);
            let changed = (0..100)
                .filter(|&n| new.sentence(n) != own.sentence(n))
                .count();
            // An exchange of words may by chance change nothing.
            let asked = usize::from(per_cent);
            assert!(
                changed <= asked && 10 * changed >= 7 * asked,
                "{changed} of {asked}"
            );
        }
    }

    #[test]
    fn a_partial_copy_makes_up_its_share() {
        let (own, other) = (source("图书馆", 100), source("地铁站", 60));
        for per_cent in [5, 20, 80] {
            let copy = Kind::Partial(per_cent).copy(&own, &[&other]).unwrap();
            let (own, other) = (count(&copy, "图书馆"), count(&copy, "地铁站"));
            let share = 100.0 * own as f64 / (own + other) as f64;
            assert!(
                (share - f64::from(per_cent)).abs() < 4.0,
                "{share} of {per_cent}"
            );
        }
        // A source far too short for its share makes the copy short, not the share small.
        let copy = Kind::Partial(80)
            .copy(&source("图书馆", 10), &[&other])
            .unwrap();
        assert!((count(&copy, "地铁站")) <= 8, "{copy}");
    }

    #[test]
    fn form_changes_are_undone_by_normalising() {
        let text = "社区图书馆在夜间开放，读者（共 120 名）很安静：open until 11 p.m. every night!"
            .repeat(3);
        let own = Source::new("a", text);
        for kind in [Kind::Width, Kind::Script, Kind::Invisible] {
            let copy = Source::new("b", kind.copy(&own, &[]).unwrap());
            assert_eq!(copy.normalized().text, own.normalized().text, "{kind}");
        }
        let traditional = Source::new("t", "圖書館對讀者開放".to_owned());
        assert_eq!(
            Kind::Script.copy(&traditional, &[]).unwrap(),
            "图书馆对读者开放"
        );
        let english = Source::new("e", "Nothing to convert here.".to_owned());
        assert_eq!(Kind::Script.copy(&english, &[]), None);
    }

    #[test]
    fn reordering_keeps_every_sentence() {
        let own = source("图书馆", 30);
        let copy = Source::new("b", Kind::Reorder.copy(&own, &[]).unwrap());
        let sorted = |source: &Source| {
            let mut pieces: Vec<String> = (0..source.sentences.len())
                .map(|n| source.sentence(n).to_owned())
                .collect();
            pieces.sort();
            pieces
        };
        assert_eq!(sorted(&copy), sorted(&own));
        assert_ne!(copy.text, own.text);
    }

    #[test]
    fn words_are_the_whole_text() {
        assert_eq!(
            words("图书馆, open 24h。"),
            ["图书", "馆", ", ", "open", " ", "24h", "。"]
        );
        assert!(words("").is_empty());
    }
}
