//! Attribution of passages: whether the document cites or quotes a source where the passage stands.
//!
//! [`attribute`] reads the text of every document with passages once, finds its citations and reference list
//! ([`chachong_citation`]), and keeps those that touch a passage. A citation counts as naming the source unless it certainly
//! names another work: the matched source is a published work of a library with a known title and year, all works that the
//! citation points to are listed with titles and years, none of them is the source, and all are younger than it.

use std::io;

use chachong_citation::{
    AttributedRun, Attribution, Attributions, EntryIndex, Manuscript, Reference, references,
};
use chachong_compare::{
    AttributedSpan, Counted, DegreeRun, DocumentIndex, PairFinding, Passage, Span, each_once,
    merged, overlapping, runs_within,
};
use rayon::prelude::*;

use crate::attribution_work::Work;
use crate::copy_error::unless_lost;
use crate::{CheckResult, Copies, CopyError, Document, DocumentContent};

/// Citations and quotations of a document, as far as they touch its passages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentAttribution {
    /// Cited and quoted stretches within passages, sorted by position; no two overlap.
    runs: Vec<AttributedRun>,
    /// Citations that reach a stretch, in the order of their places.
    citations: Vec<KeptCitation>,
    /// Entries of the reference list that a citation points to or that are a source.
    entries: Vec<ListedEntry>,
    /// Matched documents that are known works, sorted, each with whether the reference list has it.
    sources: Vec<(DocumentIndex, Standing)>,
}

/// Citation with the entries that it points to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct KeptCitation {
    span: Span,
    /// Indices in [`DocumentAttribution::entries`].
    entries: Vec<usize>,
}

/// Entry of a reference list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ListedEntry {
    /// Index of the entry among all of the document.
    index: usize,
    /// Work that the entry names; `None` if its title is not known.
    work: Option<Work>,
}

/// Whether a document's reference list has a matched source.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Standing {
    /// Listed: index in [`DocumentAttribution::entries`].
    Listed(usize),
    /// Not listed. The source is given if it is a published work.
    NotListed(Option<Work>),
}

/// How a document refers to the source of a passage: whether its reference list has the source, and whether it cites the source in the
/// passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceStanding {
    /// A citation in the passage points to the source.
    Cited,
    /// The source is in the reference list, but no citation in the passage points to it.
    Listed,
    /// The source, a library document with a known title, is not in the reference list.
    NotListed,
    /// The source is not in the reference list, and the citation in the passage certainly means other works: all are newer than the
    /// source.
    OtherWork,
}

impl SourceStanding {
    /// Returns the name used in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cited => "cited",
            Self::Listed => "listed",
            Self::NotListed => "not-listed",
            Self::OtherWork => "other-work",
        }
    }
}

/// Whether one side of a passage is cited or quoted where it stands, and by which citation and quotation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassageAttribution {
    /// Whether the passage counts as cited, quoted, both or neither. It counts as neither if less than half of its copied characters
    /// are cited or quoted.
    pub attribution: Attribution,
    /// Number of the passage's copied characters that are cited or quoted.
    pub covered: u32,
    /// Number of the passage's copied characters that are countable: the author's own words in it say nothing of the source. Of a
    /// passage in which nothing is copied for certain, all countable characters.
    pub countable: u32,
    /// Span, in the document's text, of the citation that covers most of the passage; `None` if no citation covers any of it.
    pub citation: Option<Span>,
    /// Position, among the document's references, of the entry that the citation points to; `None` if it points to no entry.
    pub entry: Option<usize>,
    /// Text of that entry on one line, with its number; `None` without an entry, and before the reference lists were read.
    pub reference: Option<String>,
    /// Offset, in characters of the text, of the opening mark of the quotation that covers most of the passage; `None` if none of
    /// it is in quotation marks.
    pub quotation: Option<u32>,
    /// How the document refers to the other document. `None` if the title of the other document is not known, or if that is a checked
    /// document which is not in the reference list.
    pub source: Option<SourceStanding>,
}

