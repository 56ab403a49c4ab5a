//! Result of a check: all its data, and queries on them.
//!
//! Positions of documents are those in [`CheckResult::documents`]: first the checked documents, sorted by name, then the library
//! documents that joined the check.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use chachong_compare::{
    Choices, CommonSource, Decision, Degree, DocumentIndex, DocumentPair, DocumentShares,
    EvidenceKind, Explained, GivenText, Group, PairFinding, PairPassages, PairShares, Passage,
    PassageFigures, SharedText, Shares, Span, Strongest, TextDecision, Theses, Thresholds, Verdict,
    groups, runs_within,
};
use chachong_import::PassedOver;
use chachong_simhash::Recipe;
use chachong_submission::{FoundBy, SubmissionSettings, Submissions};

use crate::origins::checked;
use crate::shown::Listed;
use crate::{
    CheckReferences, ComparedLibrary, Copied, Copies, Document, DocumentContent, Evidence,
    EvidenceItem, Findings, LowerEstimate, MissingPart, Origin, Origins, PairEvidence, PlacedLeads,
    Recheck, ReferenceLookup, find_evidence,
};

/// All data of a check. A change of a person's choices produces a new result ([`Self::with_choices`]).
#[derive(Clone, Debug)]
pub struct CheckResult {
    /// All documents: first the checked ones, sorted by name, then those of libraries.
    pub documents: Arc<Vec<Document>>,
    /// Files that were found but not read.
    pub passed_over: Arc<PassedOver>,
    /// Recipe of the fingerprints.
    pub recipe: Recipe,
    /// Fingerprint distances, in bits, up to which pairs are listed.
    pub thresholds: Thresholds,
    /// Whether pairs that share only possible passages are listed too.
    pub possible: bool,
    /// Findings by fingerprints alone.
    pub near: Arc<Findings>,
    /// Findings by fingerprints, passages and evidence beyond the text: every listed pair once, in list order
    /// ([`Self::sort_findings`]).
    pub findings: Findings,
    /// Passages and the shares computed from them; `None` while the texts have not been compared.
    pub copied: Option<Copied>,
    /// Evidence beyond the text; empty if none was found or searched for.
    pub evidence: Arc<Evidence>,
    /// References of the documents, with remarks on them; empty until the reference lists have been read.
    pub references: Arc<CheckReferences>,
    /// Answers of libraries about the works in the reference lists; `None` if they were not looked up.
    pub reference_lookup: Option<Arc<ReferenceLookup>>,
    /// Leads to possible rewriting or translation; `None` if they were not searched for.
    pub leads: Option<Arc<PlacedLeads>>,
    /// Comparison with an earlier check; `None` if it was not compared with one.
    pub recheck: Option<Arc<Recheck>>,
    /// Submissions: which checked documents each student or team handed in.
    pub submissions: Arc<Submissions>,
    /// Settings, such as the class list, that assign the documents to submissions.
    pub submission_settings: Arc<SubmissionSettings>,
    /// Number of strong passages, and of pairs with strong passages, that do not count because of earlier decisions.
    pub decided: usize,
    /// Libraries that were compared, the check's own first; `None` if a saved check does not state them.
    pub compared_with: Option<Vec<ComparedLibrary>>,
}

impl CheckResult {
    /// Compares documents by their fingerprints alone, which must come from the recipe for theses.
    #[must_use]
    pub fn of(documents: Vec<Document>, thresholds: Thresholds) -> Self {
        let fingerprinted: Vec<_> = documents.iter().map(Document::fingerprinted).collect();
        let near = Findings::of(&fingerprinted, thresholds, false);
        Self::with_near(documents, thresholds, near).with_findings()
    }

    /// Makes a result from documents and the findings of comparing their fingerprints, for the recipe for theses. Its `findings`
    /// stay empty until [`Self::with_findings`].
    #[must_use]
    pub fn with_near(documents: Vec<Document>, thresholds: Thresholds, near: Findings) -> Self {
        Self {
            documents: Arc::new(documents),
            passed_over: Arc::default(),
            recipe: Recipe::THESIS,
            thresholds,
            possible: false,
            findings: Findings::default(),
            near: Arc::new(near),
            copied: None,
            evidence: Arc::default(),
            references: Arc::default(),
            reference_lookup: None,
            leads: None,
            recheck: None,
            submissions: Arc::default(),
            submission_settings: Arc::default(),
            decided: 0,
            compared_with: None,
        }
    }

