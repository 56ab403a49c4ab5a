//! Number of documents of a folder that have each run of words, counted exactly in bounded memory.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use super::LEAST_FOLDER;
use super::grams::{grams, weight};
use super::own_text::OwnText;
use crate::passages::masked;
use crate::{DocumentIndex, Prepared, Span, Widespread};
use chachong_text::{Gap, Mark, MarkReason, Token};
use chachong_weight::LEAST_CLASS;

/// Maximum number of documents whose grams are all collected. In a larger folder a sample decides which grams are counted in every
/// document.
const SAMPLE: usize = 256;
/// Maximum number of characters of the sample: 64 MB of grams.
const SAMPLE_CHARACTERS: u64 = 8_000_000;
/// Minimum number of documents of the sample, whatever their length.
const LEAST_SAMPLE: usize = 16;
/// Maximum number of tokens of a document of the sample: the text of an assignment is in the first 500,000.
const SAMPLE_TOKENS: usize = 500_000;
/// Maximum gap, in tokens, between stretches of text that many documents have and that are long enough together: a name, a date or a
/// number that each fills in.
const GAP: usize = 3;
/// Minimum weight of a run of given text that is no whole line: 8 Chinese characters or 6 words.
const LEAST_RUN: u32 = 16;

/// Counter of the grams (short runs of tokens) in a folder's documents. Documents are added in any order and from any thread.
#[derive(Debug)]
pub struct FolderCounter {
    documents: usize,
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// Too few documents.
    None,
    /// All grams of all documents.
    All(Mutex<Vec<u64>>),
    /// Grams that two or more documents of a sample have, each counted in every document.
    Known(Table, Vec<AtomicU32>),
}

impl FolderCounter {
    /// Returns the positions of the documents to sample, ascending; [`Self::of_sample`] needs their [`Self::grams_of_sample`]. `None` if
    /// the folder is small enough to count all documents, or too small to count any. `characters` are the lengths of the folder's
    /// documents; 0 for a document without a text.
    #[must_use]
    pub fn sample(characters: &[u64]) -> Option<Vec<DocumentIndex>> {
        let read: Vec<DocumentIndex> = (0..characters.len())
            .map(DocumentIndex)
            .filter(|&document| characters[document] > 0)
            .collect();
        let all: u64 = characters.iter().sum();
        if read.len() < LEAST_FOLDER || (read.len() <= SAMPLE && all <= SAMPLE_CHARACTERS) {
            return None;
        }
        let mean = all / read.len() as u64;
        let room = usize::try_from(SAMPLE_CHARACTERS / mean.max(1)).unwrap_or(SAMPLE);
        let wanted = room.clamp(LEAST_SAMPLE, SAMPLE).min(read.len());
        // Spread evenly: files of one group often stand together.
        Some(
            (0..wanted)
                .map(|at| read[at * read.len() / wanted])
                .collect(),
        )
    }

    /// Makes a counter for a folder of `documents` documents, which counts all their grams; none below [`LEAST_FOLDER`]
    /// documents.
    #[must_use]
    pub fn of_all(documents: usize) -> Self {
        Self {
            documents,
            way: if documents < LEAST_FOLDER {
                Way::None
            } else {
                Way::All(Mutex::new(Vec::new()))
            },
        }
    }

    /// Makes a counter for a larger folder. It counts only the grams that two or more documents of the sample have. `sample`
    /// has the grams of each document of the sample, from [`Self::grams_of_sample`]. With a sample of 256 documents, hardly any
    /// gram is missed that a fiftieth of the folder has; with a sample of 16, hardly any that a quarter has.
    #[must_use]
    pub fn of_sample(documents: usize, sample: &[Vec<u64>]) -> Self {
        let table = Table::of(sample.concat(), 2);
        let counts = table.counts.iter().map(|_| AtomicU32::new(0)).collect();
        Self {
            documents,
            way: Way::Known(table, counts),
        }
    }

    /// Returns the hashes of the distinct grams of a text, ascending.
    #[must_use]
    pub fn grams(text: &Prepared) -> Vec<u64> {
        Self::different(text.tokens())
    }

    /// Returns the hashes of the distinct grams in the first 500,000 tokens of a text of the sample, ascending.
    #[must_use]
    pub fn grams_of_sample(text: &Prepared) -> Vec<u64> {
        let tokens = text.tokens();
        Self::different(&tokens[..tokens.len().min(SAMPLE_TOKENS)])
    }

