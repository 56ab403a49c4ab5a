//! Evidence of a passage: how often chance alone makes two aligned runs of tokens as similar.

use super::common_grams::{is_unseen, worth};
use super::rarity::gram;
use super::tile::number;
use super::{Chance, CommonGrams};
use crate::each_once;
use chachong_text::Token;

/// Penalty for a bigram that the other side lacks, as a share of its worth. Fitted: 0.1 to 0.2 separate equally well.
const MISSED: f32 = 0.15;

/// Length, in tokens, from which a Chinese score is normalised by length: in long stretches the likeness of a subject
/// adds up.
const LONG: f32 = 400.0;

/// Number of leading identical tokens after which more add no evidence.
const ENOUGH: usize = 1_000;

/// Intercept and slope that turn a score into the decimal logarithm of the expected number of passages at least this
/// strong in one pair; for Chinese and for words. Fitted to the passages that the alignment finds in pairs of real
/// articles on the same subjects without a common run of 13 characters (40 letters); docs/evidence.md has the
/// figures.
const CHINESE_FIT: [f32; 2] = [-3.5, -0.0167];
const WORDS_FIT: [f32; 2] = [-5.35, -0.22];

/// Run of tokens of one side of a passage, some of which are no evidence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side<'t> {
    /// Tokens of the run.
    pub tokens: &'t [Token],
    /// Whether each token is no evidence because it belongs to the assignment's text; empty if all tokens are evidence.
    pub silent: &'t [bool],
}

impl<'t> Side<'t> {
    /// Makes a side of tokens that all are evidence, because none belongs to the assignment's text.
    pub const fn whole(tokens: &'t [Token]) -> Self {
        Self {
            tokens,
            silent: &[],
        }
    }

    /// Returns the first tokens of the run.
    fn first(self, length: usize) -> Self {
        Self {
            tokens: &self.tokens[..length.min(self.tokens.len())],
            silent: &self.silent[..length.min(self.silent.len())],
        }
    }

    /// Returns every gram (run) of `length` tokens that are all evidence.
    pub fn grams(self, length: usize) -> impl Iterator<Item = &'t [Token]> {
        self.places(length).map(|(_, tokens)| tokens)
    }

    /// Returns every gram of `length` tokens that are all evidence, with the place where it begins.
    fn places(self, length: usize) -> impl Iterator<Item = (usize, &'t [Token])> {
        let silent = self.silent;
        (self.tokens.windows(length).enumerate()).filter(move |(at, _)| {
            (silent.get(*at..at + length)).is_none_or(|silent| !silent.contains(&true))
        })
    }

    /// Returns the number of tokens that are evidence.
    fn speaking(self) -> usize {
        let silent = self.silent.iter().filter(|&&silent| silent).count();
        self.tokens.len() - silent
    }
}

/// Score of a passage before it is turned into a chance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Score {
    /// Evidence, in nats, that the passage is no chance; the higher, the stronger.
    pub nats: f32,
    /// Whether most tokens of both sides are Chinese characters.
    chinese: bool,
}

impl Score {
    /// Returns how often chance alone gives a passage as strong, by its score minus `middle`. `middle` is the median
    /// score, in nats, against the texts of others on the same subject; 0 if there are none.
    pub fn chance(self, middle: f32) -> Chance {
        let [intercept, slope] = if self.chinese { CHINESE_FIT } else { WORDS_FIT };
        Chance::from_log10(intercept + slope * (self.nats - middle))
    }
}

/// Returns the chance of the passage that two runs of tokens make.
///
/// `library` weakens the evidence of grams that many texts of a library have; `None` without a large library.
pub(super) fn chance(a: &[Token], b: &[Token], library: Option<&CommonGrams>) -> Chance {
    score(Side::whole(a), Side::whole(b), library).chance(0.0)
}

/// Returns the score of the passage that two runs of tokens make.
///
/// Chinese: the best-scoring run of bigrams on either side, the lower of the two scores. A shared bigram adds its
/// rarity in ordinary texts, once; one that is not shared subtracts a part of it (after Karlin and Altschul's maximal
/// segment scores, as in BLAST). Words: a logistic score of the rare bigrams and trigrams that both have, of the
/// share of the vocabulary that both have, and of the length.
///
/// If two long runs begin with the same [`ENOUGH`] tokens, these decide: more text makes a copy no likelier.
pub(crate) fn score(a: Side<'_>, b: Side<'_>, library: Option<&CommonGrams>) -> Score {
    let long = a.tokens.len().min(b.tokens.len()) > ENOUGH;
    let (a, b) = if long && are_equal(&a.tokens[..ENOUGH], &b.tokens[..ENOUGH]) {
        (a.first(ENOUGH), b.first(ENOUGH))
    } else {
        (a, b)
    };
    let han = |side: Side<'_>| side.tokens.iter().filter(|token| token.is_han).count();
    let chinese = 2 * (han(a) + han(b)) > a.tokens.len() + b.tokens.len();
    let nats = if chinese {
        chinese_score(a, b, library)
    } else {
        words_score(a, b, library)
    };
    Score { nats, chinese }
}

/// Returns whether two runs have the same tokens.
pub(super) fn are_equal(a: &[Token], b: &[Token]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.hash == y.hash)
}

fn chinese_score(a: Side<'_>, b: Side<'_>, library: Option<&CommonGrams>) -> f32 {
    let (in_a, in_b) = (keys(a, 2), keys(b, 2));
    let score = best_run(a, &in_b, library).min(best_run(b, &in_a, library));
    score * (LONG / a.speaking().min(b.speaking()).max(1) as f32).min(1.0)
}

