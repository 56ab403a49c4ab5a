//! Lower estimates: shares over text that this program read in pictures of pages, where a wrong character lowers a share
//! and never raises it. Pages that remain pictures are another matter: no share counts them, neither as copied text nor in the
//! total ([`DocumentContent::picture_pages`]).

use std::collections::BTreeSet;

use super::{Document, DocumentContent};
use chachong_compare::{DocumentIndex, DocumentShares, Group};
use chachong_import::Warning;

/// Reason why a share is a lower estimate: text that was recognised in pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerEstimate {
    /// Number of recognised pages, and of recognised pictures in Word files, in all documents that the share involves;
    /// at least 1.
    pub pages: usize,
}

impl DocumentContent {
    /// Returns the numbers, from 1 and ascending, of the pages whose text was recognised in pictures and is compared.
    pub fn recognised_pages(&self) -> impl Iterator<Item = u32> + '_ {
        let is_unread = |page: u32| {
            let names = |warning: &Warning| matches!(warning, Warning::UnreadPages { pages } if pages.contains(&page));
            self.warnings.iter().any(names)
        };
        let pages = self.warnings.iter().filter_map(|warning| match warning {
            Warning::RecognisedPages { pages, .. } => Some(pages),
            _ => None,
        });
        pages
            .flatten()
            .copied()
            .filter(move |&page| !is_unread(page))
    }

    /// Returns the number of pages of a pdf that are still pictures of text, which no share includes.
    #[must_use]
    pub fn picture_pages(&self) -> usize {
        let pages = self.warnings.iter().map(|warning| match warning {
            Warning::NoTextLayer => self.pages.len(),
            Warning::PagesWithoutText { pages } => pages.len(),
            _ => 0,
        });
        pages.max().unwrap_or_default().min(self.pages.len())
    }

    /// Returns whether part of the text was recognised in pictures, so that its shares are lower estimates.
    #[must_use]
    pub fn has_recognised_pages(&self) -> bool {
        self.recognised_pages().next().is_some() || self.recognised_pictures() > 0
    }

    /// Returns the number of pictures in a docx whose text was recognised.
    #[must_use]
    pub fn recognised_pictures(&self) -> usize {
        let counts = self.warnings.iter().map(|warning| match warning {
            Warning::RecognisedPictures { count, .. } => *count,
            _ => 0,
        });
        usize::try_from(counts.sum::<u64>()).unwrap_or(usize::MAX)
    }
}

impl LowerEstimate {
    /// Returns why a document's total share is a lower estimate: recognised pages in the document or in its sources. `None` if none of
    /// them has recognised text.
    #[must_use]
    pub fn of_document(
        documents: &[Document],
        position: DocumentIndex,
        shares: Option<&DocumentShares>,
    ) -> Option<Self> {
        let sources = shares.map_or(&[][..], |shares| &shares.sources);
        let sources = sources.iter().map(|source| source.document);
        Self::of(documents, [position].into_iter().chain(sources))
    }

    /// Returns why the shares of a pair are lower estimates; `None` if neither document has recognised pages.
    #[must_use]
    pub fn of_pair(documents: &[Document], a: DocumentIndex, b: DocumentIndex) -> Option<Self> {
        Self::of(documents, [a, b])
    }

    /// Returns why the largest share of a group is a lower estimate; `None` if it is exact or the group has no link.
    #[must_use]
    pub fn of_group(documents: &[Document], group: &Group) -> Option<Self> {
        let finding = group.largest?.finding;
        Self::of_pair(documents, finding.a, finding.b)
    }

