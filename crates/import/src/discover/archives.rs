//! Archives among the files found: parts joined, members taken.

use std::path::Path;

use rayon::prelude::*;

use super::{Found, Search, Source};
use crate::archive::{Archives, Member, Unpacked, below, sets};
use crate::licence::is_licence;
use crate::own_report::is_report;
use crate::passed_over::PassedFile;
use crate::source_files::making;
use crate::standing::{Standing, by_content, hides_document, standing};
use crate::{FileKind, Format, ImportCause, PictureFiles, Stop};

impl Search {
    /// Takes the parts of an archive in several files for one; if one is missing, the row says which.
    pub(super) fn join_parts(&mut self) {
        let archives = std::mem::take(&mut self.archives);
        let places: Vec<String> = (archives.iter())
            .map(|(found, _)| found.source.path.to_string_lossy().replace('\\', "/"))
            .collect();
        let sets = sets(places.iter().map(String::as_str));
        let mut archives: Vec<Option<_>> = archives.into_iter().map(Some).collect();
        for set in sets {
            let mut parts = set.parts.iter().copied();
            let Some(first) = parts.next() else {
                continue;
            };
            for part in parts {
                if let Some((found, _)) = archives[part].take() {
                    let source = found.source;
                    self.pass_over(source.name, &source.path, FileKind::ArchivePart);
                }
            }
            if let Some(missing) = set.missing
                && let Some((mut found, _)) = archives[first].take()
            {
                found.problem = Some(ImportCause::ArchivePartMissing { missing });
                self.found.push(found);
            }
        }
        self.archives = archives.into_iter().flatten().collect();
    }

    /// Opens all archives, as many at once as there are cores, and takes their documents.
    pub(super) fn open_archives(
        &mut self,
        archives: &Archives,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) {
        let waiting = std::mem::take(&mut self.archives);
        let opened: Vec<_> = waiting
            .par_iter()
            .with_max_len(1)
            .map(|(found, _)| archives.unpacked(&found.source.path, &|| cancelled()))
            .collect();
        for ((mut archive, real), opened) in waiting.into_iter().zip(opened) {
            match opened {
                Ok(unpacked) => self.take_members(&archive, &real, &unpacked),
                Err(Stop::Failed(error)) => {
                    archive.problem = Some(error.cause);
                    self.found.push(archive);
                }
                Err(Stop::Cancelled) => {}
            }
        }
    }

    fn take_members(&mut self, archive: &Found, real: &Path, unpacked: &Unpacked) {
        let folders = &mut self.of_folders;
        folders.meet_in(&archive.source.path, &archive.source.name, unpacked);
        let places = unpacked.members.iter().map(|member| member.place.as_str());
        self.surroundings.note_archive(&archive.source.path, places);
        for file in unpacked.passed_over.files() {
            self.surroundings.note(&file.path, &archive.root);
            self.discovery.passed_over.add(PassedFile {
                name: below(&archive.source.name, &file.name),
                ..file.clone()
            });
        }
        self.discovery.passed_over.add_counts(&unpacked.passed_over);
        for Member {
            path,
            place,
            content,
        } in &unpacked.members
        {
            self.surroundings.note(path, &archive.root);
            let source = &archive.source;
            let format = match (standing(Path::new(place), true), content) {
                (Standing::ByContent(kind), Ok(content)) => {
                    let Some(format) = by_content(path, &mut content.clone()) else {
                        self.pass_over(below(&source.name, place), path, kind);
                        continue;
                    };
                    format
                }
                (Standing::Document(Format::Archive), Ok(content)) => {
                    hides_document(&mut content.clone()).unwrap_or(Format::Archive)
                }
                (Standing::Document(format), _) => format,
                // The archive's own row, and members that could not be unpacked.
                _ => Format::of(path).unwrap_or(Format::Unsupported),
            };
            let (mut path, mut place) = (path.as_path(), place.as_str());
            let is_page = format == Format::Image && self.pictures == PictureFiles::Together;
            if let (true, Some(folder)) = (is_page, path.parent()) {
                (path, place) = (
                    folder,
                    place.rsplit_once('/').map_or("", |(above, _)| above),
                );
                if !self.folders.insert(path.to_owned()) {
                    continue;
                }
            }
            // The archive's own row, or the document of its pictures, is no second one of the archive.
            let is_first = place.is_empty() || self.seen.insert(real.join(place));
            if !is_first {
                self.of_folders.note(path);
                self.discovery.already_there += 1;
                self.discovery.met_again.push(real.join(place));
                continue;
            }
            let name = below(&source.name, place);
            if let Ok(content) = content
                && is_report(format, &mut content.clone())
            {
                self.pass_over(name, path, FileKind::Report);
                continue;
            }
            let source = Source {
                path: path.to_owned(),
                name,
                format,
            };
            let mut found = Found::new(source, &archive.root, content.as_ref().err().cloned());
            if format == Format::Source
                && let Ok(content) = content
                && let Some(kind) = found.note(making(path, content.length(), &mut content.clone()))
            {
                self.pass_over(found.source.name, path, kind);
                continue;
            }
            if let Ok(content) = content
                && is_licence(format, path, content.length(), &mut content.clone())
            {
                found.beside_others = Some(FileKind::Licence);
            }
            self.found.push(found);
        }
    }
}
