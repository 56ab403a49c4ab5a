//! Makes a folder of labelled pairs from documents: edited and partial copies of each document, and clean pairs of
//! different documents. The same documents always give the same folder.

mod chance;
mod kind;
mod source;

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use twox_hash::XxHash3_64;

pub use kind::Kind;

use self::source::Source;
use super::align::{Alignable, Aligner};
use super::labelled::{LabelledPair, PAIRS_FILE};
use chachong_check::DocumentContent;
use chachong_compare::{Counted, Prepared, Strength};

/// Maximum number of documents from which copies are made: they give 4,950 clean pairs and 1,500 copies.
pub const MOST_SOURCES: usize = 100;

/// Maximum copied share of a clean pair, 0..=1: the larger share of its two documents. Pairs that share more are not
/// used.
pub const CLEAN_SHARE: f64 = 0.05;

/// Minimum number of full sentences of a document; a shorter one cannot be edited in the required proportions.
pub const LEAST_SENTENCES: usize = 10;

/// Summary of a folder of labelled pairs made by `evaluate --make`.
#[derive(Debug, Default)]
pub struct Made {
    /// Number of documents that were copied from.
    pub sources: usize,
    /// Number of copies that were made.
    pub copies: usize,
    /// Number of clean pairs.
    pub clean: usize,
    /// Name of each document that was not used, with the reason.
    pub left_out: Vec<(String, LeftOut)>,
    /// Pairs of documents that share more than [`CLEAN_SHARE`] and so are not clean: the names of both documents, and the larger copied
    /// share, 0..=1. The largest share comes first.
    pub related: Vec<(String, String, f64)>,
}

/// Reason why a document was not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// The document has fewer than [`LEAST_SENTENCES`] full sentences.
    TooShort,
    /// The text equals that of an earlier document, which has this name.
    Same(String),
    /// There are more than [`MOST_SOURCES`] usable documents, and others were chosen.
    TooMany,
}

/// Reason why a folder of labelled pairs could not be made.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// The target at this path is a folder with content, or a file. Nothing is ever overwritten.
    #[error("{} is not an empty folder", .0.display())]
    NotEmpty(PathBuf),
    /// Fewer than two documents are usable.
    #[error("two documents are needed")]
    TooFew,
    /// A file or folder could not be written, or the target folder could not be listed.
    #[error("{} cannot be written ({cause})", file.display())]
    NotWritten {
        /// Path of the file or folder.
        file: PathBuf,
        /// Error that the system reported.
        cause: io::Error,
    },
    /// The text of a document could not be read again from its temporary file.
    #[error("a text cannot be read again ({0})")]
    TextLost(io::Error),
}

/// Makes labelled pairs from `documents` (name and content) and writes them to `folder`, which must be empty or not exist. Runs on the
/// current thread pool. Calls `done` after each step with the total number of steps: one for each kind of copy of each document and one
/// for each pair of documents. Fails if the target is not an empty folder, if fewer than two documents are usable, if a text cannot be
/// read again, or if a file cannot be written; files written before a failure stay.
pub fn make(
    folder: &Path,
    documents: &[(&str, &DocumentContent)],
    done: impl Fn(usize) + Sync,
) -> Result<Made, MakeError> {
    check_empty(folder)?;
    let read: Vec<Source> = documents
        .par_iter()
        .map(|(name, reading)| Source::read(name, reading))
        .collect::<io::Result<_>>()
        .map_err(MakeError::TextLost)?;
    let (sources, left_out) = chosen(read);
    if sources.len() < 2 {
        return Err(MakeError::TooFew);
    }
    let candidates = all_pairs(sources.len());
    let all = candidates.len() + sources.len() * Kind::ALL.len();
    let names = file_names(&sources);
    for below in [SOURCES, COPIES] {
        let below = folder.join(below);
        fs::create_dir_all(&below).map_err(|cause| MakeError::NotWritten { file: below, cause })?;
    }
    let copies: Vec<Vec<LabelledPair>> = (0..sources.len())
        .into_par_iter()
        .with_max_len(1)
        .map(|place| write_copies(folder, &sources, &names, place, &|| done(all)))
        .collect::<Result<_, _>>()?;
    let shares = shares(&sources, &candidates, &|| done(all)).map_err(MakeError::TextLost)?;

    let mut pairs: Vec<LabelledPair> = copies.into_iter().flatten().collect();
    let mut made = Made {
        sources: sources.len(),
        copies: pairs.len(),
        left_out,
        ..Made::default()
    };
    for (&(a, b), share) in candidates.iter().zip(shares) {
        if share > CLEAN_SHARE {
            let [a, b] = [a, b].map(|place| sources[place].name.clone());
            made.related.push((a, b, share));
        } else {
            made.clean += 1;
            let [a, b] = [a, b].map(|place| PathBuf::from(source_file(&names[place])));
            pairs.push(LabelledPair {
                a,
                b,
                copy: false,
                kind: None,
            });
        }
    }
    made.related.sort_by(|a, b| b.2.total_cmp(&a.2));
    write_pairs(&folder.join(PAIRS_FILE), &pairs)?;
    Ok(made)
}

