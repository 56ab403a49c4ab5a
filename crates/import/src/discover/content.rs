//! Files whose name does not say whether they are documents: their content does.

use std::fs::File;
use std::io::Read;

use rayon::prelude::*;

use super::{Found, Search};
use crate::archive::is_self_extracting;
use crate::licence::is_licence;
use crate::own_report::is_own_report;
use crate::source_files::{Making, making};
use crate::standing::{by_content, hides_archive, hides_document, is_program};
use crate::{FileKind, Format};

/// Decision about a file on the disk after a look at its content.
enum Look {
    Document(Format),
    Source(Making),
    PassedOver(FileKind),
}

impl Search {
    /// Looks at the content of each file: passes over the reports of this program, which lie among the theses where a person
    /// had them written there, and sources that no person wrote; tells what files are whose ending says too little, and
    /// documents from archives, whatever their endings say. A report that is named by hand is none the less a report, and a
    /// watched folder names each file that appears.
    pub(super) fn look_at_contents(&mut self, cancelled: &(dyn Fn() -> bool + Sync)) {
        let found = std::mem::take(&mut self.found);
        let looks: Vec<Look> = found
            .par_iter()
            .map(|one| {
                if one.problem.is_some() || cancelled() {
                    return Look::Document(one.source.format);
                }
                look(one)
            })
            .collect();
        for (mut one, look) in found.into_iter().zip(looks) {
            match look {
                Look::PassedOver(kind) => {
                    self.pass_over(one.source.name, &one.source.path, kind);
                }
                Look::Source(making) => match one.note(making) {
                    Some(kind) => self.pass_over(one.source.name, &one.source.path, kind),
                    None => self.found.push(one),
                },
                Look::Document(Format::Archive) => {
                    one.source.format = Format::Archive;
                    let path = &one.source.path;
                    let real = path.canonicalize().unwrap_or_else(|_| path.clone());
                    self.of_folders.note(path);
                    self.archives.push((one, real));
                }
                Look::Document(format) => {
                    one.source.format = format;
                    self.found.push(one);
                }
            }
        }
    }
}

/// Looks at the content of a file on the disk.
fn look(one: &Found) -> Look {
    let (path, format) = (&one.source.path, one.source.format);
    if is_own_report(path) {
        return Look::PassedOver(FileKind::Report);
    }
    let as_named = Look::Document(format);
    if !path.is_file() {
        return as_named;
    }
    let Ok(mut file) = File::open(path) else {
        return as_named;
    };
    if let Some(kind) = one.or_kind {
        let is_named = *path == one.root;
        let by_content = if is_program(path) {
            is_self_extracting(&file).then_some(Format::Archive)
        } else {
            by_content(path, &mut file)
        };
        return match by_content {
            Some(format) => Look::Document(format),
            // Its row says what it is.
            None if is_named => as_named,
            None => Look::PassedOver(kind),
        };
    }
    if *path != one.root {
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        if format == Format::Source {
            return Look::Source(making(path, length, &mut file));
        }
        if File::open(path).is_ok_and(|mut text| is_licence(format, path, length, &mut text)) {
            return Look::Source(Making::BesideOthers(FileKind::Licence));
        }
    }
    if format == Format::Archive {
        return Look::Document(hides_document(&mut file).unwrap_or(format));
    }
    // What other programs pack is no archive of documents.
    if format == Format::Unsupported && FileKind::of_ending(path) != Some(FileKind::OtherArchive) {
        return as_named;
    }
    let mut head = Vec::new();
    match (&mut file).take(512).read_to_end(&mut head) {
        Ok(_) if hides_archive(&head, &mut file) => Look::Document(Format::Archive),
        _ => as_named,
    }
}