    fn different(tokens: &[Token]) -> Vec<u64> {
        let mut keys: Vec<u64> = grams(tokens).map(|gram| gram.key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// Counts the grams of a document. Each document is added only once.
    pub fn add(&self, text: &Prepared) {
        match &self.way {
            Way::None => {}
            Way::All(all) => {
                let keys = Self::grams(text);
                all.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .extend(keys);
            }
            Way::Known(table, counts) => {
                let mut places: Vec<usize> = grams(text.tokens())
                    .filter_map(|gram| table.place(gram.key))
                    .collect();
                places.sort_unstable();
                places.dedup();
                for place in places {
                    counts[place].fetch_add(1, Ordering::Relaxed);
                }
            }
        }
    }

    /// Returns the frequencies of the grams that three or more documents have; text of fewer documents has its whole weight.
    #[must_use]
    pub fn finish(self) -> FolderFrequencies {
        let table = match self.way {
            Way::None => Table::default(),
            Way::All(all) => {
                let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
                Table::of(all, 3)
            }
            Way::Known(table, counts) => table.with(counts, 3),
        };
        FolderFrequencies {
            documents: self.documents,
            most: table.counts.iter().copied().max().unwrap_or(0),
            table,
        }
    }
}

/// Grams (short runs of tokens) of a template file, such as an assignment sheet or a school's form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TemplateGrams(FolderFrequencies);

impl TemplateGrams {
    /// Collects the grams of a template.
    #[must_use]
    pub fn of(template: &Prepared) -> Self {
        Self(FolderFrequencies {
            documents: 1,
            most: 1,
            table: Table::of(FolderCounter::grams(template), 1),
        })
    }

    /// Returns the stretches of a text that also occur in the template, sorted by position. Gaps and short stretches are treated as by
    /// [`FolderFrequencies::given`].
    #[must_use]
    pub fn runs(&self, text: &Prepared) -> Vec<Span> {
        let runs = self.0.runs(text, 1, GAP).into_iter();
        runs.map(|(span, _)| span).collect()
    }
}

/// Number of documents of a folder that have each gram (short run of tokens), for grams that three or more have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderFrequencies {
    documents: usize,
    /// Largest number of documents that have one gram. After `join` it may be too large.
    most: u32,
    table: Table,
}

impl FolderFrequencies {
    /// Returns the number of documents that were counted; documents of one origin ([`Self::join`]) count as one.
    #[must_use]
    pub const fn documents(&self) -> usize {
        self.documents
    }

    /// Returns how many documents must have a text for it to count as part of the assignment: half of them, rounded up. With fewer than
    /// [`LEAST_CLASS`] documents, half may be copiers, so all must have it; with fewer than three, `None`.
    #[must_use]
    pub fn half(&self) -> Option<u32> {
        match self.documents {
            0..3 => None,
            3..LEAST_CLASS => Some(number(self.documents)),
            _ => Some(number(self.documents.div_ceil(2))),
        }
    }

    /// Returns how many documents must have a text for it to count as handed out wherever their own text stands: three quarters of them,
    /// rounded up. A ring of copiers is rarely so large.
    #[must_use]
    pub fn three_quarters(&self) -> u32 {
        number((3 * self.documents).div_ceil(4))
    }

    /// Returns whether some text occurs in at least `least` documents. After [`Self::join`] it may return true although no text does.
    #[must_use]
    pub const fn reaches(&self, least: u32) -> bool {
        self.most >= least
    }

    /// Counts documents of one origin, which were added separately, as one document. `grams` returns the grams of each
    /// ([`FolderCounter::grams`]). If `grams` fails, its error is returned and the frequencies are useless.
    pub fn join<E>(
        &mut self,
        documents: &[DocumentIndex],
        grams: impl Fn(DocumentIndex) -> Result<Vec<u64>, E>,
    ) -> Result<(), E> {
        let mut seen = vec![false; self.table.keys.len()];
        for &document in documents {
            for key in grams(document)? {
                if let Some(place) = self.table.place(key)
                    && std::mem::replace(&mut seen[place], true)
                {
                    let count = &mut self.table.counts[place];
                    *count = count.saturating_sub(1);
                }
            }
        }
        self.documents -= documents.len().saturating_sub(1);
        Ok(())
    }

