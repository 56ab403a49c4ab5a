//! Copying of a whole library into another one of the same owner, in a file or on a server: texts, and everything that
//! a person has said about them. Content that is already there is left out, so that an interrupted copy goes on where
//! it ended.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::JOINED_AT_ONCE;
use super::case_copying::copy_cases;
use super::joining::{Joining, member_of, no_place};
use super::submissions::carry_submissions;
use crate::kept;
use chachong_check::Fingerprinting;
use chachong_import::{Extracted, Format, READER_VERSION};
use chachong_library::{
    Content, Derived, DocumentId, FileStamp, Imported, KeptDecision, LibraryError, Member,
    NewMember, Store, StoredPath,
};
use chachong_simhash::Recipe;
use chachong_text::PROCESSING_VERSION;

/// Result of [`copy_library`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopiedLibrary {
    /// Number of members that the other library did not have.
    pub added: u64,
    /// Number of members that the other library already had.
    pub known: u64,
    /// Number of texts, of members and of templates, that were read back from the other library and are identical there.
    pub verified: u64,
    /// Number of cases that the other library did not have.
    pub cases: u64,
    /// Names of documents with damaged texts, in either library, and `case N` for each damaged case N; everything else is
    /// copied.
    pub lost: Vec<String>,
    /// Names of documents for which the other library has another text of the same file; that text is kept.
    pub different: Vec<String>,
}

/// Copies all contents of a library to another one of the same person. Unlike [`super::transfer`], this trusts the texts and paths. Saved
/// checks are not copied. `step` receives the number of members done and their total number, and returns whether to go on; if not,
/// templates, corrections, decisions and cases are not copied. Fails if a library fails, except for single damaged texts and cases.
pub fn copy_library(
    from: &dyn Store,
    to: &dyn Store,
    step: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<CopiedLibrary, LibraryError> {
    let mut copying = Copying {
        from,
        to,
        there: to.member_numbers()?.into_iter().collect(),
        numbers: HashMap::new(),
        lost: HashSet::new(),
        copied: CopiedLibrary::default(),
    };
    let members = from.current_members()?;
    let (mut done, total) = (0, members.len());
    for batch in members.chunks(JOINED_AT_ONCE) {
        copying.members(batch)?;
        done += batch.len();
        if !step(done, total) {
            return Ok(copying.copied);
        }
    }
    copying.templates()?;
    copying.words_of_persons()?;
    let cases = copy_cases(from, to)?;
    copying.copied.cases = cases.added;
    copying.copied.lost.extend(cases.lost);
    Ok(copying.copied)
}

/// Copies one document to another library of the same person, unless that library already has it. Returns its number in the other
/// library; `None` if the text is damaged in either. `name` replaces the path if this library knows none. Fails if one of the libraries
/// fails for another reason than this damage.
pub(super) fn copy_document(
    from: &dyn Store,
    to: &dyn Store,
    document: DocumentId,
    name: &str,
) -> Result<Option<DocumentId>, LibraryError> {
    let mut copying = Copying {
        from,
        to,
        there: HashSet::new(),
        numbers: HashMap::new(),
        lost: HashSet::new(),
        copied: CopiedLibrary::default(),
    };
    copying.document(document, name)
}

/// Copies a source from another library to the person's own, unless it is there already. Returns its number there;
/// `None` if the text is damaged or may not be read in whole, or if the own library has a different text for the same file,
/// in which the passages would have other positions.
///
/// Unlike [`copy_document`], this trusts neither the paths nor the text, because anyone may have made the library: the text is never used
/// in place of reading a file with the same content. `name` replaces the path. Fails if one of the libraries fails for another reason.
pub(crate) fn copy_source(
    from: &dyn Store,
    to: &dyn Store,
    by: &Fingerprinting,
    document: DocumentId,
    name: &str,
) -> Result<Option<DocumentId>, LibraryError> {
    let read = || {
        let (content, format) = from.content(document)?;
        let corrections = from.corrections(document)?;
        Ok((from.extracted(document)?, content, format, corrections))
    };
    let (extracted, content, format, corrections) = match read() {
        Ok(read) => read,
        Err(
            LibraryError::Damaged { .. }
            | LibraryError::NoSuchDocument { .. }
            | LibraryError::NoRight { .. },
        ) => return Ok(None),
        Err(error) => return Err(error),
    };
    let number = if let Some(known) = to.known_content(&content)? {
        known
    } else {
        let derived = kept::derived(&kept::fingerprinted(&extracted, by), by);
        put_text(to, (&content, format), name, (&extracted, &derived))?
    };
    if undamaged(to.text(number))?.is_none_or(|text| text != extracted.text) {
        return Ok(None);
    }
    carry_corrections(corrections, to, number)?;
    carry_submissions(from, to, &HashMap::from([(document, number)]))?;
    Ok(Some(number))
}

/// Returns what was read; `None` if it is damaged.
pub(super) fn undamaged<T>(read: Result<T, LibraryError>) -> Result<Option<T>, LibraryError> {
    match read {
        Err(LibraryError::Damaged { .. }) => Ok(None),
        read => read.map(Some),
    }
}

/// Stores a person's corrections of a record, except for the fields that the library has corrections of.
fn carry_corrections(
    corrections: Vec<(String, String)>,
    to: &dyn Store,
    number: DocumentId,
) -> Result<(), LibraryError> {
    let there = to.corrections(number)?;
    for (field, value) in corrections {
        if there.iter().all(|(other, _)| *other != field) {
            to.correct(number, &field, Some(&value))?;
        }
    }
    Ok(())
}

/// Stores a text under a name, without a file; returns its document number.
pub(super) fn put_text(
    to: &dyn Store,
    (content, format): (&Content, Format),
    name: &str,
    (extracted, derived): (&Extracted, &Derived),
) -> Result<DocumentId, LibraryError> {
    let path = StoredPath {
        path: no_place(name),
        name: name.to_owned(),
        stamp: FileStamp::default(),
    };
    let imported = Imported {
        content,
        format,
        reader: 0,
        path: &path,
        extracted,
        derived,
    };
    put_one(to, imported)
}

/// Stores one document; returns its number.
pub(super) fn put_one(to: &dyn Store, imported: Imported<'_>) -> Result<DocumentId, LibraryError> {
    let put = to.put(&[imported])?.first().copied();
    put.ok_or_else(|| LibraryError::NoSuchDocument {
        file: std::path::PathBuf::new(),
    })
}

struct Copying<'c> {
    from: &'c dyn Store,
    to: &'c dyn Store,
    /// Members of the other library when the copy began.
    there: HashSet<DocumentId>,
    /// Numbers in the other library, by those in this one.
    numbers: HashMap<DocumentId, DocumentId>,
    /// Documents whose text is damaged here or there.
    lost: HashSet<DocumentId>,
    copied: CopiedLibrary,
}

