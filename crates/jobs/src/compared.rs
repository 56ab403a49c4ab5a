//! Comparison of a check's documents among each other and with the library: their passages, and the library documents
//! that resemble them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::kept;
use crate::library::{library_grams, refresh_library};
use crate::matching::Against;
use crate::matching::{Matches, match_library, tell_apart};
use chachong_check::{
    Copies, CopyError, CopySettings, CopyStep, CopyWatch, Document, DocumentContent,
    LIBRARY_PREFIX, VersionSearch, find_copies, in_pool, pairs_of_one_author,
};
use chachong_check::{first_documents, pairs_among};
use chachong_compare::{
    CommonGrams, DocumentIndex, DocumentPair, PairPassages, Thresholds, count_documents,
};
use chachong_library::{Damage, DamagedPart, DocumentId, LibraryError, MissingPart, Widespread};
use chachong_submission::Submissions;

/// Result of a comparison. Document positions number the new documents first and then those of `library`.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Library documents that are near a new one or share a passage, code or measured values with it: library by library, and those of
    /// one library sorted by name.
    pub library: Vec<Document>,
    /// Passages that the documents share.
    pub copies: Copies,
    /// Authors that the documents state and pairs of similar documents, from which versions of one thesis are found.
    pub versions: VersionSearch,
}

