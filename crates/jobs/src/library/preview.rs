//! Preview of a dump before its articles are added to a library: its header, its first articles, and an estimate of how
//! many articles, characters, bytes and minutes it will add.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::dump_process::DumpReader;
use super::sources::{extracted_text, shown_name, split};
use chachong_check::{Document, Settings, fingerprint_by};
use chachong_dumps::{Header, Item, Reason, Source};

/// Number of articles that a preview shows.
pub const FIRST_SHOWN: usize = 10;
/// Number of places in a dump that are looked at. Encyclopaedias begin with their oldest articles, which are the longest.
const PLACES: usize = 3;
/// Items (articles, redirects and others) that are looked at in each place.
const ITEMS: u64 = 150;
/// Items looked at for the first articles: old dumps begin with hundreds of redirects.
const MOST_ITEMS: u64 = 2_000;
/// Characters (Unicode scalar values) of articles whose fingerprint is timed, for the speed of this machine.
const TIMED: usize = 100_000;
/// Characters of the beginning of an article.
const BEGINNING: usize = 80;
/// Ratio of the processor time of an addition to that of its fingerprints alone (docs/sources.md, "Preview").
const BY_FINGERPRINT: f64 = 3.8;
/// Ratio of elapsed time to processor time with two or more threads: one thread writes, so more threads hardly help.
const WRITING: f64 = 0.6;
/// Bytes of a library for 100 bytes of its texts in UTF-8 (docs/sources.md, "Preview").
const LIBRARY_BY_TEXT: u64 = 110;
/// Maximum number of bytes of article texts to keep. Later articles are only counted.
const KEPT: u64 = 16 << 20;

/// Preview of a dump before it is added.
#[derive(Clone, Debug, PartialEq)]
pub struct DumpPreview {
    /// Path of the dump.
    pub file: PathBuf,
    /// Header of the dump: the information that the dump gives about itself.
    pub header: Header,
    /// First articles, at most [`FIRST_SHOWN`].
    pub first: Vec<FirstSource>,
    /// Estimated cost of adding the dump; `None` if no article was found.
    pub expected: Option<Expected>,
    /// Number of sampled parts that would not be added, such as redirects and stubs, by reason.
    pub passed_over: BTreeMap<Reason, usize>,
    /// Error in the first damaged sampled part; `None` without any.
    pub first_broken: Option<String>,
}

impl DumpPreview {
    /// Returns the dump's header without its number of articles, for which [`Self::expected`] has a better estimate.
    #[must_use]
    pub fn unestimated(&self) -> Header {
        Header {
            articles: None,
            ..self.header.clone()
        }
    }
}

/// Article at the start of a dump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstSource {
    /// Name under which the library will show the article.
    pub name: String,
    /// Length of the text in characters (Unicode scalar values).
    pub characters: usize,
    /// Beginning of the text on one line, at most 80 characters.
    pub beginning: String,
    /// Web address of the article; `None` if the dump does not state it.
    pub address: Option<String>,
}

/// Estimate, to within about a quarter, of what adding a dump needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Number of articles that will be added.
    pub sources: u64,
    /// Total length of the articles in characters (Unicode scalar values).
    pub characters: u64,
    /// Bytes by which the library grows.
    pub bytes: u64,
    /// Expected duration on this machine under its present load.
    pub time: Duration,
    /// Whether the whole dump was read, so that the numbers of articles and characters are exact.
    pub is_counted: bool,
}

impl Expected {
    /// Adds up two estimates. An unknown estimate counts as nothing; `None` if both are unknown.
    #[must_use]
    pub fn sum(all: Option<Self>, one: Option<Self>) -> Option<Self> {
        let (Some(all), Some(one)) = (all, one) else {
            return all.or(one);
        };
        Some(Self {
            sources: all.sources.saturating_add(one.sources),
            characters: all.characters.saturating_add(one.characters),
            bytes: all.bytes.saturating_add(one.bytes),
            time: all.time.saturating_add(one.time),
            is_counted: all.is_counted && one.is_counted,
        })
    }
}

/// Returns the dumps among these paths and inside these folders (at most 16 levels deep), in the order in which
/// [`add_to_library`](super::add_to_library) adds them.
#[must_use]
pub fn dumps_in(paths: &[PathBuf]) -> Vec<PathBuf> {
    split(Vec::from(paths)).0
}

/// Returns the free space on the library's disk in bytes; `None` for a library on a server, or if the system does not
/// tell.
#[must_use]
pub fn room_for(library: &Path) -> Option<u64> {
    if chachong_library::is_server(library) {
        return None;
    }
    // A new library's file, and maybe its folder, is not there yet.
    let there = library.ancestors().find(|place| place.exists());
    let there = there.unwrap_or_else(|| Path::new("."));
    fs4::available_space(there).ok()
}

