//! Style and script of a page, embedded in the page itself, and the Content-Security-Policy that allows only these two:
//! no network, no other script, no style attributes.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

/// Kind of a page, which decides its style and script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Page of the whole check.
    Index,
    /// Page of one document.
    Document,
    /// Page of one pair.
    Pair,
}

/// Style and script of a kind of page.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) style: String,
    pub(super) script: String,
    /// Content-Security-Policy that names the digests of both.
    pub(super) policy: String,
}

/// Sheets of the three kinds of pages, without and with leads.
static SHEETS: [[LazyLock<Sheet>; 2]; 3] = [
    [
        LazyLock::new(|| Sheet::made(Kind::Index, false)),
        LazyLock::new(|| Sheet::made(Kind::Index, true)),
    ],
    [
        LazyLock::new(|| Sheet::made(Kind::Document, false)),
        LazyLock::new(|| Sheet::made(Kind::Document, true)),
    ],
    [
        LazyLock::new(|| Sheet::made(Kind::Pair, false)),
        LazyLock::new(|| Sheet::made(Kind::Pair, true)),
    ],
];

impl Sheet {
    /// Returns the style and script of a kind of page; with `leads` for a check in which leads were sought.
    pub(super) fn of_kind(kind: Kind, leads: bool) -> &'static Self {
        &SHEETS[kind as usize][usize::from(leads)]
    }

    fn made(kind: Kind, leads: bool) -> Self {
        let mut styles = vec![include_str!("../../../../assets/report/style.css")];
        let text = include_str!("../../../../assets/report/text.css");
        let shared = include_str!("../../../../assets/report/script.js");
        let scripts = match kind {
            Kind::Index => {
                styles.push(include_str!("../../../../assets/report/index.css"));
                vec![include_str!("../../../../assets/report/index.js")]
            }
            Kind::Document => {
                styles.extend([text, include_str!("../../../../assets/report/document.css")]);
                vec![
                    shared,
                    include_str!("../../../../assets/report/document.js"),
                ]
            }
            Kind::Pair => {
                styles.extend([text, include_str!("../../../../assets/report/pair.css")]);
                vec![shared, include_str!("../../../../assets/report/pair.js")]
            }
        };
        styles.extend(leads.then_some(include_str!("../../../../assets/report/leads.css")));
        Self::of(&styles, &scripts)
    }

    fn of(styles: &[&str], scripts: &[&str]) -> Self {
        let (style, script) = (compact(styles), compact(scripts));
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; img-src data:; base-uri 'none'; \
             form-action 'none'",
            digest(&style),
            digest(&script)
        );
        Self {
            style,
            script,
            policy,
        }
    }
}

/// Joins files without comment lines and indentation: thousands of pages repeat them.
pub(crate) fn compact(files: &[&str]) -> String {
    let mut text = String::new();
    for line in files.iter().flat_map(|file| file.lines()).map(str::trim) {
        let is_comment = line.starts_with("//") || line.starts_with("/*") && line.ends_with("*/");
        if !line.is_empty() && !is_comment {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// Returns the SHA-256 of a text in base 64, as a policy names it.
pub(crate) fn digest(text: &str) -> String {
    base64(&Sha256::digest(text.as_bytes()))
}

/// Returns bytes in base 64, filled up with `=`.
pub(super) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut encoded = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0_usize, |bits, i| {
            bits << 8 | usize::from(three.get(i).copied().unwrap_or(0))
        });
        for i in 0..4 {
            let digit = char::from(DIGITS[bits >> (18 - 6 * i) & 63]);
            encoded.push(if i > three.len() { '=' } else { digit });
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_the_one_that_browsers_compute() {
        // From the Content Security Policy specification, section 8.3.
        assert_eq!(
            digest("alert('Hello, world.');"),
            "qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng="
        );
    }

    #[test]
    fn base64_is_that_of_rfc_4648() {
        for (bytes, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), expected);
        }
    }

    #[test]
    fn neither_style_nor_script_can_end_its_element() {
        for kind in [Kind::Index, Kind::Document, Kind::Pair] {
            let sheet = Sheet::of_kind(kind, true);
            for text in [&sheet.style, &sheet.script] {
                assert!(text.len() > 500 && !text.contains("</") && !text.contains("<!--"));
                assert!(!text.contains("http") && !text.contains("url("));
            }
        }
    }
}
