//! Finds entries that several documents of a class give with the same error. Whoever copies a list copies its
//! mistakes; the fewer documents of the class share one, the stronger the evidence.

use std::collections::{BTreeMap, BTreeSet};

use chachong_weight::weight;

use crate::{Reference, ReferenceCheck, title_key};

/// Minimum number of letters and digits that distinguish an entry from others.
const SHORTEST: usize = 16;
/// Minimum number of documents that give the usual form of a detail, all in the same way, for another form to be
/// unusual.
const LEAST_USUAL: usize = 3;
/// Maximum number of numbers in which an unusual entry differs from the usual one.
const MOST_NUMBERS: usize = 2;

/// Entry with the same error, or with the same unusual figures, in several documents.
#[derive(Clone, Debug, PartialEq)]
pub struct SameError {
    /// Occurrences of the entry in at least two different submissions: index of the document, and position in
    /// [`ReferenceCheck::references`] of that document. In ascending order.
    pub entries: Vec<(usize, usize)>,
    /// Weight of the finding, above 0 and at most 1; the fewer submissions of the class have the error, the higher
    /// the weight.
    pub weight: f64,
    /// Whether the entry itself contains an error. If not, its figures (year, volume, pages) differ from those that
    /// most other documents give for the work.
    pub is_wrong: bool,
}

impl SameError {
    /// Returns the stable name of the finding in kebab-case.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        if self.is_wrong {
            "same-error"
        } else {
            "same-oddity"
        }
    }
}

/// Occurrence of an entry: index of the document, and position among its references.
type Place = (usize, usize);

/// Returns the entries with the same error in several documents, in order of their occurrences. `checks` holds the
/// references of each document. `submissions` has a number for each document: documents with equal numbers were
/// handed in together or are copies, and count once.
#[must_use]
pub fn same_errors(checks: &[ReferenceCheck], submissions: &[u32]) -> Vec<SameError> {
    let with_references = checks
        .iter()
        .zip(submissions)
        .filter(|(check, _)| !check.references.is_empty());
    let class = with_references
        .map(|(_, submission)| *submission)
        .collect::<BTreeSet<u32>>()
        .len();
    let holders = |entries: &[Place]| {
        entries
            .iter()
            .map(|(document, _)| submissions[*document])
            .collect::<BTreeSet<u32>>()
            .len()
    };
    let mut found = Vec::new();
    let mut add = |entries: Vec<Place>, is_wrong| {
        let holders = holders(&entries);
        let weight = weight(holders, class);
        if holders >= 2 && weight > 0.0 {
            found.push(SameError {
                entries,
                weight,
                is_wrong,
            });
        }
    };
    for entries in wrong(checks).into_values() {
        add(entries, true);
    }
    for variants in works(checks).into_values() {
        for entries in odd(variants, holders) {
            add(entries, false);
        }
    }
    found.sort_by(|one, other| {
        one.entries
            .cmp(&other.entries)
            .then(other.is_wrong.cmp(&one.is_wrong))
    });
    found.dedup_by(|next, one| next.entries == one.entries);
    found
}

/// Returns the occurrences of entries that contain an error, by the key of everything that they state.
fn wrong(checks: &[ReferenceCheck]) -> BTreeMap<String, Vec<Place>> {
    let mut entries: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for (document, check) in checks.iter().enumerate() {
        let positions: BTreeSet<usize> = check
            .remarks
            .iter()
            .filter(|(_, remark)| remark.is_of_detail())
            .map(|(at, _)| *at)
            .collect();
        for position in positions {
            let key = title_key(&check.references[position].text);
            if key.chars().count() >= SHORTEST {
                entries.entry(key).or_default().push((document, position));
            }
        }
    }
    entries
}

/// Numbers in an entry, in printed order.
type Numbers = Vec<u32>;

/// Returns the occurrences of the entries of each work, by the numbers that they state: year, volume, pages.
fn works(checks: &[ReferenceCheck]) -> BTreeMap<String, BTreeMap<Numbers, Vec<Place>>> {
    let mut works: BTreeMap<String, BTreeMap<Numbers, Vec<Place>>> = BTreeMap::new();
    for (document, check) in checks.iter().enumerate() {
        for (position, entry) in check.references.iter().enumerate() {
            if let Some(key) = work_key(entry) {
                works
                    .entry(key)
                    .or_default()
                    .entry(numbers(&entry.text))
                    .or_default()
                    .push((document, position));
            }
        }
    }
    works
}

