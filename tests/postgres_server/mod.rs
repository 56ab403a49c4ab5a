//! A real `PostgreSQL` server for tests, on a socket in a temporary directory; it ends with the process that started it. A
//! test without a server on the machine is left out and says so; with `CHACHONG_TEST_EVERYTHING` set that is a failure.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Runs the server given by its folder of programs and its own folder, again whenever it was killed; ends it when its
/// input ends, and deletes the folder.
const RUN: &str = r#"
bin=$1 folder=$2
"$bin/initdb" -D "$folder/data" -U admin --auth=trust --no-sync -E UTF8 --locale=C >"$folder/log" 2>&1 || exit 1
(
    while [ ! -e "$folder/end" ]; do
        "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c max_connections=200 \
            >>"$folder/log" 2>&1 </dev/null
        sleep 0.1
    done
) &
running=$!
cat >/dev/null
touch "$folder/end"
# Again and again: a server that is just starting has no number yet.
while kill -0 $running 2>/dev/null; do
    kill -INT "$(head -n 1 "$folder/data/postmaster.pid" 2>/dev/null)" 2>/dev/null
    sleep 0.1
done
rm -rf "$folder"
"#;

/// Running server.
pub(crate) struct Server {
    folder: PathBuf,
    programs: PathBuf,
    /// Its input is held open as long as the server shall run.
    _process: Child,
}

static NAMES: AtomicU32 = AtomicU32::new(0);

/// Server of this process; `None`, with a message, where the machine has none.
pub(crate) fn server() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    SERVER
        .get_or_init(|| {
            let Some(programs) = programs() else {
                assert!(
                    std::env::var_os("CHACHONG_TEST_EVERYTHING").is_none(),
                    "no PostgreSQL server to test with: install postgresql"
                );
                // Written to stderr directly: the output of a passing test is not shown.
                let _ = writeln!(
                    std::io::stderr(),
                    "left out: libraries on a PostgreSQL server (Debian: postgresql)"
                );
                return None;
            };
            Some(Server::start(programs))
        })
        .as_ref()
}

/// Folder with the server's programs.
fn programs() -> Option<PathBuf> {
    let debian = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten();
    let mut found: Vec<PathBuf> = debian
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .chain(std::env::split_paths(&std::env::var_os("PATH")?))
        .filter(|folder| {
            ["initdb", "psql"]
                .iter()
                .all(|name| folder.join(name).is_file())
        })
        .collect();
    found.sort();
    found.pop()
}

/// Another server than that of the other tests, which may be killed; `None`, with a message, where the machine has none.
pub(crate) fn own_server() -> Option<Server> {
    server().map(|server| Server::start(server.programs.clone()))
}

impl Server {
    /// Kills the server as a power cut would; it starts again by itself.
    pub(crate) fn kill(&self) {
        let file = self.folder.join("data").join("postmaster.pid");
        // No such file: the server is just starting.
        if let Ok(text) = std::fs::read_to_string(file)
            && let Some(process) = text.lines().next()
        {
            let _ = Command::new("kill").args(["-9", process]).status();
        }
    }

    /// Stops the server for good.
    pub(crate) fn stop(&self) {
        std::fs::write(self.folder.join("end"), "").unwrap();
        self.kill();
    }

    /// Halts all processes of the server, which then takes connections and answers nothing, until the value is dropped.
    pub(crate) fn halt(&self) -> Halted {
        let file = self.folder.join("data").join("postmaster.pid");
        let text = std::fs::read_to_string(file).unwrap();
        let first = text.lines().next().unwrap().to_owned();
        let children = Command::new("ps")
            .args(["-o", "pid=", "--ppid", &first])
            .output()
            .unwrap();
        let children = String::from_utf8(children.stdout).unwrap();
        let mut processes = vec![first];
        processes.extend(children.split_whitespace().map(str::to_owned));
        let halted = Halted { processes };
        halted.signal("-STOP");
        halted
    }

