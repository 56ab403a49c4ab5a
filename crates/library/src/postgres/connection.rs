//! One connection to a server, used from one thread at a time; every call ends in bounded time.

use std::collections::HashMap;
use std::future::Future;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio_postgres::config::SslMode;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, NoTls, Row, Statement};

use super::address::ServerAddress;
use super::fault::{Done, Fault};
use super::{password, tls};

/// Maximum time to get a connection.
const CONNECTING: Duration = Duration::from_secs(5);
/// Maximum time of one statement. A server that was halted, or a network that swallows everything, gives no error.
const ANSWERING: Duration = Duration::from_mins(1);
/// Maximum time of statements that go through a whole library.
const UPKEEP: Duration = Duration::from_hours(2);
/// Time after which a silent connection is tested by the system, so that a router does not forget the connection.
const KEEPALIVE: Duration = Duration::from_secs(15);

/// Parameters of a statement.
pub(super) type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Open connection.
#[derive(Debug)]
pub(super) struct Connection {
    client: Client,
    /// Statements prepared on the server, by their text.
    prepared: HashMap<&'static str, Statement>,
    /// Declared last and so dropped last: the client speaks through a task of the runtime.
    runtime: Runtime,
}

impl Connection {
    /// Connects.
    pub fn open(address: &ServerAddress) -> Done<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let mut config = address.config.clone();
        if let Some(user) = address.user() {
            config.user(user);
        }
        if let Some(password) = password::password(address) {
            config.password(password);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECTING);
        }
        config
            .keepalives_idle(KEEPALIVE)
            .tcp_user_timeout(2 * KEEPALIVE);
        let client = runtime.block_on(async {
            let connecting = async {
                if config.get_ssl_mode() == SslMode::Disable {
                    let (client, connection) = config.connect(NoTls).await?;
                    runtime.spawn(connection);
                    Ok(client)
                } else {
                    let connector = tls::connector(address.certificates.as_deref())
                        .map_err(Fault::Untrusted)?;
                    let (client, connection) = config.connect(connector).await?;
                    runtime.spawn(connection);
                    Ok(client)
                }
            };
            within(2 * CONNECTING, connecting).await
        })?;
        let mut connection = Self {
            client,
            prepared: HashMap::new(),
            runtime,
        };
        // Nothing is found by accident in another schema, and no statement of ours waits for ever for a lock.
        connection.batch(
            "SET search_path = chachong, pg_temp; SET lock_timeout = '20s'; SET jit = off;
             SET idle_in_transaction_session_timeout = '90s'",
        )?;
        Ok(connection)
    }

    /// Whether the connection is lost.
    pub fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Runs a statement and returns its rows.
    pub fn query(&mut self, sql: &'static str, parameters: Parameters<'_>) -> Done<Vec<Row>> {
        let statement = self.prepared(sql)?;
        self.run(ANSWERING, |client| async move {
            Ok(client.query(&statement, parameters).await?)
        })
    }

    /// Runs a statement and returns its only row; `None` without one.
    pub fn query_opt(
        &mut self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Done<Option<Row>> {
        Ok(self.query(sql, parameters)?.into_iter().next())
    }

    /// Runs a statement that gives one row.
    pub fn query_one(&mut self, sql: &'static str, parameters: Parameters<'_>) -> Done<Row> {
        self.query_opt(sql, parameters)?
            .ok_or(Fault::NoSuchDocument)
    }

    /// Runs a statement; returns the number of rows it changed.
    pub fn execute(&mut self, sql: &'static str, parameters: Parameters<'_>) -> Done<u64> {
        let statement = self.prepared(sql)?;
        self.run(ANSWERING, |client| async move {
            Ok(client.execute(&statement, parameters).await?)
        })
    }

    /// Runs several short statements without parameters.
    pub fn batch(&mut self, sql: &str) -> Done<()> {
        self.within(ANSWERING, sql)
    }

    /// Runs several statements without parameters, which may go through a whole library.
    pub fn upkeep(&mut self, sql: &str) -> Done<()> {
        self.within(UPKEEP, sql)
    }

    fn within(&mut self, time: Duration, sql: &str) -> Done<()> {
        self.run(time, |client| async move {
            Ok(client.batch_execute(sql).await?)
        })
    }

    fn prepared(&mut self, sql: &'static str) -> Done<Statement> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.run(
            ANSWERING,
            |client| async move { Ok(client.prepare(sql).await?) },
        )?;
        self.prepared.insert(sql, statement.clone());
        Ok(statement)
    }

    fn run<'c, T, F>(&'c self, time: Duration, work: impl FnOnce(&'c Client) -> F) -> Done<T>
    where
        F: Future<Output = Done<T>>,
    {
        self.runtime.block_on(within(time, work(&self.client)))
    }
}

/// Awaits at most `time`.
async fn within<T>(time: Duration, work: impl Future<Output = Done<T>>) -> Done<T> {
    tokio::time::timeout(time, work)
        .await
        .unwrap_or_else(|_| Err(Fault::Away("no answer".to_owned())))
}
