//! Seals: checksums over the rows that belong together, by which a reader notices rows that were changed, exchanged, added
//! or lost.
//!
//! A seal is the number of the rows of one thing (the text of a document, a saved check, the list of members) and the sum,
//! modulo 2^64, of the XXH3 of each: table, key and all other columns. So a row counts with its key, in no order, and a
//! change of one row changes the sum by the difference of two checksums. The connection that writes has temporary triggers
//! that collect these differences from every statement, whatever its SQL, and [`Seals::flush`] adds them to the table
//! `seal` before the commit. One more seal is over all others ([`Kind::Total`]).

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::hash::Hasher;
use std::sync::{Arc, Mutex};

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, params};
use twox_hash::XxHash3_64;

use super::values::damaged;
use super::{Done, lock};
use crate::DocumentId;

/// Kind of object that a seal covers. Libraries store these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    /// All other seals; its number is 0.
    Total = 0,
    /// Record of a document, by its number: the row itself, paths, member, template, corrections and submissions.
    Entry = 1,
    /// Text of a document, by its number.
    Text = 2,
    /// Fingerprints and signs of a document, by its number.
    Derived = 3,
    /// Passages of a member, by its number.
    Passages = 4,
    /// Vectors of a document, by its number.
    Vectors = 5,
    /// Saved check with its files, by its number.
    Check = 6,
    /// Recognised pages, by the first eight bytes of the hash of their picture.
    Page = 7,
    /// Whole table that is read as a list, by the number of a [`List`].
    List = 8,
    /// Results of a saved check, by its number. They can be computed again; nothing else of a check can.
    Results = 9,
    /// Case, by its number.
    Case = 10,
}

impl Kind {
    /// Kinds of objects, without the seal over all others.
    pub(super) const ALL: [Self; 10] = [
        Self::Entry,
        Self::Text,
        Self::Derived,
        Self::Passages,
        Self::Vectors,
        Self::Check,
        Self::Page,
        Self::List,
        Self::Results,
        Self::Case,
    ];
}

/// Table that is read as a whole. Libraries store these numbers; [`SEALED`] has two more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    Members = 1,
    Templates = 2,
    Decisions = 3,
    Frequencies = 4,
}

/// Returns the name of the table that is the list with this number; `?` without one.
pub(super) fn name_of_list(number: i64) -> &'static str {
    tables(Kind::List)
        .find(|(_, _, list)| list.parse::<i64>() == Ok(number))
        .map_or("?", |(_, table, _)| table)
}

/// Tables with the kind of seal that covers a row, and the column or number that identifies the object.
const SEALED: [(Kind, &str, &str); 22] = [
    (Kind::Entry, "document", "id"),
    (Kind::Entry, "path", "document"),
    (Kind::Entry, "member", "document"),
    (Kind::Entry, "template", "document"),
    (Kind::Entry, "correction", "document"),
    (Kind::Entry, "submission", "document"),
    (Kind::Text, "text", "document"),
    (Kind::Derived, "fingerprint", "document"),
    (Kind::Derived, "signs", "document"),
    (Kind::Passages, "passages", "document"),
    (Kind::Vectors, "vectors", "document"),
    (Kind::Check, "saved_check", "id"),
    (Kind::Check, "check_row", "saved_check"),
    (Kind::List, "member", "1"),
    (Kind::List, "template", "2"),
    (Kind::List, "decision", "3"),
    (Kind::List, "frequencies", "4"),
    (Kind::List, "recipe", "5"),
    (Kind::List, "library", "6"),
    (Kind::Results, "saved_check", "id"),
    (Kind::Case, "case_file", "id"),
    // Its number is a part of this blob.
    (Kind::Page, "recognised_page", "picture"),
];

/// Number of rows and sum of their checksums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    rows: i64,
    sum: i64,
}

impl Sum {
    /// Returns the sum of one row with this checksum.
    const fn one(sum: i64) -> Self {
        Self { rows: 1, sum }
    }

    /// Reads a sum from two columns of the table of seals.
    fn read(row: &rusqlite::Row<'_>, first: usize) -> rusqlite::Result<Self> {
        Ok(Self {
            rows: row.get(first)?,
            sum: row.get(first + 1)?,
        })
    }

    const fn and(self, other: Self) -> Self {
        Self {
            rows: self.rows.wrapping_add(other.rows),
            sum: self.sum.wrapping_add(other.sum),
        }
    }