/// Reads the beginning and some samples of a dump, in a worker process with limits. Nothing is written. `goes_on` is
/// called between articles; once it returns `false`, the preview of the articles read so far is returned. If the dump
/// cannot be opened, the error is a document whose outcome states the reason.
pub fn preview_dump(
    file: &Path,
    settings: &Settings,
    goes_on: &dyn Fn() -> bool,
) -> Result<DumpPreview, Box<Document>> {
    let mut dump = DumpReader::open(&settings.isolation, file)
        .map_err(|detail| Box::new(super::adding::not_opened(file.to_owned(), detail)))?;
    let header = dump.header();
    let mut seen = Seen::default();
    let is_counted = look(&mut dump, &mut seen, goes_on);
    let first = seen.sources.iter().take(FIRST_SHOWN);
    let first = first.map(|source| first_source(&header, source)).collect();
    Ok(DumpPreview {
        file: file.to_owned(),
        first,
        expected: seen.expected(&header, settings, is_counted),
        passed_over: seen.passed_over,
        first_broken: seen.first_broken,
        header,
    })
}

/// What was seen of a dump.
#[derive(Default)]
struct Seen {
    /// Number of articles.
    count: u64,
    /// Characters (Unicode scalar values) of their texts.
    characters: u64,
    /// Bytes of their texts in UTF-8.
    bytes: u64,
    /// First articles: at least one, and further ones up to [`KEPT`] bytes of text.
    sources: Vec<Source>,
    passed_over: BTreeMap<Reason, usize>,
    first_broken: Option<String>,
}

