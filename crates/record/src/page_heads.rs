//! Finds fields in running heads: "某某大学硕士学位论文", the title, or "张三：夜间图书馆的灯光".

use super::claim::{Claims, Field};
use super::names::{is_han, joined, known_persons};
use super::{Certainty, StatedPlace, blanks, journal, kinds, schools, values};
use chachong_text::{Exclusion, ExclusionReason, without_radical};

/// Maximum number of running heads that are looked at.
const HEADS: usize = 60;
/// Minimum number of pages with the same head for the title of a document.
const PAGES: usize = 3;
/// Maximum number of characters of a text in which heads are looked for.
const CHARACTERS: usize = 60_000;

/// Adds the claims of the running heads.
pub(super) fn read(text: &str, exclusions: &[Exclusion], claims: &mut Claims) {
    let mut heads: Vec<(String, usize)> = Vec::new();
    for head in heads_of(text, exclusions) {
        let head = blanks::one_line(head.trim_matches(|c: char| {
            c.is_ascii_digit() || c.is_whitespace() || matches!(c, '-' | '—' | '·' | '|')
        }));
        if head.chars().filter(|c| c.is_alphabetic()).count() < 2 {
            continue;
        }
        match heads.iter_mut().find(|(known, _)| *known == head) {
            Some((_, pages)) => *pages += 1,
            None => heads.push((head, 1)),
        }
    }
    heads.retain(|&(_, pages)| pages >= 2);
    let mut add = |field, value: String, certainty| {
        claims.add(field, value, StatedPlace::PageHead, certainty);
    };
    for (head, pages) in heads {
        let mut known = false;
        if let Some(year) = journal::year_of_issue(&head) {
            known = true;
            add(Field::Year, year, Certainty::Likely);
        }
        if let Some(degree) = kinds::kind(&head) {
            known = true;
            if let Some(degree) = degree {
                add(Field::Degree, degree.to_owned(), Certainty::Likely);
            }
        }
        if let Some((school, sure)) = schools::school(&head) {
            known = true;
            let certainty = Certainty::likely_if(sure);
            add(Field::Institution, school, certainty);
        }
        if known || pages < PAGES {
            continue;
        }
        if let Some((author, title)) = head.split_once(['：', ':'])
            && let Some(names) = known_persons(author)
            && let Some(title) = values::title(title)
        {
            add(Field::Author, joined(&names), Certainty::Likely);
            add(Field::Title, title, Certainty::Likely);
            continue;
        }
        // The name of a chapter heads pages too, and that of a journal.
        let chapter = head.starts_with('第')
            || head.chars().next().is_some_and(|c| c.is_ascii_digit())
            || head.to_lowercase().starts_with("chapter");
        let long = head.chars().filter(|&c| is_han(c)).count() >= 8 || head.split(' ').count() >= 4;
        if !chapter
            && long
            && let Some(title) = values::title(&head)
        {
            add(Field::Title, title, Certainty::Guess);
        }
    }
}

/// Returns the lines of the first running heads.
fn heads_of(text: &str, exclusions: &[Exclusion]) -> Vec<String> {
    let heads: Vec<&Exclusion> = exclusions
        .iter()
        .filter(|exclusion| exclusion.reason == ExclusionReason::RunningHead)
        .take_while(|exclusion| exclusion.end <= CHARACTERS as u64)
        .take(HEADS)
        .collect();
    let mut found = vec![String::new(); heads.len()];
    let mut current = 0;
    for (at, c) in text.chars().take(CHARACTERS).enumerate() {
        let at = at as u64;
        while heads.get(current).is_some_and(|head| head.end <= at) {
            current += 1;
        }
        match heads.get(current) {
            None => break,
            Some(head) if head.start <= at => {
                if let Some(line) = found.get_mut(current) {
                    line.push(without_radical(c));
                }
            }
            Some(_) => {}
        }
    }
    found
        .iter()
        .flat_map(|head| head.lines())
        .map(str::to_owned)
        .collect()
}