    /// Returns the result with passages and shares added, and with recomputed findings.
    #[must_use]
    pub fn with_copied(self, copied: Copied) -> Self {
        Self {
            copied: Some(copied),
            ..self
        }
        .with_findings()
    }

    /// Searches for evidence beyond the text, reads the reference lists, and recomputes the findings.
    #[must_use]
    pub fn with_evidence(self) -> Self {
        let copies = self.copies().map(|(copies, _)| copies);
        let first = self.first_documents();
        let references = CheckReferences::of(&self.documents, &first);
        let none = Choices::default();
        let choices = self.shares().map_or(&none, Shares::choices);
        let evidence = find_evidence(&self.documents, copies, &first, choices);
        let evidence = evidence.with_references(&self.documents, &references, &first);
        Self {
            evidence: Arc::new(evidence),
            references: Arc::new(references),
            ..self
        }
        .with_findings()
    }

    /// Returns the result under other choices of the person; unchanged if texts were not compared.
    #[must_use]
    pub fn with_choices(&self, choices: Choices) -> Self {
        Self {
            copied: (self.copied.as_ref()).map(|copied| copied.with_choices(choices)),
            ..self.clone()
        }
        .with_findings()
    }

    /// Recomputes the findings from fingerprints, passages and evidence.
    #[must_use]
    pub fn with_findings(mut self) -> Self {
        let near = (*self.near).clone();
        self.findings = match &self.copied {
            Some(Copied { copies, shares, .. }) => {
                let code = |document| {
                    let content = self.document(document).and_then(Document::content);
                    content.map_or(0, DocumentContent::code_characters)
                };
                near.with_copies(&self.fingerprinted(), copies, shares, self.possible, code)
            }
            None => near,
        };
        let mut pairs = std::mem::take(&mut self.findings.pairs);
        for pair in &mut pairs {
            pair.verdict = self.own_verdict(pair.a, pair.b).or(pair.verdict);
        }
        self.findings.pairs = pairs;
        self.add_evidence();
        self.sort_findings();
        self
    }

    /// Lists the pairs that evidence beyond the text speaks for, and notes the strongest kind of each listed pair.
    fn add_evidence(&mut self) {
        let mut pairs = std::mem::take(&mut self.findings.pairs);
        let listed: HashSet<DocumentPair> = pairs.iter().map(|pair| (pair.a, pair.b)).collect();
        let others = (self.evidence.pairs.iter())
            .filter(|pair| !listed.contains(&(pair.a, pair.b)))
            .map(|pair| self.finding_of(pair.a, pair.b))
            // What a person decided not to count is listed all the same.
            .filter(|pair| pair.strongest.is_some() || !self.counts_between(pair.a, pair.b));
        pairs.extend(others);
        for pair in &mut pairs {
            pair.strongest = (self.strongest(pair)).or_else(|| {
                // Near fingerprints: the texts may be alike, but share nothing that counts.
                let near = (pair.verdict).filter(|_| self.counts_between(pair.a, pair.b));
                Strongest::of_prose(near?, [0.0; 2])
            });
        }
        let of_evidence = pairs.iter().flat_map(|pair| {
            let items = self.pair_evidence(pair.a, pair.b).iter();
            items.filter_map(EvidenceItem::kind)
        });
        let of_prose = pairs.iter().filter(|pair| pair.verdict.is_some());
        let kinds: BTreeSet<EvidenceKind> = (of_prose.map(|_| EvidenceKind::Text))
            .chain(of_evidence)
            .collect();
        self.findings.kinds = kinds.into_iter().collect();
        self.findings.pairs = pairs;
    }

    /// Returns whether anything that two documents have in common counts, by the person's decisions.
    #[must_use]
    pub fn counts_between(&self, a: DocumentIndex, b: DocumentIndex) -> bool {
        (self.shares()).is_none_or(|shares| shares.choices().counts_between(a, b))
    }

    /// Returns the passages and the shares; `None` if texts were not compared.
    #[must_use]
    pub fn copies(&self) -> Option<(&Copies, &Shares)> {
        let Copied { copies, shares, .. } = self.copied.as_ref()?;
        Some((copies, shares))
    }

    /// Returns the shares of all documents and pairs; `None` if texts were not compared.
    #[must_use]
    pub fn shares(&self) -> Option<&Shares> {
        self.copies().map(|(_, shares)| shares)
    }

