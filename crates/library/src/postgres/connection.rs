//! One connection to a server, used from one thread at a time; every call ends in bounded time.

use std::collections::HashMap;
use std::future::Future;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio_postgres::config::{Config, SslMode, SslNegotiation};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Statement};

use super::address::ServerAddress;
use super::bounded::{BoundedPlain, BoundedTls, Excess};
use super::fault::{Done, Fault};
use super::{password, tls};
use crate::DocumentId;
#[cfg(unix)]
use {
    super::bounded::Bounded, tokio::net::UnixStream, tokio_postgres::NoTls,
    tokio_postgres::config::Host,
};

/// Maximum time to get a connection.
const CONNECTING: Duration = Duration::from_secs(5);
/// Maximum time of statements that process a whole library.
const UPKEEP: Duration = Duration::from_hours(2);
/// Time after which the system tests a silent connection, so that a router does not drop it.
const KEEPALIVE: Duration = Duration::from_secs(15);

/// Parameters of a statement.
pub(super) type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Open connection.
#[derive(Debug)]
pub(super) struct Connection {
    client: Client,
    /// Statements prepared on the server, by their text.
    prepared: HashMap<&'static str, Statement>,
    /// Maximum time of one statement.
    answering: Duration,
    /// Excess data that the server sent, if any.
    excess: Excess,
    /// Declared last and so dropped last, because the client communicates through a task of the runtime.
    runtime: Runtime,
}

impl Connection {
    /// Connects to the server.
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
        let excess = Excess::default();
        let connecting = connect(&runtime, &config, address, &excess);
        let client = runtime.block_on(within(2 * CONNECTING, connecting))?;
        let mut connection = Self {
            client,
            prepared: HashMap::new(),
            answering: address.answering,
            excess,
            runtime,
        };
        // Nothing is found by accident in another schema, and no statement of ours waits for ever for a lock.
        connection.batch(
            "SET search_path = chachong, pg_temp; SET lock_timeout = '20s'; SET jit = off;
             SET idle_in_transaction_session_timeout = '90s'",
        )?;
        Ok(connection)
    }

    /// Returns whether the connection is lost.
    pub fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Runs a statement and returns its rows.
    pub fn query(&mut self, sql: &'static str, parameters: Parameters<'_>) -> Done<Vec<Row>> {
        let statement = self.prepared(sql)?;
        self.run(self.answering, |client| async move {
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

    /// Runs a statement that should return one row, and returns the first. Fails with [`Fault::NoSuchDocument`] if there is
    /// none.
    pub fn query_one(&mut self, sql: &'static str, parameters: Parameters<'_>) -> Done<Row> {
        self.query_opt(sql, parameters)?
            .ok_or(Fault::NoSuchDocument)
    }

    /// Runs a statement whose rows begin with the numbers of documents, and returns these numbers.
    pub fn ids(&mut self, sql: &'static str, parameters: Parameters<'_>) -> Done<Vec<DocumentId>> {
        let rows = self.query(sql, parameters)?;
        rows.iter()
            .map(|row| Ok(DocumentId(row.try_get(0)?)))
            .collect()
    }

    /// Runs a statement as [`Self::ids`] does, and returns the first number; `None` without a row.
    pub fn id(
        &mut self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Done<Option<DocumentId>> {
        Ok(self.ids(sql, parameters)?.into_iter().next())
    }

    /// Runs a statement; returns the number of rows it changed.
    pub fn execute(&mut self, sql: &'static str, parameters: Parameters<'_>) -> Done<u64> {
        let statement = self.prepared(sql)?;
        self.run(self.answering, |client| async move {
            Ok(client.execute(&statement, parameters).await?)
        })
    }

    /// Runs several short statements without parameters.
    pub fn batch(&mut self, sql: &str) -> Done<()> {
        self.within(self.answering, sql)
    }

    /// Runs several statements without parameters that may process a whole library.
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
        let statement = self.run(self.answering, |client| async move {
            Ok(client.prepare(sql).await?)
        })?;
        self.prepared.insert(sql, statement.clone());
        Ok(statement)
    }

    fn run<'c, T, F>(&'c self, time: Duration, work: impl FnOnce(&'c Client) -> F) -> Done<T>
    where
        F: Future<Output = Done<T>>,
    {
        let done = self.runtime.block_on(within(time, work(&self.client)));
        // The client itself says only that the connection is closed.
        done.map_err(|fault| match self.excess.get() {
            Some(excess) => Fault::Broken(excess.to_string()),
            None => fault,
        })
    }
}

/// Connects to the first host that accepts the login.
async fn connect(
    runtime: &Runtime,
    config: &Config,
    address: &ServerAddress,
    excess: &Excess,
) -> Done<Client> {
    if config.get_ssl_mode() != SslMode::Disable {
        let inner = tls::connector(address.certificates.as_deref()).map_err(Fault::Untrusted)?;
        let excess = Excess::clone(excess);
        let (client, connection) = config.connect(BoundedTls { inner, excess }).await?;
        runtime.spawn(connection);
        return Ok(client);
    }
    #[cfg(unix)]
    if let Some(client) = by_socket(runtime, config, excess).await? {
        return Ok(client);
    }
    let mut config = config.clone();
    config
        .ssl_mode(SslMode::Require)
        .ssl_negotiation(SslNegotiation::Direct);
    let (client, connection) = config.connect(BoundedPlain(Excess::clone(excess))).await?;
    runtime.spawn(connection);
    Ok(client)
}

/// Connects to the first socket of this machine that accepts the login; `None` if none does and the address also has
/// hosts of another kind.
#[cfg(unix)]
async fn by_socket(runtime: &Runtime, config: &Config, excess: &Excess) -> Done<Option<Client>> {
    let (hosts, ports) = (config.get_hosts(), config.get_ports());
    let mut last = None;
    for (at, host) in hosts.iter().enumerate() {
        let Host::Unix(folder) = host else { continue };
        let port = ports
            .get(at)
            .or_else(|| ports.first())
            .copied()
            .unwrap_or(5432);
        let connecting = async {
            let stream = UnixStream::connect(folder.join(format!(".s.PGSQL.{port}"))).await;
            let stream = stream.map_err(|error| Fault::Away(error.to_string()))?;
            let stream = Bounded::plain(stream, Excess::clone(excess));
            Ok::<_, Fault>(config.connect_raw(stream, NoTls).await?)
        };
        match connecting.await {
            Ok((client, connection)) => {
                runtime.spawn(connection);
                return Ok(Some(client));
            }
            Err(fault) => last = Some(fault),
        }
    }
    let are_others = hosts.iter().any(|host| !matches!(host, Host::Unix(_)));
    last.filter(|_| !are_others).map_or(Ok(None), Err)
}

/// Awaits `work` for at most `time`.
async fn within<T>(time: Duration, work: impl Future<Output = Done<T>>) -> Done<T> {
    tokio::time::timeout(time, work)
        .await
        .unwrap_or_else(|_| Err(Fault::Away("no answer".to_owned())))
}
