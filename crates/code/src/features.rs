//! A document prepared for comparison: the sequence of its words, and the runs of structure and of words that are weighed.

use std::collections::HashSet;
use std::ops::Range;

use crate::comment::says_something;
use crate::listing::hash;
use crate::tiling::{BREAK, Kind, Sequence};
use crate::{Form, Listing, Word};
use chachong_text::Span;
use chachong_weight::{Feature, Weights};
use twox_hash::XxHash3_64;

/// Length of a run of the structure and of the shortest tile, in words without separators: about a statement.
pub(crate) const STRUCTURE: usize = 7;
/// Length of a long run of the structure: about three statements.
pub(crate) const LONG: usize = 4 * STRUCTURE;
/// Length of a run of words as written: about a statement.
pub(crate) const WORDS: usize = 5;
/// Minimum number of numbers and texts in a row of data.
const ROW: usize = 3;

/// Document, prepared as a sequence of words with its runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Features {
    /// Sequence in which equal runs (tiles) are searched: the kind of each word of all listings, without separators, and the value of
    /// each word in a row of data, whose values are its content. A [`BREAK`] ends each listing.
    pub kinds: Vec<Kind>,
    /// For each entry of `kinds`, the index of its listing and its span in the text.
    pub places: Vec<(usize, Span)>,
    /// For each entry of `kinds`, the run of structure that begins there; runs before a break are shorter.
    pub at: Vec<Feature>,
    /// Distinct runs of the structure of the code, ascending: each name is the number of its first place in the run, so that
    /// renamed code has the same (parameterised matching, Baker 1995). Each row of data is one more run, with its values: two programs
    /// with different data differ by their rows, but a long table does not hide the code around it.
    pub structure: Vec<Feature>,
    /// Distinct long runs of structure, ascending. They distinguish whole programs: long programs of simple
    /// statements have most shorter runs in common.
    pub long: Vec<Feature>,
    /// Long runs of structure with the index in `kinds` at which each begins, ascending.
    pub long_at: Vec<(usize, Feature)>,
    /// Distinct runs of words as written, ascending.
    pub words: Vec<Feature>,
    /// Distinct meaningful comments, ascending.
    pub comments: Vec<Feature>,
}

impl Features {
    pub(crate) fn of(document: &[Listing]) -> Self {
        let mut features = Self::default();
        for (at, listing) in document.iter().enumerate() {
            let structure = listing
                .words
                .iter()
                .filter(|word| word.form != Form::Separator);
            let structure: Vec<Word> = structure.copied().collect();
            let start = features.kinds.len();
            let rows = rows_of_data(&structure);
            features.kinds.extend(structure.iter().map(kind));
            for row in &rows {
                for (kind, word) in features.kinds[start..][row.clone()]
                    .iter_mut()
                    .zip(&structure[row.clone()])
                {
                    *kind = word.hash.max(4);
                }
            }
            let values = rows.iter().map(|row| values(&structure[row.clone()]));
            features.structure.extend(values);
            features.kinds.push(BREAK);
            features
                .places
                .extend(structure.iter().map(|word| (at, word.span)));
            features.places.push((at, Span { start: 0, end: 0 }));
            let runs_at = (0..=structure.len()).map(|from| {
                let run = &structure[from..structure.len().min(from + STRUCTURE)];
                parameterised(run)
            });
            features.at.extend(runs_at);
            let whole = runs(&structure, STRUCTURE).map(parameterised);
            features.structure.extend(whole);
            let long: Vec<Feature> = runs(&structure, LONG).map(parameterised).collect();
            if structure.len() >= LONG {
                features.long_at.extend((start..).zip(long.iter().copied()));
            }
            features.long.extend(long);
            let words: Vec<u32> = listing.words.iter().map(|word| word.hash).collect();
            features.words.extend(runs(&words, WORDS).map(|run| {
                let bytes: Vec<u8> = run.iter().flat_map(|word| word.to_le_bytes()).collect();
                feature(6, &bytes)
            }));
            let comments = listing.comments.iter().map(|comment| comment.text.as_str());
            let comments = comments.filter(|text| says_something(text));
            features.comments.extend(comments.map(comment_feature));
        }
        for distinct in [
            &mut features.structure,
            &mut features.long,
            &mut features.words,
            &mut features.comments,
        ] {
            distinct.sort_unstable();
            distinct.dedup();
        }
        features
    }

    /// Returns the runs and comments that at least half of the documents have, and nothing else.
    pub(crate) fn of_most(documents: &[Vec<Listing>]) -> Self {
        let all: Vec<Self> = documents
            .iter()
            .map(|document| Self::of(document))
            .collect();
        let most = |of: fn(&Self) -> &[Feature]| {
            let mut features: Vec<Feature> = all.iter().flat_map(of).copied().collect();
            features.sort_unstable();
            let held = features.chunk_by(|one, next| one == next);
            let of_most = held.filter(|equal| 2 * equal.len() >= all.len());
            of_most.map(|equal| equal[0]).collect::<Vec<Feature>>()
        };
        Self {
            structure: most(|features| &features.structure),
            long: most(|features| &features.long),
            words: most(|features| &features.words),
            comments: most(|features| &features.comments),
            ..Self::default()
        }
    }

