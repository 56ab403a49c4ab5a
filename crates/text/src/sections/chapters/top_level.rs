//! Decides which headings are those of chapters: the highest level that the text has, counted up from the first
//! chapter.

use std::collections::{HashMap, HashSet};

use super::{Candidate, Form, LEAST};

/// Minimum number of characters of most chapters whose headings have nothing but a number to be known by; list items
/// follow each other sooner, and a short chapter among long ones is one too.
const LEAST_LENGTH: u32 = 200;
/// Gain of a chain of headings by a chapter of at least `LEAST_LENGTH` characters.
const GAIN: i64 = 2;
/// Loss of a chain that takes single items out of a list.
const LOSS: i64 = 3;

/// Keeps the headings of the highest level that the text has, and those with a section's name; none at all if neither a
/// number nor a name tells where the text's body begins.
pub(super) fn of_top_level(candidates: Vec<Candidate<'_>>) -> Vec<Candidate<'_>> {
    let of_chapters: Vec<usize> = (0..candidates.len())
        .filter(|&at| matches!(candidates[at].form, Form::Chapter(_)))
        .collect();
    let kept = if of_chapters.len() >= LEAST {
        let first = of_chapters[0];
        let begun = (candidates[..first].iter()).any(|one| one.begins_body);
        let begins = (candidates[first].form.number())
            .is_none_or(|number| number <= 1 || number == 2 && begun);
        if begins { of_chapters } else { Vec::new() }
    } else {
        of_numbers_or_numerals(&candidates)
    };
    let named = |one: &Candidate<'_>| one.form == Form::Named && one.begins_body;
    // Numbered headings that make no chain say that chapters are missing: an introduction would take all of their text.
    let numbered = (candidates.iter()).filter(|one| one.form.is_numbered() && one.is_listed);
    if kept.is_empty() && (numbered.count() >= LEAST || !candidates.iter().any(named)) {
        return Vec::new();
    }
    let mut kept = kept.into_iter().peekable();
    let mut top = Vec::new();
    for (at, candidate) in candidates.into_iter().enumerate() {
        let is_kept = kept.next_if_eq(&at).is_some();
        if is_kept || candidate.ends_thesis || candidate.form == Form::Named {
            top.push(candidate);
        }
    }
    top
}

/// Returns the positions of the headings by Chinese numerals or else by Arabic numbers.
fn of_numbers_or_numerals(candidates: &[Candidate<'_>]) -> Vec<usize> {
    let of_numerals = chain(candidates, |form| match form {
        Form::Numeral(number) => Some(number),
        _ => None,
    });
    let of_numbers = chain(candidates, |form| match form {
        Form::Number(number) => Some(number),
        _ => None,
    });
    // "一、" holds "1." and not the other way round, unless its list stands between the first and the last number.
    let within = of_numerals.first() > of_numbers.first() && of_numerals.last() < of_numbers.last();
    if of_numerals.is_empty() || within && of_numbers.len() > of_numerals.len() {
        of_numbers
    } else {
        of_numerals
    }
}

/// Chain of headings that count up, known by its last heading.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Link {
    score: i64,
    length: usize,
    /// Heading before the last one; `None` for the first.
    before: Option<usize>,
}

impl Link {
    /// Returns this chain, which ends at heading `at`, continued by one more heading.
    const fn then(self, at: usize, gain: i64) -> Self {
        Self {
            score: self.score + gain,
            length: self.length + 1,
            before: Some(at),
        }
    }

    /// Whether this chain is worth more than another one, by score, then length; of equal ones the first stays.
    fn beats(self, other: Option<Self>) -> bool {
        other.is_none_or(|other| (self.score, self.length) > (other.score, other.length))
    }
}

/// Returns the positions of the headings that count up by one from the first chapter and are chapters rather than list
/// items; empty if there are none. The first chapter has the number 1, or 0, or a name alone ("引言", then "2 方法").
/// Items of a list follow each other closely, and so may chapters; but a list is taken or left as a whole, and most of
/// the chapters are long.
fn chain(candidates: &[Candidate<'_>], number: impl Fn(Form) -> Option<u32>) -> Vec<usize> {
    let numbered: Vec<(usize, u32)> = (candidates.iter().enumerate())
        .filter_map(|(at, one)| Some((at, number(one.form)?)))
        .collect();
    let first_name = (candidates.iter()).position(|one| one.form == Form::Named && one.begins_body);
    let near = |a: usize, b: usize| {
        let (a, b) = (&candidates[numbered[a].0], &candidates[numbered[b].0]);
        !a.is_listed && !b.is_listed && b.start - a.start < LEAST_LENGTH
    };
    // Whether the next number follows closely.
    let runs_on = |i: usize| {
        (numbered.get(i + 1)).is_some_and(|next| next.1 == numbered[i].1 + 1) && near(i, i + 1)
    };
    // For each number, the best chain that ends with it and goes on far behind: the loss of what it leaves is deducted.
    let mut best = HashMap::<u32, (Link, usize)>::new();
    let mut links: Vec<Option<Link>> = Vec::with_capacity(numbered.len());
    let mut end: Option<(Link, usize)> = None;
    for (i, &(at, value)) in numbered.iter().enumerate() {
        let is_first = value <= 1 || value == 2 && first_name.is_some_and(|name| name < at);
        let within = i > 0 && runs_on(i - 1);
        let mut link = is_first.then_some(Link {
            score: 0,
            length: 1,
            before: None,
        });
        // The last one of a run may be the heading behind a list; one within it is an item.
        let loss = match (within, runs_on(i)) {
            (false, _) => 0,
            (true, false) => GAIN,
            (true, true) => LOSS,
        };
        let apart = (value.checked_sub(1)).and_then(|value| best.get(&value));
        let apart = apart.map(|&(before, j)| {
            let gain = if near(j, i) { 0 } else { GAIN };
            before.then(j, gain - loss)
        });
        let close = (within.then(|| links[i - 1]).flatten()).map(|before| before.then(i - 1, 0));
        for next in [close, apart].into_iter().flatten() {
            if next.beats(link) {
                link = Some(next);
            }
        }
        if let Some(link) = &mut link {
            link.score += i64::from(candidates[at].begins_body);
            let mut left = *link;
            left.score -= if runs_on(i) { LOSS } else { 0 };
            if left.beats(best.get(&value).map(|&(known, _)| known)) {
                best.insert(value, (left, i));
            }
            if link.beats(end.map(|(known, _)| known)) {
                end = Some((*link, i));
            }
        }
        links.push(link);
    }
    let mut chain = Vec::new();
    let mut next = end.filter(|(link, _)| link.score >= GAIN).map(|(_, i)| i);
    while let Some(i) = next {
        chain.push(i);
        next = links[i].and_then(|link| link.before);
    }
    chain.reverse();
    let long = (chain.windows(2)).filter(|pair| !near(pair[0], pair[1]));
    let enough = chain.len() >= LEAST && long.count() * 2 >= chain.len() - 1;
    // Two later chapters behind a missing one: their text would count for the last one that is found.
    let mut later = HashSet::new();
    let end = chain.last().copied().unwrap_or(numbered.len());
    let is_broken = (end + 1..numbered.len()).any(|i| {
        let value = numbered[i].1;
        let alone = value > numbered[end].1 + 1 && !runs_on(i) && !runs_on(i - 1);
        let follows = alone && later.contains(&(value - 1));
        if alone {
            later.insert(value);
        }
        follows
    });
    let chain = chain.into_iter().filter(|_| enough && !is_broken);
    chain.map(|i| numbered[i].0).collect()
}
