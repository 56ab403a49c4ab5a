//! Search for the passages that documents of a check share: prepares the texts, finds candidate pairs and aligns them.
//!
//! Memory is bounded for any number of documents: texts are in a [`super::TextStore`], the candidates' shingles in temporary
//! files beyond [`SHINGLE_MEMORY`], and the most recently used prepared documents are cached within [`PreparedMemory`]; the
//! others are prepared again when needed.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::DocumentContent;
use super::attribution::DocumentAttribution;
use super::copy_error::{CopyError, is_lost, unless_lost};
use super::folder::{Folder, Texts};
use super::memory_budget::MemoryRoom;
use super::prepared_cache::{PreparedCache, PreparedMemory};
use chachong_compare::{
    Background, Candidate, Collector, CommonGrams, Counted, DegreeRun, DocumentIndex, DocumentPair,
    FolderCounter, FolderFrequencies, FolderText, PairIndex, PairPassages, Passage, Prepared,
    SharedText, Sketch, TemplateGrams, Theses, Versions, Watch, Weighed, covered, grade, passages,
    shared_texts,
};
use chachong_library::MissingPart;
use chachong_text::Mark;

/// Maximum size in bytes of the shingles kept in memory.
const SHINGLE_MEMORY: usize = 256 << 20;
/// Maximum number of pairs of checked documents near by fingerprint that are aligned whatever the shingles say. Beyond these
/// (hundreds of equal files) the candidates alone decide.
const NEAR_PAIRS: usize = 100_000;

/// Settings of a search for passages.
#[derive(Clone, Debug, Default)]
pub struct CopySettings {
    /// Template texts that were handed out, such as forms; text that also stands in them does not count as copied.
    pub templates: Vec<DocumentContent>,
    /// Minimum length of a passage in characters, on its shorter side; 0 keeps every passage that the alignment finds.
    pub least_characters: u32,
    /// Number of threads; `None` means one per processor core.
    pub threads: Option<usize>,
    /// Number of checked documents, which stand first in the list; the documents after them belong to libraries and are compared
    /// only in the `near` pairs. `None` if all documents are checked.
    pub checked: Option<usize>,
    /// First document of each document's submission ([`crate::first_documents`]); a document beyond the end of the list is a
    /// submission of its own.
    pub first: Vec<DocumentIndex>,
    /// Pairs of documents by one author ([`crate::pairs_of_one_author`]), the lower position first. Such a pair counts as one document
    /// in the number of documents that have a text.
    pub one_author: BTreeSet<DocumentPair>,
    /// Short runs of tokens (grams) that many documents of the check's own library have, which are therefore weaker evidence. `None`
    /// without a library, and if it has fewer than 1,000 documents (`chachong_jobs::library::LEAST_MEMBERS_FOR_GRAMS`).
    pub library_grams: Option<Arc<CommonGrams>>,
}

/// Result of the search for passages among the documents of a check. Positions are those in the list that was compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copies {
    /// Pairs of documents with their passages, sorted by the documents' positions.
    pub pairs: Vec<PairPassages>,
    /// For each document, its countable characters and its marks: sections, templates, text that many documents share.
    pub counted: Vec<Counted>,
    /// For each document, its citations and quotations that touch passages; empty until [`crate::attribute`] finds them.
    pub attributions: Vec<DocumentAttribution>,
    /// Positions of documents whose stored text could not be read again, ascending; they have no passages.
    pub unread: Vec<DocumentIndex>,
    /// Number of pairs compared, including those not worth aligning: all pairs of checked documents that were read, and each of these
    /// with each library document. [`find_copies`] counts only the library documents in its list; a check replaces the number, so that
    /// all documents of the libraries count.
    pub compared: u64,
    /// Parts of libraries that were not compared, sorted: a server did not answer, data are damaged, or a limit was reached.
    pub missing: Vec<MissingPart>,
    /// Texts of the templates; code, data and formulas in them count as handed out too.
    pub templates: Vec<Arc<str>>,
}

impl Copies {
    /// Finds the texts that 3 or more of the documents share ([`shared_texts`]), heaviest first; the documents of one submission or thesis
    /// count once.
    #[must_use]
    pub fn shared_texts(&self, theses: &Theses) -> Vec<SharedText> {
        let submissions = Versions::of_submissions(self.counted.len(), theses);
        shared_texts(&self.counted, &self.pairs, &submissions)
    }

