//! Files that are made of many equal pieces: every kind of piece that a format lets repeat.

mod archives;
mod markups;
mod open_documents;
mod pages;
mod pdfs;
mod tables;
mod texts;
mod words;

use crate::packages::pieces;

/// File made of so many pieces.
pub(crate) struct Case {
    /// Format and piece.
    pub name: &'static str,
    /// Ending of the file's name.
    pub ending: &'static str,
    /// Number of pieces whose work can be measured.
    pub pieces: usize,
    /// Makes a file of so many pieces.
    pub make: fn(usize) -> Vec<u8>,
}

const fn case(
    name: &'static str,
    ending: &'static str,
    pieces: usize,
    make: fn(usize) -> Vec<u8>,
) -> Case {
    Case {
        name,
        ending,
        pieces,
        make,
    }
}

pub(crate) fn all() -> impl Iterator<Item = &'static Case> {
    let groups = [
        words::CASES,
        texts::CASES,
        pages::CASES,
        markups::CASES,
        tables::CASES,
        open_documents::CASES,
        pdfs::CASES,
        archives::CASES,
    ];
    groups.into_iter().flatten()
}

/// Text that holds something to read, whatever stands around it.
const TEXT: &str = "图书馆在夜间开放，读者可以安静地阅读。";

fn around(before: &str, piece: &str, count: usize, after: &str) -> Vec<u8> {
    format!("{before}{}{after}", piece.repeat(count)).into_bytes()
}

fn joined(count: usize, piece: impl Fn(usize) -> String) -> Vec<u8> {
    pieces(count, piece).into_bytes()
}
