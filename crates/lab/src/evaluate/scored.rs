//! Scores every pair of texts under every method.

use std::io;

use rayon::prelude::*;

use super::Method;
use super::align::{Alignable, Aligner, of_first_texts};
use crate::schemes::{Features, Frequencies};
use chachong_check::DocumentContent;
use chachong_compare::{Counted, Prepared, Strength};
use chachong_simhash::Fingerprint;
use chachong_text::TermCounts;

impl Alignable for &DocumentContent {
    fn counted(&self) -> &Counted {
        &self.counted
    }

    fn prepared(&self) -> io::Result<Prepared> {
        self.text.prepared()
    }
}

/// Fingerprints and scheme features of every text, prepared for several methods. Passages are compared without them.
#[derive(Debug)]
pub struct Profiles {
    methods: Vec<Method>,
    texts: Vec<Profile>,
}

#[derive(Debug)]
struct Profile {
    /// One fingerprint for each `simhash` method, in order of the methods; `None` if the text has none.
    fingerprints: Vec<Option<Fingerprint>>,
    /// Features for the schemes; `None` if no method is a scheme.
    features: Option<Features>,
}

impl Profiles {
    /// Prepares every text for `methods`, in parallel on the current thread pool, and calls `done` after each text.
    /// `pairs` holds indices of `texts`; document frequencies are counted over the first texts of the pairs only.
    /// Fails if the text of a document cannot be read again.
    pub fn of(
        texts: &[&DocumentContent],
        pairs: &[(usize, usize)],
        methods: &[Method],
        done: impl Fn() + Sync,
    ) -> io::Result<Self> {
        let has_schemes = methods.iter().any(|m| matches!(m, Method::Scheme(_)));
        let frequencies = if has_schemes {
            Some(frequencies(texts, pairs)?)
        } else {
            None
        };
        let profiles = texts.par_iter().map(|text| {
            let profile = Profile::of(text, methods, frequencies.as_ref());
            done();
            profile
        });
        Ok(Self {
            methods: methods.to_vec(),
            texts: profiles.collect::<io::Result<_>>()?,
        })
    }

    /// Returns a row of scores (0..=1) for each pair, with one score for each method, both in the given order. `texts` are the texts
    /// given to [`Self::of`], and `pairs` holds indices of them. Runs in parallel on the current thread pool and calls `done` after each
    /// pair. The score of [`Method::Passages`] counts only passages at least as strong as `weakest`. Fails if a text cannot be read
    /// again.
    pub fn scores(
        &self,
        texts: &[&DocumentContent],
        pairs: &[(usize, usize)],
        weakest: Strength,
        done: impl Fn() + Sync,
    ) -> io::Result<Vec<Vec<f64>>> {
        let aligner = if self.methods.contains(&Method::Passages) {
            Some(Aligner::new(texts, pairs)?)
        } else {
            None
        };
        let scores = pairs.par_iter().with_max_len(1).map(|&(a, b)| {
            let copied = match &aligner {
                Some(aligner) => aligner.larger_share(a, b, weakest)?,
                None => 0.0,
            };
            let scores = self.pair(&self.texts[a], &self.texts[b], copied);
            done();
            Ok(scores)
        });
        scores.collect()
    }

    fn pair(&self, a: &Profile, b: &Profile, copied: f64) -> Vec<f64> {
        let mut fingerprints = a.fingerprints.iter().zip(&b.fingerprints);
        let score = |method: &Method| match method {
            Method::Passages => copied,
            Method::SimHash(recipe) => match fingerprints.next() {
                Some((Some(a), Some(b))) => {
                    1.0 - f64::from(a.distance(*b)) / f64::from(recipe.width())
                }
                _ => 0.0,
            },
            Method::Scheme(scheme) => match (&a.features, &b.features) {
                (Some(a), Some(b)) => scheme.score(a, b),
                _ => 0.0,
            },
        };
        self.methods.iter().map(score).collect()
    }
}

impl Profile {
    fn of(
        reading: &DocumentContent,
        methods: &[Method],
        frequencies: Option<&Frequencies>,
    ) -> io::Result<Self> {
        let (original, normalized) = (reading.text.text()?, reading.text.normalized()?);
        // Recipes with the same rule share the cut into terms, which is most of the work.
        let mut counted: Vec<(_, TermCounts)> = Vec::new();
        let mut fingerprints = Vec::new();
        for recipe in methods.iter().filter_map(|method| method.recipe()) {
            let rule = recipe.term_rule();
            let known = counted.iter().position(|(known, _)| *known == rule);
            let place = known.unwrap_or_else(|| {
                counted.push((rule, TermCounts::of(&original, &normalized, rule)));
                counted.len() - 1
            });
            fingerprints.push(recipe.fingerprint(&counted[place].1));
        }
        Ok(Self {
            fingerprints,
            features: frequencies.map(|known| Features::new(&normalized, known)),
        })
    }
}

fn frequencies(texts: &[&DocumentContent], pairs: &[(usize, usize)]) -> io::Result<Frequencies> {
    let mut frequencies = Frequencies::default();
    let terms = |text: usize| Ok(Frequencies::terms(&texts[text].text.normalized()?));
    for terms in of_first_texts(pairs, terms)? {
        frequencies.add_terms(&terms);
    }
    Ok(frequencies)
}