    const fn without(self, other: Self) -> Self {
        Self {
            rows: self.rows.wrapping_sub(other.rows),
            sum: self.sum.wrapping_sub(other.sum),
        }
    }
}

/// Kind and number of a sealed object.
type Thing = (i64, i64);

/// Changes that the statements of a transaction made.
#[derive(Debug, Default)]
struct Changed {
    by: BTreeMap<Thing, Sum>,
    /// Objects of which all rows were written again; their seals are computed from the rows.
    anew: BTreeSet<Thing>,
}

/// Seals for a connection that writes.
#[derive(Debug)]
pub(super) struct Seals(Arc<Mutex<Changed>>);

impl Seals {
    /// Makes a connection to a library of the latest form collect the changes of its statements.
    pub(super) fn keep(connection: &Connection) -> rusqlite::Result<Self> {
        let changed = Arc::new(Mutex::new(Changed::default()));
        let of_rows = Arc::clone(&changed);
        connection.create_scalar_function(
            "seal_changed",
            -1,
            FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_INNOCUOUS,
            move |context| {
                let sign: i64 = context.get(0)?;
                let thing = (context.get(1)?, number_of(context.get_raw(2)));
                let row = Sum::one(row_sum(context, 3));
                let mut changed = lock(&of_rows);
                let sum = changed.by.entry(thing).or_default();
                *sum = if sign > 0 {
                    sum.and(row)
                } else {
                    sum.without(row)
                };
                Ok(sign)
            },
        )?;
        let anew = Arc::clone(&changed);
        connection.create_scalar_function(
            "seal_anew",
            2,
            FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_INNOCUOUS,
            move |context| {
                let thing = (context.get(0)?, number_of(context.get_raw(1)));
                lock(&anew).anew.insert(thing);
                Ok(0_i64)
            },
        )?;
        // A row that another replaces is deleted: only so the triggers hear of it.
        connection.pragma_update(None, "recursive_triggers", true)?;
        for (kind, table, number) in SEALED {
            let columns = columns(connection, kind, table)?;
            for (event, rows) in [
                ("INSERT", &["new"][..]),
                ("DELETE", &["old"]),
                ("UPDATE", &["old", "new"]),
            ] {
                let number_in = |row: &str| match number.parse::<i64>() {
                    Ok(number) => number.to_string(),
                    Err(_) => format!("{row}.{number}"),
                };
                let mut body = String::new();
                for row in rows {
                    let sign = if *row == "new" { 1 } else { -1 };
                    let values: Vec<String> =
                        columns.iter().map(|name| format!("{row}.{name}")).collect();
                    // Writing to a string cannot fail.
                    let _ = write!(
                        body,
                        "SELECT seal_changed({sign}, {}, {}, '{table}', {}); ",
                        kind as i64,
                        number_in(row),
                        values.join(", ")
                    );
                }
                connection.execute_batch(&format!(
                    "CREATE TEMP TRIGGER seal_{table}_{}_{event} AFTER {event} ON main.{table} BEGIN {body} END",
                    kind as i64
                ))?;
            }
        }
        Ok(Self(changed))
    }

    /// Forgets the changes of a transaction that was rolled back.
    pub(super) fn forget(&self) {
        *lock(&self.0) = Changed::default();
    }

    /// Updates the seals with the collected changes; called before the commit.
    pub(super) fn flush(&self, connection: &Connection) -> Done<()> {
        let changed = std::mem::take(&mut *lock(&self.0));
        let mut total = Sum::default();
        let mut things: BTreeSet<Thing> = changed.by.keys().copied().collect();
        things.extend(&changed.anew);
        for thing in things {
            let there = stored(connection, thing)?;
            let now = if changed.anew.contains(&thing) {
                sum_of(connection, thing)?
            } else {
                let by = changed.by.get(&thing).copied().unwrap_or_default();
                there.unwrap_or_default().and(by)
            };
            total = total.and(put(connection, thing, there, now)?);
        }
        if total != Sum::default() {
            let thing = (Kind::Total as i64, 0);
            let there = stored(connection, thing)?;
            put(
                connection,
                thing,
                there,
                there.unwrap_or_default().and(total),
            )?;
        }
        Ok(())
    }
}

/// Computes the seal of an object, all rows of which were just written, from these rows instead of from its old seal,
/// which a damaged row may contradict. Only for a connection of [`Seals::keep`].
pub(super) fn renew(connection: &Connection, kind: Kind, number: i64) -> Done<()> {
    connection
        .prepare_cached("SELECT seal_anew(?1, ?2)")?
        .query_row((kind as i64, number), |_| Ok(()))?;
    Ok(())
}

