//! SQL of saved checks and decisions.

use std::collections::HashSet;

use super::connection::Connection;
use super::documents::shown;
use super::fault::{Done, Fault};
use crate::bytes::{path_bytes, path_of};
use crate::check_form::{content_of, origin_of, outcome_of, outcome_values, subject};
use crate::packed::pack_json;
use crate::{CheckContent, CheckId, CheckRow, CheckState, DocumentId, KeptDecision, SavedCheck};
use chachong_compare::{Choices, Decision, Span};
use chachong_import::{Format, ImportCause};

fn glance(row: &tokio_postgres::Row) -> Done<SavedCheck> {
    Ok(SavedCheck {
        id: CheckId(row.try_get(0)?),
        title: row.try_get(1)?,
        started: row.try_get(2)?,
        changed: row.try_get(3)?,
        // A check with an invalid state is resumed from the start; its files are already known.
        state: CheckState::named(row.try_get(4)?).unwrap_or(CheckState::Reading),
        documents: row.try_get::<_, i64>(5)?.cast_unsigned(),
    })
}

pub(super) fn checks(connection: &mut Connection) -> Done<Vec<SavedCheck>> {
    let rows = connection.query(
        "SELECT id, title, started, changed, state,
         (SELECT count(*) FROM check_row WHERE saved_check = id AND origin = 0)
         FROM saved_check ORDER BY changed DESC, id DESC",
        &[],
    )?;
    rows.iter().map(glance).collect()
}

/// Creates a saved check. `token` is a random number by which a repeated request is recognised.
pub(super) fn begin_check(connection: &mut Connection, token: &[u8], title: &str) -> Done<CheckId> {
    let row = connection.query_one(
        "INSERT INTO saved_check (token, title, started, changed, state)
         VALUES ($1, $2, extract(epoch FROM now())::bigint, extract(epoch FROM now())::bigint, $3)
         ON CONFLICT (token) DO UPDATE SET title = excluded.title RETURNING id",
        &[&token, &shown(title), &CheckState::Reading.name()],
    )?;
    Ok(CheckId(row.try_get(0)?))
}

pub(super) fn save_check(
    connection: &mut Connection,
    check: CheckId,
    state: CheckState,
    content: &CheckContent,
) -> Done<()> {
    let results = content.results.as_ref().map(pack_json).transpose()?;
    let changed = connection.execute(
        "UPDATE saved_check SET changed = extract(epoch FROM now())::bigint, state = $2, settings = $3, choices = $4,
         results = $5 WHERE id = $1",
        &[
            &check.0,
            &state.name(),
            &pack_json(&content.settings)?,
            &pack_json(&content.choices)?,
            &results,
        ],
    )?;
    if changed == 0 {
        return Err(Fault::NoSuchDocument);
    }
    connection.execute("DELETE FROM check_row WHERE saved_check = $1", &[&check.0])?;
    let mut origins = Vec::new();
    let mut names = Vec::new();
    let mut paths = Vec::new();
    let mut formats = Vec::new();
    let mut documents = Vec::new();
    let mut failures = Vec::new();
    for row in &content.rows {
        let (document, failure) = outcome_values(row.outcome.as_ref())?;
        origins.push(row.origin as i64);
        names.push(shown(&row.name));
        paths.push(path_bytes(&row.path));
        formats.push(row.format.map(Format::name));
        documents.push(document);
        failures.push(failure.as_deref().map(shown));
    }
    connection.execute(
        "INSERT INTO check_row (saved_check, origin, name, path, format, document, failure)
         SELECT $1, origin, name, path, format, (SELECT id FROM document WHERE id = wanted), failure
         FROM unnest($2::bigint[], $3::text[], $4::bytea[], $5::text[], $6::bigint[], $7::text[])
         AS row (origin, name, path, format, wanted, failure)",
        &[
            &check.0, &origins, &names, &paths, &formats, &documents, &failures,
        ],
    )?;
    Ok(())
}

pub(super) fn save_choices(
    connection: &mut Connection,
    check: CheckId,
    choices: &Choices,
    settings: &serde_json::Value,
) -> Done<()> {
    let changed = connection.execute(
        "UPDATE saved_check SET changed = extract(epoch FROM now())::bigint, choices = $2, settings = $3 WHERE id = $1",
        &[&check.0, &pack_json(choices)?, &pack_json(settings)?],
    )?;
    if changed == 0 {
        return Err(Fault::NoSuchDocument);
    }
    Ok(())
}

pub(super) fn save_outcome(
    connection: &mut Connection,
    check: CheckId,
    name: &str,
    outcome: &Result<DocumentId, ImportCause>,
) -> Done<()> {
    let (document, failure) = outcome_values(Some(outcome))?;
    connection.execute(
        // A document that somebody deleted meanwhile is read again when the check is resumed.
        "UPDATE check_row SET document = (SELECT id FROM document WHERE id = $3), failure = $4
         WHERE saved_check = $1 AND origin = 0 AND name = $2",
        &[
            &check.0,
            &shown(name),
            &document,
            &failure.as_deref().map(shown),
        ],
    )?;
    Ok(())
}

