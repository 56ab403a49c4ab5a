//! This run of the window: its mark for the next start, the traces of the previous run, and the paths of later starts.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};

use egui::Context;

use crate::instance::Listener;
use chachong_log::{Ended, Running, UnderWay, look_back};

/// This run of the window.
#[derive(Default)]
pub(crate) struct ThisRun {
    /// Mark that the next start finds if this window vanishes; `None` if nothing is noted.
    running: Option<Running>,
    /// Crash of an earlier window; `None` once the person was told, or without one.
    ended: Option<Ended>,
    /// Receiver of the paths of later starts; `None` if nobody listens for them.
    handed: Option<Receiver<Vec<PathBuf>>>,
}

impl ThisRun {
    /// Reads the traces of the previous run in the folder `logs`, and leaves the mark of this run there; does neither without a
    /// folder. `heading` begins the note about a window that vanished.
    pub(crate) fn begin(logs: Option<&Path>, heading: &str) -> Self {
        Self {
            ended: logs.and_then(|logs| look_back(logs, heading)),
            running: logs.and_then(Running::begin),
            handed: None,
        }
    }

    /// Listens for later starts from now on.
    pub(crate) fn listen(&mut self, listener: Listener, context: Context) {
        let (send, handed) = channel();
        self.handed = Some(handed);
        listener.serve(move |paths| {
            // The window is closing where nobody receives.
            let _ = send.send(paths);
            context.request_repaint();
        });
    }

    /// Returns the paths of later starts since the last call, one entry for each start.
    pub(crate) fn handed(&self) -> Vec<Vec<PathBuf>> {
        let handed = self.handed.as_ref();
        handed.map_or_else(Vec::new, |handed| handed.try_iter().collect())
    }

    /// Returns the crash of an earlier window at the first call; `None` at later ones, and if there was none.
    pub(crate) fn take_ended(&mut self) -> Option<Ended> {
        self.ended.take()
    }

    /// Records the running work for the next start.
    pub(crate) fn tell(&mut self, now: UnderWay) {
        if let Some(running) = &mut self.running {
            running.tell(now);
        }
    }

    /// Ends the run normally, so that nothing is left for the next start.
    pub(crate) fn end(&mut self) {
        if let Some(running) = self.running.take() {
            running.end();
        }
    }
}