/// Compares new documents (all of [`chachong_check::Origin::Checked`]) with each other and with the given libraries.
/// The check's own library, if there is one, must be the first: only its templates are left out, and only its members
/// show which phrases are common. A file that several libraries have is one source, from the first of them. A source
/// from another library has no number in the check's own until [`crate::keep_sources`] copies it there. The pairs in
/// `near` are compared in any case. With `settings` come the submissions of the new documents, and whether text counts as
/// copied if the same student handed it in earlier.
///
/// If servers are lost meanwhile, the documents are compared with the remaining ones, and [`Copies::missing`] lists what
/// was left out. Fails if the server of the check's own library is lost, if a library or a temporary file fails for
/// another reason, or if `watch` cancels.
pub fn compare_documents(
    documents: &[Document],
    near: &[DocumentPair],
    settings: (&CopySettings, (&Submissions, bool)),
    against: &[Against<'_>],
    watch: &CopyWatch<'_>,
) -> Result<Compared, CopyError> {
    let mut without: Vec<PathBuf> = Vec::new();
    let mut lost = lost_servers(against);
    loop {
        let compared = compare(documents, near, settings, (against, &without), watch);
        let Err(CopyError::Library(LibraryError::ServerAway { file, .. })) = &compared else {
            return compared;
        };
        // What was found may lie on a server that was lost before it was read: once more without that.
        let is_source = |of: &Against<'_>| !of.is_own && of.library.file() == file;
        let now = lost_servers(against);
        if now.len() > lost.len() {
            lost = now;
        } else if against.iter().any(is_source) && !without.contains(file) {
            without.push(file.clone());
        } else {
            return compared;
        }
    }
}

/// Returns the parts of libraries on servers that do not answer.
fn lost_servers(against: &[Against<'_>]) -> Vec<MissingPart> {
    let of_library = |of: &Against<'_>| {
        let servers = of.library.store().lost_servers().into_iter();
        let library = of.library.name();
        servers.map(move |server| MissingPart::away(library.clone(), Some(server)))
    };
    against.iter().flat_map(of_library).collect()
}

/// Returns the parts of libraries that turned out to be damaged.
fn damaged_parts(against: &[Against<'_>]) -> Vec<MissingPart> {
    let of_library = |of: &Against<'_>| {
        let library = of.library.name();
        let damage = of.library.damage().into_iter();
        damage.map(move |damage| MissingPart::damaged(library.clone(), damage))
    };
    against.iter().flat_map(of_library).collect()
}

/// Returns a missing part for each compared member of which the library's limits withheld text.
fn withheld(of: Against<'_>, members: &[Document]) -> Vec<MissingPart> {
    let withheld: BTreeMap<DocumentId, u64> = of.library.store().withheld().into_iter().collect();
    let of_member = |member: &Document| {
        let characters = *withheld.get(&member.content()?.kept?)?;
        let name = member.name.trim_start_matches(LIBRARY_PREFIX).to_owned();
        Some(MissingPart::withheld(
            of.library.name(),
            Some((name, characters)),
        ))
    };
    members.iter().filter_map(of_member).collect()
}

/// Compares with all libraries except those in `without` and those whose servers do not answer. Fails if the server of the check's own
/// library does not answer.
fn compare(
    documents: &[Document],
    near: &[DocumentPair],
    (settings, (submissions, counts_earlier)): (&CopySettings, (&Submissions, bool)),
    (against, without): (&[Against<'_>], &[PathBuf]),
    watch: &CopyWatch<'_>,
) -> Result<Compared, CopyError> {
    let mut settings = CopySettings {
        checked: Some(documents.len()),
        ..settings.clone()
    };
    let mut found = FoundInLibraries {
        near: near.to_vec(),
        ..FoundInLibraries::default()
    };
    for of in against {
        let whole = of.library.name();
        if without.iter().any(|file| file == of.library.file()) {
            found.missing.push(MissingPart::away(whole, None));
            continue;
        }
        match asked(documents, *of, settings.threads, watch) {
            // The others still give sources.
            Err(CopyError::Library(LibraryError::ServerAway { .. })) if !of.is_own => {
                found.missing.push(MissingPart::away(whole, None));
            }
            // What the check compared before stands, without anything of this library.
            Err(CopyError::Library(LibraryError::LimitReached { .. })) => {
                found.missing.push(MissingPart::withheld(whole, None));
            }
            Err(error) => return Err(error),
            Ok((matches, grams)) => {
                if of.is_own {
                    settings.library_grams = grams.map(Arc::new);
                    settings.templates.extend(templates(*of)?);
                }
                found.add(*of, matches, documents.len());
            }
        }
    }
    tell_apart(found.library.iter_mut());
    found.sort(documents.len());
    let all: Vec<&Document> = documents.iter().chain(&found.library).collect();
    settings.first = first_documents(&all, submissions, counts_earlier);
    settings.one_author = pairs_of_one_author(&all, Some(submissions))
        .into_iter()
        .collect();
    let readings: Vec<_> = all.iter().map(|document| document.content()).collect();
    let mut copies = find_copies(&readings, &found.near, &settings, watch)?;
    let authors = settings.authors(copies.counted.len());
    count_documents(copies.counted.len(), &mut copies.pairs, &authors);
    count_members(&mut copies.pairs, &found.widespread);
    let read = documents
        .iter()
        .filter(|document| document.content().is_some());
    copies.compared = pairs_among(read.count(), found.members);
    copies.missing = found.all_missing(against);
    let mut compared = match against.first() {
        Some(first) => {
            let like = found.like(documents, &copies, first.thresholds);
            keep(&like, documents.len(), found.library, copies)
        }
        None => Compared {
            copies,
            ..Compared::default()
        },
    };
    let all: Vec<&Document> = documents.iter().chain(&compared.library).collect();
    let first = first_documents(&all, submissions, counts_earlier);
    compared.versions = VersionSearch::of(&all, &compared.copies, submissions, &first);
    Ok(compared)
}

/// Documents of libraries to compare with the new documents, and why. Positions below the number of new documents are
/// those of new documents; higher ones continue with `library`.
#[derive(Default)]
struct FoundInLibraries {
    /// Pairs to compare.
    near: Vec<DocumentPair>,
    /// Documents of the libraries.
    library: Vec<Document>,
    /// Hashes of the files of these documents.
    hashes: HashSet<String>,
    /// Runs of each new document that many documents of the libraries have.
    widespread: Vec<Vec<Widespread>>,
    /// Number of members of all libraries.
    members: usize,
    /// Positions of the members that share code or measured values with a new document.
    by_specimens: BTreeSet<DocumentIndex>,
    /// Parts of libraries that were not compared.
    missing: Vec<MissingPart>,
}

impl FoundInLibraries {
    /// Adds the matches of one library; `new` is the number of new documents. Leaves out documents that an earlier library has too, unless
    /// this is the check's own library.
    fn add(&mut self, of: Against<'_>, mut matches: Matches, new: usize) {
        self.missing.extend(withheld(of, &matches.documents));
        if !of.is_own {
            matches.leave_out(new, |document| {
                hash(document).is_some_and(|hash| self.hashes.contains(&hash))
            });
            for document in &mut matches.documents {
                // Numbers of another library mean other documents in the check's own.
                if let Some(Ok(content)) = &mut document.outcome {
                    content.kept = None;
                }
            }
        }
        self.hashes
            .extend(matches.documents.iter().filter_map(hash));
        let moved = |member: DocumentIndex| DocumentIndex(member.0 + self.library.len());
        self.near
            .extend(matches.pairs.iter().map(|&(a, b)| (a, moved(b))));
        self.by_specimens
            .extend(matches.by_specimens.iter().map(|&b| moved(b)));
        if self.widespread.is_empty() {
            self.widespread = matches.widespread;
        } else {
            for (all, of_library) in self.widespread.iter_mut().zip(matches.widespread) {
                all.extend(of_library);
            }
        }
        self.members += matches.members;
        self.library.extend(matches.documents);
    }

    /// Sorts the documents by name, whatever library they come from, as a saved check has them; `new` is the number of new documents.
    fn sort(&mut self, new: usize) {
        let mut library: Vec<(usize, Document)> = std::mem::take(&mut self.library)
            .into_iter()
            .enumerate()
            .collect();
        library.sort_by(|(_, x), (_, y)| x.name.cmp(&y.name));
        let to: HashMap<usize, usize> = (library.iter().map(|(from, _)| *from).zip(0..)).collect();
        self.library = library.into_iter().map(|(_, document)| document).collect();
        let moved = |member: DocumentIndex| match member.0.checked_sub(new) {
            Some(from) => DocumentIndex(new + to[&from]),
            None => member,
        };
        for (_, b) in &mut self.near {
            *b = moved(*b);
        }
        self.by_specimens = self.by_specimens.iter().copied().map(moved).collect();
    }

    /// Returns, sorted, everything that was not compared with, also what was lost or turned out to be damaged meanwhile.
    fn all_missing(&mut self, against: &[Against<'_>]) -> Vec<MissingPart> {
        let mut missing = std::mem::take(&mut self.missing);
        let mut parts = lost_servers(against);
        parts.retain(|part| !missing.contains(&MissingPart::away(part.library.clone(), None)));
        missing.extend(parts);
        missing.extend(damaged_parts(against));
        missing.sort();
        missing
    }

    /// Returns the positions of the library documents that become part of the check. Most candidates turn out to share
    /// nothing.
    fn like(
        &self,
        documents: &[Document],
        copies: &Copies,
        thresholds: Thresholds,
    ) -> BTreeSet<DocumentIndex> {
        let new = documents.len();
        let is_near = |a: DocumentIndex, b: DocumentIndex| {
            let (a, b) = (
                documents[a].fingerprinted(),
                self.library[b.0 - new].fingerprinted(),
            );
            (a.fingerprint.zip(b.fingerprint)).is_some_and(|(x, y)| {
                let shorter = a.characters.min(b.characters);
                thresholds.verdict(x.distance(y), shorter).is_some()
            })
        };
        let near = (self.near.iter()).filter(|&&(a, b)| b.0 >= new && is_near(a, b));
        let sharing = (copies.pairs.iter()).map(|pair| pair.b);
        (near.map(|&(_, b)| b))
            .chain(sharing.filter(|&b| b.0 >= new))
            .chain(self.by_specimens.iter().copied())
            .collect()
    }
}

/// Searches a library for all documents. Also returns the grams that many of its members have, if it is the check's own library.
fn asked(
    documents: &[Document],
    of: Against<'_>,
    threads: Option<usize>,
    watch: &CopyWatch<'_>,
) -> Result<(Matches, Option<CommonGrams>), CopyError> {
    let store = of.library.store();
    in_pool(threads, || {
        refresh_library(of.library, of.by, &mut |done, total| {
            (watch.progress)(CopyStep::RefreshingLibrary, done, total);
            !(watch.cancelled)()
        })?;
        let search = of.library.search(of.by.text_form())?;
        let grams = if of.is_own {
            library_grams(store.as_ref(), search.members(), &mut |done, total| {
                (watch.progress)(CopyStep::CountingLibrary, done, total);
                !(watch.cancelled)()
            })?
        } else {
            None
        };
        if (watch.cancelled)() {
            return Err(CopyError::Cancelled);
        }
        Ok((match_library(documents, of, search.as_ref(), watch)?, grams))
    })
}

/// Reads the templates of a library.
fn templates(of: Against<'_>) -> Result<Vec<DocumentContent>, LibraryError> {
    let store = of.library.store();
    let mut templates = Vec::new();
    for (document, name) in store.templates()? {
        match kept::reading(store, document, "", of.by) {
            // Said with the server's other documents.
            Err(LibraryError::ServerAway { .. }) if !store.lost_servers().is_empty() => {}
            // Said with what else is damaged: the copies of it are found, and seem to be somebody's.
            Err(LibraryError::Damaged { .. }) => of.library.note_damage(Damage {
                part: DamagedPart::Text,
                document: Some(document),
                name: Some(name),
            }),
            template => templates.push(template?),
        }
    }
    Ok(templates)
}

/// Raises the document count of passages in widespread text of the library: more documents have it than were
/// compared.
fn count_members(pairs: &mut [PairPassages], widespread: &[Vec<Widespread>]) {
    for pair in pairs {
        for (document, of_a) in [(pair.a, true), (pair.b, false)] {
            let found = widespread.get(document.0).map_or(&[][..], Vec::as_slice);
            for passage in &mut pair.passages {
                let span = if of_a { passage.a } else { passage.b };
                let half =
                    (found.iter()).filter(|run| 2 * run.span.common(span).len() >= span.len());
                let documents = half.map(|run| run.documents).max();
                passage.documents = passage.documents.max(documents.unwrap_or(0));
            }
        }
    }
}

/// Keeps only the library documents in `like` and renumbers the rest accordingly; versions are still to be sought.
fn keep(
    like: &BTreeSet<DocumentIndex>,
    new: usize,
    library: Vec<Document>,
    copies: Copies,
) -> Compared {
    let moved: HashMap<DocumentIndex, DocumentIndex> = like
        .iter()
        .copied()
        .zip((new..).map(DocumentIndex))
        .collect();
    let to = |position: DocumentIndex| {
        let is_new = (position.0 < new).then_some(position);
        is_new.or_else(|| moved.get(&position).copied())
    };
    Compared {
        copies: copies.renumbered(to),
        versions: VersionSearch::default(),
        library: (new..)
            .map(DocumentIndex)
            .zip(library)
            .filter(|&(position, _)| to(position).is_some())
            .map(|(_, document)| document)
            .collect(),
    }
}

/// Returns the hash of the file that a document was read from; `None` for one that was not read.
fn hash(document: &Document) -> Option<String> {
    Some(document.content()?.metadata.sha256.clone())
}
