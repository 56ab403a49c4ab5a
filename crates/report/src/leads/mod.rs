//! Leads to possible rewriting or translation in reports: rows in order, their words, and the sentences of both texts.
//! Leads are not part of any share, verdict, group or numbering; leads that a person dismissed are counted but not
//! listed.

#[cfg(test)]
pub(crate) mod made;
#[cfg(test)]
mod tests;

use chachong_compare::DocumentIndex;
use std::collections::BTreeMap;

use super::Report;
use super::decided::one_line;
use chachong_check::shown::{Lines, LoadedText, ShownText, in_order};
use chachong_check::{Document, FoundLead, PlacedLead};
use chachong_compare::Span;
use chachong_messages::{Language, day, document_name, place};

/// Maximum number of leads that the report of one document or pair shows with their sentences.
pub(crate) const MOST_SHOWN: usize = 50;
/// Maximum number of names of documents whose text could not be read again.
const MOST_UNREAD: usize = 20;

/// Lead as a report shows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lead<'a> {
    /// Positions of the two documents: in the documents of the check or, counted after those, in the members of the
    /// leads. In the report on a document, its own position is first.
    pub(crate) documents: [DocumentIndex; 2],
    pub(crate) found: &'a FoundLead,
    /// Whether the documents are in the opposite order of `found`.
    is_turned: bool,
}

/// Leads of a check, a document or a pair, the strongest first.
#[derive(Clone, Debug)]
pub(crate) struct LeadList<'a> {
    /// Leads that no person dismissed.
    pub(crate) leads: Vec<Lead<'a>>,
    /// Number of leads that a person dismissed.
    pub(crate) dismissed: usize,
}

/// Sentences of the two documents beside each other; `None` if a side has no counterpart.
pub(crate) type Rows = Vec<[Option<String>; 2]>;

impl<'a> LeadList<'a> {
    /// Returns the leads of a check; `None` if they were not sought.
    pub(crate) fn of_check(check: Report<'a>) -> Option<Self> {
        let placed = check.result.leads.as_deref()?;
        Some(Self::of(placed.list.iter(), |_| false))
    }

    /// Returns the leads of the document at `position`, which comes first in each; `None` if they were not sought.
    pub(crate) fn of_document(check: Report<'a>, position: DocumentIndex) -> Option<Self> {
        let placed = check.result.leads.as_deref()?;
        Some(Self::of(placed.of_document(position), |lead| {
            lead.a != position
        }))
    }

    /// Returns the leads between two documents, the first of which comes first in each; `None` if there are none.
    pub(crate) fn of_pair(check: Report<'a>, a: DocumentIndex, b: DocumentIndex) -> Option<Self> {
        let placed = check.result.leads.as_deref()?;
        let list = Self::of(placed.of_pair(a, b), |lead| lead.a != a);
        (!list.leads.is_empty() || list.dismissed > 0).then_some(list)
    }

    fn of(
        placed: impl Iterator<Item = &'a PlacedLead>,
        is_turned: impl Fn(&PlacedLead) -> bool,
    ) -> Self {
        let mut list = Self {
            leads: Vec::new(),
            dismissed: 0,
        };
        for one in placed {
            if one.lead.is_dismissed() {
                list.dismissed += 1;
                continue;
            }
            let lead = Lead::of(one);
            list.leads.push(if is_turned(one) {
                let [a, b] = lead.documents;
                Lead {
                    documents: [b, a],
                    is_turned: true,
                    ..lead
                }
            } else {
                lead
            });
        }
        list
    }

    /// Returns the leads that the report of one document or pair shows.
    pub(crate) fn shown(&self) -> &[Lead<'a>] {
        &self.leads[..self.leads.len().min(MOST_SHOWN)]
    }

    /// Returns the lines below a list of `shown` leads: the number of further leads, and the number that a person
    /// dismissed.
    pub(crate) fn rest(&self, shown: usize, language: Language) -> Vec<String> {
        let count =
            |key: &str, count: usize| (count > 0).then(|| language.fill(key, &[("count", &count)]));
        let more = count("leads.report-more", self.leads.len().saturating_sub(shown));
        let dismissed = count("leads.report-dismissed", self.dismissed);
        more.into_iter().chain(dismissed).collect()
    }
}

