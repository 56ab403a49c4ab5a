//! Tests of a library with damaged pages, without a table, or without the text of a document.

use std::collections::HashMap;
use std::path::Path;

use super::Ground;
use crate::program::{
    Dice, chachong, done, is_in_order, members, said, sampled, sql, stderr, stdout, str,
};

/// Bytes of a page of a new library.
const PAGE: usize = 8192;

/// Counts of how verifications of damaged libraries ended.
#[derive(Debug, Default)]
struct Figures {
    refused: usize,
    unharmed: usize,
    mended: usize,
    lost: usize,
}

/// Verifies the library and compares what is left with the original.
fn verified(ground: &Ground, library: &Path, damage: &str, there: bool, figures: &mut Figures) {
    let output = chachong(&["library", "verify", "-q", str(library)]);
    let at = format!("{damage}, files {there}: {}", said(&output));
    assert!(matches!(output.status.code(), Some(0 | 1)), "{at}");
    if !stderr(&output).is_empty() {
        // Only where SQLite cannot even tell which tables there are.
        let words = stderr(&output);
        assert!(
            words.contains("is damaged") || words.contains("is no library"),
            "{at}"
        );
        assert_eq!(output.status.code(), Some(1), "{at}");
        figures.refused += 1;
        return;
    }
    let words = stdout(&output);
    let found: HashMap<String, Option<String>> = members(library)
        .into_iter()
        .map(|(_, name, text)| (name, text))
        .collect();
    let clean = words.contains("everything is in order");
    let mut lost = 0;
    for (name, text) in &ground.texts {
        let is_equal = found.get(name).and_then(Option::as_ref) == Some(text);
        if !is_equal {
            lost += 1;
            assert!(!clean, "{name}: {at}");
            // After a cut, some documents have no row left that names them, or none that says what was a member: the texts are
            // there, and the report states that no entry of the list is left.
            let list_is_lost = ["member: 0 of", "member: the 0 rows"]
                .iter()
                .any(|gone| words.contains(gone))
                && words.contains(name.as_str());
            let is_unnamed =
                words.contains("nothing says their names") || words.contains(", . Add its file");
            if !is_unnamed && !list_is_lost {
                assert!(words.contains(name.as_str()), "{name} is not named: {at}");
                assert!(!there, "{name} could be read from its file: {at}");
            }
        }
    }
    match (clean, lost) {
        (true, _) => figures.unharmed += 1,
        (false, 0) => figures.mended += 1,
        (false, _) => figures.lost += 1,
    }
    if clean {
        return;
    }
    // Repairs last, and the library can be used.
    let again = chachong(&["library", "verify", "-q", str(library)]);
    assert!(
        matches!(again.status.code(), Some(0 | 1)),
        "{at}\n{}",
        said(&again)
    );
    assert!(
        !stdout(&again).contains("rebuilt: "),
        "{at}\n{}",
        said(&again)
    );
    let listing = chachong(&["library", "list", str(library)]);
    assert!(listing.status.success(), "{at}\n{}", said(&listing));
}

fn damages() -> u64 {
    std::env::var("CHACHONG_DAMAGES")
        .ok()
        .and_then(|damages| damages.parse().ok())
        .unwrap_or(5)
}

