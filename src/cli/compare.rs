//! `chachong compare`: one pair in the terminal, bit by bit.

use std::path::PathBuf;

use super::{complain, extract, say};
use crate::compare::{PairFinding, Thresholds};
use crate::i18n::Language;
use crate::import::Format;
use crate::report::{self, Check};
use crate::session::{self, Document, Findings};
use crate::simhash::{Fingerprint, Recipe};

#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) a: PathBuf,
    pub(super) b: PathBuf,
    pub(super) recipe: Recipe,
    pub(super) json: bool,
}

pub(super) fn run(arguments: &Arguments, language: Language) -> bool {
    let (Some(a), Some(b)) = (
        document(&arguments.a, arguments.recipe, language),
        document(&arguments.b, arguments.recipe, language),
    ) else {
        return false;
    };
    let (Some(fingerprint_a), Some(fingerprint_b)) = (a.fingerprint(), b.fingerprint()) else {
        complain(&language.text("warning.too-few-terms"));
        return false;
    };
    let distance = fingerprint_a.distance(fingerprint_b);
    let shorter = a
        .fingerprinted()
        .characters
        .min(b.fingerprinted().characters);
    let verdict = Thresholds::default().verdict(distance, shorter);
    let pair = PairFinding {
        a: 0,
        b: 1,
        distance,
        verdict,
        copied: None,
    };
    let documents = [a, b];
    let findings = Findings::default();
    let check = Check {
        documents: &documents,
        findings: &findings,
        copied: None,
        recipe: arguments.recipe,
        thresholds: Thresholds::default(),
        language,
    };
    let [a, b] = &documents;
    if arguments.json {
        let mut out = std::io::stdout().lock();
        return report::pair_json(&mut out, check, &pair).is_ok();
    }
    let blocks = fingerprint_a.equal_block_names(fingerprint_b);
    say(&format!("A  {}\nB  {}\n", a.name, b.name));
    say(&bit_difference(fingerprint_a, fingerprint_b));
    say(&language.fill(
        "cli.pair",
        &[
            ("distance", &distance),
            ("cosine", &format!("{:.4}", pair.estimated_cosine())),
            (
                "blocks",
                &if blocks.is_empty() {
                    "-".to_owned()
                } else {
                    blocks
                },
            ),
            (
                "verdict",
                &verdict.map_or_else(|| language.text("verdict.none"), |v| language.verdict(v)),
            ),
        ],
    ));
    true
}

fn document(path: &std::path::Path, recipe: Recipe, language: Language) -> Option<Document> {
    let extracted = extract::extract(path, language)?;
    let name = path.to_string_lossy().into_owned();
    let reading = session::fingerprint(&extracted, recipe);
    // What the text itself shows comes with the figures that it lowers.
    extract::tell(path, &reading.warnings, &extracted.warnings, language);
    let outcome = Some(Ok(reading));
    Some(Document {
        name,
        path: path.to_owned(),
        format: Format::of(path),
        outcome,
    })
}

/// The blocks' names, both rows of bits, and a mark under every bit that differs.
fn bit_difference(a: Fingerprint, b: Fingerprint) -> String {
    let names = Fingerprint::BLOCK_NAMES
        .map(|name| format!("{name:<16}"))
        .join(" ");
    let marks: String = a
        .bits_in_blocks()
        .chars()
        .zip(b.bits_in_blocks().chars())
        .map(|(a, b)| if a == b { ' ' } else { '^' })
        .collect();
    format!(
        "   {}\nA  {}\nB  {}\n   {}",
        names.trim_end(),
        a.bits_in_blocks(),
        b.bits_in_blocks(),
        marks.trim_end()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_differing_bit_is_marked() {
        let text = bit_difference(Fingerprint(0), Fingerprint(1 << 63 | 1));
        let marks = text.lines().last().unwrap();
        assert_eq!(marks, format!("   ^{}^", " ".repeat(65)));
    }
}