    /// Returns the copied shares of a pair, zeros for a pair without passages; `None` if texts were not compared.
    #[must_use]
    pub fn pair_shares(&self, pair: &PairFinding) -> Option<PairShares> {
        let shares = self.shares()?;
        let found = (pair.copied).and_then(|copied| shares.pair(copied));
        Some(found.unwrap_or_else(|| shares.without_passages(pair.a, pair.b)))
    }

    /// Returns the copied shares of two documents, the lower position first; `None` if they have no passages, or texts were
    /// not compared.
    #[must_use]
    pub fn copied_shares(&self, a: DocumentIndex, b: DocumentIndex) -> Option<PairShares> {
        let copied = self.finding_of(a, b).copied?;
        self.shares()?.pair(copied)
    }

    /// Returns the shares of the document at `position`. `None` if texts were not compared, or if the document was not read or
    /// has no text to compare, for which a share of 0 would be misleading.
    #[must_use]
    pub fn document_shares(&self, position: DocumentIndex) -> Option<&DocumentShares> {
        self.document(position)?.content()?;
        let shares = self.shares()?.document(position)?;
        shares.has_text().then_some(shares)
    }

    /// Returns the shares of the document at `position` by the origin of its sources. `None` for a library document and for a
    /// document without shares ([`Self::document_shares`]).
    #[must_use]
    pub fn origins(&self, position: DocumentIndex) -> Option<Origins> {
        let (copies, shares) = self.copies()?;
        self.document_shares(position)?;
        Origins::of(&self.documents, copies, shares, position)
    }

    /// Returns whether the check has a library document, so that origins are worth showing.
    #[must_use]
    pub fn has_outside(&self) -> bool {
        // Documents of libraries stand last.
        (self.documents.last()).is_some_and(|document| document.origin == Origin::Library)
    }

    /// Returns the library documents that share text with 3 or more submissions of the check, those with the most text first
    /// ([`Shares::common_sources`]). Empty if texts were not compared.
    #[must_use]
    pub fn common_sources(&self) -> Vec<CommonSource> {
        self.copies().map_or_else(Vec::new, |(copies, shares)| {
            shares.common_sources(&copies.counted, &copies.pairs, checked(&self.documents))
        })
    }

    /// Returns how much of the text that a pair of checked documents shares also occurs in the library document that has most of it.
    /// `None` if no library document has at least 30 characters of it from each of the two, if texts were not compared, or if the two
    /// documents belong to one submission.
    #[must_use]
    pub fn explained(&self, pair: &PairFinding) -> Option<Explained> {
        let (copies, shares) = self.copies()?;
        let checked = checked(&self.documents);
        shares.explained(&copies.counted, &copies.pairs, pair.copied?, checked)
    }

    /// Returns a person's decision about a pair of documents, or about a single document (`a` and `b` equal). `None` if there is
    /// no decision or texts were not compared.
    #[must_use]
    pub fn decision(&self, a: DocumentIndex, b: DocumentIndex) -> Option<Decision> {
        self.shares()?.choices().decision(a, b)
    }

    /// Returns whether a person made a decision or a note about any document or pair.
    #[must_use]
    pub fn has_decisions(&self) -> bool {
        self.shares()
            .is_some_and(|shares| !shares.choices().decided().is_empty())
    }

    /// Returns which documents are versions of one thesis and which were handed in together; no theses if texts were not
    /// compared.
    #[must_use]
    pub fn theses(&self) -> &Theses {
        static NONE: Theses = Theses::NONE;
        self.shares().map_or(&NONE, Shares::theses)
    }

    /// Returns the groups of submissions that are connected by links of at least this share (0..=1), in the order of
    /// [`groups`](fn@groups). The finding about two submissions ([`Self::submission_findings`]) gives the share of their link.
    #[must_use]
    pub fn groups(&self, least_link: f64) -> Vec<Group> {
        let findings = self.submission_findings();
        let links = findings.iter().filter_map(|finding| finding.link(self));
        groups(&self.fingerprinted(), links.collect(), least_link)
    }

    /// Returns why the total share of the document at `position` is a lower estimate; `None` if it is not.
    #[must_use]
    pub fn lower_estimate(&self, position: DocumentIndex) -> Option<LowerEstimate> {
        let shares = (self.shares()).and_then(|shares| shares.document(position));
        LowerEstimate::of_document(&self.documents, position, shares)
    }

