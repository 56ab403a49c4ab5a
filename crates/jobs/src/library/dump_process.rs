//! Worker process that reads a dump: the sides of the parent and of the child. A hostile dump that takes over the
//! parser can neither read other files nor send anything, and a parser that hangs or takes too much memory costs one
//! article.

use std::io::{BufRead, BufReader, ErrorKind, Read as _, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use chachong_dumps::{Dump, DumpFile, Header, Item, Piece, Read};
use chachong_import::{
    Budget, Isolation, Limits, WorkerCommand, WorkerProcess, close_inherited, enter_sandbox,
};

/// Name of the hidden subcommand that turns this program into a sandboxed worker that reads dumps.
pub const DUMP_WORKER_COMMAND: &str = "dump-worker";
/// Maximum number of answers that wait to be taken.
const WAITING: usize = 256;
/// Maximum bytes of an answer: an article of 8 MB, each byte of which may be written as six.
const LONGEST: u64 = 64 << 20;
/// Time without an answer after which the process is taken for hanging.
const PATIENCE: Duration = Duration::from_mins(2);

/// Answer of the process.
#[derive(Debug, Serialize, Deserialize)]
enum Told {
    /// The dump was opened; its header, and its pieces.
    Opened(Header, Vec<Piece>),
    /// Next item of the requested piece.
    Item(Item),
    /// The requested piece was read.
    Done(Read),
    /// The dump, or the piece, cannot be read: the message.
    Failed(String),
}

/// Reader of a dump, in a process of its own or, if no program can be started, in this one.
pub(super) enum DumpReader {
    Here(Box<Dump>),
    Apart(Box<DumpProcess>),
}

/// Process that reads a dump.
pub(super) struct DumpProcess {
    program: PathBuf,
    file: PathBuf,
    header: Header,
    pieces: Vec<Piece>,
    running: Running,
}

struct Running {
    process: WorkerProcess,
    input: ChildStdin,
    told: Receiver<std::io::Result<Told>>,
}

impl DumpReader {
    /// Opens a dump. The error is a message for a person.
    pub(super) fn open(isolation: &Isolation, file: &Path) -> Result<Self, String> {
        let Isolation::Process(program) = isolation else {
            let dump = Dump::open(file).map_err(|error| error.to_string())?;
            return Ok(Self::Here(Box::new(dump)));
        };
        let (running, header, pieces) = Running::start(program, file)?;
        Ok(Self::Apart(Box::new(DumpProcess {
            program: program.clone(),
            file: file.to_owned(),
            header,
            pieces,
            running,
        })))
    }

    pub(super) fn header(&self) -> Header {
        match self {
            Self::Here(dump) => dump.header().clone(),
            Self::Apart(process) => process.header.clone(),
        }
    }

    pub(super) fn pieces(&self) -> Vec<Piece> {
        match self {
            Self::Here(dump) => dump.pieces(),
            Self::Apart(process) => process.pieces.clone(),
        }
    }

    /// Reads a piece and passes its items to `each` until `each` breaks off. Returns the unread rest of the piece;
    /// `None` if there is none. The error is (message for a person, unread rest); if the process died, the rest begins
    /// after the article at which it died.
    pub(super) fn read(
        &mut self,
        piece: &Piece,
        each: &mut dyn FnMut(Item) -> ControlFlow<()>,
    ) -> Result<Option<Piece>, (String, Option<Piece>)> {
        match self {
            Self::Here(dump) => {
                let read = dump.read(piece, each);
                read.map(|read| read.next)
                    .map_err(|error| (error.to_string(), None))
            }
            Self::Apart(process) => process.read(piece, each),
        }
    }
}

impl DumpProcess {
    fn read(
        &mut self,
        piece: &Piece,
        each: &mut dyn FnMut(Item) -> ControlFlow<()>,
    ) -> Result<Option<Piece>, (String, Option<Piece>)> {
        let mut items = 0;
        let asked = self.running.ask(piece);
        let died = loop {
            if let Err(error) = &asked {
                break error.to_string();
            }
            match self.running.next() {
                Ok(Told::Item(item)) => {
                    items += 1;
                    if each(item).is_break() {
                        // Nobody wants the rest: the process goes with this value.
                        return Ok(None);
                    }
                }
                Ok(Told::Done(read)) => return Ok(read.next),
                Ok(Told::Failed(message)) => return Err((message, None)),
                Ok(Told::Opened(..)) => break "it answers what was not asked".to_owned(),
                Err(message) => break message,
            }
        };
        // The next item killed it, unless it was dead before it was asked.
        let left = piece.behind(items + u64::from(asked.is_ok()));
        match Running::start(&self.program, &self.file) {
            Ok((running, ..)) => {
                self.running = running;
                Err((died, Some(left)))
            }
            Err(message) => Err((message, Some(left))),
        }
    }
}

impl Running {
    fn start(program: &Path, file: &Path) -> Result<(Self, Header, Vec<Piece>), String> {
        let started = || -> std::io::Result<Self> {
            let budget = Budget::without_end(Limits::default().memory);
            let mut process = WorkerCommand::new(program, DUMP_WORKER_COMMAND, budget)
                .arg(file)
                .start()?;
            let (input, output) = (process.input()?, process.output()?);
            let (send, told) = sync_channel(WAITING);
            std::thread::spawn(move || listen(output, &send));
            Ok(Self {
                process,
                input,
                told,
            })
        };
        let mut running = started().map_err(|error| error.to_string())?;
        match running.next()? {
            Told::Opened(header, pieces) => Ok((running, header, pieces)),
            Told::Failed(message) => Err(message),
            Told::Item(_) | Told::Done(_) => Err("it answers what was not asked".to_owned()),
        }
    }

    fn ask(&mut self, piece: &Piece) -> std::io::Result<()> {
        let mut line = serde_json::to_vec(piece)?;
        line.push(b'\n');
        self.input.write_all(&line)?;
        self.input.flush()
    }

    fn next(&mut self) -> Result<Told, String> {
        let detail = match self.told.recv_timeout(PATIENCE) {
            Ok(Ok(told)) => return Ok(told),
            Ok(Err(error)) => error.to_string(),
            Err(RecvTimeoutError::Timeout) => {
                self.process.end();
                return Err(format!("it took more than {} s", PATIENCE.as_secs()));
            }
            Err(RecvTimeoutError::Disconnected) => "it ended".to_owned(),
        };
        Err(self.process.death(&detail, Limits::default()).to_string())
    }
}

fn listen(output: ChildStdout, send: &SyncSender<std::io::Result<Told>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = (&mut output).take(LONGEST).read_until(b'\n', &mut line);
        let told = match read {
            Ok(0) => return,
            Ok(_) => serde_json::from_slice(&line).map_err(std::io::Error::from),
            Err(error) => Err(error),
        };
        let failed = told.is_err();
        if send.send(told).is_err() || failed {
            return;
        }
    }
}

