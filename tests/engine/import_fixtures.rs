//! Tests every file of `tests/fixtures/import` against `truth.json`; `tests/fixtures/README.md` explains its fields.
//!
//! `CHACHONG_FIXTURE=cmap` checks only the files whose name contains `cmap`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use chachong::import::{Extracted, Isolation, Stop, Warning};
use chachong::session::{Document, Event, Session, Settings, fingerprint};
use chachong::simhash::Recipe;
use chachong::text::normalize;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Maximum size in bytes of all fixtures together.
const MAXIMUM_BYTES: u64 = 3_200_000;
/// Maximum distance, in bits, between two renderings of one thesis.
const SAME_THESIS_DISTANCE: u32 = 3;
/// Maximum distance, in bits, between the hashes of two encodings of one picture.
const SAME_PICTURE_DISTANCE: u32 = 6;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/import")
}

fn truth() -> serde_json::Map<String, Value> {
    let text = std::fs::read_to_string(folder().join("truth.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn isolation() -> Isolation {
    Isolation::Process(env!("CARGO_BIN_EXE_chachong").into())
}

/// Text without white space, with each character's offset in the original.
struct Squeezed {
    text: Vec<char>,
    offsets: Vec<u64>,
}

impl Squeezed {
    fn new(text: &str) -> Self {
        let (offsets, text) = (0..)
            .zip(text.chars())
            .filter(|(_, c)| !c.is_whitespace())
            .unzip();
        Self { text, offsets }
    }

    /// Finds the first occurrence of `wanted` at or after `from`.
    fn find(&self, wanted: &str, from: usize) -> Option<Range<usize>> {
        let wanted = Self::new(wanted).text;
        if wanted.is_empty() || from > self.text.len() {
            return None;
        }
        let at = self.text[from..]
            .windows(wanted.len())
            .position(|w| w == wanted)?;
        Some(from + at..from + at + wanted.len())
    }

    fn all(&self, wanted: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        while let Some(range) = self.find(wanted, found.last().map_or(0, |r: &Range<usize>| r.end))
        {
            found.push(range);
        }
        found
    }

    /// Returns whether every character of `range` is in an exclusion of `read` for this reason (`None`: for any
    /// reason).
    fn is_excluded(&self, range: Range<usize>, read: &Extracted, reason: Option<&str>) -> bool {
        self.offsets[range].iter().all(|&offset| {
            read.exclusions.iter().any(|e| {
                (e.start..e.end).contains(&offset)
                    && reason.is_none_or(|r| serde_json::to_value(e.reason).unwrap() == r)
            })
        })
    }
}

fn strings(value: &Value) -> Vec<&str> {
    let items = value.as_array().map_or(&[][..], Vec::as_slice);
    items.iter().map(|item| item.as_str().unwrap()).collect()
}

/// Returns whether `actual` has everything that `expected` has; an expected kind may list several, `a|b`.
fn matches(expected: &Value, actual: &Value) -> bool {
    match (expected, actual) {
        (Value::Object(expected), Value::Object(actual)) => {
            expected.iter().all(|(key, expected)| {
                let actual = actual.get(key).unwrap_or(&Value::Null);
                if key == "kind" {
                    let kinds = expected.as_str().unwrap().split('|');
                    kinds.into_iter().any(|kind| actual == kind)
                } else {
                    matches(expected, actual)
                }
            })
        }
        _ => expected == actual,
    }
}

/// Problems found in the reading of one file.
struct Check<'a> {
    truth: &'a Value,
    problems: Vec<String>,
}

impl Check<'_> {
    fn ensure(&mut self, holds: bool, problem: impl FnOnce() -> String) {
        if !holds {
            self.problems.push(problem());
        }
    }

    fn outcome(&mut self, path: &Path) {
        let wanted = self.truth["outcome"].as_str().unwrap_or("text");
        match isolation().extract(path, &|| false) {
            Ok(read) => {
                self.ensure(wanted != "error", || "was read, should fail".to_owned());
                self.text(&read);
                self.exclusions(&read);
                self.warnings(&read);
                self.facts(path, &read);
            }
            Err(Stop::Cancelled) => self.problems.push("cancelled".to_owned()),
            Err(Stop::Failed(error)) => {
                let key = error.cause.key();
                let allowed = strings(&self.truth["error"]);
                let is_limit = ["crashed", "timed-out"].contains(&key)
                    && wanted == "either"
                    && self.truth["no_limit"] != true;
                self.ensure(
                    wanted != "text" && (allowed.is_empty() || is_limit || allowed.contains(&key)),
                    || format!("failed: {error}"),
                );
            }
        }
    }

    fn text(&mut self, read: &Extracted) {
        let text = Squeezed::new(&read.text);
        for wanted in strings(&self.truth["has"]) {
            self.ensure(text.find(wanted, 0).is_some(), || {
                format!("lacks {wanted:?}")
            });
        }
        for banned in strings(&self.truth["has_not"]) {
            self.ensure(text.find(banned, 0).is_none(), || format!("has {banned:?}"));
        }
        for wanted in strings(&self.truth["once"]) {
            let times = text.all(wanted).len();
            self.ensure(times == 1, || format!("has {wanted:?} {times} times"));
        }
        for wanted in strings(&self.truth["exact"]) {
            self.ensure(read.text.contains(wanted), || {
                format!("lacks exactly {wanted:?}")
            });
        }
        for one_of in self.truth["any_of"].as_array().unwrap_or(&Vec::new()) {
            let found = strings(one_of)
                .iter()
                .any(|wanted| wanted.is_empty() || read.text.contains(wanted));
            self.ensure(found, || format!("lacks any of {one_of}"));
        }
        let mut from = 0;
        for _ in 0..self.truth["in_order_times"].as_u64().unwrap_or(1) {
            for wanted in strings(&self.truth["in_order"]) {
                let found = text.find(wanted, from);
                self.ensure(found.is_some(), || format!("lacks {wanted:?} in its place"));
                from = found.map_or(from, |range| range.end);
            }
        }
        self.normalised(read);
    }

    fn normalised(&mut self, read: &Extracted) {
        let normal = |text: &str| normalize(text, read.breaks).text.replace('\n', " ");
        let whole = normalize(&read.text, read.breaks).text;
        let flat = whole.replace('\n', " ");
        for wanted in strings(&self.truth["normal_has"]) {
            self.ensure(flat.contains(&normal(wanted)), || {
                format!("normalised text lacks {wanted:?}")
            });
        }
        let mut from = 0;
        for wanted in strings(&self.truth["normal_order"]) {
            let found = flat[from..].find(&normal(wanted));
            self.ensure(found.is_some(), || {
                format!("normalised text lacks {wanted:?} in its place")
            });
            from += found.unwrap_or(0);
        }
        for start in strings(&self.truth["normal_paragraphs"]) {
            self.ensure(whole.contains(&format!("\n{}", normal(start))), || {
                format!("no paragraph begins with {start:?}")
            });
        }
    }

    fn exclusions(&mut self, read: &Extracted) {
        let text = Squeezed::new(&read.text);
        let sound = read
            .exclusions
            .windows(2)
            .all(|pair| pair[0].end <= pair[1].start);
        let length = read.text.chars().count() as u64;
        let bounded = read
            .exclusions
            .iter()
            .all(|e| e.start < e.end && e.end <= length);
        self.ensure(sound && bounded, || {
            "exclusions overlap, are empty or lie outside".to_owned()
        });
        let none = serde_json::Map::new();
        let expected = self.truth["excluded"].as_object().unwrap_or(&none);
        for (reason, items) in expected {
            for item in items.as_array().unwrap() {
                let wanted = item.as_str().unwrap_or_else(|| item[0].as_str().unwrap());
                let times = item.get(1).and_then(Value::as_u64).unwrap_or(1);
                let covered = text
                    .all(wanted)
                    .into_iter()
                    .filter(|range| text.is_excluded(range.clone(), read, Some(reason)))
                    .count() as u64;
                self.ensure(covered >= times, || {
                    format!("{wanted:?} is excluded as {reason} {covered} times, not {times}")
                });
            }
        }
        let may = strings(&self.truth["excluded_may"]);
        for exclusion in &read.exclusions {
            let reason = serde_json::to_value(exclusion.reason).unwrap();
            let reason = reason.as_str().unwrap();
            self.ensure(
                expected.contains_key(reason) || may.contains(&reason),
                || format!("needlessly excluded as {reason}: {exclusion:?}"),
            );
        }
        for wanted in strings(&self.truth["absent_or_excluded"]) {
            for range in text.all(wanted) {
                self.ensure(text.is_excluded(range, read, None), || {
                    format!("{wanted:?} is compared")
                });
            }
        }
        let compared = &self.truth["compared"];
        let compared = if compared == "has" {
            &self.truth["has"]
        } else {
            compared
        };
        for wanted in strings(compared) {
            let free = text.all(wanted).into_iter().any(|range| {
                range
                    .clone()
                    .all(|i| !text.is_excluded(i..i + 1, read, None))
            });
            self.ensure(free, || {
                format!("{wanted:?} is not compared, or only in part")
            });
        }
    }

    fn warnings(&mut self, read: &Extracted) {
        if self.truth["warnings"] == "any" {
            return;
        }
        // Warnings of the reader, and those from the text itself.
        let reading = fingerprint(read, Recipe::THESIS);
        let actual: Vec<Value> = reading
            .warnings
            .iter()
            .filter(|warning| **warning != Warning::TooFewTerms)
            .map(|warning| serde_json::to_value(warning).unwrap())
            .collect();
        let none = Vec::new();
        let expected = self.truth["warnings"].as_array().unwrap_or(&none);
        for wanted in expected {
            self.ensure(actual.iter().any(|a| matches(wanted, a)), || {
                format!("lacks the warning {wanted}; has {actual:?}")
            });
        }
        let may = strings(&self.truth["may_warn"]);
        for warning in &actual {
            let foreseen = expected.iter().any(|wanted| matches(wanted, warning))
                || may.iter().any(|kind| warning["kind"] == *kind);
            self.ensure(foreseen, || format!("needless warning {warning}"));
        }
    }

    fn facts(&mut self, path: &Path, read: &Extracted) {
        if let Some(pages) = self.truth["pages"].as_u64() {
            let found = read.pages.len() as u64;
            self.ensure(found == pages, || format!("{found} pages, not {pages}"));
        }
        let text = Squeezed::new(&read.text);
        for (wanted, page) in self.truth["page_of"].as_object().into_iter().flatten() {
            let found = text.find(wanted, 0).map(|range| {
                let offset = text.offsets[range.start];
                read.pages.partition_point(|&start| start <= offset) as u64
            });
            self.ensure(found == page.as_u64(), || {
                format!("{wanted:?} is on page {found:?}, not {page}")
            });
        }
        if let Some(encoding) = self.truth["encoding"].as_str() {
            self.ensure(read.encoding.as_deref() == Some(encoding), || {
                format!("encoding {:?}", read.encoding)
            });
        }
        let metadata = serde_json::to_value(&read.metadata).unwrap();
        for (field, wanted) in self.truth["metadata"].as_object().into_iter().flatten() {
            self.ensure(&metadata[field] == wanted, || {
                format!("{field} is {}, not {wanted}", metadata[field])
            });
        }
        let digest = Sha256::digest(std::fs::read(path).unwrap());
        let digits = |byte: &u8| [byte >> 4, byte & 15].map(|d| char::from_digit(d.into(), 16));
        let sha: String = digest.iter().flat_map(digits).flatten().collect();
        self.ensure(read.metadata.sha256 == sha, || {
            format!("sha256 is {:?}", read.metadata.sha256)
        });
        if let Some(pictures) = self.truth["pictures"].as_array() {
            let found = metadata["pictures"].as_array().unwrap();
            let all = found.len() == pictures.len()
                && pictures.iter().zip(found).all(|(w, f)| matches(w, f));
            self.ensure(all, || format!("pictures are {found:?}, not {pictures:?}"));
        }
    }
}