    /// Returns a pair with its passages; `None` beyond the end of the list.
    #[must_use]
    pub fn pair(&self, index: PairIndex) -> Option<&PairPassages> {
        self.pairs.get(index.0)
    }

    /// Returns the result with new positions of the documents. `to` maps each old position to the new one, or to `None` for a
    /// document that is removed together with its passages; it must keep the order of the documents.
    #[must_use]
    pub fn renumbered(self, to: impl Fn(DocumentIndex) -> Option<DocumentIndex>) -> Self {
        let pairs = self.pairs.into_iter().filter_map(|pair| {
            let (a, b) = (to(pair.a)?, to(pair.b)?);
            Some(PairPassages { a, b, ..pair })
        });
        let counted = (0..).map(DocumentIndex).zip(self.counted);
        Self {
            pairs: pairs.collect(),
            counted: counted
                .filter(|&(position, _)| to(position).is_some())
                .map(|(_, counted)| counted)
                .collect(),
            attributions: ((0..).map(DocumentIndex).zip(self.attributions))
                .filter(|&(position, _)| to(position).is_some())
                .map(|(_, own)| own.renumbered(&to))
                .collect(),
            unread: self.unread.into_iter().filter_map(&to).collect(),
            ..self
        }
    }
}

/// Step of a search for passages. Each step reports its progress in units of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyStep {
    /// Recomputes stored data of library documents, such as fingerprints, that another version of the program or another recipe for
    /// fingerprints computed. Units are library documents.
    RefreshingLibrary,
    /// Reads library documents to find the short runs of tokens that many of them have. Units are library documents.
    CountingLibrary,
    /// Searches the library for matches of each document. Units are documents.
    AskingLibrary,
    /// Prepares each checked document for comparison. Units are documents.
    Preparing,
    /// Finds candidate pairs, which may share passages. Units are parts of the search, the same number in every check.
    Searching,
    /// Aligns the two texts of each candidate pair, then looks for text of the templates. Units are pairs and, after them, templates.
    Aligning,
    /// Judges the passages against what the other documents of the folder contain. Units are pairs.
    Judging,
}

/// Callbacks that report the progress of a search and can cancel it. Several threads call them.
pub struct CopyWatch<'a> {
    /// Receives the current step, the number of its finished units and its total number of units. [`CopyStep`] says what the units
    /// are.
    pub progress: &'a (dyn Fn(CopyStep, usize, usize) + Sync),
    /// Returns whether to stop; called between units.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl CopyWatch<'static> {
    /// Callbacks that ignore progress and never cancel.
    pub const NOBODY: Self = Self {
        progress: &|_, _, _| (),
        cancelled: &|| false,
    };
}

/// Finds the passages that the documents share. `documents` holds `None` for a document that could not be read. The pairs in `near`
/// are compared even if the search finds no sign of shared text in them; of pairs of two checked documents, the first 100,000 in
/// `near`. Fails if the search is cancelled or a temporary file, a library or the index fails.
pub fn find_copies(
    documents: &[Option<&DocumentContent>],
    near: &[DocumentPair],
    settings: &CopySettings,
    watch: &CopyWatch<'_>,
) -> Result<Copies, CopyError> {
    let checked = settings
        .checked
        .unwrap_or(documents.len())
        .min(documents.len());
    let work = || {
        Work {
            documents,
            checked,
            watch,
        }
        .run(near, settings)
    };
    super::in_pool(settings.threads, work)
}

/// Background, candidates and frequencies, made in one pass over the checked documents before any two are aligned.
struct Preparation {
    background: Background,
    found: Vec<Candidate>,
    frequencies: FolderFrequencies,
    /// Positions of documents that could not be read, sorted.
    unread: Vec<DocumentIndex>,
}

/// Returns the pairs to align: the candidates, the first of the near pairs among the `checked` documents, and all pairs with a
/// document of a library, for which there are no candidates; but none of a text that could not be read.
fn pairs_to_align(
    candidates: &[Candidate],
    near: &[DocumentPair],
    checked: usize,
    unread: &[DocumentIndex],
) -> Vec<DocumentPair> {
    let candidates = candidates.iter().map(|pair| {
        (
            DocumentIndex(pair.a as usize),
            DocumentIndex(pair.b as usize),
        )
    });
    let near = near.iter().map(|&(a, b)| (a.min(b), a.max(b)));
    let (among_checked, of_libraries): (Vec<_>, Vec<_>) = near.partition(|(_, b)| b.0 < checked);
    candidates
        .chain(among_checked.into_iter().take(NEAR_PAIRS))
        .chain(of_libraries)
        .filter(|(a, b)| a != b && !unread.contains(a) && !unread.contains(b))
        .collect()
}

