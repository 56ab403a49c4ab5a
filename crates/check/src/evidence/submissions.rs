//! Submissions: which documents one person handed in together, as far as their folders say.

use std::collections::{HashMap, HashSet};

use crate::{Document, Origin};

/// Minimum number of folders that tell whether each is a submission.
const FOLDERS: usize = 3;

/// Returns the submission of each document, by the position of its first one: documents with equal numbers were handed in
/// together.
///
/// Each file is a submission, unless the documents stand in folders of which most hold a file of a name that another has too
/// (`main.c`, `Main.java`): files of a class in a folder of its group bear the names of students, which differ.
pub(super) fn submissions(documents: &[Document]) -> Vec<u32> {
    let own = |document: &&Document| document.origin == Origin::Checked;
    let names: Vec<Option<(&str, &str)>> = documents
        .iter()
        .map(|document| Some(document).filter(own)?.name.split_once('/'))
        .collect();
    let mut folders_with: HashMap<&str, HashSet<&str>> = HashMap::new();
    for (folder, rest) in names.iter().flatten() {
        folders_with.entry(rest).or_default().insert(folder);
    }
    let mut folders: HashMap<&str, bool> = HashMap::new();
    for (folder, rest) in names.iter().flatten() {
        let recurs = folders_with.get(rest).is_some_and(|with| with.len() > 1);
        *folders.entry(folder).or_default() |= recurs;
    }
    let recurring = folders.values().filter(|recurs| **recurs).count();
    let by_folder = folders.len() >= FOLDERS && recurring * 2 >= folders.len();
    let mut of_folder: HashMap<&str, u32> = HashMap::new();
    (0..)
        .zip(names)
        .map(|(at, name)| match name {
            Some((folder, _)) if by_folder => *of_folder.entry(folder).or_insert(at),
            _ => at,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::submissions;
    use crate::evidence::sample::{documents, silent};

    fn of(names: &[&str]) -> Vec<u32> {
        let mut all = documents(silent(names.len()));
        for (document, name) in all.iter_mut().zip(names) {
            (*name).clone_into(&mut document.name);
        }
        submissions(&all)
    }

    #[test]
    fn folders_with_files_of_the_same_names_are_submissions() {
        let found = of(&[
            "ann/main.c",
            "ann/part.c",
            "ben/main.c",
            "cai/src/x.c",
            "cai/main.c",
        ]);
        assert_eq!(found, [0, 0, 2, 3, 3]);
    }

    #[test]
    fn files_of_groups_are_submissions_of_their_own() {
        assert_eq!(
            of(&["1/ann.c", "1/ben.c", "2/cai.c", "3/dan.c"]),
            [0, 1, 2, 3]
        );
        assert_eq!(of(&["ann.c", "ben.c"]), [0, 1]);
    }
}
