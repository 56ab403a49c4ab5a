//! Storage for the texts of a check after reading: on disk while the check lasts, so that ten thousand theses need
//! not stay in memory.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};

use chachong_compare::{Prepared, Span};
use chachong_import::{Extracted, RecognisedText};
use chachong_library::{DocumentId, LibraryError, Store};
use chachong_text::{Exclusion, LineBreaks, Normalized, normalize_without};

/// Temporary file for texts, without a name: no other program can open it, and it disappears when this program ends.
#[derive(Debug)]
pub struct TextStore {
    file: Mutex<File>,
}

impl TextStore {
    /// Creates an empty store. Fails if the temporary file cannot be created.
    pub fn new() -> io::Result<Self> {
        Ok(Self {
            file: Mutex::new(tempfile::tempfile()?),
        })
    }
}

/// Place of some bytes in a store.
#[derive(Clone, Debug)]
struct Stored {
    store: Arc<TextStore>,
    offset: u64,
    bytes: usize,
}

impl Stored {
    fn write(store: &Arc<TextStore>, bytes: &[u8]) -> io::Result<Self> {
        let mut file = store.file.lock().unwrap_or_else(PoisonError::into_inner);
        let offset = file.seek(SeekFrom::End(0))?;
        file.write_all(bytes)?;
        Ok(Self {
            store: Arc::clone(store),
            offset,
            bytes: bytes.len(),
        })
    }

    fn read(&self) -> io::Result<Vec<u8>> {
        let mut file = (self.store.file.lock()).unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.offset))?;
        let mut buffer = vec![0; self.bytes];
        file.read_exact(&mut buffer)?;
        Ok(buffer)
    }

    fn text(&self) -> io::Result<Arc<str>> {
        String::from_utf8(self.read()?)
            .map(Into::into)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }
}

/// Extracted text with its exclusions, kept in memory, in a temporary file or in a library.
#[derive(Clone, Debug)]
pub struct KeptText {
    place: Place,
    spans: Arc<KeptSpans>,
    breaks: LineBreaks,
    /// Lines that were read in pictures; `None` without recognition.
    recognised: Option<KeptLines>,
}

/// Parts of a text that its reader tells apart.
#[derive(Debug, PartialEq, Eq)]
struct KeptSpans {
    exclusions: Vec<Exclusion>,
    block_quotations: Vec<(u64, u64)>,
}

/// Lines that were read in pictures, which take as much room as the text.
#[derive(Clone, Debug)]
enum KeptLines {
    Memory(Arc<RecognisedText>),
    Stored(Stored),
    /// In the library that keeps the text.
    WithText,
}

#[derive(Clone, Debug)]
enum Place {
    Memory(Arc<str>),
    Stored(Stored),
    Library {
        library: Arc<dyn Store>,
        document: DocumentId,
        /// Copy for when the library does not answer.
        copy: Option<Stored>,
    },
}

/// Compares texts, wherever they are kept. Texts in different stores are read for it: do not use it while drawing a
/// frame.
impl PartialEq for KeptText {
    fn eq(&self, other: &Self) -> bool {
        self.spans == other.spans
            && self.breaks == other.breaks
            && (self.is_at_the_place_of(other)
                || matches!((self.text(), other.text()), (Ok(own), Ok(other)) if own == other))
    }
}

impl Eq for KeptText {}

impl KeptText {
    /// Keeps a text in memory.
    #[must_use]
    pub fn new(extracted: &Extracted) -> Self {
        Self {
            place: Place::Memory(extracted.text.as_str().into()),
            spans: Arc::new(KeptSpans {
                exclusions: extracted.exclusions.clone(),
                block_quotations: extracted.block_quotations.clone(),
            }),
            breaks: extracted.breaks,
            recognised: (extracted.recognised.clone())
                .map(|recognised| KeptLines::Memory(Arc::new(recognised))),
        }
    }

    /// Returns whether any of the text was recognised in pictures.
    #[must_use]
    pub const fn has_recognition(&self) -> bool {
        self.recognised.is_some()
    }

