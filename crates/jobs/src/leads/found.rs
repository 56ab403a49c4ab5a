//! Leads as people see them, made from the leads of a scan: documents by name, and the sentences of both passages
//! beside each other.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::LeadSearch;
use super::restoring::member;
use chachong_check::{
    Document, DocumentContent, FoundLead, LIBRARY_PREFIX, LeadEnd, LeadError, SentencePair, is_lost,
};
use chachong_compare::{DocumentIndex, Span};
use chachong_library::DocumentId;
use chachong_semantics::{Encoder, SemanticLead, pair_sentences, sentences};

/// Minimum cosine of two sentences of a lead that stand beside each other.
const ALIKE: f32 = 0.45;

/// Converts leads of a scan into leads as people see them.
pub(super) struct Placing<'s> {
    search: &'s LeadSearch,
    encoder: &'s dyn Encoder,
    /// Numbers of the library's members, in the order in which the scan numbers them after the check's documents.
    numbers: &'s [DocumentId],
    /// Library members that leads name, by their number in the scan; `None` for one that was deleted meanwhile.
    members: HashMap<DocumentIndex, Option<Document>>,
    /// Names that are taken; every further document needs another.
    names: HashSet<String>,
}

impl<'s> Placing<'s> {
    pub(super) fn new(
        search: &'s LeadSearch,
        encoder: &'s dyn Encoder,
        numbers: &'s [DocumentId],
    ) -> Self {
        Self {
            search,
            encoder,
            numbers,
            members: HashMap::new(),
            names: (search.documents.iter())
                .map(|document| document.name.clone())
                .collect(),
        }
    }

    /// Converts a lead; `None` if the passage search already found its passages, or if a text cannot be read.
    pub(super) fn lead(&mut self, lead: &SemanticLead) -> Result<Option<FoundLead>, LeadError> {
        let [a, b] = [lead.a, lead.b].map(|number| DocumentIndex(number as usize));
        let (in_a, in_b) = (span(&lead.in_a), span(&lead.in_b));
        if self.search.is_found_already(a, b, in_a, in_b) {
            return Ok(None);
        }
        self.take_member(b)?;
        let (Some(of_a), Some(of_b)) = (self.document(a), self.document(b)) else {
            return Ok(None);
        };
        let (Some(text_a), Some(text_b)) = (text(of_a)?, text(of_b)?) else {
            return Ok(None);
        };
        let sentences = self.sentence_pairs((&text_a, &lead.in_a), (&text_b, &lead.in_b));
        let sentences = trimmed(sentences);
        Ok(Some(FoundLead {
            a: end(of_a),
            b: end(of_b),
            in_a: reach(sentences.iter().filter_map(|row| row.a)).unwrap_or(in_a),
            in_b: reach(sentences.iter().filter_map(|row| row.b)).unwrap_or(in_b),
            kind: lead.kind,
            expected_by_chance: lead.expected_by_chance,
            sentences,
            word: None,
        }))
    }

    /// Returns the library members that leads name, sorted by name.
    pub(super) fn into_members(self) -> Vec<Document> {
        let mut members: Vec<Document> = self.members.into_values().flatten().collect();
        members.sort_by(|x, y| x.name.cmp(&y.name));
        members
    }

    fn document(&self, number: DocumentIndex) -> Option<&Document> {
        let of_check = self.search.documents.get(number.0);
        of_check.or_else(|| self.members.get(&number)?.as_ref())
    }

    /// Reads a member of the library under a name that no other document has.
    fn take_member(&mut self, number: DocumentIndex) -> Result<(), LeadError> {
        let position = number.0.checked_sub(self.search.documents.len());
        let id = position.and_then(|position| self.numbers.get(position).copied());
        let (Some(id), Some(library)) = (id, &self.search.library) else {
            return Ok(());
        };
        if self.members.contains_key(&number) {
            return Ok(());
        }
        let store = library.store();
        let path = store.paths(id)?.into_iter().next();
        let file_name = path.as_ref().and_then(|stored| stored.path.file_name());
        let shown = file_name.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let mut name = format!("{LIBRARY_PREFIX}{shown}");
        if self.names.contains(&name) {
            name = format!("{name} #{}", id.0);
        }
        while !self.names.insert(name.clone()) {
            name.push('\'');
        }
        let read = member(store, id, name, &self.search.by)?;
        self.members.insert(number, read);
        Ok(())
    }

