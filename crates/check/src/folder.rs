//! Judgement of all passages of a check by its folder: text that the assignment gave is left out, and a passage is strong only
//! where its two writers are nearer to each other than to what the others wrote there.

use std::io;
use std::sync::Arc;

use rayon::prelude::*;

use super::{CopyError, carrying, cutting};
use chachong_compare::{
    Chance, Counted, Degree, DegreeRun, Evidence, FolderFrequencies, FolderText, Judged,
    LEAST_FOLDER, Others, PairPassages, Passage, Span, Strength, Versions, Weighed,
    common_threshold, grade, judge, settle_common,
};
use chachong_text::{Mark, MarkReason};

/// Multiple of the middle of what others wrote that is no evidence: of two texts on one question some are nearer to each
/// other than most are.
const MARGIN: f32 = 1.5;

/// Documents of a check as they are needed to judge its passages.
pub(super) struct Texts<'t> {
    /// Returns a prepared document.
    pub weighed: &'t (dyn Fn(usize) -> io::Result<Arc<Weighed>> + Sync),
    /// Counts a pair as done; an error if the person cancelled.
    pub done: &'t (dyn Fn() -> Result<(), CopyError> + Sync),
}

/// Folder of a check: its documents and what many of them have.
pub(super) struct Folder<'f> {
    /// Numbers of documents that have each run of words.
    pub frequencies: &'f FolderFrequencies,
    /// Positions of the checked documents that were read, ascending.
    pub checked: Vec<usize>,
    /// Pairs of documents by one author that share passages.
    pub one_author: &'f [(usize, usize)],
    /// The documents.
    pub texts: &'f Texts<'f>,
}