impl<'a> Lead<'a> {
    /// Makes a lead with its documents in the order of the check.
    pub(crate) const fn of(placed: &'a PlacedLead) -> Self {
        Self {
            documents: [placed.a, placed.b],
            found: &placed.lead,
            is_turned: false,
        }
    }

    /// Returns both passages, in the order of `documents`.
    pub(crate) fn spans(&self) -> [Span; 2] {
        self.turned([self.found.in_a, self.found.in_b])
    }

    /// Returns the kind in words.
    pub(crate) fn kind(&self, language: Language) -> String {
        language.text(&format!("lead.kind-{}", self.found.kind.name()))
    }

    /// Returns the strength in words.
    pub(crate) fn strength(&self, language: Language) -> String {
        language.text(&format!("lead.strength-{}", self.found.strength().name()))
    }

    /// Returns the expected number by chance, rounded to three digits: its precision at most.
    pub(crate) fn expected_by_chance(&self) -> f64 {
        let expected = self.found.expected_by_chance;
        format!("{expected:.2e}").parse().unwrap_or(expected)
    }

    /// Returns the expected number by chance as the window shows it.
    pub(crate) fn chance(&self) -> String {
        let number = self.found.expected_by_chance;
        if number >= 0.01 {
            format!("{number:.2}")
        } else {
            format!("{number:.0e}")
        }
    }

    /// Returns kind, strength and the expected number by chance in one line.
    pub(crate) fn about(&self, language: Language) -> String {
        let by_chance = language.fill("leads.by-chance", &[("number", &self.chance())]);
        format!(
            "{} · {} · {by_chance}",
            self.kind(language),
            self.strength(language)
        )
    }

    /// Returns the person's confirmation with day and note; `None` without one.
    pub(crate) fn word(&self, language: Language) -> Option<String> {
        let word = (self.found.word.as_ref()).filter(|_| self.found.is_confirmed())?;
        let confirmed = language.fill("leads.confirmed-on", &[("day", &day(word.at))]);
        let note = (word.note.as_deref().map(one_line)).filter(|note| !note.is_empty());
        let note = note.map(|note| language.fill("note.shown", &[("note", &note)]));
        let parts: Vec<String> = [confirmed].into_iter().chain(note).collect();
        Some(parts.join(&language.text("punctuation.semicolon")))
    }

    /// Returns where both passages stand, by pages or characters.
    pub(crate) fn places(&self, check: Report<'_>) -> [String; 2] {
        let spans = self.spans();
        [0, 1].map(|side| {
            let content = document(check, self.documents[side]).and_then(Document::content);
            let pages = content.map_or(&[][..], |content| &content.pages);
            place(pages, spans[side], check.language)
        })
    }

    /// Returns both places in a sentence about the document of the report and the other one.
    pub(crate) fn here_and_there(&self, check: Report<'_>) -> String {
        self.places_in_words(check, "leads.report-places")
    }

    /// Returns both places in a sentence that calls the documents A and B.
    pub(crate) fn places_of_pair(&self, check: Report<'_>) -> String {
        self.places_in_words(check, "leads.report-places-of-pair")
    }

    fn places_in_words(&self, check: Report<'_>, key: &str) -> String {
        let [own, other] = self.places(check);
        let values: [(&str, &dyn std::fmt::Display); 2] = [("own", &own), ("other", &other)];
        check.language.fill(key, &values)
    }

    fn sentences(&self) -> Vec<[Option<Span>; 2]> {
        let sentences = &self.found.sentences;
        if sentences.is_empty() {
            return vec![self.spans().map(Some)];
        }
        let pairs = sentences.iter();
        pairs.map(|pair| self.turned([pair.a, pair.b])).collect()
    }

    fn turned<T>(&self, [a, b]: [T; 2]) -> [T; 2] {
        if self.is_turned { [b, a] } else { [a, b] }
    }
}

/// Returns a document that a lead names: one of the check, or a library member that only leads name.
pub(crate) fn document(check: Report<'_>, position: DocumentIndex) -> Option<&Document> {
    check
        .result
        .leads
        .as_deref()?
        .document(&check.result.documents, position)
}

/// Returns the name of a document that a lead names; library documents are labelled as such.
pub(crate) fn name(check: Report<'_>, position: DocumentIndex) -> String {
    document(check, position).map_or_else(String::new, |document| {
        document_name(document, check.language)
    })
}