/// Registers the function that computes the checksum of rows with a connection.
pub(super) fn know(connection: &Connection) -> rusqlite::Result<()> {
    connection.create_scalar_function(
        "row_sum",
        -1,
        FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC,
        |context| Ok(row_sum(context, 0)),
    )
}

/// Returns the number of a page, given the hash of its picture.
pub(super) fn page_number(picture: &[u8]) -> i64 {
    number_of(ValueRef::Blob(picture))
}

/// Returns whether the rows of an object match its seal; true if it has neither.
pub(super) fn is_whole(connection: &Connection, kind: Kind, number: i64) -> Done<bool> {
    let thing = (kind as i64, number);
    Ok(stored(connection, thing)?.unwrap_or_default() == sum_of(connection, thing)?)
}

/// Checks that a part of a document matches its seal. `what` names the part in the error.
pub(super) fn must_be_whole(
    connection: &Connection,
    kind: Kind,
    document: DocumentId,
    what: &str,
) -> Done<()> {
    if is_whole(connection, kind, document.0)? {
        Ok(())
    } else {
        Err(damaged(document, what))
    }
}

/// Returns the numbers of the objects of a kind whose seal and rows contradict each other, sorted.
pub(super) fn broken(connection: &Connection, kind: Kind) -> Done<Vec<i64>> {
    let mut sums = sums(connection, kind)?;
    let mut broken = Vec::new();
    let mut select = connection.prepare("SELECT id, rows, sum FROM seal WHERE kind = ?1")?;
    let mut rows = select.query([kind as i64])?;
    while let Some(row) = rows.next()? {
        let number: i64 = row.get(0)?;
        if sums.remove(&number).unwrap_or_default() != Sum::read(row, 1)? {
            broken.push(number);
        }
    }
    broken.extend(sums.into_keys());
    broken.sort_unstable();
    Ok(broken)
}

/// Returns whether the seal over all seals is correct.
pub(super) fn is_total_right(connection: &Connection) -> Done<bool> {
    let total = stored(connection, (Kind::Total as i64, 0))?;
    Ok(total.unwrap_or_default() == sum_of_seals(connection)?)
}

/// Computes the seal over all others again.
pub(super) fn seal_total(connection: &Connection) -> Done<()> {
    let (thing, now) = ((Kind::Total as i64, 0), sum_of_seals(connection)?);
    let there = stored(connection, thing)?;
    put(connection, thing, there, now)?;
    Ok(())
}

/// Computes all seals from the present rows.
pub(super) fn seal_all(connection: &Connection) -> Done<()> {
    connection.execute("DELETE FROM seal", ())?;
    for kind in Kind::ALL {
        for (number, sum) in sums(connection, kind)? {
            put(connection, (kind as i64, number), None, sum)?;
        }
    }
    seal_total(connection)
}

fn sum_of_seals(connection: &Connection) -> Done<Sum> {
    let mut select = connection.prepare("SELECT kind, id, rows, sum FROM seal WHERE kind <> 0")?;
    let mut rows = select.query(())?;
    let mut total = Sum::default();
    while let Some(row) = rows.next()? {
        let thing = (row.get(0)?, row.get(1)?);
        total = total.and(sum_of_seal(thing, Sum::read(row, 2)?));
    }
    Ok(total)
}

/// Returns the sums of all objects of a kind, by number.
fn sums(connection: &Connection, kind: Kind) -> Done<HashMap<i64, Sum>> {
    let mut sums: HashMap<i64, Sum> = HashMap::new();
    for (kind, table, number) in tables(kind) {
        let columns = columns(connection, kind, table)?.join(", ");
        // By the table itself, so that no index takes the place of what it lacks.
        let mut select = connection.prepare(&format!(
            "SELECT {number}, row_sum('{table}', {columns}) FROM {table} NOT INDEXED"
        ))?;
        let mut rows = select.query(())?;
        while let Some(row) = rows.next()? {
            let sum = sums.entry(number_of(row.get_ref(0)?)).or_default();
            *sum = sum.and(Sum::one(row.get(1)?));
        }
    }
    Ok(sums)
}

fn tables(kind: Kind) -> impl Iterator<Item = (Kind, &'static str, &'static str)> {
    SEALED.into_iter().filter(move |(of, ..)| *of == kind)
}

