//! A check made in memory, the same in every run: documents of made-up characters, pairs whose passages stand in both
//! texts, for tests and benchmarks of reports.

#[path = "../../benches/random/mod.rs"]
mod random;

use std::sync::Arc;

use chachong_check::{CheckResult, Copied, Copies, Document, DocumentContent, KeptText, TextStore};
use chachong_compare::{
    Chance, Choices, Counted, DocumentIndex, PairPassages, Passage, PassageKind, Span, Thresholds,
};
use chachong_import::{Extracted, Format, ImportCause, Metadata};
use chachong_messages::Language;
use chachong_report::{Report, ReportOptions};
use chachong_simhash::Fingerprint;
use chachong_text::{LineBreaks, Mark, MarkReason};
use random::mix;

/// Passages of a pair: three strong ones, then a possible one.
const PASSAGES: usize = 4;
/// Length of a strong passage in characters.
const LENGTH: usize = 240;
/// Length of a possible passage in characters.
const SHORT: usize = 24;

/// Result of a check.
pub(crate) struct Made {
    pub(crate) result: CheckResult,
}

/// Appends `length` characters that no other `seed` gives: sentences of Chinese characters in paragraphs.
fn write(text: &mut Vec<char>, seed: u64, length: usize) {
    for i in 0..length {
        text.push(match i % 300 {
            299 => '\n',
            i if i % 30 == 29 => '。',
            _ => {
                let character = mix(seed << 32 | i as u64) % 3_000;
                char::from_u32(0x4E00 + u32::try_from(character).unwrap()).unwrap()
            }
        });
    }
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap()
}

/// Makes the characters of a passage; those of the second side are edited in every other pair.
fn passage_text(pair: usize, place: usize, edited: bool) -> Vec<char> {
    let length = if place + 1 == PASSAGES { SHORT } else { LENGTH };
    let mut text = Vec::new();
    write(&mut text, (1 << 20 | pair << 3 | place) as u64, length);
    if edited {
        for (i, c) in text.iter_mut().enumerate() {
            if i % 17 == 5 {
                *c = '改';
            }
        }
    }
    text
}

impl Made {
    /// Makes a check of documents with these names, each of about `characters` characters. The first `pairs` pairs have
    /// passages: each document with the one after it, then with the eighth after it, and so on; pairs are edited in
    /// turn.
    pub(crate) fn of(names: &[String], characters: usize, pairs: usize) -> Self {
        let store = Arc::new(TextStore::new().unwrap());
        let count = names.len();
        let mut linked: Vec<(usize, usize)> = (0..pairs)
            .map(|k| (k % count, (k % count + 1 + k / count * 7) % count))
            .map(|(a, b)| (a.min(b), a.max(b)))
            .filter(|(a, b)| a != b)
            .collect();
        linked.sort_unstable();
        linked.dedup();
        // Passages of each document: pair, number within the pair, whether it is the second side.
        let mut parts: Vec<Vec<(usize, usize, bool)>> = vec![Vec::new(); count];
        for (pair, &(a, b)) in linked.iter().enumerate() {
            for place in 0..PASSAGES {
                parts[a].push((pair, place, false));
                parts[b].push((pair, place, true));
            }
        }
        let mut spans = vec![[[Span { start: 0, end: 0 }; 2]; PASSAGES]; linked.len()];
        let mut documents = Vec::new();
        for (position, (name, parts)) in names.iter().zip(&parts).enumerate() {
            let copied: usize = parts.len() * LENGTH;
            let between = characters.saturating_sub(copied) / (parts.len() + 1);
            let mut text = Vec::new();
            for (i, &(pair, place, second)) in parts.iter().enumerate() {
                write(&mut text, (2 << 40 | position << 12 | i) as u64, between);
                let start = number(text.len());
                text.extend(passage_text(pair, place, second && pair % 2 == 1));
                let end = number(text.len());
                spans[pair][place][usize::from(second)] = Span { start, end };
            }
            write(&mut text, (3 << 40 | position) as u64, between);
            documents.push(document(name, position, &text, &store));
        }
        let pairs = linked.iter().zip(&spans).enumerate();
        let pairs: Vec<PairPassages> = pairs
            .map(|(pair, (&(a, b), spans))| {
                let passages = (0..PASSAGES).map(|place| passage(pair, place, spans[place]));
                PairPassages::copied_whole(DocumentIndex(a), DocumentIndex(b), passages.collect())
            })
            .collect();
        Self::with(documents, pairs, Choices::default())
    }

    /// Computes the shares and findings of documents with these passages.
    pub(crate) fn with(
        documents: Vec<Document>,
        pairs: Vec<PairPassages>,
        choices: Choices,
    ) -> Self {
        let counted: Vec<Counted> = (documents.iter())
            .map(|document| {
                document
                    .content()
                    .map_or_else(Counted::default, |r| (*r.counted).clone())
            })
            .collect();
        let copies = Copies {
            pairs,
            counted,
            unread: Vec::new(),
            compared: (documents.len() * documents.len() / 2) as u64,
            ..Copies::default()
        };
        let found = Copied::of(Arc::new(copies), Arc::default(), choices);
        let result = CheckResult {
            possible: true,
            ..CheckResult::of(documents, Thresholds::default())
        };
        Self {
            result: result.with_copied(found),
        }
    }

    /// Report in a language.
    pub(crate) fn check(&self, language: Language) -> Report<'_> {
        Report {
            result: &self.result,
            language,
            options: ReportOptions::default(),
        }
    }
}

/// Makes a document with a text that is kept on disk, as a check keeps it; its last tenth are references.
fn document(name: &str, position: usize, text: &[char], store: &Arc<TextStore>) -> Document {
    let characters = number(text.len());
    let text: String = text.iter().collect();
    let counted = Counted::new(&text, &[]).with_marks(vec![Mark {
        start: characters - characters / 10,
        end: characters,
        reason: MarkReason::References,
    }]);
    let extracted = Extracted::of_text(text, LineBreaks::Paragraph);
    let content = DocumentContent {
        characters: characters.into(),
        countable: counted.countable().into(),
        kept: None,
        fingerprint: Some(Fingerprint(mix(position as u64))),
        pages: Vec::new(),
        encoding: None,
        reader: None,
        record: Box::default(),
        layer: None,
        metadata: Box::new(Metadata {
            sha256: format!("{position:064x}"),
            ..Metadata::default()
        }),
        warnings: Vec::new(),
        text: KeptText::new(&extracted).stored(store),
        counted: Arc::new(counted),
    };
    Document::checked(name, Some(Format::Docx), Some(Ok(content)))
}

/// Makes a file that was not read.
pub(crate) fn failed(name: &str) -> Document {
    Document::checked(name, Some(Format::Pdf), Some(Err(ImportCause::Empty)))
}

fn passage(pair: usize, place: usize, [a, b]: [Span; 2]) -> Passage {
    let edited = pair % 2 == 1;
    let strong = place + 1 < PASSAGES;
    Passage {
        a,
        b,
        kind: if edited {
            PassageKind::Edited
        } else {
            PassageKind::Identical
        },
        matched_a: if edited { a.len() * 16 / 17 } else { a.len() },
        matched_b: if edited { b.len() * 16 / 17 } else { b.len() },
        similarity: if edited { 941 } else { 1000 },
        chance: Chance::from_log10(if strong { -40.0 } else { -3.0 }),
        documents: 2,
    }
}
