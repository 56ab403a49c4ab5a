//! Addition of dumps (encyclopaedias, collections of texts) to a library: each article becomes a member named after its
//! site, title and date. Articles that the library has unchanged from an older dump are passed over, so that an
//! interrupted addition goes on where it ended.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::ScopedJoinHandle;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::dump_process::DumpReader;
use super::joining::{Joining, member_of};
use crate::kept;
use chachong_check::{Fingerprinting, Settings};
use chachong_dumps::{DumpKind, Header, Item, Reason, Source, kind_of};
use chachong_import::{Extracted, Format, READER_VERSION, decode_text, real_path};
use chachong_library::{
    Content, Derived, DocumentId, FileStamp, Imported, Library, LibraryError, NewMember, StoredPath,
};

/// Maximum number of articles kept in one transaction: a crash loses at most these, which are read again. With fewer, the
/// full-text index merges more pieces.
const AT_ONCE: usize = 1_024;
/// Bytes of text after which a transaction ends: articles may have megabytes, and some batches wait at a time.
const BYTES_AT_ONCE: usize = 8 << 20;
/// Maximum number of batches that wait to be stored while others are read and computed.
const WAITING: usize = 2;
/// Endings of files in a folder that are looked at for dumps: a table or text of a class in it stays a document.
const ENDINGS: [&str; 8] = ["xml", "bz2", "gz", "zst", "xz", "zim", "jsonl", "ndjson"];

/// Result of adding a dump to a library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DumpSummary {
    /// Number of articles that became members, including replaced ones.
    pub added: usize,
    /// Number of added articles that replaced an older text.
    pub replaced: usize,
    /// Number of articles that the library already contained unchanged.
    pub unchanged: usize,
    /// Number of parts that were not added because they are no articles of use, such as redirects, stubs and articles that are too long,
    /// by reason.
    pub passed_over: BTreeMap<Reason, usize>,
    /// Number of damaged parts.
    pub broken: usize,
    /// Error in the first damaged part; `None` without any.
    pub first_broken: Option<String>,
    /// Whether the rest of the dump was given up, because reading it failed too often.
    pub is_given_up: bool,
}

/// Event while a dump is added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DumpEvent {
    /// The dump was opened; contains its header.
    Opened(Header),
    /// Parts of the dump were processed: (number of parts since the last such event, title of the last article among
    /// them). The title is empty if no part was an article.
    Read(usize, String),
    /// This number of articles was passed on to be stored. They are stored even if the addition is cancelled afterwards, unless the
    /// library fails.
    Kept(usize),
}

/// Splits paths into (dumps, other paths). Dumps inside folders are found too; the folders stay among the other paths.
pub(super) fn split(paths: Vec<PathBuf>) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let (mut dumps, mut others) = (Vec::new(), Vec::new());
    for path in paths {
        if path.is_file() && kind_of(&path).is_some() {
            dumps.push(path);
            continue;
        }
        if path.is_dir() {
            within(&path, 0, &mut dumps);
        }
        others.push(path);
    }
    (dumps, others)
}

/// Maximum depth of folders in which dumps are looked for.
const DEEPEST: usize = 16;

fn within(folder: &Path, depth: usize, dumps: &mut Vec<PathBuf>) {
    // The reading of documents names a folder that cannot be entered.
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    for path in paths {
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() && depth < DEEPEST {
            within(&path, depth + 1, dumps);
        } else if has_ending(&path) && kind_of(&path).is_some() {
            dumps.push(path);
        }
    }
}

fn has_ending(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.contains(&ending.to_ascii_lowercase().as_str()))
}

