//! Query that a person types into the search: its terms for the index, and its hits in a text. Of SQL only the
//! quoting of FTS5 expressions matters here.

use super::pieces::{Kind, Piece, Pieces};
use super::term::{self, Term};
use chachong_compare::Span;
use chachong_text::{LineBreaks, Normalized, is_invisible, normalize, starts_a_cluster};

/// Maximum number of pieces (characters, words, signs) of a query; the rest is ignored. Nobody types more, and a
/// pasted chapter must not be compared at every position of a text.
pub const MAXIMUM_PIECES: usize = 2_000;

/// Maximum number of terms of a query that are looked up in the index. Documents that further terms would exclude are excluded by
/// [`Query::find`] anyway.
pub const MAXIMUM_TERMS: usize = 64;

/// Parsed full-text query: phrases, all of which a document must contain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    phrases: Vec<Phrase>,
}

/// Pieces that must be adjacent.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Phrase {
    pieces: Pieces,
    /// Whether the last piece is only the beginning of a word.
    is_prefix: bool,
}

impl Query {
    /// Parses a typed query: words separated by white space, and phrases in quotation marks. A word is found as a
    /// whole, in Chinese anywhere. Quotation marks may be `"`, `“”` or full-width; an unclosed one extends to the end.
    /// `copy*` is found in "copyright". Width, case, Traditional characters, white space within a phrase and signs at
    /// the ends of a word without quotation marks do not matter; other signs do. Parts without any letter or digit are
    /// left out.
    #[must_use]
    pub fn parse(typed: &str) -> Self {
        let mut query = Self::default();
        for (i, part) in typed.split(is_quotation_mark).enumerate() {
            if i % 2 == 1 {
                query.add(part, Phrase::take_star);
            } else {
                for word in part.split(|c: char| c.is_whitespace() || c.is_control()) {
                    query.add(word, |phrase| {
                        phrase.take_star();
                        phrase.trim();
                    });
                }
            }
        }
        query
    }

    /// Builds a query for a literal piece of text, in which quotation marks and stars have no special meaning.
    #[must_use]
    pub fn phrase(text: &str) -> Self {
        let mut query = Self::default();
        query.add(text, |_| {});
        query
    }

    fn add(&mut self, text: &str, finish: impl FnOnce(&mut Phrase)) {
        let room = MAXIMUM_PIECES
            - self
                .phrases
                .iter()
                .map(|p| p.pieces.list.len())
                .sum::<usize>()
                .min(MAXIMUM_PIECES);
        // A phrase has no paragraphs: a line break in it only ends a line.
        let mut phrase = Phrase {
            pieces: Pieces::of(&normalize(text, LineBreaks::Page)),
            is_prefix: false,
        };
        finish(&mut phrase);
        if phrase.pieces.list.len() > room {
            phrase.pieces.list.truncate(room);
            phrase.is_prefix = false;
        }
        let has_term = |piece: &Piece| matches!(piece.kind, Kind::Han(_) | Kind::Word(_));
        if phrase.pieces.list.iter().any(has_term) && !self.phrases.contains(&phrase) {
            self.phrases.push(phrase);
        }
    }

    /// Returns whether the query has no phrases, so that it finds nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.phrases.is_empty()
    }

    /// Returns the distinct terms that every matching document contains: at most [`MAXIMUM_TERMS`], and at least one
    /// unless the query is empty.
    #[must_use]
    pub fn terms(&self) -> Vec<Term> {
        let mut terms: Vec<Term> = Vec::new();
        for term in self.phrases.iter().flat_map(Phrase::terms) {
            if terms.len() == MAXIMUM_TERMS {
                break;
            }
            if !terms.contains(&term) {
                terms.push(term);
            }
        }
        terms
    }

    /// Returns the spans at which the query's phrases occur in a text, sorted by start and end; they may overlap. Empty
    /// unless every phrase occurs. `text` is the extracted original and `normalized` its normalised form; the spans
    /// refer to `text`.
    #[must_use]
    pub fn find(&self, text: &str, normalized: &Normalized) -> Vec<Span> {
        if self.is_empty() {
            return Vec::new();
        }
        let pieces = Pieces::of(normalized);
        let mut found = Vec::new();
        for phrase in &self.phrases {
            let before = found.len();
            found.extend(phrase.find(&pieces));
            if found.len() == before {
                return Vec::new();
            }
        }
        whole_characters(text, found)
    }
}