#[derive(Clone, Copy)]
struct Work<'w> {
    documents: &'w [Option<&'w DocumentContent>],
    /// Number of checked documents, counted from the first.
    checked: usize,
    watch: &'w CopyWatch<'w>,
}

impl Work<'_> {
    fn run(self, near: &[DocumentPair], settings: &CopySettings) -> Result<Copies, CopyError> {
        let memory = self.memory();
        let cache = PreparedCache::new(memory.bytes);
        let Preparation {
            background,
            found,
            frequencies,
            unread,
        } = self.prepare()?;
        let background = background.with_library(settings.library_grams.clone());
        // Two blocks of documents fit into the cache, so few are prepared more than once for a block.
        let block_of = |&(a, b): &DocumentPair| (a.0 / memory.block, b.0 / memory.block);
        let mut pairs = pairs_to_align(&found, near, self.checked, &unread);
        pairs.sort_unstable_by_key(|pair| (block_of(pair), *pair));
        pairs.dedup();
        let weighed = |document: DocumentIndex| -> io::Result<_> {
            cache.get(document, || {
                let reading = self.documents[document].ok_or(io::ErrorKind::NotFound)?;
                Ok(Weighed::new(reading.text.prepared()?, &background))
            })
        };
        let steps = self.steps(CopyStep::Aligning, pairs.len() + settings.templates.len());
        let missing = Mutex::new(Vec::new());
        let align = |&(a, b): &DocumentPair| {
            let _room = self.room_for(&[a, b])?;
            if b.0 >= self.checked {
                // A library text is first read here: if it is damaged, the others still count.
                if let Err(error) = weighed(b) {
                    if !is_lost(&error) {
                        return Err(error.into());
                    }
                    lock(&missing).push(b);
                    steps.done()?;
                    return Ok(None);
                }
            }
            let mut passages = passages(&*weighed(a)?, &*weighed(b)?);
            passages.retain(|passage| is_long(passage, settings.least_characters));
            steps.done()?;
            Ok((!passages.is_empty()).then_some(PairPassages {
                a,
                b,
                passages,
                degrees_a: Vec::new(),
                degrees_b: Vec::new(),
            }))
        };
        let mut aligned: Vec<PairPassages> = Vec::new();
        for pairs in pairs.chunk_by(|x, y| block_of(x) == block_of(y)) {
            let found: Vec<Option<PairPassages>> = pairs
                .par_iter()
                .map(align)
                .collect::<Result<_, CopyError>>()?;
            aligned.extend(found.into_iter().flatten());
        }
        aligned.sort_unstable_by_key(|pair| (pair.a, pair.b));
        let mut unread = unread;
        unread.extend(missing.into_inner().unwrap_or_else(PoisonError::into_inner));
        unread.sort_unstable();
        unread.dedup();
        let checked: Vec<DocumentIndex> = (0..self.checked)
            .map(DocumentIndex)
            .filter(|&document| {
                self.documents[document].is_some_and(|reading| reading.characters > 0)
                    && !unread.contains(&document)
            })
            .collect();
        // What is left out of one side of a pair is left out of the other, also where that stands in the library.
        let mut of_library: Vec<DocumentIndex> = (aligned.iter().map(|pair| pair.b))
            .filter(|&document| document.0 >= self.checked)
            .collect();
        of_library.sort_unstable();
        of_library.dedup();
        let marked = [checked.as_slice(), &of_library].concat();
        let marks =
            self.template_marks(settings, &background, &marked, &weighed, &|| steps.done())?;
        let submissions = settings.submissions(self.documents.len());
        let authors = settings.authors(self.documents.len());
        let steps = self.steps(CopyStep::Judging, aligned.len());
        let counted = Folder {
            least_characters: settings.least_characters,
            frequencies,
            checked,
            code: self.code(),
            submissions: &submissions,
            authors: &authors,
            block: memory.block,
            texts: &Texts {
                weighed: &weighed,
                room: &|documents| self.room_for(documents),
                done: &|| steps.done(),
            },
        }
        .settle(self.counted(marks), &mut aligned)?;
        Ok(Copies {
            pairs: aligned,
            counted,
            attributions: Vec::new(),
            unread,
            compared: self.compared(),
            missing: Vec::new(),
            templates: (settings.templates.iter())
                .map(|template| template.text.text())
                .collect::<io::Result<_>>()?,
        })
    }

    /// Returns the number of pairs of documents that were read, without pairs of two library documents.
    fn compared(&self) -> u64 {
        let (checked, library) = self.documents.split_at(self.checked);
        let read = |of: &[Option<&DocumentContent>]| of.iter().flatten().count();
        pairs_among(read(checked), read(library))
    }

    /// Returns the text of each document that stands in a template; it is looked for in `documents`.
    fn template_marks(
        self,
        settings: &CopySettings,
        background: &Background,
        documents: &[DocumentIndex],
        weighed: &(dyn Fn(DocumentIndex) -> io::Result<Arc<Weighed>> + Sync),
        done: &dyn Fn() -> Result<(), CopyError>,
    ) -> Result<Vec<Vec<Mark>>, CopyError> {
        let mut marks: Vec<Vec<Mark>> = vec![Vec::new(); self.documents.len()];
        for template in &settings.templates {
            let of_template = template.characters;
            let template = Weighed::new(template.text.prepared()?, background);
            let grams = TemplateGrams::of(template.text());
            let found: Vec<Vec<Mark>> = (documents.par_iter())
                .map(|&document| {
                    let _room = MemoryRoom::for_aligning(
                        self.documents[document].map_or(0, |reading| reading.characters)
                            + of_template,
                        self.watch.cancelled,
                    )
                    .ok_or(CopyError::Cancelled)?;
                    let text = weighed(document)?;
                    let degrees: Vec<DegreeRun> = (passages(&text, &template).iter())
                        .flat_map(|passage| {
                            grade(&text, &template, passage, [FolderText::default(); 2]).in_a
                        })
                        .collect();
                    Ok(covered(&degrees, grams.runs(text.text())))
                })
                .collect::<Result<_, CopyError>>()?;
            for (&document, found) in documents.iter().zip(found) {
                marks[document].extend(found);
            }
            done()?;
        }
        Ok(marks)
    }

    /// Prepares every checked document once, for the document frequencies and the candidates. Returns also the
    /// positions of those that could not be read, sorted.
    fn prepare(self) -> Result<Preparation, CopyError> {
        let counter = self.counter()?;
        let background = Mutex::new(Background::new());
        let collector = Collector::new(SHINGLE_MEMORY);
        let unread = Mutex::new(Vec::new());
        let steps = self.steps(CopyStep::Preparing, self.checked);
        self.documents[..self.checked]
            .par_iter()
            .enumerate()
            .with_max_len(1)
            .try_for_each(|(document, reading)| {
                if let Some(reading) = reading {
                    let _room = MemoryRoom::for_preparing(reading.characters, self.watch.cancelled)
                        .ok_or(CopyError::Cancelled)?;
                    match unless_lost(reading.text.prepared())? {
                        Some(prepared) => {
                            let terms = Background::terms(&prepared);
                            lock(&background).add_terms(&terms);
                            collector.add(number(document), &Sketch::of(&prepared))?;
                            counter.add(&prepared);
                        }
                        None => lock(&unread).push(DocumentIndex(document)),
                    }
                }
                steps.done()
            })?;
        let (progress, cancelled) = (self.watch.progress, self.watch.cancelled);
        let watch = Watch {
            progress: &|done, total| progress(CopyStep::Searching, done, total),
            cancelled,
        };
        let found = collector.finish(self.checked, &watch)?;
        let mut unread = unread.into_inner().unwrap_or_else(PoisonError::into_inner);
        unread.sort_unstable();
        let background = background
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        Ok(Preparation {
            background,
            found,
            frequencies: counter.finish(),
            unread,
        })
    }

    /// Makes the counter of what many documents of the folder have.
    fn counter(self) -> Result<FolderCounter, CopyError> {
        let checked = &self.documents[..self.checked];
        let characters: Vec<u64> = (checked.iter())
            .map(|reading| reading.map_or(0, |reading| reading.characters))
            .collect();
        let read = characters.iter().filter(|&&length| length > 0).count();
        let Some(sample) = FolderCounter::sample(&characters) else {
            return Ok(FolderCounter::of_all(read));
        };
        let grams: Vec<Option<Vec<u64>>> = (sample.par_iter())
            .map(|&document| {
                let _room = self.room_for(&[document])?;
                if (self.watch.cancelled)() {
                    return Err(CopyError::Cancelled);
                }
                // A text that cannot be read is named when all are prepared.
                let prepared: Option<Prepared> =
                    checked[document].and_then(|reading| reading.text.prepared().ok());
                Ok(prepared.as_ref().map(FolderCounter::grams_of_sample))
            })
            .collect::<Result<_, _>>()?;
        let grams: Vec<Vec<u64>> = grams.into_iter().flatten().collect();
        Ok(FolderCounter::of_sample(read, &grams))
    }

    /// Waits for the memory that comparing these documents takes.
    fn room_for(self, documents: &[DocumentIndex]) -> Result<MemoryRoom, CopyError> {
        let characters = |&document: &DocumentIndex| {
            self.documents[document].map_or(0, |reading| reading.characters)
        };
        let characters = documents.iter().map(characters).sum();
        MemoryRoom::for_aligning(characters, self.watch.cancelled).ok_or(CopyError::Cancelled)
    }

    fn memory(self) -> PreparedMemory {
        let characters = || (self.documents.iter().flatten()).map(|reading| reading.characters);
        let longest = characters().max().unwrap_or(0);
        PreparedMemory::of(characters().sum(), longest, self.documents.len())
    }

    /// Countable characters of each document, its own marks together with `marks`.
    fn counted(self, marks: Vec<Vec<Mark>>) -> Vec<Counted> {
        self.documents
            .iter()
            .zip(marks)
            .map(|(reading, marks)| {
                let mut counted =
                    reading.map_or_else(Counted::default, |reading| (*reading.counted).clone());
                counted.marks.extend(marks);
                counted.marks.sort_unstable();
                counted
            })
            .collect()
    }

    /// Number of characters of code in each document.
    fn code(self) -> Vec<u32> {
        let documents = self.documents.iter();
        documents
            .map(|reading| reading.map_or(0, DocumentContent::code_characters))
            .collect()
    }

    fn steps(&self, step: CopyStep, total: usize) -> Steps<'_> {
        Steps {
            watch: self.watch,
            step,
            total,
            done: AtomicUsize::new(0),
        }
    }
}

