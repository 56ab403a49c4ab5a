//! Measures in bits the evidence that an entry names a work: how much more likely the entry is if it names this work,
//! with the usual slips, than if it names another work on the same subject.

use super::names::{Names, compare};
use super::title::{Title, Unit};
use super::{KnownWork, WorkField};
use crate::Reference;

// All in tenths of a bit.
/// Evidence of an equal character: two works on one subject would share it half of the time.
const EQUAL_CHARACTER: i32 = 10;
/// Evidence of an equal word: two works on one subject would share it a quarter of the time.
const EQUAL_WORD: i32 = 20;
/// Evidence of an equal word that every title contains.
const EQUAL_FUNCTION_WORD: i32 = 5;
/// Evidence against, from a wrong, missing or additional character: one in a hundred in recognised text.
const OTHER_CHARACTER: i32 = 70;
const OTHER_WORD: i32 = 80;
/// Evidence against, from a word with a wrong letter or in the plural.
const NEAR_WORD: i32 = 25;
const OTHER_FUNCTION_WORD: i32 = 10;
/// Evidence against, from a different number of a part, which nobody gets wrong.
const OTHER_NUMBER: i32 = 200;
/// Evidence against, from a subtitle that only one title has.
const NO_SUBTITLE: i32 = 30;
/// Evidence of an equal author: one of a thousand in a field.
const SAME_AUTHOR: i32 = 100;
const SOME_SAME_AUTHOR: i32 = 70;
const OTHER_AUTHOR: i32 = -60;
const SAME_YEAR: i32 = 20;
const OTHER_YEAR: i32 = -20;
/// Evidence of a title by the same author: nobody gives two works the same title.
const SAME_TITLE_BY_AUTHOR: i32 = 40;

/// Minimum evidence, in tenths of a bit, that an entry names the work.
const FOUND: i32 = 80;
/// Minimum evidence for showing the work as similar.
const SIMILAR: i32 = 30;
/// Maximum number of units of a title that are compared.
const MOST_UNITS: usize = 80;

/// Evidence that an entry names a work, with the fields in which they differ.
pub(super) struct Evidence {
    pub(super) score: i32,
    pub(super) is_same: bool,
    pub(super) differing: Vec<WorkField>,
}

/// Weighs the evidence; `None` if the titles are not even similar.
pub(super) fn evidence(
    (entry, own): (&Reference, &Title),
    (known, title): (&KnownWork, &Title),
) -> Option<Evidence> {
    let likeness = best_likeness(own, title);
    let names = compare(&entry.authors, &known.authors);
    let years = entry.year.zip(known.year);
    let year = match years {
        None => 0,
        Some((one, other)) if one == other => SAME_YEAR,
        // An article is printed in the year after it appears.
        Some((one, other)) if one.abs_diff(other) == 1 => 0,
        Some(_) => OTHER_YEAR,
    };
    let author = match names {
        Names::Unknown => 0,
        Names::Same => SAME_AUTHOR,
        Names::SomeSame => SOME_SAME_AUTHOR,
        Names::Other => OTHER_AUTHOR,
    };
    let against_others = likeness.equal - likeness.cost + author + year;
    // Against another work of the same person, on the same subject: its title shares more, and the author says nothing.
    let against_own = likeness.equal / 3 - likeness.cost + SAME_TITLE_BY_AUTHOR + year;
    let is_of_same = matches!(names, Names::Same | Names::SomeSame);
    let is_equal = likeness.cost == 0;
    let score = if is_of_same && likeness.has_other {
        against_others.min(against_own)
    } else {
        against_others
    };
    // Other words by other persons are another work, however long the title is.
    let is_same = score >= FOUND && !(likeness.has_other && names == Names::Other);
    let is_similar = likeness.equal - likeness.cost >= SIMILAR
        || (is_of_same && against_others >= FOUND && likeness.cost < OTHER_NUMBER);
    if !is_same && !is_similar {
        return None;
    }
    let mut differing = Vec::new();
    if !is_equal {
        differing.push(WorkField::Title);
    }
    if matches!(names, Names::SomeSame | Names::Other) {
        differing.push(WorkField::Authors);
    }
    if years.is_some_and(|(one, other)| one != other) {
        differing.push(WorkField::Year);
    }
    Some(Evidence {
        score,
        is_same,
        differing,
    })
}

