//! Names of authors and last editors that two files share and few other files have.

use super::files::{Files, pairs, sharing};
use super::{EvidenceItem, Found};
use crate::Side;
use crate::direction::person;
use chachong_compare::each_once;
use chachong_import::Metadata;

/// Maximum number of documents with a name that says something: a supervisor or a computer room's account has more.
const MOST_OF_ONE_NAME: usize = 5;

/// Finds the pairs that share a telling name.
pub(super) fn named(files: &Files<'_>) -> Vec<Found> {
    let mut stated = Vec::new();
    for (position, metadata) in files.iter() {
        let names = [&metadata.author, &metadata.last_editor];
        stated.extend((names.iter()).filter_map(|name| Some((person(name.as_deref())?, position))));
    }
    let is_telling = |count: usize| count <= MOST_OF_ONE_NAME && !files.is_widespread(count);
    let stated = each_once(stated);
    let telling: Vec<String> = (stated.chunk_by(|x, y| x.0 == y.0))
        .filter(|group| is_telling(group.len()))
        .map(|group| group[0].0.clone())
        .collect();
    let sharing = sharing(stated);
    let together = sharing
        .iter()
        .filter(|documents| is_telling(documents.len()));
    let mut found = Vec::new();
    for (a, b) in each_once(together.flat_map(|documents| pairs(documents))) {
        if let (Some(of_a), Some(of_b)) = (files.metadata(a), files.metadata(b)) {
            let is_telling = |name: &String| telling.binary_search(name).is_ok();
            found.extend(
                items(of_a, of_b, &is_telling)
                    .into_iter()
                    .map(|item| ((a, b), item)),
            );
        }
    }
    found
}

/// Returns what the names of two files say; only names that `is_telling` count.
pub(super) fn items(
    a: &Metadata,
    b: &Metadata,
    is_telling: &dyn Fn(&String) -> bool,
) -> Vec<EvidenceItem> {
    let telling = |name: &Option<String>| person(name.as_deref()).filter(is_telling);
    let author = [telling(&a.author), telling(&b.author)];
    let editor = [telling(&a.last_editor), telling(&b.last_editor)];
    let written = |name: &Option<String>| name.as_deref().unwrap_or_default().trim().to_owned();
    let mut items = Vec::new();
    let same_author = author[0].is_some() && author[0] == author[1];
    if !same_author {
        for (edited, of, one, other) in [(Side::A, a, 0, 1), (Side::B, b, 1, 0)] {
            if editor[one].is_some() && editor[one] == author[other] {
                let name = written(&of.last_editor);
                items.push(EvidenceItem::EditedByOther { edited, name });
            }
        }
    }
    let same_editor = editor[0].is_some() && editor[0] == editor[1];
    // Where an author saved both files, or the other one's too, this says nothing new.
    if same_editor && !author.contains(&editor[0]) {
        let name = written(&a.last_editor);
        items.push(EvidenceItem::SameEditor { name });
    }
    if same_author {
        let name = written(&a.author);
        items.push(EvidenceItem::SameAuthor { name });
    }
    items
}
