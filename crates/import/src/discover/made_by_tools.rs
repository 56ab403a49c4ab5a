//! Files that tools made and empty files, among the source files of a person.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::names::name_above;
use super::{Found, Search, Source};
use crate::FileKind;
use crate::generated::{FoundFile, is_of_tools};
use crate::passed_over::PassedFile;

/// Maximum number of files in a folder that a tool filled that are named one by one.
const MOST_APART: usize = 3;

impl Search {
    /// Passes over the files that tools made, and empty ones, by what lies around them. Where there are more than a few in a folder
    /// that a tool filled, the folder stands for them.
    pub(super) fn pass_over_generated(&mut self) {
        let found = std::mem::take(&mut self.found);
        let is_judged = |one: &Found| is_of_tools(one.source.format) && !one.is_named();
        let files: Vec<FoundFile<'_>> = (found.iter().filter(|one| is_judged(one)))
            .map(|one| FoundFile {
                path: &one.source.path,
                format: one.source.format,
                root: &one.root,
                is_shrunk: one.is_shrunk,
                is_beside_others: one.beside_others.is_some(),
            })
            .collect();
        let generated = self.surroundings.generated(&files);
        let generated: Vec<Option<PathBuf>> = (generated.into_iter())
            .map(|path| path.map(Path::to_owned))
            .collect();
        let mut in_folder: HashMap<PathBuf, usize> = HashMap::new();
        for folder in generated.iter().flatten() {
            *in_folder.entry(folder.clone()).or_default() += 1;
        }
        let mut generated = generated.into_iter();
        for one in found {
            let stands_for = is_judged(&one).then(|| generated.next()).flatten();
            let Some(path) = stands_for.flatten() else {
                self.found.push(one);
                continue;
            };
            let Source {
                path: file, name, ..
            } = one.source;
            // A file of its own, not in a folder that a tool filled.
            let kind = (one.beside_others.filter(|_| path == file)).unwrap_or(FileKind::Generated);
            let files = in_folder.get_mut(&path).map_or(0, std::mem::take);
            if (1..=MOST_APART).contains(&files) {
                in_folder.insert(path, files);
                self.pass_over(name, &file, kind);
            } else if files > 0 {
                self.of_folders.note(&path);
                self.discovery.passed_over.add(PassedFile {
                    name: name_above(&name, &file, &path),
                    path,
                    kind: FileKind::Generated,
                    files,
                });
            }
        }
    }
}
