//! Parameters of a recipe, and their text form.

use std::fmt;
use std::str::FromStr;

use super::{TermHash, Tie};
use chachong_text::TermRule;

/// Weight of a term in a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weight {
    /// Weight 1, however often the term occurs.
    One,
    /// Number of occurrences. The relative frequency would give the same signs, and so the same fingerprint.
    Frequency,
    /// Level of importance, 1..=5. Importance is frequency times inverse document frequency. A term has level 5 if its importance is more
    /// than 1/2 of that of the most important term, 4 if more than 1/4, 3 if more than 1/8, 2 if more than 1/16, otherwise 1.
    FiveLevels,
    /// Inverse document frequency in 64ths of a bit, however often the term occurs.
    Idf,
    /// Frequency times inverse document frequency, in 64ths of a bit.
    FrequencyIdf,
}

/// Effect of a term's position in the text on its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// No effect of the position.
    Ignored,
    /// Double weight for a term that occurs in the first tenth of the terms (title, abstract).
    EarlyDouble,
}

/// All settings by which a text is turned into a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecipeParameters {
    /// Rule by which the text is split into terms and some terms are dropped.
    pub terms: TermRule,
    /// Whether terms that more than half of the documents contain are dropped too.
    pub drop_common: bool,
    /// Weight of a term.
    pub weight: Weight,
    /// Effect of a term's position on its weight.
    pub position: Position,
    /// Maximum number of terms that are used, the heaviest first; `None` uses all. Ties are broken by the terms' characters.
    pub heaviest: Option<u32>,
    /// Hash function for terms.
    pub hash: TermHash,
    /// Number of bits in a fingerprint, 1..=64; the lowest bits of the hash are used.
    pub width: u32,
    /// Value of a bit whose sum is 0.
    pub tie: Tie,
    /// Minimum number of different terms that are used, after all terms to drop are dropped; a text with fewer has no fingerprint.
    pub minimum_terms: u32,
}

impl Weight {
    const ALL: [Self; 5] = [
        Self::One,
        Self::Frequency,
        Self::FiveLevels,
        Self::Idf,
        Self::FrequencyIdf,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::One => "1",
            Self::Frequency => "frequency",
            Self::FiveLevels => "levels-1-5",
            Self::Idf => "idf",
            Self::FrequencyIdf => "frequency*idf",
        }
    }
}

impl Position {
    const ALL: [Self; 2] = [Self::Ignored, Self::EarlyDouble];

    const fn name(self) -> &'static str {
        match self {
            Self::Ignored => "ignored",
            Self::EarlyDouble => "early-double",
        }
    }
}

impl Tie {
    const ALL: [Self; 2] = [Self::Zero, Self::One];

    const fn name(self) -> &'static str {
        match self {
            Self::Zero => "0",
            Self::One => "1",
        }
    }
}

impl RecipeParameters {
    /// Returns whether the fingerprint depends on a table of document frequencies.
    #[must_use]
    pub const fn needs_documents(&self) -> bool {
        self.drop_common
            || matches!(
                self.weight,
                Weight::FiveLevels | Weight::Idf | Weight::FrequencyIdf
            )
    }

    /// Whether a term's weight is its frequency alone, whatever its position and whatever other texts there are.
    pub(super) fn is_plain_frequency(&self) -> bool {
        self.weight == Weight::Frequency
            && self.position == Position::Ignored
            && self.heaviest.is_none()
            && !self.drop_common
    }
}

const fn kept_or_dropped(dropped: bool) -> &'static str {
    if dropped { "dropped" } else { "kept" }
}

/// Writes `name=value` pairs, divided by spaces, always all of them in this order.
impl fmt::Display for RecipeParameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heaviest = self.heaviest.map_or("all".to_owned(), |n| n.to_string());
        write!(
            f,
            "terms={} part-of-speech={} stop-words={} common-words={} weight={} position={} heaviest={heaviest} hash={} \
             width={} tie={} minimum-terms={}",
            self.terms.name(),
            self.terms.part_of_speech(),
            kept_or_dropped(self.terms.drops_stop_words()),
            kept_or_dropped(self.drop_common),
            self.weight.name(),
            self.position.name(),
            self.hash.name(),
            self.width,
            self.tie.name(),
            self.minimum_terms,
        )
    }
}

/// Error: the text is not a valid text form of settings. Contains the first setting that is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no setting of a recipe, or not one that fits the others")]
pub struct InvalidParameter(pub String);