/// Returns the key of a work: its title, and its first author if known. `None` for notes, if the title is shorter than
/// 8 characters, or if the title, the year or the ends of the entry are unknown.
fn work_key(entry: &Reference) -> Option<String> {
    let title = title_key(entry.title.as_deref()?);
    let is_sure = entry.is_whole && !entry.is_note && entry.year.is_some();
    (is_sure && title.chars().count() >= 8).then(|| {
        format!(
            "{title}|{}",
            title_key(entry.authors.first().map_or("", String::as_str))
        )
    })
}

/// Returns the numbers of a text.
fn numbers(text: &str) -> Numbers {
    let runs = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|run| !run.is_empty());
    runs.map(|run| run.parse().unwrap_or(u32::MAX)).collect()
}

/// Returns the occurrences of each variant that differs in one or two numbers from the variant of most documents, and
/// that at most half as many documents have, rounded up: two if three agree on the usual variant.
fn odd(
    variants: BTreeMap<Numbers, Vec<Place>>,
    holders: impl Fn(&[Place]) -> usize,
) -> Vec<Vec<Place>> {
    let Some((usual, most)) = variants
        .iter()
        .map(|(numbers, entries)| (numbers.clone(), holders(entries)))
        .max_by_key(|(_, holders)| *holders)
    else {
        return Vec::new();
    };
    let differs = |numbers: &Numbers| {
        let others = numbers
            .iter()
            .zip(&usual)
            .filter(|(one, other)| one != other)
            .count();
        numbers.len() == usual.len() && (1..=MOST_NUMBERS).contains(&others)
    };
    let odd = variants.into_iter().filter(|(numbers, entries)| {
        most >= LEAST_USUAL && holders(entries) * 2 <= most + 1 && differs(numbers)
    });
    odd.map(|(_, entries)| entries).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Remark;

    fn check(text: &str, remark: Option<Remark>) -> ReferenceCheck {
        ReferenceCheck {
            references: vec![Reference {
                text: text.to_owned(),
                title: Some("夜间开放的图书馆研究".to_owned()),
                authors: vec!["沈知远".to_owned()],
                year: Some(2010),
                is_whole: true,
                ..Reference::default()
            }],
            remarks: remark.into_iter().map(|remark| (0, remark)).collect(),
            not_listed: Vec::new(),
        }
    }

    fn of(checks: &[ReferenceCheck]) -> Vec<(Vec<usize>, bool)> {
        let submissions: Vec<u32> = (0..).take(checks.len()).collect();
        let found = same_errors(checks, &submissions).into_iter();
        found
            .map(|one| {
                (
                    one.entries.iter().map(|(document, _)| *document).collect(),
                    one.is_wrong,
                )
            })
            .collect()
    }

    #[test]
    fn the_same_wrong_entry_in_two_of_a_class() {
        let right = "沈知远. 夜间开放的图书馆研究[J]. 灯塔学报, 2010, 29(3): 17-18.";
        let mut checks = vec![check(right, None); 6];
        checks[1] = check(
            "沈知远. 夜间开放的图书馆研究[J]. 灯塔学报, 2010. DOI:1O.1/2",
            Some(Remark::MalformedDoi),
        );
        checks[4] = checks[1].clone();
        assert_eq!(of(&checks), [(vec![1, 4], true)]);
        let mut all = vec![checks[1].clone(); 6];
        assert!(
            of(&all).is_empty(),
            "what half of the class has says nothing"
        );
        all.truncate(2);
        assert_eq!(of(&all).len(), 1);
        assert!(
            same_errors(&all, &[0, 0]).is_empty(),
            "two files of one student"
        );
    }

    #[test]
    fn numbers_that_differ_from_those_of_most() {
        let right = "沈知远. 夜间开放的图书馆研究[J]. 灯塔学报, 2010, 29(3): 17-18.";
        let mut checks = vec![check(right, None); 6];
        checks[2] = check(
            "沈知远. 夜间开放的图书馆研究[J]. 灯塔学报, 2010, 29(3): 71-78.",
            None,
        );
        assert!(of(&checks).is_empty(), "one alone has it");
        checks[3] = checks[2].clone();
        assert_eq!(of(&checks), [(vec![2, 3], false)]);
        assert_eq!(of(&checks[..5]), [(vec![2, 3], false)], "two against three");
        checks[1] = checks[2].clone();
        checks.push(check(right, None));
        assert!(of(&checks).is_empty(), "three against four");
    }
}
