//! The library in one `PostgreSQL` database, which many programs use at once: connections, repetition of what a
//! restarted server has interrupted, and the store's methods.
//!
//! No lock is held between two calls of the store. Each writing method is one transaction whose repetition does no
//! harm, so that an uncertain end (the connection broke during the commit) is made certain by doing the same again.

mod address;
mod bounded;
mod cases;
mod checks;
mod connection;
mod documents;
mod fault;
mod high;
mod lost;
mod members;
mod outlines;
mod pages;
mod password;
mod schema;
mod search;
mod store;
mod submissions;
mod tls;
mod vectors;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use address::ServerAddress;
use connection::Connection;
use fault::{Done, Fault};
use lost::LostServer;

use super::{DocumentId, LibraryError};

/// Maximum number of idle connections kept.
const KEPT_CONNECTIONS: usize = 4;
/// Pauses between attempts; the last one applies to all further attempts.
const PAUSES: [Duration; 4] = [
    Duration::from_millis(50),
    Duration::from_millis(200),
    Duration::from_secs(1),
    Duration::from_secs(2),
];
/// Time after a failed call during which other calls fail at once, so that a check of 500 files does not wait 500
/// times.
const AWAY: Duration = Duration::from_secs(5);
/// Maximum number of handed-over documents for which the text of a member is requested at once.
const MOST_ASKED: usize = 5_000;
/// Time for which an unneeded document is kept, in seconds.
const GRACE: i64 = 24 * 60 * 60;

/// Library in a database on a server. Clones share the connections.
#[derive(Clone, Debug)]
pub struct PostgresStore {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    address: ServerAddress,
    /// Idle connections, each with the servers that it leaves out.
    idle: Mutex<Vec<(Connection, Vec<LostServer>)>>,
    /// Time at which a call failed because the server was unreachable; `None` while it answers.
    away: Mutex<Option<Instant>>,
    /// Whether the library is distributed over several servers, and this is its coordinator.
    distributed: bool,
    /// Servers of a distributed library that do not answer and are left out.
    lost: Mutex<Vec<LostServer>>,
    /// Last time at which the coordinator could not be asked for the lost servers; `None` if it always could.
    unasked: Mutex<Option<Instant>>,
    /// Whether the user may add and remove members, not only check.
    keeper: bool,
    /// Number of this user on this machine; a path means nothing without the machine.
    machine: [u8; 16],
    /// Time for which an unneeded document is kept, in seconds.
    grace: i64,
    /// For each member found, the documents that a user who may only check has handed over since the store was
    /// opened. Only text that the member shares with these is shown.
    asked: Mutex<HashMap<DocumentId, BTreeSet<i64>>>,
    /// Number of characters of each member that a limit withheld from such a user.
    withheld: Mutex<BTreeMap<DocumentId, u64>>,
}

impl PostgresStore {
    /// Connects to the library at a server address ([`super::is_server`]). Fails if the address cannot be parsed, the server cannot be
    /// reached or refuses the login, or the database has no library of this program's version.
    pub fn open(address: &Path) -> Result<Self, LibraryError> {
        Self::open_with_grace(address, GRACE)
    }

    /// Connects like [`Self::open`], but deletes unused documents after `grace` seconds instead of the usual time (for
    /// tests).
    #[doc(hidden)]
    pub fn open_with_grace(address: &Path, grace: i64) -> Result<Self, LibraryError> {
        let address = ServerAddress::parse(address)?;
        let connect = || -> Done<(Connection, bool, bool)> {
            let mut connection = Connection::open(&address)?;
            schema::must_fit(&mut connection)?;
            let row = connection.query_one(
                "SELECT has_table_privilege('chachong.member', 'INSERT, UPDATE, DELETE'),
                     to_regclass('chachong.held_by_shards') IS NOT NULL",
                &[],
            )?;
            let (keeper, distributed) = (row.try_get(0)?, row.try_get(1)?);
            Ok((connection, keeper, distributed))
        };
        let (connection, keeper, distributed) =
            connect().map_err(|fault| fault.named(&address.text))?;
        Ok(Self {
            shared: Arc::new(Shared {
                address,
                idle: Mutex::new(vec![(connection, Vec::new())]),
                away: Mutex::default(),
                distributed,
                lost: Mutex::default(),
                unasked: Mutex::default(),
                keeper,
                machine: machine(),
                grace,
                asked: Mutex::default(),
                withheld: Mutex::default(),
            }),
        })
    }