    /// Returns why the shares of two documents with each other are lower estimates; `None` if they are not.
    #[must_use]
    pub fn pair_lower_estimate(&self, a: DocumentIndex, b: DocumentIndex) -> Option<LowerEstimate> {
        LowerEstimate::of_pair(&self.documents, a, b)
    }

    /// Returns the finding about two documents, even if the pair is not listed; such a pair has no verdict unless both documents
    /// belong to one submission or thesis. The lower position comes first. `None` if a document was not read or both positions
    /// are equal.
    #[must_use]
    pub fn pair(&self, one: DocumentIndex, other: DocumentIndex) -> Option<PairFinding> {
        let is_read = |position: DocumentIndex| self.document(position)?.content();
        if one == other || is_read(one).is_none() || is_read(other).is_none() {
            return None;
        }
        let pair = self.finding_of(one, other);
        Some(self.listed_pair(&pair).copied().unwrap_or(pair))
    }

    /// Returns the verdict of a listed pair; `None` if the pair is not listed or has no verdict.
    #[must_use]
    pub fn verdict(&self, one: DocumentIndex, other: DocumentIndex) -> Option<Verdict> {
        self.listed_pair(&self.finding_of(one, other))?.verdict
    }

    /// Returns the verdict of a pair by the distance of the fingerprints alone; `None` if the pair is not near enough or one
    /// document has no fingerprint.
    #[must_use]
    pub fn near_verdict(&self, a: DocumentIndex, b: DocumentIndex) -> Option<Verdict> {
        let distance = self.distance(a, b)?;
        let [a, b] = [a, b].map(|position| self.documents[position].fingerprinted().characters);
        self.thresholds.verdict(distance, a.min(b))
    }

    /// Returns how many characters of a passage count as copied, and how many do not and why, first in `pair.a`, then in `pair.b`. An
    /// unticked passage is measured as if it were ticked. `None` if texts were not compared or the pair has no passages.
    #[must_use]
    pub fn passage_figures(
        &self,
        pair: &PairFinding,
        passage: &Passage,
    ) -> Option<[PassageFigures; 2]> {
        let (copies, shares) = self.copies()?;
        let of_pair = copies.pairs.get(pair.copied?.0)?;
        let side = |document: DocumentIndex| {
            let counted = copies.counted.get(document.0)?;
            Some(shares.passage(document, counted, of_pair, passage))
        };
        Some([side(pair.a)?, side(pair.b)?])
    }

    /// Returns whether a passage counts as far as a person has decided: neither it nor its pair was judged not plagiarism.
    #[must_use]
    pub fn passage_counts(&self, pair: &PairFinding, passage: &Passage) -> bool {
        let choices = self.shares().map(Shares::choices);
        choices.is_none_or(|choices| {
            choices.counts_between(pair.a, pair.b)
                && choices.passage_counts(pair.a, pair.b, passage)
        })
    }

    /// Returns the verdict on two documents of one submission, whatever they share; `None` for those of two. Drafts that a
    /// student handed in together are that student's files first; only covers and names of files tell versions of a thesis.
    fn own_verdict(&self, a: DocumentIndex, b: DocumentIndex) -> Option<Verdict> {
        let verdict = self.theses().own_verdict(a, b)?;
        let are_together = self.submission_position(a) == self.submission_position(b);
        let submission = self.submission(a).filter(|_| are_together);
        let is_told = submission.is_some_and(|submission| submission.found_by < FoundBy::Record);
        Some(if is_told { Verdict::Own } else { verdict })
    }

    /// Returns what is known of two documents without the list of pairs.
    fn finding_of(&self, one: DocumentIndex, other: DocumentIndex) -> PairFinding {
        let (a, b) = (one.min(other), one.max(other));
        let pair = PairFinding {
            a,
            b,
            distance: self.distance(a, b),
            verdict: self.own_verdict(a, b),
            copied: (self.copies()).and_then(|(copies, _)| copies.index_of(a, b)),
            strongest: None,
        };
        PairFinding {
            strongest: self.strongest(&pair),
            ..pair
        }
    }

    /// Returns the distance of two documents' fingerprints in bits; `None` if one of them has none.
    #[must_use]
    pub fn distance(&self, a: DocumentIndex, b: DocumentIndex) -> Option<u32> {
        let [a, b] = [a, b].map(|position| self.document(position)?.fingerprint());
        Some(a?.distance(b?))
    }