    /// Returns the runs of structure that have the full length, each with the span of its first word, in order of
    /// position.
    pub(crate) fn whole_runs(&self) -> Vec<(Feature, Span)> {
        let runs = self
            .kinds
            .windows(STRUCTURE)
            .zip(self.at.iter().zip(&self.places));
        runs.filter(|(run, _)| !run.contains(&BREAK))
            .map(|(_, (run, (_, place)))| (*run, *place))
            .collect()
    }

    /// Returns the sequence of words, prepared for tiling.
    pub(crate) fn sequence(&self) -> Sequence {
        Sequence::of(self.kinds.clone(), STRUCTURE)
    }

    /// Returns the weight of each word: that of the heaviest run that contains it. 0 for words that were handed out
    /// or that half of the class has, and between listings.
    pub(crate) fn weights(&self, class: &Weights) -> Vec<f32> {
        let mut weights = vec![0.0_f32; self.kinds.len()];
        for run in self.runs() {
            #[expect(clippy::cast_possible_truncation, reason = "from 0 to 1")]
            let weight = class.weight(self.at[run.start]) as f32;
            for word in &mut weights[run] {
                *word = word.max(weight);
            }
        }
        weights
    }

    /// Returns for each word whether it is in a run of structure that does not occur earlier in the document.
    pub(crate) fn new_words(&self) -> Vec<bool> {
        let mut is_new = vec![false; self.kinds.len()];
        let mut seen = HashSet::new();
        for run in self.runs() {
            if seen.insert(self.at[run.start]) {
                is_new[run].fill(true);
            }
        }
        is_new
    }

    /// Returns the runs of structure as ranges of words, ascending; a shorter listing is one run.
    fn runs(&self) -> impl Iterator<Item = Range<usize>> {
        let mut start = 0;
        let listings = self.kinds.split_inclusive(|kind| *kind == BREAK);
        listings.flat_map(move |listing| {
            let length = STRUCTURE.min(listing.len() - 1);
            let from = start;
            start += listing.len();
            (from..start - length).map(move |from| from..from + length)
        })
    }

    /// Returns the spans of code that was handed out or that half of the class has, in order of position.
    pub(crate) fn given(&self, class: &Weights) -> Vec<Span> {
        let mut given = Vec::new();
        let mut start = 0;
        for listing in self.kinds.split_inclusive(|kind| *kind == BREAK) {
            let length = STRUCTURE.min(listing.len() - 1);
            let end = start + listing.len() - length;
            let weighs = |from: &usize| class.weight(self.at[*from]) > 0.0;
            let runs: Vec<usize> = (start..end).collect();
            for runs in runs.split(weighs) {
                if let (Some(first), Some(last)) = (runs.first(), runs.last())
                    && last + length - first >= GIVEN.min(listing.len() - 1)
                {
                    given.push(Span {
                        start: self.places[*first].1.start,
                        end: self.places[last + length - 1].1.end,
                    });
                }
            }
            start += listing.len();
        }
        given
    }

    /// Returns the mean weight of the runs within a stretch of words, or of the run that begins there if the stretch
    /// is shorter.
    pub(crate) fn weight(&self, class: &Weights, from: usize, length: usize) -> f64 {
        let runs = from..=from + length.saturating_sub(STRUCTURE);
        let count = runs.clone().count();
        let sum: f64 = runs.map(|run| class.weight(self.at[run])).sum();
        sum / count as f64
    }
}

/// Minimum length of code that is shown as given, in words: a line or two. Many programs have the same shorter
/// statements by chance.
const GIVEN: usize = 12;

/// Returns the kind of a word in tiles, outside a row of data. All names have one kind, and so have all numbers and all texts; each
/// sign has its own.
pub(crate) fn kind(word: &Word) -> Kind {
    match word.form {
        Form::Name => 1,
        Form::Number => 2,
        Form::Text => 3,
        Form::Sign | Form::Separator => word.hash.max(4),
    }
}

/// Returns the rows of data, ascending: at least [`ROW`] numbers and texts with nothing but brackets and minus signs between them.
fn rows_of_data(structure: &[Word]) -> Vec<Range<usize>> {
    let between = ["{", "}", "[", "]", "-"].map(hash);
    let mut rows = Vec::new();
    // The first and the last literal of a row, and their number.
    let (mut row, mut literals) = (0..0, 0);
    for (at, word) in structure.iter().enumerate() {
        if matches!(word.form, Form::Number | Form::Text) {
            let first = if literals == 0 { at } else { row.start };
            row = first..at + 1;
            literals += 1;
        } else if !between.contains(&word.hash) {
            rows.extend((literals >= ROW).then_some(row.clone()));
            literals = 0;
        }
    }
    rows.extend((literals >= ROW).then_some(row));
    rows
}