/// Looks at some places of a dump. Returns whether these were the whole dump.
fn look(dump: &mut DumpReader, seen: &mut Seen, goes_on: &dyn Fn() -> bool) -> bool {
    let pieces = dump.pieces();
    let mut is_whole = pieces.len() <= PLACES;
    for place in 0..pieces.len().min(PLACES) {
        let mut next = Some(pieces[place * pieces.len() / pieces.len().min(PLACES)].clone());
        let mut items = 0;
        while let Some(piece) = next.take() {
            let before = items;
            let read = dump.read(&piece.at_most(ITEMS), &mut |item| {
                items += 1;
                seen.take(item);
                if goes_on() {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            next = match read {
                Ok(next) => next,
                Err((detail, left)) => {
                    seen.first_broken.get_or_insert(detail);
                    left
                }
            };
            if !goes_on() {
                return false;
            }
            let is_enough = place > 0 || seen.count >= FIRST_SHOWN as u64;
            let is_stuck = items == before;
            if (is_enough && items >= ITEMS) || items >= MOST_ITEMS || is_stuck {
                break;
            }
        }
        is_whole &= next.is_none();
    }
    is_whole
}

impl Seen {
    fn take(&mut self, item: Item) {
        match item {
            Item::Source(source) => {
                self.count += 1;
                self.characters += source.text.chars().count() as u64;
                self.bytes += source.text.len() as u64;
                if self.sources.is_empty() || self.bytes <= KEPT {
                    self.sources.push(source);
                }
            }
            Item::PassedOver(reason) => *self.passed_over.entry(reason).or_default() += 1,
            Item::Broken { detail, .. } => {
                self.first_broken.get_or_insert(detail);
            }
        }
    }

    /// Estimates the whole from what was seen; `None` without an article.
    fn expected(&self, header: &Header, settings: &Settings, is_counted: bool) -> Option<Expected> {
        if self.count == 0 {
            return None;
        }
        // The header counts stubs and lists of meanings as articles.
        let counted = [Reason::Stub, Reason::Disambiguation, Reason::TooLong];
        let others: usize = (counted.iter())
            .filter_map(|reason| self.passed_over.get(reason))
            .sum();
        let articles = header.articles.filter(|_| !is_counted);
        let sources = articles.map_or(self.count, |articles| {
            share(articles, self.count, self.count + others as u64).max(self.count)
        });
        let characters = share(self.characters, sources, self.count);
        let bytes = share(self.bytes, sources, self.count);
        Some(Expected {
            sources,
            characters,
            bytes: share(bytes, LIBRARY_BY_TEXT, 100),
            time: self.time(settings, characters)?,
            is_counted,
        })
    }

    /// Estimates the time to add articles of so many characters by the time that the fingerprints of some articles take here;
    /// `None` without an article.
    fn time(&self, settings: &Settings, characters: u64) -> Option<Duration> {
        let by = &settings.by;
        let mut texts = self.sources.iter().filter_map(extracted_text);
        // The first fingerprint waits for the dictionary.
        let first = texts.next()?;
        let _ = fingerprint_by(&first, by);
        let (start, mut timed) = (Instant::now(), 0);
        for text in std::iter::once(first).chain(texts) {
            let _ = fingerprint_by(&text, by);
            timed += text.text.chars().count();
            if timed >= TIMED {
                break;
            }
        }
        let one = start.elapsed().as_secs_f64() / timed.max(1) as f64;
        let threads = settings.threads.unwrap_or_else(rayon::current_num_threads);
        let by_clock = if threads > 1 { WRITING } else { 1.0 };
        Duration::try_from_secs_f64(one * characters as f64 * BY_FINGERPRINT * by_clock).ok()
    }
}

/// Returns `number` × `over` / `under`, rounded down; an `under` of 0 counts as 1.
fn share(number: u64, over: u64, under: u64) -> u64 {
    let share = u128::from(number) * u128::from(over) / u128::from(under.max(1));
    u64::try_from(share).unwrap_or(u64::MAX)
}

fn first_source(header: &Header, source: &Source) -> FirstSource {
    let words = source.text.split_whitespace().collect::<Vec<_>>().join(" ");
    FirstSource {
        name: shown_name(header, source),
        characters: source.text.chars().count(),
        beginning: words.chars().take(BEGINNING).collect(),
        address: source.address.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_import::Isolation;
    use std::fmt::Write as _;

    fn settings() -> Settings {
        Settings {
            isolation: Isolation::Thread,
            threads: Some(1),
            ..Settings::default()
        }
    }

    /// Writes rows of JSON with texts of `characters` characters; every fifth is a stub.
    fn rows(file: &Path, count: usize, characters: usize) {
        let mut rows = String::new();
        for number in 0..count {
            let text: String = if number % 5 == 4 {
                "太短。".to_owned()
            } else {
                "字".repeat(characters)
            };
            writeln!(
                rows,
                "{{\"id\":\"{number}\",\"title\":\"题{number}\",\"text\":\"{text}\"}}"
            )
            .unwrap();
        }
        std::fs::write(file, rows).unwrap();
    }

    #[test]
    fn small_dumps_are_counted_and_large_ones_estimated_without_their_stubs() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.jsonl");
        rows(&file, 20, 300);
        let seen = preview_dump(&file, &settings(), &|| true).unwrap();
        assert_eq!((seen.first.len(), seen.passed_over[&Reason::Stub]), (10, 4));
        assert_eq!(seen.first[0].name, "a：题0");
        assert_eq!(seen.first[0].beginning.chars().count(), BEGINNING);
        let expected = seen.expected.unwrap();
        assert_eq!((expected.sources, expected.characters), (16, 16 * 300));
        assert_eq!(
            (expected.bytes, expected.is_counted),
            (16 * 900 * 11 / 10, true)
        );

        rows(&file, 20_000, 300);
        let expected = preview_dump(&file, &settings(), &|| true)
            .unwrap()
            .expected
            .unwrap();
        assert!(!expected.is_counted);
        assert!(
            (12_000..20_000).contains(&expected.sources),
            "{}",
            expected.sources
        );
        assert_eq!(expected.characters, expected.sources * 300);
    }

    #[test]
    fn a_look_that_nobody_wants_any_more_ends() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.jsonl");
        rows(&file, 20_000, 300);
        let asked = std::cell::Cell::new(0);
        let goes_on = || {
            asked.set(asked.get() + 1);
            asked.get() < 3
        };
        let seen = preview_dump(&file, &settings(), &goes_on).unwrap();
        assert_eq!(seen.first.len(), 3);
        assert!(preview_dump(&folder.path().join("none.xml"), &settings(), &|| true).is_err());
    }

    #[test]
    fn sums_keep_what_is_known() {
        let one = Expected {
            sources: 1,
            characters: 300,
            bytes: 990,
            time: Duration::from_secs(1),
            is_counted: true,
        };
        let two = Expected {
            is_counted: false,
            ..one
        };
        assert_eq!(Expected::sum(None, Some(one)), Some(one));
        assert_eq!(Expected::sum(Some(one), None), Some(one));
        let sum = Expected::sum(Some(one), Some(two)).unwrap();
        assert_eq!((sum.sources, sum.bytes, sum.is_counted), (2, 1_980, false));
        assert_eq!(share(u64::MAX, u64::MAX, 1), u64::MAX);
    }

    #[test]
    fn room_is_told_for_a_library_that_is_not_there_yet() {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("new").join("l.chachong");
        assert!(room_for(&library).unwrap() > 0);
        assert_eq!(room_for(Path::new("postgres://example/l")), None);
    }
}
