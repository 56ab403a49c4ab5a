//! Finds citations that name a listed work in brackets without a year, as MLA prints them: "(Smith 37)", "(Smith, Lamps 12-14)",
//! "(qtd. in Smith 5)", "(“Reading by Lamps” 3)".

use std::collections::{BTreeSet, HashMap, HashSet};

use chachong_text::{Words, has_year};

use super::author_year::{MONTHS, is_no_author, without_leads};
use super::{Found, Target};
use crate::Reference;
use crate::flow::Flow;

/// Words before or between numbers that tell which place of a work they mean, in lower case and without full stops.
pub(crate) const PLACES: &[&str] = &[
    "p", "pp", "pg", "par", "pars", "para", "paras", "ch", "chs", "chap", "chaps", "sec", "secs",
    "vol", "vols", "line", "lines", "l", "ll", "act", "scene", "sc", "n", "nn", "note", "notes",
    "no", "nos", "col", "cols", "bk", "book", "pt", "part", "canto", "stanza", "verse", "passim",
    "ff", "f",
];
/// Words between the names of several authors, and after the first one.
const JOINTS: &[&str] = &["and", "et", "al", "others"];
/// Remarks on a quotation that stand in the same brackets, in lower case.
const REMARKS: Words = Words(
    "emphasis added|emphasis mine|emphasis in original|my emphasis|my translation|\
     translation mine|trans. mine",
);
/// Last day of a month: "(May 4)" is a date.
const LAST_DAY: u32 = 31;

/// Works of a text's own lists that brackets may name. Works of numbered lists are cited by their numbers, so they are left out.
pub(super) struct ListedWorks {
    works: Vec<Work>,
    /// Indices in `works` by a surname of the authors, in lower case.
    by_surname: HashMap<String, Vec<usize>>,
    /// Indices in `works` by the first word of the title, in lower case.
    by_title: HashMap<String, Vec<usize>>,
    /// Surnames that the text also writes in lower case, as ordinary words.
    ordinary: HashSet<String>,
}

struct Work {
    /// Index of the entry among the references.
    entry: usize,
    /// Words of the authors' names and the title, in lower case.
    words: HashSet<String>,
    /// Words of the title, in lower case, in their order, without an article before them.
    title: Vec<String>,
}

/// Part of the text in brackets, up to a semicolon or the end: it names one work, or states another place in the work before.
struct Part {
    /// Words of names and titles, as printed.
    words: Vec<String>,
    /// Whether pages or other places in the work are stated.
    has_place: bool,
    /// Whether the places cannot be a day: one is above 31 or not a plain number, or a word such as "p." is before it.
    is_surely_place: bool,
    /// Whether the part has quotation marks, as the title of an article has.
    is_quoted: bool,
}

impl ListedWorks {
    pub(super) fn of(flow: &Flow, references: &[Reference]) -> Self {
        let mut own = Self {
            works: Vec::new(),
            by_surname: HashMap::new(),
            by_title: HashMap::new(),
            ordinary: HashSet::new(),
        };
        for (entry, one) in references.iter().enumerate() {
            if one.is_note || one.number.is_some() {
                continue;
            }
            let at = own.works.len();
            for surname in surnames(&one.authors) {
                own.by_surname.entry(surname).or_default().push(at);
            }
            let title = keys(one.title.as_deref().unwrap_or_default());
            let named = one.authors.iter().flat_map(|author| keys(author));
            let words = named.chain(title.iter().cloned()).collect();
            let title = without_article(&title).to_vec();
            if let Some(first) = title.first() {
                own.by_title.entry(first.clone()).or_default().push(at);
            }
            own.works.push(Work {
                entry,
                words,
                title,
            });
        }
        if !own.by_surname.is_empty() {
            let words = flow.characters.split(|c| !c.is_alphabetic());
            let small = words.filter(|word| word.first().is_some_and(|c| c.is_lowercase()));
            let small = small.map(|word| word.iter().collect::<String>());
            own.ordinary = small
                .filter(|word| own.by_surname.contains_key(word))
                .collect();
        }
        own
    }

    /// Returns the citation in the brackets at `open` and `close`; `None` if they contain anything else than listed works, places in
    /// them and remarks.
    pub(super) fn cited_in(&self, flow: &Flow, open: usize, close: usize) -> Option<Found> {
        if self.works.is_empty() {
            return None;
        }
        let inside = flow.text(open + 1..close).replace(['\n', '\r'], " ");
        // A year makes it a date, or a citation by author and year.
        if has_year(&inside) {
            return None;
        }
        let is_of_quotation = follows_quotation(flow, open);
        let mut entries: Vec<usize> = Vec::new();
        for part in inside.split([';', '；']) {
            if REMARKS.include(&part.trim().to_lowercase()) {
                continue;
            }
            let part = Part::of(without_leads(part));
            let goes_on = part.words.is_empty() && part.has_place && !entries.is_empty();
            let named = self.named(&part, is_of_quotation);
            if named.is_empty() && !goes_on {
                return None;
            }
            entries.extend(named);
        }
        (!entries.is_empty()).then(|| Found {
            range: open..close + 1,
            targets: entries.into_iter().map(Target::Author).collect(),
            introduces: false,
        })
    }

