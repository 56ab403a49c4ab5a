//! Decisions of a person about pairs and documents. Every report names the pairs in which nothing counts because of
//! such a decision.

use std::collections::{BTreeMap, BTreeSet};

use super::Report;
use super::evidence::kinds;
use chachong_check::shown::Elsewhere;
use chachong_compare::{
    Choices, Copied, Decision, DocumentIndex, DocumentPair, Passage, Source, Strength,
};
use chachong_messages::day;

/// Decision and note of a person about a pair or a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decided<'a> {
    pub(crate) decision: Option<Decision>,
    pub(crate) note: Option<&'a str>,
    /// Time of the decision or, without one, of the note, in seconds since 1970; `None` if unknown.
    pub(crate) at: Option<i64>,
}

impl<'a> Decided<'a> {
    /// Returns the decision and note about a pair, or about a document (`a` twice).
    pub(crate) fn of(check: Report<'a>, a: DocumentIndex, b: DocumentIndex) -> Self {
        (check.result.shares()).map_or_else(Self::default, |shares| {
            let choices = shares.choices();
            Self {
                decision: choices.decision(a, b),
                note: choices.note(a, b, None),
                at: choices.decided_at(a, b, None),
            }
        })
    }

    /// Describes the decision, its day and the note; `None` without decision and note.
    pub(crate) fn in_words(self, check: Report<'_>) -> Option<String> {
        let decision = self.decision.map(|one| check.language.decision(one));
        let notes: Vec<&str> = self.note.into_iter().collect();
        let remark = in_words(check, self.at, &notes);
        let parts: Vec<String> = decision.into_iter().chain(remark).collect();
        (!parts.is_empty()).then(|| parts.join(&check.language.text("punctuation.semicolon")))
    }
}

/// Returns the decisions and notes of a person about pairs and documents (each as a pair with itself) but those of
/// [`decided_pairs`], in the order of their documents.
pub(crate) fn other_decisions(check: Report<'_>) -> Vec<(DocumentPair, Decided<'_>)> {
    let Some(shares) = check.result.shares() else {
        return Vec::new();
    };
    let named = decided_pairs(check).into_iter();
    let named: BTreeSet<DocumentPair> = named.map(|pair| (pair.a, pair.b)).collect();
    let all = shares.choices().decided().into_iter();
    let others = all.filter(|pair| !named.contains(pair));
    others
        .map(|(a, b)| ((a, b), Decided::of(check, a, b)))
        .collect()
}

/// Returns what a document would have copied from a source if no decision took the source's passages out.
pub(crate) fn without_decision(
    check: Report<'_>,
    document: DocumentIndex,
    source: &Source,
) -> Copied {
    let of_pair = || {
        let (copies, shares) = check.result.copies()?;
        let counted = copies.counted.get(document.0)?;
        Some(shares.if_all_ticked(document, counted, copies.pair(source.pair)?))
    };
    of_pair().unwrap_or(source.shares.net)
}

/// Returns a person's note on a passage that the document at `position` has in common with another one; `None` without a note.
pub(crate) fn note_on<'a>(
    check: Report<'a>,
    position: DocumentIndex,
    found: &Elsewhere,
) -> Option<&'a str> {
    let (a, b) = (position.min(found.document), position.max(found.document));
    let (_, shares) = check.result.copies()?;
    shares.choices().note(a, b, Some(&found.passage))
}

/// Subject of a person's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The whole pair.
    Pair,
    /// Each document as a source of the other.
    Sources,
    /// Every strong passage, one by one.
    Passages,
}

impl Scope {
    /// Name of the scope in JSON, and in the keys of its words.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Pair => "pair",
            Self::Sources => "sources",
            Self::Passages => "passages",
        }
    }
}

/// Pair of documents with strong passages or evidence beyond text, none of which counts because of a person's decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DecidedPair<'a> {
    pub(crate) a: DocumentIndex,
    pub(crate) b: DocumentIndex,
    pub(crate) scope: Scope,
    /// Number of strong passages.
    pub(crate) passages: usize,
    /// Time of the last decision, in seconds since 1970; `None` if unknown, and for [`Scope::Sources`].
    pub(crate) decided_at: Option<i64>,
    /// Notes of the person: on the pair, then on its passages in their order, without repetitions.
    pub(crate) notes: Vec<&'a str>,
}

impl DecidedPair<'_> {
    /// Describes the subject of the decision.
    pub(crate) fn scope_in_words(&self, check: Report<'_>) -> String {
        check
            .language
            .text(&format!("decided.{}", self.scope.name()))
    }

    /// Describes what the pair shares: the number of strong passages or, without any, the kinds of evidence beyond text.
    pub(crate) fn shared_in_words(&self, check: Report<'_>) -> String {
        if self.passages == 0 {
            return kinds(check, self.a, self.b);
        }
        (check.language).fill("decided.count", &[("count", &self.passages)])
    }

    /// Describes the day of the decision and the notes; `None` if both are unknown.
    pub(crate) fn remark(&self, check: Report<'_>) -> Option<String> {
        in_words(check, self.decided_at, &self.notes)
    }
}

