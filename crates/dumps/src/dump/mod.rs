//! Opens a dump, divides it into pieces and reads it piece by piece.

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::day;
use crate::error::DumpError;
use crate::file::File;
use crate::header::Header;
use crate::kind::{DumpKind, Known, know};
use crate::mediawiki::{Pages, Site};
use crate::packed::Packing;
use crate::piece::{Piece, Range};
use crate::reading::Reading;
use crate::records::{Form, Records};
use crate::source::Item;
use crate::zim::Zim;

/// Bytes of a piece of a plain file: about 1,000 pages.
const PLAIN_PIECE: u64 = 8 << 20;
/// Bytes of a piece of a file in bzip2, which unpacks to four times as much.
const BZIP2_PIECE: u64 = 3 << 20;
/// Articles of a piece of a ZIM file. They lie in a few clusters.
const ZIM_PIECE: u64 = 1000;
/// Items after which the reading of a piece that has no end of its own stops.
const ITEMS: u64 = 1000;
/// Maximum number of unfinished readings that are kept to be continued.
const HELD: usize = 4;
/// Pages that are looked at, at each of [`SAMPLES`] places, for the number of articles.
const SAMPLED_PAGES: usize = 100;
const SAMPLES: u64 = 3;
/// Minimum number of packed bytes to look at in each place: a reader moves by whole blocks, of some 250 KB in bzip2.
const SAMPLED_BYTES: u64 = 1 << 20;
/// Maximum number of looks, of [`SAMPLED_PAGES`] pages each, at one place. Short pages that pack well may have fewer
/// bytes than [`SAMPLED_BYTES`] then.
const MOST_SAMPLES: usize = 20;

/// Dump of an encyclopaedia or text collection, opened for reading. Several threads may share it and read different
/// pieces.
pub struct Dump {
    path: PathBuf,
    file: File,
    known: Known,
    header: Header,
    content: Content,
    /// Readings that stopped before their end, each with the piece that continues it.
    held: Mutex<Vec<(Piece, Box<dyn Reading>)>>,
}

/// Data about the whole dump that the reading of a piece needs, by the kind of dump.
enum Content {
    MediaWiki(Arc<Site>),
    Zim(Arc<Zim>),
    Records(Form),
}

/// Result of reading a piece of a dump: how far the reading came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Read {
    /// Rest of the piece, from which reading continues; it may be empty. `None` if the piece was read to its end.
    pub next: Option<Piece>,
    /// Number of items that this call read, including skipped and damaged ones.
    pub items: u64,
    /// Byte offset in the file as it is stored up to which it has been read, for showing progress. For a ZIM file, it is estimated from
    /// the share of articles that were read, and is 0 in the piece with the entries that are not articles.
    pub position: u64,
}

impl Dump {
    /// Opens a dump. Reads its beginning and some sample pages, from which the number of articles is estimated. Fails if the file cannot
    /// be read, is no dump, or is damaged at its start.
    pub fn open(path: &Path) -> Result<Self, DumpError> {
        let file = File::open(path).map_err(|source| DumpError::Unreadable {
            file: path.to_owned(),
            source,
        })?;
        Self::of_open(path, file)
    }

