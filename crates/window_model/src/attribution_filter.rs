//! Filter of passages by their attribution: whether they are cited or quoted where they stand.

use crate::command::ListFilter;
use crate::page::Page;
use crate::state::State;
use chachong_check::shown::left_out_reason;
use chachong_citation::Attribution;
use chachong_compare::{DocumentIndex, DocumentPair, PairFinding, Passage, Reason, Span};
use chachong_messages::Language;

/// Filter by attribution for the passages of a document or a pair. It stays the same when another page is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AttributionFilter {
    /// All passages.
    #[default]
    Any,
    /// Passages with this attribution.
    Some(Attribution),
}

impl AttributionFilter {
    /// Returns all filters, in the order of the menu.
    pub fn all() -> impl Iterator<Item = Self> {
        let groups = Attribution::ALL.into_iter().map(Self::Some);
        [Self::Any].into_iter().chain(groups)
    }

    /// Returns whether passages with this attribution pass the filter.
    pub fn holds(self, attribution: Attribution) -> bool {
        match self {
            Self::Any => true,
            Self::Some(wanted) => attribution == wanted,
        }
    }

    /// Returns whether a passage with these attributions of its sides passes the filter.
    fn holds_any(self, mut attributions: impl Iterator<Item = Attribution>) -> bool {
        self == Self::Any || attributions.any(|attribution| self.holds(attribution))
    }

    /// Returns the name of the filter in the menu.
    pub fn name(self, language: Language) -> String {
        match self {
            Self::Any => language.text("attribution.any"),
            Self::Some(attribution) => language.attribution(attribution),
        }
    }
}

/// Passages of a pair, filtered by attribution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilteredPassages {
    /// Indices of the passages that pass the filter, among all listed passages of the pair, ascending.
    pub fitting: Vec<usize>,
    /// Number of listed passages with each attribution of [`Attribution::ALL`], without the filter. A passage whose sides have different
    /// attributions counts for both.
    pub counts: [usize; Attribution::ALL.len()],
}

impl State {
    /// Returns the reason why a span of a document does not count, such as the reference list, the cover or the assignment. `None` if the
    /// span counts, if it is left out only because it is cited or quoted, or if texts were not compared.
    pub fn section_of(&self, document: DocumentIndex, span: Span) -> Option<Reason> {
        let (copies, shares) = self.check.result.copies()?;
        let reason = left_out_reason(copies, shares, document, span)?;
        (!reason.is_attribution()).then_some(reason)
    }

    /// Returns whether a span of `document`, which `other` also has, is cited or quoted. `None` if the span does not count for another
    /// reason ([`Self::section_of`]), or if texts were not compared.
    pub fn span_group(
        &self,
        document: DocumentIndex,
        span: Span,
        other: DocumentIndex,
    ) -> Option<Attribution> {
        let (copies, _) = self.check.result.copies()?;
        if self.section_of(document, span).is_some() {
            return None;
        }
        Some(copies.attribution(document, span, other)?.attribution)
    }

    /// Returns the attribution of each side of a passage. The side in a library document is skipped, because citations there do not
    /// matter, and so is a side that does not count for another reason ([`Self::section_of`]).
    fn passage_groups(
        &self,
        pair: &PairFinding,
        passage: &Passage,
    ) -> impl Iterator<Item = Attribution> {
        let sides = [(pair.a, passage.a, pair.b), (pair.b, passage.b, pair.a)];
        let checked = sides.map(|side| self.check.is_checked(side.0).then_some(side));
        let of = |(document, span, other)| self.span_group(document, span, other);
        checked.into_iter().flatten().filter_map(of)
    }

    /// Returns whether a passage of a pair passes the filter by attribution.
    pub(crate) fn passes_filter(&self, pair: &PairFinding, passage: &Passage) -> bool {
        self.attribution
            .holds_any(self.passage_groups(pair, passage))
    }

    /// Returns the passages of a pair that pass the filter by attribution.
    pub fn filtered_passages(&self, (a, b): DocumentPair) -> FilteredPassages {
        let result = &self.check.result;
        let Some(pair) = result.pair(a, b) else {
            return FilteredPassages::default();
        };
        let listed = result.listed(&pair);
        let mut found = FilteredPassages::default();
        for (index, passage) in listed.shown(self.settings.possible).iter().enumerate() {
            let mut groups: Vec<Attribution> = self.passage_groups(&pair, passage).collect();
            groups.dedup();
            for &group in &groups {
                found.counts[group as usize] += 1;
            }
            if self.attribution.holds_any(groups.into_iter()) {
                found.fitting.push(index);
            }
        }
        found
    }

    /// Applies a choice for a list on the page of a document or a pair.
    pub fn filter_list(&mut self, filter: ListFilter) {
        match filter {
            ListFilter::Attribution(filter) => self.show_attribution(filter),
            ListFilter::Remarked(only) => self.only_remarked = only,
            ListFilter::NotFound(only) => self.only_not_found = only,
        }
    }

    /// Shows only the passages of a group. On the page of a pair, a passage of the group is selected: the first one from the selected
    /// passage on, or else the last.
    fn show_attribution(&mut self, filter: AttributionFilter) {
        self.attribution = filter;
        if let Page::Pair(a, b) = self.page {
            let fitting = self.filtered_passages((a, b)).fitting;
            let from = fitting.partition_point(|&index| index < self.pair.passage);
            if let Some(&next) = fitting.get(from).or_else(|| fitting.last()) {
                self.pair.passage = next;
            }
        }
    }

    /// Selects a passage on the page of a pair; a filter that hides it is reset.
    pub fn open_passage(&mut self, pair: DocumentPair, passage: usize) {
        self.pair.passage = passage;
        if !self.filtered_passages(pair).fitting.contains(&passage) {
            self.attribution = AttributionFilter::Any;
        }
    }
}