impl Folder<'_> {
    /// Marks the text that the assignment gave in `counted`, cuts the passages where something left out begins, and judges
    /// them. Pairs without a passage are removed.
    pub fn settle(
        &self,
        mut counted: Vec<Counted>,
        pairs: &mut Vec<PairPassages>,
    ) -> Result<Vec<Counted>, CopyError> {
        let given = self.given(counted.len())?;
        let versions = self.versions(&counted, &given, pairs)?;
        let folder = self.checked.last().map_or(0, |last| last + 1);
        let common = settle_common(given[..folder].to_vec(), &versions);
        for (counted, common) in counted.iter_mut().zip(common) {
            counted.marks.extend(common);
            counted.marks.sort_unstable();
        }
        let carried = carrying::carried(
            pairs,
            |document| counted[document].marks.clone(),
            folder,
            counted.len(),
        );
        for (counted, carried) in counted.iter_mut().zip(carried) {
            counted.marks.extend(carried);
            counted.marks.sort_unstable();
        }
        self.cut(&counted, pairs)?;
        let mut paired: Vec<usize> = pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
        paired.sort_unstable();
        paired.dedup();
        let several: Vec<Vec<Span>> = (paired.par_iter())
            .map(|&document| {
                Ok(self
                    .frequencies
                    .several((self.texts.weighed)(document)?.text()))
            })
            .collect::<io::Result<_>>()?;
        for (document, several) in paired.into_iter().zip(several) {
            counted[document].several = several;
        }
        self.judge(&counted, &versions, pairs)?;
        Ok(counted)
    }

    /// Returns for each document the text that half of the folder has, counting every document.
    fn given(&self, documents: usize) -> io::Result<Vec<Vec<Mark>>> {
        let mut given = vec![Vec::new(); documents];
        let Some(half) = common_threshold(self.checked.len()) else {
            return Ok(given);
        };
        if !self.frequencies.reaches(half) {
            return Ok(given);
        }
        let found: Vec<Vec<Mark>> = (self.checked.par_iter())
            .map(|&document| {
                let text = (self.texts.weighed)(document)?;
                Ok(self.frequencies.given(text.text(), half))
            })
            .collect::<io::Result<_>>()?;
        for (&document, found) in self.checked.iter().zip(found) {
            given[document] = found;
        }
        Ok(given)
    }

    /// Returns which documents are versions of each other: what they copied of each other is nearly all of both, also of what
    /// was not given to all.
    fn versions(
        &self,
        counted: &[Counted],
        given: &[Vec<Mark>],
        pairs: &mut [PairPassages],
    ) -> Result<Versions, CopyError> {
        pairs.par_iter_mut().try_for_each(|pair| {
            let covered = |document: usize, of: fn(&Passage) -> Span| {
                let characters: u32 = (pair.strong())
                    .map(|passage| counted[document].within(of(passage)))
                    .sum();
                10 * u64::from(characters) >= 9 * u64::from(counted[document].countable())
            };
            if !(covered(pair.a, |p| p.a) && covered(pair.b, |p| p.b)) {
                return Ok::<_, CopyError>(());
            }
            let (a, b) = ((self.texts.weighed)(pair.a)?, (self.texts.weighed)(pair.b)?);
            let strong: Vec<Passage> = pair.strong().copied().collect();
            let graded =
                (strong.iter()).map(|passage| grade(&a, &b, passage, [FolderText::default(); 2]));
            let (of_a, of_b): (Vec<_>, Vec<_>) =
                graded.map(|graded| (graded.in_a, graded.in_b)).unzip();
            (pair.degrees_a, pair.degrees_b) = (in_order(&of_a), in_order(&of_b));
            Ok(())
        })?;
        let marked: Vec<Counted> = (counted.iter().zip(given))
            .map(|(counted, given)| {
                let mut counted = counted.clone();
                counted.marks.extend(given);
                counted
            })
            .collect();
        Ok(Versions::of(&marked, pairs).joining(self.one_author.iter().copied()))
    }

    /// Cuts the passages where something left out begins.
    fn cut(&self, counted: &[Counted], pairs: &mut Vec<PairPassages>) -> io::Result<()> {
        let marked: Vec<Vec<Span>> = counted.par_iter().map(cutting::marked).collect();
        pairs.par_iter_mut().try_for_each(|pair| {
            let texts = || Ok(((self.texts.weighed)(pair.a)?, (self.texts.weighed)(pair.b)?));
            cutting::cut(
                &mut pair.passages,
                &marked[pair.a],
                &marked[pair.b],
                [pair.a, pair.b].map(|document| counted[document].characters()),
                texts,
            )
        })?;
        pairs.retain(|pair| !pair.passages.is_empty());
        Ok(())
    }

    /// Sets degrees and strength of all passages.
    fn judge(
        &self,
        counted: &[Counted],
        versions: &Versions,
        pairs: &mut [PairPassages],
    ) -> Result<(), CopyError> {
        let given: Vec<Vec<Span>> = counted.par_iter().map(given_in).collect();
        let folder_text = |document: usize| FolderText {
            given: &given[document],
            several: &counted[document].several,
        };
        let judged: Vec<Vec<Option<Judged>>> = (pairs.par_iter())
            .map(|pair| {
                let (a, b) = ((self.texts.weighed)(pair.a)?, (self.texts.weighed)(pair.b)?);
                let folder = [folder_text(pair.a), folder_text(pair.b)];
                let judged = pair.passages.iter().map(|passage| {
                    (passage.strength() == Strength::Strong).then(|| judge(&a, &b, passage, folder))
                });
                (self.texts.done)()?;
                Ok(judged.collect())
            })
            .collect::<Result<_, CopyError>>()?;
        let any_open = (pairs.iter().zip(&judged)).any(|(pair, judged)| {
            (judged.iter().flatten().zip(&pair.passages)).any(|(judged, _)| {
                let all = std::iter::once((&judged.whole, 1))
                    .chain(judged.parts.iter().map(|part| (part, judged.parts.len())));
                all.clone()
                    .any(|(evidence, tries)| is_open(evidence, tries))
            })
        });
        let others = if any_open && self.checked.len() >= LEAST_FOLDER {
            Some(Others::of(&self.checked, self.texts.weighed, |document| {
                given[document].as_slice()
            })?)
        } else {
            None
        };
        pairs
            .par_iter_mut()
            .zip(judged)
            .try_for_each(|(pair, judged)| {
                let middle = |evidence: &Evidence, tries: usize| match &others {
                    Some(others) if is_open(evidence, tries) => {
                        self.middle(others, versions, (pair.a, pair.b), evidence, &given)
                    }
                    _ => Ok(0.0),
                };
                let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
                for (passage, judged) in pair.passages.iter_mut().zip(judged) {
                    let Some(judged) = judged else { continue };
                    let above = MARGIN * middle(&judged.whole, 1)?;
                    passage.chance = judged.whole.chance(above, 1).max(passage.chance);
                    let is_strong = passage.strength() == Strength::Strong;
                    let (chance, kept) = if judged.parts.is_empty() {
                        (passage.chance, Vec::new())
                    } else {
                        strong_parts(&judged, is_strong, &middle)?
                    };
                    passage.chance = chance.min(passage.chance);
                    let keeps_all = is_strong && judged.parts.is_empty();
                    let side =
                        |runs: &[DegreeRun], document: usize, of: fn(&(Span, Span)) -> Span| {
                            let parts: Vec<Span> = kept.iter().map(of).collect();
                            supported(runs, &given[document], |run| {
                                // What is equal is there to be seen; that a part is reworded rests on its own evidence.
                                keeps_all
                                    || is_strong && run.degree.is_copied()
                                    || parts.iter().any(|part| part.overlaps(run.span))
                            })
                        };
                    of_a.push(side(&judged.graded.in_a, pair.a, |part| part.0));
                    of_b.push(side(&judged.graded.in_b, pair.b, |part| part.1));
                }
                (pair.degrees_a, pair.degrees_b) = (in_order(&of_a), in_order(&of_b));
                (self.texts.done)()
            })
    }

    /// Returns the larger middle of what others of the folder wrote where the two sides of a passage stand.
    fn middle(
        &self,
        others: &Others,
        versions: &Versions,
        (a, b): (usize, usize),
        evidence: &Evidence,
        given: &[Vec<Span>],
    ) -> io::Result<f32> {
        let of_either = |document: usize| {
            [a, b]
                .map(|one| versions.first(one))
                .contains(&versions.first(document))
        };
        let of = |document: usize, span: Span| -> io::Result<f32> {
            let text = (self.texts.weighed)(document)?;
            Ok(others.middle(&text, span, &given[document], of_either))
        };
        Ok(of(a, evidence.a)?.max(of(b, evidence.b)?))
    }
}