/// Checks the files whose name `claims` accepts, and lists all problems.
fn check(claims: impl Fn(&str) -> bool) {
    let only = std::env::var("CHACHONG_FIXTURE").unwrap_or_default();
    let (mut report, mut files) = (Vec::new(), 0);
    for (file, truth) in truth()
        .iter()
        .filter(|(f, _)| claims(f) && f.contains(&only))
    {
        let mut check = Check {
            truth,
            problems: Vec::new(),
        };
        check.outcome(&folder().join(file));
        files += 1;
        if !check.problems.is_empty() {
            let shown = check
                .problems
                .iter()
                .take(4)
                .map(|p| format!("    {}", p.chars().take(300).collect::<String>()))
                .collect::<Vec<_>>();
            let count = check.problems.len();
            report.push(format!(
                "{file} ({}), {count} wrong:\n{}",
                truth["checks"].as_str().unwrap_or(""),
                shown.join("\n")
            ));
        }
    }
    assert!(
        report.is_empty(),
        "{} of {files} files are wrong:\n{}",
        report.len(),
        report.join("\n")
    );
}

#[test]
fn pdf_predefined_cmaps_without_tounicode() {
    check(|file| file.starts_with("pdf/cmap-"));
}

#[test]
fn pdf_running_heads_and_page_numbers() {
    check(|file| file.starts_with("pdf/heads-") || file.starts_with("pdf/xelatex-heads"));
}

