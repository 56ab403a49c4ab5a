//! Own text of documents, and whether it stands where others have own text too, as in a form, or wherever each of some copiers put it.

use std::collections::HashMap;

use crate::DocumentIndex;

/// Own text of a document between the stretches that half of its folder have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnText {
    /// Weight of all own text that is as long as a gram.
    pub(super) weight: u32,
    /// Places of the own text that stands between two such stretches.
    pub(super) places: Vec<Place>,
}

/// Place of own text, told by what all have before and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Keys of the last gram before it and of the first gram after it.
    pub sides: [u64; 2],
    /// Weight of the own text.
    pub weight: u32,
}

impl OwnText {
    /// Returns the part of the others, 0..=1, that have own text at the same place, as the mean over the own text of all. It is high if
    /// all filled in one form: there are no fields before its first and after its last line. It is low if each of some copiers put own
    /// text before, after or somewhere in one text. Each text comes with the document that stands for its author.
    #[must_use]
    pub fn in_common_places(texts: &[(DocumentIndex, Self)]) -> f64 {
        let mut all: Vec<DocumentIndex> = texts.iter().map(|(author, _)| *author).collect();
        let others = others_of(&mut all).max(1);
        let mut authors: HashMap<(usize, u64), Vec<DocumentIndex>> = HashMap::new();
        for (author, text) in texts {
            for side in text.places.iter().flat_map(Place::numbered) {
                authors.entry(side).or_default().push(*author);
            }
        }
        let others_at: HashMap<(usize, u64), u32> = (authors.into_iter())
            .map(|(side, mut authors)| (side, others_of(&mut authors)))
            .collect();
        let places = texts.iter().flat_map(|(_, text)| &text.places);
        let common: f64 = places
            .map(|place| {
                let [before, after] = place.numbered().map(|side| others_at[&side]);
                f64::from(place.weight) * f64::from(before.min(after)) / f64::from(others)
            })
            .sum();
        let weight: f64 = (texts.iter()).map(|(_, text)| f64::from(text.weight)).sum();
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
fn others_of(authors: &mut Vec<DocumentIndex>) -> u32 {
    authors.sort_unstable();
    authors.dedup();
    u32::try_from(authors.len().saturating_sub(1)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::OwnText;
    use crate::{DocumentIndex, FolderCounter, Prepared};
    use chachong_text::{LineBreaks, normalize};

    const TEXT: [&str; 5] = [
        "鹤鸣于九皋，声闻于野外的湖边。",
        "竹影扫阶尘不动，月穿潭底水无痕。",
        "石径斜斜通向山中的旧亭子。",
        "云帆高挂，渔舟在傍晚回到港口。",
        "麦浪翻过田埂，雁阵排成一行往南。",
    ];

    /// Own text of a document that no other has: twelve characters.
    fn own(number: u32) -> String {
        (0..12)
            .filter_map(|at| char::from_u32(0x5000 + number * 12 + at))
            .collect::<String>()
            + "\n"
    }

    /// Part of the others at the same places, of five documents beside five unlike ones. Of these five, each has the lines of [`TEXT`],
    /// and own text before those lines that `has_own` says for the document; line 5 is the end.
    fn in_common_places(has_own: impl Fn(u32, u32) -> bool) -> f64 {
        let texts: Vec<Prepared> = (0..10)
            .map(|document| {
                let lines = (0..6).zip(TEXT.into_iter().chain([""]));
                let text = lines.map(|(at, line)| {
                    let own = if document > 4 || has_own(document, at) {
                        own(document * 6 + at)
                    } else {
                        String::new()
                    };
                    let line = if document > 4 { "" } else { line };
                    own + line + "\n"
                });
                Prepared::new(&normalize(&text.collect::<String>(), LineBreaks::Layout))
            })
            .collect();
        let counter = FolderCounter::of_all(texts.len());
        for text in &texts {
            counter.add(text);
        }
        let frequencies = counter.finish();
        let own = texts.iter().map(|text| frequencies.own_text(text));
        let of_authors: Vec<(DocumentIndex, OwnText)> =
            (0..5).map(DocumentIndex).zip(own).collect();
        OwnText::in_common_places(&of_authors)
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
}