    /// Returns the stretches of a text that three or more documents have, with their weights, sorted by position; no two
    /// overlap. Empty with fewer than [`LEAST_CLASS`] documents, too few to tell what is common.
    #[must_use]
    pub fn widespread(&self, text: &Prepared) -> Vec<Widespread> {
        if self.documents < LEAST_CLASS {
            return Vec::new();
        }
        let weights: Vec<u16> = (self.holders(text, 3).into_iter())
            .map(|holders| Widespread::weight_of(holders as usize, self.documents))
            .collect();
        let mut found: Vec<Widespread> = Vec::new();
        let mut first = 0;
        for same in weights.chunk_by(|x, y| x == y) {
            let run = first..first + same.len();
            first = run.end;
            if same[0] < Widespread::WHOLE {
                found.push(Widespread {
                    span: text.span(&run),
                    weight: same[0],
                });
            }
        }
        found
    }

    /// Returns the stretches of a text that at least `least` documents have, sorted by position. Each is a mark of common text.
    /// Stretches with gaps of up to 3 tokens between them are a run. They are left out if the run has fewer than 8 Chinese characters
    /// or 6 words and is no whole line or sentence. The number of documents of a mark is the median over the tokens of its run. A gap
    /// within a clause is marked with the stretches around it; a gap at the edge of a clause is not marked.
    #[must_use]
    pub fn given(&self, text: &Prepared, least: u32) -> Vec<Mark> {
        if !self.reaches(least) {
            return Vec::new();
        }
        self.runs(text, least, GAP)
            .into_iter()
            .map(|(span, documents)| Mark {
                start: span.start,
                end: span.end,
                reason: MarkReason::Common { documents },
            })
            .collect()
    }

    /// Returns for each token the largest number of documents that have a gram over it; 0 if fewer than `least`.
    fn holders(&self, text: &Prepared, least: u32) -> Vec<u32> {
        let tokens = text.tokens();
        let mut having = vec![0_u32; tokens.len()];
        for gram in grams(tokens) {
            if let Some(place) = self.table.place(gram.key) {
                let documents = self.table.counts[place];
                if documents >= least {
                    for of_token in &mut having[gram.tokens] {
                        *of_token = documents.max(*of_token);
                    }
                }
            }
        }
        having
    }

    /// Returns the stretches of a text whose grams at least `least` documents have, as [`Self::given`] does with gaps of at most `gap`
    /// tokens, each with its median number of documents. If `gap` is 0, no stretch is left out.
    fn runs(&self, text: &Prepared, least: u32, gap: usize) -> Vec<(Span, u32)> {
        let having = self.holders(text, least);
        let mut found = Vec::new();
        for run in joined(text.tokens(), &having, least, gap) {
            let mut of_tokens: Vec<u32> = having[run.clone()].to_vec();
            of_tokens.retain(|&documents| documents > 0);
            of_tokens.sort_unstable();
            let median = of_tokens[of_tokens.len() / 2];
            // What stands in a gap at the edge of a clause may be a student's answer, however short it is. Within a clause it is
            // another wording of what was given.
            let mut from = run.start;
            let mut given: Option<Range<usize>> = None;
            for stretch in having[run].chunk_by(|one, next| (*one > 0) == (*next > 0)) {
                let tokens = from..from + stretch.len();
                from = tokens.end;
                let mut with_next = text.tokens()[tokens.start..].iter().take(tokens.len() + 1);
                if stretch[0] > 0 || with_next.all(|token| token.gap < Gap::Clause) {
                    let start = given.map_or(tokens.start, |given| given.start);
                    given = Some(start..tokens.end);
                } else if let Some(given) = given.take() {
                    found.push((text.span(&given), median));
                }
            }
            found.extend(given.map(|given| (text.span(&given), median)));
        }
        found
    }