pub(super) fn check(
    connection: &mut Connection,
    check: CheckId,
) -> Done<(SavedCheck, CheckContent)> {
    let saved = connection.query_one(
        "SELECT id, title, started, changed, state,
         (SELECT count(*) FROM check_row WHERE saved_check = id AND origin = 0), settings, choices, results
         FROM saved_check WHERE id = $1",
        &[&check.0],
    )?;
    let rows = connection.query(
        "SELECT origin, name, path, format, document, failure FROM check_row WHERE saved_check = $1
         ORDER BY origin, name COLLATE \"C\"",
        &[&check.0],
    )?;
    let rows = rows.iter().map(check_row).collect::<Done<_>>()?;
    let packed = [saved.try_get(6)?, saved.try_get(7)?, saved.try_get(8)?];
    let content = content_of(rows, packed)
        .map_err(|what| Fault::Damaged(format!("check {}: its {what}", check.0)))?;
    Ok((glance(&saved)?, content))
}

fn check_row(row: &tokio_postgres::Row) -> Done<CheckRow> {
    let format: Option<&str> = row.try_get(3)?;
    let document: Option<i64> = row.try_get(4)?;
    let failure: Option<&str> = row.try_get(5)?;
    Ok(CheckRow {
        name: row.try_get(1)?,
        path: path_of(row.try_get(2)?),
        origin: origin_of(row.try_get(0)?),
        format: format.and_then(Format::named),
        outcome: outcome_of(document, failure),
    })
}

pub(super) fn remove_check(connection: &mut Connection, check: CheckId) -> Done<()> {
    connection.execute("DELETE FROM saved_check WHERE id = $1", &[&check.0])?;
    Ok(())
}

pub(super) fn decisions(
    connection: &mut Connection,
    documents: &[DocumentId],
) -> Done<Vec<KeptDecision>> {
    let wanted: HashSet<i64> = documents.iter().map(|id| id.0).collect();
    let wanted: Vec<i64> = wanted.into_iter().collect();
    let rows = connection.query(
        "SELECT a, b, a_start, a_end, b_start, b_end, decided, note, lead, decision FROM decision
         WHERE a = ANY($1) AND b = ANY($1)",
        &[&wanted],
    )?;
    let mut decisions = Vec::new();
    for row in &rows {
        decisions.extend(decision(row)?);
    }
    decisions.sort_unstable();
    Ok(decisions)
}

/// Reads a decision; `None` if its stored name is unknown to this program.
fn decision(row: &tokio_postgres::Row) -> Done<Option<KeptDecision>> {
    let (lead, word): (&str, &str) = (row.try_get(8)?, row.try_get(9)?);
    let decision = Decision::named(word);
    if decision.is_none() && !word.is_empty() {
        return Ok(None);
    }
    let offset = |at: usize| -> Done<u32> {
        u32::try_from(row.try_get::<_, i64>(at)?)
            .map_err(|_| Fault::Damaged("a decision's place".to_owned()))
    };
    let span = |at: usize| -> Done<Span> {
        Ok(Span {
            start: offset(at)?,
            end: offset(at + 1)?,
        })
    };
    Ok(Some(KeptDecision {
        a: DocumentId(row.try_get(0)?),
        b: DocumentId(row.try_get(1)?),
        in_a: span(2)?,
        in_b: span(4)?,
        decided_at: row.try_get(6)?,
        note: row.try_get(7)?,
        is_lead: !lead.is_empty(),
        decision,
    }))
}

pub(super) fn decide(
    connection: &mut Connection,
    back: &[KeptDecision],
    kept: &[KeptDecision],
) -> Done<()> {
    // In one order, so that two programs never wait for each other.
    let mut back: Vec<&KeptDecision> = back.iter().collect();
    let mut kept: Vec<&KeptDecision> = kept.iter().collect();
    back.sort_unstable();
    kept.sort_unstable();
    for decision in back {
        let (a, b) = (spans(decision.in_a), spans(decision.in_b));
        connection.execute(
            "DELETE FROM decision WHERE a = $1 AND b = $2 AND a_start = $3 AND a_end = $4 AND b_start = $5
             AND b_end = $6 AND lead = $7",
            &[
                &decision.a.0,
                &decision.b.0,
                &a.0,
                &a.1,
                &b.0,
                &b.1,
                &subject(decision),
            ],
        )?;
    }
    // An existing equal decision keeps its time, and gets the new note.
    for decision in kept {
        let (a, b) = (spans(decision.in_a), spans(decision.in_b));
        connection.execute(
            "INSERT INTO decision AS present (a, b, a_start, a_end, b_start, b_end, decided, note, lead, decision)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
             ON CONFLICT (a, b, a_start, a_end, b_start, b_end, lead) DO UPDATE SET
                decided = CASE WHEN present.decision = excluded.decision THEN present.decided ELSE excluded.decided END,
                note = excluded.note, decision = excluded.decision",
            &[
                &decision.a.0,
                &decision.b.0,
                &a.0,
                &a.1,
                &b.0,
                &b.1,
                &decision.decided_at,
                &decision.note.as_deref().map(shown),
                &subject(decision),
                &decision.decision.map_or("", Decision::name),
            ],
        )?;
    }
    Ok(())
}

fn spans(span: Span) -> (i64, i64) {
    (i64::from(span.start), i64::from(span.end))
}
