//! Findings about submissions: what the documents of two submissions have in common, summed up over all kinds of evidence.

use std::collections::{BTreeMap, BTreeSet};

use chachong_compare::{
    Decision, DocumentIndex, DocumentPair, EvidenceKind, EvidenceStrength, LARGE_PART, Link,
    PairFinding, PairShares, SideShares, Strongest, Thesis, Verdict, each_once,
};
use chachong_submission::{FoundBy, Submission};

use crate::listed_pairs::{turned, turned_shares};
use crate::ranking::Rank;
use crate::{CheckResult, Document, DocumentSpecimens, EvidenceItem, strengths};

/// Largest share of each document of a submission with one document of another.
type Shares = BTreeMap<DocumentIndex, f64>;

/// Finding about two submissions, or about two documents of one submission. If no submission has several files,
/// [`CheckResult::listed_findings`] returns findings about single documents, and `a` and `b` are the two documents themselves.
#[derive(Clone, Debug, PartialEq)]
pub struct SubmissionFinding {
    /// Main document of the first submission ([`chachong_compare::Theses::main`]); before `b`, or equal to `b` for documents of
    /// one submission.
    pub a: DocumentIndex,
    /// Main document of the second submission.
    pub b: DocumentIndex,
    /// Positions in [`crate::Findings::pairs`] of the pairs of their documents, the strongest first; not empty.
    pub pairs: Vec<usize>,
    /// Copied shares of all documents of the two submissions with each other, `a` first; `None` if texts were not compared.
    pub shares: Option<PairShares>,
    /// Verdict on the prose of the two submissions, at most [`Verdict::Part`] if it is less than [`LARGE_PART`] of all text of both;
    /// [`Verdict::Own`] or [`Verdict::Version`] for documents of one submission.
    /// `None` if the prose gives no reason for a verdict.
    pub verdict: Option<Verdict>,
    /// Kind of evidence that speaks most strongly for copying, with the share of `a` first; `None` if nothing speaks for copying. The
    /// shares are those of all documents of the two submissions together; those of identical files are the parts of the two submissions
    /// that these files make up.
    pub strongest: Option<Strongest>,
    /// Kinds of evidence beyond prose that speak for copying, each once, with the shares of all documents of the two submissions together
    /// as in `strongest`, `a` first. Empty if there are none.
    pub beyond_prose: Vec<Strongest>,
    /// Smallest distance, in bits, of the fingerprints of the main documents and of the pairs in which a document is a large part
    /// of its submission; `None` if none of these has a distance.
    pub distance: Option<u32>,
}

/// Evidence beyond prose that one document of a submission shares with one document of another, as a part of what the two submissions
/// have of its kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartOfFiles {
    /// Kind of the evidence.
    pub kind: EvidenceKind,
    /// The two documents; the one of the finding's first submission comes first.
    pub documents: [DocumentIndex; 2],
    /// Share of all that each submission has of this kind, 0..=1, in the order of `documents`. The shares of the finding are the sums
    /// over all parts for code, except for rounding. For other kinds, only the largest share of each document is added.
    pub shares: [f64; 2],
    /// Whether the two documents are a pair of the finding. If not, they share only code, and too little of it to be listed as a pair.
    pub is_listed: bool,
}

impl SubmissionFinding {
    /// Returns the link between two submissions in a group; `None` if nothing speaks for copying.
    pub(crate) fn link(&self, result: &CheckResult) -> Option<Link> {
        let link = |shares, weight| {
            Some(Link {
                a: self.a,
                b: self.b,
                shares,
                weight,
                finding: self.as_pair(result)?,
            })
        };
        if let Some(beyond) = self.beyond_text() {
            return link(beyond.shares, beyond.share());
        }
        self.verdict?.strength()?;
        self.shares.map_or_else(
            || link([0.0; 2], 0.0),
            |shares| {
                // Prose that is a small part of both submissions makes no stronger link than its verdict.
                let is_small = (shares.verdict()).is_some_and(|whole| self.verdict > Some(whole));
                let strongest = self.strongest.filter(|_| is_small);
                let most = |share| strongest.map_or(share, |one| one.coloured(share));
                let of_both = [shares.a, shares.b].map(|side| most(side.shown().share()));
                link(of_both, most(shares.weight()))
            },
        )
    }
}

