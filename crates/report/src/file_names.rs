//! File names of the reports on documents: named after the documents, valid on every system, and different from each
//! other.

use chachong_compare::DocumentIndex;
use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization;

use super::Report;
use chachong_check::Origin;
use chachong_messages::Language;

/// Maximum length of a file name in bytes, including an extension of five: encrypted home folders of Linux allow 143.
pub(super) const LONGEST: usize = 143;
/// Bytes kept for `.docx` and for a number in brackets.
const RESERVED: usize = 5 + 8;

/// Names that Windows keeps for devices, whatever their ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Returns the positions of the checked documents that were read, with the names of their report files without
/// extension; `key` is the key of the translated pattern. The names differ even on systems that do not distinguish `A`
/// from `a`, or the two forms of `é`.
#[must_use]
pub(super) fn document_file_names(check: Report<'_>, key: &str) -> Vec<(DocumentIndex, String)> {
    let read = (check.result.with_positions())
        .filter(|(_, document)| document.origin == Origin::Checked && document.content().is_some());
    let names: Vec<(DocumentIndex, &str)> = read
        .map(|(position, document)| (position, document.name.as_str()))
        .collect();
    let stem = |name: &str| safe(without_ending(name));
    let mut stems: HashMap<String, usize> = HashMap::new();
    for (_, name) in &names {
        *stems.entry(same_name(&stem(name))).or_default() += 1;
    }
    let mut taken = HashSet::new();
    (names.into_iter())
        .map(|(position, name)| {
            // thesis.docx and thesis.pdf keep their endings.
            let own = stem(name);
            let shared = stems.get(&same_name(&own)).is_some_and(|&count| count > 1);
            let own = if shared { safe(name) } else { own };
            let mut is_free = |name: &str| taken.insert(same_name(name));
            let of_report = |name: &str| check.language.fill(key, &[("name", &name)]);
            (position, unique(&own, LONGEST, &of_report, &mut is_free))
        })
        .collect()
}

/// Returns the name of the file of a pair's report, without extension, made of the names of both documents.
#[must_use]
pub(super) fn pair_file_name(check: Report<'_>, a: DocumentIndex, b: DocumentIndex) -> String {
    let language = check.language;
    let of_report =
        |a: &str, b: &str| language.fill("report.pair-file-name", &[("a", &a), ("b", &b)]);
    // Both names get the same room, so that a long one does not take the other's.
    let room = (LONGEST - RESERVED - of_report("", "").len()) / 2;
    let [a, b] = [a, b].map(|position| {
        let document = check.result.document(position);
        let name = document.map_or_else(String::new, |document| safe(&document.name));
        cut(&name, room).to_owned()
    });
    of_report(&a, &b)
}

/// Returns the path of the report on a document with this name, relative to the folder of reports and without extension. Folders in the
/// name stay folders. The file keeps the document's own extension, so that reports on `thesis.docx` and `thesis.pdf` differ. `taken`
/// contains the paths given so far, as [`same_name`] returns them; the new path differs from them and is added.
#[must_use]
#[expect(clippy::implicit_hasher, reason = "the watch is the one caller")]
pub fn report_path(name: &str, language: Language, taken: &mut HashSet<String>) -> String {
    let (folders, file) = name.rsplit_once('/').unwrap_or(("", name));
    let mut folder = String::new();
    for part in folders.split('/').filter(|part| !part.is_empty()) {
        folder.push_str(cut(&safe(part), LONGEST));
        folder.push('/');
    }
    let mut is_free = |name: &str| taken.insert(same_name(&format!("{folder}{name}")));
    let of_report = |name: &str| language.fill("report.file-name", &[("name", &name)]);
    let file = unique(&safe(file), LONGEST, &of_report, &mut is_free);
    folder + &file
}

/// Makes the file name of a report from a safe name: at most `longest` bytes with its extension, and not taken.
pub(super) fn unique(
    name: &str,
    longest: usize,
    of_report: &dyn Fn(&str) -> String,
    is_free: &mut dyn FnMut(&str) -> bool,
) -> String {
    let room = longest.saturating_sub(RESERVED + of_report("").len());
    let name = cut(name, room);
    let mut number = 1;
    loop {
        let candidate = if number == 1 {
            of_report(name)
        } else {
            of_report(&format!("{name} ({number})"))
        };
        if is_free(&candidate) {
            return candidate;
        }
        number += 1;
    }
}

pub(super) fn without_ending(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && !ending.contains(['/', '\\']) => stem,
        _ => name,
    }
}

