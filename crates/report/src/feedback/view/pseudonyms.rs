//! Names under which a student sees the other documents: numbers that are valid in one report only, in an order that
//! reveals nothing.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use chachong_check::LIBRARY_PREFIX;
use chachong_compare::{DocumentIndex, Thesis};
use chachong_submission::SubmissionIndex;

use super::{Class, Work};

impl Class<'_> {
    /// Returns the names of the documents that share something with the student's: numbers in the order of how much
    /// they share; equal ones are in random order.
    pub(super) fn pseudonyms(
        &self,
        student: SubmissionIndex,
        own: &[DocumentIndex],
    ) -> Vec<(DocumentIndex, String)> {
        let mut works: BTreeMap<Work, (u32, BTreeSet<DocumentIndex>)> = BTreeMap::new();
        let mut add = |document: DocumentIndex, characters: u32| {
            let work = Work::of(self.check, self.all, document);
            if work != Work::Submission(student) {
                let (shared, documents) = works.entry(work).or_default();
                *shared += characters;
                documents.insert(document);
            }
        };
        let whole = self.check.result;
        for &position in own {
            let theses = whole.theses();
            let pairs = (whole.copies().into_iter())
                .flat_map(|(copies, shares)| {
                    let pairs = shares.pairs_of(position);
                    pairs.filter_map(move |pair| copies.pair(pair))
                })
                .flat_map(|pair| [pair.a, pair.b]);
            let evidence = (self.listed[position.0][1].iter())
                .map(|&index| &self.evidence[index])
                .flat_map(|pair| [pair.a, pair.b]);
            let versions = theses.of(position).into_iter();
            let versions = versions.flat_map(Thesis::documents);
            for other in pairs.chain(evidence).chain(versions) {
                add(other, 0);
            }
            let shares = whole.document_shares(position);
            for source in shares.iter().flat_map(|shares| &shares.sources) {
                add(source.document, source.shares.net.characters);
            }
        }
        let by_chance = |other: &DocumentIndex| self.by_chance(own, *other);
        let mut works: Vec<(Work, u32, Vec<DocumentIndex>)> = (works.into_iter())
            .map(|(work, (shared, documents))| {
                let mut documents: Vec<DocumentIndex> = documents.into_iter().collect();
                documents.sort_by_key(by_chance);
                (work, shared, documents)
            })
            .collect();
        works.sort_by_key(|(_, shared, documents)| {
            (Reverse(*shared), documents.first().map(by_chance))
        });
        let digits = works.len().to_string().len();
        let mut names = Vec::new();
        for (number, (work, _, documents)) in (1..).zip(works) {
            let number = format!("{number:0digits$}");
            let (key, prefix) = match work {
                Work::Submission(_) => ("feedback.other", ""),
                Work::Library(_) => ("feedback.library", LIBRARY_PREFIX),
            };
            let name = self.check.language.fill(key, &[("number", &number)]);
            let several = documents.len() > 1;
            for (file, document) in (1..).zip(documents) {
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("name", &name), ("file", &file)];
                let name = if several {
                    self.check.language.fill("feedback.other-file", &values)
                } else {
                    name.clone()
                };
                names.push((document, format!("{prefix}{name}")));
            }
        }
        names
    }

    /// Returns a sort key whose order nobody can predict without having both files.
    fn by_chance(&self, own: &[DocumentIndex], other: DocumentIndex) -> [u8; 32] {
        let mut hash = Sha256::new();
        for position in own.iter().take(1).chain([&other]) {
            let document = &self.check.result.documents[position.0];
            let content = document.content();
            hash.update(content.map_or("", |content| &content.metadata.sha256));
            hash.update(document.name.as_bytes());
        }
        hash.finalize().into()
    }
}