impl CheckResult {
    /// Returns whether any submission has several documents, so that lists of submissions differ from lists of documents.
    #[must_use]
    pub fn has_submissions(&self) -> bool {
        (self.submissions.all.iter()).any(|submission| submission.files.len() > 1)
    }

    /// Returns the submission that a checked document belongs to; `None` for a library document, and before submissions are
    /// known.
    #[must_use]
    pub fn submission(&self, document: DocumentIndex) -> Option<&Submission> {
        self.submissions
            .all
            .get(self.submission_position(document)?)
    }

    /// Returns the position, in [`chachong_submission::Submissions::all`], of the submission that a checked document belongs to;
    /// `None` for a library document, and before submissions are known.
    #[must_use]
    pub fn submission_position(&self, document: DocumentIndex) -> Option<usize> {
        Some(self.submissions.holding(document.0)?.at())
    }

    /// Returns the name under which a document's submission is listed: the name of the submission if it has several files or if a
    /// folder, archive, platform, class list or person names its student, and the document's own name otherwise.
    #[must_use]
    pub fn submission_name(&self, document: DocumentIndex) -> &str {
        let own = (self.documents.get(document.0)).map_or("", |document| document.name.as_str());
        let submission = self.submission(document).filter(|submission| {
            let is_named = !matches!(
                submission.found_by,
                FoundBy::File | FoundBy::FileName | FoundBy::Record
            );
            submission.files.len() > 1 || is_named && submission.student.is_some()
        });
        submission.map_or(own, |submission| submission.name.as_str())
    }

    /// Returns all documents of the submission that a document belongs to, ascending, including versions of its thesis.
    #[must_use]
    pub fn submission_documents(&self, document: DocumentIndex) -> Vec<DocumentIndex> {
        let main = self.theses().main(document);
        let files = self
            .submission(document)
            .map(|submission| &submission.files);
        let files = files.into_iter().flatten().copied().map(DocumentIndex);
        let versions = self.theses().of(main).into_iter();
        each_once((files.chain([document])).chain(versions.flat_map(Thesis::documents)))
    }

    /// Returns the copied shares of the submission that a document belongs to: of each thesis, those of the newest version that copied
    /// something, as in its findings. `None` if texts were not compared or none of its documents has a text.
    #[must_use]
    pub fn submission_shares(&self, document: DocumentIndex) -> Option<SideShares> {
        let shares = self.shares()?;
        let has_copied = |one: &DocumentIndex| {
            let of_document = shares.document(*one);
            self.is_checked(*one) && of_document.is_some_and(|one| one.net.characters > 0)
        };
        let mut found = self.submission_documents(document);
        found.retain(has_copied);
        let mut documents = self.counting_documents(document, &found.into_iter().collect());
        documents.retain(|&document| self.document_shares(document).is_some());
        (!documents.is_empty()).then(|| shares.of_submission(&documents))
    }