    /// Creates a library and its two database roles in the database at an address, or updates an existing library. The user must own the
    /// database and be allowed to create roles. Fails if the address cannot be parsed, the server cannot be reached, or the user lacks
    /// these rights.
    pub fn init(address: &Path) -> Result<(), LibraryError> {
        let address = ServerAddress::parse(address)?;
        Connection::open(&address)
            .and_then(|mut connection| schema::make(&mut connection))
            .map_err(|fault| fault.named(&address.text))
    }

    /// Sets the password for connections to an address. This process keeps the password in memory until it ends. Does nothing if
    /// `address` cannot be parsed.
    pub fn type_password(address: &Path, password: &str) {
        if let Ok(address) = ServerAddress::parse(address) {
            password::type_in(&address, password);
        }
    }

    /// Saves the password for an address in the system's keyring. Fails if the address cannot be parsed or the keyring cannot be used.
    pub fn keep_password(address: &Path, password: &str) -> Result<(), LibraryError> {
        let address = ServerAddress::parse(address)?;
        password::keep(&address, password).map_err(|detail| LibraryError::NoKeyring {
            file: address.text.clone(),
            detail,
        })
    }

    /// Returns the address of the library.
    #[must_use]
    pub fn address(&self) -> &Path {
        &self.shared.address.text
    }

    /// Returns whether the user may add and remove members, not only check.
    fn is_keeper(&self) -> bool {
        self.shared.keeper
    }

    /// Records that these members were found for a handed-over document.
    fn remember(&self, members: impl Iterator<Item = DocumentId>, handed: i64) {
        let mut asked = lock(&self.shared.asked);
        for member in members {
            asked.entry(member).or_default().insert(handed);
        }
    }

    /// Returns the numbers of the handed-over documents that share something with a member, the latest [`MOST_ASKED`]
    /// at most; `None` if no document does.
    fn asked(&self, member: DocumentId) -> Option<Vec<i64>> {
        let asked = lock(&self.shared.asked);
        // The latest: a watch asks for years.
        let latest = asked.get(&member)?.iter().rev().take(MOST_ASKED);
        Some(latest.copied().collect())
    }

    /// Records how many characters of a member a limit withheld.
    fn remember_withheld(&self, member: DocumentId, characters: u64) {
        let mut withheld = lock(&self.shared.withheld);
        if characters > 0 {
            withheld.insert(member, characters);
        } else {
            withheld.remove(&member);
        }
    }

    /// Runs `work` in a transaction that writes, and repeats it if the server interrupts it.
    fn write<T>(&self, work: impl FnMut(&mut Connection) -> Done<T>) -> Result<T, LibraryError> {
        if !self.shared.keeper {
            return Err(LibraryError::ReadOnly {
                file: self.address().to_owned(),
            });
        }
        self.transaction("BEGIN", work)
    }

    /// Runs `work`, which only reads, and repeats it if the server interrupts it, and once more without servers of a
    /// distributed library that turn out to be lost.
    fn look<T>(&self, mut work: impl FnMut(&mut Connection) -> Done<T>) -> Result<T, LibraryError> {
        let before = self.lost();
        match self.repeated(&mut work) {
            Err(LibraryError::ServerAway { .. }) if self.find_lost(&before) == Ok(true) => {
                self.repeated(work)
            }
            done => done,
        }
    }

    /// Runs `work` as [`Self::look`] does. A user who may only check gets the default, such as an empty list.
    fn look_as_keeper<T: Default>(
        &self,
        work: impl FnMut(&mut Connection) -> Done<T>,
    ) -> Result<T, LibraryError> {
        if self.shared.keeper {
            self.look(work)
        } else {
            Ok(T::default())
        }
    }

