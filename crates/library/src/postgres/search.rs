//! Search of a library in its server: two round trips a text.

use std::borrow::Cow;
use std::sync::atomic::{AtomicI64, Ordering};

use tokio_postgres::Row;

use super::PostgresStore;
use super::connection::Connection;
use super::documents::{damaged, shown};
use super::fault::{Done, Fault};
use super::high::{self, key_of};
use super::members::member_of_card;
use crate::document_form::extracted_of;
use crate::{Answer, DocumentId, LibraryError, MemberSearch, Question, Widespread};
use chachong_compare::Span;
use chachong_import::Extracted;
use chachong_text::PROCESSING_VERSION;

/// Search by fingerprints under one recipe.
#[derive(Debug)]
pub(super) struct Search {
    store: PostgresStore,
    recipe: String,
    /// Number of members; without those on lost servers, once a server was lost.
    members: AtomicI64,
}

impl Search {
    /// Starts a search among the current members, with fingerprints under `recipe`. First looks whether servers that were lost have
    /// come back.
    pub fn start(store: PostgresStore, recipe: &str) -> Result<Self, LibraryError> {
        // A server that was lost may have come back.
        let lost = store.lost();
        if !lost.is_empty() {
            store.find_lost(&lost)?;
        }
        let search = Self {
            recipe: recipe.to_owned(),
            members: AtomicI64::new(0),
            store,
        };
        search.count()?;
        Ok(search)
    }

    /// Counts the members that can be found.
    fn count(&self) -> Result<(), LibraryError> {
        let members = self.store.look(|connection| {
            let sql = if self.store.lost().is_empty() {
                "SELECT members FROM counts()"
            } else {
                "SELECT members FROM found_members()"
            };
            Ok(connection.query_one(sql, &[])?.try_get(0)?)
        })?;
        self.members.store(members, Ordering::Relaxed);
        Ok(())
    }
}

/// Kinds of rows in the server's answer, each with its number.
const SHARES: i32 = 0;
const WIDESPREAD: i32 = 1;
const NEAR: i32 = 2;

impl MemberSearch for Search {
    fn members(&self) -> usize {
        usize::try_from(self.members.load(Ordering::Relaxed)).unwrap_or(0)
    }

    fn wants_texts(&self) -> bool {
        !self.store.is_keeper()
    }

    fn ask(&self, question: &Question<'_>) -> Result<Answer, LibraryError> {
        if self.wants_texts() {
            return self.ask_handing_over(question);
        }
        let signed = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
        let all = question.shingles;
        let bits = question.fingerprint.map(|bits| bits.0.cast_signed());
        let distance = signed(question.farthest);
        self.look(|connection| {
            let asked = if question.is_text {
                Cow::Owned(high::storable(connection, all)?)
            } else {
                Cow::Borrowed(all)
            };
            let keys: Vec<i64> = asked.iter().map(key_of).collect();
            let tokens: Vec<i32> = asked.iter().map(|s| signed(s.token)).collect();
            let starts: Vec<i32> = asked.iter().map(|s| signed(s.start)).collect();
            let ends: Vec<i32> = asked.iter().map(|s| signed(s.end)).collect();
            let rows = connection.query(
                "SELECT * FROM ask($1, $2, $3, $4, $5, $6, $7, $8)",
                &[
                    &keys,
                    &tokens,
                    &starts,
                    &ends,
                    &self.members.load(Ordering::Relaxed),
                    &bits,
                    &distance,
                    &self.recipe,
                ],
            )?;
            self.answer(&rows)
        })
    }
}

impl Search {
    /// Runs `work`, which only reads. If this finds servers lost, counts the members again.
    fn look<T>(&self, work: impl FnMut(&mut Connection) -> Done<T>) -> Result<T, LibraryError> {
        let before = self.store.lost();
        let done = self.store.look(work)?;
        if self.store.lost() != before {
            self.count()?;
        }
        Ok(done)
    }

    /// Hands the document over and queries with its number, as a user who may only check must.
    fn ask_handing_over(&self, question: &Question<'_>) -> Result<Answer, LibraryError> {
        // One whose text lies on a lost server is named elsewhere.
        let Some(text) = question.text else {
            return Ok(Answer::default());
        };
        // PostgreSQL keeps no U+0000, and positions stay.
        let text = text.replace('\0', "\u{FFFF}");
        let all = question.shingles;
        let signed = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
        let keys: Vec<i64> = all.iter().map(key_of).collect();
        let starts: Vec<i32> = all.iter().map(|s| signed(s.start)).collect();
        let ends: Vec<i32> = all.iter().map(|s| signed(s.end)).collect();
        // Keys of code and readings no order selects.
        let low: Vec<bool> = (all.iter())
            .map(|s| !question.is_text || high::is_low(s.fingerprint))
            .collect();
        let bits = question.fingerprint.map(|bits| bits.0.cast_signed());
        let name = shown(question.name);
        let (handed, answer) = self.look(|connection| {
            let row = connection.query_one(
                "SELECT hand_over($1, $2, $3, $4, $5, $6)",
                &[&name, &text, &keys, &starts, &ends, &low],
            )?;
            let handed: i64 = row.try_get(0)?;
            let rows = connection.query(
                "SELECT * FROM ask_of($1, $2, $3, $4)",
                &[&handed, &bits, &signed(question.farthest), &self.recipe],
            )?;
            Ok((handed, self.answer(&rows)?))
        })?;
        let found = answer.near.iter().chain(&answer.sharing);
        self.store
            .remember(found.map(|(member, _)| member.document), handed);
        Ok(answer)
    }

    /// Reads the rows of the server's answer.
    fn answer(&self, rows: &[Row]) -> Done<Answer> {
        let mut answer = Answer::default();
        for row in rows {
            let number = |at: usize| -> Done<u32> {
                u32::try_from(row.try_get::<_, i64>(at)?)
                    .map_err(|_| Fault::Damaged("an answer".to_owned()))
            };
            let member = || member_of_card(row, 6, &self.recipe, PROCESSING_VERSION);
            match row.try_get(0)? {
                SHARES => answer.sharing.push((member()?, number(2)?)),
                NEAR => answer.near.push((member()?, number(2)?)),
                WIDESPREAD => answer.widespread.push(Widespread {
                    span: Span {
                        start: number(3)?,
                        end: number(4)?,
                    },
                    documents: number(5)?,
                }),
                _ => {}
            }
        }
        Ok(answer)
    }
}

/// Returns the excerpts of a member's text that a user who may only check gets: the passages shared with handed-over
/// documents, with 200 characters on either side. U+9FFF stands for every other character. The store records how much
/// a limit withheld.
pub(super) fn excerpts(
    store: &PostgresStore,
    document: DocumentId,
    handed: &[i64],
) -> Result<Extracted, LibraryError> {
    // What is shown is counted first, by a transaction of its own.
    let withheld: Option<i64> = store.look(|connection| {
        let row = connection.query_one("SELECT disclose($1, $2)", &[&document.0, &handed])?;
        Ok(row.try_get(0)?)
    })?;
    let extracted = store.look(|connection| {
        let row = connection.query_one(
            "SELECT body, outline FROM excerpts($1, $2)",
            &[&document.0, &handed],
        )?;
        let text: String = row.try_get(0)?;
        let outline: Option<&[u8]> = row.try_get(1)?;
        let extracted = outline.and_then(|outline| extracted_of(text, outline));
        extracted.ok_or_else(|| damaged(document, "what its reader found"))
    })?;
    store.remember_withheld(document, withheld.map_or(0, i64::cast_unsigned));
    Ok(extracted)
}
