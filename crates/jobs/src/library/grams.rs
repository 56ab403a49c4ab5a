//! Runs of tokens (grams) that many members of a library have, counted once and kept with the library.

use rayon::prelude::*;

use super::frequencies::put;
use chachong_check::MemoryRoom;
use chachong_compare::{CommonGramCounts, CommonGrams, Prepared, TextGrams};
use chachong_library::{DocumentId, DocumentStore, LibraryError, LibraryGrams, Store};
use chachong_text::{PROCESSING_VERSION, normalize_without};

/// Minimum number of members in a library for learning from it which phrases are common.
pub const LEAST_MEMBERS_FOR_GRAMS: usize = 1_000;
/// Maximum number of members that are counted, spread evenly over a larger library.
const COUNTED: usize = 1_000;
/// Minimum number of counted members with a gram for it to be common; a text and its copies are fewer.
const LEAST_TEXTS: u32 = 5;
/// Maximum change of the number of members, in percent, before a library is counted again.
const CHANGED_PERCENT: usize = 20;
/// Number of members read between two calls of `step`.
const AT_ONCE: usize = 32;

/// Returns the runs of tokens (grams) that many members of a library have: at least 5 of the counted members, which are at most 1,000,
/// spread evenly over the library. `members` is the number of members. `None` with fewer than [`LEAST_MEMBERS_FOR_GRAMS`] members, or if
/// `step` returned `false`. `step` receives the number of members counted and the number to count.
///
/// Saved grams are used again until the number of members has changed by more than 20 %. If the texts cannot be read for lack of rights
/// or because a server is away, the last saved grams are returned; `None` without any. Fails if the library fails for another reason.
pub fn library_grams(
    library: &dyn Store,
    members: usize,
    step: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Option<CommonGrams>, LibraryError> {
    // A list of a million numbers takes a tenth of a second: it is made where they are counted.
    let numbers = || library.member_numbers();
    let counted = grams_of(library, (members, &numbers), LEAST_MEMBERS_FOR_GRAMS, step);
    match counted {
        // Who may only check counts nothing in the texts of others, and nobody in those of a lost server: what was counted
        // last is near enough.
        Err(LibraryError::NoRight { .. } | LibraryError::ServerAway { .. }) => {
            let kept = library.frequencies()?.map(|kept| kept.grams);
            let grams = kept.filter(|grams| grams.version == PROCESSING_VERSION);
            Ok(grams.map(|grams| CommonGrams::read(&grams.chinese, &grams.words)))
        }
        counted => counted,
    }
}

fn grams_of(
    library: &dyn Store,
    (members, numbers): (usize, &dyn Fn() -> Result<Vec<DocumentId>, LibraryError>),
    least_members: usize,
    step: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Option<CommonGrams>, LibraryError> {
    if members < least_members {
        return Ok(None);
    }
    let mut kept = library.frequencies()?.unwrap_or_default();
    let grams = &kept.grams;
    let changed = grams.members.abs_diff(members);
    if grams.version == PROCESSING_VERSION
        && 100_usize.saturating_mul(changed) <= CHANGED_PERCENT.saturating_mul(grams.members)
    {
        return Ok(Some(CommonGrams::read(&grams.chinese, &grams.words)));
    }
    let members = numbers()?;
    let number = members.len().min(COUNTED);
    let counted: Vec<DocumentId> = (0..number)
        .map(|place| members[place * members.len() / number])
        .collect();
    let mut counts = CommonGramCounts::default();
    for (batch, documents) in counted.chunks(AT_ONCE).enumerate() {
        if !step(batch * AT_ONCE, number) {
            return Ok(None);
        }
        let found: Vec<Option<TextGrams>> = documents
            .par_iter()
            .map(|&document| text_grams(library, document, &counts))
            .collect::<Result<_, LibraryError>>()?;
        for grams in found.into_iter().flatten() {
            counts.add(grams);
        }
    }
    let [chinese, words] = counts.tables(LEAST_TEXTS);
    let found = CommonGrams::read(&chinese, &words);
    kept.grams = LibraryGrams {
        version: PROCESSING_VERSION,
        members: members.len(),
        chinese,
        words,
    };
    put(library, &kept)?;
    Ok(Some(found))
}

/// Reads the grams of one member; `None` if it was deleted meanwhile, or its text is damaged: the others still count.
fn text_grams(
    library: &dyn DocumentStore,
    document: DocumentId,
    counts: &CommonGramCounts,
) -> Result<Option<TextGrams>, LibraryError> {
    let extracted = match library.extracted(document) {
        Ok(extracted) => extracted,
        Err(LibraryError::NoSuchDocument { .. } | LibraryError::Damaged { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    // Nobody cancels a wait for the others.
    let _room = MemoryRoom::for_reading(extracted.text.len(), &|| false);
    let text = normalize_without(&extracted.text, &extracted.exclusions, extracted.breaks);
    Ok(Some(counts.grams(&Prepared::new(&text))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_compare::{Background, Weighed, passages};
    use chachong_import::{Format, READER_VERSION, decode_text};
    use chachong_library::{Content, Derived, FileStamp, Imported, SqliteStore, StoredPath};
    use chachong_simhash::Recipe;
    use chachong_text::{LineBreaks, normalize};
    use std::path::PathBuf;
    use std::sync::Arc;

    const PHRASE: &str = "值夜的馆员把鹮鸬的羽色记在本子上，又把潮水的刻度抄给码头的更夫";

    fn kept(store: &SqliteStore, number: usize, text: &str) -> DocumentId {
        let extracted = decode_text(text.as_bytes()).unwrap();
        let imported = Imported {
            content: &Content::new(&format!("{number:064x}"), Format::Txt, None).unwrap(),
            format: Format::Txt,
            reader: READER_VERSION,
            path: &StoredPath {
                path: PathBuf::from(format!("/{number}.txt")),
                name: format!("{number}.txt"),
                stamp: FileStamp {
                    bytes: 1,
                    modified: 1,
                },
            },
            derived: &Derived {
                version: PROCESSING_VERSION,
                recipe: Recipe::THESIS.text_form(),
                fingerprint: None,
                characters: 1,
                countable: 1,
                warnings: Vec::new(),
                marks: Vec::new(),
            },
            extracted: &extracted,
        };
        store.put(&[imported]).unwrap()[0]
    }

    #[test]
    fn what_many_members_write_is_weaker_evidence_and_counted_once() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("l.chachong")).unwrap();
        let members: Vec<DocumentId> = (0..12)
            .map(|number| {
                let own = if number < 6 {
                    PHRASE
                } else {
                    "别的都写在别处"
                };
                kept(&store, number, &format!("第{number}篇。{own}。"))
            })
            .collect();
        let mut steps = 0;
        let mut grams = |least: usize, go_on: bool| {
            let found = grams_of(
                &store,
                (members.len(), &|| Ok(members.clone())),
                least,
                &mut |_, total| {
                    assert_eq!(total, members.len());
                    steps += 1;
                    go_on
                },
            );
            (found.unwrap(), steps)
        };
        assert!(grams(13, true).0.is_none(), "a small library says nothing");
        assert!(grams(12, false).0.is_none(), "stopped");
        let (library, counted) = grams(12, true);
        assert_eq!(grams(12, true).1, counted, "kept: not counted again");
        let chance = |library: Option<CommonGrams>| {
            let background = Background::new().with_library(library.map(Arc::new));
            let text = |text: &str| {
                let prepared = Prepared::new(&normalize(text, LineBreaks::Layout));
                Weighed::new(prepared, &background)
            };
            let (a, b) = (
                text(&format!("{PHRASE}，甲。")),
                text(&format!("{PHRASE}，乙。")),
            );
            passages(&a, &b).first().map(|passage| passage.chance)
        };
        let (alone, with) = (chance(None).unwrap(), chance(library).unwrap());
        assert!(alone < with, "{alone:?} {with:?}");
        assert!(counted > 0);
    }
}