impl FromStr for RecipeParameters {
    type Err = InvalidParameter;

    /// Reads the text form that `Display` writes.
    fn from_str(text: &str) -> Result<Self, InvalidParameter> {
        let mut pieces = text.split(' ');
        let mut next = |name: &str| {
            let piece = pieces.next().unwrap_or_default();
            let value = piece.strip_prefix(name).and_then(|v| v.strip_prefix('='));
            value.ok_or_else(|| InvalidParameter(piece.to_owned()))
        };
        let wrong = |name: &str, value: &str| InvalidParameter(format!("{name}={value}"));
        let cut = next("terms")?;
        let part_of_speech = next("part-of-speech")?;
        let stop_words = next("stop-words")?;
        let rule = TermRule::ALL.into_iter().find(|rule| {
            rule.name() == cut
                && rule.part_of_speech() == part_of_speech
                && kept_or_dropped(rule.drops_stop_words()) == stop_words
        });
        let terms = rule.ok_or_else(|| wrong("terms", cut))?;
        let common = next("common-words")?;
        let drop_common = named([false, true], kept_or_dropped, common);
        let drop_common = drop_common.ok_or_else(|| wrong("common-words", common))?;
        let weight = next("weight")?;
        let weight =
            named(Weight::ALL, Weight::name, weight).ok_or_else(|| wrong("weight", weight))?;
        let position = next("position")?;
        let position = named(Position::ALL, Position::name, position)
            .ok_or_else(|| wrong("position", position))?;
        let heaviest = match next("heaviest")? {
            "all" => None,
            n => Some(number(n).ok_or_else(|| wrong("heaviest", n))?),
        };
        let hash = next("hash")?;
        let hash = named(TermHash::ALL, TermHash::name, hash).ok_or_else(|| wrong("hash", hash))?;
        let width = next("width")?;
        let width = number(width)
            .filter(|width| (1..=64).contains(width))
            .ok_or_else(|| wrong("width", width))?;
        let tie = next("tie")?;
        let tie = named(Tie::ALL, Tie::name, tie).ok_or_else(|| wrong("tie", tie))?;
        let minimum_terms = next("minimum-terms")?;
        let minimum_terms =
            number(minimum_terms).ok_or_else(|| wrong("minimum-terms", minimum_terms))?;
        match pieces.next() {
            Some(more) => Err(InvalidParameter(more.to_owned())),
            None => Ok(Self {
                terms,
                drop_common,
                weight,
                position,
                heaviest,
                hash,
                width,
                tie,
                minimum_terms,
            }),
        }
    }
}

/// Parses a number in its one text form, without sign and leading zero; `None` for any other text.
fn number(text: &str) -> Option<u32> {
    text.parse()
        .ok()
        .filter(|number: &u32| number.to_string() == text)
}

fn named<T: Copy, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
    wanted: &str,
) -> Option<T> {
    all.into_iter().find(|&value| name(value) == wanted)
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    pub(crate) fn parameters() -> impl Strategy<Value = RecipeParameters> {
        (
            (
                prop::sample::select(TermRule::ALL.to_vec()),
                any::<bool>(),
                prop::sample::select(Weight::ALL.to_vec()),
                prop::sample::select(Position::ALL.to_vec()),
            ),
            (
                prop::option::of(0_u32..9),
                prop::sample::select(TermHash::ALL.to_vec()),
                1_u32..=64,
                prop::sample::select(Tie::ALL.to_vec()),
                0_u32..5,
            ),
        )
            .prop_map(
                |(
                    (terms, drop_common, weight, position),
                    (heaviest, hash, width, tie, minimum_terms),
                )| RecipeParameters {
                    terms,
                    drop_common,
                    weight,
                    position,
                    heaviest,
                    hash,
                    width,
                    tie,
                    minimum_terms,
                },
            )
    }

    proptest! {
        #[test]
        fn the_text_form_leads_back(parameters in parameters()) {
            prop_assert_eq!(parameters.to_string().parse(), Ok(parameters));
        }

        #[test]
        fn a_changed_text_form_is_another_recipe_or_none(parameters in parameters(), at in 0_usize..150, to in "[a-z0-9 =+-]") {
            let mut text = parameters.to_string();
            if at < text.len() {
                text.replace_range(at..=at, &to);
            }
            if let Ok(read) = text.parse::<RecipeParameters>() {
                prop_assert_eq!(read.to_string(), text);
            }
        }
    }
}
