//! Comparison of what is read from one file with its truth.

use std::ops::Range;
use std::path::Path;

use chachong_check::fingerprint;
use chachong_import::{Extracted, Stop, Warning};
use chachong_text::normalize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::files::workers;

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
pub(super) struct Check<'a> {
    pub(super) truth: &'a Value,
    pub(super) problems: Vec<String>,
}

impl Check<'_> {
    fn ensure(&mut self, holds: bool, problem: impl FnOnce() -> String) {
        if !holds {
            self.problems.push(problem());
        }
    }

    pub(super) fn outcome(&mut self, path: &Path) {
        let wanted = self.truth["outcome"].as_str().unwrap_or("text");
        match workers().extract(path, &|| false) {
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
        let reading = fingerprint(read);
        let actual: Vec<Value> = reading
            .warnings
            .iter()
            .filter(|warning| !matches!(warning, Warning::TooFewTerms | Warning::FewWords))
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