    /// Returns the findings about submissions in list order ([`CheckResult::sort_findings`]). All listed pairs of documents of two
    /// submissions together are one finding. Pairs of documents of one submission stand last, each with a finding of its own.
    #[must_use]
    pub fn submission_findings(&self) -> Vec<SubmissionFinding> {
        let theses = self.theses();
        if self.positions().all(|document| theses.is_main(document)) {
            // Each document is a submission: its pairs are the findings, in the same order.
            let pairs = self.findings.pairs.iter().enumerate();
            return pairs.map(|(place, pair)| self.alone(place, pair)).collect();
        }
        let mut found: Vec<SubmissionFinding> = Vec::new();
        let mut place_of: BTreeMap<DocumentPair, usize> = BTreeMap::new();
        for (place, pair) in self.findings.pairs.iter().enumerate() {
            let (a, b) = (theses.main(pair.a), theses.main(pair.b));
            let between = (a.min(b), a.max(b));
            if let Some(&at) = place_of.get(&between).filter(|_| a != b) {
                found[at].pairs.push(place);
                continue;
            }
            place_of.insert(between, found.len());
            found.push(SubmissionFinding {
                a: between.0,
                b: between.1,
                pairs: vec![place],
                shares: None,
                verdict: pair.verdict,
                strongest: pair.strongest,
                beyond_prose: Vec::new(),
                distance: pair.distance,
            });
        }
        for finding in &mut found {
            self.sum_up(finding);
        }
        // Equal ones stay in the order of their strongest pairs of documents.
        let rank = |one: &SubmissionFinding| Rank::of(one.verdict, one.strongest, one.shares);
        found.sort_by(|x, y| rank(y).order(&rank(x)));
        found
    }

    /// Returns a finding about two documents as one about submissions that have no others.
    fn alone(&self, place: usize, pair: &PairFinding) -> SubmissionFinding {
        SubmissionFinding {
            a: pair.a,
            b: pair.b,
            pairs: vec![place],
            shares: self.pair_shares(pair),
            verdict: pair.verdict,
            strongest: pair.strongest,
            beyond_prose: self.beyond_prose_of_pair(pair, false),
            distance: pair.distance,
        }
    }

    /// Returns the findings in list order, as reports list them: about submissions if any has several documents, otherwise about
    /// pairs of documents.
    #[must_use]
    pub fn listed_findings(&self) -> Vec<SubmissionFinding> {
        if self.has_submissions() {
            return self.submission_findings();
        }
        let pairs = self.findings.pairs.iter().enumerate();
        pairs.map(|(place, pair)| self.alone(place, pair)).collect()
    }

    /// Returns a person's decision about the pairs of documents of a finding; `None` unless all pairs have the same decision, and
    /// if texts were not compared.
    #[must_use]
    pub fn finding_decision(&self, finding: &SubmissionFinding) -> Option<Decision> {
        let pairs = self.pairs_at(&finding.pairs);
        let choices = self.shares()?.choices();
        choices.common_decision(pairs.map(|pair| (pair.a, pair.b)))
    }

    /// Returns the documents of a submission that count: of each thesis the newest that is among those `found`, else the newest. Earlier
    /// works of a student count if they are among those `found`.
    fn counting_documents(
        &self,
        document: DocumentIndex,
        found: &BTreeSet<DocumentIndex>,
    ) -> Vec<DocumentIndex> {
        let theses = self.theses();
        let main = theses.main(document);
        let mut documents = self.submission_documents(document);
        documents.extend(found.iter().filter(|&&one| theses.main(one) == main));
        let mut documents = each_once(documents);
        documents.retain(|&document| {
            let mut versions = theses.of(document).into_iter().flat_map(Thesis::documents);
            let counting = versions.find(|version| found.contains(version));
            counting.unwrap_or_else(|| theses.newest(document)) == document
        });
        documents
    }

