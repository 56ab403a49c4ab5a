//! Servers of a distributed library that do not answer: a search goes on without them, and says so.
//!
//! A coordinator fails as a whole where one of its servers does not answer. So the store then asks it which those are,
//! and tells each new connection to leave them out (`chachong.lost`, read by `lives` in `sql/asking.sql`). Only what a
//! search reads can be left out; a text that lies on a lost server, and any change there, still fails.

use super::connection::Connection;
use super::fault::Done;
use super::{AWAY, PostgresStore, lock};
use crate::LibraryError;
use std::time::Instant;

/// Server of a distributed library that does not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LostServer {
    /// Number of the server in the distribution.
    number: i32,
    /// Host and port under which the coordinator knows the server.
    pub place: String,
}

/// Asks a coordinator which of its servers do not answer. It waits some seconds for each
/// (packaging/postgres/shards.sql).
fn ask(connection: &mut Connection) -> Done<Vec<LostServer>> {
    let rows = connection.query("SELECT server, place FROM lost() ORDER BY server", &[])?;
    (rows.iter())
        .map(|row| {
            Ok(LostServer {
                number: row.try_get(0)?,
                place: row.try_get::<_, Option<String>>(1)?.unwrap_or_default(),
            })
        })
        .collect()
}

/// Tells a new connection which servers to leave out.
pub(super) fn leave_out(connection: &mut Connection, lost: &[LostServer]) -> Done<()> {
    if lost.is_empty() {
        return Ok(());
    }
    let numbers: Vec<String> = lost
        .iter()
        .map(|server| server.number.to_string())
        .collect();
    connection.batch(&format!("SET chachong.lost = '{{{}}}'", numbers.join(",")))
}

impl PostgresStore {
    /// Returns the servers that are left out.
    pub(super) fn lost(&self) -> Vec<LostServer> {
        lock(&self.shared.lost).clone()
    }

    /// Determines again which servers are lost, and leaves them out from now on. Returns whether they differ from
    /// `before`, because another thread may have determined them meanwhile. Returns `false` at once if the library is
    /// not distributed, or if the coordinator could not be asked in the last seconds ([`AWAY`]).
    pub(super) fn find_lost(&self, before: &[LostServer]) -> Result<bool, LibraryError> {
        let was_away = (*lock(&self.shared.unasked)).is_some_and(|since| since.elapsed() < AWAY);
        if !self.shared.distributed || was_away {
            return Ok(false);
        }
        // A new connection: one that is open may wait for a server that has halted.
        let found =
            Connection::open(&self.shared.address).and_then(|mut connection| ask(&mut connection));
        let found = found.map_err(|fault| {
            *lock(&self.shared.unasked) = Some(Instant::now());
            fault.named(self.address())
        })?;
        if found == before {
            return Ok(false);
        }
        tracing::warn!(servers = found.len(), "servers of a library do not answer");
        *lock(&self.shared.lost) = found;
        *lock(&self.shared.away) = None;
        Ok(true)
    }
}
