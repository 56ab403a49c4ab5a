//! `chachong watch`: checks each thesis that appears in a folder against a library and writes its report to another folder,
//! until it is stopped.

mod checking;
mod content;
mod endpoint;
mod entry;
mod error;
mod journal;
mod library_source;
mod metrics;
mod options;
mod outage;
mod outcomes;
mod queue;
mod report_folder;
mod service;
mod stopping;
mod task;
mod watch_loop;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(super) use error::WatchError;
pub(super) use options::{arguments, parser};

use super::error::{CliError, Completion};
use super::{copying, declared_files, reading};
use chachong_log as log;
use chachong_messages::Language;
use chachong_report::{Output, ReportFormat};
use checking::Checker;
use journal::{Event, Journal, LOG, Line};
use library_source::LibrarySource;
use metrics::Metrics;
use outage::Outage;
use queue::Queue;
use report_folder::ReportFolder;
use stopping::Stop;
use watch_loop::WatchLoop;

/// Arguments of `watch`.
#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) folder: PathBuf,
    pub(super) library: PathBuf,
    /// Folder of the reports.
    reports: PathBuf,
    formats: Vec<ReportFormat>,
    /// File of the log; `None` for stdout.
    log: Option<PathBuf>,
    /// Address at which metrics are answered; `None` if they are not.
    metrics: Option<SocketAddr>,
    /// Whether checked theses join the library.
    add: bool,
    /// Whether to end when all that is there is done.
    once: bool,
    /// Time for which a file must not change before it is checked.
    settle: Duration,
    max_distance: Option<u32>,
    pub(super) reading: reading::ReadOptions,
    pub(super) copying: copying::Arguments,
}

impl Arguments {
    /// Returns the files that are written, without the reports, whose names are not known before there are theses.
    pub(super) fn outputs(&self) -> impl Iterator<Item = Output> {
        let log = self.log.iter().map(|log| Output::file(log, LOG));
        report_folder::outputs(&self.reports).into_iter().chain(log)
    }
}

/// Runs the command. Always complete without `--once`; with it, complete if all files could be checked.
pub(super) fn run(arguments: &Arguments, language: Language) -> Result<Completion, CliError> {
    let checker = Checker::new(arguments, language)?;
    let mut watch = prepare(arguments, checker, language)?;
    let completion = watch.run();
    watch.journal.finish()?;
    Ok(completion)
}

/// Opens everything that must be there from the beginning. Folder and library may come later.
fn prepare<'w>(
    arguments: &'w Arguments,
    checker: Checker<'w>,
    language: Language,
) -> Result<WatchLoop<'w>, WatchError> {
    for place in [Some(&arguments.reports), arguments.log.as_ref()] {
        if let Some(place) = place.filter(|place| is_inside(place, &arguments.folder)) {
            return Err(WatchError::Inside {
                place: place.clone(),
                folder: arguments.folder.clone(),
            });
        }
    }
    let report_folder = ReportFolder::open(&arguments.reports).map_err(|source| {
        let folder = arguments.reports.clone();
        WatchError::ReportFolder { folder, source }
    })?;
    let inputs = declared_files::of_watch(arguments).inputs;
    let journal = Journal::open(arguments.log.as_deref(), &inputs).map_err(|source| {
        let file = arguments.log.clone().unwrap_or_default();
        WatchError::Log { file, source }
    })?;
    let stop = Stop::at_signals().map_err(WatchError::Signals)?;
    let metrics = Arc::new(Metrics::default());
    let open = |address| {
        endpoint::open(address, Arc::clone(&metrics))
            .map_err(|source| WatchError::Metrics { address, source })
    };
    let address = arguments.metrics.map(open).transpose()?;
    let source = LibrarySource {
        place: arguments.library.clone(),
        add: arguments.add,
        by: arguments.reading.by.clone(),
    };
    journal.write(&Line {
        folder: Some(arguments.folder.display().to_string()),
        library: Some(source.shown()),
        metrics: address.as_ref().map(SocketAddr::to_string),
        version: Some(log::VERSION),
        ..Line::of(Event::Started)
    });
    stop.service().ready();
    Ok(WatchLoop {
        arguments,
        language,
        report_folder,
        journal,
        stop,
        metrics,
        checker,
        source,
        queue: Queue::new(arguments.settle),
        watch: None,
        looked: Instant::now(),
        folder_outage: Outage::default(),
        opened: None,
        library_outage: Outage::default(),
        failed: false,
    })
}

/// Whether a place, which need not exist, is a folder or lies in it.
fn is_inside(place: &Path, folder: &Path) -> bool {
    let real = |path: &Path| {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        // The part that exists may be a link; what does not exist yet cannot be one.
        let existing = absolute.ancestors().find(|above| above.exists());
        let rest = existing.and_then(|above| absolute.strip_prefix(above).ok());
        let whole = existing.and_then(|above| above.canonicalize().ok());
        whole
            .zip(rest)
            .map_or_else(|| absolute.clone(), |(whole, rest)| whole.join(rest))
    };
    real(place).starts_with(real(folder))
}
