//! The copied shares of many pairs among many texts, in bounded memory.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;

use rayon::prelude::*;

use crate::compare::{Background, Counted, Prepared, Strength, Weighed, passages};

/// A text that can be aligned.
pub(super) trait Alignable: Sync {
    /// Which of its characters count.
    fn counted(&self) -> &Counted;
    /// The text, prepared; done again each time.
    fn prepared(&self) -> io::Result<Prepared>;
}

/// Weighed texts that stand in several pairs, ready. What stands in one is prepared for it and dropped: of a thousand made
/// copies each is compared once.
pub(super) struct Aligner<'a, T> {
    texts: &'a [T],
    background: Background,
    kept: HashMap<usize, Weighed>,
}

/// Room for kept texts, and what a character takes of it, about.
const KEPT_BYTES: usize = 512 << 20;
const BYTES_A_CHARACTER: usize = 120;

impl<'a, T: Alignable> Aligner<'a, T> {
    /// Makes ready for `pairs` of `texts`. How rare a term is follows from the texts that stand first in a pair: with a
    /// dozen made copies of each among them every word of it would look common.
    pub(super) fn new(texts: &'a [T], pairs: &[(usize, usize)]) -> io::Result<Self> {
        let mut first: Vec<usize> = pairs.iter().map(|&(a, _)| a).collect();
        first.sort_unstable();
        first.dedup();
        let terms: Vec<Vec<u32>> = first
            .into_par_iter()
            .map(|text| Ok(Background::terms(&texts[text].prepared()?)))
            .collect::<io::Result<_>>()?;
        let mut background = Background::new();
        for terms in terms {
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

    /// The texts of several pairs, those of most first, as far as there is room.
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

    /// The larger of the two copied shares of a pair, 0..=1: countable characters in passages at least as strong as
    /// `weakest` over all countable ones, nothing left out.
    pub(super) fn larger_share(&self, a: usize, b: usize, weakest: Strength) -> io::Result<f64> {
        let mut passages = passages(&*self.weighed(a)?, &*self.weighed(b)?);
        passages.retain(|passage| passage.strength() <= weakest);
        // The passages of a pair do not overlap.
        let share = |counted: &Counted, copied: u32| {
            if counted.countable() == 0 {
                0.0
            } else {
                (f64::from(copied) / f64::from(counted.countable())).min(1.0)
            }
        };
        let [text_a, text_b] = [a, b].map(|text| self.texts[text].counted());
        let copied_a = passages
            .iter()
            .map(|passage| text_a.within(passage.a))
            .sum();
        let copied_b = passages
            .iter()
            .map(|passage| text_b.within(passage.b))
            .sum();
        Ok(share(text_a, copied_a).max(share(text_b, copied_b)))
    }
}