#[test]
fn pdf_hidden_and_visible_text() {
    check(|file| file.starts_with("pdf/hidden-") || file.starts_with("pdf/visible-"));
}

#[test]
fn pdf_scans() {
    check(|file| file.starts_with("pdf/scan") || file.starts_with("pdf/background"));
}

fn is_attack(file: &str) -> bool {
    let names = [
        "bomb", "nesting", "form-", "tree", "loop", "pages", "laughs",
    ];
    names.iter().any(|name| file.contains(name))
}

#[test]
fn attacks_cost_their_file_at_most() {
    check(is_attack);
    let escaped = |dir: &Path| {
        let names = std::fs::read_dir(dir).unwrap().flatten();
        names
            .map(|entry| entry.file_name())
            .any(|name| name.to_string_lossy().contains("chachong-escaped"))
    };
    assert!(!escaped(&std::env::temp_dir()) && !escaped(Path::new(".")));
    #[cfg(unix)]
    assert!(!escaped(Path::new("/etc")));
}

#[test]
fn pdf_everything_else() {
    let done = [
        "cmap-",
        "heads",
        "hidden-",
        "visible-",
        "scan",
        "background",
    ];
    check(|file| {
        file.starts_with("pdf/") && !is_attack(file) && !done.iter().any(|d| file.contains(d))
    });
}