    /// Returns the lines that were recognised in pictures, with their places; `None` if nothing was recognised. Fails if the temporary
    /// file or the library that keeps them cannot be read.
    pub fn recognised(&self) -> io::Result<Option<Arc<RecognisedText>>> {
        let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        match (&self.recognised, &self.place) {
            (Some(KeptLines::Memory(lines)), _) => Ok(Some(Arc::clone(lines))),
            (Some(KeptLines::Stored(stored)), _) => serde_json::from_slice(&stored.read()?)
                .map(|lines| Some(Arc::new(lines)))
                .map_err(invalid),
            (
                Some(KeptLines::WithText),
                Place::Library {
                    library, document, ..
                },
            ) => {
                let extracted = library.extracted(*document).map_err(io::Error::other)?;
                Ok(extracted.recognised.map(Arc::new))
            }
            (None | Some(KeptLines::WithText), _) => Ok(None),
        }
    }

    /// Moves a text in memory to a store; it stays in memory if it cannot be written there.
    #[must_use]
    pub fn stored(self, store: &Arc<TextStore>) -> Self {
        let place = match self.place {
            Place::Memory(text) => {
                Stored::write(store, text.as_bytes()).map_or(Place::Memory(text), Place::Stored)
            }
            elsewhere => elsewhere,
        };
        let recognised = self.recognised.map(|lines| lines.stored(store));
        Self {
            place,
            recognised,
            ..self
        }
    }

    /// Returns a copy with the text loaded into memory, from which it can later be read without errors. Fails if the text cannot be read.
    pub fn in_memory(&self) -> io::Result<Self> {
        Ok(Self {
            place: Place::Memory(self.text()?),
            spans: Arc::clone(&self.spans),
            breaks: self.breaks,
            recognised: self.recognised()?.map(KeptLines::Memory),
        })
    }

    /// Returns the text as a reference to a library that keeps it under the number `document`. If the text is in a [`TextStore`],
    /// that copy serves while the library's server does not answer.
    #[must_use]
    pub fn in_library(self, library: &Arc<dyn Store>, document: DocumentId) -> Self {
        let copy = match &self.place {
            Place::Stored(stored) => Some(stored.clone()),
            Place::Memory(_) | Place::Library { .. } => None,
        };
        let place = Place::Library {
            library: Arc::clone(library),
            document,
            copy,
        };
        Self {
            place,
            recognised: self.recognised.map(|_| KeptLines::WithText),
            ..self
        }
    }

    /// Returns the library that keeps the text, with the document's number there; `None` if no library keeps it.
    #[must_use]
    pub const fn library(&self) -> Option<(&Arc<dyn Store>, DocumentId)> {
        match &self.place {
            Place::Library {
                library, document, ..
            } => Some((library, *document)),
            Place::Memory(_) | Place::Stored(_) => None,
        }
    }

    fn is_at_the_place_of(&self, other: &Self) -> bool {
        if let Some(((library, document), (other_library, other_document))) =
            self.library().zip(other.library())
        {
            return Arc::ptr_eq(library, other_library) && document == other_document;
        }
        matches!(
            (&self.place, &other.place),
            (Place::Stored(own), Place::Stored(other))
                if Arc::ptr_eq(&own.store, &other.store) && own.offset == other.offset
        )
    }

    /// Returns the text exactly as it was extracted. Fails if its file or library cannot be read.
    pub fn text(&self) -> io::Result<Arc<str>> {
        match &self.place {
            Place::Memory(text) => Ok(Arc::clone(text)),
            Place::Stored(stored) => stored.text(),
            Place::Library {
                library,
                document,
                copy,
            } => match (library.text(*document), copy) {
                (Err(LibraryError::ServerAway { .. }), Some(copy)) => copy.text(),
                (text, _) => text.map(Into::into).map_err(io::Error::other),
            },
        }
    }

    /// Returns the spans of the text that are shown but not compared, such as page headers; in any order.
    #[must_use]
    pub fn exclusions(&self) -> &[Exclusion] {
        &self.spans.exclusions
    }

    /// Returns the paragraphs that the author set apart as quotations: start and end offsets in Unicode scalar values, ascending,
    /// not overlapping.
    #[must_use]
    pub fn block_quotations(&self) -> &[(u64, u64)] {
        &self.spans.block_quotations
    }