/// Finds which parts of all passages are cited or quoted, and stores them in `copies`. If a document's text is lost, its passages
/// count as neither cited nor quoted. Fails if a library that keeps a text does not answer.
pub fn attribute(documents: &[Document], copies: &mut Copies) -> Result<(), CopyError> {
    let mut sides: Vec<Vec<(Span, DocumentIndex)>> = vec![Vec::new(); documents.len()];
    for pair in &copies.pairs {
        for passage in &pair.passages {
            sides[pair.a].push((passage.a, pair.b));
            sides[pair.b].push((passage.b, pair.a));
        }
    }
    let works: Vec<Option<Work>> = documents.iter().map(Work::of_document).collect();
    let found: Vec<DocumentAttribution> = (documents.par_iter())
        .zip(&sides)
        .map(|(document, sides)| {
            if sides.is_empty() {
                return Ok(DocumentAttribution::default());
            }
            let found = unless_lost(DocumentAttribution::of(document, sides, &works))?;
            Ok(found.unwrap_or_default())
        })
        .collect::<Result<_, CopyError>>()?;
    for ((counted, own), sides) in copies.counted.iter_mut().zip(&found).zip(&sides) {
        counted.attributed = own.attributed(sides);
    }
    copies.attributions = found;
    Ok(())
}

/// Returns the cited and quoted stretches within passages of a document, whatever their sources are.
pub(crate) fn attributed_spans(
    content: &DocumentContent,
    passages: &[Span],
) -> io::Result<Vec<AttributedSpan>> {
    let text = content.text.text()?;
    let manuscript = manuscript(content, &text);
    let listed = references(&manuscript);
    let sides: Vec<(u32, u32)> = passages.iter().map(|one| (one.start, one.end)).collect();
    let all = Attributions::of(&manuscript, &listed, &sides);
    let runs = sides
        .iter()
        .flat_map(|&(start, end)| all.within(start, end));
    let spans = runs.map(|run| AttributedSpan {
        span: Span::new(run.start, run.end),
        attribution: run.attribution,
    });
    Ok(spans.collect())
}

/// Returns a document as the search for citations reads it; `text` is its text.
pub(crate) fn manuscript<'t>(content: &'t DocumentContent, text: &'t str) -> Manuscript<'t> {
    Manuscript {
        text,
        marks: &content.counted.marks,
        exclusions: content.text.exclusions(),
        block_quotations: content.text.block_quotations(),
        breaks: content.text.breaks(),
    }
}

impl DocumentAttribution {
    fn of(
        document: &Document,
        sides: &[(Span, DocumentIndex)],
        works: &[Option<Work>],
    ) -> io::Result<Self> {
        let Some(content) = document.content() else {
            return Ok(Self::default());
        };
        let text = content.text.text()?;
        let manuscript = manuscript(content, &text);
        let listed = references(&manuscript);
        let passages: Vec<(u32, u32)> = sides
            .iter()
            .map(|(span, _)| (span.start, span.end))
            .collect();
        let all = Attributions::of(&manuscript, &listed, &passages);
        let index = EntryIndex::of(&listed);
        let mut own = Self::default();
        let mut kept: Vec<Option<usize>> = vec![None; all.citations.len()];
        for span in merged(sides.iter().map(|&(span, _)| span)) {
            for run in all.within(span.start, span.end) {
                let citation = run.citation.map(|citation| {
                    *kept[citation].get_or_insert_with(|| own.keep(&all, citation, &index, &listed))
                });
                own.runs.push(AttributedRun { citation, ..run });
            }
        }
        for other in each_once(sides.iter().map(|&(_, other)| other)) {
            if let Some(work) = &works[other] {
                let standing = match listed.iter().position(|entry| work.is_listed_as(entry)) {
                    Some(entry) => Standing::Listed(own.keep_entry(entry, &listed)),
                    None if work.is_of_library => {
                        Standing::NotListed(work.is_published.then(|| work.clone()))
                    }
                    // Nobody lists the thesis of a fellow student.
                    None => continue,
                };
                own.sources.push((other, standing));
            }
        }
        Ok(own)
    }

    fn keep(
        &mut self,
        all: &Attributions,
        citation: usize,
        index: &EntryIndex<'_>,
        listed: &[Reference],
    ) -> usize {
        let citation = &all.citations[citation];
        let entries = index.entries_of(citation).into_iter();
        let entries = entries
            .map(|entry| self.keep_entry(entry, listed))
            .collect();
        self.citations.push(KeptCitation {
            span: Span::new(citation.start, citation.end),
            entries,
        });
        self.citations.len() - 1
    }

