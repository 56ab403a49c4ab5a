//! Copied shares of submissions: those of all their documents together.

use std::ops::AddAssign;

use super::figures::{Gross, document_shares};
use super::partners::Partner;
use super::{Copied, Counted, DocumentShares, PairPassages, PairShares, Shares, SideShares};
use crate::{DocumentIndex, each_once};

impl Shares {
    /// Returns the sum of the copied shares of several documents, each with all its sources; unknown documents add nothing.
    #[must_use]
    pub fn of_submission(&self, documents: &[DocumentIndex]) -> SideShares {
        let mut total = SideShares::default();
        for document in documents {
            if let Some(shares) = self.documents().get(document.0) {
                total += shares.total();
            }
        }
        total
    }

    /// Returns the copied shares of two submissions, `a` and `b`, given as their documents: the text that the documents of one
    /// have in common with any document of the other, each character counted once. `counted` and `pairs` must be those that the
    /// shares were computed from.
    #[must_use]
    pub fn between(
        &self,
        [a, b]: [&[DocumentIndex]; 2],
        counted: &[Counted],
        pairs: &[PairPassages],
    ) -> PairShares {
        let mut found = Vec::new();
        let mut side = |own: &[DocumentIndex], others: &[DocumentIndex]| {
            let mut total = SideShares::default();
            for &document in own {
                let with: Vec<Partner> = (self.partners_of(document).iter())
                    .filter(|partner| others.contains(&partner.document))
                    .copied()
                    .collect();
                found.extend(with.iter().map(|partner| partner.pair));
                total += self.side(document, &with, counted, pairs);
            }
            total
        };
        let (a, b) = (side(a, b), side(b, a));
        let of_pairs = each_once(found)
            .into_iter()
            .filter_map(|pair| self.pair(pair));
        let numbers = of_pairs.map(|pair| (pair.passages, pair.possible_passages));
        let (passages, possible_passages) =
            numbers.fold((0, 0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
        PairShares {
            a,
            b,
            passages,
            possible_passages,
        }
    }

    /// Returns what a document has from these partners.
    fn side(
        &self,
        document: DocumentIndex,
        partners: &[Partner],
        counted: &[Counted],
        pairs: &[PairPassages],
    ) -> SideShares {
        let known = counted.get(document.0).zip(self.left_out_of(document));
        let Some((own, left_out)) = known else {
            return SideShares::default();
        };
        if let [only] = partners
            && let Some(shares) = self.pair(only.pair)
        {
            let is_first = pairs
                .get(only.pair.0)
                .is_some_and(|pair| pair.a == document);
            return if is_first { shares.a } else { shares.b };
        }
        let gross = Gross::of(document, own, partners, pairs);
        let (shares, _) = document_shares(
            document,
            own,
            left_out,
            &gross,
            partners,
            pairs,
            self.choices(),
        );
        shares.total()
    }
}

impl DocumentShares {
    /// Returns the shares with all sources together, without the figures of each source.
    #[must_use]
    pub const fn total(&self) -> SideShares {
        SideShares {
            gross: self.gross,
            net: self.net,
            identical: self.identical,
            reworded: self.reworded,
            weighted: self.weighted,
            possible: self.possible,
        }
    }
}

impl AddAssign for SideShares {
    fn add_assign(&mut self, other: Self) {
        self.gross += other.gross;
        self.net += other.net;
        self.identical += other.identical;
        self.reworded += other.reworded;
        self.weighted += other.weighted;
        self.possible += other.possible;
    }
}

impl AddAssign for Copied {
    fn add_assign(&mut self, other: Self) {
        self.characters += other.characters;
        self.countable += other.countable;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shares::tests::passage;
    use crate::{Choices, Theses};

    /// Documents 0 and 1 are one submission, 2 and 3 another, of 100 characters each. 2 has 0..40 of 0, 3 has 20..60 of it and
    /// 0..10 of 1, and 0 and 1 have 50 characters in common.
    fn shares() -> (Shares, Vec<Counted>, Vec<PairPassages>) {
        let counted = vec![Counted::new(&"文".repeat(100), &[]); 4];
        let pair = |a, b, one, other| {
            let (a, b) = (DocumentIndex(a), DocumentIndex(b));
            PairPassages::copied_whole(a, b, vec![passage(one, other)])
        };
        let pairs = vec![
            pair(0, 1, (50, 100), (50, 100)),
            pair(0, 2, (0, 40), (0, 40)),
            pair(0, 3, (20, 60), (0, 40)),
            pair(1, 3, (0, 10), (90, 100)),
        ];
        let theses = Theses::NONE.with_submissions(&[0, 0, 2, 2].map(DocumentIndex));
        let shares = Shares::of_theses(&counted, &pairs, theses, Choices::default());
        (shares, counted, pairs)
    }

    #[test]
    fn each_character_of_a_submission_counts_once() {
        let (shares, counted, pairs) = shares();
        let sides = [[0, 1], [2, 3]].map(|side| side.map(DocumentIndex));
        let found = shares.between([&sides[0], &sides[1]], &counted, &pairs);
        assert_eq!((found.a.net.characters, found.a.net.countable), (70, 200));
        assert_eq!((found.b.net.characters, found.b.net.countable), (90, 200));
        assert_eq!(found.passages, 3);
        let turned = shares.between([&sides[1], &sides[0]], &counted, &pairs);
        assert_eq!((turned.a, turned.b), (found.b, found.a));
    }

    #[test]
    fn what_a_person_repeats_is_not_copied() {
        let (shares, ..) = shares();
        let total = shares.of_submission(&[0, 1].map(DocumentIndex));
        assert_eq!((total.net.characters, total.net.countable), (70, 200));
    }
}
