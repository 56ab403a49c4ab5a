//! Comparison of two similar documents with the rest of their folder: they may both have answered a question as everybody does.
//! Each other document is searched for what it wrote on the same subject. The median of their scores is what the two must
//! exceed.

use std::io;
use std::sync::Arc;

use super::sample;
use crate::passages::{Side, gram, masked, score};
use crate::{DocumentIndex, Span, Weighed, each_once};
use chachong_text::Token;

/// Maximum number of documents that stand for the folder.
const SAMPLE: usize = 64;
/// Maximum number of characters of these together (100 MB of tokens and postings): 64 theses of 62,500.
const SAMPLE_CHARACTERS: u64 = 4_000_000;
/// Minimum number of other documents for a meaningful median.
const LEAST: usize = 6;
/// Maximum number of tokens of a passage that are looked for elsewhere.
const LONGEST: usize = 400;
/// Minimum number of tokens of a window in which a passage is looked for.
const SHORTEST: usize = 40;

/// Maximum number of tokens of one of the documents that stand for the folder.
const LONGEST_OTHER: usize = 250_000;

/// Sample of a folder's documents, with an index that finds where they treat the same subject as a passage.
#[derive(Debug)]
pub struct Others {
    texts: Vec<Other>,
    /// Bigrams of all texts with their places, sorted.
    postings: Vec<Posting>,
}

#[derive(Debug)]
struct Other {
    /// Position of the document in the folder.
    document: DocumentIndex,
    /// Tokens of its text; the rest of what is prepared takes more memory and is not needed.
    tokens: Vec<Token>,
    /// Whether each token was given to all.
    silent: Vec<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Posting {
    gram: u32,
    text: u32,
    token: u32,
}

impl Others {
    /// Makes the index of a folder. `documents` are the positions of the documents that were read; at most 64 of them, spread
    /// evenly, stand for all, or fewer if they are long. `characters` is the length of all documents together. `text` returns
    /// the text of a document, `given` the stretches of it that the assignment gave. An error of `text` is returned.
    pub fn of<'g>(
        documents: &[DocumentIndex],
        characters: u64,
        text: impl Fn(DocumentIndex) -> io::Result<Arc<Weighed>>,
        given: impl Fn(DocumentIndex) -> &'g [Span],
    ) -> io::Result<Self> {
        let mut others = Self {
            texts: Vec::new(),
            postings: Vec::new(),
        };
        let sample = sample(documents, characters, SAMPLE_CHARACTERS, SAMPLE);
        for (number, document) in (0_u32..).zip(sample) {
            let text = text(document)?;
            let tokens = text.text().tokens();
            let tokens = &tokens[..tokens.len().min(LONGEST_OTHER)];
            let silent = masked(tokens, &(0..tokens.len()), given(document));
            let bigrams = tokens.windows(2).zip(silent.windows(2)).zip(0_u32..);
            others.postings.extend(
                bigrams
                    .filter(|((_, silent), _)| !silent.contains(&true))
                    .map(|((pair, _), token)| Posting {
                        gram: gram(pair),
                        text: number,
                        token,
                    }),
            );
            others.texts.push(Other {
                document,
                tokens: tokens.to_vec(),
                silent,
            });
        }
        others.postings.sort_unstable();
        Ok(others)
    }

    /// Returns the median score, in nats, of one side of a passage (`span` of `text`) against what each other document wrote on
    /// the same subject; 0 if there are fewer than 6 other documents. `given` are the stretches of `text` that are no evidence.
    /// `left_out` is true for documents that do not count as others: the two that share the passage, and their versions.
    #[must_use]
    pub fn middle(
        &self,
        text: &Weighed,
        span: Span,
        given: &[Span],
        left_out: impl Fn(DocumentIndex) -> bool,
    ) -> f32 {
        let tokens = text.text().tokens();
        let mut range = text.text().tokens_in(span);
        range.end = range.end.min(range.start + LONGEST);
        let silent = masked(tokens, &range, given);
        let side = Side {
            tokens: &tokens[range.clone()],
            silent: &silent,
        };
        let half = (range.len().max(SHORTEST)).div_ceil(2);
        let windows = self.windows(side, half);
        let mut scores: Vec<f32> = (self.texts.iter().zip(windows))
            .filter(|(other, _)| !left_out(other.document))
            .map(|(other, window)| {
                let Some(window) = window else { return 0.0 };
                let there = Side {
                    tokens: &other.tokens[window.clone()],
                    silent: &other.silent[window],
                };
                score(side, there, text.library.as_deref()).nats.max(0.0)
            })
            .collect();
        if scores.len() < LEAST {
            return 0.0;
        }
        let middle = scores.len() / 2;
        let (_, &mut middle, _) = scores.select_nth_unstable_by(middle, f32::total_cmp);
        middle
    }