/// Adds the articles of a dump to the library as members. `tell` receives events and returns whether to go on; articles
/// already stored stay. Fails if the library fails; damaged parts of the dump are only counted.
pub(super) fn add_dump(
    library: &Library,
    (file, mut dump): (&Path, DumpReader),
    settings: &Settings,
    tell: &mut dyn FnMut(DumpEvent) -> bool,
) -> Result<DumpSummary, LibraryError> {
    let by = &settings.by;
    // A document that was kept, and did not become a member before the program ended, is added again.
    let members: HashSet<DocumentId> = library.store().member_numbers()?.into_iter().collect();
    let mut summary = DumpSummary::default();
    let header = dump.header();
    let collection = Collection::of(file, header.clone());
    let mut is_wanted = tell(DumpEvent::Opened(header.clone()));
    let (send, batches) = sync_channel::<Vec<Item>>(WAITING);
    let (send_made, made) = sync_channel::<Vec<Made>>(WAITING);
    std::thread::scope(|scope| {
        let reader = scope.spawn(move || read(&mut dump, &send));
        let writer = scope.spawn(|| write(library, made));
        let mut ended = None;
        for batch in batches {
            let (count, title) = (batch.len(), last_title(&batch));
            let sources = summary.count(batch);
            match make(library, (&collection, &members), sources, by, &mut summary) {
                Ok(made) => {
                    let kept = made.len();
                    // The writer ended: it says why.
                    if send_made.send(made).is_err() {
                        break;
                    }
                    is_wanted &= tell(DumpEvent::Kept(kept));
                }
                Err(error) => {
                    ended = Some(error);
                    break;
                }
            }
            is_wanted &= tell(DumpEvent::Read(count, title));
            if !is_wanted {
                break;
            }
        }
        drop(send_made);
        let (added, replaced) = joined(writer)?;
        summary.added = added;
        summary.replaced = replaced;
        summary.is_given_up = joined(reader);
        ended.map_or(Ok(()), Err)
    })?;
    Ok(summary)
}