    /// Returns the meaning of a line break in the text, such as the end of a paragraph or of a printed line.
    #[must_use]
    pub const fn breaks(&self) -> LineBreaks {
        self.breaks
    }

    /// Returns part of the text as a separate text. Of what the reader found besides the text, only the exclusions are kept. Fails if the
    /// text cannot be read.
    pub fn cut(&self, span: Span) -> io::Result<Extracted> {
        self.cut_all(&[span])
    }

    /// Returns parts of the text as one separate text, with an empty line between two of them, otherwise like [`Self::cut`]. The spans
    /// are sorted and do not overlap. Fails if the text cannot be read.
    pub fn cut_all(&self, spans: &[Span]) -> io::Result<Extracted> {
        let text = self.text()?;
        let mut rest = text.chars();
        let (mut at, mut length) = (0, 0);
        let (mut parts, mut exclusions) = (String::new(), Vec::new());
        for span in spans {
            if !parts.is_empty() {
                parts.push_str("\n\n");
                length += 2;
            }
            let (start, end) = (u64::from(span.start), u64::from(span.end.max(span.start)));
            let within = |place: u64| place.clamp(start, end) - start + length;
            let here = (self.spans.exclusions.iter()).map(|exclusion| Exclusion {
                start: within(exclusion.start),
                end: within(exclusion.end),
                ..*exclusion
            });
            exclusions.extend(here.filter(|exclusion| exclusion.start < exclusion.end));
            let before = span.start.saturating_sub(at) as usize;
            let part = rest.by_ref().skip(before).take(span.len() as usize);
            parts.extend(part);
            at = span.end.max(at);
            length += end - start;
        }
        Ok(Extracted {
            exclusions,
            warnings: Vec::new(),
            ..Extracted::of_text(parts, self.breaks)
        })
    }

    /// Returns the text normalised for comparison. Fails if the text cannot be read.
    pub fn normalized(&self) -> io::Result<Normalized> {
        let text = self.text()?;
        Ok(normalize_without(
            &text,
            &self.spans.exclusions,
            self.breaks,
        ))
    }

    /// Returns the text prepared for alignment. Fails if the text cannot be read.
    pub fn prepared(&self) -> io::Result<Prepared> {
        Ok(Prepared::new(&self.normalized()?))
    }
}

impl KeptLines {
    /// Moves the lines to a store; they stay where they are if they cannot be written there.
    fn stored(self, store: &Arc<TextStore>) -> Self {
        let Self::Memory(lines) = &self else {
            return self;
        };
        let json = serde_json::to_vec(&**lines).map_err(io::Error::from);
        let stored = json.and_then(|json| Stored::write(store, &json));
        stored.map_or(self, Self::Stored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_import::decode_text;
    use chachong_text::ExclusionReason;

    #[test]
    fn parts_of_a_text_stand_apart() {
        let extracted = Extracted {
            exclusions: vec![Exclusion {
                start: 8,
                end: 12,
                reason: ExclusionReason::RunningHead,
            }],
            ..decode_text("第一题，我的回答，第二题。".as_bytes()).unwrap()
        };
        let kept = KeptText::new(&extracted);
        let spans = [(0, 3), (9, 13)].map(|(start, end)| Span { start, end });
        let cut = kept.cut_all(&spans).unwrap();
        assert_eq!(cut.text, "第一题\n\n第二题。");
        assert_eq!((cut.exclusions[0].start, cut.exclusions[0].end), (5, 8));
        assert_eq!(cut.exclusions.len(), 1);
        assert_eq!(kept.cut(spans[1]).unwrap().text, "第二题。");
    }

    #[test]
    fn a_stored_text_comes_back_as_it_was() {
        let store = Arc::new(TextStore::new().unwrap());
        let texts = ["社区图书馆的夜间开放", "夜", "open at night\n"];
        let kept: Vec<KeptText> = texts
            .iter()
            .map(|text| KeptText::new(&decode_text(text.as_bytes()).unwrap()).stored(&store))
            .collect();
        for (kept, text) in kept.iter().zip(texts) {
            assert_eq!(&*kept.text().unwrap(), text);
            assert!(matches!(kept.place, Place::Stored(_)));
        }
        assert_eq!(kept[0], kept[0].clone());
        assert_ne!(kept[0], kept[2]);
    }
}
