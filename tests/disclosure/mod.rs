//! Search of a page for words that it must not tell, however they are encoded.

use chachong_text::folded;

/// Shortest run of base 64 that is decoded.
const LEAST_BASE_64: usize = 16;

/// Returns the letters and digits of a text in one form: what stands between them hides nothing.
pub(crate) fn squeezed(text: &str) -> String {
    let signs = folded(&text.chars().collect::<Vec<char>>(), true);
    let letters = signs.iter().map(|sign| sign.c);
    letters.filter(|c| c.is_alphanumeric()).collect()
}

/// Returns a page in all forms in which it may tell something: as it is, without tags, and with each encoding undone.
pub(crate) fn forms(page: &[u8]) -> Vec<String> {
    let text = String::from_utf8(page.to_vec()).unwrap();
    let shown = without_entities(&without_tags(&text));
    let decoded = [
        percent_decoded(&text),
        base_64_decoded(&text),
        without_entities(&text),
    ];
    let mut all = vec![squeezed(&text), squeezed(&shown)];
    all.extend(decoded.map(|text| squeezed(&text)));
    all
}

fn without_tags(text: &str) -> String {
    let mut out = String::new();
    let mut within = false;
    for c in text.chars() {
        match c {
            '<' => within = true,
            '>' => within = false,
            c if !within => out.push(c),
            _ => {}
        }
    }
    out
}

fn without_entities(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.find(';').filter(|&end| end < 12);
        let number = end.and_then(|end| {
            let digits = rest[1..end].strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok(),
                None => digits.parse().ok(),
            };
            Some((char::from_u32(code?)?, end))
        });
        if let Some((c, end)) = number {
            out.push(c);
            rest = &rest[end + 1..];
        } else {
            out.push('&');
            rest = &rest[1..];
        }
    }
    out + rest
}

fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%')
            .then(|| text.get(at + 1..at + 3))
            .flatten();
        if let Some(byte) = code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            out.push(byte);
            at += 3;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn base_64_decoded(text: &str) -> String {
    let value = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    };
    let mut out = Vec::new();
    for run in text.as_bytes().split(|&c| value(c).is_none()) {
        if run.len() < LEAST_BASE_64 {
            continue;
        }
        for four in run.chunks(4) {
            let bits = four.iter().fold(0_u32, |bits, &c| {
                bits << 6 | u32::from(value(c).unwrap_or(0))
            });
            let bits = bits << (6 * (4 - four.len()));
            out.extend_from_slice(&bits.to_be_bytes()[1..four.len().max(1)]);
        }
        out.push(b' ');
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Fails if a page tells any of these words, in any form.
pub(crate) fn assert_tells_nothing(page: &[u8], secrets: &[String], what: &str) {
    let forms = forms(page);
    for secret in secrets {
        let word = squeezed(secret);
        for form in &forms {
            let found = form.find(&word).map(|at| {
                let around = form[at..].chars().take(40);
                around.collect::<String>()
            });
            assert!(found.is_none(), "{what} tells {secret:?}: {found:?}");
        }
    }
}

#[test]
fn encodings_are_undone() {
    assert_eq!(without_entities("a&#x5F20;&#19977;&amp;"), "a张三&amp;");
    assert_eq!(percent_decoded("%E5%BC%A0%zz"), "张%zz");
    assert!(base_64_decoded("data:5byg5LiJ5LiO5p2O5Zub,").contains("张三与李四"));
}
