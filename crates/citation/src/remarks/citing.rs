//! Compares entries with citations: finds works that are cited but not listed, and entries that are listed but never
//! cited.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

use chachong_text::{LineBreaks, is_ideograph, is_line_break};

use super::brackets::{Bracketed, bracketed};
use super::numbering::numbers_at_lines;
use super::{NotListed, Remark};
use crate::{Citation, EntryIndex, Manuscript, Reference, Target};

/// Minimum number of entries of a list for its citations to be checked.
const SHORTEST_LIST: usize = 4;
/// Minimum part of a list's entries that are cited, in tenths. If fewer are cited, the citations could not be read.
const LEAST_CITED: usize = 6;
/// Maximum number of characters between two lists that belong to one part of the text.
const NEAR: u32 = 1500;
/// Maximum difference by which the number of a citation may exceed the numbers of the list.
const BEYOND: u32 = 12;

/// Number of characters at the beginning of an entry within which it states its year.
const ENTRY_HEAD: usize = 200;

/// Entries of a text with the citations that point to them.
pub(super) struct Citing<'m> {
    manuscript: &'m Manuscript<'m>,
    pub(super) references: &'m [Reference],
    citations: &'m [Citation],
    brackets: Vec<Bracketed>,
    /// Whether the text has one list, or several that are close to each other and share no number.
    pub(super) has_one_list: bool,
}

impl<'m> Citing<'m> {
    pub(super) fn of(
        manuscript: &'m Manuscript<'m>,
        references: &'m [Reference],
        citations: &'m [Citation],
    ) -> Self {
        let lists: Vec<&[Reference]> = references
            .chunk_by(|one, next| one.list == next.list)
            .filter(|list| !list[0].is_note)
            .collect();
        let near = lists
            .windows(2)
            .all(|pair| match (pair[0].last(), pair[1].first()) {
                (Some(last), Some(first)) => first.start.saturating_sub(last.end) < NEAR,
                _ => false,
            });
        let numbers: Vec<u32> = references
            .iter()
            .filter(|one| !one.is_note)
            .flat_map(Reference::numbers)
            .collect();
        let distinct: BTreeSet<u32> = numbers.iter().copied().collect();
        Self {
            manuscript,
            references,
            citations,
            brackets: bracketed(manuscript),
            has_one_list: !lists.is_empty() && near && distinct.len() == numbers.len(),
        }
    }

    /// Returns whether the text was read from printed pages.
    pub(super) fn is_printed(&self) -> bool {
        self.manuscript.breaks == LineBreaks::Page
    }

    /// Returns the indices of the entries that are checked: those of the list, if all or none of them have numbers.
    /// `None` if no entries can be checked.
    fn listed(&self) -> Option<Vec<usize>> {
        let listed: Vec<usize> = (0..self.references.len())
            .filter(|at| !self.references[*at].is_note)
            .collect();
        let is_known = |at: &usize| self.references[*at].is_whole;
        let is_list =
            self.has_one_list && listed.len() >= SHORTEST_LIST && listed.iter().all(is_known);
        let numbered = listed
            .iter()
            .filter(|at| self.references[**at].number.is_some())
            .count();
        (is_list && (numbered == 0 || numbered == listed.len())).then_some(listed)
    }

    /// Returns the numbers that citations name, in their order.
    pub(super) fn numbers_of_citations(&self) -> impl Iterator<Item = u32> {
        let targets = self.citations.iter().flat_map(|citation| &citation.targets);
        targets.filter_map(|target| match target {
            Target::Number(number) => Some(*number),
            _ => None,
        })
    }

    /// Returns the numbers that stand in brackets, in their order.
    pub(super) fn numbers_in_brackets(&self) -> impl Iterator<Item = u32> {
        self.brackets
            .iter()
            .flat_map(|one| one.numbers.iter().copied())
    }