impl Phrase {
    /// Removes a star directly after the last word, which then matches all words with this beginning.
    fn take_star(&mut self) {
        if let [.., word, star] = self.pieces.list.as_slice()
            && star.kind == Kind::Sign('*')
            && matches!(word.kind, Kind::Word(_))
            && star.start == word.end
        {
            self.pieces.list.pop();
            self.is_prefix = true;
        }
    }

    /// Removes signs at either end.
    fn trim(&mut self) {
        let is_sign = |piece: &Piece| !matches!(piece.kind, Kind::Han(_) | Kind::Word(_));
        let list = &mut self.pieces.list;
        while list.last().is_some_and(is_sign) {
            list.pop();
        }
        let signs = list.iter().take_while(|piece| is_sign(piece)).count();
        list.drain(..signs);
    }

    /// Returns the terms of the phrase. Of Chinese characters it takes pairs, which are rarer than single ones.
    fn terms(&self) -> impl Iterator<Item = Term> {
        let list = &self.pieces.list;
        let han = |i: usize| match list.get(i)?.kind {
            Kind::Han(c) => Some(c),
            _ => None,
        };
        list.iter()
            .enumerate()
            .filter_map(move |(i, piece)| match &piece.kind {
                Kind::Han(c) => {
                    let after = han(i + 1);
                    let is_in_last = after.is_none() && i.checked_sub(1).and_then(han).is_some();
                    (!is_in_last).then(|| Term {
                        text: term::of_characters(*c, after),
                        // Alone, the character may be the first of any pair.
                        is_prefix: after.is_none(),
                    })
                }
                Kind::Word(place) => Some(Term {
                    text: term::of_word(self.pieces.word(place)),
                    is_prefix: self.is_prefix && i + 1 == list.len(),
                }),
                Kind::Sign(_) | Kind::Paragraph => None,
            })
    }

    fn find<'a>(&'a self, text: &'a Pieces) -> impl Iterator<Item = Span> + 'a {
        let length = self.pieces.list.len();
        text.list
            .windows(length.max(1))
            .filter(|place| self.stands_at(place, text))
            .filter_map(|place| {
                Some(Span {
                    start: place.first()?.start,
                    end: place.last()?.end,
                })
            })
    }

    fn stands_at(&self, place: &[Piece], text: &Pieces) -> bool {
        let last = place.len().wrapping_sub(1);
        self.pieces
            .list
            .iter()
            .zip(place)
            .enumerate()
            .all(|(i, (wanted, piece))| match (&wanted.kind, &piece.kind) {
                (Kind::Word(wanted), Kind::Word(there)) => {
                    let (wanted, there) = (self.pieces.word(wanted), text.word(there));
                    wanted == there || self.is_prefix && i == last && there.starts_with(wanted)
                }
                (Kind::Paragraph, _) => false,
                (wanted, there) => wanted == there,
            })
    }
}

/// Sorts the spans, removes duplicates, clips them to the text, and adds the combining and invisible marks on their
/// last character.
fn whole_characters(text: &str, mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable_by_key(|span| span.end);
    let (mut rest, mut at) = (text.chars(), 0);
    for span in &mut spans {
        while at < span.end && rest.next().is_some() {
            at += 1;
        }
        let marks = rest
            .clone()
            .take_while(|&c| !starts_a_cluster(c) || is_invisible(c))
            .count();
        span.end = at.saturating_add(u32::try_from(marks).unwrap_or(0));
    }
    spans.retain(|span| !span.is_empty());
    spans.sort_unstable();
    spans.dedup();
    spans
}

/// Returns whether a character is a quotation mark around a phrase. Closing marks also open one, since some Chinese
/// keyboards have no others.
const fn is_quotation_mark(c: char) -> bool {
    matches!(c, '"' | '＂' | '“' | '”' | '„' | '‟')
}
