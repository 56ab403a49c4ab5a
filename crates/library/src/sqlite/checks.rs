//! SQL of saved checks and decisions.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};

use super::seal::{self, Kind};
use super::values::{count, words};
use super::{Done, Fault};
use crate::bytes::{path_bytes, path_of};
use crate::check_form::{content_of, origin_of, outcome_of, outcome_values, subject};
use crate::packed::{pack_json, unpack_json};
use crate::{CheckContent, CheckId, CheckRow, CheckState, DocumentId, KeptDecision, SavedCheck};
use chachong_compare::{Choices, Decision, Span};
use chachong_import::{Format, ImportCause};

const GLANCE: &str = "SELECT id, title, started, changed, state,
    (SELECT count(*) FROM check_row WHERE saved_check = id AND origin = 0) FROM saved_check";

fn glance(row: &rusqlite::Row<'_>) -> Done<SavedCheck> {
    let state = words(row, 4)?;
    Ok(SavedCheck {
        id: CheckId(row.get(0)?),
        title: words(row, 1)?,
        started: row.get(2)?,
        changed: row.get(3)?,
        // A check with an invalid state is resumed from the start; its files are already known.
        state: CheckState::named(&state).unwrap_or(CheckState::Reading),
        documents: count(row.get(5)?)?,
    })
}

pub(super) fn checks(connection: &Connection) -> Done<Vec<SavedCheck>> {
    let mut statement =
        connection.prepare_cached(&format!("{GLANCE} ORDER BY changed DESC, id DESC"))?;
    let mut rows = statement.query(())?;
    let mut checks = Vec::new();
    while let Some(row) = rows.next()? {
        checks.push(glance(row)?);
    }
    Ok(checks)
}

pub(super) fn begin_check(connection: &Connection, title: &str) -> Done<CheckId> {
    connection.execute(
        "INSERT INTO saved_check (title, started, changed, state) VALUES (?1, unixepoch(), unixepoch(), ?2)",
        params![title, CheckState::Reading.name()],
    )?;
    Ok(CheckId(connection.last_insert_rowid()))
}