    /// Returns the entries that a part of brackets names: by an author's surname, with nothing but words of the names and the title
    /// beside it, or by the beginning of the title. `is_of_quotation` tells whether the brackets follow a quotation.
    fn named(&self, part: &Part, is_of_quotation: bool) -> BTreeSet<usize> {
        let keys: Vec<String> = part.words.iter().map(|word| word.to_lowercase()).collect();
        let mut named = BTreeSet::new();
        for (word, key) in part.words.iter().zip(&keys) {
            if !self.is_surely_name(word, key, part, is_of_quotation) {
                continue;
            }
            let of_surname = self.by_surname.get(key).into_iter().flatten();
            let works = of_surname.map(|&at| &self.works[at]);
            let fitting = works.filter(|work| keys.iter().all(|key| work.words.contains(key)));
            named.extend(fitting.map(|work| work.entry));
        }
        if named.is_empty() {
            let title = without_article(&keys);
            let is_sure = match title.len() {
                0 => false,
                1 => part.has_place && part.is_quoted,
                _ => part.has_place || part.is_quoted,
            };
            let is_capital = part.words.first().is_some_and(|word| is_capital(word));
            let first = title.first().filter(|_| is_sure && is_capital);
            let of_title = first.and_then(|first| self.by_title.get(first));
            let works = of_title.into_iter().flatten().map(|&at| &self.works[at]);
            let fitting = works.filter(|work| work.title.starts_with(title));
            named.extend(fitting.map(|work| work.entry));
        }
        named
    }

    /// Returns whether a word in brackets can only be a surname. A month needs a place that is no day. Without a place, an ordinary word
    /// and an abbreviation are none, and brackets that follow no quotation may give the name of an actor or a town.
    fn is_surely_name(&self, word: &str, key: &str, part: &Part, is_of_quotation: bool) -> bool {
        if !is_capital(word) {
            return false;
        }
        if MONTHS.include(word) {
            return part.is_surely_place;
        }
        part.has_place
            || is_of_quotation
                && !is_no_author(word)
                && !self.ordinary.contains(key)
                && word.chars().any(char::is_lowercase)
    }
}

impl Part {
    fn of(text: &str) -> Self {
        let mut part = Self {
            words: Vec::new(),
            has_place: false,
            is_surely_place: false,
            is_quoted: text.contains(['“', '"', '‘']),
        };
        for token in text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '，')) {
            let token = token.trim_matches(|c: char| !c.is_alphanumeric());
            if PLACES.contains(&token) {
                part.is_surely_place = true;
            } else if is_place(token) {
                part.has_place = true;
                part.is_surely_place |= !token.parse().is_ok_and(|day: u32| day <= LAST_DAY);
            } else if !JOINTS.contains(&token) {
                // An initial tells nothing.
                let words = words(token).into_iter();
                part.words
                    .extend(words.filter(|word| word.chars().count() > 1));
            }
        }
        part
    }
}

/// Returns whether a word is a number of a page or another place: "37", "12-14", "3.1.55", "12n3", "xii".
pub(crate) fn is_place(word: &str) -> bool {
    let is_number = word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| {
            c.is_ascii_digit() || matches!(c, '-' | '–' | '—' | '.' | ':' | '/' | 'n' | 'f')
        });
    let is_roman = word.chars().all(|c| "ivx-–".contains(c));
    is_number || !word.is_empty() && is_roman
}

/// Returns whether brackets stand after a quotation.
fn follows_quotation(flow: &Flow, open: usize) -> bool {
    let before = flow.text(open.saturating_sub(2)..open);
    before.trim_end().ends_with(['”', '"', '’', '»'])
}

fn is_capital(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// Returns the words of a text, with straight apostrophes and without the ending of the genitive.
fn words(text: &str) -> Vec<String> {
    let text = text.replace('’', "'");
    let words = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '-'));
    let words = words.map(|word| word.trim_matches(['\'', '-']));
    let words = words.map(|word| word.strip_suffix("'s").unwrap_or(word));
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

fn keys(text: &str) -> Vec<String> {
    words(text).iter().map(|word| word.to_lowercase()).collect()
}

fn without_article(title: &[String]) -> &[String] {
    match title {
        [first, rest @ ..] if matches!(first.as_str(), "the" | "a" | "an") => rest,
        _ => title,
    }
}

/// Returns the surnames of the authors of an entry, in lower case.
pub(crate) fn surnames(authors: &[String]) -> Vec<String> {
    let parts: Vec<Vec<String>> = authors.iter().map(|author| name_parts(author)).collect();
    let has_initials = |author: &String, parts: &[String]| words(author).len() > parts.len();
    // "Smith, Jane. Lamps" has the first author's given name after a comma.
    let is_turned = match (authors, parts.as_slice()) {
        ([first, _, ..], [of_first, of_second, ..]) => {
            of_second.len() == 1 && !has_initials(first, of_first)
        }
        _ => false,
    };
    let mut surnames = Vec::new();
    for (index, of_author) in parts.iter().enumerate() {
        if index == 0 && is_turned {
            let capitals = of_author.iter().filter(|word| is_capital(word));
            surnames.extend(capitals.map(|word| word.to_lowercase()));
        } else if index != 1 || !is_turned {
            surnames.extend(of_author.last().map(|word| word.to_lowercase()));
        }
    }
    surnames
}

/// Returns the words of a name before its comma, without initials.
fn name_parts(author: &str) -> Vec<String> {
    let name = author.split(',').next().unwrap_or_default();
    let is_part = |word: &String| word.chars().count() > 3 || word.chars().any(char::is_lowercase);
    words(name).into_iter().filter(is_part).collect()
}