    /// Returns for each text the window of `2 * half` tokens that has most different bigrams of the side; windows begin at multiples of
    /// `half`. `None` if the text has none of these bigrams.
    fn windows(&self, side: Side<'_>, half: usize) -> Vec<Option<std::ops::Range<usize>>> {
        let mut counts: Vec<Vec<u32>> = self
            .texts
            .iter()
            .map(|other| vec![0; other.silent.len() / half + 1])
            .collect();
        for key in each_once(side.grams(2).map(gram)) {
            let from = self.postings.partition_point(|posting| posting.gram < key);
            let mut last = None;
            for posting in self.postings[from..]
                .iter()
                .take_while(|posting| posting.gram == key)
            {
                let place = (posting.text as usize, posting.token as usize / half);
                if last != Some(place) {
                    counts[place.0][place.1] += 1;
                    last = Some(place);
                }
            }
        }
        (self.texts.iter().zip(counts))
            .map(|(other, counts)| {
                let both = |at: usize| counts[at] + counts.get(at + 1).unwrap_or(&0);
                let best = (0..counts.len()).max_by_key(|&at| both(at))?;
                let end = (best * half + 2 * half).min(other.silent.len());
                (both(best) > 0 && best * half < end).then_some(best * half..end)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Background, Prepared};
    use chachong_text::{LineBreaks, normalize};

    fn others(texts: &[String]) -> (Vec<Arc<Weighed>>, Others) {
        let weighed: Vec<Arc<Weighed>> = (texts.iter())
            .map(|text| {
                let prepared = Prepared::new(&normalize(text, LineBreaks::Layout));
                Arc::new(Weighed::new(prepared, &Background::new()))
            })
            .collect();
        let all: Vec<DocumentIndex> = (0..texts.len()).map(DocumentIndex).collect();
        let others = Others::of(
            &all,
            0,
            |document| Ok(Arc::clone(&weighed[document])),
            |_| &[],
        );
        (weighed, others.unwrap())
    }

    const ANSWER: &str = "竖线把左边命令的标准输出接到右边命令的标准输入，中间不必存任何临时文件。";
    const ELSE: [&str; 5] = [
        "码头的吊车整夜不停，工人轮班在铁皮棚里喝热汤，汤里放了很多胡椒。",
        "山路上的电线杆编着号，巡线的人每月走一趟，鞋底磨得很快。",
        "豆浆铺子每逢下雨便早早收摊，老板说潮气会坏了面皮。",
        "护城河边的柳树修剪过一次，第二年春天就看不出来了。",
        "旧货市场里的收音机都能响，只是调台的旋钮有点松。",
    ];

    fn middle(texts: &[String]) -> f32 {
        let (weighed, others) = others(texts);
        let end = u32::try_from(texts[0].chars().count()).unwrap();
        let span = Span { start: 0, end };
        others.middle(&weighed[0], span, &[], |document| {
            document < DocumentIndex(2)
        })
    }

    /// Two that share the answer, then so many that have it, then so many that write on something else.
    fn folder(having: usize, without: usize) -> Vec<String> {
        let other = |at: usize| ELSE[at % ELSE.len()].to_owned();
        let mut texts = vec![ANSWER.to_owned(); 2 + having];
        texts.extend((0..without).map(other));
        texts
    }

    #[test]
    fn a_ring_below_half_moves_no_middle_and_a_class_does() {
        let ring = middle(&folder(4, 7));
        assert!(ring < 20.0, "{ring}");
        let class = middle(&folder(7, 4));
        assert!(class > 60.0, "{class}");
        assert!(middle(&folder(5, 0)).abs() < 1e-6, "five say nothing");
    }

    #[test]
    fn a_large_folder_is_stood_for_by_some() {
        let (_, others) = others(&folder(0, 200));
        assert_eq!(others.texts.len(), SAMPLE);
        let documents: Vec<usize> = others.texts.iter().map(|other| other.document.0).collect();
        assert!(documents.windows(2).all(|two| two[0] < two[1]));
        assert!(documents[SAMPLE - 1] > 190);
    }
}