/// Returns for each entry of [`Features::kinds`] the numbers or texts between which it stands, as hashes: the last one up to it and the
/// first one from it on, which is the same for a number or text; 0 if its listing has none.
pub(crate) fn literals(document: &[Listing]) -> Vec<[u32; 2]> {
    let mut all = Vec::new();
    for listing in document {
        let structure = (listing.words.iter()).filter(|word| word.form != Form::Separator);
        let (start, mut last) = (all.len(), 0);
        for word in structure {
            let is_literal = matches!(word.form, Form::Number | Form::Text);
            last = if is_literal { word.hash } else { last };
            all.push([last, if is_literal { word.hash } else { 0 }]);
        }
        let mut next = 0;
        for [_, own] in all[start..].iter_mut().rev() {
            next = if *own == 0 { next } else { *own };
            *own = next;
        }
        all.push([0; 2]);
    }
    all
}

/// Returns the feature of a row of data as written.
fn values(row: &[Word]) -> Feature {
    let bytes: Vec<u8> = (row.iter())
        .flat_map(|word| word.hash.to_le_bytes())
        .collect();
    feature(8, &bytes)
}

/// Returns the runs of `length` items in a row, or the whole row if it is shorter.
fn runs<T>(row: &[T], length: usize) -> std::slice::Windows<'_, T> {
    row.windows(length.min(row.len()).max(1))
}

/// Returns a feature of any bytes; `sort` distinguishes kinds of features.
pub(crate) fn feature(sort: u64, bytes: &[u8]) -> Feature {
    XxHash3_64::oneshot_with_seed(sort, bytes)
}

/// Returns the feature of the whole text of a comment.
pub(crate) fn comment_feature(text: &str) -> Feature {
    feature(5, text.as_bytes())
}

/// Returns the feature of a run of words in which each name is replaced by the number of its first position, and all
/// numbers and texts are equal.
fn parameterised(run: &[Word]) -> Feature {
    let mut bytes = Vec::with_capacity(5 * STRUCTURE);
    for word in run {
        let (form, value) = match word.form {
            Form::Name => {
                let is_same = |other: &Word| other.form == Form::Name && other.hash == word.hash;
                let first = run.iter().position(is_same).unwrap_or_default();
                (1, u32::try_from(first).unwrap_or(u32::MAX))
            }
            Form::Number => (2, 0),
            Form::Text => (3, 0),
            Form::Sign | Form::Separator => (4, word.hash),
        };
        bytes.push(form);
        bytes.extend(value.to_le_bytes());
    }
    feature(7, &bytes)
}

#[cfg(test)]
mod tests {
    use super::Features;
    use crate::{Language, Listing};
    use chachong_weight::Weights;

    fn of(text: &str) -> Features {
        Features::of(&[Listing::of(text, Language::C)])
    }

    #[test]
    fn a_line_is_one_run_and_breaks_weigh_nothing() {
        let features = of("x = 1;");
        assert_eq!((features.structure.len(), features.words.len()), (1, 1));
        assert_eq!(
            features.weights(&Weights::default()),
            [1.0; 4][..3]
                .iter()
                .copied()
                .chain([0.0])
                .collect::<Vec<f32>>()
        );
        assert!(of("").structure.is_empty());
    }

    #[test]
    fn renamed_code_has_one_structure_and_exchanged_names_have_another() {
        let first = of("sum = sum + price * count;");
        assert_eq!(first.structure, of("s = s + p * n;").structure);
        assert_ne!(first.structure, of("s = p + s * n;").structure);
        assert_ne!(first.words, of("s = s + p * n;").words);
    }

    #[test]
    fn rows_of_data_are_compared_by_their_values() {
        let first = of("int a[] = {1, -2, 3, 4, 5, 6, 7, 8};");
        let other = of("int b[] = {9, -8, 7, 6, 5, 4, 3, 2};");
        assert_ne!(first.kinds, other.kinds);
        assert_ne!(first.structure, other.structure);
        assert_eq!(
            first.kinds,
            of("int c[] = {1, -2, 3, 4, 5, 6, 7, 8};").kinds
        );
        assert_eq!(of("f(\"a\", 1);").kinds, of("g(\"b\", 2);").kinds);
    }

    #[test]
    fn definitions_are_no_words() {
        let with = of("#define MOST 100\ntypedef long long ll;\nint x = 1;");
        assert_eq!(with.words, of("int x = 1;").words);
    }
}
