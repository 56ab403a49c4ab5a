//! Search for leads among checked documents and in a library that is read batch after batch.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::chance::{FLOOR, Searched};
use super::code::{Code, Projection};
use super::encoded::Encoded;
use super::leads::{NearPair, Place, SemanticLead, leads};
use super::nearest::{BACKGROUND, Nearest, Neighbour};
use super::rows::Rows;
use super::scan::{Asked, scan};
use super::windows::Language;

/// Background windows that the program comes with: they stand for a collection where there is but a small one.
const SAMPLE: &[u8] = include_bytes!("../../../../assets/semantics/sample.bin");
/// Number of windows of the library, of each language, that stand for all of it around a member's windows.
const RESERVOIR: usize = 10_000;

/// Lists of neighbours: for each row of the queries' windows of a language, one for each language of neighbours.
type Lists = [[Vec<Nearest>; 2]; 2];

/// Symmetric function that returns whether the documents with these two numbers are compared.
pub type Comparable<'c> = dyn Fn(u32, u32) -> bool + Sync + 'c;

/// Running search for leads: passages that may be rewritten or translated. Memory: up to 28 neighbours per window of a checked document;
/// each neighbour from a library takes 150 bytes.
pub struct Search<'c> {
    queries: [Rows; 2],
    lists: Lists,
    background: [Rows; 2],
    /// Sample of the members' windows, each with the same chance of being in it; `seen` has how many there were to
    /// choose from.
    reservoir: [Rows; 2],
    seen: [u64; 2],
    /// Numbers of the checked documents, with their numbers of windows.
    documents: HashMap<u32, usize>,
    /// Number of windows of members.
    added: usize,
    is_started: bool,
    comparable: &'c Comparable<'c>,
}

impl<'c> Search<'c> {
    /// Starts a search for checked documents, given as (document number, encoded text). No document may have the number
    /// `u32::MAX`. `comparable` excludes pairs of documents, such as versions of one thesis.
    #[must_use]
    pub fn new(queries: &[(u32, Arc<Encoded>)], comparable: &'c Comparable<'c>) -> Self {
        Self::with_background(queries, comparable, SAMPLE)
    }

    /// Begins a search with other background windows than the bundled ones.
    pub(super) fn with_background(
        queries: &[(u32, Arc<Encoded>)],
        comparable: &'c Comparable<'c>,
        sample: &[u8],
    ) -> Self {
        let documents = queries
            .iter()
            .map(|(document, encoded)| (*document, encoded.windows().len()))
            .collect();
        let queries = Rows::by_language(
            queries
                .iter()
                .map(|(document, encoded)| (*document, encoded)),
        );
        let lists = queries
            .each_ref()
            .map(|rows| [(); 2].map(|()| vec![Nearest::default(); rows.len()]));
        Self {
            queries,
            lists,
            background: Rows::sample(sample, Projection::bundled().planes()),
            reservoir: [Rows::default(), Rows::default()],
            seen: [0; 2],
            documents,
            added: 0,
            is_started: false,
            comparable,
        }
    }

    /// Compares the checked documents with library members, given as (document number, encoded text), on all cores. The
    /// members may be dropped afterwards. Members that are checked themselves are skipped; each member may be added
    /// only once. Returns whether the comparison was completed; after `cancelled` returned `true`, the search must not
    /// be used any more.
    pub fn add(
        &mut self,
        members: &[(u32, Arc<Encoded>)],
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        self.start(cancelled);
        let others = members
            .iter()
            .filter(|(document, _)| !self.documents.contains_key(document));
        let rows = Rows::by_language(others.map(|(document, encoded)| (*document, encoded)));
        self.added += rows[0].len() + rows[1].len();
        let asked = Asked {
            comparable: self.comparable,
            cancelled,
        };
        scan_all(&self.queries, &mut self.lists, &rows, true, asked);
        for language in [0, 1] {
            for row in 0..rows[language].len() {
                self.sample(language, &rows[language], row);
            }
        }
        !cancelled()
    }

