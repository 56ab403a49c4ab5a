//! Judges all passages of a check against its folder: leaves out text of the assignment, and calls a passage strong only where
//! its two texts are nearer to each other than to what the other documents contain there.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::copies::is_long;
use super::memory_budget::MemoryRoom;
use super::{CopyError, copied_sections, cutting};
use chachong_compare::{
    Chance, Counted, Degree, DegreeRun, DocumentIndex, DocumentPair, FolderCounter,
    FolderFrequencies, FolderText, Judged, LEAST_FOLDER, Others, OwnText, PairPassages, Passage,
    PassageEvidence, Prepared, Reason, Span, Strength, Versions, Weighed, Widespread, each_once,
    grade, judge, merged, overlapping, surest, touches,
};

/// Multiple of the median score of the other documents up to which a score is no evidence: among texts on one question, some are nearer to
/// each other than most.
const MARGIN: f32 = 1.5;

/// Minimum part of the others that have own text at the same place ([`OwnText::in_common_places`]) for alike documents to be filled-in
/// forms. Among copiers who changed up to a fifth of one text, a fifth have own text at one place by chance; among those who left every
/// second field of a form blank, half do.
const FORM: f64 = 0.25;

/// Documents of a check as they are needed to judge its passages.
pub(super) struct Texts<'t> {
    /// Returns a document prepared for comparison.
    pub weighed: &'t (dyn Fn(DocumentIndex) -> io::Result<Arc<Weighed>> + Sync),
    /// Waits for the memory that these documents need; returns an error if the person cancelled.
    pub room: &'t (dyn Fn(&[DocumentIndex]) -> Result<MemoryRoom, CopyError> + Sync),
    /// Counts a pair as done; returns an error if the person cancelled.
    pub done: &'t (dyn Fn() -> Result<(), CopyError> + Sync),
}

/// Folder of a check: its documents and what many of them have.
pub(super) struct Folder<'f> {
    /// Minimum length of a passage in characters, on its shorter side.
    pub least_characters: u32,
    /// Numbers of documents that have each run of words. [`Self::settle`] counts documents of one origin once.
    pub frequencies: FolderFrequencies,
    /// Positions of the checked documents that were read, ascending.
    pub checked: Vec<DocumentIndex>,
    /// Number of characters of code in each document, which is no countable text.
    pub code: Vec<u32>,
    /// Documents that were handed in together.
    pub submissions: &'f Versions,
    /// Documents of one submission or one author, which count once.
    pub authors: &'f Versions,
    /// Number of documents that are worked on together: half of what the cache of prepared documents holds.
    pub block: usize,
    /// The documents.
    pub texts: &'f Texts<'f>,
}

/// Given text, versions and what the other documents wrote, by which the passages of a check are judged.
struct Standard<'s> {
    counted: &'s [Counted],
    /// Text of each document that the assignment or a template gave.
    given: Vec<Vec<Span>>,
    /// Text of each document that so many have that short equal runs in it are no evidence.
    several: Vec<Vec<Span>>,
    versions: Versions,
    /// Positions of the documents that may have written on the same thing, ascending.
    members: &'s [DocumentIndex],
    /// Index of what the members wrote, made where the first pair needs it.
    others: Mutex<Option<Arc<Others>>>,
}