/// Evidence from comparing two titles.
#[derive(Clone, Copy, Default)]
struct Likeness {
    equal: i32,
    cost: i32,
    /// Whether one title has a word or character that the other lacks, by more than a misprint.
    has_other: bool,
}

impl Likeness {
    const fn total(self) -> i32 {
        self.equal - self.cost
    }
}

/// Compares the whole titles, regardless of gaps between words. If only one has a subtitle, also compares them
/// without it.
fn best_likeness(one: &Title, other: &Title) -> Likeness {
    let mut whole = likeness(&one.units, &other.units);
    if one.is_spelled_as(other) {
        (whole.cost, whole.has_other) = (0, false);
        whole.equal = likeness(&one.units, &one.units).equal;
    }
    let without = match (one.main(), other.main()) {
        (Some(main), None) => Some(likeness(main, &other.units)),
        (None, Some(main)) => Some(likeness(&one.units, main)),
        _ => None,
    };
    let without = without.map(|likeness| Likeness {
        cost: likeness.cost + NO_SUBTITLE,
        ..likeness
    });
    without
        .filter(|without| without.total() > whole.total())
        .unwrap_or(whole)
}

/// Aligns two titles so that the evidence is maximal.
fn likeness(one: &[Unit], other: &[Unit]) -> Likeness {
    let (one, other) = (
        &one[..one.len().min(MOST_UNITS)],
        &other[..other.len().min(MOST_UNITS)],
    );
    let added = |before: Likeness, unit: &Unit| Likeness {
        cost: before.cost + price(unit),
        has_other: before.has_other || !is_function_word(unit),
        ..before
    };
    let mut row = vec![Likeness::default()];
    for unit in other {
        row.push(added(row[row.len() - 1], unit));
    }
    for own in one {
        let mut next = vec![added(row[0], own)];
        for (at, unit) in other.iter().enumerate() {
            let (equal, cost) = compared(own, unit);
            let candidates = [
                Likeness {
                    equal: row[at].equal + equal,
                    cost: row[at].cost + cost,
                    has_other: row[at].has_other || cost > NEAR_WORD,
                },
                added(row[at + 1], own),
                added(next[at], unit),
            ];
            let best = candidates.into_iter().max_by_key(|one| one.total());
            next.push(best.unwrap_or_default());
        }
        row = next;
    }
    row.pop().unwrap_or_default()
}

/// Returns the evidence for and the evidence against, from two units in the same place.
fn compared(one: &Unit, other: &Unit) -> (i32, i32) {
    if one == other {
        let equal = if one.is_ideograph() {
            EQUAL_CHARACTER
        } else if is_function_word(one) {
            EQUAL_FUNCTION_WORD
        } else {
            EQUAL_WORD
        };
        return (equal, 0);
    }
    if !one.is_ideograph() && !other.is_ideograph() && is_near(one, other) {
        return (EQUAL_WORD / 2, NEAR_WORD);
    }
    (0, price(one).max(price(other)))
}

/// Returns the evidence against, in tenths of a bit, from a unit that the other title lacks.
fn price(unit: &Unit) -> i32 {
    if unit.is_number() {
        OTHER_NUMBER
    } else if unit.is_ideograph() {
        OTHER_CHARACTER
    } else if is_function_word(unit) {
        OTHER_FUNCTION_WORD
    } else {
        OTHER_WORD
    }
}

fn is_function_word(unit: &Unit) -> bool {
    const WORDS: [&str; 16] = [
        "a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "of", "on", "the", "to",
        "using", "with",
    ];
    WORDS.contains(&unit.0.as_str())
}

/// Returns whether two words differ only by a misprint: one letter in six.
fn is_near(one: &Unit, other: &Unit) -> bool {
    if one.is_number() || other.is_number() {
        return false;
    }
    let longer = one.0.chars().count().max(other.0.chars().count());
    let allowed = (longer + 2) / 6;
    allowed > 0 && strsim::levenshtein(&one.0, &other.0) <= allowed
}
