//! Computes the copied shares of many pairs of texts in bounded memory.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;

use rayon::prelude::*;

use chachong_compare::{
    Background, Counted, DegreeRun, FolderText, Graded, Prepared, Strength, Weighed, grade,
    passages, surest,
};

/// Text that can be aligned.
pub(super) trait Alignable: Sync {
    /// Returns which characters of the text are countable.
    fn counted(&self) -> &Counted;
    /// Prepares the text for alignment. Each call does the work again; nothing is cached.
    fn prepared(&self) -> io::Result<Prepared>;
}

/// Aligner that caches the weighed texts that occur in several pairs. A text of a single pair is prepared for that
/// pair and dropped: of a thousand generated copies, each is compared once.
pub(super) struct Aligner<'a, T> {
    texts: &'a [T],
    background: Background,
    kept: HashMap<usize, Weighed>,
}

/// Maximum total size of cached texts, in bytes; below, the approximate bytes per character.
const KEPT_BYTES: usize = 512 << 20;
const BYTES_A_CHARACTER: usize = 120;

/// Returns what `terms` gives for the first text of each pair, once for each text.
pub(super) fn of_first_texts<R: Send>(
    pairs: &[(usize, usize)],
    terms: impl Fn(usize) -> io::Result<R> + Sync + Send,
) -> io::Result<Vec<R>> {
    let mut first: Vec<usize> = pairs.iter().map(|&(a, _)| a).collect();
    first.sort_unstable();
    first.dedup();
    first.into_par_iter().map(terms).collect()
}

impl<'a, T: Alignable> Aligner<'a, T> {
    /// Prepares for aligning `pairs` of indices in `texts`. Term rarity is counted over the first texts of the pairs
    /// only. If a dozen generated copies of each text were counted too, every word of it would look common.
    pub(super) fn new(texts: &'a [T], pairs: &[(usize, usize)]) -> io::Result<Self> {
        let mut background = Background::new();
        let terms = |text: usize| Ok(Background::terms(&texts[text].prepared()?));
        for terms in of_first_texts(pairs, terms)? {
            background.add_terms(&terms);
        }
        let kept = Self::worth_keeping(texts, pairs)
            .into_par_iter()
            .map(|text| {
                let prepared = texts[text].prepared()?;
                Ok((text, Weighed::new(prepared, &background)))
            })
            .collect::<io::Result<_>>()?;
        Ok(Self {
            texts,
            background,
            kept,
        })
    }

    /// Returns the indices of the texts that occur in several pairs, the most frequent first, as far as the cache has
    /// room.
    fn worth_keeping(texts: &[T], pairs: &[(usize, usize)]) -> Vec<usize> {
        let mut uses = vec![0_usize; texts.len()];
        for &(a, b) in pairs {
            uses[a] += 1;
            uses[b] += 1;
        }
        let mut often: Vec<usize> = (0..texts.len()).filter(|&text| uses[text] > 1).collect();
        often.sort_by_key(|&text| usize::MAX - uses[text]);
        let mut room = KEPT_BYTES;
        often.retain(|&text| {
            let bytes = texts[text].counted().characters() as usize * BYTES_A_CHARACTER;
            let fits = bytes <= room;
            room -= if fits { bytes } else { 0 };
            fits
        });
        often
    }

    fn weighed(&self, text: usize) -> io::Result<Cow<'_, Weighed>> {
        if let Some(weighed) = self.kept.get(&text) {
            return Ok(Cow::Borrowed(weighed));
        }
        let prepared = self.texts[text].prepared()?;
        Ok(Cow::Owned(Weighed::new(prepared, &self.background)))
    }

    /// Returns the larger of the two copied shares of a pair, 0..=1. The copied share is the part of all countable
    /// characters that is identical or edited in passages at least as strong as `weakest`.
    pub(super) fn larger_share(&self, a: usize, b: usize, weakest: Strength) -> io::Result<f64> {
        let (in_a, in_b) = (self.weighed(a)?, self.weighed(b)?);
        let mut passages = passages(&in_a, &in_b);
        passages.retain(|passage| passage.strength() <= weakest);
        let graded: Vec<Graded> = (passages.iter())
            .map(|passage| grade(&in_a, &in_b, passage, [FolderText::default(); 2]))
            .collect();
        let share = |counted: &Counted, copied: u32| {
            if counted.countable() == 0 {
                0.0
            } else {
                (f64::from(copied) / f64::from(counted.countable())).min(1.0)
            }
        };
        let [text_a, text_b] = [a, b].map(|text| self.texts[text].counted());
        let copied = |counted: &Counted, of: fn(&Graded) -> &[DegreeRun]| -> u32 {
            let runs = surest(graded.iter().flat_map(of).copied().collect());
            let copied = runs.iter().filter(|run| run.degree.is_copied());
            copied.map(|run| counted.within(run.span)).sum()
        };
        let copied_a = copied(text_a, |graded| &graded.in_a);
        let copied_b = copied(text_b, |graded| &graded.in_b);
        Ok(share(text_a, copied_a).max(share(text_b, copied_b)))
    }
}
