//! Records damage that was met while reading a library, until the library is closed.

use super::seal::{self, Kind, List};
use super::{Done, SqliteStore, lock, losses, members};
use crate::{Damage, DamagedPart, DocumentId, LibraryError, VerifyReport};
use rusqlite::Connection;

impl SqliteStore {
    /// Records that a part is damaged.
    pub(super) fn note_damage(&self, document: Option<DocumentId>, part: DamagedPart) {
        if lock(&self.damage).insert((document, part)) {
            tracing::warn!(part = part.key(), "a part of the library is damaged");
        }
    }

    /// Records that the last changes are lost, also beside the library until a verification has named it.
    pub(crate) fn note_lost_changes(&self) {
        self.note_damage(None, DamagedPart::Changes);
        if self.writer.is_some() {
            let mut lost = VerifyReport::default();
            lost.add_last_changes();
            if let Err(error) = losses::keep(&self.place.file, lost) {
                tracing::warn!(%error, "the loss is not noted beside the library");
            }
        }
    }

    /// Forgets the damage of parts that were written again.
    pub(super) fn forget_damage(&self, documents: &[DocumentId], part: DamagedPart) {
        let mut damage = lock(&self.damage);
        for document in documents {
            damage.remove(&(Some(*document), part));
        }
    }

    /// Reads a part of a document, and records the damage if there is any.
    pub(super) fn look_at<T>(
        &self,
        document: DocumentId,
        part: DamagedPart,
        work: impl FnOnce(&Connection) -> Done<T>,
    ) -> Result<T, LibraryError> {
        let found = self.look(work);
        if let Err(LibraryError::Damaged { .. }) = &found {
            self.note_damage(Some(document), part);
        }
        found
    }

    /// Lists members. Records whether the list is incomplete, and which members lack their document.
    pub(super) fn list<T>(
        &self,
        work: impl FnOnce(&Connection) -> Done<members::Listed<T>>,
    ) -> Result<Vec<T>, LibraryError> {
        let listed = self.look(work)?;
        if !listed.is_whole {
            self.note_damage(None, DamagedPart::Members);
        }
        for document in listed.without_document {
            self.note_damage(Some(document), DamagedPart::Entry);
        }
        Ok(listed.members)
    }

    /// Reads a recognised page. If it is damaged, records this and returns `None`.
    pub(super) fn page<T>(
        &self,
        work: impl FnOnce(&Connection) -> Done<Option<T>>,
    ) -> Result<Option<T>, LibraryError> {
        match self.look(work) {
            Err(LibraryError::Damaged { .. }) => {
                self.note_damage(None, DamagedPart::Pages);
                Ok(None)
            }
            page => page,
        }
    }

    /// Returns the recorded damage, and that of the short lists on which every check relies.
    pub(super) fn all_damage(&self) -> Vec<Damage> {
        for (list, part) in [
            (List::Templates, DamagedPart::Templates),
            (List::Decisions, DamagedPart::Decisions),
        ] {
            let is_whole =
                self.look(|connection| seal::is_whole(connection, Kind::List, list as i64));
            if !matches!(is_whole, Ok(true)) {
                self.note_damage(None, part);
            }
        }
        let met: Vec<_> = lock(&self.damage).iter().copied().collect();
        met.into_iter()
            .filter(|(document, part)| self.counts(*document, *part))
            .map(|(document, part)| Damage {
                part,
                document,
                name: document.and_then(|document| {
                    self.look(|connection| members::name(connection, document))
                        .ok()
                }),
            })
            .collect()
    }

    /// Returns whether damage prevents a comparison with a document. Damage of a document that is neither a member
    /// nor a template does not, because its file is read again.
    fn counts(&self, document: Option<DocumentId>, part: DamagedPart) -> bool {
        let Some(document) = document else {
            return true;
        };
        let is_needed = self.look(|connection| {
            let needed: bool = connection
                .prepare_cached(
                    "SELECT EXISTS (SELECT 1 FROM member WHERE document = ?1 AND removed IS NULL)
                     OR EXISTS (SELECT 1 FROM template WHERE document = ?1)",
                )?
                .query_row([document.0], |row| row.get(0))?;
            // What is damaged may be the row that says so.
            Ok(needed || !seal::is_whole(connection, Kind::Entry, document.0)?)
        });
        match is_needed {
            Ok(is_needed) => is_needed || part == DamagedPart::Entry,
            Err(_) => true,
        }
    }
}