    /// Puts the sentences of two passages beside each other.
    fn sentence_pairs(
        &self,
        (text_a, in_a): (&str, &Range<usize>),
        (text_b, in_b): (&str, &Range<usize>),
    ) -> Vec<SentencePair> {
        let (spans_a, cut_a) = cut(text_a, in_a);
        let (spans_b, cut_b) = cut(text_b, in_b);
        let (of_a, of_b) = (self.encoder.encode(&cut_a), self.encoder.encode(&cut_b));
        let cosine = |x: &[f32], y: &[f32]| x.iter().zip(y).map(|(x, y)| x * y).sum();
        let similarity: Vec<Vec<f32>> = (of_a.iter())
            .map(|x| of_b.iter().map(|y| cosine(x, y)).collect())
            .collect();
        let joined = |spans: &[Range<usize>], rows: &Range<usize>| {
            let (first, last) = (spans.get(rows.start)?, spans.get(rows.end.checked_sub(1)?)?);
            Some(span(&(first.start..last.end)))
        };
        pair_sentences(&similarity, of_b.len(), ALIKE)
            .into_iter()
            .map(|(a, b)| SentencePair {
                a: a.and_then(|rows| joined(&spans_a, &rows)),
                b: b.and_then(|rows| joined(&spans_b, &rows)),
            })
            .collect()
    }
}

impl LeadSearch {
    /// Number of checked documents; those after them are the library's.
    pub(super) fn checked(&self) -> usize {
        let is_checked = |document: &Document| document.origin == chachong_check::Origin::Checked;
        self.documents.partition_point(is_checked)
    }

    /// Returns whether leads between two documents are useful: they are not between versions of one thesis, nor between
    /// two files with the same content.
    pub(super) fn is_comparable(&self, a: DocumentIndex, b: DocumentIndex) -> bool {
        let kept = |at: DocumentIndex| self.documents.get(at.0)?.content()?.kept;
        let are_same = kept(a).zip(kept(b)).is_some_and(|(a, b)| a == b);
        a != b && !are_same && !self.theses.are_own(a, b)
    }

    /// Whether half of either side lies in strong passages that the comparison of texts found in the same two documents.
    /// Possible passages count nowhere and hide no lead.
    fn is_found_already(&self, a: DocumentIndex, b: DocumentIndex, in_a: Span, in_b: Span) -> bool {
        let copies = self.copies.as_deref();
        let Some(pair) = copies.and_then(|copies| copies.pair(copies.index_of(a, b)?)) else {
            return false;
        };
        let (first, second) = if a <= b { (in_a, in_b) } else { (in_b, in_a) };
        let covers = |spans: Vec<Span>, side: Span| 2 * covered(spans, side) >= side.len();
        covers(pair.strong().map(|passage| passage.a).collect(), first)
            || covers(pair.strong().map(|passage| passage.b).collect(), second)
    }
}

/// Leaves out what only one side has before the first and after the last sentences that are alike: windows reach a little
/// beyond the passage. All stays if no sentences are alike.
fn trimmed(mut sentences: Vec<SentencePair>) -> Vec<SentencePair> {
    let is_row = |row: &SentencePair| row.a.is_some() && row.b.is_some();
    if let (Some(first), Some(last)) = (
        sentences.iter().position(is_row),
        sentences.iter().rposition(is_row),
    ) {
        sentences.truncate(last + 1);
        sentences.drain(..first);
    }
    sentences
}

/// Smallest span that has all these spans; `None` without any.
fn reach(spans: impl Iterator<Item = Span> + Clone) -> Option<Span> {
    Some(Span {
        start: spans.clone().map(|span| span.start).min()?,
        end: spans.map(|span| span.end).max()?,
    })
}

