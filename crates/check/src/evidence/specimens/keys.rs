//! Keys of a document's code, measured values and formulas. A library stores them beside its shingles; members with an equal key
//! may share such content with a new document.

use std::io;
use std::path::Path;

pub use chachong_code::Key as SpecimenKey;
use chachong_import::{Extracted, document_format};

use super::{Source, Specimens, with_source};
use crate::Document;

/// Returns the keys that a library stores for a text from a file at `path`: at most about two thousand; first those of code, then
/// of measured values, then of formulas, each in text order.
#[must_use]
pub fn member_keys(path: &Path, extracted: &Extracted) -> Vec<SpecimenKey> {
    let mut keys = keys_of(Source {
        format: document_format(path),
        path,
        text: &extracted.text,
        exclusions: &extracted.exclusions,
        code_language: extracted.metadata.code_language.as_deref(),
        marks: &[],
    });
    keys.retain(|key| key.is_stored);
    keys
}

/// Returns the keys for finding library members that may share code, measured values or formulas with a document, in the order of
/// [`member_keys`]; empty if the document was not read. Fails if its text cannot be read again.
pub fn query_keys(document: &Document) -> io::Result<Vec<SpecimenKey>> {
    with_source(document, keys_of)
}

fn keys_of(source: Source<'_>) -> Vec<SpecimenKey> {
    let specimens = Specimens::of(source);
    let of_kind = |kind: u64, keys: Vec<SpecimenKey>| {
        keys.into_iter().map(move |key| SpecimenKey {
            hash: chachong_compare::spread(key.hash ^ kind),
            ..key
        })
    };
    of_kind(CODE, chachong_code::keys(&specimens.listings))
        .chain(of_kind(READINGS, specimens.readings.keys()))
        .chain(of_kind(
            FORMULAS,
            chachong_formulas::keys(&specimens.formulas),
        ))
        .collect()
}

/// Numbers that keep kinds of keys, and shingles of prose, apart.
const CODE: u64 = 0x636F_6465_6B65_7973;
const READINGS: u64 = 0x7265_6164_696E_6773;
const FORMULAS: u64 = 0x666F_726D_756C_6173;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use chachong_import::decode_text;

    /// Pins the keys: if they change, stored ones no longer match, and a library needs another `SELECTION`.
    #[test]
    fn keys_are_pinned() {
        let text =
            "实验结果\n序号\tU/V\n1\t4.937\n2\t9.912\n3\t15.038\n4\t19.961\n5\t25.207\n6\t29.817\n";
        let extracted = decode_text(text.as_bytes()).unwrap();
        let report = member_keys(Path::new("report.txt"), &extracted);
        assert!(report.iter().all(|key| key.is_stored));
        let code =
            "int f(int n) { int s = 3; for (int i = 7; i < n; i++) { s += i * n; } return s; }";
        let program = member_keys(Path::new("a.c"), &decode_text(code.as_bytes()).unwrap());
        let distinct: HashSet<u64> = report.iter().chain(&program).map(|key| key.hash).collect();
        assert_eq!(distinct.len(), report.len() + program.len());
        let sum = |keys: &[SpecimenKey]| {
            (keys.iter()).fold(0, |sum, key| chachong_compare::spread(sum ^ key.hash))
        };
        assert_eq!(
            (report.len(), sum(&report)),
            (26, 8_136_258_566_041_337_412)
        );
        assert_eq!(
            (program.len(), sum(&program)),
            (3, 1_190_864_429_886_153_713)
        );
    }
}