/// Waits for a thread; panics as it did.
fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    match thread.join() {
        Ok(value) => value,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

impl DumpSummary {
    /// Counts the items of a batch that are not articles, and returns the articles.
    fn count(&mut self, batch: Vec<Item>) -> Vec<Source> {
        let mut sources = Vec::with_capacity(batch.len());
        for item in batch {
            match item {
                Item::Source(source) => sources.push(source),
                Item::PassedOver(reason) => *self.passed_over.entry(reason).or_default() += 1,
                Item::Broken { detail, .. } => {
                    self.broken += 1;
                    self.first_broken.get_or_insert(detail);
                }
            }
        }
        sources
    }
}

fn last_title(batch: &[Item]) -> String {
    let titles = batch.iter().rev().filter_map(|item| match item {
        Item::Source(source) => Some(source.title.clone()),
        _ => None,
    });
    titles.into_iter().next().unwrap_or_default()
}

/// Maximum number of times that the process that reads a dump is started anew.
const MOST_STARTS: usize = 50;

/// Reads all pieces of a dump. Ends early if nobody takes the batches any more, or if the reading process failed too often;
/// returns whether that was so.
fn read(dump: &mut DumpReader, send: &SyncSender<Vec<Item>>) -> bool {
    let broken = |detail: String| Item::Broken { at: 0, detail };
    let mut pieces = dump.pieces();
    pieces.reverse();
    let (mut batch, mut bytes) = (Vec::new(), 0);
    let mut starts = 0;
    while let Some(piece) = pieces.pop() {
        let mut is_taken = true;
        let read = dump.read(&piece, &mut |item| {
            if let Item::Source(source) = &item {
                bytes += source.text.len();
            }
            batch.push(item);
            if batch.len() >= AT_ONCE || bytes >= BYTES_AT_ONCE {
                bytes = 0;
                is_taken = send.send(std::mem::take(&mut batch)).is_ok();
            }
            if is_taken {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        if !is_taken {
            return false;
        }
        match read {
            Ok(next) => pieces.extend(next),
            Err((detail, left)) => {
                batch.push(broken(detail));
                starts += usize::from(left.is_some());
                if starts > MOST_STARTS {
                    break;
                }
                pieces.extend(left);
            }
        }
    }
    let _ = send.send(batch);
    starts > MOST_STARTS
}

/// Article made ready to be kept.
struct Made {
    content: Content,
    path: StoredPath,
    extracted: Extracted,
    derived: Derived,
    member: NewMember,
}

/// Prepares the articles that the library does not contain unchanged.
fn make(
    library: &Library,
    (collection, members): (&Collection, &HashSet<DocumentId>),
    sources: Vec<Source>,
    by: &Fingerprinting,
    summary: &mut DumpSummary,
) -> Result<Vec<Made>, LibraryError> {
    let store = library.store();
    let read_as = Content::read_as(Format::Txt, None);
    let mut wanted = Vec::with_capacity(sources.len());
    for source in sources {
        let path = collection.stored_path(&source);
        let known = store.known_file(&path.path, path.stamp, &read_as)?;
        if known.is_some_and(|known| members.contains(&known)) {
            summary.unchanged += 1;
        } else {
            wanted.push((source, path));
        }
    }
    let made = wanted
        .into_par_iter()
        .filter_map(|(source, path)| made(&collection.header, source, path, by));
    Ok(made.collect())
}

/// Returns the text of an article as the reader of text files gives it. Texts of dumps are not empty, and plain UTF-8.
pub(super) fn extracted_text(source: &Source) -> Option<Extracted> {
    decode_text(source.text.as_bytes()).ok()
}

fn made(header: &Header, source: Source, path: StoredPath, by: &Fingerprinting) -> Option<Made> {
    let mut extracted = extracted_text(&source)?;
    extracted.metadata.sha256 = chachong_import::hex(&Sha256::digest(source.text.as_bytes()));
    extracted.metadata.title = Some(source.title);
    extracted.metadata.author = source.author;
    extracted.metadata.modified = source.date;
    extracted.metadata.address = source.address;
    extracted.metadata.licence = source.licence.or_else(|| header.licence.clone());
    let content = Content::new(&extracted.metadata.sha256, Format::Txt, None)?;
    let reading = kept::fingerprinted(&extracted, by);
    let joining = Joining {
        document: DocumentId(0),
        name: path.name.clone(),
        path: path.path.clone(),
    };
    Some(Made {
        derived: kept::derived(&reading, by),
        member: member_of(&joining, &extracted),
        content,
        path,
        extracted,
    })
}

/// What the articles of a dump have in common.
struct Collection {
    header: Header,
    /// Beginning of the articles' paths: the same for each dump of one site or, for records, for one file.
    place: PathBuf,
}

impl Collection {
    fn of(file: &Path, header: Header) -> Self {
        let place = match header.kind {
            DumpKind::MediaWiki | DumpKind::Zim => {
                // Encyclopaedias in different languages have one name.
                let language = header.language.as_deref().unwrap_or_default();
                Path::new(&one_name(&header.site)).join(one_name(language))
            }
            // Files of records in different folders may have one name, and count their rows from 1.
            DumpKind::JsonLines | DumpKind::Csv => {
                real_path(file).unwrap_or_else(|_| file.to_owned())
            }
        };
        Self { header, place }
    }

    /// Returns the place of an article in the library, with a stamp that changes with its text.
    fn stored_path(&self, source: &Source) -> StoredPath {
        // "https://simple.wikipedia.org/wiki/Tea": a host of its own where name and language are those of another site.
        let host = (source.address.as_deref()).and_then(|address| address.split('/').nth(2));
        let hash = twox_hash::XxHash3_64::oneshot(source.text.as_bytes());
        StoredPath {
            path: (self.place.join(one_name(host.unwrap_or_default()))).join(one_name(&source.id)),
            name: shown_name(&self.header, source),
            stamp: FileStamp {
                bytes: source.text.len() as u64,
                modified: hash.cast_signed(),
            },
        }
    }
}

/// Returns a text of a dump as one name of a path: an id such as `/etc/passwd` or `C:\x` must not name a file of this machine.
fn one_name(text: &str) -> String {
    let shown = text.replace('/', "\u{2215}").replace('\\', "\u{29F5}");
    let shown = shown.replace(':', "\u{2236}");
    if matches!(shown.as_str(), "." | "..") {
        return shown.replace('.', "\u{2024}");
    }
    shown
}

/// Returns the name under which an article is shown: 维基百科：软件测试，2024-05-01.
pub(super) fn shown_name(header: &Header, source: &Source) -> String {
    let title = if source.title.is_empty() {
        &source.id
    } else {
        &source.title
    };
    let day = (source.date.as_deref().or(header.date.as_deref())).map(|date| {
        // The time of the day says nothing to a reader.
        date.split('T').next().unwrap_or(date)
    });
    match day {
        Some(day) => format!("{}：{title}，{day}", header.site),
        None => format!("{}：{title}", header.site),
    }
}

/// Stores the prepared articles, batch by batch. Returns (number of articles stored, number of older texts that they replaced).
fn write(library: &Library, made: Receiver<Vec<Made>>) -> Result<(usize, usize), LibraryError> {
    let store = library.store();
    let (mut added, mut replaced) = (0, 0);
    for batch in made {
        let mut before = HashSet::new();
        for one in &batch {
            before.extend(store.document_at(&one.path.path)?);
        }
        let imported: Vec<Imported<'_>> = (batch.iter())
            .map(|one| Imported {
                content: &one.content,
                format: Format::Txt,
                reader: READER_VERSION,
                path: &one.path,
                extracted: &one.extracted,
                derived: &one.derived,
            })
            .collect();
        let numbers = store.put(&imported)?;
        let members: Vec<NewMember> = (batch.into_iter().zip(&numbers))
            .map(|(one, &document)| NewMember {
                document,
                ..one.member
            })
            .collect();
        store.add_members(&members)?;
        for number in &numbers {
            before.remove(number);
        }
        // Other articles may have had the same text.
        let mut gone = Vec::new();
        for number in before {
            if store.paths(number)?.is_empty() {
                gone.push(number);
            }
        }
        if !gone.is_empty() {
            store.remove_for_good(&gone)?;
        }
        added += members.len();
        replaced += gone.len();
    }
    Ok((added, replaced))
}

#[cfg(test)]
mod tests {
    use super::one_name;
    use std::path::{Component, Path};

    /// A program that answers like a worker, and dies at the first item that it is asked for.
    #[cfg(unix)]
    #[test]
    fn a_dump_at_which_each_reading_dies_is_given_up_article_by_article() {
        use super::{DumpReader, MOST_STARTS, read};
        use chachong_dumps::{Dump, Item};
        use chachong_import::Isolation;
        use std::fmt::Write as _;
        use std::os::unix::fs::PermissionsExt as _;
        use std::sync::mpsc::sync_channel;

        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.jsonl");
        let mut records = String::new();
        for id in 0..100 {
            let text = "夜间开放".repeat(100);
            writeln!(records, r#"{{"id": "{id}", "text": "{text}"}}"#).unwrap();
        }
        std::fs::write(&file, records).unwrap();
        let dump = Dump::open(&file).unwrap();
        let opened = serde_json::json!({ "Opened": [dump.header(), dump.pieces()] });
        let mut items = Vec::new();
        let pieces = dump.pieces();
        let _ = dump.read(&pieces[0].at_most(1), &mut |item| {
            items.push(serde_json::json!({ "Item": item }).to_string());
            std::ops::ControlFlow::Continue(())
        });
        let program = folder.path().join("worker");
        let asked = folder.path().join("asked");
        let script = format!(
            "#!/bin/sh\necho '{opened}'\nread -r piece || exit 0\necho \"$piece\" >> '{}'\necho '{}'\nexit 1\n",
            asked.display(),
            items[0]
        );
        std::fs::write(&program, script).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let mut reader = DumpReader::open(&Isolation::Process(program), &file).unwrap();
        let (send, batches) = sync_channel(1_000);
        assert!(read(&mut reader, &send), "it is given up");
        drop(send);
        let items: Vec<Item> = batches.into_iter().flatten().collect();
        let good = items.iter().filter(|item| matches!(item, Item::Source(_)));
        assert_eq!(good.count(), MOST_STARTS + 1);
        // Each time one good article was read and the next one killed.
        let asked = std::fs::read_to_string(asked).unwrap();
        let skipped = asked.lines().map(|piece| {
            let piece: serde_json::Value = serde_json::from_str(piece).unwrap();
            piece["skip"].as_u64().unwrap()
        });
        let expected = (0..=MOST_STARTS as u64).map(|start| 2 * start);
        assert!(skipped.eq(expected));
    }

    #[test]
    fn no_text_of_a_dump_leads_out_of_its_place() {
        for text in [
            "/etc/passwd",
            "..",
            ".",
            "a/../../b",
            "C:\\x\\y",
            "\\\\server\\share",
            "词条",
        ] {
            let name = one_name(text);
            let parts: Vec<Component<'_>> = Path::new(&name).components().collect();
            assert!(
                matches!(parts[..], [Component::Normal(_)]),
                "{text}: {name}"
            );
        }
        assert_eq!(one_name("Category/11"), "Category\u{2215}11");
    }
}