    fn keep_entry(&mut self, index: usize, listed: &[Reference]) -> usize {
        let known = self.entries.iter().position(|entry| entry.index == index);
        known.unwrap_or_else(|| {
            let entry = &listed[index];
            self.entries.push(ListedEntry {
                index,
                work: Work::of_entry(entry),
            });
            self.entries.len() - 1
        })
    }

    /// Returns the attribution with new positions of the documents; `to` returns `None` for a document that is removed.
    pub(crate) fn renumbered(self, to: impl Fn(DocumentIndex) -> Option<DocumentIndex>) -> Self {
        let sources = self.sources.into_iter();
        let sources = sources.filter_map(|(other, standing)| Some((to(other)?, standing)));
        Self {
            sources: sources.collect(),
            ..self
        }
    }

    fn standing(&self, other: DocumentIndex) -> Option<&Standing> {
        let known = (self.sources).binary_search_by_key(&other, |(document, _)| *document);
        known.ok().map(|at| &self.sources[at].1)
    }

    /// Returns what is known of the source of a run, the other document.
    fn source_of(&self, run: &AttributedRun, other: DocumentIndex) -> Option<SourceStanding> {
        let citation = run.citation.map(|citation| &self.citations[citation]);
        Some(match (self.standing(other)?, citation) {
            (Standing::Listed(entry), Some(citation)) if citation.entries.contains(entry) => {
                SourceStanding::Cited
            }
            (Standing::Listed(_), _) => SourceStanding::Listed,
            (Standing::NotListed(Some(work)), Some(citation))
                if !run.has_others && self.cites_younger(citation, work) =>
            {
                SourceStanding::OtherWork
            }
            (Standing::NotListed(_), _) => SourceStanding::NotListed,
        })
    }

    /// Whether a citation points to works that are all known to be others than `source`, and younger.
    fn cites_younger(&self, citation: &KeptCitation, source: &Work) -> bool {
        let mut cited = citation
            .entries
            .iter()
            .map(|&entry| self.entries[entry].work.as_ref());
        !citation.entries.is_empty()
            && cited.all(|cited| cited.is_some_and(|cited| source.is_surely_older_other(cited)))
    }

    /// Returns a run as it is for one source: a citation of another work is none.
    fn for_source(&self, run: AttributedRun, other: DocumentIndex) -> Attribution {
        let is_denied = self.source_of(&run, other) == Some(SourceStanding::OtherWork);
        Attribution::of(
            run.attribution.is_cited() && !is_denied,
            run.attribution.is_quoted(),
        )
    }

    /// Returns the cited and quoted stretches for the figures of the document. Where a text is from several sources, a citation
    /// that points to one of them counts; else one that names another work than any of them does not.
    fn attributed(&self, sides: &[(Span, DocumentIndex)]) -> Vec<AttributedSpan> {
        let mut spans = Vec::with_capacity(self.runs.len());
        let mut sides = sides.to_vec();
        sides.sort_unstable_by_key(|(span, _)| span.start);
        let mut coming = sides.into_iter().peekable();
        // Sides that begin before the end of a run and end after its start.
        let mut open: Vec<(Span, DocumentIndex)> = Vec::new();
        for run in &self.runs {
            open.extend(std::iter::from_fn(|| {
                coming.next_if(|(span, _)| span.start < run.end)
            }));
            open.retain(|(span, _)| span.end > run.start);
            let whole = Span::new(run.start, run.end);
            let of = |wanted: SourceStanding| {
                let touching = open.iter().filter(|(span, other)| {
                    span.overlaps(whole) && self.source_of(run, *other) == Some(wanted)
                });
                merged(touching.map(|(span, _)| *span))
            };
            let denied = if run.citation.is_some() {
                of(SourceStanding::OtherWork)
            } else {
                Vec::new()
            };
            let is_confirmed = !denied.is_empty() && !of(SourceStanding::Cited).is_empty();
            let mut push = |span: Span, attribution: Attribution| {
                if attribution != Attribution::None {
                    spans.push(AttributedSpan { span, attribution });
                }
            };
            if denied.is_empty() || is_confirmed {
                push(whole, run.attribution);
                continue;
            }
            let rest =
                chachong_compare::without(whole, &denied).map(|span| (span, run.attribution));
            let left = Attribution::of(false, run.attribution.is_quoted());
            let parts = denied.iter().map(|span| (span.common(whole), left));
            let mut parts: Vec<(Span, Attribution)> = rest.chain(parts).collect();
            parts.sort_unstable();
            for (span, attribution) in parts {
                push(span, attribution);
            }
        }
        spans
    }