/// Returns the pairs in which nothing counts because of a person's decision, in the order of their documents.
pub(crate) fn decided_pairs(check: Report<'_>) -> Vec<DecidedPair<'_>> {
    let Some((copies, shares)) = check.result.copies() else {
        return Vec::new();
    };
    let choices = shares.choices();
    let of_passages = copies
        .pairs
        .iter()
        .filter(|pair| pair.strong().next().is_some());
    let of_passages = of_passages.map(|pair| ((pair.a, pair.b), &pair.passages[..]));
    let mut pairs: BTreeMap<DocumentPair, &[Passage]> = of_passages.collect();
    for pair in &check.result.evidence.pairs {
        pairs.entry((pair.a, pair.b)).or_default();
    }
    (pairs.into_iter())
        .filter_map(|(pair, passages)| decided_pair(choices, pair, passages))
        .collect()
}

/// Returns the decision on a pair if nothing of it counts; `None` if anything does, or if there is no decision. A pair without strong
/// passages shares something other than prose.
fn decided_pair<'a>(
    choices: &'a Choices,
    (a, b): DocumentPair,
    passages: &[Passage],
) -> Option<DecidedPair<'a>> {
    let strong = || {
        let passages = passages.iter();
        passages.filter(|passage| passage.strength() == Strength::Strong)
    };
    let scope = if !choices.pair_counts(a, b) {
        Scope::Pair
    } else if !choices.counts_between(a, b) {
        Scope::Sources
    } else if strong().next().is_some()
        && strong().all(|passage| !choices.passage_counts(a, b, passage))
    {
        Scope::Passages
    } else {
        return None;
    };
    let times = strong().filter_map(|passage| choices.decided_at(a, b, Some(passage)));
    let mut notes: Vec<&str> = Vec::new();
    let on_passages = strong().filter_map(|passage| choices.note(a, b, Some(passage)));
    for note in choices.note(a, b, None).into_iter().chain(on_passages) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    Some(DecidedPair {
        a,
        b,
        scope,
        passages: strong().count(),
        decided_at: match scope {
            Scope::Pair => choices.decided_at(a, b, None),
            Scope::Sources => None,
            Scope::Passages => times.max(),
        },
        notes,
    })
}

fn in_words(check: Report<'_>, decided_at: Option<i64>, notes: &[&str]) -> Option<String> {
    let language = check.language;
    let day = decided_at.map(|at| language.fill("decided.on", &[("day", &day(at))]));
    let notes = notes
        .iter()
        .map(|note| language.fill("note.shown", &[("note", &one_line(note))]));
    let parts: Vec<String> = day.into_iter().chain(notes).collect();
    (!parts.is_empty()).then(|| parts.join(&language.text("punctuation.semicolon")))
}

/// Returns a note in one line.
pub(crate) fn one_line(note: &str) -> String {
    let words = note.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_compare::DocumentIndex as Doc;
    use chachong_compare::{Chance, PairPassages, PassageKind, Span};

    fn passage(start: u32, strong: bool) -> Passage {
        let span = Span {
            start,
            end: start + 5,
        };
        Passage {
            a: span,
            b: span,
            kind: PassageKind::Identical,
            matched_a: 5,
            matched_b: 5,
            similarity: 1000,
            chance: if strong {
                Chance::STRONG
            } else {
                Chance::from_log10(-1.0)
            },
            documents: 2,
        }
    }

    fn pair() -> PairPassages {
        PairPassages {
            degrees_a: Vec::new(),
            degrees_b: Vec::new(),
            a: Doc(1),
            b: Doc(4),
            passages: vec![passage(0, true), passage(10, true), passage(20, false)],
        }
    }

    #[test]
    fn a_pair_is_named_once_nothing_of_it_counts() {
        let pair = pair();
        let [first, second] = [&pair.passages[0], &pair.passages[1]];
        let mut choices = Choices::default();
        choices.set_passage(Doc(1), Doc(4), first, false);
        choices.set_note(Doc(1), Doc(4), Some(first), "the same rule");
        choices.set_decided_at(Doc(1), Doc(4), Some(first), 8);
        assert_eq!(
            decided_pair(&choices, (Doc(1), Doc(4)), &pair.passages),
            None,
            "the second counts"
        );
        choices.set_passage(Doc(1), Doc(4), second, false);
        choices.set_note(Doc(1), Doc(4), Some(second), "the same rule");
        choices.set_decided_at(Doc(1), Doc(4), Some(second), 9);
        let decided = decided_pair(&choices, (Doc(1), Doc(4)), &pair.passages).unwrap();
        assert_eq!(decided.scope, Scope::Passages);
        assert_eq!((decided.passages, decided.decided_at), (2, Some(9)));
        assert_eq!(decided.notes, ["the same rule"]);

        choices.set_source_for(Doc(1), Doc(4), false);
        choices.set_source_for(Doc(4), Doc(1), false);
        assert_eq!(
            decided_pair(&choices, (Doc(1), Doc(4)), &pair.passages)
                .unwrap()
                .scope,
            Scope::Sources
        );

        choices.set_decision(Doc(4), Doc(1), Some(Decision::NotPlagiarism));
        choices.set_note(Doc(4), Doc(1), None, "two versions");
        choices.set_decided_at(Doc(4), Doc(1), None, 7);
        let decided = decided_pair(&choices, (Doc(1), Doc(4)), &pair.passages).unwrap();
        assert_eq!(decided.scope, Scope::Pair);
        assert_eq!(decided.decided_at, Some(7));
        assert_eq!(decided.notes, ["two versions", "the same rule"]);
    }

    #[test]
    fn a_pair_that_shares_only_code_is_named_once_it_is_decided() {
        let mut choices = Choices::default();
        let of = |choices: &Choices| {
            let decided = decided_pair(choices, (Doc(1), Doc(4)), &[])?;
            Some((decided.scope, decided.passages))
        };
        assert_eq!(of(&choices), None);
        choices.set_decision(Doc(1), Doc(4), Some(Decision::NotPlagiarism));
        assert_eq!(of(&choices), Some((Scope::Pair, 0)));
    }

    #[test]
    fn a_note_becomes_one_line_without_control_characters() {
        assert_eq!(one_line(" 第三条\n\u{1}与 第四条\t"), "第三条 与 第四条");
    }
}