impl Folder<'_> {
    /// Marks the assignment's text in `counted`, cuts passages at the edges of left-out text, and judges the parts. Pairs without a
    /// passage are removed. The pairs are sorted by positions, before and after. Fails if a text cannot be read again or the person
    /// cancelled.
    pub fn settle(
        mut self,
        mut counted: Vec<Counted>,
        pairs: &mut Vec<PairPassages>,
    ) -> Result<Vec<Counted>, CopyError> {
        let paired = each_once(pairs.iter().flat_map(|pair| [pair.a, pair.b]));
        let members = each_once([self.checked.as_slice(), &paired].concat());
        let weighed = |document: DocumentIndex| {
            let _room = (self.texts.room)(&[document])?;
            Ok::<_, CopyError>((self.texts.weighed)(document)?)
        };
        copied_sections::unmark(&mut counted, pairs, self.authors, &weighed)?;
        let by_author = self.counting_once(self.authors)?;
        let by_author = if by_author.documents() < LEAST_FOLDER {
            // Text that half of so few submissions have may be copied, however many files there are.
            self.frequencies = FolderFrequencies::default();
            FolderFrequencies::default()
        } else {
            by_author
        };
        // Pairs are gone through by blocks of documents, as when they were aligned: few texts are prepared more than once.
        pairs.sort_unstable_by_key(|pair| (self.block_of(pair), pair.a, pair.b));
        self.grade_alike(&counted, pairs)?;
        let versions = self.versions(&counted, &by_author, &members, pairs)?;
        self.frequencies = self.counting_once(&versions)?;
        let half = self.frequencies.half();
        self.mark_given(&mut counted, &members, &self.frequencies, half)?;
        self.weigh(&paired, &mut counted)?;
        let aligned = pairs.len();
        self.cut(&counted, pairs)?;
        for _ in pairs.len()..aligned {
            (self.texts.done)()?;
        }
        let standard = Standard {
            given: (counted.par_iter())
                .map(|counted| counted.marked(Reason::is_given))
                .collect(),
            several: (counted.par_iter())
                .map(|counted| Widespread::untelling(&counted.widespread))
                .collect(),
            counted: &counted,
            versions,
            members: &members,
            others: Mutex::default(),
        };
        self.in_blocks(pairs, |pair| {
            self.judge(&standard, pair)?;
            (self.texts.done)()
        })?;
        pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
        Ok(counted)
    }

    /// Returns the frequencies with the folder's documents of each group counted as one.
    fn counting_once(&self, groups: &Versions) -> Result<FolderFrequencies, CopyError> {
        let mut frequencies = self.frequencies.clone();
        if !frequencies.reaches(1) {
            return Ok(frequencies);
        }
        for group in &groups.among(&self.checked) {
            frequencies.join(group, |document| {
                let _room = (self.texts.room)(&[document])?;
                let text = (self.texts.weighed)(document)?;
                Ok::<_, CopyError>(FolderCounter::grams(text.text()))
            })?;
        }
        Ok(frequencies)
    }

    /// Marks the text of `members` in `counted` that at least `least` of the folder's documents have by these `frequencies`; none if
    /// `least` is `None`.
    fn mark_given(
        &self,
        counted: &mut [Counted],
        members: &[DocumentIndex],
        frequencies: &FolderFrequencies,
        least: Option<u32>,
    ) -> Result<(), CopyError> {
        if let Some(least) = least.filter(|&least| frequencies.reaches(least)) {
            let found = self.of_each(members, |_, text| frequencies.given(text, least))?;
            for (&document, given) in members.iter().zip(found) {
                counted[document].marks.extend(given);
                counted[document].marks.sort_unstable();
            }
        }
        Ok(())
    }

    /// Sets the weights of the text of the folder's documents that share passages; of a library's text the folder says nothing.
    fn weigh(&self, paired: &[DocumentIndex], counted: &mut [Counted]) -> Result<(), CopyError> {
        if self.frequencies.reaches(1) {
            let mut checked = paired.to_vec();
            checked.retain(|document| self.checked.binary_search(document).is_ok());
            let found = self.of_each(&checked, |_, text| self.frequencies.widespread(text))?;
            for (document, widespread) in checked.into_iter().zip(found) {
                counted[document].widespread = widespread;
            }
        }
        Ok(())
    }

    /// Returns what `of` finds in the text of each of these documents.
    fn of_each<T: Send>(
        &self,
        documents: &[DocumentIndex],
        of: impl Fn(DocumentIndex, &Prepared) -> T + Sync,
    ) -> Result<Vec<T>, CopyError> {
        (documents.par_iter())
            .map(|&document| {
                let _room = (self.texts.room)(&[document])?;
                Ok(of(document, (self.texts.weighed)(document)?.text()))
            })
            .collect()
    }

    fn block_of(&self, pair: &PairPassages) -> (usize, usize) {
        (pair.a.0 / self.block, pair.b.0 / self.block)
    }

    /// Does something for each pair, block by block; the pairs are sorted by blocks.
    fn in_blocks(
        &self,
        pairs: &mut [PairPassages],
        each: impl Fn(&mut PairPassages) -> Result<(), CopyError> + Sync,
    ) -> Result<(), CopyError> {
        (pairs.chunk_by_mut(|x, y| self.block_of(x) == self.block_of(y))).try_for_each(|block| {
            block.par_iter_mut().try_for_each(|pair| {
                let _room = (self.texts.room)(&[pair.a, pair.b])?;
                each(pair)
            })
        })
    }

    /// Grades the passages of the pairs that may have one origin: what their submissions have in common is most of both, where all code
    /// counts as text that they do not have in common.
    fn grade_alike(
        &self,
        counted: &[Counted],
        pairs: &mut [PairPassages],
    ) -> Result<(), CopyError> {
        let all = |document: DocumentIndex| {
            (counted[document].countable()).saturating_add(self.code[document.0])
        };
        let alike = (self.submissions).alike(&*pairs, all, |document, pairs| {
            let strong = pairs.iter().flat_map(|pair| {
                (pair.strong()).map(move |passage| pair.span_in(document, passage))
            });
            (merged(strong).into_iter())
                .map(|span| counted[document].within(span))
                .sum()
        });
        self.in_blocks(pairs, |pair| {
            if !alike.contains(&self.submissions.of_pair(pair)) {
                return Ok(());
            }
            let (a, b) = ((self.texts.weighed)(pair.a)?, (self.texts.weighed)(pair.b)?);
            let strong: Vec<Passage> = pair.strong().copied().collect();
            let graded =
                (strong.iter()).map(|passage| grade(&a, &b, passage, [FolderText::default(); 2]));
            let (of_a, of_b): (Vec<_>, Vec<_>) =
                graded.map(|graded| (graded.in_a, graded.in_b)).unzip();
            (pair.degrees_a, pair.degrees_b) = (surest(of_a.concat()), surest(of_b.concat()));
            Ok(())
        })
    }

    /// Returns which documents have one origin: they have one author, or what their submissions have in common is most of both, also
    /// without the text that was handed out. Text that half of the folder has was handed out, unless these documents are a ring of
    /// copiers. `by_author` counts the documents of one author once.
    fn versions(
        &self,
        counted: &[Counted],
        by_author: &FolderFrequencies,
        members: &[DocumentIndex],
        pairs: &[PairPassages],
    ) -> Result<Versions, CopyError> {
        let mut marked = counted.to_vec();
        self.mark_given(&mut marked, members, by_author, by_author.half())?;
        let versions = Versions::of_one_origin(&marked, pairs, self.submissions).with(self.authors);
        // What submissions have in common is most of both only with the text that half of the folder has: in filled-in forms or in a
        // ring of copiers.
        let alike_in = |counted: &[Counted]| {
            let alike = Versions::of_one_origin(counted, pairs, self.submissions);
            let mut found = alike.among(&self.checked);
            found.retain(|alike| {
                (alike.iter()).any(|&one| versions.first(one) != versions.first(alike[0]))
            });
            found
        };
        let doubtful = alike_in(counted).concat();
        if doubtful.is_empty() {
            return Ok(versions);
        }
        let mut marked = counted.to_vec();
        let most = by_author.three_quarters();
        self.mark_given(&mut marked, &doubtful, by_author, Some(most))?;
        let files = Versions::of_one_origin(&marked, pairs, &Versions::apart(marked.len()));
        let mut rings = Vec::new();
        for alike in alike_in(&marked) {
            // A form that most have, in a file of its own, says nothing about the other files. Without files that are alike by
            // themselves, each divided one text in another way.
            let alike_files = files.among(&alike).concat();
            let all = if alike_files.is_empty() {
                &alike
            } else {
                &alike_files
            };
            if self.is_ring(counted, all, by_author)? {
                rings.extend(alike[1..].iter().map(|&other| (alike[0], other)));
            }
        }
        Ok(versions.joining(rings))
    }

    /// Returns whether these documents, which have most of their text in common, are copies of one text and no filled-in forms: their own
    /// text does not stand in common places. Text that the marks in `counted` leave out is no own text.
    fn is_ring(
        &self,
        counted: &[Counted],
        alike: &[DocumentIndex],
        by_author: &FolderFrequencies,
    ) -> Result<bool, CopyError> {
        let own = self.of_each(alike, |document, text| {
            by_author.own_text(text, &counted[document].marked(|_| true))
        })?;
        let authors = alike.iter().map(|&document| self.authors.first(document));
        let texts: Vec<(DocumentIndex, OwnText)> = authors.zip(own).collect();
        Ok(OwnText::in_common_places(&texts) < FORM)
    }

    /// Cuts the passages where something left out begins, and removes those that are too short then.
    fn cut(&self, counted: &[Counted], pairs: &mut Vec<PairPassages>) -> Result<(), CopyError> {
        let marked: Vec<Vec<Span>> = (counted.par_iter())
            .map(|counted| counted.marked(|_| true))
            .collect();
        self.in_blocks(pairs, |pair| {
            let texts = || Ok(((self.texts.weighed)(pair.a)?, (self.texts.weighed)(pair.b)?));
            cutting::cut(
                &mut pair.passages,
                &marked[pair.a],
                &marked[pair.b],
                [pair.a, pair.b].map(|document| counted[document].characters()),
                texts,
            )?;
            (pair.passages).retain(|passage| is_long(passage, self.least_characters));
            Ok(())
        })?;
        pairs.retain(|pair| !pair.passages.is_empty());
        Ok(())
    }

    /// Sets the degrees and the strength of a pair's passages. Of a possible passage only that is copied which both texts were
    /// given, and it counts where a person says so.
    fn judge(&self, standard: &Standard<'_>, pair: &mut PairPassages) -> Result<(), CopyError> {
        let given = [pair.a, pair.b].map(|document| standard.given[document].as_slice());
        let is_judged = |passage: &Passage| {
            passage.strength() == Strength::Strong
                || touches(given[0], passage.a) && touches(given[1], passage.b)
        };
        let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
        if pair.passages.iter().any(is_judged) {
            let (a, b) = ((self.texts.weighed)(pair.a)?, (self.texts.weighed)(pair.b)?);
            let folder = [pair.a, pair.b].map(|document| FolderText {
                given: &standard.given[document],
                several: &standard.several[document],
            });
            let documents = (pair.a, pair.b);
            let middle = |evidence: &PassageEvidence, tries: usize| {
                if is_open(evidence, tries) && standard.members.len() >= LEAST_FOLDER {
                    self.middle(standard, documents, evidence)
                } else {
                    Ok(0.0)
                }
            };
            for passage in pair
                .passages
                .iter_mut()
                .filter(|passage| is_judged(passage))
            {
                let (graded, kept) = if passage.strength() == Strength::Strong {
                    let judged = judge(&a, &b, passage, folder);
                    let kept = settle_chance(passage, &judged, &middle)?;
                    (judged.graded, kept)
                } else {
                    (grade(&a, &b, passage, folder), Kept::Parts(Vec::new()))
                };
                of_a.push(supported(&graded.in_a, given[0], |run| {
                    kept.has(run, |part| part.0)
                }));
                of_b.push(supported(&graded.in_b, given[1], |run| {
                    kept.has(run, |part| part.1)
                }));
            }
        }
        (pair.degrees_a, pair.degrees_b) = (surest(of_a.concat()), surest(of_b.concat()));
        Ok(())
    }

    /// Returns the larger middle of what others wrote where the two sides of a passage stand.
    fn middle(
        &self,
        standard: &Standard<'_>,
        (a, b): DocumentPair,
        evidence: &PassageEvidence,
    ) -> io::Result<f32> {
        let others = self.others(standard)?;
        let first = |document| standard.versions.first(document);
        let of_either = |document: DocumentIndex| [a, b].map(first).contains(&first(document));
        let of = |document: DocumentIndex, span: Span| -> io::Result<f32> {
            let text = (self.texts.weighed)(document)?;
            Ok(others.middle(&text, span, &standard.given[document], of_either))
        };
        Ok(of(a, evidence.a)?.max(of(b, evidence.b)?))
    }

    /// Returns the index of what the members wrote; the first call makes it, and others wait for that.
    fn others(&self, standard: &Standard<'_>) -> io::Result<Arc<Others>> {
        // A poisoned mutex is safe to use: the index is put there whole.
        let mut others = (standard.others.lock()).unwrap_or_else(PoisonError::into_inner);
        if let Some(others) = &*others {
            return Ok(Arc::clone(others));
        }
        let given = |document: DocumentIndex| standard.given[document].as_slice();
        let characters =
            |&document: &DocumentIndex| u64::from(standard.counted[document].characters());
        let characters = standard.members.iter().map(characters).sum();
        let made = Others::of(standard.members, characters, self.texts.weighed, given)?;
        let made = Arc::new(made);
        *others = Some(Arc::clone(&made));
        Ok(made)
    }
}

