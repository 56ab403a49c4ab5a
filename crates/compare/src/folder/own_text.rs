//! Own text of documents, and whether it stands where others have own text too, as in a form, or in other places, as in copies of one text.

use std::collections::{HashMap, HashSet};

use super::grams::WEIGHT;
use crate::{DocumentIndex, each_once, spread};
use chachong_text::Token;

/// Maximum weight with which a piece of own text counts: 18 Chinese characters or 12 words. So a long end does not outweigh the short
/// answers in a form.
const MOST: u32 = 3 * WEIGHT;
/// Minimum weight with which the own text of a document counts: 24 Chinese characters or 16 words. So a name alone makes no form.
const LEAST: u32 = 4 * WEIGHT;

/// Own text of a document, divided by the stretches that half of its folder have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnText {
    /// Weight of all own text: each piece with at most [`MOST`], and with nothing where it is repeated.
    weight: u32,
    /// Places of the pieces of own text that stand between two such stretches.
    places: Vec<Place>,
    /// Hashes of the pieces of own text.
    pieces: HashSet<u64>,
}

/// Place of own text, told by the given text before and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    /// Keys of the last gram before it and of the first gram after it.
    sides: [u64; 2],
    /// Weight with which the own text counts; 0 if the document has the same text at an earlier place, such as its author's name.
    weight: u32,
}

impl OwnText {
    /// Adds a piece of own text; without tokens, there is none. `sides` are the keys of the last gram before it and of the first gram after
    /// it, if it stands between two stretches.
    pub(super) fn push(&mut self, tokens: &[&Token], sides: Option<[u64; 2]>) {
        if tokens.is_empty() {
            return;
        }
        let hash = (tokens.iter()).fold(0, |hash, token| spread(hash ^ u64::from(token.hash)));
        let all: u32 = tokens.iter().map(|token| token.weight()).sum();
        let weight = if self.pieces.insert(hash) {
            all.min(MOST)
        } else {
            0
        };
        self.weight += weight;
        self.places
            .extend(sides.map(|sides| Place { sides, weight }));
    }

    /// Returns the part of the other authors, 0..=1, who have own text at the same place, as the mean over the own text of all. A piece
    /// counts with at most 18 Chinese characters or 12 words, and with nothing where a document repeats it; the own text of a document
    /// counts with at least 24 characters or 16 words. The mean is high if all filled in the fields of one form. It is low if copiers put
    /// own text before, after or somewhere in one text, each in another place, or changed only a name. Own text before the first or after
    /// the last given line is at no common place. Each text comes with the document that stands for its author; 0 without texts.
    #[must_use]
    pub fn in_common_places(texts: &[(DocumentIndex, Self)]) -> f64 {
        let others = others_of(texts.iter().map(|(author, _)| *author)).max(1);
        let mut authors: HashMap<(usize, u64), Vec<DocumentIndex>> = HashMap::new();
        for (author, text) in texts {
            for side in text.places.iter().flat_map(Place::numbered) {
                authors.entry(side).or_default().push(*author);
            }
        }
        let others_at: HashMap<(usize, u64), u32> = (authors.into_iter())
            .map(|(side, authors)| (side, others_of(authors)))
            .collect();
        let places = texts.iter().flat_map(|(_, text)| &text.places);
        let common: f64 = places
            .map(|place| {
                let [before, after] = place.numbered().map(|side| others_at[&side]);
                f64::from(place.weight) * f64::from(before.min(after)) / f64::from(others)
            })
            .sum();
        let weights = texts.iter().map(|(_, text)| text.weight.max(LEAST));
        let weight: f64 = weights.map(f64::from).sum();
        common / weight.max(1.0)
    }
}

impl Place {
    /// Returns its sides with their numbers.
    fn numbered(&self) -> [(usize, u64); 2] {
        [(0, self.sides[0]), (1, self.sides[1])]
    }
}