/// Describes the extent of the search in sentences; the last one states the limits of any such search.
pub(crate) fn extent(check: Report<'_>) -> Vec<String> {
    let Some(leads) = check.result.leads.as_deref() else {
        return Vec::new();
    };
    let (language, extent) = (check.language, &leads.extent);
    let mut sentences = vec![language.fill(
        "leads.extent",
        &[
            ("documents", &extent.documents),
            ("members", &extent.members),
        ],
    )];
    let all = check.result.count_read();
    if extent.documents + extent.unread.len() < all {
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("documents", &extent.documents), ("all", &all)];
        sentences.push(language.fill("leads.report-partly", &values));
    }
    if extent.members_left > 0 {
        let count = extent.members_left;
        sentences.push(language.fill("leads.members-left", &[("count", &count)]));
    }
    if !extent.unread.is_empty() {
        let mut names: Vec<&str> = (extent.unread.iter())
            .take(MOST_UNREAD)
            .map(String::as_str)
            .collect();
        names.extend((extent.unread.len() > MOST_UNREAD).then_some("…"));
        let names = names.join(&language.text("punctuation.comma"));
        sentences.push(language.fill("leads.report-unread", &[("names", &names)]));
    }
    sentences.push(language.text("leads.not-found-by-this"));
    sentences
}

/// Returns the sentences of each lead, in the order of the leads. If a text cannot be read again, the error is a
/// sentence that says so.
pub(crate) fn sentences(check: Report<'_>, leads: &[Lead<'_>]) -> Vec<Result<Rows, String>> {
    cut(check, leads, Lead::sentences)
}

/// Returns both whole passages of each lead, as [`sentences`] does.
pub(crate) fn passages(check: Report<'_>, leads: &[Lead<'_>]) -> Vec<Result<Rows, String>> {
    cut(check, leads, |lead| vec![lead.spans().map(Some)])
}

/// Cuts spans of leads out of their texts. Each text is read once, and only one is in memory at a time.
fn cut<'a>(
    check: Report<'_>,
    leads: &[Lead<'a>],
    spans: impl Fn(&Lead<'a>) -> Vec<[Option<Span>; 2]>,
) -> Vec<Result<Rows, String>> {
    let spans: Vec<Vec<[Option<Span>; 2]>> = leads.iter().map(spans).collect();
    let mut cut: Vec<Result<Rows, String>> = (spans.iter())
        .map(|spans| Ok(vec![[None, None]; spans.len()]))
        .collect();
    let mut wanted: BTreeMap<DocumentIndex, Vec<(usize, usize)>> = BTreeMap::new();
    for (index, lead) in leads.iter().enumerate() {
        for (side, &position) in lead.documents.iter().enumerate() {
            wanted.entry(position).or_default().push((index, side));
        }
    }
    for (position, places) in wanted {
        let Some(text) = loaded(check, position) else {
            let name = name(check, position);
            let lost = (check.language).fill("leads.report-lost", &[("name", &name)]);
            for (index, _) in places {
                cut[index] = Err(lost.clone());
            }
            continue;
        };
        for (index, side) in places {
            for (row, spans) in cut[index].iter_mut().flatten().zip(&spans[index]) {
                row[side] = spans[side].map(|span| between(&text, span));
            }
        }
    }
    cut
}

/// Loads a text as a person reads it; `None` if it cannot be read again.
fn loaded(check: Report<'_>, position: DocumentIndex) -> Option<LoadedText> {
    let document = document(check, position)?;
    let text = &document.content()?.text;
    let characters: Vec<char> = text.text().ok()?.chars().collect();
    let shown = ShownText::of(&characters, Lines::of(document));
    Some(LoadedText::new(shown, in_order(text.exclusions())))
}

/// Returns the text of a span in one line, without text that is not compared, such as running heads.
fn between(text: &LoadedText, span: Span) -> String {
    let is_passed_over = |at: u32| {
        let after = (text.passed_over).partition_point(|one| one.span.end <= at);
        (text.passed_over.get(after)).is_some_and(|one| one.span.start <= at)
    };
    let lines = (text.text).between(span.start, span.end, is_passed_over);
    lines.replace('\n', " ")
}