    /// Opens a dump whose file is already open, for a process that may not open files. `path` is used in error messages, and its file
    /// name for the date, the name of the site and the recognition of tables. Fails as [`Self::open`] does.
    pub fn of_open(path: &Path, file: File) -> Result<Self, DumpError> {
        let unreadable = |source| DumpError::Unreadable {
            file: path.to_owned(),
            source,
        };
        let bytes = file.length();
        let known = know(path, &file)
            .map_err(unreadable)?
            .ok_or_else(|| DumpError::NotADump {
                file: path.to_owned(),
            })?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut header = Header {
            kind: known.kind,
            site: String::new(),
            language: None,
            licence: None,
            date: day::in_name(&name),
            bytes,
            articles: None,
        };
        let content = match known.kind {
            DumpKind::MediaWiki => {
                let mut start = known.open(&file, 0, bytes).map_err(unreadable)?;
                let site = Site::read(&mut *start, header.date.as_deref());
                header.site.clone_from(&site.name);
                header.language.clone_from(&site.language);
                header.licence.clone_from(&site.licence);
                Content::MediaWiki(Arc::new(site))
            }
            DumpKind::Zim => {
                let zim = Zim::open(path, &file)?;
                zim.describe(&mut header);
                Content::Zim(Arc::new(zim))
            }
            DumpKind::JsonLines => Content::Records(Form::Json),
            DumpKind::Csv => {
                let columns = known.columns.clone().ok_or_else(|| DumpError::NotADump {
                    file: path.to_owned(),
                })?;
                Content::Records(Form::Table(Arc::new(columns)))
            }
        };
        if header.site.is_empty() {
            name.split('.')
                .next()
                .unwrap_or(&name)
                .clone_into(&mut header.site);
        }
        let mut dump = Self {
            path: path.to_owned(),
            file,
            known,
            header,
            content,
            held: Mutex::new(Vec::new()),
        };
        if dump.header.articles.is_none() {
            dump.header.articles = dump.estimate();
        }
        Ok(dump)
    }

    /// Returns the site, language, licence, date and size of the dump, as far as they are known.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the pieces of the dump in order. A file that can only be read from its start is a single piece: reading
    /// it stops after some items, and [`Read::next`] holds the rest.
    #[must_use]
    pub fn pieces(&self) -> Vec<Piece> {
        self.pieces_of(None)
    }

    /// Returns pieces of a size in bytes; `None` for the usual one.
    fn pieces_of(&self, size: Option<u64>) -> Vec<Piece> {
        let bytes = self.header.bytes;
        let cut = |total: u64, size: u64, range: fn(u64, u64) -> Range| {
            (0..total.div_ceil(size))
                .map(|number| self.piece(range(number * size, ((number + 1) * size).min(total)), 0))
                .collect::<Vec<_>>()
        };
        match &self.content {
            Content::Zim(zim) => {
                let mut pieces = cut(zim.order().articles.len() as u64, ZIM_PIECE, |from, to| {
                    Range::Articles { from, to }
                });
                pieces.push(self.piece(Range::OtherEntries, 0));
                pieces
            }
            _ if self.known.has_ranges() => {
                let size = size.unwrap_or(match self.known.packing {
                    Packing::Bzip2 => BZIP2_PIECE,
                    _ => PLAIN_PIECE,
                });
                cut(bytes, size, |from, to| Range::Bytes { from, to })
            }
            _ => vec![self.piece(Range::Bytes { from: 0, to: bytes }, 0)],
        }
    }

    fn piece(&self, range: Range, skip: u64) -> Piece {
        Piece {
            file_bytes: self.header.bytes,
            range,
            skip,
            most: None,
        }
    }

    /// Reads a piece and passes its items to `each`, in order. Stops when `each` breaks, the piece ends, or the piece's limit of items is
    /// reached; in a file that can only be read from its start, that limit is 1,000 items unless the piece has its own. [`Read::next`]
    /// then holds the rest of the piece.
    ///
    /// Continuing directly with [`Read::next`] costs nothing. Later, or in another run, the items that were already read are skipped
    /// quickly. Fails if the piece was made from a file of another size or kind, or if the file cannot be read. Damage inside the file is
    /// an [`Item::Broken`], not an error.
    pub fn read(
        &self,
        piece: &Piece,
        each: &mut dyn FnMut(Item) -> ControlFlow<()>,
    ) -> Result<Read, DumpError> {
        if piece.file_bytes != self.header.bytes {
            return Err(DumpError::OtherFile {
                file: self.path.clone(),
            });
        }
        let mut reading = match self.take_held(piece) {
            Some(reading) => reading,
            None => self.begin(piece)?,
        };
        let whole = self.known.has_ranges() || matches!(self.content, Content::Zim(_));
        let most = piece.most.unwrap_or(if whole { u64::MAX } else { ITEMS });
        let mut items = 0;
        let done = loop {
            if items >= most {
                break false;
            }
            match reading.next() {
                None => break true,
                Some(item) => {
                    items += 1;
                    if each(item).is_break() {
                        break false;
                    }
                }
            }
        };
        let position = reading.position().min(self.header.bytes);
        let next = (!done).then(|| self.piece(piece.range, piece.skip + items));
        if let Some(next) = &next {
            let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
            if held.len() >= HELD {
                held.remove(0);
            }
            held.push((next.clone(), reading));
        }
        Ok(Read {
            next,
            items,
            position,
        })
    }