/// Returns how many other authors there are for each of these.
fn others_of(authors: impl IntoIterator<Item = DocumentIndex>) -> u32 {
    let others = each_once(authors).len().saturating_sub(1);
    u32::try_from(others).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::OwnText;
    use crate::{DocumentIndex, FolderCounter, Prepared, Span};
    use chachong_text::{LineBreaks, normalize};

    const TEXT: [&str; 5] = [
        "鹤鸣于九皋，声闻于野外的湖边。",
        "竹影扫阶尘不动，月穿潭底水无痕。",
        "石径斜斜通向山中的旧亭子。",
        "云帆高挂，渔舟在傍晚回到港口。",
        "麦浪翻过田埂，雁阵排成一行往南。",
    ];

    /// Own text that no other document and no other line has.
    fn own(document: u32, line: u32, characters: u32) -> String {
        let first = 0x5000 + (document * 6 + line) * 40;
        (first..first + characters)
            .filter_map(char::from_u32)
            .collect()
    }

    /// Part of the others at the same places, of five documents beside five unlike ones. Of these five, each has the lines of [`TEXT`],
    /// and own text of twelve characters before those lines that `has_own` says for the document; line 5 is the end.
    fn in_common_places(has_own: impl Fn(u32, u32) -> bool) -> f64 {
        of_texts(|document, line| {
            let characters = if has_own(document, line) { 12 } else { 0 };
            own(document, line, characters)
        })
    }

    /// The same with the own text that `own_at` returns for a document and a line. What stands in 【】 is left out.
    fn of_texts(own_at: impl Fn(u32, u32) -> String) -> f64 {
        let texts: Vec<(Prepared, Vec<Span>)> = (0..10)
            .map(|document| {
                let lines = (0..6).zip(TEXT.into_iter().chain([""]));
                let text = lines.map(|(at, line)| {
                    if document > 4 {
                        own(document, at, 12) + "\n"
                    } else {
                        own_at(document, at) + "\n" + line + "\n"
                    }
                });
                let text = text.collect::<String>();
                let prepared = Prepared::new(&normalize(&text, LineBreaks::Layout));
                (prepared, in_brackets(&text))
            })
            .collect();
        let counter = FolderCounter::of_all(texts.len());
        for (text, _) in &texts {
            counter.add(text);
        }
        let frequencies = counter.finish();
        let own = texts
            .iter()
            .map(|(text, left_out)| frequencies.own_text(text, left_out));
        let of_authors: Vec<(DocumentIndex, OwnText)> =
            (0..5).map(DocumentIndex).zip(own).collect();
        OwnText::in_common_places(&of_authors)
    }

    /// Spans of what stands in 【】.
    fn in_brackets(text: &str) -> Vec<Span> {
        let places = |bracket| (0..).zip(text.chars()).filter(move |(_, c)| *c == bracket);
        (places('【').zip(places('】')))
            .map(|((start, _), (end, _))| Span { start, end })
            .collect()
    }

    #[test]
    fn answers_stand_in_the_fields_of_a_form_and_own_text_of_copiers_anywhere() {
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}");
        near(in_common_places(|_, at| (1..5).contains(&at)), 1.0);
        // One of five places is the end, where no field is.
        near(in_common_places(|_, at| at > 0), 0.8);
        // Each leaves another one of four fields blank, and the fifth none.
        near(
            in_common_places(|document, at| (1..5).contains(&at) && at != document + 1),
            0.75,
        );
        near(in_common_places(|_, at| at == 0 || at == 5), 0.0);
        near(in_common_places(|document, at| at == document), 0.0);
        near(in_common_places(|_, _| false), 0.0);
    }

    #[test]
    fn short_answers_weigh_against_a_long_end_and_a_name_or_a_cover_does_not() {
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}");
        // Four answers of weight 6, and an end that counts as 36.
        let answers = of_texts(|document, at| match at {
            0 => String::new(),
            1..5 => own(document, at, 3),
            _ => own(document, at, 30),
        });
        near(answers, 0.4);
        // A name of weight 6 counts once; the least weight of a document is 48.
        let name = of_texts(|document, at| match at {
            0 => String::new(),
            1..5 => own(document, 0, 3),
            _ => own(document, at, 30),
        });
        near(name, 0.125);
        let cover = of_texts(|document, at| match at {
            0 => String::new(),
            1..5 => format!("【{}】", own(document, at, 3)),
            _ => own(document, at, 30),
        });
        near(cover, 0.0);
    }
}
