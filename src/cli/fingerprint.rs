//! `chachong fingerprint`: one text's fingerprint, in hex and in four blocks of bits.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::{complain, extract, say};
use crate::i18n::Language;
use crate::import::{Extracted, decode_text};
use crate::session;
use crate::simhash::Recipe;

#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) file: PathBuf,
    pub(super) recipe: Recipe,
}

pub(super) fn run(arguments: &Arguments, language: Language) -> bool {
    let extracted = if arguments.file == Path::new("-") {
        standard_input(language)
    } else {
        extract::extract(&arguments.file, language)
    };
    let Some(extracted) = extracted else {
        return false;
    };
    let Some(fingerprint) = session::fingerprint(&extracted, arguments.recipe).fingerprint else {
        complain(&language.text("warning.too-few-terms"));
        return false;
    };
    if arguments.recipe.width() == 32 {
        // The articles write these as 32 bits, the first term digit leftmost.
        say(&format!(
            "{:08x}\n{:016b} {:016b}",
            fingerprint.0,
            fingerprint.block(2),
            fingerprint.block(3)
        ));
    } else {
        say(&format!("{fingerprint}\n{}", fingerprint.bits_in_blocks()));
    }
    true
}

fn standard_input(language: Language) -> Option<Extracted> {
    let mut bytes = Vec::new();
    if let Err(error) = std::io::stdin().lock().read_to_end(&mut bytes) {
        complain(&error.to_string());
        return None;
    }
    decode_text(&bytes)
        .map_err(|cause| {
            complain(&format!(
                "{}{}{}",
                language.reason(&cause),
                language.text("punctuation.semicolon"),
                language.remedy(&cause)
            ));
        })
        .ok()
}
