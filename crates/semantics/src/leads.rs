//! Leads: passages of near windows in two documents that chance is unlikely to explain.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::chance::{FLOOR, Searched, expected, is_lead, least_score};
use super::diagonal::{Diagonal, Point, diagonals};
use super::kind::LeadKind;
use super::windows::Language;

/// Number of leads from which on a document gets further leads only with documents that have fewer.
const MOST_LEADS: usize = 50;

/// Two passages that may say the same in different words or in two languages.
#[derive(Clone, Debug, PartialEq)]
pub struct SemanticLead {
    /// Number of the first document: the checked document or, of two checked documents, the one with the smaller
    /// number.
    pub a: u32,
    /// Number of the second document.
    pub b: u32,
    /// Span of the passage in the first document, in Unicode scalar values.
    pub in_a: Range<usize>,
    /// Span of the passage in the second document, in Unicode scalar values.
    pub in_b: Range<usize>,
    /// Whether the lead is a rewriting or a translation, by the languages of the two passages.
    pub kind: LeadKind,
    /// Sum over the lead's pairs of windows; above 0. Each pair adds the part of its margin above 0.1. The margin is the cosine of the
    /// two windows minus their mean cosine with their nearest neighbours.
    pub score: f32,
    /// Number of passages with at least this score that a search of this size is expected to find by chance alone.
    pub expected_by_chance: f64,
}

impl SemanticLead {
    /// Returns the lead with its two documents swapped.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            a: self.b,
            b: self.a,
            in_a: self.in_b,
            in_b: self.in_a,
            ..self
        }
    }
}

/// One of the two windows of a pair.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    /// Number of the window (short run of sentences) in its document.
    pub window: u32,
    /// Offsets in the text, in Unicode scalar values.
    pub span: Range<u32>,
    pub language: Language,
}

/// Two windows of two documents with their margin: cosine minus the mean of both neighbourhoods.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NearPair {
    pub documents: (u32, u32),
    pub a: Place,
    pub b: Place,
    pub margin: f32,
}

/// Makes leads of pairs of windows, in the order of their documents and positions. `searched` returns the size of the
/// search for the longer document of a pair.
pub(super) fn leads(
    pairs: Vec<NearPair>,
    searched: impl Fn(u32, u32) -> Searched,
) -> Vec<SemanticLead> {
    let mut by_documents: BTreeMap<(u32, u32), Vec<NearPair>> = BTreeMap::new();
    for pair in pairs {
        if pair.margin > FLOOR {
            by_documents.entry(pair.documents).or_default().push(pair);
        }
    }
    let mut found: Vec<SemanticLead> = by_documents
        .into_iter()
        .flat_map(|((a, b), pairs)| of_documents(pairs, searched(a, b)))
        .collect();
    found.sort_by(|x, y| {
        x.expected_by_chance
            .total_cmp(&y.expected_by_chance)
            .then_with(|| place(x).cmp(&place(y)))
    });
    let mut count: HashMap<u32, usize> = HashMap::new();
    found.retain(|lead| {
        let is_kept = [lead.a, lead.b]
            .iter()
            .any(|document| count.get(document).is_none_or(|&count| count < MOST_LEADS));
        for document in [lead.a, lead.b] {
            *count.entry(document).or_default() += usize::from(is_kept);
        }
        is_kept
    });
    found.sort_by_key(place);
    found
}

fn place(lead: &SemanticLead) -> (u32, u32, usize, usize, usize, usize) {
    (
        lead.a,
        lead.b,
        lead.in_a.start,
        lead.in_b.start,
        lead.in_a.end,
        lead.in_b.end,
    )
}

/// Makes the leads of two documents. A lead that overlaps a stronger one of its kind by half on both sides is joined to
/// it.
fn of_documents(mut pairs: Vec<NearPair>, searched: Searched) -> Vec<SemanticLead> {
    pairs.sort_by_key(|pair| (pair.a.window, pair.b.window));
    // A pair may have been found from both sides.
    pairs.dedup_by_key(|pair| (pair.a.window, pair.b.window));
    let points: Vec<Point> = pairs
        .iter()
        .map(|pair| Point {
            a: pair.a.window,
            b: pair.b.window,
            weight: pair.margin - FLOOR,
        })
        .collect();
    let mut found: Vec<SemanticLead> = Vec::new();
    for diagonal in diagonals(&points, least_score(searched)) {
        let lead = lead(&pairs, &diagonal, searched);
        if !is_lead(lead.kind, lead.expected_by_chance) {
            continue;
        }
        let earlier = found.iter_mut().find(|earlier| {
            earlier.kind == lead.kind
                && overlap(&earlier.in_a, &lead.in_a)
                && overlap(&earlier.in_b, &lead.in_b)
        });
        match earlier {
            Some(earlier) => {
                earlier.in_a = union(&earlier.in_a, &lead.in_a);
                earlier.in_b = union(&earlier.in_b, &lead.in_b);
            }
            None => found.push(lead),
        }
    }
    found
}