    /// Computes shares, verdict and strength of a finding from those of its pairs of documents.
    fn sum_up(&self, finding: &mut SubmissionFinding) {
        let [first, ..] = finding.pairs[..] else {
            return;
        };
        let pair = &self.findings.pairs[first];
        let is_swapped = self.in_order_of(pair, finding.a)[0] != pair.a;
        finding.strongest = pair.strongest.map(|one| turned(one, is_swapped));
        let is_own = pair.verdict.is_some_and(|verdict| !verdict.is_finding());
        let pairs = || self.pairs_at(&finding.pairs);
        let sides = self.sides(finding);
        let [a, b] = &sides;
        if is_own || a.len() + b.len() == 2 {
            finding.beyond_prose = self.beyond_prose_of_pair(pair, is_swapped);
            let shares = self.pair_shares(pair);
            finding.shares = shares.map(|shares| turned_shares(shares, is_swapped));
            return;
        }
        let is_large = |pair: &&PairFinding| {
            let of_both = self.in_order_of(pair, finding.a).into_iter().zip(&sides);
            let mut parts = of_both
                .map(|(one, all)| self.share_of(EvidenceKind::Files, &[(one, 1.0)].into(), all));
            parts.any(|part| part >= LARGE_PART)
        };
        let of_mains = self.distance(finding.a, finding.b);
        let distances = pairs().filter(is_large).filter_map(|pair| pair.distance);
        finding.distance = distances.chain(of_mains).min();
        finding.beyond_prose = self.beyond_prose_of(finding, &sides);
        let beyond = finding.beyond_prose.iter().copied();
        let beyond = beyond.reduce(Strongest::stronger);
        let Some((copies, shares)) = self.copies() else {
            finding.strongest = beyond.or(finding.strongest);
            return;
        };
        let between = shares.between([a, b], &copies.counted, &copies.pairs);
        let of_prose = [(between.a, a), (between.b, b)].map(|(side, documents)| {
            side.shown().weight * self.prose_part(side.gross.countable, documents)
        });
        let is_small = of_prose.iter().all(|&part| part < LARGE_PART);
        // As with the other kinds, nothing is very strong that is a small part of both submissions.
        let of_library =
            [a, b].map(|documents| documents.iter().any(|&one| self.is_of_library(one)));
        let prose_verdict = between
            .verdict_on_checked(of_library)
            .map(|verdict| verdict.max(if is_small { Verdict::Part } else { verdict }));
        let strongest = |verdict: Verdict| {
            let weights = [between.a, between.b].map(|side| side.shown().weight);
            Strongest::of_prose(verdict, weights)
        };
        let prose = prose_verdict.and_then(strongest);
        // As with two documents, near fingerprints say something only where nothing else does.
        let near = pairs().filter(is_large).any(|pair| {
            self.counts_between(pair.a, pair.b) && self.near_verdict(pair.a, pair.b).is_some()
        });
        let near = near.then_some(Verdict::Related);
        let found = prose.into_iter().chain(beyond).reduce(Strongest::stronger);
        finding.strongest = found.or_else(|| near.and_then(strongest));
        finding.verdict = prose_verdict.into_iter().chain(near).min();
        finding.shares = Some(between);
    }

    /// Returns the parts, 0..=1, that prose is of all text of the two submissions of a finding; 1 for one without code, and for both if
    /// neither has several files.
    #[must_use]
    pub fn prose_parts(&self, finding: &SubmissionFinding) -> [f64; 2] {
        let shares = finding.shares.filter(|_| finding.has_files(self));
        let Some(shares) = shares else {
            return [1.0; 2];
        };
        let [a, b] = self.sides(finding);
        [(shares.a, a), (shares.b, b)]
            .map(|(side, documents)| self.prose_part(side.gross.countable, &documents))
    }

    /// Returns the part, 0..=1, that `prose` characters of prose are of all text of these documents; 1 if none has code.
    fn prose_part(&self, prose: u32, documents: &[DocumentIndex]) -> f64 {
        let has_code = |&one: &DocumentIndex| self.evidence.has_code_in(one);
        let contents =
            (documents.iter()).filter_map(|&one| self.document(one).and_then(Document::content));
        let characters: u64 = contents.map(|content| content.characters).sum();
        if characters > 0 && documents.iter().any(has_code) {
            (f64::from(prose) / characters as f64).min(1.0)
        } else {
            1.0
        }
    }

    /// Returns the evidence beyond prose that two documents copied, with its shares swapped if `is_swapped`; empty if nothing speaks for
    /// copying.
    fn beyond_prose_of_pair(&self, pair: &PairFinding, is_swapped: bool) -> Vec<Strongest> {
        if pair.strongest.is_none() {
            return Vec::new();
        }
        let found = self.beyond_prose(pair);
        found.map(|one| turned(one, is_swapped)).collect()
    }

