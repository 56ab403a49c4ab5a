//! Reads JSON Lines as labelled pairs of files or as cases of passages, whichever the file holds.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::cases::{each_line, parsed};
use super::{BrokenLine, Cases};

/// Name of the file of pairs in a folder made by `evaluate --make`.
pub const PAIRS_FILE: &str = "pairs.jsonl";

/// Two files with a label that tells whether one is copied from the other, in whole or in part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelledPair {
    /// First file: a path relative to the file of pairs, or absolute.
    pub a: PathBuf,
    /// Second file: a path relative to the file of pairs, or absolute.
    pub b: PathBuf,
    /// Whether one file is copied from the other.
    pub copy: bool,
    /// Kind of copying, under any name; `None` for a pair without a kind. Recall is computed for each kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// Content of a file of labelled pairs.
#[derive(Debug, Default)]
pub struct LabelledPairs {
    /// Pairs that were read, in file order.
    pub pairs: Vec<LabelledPair>,
    /// Lines that are not pairs, in file order.
    pub broken: Vec<BrokenLine>,
}

/// Content of a file given to `evaluate`: labelled passages or labelled pairs.
#[derive(Debug)]
pub enum Labelled {
    /// Texts with the passages that were copied.
    Passages(Cases),
    /// Pairs of files.
    Pairs(LabelledPairs),
}

impl Labelled {
    /// Reads JSON Lines, plain or gzip-compressed. The first valid line decides whether the file holds passages or pairs; a file without
    /// a valid line counts as one of passages. Empty lines are skipped.
    #[must_use]
    pub fn read(from: impl Read) -> Self {
        let mut labelled = Self::Passages(Cases::default());
        each_line(from, &mut |number, line| labelled.add(number, line));
        labelled
    }

    fn add(&mut self, number: usize, line: io::Result<&[u8]>) {
        match self {
            Self::Passages(cases) => {
                if cases.cases.is_empty()
                    && let Ok(bytes) = &line
                    && let Ok(pair) = serde_json::from_slice(bytes)
                {
                    *self = Self::Pairs(LabelledPairs {
                        pairs: vec![pair],
                        broken: std::mem::take(&mut cases.broken),
                    });
                } else {
                    cases.add_line(number, line);
                }
            }
            Self::Pairs(pairs) => pairs.add_line(number, line),
        }
    }
}

impl LabelledPairs {
    fn add_line(&mut self, line: usize, bytes: io::Result<&[u8]>) {
        match parsed(bytes) {
            Ok(pair) => self.pairs.push(pair),
            Err(cause) => self.broken.push(BrokenLine { line, cause }),
        }
    }

    /// Returns the pairs with every relative path resolved against `folder`.
    #[must_use]
    pub fn below(mut self, folder: &Path) -> Self {
        for pair in &mut self.pairs {
            for path in [&mut pair.a, &mut pair.b] {
                *path = folder.join(&*path);
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIR: &str = r#"{"a":"a.txt","b":"b.txt","copy":true,"kind":"edit-5"}"#;
    const CASE: &str =
        r#"{"id":"1","kind":"none","susp":"图书馆","src":"图书","plag":[[0,2,0,2]]}"#;

    #[test]
    fn the_first_good_line_decides() {
        let Labelled::Pairs(pairs) =
            Labelled::read(format!("nonsense\n\n{PAIR}\n{CASE}\n{PAIR}").as_bytes())
        else {
            panic!("these are pairs");
        };
        assert_eq!(pairs.pairs.len(), 2);
        let broken: Vec<usize> = pairs.broken.iter().map(|line| line.line).collect();
        assert_eq!(broken, [1, 4]);
        assert_eq!(serde_json::to_string(&pairs.pairs[0]).unwrap(), PAIR);
        let below = pairs.below(Path::new("set"));
        assert_eq!(below.pairs[0].b, Path::new("set").join("b.txt"));

        let Labelled::Passages(cases) = Labelled::read(format!("{CASE}\n{PAIR}").as_bytes()) else {
            panic!("these are cases");
        };
        assert_eq!((cases.cases.len(), cases.broken.len()), (1, 1));
        assert!(matches!(
            Labelled::read([].as_slice()),
            Labelled::Passages(_)
        ));
    }
}
