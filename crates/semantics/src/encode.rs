//! Encoding of a text: cuts it into windows and computes the code of each.

use std::ops::Range;

use super::code::Projection;
use super::encoded::Encoded;
use super::encoder::Encoder;
use super::sentences::sentences_of;
use super::windows::windows_of;

/// Version of what is computed besides the model and the projection: sentences, windows, the form of bytes.
const VERSION: u32 = 1;
/// Number of windows given to the encoder at once, between two questions whether to go on: about half a second of work.
const AT_ONCE: usize = 64;

/// Cuts a text into windows (short runs of sentences) and computes the compressed vector of each. No window contains characters of
/// `left_out` (offsets in Unicode scalar values, sorted and disjoint). `None` if `cancelled` returned `true` before the end.
#[must_use]
pub fn encode(
    text: &str,
    left_out: &[Range<usize>],
    encoder: &dyn Encoder,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Encoded> {
    let text: Vec<char> = text.chars().collect();
    let sentences = sentences_of(&text, left_out);
    let windows = windows_of(&text, &sentences);
    let flowing: Vec<String> = sentences
        .iter()
        .map(|sentence| flowing(&text[sentence.span.clone()]))
        .collect();
    let flowing: Vec<&str> = flowing.iter().map(String::as_str).collect();
    let projection = Projection::bundled();
    let mut codes = Vec::with_capacity(windows.len());
    for some in windows.chunks(AT_ONCE) {
        if cancelled() {
            return None;
        }
        let ranges: Vec<Range<usize>> = some
            .iter()
            .map(|window| window.sentences.start as usize..window.sentences.end as usize)
            .collect();
        let vectors = encoder.windows(&flowing, &ranges);
        codes.extend(
            some.iter()
                .zip(&vectors)
                .map(|(window, vector)| projection.code(vector, window.language)),
        );
    }
    Some(Encoded::new(windows, codes))
}

/// Returns the version name of the vectors that a model computes. `model` is the name and version of the model. Vectors whose version
/// names differ cannot be compared.
#[must_use]
pub fn vectors_version(model: &str) -> String {
    format!(
        "{model} windows {VERSION} projection {:016x}",
        Projection::bundled().version()
    )
}

/// Returns the text of a sentence in one line: white space between two non-ASCII characters is removed, other white
/// space becomes one space.
pub(super) fn flowing(sentence: &[char]) -> String {
    let mut line = String::with_capacity(sentence.len() * 3);
    let mut before: Option<char> = None;
    let mut is_gap = false;
    for &c in sentence {
        if c.is_whitespace() || c.is_control() {
            is_gap = true;
            continue;
        }
        if is_gap && before.is_some_and(|before| before.is_ascii() || c.is_ascii()) {
            line.push(' ');
        }
        is_gap = false;
        line.push(c);
        before = Some(c);
    }
    line
}

#[cfg(test)]
#[expect(
    clippy::single_range_in_vec_init,
    clippy::format_collect,
    reason = "short in a test"
)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Gives a vector that tells how many sentences a window has, and how many bytes.
    struct Counting;

    impl Encoder for Counting {
        fn model(&self) -> &'static str {
            "counting"
        }

        fn encode(&self, texts: &[&str]) -> Vec<Vec<f32>> {
            texts
                .iter()
                .map(|text| vec![text.len() as f32; 512])
                .collect()
        }

        fn windows(&self, sentences: &[&str], windows: &[Range<usize>]) -> Vec<Vec<f32>> {
            let vector = |window: &Range<usize>| {
                let mut vector = vec![0.0; 512];
                vector[window.len()] = 1.0;
                vector[100 + sentences[window.clone()].concat().len() % 400] = 1.0;
                vector
            };
            windows.iter().map(vector).collect()
        }
    }

    fn text() -> String {
        (0..300)
            .map(|i| {
                format!(
                    "第{i}天的夜里图书馆开放到很晚，读者来借书看报写字学习说话休息{}。",
                    "又来".repeat(i % 9)
                )
            })
            .collect()
    }

    #[test]
    fn each_window_has_the_code_of_its_own_sentences() {
        let text = text();
        let encoded = encode(&text, &[], &Counting, &|| false).unwrap();
        assert!(
            encoded.windows().len() > 4 * AT_ONCE,
            "{}",
            encoded.windows().len()
        );
        let sentences = super::super::sentences(&text, &[]);
        let characters: Vec<char> = text.chars().collect();
        let own: Vec<String> = sentences
            .iter()
            .map(|sentence| characters[sentence.span.clone()].iter().collect())
            .collect();
        let own: Vec<&str> = own.iter().map(String::as_str).collect();
        for (window, code) in encoded.windows().iter().zip(encoded.codes()) {
            let vector = Counting.windows(
                &own,
                &[window.sentences.start as usize..window.sentences.end as usize],
            );
            assert_eq!(
                *code,
                Projection::bundled().code(&vector[0], window.language)
            );
        }
    }

    #[test]
    fn encoding_ends_when_cancelled() {
        let asked = AtomicUsize::new(0);
        let cancelled = || asked.fetch_add(1, Ordering::Relaxed) == 2;
        assert_eq!(encode(&text(), &[], &Counting, &cancelled), None);
        assert_eq!(asked.into_inner(), 3);
        assert_eq!(
            encode("", &[], &Counting, &|| true),
            Some(Encoded::default())
        );
    }

    #[test]
    fn versions_differ_by_model() {
        assert_ne!(vectors_version("a"), vectors_version("b"));
        assert!(vectors_version("a").starts_with("a windows 1 projection "));
    }

    #[test]
    fn lines_flow() {
        let of = |text: &str| flowing(&text.chars().collect::<Vec<_>>());
        assert_eq!(of("社区图书\n馆在夜间　开放。"), "社区图书馆在夜间开放。");
        assert_eq!(
            of("open at\r\nnight， 在\tLinux 上"),
            "open at night，在 Linux 上"
        );
    }
}