    /// Returns the kinds of evidence beyond prose between two submissions whose counting documents are `sides`: each as strong as the
    /// strongest pair of documents, with the shares of all documents. Code is judged as if the files of each were one.
    fn beyond_prose_of(
        &self,
        finding: &SubmissionFinding,
        sides: &[Vec<DocumentIndex>; 2],
    ) -> Vec<Strongest> {
        let mut found: BTreeMap<EvidenceKind, (EvidenceStrength, [Shares; 2])> = BTreeMap::new();
        for (documents, one) in self.beyond_prose_of_pairs(finding) {
            let (strength, shares) =
                (found.entry(one.kind)).or_insert((one.strength, Default::default()));
            *strength = one.strength.max(*strength);
            for ((of_documents, document), share) in
                shares.iter_mut().zip(documents).zip(one.shares)
            {
                let largest = of_documents.entry(document).or_default();
                *largest = largest.max(share);
            }
        }
        let of_all = found.into_iter().map(|(kind, (strength, of_documents))| {
            let code = || {
                let (item, is_swapped) = self.joined_code(finding, sides)?;
                let code = strengths(std::slice::from_ref(item), false).next()?;
                Some(turned(code, is_swapped))
            };
            (kind == EvidenceKind::Code)
                .then(code)
                .flatten()
                .unwrap_or_else(|| {
                    let shares =
                        [0, 1].map(|side| self.share_of(kind, &of_documents[side], &sides[side]));
                    let is_small = shares.iter().all(|&share| share < LARGE_PART);
                    // As with two documents, nothing is very strong that is a small part of both.
                    let most = if is_small {
                        EvidenceStrength::Strong
                    } else {
                        EvidenceStrength::VeryStrong
                    };
                    Strongest {
                        strength: strength.min(most),
                        kind,
                        shares,
                    }
                })
        });
        of_all.collect()
    }