    /// Returns the own text of a text: what fewer than three documents have, divided by the stretches that half of the documents have.
    /// The spans `left_out`, which are sorted and do not overlap, are no part of it.
    #[must_use]
    pub fn own_text(&self, text: &Prepared, left_out: &[Span]) -> OwnText {
        let tokens = text.tokens();
        let half = self.half().unwrap_or(u32::MAX);
        let (mut starting, mut ending) = (HashMap::new(), HashMap::new());
        for gram in grams(tokens) {
            let place = self.table.place(gram.key);
            if place.is_some_and(|place| self.table.counts[place] >= half) {
                starting.insert(gram.tokens.start, gram.key);
                ending.insert(gram.tokens.end, gram.key);
            }
        }
        let having = self.holders(text, 3);
        let is_left_out = masked(tokens, &(0..tokens.len()), left_out);
        // What stands in a gap of a run is own text, however short it is.
        let stretches = joined(tokens, &having, half, GAP)
            .into_iter()
            .flat_map(|run| {
                let start = run.start;
                (joined(&tokens[run.clone()], &having[run], half, 0).into_iter())
                    .map(move |part| start + part.start..start + part.end)
            });
        let mut own = OwnText::default();
        let mut from = 0;
        let end = tokens.len()..tokens.len();
        for stretch in stretches.chain([end]) {
            let piece: Vec<&Token> = (from..stretch.start)
                .filter(|&at| having[at] == 0 && !is_left_out[at])
                .map(|at| &tokens[at])
                .collect();
            let sides = ending.get(&from).zip(starting.get(&stretch.start));
            own.push(&piece, sides.map(|(&before, &after)| [before, after]));
            from = stretch.end;
        }
        own
    }
}

/// Returns the runs of tokens that at least `least` documents have, joined over gaps of at most `gap` tokens; `having` has the number of
/// documents of each token. If `gap` is above 0, a run lighter than [`LEAST_RUN`] is left out unless it is a whole line or sentence.
fn joined(tokens: &[Token], having: &[u32], least: u32, gap: usize) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for at in (0..tokens.len()).filter(|&at| having[at] >= least) {
        match runs.last_mut() {
            Some(run) if at - run.end <= gap => run.end = at + 1,
            _ => runs.push(at..at + 1),
        }
    }
    let is_line = |run: &Range<usize>| {
        tokens[run.start].gap >= Gap::Sentence
            && tokens
                .get(run.end)
                .is_none_or(|next| next.gap >= Gap::Sentence)
    };
    runs.retain(|run| gap == 0 || weight(&tokens[run.clone()]) >= LEAST_RUN || is_line(run));
    runs
}

fn number(documents: usize) -> u32 {
    u32::try_from(documents).unwrap_or(u32::MAX)
}

/// Grams with a number of documents each, found by their evenly distributed keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Table {
    /// Keys, ascending.
    keys: Vec<u64>,
    /// Number of documents of each key.
    counts: Vec<u32>,
    /// Index of the first key of each of 2^n equal parts of all keys, followed by the number of keys.
    starts: Vec<u32>,
}

impl Table {
    /// Makes the table of the grams that come at least `least` times.
    fn of(mut all: Vec<u64>, least: u32) -> Self {
        all.sort_unstable();
        let counted = all.chunk_by(|x, y| x == y).filter_map(|same| {
            let count = u32::try_from(same.len()).unwrap_or(u32::MAX);
            (count >= least).then_some((same[0], count))
        });
        Self::from_sorted(counted)
    }

    fn from_sorted(counted: impl Iterator<Item = (u64, u32)>) -> Self {
        let (keys, counts): (Vec<u64>, Vec<u32>) = counted.unzip();
        let parts = keys.len().next_power_of_two().max(2);
        let shift = u64::BITS - parts.trailing_zeros();
        let mut starts = Vec::with_capacity(parts + 1);
        let mut at = 0;
        for part in 0..parts as u64 {
            while keys.get(at).is_some_and(|key| key >> shift < part) {
                at += 1;
            }
            starts.push(u32::try_from(at).unwrap_or(u32::MAX));
        }
        starts.push(u32::try_from(keys.len()).unwrap_or(u32::MAX));
        Self {
            keys,
            counts,
            starts,
        }
    }

    /// Returns the table with other counts, without the grams that come fewer than `least` times.
    fn with(self, counts: Vec<AtomicU32>, least: u32) -> Self {
        let counted = self
            .keys
            .into_iter()
            .zip(counts)
            .filter_map(|(key, count)| {
                let count = count.into_inner();
                (count >= least).then_some((key, count))
            });
        Self::from_sorted(counted)
    }