    /// Returns a remark on each entry that is never cited.
    pub(super) fn not_cited(&self) -> Vec<(usize, Remark)> {
        let Some(listed) = self.listed() else {
            return Vec::new();
        };
        let is_numbered = self.references[listed[0]].number.is_some();
        let cited: BTreeSet<usize> = if is_numbered {
            let numbers: BTreeSet<u32> = (self.numbers_of_citations())
                .chain(self.numbers_in_brackets())
                .collect();
            let has = |at: &usize| {
                let mut own = self.references[*at].numbers();
                own.any(|number| numbers.contains(&number))
            };
            listed.iter().copied().filter(has).collect()
        } else {
            let index = EntryIndex::of(self.references);
            let of_citations = self
                .citations
                .iter()
                .flat_map(|citation| index.entries_of(citation));
            let by_citation: BTreeSet<usize> = of_citations.collect();
            if by_citation.len() * 10 < listed.len() * LEAST_CITED {
                return Vec::new();
            }
            let open = listed
                .iter()
                .copied()
                .filter(|at| !by_citation.contains(at));
            let named = named(self.references, open, &self.body());
            let may_be = |at: &usize| by_citation.contains(at) || named.contains(at);
            listed.iter().copied().filter(may_be).collect()
        };
        if cited.len() * 10 < listed.len() * LEAST_CITED {
            return Vec::new();
        }
        let rest = listed.into_iter().filter(|at| !cited.contains(at));
        rest.map(|at| (at, Remark::NotCited)).collect()
    }

    /// Returns the text outside of reference lists, in lower case.
    fn body(&self) -> String {
        let mut lists = self
            .manuscript
            .marks
            .iter()
            .filter(|mark| mark.reason == chachong_text::MarkReason::References)
            .peekable();
        let outside = self
            .manuscript
            .text
            .chars()
            .zip(0_u32..)
            .filter(|&(_, at)| {
                while lists.next_if(|mark| mark.end <= at).is_some() {}
                lists.peek().is_none_or(|mark| at < mark.start)
            });
        outside.flat_map(|(c, _)| c.to_lowercase()).collect()
    }

    /// Returns the citations of works that no list contains, only the first for each work.
    pub(super) fn not_listed(&self) -> Vec<NotListed> {
        let Some(listed) = self.listed() else {
            return Vec::new();
        };
        let mut found = match self.references[listed[0]].number {
            Some(_) => self.numbers_not_listed(&listed),
            None => self.works_not_listed(&listed),
        };
        found.sort();
        let mut seen = BTreeSet::new();
        found.retain(|one| seen.insert(one.cited.clone()));
        found
    }

    /// Returns the numbers in brackets that exceed the last number of a complete list.
    fn numbers_not_listed(&self, listed: &[usize]) -> Vec<NotListed> {
        let numbers: BTreeSet<u32> = listed
            .iter()
            .flat_map(|at| self.references[*at].numbers())
            .collect();
        let Some(&largest) = numbers.last() else {
            return Vec::new();
        };
        let plain = || self.brackets.iter().filter(|one| one.is_plain);
        let in_brackets: BTreeSet<u32> = plain()
            .flat_map(|one| one.numbers.iter().copied())
            .collect();
        let cited = in_brackets.intersection(&numbers).count();
        let is_whole = numbers.len() == largest as usize && numbers.first() == Some(&1);
        if !is_whole || cited * 10 < numbers.len() * LEAST_CITED {
            return Vec::new();
        }
        let any_style = !listed.iter().all(|at| self.references[*at].in_brackets);
        let at_lines = numbers_at_lines(self.manuscript.text, any_style);
        let beyond: BTreeSet<u32> = (in_brackets.range(largest + 1..=largest + BEYOND).copied())
            .filter(|number| !at_lines.contains(number))
            .collect();
        let mut found = Vec::new();
        for one in plain() {
            for number in one.numbers.iter().filter(|number| beyond.contains(number)) {
                found.push(NotListed {
                    start: one.place.start,
                    end: one.place.end,
                    cited: format!("[{number}]"),
                });
            }
        }
        found
    }