    /// Returns the evidence beyond prose about each pair of documents of a finding, with these documents; all in the order of the
    /// finding's submissions.
    fn beyond_prose_of_pairs<'r>(
        &'r self,
        finding: &'r SubmissionFinding,
    ) -> impl Iterator<Item = ([DocumentIndex; 2], Strongest)> {
        self.pairs_at(&finding.pairs).flat_map(move |pair| {
            let documents = self.in_order_of(pair, finding.a);
            let found = self.beyond_prose(pair);
            found.map(move |one| (documents, turned(one, documents[0] != pair.a)))
        })
    }

    /// Returns the code that all documents of the two submissions of a finding share; true if it is in the opposite order. `None` as for
    /// [`Self::joined_code`].
    pub(crate) fn code_of(&self, finding: &SubmissionFinding) -> Option<(&EvidenceItem, bool)> {
        self.joined_code(finding, &self.sides(finding))
    }

    /// Returns the parts that make up the shares of the evidence beyond prose between two submissions, sorted by kind, then by the sum of
    /// both shares, the largest first. Empty if neither submission has several files.
    #[must_use]
    pub fn parts_of_files(&self, finding: &SubmissionFinding) -> Vec<PartOfFiles> {
        if !finding.has_files(self) {
            return Vec::new();
        }
        let sides = self.sides(finding);
        let is_joined = self.joined_code(finding, &sides).is_some();
        let mut parts = Vec::new();
        if is_joined {
            self.add_code_parts(finding, &sides, &mut parts);
        }
        for (documents, one) in self.beyond_prose_of_pairs(finding) {
            let shares = [0, 1].map(|side| {
                let of_document: Shares = [(documents[side], one.shares[side])].into();
                self.share_of(one.kind, &of_document, &sides[side])
            });
            if shares[0] + shares[1] > 0.0 && !(is_joined && one.kind == EvidenceKind::Code) {
                parts.push(PartOfFiles {
                    kind: one.kind,
                    documents,
                    shares,
                    is_listed: true,
                });
            }
        }
        let sum = |part: &PartOfFiles| part.shares[0] + part.shares[1];
        parts.sort_by(|x, y| x.kind.cmp(&y.kind).then(sum(y).total_cmp(&sum(x))));
        parts
    }

    /// Adds the parts of the code that all documents of two submissions share.
    fn add_code_parts(
        &self,
        finding: &SubmissionFinding,
        sides: &[Vec<DocumentIndex>; 2],
        parts: &mut Vec<PartOfFiles>,
    ) {
        let pairs = self.pairs_at(&finding.pairs);
        let listed: BTreeSet<DocumentPair> = pairs.map(|pair| (pair.a, pair.b)).collect();
        for (&a, &b) in (sides[0].iter()).flat_map(|a| sides[1].iter().map(move |b| (a, b))) {
            let pair = (a.min(b), a.max(b));
            if let Some(part) = self.evidence.code_parts.get(&pair) {
                let [first, second] =
                    [part.share_a, part.share_b].map(|share| f64::from(share) / 1000.0);
                parts.push(PartOfFiles {
                    kind: EvidenceKind::Code,
                    documents: [a, b],
                    shares: if a < b {
                        [first, second]
                    } else {
                        [second, first]
                    },
                    is_listed: listed.contains(&pair),
                });
            }
        }
    }

    /// Returns the pairs of documents at these places of the list of pairs.
    fn pairs_at<'r>(&'r self, places: &'r [usize]) -> impl Iterator<Item = &'r PairFinding> {
        places.iter().map(|&place| &self.findings.pairs[place])
    }

    /// Returns the counting documents of the two submissions of a finding.
    fn sides(&self, finding: &SubmissionFinding) -> [Vec<DocumentIndex>; 2] {
        let pairs = self.pairs_at(&finding.pairs);
        let found = pairs.flat_map(|pair| [pair.a, pair.b]).collect();
        [finding.a, finding.b].map(|main| self.counting_documents(main, &found))
    }

    /// Returns the code that all counting documents of two submissions share, if several of them have code; true if it is in the
    /// opposite order. `None` if a person decided that a pair of documents does not count, or changed the submissions since evidence was
    /// sought: then pairs are added up.
    fn joined_code(
        &self,
        finding: &SubmissionFinding,
        sides: &[Vec<DocumentIndex>; 2],
    ) -> Option<(&EvidenceItem, bool)> {
        let mut pairs = self.pairs_at(&finding.pairs);
        if !pairs.all(|pair| self.counts_between(pair.a, pair.b)) {
            return None;
        }
        let has_code = |&one: &DocumentIndex| self.evidence.has_code_in(one);
        let with_code = |side: usize| -> Vec<DocumentIndex> {
            sides[side].iter().copied().filter(has_code).collect()
        };
        let (a, b) = (with_code(0), with_code(1));
        let is_swapped = a > b;
        let key = if is_swapped { (b, a) } else { (a, b) };
        let item = self.evidence.code_of_submissions.get(&key)?;
        Some((item, is_swapped))
    }

    /// Returns the share, 0..=1, of what several documents have of a kind that is shared, if these are the shares of some of them. If
    /// none has any, returns the largest of these.
    fn share_of(&self, kind: EvidenceKind, shares: &Shares, documents: &[DocumentIndex]) -> f64 {
        let amount = |one: &DocumentIndex| {
            let specimens = |amount: fn(&DocumentSpecimens) -> usize| {
                (self.evidence.documents.get(one.0)).map_or(0.0, |of| amount(of) as f64)
            };
            match kind {
                EvidenceKind::Code => specimens(|of| of.code),
                EvidenceKind::Data => specimens(|of| of.readings),
                EvidenceKind::Tables => specimens(|of| of.cells),
                EvidenceKind::Formulas => specimens(|of| of.formulas),
                EvidenceKind::Text | EvidenceKind::Files => {
                    let content = self.document(*one).and_then(Document::content);
                    content.map_or(0.0, |content| content.characters as f64)
                }
            }
        };
        let all: f64 = documents.iter().map(amount).sum();
        if all <= 0.0 {
            return shares.values().copied().fold(0.0, f64::max);
        }
        let in_common = shares.iter().map(|(one, share)| amount(one) * share);
        (in_common.sum::<f64>() / all).min(1.0)
    }
}