/// Extent of a judged passage that counts: all of it, or parts between text that the assignment gave.
enum Kept {
    /// The whole passage.
    All,
    /// All identical and edited text of the passage, and reworded text only within these parts (spans in both texts).
    Copied(Vec<(Span, Span)>),
    /// Text within these parts alone (spans in both texts).
    Parts(Vec<(Span, Span)>),
}

impl Kept {
    /// Returns whether a stretch of one side is copied; `of` is that side of a part.
    fn has(&self, run: &DegreeRun, of: fn(&(Span, Span)) -> Span) -> bool {
        let in_part = |parts: &[(Span, Span)]| parts.iter().any(|part| of(part).overlaps(run.span));
        match self {
            Self::All => true,
            Self::Copied(parts) => run.degree.is_copied() || in_part(parts),
            Self::Parts(parts) => in_part(parts),
        }
    }
}

/// Sets the chance of a passage by its evidence, and returns what of it is copied.
fn settle_chance(
    passage: &mut Passage,
    judged: &Judged,
    middle: &dyn Fn(&PassageEvidence, usize) -> io::Result<f32>,
) -> io::Result<Kept> {
    let above = MARGIN * middle(&judged.whole, 1)?;
    passage.chance = judged.whole.chance(above, 1).max(passage.chance);
    let is_strong = passage.strength() == Strength::Strong;
    if judged.parts.is_empty() {
        return Ok(if is_strong {
            Kept::All
        } else {
            Kept::Parts(Vec::new())
        });
    }
    let (chance, kept) = strong_parts(judged, is_strong, middle)?;
    passage.chance = chance.min(passage.chance);
    Ok(if is_strong {
        Kept::Copied(kept)
    } else {
        Kept::Parts(kept)
    })
}

/// Returns whether evidence would be strong if nobody else wrote on the same thing, and has no long run.
fn is_open(evidence: &PassageEvidence, tries: usize) -> bool {
    evidence.needs_margin() && evidence.chance(0.0, tries).strength() == Strength::Strong
}

/// Returns the chance of the strongest part of a passage, and the spans of all strong parts in both texts. The weakest possible
/// chance if there is none. Where the whole is not strong, each part is one more try to find something strong in it.
fn strong_parts(
    judged: &Judged,
    whole_is_strong: bool,
    middle: &dyn Fn(&PassageEvidence, usize) -> io::Result<f32>,
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
            let inside = overlapping(given, run.span, |span| *span).iter();
            found.extend(inside.map(|span| DegreeRun {
                span: span.common(run.span),
                degree: run.degree,
            }));
        }
    }
    found
}
