//! Reads encyclopaedias and text collections from files as a stream of sources: dumps of `MediaWiki` (`.xml`, also
//! compressed), ZIM files, JSON Lines and CSV with named fields. Nothing is downloaded; only one page and one block are
//! kept in memory.
//!
//! [`Dump::open`] recognises what a file is. [`Dump::pieces`] divides it into parts that can be stored and read in
//! parallel, in any order and more than once; a caller that records the finished pieces can continue after a crash.
//! [`Dump::read`] returns the articles of a piece as [`Source`]s with plain text, and reports what it skipped and what
//! is damaged. Damage costs only one page or block.
//!
//! ```
//! use chachong_dumps::{Dump, DumpKind, Item};
//! use std::ops::ControlFlow;
//!
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("zhwiki-20240501-pages-articles.xml");
//! let prose = "'''软件测试'''检验[[软件|程序]]是否合乎要求<ref>书</ref>。".repeat(20);
//! std::fs::write(&file, format!("<mediawiki><page><title>软件测试</title><ns>0</ns><id>7</id><revision>\
//!     <text>{}</text></revision></page></mediawiki>", prose.replace('<', "&lt;")))?;
//!
//! let dump = Dump::open(&file)?;
//! assert_eq!((dump.header().kind, dump.header().date.as_deref()), (DumpKind::MediaWiki, Some("2024-05-01")));
//! let mut sources = Vec::new();
//! let mut pieces = dump.pieces();
//! while let Some(piece) = pieces.pop() {
//!     let read = dump.read(&piece, &mut |item| {
//!         if let Item::Source(source) = item {
//!             sources.push(source);
//!         }
//!         ControlFlow::Continue(())
//!     })?;
//!     pieces.extend(read.next);
//! }
//! assert_eq!(sources[0].title, "软件测试");
//! assert!(sources[0].text.starts_with("软件测试检验程序是否合乎要求。软件测试检验"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod back_matter;
mod buffered;
mod day;
mod dump;
mod entity;
mod error;
mod file;
mod header;
mod identity;
mod kind;
mod mediawiki;
mod packed;
mod piece;
mod prose;
mod reading;
mod records;
mod source;
mod wikitext;
mod zim;

pub use dump::{Dump, Read};
pub use error::DumpError;
pub use file::File as DumpFile;
pub use header::Header;
pub use kind::{DumpKind, kind_of};
pub use packed::{Bzip2Reader, xz_reader, zstd_reader};
pub use piece::Piece;
pub use source::{Item, Reason, Source};

use identity::title_id;

/// Minimum number of characters other than white space that make a text a source; shorter ones are stubs.
pub const STUB_CHARACTERS: usize = 200;

/// Maximum length in bytes of a page's wikitext, HTML or text; longer ones are skipped. The longest articles have 2 MB.
pub const LONGEST_PAGE: usize = 8 << 20;
