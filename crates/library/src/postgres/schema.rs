//! Schema of a library on a server: its tables, functions and rights, and the steps between forms.

use super::connection::Connection;
use super::fault::{Done, Fault};
use super::{high, outlines};

/// Number of the lock that lets one program at a time make or change a schema.
const LOCK: i64 = 0x6368_6368;

/// SQL that converts each form to the next. A released step is never changed; new ones are appended.
const STEPS: [&[&str]; 7] = [
    &[
        include_str!("sql/tables.sql"),
        include_str!("sql/postings.sql"),
    ],
    &[include_str!("sql/vectors.sql")],
    &[include_str!("sql/high.sql")],
    &[include_str!("sql/handed.sql")],
    &[include_str!("sql/submissions.sql")],
    &[include_str!("sql/decisions.sql")],
    &[include_str!("sql/cases.sql")],
];

/// First form in which the high shingles of members are listed.
const HIGH: i64 = 3;
/// First form in which users who may only check hand over their documents and get outlines instead of descriptions.
const HANDED: i64 = 4;

/// SQL that enters members into the search of a server with documents.
const ENTRIES: &str = include_str!("sql/entries.sql");

/// Functions, which each form replaces.
const FUNCTIONS: [&str; 5] = [
    include_str!("sql/search.sql"),
    ENTRIES,
    include_str!("sql/asking.sql"),
    include_str!("sql/checker.sql"),
    include_str!("sql/deletion.sql"),
];

/// Roles and their rights.
const RIGHTS: &str = include_str!("sql/rights.sql");

/// Number of documents that are read at a time when an older library is updated.
const AT_ONCE: i64 = 500;

/// Latest form of a library on a server.
#[expect(
    clippy::cast_possible_wrap,
    reason = "there will never be 2^63 forms of a library"
)]
pub(super) const FORM: i64 = STEPS.len() as i64;

/// Creates the schema and the roles in the database of a connection, or updates an older schema to the latest form.
/// All is one transaction; a second program waits for the first.
pub(super) fn make(connection: &mut Connection) -> Done<()> {
    let made = make_in_transaction(connection);
    match &made {
        Ok(()) => connection.batch("COMMIT")?,
        // The connection may be what failed; then the server takes everything back by itself.
        Err(_) => drop(connection.batch("ROLLBACK")),
    }
    made
}

fn make_in_transaction(connection: &mut Connection) -> Done<()> {
    connection.batch("BEGIN")?;
    connection.query("SELECT pg_advisory_xact_lock($1)", &[&LOCK])?;
    connection.batch("CREATE SCHEMA IF NOT EXISTS chachong")?;
    let is_there: bool = connection
        .query_one("SELECT to_regclass('chachong.library') IS NOT NULL", &[])?
        .try_get(0)?;
    let form = if is_there { form(connection)? } else { 0 };
    check(form)?;
    let steps = STEPS.iter().skip(usize::try_from(form).unwrap_or(0));
    for sql in steps.flat_map(|step| step.iter()) {
        connection.upkeep(sql)?;
    }
    if form < HIGH {
        high::fill(connection)?;
    }
    if form < HANDED {
        outlines::fill(connection)?;
    }
    if is_there {
        connection.execute("UPDATE library SET form = $1", &[&FORM])?;
    } else {
        connection.execute(
            "INSERT INTO library (identity, form, created)
             VALUES (uuid_send(gen_random_uuid()), $1, extract(epoch FROM now())::bigint)",
            &[&FORM],
        )?;
    }
    // On a coordinator of several servers (packaging/postgres/shards.sql) the shards have what these functions need.
    let is_coordinator: bool = connection
        .query_one(
            "SELECT to_regclass('chachong.held_by_shards') IS NOT NULL",
            &[],
        )?
        .try_get(0)?;
    for sql in FUNCTIONS {
        if !(is_coordinator && sql == ENTRIES) {
            connection.upkeep(sql)?;
        }
    }
    connection.batch(RIGHTS)
}

/// Calls `work` with the numbers of documents that `sql` returns, at most 500 at a time, ascending. `sql` returns numbers above its first
/// parameter, as many as the second says.
pub(super) fn in_batches(
    connection: &mut Connection,
    sql: &'static str,
    mut work: impl FnMut(&mut Connection, &[i64]) -> Done<()>,
) -> Done<()> {
    let mut after = 0_i64;
    loop {
        let batch = connection.ids(sql, &[&after, &AT_ONCE])?;
        let batch: Vec<i64> = batch.iter().map(|document| document.0).collect();
        let Some(&last) = batch.last() else {
            return Ok(());
        };
        work(connection, &batch)?;
        after = last;
    }
}

/// Returns the form of the library in the database.
fn form(connection: &mut Connection) -> Done<i64> {
    let row = connection.query_opt("SELECT form FROM library", &[])?;
    row.map_or(Ok(0), |row| Ok(row.try_get(0)?))
}

fn check(form: i64) -> Done<()> {
    if form > FORM {
        return Err(Fault::TooNew {
            found: form,
            known: FORM,
        });
    }
    Ok(())
}

/// Checks that the database contains a library of the latest form.
pub(super) fn must_fit(connection: &mut Connection) -> Done<()> {
    let form = form(connection)?;
    check(form)?;
    if form < FORM {
        return Err(Fault::NotSetUp);
    }
    Ok(())
}
