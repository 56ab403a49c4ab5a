//! SQL of cases, and their deletion without a trace in the file.

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::members::Purged;
use super::seal::{self, Kind};
use super::{Done, Fault, SqliteStore, lock, named};
use crate::check_form::case_of;
use crate::packed::pack_json;
use crate::{CaseList, LibraryError};
use chachong_case::{Case, CaseId};

impl SqliteStore {
    /// Runs `work` in a transaction that overwrites everything it deletes with zeros, even on pages that become empty.
    pub(super) fn write_without_trace<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Done<T>,
    ) -> Result<T, LibraryError> {
        self.write(|transaction| {
            transaction.pragma_update(None, "secure_delete", "ON")?;
            let done = work(transaction);
            transaction.pragma_update(None, "secure_delete", "FAST")?;
            done
        })
    }

    /// Empties the log if a purge deleted anything. Returns the number of deleted members.
    pub(super) fn after_purge(&self, purged: Purged) -> Result<u64, LibraryError> {
        if purged.members > 0 || purged.documents > 0 {
            self.empty_log()?;
        }
        Ok(purged.members)
    }

    /// Writes the log into the file and empties it, because it contains pages in their former state.
    pub(super) fn empty_log(&self) -> Result<(), LibraryError> {
        lock(&self.readers).clear();
        let Some(writer) = &self.writer else {
            return Ok(());
        };
        let emptied =
            lock(writer)
                .connection
                .query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |row| row.get(0));
        let is_busy: i64 = emptied.map_err(|error| named(&self.file, error.into()))?;
        if is_busy != 0 {
            // Another program still reads; what it reads is overwritten when the library is closed.
            tracing::warn!("the log of the library could not be emptied");
        }
        Ok(())
    }
}

pub(super) fn cases(connection: &Connection) -> Done<CaseList> {
    let mut statement =
        connection.prepare_cached("SELECT id, summary FROM case_file ORDER BY id")?;
    let mut rows = statement.query(())?;
    let mut list = CaseList::default();
    while let Some(row) = rows.next()? {
        list.add(CaseId(row.get(0)?), &row.get::<_, Vec<u8>>(1)?);
    }
    list.sort();
    Ok(list)
}

pub(super) fn case(connection: &Connection, case: CaseId) -> Done<Case> {
    let packed: Option<(Vec<u8>, Vec<u8>)> = connection
        .prepare_cached("SELECT history, evidence FROM case_file WHERE id = ?1")?
        .query_row([case.0], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let (history, evidence) = packed.ok_or(Fault::NoSuchCase)?;
    let is_whole = seal::is_whole(connection, Kind::Case, case.0)?;
    case_of(&history, &evidence)
        .filter(|_| is_whole)
        .ok_or_else(|| Fault::Damaged(format!("case {}", case.0)))
}

pub(super) fn keep(
    transaction: &Transaction<'_>,
    number: Option<CaseId>,
    case: &Case,
) -> Done<CaseId> {
    if let Some(number) = number {
        let earlier = self::case(transaction, number)?;
        if !case.follows(&earlier) {
            return Err(Fault::CaseChanged);
        }
        transaction.execute(
            "UPDATE case_file SET summary = ?2, history = ?3 WHERE id = ?1",
            params![
                number.0,
                pack_json(&case.summary(number))?,
                pack_json(&case.history)?
            ],
        )?;
        return Ok(number);
    }
    // The summary has the number, which is known only now.
    transaction.execute(
        "INSERT INTO case_file (summary, history, evidence) VALUES (x'', ?1, ?2)",
        params![pack_json(&case.history)?, pack_json(&case.evidence)?],
    )?;
    let number = CaseId(transaction.last_insert_rowid());
    transaction.execute(
        "UPDATE case_file SET summary = ?2 WHERE id = ?1",
        params![number.0, pack_json(&case.summary(number))?],
    )?;
    Ok(number)
}

pub(super) fn delete(transaction: &Transaction<'_>, case: CaseId) -> Done<()> {
    match transaction.execute("DELETE FROM case_file WHERE id = ?1", [case.0])? {
        0 => Err(Fault::NoSuchCase),
        _ => Ok(()),
    }
}
