//! Codes of many windows, laid out for scanning.

use std::ops::Range;
use std::sync::Arc;

use super::code::{Code, NUMBERS, Planes, WORDS, scale};
use super::encoded::Encoded;
use super::nearest::{BACKGROUND, Neighbour};
use super::windows::Language;

/// First bytes of a bundled sample of windows, and version of its form.
const MAGIC: &[u8; 8] = b"CCSA\x01\0\0\0";

/// Windows of one language, of one or many documents.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub documents: Vec<u32>,
    /// Numbers of the windows (short runs of sentences) in their documents.
    pub windows: Vec<u32>,
    /// Offsets of the windows in their texts, in Unicode scalar values.
    pub spans: Vec<Range<u32>>,
    pub numbers: Vec<[i8; NUMBERS]>,
    /// Reciprocal of each vector's length.
    pub scales: Vec<f32>,
    /// First words of all signatures, then all second words, and so on, so that many distances are computed at once.
    pub signatures: [Vec<u64>; WORDS],
}

impl Rows {
    /// Lays out the windows of documents, by language.
    pub(super) fn by_language<'e>(
        documents: impl IntoIterator<Item = (u32, &'e Arc<Encoded>)>,
    ) -> [Self; 2] {
        let mut rows = [Self::default(), Self::default()];
        for (document, encoded) in documents {
            for (number, (window, code)) in (0..).zip(encoded.windows().iter().zip(encoded.codes()))
            {
                rows[window.language.index()].push(document, number, window.span.clone(), code);
            }
        }
        rows
    }

    /// Reads a sample of background windows: magic, count, then a language and 128 numbers each. Empty if the bytes
    /// have another form.
    pub(super) fn sample(bytes: &[u8], planes: &Planes) -> [Self; 2] {
        let mut rows = [Self::default(), Self::default()];
        let entries = bytes
            .strip_prefix(MAGIC)
            .and_then(|bytes| bytes.get(4..))
            .unwrap_or_default();
        for (number, entry) in (0..).zip(entries.as_chunks::<{ NUMBERS + 1 }>().0) {
            let [language, numbers @ ..] = entry;
            let code = Code::of_numbers(numbers.map(u8::cast_signed), planes);
            let language = Language::new(*language == 0);
            rows[language.index()].push(BACKGROUND, number, 0..0, &code);
        }
        rows
    }

    pub(super) fn push(&mut self, document: u32, window: u32, span: Range<u32>, code: &Code) {
        self.documents.push(document);
        self.windows.push(window);
        self.spans.push(span);
        self.numbers.push(code.numbers);
        self.scales.push(scale(&code.numbers));
        for (words, word) in self.signatures.iter_mut().zip(code.signature) {
            words.push(word);
        }
    }

    /// Puts a copy of the row `from` of `others` into the row `at`, or at the end if there is no such row.
    pub(super) fn put_row(&mut self, at: usize, others: &Self, from: usize) {
        let at = if at < self.len() {
            at
        } else {
            self.push(
                0,
                0,
                0..0,
                &Code {
                    numbers: [0; NUMBERS],
                    signature: [0; WORDS],
                },
            );
            self.len() - 1
        };
        self.documents[at] = others.documents[from];
        self.windows[at] = others.windows[from];
        self.spans[at] = others.spans[from].clone();
        self.numbers[at] = others.numbers[from];
        self.scales[at] = others.scales[from];
        for (words, other) in self.signatures.iter_mut().zip(&others.signatures) {
            words[at] = other[from];
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.documents.len()
    }

    /// Returns the signature of a row.
    pub(super) fn signature(&self, row: usize) -> [u64; WORDS] {
        std::array::from_fn(|word| self.signatures[word][row])
    }

    /// Returns a row as a neighbour; with its numbers if `keeps_numbers` is set.
    pub(super) fn neighbour(&self, row: usize, cosine: f32, keeps_numbers: bool) -> Neighbour {
        Neighbour {
            cosine,
            document: self.documents[row],
            window: self.windows[row],
            span: self.spans[row].clone(),
            numbers: keeps_numbers.then(|| Box::new(self.numbers[row])),
        }
    }
}