fn check_empty(folder: &Path) -> Result<(), MakeError> {
    match fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => Err(MakeError::NotEmpty(folder.to_owned())),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            Err(MakeError::NotEmpty(folder.to_owned()))
        }
        Err(cause) => Err(MakeError::NotWritten {
            file: folder.to_owned(),
            cause,
        }),
    }
}

/// Splits the documents into those from which copies are made and those left out. If there are too many, a hash of
/// their texts decides.
fn chosen(read: Vec<Source>) -> (Vec<Source>, Vec<(String, LeftOut)>) {
    let mut left_out = Vec::new();
    let mut first: HashMap<String, String> = HashMap::new();
    let mut usable = Vec::new();
    for source in read {
        if source.full.len() < LEAST_SENTENCES {
            left_out.push((source.name, LeftOut::TooShort));
        } else if let Some(same) = first.get(&source.text) {
            left_out.push((source.name, LeftOut::Same(same.clone())));
        } else {
            first.insert(source.text.clone(), source.name.clone());
            usable.push(source);
        }
    }
    let lot = |source: &Source| XxHash3_64::oneshot(source.text.as_bytes());
    let mut lots: Vec<u64> = usable.iter().map(lot).collect();
    lots.sort_unstable();
    if let Some(&beyond) = lots.get(MOST_SOURCES) {
        let (kept, others) = usable.into_iter().partition(|source| lot(source) < beyond);
        usable = kept;
        let others: Vec<Source> = others;
        left_out.extend(others.into_iter().map(|s| (s.name, LeftOut::TooMany)));
    }
    (usable, left_out)
}

fn all_pairs(count: usize) -> Vec<(usize, usize)> {
    (0..count)
        .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
        .collect()
}

/// Returns the larger copied share of each pair, 0..=1.
fn shares(
    sources: &[Source],
    pairs: &[(usize, usize)],
    done: &(dyn Fn() + Sync),
) -> io::Result<Vec<f64>> {
    let texts: Vec<Text<'_>> = sources
        .par_iter()
        .map(|source| Text {
            source,
            counted: Counted::new(&source.text, &[]),
        })
        .collect();
    let aligner = Aligner::new(&texts, pairs)?;
    pairs
        .par_iter()
        .with_max_len(1)
        .map(|&(a, b)| {
            let share = aligner.larger_share(a, b, Strength::Possible);
            done();
            share
        })
        .collect()
}

struct Text<'a> {
    source: &'a Source,
    counted: Counted,
}

impl Alignable for Text<'_> {
    fn counted(&self) -> &Counted {
        &self.counted
    }

    fn prepared(&self) -> io::Result<Prepared> {
        Ok(Prepared::new(&self.source.normalized()))
    }
}