/// Number of characters of `side` that lie in one of the spans.
fn covered(mut spans: Vec<Span>, side: Span) -> u32 {
    spans.sort_unstable();
    let (mut sum, mut from) = (0, side.start);
    for span in spans {
        let (start, end) = (span.start.max(from), span.end.min(side.end));
        if start < end {
            sum += end - start;
            from = end;
        }
    }
    sum
}

/// Sentences of a passage: their spans in the text of the document, and their texts.
fn cut<'t>(text: &'t str, passage: &Range<usize>) -> (Vec<Range<usize>>, Vec<&'t str>) {
    let spans: Vec<Range<usize>> = (sentences(text, &[]).into_iter())
        .map(|sentence| sentence.span.start.max(passage.start)..sentence.span.end.min(passage.end))
        .filter(|sentence| sentence.start < sentence.end)
        .collect();
    // Byte offsets of the sentences' ends, in one walk through the text.
    let mut bytes = text
        .char_indices()
        .map(|(byte, _)| byte)
        .chain([text.len()]);
    let mut at = 0;
    let mut offset = |character: usize| {
        let byte = bytes.nth(character - at).unwrap_or(text.len());
        at = character + 1;
        byte
    };
    let mut texts = Vec::with_capacity(spans.len());
    let mut last: Option<(usize, usize)> = None;
    for span in &spans {
        // Neighbouring sentences share an offset.
        let start = match last {
            Some((character, byte)) if character == span.start => byte,
            _ => offset(span.start),
        };
        let end = offset(span.end);
        last = Some((span.end, end));
        texts.push(text.get(start..end).unwrap_or_default());
    }
    (spans, texts)
}

fn end(document: &Document) -> LeadEnd {
    LeadEnd {
        name: document.name.as_str().into(),
        kept: document.content().and_then(|content| content.kept),
    }
}

/// Returns the text of a document; `None` if it was not read or is lost.
fn text(document: &Document) -> Result<Option<Arc<str>>, LeadError> {
    let Some(text) = document
        .content()
        .map(|content: &DocumentContent| content.text.text())
    else {
        return Ok(None);
    };
    match text {
        Ok(text) => Ok(Some(text)),
        Err(error) if is_lost(&error) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn span(range: &Range<usize>) -> Span {
    // Texts are at most 4 billion characters long: files of more bytes are not read.
    let offset = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    Span {
        start: offset(range.start),
        end: offset(range.end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_of_a_passage_are_cut_at_its_ends() {
        let text =
            "夜间开放的阅览室人数增加了两倍。第二句话说的是另外一件事情。Third sentence is here.";
        let (spans, texts) = cut(text, &(2..32));
        assert_eq!(spans[0].start, 2);
        assert_eq!(texts[0], "开放的阅览室人数增加了两倍。");
        assert!(texts.concat().chars().count() <= 30, "{texts:?}");
    }

    #[test]
    fn passages_end_where_both_sides_do() {
        let span = |start| {
            Some(Span {
                start,
                end: start + 5,
            })
        };
        let row = |a, b| SentencePair { a, b };
        let rows = vec![
            row(None, span(0)),
            row(span(10), None),
            row(span(15), span(40)),
            row(span(20), None),
            row(span(25), span(30)),
            row(span(30), None),
        ];
        let kept = trimmed(rows.clone());
        assert_eq!(kept, rows[2..5]);
        assert_eq!(
            reach(kept.iter().filter_map(|row| row.b)),
            Some(Span { start: 30, end: 45 })
        );
        assert_eq!(trimmed(rows[..2].to_vec()), rows[..2]);
        assert_eq!(reach(std::iter::empty()), None);
    }

    #[test]
    fn overlapping_passages_cover_a_character_once() {
        let span = |start, end| Span { start, end };
        let passages = vec![span(10, 30), span(0, 20), span(15, 25), span(40, 50)];
        assert_eq!(covered(passages, span(5, 45)), 30);
        assert_eq!(covered(Vec::new(), span(5, 45)), 0);
    }
}
