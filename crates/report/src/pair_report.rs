//! Content of the report on one pair, for every format: its figures, its passages in the order of its list, and both
//! whole texts with their differences.

use std::io;
use std::sync::Arc;

use super::Report;
use chachong_check::Document;
use chachong_check::shown::{AlignedTexts, Listed, PairSide, aligned_texts};
use chachong_compare::{Background, DocumentIndex, PairFinding, PairShares, Weighed};
use chachong_simhash::Fingerprint;

/// Content of the report of one listed pair.
#[derive(Debug)]
pub(crate) struct PairReport<'a> {
    pub(crate) finding: &'a PairFinding,
    /// Both documents, the lower position first.
    pub(crate) documents: [&'a Document; 2],
    /// Both fingerprints; `None` where a document has none.
    pub(crate) fingerprints: Option<[Fingerprint; 2]>,
    /// Shares; `None` where texts were not compared.
    pub(crate) shares: Option<PairShares>,
    pub(crate) listed: Listed,
    /// Both texts; owners of their runs are indices in `listed`.
    pub(crate) aligned: AlignedTexts,
}

impl<'a> PairReport<'a> {
    /// Assembles the report of a pair; `None` if one of its documents was not read. `weighed` returns the prepared
    /// text of a document by its position, perhaps from a cache. Fails if a kept text cannot be read again.
    pub(crate) fn with(
        check: Report<'a>,
        finding: &'a PairFinding,
        weighed: &dyn Fn(DocumentIndex) -> io::Result<Arc<Weighed>>,
    ) -> io::Result<Option<Self>> {
        let at = |position: DocumentIndex| {
            let document = check.result.document(position)?;
            Some((document, PairSide::of(document)?))
        };
        let Some(((a, side_a), (b, side_b))) = at(finding.a).zip(at(finding.b)) else {
            return Ok(None);
        };
        let listed = check.result.listed(finding);
        let positions = [finding.a, finding.b];
        Ok(Some(Self {
            finding,
            documents: [a, b],
            fingerprints: (a.fingerprint().zip(b.fingerprint())).map(|(a, b)| [a, b]),
            shares: check.result.pair_shares(finding),
            aligned: aligned_texts(&[side_a, side_b], &listed, &|side| weighed(positions[side]))?,
            listed,
        }))
    }
}

/// Prepares the text of the document at `position` for showing what is equal in its passages.
pub(crate) fn weighed(check: Report<'_>, position: DocumentIndex) -> io::Result<Weighed> {
    let document = check.result.document(position);
    let content = document.and_then(Document::content);
    let content = content.ok_or(io::ErrorKind::NotFound)?;
    Ok(Weighed::new(content.text.prepared()?, &Background::new()))
}