const SOURCES: &str = "sources";
const COPIES: &str = "copies";

fn source_file(name: &str) -> String {
    format!("{SOURCES}/{name}.txt")
}

/// Returns a file name for each document: a number and those characters of its name that every system allows in file
/// names.
fn file_names(sources: &[Source]) -> Vec<String> {
    const LONGEST: usize = 40;
    let plain = |c: char| {
        if c.is_alphanumeric() || c == '-' {
            c
        } else {
            '_'
        }
    };
    (1..)
        .zip(sources)
        .map(|(number, source)| {
            let name = Path::new(&source.name).file_stem().unwrap_or_default();
            let name: String = name
                .to_string_lossy()
                .chars()
                .map(plain)
                .take(LONGEST)
                .collect();
            format!("{number:03}-{name}")
        })
        .collect()
}

/// Writes a document and its copies. Returns the labelled pairs of the document with each copy.
fn write_copies(
    folder: &Path,
    sources: &[Source],
    names: &[String],
    place: usize,
    done: &(dyn Fn() + Sync),
) -> Result<Vec<LabelledPair>, MakeError> {
    let source = &sources[place];
    let write = |file: &str, text: &str| {
        let file = folder.join(file);
        fs::write(&file, text).map_err(|cause| MakeError::NotWritten { file, cause })
    };
    let a = source_file(&names[place]);
    write(&a, &source.text)?;
    // Sentences come from documents of the same language, unless there are none.
    let others = |same_language: bool| -> Vec<&Source> {
        let others = sources
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place);
        others
            .map(|(_, other)| other)
            .filter(|other| !same_language || other.is_chinese == source.is_chinese)
            .collect()
    };
    let mut donors = others(true);
    if donors.is_empty() {
        donors = others(false);
    }
    let mut pairs = Vec::with_capacity(Kind::ALL.len());
    for kind in Kind::ALL {
        if let Some(copy) = kind.copy(source, &donors) {
            let b = format!("{COPIES}/{}-{kind}.txt", names[place]);
            write(&b, &copy)?;
            pairs.push(LabelledPair {
                a: PathBuf::from(&a),
                b: PathBuf::from(b),
                copy: true,
                kind: Some(kind.to_string()),
            });
        }
        done();
    }
    Ok(pairs)
}

fn write_pairs(file: &Path, pairs: &[LabelledPair]) -> Result<(), MakeError> {
    let write = || {
        let mut lines = Vec::new();
        for pair in pairs {
            serde_json::to_writer(&mut lines, pair)?;
            writeln!(lines)?;
        }
        fs::write(file, lines)
    };
    write().map_err(|cause| MakeError::NotWritten {
        file: file.to_owned(),
        cause,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(name: &str, sentences: usize) -> Source {
        let sentences: Vec<String> = (0..sentences)
            .map(|n| format!("{name}的第{n}个问题写在这一句话里。"))
            .collect();
        Source::new(name, sentences.concat())
    }

    #[test]
    fn short_equal_and_surplus_documents_are_named() {
        let mut again = source("甲", 20);
        again.name = "丙".to_owned();
        let (sources, left_out) = chosen(vec![source("甲", 20), source("乙", 9), again]);
        assert_eq!(sources.len(), 1);
        assert_eq!(
            left_out,
            [
                ("乙".to_owned(), LeftOut::TooShort),
                ("丙".to_owned(), LeftOut::Same("甲".to_owned())),
            ]
        );
        let many = (0..MOST_SOURCES + 7)
            .map(|n| source(&format!("文{n}"), 20))
            .collect();
        let (sources, left_out) = chosen(many);
        assert_eq!((sources.len(), left_out.len()), (MOST_SOURCES, 7));
    }

    #[test]
    fn file_names_are_plain() {
        let sources = [source("a/论文 (终稿).docx", 1), source("..", 1)];
        assert_eq!(file_names(&sources), ["001-论文__终稿_", "002-"]);
    }
}