    /// Returns the index of a key; `None` if it is not in the table.
    fn place(&self, key: u64) -> Option<usize> {
        let parts = self.starts.len().checked_sub(1)?;
        let shift = u64::BITS - parts.trailing_zeros();
        let part = usize::try_from(key >> shift).ok()?;
        let (from, to) = (self.starts[part] as usize, self.starts[part + 1] as usize);
        Some(from + self.keys[from..to].binary_search(&key).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;
    use chachong_text::{LineBreaks, normalize};

    fn prepared(text: &str) -> Prepared {
        Prepared::new(&normalize(text, LineBreaks::Layout))
    }

    fn frequencies(texts: &[Prepared]) -> FolderFrequencies {
        let counter = FolderCounter::of_all(texts.len());
        for text in texts {
            counter.add(text);
        }
        counter.finish()
    }

    const SHEET: &str =
        "第一题，管道怎样把两个命令连在一起？\n第二题，写出三种权限的数字。\n实验目的\n";

    fn class(students: usize) -> Vec<Prepared> {
        let own = [
            "鹤鸣", "竹影", "溪声", "石径", "云帆", "灯火", "渔舟", "麦浪", "雁阵", "苔痕",
        ];
        (0..students)
            .map(|student| {
                let own: String = (0..9)
                    .map(|at| own[(student * 7 + at * (student + 3)) % own.len()])
                    .collect();
                prepared(&format!("{SHEET}{own}"))
            })
            .collect()
    }

    #[test]
    fn the_sheet_is_given_and_answers_are_not() {
        let texts = class(10);
        let found = frequencies(&texts);
        let characters = u32::try_from(SHEET.chars().count()).unwrap();
        let given = found.given(&texts[3], 5);
        let covered: u32 = given.iter().map(|mark| mark.end - mark.start).sum();
        assert!(given.iter().all(|mark| mark.end <= characters), "{given:?}");
        assert!(covered + 4 >= characters, "{given:?}");
        let all = MarkReason::Common { documents: 10 };
        assert!(given.iter().all(|mark| mark.reason == all));
        assert!(found.given(&texts[3], 11).is_empty());
    }

    #[test]
    fn short_answers_between_given_lines_are_not_given() {
        let answers = [
            "鹤鸣竹",
            "影溪声",
            "石径云",
            "帆灯火",
            "渔舟麦",
            "浪雁阵",
            "苔痕山",
            "月江风",
            "柳岸晓",
        ];
        let texts: Vec<Prepared> = (0..10)
            .map(|student| {
                // The last two students have the same answer.
                let answer = answers[student.min(8)];
                prepared(&format!(
                    "第一题，管道怎样相连？\n答：{answer}\n第二题，写出三种权限。\n"
                ))
            })
            .collect();
        let given = frequencies(&texts).given(&texts[9], 5);
        let answer = 14..17;
        let of_answer = |mark: &Mark| mark.start < answer.end && answer.start < mark.end;
        assert_eq!(given.len(), 2, "{given:?}");
        assert!(!given.iter().any(of_answer), "{given:?}");
        let template = TemplateGrams::of(&prepared(
            "第一题，管道怎样相连？\n答：\n第二题，写出三种权限。\n",
        ));
        let runs = template.runs(&texts[9]);
        assert!(
            runs.iter()
                .all(|run| run.end <= answer.start || answer.end <= run.start)
        );
        assert_eq!(runs.len(), 2, "{runs:?}");
    }

    #[test]
    fn another_word_within_a_given_clause_is_given() {
        let texts: Vec<Prepared> = ["东", "西", "南", "北", "前", "后", "左", "右"]
            .map(|room| {
                prepared(&format!(
                    "本次实验要在{room}实验室里进行，并记录水温和压力。\n"
                ))
            })
            .into();
        let given = frequencies(&texts).given(&texts[0], 4);
        assert_eq!(given.len(), 1, "{given:?}");
        assert!((given[0].start..given[0].end).contains(&6));
    }

    #[test]
    fn a_gap_that_goes_on_into_the_next_clause_is_not_given() {
        let texts: Vec<Prepared> = ["东，西", "南，北", "前，后", "左，右"]
            .into_iter()
            .cycle()
            .take(8)
            .map(|own| {
                prepared(&format!(
                    "本次实验要记录水温是{own}组同学在实验室里进行。\n"
                ))
            })
            .collect();
        let given = frequencies(&texts).given(&texts[0], 4);
        assert_eq!(given.len(), 2, "{given:?}");
        assert!(given.iter().all(|mark| mark.end <= 10 || mark.start >= 13));
    }

    #[test]
    fn seven_documents_are_no_folder() {
        let texts = class(7);
        assert!(frequencies(&texts).given(&texts[0], 4).is_empty());
    }

    #[test]
    fn a_sample_counts_the_same_text() {
        let texts = class(40);
        let sample: Vec<Vec<u64>> = texts[..20].iter().map(FolderCounter::grams).collect();
        let counter = FolderCounter::of_sample(texts.len(), &sample);
        for text in &texts {
            counter.add(text);
        }
        let (by_sample, by_all) = (counter.finish(), frequencies(&texts));
        assert_eq!(by_sample.given(&texts[7], 20), by_all.given(&texts[7], 20));
        assert_eq!(
            by_sample.widespread(&texts[7]),
            by_all.widespread(&texts[7])
        );
    }

    #[test]
    fn documents_of_one_origin_count_once() {
        let ring = "鹤鸣竹影溪声石径云帆灯火";
        let mut texts = vec![prepared(ring); 6];
        texts.extend(
            (0..9).map(|at| prepared(&"渔舟麦浪雁阵苔痕山月江风".repeat(at % 2 + 1)[at * 3..])),
        );
        let all = frequencies(&texts);
        assert!(!all.given(&texts[0], 6).is_empty());
        assert!(all.widespread(&texts[0])[0].weight < 700);
        let mut joined = all;
        let grams = |document: DocumentIndex| Ok::<_, ()>(FolderCounter::grams(&texts[document]));
        joined
            .join(&[0, 1, 2, 3, 4, 5].map(DocumentIndex), grams)
            .unwrap();
        assert_eq!((joined.documents(), joined.half()), (10, Some(5)));
        assert!(joined.given(&texts[0], 2).is_empty());
        assert!(joined.widespread(&texts[0]).is_empty(), "one writer has it");
        let mut few = joined.clone();
        few.join(&[6, 7, 8, 9, 10, 11].map(DocumentIndex), grams)
            .unwrap();
        assert_eq!((few.documents(), few.half()), (5, Some(3)));
        few.join(&[6, 12].map(DocumentIndex), grams).unwrap();
        assert_eq!((few.documents(), few.half()), (4, Some(4)));
        assert_eq!(few.widespread(&texts[7]), []);
        few.join(&[6, 13, 14].map(DocumentIndex), grams).unwrap();
        assert_eq!((few.documents(), few.half()), (2, None));
        assert!(!joined.widespread(&texts[7]).is_empty());
    }

    #[test]
    fn large_folders_are_sampled_evenly() {
        assert_eq!(FolderCounter::sample(&[1_000; 200]), None);
        let found = FolderCounter::sample(&[1_000; 1_000]).unwrap();
        assert_eq!(found.len(), SAMPLE);
        assert!(found.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(FolderCounter::sample(&[1_000_000; 100]).unwrap().len(), 16);
        assert_eq!(FolderCounter::sample(&[9_000_000; 7]), None);
    }

    proptest! {
        #[test]
        fn counts_are_those_of_a_slow_count(
            texts in prop::collection::vec("[甲乙丙]{0,24}", 8..14),
            least in 4_u32..8,
        ) {
            let texts: Vec<Prepared> = texts.iter().map(|text| prepared(text)).collect();
            let found = frequencies(&texts);
            let mut slow: BTreeMap<Vec<u32>, BTreeSet<usize>> = BTreeMap::new();
            for (document, text) in texts.iter().enumerate() {
                for run in text.tokens().windows(6) {
                    let key = run.iter().map(|token| token.hash).collect();
                    slow.entry(key).or_default().insert(document);
                }
            }
            for text in &texts {
                let mut expected = vec![false; text.tokens().len()];
                for (at, run) in text.tokens().windows(6).enumerate() {
                    let key: Vec<u32> = run.iter().map(|token| token.hash).collect();
                    if slow[&key].len() >= least as usize {
                        expected[at..at + 6].fill(true);
                    }
                }
                // A text shorter than a gram is a line.
                if text.tokens().len() >= 6 {
                    let mut covered = vec![false; text.tokens().len()];
                    for (span, _) in found.runs(text, least, 0) {
                        covered[span.start as usize..span.end as usize].fill(true);
                    }
                    prop_assert_eq!(covered, expected);
                }
            }
        }
    }
}