/// Returns whether evidence would be strong if nobody else wrote on the same thing, and has no long run.
fn is_open(evidence: &Evidence, tries: usize) -> bool {
    evidence.needs_margin() && evidence.chance(0.0, tries).strength() == Strength::Strong
}

/// Returns the chance of the strongest part of a passage, and the spans of all strong parts in both texts. The weakest possible
/// chance if there is none. Where the whole is not strong, each part is one more try to find something strong in it.
fn strong_parts(
    judged: &Judged,
    whole_is_strong: bool,
    middle: &dyn Fn(&Evidence, usize) -> io::Result<f32>,
) -> io::Result<(Chance, Vec<(Span, Span)>)> {
    let tries = if whole_is_strong {
        1
    } else {
        judged.parts.len()
    };
    let mut strongest = Chance::from_log10(f32::INFINITY);
    let mut kept = Vec::new();
    for part in &judged.parts {
        let chance = part.chance(MARGIN * middle(part, tries)?, tries);
        if chance.strength() == Strength::Strong {
            kept.push((part.a, part.b));
            strongest = strongest.min(chance);
        }
    }
    Ok((strongest, kept))
}

/// Returns the degrees that have evidence: those that `keeps` says, and of the others what is equal in text that was given to
/// all. That is left out, and counts where a person says so.
fn supported(
    runs: &[DegreeRun],
    given: &[Span],
    keeps: impl Fn(&DegreeRun) -> bool,
) -> Vec<DegreeRun> {
    let mut found = Vec::with_capacity(runs.len());
    for run in runs {
        if keeps(run) {
            found.push(*run);
        } else if run.degree == Degree::Identical {
            let from = given.partition_point(|span| span.end <= run.span.start);
            let inside = given[from..]
                .iter()
                .take_while(|span| span.start < run.span.end);
            found.extend(inside.map(|span| DegreeRun {
                span: Span {
                    start: span.start.max(run.span.start),
                    end: span.end.min(run.span.end),
                },
                degree: run.degree,
            }));
        }
    }
    found
}

/// Returns the degrees of several passages, sorted by position.
fn in_order(of_passages: &[Vec<DegreeRun>]) -> Vec<DegreeRun> {
    let mut runs = of_passages.concat();
    runs.sort_unstable();
    runs
}

/// Returns the text of a document that the assignment or a template gave, merged and sorted by position.
fn given_in(counted: &Counted) -> Vec<Span> {
    let given = counted.marks.iter().filter(|mark| {
        matches!(
            mark.reason,
            MarkReason::Common { .. } | MarkReason::Template
        )
    });
    cutting::merged(given)
}