/// Returns a name that is valid as a file name on every system: forbidden characters are replaced by underscores, white space at the
/// start and dots and spaces at the end are removed, and empty, reserved or hidden names get a leading underscore. Long names are not
/// cut.
#[must_use]
pub fn safe(name: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let bad = |c: char| c.is_control() || turns(c) || r#"/\:*?"<>|"#.contains(c);
    let replaced: String = (name.chars())
        .map(|c| if bad(c) { '_' } else { c })
        .collect();
    let mut safe = replaced
        .trim_end_matches(['.', ' '])
        .trim_start()
        .to_owned();
    let before_dot = safe.split('.').next().unwrap_or_default().trim_end();
    let base = before_dot.to_ascii_lowercase();
    let numbered = (base.strip_prefix("com")).or_else(|| base.strip_prefix("lpt"));
    let is_port =
        numbered.is_some_and(|n| n.chars().count() == 1 && n.chars().all(char::is_numeric));
    // A file that begins with a dot is hidden.
    if safe.is_empty() || safe.starts_with('.') || DEVICES.contains(&&*base) || is_port {
        safe.insert(0, '_');
    }
    safe
}

/// Cuts a name to at most `bytes`, between characters.
fn cut(name: &str, bytes: usize) -> &str {
    name[..name.floor_char_boundary(bytes)].trim_end_matches(['.', ' '])
}

/// Returns a normalised form of a file name, which is equal for names that some file systems do not distinguish, such
/// as `A` and `a`.
#[must_use]
pub fn same_name(name: &str) -> String {
    name.nfc().collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReportOptions;
    use chachong_check::{CheckResult, Document, fingerprint};
    use chachong_compare::Thresholds;
    use chachong_import::decode_text;
    use proptest::prelude::*;

    fn names_of(names: &[&str]) -> Vec<String> {
        let reading = fingerprint(&decode_text("夜".as_bytes()).unwrap());
        let documents: Vec<Document> = (names.iter())
            .map(|name| Document::checked(*name, None, Some(Ok(reading.clone()))))
            .collect();
        let result = CheckResult::of(documents, Thresholds::default());
        let check = Report {
            result: &result,
            language: Language::English,
            options: ReportOptions::default(),
        };
        let names = document_file_names(check, "report.file-name").into_iter();
        names.map(|(_, name)| name).collect()
    }

    #[test]
    fn reports_are_named_after_their_documents() {
        assert_eq!(
            names_of(&[
                "2024届/13_图书馆.pdf",
                "a.docx",
                "a.pdf",
                "b/a.txt",
                "b_a.txt"
            ]),
            [
                "2024届_13_图书馆_report",
                "a.docx_report",
                "a.pdf_report",
                "b_a.txt_report",
                "b_a.txt (2)_report"
            ]
        );
        assert_eq!(
            names_of(&["A.txt", "a.pdf"]),
            ["A.txt_report", "a.pdf_report"]
        );
        assert_eq!(
            names_of(&[
                "con.x.txt",
                "Lpt1.txt",
                ".x.txt",
                "?.txt",
                "\u{202E}fdp.txt",
                "e. ."
            ]),
            [
                "_con.x_report",
                "_Lpt1_report",
                "_.x_report",
                "__report",
                "_fdp_report",
                "e_report"
            ]
        );
        let long = "夜".repeat(200);
        let names = names_of(&[&format!("{long}.txt"), &format!("{long}间.txt")]);
        assert!(names[0] != names[1] && names[1].ends_with(" (2)_report"));
    }

    #[test]
    fn reports_of_a_watch_keep_folders_and_endings() {
        let mut taken = HashSet::new();
        let mut path = |name: &str| report_path(name, Language::English, &mut taken);
        assert_eq!(path("2024/张三.docx"), "2024/张三.docx_report");
        assert_eq!(path("2024/张三.pdf"), "2024/张三.pdf_report");
        assert_eq!(path("a?/b.txt"), "a_/b.txt_report");
        assert_eq!(path("A_/B.txt"), "A_/B.txt (2)_report");
        assert_eq!(path("../con/x.txt"), "_/_con/x.txt_report");
        assert!(path(&"夜".repeat(200)).len() < LONGEST);
    }

    proptest! {
        #[test]
        fn any_names_become_different_short_ones(names in prop::collection::vec("[aAé\u{e9}. /\\\\:夜n]{0,60}", 1..8)) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let found = names_of(&names);
            let different: HashSet<String> = found.iter().map(|name| same_name(name)).collect();
            prop_assert_eq!(different.len(), names.len());
            for name in found {
                prop_assert!(name.len() + 5 <= LONGEST && !name.starts_with('.'));
                prop_assert!(!name.contains(['/', '\\', ':']));
            }
        }
    }
}