/// Counter of finished items: reports progress, and ends the work when it is cancelled.
struct Steps<'w> {
    watch: &'w CopyWatch<'w>,
    step: CopyStep,
    total: usize,
    done: AtomicUsize,
}

impl Steps<'_> {
    fn done(&self) -> Result<(), CopyError> {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        (self.watch.progress)(self.step, done, self.total);
        if (self.watch.cancelled)() {
            return Err(CopyError::Cancelled);
        }
        Ok(())
    }
}

/// Returns the number of pairs when `checked` documents are compared with each other and with `of_library` library documents.
#[must_use]
pub const fn pairs_among(checked: usize, of_library: usize) -> u64 {
    let checked = checked as u64;
    checked * checked.saturating_sub(1) / 2 + checked * of_library as u64
}

/// Returns whether a passage has at least `least` characters on its shorter side.
pub(super) fn is_long(passage: &Passage, least: u32) -> bool {
    passage.a.len().min(passage.b.len()) >= least
}

impl CopySettings {
    /// Groups the documents of one submission ([`Self::first`]) and of one author ([`Self::one_author`]), whether their texts agree or
    /// not; `documents` is the number of all.
    #[must_use]
    pub fn authors(&self, documents: usize) -> Versions {
        (self.submissions(documents)).joining(self.one_author.iter().copied())
    }

    fn submissions(&self, documents: usize) -> Versions {
        let of_submissions = (0..).map(DocumentIndex).zip(&self.first);
        Versions::apart(documents)
            .joining(of_submissions.map(|(document, &first)| (first, document)))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // A poisoned mutex is safe to use: additions are single steps, so the data is whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a check has fewer than 2^32 documents: their list would not fit into memory"
)]
const fn number(document: usize) -> u32 {
    document as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_with_a_library_are_aligned_however_many_others_are_near() {
        let at = |a, b| (DocumentIndex(a), DocumentIndex(b));
        let among_checked = (0..=NEAR_PAIRS).map(|b| at(0, b + 1));
        let near: Vec<DocumentPair> = among_checked.chain([at(1, NEAR_PAIRS + 2)]).collect();
        let aligned = pairs_to_align(&[], &near, NEAR_PAIRS + 2, &[]);
        assert_eq!(aligned.len(), NEAR_PAIRS + 1);
        assert_eq!(aligned.last(), near.last());
    }
}
