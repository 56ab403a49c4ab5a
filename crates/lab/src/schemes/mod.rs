//! Schemes: the other methods of the source articles for telling whether two texts are copies. Each scheme scores two
//! prepared texts from 0 to 1; the threshold is measured with `evaluate`.

mod features;
mod frequencies;
mod hash;
mod keywords;
mod segments;
mod sentences;
mod share;
mod vectors;

use std::str::FromStr;

pub use features::Features;
pub use frequencies::Frequencies;
pub(crate) use share::share;
use share::{of_larger, of_smaller};

/// Method from a published article for comparing two whole texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scheme {
    /// Share of equal keyword digests. The heaviest terms of a text are divided among a few digests, each the hash of its terms.
    KeywordDigest,
    /// Share of equal segments. Each text is cut into N segments, and each segment is hashed. The source article calls two texts copies
    /// if at least M of N segments are equal, which is a score of M / N.
    SegmentSignature,
    /// Share of the heaviest terms of each text that are among the heaviest of the other too, relative to the text with more of them.
    KeywordOverlap,
    /// Share of equal punctuation contexts (the text directly on both sides of a punctuation mark), relative to the
    /// text with fewer contexts.
    SentenceContext,
    /// Share of equal sentences among the longest sentences of each text, each hashed.
    LongestSentences,
    /// Exact cosine similarity of the two term frequency vectors.
    Cosine,
    /// Number of different terms in both texts, divided by the number in either.
    Jaccard,
    /// Euclidean distance of the two term frequency vectors, scaled to a score: 1 for distance 0, and 0 for the
    /// distance of two texts without a common term.
    Euclidean,
}

/// Error: no scheme has the given name.
#[derive(Debug, thiserror::Error)]
#[error("there is no scheme named \"{name}\"; the schemes are {}", Scheme::NAMES.join(", "))]
pub struct UnknownScheme {
    /// Name that was given.
    pub name: String,
}

impl Scheme {
    /// All schemes, in the order of [`Self::NAMES`].
    pub const ALL: [Self; 8] = [
        Self::KeywordDigest,
        Self::SegmentSignature,
        Self::KeywordOverlap,
        Self::SentenceContext,
        Self::LongestSentences,
        Self::Cosine,
        Self::Jaccard,
        Self::Euclidean,
    ];
    /// Names of the schemes, in the order of [`Self::ALL`].
    pub const NAMES: [&'static str; 8] = [
        "keyword-digest",
        "segment-signature",
        "keyword-overlap",
        "sentence-context",
        "longest-sentences",
        "cosine",
        "jaccard",
        "euclidean",
    ];

    /// Returns the stable name of the scheme, such as `keyword-digest`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Returns the similarity of two texts, 0..=1. It is symmetric, 1 for equal texts, and 0 if a text has no
    /// features that this scheme uses. Both texts must have been prepared with the same parameters and frequencies.
    #[must_use]
    pub fn score(self, a: &Features, b: &Features) -> f64 {
        match self {
            Self::KeywordDigest => keywords::shared_digests(&a.digests, &b.digests),
            Self::SegmentSignature => of_larger(&a.segments, &b.segments),
            Self::KeywordOverlap => of_larger(&a.keywords, &b.keywords),
            Self::SentenceContext => of_smaller(&a.contexts, &b.contexts),
            Self::LongestSentences => of_larger(&a.longest, &b.longest),
            Self::Cosine => vectors::cosine(&a.terms, &b.terms),
            Self::Jaccard => vectors::jaccard(&a.terms, &b.terms),
            Self::Euclidean => vectors::euclidean(&a.terms, &b.terms),
        }
    }
}

impl FromStr for Scheme {
    type Err = UnknownScheme;