#[test]
fn damaged_pages_cost_what_is_named_and_nothing_else() {
    let ground = Ground::new();
    let whole = std::fs::read(ground.base()).unwrap();
    // The page size stands in bytes 16 and 17.
    assert_eq!(usize::from(whole[16]) << 8 | usize::from(whole[17]), PAGE);
    let pages = whole.len() / PAGE;
    let mut dice = Dice(11);
    let mut figures = [(); 4].map(|()| Figures::default());
    for round in sampled(0..damages()) {
        for (kind, figures) in figures.iter_mut().enumerate() {
            let library = ground.fresh();
            let there = dice.below(2) == 0;
            ground.files_are_there(there);
            let mut bytes = whole.clone();
            let mut any = |bound: usize| dice.index(bound);
            let damage = match kind {
                0 => {
                    let page = 1 + any(pages - 1);
                    bytes[page * PAGE..(page + 1) * PAGE].fill(0);
                    format!("round {round}: page {} zeroed", page + 1)
                }
                1 => {
                    let page = any(pages);
                    let mut places = Vec::new();
                    for _ in 0..=any(4) {
                        let place = page * PAGE + any(PAGE);
                        bytes[place] ^= 1 << any(8);
                        places.push(place % PAGE);
                    }
                    format!("round {round}: page {} flipped at {places:?}", page + 1)
                }
                2 => {
                    let length = PAGE + any(bytes.len() - PAGE);
                    bytes.truncate(length);
                    format!("round {round}: truncated to {length} of {}", whole.len())
                }
                _ => {
                    let page = 1 + any(pages - 1);
                    for byte in &mut bytes[page * PAGE..(page + 1) * PAGE] {
                        *byte = any(256).to_le_bytes()[0];
                    }
                    format!("round {round}: page {} is noise", page + 1)
                }
            };
            std::fs::write(&library, bytes).unwrap();
            verified(&ground, &library, &damage, there, figures);
        }
    }
    ground.files_are_there(true);
    println!("{pages} pages. zeroed, flipped, truncated, noise: {figures:#?}");
}

/// Zeroes the first page of every table, which is all that most tables have here.
#[test]
fn a_table_that_is_gone_is_made_again_or_named() {
    let ground = Ground::new();
    let whole = std::fs::read(ground.base()).unwrap();
    let roots: Vec<(String, i64, bool)> = {
        let connection = sql(&ground.base());
        let mut rows = connection
            .prepare("SELECT name, rootpage, type = 'table' FROM sqlite_schema WHERE rootpage > 0")
            .unwrap();
        rows.query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect()
    };
    let mut figures = Figures::default();
    for (name, root, is_table) in sampled(roots) {
        // No text is lost with an index, whatever is there.
        let files: &[bool] = if is_table { &[true, false] } else { &[false] };
        for &there in files {
            let library = ground.fresh();
            ground.files_are_there(there);
            let mut bytes = whole.clone();
            let at = (usize::try_from(root).unwrap() - 1) * PAGE;
            bytes[at..at + PAGE].fill(0);
            std::fs::write(&library, bytes).unwrap();
            verified(&ground, &library, &name, there, &mut figures);
        }
    }
    ground.files_are_there(true);
    println!("{figures:?}");
}

/// Without its first page, nothing tells which tables there are.
#[test]
fn verify_says_what_helps_where_it_cannot() {
    let ground = Ground::new();
    let whole = std::fs::read(ground.base()).unwrap();
    let mut zeroed = whole.clone();
    zeroed[100..108].fill(0);
    for bytes in [&zeroed, &whole[..50]] {
        let library = ground.fresh();
        std::fs::write(&library, bytes).unwrap();
        let verified = chachong(&["library", "verify", "-q", str(&library)]);
        assert_eq!(verified.status.code(), Some(1));
        let words = stderr(&verified);
        assert!(
            words.contains("cannot be repaired") && words.contains("work.chachong-wal"),
            "{words}"
        );
    }
}

/// The message names the document of a lost text; adding its file again brings the text back.
#[test]
fn adding_the_file_again_brings_a_lost_text_back() {
    let ground = Ground::new();
    let library = ground.fresh();
    sql(&library)
        .execute("UPDATE text SET body = x'00' WHERE document = 3", ())
        .unwrap();
    ground.files_are_there(false);
    let verified = chachong(&["library", "verify", "-q", str(&library)]);
    assert_eq!(verified.status.code(), Some(1));
    let words = stdout(&verified);
    assert!(words.contains("lost: the text of document 3"), "{words}");
    let before = members(&library);
    ground.files_are_there(true);
    let (_, name, text) = &before[2];
    assert_eq!(*text, None);
    let file = ground.folder.path().join("files").join(name);
    done(&["library", "add", "-q", str(&library), str(&file)]);
    let after = members(&library);
    assert_eq!(after[2].2.as_ref(), Some(&ground.texts[name]));
    is_in_order(&library);
}
