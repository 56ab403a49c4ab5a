//! SQL of cases.

use super::connection::Connection;
use super::fault::{Done, Fault};
use crate::CaseList;
use crate::check_form::case_of;
use crate::packed::pack_json;
use chachong_case::{Case, CaseId};

pub(super) fn cases(connection: &mut Connection) -> Done<CaseList> {
    let rows = connection.query("SELECT id, summary FROM case_file", &[])?;
    let mut list = CaseList::default();
    for row in &rows {
        list.add(CaseId(row.try_get(0)?), row.try_get(1)?);
    }
    list.sort();
    Ok(list)
}

pub(super) fn case(connection: &mut Connection, case: CaseId) -> Done<Case> {
    let row = connection.query_opt(
        "SELECT history, evidence FROM case_file WHERE id = $1",
        &[&case.0],
    )?;
    read(case, row.as_ref())
}

/// Stores a case. `token` is a random number by which a repeated request is recognised.
pub(super) fn keep(
    connection: &mut Connection,
    token: &[u8],
    number: Option<CaseId>,
    case: &Case,
) -> Done<CaseId> {
    let number = if let Some(number) = number {
        // Another program that changes the case waits.
        let row = connection.query_opt(
            "SELECT history, evidence FROM case_file WHERE id = $1 FOR UPDATE",
            &[&number.0],
        )?;
        if !case.follows(&read(number, row.as_ref())?) {
            return Err(Fault::CaseChanged);
        }
        number
    } else {
        let row = connection.query_one(
            "INSERT INTO case_file (token, summary, history, evidence) VALUES ($1, '', '', $2)
             ON CONFLICT (token) DO UPDATE SET evidence = excluded.evidence RETURNING id",
            &[&token, &pack_json(&case.evidence)?],
        )?;
        CaseId(row.try_get(0)?)
    };
    connection.execute(
        "UPDATE case_file SET summary = $2, history = $3 WHERE id = $1",
        &[
            &number.0,
            &pack_json(&case.summary(number))?,
            &pack_json(&case.history)?,
        ],
    )?;
    Ok(number)
}

/// Deletes a case. A repeated request finds that it is gone, which is the intended result.
pub(super) fn delete(connection: &mut Connection, case: CaseId) -> Done<()> {
    connection.execute("DELETE FROM case_file WHERE id = $1", &[&case.0])?;
    Ok(())
}

fn read(case: CaseId, row: Option<&tokio_postgres::Row>) -> Done<Case> {
    let row = row.ok_or(Fault::NoSuchCase)?;
    case_of(row.try_get(0)?, row.try_get(1)?)
        .ok_or_else(|| Fault::Damaged(format!("case {}", case.0)))
}