    /// Returns the runs that touch a span, each with the part of it that is in the span.
    fn within(&self, span: Span) -> impl Iterator<Item = (&AttributedRun, Span)> {
        let of = |run: &AttributedRun| Span::new(run.start, run.end);
        let runs = overlapping(&self.runs, span, of).iter();
        runs.map(move |run| (run, of(run).common(span)))
    }

    /// Returns the attribution of a span for one source, from its copied stretches; from the whole span if `degrees` has none in it.
    fn of_span(
        &self,
        span: Span,
        counted: &Counted,
        degrees: &[DegreeRun],
        other: DocumentIndex,
    ) -> PassageAttribution {
        let copied = runs_within(degrees, span).filter(|run| run.degree.is_copied());
        let mut copied: Vec<Span> = copied.map(|run| run.span).collect();
        if copied.is_empty() {
            copied.push(span);
        }
        let mut by = [0_u32; Attribution::ALL.len()];
        let mut cited: Vec<(usize, u32)> = Vec::new();
        let mut quoted: Vec<(u32, u32)> = Vec::new();
        let mut sources: Vec<(SourceStanding, u32)> = Vec::new();
        for (run, part) in copied.iter().flat_map(|stretch| self.within(*stretch)) {
            let characters = counted.within(part);
            by[self.for_source(*run, other) as usize] += characters;
            if let Some(citation) = run.citation {
                add(&mut cited, citation, characters);
                if let Some(source) = self.source_of(run, other) {
                    add(&mut sources, source, characters);
                }
            }
            if let Some(quotation) = run.quotation {
                add(&mut quoted, quotation, characters);
            }
        }
        let countable: u32 = copied.iter().map(|stretch| counted.within(*stretch)).sum();
        let covered: u32 = by[1..].iter().sum();
        by[0] = countable.saturating_sub(covered);
        let standing = || {
            Some(match self.standing(other)? {
                Standing::Listed(_) => SourceStanding::Listed,
                Standing::NotListed(_) => SourceStanding::NotListed,
            })
        };
        let citation = most(&cited).map(|citation| &self.citations[citation]);
        let entry = citation.and_then(|citation| citation.entries.first());
        PassageAttribution {
            attribution: group_of(by, countable),
            covered,
            countable,
            citation: citation.map(|citation| citation.span),
            entry: entry.map(|&entry| self.entries[entry].index),
            reference: None,
            quotation: most(&quoted),
            source: most(&sources).or_else(standing),
        }
    }
}

/// Returns the attribution of a passage from its number of characters in each group: cited or quoted if at least half of it is.
pub(crate) fn group_of(by: [u32; Attribution::ALL.len()], countable: u32) -> Attribution {
    let of = |is_in: fn(Attribution) -> bool| -> u32 {
        let groups = Attribution::ALL.into_iter().filter(|&group| is_in(group));
        groups.map(|group| by[group as usize]).sum()
    };
    let cited = of(Attribution::is_cited);
    let quoted = of(Attribution::is_quoted);
    let either = of(|group| group != Attribution::None);
    if either == 0 || 2 * either < countable {
        return Attribution::None;
    }
    match (2 * cited >= countable, 2 * quoted >= countable) {
        (false, false) => Attribution::of(cited >= quoted, quoted > cited),
        (is_cited, is_quoted) => Attribution::of(is_cited, is_quoted),
    }
}

fn add<K: PartialEq>(numbers: &mut Vec<(K, u32)>, key: K, characters: u32) {
    match numbers.iter_mut().find(|(known, _)| *known == key) {
        Some((_, sum)) => *sum += characters,
        None => numbers.push((key, characters)),
    }
}

