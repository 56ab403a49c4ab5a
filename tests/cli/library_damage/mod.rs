//! Tests of a library on a full disk, with damaged pages, with a damaged index, and used by two programs at once.
//!
//! `CHACHONG_DAMAGES` sets how many random damages are tried (few by default); with it every way of damage is tried, else every third.
#![expect(clippy::print_stdout, reason = "how often what happened is asked for")]

#[cfg(unix)]
mod full_disk;
mod index;
mod pages;
mod two_programs;

use std::collections::HashMap;
use std::path::PathBuf;

use chachong_library::{DocumentStore, SearchStore, SqliteStore};

use crate::program::{Place, fresh_copy, settle, texts, write_texts};

/// Library of small texts with everything that a library can have, and its files.
struct Ground {
    folder: Place,
    files: Vec<PathBuf>,
    texts: HashMap<String, String>,
}

impl Ground {
    fn new() -> Self {
        let folder = Place::new();
        let files = write_texts(&folder.at("files"), 0..14, 60);
        folder.done("library add -q base.chachong files");
        write_texts(&folder.at("other"), 90..92, 60);
        folder.done("library add -q --template base.chachong other/090.txt");
        folder.done("check -q other/091.txt --library base.chachong");
        let library = folder.at("base.chachong");
        {
            // Long enough that most of them stand on pages of their own.
            let store = SqliteStore::open(&library).unwrap();
            let vectors: Vec<_> = (store.documents().unwrap().into_iter())
                .map(|id| (id, (0..=255).cycle().take(6_000).collect()))
                .collect();
            store.put_vectors("made/1", &vectors).unwrap();
        }
        settle(&library);
        let texts = texts(&files);
        Self {
            folder,
            files,
            texts,
        }
    }

    fn base(&self) -> PathBuf {
        self.folder.at("base.chachong")
    }

    /// Makes a copy of the library to damage.
    fn fresh(&self) -> PathBuf {
        fresh_copy(&self.base())
    }

    /// Hides the files of the documents, or shows them again.
    fn files_are_there(&self, there: bool) {
        let (shown, hidden) = (self.folder.at("files"), self.folder.at("hid"));
        if there && hidden.exists() {
            std::fs::rename(hidden, shown).unwrap();
        } else if !there && shown.exists() {
            std::fs::rename(shown, hidden).unwrap();
        }
    }
}