fn lead(pairs: &[NearPair], diagonal: &Diagonal, searched: Searched) -> SemanticLead {
    let own = || diagonal.points.iter().map(|&at| &pairs[at]);
    let span = |of: fn(&NearPair) -> &Range<u32>| {
        let start = own().map(|pair| of(pair).start).min().unwrap_or(0);
        let end = own().map(|pair| of(pair).end).max().unwrap_or(0);
        start as usize..end as usize
    };
    let weight = |of: &dyn Fn(&NearPair) -> bool| {
        own()
            .filter(|pair| of(pair))
            .map(|pair| pair.margin - FLOOR)
            .sum::<f32>()
    };
    let translated = 2.0 * weight(&|pair| pair.a.language != pair.b.language) > diagonal.score;
    let kind = if translated {
        LeadKind::Translated
    } else {
        LeadKind::Rewritten
    };
    let chinese = 2.0 * weight(&|pair| pair.a.language == Language::Chinese) >= diagonal.score;
    let documents = pairs.first().map_or((0, 0), |pair| pair.documents);
    SemanticLead {
        a: documents.0,
        b: documents.1,
        in_a: span(|pair| &pair.a.span),
        in_b: span(|pair| &pair.b.span),
        kind,
        score: diagonal.score,
        expected_by_chance: expected(kind, Language::new(chinese), diagonal.score, searched),
    }
}

/// Whether at least half of the shorter range is in the other.
fn overlap(x: &Range<usize>, y: &Range<usize>) -> bool {
    let common = x.end.min(y.end).saturating_sub(x.start.max(y.start));
    common > 0 && 2 * common >= x.len().min(y.len())
}

fn union(x: &Range<usize>, y: &Range<usize>) -> Range<usize> {
    x.start.min(y.start)..x.end.max(y.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(
        documents: (u32, u32),
        a: u32,
        b: u32,
        margin: f32,
        languages: [Language; 2],
    ) -> NearPair {
        let place = |window: u32, language| Place {
            window,
            span: 30 * window..30 * window + 80,
            language,
        };
        NearPair {
            documents,
            a: place(a, languages[0]),
            b: place(b, languages[1]),
            margin,
        }
    }

    /// Four near windows in a row.
    fn row(languages: [Language; 2]) -> Vec<NearPair> {
        (0..4)
            .map(|i| pair((1, 7), 10 + i, 40 + i, 0.4, languages))
            .collect()
    }

    const SEARCHED: Searched = Searched {
        windows: 580,
        collection: 30_000,
    };
    const MUCH: Searched = Searched {
        windows: 5_800,
        collection: 30_000,
    };
    const CHINESE: [Language; 2] = [Language::Chinese, Language::Chinese];

    #[test]
    fn near_windows_in_a_row_are_a_lead_and_one_alone_is_none() {
        let row = row(CHINESE);
        let found = leads(row.clone(), |_, _| SEARCHED);
        let [lead] = &found[..] else {
            panic!("{found:?}")
        };
        assert_eq!(
            (lead.a, lead.b, lead.in_a.clone(), lead.in_b.clone()),
            (1, 7, 300..470, 1200..1370)
        );
        assert_eq!(lead.kind, LeadKind::Rewritten);
        assert!((lead.score - 1.2).abs() < 1e-5 && lead.expected_by_chance < 0.05);
        assert_eq!(leads(vec![row[0].clone()], |_, _| MUCH), []);
        assert_eq!(
            leads(vec![pair((1, 7), 1, 1, FLOOR, CHINESE); 9], |_, _| SEARCHED),
            []
        );
    }

    #[test]
    fn a_pair_found_from_both_sides_counts_once() {
        let row = row(CHINESE);
        assert_eq!(
            leads([row.clone(), row.clone()].concat(), |_, _| SEARCHED),
            leads(row, |_, _| SEARCHED)
        );
    }

    #[test]
    fn sides_of_two_languages_are_translated() {
        let mut row = row([Language::Chinese, Language::Other]);
        row[2].b.language = Language::Chinese;
        let kinds = |row: &[NearPair]| {
            leads(row.to_vec(), |_, _| SEARCHED)
                .iter()
                .map(|lead| lead.kind)
                .collect::<Vec<_>>()
        };
        assert_eq!(kinds(&row), [LeadKind::Translated]);
        for pair in &mut row {
            pair.a.language = Language::Other;
        }
        assert_eq!(kinds(&row), [LeadKind::Rewritten]);
    }

    #[test]
    fn overlapping_passages_are_joined_and_others_are_not() {
        let mut pairs = row(CHINESE);
        // Beside the first, too far off its diagonal to be of it, but of the same text.
        pairs.extend((0..4).map(|i| pair((1, 7), 11 + i, 46 - i, 0.45, CHINESE)));
        pairs.extend((0..4).map(|i| pair((1, 7), 60 + i, 90 + i, 0.4, CHINESE)));
        let found = leads(pairs, |_, _| SEARCHED);
        assert!(found.len() >= 2, "{found:?}");
        for (i, x) in found.iter().enumerate() {
            for y in &found[..i] {
                assert!(
                    !(overlap(&x.in_a, &y.in_a) && overlap(&x.in_b, &y.in_b)),
                    "{x:?} {y:?}"
                );
            }
        }
    }

    #[test]
    fn of_very_many_leads_the_strongest_are_kept() {
        let pairs = (0..200).flat_map(|n| {
            (0..4).map(move |i| {
                pair(
                    (1, 2),
                    40 * n + i,
                    40 * n + i,
                    0.4 + n as f32 / 1000.0,
                    CHINESE,
                )
            })
        });
        let found = leads(pairs.collect(), |_, _| SEARCHED);
        assert_eq!(found.len(), MOST_LEADS);
        assert!(found.iter().all(|lead| lead.in_a.start >= 30 * 40 * 150));
        assert!(found.is_sorted_by_key(|lead| lead.in_a.start));
    }
}
