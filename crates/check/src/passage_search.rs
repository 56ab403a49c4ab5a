//! Search for the passages that documents of a check share: prepares the texts, finds candidate pairs and aligns them.
//!
//! Memory is bounded for any number of documents: texts are in a [`super::TextStore`], the candidates' shingles in temporary
//! files beyond [`SHINGLE_MEMORY`], and the most recently used prepared documents are cached within [`PreparedMemory`]; the
//! others are prepared again when needed.

use std::io;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::copies::is_long;
use super::copy_error::{CopyError, is_lost, unless_lost};
use super::folder::{Folder, Texts};
use super::memory_budget::MemoryRoom;
use super::prepared_cache::{PreparedCache, PreparedMemory};
use super::{Copies, CopySettings, DocumentContent, pairs_among};
use chachong_compare::{
    Background, Candidate, Collector, Counted, DegreeRun, DocumentIndex, DocumentPair,
    FolderCounter, FolderFrequencies, FolderText, PairPassages, Prepared, Sketch, StepWatch,
    TemplateGrams, Watch, Weighed, covered, each_once, grade, passages,
};
use chachong_text::Mark;

/// Maximum size in bytes of the shingles kept in memory.
const SHINGLE_MEMORY: usize = 256 << 20;
/// Maximum number of pairs of checked documents near by fingerprint that are aligned whatever the shingles say. Beyond these
/// (hundreds of equal files) the candidates alone decide.
const NEAR_PAIRS: usize = 100_000;

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

/// Callbacks of a search for passages.
pub type CopyWatch<'a> = StepWatch<'a, CopyStep>;

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

/// Returns the blocks of a pair's documents. Two blocks fit into the cache, so few documents are prepared more than once for a block.
const fn blocks_of((a, b): DocumentPair, block: usize) -> (usize, usize) {
    (a.0 / block, b.0 / block)
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
        let mut pairs = pairs_to_align(&found, near, self.checked, &unread);
        pairs.sort_unstable_by_key(|&pair| (blocks_of(pair, memory.block), pair));
        pairs.dedup();
        let weighed = |document: DocumentIndex| -> io::Result<_> {
            cache.get(document, || {
                let content = self.documents[document].ok_or(io::ErrorKind::NotFound)?;
                Ok(Weighed::new(content.text.prepared()?, &background))
            })
        };
        let steps = self.steps(CopyStep::Aligning, pairs.len() + settings.templates.len());
        let least = settings.least_characters;
        let (mut aligned, lost) = self.align(&pairs, memory.block, least, &weighed, &steps)?;
        let unread = each_once(unread.into_iter().chain(lost));
        let checked: Vec<DocumentIndex> = (0..self.checked)
            .map(DocumentIndex)
            .filter(|&document| {
                self.documents[document].is_some_and(|content| content.characters > 0)
                    && !unread.contains(&document)
            })
            .collect();
        // What is left out of one side of a pair is left out of the other, also where that stands in the library.
        let others = aligned.iter().map(|pair| pair.b);
        let of_library = each_once(others.filter(|&document| document.0 >= self.checked));
        let marked = [checked.as_slice(), &of_library].concat();
        let marks =
            self.template_marks(settings, &background, &marked, &weighed, &|| steps.done())?;
        let submissions = settings.submissions(self.documents.len());
        let authors = settings.authors(self.documents.len());
        let steps = self.steps(CopyStep::Judging, aligned.len());
        let counted = Folder {
            least_characters: least,
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

    /// Aligns pairs that are sorted by [`blocks_of`]. Returns those with passages, sorted by the documents' positions, and the positions of
    /// library documents whose text is lost.
    fn align(
        self,
        pairs: &[DocumentPair],
        block: usize,
        least: u32,
        weighed: &(dyn Fn(DocumentIndex) -> io::Result<Arc<Weighed>> + Sync),
        steps: &Steps<'_>,
    ) -> Result<(Vec<PairPassages>, Vec<DocumentIndex>), CopyError> {
        let lost = Mutex::new(Vec::new());
        let align = |&(a, b): &DocumentPair| {
            let _room = self.room_for(&[a, b])?;
            if b.0 >= self.checked {
                // A library text is first read here: if it is damaged, the others still count.
                if let Err(error) = weighed(b) {
                    if !is_lost(&error) {
                        return Err(error.into());
                    }
                    lock(&lost).push(b);
                    steps.done()?;
                    return Ok(None);
                }
            }
            let mut passages = passages(&*weighed(a)?, &*weighed(b)?);
            passages.retain(|passage| is_long(passage, least));
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
        for pairs in pairs.chunk_by(|&x, &y| blocks_of(x, block) == blocks_of(y, block)) {
            let found: Vec<Option<PairPassages>> = pairs
                .par_iter()
                .map(align)
                .collect::<Result<_, CopyError>>()?;
            aligned.extend(found.into_iter().flatten());
        }
        aligned.sort_unstable_by_key(|pair| (pair.a, pair.b));
        Ok((
            aligned,
            lost.into_inner().unwrap_or_else(PoisonError::into_inner),
        ))
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
                        self.documents[document].map_or(0, |content| content.characters)
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
            .try_for_each(|(document, content)| {
                if let Some(content) = content {
                    let _room = MemoryRoom::for_preparing(content.characters, self.watch.cancelled)
                        .ok_or(CopyError::Cancelled)?;
                    match unless_lost(content.text.prepared())? {
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
            .map(|content| content.map_or(0, |content| content.characters))
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
                    checked[document].and_then(|content| content.text.prepared().ok());
                Ok(prepared.as_ref().map(FolderCounter::grams_of_sample))
            })
            .collect::<Result<_, _>>()?;
        let grams: Vec<Vec<u64>> = grams.into_iter().flatten().collect();
        Ok(FolderCounter::of_sample(read, &grams))
    }

    /// Waits for the memory that comparing these documents takes.
    fn room_for(self, documents: &[DocumentIndex]) -> Result<MemoryRoom, CopyError> {
        let characters = |&document: &DocumentIndex| {
            self.documents[document].map_or(0, |content| content.characters)
        };
        let characters = documents.iter().map(characters).sum();
        MemoryRoom::for_aligning(characters, self.watch.cancelled).ok_or(CopyError::Cancelled)
    }

    fn memory(self) -> PreparedMemory {
        let characters = || (self.documents.iter().flatten()).map(|content| content.characters);
        let longest = characters().max().unwrap_or(0);
        PreparedMemory::of(characters().sum(), longest, self.documents.len())
    }

    /// Countable characters of each document, its own marks together with `marks`.
    fn counted(self, marks: Vec<Vec<Mark>>) -> Vec<Counted> {
        self.documents
            .iter()
            .zip(marks)
            .map(|(content, marks)| {
                let mut counted =
                    content.map_or_else(Counted::default, |content| (*content.counted).clone());
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
            .map(|content| content.map_or(0, DocumentContent::code_characters))
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