    /// Compares the checked documents with each other and with the background, once.
    fn start(&mut self, cancelled: &(dyn Fn() -> bool + Sync)) {
        if !self.is_started {
            self.is_started = true;
            let asked = Asked {
                comparable: self.comparable,
                cancelled,
            };
            scan_all(
                &self.queries,
                &mut self.lists,
                &self.background,
                false,
                asked,
            );
            scan_all(&self.queries, &mut self.lists, &self.queries, false, asked);
        }
    }

    /// Takes a row into the reservoir with the chance that all rows have (Vitter 1985, algorithm R), the same in every run.
    fn sample(&mut self, language: usize, rows: &Rows, row: usize) {
        let seen = &mut self.seen[language];
        *seen += 1;
        // A fixed mixture of the count's bits, so that the choice has no rhythm.
        let mixed = mix(*seen);
        let place = usize::try_from(mixed % *seen).unwrap_or(usize::MAX);
        let reservoir = &mut self.reservoir[language];
        if reservoir.len() < RESERVOIR {
            reservoir.put_row(reservoir.len(), rows, row);
        } else if place < RESERVOIR {
            reservoir.put_row(place, rows, row);
        }
    }

    /// Finishes the search and returns the leads, sorted by documents and positions; `None` if `cancelled` returned
    /// `true`.
    #[must_use]
    pub fn finish(mut self, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Vec<SemanticLead>> {
        self.start(cancelled);
        let asked = Asked {
            comparable: self.comparable,
            cancelled,
        };
        let means = self.means();
        let members = self.members(&means, asked);
        if cancelled() {
            return None;
        }
        let mut pairs = Vec::new();
        for (language, row, to, neighbour) in self.found() {
            let own = means.queries[language][to][row];
            let near = if self.documents.contains_key(&neighbour.document) {
                means
                    .by_window
                    .get(&(neighbour.document, neighbour.window))
                    .map(|&(of, row)| means.queries[of][language][row])
            } else {
                members
                    .get(&(neighbour.document, neighbour.window, language))
                    .copied()
            };
            if let Some(near) = near {
                pairs.extend(self.pair(
                    language,
                    row,
                    to,
                    neighbour,
                    neighbour.cosine - f32::midpoint(own, near),
                ));
            }
        }
        let collection = self.added + self.documents.values().sum::<usize>();
        let windows = |document: u32| self.documents.get(&document).copied().unwrap_or(0);
        Some(leads(pairs, |a, b| Searched {
            windows: windows(a).max(windows(b)),
            collection,
        }))
    }

    /// Neighbours of all windows but those of the background: language and row of the window, language of the neighbour.
    fn found(&self) -> impl Iterator<Item = (usize, usize, usize, &Neighbour)> {
        let both = [(0, 0), (0, 1), (1, 0), (1, 1)];
        both.into_iter().flat_map(move |(language, to)| {
            self.lists[language][to]
                .iter()
                .enumerate()
                .flat_map(move |(row, list)| {
                    let found = list
                        .found()
                        .iter()
                        .filter(|neighbour| neighbour.document != BACKGROUND);
                    found.map(move |neighbour| (language, row, to, neighbour))
                })
        })
    }

    fn means(&self) -> Means {
        let queries = self.lists.each_ref().map(|lists| {
            lists
                .each_ref()
                .map(|lists| lists.iter().map(Nearest::mean).collect())
        });
        let mut by_window = HashMap::new();
        for (language, rows) in self.queries.iter().enumerate() {
            for row in 0..rows.len() {
                by_window.insert((rows.documents[row], rows.windows[row]), (language, row));
            }
        }
        Means { queries, by_window }
    }

    /// Neighbourhoods of the members' windows that may be of a lead, by document, window and language of the neighbours. They are
    /// taken among the checked documents, the background, the reservoir and all windows of members that are near the same ones.
    fn members(&self, means: &Means, asked: Asked<'_>) -> HashMap<(u32, u32, usize), f32> {
        let planes = Projection::bundled().planes();
        let code = |neighbour: &Neighbour| {
            neighbour
                .numbers
                .as_ref()
                .map(|numbers| Code::of_numbers(**numbers, planes))
        };
        let mut wanted: [[Rows; 2]; 2] = Default::default();
        let mut near: [Rows; 2] = Default::default();
        let (mut asked_for, mut kept) = (HashSet::new(), HashSet::new());
        for (language, row, to, neighbour) in self.found() {
            // With the emptiest neighbourhood that a member's window can have.
            let most = neighbour.cosine - means.queries[language][to][row] / 2.0;
            if neighbour.numbers.is_none() || most - LEAST_MEAN / 2.0 <= FLOOR {
                continue;
            }
            let key = (neighbour.document, neighbour.window);
            if asked_for.insert((key, language))
                && let Some(code) = code(neighbour)
            {
                wanted[to][language].push(key.0, key.1, neighbour.span.clone(), &code);
            }
            for (other_language, lists) in self.lists[language].iter().enumerate() {
                for other in lists[row].found() {
                    if other.numbers.is_some()
                        && kept.insert((other.document, other.window))
                        && let Some(code) = code(other)
                    {
                        near[other_language].push(
                            other.document,
                            other.window,
                            other.span.clone(),
                            &code,
                        );
                    }
                }
            }
        }
        // What is near the same windows is not taken a second time from the reservoir.
        let reservoir = self.reservoir.each_ref().map(|rows| {
            let mut others = Rows::default();
            for row in 0..rows.len() {
                if !kept.contains(&(rows.documents[row], rows.windows[row])) {
                    others.put_row(others.len(), rows, row);
                }
            }
            others
        });
        let mut found = HashMap::new();
        for of in &wanted {
            for (language, rows) in of.iter().enumerate() {
                let mut lists = vec![Nearest::default(); rows.len()];
                for collection in [&self.background, &near, &self.queries, &reservoir] {
                    scan(rows, &mut lists, &collection[language], false, asked);
                }
                let key = |row: usize| (rows.documents[row], rows.windows[row], language);
                found.extend(
                    lists
                        .iter()
                        .enumerate()
                        .map(|(row, list)| (key(row), list.mean())),
                );
            }
        }
        found
    }

    /// Joins a window and its neighbour to a pair, the smaller number of two checked documents first; `None` if the
    /// margin is no more than the floor for chance.
    fn pair(
        &self,
        language: usize,
        row: usize,
        to: usize,
        neighbour: &Neighbour,
        margin: f32,
    ) -> Option<NearPair> {
        let rows = &self.queries[language];
        let place = |window: u32, span: &Range<u32>, language: usize| Place {
            window,
            span: span.clone(),
            language: Language::ALL[language],
        };
        let own = place(rows.windows[row], &rows.spans[row], language);
        let other = place(neighbour.window, &neighbour.span, to);
        let documents = (rows.documents[row], neighbour.document);
        let is_later = self.documents.contains_key(&documents.1) && documents.1 < documents.0;
        let (documents, a, b) = if is_later {
            ((documents.1, documents.0), other, own)
        } else {
            (documents, own, other)
        };
        let pair = NearPair {
            documents,
            a,
            b,
            margin,
        };
        (margin > FLOOR).then_some(pair)
    }
}

/// Mean cosine that the neighbours of a member's window have at least.
const LEAST_MEAN: f32 = 0.3;

/// Means of the neighbourhoods of checked windows.
struct Means {
    /// By language of the window, language of the neighbours, and row.
    queries: [[Vec<f32>; 2]; 2],
    /// Language and row of each checked window, by document and number.
    by_window: HashMap<(u32, u32), (usize, usize)>,
}

fn scan_all(
    queries: &[Rows; 2],
    lists: &mut Lists,
    collection: &[Rows; 2],
    keeps_numbers: bool,
    asked: Asked<'_>,
) {
    for (rows, lists) in queries.iter().zip(lists) {
        for (list, collection) in lists.iter_mut().zip(collection) {
            scan(rows, list, collection, keeps_numbers, asked);
        }
    }
}

/// Mixes the bits of a number (`SplitMix64`).
const fn mix(number: u64) -> u64 {
    let z = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests;