    fn take_held(&self, piece: &Piece) -> Option<Box<dyn Reading>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let at = held.iter().position(|(next, _)| next == piece)?;
        Some(held.remove(at).1)
    }

    /// Begins to read a piece after the items that were already read.
    fn begin(&self, piece: &Piece) -> Result<Box<dyn Reading>, DumpError> {
        let unreadable = |source| DumpError::Unreadable {
            file: self.path.clone(),
            source,
        };
        let mut reading: Box<dyn Reading> = match (&self.content, piece.range) {
            (Content::Zim(zim), Range::Articles { from, to }) => {
                Box::new(Zim::articles(zim, from, to))
            }
            (Content::Zim(zim), Range::OtherEntries) => Box::new(Zim::other_entries(zim)),
            (Content::MediaWiki(site), Range::Bytes { from, to }) => {
                let bytes = self.known.open(&self.file, from, to).map_err(unreadable)?;
                Box::new(Pages::new(bytes, Arc::clone(site)))
            }
            (Content::Records(form), Range::Bytes { from, to }) => {
                let bytes = self.known.open(&self.file, from, to).map_err(unreadable)?;
                Box::new(Records::new(bytes, form.clone(), from))
            }
            _ => {
                return Err(DumpError::OtherFile {
                    file: self.path.clone(),
                });
            }
        };
        for _ in 0..piece.skip {
            if !reading.skip() {
                break;
            }
        }
        Ok(reading)
    }

    /// Estimates the number of articles by some pages at the start and inside of the file.
    fn estimate(&self) -> Option<u64> {
        let bytes = self.header.bytes;
        let places = if self.known.has_ranges() { SAMPLES } else { 1 };
        let (mut articles, mut seen) = (0, 0);
        for place in 0..places {
            let from = bytes / places * place;
            let opened = self.known.open(&self.file, from, bytes).ok()?;
            let (count, end) = match &self.content {
                Content::MediaWiki(site) => {
                    let mut pages = Pages::new(opened, Arc::clone(site));
                    let mut articles = 0;
                    for _ in 0..MOST_SAMPLES {
                        let (looked_at, found) = pages.sample(SAMPLED_PAGES);
                        articles += found as u64;
                        if looked_at < SAMPLED_PAGES || pages.position() >= from + SAMPLED_BYTES {
                            break;
                        }
                    }
                    (articles, pages.position())
                }
                Content::Records(form) => {
                    let mut records = Records::new(opened, form.clone(), from);
                    let most = (SAMPLED_PAGES * MOST_SAMPLES) as u64;
                    let mut count = 0;
                    while count < most
                        && records.position() < from + SAMPLED_BYTES
                        && records.skip()
                    {
                        count += 1;
                    }
                    (count, records.position())
                }
                Content::Zim(_) => return None,
            };
            articles += count;
            let to = bytes / places * (place + 1);
            seen += end.saturating_sub(from);
            // A small file is known after the first look.
            if place == 0 && end >= to && places > 1 && end >= bytes {
                return Some(count);
            }
        }
        (seen > 0 && articles > 0).then(|| {
            u64::try_from(u128::from(articles) * u128::from(bytes) / u128::from(seen))
                .unwrap_or(u64::MAX)
        })
    }
}