/// Returns the largest sum over a run of bigrams, in nats (Kadane's algorithm).
fn best_run(side: Side<'_>, others: &[u32], library: Option<&CommonGrams>) -> f32 {
    let mut counted = vec![false; others.len()];
    let (mut sum, mut best) = (0.0_f32, 0.0_f32);
    for pair in side.grams(2) {
        let worth = worth(pair, library);
        match others.binary_search(&gram(pair)) {
            Err(_) => sum = (sum - MISSED * worth).max(0.0),
            // A shared bigram counts once even if both repeat it: a subject's words recur.
            Ok(place) if !counted[place] => {
                counted[place] = true;
                sum += worth;
            }
            Ok(_) => {}
        }
        best = best.max(sum);
    }
    best
}

fn words_score(a: Side<'_>, b: Side<'_>, library: Option<&CommonGrams>) -> f32 {
    let has =
        |grams: &[(u32, u32)], key: u32| grams.binary_search_by_key(&key, |gram| gram.0).is_ok();
    let rare = |length: usize| {
        let (in_a, in_b) = (grams(a, length), grams(b, length));
        let is_rare = |&&(key, at): &&(u32, u32)| {
            has(&in_b, key) && is_unseen(&a.tokens[at as usize..at as usize + length], library)
        };
        in_a.iter().filter(is_rare).count() as f32
    };
    let sum_of = |side: Side<'_>, grams: &[(u32, u32)], of: &dyn Fn(u32) -> bool| -> f32 {
        (grams.iter().filter(|(key, _)| of(*key)))
            .map(|&(_, at)| worth(&side.tokens[at as usize..=at as usize], library))
            .sum()
    };
    let (in_a, in_b) = (grams(a, 1), grams(b, 1));
    let shared = sum_of(a, &in_a, &|key| has(&in_b, key));
    let all = sum_of(a, &in_a, &|_| true).max(sum_of(b, &in_b, &|_| true));
    let coverage = if all > 0.0 { shared / all } else { 0.0 };
    0.08 + 2.30 * rare(2).ln_1p() + 1.42 * rare(3).ln_1p() + 2.10 * (10.0 * coverage).ln_1p()
        - 2.24 * (a.speaking().max(b.speaking()) as f32).ln_1p()
}

/// Returns the keys of all runs of `length` tokens that are evidence, ascending, each once.
fn keys(side: Side<'_>, length: usize) -> Vec<u32> {
    each_once(side.grams(length).map(gram))
}

/// Returns the key of each run of `length` tokens that is evidence with the first place where it begins, ascending, each once. A
/// map of them takes five times the memory.
fn grams(side: Side<'_>, length: usize) -> Vec<(u32, u32)> {
    let mut grams: Vec<(u32, u32)> = (side.places(length))
        .map(|(at, tokens)| (gram(tokens), number(at)))
        .collect();
    grams.sort_unstable();
    grams.dedup_by_key(|gram| gram.0);
    grams
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Prepared, Strength};
    use chachong_text::{LineBreaks, normalize};

    fn strength(a: &str, b: &str) -> Strength {
        let tokens = |text| {
            Prepared::new(&normalize(text, LineBreaks::Layout))
                .tokens()
                .to_vec()
        };
        let (a, b) = (tokens(a), tokens(b));
        let found = chance(&a, &b, None);
        assert_eq!(found, chance(&b, &a, None));
        found.strength()
    }

    const LIBRARY: &str = "社区图书馆把闭馆时间推迟到夜里十一点以后，值夜的馆员发现来得最多的是准备资格考试的年轻人，\
        其次是下了晚班不愿立刻回家的护士和出租车司机，他们要的不是新书，而是一张亮着灯的桌子。";
    const SUBJECT: &str = "社区图书馆是公共文化服务的重要组成部分，应当根据读者的需要合理安排开放时间，\
        不断提高服务的质量和水平，为广大居民提供良好的学习环境，促进全民阅读的开展。";

    #[test]
    fn a_copied_sentence_is_strong_and_a_shared_subject_is_not() {
        assert_eq!(strength(LIBRARY, LIBRARY), Strength::Strong);
        assert_eq!(strength(LIBRARY, SUBJECT), Strength::Possible);
        let edited = LIBRARY.replace("推迟到", "改在").replace("年轻人", "青年");
        assert_eq!(strength(LIBRARY, &edited), Strength::Strong);
    }

    #[test]
    fn phrases_that_everybody_uses_are_no_evidence() {
        let phrases = "在党中央的正确领导下，我们要坚持改革开放，解放思想，实事求是，团结一致向前看，\
            为建设有中国特色的社会主义而努力奋斗。";
        assert_eq!(strength(phrases, phrases), Strength::Possible);
    }

    #[test]
    fn english_copies_are_strong_and_subjects_are_not() {
        let one = "Volunteers at the repair cafe mended forty-one toasters in a single rainy afternoon, and the \
            retired watchmaker who kept the ledger noted that most of the faults were crumbs, not wires.";
        let other = "At a repair cafe volunteers help people to mend household objects such as toasters. Many of the \
            faults are simple, and most visitors go home with something that works again.";
        assert_eq!(strength(one, one), Strength::Strong);
        assert_eq!(strength(one, other), Strength::Possible);
    }

    #[test]
    fn nothing_is_no_evidence() {
        assert_eq!(strength("", ""), Strength::Possible);
        assert_eq!(strength("夜", LIBRARY), Strength::Possible);
    }
}