/// Returns the key with the most characters, the first of several.
fn most<K: Copy>(numbers: &[(K, u32)]) -> Option<K> {
    // `max_by_key` returns the last of several.
    let most = numbers
        .iter()
        .rev()
        .max_by_key(|&&(_, characters)| characters);
    most.map(|&(key, _)| key)
}

impl CheckResult {
    /// Returns whether and how a passage of `pair` is cited or quoted, first in `pair.a`, then in `pair.b`. `None` if texts were not
    /// compared.
    #[must_use]
    pub fn passage_attribution(
        &self,
        pair: &PairFinding,
        passage: &Passage,
    ) -> Option<[PassageAttribution; 2]> {
        Some([
            self.span_attribution(pair.a, passage.a, pair.b)?,
            self.span_attribution(pair.b, passage.b, pair.a)?,
        ])
    }

    /// Returns whether a span of `document` that it shares with `other` is cited or quoted there. `None` if texts were not compared.
    #[must_use]
    pub fn span_attribution(
        &self,
        document: DocumentIndex,
        span: Span,
        other: DocumentIndex,
    ) -> Option<PassageAttribution> {
        let (copies, _) = self.copies()?;
        let attribution = copies.attribution(document, span, other)?;
        // The words are those of the reference lists as they are shown: without names where these are hidden.
        let references = self.references.document(document);
        let entry = attribution
            .entry
            .and_then(|entry| references?.references.get(entry));
        Some(PassageAttribution {
            reference: entry.map(Reference::line),
            ..attribution
        })
    }
}

impl Copies {
    /// Returns whether a span of `document` that it shares with `other` is cited or quoted there, without the text of the cited entry.
    /// `None` before [`attribute`] has run.
    #[must_use]
    pub fn attribution(
        &self,
        document: DocumentIndex,
        span: Span,
        other: DocumentIndex,
    ) -> Option<PassageAttribution> {
        let counted = self.counted.get(document.0)?;
        let own = self.attributions.get(document.0)?;
        let pair = (self.index_of(document, other)).and_then(|index| self.pair(index));
        let degrees = pair.map_or(&[][..], |pair| pair.degrees_in(document));
        Some(own.of_span(span, counted, degrees, other))
    }

    /// Returns the cited or quoted stretches within a span of `document` that it shares with `other`, sorted by position; no two
    /// overlap. A stretch whose citation certainly names another work than `other` does not count as cited.
    pub fn attributed_within(
        &self,
        document: DocumentIndex,
        span: Span,
        other: DocumentIndex,
    ) -> impl Iterator<Item = AttributedSpan> {
        let own = self.attributions.get(document.0);
        own.into_iter().flat_map(move |own| {
            own.within(span).filter_map(move |(run, part)| {
                let attribution = own.for_source(*run, other);
                (attribution != Attribution::None).then_some(AttributedSpan {
                    span: part,
                    attribution,
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use chachong_compare::Degree;

    use super::*;

    #[test]
    fn what_the_author_wrote_between_copied_stretches_does_not_decide() {
        let quoted = AttributedRun {
            start: 0,
            end: 40,
            attribution: Attribution::CitedAndQuoted,
            citation: None,
            has_others: false,
            quotation: Some(0),
        };
        let own = DocumentAttribution {
            runs: vec![quoted],
            ..DocumentAttribution::default()
        };
        let degrees: Vec<DegreeRun> = [(0, 30), (80, 100)]
            .into_iter()
            .map(|(start, end)| DegreeRun {
                span: Span { start, end },
                degree: Degree::Identical,
            })
            .collect();
        let counted = Counted::new(&"a".repeat(100), &[]);
        let (whole, other) = (Span { start: 0, end: 100 }, DocumentIndex(1));
        let found = own.of_span(whole, &counted, &degrees, other);
        assert_eq!(found.attribution, Attribution::CitedAndQuoted);
        assert_eq!((found.covered, found.countable), (30, 50));
        // Without degrees, the whole passage decides.
        let found = own.of_span(whole, &counted, &[], other);
        assert_eq!(found.attribution, Attribution::None);
        assert_eq!((found.covered, found.countable), (40, 100));
    }
}