    /// Returns the citations by author and year that no entry states together.
    fn works_not_listed(&self, listed: &[usize]) -> Vec<NotListed> {
        let entries: Vec<String> = listed
            .iter()
            .map(|at| self.references[*at].text.to_lowercase())
            .collect();
        let mut works: BTreeMap<(String, u16), (bool, NotListed)> = BTreeMap::new();
        for citation in self.citations {
            for target in &citation.targets {
                let Target::AuthorYear { authors, year, .. } = target else {
                    continue;
                };
                let Some(author) = authors.first() else {
                    continue;
                };
                let surname = surname(author);
                let Entry::Vacant(work) = works.entry((surname, *year)) else {
                    continue;
                };
                let (surname, year_text) = (&work.key().0, year.to_string());
                let states = |entry: &String| entry.contains(surname) && entry.contains(&year_text);
                let is_listed = entries.iter().any(states);
                let first = NotListed {
                    start: citation.start,
                    end: citation.end,
                    cited: format!("{author} {year}"),
                };
                work.insert((is_listed, first));
            }
        }
        let listed = works.values().filter(|(is_listed, _)| *is_listed).count();
        if listed < SHORTEST_LIST || listed * 10 < works.len() * LEAST_CITED {
            return Vec::new();
        }
        let heads = self.heads();
        let rest = works.into_iter().filter(|(_, (is_listed, _))| !is_listed);
        rest.filter(|((surname, year), _)| !begins_a_line(&heads, surname, *year))
            .map(|(_, (_, one))| one)
            .collect()
    }
}

impl Citing<'_> {
    /// Returns the beginnings of the text's lines, in lower case.
    fn heads(&self) -> Vec<String> {
        let lines = self.manuscript.text.split(is_line_break);
        let heads = lines.map(|line| line.trim_start().chars().take(ENTRY_HEAD));
        heads
            .map(|head| head.flat_map(char::to_lowercase).collect())
            .collect()
    }
}

/// Returns whether any of `heads`, the beginnings of lines, begins with this name and soon states the year. Such a line is an
/// entry that was marked as something else.
fn begins_a_line(heads: &[String], surname: &str, year: u16) -> bool {
    let year = year.to_string();
    let mut heads = heads.iter();
    heads.any(|head| {
        head.find(surname).is_some_and(|at| at < surname.len() + 12) && head.contains(&year)
    })
}

/// Returns the part of an author's name that citations contain, in lower case: the longest word of a Latin name, or the
/// whole Chinese name.
fn surname(author: &str) -> String {
    let lower = author.to_lowercase();
    if lower.chars().any(is_ideograph) {
        return lower;
    }
    let words = lower.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '\'');
    words
        .max_by_key(|word| word.chars().count())
        .unwrap_or_default()
        .to_owned()
}

/// Returns those of the entries of which a text contains a word of the first author's name, or of which no author is known.
fn named(
    references: &[Reference],
    entries: impl Iterator<Item = usize>,
    body: &str,
) -> BTreeSet<usize> {
    let mut named = BTreeSet::new();
    // Words that were not found yet, with their entries, by their first two characters.
    let mut sought: BTreeMap<[char; 2], Vec<(String, usize)>> = BTreeMap::new();
    for at in entries {
        let Some(author) = references[at].authors.first() else {
            named.insert(at);
            continue;
        };
        for word in author.to_lowercase().split(|c: char| !c.is_alphanumeric()) {
            let mut characters = word.chars();
            if let (Some(one), Some(two)) = (characters.next(), characters.next()) {
                let words = sought.entry([one, two]).or_default();
                words.push((word.to_owned(), at));
            }
        }
    }
    let following = body.chars().skip(1);
    for ((at, one), two) in body.char_indices().zip(following) {
        if let Some(words) = sought.get_mut(&[one, two]) {
            words.retain(|(word, entry)| {
                let is_there = body[at..].starts_with(word.as_str());
                if is_there {
                    named.insert(*entry);
                }
                !is_there
            });
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_named_wherever_a_word_of_the_author_stands() {
        let authors = ["沈知远", "Doe, R", "van Doorn", "陆明", "", "X"];
        let entry = |author: &&str| Reference {
            authors: (!author.is_empty())
                .then(|| (*author).to_owned())
                .into_iter()
                .collect(),
            ..Reference::default()
        };
        let references: Vec<Reference> = authors.iter().map(entry).collect();
        let found = |body: &str| Vec::from_iter(named(&references, 0..authors.len(), body));
        assert_eq!(found("据沈知远所说，doe的看法不同"), [0, 1, 4]);
        assert_eq!(found("the doorn lamp"), [2, 4]);
        assert_eq!(found("x"), [4]);
        assert_eq!(found(""), [4]);
    }
}