fn sum_of(connection: &Connection, thing: Thing) -> Done<Sum> {
    let mut sum = Sum::default();
    for (kind, table, number) in SEALED {
        if kind as i64 != thing.0 {
            continue;
        }
        let is_list = number.parse::<i64>();
        if is_list.as_ref().is_ok_and(|list| *list != thing.1) {
            continue;
        }
        let wanted = match kind {
            Kind::List => "?1 = ?1".to_owned(),
            Kind::Page => format!("{number} BETWEEN ?1 AND ?2"),
            _ => format!("{number} = ?1"),
        };
        let columns = columns(connection, kind, table)?.join(", ");
        let mut select = connection.prepare_cached(&format!(
            "SELECT row_sum('{table}', {columns}) FROM {table} WHERE {wanted}"
        ))?;
        let mut rows = if kind == Kind::Page {
            // The hashes that begin with these bytes.
            let mut last = [0xFF; 32];
            last[..8].copy_from_slice(&thing.1.to_be_bytes());
            select.query((thing.1.to_be_bytes(), last))?
        } else {
            select.query([thing.1])?
        };
        while let Some(row) = rows.next()? {
            sum = sum.and(Sum::one(row.get(0)?));
        }
    }
    Ok(sum)
}

fn stored(connection: &Connection, (kind, number): Thing) -> Done<Option<Sum>> {
    let sum = connection
        .prepare_cached("SELECT rows, sum FROM seal WHERE kind = ?1 AND id = ?2")?
        .query_row((kind, number), |row| Sum::read(row, 0))
        .optional()?;
    Ok(sum)
}

/// Replaces a seal and returns the change of the seal over all others. An object without rows has no seal.
fn put(connection: &Connection, thing: Thing, there: Option<Sum>, now: Sum) -> Done<Sum> {
    let (kind, number) = thing;
    let mut change = Sum::default();
    if let Some(there) = there {
        change = change.without(sum_of_seal(thing, there));
    }
    if now == Sum::default() {
        connection
            .prepare_cached("DELETE FROM seal WHERE kind = ?1 AND id = ?2")?
            .execute((kind, number))?;
    } else {
        connection
            .prepare_cached("INSERT OR REPLACE INTO seal VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![kind, number, now.rows, now.sum])?;
        change = change.and(sum_of_seal(thing, now));
    }
    Ok(change)
}

fn sum_of_seal((kind, number): Thing, sealed: Sum) -> Sum {
    let mut hash = XxHash3_64::new();
    for part in [kind, number, sealed.rows, sealed.sum] {
        hash.write(&part.to_le_bytes());
    }
    Sum::one(hash.finish().cast_signed())
}

/// Returns the names of a table's columns under a seal, in order: all except the results of a check, which have their
/// own seal.
fn columns(connection: &Connection, kind: Kind, table: &str) -> rusqlite::Result<Vec<String>> {
    let select = connection.prepare_cached(&format!("SELECT * FROM {table}"))?;
    let is_under = |name: &&str| match kind {
        Kind::Check => *name != "results",
        Kind::Results => matches!(*name, "id" | "results"),
        _ => true,
    };
    Ok((select.column_names().filter(is_under))
        .map(str::to_owned)
        .collect())
}

fn row_sum(context: &Context<'_>, from: usize) -> i64 {
    let mut hash = XxHash3_64::new();
    for at in from..context.len() {
        // Type and length are part of the sum, so that no value can end where another begins.
        let (of_type, bytes): (u8, &[u8]) = match context.get_raw(at) {
            ValueRef::Null => (0, &[]),
            ValueRef::Integer(number) => {
                hash.write(&[1]);
                hash.write(&number.to_le_bytes());
                continue;
            }
            ValueRef::Real(number) => {
                hash.write(&[2]);
                hash.write(&number.to_le_bytes());
                continue;
            }
            ValueRef::Text(bytes) => (3, bytes),
            ValueRef::Blob(bytes) => (4, bytes),
        };
        hash.write(&[of_type]);
        hash.write(&(bytes.len() as u64).to_le_bytes());
        hash.write(bytes);
    }
    hash.finish().cast_signed()
}

/// Returns the number of an object: a number, or the first eight bytes of a hash. Returns 0 for anything else, which
/// only damage causes.
fn number_of(value: ValueRef<'_>) -> i64 {
    match value {
        ValueRef::Integer(number) => number,
        ValueRef::Blob(bytes) => {
            let first = bytes.first_chunk::<8>().copied();
            i64::from_be_bytes(first.unwrap_or_default())
        }
        _ => 0,
    }
}
