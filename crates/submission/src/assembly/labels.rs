//! Reads the names of files by the naming convention of the class.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::convention::{Convention, Label, are_other_numbers};
use crate::folder_names::{is_archive, is_generic};
use crate::folders::plain_label;
use crate::pieces::{stem, without_document_words};
use crate::reviews::pieces_of_author;
use crate::{FileFacts, PlatformName, key};

/// Minimum number of files and folders in a folder that may have its own naming convention; other folders follow the
/// general one.
const OWN: usize = 5;

/// Reads the names of all files that no platform named. The label of any other file is empty. `is_known` returns whether a
/// text is a number or a name that the class list or a cover states.
pub(super) fn of(
    files: &[FileFacts<'_>],
    platforms: &[Option<PlatformName>],
    is_known: &dyn Fn(&str) -> bool,
) -> Vec<Label> {
    let named: Vec<usize> = (0..files.len())
        .filter(|&at| platforms[at].is_none())
        .collect();
    let paths: Vec<&str> = named.iter().map(|&at| files[at].name).collect();
    let entries = entries(&paths, is_known);
    let split = paths.iter().map(|path| split(last(path).1, is_known));
    let (stems, reviews): (Vec<Vec<String>>, Vec<Vec<String>>) = split.unzip();
    let general = Convention::read(&stems, is_known)
        .or_else(|| Convention::read(first_level(&entries)?, is_known));
    let own: HashMap<&str, Convention> = (entries.iter())
        .filter(|(_, names)| names.len() >= OWN)
        .filter_map(|(folder, names)| Some((*folder, Convention::read(names, is_known)?)))
        .collect();
    let mut labels = vec![Label::default(); files.len()];
    for (((&at, path), pieces), review) in named.iter().zip(&paths).zip(&stems).zip(reviews) {
        labels[at] = match own.get(last(path).0).or(general.as_ref()) {
            Some(convention) => widened(convention.label(pieces), pieces, is_known),
            None => Some(plain_label(pieces))
                .filter(|label| label.name.is_some() && label.number.is_some())
                .unwrap_or_default(),
        };
        labels[at].rest.extend(review);
    }
    forget_other_numbers(files, &mut labels);
    labels
}

/// Adds to a Latin name the word before or after it if the class list or a cover has only both together, as of `Luc Roe` in
/// `Jean-Luc Roe` and of `de la Roe` in `de la Roe_Maria`.
fn widened(mut label: Label, pieces: &[String], is_known: &dyn Fn(&str) -> bool) -> Label {
    let name = label.name.as_deref().unwrap_or_default();
    if name.is_empty() || key::has_han(name) || is_known(name) {
        return label;
    }
    let is_name = |piece: &String| without_document_words(piece) == name;
    let Some(at) = pieces.iter().position(is_name) else {
        return label;
    };
    let before = at.checked_sub(1).and_then(|before| pieces.get(before));
    let with_before = before.map(|word| (word, format!("{word} {name}")));
    let after = pieces.get(at + 1);
    let with_after = after.map(|word| (word, format!("{name} {word}")));
    let mut joined = [with_before, with_after].into_iter().flatten();
    if let Some((word, both)) = joined.find(|(_, both)| is_known(both)) {
        label.rest.retain(|other| other != word);
        label.name = Some(both);
    }
    label
}

/// Returns the folder and the name of a path.
fn last(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

fn split(name: &str, is_known: &dyn Fn(&str) -> bool) -> (Vec<String>, Vec<String>) {
    pieces_of_author(stem(name), is_known)
}

/// Returns, for each folder, the pieces of the names of its files, folders and archives, except folders of classes
/// and drafts.
fn entries<'a>(
    paths: &[&'a str],
    is_known: &dyn Fn(&str) -> bool,
) -> BTreeMap<&'a str, Vec<Vec<String>>> {
    let mut seen: HashSet<&str> = HashSet::new();
    let mut entries: BTreeMap<&str, Vec<Vec<String>>> = BTreeMap::new();
    for path in paths {
        let mut below: &'a str = path;
        let mut is_file = true;
        while seen.insert(below) {
            let (folder, name) = last(below);
            let (pieces, _) = if is_file || is_archive(name) {
                split(name, is_known)
            } else {
                pieces_of_author(name, is_known)
            };
            if is_file || !is_generic(name) {
                entries.entry(folder).or_default().push(pieces);
            }
            is_file = false;
            below = folder;
            if below.is_empty() {
                break;
            }
        }
    }
    entries
}

/// Returns the names on the highest level that contains more than one; `None` if no level does.
fn first_level<'e>(entries: &'e BTreeMap<&str, Vec<Vec<String>>>) -> Option<&'e [Vec<String>]> {
    let depth = |folder: &str| (!folder.is_empty(), folder.matches('/').count());
    let several = entries.iter().filter(|(_, names)| names.len() > 1);
    let first = several.min_by_key(|(folder, _)| depth(folder));
    first.map(|(_, names)| names.as_slice())
}

/// Removes the numbers from labels if most covers state other numbers.
fn forget_other_numbers(files: &[FileFacts<'_>], labels: &mut [Label]) {
    let both = files.iter().zip(labels.iter()).filter_map(|(file, label)| {
        Some((key::number(file.stated_number?), label.number.clone()?))
    });
    if are_other_numbers(both) {
        for label in labels {
            label.number = None;
        }
    }
}