#[test]
fn docx_and_other_formats() {
    check(|file| (file.starts_with("docx/") || file.starts_with("other/")) && !is_attack(file));
}

#[test]
fn every_rendering_of_one_thesis_is_read() {
    check(|file| file.starts_with("same-thesis/"));
}

#[test]
fn every_rendering_of_one_thesis_has_nearly_the_same_fingerprint() {
    let settings = Settings {
        isolation: isolation(),
        ..Settings::default()
    };
    let session = Session::start(vec![folder().join("same-thesis")], &[], settings);
    let mut documents: Vec<Document> = Vec::new();
    for event in &session.events {
        match event {
            Event::Found {
                documents: found, ..
            } => documents = found,
            Event::Read { document, outcome } => documents[document].outcome = Some(outcome),
            Event::Reading { .. } | Event::NotKept { .. } | Event::Done { .. } => {}
        }
    }
    assert_eq!(documents.len(), 5);
    let mut far = Vec::new();
    for (i, a) in documents.iter().enumerate() {
        for b in &documents[..i] {
            let distance = a.fingerprint().unwrap().distance(b.fingerprint().unwrap());
            if distance > SAME_THESIS_DISTANCE {
                far.push(format!("{:?} and {:?}: {distance}", a.name, b.name));
            }
        }
    }
    assert!(far.is_empty(), "{}", far.join("\n"));
}

#[test]
fn one_picture_in_different_files_has_nearly_the_same_hash() {
    let mut hashes = Vec::new();
    for (file, truth) in &truth() {
        if truth.get("same_picture").is_some() {
            let read = isolation().extract(&folder().join(file), &|| false);
            let read = read.unwrap_or_else(|stop| panic!("{file}: {stop:?}"));
            hashes.extend(read.metadata.pictures.iter().map(|p| p.perceptual.unwrap()));
        }
    }
    assert_eq!(hashes.len(), 4, "two pictures in the pdf, two in the docx");
    for pair in hashes.windows(2) {
        assert!(
            (pair[0] ^ pair[1]).count_ones() <= SAME_PICTURE_DISTANCE,
            "{hashes:x?}"
        );
    }
}