    /// Runs `work`, which only reads, on a single state of the library.
    fn look_at_once<T>(
        &self,
        work: impl FnMut(&mut Connection) -> Done<T>,
    ) -> Result<T, LibraryError> {
        self.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work)
    }

    fn transaction<T>(
        &self,
        begin: &'static str,
        mut work: impl FnMut(&mut Connection) -> Done<T>,
    ) -> Result<T, LibraryError> {
        self.repeated(|connection| {
            connection.batch(begin)?;
            match work(connection) {
                Ok(done) => {
                    connection.batch("COMMIT")?;
                    Ok(done)
                }
                Err(fault) => {
                    // If this fails, so will the next call, and the connection is given up.
                    let back = connection.batch("ROLLBACK");
                    Err(back.err().unwrap_or(fault))
                }
            }
        })
    }

    fn repeated<T>(
        &self,
        mut work: impl FnMut(&mut Connection) -> Done<T>,
    ) -> Result<T, LibraryError> {
        let started = Instant::now();
        let patience = match *lock(&self.shared.away) {
            Some(since) if since.elapsed() < AWAY => {
                return Err(Fault::Away("away".to_owned()).named(self.address()));
            }
            Some(_) => Duration::ZERO,
            // What lies on a lost server was waited for when it was lost.
            None if !lock(&self.shared.lost).is_empty() => Duration::ZERO,
            // Usually half a minute, as long as a restart takes.
            None => self.shared.address.answering / 2,
        };
        let mut pauses = PAUSES.into_iter();
        let mut pause = PAUSES[0];
        loop {
            let fault = match self.attempt(&mut work) {
                Ok(done) => {
                    *lock(&self.shared.away) = None;
                    return Ok(done);
                }
                Err(fault) => fault,
            };
            if !fault.may_pass() {
                return Err(fault.named(self.address()));
            }
            pause = pauses.next().unwrap_or(pause);
            if started.elapsed() + pause > patience {
                if matches!(fault, Fault::Away(_)) && lock(&self.shared.lost).is_empty() {
                    *lock(&self.shared.away) = Some(Instant::now());
                }
                return Err(fault.named(self.address()));
            }
            std::thread::sleep(pause);
        }
    }

    fn attempt<T>(&self, work: &mut impl FnMut(&mut Connection) -> Done<T>) -> Done<T> {
        let lost = self.lost();
        let kept = lock(&self.shared.idle).pop();
        let mut connection = match kept {
            Some((connection, without)) if without == lost => connection,
            _ => {
                let mut connection = Connection::open(&self.shared.address)?;
                lost::leave_out(&mut connection, &lost)?;
                connection
            }
        };
        let done = work(&mut connection);
        match &done {
            // The others were opened before the server went away too.
            Err(Fault::Away(_)) => lock(&self.shared.idle).clear(),
            _ if connection.is_closed() => {}
            _ => {
                let mut idle = lock(&self.shared.idle);
                if idle.len() < KEPT_CONNECTIONS {
                    idle.push((connection, lost));
                }
            }
        }
        done
    }
}

/// Returns the number of this user on this machine. It is generated at first use and stored in the platform's data
/// folder. If that folder is not writable, each run has another number, and files are recognised only by their
/// content.
fn machine() -> [u8; 16] {
    // Also a portable program keeps the number on the machine, whose paths it stands for.
    let file = dirs::data_local_dir().map(|folder| folder.join("chachong").join("machine"));
    let kept = |file: &PathBuf| -> Option<[u8; 16]> { std::fs::read(file).ok()?.try_into().ok() };
    if let Some(number) = file.as_ref().and_then(kept) {
        return number;
    }
    let number = random();
    if let Some(file) = file {
        let written = file
            .parent()
            .map(std::fs::create_dir_all)
            .transpose()
            .and_then(|_| std::fs::write(&file, number));
        if written.is_err() {
            tracing::warn!("the number of this machine cannot be kept");
        }
    }
    number
}

/// Returns sixteen random bytes.
fn random() -> [u8; 16] {
    // Each state has a random key of the system.
    let half = || std::hash::RandomState::new().hash_one(std::process::id());
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&half().to_le_bytes());
    bytes[8..].copy_from_slice(&half().to_le_bytes());
    bytes
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing is left half done in what these locks guard.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