pub(super) fn save_check(
    connection: &Connection,
    check: CheckId,
    state: CheckState,
    content: &CheckContent,
) -> Done<()> {
    let results = content.results.as_ref().map(pack_json).transpose()?;
    let changed = connection.execute(
        "UPDATE saved_check SET changed = unixepoch(), state = ?2, settings = ?3, choices = ?4, results = ?5 WHERE id = ?1",
        params![
            check.0,
            state.name(),
            pack_json(&content.settings)?,
            pack_json(&content.choices)?,
            results
        ],
    )?;
    if changed == 0 {
        return Err(Fault::NoSuchDocument);
    }
    connection.execute("DELETE FROM check_row WHERE saved_check = ?1", [check.0])?;
    let mut insert =
        connection.prepare_cached("INSERT INTO check_row VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
    for row in &content.rows {
        let (document, failure) = outcome_values(row.outcome.as_ref())?;
        insert.execute(params![
            check.0,
            row.origin as i64,
            row.name,
            path_bytes(&row.path),
            row.format.map(Format::name),
            document,
            failure
        ])?;
    }
    Ok(())
}

pub(super) fn save_choices(
    connection: &Connection,
    check: CheckId,
    choices: &Choices,
    settings: &serde_json::Value,
) -> Done<()> {
    let changed = connection.execute(
        "UPDATE saved_check SET changed = unixepoch(), choices = ?2, settings = ?3 WHERE id = ?1",
        params![check.0, pack_json(choices)?, pack_json(settings)?],
    )?;
    if changed == 0 {
        return Err(Fault::NoSuchDocument);
    }
    Ok(())
}

pub(super) fn save_outcome(
    connection: &Connection,
    check: CheckId,
    name: &str,
    outcome: &Result<DocumentId, ImportCause>,
) -> Done<()> {
    let (document, failure) = outcome_values(Some(outcome))?;
    connection
        .prepare_cached(
            "UPDATE check_row SET document = ?3, failure = ?4 WHERE saved_check = ?1 AND origin = 0 AND name = ?2",
        )?
        .execute(params![check.0, name, document, failure])?;
    Ok(())
}

type Packed = Option<Vec<u8>>;

pub(super) fn check(connection: &Connection, check: CheckId) -> Done<(SavedCheck, CheckContent)> {
    let mut statement = connection.prepare_cached(&format!("{GLANCE} WHERE id = ?1"))?;
    let mut rows = statement.query([check.0])?;
    let saved = glance(rows.next()?.ok_or(Fault::NoSuchDocument)?)?;
    if !seal::is_whole(connection, Kind::Check, check.0)? {
        return Err(Fault::Damaged(format!("check {}", check.0)));
    }
    let has_whole_results = seal::is_whole(connection, Kind::Results, check.0)?;
    let (settings, choices, results): (Packed, Packed, Packed) = connection.query_row(
        "SELECT settings, choices, results FROM saved_check WHERE id = ?1",
        [check.0],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    let mut statement = connection.prepare_cached(
        "SELECT origin, name, path, format, document, failure FROM check_row WHERE saved_check = ?1
         ORDER BY origin, name",
    )?;
    let mut found = statement.query([check.0])?;
    let mut rows = Vec::new();
    while let Some(row) = found.next()? {
        rows.push(check_row(row)?);
    }
    let results = results.filter(|_| has_whole_results);
    let packed = [&settings, &choices, &results].map(Option::as_deref);
    let content = content_of(rows, packed)
        .map_err(|what| Fault::Damaged(format!("check {}: its {what}", check.0)))?;
    Ok((saved, content))
}

fn check_row(row: &rusqlite::Row<'_>) -> Done<CheckRow> {
    let path: Vec<u8> = row.get(2)?;
    let format: Option<String> = row.get(3)?;
    let document: Option<i64> = row.get(4)?;
    let failure: Option<String> = row.get(5)?;
    Ok(CheckRow {
        name: words(row, 1)?,
        path: path_of(&path),
        origin: origin_of(row.get(0)?),
        format: format.and_then(|name| Format::named(&name)),
        outcome: outcome_of(document, failure.as_deref()),
    })
}

/// Returns descriptions of damaged choices or settings of checks. With `repair`, clears these, so that the checks
/// open again.
pub(super) fn damaged_checks(connection: &Connection, repair: bool) -> Done<Vec<String>> {
    let mut lost = Vec::new();
    for saved in checks(connection)? {
        let parts: [Option<Vec<u8>>; 2] = connection.query_row(
            "SELECT choices, settings FROM saved_check WHERE id = ?1",
            [saved.id.0],
            |row| Ok([row.get(0)?, row.get(1)?]),
        )?;
        let [choices, settings] = parts;
        let has_choices = choices.is_none_or(|packed| unpack_json::<Choices>(&packed).is_some());
        let has_settings =
            settings.is_none_or(|packed| unpack_json::<serde_json::Value>(&packed).is_some());
        for (column, is_whole) in [("choices", has_choices), ("settings", has_settings)] {
            if is_whole {
                continue;
            }
            lost.push(format!("the {column} of the check {}", saved.title));
            if repair {
                let sql = format!("UPDATE saved_check SET {column} = NULL WHERE id = ?1");
                connection.execute(&sql, [saved.id.0])?;
            }
        }
    }
    Ok(lost)
}

pub(super) fn remove_check(connection: &Connection, check: CheckId) -> Done<()> {
    connection.execute("DELETE FROM saved_check WHERE id = ?1", [check.0])?;
    Ok(())
}

pub(super) fn decisions(
    connection: &Connection,
    documents: &[DocumentId],
) -> Done<Vec<KeptDecision>> {
    let mut statement = connection.prepare_cached(
        "SELECT a, b, a_start, a_end, b_start, b_end, decided, note, lead, decision FROM decision WHERE a = ?1",
    )?;
    let wanted: std::collections::HashSet<i64> = documents.iter().map(|id| id.0).collect();
    let mut decisions = Vec::new();
    for document in &wanted {
        let rows = statement.query_map([document], |row| {
            let span = |at: usize| {
                Ok::<Span, rusqlite::Error>(Span {
                    start: row.get(at)?,
                    end: row.get(at + 1)?,
                })
            };
            let word = words(row, 9)?;
            let decision = KeptDecision {
                a: DocumentId(row.get(0)?),
                b: DocumentId(row.get(1)?),
                in_a: span(2)?,
                in_b: span(4)?,
                decided_at: row.get(6)?,
                note: match row.get_ref(7)? {
                    ValueRef::Null => None,
                    _ => Some(words(row, 7)?),
                },
                is_lead: !words(row, 8)?.is_empty(),
                decision: Decision::named(&word),
            };
            // A word that this program does not know is no decision.
            Ok((word.is_empty() || decision.decision.is_some()).then_some(decision))
        })?;
        for decision in rows {
            decisions.extend(decision?);
        }
    }
    decisions.retain(|decision| wanted.contains(&decision.b.0));
    decisions.sort_unstable();
    Ok(decisions)
}

pub(super) fn decide(
    connection: &Connection,
    back: &[KeptDecision],
    kept: &[KeptDecision],
) -> Done<()> {
    let mut delete = connection.prepare_cached(
        "DELETE FROM decision WHERE a = ?1 AND b = ?2 AND a_start = ?3 AND a_end = ?4 AND b_start = ?5 AND b_end = ?6
         AND lead = ?7",
    )?;
    let key = |d: &KeptDecision| {
        let (in_a, in_b) = (d.in_a, d.in_b);
        (
            d.a.0,
            d.b.0,
            in_a.start,
            in_a.end,
            in_b.start,
            in_b.end,
            subject(d),
        )
    };
    for decision in back {
        delete.execute(key(decision))?;
    }
    // An existing equal decision keeps its time, and gets the new note.
    let mut insert = connection.prepare_cached(
        "INSERT INTO decision (a, b, a_start, a_end, b_start, b_end, lead, decided, note, decision)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
         ON CONFLICT (a, b, a_start, a_end, b_start, b_end, lead) DO UPDATE SET
            decided = iif(decision = excluded.decision, decided, excluded.decided),
            note = excluded.note, decision = excluded.decision",
    )?;
    for decision in kept {
        let (a, b, a_start, a_end, b_start, b_end, lead) = key(decision);
        let (at, note) = (decision.decided_at, &decision.note);
        let word = decision.decision.map_or("", Decision::name);
        insert.execute((a, b, a_start, a_end, b_start, b_end, lead, at, note, word))?;
    }
    Ok(())
}