/// Raw deflate stream of `bytes` zero bytes, with fixed Huffman codes: one literal, then matches of 258 bytes at
/// distance 1.
fn deflated_zeros(bytes: u64) -> Vec<u8> {
    let (mut out, mut held, mut count) = (Vec::new(), 0_u64, 0);
    let mut put = |code: u64, bits: u32| {
        held |= code << count;
        count += bits;
        while count >= 8 {
            out.push(held.to_le_bytes()[0]);
            held >>= 8;
            count -= 8;
        }
    };
    // Codes go in with their most significant bit first, so they are reversed here: literal 0 is 00110000, length 258
    // is 11000101, distance 1 is 00000, the end 0000000. The header: last block, fixed codes.
    put(0b011, 3);
    put(0b0000_1100, 8);
    for _ in 0..bytes / 258 {
        put(0b1010_0011, 8);
        put(0, 5);
    }
    put(0, 7);
    put(0, 8);
    out
}

/// Made on the fly, as it is too large to keep: 3 GB in a document.xml of 19 MB.
#[test]
fn a_zip_bomb_of_three_gigabytes_is_refused() {
    let packed = deflated_zeros(3_000_000_000);
    let small = folder().join("docx/metadata.docx");
    let mut archive = zip::ZipArchive::new(std::fs::File::open(small).unwrap()).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("bomb.docx");
    let mut writer = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    for name in ["[Content_Types].xml", "_rels/.rels"] {
        let part = archive.by_name(name).unwrap();
        writer.raw_copy_file(part).unwrap();
    }
    let mut bytes = {
        writer.finish().unwrap();
        std::fs::read(&path).unwrap()
    };
    append_deflated(&mut bytes, "word/document.xml", &packed, 3_000_000_000);
    std::fs::write(&path, bytes).unwrap();
    match isolation().extract(&path, &|| false) {
        Err(Stop::Failed(error)) => assert_eq!(error.cause.key(), "unpacks-too-large", "{error}"),
        other => panic!("{other:?}"),
    }
}

/// Appends an already deflated member to a zip without a comment.
fn append_deflated(zip: &mut Vec<u8>, name: &str, packed: &[u8], size: u32) {
    let end_at = zip.len() - 22;
    let field = |at: usize| u32::from_le_bytes(zip[at..at + 4].try_into().unwrap()) as usize;
    let (length, start) = (field(end_at + 12), field(end_at + 16));
    let members = u16::from_le_bytes([zip[end_at + 10], zip[end_at + 11]]) + 1;
    let mut directory = zip[start..start + length].to_vec();
    zip.truncate(start);
    let mut common = vec![20, 0, 0, 0, 8, 0, 0, 0x40, 0xB4, 0x58, 0, 0, 0, 0];
    common.extend(u32::try_from(packed.len()).unwrap().to_le_bytes());
    common.extend(size.to_le_bytes());
    common.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
    common.extend([0, 0]);
    directory.extend(b"PK\x01\x02\x14\0");
    directory.extend(&common);
    directory.extend([0; 10]);
    directory.extend(u32::try_from(start).unwrap().to_le_bytes());
    directory.extend(name.as_bytes());
    zip.extend(b"PK\x03\x04");
    zip.extend(&common);
    zip.extend(name.as_bytes());
    zip.extend(packed);
    let directory_at = u32::try_from(zip.len()).unwrap();
    zip.extend(&directory);
    zip.extend(b"PK\x05\x06\0\0\0\0");
    zip.extend(members.to_le_bytes());
    zip.extend(members.to_le_bytes());
    zip.extend(u32::try_from(directory.len()).unwrap().to_le_bytes());
    zip.extend(directory_at.to_le_bytes());
    zip.extend([0, 0]);
}

#[test]
fn every_fixture_has_its_truth_and_they_stay_small() {
    let mut files = BTreeSet::new();
    let mut bytes = 0;
    for entry in walkdir::WalkDir::new(folder()) {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            bytes += entry.metadata().unwrap().len();
            let name = entry.path().strip_prefix(folder()).unwrap();
            files.insert(name.to_str().unwrap().replace('\\', "/"));
        }
    }
    files.remove("truth.json");
    assert_eq!(files, truth().keys().cloned().collect::<BTreeSet<_>>());
    assert!(bytes < MAXIMUM_BYTES, "{bytes}");
}