    /// Returns why a share that involves documents is a lower estimate. A document given twice counts once.
    pub(crate) fn of(
        documents: &[Document],
        positions: impl IntoIterator<Item = DocumentIndex>,
    ) -> Option<Self> {
        let positions: BTreeSet<DocumentIndex> = positions.into_iter().collect();
        let contents = (positions.into_iter())
            .filter_map(|position| documents.get(position.0).and_then(Document::content));
        let pages = contents
            .map(|content| content.recognised_pages().count() + content.recognised_pictures())
            .sum();
        (pages > 0).then_some(Self { pages })
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::fingerprint;
    use chachong_compare::DocumentIndex as Doc;
    use chachong_compare::{Bond, Link, PairFinding, SideShares, Source, Verdict};
    use chachong_import::decode_text;
    use chachong_text::Places;

    fn recognised(pages: &[u32]) -> Warning {
        Warning::RecognisedPages {
            pages: pages.to_vec(),
            doubtful: Places::default(),
        }
    }

    fn document(warnings: &[Warning]) -> Document {
        let text = decode_text("社区图书馆的夜间开放".as_bytes()).unwrap();
        let mut content = fingerprint(&text);
        content.warnings = warnings.to_vec();
        Document::checked("a.pdf", None, Some(Ok(content)))
    }

    #[test]
    fn recognised_text_on_either_side_makes_a_lower_estimate() {
        let unread = Warning::UnreadPages { pages: vec![3] };
        let documents = [
            document(&[]),
            document(&[unread, recognised(&[2, 3, 5])]),
            document(&[recognised(&[1])]),
            document(&[Warning::RecognisedPictures {
                count: 2,
                doubtful: Places::default(),
            }]),
        ];
        let pages = |a, b| LowerEstimate::of_pair(&documents, a, b).map(|lower| lower.pages);
        assert_eq!(pages(Doc(0), Doc(0)), None);
        assert_eq!(
            (pages(Doc(0), Doc(1)), pages(Doc(1), Doc(0))),
            (Some(2), Some(2))
        );
        assert_eq!(pages(Doc(1), Doc(2)), Some(3));
        let all = [Doc(1), Doc(2), Doc(1), Doc(3)];
        assert_eq!(LowerEstimate::of(&documents, all).unwrap().pages, 5);
        assert_eq!(pages(Doc(0), Doc(3)), Some(2));
    }

    #[test]
    fn a_total_share_is_over_the_text_of_its_sources_too() {
        let documents = [document(&[]), document(&[recognised(&[1, 2])])];
        let of = |position, shares: &DocumentShares| {
            LowerEstimate::of_document(&documents, position, Some(shares)).map(|lower| lower.pages)
        };
        let alone = DocumentShares::default();
        assert_eq!((of(Doc(0), &alone), of(Doc(1), &alone)), (None, Some(2)));
        let copied = DocumentShares {
            sources: vec![Source {
                document: Doc(1),
                pair: chachong_compare::PairIndex(0),
                shares: SideShares::default(),
                only: 0,
            }],
            ..DocumentShares::default()
        };
        assert_eq!(of(Doc(0), &copied), Some(2));
    }

    #[test]
    fn the_largest_share_of_a_group_is_that_of_its_own_link() {
        let documents = [document(&[]), document(&[]), document(&[recognised(&[1])])];
        let link = |a, b, share, weight| Link {
            a: Doc(a),
            b: Doc(b),
            shares: [share; 2],
            weight,
            finding: PairFinding {
                a: Doc(a),
                b: Doc(b),
                distance: None,
                verdict: Some(Verdict::Part),
                copied: None,
                strongest: None,
            },
        };
        let (heaviest, largest) = (link(0, 1, 0.5, 0.5), link(1, 2, 0.9, 0.4));
        let of = |largest| {
            let group = Group {
                bond: Bond::Rare,
                members: vec![Doc(0), Doc(1), Doc(2)],
                links: vec![heaviest, link(1, 2, 0.9, 0.4)],
                pairs: 2,
                largest: Some(largest),
            };
            LowerEstimate::of_group(&documents, &group).map(|lower| lower.pages)
        };
        assert_eq!((of(largest), of(heaviest)), (Some(1), None));
    }

    #[test]
    fn pages_that_remain_pictures_make_no_lower_estimate() {
        let pictures = Warning::PagesWithoutText { pages: vec![2] };
        let documents = [document(&[pictures]), document(&[Warning::NoTextLayer])];
        assert_eq!(LowerEstimate::of_pair(&documents, Doc(0), Doc(1)), None);
    }
}