impl Copying<'_> {
    fn members(&mut self, batch: &[Member]) -> Result<(), LibraryError> {
        let mut joining = Vec::new();
        for member in batch {
            let Some(document) = self.document(member.document, &member.name)? else {
                continue;
            };
            if self.there.contains(&document) {
                self.copied.known += 1;
                continue;
            }
            self.copied.added += 1;
            joining.push((
                Joining {
                    document,
                    name: member.name.clone(),
                    path: member.path.clone(),
                },
                member,
            ));
        }
        let to = self.to;
        let new = joining
            .par_iter()
            .map(|(joining, member)| {
                let new = member_of(joining, &to.extracted(joining.document)?);
                Ok(NewMember {
                    path: member.path.clone(),
                    ..new
                })
            })
            .collect::<Result<Vec<_>, LibraryError>>()?;
        if new.is_empty() {
            return Ok(());
        }
        to.add_members(&new)
    }

    /// Copies a document, unless the other library has its content; returns its number there, `None` if its text is
    /// damaged here or there. A document that is both member and template is copied and counted once.
    fn document(
        &mut self,
        document: DocumentId,
        name: &str,
    ) -> Result<Option<DocumentId>, LibraryError> {
        if let Some(&number) = self.numbers.get(&document) {
            return Ok(Some(number));
        }
        if self.lost.contains(&document) {
            return Ok(None);
        }
        let number = self.copy(document, name)?;
        if let Some(number) = number {
            self.numbers.insert(document, number);
        } else {
            self.lost.insert(document);
            self.copied.lost.push(name.to_owned());
        }
        Ok(number)
    }

    fn copy(
        &mut self,
        document: DocumentId,
        name: &str,
    ) -> Result<Option<DocumentId>, LibraryError> {
        let Some(extracted) = undamaged(self.from.extracted(document))? else {
            return Ok(None);
        };
        let (content, _) = self.from.content(document)?;
        let known = self.to.known_content(&content)?;
        let number = match known {
            Some(number) => number,
            None => self.put(document, &content, name, &extracted)?,
        };
        let Some(there) = undamaged(self.to.extracted(number))? else {
            return Ok(None);
        };
        if there == extracted {
            self.copied.verified += 1;
            self.vectors(document, number)?;
        } else {
            self.copied.different.push(name.to_owned());
        }
        Ok(Some(number))
    }

    /// Copies the vectors of a text that is the same there, unless the other library has any: to compute them takes far
    /// longer than everything else.
    fn vectors(&self, document: DocumentId, number: DocumentId) -> Result<(), LibraryError> {
        if let Some((version, body)) = self.from.vectors_with_version(document)?
            && self.to.vectors_with_version(number)?.is_none()
        {
            self.to.put_vectors(&version, &[(number, body)])?;
        }
        Ok(())
    }

    fn put(
        &self,
        document: DocumentId,
        content: &Content,
        name: &str,
        extracted: &Extracted,
    ) -> Result<DocumentId, LibraryError> {
        let (_, format) = self.from.content(document)?;
        let is_current = self.from.known_content(content)?.is_some();
        let mut paths = self.from.paths(document)?;
        if paths.is_empty() {
            paths.push(StoredPath {
                path: no_place(name),
                name: name.to_owned(),
                stamp: FileStamp::default(),
            });
        }
        let derived = match self.from.derived(document, &Recipe::THESIS.text_form())? {
            Some(derived) if derived.version == PROCESSING_VERSION => derived,
            _ => kept::by_default(extracted),
        };
        let imported = Imported {
            content,
            format,
            // The text of an older reader serves for no file; the next reading replaces it.
            reader: if is_current { READER_VERSION } else { 0 },
            path: &paths[0],
            extracted,
            derived: &derived,
        };
        let number = put_one(self.to, imported)?;
        for path in &paths[1..] {
            self.to.add_path(number, path)?;
        }
        Ok(number)
    }

    fn templates(&mut self) -> Result<(), LibraryError> {
        for (document, name) in self.from.templates()? {
            if let Some(number) = self.document(document, &name)? {
                self.to.set_template(number, &name, true)?;
            }
        }
        Ok(())
    }

    /// Copies corrections, decisions and who handed in what; what the other library has of these stays.
    fn words_of_persons(&self) -> Result<(), LibraryError> {
        carry_submissions(self.from, self.to, &self.numbers)?;
        for (&document, &number) in &self.numbers {
            carry_corrections(self.from.corrections(document)?, self.to, number)?;
        }
        let documents: Vec<DocumentId> = self.numbers.keys().copied().collect();
        let moved: Vec<KeptDecision> = (self.from.decisions(&documents)?.into_iter())
            .filter_map(|decision| self.moved(decision))
            .collect();
        let numbers: Vec<DocumentId> = self.numbers.values().copied().collect();
        let place = |d: &KeptDecision| (d.a, d.b, d.in_a, d.in_b, d.is_lead);
        let there: HashSet<_> = self.to.decisions(&numbers)?.iter().map(place).collect();
        let new: Vec<KeptDecision> = (moved.into_iter())
            .filter(|decision| !there.contains(&place(decision)))
            .collect();
        self.to.decide(&[], &new)
    }

    /// Decision with the numbers of the other library; `None` for one about a document that was not copied.
    fn moved(&self, decision: KeptDecision) -> Option<KeptDecision> {
        let (a, b) = (
            *self.numbers.get(&decision.a)?,
            *self.numbers.get(&decision.b)?,
        );
        Some(if a <= b {
            KeptDecision { a, b, ..decision }
        } else {
            KeptDecision {
                a: b,
                b: a,
                in_a: decision.in_b,
                in_b: decision.in_a,
                ..decision
            }
        })
    }
}