/// Runs this process as a worker: opens the dump, enters the sandbox, and answers requests until the parent closes
/// standard input or ends.
pub fn run_dump_worker(budget: Budget, file: &Path) -> ! {
    close_inherited();
    let opened = DumpFile::open(file);
    let file = file.to_owned();
    let work = move |()| {
        let status = i32::from(answer(&file, opened).is_err());
        std::process::exit(status);
    };
    // It ends the process; where it panics instead, so does this.
    let _ = enter_sandbox(budget, || (), work).map(JoinHandle::join);
    std::process::exit(1);
}

fn answer(path: &Path, opened: std::io::Result<DumpFile>) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let dump = opened
        .map_err(|error| format!("{}: {error}", path.display()))
        .and_then(|file| Dump::of_open(path, file).map_err(|error| error.to_string()));
    let dump = match dump {
        Ok(dump) => dump,
        Err(message) => return tell(&mut out, &Told::Failed(message)),
    };
    tell(
        &mut out,
        &Told::Opened(dump.header().clone(), dump.pieces()),
    )?;
    for line in std::io::stdin().lock().lines() {
        let piece: Piece = serde_json::from_str(&line?)?;
        let mut told = Ok(());
        let read = dump.read(&piece, &mut |item| {
            told = tell(&mut out, &Told::Item(item));
            if told.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        told?;
        let done = match read {
            Ok(read) => Told::Done(read),
            Err(error) => Told::Failed(error.to_string()),
        };
        tell(&mut out, &done)?;
    }
    Ok(())
}

/// Sends an answer at once: the parent counts the items before the one at which this process dies.
fn tell(out: &mut impl Write, told: &Told) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(told)?;
    if line.len() as u64 >= LONGEST {
        return Err(ErrorKind::FileTooLarge.into());
    }
    line.push(b'\n');
    out.write_all(&line)?;
    out.flush()
}