    fn from_str(name: &str) -> Result<Self, UnknownScheme> {
        Self::ALL
            .into_iter()
            .find(|scheme| scheme.name() == name)
            .ok_or_else(|| UnknownScheme {
                name: name.to_owned(),
            })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use chachong_text::{LineBreaks, normalize};

    const LIBRARY: &str = "社区图书馆从去年春天起在夜间开放，读者可以坐到深夜十一点。馆员轮流值班，每人每周两个晚上；\
        街道出钱补贴照明和取暖。来的人多是备考的学生，也有下了夜班的司机，他们说家里太吵，只有这里能静下心来读几页书。\
        半年里借出的图书比过去一年还多，抱怨却只有三条，都是关于空调的。";
    const BICYCLES: &str = "共享单车停放混乱，常常堵住地铁口的盲道。我们在早高峰数了两周，发现车辆最多的时刻是八点四十分；\
        调度卡车却在九点以后才到。如果企业把卡车提前一小时派出，路口就能空出一半，行人也不必绕到机动车道上去。\
        这个办法不花一分钱，只要改一张时刻表。";
    const REPAIR: &str = "Worn pumps fail most often in the first cold week of autumn, and the mechanics know it. They order \
        gaskets in August. Whoever waits until the frost has come pays twice, for the part and for the night shift!";

    fn prepared(texts: &[&str]) -> Vec<Features> {
        let normalized: Vec<_> = texts
            .iter()
            .map(|text| normalize(text, LineBreaks::Layout))
            .collect();
        let mut frequencies = Frequencies::default();
        for text in &normalized {
            frequencies.add_terms(&Frequencies::terms(text));
        }
        normalized
            .iter()
            .map(|text| Features::new(text, &frequencies))
            .collect()
    }

    #[test]
    fn names_lead_back_to_their_schemes() {
        for scheme in Scheme::ALL {
            assert_eq!(scheme.name().parse::<Scheme>().unwrap(), scheme);
        }
        let error = "Cosine".parse::<Scheme>().unwrap_err().to_string();
        assert!(
            error.contains("keyword-digest, segment-signature"),
            "{error}"
        );
    }

    #[test]
    fn equal_texts_score_one_whatever_their_width_or_script() {
        let disguised = LIBRARY
            .replace('，', ",")
            .replace("图书馆", "圖\u{200B}書館");
        let features = prepared(&[LIBRARY, LIBRARY, REPAIR, REPAIR, &disguised]);
        for scheme in Scheme::ALL {
            for (a, b) in [(0, 1), (2, 3), (0, 4)] {
                let score = scheme.score(&features[a], &features[b]);
                assert!(
                    (score - 1.0).abs() < 1e-12,
                    "{} {a} {b}: {score}",
                    scheme.name()
                );
            }
        }
    }

    #[test]
    fn unrelated_texts_score_next_to_nothing() {
        let features = prepared(&[LIBRARY, BICYCLES, REPAIR]);
        for scheme in Scheme::ALL {
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                let score = scheme.score(&features[a], &features[b]);
                assert!(score < 0.15, "{} {a} {b}: {score}", scheme.name());
            }
        }
    }

    #[test]
    fn a_text_without_words_scores_nothing() {
        let features = prepared(&["", "，。", LIBRARY]);
        for scheme in Scheme::ALL {
            for (a, b) in [(0, 0), (0, 1), (1, 2), (2, 0)] {
                assert!(scheme.score(&features[a], &features[b]).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn each_scheme_sees_its_own_kind_of_copy() {
        // First variant: the library's text with another last sentence.
        let edited = LIBRARY.replace(
            "半年里借出的图书比过去一年还多，抱怨却只有三条，都是关于空调的",
            "明年打算在隔壁的街道也试一试，先从周末开始",
        );
        // Second variant: one sentence of the library's text among those of the other text.
        let quoted = format!(
            "{BICYCLES}来的人多是备考的学生，也有下了夜班的司机，他们说家里太吵，只有这里能静下心来读几页书。"
        );
        let features = prepared(&[LIBRARY, &edited, &quoted]);
        let edited = |scheme: Scheme| scheme.score(&features[0], &features[1]);
        let quoted = |scheme: Scheme| scheme.score(&features[0], &features[2]);
        // Most words occur once in a text this short, so every digest contains one that an edit moves: the weakness
        // of the scheme.
        for scheme in Scheme::ALL
            .into_iter()
            .filter(|&s| s != Scheme::KeywordDigest)
        {
            let score = edited(scheme);
            assert!((0.2..1.0).contains(&score), "{} {score}", scheme.name());
        }
        assert!(quoted(Scheme::SentenceContext) > 0.2);
        assert!(quoted(Scheme::LongestSentences) > 0.3);
        assert!(quoted(Scheme::SegmentSignature) < edited(Scheme::SegmentSignature));
        assert!(quoted(Scheme::Cosine) < edited(Scheme::Cosine));
    }

    proptest! {
        #[test]
        fn scores_are_symmetric_shares(a in "[图书馆夜间，。；a-e .]{0,60}", b in "[图书馆夜间，。；a-e .]{0,60}") {
            let features = prepared(&[&a, &b]);
            for scheme in Scheme::ALL {
                let (there, back) = (scheme.score(&features[0], &features[1]), scheme.score(&features[1], &features[0]));
                prop_assert!((0.0..=1.0).contains(&there), "{} {there}", scheme.name());
                prop_assert!((there - back).abs() < 1e-15, "{}", scheme.name());
            }
        }
    }
}