    fn start(programs: PathBuf) -> Self {
        let folder = tempfile::Builder::new()
            .prefix("chachong-pg-")
            .tempdir_in("/tmp")
            .unwrap()
            .keep();
        // The server refuses to run as root.
        let is_root = std::fs::metadata("/proc/self").is_ok_and(|own| {
            use std::os::unix::fs::MetadataExt;
            own.uid() == 0
        });
        let mut command = if is_root {
            let given = Command::new("chown").arg("postgres").arg(&folder).status();
            assert!(given.unwrap().success(), "no user postgres");
            let mut command = Command::new("setpriv");
            command.args([
                "--reuid=postgres",
                "--regid=postgres",
                "--clear-groups",
                "sh",
            ]);
            command
        } else {
            Command::new("sh")
        };
        let process = command
            .args(["-c", RUN, "sh"])
            .args([&programs, &folder])
            .current_dir("/tmp")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let server = Self {
            folder,
            programs,
            _process: process,
        };
        let begun = Instant::now();
        while server.try_sql("postgres", "SELECT 1").is_err() {
            let log = std::fs::read_to_string(server.folder.join("log")).unwrap_or_default();
            assert!(begun.elapsed() < Duration::from_mins(2), "{log}");
            std::thread::sleep(Duration::from_millis(50));
        }
        server
    }

    /// Makes a new, empty database; returns the address by which the administrator reaches it.
    pub(crate) fn database(&self) -> PathBuf {
        let name = format!("test{}", NAMES.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        self.address(&name, "admin")
    }

    /// Address of a database for a user.
    pub(crate) fn address(&self, database: &str, user: &str) -> PathBuf {
        let folder = self.folder.to_str().unwrap().replace('/', "%2F");
        PathBuf::from(format!("postgres://{user}@{folder}/{database}"))
    }

    /// Name of the database of an address.
    pub(crate) fn name(address: &Path) -> String {
        let address = address.to_str().unwrap();
        address.rsplit_once('/').unwrap().1.to_owned()
    }

    /// Runs SQL as the administrator; returns what psql prints, one row a line.
    pub(crate) fn sql(&self, database: &str, sql: &str) -> String {
        self.try_sql(database, sql).unwrap()
    }

    /// Runs SQL as a user, who may be refused: the error is psql's.
    pub(crate) fn sql_as(&self, user: &str, database: &str, sql: &str) -> Result<String, String> {
        let run = Command::new(self.programs.join("psql"))
            .args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"])
            .args(["-U", user, "-d", database, "-c", sql])
            .arg("-h")
            .arg(&self.folder)
            .output()
            .unwrap();
        if run.status.success() {
            Ok(String::from_utf8(run.stdout).unwrap().trim().to_owned())
        } else {
            Err(String::from_utf8_lossy(&run.stderr).into_owned())
        }
    }

    /// Host (a socket's folder) and port, as another server names them.
    pub(crate) fn place(&self) -> String {
        format!("{}:5432", self.folder.display())
    }

    /// Runs a file of SQL as the administrator, with variables of psql (`name=value`).
    pub(crate) fn run_file(&self, database: &str, file: &Path, variables: &[String]) {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["-X", "-q", "-U", "admin", "-d", database, "-h"])
            .arg(&self.folder);
        for variable in variables {
            psql.arg("-v").arg(variable);
        }
        let run = psql.arg("-f").arg(file).output().unwrap();
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.success(), "{said}");
    }

    /// Runs SQL as the administrator, again until the server answers.
    pub(crate) fn sql_patiently(&self, database: &str, sql: &str) -> String {
        let begun = Instant::now();
        loop {
            match self.try_sql(database, sql) {
                Ok(answer) => return answer,
                Err(error) => assert!(begun.elapsed() < Duration::from_mins(1), "{error}"),
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Backs a database up with `pg_dump` and restores the backup in another, empty one.
    pub(crate) fn dump_into(&self, database: &str, empty: &str) {
        let backup = self.folder.with_extension(format!("{database}.dump"));
        let run = |program: &str, arguments: &[&str]| {
            let run = Command::new(self.programs.join(program))
                .args(["-U", "admin", "-h"])
                .arg(&self.folder)
                .args(arguments)
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&run.stderr).into_owned();
            assert!(run.status.success(), "{program}: {said}");
        };
        let file = backup.to_str().unwrap();
        run("pg_dump", &["-Fc", "-f", file, database]);
        run("pg_restore", &["--exit-on-error", "-d", empty, file]);
        std::fs::remove_file(backup).unwrap();
    }

    fn try_sql(&self, database: &str, sql: &str) -> Result<String, String> {
        self.sql_as("admin", database, sql)
    }
}

/// Halted server, which goes on when this is dropped.
pub(crate) struct Halted {
    processes: Vec<String>,
}

impl Halted {
    fn signal(&self, signal: &str) {
        let _ = Command::new("kill")
            .arg(signal)
            .args(&self.processes)
            .stderr(Stdio::null())
            .status();
    }
}

impl Drop for Halted {
    fn drop(&mut self) {
        self.signal("-CONT");
    }
}
