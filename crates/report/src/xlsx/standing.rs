//! Standing of a passage: whether it counts in the shares, and if not, why.

use crate::Report;
use chachong_check::shown::left_out_reason;
use chachong_compare::{DocumentIndex, PairFinding, Passage, Reason, Span, Strength};
use chachong_messages::Language;

/// Standing of a passage in the shares of its two documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Counts in both, or in the one in which it is not left out.
    Counts,
    /// Counts in the first document only: the first is switched off as a source of the second.
    CountsInA,
    /// Counts in the second document only.
    CountsInB,
    /// Possible passage, in no share.
    Possible,
    /// Switched off: a person decided that the passage, or all passages of its pair, are no plagiarism.
    SwitchedOff,
    /// Too little of the passage counts in either document; reason of the first left-out stretch.
    LeftOut(Reason),
    /// Both documents are versions of one thesis.
    OfOneThesis,
}

impl Standing {
    /// Returns the standing of a listed passage.
    pub(super) fn of(check: Report<'_>, pair: &PairFinding, passage: &Passage) -> Self {
        let Some((copies, shares)) = check.result.copies() else {
            return Self::Counts;
        };
        if shares.theses().are_one(pair.a, pair.b) {
            return Self::OfOneThesis;
        }
        let choices = shares.choices();
        let sides = [(pair.a, pair.b, passage.a), (pair.b, pair.a, passage.b)];
        let on = |&(document, source, _): &(DocumentIndex, DocumentIndex, Span)| {
            choices.counts_for(document, source) && choices.passage_counts(pair.a, pair.b, passage)
        };
        if !sides.iter().any(on) {
            return Self::SwitchedOff;
        }
        if passage.strength() == Strength::Possible {
            return Self::Possible;
        }
        let left_out = sides.map(|side| {
            let (document, _, span) = side;
            on(&side).then(|| left_out_reason(copies, shares, document, span))
        });
        match left_out {
            [Some(Some(reason)), Some(Some(_)) | None] | [None, Some(Some(reason))] => {
                Self::LeftOut(reason)
            }
            [Some(_), Some(_)] => Self::Counts,
            [Some(None), None] => Self::CountsInA,
            _ => Self::CountsInB,
        }
    }

    /// Returns the standing in words.
    pub(super) fn words(self, language: Language) -> String {
        match self {
            Self::Counts => language.text("xlsx.counts"),
            Self::CountsInA => language.text("xlsx.counts-a"),
            Self::CountsInB => language.text("xlsx.counts-b"),
            Self::Possible => language.text("xlsx.counts-possible"),
            Self::SwitchedOff => language.text("xlsx.counts-off"),
            Self::OfOneThesis => {
                let versions = language.text("report.versions-of-one-thesis");
                language.fill("shares.left-out", &[("reason", &versions)])
            }
            Self::LeftOut(reason) => {
                let reason = language.reason_left_out(reason);
                language.fill("shares.left-out", &[("reason", &reason)])
            }
        }
    }
}