    /// Returns how much text of the checked documents counts as the assignment because at least half of the submissions have it; text of
    /// assignment files is not included. `None` if no submission has 30 characters of it or texts were not compared.
    #[must_use]
    pub fn given_text(&self) -> Option<GivenText> {
        let (copies, _) = self.copies()?;
        let checked = copies.counted.get(..checked(&self.documents))?;
        GivenText::of_texts(checked, self.theses())
    }

    /// Returns all passages of a pair, whether they count or not; `None` if the pair has none.
    #[must_use]
    pub fn pair_passages(&self, pair: &PairFinding) -> Option<&PairPassages> {
        self.copies()?.0.pair(pair.copied?)
    }

    /// Returns all passages of a pair, in any order, whether they count or not; empty if the pair has none.
    #[must_use]
    pub fn passages(&self, pair: &PairFinding) -> &[Passage] {
        self.pair_passages(pair).map_or(&[], |pair| &pair.passages)
    }

    /// Returns the passages of a pair in list order.
    #[must_use]
    pub fn listed(&self, pair: &PairFinding) -> Listed {
        let found = self.pair_passages(pair).zip(self.shares());
        found.map_or_else(Listed::default, |(pair, shares)| {
            Listed::of(pair, shares.choices())
        })
    }

    /// Returns the number of countable characters in a passage, on the side of `document`, that were copied to this degree; 0 if the
    /// pair has no passages.
    #[must_use]
    pub fn characters_of(
        &self,
        pair: &PairFinding,
        document: DocumentIndex,
        passage: &Passage,
        degree: Degree,
    ) -> u32 {
        let Some(((copies, _), found)) = self.copies().zip(self.pair_passages(pair)) else {
            return 0;
        };
        let counted = copies.counted.get(document.0);
        runs_within(found.degrees_in(document), found.span_in(document, passage))
            .filter(|run| run.degree == degree)
            .map(|run| counted.map_or(0, |counted| counted.within(run.span)))
            .sum()
    }

    /// Returns the parts of libraries that should have been compared but were not, sorted; empty if nothing is missing or texts were not
    /// compared.
    #[must_use]
    pub fn missing(&self) -> &[MissingPart] {
        self.copies()
            .map_or(&[], |(copies, _)| copies.missing.as_slice())
    }

    /// Returns the position, in [`Self::shared_texts`], of the shared text that covers most of a span of a document, with that text;
    /// `None` unless it covers at least half of the span.
    #[must_use]
    pub fn shared_text_at(
        &self,
        document: DocumentIndex,
        span: Span,
    ) -> Option<(usize, &SharedText)> {
        let texts = &self.copied.as_ref()?.shared_texts;
        let position = texts.at(document, span)?;
        Some((position, texts.all().get(position)?))
    }

    /// Returns the texts that 3 or more of the documents share, heaviest first; empty if texts were not compared.
    #[must_use]
    pub fn shared_texts(&self) -> &[SharedText] {
        (self.copied.as_ref()).map_or(&[], |copied| copied.shared_texts.all())
    }

    /// Returns the code that 3 or more of the checked documents share, heaviest first.
    #[must_use]
    pub fn shared_code(&self) -> &[SharedText] {
        self.evidence.shared_code.all()
    }

    /// Returns a person's decision about a shared text or shared code; `None` without a decision.
    #[must_use]
    pub fn decision_on(&self, text: &SharedText) -> Option<TextDecision> {
        let decided = self.shares()?.choices().decided_text(text)?;
        Some(decided.decision())
    }

    /// Returns the evidence about pairs that are not listed because they share only names or reference entries, sorted by the
    /// documents' positions.
    pub fn unlisted_evidence(&self) -> impl Iterator<Item = &PairEvidence> {
        let pairs = self.findings.pairs.iter();
        let listed: HashSet<DocumentPair> = pairs.map(|pair| (pair.a, pair.b)).collect();
        (self.evidence.pairs.iter()).filter(move |pair| !listed.contains(&(pair.a, pair.b)))
    }

    /// Returns the evidence beyond the text about two documents, given in either order. The items are in the order of the variants of
    /// [`EvidenceItem`], and their sides in the order of the documents' positions. Empty if there is none.
    #[must_use]
    pub fn pair_evidence(&self, a: DocumentIndex, b: DocumentIndex) -> &[EvidenceItem] {
        self.evidence.of(a, b)
    }
}
